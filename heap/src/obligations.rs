//! Obligations: what must be proved about a program, and how several domains share the work.
//!
//! A check is an *obligation*: no violation of this kind at this place. Each domain analyses the whole
//! program and reports a [`Proof`]: every obligation is discharged except those it names. If a domain skips
//! something, its own proof is void, and no other. A program is proved when every obligation is discharged by
//! some domain ([`Ledger::is_discharged`]).
//!
//! # Why this is sound
//!
//! A domain *assumes* each obligation after checking it, whether it was discharged or not: behind `a[i]` it
//! knows that `i` is in bounds. So a proof is about executions that have violated no obligation so far.
//! Suppose that an execution violates obligations, and let `o` be the first one. Some domain has discharged
//! `o`. Before `o` the execution has violated nothing, so everything that the domain assumed on the way holds
//! in it, and the domain's states cover it up to `o`. There the domain has checked `o` in a state that covers
//! this execution, which contradicts its proof. So no execution violates any obligation.
//!
//! The argument requires that all domains identify an obligation by the same place and kind, that a domain
//! assumes only obligations and what it has proved itself, and that it reports [`Proof::Void`] if it left
//! executions out. A violation that the task does not check is no obligation: executions continue behind it,
//! and no domain may assume its absence.
//!
//! ```
//! use cfp_heap::ir::Pos;
//! use cfp_heap::obligations::{Ledger, Obligation, Proof};
//! use cfp_heap::property::ViolationKind::{Leak, OutOfBounds};
//!
//! let bounds = Obligation { pos: Pos::NOWHERE, kind: OutOfBounds };
//! let mut ledger = Ledger::default();
//! // The first domain knows nothing about bounds, the second nothing about leaks.
//! ledger.record(&Proof::AllBut { places: [].into(), kinds: [OutOfBounds].into() });
//! assert!(!ledger.is_discharged());
//! ledger.record(&Proof::AllBut { places: [bounds].into(), kinds: [Leak].into() });
//! assert_eq!(ledger.open().collect::<Vec<_>>(), [bounds]);
//! // A third one has skipped a statement: what it says does not count.
//! ledger.record(&Proof::Void);
//! assert!(!ledger.is_discharged());
//! ```

use crate::ir::Pos;
use crate::property::{Checks, ViolationKind};
use std::collections::BTreeSet;

/// No violation of a kind happens at a place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Obligation {
    /// The place. Violations in a library model are attributed to the call in the program.
    pub pos: Pos,
    /// The kind of violation.
    pub kind: ViolationKind,
}

/// What one domain has proved about a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// Every obligation is discharged, except these.
    AllBut {
        /// Obligations that were checked and not discharged.
        places: BTreeSet<Obligation>,
        /// Kinds of violations that the domain does not check.
        kinds: BTreeSet<ViolationKind>,
    },
    /// Something was skipped: nothing is proved.
    Void,
}

impl Proof {
    /// Whether an obligation is discharged.
    pub fn covers(&self, obligation: Obligation) -> bool {
        match self {
            Proof::AllBut { places, kinds } => {
                !places.contains(&obligation) && !kinds.contains(&obligation.kind)
            }
            Proof::Void => false,
        }
    }
}

/// The proofs of all domains that have analysed a program. By default, all violations are errors.
#[derive(Clone, Default, Debug)]
pub struct Ledger {
    checks: Checks,
    proofs: Vec<Proof>,
}

impl Ledger {
    /// A ledger without proofs. Violations that the checks exclude are no obligations.
    ///
    /// ```
    /// use cfp_heap::obligations::{Ledger, Proof};
    /// use cfp_heap::property::{Checks, ViolationKind::Overflow};
    ///
    /// let proof = Proof::AllBut { places: [].into(), kinds: [Overflow].into() };
    /// for overflow in [true, false] {
    ///     let mut ledger = Ledger::new(Checks { overflow, ..Checks::default() });
    ///     ledger.record(&proof);
    ///     assert_eq!(ledger.is_discharged(), !overflow);
    /// }
    /// ```
    pub fn new(checks: Checks) -> Ledger {
        Ledger { checks, proofs: Vec::new() }
    }

    /// Adds the proof of a domain.
    pub fn record(&mut self, proof: &Proof) {
        self.proofs.push(proof.clone());
    }

    /// Obligations that some domain left open and none has discharged.
    pub fn open(&self) -> impl Iterator<Item = Obligation> {
        let named = self.proofs.iter().flat_map(|proof| match proof {
            Proof::AllBut { places, .. } => places.iter().copied().collect(),
            Proof::Void => Vec::new(),
        });
        let is_open =
            |obligation: &Obligation| self.checks.asks_for(obligation.kind) && !self.is_covered(*obligation);
        let open: BTreeSet<Obligation> = named.filter(is_open).collect();
        open.into_iter()
    }

    /// Kinds of violations that the task checks and no domain has checked.
    pub fn unchecked(&self) -> impl Iterator<Item = ViolationKind> {
        let is_checked = |kind: &ViolationKind| {
            self.proofs.iter().any(|proof| match proof {
                Proof::AllBut { kinds, .. } => !kinds.contains(kind),
                Proof::Void => false,
            })
        };
        let is_wanted = |kind: &ViolationKind| self.checks.asks_for(*kind);
        ViolationKind::ALL.into_iter().filter(move |kind| is_wanted(kind) && !is_checked(kind))
    }

    fn is_covered(&self, obligation: Obligation) -> bool {
        self.proofs.iter().any(|proof| proof.covers(obligation))
    }

    /// Whether every obligation is discharged by some domain.
    pub fn is_discharged(&self) -> bool {
        self.open().next().is_none() && self.unchecked().next().is_none()
    }
}
