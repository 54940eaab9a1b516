//! Arrays in parts: elements at unknown indices are accessed one at a time.
//!
//! An object that is accessed at an unknown place becomes a row of *parts*: elements that are known one by
//! one, and *slices*, which stand for any number of neighbouring elements that look alike, as segments do for
//! the nodes of lists. Each element of a slice may own lists, as the buckets of a hash table do. An access
//! cuts its slice in three: what is before the element, the element, and what is behind it. Loop heads fold
//! neighbouring parts, unless a variable holds the index of what is between them.

use super::engine::Shapes;
use super::expose::Names;
use super::graph::{Fill, Graph, Kind, Object, Origin, Segment, Test};
use super::memory::{Located, cut};
use super::value::{Expr, ObjectId, Pointer, Value, constant, minus, plus};
use crate::ir::CompareOp;
use crate::numbers::Interval;
use cfp_solver::{Int, Rat};

/// Limit on elements that become parts of their own.
const MAX_ELEMENTS: usize = 64;

/// Limit on parts of an object.
const MAX_PARTS: usize = 80;

/// Where an element is that is accessed.
struct Place {
    graph: Graph,
    /// Its part, and where that begins.
    part: usize,
    start: Expr,
}

impl Graph {
    /// Whether an object is an allocated block that no other block accounts for.
    pub(super) fn is_block(&self, object: &Object) -> bool {
        let is_empty = object.segment.as_ref().is_some_and(|it| self.is_constant(&it.length, 0));
        let owners = std::iter::successors(object.owner, |id| self.objects.get(id).and_then(|it| it.owner));
        let is_heap = |id: ObjectId| self.objects.get(&id).is_some_and(|it| it.origin == Origin::Heap);
        object.origin == Origin::Heap && !is_empty && !owners.into_iter().any(is_heap)
    }

    /// Whether some object is in parts.
    pub(super) fn has_parts(&self) -> bool {
        self.objects.values().any(|object| !object.parts.is_empty())
    }

    /// Forgets slices without elements.
    pub(super) fn drop_empty_parts(&mut self) {
        let whole: Vec<ObjectId> =
            self.objects.iter().filter(|(_, it)| !it.parts.is_empty()).map(|(id, _)| *id).collect();
        for id in whole {
            for part in self.object(id).parts.clone() {
                if self.segment(part).is_some_and(|slice| self.is_constant(&slice.length, 0)) {
                    self.remove_part(id, part);
                }
            }
        }
    }

    fn remove_part(&mut self, whole: ObjectId, part: ObjectId) {
        self.remove_owned(part);
        self.objects.remove(&part);
        self.object_mut(whole).parts.retain(|other| *other != part);
    }

    /// How many bytes a part has.
    pub(super) fn extent(&self, part: ObjectId) -> Expr {
        let object = self.object(part);
        let bytes = constant(&object.size).unwrap_or(0);
        Expr::constant(0).plus_expr(&object.length(), &Rat::from(bytes))
    }

    /// Where the parts of an object begin and end.
    pub(super) fn boundaries(&self, whole: ObjectId) -> Vec<Expr> {
        let mut boundaries = vec![Expr::constant(0)];
        for part in &self.object(whole).parts {
            boundaries.push(plus(&boundaries[boundaries.len() - 1], &self.extent(*part)));
        }
        boundaries
    }

    /// A value that must not be negative, as the length of a slice.
    fn as_length(&mut self, expr: &Expr, names: &mut Names) -> Option<Expr> {
        if let Some(value) = self.constant(expr) {
            return (value >= 0).then(|| Expr::constant(value));
        }
        let length = Expr::of(names.dim());
        self.numbers.equate(&minus(&length, expr)).ok()?;
        let (dim, _) = length.terms().next()?;
        self.restrict(*dim, &Interval::at_least(Int::ZERO))?;
        Some(length)
    }

