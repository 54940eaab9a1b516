//! Special members that the compiler makes, member by member: destruction, copies, moves, default
//! construction. Destruction is a function of its own also where a class has a destructor: the body of that,
//! then the members and the bases.

use super::{Declared, Part};
use crate::clang::{CType, Cursor, CxxKind, Kind, TypeKind};
use crate::ir::*;
use crate::lower::Linker;
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

/// How a special member is called.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) enum Made {
    /// Nothing happens, or the bytes are copied.
    Trivial,
    /// A function that takes the object, and the other one.
    Function(FuncId),
}

/// An object with static storage that is destroyed after `main`.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Exit {
    pub(in crate::lower) object: GlobalId,
    pub(in crate::lower) destroy: FuncId,
}

impl<'u> UnitLowering<'_, 'u> {
    /// How objects of a class are destroyed, copied and so on. Arrays are taken apart before.
    pub(in crate::lower) fn special(&mut self, class: CType<'u>, what: Special) -> Made {
        let class = class.canonical();
        let key = (class.identity(), what);
        if let Some(&made) = self.cxx.as_ref().and_then(|cxx| cxx.specials.get(&key)) {
            return made;
        }
        let made = self.make_special(class, what);
        if let Some(cxx) = &mut self.cxx {
            cxx.specials.insert(key, made);
        }
        made
    }

    fn make_special(&mut self, class: CType<'u>, what: Special) -> Made {
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
            cxx.pending.push_back((id, class, what));
        }
        Made::Function(id)
    }

    /// Whether a special member that the compiler makes does nothing but copy bytes.
    fn is_trivial(&mut self, class: CType<'u>, what: Special) -> bool {
        let Some(bases) = self.bases(class) else { return false };
        if self.is_dynamic(class) && what != Special::Destroy {
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
        let Some((id, class, what)) = self.cxx.as_mut().and_then(|cxx| cxx.pending.pop_front()) else {
            return false;
        };
        let declared = self.declared(class, what);
        let function = self.linker.functions[id.index()].clone();
        let mut lowering = FunctionLowering::new(self, function);
        lowering.scopes.push(Vec::new());
        let mut params = Vec::new();
        for ty in lowering.function.ty.params.clone().unwrap_or_default() {
            let var = lowering.new_var(Some("object".to_string()), Scalar::Ptr, ty);
            lowering.function.params.push(Param::Var(var));
            params.push(Operand::Var(var));
        }
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
                    self.call_member(destructor, params);
                }
                let parts: Vec<Part<'u>> = bases.into_iter().chain(self.unit.field_parts(class)).collect();
                for part in parts.iter().rev() {
                    let addr = self.part_address(this, part.offset);
                    self.destroy(addr, part.ctype);
                }
            }
            (Declared::Written(constructor), Special::Default) => {
                self.full(|this_| {
                    let args = this_.default_arguments(constructor, 0);
                    this_.call_member_with(constructor, this, args);
                });
            }
            (Declared::Written(constructor), _) => self.call_member(constructor, params),
            (Declared::Implicit, _) => self.memberwise(class, what, &bases, params),
        }
    }

    /// Constructs an object base by base and field by field.
    fn memberwise(&mut self, class: CType<'u>, what: Special, bases: &[Part<'u>], params: &[Operand]) {
        let this = params[0];
        let other = params.get(1).copied();
        let fields = self.unit.field_parts(class);
        for part in bases {
            self.make_part(*part, what, this, other);
        }
        self.set_table(class, this);
        for part in fields {
            self.make_part(part, what, this, other);
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
                self.call_special(function, &[addr]);
            }
        }
    }

    pub(in crate::lower) fn call_special(&mut self, function: FuncId, params: &[Operand]) {
        let args = params.iter().map(|&param| Arg::Scalar(param, Scalar::Ptr)).collect();
        let callee = Callee::Direct(function);
        self.emit(StmtKind::Call { result: CallResult::None, callee, args });
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

impl Linker {
    /// Destroys objects with static storage after `main`: a function around it calls both.
    pub(in crate::lower) fn destroy_last(&mut self) {
        let Some(&main) = self.function_names.get("main") else { return };
        if self.exits.is_empty() || self.functions[main.index()].body.is_none() {
            return;
        }
        let (ty, pos) = (self.functions[main.index()].ty.clone(), self.functions[main.index()].pos);
        let id = self.new_function("<main>".to_string(), ty, true, Role::Program, pos);
        let mut vars: Vec<Var> = Vec::new();
        let mut params = Vec::new();
        let mut args = Vec::new();
        for param in self.functions[main.index()].params.clone() {
            let Param::Var(var) = param else { return };
            let var = self.functions[main.index()].vars[var.index()].clone();
            let id = VarId(vars.len() as u32);
            args.push(Arg::Scalar(Operand::Var(id), var.ty));
            params.push(Param::Var(id));
            vars.push(var);
        }
        let result = VarId(vars.len() as u32);
        let ctype = self.types.intern(Type::Scalar(Scalar::INT));
        vars.push(Var { name: Some("status".to_string()), ty: Scalar::INT, ctype });
        let call = StmtKind::Call { result: CallResult::Var(result), callee: Callee::Direct(main), args };
        let mut body = vec![Stmt { kind: call, pos }];
        for exit in self.exits.iter().rev() {
            let args = vec![Arg::Scalar(Operand::Global(exit.object), Scalar::Ptr)];
            let callee = Callee::Direct(exit.destroy);
            body.push(Stmt { kind: StmtKind::Call { result: CallResult::None, callee, args }, pos });
        }
        let kind = StmtKind::Return(ReturnValue::Scalar(Operand::Var(result)));
        body.push(Stmt { kind, pos });
        let function = &mut self.functions[id.index()];
        (function.vars, function.params, function.body) = (vars, params, Some(body));
        self.function_names.insert("main".to_string(), id);
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
