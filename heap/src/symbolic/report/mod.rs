//! Reports.

pub(crate) mod judge;
pub(crate) mod naming;
pub(crate) mod replay;
pub(crate) mod sketch;
