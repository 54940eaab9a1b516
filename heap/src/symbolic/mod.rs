//! The symbolic heap: proofs about all executions of a program (thesis, chapters 3 to 5).
//!
//! [`analyze`] executes a program symbolically on all paths at once. Integers are linear terms, a pointer is
//! an object and an offset, and the contents of an object are a function of the offset; a loop becomes one
//! fluid update of all the cells it writes. Every question goes through [`bracket`](crate::bracket) to the
//! solver. Obligations that follow from the path are discharged. For the others the solver proposes inputs,
//! and an error is reported only if a run of the [interpreter](crate::interp) reproduces it.
//!
//! In reading order: `state` (variables, paths, how paths come together), `memory` (objects and cells),
//! `arith` (operations), `exec` (statements, checks), `arguments` (of the program), `access` (reads and
//! writes), `targets` (what pointers point to), `blocks` (of bytes), `bytes` (of words), `blur` (weaker
//! models of memory), `calls`, with `alone`, `functions` and `transport` (each function once) and `contracts`
//! and `claims` (recursion), `library` and `printing` (what the C library does), `loops` with `summary`,
//! `agreement`, `carried`, `guesses`, `invariants`, `effects`, `writes`, `counts`, `sums`, `folds` and
//! `assignments` (all iterations at once), `logic`, `histories`, `formulas` and `products` (facts and
//! questions), `replay` (from a model to a run), `missing` (what was not proved, in words), `picture`,
//! `sketch` and `readable` (a state as a graph to draw). What an analysis is given and what it returns is in
//! [`analysis`](crate::analysis).

mod access;
mod agreement;
mod alone;
mod arguments;
mod arith;
mod assignments;
mod blocks;
mod blur;
mod bytes;
mod calls;
mod carried;
mod claims;
mod contracts;
mod counts;
mod effects;
mod exec;
mod folds;
mod formulas;
mod functions;
mod guesses;
mod histories;
mod invariants;
mod library;
mod logic;
mod loops;
mod memory;
mod missing;
mod picture;
mod printing;
mod products;
mod readable;
mod replay;
mod sketch;
mod state;
mod summary;
mod sums;
mod targets;
mod transport;
mod writes;

use crate::analysis::{Analysis, Calls, MemoryModel, Open, Options, Task, Verdict};
use crate::bracket::{BracketStats, Brackets, Tools};
use crate::interp::Config;
use crate::ir::{FuncId, Pos, Program, tail_calls_as_loops};
use crate::property::{Ints, Leaks, ViolationKind};
use exec::{Executor, Jump};
use functions::Summaries;
use logic::{Logic, Range};
use memory::Origin;
use picture::Camera;
use std::sync::Arc;
use std::thread;
use std::time::Instant;
use targets::Target;

/// Analyses a task. A drawing, if one is requested, shows the state that the verdict is about.
///
/// ```
/// use cfp_heap::analysis::{Options, Task, Verdict};
/// use cfp_heap::front::{Source, load};
/// use cfp_heap::symbolic::analyze;
///
/// let text = "int nondet(void); int main(void) { int n = nondet(); int a[10];
///     for (int i = 0; i < 10; i++) a[i] = n; return a[3] - n == 0 ? 0 : *(int *)0; }";
/// // Parsing C needs libclang; without it there is nothing to show.
/// if let Ok(loaded) = load(&[Source::text("fill.c", text)]) {
///     let analysis = analyze(&Task::new(&loaded.program), &Options::default());
///     assert!(matches!(analysis.verdict, Verdict::Proved), "{:?}", analysis.verdict);
/// }
/// ```
pub fn analyze(task: &Task<'_>, options: &Options) -> Analysis {
    analyze_and_draw(task, options, Verdict::places)
}

/// [`analyze`], where the caller chooses what a drawing shows. `places` is called once, with the verdict, and
/// returns statements; the state before the first one that was reached is drawn. Nothing is drawn unless
/// [`Options::picture`] requests it.
pub fn analyze_and_draw(
    task: &Task<'_>,
    options: &Options,
    mut places: impl FnMut(&Verdict) -> Vec<Pos> + Send,
) -> Analysis {
    // Calls are inlined within calls, and each is nested as deeply as its code.
    let result = thread::scope(|scope| {
        let work = || analyze_here(task, options, &mut places);
        let worker = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        worker.map(|worker| worker.join())
    });
    match result {
        Ok(Ok(analysis)) => analysis,
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(error) => {
            let text = format!("there is no memory for the stack of the analysis: {error}");
            let verdict = Verdict::Unknown(vec![Open { pos: task.program.start.pos, text }]);
            places(&verdict);
            Analysis { verdict, stats: BracketStats::default(), picture: None, invariants: Vec::new() }
        }
    }
}

/// Address space for the stack of an analysis.
const STACK_BYTES: usize = 1 << 30;

