//! The symbolic heap: proofs about all executions of a program (thesis, chapters 3 to 5).
//!
//! [`analyze`] executes a program symbolically on all paths at once. Integers are linear terms, a pointer is
//! an object and an offset, and the contents of an object are a function of the offset; a loop becomes one
//! fluid update of all the cells it writes. Every query goes through [`bracket`](crate::bracket) to the
//! solver. Obligations that follow from the path are discharged. For the others the solver proposes inputs,
//! and an error is reported only if a run of the [interpreter](crate::interp) reproduces it.
//!
//! The folders, in reading order; each depends only on those before it:
//!
//! 1. `facts`: terms, unknowns, facts about them, and queries to the solver.
//! 2. `store`: contents of memory as terms, and states.
//! 3. `findings`: the prover, which checks obligations, and the sink for findings.
//! 4. `values`: arithmetic.
//! 5. `memory`: objects, pointers, accesses.
//! 6. `exec`: the executor, and transfer functions of straight-line statements.
//! 7. `loops`: loop summaries.
//! 8. `calls`: function summaries and contracts.
//! 9. `libc`: calls of the C library.
//! 10. `report`: from a state to a drawing, from findings to a verdict, from a model to a run.
//!
//! `domain` makes the executor a domain of the [walker](crate::walk), which owns control flow. The input and
//! output of an analysis are defined in [`analysis`](crate::analysis).

mod calls;
mod domain;
mod exec;
mod facts;
mod findings;
mod libc;
mod loops;
mod memory;
mod report;
mod store;
mod values;

use crate::analysis::{Analysis, Calls, Errors, Open, Options, Task, Verdict};
use crate::bracket::{BracketStats, Brackets, Tools};
use crate::interp::Config;
use crate::ir::{FuncId, Pos, Program, tail_calls_as_loops};
use crate::obligations::Proof;
use crate::property::{Ints, Leaks};
use crate::symbolic::exec::camera::Camera;
use crate::symbolic::exec::executor::{Executor, Jump, STACK_BYTES};
use crate::symbolic::exec::stacks::summaries::Summaries;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::report::judge::judge;
use crate::techniques::Counters;
use crate::walk;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

/// Analyses a task. A drawing, if requested, shows the state that the verdict is about.
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
    analyze_and_draw(task, options, Errors::default(), |analysis| analysis.verdict.places())
}

/// [`analyze`], where the caller knows some errors already and chooses the state to draw. `places` is called
/// once with the analysis and returns statements; the state before the first one that was reached is drawn.
/// Nothing is drawn unless [`Options::picture`] requests it.
pub fn analyze_and_draw(
    task: &Task<'_>,
    options: &Options,
    known: Errors,
    mut places: impl FnMut(&Analysis) -> Vec<Pos> + Send,
) -> Analysis {
    // Inlined calls nest, and each nests as deeply as its code, so the recursion needs a large stack.
    let result = thread::scope(|scope| {
        let work = || analyze_here(task, options, known.clone(), &mut places);
        let worker = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        worker.map(|worker| worker.join())
    });
    match result {
        Ok(Ok(analysis)) => analysis,
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(error) => {
            let text = format!("no memory for the stack of the analysis: {error}");
            let open = vec![Open::gap(task.program.start.pos, text)];
            let verdict = match known.is_empty() {
                true => Verdict::Unknown(open),
                false => Verdict::Refuted { errors: known, open },
            };
            let (proof, techniques) = (Proof::Void, Counters::default());
            let stats = BracketStats::default();
            let analysis =
                Analysis { verdict, proof, stats, techniques, picture: None, invariants: Vec::new() };
            places(&analysis);
            analysis
        }
    }
}

fn analyze_here(
    task: &Task<'_>,
    options: &Options,
    known: Errors,
    places: &mut dyn FnMut(&Analysis) -> Vec<Pos>,
) -> Analysis {
    let (program, first) = task.proof();
    let with_loops = tail_calls_as_loops(program);
    let program = with_loops.as_ref().unwrap_or(program);
    let config = task.config(options);
    let mut executor = executor(program, task, options, &config);
    match first {
        Some(first) => execute(&mut executor, first, options.calls, task.checks.leaks),
        None => executor.gap(program.start.pos, "program without an entry function"),
    }
    let (verdict, proof) = judge(&mut executor, &config, known, options.further);
    let stats = executor.logic.brackets.stats();
    let invariants = match verdict {
        Verdict::Proved => executor.loop_invariants(),
        _ => Vec::new(),
    };
    let techniques = executor.logic.counters.clone();
    let mut analysis = Analysis { verdict, proof, stats, techniques, picture: None, invariants };
    let places = places(&analysis);
    if let Some(camera) = executor.camera.take() {
        // Queries for the drawing are not part of the proof.
        executor.logic.brackets.set_tools(Tools::default());
        executor.set_deadline(options.time.map(|time| Instant::now() + time / DRAWING_SHARE));
        analysis.picture = executor.develop(camera, &places);
    }
    analysis
}

/// An executor that has executed nothing yet.
fn executor<'p>(program: &'p Program, task: &Task<'p>, options: &Options, config: &Config) -> Executor<'p> {
    let memory = options.memory_limit;
    let limits = cfp_solver::Limits { ticks: Some(QUESTION_TICKS), memory, ..Default::default() };
    let mut brackets = Brackets::new(cfp_solver::Options { limits, ..Default::default() });
    brackets.set_tools(options.tools.clone());
    let environment = (task.failing_allocation, task.input_functions);
    let mut executor = Executor::new((program, task.program), Logic::new(brackets), task.checks, environment);
    executor.set_deadline(config.deadline);
    executor.limits.effort = options.effort;
    executor.limits.memory = options.memory_limit;
    executor.findings.interim = Some(options.interim.clone());
    executor.logic.switches = options.techniques.clone();
    executor.set_memory(options.memory);
    executor.listener = options.progress.clone();
    executor.loops.invariants.are_wanted = options.invariants;
    executor.camera = options.picture.map(Camera::new);
    if task.ints == Ints::Math {
        executor.logic.is_math = true;
        executor.checks.overflow = false;
    }
    executor
}

/// Executes the program from its entry function to all its ends.
fn execute<'p>(executor: &mut Executor<'p>, first: FuncId, calls: Calls, leaks: Leaks) {
    let program = executor.program;
    executor.calls.summaries = Some(Arc::new(Summaries::new(program, Some(first), calls)));
    let asked = executor.prepare_summaries(first);
    executor.logic.brackets.add_stats(asked);
    let state = executor.start(first);
    let mut jumps = Vec::new();
    let function = &program.functions[first.index()];
    let fallen = match &function.body {
        Some(body) => walk::block(executor, body, state, &mut jumps),
        None => None,
    };
    if let Some(camera) = &mut executor.camera {
        camera.look_back(executor.heap.findings.added);
        fallen.iter().for_each(|state| camera.see_end(state));
    }
    let returns = jumps.into_iter().filter(|(jump, _)| matches!(jump, Jump::Return(_)));
    let ends: Vec<_> = returns.map(|(_, state)| state).chain(fallen).collect();
    for mut state in ends {
        // The variables of the entry function are gone.
        state.frames.clear();
        executor.check_leaks(state, function.pos, leaks);
    }
    for (pos, state) in std::mem::take(&mut executor.findings.ends) {
        executor.check_leaks(state, pos, leaks);
    }
}

/// A drawing may take this part of the time of the analysis again.
const DRAWING_SHARE: u32 = 4;

/// Limit on the ticks of one query.
const QUESTION_TICKS: u64 = 3_000_000;
