//! Random formulas through several engines that must not contradict each other: the real one, brute force
//! over small boxes, the reference engine, and z3 if it is there.
//!
//! `CFP_ROUNDS` sets how many formulas each test tries, `CFP_SEED` where to start. A formula on which two
//! engines disagree is made smaller and printed as a script; with `CFP_STRICT=1` so is one that only the
//! other engine decides.

use cfp_solver::{Answer, Engine, Options, Schedule, Solver, Term};
use cfp_tests::brute;
use cfp_tests::engines::{Tally, Verdict, ask, guarded, script};
use cfp_tests::random::automata::{Automaton, automaton};
use cfp_tests::random::{self, Formula, Rng, Shape};
use cfp_tests::rounds::{seeds, strict};
use cfp_tests::shrink::shrink;
use cfp_tests::z3::Z3;

/// Ticks for the real engine: about a second.
const TICKS: Option<u64> = Some(20_000_000);
/// Ticks for the reference engine, whose ticks are longer: about a tenth of a second.
const REFERENCE_TICKS: Option<u64> = Some(400_000);

/// A solver with a random formula made in it.
fn make(seed: u64, shape: impl Fn(&mut Rng) -> Shape) -> (Solver, Formula, Shape, Rng) {
    let mut rng = Rng::new(seed);
    let shape = shape(&mut rng);
    let mut solver = Solver::with_options(Options { seed, ..Options::default() });
    let formula = random::formula(solver.terms_mut(), &mut rng, &shape);
    (solver, formula, shape, rng)
}

/// Whether a verdict of the engine is to be reported, given what another engine says.
fn is_failure(verdict: &Verdict, expected: &Verdict) -> bool {
    let undecided = *verdict == Verdict::Unknown && *expected != Verdict::Unknown;
    verdict.contradicts(expected) || (strict() && undecided)
}

/// Shrinks assertions that fail a test and ends the run with them.
fn report(
    what: &str,
    solver: &mut Solver,
    assertions: &[Term],
    mut fails: impl FnMut(&mut Solver, &[Term]) -> bool,
) -> ! {
    let reproducible = fails(solver, assertions);
    let shrunk = if reproducible { shrink(solver, assertions, fails) } else { assertions.to_vec() };
    panic!("{what}\nreproducible: {reproducible}\n{}", script(solver, &[], &shrunk));
}

/// Does brute force find a model?
fn brute_force(solver: &Solver, formula: &Formula, shape: &Shape, assertions: &[Term]) -> Verdict {
    let limit = shape.bounded_by.expect("brute force needs bounds");
    Verdict::of(brute::find_model(solver.terms(), &formula.symbols, assertions, limit).is_some())
}

/// Both engines against brute force over small boxes.
fn agree_with_brute_force(
    engine: Engine,
    rounds: u64,
    ticks: Option<u64>,
    shape: impl Fn(&mut Rng) -> Shape,
) {
    agree_with_brute_force_under([Schedule::default(), Schedule::Never], engine, rounds, ticks, shape);
}

fn agree_with_brute_force_under(
    [bits, local]: [Schedule; 2],
    engine: Engine,
    rounds: u64,
    ticks: Option<u64>,
    shape: impl Fn(&mut Rng) -> Shape,
) {
    let mut tally = Tally::default();
    for seed in seeds(rounds) {
        let (mut solver, formula, shape, _) = make(seed, &shape);
        solver.options_mut().bits = bits;
        solver.options_mut().local = local;
        let expected = brute_force(&solver, &formula, &shape, &formula.all());
        let verdict = ask(&mut solver, engine, &formula.all(), &[], ticks);
        tally.count(&expected, &verdict);
        if verdict.contradicts(&expected) {
            let what = format!("{engine:?} says {verdict:?}, brute force {expected:?}; seed {seed}");
            report(&what, &mut solver, &formula.assertions.clone(), |solver, assertions| {
                let all: Vec<Term> = formula.bounds.iter().chain(assertions).copied().collect();
                let expected = brute_force(solver, &formula, &shape, &all);
                ask(solver, engine, &all, &[], ticks).contradicts(&expected)
            });
        }
    }
    tally.require(&format!("{engine:?} and brute force"), 99);
}

