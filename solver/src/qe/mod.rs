//! Quantifier elimination over linear arithmetic with divisibility.
//!
//! [`eliminate`] turns a quantified formula into a quantifier-free one over the same free symbols. Over the
//! integers or the reals, with Booleans, the result is equivalent to the formula. Where no equivalent formula
//! is found, because limits are reached or a variable occurs under a function, the result is a pair of bounds
//! `must => formula => may`.
//!
//! ```
//! use cfp_solver::{Options, Sort, Terms, qe};
//!
//! // Some k with i = 2 k and 0 <= k < n: what a loop that writes every other element has written.
//! let mut terms = Terms::new();
//! let [i, k, n] = ["i", "k", "n"].map(|name| terms.constant(name, Sort::Int));
//! let (zero, two) = (terms.int(0), terms.int(2));
//! let double = terms.mul(two, k);
//! let parts = [terms.eq(i, double), terms.le(&[zero, k]), terms.lt(&[k, n])];
//! let body = terms.and(&parts);
//! let written = terms.exists(&[k], body);
//! let result = qe::eliminate(&mut terms, written, &Options::default());
//! assert!(result.is_exact());
//! assert_eq!(
//!     terms.display(result.may).to_string(),
//!     "(and ((_ divisible 2) i) (>= i 0) (<= (+ i (* (- 2) n)) (- 2)))"
//! );
//! ```
//!
//! In reading order:
//!
//! 1. `literal`: atoms in canonical form. `prenex`: formulas as levels of variables before a matrix of such
//!    atoms.
//! 2. `project`: removes variables from a conjunction that a model satisfies.
//! 3. `game`: decides alternating quantifiers by two players who learn from each other's models.
//! 4. `block`: eliminates a block of variables; what structure gives for nothing first. `cover`: those under
//!    functions.
//! 5. `quantified`: satisfiability, by the game or, with functions, by instances (`instances`).
//! 6. `evaluate`: what terms with quantifiers are in a model.
//! 7. `interpolate`, `assignment`: interpolants, minimum satisfying assignments and abducts.

mod assignment;
mod block;
mod cover;
mod evaluate;
mod game;
mod instances;
mod interpolate;
mod literal;
mod prenex;
mod project;
mod quantified;

#[cfg(test)]
mod tests;

pub(crate) use assignment::{Minimum, abduct, minimum};
pub(crate) use evaluate::values;
pub(crate) use interpolate::interpolant;
pub(crate) use quantified::check;

use crate::answer::Unknown;
use crate::limits::{Budget, Interrupt};
use crate::options::Options;
use crate::term::{Op, Term, Terms};
use block::{BlockElimination, Bracket};
use fxhash::FxHashMap;
use game::Game;
use literal::Literal;
use prenex::{Obstacle, Prenex, Prenexer};

/// The result of quantifier elimination.
#[derive(Clone, Debug)]
pub struct Elimination {
    /// Implied by the formula.
    pub may: Term,
    /// Implies the formula.
    pub must: Term,
    /// Why the two differ, if they differ.
    pub reason: Option<Unknown>,
}

impl Elimination {
    /// Whether the result is equivalent to the formula.
    pub fn is_exact(&self) -> bool {
        self.may == self.must
    }
}

/// Eliminates all quantifiers from a formula, within the limits of the options.
pub fn eliminate(terms: &mut Terms, formula: Term, options: &Options) -> Elimination {
    let mut budget = Budget::start(&options.limits, &Interrupt::new());
    eliminate_within(terms, formula, options, &mut budget)
}

/// Eliminates all quantifiers from a formula, within a budget.
pub(crate) fn eliminate_within(
    terms: &mut Terms,
    formula: Term,
    options: &Options,
    budget: &mut Budget,
) -> Elimination {
    let mut eliminator = Eliminator { terms, options, reason: None };
    let bracket = eliminator.formula(formula, budget);
    Elimination { may: bracket.may, must: bracket.must, reason: eliminator.reason }
}

struct Eliminator<'a> {
    terms: &'a mut Terms,
    options: &'a Options,
    reason: Option<Unknown>,
}

