//! Unit tests of the solver as a whole; the large random ones are in `solver/tests/sat_vs_varisat.rs`.

use super::theory::NoTheory;
use super::*;
use crate::limits::{Interrupt, Limits};

fn solve(solver: &mut SatSolver, assumptions: &[Lit]) -> Outcome {
    solver.solve(&mut NoTheory, assumptions, &mut Budget::unlimited())
}

fn solver_with_vars(count: usize) -> (SatSolver, Vec<Lit>) {
    let mut solver = SatSolver::new(SatOptions::default());
    let lits = (0..count).map(|_| solver.new_var().positive()).collect();
    (solver, lits)
}

/// `pigeons` pigeons in one hole less.
fn pigeonhole(pigeons: usize) -> SatSolver {
    let holes = pigeons - 1;
    let (mut solver, lits) = solver_with_vars(pigeons * holes);
    for pigeon in 0..pigeons {
        solver.add_clause(&lits[pigeon * holes..(pigeon + 1) * holes]);
    }
    for hole in 0..holes {
        for a in 0..pigeons {
            for b in 0..a {
                solver.add_clause(&[!lits[a * holes + hole], !lits[b * holes + hole]]);
            }
        }
    }
    solver
}

#[test]
fn empty_problem_and_empty_clause() {
    let (mut solver, lits) = solver_with_vars(1);
    assert_eq!(solve(&mut solver, &[]), Outcome::Sat);
    assert!(solver.value(lits[0]).is_some());
    solver.add_clause(&[]);
    assert_eq!(solve(&mut solver, &lits), Outcome::Unsat);
    assert_eq!(solver.failed_assumptions(), []);
}

#[test]
fn repetitions_tautologies_and_units() {
    let (mut solver, lits) = solver_with_vars(3);
    solver.add_clause(&[lits[0], lits[1], lits[0]]);
    solver.add_clause(&[lits[2], !lits[2]]);
    solver.add_clause(&[!lits[0], !lits[0]]);
    assert_eq!(solver.fixed_value(lits[0]), Some(false));
    assert_eq!(solve(&mut solver, &[]), Outcome::Sat);
    assert_eq!(solver.fixed_value(lits[1]), Some(true));
    assert_eq!(solver.fixed_value(lits[2]), None);
    solver.add_clause(&[!lits[1]]);
    assert_eq!(solve(&mut solver, &[]), Outcome::Unsat);
}

#[test]
fn contradictory_and_repeated_assumptions() {
    let (mut solver, lits) = solver_with_vars(3);
    solver.add_clause(&[lits[0], lits[1]]);
    assert_eq!(solve(&mut solver, &[lits[2], lits[2], lits[0], !lits[2]]), Outcome::Unsat);
    assert_eq!(solver.failed_assumptions(), [!lits[2], lits[2]]);
    assert_eq!(solve(&mut solver, &[lits[2], lits[2], !lits[0]]), Outcome::Sat);
    assert_eq!(solver.value(lits[1]), Some(true));
}

#[test]
fn pigeonholes_are_refuted() {
    for pigeons in 2..8 {
        assert_eq!(solve(&mut pigeonhole(pigeons), &[]), Outcome::Unsat);
    }
}

#[test]
fn budget_stops_and_search_resumes() {
    let mut solver = pigeonhole(8);
    let limits = Limits { ticks: Some(2000), ..Limits::default() };
    let mut budget = Budget::start(&limits, &Interrupt::new());
    assert_eq!(solver.solve(&mut NoTheory, &[], &mut budget), Outcome::Unknown(Unknown::Resources));
    assert_eq!(solve(&mut solver, &[]), Outcome::Unsat);
}

#[test]
fn equal_seeds_give_equal_runs() {
    let run = || {
        let mut solver = pigeonhole(7);
        solve(&mut solver, &[]);
        solver.stats().clone()
    };
    assert_eq!(run(), run());
}

#[test]
fn initial_phases_are_followed() {
    let (mut solver, lits) = solver_with_vars(2);
    solver.set_phase(lits[0].var(), true);
    assert_eq!(solve(&mut solver, &[]), Outcome::Sat);
    assert_eq!((solver.value(lits[0]), solver.value(lits[1])), (Some(true), Some(false)));
}
