//! Construction of objects in their place: class objects that are values go straight where they are wanted.

use super::call::Order;
use super::class::special::{Made, Special, elements, innermost};
use super::exprs::is_same_type;
use super::temps::Life;
use super::throw::Undo;
use super::{operands, type_name};
use crate::clang::{CType, Cursor, CxxKind, Kind, TypeKind};
use crate::ir::*;
use crate::lower::function::{FunctionLowering, Place};

impl<'u> FunctionLowering<'_, '_, 'u> {
    /// Lowers the initialiser of a new object. False where it is the same as in C.
    pub(in crate::lower) fn cxx_initialize(
        &mut self,
        place: Place,
        ctype: CType<'u>,
        value: Cursor<'u>,
    ) -> bool {
        match ctype.kind() {
            TypeKind::Reference => {
                let target = self.bound(value, Life::Scope);
                self.store_place(place, target, Scalar::Ptr, false);
                true
            }
            TypeKind::Record => {
                match place {
                    Place::Memory { addr, .. } => self.construct(addr, ctype, value),
                    Place::Var(_) => self.unsupported("a class object in a variable"),
                }
                true
            }
            TypeKind::Array => match place {
                Place::Memory { addr, .. } => self.construct_array(addr, ctype, value),
                Place::Var(_) => false,
            },
            _ => false,
        }
    }

    /// Constructs a field without a written initialiser from its default value, or from nothing.
    pub(in crate::lower) fn construct_field(
        &mut self,
        addr: Operand,
        ctype: CType<'u>,
        value: Option<Cursor<'u>>,
    ) {
        match value {
            Some(value) => {
                self.full(|this| this.initialize(Place::Memory { addr, bits: None }, ctype, value));
            }
            None => self.construct_default(addr, ctype),
        }
    }

    /// Constructs an object from nothing; a scalar is left without a value.
    pub(in crate::lower) fn construct_default(&mut self, addr: Operand, ctype: CType<'u>) {
        let element = innermost(ctype);
        let within = self.cxx.building.take();
        if element.kind() == TypeKind::Record
            && let Made::Function(function) = self.unit.special_within(element, Special::Default, within)
        {
            let (count, size) = elements(ctype);
            let mark = self.undo_mark();
            for index in 0..count {
                let addr = self.part_address(addr, index * size);
                self.call_special(function, &[addr]);
                self.undo(Undo::Destroy(addr, element, within));
            }
            self.undo_done(mark);
        }
    }

    /// Constructs a class object from an expression.
    pub(in crate::lower) fn construct(&mut self, addr: Operand, ctype: CType<'u>, value: Cursor<'u>) {
        self.pos = self.unit.pos(value);
        if self.is_glvalue(value) {
            return self.construct_copy(addr, ctype, value);
        }
        let parts = operands(value);
        match value.kind() {
            Kind::Call => self.construct_by_call(addr, ctype, value),
            Kind::InitList => self.construct_aggregate(addr, ctype, value),
            Kind::Conditional if parts.len() == 3 => {
                let cond = self.condition(parts[0]);
                let then = self.nested(|this| this.construct(addr, ctype, parts[1]));
                let otherwise = self.nested(|this| this.construct(addr, ctype, parts[2]));
                self.emit(StmtKind::If { cond, then, otherwise });
            }
            Kind::Binary if value.binary_op() == crate::clang::BinaryOp::Comma && parts.len() == 2 => {
                self.effect(parts[0]);
                self.construct(addr, ctype, parts[1]);
            }
            Kind::Cxx(CxxKind::Lambda) => self.construct_closure(addr, ctype, value),
            Kind::Cxx(CxxKind::Throw) => self.effect(value),
            Kind::Unexposed if type_name(ctype).starts_with("std::initializer_list<") => {
                self.construct_list(addr, ctype, value);
            }
            Kind::Unexposed | Kind::Paren | Kind::Cast | Kind::Cxx(CxxKind::Cast) => match parts[..] {
                [inner] if inner.ctype().kind() == TypeKind::Record => self.construct(addr, ctype, inner),
                // `T()` of a class without a constructor of its own.
                [] if ctype.is_pod() => self.zero(addr, ctype),
                _ => self.unsupported(&format!("a value of type {} of an unknown form", ctype.name())),
            },
            _ => self.unsupported(&format!("a value of type {} of an unknown form", ctype.name())),
        }
    }

