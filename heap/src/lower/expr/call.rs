//! Calls: of functions of the program, of assertions and assumptions, of compiler built-ins.

use super::commands::COMMAND;
use super::selected;
use super::variadic::ListCall;
use crate::clang::{CType, Constant, Cursor, Kind, TypeKind};
use crate::ir::*;
use crate::libc::{Meaning, additional_arguments, find, meaning};
use crate::lower::function::FunctionLowering;

impl<'u> FunctionLowering<'_, '_, 'u> {
    /// A call. Gives the result if it is a scalar, its address if it is a record.
    pub(in crate::lower) fn call(&mut self, cursor: Cursor<'u>) -> Option<Operand> {
        if self.unit.cxx.is_some() {
            if !self.is_plain_call(cursor) {
                return self.cxx_call(cursor, None);
            }
            if let Some(done) = self.c_allocation(cursor) {
                return done;
            }
        }
        let pos = self.unit.pos(cursor);
        self.pos = pos;
        let children = cursor.children();
        let Some(&callee) = children.first() else {
            self.unsupported("a call without a callee");
            return None;
        };
        let function = direct_callee(callee);
        let arguments = cursor.arguments();
        if let Some(function) = function {
            let name = function.spelling();
            if name == COMMAND && function.definition().is_none() {
                self.command(&arguments);
                return self.void_or_unknown(cursor);
            }
            let is_defined = function.definition().is_some() || self.unit.linker.library.contains(&name);
            if let Some(done) = self.special_call(cursor, &name, is_defined, &arguments) {
                return done;
            }
        }
        let target = match function {
            Some(function) => Callee::Direct(self.unit.function_id(function)),
            None => {
                let pointer = match self.kind_of(callee) {
                    TypeKind::Function => self.function_address(callee),
                    _ => self.rvalue(callee),
                };
                let pointee = callee.ctype().canonical();
                let ty = if pointee.kind() == TypeKind::Pointer { pointee.pointee() } else { pointee };
                Callee::Pointer(pointer, Box::new(self.unit.function_type(ty)))
            }
        };
        let mut args: Vec<Arg> = arguments.into_iter().map(|argument| self.argument(argument)).collect();
        if let Some(definition) = function.and_then(|function| function.definition()) {
            self.narrow_arguments(definition, &mut args);
        } else if let Some(function) = function {
            let extra = additional_arguments(&function.spelling());
            let mut index = 0;
            args.retain(|_| {
                index += 1;
                !extra.contains(&(index - 1))
            });
        }
        self.pos = pos;
        self.finish_call(cursor.ctype(), target, args)
    }

    /// What a function takes whose parameters are declared behind their names: a caller gives at least an
    /// `int` or a `double`, and the parameter is what it becomes in its own type.
    fn narrow_arguments(&mut self, definition: Cursor<'u>, args: &mut [Arg]) {
        for (parameter, arg) in definition.arguments().into_iter().zip(args) {
            let (Some(to), Arg::Scalar(value, from)) = (self.unit.scalar(parameter.ctype()), &mut *arg)
            else {
                continue;
            };
            let is_narrowed = match (to, *from) {
                (Scalar::Int(to), Scalar::Int(from)) => to.bits < 32 && from == IntType::INT,
                (Scalar::Float(to), Scalar::Float(from)) => to == FloatType::F32 && from == FloatType::F64,
                _ => false,
            };
            if is_narrowed {
                *arg = Arg::Scalar(self.convert(*value, *from, to), to);
            }
        }
    }

    fn argument(&mut self, argument: Cursor<'u>) -> Arg {
        let ctype = argument.ctype();
        match ctype.kind() {
            TypeKind::Record => {
                let addr = self.object(argument);
                Arg::Object(addr, self.unit.type_id(ctype))
            }
            _ => {
                let value = self.rvalue(argument);
                // A variable's value at this point: later arguments may not change it, but a call inside may.
                Arg::Scalar(value, self.operand_type(value))
            }
        }
    }

    pub(in crate::lower) fn finish_call(
        &mut self,
        result: CType<'u>,
        callee: Callee,
        args: Vec<Arg>,
    ) -> Option<Operand> {
        match result.kind() {
            TypeKind::Void => {
                self.emit_checked(StmtKind::Call { result: CallResult::None, callee, args });
                None
            }
            TypeKind::Record => {
                let ty = self.unit.type_id(result);
                let addr = self.temporary(result, "result");
                self.emit(StmtKind::Call { result: CallResult::Object(addr, ty), callee, args });
                Some(addr)
            }
            _ => match self.unit.scalar(result) {
                Some(ty) => {
                    let dst = self.temp(ty);
                    self.emit_checked(StmtKind::Call { result: CallResult::Var(dst), callee, args });
                    Some(Operand::Var(dst))
                }
                None => {
                    self.unsupported(&format!("a call that returns {}", result.name()));
                    None
                }
            },
        }
    }

