//! Expressions of the program.

use super::domain::Bounds;
use super::expr::Expr;
use super::object::ObjId;
use super::store::{Product, Store, Target, Value};
use crate::ir::{BinaryOp, CompareOp, Expr as Code, IntType, Operand, Pos, Scalar, UnaryOp};
use crate::property::ViolationKind;

/// Offsets further away from their object than this are not followed.
const FAR: i128 = 1 << 63;

impl Bounds<'_> {
    /// The value of an operand.
    pub(super) fn operand(&mut self, store: &mut Store, operand: Operand, pos: Pos) -> Value {
        match operand {
            Operand::Var(var) => match store.frame().vars.get(&var) {
                Some(value) => value.clone(),
                None => {
                    let function = &self.program.functions[store.frame().function.index()];
                    store.any(function.vars[var.index()].ty, true)
                }
            },
            Operand::Int(value, _) => Value::int(Expr::constant(value)),
            Operand::Float(..) => Value::Float { undefined: false },
            Operand::Null => Value::null(),
            Operand::Global(id) => Value::address(Target::Object(ObjId::Global(id)), Expr::default()),
            Operand::Slot(slot) => {
                let id = ObjId::Slot { depth: store.depth(), slot };
                Value::address(Target::Object(id), Expr::default())
            }
            Operand::Func(id) => Value::address(Target::Function(id), Expr::default()),
            Operand::Undef(ty) => {
                self.skip(pos, "an undefined value");
                store.any(ty, true)
            }
        }
    }

    /// The value of an operand as a number, and whether it is undefined.
    pub(super) fn number(&mut self, store: &mut Store, operand: Operand, pos: Pos) -> (Expr, bool) {
        match self.operand(store, operand, pos) {
            Value::Int { expr, undefined } => (expr, undefined),
            other => (Expr::of(store.symbol(None, None)), other.is_undefined()),
        }
    }

    /// The value of an expression; nothing if no execution continues.
    pub(super) fn compute(&mut self, store: &mut Store, code: &Code, pos: Pos) -> Option<Value> {
        match *code {
            Code::Use(operand) => Some(self.operand(store, operand, pos)),
            Code::Unary(op, Scalar::Int(ty), operand) => {
                let (expr, undefined) = self.number(store, operand, pos);
                let exact = match (op, ty.signed) {
                    (UnaryOp::Neg, _) => expr.times(-1),
                    (UnaryOp::Not, true) => expr.times(-1).map(|minus| minus.shifted(-1)),
                    (UnaryOp::Not, false) => expr.times(-1).map(|minus| minus.shifted(ty.max())),
                };
                let expr = self.in_range(store, exact, ty, pos)?;
                Some(Value::Int { expr, undefined })
            }
            Code::Unary(_, _, operand) => {
                let undefined = self.operand(store, operand, pos).is_undefined();
                Some(Value::Float { undefined })
            }
            Code::Binary(op, Scalar::Int(ty), left, right) => {
                let (left, undefined) = self.number(store, left, pos);
                let (right, more) = self.number(store, right, pos);
                let expr = self.binary(store, op, ty, &left, &right, pos)?;
                Some(Value::Int { expr, undefined: undefined || more })
            }
            Code::Binary(_, _, left, right) => {
                let sides = [left, right].map(|side| self.operand(store, side, pos).is_undefined());
                Some(Value::Float { undefined: sides[0] || sides[1] })
            }
            Code::Compare(op, ty, left, right) => {
                let (left, right) = (self.operand(store, left, pos), self.operand(store, right, pos));
                let undefined = left.is_undefined() || right.is_undefined();
                let expr = self.compare(store, op, ty, &left, &right);
                Some(Value::Int { expr, undefined })
            }
            Code::Convert { from, to, value } => {
                let value = self.operand(store, value, pos);
                self.convert(store, from, to, value, pos)
            }
            Code::Elem { base, index, stride, .. } => {
                let base = self.operand(store, base, pos);
                let (index, more) = self.number(store, index, pos);
                let (stride, _) = self.number(store, stride, pos);
                let by = match (stride.as_constant(), index.as_constant()) {
                    (Some(stride), _) => index.times(stride),
                    (_, Some(index)) => stride.times(index),
                    _ => Some(self.product(store, &index, &stride)),
                };
                let moved = self.moved(store, &base, by, pos)?;
                Some(moved.with_undefined(more))
            }
            Code::Field { base, offset, .. } => {
                let base = self.operand(store, base, pos);
                self.moved(store, &base, Some(Expr::constant(offset.into())), pos)
            }
            Code::PtrDiff { left, right, stride } => {
                let (left, right) = (self.operand(store, left, pos), self.operand(store, right, pos));
                let (stride, _) = self.number(store, stride, pos);
                Some(self.distance(store, &left, &right, &stride))
            }
        }
    }

    /// A pointer moved by some bytes.
    fn moved(&mut self, store: &mut Store, base: &Value, by: Option<Expr>, pos: Pos) -> Option<Value> {
        let Value::Ptr { target, offset, undefined } = base else {
            return Some(store.any(Scalar::Ptr, false));
        };
        if by.as_ref().and_then(Expr::as_constant) == Some(0) {
            return Some(base.clone());
        }
        let Target::Object(id) = target else {
            let target = if *target == Target::Stale { Target::Stale } else { Target::Unknown };
            if self.task.checks.pointers {
                self.violate(pos, ViolationKind::PointerOutOfBounds);
            }
            return Some(Value::Ptr { target, offset: Expr::default(), undefined: *undefined });
        };
        let moved = by.and_then(|by| offset.plus(&by, 1));
        let is_near = |moved: &Expr| matches!(store.facts.range(moved), (Some(low), Some(high)) if low > -FAR && high < FAR);
        let moved = match moved.filter(is_near) {
            Some(moved) => moved,
            None => store.between(-FAR, FAR),
        };
        if self.task.checks.pointers {
            let size = store.objects.get(id).map(|object| object.size.clone());
            self.require(store, moved.times(-1), ViolationKind::PointerOutOfBounds, pos)?;
            let end = size.and_then(|size| moved.minus(&size));
            self.require(store, end, ViolationKind::PointerOutOfBounds, pos)?;
        }
        Some(Value::Ptr { target: *target, offset: moved, undefined: *undefined })
    }

    /// The difference of two pointers.
    fn distance(&mut self, store: &mut Store, left: &Value, right: &Value, stride: &Expr) -> Value {
        let undefined = left.is_undefined() || right.is_undefined();
        let long = self.program.target.ptrdiff();
        if let (
            Value::Ptr { target: Target::Object(one), offset: left, .. },
            Value::Ptr { target: Target::Object(other), offset: right, .. },
        ) = (left, right)
            && one == other
            && let (Some(bytes), Some(stride)) = (left.minus(right), stride.as_constant())
            && let Some(expr) = bytes.divided(stride)
        {
            let (low, high) = store.facts.range(&expr);
            if low.is_some_and(|low| low > -FAR) && high.is_some_and(|high| high < FAR) {
                return Value::Int { expr, undefined };
            }
        }
        store.any(Scalar::Int(long), undefined)
    }

    /// A result in the range of its type: signed arithmetic must not overflow, unsigned wraps around.
    fn in_range(&mut self, store: &mut Store, exact: Option<Expr>, ty: IntType, pos: Pos) -> Option<Expr> {
        let Some(exact) = exact else {
            if ty.signed {
                self.violate(pos, ViolationKind::Overflow);
            }
            return Some(store.between(ty.min(), ty.max()));
        };
        let (low, high) = store.facts.range(&exact);
        if low.is_some_and(|low| low >= ty.min()) && high.is_some_and(|high| high <= ty.max()) {
            // The inequality may follow from symbols that are forgotten soon.
            let above = exact.shifted(-ty.max());
            if store.facts.by_bounds(&above).is_none_or(|most| most > 0) {
                store.assume(&above).ok()?;
            }
            return Some(exact);
        }
        if !ty.signed {
            return store.converted(&exact, ty);
        }
        self.require(store, Some(exact.shifted(-ty.max())), ViolationKind::Overflow, pos)?;
        let below = exact.times(-1).map(|minus| minus.shifted(ty.min()));
        self.require(store, below, ViolationKind::Overflow, pos)?;
        Some(exact)
    }

    fn binary(
        &mut self,
        store: &mut Store,
        op: BinaryOp,
        ty: IntType,
        left: &Expr,
        right: &Expr,
        pos: Pos,
    ) -> Option<Expr> {
        match op {
            BinaryOp::Add => self.in_range(store, left.plus(right, 1), ty, pos),
            BinaryOp::Sub => self.in_range(store, left.minus(right), ty, pos),
            BinaryOp::Mul => {
                let exact = match (left.as_constant(), right.as_constant()) {
                    (Some(factor), _) => right.times(factor),
                    (_, Some(factor)) => left.times(factor),
                    _ => Some(self.product(store, left, right)),
                };
                self.in_range(store, exact, ty, pos)
            }
            BinaryOp::Div | BinaryOp::Rem => self.divide(store, op, ty, (left, right), pos),
            BinaryOp::Shl | BinaryOp::Shr => self.shift(store, op, ty, (left, right), pos),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => Some(bits(store, op, ty, left, right)),
        }
    }

    /// The product of two expressions, as a number without a range.
    fn product(&mut self, store: &mut Store, left: &Expr, right: &Expr) -> Expr {
        let is_it = |note: &&Product| {
            let [one, other] = &note.factors;
            one == left && other == right || one == right && other == left
        };
        if let Some(known) = store.products.iter().find(is_it) {
            return Expr::of(known.sym);
        }
        let (one, other) = (store.facts.range(left), store.facts.range(right));
        let corners = [(one.0, other.0), (one.0, other.1), (one.1, other.0), (one.1, other.1)];
        let corners: Option<Vec<i128>> =
            corners.into_iter().map(|(one, other)| one?.checked_mul(other?)).collect();
        let sym = match corners {
            Some(corners) => store.symbol(corners.iter().min().copied(), corners.iter().max().copied()),
            None => store.symbol(None, None),
        };
        let product = Expr::of(sym);
        relate_products(store, &product, left, right);
        relate_products(store, &product, right, left);
        store.note_product(Product { sym, factors: [left.clone(), right.clone()] });
        product
    }

    fn divide(
        &mut self,
        store: &mut Store,
        op: BinaryOp,
        ty: IntType,
        (left, right): (&Expr, &Expr),
        pos: Pos,
    ) -> Option<Expr> {
        if !store.is_nonzero(right) {
            self.violate(pos, ViolationKind::DivisionByZero);
            store.assume_test(CompareOp::Ne, right).ok()?;
        }
        let (low, high) = store.range(left, ty);
        let (least, most) = store.range(right, ty);
        let may_negate = least <= -1 && most >= -1 && !store.is_nonzero(&right.shifted(1));
        let may_be_least = low == ty.min() && !store.is_nonzero(&left.shifted(-ty.min()));
        if ty.signed && may_be_least && may_negate {
            self.violate(pos, ViolationKind::Overflow);
        }
        if op == BinaryOp::Div {
            return Some(match right.as_constant() {
                Some(divisor) if divisor > 0 && low >= 0 => quotient(store, left, divisor),
                _ if low >= 0 && least >= 0 => store.between(low / most.max(1), high / least.max(1)),
                _ => {
                    let far = low.abs().max(high.abs());
                    store.between((-far).max(ty.min()), far.min(ty.max()))
                }
            });
        }
        // The remainder is smaller than the divisor, and not larger than the dividend.
        let far = least.abs().max(most.abs()) - 1;
        let is_small = low >= 0 && least > high;
        if is_small {
            return Some(left.clone());
        }
        let rest = store
            .between(if low < 0 { (-far).max(low) } else { 0 }, if high > 0 { far.min(high) } else { 0 });
        if least > 0 {
            store.assume(&rest.minus(right)?.shifted(1)).ok()?;
        }
        if low >= 0 {
            store.assume(&rest.minus(left)?).ok()?;
        }
        Some(rest)
    }

    fn shift(
        &mut self,
        store: &mut Store,
        op: BinaryOp,
        ty: IntType,
        (left, right): (&Expr, &Expr),
        pos: Pos,
    ) -> Option<Expr> {
        self.require(store, right.times(-1), ViolationKind::BadShift, pos)?;
        self.require(store, Some(right.shifted(1 - i128::from(ty.bits))), ViolationKind::BadShift, pos)?;
        if op == BinaryOp::Shl && ty.signed {
            self.require(store, left.times(-1), ViolationKind::BadShift, pos)?;
        }
        let (low, high) = store.range(left, ty);
        let (least, most) = store.facts.range(right);
        let width = i128::from(ty.bits) - 1;
        let (least, most) = (least.unwrap_or(0).clamp(0, width), most.unwrap_or(width).clamp(0, width));
        match op {
            BinaryOp::Shl if least == most => self.in_range(store, left.times(1 << most), ty, pos),
            BinaryOp::Shl => {
                let shifted = (low.min(0) << most, high.max(0) << most);
                let exact = Expr::of(store.symbol(Some(shifted.0), Some(shifted.1)));
                self.in_range(store, Some(exact), ty, pos)
            }
            _ if least == most && low >= 0 => Some(quotient(store, left, 1 << most)),
            _ => {
                let ends = [low >> least, low >> most, high >> least, high >> most];
                let (low, high) = (ends.iter().min().copied()?, ends.iter().max().copied()?);
                Some(store.between(low, high))
            }
        }
    }

    /// A comparison as 0 or 1.
    pub(super) fn compare(
        &mut self,
        store: &mut Store,
        op: CompareOp,
        ty: Scalar,
        left: &Value,
        right: &Value,
    ) -> Expr {
        let difference = match (ty, left, right) {
            (Scalar::Int(_), Value::Int { expr: left, .. }, Value::Int { expr: right, .. }) => {
                left.minus(right)
            }
            (
                Scalar::Ptr,
                Value::Ptr { target, offset, .. },
                Value::Ptr { target: other, offset: more, .. },
            ) => match (target, other) {
                (Target::Null, Target::Null) => Some(Expr::default()),
                (Target::Object(one), Target::Object(two)) if one == two => offset.minus(more),
                (Target::Null, Target::Object(_) | Target::Function(_))
                | (Target::Object(_) | Target::Function(_), Target::Null)
                    if matches!(op, CompareOp::Eq | CompareOp::Ne) =>
                {
                    Some(Expr::constant(1))
                }
                _ => None,
            },
            _ => None,
        };
        let Some(difference) = difference else { return store.between(0, 1) };
        decide(store, op, &difference)
    }

    fn convert(
        &mut self,
        store: &mut Store,
        from: Scalar,
        to: Scalar,
        value: Value,
        pos: Pos,
    ) -> Option<Value> {
        let undefined = value.is_undefined();
        Some(match (to, value) {
            (Scalar::Int(IntType::BOOL), Value::Int { expr, .. }) => {
                Value::Int { expr: decide(store, CompareOp::Ne, &expr), undefined }
            }
            (Scalar::Int(ty), Value::Int { expr, .. }) => {
                Value::Int { expr: store.converted(&expr, ty)?, undefined }
            }
            (Scalar::Int(ty), Value::Ptr { target, .. }) => match target {
                Target::Null => Value::Int { expr: Expr::default(), undefined },
                Target::Object(_) | Target::Function(_) if ty == IntType::BOOL => {
                    Value::Int { expr: Expr::constant(1), undefined }
                }
                _ => store.any(to, undefined),
            },
            (Scalar::Int(_), Value::Float { .. }) => {
                if self.task.checks.conversions {
                    self.violate(pos, ViolationKind::FloatConversion);
                }
                store.any(to, undefined)
            }
            (Scalar::Ptr, Value::Int { expr, .. }) if expr.as_constant() == Some(0) => {
                Value::null().with_undefined(undefined)
            }
            (Scalar::Ptr, value @ Value::Ptr { .. }) if from == Scalar::Ptr => value,
            _ => store.any(to, undefined),
        })
    }
}

