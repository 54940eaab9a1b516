//! Loop invariants for people: as formulas of separation logic, as drawings, and in C.
//!
//! `α.list(next: β, steps k; each: data ∈ [0, 9])` is a list of `k` nodes from `α` on, linked by `next`; the
//! last link leads to `β`, or is null if nothing is said. After `each` follows what every node has. A list
//! that is linked both ways is a `dll`, and `last(α)` is its last node. `α.path(left | right: β, ...)` is a
//! way down a tree, and a `tree` has a number of nodes. Read `names` first, then this file, then `draw`.

mod differences;
mod draw;
mod inclusion;
mod names;
mod types;

use super::chain::{Chain, PairBounds};
use super::engine::Shapes;
use super::graph::{Graph, Kind, Object, Origin, Segment};
use super::loops::Relation;
use super::structures::{Given, Structure};
use super::value::{Expr, ObjectId, Value, constant};
use crate::analysis::{LoopInvariant, any_in_c, any_length, bounds_in_c};
use crate::ir::{FuncId, Label, Loop, Pos, Role, Scalar};
use crate::numbers::Interval;
use crate::techniques::Technique;
use names::Named;
use std::collections::{BTreeMap, BTreeSet};

/// How to read the formulas.
const LEGEND: &str = "x ↦ α: x points to α; α.list(f: β, steps k): k nodes from α on, linked by f, the last \
                      one to β or else to null; dll: linked both ways; each: of every node; v′: that \
                      v of the next node; first(α).v, last(α).v: those of the nodes at the ends; before(α).v, \
                      behind(α).v: integers that continue the sequence";

/// So many states of a loop are kept before those are dropped that others cover.
const MANY_STATES: usize = 60;

/// A loop: macros put several of them at one place.
type LoopKey = (Pos, FuncId, Label);

/// What is recorded for the invariants of loops.
#[derive(Default)]
pub(super) struct Record<'p> {
    loops: BTreeMap<LoopKey, Head<'p>>,
    /// Loops that were executed iteration by iteration, at least once.
    unrolled: BTreeSet<LoopKey>,
}

/// The head of a loop.
struct Head<'p> {
    inner: &'p Loop,
    /// The states there, of all entries of the loop.
    graphs: Vec<Graph>,
    /// Iterations until they were stable.
    rounds: usize,
}

impl<'p> Shapes<'p> {
    /// Records the states at the head of a loop, if invariants are wanted.
    pub(super) fn record_head(&mut self, inner: &'p Loop, pos: Pos, graphs: Vec<Graph>, rounds: usize) {
        let Some(key) = graphs.first().map(|graph| (pos, graph.function(), inner.label)) else { return };
        let Some(mut record) = self.record.take() else { return };
        let head = record.loops.entry(key).or_insert(Head { inner, graphs: Vec::new(), rounds });
        head.rounds = head.rounds.max(rounds);
        head.graphs.extend(graphs);
        if head.graphs.len() > MANY_STATES {
            head.graphs = self.uncovered(std::mem::take(&mut head.graphs));
        }
        self.record = Some(record);
    }

    /// Records that a loop was executed iteration by iteration.
    pub(super) fn record_unrolled(&mut self, inner: &Loop, pos: Pos, state: &[Graph]) {
        if let (Some(record), Some(graph)) = (&mut self.record, state.first()) {
            record.unrolled.insert((pos, graph.function(), inner.label));
        }
    }

    /// The graphs without those that later ones cover.
    fn uncovered(&mut self, graphs: Vec<Graph>) -> Vec<Graph> {
        let (pairs, mut kept): (u64, Vec<Graph>) = (self.pairs, Vec::new());
        for graph in graphs.into_iter().rev() {
            let mut covers = |other: &Graph| {
                matches!(self.related(other, &graph), Some(Relation::Covers))
                    || self.covers_folded(other, &graph)
            };
            if !kept.iter().any(&mut covers) {
                kept.push(graph);
            }
        }
        // This is no part of the analysis, whose work is limited.
        self.pairs = pairs;
        kept.reverse();
        kept
    }

