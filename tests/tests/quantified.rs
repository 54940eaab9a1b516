//! Random formulas with quantifiers over the integers: what `check-sat` says against Z3 and brute force, its
//! models against both, and what `get-qe` and `simplify` make of them against Z3 and against the solver
//! itself. All of it goes through text, so reader and printer are tested with it. Without `z3` the rest is
//! still compared.
//!
//! `CFP_ROUNDS` sets how many formulas are tried, `CFP_SEED` where to start, `CFP_TICKS` the work per
//! question. What fails is printed as a small script.

use cfp_smtlib::print::{term_text, write_script};
use cfp_smtlib::{Config, Session};
use cfp_solver::{Int, Solver, Symbol, Term};
use cfp_tests::quantified::{self, Shape};
use cfp_tests::random::Rng;
use cfp_tests::rounds::{seeds, ticks};
use cfp_tests::sexpr::{inside, pieces};
use cfp_tests::shrink::shrink;
use cfp_tests::z3::Z3;
use std::time::Duration;

/// Work per question of ours.
const TICKS: u64 = 5_000_000;
/// Time per question that Z3 gets.
const Z3_TIME: Duration = Duration::from_millis(500);
/// Formulas that Z3 gets at a time.
const BATCH: usize = 10;
/// Of a hundred questions so many may stay without an answer of ours.
const MOST_UNKNOWN: u64 = 2;
/// Points that brute force may try.
const MOST_POINTS: f64 = 20_000.0;

/// A formula and what we say about it.
struct Case {
    seed: u64,
    /// Declarations and assertion, without the check.
    script: String,
    formula: String,
    answer: String,
    /// The values of the free variables after `sat`.
    model: Option<String>,
    /// The formula without quantifiers.
    eliminated: Option<String>,
    /// The formula, smaller.
    simplified: String,
}

/// What is said about questions.
#[derive(Default, Debug)]
struct Counts {
    sat: u64,
    unsat: u64,
    unknown: u64,
    eliminated: u64,
    not_eliminated: u64,
    by_brute_force: u64,
    by_z3: u64,
    z3_unknown: u64,
}

fn ask(session: &mut Session, command: &str) -> Result<String, String> {
    let mut output = Vec::new();
    session.run(command.as_bytes(), &mut output).expect("memory can be written");
    let output = String::from_utf8(output).expect("answers are UTF-8").trim().to_string();
    let is_limit = output.contains("could not be eliminated") || output.contains("cannot evaluate");
    match output.starts_with("(error") && !is_limit {
        true => Err(format!("{command}: {output}")),
        false => Ok(output),
    }
}

/// Asks everything about one formula; what contradicts itself or brute force is an error.
fn run_ours(
    solver: &Solver,
    seed: u64,
    free: &[Symbol],
    formula: Term,
    counts: &mut Counts,
) -> Result<Case, String> {
    let terms = solver.terms();
    let mut script = Vec::new();
    write_script(&mut script, terms, "LIA", free, &[formula]).expect("memory can be written");
    let script = String::from_utf8(script).expect("scripts are text").replace("(check-sat)\n", "");
    let text = term_text(terms, formula);
    let mut config = Config::default();
    config.options.limits.ticks = Some(ticks(TICKS));
    let mut session = Session::new(config);
    ask(&mut session, &script)?;
    let answer = ask(&mut session, "(check-sat)")?;
    let mut model = None;
    match answer.as_str() {
        "sat" => {
            counts.sat += 1;
            let value = ask(&mut session, &format!("(get-value ({text}))"))?;
            if value.ends_with(" false))") {
                return Err(format!("the asserted formula is false in its model: {value}"));
            }
            if !free.is_empty() {
                let names: Vec<&str> = free.iter().map(|&symbol| terms.name(symbol)).collect();
                model = Some(ask(&mut session, &format!("(get-value ({}))", names.join(" ")))?);
            }
        }
        "unsat" => counts.unsat += 1,
        "unknown" => counts.unknown += 1,
        other => return Err(format!("check-sat answers {other}")),
    }
    brute_force(solver, free, formula, &answer, model.as_deref(), counts)?;
    let reply = ask(&mut session, &format!("(get-qe {text})"))?;
    let eliminated = (!reply.starts_with("(error")).then_some(reply);
    let simplified = ask(&mut session, &format!("(simplify {text})"))?;
    match &eliminated {
        Some(result) => {
            counts.eliminated += 1;
            if result.contains("forall") || result.contains("exists") {
                return Err(format!("quantifiers are left: {result}"));
            }
            ask(&mut session, "(reset-assertions)")?;
            for declaration in script.lines().filter(|line| line.starts_with("(declare")) {
                ask(&mut session, declaration)?;
            }
            ask(&mut session, &format!("(assert (not (= {text} {result})))"))?;
            if ask(&mut session, "(check-sat)")? == "sat" {
                return Err(format!("by ourselves, this is not equivalent: {result}"));
            }
        }
        None => counts.not_eliminated += 1,
    }
    Ok(Case { seed, script, formula: text, answer, model, eliminated, simplified })
}

