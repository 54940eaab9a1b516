//! From findings to a verdict: suspects are replayed, and those that no run reproduces stay open.

use crate::analysis::{Cause, Errors, Open, Stop, Verdict};
use crate::interp::Config;
use crate::ir::Pos;
use crate::obligations::{Obligation, Proof};
use crate::property::ViolationKind;
use crate::symbolic::exec::executor::Executor;
use crate::symbolic::findings::sink::{Suspect, gap};
use crate::symbolic::report::replay::replay;
use cfp_solver::{Op, Symbol, Term};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// The verdict and the proof, given the errors that are known already. Suspects are replayed; those that no
/// run reproduces stay open, and so do gaps. After the first error, the search goes on for a limited time.
pub(crate) fn judge(
    executor: &mut Executor<'_>,
    config: &Config,
    known: Errors,
    further: Duration,
) -> (Verdict, Proof) {
    let suspects = std::mem::take(&mut executor.findings.suspects);
    let is_brief = !known.is_empty();
    let (errors, undecided) = reproduce(executor, &suspects, config, (known, further));
    if !errors.is_empty() && further.is_zero() {
        return (Verdict::Refuted { errors, open: Vec::new() }, Proof::Void);
    }
    let places = suspects.iter().map(|suspect| Obligation { pos: suspect.pos, kind: suspect.kind }).collect();
    let is_whole = executor.findings.gaps.is_empty() && executor.limits.reached.is_none();
    let proof = if is_whole { Proof::AllBut { places, kinds: unchecked(executor) } } else { Proof::Void };
    let open = open(executor, suspects, (&errors, &undecided), is_brief);
    match (errors.is_empty(), open.is_empty()) {
        (false, _) => (Verdict::Refuted { errors, open }, Proof::Void),
        (true, true) => (Verdict::Proved, proof),
        (true, false) => (Verdict::Unknown(open), proof),
    }
}

/// What is open: the limit that was reached, then gaps, then obligations, one for each place and kind; those
/// with the same cause follow each other, and those without a cause come last.
fn open(
    executor: &mut Executor<'_>,
    suspects: Vec<Suspect>,
    (errors, undecided): (&Errors, &BTreeSet<Pos>),
    is_brief: bool,
) -> Vec<Open> {
    let gaps = std::mem::take(&mut executor.findings.gaps);
    let is_open = |suspect: &Suspect| !errors.has(suspect.pos, suspect.kind);
    let limit = limit(executor, !gaps.is_empty() || suspects.iter().any(is_open), is_brief);
    let mut all: Vec<Open> = limit.into_iter().collect();
    for (pos, text) in gaps {
        let gap = gap(pos, &text);
        if !all.iter().any(|other| other.pos == pos && other.text == gap.text) {
            all.push(gap);
        }
    }
    let mut seen = BTreeSet::new();
    let mut places: Vec<Open> = Vec::new();
    for suspect in suspects.into_iter().filter(is_open) {
        if seen.insert((suspect.pos, suspect.kind)) {
            let cause = cause(executor, &suspect, undecided);
            places.push(Open { cause, ..suspect.open() });
        }
    }
    let causes: Vec<Option<Cause>> = places.iter().map(|place| place.cause.clone()).collect();
    let rank = |place: &Open| match &place.cause {
        Some(_) => causes.iter().position(|cause| *cause == place.cause).unwrap_or(0),
        None => causes.len(),
    };
    places.sort_by_cached_key(rank);
    all.extend(places);
    all
}

/// Why a violation is not excluded, if the condition mentions an unknown that says so or the solver has not
/// decided it.
fn cause(executor: &Executor<'_>, suspect: &Suspect, undecided: &BTreeSet<Pos>) -> Option<Cause> {
    if let Some(loss) = executor.logic.loss_in(&suspect.formulas) {
        return Some(Cause { pos: loss.pos, text: loss.text.clone() });
    }
    let terms = executor.logic.brackets.terms();
    let reached: BTreeSet<Term> = terms.reachable(&suspect.formulas).into_iter().collect();
    let has = |function: Symbol| reached.iter().any(|&term| terms.op(term) == Op::Apply(function));
    let text = if executor.opaque_functions.values().any(|&function| has(function)) {
        "it depends on a bitwise operation, a shift or a division that is not known exactly"
    } else if has(executor.logic.product) {
        "it depends on a product of unknowns"
    } else if undecided.contains(&suspect.pos) {
        "the solver did not decide it within its limits"
    } else {
        return None;
    };
    Some(Cause { pos: suspect.pos, text: text.to_string() })
}

/// The errors that runs reproduce, among them those that are known, and the places where the solver proposed
/// no inputs.
fn reproduce(
    executor: &mut Executor<'_>,
    suspects: &[Suspect],
    config: &Config,
    (mut errors, further): (Errors, Duration),
) -> (Errors, BTreeSet<Pos>) {
    let (limit, interim) = (executor.limits.deadline, executor.findings.interim.clone());
    let mut undecided = BTreeSet::new();
    let is_late = |deadline: Option<Instant>| deadline.is_some_and(|deadline| Instant::now() >= deadline);
    for suspect in suspects {
        debug_assert_eq!(suspect.check_invariants(executor.logic.terms()), Ok(()));
        let deadline = errors.deadline(further, limit);
        if !errors.is_empty() && is_late(deadline) {
            break;
        }
        if errors.has(suspect.pos, suspect.kind) {
            continue;
        }
        if executor.logic.brackets.journal().is_some() {
            let origin = format!("{}: {}", executor.program.show_pos(suspect.pos), suspect.text);
            executor.logic.brackets.set_origin(&origin);
        }
        executor.set_deadline(deadline);
        let config = Config { deadline: errors.deadline(further, config.deadline), ..config.clone() };
        let has_model = replay(executor, suspect, &config, |run| {
            if errors.add(run)
                && let Some(interim) = &interim
            {
                interim.set_errors(&errors);
            }
            further.is_zero() || errors.has(suspect.pos, suspect.kind)
        });
        if !has_model && !is_late(deadline) {
            undecided.insert(suspect.pos);
        }
    }
    executor.set_deadline(limit);
    (errors, undecided)
}

/// The limit that ended the analysis early, if one did. The time limit may have passed during the last query;
/// it is short for a brief analysis, which searches for further errors.
fn limit(executor: &Executor<'_>, is_open: bool, is_brief: bool) -> Option<Open> {
    let is_over = executor.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let last = (is_over && is_open).then(|| (executor.user_pos(executor.logic.here), Stop::Time));
    let (pos, stop) = executor.limits.reached.or(last)?;
    Some(match stop {
        Stop::Time if is_brief => {
            Open::gap(pos, "the search for further errors ended here (--further allows more time)")
        }
        _ => stop.open_at(pos),
    })
}

/// Kinds of violations that were not checked. Mathematical integers do not overflow.
fn unchecked(executor: &Executor<'_>) -> BTreeSet<ViolationKind> {
    let is_proved =
        |kind| executor.is_checked(kind) || kind == ViolationKind::Overflow && executor.logic.is_math;
    ViolationKind::ALL.into_iter().filter(|&kind| !is_proved(kind)).collect()
}
