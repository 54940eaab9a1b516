//! Definitions of functions, member functions, constructors and destructors.

use super::class::Part;
use super::class::special::Special;
use super::throw::Undo;
use super::{class_of, has_object, scan, type_name};
use crate::clang::{CType, Cursor, CxxKind, Kind, TypeKind};
use crate::ir::*;
use crate::lower::function::{FunctionLowering, Place};
use crate::lower::stmt::plan::{Key, Plan};
use crate::lower::unit::UnitLowering;

impl<'f, 'l, 'u> FunctionLowering<'f, 'l, 'u> {
    /// Lowers the definition of a function in C++.
    pub(in crate::lower) fn lower_cxx(
        unit: &'f mut UnitLowering<'l, 'u>,
        id: FuncId,
        cursor: Cursor<'u>,
    ) -> Function {
        let mut function = unit.linker.functions[id.index()].clone();
        function.ty = unit.cxx_type_of(cursor);
        function.pos = unit.pos(cursor);
        let is_special = matches!(cursor.kind(), Kind::Cxx(CxxKind::Constructor | CxxKind::Destructor));
        let is_body = |child: &Cursor<'u>| match child.kind() {
            Kind::Compound => true,
            // Its handlers cover bases and members in these, and throw again at their ends.
            Kind::Cxx(CxxKind::Try) => !is_special,
            _ => false,
        };
        let body = cursor.children().into_iter().find(is_body);
        let mut lowering = FunctionLowering::new(unit, function);
        let Some(body) = body else {
            lowering.unsupported("a function with a body of an unknown form");
            return lowering.finish_cxx();
        };
        lowering.plan = Plan::new(body);
        scan::address_taken(cursor, &mut lowering.plan.address_taken);
        lowering.place_labels();
        let flags: Vec<Key> = lowering.plan.flags.values().copied().collect();
        for key in flags {
            let var = lowering.named_var("jump", Scalar::INT);
            lowering.flags.insert(key, var);
            lowering.assign(var, Operand::Int(0, IntType::INT));
        }
        lowering.cxx.result_type = Some(cursor.ctype().result());
        lowering.cxx.within = lowering.unit.cxx.as_ref().and_then(|cxx| cxx.within.get(&id)).copied();
        let is_destructor = cursor.kind() == Kind::Cxx(CxxKind::Destructor);
        lowering.cxx.lists_exceptions = cursor.has_dynamic_specification();
        lowering.cxx.is_noexcept =
            cursor.is_noexcept() || is_destructor && !cursor.ctype().name().contains("noexcept(false)");
        lowering.scopes.push(Vec::new());
        lowering.hidden_parameters(cursor);
        lowering.parameters(cursor);
        lowering.further_arguments();
        lowering.open_closure(cursor);
        if cursor.kind() == Kind::Cxx(CxxKind::Constructor) {
            lowering.cxx.makes_object = true;
            lowering.initialise_members(cursor);
        }
        lowering.cxx.returned = scan::returned_local(body, cursor.ctype().result());
        lowering.statement(body);
        if lowering.is_open() {
            lowering.end_function(cursor);
        }
        lowering.finish_cxx()
    }

    /// Control falls off the end.
    fn end_function(&mut self, cursor: Cursor<'u>) {
        let result = self.unit.linker.types.scalar(self.function.ty.result);
        let is_main = self.function.name == "main" && result == Some(Scalar::INT);
        self.end_scopes(0);
        match (is_main, cursor.ctype().result().kind()) {
            (true, _) => {
                self.emit(StmtKind::Return(ReturnValue::Scalar(Operand::Int(0, IntType::INT))));
            }
            (false, TypeKind::Void) => self.emit(StmtKind::Return(ReturnValue::None)),
            // It is an error to come here, whether the result is used or not.
            (false, _) => self.emit(StmtKind::Unreachable),
        }
    }

    /// The address for a class result, and the object.
    fn hidden_parameters(&mut self, cursor: Cursor<'u>) {
        let types = self.function.ty.params.clone().unwrap_or_default();
        let mut types = types.into_iter();
        if cursor.ctype().result().kind() == TypeKind::Record
            && let Some(ty) = types.next()
        {
            let var = self.new_var(Some("result".to_string()), Scalar::Ptr, ty);
            self.function.params.push(Param::Var(var));
            self.cxx.result = Some(Operand::Var(var));
        }
        if has_object(cursor)
            && let Some(ty) = types.next()
        {
            let var = self.new_var(Some("this".to_string()), Scalar::Ptr, ty);
            self.function.params.push(Param::Var(var));
            self.cxx.this = Some(Operand::Var(var));
            self.cxx.class = class_of(cursor);
        }
    }

    /// A parameter that is a reference or a class object: it arrives as an address.
    pub(in crate::lower) fn cxx_parameter(&mut self, parameter: Cursor<'u>) -> bool {
        let ctype = parameter.ctype();
        let is_address = matches!(ctype.kind(), TypeKind::Reference | TypeKind::Record);
        if self.unit.cxx.is_none() || !is_address {
            return false;
        }
        let ty = self.unit.type_id(ctype);
        let ty = match ctype.kind() {
            TypeKind::Record => self.unit.linker.types.intern(Type::Pointer(ty)),
            _ => ty,
        };
        let name = parameter.spelling();
        let var = self.new_var(Some(name.clone()), Scalar::Ptr, ty);
        self.function.params.push(Param::Var(var));
        let place = Place::Memory { addr: Operand::Var(var), bits: None };
        self.locals.insert(parameter.canonical().identity(), place);
        self.name_is(name, None);
        true
    }

    /// Bases and fields of an object that is constructed, in their order, from what is written or from their
    /// default values.
    fn initialise_members(&mut self, constructor: Cursor<'u>) {
        let (Some(this), Some(class)) = (self.cxx.this, self.cxx.class) else { return };
        let Some(bases) = self.unit.bases(class) else {
            return self.unsupported(&format!("the bases of {}", type_name(class)));
        };
        let written = written_initialisers(constructor);
        let find = |wanted: &dyn Fn(Cursor<'u>) -> bool| {
            written.iter().find(|(name, _)| wanted(*name)).map(|(_, value)| *value)
        };
        // A constructor that leaves all to another one.
        if let Some(Some(value)) = find(&|name| is_class_name(name, class)) {
            self.cxx.building = self.cxx.within;
            self.full(|lowering| lowering.construct(this, class, value));
            self.cxx.building = None;
            return self.undo(Undo::Destroy(this, class, self.cxx.within));
        }
        if constructor.is_copy_constructor() && constructor.is_defaulted() {
            return self.unsupported("a defaulted constructor that is called as one");
        }
        for base in self.all_bases(class, &bases) {
            let value = find(&|name| is_class_name(name, base.part.ctype));
            self.cxx.building = base.within;
            self.initialise_part(this, base.part, value);
            self.cxx.building = None;
            self.undo_part(this, base.part, base.within);
        }
        self.set_table(class, this);
        for part in self.unit.field_parts(class) {
            let key = part.field.map(|field| field.canonical().identity());
            let is_it = |name: Cursor<'u>| {
                name.kind() == Kind::MemberRef
                    && name.referenced().map(|field| field.canonical().identity()) == key
            };
            let value = find(&is_it);
            self.initialise_part(this, part, value);
            self.undo_part(this, part, None);
        }
        let known = |name: &Cursor<'u>| {
            name.kind() != Kind::MemberRef
                || name.referenced().is_some_and(|field| {
                    class_of(field).is_some_and(|parent| type_name(parent) == type_name(class))
                })
        };
        if !written.iter().all(|(name, _)| known(name)) {
            self.unsupported("an initialiser of a member of an anonymous class");
        }
    }

    fn initialise_part(&mut self, this: Operand, part: Part<'u>, value: Option<Option<Cursor<'u>>>) {
        let addr = self.part_address(this, part.offset);
        let is_bits = part.field.is_some_and(|field| field.bit_width().is_some());
        match value {
            _ if is_bits => self.initialise_bits(this, part, value),
            Some(Some(value)) => self.full(|lowering| {
                lowering.initialize(Place::Memory { addr, bits: None }, part.ctype, value);
            }),
            // `m()`
            Some(None) => {
                self.zero(addr, part.ctype);
                self.construct_default(addr, part.ctype);
            }
            None => {
                let value = part.field.and_then(|field| self.unit.default_value(field));
                self.construct_field(addr, part.ctype, value);
            }
        }
    }

    fn initialise_bits(&mut self, this: Operand, part: Part<'u>, value: Option<Option<Cursor<'u>>>) {
        let (Some(field), Some(class)) = (part.field, self.cxx.class) else { return };
        let value = match value {
            Some(value) => value,
            None => self.unit.default_value(field),
        };
        let (Some(value), Some(ty)) = (value, self.unit.scalar(part.ctype)) else { return };
        let place = self.field_place(this, class, field, true);
        let value = self.full(|lowering| {
            let value = lowering.converted(value, ty);
            lowering.kept(value)
        });
        self.store_place(place, value, ty, false);
    }

    /// Leaves a function. A class result is constructed in its place; then all locals end.
    pub(in crate::lower) fn cxx_return(&mut self, cursor: Cursor<'u>) {
        let Some(&value) = super::operands(cursor).first() else {
            self.end_scopes(0);
            return self.emit(StmtKind::Return(ReturnValue::None));
        };
        let result = self.cxx.result_type;
        let returned = match result {
            Some(ty) if ty.kind() == TypeKind::Reference => {
                let addr = self.full(|this| this.bound(value, super::Life::Full));
                ReturnValue::Scalar(self.kept(addr))
            }
            Some(ty) if ty.kind() == TypeKind::Record => {
                self.return_object(ty, value);
                ReturnValue::None
            }
            Some(ty) if ty.kind() != TypeKind::Void => {
                let value = self.full(|this| {
                    let value = match this.unit.scalar(ty) {
                        Some(scalar) if value.ctype().kind() != TypeKind::Record => {
                            this.converted(value, scalar)
                        }
                        _ => this.rvalue(value),
                    };
                    this.kept(value)
                });
                ReturnValue::Scalar(value)
            }
            _ => {
                self.full(|this| this.effect(value));
                ReturnValue::None
            }
        };
        self.pos = self.unit.pos(cursor);
        self.end_scopes(0);
        self.emit(StmtKind::Return(returned));
    }

    fn return_object(&mut self, ty: CType<'u>, value: Cursor<'u>) {
        let Some(result) = self.cxx.result else {
            return self.unsupported("a class result without a place");
        };
        let named = scan::named_in_return(value);
        if named.is_some() && named == self.cxx.returned {
            // The local was constructed in its place.
            return;
        }
        self.full(|this| this.construct(result, ty, value));
    }

    /// Constructs another object of the same class.
    pub(in crate::lower) fn copied(&mut self, addr: Operand, from: Operand, ctype: CType<'u>) {
        self.copy_construct(addr, from, ctype, Special::Copy);
    }
}

