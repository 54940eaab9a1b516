//! Shapes: proofs about linked lists and trees of any size, by symbolic memory graphs.
//!
//! A state is a disjunction of graphs. The nodes of a graph are objects: variables in memory, allocated
//! blocks, and *segments*, which stand for any number of nodes that look alike: lists, trees, and ways down
//! trees. Nodes are taken out of a segment when they are accessed, and neighbouring nodes are folded into
//! segments at loop heads. Affine equalities and intervals relate the lengths of segments, integer variables
//! and the data in nodes.
//!
//! The analysis follows calls, finds invariants of loops and of recursive functions, and proves a program or
//! says nothing. Read the files in this order:
//!
//! 1. `value`: names and values; `graph`: objects, segments, states.
//! 2. `chain`: integers in neighbouring nodes; `expose`: nodes are taken out of segments; `parts`: elements
//!    are taken out of arrays; `memory`: accesses; `numeric`: integers and comparisons.
//! 3. `join`: pairs the objects and cells of two graphs; `join/numbers` and `join/hidden` compare what they
//!    know of integers; `join/fold` and `join/subtree` make segments of nodes.
//! 4. `structures`: memory that satisfies a definition of the program; `contracts`: what programs assume and
//!    check.
//! 5. `engine`: the analysis; `walker`: statements; `loops`: invariants; `calls`, and for those of
//!    recursive functions `calls/table` (local heaps) and `calls/stack` (the call stack as data).
//! 6. `print`: loop invariants for people.

mod calls;
mod chain;
mod contracts;
mod engine;
mod expose;
mod graph;
mod join;
mod loops;
mod memory;
mod numeric;
#[cfg(test)]
mod part_tests;
mod parts;
mod print;
mod structures;
#[cfg(test)]
mod tests;
mod value;
mod walker;

use crate::analysis::{LoopInvariant, Task};
use crate::ir::{
    CompareOp, Expr, Function, Global, Operand, Param, Pos, Program, RecordId, Scalar, StmtKind, Type,
    TypeId, VarId, compared_constants, compared_variables, each_stmt,
};
use crate::libc::{self, Id};
use crate::obligations::Proof;
use crate::property::Ints;
use crate::walk::{Jump, block};
use cfp_solver::Int;
use engine::{Precision, Shapes};
use join::PlaceKind;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Instant;

/// Limit on constants of the program that are thresholds of the widening.
const MAX_THRESHOLDS: usize = 24;

/// Limit on analyses that forget pointers: each keeps more of them.
const MAX_FORGETTING: usize = 8;

/// What an analysis cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ShapeCosts {
    /// Statements executed, once for each graph.
    pub steps: u64,
    /// Disjuncts at the head of a loop: the most that there were.
    pub disjuncts: usize,
    /// Iterations of a loop until its invariant was stable: the most that there were.
    pub rounds: usize,
}

/// What the analysis has found out about a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShapeAnalysis {
    /// Which obligations are proved: all of them, or none.
    pub proof: Proof,
    /// Invariants of the loops that were reached, if they are wanted.
    pub invariants: Vec<LoopInvariant>,
    /// Why there is no proof: the place and the reason.
    pub missing: Option<(Pos, String)>,
    /// What it cost.
    pub costs: ShapeCosts,
}

/// Whether a program has linked structures, or keeps records or pointers in arrays. Others are left to other
/// analyses first, which say more of arrays of numbers.
pub fn applies(program: &Program) -> bool {
    program.types.records().any(|(id, _)| points_to(program, id, id))
        || program.globals.iter().any(|global| !global.constant && has_links(program, global.ty))
}

/// Whether a program has memory that its types do not describe: it allocates some, which may be linked in
/// ways that types do not tell, or has arrays, whose elements are told apart by more than one inequality.
pub fn may_apply(program: &Program) -> bool {
    let allocates =
        |name: &str| matches!(libc::id(libc::canonical_name(name)), Some(Id::Malloc | Id::Calloc));
    let is_array = |ty: TypeId| matches!(program.types.get(ty), Type::Array(..));
    program.globals.iter().any(|global| !global.constant && is_array(global.ty))
        || program.functions.iter().any(|function| function.body.is_none() && allocates(&function.name))
}

/// Whether a type is an array whose elements may be linked: of records or pointers.
fn has_links(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        Type::Array(element, _) => {
            let element = program.types.get(*element);
            matches!(element, Type::Record(_) | Type::Pointer(_))
        }
        _ => false,
    }
}

