//! Conversions between signed and unsigned views of machine words.

use crate::ir::IntType;
use crate::symbolic::facts::choice::ite;
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
        if self.terms().op(term) != Op::Ite {
            return None;
        }
        let origin = self.terms().args(term)[2];
        (conversion(self, origin, bits) == term).then_some(origin)
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