impl Eliminator<'_> {
    /// Eliminates the outermost quantifiers of a formula, each with all that is in it.
    fn formula(&mut self, formula: Term, budget: &mut Budget) -> Bracket {
        let is_inner = |terms: &Terms, term: Term| terms.quantifier(term).is_none();
        let mut quantified = self.terms.reachable_within(formula, is_inner);
        quantified.retain(|&term| self.terms.quantifier(term).is_some());
        let mut exact: FxHashMap<Term, Term> = FxHashMap::default();
        let mut inexact: FxHashMap<Term, Bracket> = FxHashMap::default();
        for term in quantified {
            let bracket = self.quantified(term, budget);
            if bracket.may == bracket.must {
                exact.insert(term, bracket.may);
            } else {
                // A mark in its place, until it is known on which side of a negation it stands.
                let mark = self.terms.constant("inexact", crate::term::Sort::Bool);
                exact.insert(term, mark);
                inexact.insert(mark, bracket);
            }
        }
        let replaced =
            self.terms.substitute(formula, &exact).expect("truth values in the place of truth values");
        if inexact.is_empty() {
            return Bracket::exact(replaced);
        }
        let Ok(normal) = Prenexer::run(self.terms, replaced, &[]) else {
            // Something under a function is not known; so is the rest.
            return Bracket { must: self.terms.bool(false), may: self.terms.bool(true) };
        };
        let matrix = normal.matrix.expect("a formula has a matrix");
        let bound = |this: &mut Self, is_may: bool| {
            let mut values: FxHashMap<Term, Term> = FxHashMap::default();
            for (&leaf, literal) in &normal.literals {
                if let Literal::Truth(mark, truth) = literal
                    && let Some(bracket) = inexact.get(mark)
                {
                    let side = if *truth == is_may { bracket.may } else { bracket.must };
                    values.insert(leaf, if *truth { side } else { this.terms.not(side) });
                }
            }
            this.terms.substitute(matrix, &values).expect("truth values in the place of truth values")
        };
        Bracket { may: bound(self, true), must: bound(self, false) }
    }

    /// Eliminates one quantifier and all that is in it.
    fn quantified(&mut self, term: Term, budget: &mut Budget) -> Bracket {
        if self.terms.op(term) == Op::Forall {
            // Not exists not.
            let (variables, body) = self.terms.quantifier(term).expect("a quantifier");
            let variables = variables.to_vec();
            let negated = self.terms.not(body);
            let dual = self.terms.exists(&variables, negated);
            let Bracket { may, must } = self.quantified(dual, budget);
            let lower = self.negated(may);
            let upper = if may == must { lower } else { self.negated(must) };
            return Bracket { may: upper, must: lower };
        }
        match Prenexer::run(self.terms, term, &[]) {
            Ok(prenex) => {
                let matrix = prenex.matrix.expect("a formula has a matrix");
                let literals = prenex.literals.clone();
                let mut elimination =
                    BlockElimination::new(self.terms, self.options, literals, FxHashMap::default());
                let bracket = if let [variables] = &prenex.blocks[..] {
                    elimination.eliminate(matrix, &variables.clone(), budget)
                } else {
                    let game = Game::new(elimination.terms, prenex, self.options);
                    let (cubes, stopped) = elimination.collect(game, budget);
                    let must = elimination.cubes_term(&cubes);
                    elimination.stopped = stopped;
                    let may = if elimination.stopped.is_some() { elimination.terms.bool(true) } else { must };
                    Bracket { must, may }
                };
                if let Some(reason) = elimination.stopped {
                    self.reason.get_or_insert(reason);
                }
                bracket
            }
            Err(Obstacle::UnderFunction) => self.with_functions(term, budget),
            Err(obstacle) => self.give_up(obstacle),
        }
    }

    fn give_up(&mut self, obstacle: Obstacle) -> Bracket {
        self.reason.get_or_insert(obstacle.into());
        Bracket { must: self.terms.bool(false), may: self.terms.bool(true) }
    }

    /// Eliminates an existential quantifier over variables that occur under functions: from the inside out.
    fn with_functions(&mut self, term: Term, budget: &mut Budget) -> Bracket {
        let (variables, body) = self.terms.quantifier(term).expect("a quantifier");
        let variables = variables.to_vec();
        let Bracket { may, must } = self.formula(body, budget);
        let upper = self.existential(&variables, may, budget);
        let lower = if may == must { upper } else { self.existential(&variables, must, budget) };
        Bracket { may: upper.may, must: lower.must }
    }

    /// Eliminates variables from a formula without quantifiers.
    fn existential(&mut self, variables: &[Term], body: Term, budget: &mut Budget) -> Bracket {
        match Prenexer::run_with_functions(self.terms, body, variables) {
            Ok(prenex) => {
                let matrix = prenex.matrix.expect("a formula has a matrix");
                let mut elimination =
                    BlockElimination::new(self.terms, self.options, prenex.literals, prenex.hidden);
                let bracket = elimination.eliminate(matrix, &prenex.blocks.concat(), budget);
                if let Some(reason) = elimination.stopped {
                    self.reason.get_or_insert(reason);
                }
                bracket
            }
            Err(obstacle) => self.give_up(obstacle),
        }
    }

    /// The negation, in normal form.
    fn negated(&mut self, formula: Term) -> Term {
        let negated = self.terms.not(formula);
        match Prenexer::run(self.terms, negated, &[]) {
            Ok(Prenex { matrix: Some(matrix), .. }) => matrix,
            _ => negated,
        }
    }
}
