//! Last writers: which iteration of a loop wrote a place last, where the place does not determine it.
//!
//! For `a[key[i]] = i` the cell at `x` after `n` iterations is that of iteration `w(x, n)`, the largest
//! `i < n` with `key[i] = x`, or the cell before the loop if there is none (-1). The function is defined by
//! place and guard of the write, so facts about it exclude no execution, whatever the state:
//!
//! 1. If `w(x, n) >= 0`, then this iteration is before `n` and writes `x`.
//! 2. If an iteration `j` before `n` writes `x`, then `w(x, n) >= j`. Stated for the iterations that the
//!    terms of a query determine.
//!
//! What is known of an iteration often mentions what was written before it, as in `w(x, w(y, n))`. One step
//! back is enough: of such a last writer only the second fact is stated.

use crate::symbolic::facts::choice::same_place;
use crate::symbolic::facts::lemmas::{Lemmas, Occurrences};
use crate::symbolic::facts::linear::linear;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::facts::orders::MovingKey;
use crate::symbolic::facts::range::Range;
use crate::techniques::Technique;
use cfp_solver::{Int, Op, Symbol, Term};
use fxhash::FxHashMap;

/// Limit on the iterations that are compared with one last writer.
const MAX_ITERATIONS: usize = 32;

/// The last writers of an analysis.
#[derive(Default)]
pub(crate) struct Writers {
    list: Vec<LastWriter>,
    by_function: FxHashMap<Symbol, usize>,
    by_definition: FxHashMap<(Vec<Term>, Vec<Term>, Term), usize>,
    instances: Instances,
}

/// Instances that were made before. Queries ask for the same ones again and again.
#[derive(Default)]
struct Instances {
    /// By last writer: that it writes its place.
    there: FxHashMap<Term, Term>,
    /// By last writer and iteration: that it is not before this one.
    not_later: FxHashMap<(Term, Term), Term>,
    /// By last writer, pattern, and value: the iteration.
    recovered: FxHashMap<(Term, usize, Term), Option<Term>>,
    /// By last writer: whether it is asked for before another one.
    step_back: FxHashMap<Term, bool>,
}

/// The last write of a statement to a place.
struct LastWriter {
    /// A function of the enclosing iterations, the parts of the place, and the number of iterations.
    function: Symbol,
    outer: Vec<Term>,
    /// The iteration, and over it where and when the statement writes.
    iteration: Term,
    place: Vec<Term>,
    guard: Term,
    patterns: Vec<Pattern>,
}

/// How terms of a query determine an iteration.
struct Pattern {
    source: Source,
    shape: Shape,
}

/// Which term is compared.
#[derive(Clone, Copy)]
enum Source {
    /// A part of the place of the query.
    Part(usize),
    /// An argument of an application of a function.
    Argument(Symbol, usize),
}

/// The term over the iteration.
#[derive(Clone)]
enum Shape {
    /// `start + step * iteration`.
    Linear { start: Term, step: Int },
    /// `start + times * ((shift + iteration) / divisor)`, rounded down: the first such iteration.
    Quotient { start: Term, times: Int, shift: Term, divisor: Int },
    /// `start + times * key at (shift + iteration)`, in the order of the function with these arguments.
    Key { start: Term, times: Int, function: Symbol, args: Vec<Term>, shift: Term },
}

/// The lemma source for last writers.
pub(crate) struct LastWriters;

impl Lemmas for LastWriters {
    fn technique(&self) -> Technique {
        Technique::LastWriters
    }

    fn instances(&self, logic: &mut Logic, occurrences: &Occurrences) -> Vec<Term> {
        logic.writer_instances(&occurrences.applications)
    }
}

