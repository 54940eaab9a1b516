//! Recursion: a table of local heaps at entries of functions, and of what they are at returns.
//!
//! A function that is called while it is being executed gets only the part of the memory that it can reach,
//! its *local heap*. What points into that from outside, the *cutpoints*, is kept in variables of their own,
//! which tell what became of it at the return. Entries of a function that look alike are joined, and so are
//! its returns, until nothing changes: the entries and returns in the table then cover all calls.
//!
//! Pointers out of the local heap, in fields that the function does not load, are addresses of which it knows
//! nothing. They are kept in variables, too, and become what they were at the return.

use super::footprint::Footprint;
use crate::ir::{FuncId, VarId};
use crate::shapes::chain::Chain;
use crate::shapes::engine::Shapes;
use crate::shapes::expose::renamed;
use crate::shapes::graph::{Graph, Object, Origin, Var, moved};
use crate::shapes::loops::{Disjunct, Relation};
use crate::shapes::value::{Dim, End, Expr, ObjectId, Pointer, Value, constant};
use crate::walk::{Call, Jump, block};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Limit on pointers into a local heap from outside.
const MAX_CUTPOINTS: usize = 8;

/// Limit on arguments of a structure that are followed through a call.
const MAX_ARGUMENTS: usize = 16;

/// Limit on entries of a function.
const MAX_ENTRIES: usize = 8;

/// Limit on rounds until the table is stable.
const MAX_ROUNDS: usize = 40;

/// An entry of a function, and its returns as far as they are known.
#[derive(Clone)]
pub(in crate::shapes) struct Entry<'p> {
    function: FuncId,
    graph: Graph,
    joins: u32,
    returns: Vec<Disjunct<'p>>,
    /// Whether it was executed in this round, or is being executed.
    is_visited: bool,
}

/// The entries of recursive functions.
#[derive(Clone, Default)]
pub(in crate::shapes) struct Table<'p> {
    entries: Vec<Entry<'p>>,
    /// Whether an entry or a return was added or changed in this round.
    is_changed: bool,
    /// Whether a round is under way.
    is_active: bool,
    /// What functions load.
    footprints: BTreeMap<FuncId, Rc<Footprint>>,
}

impl Table<'_> {
    /// Whether a recursive function is being executed: then states are only local heaps.
    pub(in crate::shapes) fn is_active(&self) -> bool {
        self.is_active
    }
}

/// A pointer into a local heap from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cutpoint {
    object: ObjectId,
    end: End,
    /// Where the object comes from, if it is a local of a caller.
    origin: Option<Origin>,
}

/// What a call cannot reach.
struct Frame {
    graph: Graph,
    cutpoints: Vec<Cutpoint>,
    /// Where pointers lead that the call cannot follow.
    exits: Vec<(ObjectId, End)>,
    /// The arguments of structures that the call gets, with the variables that hold them in the local heap.
    arguments: Vec<(Var, Expr)>,
}

impl<'p> Shapes<'p> {
    /// The states at the returns of a recursive function, from one at its start.
    pub(super) fn call_recursive(&mut self, graph: &Graph, call: Call<'p>) -> Vec<Graph> {
        let Some((local, frame)) = self.localized(graph, call) else { return Vec::new() };
        let returns = match self.table.is_active {
            true => self.returns(local, call),
            false => self.stable_returns(&local, call),
        };
        returns.iter().filter_map(|graph| self.restored(graph, &frame)).collect()
    }

    /// Executes the bodies of recursive functions until no entry and no return changes.
    fn stable_returns(&mut self, local: &Graph, call: Call<'p>) -> Vec<Graph> {
        self.table.is_active = true;
        let mut returns = Vec::new();
        for round in 0.. {
            self.table.is_changed = false;
            self.table.entries.iter_mut().for_each(|entry| entry.is_visited = false);
            returns = self.returns(local.clone(), call);
            if self.is_over() || !self.table.is_changed {
                break;
            }
            if round == MAX_ROUNDS {
                self.gap_at(call.pos, "no invariant of a recursive function found");
            }
        }
        self.table.is_active = false;
        returns
    }