/// Whether an expression is related to zero in this way, as 0 or 1.
pub(super) fn decide(store: &mut Store, op: CompareOp, expr: &Expr) -> Expr {
    let (low, high) = store.facts.range(expr);
    let (is_low, is_high) = (
        |bound: i128| low.is_some_and(|low| low >= bound),
        |bound: i128| high.is_some_and(|high| high <= bound),
    );
    let is_zero = is_low(0) && is_high(0);
    let is_nonzero = store.is_nonzero(expr);
    let known = match op {
        CompareOp::Eq if is_zero || is_nonzero => Some(is_zero),
        CompareOp::Ne if is_zero || is_nonzero => Some(is_nonzero),
        CompareOp::Lt if is_high(-1) || is_low(0) => Some(is_high(-1)),
        CompareOp::Le if is_high(0) || is_low(1) => Some(is_high(0)),
        CompareOp::Gt if is_low(1) || is_high(0) => Some(is_low(1)),
        CompareOp::Ge if is_low(0) || is_high(-1) => Some(is_low(0)),
        _ => None,
    };
    if let Some(known) = known {
        return Expr::constant(known.into());
    }
    let mut test = (op, expr.clone());
    // The test of a test.
    if let (CompareOp::Eq | CompareOp::Ne, Some(sym)) = (op, expr.as_symbol())
        && let Some(inner) = store.tests.get(&sym)
    {
        if op == CompareOp::Ne {
            return expr.clone();
        }
        test = (negated(inner.0), inner.1.clone());
    }
    let sym = store.symbol(Some(0), Some(1));
    store.tests.insert(sym, test);
    Expr::of(sym)
}