#[test]
fn trees_of_constants_agree_with_brute_force() {
    const LIMIT: i64 = 2;
    let mut tally = Tally::default();
    for seed in seeds(1_500) {
        let mut rng = Rng::new(seed);
        let mut solver = Solver::with_options(Options { seed, ..Options::default() });
        let Automaton { symbols, assertions } = automaton(solver.terms_mut(), &mut rng, LIMIT);
        let force = |solver: &Solver, assertions: &[Term]| {
            Verdict::of(brute::find_model(solver.terms(), &symbols, assertions, LIMIT).is_some())
        };
        let expected = force(&solver, &assertions);
        let verdict = ask(&mut solver, Engine::Dpll, &assertions, &[], TICKS);
        tally.count(&expected, &verdict);
        if verdict.contradicts(&expected) {
            let what = format!("{verdict:?}, brute force {expected:?}; seed {seed}");
            report(&what, &mut solver, &assertions, |solver, assertions| {
                let expected = force(solver, assertions);
                ask(solver, Engine::Dpll, assertions, &[], TICKS).contradicts(&expected)
            });
        }
    }
    tally.require("trees of constants and brute force", 100);
}

#[test]
fn small_formulas_agree_with_brute_force() {
    agree_with_brute_force(Engine::Dpll, 3_000, TICKS, Shape::small);
}

#[test]
fn integers_as_bits_agree_with_brute_force() {
    let bits_first = [Schedule::First, Schedule::Never];
    agree_with_brute_force_under(bits_first, Engine::Dpll, 3_000, TICKS, Shape::small);
}

#[test]
fn local_search_agrees_with_brute_force() {
    let local_first = [Schedule::Never, Schedule::First];
    agree_with_brute_force_under(local_first, Engine::Dpll, 3_000, TICKS, Shape::small);
}

/// Other searches first, against the search with theories alone, on formulas whose variables need not be
/// bounded. Returns how many models local search found.
fn agree_with_theories(bits: Schedule, local: Schedule) -> u64 {
    let by_theories = |solver: &mut Solver, assertions: &[Term]| {
        (solver.options_mut().bits, solver.options_mut().local) = (Schedule::Never, Schedule::Never);
        let verdict = ask(solver, Engine::Dpll, assertions, &[], TICKS);
        (solver.options_mut().bits, solver.options_mut().local) = (bits, local);
        verdict
    };
    let mut tally = Tally::default();
    let mut found = 0;
    for seed in seeds(400) {
        let (mut solver, formula, ..) = make(seed, Shape::any);
        let expected = by_theories(&mut solver, &formula.all());
        let verdict = ask(&mut solver, Engine::Dpll, &formula.all(), &[], TICKS);
        let counter =
            |name: &str| solver.statistics().iter().find(|(given, _)| *given == name).map(|(_, n)| n);
        let is_found = counter("local-steps") > Some(0) && counter("local-fewest-false") == Some(0);
        found += u64::from(is_found && verdict == Verdict::Sat);
        tally.count(&expected, &verdict);
        if is_failure(&verdict, &expected) {
            let what = format!("{verdict:?}, by theories alone {expected:?}; seed {seed}");
            report(&what, &mut solver, &formula.all(), |solver, assertions| {
                let expected = by_theories(solver, assertions);
                is_failure(&ask(solver, Engine::Dpll, assertions, &[], TICKS), &expected)
            });
        }
    }
    tally.require("other searches and theories", 90);
    found
}

#[test]
fn integers_as_bits_agree_with_the_search_with_theories() {
    agree_with_theories(Schedule::First, Schedule::Never);
}

#[test]
fn local_search_agrees_with_the_search_with_theories() {
    let found = agree_with_theories(Schedule::Never, Schedule::First);
    assert!(found > 0, "local search found no model");
}

