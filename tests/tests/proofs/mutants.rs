//! Mutated steps: whatever has a counterexample is refused, and what is accepted follows, as the solver
//! confirms. Counterexamples are found by trying assignments.

use crate::checker::{accepts, proof};
use crate::random::{MAKERS, problem_and_proof};
use crate::steps::{DECLARATIONS, STEPS};
use cfp_check::{Verdict, check};
use cfp_tests::judge::Signature;
use cfp_tests::random::Rng;
use cfp_tests::sexpr::{inside, pieces};
use std::collections::HashSet;

/// How many different false mutants of each step are to be refused.
fn wanted() -> usize {
    std::env::var("CFP_CHECK_MUTANTS").ok().and_then(|text| text.parse().ok()).unwrap_or(100)
}

/// How many assignments are tried for a mutant.
const TRIES: u64 = 120;

/// Words that take the place of others, mostly of those in the same line.
const WORDS: [&[&str]; 8] = [
    &["p", "q", "r", "true", "false", "(g a)", "(not p)", "(not q)"],
    &["a", "b", "c", "(f a b)"],
    &["x", "y", "z", "0", "1", "2", "3", "(h x)"],
    &["u", "v", "1.0", "2.5"],
    &["and", "or", "xor", "=>", "="],
    &["<=", "<", ">=", ">", "="],
    &["+", "-", "*"],
    &["m", "(store m x y)"],
];

/// What may take the place of a word.
fn other_word<'w>(text: &str, groups: &[&[&'w str]], rng: &mut Rng) -> &'w str {
    let group = groups.iter().find(|group| group.contains(&text)).filter(|_| !rng.one_in(5));
    let any = if rng.one_in(2) { 0 } else { rng.below(groups.len()) };
    rng.pick(group.copied().unwrap_or(groups[any]))
}

/// Another number close by, a multiple, or the negative.
fn other_number(text: &str, rng: &mut Rng) -> Option<String> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let value: i128 = whole.parse().ok()?;
    let value = [value + 1, value - 1, 2 * value, -value, 0][rng.below(5)];
    let point = if fraction.is_empty() { String::new() } else { format!(".{fraction}") };
    Some(match value < 0 {
        true => format!("(- {}{point})", -value),
        false => format!("{value}{point}"),
    })
}

/// A text with one change: a word, a number, a negation, the order, a part.
fn mutated(text: &str, words: &[&[&str]], rng: &mut Rng) -> String {
    let mut parts: Vec<String> = pieces(text).into_iter().map(str::to_string).collect();
    if parts.is_empty() {
        return other_word("", words, rng).to_string();
    }
    let index = rng.below(parts.len());
    match rng.below(8) {
        0 => _ = parts.remove(index),
        1 => parts[index] = format!("(not {})", parts[index]),
        2 => {
            let other = rng.below(parts.len());
            parts.swap(index, other);
        }
        3 => parts.push(parts[index].clone()),
        4 => parts.insert(index, other_word(&parts[index], words, rng).to_string()),
        _ if parts[index].starts_with('(') => {
            let inner = inside(&parts[index]).to_string();
            parts[index] = match inner.strip_prefix("not ") {
                Some(inner) if rng.one_in(2) => inner.to_string(),
                _ => format!("({})", mutated(&inner, words, rng)),
            };
        }
        _ => {
            let number = other_number(&parts[index], rng);
            parts[index] = number.unwrap_or_else(|| other_word(&parts[index], words, rng).to_string());
        }
    }
    parts.join(" ")
}

/// Whether a step follows: the premises and the negated clause are unsatisfiable.
fn follows(premises: &[String], clause: &str) -> bool {
    let mut script = DECLARATIONS.to_string();
    for premise in premises {
        script += &format!("(assert (or false {premise}))\n");
    }
    for literal in pieces(clause) {
        script += &format!("(assert (not {literal}))\n");
    }
    let answer = cfp_smtlib::run_script(&(script + "(check-sat)"));
    // What the solver does not decide, it does not refute.
    !answer.lines().any(|line| line == "sat")
}

