//! How a run ends, and the events recorded during it.

use super::inputs::InputRecord;
use crate::ir::{FuncId, Pos};
use crate::property::ViolationKind;

/// How a run ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// The program terminated normally with this exit code.
    Finished(i32),
    /// The program called `abort`.
    Aborted,
    /// An error of the program.
    Violation(Box<Violation>),
    /// An assumption of the program does not hold: the run is infeasible.
    Infeasible(Pos),
    /// The limit on steps, time, memory or depth of calls was reached; which.
    Limit(&'static str),
    /// An unsupported construct.
    Unsupported(String, Pos),
}

/// An error of the program.
#[derive(Clone, PartialEq, Debug)]
pub struct Violation {
    /// What kind.
    pub kind: ViolationKind,
    /// What happened, in words.
    pub message: String,
    /// Where.
    pub pos: Pos,
    /// Related locations: where the memory was allocated, where it was freed.
    pub notes: Vec<(Pos, String)>,
    /// The call stack, innermost first: the function, and where it was called.
    pub stack: Vec<(FuncId, Pos)>,
}

/// A step of a recorded run.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A branch was taken, or the test of a loop evaluated.
    Branch {
        /// Where.
        pos: Pos,
        /// Whether the condition held.
        taken: bool,
    },
    /// A function was called.
    Enter {
        /// Where from.
        pos: Pos,
        /// Which.
        function: FuncId,
    },
    /// A function returned to its caller.
    Leave {
        /// Which.
        function: FuncId,
    },
    /// A variable of the program was assigned.
    Set {
        /// Where.
        pos: Pos,
        /// Its name.
        name: String,
        /// The value.
        value: String,
    },
    /// The program received an input.
    Input(InputRecord),
}

/// A run and its outcome.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// How it ended.
    pub outcome: Outcome,
    /// What it printed.
    pub output: Vec<u8>,
    /// The inputs it received, in order: a script that reproduces the run.
    pub inputs: Vec<InputRecord>,
    /// The arguments of the program, its own name first; nothing if it takes none.
    pub arguments: Vec<Vec<u8>>,
    /// The last steps, if they are recorded.
    pub trace: Vec<Event>,
    /// How many steps it took.
    pub steps: u64,
    /// The unspecified behaviour that it depends on, if any: other machines and libraries may behave
    /// differently from there on.
    pub choice: Option<&'static str>,
}

impl Run {
    /// The error that it ended with, if it did.
    pub fn violation(&self) -> Option<&Violation> {
        match &self.outcome {
            Outcome::Violation(found) => Some(found),
            _ => None,
        }
    }

    /// Where the error is, and the calls that lead there, the innermost first; empty without an error.
    pub fn error_places(&self) -> Vec<Pos> {
        let found = self.violation().into_iter();
        let places = |found: &Violation| -> Vec<Pos> {
            std::iter::once(found.pos).chain(found.stack.iter().map(|call| call.1)).collect()
        };
        found.flat_map(places).collect()
    }
}
