//! `cfp-heap`: finds errors in C programs, or shows that there are none. Arguments and exit codes; all else
//! is in the library.

mod progress;

use cfp_heap::bracket::{Journal, OtherSolver};
use cfp_heap::clang::Severity;
use cfp_heap::front::{self, FrontError, Loaded, Source};
use cfp_heap::interp::{Checks, Config, Ints, Leaks, Outcome, Run, ScriptedInputs, ViolationKind, run};
use cfp_heap::ir::{Program, Role};
use cfp_heap::property::Property;
use cfp_heap::report::{self, Report, Stats, Style};
use cfp_heap::symbolic::picture::Place;
use cfp_heap::symbolic::{AnalysisOptions, Calls, MemoryModel, analyze_with};
use cfp_heap::verify::{Conclusion, Effort, verify};
use clap::{ArgAction, ArgGroup, CommandFactory, Parser, ValueEnum};
use clap_complete::Shell;
use progress::Progress;
use std::io::{self, IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::exit;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

const AFTER_HELP: &str = "\
Flags of the compiler (-I, -D, -U, -include, -isystem, -std=, -m32, -m64, -W..., -f...) may stand anywhere.

Examples:
  cfp-heap list.c                          look for errors in the program that begins with main
  cfp-heap -m32 -Iinclude a.c b.i          two files of one program, for a machine of 32 bits
  cfp-heap -p build                        all files of build/compile_commands.json
  cfp-heap --run --input 3,-1 list.c       run it: the first two inputs are 3 and -1, all others 0
  cfp-heap --run --trace list.c            and show the last steps
  cfp-heap --stubs io.c list.c             what library functions do is defined in io.c
  cfp-heap --property valid-memsafety a.i  answer as verifiers in competitions do
  cfp-heap --property unreach-call --witness w.yml a.c
                                           and write down what shows it
  cfp-heap --format sarif list.c           findings for editors and servers
  cfp-heap --stats list.c                  and show what the answer cost
  cfp-heap --emit-queries out list.c       and keep every question as out/000001.smt2, ...
  cfp-heap --html out.html list.c          a page with the findings and a picture of the symbolic heap
  cfp-heap --html out.html --at 12 list.c  the same with the heap before line 12
  cfp-heap --memory contents list.c        what is proved without memory invariants
  cfp-heap --ints math list.c              what is proved if no integer is ever too large
  cfp-heap --solver 'z3 -in' list.c        the same with the answers of another solver
  cfp-heap --print ir list.c               the intermediate form
  cfp-heap --run program.ir                run a program that is written in it
  source <(cfp-heap --completions bash)    complete these arguments in this shell
  cfp-heap --man | man -l -                the manual page

Exit codes:
  0   proved: there is no error; with --run: the run ended without one
  10  refuted: there is an error, shown with the inputs that lead to it
  5   unknown
  1   the input is not valid C, its files do not fit together, or there is no function to begin with
  2   bad arguments, or a file that cannot be read or written
  3   a defect in cfp-heap itself, reported as an internal error
  4   libclang is missing
  130 ended by Ctrl-C (as shells count it)";

/// Finds memory errors and failing assertions in C programs, or shows that there are none.
#[derive(Parser)]
#[command(name = "cfp-heap", version, after_help = AFTER_HELP, max_term_width = 110)]
#[command(group = ArgGroup::new("picture").args(["html", "svg"]).multiple(true))]
struct Args {
    /// Source files of one program: C, or preprocessed C if they end in .i; or one file in the intermediate
    /// form that ends in .ir
    files: Vec<PathBuf>,

    /// Folder with compile_commands.json, or that file: its files and flags
    #[arg(short = 'p', long = "project", value_name = "FOLDER")]
    project: Option<PathBuf>,

    /// Definitions of library functions in C, for those that the program uses and does not define
    #[arg(long, value_name = "FILE")]
    stubs: Vec<PathBuf>,

    /// Print something about the program, and end
    #[arg(long, value_name = "WHAT")]
    print: Option<Print>,

    /// Run the program once, with inputs from --input
    #[arg(long)]
    run: bool,

    /// Inputs for --run: values of functions without a body, in the order of their calls
    #[arg(long, value_name = "VALUES", value_delimiter = ',', allow_hyphen_values = true, requires = "run")]
    input: Vec<i128>,

    /// Arguments of the program for --run, after its name; \xff, \n, \\ and the like are bytes as in C
    #[arg(long = "argument", value_name = "TEXT", allow_hyphen_values = true, requires = "run")]
    arguments: Vec<String>,

    /// Begin with this function in place of main; its parameters are inputs
    #[arg(long, value_name = "FUNCTION")]
    entry: Option<String>,

    /// What counts as an error besides failing assertions
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "memory,leak,uninit,overflow,arithmetic"
    )]
    check: Vec<Check>,

    /// Check this and nothing else: unreach-call, valid-memsafety, valid-memcleanup, no-overflow, or a
    /// property file. The last line on standard output is then TRUE, FALSE(part) or UNKNOWN
    #[arg(long, value_name = "PROPERTY", conflicts_with_all = ["run", "check"])]
    property: Option<String>,

    /// Allocation may fail: an input decides
    #[arg(long)]
    failing_allocation: bool,

    /// Steps that a run may take
    #[arg(long, value_name = "NUMBER", default_value_t = 100_000_000)]
    steps: u64,

    /// Seconds that all of it may take; a picture of the heap (--html, --svg) may take as long again
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds, allow_hyphen_values = true)]
    time: f64,

    /// What the analysis knows about memory. All answers are right with each of these; the last three are
    /// there to compare with
    #[arg(long, value_name = "MODEL", default_value = "combined", conflicts_with = "run")]
    memory: Memory,

    /// How calls are analysed: followed into the function, or taken for what the function does with any
    /// arguments, found out once
    #[arg(long, value_name = "HOW", default_value = "auto", conflicts_with = "run")]
    calls: CallsMode,

    /// What integers are. With math, nothing wraps around or overflows and conversions keep the value; inputs
    /// are in the range of their type. A proof is about such integers; an error is reported if a run reaches
    /// it in which all values fit, so machines have it, too
    #[arg(long, value_name = "INTEGERS", default_value = "machine")]
    ints: Integers,

    /// Runs with pseudo-random inputs when looking for errors
    #[arg(long, value_name = "NUMBER", default_value_t = 200)]
    runs: u64,

    /// Show the last steps of the run
    #[arg(long)]
    trace: bool,

    /// How findings are written; all but text go to standard output as a whole
    #[arg(long, value_name = "FORMAT", default_value = "text", conflicts_with = "run")]
    format: Format,

    /// Write a witness of the answer to --property into this file: YAML, version 2.0, with invariants of
    /// loops or the inputs that lead to the error. There is none for UNKNOWN
    #[arg(long, value_name = "FILE", requires = "property")]
    witness: Option<PathBuf>,

    /// Show what the answer cost: time, memory, questions to the solver
    #[arg(long, conflicts_with = "run")]
    stats: bool,

    /// Write every request to the solver into this folder, as numbered scripts in SMT-LIB
    #[arg(long, value_name = "FOLDER", conflicts_with = "run")]
    emit_queries: Option<PathBuf>,

    /// Ask another solver instead of ours whether formulas can hold, for cross-checks: a command that reads
    /// SMT-LIB and answers on its standard output. Models and simplification stay ours. If it cannot be
    /// asked, the exit code is 2
    #[arg(long, value_name = "COMMAND", conflicts_with = "run")]
    solver: Option<String>,

    /// Write a page with the source, the findings in place, the symbolic heap as a picture, inputs and cost:
    /// one file that needs nothing else
    #[arg(long, value_name = "FILE", conflicts_with = "run")]
    html: Option<PathBuf>,

    /// Write the picture of the symbolic heap alone
    #[arg(long, value_name = "FILE", conflicts_with = "run")]
    svg: Option<PathBuf>,

    /// Draw the symbolic heap before this line; without it at the error, or where the program returns
    #[arg(long, value_name = "LINE", requires = "picture")]
    at: Option<u32>,

    /// Print completions of these arguments for a shell, and end
    #[arg(long, value_name = "SHELL")]
    completions: Option<Shell>,

    /// Print the manual page, and end
    #[arg(long)]
    man: bool,

    /// Show the compiler's warnings, and log to standard error; twice for more
    #[arg(short, long, action = ArgAction::Count)]
    verbose: u8,
}

