//! The arithmetic of the interpreter.
//!
//! A value is 64 bits: integers extended by their signedness, floating-point numbers as `f64` (a `float` is a
//! `f64` that a `float` can represent), pointers as addresses.

use crate::ir::*;
use crate::property::ViolationKind;

/// A value in a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Value {
    pub(super) bits: u64,
    /// Whether it depends on an uninitialized value.
    pub(super) undefined: bool,
}

impl Value {
    pub(super) fn new(bits: u64) -> Value {
        Value { bits, undefined: false }
    }

    pub(super) fn float(self) -> f64 {
        f64::from_bits(self.bits)
    }
}

/// An integer as a value: extended to 64 bits.
pub(super) fn extend(bits: u64, ty: IntType) -> u64 {
    match (ty.bits, ty.signed) {
        (64, _) => bits,
        (1, false) => bits & 1,
        (32, true) => bits as i32 as i64 as u64,
        (32, false) => u64::from(bits as u32),
        (8, true) => bits as i8 as i64 as u64,
        (8, false) => u64::from(bits as u8),
        (16, true) => bits as i16 as i64 as u64,
        (16, false) => u64::from(bits as u16),
        (width, signed) => {
            let shift = 64 - u32::from(width);
            if signed { (((bits << shift) as i64) >> shift) as u64 } else { (bits << shift) >> shift }
        }
    }
}

/// The number that a value represents.
pub(super) fn number(bits: u64, ty: IntType) -> i128 {
    if ty.signed { i128::from(bits as i64) } else { i128::from(bits) }
}

/// The result of integer arithmetic, wrapped around; and what is wrong with it, if something is.
pub(super) fn integer(op: BinaryOp, ty: IntType, left: u64, right: u64) -> (u64, Option<ViolationKind>) {
    let checked = |value: Option<i64>, wrapped: i64| {
        // The extension changes a value that the type does not hold.
        let result = extend(wrapped as u64, ty);
        let fits = !ty.signed || (value.is_some() && result as i64 == wrapped);
        (result, (!fits).then_some(ViolationKind::Overflow))
    };
    let (l, r) = (left as i64, right as i64);
    match op {
        BinaryOp::Add => checked(l.checked_add(r), l.wrapping_add(r)),
        BinaryOp::Sub => checked(l.checked_sub(r), l.wrapping_sub(r)),
        BinaryOp::Mul => checked(l.checked_mul(r), l.wrapping_mul(r)),
        BinaryOp::Div | BinaryOp::Rem if right == 0 => (0, Some(ViolationKind::DivisionByZero)),
        BinaryOp::Div if ty.signed => checked(l.checked_div(r), l.wrapping_div(r)),
        BinaryOp::Div => (left / right, None),
        BinaryOp::Rem if ty.signed => {
            // The remainder of the least number by -1 is as undefined as the quotient.
            let quotient = extend(l.wrapping_div(r) as u64, ty) as i64;
            let overflows = r == -1 && quotient != l.wrapping_div(r) || l.checked_rem(r).is_none();
            (l.wrapping_rem(r) as u64, overflows.then_some(ViolationKind::Overflow))
        }
        BinaryOp::Rem => (left % right, None),
        BinaryOp::Shl | BinaryOp::Shr => {
            let bad = right >= u64::from(ty.bits);
            let amount = (right % u64::from(ty.bits)) as u32;
            let result = match op {
                BinaryOp::Shl => extend(left << amount, ty),
                _ if ty.signed => (l >> amount) as u64,
                _ => left >> amount,
            };
            let wrong = match bad || is_negative_shift(op, ty, left) {
                true => Some(ViolationKind::BadShift),
                // Bits that matter are lost.
                false => (ty.signed && !is_exact(op, ty, left, right)).then_some(ViolationKind::Overflow),
            };
            (result, wrong)
        }
        BinaryOp::And => (left & right, None),
        BinaryOp::Or => (left | right, None),
        BinaryOp::Xor => (left ^ right, None),
    }
}

/// Whether a negative number is shifted left, which C does not define even if nothing is lost.
pub(super) fn is_negative_shift(op: BinaryOp, ty: IntType, left: u64) -> bool {
    op == BinaryOp::Shl && ty.signed && (left as i64) < 0
}

/// Whether the result of integer arithmetic is the mathematical one.
pub(super) fn is_exact(op: BinaryOp, ty: IntType, left: u64, right: u64) -> bool {
    let (left, right) = (number(left, ty), number(right, ty));
    match op {
        BinaryOp::Add => ty.holds(left + right),
        BinaryOp::Sub => ty.holds(left - right),
        BinaryOp::Mul => left.checked_mul(right).is_some_and(|product| ty.holds(product)),
        BinaryOp::Div => right == 0 || ty.holds(left / right),
        // An amount that is bad is bad in both.
        BinaryOp::Shl if (0..i128::from(ty.bits)).contains(&right) => {
            left.checked_mul(1 << right).is_some_and(|shifted| ty.holds(shifted))
        }
        _ => true,
    }
}

