//! Values of expressions, and expressions that are evaluated for what they do.

use super::class::definition;
use super::class::tables::{Otherwise, WHOLE};
use super::temps::Life;
use super::{operands, type_name};
use crate::clang::{BinaryOp as COp, CType, Constant, Cursor, CxxKind, Kind, TypeKind};
use crate::ir::*;
use crate::lower::function::FunctionLowering;

impl<'u> FunctionLowering<'_, '_, 'u> {
    /// The value of an expression of scalar type. Comparisons and logic are of type `bool`.
    pub(in crate::lower) fn cxx_rvalue(&mut self, cursor: Cursor<'u>) -> Operand {
        self.pos = self.unit.pos(cursor);
        let value = match self.scalar_of(cursor) {
            Some(ty) => match self.cxx_value(cursor, ty) {
                Some(value) => value,
                None => self.plain_rvalue(cursor),
            },
            None => self.plain_rvalue(cursor),
        };
        match self.scalar_of(cursor) {
            Some(ty) => {
                let from = self.operand_type(value);
                self.convert(value, from, ty)
            }
            None => value,
        }
    }

    /// The value of an expression that only C++ has.
    fn cxx_value(&mut self, cursor: Cursor<'u>, ty: Scalar) -> Option<Operand> {
        let parts = operands(cursor);
        let ctype = cursor.ctype();
        Some(match cursor.kind() {
            Kind::Cxx(CxxKind::Bool) => match cursor.evaluate() {
                Some(constant) => self.constant(constant, ty),
                None => self.unsupported_value(cursor, "a literal that has no value"),
            },
            Kind::Cxx(CxxKind::NullPtr) => Operand::Null,
            Kind::Cxx(CxxKind::This) => match self.cxx.this {
                Some(this) => this,
                None => self.unsupported_value(cursor, "this outside of a member function"),
            },
            Kind::Cxx(CxxKind::New) => self.new_object(cursor),
            Kind::Cxx(CxxKind::Cast) | Kind::Cast | Kind::Unexposed => {
                return self.cast_value(cursor, ty, &parts);
            }
            Kind::Cxx(CxxKind::DynamicCast) => self.dynamic_cast(cursor, &parts),
            // An array is used by its address.
            Kind::Cxx(CxxKind::Reinterpret) | Kind::Conditional
                if ctype.kind() == TypeKind::Array && self.is_glvalue(cursor) =>
            {
                self.address(cursor)
            }
            Kind::Cxx(CxxKind::Reinterpret) if self.is_glvalue(cursor) => {
                let place = self.place(cursor);
                self.load_place(place, ty, ctype.is_volatile())
            }
            Kind::Cxx(CxxKind::Reinterpret) => match parts.last() {
                Some(&inner) => self.converted(inner, ty),
                None => self.unsupported_value(cursor, "a conversion of an unknown form"),
            },
            Kind::Cxx(CxxKind::Throw) => {
                self.effect(cursor);
                Operand::Undef(ty)
            }
            Kind::Cxx(_) => self.unsupported_value(cursor, "an expression of an unknown kind"),
            // `sizeof...(x)` and the like.
            Kind::Other(_) => match cursor.evaluate() {
                Some(constant) => self.constant(constant, ty),
                None => self.unsupported_value(cursor, "an expression of an unknown kind"),
            },
            Kind::Call => self.call_value(cursor, ty),
            // A parameter of a template, with its value.
            Kind::DeclRef if cursor.referenced().is_none() && parts.len() == 1 => self.rvalue(parts[0]),
            Kind::Member
                if cursor.referenced().is_some_and(|found| found.kind() == Kind::EnumConstantDecl) =>
            {
                let value = cursor.referenced().map_or(0, |found| found.enum_value());
                self.constant(Constant::Int(i128::from(value)), ty)
            }
            Kind::Conditional if self.is_glvalue(cursor) => {
                let place = self.place(cursor);
                self.load_place(place, ty, ctype.is_volatile())
            }
            Kind::Binary if matches!(cursor.binary_op(), COp::Assign) => {
                let place = self.place(cursor);
                self.load_place(place, ty, false)
            }
            Kind::Binary if matches!(cursor.binary_op(), COp::Other) => {
                self.unsupported_value(cursor, "an operator of an unknown kind")
            }
            _ => return None,
        })
    }

    fn call_value(&mut self, cursor: Cursor<'u>, ty: Scalar) -> Operand {
        let is_reference = self.is_glvalue(cursor) && cursor.ctype().kind() != TypeKind::Array;
        match self.call(cursor) {
            Some(addr) if is_reference => {
                let place = crate::lower::function::Place::Memory { addr, bits: None };
                self.load_place(place, ty, cursor.ctype().is_volatile())
            }
            Some(value) => value,
            None => Operand::Undef(ty),
        }
    }

