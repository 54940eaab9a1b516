//! Iteration facts: what held in all iterations of a loop.
//!
//! A fact is instantiated at the iterations that the terms of a query determine.

use crate::symbolic::facts::lemmas::{Lemmas, Occurrences};
use crate::symbolic::facts::logic::Logic;
use crate::techniques::Technique;
use cfp_solver::{Int, Op, Sort, Symbol, Term};
use fxhash::{FxHashMap, FxHashSet};

/// Limit on terms that substitutions may visit for the iteration facts of one round of a query.
const MAX_VISITED: u64 = 300_000;

/// `forall k. 0 <= k < count => body`, for all enclosing iterations.
pub(crate) struct IterationFact {
    /// A unique number, the key of cached instances.
    id: u32,
    /// The enclosing iterations.
    pub(crate) outer: Vec<Term>,
    pub(crate) iteration: Term,
    pub(crate) count: Term,
    pub(crate) body: Term,
    /// Applications in the body with an argument of the form `start + step * k`.
    patterns: Vec<Pattern>,
    /// Whether the trip count is known as a term. Then the first and the last iteration need no instance of
    /// their own.
    pub(crate) is_solved: bool,
    /// Iterations that the body singles out by `k = t`.
    points: Vec<Term>,
}

/// An instance to make: the index of the fact, the enclosing iterations, and the iteration.
type Wanted = (usize, Vec<Term>, Term);

struct Pattern {
    function: Symbol,
    place: usize,
    start: Term,
    step: Int,
}

/// The lemma source for iteration facts.
pub(crate) struct IterationFacts;

impl Lemmas for IterationFacts {
    fn technique(&self) -> Technique {
        Technique::IterationFacts
    }

    fn instances(&self, logic: &mut Logic, occurrences: &Occurrences) -> Vec<Term> {
        logic.iteration_fact_instances(occurrences)
    }
}

impl Logic {
    /// States what held in all iterations before a trip count.
    pub(crate) fn add_iteration_fact(&mut self, iteration: Term, count: Term, body: Term) {
        let outer = self.iterations.iter().copied().take_while(|&other| other != iteration).collect();
        self.add_iteration_fact_in(outer, iteration, count, body);
    }

    /// The same for a loop inside the given iterations.
    pub(crate) fn add_iteration_fact_in(
        &mut self,
        outer: Vec<Term>,
        iteration: Term,
        count: Term,
        body: Term,
    ) {
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
        let id = self.next_iteration_fact;
        self.next_iteration_fact += 1;
        let is_solved = false;
        let fact = IterationFact { id, outer, iteration, count, body, patterns, is_solved, points };
        debug_assert_eq!(fact.check_invariants(self.terms()), Ok(()));
        self.iteration_facts.push(fact);
    }

    /// Notes that the trip count of a loop is known as a term.
    pub(crate) fn note_solved(&mut self, count: Term) {
        for history in self.iteration_facts.iter_mut().filter(|history| history.count == count) {
            history.is_solved = true;
        }
    }

    /// The number of iteration facts.
    pub(crate) fn num_iteration_facts(&self) -> usize {
        self.iteration_facts.len()
    }

    /// Removes an iteration fact that no longer holds.
    pub(crate) fn remove_iteration_fact(&mut self, index: usize) {
        self.iteration_facts.remove(index);
    }

    /// Instances at the iterations that applications determine, and at the first and the last one.
    fn iteration_fact_instances(&mut self, occurrences: &Occurrences) -> Vec<Term> {
        let mut wanted: Vec<Wanted> = Vec::new();
        for index in 0..self.iteration_facts.len() {
            for outer in self.outer_iterations(index, &occurrences.applications) {
                if occurrences.round == 0 {
                    self.want_ends_and_points(index, &outer, &occurrences.seen, &mut wanted);
                }
                self.want_matches(index, &outer, &occurrences.applications, &mut wanted);
            }
        }
        wanted.sort_unstable();
        wanted.dedup();
        let mut found = Vec::new();
        let most = self.visited + MAX_VISITED;
        for wanted in wanted {
            // Dropping instances only weakens the query.
            if self.visited > most {
                break;
            }
            found.push(self.iteration_fact_instance(wanted));
        }
        found
    }

