//! Contracts: structures that a program assumes become part of the graph, those that it checks are matched
//! with it.
//!
//! What is assumed is a segment, or it is built by the rules of its definition, if these do not repeat. The
//! new memory is separate from all other, its blocks are allocated and may be freed, and its cells are
//! initialized; bytes that no cell mentions are not. A check is an obligation at its place.

use super::engine::Shapes;
use super::graph::{Fill, Graph, Object, Origin, Test, Var};
use super::structures::{Applied, Form, Given, arguments, signed_range, sum, test_op, value_of};
use super::value::{Expr, ObjectId, Pointer, Value, constant};
use super::walker::State;
use crate::checkers::{Comparison, Contract, Definition, Fact, Nodes, Rule, Term};
use crate::ir::{Arg, CompareOp, Pos, RecordId};
use crate::property::{Leaks, ViolationKind};
use crate::walk::Call;

/// Limit on definitions inside of each other that are assumed.
const MAX_NESTING: usize = 8;

impl<'p> Shapes<'p> {
    /// A call of a function that assumes or checks a structure.
    pub(super) fn contract(
        &mut self,
        contract: Contract,
        definition: &'p Definition,
        call: Call<'p>,
        state: State,
    ) -> State {
        let mut after = Vec::new();
        for graph in state {
            if graph.has_parts() {
                self.gap_at(call.pos, "contracts beside arrays in parts");
                return Vec::new();
            }
            let first = usize::from(contract == Contract::Check);
            let Some(given) = self.given(&graph, definition, call, first) else {
                self.gap_at(call.pos, format!("parameters of {} that are not known", definition.name));
                return Vec::new();
            };
            match contract {
                Contract::Assume => {
                    let made = self.assume_structure(graph, definition, &given, call, 0);
                    for (mut graph, value) in made {
                        self.give(&mut graph, call.pos, &value);
                        after.push(self.set_result(graph, call, value));
                    }
                }
                Contract::Check => {
                    let at = match call.args.first() {
                        Some(Arg::Scalar(operand, _)) => self.operand(&graph, operand),
                        _ => Value::Unset,
                    };
                    if self.task.checks.asks_for(ViolationKind::Assertion) {
                        self.check_structure(&graph, definition, (at, given), call.pos);
                    }
                    after.push(graph);
                }
            }
        }
        after
    }

    /// Checks that the structure at an address satisfies a definition.
    fn check_structure(
        &mut self,
        graph: &Graph,
        definition: &Definition,
        (at, given): (Value, Given),
        pos: Pos,
    ) {
        let Some(index) = self.library.index(&definition.name) else {
            return self.violate(pos, ViolationKind::Assertion);
        };
        if self.is_structure(graph, index, at.clone(), given.clone()) {
            return;
        }
        if self.inclusion.is_none()
            && let Some(miss) = self.missed_inclusion(graph, index, at, given)
        {
            self.inclusion = Some((self.user_pos(pos), self.told_inclusion(index, &miss)));
        }
        self.violate(pos, ViolationKind::Assertion);
    }

    /// The caller of the entry function has the addresses of the structures that it gives: what they lead to
    /// is not lost.
    fn give(&mut self, graph: &mut Graph, pos: Pos, value: &Value) {
        if !self.has_caller() || self.task.checks.leaks == Leaks::Off {
            return;
        }
        let known = self.given.iter().position(|known| *known == pos);
        let index = known.unwrap_or_else(|| {
            self.given.push(pos);
            self.given.len() - 1
        });
        graph.vars.insert(Var::held(index), value.clone());
    }

    /// The arguments of a contract.
    fn given(&self, graph: &Graph, definition: &Definition, call: Call<'p>, first: usize) -> Option<Given> {
        let args = call.args.get(first..).filter(|args| args.len() == definition.arity())?;
        let mut given = Given::default();
        for (index, arg) in args.iter().enumerate() {
            let Arg::Scalar(operand, _) = arg else { return None };
            match self.operand(graph, operand) {
                Value::Unset | Value::Dangling => return None,
                value if index < definition.pointers => given.pointers.push(value),
                Value::Int(expr) => given.integers.push(expr),
                _ => return None,
            }
        }
        Some(given)
    }

    /// Adds a new structure. Returns its address, for each way to build it.
    fn assume_structure(
        &mut self,
        mut graph: Graph,
        definition: &'p Definition,
        given: &Given,
        call: Call<'p>,
        depth: usize,
    ) -> Vec<(Graph, Value)> {
        let library = self.library.clone();
        let Some(index) = library.index(&definition.name) else {
            self.gap_at(call.pos, format!("no definition of {}", definition.name));
            return Vec::new();
        };
        let added = match library.form(index) {
            Form::Tree(_) if !self.layouts.has_trees => {
                self.gap_at(call.pos, "a tree where records are taken for nodes of lists");
                None
            }
            Form::Tree(nodes) => self.assume_tree(&mut graph, nodes, given, library.record(index), call),
            Form::List(_) | Form::Structure => {
                let applied = Applied { definition: index, given: given.clone() };
                let initialized = (None, &Default::default());
                graph.add_applied(&library, &applied, None, initialized, call.pos, &mut self.names)
            }
            Form::Other(reason) if definition.calls_itself() || depth == MAX_NESTING => {
                self.gap_at(call.pos, format!("a structure that is no list or tree: {reason}"));
                None
            }
            Form::Other(_) => {
                let mut results = Vec::new();
                for rule in &definition.rules {
                    results.extend(self.assume_rule(graph.clone(), rule, given, call, depth));
                }
                return results;
            }
        };
        added.map(|id| (graph, Value::Pointer(Pointer::to(id)))).into_iter().collect()
    }

