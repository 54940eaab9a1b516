//! Unfolding: a node is taken out of a structure that has one, by one of the rules of its definition.

use super::{Applied, Form, Given, Structure, arguments, signed_range, sum, test_op, value_of};
use crate::checkers::{Class, Comparison, Fact, Place, Rule, Term};
use crate::ir::CompareOp;
use crate::numbers::Interval;
use crate::shapes::expose::Names;
use crate::shapes::graph::{Fill, Graph, Object, Origin, Test};
use crate::shapes::value::{End, Expr, ObjectId, Pointer, Value, minus};
use cfp_solver::Int;
use std::rc::Rc;

impl Structure {
    /// The ways to have a node: a rule, and the call that leads to the hole, if there is one.
    pub(in crate::shapes) fn ways(&self) -> Vec<(usize, Option<usize>)> {
        let library = &self.library;
        let mut ways = Vec::new();
        for (index, rule) in library.definitions[self.definition].rules.iter().enumerate() {
            if rule.cells.is_empty() {
                continue;
            }
            let Some(hole) = self.hole else {
                ways.push((index, None));
                continue;
            };
            for (call, called) in rule.calls.iter().enumerate() {
                let Some(called) = library.index(&called.checker) else { continue };
                let is_structure = matches!(library.form(called), Form::Structure);
                if is_structure && (called == hole || library.reaches(called, hole)) {
                    ways.push((index, Some(call)));
                }
            }
        }
        ways
    }
}

impl Graph {
    /// Takes the first node out of a structure that has one. Nothing if there is no such state.
    pub(in crate::shapes) fn unfold(
        &mut self,
        id: ObjectId,
        way: usize,
        names: &mut Names,
    ) -> Option<ObjectId> {
        let object = self.object(id).clone();
        let segment = object.segment.clone()?;
        let structure = segment.structure.clone()?;
        let library = structure.library.clone();
        let (given, mut hole) = structure.arguments(&object).expect("a structure has its arguments");
        let (number, call_to_hole) = structure.ways()[way];
        let rule = &library.definitions[structure.definition].rules[number];
        let node = names.object();
        let block = Expr::constant(rule.block?);
        let mut block = Object::new(Origin::Heap, block, Fill::Unset, object.pos);
        (block.owner, block.record) = (object.owner, object.record);
        self.objects.insert(node, Rc::new(block));
        let this = Value::Pointer(Pointer::to(node));
        let mut fresh = self.new_values(rule, &object, names)?;
        let mut rest = segment.length.clone().plus_constant(-1);
        let mut last = None;
        // The address of one part may be an argument of another one, which then comes later.
        let mut pending: Vec<usize> = (0..rule.calls.len()).collect();
        while !pending.is_empty() {
            let known = |index: usize| {
                let call = &rule.calls[index];
                let definition = library.index(&call.checker)?;
                let given = arguments(call, &library.definitions[definition], &this, &given, &fresh)?;
                Some(Applied { definition, given })
            };
            let next = pending.iter().enumerate().find_map(|(at, index)| Some((at, known(*index)?)));
            let (at, applied) = next.expect("the parts of a node can be made one by one");
            let index = pending.remove(at);
            let to_hole = structure.hole.zip(hole.take_if(|_| call_to_hole == Some(index)));
            let to_hole = to_hole.map(|(definition, (at, given))| (definition, at, given));
            let child = self.add_applied(
                &library,
                &applied,
                to_hole,
                (object.owner, &structure.unset),
                object.pos,
                names,
            )?;
            rest = minus(&rest, &self.object(child).length());
            if let Term::Fresh(name) = rule.calls[index].at {
                fresh[name] = Some(Value::Pointer(Pointer::to(child)));
            }
            last = (call_to_hole == Some(index)).then_some(child).or(last);
        }
        self.write_rule(node, rule, &this, &given, &fresh, &library)?;
        for &(_, _, from, to) in structure
            .unset
            .iter()
            .filter(|(definition, rule, ..)| (*definition, *rule) == (structure.definition, number))
        {
            self.object_mut(node).write(from, to - from, Value::Unset);
        }
        self.objects.remove(&id);
        self.redirect(id, End::First, 0, &this);
        self.numbers.equate(&rest).ok()?;
        for fact in &rule.facts {
            self.assume_fact(fact, &this, &given, &fresh, names)?;
        }
        if let Some(last) = last
            && self.is_constant(&self.object(last).length(), 0)
        {
            self.remove_segment(last, names)?;
        }
        debug_assert!(self.is_closed());
        Some(node)
    }

