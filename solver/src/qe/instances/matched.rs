//! Instances by matching.

use super::Search;
use super::classes::{Class, Classes};
use super::matching::{Matcher, representative};
use super::relevant::Relevant;
use crate::limits::Budget;
use crate::model::{Model, Value};
use crate::term::Term;
use fxhash::FxHashSet;

/// The latest generation at which instances are made before a model is looked at.
pub(super) const FIRST_HORIZON: u32 = 3;
/// It never becomes later than this.
const LAST_HORIZON: u32 = 60;
/// Instances that are made in one round, at most.
const MAX_AT_ONCE: usize = 200;
/// Matches of one trigger that are looked at in one round.
const MAX_MATCHES: usize = 2_000;
/// Steps of matching in one round.
const MAX_STEPS: u64 = 400_000;
/// Steps that cost a tick.
const STEPS_PER_TICK: u64 = 4;

/// An instance that could be made.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    generation: u32,
    universal: usize,
    values: Vec<Term>,
}

impl Search<'_> {
    /// Makes instances where terms of the ground formulas match triggers; `false` if there is nothing new.
    pub(super) fn instantiate_at_matches(&mut self, model: &Model, budget: &mut Budget) -> bool {
        let is_active = |&index: &usize| {
            let proxy = self.universals[index].proxy;
            !self.triggers[index].is_empty() && model.eval(self.terms, proxy) == Value::Bool(true)
        };
        let active: Vec<usize> = (0..self.universals.len()).filter(is_active).collect();
        let needed = Relevant::of(self.terms, model, &self.ground);
        if self.instantiate_among(&needed, &active, budget) {
            return true;
        }
        let all = Relevant::all(self.terms, model, &self.ground);
        self.instantiate_among(&all, &active, budget)
    }

    /// Has matches with terms of the next generations count; `false` if there are none that wait.
    pub(super) fn extend_horizon(&mut self) -> bool {
        let latest = self.generations.values().copied().max().unwrap_or(0);
        let can_grow = self.horizon < latest.min(LAST_HORIZON);
        self.horizon += u32::from(can_grow);
        can_grow
    }

    fn instantiate_among(&mut self, among: &Relevant, active: &[usize], budget: &mut Budget) -> bool {
        let mut candidates = self.candidates(among, active, budget);
        candidates.sort_unstable();
        let mut made = 0;
        for candidate in candidates {
            if made == MAX_AT_ONCE {
                break;
            }
            made += usize::from(self.instantiate(candidate.universal, candidate.values));
        }
        self.matched += made;
        made > 0
    }

    /// The instances that could be made at these terms.
    fn candidates(&self, among: &Relevant, active: &[usize], budget: &mut Budget) -> Vec<Candidate> {
        let classes = Classes::new(self.terms, among);
        let mut matcher = Matcher::new(self.terms, &classes, MAX_STEPS);
        let mut found = Vec::new();
        for &universal in active {
            let variables = self.universals[universal].variables.len();
            let mut seen: FxHashSet<Vec<Class>> = FxHashSet::default();
            for trigger in &self.triggers[universal] {
                for choice in matcher.matches(trigger, variables, MAX_MATCHES) {
                    if seen.insert(choice.clone()) {
                        found.extend(self.candidate(universal, &choice, &classes));
                    }
                }
            }
        }
        // Whoever asks looks at the budget soon.
        let _ = budget.spend((MAX_STEPS - matcher.steps) / STEPS_PER_TICK);
        found
    }

    /// The instance at some classes, if it is new and its turn has come.
    fn candidate(&self, universal: usize, choice: &[Class], classes: &Classes) -> Option<Candidate> {
        let cost = |term: Term| self.generation(term);
        let values: Vec<Term> = choice.iter().map(|&class| representative(classes, class, cost)).collect();
        let generation = values.iter().map(|&value| cost(value)).max().unwrap_or(0);
        let candidate = Candidate { generation, universal, values };
        let is_new = !self.instances.contains(&(universal, candidate.values.clone()));
        (generation <= self.horizon && is_new).then_some(candidate)
    }
}
