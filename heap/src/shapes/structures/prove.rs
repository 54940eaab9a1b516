//! Proofs that part of a graph satisfies a definition.
//!
//! A proof applies rules, from an address on: each rule that is applied owns an object that no other one
//! owns. A segment or structure whose nodes satisfy the rules is passed as a whole. Where a node must be seen
//! alone, it is taken out of its segment, and all cases must be proved. Numbers in cells are signed.
//!
//! The same proofs find structures: then arguments are unknown at first, and what is held from elsewhere is
//! not part of the structure but its hole.

use super::miss::{Fault, TermsOfFact};
use super::terms::own;
use super::{Form, Given, Library, UnsetBytes, arguments, sum, test_op, value_of};
use crate::checkers::{CellRule, Class, Comparison, Data, Fact, Nodes, Place, Rule, Term};
use crate::ir::{CompareOp, IntType, Scalar, VarId};
use crate::numbers::Interval;
use crate::shapes::engine::Shapes;
use crate::shapes::graph::{Graph, Kind, Object, Origin, Segment, Test, Var};
use crate::shapes::memory::cut;
use crate::shapes::value::{Dim, End, Expr, ObjectId, Pointer, Value, constant, minus};
use cfp_solver::{Int, Rat};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Limit on rules and segments in one proof.
const MAX_STEPS: usize = 400;

/// Limit on values of a tag.
const MAX_TAGS: i64 = 8;

/// What remains to be proved: that the structure at an address satisfies a definition. Addresses are kept in
/// variables of the graph, so that they follow it when nodes are taken out of segments.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    pub definition: usize,
    pub at: Var,
    pub pointers: Vec<Var>,
    pub integers: Vec<Expr>,
    /// The cell that holds the address, if a rule has read it there.
    pub held_by: Option<(ObjectId, i64)>,
}

/// A proof that is under way.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    pub graph: Graph,
    pub goals: Vec<Goal>,
    /// Objects that rules own.
    pub owned: BTreeSet<ObjectId>,
    /// Objects that are held from elsewhere, if a structure is looked for.
    pub anchored: Option<Rc<BTreeSet<ObjectId>>>,
    /// What is left out.
    pub hole: Option<Goal>,
    /// Arguments that are integers and were unknown at first, with their values as far as they are known.
    pub unknown: BTreeMap<Dim, Option<Expr>>,
    /// Bytes that no rule reads and that are not initialized, if a structure is looked for.
    pub unset: UnsetBytes,
    /// Comparisons of unknown arguments.
    pub deferred: Vec<(Comparison, Expr)>,
    pub names: u32,
}

impl Proof {
    pub(super) fn new(graph: Graph) -> Proof {
        Proof {
            graph,
            goals: Vec::new(),
            owned: BTreeSet::new(),
            anchored: None,
            hole: None,
            unknown: BTreeMap::new(),
            unset: UnsetBytes::new(),
            deferred: Vec::new(),
            names: 0,
        }
    }

    /// Keeps a value in a variable of its own.
    pub(super) fn keep(&mut self, value: Value) -> Var {
        let var = self.open();
        self.graph.vars.insert(var, value);
        var
    }

    /// A variable for an address that is not known yet.
    pub(super) fn open(&mut self) -> Var {
        self.names += 1;
        Var { depth: u32::MAX, id: VarId(self.names) }
    }

    pub(super) fn value(&self, var: Var) -> Value {
        self.graph.vars.get(&var).cloned().unwrap_or(Value::Unset)
    }

    pub(super) fn given(&self, goal: &Goal) -> Given {
        Given {
            pointers: goal.pointers.iter().map(|var| self.value(*var)).collect(),
            integers: goal.integers.iter().map(|expr| self.resolved(expr)).collect(),
        }
    }

