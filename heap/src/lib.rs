//! # cfp-heap
//!
//! The heap analyzer for C and C++ container programs. It will prove or refute assertions and memory safety with a
//! symbolic heap whose every logical question goes to [`cfp-solver`](../cfp_solver/index.html). This page is all
//! there is so far.