    /// A conversion.
    fn cast_value(&mut self, cursor: Cursor<'u>, ty: Scalar, parts: &[Cursor<'u>]) -> Option<Operand> {
        let ctype = cursor.ctype();
        let Some(&inner) = parts.last() else {
            return Some(match cursor.evaluate() {
                Some(constant) => self.constant(constant, ty),
                // `T()`; a default argument has no place.
                None if ty == Scalar::Ptr && cursor.location().line > 0 => Operand::Null,
                None => self.unsupported_value(cursor, "an expression of an unknown kind"),
            });
        };
        if self.is_glvalue(cursor) {
            let place = self.place(cursor);
            return Some(self.load_place(place, ty, ctype.is_volatile()));
        }
        if parts.len() > 1 {
            return None;
        }
        if inner.kind() == Kind::InitList {
            return Some(self.rvalue(inner));
        }
        match inner.ctype().kind() {
            TypeKind::Record => Some(self.unsupported_value(cursor, "a conversion of a class object")),
            TypeKind::Pointer if ty == Scalar::Ptr && self.kind_of(inner) == TypeKind::Pointer => {
                let value = self.rvalue(inner);
                Some(self.converted_pointer(value, inner.ctype(), ctype))
            }
            TypeKind::Other => {
                Some(self.unsupported_value(cursor, &format!("a value of type {}", inner.ctype().name())))
            }
            _ => Some(self.converted(inner, ty)),
        }
    }

    /// `dynamic_cast<T *>(p)`
    fn dynamic_cast(&mut self, cursor: Cursor<'u>, parts: &[Cursor<'u>]) -> Operand {
        let (Some(&inner), TypeKind::Pointer) = (parts.last(), cursor.ctype().kind()) else {
            return self.unsupported_value(cursor, "a dynamic_cast of an unknown form");
        };
        let (from, to) = (inner.ctype().pointee(), cursor.ctype().pointee());
        let value = self.rvalue(inner);
        let value = self.kept(value);
        self.cast_object(value, from, to)
    }

    /// An object as one of another class; null if it is none.
    pub(in crate::lower) fn cast_object(
        &mut self,
        value: Operand,
        from: CType<'u>,
        to: CType<'u>,
    ) -> Operand {
        if to.kind() == TypeKind::Void {
            return self
                .unless_null(value, |this, value| this.ask(WHOLE.to_string(), value, Otherwise::Unknown));
        }
        let is_up = self
            .unit
            .sub_objects(from, None)
            .is_none_or(|parts| parts.iter().any(|part| type_name(part.class) == type_name(to)));
        if is_up {
            return self.unless_null(value, |this, value| {
                let found = this.base_address(value, from, to);
                found.unwrap_or_else(|| this.unsupported_pointer("a dynamic_cast between these classes"))
            });
        }
        let name = format!("{} cast to {}", definition(from).usr(), definition(to).usr());
        self.unless_null(value, |this, value| this.ask(name, value, Otherwise::Null))
    }

    /// Evaluates an expression for what it does. False where it is as in C.
    pub(in crate::lower) fn cxx_effect(&mut self, cursor: Cursor<'u>) -> bool {
        let parts = operands(cursor);
        match cursor.kind() {
            Kind::Cxx(CxxKind::Delete) => self.delete_object(cursor),
            Kind::Cxx(CxxKind::Throw) => self.throw(cursor),
            Kind::Cxx(CxxKind::New) => {
                self.new_object(cursor);
            }
            Kind::Call => {
                self.discard_call(cursor);
            }
            Kind::Cast | Kind::Cxx(CxxKind::Cast) | Kind::Unexposed | Kind::Paren => match parts[..] {
                [inner] if cursor.ctype().kind() == TypeKind::Void => self.effect(inner),
                [inner] if is_same_type(cursor.ctype(), inner.ctype()) => self.effect(inner),
                _ if cursor.ctype().kind() == TypeKind::Record => {
                    self.bound(cursor, Life::Full);
                }
                _ => return false,
            },
            Kind::Binary if cursor.binary_op() == COp::Other => {
                self.unsupported("an operator of an unknown kind");
            }
            Kind::Cxx(_) if cursor.ctype().kind() == TypeKind::Record => {
                self.bound(cursor, Life::Full);
            }
            Kind::Cxx(CxxKind::This | CxxKind::Bool | CxxKind::NullPtr) => {}
            Kind::Conditional if cursor.ctype().kind() == TypeKind::Record => {
                self.bound(cursor, Life::Full);
            }
            _ => return false,
        }
        true
    }

    fn discard_call(&mut self, cursor: Cursor<'u>) {
        match cursor.ctype().kind() == TypeKind::Record && !self.is_glvalue(cursor) {
            true => {
                self.bound(cursor, Life::Full);
            }
            false => {
                self.call(cursor);
            }
        }
    }
}

/// Whether two types are the same up to qualifiers.
pub(in crate::lower) fn is_same_type(left: CType<'_>, right: CType<'_>) -> bool {
    left.canonical().identity() == right.canonical().identity() || type_name(left) == type_name(right)
}
