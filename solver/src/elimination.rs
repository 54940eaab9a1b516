//! Elimination of variables by top-level equations.
//!
//! An equation with a coefficient ±1 gives that variable in terms of the others. Otherwise, with `a` the
//! coefficient of least absolute value, at `x`, division with remainder rewrites `a x + sum a_i x_i + c = 0`
//! as `a t + sum r_i x_i + r = 0` with the new variable `t = x + sum q_i x_i + q`: so `x` is eliminated in
//! favour of `t`, and the least coefficient shrinks until it is 1. A common divisor of the coefficients that
//! does not divide the constant shows that there is no solution.
//!
//! An equation with a real variable gives that variable in terms of the others, over a denominator.

use crate::linear::{Linear, LinearExpr, NumVar, Number};
use crate::num::Int;
use fxhash::FxHashMap;

/// A solution longer than this is put in only where its variable is used a few times.
const MAX_SOLUTION_LENGTH: usize = 40;
/// … this many times.
const FEW_USES: u32 = 4;
/// Solutions with larger numbers are not used.
const MAX_BITS: u32 = 512;

/// Eliminated variables with their values in terms of variables that were not eliminated before them.
#[derive(Default)]
pub(crate) struct Elimination {
    /// Use every equation, however long the solution or large its numbers.
    exhaustive: bool,
    solutions: Vec<(NumVar, Number)>,
    /// Position of each eliminated variable in `solutions`.
    order: FxHashMap<NumVar, usize>,
}

impl Elimination {
    /// Nothing eliminated yet; every equation will be used, whether that seems wise or not.
    pub(crate) fn exhaustive() -> Elimination {
        Elimination { exhaustive: true, ..Elimination::default() }
    }

    /// How many variables were eliminated.
    pub(crate) fn len(&self) -> usize {
        self.solutions.len()
    }

    /// Eliminated variables with their solutions, in an order in which each can be computed from those before
    /// it.
    pub(crate) fn in_order_of_evaluation(&self) -> impl Iterator<Item = &(NumVar, Number)> {
        self.solutions.iter().rev()
    }

    /// Whether no variable of a form was eliminated.
    pub(crate) fn leaves(&self, form: &Linear<NumVar>) -> bool {
        self.order.is_empty() || form.terms().iter().all(|(var, _)| !self.order.contains_key(var))
    }

    /// An expression without eliminated variables that is equal to this one, or to a positive multiple of it
    /// if there are reals.
    pub(crate) fn apply(&self, expr: &LinearExpr) -> LinearExpr {
        self.apply_scaled(expr).0
    }

    /// A number without eliminated variables that is equal to this one.
    pub(crate) fn apply_to_number(&self, number: &Number) -> Number {
        let (expr, factor) = self.apply_scaled(&number.expr);
        let denominator = &number.denominator * &factor;
        let shared = expr.form.content().gcd(&expr.constant).gcd(&denominator);
        if shared.is_one() {
            return Number { expr, denominator };
        }
        let expr =
            LinearExpr { form: expr.form.divided(&shared), constant: expr.constant.div_exact(&shared) };
        Number { expr, denominator: denominator.div_exact(&shared) }
    }

    /// An expression without eliminated variables, and the factor by which it is larger.
    fn apply_scaled(&self, expr: &LinearExpr) -> (LinearExpr, Int) {
        let mut result = expr.clone();
        let mut factor = Int::ONE;
        // A solution mentions only variables eliminated later, so the earliest one first leaves nothing
        // behind.
        while let Some((index, coefficient)) = self.earliest(&result.form) {
            let (var, solution) = &self.solutions[index];
            result = result.add_multiple(&-&coefficient, &LinearExpr::variable(*var));
            if !solution.denominator.is_one() {
                result = LinearExpr::default().add_multiple(&solution.denominator, &result);
                factor *= &solution.denominator;
            }
            result = result.add_multiple(&coefficient, &solution.expr);
        }
        (result, factor)
    }

    fn earliest(&self, form: &Linear<NumVar>) -> Option<(usize, Int)> {
        let eliminated =
            form.terms().iter().filter_map(|(var, c)| self.order.get(var).map(|&index| (index, c)));
        eliminated.min_by_key(|(index, _)| *index).map(|(index, coefficient)| (index, coefficient.clone()))
    }

    /// Uses `equation = 0` to eliminate variables if that seems wise. `false` if the equation has no integer
    /// solution.
    pub(crate) fn solve(
        &mut self,
        equation: LinearExpr,
        uses: &FxHashMap<NumVar, u32>,
        fresh: &mut impl FnMut() -> NumVar,
    ) -> bool {
        let mut equation = self.apply(&equation);
        loop {
            let content = equation.form.content();
            if content.is_zero() {
                return equation.constant.is_zero();
            }
            if !content.divides(&equation.constant) {
                return false;
            }
            equation = LinearExpr {
                form: equation.form.divided(&content),
                constant: equation.constant.div_exact(&content),
            };
            let uses_of = |var: NumVar| uses.get(&var).copied().unwrap_or(0);
            let smallest = |a: &&(NumVar, Int), b: &&(NumVar, Int)| {
                a.1.cmp_abs(&b.1).then_with(|| uses_of(a.0).cmp(&uses_of(b.0))).then(b.0.cmp(&a.0))
            };
            let (var, coefficient) =
                equation.form.terms().iter().min_by(smallest).expect("not empty").clone();
            let too_long = equation.form.len() > MAX_SOLUTION_LENGTH && uses_of(var) > FEW_USES;
            let too_large = || equation.form.terms().iter().any(|(_, c)| c.bits() > MAX_BITS);
            if !self.exhaustive && (too_long || too_large()) {
                return true;
            }
            if coefficient.abs().is_one() {
                // ±x + rest = 0, so x = ∓rest.
                let without = equation.form.add_multiple(&-&coefficient, &Linear::variable(var));
                let factor = -&coefficient;
                let solution =
                    LinearExpr { form: without.scaled(&factor), constant: &equation.constant * &factor };
                self.insert(var, Number { expr: solution, denominator: Int::ONE });
                return true;
            }
            equation = self.divide(var, &coefficient, &equation, fresh());
        }
    }

