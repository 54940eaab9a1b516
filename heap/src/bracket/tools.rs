//! Recording and cross-checking: what may accompany the queries of an analysis.
//!
//! [`Tools`] is a handle. The caller keeps one and gives the analysis a clone, so that counts, errors and
//! failures can be read once the analysis is over:
//!
//! ```
//! use cfp_heap::bracket::{Brackets, OtherSolver, Tools};
//!
//! let tools = Tools::default().with_solver(OtherSolver::new("/no/such/solver"));
//! let mut brackets = Brackets::default();
//! brackets.set_tools(tools.clone());
//! let truth = brackets.truth();
//! assert!(!brackets.is_satisfiable(truth).is_no());
//! assert!(tools.journal().is_none());
//! let solver = tools.solver().unwrap();
//! assert!(solver.failure().unwrap().contains("cannot be started"));
//! ```

use super::certify::Certifier;
use super::journal::Journal;
use super::other::OtherSolver;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A handle on the [journal](Journal), the [other solver](OtherSolver) and the [certifier](Certifier) of an
/// analysis, all of them optional. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Tools {
    journal: Option<Arc<Mutex<Journal>>>,
    solver: Option<Arc<Mutex<OtherSolver>>>,
    certifier: Option<Arc<Mutex<Certifier>>>,
}

impl Tools {
    /// Records every request in a journal.
    pub fn with_journal(self, journal: Journal) -> Tools {
        Tools { journal: Some(Arc::new(Mutex::new(journal))), ..self }
    }

    /// Asks another solver for satisfiability. Simplification, quantifier elimination and models stay with
    /// ours.
    pub fn with_solver(self, solver: OtherSolver) -> Tools {
        Tools { solver: Some(Arc::new(Mutex::new(solver))), ..self }
    }

    /// Has every answer `unsat` and every simplification proved and checked.
    pub fn with_certifier(self, certifier: Certifier) -> Tools {
        Tools { certifier: Some(Arc::new(Mutex::new(certifier))), ..self }
    }

    /// The certifier, if answers are checked. It is locked while the guard lives.
    pub fn certifier(&self) -> Option<MutexGuard<'_, Certifier>> {
        self.certifier.as_deref().map(lock)
    }

    /// The journal, if requests are recorded. It is locked while the guard lives.
    pub fn journal(&self) -> Option<MutexGuard<'_, Journal>> {
        self.journal.as_deref().map(lock)
    }

    /// The other solver, if one is asked. It is locked while the guard lives.
    pub fn solver(&self) -> Option<MutexGuard<'_, OtherSolver>> {
        self.solver.as_deref().map(lock)
    }

    /// Whether there is neither a journal nor another solver nor a certifier.
    pub fn is_empty(&self) -> bool {
        self.journal.is_none() && self.solver.is_none() && self.certifier.is_none()
    }
}

/// They stay usable after a panic elsewhere: each request leaves them in a consistent state.
fn lock<T>(tool: &Mutex<T>) -> MutexGuard<'_, T> {
    tool.lock().unwrap_or_else(PoisonError::into_inner)
}
