//! Reading the declarations of a function, and its statements in one line each.

use super::ReadError;
use super::expressions::Inferred;
use super::lexer::{Tok, utf8};
use super::reader::{Read, Reader, Symbol};
use crate::ir::*;

impl Reader<'_> {
    /// Declarations and statements up to the brace that ends the function.
    pub(super) fn body(&mut self) -> Read<Block> {
        loop {
            match self.peek() {
                Tok::Word("let") => self.let_line()?,
                Tok::Word("slot") => self.slot_line()?,
                _ => break,
            }
        }
        self.function_block()
    }

    /// `let i.1, %2: i32`, `let p.3: i32[4] as ptr`
    fn let_line(&mut self) -> Read<()> {
        self.advance();
        let mut found = Vec::new();
        loop {
            let at = self.token().at;
            let Tok::Var(name, number) = self.peek() else { return self.expected("a variable") };
            self.advance();
            found.push((VarId(*number), name.clone(), at));
            if !self.eat(",") {
                break;
            }
        }
        self.expect(":")?;
        let ty = self.ty()?;
        let scalar = if self.eat_word("as") { Some(self.scalar()?) } else { None };
        for (var, name, at) in found {
            self.declare(var, name, ty, scalar, at)?;
        }
        self.newline()
    }

    /// The variable at this place gets its type. Without a scalar, it is that of the type.
    pub(super) fn declare(
        &mut self,
        var: VarId,
        name: Option<String>,
        ctype: TypeId,
        scalar: Option<Scalar>,
        at: (u32, u32),
    ) -> Read<()> {
        let Some(ty) = scalar.or(self.types.scalar(ctype)) else {
            return Err(ReadError::new(at, "a variable holds a scalar, and this type is none"));
        };
        if var.0 >= self.most() {
            return Err(ReadError::new(at, "the number of this variable is too large"));
        }
        if var.index() >= self.locals.vars.len() {
            self.locals.vars.resize(var.index() + 1, None);
        }
        match &mut self.locals.vars[var.index()] {
            Some(_) => Err(ReadError::new(at, "the variable with this number is declared twice")),
            place => {
                *place = Some(Var { name, ty, ctype });
                Ok(())
            }
        }
    }

    /// `slot &a.0: i32[4], 16 bytes`, `slot &v.1: i32[], variable size`
    fn slot_line(&mut self) -> Read<()> {
        let own = self.token().at;
        self.advance();
        let Tok::Slot(name, number) = self.peek() else { return self.expected("a local object, as `&a.0`") };
        if *number >= self.most() {
            return self.error("the number of this local object is too large");
        }
        let number = *number as usize;
        if number >= self.locals.slots.len() {
            self.locals.slots.resize(number + 1, None);
        }
        if self.locals.slots[number].is_some() {
            return self.error("this local object is declared twice");
        }
        self.advance();
        self.expect(":")?;
        let ty = self.ty()?;
        let mut size = self.types.size(ty, self.target);
        if self.eat(",") {
            size = match self.eat_word("variable") {
                true => {
                    self.expect_word("size")?;
                    None
                }
                false => Some(self.bytes()?),
            };
        }
        let pos = self.place(own)?;
        self.newline()?;
        self.locals.slots[number] = Some(Slot { name: name.clone(), ty, size, pos });
        Ok(())
    }

    /// `L3`
    fn label(&mut self) -> Read<Label> {
        let number = match self.peek() {
            Tok::Word(word) => word.strip_prefix('L').and_then(|digits| digits.parse().ok()),
            _ => None,
        };
        match number {
            Some(number) if number < self.most() => {
                self.advance();
                Ok(Label(number))
            }
            Some(_) => self.error("the number of this label is too large"),
            None => self.expected("a label, as `L0`"),
        }
    }

    /// The label of a loop or block that begins here.
    pub(super) fn new_label(&mut self) -> Read<Label> {
        let label = self.label()?;
        self.locals.labels = self.locals.labels.max(label.0 + 1);
        Ok(label)
    }

    /// A statement in one line.
    pub(super) fn simple(&mut self) -> Read<StmtKind> {
        match self.peek() {
            Tok::Var(..) => return self.assignment(),
            Tok::Mark("*") => return self.object_call(),
            _ => {}
        }
        let Tok::Word(word) = self.peek() else { return self.expected("a statement") };
        match *word {
            "store" => self.store(),
            "copy" => self.copy(),
            "zero" => {
                self.advance();
                let addr = self.operand(Scalar::Ptr)?;
                self.expect(",")?;
                Ok(StmtKind::Zero { addr, size: self.bytes()? })
            }
            "call" => self.call(CallResult::None).map(|(call, _)| call),
            "begin" => self.begin(),
            "end" => {
                self.advance();
                match self.peek() {
                    Tok::Var(..) => Ok(StmtKind::End(Local::Var(self.var()?.0))),
                    _ => Ok(StmtKind::End(Local::Slot(self.slot()?))),
                }
            }
            "break" => {
                self.advance();
                self.label().map(StmtKind::Break)
            }
            "continue" => {
                self.advance();
                self.label().map(StmtKind::Continue)
            }
            "return" => self.return_stmt(),
            "assume" => {
                self.advance();
                self.operand(Scalar::INT).map(StmtKind::Assume)
            }
            "bound" => {
                self.advance();
                let ptrdiff = Scalar::Int(self.target.ptrdiff());
                let index = self.operand(ptrdiff)?;
                self.expect_word("below")?;
                Ok(StmtKind::Bound { index, count: self.operand(ptrdiff)? })
            }
            "fail" => self.fail(),
            "unreachable" => {
                self.advance();
                Ok(StmtKind::Unreachable)
            }
            "unsupported" => {
                self.advance();
                self.message().map(StmtKind::Unsupported)
            }
            _ => self.expected("a statement"),
        }
    }

    /// `store i32 address, value`
    fn store(&mut self) -> Read<StmtKind> {
        self.advance();
        let access = self.access()?;
        let addr = self.operand(Scalar::Ptr)?;
        self.expect(",")?;
        let value = self.operand(access.ty)?;
        Ok(StmtKind::Store { addr, value, access })
    }

    /// `copy struct s to, from, 20 bytes`
    fn copy(&mut self) -> Read<StmtKind> {
        self.advance();
        let ty = self.ty()?;
        let dst = self.operand(Scalar::Ptr)?;
        self.expect(",")?;
        let src = self.operand(Scalar::Ptr)?;
        let size = match self.eat(",") {
            true => Some(self.bytes()?),
            false => self.types.size(ty, self.target),
        };
        let Some(size) = size else { return self.expected("`,` and the number of bytes") };
        Ok(StmtKind::Copy { dst, src, ty, size })
    }

    /// `begin i.1`, `begin &a.0`, `begin &v.1, count x stride`
    fn begin(&mut self) -> Read<StmtKind> {
        self.advance();
        if matches!(self.peek(), Tok::Var(..)) {
            return Ok(StmtKind::Begin(Local::Var(self.var()?.0)));
        }
        let slot = self.slot()?;
        if !self.eat(",") {
            return Ok(StmtKind::Begin(Local::Slot(slot)));
        }
        let ptrdiff = Scalar::Int(self.target.ptrdiff());
        let count = self.operand(ptrdiff)?;
        self.expect_word("x")?;
        let stride = self.operand(ptrdiff)?;
        Ok(StmtKind::BeginVla { slot, count, stride })
    }

    /// `return`, `return value`, `return struct s address`
    fn return_stmt(&mut self) -> Read<StmtKind> {
        self.advance();
        let value = match self.peek() {
            Tok::Newline | Tok::Place(..) => ReturnValue::None,
            _ if self.is_type() => {
                let ty = self.ty()?;
                ReturnValue::Object(self.operand(Scalar::Ptr)?, ty)
            }
            _ => ReturnValue::Scalar(self.operand(self.locals.result.unwrap_or(Scalar::INT))?),
        };
        Ok(StmtKind::Return(value))
    }

    /// `fail assertion "x > 0"`, `fail call of reach_error`
    fn fail(&mut self) -> Read<StmtKind> {
        self.advance();
        let failure = if self.eat_word("assertion") {
            Failure::Assertion(self.message()?)
        } else {
            self.expect_word("call")?;
            self.expect_word("of")?;
            Failure::ErrorCall(self.name("the name of a function")?)
        };
        Ok(StmtKind::Fail { failure })
    }

    fn message(&mut self) -> Read<String> {
        let at = self.token().at;
        let Tok::Text(bytes) = self.peek() else { return self.expected("a text in quotes") };
        self.advance();
        utf8(bytes.clone(), at)
    }

    /// `x.1 = ...`
    fn assignment(&mut self) -> Read<StmtKind> {
        let (token, at) = (self.token(), self.token().at);
        let Tok::Var(name, number) = &token.tok else { return self.expected("a variable") };
        let dst = VarId(*number);
        let known = match self.locals.vars.get(dst.index()) {
            Some(Some(_)) => Some(self.var()?.1),
            _ => {
                self.advance();
                None
            }
        };
        self.expect("=")?;
        let (kind, inferred) = match self.peek() {
            Tok::Word("load") => {
                self.advance();
                let access = self.access()?;
                let addr = self.operand(Scalar::Ptr)?;
                (StmtKind::Load { dst, addr, access }, Inferred::Scalar(access.ty))
            }
            Tok::Word("alloca") => {
                self.advance();
                let size = self.operand(Scalar::Int(self.target.size()))?;
                (StmtKind::Alloca { dst, size }, Inferred::Scalar(Scalar::Ptr))
            }
            Tok::Word("call") => self.call(CallResult::Var(dst))?,
            _ => {
                let (value, inferred) = self.expr(known)?;
                (StmtKind::Assign { dst, value }, inferred)
            }
        };
        if known.is_none() {
            let ctype = self.inferred(inferred);
            self.declare(dst, name.clone(), ctype, None, at)?;
        }
        Ok(kind)
    }

    /// `*address: struct s = call f(...)`
    fn object_call(&mut self) -> Read<StmtKind> {
        self.advance();
        let addr = self.operand(Scalar::Ptr)?;
        self.expect(":")?;
        let ty = self.ty()?;
        self.expect("=")?;
        if !self.is_word("call") {
            return self.expected("`call`");
        }
        self.call(CallResult::Object(addr, ty)).map(|(call, _)| call)
    }

    /// `call f(...)`, `call *%3(...) as fn(i32) -> i32`; with the type of the result.
    fn call(&mut self, result: CallResult) -> Read<(StmtKind, Inferred)> {
        self.advance();
        if self.eat("*") {
            let pointer = self.operand(Scalar::Ptr)?;
            let args = self.args()?;
            self.expect_word("as")?;
            let ty = self.function_type()?;
            let returned = ty.result;
            let callee = Callee::Pointer(pointer, Box::new(ty));
            return Ok((StmtKind::Call { result, callee, args }, Inferred::Type(returned)));
        }
        let at = self.token().at;
        let name = self.name("the name of a function")?;
        let key = self.key(name)?;
        let Some(&Symbol::Function(function)) = self.symbols.get(&key) else {
            return Err(ReadError::new(at, &format!("there is no function {}", key.0.escape_debug())));
        };
        let args = self.args()?;
        let returned = self.functions[function.index()].ty.result;
        let callee = Callee::Direct(function);
        Ok((StmtKind::Call { result, callee, args }, Inferred::Type(returned)))
    }

    /// `(5, %1, struct s &r.0)`
    fn args(&mut self) -> Read<Vec<Arg>> {
        self.expect("(")?;
        let mut args = Vec::new();
        while !self.eat(")") {
            if !args.is_empty() {
                self.expect(",")?;
            }
            if self.is_type() {
                let ty = self.ty()?;
                args.push(Arg::Object(self.operand(Scalar::Ptr)?, ty));
            } else {
                let value = self.operand(Scalar::INT)?;
                args.push(Arg::Scalar(value, self.operand_type(value)));
            }
        }
        Ok(args)
    }
}
