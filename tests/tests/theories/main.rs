//! Theories beside linear arithmetic, functions and arrays: datatypes and products of variables.

mod datatypes;
mod instances;
mod nonlinear;
