//! Calls of functions without a body, mostly of the C library.
//!
//! What each function is comes from [`crate::libc`], the one place that knows library functions by name.
//! Functions that walk over memory byte by byte have models in C, which are executed like program code. This
//! folder holds the transfer functions of the others.
//!
//! Reading order:
//!
//! 1. `builtin`: dispatch; allocation, block operations, characters, numbers.
//! 2. `containers`: functions of the models of containers for proofs.
//! 3. `needs`: what the table requires of the arguments.
//! 4. `printing`: `printf` and its variants.
//! 5. `unmodelled`: functions without a model, inputs among them.
//!
//! May depend on `facts` to `exec`, and on `calls` to execute models; not on `report`.

pub(crate) mod builtin;
mod containers;
mod needs;
pub(crate) mod printing;
mod unmodelled;
