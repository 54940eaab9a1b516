//! List counters: proofs about singly linked lists of any length (Chen, Li, Wu and Wang, *Static Analysis of
//! List-Manipulating Programs via Bit-Vectors and Numerical Abstractions*, SAC 2013).
//!
//! The nodes of all lists are divided into segments by the pointer variables that reach them. A segment is
//! described by a bit vector, one bit for each pointer, and by a counter, the number of its nodes. Affine
//! equalities and intervals relate counters to each other and to integer variables, so lengths of different
//! lists are related. Null dereferences, leaks and uses after free are questions about counters. The data of
//! all nodes of a segment is described by intervals. There is one state at each point, and no query to the
//! solver.
//!
//! The domain covers programs whose memory is nodes of one type, read through one of their pointers, with the
//! list pointers in local variables. It proves a program or says nothing; `cfp-heap --domain counters` shows
//! what it finds. Read the files in this order:
//!
//! 1. `vector`: sets of pointers.
//! 2. `contents`: what the data members of all nodes of a segment hold.
//! 3. `shape`: segments with counters, and the transfer functions of Figure 3.
//! 4. `state`: what the variables hold besides.
//! 5. `domain`: the analysis, its variables and frames; `values`: integers and conditions; `nodes`: memory.
//! 6. `walker`: statements, control flow and calls.
//! 7. `print`: invariants as text.

mod contents;
mod domain;
mod nodes;
mod print;
mod shape;
mod state;
mod values;
mod vector;
mod walker;

use crate::analysis::{LoopInvariant, Task};
use crate::ir::{
    CompareOp, FieldInfo, FuncId, Pos, Program, Type, VarId, compared_constants, compared_variables,
};
use crate::obligations::Proof;
use crate::property::Ints;
use crate::walk::{Jump, block};
use cfp_solver::Int;
use domain::{Counters, Node};
use state::State;
use std::collections::{BTreeMap, BTreeSet};

/// Limit on constants of the program that are thresholds of the widening.
const MAX_THRESHOLDS: usize = 24;

/// What the domain has found out about a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CounterAnalysis {
    /// Which obligations are proved: all of them, or none.
    pub proof: Proof,
    /// Invariants of the loops that were reached, such as `t^010 + t^011 = n`.
    pub invariants: Vec<LoopInvariant>,
    /// Why there is no proof: the place and the reason.
    pub missing: Option<(Pos, String)>,
}

/// Analyses a task, if its program has one type of list nodes. If they have several pointers to nodes, each
/// is tried as the link of the lists; the others are written but not read.
pub fn analyze(task: &Task<'_>) -> Option<CounterAnalysis> {
    let mut first = None;
    for node in node_types(task.program) {
        let analysis = analyze_lists(task, node)?;
        if analysis.missing.is_none() {
            return Some(analysis);
        }
        first.get_or_insert(analysis);
    }
    first
}

/// Analyses a task with lists of nodes of a type.
fn analyze_lists(task: &Task<'_>, node: Node) -> Option<CounterAnalysis> {
    let first = task.first_function()?;
    let function = &task.program.functions[first.index()];
    let is_closed = function.params.is_empty() && task.program.start.body.as_ref().is_none_or(Vec::is_empty);
    let body = function.body.as_ref().filter(|_| is_closed && task.ints == Ints::Machine)?;
    let mut domain = Counters::new(
        *task,
        node,
        compared_constants(task.program, MAX_THRESHOLDS).into_iter().map(Int::from).collect(),
    );
    domain.compared = compared(task.program);
    let mut jumps = Vec::new();
    let fallen = block(&mut domain, body, State::new(first), &mut jumps);
    let returned = jumps.into_iter().filter(|(jump, _)| matches!(jump, Jump::Return(_)));
    for mut state in returned.map(|(_, state)| state).chain(fallen) {
        // The variables of the entry function are gone.
        domain.forget_frame(&mut state, 0);
        domain.end(&state, function.pos);
    }
    let missing = match (&domain.gap, domain.open.first()) {
        (Some(gap), _) => Some(gap.clone()),
        (None, Some((pos, kind))) => Some((*pos, format!("not proved: {}", kind.id()))),
        (None, None) => None,
    };
    let proof = match missing {
        Some(_) => Proof::Void,
        None => Proof::AllBut { places: BTreeSet::new(), kinds: BTreeSet::new() },
    };
    let invariants =
        domain.invariants.values().flat_map(|entries| print::describe(&domain, entries)).collect();
    Some(CounterAnalysis { proof, invariants, missing })
}

/// The only record with pointers to itself, once for each of them as the link.
fn node_types(program: &Program) -> Vec<Node> {
    let mut found = Vec::new();
    for (id, record) in program.types.records() {
        let is_link = |field: &&FieldInfo| {
            matches!(program.types.get(field.ty), Type::Pointer(to)
                if matches!(program.types.get(*to), Type::Record(target) if *target == id))
        };
        let links: Vec<u64> =
            record.fields.iter().filter(is_link).map(|field| field.bit_offset / 8).collect();
        if let (false, Some(size)) = (links.is_empty(), record.size) {
            found.push(links.into_iter().map(move |next| Node { record: id, size, next }));
        }
    }
    if found.len() == 1 { found.remove(0).collect() } else { Vec::new() }
}

/// The pairs of integer variables that a function compares.
fn compared(program: &Program) -> BTreeMap<FuncId, Vec<(VarId, VarId)>> {
    let functions = program.functions.iter().enumerate();
    functions
        .map(|(index, function)| (FuncId(index as u32), compared_variables(function, is_order)))
        .collect()
}

/// Whether a comparison is for less or more.
fn is_order(op: CompareOp) -> bool {
    !matches!(op, CompareOp::Eq | CompareOp::Ne)
}
