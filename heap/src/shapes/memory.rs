//! Accesses to memory, allocation and deallocation.

use super::engine::Shapes;
use super::graph::{Cell, Fill, Graph, Object, Origin, Segment};
use super::join::PlaceKind;
use super::value::{Expr, ObjectId, Pointer, Value, constant, minus, plus, range_of};
use crate::ir::{Access, IntType, Operand, Pos, Scalar};
use crate::numbers::Interval;
use crate::property::ViolationKind;
use cfp_solver::Int;
use std::rc::Rc;

/// A state and the address of an object in it, which is no segment.
pub(super) type Located = (Graph, Pointer);

/// Limit on segments that one access exposes.
const MAX_EXPOSED: usize = 12;

/// Limit on addresses of pointers that are told apart at one access.
const MAX_PLACES: i64 = 8;

impl Shapes<'_> {
    /// The states in which a value is no pointer into a segment: nodes are taken out of it.
    pub(super) fn exposed(&mut self, graph: Graph, operand: &Operand) -> Vec<Graph> {
        let (mut done, mut pending) = (Vec::new(), vec![(graph, 0)]);
        while let Some((mut graph, count)) = pending.pop() {
            let pointer = match self.operand(&graph, operand) {
                Value::Pointer(pointer) if graph.segment(pointer.object).is_some() => Some(pointer),
                _ => None,
            };
            let Some(pointer) = pointer else {
                done.push(graph);
                continue;
            };
            let segment = pointer.object;
            if count == MAX_EXPOSED {
                self.gap_here("too many empty segments in a row");
                continue;
            }
            if graph.may_be_empty(segment) {
                let empty = graph.emptied(segment, &mut self.names);
                pending.extend(empty.map(|empty| (empty, count + 1)));
                let Some(inhabited) = graph.inhabited(segment) else { continue };
                graph = inhabited;
            }
            let ways = graph.segment(segment).map_or(0, Segment::ways);
            for way in 0..ways {
                let mut graph = graph.clone();
                if graph.expose(segment, pointer.end, way, &mut self.names).is_some() {
                    pending.push((graph, count + 1));
                }
            }
        }
        done
    }

    /// The objects that an address may point into. Executions in which it is no address of an object end.
    pub(super) fn located(&mut self, graph: Graph, addr: &Operand, pos: Pos) -> Vec<Located> {
        let mut found = Vec::new();
        for graph in self.exposed(graph, addr) {
            let kind = match self.operand(&graph, addr) {
                Value::Pointer(pointer) => {
                    found.push((graph, pointer));
                    continue;
                }
                Value::Null => ViolationKind::NullDereference,
                Value::Int(expr) if graph.is_constant(&expr, 0) => ViolationKind::NullDereference,
                Value::Dangling => ViolationKind::UseAfterFree,
                _ => ViolationKind::InvalidDereference,
            };
            self.violate(pos, kind);
        }
        found
    }

    /// Checks that some bytes are in their object.
    pub(super) fn in_bounds(
        &mut self,
        graph: &mut Graph,
        at: &Pointer,
        bytes: &Expr,
        pos: Pos,
    ) -> Option<()> {
        let size = graph.object(at.object).size.clone();
        let end = plus(&at.offset, bytes);
        let is_inside = match (constant(&at.offset), constant(&end), constant(&size)) {
            (Some(offset), Some(end), Some(size)) => 0 <= offset && end <= size,
            _ => graph.is_at_most(&Expr::constant(0), &at.offset) && graph.is_at_most(&end, &size),
        };
        if is_inside {
            return Some(());
        }
        self.violate(pos, ViolationKind::OutOfBounds);
        // Behind the check, it is inside.
        graph.numbers.at_most_zero(&minus(&Expr::constant(0), &at.offset)).ok()?;
        graph.numbers.at_most_zero(&minus(&end, &size)).ok()
    }

    /// The objects, or parts of objects, that an access to so many bytes touches.
    pub(super) fn accessed(&mut self, graph: Graph, addr: &Operand, bytes: i64, pos: Pos) -> Vec<Located> {
        let mut found = Vec::new();
        for (mut graph, at) in self.located(graph, addr, pos) {
            if self.in_bounds(&mut graph, &at, &Expr::constant(bytes), pos).is_some() {
                found.extend(self.placed(graph, at, bytes));
            }
        }
        found
    }

    /// The same for a scalar. An address in a node at which one of a few pointers may be is each of them in a
    /// state of its own: what is known of none is of no use.
    fn accessed_scalar(&mut self, graph: Graph, addr: &Operand, access: Access, pos: Pos) -> Vec<Located> {
        let bytes = self.width(access);
        let found = self.accessed(graph, addr, bytes, pos);
        if access.ty != Scalar::Ptr {
            return found;
        }
        found.into_iter().flat_map(each_place).collect()
    }

    /// The same where the number of bytes may be unknown. Objects in parts are accessed one part at a time.
    fn accessed_block(&mut self, (mut graph, at): Located, bytes: &Expr, pos: Pos) -> Vec<Located> {
        if self.in_bounds(&mut graph, &at, bytes, pos).is_none() {
            return Vec::new();
        }
        if graph.object(at.object).parts.is_empty() && !self.slices {
            return vec![(graph, at)];
        }
        match graph.constant(bytes) {
            Some(0) => vec![(graph, at)],
            Some(bytes) => self.placed(graph, at, bytes),
            None if graph.object(at.object).parts.is_empty() => vec![(graph, at)],
            None => {
                self.gap_at(pos, "an unknown number of elements of an array");
                Vec::new()
            }
        }
    }

    /// How many bytes an access touches.
    fn width(&self, access: Access) -> i64 {
        match access.bits {
            Some(bits) => i64::from((u32::from(bits.shift) + u32::from(bits.width)).div_ceil(8)),
            None => i64::from(self.task.program.target.size_of(access.ty)),
        }
    }

    /// Reads from memory.
    pub(super) fn load(
        &mut self,
        graph: Graph,
        addr: &Operand,
        access: Access,
        pos: Pos,
    ) -> Vec<(Graph, Value)> {
        let bytes = self.width(access);
        let mut results = Vec::new();
        for (mut graph, at) in self.accessed_scalar(graph, addr, access, pos) {
            let object = graph.object(at.object);
            let raw = match graph.constant(&at.offset) {
                Some(offset) => object.read(offset, bytes, access.ty),
                None if is_set(object) => Value::Any,
                None => match reach(&graph, &at, bytes) {
                    Some((start, bytes)) if is_set_within(object, start, bytes) => Value::Any,
                    _ => Value::Unset,
                },
            };
            if self.layouts.forgets
                && raw == Value::Unset
                && let Some(offset) = graph.constant(&at.offset)
            {
                self.needed.extend(PlaceKind::of(&graph, (at.object, offset)));
            }
            let value = match (raw, access.bits) {
                // Without that check, what is not initialized has some value, the same at each read.
                (Value::Unset, None) if !self.task.checks.uninitialized && access.ty.as_int().is_some() => {
                    self.read_as(&mut graph, Value::Any, &at, access.ty)
                }
                (Value::Unset, _) => Value::Unset,
                (_, Some(bits)) => {
                    let signed = access.ty.as_int().is_some_and(|ty| ty.signed);
                    self.fresh(&mut graph, IntType { bits: bits.width, signed })
                }
                (_, None) if access.volatile => self.coerced(&mut graph, Value::Any, access.ty),
                (raw, None) => self.read_as(&mut graph, raw, &at, access.ty),
            };
            results.push((graph, value));
        }
        results
    }

    /// A value from memory, which stays the same at the next read.
    fn read_as(&mut self, graph: &mut Graph, raw: Value, at: &Pointer, ty: Scalar) -> Value {
        let value = self.coerced(graph, raw.clone(), ty);
        if raw == Value::Any
            && let (Value::Int(_), Some(offset)) = (&value, graph.constant(&at.offset))
        {
            let bytes = i64::from(self.task.program.target.size_of(ty));
            let object = graph.object_mut(at.object);
            let is_exact = object.cells.get(&offset).is_none_or(|cell| cell.bytes == bytes);
            let is_alone = object.overlapping(offset, bytes).all(|(start, _)| start == offset);
            if is_exact && is_alone {
                object.write(offset, bytes, value.clone());
            }
        }
        value
    }

    /// Writes to memory.
    pub(super) fn store(
        &mut self,
        graph: Graph,
        addr: &Operand,
        value: &Operand,
        access: Access,
        pos: Pos,
    ) -> Vec<Graph> {
        let bytes = self.width(access);
        let mut results = Vec::new();
        for (mut graph, at) in self.accessed_scalar(graph, addr, access, pos) {
            let mut value = self.operand(&graph, value);
            let place = graph.constant(&at.offset);
            if access.bits.is_some() {
                let old = place.map(|offset| graph.object(at.object).read(offset, bytes, access.ty));
                let is_unset = value == Value::Unset || old.is_none_or(|old| old == Value::Unset);
                value = if is_unset { Value::Unset } else { Value::Any };
            }
            if self.writable(&graph, at.object, pos).is_none() {
                continue;
            }
            match place {
                Some(offset) => graph.object_mut(at.object).write(offset, bytes, value),
                None => self.blur_at(&mut graph, &at, bytes, value == Value::Unset),
            }
            results.push(graph);
        }
        results
    }

    fn writable(&mut self, graph: &Graph, id: ObjectId, pos: Pos) -> Option<()> {
        if graph.object(id).origin == (Origin::Global { is_constant: true }) {
            self.violate(pos, ViolationKind::ConstantWrite);
            return None;
        }
        Some(())
    }

    /// So many unknown bytes are written at an address of which only bounds are known.
    fn blur_at(&mut self, graph: &mut Graph, at: &Pointer, bytes: i64, is_unset: bool) {
        let Some((start, bytes)) = reach(graph, at, bytes) else {
            return self.blur(graph, at.object, is_unset);
        };
        blur_within(graph.object_mut(at.object), (start, bytes), is_unset);
    }

    /// Something unknown is written somewhere in an object.
    pub(super) fn blur(&mut self, graph: &mut Graph, id: ObjectId, is_unset: bool) {
        let object = graph.object_mut(id);
        for cell in object.cells.values_mut() {
            cell.value = match cell.value {
                Value::Unset => Value::Unset,
                _ if is_unset => Value::Unset,
                _ => Value::Any,
            };
        }
        object.fill = object.fill.join(if is_unset { Fill::Unset } else { Fill::Any });
    }

    /// Writes zeros, or something unknown, to so many bytes.
    pub(super) fn fill(
        &mut self,
        graph: Graph,
        addr: &Operand,
        bytes: &Expr,
        value: Value,
        pos: Pos,
    ) -> Vec<Graph> {
        let mut results = Vec::new();
        for (mut graph, at) in self.located(graph, addr, pos) {
            _ = self.reunite(&mut graph, &at, bytes);
            let is_writable = self.writable(&graph, at.object, pos).is_some();
            for (mut graph, at) in self.accessed_block((graph, at), bytes, pos) {
                if !is_writable {
                    continue;
                }
                match (graph.constant(&at.offset), graph.constant(bytes)) {
                    (_, Some(0)) => {}
                    (Some(offset), Some(bytes)) => {
                        graph.object_mut(at.object).write(offset, bytes, value.clone());
                    }
                    _ if is_whole(&graph, &at, bytes) => {
                        let fill = match value {
                            Value::Zeros => Fill::Zero,
                            Value::Unset => Fill::Unset,
                            _ => Fill::Any,
                        };
                        let object = graph.object_mut(at.object);
                        object.cells.clear();
                        object.fill = fill;
                    }
                    _ => self.blur(&mut graph, at.object, value == Value::Unset),
                }
                results.push(graph);
            }
        }
        results
    }

    /// Copies so many bytes, as if through a buffer.
    pub(super) fn copy(
        &mut self,
        graph: Graph,
        [dst, src]: [&Operand; 2],
        bytes: &Expr,
        may_overlap: bool,
        pos: Pos,
    ) -> Vec<Graph> {
        let mut results = Vec::new();
        for (mut graph, from) in self.located(graph, src, pos) {
            if self.in_bounds(&mut graph, &from, bytes, pos).is_none() {
                continue;
            }
            for (graph, to) in self.located(graph, dst, pos) {
                if self.writable(&graph, to.object, pos).is_none() {
                    continue;
                }
                // Exposing the destination may have moved the source.
                let Value::Pointer(from) = self.operand(&graph, src) else { continue };
                if !may_overlap && from.object == to.object {
                    self.gap_at(pos, "a copy inside of one object");
                    continue;
                }
                results.extend(self.copy_parts((graph, to), &from, bytes, pos));
            }
        }
        results
    }

    /// The same, where both objects may be in parts.
    fn copy_parts(&mut self, to: Located, from: &Pointer, bytes: &Expr, pos: Pos) -> Vec<Graph> {
        let mut results = Vec::new();
        for (graph, to) in self.accessed_block(to, bytes, pos) {
            for (mut graph, from) in self.accessed_block((graph, from.clone()), bytes, pos) {
                if graph.objects.contains_key(&to.object) {
                    self.copy_cells(&mut graph, &to, &from, bytes);
                    results.push(graph);
                } else {
                    self.gap_at(pos, "a copy inside of a slice");
                }
            }
        }
        results
    }

    fn copy_cells(&mut self, graph: &mut Graph, to: &Pointer, from: &Pointer, bytes: &Expr) {
        let places = (graph.constant(&to.offset), graph.constant(&from.offset), graph.constant(bytes));
        let source = graph.object(from.object);
        let (Some(target), Some(start), Some(bytes)) = places else {
            let is_unset = !is_set(source);
            match span(graph, to, bytes) {
                Some(span) => blur_within(graph.object_mut(to.object), span, is_unset),
                None => self.blur(graph, to.object, is_unset),
            }
            return;
        };
        let cells = cut(source, start, bytes);
        let object = graph.object_mut(to.object);
        object.carve(target, bytes);
        for (offset, cell) in cells {
            object.write(target + offset, cell.bytes, cell.value);
        }
    }

    /// A new object.
    pub(super) fn new_object(&mut self, graph: &mut Graph, object: Object) -> ObjectId {
        let id = self.names.object();
        graph.objects.insert(id, Rc::new(object));
        id
    }

    /// An address from outside of which nothing is known.
    pub(super) fn outside(&mut self, graph: &mut Graph, pos: Pos) -> Value {
        let object = Object::new(Origin::Outside, Expr::constant(0), Fill::Unset, pos);
        Value::Pointer(Pointer::to(self.new_object(graph, object)))
    }

    /// Allocates memory. The result is null if that fails.
    pub(super) fn allocate(
        &mut self,
        graph: Graph,
        size: &Expr,
        fill: Fill,
        pos: Pos,
    ) -> Vec<(Graph, Value)> {
        let mut results = Vec::new();
        if self.task.failing_allocation {
            results.push((graph.clone(), Value::Null));
        }
        let mut graph = graph;
        let pos = self.user_pos(pos);
        let size = graph.constant(size).map_or(size.clone(), Expr::constant);
        let id = self.new_object(&mut graph, Object::new(Origin::Heap, size, fill, pos));
        results.push((graph, Value::Pointer(Pointer::to(id))));
        results
    }

    /// Frees memory.
    pub(super) fn free(&mut self, graph: Graph, operand: &Operand, pos: Pos) -> Vec<Graph> {
        let mut results = Vec::new();
        for mut graph in self.exposed(graph, operand) {
            match self.operand(&graph, operand) {
                Value::Null => results.push(graph),
                Value::Int(expr) if graph.is_constant(&expr, 0) => results.push(graph),
                Value::Pointer(at) => {
                    let is_block = graph.object(at.object).origin == Origin::Heap;
                    if !is_block || !graph.is_constant(&at.offset, 0) {
                        self.violate(pos, ViolationKind::InvalidFree);
                        continue;
                    }
                    graph.end_object(at.object);
                    graph.collect();
                    results.push(graph);
                }
                Value::Dangling => self.violate(pos, ViolationKind::DoubleFree),
                _ => self.violate(pos, ViolationKind::InvalidFree),
            }
        }
        results
    }

    /// A value as one of a type.
    pub(super) fn coerced(&mut self, graph: &mut Graph, value: Value, ty: Scalar) -> Value {
        match (value, ty) {
            (Value::Unset, _) => Value::Unset,
            (Value::Zeros, ty) => Value::zero(ty),
            (_, Scalar::Float(_)) => Value::Any,
            (Value::Int(expr), Scalar::Int(ty)) => {
                let is_in = |range: &Interval| range_of(ty).includes(range);
                if is_in(&graph.numbers.range(&expr)) || is_in(&graph.related_range(&expr)) {
                    return Value::Int(expr);
                }
                match constant(&expr) {
                    Some(value) => Value::Int(Expr::constant(Int::from(ty.wrap(i128::from(value))))),
                    None => self.fresh(graph, ty),
                }
            }
            (Value::Null, Scalar::Int(_)) => Value::int(0),
            (_, Scalar::Int(ty)) => self.fresh(graph, ty),
            (Value::Int(expr), Scalar::Ptr) if graph.is_constant(&expr, 0) => Value::Null,
            (value, Scalar::Ptr) => value,
        }
    }

    /// An unknown integer of a type.
    pub(super) fn fresh(&mut self, graph: &mut Graph, ty: IntType) -> Value {
        self.fresh_in(graph, &range_of(ty))
    }

    /// An unknown integer in a range.
    pub(super) fn fresh_in(&mut self, graph: &mut Graph, range: &Interval) -> Value {
        let dim = self.names.dim();
        let result = graph.restrict(dim, range);
        debug_assert!(result.is_some(), "new integers are not restricted");
        Value::Int(Expr::of(dim))
    }
}