    /// The invariants of the loops of the program.
    pub(super) fn loop_invariants(&mut self) -> Vec<LoopInvariant> {
        let Some(record) = self.record.take() else { return Vec::new() };
        let mut found = Vec::new();
        for (key @ (pos, function, _), head) in record.loops {
            let function = &self.task.program.functions[function.index()];
            if function.role == Role::Model {
                continue;
            }
            let graphs = self.uncovered(head.graphs);
            let named: Vec<Named<'_, '_>> = graphs.iter().map(|graph| Named::new(self, graph)).collect();
            let is_partial = record.unrolled.contains(&key);
            let cases: Vec<Vec<String>> = match head.inner.begins_at_head() && !is_partial {
                true => named.iter().map(|named| in_c(named, head.inner)).collect(),
                false => Vec::new(),
            };
            let mut drawings: Vec<_> = named.iter().map(|named| draw::drawing(named, pos)).collect();
            let count = drawings.len();
            for (index, drawing) in drawings.iter_mut().enumerate() {
                let case = if count > 1 { format!(", case {} of {count}", index + 1) } else { String::new() };
                let facts: Vec<String> = drawing.facts.iter().map(|fact| format!(" ∧ {fact}")).collect();
                let facts = facts.concat().replacen(" ∧ ", ": ", 1);
                drawing.caption = format!("loop in line {}{case}{facts}", pos.line);
            }
            found.push(LoopInvariant {
                pos,
                function: function.name.clone(),
                found_by: Technique::Shapes,
                is_partial,
                legend: Some(LEGEND.to_string()),
                disjuncts: named.iter().map(formula).collect(),
                expression: any_in_c(&cases),
                graphs: drawings,
                lengths: any_length(&named.iter().map(Named::list_lengths).collect::<Vec<_>>()),
                rounds: Some(head.rounds),
            });
        }
        found
    }
}

/// A graph as a formula.
fn formula(named: &Named<'_, '_>) -> String {
    let mut parts = Vec::new();
    for (_, name, value) in named.vars() {
        parts.extend(named.address(value).map(|address| format!("{name} ↦ {address}")));
    }
    let shown = named.objects.iter().filter(|id| named.graph.object(**id).owner.is_none());
    parts.extend(shown.filter_map(|id| object(named, *id)));
    if named.graph.lost.is_some() {
        parts.push("lost memory".to_string());
    }
    let mut formula = if parts.is_empty() { "emp".to_string() } else { parts.join(" * ") };
    for fact in named.facts() {
        formula += &format!(" ∧ {fact}");
    }
    formula
}

/// An object or a list; nothing if nothing is known of it.
fn object(named: &Named<'_, '_>, id: ObjectId) -> Option<String> {
    let (object, name) = (named.graph.object(id), named.object(id));
    match &object.segment {
        Some(segment) => Some(format!("{name}.{}", summary(named, id, segment))),
        None if named.is_scalar(id) => {
            let value = object.cells.get(&0).and_then(|cell| named.address(&cell.value));
            value.map(|value| format!("{name} ↦ {value}")).or_else(|| named.datum(id, 0, &name))
        }
        None => {
            let cells = contents(named, id, object);
            (!cells.is_empty()).then(|| format!("{name} ↦ {{{}}}", cells.join(", ")))
        }
    }
}

/// A list or a tree: its links and ends, its length, and what each node has.
fn summary(named: &Named<'_, '_>, id: ObjectId, segment: &Segment) -> String {
    if let Some(structure) = &segment.structure {
        return self::structure(named, id, structure);
    }
    let mut parts = ends(named, id, segment);
    parts.push(format!("{} {}", measure(segment), named.steps(id)));
    let mut each = contents(named, id, named.graph.object(id));
    for chain in &named.graph.object(id).chains {
        each.extend(order(named, &named.field(id, chain.offset), chain));
        for (place, expr) in chain.around() {
            each.extend(expr.as_ref().and_then(|expr| named.around(id, chain.offset, (place, expr))));
        }
    }
    for own in named.graph.owned(id) {
        each.extend(self::object(named, own));
        each.extend(named.steps_bounds(own));
    }
    let each = if each.is_empty() { String::new() } else { format!("; each: {}", each.join(", ")) };
    format!("{}({}{each})", kind(segment), parts.join(", "))
}

