//! Linear expressions over symbols.

use std::fmt;

/// A number that has one value in each execution.
pub(super) type Sym = u32;

/// Limit on coefficients and constants: sums and products of a few of them do not overflow.
const LARGEST: i128 = 1 << 80;

/// A sum of symbols with coefficients, and a constant. Terms are sorted; no coefficient is zero.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Expr {
    pub(super) terms: Vec<(Sym, i128)>,
    pub(super) constant: i128,
}

impl fmt::Debug for Expr {
    /// As a sum such as `4 + s1 - 2*s7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.constant)?;
        for (sym, factor) in &self.terms {
            let sign = if *factor < 0 { '-' } else { '+' };
            match factor.abs() {
                1 => write!(f, " {sign} s{sym}")?,
                factor => write!(f, " {sign} {factor}*s{sym}")?,
            }
        }
        Ok(())
    }
}

impl Expr {
    pub(super) fn constant(value: i128) -> Expr {
        Expr { terms: Vec::new(), constant: value }
    }

    pub(super) fn of(sym: Sym) -> Expr {
        Expr { terms: vec![(sym, 1)], constant: 0 }
    }

    pub(super) fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The symbol, if it is nothing else.
    pub(super) fn as_symbol(&self) -> Option<Sym> {
        match self.terms[..] {
            [(sym, 1)] if self.constant == 0 => Some(sym),
            _ => None,
        }
    }

    pub(super) fn symbols(&self) -> impl Iterator<Item = Sym> {
        self.terms.iter().map(|(sym, _)| *sym)
    }

    pub(super) fn coefficient(&self, sym: Sym) -> i128 {
        self.terms.iter().find(|(own, _)| *own == sym).map_or(0, |(_, factor)| *factor)
    }

    /// The sum with a multiple of another expression; nothing if a number becomes too large.
    pub(super) fn plus(&self, other: &Expr, factor: i128) -> Option<Expr> {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut own, mut more) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let (sym, value) = match (own.peek(), more.peek()) {
                (Some(&&(one, value)), Some(&&(two, _))) if one < two => {
                    own.next();
                    (one, Some(value))
                }
                (Some(&&(one, value)), Some(&&(two, times))) if one == two => {
                    own.next();
                    more.next();
                    (one, times.checked_mul(factor).and_then(|product| product.checked_add(value)))
                }
                (_, Some(&&(two, times))) => {
                    more.next();
                    (two, times.checked_mul(factor))
                }
                (Some(&&(one, value)), None) => {
                    own.next();
                    (one, Some(value))
                }
                (None, None) => break,
            };
            let value = value.filter(|value| value.abs() < LARGEST)?;
            if value != 0 {
                terms.push((sym, value));
            }
        }
        let constant = other.constant.checked_mul(factor)?.checked_add(self.constant)?;
        (constant.abs() < LARGEST).then_some(Expr { terms, constant })
    }

    pub(super) fn minus(&self, other: &Expr) -> Option<Expr> {
        self.plus(other, -1)
    }

    pub(super) fn times(&self, factor: i128) -> Option<Expr> {
        Expr::default().plus(self, factor)
    }

    /// The sum with a number.
    pub(super) fn shifted(&self, by: i128) -> Expr {
        Expr { terms: self.terms.clone(), constant: self.constant.saturating_add(by) }
    }

    /// The quotient, if it is exact in every term.
    pub(super) fn divided(&self, by: i128) -> Option<Expr> {
        let is_exact =
            by != 0 && self.constant % by == 0 && self.terms.iter().all(|(_, factor)| factor % by == 0);
        is_exact.then(|| Expr {
            terms: self.terms.iter().map(|&(sym, factor)| (sym, factor / by)).collect(),
            constant: self.constant / by,
        })
    }

    /// The greatest number of which all coefficients and the constant are multiples.
    pub(super) fn content(&self) -> i128 {
        self.terms.iter().fold(self.constant.abs(), |all, (_, factor)| gcd(all, factor.abs()))
    }

    /// `m` if this is `m` times another expression that is not zero.
    pub(super) fn multiple_of(&self, other: &Expr) -> Option<i128> {
        let (own, unit) = match (self.terms.first(), other.terms.first()) {
            (Some((_, own)), Some((_, unit))) => (*own, *unit),
            (None, None) => (self.constant, other.constant),
            _ => return None,
        };
        if unit == 0 || own % unit != 0 {
            return None;
        }
        let factor = own / unit;
        (factor != 0 && other.times(factor).as_ref() == Some(self)).then_some(factor)
    }

    /// The expression with each symbol replaced; nothing if one has no replacement.
    pub(super) fn substituted(&self, mut with: impl FnMut(Sym) -> Option<Expr>) -> Option<Expr> {
        let mut sum = Expr::constant(self.constant);
        for &(sym, factor) in &self.terms {
            sum = sum.plus(&with(sym)?, factor)?;
        }
        Some(sum)
    }
}

/// The greatest common divisor of two numbers that are not negative.
pub(super) fn gcd(one: i128, other: i128) -> i128 {
    if other == 0 { one } else { gcd(other, one % other) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_sums() {
        let (x, y) = (Expr::of(1), Expr::of(2));
        let sum = x.plus(&y, 3).expect("small").shifted(4);
        assert_eq!(sum, Expr { terms: vec![(1, 1), (2, 3)], constant: 4 });
        assert_eq!(sum.minus(&sum), Some(Expr::default()));
        assert_eq!(sum.times(2).and_then(|twice| twice.divided(2)), Some(sum.clone()));
        assert_eq!(sum.divided(2), None);
        assert_eq!(sum.times(-3).expect("small").multiple_of(&sum), Some(-3));
        assert_eq!(sum.multiple_of(&x), None);
        let swapped = sum.substituted(|sym| Some(Expr::of(3 - sym))).expect("small");
        assert_eq!(swapped, Expr { terms: vec![(1, 3), (2, 1)], constant: 4 });
        assert_eq!(sum.times(LARGEST), None);
    }
}
