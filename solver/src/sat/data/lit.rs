//! Variables, literals and truth values: the small typed indices that everything around the SAT core shares.

use std::fmt;
use std::ops::Not;

/// A propositional variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(u32);

impl Var {
    /// The variable with this index.
    pub fn new(index: usize) -> Var {
        assert!(index < (u32::MAX / 2) as usize, "too many propositional variables");
        Var(index as u32)
    }

    /// Position of this variable in per-variable arrays.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal that is true when the variable is true.
    #[inline]
    pub fn positive(self) -> Lit {
        Lit(self.0 << 1)
    }

    /// The literal that is true when the variable is false.
    #[inline]
    pub fn negative(self) -> Lit {
        Lit(self.0 << 1 | 1)
    }

    /// The literal of this variable that is true when the variable has the given value.
    #[inline]
    pub fn lit(self, value: bool) -> Lit {
        Lit(self.0 << 1 | !value as u32)
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The variable of this literal.
    #[inline]
    pub fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Whether this is the variable itself rather than its negation.
    #[inline]
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// This literal, negated if asked.
    #[inline]
    pub fn negated_if(self, negate: bool) -> Lit {
        Lit(self.0 ^ negate as u32)
    }

    /// Position of this literal in per-literal arrays.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal at this position of per-literal arrays; the inverse of [`Lit::index`].
    #[inline]
    pub fn from_index(index: usize) -> Lit {
        Lit(index as u32)
    }
}

impl Not for Lit {
    type Output = Lit;
    #[inline]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:?}", if self.is_positive() { "" } else { "-" }, self.var())
    }
}
