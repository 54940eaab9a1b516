//! From findings to a verdict: suspects are replayed, and those that no run reproduces stay open.

use crate::analysis::{Errors, Open, Verdict};
use crate::interp::Config;
use crate::obligations::{Obligation, Proof};
use crate::property::ViolationKind;
use crate::symbolic::exec::executor::Executor;
use crate::symbolic::findings::sink::Suspect;
use crate::symbolic::report::replay::replay;
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
    let errors = reproduce(executor, &suspects, config, (known, further));
    if !errors.is_empty() && further.is_zero() {
        return (Verdict::Refuted { errors, open: Vec::new() }, Proof::Void);
    }
    let (mut open, mut places) = (Vec::new(), BTreeSet::new());
    for suspect in suspects {
        places.insert(Obligation { pos: suspect.pos, kind: suspect.kind });
        if errors.has(suspect.pos, suspect.kind) {
            continue;
        }
        let mut text = format!(
            "{} [{}]: not proved, and no counterexample found",
            suspect.text,
            suspect.kind.property()
        );
        if let Some(fact) = suspect.fact {
            text += &format!("; missing fact: {fact}");
        }
        open.push(Open { pos: suspect.pos, kind: Some(suspect.kind), text });
    }
    let is_whole = executor.findings.gaps.is_empty() && executor.limits.reached.is_none();
    let proof = if is_whole { Proof::AllBut { places, kinds: unchecked(executor) } } else { Proof::Void };
    for (pos, text) in std::mem::take(&mut executor.findings.gaps) {
        open.push(Open { pos, kind: None, text: format!("not modelled: {text}") });
    }
    open.extend(limit(executor, !open.is_empty(), !errors.is_empty()));
    open.dedup_by(|next, kept| next.pos == kept.pos && next.text == kept.text);
    match (errors.is_empty(), open.is_empty()) {
        (false, _) => (Verdict::Refuted { errors, open }, Proof::Void),
        (true, true) => (Verdict::Proved, proof),
        (true, false) => (Verdict::Unknown(open), proof),
    }
}

/// The errors that runs reproduce, among them those that are known.
fn reproduce(
    executor: &mut Executor<'_>,
    suspects: &[Suspect],
    config: &Config,
    (mut errors, further): (Errors, Duration),
) -> Errors {
    let limit = executor.limits.deadline;
    for suspect in suspects {
        debug_assert_eq!(suspect.check_invariants(executor.logic.terms()), Ok(()));
        let deadline = errors.deadline(further, limit);
        if !errors.is_empty() && deadline.is_some_and(|deadline| Instant::now() >= deadline) {
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
        replay(executor, suspect, &config, |run| {
            errors.add(run);
            further.is_zero() || errors.has(suspect.pos, suspect.kind)
        });
    }
    executor.set_deadline(limit);
    errors
}

/// The limit that ended the analysis early, if one did. The time limit may have passed during the last query.
fn limit(executor: &Executor<'_>, is_open: bool, has_errors: bool) -> Option<Open> {
    let is_over = executor.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let last = (is_over && is_open).then(|| executor.user_pos(executor.logic.here));
    let pos = executor.limits.reached.or(last)?;
    let text = match (has_errors, is_over) {
        (true, true) => "the search for further errors ended here (--further allows more time)",
        (false, true) => "time limit reached here; the rest was not analysed (--time allows more)",
        (_, false) => "effort limit reached here; the rest was not analysed",
    };
    Some(Open { pos, kind: None, text: text.to_string() })
}

/// Kinds of violations that were not checked. Mathematical integers do not overflow.
fn unchecked(executor: &Executor<'_>) -> BTreeSet<ViolationKind> {
    let is_proved =
        |kind| executor.is_checked(kind) || kind == ViolationKind::Overflow && executor.logic.is_math;
    ViolationKind::ALL.into_iter().filter(|&kind| !is_proved(kind)).collect()
}
