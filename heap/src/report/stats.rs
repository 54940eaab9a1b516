//! What an answer cost: the columns of Figure 4.7 of the thesis, and their components.

use crate::bracket::BracketStats;
use crate::verify::Findings;
use std::fmt;
use std::time::Duration;

/// What an answer cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// The peak resident memory so far, in bytes, where the system reports it.
    pub memory: Option<u64>,
}

impl Stats {
    /// The costs of findings, and of the front end before them; the memory is that of this process so far.
    pub fn new(front_end: Duration, findings: &Findings) -> Stats {
        let &Findings { runs, running, analysis, solver, .. } = findings;
        Stats { front_end, running, runs, analysis, solver, memory: peak_memory() }
    }
}

impl fmt::Display for Stats {
    /// A table of two columns; the parts of a time are indented under it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |time: Duration| format!("{:.3} s", time.as_secs_f64());
        let memory = self.memory.map(|bytes| format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20)));
        let rows = [
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
        let name_width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        // Numbers are right-aligned, followed by their units.
        let number = |value: &str| value.find(' ').unwrap_or(value.len());
        let number_width = rows.iter().map(|(_, value)| number(value)).max().unwrap_or(0);
        for (name, value) in &rows {
            let (digits, unit) = value.split_at(number(value));
            writeln!(f, "{name:<name_width$}  {digits:>number_width$}{unit}")?;
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
}