impl Logic {
    /// The function to the last writer of a place, for a statement of the loop with an iteration, and its
    /// first arguments. The same definition yields the same function.
    pub(crate) fn last_writer(
        &mut self,
        iteration: Term,
        place: &[Term],
        guard: Term,
    ) -> (Symbol, Vec<Term>) {
        let outer: Vec<Term> =
            self.iterations.iter().copied().take_while(|&other| other != iteration).collect();
        let all: Vec<Term> = outer.iter().copied().chain([iteration]).collect();
        let key = (all, place.to_vec(), guard);
        if let Some(&known) = self.writers.by_definition.get(&key) {
            return (self.writers.list[known].function, outer);
        }
        let arity = outer.len() + place.len() + 1;
        let range = Range { low: Some(Int::from(-1)), high: None };
        let function = self.plain_function("written last in", arity, range);
        let patterns = self.writer_patterns(iteration, place, guard);
        let writer =
            LastWriter { function, outer: outer.clone(), iteration, place: place.to_vec(), guard, patterns };
        let index = self.writers.list.len();
        self.writers.list.push(writer);
        self.writers.by_function.insert(function, index);
        self.writers.by_definition.insert(key, index);
        (function, outer)
    }

    /// Whether a function names last writers.
    pub(crate) fn is_last_writer(&self, function: Symbol) -> bool {
        self.writers.by_function.contains_key(&function)
    }

    /// The patterns of a place; those of the guard if the place has none.
    fn writer_patterns(&mut self, iteration: Term, place: &[Term], guard: Term) -> Vec<Pattern> {
        let mut patterns = Vec::new();
        for (part, &term) in place.iter().enumerate() {
            if let Some(shape) = self.moving_shape(term, iteration) {
                patterns.push(Pattern { source: Source::Part(part), shape });
            }
        }
        for root in [place, &[guard]] {
            for term in self.terms().reachable(root) {
                let Op::Apply(function) = self.terms().op(term) else { continue };
                for index in 0..self.terms().args(term).len() {
                    let argument = self.terms().args(term)[index];
                    if let Some(shape) = self.moving_shape(argument, iteration) {
                        patterns.push(Pattern { source: Source::Argument(function, index), shape });
                    }
                }
            }
            if !patterns.is_empty() {
                break;
            }
        }
        patterns
    }

    /// A term from which the iteration can be recovered.
    fn moving_shape(&mut self, term: Term, iteration: Term) -> Option<Shape> {
        if let Some((start, step)) = self.as_progression(term, iteration) {
            return (!step.is_zero()).then_some(Shape::Linear { start, step });
        }
        let (mut products, constant) = linear(self.terms(), term);
        let moving: Vec<Term> =
            products.keys().copied().filter(|&unknown| self.mentions(unknown, iteration)).collect();
        let [moving] = moving[..] else { return None };
        let times = products.remove(&moving)?;
        let rest: Vec<(Term, Int)> = products.into_iter().collect();
        let start = self.sum(&rest, &constant);
        if self.terms().op(moving) == Op::Div {
            let (divided, by) = (self.terms().args(moving)[0], self.terms().args(moving)[1]);
            let divisor = self.terms().as_constant(by)?.clone();
            let (shift, step) = self.as_progression(divided, iteration)?;
            return step.is_one().then_some(Shape::Quotient { start, times, shift, divisor });
        }
        let MovingKey { function, args, rank, .. } = self.as_key(moving)?;
        let (shift, step) = self.as_progression(rank, iteration)?;
        if !step.is_one() || self.terms().mentions(&args, [iteration]) {
            return None;
        }
        Some(Shape::Key { start, times, function, args, shift })
    }

    /// Instances for the last writers that occur.
    fn writer_instances(&mut self, applications: &[(Symbol, Term)]) -> Vec<Term> {
        let mut writers: Vec<(usize, Symbol, Term)> = Vec::new();
        for &(symbol, term) in applications {
            if let Some(&index) = self.writers.by_function.get(&symbol) {
                writers.push((index, symbol, term));
            }
        }
        let mut is_first = Vec::with_capacity(writers.len());
        for &(_, _, term) in &writers {
            is_first.push(!self.is_step_back(term));
        }
        let mut found = Vec::new();
        for (place, &(index, symbol, term)) in writers.iter().enumerate() {
            if is_first[place] {
                found.push(self.writes_there(index, term));
            }
            let mut iterations = self.matched_iterations(index, term, applications);
            let others = writers
                .iter()
                .zip(&is_first)
                .filter(|(other, is_first)| **is_first && other.1 == symbol && other.2 != term);
            iterations.extend(others.map(|(other, _)| other.2));
            iterations.sort_unstable();
            iterations.dedup();
            // Dropping instances only weakens the query.
            for &iteration in iterations.iter().take(MAX_ITERATIONS) {
                found.push(self.is_not_later(index, term, iteration));
            }
        }
        found
    }

