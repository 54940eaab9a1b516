//! Combines concrete runs and the analysis: runs find shallow errors quickly, the analysis covers all
//! executions.
//!
//! Some runs come first. If the program has no inputs, its only run decides. Otherwise the analysis follows.
//! If it leaves obligations open, longer runs try to refute them.

use crate::analysis::{HeapGraph, LoopInvariant, Open, Options, Task, Verdict};
use crate::bracket::{BracketStats, Tools};
use crate::interp::{Config, Outcome, RandomInputs, Run, ScriptedInputs, run};
use crate::ir::{Pos, Program, large_numbers};
use crate::obligations::Ledger;
use crate::symbolic::analyze_and_draw;
use crate::techniques::Counters;
use std::time::{Duration, Instant};

/// The conclusion about a program, from runs or from the analysis.
#[derive(Debug)]
pub enum Conclusion {
    /// No execution has an error; the reason.
    Proved(&'static str),
    /// This run has an error.
    Refuted(Box<Run>),
    /// Neither proved nor refuted.
    Unknown {
        /// The reason, in a few words.
        reason: String,
        /// The open obligations.
        open: Vec<Open>,
    },
}

impl Conclusion {
    /// The statements that it is about, as [`Verdict::places`] lists them.
    fn places(&self) -> Vec<Pos> {
        match self {
            Conclusion::Proved(_) => Vec::new(),
            Conclusion::Refuted(run) => run.error_places(),
            Conclusion::Unknown { open, .. } => open.iter().map(|open| open.pos).collect(),
        }
    }
}

/// A conclusion and its cost.
#[derive(Debug)]
pub struct Findings {
    /// The conclusion.
    pub conclusion: Conclusion,
    /// The number of runs.
    pub runs: u64,
    /// Time of the runs.
    pub running: Duration,
    /// Time of the analysis; zero if runs decided.
    pub analysis: Duration,
    /// Queries of the analysis to the solver.
    pub solver: BracketStats,
    /// How often each technique was tried and succeeded.
    pub techniques: Counters,
    /// Loop invariants, if requested and the analysis proved the program.
    pub invariants: Vec<LoopInvariant>,
    /// The symbolic heap, if a drawing was requested and there is a state to draw.
    pub picture: Option<HeapGraph>,
}

/// Proves or refutes a task by runs and by analysis.
///
/// ```
/// use cfp_heap::analysis::{Options, Task};
/// use cfp_heap::front::{Source, load};
/// use cfp_heap::verify::{Conclusion, verify};
///
/// let text = "int nondet(void); int main(void) { int a[2]; a[nondet() == 123456 ? 2 : 0] = 1; return 0; }";
/// // Parsing C needs libclang; without it there is nothing to show.
/// if let Ok(loaded) = load(&[Source::text("rare.c", text)]) {
///     // Random runs do not find this input, but the analysis does.
///     let options = Options { runs: 10, ..Options::default() };
///     let findings = verify(&Task::new(&loaded.program), &options);
///     let Conclusion::Refuted(run) = findings.conclusion else { panic!("{:?}", findings.conclusion) };
///     assert_eq!(run.inputs[0].value, 123456);
/// }
/// ```
pub fn verify(task: &Task<'_>, options: &Options) -> Findings {
    let program = task.program;
    let start = Instant::now();
    let config = &task.config(options);
    let (decided, mut runs) = try_runs(program, config, options.runs / 2, options.time);
    let mut running = start.elapsed();
    if let Some(conclusion) = decided {
        let picture = draw(task, options, &conclusion);
        return Findings {
            conclusion,
            runs,
            running,
            analysis: Duration::ZERO,
            solver: BracketStats::default(),
            techniques: Counters::default(),
            invariants: Vec::new(),
            picture,
        };
    }
    let start = Instant::now();
    // Leave the rest of the time for the runs that follow.
    let time = options.time.map(|time| time.saturating_sub(running) * 4 / 5);
    let (mut found, mut analysis_time) = (None, Duration::ZERO);
    let analysis = analyze_and_draw(task, &Options { time, ..options.clone() }, |verdict| {
        analysis_time = start.elapsed();
        if let Verdict::Unknown(_) = verdict {
            let start = Instant::now();
            let (refuted, more) = try_large_runs(program, config, options.runs - options.runs / 2);
            running += start.elapsed();
            runs += more;
            found = refuted;
        }
        found.as_ref().map_or_else(|| verdict.places(), Conclusion::places)
    });
    let mut ledger = Ledger::new(task.checks);
    ledger.record(&analysis.proof);
    let conclusion = match (found, analysis.verdict) {
        (Some(refuted), _) => refuted,
        (None, Verdict::Refuted(run)) => Conclusion::Refuted(run),
        (None, _) if ledger.is_discharged() => Conclusion::Proved("no run of the program has an error"),
        (None, verdict) => {
            let open = verdict.open();
            let reason = format!("{} found no error, and {}", counted(runs, "run"), places(open.len()));
            Conclusion::Unknown { reason, open }
        }
    };
    Findings {
        conclusion,
        runs,
        running,
        analysis: analysis_time,
        solver: analysis.stats,
        techniques: analysis.techniques,
        invariants: analysis.invariants,
        picture: analysis.picture,
    }
}

/// The drawing for a conclusion reached without an analysis, which is run only for this.
fn draw(task: &Task<'_>, options: &Options, conclusion: &Conclusion) -> Option<HeapGraph> {
    options.picture?;
    let options = Options { tools: Tools::default(), invariants: false, ..options.clone() };
    analyze_and_draw(task, &options, |_| conclusion.places()).picture
}

/// The number of open obligations, in words.
fn places(count: usize) -> String {
    match count {
        1 => "1 place stays open".to_string(),
        count => format!("{count} places stay open"),
    }
}

/// A count with its noun.
fn counted(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// What runs alone decide, and how many were made. The first run gets half of the time, since it decides if
/// there are no inputs. All others together get a quarter.
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
            let reason = "the program uses an unsupported feature".to_string();
            return (Some(Conclusion::Unknown { reason, open }), 1);
        }
        // The only run is too long, but the analysis does not depend on trip counts.
        Outcome::Limit(_) if is_closed => return (None, 1),
        _ => {}
    }
    let briefly = Config { deadline: quarter, ..config.clone() };
    let (found, runs) = random_runs(program, &briefly, 0..count, SHORT_STEPS, &[]);
    (found, runs + 1)
}

