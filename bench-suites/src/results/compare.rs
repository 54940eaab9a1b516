//! Two sets of results side by side: what was gained, what was lost, what became faster.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::error::{Error, Result};
use crate::results::record::Record;
use crate::results::report::{Style, align};
use crate::results::score::{Score, geometric_mean_ratio};
use crate::tasks::answer;

/// The results of one solver before and after a change, or of two solvers, on the files they have in common.
#[derive(Debug)]
pub struct Comparison<'a> {
    before: String,
    after: String,
    pairs: Vec<(&'a Record, &'a Record)>,
    /// Files in only one of the two.
    unpaired: usize,
}

/// A slow-down is listed from this factor and this time on; the longest come first.
const SLOWER_FACTOR: f64 = 1.5;
const SLOWER_SECONDS: f64 = 0.1;
const SLOWER_LISTED: usize = 10;

/// Pairs the results of two files, or of two solvers of one file.
///
/// `solvers` chooses one from each. Without it, the only choice is taken where there is one; two files with
/// the same solvers are compared solver by solver.
pub fn compare<'a>(
    a: &'a [Record],
    b: Option<&'a [Record]>,
    solvers: Option<(&str, &str)>,
) -> Result<Vec<Comparison<'a>>> {
    let in_a = names(a);
    let in_b = names(b.unwrap_or(a));
    let chosen: Vec<(String, String)> = match (solvers, b) {
        (Some((x, y)), _) => vec![(x.to_string(), y.to_string())],
        (None, None) if in_a.len() == 2 => vec![(in_a[0].clone(), in_a[1].clone())],
        (None, None) => return Err(choose(&in_a)),
        (None, Some(_)) if in_a.len() == 1 && in_b.len() == 1 => vec![(in_a[0].clone(), in_b[0].clone())],
        (None, Some(_)) => {
            let both: Vec<_> =
                in_a.iter().filter(|x| in_b.contains(x)).map(|x| (x.clone(), x.clone())).collect();
            if both.is_empty() {
                return Err(choose(&[in_a, in_b].concat()));
            }
            both
        }
    };
    chosen.into_iter().map(|(x, y)| Comparison::new((a, x), (b.unwrap_or(a), y), b.is_some())).collect()
}

fn names(records: &[Record]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for record in records {
        if !names.contains(&record.solver) {
            names.push(record.solver.clone());
        }
    }
    names
}

fn choose(names: &[String]) -> Error {
    Error::new(format!("choose two solvers with `--solvers A,B`; there are: {}", names.join(", ")))
}

impl<'a> Comparison<'a> {
    fn new(a: (&'a [Record], String), b: (&'a [Record], String), two_files: bool) -> Result<Self> {
        let of = |(records, solver): &(&'a [Record], String)| -> Result<BTreeMap<&'a str, &'a Record>> {
            let own = records.iter().filter(|r| r.solver == *solver);
            let map: BTreeMap<_, _> = own.map(|r| (r.file.as_str(), r)).collect();
            if map.is_empty() {
                Err(Error::new(format!("no results of a solver `{solver}`")))
            } else {
                Ok(map)
            }
        };
        let (before, after) = (of(&a)?, of(&b)?);
        let pairs: Vec<_> = before.iter().filter_map(|(file, x)| after.get(file).map(|y| (*x, *y))).collect();
        let unpaired = before.len() + after.len() - 2 * pairs.len();
        let same = two_files && a.1 == b.1;
        let name = |solver: String, when: &str| {
            if same { format!("{solver} ({when})") } else { solver }
        };
        Ok(Self { before: name(a.1, "before"), after: name(b.1, "after"), pairs, unpaired })
    }

    /// True if the two contradict each other on a file, or the later one is wrong somewhere.
    pub fn is_alarming(&self) -> bool {
        self.pairs.iter().any(|pair| contradict(pair) || pair.1.is_alarming())
    }

