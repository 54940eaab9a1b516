//! Structures of one graph that have no counterpart in the other: there, they have no nodes.

use super::{Aim, Holder, Joiner};
use crate::checkers::Comparison;
use crate::ir::CompareOp;
use crate::shapes::expose::Names;
use crate::shapes::graph::{Graph, Origin, Segment, Test};
use crate::shapes::structures::{Given, Structure, UnsetBytes, sum};
use crate::shapes::value::{End, Expr, ObjectId, Pointer, Value, constant};
use std::rc::Rc;

impl Joiner<'_> {
    /// Whether two integers in a node tell that different rules hold for it. Such nodes become structures.
    pub(super) fn are_tags(&self, id: ObjectId, offset: i64, values: [&Value; 2]) -> bool {
        let object = self.result.object(id);
        let is_node = object.segment.is_none() && object.origin == Origin::Heap;
        match (values, constant(&object.size)) {
            ([Value::Int(one), Value::Int(other)], Some(size)) if is_node && one != other => {
                self.layouts.library.is_tag(size, offset)
            }
            _ => false,
        }
    }

    /// The structure that two are, with what may not be initialized in either.
    pub(super) fn joined_structure(
        &mut self,
        left: Option<&Segment>,
        right: Option<&Segment>,
    ) -> Option<Rc<Structure>> {
        let (left, right) = (left?.structure.as_ref()?, right?.structure.as_ref()?);
        let unset: UnsetBytes = left.unset.union(&right.unset).copied().collect();
        self.is_weaker[0] |= unset != *left.unset;
        self.is_weaker[1] |= unset != *right.unset;
        Some(Rc::new(Structure { unset: Rc::new(unset), ..Structure::clone(left) }))
    }

    /// Pairs a pointer of one side to a structure with another value: the structure has no nodes on the other
    /// side. Then it is where its hole is, with the same arguments, or its rule for no nodes says where.
    pub(super) fn alone_structure(
        &mut self,
        side: usize,
        pointer: &Pointer,
        value: &Value,
        names: &mut Names,
    ) -> Option<Value> {
        let object = self.sides[side].object(pointer.object).clone();
        let segment = object.segment.clone()?;
        let structure = segment.structure.clone()?;
        let is_start = pointer.end == End::First && constant(&pointer.offset) == Some(0);
        if !is_start || !structure.may_be_empty() || object.owner.is_some() || self.fold.is_some() {
            return None;
        }
        if self.alone[side].contains(&pointer.object) {
            let id = self.images[side][&pointer.object];
            let is_same = match segment.next() {
                Some(next) => self.same_end(side, id, next, &object.link(next, segment.width), value, names),
                None => *value == Value::Null,
            };
            return is_same.then(|| Value::Pointer(Pointer::to(id)));
        }
        let is_excluded = self.aim == Aim::Cover && side == 1;
        let is_other = structure.hole.is_some() && self.has_alone_hole(1 - side);
        if is_excluded || is_other || self.images[side].contains_key(&pointer.object) {
            return None;
        }
        let id = names.object();
        self.images[side].insert(pointer.object, id);
        self.alone[side].insert(pointer.object);
        self.is_weaker[1 - side] = true;
        let none = Expr::constant(0);
        let lengths = [&segment.length, &none];
        let lengths = if side == 0 { lengths } else { [lengths[1], lengths[0]] };
        let length = self.integer(lengths.map(Some), None, names);
        let mut image = object.clone();
        image.segment.as_mut().expect("a structure").length = length;
        image.cells.clear();
        self.result.objects.insert(id, Rc::new(image));
        match segment.next() {
            Some(next) => {
                let end = Some(Holder { object: id, offset: next, is_end: true });
                let known = object.link(next, segment.width);
                let paired = match side {
                    0 => self.value(&known, value, end, names),
                    _ => self.value(value, &known, end, names),
                };
                let paired = paired?;
                self.ends.insert((id, next), paired.clone());
                self.result.object_mut(id).write(next, segment.width, paired);
            }
            None if *value == Value::Null => {}
            None => return None,
        }
        self.alone_arguments(side, id, pointer.object, &structure, names)?;
        Some(Value::Pointer(Pointer::to(id)))
    }

    /// Whether a side has a structure with a hole that the other one does not have. With those of both sides,
    /// the result could grow without end.
    fn has_alone_hole(&self, side: usize) -> bool {
        self.alone[side].iter().any(|id| {
            let structure = self.sides[side].segment(*id).and_then(|segment| segment.structure.as_ref());
            structure.is_some_and(|structure| structure.hole.is_some())
        })
    }

    /// Whether another pointer to a structure without nodes is to the same end.
    fn same_end(
        &mut self,
        side: usize,
        id: ObjectId,
        next: i64,
        known: &Value,
        value: &Value,
        names: &mut Names,
    ) -> bool {
        let end = Some(Holder { object: id, offset: next, is_end: true });
        let paired = match side {
            0 => self.value(known, value, end, names),
            _ => self.value(value, known, end, names),
        };
        paired.is_some() && paired == self.ends.get(&(id, next)).cloned()
    }

    /// The arguments of a structure that has no nodes on the other side. There, those of the hole are the
    /// same.
    fn alone_arguments(
        &mut self,
        side: usize,
        id: ObjectId,
        original: ObjectId,
        structure: &Structure,
        names: &mut Names,
    ) -> Option<()> {
        let object = self.sides[side].object(original).clone();
        let (given, hole) = structure.arguments(&object)?;
        let next = object.segment.as_ref().and_then(|segment| segment.next());
        for (&offset, cell) in &object.cells {
            if Some(offset) == next {
                continue;
            }
            match &cell.value {
                Value::Int(_) => {}
                Value::Pointer(pointer) => {
                    constant(&pointer.offset)?;
                    self.result.object_mut(id).write(offset, cell.bytes, cell.value.clone());
                    self.deferred.push((id, offset, side, pointer.clone()));
                }
                value => self.result.object_mut(id).write(offset, cell.bytes, value.clone()),
            }
        }
        let other = &self.sides[1 - side];
        let values = match &hole {
            Some((_, of_hole)) => {
                // Parameters that change on the way would be the same here.
                let are_same = given.pointers == of_hole.pointers;
                if !are_same {
                    return None;
                }
                let translated = |expr: &Expr| self.other_value(side, expr);
                of_hole.integers.iter().map(translated).collect::<Vec<_>>()
            }
            None => given.integers.iter().map(|expr| self.other_value(side, expr)).collect(),
        };
        if hole.is_none() && !is_empty_possible(structure, &given, &values, other) {
            return None;
        }
        if self.aim == Aim::Cover && values.iter().any(Option::is_none) {
            return None;
        }
        let of_hole = hole.map(|(_, given)| given.integers).unwrap_or_default();
        let mut offsets = structure.integer_slots();
        for (index, expr) in given.integers.iter().chain(&of_hole).enumerate() {
            let value = values[index % given.integers.len()].clone();
            let pair = if side == 0 { [Some(expr), value.as_ref()] } else { [value.as_ref(), Some(expr)] };
            let joined = self.integer(pair, None, names);
            let (offset, bytes) = offsets.next()?;
            self.result.object_mut(id).write(offset, bytes, Value::Int(joined));
        }
        Some(())
    }

    /// What an expression of one side is on the other, if all its integers are paired.
    fn other_value(&self, side: usize, expr: &Expr) -> Option<Expr> {
        let mut other = Expr::constant(expr.constant_part().clone());
        if let Some(pair) = self.integers.iter().find(|pair| pair.values[side].as_ref() == Some(expr)) {
            return pair.values[1 - side].clone();
        }
        for (dim, factor) in expr.terms() {
            let of_dim = Expr::of(*dim);
            let mut pairs = self.integers.iter().filter(|pair| pair.values[side].as_ref() == Some(&of_dim));
            let value = pairs.find_map(|pair| pair.values[1 - side].clone())?;
            other = other.plus_expr(&value, factor);
        }
        Some(other)
    }
}

/// Whether the rule for structures without nodes holds on the side that has none.
fn is_empty_possible(structure: &Structure, given: &Given, values: &[Option<Expr>], side: &Graph) -> bool {
    let Some(rule) = structure.library.empty_rule(structure.definition) else { return false };
    let known: Option<Vec<Expr>> = values.iter().cloned().collect();
    rule.facts.iter().all(|fact| {
        let integers = match &known {
            Some(known) => known.clone(),
            None => given.integers.clone(),
        };
        let given = Given { pointers: given.pointers.clone(), integers };
        let Some(expr) = sum(fact, &Value::Null, &given, &[]) else { return true };
        let op = match fact.op {
            Comparison::Equal => CompareOp::Eq,
            Comparison::Different => CompareOp::Ne,
            Comparison::Less => CompareOp::Lt,
            Comparison::AtMost => CompareOp::Le,
        };
        known.is_some() && side.decided(&Test { op, expr }) == Some(true)
    })
}
