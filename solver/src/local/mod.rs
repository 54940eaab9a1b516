//! Local search over integers: an assignment that leaves few clauses false is changed variable by variable.
//!
//! A step makes a false literal true, by the least change of one of its variables (after the local search for
//! linear integer arithmetic of Cai, Li and Zhang, 2022). Clauses that are false where no step helps gain
//! weight. This finds models where constraints are many and loose; it never says that there is none.

mod formula;
mod state;

use crate::circuit::{BoolVar, Circuit, Edge};
use crate::limits::Budget;
use crate::linear::NumVar;
use crate::num::Int;
use crate::sat::rng::Rng;
use formula::Literal;
use state::State;

/// Steps that are compared, at most.
const CANDIDATES: usize = 15;
/// Clauses that are looked at for them, at most.
const CLAUSES: usize = 10;
/// Literals of one clause, and variables of one literal, that are looked at.
const PER_CLAUSE: usize = 12;
const PER_LITERAL: usize = 8;
/// A variable does not go back for so many steps, and up to so many more.
const TABU: [u64; 2] = [3, 10];
/// Where no step helps, weights are smoothed one time in so many.
const SMOOTHING: u64 = 400;
/// After so many steps without fewer false clauses, the search begins again.
const PATIENCE: u64 = 400_000;
/// Ticks between two looks at the budget.
const STRETCH: u64 = 20_000;

/// A search that can be continued.
pub(crate) struct LocalSearch {
    state: State,
    rng: Rng,
    steps: u64,
    /// The step before which a variable does not go down, or up.
    tabu: Vec<[u64; 2]>,
    fewest: usize,
    last_progress: u64,
}

/// Adding a number to a variable.
#[derive(Clone, Copy)]
struct Step {
    var: u32,
    by: i64,
}

impl LocalSearch {
    /// `None` if the conjunction is too large, has large numbers, or is not about integers alone.
    pub(crate) fn new(circuit: &Circuit, conjuncts: &[Edge], seed: u64) -> Option<LocalSearch> {
        let state = State::new(formula::read(circuit, conjuncts)?);
        let num_vars = state.values.len();
        let fewest = state.falses().len();
        let tabu = vec![[0; 2]; num_vars];
        Some(LocalSearch { state, rng: Rng::new(seed), steps: 0, tabu, fewest, last_progress: 0 })
    }

    /// Goes on with the search. `true` if all clauses are true; `false` if the budget ended.
    pub(crate) fn run(&mut self, budget: &mut Budget) -> bool {
        loop {
            let end = self.state.ticks + STRETCH;
            while self.state.ticks < end && !self.state.falses().is_empty() {
                self.step();
            }
            if !budget.spend(std::mem::take(&mut self.state.ticks)) {
                return false;
            }
            if self.state.falses().is_empty() {
                return true;
            }
        }
    }

    /// Counts of steps and of the clauses that were false when it was best.
    pub(crate) fn progress(&self) -> (u64, u64) {
        (self.steps, self.fewest as u64)
    }

