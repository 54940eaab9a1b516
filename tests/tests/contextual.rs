//! Contextual simplification of random constraints: equivalent, not larger, nothing left to drop, and the
//! same whatever the constraint was written like. `CFP_ROUNDS` and `CFP_SEED` as for the other differential
//! tests.

use cfp_solver::contextual::{Simplifier, Size};
use cfp_solver::{Answer, Engine, Limits, Options, Solver, Term, Terms};
use cfp_tests::constraints::{Vocabulary, disguise, without_one_leaf};
use cfp_tests::engines::{self, Verdict};
use cfp_tests::random::{self, Rng, Shape};
use cfp_tests::rounds::seeds;
use cfp_tests::z3::Z3;

/// Ticks for one question to a solver that checks a result.
const TICKS: u64 = 3_000_000;

/// Whether two formulas mean the same, asked of an engine that has nothing to do with the simplifier's.
fn differ(solver: &mut Solver, engine: Engine, left: Term, right: Term) -> Verdict {
    let differ = solver.terms_mut().xor(left, right);
    engines::ask(solver, engine, &[differ], &[], Some(TICKS))
}

fn text(solver: &Solver, term: Term) -> String {
    solver.terms().display(term).to_string()
}

/// A random constraint over a few symbols.
fn constraint(terms: &mut Terms, rng: &mut Rng, with_functions: bool) -> Term {
    let (ints, bools) = (1 + rng.below(3), rng.below(3));
    let vocabulary = Vocabulary::declare(terms, ints, bools, with_functions);
    let depth = 1 + rng.below(3);
    vocabulary.formula(terms, rng, depth)
}

/// What was seen over many rounds.
#[derive(Default, Debug)]
struct Seen {
    rounds: u64,
    undecided: u64,
    leaves_before: u64,
    leaves_after: u64,
    unchanged: u64,
}

/// Simplifies random constraints one after the other with the same simplifier, and has an engine confirm that
/// they mean the same.
fn check_equivalence(engine: Engine, with_functions: bool, rounds: u64) -> Seen {
    let mut seen = Seen::default();
    for chunk in seeds(rounds).collect::<Vec<u64>>().chunks(20) {
        // Several constraints share an arena and a simplifier, as they do in an analysis.
        let mut solver = Solver::new();
        let mut simplifier = Simplifier::default();
        let mut previous: Option<Term> = None;
        for &seed in chunk {
            let mut rng = Rng::new(seed);
            let formula = constraint(solver.terms_mut(), &mut rng, with_functions);
            let simplified = simplifier.simplify(solver.terms_mut(), formula);
            let (before, after) = (Size::of(solver.terms(), formula), Size::of(solver.terms(), simplified));
            assert!(
                after <= before,
                "seed {seed}: {}\nbecame {}",
                text(&solver, formula),
                text(&solver, simplified)
            );
            seen.rounds += 1;
            seen.leaves_before += before.leaves;
            seen.leaves_after += after.leaves;
            seen.unchanged += u64::from(simplified == formula);
            match differ(&mut solver, engine, formula, simplified) {
                Verdict::Unsat => {}
                Verdict::Unknown => seen.undecided += 1,
                verdict => panic!(
                    "seed {seed}: {verdict:?}: {}\nbecame {}",
                    text(&solver, formula),
                    text(&solver, simplified)
                ),
            }
            // Under an assumption the result need only agree where that holds.
            if let Some(assumption) = previous {
                let under = simplifier.simplify_under(solver.terms_mut(), formula, assumption);
                assert!(Size::of(solver.terms(), under) <= before, "seed {seed}");
                let terms = solver.terms_mut();
                let (left, right) = (terms.and(&[formula, assumption]), terms.and(&[under, assumption]));
                match differ(&mut solver, engine, left, right) {
                    Verdict::Unsat => {}
                    Verdict::Unknown => seen.undecided += 1,
                    verdict => panic!(
                        "seed {seed}: {verdict:?}: {}\nunder {}\nbecame {}",
                        text(&solver, formula),
                        text(&solver, assumption),
                        text(&solver, under)
                    ),
                }
            }
            previous = Some(simplified);
        }
    }
    seen
}

