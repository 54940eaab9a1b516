//! Reading values and what is computed from them.

use super::ReadError;
use super::lexer::Tok;
use super::print::{NOWHERE, expected_float, expected_int};
use super::reader::{Read, Reader, Symbol};
use crate::ir::*;

/// The type of a variable that has none before its first assignment.
pub(super) enum Inferred {
    Scalar(Scalar),
    PointerTo(TypeId),
    Type(TypeId),
}

impl Reader<'_> {
    pub(super) fn inferred(&mut self, inferred: Inferred) -> TypeId {
        match inferred {
            Inferred::Type(ty) => ty,
            Inferred::PointerTo(ty) => self.types.intern(Type::Pointer(ty)),
            Inferred::Scalar(Scalar::Ptr) => {
                let void = self.types.intern(Type::Void);
                self.types.intern(Type::Pointer(void))
            }
            Inferred::Scalar(scalar) => self.types.intern(Type::Scalar(scalar)),
        }
    }

    /// A variable that has a type.
    pub(super) fn var(&mut self) -> Read<(VarId, Scalar)> {
        let Tok::Var(name, number) = self.peek() else { return self.expected("a variable") };
        let Some(Some(var)) = self.locals.vars.get(*number as usize) else {
            return self.error("this variable has no type yet: a line `let` gives it one");
        };
        if var.name != *name {
            let known = var.name.as_ref().map_or(format!("%{number}"), |name| format!("{name}.{number}"));
            return self.error(&format!("the variable with this number is {}", known.escape_debug()));
        }
        let ty = var.ty;
        self.advance();
        Ok((VarId(*number), ty))
    }

    /// A local object that was declared.
    pub(super) fn slot(&mut self) -> Read<SlotId> {
        let Tok::Slot(name, number) = self.peek() else { return self.expected("a local object, as `&a.0`") };
        match self.locals.slots.get(*number as usize) {
            Some(Some(slot)) if slot.name == *name => {
                self.advance();
                Ok(SlotId(*number))
            }
            Some(Some(slot)) => {
                let known = slot.name.escape_debug().to_string();
                self.error(&format!("the local object with this number is &{known}.{number}"))
            }
            _ => self.error("this local object has no line `slot`"),
        }
    }

    /// `volatile u8 bits 3..5`
    pub(super) fn access(&mut self) -> Read<Access> {
        let volatile = self.eat_word("volatile");
        let ty = self.scalar()?;
        let at = self.token().at;
        let bits = match self.bits()? {
            Some((shift, width)) if width > 0 => Some(BitField { shift, width }),
            Some(_) => return Err(ReadError::new(at, "no bits are read or written")),
            None => None,
        };
        Ok(Access { ty, bits, volatile })
    }

    /// The type of a value that was read here.
    pub(super) fn operand_type(&self, operand: Operand) -> Scalar {
        match operand {
            Operand::Var(var) => match self.locals.vars.get(var.index()) {
                Some(Some(var)) => var.ty,
                _ => Scalar::INT,
            },
            Operand::Int(_, ty) => Scalar::Int(ty),
            Operand::Float(_, ty) => Scalar::Float(ty),
            Operand::Null | Operand::Global(_) | Operand::Slot(_) | Operand::Func(_) => Scalar::Ptr,
            Operand::Undef(ty) => ty,
        }
    }

    /// A value. A number without a type of its own has the expected one.
    pub(super) fn operand(&mut self, expected: Scalar) -> Read<Operand> {
        match self.peek() {
            Tok::Var(..) => self.var().map(|(var, _)| Operand::Var(var)),
            Tok::Slot(..) => self.slot().map(Operand::Slot),
            Tok::Symbol(_) | Tok::SymbolNumber(_) => self.symbol(),
            Tok::Text(bytes) => self.literal(bytes).map(Operand::Global),
            Tok::Number(_) | Tok::Word("inf" | "nan") => self.constant(expected),
            Tok::Word("null") => {
                self.advance();
                Ok(Operand::Null)
            }
            Tok::Word("undef") => {
                self.advance();
                self.expect(":")?;
                self.scalar().map(Operand::Undef)
            }
            _ => self.expected("a value"),
        }
    }

    /// `@name`, `@name#2`, `@3`
    fn symbol(&mut self) -> Read<Operand> {
        let at = self.token().at;
        let Tok::Symbol(name) = self.peek() else {
            return match self.peek() {
                Tok::SymbolNumber(number) if (*number as usize) < self.globals.len() => {
                    self.advance();
                    Ok(Operand::Global(GlobalId(*number)))
                }
                _ => self.error("there is no global with this number"),
            };
        };
        self.advance();
        let key = self.key(name.clone())?;
        match self.symbols.get(&key) {
            Some(Symbol::Global(global)) => Ok(Operand::Global(*global)),
            Some(Symbol::Function(function)) => Ok(Operand::Func(*function)),
            None => {
                Err(ReadError::new(at, &format!("there is no global or function {}", name.escape_debug())))
            }
        }
    }

    /// The global without a name that holds these bytes. It need not be defined.
    fn literal(&mut self, bytes: &[u8]) -> Read<GlobalId> {
        let id = match self.literals.get(bytes) {
            Some(Some(id)) => *id,
            Some(None) => {
                return self.error("several globals hold these bytes: refer to one by its number, as `@3`");
            }
            None => {
                let id = GlobalId(self.globals.len() as u32);
                let (line, column) = self.token().at;
                let pos = Pos { line, column, ..NOWHERE };
                self.places.insert((line, column), self.last);
                let byte = self.types.intern(Type::Scalar(Scalar::Int(IntType { bits: 8, signed: true })));
                let size = bytes.len() as u64;
                let ty = self.types.intern(Type::Array(byte, Some(size)));
                let init = Init::Bytes(bytes.to_vec());
                self.globals.push(Global { name: String::new(), ty, size, init, constant: true, pos });
                self.literals.insert(bytes.to_vec(), Some(id));
                id
            }
        };
        self.advance();
        Ok(id)
    }

    /// A number: `5`, `5:u64`, `1.5`, `-inf`, `nan(0x7ff8000000000000)`
    fn constant(&mut self, expected: Scalar) -> Read<Operand> {
        let (at, token) = (self.token().at, self.advance());
        let text = match token.tok {
            Tok::Number(text) => text,
            Tok::Word(word) => word,
            _ => "",
        };
        let float = match text {
            "nan" => Some(self.nan()?),
            "inf" => Some(f64::INFINITY),
            "-inf" => Some(f64::NEG_INFINITY),
            _ if text.contains(['.', 'e']) && !text.contains('x') => text.parse().ok(),
            _ => None,
        };
        let own = if self.eat(":") { Some(self.scalar()?) } else { None };
        let mismatch = |ty: Scalar| Err(ReadError::new(at, &format!("{text} is not of type {ty}")));
        if let Some(value) = float {
            return match own.unwrap_or(Scalar::Float(expected_float(expected))) {
                Scalar::Float(ty) => Ok(Operand::Float(value, ty)),
                other => mismatch(other),
            };
        }
        let ty = own.unwrap_or(Scalar::Int(expected_int(expected)));
        let Scalar::Int(ty) = ty else { return mismatch(ty) };
        match text.parse() {
            Ok(value) if ty.holds(value) => Ok(Operand::Int(value, ty)),
            _ => Err(ReadError::new(at, &format!("{text} is not in the range of {ty}"))),
        }
    }

    /// The bits of something that is no number, in parentheses.
    fn nan(&mut self) -> Read<f64> {
        if !self.eat("(") {
            return Ok(f64::NAN);
        }
        let Tok::Number(text) = self.peek() else { return self.expected("bits as a hexadecimal number") };
        let bits = text.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
        let Some(value) = bits.map(f64::from_bits).filter(|value| value.is_nan()) else {
            return self.error("these are not the bits of a NaN");
        };
        self.advance();
        self.expect(")")?;
        Ok(value)
    }

    /// The right-hand side of an assignment, of this type if it is known; and its type.
    pub(super) fn expr(&mut self, known: Option<Scalar>) -> Read<(Expr, Inferred)> {
        let word = match self.peek() {
            Tok::Word(word) => *word,
            _ => "",
        };
        if let Some(op) = unary(word) {
            self.advance();
            let ty = self.scalar()?;
            return Ok((Expr::Unary(op, ty, self.operand(ty)?), Inferred::Scalar(ty)));
        }
        if let Some(op) = binary(word) {
            let (ty, left, right) = self.two_operands()?;
            return Ok((Expr::Binary(op, ty, left, right), Inferred::Scalar(ty)));
        }
        if let Some(op) = compare(word) {
            let (ty, left, right) = self.two_operands()?;
            return Ok((Expr::Compare(op, ty, left, right), Inferred::Scalar(Scalar::INT)));
        }
        match word {
            "convert" => {
                self.advance();
                let from = self.scalar()?;
                self.expect_word("to")?;
                let to = self.scalar()?;
                let value = self.operand(from)?;
                Ok((Expr::Convert { from, to, value }, Inferred::Scalar(to)))
            }
            "elem" => self.elem(),
            "field" => self.field_address(),
            "ptrdiff" => self.ptrdiff(),
            _ => {
                let value = self.operand(known.unwrap_or(Scalar::INT))?;
                Ok((Expr::Use(value), Inferred::Scalar(self.operand_type(value))))
            }
        }
    }

    /// `add i32 %1, 5`, after the name of the operation.
    fn two_operands(&mut self) -> Read<(Scalar, Operand, Operand)> {
        self.advance();
        let ty = self.scalar()?;
        let left = self.operand(ty)?;
        self.expect(",")?;
        Ok((ty, left, self.operand(ty)?))
    }

    /// `elem base[index] of type by stride`
    fn elem(&mut self) -> Read<(Expr, Inferred)> {
        self.advance();
        let ptrdiff = self.target.ptrdiff();
        let base = self.operand(Scalar::Ptr)?;
        self.expect("[")?;
        let index = self.operand(Scalar::Int(ptrdiff))?;
        self.expect("]")?;
        self.expect_word("of")?;
        let elem = self.ty()?;
        let stride = match (self.eat_word("by"), self.types.size(elem, self.target)) {
            (true, _) => self.operand(Scalar::Int(ptrdiff))?,
            (false, Some(size)) if ptrdiff.holds(i128::from(size)) => Operand::Int(i128::from(size), ptrdiff),
            (false, _) => return self.expected("`by` and the size of an element"),
        };
        Ok((Expr::Elem { base, index, elem, stride }, Inferred::PointerTo(elem)))
    }

    /// `field base.name +offset of struct s`
    fn field_address(&mut self) -> Read<(Expr, Inferred)> {
        self.advance();
        let base = self.operand(Scalar::Ptr)?;
        self.expect(".")?;
        let at = self.token().at;
        let number: Option<u32> =
            if self.eat("#") { Some(self.number("the number of a field")?) } else { None };
        let is_anonymous = self.is_word("_");
        let name = match number {
            Some(_) => String::new(),
            None => self.name("the name of a field")?,
        };
        let name = if is_anonymous { "" } else { &name[..] };
        let offset: Option<u64> = if self.eat("+") { Some(self.number("an offset in bytes")?) } else { None };
        self.expect_word("of")?;
        let record = self.record()?;
        let fields = &self.types.record(record).fields;
        let named = || fields.iter().position(|field| field.name == name).map(|index| index as u32);
        let found = number.or_else(named).and_then(|index| Some((index, fields.get(index as usize)?)));
        let Some((index, field)) = found else {
            return Err(ReadError::new(at, "the record has no such field"));
        };
        let offset = offset.unwrap_or(field.bit_offset / 8);
        let pointee = field.ty;
        Ok((Expr::Field { base, record, field: index, offset }, Inferred::PointerTo(pointee)))
    }

    /// `ptrdiff left, right by stride`
    fn ptrdiff(&mut self) -> Read<(Expr, Inferred)> {
        self.advance();
        let ptrdiff = Scalar::Int(self.target.ptrdiff());
        let left = self.operand(Scalar::Ptr)?;
        self.expect(",")?;
        let right = self.operand(Scalar::Ptr)?;
        self.expect_word("by")?;
        let stride = self.operand(ptrdiff)?;
        Ok((Expr::PtrDiff { left, right, stride }, Inferred::Scalar(ptrdiff)))
    }
}

fn unary(word: &str) -> Option<UnaryOp> {
    match word {
        "neg" => Some(UnaryOp::Neg),
        "not" => Some(UnaryOp::Not),
        _ => None,
    }
}

fn binary(word: &str) -> Option<BinaryOp> {
    Some(match word {
        "add" => BinaryOp::Add,
        "sub" => BinaryOp::Sub,
        "mul" => BinaryOp::Mul,
        "div" => BinaryOp::Div,
        "rem" => BinaryOp::Rem,
        "shl" => BinaryOp::Shl,
        "shr" => BinaryOp::Shr,
        "and" => BinaryOp::And,
        "or" => BinaryOp::Or,
        "xor" => BinaryOp::Xor,
        _ => return None,
    })
}

fn compare(word: &str) -> Option<CompareOp> {
    Some(match word {
        "eq" => CompareOp::Eq,
        "ne" => CompareOp::Ne,
        "lt" => CompareOp::Lt,
        "le" => CompareOp::Le,
        "gt" => CompareOp::Gt,
        "ge" => CompareOp::Ge,
        _ => return None,
    })
}
