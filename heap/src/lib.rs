//! # cfp-heap
//!
//! The heap analyzer for C and C++ container programs. It will prove or refute assertions and memory safety with a
//! symbolic heap whose every logical question goes to [`cfp-solver`](../cfp_solver/index.html). So far there are the constraints.
//!
//! Read [`bracket`] first: the constraints that all domains share.

pub mod bracket;
