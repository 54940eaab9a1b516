//! Reports.

pub(crate) mod judge;
pub(crate) mod replay;
pub(crate) mod sketch;
