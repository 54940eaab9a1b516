//! Abstract integers for the tests of the walker: intervals and parities.

use crate::ir::{BinaryOp, CompareOp, IntType};
use crate::property::ViolationKind;
use std::fmt::Debug;

/// An abstraction of nonempty sets of integers.
pub(super) trait Abstract: Copy + PartialEq + Debug {
    /// Violations that it does not check.
    const UNCHECKED: &'static [ViolationKind];

    /// One number.
    fn constant(value: i128) -> Self;
    /// All numbers of a type.
    fn any(ty: IntType) -> Self;
    /// Whether a number is in the set.
    fn contains(self, value: i128) -> bool;
    /// A superset of both.
    fn join(self, other: Self) -> Self;
    /// A superset of both, such that chains stabilise.
    fn widen(self, other: Self, ty: IntType) -> Self;
    /// Mathematical results of an operation; `None` if unknown.
    fn binary(op: BinaryOp, left: Self, right: Self) -> Option<Self>;
    /// Whether all numbers are in the range of a type.
    fn fits(self, ty: IntType) -> bool;
    /// The numbers in the range of a type.
    fn restrict(self, ty: IntType) -> Option<Self>;
    /// The numbers modulo the range of an unsigned type.
    fn wrap(self, ty: IntType) -> Self;
    /// The numbers of both sides for which a comparison can hold.
    fn refine(op: CompareOp, left: Self, right: Self) -> Option<(Self, Self)>;
}

/// The numbers from one to another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Interval {
    low: i128,
    high: i128,
}

fn interval(low: i128, high: i128) -> Option<Interval> {
    (low <= high).then_some(Interval { low, high })
}

impl Interval {
    fn as_constant(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }
}

impl Abstract for Interval {
    const UNCHECKED: &'static [ViolationKind] = &[];

    fn constant(value: i128) -> Interval {
        Interval { low: value, high: value }
    }

    fn any(ty: IntType) -> Interval {
        Interval { low: ty.min(), high: ty.max() }
    }

    fn contains(self, value: i128) -> bool {
        self.low <= value && value <= self.high
    }

    fn join(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    fn widen(self, other: Interval, ty: IntType) -> Interval {
        Interval {
            low: if other.low < self.low { ty.min() } else { self.low },
            high: if other.high > self.high { ty.max() } else { self.high },
        }
    }

    fn binary(op: BinaryOp, left: Interval, right: Interval) -> Option<Interval> {
        match op {
            BinaryOp::Add => interval(left.low + right.low, left.high + right.high),
            BinaryOp::Sub => interval(left.low - right.high, left.high - right.low),
            BinaryOp::Mul => {
                let ends = [left.low, left.high].map(|one| [one * right.low, one * right.high]);
                let ends = ends.as_flattened();
                interval(*ends.iter().min()?, *ends.iter().max()?)
            }
            BinaryOp::Div => {
                let most = left.low.abs().max(left.high.abs());
                interval(if left.low >= 0 && right.low >= 0 { 0 } else { -most }, most)
            }
            BinaryOp::And if right.low >= 0 => interval(0, right.high),
            _ => None,
        }
    }

    fn fits(self, ty: IntType) -> bool {
        ty.min() <= self.low && self.high <= ty.max()
    }

    fn restrict(self, ty: IntType) -> Option<Interval> {
        interval(self.low.max(ty.min()), self.high.min(ty.max()))
    }

    fn wrap(self, ty: IntType) -> Interval {
        if self.fits(ty) { self } else { Interval::any(ty) }
    }

    fn refine(op: CompareOp, left: Interval, right: Interval) -> Option<(Interval, Interval)> {
        match op {
            CompareOp::Eq => {
                let both = interval(left.low.max(right.low), left.high.min(right.high))?;
                Some((both, both))
            }
            CompareOp::Ne => Some((without(left, right)?, without(right, left)?)),
            CompareOp::Lt => Some((
                interval(left.low, left.high.min(right.high - 1))?,
                interval(right.low.max(left.low + 1), right.high)?,
            )),
            CompareOp::Le => Some((
                interval(left.low, left.high.min(right.high))?,
                interval(right.low.max(left.low), right.high)?,
            )),
            CompareOp::Gt => Interval::refine(CompareOp::Lt, right, left).map(|(one, other)| (other, one)),
            CompareOp::Ge => Interval::refine(CompareOp::Le, right, left).map(|(one, other)| (other, one)),
        }
    }
}

/// An interval without a number, if that is at one of its ends.
fn without(one: Interval, other: Interval) -> Option<Interval> {
    match other.as_constant() {
        Some(value) if value == one.low => interval(one.low + 1, one.high),
        Some(value) if value == one.high => interval(one.low, one.high - 1),
        _ => Some(one),
    }
}

/// One number, or all even or all odd ones. Ranges are not represented: that operations stay in range is an
/// obligation, which this domain assumes and does not check.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Parity {
    Exactly(i128),
    Even,
    Odd,
    Any,
}

