//! Special members that the compiler makes, member by member: destruction, copies, moves, default
//! construction. Destruction is a function of its own also where a class has a destructor: the body of that,
//! then the members and the bases.

use super::layout::Within;
use super::{Declared, Part};
use crate::clang::{CType, Cursor, CxxKind, Kind, TypeKind};
use crate::ir::*;
use crate::lower::cxx::{is_expression, type_name};
use crate::lower::function::FunctionLowering;
use crate::lower::unit::UnitLowering;

/// A special member of a class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Special {
    /// Ends the life of an object.
    Destroy,
    /// Constructs from another object.
    Copy,
    /// Constructs from an object that is not used any longer.
    Move,
    /// Constructs from nothing.
    Default,
}

impl Special {
    /// Whether a member of a class is this one.
    pub(in crate::lower) fn is(self, member: Cursor<'_>) -> bool {
        match self {
            Special::Destroy => member.kind() == Kind::Cxx(CxxKind::Destructor),
            Special::Copy => is_constructor(member) && member.is_copy_constructor(),
            Special::Move => is_constructor(member) && member.is_move_constructor(),
            Special::Default => is_constructor(member) && member.is_default_constructor(),
        }
    }

    fn takes_another(self) -> bool {
        matches!(self, Special::Copy | Special::Move)
    }

    fn name(self) -> &'static str {
        match self {
            Special::Destroy => "destroy",
            Special::Copy => "copy",
            Special::Move => "move",
            Special::Default => "construct",
        }
    }
}

fn is_constructor(member: Cursor<'_>) -> bool {
    member.kind() == Kind::Cxx(CxxKind::Constructor)
}

/// A special member of a class, maybe of a base of a larger object.
pub(in crate::lower) type Key = (usize, Special, Option<(usize, u64)>);

/// How a special member is called.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) enum Made {
    /// Nothing happens, or the bytes are copied.
    Trivial,
    /// A function that takes the object, and the other one.
    Function(FuncId),
}

/// A base that is constructed or destroyed.
#[derive(Clone, Copy)]
pub(in crate::lower) struct BasePart<'u> {
    pub(in crate::lower) part: Part<'u>,
    /// The object that has its virtual bases, if it has some.
    pub(in crate::lower) within: Option<Within<'u>>,
    is_virtual: bool,
}

impl<'u> UnitLowering<'_, 'u> {
    /// How objects of a class are destroyed, copied and so on. Arrays are taken apart before.
    pub(in crate::lower) fn special(&mut self, class: CType<'u>, what: Special) -> Made {
        self.special_within(class, what, None)
    }

    /// The same for a base of a larger object: that has its virtual bases, and cares for them.
    pub(in crate::lower) fn special_within(
        &mut self,
        class: CType<'u>,
        what: Special,
        within: Option<Within<'u>>,
    ) -> Made {
        let class = class.canonical();
        let place = within.map(|within| (within.complete.canonical().identity(), within.offset));
        let key = (class.identity(), what, place);
        if let Some(&made) = self.cxx.as_ref().and_then(|cxx| cxx.specials.get(&key)) {
            return made;
        }
        let made = self.make_special(class, what, within);
        if let Some(cxx) = &mut self.cxx {
            cxx.specials.insert(key, made);
        }
        made
    }

    fn make_special(&mut self, class: CType<'u>, what: Special, within: Option<Within<'u>>) -> Made {
        if class.is_pod() && !class.name().contains("volatile") {
            return Made::Trivial;
        }
        if matches!(self.declared(class, what), Declared::Implicit) && self.is_trivial(class, what) {
            return Made::Trivial;
        }
        let pointer = self.type_id(class);
        let types = &mut self.linker.types;
        let (pointer, void) = (types.intern(Type::Pointer(pointer)), types.intern(Type::Void));
        let count = if what.takes_another() { 2 } else { 1 };
        let ty = FunctionType { result: void, params: Some(vec![pointer; count]), variadic: false };
        let name = format!("{} {}", what.name(), type_name(class));
        let pos = self.pos(class.declaration());
        let role = self.role_of(class.declaration());
        let id = self.linker.new_function(name, ty, true, role, pos);
        if let Some(cxx) = &mut self.cxx {
            cxx.pending.push_back((id, class, what, within));
        }
        Made::Function(id)
    }

    /// Whether a special member that the compiler makes does nothing but copy bytes.
    fn is_trivial(&mut self, class: CType<'u>, what: Special) -> bool {
        let Some(bases) = self.bases(class) else { return false };
        if self.is_dynamic(class) && what != Special::Destroy || self.has_virtual_bases(class) {
            return false;
        }
        let fields = self.field_parts(class);
        bases.iter().chain(&fields).all(|part| {
            let has_value = part.field.is_some_and(|field| self.default_value(field).is_some());
            let element = innermost(part.ctype);
            match element.kind() {
                TypeKind::Record => matches!(self.special(element, what), Made::Trivial) && !has_value,
                TypeKind::Reference => what != Special::Default,
                _ => what != Special::Default || !has_value,
            }
        })
    }

    /// Makes the next special member; false if there is none.
    pub(in crate::lower) fn lower_special(&mut self) -> bool {
        let Some((id, class, what, within)) = self.cxx.as_mut().and_then(|cxx| cxx.pending.pop_front())
        else {
            return false;
        };
        let declared = self.declared(class, what);
        let function = self.linker.functions[id.index()].clone();
        let mut lowering = FunctionLowering::new(self, function);
        lowering.cxx.within = within;
        lowering.cxx.is_noexcept = what == Special::Destroy;
        lowering.scopes.push(Vec::new());
        let mut params = Vec::new();
        for ty in lowering.function.ty.params.clone().unwrap_or_default() {
            let var = lowering.new_var(Some("object".to_string()), Scalar::Ptr, ty);
            lowering.function.params.push(Param::Var(var));
            params.push(Operand::Var(var));
        }
        // Default values of fields may name the object.
        (lowering.cxx.this, lowering.cxx.class) = (params.first().copied(), Some(class));
        lowering.cxx.makes_object = what != Special::Destroy;
        lowering.special_body(class, what, declared, &params);
        if lowering.is_open() {
            lowering.emit(StmtKind::Return(ReturnValue::None));
        }
        let function = lowering.finish_cxx();
        self.linker.functions[id.index()] = function;
        true
    }
}

