//! Looks for errors with everything there is: some runs first, then the analysis that knows all runs.
//!
//! Runs find what is easy to find, and a program without inputs has one run only, which decides.

use crate::bracket::{BracketStats, Journal, OtherSolver};
use crate::interp::{Config, Outcome, RandomInputs, Run, ScriptedInputs, run};
use crate::ir::{Program, large_numbers};
use crate::symbolic::{
    AnalysisOptions, Calls, LoopInvariant, MemoryModel, News, Open, Verdict, analyze_with,
};
use std::time::{Duration, Instant};

/// How much to try, and what to keep.
#[derive(Debug, Default)]
pub struct Effort {
    /// Runs with pseudo-random inputs.
    pub runs: u64,
    /// Where to write every request of the analysis down.
    pub journal: Option<Journal>,
    /// How long all of it may take, runs and analysis. Runs get the smaller part.
    pub time: Option<Duration>,
    /// How much the analysis may do, as [`AnalysisOptions::effort`] counts it.
    pub effort: Option<u64>,
    /// What the analysis knows about memory.
    pub memory: MemoryModel,
    /// How the analysis takes calls.
    pub calls: Calls,
    /// Who wants to know how the analysis goes on.
    pub news: Option<News>,
    /// Whether to say what holds at the heads of loops, should the program be proved.
    pub invariants: bool,
    /// Another solver for the analysis to ask.
    pub other: Option<OtherSolver>,
}

