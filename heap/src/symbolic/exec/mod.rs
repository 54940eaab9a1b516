//! Execution of straight-line code.

pub(crate) mod arguments;
pub(crate) mod call_stack;
pub(crate) mod contract;
pub(crate) mod executor;
pub(crate) mod globals;
pub(crate) mod inputs;
pub(crate) mod loop_stack;
pub(crate) mod operands;
pub(crate) mod signature;
pub(crate) mod statements;
pub(crate) mod summaries;
