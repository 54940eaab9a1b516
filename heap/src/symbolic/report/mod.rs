//! Reports.

pub(crate) mod replay;
pub(crate) mod sketch;
