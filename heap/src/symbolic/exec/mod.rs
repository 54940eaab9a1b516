//! Execution of straight-line code.

pub(crate) mod arguments;
pub(crate) mod camera;
pub(crate) mod executor;
pub(crate) mod globals;
pub(crate) mod inputs;
pub(crate) mod leaks;
pub(crate) mod operands;
pub(crate) mod stacks;
pub(crate) mod statements;
