//! Literals of linear arithmetic with divisibility, in canonical form.
//!
//! Elimination works on these rather than on terms: an atom of a formula is a comparison of a linear
//! expression with zero, a divisibility, or a truth value that is not interpreted. Terms that are not linear
//! arithmetic (symbols, applications of functions, quotients) are the *unknowns* of the expression.

use crate::linear::Linear;
use crate::linearize::Expansion;
use crate::num::{Int, Rat};
use crate::term::{Sort, Term, Terms};
use fxhash::FxHashMap;

/// `c_1 t_1 + … + c_n t_n + c`, the `t_i` being unknowns.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Expr {
    pub(crate) form: Linear<Term>,
    pub(crate) constant: Int,
}

/// Values of unknowns.
pub(crate) type Values = FxHashMap<Term, Rat>;

impl Expr {
    /// A positive multiple of a sum of terms with factors, over unknowns; the multiple that makes all
    /// coefficients integers.
    pub(crate) fn of(terms: &Terms, combination: &[(Term, Rat)]) -> Expr {
        let mut products = Vec::new();
        let constant = Expansion::default().run(terms, combination, |_, unknown, factor: Rat| {
            if !factor.is_zero() {
                products.push((unknown, factor));
            }
        });
        let scale = products.iter().fold(constant.denom(), |scale, (_, factor)| scale.lcm(&factor.denom()));
        let whole = |value: &Rat| (value * &Rat::from(&scale)).to_int().expect("the denominator is a factor");
        let constant = whole(&constant);
        Expr {
            form: Linear::new(products.iter().map(|(term, factor)| (*term, whole(factor))).collect()),
            constant,
        }
    }

    /// The coefficient of an unknown, zero if it does not occur.
    pub(crate) fn coefficient(&self, unknown: Term) -> Int {
        self.form.coefficient(unknown).cloned().unwrap_or(Int::ZERO)
    }

    /// Whether an unknown occurs.
    pub(crate) fn mentions(&self, unknown: Term) -> bool {
        self.form.coefficient(unknown).is_some()
    }

    /// `self * factor + other * other_factor`
    pub(crate) fn combined(&self, factor: &Int, other: &Expr, other_factor: &Int) -> Expr {
        let mut constant = &self.constant * factor;
        constant.add_mul_assign(&other.constant, other_factor);
        Expr { form: self.form.scaled(factor).add_multiple(other_factor, &other.form), constant }
    }

    /// `self + constant`
    pub(crate) fn plus(mut self, constant: &Int) -> Expr {
        self.constant += constant;
        self
    }

    /// `-self`
    pub(crate) fn negated(&self) -> Expr {
        Expr { form: self.form.scaled(&Int::MINUS_ONE), constant: -&self.constant }
    }

    /// The expression without one unknown.
    pub(crate) fn without(&self, unknown: Term) -> Expr {
        let rest = self.form.terms().iter().filter(|(other, _)| *other != unknown).cloned().collect();
        Expr { form: Linear::new(rest), constant: self.constant.clone() }
    }

    /// The expression with `scale * unknown + shift` in place of an unknown.
    pub(crate) fn with_scaled(&self, unknown: Term, scale: &Int, shift: &Int) -> Expr {
        let Some(coefficient) = self.form.coefficient(unknown) else {
            return self.clone();
        };
        let mut constant = self.constant.clone();
        constant.add_mul_assign(coefficient, shift);
        let times = |(term, c): &(Term, Int)| (*term, if *term == unknown { c * scale } else { c.clone() });
        Expr { form: Linear::new(self.form.terms().iter().map(times).collect()), constant }
    }

    /// The value under an assignment.
    pub(crate) fn eval(&self, values: &Values) -> Rat {
        let mut sum = Rat::from(&self.constant);
        for (unknown, coefficient) in self.form.terms() {
            sum.add_mul_assign(&values[unknown], &Rat::from(coefficient));
        }
        sum
    }

    fn is_integral(&self, terms: &Terms) -> bool {
        self.form.terms().iter().all(|(unknown, _)| terms.sort(*unknown) == Sort::Int)
    }

    /// The expression as a term.
    pub(crate) fn term(&self, terms: &mut Terms) -> Term {
        let constant = constant_term(terms, &self.constant, !self.is_integral(terms));
        match (self.form.is_empty(), self.constant.is_zero()) {
            (true, _) => constant,
            (false, true) => self.sum_term(terms),
            (false, false) => {
                let sum = self.sum_term(terms);
                terms.add(&[sum, constant])
            }
        }
    }

