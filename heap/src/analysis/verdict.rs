//! The answer of an analysis.

use super::errors::Errors;
use super::graph::HeapGraph;
use super::invariant::LoopInvariant;
use crate::bracket::BracketStats;
use crate::ir::Pos;
use crate::obligations::Proof;
use crate::property::ViolationKind;
use crate::techniques::Counters;

/// Where the analysis lost a fact, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cause {
    /// Where.
    pub pos: Pos,
    /// What is lost, in words.
    pub text: String,
}

/// An obligation that is neither discharged nor violated by a run, or something that was not analysed.
#[derive(Clone, Debug)]
pub struct Open {
    /// Where.
    pub pos: Pos,
    /// The violation that is not excluded; none where something is not modelled or not analysed.
    pub kind: Option<ViolationKind>,
    /// What happens in the violation, or what is not analysed.
    pub text: String,
    /// The missing fact in names of the program, if it can be expressed.
    pub fact: Option<String>,
    /// Why it is not proved, if that is known.
    pub cause: Option<Cause>,
}

impl Open {
    /// Something that is not modelled or not analysed.
    pub fn gap(pos: Pos, text: impl Into<String>) -> Open {
        Open { pos, kind: None, text: text.into(), fact: None, cause: None }
    }

    /// It in words.
    ///
    /// ```
    /// use cfp_heap::analysis::Open;
    /// use cfp_heap::ir::Pos;
    /// use cfp_heap::property::ViolationKind::DivisionByZero;
    ///
    /// let gap = Open::gap(Pos::NOWHERE, "not modelled: assembly");
    /// assert_eq!(gap.message(), "not modelled: assembly");
    /// let (text, fact) = ("division by zero".to_string(), Some("q != 2".to_string()));
    /// let open = Open { kind: Some(DivisionByZero), text, fact, ..gap };
    /// assert_eq!(open.message(), "not excluded: division by zero [def-behavior]; missing fact: q != 2");
    /// ```
    pub fn message(&self) -> String {
        let Some(kind) = self.kind else { return self.text.clone() };
        let fact = self.fact.as_ref().map_or(String::new(), |fact| format!("; missing fact: {fact}"));
        format!("not excluded: {} [{}]{fact}", self.text, kind.property())
    }
}

/// What is proved about a task.
#[derive(Debug)]
pub enum Verdict {
    /// No execution has an error.
    Proved,
    /// Runs reproduce errors.
    Refuted {
        /// The errors, at least one.
        errors: Errors,
        /// Obligations that are neither discharged nor violated by these runs.
        open: Vec<Open>,
    },
    /// Neither; the open obligations.
    Unknown(Vec<Open>),
}

impl Verdict {
    /// The statements that the verdict is about, the best one first: the first error and the calls that
    /// lead to it, or the open obligations.
    ///
    /// ```
    /// use cfp_heap::analysis::{Open, Verdict};
    /// use cfp_heap::ir::{FileId, Pos};
    ///
    /// let pos = Pos { file: FileId(0), line: 3, column: 1 };
    /// assert_eq!(Verdict::Unknown(vec![Open::gap(pos, "why")]).places(), [pos]);
    /// assert!(Verdict::Proved.places().is_empty());
    /// ```
    pub fn places(&self) -> Vec<Pos> {
        match self {
            Verdict::Proved => Vec::new(),
            Verdict::Refuted { errors, .. } => errors.places(),
            Verdict::Unknown(open) => open.iter().map(|open| open.pos).collect(),
        }
    }

    /// The obligations that are neither discharged nor violated by a run.
    pub fn open(self) -> Vec<Open> {
        match self {
            Verdict::Unknown(open) | Verdict::Refuted { open, .. } => open,
            Verdict::Proved => Vec::new(),
        }
    }
}

/// The result of an analysis.
#[derive(Debug)]
pub struct Analysis {
    /// What is proved.
    pub verdict: Verdict,
    /// Which obligations are proved.
    pub proof: Proof,
    /// How often techniques were tried and worked.
    pub techniques: Counters,
    /// What the verdict cost; drawing is not counted.
    pub stats: BracketStats,
    /// The symbolic heap, if a drawing was requested and its state, or another one to show instead, was
    /// reached.
    pub picture: Option<HeapGraph>,
    /// Loop invariants, if they were requested and the verdict is [`Verdict::Proved`].
    pub invariants: Vec<LoopInvariant>,
}