impl<'u> FunctionLowering<'_, '_, 'u> {
    fn special_body(&mut self, class: CType<'u>, what: Special, declared: Declared<'u>, params: &[Operand]) {
        let this = params[0];
        let Some(bases) = self.unit.bases(class) else {
            return self.unsupported(&format!("the bases of {}", type_name(class)));
        };
        match (declared, what) {
            (Declared::Hidden, _) => {
                self.unsupported(&format!("a special member of {} that is hidden", type_name(class)));
            }
            (declared, Special::Destroy) => {
                self.set_table(class, this);
                if let Declared::Written(destructor) = declared {
                    let function = self.unit.function_id(destructor);
                    self.call_destructor_of(function, params[0]);
                }
                for part in self.unit.field_parts(class).iter().rev() {
                    let addr = self.part_address(this, part.offset);
                    self.destroy(addr, part.ctype);
                }
                for base in self.all_bases(class, &bases).into_iter().rev() {
                    let addr = self.part_address(this, base.part.offset);
                    self.destroy_within(addr, base.part.ctype, base.within);
                }
            }
            (Declared::Written(constructor), Special::Default) => {
                self.full(|this_| {
                    let args = this_.default_arguments(constructor, 0);
                    this_.call_constructor(constructor, this, args, this_.cxx.within);
                });
            }
            (Declared::Written(constructor), _) => {
                let args = params[1..].iter().map(|&param| Arg::Scalar(param, Scalar::Ptr)).collect();
                self.call_constructor(constructor, params[0], args, self.cxx.within);
            }
            (Declared::Implicit, _) => self.memberwise(class, what, &bases, params),
        }
    }

