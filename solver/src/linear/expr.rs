//! Linear expressions over the numeric variables of a problem.

use super::Linear;
use crate::num::{Int, Rat};
use std::fmt;

/// A numeric variable of a problem: a symbol of the input or one that preprocessing added. Its number also
/// says whether it is an integer or a real.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NumVar(u32);

impl NumVar {
    /// Marks reals.
    const REAL: u32 = 1 << 31;

    /// The integer variable at a position.
    pub(crate) fn integer(index: usize) -> NumVar {
        let number = u32::try_from(index).ok().filter(|&index| index < NumVar::REAL);
        NumVar(number.expect("too many variables"))
    }

    /// The real variable at a position.
    pub(crate) fn real(index: usize) -> NumVar {
        NumVar(NumVar::integer(index).0 | NumVar::REAL)
    }

    /// Position in per-variable arrays, which integers and reals share.
    #[inline]
    pub(crate) fn index(self) -> usize {
        (self.0 & !NumVar::REAL) as usize
    }

    /// Whether it is a real variable.
    #[inline]
    pub(crate) fn is_real(self) -> bool {
        self.0 & NumVar::REAL != 0
    }
}

impl fmt::Debug for NumVar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_real() { "r" } else { "i" }, self.index())
    }
}

/// A linear expression over numeric variables: form plus constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct LinearExpr {
    /// The part with variables.
    pub form: Linear<NumVar>,
    /// The constant.
    pub constant: Int,
}

impl LinearExpr {
    /// Just this variable.
    pub(crate) fn variable(var: NumVar) -> LinearExpr {
        LinearExpr { form: Linear::variable(var), constant: Int::ZERO }
    }

    /// Whether all variables are integers.
    pub(crate) fn is_integer(&self) -> bool {
        self.form.terms().iter().all(|(var, _)| !var.is_real())
    }

    /// `self <= 0` for integers as `(form, bound, is_negated)`: `form <= bound`, or the negation of that,
    /// with a primitive form that starts with a positive coefficient. There must be a variable.
    pub(crate) fn as_bound(&self) -> (Linear<NumVar>, Int, bool) {
        let content = self.form.content();
        if self.form.terms()[0].1.is_positive() {
            // g f <= -c  iff  f <= floor(-c / g)
            let bound = (-&self.constant).div_floor(&content);
            (self.form.divided(&content), bound, false)
        } else {
            // -g f <= -c  iff  f >= ceil(c / g)  iff  not (f <= ceil(c / g) - 1)
            let bound = self.constant.div_ceil(&content) - Int::ONE;
            (self.form.divided(&-content), bound, true)
        }
    }

    /// `self + factor * other`
    pub(crate) fn add_multiple(&self, factor: &Int, other: &LinearExpr) -> LinearExpr {
        let mut constant = self.constant.clone();
        constant.add_mul_assign(factor, &other.constant);
        LinearExpr { form: self.form.add_multiple(factor, &other.form), constant }
    }
}

/// A number: a linear expression over a common denominator.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Number {
    /// The numerator.
    pub expr: LinearExpr,
    /// The denominator, positive; 1 for integers.
    pub denominator: Int,
}

impl Number {
    /// The number that a variable stands for.
    pub(crate) fn variable(var: NumVar) -> Number {
        Number { expr: LinearExpr::variable(var), denominator: Int::ONE }
    }

    /// Its value, if it is a constant.
    pub(crate) fn as_constant(&self) -> Option<Rat> {
        let is_constant = self.expr.form.is_empty();
        is_constant.then(|| Rat::new(self.expr.constant.clone(), self.denominator.clone()))
    }

    /// Its value, if these are the values of all variables.
    pub(crate) fn evaluate(&self, values: &[Rat]) -> Rat {
        let mut sum = Rat::from(&self.expr.constant);
        for (var, coefficient) in self.expr.form.terms() {
            sum.add_mul_int(&values[var.index()], coefficient);
        }
        sum.div_int(&self.denominator)
    }

    /// `self - other`, times a positive number.
    pub(crate) fn difference(&self, other: &Number) -> LinearExpr {
        let scaled = LinearExpr::default().add_multiple(&other.denominator, &self.expr);
        scaled.add_multiple(&-&self.denominator, &other.expr)
    }
}
