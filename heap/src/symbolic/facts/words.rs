//! Conversions between signed and unsigned views of machine words.

use crate::ir::IntType;
use crate::symbolic::facts::choice::ite;
use crate::symbolic::facts::linear::linear;
use crate::symbolic::facts::logic::Logic;
use cfp_solver::{Int, Op, Term};

impl Logic {
    /// Converts an unsigned number to the signed form in which memory keeps it.
    pub(crate) fn as_signed(&mut self, term: Term, bits: u8) -> Term {
        if let Some(signed) = self.undone(term, bits, Self::converted_to_unsigned) {
            return signed;
        }
        if let Some(signed) = self.reduced(term, bits) {
            let ty = IntType { bits, signed: true };
            let symbol = match self.terms().op(signed) {
                Op::Symbol(symbol) | Op::Apply(symbol) => Some(symbol),
                _ => None,
            };
            if symbol.is_some_and(|symbol| self.range(symbol).is_within(ty)) {
                return signed;
            }
        }
        self.converted_to_signed(term, bits)
    }

    /// Converts the signed form that memory keeps to an unsigned number.
    pub(crate) fn as_unsigned(&mut self, term: Term, bits: u8) -> Term {
        let unwrapped = self.unsigned_of_wrapped(term, bits);
        let unsigned = unwrapped.or_else(|| self.undone(term, bits, Self::converted_to_signed));
        unsigned.unwrap_or_else(|| self.converted_to_unsigned(term, bits))
    }

    /// [`Logic::as_signed`] under a path, which may imply that the number is small.
    pub(crate) fn as_signed_on(&mut self, path: &[Term], term: Term, bits: u8) -> Term {
        let half = self.int(Int::from(1i128 << (bits - 1)));
        let is_same = self.below(term, half);
        let signed = self.as_signed(term, bits);
        if signed != term && self.is_same_on(path, term, is_same) { term } else { signed }
    }

    /// [`Logic::as_unsigned`] under a path, which may imply that the number is not negative.
    pub(crate) fn as_unsigned_on(&mut self, path: &[Term], term: Term, bits: u8) -> Term {
        let zero = self.int(0);
        let is_same = self.at_most(zero, term);
        let unsigned = self.as_unsigned(term, bits);
        if unsigned != term && self.is_same_on(path, term, is_same) { term } else { unsigned }
    }

    /// Whether the path implies that a number stays the same. Nothing is asked about plain unknowns: a path
    /// rarely says more of them than their type does.
    fn is_same_on(&mut self, path: &[Term], term: Term, is_same: Term) -> bool {
        let is_unknown = match self.terms().op(term) {
            Op::Symbol(symbol) | Op::Apply(symbol) => self.is_unknown(symbol),
            _ => false,
        };
        !is_unknown && self.follows_at_once(path, is_same)
    }

    fn converted_to_signed(&mut self, term: Term, bits: u8) -> Term {
        let (half, size) = (Int::from(1i128 << (bits - 1)), self.int(Int::from(1i128 << bits)));
        let lowered = self.plus(term, size, -1);
        if let Some(value) = self.terms().as_constant(term) {
            return if *value >= half { lowered } else { term };
        }
        let half = self.int(half);
        let high = self.terms().ge(&[term, half]);
        ite(self, high, lowered, term)
    }

    fn converted_to_unsigned(&mut self, term: Term, bits: u8) -> Term {
        let (zero, size) = (self.int(0), self.int(Int::from(1i128 << bits)));
        let raised = self.plus(term, size, 1);
        if let Some(value) = self.terms().as_constant(term) {
            return if value.is_negative() { raised } else { term };
        }
        let negative = self.terms().lt(&[term, zero]);
        ite(self, negative, raised, term)
    }

    /// The operand of a signedness conversion, if the term is the result of one.
    fn undone(&mut self, term: Term, bits: u8, conversion: fn(&mut Self, Term, u8) -> Term) -> Option<Term> {
        if self.terms().op(term) == Op::Ite {
            let origin = self.terms().args(term)[2];
            return (conversion(self, origin, bits) == term).then_some(origin);
        }
        // A conditional multiple of 2^bits was added.
        let (products, _) = linear(self.terms(), term);
        for (part, factor) in products {
            if factor.is_one() && self.terms().op(part) == Op::Ite {
                let origin = self.plus(term, part, -1);
                if conversion(self, origin, bits) == term {
                    return Some(origin);
                }
            }
        }
        None
    }

    /// `y` if the term is `y mod 2^bits`.
    fn reduced(&mut self, term: Term, bits: u8) -> Option<Term> {
        if self.terms().op(term) != Op::Mod {
            return None;
        }
        let (number, size) = (self.terms().args(term)[0], self.terms().args(term)[1]);
        (self.terms().as_constant(size) == Some(&Int::from(1i128 << bits))).then_some(number)
    }

    /// `y mod 2^bits` if the term is `((y + 2^(bits - 1)) mod 2^bits) - 2^(bits - 1)`, the signed number with
    /// the same bits.
    fn unsigned_of_wrapped(&mut self, term: Term, bits: u8) -> Option<Term> {
        let half = self.int(Int::from(1i128 << (bits - 1)));
        let remainder = self.plus(term, half, 1);
        let raised = self.reduced(remainder, bits)?;
        let number = self.plus(raised, half, -1);
        let size = self.int(Int::from(1i128 << bits));
        Some(self.terms().modulo(number, size))
    }
}