/// The states in which an address in an allocated block is each of the few that it may be.
fn each_place((graph, at): Located) -> Vec<Located> {
    let dims: Vec<_> = at.offset.terms().map(|(dim, _)| *dim).collect();
    let [dim] = dims[..] else { return vec![(graph, at)] };
    let range = graph.numbers.range(&Expr::of(dim));
    let bounds = range.low().and_then(Int::to_i64).zip(range.high().and_then(Int::to_i64));
    let Some((low, high)) = bounds.filter(|(low, high)| low < high && high - low < MAX_PLACES) else {
        return vec![(graph, at)];
    };
    if graph.object(at.object).origin != Origin::Heap {
        return vec![(graph, at)];
    }
    let place = |value: i64| {
        let mut graph = graph.clone();
        graph.restrict(dim, &Interval::constant(value))?;
        Some((graph, at.clone()))
    };
    (low..=high).filter_map(place).collect()
}

/// The bytes that an access of so many may touch, if they are known to be in the object: the first one, and
/// how many there are.
fn reach(graph: &Graph, at: &Pointer, bytes: i64) -> Option<(i64, i64)> {
    let range = graph.numbers.range(&at.offset);
    let (low, high) = (range.low()?.to_i64()?, range.high()?.to_i64()?);
    let (start, end) = (low.max(0), high.checked_add(bytes)?);
    let end = constant(&graph.object(at.object).size).map_or(end, |size| end.min(size));
    (start < end).then_some((start, end - start))
}

