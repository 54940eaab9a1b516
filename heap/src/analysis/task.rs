//! The question that an analysis answers.

use super::options::Options;
use crate::interp::Config;
use crate::ir::{FuncId, Program};
use crate::property::{Checks, Ints};
use std::time::Instant;

/// A program and what is to be proved about it.
///
/// ```
/// use cfp_heap::analysis::{Options, Task};
/// use cfp_heap::front::{Source, load};
/// use cfp_heap::property::Checks;
///
/// // Parsing C needs libclang; without it there is nothing to show.
/// if let Ok(loaded) = load(&[Source::text("empty.c", "int main(void) { return 0; }")]) {
///     let checks = Checks { overflow: false, ..Checks::default() };
///     let task = Task { checks, ..Task::new(&loaded.program) };
///     assert_eq!(task.first_function(), loaded.program.main);
///     let config = task.config(&Options { steps: 1000, ..Options::default() });
///     assert_eq!((config.steps, config.checks), (1000, checks));
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Task<'p> {
    /// The program.
    pub program: &'p Program,
    /// The program that the symbolic heap is given instead, if there is another one: containers have models
    /// for proofs, which cannot be run.
    pub proof: Option<&'p Program>,
    /// The function where execution starts instead of `main`; its parameters are inputs.
    pub entry: Option<FuncId>,
    /// Which violations count as errors.
    pub checks: Checks,
    /// The semantics of integers.
    pub ints: Ints,
    /// Whether an allocation may fail: then an input decides.
    pub failing_allocation: bool,
    /// Functions without a body that are inputs, besides those that [`is_input`](crate::libc::is_input)
    /// knows: patterns of names, as of [`matches`](crate::libc::matches). Of any other function without a
    /// body or model nothing is known.
    pub input_functions: &'p [String],
}

impl<'p> Task<'p> {
    /// The whole program from `main`, with the default checks.
    pub fn new(program: &'p Program) -> Task<'p> {
        Task {
            program,
            proof: None,
            entry: None,
            checks: Checks::default(),
            ints: Ints::default(),
            failing_allocation: false,
            input_functions: &[],
        }
    }

    /// The function where execution starts; none if the program has no `main` and no other entry was given.
    pub fn first_function(&self) -> Option<FuncId> {
        self.entry.or(self.program.main)
    }

    /// The program that the symbolic heap is given, and where its execution starts.
    pub(crate) fn proof(&self) -> (&'p Program, Option<FuncId>) {
        let Some(proof) = self.proof else { return (self.program, self.first_function()) };
        let first = match self.entry {
            None => proof.main,
            Some(entry) => proof.function(&self.program.functions[entry.index()].name),
        };
        match first {
            Some(first) => (proof, Some(first)),
            None => (self.program, self.first_function()),
        }
    }

    /// The configuration of a run: the same semantics and checks, and the limits of the options. The time
    /// limit starts now.
    pub fn config(&self, options: &Options) -> Config {
        let &Task { program: _, proof: _, entry, checks, ints, failing_allocation, input_functions } = self;
        let deadline = options.time.map(|time| Instant::now() + time);
        let (steps, trace, usual) = (options.steps, options.trace, Config::default());
        // The other half is for the interpreter and the analysis.
        let memory = options.memory_limit.map_or(usual.memory, |limit| usual.memory.min(limit / 2));
        let input_functions = input_functions.to_vec();
        let limits = Config { steps, deadline, memory, ..usual };
        Config { checks, trace, failing_allocation, entry, ints, input_functions, ..limits }
    }
}