/// A structure: its arguments, and those of its hole.
fn structure(named: &Named<'_, '_>, id: ObjectId, structure: &Structure) -> String {
    let Some((given, hole)) = structure.arguments(named.graph.object(id)) else { return String::new() };
    let applied = |name: &str, given: &Given| {
        let pointers = given.pointers.iter().map(|value| named.address(value));
        let integers = given.integers.iter().map(|expr| {
            let is_it = |value: &Value| matches!(value, Value::Int(known) if known == expr);
            let var = named.vars().into_iter().find(|(_, _, value)| is_it(value)).map(|(_, name, _)| name);
            let known = named.graph.constant(expr).map(|value| value.to_string()).or(var);
            known.or_else(|| datum_of(named, expr))
        });
        let arguments = pointers.chain(integers).map(|text| text.unwrap_or_else(|| "?".to_string()));
        format!("{name}({})", arguments.collect::<Vec<_>>().join(", "))
    };
    let whole = applied(structure.name(), &given);
    match (hole, structure.hole) {
        (Some((at, given)), Some(definition)) => {
            let at = named.address(&at).unwrap_or_else(|| "?".to_string());
            format!("{whole} *= {at}.{}", applied(structure.library.name(definition), &given))
        }
        _ => whole,
    }
}

/// The place in a node that holds an integer.
fn datum_of(named: &Named<'_, '_>, expr: &Expr) -> Option<String> {
    let nodes = named.objects.iter().filter(|id| named.graph.segment(**id).is_none());
    let mut cells = nodes.flat_map(|id| named.graph.object(*id).cells.iter().map(move |cell| (id, cell)));
    let found = cells.find(|(_, (_, cell))| matches!(&cell.value, Value::Int(known) if known == expr));
    found.map(|(id, (offset, _))| format!("{}.{}", named.object(*id), named.field(*id, *offset)))
}

/// What is known of the integers in neighbouring nodes.
fn order(named: &Named<'_, '_>, field: &str, chain: &Chain) -> Vec<String> {
    let mut facts = Vec::new();
    if let Some(PairBounds { difference, sum }) = &chain.pairs {
        facts.extend(compared(difference, &format!("{field}′"), field));
        facts.extend(sum.text(&format!("{field} + {field}′"), &Interval::ALL));
    }
    for (expr, range) in &chain.shared {
        let is_it = |value: &Value| matches!(value, Value::Int(known) if known == expr);
        let var = named.vars().into_iter().find(|(_, _, value)| is_it(value)).map(|(_, name, _)| name);
        facts.extend(var.and_then(|var| compared(range, field, &var)));
    }
    facts
}

/// What bounds of a difference say.
fn compared(difference: &Interval, left: &str, right: &str) -> Option<String> {
    let bound = |bound: Option<&cfp_solver::Int>| bound.and_then(cfp_solver::Int::to_i64);
    match (bound(difference.low()), bound(difference.high())) {
        (Some(0), Some(0)) => Some(format!("{left} = {right}")),
        (Some(0), None) => Some(format!("{left} ≥ {right}")),
        (Some(1), None) => Some(format!("{left} > {right}")),
        (None, Some(0)) => Some(format!("{left} ≤ {right}")),
        (None, Some(-1)) => Some(format!("{left} < {right}")),
        _ => difference.text(&format!("{left} - {right}"), &Interval::ALL),
    }
}

/// What a segment is called.
fn kind(segment: &Segment) -> &str {
    match segment.kind {
        Kind::List if segment.prev.is_some() => "dll",
        Kind::List => "list",
        Kind::Path => "path",
        Kind::Tree if segment.links.is_empty() => "optional",
        Kind::Tree => "tree",
        Kind::Structure => segment.structure.as_ref().map_or("structure", |structure| structure.name()),
        Kind::Slice => "slice",
    }
}