/// What `--print` prints.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Print {
    /// The intermediate form of the whole program
    Ir,
    /// The same with the files and positions that it comes from
    IrText,
    /// Layout of structs and unions
    Types,
    /// Names of all functions, those without a body marked
    Functions,
}

/// What `--ints` means.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Integers {
    /// Those of the machine: unsigned arithmetic and conversions wrap around, signed arithmetic is checked
    /// (--check overflow) or wraps around
    Machine,
    /// Those of mathematics
    Math,
}

/// How `--calls` takes them.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CallsMode {
    /// Follow them, unless there are very many
    Auto,
    /// Follow all of them
    Follow,
    /// Look at each function alone where that can be done, on all cores
    Summarize,
}

impl From<CallsMode> for Calls {
    fn from(calls: CallsMode) -> Calls {
        match calls {
            CallsMode::Auto => Calls::Auto,
            CallsMode::Follow => Calls::Follow,
            CallsMode::Summarize => Calls::Summarize,
        }
    }
}

/// What `--memory` knows.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Memory {
    /// Contents of arrays by index, and one value in each cell, the same at each read
    Combined,
    /// Contents by index; what is not known is something new at each read
    Contents,
    /// One value in each cell; but which cell of an object a write changes is not known
    Invariants,
    /// Neither: all cells of an object are as one
    Smashed,
}