/// The initialisers that a constructor has, with what they initialise: a member, a base, or the class.
fn written_initialisers<'u>(constructor: Cursor<'u>) -> Vec<(Cursor<'u>, Option<Cursor<'u>>)> {
    let mut found: Vec<(Cursor<'u>, Option<Cursor<'u>>)> = Vec::new();
    for child in constructor.children() {
        match child.kind() {
            Kind::ParmDecl | Kind::Attribute | Kind::Compound => {}
            // The arguments of a template that is named.
            Kind::TypeRef
                if found.last().is_some_and(|(name, value)| is_template(*name) && value.is_none()) => {}
            Kind::MemberRef | Kind::TypeRef => found.push((child, None)),
            Kind::Cxx(CxxKind::NameRef) if is_template(child) => found.push((child, None)),
            Kind::Cxx(CxxKind::NameRef) => {}
            _ => {
                if let Some((_, value)) = found.last_mut() {
                    *value = Some(child);
                }
            }
        }
    }
    found
}

/// Whether a name is that of a template of classes.
fn is_template(name: Cursor<'_>) -> bool {
    name.kind() == Kind::Cxx(CxxKind::NameRef)
        && name.referenced().is_some_and(|found| found.kind() == Kind::Cxx(CxxKind::ClassTemplate))
}

fn is_class_name(name: Cursor<'_>, class: CType<'_>) -> bool {
    if is_template(name) {
        let template = super::class::definition(class).template();
        let named = name.referenced().map(|found| found.canonical().usr());
        return named.is_some() && template.map(|found| found.canonical().usr()) == named;
    }
    name.kind() == Kind::TypeRef && type_name(name.ctype()) == type_name(class)
}
