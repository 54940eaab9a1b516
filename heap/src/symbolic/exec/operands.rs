//! Operands and expressions: values from variables, constants and addresses.

use crate::ir::{BinaryOp, CompareOp, Expr, IntType, Operand, Pos, Scalar, UnaryOp};
use crate::property::ViolationKind;
use crate::symbolic::exec::executor::Executor;
use crate::symbolic::exec::stacks::call_stack::function_number;
use crate::symbolic::facts::choice::equal;
use crate::symbolic::store::state::State;
use crate::symbolic::store::value::{Pointer, Value};
use cfp_solver::{Int, Term};

impl Executor<'_> {
    /// The value of an operand; a fresh unknown for an uninitialised variable.
    pub(crate) fn operand(&mut self, state: &mut State, operand: &Operand, pos: Pos) -> Value {
        match *operand {
            Operand::Var(var) => {
                if let Some(value) = state.frame().vars[var.index()] {
                    return value;
                }
                let function = &self.program.functions[state.frame().function.index()];
                let ty = function.vars[var.index()].ty;
                self.suspect(state, ViolationKind::Uninitialized, pos, "use of an uninitialized variable");
                let value = self.unknown_value(ty, "unset");
                state.frame().vars[var.index()] = Some(value);
                value
            }
            Operand::Int(value, _) => Value::Number(self.logic.int(Int::from(value))),
            Operand::Float(value, _) => Value::Number(self.logic.int(Int::from(value.to_bits()))),
            Operand::Null => self.null(),
            Operand::Global(global) => {
                let object = self.globals[global.index()];
                self.address(state, object)
            }
            Operand::Slot(slot) => match state.frame().slots[slot.index()] {
                Some(object) => self.address(state, object),
                None => self.unknown_value(Scalar::Ptr, "slot"),
            },
            Operand::Func(function) => {
                // Functions are objects that no access is valid for.
                let (object, zero) = (self.logic.int(function_number(function)), self.logic.int(0));
                Value::Pointer(Pointer { object, offset: zero })
            }
            Operand::Undef(ty) => self.unknown_value(ty, "undefined"),
        }
    }

    pub(crate) fn number(&mut self, state: &mut State, operand: &Operand, pos: Pos) -> Term {
        match self.operand(state, operand, pos) {
            Value::Number(term) => term,
            Value::Pointer(..) => self.logic.unknown("address"),
        }
    }

    pub(crate) fn pointer(&mut self, state: &mut State, operand: &Operand, pos: Pos) -> Pointer {
        match self.operand(state, operand, pos) {
            Value::Pointer(Pointer { object, offset }) => Pointer { object, offset },
            Value::Number(_) => {
                Pointer { object: self.logic.unknown("object"), offset: self.logic.unknown("offset") }
            }
        }
    }

    /// The value of an expression.
    pub(crate) fn expression(&mut self, state: &mut State, expr: &Expr, pos: Pos) -> Value {
        match expr {
            Expr::Use(operand) => self.operand(state, operand, pos),
            Expr::Unary(op, ty, operand) => {
                let Some(int) = ty.as_int() else { return self.float(*ty, "float", pos) };
                let value = self.number(state, operand, pos);
                let raw = match op {
                    UnaryOp::Neg => {
                        let zero = self.logic.int(0);
                        self.logic.plus(zero, value, -1)
                    }
                    UnaryOp::Not => {
                        let ones =
                            self.logic.int(if int.signed { Int::from(-1) } else { Int::from(int.max()) });
                        self.logic.plus(ones, value, -1)
                    }
                };
                Value::Number(self.in_range(state, raw, int, pos))
            }
            Expr::Binary(op, ty, left, right) => {
                let Some(int) = ty.as_int() else { return self.float(*ty, "float", pos) };
                let (left, right) = (self.number(state, left, pos), self.number(state, right, pos));
                Value::Number(self.binary(state, *op, int, left, right, pos))
            }
            Expr::Compare(op, ty, left, right) => {
                let holds = self.compare(state, *op, *ty, left, right, pos);
                Value::Number(self.bit(holds))
            }
            Expr::Convert { from, to, value } => self.convert(state, *from, *to, value, pos),
            Expr::Elem { base, index, stride, elem } => {
                let Pointer { object, offset } = self.pointer(state, base, pos);
                let (index, stride) = (self.number(state, index, pos), self.number(state, stride, pos));
                if self.program.types.element(*elem).is_some() {
                    self.note_rows(state, object, *elem, stride);
                }
                let distance = self.product(index, stride);
                let moved = Pointer { object, offset: self.logic.plus(offset, distance, 1) };
                if self.checks.pointers {
                    self.check_moved(state, moved, pos);
                }
                Value::Pointer(moved)
            }
            Expr::Field { base, offset, .. } => {
                let Pointer { object, offset: start } = self.pointer(state, base, pos);
                let distance = self.logic.int(*offset);
                Value::Pointer(Pointer { object, offset: self.logic.plus(start, distance, 1) })
            }
            Expr::PtrDiff { left, right, stride } => {
                let (Pointer { object, offset: left }, Pointer { object: other, offset: right }) =
                    (self.pointer(state, left, pos), self.pointer(state, right, pos));
                if object != other {
                    let same = equal(&mut self.logic, object, other);
                    self.require_known(state, same, pos, "subtraction of pointers into different objects");
                }
                let distance = self.logic.plus(left, right, -1);
                let stride = self.number(state, stride, pos);
                match self.logic.terms().as_constant(stride).cloned() {
                    Some(stride) if !stride.is_zero() => {
                        Value::Number(self.divided(state, BinaryOp::Div, distance, &stride))
                    }
                    _ => {
                        let ty = Scalar::Int(self.program.target.ptrdiff());
                        self.unknown_value(ty, "difference")
                    }
                }
            }
        }
    }

    /// The condition that an operand is not zero or null.
    pub(crate) fn truth_of(&mut self, state: &mut State, operand: &Operand, pos: Pos) -> Term {
        match self.operand(state, operand, pos) {
            Value::Number(term) => self.truth(term),
            Value::Pointer(Pointer { object, offset }) => self.is_not_null(object, offset),
        }
    }

    pub(crate) fn compare(
        &mut self,
        state: &mut State,
        op: CompareOp,
        ty: Scalar,
        left: &Operand,
        right: &Operand,
        pos: Pos,
    ) -> Term {
        match ty {
            Scalar::Ptr => {
                let (Pointer { object, offset }, Pointer { object: other, offset: other_offset }) =
                    (self.pointer(state, left, pos), self.pointer(state, right, pos));
                let same = equal(&mut self.logic, object, other);
                match op {
                    CompareOp::Eq | CompareOp::Ne => {
                        let offsets = equal(&mut self.logic, offset, other_offset);
                        let equal = self.logic.terms().and(&[same, offsets]);
                        let (one, two) =
                            (Pointer { object, offset }, Pointer { object: other, offset: other_offset });
                        let equal = self.is_same_address(state, one, two, equal);
                        if op == CompareOp::Eq { equal } else { self.logic.terms().not(equal) }
                    }
                    _ => {
                        self.require_known(state, same, pos, "comparison of pointers into different objects");
                        // Below the null pointer, addresses wrap around to the highest ones.
                        let zero = self.logic.int(0);
                        let is_null = equal(&mut self.logic, object, zero);
                        let parts = [self.logic.negated(is_null), self.logic.at_most(zero, offset)];
                        let left = self.logic.any(&parts);
                        let right = self.logic.at_most(zero, other_offset);
                        let right = self.logic.any(&[parts[0], right]);
                        let claim = self.logic.all(&[left, right]);
                        self.require_known(state, claim, pos, "comparison of an address below null");
                        self.ordered(op, offset, other_offset)
                    }
                }
            }
            Scalar::Int(_) => {
                let (left, right) = (self.number(state, left, pos), self.number(state, right, pos));
                self.ordered(op, left, right)
            }
            Scalar::Float(_) => {
                let unknown = self.float(Scalar::Int(IntType::BOOL), "comparison", pos);
                let Value::Number(term) = unknown else { unreachable!("an integer") };
                self.truth(term)
            }
        }
    }

    pub(crate) fn convert(
        &mut self,
        state: &mut State,
        from: Scalar,
        to: Scalar,
        value: &Operand,
        pos: Pos,
    ) -> Value {
        match (from, to) {
            (Scalar::Int(from), Scalar::Int(to)) => {
                let number = self.number(state, value, pos);
                if to == IntType::BOOL {
                    let truth = self.truth(number);
                    return Value::Number(self.bit(truth));
                }
                if to.holds(from.min()) && to.holds(from.max()) {
                    return Value::Number(number);
                }
                let range = self.logic.within(to.min(), number, to.max());
                let fits = self.logic.follows(&state.path, range);
                Value::Number(if fits { number } else { self.wrapped_on(&state.path, number, to) })
            }
            (Scalar::Ptr, Scalar::Ptr) => self.operand(state, value, pos),
            (Scalar::Int(_), Scalar::Ptr) => {
                let number = self.number(state, value, pos);
                if self.logic.terms().as_constant(number).is_some_and(Int::is_zero) {
                    return self.null();
                }
                self.begin_loss(pos, "a number becomes a pointer: where it points to is not known");
                let value = self.unknown_value(Scalar::Ptr, "address");
                self.logic.set_loss(None);
                value
            }
            (Scalar::Ptr, Scalar::Int(IntType::BOOL)) => {
                let Pointer { object, offset } = self.pointer(state, value, pos);
                let truth = self.is_not_null(object, offset);
                Value::Number(self.bit(truth))
            }
            (Scalar::Ptr, to) => {
                self.operand(state, value, pos);
                self.begin_loss(pos, "a pointer becomes a number, which is not known");
                let value = self.unknown_value(to, "converted");
                self.logic.set_loss(None);
                value
            }
            (_, to) => {
                self.operand(state, value, pos);
                if let (Scalar::Float(_), Scalar::Int(_)) = (from, to) {
                    let text = "a floating number may not fit the integer that it becomes";
                    self.suspect(state, ViolationKind::FloatConversion, pos, text);
                }
                self.float(to, "converted", pos)
            }
        }
    }

    /// A value that floating-point arithmetic determines.
    fn float(&mut self, ty: Scalar, name: &str, pos: Pos) -> Value {
        self.begin_loss(pos, "the result of floating-point arithmetic is not known");
        let value = self.unknown_value(ty, name);
        self.logic.set_loss(None);
        value
    }
}
