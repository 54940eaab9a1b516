//! Expressions: values, lvalues, conditions.
//!
//! `parts` lowers elements and members, `arith` and `overflow` operators, `call` calls, `scan` and `variadic`
//! calls of `scanf` and `va_arg`.

pub(super) mod arith;
mod call;
pub(in crate::lower) mod commands;
mod literals;
mod overflow;
mod parts;
mod scan;
pub(super) mod variadic;

use super::cxx::Life;
use super::function::{FunctionLowering, Place};
use super::text::string_units;
use crate::clang::{BinaryOp as COp, CType, Constant, Cursor, Kind, TypeKind, UnaryOp as CUnary};
use crate::ir::*;
pub(super) use parts::Use;
use variadic::is_next_argument;

impl<'u> FunctionLowering<'_, '_, 'u> {
    /// Says that an expression is not supported; its value is unknown.
    pub(super) fn unsupported_value(&mut self, cursor: Cursor<'u>, reason: &str) -> Operand {
        self.unsupported(reason);
        Operand::Undef(self.unit.scalar(cursor.ctype()).unwrap_or(Scalar::INT))
    }

    /// Evaluates an expression for what it does.
    pub(super) fn effect(&mut self, cursor: Cursor<'u>) {
        self.pos = self.unit.pos(cursor);
        if self.unit.cxx.is_some() && self.cxx_effect(cursor) {
            return;
        }
        match cursor.kind() {
            Kind::Paren => self.first_child(cursor, Self::effect),
            Kind::Binary if cursor.binary_op() == COp::Comma => {
                cursor.children().into_iter().for_each(|child| self.effect(child));
            }
            Kind::Cast if cursor.ctype().kind() == TypeKind::Void => self.last_child(cursor, Self::effect),
            Kind::Unexposed if cursor.ctype().kind() == TypeKind::Void => match cursor.children()[..] {
                [child] => self.effect(child),
                // An atomic store, say.
                _ => self.unsupported("an expression of an unknown kind"),
            },
            Kind::Unary if cursor.unary_op() == CUnary::Extension => self.first_child(cursor, Self::effect),
            Kind::Call => {
                self.call(cursor);
            }
            Kind::StatementExpr => self.first_child(cursor, |this, body| this.statement(body)),
            Kind::Conditional => {
                let children = cursor.children();
                let [cond, then, otherwise] = children[..] else { return };
                let cond = self.condition(cond);
                let then = self.nested(|this| this.effect(then));
                let otherwise = self.nested(|this| this.effect(otherwise));
                self.emit(StmtKind::If { cond, then, otherwise });
            }
            Kind::Binary | Kind::CompoundAssign | Kind::Unary | Kind::Cast | Kind::Unexposed => {
                if self.is_scalar_update(cursor) {
                    return self.update(cursor);
                }
                match self.kind_of(cursor) {
                    TypeKind::Record => {
                        self.object(cursor);
                    }
                    // `*p;` reads nothing of what it names if that has no value.
                    TypeKind::Void | TypeKind::Function => {}
                    TypeKind::Array | TypeKind::OpenArray | TypeKind::Vla => {
                        self.address(cursor);
                    }
                    _ => {
                        self.rvalue(cursor);
                    }
                }
            }
            Kind::Integer | Kind::Floating | Kind::Character | Kind::String | Kind::DeclRef => {}
            // The dimensions of an array of variable length are evaluated.
            Kind::SizeOf if cursor.evaluate().is_some() => {}
            _ => match self.kind_of(cursor) {
                TypeKind::Record => {
                    self.object(cursor);
                }
                TypeKind::Void => {
                    self.unsupported_value(cursor, "an expression of an unknown kind");
                }
                TypeKind::Array | TypeKind::OpenArray | TypeKind::Vla => {
                    self.address(cursor);
                }
                _ => {
                    self.rvalue(cursor);
                }
            },
        }
    }