/// Several strategies in threads of their own say what one says.
#[test]
fn threads_agree_with_brute_force() {
    for seed in seeds(300) {
        let (mut solver, formula, shape, _) = make(seed, Shape::small);
        let assertions = formula.all();
        let expected = brute_force(&solver, &formula, &shape, &assertions);
        solver.options_mut().threads = 4;
        let verdict = ask(&mut solver, Engine::Dpll, &assertions, &[], TICKS);
        if verdict.contradicts(&expected) {
            report("brute force against threads", &mut solver, &assertions, |solver, assertions| {
                let expected = brute_force(solver, &formula, &shape, assertions);
                ask(solver, Engine::Dpll, assertions, &[], TICKS).contradicts(&expected)
            });
        }
    }
}

#[test]
fn the_reference_engine_agrees_with_brute_force() {
    agree_with_brute_force(Engine::Reference, 1_000, Some(5_000_000), Shape::small);
}

#[test]
fn differences_agree_with_brute_force() {
    agree_with_brute_force(Engine::Dpll, 2_000, TICKS, Shape::differences);
}

/// The theory of differences against the simplex.
#[test]
fn differences_agree_with_the_simplex() {
    let by_simplex = |solver: &mut Solver, assertions: &[Term]| {
        solver.options_mut().difference_logic = false;
        let verdict = ask(solver, Engine::Dpll, assertions, &[], TICKS);
        solver.options_mut().difference_logic = true;
        verdict
    };
    let mut tally = Tally::default();
    for seed in seeds(1_000) {
        let (mut solver, formula, ..) = make(seed, Shape::large_differences);
        let expected = by_simplex(&mut solver, &formula.all());
        let verdict = ask(&mut solver, Engine::Dpll, &formula.all(), &[], TICKS);
        tally.count(&expected, &verdict);
        if is_failure(&verdict, &expected) {
            let what =
                format!("the theory of differences says {verdict:?}, the simplex {expected:?}; seed {seed}");
            report(&what, &mut solver, &formula.all(), |solver, assertions| {
                let expected = by_simplex(solver, assertions);
                is_failure(&ask(solver, Engine::Dpll, assertions, &[], TICKS), &expected)
            });
        }
    }
    tally.require("differences", 95);
}

/// The real engine against the reference engine, bounded or not.
fn agree_with_reference(name: &str, rounds: u64, percent: u64, shape: impl Fn(&mut Rng) -> Shape) {
    let mut tally = Tally::default();
    for seed in seeds(rounds) {
        let (mut solver, formula, ..) = make(seed, &shape);
        let expected = ask(&mut solver, Engine::Reference, &formula.all(), &[], REFERENCE_TICKS);
        let verdict = ask(&mut solver, Engine::Dpll, &formula.all(), &[], TICKS);
        tally.count(&expected, &verdict);
        if verdict == Verdict::Unknown && expected != Verdict::Unknown {
            println!("{name}: seed {seed} is not decided, the reference engine says {expected:?}");
        }
        if is_failure(&verdict, &expected) {
            let what = format!(
                "the engine says {verdict:?}, the reference engine {expected:?}; {name}, seed {seed}"
            );
            report(&what, &mut solver, &formula.all(), |solver, assertions| {
                let expected = ask(solver, Engine::Reference, assertions, &[], REFERENCE_TICKS);
                is_failure(&ask(solver, Engine::Dpll, assertions, &[], TICKS), &expected)
            });
        }
    }
    tally.require(name, percent);
}

#[test]
fn unbounded_formulas_agree_with_the_reference_engine() {
    agree_with_reference("unbounded", 1_000, 80, Shape::unbounded);
}

#[test]
fn equalities_agree_with_the_reference_engine() {
    agree_with_reference("equalities", 600, 80, Shape::equalities);
}

#[test]
fn huge_constants_agree_with_the_reference_engine() {
    agree_with_reference("huge constants", 600, 60, Shape::huge);
}

#[test]
fn deep_formulas_agree_with_the_reference_engine() {
    agree_with_reference("deep", 150, 50, Shape::deep);
}

#[test]
fn large_formulas_agree_with_the_reference_engine() {
    agree_with_reference("large", 100, 10, Shape::large);
}

