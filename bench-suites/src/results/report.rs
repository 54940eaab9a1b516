//! Results for people (an aligned table, the list of wrong or contradictory answers) and for programs
//! (JSON).

use std::env;
use std::io::IsTerminal;

use crate::formats::json::Json;
use crate::results::record::{Outcome, Record};
use crate::results::score::{Group, Score, by_family};
use crate::tasks::answer;
use crate::tasks::solver::Solver;

/// Whether to emphasise with colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    colour: bool,
}

impl Style {
    /// No colours.
    pub const PLAIN: Self = Self { colour: false };

    /// Colours if the stream is a terminal that knows them and `NO_COLOR` is not set.
    pub fn of(stream: &impl IsTerminal) -> Self {
        let wanted = env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let able = env::var_os("TERM").is_none_or(|terminal| terminal != "dumb");
        Self { colour: stream.is_terminal() && wanted && able }
    }

    /// For what nobody may overlook.
    pub fn alarm(self, text: &str) -> String {
        if self.colour { format!("\x1b[1;31m{text}\x1b[0m") } else { text.to_string() }
    }

    /// For headings.
    pub fn heading(self, text: &str) -> String {
        if self.colour { format!("\x1b[1m{text}\x1b[0m") } else { text.to_string() }
    }
}

/// One row for each family and solver, then the total of each solver.
pub fn table(records: &[Record], style: Style) -> String {
    let groups = by_family(records);
    let disputes = records.iter().any(|r| r.outcome == Outcome::Disputed);
    let mut rows = vec![headings(disputes)];
    // Which rows are alarming: decided before alignment, coloured after it, as colour codes have a length.
    let mut alarming = vec![false];
    for group in &groups {
        for (i, (solver, score)) in group.scores.iter().enumerate() {
            rows.push(row(group, solver, score, i == 0, disputes));
            alarming.push(score.wrong + score.disputed > 0);
        }
    }
    let lines = align(&rows, 2).into_iter().zip(alarming).enumerate();
    lines
        .map(|(i, (line, alarm))| match (i, alarm) {
            (0, _) => style.heading(&line) + "\n",
            (_, true) => style.alarm(&line) + "\n",
            (_, false) => line + "\n",
        })
        .collect()
}

fn headings(disputes: bool) -> Vec<String> {
    let mut headings = vec![
        "family", "solver", "files", "solved", "sat", "unsat", "PAR-2", "CPU s", "peak MiB", "unknown",
        "timeout", "memory", "error", "wrong",
    ];
    if disputes {
        headings.push("disputed");
    }
    headings.into_iter().map(str::to_string).collect()
}

fn row(group: &Group, solver: &str, score: &Score, first: bool, disputes: bool) -> Vec<String> {
    let family = group.family.as_deref().unwrap_or("total");
    let mut row = vec![
        if first { family.to_string() } else { String::new() },
        solver.to_string(),
        score.files.to_string(),
        score.solved.to_string(),
        score.sat.to_string(),
        score.unsat.to_string(),
        format!("{:.3}", score.par2()),
        format!("{:.2}", score.cpu),
        score.peak_kib.div_ceil(1024).to_string(),
    ];
    row.extend([score.unknown, score.timeout, score.memory, score.error, score.wrong].map(|n| n.to_string()));
    if disputes {
        row.push(score.disputed.to_string());
    }
    row
}