    /// The value of each integer variable that occurs.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = (NumVar, Int)> {
        let numbers = self.state.formula.numbers.iter();
        numbers.map(|&(var, index)| (var, Int::from(self.state.values[index as usize])))
    }

    /// The value of each propositional variable that occurs.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = (BoolVar, bool)> {
        let inputs = self.state.formula.inputs.iter();
        inputs.map(|&(var, index)| (var, self.state.values[index as usize] > 0))
    }

    fn step(&mut self) {
        self.steps += 1;
        self.state.ticks += 1;
        let candidates = self.candidates();
        let mut best: Option<(i64, Step)> = None;
        for step in candidates {
            let score = self.state.score(step.var, step.by);
            if score > best.map_or(0, |(best, _)| best) {
                best = Some((score, step));
            }
        }
        let step = match best {
            Some((_, step)) => Some(step),
            None => self.escape(),
        };
        if let Some(step) = step {
            self.take(step);
        }
        let count = self.state.falses().len();
        if count < self.fewest {
            self.fewest = count;
            self.last_progress = self.steps;
        }
    }

    fn take(&mut self, Step { var, by }: Step) {
        self.state.change(var, by);
        let back = usize::from(by < 0);
        self.tabu[var as usize][back] = self.steps + TABU[0] + self.rng.below(TABU[1]);
    }

    /// Steps that make a literal of a false clause true, and are not forbidden.
    fn candidates(&mut self) -> Vec<Step> {
        let mut steps = Vec::with_capacity(CANDIDATES);
        for _ in 0..CLAUSES.min(2 * self.state.falses().len()) {
            let clause = self.random_false();
            self.steps_of(clause, &mut steps);
            if steps.len() >= CANDIDATES {
                break;
            }
        }
        let is_allowed = |step: &Step| self.tabu[step.var as usize][usize::from(step.by > 0)] <= self.steps;
        steps.retain(is_allowed);
        steps.truncate(CANDIDATES);
        steps
    }

    /// Nothing helps: weights change, and a false clause is made true at the least cost.
    fn escape(&mut self) -> Option<Step> {
        match self.rng.below(SMOOTHING) {
            0 => self.state.smooth_weights(),
            _ => self.state.raise_weights(),
        }
        if self.steps - self.last_progress > PATIENCE {
            self.fewest = self.state.falses().len();
            self.last_progress = self.steps;
        }
        let clause = self.random_false();
        let mut steps = Vec::new();
        self.steps_of(clause, &mut steps);
        let scored = steps.into_iter().map(|step| (self.state.score(step.var, step.by), step));
        scored.max_by_key(|&(score, _)| score).map(|(_, step)| step)
    }

    fn random_false(&mut self) -> usize {
        let falses = self.state.falses();
        falses[self.rng.below(falses.len() as u64) as usize] as usize
    }

    fn steps_of(&mut self, clause: usize, steps: &mut Vec<Step>) {
        let count = self.state.formula.clauses[clause].len();
        let first = self.first_of(count, PER_CLAUSE);
        for offset in 0..count.min(PER_CLAUSE) {
            let lit = self.state.formula.clauses[clause][(first + offset) % count];
            self.steps_to(lit, steps);
        }
    }

    /// Where to begin if only so many are looked at.
    fn first_of(&mut self, count: usize, looked_at: usize) -> usize {
        if count <= looked_at { 0 } else { self.rng.below(count as u64) as usize }
    }

    /// Steps that make a false literal true, or bring it nearer to that.
    fn steps_to(&mut self, lit: Literal, steps: &mut Vec<Step>) {
        let excess = self.state.excess(lit.atom());
        let count = self.state.formula.atoms[lit.atom()].terms.len();
        let first = self.first_of(count, PER_LITERAL);
        for offset in 0..count.min(PER_LITERAL) {
            self.state.ticks += 1;
            let atom = &self.state.formula.atoms[lit.atom()];
            let (var, coefficient) = atom.terms[(first + offset) % count];
            let c = i128::from(coefficient);
            let by = match (atom.is_equation, lit.is_negated()) {
                (true, true) if self.rng.below(2) == 0 => 1,
                (true, true) => -1,
                (true, false) if excess % c == 0 => -excess / c,
                // The two sides of the value that would be right.
                (true, false) => -excess.div_euclid(c) - i128::from(self.rng.below(2) as u8),
                (false, false) => {
                    c.signum() * -excess.unsigned_abs().div_ceil(c.unsigned_abs()).cast_signed()
                }
                (false, true) => {
                    c.signum() * (1 - excess).unsigned_abs().div_ceil(c.unsigned_abs()).cast_signed()
                }
            };
            let value = i128::from(self.state.values[var as usize]);
            let [low, high] = self.state.formula.ranges[var as usize].map(i128::from);
            let by = (value + by).clamp(low, high) - value;
            if by != 0 {
                steps.push(Step { var, by: by as i64 });
            }
        }
    }
}

#[cfg(test)]
mod tests;
