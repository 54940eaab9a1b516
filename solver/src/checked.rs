//! The full result of one check: the answer and what belongs to it.

use crate::answer::{Answer, Unknown};
use crate::limits::Budget;
use crate::model::Model;
use crate::stats::Statistics;

/// The result of one check.
pub(crate) struct Checked {
    pub(crate) answer: Answer,
    pub(crate) model: Option<Model>,
    /// After unsat: positions of assumptions that cannot hold together.
    pub(crate) failed: Vec<usize>,
    pub(crate) statistics: Statistics,
}

impl Checked {
    pub(crate) fn sat(model: Model) -> Checked {
        Checked { model: Some(model), ..Checked::answered(Answer::Sat) }
    }

    pub(crate) fn unsat(failed: Vec<usize>) -> Checked {
        Checked { failed, ..Checked::answered(Answer::Unsat) }
    }

    pub(crate) fn unknown(reason: impl Into<Unknown>) -> Checked {
        Checked::answered(Answer::Unknown(reason.into()))
    }

    /// The budget ran out.
    pub(crate) fn stopped(budget: &Budget) -> Checked {
        Checked::unknown(budget.stopped().cloned().unwrap_or(Unknown::Interrupted))
    }

    fn answered(answer: Answer) -> Checked {
        Checked { answer, model: None, failed: Vec::new(), statistics: Statistics::default() }
    }

    /// The same result with these counters before its own.
    pub(crate) fn after(mut self, mut before: Statistics) -> Checked {
        before.extend(self.statistics.counters());
        self.statistics = before;
        self
    }
}