/// Mutants of one step, until enough false ones are refused; returns how many are accepted.
fn try_mutants(index: usize, signature: &Signature) -> usize {
    let (rule, premises, clause, args) = STEPS[index];
    let (mut seen, mut accepted, mut refused) = (HashSet::new(), 0, 0);
    for round in 0..200 * wanted() as u64 {
        if refused >= wanted() {
            return accepted;
        }
        let mut rng = Rng::new(index as u64 * 1_000_000_000 + round);
        let mut premises: Vec<String> = premises.iter().map(|premise| premise.to_string()).collect();
        let (mut clause, mut args) = (clause.to_string(), args.to_string());
        // Short steps have few mutants with few changes.
        for _ in 0..=rng.below(4 + round as usize / 2_000) {
            match rng.below(4) {
                0 if !premises.is_empty() => {
                    let index = rng.below(premises.len());
                    premises[index] = mutated(&premises[index], &WORDS, &mut rng);
                }
                1 if !args.is_empty() => args = mutated(&args, &WORDS, &mut rng),
                _ => clause = mutated(&clause, &WORDS, &mut rng),
            }
        }
        if !seen.insert((premises.clone(), clause.clone(), args.clone())) {
            continue;
        }
        let judged = accepts(rule, &premises, &clause, &args);
        // What is no step at all is no false one.
        if judged.as_ref().is_err_and(|message| !message.starts_with("step ")) {
            continue;
        }
        let seed = signature.refutation(&premises, &clause, TRIES);
        match judged {
            Ok(()) => {
                let text = proof(rule, &premises, &clause, &args);
                assert_eq!(seed, None, "accepted, but false:\n{text}");
                accepted += 1;
                assert!(follows(&premises, &clause), "{text}");
            }
            Err(_) => refused += usize::from(seed.is_some()),
        }
    }
    panic!("{rule}: only {refused} different false mutants");
}

#[test]
fn false_mutants_of_every_rule_are_refused() {
    let signature = Signature::read(DECLARATIONS);
    let accepted: usize = (0..STEPS.len()).map(|index| try_mutants(index, &signature)).sum();
    println!("{} false mutants are refused, {accepted} true ones accepted", STEPS.len() * wanted());
    assert!(accepted > 0);
}

/// A step of a proof as it is printed: one line.
struct Line<'a> {
    name: &'a str,
    clause: &'a str,
    rule: &'a str,
    premises: Vec<&'a str>,
    args: &'a str,
}

/// Reads `(step t (cl …) :rule r :premises (…) :args (…))`.
fn step_of(line: &str) -> Option<Line<'_>> {
    let parts = pieces(inside(line));
    let attribute = |name: &str| parts.iter().position(|part| *part == name).map(|at| parts[at + 1]);
    (parts[0] == "step").then(|| Line {
        name: parts[1],
        clause: inside(parts[2]).strip_prefix("cl").expect("a clause"),
        rule: attribute(":rule").expect("a rule"),
        premises: attribute(":premises").map_or(Vec::new(), |list| pieces(inside(list))),
        args: attribute(":args").map_or("", inside),
    })
}

/// The clause of the step or assumption with this name.
fn clause_of(lines: &[&str], name: &str) -> String {
    let line = lines.iter().find(|line| pieces(inside(line)).get(1) == Some(&name)).expect("a step");
    match step_of(line) {
        Some(step) => step.clause.to_string(),
        None => pieces(inside(line))[2].to_string(),
    }
}

/// Mutates a step of a proof; returns whether it was false, and so refused.
fn try_step(script: &str, lines: &[&str], at: usize, rng: &mut Rng) -> bool {
    let Some(step) = step_of(lines[at]) else { return false };
    let words: Vec<&str> =
        lines[..at].iter().filter_map(|line| pieces(inside(line)).get(1).copied()).collect();
    let names: Vec<&str> =
        words.iter().copied().filter(|word| word.starts_with('@')).chain(["true"]).collect();
    let steps: Vec<&str> = words.iter().copied().filter(|word| word.starts_with('t')).chain(["t0"]).collect();
    let (mut clause, mut args) = (step.clause.to_string(), step.args.to_string());
    let mut premises = step.premises.join(" ");
    for _ in 0..=rng.below(2) {
        match rng.below(3) {
            0 if !premises.is_empty() => premises = mutated(&premises, &[&steps], rng),
            1 if !args.is_empty() => args = mutated(&args, &[&["0", "1", "2", "(- 1)"]], rng),
            _ => clause = mutated(&clause, &[&names], rng),
        }
    }
    let Line { name, rule, .. } = step;
    let mutant = format!("(step {name} (cl {clause}) :rule {rule} :premises ({premises}) :args ({args}))");
    let text = lines[..at].iter().copied().chain([mutant.as_str()]).collect::<Vec<_>>().join("\n");
    let report = check(script, &text).expect("a script");
    let is_known = pieces(&premises).iter().all(|premise| steps.contains(premise) && *premise != "t0");
    let mut signature = Signature::read(script);
    signature.extend(&lines[..at].join("\n"));
    let known = if is_known { pieces(&premises) } else { Vec::new() };
    let clauses: Vec<String> = known.iter().map(|premise| clause_of(&lines[..at], premise)).collect();
    let is_false = is_known && signature.refutation(&clauses, &clause, 60).is_some();
    let is_refused = report.verdict == Verdict::Invalid && report.message.contains(" of the proof)");
    assert!(!is_false || is_refused, "accepted, but false: {}\n{script}\n{text}", report.message);
    is_false
}

