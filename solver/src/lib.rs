//! # cfp-solver
//!
//! An exact solver for linear arithmetic over integers and reals, functions and arrays, to be embedded. It
//! does no input or output and knows no file format; the crate `cfp-smtlib` puts SMT-LIB in front of it.
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
//! // Assumptions hold for one check only; those to blame are named.
//! let odd = solver.terms_mut().divisible(2, y).unwrap();
//! assert_eq!(solver.check_assuming(&[odd]), Answer::Unsat);
//! assert_eq!(solver.failed_assumptions(), [odd]);
//! ```
//!
//! Functions, cores and optimisation, one after the other in one solver that keeps what it learned:
//!
//! ```
//! use cfp_solver::{Answer, Solver, Sort};
//! use cfp_solver::optimize::Optimum;
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
//! // Tracked assertions are named if they are to blame.
//! let (equal, small) = (solver.terms_mut().eq(x, y), solver.terms_mut().lt(&[x, ten]));
//! solver.assert_tracked(small);
//! solver.assert_tracked(equal);
//! assert_eq!(solver.check(), Answer::Unsat);
//! assert_eq!(solver.unsat_core(), [equal]);
//! ```
//!
//! Solvers share nothing and can be sent to threads; `examples/embedding.rs` does.
//!
//! Limits and interruption ([`Options`], [`Interrupt`]) end a check with [`Answer::Unknown`] and the reason:
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
//! // From another thread: `let handle = solver.interrupt();`, and there `handle.trigger()`.
//! ```
//!
//! Conjunctions of linear constraints can also be given to the Cuts-from-Proofs procedure directly, without
//! terms and SAT core: see [`lia::conjunction`].
//!
//! ## The way of a query, in reading order
//!
//! 1. [`term`]: hash-consed terms as the user wrote them; [`solver`](Solver) keeps the assertions.
//! 2. [`preprocess`]: terms become a circuit over linear atoms, simplified, variables eliminated, then
//!    clauses.
//! 3. [`sat`]: the CDCL search; [`sat::theory`] is its contract with
//! 4. [`lia`]: linear integer arithmetic. Bounds go to the [`simplex`]; rational solutions that are not
//!    integral go through the techniques of [`lia::ladder`], among them Cuts-from-Proofs ([`lia::proofs`], on
//!    [`hnf`]) and splits along the lattice ([`lia::lattice`], on [`lattice`]). [`lra`] is its counterpart
//!    for real and mixed variables, on the same simplex with other values. Problems in which all atoms
//!    compare differences `x - y` with constants go to [`idl`], difference logic, instead. Beside arithmetic
//!    [`euf`]: equality with uninterpreted functions, by congruence closure; [`combine`] makes one theory of
//!    them, and of functions arrays.
//! 5. A solver that is asked again keeps an engine with what it learned (`incremental`), unless most of the
//!    assertions are new: then a new one that simplifies the whole problem first (`dpll`) is better.
//! 6. [`model`]: values are carried back and the original assertions evaluated before the answer is given.
//!
//! Where there are objectives, [`optimize`] goes that way many times, with ever better models. [`contextual`]
//! makes formulas smaller instead of deciding them, by many small questions to an engine of its own. Where
//! there are quantifiers, [`qe`] plays a game of two engines about them, or eliminates them.
//!
//! Underneath: [`num`] (exact numbers), [`linear`] (linear forms), [`limits`], [`options`], [`stats`]. Beside
//! it: [`mod@reference`], a slow engine that shares nothing with the real one, to check it against.
//!
//! ## What holds everywhere
//!
//! - An answer is right or it is `Unknown`. Models are evaluated, conflicts carry Farkas certificates that
//!   debug builds check, no arithmetic wraps.
//! - The same input with the same options runs the same way, up to limits on time and memory.
//! - Nothing recurses on the depth of a term.

pub mod circuit;
pub mod cnf;
pub mod combine;
pub mod contextual;
pub mod elimination;
pub mod euf;
pub mod hnf;
pub mod idl;
pub mod lattice;
pub mod lia;
pub mod limits;
pub mod linear;
pub mod linearize;
pub mod lra;
pub mod model;
pub mod num;
pub mod optimize;
pub mod options;
pub mod preprocess;
pub mod qe;
pub mod reference;
pub mod sat;
pub mod simplex;
pub mod stats;
pub mod term;

pub mod answer;
mod arith;
mod checked;
mod engine;
#[cfg(test)]
#[path = "../tests/random/mod.rs"]
mod random;
mod solver;

pub use answer::{Answer, Incompleteness, Unknown};
pub use limits::{Interrupt, Limits};
pub use linearize::linear_form;
pub use model::{Model, Value};
pub use num::{Int, Rat};
pub use optimize::{Objective, Optimum};
pub use options::{Engine, Options};
pub use solver::Solver;
pub use term::{Features, Op, Sort, Symbol, Term, TermError, TermMark, Terms};