    /// Uses `equation = 0` over reals and integers to eliminate a real variable if that seems wise. `false`
    /// if the equation has no solution.
    pub(crate) fn solve_real(&mut self, equation: LinearExpr, uses: &FxHashMap<NumVar, u32>) -> bool {
        let equation = self.apply(&equation);
        if equation.form.is_empty() {
            return equation.constant.is_zero();
        }
        let uses_of = |var: NumVar| uses.get(&var).copied().unwrap_or(0);
        let cheapest = |a: &&(NumVar, Int), b: &&(NumVar, Int)| {
            uses_of(a.0).cmp(&uses_of(b.0)).then_with(|| a.1.cmp_abs(&b.1)).then(b.0.cmp(&a.0))
        };
        let reals = equation.form.terms().iter().filter(|(var, _)| var.is_real());
        let Some((var, coefficient)) = reals.min_by(cheapest).cloned() else { return true };
        let too_long = equation.form.len() > MAX_SOLUTION_LENGTH && uses_of(var) > FEW_USES;
        let too_large = || equation.form.terms().iter().any(|(_, c)| c.bits() > MAX_BITS);
        if too_long || too_large() {
            return true;
        }
        // a x + rest = 0, so x = -sign(a) rest / |a|.
        let rest = equation.add_multiple(&-&coefficient, &LinearExpr::variable(var));
        let sign = if coefficient.is_positive() { Int::MINUS_ONE } else { Int::ONE };
        let expr = LinearExpr::default().add_multiple(&sign, &rest);
        self.insert(var, Number { expr, denominator: coefficient.abs() });
        true
    }

    /// Eliminates `var` in favour of `quotient`; returns what remains of the equation.
    fn divide(&mut self, var: NumVar, a: &Int, equation: &LinearExpr, quotient: NumVar) -> LinearExpr {
        let mut remainder = vec![(quotient, a.clone())];
        let mut solution = vec![(quotient, Int::ONE)];
        for (other, coefficient) in equation.form.terms().iter().filter(|(other, _)| *other != var) {
            let (q, r) = coefficient.div_rem_floor(a);
            remainder.push((*other, r));
            solution.push((*other, -q));
        }
        let (q, r) = equation.constant.div_rem_floor(a);
        let solution = LinearExpr { form: Linear::new(solution), constant: -q };
        self.insert(var, Number { expr: solution, denominator: Int::ONE });
        LinearExpr { form: Linear::new(remainder), constant: r }
    }

    fn insert(&mut self, var: NumVar, solution: Number) {
        debug_assert!(!self.order.contains_key(&var) && solution.expr.form.coefficient(var).is_none());
        self.order.insert(var, self.solutions.len());
        self.solutions.push((var, solution));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expr(terms: &[(usize, i64)], constant: i64) -> LinearExpr {
        let form = Linear::new(terms.iter().map(|&(var, c)| (NumVar::integer(var), Int::from(c))).collect());
        LinearExpr { form, constant: Int::from(constant) }
    }

    /// Puts values for the variables that remain into the solutions, and checks the equations.
    fn check(equations: &[LinearExpr]) {
        let mut elimination = Elimination::default();
        let mut next = 100;
        let mut fresh = || {
            next += 1;
            NumVar::integer(next)
        };
        for equation in equations {
            assert!(elimination.solve(equation.clone(), &FxHashMap::default(), &mut fresh));
        }
        for seed in 0..20i64 {
            let mut values: FxHashMap<NumVar, Int> =
                (0..200).map(|var| (NumVar::integer(var), Int::from(seed * var as i64 % 7 - 3))).collect();
            for (var, solution) in elimination.in_order_of_evaluation() {
                let value = solution.expr.form.eval(|var| &values[&var]) + &solution.expr.constant;
                values.insert(*var, value);
            }
            for equation in equations {
                let value = equation.form.eval(|var| &values[&var]) + &equation.constant;
                assert!(value.is_zero(), "{equation:?} is {value}");
                assert!(elimination.apply(equation).form.is_empty());
            }
        }
    }

    #[test]
    fn solutions_satisfy_the_equations() {
        check(&[expr(&[(0, 1), (1, 2)], -5)]);
        check(&[expr(&[(0, 3), (1, 5)], -7)]);
        check(&[expr(&[(0, 6), (1, 10), (2, 15)], -1)]);
        check(&[expr(&[(0, 7), (1, -12), (2, 31)], -17), expr(&[(0, 4), (1, 5), (2, 9), (3, 11)], 3)]);
    }

    #[test]
    fn equations_without_integer_solutions_are_recognised() {
        let mut elimination = Elimination::default();
        let mut fresh = || NumVar::integer(100);
        assert!(!elimination.solve(expr(&[(0, 2), (1, 4)], 1), &FxHashMap::default(), &mut fresh));
        // x + y = 0 and x - y = 1 have no integer solution together.
        assert!(elimination.solve(expr(&[(0, 1), (1, 1)], 0), &FxHashMap::default(), &mut fresh));
        assert!(!elimination.solve(expr(&[(0, 1), (1, -1)], -1), &FxHashMap::default(), &mut fresh));
    }
}