    /// The expression as a term without its constant; of the sort of its unknowns, real if these are mixed.
    fn sum_term(&self, terms: &mut Terms) -> Term {
        let is_real = !self.is_integral(terms);
        let mut products = Vec::with_capacity(self.form.len());
        for (unknown, coefficient) in self.form.terms() {
            let is_cast = is_real && terms.sort(*unknown) == Sort::Int;
            let unknown = if is_cast { terms.to_real(*unknown) } else { *unknown };
            products.push(match coefficient {
                one if one.is_one() => unknown,
                minus_one if *minus_one == Int::MINUS_ONE => terms.neg(unknown),
                coefficient => {
                    let factor = constant_term(terms, coefficient, is_real);
                    terms.mul(factor, unknown)
                }
            });
        }
        match products[..] {
            [single] => single,
            _ => terms.add(&products),
        }
    }
}

fn constant_term(terms: &mut Terms, value: &Int, is_real: bool) -> Term {
    if is_real { terms.real(Rat::from(value)) } else { terms.int(value.clone()) }
}

/// A literal. The numbers that divide are greater than one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Literal {
    /// `e <= 0`
    AtMost(Expr),
    /// `e < 0`, where something in it is real
    Below(Expr),
    /// `e = 0`
    Zero(Expr),
    /// `e != 0`
    NonZero(Expr),
    /// `d | e`
    Divides(Int, Expr),
    /// not `d | e`
    NotDivides(Int, Expr),
    /// A Boolean term that is not interpreted, and whether it holds.
    Truth(Term, bool),
}

/// What is left of a literal that was brought into its form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reduced {
    Constant(bool),
    Literal(Literal),
}

impl Literal {
    /// The expression in it.
    pub(crate) fn expr(&self) -> Option<&Expr> {
        match self {
            Literal::AtMost(expr) | Literal::Below(expr) | Literal::Zero(expr) | Literal::NonZero(expr) => {
                Some(expr)
            }
            Literal::Divides(_, expr) | Literal::NotDivides(_, expr) => Some(expr),
            Literal::Truth(..) => None,
        }
    }

    /// Whether an unknown or a truth value occurs.
    pub(crate) fn mentions(&self, unknown: Term) -> bool {
        match self {
            Literal::Truth(term, _) => *term == unknown,
            other => other.expr().is_some_and(|expr| expr.mentions(unknown)),
        }
    }

    /// The same relation of another expression.
    pub(crate) fn with_expr(&self, expr: Expr) -> Literal {
        match self {
            Literal::AtMost(_) => Literal::AtMost(expr),
            Literal::Below(_) => Literal::Below(expr),
            Literal::Zero(_) => Literal::Zero(expr),
            Literal::NonZero(_) => Literal::NonZero(expr),
            Literal::Divides(divisor, _) => Literal::Divides(divisor.clone(), expr),
            Literal::NotDivides(divisor, _) => Literal::NotDivides(divisor.clone(), expr),
            Literal::Truth(..) => unreachable!("a truth value has no expression"),
        }
    }

    /// The opposite.
    pub(crate) fn negated(&self, terms: &Terms) -> Literal {
        match self {
            Literal::AtMost(expr) if expr.is_integral(terms) => {
                Literal::AtMost(expr.negated().plus(&Int::ONE))
            }
            Literal::AtMost(expr) => Literal::Below(expr.negated()),
            Literal::Below(expr) => Literal::AtMost(expr.negated()),
            Literal::Zero(expr) => Literal::NonZero(expr.clone()),
            Literal::NonZero(expr) => Literal::Zero(expr.clone()),
            Literal::Divides(divisor, expr) => Literal::NotDivides(divisor.clone(), expr.clone()),
            Literal::NotDivides(divisor, expr) => Literal::Divides(divisor.clone(), expr.clone()),
            Literal::Truth(term, holds) => Literal::Truth(*term, !holds),
        }
    }

    /// Whether it holds; truth values are not asked here.
    pub(crate) fn eval(&self, values: &Values) -> bool {
        let value = |expr: &Expr| expr.eval(values);
        let divides = |divisor: &Int, expr: &Expr| {
            value(expr).to_int().is_some_and(|value| value.rem_floor(divisor).is_zero())
        };
        match self {
            Literal::AtMost(expr) => !value(expr).is_positive(),
            Literal::Below(expr) => value(expr).is_negative(),
            Literal::Zero(expr) => value(expr).is_zero(),
            Literal::NonZero(expr) => !value(expr).is_zero(),
            Literal::Divides(divisor, expr) => divides(divisor, expr),
            Literal::NotDivides(divisor, expr) => !divides(divisor, expr),
            Literal::Truth(..) => true,
        }
    }