#[test]
fn false_mutants_of_steps_of_proofs_are_refused() {
    let mut refused = 0;
    for (index, make) in MAKERS.into_iter().enumerate() {
        for seed in 0..(wanted() / 8) as u64 {
            let (script, proof) = problem_and_proof(make, index as u64 * 1_000_000 + seed);
            let Ok(proof) = proof else { continue };
            let lines: Vec<&str> = proof.lines().filter(|line| line.len() > 1).collect();
            // Where proofs are long, checking all before a step takes the time.
            if lines.len() > 400 {
                continue;
            }
            let mut rng = Rng::new(seed);
            refused +=
                (0..100).filter(|_| try_step(&script, &lines, rng.below(lines.len()), &mut rng)).count();
        }
    }
    println!("{refused} false mutants are refused");
    assert!(refused >= wanted() / 2, "{refused}");
}

/// The proof of a problem, both changed in the same way: definitions of the proof become definitions of the
/// problem, of which some are mutated, and so are steps. Returns the problem and the proof.
fn tampered(script: &str, proof: &str, rng: &mut Rng) -> (String, String) {
    let mut lines: Vec<String> = proof.lines().filter(|line| line.len() > 1).map(str::to_string).collect();
    for _ in 0..=rng.below(3) {
        let at = rng.below(lines.len());
        let parts: Vec<String> = pieces(inside(&lines[at])).into_iter().map(str::to_string).collect();
        let known = lines[..at].iter().filter_map(|line| pieces(inside(line)).get(1).copied());
        let names: Vec<&str> = known.filter(|word| word.starts_with('@')).chain(["1", "true"]).collect();
        let words: [&[&str]; 3] = [&names, WORDS[4], WORDS[5]];
        match parts[0].as_str() {
            "define-fun" => {
                let body = mutated(&parts[4..].join(" "), &words, rng);
                lines[at] = format!("(define-fun {} () {} {body})", parts[1], parts[3]);
            }
            "assume" => {
                let formula = parts.get(2).map_or("", String::as_str);
                lines[at] = format!("(assume {} {})", parts[1], mutated(formula, &words, rng));
            }
            _ => {
                let place = 2 + rng.below(parts.len() - 2);
                let mut parts = parts;
                parts[place] = mutated(&parts[place], &words, rng);
                lines[at] = format!("({})", parts.join(" "));
            }
        }
    }
    let declarations =
        script.lines().filter(|line| line.starts_with("(set-logic") || line.starts_with("(declare"));
    let mut problem: Vec<String> = declarations.map(str::to_string).collect();
    let rename = |line: &str| line.replace("@t", "d");
    let (definitions, steps): (Vec<String>, Vec<String>) =
        lines.into_iter().partition(|line| line.starts_with("(define-fun"));
    problem.extend(definitions.iter().map(|line| rename(line)));
    for line in steps.iter().filter(|line| line.starts_with("(assume")) {
        problem.push(rename(&format!("(assert {})", pieces(inside(line))[2..].join(" "))));
    }
    problem.push("(check-sat)".to_string());
    (problem.join("\n"), rename(&steps.join("\n")))
}

#[test]
fn proofs_of_satisfiable_problems_are_refused() {
    let mut refused = 0;
    for round in 0..wanted() as u64 {
        let make = MAKERS[(round % MAKERS.len() as u64) as usize];
        let (script, proof) = problem_and_proof(make, 5_000_000 + round);
        let Ok(proof) = proof.map(|proof| proof.replace('|', "")) else { continue };
        if proof.lines().count() > 400 {
            continue;
        }
        for seed in 0..100 {
            let (problem, proof) = tampered(&script, &proof, &mut Rng::new(round * 1_000 + seed));
            let Ok(report) = check(&problem, &proof) else { continue };
            if report.verdict == Verdict::Invalid && !report.message.contains("step ") {
                continue;
            }
            if !cfp_smtlib::run_script(&problem).lines().any(|line| line == "sat") {
                continue;
            }
            refused += 1;
            assert_ne!(report.verdict, Verdict::Valid, "{problem}\n{proof}");
        }
    }
    println!("{refused} proofs of satisfiable problems are refused");
    assert!(refused >= wanted() / 2, "{refused}");
}
