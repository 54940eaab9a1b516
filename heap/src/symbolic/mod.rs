//! The symbolic heap: proofs about all executions of a program (thesis, chapters 3 to 5).
//!
//! [`analyze`] follows a program on all paths at once. Numbers are linear terms, pointers an object and an
//! offset, memory a function of the offset for each object; loops become one fluid update of all the cells
//! they write. Every question goes through [`bracket`](crate::bracket) to the solver. What is certain is
//! proved. What is suspected is tried: the solver proposes inputs, and only an error that the
//! [interpreter](crate::interp) then runs into is reported.
//!
//! In reading order: `state` (variables, paths, how paths come together), `memory` (objects and cells),
//! `arith` (operations), `exec` (statements, checks), `arguments` (of the program), `access` (reads and
//! writes), `targets` (what pointers point to), `blocks` (of bytes), `bytes` (of words), `blur` (weaker
//! models of memory), `calls`, with `alone`, `functions` and `transport` (each function once) and `contracts`
//! and `claims` (recursion), `library` and `printing` (what the C library does), `loops` with `summary`,
//! `agreement`, `carried`, `guesses`, `invariants`, `effects`, `writes`, `counts`, `sums`, `folds` and
//! `assignments` (all iterations at once), `logic`, `iteration_facts`, `formulas` and `products` (facts and
//! questions), `replay` (from a model to a run), `missing` (what was not proved, in words). [`picture`],
//! `sketch` and `readable` show what is known at a point, `news` how far the analysis has come.

mod calls;
mod domain;
mod exec;
mod facts;
mod findings;
mod libc;
mod loops;
mod memory;
mod news;
pub mod picture;
mod report;
mod store;
mod values;

use crate::bracket::{BracketStats, Brackets, Journal, OtherSolver};
use crate::interp::{Config, Run};
use crate::ir::{Pos, Program, tail_calls_as_loops};
use crate::property::{Ints, Leaks, ViolationKind};
use crate::symbolic::exec::executor::{Executor, Jump};
use crate::symbolic::exec::summaries::Summaries;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::facts::range::Range;
use crate::symbolic::memory::targets::Target;
use crate::symbolic::store::place::Origin;
use crate::walk;
use cfp_solver::Options;
pub use loops::invariants::LoopInvariant;
pub use news::{News, Step};
use picture::{Camera, HeapGraph, Place};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// Something that the analysis could neither exclude nor show.
#[derive(Clone, Debug)]
pub struct Open {
    /// Where.
    pub pos: Pos,
    /// What is not known.
    pub text: String,
}

/// What is found about a program.
#[derive(Debug)]
pub enum Verdict {
    /// No execution has an error.
    Proved,
    /// This execution has one.
    Refuted(Box<Run>),
    /// Neither was shown; what is missing.
    Unknown(Vec<Open>),
}

/// The result of an analysis.
#[derive(Debug)]
pub struct Analysis {
    /// What is found.
    pub verdict: Verdict,
    /// What the solver was asked.
    pub stats: BracketStats,
    /// The journal that was asked for: how much it holds, and whether all could be written.
    pub journal: Option<Journal>,
    /// The other solver that was asked, and whether it could be.
    pub solver: Option<OtherSolver>,
    /// The symbolic heap where it was to be looked at, if the analysis came there.
    pub picture: Option<HeapGraph>,
    /// What holds at the heads of loops, if that was asked for and all was proved.
    pub invariants: Vec<LoopInvariant>,
}

/// What is known about memory (the configurations of Figure 5.6 of the thesis). All are sound; the weaker
/// ones are for comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MemoryModel {
    /// Contents by index, and one value in each cell.
    #[default]
    Combined,
    /// Contents by index; a cell that is not known has something new at each read.
    Contents,
    /// One value in each cell, the same at each read; but a read of an object with several cells does not
    /// know which of them was written.
    Invariants,
    /// Neither: all cells of an object are as one.
    Smashed,
}

impl MemoryModel {
    /// Whether a cell has one value.
    pub fn has_invariants(self) -> bool {
        matches!(self, MemoryModel::Combined | MemoryModel::Invariants)
    }

    /// Whether contents are known by index.
    pub fn has_contents(self) -> bool {
        matches!(self, MemoryModel::Combined | MemoryModel::Contents)
    }
}

/// How calls of functions are analysed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Calls {
    /// They are followed, unless there are very many.
    #[default]
    Auto,
    /// They are followed.
    Follow,
    /// Each function is looked at alone, where that can be done, and each call is what that gave.
    Summarize,
}

