//! Searches for errors by runs: on inputs that programs for text expect (lines, words, numbers, arguments),
//! on few small numbers (`explore`), and on inputs that the solver proposes (`paths`).
//!
//! A `Sample` is such an input. The search keeps the samples whose runs reach something new (see
//! [`Covered`]) and mutates them, with words and numbers of the program itself (`dictionary`). The same
//! program and limits give the same runs: nothing depends on chance or time, except that a deadline may
//! end the search.

mod dictionary;
mod explore;
mod mutate;
mod paths;
mod random;
mod sample;

use crate::interp::{Config, Covered, Outcome, Run, Session};
use crate::ir::{Callee, Program, StmtKind, each_stmt};
use crate::libc::{self, Effect};
use dictionary::Dictionary;
pub use explore::{explore, has_links};
use mutate::Mutator;
pub use paths::propose;
use sample::Sample;
use std::time::Instant;

/// How much a search may do.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The steps of all runs together.
    pub steps: u64,
    /// The steps of one run.
    pub run_steps: u64,
}

/// What a search found.
pub struct Found {
    /// A run with an error, if there was one.
    pub run: Option<Run>,
    /// The number of runs.
    pub runs: u64,
}

/// Whether a program reads text: from streams or from the command line.
pub fn reads_text(program: &Program) -> bool {
    let has_arguments = program.main.is_some_and(|main| !program.functions[main.index()].params.is_empty());
    let mut reads = has_arguments;
    for function in &program.functions {
        each_stmt(function.body.as_ref().unwrap_or(&Vec::new()), &mut |stmt| {
            let StmtKind::Call { callee: Callee::Direct(called), .. } = &stmt.kind else { return };
            let name = &program.functions[called.index()].name;
            let known = libc::find(libc::canonical_name(name));
            let is_input = known.is_some_and(|function| function.effects.contains(&Effect::Input));
            reads |= is_input || libc::internal::is_stream_part(name);
        });
    }
    reads
}

/// Searches for a run with an error.
pub fn search(program: &Program, config: &Config, limits: Limits) -> Found {
    let mut search = Search {
        program,
        session: Session::new(program),
        config: Config { steps: config.steps.min(limits.run_steps), ..config.clone() },
        covered: Covered::default(),
        kept: Vec::new(),
        runs: 0,
        steps: 0,
        limit: limits.steps,
    };
    let run = search.until_error();
    Found { run, runs: search.runs }
}

/// A sample and its run.
struct Kept {
    sample: Sample,
    /// How many decisions the run asked for.
    decisions: usize,
    /// How many steps it took.
    steps: u64,
}

struct Search<'p> {
    program: &'p Program,
    session: Session<'p>,
    config: Config,
    covered: Covered,
    /// The samples that reached something new.
    kept: Vec<Kept>,
    runs: u64,
    steps: u64,
    limit: u64,
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        self.steps >= self.limit || self.config.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The first error, with a sample that was made as short as possible.
    fn until_error(&mut self) -> Option<Run> {
        let mut mutator = Mutator::new(Dictionary::new(self.program));
        for sample in mutator.seeds() {
            if let Some(error) = self.attempt(&sample) {
                return Some(self.shortened(sample, error));
            }
        }
        while !self.is_over() {
            let Some((parent, other)) = mutator.choose_parents(&self.kept) else { break };
            let sample = mutator.child(parent, other);
            if let Some(error) = self.attempt(&sample) {
                return Some(self.shortened(sample, error));
            }
        }
        None
    }

    /// Runs on a sample and keeps it if it reached something new; the run, if it has an error.
    fn attempt(&mut self, sample: &Sample) -> Option<Run> {
        if self.is_over() {
            return None;
        }
        let (run, decisions) = self.run(sample);
        match run.outcome {
            Outcome::Violation(_) => Some(run),
            // Nothing that follows such inputs is feasible.
            Outcome::Infeasible(_) => None,
            _ => {
                if self.covered.add(self.session.coverage()) {
                    self.kept.push(Kept { sample: sample.clone(), decisions, steps: run.steps });
                }
                None
            }
        }
    }

    /// A run, and how many decisions it asked for.
    fn run(&mut self, sample: &Sample) -> (Run, usize) {
        let mut inputs = sample.inputs();
        let run = self.session.run(&self.config, &mut inputs);
        self.runs += 1;
        // A run costs something even if it does nothing.
        const COST: u64 = 2000;
        self.steps += run.steps + COST;
        (run, inputs.decisions())
    }

    /// Removes parts of a sample as long as the same error is found.
    fn shortened(&mut self, mut sample: Sample, mut error: Run) -> Run {
        const MOST_RUNS: u64 = 400;
        let end = self.runs + MOST_RUNS;
        let place = |run: &Run| run.violation().map(|found| (found.kind, found.pos));
        let wanted = place(&error);
        let mut size = sample.size().max(1);
        while size > 0 {
            let mut at = 0;
            while at < sample.size() && self.runs < end {
                let shorter = sample.without(at, size);
                let (run, _) = self.run(&shorter);
                if place(&run) == wanted {
                    (sample, error) = (shorter, run);
                } else {
                    at += size;
                }
            }
            size /= 2;
        }
        error
    }
}