    /// The returns that are known for a local heap. Its entry is executed once in each round.
    fn returns(&mut self, local: Graph, call: Call<'p>) -> Vec<Graph> {
        let local = self.structured(local, 2);
        let local = self.folded(local);
        let Some(index) = self.entry_for(local) else {
            self.needs_stack = true;
            self.gap_at(call.pos, "too many entries of a recursive function");
            return Vec::new();
        };
        if !self.table.entries[index].is_visited {
            self.table.entries[index].is_visited = true;
            self.visit(index);
        }
        self.table.entries[index].returns.iter().map(|known| known.graph.clone()).collect()
    }

    /// The entry that covers a local heap. It is joined with one that looks alike, or added.
    fn entry_for(&mut self, local: Graph) -> Option<usize> {
        let function = local.function();
        let mut best = None;
        for index in 0..self.table.entries.len() {
            let entry = &self.table.entries[index];
            if entry.function != function {
                continue;
            }
            match self.related(&entry.graph.clone(), &local) {
                Some(Relation::Covers) => return Some(index),
                Some(Relation::Join(join)) if best.is_none() => best = Some((index, join)),
                _ => {}
            }
        }
        self.table.is_changed = true;
        if let Some((index, join)) = best {
            let joins = self.table.entries[index].joins + 1;
            let graph = self.widened(join, joins);
            let entry = &mut self.table.entries[index];
            (entry.graph, entry.joins) = (graph, joins);
            return Some(index);
        }
        let count = self.table.entries.iter().filter(|entry| entry.function == function).count();
        let entry = Entry { function, graph: local, joins: 0, returns: Vec::new(), is_visited: false };
        self.table.entries.push(entry);
        (count < MAX_ENTRIES).then(|| self.table.entries.len() - 1)
    }

    /// Executes a function from an entry, and adds its returns.
    fn visit(&mut self, index: usize) {
        let entry = self.table.entries[index].graph.clone();
        for mut graph in self.executed(entry) {
            graph.vars.retain(|var, _| var.depth == 0);
            self.end_locals(&mut graph, 1);
            graph.collect();
            let graph = self.structured(graph, 2);
            let graph = self.folded(graph);
            let mut returns = std::mem::take(&mut self.table.entries[index].returns);
            if self.insert(&mut returns, graph).is_some() {
                self.table.is_changed = true;
            }
            self.table.entries[index].returns = returns;
        }
    }

    /// The states at the returns of a recursive function, from one of its entries.
    pub(super) fn executed(&mut self, entry: Graph) -> Vec<Graph> {
        let function = &self.task.program.functions[entry.function().index()];
        let Some(body) = &function.body else { return Vec::new() };
        let statement = self.statement;
        let sites = std::mem::replace(&mut self.call_sites, vec![function.pos]);
        let was_unrolling = std::mem::replace(&mut self.is_unrolling, false);
        // What loops did in earlier rounds depends on returns that were known then.
        let solved = std::mem::take(&mut self.solved);
        let mut inner = Vec::new();
        let fallen = block(self, body, vec![entry], &mut inner);
        (self.statement, self.call_sites, self.is_unrolling) = (statement, sites, was_unrolling);
        self.solved = solved;
        let returned = inner.into_iter().filter(|(jump, _)| matches!(jump, Jump::Return(_)));
        returned.map(|(_, state)| state).chain(fallen).flatten().collect()
    }

