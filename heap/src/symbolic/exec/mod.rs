//! Symbolic execution of straight-line code, and the state of an analysis.
//!
//! Reading order:
//!
//! 1. `executor`: the type that all later folders extend; it adds control to the heap.
//! 2. `statements`, `operands`: transfer functions of statements, and values of expressions.
//! 3. `globals`, `arguments`, `inputs`: the initial state, and values from the environment.
//! 4. `leaks`: the check for memory still allocated at the end.
//! 5. `stacks`: active loops and calls, and the summaries and contracts of functions.
//! 6. `camera`: keeps states for drawings.
//!
//! May depend on `facts`, `store`, `findings`, `values` and `memory`. Control flow belongs to the
//! [walker](crate::walk), loops and calls to the folders of these names.

pub(crate) mod arguments;
pub(crate) mod camera;
pub(crate) mod executor;
pub(crate) mod globals;
pub(crate) mod inputs;
pub(crate) mod leaks;
pub(crate) mod operands;
pub(crate) mod stacks;
pub(crate) mod statements;