#[test]
fn results_are_equivalent_and_not_larger() {
    let seen = check_equivalence(Engine::Dpll, true, 300);
    println!("with functions: {seen:?}");
    assert!(seen.undecided * 50 <= seen.rounds, "most results are checked: {seen:?}");
    assert!(seen.leaves_after < seen.leaves_before);
}

#[test]
fn the_reference_engine_agrees_that_results_are_equivalent() {
    let seen = check_equivalence(Engine::Reference, false, 200);
    println!("integers alone: {seen:?}");
    assert!(seen.undecided * 4 <= seen.rounds, "most results are checked: {seen:?}");
}

#[test]
fn z3_agrees_that_results_are_equivalent() {
    let Some(mut z3) = Z3::start() else {
        println!("no z3 here");
        return;
    };
    let (mut checked, mut all) = (0, 0);
    for seed in seeds(200) {
        let mut rng = Rng::new(seed ^ 0x5A5A);
        let mut solver = Solver::new();
        let formula = if rng.one_in(2) {
            constraint(solver.terms_mut(), &mut rng, true)
        } else {
            let shape = Shape::unbounded(&mut rng);
            let formula = random::formula(solver.terms_mut(), &mut rng, &shape);
            solver.terms_mut().and(&formula.assertions)
        };
        let simplified = Simplifier::default().simplify(solver.terms_mut(), formula);
        let differ = solver.terms_mut().xor(formula, simplified);
        let verdict = z3.ask(&mut solver, &[differ]);
        assert_ne!(verdict, Verdict::Sat, "seed {seed}: {}", text(&solver, formula));
        checked += u64::from(verdict == Verdict::Unsat);
        all += 1;
    }
    println!("z3: {checked} of {all} checked");
    assert!(checked * 10 >= all * 8, "{checked} of {all}");
}

#[test]
fn no_leaf_is_left_that_could_be_dropped() {
    let (mut leaves, mut fallbacks) = (0, 0);
    for seed in seeds(250) {
        let mut rng = Rng::new(seed ^ 0x1EAF);
        let mut solver = Solver::new();
        let with_functions = rng.one_in(2);
        let formula = constraint(solver.terms_mut(), &mut rng, with_functions);
        let simplified = Simplifier::default().simplify(solver.terms_mut(), formula);
        if simplified == formula {
            fallbacks += 1;
        }
        for variant in without_one_leaf(solver.terms_mut(), simplified) {
            leaves += 1;
            let verdict = differ(&mut solver, Engine::Dpll, simplified, variant);
            assert_ne!(
                verdict,
                Verdict::Unsat,
                "seed {seed}: {}\nbecame {}\nwhich is equivalent to {}",
                text(&solver, formula),
                text(&solver, simplified),
                text(&solver, variant)
            );
        }
    }
    println!("{leaves} replacements tried, {fallbacks} formulas stayed as they were");
    assert!(leaves > 100);
}

#[test]
fn simplified_formulas_stay_as_they_are() {
    let (mut same, mut all) = (0, 0);
    for seed in seeds(300) {
        let mut rng = Rng::new(seed ^ 0x1DE);
        let mut terms = Terms::new();
        let formula = constraint(&mut terms, &mut rng, true);
        let once = Simplifier::default().simplify(&mut terms, formula);
        let twice = Simplifier::default().simplify(&mut terms, once);
        assert!(Size::of(&terms, twice) <= Size::of(&terms, once), "seed {seed}");
        assert_eq!(Size::of(&terms, twice).leaves, Size::of(&terms, once).leaves, "seed {seed}");
        same += u64::from(once == twice);
        all += 1;
    }
    println!("idempotent: {same} of {all}");
    assert!(same * 100 >= all * 98, "{same} of {all}");
}

