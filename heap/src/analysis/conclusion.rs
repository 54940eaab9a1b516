//! The conclusion about a program.

use super::errors::Errors;
use super::verdict::Open;
use crate::ir::{Pos, Program};

/// The conclusion about a program, from runs or from the analysis.
#[derive(Clone, Debug)]
pub enum Conclusion {
    /// No execution has an error; the reason.
    Proved(&'static str),
    /// Runs reproduce errors.
    Refuted {
        /// The errors, at least one.
        errors: Errors,
        /// Obligations that are neither discharged nor violated by these runs.
        open: Vec<Open>,
    },
    /// Neither proved nor refuted.
    Unknown {
        /// The reason, in a few words.
        reason: String,
        /// The open obligations.
        open: Vec<Open>,
    },
}

impl Conclusion {
    /// Neither proved nor refuted after some runs, with what stays open.
    pub(crate) fn unknown(program: &Program, open: Vec<Open>, runs: u64) -> Conclusion {
        Conclusion::Unknown { reason: reason(program, &open, runs), open }
    }

    /// Runs reproduce errors; what is open besides.
    pub(crate) fn refuted(errors: Errors, mut open: Vec<Open>) -> Conclusion {
        open.retain(|open| open.kind.is_none_or(|kind| !errors.has(open.pos, kind)));
        Conclusion::Refuted { errors, open }
    }

    /// The statements that it is about, as [`Verdict::places`](super::Verdict::places) lists them.
    pub(crate) fn places(&self) -> Vec<Pos> {
        match self {
            Conclusion::Proved(_) => Vec::new(),
            Conclusion::Refuted { errors, .. } => errors.places(),
            Conclusion::Unknown { open, .. } => open.iter().map(|open| open.pos).collect(),
        }
    }
}

/// Why nothing is concluded: the first cause, the number of places, and that runs found nothing.
fn reason(program: &Program, open: &[Open], runs: u64) -> String {
    let first = open.first().and_then(|open| match (open.kind, &open.cause) {
        (None, _) => Some((open.pos, &open.text)),
        (Some(_), cause) => cause.as_ref().map(|cause| (cause.pos, &cause.text)),
    });
    let cause = first.map(|(pos, text)| match program.files.get(pos.file.index()) {
        Some(file) if pos.line > 0 => {
            let name = file.name.rsplit('/').next().unwrap_or_default();
            format!("{name}:{}: {text}", pos.line)
        }
        _ => text.clone(),
    });
    let mut places: Vec<Pos> = open.iter().filter(|open| open.kind.is_some()).map(|open| open.pos).collect();
    places.sort_unstable();
    places.dedup();
    let places = match places.len() {
        0 => None,
        1 => Some("1 place is not proved".to_string()),
        count => Some(format!("{count} places are not proved")),
    };
    let runs = format!("{runs} run{} found no error", if runs == 1 { "" } else { "s" });
    cause.into_iter().chain(places).chain([runs]).collect::<Vec<String>>().join("; ")
}
