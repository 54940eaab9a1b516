//! Bounds of the variables, each with the tag of its assertion, on a stack for backtracking.

use super::ArithVar;
use crate::num::Int;

/// Lower or upper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Side {
    /// `x >= value`
    Lower,
    /// `x <= value`
    Upper,
}

impl Side {
    /// The other side.
    pub fn opposite(self) -> Side {
        match self {
            Side::Lower => Side::Upper,
            Side::Upper => Side::Lower,
        }
    }
}

/// Names whatever asserted a bound; the simplex passes tags on in explanations and does not look inside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Tag(pub u32);

/// One bound.
#[derive(Clone, Debug)]
pub struct Bound<V = Int> {
    /// The variable it bounds.
    pub var: ArithVar,
    /// On which side.
    pub side: Side,
    /// The value, included. Strict bounds are made weak before they get here: rounded, or moved by an
    /// infinitesimal.
    pub value: V,
    /// What asserted it.
    pub tag: Tag,
    /// The bound of the same variable and side that this one replaced.
    pub(super) previous: Option<BoundId>,
}

/// Position of a bound on the stack; valid until it is popped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct BoundId(u32);

/// All bounds in force and those they replaced.
#[derive(Default, Clone)]
pub(super) struct Bounds<V> {
    stack: Vec<Bound<V>>,
    /// The bounds in force, per variable: `[lower, upper]`.
    current: Vec<[Option<BoundId>; 2]>,
    /// Stack height at each push.
    levels: Vec<usize>,
}

impl<V: Ord> Bounds<V> {
    pub(super) fn add_var(&mut self) {
        self.current.push([None, None]);
    }

    pub(super) fn id(&self, var: ArithVar, side: Side) -> Option<BoundId> {
        self.current[var.index()][side as usize]
    }

    pub(super) fn get(&self, id: BoundId) -> &Bound<V> {
        &self.stack[id.0 as usize]
    }

    pub(super) fn value(&self, var: ArithVar, side: Side) -> Option<&V> {
        self.id(var, side).map(|id| &self.get(id).value)
    }

    pub(super) fn lower(&self, var: ArithVar) -> Option<&V> {
        self.value(var, Side::Lower)
    }

    pub(super) fn upper(&self, var: ArithVar) -> Option<&V> {
        self.value(var, Side::Upper)
    }

    pub(super) fn is_free(&self, var: ArithVar) -> bool {
        self.current[var.index()] == [None, None]
    }

    pub(super) fn is_fixed(&self, var: ArithVar) -> bool {
        matches!((self.lower(var), self.upper(var)), (Some(lower), Some(upper)) if lower == upper)
    }

    /// Whether `value` as a bound on this side says more than the one in force.
    pub(super) fn is_stronger(&self, var: ArithVar, side: Side, value: &V) -> bool {
        match (side, self.value(var, side)) {
            (_, None) => true,
            (Side::Lower, Some(old)) => value > old,
            (Side::Upper, Some(old)) => value < old,
        }
    }

    pub(super) fn set(&mut self, var: ArithVar, side: Side, value: V, tag: Tag) -> BoundId {
        let id = BoundId(self.stack.len() as u32);
        let previous = self.current[var.index()][side as usize].replace(id);
        self.stack.push(Bound { var, side, value, tag, previous });
        id
    }

    pub(super) fn push(&mut self) {
        self.levels.push(self.stack.len());
    }

    pub(super) fn level(&self) -> usize {
        self.levels.len()
    }

    pub(super) fn pop_to(&mut self, level: usize) {
        if level >= self.levels.len() {
            return;
        }
        let height = self.levels[level];
        self.levels.truncate(level);
        while self.stack.len() > height {
            let bound = self.stack.pop().expect("the stack is higher than the mark");
            self.current[bound.var.index()][bound.side as usize] = bound.previous;
        }
    }
}
