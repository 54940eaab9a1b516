//! The call stack as data: what calls that are under way hold is kept in nodes, as a list of records.
//!
//! Where all calls of a recursive function hold pointers into one structure, no call has a local heap of its
//! own. Then what a call reads again after a recursive call is kept as a record in a node that it points to,
//! behind the last byte of the node: its variables, the place of the recursive call, and a link to the node
//! with the record of the call before. So the stack is a list that runs through the nodes of the program, and
//! records are folded together with their nodes: a list whose nodes all belong to calls is one segment.
//!
//! All entries of the function are kept as disjuncts, and so are all its returns; both are executed until
//! none of them changes. Behind a recursive call, the state is a return whose first record is of this call;
//! the record is taken out of its node. Functions that call each other have entries and returns of their own.
//!
//! Two calls may choose the same node: then the record of the first one is overwritten. It is missing when
//! that call is to go on, and a missing record is no proof.

use super::cycle::cycle_of;
use crate::ir::{CallResult, FuncId, Operand, Scalar, VarId};
use crate::shapes::engine::Shapes;
use crate::shapes::graph::{Graph, Origin, Var};
use crate::shapes::loops::Disjunct;
use crate::shapes::value::{End, Expr, ObjectId, Pointer, Value, constant, minus};
use crate::walk::Call;
use cfp_solver::Int;
use std::collections::{BTreeMap, BTreeSet};

/// Where a record is in a node: the link to the node with the one before, the place of the recursive call,
/// and the variables.
const UP: i64 = 1 << 40;
const PLACE: i64 = UP + WIDTH;
const VARS: i64 = PLACE + WIDTH;

/// The bytes between two parts of a record.
const WIDTH: i64 = 8;

/// What a pointer holds that leads to the node of its record. No pointer holds an integer otherwise.
const OWN: i64 = 1;

/// What a pointer holds that leads to the node of the record before.
const ABOVE: i64 = 2;

/// The variable that leads to the node with the last record.
const TOP: VarId = VarId(1 << 22);

/// Limit on entries, and on returns.
const MAX_STATES: usize = 24;

/// Limit on rounds until neither of them changes.
const MAX_ROUNDS: usize = 40;

/// The states of functions, at their entries or at their returns.
type States<'p> = BTreeMap<FuncId, Vec<Disjunct<'p>>>;

/// The entries and returns of functions whose calls are kept in records.
#[derive(Default)]
pub(in crate::shapes) struct Stack<'p> {
    /// Functions that call each other.
    cycle: BTreeSet<FuncId>,
    /// The depth of their calls.
    depth: u32,
    entries: States<'p>,
    returns: States<'p>,
    /// The recursive calls, which are numbered from one.
    places: Vec<*const CallResult>,
    is_changed: bool,
}

impl Stack<'_> {
    /// Whether calls under way are kept in records.
    pub(in crate::shapes) fn is_active(&self) -> bool {
        !self.cycle.is_empty()
    }

    /// Whether calls of a function that are under way are kept in records.
    pub(super) fn holds(&self, function: FuncId) -> bool {
        self.cycle.contains(&function)
    }
}

fn top() -> Var {
    Var { depth: 0, id: TOP }
}

impl<'p> Shapes<'p> {
    /// The states at the returns of a recursive function, from one at its start.
    pub(super) fn call_on_stack(&mut self, graph: Graph, call: Call<'p>) -> Vec<Graph> {
        let (function, caller) = (graph.function(), graph.depth() - 1);
        if !self.stack.is_active() {
            return self.returns_of_first(graph, call);
        }
        // No other function is between the two calls.
        let calling = graph.calls[caller as usize];
        if self.stack.depth != caller || !self.stack.holds(function) || !self.stack.holds(calling) {
            self.gap_at(call.pos, "recursion of several functions, whose calls hold the same memory");
            return Vec::new();
        }
        let place = self.place(call);
        if let Some(inner) = self.pushed(graph, place, call) {
            self.enter(inner, call);
        }
        self.returns_to((calling, function), place, call)
    }

    /// The number of a recursive call.
    fn place(&mut self, call: Call<'p>) -> i64 {
        let place = std::ptr::from_ref(call.result);
        let known = self.stack.places.iter().position(|other| *other == place);
        let index = known.unwrap_or_else(|| {
            self.stack.places.push(place);
            self.stack.places.len() - 1
        });
        index as i64 + 1
    }