    /// Constructs an object base by base and field by field.
    fn memberwise(&mut self, class: CType<'u>, what: Special, bases: &[Part<'u>], params: &[Operand]) {
        let members = super::definition(class).children();
        let constructors: Vec<Cursor<'u>> =
            members.into_iter().filter(|member| is_constructor(*member)).collect();
        let has_default = constructors.iter().any(|member| member.is_default_constructor());
        if what == Special::Default && !constructors.is_empty() && !has_default {
            return self.unsupported(&format!("{} without an initialiser", type_name(class)));
        }
        let this = params[0];
        let other = params.get(1).copied();
        let fields = self.unit.field_parts(class);
        for base in self.all_bases(class, bases) {
            self.make_base(class, base, what, params);
            self.undo_part(this, base.part, base.within);
        }
        self.set_table(class, this);
        for part in fields {
            self.make_part(part, what, this, other);
            self.undo_part(this, part, None);
        }
    }

    /// The bases that an object constructs and destroys, in the order of construction: virtual ones only if
    /// it is not a base itself.
    pub(in crate::lower) fn all_bases(&self, class: CType<'u>, bases: &[Part<'u>]) -> Vec<BasePart<'u>> {
        let around = self.cxx.within.unwrap_or(Within { complete: class, offset: 0 });
        let place = |part: &Part<'u>, start: u64, is_virtual: bool| {
            let within = Within { complete: around.complete, offset: start + part.offset };
            let within = self.unit.has_virtual_bases(part.ctype).then_some(within);
            BasePart { part: *part, within, is_virtual }
        };
        let mut found = Vec::new();
        if let (None, Some(layout)) = (self.cxx.within, self.unit.layout(class)) {
            found.extend(layout.virtual_bases.iter().map(|part| place(part, 0, true)));
        }
        found.extend(bases.iter().map(|part| place(part, around.offset, false)));
        found
    }

    /// Constructs a base. Another object may have its virtual bases elsewhere.
    fn make_base(&mut self, class: CType<'u>, base: BasePart<'u>, what: Special, params: &[Operand]) {
        let part = base.part;
        let addr = self.part_address(params[0], part.offset);
        let from = match params.get(1) {
            Some(&other) if base.is_virtual => self.base_address(other, class, part.ctype),
            Some(&other) => Some(self.part_address(other, part.offset)),
            None => None,
        };
        match self.unit.special_within(part.ctype, what, base.within) {
            Made::Function(function) => {
                let params: Vec<Operand> = std::iter::once(addr).chain(from).collect();
                self.call_special(function, &params);
            }
            Made::Trivial => {
                if let Some(from) = from {
                    self.copy(addr, from, part.ctype);
                }
            }
        }
    }

    fn make_part(&mut self, part: Part<'u>, what: Special, this: Operand, other: Option<Operand>) {
        if part.field.is_some_and(|field| field.bit_width().is_some()) {
            // Neighbouring bit-fields share bytes, so that bytes cannot be copied.
            return self.unsupported("a copy of a bit-field in a class");
        }
        let addr = self.part_address(this, part.offset);
        match other {
            Some(other) => {
                let from = self.part_address(other, part.offset);
                self.copy_construct(addr, from, part.ctype, what);
            }
            None => {
                let value = part.field.and_then(|field| self.unit.default_value(field));
                self.construct_field(addr, part.ctype, value);
            }
        }
    }

    /// Constructs a copy of an object, or of each element of an array.
    pub(in crate::lower) fn copy_construct(
        &mut self,
        addr: Operand,
        from: Operand,
        ctype: CType<'u>,
        what: Special,
    ) {
        let element = innermost(ctype);
        let made = match element.kind() {
            TypeKind::Record => self.unit.special(element, what),
            _ => Made::Trivial,
        };
        match made {
            Made::Trivial if ctype.kind() == TypeKind::Reference => {
                let value = self.load_pointer(from);
                self.emit(StmtKind::Store { addr, value, access: Access::plain(Scalar::Ptr) });
            }
            Made::Trivial => self.copy(addr, from, ctype),
            Made::Function(function) => {
                let (count, size) = elements(ctype);
                for index in 0..count {
                    let to = self.part_address(addr, index * size);
                    let from = self.part_address(from, index * size);
                    self.call_special(function, &[to, from]);
                }
            }
        }
    }

    /// Ends the life of an object that is a class object or an array of them.
    pub(in crate::lower) fn destroy(&mut self, addr: Operand, ctype: CType<'u>) {
        let element = innermost(ctype);
        if element.kind() != TypeKind::Record || ctype.kind() == TypeKind::Reference {
            return;
        }
        if let Made::Function(function) = self.unit.special(element, Special::Destroy) {
            let (count, size) = elements(ctype);
            for index in (0..count).rev() {
                let addr = self.part_address(addr, index * size);
                self.call_destructor_of(function, addr);
            }
        }
    }

    /// Ends the life of a base.
    pub(in crate::lower) fn destroy_within(
        &mut self,
        addr: Operand,
        ctype: CType<'u>,
        within: Option<Within<'u>>,
    ) {
        if within.is_none() {
            return self.destroy(addr, ctype);
        }
        if let Made::Function(function) = self.unit.special_within(ctype, Special::Destroy, within) {
            self.call_destructor_of(function, addr);
        }
    }

    /// Calls a function that destroys an object. It does not throw.
    pub(in crate::lower) fn call_destructor_of(&mut self, function: FuncId, addr: Operand) {
        let (callee, args) = (Callee::Direct(function), vec![Arg::Scalar(addr, Scalar::Ptr)]);
        self.emit(StmtKind::Call { result: CallResult::None, callee, args });
    }

    pub(in crate::lower) fn call_special(&mut self, function: FuncId, params: &[Operand]) {
        let args = params.iter().map(|&param| Arg::Scalar(param, Scalar::Ptr)).collect();
        let callee = Callee::Direct(function);
        self.emit_checked(StmtKind::Call { result: CallResult::None, callee, args });
    }

    /// The address of a part of an object.
    pub(in crate::lower) fn part_address(&mut self, base: Operand, offset: u64) -> Operand {
        if offset == 0 {
            return base;
        }
        let byte = Type::Scalar(Scalar::Int(IntType { bits: 8, signed: false }));
        let elem = self.unit.linker.types.intern(byte);
        let (index, stride) = (self.offset(offset), self.offset(1));
        self.compute(Expr::Elem { base, index, elem, stride }, Scalar::Ptr)
    }
}

/// The type of the elements of an array of arrays; any other type as it is.
pub(in crate::lower) fn innermost(ctype: CType<'_>) -> CType<'_> {
    let mut inner = ctype.canonical();
    while inner.kind() == TypeKind::Array {
        inner = inner.element().canonical();
    }
    inner
}

/// How many elements an array of arrays has, and how large they are; one if it is no array.
pub(in crate::lower) fn elements(ctype: CType<'_>) -> (u64, u64) {
    let size = innermost(ctype).size().unwrap_or(1).max(1);
    (ctype.canonical().size().unwrap_or(0) / size, size)
}

/// Whether a child of a declaration is the value that it gives.
pub(in crate::lower) fn is_value(child: &Cursor<'_>) -> bool {
    is_expression(child) && !matches!(child.kind(), Kind::ParmDecl | Kind::StructDecl | Kind::UnionDecl)
}
