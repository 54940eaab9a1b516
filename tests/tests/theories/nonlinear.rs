//! Random formulas with products and divisions of variables: against brute force over small boxes, and
//! against z3, if it is there, without bounds.

use cfp_solver::{Engine, Op, Options, Solver, Sort, Symbol, Term, TermError, Terms};
use cfp_tests::brute;
use cfp_tests::engines::{Tally, Verdict, ask, script};
use cfp_tests::random::Rng;
use cfp_tests::rounds::seeds;
use cfp_tests::z3::Z3;

/// Ticks for one formula.
const TICKS: Option<u64> = Some(2_000_000);
/// The values that variables have in boxes: from the negation of this up to it.
const LIMIT: i64 = 3;

/// Makes random formulas.
struct Maker<'a> {
    terms: &'a mut Terms,
    rng: Rng,
    variables: Vec<Term>,
    /// Whether there are divisions.
    divides: bool,
}

impl Maker<'_> {
    fn times(&mut self, args: &[Term]) -> Term {
        let product = match self.terms.make(Op::Mul, args) {
            Err(TermError::NonLinear) => self.terms.make(Op::Product, args),
            made => made,
        };
        product.expect("factors are numbers of the same sort")
    }

    fn constant(&mut self) -> Term {
        let value = self.rng.range(-4, 4);
        match self.terms.sort(self.variables[0]) {
            Sort::Real => self.terms.real(value),
            _ => self.terms.int(value),
        }
    }

    fn number(&mut self, depth: usize) -> Term {
        if depth == 0 || self.rng.one_in(4) {
            return if self.rng.one_in(4) { self.constant() } else { self.rng.pick(&self.variables) };
        }
        let (left, right) = (self.number(depth - 1), self.number(depth - 1));
        match self.rng.below(if self.divides { 7 } else { 5 }) {
            0 => self.terms.add(&[left, right]),
            1 => self.terms.sub(left, right),
            2 => {
                let third = self.number(depth - 1);
                self.times(&[left, right, third])
            }
            3 | 4 => self.times(&[left, right]),
            5 => self.terms.div(left, right),
            _ => self.terms.modulo(left, right),
        }
    }

    fn atom(&mut self) -> Term {
        let (left, right) = (self.number(2), self.number(1));
        match self.rng.below(4) {
            0 => self.terms.eq(left, right),
            1 => self.terms.distinct(&[left, right]),
            2 => self.terms.le(&[left, right]),
            _ => self.terms.lt(&[left, right]),
        }
    }

    fn clauses(&mut self) -> Vec<Term> {
        let number = 1 + self.rng.below(5);
        let mut clauses = Vec::new();
        for _ in 0..number {
            let mut parts = Vec::new();
            for _ in 0..1 + self.rng.below(3) {
                let atom = self.atom();
                parts.push(if self.rng.one_in(3) { self.terms.not(atom) } else { atom });
            }
            clauses.push(self.terms.or(&parts));
        }
        clauses
    }
}

/// A random formula over some variables.
fn random(solver: &mut Solver, seed: u64, sort: Sort, divides: bool) -> (Vec<Symbol>, Vec<Term>) {
    let mut rng = Rng::new(seed);
    let count = 1 + rng.below(3);
    let terms = solver.terms_mut();
    let symbols: Vec<Symbol> =
        ["x", "y", "z"][..count].iter().map(|name| terms.declare(*name, sort)).collect();
    let variables = symbols.iter().map(|&symbol| terms.symbol(symbol)).collect();
    let clauses = Maker { terms, rng, variables, divides }.clauses();
    (symbols, clauses)
}

/// What brute force finds in a box, and what the engine says about it.
fn in_a_box(seed: u64, divides: bool) -> (Verdict, Verdict, String) {
    let mut solver = Solver::with_options(Options { seed, ..Options::default() });
    let (symbols, mut assertions) = random(&mut solver, seed, Sort::Int, divides);
    for &symbol in &symbols {
        let terms = solver.terms_mut();
        let (variable, low, high) = (terms.symbol(symbol), terms.int(-LIMIT), terms.int(LIMIT));
        let bounds = terms.le(&[low, variable, high]);
        assertions.push(bounds);
    }
    let found = brute::find_model(solver.terms(), &symbols, &assertions, LIMIT);
    let verdict = ask(&mut solver, Engine::Dpll, &assertions, &[], TICKS);
    (Verdict::of(found.is_some()), verdict, script(&solver, &symbols, &assertions))
}

#[test]
fn products_in_boxes_agree_with_brute_force() {
    let mut tally = Tally::default();
    for seed in seeds(600) {
        let (expected, verdict, script) = in_a_box(seed, false);
        tally.count(&expected, &verdict);
        assert!(!verdict.contradicts(&expected), "{verdict:?}, brute force {expected:?}: {seed}\n{script}");
    }
    tally.require("products and brute force", 97);
}

#[test]
fn divisions_in_boxes_are_not_refuted_wrongly() {
    let mut found = 0;
    for seed in seeds(400) {
        let (expected, verdict, script) = in_a_box(seed, true);
        // Brute force knows no other division by zero than zero, so that it may miss models.
        if expected == Verdict::Sat {
            assert!(!verdict.contradicts(&expected), "refuted, but has a model: {seed}\n{script}");
            found += u64::from(verdict == Verdict::Sat);
        }
    }
    assert!(found > 0, "no model was found");
}

/// The engine and z3 on formulas without bounds.
fn agree_with_z3(sort: Sort, divides: bool, rounds: u64) {
    let Some(mut z3) = Z3::start() else { return };
    for seed in seeds(rounds) {
        let mut solver = Solver::with_options(Options { seed, ..Options::default() });
        let (symbols, assertions) = random(&mut solver, seed, sort, divides);
        let verdict = ask(&mut solver, Engine::Dpll, &assertions, &[], TICKS);
        let expected = z3.ask(&mut solver, &assertions);
        assert!(
            !verdict.contradicts(&expected),
            "{verdict:?}, z3 {expected:?}: {seed}\n{}",
            script(&solver, &symbols, &assertions)
        );
    }
}

#[test]
fn integer_products_agree_with_z3() {
    agree_with_z3(Sort::Int, false, 150);
}

#[test]
fn divisions_by_variables_agree_with_z3() {
    agree_with_z3(Sort::Int, true, 100);
}

#[test]
fn real_products_agree_with_z3() {
    agree_with_z3(Sort::Real, false, 100);
}