    /// Takes an element out of a slice, by its index in there. Returns the element; nothing if there is no
    /// such state.
    fn expose_element(
        &mut self,
        whole: ObjectId,
        part: usize,
        index: &Expr,
        names: &mut Names,
    ) -> Option<ObjectId> {
        let slice = self.object(whole).parts[part];
        let length = self.segment(slice)?.length.clone();
        let before = self.as_length(index, names)?;
        let behind = self.as_length(&minus(&length, index).plus_constant(-1), names)?;
        let element = names.object();
        self.copy_segment(slice, element, false, names);
        let mut row = Vec::new();
        for (length, is_behind) in [(before, false), (behind, true)] {
            if constant(&length) != Some(0) {
                let copy = names.object();
                self.copy_segment(slice, copy, true, names);
                self.object_mut(copy).segment.as_mut().expect("a slice").length = length;
                row.push(copy);
            }
            if !is_behind {
                row.push(element);
            }
        }
        self.remove_owned(slice);
        self.objects.remove(&slice);
        self.private.retain(|_, home| *home != slice);
        self.object_mut(whole).parts.splice(part..=part, row);
        Some(element)
    }

    /// Replaces two neighbouring parts by one.
    pub(super) fn merge_parts(&mut self, whole: ObjectId, first: ObjectId, merged: ObjectId) {
        let parts = &mut self.object_mut(whole).parts;
        if let Some(at) = parts.iter().position(|part| *part == first) {
            parts.splice(at..=at + 1, [merged]);
        }
    }
}