impl Parity {
    /// Whether all of them are odd, or all even.
    fn is_odd(self) -> Option<bool> {
        match self {
            Parity::Exactly(value) => Some(value % 2 != 0),
            Parity::Even => Some(false),
            Parity::Odd => Some(true),
            Parity::Any => None,
        }
    }

    fn of(is_odd: bool) -> Parity {
        if is_odd { Parity::Odd } else { Parity::Even }
    }
}

impl Abstract for Parity {
    const UNCHECKED: &'static [ViolationKind] = &[ViolationKind::Overflow];

    fn constant(value: i128) -> Parity {
        Parity::Exactly(value)
    }

    fn any(_: IntType) -> Parity {
        Parity::Any
    }

    fn contains(self, value: i128) -> bool {
        match self {
            Parity::Exactly(own) => own == value,
            _ => self.is_odd().is_none_or(|is_odd| is_odd == (value % 2 != 0)),
        }
    }

    fn join(self, other: Parity) -> Parity {
        match (self.is_odd(), other.is_odd()) {
            _ if self == other => self,
            (Some(one), Some(other)) if one == other => Parity::of(one),
            _ => Parity::Any,
        }
    }

    fn widen(self, other: Parity, _: IntType) -> Parity {
        self.join(other)
    }

    fn binary(op: BinaryOp, left: Parity, right: Parity) -> Option<Parity> {
        if let (Parity::Exactly(left), Parity::Exactly(right)) = (left, right) {
            return Some(Parity::Exactly(match op {
                BinaryOp::Add => left + right,
                BinaryOp::Sub => left - right,
                BinaryOp::Mul => left * right,
                BinaryOp::Div => left.checked_div(right)?,
                BinaryOp::And => left & right,
                _ => return None,
            }));
        }
        let odd = (left.is_odd(), right.is_odd());
        match (op, odd) {
            (BinaryOp::Add | BinaryOp::Sub, (Some(left), Some(right))) => Some(Parity::of(left != right)),
            (BinaryOp::And, (Some(is_odd), _)) if right == Parity::Exactly(1) => {
                Some(Parity::Exactly(i128::from(is_odd)))
            }
            (BinaryOp::Mul | BinaryOp::And, (Some(false), _) | (_, Some(false))) => Some(Parity::Even),
            (BinaryOp::Mul | BinaryOp::And, (Some(true), Some(true))) => Some(Parity::Odd),
            _ => None,
        }
    }

    fn fits(self, ty: IntType) -> bool {
        matches!(self, Parity::Exactly(value) if ty.holds(value))
    }

    fn restrict(self, ty: IntType) -> Option<Parity> {
        match self {
            Parity::Exactly(value) => ty.holds(value).then_some(self),
            _ => Some(self),
        }
    }

    fn wrap(self, ty: IntType) -> Parity {
        match self {
            Parity::Exactly(value) => Parity::Exactly(ty.wrap(value)),
            _ => self,
        }
    }

    fn refine(op: CompareOp, left: Parity, right: Parity) -> Option<(Parity, Parity)> {
        if let (Parity::Exactly(one), Parity::Exactly(other)) = (left, right) {
            let holds = match op {
                CompareOp::Eq => one == other,
                CompareOp::Ne => one != other,
                CompareOp::Lt => one < other,
                CompareOp::Le => one <= other,
                CompareOp::Gt => one > other,
                CompareOp::Ge => one >= other,
            };
            return holds.then_some((left, right));
        }
        if op != CompareOp::Eq {
            return Some((left, right));
        }
        let both = match (left, right) {
            (Parity::Exactly(value), set) | (set, Parity::Exactly(value)) => {
                set.contains(value).then_some(Parity::Exactly(value))?
            }
            (Parity::Any, set) | (set, Parity::Any) => set,
            _ => (left == right).then_some(left)?,
        };
        Some((both, both))
    }
}
