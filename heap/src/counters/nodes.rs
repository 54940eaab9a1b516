//! Accesses to nodes, allocation and deallocation, and what is left at the end.

use super::contents::{Cell, Cells, Write};
use super::domain::Counters;
use super::shape::{Dim, Expr, Shape};
use super::state::{Held, State, range_of};
use super::vector::{Pointer, Vector};
use crate::ir::{Access, CallResult, Operand, Pos, Scalar, VarId};
use crate::numbers::Interval;
use crate::property::{Leaks, ViolationKind};
use crate::walk::Domain;
use cfp_solver::Int;

/// What an address points to.
pub(super) struct Target {
    bit: Pointer,
    /// The distance from the start of the node.
    offset: u64,
    /// One shape for each segment that the node may be in.
    nodes: Vec<(Vector, Shape)>,
}

/// The members of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Member {
    /// The pointer to the next node.
    Link,
    /// An integer.
    Data,
    /// Any other pointer, such as that to the node before. What it points to is not tracked.
    OtherPointer,
}

impl Counters<'_> {
    /// The node that an address is in: one shape for each segment it may be in, with the obligations of an
    /// access. Executions with an invalid address are dropped.
    pub(super) fn nodes(&mut self, state: &State, addr: Operand, pos: Pos) -> Option<Target> {
        let Operand::Var(id) = addr else {
            match addr {
                Operand::Null => self.violate(pos, ViolationKind::NullDereference),
                _ => self.gap(pos, "an object that is no list node"),
            }
            return None;
        };
        let var = self.var(state, id);
        let Some(&held) = state.pointers.get(&var) else {
            self.violate(pos, ViolationKind::InvalidDereference);
            return None;
        };
        if held.may_dangle {
            self.violate(pos, ViolationKind::UseAfterFree);
        }
        let Some(offset) = held.offset else {
            self.gap(pos, "a pointer to different members");
            return None;
        };
        let bit = self.bits[&var];
        if !held.is_nonnull && state.shape.assume_null(bit, true).is_some() {
            self.violate(pos, ViolationKind::NullDereference);
        }
        Some(Target { bit, offset, nodes: self.split(&state.shape, bit) })
    }

    /// The shape by the segment that a pointer points into.
    pub(super) fn split(&self, shape: &Shape, bit: Pointer) -> Vec<(Vector, Shape)> {
        let firsts = shape.firsts(bit).into_iter();
        firsts.filter_map(|first| Some((first, shape.with_first(bit, first)?))).collect()
    }

    /// The member that is accessed; nothing if it is none that we model.
    fn member(&mut self, offset: u64, access: Access, pos: Pos) -> Option<Member> {
        if access.volatile || matches!(access.ty, Scalar::Float(_)) {
            self.gap(pos, "a volatile member, or a floating number");
            return None;
        }
        let bytes = u64::from(self.task.program.target.size_of(access.ty));
        let width = u64::from(self.task.program.target.pointer_bytes);
        if offset + bytes > self.node.size {
            self.violate(pos, ViolationKind::OutOfBounds);
            return None;
        }
        let link = self.node.next..self.node.next + width;
        if offset == link.start && access.ty == Scalar::Ptr && access.bits.is_none() {
            return Some(Member::Link);
        }
        if offset < link.end && link.start < offset + bytes {
            self.gap(pos, "a part of a link");
            return None;
        }
        Some(if access.ty == Scalar::Ptr { Member::OtherPointer } else { Member::Data })
    }

    /// Whether a node in a segment is one whose link is not set: then the pointer to it.
    pub(super) fn fresh_in(&self, first: Vector) -> Option<Pointer> {
        self.fresh.values().copied().find(|&fresh| first.has(fresh))
    }

    pub(super) fn load(
        &mut self,
        state: State,
        dst: VarId,
        addr: Operand,
        access: Access,
        pos: Pos,
    ) -> Option<State> {
        let Target { bit, offset, nodes } = self.nodes(&state, addr, pos)?;
        let var = self.var(&state, dst);
        if self.member(offset, access, pos)? != Member::Link {
            return self.load_data(state, dst, (offset, access), nodes);
        }
        if state.has_loose_links || nodes.iter().any(|(first, _)| self.fresh_in(*first).is_some()) {
            self.gap(pos, "a link that may be uninitialized or dangling");
            return None;
        }
        let own = self.bit(var, pos)?;
        let mut after = state;
        let cases = nodes.into_iter().map(|(first, mut shape)| {
            shape.follow(own, bit, first);
            (first, shape)
        });
        after.shape = joined(cases.collect())?;
        after.hold(var, Held::start(own));
        Some(after)
    }

    pub(super) fn store(
        &mut self,
        state: State,
        addr: Operand,
        value: Operand,
        access: Access,
        pos: Pos,
    ) -> Option<State> {
        let Target { bit, offset, nodes } = self.nodes(&state, addr, pos)?;
        let member = self.member(offset, access, pos)?;
        if member != Member::Link {
            let value = if member == Member::Data { self.integer(&state, value, pos) } else { None };
            let write = self.write(&state, value, (offset, access));
            return self.store_data(state, bit, &write, nodes, pos);
        }
        let next = match value {
            Operand::Null => None,
            Operand::Var(id) => {
                let next = self.var(&state, id);
                if !state.pointers.get(&next).is_some_and(|held| held.is_start()) {
                    self.gap(pos, "a link to something else than a node");
                    return None;
                }
                Some(self.bits[&next])
            }
            _ => {
                self.gap(pos, "a link to something else than a node");
                return None;
            }
        };
        let mut cases = Vec::new();
        for (first, mut shape) in nodes {
            let mut first = first;
            while let Some(fresh) = self.fresh_in(first) {
                shape.set_null(fresh);
                first = first.with(fresh, false);
            }
            shape.cut(first);
            if let Some(next) = next {
                if first.has(next) {
                    // The node reaches itself, unless the pointer is null after all.
                    self.gap(pos, "a cyclic list");
                    return None;
                }
                shape.link(first, next);
            }
            cases.push((first, shape));
        }
        Some(State { shape: joined(cases)?, ..state })
    }

    /// Reads a member that is no link. What is not known may be uninitialized.
    fn load_data(
        &mut self,
        state: State,
        dst: VarId,
        (offset, access): (u64, Access),
        nodes: Vec<(Vector, Shape)>,
    ) -> Option<State> {
        let cell = |(first, shape): &(Vector, Shape)| {
            let ty = access.ty.as_int().filter(|_| access.bits.is_none())?;
            Some(shape.cells(*first)?.get(offset, ty)?.range.clone())
        };
        let ranges: Option<Vec<Interval>> = nodes.iter().map(cell).collect();
        let range = ranges.and_then(|ranges| ranges.into_iter().reduce(|one, other| one.join(&other)));
        let mut after = State { shape: joined(nodes)?, ..state };
        let var = self.var(&after, dst);
        match (range, access.ty) {
            (Some(range), Scalar::Int(ty)) => {
                self.set(&mut after, dst, None, ty);
                after.shape.numbers.restrict(&Dim::Value(var), &range).ok()?;
            }
            _ => after.forget(var),
        }
        Some(after)
    }

    /// A write of an integer to a data member.
    fn write(&self, state: &State, value: Option<Expr>, (start, access): (u64, Access)) -> Write {
        let end = start + u64::from(self.task.program.target.size_of(access.ty));
        let cell = access.ty.as_int().filter(|_| access.bits.is_none()).map(|ty| {
            let all = range_of(ty);
            let range = value.and_then(|value| all.meet(&state.shape.numbers.range(&value)));
            Cell { ty, range: range.unwrap_or(all) }
        });
        Write { start, end, cell }
    }

    /// Writes a data member of the node that a pointer points to. Where this node is not the only one of its
    /// segment, a pointer to the next one separates it from the others.
    fn store_data(
        &mut self,
        state: State,
        bit: Pointer,
        write: &Write,
        mut nodes: Vec<(Vector, Shape)>,
        pos: Pos,
    ) -> Option<State> {
        // Without a value, there is nothing to tell the node from the others by.
        let is_single = write.cell.is_none() || nodes.iter().all(|(first, shape)| shape.is_single(*first));
        let is_linked = nodes.iter().all(|(first, _)| self.fresh_in(*first).is_none());
        let mut after = state;
        if !is_single && is_linked && !after.has_loose_links {
            let var = self.successor(&after, pos);
            let successor = self.bit(var, pos)?;
            for (first, shape) in &mut nodes {
                shape.follow(successor, bit, *first);
                *first = first.with(successor, false);
            }
            after.hold(var, Held::start(successor));
        }
        for (first, shape) in &mut nodes {
            shape.write(*first, write);
        }
        after.shape = joined(nodes)?;
        Some(after)
    }

    /// `free(p)`
    pub(super) fn free(&mut self, state: State, operand: Operand, pos: Pos) -> Option<State> {
        let Operand::Var(id) = operand else {
            if operand != Operand::Null {
                self.gap(pos, "an object that is no list node is freed");
            }
            return Some(state);
        };
        let var = self.var(&state, id);
        let Some(&held) = state.pointers.get(&var) else {
            self.violate(pos, ViolationKind::InvalidFree);
            return None;
        };
        if held.may_dangle {
            self.violate(pos, ViolationKind::DoubleFree);
        }
        let bit = self.bits[&var];
        if held.offset != Some(0) {
            self.violate(pos, ViolationKind::InvalidFree);
        }
        let mut after: Option<State> = None;
        if let Some(shape) = state.shape.assume_null(bit, true).filter(|_| !held.is_nonnull) {
            after = Some(State { shape, ..state.clone() });
        }
        for (first, shape) in self.split(&state.shape, bit) {
            let mut freed = State { shape, ..state.clone() };
            freed.dangle(first);
            let is_before = |vector: Vector| vector != first && vector.is_subset_of(first);
            let is_unreached = |vector: Vector| vector == Vector::UNREACHED;
            freed.has_loose_links |=
                freed.shape.vectors().any(|vector| is_before(vector) && !is_unreached(vector));
            freed.shape.free(first);
            after = Some(match after {
                Some(after) => after.join(freed),
                None => freed,
            });
        }
        after
    }

    /// `result = malloc(size)`, or the same with zeros.
    pub(super) fn allocate(
        &mut self,
        state: State,
        result: &CallResult,
        is_zero: bool,
        pos: Pos,
    ) -> Option<State> {
        let CallResult::Var(id) = *result else {
            self.gap(pos, "memory that nothing holds");
            return None;
        };
        let var = self.var(&state, id);
        let bit = self.bit(var, pos)?;
        let mut after = state.clone();
        if !is_zero {
            let fresh = match self.fresh.get(&pos) {
                Some(&fresh) => fresh,
                None => {
                    let fresh = self.next_bit(pos)?;
                    self.fresh.insert(pos, fresh);
                    fresh
                }
            };
            after.has_loose_links |= after.shape.vectors().any(|vector| vector.has(fresh));
            after.shape.allocate(bit, &Cells::default());
            after.shape.copy(fresh, bit);
        } else {
            let zero = self.zero();
            after.shape.allocate(bit, &zero);
        }
        after.hold(var, Held { is_nonnull: true, ..Held::start(bit) });
        if self.task.failing_allocation {
            let mut failed = state;
            failed.shape.set_null(bit);
            failed.hold(var, Held::start(bit));
            after = after.join(failed);
        }
        Some(after)
    }

    /// What the integer members of a node of zero bytes hold.
    fn zero(&self) -> Cells {
        let types = &self.task.program.types;
        let members = types.record(self.node.record).fields.iter().filter_map(|field| {
            let ty = types.scalar(field.ty)?.as_int().filter(|_| field.bit_width.is_none())?;
            Some((field.bit_offset / 8, Cell { ty, range: Interval::constant(0) }))
        });
        Cells::new(members)
    }

    /// Obligations at an abnormal end: it loses no memory, but leaves some behind.
    pub(super) fn abort(&mut self, state: &State, pos: Pos) {
        if self.task.checks.leaks == Leaks::Any {
            self.end(state, pos);
        }
    }

    /// Obligations at an end of the program.
    pub(super) fn end(&mut self, state: &State, pos: Pos) {
        let left = match self.task.checks.leaks {
            Leaks::Off => return,
            Leaks::Lost => state.unreached(|pointer| self.is_held(state, pointer)),
            Leaks::Any => state.unreached(|_| false),
        };
        if left.as_constant() != Some(&Int::ZERO) {
            self.violate(pos, ViolationKind::Leak);
        }
    }
}

/// The join of cases.
fn joined(cases: Vec<(Vector, Shape)>) -> Option<Shape> {
    cases.into_iter().map(|(_, shape)| shape).reduce(Shape::join)
}
