//! Summaries of functions, for all analyses of a program.

use crate::analysis::Calls;
use crate::ir::{CallGraph, FuncId, Program};
use crate::symbolic::exec::executor::Executor;
use crate::symbolic::exec::stacks::call_stack::Argument;
use crate::symbolic::exec::stacks::signature::Signature;
use crate::symbolic::store::place::ObjectId;
use crate::symbolic::store::state::State;
use crate::symbolic::store::value::Value;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Statements in the tree of all calls from which on functions are looked at alone, and in that of a function
/// for which it is worth it.
const LARGE_TREE: u64 = 400;
const LARGE_FUNCTION: u64 = 30;
/// Loops in a function, with those in all that it calls, of which all is said at each call.
const MAX_LOOPS: usize = 250;

/// What a function does, over the terms of its own analysis.
pub(crate) struct Summary<'p> {
    pub(crate) inside: Executor<'p>,
    pub(crate) values: Vec<Argument>,
    /// The objects that arguments point into, and whether they are alive at the beginning.
    pub(crate) blocks: Vec<ObjectId>,
    pub(crate) flags: Vec<cfp_solver::Term>,
    pub(crate) entry: State,
    /// The result and the state at the end; nothing if it never returns.
    pub(crate) end: Option<(Option<Value>, State)>,
}

/// What has been found out about a signature.
pub(crate) enum Outcome<'p> {
    Known(Box<Summary<'p>>),
    /// More than is good to say of each call.
    TooLarge,
    /// Something in it cannot be said without knowing the caller.
    Useless,
}

/// The same, for all analyses: one thread reads it at a time.
pub(crate) type Shared<'p> = Arc<Mutex<Outcome<'p>>>;

/// What has been found out about functions, for all analyses of a program.
pub(crate) struct Summaries<'p> {
    pub(crate) graph: CallGraph,
    pub(crate) calls: Calls,
    /// Whether the calls of the program are a large tree.
    pub(crate) is_large: bool,
    pub(crate) known: Mutex<BTreeMap<Signature, Shared<'p>>>,
}

impl<'p> Summaries<'p> {
    pub(crate) fn new(program: &Program, main: Option<FuncId>, calls: Calls) -> Summaries<'p> {
        let graph = CallGraph::new(program);
        let is_large = main.is_some_and(|main| graph.tree_size(main) > LARGE_TREE);
        Summaries { graph, calls, is_large, known: Mutex::new(BTreeMap::new()) }
    }

    /// Whether calls of a function are to be taken as one step.
    pub(crate) fn is_wanted(&self, program: &Program, function: FuncId) -> bool {
        let is_worth_it = match self.calls {
            Calls::Follow => false,
            Calls::Summarize => true,
            Calls::Auto => self.is_large && self.graph.tree_size(function) >= LARGE_FUNCTION,
        };
        let called = &program.functions[function.index()];
        is_worth_it
            && called.role == crate::ir::Role::Program
            && !self.graph.is_recursive(function)
            && !called.ty.variadic
    }

    pub(crate) fn get(&self, signature: &Signature) -> Option<Shared<'p>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(signature).cloned()
    }

    pub(crate) fn insert(
        &self,
        signature: Signature,
        found: Option<Found>,
        inside: Executor<'p>,
    ) -> Shared<'p> {
        let outcome = match found {
            None => Outcome::Useless,
            Some(_) if inside.logic.iteration_facts.len() > MAX_LOOPS => Outcome::TooLarge,
            Some(found) => Outcome::Known(Box::new(found.within(inside))),
        };
        let outcome = Arc::new(Mutex::new(outcome));
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(signature).or_insert(outcome))
    }
}

/// What was found out about a function, without the analysis that did.
pub(crate) struct Found {
    pub(crate) values: Vec<Argument>,
    pub(crate) blocks: Vec<ObjectId>,
    pub(crate) flags: Vec<cfp_solver::Term>,
    pub(crate) entry: State,
    pub(crate) end: Option<(Option<Value>, State)>,
}

impl Found {
    pub(crate) fn within(self, inside: Executor<'_>) -> Summary<'_> {
        let Found { values, blocks, flags, entry, end } = self;
        Summary { inside, values, blocks, flags, entry, end }
    }
}
