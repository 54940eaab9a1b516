//! Calls of `scanf` and its relatives, split into their conversions.
//!
//! The format string is usually a literal, which determines the arguments that are written, their types and
//! their order. So a call becomes one call that returns the number of items, and one value per conversion,
//! stored if that many items were read. The functions that return the values are modelled in
//! `heap/models/stdio.c`; numbers are plain inputs. What `sscanf` reads is not an input: the interpreter
//! finds it in the text.

use crate::clang::{Cursor, Kind as CursorKind};
use crate::ir::*;
use crate::libc::Id;
use crate::libc::internal::{SCAN_STREAM, ScanPart, ScanSource};
use crate::libc::scan_format::{Conversion, Directive, Kind, Size, directives};
use crate::lower::function::FunctionLowering;

impl<'u> FunctionLowering<'_, '_, 'u> {
    /// A call of `scanf` (the pattern is its first argument), `fscanf` or `sscanf` (the second one). Gives
    /// the number of items.
    pub(in crate::lower) fn scan_call(&mut self, function: Id, arguments: &[Cursor<'u>]) -> Operand {
        let pos = self.pos;
        let first = usize::from(function != Id::Scanf);
        let pattern = arguments.get(first).and_then(|&pattern| self.pattern_bytes(pattern));
        let Some(directives) = pattern.and_then(|pattern| directives(&pattern)) else {
            self.unsupported("an unknown scanf format");
            return Operand::Undef(Scalar::INT);
        };
        let values: Vec<Operand> = arguments.iter().map(|&argument| self.rvalue(argument)).collect();
        self.pos = pos;
        let is_stored = |directive: &Directive| match directive {
            Directive::Conversion(conversion) => conversion.is_stored.then(|| conversion.clone()),
            _ => None,
        };
        let stored: Vec<Conversion> = directives.iter().filter_map(is_stored).collect();
        if values.len() < first + 1 + stored.len() {
            self.unsupported("fewer arguments than the format string requires");
            return Operand::Undef(Scalar::INT);
        }
        // What identifies the values in a text: the text and the pattern.
        let (source, text) = match function {
            Id::Sscanf => (ScanSource::Text, values[..2].to_vec()),
            _ => (ScanSource::Stream, Vec::new()),
        };
        if function == Id::Fscanf {
            self.helper_call(SCAN_STREAM, None, &values[..1]);
        }
        let most = stored.iter().filter(|conversion| conversion.kind != Kind::Count).count();
        let mut args = text.clone();
        args.push(self.int(most as i128));
        let items = self.helper_call(&source.part_name(ScanPart::Items), Some(Scalar::INT), &args);
        let mut done = 0;
        for (index, conversion) in stored.iter().enumerate() {
            let place = values[first + 1 + index];
            let mut args = text.clone();
            if !text.is_empty() {
                args.push(self.int(index as i128));
            }
            let number = self.int(done);
            let is_read = if conversion.kind == Kind::Count {
                let mut args = args.clone();
                args.extend([items, number]);
                self.helper_call(&source.part_name(ScanPart::Reaches), Some(Scalar::INT), &args)
            } else {
                done += 1;
                let holds = self.temp(Scalar::INT);
                let value = Expr::Compare(CompareOp::Gt, Scalar::INT, items, number);
                self.emit(StmtKind::Assign { dst: holds, value });
                Operand::Var(holds)
            };
            let then = self.nested(|this| this.store_scanned(conversion, source, args, place));
            self.emit(StmtKind::If { cond: is_read, then, otherwise: Vec::new() });
        }
        items
    }

    /// Stores what a conversion gives.
    fn store_scanned(
        &mut self,
        conversion: &Conversion,
        source: ScanSource,
        args: Vec<Operand>,
        place: Operand,
    ) {
        let pointer = self.unit.linker.target.pointer_bytes;
        let bits = match conversion.size {
            Size::Char => 8,
            Size::Short => 16,
            Size::Plain => 32,
            Size::LongLong => 64,
            Size::Long | Size::Pointer => (pointer * 8) as u8,
        };
        let (name, ty) = match &conversion.kind {
            Kind::Int { is_signed, .. } => {
                let ty = Scalar::Int(IntType { bits, signed: *is_signed });
                (source.value_name(ty), ty)
            }
            Kind::Float => {
                let float = if conversion.size == Size::Long { FloatType::F64 } else { FloatType::F32 };
                (source.value_name(Scalar::Float(float)), Scalar::Float(float))
            }
            Kind::Chars if conversion.width.unwrap_or(1) <= 1 => {
                let ty = Scalar::Int(IntType { bits: 8, signed: true });
                (source.value_name(ty), ty)
            }
            Kind::Count => (source.part_name(ScanPart::Count), Scalar::INT),
            Kind::Chars | Kind::Word | Kind::Set(_) => {
                let part = match conversion.kind {
                    Kind::Chars => ScanPart::Chars,
                    Kind::Word => ScanPart::Word,
                    _ => ScanPart::Members,
                };
                let size = self.unit.linker.target.size();
                let width = conversion.width.filter(|width| *width > 0).map_or(size.max(), i128::from);
                let mut args = args;
                args.extend([place, Operand::Int(width.min(size.max()), size)]);
                self.helper_call(&source.part_name(part), None, &args);
                return;
            }
        };
        let mut value = self.helper_call(&name, Some(ty), &args);
        let mut stored = ty;
        if conversion.kind == Kind::Count {
            stored = Scalar::Int(IntType { bits, signed: true });
            value = self.convert(value, ty, stored);
        }
        self.emit(StmtKind::Store { addr: place, value, access: Access::plain(stored) });
    }

    /// A call of a function that models define, or that gives an input.
    fn helper_call(&mut self, name: &str, result: Option<Scalar>, args: &[Operand]) -> Operand {
        let callee = Callee::Direct(self.unit.helper_function(name, result));
        let args = args.iter().map(|&value| Arg::Scalar(value, self.operand_type(value))).collect();
        match result {
            Some(ty) => {
                let dst = self.temp(ty);
                self.emit(StmtKind::Call { result: CallResult::Var(dst), callee, args });
                Operand::Var(dst)
            }
            None => {
                self.emit(StmtKind::Call { result: CallResult::None, callee, args });
                Operand::Undef(Scalar::INT)
            }
        }
    }

    /// The bytes of a pattern that is written where it is used.
    fn pattern_bytes(&mut self, cursor: Cursor<'u>) -> Option<Vec<u8>> {
        let mut cursor = cursor;
        while cursor.kind() != CursorKind::String {
            if !matches!(cursor.kind(), CursorKind::Paren | CursorKind::Unexposed | CursorKind::Cast) {
                return None;
            }
            cursor = cursor.children().last().copied()?;
        }
        let mut bytes = self.string_bytes(cursor)?;
        bytes.pop();
        // It ends at its first zero.
        let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
        bytes.truncate(end);
        Some(bytes)
    }
}