    /// Splits a state at the start of a function into its local heap and the rest.
    fn localized(&mut self, graph: &Graph, call: Call<'p>) -> Option<(Graph, Frame)> {
        let depth = graph.depth();
        let footprint = self.footprint(graph.function());
        let reached = self.local_objects(graph, &footprint);
        let Some(cutpoints) = cutpoints(graph, &reached).filter(|found| found.len() <= MAX_CUTPOINTS) else {
            self.needs_stack = true;
            self.gap_at(call.pos, "too many pointers into the memory of a recursive call");
            return None;
        };
        let mut local = Graph { calls: vec![graph.calls[0], graph.function()], ..graph.clone() };
        (local.tests, local.apart) = (BTreeMap::new(), Vec::new());
        if !self.library.has_structures() {
            local.slacks.clear();
        }
        local.objects.retain(|id, _| reached.contains(id));
        local.private.retain(|_, home| reached.contains(home));
        let locals = local.objects.iter().filter(|(_, object)| matches!(object.origin, Origin::Local(_)));
        for id in locals.map(|(id, _)| *id).collect::<Vec<_>>() {
            let object = local.object_mut(id);
            object.origin = Origin::Local(u32::from(object.origin == Origin::Local(depth)));
        }
        let params = graph.vars.iter().filter(|(var, _)| var.depth == depth);
        local.vars = params.map(|(var, value)| (Var { depth: 1, id: var.id }, value.clone())).collect();
        for (index, cutpoint) in cutpoints.iter().enumerate() {
            let pointer = Pointer { end: cutpoint.end, ..Pointer::to(cutpoint.object) };
            local.vars.insert(cutpoint_var(index), Value::Pointer(pointer));
        }
        let slots = graph.slots.iter().filter(|((other, _), _)| *other == depth);
        local.slots = slots.map(|((_, slot), id)| ((1, *slot), *id)).collect();
        let exits = self.close(&mut local, call);
        local.collect_numbers();
        let mut rest = graph.clone();
        rest.vars.retain(|var, _| var.depth < depth);
        rest.slots.retain(|(other, _), _| *other < depth);
        rest.objects.retain(|id, _| !reached.contains(id));
        rest.private.retain(|_, home| !reached.contains(home));
        rest.collect_numbers();
        let arguments = arguments(graph);
        for (var, expr) in &arguments {
            local.vars.insert(*var, Value::Int(expr.clone()));
        }
        Some((local, Frame { graph: rest, cutpoints, exits, arguments }))
    }

    /// What a function loads.
    fn footprint(&mut self, function: FuncId) -> Rc<Footprint> {
        let program = self.task.program;
        let known = self.table.footprints.entry(function);
        known.or_insert_with(|| Rc::new(Footprint::of(program, function))).clone()
    }

    /// Pointers out of a local heap become addresses of which nothing is known. Returns where they led.
    fn close(&mut self, local: &mut Graph, call: Call<'p>) -> Vec<(ObjectId, End)> {
        let mut exits: Vec<(ObjectId, End)> = Vec::new();
        for value in local.values() {
            if let Value::Pointer(at) = value
                && !local.objects.contains_key(&at.object)
                && !exits.contains(&(at.object, at.end))
            {
                exits.push((at.object, at.end));
            }
        }
        let unknown: Vec<Value> = exits.iter().map(|_| self.outside(local, call.pos)).collect();
        local.map_values(|value| {
            let Value::Pointer(at) = value else { return None };
            let index = exits.iter().position(|exit| *exit == (at.object, at.end))?;
            Some(moved(&unknown[index], &at.offset, 0))
        });
        for (index, value) in unknown.into_iter().enumerate() {
            local.vars.insert(exit_var(index), value);
        }
        exits
    }

    /// The objects that a function can reach when it starts.
    fn local_objects(&self, graph: &Graph, footprint: &Footprint) -> BTreeSet<ObjectId> {
        let depth = graph.depth();
        let params = graph.vars.iter().filter(|(var, _)| var.depth == depth);
        let mut pending: Vec<ObjectId> = params.filter_map(|(_, value)| value.target()).collect();
        pending.extend(graph.slots.iter().filter(|((other, _), _)| *other == depth).map(|(_, id)| *id));
        pending.extend(self.globals.iter().filter(|id| graph.objects.contains_key(id)));
        let mut reached = BTreeSet::new();
        while let Some(id) = pending.pop() {
            if reached.insert(id) {
                let object = graph.object(id);
                let followed = object.cells.iter().filter(|(offset, _)| footprint.follows(object, **offset));
                pending.extend(followed.filter_map(|(_, cell)| cell.value.target()));
                pending.extend(object.owner);
                pending.extend(&object.parts);
                pending.extend(graph.owned(id));
            }
        }
        reached
    }

