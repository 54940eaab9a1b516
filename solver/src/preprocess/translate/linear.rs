//! Numeric terms as linear expressions over variables.

use super::{Origin, Translator};
use crate::linear::{Linear, LinearExpr, NumVar, Number};
use crate::num::{Int, Rat};
use crate::term::{Op, Sort, Term, Terms};
use fxhash::FxHashMap;
use std::collections::BinaryHeap;
use std::collections::hash_map::Entry;
use std::ops::AddAssign;

/// The numbers that coefficients are: integers, or rationals where terms are real.
pub(super) trait Coefficient: Clone + AddAssign {
    fn from_int(value: &Int) -> Self;
    fn of_constant(terms: &Terms, term: Term) -> Option<Self>;
    fn times(&self, other: &Self) -> Self;
    fn over(&self, divisor: &Self) -> Self;
    fn negated(&self) -> Self;
}

impl Coefficient for Int {
    fn from_int(value: &Int) -> Int {
        value.clone()
    }
    fn of_constant(terms: &Terms, term: Term) -> Option<Int> {
        terms.as_constant(term).cloned()
    }
    fn times(&self, other: &Int) -> Int {
        self * other
    }
    fn over(&self, _: &Int) -> Int {
        unreachable!("integers are divided by other means")
    }
    fn negated(&self) -> Int {
        -self
    }
}

impl Coefficient for Rat {
    fn from_int(value: &Int) -> Rat {
        Rat::from(value)
    }
    fn of_constant(terms: &Terms, term: Term) -> Option<Rat> {
        terms.as_rational(term)
    }
    fn times(&self, other: &Rat) -> Rat {
        self * other
    }
    fn over(&self, divisor: &Rat) -> Rat {
        self * &divisor.recip()
    }
    fn negated(&self) -> Rat {
        -self
    }
}

/// A combination of variables, and a constant.
type Spread<C> = (Vec<(NumVar, C)>, C);

