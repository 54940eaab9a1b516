//! The public benchmarks again, where they and a `z3` are at hand: after `sat` Z3 must accept the file with
//! our model in the place of its declarations; after `unsat` the conjuncts of the assertions that are in our
//! core must be unsatisfiable for Z3, all of them having been named.
//!
//! `CFP_ROUNDS` sets how many files of each kind are looked at, spread over all of them. Files get five
//! seconds.

use cfp_smtlib::{Config, Session};
use cfp_tests::benchmarks::{self, Benchmark};
use cfp_tests::rounds::seeds;
use cfp_tests::sexpr::{elements, inside, pieces};
use cfp_tests::z3::Z3;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

const LOGICS: &[&str] = &["QF_LIA", "QF_LRA", "QF_UF", "QF_UFLIA", "QF_IDL"];
/// Time per file, for us and for Z3.
const LIMIT: Duration = Duration::from_secs(5);

/// The commands of a file up to its first check, without it.
fn commands(script: &str) -> Vec<&str> {
    let is_kept = |command: &&str| {
        !name(command).starts_with("get-") && !["set-info", "set-option", "echo"].contains(&name(command))
    };
    pieces(script).into_iter().take_while(|command| name(command) != "check-sat").filter(is_kept).collect()
}

/// The name of a command.
fn name(command: &str) -> &str {
    let end = |c: char| c.is_whitespace() || c == '(' || c == ')';
    command[1..].trim_start().split(end).next().unwrap_or_default()
}

/// What an assertion says, taken apart at conjunctions: many files have one assertion only.
fn conjuncts(assertion: &str) -> Vec<&str> {
    let mut pending = vec![pieces(inside(assertion))[1]];
    let mut found = Vec::new();
    while let Some(term) = pending.pop() {
        match term.starts_with('(') && name(term) == "and" {
            true => pending.extend(pieces(inside(term)).into_iter().skip(1).rev()),
            false => found.push(term),
        }
    }
    found
}

/// What we print, and how long that takes.
fn run_ours(script: &str) -> (String, Duration) {
    let start = Instant::now();
    let mut config = Config { deadline: Some(start + LIMIT), ..Config::default() };
    config.options.limits.time = Some(LIMIT);
    let mut output = Vec::new();
    Session::new(config).run(script.as_bytes(), &mut output).expect("memory can be written");
    (String::from_utf8(output).expect("answers are UTF-8"), start.elapsed())
}

/// A script that is satisfiable iff the model is right.
fn with_model(commands: &[&str], model: &str) -> String {
    let is_first = |command: &&&str| ["set-logic", "declare-sort", "define-sort"].contains(&name(command));
    let is_rest = |command: &&&str| ["define-fun", "assert"].contains(&name(command));
    let mut lines: Vec<String> =
        commands.iter().filter(is_first).map(|command| command.to_string()).collect();
    for (sort, names) in elements(model) {
        lines.extend(names.iter().map(|name| format!("(declare-const {name} {sort})")));
        if names.len() > 1 {
            let names: Vec<String> = names.into_iter().collect();
            lines.push(format!("(assert (distinct {}))", names.join(" ")));
        }
    }
    // Of divisions by zero Z3 may make what it likes; but a file may have functions of these names.
    let second = |text: &str| pieces(inside(text))[1].trim_matches('|').to_string();
    let declarations = commands.iter().filter(|command| name(command).starts_with("declare-"));
    let declared: BTreeSet<String> = declarations.map(|command| second(command)).collect();
    let is_division = |definition: &&str| {
        let name = second(definition);
        ["/", "div", "mod"].contains(&name.as_str()) && !declared.contains(&name)
    };
    let definitions = pieces(inside(model));
    lines.extend(
        definitions.iter().filter(|definition| !is_division(definition)).map(|text| text.to_string()),
    );
    lines.extend(commands.iter().filter(is_rest).map(|command| command.to_string()));
    lines.push("(check-sat)".to_string());
    lines.join("\n")
}

/// What was found out about the files of a logic.
#[derive(Default, Debug)]
struct Counts {
    confirmed: usize,
    undecided_by_z3: usize,
    not_solved: usize,
    /// Assertions in files with cores, and in the cores.
    assertions: usize,
    in_cores: usize,
}

