//! The analysis as a user of the [walker](crate::walk): statements, control flow and joins.

use super::engine::Shapes;
use super::graph::{Fill, Graph, Object, Origin, Test};
use super::loops::Relation;
use super::value::{Expr, ObjectId, Value, minus};
use crate::ir::{
    Callee, CompareOp, Failure, Function, Local, Loop, Operand, Pos, ReturnValue, Scalar, SlotId, Stmt,
    StmtKind, VarId,
};
use crate::property::{Leaks, ViolationKind};
use crate::walk::{Call, Domain, Jumps};
use cfp_solver::Int;
use std::rc::Rc;

/// A disjunction of graphs.
pub(super) type State = Vec<Graph>;

/// Limit on places between members that are looked at.
const MAX_PADDING: usize = 64;

/// Limit on graphs at a point; with more, they are joined.
const MAX_GRAPHS: usize = 12;

/// Limit on graphs at a point, at which the analysis gives up.
const TOO_MANY_GRAPHS: usize = 120;

/// Limit on statements executed, for one graph each.
const MAX_STEPS: u64 = 300_000;

/// Limit on pairs of values that joins look at.
const MAX_PAIRS: u64 = 1_000_000;

impl<'p> Domain<'p> for Shapes<'p> {
    type State = State;
    /// The result of a function is in its graph.
    type Value = ();
    type Condition = Operand;
    type Arguments = ();

    fn gap(&mut self, pos: Pos, text: &str) {
        self.gap_at(pos, text);
    }

    fn begin(&mut self, stmt: &'p Stmt, state: &mut State) -> bool {
        self.costs.steps += state.len() as u64;
        self.statement = Some(stmt);
        if self.costs.steps > MAX_STEPS || self.pairs > MAX_PAIRS || state.len() > TOO_MANY_GRAPHS {
            self.gap_at(stmt.pos, "too many states");
        }
        self.look_at_clock();
        for graph in state.iter_mut() {
            if let Some(live) = self.live(graph.function()) {
                let (live, depth) = (live.before(stmt), graph.depth());
                graph.keep_vars(depth, |var| live.contains(var));
            }
        }
        !self.is_over()
    }

    fn transfer(&mut self, stmt: &'p Stmt, state: State) -> Option<State> {
        let after: State = state.into_iter().flat_map(|graph| self.statement(stmt, graph)).collect();
        (!after.is_empty()).then_some(after)
    }

    fn condition(&mut self, state: &mut State, operand: &'p Operand, pos: Pos) -> Operand {
        if self.task.checks.uninitialized
            && state.iter().any(|graph| self.operand(graph, operand) == Value::Unset)
        {
            self.violate(pos, ViolationKind::Uninitialized);
        }
        *operand
    }

    fn assume(&mut self, state: &State, condition: Operand, holds: bool) -> Option<State> {
        let after: State = state.iter().filter_map(|graph| self.assumed(graph, &condition, holds)).collect();
        (!after.is_empty()).then_some(after)
    }

    fn join(&mut self, one: State, other: State) -> State {
        let mut joined = one;
        joined.iter_mut().for_each(Graph::collect);
        for mut graph in other {
            graph.collect();
            let is_covered = |shapes: &mut Self, known: &Graph| {
                known.objects.len() == graph.objects.len()
                    && matches!(shapes.related(known, &graph), Some(Relation::Covers))
            };
            if !joined.iter().any(|known| is_covered(self, known)) {
                joined.push(graph);
            }
        }
        if joined.len() > MAX_GRAPHS { self.reduced(joined) } else { joined }
    }

    fn returned(&mut self, state: &mut State, value: &'p ReturnValue, pos: Pos) -> Option<()> {
        let graphs = std::mem::take(state);
        *state = graphs.into_iter().flat_map(|graph| self.keep_result(graph, value, pos)).collect();
        None
    }

    fn run_loop(
        &mut self,
        inner: &'p Loop,
        state: State,
        pos: Pos,
        jumps: &mut Jumps<'p, Self>,
    ) -> Option<State> {
        self.solve(inner, state, pos, jumps)
    }

    fn run_call(
        &mut self,
        callee: &'p Callee,
        call: Call<'p>,
        state: State,
        jumps: &mut Jumps<'p, Self>,
    ) -> Option<State> {
        self.call(callee, call, state, jumps)
    }

    fn library_call(
        &mut self,
        call: Call<'p>,
        function: &'p Function,
        _: &(),
        state: State,
        jumps: &mut Jumps<'p, Self>,
    ) -> Option<State> {
        self.call_library(call, function, state, jumps)
    }
}

