//! Random SMT-LIB sessions over all theories, compared with Z3: the answers to all checks; after `sat` the
//! model and the values, which Z3 must accept as definitions; after `unsat` the core and the assumptions,
//! which must be unsatisfiable by themselves. Skipped where there is no `z3`.
//!
//! `CFP_ROUNDS` sets how many sessions are tried, `CFP_SEED` where to start, `CFP_TICKS` the work per check.
//! With `CFP_STRICT=1` a check that runs out of it, but that Z3 decides, is a failure. What fails is printed
//! as a small script.

use cfp_smtlib::{Config, Session};
use cfp_tests::random::Rng;
use cfp_tests::rounds::{seeds, strict, ticks};
use cfp_tests::session::{self, InForce, Script, Step};
use cfp_tests::sexpr::{Tree, elements, inside, pieces};
use cfp_tests::z3::Z3;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Work per check of ours.
const TICKS: u64 = 5_000_000;
/// Time after which a session is worth a line.
const SLOW: Duration = Duration::from_secs(2);
/// Failing sessions that are shrunk before the test gives up.
const MOST_FAILURES: usize = 5;
/// Tries to make a failing session smaller.
const MOST_TRIES: usize = 4_000;

/// What is wrong with a session.
#[derive(Debug)]
enum Failure {
    /// We printed an error or panicked.
    Error(String),
    /// We say one thing and Z3 another.
    Answers(String),
    /// Z3 does not accept a model, or a core or failed assumptions, or they are no such thing.
    Claim(String),
    /// Z3 does not understand something.
    Z3(String),
}

impl Failure {
    fn text(&self) -> &str {
        let (Failure::Error(text) | Failure::Answers(text) | Failure::Claim(text) | Failure::Z3(text)) = self;
        text
    }

    /// Whether both are failures of one kind; messages count only for errors, and there without their place
    /// and details.
    fn is_like(&self, other: &Failure) -> bool {
        let message = |failure: &Failure| {
            let text = failure.text().rsplit_once("column ").map_or(failure.text(), |(_, rest)| rest);
            let start = text.trim_start_matches(|c: char| c.is_ascii_digit());
            start.chars().take(30).collect::<String>()
        };
        std::mem::discriminant(self) == std::mem::discriminant(other)
            && (!matches!(self, Failure::Error(_)) || message(self) == message(other))
    }
}

/// How often things happened.
#[derive(Default)]
struct Counts {
    sat: u64,
    unsat: u64,
    ours_unknown: BTreeMap<String, u64>,
    z3_unknown: u64,
    models: u64,
    cores: u64,
    undecided: u64,
}

/// What Z3 is asked about one of our answers.
struct Claim {
    script: String,
    is_sat: bool,
    text: String,
}

/// What we answered.
#[derive(Default)]
struct Answers {
    /// One for each check.
    checks: Vec<String>,
    claims: Vec<Claim>,
    reasons: Vec<String>,
}

fn ask(session: &mut Session, command: &str) -> Result<String, Failure> {
    let mut output = Vec::new();
    session.run(command.as_bytes(), &mut output).expect("memory can be written");
    let output = String::from_utf8(output).expect("answers are UTF-8").trim().to_string();
    if output.starts_with("(error") {
        Err(Failure::Error(format!("{command}: {output}")))
    } else {
        Ok(output)
    }
}

/// Runs a session of ours.
fn run_ours(script: &Script) -> Result<Answers, Failure> {
    let mut config = Config::default();
    config.options.limits.ticks = Some(ticks(TICKS));
    let mut session = Session::new(config);
    ask(&mut session, &script.header(true))?;
    let mut state = InForce::new(script);
    let mut answers = Answers::default();
    for step in &script.steps {
        state.take(step);
        let reply = ask(&mut session, &step.to_string())?;
        let Step::Check { assumptions, values } = step else {
            if reply.is_empty() {
                continue;
            }
            return Err(Failure::Error(format!("{step}: {reply}")));
        };
        answers.checks.push(reply.clone());
        match reply.as_str() {
            "sat" => {
                let model = ask(&mut session, "(get-model)")?;
                let values = match values.is_empty() {
                    true => "()".to_string(),
                    false => ask(&mut session, &format!("(get-value ({}))", values.join(" ")))?,
                };
                let claim = model_claim(script, &state, assumptions, &model, &values);
                answers.claims.push(Claim {
                    script: claim,
                    is_sat: true,
                    text: format!("{model}\n{values}"),
                });
            }
            "unsat" => {
                let core = match script.cores {
                    true => Some(ask(&mut session, "(get-unsat-core)")?),
                    false => None,
                };
                let failed = ask(&mut session, "(get-unsat-assumptions)")?;
                let mut core = core.as_deref().map(|core| pieces(inside(core)));
                let text = format!("core {core:?}, assumptions {failed}");
                let claim = core_claim(script, &state, assumptions, core.as_deref(), &failed)?;
                answers.claims.push(Claim { script: claim, is_sat: false, text: text.clone() });
                let Some(core) = core.as_mut().filter(|_| script.minimal_cores) else { continue };
                for _ in 0..core.len() {
                    core.rotate_left(1);
                    let claim = core_claim(script, &state, assumptions, Some(&core[1..]), &failed)?;
                    let text = format!("{} can be left out: {text}", core[0]);
                    answers.claims.push(Claim { script: claim, is_sat: true, text });
                }
            }
            "unknown" => {
                let reason = ask(&mut session, "(get-info :reason-unknown)")?;
                // What we do not even try is not worth a failure, however strict the test is.
                if reason.contains("(incomplete ") {
                    *answers.checks.last_mut().expect("just pushed") = "incomplete".to_string();
                }
                answers.reasons.push(reason);
            }
            _ => return Err(Failure::Error(format!("{step}: {reply}"))),
        }
    }
    Ok(answers)
}