    /// Whether a last writer is asked for before an iteration that is itself a last writer.
    fn is_step_back(&mut self, term: Term) -> bool {
        if let Some(&known) = self.writers.instances.step_back.get(&term) {
            return known;
        }
        let terms = self.brackets.terms();
        let count = terms.args(term).last().copied();
        let inside = terms.reachable(&count.into_iter().collect::<Vec<Term>>());
        let is_writer = |&part: &Term| match terms.op(part) {
            Op::Apply(function) => self.is_last_writer(function),
            _ => false,
        };
        let found = inside.iter().any(is_writer);
        self.writers.instances.step_back.insert(term, found);
        found
    }

    /// The iterations that the terms of a query determine.
    fn matched_iterations(&mut self, index: usize, term: Term, applications: &[(Symbol, Term)]) -> Vec<Term> {
        let LastWriter { outer, patterns, .. } = &self.writers.list[index];
        let enclosing = outer.len();
        let mut values: Vec<(usize, Term)> = Vec::new();
        for (place, Pattern { source, .. }) in patterns.iter().enumerate() {
            let terms = self.brackets.terms();
            match *source {
                Source::Part(part) => values.push((place, terms.args(term)[enclosing + part])),
                Source::Argument(function, argument) => {
                    let others = applications.iter().filter(|other| other.0 == function);
                    values.extend(others.map(|&(_, other)| (place, terms.args(other)[argument])));
                }
            }
        }
        values
            .into_iter()
            .filter_map(|(pattern, value)| self.recovered(index, term, pattern, value))
            .collect()
    }

    /// The iteration at which a pattern has a value, if it has it at all.
    fn recovered(&mut self, index: usize, last: Term, pattern: usize, value: Term) -> Option<Term> {
        if let Some(&known) = self.writers.instances.recovered.get(&(last, pattern, value)) {
            return known;
        }
        let args = self.brackets.terms().args(last);
        let LastWriter { outer, patterns, .. } = &self.writers.list[index];
        let renaming = outer.iter().copied().zip(args.iter().copied()).collect();
        let shape = patterns[pattern].shape.clone();
        let found = self.iteration_at(&shape, &renaming, value);
        self.writers.instances.recovered.insert((last, pattern, value), found);
        found
    }

    fn iteration_at(&mut self, shape: &Shape, renaming: &FxHashMap<Term, Term>, value: Term) -> Option<Term> {
        match shape {
            Shape::Linear { start, step } => {
                let start = self.substitute(*start, renaming);
                let distance = self.plus(value, start, -1);
                Some(self.quotient(distance, step))
            }
            Shape::Quotient { start, times, shift, divisor } => {
                let start = self.substitute(*start, renaming);
                let shift = self.substitute(*shift, renaming);
                let distance = self.plus(value, start, -1);
                let (quotient, zero) = (self.quotient(distance, times), self.int(0));
                let first = self.plus(zero, quotient, divisor.clone());
                Some(self.plus(first, shift, -1))
            }
            Shape::Key { start, times, function, args, shift } => {
                let start = self.substitute(*start, renaming);
                let shift = self.substitute(*shift, renaming);
                let args: Vec<Term> = args.iter().map(|&arg| self.substitute(arg, renaming)).collect();
                let distance = self.plus(value, start, -1);
                let key = self.quotient(distance, times);
                let (rank, _) = self.rank_in(*function, &args, key)?;
                Some(self.plus(rank, shift, -1))
            }
        }
    }

