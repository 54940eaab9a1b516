//! `cfp-solve`: decides SMT-LIB scripts and DIMACS files. This file handles arguments, signals and exit
//! codes; `flags` are the arguments of other solvers, `input` is where scripts come from, and `terminal` what
//! is typed.

mod flags;
mod input;
mod terminal;

use cfp_smtlib::{Config, Control, Messages, Phase, Session, cnf, dimacs};
use cfp_solver::{Answer, OPTIONS, Options};
use clap::{ArgAction, CommandFactory, Parser};
use clap_complete::Shell;
use input::Input;
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::{Duration, Instant};

const AFTER_HELP: &str = "\
Examples:
  cfp-solve problem.smt2                   answer every check-sat of the script
  cfp-solve --timeout 10 problem.smt2      unknown after ten seconds
  cfp-solve --stats -v problem.smt2        with statistics, and a log on stderr
  echo '(check-sat)' | cfp-solve           a script on standard input
  cfp-solve --proof proof problem.smt2     with a proof if the answer is unsat: cfp-check problem.smt2 proof
  cfp-solve problem.cnf                    a DIMACS file, answered as in SAT competitions
  source <(cfp-solve --completions bash)   complete these arguments in this shell
  cfp-solve --man | man -l -               the manual page

Exit codes:
  0    all commands were executed (whatever the answers); DIMACS: unknown
  1    there was an (error ...) reply, an unsat without the proof that was asked for, or a malformed DIMACS file
  2    bad arguments, or a file that cannot be read
  3    a defect in cfp-solve itself, reported as an internal error
  4    the time limit (--timeout) ended the run
  10   DIMACS: satisfiable
  20   DIMACS: unsatisfiable
  130  interrupted by Ctrl-C: the running check answers unknown; a second Ctrl-C exits at once
  143  the same for SIGTERM

Extensions: (minimize term) and (maximize term) make check-sat find an optimal model, and so does (assert-soft
term :weight 2 :id name); (get-objectives) prints the optima. Earlier objectives come first, unless the option
:opt.priority is box (each on its own) or pareto (one point of the front for each check). (eval term) prints a
value. (get-qe term) prints an equivalent quantifier-free formula,
(simplify term) an equivalent formula that is not larger. (get-interpolant name term) prints a formula over the
common symbols that the assertions imply and that implies the term, (get-abduct name term) one that is consistent
with the assertions and implies the term together with them; fail if there is none.

Logics: ALL, and names such as QF_LIA or AUFLIRA, composed of QF_ (no quantifiers), A or AX (arrays),
UF (functions) and one of LIA, IDL, LRA, RDL, LIRA, NIA, NRA, NIRA. Products and quotients of variables are
refined by linear facts: where these do not decide, the answer is unknown. Any other logic is read as ALL, with
a warning; bit-vectors, floating-point numbers and strings are not supported.

Arguments of other solvers are understood: -in, -smt2, -T:SECONDS, -t:MILLISECONDS, -memory:MIB, --lang smt2,
--incremental, --tlimit=MILLISECONDS, --tlimit-per=MILLISECONDS, --produce-models.

If a command that declares, defines or asserts something is rejected, later checks answer unknown, because the
problem is no longer the one that was stated. On a terminal they continue without the rejected command.";

/// Decides SMT-LIB scripts over linear arithmetic, functions and arrays, with quantifiers.
#[derive(Parser)]
#[command(name = "cfp-solve", version, after_help = AFTER_HELP, max_term_width = 110)]
struct Args {
    /// SMT-LIB script, or DIMACS file if it ends in .cnf or starts like one, also compressed (.gz); standard
    /// input if missing or -
    file: Option<PathBuf>,

    /// Wall-clock limit for the whole run, fractions allowed; a check that is cut short answers unknown
    #[arg(long, value_name = "SECONDS", value_parser = seconds, overrides_with = "timeout")]
    timeout: Option<Duration>,

    /// Memory limit of the process; a check that needs more answers unknown
    #[arg(long, value_name = "MIB")]
    memory: Option<u64>,

    /// Deterministic limit on the work per check, in ticks
    #[arg(long, value_name = "TICKS")]
    rlimit: Option<u64>,

    /// Seed of the pseudo-random generator
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    /// Search for each answer in so many ways at the same time
    #[arg(long, value_name = "NUMBER")]
    threads: Option<u64>,

    /// Engine: dpll (default) or reference (slow, for cross-checking)
    #[arg(long, value_name = "NAME")]
    engine: Option<String>,

    /// Sets an option of the engine by its set-option name
    #[arg(short = 'O', long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,

    /// List the options of the engine with their values, and exit
    #[arg(long)]
    list_options: bool,

    /// Print completions for a shell, and exit
    #[arg(long, value_name = "SHELL")]
    completions: Option<Shell>,

    /// Print the manual page, and exit
    #[arg(long)]
    man: bool,