/// Asks Z3; the failure, if any, goes to the list.
fn confirm(
    z3: &mut Z3,
    script: &str,
    expected: &str,
    file: &Benchmark,
    counts: &mut Counts,
    wrong: &mut Vec<String>,
) {
    match z3.run(script).as_deref() {
        Some([answer]) if answer == expected => counts.confirmed += 1,
        None => counts.undecided_by_z3 += 1,
        Some([answer]) if ["unknown", "timeout"].contains(&answer.as_str()) => counts.undecided_by_z3 += 1,
        Some(replies) => {
            let reply: String = replies.join(" ").chars().take(200).collect();
            wrong.push(format!("{}: {reply}", file.path.display()));
        }
    }
}

/// Files of a status, at most so many, spread evenly.
fn sample<'a>(files: &'a [Benchmark], status: &str, count: usize) -> Vec<&'a Benchmark> {
    let all: Vec<&Benchmark> = files.iter().filter(|file| file.status == status).collect();
    let count = count.min(all.len());
    (0..count).map(|index| all[index * all.len() / count]).collect()
}

/// Looks at files of a status; `look` gets the commands and says what must be asked, `None` if we do not
/// solve the file.
fn look_at(
    status: &str,
    look: impl Fn(&[&str], &mut Counts) -> Result<Option<String>, String>,
) -> BTreeMap<String, Counts> {
    let mut all = BTreeMap::new();
    let (Some(mut z3), Some(files)) = (Z3::start_with(LIMIT), benchmarks::of_logics(LOGICS)) else {
        eprintln!("skipped: no z3 or no benchmarks here");
        return all;
    };
    let mut wrong = Vec::new();
    let rounds = seeds(12).count();
    for file in sample(&files, status, rounds) {
        let bytes = std::fs::read(&file.path).expect("the benchmark can be read");
        let text = String::from_utf8_lossy(&bytes);
        let counts: &mut Counts = all.entry(file.logic.clone()).or_default();
        match look(&commands(&text), counts) {
            Ok(Some(script)) => confirm(&mut z3, &script, status, file, counts, &mut wrong),
            Ok(None) => counts.not_solved += 1,
            Err(problem) => wrong.push(format!("{}: {problem}", file.path.display())),
        }
    }
    for (logic, counts) in &all {
        eprintln!("{logic} {status}: {counts:?}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    all
}

#[test]
fn models_of_benchmarks_are_confirmed_by_z3() {
    look_at("sat", |commands, _| {
        let (output, time) = run_ours(&format!("{}\n(check-sat)\n(get-model)", commands.join("\n")));
        match output.split_once('\n') {
            Some(("sat", model)) => Ok(Some(with_model(commands, model.trim()))),
            Some(("unknown", _)) | None if time >= LIMIT / 2 => Ok(None),
            _ => Err(output.chars().take(200).collect()),
        }
    });
}

#[test]
fn cores_of_benchmarks_are_confirmed_by_z3() {
    look_at("unsat", |commands, counts| {
        // Assertions with labels in them stay as they are: others may use these.
        let (assertions, others): (Vec<&str>, Vec<&str>) = commands
            .iter()
            .copied()
            .partition(|command| name(command) == "assert" && !command.contains(":named"));
        let terms: Vec<&str> = assertions.into_iter().flat_map(conjuncts).collect();
        let label = |index: usize| format!("our!{index}");
        let named = |(index, term): (usize, &&str)| format!("(assert (! {term} :named {}))\n", label(index));
        let script = format!(
            "(set-option :produce-unsat-cores true)\n{}\n{}(check-sat)\n(get-unsat-core)",
            others.join("\n"),
            terms.iter().enumerate().map(named).collect::<String>()
        );
        let (output, time) = run_ours(&script);
        let core = match output.split_once('\n') {
            Some(("unsat", core)) => core.trim(),
            Some(("unknown", _)) | None if time >= LIMIT / 2 => return Ok(None),
            _ => return Err(output.chars().take(200).collect()),
        };
        let core: BTreeSet<&str> = pieces(inside(core)).into_iter().collect();
        counts.in_cores += core.len();
        counts.assertions += terms.len();
        let blamed = terms.iter().enumerate().filter(|&(index, _)| core.contains(label(index).as_str()));
        let blamed = blamed.map(|(_, term)| format!("(assert {term})\n")).collect::<String>();
        Ok(Some(format!("{}\n{blamed}(check-sat)", others.join("\n"))))
    });
}
