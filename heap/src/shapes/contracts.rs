//! Contracts: structures that a program assumes become part of the graph, those that it checks are matched
//! with it.
//!
//! A list or tree that is assumed is a segment; anything else is built by the rules of its definition, if
//! these do not repeat. The new memory is separate from all other, its blocks are allocated and may be freed,
//! and its cells are initialized; bytes that no cell mentions are not.
//!
//! A check is an obligation at its place. It is proved by rules, from the address on: each rule that is
//! applied owns an object that no other one owns. A segment whose nodes satisfy the rule is passed as a
//! whole. Where a node must be seen alone, it is taken out of its segment, and all cases must be proved.
//! Numbers in cells are signed.

use super::engine::Shapes;
use super::graph::{Fill, Graph, Kind, Object, Origin, Segment, Test, Var};
use super::value::{End, Expr, ObjectId, Pointer, Value, constant, minus, plus};
use super::walker::State;
use crate::checkers::{
    CellRule, Class, Comparison, Contract, Data, Definition, Fact, Layout, Nodes, Place, Rule, Term,
};
use crate::ir::{Arg, CompareOp, IntType, Pos, RecordId, Scalar, VarId};
use crate::numbers::Interval;
use crate::property::{Leaks, ViolationKind};
use crate::walk::Call;
use cfp_solver::{Int, Rat};
use std::collections::BTreeSet;

/// Limit on rules and segments in one proof.
const MAX_STEPS: usize = 400;

/// Limit on definitions inside of each other that are assumed.
const MAX_NESTING: usize = 8;

/// Values for the parameters of a definition.
#[derive(Clone, Debug, Default)]
struct Given {
    pointers: Vec<Value>,
    integers: Vec<Expr>,
}

/// What remains to be proved: that the structure at an address satisfies a definition. Addresses are kept in
/// variables of the graph, so that they follow it when nodes are taken out of segments.
#[derive(Clone, Debug)]
struct Goal<'p> {
    definition: &'p Definition,
    at: Var,
    pointers: Vec<Var>,
    integers: Vec<Expr>,
}

/// A proof that is under way.
#[derive(Clone, Debug)]
struct Proof<'p> {
    graph: Graph,
    goals: Vec<Goal<'p>>,
    /// Objects that rules own.
    owned: BTreeSet<ObjectId>,
    names: u32,
}

