//! Combines concrete runs and the analysis: runs find shallow errors quickly, the analysis covers all
//! executions.
//!
//! Some runs come first. If the program has no inputs, its only run decides. Otherwise small domains follow
//! that decide some programs at once, then runs on inputs that the solver proposes, on random ones, and on
//! small numbers if the program has lists or trees, and then the analysis, which comes before all of these if
//! containers have models for proofs. If it leaves obligations open,
//! longer runs try to refute them. Once there is an error, the search for further ones goes on for a limited
//! time ([`Options::further`]).

mod small;

pub use crate::analysis::Conclusion;
use crate::analysis::{
    Analysis, Errors, HeapGraph, Interim, LoopInvariant, NodeKind, Open, Options, Task, Verdict, View,
};
use crate::bracket::{BracketStats, Tools};
use crate::fuzz;
use crate::interp::{Config, Outcome, RandomInputs, Run, ScriptedInputs, run};
use crate::ir::{Program, large_numbers};
use crate::obligations::{Ledger, Proof};
use crate::shapes::{self, ShapeCosts};
use crate::symbolic::analyze_and_draw;
use crate::techniques::{Counters, Technique};
use std::time::{Duration, Instant};

/// A conclusion and its cost.
#[derive(Debug)]
pub struct Findings {
    /// The conclusion.
    pub conclusion: Conclusion,
    /// The number of runs.
    pub runs: u64,
    /// Time of the runs.
    pub running: Duration,
    /// Time of the analysis; of the small domains alone if runs decided.
    pub analysis: Duration,
    /// Queries of the analysis to the solver.
    pub solver: BracketStats,
    /// How often each technique was tried and succeeded.
    pub techniques: Counters,
    /// The costs of the analysis of shapes, if there was one.
    pub shapes: Option<ShapeCosts>,
    /// Loop invariants, if they or a drawing were requested and an analysis proved the program that has some.
    pub invariants: Vec<LoopInvariant>,
    /// The symbolic heap, if a drawing was requested and there is a state to draw, unless the loop invariants
    /// have drawings.
    pub picture: Option<HeapGraph>,
}

impl Findings {
    /// What to draw: the symbolic heap, or the cases of a loop invariant. That is the invariant in a line, or
    /// else the first of those with the most lists.
    pub fn drawings(&self, line: Option<u32>) -> Vec<&HeapGraph> {
        if let Some(picture) = &self.picture {
            return vec![picture];
        }
        let lists = |graph: &HeapGraph| graph.nodes.iter().filter(|it| it.kind == NodeKind::List).count();
        let is_wanted = |it: &&LoopInvariant| line.is_none_or(|line| it.pos.line == line);
        let drawn = self.invariants.iter().filter(|it| !it.graphs.is_empty()).filter(is_wanted).rev();
        let best = drawn.max_by_key(|it| it.graphs.iter().map(lists).max());
        best.map_or(Vec::new(), |it| it.graphs.iter().collect())
    }
}

/// Proves or refutes a task by runs and by analysis.
///
/// The limits of the options are looked at before each statement and during each question to the solver. A
/// caller that cannot wait for that runs it in a thread of its own and reads [`Options::interim`].
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
///     let Conclusion::Refuted { errors, .. } = findings.conclusion else { panic!() };
///     assert_eq!(errors.runs()[0].inputs[0].value, 123456);
/// }
/// ```
pub fn verify(task: &Task<'_>, options: &Options) -> Findings {
    let start = Instant::now();
    // A drawing has a share of its own.
    let time = options.time.map(|time| if options.picture.is_some() { time * 4 / 5 } else { time });
    let mut search = Search::new(task, &Options { time, ..options.clone() });
    // The models for proofs make the analysis fast: it comes before these runs.
    let small_runs =
        |search: &mut Search<'_>| if task.proof.is_some() { None } else { search.small_runs(time) };
    let decided = search.first_runs(task, options, time).or_else(|| small_runs(&mut search));
    match decided {
        Some(conclusion) => {
            let analysis = search.in_domains;
            let running = start.elapsed() - analysis;
            options.interim.conclude(&conclusion);
            let mut findings = Findings {
                conclusion,
                runs: search.runs,
                running,
                analysis,
                solver: BracketStats::default(),
                techniques: search.techniques,
                shapes: search.shapes,
                invariants: search.invariants,
                picture: None,
            };
            let line = match options.picture {
                Some(View::Line(line)) => Some(line),
                Some(View::Finding) | None => None,
            };
            if findings.drawings(line).is_empty() {
                findings.picture = draw(task, options, start, &findings.conclusion);
            }
            findings
        }
        None => analyze(task, options, search, start),
    }
}

