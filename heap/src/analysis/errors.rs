//! The errors of a program, each with a run that reproduces it.

use crate::interp::{Run, Violation};
use crate::ir::Pos;
use crate::property::ViolationKind;
use std::fmt;
use std::time::{Duration, Instant};

/// Runs that end in errors: one for each error, ordered by position. Two runs have the same error if they end
/// in a violation of the same kind at the same place; leaks are distinguished by the allocation, too.
///
/// ```
/// use cfp_heap::analysis::Errors;
/// use cfp_heap::front::{Source, load};
/// use cfp_heap::interp::{Config, ScriptedInputs, run};
///
/// let text = "int nondet(void); int main(void) { int a[2] = {0}; int n = nondet();\n\
///     if (n == 1) return a[2];\n return 1 / n; }";
/// // Parsing C needs libclang; without it there is nothing to show.
/// if let Ok(loaded) = load(&[Source::text("two.c", text)]) {
///     let mut errors = Errors::default();
///     for input in [0, 1, 1, 2] {
///         errors.add(run(&loaded.program, &Config::default(), &mut ScriptedInputs::new([input])));
///     }
///     let lines: Vec<u32> = errors.violations().map(|(found, _)| found.pos.line).collect();
///     assert_eq!(lines, [2, 3]);
/// }
/// ```
#[derive(Clone, Default)]
pub struct Errors {
    runs: Vec<Run>,
    /// When the first one was found.
    since: Option<Instant>,
}

impl Errors {
    /// Adds a run; one without an error is ignored. Of several runs with the same error, the one with the
    /// fewest inputs is kept, since it is the easiest to understand. Returns whether the error is new.
    pub fn add(&mut self, run: Run) -> bool {
        let Some(found) = run.violation() else { return false };
        let known = self.runs.iter_mut().find(|known| known.violation().is_some_and(|it| covers(it, found)));
        if let Some(known) = known {
            let is_same = known.violation().is_some_and(|it| covers(found, it));
            if is_same && cost(&run) < cost(known) {
                *known = run;
            }
            return false;
        }
        self.since.get_or_insert_with(Instant::now);
        self.runs.push(run);
        self.runs.sort_by_key(|run| run.violation().map(|found| (found.pos, found.kind)));
        true
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// The runs, ordered by the position of the error.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The errors, each with its run.
    pub fn violations(&self) -> impl Iterator<Item = (&Violation, &Run)> {
        self.runs.iter().filter_map(|run| Some((run.violation()?, run)))
    }

    /// The error whose run is the easiest to understand, alone.
    pub fn simplest(self) -> Errors {
        Errors { runs: self.runs.into_iter().min_by_key(cost).into_iter().collect(), since: self.since }
    }

    /// Replaces each run, by one with the same error.
    pub fn map(self, change: impl FnMut(Run) -> Run) -> Errors {
        Errors { runs: self.runs.into_iter().map(change).collect(), since: self.since }
    }

    /// Whether one of them violates the same part of a property at a place; a leak is at the allocation, and
    /// an open stream where it was opened.
    pub fn has(&self, pos: Pos, kind: ViolationKind) -> bool {
        self.violations().any(|(found, _)| {
            found.kind.property() == kind.property()
                && match found.kind {
                    ViolationKind::Leak | ViolationKind::OpenStream => sites(found).any(|site| site == pos),
                    // A run reads an uninitialized value and is wrong once it depends on it.
                    ViolationKind::Uninitialized => (found.pos.file, found.pos.line) == (pos.file, pos.line),
                    _ => found.pos == pos,
                }
        })
    }

    /// When the search for errors ends: at the limit or, once there is an error, after this much more time.
    pub fn deadline(&self, further: Duration, limit: Option<Instant>) -> Option<Instant> {
        let own = self.since.map(|since| since + further);
        own.into_iter().chain(limit).min()
    }

    /// Where the first error is, and the calls that lead there, the innermost first.
    pub fn places(&self) -> Vec<Pos> {
        self.runs.first().map_or_else(Vec::new, Run::error_places)
    }
}

/// The runs alone: when the first error was found is not the same each time.
impl fmt::Debug for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.runs).finish()
    }
}

/// A run is the easier to understand, the fewer inputs it has.
fn cost(run: &Run) -> (usize, u64) {
    (run.inputs.len(), run.steps)
}

/// Whether a violation is among those that another one reports.
fn covers(known: &Violation, found: &Violation) -> bool {
    let is_at_sites = matches!(known.kind, ViolationKind::Leak | ViolationKind::OpenStream);
    let has_sites = || !is_at_sites || sites(found).all(|site| sites(known).any(|it| it == site));
    known.kind == found.kind && known.pos == found.pos && has_sites()
}

/// Where the memory that leaks was allocated, or the streams were opened.
fn sites(found: &Violation) -> impl Iterator<Item = Pos> {
    found.notes.iter().map(|(pos, _)| *pos)
}