/// Whether a run is the only one: it depends neither on inputs nor on choices of machine or library, which
/// runs do not vary.
fn is_only_run(program: &Program, config: &Config, run: &Run) -> bool {
    let main = config.entry.or(program.main).map(|main| &program.functions[main.index()]);
    run.inputs.is_empty() && run.choice.is_none() && main.is_some_and(|main| main.params.is_empty())
}

/// Longer runs, for the obligations that the analysis left open. Their inputs include constants of the
/// program, since behaviour often changes there.
fn try_large_runs(program: &Program, config: &Config, count: u64) -> (Option<Conclusion>, u64) {
    random_runs(program, config, count..2 * count, LONG_STEPS, &large_numbers(program))
}

/// Runs with pseudo-random inputs and a limit on their total steps. Returns also the number of runs.
fn random_runs(
    program: &Program,
    config: &Config,
    seeds: std::ops::Range<u64>,
    steps: u64,
    numbers: &[i128],
) -> (Option<Conclusion>, u64) {
    // Of all failing runs, the one with the fewest inputs is the easiest to understand.
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

/// Limits on the total steps of the runs before the analysis and after it. Programs with long loops get fewer
/// runs, since the analysis does not depend on trip counts.
const SHORT_STEPS: u64 = 2_000_000;
const LONG_STEPS: u64 = 20_000_000;

/// The same run with its trace. Recording is slow, so only reported runs have one.
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
