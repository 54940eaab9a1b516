//! Integers and conditions.

use super::domain::{Counters, FLOATING, OTHER_OBJECT};
use super::shape::{Dim, Expr};
use super::state::{Held, State, Test, range_of};
use crate::ir::{BinaryOp, CompareOp, Expr as Value, IntType, Operand, Pos, Scalar, UnaryOp, VarId};
use crate::numbers::Interval;
use crate::property::ViolationKind;
use crate::walk::Domain;
use cfp_solver::{Int, Rat};
use std::rc::Rc;

impl Counters<'_> {
    /// The value of an integer operand; nothing if it may be any of its type.
    pub(super) fn integer(&mut self, state: &State, operand: Operand, pos: Pos) -> Option<Expr> {
        match operand {
            Operand::Int(value, _) => Some(Expr::constant(Int::from(value))),
            Operand::Var(id) => {
                let var = self.var(state, id);
                if state.integers.contains(&var) {
                    return Some(Expr::of(Dim::Value(var)));
                }
                if self.task.checks.uninitialized && matches!(self.type_of(state, id), Scalar::Int(_)) {
                    self.violate(pos, ViolationKind::Uninitialized);
                }
                None
            }
            Operand::Undef(_) => {
                if self.task.checks.uninitialized {
                    self.violate(pos, ViolationKind::Uninitialized);
                }
                None
            }
            _ => {
                self.gap(pos, "a value that is no integer");
                None
            }
        }
    }

    /// Assigns the result of an operation.
    pub(super) fn compute(&mut self, state: &mut State, id: VarId, value: &Value, pos: Pos) -> Option<()> {
        match (value, self.type_of(state, id)) {
            (Value::Use(operand), _) => return self.assign(state, id, *operand, pos),
            (&Value::Field { base: Operand::Var(base), offset, .. }, Scalar::Ptr) => {
                let (var, base) = (self.var(state, id), self.var(state, base));
                return self.copy(state, var, base, offset, pos);
            }
            (_, Scalar::Ptr) => {
                self.gap(pos, "pointer arithmetic");
                return None;
            }
            (Value::Compare(op, ty, left, right), Scalar::Int(int)) => {
                let test = self.comparison(state, *op, *ty, *left, *right, pos)?;
                self.set(state, id, None, int);
                let var = self.var(state, id);
                let range = Interval::new(Some(Int::ZERO), Some(Int::ONE)).expect("not empty");
                state.shape.numbers.restrict(&Dim::Value(var), &range).ok()?;
                state.tests.extend(test.map(|test| (var, test)));
            }
            (_, Scalar::Int(ty)) => {
                let result = self.arithmetic(state, value, ty, pos)?;
                // The result of a comparison is 0 or 1, and stays so when it is converted.
                let test = match *value {
                    Value::Convert { value: Operand::Var(from), .. } => {
                        state.tests.get(&self.var(state, from)).cloned()
                    }
                    _ => None,
                };
                self.set(state, id, result, ty);
                let var = self.var(state, id);
                state.tests.extend(test.map(|test| (var, test)));
            }
            (_, Scalar::Float(_)) => {
                self.gap(pos, FLOATING);
                return None;
            }
        }
        Some(())
    }

    /// The result of an integer operation, inside of which the outer `Option` says whether execution goes on.
    pub(super) fn arithmetic(
        &mut self,
        state: &mut State,
        value: &Value,
        ty: IntType,
        pos: Pos,
    ) -> Option<Option<Expr>> {
        use BinaryOp::{Add, Div, Mul, Rem, Shl, Shr, Sub};
        let one = Rat::from(1);
        let (exact, divisor) = match *value {
            Value::Binary(op @ (Add | Sub | Mul), _, left, right) => {
                let sides = (self.integer(state, left, pos), self.integer(state, right, pos));
                let exact = sides.0.zip(sides.1).and_then(|(left, right)| match op {
                    Add => Some(left.plus_expr(&right, &one)),
                    Sub => Some(left.plus_expr(&right, &-&one)),
                    _ => match (left.as_constant(), right.as_constant()) {
                        (Some(factor), _) => Some(Expr::constant(0).plus_expr(&right, factor)),
                        (_, Some(factor)) => Some(Expr::constant(0).plus_expr(&left, factor)),
                        _ => None,
                    },
                });
                (exact, None)
            }
            Value::Convert { from: Scalar::Int(_), value, .. } => {
                let exact = self.integer(state, value, pos);
                let is_in_range = |expr: &Expr| range_of(ty).includes(&state.shape.numbers.range(expr));
                // Conversions are modulo the range, and no error.
                return Some(exact.filter(is_in_range));
            }
            Value::Binary(Div | Rem, _, left, right) => {
                self.integer(state, left, pos);
                (None, Some(self.integer(state, right, pos)))
            }
            Value::Binary(op, _, left, right) => {
                let (_, amount) = (self.integer(state, left, pos), self.integer(state, right, pos));
                let is_shift = matches!(op, Shl | Shr);
                let widths = Interval::new(Some(Int::ZERO), Some(Int::from(i64::from(ty.bits) - 1)));
                let widths = widths.expect("types have bits");
                let is_valid = |amount: &Expr| widths.includes(&state.shape.numbers.range(amount));
                if is_shift && !amount.as_ref().is_some_and(is_valid) {
                    self.violate(pos, ViolationKind::BadShift);
                }
                if op == Shl && ty.signed {
                    self.violate(pos, ViolationKind::Overflow);
                }
                return Some(None);
            }
            Value::Unary(UnaryOp::Neg, _, operand) => {
                let value = self.integer(state, operand, pos);
                (value.map(|value| Expr::constant(0).plus_expr(&value, &-&one)), None)
            }
            Value::Unary(UnaryOp::Not, _, operand) => {
                self.integer(state, operand, pos);
                return Some(None);
            }
            _ => {
                self.gap(pos, "an integer that depends on an address or a floating number");
                return None;
            }
        };
        if let Some(divisor) = divisor {
            let range = divisor.map(|divisor| state.shape.numbers.range(&divisor));
            if range.as_ref().is_none_or(|range| range.contains(&Int::ZERO)) {
                self.violate(pos, ViolationKind::DivisionByZero);
            }
            if ty.signed && range.is_none_or(|range| range.contains(&Int::MINUS_ONE)) {
                self.violate(pos, ViolationKind::Overflow);
            }
            return Some(None);
        }
        let may_overflow = match &exact {
            Some(exact) => !range_of(ty).includes(&state.shape.numbers.range(exact)),
            None => matches!(value, Value::Binary(..) | Value::Unary(UnaryOp::Neg, ..)),
        };
        if !may_overflow {
            return Some(exact);
        }
        if !ty.signed || !self.task.checks.overflow {
            // The result wraps around.
            return Some(None);
        }
        self.violate(pos, ViolationKind::Overflow);
        let Some(exact) = exact else { return Some(None) };
        // Behind the check, the result is in range.
        let (low, high) = (Int::from(ty.min()), Int::from(ty.max()));
        let above = exact.clone().plus_constant(-Rat::from(high));
        let below = Expr::constant(low).plus_expr(&exact, &-&one);
        state.shape.numbers.at_most_zero(&above).ok()?;
        state.shape.numbers.at_most_zero(&below).ok()?;
        Some(Some(exact))
    }

    /// A comparison as a test; the inner `None` if nothing is known of its outcome.
    pub(super) fn comparison(
        &mut self,
        state: &State,
        op: CompareOp,
        ty: Scalar,
        left: Operand,
        right: Operand,
        pos: Pos,
    ) -> Option<Option<Test>> {
        match ty {
            Scalar::Int(_) => {
                if let (Operand::Var(id), Operand::Int(0, _), CompareOp::Eq | CompareOp::Ne) =
                    (left, right, op)
                    && let Some(test) = state.tests.get(&self.var(state, id))
                {
                    let test = test.clone();
                    return Some(Some(if op == CompareOp::Ne { test } else { test.negated() }));
                }
                let sides = (self.integer(state, left, pos), self.integer(state, right, pos));
                let minus = Rat::from(-1);
                Some(sides.0.zip(sides.1).map(|(left, right)| Test::Sign(op, left.plus_expr(&right, &minus))))
            }
            Scalar::Float(_) => {
                self.gap(pos, FLOATING);
                None
            }
            Scalar::Ptr => {
                let is_equal = match op {
                    CompareOp::Eq => true,
                    CompareOp::Ne => false,
                    _ => {
                        self.gap(pos, "order of pointers");
                        return None;
                    }
                };
                let mut vars = Vec::new();
                for operand in [left, right] {
                    match operand {
                        Operand::Null => {}
                        Operand::Var(id) => vars.push(self.var(state, id)),
                        _ => {
                            self.gap(pos, OTHER_OBJECT);
                            return None;
                        }
                    }
                }
                let mut is_known = true;
                for var in &vars {
                    match state.pointers.get(var) {
                        Some(held) => is_known &= held.is_start(),
                        None => {
                            self.violate(pos, ViolationKind::Uninitialized);
                            is_known = false;
                        }
                    }
                }
                let test = match vars[..] {
                    [] => Test::Sign(if is_equal { CompareOp::Eq } else { CompareOp::Ne }, Expr::constant(0)),
                    [pointer] => Test::Null(pointer, is_equal),
                    [one, other, ..] => Test::Equal(one, other, is_equal),
                };
                Some(is_known.then_some(test))
            }
        }
    }

    /// The executions in which a test holds, or does not.
    pub(super) fn assume_test(&mut self, state: &State, test: &Test, holds: bool) -> Option<State> {
        let mut after = state.clone();
        let test = if holds { test.clone() } else { test.clone().negated() };
        match &test {
            Test::Null(pointer, is_null) => {
                let held = after.pointers.get_mut(pointer)?;
                if *is_null && held.is_nonnull {
                    return None;
                }
                held.is_nonnull |= !is_null;
                after.shape = state.shape.assume_null(held.bit, *is_null)?;
            }
            Test::Equal(one, other, is_equal) => {
                let (first, second) = (*after.pointers.get(one)?, *after.pointers.get(other)?);
                after.shape = state.shape.assume_equal(first.bit, second.bit, *is_equal)?;
                if *is_equal && (first.is_nonnull || second.is_nonnull) {
                    after.pointers.insert(*one, Held { is_nonnull: true, ..first });
                    after.pointers.insert(*other, Held { is_nonnull: true, ..second });
                }
            }
            Test::Sign(op, expr) => after.assume_sign(*op, expr, &self.compared(state))?,
        }
        Some(after)
    }

    /// The executions in which an operand is not zero, or is.
    pub(super) fn assume_operand(&mut self, state: &State, operand: Operand, holds: bool) -> Option<State> {
        match operand {
            Operand::Int(value, _) => ((value != 0) == holds).then(|| state.clone()),
            Operand::Var(id) => {
                let var = self.var(state, id);
                if let Some(guard) = state.guards.get(&(var, holds)) {
                    return self.assume_operand(guard, operand, holds);
                }
                let test = match state.tests.get(&var) {
                    Some(test) => test.clone(),
                    None if state.integers.contains(&var) => {
                        Test::Sign(CompareOp::Ne, Expr::of(Dim::Value(var)))
                    }
                    None => return Some(state.clone()),
                };
                self.assume_test(state, &test, holds)
            }
            _ => Some(state.clone()),
        }
    }

    /// The guards that a variable has after an assignment: those of what it is a copy or the negation of.
    pub(super) fn passed_guards(&self, state: &State, value: &Value) -> Vec<(bool, Rc<State>)> {
        let (from, is_negated) = match *value {
            Value::Use(Operand::Var(from)) | Value::Convert { value: Operand::Var(from), .. } => {
                (from, false)
            }
            Value::Compare(CompareOp::Ne, _, Operand::Var(from), Operand::Int(0, _)) => (from, false),
            Value::Compare(CompareOp::Eq, _, Operand::Var(from), Operand::Int(0, _)) => (from, true),
            _ => return Vec::new(),
        };
        let guard = |holds| state.guards.get(&(self.var(state, from), holds));
        let guards = [true, false].into_iter().filter_map(|holds| Some((holds != is_negated, guard(holds)?)));
        guards.map(|(holds, guard)| (holds, Rc::clone(guard))).collect()
    }

    /// Integer variables are in the ranges of their types.
    pub(super) fn restrict_to_types(&mut self, state: &mut State) {
        for var in state.integers.clone() {
            let function = &self.task.program.functions[state.calls[var.depth as usize].index()];
            if let Some(Scalar::Int(ty)) = function.vars.get(var.id.index()).map(|var| var.ty) {
                let result = state.shape.numbers.restrict(&Dim::Value(var), &range_of(ty));
                debug_assert!(result.is_ok(), "{var:?} is out of its range");
            }
        }
    }
}
