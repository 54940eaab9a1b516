//! The command `cfp-bench`: arguments, files and exit codes; the work is done in the library.

use std::env;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use cfp_bench::compare;
use cfp_bench::error::{Error, Result};
use cfp_bench::families::{self, Family, Shape, clauses::CLAUSE_FAMILIES, dillig::Dillig};
use cfp_bench::limits::Limits;
use cfp_bench::progress::Progress;
use cfp_bench::record::{self, Record};
use cfp_bench::report::{self, Conditions, Style};
use cfp_bench::runner::{self, Observer, Plan};
use cfp_bench::session;
use cfp_bench::solver::Solver;
use cfp_bench::suite::{self, Benchmark, Selection};

mod heap;
mod study;

const EXIT_CODES: &str = "\
Exit codes: 0 all is well; 1 an answer is wrong or disputed; 2 the command could not be carried out; 130 stopped.";

const RUN_EXAMPLES: &str = "\
Examples:
  Two solvers on a folder, 20 seconds each:
    cfp-bench run --solver cfp=target/release/cfp-solve --solver 'z3=z3 -smt2' --limit 20 benchmarks/QF_LIA
  One family of a manifest, at most 10 files, with results to keep:
    cfp-bench run --solver target/release/cfp-solve --family dillig --sample 10 --csv new.csv benchmarks/manifest.csv
  A solver that wants the file elsewhere:
    cfp-bench run --solver 'other=other --input={} --quiet' file.smt2

Expected answers come from the nearest manifest.csv above a file, or else from its (set-info :status ...).
Where neither knows, solvers that contradict each other are reported as disputed.
Ctrl-C ends the solvers and prints what was measured until then.";

const COMPARE_EXAMPLES: &str = "\
Examples:
  Before and after a change:      cfp-bench compare before.csv after.csv
  Two solvers of the same run:    cfp-bench compare results.csv --solvers z3,cfp";

const GEN_EXAMPLES: &str = "\
Examples:
  cfp-bench gen dillig --vars 30 --rows 35 --coef 1 --seed 0 --count 10 --out target/dillig
  cfp-bench gen dillig --vars 10 --rows 20 --coef 99 --seed 7 --out target/dillig
  cfp-bench gen thin --count 10 --out target/thin
  cfp-bench gen clauses --out target/clauses";

const THESIS_EXAMPLES: &str = "\
Examples:
  Against all peers that make peers has installed:
    cfp-bench thesis --out target/thesis.html
  Before and after a change, a quick look:
    cfp-bench thesis --solver new=target/release/cfp-solve --solver old=old/cfp-solve --per-point 1 --out look.html";

const ABLATE_EXAMPLES: &str = "\
Examples:
  cfp-bench ablate --limit 5 --family dillig --sample 20 benchmarks/QF_LIA
  cfp-bench ablate --solver target/release/cfp-solve target/thin

For the techniques of cfp-heap: cfp-bench heap --ablate";

const HEAP_EXAMPLES: &str = "\
Examples:
  All programs, with the table in a file:
    cfp-bench heap --jobs 2 --out target/heap.md
  Some programs, by their names:
    cfp-bench heap --only 'd_*' --only '*_large' --time 60
  The four memory configurations side by side:
    cfp-bench heap --config --time 5
  What each technique of the analysis is worth on one suite:
    cfp-bench heap --ablate --time 5 --jobs 2 --out target/ablation.md bench-suites/heap/arrays

Programs, expected verdicts and flags come from expected.csv in each folder. Published times are those of
Figure 4.7 of the thesis, and of Figure 5 of the paper on list counters. CBMC takes part if it is installed; it decides only what so many rounds of each loop decide.";

const SESSION_EXAMPLES: &str = "\
Examples:
  cfp-bench session --logic QF_UFLIA --solver target/release/cfp-solve --solver 'z3=z3 -in' benchmarks/queries

The solvers read commands from standard input; each query is answered before the next is sent.";

