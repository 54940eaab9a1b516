//! The result of one solver on one file, in memory and as a row of a CSV file.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::error::{Error, Result};
use crate::formats::csv::{self, Table};
use crate::tasks::answer::{self, Answer};

/// What became of a run, from the point of view of the score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Every check answered definitely, in time, and nothing speaks against the answers.
    Solved,
    /// An answer contradicts the known one.
    Wrong,
    /// The answer is not known, and another solver says the opposite.
    Disputed,
    /// The solver gave up by itself.
    Unknown,
    /// Out of time.
    Timeout,
    /// Out of memory.
    Memory,
    /// It ended by itself without all its answers.
    Error,
    /// It was ended by a signal.
    Crash,
}

impl Outcome {
    const ALL: [(Self, &str); 8] = [
        (Self::Solved, "solved"),
        (Self::Wrong, "wrong"),
        (Self::Disputed, "disputed"),
        (Self::Unknown, "unknown"),
        (Self::Timeout, "timeout"),
        (Self::Memory, "memory"),
        (Self::Error, "error"),
        (Self::Crash, "crash"),
    ];

    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, name)| *name == word).map(|(outcome, _)| *outcome)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, name) = Self::ALL[*self as usize];
        f.write_str(name)
    }
}

/// One solver on one file.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The name of the benchmark.
    pub file: String,
    /// Its family.
    pub family: String,
    /// The name of the solver.
    pub solver: String,
    /// The CPU limit in seconds.
    pub limit: f64,
    /// What the solver needs to start, in CPU seconds; 0 unless it was measured.
    pub startup: f64,
    /// The answers expected.
    pub expected: Vec<Answer>,
    /// The answers given.
    pub answers: Vec<Answer>,
    /// The judgement.
    pub outcome: Outcome,
    /// CPU seconds as measured, start-up included.
    pub cpu: f64,
    /// Wall-clock seconds.
    pub wall: f64,
    /// Largest resident set in KiB.
    pub peak_kib: u64,
    /// How the process ended: `exit 0`, `signal 9`.
    pub end: String,
    /// An error message of the solver, cut short.
    pub detail: String,
}

/// The columns of a result file.
const COLUMNS: [&str; 13] = [
    "file",
    "family",
    "solver",
    "limit_s",
    "startup_s",
    "expected",
    "answers",
    "outcome",
    "cpu_s",
    "wall_s",
    "peak_kib",
    "end",
    "detail",
];

impl Record {
    /// CPU seconds without start-up, and without what a run that is stopped late uses beyond the limit: what
    /// scores are made of.
    pub fn net_cpu(&self) -> f64 {
        (self.cpu.min(self.limit) - self.startup).max(0.0)
    }

    /// True if this counts as solved.
    pub fn is_solved(&self) -> bool {
        self.outcome == Outcome::Solved
    }

    /// True if an answer is wrong for certain, or cannot be right together with another solver's.
    pub fn is_alarming(&self) -> bool {
        matches!(self.outcome, Outcome::Wrong | Outcome::Disputed)
    }

    /// Writes the header of a result file.
    pub fn write_header(out: &mut dyn Write) -> io::Result<()> {
        csv::write_row(out, &COLUMNS)
    }

    /// Writes this as a row of a result file.
    pub fn write_row(&self, out: &mut dyn Write) -> io::Result<()> {
        csv::write_row(
            out,
            &[
                &self.file,
                &self.family,
                &self.solver,
                &self.limit.to_string(),
                &format!("{:.4}", self.startup),
                &answer::join(&self.expected),
                &answer::join(&self.answers),
                &self.outcome.to_string(),
                &format!("{:.4}", self.cpu),
                &format!("{:.4}", self.wall),
                &self.peak_kib.to_string(),
                &self.end,
                &self.detail,
            ],
        )
    }
}

