//! Numeric terms as linear expressions over variables.

use super::{Origin, Translator};
use crate::linear::{Linear, LinearExpr, NumVar, Number};
use crate::linearize::{Coefficient, Expansion};
use crate::num::{Int, Rat};
use crate::term::{Op, Sort, Term};

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
        let spread = self.spread(combination, u64::MAX, &mut Expansion::default());
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
        let mut expansion = std::mem::take(&mut self.expansion);
        let spread = self.spread(combination, limit, &mut expansion);
        self.expansion = expansion;
        spread.map(|(products, constant)| LinearExpr { form: Linear::new(products), constant })
    }

    /// Expands a combination of terms over variables.
    fn spread<C: Coefficient>(
        &mut self,
        combination: &[(Term, C)],
        limit: u64,
        expansion: &mut Expansion<C>,
    ) -> Option<Spread<C>> {
        let mut products = Vec::new();
        let mut work = self.work;
        let constant =
            expansion.run_within(self.terms, combination, (&mut work, limit), |rest, term, factor| {
                self.leaf(term, factor, rest, &mut products);
            });
        self.work = work;
        constant.map(|constant| (products, constant))
    }

    /// Replaces a term that is not a sum by variables.
    fn leaf<C: Coefficient>(
        &mut self,
        term: Term,
        factor: C,
        rest: &mut Expansion<C>,
        products: &mut Vec<(NumVar, C)>,
    ) {
        // Divisions by zero or a variable, and what is no arithmetic at all, have a variable of their own.
        if let Some(var) = self.result.vars.get(term) {
            products.push((var, factor));
            return;
        }
        if let Some(number) = self.result.products.get(&term) {
            let factor = match number.denominator.is_one() {
                true => factor,
                false => factor.over(&C::from_int(&number.denominator)),
            };
            rest.add_constant(factor.times(&C::from_int(&number.expr.constant)));
            let monomials = number.expr.form.terms().iter();
            products.extend(monomials.map(|(var, c)| (*var, factor.times(&C::from_int(c)))));
            return;
        }
        let terms = self.terms;
        let args = terms.args(term);
        match terms.op(term) {
            Op::Div => products.push((self.quotient(args[0], args[1]), factor)),
            Op::Mod => {
                let divisor = C::of_constant(terms, args[1]).expect("other divisions have a variable");
                products.push((self.quotient(args[0], args[1]), factor.times(&divisor).negated()));
                rest.add(args[0], factor);
            }
            Op::ToInt => products.push((self.floor(args[0]), factor)),
            Op::Symbol(symbol) => products.push((self.var_of(term, Origin::Symbol(symbol)), factor)),
            Op::Ite if self.result.trees.contains_key(&term) => {
                let tree = &self.result.trees[&term];
                rest.add_constant(factor.times(&C::from_int(&tree.low)));
                let mut add_product = |var, c| products.push((var, factor.times(&C::from_int(c))));
                tree.base.terms().iter().for_each(|(var, c)| add_product(*var, c));
                tree.choice.iter().for_each(|(step, var)| add_product(*var, step));
            }
            Op::Ite | Op::Abs => products.push((self.var_of(term, Origin::Term(term)), factor)),
            op => unreachable!("{op:?} is no numeric operator"),
        }
    }
}
