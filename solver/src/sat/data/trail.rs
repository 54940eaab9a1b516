//! The trail: every assigned literal in the order of assignment, cut into decision levels, each with its
//! reason.
//!
//! Two heads move along the trail: `propagated` (what Boolean propagation has seen) and `asserted` (what the
//! theory has been told). A literal is never removed before all literals after it. Literals of level 0 hold
//! for good and have no reason: nothing ever asks for one.
//!
//! A literal that a theory implies gets the level at which it was *found*, which may be higher than the level
//! of its premises. So the one property of reasons that everybody may rely on is: all premises stand earlier
//! on the trail.

use super::clause::{ClauseRef, Moved};
use super::lit::{Lit, Var};

/// Why a literal is on the trail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    /// Decided, assumed, or true at level 0.
    None,
    /// A binary clause; this is its other literal, which is false.
    Binary(Lit),
    /// A longer clause (or cached explanation of a theory) that contains the literal.
    Clause(ClauseRef),
    /// The theory knows and has not been asked yet.
    Theory,
}

#[derive(Clone, Copy)]
struct VarData {
    level: u32,
    position: u32,
    reason: Reason,
}

/// See the module comment.
#[derive(Default)]
pub(crate) struct Trail {
    /// Per literal: 1 true, -1 false, 0 unassigned.
    values: Vec<i8>,
    vars: Vec<VarData>,
    lits: Vec<Lit>,
    /// For each level above 0, where on the trail it starts.
    starts: Vec<u32>,
    pub(in crate::sat) propagated: usize,
    pub(in crate::sat) asserted: usize,
}

impl Trail {
    pub(in crate::sat) fn add_var(&mut self) {
        self.values.extend([0, 0]);
        self.vars.push(VarData { level: 0, position: 0, reason: Reason::None });
    }

    /// 1 if the literal is true, -1 if it is false, 0 if it has no value.
    #[inline]
    pub(in crate::sat) fn value(&self, lit: Lit) -> i8 {
        self.values[lit.index()]
    }

    #[inline]
    pub(in crate::sat) fn is_true(&self, lit: Lit) -> bool {
        self.value(lit) > 0
    }

    #[inline]
    pub(in crate::sat) fn is_false(&self, lit: Lit) -> bool {
        self.value(lit) < 0
    }

    #[inline]
    pub(in crate::sat) fn is_unassigned(&self, lit: Lit) -> bool {
        self.value(lit) == 0
    }

    /// The value of a literal if it holds for good.
    #[inline]
    pub(in crate::sat) fn fixed(&self, lit: Lit) -> i8 {
        if self.level_of(lit.var()) == 0 { self.value(lit) } else { 0 }
    }

    pub(in crate::sat) fn values(&self) -> &[i8] {
        &self.values
    }

    #[inline]
    pub(in crate::sat) fn lits(&self) -> &[Lit] {
        &self.lits
    }

    /// The current decision level.
    #[inline]
    pub(in crate::sat) fn level(&self) -> usize {
        self.starts.len()
    }

    /// Where on the trail a level starts.
    pub(in crate::sat) fn start_of(&self, level: usize) -> usize {
        if level == 0 { 0 } else { self.starts[level - 1] as usize }
    }

    /// Where on the trail the literals end that hold for good.
    pub(in crate::sat) fn end_of_level_0(&self) -> usize {
        self.starts.first().map_or(self.lits.len(), |&start| start as usize)
    }

    /// The first literal of a level above 0, which is its decision; `None` for a level that holds nothing (an
    /// assumption that was already true).
    pub(in crate::sat) fn decision_of(&self, level: usize) -> Option<Lit> {
        let start = self.start_of(level);
        let end = if level < self.level() { self.start_of(level + 1) } else { self.lits.len() };
        self.lits[start..end].first().copied()
    }

    /// The level at which an assigned variable got its value; meaningless for others.
    #[inline]
    pub(in crate::sat) fn level_of(&self, var: Var) -> usize {
        self.vars[var.index()].level as usize
    }

    #[inline]
    pub(in crate::sat) fn reason_of(&self, var: Var) -> Reason {
        self.vars[var.index()].reason
    }

    /// Where on the trail an assigned variable stands.
    #[inline]
    pub(in crate::sat) fn position_of(&self, var: Var) -> usize {
        self.vars[var.index()].position as usize
    }

    /// Replaces a reason by an equivalent one.
    pub(in crate::sat) fn set_reason(&mut self, var: Var, reason: Reason) {
        self.vars[var.index()].reason = reason;
    }

    #[inline]
    pub(in crate::sat) fn is_reason(&self, lit: Lit, clause: ClauseRef) -> bool {
        self.is_true(lit) && self.reason_of(lit.var()) == Reason::Clause(clause)
    }

    /// Makes an unassigned literal true at the current level.
    #[inline]
    pub(in crate::sat) fn assign(&mut self, lit: Lit, reason: Reason) {
        debug_assert!(self.is_unassigned(lit));
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        let level = self.starts.len() as u32;
        let reason = if level == 0 { Reason::None } else { reason };
        self.vars[lit.var().index()] = VarData { level, position: self.lits.len() as u32, reason };
        self.lits.push(lit);
    }

    pub(in crate::sat) fn open_level(&mut self) {
        self.starts.push(self.lits.len() as u32);
    }

    /// Closes all levels above `level`; `undone` is called for every literal removed, last first.
    pub(in crate::sat) fn backtrack(&mut self, level: usize, mut undone: impl FnMut(Lit)) {
        if level >= self.level() {
            return;
        }
        let start = self.start_of(level + 1);
        for &lit in self.lits[start..].iter().rev() {
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
            undone(lit);
        }
        self.lits.truncate(start);
        self.starts.truncate(level);
        self.propagated = self.propagated.min(start);
        self.asserted = self.asserted.min(start);
    }

    /// Follows the clauses to their new places.
    pub(in crate::sat) fn relocate(&mut self, moved: &Moved) {
        for lit in &self.lits {
            let reason = &mut self.vars[lit.var().index()].reason;
            if let Reason::Clause(clause) = *reason {
                *reason = Reason::Clause(moved.get(clause).expect("a reason is never deleted"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backtracking_restores_values_and_heads() {
        let mut trail = Trail::default();
        let lits: Vec<Lit> = (0..4).map(|index| Var::new(index).negative()).collect();
        lits.iter().for_each(|_| trail.add_var());
        trail.assign(lits[0], Reason::Theory);
        trail.open_level();
        trail.assign(lits[1], Reason::None);
        trail.open_level();
        trail.open_level();
        trail.assign(lits[2], Reason::Binary(!lits[1]));
        (trail.propagated, trail.asserted) = (3, 1);
        assert_eq!(trail.reason_of(lits[0].var()), Reason::None, "level 0 needs no reasons");
        assert_eq!((trail.decision_of(1), trail.decision_of(2)), (Some(lits[1]), None));
        let mut undone = Vec::new();
        trail.backtrack(1, |lit| undone.push(lit));
        assert_eq!(undone, [lits[2]]);
        assert_eq!((trail.level(), trail.propagated, trail.asserted), (1, 2, 1));
        assert!(trail.is_unassigned(lits[2]) && trail.is_false(!lits[1]));
        assert_eq!((trail.fixed(lits[0]), trail.fixed(lits[1])), (1, 0));
    }
}
