//! What the command prints and the files it writes.

use crate::args::{Args, CallsMode, Domain, Folding, Format, Print};
use crate::config::cannot_write_requests;
use crate::fail;
use cfp_heap::analysis::{Stop, Task};
use cfp_heap::bounds;
use cfp_heap::bracket::Tools;
use cfp_heap::checkers::Definition;
use cfp_heap::clang::Severity;
use cfp_heap::counters;
use cfp_heap::front::{FrontError, Loaded};
use cfp_heap::interp::{Outcome, Run};
use cfp_heap::ir::{Pos, Program};
use cfp_heap::multiword::{self, MultiwordOptions};
use cfp_heap::property::Property;
use cfp_heap::report::{self, Listing, Report, Style};
use cfp_heap::shapes;
use cfp_heap::techniques::Technique;
use cfp_heap::verify::Conclusion;
use clap::CommandFactory;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::exit;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Writes everything that was requested about an analysis of these source files, which may have been stopped;
/// returns the exit code.
pub(crate) fn write_report(
    report: &Report<'_>,
    args: &Args,
    names: &[String],
    style: Style,
    stop: Option<Stop>,
) -> io::Result<i32> {
    match args.format {
        Format::Text => show(report, (args.trace, args.all), style)?,
        Format::Json => io::stdout().write_all(report::json(report).as_bytes())?,
        Format::Sarif => io::stdout().write_all(report::sarif(report).as_bytes())?,
    }
    let conclusion = &report.findings.conclusion;
    if args.invariants && args.format == Format::Text {
        io::stdout().write_all(report::invariants(report.program, &report.findings.invariants).as_bytes())?;
    }
    if let (Some(property), Format::Text) = (report.property, args.format) {
        writeln!(io::stdout(), "{}", report::answer(property, conclusion))?;
    }
    if let (Some(property), Some(path)) = (report.property, &args.witness) {
        write_witness(report, property, names, path);
    }
    write_pictures(report, args, names, stop);
    if args.stats {
        eprint!("{}", report.stats);
    }
    Ok(match conclusion {
        Conclusion::Proved(_) => 0,
        Conclusion::Refuted { .. } => 10,
        Conclusion::Unknown { .. } => 5,
    })
}

/// The conclusion as text, with the last steps of runs and with all open places if they are wanted.
fn show(report: &Report<'_>, (trace, all): (bool, bool), style: Style) -> io::Result<()> {
    let program = report.program;
    match &report.findings.conclusion {
        // There may be errors that the property does not cover.
        Conclusion::Proved(_) if report.property.is_some() => {
            writeln!(io::stdout(), "proved: no run of the program violates the property")
        }
        Conclusion::Proved(why) => {
            eprintln!("note: not checked: {}", report.checks.unchecked().join(", "));
            writeln!(io::stdout(), "proved: {why}")
        }
        Conclusion::Refuted { errors, open } => {
            for (found, run) in errors.violations() {
                show_trace(program, run, trace);
                eprint!("{}", report::violation(program, found, run, style));
            }
            if !open.is_empty() {
                eprintln!("note: also not proved:");
            }
            let listing = if all { Listing::All } else { Listing::Brief };
            eprint!("{}", report::open_places(program, open, listing, style));
            writeln!(io::stdout(), "refuted: {}", report::summary(errors))
        }
        Conclusion::Unknown { reason, open } => {
            let listing = if all { Listing::All } else { Listing::Usual };
            eprint!("{}", report::open_places(program, open, listing, style));
            writeln!(io::stdout(), "unknown: {reason}")
        }
    }
}

/// Prints the last steps of a run, if they are wanted.
fn show_trace(program: &Program, run: &Run, is_wanted: bool) {
    const MOST: usize = 200;
    if is_wanted {
        eprint!("{}", report::trace(program, &run.trace, MOST));
    }
}

/// Prints how a run ended; returns the exit code.
pub(crate) fn report_run(program: &Program, run: &Run, trace: bool, style: Style) -> i32 {
    show_trace(program, run, trace);
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
            println!("unknown: the program uses an unsupported feature");
            5
        }
    }
}

/// The witness of an answer, if it has one.
fn write_witness(report: &Report<'_>, property: &Property, names: &[String], path: &Path) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    match report::witness(report, property, names, now) {
        Some(text) => write_file(path, &text),
        None => eprintln!("cfp-heap: there is no witness for this answer; {} is not written", path.display()),
    }
}

