//! Calls of functions, member functions and operators.

use super::class::layout::Within;
use super::class::special::{Made, Special};
use super::class::tables::Otherwise;
use super::temps::Life;
use super::{class_of, has_object, is_function, operands};
use crate::clang::{CType, Cursor, CxxKind, Kind, TypeKind};
use crate::ir::*;
use crate::lower::function::FunctionLowering;

/// Functions of models that state what a caller must respect, and what is not modelled.
const REQUIRE: &str = "__cfp_require";
const NOT_MODELLED: &str = "__cfp_unsupported";

impl<'u> FunctionLowering<'_, '_, 'u> {
    /// Whether a call is one of a function with the name and the conventions of C.
    pub(in crate::lower) fn is_plain_call(&self, call: Cursor<'u>) -> bool {
        let Some(callee) = call.referenced().filter(|callee| callee.kind() == Kind::FunctionDecl) else {
            return false;
        };
        let ty = callee.ctype();
        let mut types = ty.parameters().unwrap_or_default();
        types.push(ty.result());
        let is_scalar =
            |ty: &CType<'u>| !matches!(ty.kind(), TypeKind::Record | TypeKind::Reference | TypeKind::Other);
        super::names::has_plain_name(callee)
            && types.iter().all(is_scalar)
            && !matches!(&callee.spelling()[..], REQUIRE | NOT_MODELLED)
    }

    /// A call. Gives the value of a scalar, or the address of what a reference or a class object is. A class
    /// object is constructed at `target`, or in a temporary.
    pub(in crate::lower) fn cxx_call(
        &mut self,
        call: Cursor<'u>,
        target: Option<Operand>,
    ) -> Option<Operand> {
        let pos = self.unit.pos(call);
        self.pos = pos;
        let callee = call.referenced().filter(|callee| is_function(*callee));
        let Some(callee) = callee else { return self.call_pointer(call, target) };
        if let Some(done) = self.known_call(call, callee) {
            return done;
        }
        match callee.kind() {
            Kind::Cxx(CxxKind::Constructor) => {
                let slot = self.new_temporary(call.ctype());
                self.construct_with(Operand::Slot(slot), call.ctype(), callee, call);
                self.own_temporary(slot, call.ctype(), Life::Full);
                return Some(Operand::Slot(slot));
            }
            Kind::Cxx(CxxKind::Destructor) => {
                self.call_destructor(call);
                return None;
            }
            _ => {}
        }
        let mut arguments = call.arguments();
        let mut object = None;
        if has_object(callee) {
            let is_operator = arguments.len() > callee.ctype().parameters().map_or(0, |list| list.len());
            let receiver = match is_operator {
                true => Some(Receiver::Of(arguments.remove(0))),
                false => self.receiver(call),
            };
            object = match receiver {
                Some(receiver) => Some(self.object_address(receiver, callee)),
                None => {
                    self.unsupported("a call of a member function of an unknown form");
                    return None;
                }
            };
        }
        if callee.is_defaulted() && !super::names::has_body(callee.definition().unwrap_or(callee)) {
            self.unsupported(&format!("{} that the compiler makes", callee.spelling()));
        }
        let order = match &callee.spelling()[..] {
            "operator<<" | "operator>>" | "operator," | "operator&&" | "operator||" | "operator[]" => {
                Order::FirstFirst
            }
            _ => Order::LastFirst,
        };
        let args = self.arguments(callee, &arguments, order);
        self.pos = pos;
        let function = match callee.is_virtual() && self.dispatches(call) {
            true => self.virtual_function(callee),
            false => self.unit.function_id(callee),
        };
        self.emit_call(callee.ctype().result(), Callee::Direct(function), object, args, target)
    }

    /// What finds the function of an object that a virtual one stands for.
    fn virtual_function(&mut self, callee: Cursor<'u>) -> FuncId {
        let ty = self.unit.cxx_type_of(callee);
        let object = usize::from(callee.ctype().result().kind() == TypeKind::Record);
        self.unit.question(callee.canonical().usr(), ty, object, Otherwise::Unknown)
    }

    /// Whether a call of a virtual function looks for the function in the object.
    fn dispatches(&self, call: Cursor<'u>) -> bool {
        let member = operands(call).into_iter().find(|part| part.kind() == Kind::Member);
        !member.is_some_and(|member| member.children().iter().any(|part| part.kind() == Kind::TypeRef))
    }