    /// The enclosing iterations that a query mentions: the current ones, and those at which the trip count of
    /// the loop occurs.
    fn outer_iterations(&self, index: usize, applications: &[(Symbol, Term)]) -> Vec<Vec<Term>> {
        let IterationFact { outer, count, .. } = &self.iteration_facts[index];
        let mut found: Vec<Vec<Term>> = Vec::new();
        if self.iterations.starts_with(outer) {
            found.push(outer.clone());
        }
        let Op::Apply(function) = self.brackets.terms().op(*count) else { return found };
        if outer.is_empty() {
            return found;
        }
        for &(symbol, term) in applications {
            let args = self.brackets.terms().args(term);
            if symbol == function && !found.iter().any(|known| known == args) {
                found.push(args.to_vec());
            }
        }
        found
    }

    /// The substitution for the enclosing iterations.
    fn outer_renaming(&self, index: usize, outer: &[Term]) -> FxHashMap<Term, Term> {
        self.iteration_facts[index].outer.iter().copied().zip(outer.iter().copied()).collect()
    }

    /// If the query mentions the trip count: the first and the last iteration, unless the trip count is known
    /// as a term, and the iterations that the body singles out.
    fn want_ends_and_points(
        &mut self,
        index: usize,
        outer: &[Term],
        seen: &FxHashSet<Term>,
        wanted: &mut Vec<Wanted>,
    ) {
        let renaming = self.outer_renaming(index, outer);
        let count = self.substitute(self.iteration_facts[index].count, &renaming);
        if !seen.contains(&count) {
            return;
        }
        if !self.iteration_facts[index].is_solved {
            let (last, zero) = (self.plus_constant(count, -1), self.int(0));
            wanted.push((index, outer.to_vec(), last));
            wanted.push((index, outer.to_vec(), zero));
        }
        for place in 0..self.iteration_facts[index].points.len() {
            let point = self.substitute(self.iteration_facts[index].points[place], &renaming);
            wanted.push((index, outer.to_vec(), point));
        }
    }

    /// The iterations at which an application in the body equals one in the query.
    fn want_matches(
        &mut self,
        index: usize,
        outer: &[Term],
        applications: &[(Symbol, Term)],
        wanted: &mut Vec<Wanted>,
    ) {
        for pattern in 0..self.iteration_facts[index].patterns.len() {
            let Pattern { function, place, .. } = self.iteration_facts[index].patterns[pattern];
            for &(symbol, term) in applications {
                if function == symbol {
                    let argument = self.brackets.terms().args(term)[place];
                    let at = self.matched_iteration(index, pattern, outer, argument);
                    wanted.push((index, outer.to_vec(), at));
                }
            }
        }
    }

    /// The iteration `k` with `start + step * k = argument`.
    fn matched_iteration(&mut self, index: usize, pattern: usize, outer: &[Term], argument: Term) -> Term {
        let key = (self.iteration_facts[index].id, pattern, outer.to_vec(), argument);
        if let Some(&known) = self.matched.get(&key) {
            return known;
        }
        let renaming = self.outer_renaming(index, outer);
        let Pattern { start, step, .. } = &self.iteration_facts[index].patterns[pattern];
        let (start, step) = (*start, step.clone());
        let start = self.substitute(start, &renaming);
        let distance = self.plus(argument, start, -1);
        let at = self.quotient(distance, &step);
        self.matched.insert(key, at);
        at
    }

    /// `0 <= at < count => body` at one iteration.
    fn iteration_fact_instance(&mut self, (index, outer, at): Wanted) -> Term {
        let mut renaming = self.outer_renaming(index, &outer);
        let IterationFact { id, iteration, count, body, .. } = self.iteration_facts[index];
        let key = (id, outer, at);
        if let Some(&known) = self.instances.get(&key) {
            return known;
        }
        let count = self.substitute(count, &renaming);
        renaming.insert(iteration, at);
        let body = self.substitute(body, &renaming);
        let zero = self.int(0);
        let parts = [self.at_most(zero, at), self.below(at, count)];
        let inside = self.all(&parts);
        let instance = self.implied(inside, body);
        self.instances.insert(key, instance);
        instance
    }
}
