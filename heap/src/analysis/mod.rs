//! The interface of an analysis: what it is given and what it returns.
//!
//! A [`Task`] is the question: a program and the property to prove. [`Options`] say how to answer it: limits,
//! precision, and what to produce besides the answer. An [`Analysis`] is the answer: a [`Verdict`], which
//! lists the [`Errors`] or what is [`Open`], with statistics, [loop invariants](LoopInvariant) and a
//! [drawing](HeapGraph) of the symbolic heap. While an analysis is under way, its
//! [interim findings](Interim) can be read from another thread.
//!
//! The modules that analyse ([`symbolic`](crate::symbolic), [`verify`](crate::verify)) and those that present
//! results ([`report`](crate::report), the command) meet here. This module depends on neither; it knows the
//! program ([`ir`](crate::ir)), its runs ([`interp`](crate::interp)), the property
//! ([`property`](crate::property)) and the constraints ([`bracket`](crate::bracket)).

mod conclusion;
mod errors;
mod graph;
mod interim;
mod invariant;
mod options;
mod progress;
mod task;
mod verdict;

pub use conclusion::Conclusion;
pub use errors::Errors;
pub use graph::{Edge, HeapGraph, Node, NodeKind};
pub use interim::{Interim, Stop};
pub use invariant::LoopInvariant;
pub(crate) use invariant::{any_in_c, any_length, bounds_in_c, literal};
pub use options::{Abstraction, Calls, MemoryModel, Options, View};
pub use progress::{Progress, Step};
pub use task::Task;
pub use verdict::{Analysis, Cause, Open, Verdict};
