//! Interpolants, abducts and minimum satisfying assignments of random problems: what each claims is proved by
//! other solvers. Z3 confirms interpolants, too, where it is installed.
//!
//! `CFP_ROUNDS` sets how many problems are tried, `CFP_SEED` where to start.

use cfp_smtlib::print::write_script;
use cfp_smtlib::{Config, Session};
use cfp_solver::{Solver, Sort, Symbol, Term, Terms, Value};
use cfp_tests::random::Rng;
use cfp_tests::rounds::seeds;
use cfp_tests::z3::Z3;

/// A random linear atom.
fn atom(terms: &mut Terms, rng: &mut Rng, variables: &[Term]) -> Term {
    let products: Vec<Term> = (0..1 + rng.below(3))
        .map(|_| {
            let factor = terms.int(rng.pick(&[-3, -2, -1, 1, 2, 3]));
            let variable = rng.pick(variables);
            terms.mul(factor, variable)
        })
        .collect();
    let sum = if products.len() == 1 { products[0] } else { terms.add(&products) };
    let constant = terms.int(rng.range(-4, 4));
    match rng.below(3) {
        0 => terms.eq(sum, constant),
        1 => terms.le(&[sum, constant]),
        _ => terms.lt(&[constant, sum]),
    }
}

/// A random formula: a conjunction of atoms and of disjunctions.
fn formula(terms: &mut Terms, rng: &mut Rng, variables: &[Term], parts: usize) -> Term {
    let conjuncts: Vec<Term> = (0..parts)
        .map(|_| match rng.below(3) {
            0 => {
                let either = [atom(terms, rng, variables), atom(terms, rng, variables)];
                terms.or(&either)
            }
            _ => atom(terms, rng, variables),
        })
        .collect();
    terms.and(&conjuncts)
}

/// What a session says about formulas that it reads, and the script that it was asked.
fn answer(terms: &Terms, formulas: &[Term]) -> (String, String) {
    let mut script = Vec::new();
    write_script(&mut script, terms, "ALL", &[], formulas).expect("memory");
    let script = String::from_utf8(script).expect("text");
    let mut output = Vec::new();
    Session::new(Config::default()).run(script.as_bytes(), &mut output).expect("memory");
    (String::from_utf8(output).expect("text").trim().to_string(), script)
}

#[test]
fn interpolants_separate() {
    let mut z3 = Z3::start();
    let (mut found, mut confirmed) = (0, 0);
    for seed in seeds(150) {
        let mut rng = Rng::new(seed);
        let mut solver = Solver::new();
        let terms = solver.terms_mut();
        let names = ["a", "b", "s", "t", "c", "d"];
        let symbols: Vec<Symbol> = names.iter().map(|name| terms.declare(*name, Sort::Int)).collect();
        let all: Vec<Term> = symbols.iter().map(|symbol| terms.symbol(*symbol)).collect();
        let first = formula(terms, &mut rng, &all[..4], 4);
        let second = formula(terms, &mut rng, &all[2..], 4);
        let (expected, script) = answer(terms, &[first, second]);
        let interpolant = solver.interpolant(first, second).expect("linear integers without functions");
        assert_eq!(interpolant.is_some(), expected == "unsat", "seed {seed}\n{script}");
        let Some(interpolant) = interpolant else { continue };
        found += 1;
        let used = solver.terms().free_symbols(&[interpolant]);
        assert!(used.iter().all(|symbol| symbols[2..4].contains(symbol)), "seed {seed}: foreign symbols");
        let outside = solver.terms_mut().not(interpolant);
        for pair in [[first, outside], [second, interpolant]] {
            let (answer, script) = answer(solver.terms(), &pair);
            assert_eq!(answer, "unsat", "seed {seed}\n{script}");
            if let Some(lines) = z3.as_mut().and_then(|z3| z3.run(&script)) {
                assert!(lines.iter().all(|line| line != "sat"), "seed {seed}: {lines:?}\n{script}");
                confirmed += usize::from(lines.iter().any(|line| line == "unsat"));
            }
        }
    }
    println!("{found} interpolants, {confirmed} implications confirmed by Z3");
    assert!(found > 0);
}

#[test]
fn abducts_imply_what_was_missing() {
    let mut found = 0;
    for seed in seeds(60) {
        let mut rng = Rng::new(seed);
        let mut solver = Solver::new();
        let terms = solver.terms_mut();
        let variables: Vec<Term> =
            ["x", "y", "z"].iter().map(|name| terms.constant(*name, Sort::Int)).collect();
        let known = formula(terms, &mut rng, &variables, 2);
        let goal = atom(terms, &mut rng, &variables);
        let refuted = terms.not(goal);
        solver.assert(known);
        let abduct = solver.abduct(goal).expect("linear integers without functions");
        let possible = answer(solver.terms(), &[known, goal]).0 == "sat";
        assert_eq!(abduct.is_some(), possible, "seed {seed}");
        let Some(abduct) = abduct else { continue };
        found += 1;
        assert_eq!(answer(solver.terms(), &[known, abduct]).0, "sat", "seed {seed}");
        let (answer, script) = answer(solver.terms(), &[known, abduct, refuted]);
        assert_eq!(answer, "unsat", "seed {seed}\n{script}");
    }
    assert!(found > 0);
}

#[test]
fn minimum_assignments_are_enough_and_cheapest() {
    for seed in seeds(40) {
        let mut rng = Rng::new(seed);
        let mut solver = Solver::new();
        let terms = solver.terms_mut();
        let symbols = ["x", "y", "z"].map(|name| terms.declare(name, Sort::Int));
        let variables = symbols.map(|symbol| terms.symbol(symbol));
        let parts = [formula(terms, &mut rng, &variables, 2), formula(terms, &mut rng, &variables, 1)];
        let whole = terms.or(&parts);
        let costs = symbols.map(|symbol| (symbol, 1 + rng.below(4) as u64));
        solver.assert(whole);
        let found = solver.minimum_assignment(&costs).expect("linear integers without functions");
        assert_eq!(found.is_some(), answer(solver.terms(), &[whole]).0 == "sat", "seed {seed}");
        let Some(found) = found else { continue };
        // The values are enough.
        let mut claims = vec![solver.terms_mut().not(whole)];
        for (symbol, value) in &found {
            let Value::Int(value) = value else { panic!("not an integer") };
            let (variable, value) =
                (solver.terms_mut().symbol(*symbol), solver.terms_mut().int(value.clone()));
            claims.push(solver.terms_mut().eq(variable, value));
        }
        let (enough, script) = answer(solver.terms(), &claims);
        assert_eq!(enough, "unsat", "seed {seed}: {found:?}\n{script}");
        // No cheaper set of variables is.
        let cost_of = |set: &[Symbol]| -> u64 {
            costs.iter().filter(|(symbol, _)| set.contains(symbol)).map(|(_, cost)| cost).sum()
        };
        let assigned: Vec<Symbol> = found.iter().map(|(symbol, _)| *symbol).collect();
        for subset in 0..8usize {
            let is_in = |index: &usize| subset & (1 << index) != 0;
            let set: Vec<Symbol> = (0..3).filter(is_in).map(|index| symbols[index]).collect();
            let others: Vec<Term> =
                (0..3).filter(|index| !is_in(index)).map(|index| variables[index]).collect();
            if cost_of(&set) >= cost_of(&assigned) || others.is_empty() {
                continue;
            }
            let always = solver.terms_mut().forall(&others, whole);
            let (answer, _) = answer(solver.terms(), &[always]);
            assert_eq!(answer, "unsat", "seed {seed}: {set:?} instead of {assigned:?}");
        }
    }
}