    /// The returns of the call at the bottom of the stack.
    fn returns_of_first(&mut self, mut graph: Graph, call: Call<'p>) -> Vec<Graph> {
        let function = graph.function();
        let cycle = cycle_of(self.task.program, function);
        self.stack = Stack { cycle, depth: graph.depth(), ..Stack::default() };
        graph.vars.insert(top(), Value::Null);
        self.enter(graph, call);
        for round in 0.. {
            self.stack.is_changed = false;
            let functions: Vec<FuncId> = self.stack.entries.keys().copied().collect();
            for function in functions {
                self.execute_all(function, call);
            }
            if self.is_over() || !self.stack.is_changed {
                break;
            }
            if round == MAX_ROUNDS {
                self.gap_at(call.pos, "no invariant of a recursive function found");
            }
        }
        let mut stack = std::mem::take(&mut self.stack);
        let mut found = Vec::new();
        for known in stack.returns.remove(&function).unwrap_or_default() {
            let exposed = self.with_top(known.graph, call);
            let is_first = |graph: &mut Graph| graph.vars.remove(&top()) == Some(Value::Null);
            found.extend(exposed.into_iter().filter_map(|mut graph| is_first(&mut graph).then_some(graph)));
        }
        found
    }

    /// Executes a function from all its entries. If they are joined meanwhile, there is another round.
    fn execute_all(&mut self, function: FuncId, call: Call<'p>) {
        let mut index = 0;
        while !self.is_over()
            && let Some(entry) = self.stack.entries.get(&function).and_then(|known| known.get(index))
        {
            self.execute(entry.graph.clone(), call);
            index += 1;
        }
    }

    /// Adds an entry.
    fn enter(&mut self, graph: Graph, call: Call<'p>) {
        let function = graph.function();
        let mut known = self.stack.entries.remove(&function).unwrap_or_default();
        self.add(&mut known, graph, call);
        self.stack.entries.insert(function, known);
    }

    fn add(&mut self, known: &mut Vec<Disjunct<'p>>, graph: Graph, call: Call<'p>) {
        let graph = self.structured(graph, 2);
        let graph = self.folded(graph);
        self.stack.is_changed |= self.insert(known, graph).is_some();
        if known.len() > MAX_STATES {
            self.gap_at(call.pos, "too many states of a recursive function");
        }
    }

    /// Executes the function from an entry, and adds its returns.
    fn execute(&mut self, entry: Graph, call: Call<'p>) {
        let (function, depth) = (entry.function(), entry.depth());
        for mut graph in self.executed(entry) {
            graph.vars.retain(|var, _| var.depth < depth);
            self.end_locals(&mut graph, depth);
            graph.collect();
            let mut known = self.stack.returns.remove(&function).unwrap_or_default();
            self.add(&mut known, graph, call);
            self.stack.returns.insert(function, known);
        }
    }

    /// The entry that a recursive call leads to: what the caller holds is a record.
    fn pushed(&mut self, mut graph: Graph, place: i64, call: Call<'p>) -> Option<Graph> {
        let (depth, caller) = (graph.depth(), graph.depth() - 1);
        let function = &self.task.program.functions[graph.calls[caller as usize].index()];
        if graph.slots.keys().any(|(other, _)| *other >= caller) {
            self.gap_at(call.pos, "a local object of a call that calls its function again");
            return None;
        }
        let held = graph.vars.iter().filter(|(var, _)| var.depth == caller);
        let held: Vec<(VarId, Value)> = held.map(|(var, value)| (var.id, value.clone())).collect();
        let is_odd = |(id, value): &(VarId, Value)| {
            let ty = function.vars.get(id.index()).map(|var| var.ty);
            ty.is_none() || ty == Some(Scalar::Ptr) && matches!(value, Value::Int(_))
        };
        let node = node_for_record(&graph, &held);
        let Some(node) = node.filter(|_| !held.iter().any(is_odd)) else {
            self.gap_at(call.pos, "a recursive call of a function that holds no node of its own");
            return None;
        };
        let up = graph.vars.get(&top()).cloned().unwrap_or(Value::Unset);
        let above = own_node(&up);
        let record = graph.object_mut(node);
        record.write(UP, WIDTH, up);
        record.write(PLACE, WIDTH, Value::int(place));
        for (id, value) in held {
            let value = match own_node(&value) {
                Some(target) if target == node => Value::int(OWN),
                Some(target) if Some(target) == above => Value::int(ABOVE),
                _ => value,
            };
            record.write(VARS + WIDTH * i64::from(id.0), WIDTH, value);
        }
        graph.vars.insert(top(), Value::Pointer(Pointer::to(node)));
        graph.vars.retain(|var, _| var.depth != caller);
        let params: Vec<(Var, Value)> = graph
            .vars
            .iter()
            .filter(|(var, _)| var.depth == depth)
            .map(|(var, it)| (*var, it.clone()))
            .collect();
        for (var, value) in params {
            graph.vars.remove(&var);
            graph.vars.insert(Var { depth: caller, ..var }, value);
        }
        graph.calls.remove(caller as usize);
        graph.collect();
        Some(graph)
    }