impl From<Memory> for MemoryModel {
    fn from(memory: Memory) -> MemoryModel {
        match memory {
            Memory::Combined => MemoryModel::Combined,
            Memory::Contents => MemoryModel::Contents,
            Memory::Invariants => MemoryModel::Invariants,
            Memory::Smashed => MemoryModel::Smashed,
        }
    }
}

/// How findings are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// As compilers do, errors on standard error and the verdict on standard output
    Text,
    /// One JSON object
    Json,
    /// A SARIF 2.1.0 log, for editors and servers
    Sarif,
}

/// What `--check` checks.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Check {
    /// Bad pointers, bounds, bad frees
    Memory,
    /// Memory that is allocated and lost at the end
    Leak,
    /// Memory that is allocated at any end of the program
    Cleanup,
    /// Decisions on values that nobody set
    Uninit,
    /// Signed overflow, also by shifts to the left
    Overflow,
    /// Division by zero and bad shifts
    Arithmetic,
    /// Nothing more
    None,
}

fn main() {
    let (flags, rest) = front::split_flags(&std::env::args().collect::<Vec<String>>());
    let args = Args::parse_from(rest);
    let code = catch_unwind(AssertUnwindSafe(|| act(&args, &flags)));
    match code {
        Ok(Ok(code)) => exit(code),
        Ok(Err(error)) if error.kind() == io::ErrorKind::BrokenPipe => exit(0),
        Ok(Err(error)) => fail(2, &format!("cannot write: {error}")),
        Err(_) => fail(3, "internal error"),
    }
}

