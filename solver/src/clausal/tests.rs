//! Against all assignments, on small random problems.

use super::*;
use crate::random::Rng;

const VARS: usize = 9;

fn holds(clauses: &[Vec<Lit>], model: impl Fn(Lit) -> bool) -> bool {
    clauses.iter().all(|clause| clause.iter().any(|&lit| model(lit)))
}

fn random_lit(rng: &mut Rng) -> Lit {
    Var::new(rng.below(VARS)).lit(rng.below(2) == 0)
}

#[test]
fn answers_and_models_are_right_with_assumptions_and_without() {
    let mut rng = Rng(3);
    let mut counts = [0; 2];
    for round in 0..1_500 {
        let clauses: Vec<Vec<Lit>> = (0..rng.range(5, 45))
            .map(|_| (0..rng.range(1, 4).max(rng.range(2, 3))).map(|_| random_lit(&mut rng)).collect())
            .collect();
        let assumptions: Vec<Lit> = (0..round % 3).map(|_| random_lit(&mut rng)).collect();
        let mut all = clauses.clone();
        all.extend(assumptions.iter().map(|&lit| vec![lit]));
        let is_sat = |clauses: &[Vec<Lit>]| {
            let value = |bits: usize, lit: Lit| (bits >> lit.var().index() & 1 == 1) == lit.is_positive();
            (0..1 << VARS).any(|bits| holds(clauses, |lit| value(bits, lit)))
        };
        let expected = is_sat(&all);
        counts[expected as usize] += 1;
        let mut problem = Clausal::new(SatOptions::default(), round % 4 > 0);
        (0..VARS).for_each(|_| _ = problem.new_var());
        clauses.iter().for_each(|clause| problem.add_clause(clause));
        match problem.solve(&assumptions, &mut Budget::unlimited()) {
            Outcome::Sat => {
                assert!(expected, "{all:?}");
                assert!(holds(&all, |lit| problem.value(lit) == Some(true)), "{all:?}");
            }
            Outcome::Unsat => {
                assert!(!expected, "{all:?}");
                let mut blamed = clauses.clone();
                blamed.extend(problem.failed_assumptions().iter().map(|&lit| vec![lit]));
                assert!(!is_sat(&blamed), "{all:?}");
            }
            Outcome::Unknown(_) => panic!("there is no limit"),
        }
    }
    assert!(counts[0] > 200 && counts[1] > 200, "{counts:?}");
}

#[test]
fn variables_are_eliminated_and_get_values() {
    // A chain of equivalences: all but the assumed ends go.
    let lits: Vec<Lit> = (0..50).map(|index| Var::new(index).positive()).collect();
    let mut simplifier = Simplifier::new(50, &[lits[0], lits[49]]);
    for pair in lits.windows(2) {
        simplifier.add(&[!pair[0], pair[1]]);
        simplifier.add(&[pair[0], !pair[1]]);
    }
    simplifier.run(&mut Budget::unlimited());
    let eliminated = (0..50).filter(|&index| simplifier.is_eliminated(Var::new(index))).count();
    assert_eq!(eliminated, 48);
    let mut left = Vec::new();
    simplifier.for_each_clause(|clause| left.push(clause.to_vec()));
    assert_eq!(left.len(), 2);
    let mut model = vec![false; 50];
    (model[0], model[49]) = (true, true);
    simplifier.extension().complete(&mut model);
    assert!(model.iter().all(|&value| value));
}

#[test]
fn clauses_simplified_during_the_search_have_the_same_answer() {
    const VARS: usize = 60;
    let mut rng = Rng(7);
    let mut counts = [0; 2];
    for round in 0..300 {
        // Few long clauses, some equivalences, and what makes both answers likely.
        let lit = |rng: &mut Rng| Var::new(rng.below(VARS)).lit(rng.below(2) == 0);
        let mut clauses: Vec<Vec<Lit>> =
            (0..rng.range(190, 235)).map(|_| (0..3).map(|_| lit(&mut rng)).collect()).collect();
        for _ in 0..round % 9 {
            let (a, b) = (lit(&mut rng), lit(&mut rng));
            clauses.extend([vec![a, b], vec![!a, !b]]);
        }
        let assumptions: Vec<Lit> = (0..round % 3).map(|_| lit(&mut rng)).collect();
        let mut plain = Clausal::new(SatOptions::default(), false);
        let mut problem = Clausal::new(SatOptions::default(), true);
        problem.stretch = 50;
        problem.walks = false;
        for solver in [&mut plain, &mut problem] {
            (0..VARS).for_each(|_| _ = solver.new_var());
            clauses.iter().for_each(|clause| solver.add_clause(clause));
        }
        let expected = plain.solve(&assumptions, &mut Budget::unlimited());
        let found = problem.solve(&assumptions, &mut Budget::unlimited());
        assert_eq!(found, expected, "{clauses:?} {assumptions:?}");
        counts[(found == Outcome::Sat) as usize] += 1;
        if found == Outcome::Sat {
            clauses.extend(assumptions.iter().map(|&lit| vec![lit]));
            assert!(holds(&clauses, |lit| problem.value(lit) == Some(true)), "{clauses:?}");
        }
    }
    assert!(counts[0] > 50 && counts[1] > 50, "{counts:?}");
}

#[test]
fn a_walk_finds_models_of_large_formulas_and_none_of_false_ones() {
    let mut rng = Rng(4);
    let lit = |rng: &mut Rng, vars: usize| Var::new(rng.below(vars)).lit(rng.below(2) == 0);
    let distinct = |rng: &mut Rng, vars: usize| {
        let mut clause: Vec<Lit> = (0..3).map(|_| lit(rng, vars)).collect();
        clause.sort_unstable();
        clause.dedup();
        clause
    };
    let clauses: Vec<Vec<Lit>> = (0..3_500).map(|_| distinct(&mut rng, 1_000)).collect();
    let ticks = 160_000_000;
    let Walked::Model(model) = walk(vec![false; 1_000], &clauses, 0, ticks, &mut Budget::unlimited()) else {
        panic!("there are many models")
    };
    assert!(holds(&clauses, |lit| model[lit.var().index()] == lit.is_positive()));
    let clauses: Vec<Vec<Lit>> = (0..900).map(|_| distinct(&mut rng, 60)).collect();
    assert_eq!(walk(vec![false; 60], &clauses, 0, ticks, &mut Budget::unlimited()), Walked::Far);
}