/// Whether a record has a pointer to another one, maybe through records inside of it.
fn points_to(program: &Program, from: RecordId, to: RecordId) -> bool {
    program.types.record(from).fields.iter().any(|field| match program.types.get(field.ty) {
        Type::Pointer(target) => *program.types.get(*target) == Type::Record(to),
        Type::Record(inner) => points_to(program, *inner, to),
        _ => false,
    })
}

/// Analyses a task until a deadline. If that is not enough, null pointers and constants in nodes
/// are kept apart in loop invariants, which tells more at the price of more disjuncts. If that is not enough
/// either, integers in neighbouring nodes are related to each other. Records with several
/// links to records of their type are first taken for nodes of lists, then for nodes of trees.
pub fn analyze(task: &Task<'_>, deadline: Option<Instant>) -> Option<ShapeAnalysis> {
    analyze_task(task, deadline, false)
}

/// [`analyze`], with a description of the loop invariants.
pub fn analyze_and_describe(task: &Task<'_>, deadline: Option<Instant>) -> Option<ShapeAnalysis> {
    analyze_task(task, deadline, true)
}

fn analyze_task(task: &Task<'_>, deadline: Option<Instant>, describes: bool) -> Option<ShapeAnalysis> {
    let coarse = Precision::default();
    let related = Precision { relates_data: true, ..coarse };
    let mut attempts = vec![coarse, related];
    attempts.extend(attempts.clone().into_iter().map(|it| Precision { keeps_apart: true, ..it }));
    attempts.swap(1, 2);
    if join::Layouts::of(task.program, true).may_be_trees() {
        attempts.push(Precision { has_trees: true, ..coarse });
        attempts.push(Precision { has_trees: true, keeps_apart: true, ..coarse });
    }
    let (mut last, mut tabulates, mut slices, mut forgets) = (None, false, false, false);
    let mut stacks = false;
    while !attempts.is_empty() {
        let precision = attempts.remove(0);
        let now = Instant::now();
        // Attempts that relate data are seldom needed, and there is time left for them if others fail soon.
        let share = attempts.len() as u32 / 2 + 1;
        let until = deadline.map(|deadline| now + deadline.saturating_duration_since(now) / share);
        let (found, outlook) = attempt(task, until, (precision, !slices), &BTreeSet::new(), describes)?;
        if found.missing.is_none() {
            return Some(found);
        }
        if !outlook.is_open {
            attempts.retain(|other| other.has_trees != precision.has_trees);
        }
        if outlook.has_unknown_places && !slices {
            slices = true;
            attempts.insert(0, Precision { slices, ..coarse });
        }
        if outlook.has_stale && !forgets {
            forgets = true;
            let now = Instant::now();
            let until = deadline.map(|deadline| now + deadline.saturating_duration_since(now) / share);
            let found = forgetting(task, until, precision, describes);
            if found.is_some() {
                return found;
            }
        }
        if outlook.is_recursive && !tabulates {
            tabulates = true;
            attempts.insert(0, precision);
            attempts.iter_mut().for_each(|precision| precision.tabulates = true);
        }
        if outlook.needs_stack && !stacks {
            stacks = true;
            let on_stack = Precision { stacks, tabulates: false, ..coarse };
            attempts.splice(0..0, [on_stack, Precision { keeps_apart: true, ..on_stack }]);
        }
        last = Some(found);
    }
    last
}

/// Analyses a task without pointers that keep nodes from being folded; nothing if that is no proof. Pointers
/// that turn out to be needed are kept.
fn forgetting(
    task: &Task<'_>,
    deadline: Option<Instant>,
    precision: Precision,
    describes: bool,
) -> Option<ShapeAnalysis> {
    let mut kept = BTreeSet::new();
    let mut precision = Precision { forgets: true, ..precision };
    for _ in 0..MAX_FORGETTING {
        let (found, outlook) = attempt(task, deadline, (precision, false), &kept, describes)?;
        if found.missing.is_none() {
            return Some(found);
        }
        let is_new = !outlook.needed.is_subset(&kept);
        kept.extend(outlook.needed);
        if !is_new && std::mem::replace(&mut precision.keeps_apart, true) {
            return None;
        }
    }
    None
}

