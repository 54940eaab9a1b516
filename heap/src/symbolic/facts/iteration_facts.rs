//! What held in all iterations of a loop, and how fast numbers grow in one.
//!
//! A history is used in a question at those iterations that its terms speak of; growth between each two of
//! them.

use crate::symbolic::facts::logic::Logic;
use cfp_solver::{Int, Op, Sort, Symbol, Term};
use fxhash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Terms that the histories of one round of a question may make substitutions look at.
const MAX_VISITED: u64 = 300_000;

/// Iterations at which the growth of a function is looked at.
const MAX_GROWTH: usize = 8;

/// `forall k. 0 <= k < count => body`, for all iterations of the loops around it.
pub(crate) struct History {
    /// Tells it from all others.
    id: u32,
    /// The iterations of the loops around it.
    pub(crate) outer: Vec<Term>,
    pub(crate) iteration: Term,
    pub(crate) count: Term,
    pub(crate) body: Term,
    /// Applications in the body whose argument at some place is `start + step * k`.
    patterns: Vec<Pattern>,
    /// Whether the count is known as a term: then the first and the last iteration are of no special
    /// interest.
    pub(crate) is_solved: bool,
    /// Iterations that the body singles out: where it says `k = t`.
    points: Vec<Term>,
}

struct Pattern {
    function: Symbol,
    place: usize,
    start: Term,
    step: Int,
}

/// How fast a function of the iteration grows: by at least `low` and at most `high` from one iteration to the
/// next, up to `limit`.
pub(crate) struct Growth {
    pub(crate) function: Symbol,
    /// The iterations of the loops around it.
    pub(crate) outer: Vec<Term>,
    pub(crate) low: Option<Int>,
    pub(crate) high: Option<Int>,
    pub(crate) limit: Term,
}

impl Logic {
    /// States what held in all iterations before some count.
    pub(crate) fn add_history(&mut self, iteration: Term, count: Term, body: Term) {
        let outer = self.iterations.iter().copied().take_while(|&other| other != iteration).collect();
        self.add_history_in(outer, iteration, count, body);
    }

    /// The same for a loop in all iterations of some others.
    pub(crate) fn add_history_in(&mut self, outer: Vec<Term>, iteration: Term, count: Term, body: Term) {
        let (mut patterns, mut points) = (Vec::new(), Vec::new());
        for term in self.terms().reachable(&[body]) {
            let terms = self.brackets.terms();
            if terms.op(term) == Op::Eq && terms.sort(terms.args(term)[0]) == Sort::Int {
                let (left, right) = (terms.args(term)[0], terms.args(term)[1]);
                let difference = self.plus(left, right, -1);
                if let Some((start, step)) = self.as_progression(difference, iteration)
                    && !step.is_zero()
                {
                    let zero = self.int(0);
                    let distance = self.plus(zero, start, -1);
                    points.push(self.quotient(distance, &step));
                }
            }
            let Op::Apply(function) = self.terms().op(term) else { continue };
            for place in 0..self.terms().args(term).len() {
                let argument = self.terms().args(term)[place];
                if let Some((start, step)) = self.as_progression(argument, iteration)
                    && !step.is_zero()
                {
                    patterns.push(Pattern { function, place, start, step });
                }
            }
        }
        points.sort_unstable();
        points.dedup();
        let id = self.next_history;
        self.next_history += 1;
        self.histories.push(History {
            id,
            outer,
            iteration,
            count,
            body,
            patterns,
            is_solved: false,
            points,
        });
    }

    /// States how fast a function of the iterations under way grows in the innermost of them, up to an
    /// iteration.
    pub(crate) fn add_growth(&mut self, function: Symbol, low: Option<Int>, high: Option<Int>, limit: Term) {
        let mut outer = self.iterations.clone();
        outer.pop();
        self.growths.push(Growth { function, outer, low, high, limit });
    }

    /// How many statements on growth there are.
    pub(crate) fn num_growths(&self) -> usize {
        self.growths.len()
    }

    /// Forgets statements on growth, which do not hold any more.
    pub(crate) fn remove_growths(&mut self, from: usize, count: usize) {
        self.growths.drain(from..from + count);
    }

    /// The count of a loop is known as a term.
    pub(crate) fn note_solved(&mut self, count: Term) {
        for history in self.histories.iter_mut().filter(|history| history.count == count) {
            history.is_solved = true;
        }
    }

    /// How many histories there are.
    pub(crate) fn num_histories(&self) -> usize {
        self.histories.len()
    }

    /// Forgets a history, which does not hold any more.
    pub(crate) fn remove_history(&mut self, index: usize) {
        self.histories.remove(index);
    }

