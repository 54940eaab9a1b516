//! Linear expressions over symbols, with exact coefficients.

use std::fmt;

/// An unknown number or address. Those below the number of globals are the addresses of these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Sym(pub(super) u32);

/// A sum of symbols with factors, and a constant.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Lin {
    /// Sorted by symbol; no factor is zero.
    terms: Vec<(Sym, i128)>,
    constant: i128,
}

/// Factors and constants stay far below the range of `i128`: values are checked against the ranges of machine
/// types, and addresses stay in their objects.
const IN_RANGE: &str = "a number in the range of 128 bits";

impl Lin {
    pub(super) fn constant(constant: i128) -> Lin {
        Lin { terms: Vec::new(), constant }
    }

    pub(super) fn of(sym: Sym) -> Lin {
        Lin { terms: vec![(sym, 1)], constant: 0 }
    }

    pub(super) fn terms(&self) -> &[(Sym, i128)] {
        &self.terms
    }

    pub(super) fn constant_part(&self) -> i128 {
        self.constant
    }

    pub(super) fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The symbol, if it is one and nothing else.
    pub(super) fn as_symbol(&self) -> Option<Sym> {
        match self.terms[..] {
            [(sym, 1)] if self.constant == 0 => Some(sym),
            _ => None,
        }
    }

    pub(super) fn factor(&self, sym: Sym) -> i128 {
        self.terms.iter().find(|(known, _)| *known == sym).map_or(0, |(_, factor)| *factor)
    }

    pub(super) fn symbols(&self) -> impl Iterator<Item = Sym> {
        self.terms.iter().map(|(sym, _)| *sym)
    }

    pub(super) fn mentions(&self, sym: Sym) -> bool {
        self.factor(sym) != 0
    }

    /// `self + factor * other`, unless numbers become too large.
    pub(super) fn checked_plus(&self, other: &Lin, factor: i128) -> Option<Lin> {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let next = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some((sym, _)), None) => *sym,
                (None, Some((sym, _))) => *sym,
                (Some((one, _)), Some((other, _))) => *one.min(other),
            };
            let mut sum = 0i128;
            if let Some((_, known)) = left.next_if(|(sym, _)| *sym == next) {
                sum = *known;
            }
            if let Some((_, known)) = right.next_if(|(sym, _)| *sym == next) {
                sum = sum.checked_add(known.checked_mul(factor)?)?;
            }
            if sum != 0 {
                terms.push((next, sum));
            }
        }
        let constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        Some(Lin { terms, constant })
    }

    pub(super) fn plus(&self, other: &Lin) -> Lin {
        self.checked_plus(other, 1).expect(IN_RANGE)
    }

    pub(super) fn minus(&self, other: &Lin) -> Lin {
        self.checked_plus(other, -1).expect(IN_RANGE)
    }

    pub(super) fn plus_constant(&self, constant: i128) -> Lin {
        self.plus(&Lin::constant(constant))
    }

    pub(super) fn times(&self, factor: i128) -> Lin {
        Lin::default().checked_plus(self, factor).expect(IN_RANGE)
    }

    pub(super) fn negated(&self) -> Lin {
        self.times(-1)
    }

    /// The same with an expression in place of a symbol.
    pub(super) fn replaced(&self, sym: Sym, by: &Lin) -> Lin {
        match self.factor(sym) {
            0 => self.clone(),
            factor => {
                let rest = self.checked_plus(&Lin::of(sym), -factor).expect(IN_RANGE);
                rest.checked_plus(by, factor).expect(IN_RANGE)
            }
        }
    }

    /// The greatest common divisor of the factors; 0 of a constant.
    pub(super) fn content(&self) -> i128 {
        self.terms.iter().fold(0, |all, (_, factor)| gcd(all, factor.abs()))
    }
}

pub(super) fn gcd(one: i128, other: i128) -> i128 {
    if other == 0 { one } else { gcd(other, one % other) }
}

impl fmt::Debug for Lin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (sym, factor)) in self.terms.iter().enumerate() {
            write!(f, "{}{factor}*s{}", if index > 0 { " + " } else { "" }, sym.0)?;
        }
        write!(f, "{}{}", if self.terms.is_empty() { "" } else { " + " }, self.constant)
    }
}
