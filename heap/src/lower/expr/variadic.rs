//! Variable arguments: `va_start`, `va_arg`, `va_copy`, `va_end`.
//!
//! A variadic function gets one parameter more than it declares: the address of an object in which its caller
//! has stored the variable arguments, one after the other, each in whole words. The
//! [fix-ups](crate::lower::link::fixups) create these objects once all definitions are known. A `va_list`
//! keeps the address of the next argument in its first word, so taking more arguments than there are reads
//! past the end of an object.

use crate::clang::{CType, Cursor, Kind, TypeKind};
use crate::ir::*;
use crate::lower::function::{FunctionLowering, Place};

/// An operation on a `va_list`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lower) enum ListCall {
    Start,
    Copy,
    End,
}

/// How many bytes an argument occupies: whole words.
pub(in crate::lower) fn cell_bytes(size: u64, target: Target) -> u64 {
    size.next_multiple_of(u64::from(target.pointer_bytes)).max(u64::from(target.pointer_bytes))
}

impl<'u> FunctionLowering<'_, '_, 'u> {
    /// Adds the parameter for the further arguments, if there can be any.
    pub(in crate::lower) fn further_arguments(&mut self) {
        if self.function.ty.variadic {
            let var = self.named_var("further arguments", Scalar::Ptr);
            self.function.params.push(Param::Var(var));
            self.further = Some(var);
        }
    }

    /// A call of `va_start` and the like, which has no result.
    pub(in crate::lower) fn list_call(
        &mut self,
        call: ListCall,
        arguments: &[Cursor<'u>],
    ) -> Option<Operand> {
        let pos = self.pos;
        let &first = arguments.first()?;
        if !is_supported_list(first.ctype()) {
            self.unsupported("a va_list as this target defines it");
            return None;
        }
        match call {
            ListCall::Start => {
                let Some(further) = self.further else {
                    self.unsupported("va_start in a function with a fixed number of arguments");
                    return None;
                };
                let place = self.list_place(first);
                self.pos = pos;
                self.store_place(place, Operand::Var(further), Scalar::Ptr, false);
            }
            ListCall::Copy => {
                let &second = arguments.get(1)?;
                let (to, from) = (self.list_place(first), self.list_place(second));
                self.pos = pos;
                let next = self.load_place(from, Scalar::Ptr, false);
                self.store_place(to, next, Scalar::Ptr, false);
            }
            ListCall::End => {}
        }
        None
    }

    /// Where a list keeps the address of its next argument.
    fn list_place(&mut self, list: Cursor<'u>) -> Place {
        if is_pointer_list(list.ctype()) {
            let mut list = list;
            while let (Kind::Unexposed | Kind::Paren, Some(&child)) = (list.kind(), list.children().first()) {
                list = child;
            }
            return self.place(list);
        }
        // An array of one record; as a parameter, a pointer to it.
        Place::Memory { addr: self.rvalue(list), bits: None }
    }

    /// `va_arg(list, type)`: the address of the next argument; the list is advanced past it.
    pub(in crate::lower) fn next_argument(&mut self, list: Cursor<'u>, size: u64) -> Operand {
        if !is_supported_list(list.ctype()) {
            self.unsupported("a va_list as this target defines it");
            return Operand::Undef(Scalar::Ptr);
        }
        let pos = self.pos;
        let place = self.list_place(list);
        self.pos = pos;
        let loaded = self.load_place(place, Scalar::Ptr, false);
        let here = self.temp(Scalar::Ptr);
        self.emit(StmtKind::Assign { dst: here, value: Expr::Use(loaded) });
        let bytes = cell_bytes(size, self.unit.linker.target);
        let elem =
            self.unit.linker.types.intern(Type::Scalar(Scalar::Int(IntType { bits: 8, signed: false })));
        let (index, stride) = (self.offset(bytes), self.offset(1));
        let next = self.temp(Scalar::Ptr);
        let value = Expr::Elem { base: Operand::Var(here), index, elem, stride };
        self.emit(StmtKind::Assign { dst: next, value });
        self.store_place(place, Operand::Var(next), Scalar::Ptr, false);
        Operand::Var(here)
    }
}

/// Whether an expression without a kind of its own is `va_arg`: it makes something else of a list.
pub(in crate::lower) fn is_next_argument(cursor: Cursor<'_>, child: Cursor<'_>) -> bool {
    is_list(child.ctype()) && !is_list(cursor.ctype())
}

/// Whether a type is that of a list of arguments.
fn is_list(ctype: CType<'_>) -> bool {
    ctype.name().contains("__va_list_tag") || ctype.name().contains("va_list")
}

/// Whether a list is nothing but a pointer to the next argument, as on 32 bits.
fn is_pointer_list(ctype: CType<'_>) -> bool {
    let canonical = ctype.canonical();
    canonical.kind() == TypeKind::Pointer && canonical.pointee().kind() != TypeKind::Record
}

fn is_supported_list(ctype: CType<'_>) -> bool {
    matches!(ctype.canonical().kind(), TypeKind::Array | TypeKind::Pointer)
}
