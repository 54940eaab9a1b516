//! `cfp-bench heap`.

use std::env;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;

use cfp_bench::error::{Error, Result};
use cfp_bench::heap::ablation;
use cfp_bench::heap::cbmc::Cbmc;
use cfp_bench::heap::published;
use cfp_bench::heap::table::{self, Configuration, Row};
use cfp_bench::heap::tool::{self, Answer};
use cfp_bench::heap::{self, Program, Verdict};
use cfp_bench::limits::Limits;
use cfp_bench::machine;
use cfp_bench::progress::Progress;
use cfp_bench::suite;

use crate::{create, print, seconds, stop_on_signals, warn};

/// What `--memory` of cfp-heap knows, the best first.
const CONFIGURATIONS: [&str; 4] = ["combined", "contents", "invariants", "smashed"];

#[derive(Args)]
pub(crate) struct Heap {
    /// The cfp-heap to run [default: the one next to this program].
    #[arg(long, value_name = "PROGRAM")]
    tool: Option<String>,
    /// Seconds that an analysis may take, which is cfp-heap's own limit; twice as long and ten seconds more,
    /// and it is ended.
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = seconds)]
    time: Duration,
    /// Programs to work on at once; more than one disturbs the times.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// Only programs with such names; `*` and `?` as in file names; may be repeated.
    #[arg(long, value_name = "PATTERN")]
    only: Vec<String>,
    /// Compare the four memory configurations too: combined, contents, invariants, smashed.
    #[arg(long)]
    config: bool,
    /// Switch the techniques of cfp-heap off one by one instead (those of its --list-techniques), and print
    /// what each is worth: verdicts and times without it next to those with all of them.
    #[arg(long, conflicts_with_all = ["config", "cbmc", "unwind"])]
    ablate: bool,
    /// One more argument for cfp-heap; may be repeated.
    #[arg(long = "argument", value_name = "TEXT", allow_hyphen_values = true)]
    arguments: Vec<String>,
    /// CBMC, for comparison; it is left out if it cannot be started.
    #[arg(long, value_name = "PROGRAM", default_value = "cbmc")]
    cbmc: String,
    /// Rounds of each loop that CBMC unrolls.
    #[arg(long, value_name = "N", default_value_t = 20)]
    unwind: u32,
    /// Write the tables into this file as well.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Folders with an expected.csv [default: all under bench-suites/heap].
    #[arg(value_name = "FOLDER")]
    folders: Vec<PathBuf>,
}

/// The suite of memory managers.
const MANAGERS: &str = "managers";

/// What came of it.
struct Results {
    /// The tables.
    text: String,
    /// Whether some verdict is wrong.
    has_wrong: bool,
    /// How many programs are done, of how many.
    done: usize,
    wanted: usize,
}

impl Heap {
    pub(crate) fn execute(self) -> Result<ExitCode> {
        let programs = self.programs()?;
        // Opened before the run: it would be a pity to find out after it that it cannot be.
        let out = self.out.as_deref().map(create).transpose()?;
        let stop = stop_on_signals()?;
        let limits = Limits::new(self.time + Duration::from_secs(4), None);
        let mut results = if self.ablate {
            self.without_techniques(&programs, &limits, &stop)?
        } else {
            self.verdicts(&programs, &limits, &stop)?
        };
        for (name, value) in machine::facts() {
            results.text += &format!("- {name}: {value}\n");
        }
        print(&results.text)?;
        if let (Some(mut out), Some(path)) = (out, &self.out) {
            out.write_all(results.text.as_bytes()).map_err(|e| Error::file(path, &e))?;
        }
        let interrupted = stop.load(Ordering::Relaxed);
        if interrupted {
            let Results { done, wanted, .. } = results;
            warn(&format!("stopped after {done} of {wanted} programs"));
        }
        Ok(match (results.has_wrong, interrupted) {
            (true, _) => ExitCode::from(1),
            (false, true) => ExitCode::from(130),
            (false, false) => ExitCode::SUCCESS,
        })
    }

