//! Which parts of two arrays correspond to each other, if only what they hold tells.

use super::parts::Aligned;
use super::{Aim, Joiner};
use crate::shapes::expose::Names;
use crate::shapes::graph::{Fill, Graph, Object, Origin, Segment};
use crate::shapes::parts::{constant_form, quotient, slice};
use crate::shapes::value::{Expr, ObjectId, Value, constant};
use std::ops::Range;
use std::rc::Rc;

impl Joiner<'_> {
    /// Whether blocks of different sizes are arrays that can be described by one, whose size is unknown.
    pub(super) fn are_arrays(&self, left: &Object, right: &Object) -> bool {
        let is_block = |it: &Object| it.origin == Origin::Heap && it.record.is_none() && it.cells.is_empty();
        let is_divided = !left.parts.is_empty() || !right.parts.is_empty();
        self.aim != Aim::Cover && is_divided && is_block(left) && is_block(right)
    }

    /// Pairs what was written of two blocks, and the rest of them, if what they hold differs. Each is one
    /// part at most. Where a block has no such part, it is empty.
    pub(super) fn aligned_contents(
        &self,
        whole: [ObjectId; 2],
        ranges: &[Range<usize>; 2],
    ) -> Option<Vec<Aligned>> {
        let mut pairs = vec![[None; 2]; 2];
        for side in 0..2 {
            let block = self.sides[side].object(whole[side]);
            if block.origin != Origin::Heap {
                return None;
            }
            let row = &block.parts[ranges[side].clone()];
            let kinds: Vec<bool> = row.iter().map(|part| is_unset(self.sides[side].object(*part))).collect();
            match kinds[..] {
                [is_rest] => pairs[usize::from(is_rest)][side] = Some(row[0]),
                [false, true] => {
                    pairs[0][side] = Some(row[0]);
                    pairs[1][side] = Some(row[1]);
                }
                _ => return None,
            }
        }
        Some(pairs)
    }

    /// The parts of the pair of two blocks of which one is in one piece. Nothing is known of what that
    /// piece holds, so it is like a part that holds as little.
    pub(super) fn undivided(
        &mut self,
        whole: [ObjectId; 2],
        owner: Option<ObjectId>,
        names: &mut Names,
    ) -> Option<Vec<ObjectId>> {
        let side = usize::from(self.sides[0].object(whole[0]).parts.is_empty());
        let (graph, piece) = (self.sides[side], self.sides[1 - side].object(whole[1 - side]).clone());
        let row = graph.object(whole[side]).parts.clone();
        let bytes = common_size(graph, &row)?;
        let is_plain = piece.origin == Origin::Heap && piece.fill == Fill::Unset && piece.cells.is_empty();
        let size = constant_form(self.sides[1 - side], &piece.size);
        let (count, 0) = quotient(&size, bytes)? else { return None };
        if !is_plain {
            return None;
        }
        let like = row.iter().position(|part| is_unset(graph.object(*part)));
        let mut images = Vec::new();
        for (at, part) in row.iter().enumerate() {
            images.push(match Some(at) == like {
                true => self.part_with(side, *part, &count, owner, names)?,
                false => self.part_alone(side, *part, owner, names)?,
            });
        }
        if like.is_none() {
            images.push(self.new_part(1 - side, bytes, &count, (owner, &piece), names)?);
        }
        Some(images)
    }

    /// A part that holds nothing on one side, and has no elements on the other.
    fn new_part(
        &mut self,
        side: usize,
        bytes: i64,
        count: &Expr,
        (owner, piece): (Option<ObjectId>, &Object),
        names: &mut Names,
    ) -> Option<ObjectId> {
        if self.aim == Aim::Cover && side == 1 {
            return None;
        }
        self.is_weaker[1 - side] = true;
        let none = Expr::constant(0);
        let values = if side == 0 { [count, &none] } else { [&none, count] };
        let length = self.integer(values.map(Some), owner, names);
        let mut part = Object::new(Origin::Part, Expr::constant(bytes), Fill::Unset, piece.pos);
        (part.owner, part.segment) = (owner, Some(slice(length)));
        let id = names.object();
        self.result.objects.insert(id, Rc::new(part));
        Some(id)
    }

    /// A part of one side, which has so many elements on the other that look alike.
    pub(super) fn part_with(
        &mut self,
        side: usize,
        part: ObjectId,
        others: &Expr,
        owner: Option<ObjectId>,
        names: &mut Names,
    ) -> Option<ObjectId> {
        if self.images[side].contains_key(&part) {
            return None;
        }
        let object = self.sides[side].object(part);
        let length = object.length();
        self.is_weaker[side] |= object.segment.is_none();
        let segment = Segment { length: length.clone(), ..slice(length.clone()) };
        self.alone[side].insert(part);
        let image = self.copy_alone(side, part, Some(&segment), owner, names);
        self.alone[side].remove(&part);
        let values = if side == 0 { [&length, others] } else { [others, &length] };
        let length = self.integer(values.map(Some), owner, names);
        self.result.object_mut(image).segment.as_mut().expect("a slice").length = length;
        Some(image)
    }
}

/// Whether nothing was written to a part.
fn is_unset(part: &Object) -> bool {
    let is_unset = |value: &Value| matches!(value, Value::Unset);
    part.fill == Fill::Unset && part.cells.values().all(|cell| is_unset(&cell.value))
}

/// How many parts of a block were written, if these are first and there are others.
pub(super) fn written(graph: &Graph, whole: ObjectId) -> Option<usize> {
    let block = graph.object(whole);
    let is_unset = |part: &&ObjectId| is_unset(graph.object(**part));
    let count = block.parts.iter().take_while(|part| !is_unset(part)).count();
    let is_rest = block.parts[count..].iter().all(|part| is_unset(&part));
    (block.origin == Origin::Heap && is_rest && 0 < count && count < block.parts.len()).then_some(count)
}

/// The size of the elements of all parts, if it is the same.
fn common_size(graph: &Graph, row: &[ObjectId]) -> Option<i64> {
    let sizes: Option<Vec<i64>> = row.iter().map(|part| constant(&graph.object(*part).size)).collect();
    let sizes = sizes?;
    let first = *sizes.first()?;
    (first > 0 && sizes.iter().all(|size| *size == first)).then_some(first)
}