    /// An expression with the values of unknown arguments.
    pub(super) fn resolved(&self, expr: &Expr) -> Expr {
        let mut resolved = expr.clone();
        for (dim, value) in &self.unknown {
            let Some(value) = value else { continue };
            let factor = resolved.terms().find(|(other, _)| *other == dim).map(|(_, factor)| factor.clone());
            if let Some(factor) = factor {
                resolved = resolved.plus(dim, &-factor.clone()).plus_expr(value, &factor);
            }
        }
        resolved
    }

    pub(super) fn is_open(&self, expr: &Expr) -> bool {
        expr.terms().any(|(dim, _)| self.unknown.contains_key(dim))
    }

    /// Requires that a sum compares so with zero. Where arguments are unknown, an equation tells them, and
    /// other comparisons wait.
    pub(super) fn require(&mut self, op: Comparison, expr: &Expr) -> bool {
        let expr = self.resolved(expr);
        if !self.is_open(&expr) {
            return self.graph.decided(&Test { op: test_op(op), expr }) == Some(true);
        }
        let open = expr.terms().filter(|(dim, _)| self.unknown.contains_key(dim));
        let open: Vec<(Dim, Rat)> = open.map(|(dim, factor)| (*dim, factor.clone())).collect();
        match &open[..] {
            [(dim, factor)] if op == Comparison::Equal && is_unit(factor) => {
                let rest = expr.plus(dim, &-factor.clone());
                let value = Expr::constant(0).plus_expr(&rest, &-factor.clone());
                self.unknown.insert(*dim, Some(value));
            }
            _ => self.deferred.push((op, expr)),
        }
        true
    }
}

