//! How a run ends, and the events recorded during it.

use super::inputs::InputRecord;
use crate::ir::{FuncId, Pos};
use crate::property::ViolationKind;

/// How a run ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// The program ended by itself with this exit code.
    Finished(i32),
    /// The program called `abort`.
    Aborted,
    /// An error of the program.
    Violation(Box<Violation>),
    /// An assumption of the program does not hold; this run does not count.
    Infeasible(Pos),
    /// The limit on steps, time, memory or depth of calls was reached; which.
    Limit(&'static str),
    /// Something that cannot be executed.
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
    /// More places that matter: where the memory came from, where it was freed.
    pub notes: Vec<(Pos, String)>,
    /// The calls under way, innermost first: the function, and where it was called.
    pub stack: Vec<(FuncId, Pos)>,
}

/// A step of a recorded run.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// An `if` or a loop's test went this way.
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
    /// A variable of the program got a value.
    Set {
        /// Where.
        pos: Pos,
        /// Its name.
        name: String,
        /// The value.
        value: String,
    },
    /// The program got an input.
    Input(InputRecord),
}

/// Everything about a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// How it ended.
    pub outcome: Outcome,
    /// What it printed.
    pub output: Vec<u8>,
    /// The inputs it got, in order: a script that leads to the same run.
    pub inputs: Vec<InputRecord>,
    /// The arguments of the program, its own name first; nothing if it takes none.
    pub arguments: Vec<Vec<u8>>,
    /// The last steps, if they were to be recorded.
    pub trace: Vec<Event>,
    /// How many steps it took.
    pub steps: u64,
    /// What it depends on besides its inputs, if it does: other machines and libraries may go on in another
    /// way from there.
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
