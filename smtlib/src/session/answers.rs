//! The commands that query the state of a session: models, values, assertions, information.

use crate::print::{definition_text, division_texts, term_text};
use crate::read::command::WrittenTerm;
use crate::session::cores::Core;
use crate::session::{Reply, Session};
use crate::text::diagnostic::{Diagnostic, Result};
use crate::text::literal::{string_literal, symbol_literal};
use cfp_solver::{Model, Term, Unknown, Value};
use fxhash::FxHashSet;
use std::fmt::Write as _;
use std::io::Write;

/// What the last check said, as long as it still holds.
pub(crate) enum Mode {
    /// No check since the assertions last changed.
    Assert,
    /// `sat`
    Sat,
    /// `unsat`
    Unsat {
        /// The assumptions of the check.
        assumptions: Vec<WrittenTerm>,
        /// Those of them that are to blame.
        failed: Vec<Term>,
        /// The named assertions that are to blame.
        core: Core,
    },
    /// `unknown`, for this reason
    Unknown(Unknown),
}

impl Session {
    /// The model of the last check.
    fn model(&self) -> Result<&Model> {
        let why = match &self.mode {
            Mode::Sat => match self.solver.model() {
                Some(model) => return Ok(model),
                None => "the engine has kept none",
            },
            Mode::Assert => "there was no check-sat since the assertions last changed",
            Mode::Unsat { .. } => "the last check answered unsat",
            // An optimising check that had to stop keeps the best model it found.
            Mode::Unknown(_) => match self.solver.model() {
                Some(model) => return Ok(model),
                None => "the last check answered unknown",
            },
        };
        Err(Diagnostic::general(format!("there is no model: {why}")))
    }

    pub(crate) fn get_model(&self) -> Result<Reply> {
        require(self.settings.produce_models, "produce-models")?;
        let model = self.model()?;
        let terms = self.solver.terms();
        let mut text = "(\n".to_string();
        for &symbol in self.scope.declared() {
            let _ = writeln!(text, "  {}", definition_text(terms, model, symbol));
        }
        for division in division_texts(terms, model) {
            let _ = writeln!(text, "  {division}");
        }
        text.push(')');
        Ok(Reply::Text(text))
    }

    /// The values of terms in the model. What is quantified in them has to be decided first.
    fn values(&mut self, terms: &[Term], output: &mut dyn Write) -> Result<Vec<Value>> {
        let model = self.model()?;
        self.require_data_values(terms)?;
        if !self.solver.terms().has_quantifiers(terms) {
            return Ok(model.eval_all(self.solver.terms(), terms));
        }
        let model = model.clone();
        let values = self.with_engine(output, |solver| solver.values(&model, terms));
        values.map_err(|why| Diagnostic::general(format!("cannot evaluate a quantified term: {why}")))
    }

    pub(crate) fn get_value(&mut self, written: &[WrittenTerm], output: &mut dyn Write) -> Result<Reply> {
        require(self.settings.produce_models, "produce-models")?;
        let terms: Vec<_> = written.iter().map(|written| written.term).collect();
        let values = self.values(&terms, output)?;
        let pairs = written
            .iter()
            .zip(values)
            .map(|(written, value)| format!("({} {})", written.text, value.text(self.solver.terms())));
        Ok(Reply::Text(list(pairs, "\n ")))
    }

    /// `(eval term)`: the value of one term, as Z3 has it.
    pub(crate) fn eval(&mut self, term: Term, output: &mut dyn Write) -> Result<Reply> {
        let value = self.values(&[term], output)?.pop().expect("one value for one term");
        Ok(Reply::Text(value.text(self.solver.terms())))
    }

