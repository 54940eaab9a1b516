//! The answer of an analysis.

use super::errors::Errors;
use super::graph::HeapGraph;
use super::invariant::LoopInvariant;
use crate::bracket::BracketStats;
use crate::ir::Pos;
use crate::obligations::Proof;
use crate::property::ViolationKind;
use crate::techniques::Counters;

/// An obligation that is neither discharged nor violated by a run.
#[derive(Clone, Debug)]
pub struct Open {
    /// Where.
    pub pos: Pos,
    /// The violation that is not excluded; none where something is not modelled or not analysed.
    pub kind: Option<ViolationKind>,
    /// What is not proved, in words.
    pub text: String,
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
    /// assert_eq!(Verdict::Unknown(vec![Open { pos, kind: None, text: "why".to_string() }]).places(), [pos]);
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
