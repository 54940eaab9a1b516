//! Calls.

pub(crate) mod call;
pub(crate) mod contracts;
pub(crate) mod instantiate;
pub(crate) mod signature;
pub(crate) mod summaries;
pub(crate) mod templates;
