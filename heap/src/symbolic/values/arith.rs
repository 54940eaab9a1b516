//! Arithmetic, comparisons and bitwise operations on values, as terms.

use crate::ir::*;
use crate::property::ViolationKind;
use crate::symbolic::facts::choice::{equal, ite};
use crate::symbolic::facts::linear::linear;
use crate::symbolic::facts::range::Range;
use crate::symbolic::findings::prover::Prover;
use crate::symbolic::findings::sink::Suspicion;
use crate::symbolic::store::state::State;
use crate::symbolic::store::value::{Pointer, Value};
use cfp_solver::{Int, Op, Sort, Symbol, Term};

/// Limit on operands of a bitwise operation that are sorted and deduplicated.
const MAX_OPERANDS: usize = 64;

/// The result of a shift.
enum Shifted {
    /// In the range of its type.
    Exactly(Term),
    /// Without regard to the range.
    UpToRange(Term),
}

impl Prover<'_> {
    pub(crate) fn null(&mut self) -> Value {
        let zero = self.logic.int(0);
        Value::Pointer(Pointer { object: zero, offset: zero })
    }

    /// A fresh unknown value of a type; mathematical integers may exceed its range.
    pub(crate) fn unknown_value(&mut self, ty: Scalar, name: &str) -> Value {
        match ty {
            Scalar::Int(int) if self.logic.is_math && int != IntType::BOOL => {
                Value::Number(self.logic.unknown(name))
            }
            _ => self.value_of_type(ty, name),
        }
    }

    /// A fresh unknown value in the range of a type.
    pub(crate) fn value_of_type(&mut self, ty: Scalar, name: &str) -> Value {
        match ty {
            Scalar::Int(int) => Value::Number(self.logic.unknown_in(name, Range::of(int))),
            Scalar::Float(_) => Value::Number(self.logic.unknown(name)),
            Scalar::Ptr => {
                Value::Pointer(Pointer { object: self.logic.unknown(name), offset: self.logic.unknown(name) })
            }
        }
    }

    /// A truth value as 0 or 1.
    pub(crate) fn bit(&mut self, condition: Term) -> Term {
        let (one, zero) = (self.logic.int(1), self.logic.int(0));
        match self.logic.terms().op(condition) {
            Op::True => one,
            Op::False => zero,
            _ => self.logic.terms().ite(condition, one, zero),
        }
    }

    pub(crate) fn is_not_null(&mut self, object: Term, offset: Term) -> Term {
        let zero = self.logic.int(0);
        let parts = [object, offset].map(|part| equal(&mut self.logic, part, zero));
        let is_null = self.logic.terms().and(&parts);
        self.logic.terms().not(is_null)
    }

    /// Whether a number is nonzero.
    pub(crate) fn truth(&mut self, number: Term) -> Term {
        let terms = self.logic.terms();
        if let Some(value) = terms.as_constant(number) {
            let truth = !value.is_zero();
            return terms.bool(truth);
        }
        if terms.op(number) == Op::Ite {
            let args = terms.args(number);
            let (condition, then, otherwise) = (args[0], args[1], args[2]);
            let constant = |term| terms.as_constant(term).map(Int::is_zero);
            match (constant(then), constant(otherwise)) {
                (Some(false), Some(true)) => return condition,
                (Some(true), Some(false)) => return terms.not(condition),
                _ => {}
            }
        }
        let zero = self.logic.int(0);
        self.logic.terms().distinct(&[number, zero])
    }

    pub(crate) fn ordered(&mut self, op: CompareOp, left: Term, right: Term) -> Term {
        let terms = self.logic.terms();
        if let (Some(one), Some(other)) = (terms.as_constant(left), terms.as_constant(right)) {
            let order = one.cmp(other);
            let holds = match op {
                CompareOp::Eq => order.is_eq(),
                CompareOp::Ne => order.is_ne(),
                CompareOp::Lt => order.is_lt(),
                CompareOp::Le => order.is_le(),
                CompareOp::Gt => order.is_gt(),
                CompareOp::Ge => order.is_ge(),
            };
            return terms.bool(holds);
        }
        match op {
            CompareOp::Eq => equal(&mut self.logic, left, right),
            CompareOp::Ne => {
                let same = equal(&mut self.logic, left, right);
                self.logic.negated(same)
            }
            CompareOp::Lt => terms.lt(&[left, right]),
            CompareOp::Le => terms.le(&[left, right]),
            CompareOp::Gt => terms.gt(&[left, right]),
            CompareOp::Ge => terms.ge(&[left, right]),
        }
    }

    /// A result in the range of its type: unsigned results wrap around; for signed ones the range is an
    /// obligation.
    pub(crate) fn in_range(&mut self, state: &mut State, raw: Term, ty: IntType, pos: Pos) -> Term {
        if self.logic.is_math {
            return raw;
        }
        let range = self.logic.within(ty.min(), raw, ty.max());
        if let Some(value) = self.logic.terms().as_constant(raw).and_then(Int::to_i64)
            && ty.holds(i128::from(value))
        {
            return raw;
        }
        if ty.signed && self.checks.overflow {
            let text = "signed arithmetic overflows";
            self.require(state, range, Suspicion { kind: ViolationKind::Overflow, pos, text });
            return raw;
        }
        // Unchecked signed overflow wraps around, as in hardware.
        if self.logic.follows(&state.path, range) { raw } else { self.wrapped_on(&state.path, raw, ty) }
    }

    /// The number congruent modulo 2^bits that is in the range of the type.
    pub(crate) fn wrapped(&mut self, raw: Term, ty: IntType) -> Term {
        if self.logic.is_math {
            return raw;
        }
        let size = self.logic.int(Int::from(1i128 << ty.bits));
        if !ty.signed {
            return self.logic.terms().modulo(raw, size);
        }
        let half = self.logic.int(Int::from(1i128 << (ty.bits - 1)));
        let shifted = self.logic.plus(raw, half, 1);
        let wrapped = self.logic.terms().modulo(shifted, size);
        self.logic.plus(wrapped, half, -1)
    }

    /// The same under a path: without `mod` if the path implies that subtracting a constant multiple of
    /// 2^bits is enough.
    pub(crate) fn wrapped_on(&mut self, path: &[Term], raw: Term, ty: IntType) -> Term {
        if self.logic.is_math {
            return raw;
        }
        let size = Int::from(1i128 << ty.bits);
        let (products, constant) = linear(self.logic.terms(), raw);
        let rest = constant.div_rem_floor(&size).1;
        let mut simple = self.logic.int(rest.clone());
        for (part, factor) in products {
            // The summand is already reduced modulo 2^bits, or modulo a multiple of it.
            let inner = match self.logic.terms().op(part) {
                Op::Mod => {
                    let args = self.logic.terms().args(part);
                    let (inner, modulus) = (args[0], args[1]);
                    let modulus = self.logic.terms().as_constant(modulus).cloned();
                    modulus.filter(|modulus| !modulus.is_zero() && size.divides(modulus)).map(|_| inner)
                }
                _ => None,
            };
            simple = self.logic.plus(simple, inner.unwrap_or(part), factor);
        }
        let (products, constant) = linear(self.logic.terms(), simple);
        let products: Vec<(Term, Int)> = products.into_iter().collect();
        let rest = constant.div_rem_floor(&size).1;
        // A negative constant may be what keeps it in the range.
        for rest in [rest.clone(), rest - size] {
            let candidate = self.logic.sum(&products, &rest);
            let range = self.logic.within(ty.min(), candidate, ty.max());
            if self.logic.follows(path, range) {
                return candidate;
            }
        }
        self.wrapped(simple, ty)
    }

    pub(crate) fn binary(
        &mut self,
        state: &mut State,
        op: BinaryOp,
        ty: IntType,
        left: Term,
        right: Term,
        pos: Pos,
    ) -> Term {
        let constant = self.logic.terms().as_constant(right).cloned();
        let raw = match op {
            BinaryOp::Add => self.logic.plus(left, right, 1),
            BinaryOp::Sub => self.logic.plus(left, right, -1),
            BinaryOp::Mul => self.logic.expanded_product(left, right),
            BinaryOp::Div | BinaryOp::Rem => {
                let zero = self.logic.int(0);
                let nonzero = self.logic.terms().distinct(&[right, zero]);
                if constant.as_ref().is_none_or(Int::is_zero) {
                    self.require(
                        state,
                        nonzero,
                        Suspicion { kind: ViolationKind::DivisionByZero, pos, text: "division by zero" },
                    );
                }
                let minus_one = Int::from(-1);
                if ty.signed && constant.as_ref().is_none_or(|divisor| *divisor == minus_one) {
                    // `INT_MIN / -1` overflows, and `INT_MIN % -1` is equally undefined.
                    let (least, minus_one) = (self.logic.int(Int::from(ty.min())), self.logic.int(minus_one));
                    let parts = [
                        self.logic.terms().distinct(&[left, least]),
                        self.logic.terms().distinct(&[right, minus_one]),
                    ];
                    let fits = self.logic.terms().or(&parts);
                    if self.checks.overflow {
                        let text = "the quotient overflows";
                        self.require(state, fits, Suspicion { kind: ViolationKind::Overflow, pos, text });
                    }
                }
                match constant.filter(|divisor| !divisor.is_zero()) {
                    Some(divisor) => self.divided(state, op, left, &divisor),
                    None => match (op, self.cofactor(left, right)) {
                        (BinaryOp::Div, Some(cofactor)) => cofactor,
                        (_, Some(_)) => zero,
                        (_, None) => return self.opaque(ty, op, left, right),
                    },
                }
            }
            BinaryOp::Shl | BinaryOp::Shr => match self.shifted(state, op, ty, (left, right), pos) {
                Shifted::Exactly(result) => return result,
                Shifted::UpToRange(raw) => raw,
            },
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => return self.bitwise(ty, op, left, right),
        };
        self.in_range(state, raw, ty, pos)
    }

    /// A shift.
    fn shifted(
        &mut self,
        state: &mut State,
        op: BinaryOp,
        ty: IntType,
        (left, right): (Term, Term),
        pos: Pos,
    ) -> Shifted {
        if op == BinaryOp::Shl && ty.signed && self.checks.arithmetic {
            let zero = self.logic.int(0);
            let is_natural = self.logic.at_most(zero, left);
            let text = "a negative number is shifted left";
            self.require(state, is_natural, Suspicion { kind: ViolationKind::BadShift, pos, text });
        }
        let amount = self.logic.terms().as_constant(right).and_then(Int::to_i64);
        let Some(amount) = amount.filter(|amount| (0..i64::from(ty.bits)).contains(amount)) else {
            let range = self.logic.within(0, right, i128::from(ty.bits) - 1);
            let text = "a shift amount is out of range";
            self.require(state, range, Suspicion { kind: ViolationKind::BadShift, pos, text });
            if op == BinaryOp::Shl && ty.signed && self.checks.overflow {
                let fits = self.fits_shifted(ty, left, right);
                let text = "a left shift overflows";
                self.require(state, fits, Suspicion { kind: ViolationKind::Overflow, pos, text });
            }
            return Shifted::Exactly(self.opaque(ty, op, left, right));
        };
        let factor = self.logic.int(Int::from(1i128 << amount));
        match op {
            BinaryOp::Shr => Shifted::Exactly(self.logic.terms().div(left, factor)),
            _ => Shifted::UpToRange(self.product(left, factor)),
        }
    }

    /// A number shifted left by an unknown amount stays in the range of its type.
    pub(crate) fn fits_shifted(&mut self, ty: IntType, left: Term, right: Term) -> Term {
        let mut parts = Vec::with_capacity(usize::from(ty.bits));
        for amount in 0..i64::from(ty.bits) {
            let (power, amount) = (1i128 << amount, self.logic.int(amount));
            let is_amount = equal(&mut self.logic, right, amount);
            // Shifting by `amount` scales both bounds of the admissible operands to those of the type.
            let fits = self.logic.within(ty.min() / power, left, ty.max() / power);
            parts.push(self.logic.implied(is_amount, fits));
        }
        self.logic.all(&parts)
    }

    /// Quotient or remainder, rounding toward zero.
    pub(crate) fn divided(&mut self, state: &mut State, op: BinaryOp, left: Term, divisor: &Int) -> Term {
        let zero = self.logic.int(0);
        let positive = self.logic.terms().ge(&[left, zero]);
        let quotient = self.logic.quotient(left, divisor);
        let quotient = if self.logic.follows(&state.path, positive) {
            quotient
        } else {
            let negated = self.logic.plus(zero, left, -1);
            let other = self.logic.quotient(negated, divisor);
            let other = self.logic.plus(zero, other, -1);
            ite(&mut self.logic, positive, quotient, other)
        };
        match op {
            BinaryOp::Div => quotient,
            _ => self.logic.plus(left, quotient, -divisor.clone()),
        }
    }

    /// A product; for two unknowns, an uninterpreted function of both.
    pub(crate) fn product(&mut self, left: Term, right: Term) -> Term {
        self.logic.times(left, right)
    }

    /// `t` if the product is `t` times the given nonzero factor.
    pub(crate) fn cofactor(&mut self, product: Term, factor: Term) -> Option<Term> {
        let ((product, multiple), (factor, part)) =
            (self.logic.primitive(product), self.logic.primitive(factor));
        let function = self.logic.product;
        let terms = self.logic.terms();
        if terms.op(product) != Op::Apply(function) || !part.divides(&multiple) {
            return None;
        }
        let (one, other) = (terms.args(product)[0], terms.args(product)[1]);
        let cofactor = match factor {
            _ if factor == one => other,
            _ if factor == other => one,
            _ => return None,
        };
        let zero = self.logic.int(0);
        Some(self.logic.plus(zero, cofactor, multiple.div_exact(&part)))
    }

    /// A bitwise operation.
    pub(crate) fn bitwise(&mut self, ty: IntType, op: BinaryOp, left: Term, right: Term) -> Term {
        let terms = self.logic.terms();
        let constant = |term| terms.as_constant(term).and_then(Int::to_i64);
        let (one, other) = (constant(left), constant(right));
        if let (Some(one), Some(other)) = (one, other) {
            let bits = match op {
                BinaryOp::And => one & other,
                BinaryOp::Or => one | other,
                _ => one ^ other,
            };
            return self.logic.int(bits);
        }
        // A mask of low bits is a remainder, also for negative numbers.
        for (mask, number) in [(other, left), (one, right)] {
            if let Some(mask) = mask
                && op == BinaryOp::And
                && mask >= 0
                && let Some(size) = mask.checked_add(1)
                && mask & size == 0
            {
                let size = self.logic.int(size);
                return self.logic.terms().modulo(number, size);
            }
        }
        self.combined_bits(ty, op, left, right)
    }

    /// A bitwise operation on any number of operands, normalised: operands are sorted and deduplicated, so
    /// that the order in the program does not matter. In an exclusive or, equal operands cancel.
    pub(crate) fn combined_bits(&mut self, ty: IntType, op: BinaryOp, left: Term, right: Term) -> Term {
        let function = self.opaque_function(ty, op);
        let mut operands = Vec::new();
        let mut constant: Option<i64> = None;
        let mut pending = vec![left, right];
        while let Some(term) = pending.pop() {
            let terms = self.logic.terms();
            if terms.op(term) == Op::Apply(function) && operands.len() + pending.len() < MAX_OPERANDS {
                pending.extend_from_slice(terms.args(term));
            } else if let Some(value) = terms.as_constant(term).and_then(Int::to_i64) {
                constant = Some(match (op, constant) {
                    (_, None) => value,
                    (BinaryOp::And, Some(other)) => other & value,
                    (BinaryOp::Or, Some(other)) => other | value,
                    (_, Some(other)) => other ^ value,
                });
            } else {
                operands.push(term);
            }
        }
        operands.sort_unstable();
        let mut kept: Vec<Term> = Vec::with_capacity(operands.len());
        for operand in operands {
            if kept.last() != Some(&operand) {
                kept.push(operand);
            } else if op == BinaryOp::Xor {
                kept.pop();
            }
        }
        match (op, constant) {
            (BinaryOp::And, Some(0)) => return self.logic.int(0),
            (BinaryOp::Or | BinaryOp::Xor, Some(0)) | (_, None) => {}
            (_, Some(value)) => kept.push(self.logic.int(value)),
        }
        let combined = kept.into_iter().reduce(|all, next| self.logic.terms().apply(function, &[all, next]));
        combined.unwrap_or_else(|| self.logic.int(0))
    }

    /// An uninterpreted operation: equal for equal operands, and in the range of its type.
    pub(crate) fn opaque(&mut self, ty: IntType, op: BinaryOp, left: Term, right: Term) -> Term {
        let function = self.opaque_function(ty, op);
        self.logic.terms().apply(function, &[left, right])
    }

    pub(crate) fn opaque_function(&mut self, ty: IntType, op: BinaryOp) -> Symbol {
        self.operation((op as u8, ty))
    }

    /// For a commutative bitwise operation: whether it is idempotent.
    pub(crate) fn is_idempotent(&self, function: Symbol) -> Option<bool> {
        let of_op = |op: BinaryOp| {
            self.opaque_functions.iter().any(|(key, &known)| known == function && key.0 == op as u8)
        };
        if of_op(BinaryOp::And) || of_op(BinaryOp::Or) {
            return Some(true);
        }
        of_op(BinaryOp::Xor).then_some(false)
    }

    /// The uninterpreted function of an operation.
    pub(crate) fn operation(&mut self, key: (u8, IntType)) -> Symbol {
        match self.opaque_functions.get(&key) {
            Some(&function) => function,
            None => {
                let range = if self.logic.is_math { Range::default() } else { Range::of(key.1) };
                let function = self.logic.plain_function("operation", 2, range);
                self.opaque_functions.insert(key, function);
                self.state_bounds(key.0, function);
                function
            }
        }
    }

    /// States what bounds the result of an uninterpreted operation, for operands that are not negative.
    fn state_bounds(&mut self, op: u8, function: Symbol) {
        let [left, right] = ["left", "right"].map(|name| self.logic.terms().constant(name, Sort::Int));
        let result = self.logic.terms().apply(function, &[left, right]);
        let zero = self.logic.int(0);
        let [positive, other] = [left, right].map(|term| self.logic.at_most(zero, term));
        let both = self.logic.all(&[positive, other]);
        let is = |known: BinaryOp| op == known as u8;
        let state = |this: &mut Self, premise: Term, bounds: &[(Term, Term)]| {
            let bounds: Vec<Term> = bounds.iter().map(|&(low, high)| this.logic.at_most(low, high)).collect();
            let bounds = this.logic.all(&bounds);
            let body = this.logic.implied(premise, bounds);
            this.logic.add_general_fact(function, vec![left, right], body);
        };
        let sum = self.logic.plus(left, right, 1);
        if is(BinaryOp::And) {
            state(self, positive, &[(zero, result), (result, left)]);
            state(self, other, &[(zero, result), (result, right)]);
        } else if is(BinaryOp::Or) {
            state(self, both, &[(left, result), (right, result), (result, sum)]);
        } else if is(BinaryOp::Xor) {
            state(self, both, &[(zero, result), (result, sum)]);
        } else if is(BinaryOp::Shr) || is(BinaryOp::Div) {
            state(self, both, &[(zero, result), (result, left)]);
        } else if is(BinaryOp::Rem) {
            let one = self.logic.int(1);
            let below = self.logic.plus(right, one, -1);
            let is_divisor = self.logic.below(zero, right);
            let premise = self.logic.all(&[positive, is_divisor]);
            state(self, premise, &[(zero, result), (result, left), (result, below)]);
        }
    }
}
