//! The bookkeeping of local search against evaluation from scratch.

use super::formula::{Atom, Formula, Literal};
use super::state::State;
use crate::sat::rng::Rng;

const VARS: u64 = 5;

/// Clauses over random atoms, many of which share variables.
fn random_formula(rng: &mut Rng) -> Formula {
    let mut formula = Formula { ranges: vec![[-6, 6]; VARS as usize], ..Formula::default() };
    for _ in 0..8 {
        let first = rng.below(VARS) as u32;
        let mut terms = vec![(first, rng.below(5) as i64 - 2)];
        if rng.below(2) == 0 {
            terms.push(((first + 1) % VARS as u32, rng.below(3) as i64 + 1));
        }
        terms.retain(|&(_, coefficient)| coefficient != 0);
        if terms.is_empty() {
            terms.push((first, 1));
        }
        let bound = rng.below(7) as i64 - 3;
        formula.atoms.push(Atom { terms: terms.into(), bound, is_equation: rng.below(2) == 0 });
    }
    for _ in 0..10 {
        let mut lits: Vec<Literal> = (0..1 + rng.below(3)).map(|_| Literal(rng.below(16) as u32)).collect();
        lits.sort_unstable();
        lits.dedup_by_key(|lit| lit.atom());
        formula.clauses.push(lits.into());
    }
    formula
}

/// The clauses that are false under these values.
fn false_clauses(formula: &Formula, values: &[i64]) -> Vec<u32> {
    let is_true = |lit: &Literal| {
        let atom = &formula.atoms[lit.atom()];
        let sum: i64 = atom.terms.iter().map(|&(var, c)| values[var as usize] * c).sum();
        (if atom.is_equation { sum == atom.bound } else { sum <= atom.bound }) != lit.is_negated()
    };
    let clauses = formula.clauses.iter().enumerate();
    clauses.filter(|(_, lits)| !lits.iter().any(is_true)).map(|(index, _)| index as u32).collect()
}

#[test]
fn false_clauses_are_kept_and_scores_tell_what_a_step_changes() {
    let mut rng = Rng::new(7);
    let mut better = 0;
    for _ in 0..300 {
        let mut state = State::new(random_formula(&mut rng));
        for _ in 0..40 {
            let (var, by) = (rng.below(VARS) as u32, 1 + rng.below(4) as i64);
            let by = if rng.below(2) == 0 { by } else { -by };
            let before = state.falses().len();
            let score = state.score(var, by);
            state.change(var, by);
            let mut falses = state.falses().to_vec();
            falses.sort_unstable();
            assert_eq!(falses, false_clauses(&state.formula, &state.values));
            // All weights are one: coming nearer counts less than a clause.
            let difference = (before as i64 - falses.len() as i64) * super::state::UNIT;
            let near = state.formula.clauses.len() as i64 * super::state::UNIT;
            assert!((score - difference).abs() < near, "{score} for {difference}");
            let has_units = state.formula.clauses.iter().any(|lits| lits.len() == 1);
            assert!(has_units || score == difference, "{score} for {difference}");
            better += u32::from(score > 0);
        }
    }
    assert!(better > 500, "few steps were improvements: {better}");
}

#[test]
fn weights_raise_the_scores_of_clauses_that_stay_false() {
    let atom = |var: u32| Atom { terms: [(var, 1), (var + 1, 1)].into(), bound: -1, is_equation: false };
    let mut formula = Formula { ranges: vec![[-9, 9]; 4], ..Formula::default() };
    formula.atoms = vec![atom(0), atom(2)];
    formula.clauses = vec![vec![Literal(0), Literal(2)].into()];
    let mut state = State::new(formula);
    let light = state.score(0, -1);
    state.raise_weights();
    assert_eq!(state.score(0, -1), 2 * light);
    state.change(0, -1);
    assert!(state.falses().is_empty());
    state.smooth_weights();
    assert_eq!(state.score(0, 1), -light);
}