    /// A copy. In lists, libclang does not show the constructor.
    fn construct_copy(&mut self, addr: Operand, ctype: CType<'u>, value: Cursor<'u>) {
        if !is_same_type(ctype, value.ctype()) || may_be_moved(value) {
            return self.unsupported("a class object made of another one in a list");
        }
        let from = self.bound(value, Life::Full);
        match self.unit.special(ctype, Special::Copy) {
            Made::Trivial => self.copy(addr, from, ctype),
            Made::Function(function) => self.call_special(function, &[addr, from]),
        }
    }

    pub(in crate::lower) fn zero(&mut self, addr: Operand, ctype: CType<'u>) {
        match ctype.size() {
            Some(size) => self.emit(StmtKind::Zero { addr, size }),
            None => self.unsupported("an object of an incomplete type"),
        }
    }

    /// A call: of a constructor, or of a function that returns a class object.
    fn construct_by_call(&mut self, addr: Operand, ctype: CType<'u>, call: Cursor<'u>) {
        let callee = call.referenced();
        match callee.filter(|callee| callee.kind() == Kind::Cxx(CxxKind::Constructor)) {
            Some(constructor) => self.construct_with(addr, ctype, constructor, call),
            None => {
                self.cxx_call(call, Some(addr));
            }
        }
    }

    /// Calls a constructor, for each element if an array is constructed.
    pub(in crate::lower) fn construct_with(
        &mut self,
        addr: Operand,
        ctype: CType<'u>,
        constructor: Cursor<'u>,
        call: Cursor<'u>,
    ) {
        let class = innermost(ctype);
        if constructor.is_defaulted() && self.construct_implicitly(addr, ctype, constructor, call) {
            return;
        }
        let within = self.cxx.building.take();
        if self.unit.text_of(constructor).is_some_and(|text| !text.contains(&b'(')) {
            return self.construct_inherited(addr, ctype, constructor, call);
        }
        let mark = self.undo_mark();
        // Another file may define it, but what a base does there in a larger object is not lowered here.
        let has_body = super::names::has_body(constructor.definition().unwrap_or(constructor));
        if !has_body && within.is_some() {
            return self.unsupported(&format!("a constructor of {} without a body", type_name(class)));
        }
        let (count, size) = elements(ctype);
        for index in 0..count {
            let addr = self.part_address(addr, index * size);
            let is_braced = self.unit.text_of(call).is_some_and(|text| text.ends_with(b"}"));
            let order = if is_braced { Order::FirstFirst } else { Order::LastFirst };
            let args = self.arguments(constructor, &call.arguments(), order);
            self.pos = self.unit.pos(call);
            self.call_constructor(constructor, addr, args, within);
            self.undo(Undo::Destroy(addr, class, within));
        }
        self.undo_done(mark);
    }