#[test]
fn the_same_fact_written_in_another_way_is_the_same_term() {
    let (mut same, mut all) = (0, 0);
    for seed in seeds(400) {
        let mut rng = Rng::new(seed ^ 0xCAFE);
        let mut terms = Terms::new();
        let formula = constraint(&mut terms, &mut rng, true);
        let mut simplifier = Simplifier::default();
        let first = simplifier.simplify(&mut terms, formula);
        let disguised = disguise(&mut terms, &mut rng, formula);
        let second = simplifier.simplify(&mut terms, disguised);
        if std::env::var_os("CFP_SHOW").is_some() && first != second {
            println!("seed {seed}\n  {}\n  {}", terms.display(first), terms.display(second));
        }
        same += u64::from(first == second);
        all += 1;
    }
    println!("canonical: {same} of {all}");
    assert!(same * 100 >= all * 90, "{same} of {all}");
}

#[test]
fn a_budget_cuts_the_work_short_and_the_result_is_still_equivalent() {
    let mut smaller = 0;
    for seed in seeds(100) {
        let mut rng = Rng::new(seed ^ 0xB0D6E7);
        let mut solver = Solver::new();
        let formula = constraint(solver.terms_mut(), &mut rng, true);
        let full = Simplifier::default().simplify(solver.terms_mut(), formula);
        let limits = Limits { ticks: Some(1 + rng.below(400) as u64), ..Limits::default() };
        let mut hasty = Simplifier::new(Options { limits, ..Options::default() });
        let cut = hasty.simplify(solver.terms_mut(), formula);
        smaller += u64::from(Size::of(solver.terms(), full) < Size::of(solver.terms(), cut));
        assert!(Size::of(solver.terms(), cut) <= Size::of(solver.terms(), formula));
        let verdict = differ(&mut solver, Engine::Dpll, formula, cut);
        assert!(matches!(verdict, Verdict::Unsat | Verdict::Unknown), "seed {seed}: {verdict:?}");
    }
    assert!(smaller > 0, "some of them were cut short");
}

#[test]
fn questions_are_answered_as_the_solver_answers_them() {
    let mut answers = [0; 3];
    let mut solver = Solver::new();
    let mut simplifier = Simplifier::default();
    let mut previous = solver.terms_mut().bool(true);
    for seed in seeds(300) {
        let mut rng = Rng::new(seed ^ 0xA5);
        let formula = constraint(solver.terms_mut(), &mut rng, true);
        let implied = simplifier.implies(solver.terms_mut(), previous, formula);
        let negated = solver.terms_mut().not(formula);
        solver.reset_assertions();
        solver.assert(previous);
        solver.assert(negated);
        let answer = solver.check();
        match (&implied, &answer) {
            (truth, Answer::Unsat) => assert!(!truth.is_no(), "seed {seed}"),
            (truth, Answer::Sat) => assert!(!truth.is_yes(), "seed {seed}"),
            _ => {}
        }
        answers[if implied.is_yes() {
            0
        } else if implied.is_no() {
            1
        } else {
            2
        }] += 1;
        if implied.is_yes() || implied.is_no() {
            let solves = simplifier.stats().solves;
            assert_eq!(simplifier.implies(solver.terms_mut(), previous, formula), implied);
            assert_eq!(simplifier.stats().solves, solves, "answers are kept");
        }
        if rng.one_in(3) {
            previous = formula;
        }
    }
    assert!(answers[1] > 0 && answers[2] * 20 <= answers[1], "{answers:?}");
}

/// A long life: what is kept stays bounded.
#[test]
fn what_is_kept_is_bounded() {
    let mut terms = Terms::new();
    let mut rng = Rng::new(7);
    let mut simplifier = Simplifier::default();
    let vocabulary = Vocabulary::declare(&mut terms, 6, 2, true);
    let mut most = 0;
    for _ in 0..seeds(1_500).count() {
        let formula = vocabulary.formula(&mut terms, &mut rng, 2);
        simplifier.simplify(&mut terms, formula);
        most = most.max(simplifier.footprint());
    }
    let stats = simplifier.stats();
    println!("footprint at most {most}; {stats:?}");
    assert!(stats.engines > 1, "worn out engines are replaced");
    assert!(most < 700_000);
}