/// Compares an answer and a model with what brute force tells.
fn brute_force(
    solver: &Solver,
    free: &[Symbol],
    formula: Term,
    answer: &str,
    model: Option<&str>,
    counts: &mut Counts,
) -> Result<(), String> {
    let terms = solver.terms();
    let is_variable = |term: &&Term| terms.as_symbol(**term).is_some();
    let variables = terms.reachable(&[formula]).iter().filter(is_variable).count();
    let limit = ((MOST_POINTS.powf(1.0 / variables.max(1) as f64) - 1.0) / 2.0) as i64;
    let Some(truth) = quantified::satisfiable(terms, free, formula, limit.clamp(1, 12)) else {
        return Ok(());
    };
    counts.by_brute_force += 1;
    match (answer, truth) {
        ("sat", false) | ("unsat", true) => {
            Err(format!("we answer {answer}, brute force says {truth} ({model:?})"))
        }
        _ => Ok(()),
    }
}

/// The questions about a case for Z3, each with the answer that contradicts us.
fn questions(case: &Case) -> Vec<(String, &'static str)> {
    let Case { script, formula, answer, model, eliminated, simplified, .. } = case;
    let mut questions = Vec::new();
    match answer.as_str() {
        "sat" => questions.push((String::new(), "unsat")),
        "unsat" => questions.push((String::new(), "sat")),
        _ => {}
    }
    if let Some(model) = model {
        let equal = |pair: &str| format!("(assert (= {}))", inside(pair));
        questions.push((pieces(inside(model)).into_iter().map(equal).collect(), "unsat"));
    }
    for equivalent in eliminated.iter().chain([simplified]) {
        // The formula itself is not asserted here.
        let declarations = script.lines().filter(|line| !line.starts_with("(assert"));
        let claim = format!("(assert (not (= {formula} {equivalent})))");
        let all: Vec<&str> = declarations.chain([claim.as_str()]).collect();
        questions.push((all.join("\n"), "sat"));
    }
    let whole = |(added, wrong): (String, &'static str)| match added.starts_with("(set-logic") {
        true => (format!("{added}\n(check-sat)\n"), wrong),
        false => (format!("{script}{added}\n(check-sat)\n"), wrong),
    };
    questions.into_iter().map(whole).collect()
}

