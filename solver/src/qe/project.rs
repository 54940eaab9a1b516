//! Model-based projection: from a conjunction of literals that a model satisfies to one without some
//! variables.
//!
//! The result `J` holds in the model, and every solution of `J` extends to one of the conjunction `C`:
//! `J => exists x. C`. For given literals there are finitely many different results, so that finitely many
//! models yield all of `exists x. C`.
//!
//! One variable goes at a time:
//!
//! 1. An equation `a x = t` is used up: `a | t`, and the others are multiplied by `a`. Nothing is lost.
//! 2. `x` is written as `d x' + r` with the remainder `r` that it has in the model, so that no divisibility
//!    speaks of it any more. Where `d | x + t` this is `x = d x' - t`, and nothing is lost.
//! 3. Lower bounds `l <= a x` and upper bounds `b x <= u` are left. Without one of the kinds nothing is left
//!    to say. If `a = 1` or `b = 1` in each pair, `x` exists iff `b l <= a u` for all pairs (Fourier and
//!    Motzkin). In general that is necessary, and `b l + (a - 1)(b - 1) <= a u` sufficient (the dark shadow
//!    of the Omega test); it is used if it holds in the model. Otherwise the least `x` that the model allows
//!    is `(l + j) / a` for the greatest lower bound and a `j < a` (Cooper's test point): an equation.
//!
//! Real variables need the first and the last only, with the bounds in the order that they have in the model.

use super::literal::{Expr, Literal, Reduced, Values};
use crate::num::{Int, Rat};
use crate::term::{Sort, Term, Terms};

/// As many pairs of bounds as this are written out, beyond the number of the bounds themselves. With more of
/// them only those with the greatest lower (or least upper) bound of the model are.
const EXTRA_PAIRS: usize = 6;

/// A conjunction of literals on its way to one without certain variables.
pub(crate) struct Cube<'a> {
    terms: &'a Terms,
    literals: Vec<Literal>,
    values: &'a mut Values,
}

/// Why a variable cannot be projected.
#[derive(Debug)]
pub(crate) struct MixedAtom;

/// Removes variables from literals that hold under these values.
pub(crate) fn project(
    terms: &Terms,
    literals: Vec<Literal>,
    variables: &[Term],
    values: &mut Values,
) -> Result<Vec<Literal>, MixedAtom> {
    let mut cube = Cube { terms, literals: Vec::with_capacity(literals.len()), values };
    literals.into_iter().for_each(|literal| cube.add(literal));
    let mut left: Vec<Term> = variables.to_vec();
    cube.literals.retain(|literal| !matches!(literal, Literal::Truth(term, _) if variables.contains(term)));
    loop {
        left.retain(|&variable| cube.literals.iter().any(|literal| literal.mentions(variable)));
        let Some(&next) = left.iter().min_by_key(|&&variable| cube.cost(variable)) else {
            break;
        };
        cube.eliminate(next)?;
        left.retain(|&variable| variable != next);
    }
    cube.literals.sort_by_cached_key(order);
    cube.literals.dedup();
    Ok(cube.literals)
}

/// Some order of literals that depends on nothing but them.
fn order(literal: &Literal) -> (Vec<(Term, Int)>, Int, u8, Int) {
    let (kind, divisor) = match literal {
        Literal::AtMost(_) => (0, Int::ZERO),
        Literal::Below(_) => (1, Int::ZERO),
        Literal::Zero(_) => (2, Int::ZERO),
        Literal::NonZero(_) => (3, Int::ZERO),
        Literal::Divides(divisor, _) => (4, divisor.clone()),
        Literal::NotDivides(divisor, _) => (5, divisor.clone()),
        Literal::Truth(term, holds) => {
            return (vec![(*term, Int::ZERO)], Int::ZERO, 6 + u8::from(*holds), Int::ZERO);
        }
    };
    let expr = literal.expr().expect("only truth values have none");
    (expr.form.terms().to_vec(), expr.constant.clone(), kind, divisor)
}