/// The page, and the drawing of the symbolic heap.
fn write_pictures(report: &Report<'_>, args: &Args, names: &[String], stop: Option<Stop>) {
    let (picture, drawings) = (report.findings.picture.as_ref(), report.findings.drawings(args.at));
    let drawn = drawings.first().and_then(|graph| graph.pos).map(|pos| pos.line);
    if let Some(stop) = stop.filter(|_| args.html.is_some() || args.svg.is_some()) {
        eprintln!("cfp-heap: there is no drawing of the symbolic heap: {}", stop.text());
    } else if let Some(line) = args.at.filter(|&line| drawn != Some(line)) {
        let hint = match args.calls {
            CallsMode::Follow => "",
            CallsMode::Auto | CallsMode::Summarize => " (--calls follow analyses summarised calls, too)",
        };
        eprintln!("cfp-heap: the analysis reaches no statement in line {line}{hint}");
    }
    if let Some(path) = &args.html {
        write_file(path, &report::html(report, names, picture));
    }
    match &args.svg {
        Some(path) if !drawings.is_empty() => write_file(path, &report::svg(&drawings)),
        Some(_) if stop.is_none() => {
            fail(2, "there is no symbolic heap to draw: the analysis reaches no statement")
        }
        Some(_) | None => {}
    }
}

fn write_file(path: &Path, text: &str) {
    std::fs::write(path, text)
        .unwrap_or_else(|error| fail(2, &format!("cannot write {}: {error}", path.display())));
}

