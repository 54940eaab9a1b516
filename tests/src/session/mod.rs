//! Seeded random SMT-LIB sessions over all theories: declarations, assertions, levels, checks and questions
//! about them.
//!
//! Scripts are text in steps, so that parts can be left out ([`candidates`]) and other solvers can be asked
//! about what holds at some point ([`InForce`]). Names are never used twice.

pub use generate::script;
pub use shrink::candidates;

mod generate;
mod shrink;

use std::fmt;

/// A sort, as the generator knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Integers.
    Int,
    /// Reals.
    Real,
    /// A declared sort.
    Declared(String),
    /// Arrays: index and element.
    Array(Box<(Sort, Sort)>),
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("Bool"),
            Sort::Int => f.write_str("Int"),
            Sort::Real => f.write_str("Real"),
            Sort::Declared(name) => f.write_str(name),
            Sort::Array(parts) => write!(f, "(Array {} {})", parts.0, parts.1),
        }
    }
}

/// One step of a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// `declare-sort`, of this name.
    DeclareSort(String),
    /// `declare-fun`
    Declare {
        /// The symbol.
        name: String,
        /// Sorts of its arguments.
        parameters: Vec<Sort>,
        /// Its sort.
        sort: Sort,
    },
    /// `define-fun`
    Define {
        /// The symbol.
        name: String,
        /// Names and sorts of its parameters.
        parameters: Vec<(String, Sort)>,
        /// Its sort.
        sort: Sort,
        /// What it stands for.
        body: String,
    },
    /// `assert`, perhaps with a label.
    Assert {
        /// The label.
        name: Option<String>,
        /// What is asserted.
        term: String,
    },
    /// `check-sat`, or `check-sat-assuming` if there are assumptions; then questions about the answer.
    Check {
        /// The assumptions.
        assumptions: Vec<String>,
        /// The terms for `get-value` after `sat`.
        values: Vec<String>,
    },
    /// `push`
    Push(usize),
    /// `pop`
    Pop(usize),
    /// `reset-assertions`
    ResetAssertions,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::DeclareSort(name) => write!(f, "(declare-sort {name} 0)"),
            Step::Declare { name, parameters, sort } => {
                let parameters: Vec<String> = parameters.iter().map(Sort::to_string).collect();
                write!(f, "(declare-fun {name} ({}) {sort})", parameters.join(" "))
            }
            Step::Define { name, parameters, sort, body } => {
                let parameters: Vec<String> =
                    parameters.iter().map(|(name, sort)| format!("({name} {sort})")).collect();
                write!(f, "(define-fun {name} ({}) {sort} {body})", parameters.join(" "))
            }
            Step::Assert { name: Some(name), term } => write!(f, "(assert (! {term} :named {name}))"),
            Step::Assert { name: None, term } => write!(f, "(assert {term})"),
            Step::Check { assumptions, .. } if assumptions.is_empty() => f.write_str("(check-sat)"),
            Step::Check { assumptions, .. } => write!(f, "(check-sat-assuming ({}))", assumptions.join(" ")),
            Step::Push(levels) => write!(f, "(push {levels})"),
            Step::Pop(levels) => write!(f, "(pop {levels})"),
            Step::ResetAssertions => f.write_str("(reset-assertions)"),
        }
    }
}

/// A whole session.
#[derive(Clone, Debug)]
pub struct Script {
    /// Its logic.
    pub logic: &'static str,
    /// Whether cores are asked for.
    pub cores: bool,
    /// Whether these must be minimal.
    pub minimal_cores: bool,
    /// Whether declarations outlive their level.
    pub global_declarations: bool,
    /// What happens.
    pub steps: Vec<Step>,
}

impl Script {
    /// The commands before the first step. Other solvers need not know the options that are ours.
    pub fn header(&self, ours: bool) -> String {
        let options = [
            (self.cores && ours, ":produce-unsat-cores"),
            (self.minimal_cores && ours, ":minimal-unsat-cores"),
            (self.global_declarations, ":global-declarations"),
        ];
        let set = options.iter().filter(|(on, _)| *on);
        let set: String = set.map(|(_, name)| format!("(set-option {name} true)\n")).collect();
        format!("{set}(set-logic {})\n", self.logic)
    }
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.header(true))?;
        for step in &self.steps {
            writeln!(f, "{step}")?;
            if let Step::Check { values, .. } = step
                && !values.is_empty()
            {
                writeln!(f, "(get-value ({}))", values.join(" "))?;
            }
        }
        Ok(())
    }
}

/// The declarations, definitions and assertions in force at some point of a session.
#[derive(Clone, Default, Debug)]
pub struct InForce {
    /// They, oldest first.
    pub steps: Vec<Step>,
    levels: Vec<usize>,
    global_declarations: bool,
}

impl InForce {
    /// Before the first step.
    pub fn new(script: &Script) -> InForce {
        InForce { global_declarations: script.global_declarations, ..InForce::default() }
    }

    /// After one more step; `false` if it cannot be taken here.
    pub fn take(&mut self, step: &Step) -> bool {
        match step {
            Step::Push(count) => self.levels.extend(std::iter::repeat_n(self.steps.len(), *count)),
            Step::Pop(count) if *count > self.levels.len() => return false,
            Step::Pop(count) => {
                let left = self.levels.len() - count;
                let mark = self.levels.get(left).copied().unwrap_or(self.steps.len());
                self.levels.truncate(left);
                self.forget(mark);
            }
            Step::ResetAssertions => {
                self.levels.clear();
                self.forget(0);
            }
            Step::Check { .. } => {}
            _ => self.steps.push(step.clone()),
        }
        true
    }

    fn forget(&mut self, mark: usize) {
        let gone = self.steps.split_off(mark);
        let is_kept = |step: &Step| self.global_declarations && !matches!(step, Step::Assert { .. });
        self.steps.extend(gone.into_iter().filter(is_kept));
    }
}