/// Measures solvers side by side, and makes benchmarks for them.
#[derive(Parser)]
#[command(version, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Run solvers on benchmarks and print their scores.
    #[command(after_help = format!("{RUN_EXAMPLES}\n\n{EXIT_CODES}"))]
    Run(Run),
    /// Compare two result files, or two solvers of one.
    #[command(after_help = format!("{COMPARE_EXAMPLES}\n\n{EXIT_CODES}"))]
    Compare(Compare),
    /// Repeat the experiments of the thesis that introduced Cuts-from-Proofs, and write a page with its
    /// figures.
    #[command(after_help = format!("{THESIS_EXAMPLES}\n\n{EXIT_CODES}"))]
    Thesis(study::Thesis),
    /// Run cfp-solve with each of its integer techniques switched over, and print what each is worth.
    #[command(after_help = format!("{ABLATE_EXAMPLES}\n\n{EXIT_CODES}"))]
    Ablate(study::Ablate),
    /// Run cfp-heap on the C programs of the heap suites, and print verdicts and costs next to the expected
    /// ones.
    #[command(after_help = format!("{HEAP_EXAMPLES}\n\n{EXIT_CODES}"))]
    Heap(heap::Heap),
    /// Ask solvers many small queries, each in one session over pipes, and print how many they answer a
    /// second.
    #[command(after_help = format!("{SESSION_EXAMPLES}\n\n{EXIT_CODES}"))]
    Session(Session),
    /// Make benchmarks.
    #[command(subcommand, after_help = GEN_EXAMPLES)]
    Gen(Gen),
}

#[derive(Args)]
struct Run {
    /// A solver; `{}` in the command stands for the file, which else goes to the end.
    #[arg(long = "solver", value_name = "NAME=COMMAND", required = true)]
    solvers: Vec<Solver>,
    /// CPU seconds for each file and solver.
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = seconds)]
    limit: Duration,
    /// Wall-clock seconds after which a run is ended whatever it used [default: twice the limit plus 2].
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    wall: Option<Duration>,
    /// Address space for each run.
    #[arg(long, value_name = "MIB")]
    memory: Option<u32>,
    /// Files to work on at once; more than one disturbs the times.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// Only these families; `*` and `?` as in file names; may be repeated.
    #[arg(long = "family", value_name = "PATTERN")]
    families: Vec<String>,
    /// At most N files of each family, the same ones every time.
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Measure each solver's start-up on a trivial script first, and subtract it from its times.
    #[arg(long)]
    startup: bool,
    /// Write one row for each file and solver, as soon as the file is done.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write conditions, scores and results at the end.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Scripts, folders to search for .smt2 and .cnf, or a manifest (.csv).
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
}

#[derive(Args)]
struct Compare {
    /// The results before, written by `run --csv`.
    #[arg(value_name = "A.csv")]
    a: PathBuf,
    /// The results after; without it, two solvers of the first file are compared.
    #[arg(value_name = "B.csv")]
    b: Option<PathBuf>,
    /// Which solver of each.
    #[arg(long, value_name = "A,B", value_parser = two_names)]
    solvers: Option<(String, String)>,
}