/// The label of an assertion as a definition.
fn label(step: &Step) -> Option<String> {
    match step {
        Step::Assert { name: Some(name), term } => Some(format!("(define-fun {name} () Bool {term})\n")),
        _ => None,
    }
}

/// A script that is satisfiable iff the model and the values are right: declarations are replaced by the
/// definitions in it.
fn model_claim(
    script: &Script,
    state: &InForce,
    assumptions: &[String],
    model: &str,
    values: &str,
) -> String {
    let mut text = script.header(false);
    let sorts = state.steps.iter().filter(|step| matches!(step, Step::DeclareSort(_)));
    text.extend(sorts.map(|step| format!("{step}\n")));
    for (sort, names) in elements(&format!("{model} {values}")) {
        text.extend(names.iter().map(|name| format!("(declare-const {name} {sort})\n")));
        if names.len() > 1 {
            let names: Vec<String> = names.into_iter().collect();
            text += &format!("(assert (distinct {}))\n", names.join(" "));
        }
    }
    // What the model says of divisions by zero is true of other functions, which stand for the divisions in
    // all terms.
    let mut divisions = Vec::new();
    for definition in pieces(inside(model)) {
        let name = pieces(inside(definition))[1];
        if ["/", "div", "mod"].contains(&name) {
            divisions.push(name);
            text += &format!("{}\n", definition.replacen(name, &format!("our-{name}"), 1));
        } else {
            text += &format!("{definition}\n");
        }
    }
    let ours = |term: String| {
        let mut tree = Tree::read(&term);
        rename_divisions(&mut tree, &divisions);
        tree.to_string()
    };
    for step in &state.steps {
        match step {
            Step::Define { .. } => text += &format!("{}\n", ours(step.to_string())),
            Step::Assert { term, .. } => {
                text.extend(label(step).map(ours));
                text += &format!("(assert {})\n", ours(term.clone()));
            }
            _ => {}
        }
    }
    text.extend(assumptions.iter().map(|assumption| format!("(assert {})\n", ours(assumption.clone()))));
    for pair in pieces(inside(values)) {
        let [term, value] = pieces(inside(pair))[..] else { panic!("a pair, not {pair}") };
        text += &format!("(assert (= {} {value}))\n", ours(term.to_string()));
    }
    text + "(check-sat)\n"
}

/// Puts our functions in the place of divisions of these names, unless the divisor is a constant other than
/// zero.
fn rename_divisions(tree: &mut Tree, names: &[&str]) {
    let Tree::List(items) = tree else { return };
    let [Tree::Atom(name), _, divisor] = &mut items[..] else {
        return items.iter_mut().for_each(|item| rename_divisions(item, names));
    };
    let is_plain =
        matches!(divisor, Tree::Atom(text) if text.starts_with(|c: char| ('1'..='9').contains(&c)));
    if names.contains(&name.as_str()) && !is_plain {
        *name = format!("our-{name}");
    }
    items.iter_mut().for_each(|item| rename_divisions(item, names));
}

/// A script that is unsatisfiable if the core (all assertions if there is none) and the failed assumptions
/// are right.
fn core_claim(
    script: &Script,
    state: &InForce,
    assumptions: &[String],
    core: Option<&[&str]>,
    failed: &str,
) -> Result<String, Failure> {
    let mut members = core.map(<[&str]>::to_vec);
    let mut text = script.header(false);
    for step in &state.steps {
        match step {
            Step::Assert { name, term } => {
                text.extend(label(step));
                let is_blamed = match (&mut members, name) {
                    (Some(members), Some(name)) => {
                        let place = members.iter().position(|member| member == name);
                        place.map(|place| members.remove(place)).is_some()
                    }
                    _ => true,
                };
                if is_blamed {
                    text += &format!("(assert {term})\n");
                }
            }
            _ => text += &format!("{step}\n"),
        }
    }
    for failed in pieces(inside(failed)) {
        if !assumptions.iter().any(|assumption| assumption == failed) {
            return Err(Failure::Claim(format!("{failed} is not assumed")));
        }
        text += &format!("(assert {failed})\n");
    }
    match members.filter(|members| !members.is_empty()) {
        Some(members) => Err(Failure::Claim(format!("{members:?} in the core name no assertions, or twice"))),
        None => Ok(text + "(check-sat)\n"),
    }
}