    fn first_child(&mut self, cursor: Cursor<'u>, act: impl FnOnce(&mut Self, Cursor<'u>)) {
        match cursor.children().into_iter().next() {
            Some(child) => act(self, child),
            None => self.unsupported("an expression without parts"),
        }
    }

    fn last_child(&mut self, cursor: Cursor<'u>, act: impl FnOnce(&mut Self, Cursor<'u>)) {
        match cursor.children().into_iter().last() {
            Some(child) => act(self, child),
            None => self.unsupported("an expression without parts"),
        }
    }

    /// The value of an expression of scalar type.
    pub(super) fn rvalue(&mut self, cursor: Cursor<'u>) -> Operand {
        match self.unit.cxx.is_some() {
            true => self.cxx_rvalue(cursor),
            false => self.plain_rvalue(cursor),
        }
    }

    /// The same, where C and C++ agree.
    pub(super) fn plain_rvalue(&mut self, cursor: Cursor<'u>) -> Operand {
        self.pos = self.unit.pos(cursor);
        let ctype = cursor.ctype();
        let Some(ty) = self.scalar_of(cursor) else {
            return match ctype.kind() {
                // Arrays and functions decay to their address.
                TypeKind::Array | TypeKind::OpenArray | TypeKind::Vla => self.address(cursor),
                TypeKind::Function => self.function_address(cursor),
                _ => self.unsupported_value(cursor, &format!("a value of type {}", ctype.name())),
            };
        };
        match cursor.kind() {
            Kind::Paren => match cursor.children().first() {
                Some(&child) => self.rvalue(child),
                None => self.unsupported_value(cursor, "an expression without parts"),
            },
            Kind::Integer | Kind::Character | Kind::Floating => match cursor.evaluate() {
                Some(constant) => self.constant(constant, ty),
                None => self.unsupported_value(cursor, "a literal that has no value"),
            },
            Kind::DeclRef | Kind::Member | Kind::Subscript | Kind::CompoundLiteral => self.load(cursor, ty),
            Kind::Unexposed => self.unexposed(cursor, ty),
            Kind::Cast => match cursor.children().last() {
                Some(&child) => {
                    if ty == Scalar::Ptr {
                        self.vla_dimensions(cursor, ctype);
                    }
                    self.converted(child, ty)
                }
                None => self.unsupported_value(cursor, "a cast without a value"),
            },
            Kind::Unary => self.unary(cursor, ty),
            Kind::Binary => self.binary(cursor, ty),
            Kind::CompoundAssign => self.compound_assign(cursor, true),
            Kind::Conditional => self.conditional(cursor, ty),
            Kind::Call => match self.call(cursor) {
                Some(value) => value,
                None => Operand::Undef(ty),
            },
            Kind::SizeOf => self.size_of(cursor, ty),
            Kind::StatementExpr => self.statement_expr(cursor, |this, last| this.rvalue(last)),
            Kind::InitList => match cursor.children().first() {
                Some(&child) => self.converted(child, ty),
                None => self.zero_of(ty),
            },
            Kind::Generic => self.generic(cursor, ty),
            Kind::AddressOfLabel => {
                let label = cursor.children().first().and_then(|label| label.referenced());
                match label.and_then(|label| self.label_address(label.statement_identity())) {
                    Some(address) => address,
                    None => self.unsupported_value(cursor, "the address of a label"),
                }
            }
            _ => self.unsupported_value(cursor, "an expression of an unknown kind"),
        }
    }

    fn load(&mut self, cursor: Cursor<'u>, ty: Scalar) -> Operand {
        if cursor.kind() == Kind::DeclRef
            && let Some(declaration) = cursor.referenced()
            && declaration.kind() == Kind::EnumConstantDecl
        {
            return self.constant(Constant::Int(i128::from(declaration.enum_value())), ty);
        }
        let place = self.place(cursor);
        let volatile = cursor.ctype().is_volatile();
        self.load_place(place, ty, volatile)
    }

    /// What libclang does not name: conversions that are not written, as a rule.
    fn unexposed(&mut self, cursor: Cursor<'u>, ty: Scalar) -> Operand {
        let children = cursor.children();
        match children[..] {
            // `__func__` and its relatives are arrays, and handled there.
            [child] if child.kind() == Kind::TypeRef => self.evaluated(cursor, ty),
            // `va_arg`; the type may have a name.
            [child] | [child, _] | [_, child] if is_next_argument(cursor, child) => {
                let size = u64::from(self.unit.linker.target.size_of(ty));
                let addr = self.next_argument(child, size);
                self.load_place(Place::Memory { addr, bits: None }, ty, false)
            }
            [child] => self.converted(child, ty),
            // `__builtin_choose_expr`
            [test, then, otherwise]
                if matches!(self.kind_of(test), TypeKind::Int { .. } | TypeKind::Bool) =>
            {
                match test.evaluate() {
                    Some(Constant::Int(value)) => self.rvalue(if value != 0 { then } else { otherwise }),
                    _ => self.evaluated(cursor, ty),
                }
            }
            // `x ?: y`, whose first part is given three times.
            [value, _, _, otherwise] if value.kind() != Kind::TypeRef => {
                let result = self.temp(ty);
                let first = self.converted(value, ty);
                let copy = self.temp(ty);
                self.emit(StmtKind::Assign { dst: copy, value: Expr::Use(first) });
                let cond = self.truth(Operand::Var(copy));
                let then = self.nested(|this| this.assign(result, Operand::Var(copy)));
                let otherwise = self.nested(|this| {
                    let value = this.rvalue(otherwise);
                    this.assign(result, value);
                });
                self.emit(StmtKind::If { cond, then, otherwise });
                Operand::Var(result)
            }
            _ => self.evaluated(cursor, ty),
        }
    }

    /// A constant that only the compiler can tell: `offsetof` and other built-in expressions.
    fn evaluated(&mut self, cursor: Cursor<'u>, ty: Scalar) -> Operand {
        match cursor.evaluate() {
            Some(constant) => self.constant(constant, ty),
            None => self.unsupported_value(cursor, "an expression of an unknown kind"),
        }
    }

    fn generic(&mut self, cursor: Cursor<'u>, ty: Scalar) -> Operand {
        if let Some(constant) = cursor.evaluate() {
            return self.constant(constant, ty);
        }
        match selected(cursor) {
            Some(one) => self.rvalue(one),
            None => self.unsupported_value(cursor, "_Generic"),
        }
    }

    /// A child's value as the type of its parent: a conversion, written or not.
    pub(super) fn converted(&mut self, child: Cursor<'u>, to: Scalar) -> Operand {
        match self.kind_of(child) {
            TypeKind::Array | TypeKind::OpenArray | TypeKind::Vla => {
                let value = self.address(child);
                self.convert(value, Scalar::Ptr, to)
            }
            TypeKind::Function => {
                let value = self.function_address(child);
                self.convert(value, Scalar::Ptr, to)
            }
            _ => match self.scalar_of(child) {
                Some(from) => {
                    let value = self.rvalue(child);
                    self.convert(value, from, to)
                }
                None => {
                    self.unsupported(&format!("a conversion from {}", child.ctype().name()));
                    Operand::Undef(to)
                }
            },
        }
    }

    /// What kind of value an expression has. libclang shows a parameter that was written as an array or
    /// function, and whatever is computed from it, with the type that was written; such an expression is a
    /// pointer in truth.
    pub(super) fn kind_of(&self, cursor: Cursor<'u>) -> TypeKind {
        match cursor.ctype().kind() {
            TypeKind::Array | TypeKind::OpenArray | TypeKind::Vla
                if !is_array(cursor, self.unit.cxx.is_some()) =>
            {
                TypeKind::Pointer
            }
            TypeKind::Function if is_parameter(cursor) => TypeKind::Pointer,
            kind => kind,
        }
    }

    /// The scalar that an expression has as its value.
    pub(super) fn scalar_of(&self, cursor: Cursor<'u>) -> Option<Scalar> {
        match self.kind_of(cursor) {
            TypeKind::Pointer => Some(Scalar::Ptr),
            _ => self.unit.scalar(cursor.ctype()),
        }
    }

    /// What a pointer expression points to.
    pub(super) fn pointee_of(&self, cursor: Cursor<'u>) -> CType<'u> {
        let ctype = cursor.ctype();
        match ctype.kind() {
            TypeKind::Array | TypeKind::OpenArray | TypeKind::Vla => ctype.canonical().element(),
            TypeKind::Function => ctype,
            _ => ctype.pointee(),
        }
    }

    /// The address of something that has one.
    pub(super) fn address(&mut self, cursor: Cursor<'u>) -> Operand {
        self.address_for(cursor, Use::Address)
    }

    fn address_for(&mut self, cursor: Cursor<'u>, wanted: Use) -> Operand {
        match self.place_for(cursor, wanted) {
            Place::Memory { addr, bits: None } => addr,
            Place::Memory { .. } => self.unsupported_pointer("the address of a bit-field"),
            Place::Var(_) => {
                self.unsupported_pointer("the address of a variable that was thought to have none")
            }
        }
    }

    pub(super) fn unsupported_pointer(&mut self, reason: &str) -> Operand {
        self.unsupported(reason);
        Operand::Undef(Scalar::Ptr)
    }

    /// The address of a function that an expression denotes.
    pub(super) fn function_address(&mut self, cursor: Cursor<'u>) -> Operand {
        match cursor.kind() {
            Kind::Paren | Kind::Unexposed => match cursor.children().first() {
                Some(&child) if self.kind_of(child) == TypeKind::Function => self.function_address(child),
                Some(&child) => self.rvalue(child),
                None => self.unsupported_pointer("a function of an unknown form"),
            },
            Kind::DeclRef => match cursor.referenced() {
                Some(declaration) if self.unit.special.may_be_missing(declaration) => {
                    self.unsupported_pointer("the address of a weak symbol that may be undefined")
                }
                Some(declaration)
                    if declaration.kind() == Kind::FunctionDecl
                        || declaration.is_static_member() && declaration.spelling() != "__invoke" =>
                {
                    Operand::Func(self.unit.function_id(declaration))
                }
                _ => self.unsupported_pointer("a function of an unknown form"),
            },
            Kind::Unary => match (cursor.unary_op(), cursor.children().first()) {
                (CUnary::Dereference, Some(&child)) => self.rvalue(child),
                (CUnary::Extension, Some(&child)) => self.function_address(child),
                _ => self.unsupported_pointer("a function of an unknown form"),
            },
            Kind::Conditional => self.conditional(cursor, Scalar::Ptr),
            Kind::Generic => match selected(cursor) {
                Some(one) => self.function_address(one),
                None => self.unsupported_pointer("_Generic"),
            },
            _ => self.unsupported_pointer("a function of an unknown form"),
        }
    }

    /// Where the thing is that an expression names, to be read or written.
    pub(super) fn place(&mut self, cursor: Cursor<'u>) -> Place {
        self.place_for(cursor, Use::Access)
    }

    /// Where the thing is that an expression names.
    pub(super) fn place_for(&mut self, cursor: Cursor<'u>, wanted: Use) -> Place {
        self.pos = self.unit.pos(cursor);
        if self.unit.cxx.is_some()
            && let Some(place) = self.cxx_place(cursor, wanted)
        {
            return place;
        }
        let memory = |addr| Place::Memory { addr, bits: None };
        match cursor.kind() {
            Kind::Paren => match cursor.children().last() {
                Some(&child) => self.place_for(child, wanted),
                None => memory(self.unsupported_pointer("an expression without parts")),
            },
            Kind::Generic => match selected(cursor) {
                Some(one) => self.place_for(one, wanted),
                None => memory(self.unsupported_pointer("_Generic")),
            },
            Kind::DeclRef => self.named_place(cursor),
            Kind::String => memory(self.string(cursor)),
            Kind::Subscript => memory(self.subscript(cursor, wanted)),
            Kind::Member => self.member(cursor, wanted),
            Kind::CompoundLiteral => memory(self.compound_literal(cursor)),
            Kind::Unary => match (cursor.unary_op(), cursor.children().first()) {
                (CUnary::Dereference, Some(&child)) => memory(self.dereferenced(child, wanted)),
                (CUnary::Extension | CUnary::Real, Some(&child)) => self.place_for(child, wanted),
                _ => memory(self.object(cursor)),
            },
            Kind::Unexposed => match cursor.children()[..] {
                // Names made by the compiler (`__func__`), and conversions that keep the place.
                [child] if child.kind() == Kind::String || child.ctype().size() == cursor.ctype().size() => {
                    self.place_for(child, wanted)
                }
                _ => memory(self.object(cursor)),
            },
            _ => memory(self.object(cursor)),
        }
    }

    pub(super) fn named_place(&mut self, cursor: Cursor<'u>) -> Place {
        let unknown = |this: &mut Self| {
            let addr = this.unsupported_pointer("a name of an unknown kind");
            Place::Memory { addr, bits: None }
        };
        let Some(declaration) = cursor.referenced() else { return unknown(self) };
        let key = declaration.canonical().identity();
        if let Some(&place) = self.locals.get(&key) {
            return place;
        }
        if self.unit.special.may_be_missing(declaration) {
            self.unsupported("a weak symbol that may be undefined");
        }
        match declaration.kind() {
            Kind::VarDecl if declaration.has_static_storage() || declaration.is_extern() => {
                Place::Memory { addr: Operand::Global(self.unit.global_id(declaration)), bits: None }
            }
            Kind::FunctionDecl => {
                Place::Memory { addr: Operand::Func(self.unit.function_id(declaration)), bits: None }
            }
            // A local whose declaration was jumped over, or that is used in its own initialiser.
            Kind::VarDecl => {
                self.begin_local(declaration);
                match self.locals.get(&key) {
                    Some(&place) => place,
                    None => unknown(self),
                }
            }
            _ => unknown(self),
        }
    }

    fn string(&mut self, cursor: Cursor<'u>) -> Operand {
        let ctype = cursor.ctype();
        let Some(bytes) = self.string_bytes(cursor) else {
            return self.unsupported_pointer("a string literal that cannot be read");
        };
        let ty = self.unit.type_id(ctype);
        let pos = self.pos;
        Operand::Global(self.unit.string_global(bytes, ty, pos))
    }

    /// The bytes of a string literal, as many as its type has.
    pub(super) fn string_bytes(&mut self, cursor: Cursor<'u>) -> Option<Vec<u8>> {
        let ctype = cursor.ctype();
        let unit_size = ctype.element().size()? as usize;
        let size = ctype.size()? as usize;
        let units = string_units(&cursor.spelling())?;
        let mut bytes: Vec<u8> =
            units.iter().flat_map(|unit| unit.to_le_bytes().into_iter().take(unit_size)).collect();
        bytes.resize(size, 0);
        Some(bytes)
    }

    /// A record as a value: where it is, which may be a temporary.
    pub(super) fn object(&mut self, cursor: Cursor<'u>) -> Operand {
        self.pos = self.unit.pos(cursor);
        if self.unit.cxx.is_some() {
            return self.bound(cursor, Life::Full);
        }
        let ctype = cursor.ctype();
        match cursor.kind() {
            Kind::Paren => match cursor.children().first() {
                Some(&child) => self.object(child),
                None => self.unsupported_pointer("an expression without parts"),
            },
            Kind::DeclRef | Kind::Member | Kind::Subscript | Kind::CompoundLiteral | Kind::String => {
                self.address_of_record(cursor, Use::Access)
            }
            Kind::Unary if matches!(cursor.unary_op(), CUnary::Dereference | CUnary::Extension) => {
                self.address_of_record(cursor, Use::Access)
            }
            Kind::Unexposed | Kind::Cast => match cursor.children().last() {
                Some(&child) if child.ctype().kind() == ctype.kind() => self.object(child),
                Some(&child) if cursor.kind() == Kind::Unexposed && is_next_argument(cursor, child) => {
                    self.next_argument(child, ctype.size().unwrap_or(0))
                }
                _ => self.unsupported_pointer("a record of an unknown form"),
            },
            Kind::Binary => match (cursor.binary_op(), &cursor.children()[..]) {
                (COp::Comma, &[left, right]) => {
                    self.effect(left);
                    self.object(right)
                }
                (COp::Assign, &[left, right]) => {
                    let src = self.object(right);
                    let dst = self.address_of_record(left, Use::Access);
                    self.pos = self.unit.pos(cursor);
                    self.copy(dst, src, ctype);
                    dst
                }
                _ => self.unsupported_pointer("a record of an unknown form"),
            },
            Kind::Conditional => self.conditional_object(cursor),
            Kind::Call => self.call(cursor).unwrap_or(Operand::Undef(Scalar::Ptr)),
            Kind::StatementExpr => self.statement_expr(cursor, |this, last| {
                // The record may be a local of the statement, which ends with it.
                let src = this.object(last);
                let copy = this.temporary(last.ctype(), "value");
                this.copy(copy, src, last.ctype());
                copy
            }),
            Kind::InitList => {
                let addr = self.temporary(ctype, "value");
                self.initialize(Place::Memory { addr, bits: None }, ctype, cursor);
                addr
            }
            Kind::Generic => match selected(cursor) {
                Some(one) => self.object(one),
                None => self.unsupported_pointer("_Generic"),
            },
            _ => self.unsupported_pointer(&format!("a value of type {} of an unknown form", ctype.name())),
        }
    }

    /// A new object for a value without a name.
    pub(super) fn temporary(&mut self, ctype: CType<'u>, name: &str) -> Operand {
        let ty = self.unit.type_id(ctype);
        let slot = self.new_slot(name, ty, ctype.size());
        self.emit(StmtKind::Begin(Local::Slot(slot)));
        // Inside a statement expression it must outlive the statement, so the function's scope owns it; it is
        // begun anew each time.
        if let Some(scope) = self.scopes.first_mut() {
            scope.push(Local::Slot(slot));
        }
        Operand::Slot(slot)
    }

    pub(super) fn copy(&mut self, dst: Operand, src: Operand, ctype: CType<'u>) {
        let ty = self.unit.type_id(ctype);
        match ctype.size() {
            Some(size) => self.emit(StmtKind::Copy { dst, src, ty, size }),
            None => self.unsupported("a copy of an incomplete type"),
        }
    }

    fn conditional_object(&mut self, cursor: Cursor<'u>) -> Operand {
        let children = cursor.children();
        let [cond, then, otherwise] = children[..] else {
            return self.unsupported_pointer("a conditional of an unknown form");
        };
        let result = self.temp(Scalar::Ptr);
        let cond = self.condition(cond);
        let [then, otherwise] = [then, otherwise].map(|side| {
            self.nested(|this| {
                let value = this.object(side);
                this.assign(result, value);
            })
        });
        self.emit(StmtKind::If { cond, then, otherwise });
        Operand::Var(result)
    }

    /// `x ? y : z`
    fn conditional(&mut self, cursor: Cursor<'u>, ty: Scalar) -> Operand {
        let children = cursor.children();
        let [cond, then, otherwise] = children[..] else {
            return self.unsupported_value(cursor, "a conditional of an unknown form");
        };
        let result = self.temp(ty);
        let cond = self.condition(cond);
        let [then, otherwise] = [then, otherwise].map(|side| {
            self.nested(|this| {
                let value = this.rvalue(side);
                this.assign(result, value);
            })
        });
        self.pos = self.unit.pos(cursor);
        self.emit(StmtKind::If { cond, then, otherwise });
        Operand::Var(result)
    }

    /// `({ ... })`: all statements, then the last one's value.
    fn statement_expr(
        &mut self,
        cursor: Cursor<'u>,
        value: impl FnOnce(&mut Self, Cursor<'u>) -> Operand,
    ) -> Operand {
        let Some(&body) = cursor.children().first() else {
            return self.unsupported_value(cursor, "a statement expression without a body");
        };
        let statements = body.children();
        let Some((&last, before)) = statements.split_last() else {
            return self.unsupported_value(cursor, "a statement expression without a value");
        };
        if self.plan.compounds.contains_key(&body.statement_identity()) {
            return self.unsupported_value(cursor, "goto inside a statement expression");
        }
        let mut result = None;
        self.scoped(|this| {
            before.iter().for_each(|&statement| this.statement(statement));
            let found = value(this, last);
            // A local's variable may be set again before the value is used, in a loop for example.
            let ty = this.operand_type(found);
            let kept = this.temp(ty);
            this.emit(StmtKind::Assign { dst: kept, value: Expr::Use(found) });
            result = Some(Operand::Var(kept));
        });
        result.unwrap_or(Operand::Undef(Scalar::INT))
    }

    fn size_of(&mut self, cursor: Cursor<'u>, ty: Scalar) -> Operand {
        let children = cursor.children();
        // Only arrays of variable length have a size that the compiler does not know.
        if let Some(constant) = cursor.evaluate() {
            return self.constant(constant, ty);
        }
        match children[..] {
            [child] if child.ctype().canonical().kind() == TypeKind::Vla => {
                if child.kind() != Kind::TypeRef {
                    self.effect(child);
                }
                let size = self.size_operand(child.ctype());
                let from = self.operand_type(size);
                self.convert(size, from, ty)
            }
            _ => self.unsupported_value(cursor, "the size of a type of variable length"),
        }
    }

    /// A condition: an integer that is not zero if it holds.
    pub(super) fn condition(&mut self, cursor: Cursor<'u>) -> Operand {
        let value = self.rvalue(cursor);
        self.truth(value)
    }

    /// A value as an integer that is zero only if the value counts as false.
    pub(super) fn truth(&mut self, value: Operand) -> Operand {
        let ty = self.operand_type(value);
        match ty {
            Scalar::Int(_) => value,
            _ => {
                let zero = self.zero_of(ty);
                self.compute(Expr::Compare(CompareOp::Ne, ty, value, zero), Scalar::INT)
            }
        }
    }
}

/// What a member is taken of, without the anonymous records on the way to it: libclang shows some of those,
/// as members without a name.
fn named_base(base: Cursor<'_>) -> Cursor<'_> {
    let mut base = base;
    while base.kind() == Kind::Member
        && base.ctype().kind() == TypeKind::Record
        && base.ctype().declaration().is_anonymous_record()
        && let Some(&outer) = base.children().first()
    {
        base = outer;
    }
    base
}

/// The expression that `_Generic` selects: the one whose type is that of the whole, if there is only one.
pub(super) fn selected(cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    let name = cursor.ctype().canonical().name();
    let children = cursor.children();
    let fits =
        |child: &&Cursor<'_>| child.kind() != Kind::TypeRef && child.ctype().canonical().name() == name;
    let mut chosen = children.iter().skip(1).filter(fits);
    chosen.next().copied().filter(|_| chosen.next().is_none())
}

/// Whether an expression of array type is an array, and not a parameter written as one or computed from one.
/// In C++ it may also be the result of a call, by reference, or an array that becomes a constant one.
fn is_array(cursor: Cursor<'_>, is_cxx: bool) -> bool {
    let last_is_array = || cursor.children().last().is_some_and(|&child| is_array(child, is_cxx));
    match cursor.kind() {
        Kind::Member | Kind::Subscript | Kind::String | Kind::CompoundLiteral | Kind::InitList => true,
        Kind::DeclRef => !is_parameter(cursor),
        Kind::Call | Kind::Cxx(_) => is_cxx,
        Kind::Unary if cursor.unary_op() == CUnary::Dereference => true,
        Kind::Paren => last_is_array(),
        Kind::Generic => selected(cursor).is_some_and(|chosen| is_array(chosen, is_cxx)),
        Kind::Unary if cursor.unary_op() == CUnary::Extension => last_is_array(),
        // A name made by the compiler: `__func__`.
        Kind::Unexposed => {
            let is_text = cursor.children().last().is_some_and(|&child| child.kind() == Kind::String);
            is_text || is_cxx && last_is_array()
        }
        _ => false,
    }
}

/// Whether an expression names a parameter, or is a plain read of one.
fn is_parameter(cursor: Cursor<'_>) -> bool {
    match cursor.kind() {
        Kind::DeclRef => cursor.referenced().is_some_and(|declaration| declaration.kind() == Kind::ParmDecl),
        Kind::Paren | Kind::Unexposed => cursor.children().last().is_some_and(|&child| is_parameter(child)),
        _ => false,
    }
}