impl Shapes<'_> {
    /// The states in which some bytes of an object, which are inside of it, are in one of its parts, and
    /// where. The place may still be unknown: then nothing is known of the bytes.
    pub(super) fn placed(&mut self, graph: Graph, at: Pointer, bytes: i64) -> Vec<Located> {
        let mut graph = graph;
        if graph.object(at.object).parts.is_empty() {
            if graph.constant(&at.offset).is_some() {
                return vec![(graph, at)];
            }
            self.has_unknown_places = true;
            let is_whole =
                graph.segment(at.object).is_none() && graph.object(at.object).origin != Origin::Part;
            if !self.slices || !is_whole || self.divide(&mut graph, &at, bytes).is_none() {
                return vec![(graph, at)];
            }
        }
        let places = self.places(graph, &at);
        places.into_iter().filter_map(|place| self.placed_in(place, &at, bytes)).collect()
    }

    /// The bytes in the part where they begin.
    fn placed_in(&mut self, place: Place, at: &Pointer, bytes: i64) -> Option<Located> {
        let Place { mut graph, part, start } = place;
        let id = graph.object(at.object).parts[part];
        let size = constant(&graph.object(id).size)?;
        let local = minus(&at.offset, &start);
        let local = constant_form(&graph, &local);
        let Some((index, rest)) = quotient(&local, size) else {
            // Somewhere in the part.
            if !graph.is_at_most(&local.clone().plus_constant(bytes), &graph.extent(id)) {
                self.gap_here("an access at an unknown place in an array");
                return None;
            }
            return Some((graph, Pointer { offset: local, ..Pointer::to(id) }));
        };
        if rest + bytes > size {
            self.gap_here("an access to several elements of an array");
            return None;
        }
        let offset = Expr::constant(rest);
        if graph.segment(id).is_none() {
            graph.assume(&Test { op: CompareOp::Eq, expr: index })?;
            return Some((graph, Pointer { offset, ..Pointer::to(id) }));
        }
        let element = graph.expose_element(at.object, part, &index, &mut self.names)?;
        if graph.object(at.object).parts.len() > MAX_PARTS {
            self.gap_here("an array in too many parts");
            return None;
        }
        Some((graph, Pointer { offset, ..Pointer::to(element) }))
    }

    /// The parts in which an address may be.
    fn places(&mut self, graph: Graph, at: &Pointer) -> Vec<Place> {
        let (parts, boundaries) = (graph.object(at.object).parts.clone(), graph.boundaries(at.object));
        for (part, id) in parts.iter().enumerate() {
            let local = constant_form(&graph, &minus(&at.offset, &boundaries[part]));
            let least = graph.numbers.range(&graph.object(*id).length()).low().and_then(Int::to_i64);
            let size = constant(&graph.object(*id).size).unwrap_or(0);
            if let (Some(local), Some(least)) = (constant(&local), least)
                && 0 <= local
                && local < least.saturating_mul(size)
            {
                return vec![Place { graph, part, start: boundaries[part].clone() }];
            }
        }
        let (mut found, mut rest) = (Vec::new(), graph);
        for part in 0..parts.len() {
            let start = boundaries[part].clone();
            let test = Test { op: CompareOp::Lt, expr: minus(&at.offset, &boundaries[part + 1]) };
            let is_last = part + 1 == parts.len();
            match rest.decided(&test) {
                Some(false) if !is_last => continue,
                None if !is_last => {
                    let mut inside = rest.clone();
                    if inside.assume(&test).is_some() && self.keep_bound(&mut inside, &test).is_some() {
                        found.push(Place { graph: inside, part, start });
                    }
                    let test = test.negated();
                    if rest.assume(&test).is_none() || self.keep_bound(&mut rest, &test).is_none() {
                        return found;
                    }
                }
                _ => {
                    found.push(Place { graph: rest, part, start });
                    return found;
                }
            }
        }
        found
    }

    /// Divides an object into parts, for an access at an unknown place. Nothing if there are no elements.
    fn divide(&mut self, graph: &mut Graph, at: &Pointer, bytes: i64) -> Option<()> {
        let object = graph.object(at.object);
        let stride = stride(&at.offset)?;
        let low = graph.numbers.range(&at.offset).low()?.to_i64()?;
        let begin = first_element(object, &at.offset, stride, bytes)?;
        let first = begin + (low - begin).div_euclid(stride) * stride;
        self.divide_from(graph, at.object, first, stride)
    }

    /// Divides the object that an address points into, if elements of an array begin there.
    pub(super) fn divide_array(&mut self, graph: &mut Graph, base: &Value, stride: &Value) {
        let (Value::Pointer(base), Value::Int(stride)) = (base, stride) else { return };
        let object = graph.object(base.object);
        let is_whole =
            object.segment.is_none() && object.origin != Origin::Outside && object.parts.is_empty();
        if let (Some(first), Some(stride)) = (constant(&base.offset), constant(stride))
            && is_whole
            && self.slices
        {
            _ = self.divide_from(graph, base.object, first, stride);
        }
    }

    /// Divides an object: from a place on, it has elements of some size.
    fn divide_from(&mut self, graph: &mut Graph, id: ObjectId, first: i64, stride: i64) -> Option<()> {
        let object = graph.object(id).clone();
        if first < 0 || stride < 1 || object.origin == (Origin::Global { is_constant: true }) {
            return None;
        }
        let size = constant(&object.size);
        let mut parts: Vec<Object> = Vec::new();
        if first > 0 {
            parts.push(piece(&object, 0, first));
        }
        let last_cell = object.cells.iter().next_back().map_or(0, |(start, cell)| start + cell.bytes);
        let end = match size {
            Some(size) if size - first >= stride => first + (size - first) / stride * stride,
            Some(_) => return None,
            None => last_cell.max(first),
        };
        let mut start = first;
        while start < end {
            let run = match object.overlapping(start, stride).next() {
                Some(_) => 1,
                None => {
                    let next = object.cells.range(start..).next().map_or(end, |(next, _)| *next).min(end);
                    ((next - start) / stride).max(1)
                }
            };
            let mut part = piece(&object, start, stride);
            if run > 1 {
                part.segment = Some(slice(Expr::constant(run)));
            }
            parts.push(part);
            start += run * stride;
            if parts.len() > MAX_ELEMENTS {
                return None;
            }
        }
        match size {
            Some(size) if end < size => parts.push(piece(&object, end, size - end)),
            Some(_) => {}
            None => {
                let (length, rest) = quotient(&object.size.clone().plus_constant(-start), stride)?;
                if rest != 0 || !graph.is_at_most(&Expr::constant(start), &object.size) {
                    return None;
                }
                let mut part = Object::new(Origin::Part, Expr::constant(stride), object.fill, object.pos);
                part.segment = Some(slice(graph.as_length(&length, &mut self.names)?));
                parts.push(part);
            }
        }
        let owner = object.owner;
        let row = parts.into_iter().map(|part| self.new_object(graph, Object { owner, ..part }));
        let row: Vec<ObjectId> = row.collect();
        let whole = graph.object_mut(id);
        (whole.fill, whole.parts) = (Fill::Unset, row);
        whole.cells.clear();
        Some(())
    }

    /// All of an object in parts is overwritten: it is in one piece again. Nothing if only some of it is.
    pub(super) fn reunite(&mut self, graph: &mut Graph, at: &Pointer, bytes: &Expr) -> Option<()> {
        let whole = graph.object(at.object);
        let is_all = constant_form(graph, &minus(&whole.size, bytes)) == Expr::constant(0);
        if whole.parts.is_empty() || !is_all || !graph.is_constant(&at.offset, 0) {
            return None;
        }
        graph.drop_empty_parts();
        let parts = std::mem::take(&mut graph.object_mut(at.object).parts);
        parts.iter().for_each(|part| _ = graph.objects.remove(part));
        graph.collect();
        Some(())
    }
}

