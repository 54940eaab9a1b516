//! Results: one by one, summed up, printed, compared.
//!
//! Reading order: [`record`] (one result, also as a row of CSV), [`score`] (sums), [`report`] (tables),
//! [`compare`] (two sets of results).

pub mod compare;
pub mod record;
pub mod report;
pub mod score;