fn act(args: &Args, flags: &[String]) -> io::Result<i32> {
    if args.man || args.completions.is_some() {
        return print_generated(args).map(|()| 0);
    }
    start_log(args.verbose);
    let style = Style { colour: wants_colour() };
    let start = Instant::now();
    let stubs: Vec<Source> = args.stubs.iter().map(|file| Source::file(file, flags)).collect();
    let loaded =
        front::load_with(&sources(args, flags), &stubs).unwrap_or_else(|error| front_error(&error, style));
    let front_end = start.elapsed();
    show_warnings(&loaded, args.verbose > 0 || flags.iter().any(|flag| flag.starts_with("-W")), style);
    let program = &loaded.program;
    if let Some(what) = args.print {
        return print(program, what).map(|()| 0);
    }
    if program.main.is_none() && args.entry.is_none() {
        fail(1, &no_main(program));
    }
    let property = args.property.as_deref().map(property);
    let outputs = [&args.html, &args.svg, &args.witness];
    outputs.into_iter().flatten().for_each(|path| check_output(path));
    let config = config(args, property.as_ref(), program);
    if args.run {
        let arguments = args.arguments.iter().map(|text| unescaped(text)).collect();
        let mut inputs = ScriptedInputs::new(args.input.iter().copied()).with_arguments(arguments);
        let run = run(program, &config, &mut inputs);
        io::stdout().write_all(&run.output)?;
        return Ok(report_run(program, &run, args.trace, style));
    }
    look_for_errors(program, &config, property.as_ref(), args, flags, front_end, style)
}

/// Everything there is; gives the exit code.
fn look_for_errors(
    program: &Program,
    config: &Config,
    property: Option<&Property>,
    args: &Args,
    flags: &[String],
    front_end: Duration,
    style: Style,
) -> io::Result<i32> {
    let cannot_write = |folder: &Path, error: &io::Error| -> ! {
        fail(2, &format!("cannot write requests to {}: {error}", folder.display()))
    };
    let journal = args
        .emit_queries
        .as_ref()
        .map(|folder| Journal::new(folder).unwrap_or_else(|error| cannot_write(folder, &error)));
    let progress = Progress::start(program, args.verbose);
    let findings = verify(
        program,
        config,
        Effort {
            runs: args.runs,
            journal,
            time: Some(Duration::from_secs_f64(args.time).saturating_sub(front_end)),
            memory: args.memory.into(),
            calls: args.calls.into(),
            other: args.solver.as_deref().map(|command| other_solver(command, args.time)),
            invariants: args.witness.is_some(),
            news: progress.news(),
            ..Effort::default()
        },
    );
    progress.end();
    if let Some(other) = &findings.other {
        if let Some(failure) = other.failure() {
            fail(2, failure);
        }
        if other.timeouts() > 0 {
            let (late, all) = (other.timeouts(), other.questions());
            eprintln!("cfp-heap: the other solver did not answer {late} of {all} questions in time");
        }
    }
    let stats = Stats::new(front_end, &findings);
    let report = Report { program, findings: &findings, property, stats: &stats };
    match args.format {
        Format::Text => show(&report, args.trace, style)?,
        Format::Json => io::stdout().write_all(report::json(&report).as_bytes())?,
        Format::Sarif => io::stdout().write_all(report::sarif(&report).as_bytes())?,
    }
    if let (Some(property), Format::Text) = (property, args.format) {
        writeln!(io::stdout(), "{}", property.answer(&findings.conclusion))?;
    }
    if let (Some(property), Some(path)) = (property, &args.witness) {
        write_witness(&report, property, args, flags, path);
    }
    if args.html.is_some() || args.svg.is_some() {
        write_pages(&report, config, args, flags);
    }
    if args.stats {
        eprint!("{stats}");
    }
    if let (Some(folder), Some(journal)) = (&args.emit_queries, &findings.journal) {
        if let Some(error) = journal.error() {
            cannot_write(folder, error);
        }
        log::info!("{} requests written to {}", journal.count(), folder.display());
    }
    Ok(match findings.conclusion {
        Conclusion::Proved(_) => 0,
        Conclusion::Refuted(_) => 10,
        Conclusion::Unknown { .. } => 5,
    })
}

