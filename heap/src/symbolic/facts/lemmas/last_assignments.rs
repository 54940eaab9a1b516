//! Variables that a loop assigns only in some iterations: their value is that of the last assignment.
//!
//! For `if (a[i] > m) m = a[i];` the value after `t` iterations is the initial one, or `a[l]` for an
//! iteration `l < t` with `a[l] > m(l)`. The witness `l` is an uninterpreted function of `t`.

use crate::symbolic::facts::choice::{equal, ite};
use crate::symbolic::facts::lemmas::{Lemmas, Occurrences};
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::facts::range::Range;
use crate::techniques::Technique;
use cfp_solver::{Op, Symbol, Term};
use fxhash::FxHashMap;

/// Limit on the depth of nested conditions.
const MAX_DEPTH: usize = 6;

/// A number that is assigned conditionally.
pub(crate) struct LastAssignment {
    /// Its value before an iteration.
    pub(crate) function: Symbol,
    /// The enclosing iterations, and the iteration of the loop itself.
    pub(crate) outer: Vec<Term>,
    pub(crate) iteration: Term,
    pub(crate) start: Term,
    /// The trip count.
    pub(crate) count: Term,
    /// Over the iteration: the guard of the assignment, and the assigned value.
    pub(crate) is_set: Term,
    pub(crate) value: Term,
    /// The last iteration that assigned it, or -1.
    pub(crate) last: Symbol,
}

/// The lemma source for last assignments.
pub(crate) struct LastAssignments;

impl Lemmas for LastAssignments {
    fn technique(&self) -> Technique {
        Technique::LastAssignments
    }

    fn instances(&self, logic: &mut Logic, occurrences: &Occurrences) -> Vec<Term> {
        logic.assignment_instances(&occurrences.applications)
    }
}

impl Logic {
    /// States that a number is `now` before an iteration and `after` behind it. If some iterations leave it
    /// unchanged, then its value is determined by the last assignment.
    pub(crate) fn add_last_assignment(&mut self, now: Term, after: Term, start: Term, count: Term) {
        let Op::Apply(function) = self.terms().op(now) else { return };
        let Some(&iteration) = self.iterations.last() else { return };
        let Some((is_set, value)) = self.set_condition(after, now, 0) else { return };
        if self.mentions(value, now) || self.terms().op(is_set) == Op::True {
            return;
        }
        let mut outer = self.iterations.clone();
        outer.pop();
        let last = self.plain_function("last set in", outer.len() + 1, Range::default());
        self.assignments.push(LastAssignment {
            function,
            outer,
            iteration,
            start,
            count,
            is_set,
            value,
            last,
        });
    }

    /// When a conditional number differs from `now`, and its value then.
    fn set_condition(&mut self, after: Term, now: Term, depth: usize) -> Option<(Term, Term)> {
        if after == now {
            return Some((self.terms().bool(false), now));
        }
        if self.terms().op(after) != Op::Ite || depth > MAX_DEPTH {
            return Some((self.terms().bool(true), after));
        }
        let args = self.terms().args(after);
        let (condition, then, otherwise) = (args[0], args[1], args[2]);
        let (one, then) = self.set_condition(then, now, depth + 1)?;
        let (other, otherwise) = self.set_condition(otherwise, now, depth + 1)?;
        let negated = self.negated(condition);
        let sides = [self.all(&[condition, one]), self.all(&[negated, other])];
        let is_set = self.any(&sides);
        let value = match (then == now, otherwise == now) {
            (true, _) => otherwise,
            (_, true) => then,
            _ => ite(self, condition, then, otherwise),
        };
        Some((is_set, value))
    }

    /// Instances for the conditionally assigned numbers that occur.
    pub(crate) fn assignment_instances(&mut self, applications: &[(Symbol, Term)]) -> Vec<Term> {
        let mut found = Vec::new();
        for index in 0..self.assignments.len() {
            let LastAssignment { function, last, .. } = self.assignments[index];
            for &(symbol, term) in applications {
                if symbol != function {
                    continue;
                }
                let args = self.brackets.terms().args(term).to_vec();
                let inside = self.terms().reachable(&args);
                let is_last = |&part: &Term| {
                    let Op::Apply(symbol) = self.brackets.terms().op(part) else { return false };
                    self.assignments.iter().any(|assignment| assignment.last == symbol)
                };
                // One step back is enough.
                if inside.iter().any(is_last) {
                    continue;
                }
                found.push(self.last_assignment(index, term, last, &args));
            }
        }
        found
    }

    fn last_assignment(&mut self, index: usize, term: Term, last: Symbol, args: &[Term]) -> Term {
        let LastAssignment { function, outer, iteration, start, count, is_set, value, .. } =
            &self.assignments[index];
        let (function, iteration, start, count, is_set, value) =
            (*function, *iteration, *start, *count, *is_set, *value);
        let mut renaming: FxHashMap<Term, Term> = outer.iter().copied().zip(args.iter().copied()).collect();
        let at = args[args.len() - 1];
        let [start, count] = [start, count].map(|term| self.substitute(term, &renaming));
        let last = self.terms().apply(last, args);
        renaming.insert(iteration, last);
        let [is_set, value] = [is_set, value].map(|term| self.substitute(term, &renaming));
        let (zero, minus_one) = (self.int(0), self.int(-1));
        // The number is in its range even if the loop is unreachable; its initial value need not be.
        let range = self.range(function);
        let is_possible = self.in_range(start, &range);
        let inside = [self.at_most(zero, at), self.at_most(at, count), is_possible];
        let premise = self.all(&inside);
        let (is_first, never) = (equal(self, term, start), equal(self, last, minus_one));
        let was_set = [self.at_most(zero, last), self.below(last, at), is_set, equal(self, term, value)];
        let was_set = self.all(&was_set);
        let not_set = self.all(&[never, is_first]);
        let conclusion = self.any(&[not_set, was_set]);
        self.implied(premise, conclusion)
    }
}