#[derive(Subcommand)]
enum Gen {
    /// Random systems of linear integer inequalities in the style of CAV 2009.
    #[command(after_help = GEN_EXAMPLES)]
    Dillig {
        /// Number of variables.
        #[arg(long)]
        vars: u32,
        /// Number of inequalities.
        #[arg(long)]
        rows: u32,
        /// Largest absolute value of coefficients and constants as they are drawn.
        #[arg(long, default_value_t = 1)]
        coef: u32,
        /// The seed of the first instance; the others follow.
        #[arg(long, default_value_t = 0)]
        seed: u64,
        /// How many instances.
        #[arg(long, default_value_t = 1)]
        count: u64,
        /// The folder to write to.
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
    /// Dense equations in a small box.
    Equalities(Instances),
    /// Unsatisfiable because the sum of all rows is even on one side only.
    Parity(Instances),
    /// Long thin polytopes between nearly parallel planes.
    Thin(Instances),
    /// Narrow slabs in a box of two million a side.
    Wide(Instances),
    /// Formulas in clauses, in DIMACS, for SAT solvers: twelve families, each in a folder of its own.
    Clauses {
        /// How many formulas of each family; each is larger than the last.
        #[arg(long, default_value_t = 5)]
        levels: u32,
        /// The folder to write to.
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
}

#[derive(Args)]
struct Instances {
    /// Number of variables [default: one for each family].
    #[arg(long)]
    vars: Option<u32>,
    /// Number of rows [default: one for each family].
    #[arg(long)]
    rows: Option<u32>,
    /// Largest absolute value of a coefficient as it is drawn [default: one for each family].
    #[arg(long)]
    coef: Option<u32>,
    /// The seed of the first instance; the others follow.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many instances.
    #[arg(long, default_value_t = 1)]
    count: u64,
    /// The folder to write to.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

fn seconds(text: &str) -> std::result::Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value <= 1e6 => Ok(Duration::from_secs_f64(value)),
        _ => Err("a number of seconds, above 0 and at most a million".to_string()),
    }
}

fn two_names(text: &str) -> std::result::Result<(String, String), String> {
    let names = text.split_once(',').map(|(a, b)| (a.trim().to_string(), b.trim().to_string()));
    names.ok_or_else(|| "two names with a comma between them".to_string())
}

fn main() -> ExitCode {
    let done = match Cli::parse().action {
        Action::Run(run) => run.execute(),
        Action::Compare(compare) => compare.execute(),
        Action::Thesis(thesis) => thesis.execute(),
        Action::Ablate(ablate) => ablate.execute(),
        Action::Heap(heap) => heap.execute(),
        Action::Session(session) => session.execute(),
        Action::Gen(gen_) => gen_.execute(),
    };
    done.unwrap_or_else(|error| {
        let _ = writeln!(io::stderr(), "cfp-bench: {error}");
        ExitCode::from(2)
    })
}

/// Prints to standard output. A reader that has gone away (`| head`) wants no more, and that is no error.
fn print(text: &str) -> Result<()> {
    match io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Error::new(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}

fn warn(text: &str) {
    let _ = writeln!(io::stderr(), "cfp-bench: {text}");
}

impl Run {
    fn execute(self) -> Result<ExitCode> {
        check_solvers(&self.solvers)?;
        let selection = Selection { families: self.families.clone(), sample: self.sample };
        let suite = suite::collect(&self.paths, &selection)?;
        if let Some(first) = suite.missing.first() {
            warn(&format!(
                "{} listed files are not there, the first is {}",
                suite.missing.len(),
                first.display()
            ));
        }
        if suite.benchmarks.is_empty() {
            return Err(Error::new("no benchmarks found"));
        }
        // Both are opened before the run: it would be a pity to find out after it that they cannot be.
        let csv = self.csv.as_deref().map(create).transpose()?;
        let json = self.json.as_deref().map(create).transpose()?;

        let memory = self.memory.map(|mib| u64::from(mib) << 20);
        let mut limits = Limits::new(self.limit, memory);
        limits.wall = self.wall.unwrap_or(limits.wall);
        let csv = csv.zip(self.csv.clone());
        let Measured { records, startup, interrupted, written } =
            measure(&suite.benchmarks, &self.solvers, limits, self.jobs, self.startup, csv)?;

        let style = Style::of(&io::stdout());
        let mut text = report::table(&records, style);
        for (solver, seconds) in self.solvers.iter().zip(&startup) {
            text += &format!("start-up of {}, subtracted: {seconds:.3} CPU s\n", solver.name);
        }
        let cut = records.iter().filter(|r| r.detail == runner::WALL_CLOCK && r.cpu < r.limit).count();
        if cut > 0 {
            text += &format!(
                "ended by the wall clock before their CPU time was up: {cut} runs (is the machine busy?)\n"
            );
        }
        text += &report::alarms(&records, style);
        if interrupted {
            let files = records.len() / self.solvers.len();
            text += &format!("stopped after {files} of {} files\n", suite.benchmarks.len());
        }
        print(&text)?;
        written?;
        if let (Some(mut file), Some(path)) = (json, self.json.as_deref()) {
            let conditions = Conditions {
                solvers: &self.solvers,
                startup: &startup,
                limit: self.limit.as_secs_f64(),
                memory,
                jobs: usize::from(self.jobs),
                interrupted,
            };
            writeln!(file, "{}", report::json(&records, &conditions)).map_err(|e| Error::file(path, &e))?;
        }
        Ok(match (records.iter().any(Record::is_alarming), interrupted) {
            (true, _) => ExitCode::from(1),
            (false, true) => ExitCode::from(130),
            (false, false) => ExitCode::SUCCESS,
        })
    }
}

fn check_solvers(solvers: &[Solver]) -> Result<()> {
    for (i, solver) in solvers.iter().enumerate() {
        if solvers[..i].iter().any(|other| other.name == solver.name) {
            return Err(Error::new(format!("two solvers are called `{}`", solver.name)));
        }
        solver.check_program()?;
    }
    Ok(())
}

/// What came of a run.
struct Measured {
    records: Vec<Record>,
    /// Empty if it was not asked for.
    startup: Vec<f64>,
    /// True if a signal ended it early.
    interrupted: bool,
    /// Whether all rows could be written.
    written: Result<()>,
}

/// Runs the solvers until they are done or a signal comes.
fn measure(
    benchmarks: &[Benchmark],
    solvers: &[Solver],
    limits: Limits,
    jobs: u16,
    with_startup: bool,
    csv: Option<(File, PathBuf)>,
) -> Result<Measured> {
    let stop = stop_on_signals()?;
    let mut plan = Plan { solvers, startup: &[], limits, jobs: usize::from(jobs), stop: &stop };
    let startup = if with_startup { runner::measure_startup(&plan, &env::temp_dir())? } else { Vec::new() };
    plan.startup = &startup;
    let mut observer = Watcher::new(benchmarks.len(), csv)?;
    let records = runner::run(benchmarks, &plan, &mut observer);
    let written = observer.finish();
    // A Ctrl-C that came too late to stop anything stopped nothing.
    let interrupted = stop.load(Ordering::Relaxed) && records.len() < benchmarks.len() * solvers.len();
    Ok(Measured { records, startup, interrupted, written })
}

fn create(path: &Path) -> Result<File> {
    File::create(path).map_err(|e| Error::file(path, &e))
}

fn stop_on_signals() -> Result<Arc<AtomicBool>> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&stop))
            .map_err(|e| Error::new(format!("cannot listen to signal {signal}: {e}")))?;
    }
    Ok(stop)
}

