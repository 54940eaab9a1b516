//! How a task is analysed: limits, precision, and what to produce besides the verdict.

use super::interim::Interim;
use super::progress::Progress;
use crate::bracket::Tools;
use crate::techniques::Switches;
use std::time::Duration;

/// What the analysis knows about memory (the configurations of Figures 5.6 and 6.9 of
/// the thesis). All of them are
/// sound; the weaker ones are for comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MemoryModel {
    /// Contents by index, and memory invariants.
    #[default]
    Combined,
    /// Contents by index; each read of an unknown cell returns a fresh value.
    Contents,
    /// Memory invariants: each cell holds one value, the same at each read. Updates of objects with several
    /// cells are weak.
    Invariants,
    /// Neither: an object is one summary cell.
    Smashed,
    /// Combined, but containers are sets: the elements of each are one summary cell, without keys and indices
    /// (the comparison of Figure 6.9 of the thesis).
    Sets,
}

impl MemoryModel {
    /// Whether each cell holds one value.
    pub fn has_invariants(self) -> bool {
        matches!(self, MemoryModel::Combined | MemoryModel::Invariants | MemoryModel::Sets)
    }

    /// Whether contents are known by index in all objects.
    pub fn has_contents(self) -> bool {
        matches!(self, MemoryModel::Combined | MemoryModel::Contents)
    }

    /// Whether the contents of containers are known by index, if those of other objects are.
    pub fn has_keys(self) -> bool {
        self != MemoryModel::Sets
    }
}

/// How calls are analysed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Calls {
    /// Inlined, unless the call tree is large.
    #[default]
    Auto,
    /// Inlined.
    Follow,
    /// By function summaries, computed bottom-up and instantiated at each call, where possible.
    Summarize,
}

/// How the symbolic heaps of memory managers become finitely many at the heads of loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Abstraction {
    /// By the canonical form, and by how they came about: nodes that an iteration has added, and that no
    /// variable leads to, are lists of any length at once.
    History,
    /// By the canonical form alone.
    Canonical,
}

/// Which state the drawing of the symbolic heap shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum View {
    /// The state at the finding: before the statement with the error or, failing that, before the calls that
    /// lead to it; at the first obligation that is open; otherwise where the first function returns.
    #[default]
    Finding,
    /// The state before the first statement of a line, in the file of the function where execution starts.
    Line(u32),
}

/// How to analyse.
///
/// ```
/// use cfp_heap::analysis::{Calls, Options};
///
/// let options = Options { calls: Calls::Summarize, ..Options::default() };
/// assert!(options.time.is_none() && options.tools.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// How many runs with pseudo-random inputs [`verify`](crate::verify::verify) makes.
    pub runs: u64,
    /// The limit on the steps of one run.
    pub steps: u64,
    /// Whether all runs record their last steps. A run that reproduces an error does so in any case.
    pub trace: bool,
    /// The limit on time, for runs and analysis together. Obligations that are not discharged by then stay
    /// open. An analysis that is not part of a [verification](crate::verify::verify) may take a quarter as
    /// long again for a drawing.
    pub time: Option<Duration>,
    /// The limit on the search for further errors once one is found. Zero stops at the first error.
    pub further: Duration,
    /// The limit on the resident memory of the process, in bytes. Obligations that are not discharged by then
    /// stay open.
    pub memory_limit: Option<u64>,
    /// The limit on the effort of the analysis, counted in formulas of all questions to the solver: the same
    /// on all machines. The default takes some seconds.
    pub effort: u64,
    /// What the analysis knows about memory.
    pub memory: MemoryModel,
    /// How calls are analysed.
    pub calls: Calls,
    /// How the lists of memory managers are abstracted; by history, and by the canonical form if that proves
    /// nothing, if it is not given.
    pub abstraction: Option<Abstraction>,
    /// Which techniques of the analysis are on.
    pub techniques: Switches,
    /// Whether to find loop invariants for a witness.
    pub invariants: bool,
    /// Which state of the symbolic heap to draw, if any.
    pub picture: Option<View>,
    /// Who is notified of the progress.
    pub progress: Option<Progress>,
    /// Where the findings so far can be read while the analysis runs.
    pub interim: Interim,
    /// A journal of all requests, and another solver to ask.
    pub tools: Tools,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            runs: 0,
            steps: 1_000_000_000,
            trace: false,
            time: None,
            further: Duration::ZERO,
            memory_limit: None,
            effort: 2_000_000,
            memory: MemoryModel::default(),
            calls: Calls::default(),
            abstraction: None,
            techniques: Switches::default(),
            invariants: false,
            picture: None,
            progress: None,
            interim: Interim::default(),
            tools: Tools::default(),
        }
    }
}