    /// Values for the names of a rule, apart from those of calls.
    fn new_values(
        &mut self,
        rule: &Rule,
        structure: &Object,
        names: &mut Names,
    ) -> Option<Vec<Option<Value>>> {
        let mut fresh: Vec<Option<Value>> = vec![None; rule.fresh.len()];
        for (index, value) in fresh.iter_mut().enumerate() {
            let name = Term::Fresh(index);
            if rule.calls.iter().any(|call| call.at == name) {
                continue;
            }
            if rule.is_address(index) {
                let id = names.object();
                let outside = Object::new(Origin::Outside, Expr::constant(0), Fill::Unset, structure.pos);
                self.objects.insert(id, Rc::new(Object { owner: structure.owner, ..outside }));
                *value = Some(Value::Pointer(Pointer::to(id)));
                continue;
            }
            if rule.fresh[index] == Class::Raw {
                *value = Some(Value::Any);
                continue;
            }
            let dim = names.dim();
            let bytes = rule.cells.iter().find(|cell| cell.value == name).and_then(|cell| cell.bytes);
            if let Some(bytes) = bytes {
                self.restrict(dim, &signed_range(bytes))?;
            }
            structure.owner.into_iter().for_each(|owner| _ = self.private.insert(dim, owner));
            *value = Some(Value::Int(Expr::of(dim)));
        }
        Some(fresh)
    }

    /// Writes the cells of a rule.
    fn write_rule(
        &mut self,
        node: ObjectId,
        rule: &Rule,
        this: &Value,
        given: &Given,
        fresh: &[Option<Value>],
        library: &super::Library,
    ) -> Option<()> {
        for cell in &rule.cells {
            let Place::Offset(offset) = cell.place else { return None };
            let value = value_of(cell.value, this, given, fresh)?;
            let value = if value == Value::int(0) { Value::Zeros } else { value };
            self.object_mut(node).write(offset, cell.bytes.unwrap_or(library.pointer_bytes), value);
        }
        Some(())
    }

    /// Only the states in which a fact about integers holds. Of addresses, only that a part has nodes is
    /// kept: without the others, more is possible.
    fn assume_fact(
        &mut self,
        fact: &Fact,
        this: &Value,
        given: &Given,
        fresh: &[Option<Value>],
        names: &mut Names,
    ) -> Option<()> {
        if let Some(expr) = sum(fact, this, given, fresh) {
            return self.assume_sum(fact.op, &expr, names);
        }
        if let (Comparison::Different, Some((name, Term::Number(0)))) = (fact.op, fact.sides())
            && let Some(Value::Pointer(at)) = value_of(name, this, given, fresh)
            && let Some(segment) = self.segment(at.object)
            && self.object(at.object).after() == Value::Null
        {
            let length = segment.length.clone();
            return self.assume(&Test { op: CompareOp::Ge, expr: length.plus_constant(-1) });
        }
        Some(())
    }

    /// Only the states in which a sum compares so with zero. Bounds of sums are kept.
    pub(super) fn assume_sum(&mut self, op: Comparison, expr: &Expr, names: &mut Names) -> Option<()> {
        let range = match op {
            Comparison::Equal => Interval::constant(0),
            Comparison::Less => Interval::new(None, Some(Int::MINUS_ONE))?,
            Comparison::AtMost => Interval::new(None, Some(Int::ZERO))?,
            Comparison::Different => {
                return self.assume(&Test { op: test_op(op), expr: expr.clone() });
            }
        };
        self.bound(expr, &range, names)
    }

    /// Only the states in which a structure has no nodes: its rule for these holds, or its arguments are
    /// those of its hole.
    pub(in crate::shapes) fn assume_no_nodes(&mut self, id: ObjectId, names: &mut Names) -> Option<()> {
        let object = self.object(id).clone();
        let Some(structure) = object.segment.as_ref().and_then(|segment| segment.structure.clone()) else {
            return Some(());
        };
        let (given, hole) = structure.arguments(&object).expect("a structure has its arguments");
        if let Some((_, of_hole)) = hole {
            for (one, other) in given.integers.iter().zip(&of_hole.integers) {
                self.numbers.equate(&minus(one, other)).ok()?;
            }
            let differ = |(one, other): (&Value, &Value)| match (one, other) {
                (Value::Null, Value::Pointer(at)) | (Value::Pointer(at), Value::Null) => {
                    let object = self.object(at.object);
                    object.segment.is_none() && object.origin != Origin::Outside
                }
                _ => false,
            };
            let mut pointers = given.pointers.iter().zip(&of_hole.pointers);
            return (!pointers.any(differ)).then_some(());
        }
        let rule = structure.library.empty_rule(structure.definition)?.clone();
        for fact in &rule.facts {
            if let Some(expr) = sum(fact, &Value::Null, &given, &[]) {
                self.assume_sum(fact.op, &expr, names)?;
            }
        }
        Some(())
    }
}