impl Proof<'_> {
    /// Keeps a value in a variable of its own.
    fn keep(&mut self, value: Value) -> Var {
        self.names += 1;
        let var = Var { depth: u32::MAX, id: VarId(self.names) };
        self.graph.vars.insert(var, value);
        var
    }

    fn value(&self, var: Var) -> Value {
        self.graph.vars.get(&var).cloned().unwrap_or(Value::Unset)
    }
}

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
                    if self.task.checks.asks_for(ViolationKind::Assertion)
                        && !self.is_structure(&graph, definition, at, given)
                    {
                        self.violate(call.pos, ViolationKind::Assertion);
                    }
                    after.push(graph);
                }
            }
        }
        after
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
        graph: Graph,
        definition: &'p Definition,
        given: &Given,
        call: Call<'p>,
        depth: usize,
    ) -> Vec<(Graph, Value)> {
        let width = i64::from(self.task.program.target.pointer_bytes);
        match Layout::of(definition, width) {
            Layout::Nodes(nodes) if nodes.links.len() > 1 && !self.layouts.has_trees => {
                self.gap_at(call.pos, "a tree where records are taken for nodes of lists");
                Vec::new()
            }
            Layout::Nodes(nodes) => self.assume_nodes(graph, &nodes, given, call).into_iter().collect(),
            Layout::Other(reason) if definition.calls_itself() || depth == MAX_NESTING => {
                self.gap_at(call.pos, format!("a structure that is no list or tree: {reason}"));
                Vec::new()
            }
            Layout::Other(_) => {
                let mut results = Vec::new();
                for rule in &definition.rules {
                    results.extend(self.assume_rule(graph.clone(), rule, given, call, depth));
                }
                results
            }
        }
    }

    /// Adds a list or a tree.
    fn assume_nodes(
        &mut self,
        mut graph: Graph,
        nodes: &Nodes,
        given: &Given,
        call: Call<'p>,
    ) -> Option<(Graph, Value)> {
        let length = match nodes.length {
            Some(index) => given.integers[index].clone(),
            None => Expr::of(self.names.dim()),
        };
        graph.assume(&Test { op: CompareOp::Ge, expr: length.clone() })?;
        let id = self.names.object();
        let size = Expr::constant(nodes.size);
        let mut node = Object::new(Origin::Heap, size, Fill::Unset, call.pos);
        node.record = self.record_of(nodes);
        let prev = nodes.prev.map(|(offset, _)| offset);
        let kind = if nodes.links.len() > 1 { Kind::Tree } else { Kind::List };
        let (links, width) = (nodes.links.clone(), nodes.width);
        node.segment = Some(Segment { kind, head: 0, links, prev, width, length });
        for &link in &nodes.links {
            node.write(link, width, nodes.end.map_or(Value::Null, |end| given.pointers[end].clone()));
        }
        if let Some((offset, parameter)) = nodes.prev {
            node.write(offset, width, given.pointers[parameter].clone());
        }
        for (offset, bytes, data) in &nodes.data {
            let value = match data {
                Data::Any | Data::Raw => Value::Any,
                Data::Same(Term::This) => {
                    Value::Pointer(Pointer { object: id, end: End::Own, offset: Expr::constant(0) })
                }
                Data::Same(term) => value_of(*term, &Value::Null, given, &[])?,
                Data::Within(low, high) => {
                    let dim = self.names.dim();
                    graph.private.insert(dim, id);
                    graph.restrict(dim, &signed_range(*bytes))?;
                    graph.restrict(dim, &Interval::new(low.map(Int::from), high.map(Int::from))?)?;
                    Value::Int(Expr::of(dim))
                }
            };
            node.write(*offset, *bytes, value);
        }
        graph.objects.insert(id, std::rc::Rc::new(node));
        Some((graph, Value::Pointer(Pointer::to(id))))
    }

    /// The record that the nodes are in C, if there is one with these links.
    fn record_of(&self, nodes: &Nodes) -> Option<RecordId> {
        let types = &self.task.program.types;
        let is_link = |id: RecordId, link: i64| {
            let mut fields = types.record(id).fields.iter();
            fields.any(|field| {
                field.bit_offset / 8 == link as u64 && types.pointed_record(field.ty) == Some(id)
            })
        };
        let mut records = types.records().filter(|(_, record)| record.size == Some(nodes.size as u64));
        records.find(|(id, _)| nodes.links.iter().all(|&link| is_link(*id, link))).map(|(id, _)| id)
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

    /// Where a cell is, and how many bytes it has.
    fn extent(&self, cell: &CellRule) -> Option<(i64, i64)> {
        let Place::Offset(offset) = cell.place else { return None };
        Some((offset, cell.bytes.unwrap_or(i64::from(self.task.program.target.pointer_bytes))))
    }

    /// Whether the structure at an address satisfies a definition for sure.
    fn is_structure(&mut self, graph: &Graph, definition: &'p Definition, at: Value, given: Given) -> bool {
        let mut proof = Proof { graph: graph.clone(), goals: Vec::new(), owned: BTreeSet::new(), names: 0 };
        let at = proof.keep(at);
        let pointers = given.pointers.into_iter().map(|value| proof.keep(value)).collect();
        proof.goals.push(Goal { definition, at, pointers, integers: given.integers });
        let mut steps = MAX_STEPS;
        self.prove(proof, &mut steps)
    }

    fn prove(&mut self, mut proof: Proof<'p>, steps: &mut usize) -> bool {
        let Some(goal) = proof.goals.pop() else { return true };
        let Some(left) = steps.checked_sub(1) else { return false };
        *steps = left;
        let at = proof.value(goal.at);
        for rule in goal.definition.rules.iter().filter(|rule| rule.cells.is_empty()) {
            if let Some(next) = self.by_rule(&proof, &goal, rule)
                && self.prove(next, steps)
            {
                return true;
            }
        }
        if let Value::Pointer(pointer) = &at
            && proof.graph.segment(pointer.object).is_some()
        {
            if let Some(next) = self.by_segment(&proof, &goal, pointer) {
                return self.prove(next, steps);
            }
            return self.by_node(proof, goal, pointer, steps);
        }
        for rule in goal.definition.rules.iter().filter(|rule| !rule.cells.is_empty()) {
            if let Some(next) = self.by_rule(&proof, &goal, rule)
                && self.prove(next, steps)
            {
                return true;
            }
        }
        false
    }

    /// Takes a node out of a segment. All cases must be proved.
    fn by_node(&mut self, proof: Proof<'p>, goal: Goal<'p>, at: &Pointer, steps: &mut usize) -> bool {
        if proof.owned.contains(&at.object) || at.end == End::Own {
            return false;
        }
        let mut cases = Vec::new();
        if proof.graph.may_be_empty(at.object) {
            cases.extend(proof.graph.emptied(at.object, &mut self.names));
        }
        if let Some(graph) = proof.graph.inhabited(at.object) {
            for way in 0..graph.segment(at.object).map_or(0, Segment::ways) {
                let mut graph = graph.clone();
                if graph.expose(at.object, at.end, way, &mut self.names).is_some() {
                    cases.push(graph);
                }
            }
        }
        cases.into_iter().all(|graph| {
            let mut next = Proof { graph, ..proof.clone() };
            next.goals.push(goal.clone());
            self.prove(next, steps)
        })
    }

    /// Passes a whole segment, if all its nodes satisfy the rule for nodes.
    fn by_segment(&mut self, proof: &Proof<'p>, goal: &Goal<'p>, at: &Pointer) -> Option<Proof<'p>> {
        let width = i64::from(self.task.program.target.pointer_bytes);
        let Layout::Nodes(nodes) = Layout::of(goal.definition, width) else { return None };
        let object = proof.graph.object(at.object).clone();
        let segment = object.segment.clone()?;
        let is_first = at.end == End::First && constant(&at.offset) == Some(0);
        if !is_first || object.owner.is_some() || proof.owned.contains(&at.object) {
            return None;
        }
        let mut next = proof.clone();
        let previous = nodes.prev.map(|(_, parameter)| proof.value(goal.pointers[parameter]));
        self.has_nodes(&mut next, goal, &nodes, at.object, previous)?;
        next.owned.insert(at.object);
        if segment.kind == Kind::Tree {
            return Some(next);
        }
        let mut pointers = goal.pointers.clone();
        if let Some((_, parameter)) = nodes.prev {
            let last = Pointer { object: at.object, end: End::Last, offset: Expr::constant(0) };
            pointers[parameter] = next.keep(Value::Pointer(last));
        }
        let mut integers = goal.integers.clone();
        if let Some(index) = nodes.length {
            integers[index] = minus(&integers[index], &segment.length);
        }
        let rest = next.keep(object.after());
        next.goals.push(Goal { definition: goal.definition, at: rest, pointers, integers });
        Some(next)
    }

    /// Whether the nodes of a segment are as a definition says, and the one before it is this.
    fn has_nodes(
        &mut self,
        proof: &mut Proof<'p>,
        goal: &Goal<'p>,
        nodes: &Nodes,
        id: ObjectId,
        previous: Option<Value>,
    ) -> Option<()> {
        let object = proof.graph.object(id).clone();
        let segment = object.segment.clone()?;
        let mut links = segment.links.clone();
        links.sort_unstable();
        let is_alike = segment.head == 0
            && links == nodes.links
            && (nodes.links.len() > 1) == (segment.kind != Kind::List)
            && object.origin == Origin::Heap
            && constant(&object.size) == Some(nodes.size);
        let is_linked = match (nodes.prev, &previous) {
            (Some((offset, _)), Some(previous)) => {
                segment.prev == Some(offset)
                    && self.are_same(&proof.graph, &object.link(offset, segment.width), previous)
            }
            _ => true,
        };
        let end = nodes.end.map(|end| proof.value(goal.pointers[end]));
        if !is_alike || !is_linked || end.is_some_and(|end| !is_elsewhere(&proof.graph, id, &end)) {
            return None;
        }
        for (offset, bytes, data) in &nodes.data {
            let is_prev = segment.prev == Some(*offset);
            if !self.has_data(proof, goal, (id, &object), (*offset, *bytes), data, is_prev) {
                return None;
            }
        }
        if segment.kind != Kind::Path {
            return Some(());
        }
        // Beside the way down, each node has trees of its own.
        for &link in &segment.links[1..] {
            let own = match object.link(link, segment.width) {
                Value::Null => continue,
                Value::Pointer(own) if own.end == End::First && constant(&own.offset) == Some(0) => {
                    own.object
                }
                _ => return None,
            };
            let is_tree = proof.graph.segment(own).is_some_and(|segment| segment.kind == Kind::Tree);
            if !is_tree || proof.graph.object(own).owner != Some(id) {
                return None;
            }
            let parent = Pointer { object: id, end: End::Own, offset: Expr::constant(0) };
            let parent = nodes.prev.map(|_| Value::Pointer(parent));
            self.has_nodes(proof, goal, nodes, own, parent)?;
        }
        Some(())
    }

    /// Whether a part of each node of a segment is as a definition says.
    fn has_data(
        &mut self,
        proof: &mut Proof<'p>,
        goal: &Goal<'p>,
        (id, object): (ObjectId, &Object),
        (offset, bytes): (i64, i64),
        data: &Data,
        is_prev: bool,
    ) -> bool {
        let ty = IntType { bits: (bytes * 8) as u8, signed: true };
        let value = object.read(offset, bytes, Scalar::Int(ty));
        match data {
            Data::Raw => true,
            Data::Any => self.is_set(&value),
            _ if is_prev => false,
            Data::Within(low, high) => {
                let Value::Int(expr) = self.coerced(&mut proof.graph, value, Scalar::Int(ty)) else {
                    return false;
                };
                let range = proof.graph.numbers.range(&expr);
                Interval::new(low.map(Int::from), high.map(Int::from))
                    .is_some_and(|wanted| wanted.includes(&range))
            }
            Data::Same(Term::This) => {
                value == Value::Pointer(Pointer { object: id, end: End::Own, offset: Expr::constant(0) })
            }
            Data::Same(term) => {
                let given = Given {
                    pointers: goal.pointers.iter().map(|var| proof.value(*var)).collect(),
                    integers: goal.integers.clone(),
                };
                let wanted = value_of(*term, &Value::Unset, &given, &[]);
                wanted.is_some_and(|wanted| self.are_same(&proof.graph, &value, &wanted))
            }
        }
    }

    /// Whether a value may be read.
    fn is_set(&self, value: &Value) -> bool {
        !self.task.checks.uninitialized || *value != Value::Unset
    }

    /// Applies a rule at the address of a goal.
    fn by_rule(&mut self, proof: &Proof<'p>, goal: &Goal<'p>, rule: &'p Rule) -> Option<Proof<'p>> {
        let mut next = proof.clone();
        let this = proof.value(goal.at);
        let given = Given {
            pointers: goal.pointers.iter().map(|var| proof.value(*var)).collect(),
            integers: goal.integers.clone(),
        };
        let mut fresh: Vec<Option<Value>> = vec![None; rule.fresh.len()];
        if !rule.cells.is_empty() || rule.block.is_some() {
            let Value::Pointer(at) = &this else { return None };
            let object = next.graph.object(at.object).clone();
            let size = constant(&object.size)?;
            let is_block = object.origin == Origin::Heap && rule.block == Some(size);
            let is_free = next.owned.insert(at.object) && object.owner.is_none();
            let is_start = constant(&at.offset) == Some(0) && object.segment.is_none();
            if !is_free || !is_start || rule.block.is_some() && !is_block {
                return None;
            }
            let ends = rule.cells.iter().map(|cell| self.extent(cell).map(|(offset, bytes)| offset + bytes));
            if ends.into_iter().any(|end| end.is_none_or(|end| end > size)) {
                return None;
            }
            for cell in &rule.cells {
                self.read_cell(&mut next, &object, cell, rule, (&this, &given, &mut fresh))?;
            }
        }
        self.define(rule, &this, &given, &mut fresh);
        if !rule.facts.iter().all(|fact| self.is_true(&next.graph, fact, &this, &given, &fresh)) {
            return None;
        }
        for call in &rule.calls {
            let definition = self.task.program.checker(&call.checker)?;
            let inner = arguments(call, definition, &this, &given, &fresh)?;
            let at = next.keep(value_of(call.at, &this, &given, &fresh)?);
            let pointers = inner.pointers.into_iter().map(|value| next.keep(value)).collect();
            next.goals.push(Goal { definition, at, pointers, integers: inner.integers });
        }
        Some(next)
    }

    /// Reads a cell: it gives a name its value, or holds what the rule says.
    fn read_cell(
        &mut self,
        proof: &mut Proof<'p>,
        object: &Object,
        cell: &CellRule,
        rule: &Rule,
        (this, given, fresh): (&Value, &Given, &mut Vec<Option<Value>>),
    ) -> Option<()> {
        let (offset, bytes) = self.extent(cell)?;
        let is_address = match cell.value {
            Term::Fresh(index) => rule.is_address(index),
            Term::This | Term::Pointer(_) => true,
            Term::Integer(_) | Term::Number(_) => false,
        };
        let int = Scalar::Int(IntType { bits: (bytes * 8).min(64) as u8, signed: true });
        let ty = if is_address { Scalar::Ptr } else { int };
        let mut value = object.read(offset, bytes, ty);
        let is_raw = matches!(cell.value, Term::Fresh(index) if rule.fresh[index] == Class::Raw);
        if !is_raw && !self.is_set(&value) {
            return None;
        }
        if !is_address && matches!(value, Value::Int(_)) {
            value = self.coerced(&mut proof.graph, value, int);
        }
        match cell.value {
            Term::Fresh(index) if fresh[index].is_none() => fresh[index] = Some(value),
            term => {
                let wanted = value_of(term, this, given, fresh)?;
                if !self.are_same(&proof.graph, &value, &wanted) {
                    return None;
                }
            }
        }
        Some(())
    }

    /// Gives names that no cell holds the values that equations say.
    fn define(&mut self, rule: &Rule, this: &Value, given: &Given, fresh: &mut [Option<Value>]) {
        for fact in rule.facts.iter().filter(|fact| fact.op == Comparison::Equal) {
            let is_open = |term: &Term| matches!(term, Term::Fresh(index) if fresh[*index].is_none());
            let open: Vec<(Term, i64)> =
                fact.terms.iter().filter(|(term, _)| is_open(term)).copied().collect();
            let [(Term::Fresh(index), factor @ (1 | -1))] = open[..] else { continue };
            let name = Term::Fresh(index);
            let other = fact.sides().map(|(one, other)| if one == name { other } else { one });
            let value = match other {
                Some(Term::Number(0)) if rule.is_address(index) => Some(Value::Null),
                Some(term) if !matches!(term, Term::Number(_)) => value_of(term, this, given, fresh),
                _ => {
                    let terms = fact.terms.iter().filter(|(term, _)| *term != name).copied().collect();
                    let rest = Fact { terms, ..fact.clone() };
                    let sum = sum(&rest, this, given, fresh);
                    sum.map(|sum| Value::Int(Expr::constant(0).plus_expr(&sum, &Rat::from(-factor))))
                }
            };
            fresh[index] = value;
        }
    }

    /// Whether a fact holds for sure.
    fn is_true(
        &mut self,
        graph: &Graph,
        fact: &Fact,
        this: &Value,
        given: &Given,
        fresh: &[Option<Value>],
    ) -> bool {
        if let Some(expr) = sum(fact, this, given, fresh) {
            return graph.decided(&Test { op: test_op(fact.op), expr }) == Some(true);
        }
        let Some((one, other)) = fact.sides() else { return false };
        let values = [one, other].map(|term| match term {
            Term::Number(0) => Some(Value::Null),
            term => value_of(term, this, given, fresh),
        });
        let [Some(one), Some(other)] = values else { return false };
        match fact.op {
            Comparison::Equal => self.are_same(graph, &one, &other),
            Comparison::Different => self.are_different(graph, &one, &other),
            Comparison::Less | Comparison::AtMost => false,
        }
    }

    /// Whether two values are the same for sure.
    fn are_same(&self, graph: &Graph, one: &Value, other: &Value) -> bool {
        let number = |value: &Value| match value {
            Value::Int(expr) if !graph.is_private(expr) => Some(expr.clone()),
            Value::Null | Value::Zeros => Some(Expr::constant(0)),
            _ => None,
        };
        match (number(one), number(other)) {
            (Some(one), Some(other)) => {
                let expr = minus(&one, &other);
                graph.decided(&Test { op: CompareOp::Eq, expr }) == Some(true)
            }
            _ => matches!((one, other), (Value::Pointer(one), Value::Pointer(other)) if one == other),
        }
    }

    /// Whether two addresses are different for sure.
    fn are_different(&mut self, graph: &Graph, one: &Value, other: &Value) -> bool {
        // Pointers to segments without nodes point to something else.
        let is_certain = |value: &Value| value.target().is_none_or(|object| !graph.may_be_empty(object));
        is_certain(one)
            && is_certain(other)
            && self
                .are_equal(graph.clone(), one.clone(), other.clone())
                .iter()
                .all(|(_, is_equal)| *is_equal == Some(false))
    }
}

