//! A search for errors by inputs that the solver proposes.
//!
//! Each run is followed (see [`Path`]): the branches it takes and the checks it passes are conditions on its
//! inputs. For each of them the solver is asked for inputs under which the conditions before it hold and it
//! does not, and these are the next run. In a run that does something new, the first condition of each
//! instruction comes before all others; in other runs, those of instructions that were asked for less often.
//! So the branches nearest to the start are tried before loops are unrolled further. A condition is negated
//! once for each path to it, since a run that was made for a condition is only asked for those after it.
//!
//! Questions hold the conditions that share unknowns with the negated one, and no others. Whatever is not
//! linear is a constant in them: whether the proposed inputs lead to an error is for their run to tell.

mod question;

use super::dictionary::Dictionary;
use super::mutate::Mutator;
use super::{Found, Limits, reads_text};
use crate::interp::{Config, Covered, Inputs, Outcome, Path, Run, ScriptedInputs, Session, StepRole, Test};
use crate::ir::Program;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;
use std::time::Instant;

/// Limits on conditions that wait, and on the terms of all paths that are kept for them.
const MOST_WAITING: usize = 20_000;
const MOST_TERMS: usize = 4_000_000;

/// What a question costs, in steps of a run.
const QUESTION_COST: u64 = 20_000;
/// What a run costs besides its steps.
const RUN_COST: u64 = 1_000;

/// Searches for a run with an error.
pub fn propose(program: &Program, config: &Config, limits: Limits) -> Found {
    let mut search = Search {
        session: Session::new(program),
        config: Config { steps: config.steps.min(limits.run_steps), ..config.clone() },
        covered: Covered::default(),
        waiting: BTreeMap::new(),
        asked: HashMap::new(),
        most_times: HashMap::new(),
        known: HashSet::new(),
        kept_terms: 0,
        runs: 0,
        left: limits.steps,
    };
    let run = search.until_error(program);
    Found { run, runs: search.runs }
}

/// The inputs of a run: all values in order, and the arguments after the program's name.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Script {
    values: Vec<i128>,
    arguments: Vec<Vec<u8>>,
}

/// A run that was followed.
struct Parent {
    script: Script,
    path: Path,
}

struct Search<'p> {
    session: Session<'p>,
    config: Config,
    covered: Covered,
    /// Conditions to negate, by their order.
    waiting: BTreeMap<(u32, u64), (Rc<Parent>, usize)>,
    /// How often conditions of a site were to be negated.
    asked: HashMap<u64, u32>,
    /// How often a run went a way at a site, at most.
    most_times: HashMap<(u64, Test), u32>,
    /// The scripts that were run.
    known: HashSet<Script>,
    kept_terms: usize,
    runs: u64,
    left: u64,
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        self.left == 0 || self.config.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn until_error(&mut self, program: &Program) -> Option<Run> {
        let first = Script::default();
        if let Some(error) = self.run(&mut scripted(&first), 0) {
            return Some(error);
        }
        if reads_text(program) {
            for sample in Mutator::new(Dictionary::new(program)).seeds() {
                if self.is_over() {
                    return None;
                }
                if let Some(error) = self.run(&mut sample.inputs(), 0) {
                    return Some(error);
                }
            }
        }
        while let Some((_, (parent, index))) = self.waiting.pop_first() {
            if self.is_over() {
                return None;
            }
            self.left = self.left.saturating_sub(QUESTION_COST);
            let Some(script) = question::answer(&parent.script, &parent.path, index, self.config.deadline)
            else {
                continue;
            };
            if !self.known.insert(script.clone()) {
                continue;
            }
            if let Some(error) = self.run(&mut scripted(&script), index + 1) {
                return Some(error);
            }
        }
        None
    }

    /// Follows a run; its conditions from an index on are to be negated. The run, if it has an error.
    fn run(&mut self, inputs: &mut dyn Inputs, from: usize) -> Option<Run> {
        let (run, path) = self.session.follow(&self.config, inputs);
        self.runs += 1;
        self.left = self.left.saturating_sub(run.steps + RUN_COST);
        if matches!(run.outcome, Outcome::Violation(_)) {
            return Some(run);
        }
        let is_new = self.covered.add(self.session.coverage()) | self.is_new_path(&path);
        self.expand(&run, path, from, is_new);
        None
    }

    /// Whether a run goes some way more often than any before it.
    fn is_new_path(&mut self, path: &Path) -> bool {
        const MOST_TIMES: u32 = 32;
        let mut times: HashMap<(u64, Test), u32> = HashMap::new();
        for step in &path.steps {
            *times.entry((step.site, step.condition.test)).or_default() += 1;
        }
        let mut is_new = false;
        for (way, times) in times {
            let most = self.most_times.entry(way).or_default();
            is_new |= times.min(MOST_TIMES) > *most;
            *most = times.min(MOST_TIMES).max(*most);
        }
        is_new
    }

    /// Adds the conditions of a run.
    fn expand(&mut self, run: &Run, path: Path, from: usize, is_new: bool) {
        self.kept_terms += path.size();
        if self.kept_terms > MOST_TERMS {
            return;
        }
        let values = run.inputs.iter().map(|record| record.value).collect();
        let arguments = run.arguments.iter().skip(1).cloned().collect();
        let parent = Rc::new(Parent { script: Script { values, arguments }, path });
        // The first condition of each site of a run that did something new comes before all others.
        let mut in_run = HashMap::new();
        for (index, step) in parent.path.steps.iter().enumerate().skip(from) {
            if step.role == StepRole::Assumption || self.waiting.len() >= MOST_WAITING {
                continue;
            }
            let asked = if is_new { &mut in_run } else { &mut self.asked }.entry(step.site).or_default();
            *asked += 1;
            let rank = *asked;
            self.waiting.insert((rank, self.runs << 16 | index as u64), (Rc::clone(&parent), index));
        }
    }
}

fn scripted(script: &Script) -> ScriptedInputs {
    ScriptedInputs::new(script.values.iter().copied()).everything().with_arguments(script.arguments.clone())
}
