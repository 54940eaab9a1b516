//! Results as Markdown: a table for each suite, totals, open obligations, and the four memory models.

use std::fmt::Write as _;

use super::published;
use super::tool::Answer;
use super::{Program, Verdict};

/// A program with what was found about it.
#[derive(Debug)]
pub struct Row<'a> {
    /// The program.
    pub program: &'a Program,
    /// What `cfp-heap` says.
    pub answer: Answer,
    /// What CBMC says, and its CPU seconds.
    pub cbmc: Option<(Verdict, f64)>,
}

/// The results of one configuration of `cfp-heap`: of its memory, or without a technique.
#[derive(Debug)]
pub struct Configuration<'a> {
    /// Its name.
    pub name: &'a str,
    /// One answer for each program.
    pub answers: Vec<(&'a Program, Answer)>,
}

impl Configuration<'_> {
    /// Whether some verdict is wrong.
    pub fn has_wrong(&self) -> bool {
        self.answers.iter().any(|(program, answer)| answer.verdict.is_right(&program.expected) == Some(false))
    }
}

/// How the verdicts about some programs are, and what they cost.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Tally {
    /// How many programs.
    pub programs: usize,
    /// How many of them have no error.
    pub correct: usize,
    /// Right verdicts.
    pub right: usize,
    /// Those of them that are proofs.
    pub proved: usize,
    /// Wrong verdicts.
    pub wrong: usize,
    /// No verdict.
    pub unknown: usize,
    /// Places that stay open.
    pub places: usize,
    /// Seconds of analysis.
    pub analysis: f64,
    /// Questions to the solver.
    pub questions: u64,
}

impl Tally {
    /// Counts answers about programs.
    pub fn of<'a>(answers: impl IntoIterator<Item = (&'a Program, &'a Answer)>) -> Tally {
        let mut tally = Tally::default();
        for (program, answer) in answers {
            let is_correct = program.expected == Verdict::Proved;
            tally.programs += 1;
            tally.correct += usize::from(is_correct);
            match answer.verdict.is_right(&program.expected) {
                Some(true) => {
                    tally.right += 1;
                    tally.proved += usize::from(is_correct);
                }
                Some(false) => tally.wrong += 1,
                None => tally.unknown += 1,
            }
            tally.places += answer.places;
            tally.analysis += answer.cost.analysis;
            tally.questions += answer.cost.questions;
        }
        tally
    }
}

/// Whether a program was decided, and rightly.
fn mark(verdict: &Verdict, expected: &Verdict) -> &'static str {
    match verdict.is_right(expected) {
        Some(true) => "✓",
        Some(false) => "**wrong**",
        None => "?",
    }
}

/// The names of the suites of some programs, in their order.
pub(crate) fn suite_names<'a>(programs: impl Iterator<Item = &'a Program>) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for program in programs {
        if !names.contains(&program.suite.as_str()) {
            names.push(&program.suite);
        }
    }
    names
}