/// How to analyse.
#[derive(Debug, Default)]
pub struct AnalysisOptions {
    /// Where to write every request to the solver down.
    pub journal: Option<Journal>,
    /// How long to look; what is not known by then stays open.
    pub time: Option<Duration>,
    /// How much to do, which is the same on all machines: formulas in all questions to the solver. Nothing
    /// means two million, which take some seconds.
    pub effort: Option<u64>,
    /// What is known about memory.
    pub memory: MemoryModel,
    /// How calls are analysed.
    pub calls: Calls,
    /// Another solver to ask.
    pub solver: Option<OtherSolver>,
    /// Who wants to know how it goes on.
    pub news: Option<News>,
    /// Where to look at the symbolic heap: the first of these places that is reached, or else where the first
    /// function returns, or else where the analysis was last. Nothing means not to look.
    pub picture: Vec<Place>,
    /// Whether to say what holds at the heads of loops.
    pub invariants: bool,
}

/// Analyses a program that begins with `main`. The configuration says what counts as an error and how long
/// runs may take.
///
/// ```
/// use cfp_heap::front::{Source, load};
/// use cfp_heap::interp::Config;
/// use cfp_heap::symbolic::{Verdict, analyze};
///
/// let text = "int nondet(void); int main(void) { int n = nondet(); int a[10];
///     for (int i = 0; i < 10; i++) a[i] = n; return a[3] - n == 0 ? 0 : *(int *)0; }";
/// // Nothing to show where the library that reads C is missing.
/// if let Ok(loaded) = load(&[Source::text("fill.c", text)]) {
///     let analysis = analyze(&loaded.program, &Config::default());
///     assert!(matches!(analysis.verdict, Verdict::Proved), "{:?}", analysis.verdict);
/// }
/// ```
pub fn analyze(program: &Program, config: &Config) -> Analysis {
    analyze_with(program, config, AnalysisOptions::default())
}

/// [`analyze`], with options.
pub fn analyze_with(program: &Program, config: &Config, options: AnalysisOptions) -> Analysis {
    // Calls are followed within calls, each of them nested as deeply as its code is.
    let result = thread::scope(|scope| {
        let work = || analyze_here(program, config, options);
        let worker = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        worker.map(|worker| worker.join())
    });
    match result {
        Ok(Ok(analysis)) => analysis,
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        // No room for such a stack: nothing can be said.
        Err(error) => {
            let text = format!("there is no room for an analysis: {error}");
            let verdict = Verdict::Unknown(vec![Open { pos: program.start.pos, text }]);
            Analysis {
                verdict,
                stats: BracketStats::default(),
                journal: None,
                solver: None,
                picture: None,
                invariants: Vec::new(),
            }
        }
    }
}

/// Address space for the stack of an analysis.
const STACK_BYTES: usize = 1 << 30;

fn analyze_here(written: &Program, config: &Config, options: AnalysisOptions) -> Analysis {
    let with_loops = tail_calls_as_loops(written);
    let program = with_loops.as_ref().unwrap_or(written);
    let limits = cfp_solver::Limits { ticks: Some(QUESTION_TICKS), ..Default::default() };
    let mut brackets = Brackets::new(Options { limits, ..Options::default() });
    if let Some(journal) = options.journal {
        brackets.set_journal(journal);
    }
    if let Some(solver) = options.solver {
        brackets.set_solver(solver);
    }
    let mut executor =
        Executor::new((program, written), Logic::new(brackets), config.checks, config.failing_allocation);
    let deadline = options.time.map(|time| Instant::now() + time);
    executor.set_deadline(deadline);
    let config = &Config { deadline, ..config.clone() };
    executor.limits.effort = options.effort.unwrap_or(DEFAULT_EFFORT);
    executor.set_memory(options.memory);
    executor.news = options.news;
    executor.loops.invariants.are_wanted = options.invariants;
    executor.camera = (!options.picture.is_empty()).then(|| Camera::new(options.picture));
    if config.ints == Ints::Math {
        executor.logic.is_math = true;
        executor.checks.overflow = false;
    }
    match config.entry.or(program.main) {
        Some(main) => {
            executor.calls.summaries = Some(Arc::new(Summaries::new(program, Some(main), options.calls)));
            let asked = executor.prepare_summaries(main);
            executor.logic.brackets.add_stats(asked);
            let state = executor.start(main);
            let mut jumps = Vec::new();
            let function = &program.functions[main.index()];
            let fallen = match &function.body {
                Some(body) => walk::block(&mut executor, body, state, &mut jumps),
                None => None,
            };
            if let (Some(camera), Some(state)) = (&mut executor.camera, &fallen) {
                camera.see_end(state);
            }
            let returns = jumps.into_iter().filter(|(jump, _)| matches!(jump, Jump::Return(_)));
            let ends: Vec<_> = returns.map(|(_, state)| state).chain(fallen).collect();
            for mut state in ends {
                // The variables of the first function are gone.
                state.frames.clear();
                check_leaks(&mut executor, state, function.pos, config.checks.leaks);
            }
            for (pos, state) in std::mem::take(&mut executor.findings.ends) {
                check_leaks(&mut executor, state, pos, config.checks.leaks);
            }
        }
        None => executor.gap(program.start.pos, "there is no function to begin with"),
    }
    let verdict = judge(&mut executor, config);
    let camera = executor.camera.take();
    let picture = camera.and_then(|camera| executor.develop(camera));
    let invariants = match verdict {
        Verdict::Proved => executor.loop_invariants(),
        _ => Vec::new(),
    };
    let brackets = &mut executor.logic.brackets;
    let (journal, solver) = (brackets.take_journal(), brackets.take_solver());
    Analysis { verdict, stats: brackets.stats(), journal, solver, picture, invariants }
}

