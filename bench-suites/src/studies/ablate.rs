//! Ablation of the integer techniques: the solver with one of them toggled against the default solver.
//!
//! The techniques are the options of `cfp-solve` whose name starts with `int-`. They are read from the solver
//! itself, so that a technique is included as soon as it has a switch.

use std::process::{Command, Stdio};

use crate::error::{Error, Result};
use crate::results::record::Record;
use crate::results::report::{Style, align};
use crate::results::score::{Score, by_family};
use crate::tasks::solver::Solver;

/// The name of the solver as it is.
pub const DEFAULT: &str = "default";

/// A technique with a switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Technique {
    /// The name of its option.
    pub option: String,
    /// Whether the solver uses it when nothing is said.
    pub is_on: bool,
}

/// The techniques of a `cfp-solve`: those of its options that start with `int-` and are on or off.
pub fn techniques(program: &str) -> Result<Vec<Technique>> {
    let listed = listed(&listing(program, "--list-options")?);
    if listed.is_empty() {
        return Err(Error::new(format!("{program} lists no techniques (--list-options)")));
    }
    Ok(listed)
}

/// What a program prints with an option that lists something.
pub(crate) fn listing(program: &str, option: &str) -> Result<String> {
    let output = Command::new(program)
        .arg(option)
        .stdin(Stdio::null())
        .output()
        .map_err(|e| Error::new(format!("{program}: {e}")))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn listed(text: &str) -> Vec<Technique> {
    let settings = text.lines().filter_map(|line| line.split_whitespace().next()?.split_once('='));
    let techniques = settings.filter(|(name, _)| name.starts_with("int-"));
    techniques
        .filter_map(|(name, value)| Some(Technique { option: name.to_string(), is_on: value.parse().ok()? }))
        .collect()
}

/// The solver as it is, then one for each technique, without it or, if it is off, with it.
pub fn variants(program: &str, techniques: &[Technique]) -> Result<Vec<Solver>> {
    let mut solvers = vec![format!("{DEFAULT}='{program}'").parse()?];
    for Technique { option, is_on } in techniques {
        let name = option.strip_prefix("int-").unwrap_or(option);
        let prefix = if *is_on { "no" } else { "with" };
        solvers.push(format!("{prefix}-{name}='{program}' -O {option}={}", !is_on).parse()?);
    }
    Ok(solvers)
}

/// By family: solved and PAR-2 of each variant, and their differences to the solver as it is.
pub fn table(records: &[Record], style: Style) -> String {
    let headings = ["family", "variant", "files", "solved", "PAR-2", "+/- solved", "+/- PAR-2", "wrong"];
    let mut rows = vec![headings.map(str::to_string).to_vec()];
    for group in by_family(records) {
        let base = group.scores.first().map(|(_, score)| score.clone()).unwrap_or_default();
        for (i, (variant, score)) in group.scores.iter().enumerate() {
            let family = group.family.as_deref().unwrap_or("total");
            rows.push(row(if i == 0 { family } else { "" }, variant, score, (i > 0).then_some(&base)));
        }
    }
    let mut lines = align(&rows, 2).into_iter();
    let heading = lines.next().map(|line| style.heading(&line));
    heading.into_iter().chain(lines).map(|line| line + "\n").collect()
}

fn row(family: &str, variant: &str, score: &Score, base: Option<&Score>) -> Vec<String> {
    let difference = |base: &Score| {
        let solved = score.solved as i64 - base.solved as i64;
        [format!("{solved:+}"), format!("{:+.3}", score.par2() - base.par2())]
    };
    let mut row = vec![family.to_string(), variant.to_string()];
    row.extend([score.files.to_string(), score.solved.to_string(), format!("{:.3}", score.par2())]);
    row.extend(base.map(difference).unwrap_or_default());
    row.push((score.wrong + score.disputed).to_string());
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::record::Outcome;
    use crate::results::record::tests::record;

    #[test]
    fn techniques_are_the_switches() {
        let text =
            "engine=dpll   which engine\nint-cube=true  a=b\nint-gcd=false  off already\nint-x=3 no switch\n";
        assert_eq!(listed(text), [technique("int-cube", true), technique("int-gcd", false)]);
    }

    fn technique(option: &str, is_on: bool) -> Technique {
        Technique { option: option.to_string(), is_on }
    }

    #[test]
    fn one_variant_for_each_technique() {
        let techniques = [technique("int-cube", true), technique("int-gcd", false)];
        let solvers = variants("a folder/cfp-solve", &techniques).unwrap();
        let names: Vec<&str> = solvers.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(names, [DEFAULT, "no-cube", "with-gcd"]);
        let line = solvers[1].command_line("f.smt2".as_ref());
        assert_eq!(line, ["a folder/cfp-solve", "-O", "int-cube=false", "f.smt2"]);
    }

    #[test]
    fn differences_are_to_the_default() {
        let records =
            [record("f", DEFAULT, Outcome::Solved, 1.0), record("f", "no-cube", Outcome::Timeout, 10.0)];
        let text = table(&records, Style::PLAIN);
        let last: Vec<&str> = text.lines().last().unwrap().split_whitespace().collect();
        assert_eq!(last, ["no-cube", "1", "0", "20.000", "-1", "+19.000", "0"]);
        assert!(text.lines().nth(1).unwrap().starts_with("family  default"));
    }
}