/// Exits if a file cannot be written: before the analysis, not after it.
pub(crate) fn check_outputs(args: &Args) {
    for path in [&args.html, &args.svg, &args.witness].into_iter().flatten() {
        let is_new = !path.exists();
        if let Err(error) = std::fs::OpenOptions::new().append(true).create(true).open(path) {
            fail(2, &format!("cannot write {}: {error}", path.display()));
        }
        if is_new {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Exits if the other solver failed; warns if it timed out.
pub(crate) fn check_solver(tools: &Tools) {
    let Some(solver) = tools.solver() else { return };
    if let Some(failure) = solver.failure() {
        fail(2, failure);
    }
    if solver.timeouts() > 0 {
        let (late, all) = (solver.timeouts(), solver.questions());
        eprintln!("cfp-heap: the other solver timed out on {late} of {all} questions");
    }
}

/// Exits if not all requests could be recorded.
pub(crate) fn check_journal(tools: &Tools, folder: &Path) {
    let Some(journal) = tools.journal() else { return };
    if let Some(error) = journal.error() {
        cannot_write_requests(folder, error);
    }
    log::info!("{} requests written to {}", journal.count(), folder.display());
}

/// Says how much of what the solver answered has a checked proof; the exit code.
pub(crate) fn report_certificates(tools: &Tools, code: i32) -> i32 {
    let Some(certifier) = tools.certifier() else { return code };
    let (questions, simplifications) = (certifier.questions, certifier.simplifications);
    eprintln!(
        "certified: {questions} unsatisfiable questions and {simplifications} simplifications have proofs that \
         cfp-check accepts"
    );
    if certifier.eliminations > 0 {
        eprintln!("not certified: {} eliminations of quantifiers", certifier.eliminations);
    }
    if let (open @ 1.., Some(why)) = (certifier.open, &certifier.reason) {
        eprintln!("not certified: {open} questions or simplifications, the first because {why}");
    }
    /// The exit code of `unknown`: a proof that is not certified is none for who asks for certificates.
    const UNKNOWN: i32 = 5;
    if certifier.is_complete() || code != 0 { code } else { UNKNOWN }
}

/// What `--print` requests.
pub(crate) fn print(program: &Program, what: Print) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout());
    match what {
        Print::Ir => write!(out, "{program}")?,
        Print::IrText => out.write_all(program.to_text().as_bytes())?,
        Print::Types => {
            for (id, _) in program.types.records() {
                write!(out, "{}", program.record_text(id))?;
            }
        }
        Print::Gaps => {
            for gap in program.gaps() {
                writeln!(out, "{:6} {}: {}", gap.places, program.show_pos(gap.first), gap.what)?;
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

/// The loop invariants that a domain finds within a time, and why there is no proof where there is none;
/// returns the exit code.
pub(crate) fn print_domain(task: &Task<'_>, domain: Domain, time: Duration, args: &Args) -> io::Result<i32> {
    match domain {
        Domain::Counters => print_counters(task),
        Domain::Bounds => print_bounds(task, time),
        Domain::Shapes => print_shapes(task, time),
        Domain::Multiword => print_multiword(task, time, args),
    }
}

fn print_multiword(task: &Task<'_>, time: Duration, args: &Args) -> io::Result<i32> {
    let (program, mut out) = (task.program, io::BufWriter::new(io::stdout()));
    if args.no_widening && matches!(args.abstraction, Some(Folding::History)) {
        fail(
            2,
            "there is no abstraction by history without widening: --no-widening is for the canonical one",
        );
    }
    let (deadline, abstraction) = (Some(Instant::now() + time), args.abstraction.map(Into::into));
    let options = MultiwordOptions { deadline, abstraction, widening: !args.no_widening };
    let Some(found) = multiword::analyze(task, options) else {
        writeln!(
            out,
            "unknown: the program manages no memory by headers, or is checked for more than is modelled"
        )?;
        return out.flush().map(|()| 5);
    };
    out.write_all(report::invariants(program, &found.invariants).as_bytes())?;
    writeln!(out, "at a loop: {} states, {} iterations", found.states, found.rounds)?;
    print_missing(program, found.missing.as_ref(), out)
}

fn print_shapes(task: &Task<'_>, time: Duration) -> io::Result<i32> {
    let (program, mut out) = (task.program, io::BufWriter::new(io::stdout()));
    let Some(found) = shapes::analyze_and_describe(task, Some(Instant::now() + time)) else {
        writeln!(out, "unknown: the program has no entry function, or is checked for more than is modelled")?;
        return out.flush().map(|()| 5);
    };
    out.write_all(report::invariants(program, &found.invariants).as_bytes())?;
    print_missing(program, found.missing.as_ref(), out)
}

fn print_bounds(task: &Task<'_>, time: Duration) -> io::Result<i32> {
    let missing = bounds::analyze(task, time).missing;
    print_missing(task.program, missing.as_ref(), io::stdout())
}

fn print_counters(task: &Task<'_>) -> io::Result<i32> {
    let (program, mut out) = (task.program, io::BufWriter::new(io::stdout()));
    let Some(counted) = counters::analyze(task) else {
        writeln!(out, "unknown: the program has no list nodes, or no entry function without parameters")?;
        return out.flush().map(|()| 5);
    };
    out.write_all(report::invariants(program, &counted.invariants).as_bytes())?;
    print_missing(program, counted.missing.as_ref(), out)
}

/// Why a domain has no proof, if it has none; returns the exit code.
fn print_missing(program: &Program, missing: Option<&(Pos, String)>, mut out: impl Write) -> io::Result<i32> {
    match missing {
        Some((pos, text)) => writeln!(out, "unknown: {}: {text}", program.show_pos(*pos))?,
        None => writeln!(out, "proved")?,
    }
    out.flush().map(|()| if missing.is_none() { 0 } else { 5 })
}

/// The manual page or the completions, both generated from the definition of the arguments.
pub(crate) fn print_generated(args: &Args) -> io::Result<()> {
    let mut command = Args::command();
    let mut text = Vec::new();
    match args.completions {
        Some(shell) => clap_complete::generate(shell, &mut command, "cfp-heap", &mut text),
        None => clap_mangen::Man::new(command).render(&mut text)?,
    }
    io::stdout().write_all(&text)
}

/// The names of all techniques, each with what it does.
pub(crate) fn list_techniques() -> io::Result<()> {
    let width = Technique::ALL.iter().map(|technique| technique.name().len()).max().unwrap_or(0);
    let line = |technique: &Technique| format!("{:<width$}  {}\n", technique.name(), technique.description());
    io::stdout().write_all(Technique::ALL.iter().map(line).collect::<String>().as_bytes())
}

/// The compiler's errors, and its warnings if they are wanted.
pub(crate) fn show_warnings(loaded: &Loaded, wanted: bool, style: Style) {
    for message in &loaded.messages {
        if wanted || message.severity == Severity::Error {
            eprint!("{}", report::compiler_message(message, style));
        }
    }
}

/// The definitions that nobody wrote: proofs depend on them.
pub(crate) fn show_derived(program: &Program, written: &[Definition]) {
    for definition in &program.checkers {
        let is_written = written.iter().any(|known| known.name == definition.name);
        if !is_written && program.function(&definition.name).is_none() {
            eprintln!("note: {} is not defined; the type of its nodes says:\n{definition}", definition.name);
        }
    }
}

/// Exits because the program could not be loaded.
pub(crate) fn front_error(error: &FrontError, style: Style) -> ! {
    match error {
        FrontError::Missing(_) => fail(4, &error.to_string()),
        FrontError::Unreadable(..) => fail(2, &error.to_string()),
        FrontError::Link(_) | FrontError::Contract(_) => fail(1, &error.to_string()),
        FrontError::Invalid(messages) => {
            const MOST: usize = 30;
            for message in messages.iter().take(MOST) {
                eprint!("{}", report::compiler_message(message, style));
            }
            if messages.len() > MOST {
                eprintln!("cfp-heap: {} more compiler messages are not shown", messages.len() - MOST);
            }
            exit(1)
        }
    }
}

/// Colour for terminals, unless `NO_COLOR` is set.
pub(crate) fn style() -> Style {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    Style { colour: io::stderr().is_terminal() && !refused }
}

/// Starts the log: by `--verbose`, or else by `RUST_LOG`.
pub(crate) fn start_log(verbose: u8) {
    let level = match verbose {
        0 if std::env::var_os("RUST_LOG").is_none() => return,
        0 => return env_logger::init(),
        1 => log::LevelFilter::Info,
        2 => log::LevelFilter::Debug,
        _ => log::LevelFilter::Trace,
    };
    env_logger::Builder::new().filter_level(level).init();
}
