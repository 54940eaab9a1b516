//! `cfp-heap` on one program: its verdict and the output of `--stats`.

use std::ffi::OsString;
use std::sync::atomic::AtomicBool;

use super::published::ShapeFigures;
use super::{Program, Verdict};
use crate::error::{Error, Result};
use crate::measure::limits::{self, End, Killed, Limits};

/// The result of one run.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// What was found.
    pub verdict: Verdict,
    /// What it cost, as far as the tool told.
    pub cost: Cost,
    /// The cost of the analysis of shapes, if there was one.
    pub shapes: Option<ShapeFigures>,
    /// What stays open, each with its line; the tool shows the first few.
    pub open: Vec<String>,
    /// How many places stay open.
    pub places: usize,
}

/// What a run cost. Times are in seconds.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Cost {
    /// Reading C.
    pub front_end: f64,
    /// The runs before the analysis.
    pub runs: f64,
    /// The analysis.
    pub analysis: f64,
    /// The part of the analysis that the solver took.
    pub solving: f64,
    /// Questions to the solver.
    pub questions: u64,
    /// The most memory that was resident, in MiB.
    pub memory: f64,
}

/// Joins both outputs, since the numbers come on the one and the verdict on the other.
const JOINED: &str = r#"exec "$@" 2>&1"#;

/// Runs the tool with some more arguments.
pub fn run(
    tool: &str,
    program: &Program,
    arguments: &[String],
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<Answer> {
    let mut command: Vec<OsString> =
        ["sh", "-c", JOINED, "sh", tool, "--stats", "--further", "0"].map(OsString::from).to_vec();
    command.extend(arguments.iter().chain(&program.flags).map(OsString::from));
    command.push(program.path.clone().into_os_string());
    let finished =
        limits::run(&command, limits, |_| true, stop).map_err(|e| Error::file(&program.path, &e))?;
    let mut answer = read(&finished.output);
    answer.verdict = match (finished.end, finished.killed) {
        (_, Some(Killed::Stopped)) => Verdict::Failed("stopped".to_string()),
        (_, Some(Killed::WallClock)) | (End::Signal(_), None) => Verdict::Failed("time".to_string()),
        (End::Exit(0), None) => Verdict::Proved,
        (End::Exit(10), None) => match answer.verdict {
            Verdict::Refuted(part) => Verdict::Refuted(part),
            _ => Verdict::Refuted("nothing".to_string()),
        },
        (End::Exit(5), None) => Verdict::Unknown,
        (End::Exit(code), None) => Verdict::Failed(format!("exit code {code}")),
    };
    Ok(answer)
}

/// What the lines of an output say. The answer to a property is more exact than the error that was found.
fn read(lines: &[String]) -> Answer {
    let mut answer = Answer {
        verdict: Verdict::Unknown,
        cost: Cost::default(),
        shapes: None,
        open: Vec::new(),
        places: 0,
    };
    let mut shapes = ShapeFigures { disjuncts: 0, iterations: None, time: 0.0 };
    let mut answered = false;
    for line in lines {
        let value = |name: &str| line.strip_prefix(name)?.strip_prefix("  ")?.split_whitespace().next();
        let seconds = |name: &str| value(name).and_then(|number| number.parse::<f64>().ok());
        let cost = &mut answer.cost;
        if let Some(part) = line.strip_prefix("FALSE(").and_then(|rest| rest.strip_suffix(')')) {
            answer.verdict = Verdict::Refuted(part.to_string());
            answered = true;
        } else if let Some(part) = line.strip_prefix("refuted: ") {
            // Several errors come with their number.
            let part = part.split_once(" (").map_or(part, |(part, _)| part);
            if !answered {
                answer.verdict = Verdict::Refuted(part.to_string());
            }
        } else if let Some((place, text)) = line.split_once(": note: ") {
            // The file is known; its line is not.
            let number = place.rsplit(':').nth(1).unwrap_or_default();
            answer.open.push(format!("{number}: {text}"));
        } else if let Some(rest) = line.strip_prefix("unknown: ") {
            // One place is what is left if the number cannot be read.
            let count =
                rest.split_once(" places are not proved").and_then(|(before, _)| before.rsplit(' ').next());
            answer.places = count.and_then(|count| count.parse().ok()).unwrap_or(1);
        } else if let Some(time) = seconds("  front end") {
            cost.front_end = time;
        } else if let Some(time) = seconds("  runs") {
            cost.runs = time;
        } else if let Some(time) = seconds("  analysis") {
            cost.analysis = time;
        } else if let Some(time) = seconds("    solving") {
            cost.solving = time;
        } else if let Some(memory) = seconds("memory") {
            cost.memory = memory;
        } else if let Some(count) = value("questions").and_then(|number| number.parse().ok()) {
            cost.questions = count;
        } else if let Some(count) = value("disjuncts").and_then(|number| number.parse().ok()) {
            shapes.disjuncts = count;
        } else if let Some(count) = value("iterations").and_then(|number| number.parse().ok()) {
            shapes.iterations = Some(count);
        } else if let ["shapes" | "multiword", _, _, time, "s"] =
            line.split_whitespace().collect::<Vec<_>>()[..]
        {
            shapes.time = time.parse().unwrap_or_default();
            answer.shapes = Some(shapes);
        }
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_string).collect()
    }

    const STATS: &str = "\
time          0.282 s
  front end   0.211 s
  runs        0.009 s
  analysis    0.062 s
    solving   0.018 s
memory         82.4 MiB
runs            201
questions       209
eliminations      0
  inexact         0
";

    #[test]
    fn numbers_and_open_places() {
        let text = format!(
            "a/b.c:17:13: note: not excluded [valid-free]\n   17 | x = y;\nunknown: b.c:3: lost here; 12 places are not proved; 9 runs found no error\n{STATS}"
        );
        let answer = read(&lines(&text));
        assert_eq!(answer.verdict, Verdict::Unknown);
        assert_eq!(answer.open, ["17: not excluded [valid-free]"]);
        assert_eq!(answer.places, 12);
        let expected = Cost {
            front_end: 0.211,
            runs: 0.009,
            analysis: 0.062,
            solving: 0.018,
            questions: 209,
            memory: 82.4,
        };
        assert_eq!(answer.cost, expected);
    }

    #[test]
    fn the_answer_to_the_property_counts() {
        let cleanup = Verdict::Refuted("valid-memcleanup".to_string());
        assert_eq!(read(&lines("refuted: valid-memtrack\nFALSE(valid-memcleanup)")).verdict, cleanup);
        assert_eq!(read(&lines("FALSE(valid-memcleanup)\nrefuted: valid-memtrack")).verdict, cleanup);
        assert_eq!(read(&lines("refuted: valid-free")).verdict, Verdict::Refuted("valid-free".to_string()));
        let several = Verdict::Refuted("valid-free, no-overflow".to_string());
        assert_eq!(read(&lines("refuted: valid-free, no-overflow (3 errors)")).verdict, several);
    }
}
