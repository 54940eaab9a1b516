//! Proofs that assertions over Booleans and integers are unsatisfiable.
//!
//! A proof is made in three stages, each of which trusts nothing that the search says:
//!
//! 1. `encode`: the assertions become clauses, each with the rule that justifies it, and are solved by the
//!    SAT core and the theory of integers, without preprocessing. The core logs every clause.
//! 2. `trim`: going backwards from the contradiction, unit propagation finds which clauses each learned one
//!    follows from; what nothing needs is dropped.
//! 3. `lemma`: each clause of the theory that is left is proved anew, by Cuts-from-Proofs on its negation: a
//!    tree of splits whose leaves are Farkas certificates.
//!
//! The search keeps no certificates, so that it costs the same with and without proofs.

mod encode;
mod lemma;
mod steps;
mod trim;

pub use steps::{Arg, Literal, Proof, Step};

use crate::limits::Budget;
use crate::options::Options;
use crate::sat::Outcome;
use crate::sat::log::Source;
use crate::term::{Term, Terms};
use encode::Encoder;
use fxhash::FxHashMap;
use steps::Writer;

/// Why there is no proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoProof {
    /// The assertions use something for which there are no proofs yet.
    Unsupported(&'static str),
    /// The search was stopped, or found a model.
    NotRefuted,
    /// A clause could not be justified: a defect.
    Unjustified,
}

/// Proves that assertions have no model. New terms are added to the table for what the proof speaks of.
///
/// ```
/// use cfp_solver::proof::prove;
/// use cfp_solver::{Budget, Options, Sort, Terms};
///
/// let mut terms = Terms::new();
/// let x = terms.constant("x", Sort::Int);
/// let (two, three) = (terms.int(2), terms.int(3));
/// let twice = terms.mul(two, x);
/// let odd = terms.eq(twice, three);
/// let proof = prove(&mut terms, &[odd], &Options::default(), &mut Budget::unlimited()).unwrap();
/// assert!(proof.steps.last().unwrap().clause.is_empty());
/// ```
pub fn prove(
    terms: &mut Terms,
    assertions: &[Term],
    options: &Options,
    budget: &mut Budget,
) -> Result<Proof, NoProof> {
    let mut encoder = Encoder::new(terms, options, budget);
    for &assertion in assertions {
        encoder.assert(assertion)?;
    }
    if encoder.solve() != Outcome::Unsat {
        return Err(NoProof::NotRefuted);
    }
    let encoded = encoder.finish();
    let log = encoded.sat.log().ok_or(NoProof::Unjustified)?;
    let trimmed = trim::trim(log, encoded.sat.num_vars(), budget).ok_or(NoProof::Unjustified)?;
    let mut writer = Writer::new(terms, &encoded);
    let mut steps: FxHashMap<usize, usize> = FxHashMap::default();
    for &(clause, ref premises) in &trimmed.needed {
        let step = match (log.source(clause), encoded.labels.get(&clause)) {
            (Source::Given, Some(label)) => Some(writer.given(label)),
            (Source::Given | Source::Theory, _) => writer.lemma(log.clause(clause), budget),
            (Source::Learned, _) => {
                let premises = premises.iter().map(|premise| steps[premise]).collect();
                writer.learned(log.clause(clause), premises)
            }
        };
        steps.insert(clause, step.ok_or(NoProof::Unjustified)?);
    }
    let premises = trimmed.contradiction.iter().map(|premise| steps[premise]).collect();
    writer.learned(&[], premises).ok_or(NoProof::Unjustified)?;
    Ok(writer.proof())
}
