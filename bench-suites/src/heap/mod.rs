//! Measurements of `cfp-heap` on the programs under `bench-suites/heap`: verdicts against the expected ones,
//! and their costs, next to published times and to those of CBMC where it is installed.
//!
//! A suite is a folder with an `expected.csv`, which [`read_suite`] reads. [`tool`] runs `cfp-heap` on a
//! program, [`cbmc`] the peer; [`measure`] runs them all on several cores; [`table`] writes the results
//! as Markdown beside [`published`] ones, and [`ablation`] those without each technique.

pub mod ablation;
pub mod cbmc;
pub mod published;
pub mod table;
pub mod tool;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use crate::error::{Error, Result};
use crate::formats::csv::Table;

/// A program and what is known about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// Its file.
    pub path: PathBuf,
    /// The name of the file without its ending.
    pub name: String,
    /// The name of its folder.
    pub suite: String,
    /// The family it belongs to within the suite.
    pub row: String,
    /// The expected verdict.
    pub expected: Verdict,
    /// Arguments of `cfp-heap`, such as `-m32` or `--property=unreach-call`.
    pub flags: Vec<String>,
}

/// What is found about a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It has no error.
    Proved,
    /// It has one; what it violates, if that is told.
    Refuted(String),
    /// Nobody knows.
    Unknown,
    /// The analyser did not come to an end; why.
    Failed(String),
}

impl Verdict {
    /// Whether this is right, wrong, or neither. A peer that does not tell what is violated is believed.
    pub fn is_right(&self, expected: &Verdict) -> Option<bool> {
        match (self, expected) {
            (Verdict::Unknown | Verdict::Failed(_), _) => None,
            (Verdict::Refuted(part), Verdict::Refuted(expected)) => {
                Some(part.is_empty() || part.split(", ").any(|part| part == expected))
            }
            _ => Some(self == expected),
        }
    }

    /// In words, for a table.
    pub fn text(&self) -> String {
        match self {
            Verdict::Proved => "proved".to_string(),
            Verdict::Refuted(part) if part.is_empty() => "refuted".to_string(),
            Verdict::Refuted(part) => format!("refuted: {part}"),
            Verdict::Unknown => "unknown".to_string(),
            Verdict::Failed(why) => format!("failed: {why}"),
        }
    }
}

/// The programs that a folder lists.
pub fn read_suite(folder: &Path) -> Result<Vec<Program>> {
    let path = folder.join("expected.csv");
    let text = std::fs::read_to_string(&path).map_err(|e| Error::file(&path, &e))?;
    let table = Table::read(&text);
    let column = |name: &str| {
        table.column(name).ok_or_else(|| Error::new(format!("{}: no column `{name}`", path.display())))
    };
    let columns = ["file", "row", "correct", "violated", "flags"].map(column);
    let [file, row, correct, violated, flags] = columns;
    let (file, row, correct, violated, flags) = (file?, row?, correct?, violated?, flags?);
    let suite = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut programs = Vec::new();
    for (index, cells) in table.rows().iter().enumerate() {
        let bad = |what: &str| Error::new(format!("{}, row {}: {what}", path.display(), index + 1));
        let cell = |column: usize| cells.get(column).map(String::as_str).ok_or_else(|| bad("too short"));
        let expected = match cell(correct)? {
            "true" => Verdict::Proved,
            "false" => Verdict::Refuted(cell(violated)?.to_string()),
            _ => return Err(bad("`correct` is neither true nor false")),
        };
        let name = cell(file)?;
        programs.push(Program {
            path: folder.join(name),
            name: name.strip_suffix(".c").or(name.strip_suffix(".cpp")).unwrap_or(name).to_string(),
            suite: suite.clone(),
            row: cell(row)?.to_string(),
            expected,
            flags: cell(flags)?.split_whitespace().map(str::to_string).collect(),
        });
    }
    Ok(programs)
}

/// Does something with each program, several at once; gives the results in the order of the programs. Ends
/// early if `stop` is set, with what there is.
pub fn measure<T: Send>(
    programs: &[Program],
    jobs: usize,
    stop: &AtomicBool,
    act: impl Fn(&Program) -> Result<T> + Sync,
    done: impl Fn() + Sync,
) -> Result<Vec<T>> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, programs.len().max(1)) {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(program) = programs.get(index) else { break };
                    let result = act(program);
                    if let Ok(mut results) = results.lock() {
                        results.push((index, result));
                    }
                    done();
                }
            });
        }
    });
    let mut results = results.into_inner().map_err(|_| Error::new("a thread failed"))?;
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn program(name: &str, expected: Verdict) -> Program {
        Program {
            path: PathBuf::from(format!("arrays/{name}.c")),
            name: name.to_string(),
            suite: "arrays".to_string(),
            row: "A".to_string(),
            expected,
            flags: Vec::new(),
        }
    }

    #[test]
    fn suites_of_this_project_are_read() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("heap");
        let arrays = read_suite(&folder.join("arrays")).unwrap();
        let with_time = |programs: &[Program], suite: &str| {
            let published = published::of_suite(suite).expect("published times");
            let found = programs.iter().filter(|program| published.time(program).is_some()).count();
            (found, published.times.len())
        };
        assert_eq!(with_time(&arrays, "arrays"), (28, 28));
        assert_eq!(with_time(&read_suite(&folder.join("counters")).unwrap(), "counters"), (7, 7));
        assert_eq!(with_time(&read_suite(&folder.join("containers")).unwrap(), "containers"), (15, 15));
        assert_eq!(with_time(&read_suite(&folder.join("managers")).unwrap(), "managers"), (7, 7));
        let shapes = read_suite(&folder.join("shapes")).unwrap();
        assert!(shapes.len() >= 90 && shapes.iter().all(|program| program.path.is_file()));
        assert!(shapes.iter().any(|program| program.flags == ["-m32"]));
        assert!(published::of_suite("shapes").is_none());
    }

    #[test]
    fn verdicts_are_judged() {
        let refuted = |part: &str| Verdict::Refuted(part.to_string());
        assert_eq!(Verdict::Proved.is_right(&Verdict::Proved), Some(true));
        assert_eq!(Verdict::Proved.is_right(&refuted("valid-free")), Some(false));
        assert_eq!(refuted("valid-free").is_right(&refuted("valid-free")), Some(true));
        assert_eq!(refuted("valid-deref").is_right(&refuted("valid-free")), Some(false));
        assert_eq!(refuted("").is_right(&refuted("valid-free")), Some(true));
        assert_eq!(refuted("valid-deref, valid-free").is_right(&refuted("valid-free")), Some(true));
        assert_eq!(Verdict::Unknown.is_right(&Verdict::Proved), None);
    }

    #[test]
    fn results_keep_the_order_of_the_programs() {
        let programs: Vec<Program> = (0..40).map(|i| program(&i.to_string(), Verdict::Proved)).collect();
        let stop = AtomicBool::new(false);
        let names = measure(&programs, 4, &stop, |program| Ok(program.name.clone()), || {}).unwrap();
        assert!(names.iter().eq(programs.iter().map(|program| &program.name)));
        stop.store(true, Ordering::Relaxed);
        assert!(measure(&programs, 4, &stop, |_| Ok(()), || {}).unwrap().is_empty());
    }
}