impl Cube<'_> {
    fn add(&mut self, literal: Literal) {
        debug_assert!(literal.eval(self.values), "{literal:?} does not hold");
        match literal.reduced(self.terms) {
            Reduced::Constant(value) => debug_assert!(value, "what holds in the model is not false"),
            Reduced::Literal(literal) => self.literals.push(literal),
        }
    }

    /// Takes out the literals about a variable.
    fn take(&mut self, variable: Term) -> Vec<Literal> {
        let (about, others) =
            std::mem::take(&mut self.literals).into_iter().partition(|literal| literal.mentions(variable));
        self.literals = others;
        about
    }

    /// How dear it is to eliminate a variable now: cheap ones first.
    fn cost(&self, variable: Term) -> (u32, u64) {
        let (mut lower, mut upper, mut unit_lower, mut unit_upper) = (0u64, 0u64, true, true);
        let mut divisibilities = 0;
        for literal in self.literals.iter().filter(|literal| literal.mentions(variable)) {
            let coefficient = literal.expr().expect("mentions a number").coefficient(variable);
            match literal {
                Literal::Zero(_) => return (u32::from(!coefficient.abs().is_one()), 0),
                Literal::AtMost(_) | Literal::Below(_) if coefficient.is_negative() => {
                    lower += 1;
                    unit_lower &= coefficient == Int::MINUS_ONE;
                }
                Literal::AtMost(_) | Literal::Below(_) => {
                    upper += 1;
                    unit_upper &= coefficient.is_one();
                }
                // A disequality becomes a bound, on a side that the model chooses.
                Literal::NonZero(_) => (lower, upper) = (lower + 1, upper + 1),
                _ => divisibilities += 1,
            }
        }
        let is_easy = unit_lower || unit_upper || lower == 0 || upper == 0;
        (2 + u32::from(!is_easy) + 2 * u32::from(divisibilities > 0), lower * upper)
    }

    fn eliminate(&mut self, variable: Term) -> Result<(), MixedAtom> {
        let is_real = self.terms.sort(variable) == Sort::Real;
        let about = self.take(variable);
        if !is_real && about.iter().any(|literal| self.is_mixed(literal)) {
            return Err(MixedAtom);
        }
        let equations = about.iter().enumerate().filter(|(_, literal)| matches!(literal, Literal::Zero(_)));
        let size = |literal: &Literal| literal.expr().expect("an equation").coefficient(variable).abs();
        if let Some((best, _)) = equations.min_by_key(|(_, literal)| size(literal)) {
            let mut about = about;
            let Literal::Zero(equation) = about.swap_remove(best) else { unreachable!("an equation") };
            self.use_equation(variable, equation, about);
            return Ok(());
        }
        let about = if is_real { about } else { self.remove_divisibilities(variable, about) };
        let bounds = self.split_disequalities(variable, about);
        self.project_bounds(variable, bounds);
        Ok(())
    }

    fn is_mixed(&self, literal: &Literal) -> bool {
        let mut unknowns = literal.expr().into_iter().flat_map(|expr| expr.form.terms());
        unknowns.any(|(unknown, _)| self.terms.sort(*unknown) == Sort::Real)
    }

    /// `a x + t = 0`: other literals are multiplied by `a`, and `a x` replaced by `-t`.
    fn use_equation(&mut self, variable: Term, equation: Expr, others: Vec<Literal>) {
        let mut factor = equation.coefficient(variable);
        let mut rest = equation.without(variable);
        if factor.is_negative() {
            (factor, rest) = (-factor, rest.negated());
        }
        let is_integer = self.terms.sort(variable) == Sort::Int;
        for literal in others {
            let expr = literal.expr().expect("mentions the variable");
            let coefficient = expr.coefficient(variable);
            let replaced = expr.without(variable).combined(&factor, &rest, &-coefficient);
            let literal = match &literal {
                Literal::Divides(divisor, _) => Literal::Divides(divisor * &factor, replaced),
                Literal::NotDivides(divisor, _) => Literal::NotDivides(divisor * &factor, replaced),
                other => other.with_expr(replaced),
            };
            self.add(literal);
        }
        if is_integer && !factor.is_one() {
            self.add(Literal::Divides(factor, rest));
        }
    }

    /// Writes the variable so that no divisibility speaks of it; the variable then stands for another one.
    fn remove_divisibilities(&mut self, variable: Term, about: Vec<Literal>) -> Vec<Literal> {
        let is_divisibility =
            |literal: &Literal| matches!(literal, Literal::Divides(..) | Literal::NotDivides(..));
        let (divisibilities, mut others): (Vec<Literal>, Vec<Literal>) =
            about.into_iter().partition(is_divisibility);
        if divisibilities.is_empty() {
            return others;
        }
        if let [Literal::Divides(divisor, expr)] = &divisibilities[..]
            && expr.coefficient(variable).gcd(divisor).is_one()
        {
            // c x + t = 0 modulo d, and u c = 1: x = d x' - u t.
            let (_, inverse, _) = expr.coefficient(variable).gcd_ext(divisor);
            let rest = expr.without(variable);
            let shift = Expr::default().combined(&Int::ZERO, &rest, &-inverse.rem_floor(divisor));
            let shifted_value = &self.values[&variable] - &shift.eval(self.values);
            self.values.insert(variable, shifted_value.div_int(divisor));
            for literal in &mut others {
                let expr = literal.expr().expect("mentions the variable");
                let coefficient = expr.coefficient(variable);
                let scaled = expr.with_scaled(variable, divisor, &Int::ZERO);
                *literal = literal.with_expr(scaled.combined(&Int::ONE, &shift, &coefficient));
            }
            return others;
        }
        // With the remainder that the variable has in the model.
        let mut modulus = Int::ONE;
        for literal in &divisibilities {
            if let Literal::Divides(divisor, expr) | Literal::NotDivides(divisor, expr) = literal {
                modulus = modulus.lcm(&divisor.div_exact(&divisor.gcd(&expr.coefficient(variable))));
            }
        }
        let value = self.values[&variable].to_int().expect("integers have integral values");
        let (quotient, remainder) = value.div_rem_floor(&modulus);
        self.values.insert(variable, Rat::from(quotient));
        for literal in divisibilities {
            let expr = literal.expr().expect("has an expression");
            self.add_without(literal.with_expr(expr.with_scaled(variable, &modulus, &remainder)), variable);
        }
        for literal in &mut others {
            let expr = literal.expr().expect("mentions the variable");
            *literal = literal.with_expr(expr.with_scaled(variable, &modulus, &remainder));
        }
        others
    }

    /// Adds a divisibility in which the coefficient of a variable is a multiple of the divisor.
    fn add_without(&mut self, literal: Literal, variable: Term) {
        let rest = literal.expr().expect("has an expression").without(variable);
        self.add(literal.with_expr(rest));
    }

    /// Disequalities become the bounds that hold in the model.
    fn split_disequalities(&mut self, variable: Term, about: Vec<Literal>) -> Vec<Literal> {
        let mut bounds = Vec::with_capacity(about.len());
        for literal in about {
            let Literal::NonZero(expr) = literal else {
                bounds.push(literal);
                continue;
            };
            let expr = if expr.eval(self.values).is_negative() { expr } else { expr.negated() };
            match Literal::Below(expr).reduced(self.terms) {
                Reduced::Literal(literal) if literal.mentions(variable) => bounds.push(literal),
                other => unreachable!("{other:?} has lost its variable"),
            }
        }
        bounds
    }

    /// Only bounds are left. They are kept as pairs of the expression and whether it must be below zero, not
    /// at most.
    fn project_bounds(&mut self, variable: Term, literals: Vec<Literal>) {
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        for literal in literals {
            let is_strict = matches!(literal, Literal::Below(_));
            let expr = literal.expr().expect("a bound").clone();
            if expr.coefficient(variable).is_negative() { &mut lower } else { &mut upper }
                .push((expr, is_strict));
        }
        if lower.is_empty() || upper.is_empty() {
            return;
        }
        let is_unit = |(expr, _): &(Expr, bool)| expr.coefficient(variable).abs().is_one();
        let is_integer = self.terms.sort(variable) == Sort::Int;
        let unit_lower = !is_integer || lower.iter().all(is_unit);
        let unit_upper = !is_integer || upper.iter().all(is_unit);
        if lower.len() * upper.len() <= lower.len() + upper.len() + EXTRA_PAIRS {
            let gap = |a: &Int, b: &Int| {
                if is_integer { (a - &Int::ONE) * (b - &Int::ONE) } else { Int::ZERO }
            };
            let shadow = self.shadow(variable, &lower, &upper, gap);
            if let Some(shadow) = shadow {
                shadow.into_iter().for_each(|literal| self.add(literal));
                return;
            }
        } else if unit_lower || unit_upper {
            let side = if unit_lower { (lower, upper) } else { (upper, lower) };
            self.at_tightest(variable, side.0, side.1);
            return;
        }
        self.at_test_point(variable, lower, upper);
    }

    /// `b l + gap <= a u` for all pairs of bounds `l <= a x`, `b x <= u`, if that holds in the model.
    fn shadow(
        &self,
        variable: Term,
        lower: &[(Expr, bool)],
        upper: &[(Expr, bool)],
        gap: impl Fn(&Int, &Int) -> Int,
    ) -> Option<Vec<Literal>> {
        let mut shadow = Vec::with_capacity(lower.len() * upper.len());
        for (low, low_strict) in lower {
            let a = -low.coefficient(variable);
            for (high, high_strict) in upper {
                let b = high.coefficient(variable);
                let sum = low.combined(&b, high, &a).plus(&gap(&a, &b));
                let literal =
                    if *low_strict || *high_strict { Literal::Below(sum) } else { Literal::AtMost(sum) };
                if !literal.eval(self.values) {
                    return None;
                }
                shadow.push(literal);
            }
        }
        Some(shadow)
    }

    /// The bound of one side that is tightest in the model is the tightest, and compatible with all of the
    /// other side. (The variable is real, or all coefficients of the side are one, so that it takes the value
    /// of the bound, or one beyond if that is excluded.)
    fn at_tightest(&mut self, variable: Term, mut side: Vec<(Expr, bool)>, others: Vec<(Expr, bool)>) {
        // Where the bound is, in the direction in which it is tight: e / |c| without the variable.
        let tightness = |(expr, is_strict): &(Expr, bool)| {
            let place = expr.without(variable).eval(self.values).div_int(&expr.coefficient(variable).abs());
            (place, *is_strict)
        };
        let best = (0..side.len()).max_by_key(|&index| tightness(&side[index])).expect("a side has bounds");
        let (tightest, is_strict) = side.swap_remove(best);
        let size = tightest.coefficient(variable).abs();
        let mut found = Vec::new();
        for (expr, other_strict) in side {
            // e / |c| <= tightest / |c'|, or below it if this one is strict and the tightest is not.
            let difference = expr.combined(&size, &tightest, &-expr.coefficient(variable).abs());
            let must_be_below = other_strict && !is_strict;
            found.push(if must_be_below { Literal::Below(difference) } else { Literal::AtMost(difference) });
        }
        for (expr, other_strict) in others {
            let sum = expr.combined(&size, &tightest, &expr.coefficient(variable).abs());
            found.push(if other_strict || is_strict { Literal::Below(sum) } else { Literal::AtMost(sum) });
        }
        found.into_iter().for_each(|literal| self.add(literal));
    }

    /// The extreme value of the variable that the model allows, on the side with fewer test points.
    fn at_test_point(&mut self, variable: Term, lower: Vec<(Expr, bool)>, upper: Vec<(Expr, bool)>) {
        let points = |side: &[(Expr, bool)]| {
            side.iter().fold(Int::ZERO, |sum, (expr, _)| sum + expr.coefficient(variable).abs())
        };
        let side = if points(&lower) <= points(&upper) { &lower } else { &upper };
        // c x + t <= 0: with c < 0 the least x is ceil(t / -c), with c > 0 the greatest is -ceil(t / c).
        let place = |expr: &Expr| {
            let rest =
                expr.without(variable).eval(self.values).to_int().expect("integers have integral values");
            rest.div_ceil(&expr.coefficient(variable).abs())
        };
        let (tightest, _) = side.iter().max_by_key(|(expr, _)| place(expr)).expect("a side has bounds");
        let is_lower = tightest.coefficient(variable).is_negative();
        let extreme = if is_lower { place(tightest) } else { -place(tightest) };
        self.values.insert(variable, Rat::from(extreme));
        // c x + t is not quite zero there: c x + t + j = 0.
        let slack = -tightest.eval(self.values).to_int().expect("integers have integral values");
        let equation = tightest.clone().plus(&slack);
        let others = lower.into_iter().chain(upper).map(|(expr, _)| Literal::AtMost(expr)).collect();
        self.use_equation(variable, equation, others);
    }
}