/// Reads a result file.
pub fn read_file(path: &Path) -> Result<Vec<Record>> {
    let text = fs::read_to_string(path).map_err(|e| Error::file(path, &e))?;
    read(&text).map_err(|e| Error::new(format!("{}: {e}", path.display())))
}

fn read(text: &str) -> Result<Vec<Record>> {
    let table = Table::read(text);
    let mut columns = [0; COLUMNS.len()];
    for (column, name) in columns.iter_mut().zip(COLUMNS) {
        let found = table.column(name);
        *column = found.ok_or_else(|| Error::new(format!("not a result file, it has no column `{name}`")))?;
    }
    table.rows().iter().enumerate().map(|(i, row)| read_row(row, &columns, i + 1)).collect()
}

fn read_row(row: &[String], columns: &[usize; COLUMNS.len()], number: usize) -> Result<Record> {
    let field = |i: usize| row.get(columns[i]).map_or("", String::as_str);
    let bad = |i: usize| Error::new(format!("result {number}: `{}` is no {}", field(i), COLUMNS[i]));
    let seconds = |i: usize| match field(i).parse::<f64>() {
        Ok(value) if value.is_finite() && value >= 0.0 => Ok(value),
        _ => Err(bad(i)),
    };
    Ok(Record {
        file: field(0).to_string(),
        family: field(1).to_string(),
        solver: field(2).to_string(),
        limit: seconds(3)?,
        startup: seconds(4)?,
        expected: answer::split(field(5)),
        answers: answer::split(field(6)),
        outcome: Outcome::from_word(field(7)).ok_or_else(|| bad(7))?,
        cpu: seconds(8)?,
        wall: seconds(9)?,
        peak_kib: field(10).parse().map_err(|_| bad(10))?,
        end: field(11).to_string(),
        detail: field(12).to_string(),
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A record with the fields that scores depend on.
    pub(crate) fn record(file: &str, solver: &str, outcome: Outcome, cpu: f64) -> Record {
        Record {
            file: file.into(),
            family: "family".into(),
            solver: solver.into(),
            limit: 10.0,
            startup: 0.0,
            expected: vec![Answer::Sat],
            answers: if outcome == Outcome::Solved { vec![Answer::Sat] } else { vec![] },
            outcome,
            cpu,
            wall: cpu,
            peak_kib: 1000,
            end: "exit 0".into(),
            detail: String::new(),
        }
    }

    #[test]
    fn names_of_outcomes() {
        for (outcome, name) in Outcome::ALL {
            assert_eq!(outcome.to_string(), name);
            assert_eq!(Outcome::from_word(name), Some(outcome));
        }
    }

    #[test]
    fn rows_are_read_back() {
        let mut first = record("a,b.smt2", "x", Outcome::Solved, 1.25);
        first.answers = vec![Answer::Sat, Answer::Unsat];
        first.detail = "(error \"line 1, column 2\")".into();
        let records = [first, record("c.smt2", "y", Outcome::Crash, 0.0)];
        let mut text = Vec::new();
        Record::write_header(&mut text).unwrap();
        records.iter().for_each(|r| r.write_row(&mut text).unwrap());
        assert_eq!(read(&String::from_utf8(text).unwrap()).unwrap(), records);
    }

    #[test]
    fn bad_files_are_refused() {
        assert!(read("path,status\na,sat\n").is_err());
        let mut text = COLUMNS.join(",");
        text.push_str("\nf,fam,s,ten,0,sat,sat,solved,0,0,0,exit 0,\n");
        assert_eq!(read(&text).unwrap_err().to_string(), "result 1: `ten` is no limit_s");
    }

    #[test]
    fn start_up_and_late_kills_do_not_count() {
        let mut r = record("f", "s", Outcome::Solved, 0.05);
        r.startup = 0.08;
        assert_eq!(r.net_cpu(), 0.0);
        assert_eq!(record("f", "s", Outcome::Timeout, 11.4).net_cpu(), 10.0);
    }
}