    /// Adds a tree.
    fn assume_tree(
        &mut self,
        graph: &mut Graph,
        nodes: &Nodes,
        given: &Given,
        record: Option<RecordId>,
        call: Call<'p>,
    ) -> Option<ObjectId> {
        let length = Expr::of(self.names.dim());
        graph.assume(&Test { op: CompareOp::Ge, expr: length.clone() })?;
        let id = self.names.object();
        let mut node = graph.list_object(id, nodes, given, length, call.pos, &mut self.names)?;
        node.record = record;
        graph.objects.insert(id, std::rc::Rc::new(node));
        Some(id)
    }

    /// Builds a structure by a rule.
    fn assume_rule(
        &mut self,
        mut graph: Graph,
        rule: &'p Rule,
        given: &Given,
        call: Call<'p>,
        depth: usize,
    ) -> Vec<(Graph, Value)> {
        let unclear = |shapes: &mut Self| {
            shapes.gap_at(call.pos, "a structure whose rules do not say where it is");
            Vec::new()
        };
        let this = match (rule.block, rule.cells.is_empty()) {
            (Some(bytes), _) => {
                let object = Object::new(Origin::Heap, Expr::constant(bytes), Fill::Unset, call.pos);
                Value::Pointer(Pointer::to(self.new_object(&mut graph, object)))
            }
            (None, true) => {
                let defined = rule.facts.iter().find_map(|fact| match (fact.op, fact.sides()) {
                    (Comparison::Equal, Some((Term::This, term))) => value_of(term, &Value::Null, given, &[]),
                    _ => None,
                });
                match defined {
                    Some(value) => value,
                    None => return unclear(self),
                }
            }
            (None, false) => return unclear(self),
        };
        let mut fresh: Vec<Option<Value>> = vec![None; rule.fresh.len()];
        for (index, value) in fresh.iter_mut().enumerate() {
            if !rule.calls.iter().any(|call| call.at == Term::Fresh(index)) {
                *value = Some(self.new_value(&mut graph, rule, given, index, call.pos));
            }
        }
        let mut states = vec![(graph, fresh)];
        for part in &rule.calls {
            let Some(definition) = self.task.program.checker(&part.checker) else { return unclear(self) };
            let mut next = Vec::new();
            for (graph, fresh) in states {
                let Term::Fresh(index) = part.at else { return unclear(self) };
                let Some(inner) = arguments(part, definition, &this, given, &fresh) else {
                    return unclear(self);
                };
                if fresh[index].is_some() {
                    return unclear(self);
                }
                for (graph, value) in self.assume_structure(graph, definition, &inner, call, depth + 1) {
                    let mut fresh = fresh.clone();
                    fresh[index] = Some(value);
                    next.push((graph, fresh));
                }
            }
            states = next;
        }
        let mut results = Vec::new();
        for (mut graph, fresh) in states {
            if self.write_cells(&mut graph, rule, &this, given, &fresh).is_none() {
                return unclear(self);
            }
            // Facts about addresses are not kept: without them, more is assumed to be possible.
            let numeric = |fact: &Fact| Some((test_op(fact.op), sum(fact, &this, given, &fresh)?));
            let tests: Vec<(CompareOp, Expr)> = rule.facts.iter().filter_map(numeric).collect();
            if tests.into_iter().all(|(op, expr)| graph.assume(&Test { op, expr }).is_some()) {
                results.push((graph, this.clone()));
            }
        }
        results
    }

    /// A value for a name of a rule.
    fn new_value(&mut self, graph: &mut Graph, rule: &Rule, given: &Given, index: usize, pos: Pos) -> Value {
        let name = Term::Fresh(index);
        let equal = rule.facts.iter().find_map(|fact| match (fact.op, fact.sides()) {
            (Comparison::Equal, Some((one, other))) if one == name => Some(other),
            (Comparison::Equal, Some((one, other))) if other == name => Some(one),
            _ => None,
        });
        let is_address = rule.is_address(index);
        match equal {
            Some(Term::Number(0)) if is_address => return Value::Null,
            Some(term @ (Term::Pointer(_) | Term::Integer(_))) => {
                if let Some(value) = value_of(term, &Value::Null, given, &[]) {
                    return value;
                }
            }
            _ => {}
        }
        let bytes = rule.cells.iter().find(|cell| cell.value == name).and_then(|cell| cell.bytes);
        let bytes = bytes.unwrap_or(i64::from(self.task.program.target.pointer_bytes));
        if is_address { self.outside(graph, pos) } else { self.fresh_in(graph, &signed_range(bytes)) }
    }

    fn write_cells(
        &mut self,
        graph: &mut Graph,
        rule: &Rule,
        this: &Value,
        given: &Given,
        fresh: &[Option<Value>],
    ) -> Option<()> {
        let Some(id) = this.target() else { return rule.cells.is_empty().then_some(()) };
        for cell in &rule.cells {
            let value = value_of(cell.value, this, given, fresh)?;
            let (offset, bytes) = self.extent(cell)?;
            let size = constant(&graph.object(id).size)?;
            if offset + bytes > size {
                return None;
            }
            let value = if value == Value::int(0) { Value::Zeros } else { value };
            graph.object_mut(id).write(offset, bytes, value);
        }
        Some(())
    }
}