/// What the length of a segment counts.
fn measure(segment: &Segment) -> &'static str {
    if segment.kind == Kind::Tree { "nodes" } else { "steps" }
}

/// The names of the links of a segment.
fn links(named: &Named<'_, '_>, id: ObjectId, segment: &Segment) -> Vec<String> {
    let links = segment.links.iter().chain(&segment.prev);
    links.map(|link| named.field(id, *link)).collect()
}

/// The links of a segment, with what the links at its ends hold.
fn ends(named: &Named<'_, '_>, id: ObjectId, segment: &Segment) -> Vec<String> {
    let end = |field: String, offset: i64| match named.graph.object(id).link(offset, segment.width) {
        Value::Null => field,
        value => format!("{field}: {}", named.address(&value).unwrap_or_else(|| "?".to_string())),
    };
    let fields: Vec<String> = segment.links.iter().map(|link| named.field(id, *link)).collect();
    let forward = match (segment.kind, segment.next()) {
        // One of the links leads on.
        (Kind::Path, Some(next)) => vec![end(fields.join(" | "), next)],
        (_, Some(next)) => vec![end(fields.join(", "), next)],
        (_, None) => fields,
    };
    forward.into_iter().chain(segment.prev.map(|prev| end(named.field(id, prev), prev))).collect()
}

/// What the cells of an object hold, besides the links of a segment.
fn contents(named: &Named<'_, '_>, id: ObjectId, object: &Object) -> Vec<String> {
    let is_link = |offset: i64| {
        object.segment.as_ref().is_some_and(|it| {
            let is_of_tree = it.kind == Kind::Tree && it.links.contains(&offset);
            is_of_tree || [it.next(), it.prev].contains(&Some(offset))
        })
    };
    let cells = object.cells.iter().filter(|(offset, _)| !is_link(**offset));
    let text = cells.filter_map(|(&offset, cell)| {
        let field = named.field(id, offset);
        match named.address(&cell.value) {
            Some(address) => Some(format!("{field} ↦ {address}")),
            None => named.datum(id, offset, &field),
        }
    });
    let mut text: Vec<String> = text.collect();
    for (&offset, cell) in &object.cells {
        let Value::Int(expr) = &cell.value else { continue };
        let others = named.graph.apart.iter().filter_map(|apart| constant(&super::value::minus(expr, apart)));
        text.extend(others.map(|other| format!("{} ≠ {other}", named.field(id, offset))));
    }
    text
}

/// What can be said in C of the variables that are visible at the head of a loop.
fn in_c(named: &Named<'_, '_>, inner: &Loop) -> Vec<String> {
    let (graph, mut parts) = (named.graph, Vec::new());
    let function = named.function_of(graph.depth());
    let mut integers: Vec<(&str, Scalar, &super::value::Expr)> = Vec::new();
    for id in inner.visible.iter().rev() {
        let var = &function.vars[id.index()];
        let (Some(name), Some(value)) = (&var.name, graph.vars.get(&graph.var(*id))) else { continue };
        match (value, var.ty) {
            (Value::Null, Scalar::Ptr) => parts.push(format!("{name} == 0")),
            (Value::Pointer(pointer), Scalar::Ptr)
                if !graph.may_be_empty(pointer.object)
                    && graph.object(pointer.object).origin != Origin::Outside =>
            {
                parts.push(format!("{name} != 0"));
            }
            (Value::Int(expr), Scalar::Int(ty)) if ty.bits >= 8 => {
                parts.extend(bounds_in_c(name, ty, &graph.numbers.range(expr)));
                let same = integers.iter().filter(|(_, other, its)| {
                    let difference = super::value::minus(expr, its);
                    *other == var.ty && graph.numbers.equations().implies(&difference)
                });
                parts.extend(same.map(|(other, _, _)| format!("{other} == {name}")));
                integers.push((name, var.ty, expr));
            }
            _ => {}
        }
    }
    parts
}