/// The page, and the picture of the symbolic heap: where it is asked for, or at the error, or at the end.
fn write_pages(report: &Report<'_>, config: &Config, args: &Args, flags: &[String]) {
    let mut places: Vec<Place> = args.at.map(Place::Line).into_iter().collect();
    match &report.findings.conclusion {
        Conclusion::Refuted(run) if places.is_empty() => {
            // At the error, or at the calls that lead there.
            let found = run.violation().into_iter();
            places.extend(found.flat_map(|found| {
                std::iter::once(found.pos).chain(found.stack.iter().map(|call| call.1)).map(Place::At)
            }));
        }
        Conclusion::Unknown { open, .. } if places.is_empty() => {
            places.extend(open.iter().map(|open| Place::At(open.pos)));
        }
        _ => {}
    }
    places.push(Place::End);
    let progress = Progress::start(report.program, args.verbose);
    let options = AnalysisOptions {
        news: progress.news(),
        time: Some(Duration::from_secs_f64(args.time)),
        memory: args.memory.into(),
        calls: args.calls.into(),
        picture: places,
        ..AnalysisOptions::default()
    };
    let picture = analyze_with(report.program, config, options).picture;
    progress.end();
    let is_there = |line: u32| {
        let pos = picture.as_ref().and_then(|graph| graph.pos);
        pos.is_some_and(|pos| pos.line == line)
    };
    if let Some(line) = args.at.filter(|&line| !is_there(line)) {
        eprintln!("cfp-heap: the analysis does not come to a statement in line {line}");
    }
    let write = |path: &Path, text: String| {
        std::fs::write(path, text)
            .unwrap_or_else(|error| fail(2, &format!("cannot write {}: {error}", path.display())));
    };
    if let Some(path) = &args.html {
        let names: Vec<String> =
            sources(args, flags).iter().map(|source| source.path.display().to_string()).collect();
        write(path, report::html(report, &names, picture.as_ref()));
    }
    if let Some(path) = &args.svg {
        match &picture {
            Some(graph) => write(path, report::svg(graph)),
            None => fail(2, "there is no symbolic heap to draw: the analysis does not come there"),
        }
    }
}

/// Another solver, with no more time for a question than the analysis has.
fn other_solver(command: &str, time: f64) -> OtherSolver {
    const MOST: f64 = 20.0;
    OtherSolver::new(command).with_limit(Duration::from_secs_f64(time.min(MOST)))
}

/// The witness of an answer, if it has one.
fn write_witness(report: &Report<'_>, property: &Property, args: &Args, flags: &[String], path: &Path) {
    let names =
        sources(args, flags).iter().map(|source| source.path.display().to_string()).collect::<Vec<_>>();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    match report::witness(report, property, &names, now) {
        Some(text) => std::fs::write(path, text)
            .unwrap_or_else(|error| fail(2, &format!("cannot write {}: {error}", path.display()))),
        None => eprintln!("cfp-heap: there is no witness for this answer; {} is not written", path.display()),
    }
}

/// The conclusion for people.
fn show(report: &Report<'_>, trace: bool, style: Style) -> io::Result<()> {
    let program = report.program;
    match &report.findings.conclusion {
        // Other errors there may be.
        Conclusion::Proved(_) if report.property.is_some() => {
            writeln!(io::stdout(), "proved: no run of the program violates the property")
        }
        Conclusion::Proved(why) => writeln!(io::stdout(), "proved: {why}"),
        Conclusion::Refuted(run) => {
            report_run(program, run, trace, style);
            Ok(())
        }
        Conclusion::Unknown { reason, open } => {
            const MOST: usize = 10;
            eprint!("{}", report::open_places(program, open, MOST, style));
            writeln!(io::stdout(), "unknown: {reason}")
        }
    }
}

