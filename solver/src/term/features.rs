//! Which theories a formula needs.

use super::{Op, Sort, Term, Terms};

/// What occurs in some terms beyond Boolean structure and linear integer arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Features {
    /// Terms of sort `Real`.
    pub reals: bool,
    /// Terms of sort `Int`.
    pub integers: bool,
    /// Functions, declared sorts, or divisions that are such where the divisor is zero.
    pub functions: bool,
    /// Arrays.
    pub arrays: bool,
    /// Arrays for which extensionality needs more than is implemented: with truth values or arrays as
    /// indices, or constant arrays with indices of a declared sort, which might have finitely many elements.
    pub unusual_arrays: bool,
    /// Divisions by something that is not a constant.
    pub variable_divisors: bool,
    /// Products of terms that are not constants.
    pub products: bool,
    /// Quantifiers.
    pub quantifiers: bool,
}

impl Features {
    /// Whether Boolean structure and linear integer arithmetic are all there is.
    pub fn is_linear_integer(self) -> bool {
        !(self.reals
            || self.functions
            || self.arrays
            || self.variable_divisors
            || self.products
            || self.quantifiers)
    }

    /// Notes what one term adds.
    pub(crate) fn add(&mut self, terms: &Terms, term: Term) {
        match terms.sort(term) {
            Sort::Bool => {}
            Sort::Int => self.integers = true,
            Sort::Real => self.reals = true,
            Sort::Uninterpreted(_) => self.functions = true,
            sort @ Sort::Array(_) => {
                self.arrays = true;
                let (index, _) = terms.array_parts(sort).expect("an array sort has parts");
                let is_constant = matches!(terms.op(term), Op::ConstArray(_));
                self.unusual_arrays |= match index {
                    Sort::Int | Sort::Real => false,
                    Sort::Uninterpreted(_) => is_constant,
                    Sort::Bool | Sort::Array(_) => true,
                };
            }
        }
        match terms.op(term) {
            Op::Apply(_) => self.functions = true,
            Op::Product => {
                self.functions = true;
                self.products = true;
            }
            Op::Forall | Op::Exists => self.quantifiers = true,
            Op::Div | Op::Mod | Op::Divide => match terms.as_rational(terms.args(term)[1]) {
                Some(divisor) => self.functions |= divisor.is_zero(),
                None => {
                    self.functions = true;
                    self.variable_divisors = true;
                }
            },
            _ => {}
        }
    }
}

impl Terms {
    /// What occurs below these terms.
    pub fn features(&self, roots: &[Term]) -> Features {
        let mut features = Features::default();
        for term in self.reachable(roots) {
            features.add(self, term);
        }
        features
    }
}