#[test]
fn all_formulas_agree_with_z3() {
    let Some(mut z3) = Z3::start() else {
        println!("no z3 on the search path: nothing compared");
        return;
    };
    let mut tally = Tally::default();
    for seed in seeds(1_000) {
        let (mut solver, formula, ..) = make(seed, Shape::any);
        let verdict = ask(&mut solver, Engine::Dpll, &formula.all(), &[], TICKS);
        let expected = z3.ask(&mut solver, &formula.all());
        tally.count(&expected, &verdict);
        if verdict == Verdict::Unknown && expected != Verdict::Unknown {
            println!("z3: seed {seed} is not decided, z3 says {expected:?}");
        }
        if is_failure(&verdict, &expected) {
            let what = format!("the engine says {verdict:?}, z3 {expected:?}; seed {seed}");
            report(&what, &mut solver, &formula.all(), |solver, assertions| {
                let expected = z3.ask(solver, assertions);
                is_failure(&ask(solver, Engine::Dpll, assertions, &[], TICKS), &expected)
            });
        }
    }
    tally.require("z3", 80);
}

/// A shape with assumptions, most of them short.
fn with_assumptions(rng: &mut Rng, shape: fn(&mut Rng) -> Shape) -> Shape {
    let shape = shape(rng);
    Shape { assumptions: 1 + rng.below(6), assertions: rng.below(3), size: 1 + shape.size / 3, ..shape }
}

/// Checks under assumptions: models satisfy them (the solver itself evaluates them), and those that failed
/// are some of them and cannot hold together. `decide` says whether assertions can hold together.
fn check_assumptions(
    name: &str,
    engine: Engine,
    rounds: u64,
    percent: u64,
    shape: fn(&mut Rng) -> Shape,
    decide: impl Fn(&mut Solver, &Formula, &Shape, &[Term]) -> Verdict,
) {
    let mut tally = Tally::default();
    for seed in seeds(rounds) {
        let (mut solver, formula, shape, mut rng) = make(seed, |rng| with_assumptions(rng, shape));
        let mut assumptions = formula.assumptions.clone();
        if rng.one_in(3) {
            // Assumptions may be repeated and may contradict each other at once.
            let again = rng.pick(&assumptions);
            let term = if rng.one_in(2) { again } else { solver.terms_mut().not(again) };
            assumptions.push(term);
        }
        let verdict = ask(&mut solver, engine, &formula.all(), &assumptions, TICKS);
        let failed = solver.failed_assumptions().to_vec();
        let all: Vec<Term> = formula.all().into_iter().chain(assumptions.iter().copied()).collect();
        let expected = decide(&mut solver, &formula, &shape, &all);
        tally.count(&expected, &verdict);
        let text = || script(&solver, &formula.symbols, &all);
        assert!(
            !verdict.contradicts(&expected),
            "{verdict:?}, {expected:?}; {name}, seed {seed}\n{}",
            text()
        );
        assert!(failed.iter().all(|term| assumptions.contains(term)), "{name}, seed {seed}");
        if verdict == Verdict::Unsat {
            let blamed: Vec<Term> = formula.all().into_iter().chain(failed.iter().copied()).collect();
            let together = decide(&mut solver, &formula, &shape, &blamed);
            let text = script(&solver, &formula.symbols, &blamed);
            assert_ne!(
                together,
                Verdict::Sat,
                "failed assumptions hold together; {name}, seed {seed}\n{text}"
            );
        }
    }
    tally.require(name, percent);
}

#[test]
fn failed_assumptions_are_inconsistent_over_boxes() {
    check_assumptions("assumptions", Engine::Dpll, 2_000, 99, Shape::small, |solver, formula, shape, all| {
        brute_force(solver, formula, shape, all)
    });
    check_assumptions(
        "reference assumptions",
        Engine::Reference,
        300,
        99,
        Shape::small,
        |solver, formula, shape, all| brute_force(solver, formula, shape, all),
    );
}

#[test]
fn failed_assumptions_are_inconsistent_without_bounds() {
    check_assumptions(
        "unbounded assumptions",
        Engine::Dpll,
        500,
        80,
        Shape::unbounded,
        |solver, _, _, all| ask(solver, Engine::Reference, all, &[], REFERENCE_TICKS),
    );
}