/// Says how a run ended; gives the exit code.
fn report_run(program: &Program, run: &Run, trace: bool, style: Style) -> i32 {
    if trace {
        const MOST: usize = 200;
        eprint!("{}", report::trace(program, &run.trace, MOST));
    }
    match &run.outcome {
        Outcome::Violation(found) => {
            eprint!("{}", report::violation(program, found, run, style));
            println!("refuted: {}", found.kind.property());
            10
        }
        Outcome::Finished(code) => {
            println!("finished: exit code {code}, {} steps", run.steps);
            0
        }
        Outcome::Aborted => {
            println!("finished: aborted, {} steps", run.steps);
            0
        }
        Outcome::Infeasible(pos) => {
            eprint!("{}", report::message(program, *pos, "note", "this assumption does not hold", style));
            println!("infeasible: the inputs violate an assumption");
            5
        }
        Outcome::Limit(what) => {
            println!("unknown: the limit on {what} was reached");
            5
        }
        Outcome::Unsupported(reason, pos) => {
            eprint!("{}", report::message(program, *pos, "note", &format!("not supported: {reason}"), style));
            println!("unknown: the program does something that is not supported");
            5
        }
    }
}

fn sources(args: &Args, flags: &[String]) -> Vec<Source> {
    let mut sources = match &args.project {
        Some(folder) => front::compile_commands(folder).unwrap_or_else(|message| fail(2, &message)),
        None => Vec::new(),
    };
    if args.files.is_empty() && args.project.is_none() {
        fail(2, "no source files; see --help");
    }
    let mut chosen = Vec::new();
    for file in &args.files {
        let same = |source: &Source| source.path.canonicalize().ok() == file.canonicalize().ok();
        match sources.iter().find(|source| same(source)) {
            Some(source) => chosen.push(source.clone()),
            None => chosen.push(Source::file(file, &[])),
        }
    }
    if !chosen.is_empty() {
        sources = chosen;
    }
    for source in &mut sources {
        source.flags.extend(flags.iter().cloned());
    }
    sources
}

/// Why nothing can be done with a program that has no beginning, and what could be.
fn no_main(program: &Program) -> String {
    const MOST: usize = 5;
    let functions = program.functions.iter().filter(|function| function.body.is_some());
    let own = functions.filter(|function| function.role == Role::Program && !function.name.is_empty());
    let mut names: Vec<&str> = own.map(|function| function.name.as_str()).collect();
    let more = if names.len() > MOST { ", ..." } else { "" };
    names.truncate(MOST);
    match names[..] {
        [] => "the program has no function main, nor any other".to_string(),
        _ => format!(
            "the program has no function main; --entry begins with another one (there is {}{more})",
            names.join(", ")
        ),
    }
}

/// Ends at once if a file cannot be written, not after an analysis.
fn check_output(path: &Path) {
    let is_new = !path.exists();
    if let Err(error) = std::fs::OpenOptions::new().append(true).create(true).open(path) {
        fail(2, &format!("cannot write {}: {error}", path.display()));
    }
    if is_new {
        let _ = std::fs::remove_file(path);
    }
}

/// The property with a usual name, or of a file.
fn property(name: &str) -> Property {
    if let Some(property) = Property::named(name) {
        return property;
    }
    let text = std::fs::read_to_string(name).unwrap_or_else(|error| {
        fail(2, &format!("{name} is neither a known property nor a file that can be read: {error}"))
    });
    Property::parse(&text).unwrap_or_else(|error| fail(2, &format!("{name}: {error}")))
}

fn config(args: &Args, property: Option<&Property>, program: &Program) -> Config {
    let has = |check: Check| args.check.contains(&check);
    let leaks = match (has(Check::Cleanup), has(Check::Leak)) {
        (true, _) => Leaks::Any,
        (_, true) => Leaks::Lost,
        _ => Leaks::Off,
    };
    let checks = Checks {
        assertions: true,
        memory: has(Check::Memory),
        leaks,
        uninitialized: has(Check::Uninit),
        overflow: has(Check::Overflow),
        arithmetic: has(Check::Arithmetic),
    };
    let checks = property.map_or(checks, Property::checks);
    let entry = args.entry.as_ref().map(|name| match program.function(name) {
        Some(function) => function,
        None => fail(2, &format!("the program has no function {name}")),
    });
    let ints = match args.ints {
        Integers::Machine => Ints::Machine,
        Integers::Math => Ints::Math,
    };
    if ints == Ints::Math
        && property.is_some_and(|property| property.violated(ViolationKind::Overflow).is_some())
    {
        fail(2, "with --ints math nothing overflows: this property is about machines");
    }
    let failing_allocation = args.failing_allocation;
    Config {
        checks,
        steps: args.steps,
        trace: args.trace,
        failing_allocation,
        entry,
        ints,
        ..Config::default()
    }
}