    /// The count, and that an iteration writes the place of a last writer.
    fn writes(&mut self, index: usize, last: Term, at: Term) -> (Term, [Term; 2]) {
        let args = self.terms().args(last).to_vec();
        let LastWriter { outer, iteration, place, guard, .. } = &self.writers.list[index];
        let (enclosing, guard, place) = (outer.len(), *guard, place.clone());
        let mut values: FxHashMap<Term, Term> = outer.iter().copied().zip(args.iter().copied()).collect();
        values.insert(*iteration, at);
        let written: Vec<Term> = place.iter().map(|&part| self.substitute(part, &values)).collect();
        let guard = self.substitute(guard, &values);
        let here = args[enclosing..args.len() - 1].to_vec();
        (args[args.len() - 1], [guard, same_place(self, &here, &written)])
    }

    /// If there is a last writer, then it writes the place.
    fn writes_there(&mut self, index: usize, last: Term) -> Term {
        if let Some(&known) = self.writers.instances.there.get(&last) {
            return known;
        }
        let (count, [guard, same]) = self.writes(index, last, last);
        let zero = self.int(0);
        let (is_written, before) = (self.at_most(zero, last), self.below(last, count));
        let writes = self.all(&[before, guard, same]);
        let instance = self.implied(is_written, writes);
        self.writers.instances.there.insert(last, instance);
        instance
    }

    /// `0 <= at < count`, and `at` writes the place: then the last writer is not before `at`.
    fn is_not_later(&mut self, index: usize, last: Term, at: Term) -> Term {
        if let Some(&known) = self.writers.instances.not_later.get(&(last, at)) {
            return known;
        }
        let (count, [guard, same]) = self.writes(index, last, at);
        let zero = self.int(0);
        let parts = [self.at_most(zero, at), self.below(at, count), guard, same];
        let writes = self.all(&parts);
        let not_before = self.at_most(at, last);
        let instance = self.implied(writes, not_before);
        self.writers.instances.not_later.insert((last, at), instance);
        instance
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bracket::Brackets;
    use crate::symbolic::facts::choice::equal;
    use cfp_solver::Sort;

    /// `a[key(i)] = …` for even `i`: what is known of the last writer.
    #[test]
    fn the_last_writer_writes_and_no_later_one_does() {
        let mut logic = Logic::new(Brackets::default());
        let [k, n, i, x] = ["k", "n", "i", "x"].map(|name| logic.terms().constant(name, Sort::Int));
        logic.iterations.push(k);
        let key = logic.plain_function("key", 1, Range::default());
        let is_on = logic.plain_function("is on", 1, Range::default());
        let (zero, place) = (logic.int(0), logic.terms().apply(key, &[k]));
        let on = logic.terms().apply(is_on, &[k]);
        let guard = logic.at_most(zero, on);
        let (function, outer) = logic.last_writer(k, &[place], guard);
        assert!(outer.is_empty());
        assert_eq!(logic.last_writer(k, &[place], guard).0, function, "the same definition");
        logic.iterations.pop();
        let last = logic.terms().apply(function, &[x, n]);
        let (there, here) = (logic.terms().apply(key, &[last]), logic.terms().apply(key, &[i]));
        let is_written = logic.at_most(zero, last);
        let same = equal(&mut logic, there, x);
        assert!(logic.follows(&[is_written], same));
        assert!(!logic.follows(&[], same), "it may not be written at all");
        // An iteration that writes the place is not later.
        let on = logic.terms().apply(is_on, &[i]);
        let premises = [equal(&mut logic, here, x), logic.below(i, n), logic.at_most(zero, on)];
        let claim = logic.at_most(i, last);
        assert!(logic.follows(&premises, claim));
        for left_out in 0..premises.len() {
            let others: Vec<Term> =
                premises.iter().copied().filter(|&part| part != premises[left_out]).collect();
            assert!(!logic.follows(&others, claim), "premise {left_out} is needed");
        }
        // More iterations do not go back.
        let more = logic.plus_constant(n, 1);
        let later = logic.terms().apply(function, &[x, more]);
        let grows = logic.at_most(last, later);
        assert!(logic.follows(&[], grows));
        let same = equal(&mut logic, last, later);
        assert!(!logic.follows(&[], same));
    }
}
