//! What must hold between the steps of the search. Checked in debug builds at the seams, and by tests.

use super::data::trail::Reason;
use super::{Lit, SatSolver, Var};

impl SatSolver {
    /// [`SatSolver::check_invariants`] in a form that fits `debug_assert!`.
    pub(super) fn invariants_hold(&self) -> bool {
        self.check_invariants();
        true
    }

    /// Panics if the data structures contradict each other. Slow: visits everything.
    pub fn check_invariants(&self) {
        self.check_trail();
        self.check_watches();
        self.decider.check_invariants(|var| self.trail.is_unassigned(var.positive()));
        if !self.inconsistent && self.trail.propagated == self.trail.lits().len() {
            for clause in self.clauses.watched() {
                let lits = self.clauses.lits(clause);
                assert!(lits.iter().any(|&lit| !self.trail.is_false(lit)), "missed conflict {lits:?}");
            }
        }
    }

    fn check_trail(&self) {
        let trail = &self.trail;
        let mut level = 0;
        for (position, &lit) in trail.lits().iter().enumerate() {
            while level < trail.level() && trail.start_of(level + 1) <= position {
                level += 1;
            }
            let var = lit.var();
            assert!(trail.is_true(lit) && trail.is_false(!lit));
            assert_eq!((trail.level_of(var), trail.position_of(var)), (level, position));
            let earlier = |premise: &Lit| {
                trail.is_false(*premise) && trail.position_of(premise.var()) < trail.position_of(var)
            };
            match trail.reason_of(var) {
                Reason::None => {
                    assert!(level == 0 || trail.start_of(level) == position, "decision inside a level")
                }
                Reason::Binary(other) => assert!(earlier(&other)),
                Reason::Clause(clause) => {
                    let lits = self.clauses.lits(clause);
                    assert!(!self.clauses.is_garbage(clause), "deleted reason");
                    assert!(
                        lits[0] == lit && lits[1..].iter().all(earlier),
                        "{lits:?} does not imply {lit:?}"
                    );
                }
                Reason::Theory => assert!(self.atoms[var.index()], "theory reason of a plain variable"),
            }
        }
        let assigned = (0..self.num_vars()).filter(|&var| !trail.is_unassigned(Var::new(var).positive()));
        assert_eq!(assigned.count(), trail.lits().len());
    }

    fn check_watches(&self) {
        let mut long = 0;
        let mut binary = Vec::new();
        for lit in (0..2 * self.num_vars()).map(Lit::from_index) {
            for &watch in self.watches.list(lit) {
                assert_ne!(watch.blocker.var(), lit.var());
                if watch.is_binary() {
                    let pair = (lit.min(watch.blocker), lit.max(watch.blocker));
                    binary.push((pair, lit < watch.blocker));
                    continue;
                }
                long += 1;
                let lits = self.clauses.lits(watch.clause());
                assert!(!self.clauses.is_garbage(watch.clause()), "deleted clause watched");
                assert!(lits[..2].contains(&lit), "{lit:?} watches {lits:?} out of place");
                assert!(lits.contains(&watch.blocker), "{:?} does not block {lits:?}", watch.blocker);
            }
        }
        assert_eq!(long, 2 * self.clauses.watched().count(), "every clause is watched twice");
        binary.sort_unstable();
        for pair in binary.chunk_by(|a, b| a.0 == b.0) {
            let below = pair.iter().filter(|watch| watch.1).count();
            assert_eq!(2 * below, pair.len(), "binary clause {:?} is watched on one side only", pair[0].0);
        }
    }
}