/// One table for each suite, in the order of the rows.
pub fn suites(rows: &[Row<'_>]) -> String {
    let mut text = String::new();
    for name in suite_names(rows.iter().map(|row| row.program)) {
        let own: Vec<&Row<'_>> = rows.iter().filter(|row| row.program.suite == name).collect();
        let _ = writeln!(text, "## {name}\n");
        suite(&mut text, &own);
    }
    text
}

fn suite(text: &mut String, rows: &[&Row<'_>]) {
    let published = rows.first().and_then(|row| published::of_suite(&row.program.suite));
    let with_cbmc = rows.iter().any(|row| row.cbmc.is_some());
    let mut headings = vec![
        "program",
        "row",
        "expected",
        "verdict",
        "",
        "front end",
        "runs",
        "analysis",
        "solving",
        "questions",
        "MiB",
    ];
    headings.extend(published.map(|table| table.source));
    if with_cbmc {
        headings.extend(["CBMC", "CBMC s"]);
    }
    let _ = writeln!(text, "| {} |", headings.join(" | "));
    let align = |index: usize| if index < 5 { "---" } else { "---:" };
    let _ = writeln!(text, "|{}|", (0..headings.len()).map(align).collect::<Vec<_>>().join("|"));
    for row in rows {
        let Row { program, answer, cbmc } = row;
        let cost = &answer.cost;
        let mut cells = vec![
            program.name.clone(),
            program.row.clone(),
            program.expected.text(),
            answer.verdict.text(),
            mark(&answer.verdict, &program.expected).to_string(),
        ];
        cells.extend(
            [cost.front_end, cost.runs, cost.analysis, cost.solving].map(|time| format!("{time:.3}")),
        );
        cells.extend([cost.questions.to_string(), format!("{:.1}", cost.memory)]);
        cells.extend(
            published.map(|table| table.time(program).map_or_else(String::new, |time| time.to_string())),
        );
        if with_cbmc {
            cells.push(cbmc.as_ref().map_or_else(String::new, |(verdict, _)| verdict.text()));
            cells.push(cbmc.as_ref().map_or_else(String::new, |(_, time)| format!("{time:.2}")));
        }
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text.push('\n');
    totals(text, rows);
}

fn totals(text: &mut String, rows: &[&Row<'_>]) {
    let tally = Tally::of(rows.iter().map(|row| (row.program, &row.answer)));
    let Tally { right, wrong, unknown, .. } = tally;
    let percent = 100.0 * unknown as f64 / rows.len().max(1) as f64;
    let _ = writeln!(
        text,
        "{} programs: {right} right, {wrong} wrong, {unknown} unknown ({percent:.0} %).",
        rows.len()
    );
    let sum = |part: fn(&Answer) -> f64| rows.iter().map(|row| part(&row.answer)).sum::<f64>();
    let _ = writeln!(
        text,
        "Seconds in total: front end {:.2}, runs {:.2}, analysis {:.2} (solving {:.2}).",
        sum(|answer| answer.cost.front_end),
        sum(|answer| answer.cost.runs),
        sum(|answer| answer.cost.analysis),
        sum(|answer| answer.cost.solving)
    );
    if let Some(table) = rows.first().and_then(|row| published::of_suite(&row.program.suite)) {
        let known: Vec<(&&Row<'_>, f64)> =
            rows.iter().filter_map(|row| Some((row, table.time(row.program)?))).collect();
        let own: f64 = known.iter().map(|(row, _)| row.answer.cost.runs + row.answer.cost.analysis).sum();
        let theirs: f64 = known.iter().map(|(_, time)| time).sum();
        let _ = writeln!(
            text,
            "The {} programs of {}: runs and analysis {own:.2} s, the {} {theirs:.2} s.",
            known.len(),
            table.figure,
            table.source
        );
    }
    let peers: Vec<(&&Row<'_>, &(Verdict, f64))> =
        rows.iter().filter_map(|row| Some((row, row.cbmc.as_ref()?))).collect();
    if !peers.is_empty() {
        let is_right = |(row, (verdict, _)): &&(&&Row<'_>, &(Verdict, f64))| {
            verdict.is_right(&row.program.expected) == Some(true)
        };
        let right = peers.iter().filter(is_right).count();
        let time: f64 = peers.iter().map(|(_, (_, time))| time).sum();
        let _ = writeln!(text, "CBMC: {right} of {} right, {time:.2} CPU s.", peers.len());
    }
    text.push('\n');
}

/// All suites side by side: what is proved and refuted, and the median of the seconds of runs and analysis.
pub fn summary(rows: &[Row<'_>]) -> String {
    let mut text = "## All suites\n\n".to_string();
    text += "| suite | programs | proved | of correct | refuted | of wrong | unknown | wrong verdicts | median s |\n";
    text += "|---|---:|---:|---:|---:|---:|---:|---:|---:|\n";
    for name in suite_names(rows.iter().map(|row| row.program)) {
        let own: Vec<&Row<'_>> = rows.iter().filter(|row| row.program.suite == name).collect();
        let Tally { programs, correct, right, proved, wrong, unknown, .. } =
            Tally::of(own.iter().map(|row| (row.program, &row.answer)));
        let mut times: Vec<f64> =
            own.iter().map(|row| row.answer.cost.runs + row.answer.cost.analysis).collect();
        times.sort_by(f64::total_cmp);
        let (refuted, erroneous, median) = (right - proved, programs - correct, times[times.len() / 2]);
        let _ = write!(text, "| {name} | {programs} | {proved} | {correct} | {refuted} | {erroneous} ");
        let _ = writeln!(text, "| {unknown} | {wrong} | {median:.3} |");
    }
    text.push('\n');
    text
}

/// The analysis of shapes by itself, next to published figures: the most disjuncts and iterations at the head
/// of a loop, and milliseconds.
pub fn shapes(answers: &[(&Program, Answer)]) -> String {
    let mut text = "## Shape analysis by itself\n\n".to_string();
    text += "| program | verdict | disjuncts | published | iterations | published | ms | published |\n";
    text += "|---|---|---:|---:|---:|---:|---:|---:|\n";
    for (program, answer) in answers {
        let Some(theirs) = published::shape_figures(program) else { continue };
        let count = |count: Option<u64>| count.map_or("?".to_string(), |count| count.to_string());
        let disjuncts = count(answer.shapes.map(|ours| ours.disjuncts));
        let iterations = count(answer.shapes.and_then(|ours| ours.iterations));
        let time = answer.shapes.map_or("?".to_string(), |ours| format!("{:.0}", 1000.0 * ours.time));
        let _ = write!(
            text,
            "| {} | {} | {disjuncts} | {} ",
            program.name,
            answer.verdict.text(),
            theirs.disjuncts
        );
        let known = count(theirs.iterations);
        let _ = writeln!(text, "| {iterations} | {known} | {time} | {:.0} |", 1000.0 * theirs.time);
    }
    text.push('\n');
    text
}

/// Programs with containers beside an analysis to which containers are sets: without keys and indices.
pub fn sets(answers: &[(&Row<'_>, Answer)]) -> String {
    let mut text = "## Containers as sets\n\n".to_string();
    text += "| program | verdict | open places | s | as sets | open places | s | published s |\n";
    text += "|---|---|---:|---:|---|---:|---:|---:|\n";
    for (row, as_sets) in answers {
        let mut cells = vec![row.program.name.clone()];
        for answer in [&row.answer, as_sets] {
            let time = answer.cost.runs + answer.cost.analysis;
            cells.extend([answer.verdict.text(), answer.places.to_string(), format!("{time:.3}")]);
        }
        let published = published::of_suite(&row.program.suite).and_then(|table| table.time(row.program));
        cells.push(published.map_or_else(String::new, |time| time.to_string()));
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    let ours = Tally::of(answers.iter().map(|(row, _)| (row.program, &row.answer)));
    let theirs = Tally::of(answers.iter().map(|(row, answer)| (row.program, answer)));
    let _ = writeln!(
        text,
        "\nProved: {} of {}, as sets {}. Open places: {}, as sets {}.\n",
        ours.proved, ours.correct, theirs.proved, ours.places, theirs.places
    );
    text
}

/// Memory managers by both kinds of abstraction, next to published figures of the canonical one: the most
/// symbolic heaps at the head of a loop, and milliseconds.
pub fn abstractions(answers: &[(&Program, (Answer, Answer))]) -> String {
    let mut text = "## Memory managers by history and by the canonical form\n\n".to_string();
    text += "| program | verdict | states | canonical | published | ms | canonical | published |\n";
    text += "|---|---|---:|---:|---:|---:|---:|---:|\n";
    for (program, (history, canonical)) in answers {
        let Some(theirs) = published::shape_figures(program) else { continue };
        let verdicts = [history, canonical].map(|answer| answer.verdict.text());
        let verdict = if verdicts[0] == verdicts[1] { verdicts[0].clone() } else { verdicts.join(" / ") };
        let figures = |answer: &Answer| match answer.shapes {
            Some(ours) => (ours.disjuncts.to_string(), format!("{:.0}", 1000.0 * ours.time)),
            None => ("?".to_string(), "?".to_string()),
        };
        let ((states, time), (others, other)) = (figures(history), figures(canonical));
        let _ = write!(text, "| {} | {verdict} | {states} | {others} | {} ", program.name, theirs.disjuncts);
        let _ = writeln!(text, "| {time} | {other} | {:.0} |", 1000.0 * theirs.time);
    }
    text.push('\n');
    text
}

/// The programs without a verdict, each with what is missing.
pub fn open(rows: &[Row<'_>]) -> String {
    let is_open = |row: &&Row<'_>| row.answer.verdict.is_right(&row.program.expected).is_none();
    let open: Vec<&Row<'_>> = rows.iter().filter(is_open).collect();
    let mut text = format!("## Unknown: {} of {}\n\n", open.len(), rows.len());
    for row in open {
        let facts = match (&row.answer.verdict, row.answer.open.is_empty()) {
            (Verdict::Failed(why), _) => format!("failed: {why}"),
            (_, true) => "nothing is told".to_string(),
            (_, false) => row.answer.open.join("; "),
        };
        let _ = writeln!(text, "- {}/{} ({}): {facts}", row.program.suite, row.program.name, row.program.row);
    }
    text.push('\n');
    text
}

/// The configurations side by side, as in Figure 5.7 of the thesis: what each proves, refutes and leaves
/// open.
pub fn configurations(configurations: &[Configuration<'_>]) -> String {
    let mut text = "## Memory configurations\n\n".to_string();
    text += "| configuration | programs | proved | of correct | refuted | of wrong | unknown | wrong verdicts | open places | analysis s |\n";
    text += "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
    for Configuration { name, answers } in configurations {
        let Tally { programs, correct, right, proved, wrong, unknown, places, analysis, .. } =
            Tally::of(answers.iter().map(|(program, answer)| (*program, answer)));
        let (refuted, erroneous) = (right - proved, programs - correct);
        let _ = write!(text, "| {name} | {programs} | {proved} | {correct} | {refuted} | {erroneous} ");
        let _ = writeln!(text, "| {unknown} | {wrong} | {places} | {analysis:.2} |");
    }
    text.push('\n');
    text
}

/// Whether some verdict is wrong.
pub fn has_wrong(rows: &[Row<'_>]) -> bool {
    rows.iter().any(|row| row.answer.verdict.is_right(&row.program.expected) == Some(false))
}

#[cfg(test)]
mod tests {
    use super::super::published::ShapeFigures;
    use super::*;
    use crate::heap::tests::program;
    use crate::heap::tool::Cost;

    fn answer(verdict: Verdict, open: &[&str]) -> Answer {
        let cost = Cost { analysis: 0.25, questions: 7, ..Cost::default() };
        let open: Vec<String> = open.iter().map(|text| text.to_string()).collect();
        Answer { verdict, cost, shapes: None, places: open.len(), open }
    }

    #[test]
    fn shapes_are_next_to_published_figures() {
        let reverse = Program { suite: "lists".to_string(), ..program("list_reverse", Verdict::Proved) };
        let figures = ShapeFigures { disjuncts: 2, iterations: Some(6), time: 0.004 };
        let ours = Answer { shapes: Some(figures), ..answer(Verdict::Proved, &[]) };
        let text =
            shapes(&[(&reverse, ours), (&program("init", Verdict::Proved), answer(Verdict::Proved, &[]))]);
        assert!(text.contains("| list_reverse | proved | 2 | 1 | 6 | 3 | 4 | 7 |"), "{text}");
        assert!(!text.contains("init"), "{text}");
    }

    #[test]
    fn kinds_of_abstraction_are_side_by_side() {
        let manager = Program { suite: "managers".to_string(), ..program("malloc_kr", Verdict::Proved) };
        let ours = |disjuncts: u64, time: f64| {
            let figures = ShapeFigures { disjuncts, iterations: None, time };
            Answer { shapes: Some(figures), ..answer(Verdict::Proved, &[]) }
        };
        let text = abstractions(&[(&manager, (ours(20, 0.25), ours(36, 0.5)))]);
        assert!(text.contains("| malloc_kr | proved | 20 | 36 | 384 | 250 | 500 | 502230 |"), "{text}");
        let unknown = Answer { shapes: None, ..answer(Verdict::Unknown, &[]) };
        let text = abstractions(&[(&manager, (unknown, ours(36, 0.5)))]);
        assert!(text.contains("| malloc_kr | unknown / proved | ? | 36 | 384 | ? | 500 |"), "{text}");
    }

    #[test]
    fn tables_tell_right_from_wrong_and_open() {
        let programs = [
            program("init", Verdict::Proved),
            program("swap_buggy", Verdict::Refuted("unreach-call".to_string())),
            program("other", Verdict::Proved),
        ];
        let verdicts = [Verdict::Proved, Verdict::Proved, Verdict::Unknown];
        let rows: Vec<Row<'_>> = programs
            .iter()
            .zip(verdicts)
            .map(|(program, verdict)| Row {
                program,
                answer: answer(verdict, if program.name == "other" { &["3: a fact"] } else { &[] }),
                cbmc: Some((Verdict::Unknown, 1.5)),
            })
            .collect();
        let text = suites(&rows);
        assert!(text.contains("| init | A | proved | proved | ✓ |"), "{text}");
        assert!(text.contains("| swap_buggy | A | refuted: unreach-call | proved | **wrong** |"), "{text}");
        assert!(text.contains("3 programs: 1 right, 1 wrong, 1 unknown (33 %)."), "{text}");
        assert!(
            text.contains("The 2 programs of Figure 4.7: runs and analysis 0.50 s, the thesis 0.12 s."),
            "{text}"
        );
        assert!(text.contains("CBMC: 0 of 3 right, 4.50 CPU s."), "{text}");
        assert!(open(&rows).contains("- arrays/other (A): 3: a fact"));
        assert!(
            summary(&rows).contains("| arrays | 3 | 1 | 2 | 0 | 1 | 1 | 1 | 0.250 |"),
            "{}",
            summary(&rows)
        );
        assert!(has_wrong(&rows));
    }

    #[test]
    fn sets_are_next_to_keys() {
        let program = Program { suite: "containers".to_string(), ..program("vector_copy", Verdict::Proved) };
        let row = Row { program: &program, answer: answer(Verdict::Proved, &[]), cbmc: None };
        let text = sets(&[(&row, answer(Verdict::Unknown, &["1: a", "2: b"]))]);
        let line = "| vector_copy | proved | 0 | 0.250 | unknown | 2 | 0.250 | 0.22 |";
        assert!(text.contains(line), "{text}");
        assert!(text.contains("Proved: 1 of 1, as sets 0. Open places: 0, as sets 2."), "{text}");
    }

    #[test]
    fn configurations_are_counted() {
        let programs =
            [program("init", Verdict::Proved), program("swap_buggy", Verdict::Refuted("x".to_string()))];
        let answers = vec![
            (&programs[0], answer(Verdict::Unknown, &["1: a", "2: b"])),
            (&programs[1], answer(Verdict::Refuted("x".to_string()), &[])),
        ];
        let text = configurations(&[Configuration { name: "smashed", answers }]);
        assert!(text.contains("| smashed | 2 | 0 | 1 | 1 | 1 | 1 | 0 | 2 | 0.50 |"), "{text}");
    }
}