/// What another analysis may find out.
struct Outlook {
    /// Whether more disjuncts may help.
    is_open: bool,
    /// Whether functions call themselves too often to be followed.
    is_recursive: bool,
    /// Whether local heaps are not enough for a recursive function.
    needs_stack: bool,
    /// Whether arrays were accessed at unknown indices.
    has_unknown_places: bool,
    /// Whether pointers kept nodes from being folded.
    has_stale: bool,
    /// Places of forgotten pointers that were read.
    needed: BTreeSet<PlaceKind>,
}

/// One analysis. Arrays may be divided into parts in another one.
fn attempt(
    task: &Task<'_>,
    deadline: Option<Instant>,
    (precision, may_divide): (Precision, bool),
    kept: &BTreeSet<PlaceKind>,
    describes: bool,
) -> Option<(ShapeAnalysis, Outlook)> {
    let first = task.first_function()?;
    let function = &task.program.functions[first.index()];
    let has_start = task.program.start.body.as_ref().is_some_and(|body| !body.is_empty());
    let is_modelled = !has_start && task.ints == Ints::Machine && !task.checks.pointers;
    let body = function.body.as_ref().filter(|_| is_modelled)?;
    let mut shapes = Shapes::new(task, deadline, precision);
    Rc::make_mut(&mut shapes.layouts).kept = kept.clone();
    shapes.record = describes.then(Default::default);
    shapes.may_divide = may_divide;
    let mut graph = shapes.start(first);
    shapes.entry(&mut graph, function);
    let mut jumps = Vec::new();
    let fallen = block(&mut shapes, body, vec![graph], &mut jumps);
    let returned = jumps.into_iter().filter(|(jump, _)| matches!(jump, Jump::Return(_)));
    for graph in returned.map(|(_, state)| state).chain(fallen).flatten() {
        shapes.end_main(graph, function.pos);
    }
    let missing = match (&shapes.gap, shapes.open.first()) {
        (Some(gap), _) => Some(gap.clone()),
        (None, Some((pos, kind))) => Some((*pos, shapes.not_proved(*pos, *kind))),
        (None, None) => None,
    };
    let proof = match missing {
        Some(_) => Proof::Void,
        None => Proof::AllBut { places: BTreeSet::new(), kinds: BTreeSet::new() },
    };
    let invariants = shapes.loop_invariants();
    let is_open = shapes.is_finer_useful || !shapes.open.is_empty();
    let outlook = Outlook {
        is_open,
        is_recursive: shapes.is_recursive,
        needs_stack: shapes.needs_stack,
        has_unknown_places: shapes.has_unknown_places,
        has_stale: shapes.has_stale,
        needed: shapes.needed,
    };
    Some((ShapeAnalysis { proof, invariants, missing, costs: shapes.costs }, outlook))
}

/// Where bounds of integers stop: around the constants that the program compares with, at the last index of
/// an array, and at those of types.
fn thresholds(program: &Program) -> Vec<Int> {
    let bounds = [i128::from(i32::MAX), i128::from(i32::MIN), i128::from(u32::MAX)];
    let mut found = compared_constants(program, MAX_THRESHOLDS);
    found.extend(bounds);
    let last = |global: &Global| match program.types.get(global.ty) {
        Type::Array(_, Some(count)) if !global.constant => Some(i128::from(*count) - 1),
        _ => None,
    };
    found.extend(program.globals.iter().filter_map(last).take(MAX_THRESHOLDS));
    found.into_iter().map(Int::from).collect()
}

/// The integer variables of a function that only get constants.
fn flags(function: &Function) -> Vec<bool> {
    let is_named = |index: usize| function.vars[index].name.is_some();
    let is_int = |index: usize| matches!(function.vars[index].ty, Scalar::Int(_));
    let mut flags: Vec<bool> =
        (0..function.vars.len()).map(|index| is_named(index) && is_int(index)).collect();
    for param in &function.params {
        if let Param::Var(id) = param {
            flags[id.index()] = false;
        }
    }
    let Some(body) = &function.body else { return flags };
    each_stmt(body, &mut |stmt| {
        let constant = matches!(&stmt.kind, StmtKind::Assign { value: Expr::Use(Operand::Int(..)), .. });
        if let Some(var) = stmt.kind.defines()
            && !constant
        {
            flags[var.index()] = false;
        }
    });
    flags
}

/// The pairs of integer variables whose differences loop invariants keep.
fn compared(function: &Function) -> Vec<(VarId, VarId)> {
    compared_variables(function, |op| op != CompareOp::Eq)
}