/// Random commands; every check is compared with the truth about the assertions that are in force by then.
#[test]
fn traces_of_push_and_pop_agree_with_brute_force() {
    let mut tally = Tally::default();
    for seed in seeds(300) {
        let shape = |rng: &mut Rng| Shape { assumptions: 12, size: 1 + rng.below(8), ..Shape::small(rng) };
        let (mut solver, formula, shape, mut rng) = make(seed, shape);
        formula.bounds.iter().for_each(|&bound| solver.assert(bound));
        solver.options_mut().limits.ticks = TICKS;
        // What must be in force, kept apart from the solver: one list per level.
        let mut levels: Vec<Vec<Term>> = vec![formula.bounds.clone()];
        let mut trace = Vec::new();
        for _ in 0..20 {
            let term = rng.pick(&formula.assumptions);
            match rng.below(8) {
                0 | 1 => {
                    trace.push("(push 1)".to_string());
                    solver.push();
                    levels.push(Vec::new());
                }
                2 if levels.len() > 1 => {
                    trace.push("(pop 1)".to_string());
                    assert!(solver.pop());
                    levels.pop();
                }
                3 | 4 => {
                    trace.push(format!("(assert {})", solver.terms().display(term)));
                    solver.assert(term);
                    levels.last_mut().expect("the first level stays").push(term);
                }
                choice => {
                    let assumptions = if choice == 5 { vec![term] } else { Vec::new() };
                    let assumed: Vec<String> =
                        assumptions.iter().map(|&term| solver.terms().display(term).to_string()).collect();
                    trace.push(format!("(check-sat-assuming ({}))", assumed.join(" ")));
                    let all: Vec<Term> = levels.iter().flatten().chain(&assumptions).copied().collect();
                    let expected = brute_force(&solver, &formula, &shape, &all);
                    let verdict = guarded(|| solver.check_assuming(&assumptions));
                    tally.count(&expected, &verdict);
                    assert!(
                        !verdict.contradicts(&expected),
                        "{verdict:?}, {expected:?}; seed {seed}, {shape:?}\n{}",
                        trace.join("\n")
                    );
                    if verdict == Verdict::Sat {
                        assert!(solver.model().is_some(), "seed {seed}");
                    }
                }
            }
            assert_eq!(solver.level() + 1, levels.len());
            assert_eq!(solver.assertions().len(), levels.iter().flatten().count());
        }
    }
    tally.require("traces", 99);
}

/// A limit may turn an answer into *unknown*, never into another answer, wherever it strikes; and the work
/// done beyond it is small.
#[test]
fn limits_strike_anywhere_without_harm() {
    for seed in seeds(400) {
        let (mut solver, formula, _, mut rng) = make(seed, Shape::any);
        let engine = rng.pick(&[Engine::Dpll, Engine::Dpll, Engine::Reference]);
        let full = ask(&mut solver, Engine::Dpll, &formula.all(), &[], TICKS);
        for _ in 0..4 {
            let ticks = 1 << rng.below(18);
            let verdict = ask(&mut solver, engine, &formula.all(), &[], Some(ticks));
            assert!(
                !verdict.contradicts(&full),
                "{verdict:?}, {full:?}; seed {seed}, {ticks} ticks, {engine:?}"
            );
            let spent =
                solver.statistics().iter().find(|(name, _)| *name == "ticks").map_or(0, |(_, spent)| spent);
            assert!(spent <= 2 * ticks + 500_000, "{spent} of {ticks} ticks; seed {seed}, {engine:?}");
        }
    }
}

/// The same seed gives the same run: same answer, same model, same number of ticks.
#[test]
fn runs_can_be_repeated() {
    for seed in seeds(200) {
        let run = || {
            let (mut solver, formula, ..) = make(seed, Shape::any);
            formula.all().iter().for_each(|&term| solver.assert(term));
            solver.options_mut().limits.ticks = TICKS;
            let answer = solver.check();
            let value = |model: &cfp_solver::Model| {
                formula.symbols.iter().map(|&symbol| model.value(solver.terms(), symbol)).collect::<Vec<_>>()
            };
            let values = solver.model().map(value);
            assert_eq!(values.is_some(), answer == Answer::Sat);
            (answer, values, solver.statistics().iter().collect::<Vec<_>>())
        };
        assert_eq!(run(), run(), "seed {seed}");
    }
}
