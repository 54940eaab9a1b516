//! Numeric terms that are not linear: variables and what defines them.
//!
//! - `(div t k)` is `q` and `(mod t k)` is `t - k q`, with `0 <= t - k q < |k|`;
//! - `(to_int t)` is `q` with `0 <= t - q < 1`;
//! - `(ite c a b)` is `v` with `c => v = a` and `not c => v = b`;
//! - `(abs t)` is `v` with `v = t` or `v = -t`, by the sign of `t`.
//!
//! An `ite` tree whose leaves differ only by constants is `base + low + step * w`, where `w` takes one of
//! finitely many values: its *cases*, each with the condition under which it holds. Trees of constants are
//! the case without base (`constants.rs`). Comparing `w` with a constant is a matter of Boolean
//! structure, so its variable is often not needed at all; and where overflow is written as `ite`, subtracting
//! `2^k` or not, the factor stays visible as `step` for reasoning about divisibility.

use super::{Origin, Translator};
use crate::circuit::Edge;
use crate::linear::{Linear, LinearExpr, NumVar, Number};
use crate::num::Int;
use crate::term::{Op, Sort, Term};

/// Trees with more different values than this are not split into cases.
const MAX_CASES: usize = 64;
/// Branches with more operators than this are not compared with each other.
const MAX_BRANCH_WORK: u64 = 200;

/// A term as `base + low + step * choice`.
#[derive(Clone)]
pub(super) struct Tree {
    pub(super) base: Linear<NumVar>,
    pub(super) low: Int,
    /// The step and the variable that takes finitely many values; none if the leaves are all the same.
    pub(super) choice: Option<(Int, NumVar)>,
}

/// A term as `base` plus one of these constants, depending on which condition holds.
struct Leaves {
    base: Linear<NumVar>,
    constants: Vec<(Int, Edge)>,
}

