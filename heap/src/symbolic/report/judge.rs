//! From findings to a verdict: suspects are replayed, and those that no run reproduces stay open.

use crate::analysis::{Open, Verdict};
use crate::interp::Config;
use crate::obligations::{Obligation, Proof};
use crate::property::ViolationKind;
use crate::symbolic::exec::executor::Executor;
use crate::symbolic::report::replay::replay;
use std::collections::BTreeSet;
use std::time::Instant;

/// The verdict and the proof. Suspects are replayed; those that no run reproduces stay open, and so do gaps.
pub(crate) fn judge(executor: &mut Executor<'_>, config: &Config) -> (Verdict, Proof) {
    let suspects = std::mem::take(&mut executor.findings.suspects);
    let (mut open, mut places) = (Vec::new(), BTreeSet::new());
    for suspect in suspects {
        debug_assert_eq!(suspect.check_invariants(executor.logic.terms()), Ok(()));
        if executor.logic.brackets.journal().is_some() {
            let origin = format!("{}: {}", executor.program.show_pos(suspect.pos), suspect.text);
            executor.logic.brackets.set_origin(&origin);
        }
        if let Some(run) = replay(executor, &suspect, config) {
            return (Verdict::Refuted(Box::new(run)), Proof::Void);
        }
        let mut text = format!(
            "{} [{}]: not proved, and no counterexample found",
            suspect.text,
            suspect.kind.property()
        );
        if let Some(fact) = suspect.fact {
            text += &format!("; missing fact: {fact}");
        }
        places.insert(Obligation { pos: suspect.pos, kind: suspect.kind });
        open.push(Open { pos: suspect.pos, text });
    }
    let is_whole = executor.findings.gaps.is_empty() && executor.limits.reached.is_none();
    let proof = if is_whole { Proof::AllBut { places, kinds: unchecked(executor) } } else { Proof::Void };
    for (pos, text) in std::mem::take(&mut executor.findings.gaps) {
        open.push(Open { pos, text: format!("not modelled: {text}") });
    }
    let is_over = executor.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
    // The time limit may have passed during the last query.
    let last = (is_over && !open.is_empty()).then(|| executor.user_pos(executor.logic.here));
    if let Some(pos) = executor.limits.reached.or(last) {
        let text = match is_over {
            true => "time limit reached here; the rest was not analysed (--time allows more)",
            false => "effort limit reached here; the rest was not analysed",
        };
        open.push(Open { pos, text: text.to_string() });
    }
    open.dedup_by(|next, kept| next.pos == kept.pos && next.text == kept.text);
    let verdict = if open.is_empty() { Verdict::Proved } else { Verdict::Unknown(open) };
    (verdict, proof)
}

/// Kinds of violations that were not checked. Mathematical integers do not overflow.
fn unchecked(executor: &Executor<'_>) -> BTreeSet<ViolationKind> {
    let is_proved =
        |kind| executor.is_checked(kind) || kind == ViolationKind::Overflow && executor.logic.is_math;
    ViolationKind::ALL.into_iter().filter(|&kind| !is_proved(kind)).collect()
}
