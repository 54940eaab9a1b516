//! The control state of an execution: active loops and calls, and what is known about functions.
//!
//! Data structures only. The folders `loops` and `calls`, which come later, hold the algorithms.
//!
//! Reading order:
//!
//! 1. `loop_stack`: loops being summarised, finished reductions, proved invariants.
//! 2. `call_stack`: active calls and the limits of recursion.
//! 3. `signature`: the shapes of arguments that an isolated analysis assumes.
//! 4. `summaries`: function summaries, shared by all analyses of a program.
//! 5. `contract`: inductive contracts of recursive functions.
//!
//! May depend on `facts`, `store`, `memory` and on the type `Executor`.

pub(crate) mod call_stack;
pub(crate) mod contract;
pub(crate) mod loop_stack;
pub(crate) mod signature;
pub(crate) mod summaries;
