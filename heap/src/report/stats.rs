//! What an answer cost: the columns of Figure 4.7 of the thesis, and their components.

use crate::bracket::BracketStats;
use crate::shapes::ShapeCosts;
use crate::techniques::Counters;
use crate::verify::Findings;
use std::fmt;
use std::time::Duration;

/// What an answer cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Time to read the files and lower them to the intermediate representation.
    pub front_end: Duration,
    /// Time of the runs that came before the analysis.
    pub running: Duration,
    /// How many runs.
    pub runs: u64,
    /// Time of the analysis.
    pub analysis: Duration,
    /// The solver queries of the analysis, and their time.
    pub solver: BracketStats,
    /// How often the techniques of the analysis were tried and worked.
    pub techniques: Counters,
    /// The costs of the analysis of shapes, if there was one.
    pub shapes: Option<ShapeCosts>,
    /// The peak resident memory so far, in bytes, where the system reports it.
    pub memory: Option<u64>,
}

impl Stats {
    /// The costs of findings, and of the front end before them; the memory is that of this process so far.
    pub fn new(front_end: Duration, findings: &Findings) -> Stats {
        let &Findings { runs, running, analysis, solver, shapes, .. } = findings;
        let techniques = findings.techniques.clone();
        Stats { front_end, running, runs, analysis, solver, techniques, shapes, memory: peak_memory() }
    }

    /// All figures but those of techniques, each with its name; the parts of a time are indented under it.
    pub(super) fn figures(&self) -> Vec<(&'static str, String)> {
        let memory = self.memory.map(|bytes| format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20)));
        let mut figures = vec![
            ("time", seconds(self.front_end + self.running + self.analysis)),
            ("  front end", seconds(self.front_end)),
            ("  runs", seconds(self.running)),
            ("  analysis", seconds(self.analysis)),
            ("    solving", seconds(self.solver.solving)),
            ("memory", memory.unwrap_or_else(|| "unknown".to_string())),
            ("runs", self.runs.to_string()),
            ("questions", self.solver.questions.to_string()),
            ("eliminations", self.solver.eliminations.to_string()),
            ("  inexact", self.solver.inexact.to_string()),
        ];
        if let Some(shapes) = &self.shapes {
            figures.push(("disjuncts", shapes.disjuncts.to_string()));
            figures.push(("iterations", shapes.rounds.to_string()));
        }
        figures
    }

    /// The techniques that were tried: headings, and a row for each; nothing if there were none.
    pub(super) fn technique_rows(&self) -> Vec<[String; 4]> {
        let mut rows: Vec<[String; 4]> = Vec::new();
        for (technique, usage) in self.techniques.tried() {
            if rows.is_empty() {
                rows.push(["technique", "tried", "worked", "time"].map(str::to_string));
            }
            let (tried, worked) = (usage.tried.to_string(), usage.worked.to_string());
            rows.push([technique.to_string(), tried, worked, seconds(usage.time)]);
        }
        rows
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

impl fmt::Display for Stats {
    /// A table of two columns, and one of the techniques that were tried.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.figures();
        let name_width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        // Numbers are right-aligned, followed by their units.
        let number = |value: &str| value.find(' ').unwrap_or(value.len());
        let number_width = rows.iter().map(|(_, value)| number(value)).max().unwrap_or(0);
        for (name, value) in &rows {
            let (digits, unit) = value.split_at(number(value));
            writeln!(f, "{name:<name_width$}  {digits:>number_width$}{unit}")?;
        }
        let rows = self.technique_rows();
        let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
        let widths = [0, 1, 2, 3].map(width);
        for [name, tried, worked, time] in &rows {
            let [name_width, tried_width, worked_width, time_width] = widths;
            write!(f, "{name:<name_width$}  {tried:>tried_width$}")?;
            writeln!(f, "  {worked:>worked_width$}  {time:>time_width$}")?;
        }
        Ok(())
    }
}

/// The peak resident memory of this process, in bytes, where the system reports it.
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::Technique;

    #[test]
    fn numbers_are_aligned() {
        let solver = BracketStats { questions: 172, ..BracketStats::default() };
        let stats = Stats { analysis: Duration::from_millis(1250), solver, runs: 3, ..Stats::default() };
        let text = stats.to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "time            1.250 s");
        assert_eq!(lines[5], "memory        unknown");
        assert_eq!(lines[7], "questions         172");
        assert_eq!(lines.len(), 10);
    }

    #[test]
    fn the_analysis_of_shapes_has_figures_of_its_own() {
        let shapes = Some(ShapeCosts { disjuncts: 4, rounds: 7, steps: 90 });
        let text = Stats { shapes, ..Stats::default() }.to_string();
        let lines: Vec<&str> = text.lines().skip(10).collect();
        assert_eq!(lines, ["disjuncts           4", "iterations          7"]);
    }

    #[test]
    fn techniques_that_were_tried_follow() {
        let mut stats = Stats::default();
        stats.techniques.count(Technique::Unrolling, false, Duration::from_millis(20));
        stats.techniques.count(Technique::Sums, true, Duration::from_millis(1));
        let text = stats.to_string();
        let lines: Vec<&str> = text.lines().skip(10).collect();
        let expected = [
            "technique  tried  worked     time",
            "unrolling      1       0  0.020 s",
            "sums           1       1  0.001 s",
        ];
        assert_eq!(lines, expected);
    }
}