impl Shapes<'_> {
    /// Whether the structure at an address satisfies a definition for sure.
    pub(in crate::shapes) fn is_structure(
        &mut self,
        graph: &Graph,
        definition: usize,
        at: Value,
        given: Given,
    ) -> bool {
        let mut proof = Proof::new(graph.clone());
        let at = proof.keep(at);
        let pointers = given.pointers.into_iter().map(|value| proof.keep(value)).collect();
        proof.goals.push(Goal { definition, at, pointers, integers: given.integers, held_by: None });
        self.proved(proof).is_some()
    }

    /// The end of a proof, if there is one.
    pub(super) fn proved(&mut self, proof: Proof) -> Option<Proof> {
        let mut steps = MAX_STEPS;
        self.prove(proof, &mut steps)
    }

    fn prove(&mut self, mut proof: Proof, steps: &mut usize) -> Option<Proof> {
        let Some(goal) = proof.goals.pop() else { return Some(proof) };
        *steps = steps.checked_sub(1)?;
        let library = self.library.clone();
        let at = proof.value(goal.at);
        let rules = &library.definitions[goal.definition].rules;
        for rule in rules.iter().filter(|rule| rule.cells.is_empty()) {
            if let Some(next) = self.by_rule(&proof, &goal, rule, &library)
                && let Some(end) = self.prove(next, steps)
            {
                return Some(end);
            }
        }
        if let (Value::Pointer(pointer), Some(anchored)) = (&at, &proof.anchored)
            && anchored.contains(&pointer.object)
        {
            let is_structure = matches!(library.form(goal.definition), Form::Structure);
            let is_start = pointer.end == End::First && constant(&pointer.offset) == Some(0);
            if proof.hole.is_some() || !is_structure || !is_start {
                return None;
            }
            proof.hole = Some(goal);
            return self.prove(proof, steps);
        }
        if let Value::Pointer(pointer) = &at
            && proof.graph.segment(pointer.object).is_some()
        {
            let next = self.by_structure(&proof, &goal, pointer);
            if let Some(next) = next.or_else(|| self.by_segment(&proof, &goal, pointer, &library)) {
                return self.prove(next, steps);
            }
            return self.by_node(proof, goal, pointer, steps);
        }
        for rule in rules.iter().filter(|rule| !rule.cells.is_empty()) {
            if let Some(next) = self.by_rule(&proof, &goal, rule, &library)
                && let Some(end) = self.prove(next, steps)
            {
                return Some(end);
            }
        }
        self.by_tag(proof, goal, rules, steps)
    }

    /// Looks at the values of an integer of a node one by one, if rules tell them apart. All cases must be
    /// proved.
    fn by_tag(&mut self, proof: Proof, goal: Goal, rules: &[Rule], steps: &mut usize) -> Option<Proof> {
        let Value::Pointer(at) = proof.value(goal.at) else { return None };
        let object = proof.graph.object(at.object);
        let tags =
            rules.iter().flat_map(|rule| &rule.cells).filter(|cell| matches!(cell.value, Term::Number(_)));
        let open = tags.filter_map(|cell| {
            let (offset, _) = self.extent(cell)?;
            let Value::Int(expr) = &object.cells.get(&offset)?.value else { return None };
            let range = proof.graph.numbers.range(expr);
            let (low, high) = (range.low()?.to_i64()?, range.high()?.to_i64()?);
            (low < high && high - low < MAX_TAGS).then(|| (expr.clone(), low, high))
        });
        let (tag, low, high) = open.into_iter().next().filter(|_| proof.anchored.is_none())?;
        let mut last = None;
        for value in low..=high {
            let mut next = proof.clone();
            let test = Test { op: CompareOp::Eq, expr: tag.clone().plus_constant(-value) };
            if next.graph.assume(&test).is_some() {
                next.goals.push(goal.clone());
                last = Some(self.prove(next, steps)?);
            }
        }
        last
    }

    /// Takes a node out of a segment. All cases must be proved.
    fn by_node(&mut self, proof: Proof, goal: Goal, at: &Pointer, steps: &mut usize) -> Option<Proof> {
        if proof.owned.contains(&at.object) || at.end == End::Own || proof.anchored.is_some() {
            return None;
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
        let mut last = Some(proof.clone());
        for graph in cases {
            let mut next = Proof { graph, ..proof.clone() };
            next.goals.push(goal.clone());
            last = Some(self.prove(next, steps)?);
        }
        last
    }

    /// Passes a whole structure, if its arguments imply those that are wanted.
    fn by_structure(&mut self, proof: &Proof, goal: &Goal, at: &Pointer) -> Option<Proof> {
        let object = proof.graph.object(at.object).clone();
        let structure = object.segment.as_ref()?.structure.clone()?;
        let is_first = at.end == End::First && constant(&at.offset) == Some(0);
        let is_free = object.owner.is_none() && !proof.owned.contains(&at.object);
        if structure.definition != goal.definition || !is_first || !is_free {
            return None;
        }
        let (given, hole) = structure.arguments(&object)?;
        let mut next = proof.clone();
        for (var, value) in goal.pointers.iter().zip(&given.pointers) {
            if !next.graph.vars.contains_key(var) {
                next.graph.vars.insert(*var, value.clone());
            } else if !self.are_same(&next.graph, &next.value(*var), value) {
                return None;
            }
        }
        // The arguments of the hole belong to just these arguments.
        let is_exact = hole.is_some() && proof.anchored.is_some();
        for (index, (wanted, known)) in goal.integers.iter().zip(&given.integers).enumerate() {
            let difference = minus(&next.resolved(wanted), known);
            let variance = structure.library.variance(goal.definition, index);
            let is_implied = |op: Comparison, may: bool| {
                let test = Test { op: test_op(op), expr: difference.clone() };
                may && !is_exact && proof.graph.decided(&test) == Some(true)
            };
            let holds = !next.is_open(&difference)
                && (is_implied(Comparison::AtMost, variance.may_fall) || {
                    let test = Test { op: CompareOp::Ge, expr: difference.clone() };
                    variance.may_rise && !is_exact && proof.graph.decided(&test) == Some(true)
                });
            if proof.graph.is_private(known) || !holds && !next.require(Comparison::Equal, &difference) {
                return None;
            }
        }
        next.owned.insert(at.object);
        next.unset.extend(structure.unset.iter());
        if let (Some((at, given)), Some(definition)) = (hole, structure.hole) {
            let at = next.keep(at);
            let pointers = given.pointers.into_iter().map(|value| next.keep(value)).collect();
            next.goals.push(Goal { definition, at, pointers, integers: given.integers, held_by: None });
        }
        Some(next)
    }

    /// Passes a whole segment, if all its nodes satisfy the rule for nodes.
    fn by_segment(&mut self, proof: &Proof, goal: &Goal, at: &Pointer, library: &Library) -> Option<Proof> {
        let (Form::List(nodes) | Form::Tree(nodes)) = library.form(goal.definition) else { return None };
        let object = proof.graph.object(at.object).clone();
        let segment = object.segment.clone()?;
        let is_first = at.end == End::First && constant(&at.offset) == Some(0);
        if !is_first || object.owner.is_some() || proof.owned.contains(&at.object) {
            return None;
        }
        let leads_away = |value: &Value| {
            let target = value.target().filter(|target| *target != at.object);
            target.is_some_and(|target| proof.graph.object(target).origin == Origin::Heap)
        };
        let mut data = nodes.data.iter().map(|(offset, ..)| object.cells.get(offset));
        let is_alone = proof.graph.owned(at.object).is_empty()
            && data.all(|cell| cell.is_none_or(|cell| !leads_away(&cell.value)));
        if proof.anchored.is_some() && !is_alone {
            return None;
        }
        let mut next = proof.clone();
        let previous = nodes.prev.map(|(_, parameter)| proof.value(goal.pointers[parameter]));
        self.has_nodes(&mut next, goal, nodes, at.object, previous)?;
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
        next.goals.push(Goal { definition: goal.definition, at: rest, pointers, integers, held_by: None });
        Some(next)
    }

    /// Whether the nodes of a segment are as a definition says, and the one before it is this.
    fn has_nodes(
        &mut self,
        proof: &mut Proof,
        goal: &Goal,
        nodes: &Nodes,
        id: ObjectId,
        previous: Option<Value>,
    ) -> Option<()> {
        let object = proof.graph.object(id).clone();
        let segment = object.segment.clone().filter(|segment| segment.kind != Kind::Structure)?;
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
            let parent = nodes.prev.map(|_| self::own(id));
            self.has_nodes(proof, goal, nodes, own, parent)?;
        }
        Some(())
    }

    /// Whether a part of each node of a segment is as a definition says.
    fn has_data(
        &mut self,
        proof: &mut Proof,
        goal: &Goal,
        (id, object): (ObjectId, &Object),
        (offset, bytes): (i64, i64),
        data: &Data,
        is_prev: bool,
    ) -> bool {
        let ty = IntType { bits: (bytes * 8) as u8, signed: true };
        let value = object.read(offset, bytes, Scalar::Int(ty));
        match data {
            // What becomes part of a structure is initialized there.
            Data::Raw => proof.anchored.is_none() || self.is_set(&value),
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
            Data::Same(Term::This) => value == own(id),
            Data::Same(term) => {
                let wanted = value_of(*term, &Value::Unset, &proof.given(goal), &[]);
                wanted.is_some_and(|wanted| self.are_same(&proof.graph, &value, &wanted))
            }
        }
    }

    /// Whether a value may be read.
    fn is_set(&self, value: &Value) -> bool {
        !self.task.checks.uninitialized || *value != Value::Unset
    }

    /// Applies a rule at the address of a goal.
    fn by_rule(&mut self, proof: &Proof, goal: &Goal, rule: &Rule, library: &Library) -> Option<Proof> {
        let mut next = proof.clone();
        let this = proof.value(goal.at);
        let mut fresh: Vec<Option<Value>> = vec![None; rule.fresh.len()];
        if !rule.cells.is_empty() || rule.block.is_some() {
            self.own_cells(&mut next, goal, rule, (&this, &mut fresh))?;
        }
        let given = next.given(goal);
        self.define(rule, &this, &given, &mut fresh);
        for (index, fact) in rule.facts.iter().enumerate() {
            let holds = match sum(fact, &this, &given, &fresh) {
                Some(expr) => next.require(fact.op, &expr),
                None => self.is_true(&next.graph, fact, &this, &given, &fresh),
            };
            if !holds {
                if self.misses.is_wanted {
                    let terms = TermsOfFact::new((rule, fact), self, (&next, goal), &fresh);
                    let stage = 1 + rule.cells.len() + index;
                    self.misses.note(&next, goal, stage, || Fault::Fact(terms));
                }
                return None;
            }
        }
        for call in &rule.calls {
            let definition = library.index(&call.checker)?;
            let inner = arguments(call, &library.definitions[definition], &this, &given, &fresh)?;
            let at = next.keep(value_of(call.at, &this, &given, &fresh)?);
            let pointers = inner.pointers.into_iter().map(|value| next.keep(value)).collect();
            let cell = rule.cells.iter().find(|cell| cell.value == call.at && call.at != Term::This);
            let held_by = this.target().zip(cell.and_then(|cell| self.extent(cell)));
            let held_by = held_by.map(|(holder, (offset, _))| (holder, offset));
            next.goals.push(Goal { definition, at, pointers, integers: inner.integers, held_by });
        }
        Some(next)
    }

    /// Owns the object at the address of a goal, and reads its cells as a rule says.
    fn own_cells(
        &mut self,
        next: &mut Proof,
        goal: &Goal,
        rule: &Rule,
        (this, fresh): (&Value, &mut Vec<Option<Value>>),
    ) -> Option<()> {
        let Value::Pointer(at) = this else {
            // It says more than that the structure is not empty, but less than why it is not.
            self.misses.note(next, goal, if *this == Value::Null { 0 } else { 2 }, || Fault::NoNode);
            return None;
        };
        let object = next.graph.object(at.object).clone();
        let size = constant(&object.size)?;
        let is_block = object.origin == Origin::Heap && rule.block == Some(size);
        let is_free = next.owned.insert(at.object) && object.owner.is_none();
        let is_start = constant(&at.offset) == Some(0) && object.segment.is_none();
        let mut ends = rule.cells.iter().map(|cell| self.extent(cell).map(|(offset, bytes)| offset + bytes));
        let is_inside = ends.all(|end| end.is_some_and(|end| end <= size));
        if !is_free || !is_start || rule.block.is_some() && !is_block || !is_inside {
            let (stage, fault) = if is_free { (2, Fault::Block) } else { (usize::MAX, Fault::Twice) };
            self.misses.note(next, goal, stage, || fault);
            return None;
        }
        for (index, cell) in rule.cells.iter().enumerate() {
            if let Err(wanted) = self.read_cell(next, &object, cell, rule, (goal, this, &mut *fresh)) {
                let (offset, bytes) = self.extent(cell)?;
                let ty = self.type_of_cell(rule, cell, bytes);
                let found = || object.read(offset, bytes, ty);
                self.misses.note(next, goal, 1 + index, || Fault::Cell { offset, found: found(), wanted });
                return None;
            }
        }
        Some(())
    }

    /// The type as which a rule reads a cell. Numbers are signed.
    fn type_of_cell(&self, rule: &Rule, cell: &CellRule, bytes: i64) -> Scalar {
        let int = IntType { bits: (bytes * 8).min(64) as u8, signed: true };
        if rule.is_address_in(cell) { Scalar::Ptr } else { Scalar::Int(int) }
    }

    /// Where a cell is, and how many bytes it has.
    pub(in crate::shapes) fn extent(&self, cell: &CellRule) -> Option<(i64, i64)> {
        let Place::Offset(offset) = cell.place else { return None };
        Some((offset, cell.bytes.unwrap_or(i64::from(self.task.program.target.pointer_bytes))))
    }

    /// Reads a cell: it gives a name its value, or holds what the rule says. If it does not, says what that
    /// is, if there is a value for it.
    fn read_cell(
        &mut self,
        proof: &mut Proof,
        object: &Object,
        cell: &CellRule,
        rule: &Rule,
        (goal, this, fresh): (&Goal, &Value, &mut Vec<Option<Value>>),
    ) -> Result<(), Option<Value>> {
        let (offset, bytes) = self.extent(cell).ok_or(None)?;
        let ty = self.type_of_cell(rule, cell, bytes);
        let mut value = object.read(offset, bytes, ty);
        let is_raw = matches!(cell.value, Term::Fresh(index) if rule.fresh[index] == Class::Raw);
        // What becomes part of a structure leads to nothing but its parts.
        let is_kept = proof.anchored.is_some();
        let is_part = rule.calls.iter().any(|call| call.at == cell.value);
        let leads_away = |value: &Value| {
            let at = value.target().map(|target| proof.graph.object(target));
            at.is_some_and(|object| object.origin == Origin::Heap)
        };
        if !is_raw && !self.is_set(&value) {
            return Err(None);
        }
        if is_raw && is_kept && self.task.checks.uninitialized {
            let rules = &self.library.definitions[goal.definition].rules;
            let number = rules.iter().position(|other| other == rule).ok_or(None)?;
            for (start, piece) in cut(object, offset, bytes) {
                if piece.value == Value::Unset {
                    let from = offset + start;
                    proof.unset.insert((goal.definition, number, from, from + piece.bytes));
                }
            }
        }
        if is_kept && !is_part && matches!(cell.value, Term::Fresh(_)) && leads_away(&value) {
            return Err(None);
        }
        if ty != Scalar::Ptr && !is_raw && matches!(value, Value::Int(_) | Value::Any) {
            value = self.coerced(&mut proof.graph, value, ty);
        }
        match cell.value {
            Term::Fresh(index) if fresh[index].is_none() => fresh[index] = Some(value),
            Term::Pointer(index) if !proof.graph.vars.contains_key(&goal.pointers[index]) => {
                proof.graph.vars.insert(goal.pointers[index], value);
            }
            term => {
                let wanted = value_of(term, this, &proof.given(goal), fresh).ok_or(None)?;
                let is_same = match (&value, &wanted) {
                    (Value::Int(one), Value::Int(other)) if !proof.graph.is_private(one) => {
                        proof.require(Comparison::Equal, &minus(one, other))
                    }
                    _ => self.are_same(&proof.graph, &value, &wanted),
                };
                is_same.then_some(()).ok_or(Some(wanted))?;
            }
        }
        Ok(())
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

    /// Whether a fact about addresses holds for sure.
    fn is_true(
        &mut self,
        graph: &Graph,
        fact: &Fact,
        this: &Value,
        given: &Given,
        fresh: &[Option<Value>],
    ) -> bool {
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

/// Whether a factor is 1 or -1.
fn is_unit(factor: &Rat) -> bool {
    *factor == Rat::from(1) || *factor == Rat::from(-1)
}

/// Whether an address is not that of a node of a segment, so that the segment cannot end there.
fn is_elsewhere(graph: &Graph, segment: ObjectId, end: &Value) -> bool {
    match end {
        Value::Null => true,
        Value::Pointer(end) => {
            let object = graph.object(end.object);
            let is_start = end.end == End::First && constant(&end.offset) == Some(0);
            let is_place = end.object != segment && object.origin != Origin::Outside && is_start;
            // What is behind a segment without nodes must be elsewhere, too.
            is_place && (!graph.may_be_empty(end.object) || object.after() == Value::Null)
        }
        _ => false,
    }
}