    /// The verdicts about all programs, next to what CBMC says and to those of other configurations if they
    /// are asked for.
    fn verdicts(&self, programs: &[Program], limits: &Limits, stop: &AtomicBool) -> Result<Results> {
        let cbmc = Cbmc::find(&self.cbmc, &env::temp_dir(), self.unwind)?;
        let answers = self.answers(programs, &[], limits, stop)?;
        let peers = match &cbmc {
            Some(cbmc) => self.each(programs, stop, |program| cbmc.run(program, limits, stop).map(Some))?,
            None => Vec::new(),
        };
        let peers = peers.into_iter().chain(std::iter::repeat(None));
        let rows: Vec<Row<'_>> = programs
            .iter()
            .zip(answers)
            .zip(peers)
            .map(|((program, answer), cbmc)| Row { program, answer, cbmc })
            .collect();
        let mut text = table::summary(&rows) + &self.shapes(programs, limits, stop)?;
        text += &self.abstractions(programs, limits, stop)?;
        text += &table::suites(&rows);
        let (sets, is_wrong_with_sets) = self.sets(&rows, limits, stop)?;
        text += &(sets + &table::open(&rows));
        let mut has_wrong = table::has_wrong(&rows) || is_wrong_with_sets;
        if self.config && !stop.load(Ordering::Relaxed) {
            let configurations = self.configurations(programs, &rows, limits, stop)?;
            text += &table::configurations(&configurations);
            has_wrong |= configurations.iter().any(|configuration| configuration.has_wrong());
        }
        if cbmc.is_none() {
            text += "CBMC is not installed.\n\n";
        }
        Ok(Results { text, has_wrong, done: rows.len(), wanted: programs.len() })
    }

    /// The programs with published figures of shape analyses, analysed again without the domains that come
    /// before that of shapes.
    fn shapes(&self, programs: &[Program], limits: &Limits, stop: &AtomicBool) -> Result<String> {
        let is_known = |program: &&Program| published::shape_figures(program).is_some();
        let known: Vec<Program> = programs.iter().filter(is_known).cloned().collect();
        if known.is_empty() {
            return Ok(String::new());
        }
        let answers = self.answers(&known, &["--without", "list-counters,bounds"], limits, stop)?;
        Ok(table::shapes(&known.iter().zip(answers).collect::<Vec<_>>()))
    }

