//! The SAT core against varisat: same answers, models that are models, failed assumptions that fail.

mod sat_common;

use cfp_solver::internals::sat::SatOptions;
use sat_common::*;

/// Options that make rare events frequent or switch techniques off.
fn option_sets() -> Vec<SatOptions> {
    let defaults = SatOptions::default();
    vec![
        defaults.clone(),
        SatOptions { seed: 7, default_phase: true, random_decisions: 50, ..defaults.clone() },
        SatOptions { stable_mode: false, minimize: false, ..defaults.clone() },
        SatOptions { reuse_trail: false, target_phases: false, rephase: false, ..defaults.clone() },
        SatOptions { reduce: false, restarts: false, ..defaults },
    ]
}

fn compare_all(clauses: &Clauses) -> bool {
    let answers: Vec<bool> = option_sets()
        .into_iter()
        .map(|options| compare(&mut solver_for(clauses, 0, options), clauses, &[]))
        .collect();
    answers[0]
}

#[test]
fn tiny_random_clauses() {
    let mut random = Random::new(1);
    let mut sat = 0;
    for round in 0..3000 {
        let vars = 1 + random.below(8);
        let count = random.below(5 * vars);
        let mut clauses = Vec::new();
        for _ in 0..count {
            let k = random.below(4) + (!random.chance(2)) as usize;
            clauses.extend(random_clauses(&mut random, vars, 1, k));
        }
        let options = option_sets().swap_remove(round % 5);
        sat += compare(&mut solver_for(&clauses, 0, options), &clauses, &[]) as usize;
    }
    assert!((500..2500).contains(&sat), "both answers should be common, but {sat} of 3000 are sat");
}

#[test]
fn random_3sat_at_the_threshold() {
    let mut random = Random::new(2);
    let mut sat = 0;
    for round in 0..60 {
        let vars = 20 + 2 * round;
        let clauses = random_ksat(&mut random, vars, vars * 426 / 100, 3);
        sat += compare_all(&clauses) as usize;
    }
    assert!((10..50).contains(&sat));
}

#[test]
fn random_ksat_of_other_widths() {
    let mut random = Random::new(3);
    for (k, ratio, largest) in [(2, 100, 400), (4, 993, 70), (5, 2112, 45), (7, 8779, 20)] {
        for round in 0..12 {
            let vars = largest / 2 + round * largest / 24;
            compare_all(&random_ksat(&mut random, vars.max(k), vars * ratio / 100, k));
        }
    }
}

#[test]
fn pigeonholes() {
    for holes in 2..7 {
        assert!(compare_all(&pigeonhole(holes, holes)));
        assert!(!compare_all(&pigeonhole(holes + 1, holes)));
    }
}

#[test]
fn parity_chains() {
    let mut random = Random::new(4);
    for vars in 6..44 {
        compare_all(&random_parity(&mut random, vars, vars));
    }
    // x1 + x2 = 0, …, and the sum around the circle is odd.
    for len in 3..60 {
        let mut clauses: Clauses = (1..len).flat_map(|i| parity(&[lit(i - 1), lit(i)], false)).collect();
        clauses.extend(parity(&[lit(0), lit(len - 1)], true));
        assert!(!compare_all(&clauses));
    }
}

#[test]
fn graph_colourings() {
    let mut random = Random::new(5);
    for round in 0..30 {
        let nodes = 10 + 2 * round;
        compare_all(&colouring(&mut random, nodes, nodes * 23 / 10, 3));
        compare_all(&colouring(&mut random, nodes / 2, nodes / 2 * 44 / 10, 4));
    }
}

#[test]
fn equivalent_circuits() {
    let mut random = Random::new(6);
    for round in 0..40 {
        assert!(!compare_all(&miter(&mut random, 4 + round / 5, 10 + 3 * round)));
    }
}

#[test]
fn random_with_assumptions() {
    let mut random = Random::new(7);
    let mut failed = 0;
    for round in 0..150 {
        let vars = 10 + random.below(60);
        let clauses = random_ksat(&mut random, vars, vars * 35 / 10, 3);
        let mut solver = solver_for(&clauses, 0, option_sets().swap_remove(round % 5));
        for _ in 0..10 {
            let count = random.below(vars);
            let assumptions: Vec<_> = (0..count).map(|_| random.lit(num_vars(&clauses))).collect();
            failed += !compare(&mut solver, &clauses, &assumptions) as usize;
        }
    }
    assert!((100..1400).contains(&failed));
}

#[test]
fn clauses_variables_and_solves_interleaved() {
    let mut random = Random::new(8);
    for round in 0..80 {
        let mut clauses: Clauses = Vec::new();
        let mut solver = solver_for(&clauses, 5, option_sets().swap_remove(round % 5));
        let mut vars = 5;
        loop {
            for _ in 0..random.below(5) {
                solver.new_var();
                vars += 1;
            }
            let k = 2 + random.below(3);
            let count = random.below(1 + vars);
            let new = random_clauses(&mut random, vars, count, k);
            new.iter().for_each(|clause| solver.add_clause(clause));
            clauses.extend(new);
            let assumptions: Vec<_> = (0..random.below(6)).map(|_| random.lit(vars)).collect();
            let sat = compare(&mut solver, &clauses, &assumptions);
            if !sat && solver.failed_assumptions().is_empty() {
                break;
            }
        }
    }
}