    /// The states behind a recursive call from one function to another: the returns whose last record is one
    /// of it.
    fn returns_to(&mut self, (from, to): (FuncId, FuncId), place: i64, call: Call<'p>) -> Vec<Graph> {
        let known = self.stack.returns.get(&to).into_iter().flatten();
        let returns: Vec<Graph> = known.map(|known| known.graph.clone()).collect();
        let mut found = Vec::new();
        for graph in returns {
            for mut graph in self.with_top(graph, call) {
                graph.calls.pop();
                graph.calls.push(from);
                if let Some(mut graph) = self.popped(graph, place, call) {
                    graph.calls.push(to);
                    found.push(graph);
                }
            }
        }
        found
    }

    /// The states in which the last record, if there is one, is in a node and not in a segment.
    fn with_top(&mut self, mut graph: Graph, call: Call<'p>) -> Vec<Graph> {
        let (here, value) = (graph.var(TOP), graph.vars.get(&top()).cloned());
        graph.vars.insert(here, value.unwrap_or(Value::Unset));
        let mut found = self.exposed(graph, &Operand::Var(TOP));
        for graph in &mut found {
            graph.vars.remove(&here);
            if !matches!(graph.vars.get(&top()), Some(Value::Null | Value::Pointer(_))) {
                self.gap_at(call.pos, "a call whose record is lost");
            }
        }
        found
    }

    /// Takes the last record out of its node; nothing if it is not one of this call.
    fn popped(&mut self, mut graph: Graph, place: i64, call: Call<'p>) -> Option<Graph> {
        let Some(Value::Pointer(at)) = graph.vars.get(&top()) else { return None };
        let (node, is_start) = (at.object, constant(&at.offset) == Some(0));
        let object = graph.object(node).clone();
        let up = object.cells.get(&UP).map(|cell| &cell.value);
        let found = object.cells.get(&PLACE).map(|cell| &cell.value);
        let (Some(up @ (Value::Null | Value::Pointer(_))), Some(Value::Int(found)), true) =
            (up, found, is_start)
        else {
            self.gap_at(call.pos, "a call whose record is lost");
            return None;
        };
        let is_here = minus(found, &Expr::constant(Int::from(place)));
        graph.numbers.equate(&is_here).ok()?;
        let depth = graph.depth();
        for (offset, cell) in object.cells.range(VARS..) {
            let id = VarId(((offset - VARS) / WIDTH) as u32);
            if self.task.program.functions[graph.function().index()].vars.get(id.index()).is_none() {
                continue;
            }
            let is_pointer = self.type_of(&graph, id) == Scalar::Ptr;
            let value = match &cell.value {
                Value::Int(to) if is_pointer => match graph.constant(to) {
                    Some(OWN) => Value::Pointer(Pointer::to(node)),
                    Some(ABOVE) => up.clone(),
                    _ => Value::Unset,
                },
                value => value.clone(),
            };
            graph.vars.insert(Var { depth, id }, value);
        }
        graph.vars.insert(top(), up.clone());
        graph.object_mut(node).cells.retain(|offset, _| *offset < UP);
        Some(graph)
    }
}

/// The node that a pointer to its first byte leads to.
fn own_node(value: &Value) -> Option<ObjectId> {
    match value {
        Value::Pointer(at) if at.end == End::First && constant(&at.offset) == Some(0) => Some(at.object),
        _ => None,
    }
}

/// A node without a record that a call holds, preferably alone.
fn node_for_record(graph: &Graph, held: &[(VarId, Value)]) -> Option<ObjectId> {
    let caller = graph.depth() - 1;
    let is_free = |id: &ObjectId| {
        let object = graph.object(*id);
        let has_room = constant(&object.size).is_some_and(|size| size < UP);
        let is_node = object.origin == Origin::Heap && object.segment.is_none() && object.parts.is_empty();
        is_node && has_room && object.owner.is_none() && object.cells.range(UP..).next().is_none()
    };
    let others = |id: &ObjectId| {
        let others = graph.vars.iter().filter(|(var, _)| var.depth != caller);
        others.filter(|(_, value)| value.target() == Some(*id)).count()
    };
    held.iter().filter_map(|(_, value)| own_node(value)).filter(is_free).min_by_key(others)
}