/// The analysis, and longer runs where it leaves something open.
fn analyze(task: &Task<'_>, options: &Options, mut search: Search<'_>, begun: Instant) -> Findings {
    let (mut running, start) = (begun.elapsed(), Instant::now());
    // Leave the rest of the time for the runs that follow, and for a domain that has not been tried.
    let parts = match (task.proof, search.has_last_domain(task, options)) {
        (Some(_), _) => 2,
        (None, true) => 3,
        (None, false) => 4,
    };
    let time = search.deadline().map(|deadline| deadline.saturating_duration_since(start) * parts / 5);
    let known = std::mem::take(&mut search.errors);
    // A search for further errors is brief, and may not reach the state to draw.
    let is_brief = !known.is_empty();
    let picture = options.picture.filter(|_| !is_brief);
    let (mut conclusion, mut analysis_time) = (None, Duration::ZERO);
    let limited = Options { time, picture, ..options.clone() };
    let analysis = analyze_and_draw(task, &limited, known, |analysis| {
        analysis_time = start.elapsed();
        let start = Instant::now();
        let conclusion = conclusion.insert(search.concluded(task, options, analysis));
        running += start.elapsed();
        options.interim.conclude(conclusion);
        conclusion.places()
    });
    let conclusion = conclusion.expect("there is a conclusion before the drawing");
    let picture = if is_brief { draw(task, options, begun, &conclusion) } else { analysis.picture };
    search.techniques.add(&analysis.techniques);
    let by_domain = std::mem::take(&mut search.invariants);
    Findings {
        conclusion,
        runs: search.runs,
        running,
        analysis: analysis_time,
        solver: analysis.stats,
        techniques: search.techniques,
        shapes: search.shapes,
        invariants: if by_domain.is_empty() { analysis.invariants } else { by_domain },
        picture,
    }
}

/// The drawing for a conclusion reached without an analysis, or by a brief one: one is made for this alone.
fn draw(task: &Task<'_>, options: &Options, begun: Instant, conclusion: &Conclusion) -> Option<HeapGraph> {
    options.picture?;
    let time = options.time.map(|time| time.saturating_sub(begun.elapsed()) * 4 / 5);
    let (tools, interim, further) = (Tools::default(), Interim::default(), Duration::ZERO);
    let options = Options { time, tools, interim, invariants: false, further, ..options.clone() };
    analyze_and_draw(task, &options, Errors::default(), |_| conclusion.places()).picture
}

/// The search for errors by runs.
struct Search<'p> {
    program: &'p Program,
    config: Config,
    /// How many runs with pseudo-random inputs there may be before the analysis, and after it.
    count: [u64; 2],
    further: Duration,
    errors: Errors,
    /// How many runs there were.
    runs: u64,
    interim: Interim,
    /// The proofs of all domains so far.
    ledger: Ledger,
    /// The usage of the small domains, and the time spent in them.
    techniques: Counters,
    in_domains: Duration,
    /// What the small domains have found besides.
    invariants: Vec<LoopInvariant>,
    shapes: Option<ShapeCosts>,
    /// Why the first of them that says so proves nothing.
    missing: Option<(Technique, Open)>,
}