/// Pads the cells so that columns line up: the first `texts` columns to the left, the others to the right.
pub fn align(rows: &[Vec<String>], texts: usize) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|c| c.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    rows.iter()
        .map(|row| {
            let cells = row.iter().zip(&widths).enumerate().map(|(i, (cell, &width))| {
                if i < texts { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
        })
        .collect()
}

/// A line about one wrong or disputed answer.
pub fn alarm_line(record: &Record) -> String {
    let answers = answer::join(&record.answers);
    match record.outcome {
        Outcome::Wrong => {
            let expected = answer::join(&record.expected);
            format!("WRONG: {} says {answers}, expected {expected}: {}", record.solver, record.file)
        }
        _ => format!(
            "DISPUTED: {} says {answers}, another solver the opposite: {}",
            record.solver, record.file
        ),
    }
}

/// The wrong and disputed answers, one line each; empty if all is well.
pub fn alarms(records: &[Record], style: Style) -> String {
    records.iter().filter(|r| r.is_alarming()).map(|r| style.alarm(&alarm_line(r)) + "\n").collect()
}

/// What a JSON report says besides the results.
#[derive(Debug)]
pub struct Conditions<'a> {
    /// The solvers compared.
    pub solvers: &'a [Solver],
    /// Their start-up times in CPU seconds, if measured.
    pub startup: &'a [f64],
    /// The CPU limit in seconds.
    pub limit: f64,
    /// The limit on memory in bytes.
    pub memory: Option<u64>,
    /// Files worked on at once.
    pub jobs: usize,
    /// True if the run was stopped early.
    pub interrupted: bool,
}

/// The whole run as one JSON object: conditions, scores, results.
pub fn json(records: &[Record], conditions: &Conditions<'_>) -> Json {
    let solvers = conditions.solvers.iter().enumerate().map(|(i, solver)| {
        Json::Object(vec![
            ("name", Json::text(&solver.name)),
            ("command", Json::text(&solver.command)),
            ("startup_s", conditions.startup.get(i).map_or(Json::Null, |&s| Json::Number(s))),
        ])
    });
    let scores = by_family(records).into_iter().flat_map(|group| {
        let family = group.family;
        group.scores.into_iter().map(move |(solver, score)| score_json(family.as_deref(), &solver, &score))
    });
    Json::Object(vec![
        ("solvers", Json::List(solvers.collect())),
        ("limit_s", Json::Number(conditions.limit)),
        ("memory_bytes", conditions.memory.map_or(Json::Null, Json::Count)),
        ("jobs", Json::Count(conditions.jobs as u64)),
        ("interrupted", Json::Bool(conditions.interrupted)),
        ("scores", Json::List(scores.collect())),
        ("results", Json::List(records.iter().map(record_json).collect())),
    ])
}

fn score_json(family: Option<&str>, solver: &str, score: &Score) -> Json {
    let count = |n: usize| Json::Count(n as u64);
    Json::Object(vec![
        ("family", family.map_or(Json::Null, Json::text)),
        ("solver", Json::text(solver)),
        ("files", count(score.files)),
        ("solved", count(score.solved)),
        ("sat", count(score.sat)),
        ("unsat", count(score.unsat)),
        ("par2_s", seconds(score.par2())),
        ("cpu_s", seconds(score.cpu)),
        ("peak_kib", Json::Count(score.peak_kib)),
        ("unknown", count(score.unknown)),
        ("timeout", count(score.timeout)),
        ("memory", count(score.memory)),
        ("error", count(score.error)),
        ("wrong", count(score.wrong)),
        ("disputed", count(score.disputed)),
    ])
}

fn record_json(record: &Record) -> Json {
    let answers =
        |list: &[answer::Answer]| Json::List(list.iter().map(|a| Json::text(a.to_string())).collect());
    Json::Object(vec![
        ("file", Json::text(&record.file)),
        ("family", Json::text(&record.family)),
        ("solver", Json::text(&record.solver)),
        ("expected", answers(&record.expected)),
        ("answers", answers(&record.answers)),
        ("outcome", Json::text(record.outcome.to_string())),
        ("cpu_s", seconds(record.cpu)),
        ("wall_s", seconds(record.wall)),
        ("peak_kib", Json::Count(record.peak_kib)),
        ("end", Json::text(&record.end)),
        ("detail", Json::text(&record.detail)),
    ])
}

/// Seconds to a tenth of a millisecond: more would only be noise.
fn seconds(value: f64) -> Json {
    Json::Number((value * 1e4).round() / 1e4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::record::tests::record;

    #[test]
    fn columns_line_up() {
        let rows = [vec!["a".to_string(), "1".into()], vec!["long".into(), "22".into()], vec!["é".into()]];
        assert_eq!(align(&rows, 1), ["a      1", "long  22", "é"]);
    }

    #[test]
    fn a_family_is_named_once_and_disputes_only_show_when_there_are_any() {
        let mut records = [record("f", "x", Outcome::Solved, 1.0), record("f", "y", Outcome::Wrong, 1.0)];
        let text = table(&records, Style::PLAIN);
        assert_eq!(text.lines().count(), 5);
        assert_eq!(text.matches("family").count(), 2, "{text}");
        assert!(!text.contains("disputed"));
        assert!(text.lines().last().unwrap().trim_start().starts_with('y'));
        records[1].outcome = Outcome::Disputed;
        assert!(table(&records, Style::PLAIN).contains("disputed"));
    }

    #[test]
    fn alarms_name_solver_file_and_answers() {
        let mut wrong = record("f.smt2", "x", Outcome::Wrong, 1.0);
        wrong.answers = vec![answer::Answer::Unsat];
        let text = alarms(&[record("g.smt2", "x", Outcome::Solved, 1.0), wrong], Style::PLAIN);
        assert_eq!(text, "WRONG: x says unsat, expected sat: f.smt2\n");
    }

    #[test]
    fn json_has_scores_and_results() {
        let solvers = ["x=true".parse().unwrap()];
        let conditions = Conditions {
            solvers: &solvers,
            startup: &[],
            limit: 10.0,
            memory: None,
            jobs: 1,
            interrupted: false,
        };
        let text = json(&[record("f", "x", Outcome::Solved, 1.0)], &conditions).to_string();
        assert!(
            text.starts_with(r#"{"solvers":[{"name":"x","command":"true","startup_s":null}],"limit_s":10,"#)
        );
        assert!(text.contains(r#"{"family":null,"solver":"x","files":1,"solved":1,"#));
        assert!(text.contains(r#""expected":["sat"],"answers":["sat"],"outcome":"solved","cpu_s":1,"#));
    }
}
