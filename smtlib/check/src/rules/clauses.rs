//! Rules about clauses: resolution and what only changes the form of a clause.

use super::{Context, Step, require};
use crate::terms::{Op, Term};

pub(super) const RULES: &[&str] = &[
    "resolution",
    "th_resolution",
    "contraction",
    "reordering",
    "weakening",
    "true",
    "false",
    "not_not",
    "and_intro",
];

/// Checks a step.
pub(super) fn check(context: &mut Context<'_>, step: &Step<'_>) -> Result<(), String> {
    match step.rule {
        "resolution" | "th_resolution" => require(
            propagate(context, step.clause, &step.premises),
            "the clause does not follow by resolution",
        ),
        "contraction" | "reordering" | "weakening" => {
            let premise = *step.premises.first().ok_or("a premise is missing")?;
            let literals = premise.iter().map(|literal| (*literal, true));
            require(context.covers(step.clause, literals), "a literal of the premise is missing")
        }
        "and_intro" => {
            let parts = context.terms.args(step.only()?, Op::And).ok_or("no conjunction")?.to_vec();
            let units: Result<Vec<Term>, String> =
                (0..step.premises.len()).map(|index| step.unit(index)).collect();
            let all = parts.into_iter().map(|part| (part, true));
            require(context.covers(&units?, all), "a part is no premise")
        }
        "true" => require(context.covers(step.clause, [(Term::TRUE, true)]), "true is missing"),
        "false" => require(context.covers(step.clause, [(Term::FALSE, false)]), "not false is missing"),
        _ => is_tautology(context, step.clause),
    }
}

/// Whether a clause has a literal and its negation.
fn is_tautology(context: &mut Context<'_>, clause: &[Term]) -> Result<(), String> {
    let is_both = clause.iter().any(|literal| context.mark(*literal, false) == 3);
    context.clear();
    require(is_both, "no literal occurs with its negation")
}

/// Whether a clause follows from others by unit propagation: with all its literals false, a clause is false.
/// A chain of resolutions, the last premise first, needs one pass.
pub(super) fn propagate(context: &mut Context<'_>, clause: &[Term], premises: &[&[Term]]) -> bool {
    // Marks are the literals that are true.
    context.mark(Term::TRUE, false);
    context.mark(Term::FALSE, true);
    let mut is_conflict = clause.iter().any(|literal| context.mark(*literal, true) == 3);
    let mut is_changed = true;
    while is_changed && !is_conflict {
        is_changed = false;
        for premise in premises.iter().rev() {
            match pending(context, premise) {
                Pending::Satisfied => {}
                Pending::Several => {}
                Pending::Unit(literal) => {
                    context.mark(literal, false);
                    is_changed = true;
                }
                Pending::Conflict => {
                    is_conflict = true;
                    break;
                }
            }
        }
    }
    context.clear();
    is_conflict
}

/// What is left of a clause under an assignment.
enum Pending {
    Satisfied,
    Conflict,
    Unit(Term),
    Several,
}

fn pending(context: &Context<'_>, clause: &[Term]) -> Pending {
    let mut unit: Option<Term> = None;
    for &literal in clause {
        if context.has(literal, false) {
            return Pending::Satisfied;
        }
        if context.has(literal, true) {
            continue;
        }
        match unit {
            Some(known) if context.terms.literal(known) != context.terms.literal(literal) => {
                return Pending::Several;
            }
            _ => unit = Some(literal),
        }
    }
    unit.map_or(Pending::Conflict, Pending::Unit)
}