/// Asks Z3 about several cases at once; returns the seeds of those in which it contradicts us, and how.
fn ask_z3(z3: &mut Z3, cases: &[Case], counts: &mut Counts) -> Vec<(u64, String)> {
    let mut all = String::new();
    let mut asked = Vec::new();
    for case in cases {
        for (script, wrong) in questions(case) {
            all += &format!("{}\n{script}", z3.clean_slate());
            asked.push((case.seed, script, wrong));
        }
    }
    let Some(replies) = z3.run(&all) else {
        counts.z3_unknown += asked.len() as u64;
        return Vec::new();
    };
    assert_eq!(replies.len(), asked.len(), "{replies:?}\n{all}");
    let mut failures = Vec::new();
    for ((seed, script, wrong), reply) in asked.into_iter().zip(replies) {
        match reply.as_str() {
            "unknown" | "timeout" => counts.z3_unknown += 1,
            "sat" | "unsat" if reply != wrong => counts.by_z3 += 1,
            "sat" | "unsat" => failures.push((seed, format!("Z3 answers {reply} to\n{script}"))),
            other => failures.push((seed, format!("Z3 says {other} to\n{script}"))),
        }
    }
    failures
}

/// The formula of a seed.
fn make(seed: u64) -> (Solver, Vec<Symbol>, Term) {
    let (mut solver, mut rng) = (Solver::new(), Rng::new(seed));
    let shape = Shape::any(&mut rng);
    let (free, formula) = quantified::formula(solver.terms_mut(), &mut rng, &shape);
    (solver, free, formula)
}

/// A smaller formula about which something is wrong too, as a script.
fn smaller(seed: u64, z3: &mut Option<Z3>) -> String {
    let (mut solver, _, formula) = make(seed);
    let mut fails = |solver: &mut Solver, assertions: &[Term]| {
        let &[formula] = assertions else { return false };
        let free = solver.terms().free_symbols(&[formula]);
        let mut counts = Counts::default();
        match (run_ours(solver, seed, &free, formula, &mut counts), z3.as_mut()) {
            (Ok(case), Some(z3)) => !ask_z3(z3, &[case], &mut counts).is_empty(),
            (ours, _) => ours.is_err(),
        }
    };
    if !fails(&mut solver, &[formula]) {
        return "it does not fail alone".to_string();
    }
    let shrunk = shrink(&mut solver, &[formula], fails);
    let mut script = Vec::new();
    write_script(&mut script, solver.terms(), "LIA", &[], &shrunk).expect("memory can be written");
    String::from_utf8(script).expect("scripts are text")
}

#[test]
fn quantified_formulas_are_decided_and_eliminated() {
    let mut z3 = Z3::start_with(Z3_TIME);
    if z3.is_none() {
        eprintln!("no z3 here: brute force only");
    }
    let mut counts = Counts::default();
    let mut failures: Vec<(u64, String)> = Vec::new();
    let mut cases = Vec::new();
    let seeds = seeds(120);
    let last = seeds.end;
    for seed in seeds {
        let (solver, free, formula) = make(seed);
        match run_ours(&solver, seed, &free, formula, &mut counts) {
            Ok(case) => cases.push(case),
            Err(failure) => failures.push((seed, failure)),
        }
        if let Some(z3) = z3.as_mut().filter(|_| cases.len() == BATCH || seed + 1 == last) {
            failures.extend(ask_z3(z3, &std::mem::take(&mut cases), &mut counts));
        }
        if failures.len() >= 3 {
            break;
        }
    }
    eprintln!("{counts:?}");
    for (seed, failure) in &failures {
        eprintln!("seed {seed}: {failure}\nsmaller:\n{}", smaller(*seed, &mut z3));
    }
    assert!(failures.is_empty(), "{} formulas failed", failures.len());
    let Counts { sat, unsat, unknown, eliminated, not_eliminated, .. } = counts;
    let asked = sat + unsat + unknown;
    assert!(asked < 100 || (sat * 10 > asked && unsat * 20 > asked), "both answers occur");
    assert!(asked < 100 || unknown * 100 <= asked * MOST_UNKNOWN, "most formulas are decided");
    assert!(
        asked < 100 || not_eliminated * 100 <= (eliminated + not_eliminated) * MOST_UNKNOWN,
        "most quantifiers are eliminated"
    );
}