    /// A state of the caller, from one at a return: the local heap is put back.
    fn restored(&mut self, local: &Graph, frame: &Frame) -> Option<Graph> {
        let depth = frame.graph.depth();
        let mut names = Renaming::new(local, &self.globals, &mut self.names);
        let mut graph = frame.graph.clone();
        let mut becomes = Vec::new();
        for (index, cutpoint) in frame.cutpoints.iter().enumerate() {
            let value = local.vars.get(&cutpoint_var(index)).unwrap_or(&Value::Unset);
            if cutpoint.origin.is_some() && !is_outer_local(local, value) {
                self.gap_here("a local object of a caller that is mixed with others");
                return None;
            }
            becomes.push((*cutpoint, names.value(value)));
        }
        graph.map_values(|value| {
            let Value::Pointer(pointer) = value else { return None };
            let is_it =
                |cutpoint: &Cutpoint| (cutpoint.object, cutpoint.end) == (pointer.object, pointer.end);
            let (_, value) = becomes.iter().find(|(cutpoint, _)| is_it(cutpoint))?;
            Some(moved(value, &pointer.offset, 0))
        });
        for (id, object) in &local.objects {
            graph.objects.insert(names.object(*id), Rc::new(names.renamed_object(object)));
        }
        for (cutpoint, value) in &becomes {
            let Some(origin) = cutpoint.origin else { continue };
            let id = value.target()?;
            graph.object_mut(id).origin = origin;
            graph.slots.values_mut().filter(|slot| **slot == cutpoint.object).for_each(|slot| *slot = id);
        }
        debug_assert!(local.slots.is_empty(), "locals have ended");
        for (dim, home) in &local.private {
            if local.objects.contains_key(home) {
                graph.private.insert(names.dim(*dim), names.object(*home));
            }
        }
        for (lead, row) in local.numbers.equations().rows() {
            let equation = crate::shapes::value::minus(row, &Expr::of(*lead));
            graph.numbers.equate(&renamed(&equation, &names.dims)).ok()?;
        }
        for (dim, range) in local.numbers.ranges() {
            graph.numbers.restrict(&names.dim(*dim), range).ok()?;
        }
        // Arguments of structures are what they were.
        for (var, known) in &frame.arguments {
            if let Some(Value::Int(expr)) = local.vars.get(var) {
                let difference = crate::shapes::value::minus(&renamed(expr, &names.dims), known);
                graph.numbers.equate(&difference).ok()?;
            }
        }
        if self.library.has_structures() {
            graph.slacks.extend(local.slacks.iter().map(|slack| renamed(slack, &names.dims)));
        }
        graph.result = names.value(&local.result);
        graph.returned = local.returned.as_ref().map(|object| names.renamed_object(object));
        graph.lost = local.lost;
        reopen(&mut graph, local, frame, &names);
        debug_assert!(graph.depth() == depth && graph.is_closed(), "all pointers were renamed");
        Some(graph)
    }
}

/// Addresses that were unknown in the local heap are again what they were before the call.
fn reopen(graph: &mut Graph, local: &Graph, frame: &Frame, names: &Renaming) {
    for (index, &(object, end)) in frame.exits.iter().enumerate() {
        let Some(Value::Pointer(at)) = local.vars.get(&exit_var(index)) else { continue };
        let is_exit = local.object(at.object).origin == Origin::Outside && constant(&at.offset) == Some(0);
        if is_exit {
            let to = Value::Pointer(Pointer { end, ..Pointer::to(object) });
            graph.redirect(names.object(at.object), End::First, 0, &to);
        }
    }
}

/// Whether a value is the address of a local object of a caller.
fn is_outer_local(local: &Graph, value: &Value) -> bool {
    let Value::Pointer(at) = value else { return false };
    local.object(at.object).origin == Origin::Local(0) && constant(&at.offset) == Some(0)
}

/// The variable that stands for a cutpoint.
fn cutpoint_var(index: usize) -> Var {
    Var { depth: 0, id: VarId(index as u32) }
}

/// The variable that stands for a pointer out of a local heap.
fn exit_var(index: usize) -> Var {
    Var { depth: 0, id: VarId((1 << 20) + index as u32) }
}

/// The integers that are arguments of structures which parameters of a function point to, with variables for
/// them.
fn arguments(graph: &Graph) -> Vec<(Var, Expr)> {
    let depth = graph.depth();
    let mut found = Vec::new();
    for (var, value) in graph.vars.iter().filter(|(var, _)| var.depth == depth) {
        let object = value.target().map(|id| graph.object(id));
        let structure = object.and_then(|object| object.segment.as_ref()?.structure.as_ref());
        let (Some(object), Some(structure)) = (object, structure) else { continue };
        for (index, (offset, _)) in structure.integer_slots().take(MAX_ARGUMENTS).enumerate() {
            if let Some(Value::Int(expr)) = object.cells.get(&offset).map(|cell| &cell.value)
                && !graph.is_private(expr)
            {
                let id = VarId((1 << 21) + var.id.0 * MAX_ARGUMENTS as u32 + index as u32);
                found.push((Var { depth: 0, id }, expr.clone()));
            }
        }
    }
    found
}