/// Formulas in all questions of an analysis, if nobody says.
const DEFAULT_EFFORT: u64 = 2_000_000;

/// Ticks that a question may take.
const QUESTION_TICKS: u64 = 3_000_000;

/// Memory that is still allocated when the program ends; if only what is lost counts, then not what a
/// variable or a global pointer holds.
fn check_leaks(
    executor: &mut Executor<'_>,
    mut state: crate::symbolic::store::state::State,
    pos: Pos,
    leaks: Leaks,
) {
    if leaks == Leaks::Off {
        return;
    }
    let single = state.alive.keys().filter(|&&object| executor.object(object).origin == Origin::Heap);
    let mut blocks: Vec<Target> = Vec::new();
    let families = state.families.iter().filter(|&&object| executor.object(object).origin == Origin::Heap);
    for &object in single.chain(families).collect::<Vec<_>>() {
        // Any member of a family.
        let member =
            executor.object(object).is_family.then(|| executor.logic.unknown_in("member", Range::natural()));
        let here = executor.logic.terms().bool(true);
        blocks.push(Target { object, member, turn: None, here });
    }
    if blocks.is_empty() {
        return;
    }
    let holders = if leaks == Leaks::Lost { executor.held_objects(&mut state) } else { Vec::new() };
    for block in blocks {
        let mut state = state.clone();
        let number = executor.number_of(&block);
        let alive = executor.is_alive(&mut state, &block);
        let mut parts = vec![executor.logic.negated(alive)];
        for &holder in &holders {
            parts.push(crate::symbolic::facts::choice::equal(&mut executor.logic, holder, number));
        }
        let claim = executor.logic.any(&parts);
        let text = "allocated memory is not freed at the end";
        let allocated = executor.object(block.object).pos;
        let place = if allocated.line > 0 { allocated } else { pos };
        executor.require(
            &mut state,
            claim,
            crate::symbolic::findings::sink::Suspicion { kind: ViolationKind::Leak, pos: place, text },
        );
    }
}

/// From suspects and gaps to a verdict.
fn judge(executor: &mut Executor<'_>, config: &Config) -> Verdict {
    let suspects = std::mem::take(&mut executor.findings.suspects);
    let mut open = Vec::new();
    for suspect in suspects {
        if executor.logic.brackets.journal().is_some() {
            let origin = format!("{}: {}", executor.program.show_pos(suspect.pos), suspect.text);
            executor.logic.brackets.set_origin(&origin);
        }
        if let Some(run) = crate::symbolic::report::replay::replay(executor, &suspect, config) {
            return Verdict::Refuted(Box::new(run));
        }
        let mut text =
            format!("{} [{}]: not excluded, and no input was found", suspect.text, suspect.kind.property());
        if let Some(fact) = suspect.fact {
            text += &format!("; missing here: {fact}");
        }
        open.push(Open { pos: suspect.pos, text });
    }
    for (pos, text) in std::mem::take(&mut executor.findings.gaps) {
        open.push(Open { pos, text: format!("not followed: {text}") });
    }
    let is_over = executor.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
    // The last question may be the one for which there was no time.
    let last = (is_over && !open.is_empty()).then(|| executor.user_pos(executor.logic.here));
    if let Some(pos) = executor.limits.reached.or(last) {
        let text = match is_over {
            true => {
                "the limit on time was reached here; what comes after was not looked at (--time allows more)"
            }
            false => "the limit on effort was reached here; what comes after was not looked at",
        };
        open.push(Open { pos, text: text.to_string() });
    }
    open.dedup_by(|next, kept| next.pos == kept.pos && next.text == kept.text);
    if open.is_empty() { Verdict::Proved } else { Verdict::Unknown(open) }
}
