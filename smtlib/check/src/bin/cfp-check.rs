//! `cfp-check`: checks a proof of a problem.

use cfp_check::{Exports, Report, SyntaxError, Verdict, check, check_and_export};
use clap::Parser;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const AFTER_HELP: &str = "\
Prints `valid`, `holey` (some steps are by rules that are not checked) or `invalid` in the first line, and why.

Examples:
  cfp-check problem.smt2 proof.alethe
  cfp-check --skeleton s problem.smt2 proof && rate s.cnf s.drat
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

    /// Write the Boolean part: what is given to FILE.cnf (DIMACS), what follows to FILE.drat
    #[arg(long, value_name = "FILE")]
    skeleton: Option<PathBuf>,

    /// Write each clause of the theories as a script that is unsatisfiable, in this directory
    #[arg(long, value_name = "DIR")]
    lemmas: Option<PathBuf>,
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

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Writes what other programs are to check.
fn export(args: &Args, exports: &Exports) -> Result<(), String> {
    if let Some(path) = &args.skeleton {
        let with = |suffix: &str| {
            let mut name = path.as_os_str().to_os_string();
            name.push(suffix);
            PathBuf::from(name)
        };
        write(&with(".cnf"), &exports.skeleton.clauses)?;
        write(&with(".drat"), &exports.skeleton.proof)?;
    }
    if let Some(folder) = &args.lemmas {
        fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        for (index, lemma) in exports.lemmas.iter().enumerate() {
            write(&folder.join(format!("{:06}.smt2", index + 1)), lemma)?;
        }
        if exports.left_out > 0 {
            eprintln!("cfp-check: {} clauses with bound variables have no script", exports.left_out);
        }
    }
    Ok(())
}

fn run(args: &Args) -> Result<ExitCode, String> {
    let (problem, proof) = (read(&args.problem)?, read(&args.proof)?);
    let failed = |error: SyntaxError| format!("{}:{error}", args.problem.display());
    let report: Report = match args.skeleton.is_some() || args.lemmas.is_some() {
        true => {
            let (report, exports) = check_and_export(&problem, &proof).map_err(failed)?;
            export(args, &exports)?;
            report
        }
        false => check(&problem, &proof).map_err(failed)?,
    };
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
