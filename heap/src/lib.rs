//! # cfp-heap
//!
//! The heap analyzer for C programs, and the command `cfp-heap`. C is lowered to a small typed intermediate
//! representation, which can be printed, read again and run. The symbolic heap proves it correct or finds
//! inputs that lead to an error; every logical question goes through the constraints of [`bracket`] to
//! [`cfp_solver`].
//!
//! ```
//! use cfp_heap::front::{Source, load};
//! use cfp_heap::interp::{Config, Outcome, ScriptedInputs, run};
//! use cfp_heap::property::ViolationKind;
//!
//! let text = "int main(void) { int a[3]; for (int i = 0; i <= 3; i++) a[i] = i; return 0; }";
//! // Parsing C needs libclang; without it there is nothing to show.
//! if let Ok(loaded) = load(&[Source::text("bounds.c", text)]) {
//!     let run = run(&loaded.program, &Config::default(), &mut ScriptedInputs::default());
//!     let Outcome::Violation(found) = run.outcome else { panic!("the error is found") };
//!     assert_eq!(found.kind, ViolationKind::OutOfBounds);
//!     assert_eq!(found.pos.line, 1);
//! }
//! ```
//!
//! `docs/tour.md` in the repository follows one program through these modules, file by file. The modules in
//! the order in which a program passes through them, which is also the order to read them in:
//!
//! 1. [`front`]: files, flags and compilation databases; [`clang`]: bindings to libclang, the only foreign
//!    code.
//! 2. [`ir`]: the intermediate representation, on which everything else works; [`checkers`]: definitions of
//!    linked structures that programs assume and check.
//! 3. [`libc`]: one typed table of the C library; [`lower`]: from syntax trees to the intermediate
//!    representation.
//! 4. [`property`]: checks, kinds of violations, competition properties; [`obligations`]: what must be
//!    proved, and how several domains share the work.
//! 5. [`interp`]: a concrete interpreter, precise to the byte, that runs a program on given inputs;
//!    [`fuzz`]: searches for inputs that lead to an error, guided by the branches that runs take.
//! 6. [`bracket`]: the constraints that all abstract domains share.
//! 7. [`analysis`]: what an analysis is given and what it returns; [`techniques`]: its switches and counters.
//! 8. [`walk`]: one traversal of the intermediate representation for all domains; [`numbers`]: affine
//!    equalities with intervals.
//! 9. [`symbolic`]: the symbolic heap, which proves or refutes; [`counters`]: lengths of list segments in
//!    programs on linked lists; [`shapes`]: lists of any length, as segments in memory graphs; [`multiword`]:
//!    lists of blocks in memory managers; [`bounds`]: bounds of numbers and ends of texts in everyday
//!    programs.
//! 10. [`verify`]: runs and analysis together; [`report`]: findings as text, JSON, SARIF, pages, witnesses.
//!
//! [`json`] parses compilation databases, `shell` splits command lines. A construct that the intermediate
//! representation cannot express is marked in it, and leads to the verdict `unknown`.

pub mod analysis;
pub mod bounds;
pub mod bracket;
pub mod checkers;
pub mod clang;
pub mod counters;
pub mod front;
pub mod fuzz;
pub mod interp;
pub mod ir;
pub mod json;
pub mod libc;
pub mod lower;
pub mod multiword;
pub mod numbers;
pub mod obligations;
pub mod property;
pub mod report;
pub mod shapes;
mod shell;
pub mod symbolic;
pub mod techniques;
pub mod verify;
pub mod walk;