    pub(crate) fn get_assignment(&mut self, output: &mut dyn Write) -> Result<Reply> {
        require(self.settings.produce_assignments, "produce-assignments")?;
        let terms = self.solver.terms();
        let truths =
            self.scope.named().iter().filter(|(_, term)| terms.sort(*term) == cfp_solver::Sort::Bool);
        let (names, named): (Vec<_>, Vec<_>) = truths.copied().unzip();
        let values = self.values(&named, output)?;
        let terms = self.solver.terms();
        let name = |name| symbol_literal(self.scope.names.text(name));
        let pairs = names
            .into_iter()
            .zip(values)
            .map(|(label, value)| format!("({} {})", name(label), value.text(terms)));
        Ok(Reply::Text(list(pairs, " ")))
    }

    pub(crate) fn get_assertions(&self) -> Result<Reply> {
        require(self.settings.produce_assertions, "produce-assertions")?;
        let terms = self.solver.terms();
        let is_written = |(index, _): &(usize, &Term)| !self.axioms.positions.contains(index);
        let written = self.solver.assertions().iter().enumerate().filter(is_written);
        let texts = written.map(|(_, &assertion)| term_text(terms, assertion));
        Ok(Reply::Text(list(texts, "\n ")))
    }

    pub(crate) fn get_unsat_assumptions(&self) -> Result<Reply> {
        require(self.settings.produce_unsat_assumptions, "produce-unsat-assumptions")?;
        let Mode::Unsat { assumptions, failed, .. } = &self.mode else {
            return Err(Diagnostic::general("the last check did not answer unsat"));
        };
        let mut failed: FxHashSet<_> = failed.iter().copied().collect();
        let to_blame = assumptions.iter().filter(|assumption| failed.remove(&assumption.term));
        Ok(Reply::Text(list(to_blame.map(|assumption| assumption.text.clone()), " ")))
    }

    pub(crate) fn get_info(&self, name: &str) -> Result<Reply> {
        let value = match name {
            "name" => string_literal("cfp"),
            "version" => string_literal(env!("CARGO_PKG_VERSION")),
            "authors" => string_literal("the cfp developers"),
            "error-behavior" => "continued-execution".to_string(),
            "assertion-stack-levels" => self.solver.level().to_string(),
            "reason-unknown" => match &self.mode {
                Mode::Unknown(reason) => reason_text(reason),
                _ => return Err(Diagnostic::general("the last check did not answer unknown")),
            },
            "all-statistics" => return Ok(Reply::Text(list(self.statistics(":"), "\n "))),
            _ => return Ok(Reply::Unsupported),
        };
        Ok(Reply::Text(format!("(:{name} {value})")))
    }

    /// The engine's counters for `--stats`, one comment a line.
    pub(crate) fn statistics_comments(&self) -> String {
        self.statistics("\n; ").collect()
    }

    fn statistics(&self, before: &str) -> impl Iterator<Item = String> {
        let memory = cfp_solver::resident_memory().map(|bytes| ("memory-mib", bytes >> 20));
        // Parts of the engine may count under the same name; the first speaks for the whole.
        let mut seen = FxHashSet::default();
        let counters =
            self.solver.statistics().iter().chain(memory).filter(move |(name, _)| seen.insert(*name));
        counters.map(move |(name, value)| format!("{before}{} {value}", name.replace([' ', '_'], "-")))
    }
}

pub(crate) fn require(on: bool, option: &str) -> Result<()> {
    match on {
        true => Ok(()),
        false => Err(Diagnostic::general(format!("the option {option} is off"))),
    }
}

pub(crate) fn list(items: impl Iterator<Item = String>, separator: &str) -> String {
    format!("({})", items.collect::<Vec<_>>().join(separator))
}

/// A reason in the terms of the standard, which knows `memout` and `incomplete` and allows others.
fn reason_text(reason: &Unknown) -> String {
    match reason {
        Unknown::Memory => "memout".to_string(),
        Unknown::Timeout => "timeout".to_string(),
        Unknown::Resources => "resourceout".to_string(),
        Unknown::Interrupted => "interrupted".to_string(),
        Unknown::Incomplete(why) => format!("(incomplete {})", string_literal(&why.to_string())),
    }
}
