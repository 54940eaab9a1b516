//! Reading top-level items: globals and functions, in two passes. The first finds the
//! names of all of them, since each may be used before it is defined.

use super::ReadError;
use super::lexer::{Tok, utf8};
use super::print::NOWHERE;
use super::reader::{Key, Locals, Read, Reader, Symbol};
use crate::checkers;
use crate::ir::*;

/// Something at the top of the text, and the first token after its keyword.
#[derive(Clone, Copy)]
pub(super) enum Item {
    Record(RecordId, usize),
    Global(GlobalId, usize),
    Function(FuncId, usize),
    Start(usize),
}

/// A parameter with its name and type, and where it stands in the text.
struct Declared {
    param: Param,
    name: Option<String>,
    ty: TypeId,
    scalar: Option<Scalar>,
    at: (u32, u32),
}

/// The start of a function, before its locals are known.
struct Head {
    function: Function,
    /// Parameters as they are declared; nothing if there is no body.
    params: Vec<Declared>,
    is_extern: bool,
}

impl Reader<'_> {
    /// Finds all items and gives them numbers, in the order of the text.
    pub(super) fn scan(&mut self) -> Read<Vec<Item>> {
        let mut items = Vec::new();
        loop {
            match self.peek() {
                Tok::End => return Ok(items),
                Tok::Newline => {
                    self.advance();
                }
                Tok::Word("target") => self.target()?,
                Tok::Word("file") => self.file()?,
                Tok::Word("main") => self.main()?,
                Tok::Word("checker") => self.checker()?,
                Tok::Word("type") => items.push(self.scan_record()?),
                Tok::Word("global" | "const") => items.push(self.scan_global()?),
                Tok::Word("start") => {
                    items.push(Item::Start(self.at));
                    self.skip_item()?;
                }
                Tok::Word("extern" | "internal" | "stub" | "model" | "noreturn" | "fn") => {
                    items.push(self.scan_function()?);
                }
                _ => {
                    return self.expected(
                        "`target`, `file`, `main`, `checker`, `type`, `global`, `const`, `start` or `fn`",
                    );
                }
            }
        }
    }

    /// Reads all items, each kind after those that it needs.
    pub(super) fn items(&mut self, items: &[Item]) -> Read<()> {
        for item in items {
            if let Item::Record(id, at) = *item {
                self.at = at;
                self.record_definition(id)?;
            }
        }
        for item in items {
            if let Item::Record(id, at) = *item {
                self.at = at;
                self.types.check_record(id, self.target).or_else(|cause| self.error(&cause))?;
            }
        }
        for item in items {
            match *item {
                Item::Function(id, at) => {
                    self.at = at;
                    let name = std::mem::take(&mut self.functions[id.index()].name);
                    self.functions[id.index()] = Function { name, ..self.head()?.function };
                }
                Item::Global(id, at) => {
                    self.at = at;
                    self.global(id)?;
                }
                Item::Record(..) | Item::Start(_) => {}
            }
        }
        for item in items {
            match *item {
                Item::Function(id, at) => {
                    self.at = at;
                    self.function(id)?;
                }
                Item::Start(at) => {
                    self.at = at;
                    self.start()?;
                }
                Item::Record(..) | Item::Global(..) => {}
            }
        }
        Ok(())
    }

    /// Skips to the end of an item: the end of a line outside of all braces.
    fn skip_item(&mut self) -> Read<()> {
        let mut open = Vec::new();
        loop {
            match self.peek() {
                Tok::Mark("{") => open.push(self.token().at),
                Tok::Mark("}") if open.pop().is_none() => {
                    return self.error("nothing is open that this closes");
                }
                Tok::Newline if open.is_empty() => return Ok(()),
                Tok::End => {
                    let at = open.pop().unwrap_or(self.token().at);
                    return Err(ReadError::new(at, "this brace is not closed"));
                }
                _ => {}
            }
            self.advance();
        }
    }

    fn target(&mut self) -> Read<()> {
        self.advance();
        self.target.pointer_bytes = match self.peek() {
            Tok::Number("32") => 4,
            Tok::Number("64") => 8,
            _ => return self.expected("the width of pointers: 32 or 64"),
        };
        self.advance();
        self.newline()
    }

    fn file(&mut self) -> Read<()> {
        self.advance();
        let at = self.token().at;
        let Tok::Text(bytes) = self.peek() else { return self.expected("the name of a file in quotes") };
        self.advance();
        self.files.push(SourceFile { name: utf8(bytes.clone(), at)?, text: Vec::new() });
        self.newline()
    }

    /// The definition of a linked structure.
    fn checker(&mut self) -> Read<()> {
        self.advance();
        let at = self.token().at;
        let Tok::Text(bytes) = self.peek() else { return self.expected("a definition in quotes") };
        self.advance();
        let text = utf8(bytes.clone(), at)?;
        let found = checkers::read("definition", &text).map_err(|error| {
            let place = format!("line {}, column {}", error.line, error.column);
            ReadError::new(at, &format!("no definition: {} ({place})", error.message))
        })?;
        let is_known = |name: &str| self.checkers.iter().any(|known| known.name == name);
        if found.iter().any(|definition| !definition.is_resolved() || is_known(&definition.name)) {
            return Err(ReadError::new(at, "definitions have offsets instead of fields, and are there once"));
        }
        self.checkers.extend(found);
        self.newline()
    }

    fn main(&mut self) -> Read<()> {
        self.advance();
        let token = self.token().clone();
        let is_none = self.is_word("none");
        let name = self.name("the name of a function, or `none`")?;
        let key = self.key(name)?;
        self.main = Some((token, Some(key).filter(|_| !is_none)));
        self.newline()
    }

    fn scan_record(&mut self) -> Read<Item> {
        self.advance();
        let (start, at) = (self.at, self.token().at);
        let (is_union, name, key) = self.record_key()?;
        let id = self.types.new_record(Record { name, is_union, size: None, fields: Vec::new() });
        if self.records.insert((is_union, key), id).is_some() {
            return Err(ReadError::new(at, "this type is there twice: the second is written with `#2`"));
        }
        self.skip_item()?;
        Ok(Item::Record(id, start))
    }

    fn scan_global(&mut self) -> Read<Item> {
        let (start, at) = (self.at, self.token().at);
        self.advance();
        let id = GlobalId(self.globals.len() as u32);
        let name = match self.peek() {
            Tok::Symbol(name) => {
                self.advance();
                let key = self.key(name.clone())?;
                self.define(key, Symbol::Global(id), at)?;
                name.clone()
            }
            _ => {
                self.expect_word("_")?;
                self.scan_literal(id);
                String::new()
            }
        };
        let ty = self.types.intern(Type::Void);
        self.globals.push(Global { name, ty, size: 0, init: Init::Unknown, constant: false, pos: NOWHERE });
        self.skip_item()?;
        Ok(Item::Global(id, start))
    }

    /// The bytes of a global without a name, by which other globals may refer to it, too.
    fn scan_literal(&mut self, id: GlobalId) {
        let line = self.rest_of_line();
        let bytes = line.windows(2).find_map(|pair| match (&pair[0].tok, &pair[1].tok) {
            (Tok::Mark("="), Tok::Text(bytes)) => Some(bytes),
            _ => None,
        });
        if let Some(bytes) = bytes {
            self.literals.entry(bytes.clone()).and_modify(|known| *known = None).or_insert(Some(id));
        }
    }

    fn define(&mut self, key: Key, symbol: Symbol, at: (u32, u32)) -> Read<()> {
        match self.symbols.insert(key, symbol) {
            None => Ok(()),
            Some(_) => Err(ReadError::new(at, "this name is there twice: the second is written with `#2`")),
        }
    }

    fn scan_function(&mut self) -> Read<Item> {
        let (start, at) = (self.at, self.token().at);
        while matches!(self.peek(), Tok::Word("extern" | "internal" | "stub" | "model" | "noreturn")) {
            self.advance();
        }
        self.expect_word("fn")?;
        let name = self.name("the name of a function")?;
        let key = self.key(name.clone())?;
        let id = FuncId(self.functions.len() as u32);
        self.define(key, Symbol::Function(id), at)?;
        let result = self.types.intern(Type::Void);
        self.functions.push(Function { name, ..no_function(result) });
        self.skip_item()?;
        Ok(Item::Function(id, start))
    }

    /// `global @g: type, 20 bytes = init`
    fn global(&mut self, id: GlobalId) -> Read<()> {
        self.last = NOWHERE;
        let own = self.token().at;
        let constant = self.is_word("const");
        self.advance();
        if let Tok::Symbol(name) = self.advance().tok.clone() {
            self.key(name)?;
        }
        self.expect(":")?;
        let ty = self.ty()?;
        let size = match self.eat(",") {
            true => Some(self.bytes()?),
            false => self.types.size(ty, self.target),
        };
        let Some(size) = size else { return self.expected("`,` and the number of bytes") };
        let mut init = Init::Cells(Vec::new());
        if self.eat("=") {
            init = match self.peek() {
                Tok::Text(bytes) => Init::Bytes(bytes.clone()),
                Tok::Word("unknown") => Init::Unknown,
                _ => return self.expected("a text in quotes, or `unknown`"),
            };
            self.advance();
        }
        let has_cells = self.eat("{");
        if has_cells && init != Init::Cells(Vec::new()) {
            return self.error("a global has either cells or another value");
        }
        let pos = self.place(own)?;
        self.newline()?;
        if has_cells {
            init = Init::Cells(self.cells()?);
        }
        let name = self.globals[id.index()].name.clone();
        self.globals[id.index()] = Global { name, ty, size, init, constant, pos };
        Ok(())
    }

    /// `+4: i32 = 5`, `+8: ptr = @g + 4`
    fn cells(&mut self) -> Read<Vec<InitCell>> {
        let mut cells = Vec::new();
        while !self.eat("}") {
            self.expect("+")?;
            let offset = self.number("an offset in bytes")?;
            self.expect(":")?;
            let access = self.access()?;
            self.expect("=")?;
            if matches!(self.peek(), Tok::Var(..) | Tok::Slot(..)) {
                return self.expected("a constant, or the address of a global or function");
            }
            let value = self.operand(access.ty)?;
            let addend = if self.eat("+") {
                self.number("what is added")?
            } else if self.eat("-") {
                let at = self.token().at;
                let amount: u64 = self.number("what is subtracted")?;
                match 0i64.checked_sub_unsigned(amount) {
                    Some(addend) => addend,
                    None => return Err(ReadError::new(at, "this number is too large")),
                }
            } else {
                0
            };
            self.newline()?;
            cells.push(InitCell { offset, access, value, addend });
        }
        self.newline()?;
        Ok(cells)
    }

    /// Everything of a function before its body.
    fn head(&mut self) -> Read<Head> {
        self.last = NOWHERE;
        let own = self.token().at;
        let is_extern = self.eat_word("extern");
        let internal = self.eat_word("internal");
        let role = match () {
            () if self.eat_word("stub") => Role::Stub,
            () if self.eat_word("model") => Role::Model,
            () => Role::Program,
        };
        let returns = !self.eat_word("noreturn");
        self.expect_word("fn")?;
        let name = self.name("the name of a function")?;
        self.key(name)?;
        let mut params = Vec::new();
        let mut ty = match is_extern {
            true => self.signature(|reader| reader.ty())?,
            false => self.signature(|reader| {
                let param = reader.param()?;
                let ty = param.ty;
                params.push(param);
                Ok(ty)
            })?,
        };
        self.expect("->")?;
        ty.result = self.ty()?;
        if !is_extern && self.eat_word("as") {
            ty = self.function_type()?;
        }
        if !is_extern {
            self.expect("{")?;
        }
        let pos = self.place(own)?;
        self.newline()?;
        let places = params.iter().map(|declared: &Declared| declared.param).collect();
        let function =
            Function { ty, params: places, internal, role, returns, pos, ..no_function(TypeId(0)) };
        Ok(Head { function, params, is_extern })
    }

    /// Parameters in parentheses; the result is still to come.
    fn signature(&mut self, mut param: impl FnMut(&mut Self) -> Read<TypeId>) -> Read<FunctionType> {
        self.expect("(")?;
        let mut ty = FunctionType { result: TypeId(0), params: Some(Vec::new()), variadic: false };
        if self.eat("?") {
            ty.params = None;
            self.expect(")")?;
            return Ok(ty);
        }
        while !self.eat(")") {
            let params = ty.params.get_or_insert_default();
            if !params.is_empty() {
                self.expect(",")?;
            }
            if self.eat("...") {
                ty.variadic = true;
                self.expect(")")?;
                break;
            }
            params.push(param(self)?);
        }
        Ok(ty)
    }

    /// `n.0: i32`, `&r.0: struct s`
    fn param(&mut self) -> Read<Declared> {
        let at = self.token().at;
        let (param, name) = match self.peek() {
            Tok::Var(name, number) => (Param::Var(VarId(*number)), name.clone()),
            Tok::Slot(name, number) => (Param::Slot(SlotId(*number)), Some(name.clone())),
            _ => return self.expected("a parameter, as `n.0` or `&r.0`"),
        };
        self.advance();
        self.expect(":")?;
        let ty = self.ty()?;
        let scalar = if self.eat_word("as") { Some(self.scalar()?) } else { None };
        Ok(Declared { param, name, ty, scalar, at })
    }

    /// A whole function.
    fn function(&mut self, id: FuncId) -> Read<()> {
        let own = self.token().at;
        let head = self.head()?;
        if head.is_extern {
            return Ok(());
        }
        self.locals = Locals { result: self.types.scalar(head.function.ty.result), ..Locals::default() };
        for Declared { param, name, ty, scalar, at } in head.params {
            if let Param::Var(var) = param {
                self.declare(var, name, ty, scalar, at)?;
            }
        }
        let body = self.body()?;
        let function = &mut self.functions[id.index()];
        let locals = std::mem::take(&mut self.locals);
        finish(function, locals, body, &mut self.types).map_err(|message| ReadError::new(own, &message))
    }

    /// `start {`: what runs before `main`.
    fn start(&mut self) -> Read<()> {
        if self.start.is_some() {
            return self.error("this is there twice");
        }
        self.last = NOWHERE;
        let own = self.token().at;
        self.advance();
        self.expect("{")?;
        let pos = self.place(own)?;
        self.newline()?;
        self.locals = Locals::default();
        let body = self.body()?;
        let mut function = Function { pos, ..start_function(&mut self.types) };
        let locals = std::mem::take(&mut self.locals);
        finish(&mut function, locals, body, &mut self.types)
            .map_err(|message| ReadError::new(own, &message))?;
        self.start = Some(function);
        Ok(())
    }
}