/// The session for Z3, with the same checks.
fn script_for_z3(script: &Script) -> String {
    let mut text = script.header(false);
    text.extend(script.steps.iter().map(|step| format!("{step}\n")));
    text
}

/// Runs a session on both sides and compares.
fn compare(script: &Script, z3: &mut Z3, counts: &mut Counts) -> Result<(), Failure> {
    let ours = run_ours(script)?;
    let mut all = script_for_z3(script);
    for claim in &ours.claims {
        all += &format!("{}\n{}", z3.clean_slate(), claim.script);
    }
    for reason in ours.reasons {
        *counts.ours_unknown.entry(format!("{} {reason}", script.logic)).or_default() += 1;
    }
    let Some(replies) = z3.run(&all) else {
        counts.z3_unknown += ours.checks.len() as u64;
        return Ok(());
    };
    if let Some(error) = replies.iter().find(|reply| reply.starts_with("(error")) {
        return Err(Failure::Z3(format!("{error}\n{all}")));
    }
    let expected = ours.checks.len() + ours.claims.len();
    if replies.len() != expected {
        return Err(Failure::Z3(format!("{} replies, expected {expected}: {replies:?}", replies.len())));
    }
    let (answers, verdicts) = replies.split_at(ours.checks.len());
    for (number, (our, their)) in ours.checks.iter().zip(answers).enumerate() {
        match (our.as_str(), their.as_str()) {
            ("sat", "sat") => counts.sat += 1,
            ("unsat", "unsat") => counts.unsat += 1,
            (_, "unknown" | "timeout") => counts.z3_unknown += 1,
            ("incomplete", _) => {}
            ("unknown", _) if !strict() => {}
            _ => {
                let text = format!("we answer {our} to check {}, Z3 {their}", number + 1);
                return Err(Failure::Answers(text));
            }
        }
    }
    for (claim, verdict) in ours.claims.iter().zip(verdicts) {
        match (claim.is_sat, verdict.as_str()) {
            (true, "sat") => counts.models += 1,
            (false, "unsat") => counts.cores += 1,
            (true, "unsat") => {
                return Err(Failure::Claim(format!("{}\n; Z3:\n{}", claim.text, claim.script)));
            }
            (false, "sat") => return Err(Failure::Claim(format!("{}\n; Z3:\n{}", claim.text, claim.script))),
            _ => counts.undecided += 1,
        }
    }
    Ok(())
}

/// A smaller session with a failure like the given one.
fn shrink(script: &Script, failure: Failure, z3: &mut Z3) -> (Script, Failure) {
    let mut best = (script.clone(), failure);
    let mut tries = 0;
    loop {
        let improved = session::candidates(&best.0).into_iter().find_map(|candidate| {
            tries += 1;
            if tries > MOST_TRIES {
                return None;
            }
            let failure = compare(&candidate, z3, &mut Counts::default()).err()?;
            failure.is_like(&best.1).then_some((candidate, failure))
        });
        match improved {
            Some(smaller) => best = smaller,
            None => return best,
        }
    }
}

#[test]
fn sessions_answer_like_z3() {
    let Some(mut z3) = Z3::start() else {
        eprintln!("skipped: no z3 here");
        return;
    };
    let mut counts = Counts::default();
    let mut failures = Vec::new();
    for seed in seeds(150) {
        let script = session::script(&mut Rng::new(seed));
        let start = Instant::now();
        if let Err(failure) = compare(&script, &mut z3, &mut counts) {
            let (script, failure) = shrink(&script, failure, &mut z3);
            failures.push(format!("seed {seed}: {failure:?}\n{script}"));
            eprintln!("{}", failures[failures.len() - 1].replace("\\n", "\n"));
            if failures.len() == MOST_FAILURES {
                break;
            }
        }
        if start.elapsed() > SLOW {
            eprintln!("seed {seed} ({}) takes {:.1?}", script.logic, start.elapsed());
        }
        if seed % 1_000 == 999 {
            eprintln!("up to seed {seed}: {} sat, {} unsat", counts.sat, counts.unsat);
        }
    }
    counts.report();
    assert!(failures.is_empty(), "{} sessions failed", failures.len());
}

impl Counts {
    fn report(&self) {
        let Counts { sat, unsat, ours_unknown, z3_unknown, models, cores, undecided } = self;
        let unknown: u64 = ours_unknown.values().sum();
        eprintln!("{sat} sat, {unsat} unsat, {unknown} unknown here, {z3_unknown} unknown to Z3");
        eprintln!("{models} models and {cores} cores confirmed, {undecided} not decided");
        for (reason, count) in ours_unknown {
            eprintln!("unknown {count} times: {reason}");
        }
    }
}