impl<'p> Search<'p> {
    fn new(task: &Task<'p>, options: &Options) -> Search<'p> {
        let half = options.runs / 2;
        Search {
            program: task.program,
            config: task.config(options),
            count: [half, options.runs - half],
            further: options.further,
            errors: Errors::default(),
            runs: 0,
            interim: options.interim.clone(),
            ledger: Ledger::new(task.checks),
            techniques: Counters::default(),
            in_domains: Duration::ZERO,
            invariants: Vec::new(),
            shapes: None,
            missing: None,
        }
    }

    /// Adds the error of a run, if it has one.
    fn add(&mut self, run: Run) {
        if self.errors.add(run) {
            self.interim.set_errors(&self.errors);
        }
    }

    /// A run has ended.
    fn count_run(&mut self) {
        self.runs += 1;
        self.interim.add_run();
    }

    /// Records the proofs of the small domains, unless there are errors already. What they prove together is
    /// a conclusion. Bounds have no invariants to show, so they come last if invariants are requested.
    fn small_domains(&mut self, task: &Task<'_>, options: &Options) -> Option<Conclusion> {
        let is_now = |technique: &Technique| {
            (!options.invariants || *technique != Technique::Bounds)
                && small::is_early(*technique, task.program)
        };
        let domains = small::DOMAINS.into_iter().filter(is_now);
        domains.into_iter().find_map(|technique| self.small_domain(technique, task, options))
    }

    /// The same for one domain.
    fn small_domain(
        &mut self,
        technique: Technique,
        task: &Task<'_>,
        options: &Options,
    ) -> Option<Conclusion> {
        self.domain_within(technique, task, options, small::limits(technique))
    }

    /// The same with limits on its time: in itself, and as a part of the time that is left.
    fn domain_within(
        &mut self,
        technique: Technique,
        task: &Task<'_>,
        options: &Options,
        (most, share): (Duration, u32),
    ) -> Option<Conclusion> {
        if !options.techniques.is_on(technique) || !self.errors.is_empty() {
            return None;
        }
        let start = Instant::now();
        let left = self.deadline().map(|deadline| deadline.saturating_duration_since(start) / share);
        let time = left.map_or(most, |left| left.min(most));
        let describes = options.invariants || options.picture.is_some();
        let found = small::analyze(technique, task, time, options);
        self.in_domains += start.elapsed();
        let found = found?;
        self.techniques.count(technique, found.proof != Proof::Void, start.elapsed());
        self.ledger.record(&found.proof);
        self.shapes = found.shapes.or(self.shapes);
        self.missing = self.missing.take().or(found.missing.map(|missing| (technique, missing)));
        self.ledger.is_discharged().then(|| {
            self.invariants = if describes { found.invariants } else { Vec::new() };
            Conclusion::Proved(small::reason(technique))
        })
    }

    /// Whether shapes are tried after the analysis.
    fn has_last_domain(&self, task: &Task<'_>, options: &Options) -> bool {
        let is_on = options.techniques.is_on(Technique::Shapes) && self.errors.is_empty();
        is_on && !small::is_early(Technique::Shapes, task.program) && shapes::may_apply(task.program)
    }

    /// The proof by shapes of what the analysis leaves open, if they have not been tried before. Why they
    /// prove nothing is no reason that helps then.
    fn last_domain(&mut self, task: &Task<'_>, options: &Options) -> Option<Conclusion> {
        if !self.has_last_domain(task, options) || self.ledger.is_discharged() {
            return None;
        }
        let missing = self.missing.take();
        let conclusion = self.domain_within(Technique::Shapes, task, options, (small::LAST_TIME, 2));
        self.missing = missing;
        conclusion
    }

    /// The conclusion from an analysis, after longer runs where it leaves something open.
    fn concluded(&mut self, task: &Task<'_>, options: &Options, analysis: &Analysis) -> Conclusion {
        let mut open = match &analysis.verdict {
            Verdict::Proved => Vec::new(),
            Verdict::Refuted { open, .. } | Verdict::Unknown(open) => open.clone(),
        };
        if let Verdict::Refuted { errors, .. } = &analysis.verdict {
            self.errors = errors.clone();
        }
        // Places in another program are not those of this one: only a whole proof counts.
        if task.proof.is_none() || matches!(analysis.verdict, Verdict::Proved) {
            self.ledger.record(&analysis.proof);
        }
        if !matches!(analysis.verdict, Verdict::Proved) && !self.is_over() {
            if task.proof.is_some() {
                if let Some(conclusion) = self.small_domains(task, options) {
                    return conclusion;
                }
                let left = self.deadline().map(|deadline| deadline.saturating_duration_since(Instant::now()));
                let half = left.map(|left| Instant::now() + left / 2);
                self.short_runs(left, half, false);
                self.small_runs(left);
            }
            if let Some(conclusion) = self.last_domain(task, options) {
                return conclusion;
            }
            if !self.is_over() {
                self.large_runs();
            }
        }
        if options.invariants && !self.ledger.is_discharged() {
            self.small_domain(Technique::Bounds, task, options);
        }
        match (self.errors.is_empty(), self.ledger.is_discharged()) {
            (false, _) => self.refuted(open),
            (true, true) => Conclusion::Proved(NO_ERROR),
            (true, false) => {
                if let Some((technique, missing)) = self.missing.take() {
                    // The first reason is that of the analysis, unless the program is not one for it.
                    let at = if technique == Technique::Multiword { 0 } else { open.len().min(1) };
                    open.insert(at, missing);
                }
                Conclusion::unknown(task.program, open, self.runs)
            }
        }
    }

    /// When the search ends.
    fn deadline(&self) -> Option<Instant> {
        self.errors.deadline(self.further, self.config.deadline)
    }

    /// Whether there are errors and no time to search for others.
    fn is_over(&self) -> bool {
        !self.errors.is_empty() && self.deadline().is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// What runs and small domains decide. The first run gets half of the time, since it decides if there are
    /// no inputs. The domains are next, since they are faster than many runs. All other runs together get a
    /// quarter.
    fn first_runs(
        &mut self,
        task: &Task<'_>,
        options: &Options,
        time: Option<Duration>,
    ) -> Option<Conclusion> {
        let start = Instant::now();
        let [half, quarter] = [2, 4].map(|part| time.map(|time| start + time / part));
        let briefly = Config { deadline: half, ..self.config.clone() };
        let first = run(self.program, &briefly, &mut ScriptedInputs::default());
        let is_closed = is_only_run(self.program, &self.config, &first);
        self.count_run();
        match &first.outcome {
            Outcome::Finished(_) | Outcome::Aborted | Outcome::Infeasible(_) if is_closed => {
                return Some(Conclusion::Proved("the program has no inputs, and its only run has no error"));
            }
            // The only run is too long or cannot be followed; the analysis depends neither on trip counts nor
            // on the results of library functions.
            Outcome::Limit(_) | Outcome::Unsupported(..) if is_closed => {
                return self.small_domains(task, options);
            }
            _ => {}
        }
        self.add(first);
        // The models for proofs make the analysis fast; what it leaves open is for runs.
        if task.proof.is_some() && self.errors.is_empty() && !is_closed {
            return None;
        }
        if let Some(proved) = self.small_domains(task, options) {
            return Some(proved);
        }
        self.short_runs(time, quarter, is_closed);
        let is_over = self.is_over() || is_closed;
        is_over.then(|| self.refuted(Vec::new()))
    }

    /// Short runs on inputs that the solver proposes, and on random ones.
    fn short_runs(&mut self, time: Option<Duration>, deadline: Option<Instant>, is_closed: bool) {
        if !self.is_over() && !is_closed {
            let share = time.map_or(PROPOSING_TIME, |time| PROPOSING_TIME.min(time / 8));
            self.propose(SHORT_PROPOSALS, Some(Instant::now() + share));
        }
        if !self.is_over() && !is_closed {
            self.random_runs(0..self.count[0], SHORT_STEPS, deadline, &[]);
            if fuzz::reads_text(self.program) {
                self.text_runs(self.count[0], SHORT_SEARCH, deadline);
            }
        }
    }

    /// Runs on few, small numbers, before the analysis of programs whose records are linked: their errors are
    /// often behind a loop that builds a list.
    fn small_runs(&mut self, time: Option<Duration>) -> Option<Conclusion> {
        if !self.errors.is_empty() || self.count[0] == 0 || !fuzz::has_links(self.program) {
            return None;
        }
        let time = time.map_or(SMALL_TIME, |time| SMALL_TIME.min(time / 4));
        let config = Config { deadline: Some(Instant::now() + time), ..self.config.clone() };
        let found = fuzz::explore(self.program, &config, SMALL_RUNS);
        self.runs += found.runs;
        self.errors.add(found.run?);
        self.is_over().then(|| self.refuted(Vec::new()))
    }

    /// Runs on inputs that the solver proposes for the branches and checks of other runs, until there is an
    /// error.
    fn propose(&mut self, limits: fuzz::Limits, deadline: Option<Instant>) {
        if !self.errors.is_empty() || self.count[0] == 0 {
            return;
        }
        let config = Config { deadline, ..self.config.clone() };
        let found = fuzz::propose(self.program, &config, limits);
        self.runs += found.runs;
        if let Some(run) = found.run {
            self.errors.add(run);
        }
    }

    /// Longer runs, for the obligations that the analysis left open. Their inputs include constants of the
    /// program, since behaviour often changes there.
    fn large_runs(&mut self) {
        let count = self.count[1];
        let numbers = large_numbers(self.program);
        self.random_runs(count..2 * count, LONG_STEPS, self.deadline(), &numbers);
        // Texts need some of the time, too.
        let now = Instant::now();
        let share = self.deadline().map(|deadline| now + deadline.saturating_duration_since(now) / 4);
        self.propose(LONG_PROPOSALS, share);
        self.text_runs(count, LONG_SEARCH, self.deadline());
    }

    /// Runs on texts that are made from other texts, guided by the branches that are taken, until there is an
    /// error. The limit on steps is for each run that may be made.
    fn text_runs(&mut self, count: u64, limits: fuzz::Limits, deadline: Option<Instant>) {
        if !self.errors.is_empty() || count == 0 {
            return;
        }
        let limits = fuzz::Limits { steps: limits.steps.saturating_mul(count), ..limits };
        let config = Config { deadline, ..self.config.clone() };
        let found = fuzz::search(self.program, &config, limits);
        self.runs += found.runs;
        if let Some(run) = found.run {
            self.errors.add(run);
        }
    }

    /// Runs with pseudo-random inputs and limits on their total steps and time.
    fn random_runs(
        &mut self,
        seeds: std::ops::Range<u64>,
        steps: u64,
        deadline: Option<Instant>,
        numbers: &[i128],
    ) {
        let mut left = steps;
        for seed in seeds {
            if left == 0 || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                break;
            }
            let config = Config { steps: self.config.steps.min(left), deadline, ..self.config.clone() };
            let mut inputs = RandomInputs::new(seed).with_numbers(numbers.to_vec());
            let next = run(self.program, &config, &mut inputs);
            self.count_run();
            left = left.saturating_sub(next.steps);
            if is_only_run(self.program, &config, &next) {
                left = 0;
            }
            self.add(next);
        }
        if self.further.is_zero() {
            self.errors = std::mem::take(&mut self.errors).simplest();
        }
    }

    /// The conclusion from the errors that were found, and what is open besides.
    fn refuted(&mut self, open: Vec<Open>) -> Conclusion {
        let errors = std::mem::take(&mut self.errors);
        Conclusion::refuted(errors.map(|run| traced(self.program, &self.config, run)), open)
    }
}

/// What a proof says.
const NO_ERROR: &str = "no run of the program has an error";

/// Whether a run is the only one: it depends neither on inputs nor on choices of machine or library, which
/// runs do not vary.
fn is_only_run(program: &Program, config: &Config, run: &Run) -> bool {
    let main = config.entry.or(program.main).map(|main| &program.functions[main.index()]);
    run.inputs.is_empty() && run.choice.is_none() && main.is_some_and(|main| main.params.is_empty())
}

/// Limits on the total steps of the runs before the analysis and after it. Programs with long loops get fewer
/// runs, since the analysis does not depend on trip counts.
const SHORT_STEPS: u64 = 2_000_000;
const LONG_STEPS: u64 = 20_000_000;

/// Limits on the search over small numbers.
const SMALL_RUNS: fuzz::Limits = fuzz::Limits { steps: 5_000_000, run_steps: 20_000 };
const SMALL_TIME: Duration = Duration::from_secs(1);

/// Limits on the searches over texts before the analysis and after it.
const SHORT_SEARCH: fuzz::Limits = fuzz::Limits { steps: 200_000, run_steps: 100_000 };
const LONG_SEARCH: fuzz::Limits = fuzz::Limits { steps: 3_000_000, run_steps: 1_000_000 };

/// Limits on the searches over inputs that the solver proposes, before the analysis and after it.
const SHORT_PROPOSALS: fuzz::Limits = fuzz::Limits { steps: 10_000_000, run_steps: 100_000 };
const LONG_PROPOSALS: fuzz::Limits = fuzz::Limits { steps: 50_000_000, run_steps: 1_000_000 };
const PROPOSING_TIME: Duration = Duration::from_secs(1);

/// The same run with its trace. Recording is slow, so only reported runs have one.
fn traced(program: &Program, config: &Config, found: Run) -> Run {
    if config.trace || !found.trace.is_empty() {
        return found;
    }
    let values = found.inputs.iter().map(|record| record.value);
    let arguments = found.arguments.iter().skip(1).cloned().collect();
    let mut inputs = ScriptedInputs::new(values).everything().with_arguments(arguments);
    let again = run(program, &Config { trace: true, ..config.clone() }, &mut inputs);
    if again.outcome == found.outcome { again } else { found }
}
