//! Operations on scalar values: arithmetic, comparisons, conversions and bitwise operations.
//!
//! `arith` maps each operation of the IR to a term and states the obligations that belong to it: no division
//! by zero, no signed overflow, valid shift amounts. Linear operations are exact. Products of unknowns and
//! most bitwise operations are uninterpreted functions, normalised so that equal operands give equal results.
//!
//! This room depends on `facts`, `store` and `findings`. It knows no objects: comparisons and differences of
//! pointers that depend on lifetime or bounds are in `memory`.

pub(crate) mod arith;