/// Gives a function its locals and its body.
fn finish(function: &mut Function, locals: Locals, body: Block, types: &mut TypeTable) -> Result<(), String> {
    let int = types.intern(Type::Scalar(Scalar::INT));
    let unused = || Var { name: None, ty: Scalar::INT, ctype: int };
    function.vars = locals.vars.into_iter().map(|var| var.unwrap_or_else(unused)).collect();
    for (index, slot) in locals.slots.into_iter().enumerate() {
        function.slots.push(slot.ok_or_else(|| format!("the local object {index} is not declared"))?);
    }
    let is_declared = |param: &Param| match *param {
        Param::Var(_) => true,
        Param::Slot(slot) => slot.index() < function.slots.len(),
    };
    if !function.params.iter().all(is_declared) {
        return Err(format!("a parameter of {} has no line `slot`", function.name));
    }
    function.labels = locals.labels;
    function.body = Some(body);
    Ok(())
}

/// A function that is not declared yet.
fn no_function(result: TypeId) -> Function {
    Function {
        name: String::new(),
        ty: FunctionType { result, params: Some(Vec::new()), variadic: false },
        params: Vec::new(),
        vars: Vec::new(),
        slots: Vec::new(),
        body: None,
        internal: false,
        role: Role::Program,
        returns: true,
        labels: 0,
        pos: NOWHERE,
    }
}

/// What runs before `main`, if the text says nothing of it.
pub(super) fn start_function(types: &mut TypeTable) -> Function {
    let result = types.intern(Type::Void);
    let name = "<start>".to_string();
    Function { name, internal: true, body: Some(Vec::new()), ..no_function(result) }
}
