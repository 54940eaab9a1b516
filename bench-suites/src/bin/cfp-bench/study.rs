//! `cfp-bench thesis` and `cfp-bench ablate`.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use cfp_bench::ablate;
use cfp_bench::error::{Error, Result};
use cfp_bench::limits::Limits;
use cfp_bench::machine;
use cfp_bench::record::Record;
use cfp_bench::report::{self, Style};
use cfp_bench::solver::Solver;
use cfp_bench::suite::{self, Benchmark, Selection};
use cfp_bench::thesis;

use crate::{Measured, check_solvers, create, measure, print, seconds};

#[derive(Args)]
pub(crate) struct Thesis {
    /// The page to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// A solver, as for `run`; others are compared with the first [default: the cfp-solve next to this
    /// program, and those of z3, cvc5 and yices in target/peers/bin or on the path].
    #[arg(long = "solver", value_name = "NAME=COMMAND")]
    solvers: Vec<Solver>,
    /// CPU seconds for each system and solver.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    limit: Duration,
    /// Systems for each pair of variables and inequalities; twice as many for each coefficient and family.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..1000))]
    per_point: u32,
    /// The seed of the first system of each kind.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Systems to work on at once; more than one disturbs the times.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// Keep the systems in this folder.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Write one row for each system and solver, as soon as the system is done.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

impl Thesis {
    pub(crate) fn execute(self) -> Result<ExitCode> {
        let solvers = if self.solvers.is_empty() { default_solvers()? } else { self.solvers.clone() };
        check_solvers(&solvers)?;
        let mut out = create(&self.out)?;
        let csv = self.csv.as_deref().map(create).transpose()?;
        let passing = std::env::temp_dir().join(format!("cfp-bench-thesis-{}", std::process::id()));
        let folder = self.keep.as_ref().unwrap_or(&passing);

        let systems = thesis::systems(self.per_point, self.seed);
        let benchmarks = thesis::write(&systems, folder)?;
        let limits = Limits::new(self.limit, None);
        let measured = measure(&benchmarks, &solvers, limits, self.jobs, true, csv.zip(self.csv.clone()));
        let versions: Vec<Option<String>> = solvers.iter().map(|s| machine::version(s, folder)).collect();
        if self.keep.is_none() {
            // A leftover in the temporary folder is no reason to fail.
            let _ = fs::remove_dir_all(&passing);
        }
        let measured = measured?;

        let study = thesis::Study {
            systems: &systems,
            solvers: &solvers,
            versions: &versions,
            startup: &measured.startup,
            limit: self.limit.as_secs_f64(),
            records: &measured.records,
            machine: &machine::facts(),
        };
        if measured.records.is_empty() {
            return Err(Error::new("stopped before the first system was done"));
        }
        out.write_all(study.page().as_bytes()).map_err(|e| Error::file(&self.out, &e))?;
        let style = Style::of(&io::stdout());
        let text = report::table(&measured.records, style) + &report::alarms(&measured.records, style);
        print(&format!("{text}page: {}\n", self.out.display()))?;
        measured.code(&benchmarks)
    }
}

fn default_solvers() -> Result<Vec<Solver>> {
    let own = format!("cfp='{}'", thesis::own_solver().display()).parse()?;
    Ok([own].into_iter().chain(thesis::peers()).collect())
}

#[derive(Args)]
pub(crate) struct Ablate {
    /// The cfp-solve to take apart [default: the one next to this program].
    #[arg(long, value_name = "PROGRAM")]
    solver: Option<String>,
    /// CPU seconds for each file and variant.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    limit: Duration,
    /// Wall-clock seconds after which a run is ended whatever it used [default: twice the limit plus 2].
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    wall: Option<Duration>,
    /// Files to work on at once; more than one disturbs the times.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// Only these families; `*` and `?` as in file names; may be repeated.
    #[arg(long = "family", value_name = "PATTERN")]
    families: Vec<String>,
    /// At most N files of each family, the same ones every time.
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Write one row for each file and variant, as soon as the file is done.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Scripts, folders to search for .smt2 and .cnf, or a manifest (.csv).
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
}

impl Ablate {
    pub(crate) fn execute(self) -> Result<ExitCode> {
        let program = self.solver.unwrap_or_else(|| thesis::own_solver().display().to_string());
        let solvers = ablate::variants(&program, &ablate::techniques(&program)?)?;
        check_solvers(&solvers)?;
        let selection = Selection { families: self.families, sample: self.sample };
        let benchmarks: Vec<Benchmark> = suite::collect(&self.paths, &selection)?.benchmarks;
        if benchmarks.is_empty() {
            return Err(Error::new("no benchmarks found"));
        }
        let csv = self.csv.as_deref().map(create).transpose()?.zip(self.csv);
        let mut limits = Limits::new(self.limit, None);
        limits.wall = self.wall.unwrap_or(limits.wall);
        let measured = measure(&benchmarks, &solvers, limits, self.jobs, false, csv)?;
        let style = Style::of(&io::stdout());
        print(&(ablate::table(&measured.records, style) + &report::alarms(&measured.records, style)))?;
        measured.code(&benchmarks)
    }
}

impl Measured {
    /// The exit code of a run over these benchmarks; an error if rows could not be written.
    fn code(self, benchmarks: &[Benchmark]) -> Result<ExitCode> {
        if self.interrupted {
            print(&format!("stopped before all {} files were done\n", benchmarks.len()))?;
        }
        self.written?;
        Ok(match (self.records.iter().any(Record::is_alarming), self.interrupted) {
            (true, _) => ExitCode::from(1),
            (false, true) => ExitCode::from(130),
            (false, false) => ExitCode::SUCCESS,
        })
    }
}
