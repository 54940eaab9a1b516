//! Calls of functions that have a body: inlined, summarised, or replaced by a contract.
//!
//! Inlining is exact and the default. Large call trees are analysed bottom-up instead: each function is
//! analysed once in isolation, and its summary is instantiated at each call. Recursion that inlining does not
//! exhaust is handled by an inductive contract.
//!
//! Reading order:
//!
//! 1. `call`: direct and indirect calls, argument passing, and the choice between the three ways.
//! 2. `signature`: what an isolated analysis assumes about arguments, and its initial state.
//! 3. `summaries`: computes summaries bottom-up, and uses them at calls.
//! 4. `instantiate`: translates terms and states of a summary into those of the caller.
//! 5. `contracts`, `frames`, `templates`: inductive contracts for recursive functions, the cells that a call
//!    may write, and candidate claims.
//!
//! May depend on `facts` to `exec` and on `loops`, not on `libc` or `report`.

pub(crate) mod call;
pub(crate) mod contracts;
pub(crate) mod frames;
pub(crate) mod instantiate;
pub(crate) mod signature;
pub(crate) mod summaries;
pub(crate) mod templates;
