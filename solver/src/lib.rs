//! # cfp-solver
//!
//! An exact SMT solver library for linear arithmetic over integers and reals, uninterpreted functions, arrays
//! and quantifiers. It performs no input or output and knows no file format; the crate `cfp-smtlib` provides
//! an SMT-LIB front end.
//!
//! ```
//! use cfp_solver::{Answer, Solver, Sort};
//!
//! let mut solver = Solver::new();
//! let terms = solver.terms_mut();
//! let (x, y) = (terms.constant("x", Sort::Int), terms.constant("y", Sort::Int));
//! let (two, three, seven) = (terms.int(2), terms.int(3), terms.int(7));
//! let (twice, thrice) = (terms.mul(two, x), terms.mul(three, y));
//! let sum = terms.add(&[twice, thrice]);
//! let equation = terms.eq(sum, seven);
//! let positive = terms.lt(&[y, x]);
//! solver.assert(equation);
//! solver.assert(positive);
//!
//! assert_eq!(solver.check(), Answer::Sat);
//! let model = solver.model().unwrap();
//! assert_eq!(model.eval(solver.terms(), sum).text(solver.terms()), "7");
//!
//! // Assumptions hold for one check only; after unsat, those in conflict are reported.
//! let odd = solver.terms_mut().divisible(2, y).unwrap();
//! assert_eq!(solver.check_assuming(&[odd]), Answer::Unsat);
//! assert_eq!(solver.failed_assumptions(), [odd]);
//! ```
//!
//! Functions, unsat cores and optimisation in one incremental solver:
//!
//! ```
//! use cfp_solver::{Answer, Optimum, Solver, Sort};
//!
//! let mut solver = Solver::new();
//! let terms = solver.terms_mut();
//! let f = terms.declare_function("f", &[Sort::Int], Sort::Int);
//! let (x, y) = (terms.constant("x", Sort::Int), terms.constant("y", Sort::Int));
//! let (fx, fy, ten) = (terms.apply(f, &[x]), terms.apply(f, &[y]), terms.int(10));
//! let (differ, at_most) = (terms.distinct(&[fx, fy]), terms.le(&[x, y, ten]));
//! solver.assert(differ);
//! solver.assert(at_most);
//!
//! // Equal arguments have equal values, so x is below y.
//! solver.push();
//! solver.maximize(x);
//! assert_eq!(solver.check(), Answer::Sat);
//! assert!(matches!(&solver.optima()[0], Optimum::Value(value) if value.text(solver.terms()) == "9"));
//! solver.pop();
//!
//! // Tracked assertions can be part of unsat cores.
//! let (equal, small) = (solver.terms_mut().eq(x, y), solver.terms_mut().lt(&[x, ten]));
//! solver.assert_tracked(small);
//! solver.assert_tracked(equal);
//! assert_eq!(solver.check(), Answer::Unsat);
//! assert_eq!(solver.unsat_core(), [equal]);
//! ```
//!
//! Solvers share no state and can be sent to other threads; see `examples/embedding.rs`.
//!
//! Limits and interruption ([`Limits`], [`Interrupt`]) end a check with [`Answer::Unknown`] and the reason:
//!
//! ```
//! use cfp_solver::{Answer, Limits, Options, Solver, Sort, Unknown};
//!
//! let limits = Limits { ticks: Some(1), ..Limits::default() };
//! let mut solver = Solver::with_options(Options { limits, ..Options::default() });
//! let x = solver.terms_mut().constant("x", Sort::Int);
//! let zero = solver.terms_mut().int(0);
//! let claim = solver.terms_mut().lt(&[x, zero]);
//! solver.assert(claim);
//! assert_eq!(solver.check(), Answer::Unknown(Unknown::Resources));
//!
//! // To interrupt a check from another thread, call `trigger` on the handle `solver.interrupt()`.
//! ```
//!
//! ## Beside the solver
//!
//! - [`contextual`] simplifies formulas: it removes the parts that the rest of a formula decides.
//! - [`qe`] eliminates quantifiers.
//! - [`conjunction`] decides conjunctions of linear constraints by the Cuts-from-Proofs procedure, without
//!   terms and SAT core.
//! - [`check_clauses`] decides propositional formulas in clauses.
//! - [`linear_form`] expands a term into a linear form.
//!
//! ## How a query is decided, in reading order of the sources
//!
//! (`docs/tour.md` in the repository follows one query of a program analysis through the same files.)
//!
//! 1. `term`: hash-consed terms as the user wrote them; `solver` keeps the assertions.
//! 2. `preprocess`: terms are translated to a `circuit` over linear atoms, which is simplified; equations
//!    eliminate variables (`elimination`). `cnf` encodes the circuit as clauses.
//! 3. `sat`: the CDCL search. `sat::theory` is its contract with the theories.
//! 4. `lia`: linear integer arithmetic. Bounds go to the `simplex`; rational solutions that are not integral
//!    go through the techniques of `lia::ladder`, among them Cuts-from-Proofs (`lia::planes::proofs`, on
//!    `hnf`) and splits along the lattice (`lia::planes::lattice`, on `lattice`). `lra` does so for real
//!    and mixed problems, on the same simplex with other values. Problems in which all atoms are differences
//!    `x - y <= k` go to `idl` instead. `euf` decides equality with uninterpreted functions by congruence
//!    closure, and `combine` combines the theories, arrays included.
//! 5. `engine`: all of that put together, either for one check that simplifies the whole problem first, or
//!    kept from check to check with the learned clauses. A check that takes long tries others in turns:
//!    `local`, if wanted, changes an assignment step by step, looking for a model; in `bits` integers of
//!    small ranges become bits, and the problem one of clauses alone (`clausal`).
//! 6. `model`: values are carried back through preprocessing, and the original assertions are evaluated
//!    before the answer is given.
//!
//! With objectives, `optimize` asks the engine forever better models. With quantifiers, `qe` plays a game
//! between two engines. `num` are the exact numbers, `linear` the linear forms underneath. `reference` is a
//! slow engine that shares no code with the real one, to cross-check it (feature `reference`).
//!
//! ## Guarantees
//!
//! - An answer is right or it is `Unknown`. Models are evaluated, conflicts carry Farkas certificates that
//!   debug builds check, no arithmetic wraps.
//! - The same input with the same options runs the same way, up to limits on time and memory.
//! - Nothing recurses on the depth of a term.

