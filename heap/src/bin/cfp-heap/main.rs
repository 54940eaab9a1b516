//! `cfp-heap`: proves or refutes C programs. Arguments, configuration, output and exit codes; everything else
//! is in the library.

mod args;
mod config;
mod output;
mod progress;
mod watch;

use args::Args;
use cfp_heap::front::{self, Source};
use cfp_heap::interp::run;
use cfp_heap::report::{Report, Stats};
use cfp_heap::verify::verify;
use clap::Parser;
use progress::ProgressLine;
use std::io::{self, Write};
use std::process::exit;
use std::time::Duration;
use watch::{Analysing, Stage, Work};

fn main() {
    let (flags, rest) = front::split_flags(&std::env::args().collect::<Vec<String>>());
    // They live as long as the process, whichever of its threads ends it.
    let args: &'static Args = Box::leak(Box::new(Args::parse_from(rest)));
    match watch::watched(args, move |work| act(args, &flags, work)) {
        Ok(Ok(code)) => exit(code),
        Ok(Err(error)) if error.kind() == io::ErrorKind::BrokenPipe => exit(0),
        Ok(Err(error)) => fail(2, &format!("cannot write: {error}")),
        Err(_) => fail(3, "internal error"),
    }
}

/// Does what the arguments request; returns the exit code.
fn act(args: &Args, flags: &[String], work: &Work) -> io::Result<i32> {
    if args.man || args.completions.is_some() {
        return output::print_generated(args).map(|()| 0);
    }
    if args.list_techniques {
        return output::list_techniques().map(|()| 0);
    }
    output::start_log(args.verbose);
    let style = output::style();
    let stubs: Vec<Source> = args.stubs.iter().map(|file| Source::file(file, flags)).collect();
    let sources = config::sources(args, flags);
    let specification = config::specification(args);
    let loaded = front::load_specified(&sources, &stubs, &specification)
        .unwrap_or_else(|error| output::front_error(&error, style));
    let front_end = work.start.elapsed();
    let wants_warnings = args.verbose > 0 || flags.iter().any(|flag| flag.starts_with("-W"));
    output::show_warnings(&loaded, wants_warnings, style);
    output::show_derived(&loaded.program, &specification.definitions);
    let program = &*Box::leak(Box::new(loaded.program));
    let proof = loaded.proof.map(|proof| &*Box::leak(Box::new(proof)));
    if let Some(what) = args.print {
        work.proceed(Stage::Reporting);
        return output::print(program, what).map(|()| 0);
    }
    let property = args.property.as_deref().map(config::property);
    let task = config::task(args, property.as_ref(), (program, proof));
    if let Some(domain) = args.domain {
        work.proceed(Stage::Reporting);
        let time = Duration::from_secs_f64(args.time).saturating_sub(front_end);
        return output::print_domain(&task, domain, time, args);
    }
    output::check_outputs(args);
    let line = ProgressLine::start(program, args.verbose);
    let options = config::options(args, front_end, line.listener());
    let (interim, property, names) =
        (options.interim.clone(), property.clone(), config::source_names(&sources));
    let analysing = Analysing { program, names, property, front_end, interim, line };
    work.proceed(Stage::Analysing(Box::new(analysing)));
    if args.run {
        let run = run(program, &task.config(&options), &mut config::inputs(args));
        work.proceed(Stage::Reporting);
        io::stdout().write_all(&run.output)?;
        return Ok(output::report_run(program, &run, args.trace, style));
    }
    let findings = verify(&task, &options);
    let Stage::Analysing(analysing) = work.proceed(Stage::Reporting) else { return Ok(3) };
    let Analysing { line, names, property, .. } = *analysing;
    line.end();
    output::check_solver(&options.tools);
    let stats = Stats::new(front_end, &findings);
    let property = property.as_ref();
    let report = Report { program, findings: &findings, property, checks: task.checks, stats: &stats };
    let code = output::write_report(&report, args, &names, style, None)?;
    if let Some(folder) = &args.emit_queries {
        output::check_journal(&options.tools, folder);
    }
    Ok(output::report_certificates(&options.tools, code))
}

/// Exits with a message.
fn fail(code: i32, message: &str) -> ! {
    eprintln!("cfp-heap: {message}");
    exit(code)
}