pub(super) fn negated(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Eq => CompareOp::Ne,
        CompareOp::Ne => CompareOp::Eq,
        CompareOp::Lt => CompareOp::Ge,
        CompareOp::Le => CompareOp::Gt,
        CompareOp::Gt => CompareOp::Le,
        CompareOp::Ge => CompareOp::Lt,
    }
}

/// A number that is not negative divided by a positive one.
fn quotient(store: &mut Store, left: &Expr, divisor: i128) -> Expr {
    if let Some(exact) = left.divided(divisor) {
        return exact;
    }
    let (low, high) = store.facts.range(left);
    let (low, high) = (low.unwrap_or(0).max(0), high.map(|high| high / divisor));
    let least = low / divisor;
    if high == Some(least) {
        return Expr::constant(least);
    }
    let quotient = Expr::of(store.symbol(Some(least), high));
    // divisor * q <= x < divisor * (q + 1), and x - q grows with x.
    let facts = [
        quotient.times(divisor).and_then(|product| product.minus(left)),
        left.plus(&quotient, -divisor).map(|rest| rest.shifted(1 - divisor)),
        quotient.minus(left).map(|rest| rest.shifted(low - least)),
    ];
    for fact in facts.into_iter().flatten() {
        let _ = store.facts.add(&fact);
    }
    quotient
}

