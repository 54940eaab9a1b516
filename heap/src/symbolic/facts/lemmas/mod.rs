//! Lemmas: quantified facts that are instantiated at the terms of a query.
//!
//! Facts about loops hold for all iterations; facts about sums and products hold for all arguments. A query
//! receives the instances that its own terms trigger. Instantiation proceeds in rounds, because instances
//! contain new terms. Dropping an instance weakens the query but never makes an answer wrong.
//!
//! Read `iteration_facts` first, then `growth` and `last_assignments`, which all describe loop-carried
//! values, and `last_writers`, which describes memory that loops write. `products` covers multiplication of
//! unknowns. `sums` defines prefix sums and counters, and `sum_lemmas` instantiates facts about them.
//!
//! Lemmas use the rest of `facts` only. [`query`](super::query) calls them through
//! [`Logic::lemma_instances`].

pub(crate) mod growth;
pub(crate) mod iteration_facts;
pub(crate) mod last_assignments;
pub(crate) mod last_writers;
pub(crate) mod products;
pub(crate) mod sum_lemmas;
pub(crate) mod sums;

use super::logic::Logic;
use crate::techniques::Technique;
use cfp_solver::{Symbol, Term};
use fxhash::FxHashSet;
use std::time::Instant;

/// The terms of a query, as far as it is closed under instances.
#[derive(Default)]
pub(crate) struct Occurrences {
    /// Applications of functions, and constants, in order of discovery.
    pub(crate) applications: Vec<(Symbol, Term)>,
    /// All terms seen.
    pub(crate) seen: FxHashSet<Term>,
    /// The number of earlier rounds of instantiation.
    pub(crate) round: usize,
}

/// A source of lemma instances.
pub(crate) trait Lemmas: Sync {
    /// The technique that enables it.
    fn technique(&self) -> Technique;

    /// Instances at the terms of a query.
    fn instances(&self, logic: &mut Logic, occurrences: &Occurrences) -> Vec<Term>;
}

/// All sources, in the order in which they are tried.
const SOURCES: [&dyn Lemmas; 6] = [
    &iteration_facts::IterationFacts,
    &growth::GrowthBounds,
    &sum_lemmas::SumLemmas,
    &last_assignments::LastAssignments,
    &last_writers::LastWriters,
    &products::ProductBounds,
];

impl Logic {
    /// Instances from all enabled sources at the terms of a query.
    pub(crate) fn lemma_instances(&mut self, occurrences: &Occurrences) -> Vec<Term> {
        let mut found = Vec::new();
        for source in SOURCES {
            let technique = source.technique();
            if !self.switches.is_on(technique) {
                continue;
            }
            let start = Instant::now();
            let instances = source.instances(self, occurrences);
            self.counters.count(technique, !instances.is_empty(), start.elapsed());
            found.extend(instances);
        }
        found
    }
}