mod answer;
mod arith;
mod bits;
mod checked;
mod circuit;
mod clausal;
mod clauses;
mod cnf;
mod combine;
pub mod contextual;
mod elimination;
mod engine;
mod euf;
mod hnf;
mod idl;
mod lattice;
mod lia;
mod limits;
mod linear;
mod linearize;
mod local;
mod lra;
mod model;
mod num;
mod optimize;
mod options;
mod preprocess;
pub mod proof;
pub mod qe;
mod race;
#[cfg(test)]
#[path = "../tests/random/mod.rs"]
mod random;
#[cfg(feature = "reference")]
mod reference;
mod sat;
mod simplex;
mod solver;
mod stats;
mod term;

pub use answer::{Answer, Incompleteness, Unknown};
pub use clauses::{CheckedClauses, check_clauses};
pub use lia::{Branching, LadderOptions, conjunction};
pub use limits::{Budget, Interrupt, Limits, resident_memory};
pub use linear::Linear;
pub use linearize::linear_form;
pub use model::{ArrayValue, Division, FunctionValue, Model, Value};
pub use num::{Int, Rat};
pub use optimize::{Objective, Optimum};
pub use options::{Engine, OPTIONS, OptionError, OptionInfo, Options, Schedule};
pub use solver::Solver;
pub use stats::Statistics;
pub use term::{
    Display as TermDisplay, Features, Op, Sort, SortId, Symbol, Term, TermError, TermMark, Terms,
};

/// Parts of the engine, for the tests and benchmarks of this workspace. They are no part of the interface and
/// change without notice.
#[doc(hidden)]
pub mod internals {
    /// Congruence closure.
    pub mod euf {
        pub use crate::euf::{EGraph, NodeId, Reason};
    }
    /// Hermite normal forms.
    pub mod hnf {
        pub use crate::hnf::*;
    }
    /// Lattice reduction.
    pub mod lattice {
        pub use crate::lattice::*;
    }
    /// Integer techniques.
    pub mod lia {
        pub use crate::lia::{diophantine, gomory, mir, proofs};
    }
    /// Numbers with an infinitesimal part.
    pub mod num {
        pub use crate::num::DeltaRat;
    }
    /// The reference engine.
    #[cfg(feature = "reference")]
    pub mod reference {
        pub use crate::reference::{expression, omega};
    }
    /// The SAT core.
    pub mod sat {
        pub use crate::sat::{Lit, Outcome, SatOptions, SatSolver, SatStats, Var, theory};
    }
    /// The simplex.
    pub mod simplex {
        pub use crate::simplex::*;
    }
}
