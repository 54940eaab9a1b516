//! Calls of functions without a body, mostly of the C library.
//!
//! What each function is comes from [`crate::libc`], the one place that knows library functions by name.
//! Functions that walk over memory byte by byte have models in C, which are executed like program code. This
//! folder holds the transfer functions of the others.
//!
//! Reading order:
//!
//! 1. `builtin`: dispatch; allocation, block operations, characters, numbers; inputs.
//! 2. `printing`: `printf` and its variants.
//!
//! May depend on `facts` to `exec`, and on `calls` to execute models; not on `report`.

pub(crate) mod builtin;
pub(crate) mod printing;
