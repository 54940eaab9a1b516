//! Accesses to nodes, allocation and deallocation, and what is left at the end.

use super::domain::Counters;
use super::shape::Shape;
use super::state::{Held, State};
use super::vector::{Pointer, Vector};
use crate::ir::{Access, CallResult, Operand, Pos, Scalar, VarId};
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

    /// Whether an access is to the link of a node; nothing if it is not one to a member that we model.
    pub(super) fn is_link(&mut self, offset: u64, access: Access, pos: Pos) -> Option<bool> {
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
            return Some(true);
        }
        let overlaps = offset < link.end && link.start < offset + bytes;
        if overlaps || access.ty == Scalar::Ptr {
            self.gap(pos, "a view of a link, or a second one");
            return None;
        }
        Some(false)
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
        let is_link = self.is_link(offset, access, pos)?;
        let var = self.var(&state, dst);
        if !is_link {
            let mut after = State { shape: joined(nodes)?, ..state };
            if self.task.checks.uninitialized {
                self.gap(pos, "whether the data of a node is initialized");
            }
            if let Scalar::Int(ty) = self.type_of(&after, dst) {
                self.set(&mut after, dst, None, ty);
            }
            return Some(after);
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
        let Target { offset, nodes, .. } = self.nodes(&state, addr, pos)?;
        if !self.is_link(offset, access, pos)? {
            self.integer(&state, value, pos);
            return Some(State { shape: joined(nodes)?, ..state });
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
            after.shape.allocate(bit);
            after.shape.copy(fresh, bit);
        } else {
            after.shape.allocate(bit);
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

    /// Obligations at an abnormal end: it loses no memory, but leaves some behind.
    pub(super) fn abort(&mut self, state: &State, pos: Pos) {
        if self.task.checks.leaks == Leaks::Any {
            self.end(state, pos);
        }
    }

    /// Obligations at an end of the program.
    pub(super) fn end(&mut self, state: &State, pos: Pos) {
        let is_program = |bit: Pointer| !self.fresh.values().any(|&fresh| fresh == bit);
        let left = match self.task.checks.leaks {
            Leaks::Off => return,
            Leaks::Lost => state.unreached(is_program),
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