impl<'p> Shapes<'p> {
    /// Joins graphs where there are too many: first those that agree on the results of comparisons.
    fn reduced(&mut self, state: State) -> State {
        let mut reduced = self.joined(state, false);
        if reduced.len() > MAX_GRAPHS && self.library.has_structures() {
            let folded = reduced.into_iter().map(|graph| self.closed_structured(graph)).collect();
            reduced = self.joined(folded, false);
        }
        if reduced.len() <= 2 * MAX_GRAPHS { reduced } else { self.joined(reduced, true) }
    }

    fn joined(&mut self, state: State, may_differ: bool) -> State {
        let mut reduced: State = Vec::new();
        'graphs: for graph in state {
            for known in &mut reduced {
                if !may_differ && self.results_differ(known, &graph) {
                    continue;
                }
                match self.related(known, &graph) {
                    Some(Relation::Covers) => continue 'graphs,
                    Some(Relation::Join(join)) if may_differ || !join.mixes_orders => {
                        *known = *join.graph;
                        known.numbers = join.numbers[0].join(&join.numbers[1]);
                        continue 'graphs;
                    }
                    _ => {}
                }
            }
            reduced.push(graph);
        }
        reduced
    }

    /// Whether an integer variable that is none of the program has different values: most are the results of
    /// comparisons.
    fn results_differ(&self, one: &Graph, other: &Graph) -> bool {
        let functions = &self.task.program.functions;
        one.vars.iter().any(|(var, value)| {
            let function = &functions[one.calls[var.depth as usize].index()];
            let is_result = function.vars.get(var.id.index()).is_some_and(|var| var.name.is_none());
            is_result && matches!(value, Value::Int(_)) && other.vars.get(var) != Some(value)
        })
    }

    /// Executes a straight-line statement.
    fn statement(&mut self, stmt: &'p Stmt, mut graph: Graph) -> Vec<Graph> {
        let pos = stmt.pos;
        match &stmt.kind {
            StmtKind::Assign { dst, value } => return self.compute(graph, *dst, value, pos),
            StmtKind::Load { dst, addr, access } => {
                let mut results = Vec::new();
                for (mut graph, value) in self.load(graph, addr, *access, pos) {
                    self.assign(&mut graph, *dst, value);
                    results.push(graph);
                }
                return results;
            }
            StmtKind::Store { addr, value, access } => return self.store(graph, addr, value, *access, pos),
            StmtKind::Copy { dst, src, size, .. } => {
                return self.copy(graph, [dst, src], &Expr::constant(Int::from(*size)), true, pos);
            }
            StmtKind::Zero { addr, size } => {
                let size = Expr::constant(Int::from(*size));
                let cleared = self.fill(graph, addr, &size, Value::Zeros, pos);
                return cleared.into_iter().map(|graph| self.with_padding(graph, addr)).collect();
            }
            StmtKind::Begin(Local::Var(id)) => {
                let var = graph.var(*id);
                graph.vars.remove(&var);
                if !self.task.checks.uninitialized {
                    self.begin_unknown(&mut graph, *id, pos);
                }
            }
            StmtKind::Begin(Local::Slot(id)) => {
                let slot = &self.task.program.functions[graph.function().index()].slots[id.index()];
                let size = Expr::constant(Int::from(slot.size.unwrap_or(0)));
                self.begin_slot(&mut graph, *id, size, slot.pos);
            }
            StmtKind::BeginVla { slot, count, stride } => {
                let (count, stride) = (self.operand(&graph, count), self.operand(&graph, stride));
                let (Value::Int(count), Value::Int(stride)) = (count, stride) else {
                    self.gap_at(pos, "an array of unknown length");
                    return Vec::new();
                };
                let Some(size) = super::numeric::product(&graph, &count, &stride) else {
                    self.gap_at(pos, "an array of unknown length");
                    return Vec::new();
                };
                if !graph.is_at_most(&Expr::constant(1), &count) {
                    self.gap_at(pos, "an array of a length that may not be positive");
                    return Vec::new();
                }
                self.begin_slot(&mut graph, *slot, size, pos);
            }
            StmtKind::End(Local::Var(id)) => {
                let var = graph.var(*id);
                graph.vars.remove(&var);
            }
            StmtKind::End(Local::Slot(id)) => {
                let key = (graph.depth(), *id);
                if let Some(object) = graph.slots.remove(&key) {
                    graph.end_object(object);
                }
            }
            StmtKind::Alloca { dst, size } => {
                let Value::Int(size) = self.operand(&graph, size) else {
                    self.gap_at(pos, "memory of unknown size");
                    return Vec::new();
                };
                let origin = Origin::Local(graph.depth());
                let id = self.new_object(&mut graph, Object::new(origin, size, Fill::Unset, pos));
                self.assign(&mut graph, *dst, Value::Pointer(super::value::Pointer::to(id)));
            }
            StmtKind::Assume(operand) => return self.assumed(&graph, operand, true).into_iter().collect(),
            StmtKind::Bound { index, count } => return self.bound(graph, index, count, pos),
            StmtKind::Fail { failure } => {
                let kind = match failure {
                    Failure::Assertion(_) => ViolationKind::Assertion,
                    Failure::ErrorCall(_) => ViolationKind::ErrorCall,
                };
                // If assertions are not checked, they end the program.
                if self.task.checks.asks_for(kind) {
                    self.violate(pos, kind);
                } else if self.task.checks.leaks == Leaks::Any {
                    self.end(graph, pos);
                }
                return Vec::new();
            }
            StmtKind::Unreachable => {
                self.violate(pos, ViolationKind::Misuse);
                return Vec::new();
            }
            StmtKind::Unsupported(reason) => {
                self.gap_at(pos, reason.clone());
                return Vec::new();
            }
            _ => unreachable!("the walker runs control"),
        }
        vec![graph]
    }

    /// An initialiser leaves the bytes between the members of a record unknown.
    fn with_padding(&mut self, mut graph: Graph, addr: &Operand) -> Graph {
        let program = self.task.program;
        let (Operand::Slot(slot), Value::Pointer(at)) = (addr, self.operand(&graph, addr)) else {
            return graph;
        };
        let ty = program.functions[graph.function().index()].slots[slot.index()].ty;
        for (from, to) in program.types.padding(ty, program.target, MAX_PADDING) {
            graph.object_mut(at.object).write(from as i64, (to - from) as i64, Value::Any);
        }
        graph
    }

    /// A variable that is not initialized has some value, the same at each read.
    fn begin_unknown(&mut self, graph: &mut Graph, id: VarId, pos: Pos) {
        let value = match self.type_of(graph, id) {
            Scalar::Int(ty) => self.fresh(graph, ty),
            Scalar::Ptr => self.outside(graph, pos),
            Scalar::Float(_) => Value::Any,
        };
        self.assign(graph, id, value);
    }

    /// A local object comes into being.
    pub(super) fn begin_slot(&mut self, graph: &mut Graph, id: SlotId, size: Expr, pos: Pos) {
        let key = (graph.depth(), id);
        if let Some(old) = graph.slots.remove(&key) {
            graph.end_object(old);
        }
        let origin = Origin::Local(graph.depth());
        let object = self.new_object(graph, Object::new(origin, size, Fill::Unset, pos));
        graph.slots.insert(key, object);
    }

    /// Checks that an index is inside of its array.
    fn bound(&mut self, mut graph: Graph, index: &Operand, count: &Operand, pos: Pos) -> Vec<Graph> {
        if !self.task.checks.bounds {
            return vec![graph];
        }
        let (index, count) = (self.operand(&graph, index), self.operand(&graph, count));
        let (Value::Int(index), Value::Int(count)) = (index, count) else {
            self.violate(pos, ViolationKind::IndexOutOfBounds);
            return vec![graph];
        };
        for test in [
            Test { op: CompareOp::Ge, expr: index.clone() },
            Test { op: CompareOp::Lt, expr: minus(&index, &count) },
        ] {
            if graph.decided(&test) != Some(true) {
                self.violate(pos, ViolationKind::IndexOutOfBounds);
                if graph.assume(&test).is_none() {
                    return Vec::new();
                }
            }
        }
        vec![graph]
    }

    /// Obligations where the entry function returns.
    pub(super) fn end_main(&mut self, mut graph: Graph, pos: Pos) {
        graph.forget_vars();
        if !self.has_caller() {
            (graph.result, graph.returned) = (Value::Unset, None);
        }
        self.end_locals(&mut graph, 0);
        self.end(graph, pos);
    }

    /// Obligations at an end of the program.
    pub(super) fn end(&mut self, mut graph: Graph, pos: Pos) {
        let functions = &self.task.program.functions;
        graph.keep_named(functions);
        let is_recursive = self.table.is_active() || self.stack.is_active();
        if is_recursive && self.task.checks.leaks != Leaks::Off {
            self.gap_at(pos, "an end of the program in a recursive call");
            return;
        }
        // The caller may free later what it has.
        let leaks = match self.task.checks.leaks {
            Leaks::Any if graph.has_held() => Leaks::Lost,
            leaks => leaks,
        };
        match leaks {
            Leaks::Off => {}
            Leaks::Lost => {
                graph.collect();
                let reached = graph.surely_reachable();
                let is_lost = |(id, object): (&ObjectId, &Rc<Object>)| {
                    object.owner.is_none() && graph.is_block(object) && !reached.contains(id)
                };
                if graph.lost.is_some() || graph.objects.iter().any(is_lost) {
                    self.violate(pos, ViolationKind::Leak);
                }
            }
            Leaks::Any => {
                graph.drop_empty_parts();
                if graph.lost.is_some() || graph.objects.values().any(|object| graph.is_block(object)) {
                    self.violate(pos, ViolationKind::Leak);
                }
            }
        }
    }
}