/// Some bytes of an object, as a part of it.
fn piece(object: &Object, start: i64, bytes: i64) -> Object {
    let mut part = Object::new(Origin::Part, Expr::constant(bytes), object.fill, object.pos);
    for (offset, cell) in cut(object, start, bytes) {
        part.write(offset, cell.bytes, cell.value);
    }
    part
}

/// A slice of so many elements.
pub(super) fn slice(length: Expr) -> Segment {
    Segment { kind: Kind::Slice, head: 0, links: Vec::new(), prev: None, width: 0, length, structure: None }
}

/// How far neighbouring elements are apart, if an offset is that of some element.
fn stride(offset: &Expr) -> Option<i64> {
    let factors = offset.terms().map(|(_, factor)| factor.to_int().and_then(|factor| factor.to_i64()));
    let common =
        factors.collect::<Option<Vec<i64>>>()?.into_iter().fold(0, |one, other| gcd(one, other.abs()));
    (common > 0).then_some(common)
}

/// The greatest common divisor.
pub(super) fn gcd(one: i64, other: i64) -> i64 {
    if other == 0 { one } else { gcd(other, one % other) }
}

/// Where the first element begins: at the start of the object, or as far behind it as elements need to end
/// where the object does, or where the access is.
fn first_element(object: &Object, offset: &Expr, stride: i64, bytes: i64) -> Option<i64> {
    let place = offset.constant_part().to_int()?.to_i64()?.rem_euclid(stride);
    let rest = constant(&object.size).map_or(0, |size| size.rem_euclid(stride));
    [0, rest, place].into_iter().find(|begin| {
        let inside = (place - begin).rem_euclid(stride);
        let straddles = |(start, cell): (&i64, &super::graph::Cell)| {
            let is_plain = matches!(cell.value, Value::Zeros | Value::Unset | Value::Any);
            !is_plain && (start - begin).rem_euclid(stride) + cell.bytes > stride && *start >= *begin
        };
        inside + bytes <= stride && !object.cells.iter().any(straddles)
    })
}

/// An expression divided by a number, and the rest, if that is the same for all values.
pub(super) fn quotient(expr: &Expr, by: i64) -> Option<(Expr, i64)> {
    let number = expr.constant_part().to_int()?.to_i64()?;
    let (mut result, rest) = (Expr::constant(number.div_euclid(by)), number.rem_euclid(by));
    for (dim, factor) in expr.terms() {
        let factor = factor.to_int()?.to_i64()?;
        if factor % by != 0 {
            return None;
        }
        result = result.plus(dim, &Rat::from(factor / by));
    }
    Some((result, rest))
}

/// An expression, or its value if that is known.
pub(super) fn constant_form(graph: &Graph, expr: &Expr) -> Expr {
    match graph.numbers.equations().reduce(expr).as_constant() {
        Some(value) => Expr::constant(value.clone()),
        None => graph.constant(expr).map_or(expr.clone(), Expr::constant),
    }
}
