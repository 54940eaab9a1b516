//! Runs of a program on many inputs: sequences of few values in order, then random ones.

use super::Random;
use cfp_heap::interp::{Config, InputKind, Inputs, Request, Run, run};
use cfp_heap::ir::{Pos, Program};
use cfp_heap::property::ViolationKind;
use std::collections::BTreeMap;

/// Which inputs to try.
pub(crate) struct Plan {
    /// Values that inputs take in turn.
    pub(crate) values: &'static [i128],
    /// How many of them take part in the order; how many are frequent in random runs.
    pub(crate) ordered_values: usize,
    pub(crate) frequent_values: usize,
    /// The number of runs in the order of the values, and with random ones, at most.
    pub(crate) ordered_runs: usize,
    pub(crate) random_runs: usize,
}

/// Inputs by their place among the values: those that are prescribed, then the first one each time.
struct Enumerated {
    values: &'static [i128],
    places: Vec<usize>,
    taken: usize,
}

impl Inputs for Enumerated {
    fn value(&mut self, request: &Request) -> i128 {
        if self.taken == self.places.len() {
            self.places.push(0);
        }
        self.taken += 1;
        let place = self.places[self.taken - 1];
        match request.kind {
            InputKind::Uninitialized if place > 2 => 7,
            _ => self.values[place],
        }
    }
}

impl Enumerated {
    /// The next inputs in the order; nothing after the last ones.
    fn next(mut self) -> Option<Enumerated> {
        self.places.truncate(self.taken);
        while let Some(last) = self.places.last_mut() {
            if *last + 1 < self.values.len() {
                *last += 1;
                return Some(Enumerated { taken: 0, ..self });
            }
            self.places.pop();
        }
        None
    }
}

struct Chosen {
    random: Random,
    values: &'static [i128],
    frequent: usize,
}

impl Inputs for Chosen {
    fn value(&mut self, _: &Request) -> i128 {
        // Mostly from the start of the list: assumptions exclude the others.
        let most = if self.random.chance(80) { self.frequent } else { self.values.len() };
        self.values[self.random.below(most)]
    }
}

impl Plan {
    /// Runs a program on many inputs, until somebody has seen enough.
    pub(crate) fn each_run(
        &self,
        program: &Program,
        config: &Config,
        seen_enough: &mut dyn FnMut(Run) -> bool,
    ) {
        let values = &self.values[..self.ordered_values];
        let mut inputs = Some(Enumerated { values, places: Vec::new(), taken: 0 });
        for _ in 0..self.ordered_runs {
            let Some(mut current) = inputs else { break };
            if seen_enough(run(program, config, &mut current)) {
                return;
            }
            inputs = current.next();
        }
        let is_complete = inputs.is_none() && self.ordered_values == self.values.len();
        let random = Random::new(1);
        let mut inputs = Chosen { random, values: self.values, frequent: self.frequent_values };
        for _ in 0..if is_complete { 0 } else { self.random_runs } {
            if seen_enough(run(program, config, &mut inputs)) {
                return;
            }
        }
    }
}

/// Runs with errors, one for each kind of error and place.
pub(crate) fn violating_runs(plan: &Plan, program: &Program, config: &Config) -> Vec<Run> {
    let mut found: BTreeMap<(ViolationKind, Pos), Run> = BTreeMap::new();
    plan.each_run(program, config, &mut |run| {
        if let Some(violation) = run.violation() {
            found.entry((violation.kind, violation.pos)).or_insert(run);
        }
        false
    });
    found.into_values().collect()
}