impl Translator<'_> {
    /// `left - right`, times a positive number if they are real.
    pub(super) fn difference(&mut self, left: Term, right: Term) -> LinearExpr {
        if self.terms.sort(left) == Sort::Real {
            return self.real(&[(left, Rat::ONE), (right, -Rat::ONE)]).expr;
        }
        self.linear(&[(left, Int::ONE), (right, Int::MINUS_ONE)])
    }

    /// A numeric term.
    pub(super) fn number(&mut self, term: Term) -> Number {
        match self.terms.sort(term) {
            Sort::Real => self.real(&[(term, Rat::ONE)]),
            _ => Number { expr: self.linear(&[(term, Int::ONE)]), denominator: Int::ONE },
        }
    }

    /// A combination of real terms, with integer coefficients over a common denominator.
    fn real(&mut self, combination: &[(Term, Rat)]) -> Number {
        let spread = self.spread(combination, u64::MAX, &mut FxHashMap::default());
        let (products, constant) = spread.expect("there is no limit");
        let denominator = products.iter().fold(constant.denom(), |lcm, (_, c)| lcm.lcm(&c.denom()));
        let whole = |value: &Rat| value.mul_int(&denominator).to_int().expect("a common denominator");
        let form = Linear::new(products.iter().map(|(var, c)| (*var, whole(c))).collect());
        Number { expr: LinearExpr { form, constant: whole(&constant) }, denominator }
    }

    /// A combination of integer terms.
    pub(super) fn linear(&mut self, combination: &[(Term, Int)]) -> LinearExpr {
        self.linear_within(combination, u64::MAX).expect("there is no limit")
    }

    /// The same, unless it takes more work than this.
    pub(super) fn linear_within(&mut self, combination: &[(Term, Int)], limit: u64) -> Option<LinearExpr> {
        let mut coefficients = std::mem::take(&mut self.coefficients);
        let spread = self.spread(combination, limit, &mut coefficients);
        coefficients.clear();
        self.coefficients = coefficients;
        spread.map(|(products, constant)| LinearExpr { form: Linear::new(products), constant })
    }

    /// Spreads a combination of terms out over variables.
    fn spread<C: Coefficient>(
        &mut self,
        combination: &[(Term, C)],
        limit: u64,
        coefficients: &mut FxHashMap<Term, C>,
    ) -> Option<Spread<C>> {
        let terms = self.terms;
        let start = self.work;
        // Terms by decreasing index: all uses of a term are seen before it is spread out, so each is spread
        // out once.
        let mut queue = BinaryHeap::new();
        let mut products = Vec::new();
        let mut constant = C::from_int(&Int::ZERO);
        for (term, factor) in combination {
            add_to(coefficients, &mut queue, *term, factor.clone());
        }
        while let Some(term) = queue.pop() {
            let args = terms.args(term);
            self.work += 1 + args.len() as u64;
            if self.work - start > limit {
                return None;
            }
            let factor = coefficients.remove(&term).expect("queued terms have a coefficient");
            let mut add = |term, factor| add_to(coefficients, &mut queue, term, factor);
            if let Some(value) = C::of_constant(terms, term) {
                constant += factor.times(&value);
                continue;
            }
            // Divisions by zero or a variable, and what is no arithmetic at all, have a variable of their
            // own.
            if let Some(&var) = self.result.vars.get(&term) {
                products.push((var, factor));
                continue;
            }
            match terms.op(term) {
                Op::Add => args.iter().for_each(|&arg| add(arg, factor.clone())),
                Op::Neg => add(args[0], factor.negated()),
                Op::Sub => {
                    add(args[0], factor.clone());
                    args[1..].iter().for_each(|&arg| add(arg, factor.negated()));
                }
                Op::Mul => {
                    let constants = args.iter().filter_map(|&arg| C::of_constant(terms, arg));
                    let product = constants.fold(factor, |product, value| product.times(&value));
                    let rest = args.iter().find(|&&arg| !terms.is_constant(arg));
                    add(*rest.expect("a constant product was handled above"), product);
                }
                Op::Divide => {
                    let divisor = C::of_constant(terms, args[1]).expect("other divisions have a variable");
                    add(args[0], factor.over(&divisor));
                }
                Op::ToReal => add(args[0], factor),
                Op::Div => products.push((self.quotient(args[0], args[1]), factor)),
                Op::Mod => {
                    let divisor = C::of_constant(terms, args[1]).expect("other divisions have a variable");
                    products.push((self.quotient(args[0], args[1]), factor.times(&divisor).negated()));
                    add(args[0], factor);
                }
                Op::ToInt => products.push((self.floor(args[0]), factor)),
                Op::Symbol(symbol) => products.push((self.var_of(term, Origin::Symbol(symbol)), factor)),
                Op::Ite if self.result.trees.contains_key(&term) => {
                    let tree = &self.result.trees[&term];
                    constant += factor.times(&C::from_int(&tree.low));
                    let mut add_product = |var, c| products.push((var, factor.times(&C::from_int(c))));
                    tree.base.terms().iter().for_each(|(var, c)| add_product(*var, c));
                    tree.choice.iter().for_each(|(step, var)| add_product(*var, step));
                }
                Op::Ite | Op::Abs => products.push((self.var_of(term, Origin::Term(term)), factor)),
                op => unreachable!("{op:?} is no numeric operator"),
            }
        }
        Some((products, constant))
    }
}

/// Adds to the coefficient of a term, and queues it if it had none.
fn add_to<C: Coefficient>(
    coefficients: &mut FxHashMap<Term, C>,
    queue: &mut BinaryHeap<Term>,
    term: Term,
    factor: C,
) {
    match coefficients.entry(term) {
        Entry::Occupied(mut sum) => *sum.get_mut() += factor,
        Entry::Vacant(slot) => {
            slot.insert(factor);
            queue.push(term);
        }
    }
}
