//! What an execution keeps about the loops and calls under way, and what is known of functions.

pub(crate) mod call_stack;
pub(crate) mod contract;
pub(crate) mod loop_stack;
pub(crate) mod signature;
pub(crate) mod summaries;
