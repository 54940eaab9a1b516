//! What each technique of the analysis is worth: `cfp-heap` without one of them against `cfp-heap` as it is.
//!
//! The techniques are read from the tool itself (`--list-techniques`), so that one takes part as soon as it
//! has a switch.

use std::fmt::Write as _;

use super::Program;
use super::table::{Configuration, Tally, suite_names};
use super::tool::Answer;
use crate::error::{Error, Result};
use crate::studies::ablate::listing;

/// The name of the configuration with all techniques.
pub const ALL: &str = "all";

/// The option of `cfp-heap` that lists its techniques, one in a line, the name first.
const LIST: &str = "--list-techniques";

/// The names of the techniques of a `cfp-heap`.
pub fn techniques(tool: &str) -> Result<Vec<String>> {
    let names = listed(&listing(tool, LIST)?);
    if names.is_empty() {
        return Err(Error::new(format!("{tool} lists no techniques ({LIST})")));
    }
    Ok(names)
}

fn listed(text: &str) -> Vec<String> {
    text.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_string).collect()
}

/// A table for each suite, and what is no longer decided without each technique. The first configuration has
/// all techniques; each of the others is named after the one that it lacks.
pub fn tables(configurations: &[Configuration<'_>]) -> String {
    let Some((base, others)) = configurations.split_first() else { return String::new() };
    let mut text = String::new();
    for suite in suite_names(base.answers.iter().map(|(program, _)| *program)) {
        let tally = |configuration: &Configuration<'_>| {
            let own = configuration.answers.iter().filter(|(program, _)| program.suite == suite);
            Tally::of(own.map(|(program, answer)| (*program, answer)))
        };
        let with_all = tally(base);
        let _ = writeln!(text, "## {suite}: {} programs\n", with_all.programs);
        text += "| without | right | proved | unknown | wrong | questions | analysis s | ratio |\n";
        text += "|---|---:|---:|---:|---:|---:|---:|---:|\n";
        for configuration in configurations {
            row(&mut text, configuration.name, &tally(configuration), &with_all);
        }
        text.push('\n');
    }
    text += "## Undecided without a technique\n\n";
    for other in others {
        let lost = lost(base, other);
        let lost = if lost.is_empty() { "nothing".to_string() } else { lost.join(", ") };
        let _ = writeln!(text, "- {}: {lost}", other.name);
    }
    text.push('\n');
    text
}

fn row(text: &mut String, name: &str, tally: &Tally, base: &Tally) {
    let Tally { right, proved, unknown, wrong, questions, analysis, .. } = tally;
    let name = if name == ALL { "(nothing)" } else { name };
    let ratio = if base.analysis > 0.0 { format!("{:.2}", analysis / base.analysis) } else { String::new() };
    let _ = write!(text, "| {name} | {right} | {proved} | {unknown} | {wrong} | {questions} ");
    let _ = writeln!(text, "| {analysis:.2} | {ratio} |");
}

/// The programs that the first configuration decides rightly and the other does not.
fn lost(base: &Configuration<'_>, other: &Configuration<'_>) -> Vec<String> {
    let is_right =
        |program: &Program, answer: &Answer| answer.verdict.is_right(&program.expected) == Some(true);
    let mut names = Vec::new();
    for ((program, with), (_, without)) in base.answers.iter().zip(&other.answers) {
        if is_right(program, with) && !is_right(program, without) {
            names.push(program.name.clone());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::Verdict;
    use crate::heap::tests::program;
    use crate::heap::tool::Cost;

    #[test]
    fn names_come_first() {
        assert_eq!(listed("sums       add up\nunrolling  one by one\n\n"), ["sums", "unrolling"]);
        assert!(techniques("/bin/true").is_err());
    }

    #[test]
    fn losses_and_times_are_those_against_all_techniques() {
        let programs = [program("init", Verdict::Proved), program("copy", Verdict::Proved)];
        let measured = |name, verdicts: [Verdict; 2], analysis| {
            let answer = |verdict| {
                let cost = Cost { analysis, questions: 3, ..Cost::default() };
                Answer { verdict, cost, shapes: None, open: Vec::new(), places: 0 }
            };
            Configuration { name, answers: programs.iter().zip(verdicts.map(answer)).collect() }
        };
        let all = measured(ALL, [Verdict::Proved, Verdict::Proved], 0.5);
        let sums = measured("sums", [Verdict::Proved, Verdict::Unknown], 1.0);
        let growth = measured("growth", [Verdict::Proved, Verdict::Proved], 0.25);
        let text = tables(&[all, sums, growth]);
        assert!(text.contains("## arrays: 2 programs"), "{text}");
        assert!(text.contains("| (nothing) | 2 | 2 | 0 | 0 | 6 | 1.00 | 1.00 |"), "{text}");
        assert!(text.contains("| sums | 1 | 1 | 1 | 0 | 6 | 2.00 | 2.00 |"), "{text}");
        assert!(text.contains("- sums: copy\n- growth: nothing\n"), "{text}");
        assert_eq!(tables(&[]), "");
    }
}
