//! Proofs that assertions over Booleans, numbers, functions and arrays are unsatisfiable.
//!
//! A proof is made in three stages, each of which trusts nothing that the search says:
//!
//! 1. `encode`: the assertions become clauses, each with the rule that justifies it, and are solved by the
//!    SAT core and the theories, without preprocessing. The core logs every clause, and which others those
//!    that it learns should follow from.
//! 2. `trim`: going backwards from the contradiction, unit propagation through these hints finds which
//!    clauses each learned one follows from; what nothing needs is dropped.
//! 3. `lemma`: each clause of the theories that is left is proved anew: in `arithmetic` by a refutation of
//!    its negation, which is one Farkas certificate most of the time (`farkas`), otherwise a tree of splits
//!    whose leaves are such certificates; in `closure` by congruence. What the theories made during the
//!    search is named in `naming`.
//!
//! The theories keep no certificates, so that the search costs nearly the same with and without proofs.

mod arithmetic;
mod closure;
mod encode;
mod facts;
mod farkas;
mod forms;
mod functions;
mod lemma;
mod naming;
mod relaxation;
mod steps;
mod trees;
mod trim;

pub use steps::{Arg, Literal, Proof, Step, Witness};

use crate::combine::ArithmeticKind;
use crate::limits::Budget;
use crate::options::Options;
use crate::sat::Outcome;
use crate::sat::log::Source;
use crate::term::{Sort, Term, Terms};
use encode::Encoder;
use fxhash::FxHashMap;
use steps::Writer;
use trim::{Item, Premise};

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
    prove_within(terms, assertions, options, None, budget)
}

/// The same, with a limit on the ticks of the search: what it refutes within them is proved in the budget.
pub fn prove_within(
    terms: &mut Terms,
    assertions: &[Term],
    options: &Options,
    search_ticks: Option<u64>,
    budget: &mut Budget,
) -> Result<Proof, NoProof> {
    let kind = kind(terms, assertions);
    let mut search = budget.part(search_ticks.unwrap_or(u64::MAX));
    let mut encoder = Encoder::new(terms, kind, options, &mut search);
    encoder.prepare(assertions)?;
    if kind == ArithmeticKind::Integer && !encoder.has_functions() {
        encoder.solve_facts(assertions)?;
        encoder.plant(assertions)?;
        encoder.define_solutions()?;
    }
    for &assertion in assertions {
        encoder.assert(assertion)?;
    }
    log::debug!("encoded: {} ticks", encoder.ticks());
    if encoder.solve() != Outcome::Unsat {
        return Err(NoProof::NotRefuted);
    }
    log::debug!("refuted: {} ticks", encoder.ticks());
    let encoded = encoder.finish();
    let ticks = search.ticks();
    if !budget.spend(ticks) {
        return Err(NoProof::NotRefuted);
    }
    let log = encoded.sat.log().ok_or(NoProof::Unjustified)?;
    let unjustified = |budget: &Budget| match budget.stopped() {
        Some(_) => NoProof::NotRefuted,
        None => NoProof::Unjustified,
    };
    let trimmed = trim::trim(log, encoded.sat.num_vars(), budget);
    let trimmed = trimmed.ok_or_else(|| unjustified(budget))?;
    log::debug!("trimmed: {} of {} clauses, {} ticks", trimmed.needed.len(), log.len(), budget.ticks());
    let mut writer = Writer::new(terms, &encoded);
    let mut steps: FxHashMap<Premise, usize> = FxHashMap::default();
    for item in &trimmed.needed {
        let resolved = |premises: &[Premise]| premises.iter().map(|premise| steps[premise]).collect();
        let (name, step) = match item {
            Item::Unit(number, lit, premises) => match premises.len() {
                1 => continue,
                _ => (Premise::Unit(*number), writer.learned(&[*lit], resolved(premises))),
            },
            &Item::Clause(clause, ref premises) => {
                let step = match (log.source(clause), encoded.labels.get(&clause)) {
                    (Source::Given, Some(label)) => Some(writer.given(label)),
                    (Source::Given | Source::Theory, _) => writer.lemma(log.clause(clause), budget),
                    (Source::Learned, _) => writer.learned(log.clause(clause), resolved(premises)),
                };
                (Premise::Clause(clause), step)
            }
        };
        steps.insert(name, step.ok_or_else(|| unjustified(budget))?);
    }
    log::debug!("justified: {} ticks", budget.ticks());
    let premises = trimmed.contradiction.iter().map(|premise| steps[premise]).collect();
    writer.learned(&[], premises).ok_or(NoProof::Unjustified)?;
    Ok(writer.proof())
}

/// The theory of arithmetic that assertions need.
fn kind(terms: &Terms, assertions: &[Term]) -> ArithmeticKind {
    let all = terms.reachable(assertions);
    match all.iter().any(|term| terms.sort(*term) == Sort::Real) {
        true => ArithmeticKind::Real,
        false => ArithmeticKind::Integer,
    }
}