impl Translator<'_> {
    /// The variable of a quotient that [`Translator::divide`] has met.
    pub(super) fn quotient(&self, term: Term, divisor: Term) -> NumVar {
        let divisor = self.terms.as_constant(divisor).expect("the divisor is constant");
        self.result.quotients[&(term, divisor.clone())]
    }

    /// Makes the variable for the quotient of a term by a constant, and asserts what defines it. Terms below
    /// have been visited, so theirs exist already and nothing recurses.
    pub(super) fn divide(&mut self, term: Term, divisor: &Int) -> NumVar {
        if let Some(&var) = self.result.quotients.get(&(term, divisor.clone())) {
            return var;
        }
        let var = self.new_var(Sort::Int, Origin::Fresh);
        self.result.quotients.insert((term, divisor.clone()), var);
        // 0 <= t - k q <= |k| - 1
        let remainder = self.remainder(term, var, divisor);
        let mut above = remainder.clone();
        above.constant -= divisor.abs() - Int::ONE;
        let below = LinearExpr::default().add_multiple(&Int::MINUS_ONE, &remainder);
        let edges = [self.circuit().at_most_zero(&below), self.circuit().at_most_zero(&above)];
        self.result.definitions.extend(edges);
        var
    }

    /// `term - divisor * quotient`
    pub(super) fn remainder(&mut self, term: Term, quotient: NumVar, divisor: &Int) -> LinearExpr {
        let quotient = LinearExpr::variable(quotient);
        let remainder = self.linear(&[(term, Int::ONE)]).add_multiple(&-divisor, &quotient);
        self.require_all(&remainder);
        remainder
    }

    /// Makes the variable for the floor of a real term, and asserts what defines it. Kept like a quotient by
    /// 1.
    pub(super) fn floor(&mut self, term: Term) -> NumVar {
        if let Some(&var) = self.result.quotients.get(&(term, Int::ONE)) {
            return var;
        }
        let var = self.new_var(Sort::Int, Origin::Fresh);
        self.result.quotients.insert((term, Int::ONE), var);
        let number = self.number(term);
        let fraction = self.above_floor(term, var);
        let below = LinearExpr::default().add_multiple(&Int::MINUS_ONE, &fraction);
        let mut above = fraction;
        above.constant -= &number.denominator;
        let edges = [self.circuit().at_most_zero(&below), self.circuit().below_zero(&above)];
        self.result.definitions.extend(edges);
        var
    }

    /// `term - floor`, times the denominator of the term.
    pub(super) fn above_floor(&mut self, term: Term, floor: NumVar) -> LinearExpr {
        let number = self.number(term);
        self.require_all(&number.expr);
        number.difference(&Number::variable(floor))
    }

    /// A variable that chooses among the leaves of a tree; defined when it is first used.
    pub(super) fn new_choice(&mut self) -> NumVar {
        let var = self.new_var(Sort::Int, Origin::Fresh);
        self.result.is_defined[var.index()] = false;
        var
    }

    /// Recognises an `ite` whose leaves differ by constants.
    pub(super) fn plant_tree(&mut self, term: Term) {
        if self.plant_constants(term) {
            return;
        }
        let args = self.terms.args(term);
        let condition = self.result.edge(args[0]);
        let (Some(then), Some(otherwise)) = (self.leaves(args[1]), self.leaves(args[2])) else { return };
        if then.base != otherwise.base || then.constants.len() + otherwise.constants.len() > MAX_CASES {
            return;
        }
        let mut merged: Vec<(Int, Edge)> = Vec::new();
        let guarded = then
            .constants
            .into_iter()
            .map(|(value, edge)| (value, edge, condition))
            .chain(otherwise.constants.into_iter().map(|(value, edge)| (value, edge, !condition)));
        for (value, edge, guard) in guarded {
            let edge = self.circuit().and(&[guard, edge]);
            match merged.iter().position(|(other, _)| *other == value) {
                Some(index) => merged[index].1 = self.circuit().or(&[merged[index].1, edge]),
                None => merged.push((value, edge)),
            }
        }
        self.split(term, then.base, merged);
    }

    /// A term as a base plus one of some constants; `None` if it takes too much work to find out.
    fn leaves(&mut self, term: Term) -> Option<Leaves> {
        if let Some(value) = self.terms.as_constant(term) {
            return Some(Leaves { base: Linear::default(), constants: vec![(value.clone(), Edge::TRUE)] });
        }
        let expr = self.linear_within(&[(term, Int::ONE)], MAX_BRANCH_WORK)?;
        // At most one choice is opened up; the others stay part of the base.
        let choices: Vec<_> = expr
            .form
            .terms()
            .iter()
            .filter(|(var, _)| self.result.cases.contains_key(var))
            .cloned()
            .collect();
        let [(var, step)] = &choices[..] else {
            return Some(Leaves { base: expr.form, constants: vec![(expr.constant, Edge::TRUE)] });
        };
        let base = expr.form.add_multiple(&-step, &Linear::variable(*var));
        let constants =
            self.result.cases[var].iter().map(|(value, edge)| (value * step + &expr.constant, *edge));
        Some(Leaves { base, constants: constants.collect() })
    }

    /// Asserts the definition of an `ite`, `abs` or choice variable.
    pub(super) fn define(&mut self, var: NumVar) {
        let this = LinearExpr::variable(var);
        if let Some(cases) = self.result.cases.get(&var).cloned() {
            self.define_by_cases(&this, &cases);
            return;
        }
        let Origin::Term(term) = self.result.origins[var.index()].1 else {
            unreachable!("only terms and choices are defined late")
        };
        let args = self.terms.args(term);
        let (condition, branches) = match self.terms.op(term) {
            Op::Ite => (self.result.edge(args[0]), [self.number(args[1]), self.number(args[2])]),
            Op::Abs => {
                let inside = self.number(args[0]);
                let expr = LinearExpr::default().add_multiple(&Int::MINUS_ONE, &inside.expr);
                self.require_all(&inside.expr);
                let negated = Number { expr, denominator: inside.denominator.clone() };
                (self.circuit().at_most_zero(&negated.expr), [inside, negated])
            }
            op => unreachable!("{op:?} has no definition"),
        };
        for (guard, branch) in [condition, !condition].into_iter().zip(branches) {
            self.require_all(&branch.expr);
            let difference = Number::variable(var).difference(&branch);
            let negated = LinearExpr::default().add_multiple(&Int::MINUS_ONE, &difference);
            for expr in [difference, negated] {
                let atom = self.circuit().at_most_zero(&expr);
                let edge = self.circuit().or(&[!guard, atom]);
                self.result.definitions.push(edge);
            }
        }
    }

    /// `v` has the value of the case that holds, and lies between the extreme ones.
    fn define_by_cases(&mut self, this: &LinearExpr, cases: &[(Int, Edge)]) {
        let minus = LinearExpr::default().add_multiple(&Int::MINUS_ONE, this);
        let at_most = |value: &Int| LinearExpr { form: this.form.clone(), constant: -value };
        let at_least = |value: &Int| LinearExpr { form: minus.form.clone(), constant: value.clone() };
        let lowest = cases.iter().map(|(value, _)| value).min().expect("a tree has leaves");
        let highest = cases.iter().map(|(value, _)| value).max().expect("a tree has leaves");
        let mut edges = vec![
            self.circuit().at_most_zero(&at_least(lowest)),
            self.circuit().at_most_zero(&at_most(highest)),
        ];
        for (value, condition) in cases {
            for expr in [at_most(value), at_least(value)] {
                let atom = self.circuit().at_most_zero(&expr);
                edges.push(self.circuit().or(&[!*condition, atom]));
            }
        }
        self.result.definitions.extend(edges);
    }
}