    /// Brings a literal into its form: divided by what all coefficients have in common, bounds of integers
    /// rounded, coefficients of divisibilities reduced, the first coefficient of (dis)equalities and
    /// divisibilities positive.
    pub(crate) fn reduced(self, terms: &Terms) -> Reduced {
        let Some(expr) = self.expr() else {
            return Reduced::Literal(self);
        };
        if let Literal::Divides(divisor, expr) | Literal::NotDivides(divisor, expr) = &self {
            let is_positive = matches!(self, Literal::Divides(..));
            return reduced_divisibility(divisor, expr, is_positive);
        }
        if expr.form.is_empty() {
            return Reduced::Constant(self.eval(&Values::default()));
        }
        let is_integral = expr.is_integral(terms);
        let mut content = expr.form.content();
        if !is_integral {
            content = content.gcd(&expr.constant);
        }
        let form = expr.form.divided(&content);
        let is_whole = content.divides(&expr.constant);
        let starts_negative = form.terms()[0].1.is_negative();
        Reduced::Literal(match self {
            Literal::AtMost(expr) => {
                Literal::AtMost(Expr { form, constant: expr.constant.div_ceil(&content) })
            }
            Literal::Below(expr) if is_integral => {
                // e < 0 is e + 1 <= 0.
                let constant = (expr.constant + Int::ONE).div_ceil(&content);
                Literal::AtMost(Expr { form, constant })
            }
            Literal::Below(expr) => {
                Literal::Below(Expr { form, constant: expr.constant.div_exact(&content) })
            }
            Literal::Zero(_) if !is_whole => return Reduced::Constant(false),
            Literal::NonZero(_) if !is_whole => return Reduced::Constant(true),
            equation => {
                let constant = equation.expr().expect("an equation").constant.div_exact(&content);
                let expr = Expr { form, constant };
                equation.with_expr(if starts_negative { expr.negated() } else { expr })
            }
        })
    }

    /// The literal as a term: sums on the left, their first coefficient positive, constants on the right.
    pub(crate) fn term(&self, terms: &mut Terms) -> Term {
        match self {
            Literal::Truth(term, true) => *term,
            Literal::Truth(term, false) => terms.not(*term),
            Literal::AtMost(expr) | Literal::Below(expr) => {
                let turned = expr.form.terms()[0].1.is_negative();
                let expr = if turned { expr.negated() } else { expr.clone() };
                let is_real = !expr.is_integral(terms);
                let (sum, bound) = (expr.sum_term(terms), constant_term(terms, &-&expr.constant, is_real));
                match (self, turned) {
                    (Literal::AtMost(_), false) => terms.le(&[sum, bound]),
                    (Literal::AtMost(_), true) => terms.ge(&[sum, bound]),
                    (_, false) => terms.lt(&[sum, bound]),
                    (_, true) => terms.gt(&[sum, bound]),
                }
            }
            Literal::Zero(expr) | Literal::NonZero(expr) => {
                let is_real = !expr.is_integral(terms);
                let (sum, value) = (expr.sum_term(terms), constant_term(terms, &-&expr.constant, is_real));
                let equation = terms.eq(sum, value);
                if matches!(self, Literal::Zero(_)) { equation } else { terms.not(equation) }
            }
            Literal::Divides(divisor, expr) | Literal::NotDivides(divisor, expr) => {
                let mut sum = expr.sum_term(terms);
                if !expr.constant.is_zero() {
                    let constant = terms.int(expr.constant.clone());
                    sum = terms.add(&[sum, constant]);
                }
                let divides = terms.divisible(divisor.clone(), sum).expect("divisors are positive");
                if matches!(self, Literal::Divides(..)) { divides } else { terms.not(divides) }
            }
        }
    }
}

fn reduced_divisibility(divisor: &Int, expr: &Expr, is_positive: bool) -> Reduced {
    // Coefficients matter modulo the divisor only.
    let remainder = |value: &Int| value.rem_floor(divisor);
    let form = Linear::new(expr.form.terms().iter().map(|(term, c)| (*term, remainder(c))).collect());
    let common = form.content().gcd(divisor);
    let constant = remainder(&expr.constant);
    if !common.divides(&constant) {
        return Reduced::Constant(!is_positive);
    }
    let divisor = divisor.div_exact(&common);
    if divisor.is_one() {
        return Reduced::Constant(is_positive);
    }
    let mut expr = Expr { form: form.divided(&common), constant: constant.div_exact(&common) };
    // Of `e` and `-e`, which say the same, the one with the smaller first coefficient.
    let first = &expr.form.terms()[0].1;
    if first + first > divisor {
        let turn = |value: &Int| (-value).rem_floor(&divisor);
        let products = expr.form.terms().iter().map(|(term, c)| (*term, turn(c))).collect();
        expr = Expr { form: Linear::new(products), constant: turn(&expr.constant) };
    }
    Reduced::Literal(match (is_positive, divisor == Int::from(2)) {
        (true, _) => Literal::Divides(divisor, expr),
        // What is not even is odd.
        (false, true) => {
            let constant = (expr.constant + Int::ONE).rem_floor(&divisor);
            Literal::Divides(divisor, Expr { form: expr.form, constant })
        }
        (false, false) => Literal::NotDivides(divisor, expr),
    })
}
