//! Lemmas: quantified facts that are instantiated at the terms of a question.
//!
//! What is known of loops holds for all iterations, and what is known of sums and products for all arguments.
//! A question gets those instances that its own terms ask for, round by round, because instances contain new
//! terms. An instance that is left out makes an answer weaker, never wrong.

pub(crate) mod growth;
pub(crate) mod iteration_facts;
pub(crate) mod last_assignments;
pub(crate) mod products;
pub(crate) mod sum_lemmas;
pub(crate) mod sums;

use super::logic::Logic;
use crate::techniques::Technique;
use cfp_solver::{Symbol, Term};
use fxhash::FxHashSet;
use std::time::Instant;

/// The terms of a question, as far as it has been closed under instances.
#[derive(Default)]
pub(crate) struct Occurrences {
    /// Applications of functions, and constants, in the order in which they were found.
    pub(crate) applications: Vec<(Symbol, Term)>,
    /// All terms.
    pub(crate) seen: FxHashSet<Term>,
    /// How many rounds of instances there were before.
    pub(crate) round: usize,
}

/// A source of instances.
pub(crate) trait Lemmas: Sync {
    /// The technique that it belongs to.
    fn technique(&self) -> Technique;

    /// Instances at the terms of a question.
    fn instances(&self, logic: &mut Logic, occurrences: &Occurrences) -> Vec<Term>;
}

/// All sources, in the order in which they are asked.
const SOURCES: [&dyn Lemmas; 5] = [
    &iteration_facts::IterationFacts,
    &growth::GrowthBounds,
    &sum_lemmas::SumLemmas,
    &last_assignments::LastAssignments,
    &products::ProductBounds,
];

impl Logic {
    /// Instances of all lemmas at the terms of a question.
    pub(crate) fn lemma_instances(&mut self, occurrences: &Occurrences) -> Vec<Term> {
        let mut found = Vec::new();
        for source in SOURCES {
            let technique = source.technique();
            if !self.switches.is_on(technique) {
                continue;
            }
            let start = Instant::now();
            let instances = source.instances(self, occurrences);
            if !instances.is_empty() {
                self.counters.count(technique, true, start.elapsed());
            }
            found.extend(instances);
        }
        found
    }
}
