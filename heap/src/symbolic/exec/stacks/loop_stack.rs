//! The loop state of an execution: loops being summarised, and results of finished ones.

use crate::ir::{FuncId, Label, Pos};
use crate::symbolic::store::place::{Class, ObjectId};
use cfp_solver::{Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};

/// Loops of an execution.
#[derive(Default)]
pub(crate) struct LoopStack {
    /// The trip counts of the loops being summarised, outermost first.
    pub(crate) counts: Vec<Term>,
    /// The loops under execution, outermost first.
    pub(crate) places: Vec<Pos>,
    /// The loops being havocked, outermost first.
    pub(crate) havocked: Vec<Havocked>,
    /// The nesting depth of unrolled loops.
    pub(crate) unrolling: usize,
    /// The reductions of finished loops, and the measure by which they are compared.
    pub(crate) reduced: Vec<EndedReduction>,
    pub(crate) measure: Option<Symbol>,
    /// Invariants at loop heads.
    pub(crate) invariants: Invariants,
}

impl LoopStack {
    /// The innermost loop.
    pub(crate) fn place(&self) -> Pos {
        self.places.last().copied().unwrap_or(Pos::NOWHERE)
    }
}

/// A loop being havocked.
pub(crate) struct Havocked {
    /// Where it is, and why it has no summary.
    pub(crate) pos: Pos,
    pub(crate) why: &'static str,
    /// Cells that are unknown at its head.
    pub(crate) cells: BTreeSet<(ObjectId, Class)>,
}

/// An associative and commutative operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReductionKind {
    Greatest,
    Least,
    /// A bit operation, and whether it is idempotent.
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

/// A reduction whose loop has ended.
pub(crate) struct EndedReduction {
    pub(crate) kind: ReductionKind,
    /// Identifies the folded multiset: the sum of the measures, or of the values themselves.
    pub(crate) total: Term,
    pub(crate) value: Term,
    /// The path behind the loop. The reduction has been executed on all extensions of this path.
    pub(crate) path: Vec<Term>,
}

/// A loop of the program.
pub(crate) type LoopKey = (FuncId, Label);

/// Invariants at the heads of loops.
#[derive(Default)]
pub(crate) struct Invariants {
    /// Whether invariants were requested.
    pub(crate) are_wanted: bool,
    pub(crate) places: BTreeMap<LoopKey, Pos>,
    /// Functions with summarised calls, whose loops were not visited there.
    pub(crate) unfollowed: BTreeSet<FuncId>,
    /// The expressions proved for all entries so far, in the order of the first entry; `None` if an entry has
    /// no invariants.
    pub(crate) proved: BTreeMap<LoopKey, Option<Vec<String>>>,
}
