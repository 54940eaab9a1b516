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
//! the record is taken out of its node.
//!
//! Two calls may choose the same node: then the record of the first one is overwritten. It is missing when
//! that call is to go on, and a missing record is no proof.

use crate::ir::{CallResult, FuncId, Operand, Scalar, VarId};
use crate::shapes::engine::Shapes;
use crate::shapes::graph::{Graph, Origin, Var};
use crate::shapes::loops::Disjunct;
use crate::shapes::value::{End, ObjectId, Pointer, Value, constant};
use crate::walk::Call;

/// Where a record is in a node: the link to the node with the one before, the place of the recursive call,
/// and the variables.
const UP: i64 = 1 << 40;
const PLACE: i64 = UP + WIDTH;
const VARS: i64 = PLACE + WIDTH;

/// The bytes between two parts of a record.
const WIDTH: i64 = 8;

/// What a pointer holds that leads to the node of its record. No pointer holds an integer otherwise.
const OWN: i64 = 1;

/// The variable that leads to the node with the last record.
const TOP: VarId = VarId(1 << 22);

/// Limit on entries, and on returns.
const MAX_STATES: usize = 24;

/// Limit on rounds until neither of them changes.
const MAX_ROUNDS: usize = 40;

/// The entries and returns of a function whose calls are kept in records.
#[derive(Default)]
pub(in crate::shapes) struct Stack<'p> {
    /// The function, and the depth of its calls.
    active: Option<(FuncId, u32)>,
    entries: Vec<Disjunct<'p>>,
    returns: Vec<Disjunct<'p>>,
    /// The recursive calls, which are numbered from one.
    places: Vec<*const CallResult>,
    is_changed: bool,
}

impl Stack<'_> {
    /// Whether calls under way are kept in records.
    pub(in crate::shapes) fn is_active(&self) -> bool {
        self.active.is_some()
    }
}

fn top() -> Var {
    Var { depth: 0, id: TOP }
}

impl<'p> Shapes<'p> {
    /// The states at the returns of a recursive function, from one at its start.
    pub(super) fn call_on_stack(&mut self, graph: Graph, call: Call<'p>) -> Vec<Graph> {
        let (function, depth) = (graph.function(), graph.depth());
        match self.stack.active {
            None => self.returns_of_first(graph, call),
            // The caller is a call of the same function, and no other one is between them.
            Some(active)
                if active == (function, depth - 1) && graph.calls[depth as usize - 1] == function =>
            {
                let place = self.place(call);
                if let Some(inner) = self.pushed(graph, place, call) {
                    self.enter(inner, call);
                }
                self.returns_to(place, call)
            }
            Some(_) => {
                self.gap_at(call.pos, "recursion of several functions, whose calls hold the same memory");
                Vec::new()
            }
        }
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
        self.stack = Stack { active: Some((graph.function(), graph.depth())), ..Stack::default() };
        graph.vars.insert(top(), Value::Null);
        self.enter(graph, call);
        for round in 0.. {
            self.stack.is_changed = false;
            // Entries may be joined meanwhile; then there is another round.
            let mut index = 0;
            while index < self.stack.entries.len() && !self.is_over() {
                let entry = self.stack.entries[index].graph.clone();
                self.execute(entry, call);
                index += 1;
            }
            if self.is_over() || !self.stack.is_changed {
                break;
            }
            if round == MAX_ROUNDS {
                self.gap_at(call.pos, "no invariant of a recursive function found");
            }
        }
        let stack = std::mem::take(&mut self.stack);
        let mut found = Vec::new();
        for known in stack.returns {
            let exposed = self.with_top(known.graph, call);
            let is_first = |graph: &mut Graph| graph.vars.remove(&top()) == Some(Value::Null);
            found.extend(exposed.into_iter().filter_map(|mut graph| is_first(&mut graph).then_some(graph)));
        }
        found
    }

    /// Adds an entry.
    fn enter(&mut self, graph: Graph, call: Call<'p>) {
        let mut entries = std::mem::take(&mut self.stack.entries);
        self.add(&mut entries, graph, call);
        self.stack.entries = entries;
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
        let depth = entry.depth();
        for mut graph in self.executed(entry) {
            graph.vars.retain(|var, _| var.depth < depth);
            self.end_locals(&mut graph, depth);
            graph.collect();
            let mut returns = std::mem::take(&mut self.stack.returns);
            self.add(&mut returns, graph, call);
            self.stack.returns = returns;
        }
    }

    /// The entry that a recursive call leads to: what the caller holds is a record.
    fn pushed(&mut self, mut graph: Graph, place: i64, call: Call<'p>) -> Option<Graph> {
        let (depth, caller) = (graph.depth(), graph.depth() - 1);
        let function = &self.task.program.functions[graph.function().index()];
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
        let record = graph.object_mut(node);
        record.write(UP, WIDTH, up);
        record.write(PLACE, WIDTH, Value::int(place));
        for (id, value) in held {
            let value = if own_node(&value) == Some(node) { Value::int(OWN) } else { value };
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
        graph.calls.pop();
        graph.collect();
        Some(graph)
    }

    /// The states behind a recursive call: the returns whose last record is one of it.
    fn returns_to(&mut self, place: i64, call: Call<'p>) -> Vec<Graph> {
        let returns: Vec<Graph> = self.stack.returns.iter().map(|known| known.graph.clone()).collect();
        let mut found = Vec::new();
        for graph in returns {
            for graph in self.with_top(graph, call) {
                found.extend(self.popped(graph, place, call));
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
        let found = match object.cells.get(&PLACE).map(|cell| &cell.value) {
            Some(Value::Int(expr)) => graph.constant(expr),
            _ => None,
        };
        let (Some(up @ (Value::Null | Value::Pointer(_))), Some(found), true) = (up, found, is_start) else {
            self.gap_at(call.pos, "a call whose record is lost");
            return None;
        };
        if found != place {
            return None;
        }
        let (function, depth) = (graph.function(), graph.depth());
        for (offset, cell) in object.cells.range(VARS..) {
            let id = VarId(((offset - VARS) / WIDTH) as u32);
            let is_pointer = self.type_of(&graph, id) == Scalar::Ptr;
            let value = match &cell.value {
                Value::Int(_) if is_pointer => Value::Pointer(Pointer::to(node)),
                value => value.clone(),
            };
            graph.vars.insert(Var { depth, id }, value);
        }
        graph.vars.insert(top(), up.clone());
        graph.object_mut(node).cells.retain(|offset, _| *offset < UP);
        graph.calls.push(function);
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
