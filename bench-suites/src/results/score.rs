//! Scores: how many were solved, and how fast, by family and in total.

use std::collections::BTreeMap;

use crate::results::record::{Outcome, Record};
use crate::tasks::answer::Answer;

/// The score of one solver on a set of files.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Score {
    /// Files run.
    pub files: usize,
    /// Files solved.
    pub solved: usize,
    /// Answers `sat` in the files solved; an incremental file has several answers.
    pub sat: usize,
    /// Answers `unsat` in the files solved.
    pub unsat: usize,
    /// Files on which the solver gave up by itself.
    pub unknown: usize,
    /// Files on which time ran out.
    pub timeout: usize,
    /// Files on which memory ran out.
    pub memory: usize,
    /// Files without an answer for another reason: errors and crashes.
    pub error: usize,
    /// Files with a wrong answer.
    pub wrong: usize,
    /// Files on which another solver said the opposite and nobody knows better.
    pub disputed: usize,
    /// CPU seconds on all files.
    pub cpu: f64,
    /// Largest resident set of all runs in KiB.
    pub peak_kib: u64,
    penalised: f64,
}

impl Score {
    /// The score of these records.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a Record>) -> Self {
        let mut score = Self::default();
        records.into_iter().for_each(|record| score.add(record));
        score
    }

    /// Counts one more file.
    pub fn add(&mut self, record: &Record) {
        self.files += 1;
        self.cpu += record.net_cpu();
        self.peak_kib = self.peak_kib.max(record.peak_kib);
        self.penalised += if record.is_solved() { record.net_cpu() } else { 2.0 * record.limit };
        *match record.outcome {
            Outcome::Solved => &mut self.solved,
            Outcome::Wrong => &mut self.wrong,
            Outcome::Disputed => &mut self.disputed,
            Outcome::Unknown => &mut self.unknown,
            Outcome::Timeout => &mut self.timeout,
            Outcome::Memory => &mut self.memory,
            Outcome::Error | Outcome::Crash => &mut self.error,
        } += 1;
        if record.is_solved() {
            self.sat += record.answers.iter().filter(|a| **a == Answer::Sat).count();
            self.unsat += record.answers.iter().filter(|a| **a == Answer::Unsat).count();
        }
    }

    /// PAR-2: mean CPU seconds of a file, where an unsolved one counts twice the limit.
    pub fn par2(&self) -> f64 {
        if self.files == 0 { 0.0 } else { self.penalised / self.files as f64 }
    }
}

/// The scores of all solvers on one family, or on everything.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The family; nothing stands for the total.
    pub family: Option<String>,
    /// Solvers with their scores, in the order in which they were given.
    pub scores: Vec<(String, Score)>,
}

/// Scores by family in the order of their names, followed by the total.
pub fn by_family(records: &[Record]) -> Vec<Group> {
    let mut solvers: Vec<&str> = Vec::new();
    let mut families: BTreeMap<Option<&str>, Vec<&Record>> = BTreeMap::new();
    for record in records {
        if !solvers.contains(&record.solver.as_str()) {
            solvers.push(&record.solver);
        }
        families.entry(Some(&record.family)).or_default().push(record);
    }
    let group = |family: Option<&str>, records: &[&Record]| Group {
        family: family.map(str::to_string),
        scores: solvers
            .iter()
            .map(|&solver| {
                let own = records.iter().copied().filter(|r| r.solver == solver);
                (solver.to_string(), Score::of(own))
            })
            .collect(),
    };
    let mut groups: Vec<Group> = families.iter().map(|(family, records)| group(*family, records)).collect();
    groups.push(group(None, &records.iter().collect::<Vec<_>>()));
    groups
}

/// Below this many seconds times are noise; all of them count as this much in ratios.
pub const SHORTEST: f64 = 0.001;

/// The geometric mean of the ratios `after / before` of CPU times; nothing if there are none.
pub fn geometric_mean_ratio(pairs: &[(f64, f64)]) -> Option<f64> {
    let ratio = |(before, after): &(f64, f64)| (after.max(SHORTEST) / before.max(SHORTEST)).ln();
    let sum: f64 = pairs.iter().map(ratio).sum();
    (!pairs.is_empty()).then(|| (sum / pairs.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::record::tests::record;

    #[test]
    fn par2_penalises_everything_unsolved() {
        let records = [
            record("a", "s", Outcome::Solved, 1.0),
            record("b", "s", Outcome::Timeout, 10.0),
            record("c", "s", Outcome::Wrong, 0.5),
            record("d", "s", Outcome::Crash, 0.5),
        ];
        let score = Score::of(&records);
        assert_eq!(score.par2(), (1.0 + 20.0 + 20.0 + 20.0) / 4.0);
        assert_eq!(score.cpu, 12.0);
        assert_eq!((score.files, score.solved, score.timeout, score.wrong, score.error), (4, 1, 1, 1, 1));
        assert_eq!((score.sat, score.unsat), (1, 0));
        assert_eq!(Score::default().par2(), 0.0);
    }

    #[test]
    fn families_then_total() {
        let mut other = record("c", "x", Outcome::Solved, 1.0);
        other.family = "a family".into();
        let records =
            [record("a", "y", Outcome::Solved, 1.0), record("a", "x", Outcome::Unknown, 1.0), other];
        let groups = by_family(&records);
        let families: Vec<_> = groups.iter().map(|g| g.family.as_deref()).collect();
        assert_eq!(families, [Some("a family"), Some("family"), None]);
        let total = &groups[2].scores;
        assert_eq!((total[0].0.as_str(), total[0].1.files), ("y", 1));
        assert_eq!((total[1].0.as_str(), total[1].1.files, total[1].1.solved), ("x", 2, 1));
    }

    #[test]
    fn ratios() {
        assert_eq!(geometric_mean_ratio(&[]), None);
        let ratio = geometric_mean_ratio(&[(1.0, 2.0), (4.0, 2.0), (1.0, 8.0)]).unwrap();
        assert!((ratio - 2.0).abs() < 1e-9);
        assert_eq!(geometric_mean_ratio(&[(0.0, 0.0005)]), Some(1.0));
    }
}
