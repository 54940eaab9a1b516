//! Arithmetic on sums. Quotients, remainders and numbers that wrap around are derived unknowns.

use super::Shadow;
use super::path::{Condition, Definition, Role, Source, Test, Unknown};
use super::sum::Sum;
use crate::ir::{BinaryOp, CompareOp, IntType};

/// An operation on integers of a type, where it is, and whether a result out of range is an error.
#[derive(Clone, Copy)]
pub(super) struct Operation {
    pub(super) op: BinaryOp,
    pub(super) ty: IntType,
    pub(super) is_checked: bool,
    pub(super) site: u64,
}

impl Shadow {
    /// The result of an operation, if it is linear.
    pub(super) fn operate(&mut self, operation: Operation, left: &Sum, right: &Sum) -> Option<Sum> {
        let Operation { op, ty, is_checked, site } = operation;
        let value = self.path.value(right);
        let exact = match op {
            BinaryOp::Add => left.plus(right, 1),
            BinaryOp::Sub => left.plus(right, -1),
            BinaryOp::Mul if left.as_constant().is_some() => right.times(left.offset()),
            // A product of two sums: the right one counts as a constant.
            BinaryOp::Mul => left.times(value),
            BinaryOp::Div | BinaryOp::Rem => {
                self.step(Condition { sum: right.clone(), test: Test::NotZero }, site, Role::Decision);
                let quotient = self.quotient(left, value, site)?;
                if op == BinaryOp::Div { Some(quotient) } else { left.plus(&quotient, -value) }
            }
            BinaryOp::Shl | BinaryOp::Shr => {
                self.step_within(right, (0, i128::from(ty.bits) - 1), site + 2, Role::Decision);
                let factor = 1i128.checked_shl(u32::try_from(value).ok().filter(|&amount| amount < 64)?)?;
                if op == BinaryOp::Shl { left.times(factor) } else { self.floor(left, factor) }
            }
            BinaryOp::And => match (left.as_constant(), right.as_constant()) {
                (_, Some(mask)) => self.masked(left, mask),
                (Some(mask), _) => self.masked(right, mask),
                _ => None,
            },
            BinaryOp::Or | BinaryOp::Xor => self.joined(left, right).or_else(|| self.joined(right, left)),
        }?;
        match ty.signed && is_checked {
            true => {
                self.step_within(&exact, (ty.min(), ty.max()), site + 4, Role::Decision);
                Some(exact)
            }
            false => self.wrapped(exact, ty),
        }
    }

    /// The number of a type that a sum is equal to modulo the size of its range.
    pub(super) fn wrapped(&mut self, sum: Sum, ty: IntType) -> Option<Sum> {
        let (low, high, size) = (ty.min(), ty.max(), 1i128 << ty.bits);
        if self.path.is_within(&sum, (low, high)) {
            return Some(sum);
        }
        let (_, rest) = self.divide(&sum.plus_constant(-low)?, size)?;
        rest.plus_constant(low)
    }

    /// The quotient of a division by a constant, which rounds toward zero.
    fn quotient(&mut self, sum: &Sum, divisor: i128, site: u64) -> Option<Sum> {
        if divisor == 0 {
            return None;
        }
        let is_positive =
            self.step(Condition { sum: sum.clone(), test: Test::NotNegative }, site + 1, Role::Decision);
        let sign = if is_positive { 1 } else { -1 };
        let quotient = self.floor(&sum.times(sign)?, divisor.checked_abs()?)?;
        quotient.times(sign * divisor.signum())
    }

    /// The quotient rounded down.
    fn floor(&mut self, sum: &Sum, divisor: i128) -> Option<Sum> {
        sum.divided(divisor).or_else(|| self.divide(sum, divisor).map(|(quotient, _)| quotient))
    }

    /// New unknowns for the quotient by a positive constant, rounded down, and for the remainder.
    fn divide(&mut self, sum: &Sum, divisor: i128) -> Option<(Sum, Sum)> {
        let (low, high) = self.path.range(sum)?;
        let value = self.path.value(sum);
        let range = (low.div_euclid(divisor), high.div_euclid(divisor));
        let quotient = self.derived(range, value.div_euclid(divisor))?;
        let rest = self.derived((0, divisor - 1), value.rem_euclid(divisor))?;
        let zero = sum.plus(&quotient, -divisor)?.plus(&rest, -1)?;
        self.path.definitions.push(Definition { sum: zero });
        Some((quotient, rest))
    }

    fn derived(&mut self, range: (i128, i128), value: i128) -> Option<Sum> {
        let unknown = Unknown { source: Source::Derived, range, value };
        self.path.add_unknown(unknown).map(Sum::unknown)
    }

    /// The bits of a sum under a mask of bits that follow each other.
    fn masked(&mut self, sum: &Sum, mask: i128) -> Option<Sum> {
        if mask <= 0 {
            return None;
        }
        let (low, size) = (1i128 << mask.trailing_zeros(), 1i128 << (128 - mask.leading_zeros()));
        if mask != size - low {
            return None;
        }
        let shifted = self.floor(sum, low)?;
        let size = size / low;
        if self.path.is_within(&shifted, (0, size - 1)) {
            return shifted.times(low);
        }
        let (_, rest) = self.divide(&shifted, size)?;
        rest.times(low)
    }

    /// The bits of two sums that have none in common: one is a multiple of a power of two, the other is less.
    fn joined(&self, high: &Sum, low: &Sum) -> Option<Sum> {
        let factors = high.terms().iter().map(|term| term.1).chain([high.offset()]);
        let shift = factors.filter(|&factor| factor != 0).map(i128::trailing_zeros).min()?;
        let size = 1i128 << shift.min(100);
        self.path.is_within(low, (0, size - 1)).then(|| high.plus(low, 1)).flatten()
    }
}

/// The condition that a comparison is.
pub(super) fn compared(op: CompareOp, left: &Sum, right: &Sum) -> Option<Condition> {
    let (test, is_swapped) = match op {
        CompareOp::Eq => (Test::Zero, false),
        CompareOp::Ne => (Test::NotZero, false),
        CompareOp::Lt => (Test::Negative, false),
        CompareOp::Ge => (Test::NotNegative, false),
        CompareOp::Gt => (Test::Negative, true),
        CompareOp::Le => (Test::NotNegative, true),
    };
    let sum = if is_swapped { right.plus(left, -1) } else { left.plus(right, -1) };
    Some(Condition { sum: sum?, test })
}