/// The bytes that an access of an unknown number of bytes may touch: the first one, and how many there are.
fn span(graph: &Graph, at: &Pointer, bytes: &Expr) -> Option<(i64, i64)> {
    let start = graph.related_range(&at.offset).low()?.to_i64()?.max(0);
    let end = graph.related_range(&plus(&at.offset, bytes)).high()?.to_i64()?;
    let end = constant(&graph.object(at.object).size).map_or(end, |size| end.min(size));
    (start < end).then_some((start, end - start))
}

/// Something unknown is written somewhere among some bytes.
fn blur_within(object: &mut Object, (start, bytes): (i64, i64), is_unset: bool) {
    let is_unset = is_unset || !is_set_within(object, start, bytes);
    object.write(start, bytes, if is_unset { Value::Unset } else { Value::Any });
}

/// Whether so many bytes from an address on are all of an object.
fn is_whole(graph: &Graph, at: &Pointer, bytes: &Expr) -> bool {
    let object = graph.object(at.object);
    object.parts.is_empty() && graph.is_constant(&at.offset, 0) && graph.are_same(bytes, &object.size)
}

/// Whether some bytes of an object are all initialized.
fn is_set_within(object: &Object, start: i64, bytes: i64) -> bool {
    cut(object, start, bytes).iter().all(|(_, cell)| cell.value != Value::Unset)
}