    /// `using Base::Base;`: the constructor of the base, and nothing for the rest of the object.
    fn construct_inherited(
        &mut self,
        addr: Operand,
        ctype: CType<'u>,
        constructor: Cursor<'u>,
        call: Cursor<'u>,
    ) {
        let is_plain = ctype.kind() == TypeKind::Record && !self.unit.has_virtual_bases(ctype);
        let Some(bases) = self.unit.bases(ctype).filter(|_| is_plain) else {
            return self.unsupported("an inherited constructor of this class");
        };
        let types = |function: Cursor<'u>| {
            let types = function.ctype().parameters().unwrap_or_default();
            types.into_iter().map(|ty| ty.canonical().name()).collect::<Vec<String>>()
        };
        let wanted = types(constructor);
        let mut found = None;
        for base in &bases {
            let members = super::class::definition(base.ctype).children();
            let is_it = |member: &Cursor<'u>| {
                member.kind() == Kind::Cxx(CxxKind::Constructor) && types(*member) == wanted
            };
            if let Some(member) = members.into_iter().find(is_it) {
                if found.is_some() {
                    return self.unsupported("an inherited constructor of an unknown base");
                }
                found = Some((base.offset, member));
            }
        }
        let Some((offset, inherited)) = found else {
            return self.unsupported("an inherited constructor of an unknown base");
        };
        let mark = self.undo_mark();
        for base in bases {
            let part = self.part_address(addr, base.offset);
            match base.offset == offset {
                true => {
                    let args = self.arguments(inherited, &call.arguments(), Order::LastFirst);
                    self.pos = self.unit.pos(call);
                    self.call_constructor(inherited, part, args, None);
                }
                false => self.construct_default(part, base.ctype),
            }
            self.undo_part(addr, base, None);
        }
        let within = self.cxx.within.take();
        self.set_table(ctype, addr);
        self.cxx.within = within;
        for field in self.unit.field_parts(ctype) {
            let part = self.part_address(addr, field.offset);
            let value = field.field.and_then(|field| self.unit.default_value(field));
            self.construct_field(part, field.ctype, value);
            self.undo_part(addr, field, None);
        }
        self.undo_done(mark);
    }

    /// Calls a constructor that the compiler makes. False if it is none of these.
    fn construct_implicitly(
        &mut self,
        addr: Operand,
        ctype: CType<'u>,
        constructor: Cursor<'u>,
        call: Cursor<'u>,
    ) -> bool {
        let class = innermost(ctype);
        if constructor.is_default_constructor() {
            if self.is_value_initialisation(call) {
                self.zero(addr, ctype);
            }
            self.construct_default(addr, ctype);
            return true;
        }
        let what = if constructor.is_move_constructor() { Special::Move } else { Special::Copy };
        if !constructor.is_move_constructor() && !constructor.is_copy_constructor() {
            return false;
        }
        let arguments = call.arguments();
        let (Some(&argument), TypeKind::Record) = (arguments.first(), ctype.kind()) else { return false };
        let within = self.cxx.building.take();
        let from = self.bound(argument, Life::Full);
        // A move of a class that is only copied says so by its constructor.
        match self.unit.special_within(class, what, within) {
            Made::Trivial => self.copy(addr, from, ctype),
            Made::Function(function) => self.call_special(function, &[addr, from]),
        }
        true
    }

    /// Whether an object is written with empty brackets: then it is cleared first.
    fn is_value_initialisation(&mut self, call: Cursor<'u>) -> bool {
        matches!(self.unit.text_of(call).and_then(|text| text.last().copied()), Some(b')' | b'}'))
    }

    /// One element of a list. Its braces must not be omitted if it is an aggregate itself.
    pub(in crate::lower) fn construct_element(&mut self, addr: Operand, ctype: CType<'u>, part: Cursor<'u>) {
        let is_aggregate = matches!(ctype.kind(), TypeKind::Record | TypeKind::Array);
        let fits = !is_aggregate
            || part.ctype().kind() == ctype.kind()
            || super::places::peeled(part).kind() == Kind::InitList;
        if !fits && ctype.kind() == TypeKind::Record {
            return self.construct_converted(addr, ctype, part);
        }
        if !fits {
            return self.unsupported("an initialiser list with omitted braces");
        }
        self.initialize(Place::Memory { addr, bits: None }, ctype, part);
    }

    /// An element that is made from a value of another type. libclang does not show how, so that probe code
    /// has to.
    fn construct_converted(&mut self, addr: Operand, ctype: CType<'u>, part: Cursor<'u>) {
        let inner = super::places::peeled(part);
        let from = match (inner.kind(), part.ctype().kind()) {
            (Kind::String, _) => "const char *".to_string(),
            (_, TypeKind::Bool | TypeKind::Int { .. } | TypeKind::Float | TypeKind::Pointer) => {
                type_name(part.ctype())
            }
            _ => return self.unsupported("an initialiser list with omitted braces"),
        };
        let probe = super::Probe::Convert(type_name(ctype), from);
        let shown = self.unit.cxx.as_ref().and_then(|cxx| cxx.probed.get(&probe)).cloned();
        let Some(shown) = shown else {
            self.unit.linker.probes.insert(probe);
            return self.unsupported("an element of a list that is converted");
        };
        let [constructor] = shown[..] else {
            return self.unsupported("an element of a list that is converted in several steps");
        };
        let is_known = constructor.kind() == Kind::Cxx(CxxKind::Constructor)
            && !constructor.is_copy_constructor()
            && !constructor.is_move_constructor()
            && super::names::has_body(constructor.definition().unwrap_or(constructor));
        if !is_known {
            return self.unsupported("an element of a list that is converted in an unknown way");
        }
        let mut args = self.arguments(constructor, &[part], Order::FirstFirst);
        args.extend(self.default_arguments(constructor, 1));
        self.call_constructor(constructor, addr, args, None);
    }

    /// An array of class objects. False where it is the same as in C.
    fn construct_array(&mut self, addr: Operand, ctype: CType<'u>, value: Cursor<'u>) -> bool {
        let element = innermost(ctype);
        let list = super::places::peeled(value);
        if list.kind() == Kind::Call && element.kind() == TypeKind::Record {
            match list.referenced().filter(|callee| callee.kind() == Kind::Cxx(CxxKind::Constructor)) {
                Some(constructor) => self.construct_with(addr, ctype, constructor, list),
                None => self.unsupported("an array of an unknown form"),
            }
            return true;
        }
        if element.kind() != TypeKind::Record || element.is_pod() && !self.has_default_values(element) {
            return false;
        }
        let parts = list.children();
        let (inner, count) = (ctype.canonical().element(), ctype.array_len().unwrap_or(0));
        if list.kind() != Kind::InitList || parts.len() as u64 > count {
            self.unsupported("an array of an unknown form");
            return true;
        }
        let size = inner.size().unwrap_or(0);
        let mark = self.undo_mark();
        for index in 0..count {
            let addr = self.part_address(addr, index * size);
            match parts.get(index as usize) {
                Some(&part) => self.construct_element(addr, inner, part),
                None => self.construct_empty(addr, inner),
            }
            self.undo(Undo::Destroy(addr, inner, None));
        }
        self.undo_done(mark);
        true
    }

    /// `{ ... }` as an `initializer_list`: an array that lives as long as the expression, and its place.
    fn construct_list(&mut self, addr: Operand, ctype: CType<'u>, value: Cursor<'u>) {
        let list = super::places::peeled(value);
        let array = list.ctype();
        let (Kind::InitList, TypeKind::Array) = (list.kind(), array.kind()) else {
            return self.unsupported("an initializer list of an unknown form");
        };
        let life = self.cxx.list_life.take().unwrap_or(Life::Full);
        let slot = self.new_temporary(array);
        let start = Operand::Slot(slot);
        self.initialize(Place::Memory { addr: start, bits: None }, array, list);
        // The elements live as long as the object that refers to them.
        self.own_temporary(slot, array, life);
        let fields = self.unit.field_parts(ctype);
        let [first, count] = fields[..] else {
            return self.unsupported("an initializer list of an unknown layout");
        };
        let size = self.unit.linker.target.size();
        let length = Operand::Int(size.wrap(i128::from(array.array_len().unwrap_or(0))), size);
        for (part, value, ty) in [(first, start, Scalar::Ptr), (count, length, Scalar::Int(size))] {
            let addr = self.part_address(addr, part.offset);
            self.emit(StmtKind::Store { addr, value, access: Access::plain(ty) });
        }
    }
}

/// Whether what an expression refers to may be moved from.
fn may_be_moved(value: Cursor<'_>) -> bool {
    match value.kind() {
        Kind::Call => {
            let result = value.referenced().map(|callee| callee.ctype().result().canonical().name());
            !result.is_some_and(|name| name.ends_with('&') && !name.ends_with("&&"))
        }
        Kind::Cast | Kind::Cxx(_) | Kind::Conditional | Kind::Binary => true,
        Kind::Member => operands(value).first().is_some_and(|&base| {
            let base = super::places::peeled(base);
            base.kind() != Kind::DeclRef && may_be_moved(base)
        }),
        Kind::Paren | Kind::Unexposed => operands(value).first().is_none_or(|&inner| may_be_moved(inner)),
        _ => false,
    }
}

/// Whether a part of a list names its member.
pub(in crate::lower) fn is_designated(part: Cursor<'_>) -> bool {
    part.kind() == Kind::Unexposed && part.ctype().kind() == TypeKind::Void
}