    /// Calls that have a statement of their own. `Some` means that the call is done.
    fn special_call(
        &mut self,
        cursor: Cursor<'u>,
        name: &str,
        is_defined: bool,
        arguments: &[Cursor<'u>],
    ) -> Option<Option<Operand>> {
        let pos = self.pos;
        match meaning(name, is_defined)? {
            Meaning::Error => {
                arguments.iter().for_each(|&argument| self.effect(argument));
                self.pos = pos;
                self.emit(StmtKind::Fail { failure: Failure::ErrorCall(name.to_string()) });
                Some(None)
            }
            Meaning::AssertFail => {
                let text =
                    arguments.first().and_then(|&argument| self.literal_text(argument)).unwrap_or_default();
                self.emit(StmtKind::Fail { failure: Failure::Assertion(text) });
                Some(None)
            }
            Meaning::Assert => {
                let &argument = arguments.first()?;
                let cond = self.condition(argument);
                let text = self.source_text(argument);
                self.pos = pos;
                let failure = Failure::Assertion(text);
                let otherwise = self.nested(|this| this.emit(StmtKind::Fail { failure }));
                self.emit(StmtKind::If { cond, then: Vec::new(), otherwise });
                Some(self.void_or_unknown(cursor))
            }
            Meaning::Assume => {
                let &argument = arguments.first()?;
                let cond = self.condition(argument);
                self.pos = pos;
                self.emit(StmtKind::Assume(cond));
                Some(self.void_or_unknown(cursor))
            }
            Meaning::Alloca => {
                let &argument = arguments.first()?;
                let size = self.rvalue(argument);
                let from = self.operand_type(size);
                let to = Scalar::Int(self.unit.linker.target.size());
                let size = self.convert(size, from, to);
                let dst = self.temp(Scalar::Ptr);
                self.pos = pos;
                self.emit(StmtKind::Alloca { dst, size });
                Some(Some(Operand::Var(dst)))
            }
            Meaning::Expect => {
                let (&value, rest) = arguments.split_first()?;
                let result = self.rvalue(value);
                rest.iter().for_each(|&argument| self.effect(argument));
                Some(Some(result))
            }
            Meaning::ConstantP => {
                let constant = match cursor.evaluate() {
                    Some(Constant::Int(value)) => value,
                    _ => 0,
                };
                Some(Some(self.int(constant)))
            }
            Meaning::VaStart => Some(self.list_call(ListCall::Start, arguments)),
            Meaning::VaCopy => Some(self.list_call(ListCall::Copy, arguments)),
            Meaning::VaEnd => Some(self.list_call(ListCall::End, arguments)),
            Meaning::Overflow(op) => Some(Some(self.overflow_call(op, arguments))),
            Meaning::Scan => Some(Some(self.scan_call(find(name)?.id?, arguments))),
            Meaning::Unreachable => {
                self.emit(StmtKind::Unreachable);
                Some(None)
            }
            Meaning::Unsupported(reason) => {
                self.unsupported(reason);
                Some(self.unit.scalar(cursor.ctype()).map(Operand::Undef))
            }
        }
    }

    /// The result of a call that should not be used: an undeclared function is taken to return `int`.
    fn void_or_unknown(&mut self, cursor: Cursor<'u>) -> Option<Operand> {
        self.unit.scalar(cursor.ctype()).map(|ty| self.zero_of(ty))
    }

    /// The text of a string literal.
    pub(in crate::lower) fn literal_text(&mut self, cursor: Cursor<'u>) -> Option<String> {
        let mut cursor = cursor;
        while cursor.kind() != Kind::String {
            cursor = cursor.children().first().copied()?;
        }
        let mut bytes = self.string_bytes(cursor)?;
        bytes.pop();
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// How an expression is written.
    fn source_text(&mut self, cursor: Cursor<'u>) -> String {
        const LONGEST: usize = 200;
        let file = self.unit.pos(cursor).file;
        let (start, end) = cursor.extent();
        let text = self
            .unit
            .linker
            .files
            .get(file.index())
            .and_then(|file| file.text.get(start as usize..end as usize));
        let text = String::from_utf8_lossy(text.unwrap_or_default());
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ").chars().take(LONGEST).collect()
    }
}

/// The function that a callee names directly.
fn direct_callee(callee: Cursor<'_>) -> Option<Cursor<'_>> {
    let mut cursor = callee;
    loop {
        match cursor.kind() {
            Kind::Paren | Kind::Unexposed | Kind::Unary if cursor.ctype().kind() != TypeKind::Other => {
                cursor = cursor.children().first().copied()?;
            }
            Kind::Unexposed => cursor = cursor.children().first().copied()?,
            Kind::Generic => cursor = selected(cursor)?,
            Kind::DeclRef => return cursor.referenced().filter(|found| found.kind() == Kind::FunctionDecl),
            _ => return None,
        }
    }
}