    /// The comparison as text.
    pub fn report(&self, style: Style) -> String {
        let mut text = String::new();
        let heading = format!("{} -> {}: {} files in common", self.before, self.after, self.pairs.len());
        let _ = write!(text, "{}", style.heading(&heading));
        let _ = match self.unpaired {
            0 => writeln!(text),
            n => writeln!(text, ", {n} results without a partner left out"),
        };
        self.scores(&mut text);
        let (gained, both): (Vec<_>, Vec<_>) =
            self.pairs.iter().filter(|(_, y)| y.is_solved()).partition(|(x, _)| !x.is_solved());
        let lost = self.pairs.iter().filter(|(x, y)| x.is_solved() && !y.is_solved()).collect();
        list(&mut text, "gained", gained, |(x, y)| format!("{} -> {:.2} s", x.outcome, y.net_cpu()));
        list(&mut text, "lost", lost, |(x, y)| format!("{:.2} s -> {}", x.net_cpu(), y.outcome));
        let times: Vec<(f64, f64)> = both.iter().map(|(x, y)| (x.net_cpu(), y.net_cpu())).collect();
        if let Some(ratio) = geometric_mean_ratio(&times) {
            let word = if ratio > 1.0 { "slower" } else { "faster" };
            let factor = if ratio > 1.0 { ratio } else { 1.0 / ratio };
            let (sum_x, sum_y) = times.iter().fold((0.0, 0.0), |(x, y), t| (x + t.0, y + t.1));
            let _ = writeln!(
                text,
                "solved by both: {}, CPU time {sum_x:.2} s -> {sum_y:.2} s; geometric mean of the ratios {ratio:.3} \
                 ({factor:.2} times {word})",
                times.len()
            );
        }
        let mut slower: Vec<_> = both
            .into_iter()
            .filter(|(x, y)| y.net_cpu() >= SLOWER_SECONDS && y.net_cpu() >= SLOWER_FACTOR * x.net_cpu())
            .collect();
        slower.sort_by(|p, q| {
            let loss = |(x, y): &(&Record, &Record)| y.net_cpu() - x.net_cpu();
            loss(q).total_cmp(&loss(p))
        });
        slower.truncate(SLOWER_LISTED);
        if !slower.is_empty() {
            list(&mut text, "slower, worst first", slower, |(x, y)| {
                format!("{:.2} s -> {:.2} s", x.net_cpu(), y.net_cpu())
            });
        }
        for (x, y) in self.pairs.iter().filter(|pair| contradict(pair) || pair.1.is_alarming()) {
            let (answers, expected) = (answer::join, answer::join(&y.expected));
            let line = format!(
                "{}: {} -> {}, expected {expected}: {}",
                if contradict(&(x, y)) { "CONTRADICTION" } else { "ALARM" },
                answers(&x.answers),
                answers(&y.answers),
                y.file
            );
            let _ = writeln!(text, "{}", style.alarm(&line));
        }
        text
    }

    fn scores(&self, text: &mut String) {
        let row = |name: &str, score: &Score| {
            vec![
                name.to_string(),
                score.solved.to_string(),
                score.sat.to_string(),
                score.unsat.to_string(),
                format!("{:.3}", score.par2()),
                format!("{:.2}", score.cpu),
                score.wrong.to_string(),
            ]
        };
        let rows = [
            ["", "solved", "sat", "unsat", "PAR-2", "CPU s", "wrong"].map(str::to_string).to_vec(),
            row(&self.before, &Score::of(self.pairs.iter().map(|pair| pair.0))),
            row(&self.after, &Score::of(self.pairs.iter().map(|pair| pair.1))),
        ];
        for line in align(&rows, 1) {
            let _ = writeln!(text, "{line}");
        }
    }
}

fn contradict((x, y): &(&Record, &Record)) -> bool {
    x.answers.iter().zip(&y.answers).any(|(a, b)| a.contradicts(*b))
}

fn list(
    text: &mut String,
    heading: &str,
    pairs: Vec<&(&Record, &Record)>,
    say: impl Fn(&(&Record, &Record)) -> String,
) {
    let _ = writeln!(text, "{heading}: {}", pairs.len());
    for pair in pairs {
        let _ = writeln!(text, "  {}  {}", pair.1.file, say(pair));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::record::Outcome::{Solved, Timeout, Wrong};
    use crate::results::record::tests::record;
    use crate::tasks::answer::Answer;

    #[test]
    fn gains_losses_and_ratio() {
        let before = [
            record("a", "s", Solved, 1.0),
            record("b", "s", Timeout, 10.0),
            record("c", "s", Solved, 2.0),
            record("only", "s", Solved, 2.0),
        ];
        let after =
            [record("a", "s", Solved, 2.0), record("b", "s", Solved, 3.0), record("c", "s", Timeout, 10.0)];
        let comparisons = compare(&before, Some(&after), None).unwrap();
        assert_eq!(comparisons.len(), 1);
        let text = comparisons[0].report(Style::PLAIN);
        assert!(text.starts_with("s (before) -> s (after): 3 files in common, 1 results without"), "{text}");
        assert!(text.contains("gained: 1\n  b  timeout -> 3.00 s\n"), "{text}");
        assert!(text.contains("lost: 1\n  c  2.00 s -> timeout\n"), "{text}");
        assert!(text.contains("ratios 2.000 (2.00 times slower)"), "{text}");
        assert!(!comparisons[0].is_alarming());
    }

    #[test]
    fn two_solvers_of_one_file() {
        let mut records = [record("a", "x", Solved, 1.0), record("a", "y", Solved, 1.0)];
        assert!(!compare(&records, None, None).unwrap()[0].is_alarming());
        records[1].answers = vec![Answer::Unsat];
        records[1].outcome = Wrong;
        let comparisons = compare(&records, None, None).unwrap();
        assert!(comparisons[0].is_alarming());
        assert!(comparisons[0].report(Style::PLAIN).contains("CONTRADICTION: sat -> unsat, expected sat: a"));
    }

    #[test]
    fn a_choice_must_be_possible() {
        let records = ["x", "y", "z"].map(|solver| record("a", solver, Solved, 1.0));
        let error = compare(&records, None, None).unwrap_err();
        assert!(error.to_string().ends_with("there are: x, y, z"));
        assert_eq!(compare(&records, None, Some(("x", "z"))).unwrap().len(), 1);
        assert!(compare(&records, None, Some(("x", "q"))).is_err());
        assert_eq!(compare(&records, Some(&records[1..]), None).unwrap().len(), 2);
    }
}
