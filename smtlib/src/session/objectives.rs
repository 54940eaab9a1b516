//! Objectives and their optima.
//!
//! `(minimize t)`, `(maximize t)`, `(assert-soft t :weight w :id name)` and `(get-objectives)` are
//! extensions; they and the form of the reply follow Z3. An optimum is a value, `oo` or `(* (- 1) oo)` if
//! there is none because values get better without bound, or a limit that is not reached, such as `(+ 3.0 (*
//! (- 1.0) epsilon))`. Where that is not the end of it, the reply is an `interval`: of an optimum that was
//! not found, the best value known and what can still be hoped for; of one that does not exist, if there are
//! further objectives, the values from which on models were considered for those.

use crate::session::answers::Mode;
use crate::session::priorities::{Goal, Priority};
use crate::session::{Reply, Session};
use crate::text::diagnostic::{Diagnostic, Result};
use cfp_solver::{Int, Optimum, Rat, Value};
use std::fmt::Write as _;

impl Session {
    pub(crate) fn get_objectives(&self) -> Result<Reply> {
        let why = match &self.mode {
            Mode::Sat | Mode::Unknown(_) => None,
            Mode::Assert => Some("there was no check-sat since the assertions or objectives last changed"),
            Mode::Unsat { .. } => Some("the last check answered unsat"),
        };
        if let Some(why) = why {
            let error = Diagnostic::general(format!("there are no optima: {why}"));
            return Err(match &self.mode {
                Mode::Assert => error.hint("ask for them after (check-sat)"),
                _ => error,
            });
        }
        let mut text = "(objectives\n".to_string();
        for (index, target) in self.targets.iter().enumerate() {
            let is_last = index + 1 == self.targets.len() || self.settings.priority == Priority::Box;
            let maximize = matches!(target.goal, Goal::Term(_, true));
            // A check that was not carried out leaves no optima.
            let nothing = Optimum::Unknown { reached: None, excluded: None };
            let optimum = self.optima.get(index).unwrap_or(&nothing);
            let _ = writeln!(text, " ({} {})", target.text, self.optimum_text(optimum, maximize, is_last));
        }
        text.push(')');
        Ok(Reply::Text(text))
    }

    fn optimum_text(&self, optimum: &Optimum, maximize: bool, is_last: bool) -> String {
        let text = |value: &Value| value.text(self.solver.terms());
        let infinity = |positive: bool| if positive { "oo" } else { "(* (- 1) oo)" }.to_string();
        let interval = |worst: String, best: String| {
            let (low, high) = if maximize { (worst, best) } else { (best, worst) };
            format!("(interval {low} {high})")
        };
        let (reached, best) = match optimum {
            Optimum::Value(value) => return text(value),
            Optimum::Unbounded { reached } => (text(reached), infinity(maximize)),
            Optimum::Approached { limit, reached } => (text(reached), self.near_text(limit, maximize)),
            Optimum::Unknown { reached, excluded } => {
                let reached = reached.as_ref().map_or_else(|| infinity(!maximize), text);
                let best = match excluded {
                    None => infinity(maximize),
                    Some(Value::Int(value)) if maximize => text(&Value::Int(value - Int::ONE)),
                    Some(Value::Int(value)) => text(&Value::Int(value + Int::ONE)),
                    Some(Value::Real(value)) => self.near_text(value, maximize),
                    Some(value) => text(value),
                };
                return interval(reached, best);
            }
        };
        if is_last { best } else { interval(reached, best) }
    }

    /// Just below a number, or just above.
    fn near_text(&self, limit: &Rat, below: bool) -> String {
        let epsilon = if below { "(* (- 1.0) epsilon)" } else { "epsilon" };
        if limit.is_zero() {
            return epsilon.to_string();
        }
        format!("(+ {} {epsilon})", Value::Real(limit.clone()).text(self.solver.terms()))
    }
}