/// Whether an address is not that of a node of a segment, so that the segment cannot end there.
fn is_elsewhere(graph: &Graph, segment: ObjectId, end: &Value) -> bool {
    match end {
        Value::Null => true,
        Value::Pointer(end) => {
            let object = graph.object(end.object);
            let is_plain = object.segment.is_none() && object.origin != Origin::Outside;
            end.object != segment && is_plain && constant(&end.offset) == Some(0)
        }
        _ => false,
    }
}

/// The value of a term; nothing if its name has none.
fn value_of(term: Term, this: &Value, given: &Given, fresh: &[Option<Value>]) -> Option<Value> {
    match term {
        Term::This => Some(this.clone()),
        Term::Fresh(index) => fresh.get(index).cloned().flatten(),
        Term::Pointer(index) => given.pointers.get(index).cloned(),
        Term::Integer(index) => given.integers.get(index).cloned().map(Value::Int),
        Term::Number(number) => Some(Value::int(number)),
    }
}

/// The arguments of a call in a rule.
fn arguments(
    call: &crate::checkers::CallRule,
    definition: &Definition,
    this: &Value,
    given: &Given,
    fresh: &[Option<Value>],
) -> Option<Given> {
    if (call.pointers.len(), call.integers.len()) != (definition.pointers, definition.integers) {
        return None;
    }
    let pointer = |term: &Term| match value_of(*term, this, given, fresh)? {
        Value::Unset | Value::Dangling => None,
        value if value == Value::int(0) => Some(Value::Null),
        value => Some(value),
    };
    let integer = |term: &Term| match value_of(*term, this, given, fresh)? {
        Value::Int(expr) => Some(expr),
        _ => None,
    };
    Some(Given {
        pointers: call.pointers.iter().map(pointer).collect::<Option<_>>()?,
        integers: call.integers.iter().map(integer).collect::<Option<_>>()?,
    })
}

/// The sum of a fact, if all its terms are numbers.
fn sum(fact: &Fact, this: &Value, given: &Given, fresh: &[Option<Value>]) -> Option<Expr> {
    let mut sum = Expr::constant(fact.constant);
    for (term, factor) in &fact.terms {
        let Value::Int(expr) = value_of(*term, this, given, fresh)? else { return None };
        sum = plus(&sum, &Expr::constant(0).plus_expr(&expr, &Rat::from(*factor)));
    }
    Some(sum)
}

fn test_op(op: Comparison) -> CompareOp {
    match op {
        Comparison::Equal => CompareOp::Eq,
        Comparison::Different => CompareOp::Ne,
        Comparison::Less => CompareOp::Lt,
        Comparison::AtMost => CompareOp::Le,
    }
}

/// The numbers that so many bytes hold.
fn signed_range(bytes: i64) -> Interval {
    let half = 1i128 << (bytes.clamp(1, 8) * 8 - 1);
    Interval::between(-half, half - 1)
}