/// Draws the bar, writes rows as they come, and cries out at wrong answers at once.
struct Watcher {
    progress: Progress,
    csv: Option<(File, PathBuf)>,
    failed: Option<Error>,
}

impl Watcher {
    fn new(files: usize, mut csv: Option<(File, PathBuf)>) -> Result<Self> {
        if let Some((file, path)) = &mut csv {
            Record::write_header(file).map_err(|e| Error::file(path, &e))?;
        }
        let progress = Progress::new(files);
        progress.draw();
        Ok(Self { progress, csv, failed: None })
    }

    fn finish(self) -> Result<()> {
        self.progress.clear();
        self.failed.map_or(Ok(()), Err)
    }
}

impl Observer for Watcher {
    fn file_done(&mut self, records: &[Record]) {
        if let Some((file, path)) = &mut self.csv {
            // One write for each file: a run that is killed leaves whole rows.
            let mut rows = Vec::new();
            let written = records.iter().try_for_each(|r| r.write_row(&mut rows));
            if let Err(error) = written.and_then(|()| file.write_all(&rows)) {
                self.failed.get_or_insert(Error::file(path, &error));
            }
        }
        for record in records.iter().filter(|r| r.is_alarming()) {
            self.progress.clear();
            warn(&Style::of(&io::stderr()).alarm(&report::alarm_line(record)));
        }
        self.progress.advance();
    }

    fn tick(&mut self) {
        self.progress.draw();
    }
}

#[derive(Args)]
struct Session {
    /// A solver that reads commands from standard input.
    #[arg(long = "solver", value_name = "NAME=COMMAND", required = true)]
    solvers: Vec<Solver>,
    /// The logic of the session.
    #[arg(long, value_name = "NAME", default_value = "ALL")]
    logic: String,
    /// Scripts with one check each: files, folders or manifests.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
}

