//! Products of terms that are not constants.
//!
//! A product of sums is a sum of *monomials*, products of variables. A monomial is a variable to arithmetic
//! and an application of [`Function::Product`] to the theory of equality, factor by factor in a fixed order,
//! so that what is equal by the laws of a commutative ring is the same sum.

use super::{Origin, Translator};
use crate::circuit::{Function, FunctionTerm, Meaning};
use crate::linear::{Linear, LinearExpr, NumVar, Number};
use crate::num::Int;
use crate::term::{Sort, Term};

/// Products of sums that would have more monomials than this are not expanded.
const MAX_MONOMIALS: usize = 64;

impl Translator<'_> {
    /// Makes the sum that a product is.
    pub(super) fn multiply(&mut self, term: Term) {
        let sort = self.terms.sort(term);
        let mut product = Number { expr: LinearExpr::default(), denominator: Int::ONE };
        product.expr.constant = Int::ONE;
        for &arg in self.terms.args(term) {
            let factor = self.number(arg);
            self.require_all(&factor.expr);
            product = self.times(&product, &factor, sort);
        }
        self.result.products.insert(term, product);
    }

    fn times(&mut self, left: &Number, right: &Number, sort: Sort) -> Number {
        let denominator = &left.denominator * &right.denominator;
        let (a, b) = (&left.expr, &right.expr);
        let is_linear = a.form.is_empty() || b.form.is_empty();
        if !is_linear && a.form.len() * b.form.len() > MAX_MONOMIALS {
            let factors = [left, right].map(|number| self.result.functions.number(sort, number.clone()));
            return Number::variable(self.product_of(factors, sort));
        }
        let mut products: Vec<(NumVar, Int)> = Vec::new();
        for (x, c) in a.form.terms() {
            products.push((*x, c * &b.constant));
            for (y, d) in b.form.terms() {
                self.work += 1;
                products.push((self.monomial(*x, *y, sort), c * d));
            }
        }
        products.extend(b.form.terms().iter().map(|(y, d)| (*y, d * &a.constant)));
        let constant = &a.constant * &b.constant;
        Number { expr: LinearExpr { form: Linear::new(products), constant }, denominator }
    }

    /// The variable of the product of two variables, each of which may be a monomial.
    fn monomial(&mut self, left: NumVar, right: NumVar, sort: Sort) -> NumVar {
        let factors_of = |var: NumVar| self.result.factors.get(&var).cloned().unwrap_or(vec![var]);
        let mut factors = [factors_of(left), factors_of(right)].concat();
        factors.sort_unstable();
        let mut product = factors[0];
        for length in 2..=factors.len() {
            let pair = [product, factors[length - 1]];
            let numbers = pair.map(|var| self.result.functions.number(sort, Number::variable(var)));
            product = self.product_of(numbers, sort);
            self.result.factors.insert(product, factors[..length].to_vec());
        }
        product
    }

    /// The variable of a product of two terms of the theory of equality.
    fn product_of(&mut self, mut factors: [FunctionTerm; 2], sort: Sort) -> NumVar {
        factors.sort_unstable();
        let (applied, is_new) = self.result.functions.apply(Function::Product, &factors, sort);
        if let (false, Meaning::Number(number)) = (is_new, &self.result.functions.node(applied).meaning) {
            return number.expr.form.terms()[0].0;
        }
        let var = self.new_var(sort, Origin::Fresh);
        self.result.functions.set_meaning(applied, Meaning::Number(Number::variable(var)));
        var
    }
}
