//! Function summaries, shared by all analyses of a program.

use crate::analysis::Calls;
use crate::ir::{CallGraph, FieldInfo, FuncId, Param, Program, Record, RecordId, Type, TypeTable};
use crate::symbolic::exec::executor::Executor;
use crate::symbolic::exec::stacks::call_stack::Argument;
use crate::symbolic::exec::stacks::signature::Signature;
use crate::symbolic::store::place::ObjectId;
use crate::symbolic::store::state::State;
use crate::symbolic::store::value::Value;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Statements in the program's call tree from which on functions are summarised, and in a function's own tree
/// for its summary to pay off.
const LARGE_TREE: u64 = 400;
const LARGE_FUNCTION: u64 = 30;
/// Limit on the loops in a function and its callees for its summary to be instantiated.
const MAX_LOOPS: usize = 250;

/// A function summary, over the terms of its own analysis.
pub(crate) struct Summary<'p> {
    pub(crate) inside: Executor<'p>,
    pub(crate) values: Vec<Argument>,
    /// The objects that arguments point into, and their liveness flags at the beginning.
    pub(crate) blocks: Vec<ObjectId>,
    pub(crate) flags: Vec<cfp_solver::Term>,
    pub(crate) entry: State,
    /// The result and the final state; `None` if the function never returns.
    pub(crate) end: Option<(Option<Value>, State)>,
}

/// The outcome of summarising a function for a signature.
pub(crate) enum Outcome<'p> {
    Known(Box<Summary<'p>>),
    /// Too large to instantiate at each call.
    TooLarge,
    /// Something in it depends on the caller.
    Useless,
}

/// An outcome shared by all analyses; one thread reads it at a time.
pub(crate) type Shared<'p> = Arc<Mutex<Outcome<'p>>>;

/// All summaries of a program.
pub(crate) struct Summaries<'p> {
    pub(crate) graph: CallGraph,
    pub(crate) calls: Calls,
    /// Whether the call tree of the program is large.
    pub(crate) is_large: bool,
    pub(crate) known: Mutex<BTreeMap<Signature, Shared<'p>>>,
}

impl<'p> Summaries<'p> {
    pub(crate) fn new(program: &Program, main: Option<FuncId>, calls: Calls) -> Summaries<'p> {
        let graph = CallGraph::new(program);
        let is_large = main.is_some_and(|main| graph.tree_size(main) > LARGE_TREE);
        Summaries { graph, calls, is_large, known: Mutex::new(BTreeMap::new()) }
    }

    /// Whether calls of a function should be summarised.
    pub(crate) fn is_wanted(&self, program: &Program, function: FuncId) -> bool {
        let is_worth_it = match self.calls {
            Calls::Follow => false,
            Calls::Summarize => true,
            Calls::Auto => {
                self.is_large
                    && self.graph.tree_size(function) >= LARGE_FUNCTION
                    && !takes_container(program, function)
            }
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

/// Whether a function is given a container of the library. Only the caller knows where the elements are, so
/// a summary would fail after all the work.
fn takes_container(program: &Program, function: FuncId) -> bool {
    let called = &program.functions[function.index()];
    called.params.iter().any(|param| {
        let Param::Var(var) = param else { return false };
        let record = program.types.pointed_record(called.vars[var.index()].ctype);
        record.is_some_and(|record| holds_container(&program.types, record))
    })
}

fn holds_container(types: &TypeTable, record: RecordId) -> bool {
    let Record { name, fields, .. } = types.record(record);
    let is_container = || fields.iter().any(|field| matches!(types.get(field.ty), Type::Pointer(_)));
    let holds_one = |field: &FieldInfo| {
        let mut inner = field.ty;
        while let Some(element) = types.element(inner) {
            inner = element;
        }
        matches!(types.get(inner), Type::Record(record) if holds_container(types, *record))
    };
    name.starts_with("std::") && is_container() || fields.iter().any(holds_one)
}

/// A summary without the analysis that computed it.
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