/// Bounds of a product from those with the same factor: `x <= y + d` gives `x * f <= y * f + d * f`.
fn relate_products(store: &mut Store, product: &Expr, left: &Expr, factor: &Expr) {
    if !store.is_natural(factor) {
        return;
    }
    let mut known: Vec<(Expr, Expr)> = Vec::new();
    for note in &store.products {
        let [one, other] = &note.factors;
        if one == factor {
            known.push((other.clone(), Expr::of(note.sym)));
        } else if other == factor {
            known.push((one.clone(), Expr::of(note.sym)));
        }
    }
    if store.facts.least(left).is_some_and(|least| least >= 1)
        && let Some(less) = factor.minus(product)
    {
        let _ = store.facts.add(&less);
    }
    known.push((Expr::constant(1), factor.clone()));
    for (other, value) in known {
        let Some(difference) = left.minus(&other) else { continue };
        let (low, high) = store.facts.range(&difference);
        let less = high.and_then(|high| product.minus(&value)?.plus(factor, -high));
        let more = low.and_then(|low| value.minus(product)?.plus(factor, low));
        for fact in [less, more].into_iter().flatten() {
            let _ = store.facts.add(&fact);
        }
    }
}

/// A bitwise operation.
fn bits(store: &mut Store, op: BinaryOp, ty: IntType, left: &Expr, right: &Expr) -> Expr {
    if let (Some(one), Some(other)) = (left.as_constant(), right.as_constant()) {
        return Expr::constant(match op {
            BinaryOp::And => one & other,
            BinaryOp::Or => one | other,
            _ => one ^ other,
        });
    }
    let (one, other) = (store.range(left, ty), store.range(right, ty));
    let is_natural = one.0 >= 0 && other.0 >= 0;
    if op == BinaryOp::And {
        for (number, range, mask) in [(left, one, right), (right, other, left)] {
            if let Some(mask) = mask.as_constant()
                && mask >= 0
                && mask & (mask + 1) == 0
                && range.0 >= 0
                && range.1 <= mask
            {
                return number.clone();
            }
        }
        // A factor that is not negative bounds the result.
        let caps = [one, other].into_iter().filter(|range| range.0 >= 0).map(|range| range.1);
        return match caps.min() {
            Some(cap) => store.between(0, cap),
            None => store.between(ty.min(), ty.max()),
        };
    }
    if !is_natural {
        return store.between(ty.min(), ty.max());
    }
    let high = one.1.max(other.1);
    let all_ones = (1i128 << (128 - high.leading_zeros())) - 1;
    store.between(if op == BinaryOp::Or { one.0.max(other.0) } else { 0 }, all_ones)
}
