//! What an execution keeps about loops: those being summarised, and what earlier ones have left.

use crate::ir::{FuncId, Label, Pos};
use crate::symbolic::store::place::{Class, ObjectId};
use cfp_solver::{Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};

/// Loops of an execution.
#[derive(Default)]
pub(crate) struct LoopStack {
    /// The trip counts of the loops being summarised, outermost first.
    pub(crate) counts: Vec<Term>,
    /// Cells that are unknown at the heads of the loops being havocked, outermost first.
    pub(crate) havocked: Vec<BTreeSet<(ObjectId, Class)>>,
    /// How many loops are being unrolled, within each other.
    pub(crate) unrolling: usize,
    /// The reductions of loops that have ended, and the measure by which they are compared.
    pub(crate) reduced: Vec<EndedReduction>,
    pub(crate) measure: Option<Symbol>,
    /// What holds at loop heads.
    pub(crate) invariants: Invariants,
}

/// An operation that is associative and commutative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReductionKind {
    Greatest,
    Least,
    /// An operation on bits. Whether a value that is there twice counts once.
    Bits {
        function: Symbol,
        is_idempotent: bool,
    },
    /// The sum itself.
    Sum,
}

impl ReductionKind {
    pub(crate) fn is_idempotent(self) -> bool {
        match self {
            ReductionKind::Greatest | ReductionKind::Least => true,
            ReductionKind::Bits { is_idempotent, .. } => is_idempotent,
            ReductionKind::Sum => false,
        }
    }
}

/// A fold whose loop has ended.
pub(crate) struct EndedReduction {
    pub(crate) kind: ReductionKind,
    /// What tells whether another one has folded the same: the sum of the measures, or of the values
    /// themselves.
    pub(crate) total: Term,
    pub(crate) value: Term,
    /// Where it was: on continuations of this path it has been executed.
    pub(crate) path: Vec<Term>,
}

/// A loop of the program.
pub(crate) type LoopKey = (FuncId, Label);

/// What is known of the heads of loops.
#[derive(Default)]
pub(crate) struct Invariants {
    /// Whether anybody wants to know.
    pub(crate) are_wanted: bool,
    pub(crate) places: BTreeMap<LoopKey, Pos>,
    /// Functions of which some calls were one step: nobody looked at the loops there.
    pub(crate) unfollowed: BTreeSet<FuncId>,
    /// What was proved for all entries so far, in the order of the first one; nothing if one of them says
    /// nothing.
    pub(crate) proved: BTreeMap<LoopKey, Option<Vec<String>>>,
}