    /// The object that a member function is called on.
    fn receiver(&self, call: Cursor<'u>) -> Option<Receiver<'u>> {
        let mut member = *operands(call).first()?;
        while matches!(member.kind(), Kind::Paren | Kind::Unexposed) {
            member = *operands(member).first()?;
        }
        if member.kind() != Kind::Member {
            return None;
        }
        Some(operands(member).first().map_or(Receiver::This, |&base| Receiver::Of(base)))
    }

    fn object_address(&mut self, receiver: Receiver<'u>, callee: Cursor<'u>) -> Operand {
        let wanted = class_of(callee);
        let (addr, class) = match receiver {
            Receiver::This => (self.cxx.this, self.cxx.class),
            Receiver::Of(base) if self.kind_of(base) == TypeKind::Pointer => {
                (Some(self.rvalue(base)), Some(self.pointee_of(base)))
            }
            Receiver::Of(base) => (Some(self.bound(base, Life::Full)), Some(base.ctype())),
        };
        let (Some(addr), Some(class), Some(wanted)) = (addr, class, wanted) else {
            return self.unsupported_pointer("a call of a member function without an object");
        };
        let addr = self.kept(addr);
        match self.base_address(addr, class, wanted) {
            Some(addr) => addr,
            None => self.unsupported_pointer("a call of a member function of an unknown base"),
        }
    }

    /// `x.~T()`
    fn call_destructor(&mut self, call: Cursor<'u>) {
        let Some(Receiver::Of(base)) = self.receiver(call) else {
            return self.unsupported("a call of a destructor of an unknown form");
        };
        let (addr, class) = match self.kind_of(base) {
            TypeKind::Pointer => (self.rvalue(base), self.pointee_of(base)),
            _ => (self.bound(base, Life::Full), base.ctype()),
        };
        match self.unit.is_destroyed_virtually(class) && self.dispatches(call) {
            true => self.destroy_virtually(addr, class),
            false => self.destroy(addr, class),
        }
    }

    /// Calls that have a meaning of their own.
    fn known_call(&mut self, call: Cursor<'u>, callee: Cursor<'u>) -> Option<Option<Operand>> {
        let arguments = call.arguments();
        let is_std = callee.semantic_parent().is_some_and(|scope| scope.spelling() == "std");
        match &callee.spelling()[..] {
            "move" | "forward" | "move_if_noexcept" | "as_const" if is_std && arguments.len() == 1 => {
                Some(Some(self.bound(arguments[0], Life::Full)))
            }
            "addressof" | "__addressof" if is_std && arguments.len() == 1 => {
                Some(Some(self.bound(arguments[0], Life::Full)))
            }
            REQUIRE => {
                let cond = self.full_condition(*arguments.first()?);
                let text = arguments.get(1).and_then(|&text| self.literal_text(text)).unwrap_or_default();
                let ptrdiff = self.unit.linker.target.ptrdiff();
                let nothing = Operand::Int(0, ptrdiff);
                // Who does not check bounds does not know how the run goes on.
                let otherwise = self.nested(|this| {
                    this.emit(StmtKind::Bound { index: nothing, count: nothing });
                    this.unsupported(&text);
                });
                self.emit(StmtKind::If { cond, then: Vec::new(), otherwise });
                Some(None)
            }
            NOT_MODELLED => {
                let text = arguments.first().and_then(|&text| self.literal_text(text)).unwrap_or_default();
                self.unsupported(&text);
                Some(self.unit.scalar(call.ctype()).map(Operand::Undef))
            }
            _ => None,
        }
    }

    /// A call through a pointer or a reference to a function.
    fn call_pointer(&mut self, call: Cursor<'u>, target: Option<Operand>) -> Option<Operand> {
        let pos = self.pos;
        let Some(&callee) = operands(call).first() else {
            self.unsupported("a call without a callee");
            return None;
        };
        let canonical = callee.ctype().canonical();
        let ty = if canonical.kind() == TypeKind::Pointer { canonical.pointee() } else { canonical };
        if ty.kind() != TypeKind::Function {
            // A destructor of a scalar does nothing.
            let is_destructor = call.ctype().kind() == TypeKind::Void
                && call.arguments().is_empty()
                && callee.kind() == Kind::Member
                && callee.referenced().is_none()
                && callee.spelling().is_empty();
            match (is_destructor, operands(callee).first()) {
                (true, Some(&object)) => self.effect(object),
                _ => self.unsupported(&format!("a call of a value of type {}", callee.ctype().name())),
            }
            return None;
        }
        let pointer = match canonical.kind() {
            TypeKind::Pointer => self.rvalue(callee),
            _ => self.bound(callee, Life::Full),
        };
        let pointer = self.kept(pointer);
        let types = ty.parameters().unwrap_or_default();
        let args = call.arguments().into_iter().enumerate().rev();
        let mut args: Vec<Arg> =
            args.map(|(index, arg)| self.argument_for(arg, types.get(index).copied())).collect();
        args.reverse();
        self.pos = pos;
        let kind = Callee::Pointer(pointer, Box::new(self.unit.function_type(ty)));
        self.emit_call(ty.result(), kind, None, args, target)
    }

    /// The arguments of a call, with those that are not written. Their order is not specified unless they are
    /// in braces; compilers for this target evaluate the last one first.
    pub(in crate::lower) fn arguments(
        &mut self,
        callee: Cursor<'u>,
        given: &[Cursor<'u>],
        order: Order,
    ) -> Vec<Arg> {
        let types = callee.ctype().parameters().unwrap_or_default();
        let mut args = Vec::new();
        let mut numbered: Vec<(usize, Cursor<'u>)> = given.iter().copied().enumerate().collect();
        if order == Order::LastFirst {
            numbered.reverse();
        }
        for (index, arg) in numbered {
            let is_default = arg.kind() == Kind::Unexposed
                && arg.children().is_empty()
                && arg.location().line == 0
                && index < types.len();
            let value = match is_default {
                true => default_argument(callee, index),
                false => Some(arg),
            };
            match value {
                Some(value) => args.push(self.argument_for(value, types.get(index).copied())),
                None => self.unsupported("a default argument that cannot be found"),
            }
        }
        if order == Order::LastFirst {
            args.reverse();
        }
        args
    }

    /// The default arguments of a function from one on.
    pub(in crate::lower) fn default_arguments(&mut self, callee: Cursor<'u>, from: usize) -> Vec<Arg> {
        let types = callee.ctype().parameters().unwrap_or_default();
        let mut args = Vec::new();
        for (index, &ty) in types.iter().enumerate().skip(from) {
            match default_argument(callee, index) {
                Some(value) => args.push(self.argument_for(value, Some(ty))),
                None => self.unsupported("a default argument that cannot be found"),
            }
        }
        args
    }

    /// An argument for a parameter of this type.
    fn argument_for(&mut self, arg: Cursor<'u>, ty: Option<CType<'u>>) -> Arg {
        let ctype = ty.unwrap_or(arg.ctype());
        match ctype.kind() {
            TypeKind::Reference => Arg::Scalar(self.bound(arg, Life::Full), Scalar::Ptr),
            TypeKind::Record => {
                let slot = self.new_temporary(ctype);
                self.construct(Operand::Slot(slot), ctype, arg);
                self.own_temporary(slot, ctype, Life::Full);
                Arg::Scalar(Operand::Slot(slot), Scalar::Ptr)
            }
            _ => {
                let value = match self.unit.scalar(ctype) {
                    Some(ty) if arg.ctype().kind() != TypeKind::Record => self.converted(arg, ty),
                    _ => self.rvalue(arg),
                };
                let value = self.kept(value);
                Arg::Scalar(value, self.operand_type(value))
            }
        }
    }

    /// Calls a member that returns nothing.
    pub(in crate::lower) fn call_member_with(&mut self, member: Cursor<'u>, object: Operand, args: Vec<Arg>) {
        let function = self.unit.function_id(member);
        let mut all = vec![Arg::Scalar(object, Scalar::Ptr)];
        all.extend(args);
        let callee = Callee::Direct(function);
        self.emit_checked(StmtKind::Call { result: CallResult::None, callee, args: all });
    }

    /// Calls a constructor, maybe for a base of a larger object.
    pub(in crate::lower) fn call_constructor(
        &mut self,
        constructor: Cursor<'u>,
        object: Operand,
        args: Vec<Arg>,
        within: Option<Within<'u>>,
    ) {
        let Some(within) = within else { return self.call_member_with(constructor, object, args) };
        let function = self.unit.base_constructor(constructor, within);
        let mut all = vec![Arg::Scalar(object, Scalar::Ptr)];
        all.extend(args);
        let callee = Callee::Direct(function);
        self.emit_checked(StmtKind::Call { result: CallResult::None, callee, args: all });
    }

    fn emit_call(
        &mut self,
        result: CType<'u>,
        callee: Callee,
        object: Option<Operand>,
        args: Vec<Arg>,
        target: Option<Operand>,
    ) -> Option<Operand> {
        let mut all = Vec::new();
        let mut temporary = None;
        if result.kind() == TypeKind::Record {
            let addr = target.unwrap_or_else(|| {
                let slot = self.new_temporary(result);
                temporary = Some(slot);
                Operand::Slot(slot)
            });
            all.push(Arg::Scalar(addr, Scalar::Ptr));
        }
        all.extend(object.map(|object| Arg::Scalar(object, Scalar::Ptr)));
        all.extend(args);
        let first = all.first().cloned();
        if result.kind() != TypeKind::Record {
            return self.finish_call(result, callee, all);
        }
        self.emit_checked(StmtKind::Call { result: CallResult::None, callee, args: all });
        if let Some(slot) = temporary {
            self.own_temporary(slot, result, Life::Full);
        }
        match first {
            Some(Arg::Scalar(addr, _)) => Some(addr),
            _ => None,
        }
    }

    /// Whether objects of a class are destroyed by code.
    pub(in crate::lower) fn has_destructor(&mut self, class: CType<'u>) -> bool {
        !matches!(self.unit.special(class, Special::Destroy), Made::Trivial)
    }
}

/// In which order arguments are evaluated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lower) enum Order {
    /// In braces, and of operators that say so.
    FirstFirst,
    /// Elsewhere.
    LastFirst,
}

enum Receiver<'u> {
    /// What `this` points to.
    This,
    /// An expression: an object, or a pointer to one.
    Of(Cursor<'u>),
}

/// The expression that a parameter has if the argument is not written.
fn default_argument(callee: Cursor<'_>, index: usize) -> Option<Cursor<'_>> {
    let declarations = [Some(callee), callee.definition(), Some(callee.canonical())];
    declarations.into_iter().flatten().find_map(|declaration| {
        let parameter = *declaration.arguments().get(index)?;
        parameter.children().into_iter().rfind(|child| super::class::special::is_value(child))
    })
}