/// Whether all of an object is initialized.
pub(super) fn is_set(object: &Object) -> bool {
    let are_set = object.cells.values().all(|cell| cell.value != Value::Unset);
    let covered: i64 = object.cells.values().map(|cell| cell.bytes).sum();
    are_set && (object.fill != Fill::Unset || constant(&object.size) == Some(covered))
}

/// The cells of some bytes of an object, with offsets from the first of them; they cover all of these.
pub(super) fn cut(object: &Object, start: i64, bytes: i64) -> Vec<(i64, Cell)> {
    let mut cells = Vec::new();
    let mut at = start;
    let rest = |from: i64, to: i64| {
        let value = match object.fill {
            Fill::Unset => Value::Unset,
            Fill::Zero => Value::Zeros,
            Fill::Any => Value::Any,
        };
        (from - start, Cell { bytes: to - from, value })
    };
    for (offset, cell) in object.overlapping(start, bytes) {
        let (from, to) = (offset.max(start), (offset + cell.bytes).min(start + bytes));
        if at < from {
            cells.push(rest(at, from));
        }
        let is_whole = (from, to) == (offset, offset + cell.bytes);
        let value = match &cell.value {
            value @ (Value::Zeros | Value::Unset) => value.clone(),
            value if is_whole => value.clone(),
            _ => Value::Any,
        };
        cells.push((from - start, Cell { bytes: to - from, value }));
        at = to;
    }
    if at < start + bytes {
        cells.push(rest(at, start + bytes));
    }
    cells
}