impl Session {
    fn execute(self) -> Result<ExitCode> {
        check_solvers(&self.solvers)?;
        let suite = suite::collect(&self.paths, &Selection::default())?;
        let queries = session::queries(&suite.benchmarks)?;
        if queries.is_empty() {
            return Err(Error::new("no benchmarks with one check found"));
        }
        let mut wrong = false;
        for solver in &self.solvers {
            let outcome = session::run(solver, &self.logic, &queries)?;
            let rate = queries.len() as f64 / outcome.wall.as_secs_f64();
            print(&format!(
                "{:<12} {} of {} queries answered, {rate:.0} a second, {:.3} s wall, {:.3} s CPU\n",
                solver.name,
                outcome.answered,
                queries.len(),
                outcome.wall.as_secs_f64(),
                outcome.cpu.as_secs_f64()
            ))?;
            for (name, answer) in &outcome.wrong {
                wrong = true;
                print(&format!("             wrong: {name}: {answer}\n"))?;
            }
        }
        Ok(if wrong { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }
}

impl Compare {
    fn execute(self) -> Result<ExitCode> {
        let a = record::read_file(&self.a)?;
        let b = self.b.as_deref().map(record::read_file).transpose()?;
        let solvers = self.solvers.as_ref().map(|(x, y)| (x.as_str(), y.as_str()));
        let comparisons = compare::compare(&a, b.as_deref(), solvers)?;
        let style = Style::of(&io::stdout());
        let reports: Vec<String> = comparisons.iter().map(|c| c.report(style)).collect();
        print(&reports.join("\n"))?;
        let alarming = comparisons.iter().any(|c| c.is_alarming());
        Ok(if alarming { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }
}

impl Gen {
    fn execute(self) -> Result<ExitCode> {
        match self {
            Self::Dillig { vars, rows, coef, seed, count, out } => write_instances(count, &out, |i| {
                let instance = Dillig { vars, rows, coef, seed: seed.wrapping_add(i) };
                (instance.file_name(), instance.script())
            }),
            Self::Equalities(instances) => instances.write("equalities"),
            Self::Parity(instances) => instances.write("parity"),
            Self::Thin(instances) => instances.write("thin"),
            Self::Wide(instances) => instances.write("wide"),
            Self::Clauses { levels, out } => write_clauses(levels, &out),
        }
    }
}

impl Instances {
    fn write(&self, family: &str) -> Result<ExitCode> {
        let family = Family::named(family).ok_or_else(|| Error::new(format!("no family `{family}`")))?;
        let shape = Shape {
            vars: self.vars.unwrap_or(family.shape.vars),
            rows: self.rows.unwrap_or(family.shape.rows),
            coef: self.coef.unwrap_or(family.shape.coef),
            seed: self.seed,
        };
        write_instances(self.count, &self.out, |i| {
            let shape = Shape { seed: shape.seed.wrapping_add(i), ..shape };
            (family.file_name(&shape), (family.script)(&shape))
        })
    }
}

/// Writes so many instances: the name and the text of each.
fn write_instances(count: u64, out: &Path, instance: impl Fn(u64) -> (String, String)) -> Result<ExitCode> {
    fs::create_dir_all(out).map_err(|e| Error::file(out, &e))?;
    for i in 0..count {
        let (name, text) = instance(i);
        families::write_instance(out, &name, &text)?;
    }
    print(&format!("{count} files in {}\n", out.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes so many formulas of each family of clauses.
fn write_clauses(levels: u32, out: &Path) -> Result<ExitCode> {
    for family in CLAUSE_FAMILIES {
        for level in 0..levels {
            let name = format!("{}-{level}.cnf", family.name);
            families::write_instance(&out.join(family.name), &name, &family.text(level))?;
        }
    }
    print(&format!("{} files in {}\n", CLAUSE_FAMILIES.len() * levels as usize, out.display()))?;
    Ok(ExitCode::SUCCESS)
}
