//! Reading types and records.

use super::ReadError;
use super::lexer::{Tok, utf8};
use super::reader::{Key, Read, Reader};
use crate::ir::*;

/// How deeply types may be nested.
const MAX_TYPE_NESTING: usize = 200;

/// The scalar with this name.
pub(super) fn scalar(word: &str) -> Option<Scalar> {
    let int = |bits, signed| Some(Scalar::Int(IntType { bits, signed }));
    match word {
        "bool" => Some(Scalar::Int(IntType::BOOL)),
        "i8" => int(8, true),
        "i16" => int(16, true),
        "i32" => int(32, true),
        "i64" => int(64, true),
        "u8" => int(8, false),
        "u16" => int(16, false),
        "u32" => int(32, false),
        "u64" => int(64, false),
        "f32" => Some(Scalar::Float(FloatType::F32)),
        "f64" => Some(Scalar::Float(FloatType::F64)),
        "f80" => Some(Scalar::Float(FloatType::F80)),
        "ptr" => Some(Scalar::Ptr),
        _ => None,
    }
}

impl Reader<'_> {
    /// `i32`, `ptr`
    pub(super) fn scalar(&mut self) -> Read<Scalar> {
        let found = match self.peek() {
            Tok::Word(word) => scalar(word),
            _ => None,
        };
        match found {
            Some(scalar) => {
                self.advance();
                Ok(scalar)
            }
            None => self.expected("the type of a scalar, as i32 or ptr"),
        }
    }

    /// Whether a type begins here.
    pub(super) fn is_type(&self) -> bool {
        match self.peek() {
            Tok::Word(word) => {
                matches!(*word, "void" | "struct" | "union" | "other") || scalar(word).is_some()
            }
            Tok::Mark(mark) => *mark == "(",
            _ => false,
        }
    }

    /// Any type.
    pub(super) fn ty(&mut self) -> Read<TypeId> {
        self.nested_type(0).map(|(ty, _)| ty)
    }

    /// A function type without the parentheses.
    pub(super) fn function_type(&mut self) -> Read<FunctionType> {
        self.nested_function_type(0).map(|(ty, _)| ty)
    }

    /// A type inside of others, and how deep it is itself.
    fn nested_type(&mut self, around: usize) -> Read<(TypeId, usize)> {
        let (mut ty, mut depth) = self.base_type(around)?;
        loop {
            if around + depth > MAX_TYPE_NESTING {
                return self.error("this type is nested too deeply");
            }
            let derived = if self.eat("*") {
                Type::Pointer(ty)
            } else if self.eat("[") {
                let length = match self.peek() {
                    Tok::Mark("]") => None,
                    _ => Some(self.number("the length of an array")?),
                };
                self.expect("]")?;
                Type::Array(ty, length)
            } else {
                return Ok((ty, depth));
            };
            ty = self.types.intern(derived);
            depth += 1;
        }
    }

    fn base_type(&mut self, around: usize) -> Read<(TypeId, usize)> {
        if self.eat("(") {
            let (function, depth) = self.nested_function_type(around + 1)?;
            self.expect(")")?;
            return Ok((self.types.intern(Type::Function(function)), depth));
        }
        let ty = match self.peek() {
            Tok::Word("void") => Type::Void,
            Tok::Word("struct" | "union") => {
                let record = self.record()?;
                return Ok((self.types.intern(Type::Record(record)), 1));
            }
            Tok::Word("other") => {
                self.advance();
                let at = self.token().at;
                let Tok::Text(bytes) = self.peek() else {
                    return self.expected("the name of the type in quotes");
                };
                Type::Other(utf8(bytes.clone(), at)?)
            }
            Tok::Word(word) if scalar(word).is_some() => Type::Scalar(self.scalar()?),
            _ => return self.expected("a type"),
        };
        if !matches!(ty, Type::Scalar(_)) {
            self.advance();
        }
        Ok((self.types.intern(ty), 1))
    }

    fn nested_function_type(&mut self, around: usize) -> Read<(FunctionType, usize)> {
        if around > MAX_TYPE_NESTING {
            return self.error("this type is nested too deeply");
        }
        self.expect_word("fn")?;
        self.expect("(")?;
        let mut params = Some(Vec::new());
        let (mut variadic, mut deepest) = (false, 0);
        while !self.eat(")") {
            if variadic || params.as_ref().is_none_or(|params| !params.is_empty()) {
                self.expect(",")?;
            }
            if self.eat("...") {
                variadic = true;
                self.expect(")")?;
                break;
            }
            match &mut params {
                Some(known) if known.is_empty() && self.eat("?") => params = None,
                Some(known) => {
                    let (param, depth) = self.nested_type(around + 1)?;
                    known.push(param);
                    deepest = deepest.max(depth);
                }
                None => return self.expected("`...` or `)`"),
            }
        }
        self.expect("->")?;
        let (result, depth) = self.nested_type(around + 1)?;
        Ok((FunctionType { result, params, variadic }, deepest.max(depth) + 1))
    }

    /// `struct` or `union` with a name: whether it is a union, its name in C, and what tells it from others.
    pub(super) fn record_key(&mut self) -> Read<(bool, String, Key)> {
        let is_union = self.is_word("union");
        if !is_union && !self.is_word("struct") {
            return self.expected("`struct` or `union`");
        }
        self.advance();
        let is_tag = matches!(self.peek(), Tok::Word(_));
        let name = self.name("the name of a record")?;
        let whole = match (is_tag, is_union) {
            (false, _) => name.clone(),
            (true, true) => format!("union {name}"),
            (true, false) => format!("struct {name}"),
        };
        let key = self.key(whole.clone())?;
        Ok((is_union, whole, key))
    }

    /// A record that the text defines somewhere.
    pub(super) fn record(&mut self) -> Read<RecordId> {
        let at = self.token().at;
        let (is_union, whole, key) = self.record_key()?;
        match self.records.get(&(is_union, key)) {
            Some(&record) => Ok(record),
            None => Err(ReadError::new(at, &format!("there is no type {}", whole.escape_debug()))),
        }
    }

    /// The definition of a record, from its name on.
    pub(super) fn record_definition(&mut self, id: RecordId) -> Read<()> {
        self.record_key()?;
        if self.eat(":") {
            self.types.record_mut(id).size = Some(self.bytes()?);
        }
        if self.eat("{") {
            self.newline()?;
            while !self.eat("}") {
                let field = self.field()?;
                self.types.record_mut(id).fields.push(field);
            }
        }
        self.newline()
    }

    /// `+4 name: type`, `+4 bits 3..5 name: type`
    fn field(&mut self) -> Read<FieldInfo> {
        self.expect("+")?;
        let at = self.token().at;
        let byte: u64 = self.number("an offset in bytes")?;
        let bits = self.bits()?;
        let first = bits.map_or(0, |(first, _)| u64::from(first));
        let Some(bit_offset) = byte.checked_mul(8).and_then(|offset| offset.checked_add(first)) else {
            return Err(ReadError::new(at, "this offset is too large"));
        };
        let is_anonymous = self.is_word("_");
        let name = self.name("the name of a field")?;
        self.expect(":")?;
        let ty = self.ty()?;
        self.newline()?;
        let name = if is_anonymous { String::new() } else { name };
        Ok(FieldInfo { name, ty, bit_offset, bit_width: bits.map(|(_, width)| u32::from(width)) })
    }
}
