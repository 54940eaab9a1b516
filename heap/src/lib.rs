//! # cfp-heap
//!
//! The heap analyzer for C programs, and the command `cfp-heap`. C becomes a small typed intermediate form,
//! which can be printed, read again and run. The symbolic heap proves it correct or finds inputs that lead to
//! an error; every logical question goes through the constraints of [`bracket`] to [`cfp_solver`].
//!
//! ```
//! use cfp_heap::front::{Source, load};
//! use cfp_heap::interp::{Config, Outcome, ScriptedInputs, ViolationKind, run};
//!
//! let text = "int main(void) { int a[3]; for (int i = 0; i <= 3; i++) a[i] = i; return 0; }";
//! // Reading C needs libclang; where it is missing, there is nothing to show.
//! if let Ok(loaded) = load(&[Source::text("bounds.c", text)]) {
//!     let run = run(&loaded.program, &Config::default(), &mut ScriptedInputs::default());
//!     let Outcome::Violation(found) = run.outcome else { panic!("the error is found") };
//!     assert_eq!(found.kind, ViolationKind::OutOfBounds);
//!     assert_eq!(found.pos.line, 1);
//! }
//! ```
//!
//! The way of a program through the modules, which is also the order to read them in:
//!
//! 1. [`front`]: files, flags and compilation databases; [`clang`]: the compiler's view of a file, the only
//!    foreign code.
//! 2. [`ir`]: the intermediate form, what everything else is about.
//! 3. [`lower`]: from the one to the other; [`library`]: functions that mean something by their name;
//!    [`models`]: library functions in C.
//! 4. [`interp`]: runs a program on given inputs, byte by byte, and finds its errors.
//! 5. [`bracket`]: the constraints that all abstract domains share.
//! 6. [`symbolic`]: the symbolic heap, which proves or refutes.
//! 7. [`verify`]: runs and analysis together; [`property`]: what competitions ask; [`report`]: findings for
//!    people and for programs.
//!
//! [`json`] reads compilation databases. Whatever a program does that the intermediate form cannot express is
//! marked in it, and ends in `unknown`.

pub mod bracket;
pub mod clang;
pub mod front;
pub mod interp;
pub mod ir;
pub mod json;
pub mod library;
pub mod lower;
pub mod models;
mod print;
pub mod property;
pub mod report;
mod scan;
pub mod symbolic;
pub mod verify;