    /// Print statistics after each check, as comments
    #[arg(long)]
    stats: bool,

    /// Reply success to commands that have no other reply
    #[arg(long)]
    print_success: bool,

    /// Keep named assertions apart from the start, for get-unsat-core
    #[arg(long)]
    produce_unsat_cores: bool,

    /// Write the proof of an unsat answer, in the format Alethe, for cfp-check and other checkers. Proofs of
    /// later checks get a number after the name; if the script has levels, assumptions or several checks, the
    /// problem that is refuted is written beside the proof, to FILE.smt2
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,

    /// Answer unsat only if cfp-check, built in, accepts the proof
    #[arg(long)]
    check_proofs: bool,

    /// Read the input as DIMACS, regardless of its name
    #[arg(long)]
    dimacs: bool,

    /// Log to standard error; repeat for more detail
    #[arg(short, long, action = ArgAction::Count)]
    verbose: u8,
}

/// The exit code of a script that the time limit ended.
const TIMED_OUT: i32 = 4;
/// What is said then.
const TIME_IS_OVER: &str = "cfp-solve: the time limit was reached";

/// The signal that asked the process to end, if one did.
static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);
/// How long a check may take to notice that its time is over before the process ends without it.
const GRACE: Duration = Duration::from_millis(500);

fn main() {
    let args = Args::parse_from(flags::rewritten(std::env::args_os()));
    if args.man || args.completions.is_some() {
        exit(print_generated(&args).map_or_else(|error| output_error(&error), |()| 0));
    }
    let start = Instant::now();
    start_log(args.verbose);
    let options = engine_options(&args).unwrap_or_else(|message| usage_error(&message));
    if args.list_options {
        exit(list_options(&options).map_or_else(|error| output_error(&error), |()| 0));
    }
    let deadline = args.timeout.and_then(|timeout| start.checked_add(timeout));
    let path = args.file.as_deref().filter(|path| *path != Path::new("-"));
    let mut input = Input::open(path).unwrap_or_else(|message| usage_error(&message));
    let code = if args.dimacs || input.is_dimacs(path) {
        run_dimacs(&mut input, path, options, deadline, args.stats)
    } else {
        run_script(input, path, options, deadline, &args)
    };
    let code = code.unwrap_or_else(|error| output_error(&error));
    // Leaving this way does not spend time on freeing memory.
    exit(match SIGNAL.load(Ordering::SeqCst) {
        0 => code,
        signal => 128 + signal as i32,
    })
}

fn run_script(
    input: Input,
    path: Option<&Path>,
    options: Options,
    deadline: Option<Instant>,
    args: &Args,
) -> io::Result<i32> {
    let mut session = Session::new(Config {
        options,
        deadline,
        interactive: path.is_none(),
        cautious: path.is_some() || !io::stdin().is_terminal(),
        may_open_files: true,
        print_success: args.print_success,
        produce_unsat_cores: args.produce_unsat_cores,
        proof: args.proof.clone(),
        check_proofs: args.check_proofs,
        statistics: args.stats,
        messages: messages(),
        source_name: path.map_or("stdin".into(), |path| path.display().to_string()),
    });
    let unknown = "unknown";
    watch_signals(&session.control(), path.is_none());
    watch_clock(session.control(), deadline, path.is_none(), unknown, TIMED_OUT);
    let outcome = session.run(input, BufWriter::with_capacity(1 << 16, io::stdout()))?;
    Ok(match outcome {
        _ if outcome.internal_errors > 0 => 3,
        _ if outcome.timed_out => {
            eprintln!("{TIME_IS_OVER}");
            TIMED_OUT
        }
        _ if outcome.unproved > 0 => {
            eprintln!("cfp-solve: {} unsat without a proof", outcome.unproved);
            1
        }
        _ if outcome.errors > 0 => 1,
        _ => 0,
    })
}

fn run_dimacs(
    input: &mut Input,
    path: Option<&Path>,
    mut options: Options,
    deadline: Option<Instant>,
    statistics: bool,
) -> io::Result<i32> {
    let control = Control::default();
    watch_signals(&control, path.is_none());
    watch_clock(control.clone(), deadline, false, "s UNKNOWN", 0);
    let name = path.map_or("stdin".into(), |path| path.display().to_string());
    let mut text = Vec::new();
    if let Err(error) = input.read_to_end(&mut text) {
        usage_error(&format!("cannot read {name}: {error}"));
    }
    let cnf = match dimacs::parse(&text) {
        Ok(cnf) => cnf,
        Err(error) => {
            eprintln!("cfp-solve: {name}:{error}");
            return Ok(1);
        }
    };
    drop(text);
    if let Some(deadline) = deadline {
        let left = deadline.saturating_duration_since(Instant::now());
        options.limits.time = Some(options.limits.time.map_or(left, |asked| asked.min(left)));
    }
    let mut out = BufWriter::new(io::stdout());
    // The last resort, as in sessions: a defect is reported and makes no answer.
    let run = AssertUnwindSafe(|| cnf::run(&cnf, &options, statistics, &control, &mut out));
    let code = match catch_unwind(run) {
        Ok(answer) => match answer? {
            Answer::Sat => 10,
            Answer::Unsat => 20,
            Answer::Unknown(_) => 0,
        },
        Err(_) => {
            writeln!(out, "c internal error\ns UNKNOWN")?;
            3
        }
    };
    out.flush()?;
    Ok(code)
}

