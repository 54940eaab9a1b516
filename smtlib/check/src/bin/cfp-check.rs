//! `cfp-check`: checks a proof of a problem.

use cfp_check::{Verdict, check};
use clap::Parser;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const AFTER_HELP: &str = "\
Prints `valid`, `holey` (some steps are by rules that are not checked) or `invalid` in the first line, and why.

Examples:
  cfp-check problem.smt2 proof.alethe
  cfp-solve problem.smt2 | cfp-check problem.smt2 -     with (get-proof) at the end of the problem

Exit codes:
  0  valid
  1  invalid
  2  holey
  3  the problem or the proof cannot be read";

/// Checks an Alethe proof that an SMT-LIB problem is unsatisfiable.
#[derive(Parser)]
#[command(name = "cfp-check", version, after_help = AFTER_HELP, max_term_width = 110)]
struct Args {
    /// The problem: an SMT-LIB script, of which the assertions up to the first check-sat count
    problem: PathBuf,

    /// The proof, in the format Alethe; - is standard input
    proof: PathBuf,

    /// Print how many steps there are by each rule
    #[arg(long)]
    rules: bool,
}

fn read(path: &Path) -> Result<String, String> {
    let text = match path == Path::new("-") {
        true => {
            let mut text = Vec::new();
            io::stdin().read_to_end(&mut text).map(|_| text)
        }
        false => fs::read(path),
    };
    let text = text.map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    String::from_utf8(text).map_err(|_| format!("{} is not UTF-8", path.display()))
}

fn run(args: &Args) -> Result<ExitCode, String> {
    let (problem, proof) = (read(&args.problem)?, read(&args.proof)?);
    let report = check(&problem, &proof).map_err(|error| format!("{}:{error}", args.problem.display()))?;
    match report.message.is_empty() {
        true => println!("{}", report.verdict),
        false => println!("{}: {}", report.verdict, report.message),
    }
    if args.rules {
        for (rule, count) in &report.rules {
            println!("{count:>8} {rule}");
        }
    }
    Ok(ExitCode::from(match report.verdict {
        Verdict::Valid => 0,
        Verdict::Invalid => 1,
        Verdict::Holey => 2,
    }))
}

fn main() -> ExitCode {
    run(&Args::parse()).unwrap_or_else(|message| {
        eprintln!("cfp-check: {message}");
        ExitCode::from(3)
    })
}