fn analyze_here(
    task: &Task<'_>,
    options: &Options,
    places: &mut dyn FnMut(&Verdict) -> Vec<Pos>,
) -> Analysis {
    let with_loops = tail_calls_as_loops(task.program);
    let program = with_loops.as_ref().unwrap_or(task.program);
    let config = task.config(options);
    let mut executor = executor(program, task, options, &config);
    match task.first_function() {
        Some(first) => execute(&mut executor, first, options.calls, task.checks.leaks),
        None => executor.gap(program.start.pos, "there is no function to begin with"),
    }
    let verdict = judge(&mut executor, &config);
    let stats = executor.logic.brackets.stats();
    let invariants = match verdict {
        Verdict::Proved => executor.loop_invariants(),
        _ => Vec::new(),
    };
    let places = places(&verdict);
    let camera = executor.camera.take();
    let picture = camera.and_then(|camera| {
        // Questions for the drawing are no part of the proof.
        executor.logic.brackets.set_tools(Tools::default());
        executor.set_deadline(options.time.map(|time| Instant::now() + time));
        executor.develop(camera, &places)
    });
    Analysis { verdict, stats, picture, invariants }
}

/// An executor that has executed nothing yet.
fn executor<'p>(program: &'p Program, task: &Task<'p>, options: &Options, config: &Config) -> Executor<'p> {
    let limits = cfp_solver::Limits { ticks: Some(QUESTION_TICKS), ..Default::default() };
    let mut brackets = Brackets::new(cfp_solver::Options { limits, ..Default::default() });
    brackets.set_tools(options.tools.clone());
    let mut executor =
        Executor::new((program, task.program), Logic::new(brackets), task.checks, task.failing_allocation);
    executor.set_deadline(config.deadline);
    executor.effort = options.effort;
    executor.set_memory(options.memory);
    executor.listener = options.progress.clone();
    executor.invariants.are_wanted = options.invariants;
    executor.camera = options.picture.map(Camera::new);
    if task.ints == Ints::Math {
        executor.logic.is_math = true;
        executor.checks.overflow = false;
    }
    executor
}

/// Executes the program from its first function to all its ends.
fn execute<'p>(executor: &mut Executor<'p>, first: FuncId, calls: Calls, leaks: Leaks) {
    let program = executor.program;
    executor.summaries = Some(Arc::new(Summaries::new(program, Some(first), calls)));
    let asked = executor.prepare_summaries(first);
    executor.logic.brackets.add_stats(asked);
    let state = executor.start(first);
    let mut jumps = Vec::new();
    let function = &program.functions[first.index()];
    let fallen = match &function.body {
        Some(body) => executor.block(body, state, &mut jumps),
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
        check_leaks(executor, state, function.pos, leaks);
    }
    for (pos, state) in std::mem::take(&mut executor.ends) {
        check_leaks(executor, state, pos, leaks);
    }
}

/// Ticks that a question may take.
const QUESTION_TICKS: u64 = 3_000_000;

/// Checks for memory that is still allocated when the program ends. With [`Leaks::Lost`], memory does not
/// count that a variable or a global pointer points to.
fn check_leaks(executor: &mut Executor<'_>, mut state: state::State, pos: Pos, leaks: Leaks) {
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
            parts.push(memory::equal(&mut executor.logic, holder, number));
        }
        let claim = executor.logic.any(&parts);
        let text = "allocated memory is not freed at the end";
        let allocated = executor.object(block.object).pos;
        let place = if allocated.line > 0 { allocated } else { pos };
        executor.require(&mut state, claim, exec::Suspicion { kind: ViolationKind::Leak, pos: place, text });
    }
}

/// The verdict: open obligations are replayed, and what is left of them and of the gaps stays open.
fn judge(executor: &mut Executor<'_>, config: &Config) -> Verdict {
    let suspects = std::mem::take(&mut executor.suspects);
    let mut open = Vec::new();
    for suspect in suspects {
        if executor.logic.brackets.journal().is_some() {
            let origin = format!("{}: {}", executor.program.show_pos(suspect.pos), suspect.text);
            executor.logic.brackets.set_origin(&origin);
        }
        if let Some(run) = replay::replay(executor, &suspect, config) {
            return Verdict::Refuted(Box::new(run));
        }
        let mut text =
            format!("{} [{}]: not excluded, and no input was found", suspect.text, suspect.kind.property());
        if let Some(fact) = suspect.fact {
            text += &format!("; missing here: {fact}");
        }
        open.push(Open { pos: suspect.pos, text });
    }
    for (pos, text) in std::mem::take(&mut executor.gaps) {
        open.push(Open { pos, text: format!("not followed: {text}") });
    }
    let is_over = executor.deadline.is_some_and(|deadline| Instant::now() >= deadline);
    // Time may have run out during the last question.
    let last = (is_over && !open.is_empty()).then(|| executor.user_pos(executor.logic.here));
    if let Some(pos) = executor.late.or(last) {
        let text = match is_over {
            true => "the limit on time was reached here; the rest was not analysed (--time allows more)",
            false => "the limit on effort was reached here; the rest was not analysed",
        };
        open.push(Open { pos, text: text.to_string() });
    }
    open.dedup_by(|next, kept| next.pos == kept.pos && next.text == kept.text);
    if open.is_empty() { Verdict::Proved } else { Verdict::Unknown(open) }
}