/// What is found about a program.
#[derive(Debug)]
pub enum Conclusion {
    /// No execution has an error; why that is so.
    Proved(&'static str),
    /// This execution has one.
    Refuted(Box<Run>),
    /// Neither was shown.
    Unknown {
        /// Why, in a few words.
        reason: String,
        /// What stays open, with its places.
        open: Vec<Open>,
    },
}

/// What is found, and what it cost.
#[derive(Debug)]
pub struct Findings {
    /// What is found.
    pub conclusion: Conclusion,
    /// How many runs were made.
    pub runs: u64,
    /// How long they took.
    pub running: Duration,
    /// How long the analysis took; nothing if the runs decided.
    pub analysis: Duration,
    /// What the analysis asked the solver.
    pub solver: BracketStats,
    /// The journal that was asked for.
    pub journal: Option<Journal>,
    /// The other solver that was asked, if the runs did not decide.
    pub other: Option<OtherSolver>,
    /// What holds at the heads of loops, if that was asked for and the analysis proved the program.
    pub invariants: Vec<LoopInvariant>,
}

/// Looks for errors in a program. The configuration says what counts as one.
///
/// ```
/// use cfp_heap::front::{Source, load};
/// use cfp_heap::interp::Config;
/// use cfp_heap::verify::{Conclusion, Effort, verify};
///
/// let text = "int nondet(void); int main(void) { int a[2]; a[nondet() == 123456 ? 2 : 0] = 1; return 0; }";
/// // Nothing to show where the library that reads C is missing.
/// if let Ok(loaded) = load(&[Source::text("rare.c", text)]) {
///     // Runs do not find this input, but the analysis does.
///     let findings = verify(&loaded.program, &Config::default(), Effort { runs: 10, ..Effort::default() });
///     let Conclusion::Refuted(run) = findings.conclusion else { panic!("{:?}", findings.conclusion) };
///     assert_eq!(run.inputs[0].value, 123456);
/// }
/// ```
pub fn verify(program: &Program, config: &Config, effort: Effort) -> Findings {
    let start = Instant::now();
    let deadline = effort.time.map(|time| start + time);
    let config = &Config { deadline, ..config.clone() };
    let (decided, mut runs) = try_runs(program, config, effort.runs / 2, effort.time);
    let mut running = start.elapsed();
    if let Some(conclusion) = decided {
        let (analysis, solver) = (Duration::ZERO, BracketStats::default());
        return Findings {
            conclusion,
            runs,
            running,
            analysis,
            solver,
            journal: effort.journal,
            other: effort.other,
            invariants: Vec::new(),
        };
    }
    let start = Instant::now();
    let analysis = analyze_with(
        program,
        config,
        AnalysisOptions {
            journal: effort.journal,
            // The rest is for the runs that follow.
            time: effort.time.map(|time| time.saturating_sub(running) * 4 / 5),
            effort: effort.effort,
            memory: effort.memory,
            calls: effort.calls,
            solver: effort.other,
            picture: Vec::new(),
            news: effort.news,
            invariants: effort.invariants,
        },
    );
    let mut late_running = Duration::ZERO;
    let conclusion = match analysis.verdict {
        Verdict::Proved => Conclusion::Proved("no run of the program has an error"),
        Verdict::Refuted(run) => Conclusion::Refuted(run),
        Verdict::Unknown(open) => {
            let start_of_runs = Instant::now();
            let (found, more) = try_large_runs(program, config, effort.runs - effort.runs / 2);
            late_running = start_of_runs.elapsed();
            runs += more;
            found.unwrap_or_else(|| {
                let reason = format!("{} found no error, and {}", counted(runs, "run"), places(open.len()));
                Conclusion::Unknown { reason, open }
            })
        }
    };
    let analysis_time = start.elapsed() - late_running;
    running += late_running;
    let (solver, journal, other) = (analysis.stats, analysis.journal, analysis.solver);
    let invariants = analysis.invariants;
    Findings { conclusion, runs, running, analysis: analysis_time, solver, journal, other, invariants }
}

/// How many places stay open, in words.
fn places(count: usize) -> String {
    match count {
        1 => "1 place stays open".to_string(),
        count => format!("{count} places stay open"),
    }
}

/// A number of things.
fn counted(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// What runs alone can tell, and how many were made. The first one gets half of the time: if there are no
/// inputs, it decides. For more runs there is a quarter of it.
fn try_runs(
    program: &Program,
    config: &Config,
    count: u64,
    time: Option<Duration>,
) -> (Option<Conclusion>, u64) {
    let start = Instant::now();
    let [half, quarter] = [2, 4].map(|part| time.map(|time| start + time / part));
    let briefly = Config { deadline: half, ..config.clone() };
    let first = run(program, &briefly, &mut ScriptedInputs::default());
    let is_closed = is_only_run(program, config, &first);
    match &first.outcome {
        Outcome::Violation(_) => return (Some(Conclusion::Refuted(traced(program, config, first))), 1),
        Outcome::Finished(_) | Outcome::Aborted | Outcome::Infeasible(_) if is_closed => {
            let why = "the program has no inputs, and its only run has no error";
            return (Some(Conclusion::Proved(why)), 1);
        }
        Outcome::Unsupported(text, pos) if is_closed => {
            let open = vec![Open { pos: *pos, text: format!("not supported: {text}") }];
            let reason = "the program does something that is not supported".to_string();
            return (Some(Conclusion::Unknown { reason, open }), 1);
        }
        // Loops may be longer than runs; the analysis does not mind. All runs are this one.
        Outcome::Limit(_) if is_closed => return (None, 1),
        _ => {}
    }
    let briefly = Config { deadline: quarter, ..config.clone() };
    let (found, runs) = random_runs(program, &briefly, 0..count, SHORT_STEPS, &[]);
    (found, runs + 1)
}

/// Whether a run depends on nothing, so that all others are like it. What another machine or library does in
/// another way is an input, too, which no run gets.
fn is_only_run(program: &Program, config: &Config, run: &Run) -> bool {
    let main = config.entry.or(program.main).map(|main| &program.functions[main.index()]);
    run.inputs.is_empty() && run.choice.is_none() && main.is_some_and(|main| main.params.is_empty())
}

/// Runs that take their time, for what the analysis has left open. Numbers of the program are where it does
/// something else: these runs have them among their inputs.
fn try_large_runs(program: &Program, config: &Config, count: u64) -> (Option<Conclusion>, u64) {
    random_runs(program, config, count..2 * count, LONG_STEPS, &large_numbers(program))
}

/// Runs with pseudo-random inputs, with so many steps in all of them together, and how many there were.
fn random_runs(
    program: &Program,
    config: &Config,
    seeds: std::ops::Range<u64>,
    steps: u64,
    numbers: &[i128],
) -> (Option<Conclusion>, u64) {
    // Of several runs with an error, the one with the fewest inputs is the easiest to understand.
    let (mut shortest, mut runs, mut left): (Option<Run>, u64, u64) = (None, 0, steps);
    let is_time = || config.deadline.is_none_or(|deadline| Instant::now() < deadline);
    for seed in seeds {
        if left == 0 || !is_time() {
            break;
        }
        let config = Config { steps: config.steps.min(left), ..config.clone() };
        let next = run(program, &config, &mut RandomInputs::new(seed).with_numbers(numbers.to_vec()));
        runs += 1;
        left = left.saturating_sub(next.steps);
        if is_only_run(program, &config, &next) {
            left = 0;
        }
        let key = |run: &Run| (run.inputs.len(), run.steps);
        let is_error = matches!(next.outcome, Outcome::Violation(_));
        if is_error && shortest.as_ref().is_none_or(|shortest| key(&next) < key(shortest)) {
            shortest = Some(next);
        }
    }
    (shortest.map(|run| Conclusion::Refuted(traced(program, config, run))), runs)
}

/// Steps of all runs before the analysis, and after it: programs with large loops get fewer runs, since the
/// analysis does not mind how often a loop runs.
const SHORT_STEPS: u64 = 2_000_000;
const LONG_STEPS: u64 = 20_000_000;

/// The same run with its steps: they are recorded only where somebody will see them, since recording is slow.
fn traced(program: &Program, config: &Config, found: Run) -> Box<Run> {
    if config.trace {
        return Box::new(found);
    }
    let values = found.inputs.iter().map(|record| record.value);
    let arguments = found.arguments.iter().skip(1).cloned().collect();
    let mut inputs = ScriptedInputs::new(values).everything().with_arguments(arguments);
    let again = run(program, &Config { trace: true, ..config.clone() }, &mut inputs);
    Box::new(if again.outcome == found.outcome { again } else { found })
}