/// The first signal stops the session, which then ends in its own time; the second ends the process at once,
/// as does the first while the session waits for somebody to type. Nothing but flags is needed for that: a
/// thread would cost more than many a check.
fn watch_signals(control: &Control, waits_for_input: bool) {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag::{register, register_conditional_shutdown, register_usize};
    let seen = Arc::clone(&SIGNAL);
    let watch = |signal: i32| -> io::Result<()> {
        let stopped = control.interrupt().flag();
        register_conditional_shutdown(signal, 128 + signal, Arc::clone(&stopped))?;
        if waits_for_input {
            register_conditional_shutdown(signal, 128 + signal, control.reading_flag())?;
        }
        register_usize(signal, Arc::clone(&seen), signal as usize)?;
        register(signal, stopped)?;
        Ok(())
    };
    for signal in [SIGINT, SIGTERM] {
        // Without a handler the signal ends the process, which is what was wanted.
        let _ = watch(signal);
    }
}

/// Ends the process soon after the deadline, even if something is stuck that should have noticed it.
fn watch_clock(
    control: Control,
    deadline: Option<Instant>,
    waits_for_input: bool,
    unknown: &'static str,
    code: i32,
) {
    let Some(deadline) = deadline else { return };
    let leave = move || {
        if code != 0 {
            eprintln!("{TIME_IS_OVER}");
        }
        exit(code)
    };
    let speak_and_leave = move || {
        let _ = writeln!(io::stdout(), "{unknown}");
        leave()
    };
    thread::spawn(move || {
        thread::sleep(deadline.saturating_duration_since(Instant::now()));
        if control.take_over(Phase::Reading) {
            if waits_for_input {
                leave();
            }
            speak_and_leave();
        }
        thread::sleep(GRACE);
        control.stop();
        thread::sleep(GRACE);
        if control.take_over(Phase::Checking) {
            speak_and_leave();
        }
        leave();
    });
}

fn engine_options(args: &Args) -> Result<Options, String> {
    let mut named: Vec<(&str, String)> = Vec::new();
    named.extend(args.memory.map(|mebibytes| ("memory", mebibytes.to_string())));
    named.extend(args.rlimit.map(|ticks| ("reproducible-resource-limit", ticks.to_string())));
    named.extend(args.threads.map(|threads| ("threads", threads.to_string())));
    named.extend(args.seed.map(|seed| ("random-seed", seed.to_string())));
    named.extend(args.engine.clone().map(|engine| ("engine", engine)));
    for text in &args.options {
        let (name, value) = text.split_once('=').ok_or(format!("{text} is not of the form NAME=VALUE"))?;
        named.push((name, value.to_string()));
    }
    let mut options = Options::default();
    for (name, value) in named {
        options.set(name, &value).map_err(|error| format!("option {name}: {error}"))?;
    }
    Ok(options)
}

/// The manual page or the completions, both made from the definition of the arguments.
fn print_generated(args: &Args) -> io::Result<()> {
    let mut command = Args::command();
    let mut text = Vec::new();
    match args.completions {
        Some(shell) => clap_complete::generate(shell, &mut command, "cfp-solve", &mut text),
        None => clap_mangen::Man::new(command).render(&mut text)?,
    }
    io::stdout().write_all(&text)
}

/// One line for each option: `name=value`, then what it takes and does.
fn list_options(options: &Options) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for info in OPTIONS {
        let setting = format!("{}={}", info.name, options.get(info.name).unwrap_or_default());
        writeln!(out, "{setting:<30} {} ({})", info.help, info.values)?;
    }
    Ok(())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_string())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "not a possible time".to_string())
}

fn messages() -> Messages {
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    match io::stderr().is_terminal() {
        false => Messages::Off,
        true if no_colour => Messages::Plain,
        true => Messages::Coloured,
    }
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

fn usage_error(message: &str) -> ! {
    eprintln!("cfp-solve: {message}");
    exit(2)
}

/// Whoever reads the answers may stop reading; anything else that goes wrong with the output is worth a word.
fn output_error(error: &io::Error) -> ! {
    if error.kind() == io::ErrorKind::BrokenPipe {
        exit(0);
    }
    eprintln!("cfp-solve: cannot write the answers: {error}");
    exit(2)
}