    /// Histories at the iterations that applications speak of, and at the first and the last one.
    pub(crate) fn history_instances(
        &mut self,
        applications: &[(Symbol, Term)],
        seen: &FxHashSet<Term>,
        round: usize,
    ) -> Vec<Term> {
        let mut wanted: Vec<(usize, Vec<Term>, Term)> = Vec::new();
        let zero = self.int(0);
        for index in 0..self.histories.len() {
            let count = self.histories[index].count;
            let outer = self.histories[index].outer.clone();
            // Which iterations of the loops around it are spoken of.
            let mut around: Vec<Vec<Term>> = Vec::new();
            if self.iterations.starts_with(&outer) {
                around.push(outer.clone());
            }
            if !outer.is_empty()
                && let Op::Apply(function) = self.brackets.terms().op(count)
            {
                for &(symbol, term) in applications {
                    let args = self.brackets.terms().args(term);
                    if symbol == function && !around.iter().any(|known| known == args) {
                        around.push(args.to_vec());
                    }
                }
            }
            for values in around {
                let renaming: FxHashMap<Term, Term> =
                    outer.iter().copied().zip(values.iter().copied()).collect();
                let count = self.substitute(count, &renaming);
                if round == 0 && seen.contains(&count) {
                    if !self.histories[index].is_solved {
                        let last = self.plus_constant(count, -1);
                        wanted.push((index, values.clone(), last));
                        wanted.push((index, values.clone(), zero));
                    }
                    for place in 0..self.histories[index].points.len() {
                        let point = self.histories[index].points[place];
                        let point = self.substitute(point, &renaming);
                        wanted.push((index, values.clone(), point));
                    }
                }
                for pattern in 0..self.histories[index].patterns.len() {
                    let id = self.histories[index].id;
                    let Pattern { function, place, start, step } = &self.histories[index].patterns[pattern];
                    let (function, place, start, step) = (*function, *place, *start, step.clone());
                    for &(symbol, term) in applications {
                        if function != symbol {
                            continue;
                        }
                        let argument = self.brackets.terms().args(term)[place];
                        let key = (id, pattern, values.clone(), argument);
                        let at = match self.matched.get(&key) {
                            Some(&known) => known,
                            None => {
                                let start = self.substitute(start, &renaming);
                                let distance = self.plus(argument, start, -1);
                                let at = self.quotient(distance, &step);
                                self.matched.insert(key, at);
                                at
                            }
                        };
                        wanted.push((index, values.clone(), at));
                    }
                }
            }
        }
        wanted.sort_unstable();
        wanted.dedup();
        let mut found = Vec::new();
        let most = self.visited + MAX_VISITED;
        for (index, values, at) in wanted {
            if self.visited > most {
                // What is left out is not known in this question, which is no harm to an answer that does
                // without.
                break;
            }
            let history = &self.histories[index];
            let key = (history.id, values, at);
            if let Some(&known) = self.instances.get(&key) {
                found.push(known);
                continue;
            }
            let values = key.1.clone();
            let (iteration, count, body) = (history.iteration, history.count, history.body);
            let mut renaming: FxHashMap<Term, Term> = history.outer.iter().copied().zip(values).collect();
            let count = self.substitute(count, &renaming);
            renaming.insert(iteration, at);
            let body = self.substitute(body, &renaming);
            let parts = [self.at_most(zero, at), self.below(at, count)];
            let inside = self.all(&parts);
            let instance = self.implied(inside, body);
            self.instances.insert(key, instance);
            found.push(instance);
        }
        found
    }

    /// What is known about how functions grow, for the iterations that are spoken of and the first one.
    pub(crate) fn growth_instances(&mut self, applications: &[(Symbol, Term)]) -> Vec<Term> {
        let mut found = Vec::new();
        let zero = self.int(0);
        for index in 0..self.growths.len() {
            let Growth { function, outer, low, high, limit } = &self.growths[index];
            let (function, outer, low, high, limit) =
                (*function, outer.clone(), low.clone(), high.clone(), *limit);
            let mut spoken: BTreeMap<Vec<Term>, Vec<Term>> = BTreeMap::new();
            for &(symbol, term) in applications {
                if symbol == function
                    && let Some((&last, around)) = self.brackets.terms().args(term).split_last()
                {
                    spoken.entry(around.to_vec()).or_insert_with(|| vec![zero]).push(last);
                }
            }
            for (around, mut iterations) in spoken {
                iterations.sort_unstable();
                iterations.dedup();
                iterations.truncate(MAX_GROWTH);
                let renaming = outer.iter().copied().zip(around.iter().copied()).collect();
                let limit = self.substitute(limit, &renaming);
                for &early in &iterations {
                    for &late in iterations.iter().filter(|&&late| late != early) {
                        let at = |logic: &mut Logic, iteration: Term| {
                            let args: Vec<Term> = around.iter().copied().chain([iteration]).collect();
                            logic.terms().apply(function, &args)
                        };
                        let (from, to) = (at(self, early), at(self, late));
                        let (rise, run) = (self.plus(to, from, -1), self.plus(late, early, -1));
                        let premise = self.terms().le(&[zero, early, late, limit]);
                        for (bound, is_low) in [(&low, true), (&high, false)] {
                            let Some(bound) = bound else { continue };
                            let least = self.plus(zero, run, bound.clone());
                            let holds =
                                if is_low { self.at_most(least, rise) } else { self.at_most(rise, least) };
                            found.push(self.implied(premise, holds));
                        }
                    }
                }
            }
        }
        found
    }
}