    /// The programs with containers, analysed again with containers as sets, and whether a verdict is wrong.
    fn sets(&self, rows: &[Row<'_>], limits: &Limits, stop: &AtomicBool) -> Result<(String, bool)> {
        let own: Vec<&Row<'_>> = rows.iter().filter(|row| row.program.suite == "containers").collect();
        if own.is_empty() {
            return Ok((String::new(), false));
        }
        let programs: Vec<Program> = own.iter().map(|row| row.program.clone()).collect();
        let answers = self.answers(&programs, &["--memory", "sets"], limits, stop)?;
        let answers: Vec<(&Row<'_>, Answer)> = own.into_iter().zip(answers).collect();
        let is_wrong = |(row, answer): &(&Row<'_>, Answer)| {
            answer.verdict.is_right(&row.program.expected) == Some(false)
        };
        Ok((table::sets(&answers), answers.iter().any(is_wrong)))
    }

    /// The memory managers with published figures, analysed by both kinds of abstraction.
    fn abstractions(&self, programs: &[Program], limits: &Limits, stop: &AtomicBool) -> Result<String> {
        let is_known =
            |program: &&Program| program.suite == MANAGERS && published::shape_figures(program).is_some();
        let known: Vec<Program> = programs.iter().filter(is_known).cloned().collect();
        if known.is_empty() {
            return Ok(String::new());
        }
        let [history, canonical] =
            ["history", "canonical"].map(|how| self.answers(&known, &["--abstraction", how], limits, stop));
        let answers = history?.into_iter().zip(canonical?);
        Ok(table::abstractions(&known.iter().zip(answers).collect::<Vec<_>>()))
    }

    /// The verdicts with all techniques and without each of them. All of this is done for one program after
    /// the other, so that what else the machine does disturbs all variants alike.
    fn without_techniques(
        &self,
        programs: &[Program],
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Results> {
        let tool = self.tool();
        let techniques = ablation::techniques(&tool)?;
        let names = || [ablation::ALL].into_iter().chain(techniques.iter().map(String::as_str));
        let variants: Vec<Vec<String>> = names()
            .map(|name| match name {
                ablation::ALL => self.tool_arguments(&[]),
                technique => self.tool_arguments(&["--without", technique]),
            })
            .collect();
        let answers = self.each(programs, stop, |program| {
            variants.iter().map(|arguments| tool::run(&tool, program, arguments, limits, stop)).collect()
        })?;
        let of_variant = |(index, name): (usize, _)| {
            let own = answers.iter().map(|answers: &Vec<Answer>| answers[index].clone());
            Configuration { name, answers: programs.iter().zip(own).collect() }
        };
        let configurations: Vec<Configuration<'_>> = names().enumerate().map(of_variant).collect();
        Ok(Results {
            text: ablation::tables(&configurations),
            has_wrong: configurations.iter().any(Configuration::has_wrong),
            done: answers.len(),
            wanted: programs.len(),
        })
    }

    fn programs(&self) -> Result<Vec<Program>> {
        let folders = if self.folders.is_empty() { default_folders()? } else { self.folders.clone() };
        let mut programs = Vec::new();
        for folder in &folders {
            programs.extend(heap::read_suite(folder)?);
        }
        let is_wanted = |program: &Program| {
            self.only.is_empty() || self.only.iter().any(|pattern| suite::matches(pattern, &program.name))
        };
        programs.retain(is_wanted);
        if programs.is_empty() {
            return Err(Error::new("no programs found"));
        }
        Ok(programs)
    }

    fn tool(&self) -> String {
        self.tool.clone().unwrap_or_else(|| own_tool().display().to_string())
    }

    /// The arguments of the tool, with some more.
    fn tool_arguments(&self, more: &[&str]) -> Vec<String> {
        let mut arguments = vec![format!("--time={}", self.time.as_secs_f64())];
        arguments.extend(self.arguments.iter().cloned());
        arguments.extend(more.iter().map(|argument| argument.to_string()));
        arguments
    }

    fn answers(
        &self,
        programs: &[Program],
        more: &[&str],
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Vec<Answer>> {
        let (tool, arguments) = (self.tool(), self.tool_arguments(more));
        self.each(programs, stop, |program| tool::run(&tool, program, &arguments, limits, stop))
    }

    fn each<T: Send>(
        &self,
        programs: &[Program],
        stop: &AtomicBool,
        act: impl Fn(&Program) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        let progress = Mutex::new(Progress::new(programs.len()));
        let done = || {
            if let Ok(mut progress) = progress.lock() {
                progress.advance();
            }
        };
        let results = heap::measure(programs, usize::from(self.jobs), stop, act, done);
        if let Ok(progress) = progress.lock() {
            progress.clear();
        }
        results
    }

    fn configurations<'a>(
        &self,
        programs: &'a [Program],
        rows: &[Row<'a>],
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Vec<Configuration<'a>>> {
        let measure = |name: &'static str| {
            if name == CONFIGURATIONS[0] && self.arguments.is_empty() {
                // This is what cfp-heap does by itself.
                let answers = rows.iter().map(|row| (row.program, row.answer.clone())).collect();
                return Ok(Configuration { name, answers });
            }
            let answers = self.answers(programs, &["--memory", name], limits, stop)?;
            let is_refused = |answer: &Answer| answer.verdict == Verdict::Failed("exit code 2".to_string());
            if !answers.is_empty() && answers.iter().all(is_refused) {
                return Err(Error::new(format!("this cfp-heap does not know --memory {name}")));
            }
            Ok(Configuration { name, answers: programs.iter().zip(answers).collect() })
        };
        CONFIGURATIONS.into_iter().map(measure).collect()
    }
}

/// Where `cfp-heap` is expected: next to the program that runs.
fn own_tool() -> PathBuf {
    let folder = env::current_exe().ok().and_then(|program| program.parent().map(Path::to_path_buf));
    folder.unwrap_or_default().join("cfp-heap")
}

/// The suites of this project, seen from its top folder.
fn default_folders() -> Result<Vec<PathBuf>> {
    let top = Path::new("bench-suites/heap");
    let entries = std::fs::read_dir(top).map_err(|e| Error::file(top, &e))?;
    let mut folders: Vec<PathBuf> =
        entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    folders.retain(|folder| folder.join("expected.csv").is_file());
    folders.sort();
    Ok(folders)
}