fn print(program: &Program, what: Print) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout());
    match what {
        Print::Ir => write!(out, "{program}")?,
        Print::IrText => out.write_all(program.to_text().as_bytes())?,
        Print::Types => {
            for (id, _) in program.types.records() {
                write!(out, "{}", program.record_text(id))?;
            }
        }
        Print::Functions => {
            for function in &program.functions {
                let mark = if function.body.is_some() { "" } else { " (no body)" };
                writeln!(out, "{}: {}{mark}", program.show_pos(function.pos), function.name)?;
            }
        }
    }
    out.flush()
}

/// The manual page or the completions, both made from the definition of the arguments.
fn print_generated(args: &Args) -> io::Result<()> {
    let mut command = Args::command();
    let mut text = Vec::new();
    match args.completions {
        Some(shell) => clap_complete::generate(shell, &mut command, "cfp-heap", &mut text),
        None => clap_mangen::Man::new(command).render(&mut text)?,
    }
    io::stdout().write_all(&text)
}

fn show_warnings(loaded: &Loaded, wanted: bool, style: Style) {
    for message in &loaded.messages {
        if wanted || message.severity == Severity::Error {
            eprint!("{}", report::compiler_message(message, style));
        }
    }
}

fn front_error(error: &FrontError, style: Style) -> ! {
    match error {
        FrontError::Missing(_) => fail(4, &error.to_string()),
        FrontError::Unreadable(..) => fail(2, &error.to_string()),
        FrontError::Link(_) => fail(1, &error.to_string()),
        FrontError::Invalid(messages) => {
            const MOST: usize = 30;
            for message in messages.iter().take(MOST) {
                eprint!("{}", report::compiler_message(message, style));
            }
            if messages.len() > MOST {
                eprintln!("cfp-heap: and {} more messages of the compiler", messages.len() - MOST);
            }
            exit(1)
        }
    }
}

/// The bytes of an argument, in which those that cannot be typed are written as in C: as reports write them.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let (byte, used) = match (first, after.first()) {
            (b'\\', Some(b'x')) => {
                let digits = after.get(1..3).and_then(|digits| std::str::from_utf8(digits).ok());
                match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
                    Some(byte) => (byte, 4),
                    None => (first, 1),
                }
            }
            (b'\\', Some(b'n')) => (b'\n', 2),
            (b'\\', Some(b'r')) => (b'\r', 2),
            (b'\\', Some(b't')) => (b'\t', 2),
            (b'\\', Some(&quoted @ (b'\\' | b'"' | b'\''))) => (quoted, 2),
            _ => (first, 1),
        };
        bytes.push(byte);
        rest = &rest[used..];
    }
    bytes
}

fn wants_colour() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stderr().is_terminal() && !refused
}

/// A number of seconds from the command line.
fn seconds(text: &str) -> Result<f64, String> {
    let is_good = |seconds: &f64| (0.0..1e9).contains(seconds);
    text.parse().ok().filter(is_good).ok_or_else(|| "a number of seconds is expected".to_string())
}

fn start_log(verbose: u8) {
    let level = match verbose {
        0 if std::env::var_os("RUST_LOG").is_none() => return,
        0 => return env_logger::init(),
        1 => log::LevelFilter::Info,
        2 => log::LevelFilter::Debug,
        _ => log::LevelFilter::Trace,
    };
    env_logger::Builder::new().filter_level(level).init();
}

fn fail(code: i32, message: &str) -> ! {
    eprintln!("cfp-heap: {message}");
    exit(code)
}