/// The same formulas, decided twice in one session: at once, and after `get-qe` has told the answer.
#[test]
fn what_is_eliminated_has_the_same_models() {
    let mut compared = 0;
    for seed in seeds(60) {
        let (mut solver, free, formula) = make(seed);
        solver.options_mut().limits.ticks = Some(ticks(TICKS));
        let result = solver.eliminate(formula);
        if !result.is_exact() {
            continue;
        }
        let mut rng = Rng::new(seed);
        for _ in 0..10 {
            let mut model = cfp_solver::Model::new();
            for &symbol in &free {
                let value = Int::from(rng.range(-30, 30));
                model.set(symbol, cfp_solver::Value::Int(value));
            }
            let Ok(values) = solver.values(&model, &[formula, result.may]) else { continue };
            compared += 1;
            assert_eq!(values[0], values[1], "seed {seed}: {model:?}");
        }
    }
    assert!(compared > 0);
}

/// A random formula about elements of a declared sort, with variables in scope.
fn about_elements(rng: &mut Rng, scope: &mut Vec<String>, depth: usize) -> String {
    let element = |rng: &mut Rng| {
        let name = match rng.below(scope.len() + 2) {
            0 => "a".to_string(),
            1 => "b".to_string(),
            index => scope[index - 2].clone(),
        };
        if rng.one_in(8) { format!("(f {name})") } else { name }
    };
    if depth == 0 {
        let (left, right) = (element(rng), element(rng));
        return match rng.below(5) {
            0 => format!("(= {left} {right})"),
            1 => format!("(p {left})"),
            2 => format!("(not (p {left}))"),
            3 => format!("(<= (h {left}) {})", rng.below(4)),
            _ => format!("(r {left} {right})"),
        };
    }
    match rng.below(5) {
        0 | 1 => {
            let name = format!("x{}", scope.len());
            let quantifier = if rng.one_in(3) { "exists" } else { "forall" };
            scope.push(name.clone());
            let body = about_elements(rng, scope, depth - 1);
            scope.pop();
            format!("({quantifier} (({name} U)) {body})")
        }
        2 => format!("(not {})", about_elements(rng, scope, depth - 1)),
        operator => {
            let operator = if operator == 3 { "and" } else { "or" };
            let (left, right) =
                (about_elements(rng, scope, depth - 1), about_elements(rng, scope, depth - 1));
            format!("({operator} {left} {right})")
        }
    }
}

#[test]
fn formulas_about_elements_agree_with_z3() {
    let Some(mut z3) = Z3::start() else { return };
    let (mut decided, mut answers) = (0, [0, 0]);
    for seed in seeds(60) {
        let mut rng = Rng::new(seed);
        let mut text = String::from(
            "(declare-sort U 0)(declare-const a U)(declare-const b U)(declare-fun p (U) Bool)\
             (declare-fun r (U U) Bool)(declare-fun f (U) U)(declare-fun h (U) Int)\n",
        );
        for _ in 0..1 + rng.below(4) {
            let depth = 2 + rng.below(3);
            let formula = about_elements(&mut rng, &mut Vec::new(), depth);
            text += &format!("(assert {formula})\n");
        }
        text += "(check-sat)\n";
        let limited = format!("(set-option :reproducible-resource-limit 300000)\n{text}");
        let ours = cfp_smtlib::run_script(&limited).trim().to_string();
        assert!(["sat", "unsat", "unknown"].contains(&ours.as_str()), "{ours}\n{text}");
        let Some(theirs) = z3.run(&text) else { continue };
        let theirs = theirs.last().map_or("unknown", |answer| answer.as_str());
        if ours == "unknown" || theirs == "unknown" {
            continue;
        }
        assert_eq!(ours, theirs, "seed {seed}\n{text}");
        decided += 1;
        answers[usize::from(ours == "sat")] += 1;
    }
    eprintln!("{decided} decided by both, [unsat, sat]: {answers:?}");
    assert!(answers.iter().all(|&count| count > 0), "both answers occur");
}
