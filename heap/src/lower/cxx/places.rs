//! What expressions refer to: references are bound to it, assignments change it.

use super::class::definition;
use super::class::layout::Within;
use super::class::tables::{CLASS, Otherwise};
use super::exprs::is_same_type;
use super::temps::Life;
use super::{operands, type_name};
use crate::clang::{BinaryOp as COp, Cursor, CxxKind, Kind, TypeKind, UnaryOp as CUnary};
use crate::ir::*;
use crate::lower::expr::Use;
use crate::lower::expr::arith::{Wanted, arithmetic};
use crate::lower::function::{FunctionLowering, Place};

impl<'u> FunctionLowering<'_, '_, 'u> {
    /// Whether an expression refers to something, rather than to be a value.
    ///
    /// libclang does not tell: a conversion that is not written and keeps a type that is not constant reads a
    /// scalar; one to a constant type only adds the qualifier.
    pub(in crate::lower) fn is_glvalue(&self, cursor: Cursor<'u>) -> bool {
        let parts = operands(cursor);
        match cursor.kind() {
            Kind::DeclRef => cursor.referenced().is_some_and(|found| found.kind() != Kind::EnumConstantDecl),
            Kind::Member => cursor.referenced().is_some_and(|found| {
                matches!(found.kind(), Kind::FieldDecl | Kind::VarDecl | Kind::InertDecl)
            }),
            Kind::Subscript | Kind::String | Kind::CompoundAssign | Kind::CompoundLiteral => true,
            Kind::Unary => {
                matches!(cursor.unary_op(), CUnary::Dereference | CUnary::PreIncrement | CUnary::PreDecrement)
            }
            Kind::Binary => match (cursor.binary_op(), &parts[..]) {
                (COp::Assign, _) => true,
                (COp::Comma, &[_, last]) => self.is_glvalue(last),
                _ => false,
            },
            Kind::Conditional => match parts[..] {
                [_, then, otherwise] => {
                    is_same_type(then.ctype(), otherwise.ctype())
                        && self.is_glvalue(then)
                        && self.is_glvalue(otherwise)
                }
                _ => false,
            },
            Kind::Call => self.returns_reference(cursor),
            Kind::Paren => parts.first().is_some_and(|&inner| self.is_glvalue(inner)),
            Kind::Cxx(CxxKind::Reinterpret) => parts.last().is_some_and(|&inner| self.is_glvalue(inner)),
            Kind::Cxx(CxxKind::TypeId) => true,
            Kind::Cxx(CxxKind::DynamicCast) => cursor.ctype().kind() == TypeKind::Record,
            Kind::Cast | Kind::Cxx(CxxKind::Cast) => {
                parts.last().is_some_and(|&inner| self.is_glvalue(inner))
                    && cursor.ctype().kind() == parts[parts.len() - 1].ctype().kind()
            }
            Kind::Unexposed => match parts[..] {
                [inner] => self.refers(cursor, inner),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a conversion that is not written refers to what it is applied to.
    fn refers(&self, cursor: Cursor<'u>, inner: Cursor<'u>) -> bool {
        let ctype = cursor.ctype();
        match ctype.kind() {
            TypeKind::Record => inner.ctype().kind() == TypeKind::Record && self.is_glvalue(inner),
            TypeKind::Array | TypeKind::OpenArray | TypeKind::Function => self.is_glvalue(inner),
            _ => {
                (ctype.is_const() || ctype.is_volatile())
                    && is_same_type(ctype, inner.ctype())
                    && self.is_glvalue(inner)
            }
        }
    }

    fn returns_reference(&self, call: Cursor<'u>) -> bool {
        match call.referenced() {
            Some(callee) if super::is_function(callee) => {
                callee.ctype().result().kind() == TypeKind::Reference
            }
            _ => {
                let callee = operands(call).first().map(|callee| callee.ctype().canonical());
                let ty = callee.map(|ty| if ty.kind() == TypeKind::Pointer { ty.pointee() } else { ty });
                ty.is_some_and(|ty| ty.result().kind() == TypeKind::Reference)
            }
        }
    }

    /// The address of what a reference to an expression refers to: a new temporary if it is a value.
    pub(in crate::lower) fn bound(&mut self, cursor: Cursor<'u>, life: Life) -> Operand {
        self.pos = self.unit.pos(cursor);
        let parts = operands(cursor);
        let ctype = cursor.ctype();
        match cursor.kind() {
            Kind::Paren | Kind::Unexposed | Kind::Cast | Kind::Cxx(CxxKind::Cast)
                if ctype.kind() == TypeKind::Record =>
            {
                let is_cast = matches!(cursor.kind(), Kind::Cast | Kind::Cxx(_));
                if let Some(&inner) = parts.last()
                    && (is_cast || parts.len() == 1)
                    && inner.ctype().kind() == TypeKind::Record
                    && (is_same_type(ctype, inner.ctype())
                        || self.is_glvalue(inner)
                        || is_derived(self, cursor, inner))
                {
                    let addr = self.bound(inner, life);
                    return self.related_address(addr, inner.ctype(), ctype);
                }
            }
            // A member of a temporary keeps all of it alive.
            Kind::Member if life == Life::Scope => {
                if let [base] = parts[..]
                    && base.ctype().kind() == TypeKind::Record
                    && !self.is_glvalue(base)
                {
                    return self.unsupported_pointer("a reference to a member of a temporary");
                }
            }
            // In the place of a reference, this is the end of a full expression.
            Kind::Unexposed if self.kind_of(cursor) != TypeKind::Function => {
                if let [inner] = parts[..]
                    && is_same_type(ctype, inner.ctype())
                {
                    return self.bound(inner, life);
                }
            }
            _ => {}
        }
        if ctype.kind() == TypeKind::Function {
            return self.function_address(cursor);
        }
        if self.is_glvalue(cursor) {
            return self.address(cursor);
        }
        self.materialized(cursor, life)
    }

    /// The object that stands for a type, or for the class of an object.
    fn type_object(&mut self, cursor: Cursor<'u>) -> Operand {
        let parts = operands(cursor);
        if let Some(&value) = parts.first() {
            let ctype = value.ctype();
            if ctype.kind() == TypeKind::Record && self.unit.is_dynamic(ctype) && self.is_glvalue(value) {
                let addr = self.bound(value, Life::Full);
                return self.ask(CLASS.to_string(), addr, Otherwise::Unknown);
            }
            return Operand::Global(self.unit.type_object(ctype));
        }
        let named = cursor.children().into_iter().find(|child| child.kind() == Kind::TypeRef);
        let text = self.unit.text_of(cursor).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).replace(' ', "");
        match (named, &text[..]) {
            (Some(named), _) if named.ctype().size().is_some() && !text.contains(['*', '&', '<']) => {
                Operand::Global(self.unit.type_object(named.ctype()))
            }
            (None, "typeid(int)" | "typeid(char)" | "typeid(double)" | "typeid(float)" | "typeid(bool)") => {
                let name = text.trim_start_matches("typeid(").trim_end_matches(')');
                Operand::Global(self.unit.linker.type_object(name))
            }
            _ => self.unsupported_pointer("typeid of a type of an unknown form"),
        }
    }

    /// `dynamic_cast<T &>(x)`, which throws where there is no such object.
    fn cast_reference(&mut self, cursor: Cursor<'u>, inner: Cursor<'u>) -> Operand {
        let addr = self.bound(inner, Life::Full);
        let found = self.cast_object(addr, inner.ctype(), cursor.ctype());
        let cond = self.truth(found);
        let otherwise = self.nested(|this| this.throw_library("bad_cast"));
        self.emit(StmtKind::If { cond, then: Vec::new(), otherwise });
        found
    }

    /// A value in a new temporary.
    fn materialized(&mut self, cursor: Cursor<'u>, life: Life) -> Operand {
        let ctype = cursor.ctype();
        if ctype.kind() == TypeKind::Void {
            return self.unsupported_pointer("a temporary without a type");
        }
        let slot = self.new_temporary(ctype);
        let addr = Operand::Slot(slot);
        self.cxx.list_life = is_list(ctype).then_some(life);
        self.initialize(Place::Memory { addr, bits: None }, ctype, cursor);
        self.cxx.list_life = None;
        self.own_temporary(slot, ctype, life);
        addr
    }

    /// An address of an object as that of its base, or of the object that it is the base of.
    fn related_address(
        &mut self,
        addr: Operand,
        from: crate::clang::CType<'u>,
        to: crate::clang::CType<'u>,
    ) -> Operand {
        if type_name(from) == type_name(to) {
            return addr;
        }
        match (self.base_address(addr, from, to), self.unit.base_offset(to, from)) {
            (Some(addr), _) => addr,
            (None, Some(offset)) => self.moved(addr, -(offset as i64)),
            (None, None) => self.unsupported_pointer("a conversion between these classes"),
        }
    }

    /// The address of a base of an object. Where a virtual one is, the object tells; a constructor knows.
    pub(in crate::lower) fn base_address(
        &mut self,
        addr: Operand,
        class: crate::clang::CType<'u>,
        base: crate::clang::CType<'u>,
    ) -> Option<Operand> {
        if let Some(offset) = self.unit.base_offset(class, base) {
            return Some(self.part_address(addr, offset));
        }
        let layout = self.unit.layout(class)?;
        let found = layout
            .virtual_bases
            .iter()
            .find_map(|part| Some((*part, self.unit.base_offset(part.ctype, base)?)));
        let (part, offset) = found?;
        let is_made = self.cxx.this == Some(addr) && self.cxx.makes_object;
        let start = match is_made {
            true => {
                let within = self.cxx.within.unwrap_or(Within { complete: class, offset: 0 });
                let whole = self.unit.layout(within.complete)?;
                let mut parts = whole.virtual_bases.iter();
                let place = parts.find(|place| type_name(place.ctype) == type_name(part.ctype))?;
                self.moved(addr, place.offset as i64 - within.offset as i64)
            }
            false => {
                let name = format!("{} as {}", definition(class).usr(), definition(part.ctype).usr());
                self.ask(name, addr, Otherwise::Unknown)
            }
        };
        Some(self.part_address(start, offset))
    }

    /// A conversion of pointers, which may lead to a base.
    pub(in crate::lower) fn converted_pointer(
        &mut self,
        value: Operand,
        from: crate::clang::CType<'u>,
        to: crate::clang::CType<'u>,
    ) -> Operand {
        let (from, to) = (from.pointee(), to.pointee());
        let are_classes = from.kind() == TypeKind::Record && to.kind() == TypeKind::Record;
        if !are_classes || type_name(from) == type_name(to) {
            return value;
        }
        match (self.unit.base_offset(from, to), self.unit.base_offset(to, from)) {
            (Some(0), _) | (None, Some(0)) => value,
            // Null stays null.
            (Some(offset), _) => self.unless_null(value, |this, value| this.part_address(value, offset)),
            (None, Some(offset)) => {
                self.unless_null(value, |this, value| this.moved(value, -(offset as i64)))
            }
            (None, None) => {
                let related = |one, other| {
                    self.unit.sub_objects(one, None).is_none_or(|parts| {
                        parts.iter().any(|part| type_name(part.class) == type_name(other))
                    })
                };
                match (related(from, to), related(to, from)) {
                    // Of classes that are not related: the address stays.
                    (false, false) => value,
                    (true, _) => self.unless_null(value, |this, value| {
                        let found = this.base_address(value, from, to);
                        found
                            .unwrap_or_else(|| this.unsupported_pointer("a conversion between these classes"))
                    }),
                    _ => self.unsupported_pointer("a conversion between these classes"),
                }
            }
        }
    }

    /// An address made from another one; null stays null.
    pub(in crate::lower) fn unless_null(
        &mut self,
        value: Operand,
        make: impl FnOnce(&mut Self, Operand) -> Operand,
    ) -> Operand {
        let result = self.temp(Scalar::Ptr);
        let cond = self.truth(value);
        let then = self.nested(|this| {
            let moved = make(this, value);
            this.assign(result, moved);
        });
        let otherwise = self.nested(|this| this.assign(result, Operand::Null));
        self.emit(StmtKind::If { cond, then, otherwise });
        Operand::Var(result)
    }

    /// Where the thing is that an expression of C++ names; nothing where it is as in C.
    pub(in crate::lower) fn cxx_place(&mut self, cursor: Cursor<'u>, wanted: Use) -> Option<Place> {
        let memory = |addr| Some(Place::Memory { addr, bits: None });
        let parts = operands(cursor);
        match cursor.kind() {
            Kind::DeclRef => self.reference_place(cursor),
            Kind::Member => Some(self.cxx_member(cursor, wanted)),
            Kind::Unary => match (cursor.unary_op(), &parts[..]) {
                (CUnary::PreIncrement | CUnary::PreDecrement, &[child]) => {
                    let place = self.place(child);
                    self.step_at(cursor, child, place, Wanted::Nothing);
                    Some(place)
                }
                (CUnary::Dereference | CUnary::Extension, _) => None,
                _ => memory(self.materialized(cursor, Life::Full)),
            },
            Kind::Binary | Kind::CompoundAssign => self.assigned_place(cursor, &parts),
            Kind::Conditional if self.is_glvalue(cursor) => {
                let result = self.temp(Scalar::Ptr);
                let cond = self.condition(parts[0]);
                let [then, otherwise] = [parts[1], parts[2]].map(|side| {
                    self.nested(|this| {
                        let value = this.address(side);
                        this.assign(result, value);
                    })
                });
                self.emit(StmtKind::If { cond, then, otherwise });
                memory(Operand::Var(result))
            }
            Kind::Call if self.returns_reference(cursor) => {
                let addr = self.call(cursor).unwrap_or(Operand::Undef(Scalar::Ptr));
                memory(addr)
            }
            Kind::Cxx(CxxKind::TypeId) => memory(self.type_object(cursor)),
            Kind::Cxx(CxxKind::DynamicCast) if self.is_glvalue(cursor) => match parts.last() {
                Some(&inner) => memory(self.cast_reference(cursor, inner)),
                None => memory(self.unsupported_pointer("a dynamic_cast of an unknown form")),
            },
            Kind::Cxx(CxxKind::Reinterpret) if self.is_glvalue(cursor) => {
                parts.last().map(|&inner| self.place_for(inner, wanted))
            }
            Kind::Unexposed | Kind::Cast | Kind::Cxx(CxxKind::Cast) => {
                let (Some(&inner), true) = (parts.last(), self.is_glvalue(cursor)) else {
                    return memory(self.materialized(cursor, Life::Full));
                };
                match cursor.ctype().kind() {
                    TypeKind::Record if inner.ctype().kind() == TypeKind::Record => {
                        let addr = self.bound(inner, Life::Full);
                        memory(self.related_address(addr, inner.ctype(), cursor.ctype()))
                    }
                    TypeKind::Record => memory(self.unsupported_pointer("a class object of an unknown form")),
                    _ => Some(self.place_for(inner, wanted)),
                }
            }
            Kind::Paren | Kind::Subscript | Kind::String | Kind::CompoundLiteral => None,
            _ => memory(self.materialized(cursor, Life::Full)),
        }
    }

    /// What a name stands for, if that is a reference with static storage.
    fn reference_place(&mut self, cursor: Cursor<'u>) -> Option<Place> {
        let declaration = cursor.referenced()?;
        let is_global = declaration.kind() == Kind::VarDecl
            && !self.locals.contains_key(&declaration.canonical().identity())
            && (declaration.has_static_storage() || declaration.is_extern());
        if !is_global || declaration.ctype().kind() != TypeKind::Reference {
            return None;
        }
        let global = Operand::Global(self.unit.global_id(declaration));
        let addr = self.load_pointer(global);
        Some(Place::Memory { addr, bits: None })
    }

    pub(in crate::lower) fn load_pointer(&mut self, addr: Operand) -> Operand {
        self.load_place(Place::Memory { addr, bits: None }, Scalar::Ptr, false)
    }

    /// The left side of an assignment, which happens first.
    fn assigned_place(&mut self, cursor: Cursor<'u>, parts: &[Cursor<'u>]) -> Option<Place> {
        let &[left, right] = parts else { return None };
        if cursor.kind() == Kind::CompoundAssign {
            let op = arithmetic(cursor.binary_op())?;
            let second = self.rvalue(right);
            let second = self.kept(second);
            let place = self.place(left);
            self.compound_at(cursor, left, op, (second, place), false);
            return Some(place);
        }
        match cursor.binary_op() {
            COp::Assign => {
                let ty = self.scalar_of(left)?;
                let value = self.converted(right, ty);
                let value = self.kept(value);
                let place = self.place(left);
                self.store_place(place, value, ty, left.ctype().is_volatile());
                Some(place)
            }
            COp::Comma => {
                self.effect(left);
                Some(self.place(right))
            }
            _ => Some(Place::Memory { addr: self.materialized(cursor, Life::Full), bits: None }),
        }
    }

    /// `x.y`, `x->y`, and `y` in a member function.
    fn cxx_member(&mut self, cursor: Cursor<'u>, wanted: Use) -> Place {
        let unknown = |this: &mut Self, reason: &str| {
            let addr = this.unsupported_pointer(reason);
            Place::Memory { addr, bits: None }
        };
        let Some(field) = cursor.referenced() else { return unknown(self, "a member of an unknown form") };
        let base = operands(cursor).first().copied();
        if field.kind() == Kind::VarDecl {
            base.into_iter().for_each(|base| self.effect(base));
            let addr = Operand::Global(self.unit.global_id(field));
            return Place::Memory { addr, bits: None };
        }
        let (addr, class) = match base {
            Some(base) if self.kind_of(base) == TypeKind::Pointer => {
                (self.rvalue(base), self.pointee_of(base))
            }
            Some(base) => (self.address_of_record(base, wanted.around()), base.ctype()),
            None => match (self.cxx.this, super::class_of(field)) {
                (Some(this), Some(class)) => (this, class),
                _ => return unknown(self, "a member without an object"),
            },
        };
        self.pos = self.unit.pos(cursor);
        self.field_place(addr, class, field, base.is_none())
    }

    /// A field of an object, maybe of one of its bases.
    pub(in crate::lower) fn field_place(
        &mut self,
        addr: Operand,
        class: crate::clang::CType<'u>,
        field: Cursor<'u>,
        is_own: bool,
    ) -> Place {
        let unknown = |this: &mut Self| {
            let addr = this.unsupported_pointer("a member of a class of an unknown form");
            Place::Memory { addr, bits: None }
        };
        let Some(parent) = super::class_of(field) else { return unknown(self) };
        let (mut addr, mut class) = (addr, class);
        // The implicit object is of the class of the member function, which may be a derived one.
        if is_own && let Some(own) = self.cxx.class {
            class = own;
        }
        if let Some(base) = self.base_address(addr, class, parent) {
            addr = base;
            class = parent;
        }
        let (record, owner) = (self.unit.record(class), self.unit.record(parent));
        let Some(path) = self.field_path(record, owner, &field.spelling()) else { return unknown(self) };
        let place = self.follow(addr, &path);
        match (field.ctype().kind(), place) {
            (TypeKind::Reference, Place::Memory { addr, .. }) => {
                let addr = self.load_pointer(addr);
                Place::Memory { addr, bits: None }
            }
            _ => place,
        }
    }
}

/// Whether a value of a class becomes one of a base.
fn is_derived<'u>(this: &FunctionLowering<'_, '_, 'u>, cursor: Cursor<'u>, inner: Cursor<'u>) -> bool {
    this.unit.base_offset(inner.ctype(), cursor.ctype()).is_some()
}

/// The expression inside of brackets and conversions that are not written.
pub(in crate::lower) fn peeled(cursor: Cursor<'_>) -> Cursor<'_> {
    match (cursor.kind(), &operands(cursor)[..]) {
        (Kind::Paren | Kind::Unexposed, &[inner]) => peeled(inner),
        _ => cursor,
    }
}

/// Whether a type is that of lists in braces.
pub(in crate::lower) fn is_list(ctype: crate::clang::CType<'_>) -> bool {
    ctype.kind() == TypeKind::Record && type_name(ctype).starts_with("std::initializer_list<")
}