/// The pointers into a local heap from outside; nothing if one is not to an end of a segment.
fn cutpoints(graph: &Graph, reached: &BTreeSet<ObjectId>) -> Option<Vec<Cutpoint>> {
    let depth = graph.depth();
    let mut found: Vec<Cutpoint> = Vec::new();
    let mut add = |object: ObjectId, end: End| {
        let origin = graph.object(object).origin;
        let is_local = matches!(origin, Origin::Local(other) if other < depth);
        let cutpoint = Cutpoint { object, end, origin: is_local.then_some(origin) };
        // Globals keep their names.
        if !matches!(origin, Origin::Global { .. }) && !found.contains(&cutpoint) {
            found.push(cutpoint);
        }
    };
    let vars = graph.vars.iter().filter(|(var, _)| var.depth < depth).map(|(_, value)| value);
    let outside = graph.objects.iter().filter(|(id, _)| !reached.contains(id));
    let cells = outside.flat_map(|(_, object)| object.cells.values().map(|cell| &cell.value));
    for value in vars.chain(cells) {
        if let Value::Pointer(pointer) = value
            && reached.contains(&pointer.object)
        {
            if pointer.end == End::Own {
                return None;
            }
            add(pointer.object, pointer.end);
        }
    }
    let is_outer = |id: &ObjectId| matches!(graph.object(*id).origin, Origin::Local(other) if other < depth);
    reached.iter().filter(|id| is_outer(id)).for_each(|id| add(*id, End::First));
    Some(found)
}

/// New names for the objects and unknown integers of a local heap.
struct Renaming {
    objects: BTreeMap<ObjectId, ObjectId>,
    dims: BTreeMap<Dim, Dim>,
}

impl Renaming {
    fn new(graph: &Graph, globals: &[ObjectId], names: &mut crate::shapes::expose::Names) -> Renaming {
        let is_global = |id: &ObjectId| globals.contains(id);
        let mut objects = BTreeMap::new();
        for id in graph.objects.keys() {
            objects.insert(*id, if is_global(id) { *id } else { names.object() });
        }
        let mut used: BTreeSet<Dim> = BTreeSet::new();
        let mut add = |expr: &Expr| used.extend(expr.terms().map(|(dim, _)| *dim));
        graph.values().filter_map(Value::expr).for_each(&mut add);
        for object in graph.objects.values() {
            add(&object.size);
            object.segment.iter().for_each(|segment| add(&segment.length));
            object.chains.iter().flat_map(Chain::exprs).for_each(&mut add);
        }
        for (lead, row) in graph.numbers.equations().rows() {
            add(&Expr::of(*lead));
            add(row);
        }
        used.extend(graph.numbers.ranges().map(|(dim, _)| *dim));
        used.extend(graph.private.keys());
        Renaming { objects, dims: used.into_iter().map(|dim| (dim, names.dim())).collect() }
    }

    fn object(&self, id: ObjectId) -> ObjectId {
        self.objects[&id]
    }

    fn dim(&self, dim: Dim) -> Dim {
        self.dims[&dim]
    }

    fn value(&mut self, value: &Value) -> Value {
        let mut value = value.clone();
        if let Some(expr) = value.expr_mut() {
            *expr = renamed(expr, &self.dims);
        }
        if let Value::Pointer(pointer) = &mut value {
            pointer.object = self.object(pointer.object);
        }
        value
    }

    fn renamed_object(&mut self, object: &Object) -> Object {
        let mut object = object.clone();
        object.size = renamed(&object.size, &self.dims);
        object.owner = object.owner.map(|owner| self.object(owner));
        object.parts = object.parts.iter().map(|part| self.object(*part)).collect();
        if let Some(segment) = &mut object.segment {
            segment.length = renamed(&segment.length, &self.dims);
        }
        let exprs = object.chains.iter_mut().flat_map(Chain::exprs_mut);
        exprs.for_each(|expr| *expr = renamed(expr, &self.dims));
        for cell in object.cells.values_mut() {
            cell.value = self.value(&cell.value);
        }
        object
    }
}