/// Whether C says what a floating value is as an integer: whether that is in the range, without what is
/// behind the point.
pub(super) fn is_convertible(value: f64, to: IntType) -> bool {
    let whole = value.trunc();
    // The least number of a signed type, and one more than the greatest, are powers of two: they are the same
    // as floating values.
    to == IntType::BOOL || (to.min() as f64..(to.max() + 1) as f64).contains(&whole)
}

/// Floating arithmetic in the precision of its type.
pub(super) fn floating(op: BinaryOp, ty: FloatType, left: f64, right: f64) -> f64 {
    if ty == FloatType::F32 {
        let (left, right) = (left as f32, right as f32);
        return f64::from(match op {
            BinaryOp::Add => left + right,
            BinaryOp::Sub => left - right,
            BinaryOp::Mul => left * right,
            _ => left / right,
        });
    }
    match op {
        BinaryOp::Add => left + right,
        BinaryOp::Sub => left - right,
        BinaryOp::Mul => left * right,
        _ => left / right,
    }
}

/// Whether a comparison holds.
pub(super) fn compare(op: CompareOp, ty: Scalar, left: u64, right: u64) -> bool {
    if let Scalar::Float(_) = ty {
        let (left, right) = (f64::from_bits(left), f64::from_bits(right));
        return match op {
            CompareOp::Eq => left == right,
            CompareOp::Ne => left != right,
            CompareOp::Lt => left < right,
            CompareOp::Le => left <= right,
            CompareOp::Gt => left > right,
            CompareOp::Ge => left >= right,
        };
    }
    let signed = matches!(ty, Scalar::Int(IntType { signed: true, .. }));
    let less = if signed { (left as i64) < (right as i64) } else { left < right };
    match op {
        CompareOp::Eq => left == right,
        CompareOp::Ne => left != right,
        CompareOp::Lt => less,
        CompareOp::Le => less || left == right,
        CompareOp::Gt => !less && left != right,
        CompareOp::Ge => !less,
    }
}

/// Conversions between numbers; pointers are left to the memory.
pub(super) fn convert(from: Scalar, to: Scalar, bits: u64) -> u64 {
    match (from, to) {
        (Scalar::Int(_), Scalar::Int(to)) => extend(bits, to),
        (Scalar::Int(from), Scalar::Float(to)) => {
            let value = match (from.signed, to) {
                (true, FloatType::F32) => f64::from(bits as i64 as f32),
                (false, FloatType::F32) => f64::from(bits as f32),
                (true, _) => bits as i64 as f64,
                (false, _) => bits as f64,
            };
            value.to_bits()
        }
        (Scalar::Float(_), Scalar::Int(to)) => {
            let value = f64::from_bits(bits);
            // What is out of range does not come here: see `is_convertible`.
            let number = if to.signed { value as i64 as u64 } else { value as u64 };
            extend(number, to)
        }
        (Scalar::Float(_), Scalar::Float(FloatType::F32)) => f64::from(f64::from_bits(bits) as f32).to_bits(),
        _ => bits,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_agrees_with_exact_numbers() {
        let types =
            [8, 16, 32, 64].into_iter().flat_map(|bits| [true, false].map(|signed| IntType { bits, signed }));
        let operations = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Rem];
        for ty in types {
            let edges = [ty.min(), ty.min() + 1, -2, -1, 0, 1, 2, 3, 100, ty.max() - 1, ty.max()];
            let edges: Vec<i128> = edges.into_iter().filter(|&edge| ty.holds(edge)).collect();
            for (&left, &right) in edges.iter().flat_map(|left| edges.iter().map(move |right| (left, right)))
            {
                for op in operations {
                    let exact = match op {
                        BinaryOp::Add => left + right,
                        BinaryOp::Sub => left - right,
                        BinaryOp::Mul => left.wrapping_mul(right),
                        _ if right == 0 => continue,
                        BinaryOp::Div => left / right,
                        _ => left % right,
                    };
                    let (bits, wrong) = integer(op, ty, left as u64, right as u64);
                    assert_eq!(number(bits, ty), ty.wrap(exact), "{op:?} {ty} {left} {right}");
                    let is_exact = op == BinaryOp::Rem || ty.holds(exact);
                    assert_eq!(
                        super::is_exact(op, ty, left as u64, right as u64),
                        is_exact,
                        "{op:?} {ty} {left}"
                    );
                    let fits = ty.holds(exact) && (op != BinaryOp::Rem || ty.holds(left / right));
                    assert_eq!(wrong.is_some(), ty.signed && !fits, "{op:?} {ty} {left} {right}");
                }
            }
        }
    }
}
