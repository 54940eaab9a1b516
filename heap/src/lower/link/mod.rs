//! Whatever depends on the definitions of all files: aliases of functions and variables, and the rewriting of
//! calls once everything is linked.

mod compile;
pub(super) mod contracts;
mod derive;
pub(super) mod fixups;
mod functions;
pub(super) mod names;
mod options;
pub(super) mod order;
