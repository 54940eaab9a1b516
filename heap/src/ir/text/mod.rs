//! The textual form of the intermediate representation: it can be printed and read again, so that analyses
//! can be tested without a compiler.
//!
//! [`Program::to_text`] writes everything; `Display` omits files and writes positions as comments.
//! [`read_program`] reads both, and hand-written texts.
//!
//! ```text
//! program  = { "target" (32 | 64) | "file" TEXT | "main" (name | "none") | "checker" TEXT
//!          | record | global | function }
//! record   = "type" RECORD [":" N "bytes"] ["{" { "+"N ["bits" N".."N] name ":" type } "}"]
//! global   = ("global" | "const") ("@"name | "_") ":" type ["," N "bytes"]
//!            ["=" TEXT | "=" "unknown" | "{" { "+"N ":" access "=" value [("+" | "-") N] } "}"]
//! function = "extern" flags "fn" name "(" types ")" "->" type
//!          | flags "fn" name "(" params ")" "->" type ["as" fntype] "{" body "}"
//!          | "start" "{" body "}"
//! flags    = ["internal"] ["stub" | "model"] ["noreturn"]
//! params   = { (VAR | SLOT) ":" type ["as" scalar] "," } ["..."]
//! body     = { "let" VAR { "," VAR } ":" type ["as" scalar] }
//!            { "slot" SLOT ":" type ["," (N "bytes" | "variable" "size")] } { stmt }
//! stmt     = VAR "=" expr | VAR "=" "load" access value | VAR "=" "alloca" value
//!          | "store" access value "," value | "copy" type value "," value ["," N "bytes"]
//!          | "zero" value "," N "bytes"
//!          | [VAR "=" | "*" value ":" type "="] "call" name "(" args ")"
//!          | [VAR "=" | "*" value ":" type "="] "call" "*" value "(" args ")" "as" fntype
//!          | "begin" VAR | "begin" SLOT ["," value "x" value] | "end" SLOT
//!          | "if" value "{" { stmt } "}" ["else" "{" { stmt } "}"]
//!          | "block" LABEL "{" { stmt } "}" | "break" LABEL | "continue" LABEL
//!          | "loop" LABEL ("while" | "for" | "do" | "goto") "{" ["visible" VAR { "," VAR }]
//!                [test] "body:" { stmt } ["step:" { stmt }] [test] "}"
//!          | "return" [[type] value] | "assume" value | "unreachable" | "unsupported" TEXT
//!          | "bound" value "below" value
//!          | "fail" "assertion" TEXT | "fail" "call" "of" name
//! test     = "test:" { stmt } "while" value
//! expr     = value | ("neg" | "not") scalar value | ("add" | "lt" | ...) scalar value "," value
//!          | "convert" scalar "to" scalar value | "elem" value "[" value "]" "of" type ["by" value]
//!          | "field" value "." (name | "#"N) ["+"N] "of" RECORD | "ptrdiff" value "," value "by" value
//! args     = { [type] value "," }
//! value    = VAR | SLOT | "@"name | "@"N | TEXT | NUMBER [":" scalar] | "null" | "undef" ":" scalar
//! access   = ["volatile"] scalar ["bits" N".."N]
//! type     = ("void" | scalar | RECORD | "other" TEXT | "(" fntype ")") { "*" | "[" [N] "]" }
//! fntype   = "fn" "(" ("?" | types) ["," "..."] ")" "->" type
//! scalar   = "bool" | "i8" ... "i64" | "u8" ... "u64" | "f32" | "f64" | "f80" | "ptr"
//! RECORD   = ("struct" | "union") name
//! ```
//!
//! A variable `VAR` is `%3`, or `i.3` if it has a name, an object `SLOT` is `&a.3`, a `LABEL` is `L3`: the
//! numbers are those of the function's tables. A name that is not a word is quoted, and the second thing
//! with the same name is followed by `#2`. A `TEXT` is bytes in quotes with C escapes. Lines end fields,
//! declarations and statements; `;` begins a comment. `!line:column` or `!line:column:file` at the end of a
//! line (before what is in the braces) is its position. The text of a `checker` is a definition of a linked
//! structure, in the grammar of [`crate::checkers`].
//!
//! What may be omitted:
//!
//! * A number has the type that its operation, variable, access or function says, elsewhere `int`; `5:u64`
//!   has its own.
//! * A variable without a `let` has the type of its first assignment, in the order of the text.
//! * Sizes of types and offsets of fields follow from the layout; `by` is needed where the size is not known.
//! * A text that is used and belongs to no global without a name becomes such a constant.
//! * Positions: a text without `file` is its own source file. In one with `file`, what has no position has
//!   that of the thing before it in its function.
//! * `main` is the function of that name, pointers have 64 bits, and a loop without a test continues.

mod blocks;
mod code;
mod expressions;
mod items;
mod lexer;
mod names;
mod print;
mod reader;
mod statements;
mod types;

pub use print::function_text;

use super::*;
use fxhash::FxHashMap;
use items::start_function;
use print::default_main;
use reader::{Read, Reader, Symbol};
use std::fmt;

/// Why a text is no program, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// Line in the text, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

impl ReadError {
    fn new(at: (u32, u32), message: &str) -> ReadError {
        ReadError { line: at.0, column: at.1, message: message.to_string() }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ReadError {}

/// Reads a program; the module says how it is written. What is read satisfies
/// [`Program::check_invariants`].
///
/// ```
/// use cfp_heap::interp::{Config, Outcome, ScriptedInputs, run};
/// use cfp_heap::ir::read_program;
///
/// let text = "
/// fn main() -> i32 {
///   slot &a.0: i32[3]
///   begin &a.0
///   %0 = elem &a.0[3] of i32
///   store i32 %0, 5
///   return 0
/// }";
/// let program = read_program(text).expect("a program");
/// let run = run(&program, &Config::default(), &mut ScriptedInputs::default());
/// let Outcome::Violation(found) = run.outcome else { panic!("the array has three elements") };
/// assert_eq!(found.pos.line, 6);
///
/// let error = read_program("fn main() -> i32 {\n  return x\n}").expect_err("x is nothing");
/// assert_eq!(error.to_string(), "2:10: expected a value, found `x`");
/// ```
pub fn read_program(text: &str) -> Result<Program, ReadError> {
    read_named("program.ir", text)
}

/// [`read_program`], of a text from a file with this name.
pub fn read_named(name: &str, text: &str) -> Result<Program, ReadError> {
    let tokens = lexer::lex(text)?;
    let mut reader = Reader::new(&tokens);
    let items = reader.scan()?;
    reader.items(&items)?;
    let own = SourceFile { name: name.to_string(), text: text.as_bytes().to_vec() };
    let main = reader.main_function()?;
    let start = reader.start.take().unwrap_or_else(|| start_function(&mut reader.types));
    let mut program = Program {
        target: reader.target,
        types: reader.types,
        globals: reader.globals,
        functions: reader.functions,
        start,
        main,
        files: vec![own],
        checkers: reader.checkers,
    };
    if let Some(defect) = program.first_defect() {
        let at = defect.pos.map_or((1, 1), |pos| (pos.line, pos.column));
        return Err(ReadError::new(at, &defect.cause));
    }
    if !reader.files.is_empty() {
        program.files = reader.files;
        relocate(&mut program, &reader.places);
    }
    Ok(program)
}

impl Reader<'_> {
    fn main_function(&self) -> Read<Option<FuncId>> {
        let Some((token, key)) = &self.main else { return Ok(default_main(&self.functions)) };
        let Some(key) = key else { return Ok(None) };
        match self.symbols.get(key) {
            Some(&Symbol::Function(main)) if self.functions[main.index()].body.is_some() => Ok(Some(main)),
            _ => Err(ReadError::new(token.at, "there is no such function with a body")),
        }
    }
}

/// Moves everything from its place in the text to where the text says that it is.
fn relocate(program: &mut Program, places: &FxHashMap<(u32, u32), Pos>) {
    let place = |pos: &mut Pos| *pos = places.get(&(pos.line, pos.column)).copied().unwrap_or(print::NOWHERE);
    program.globals.iter_mut().for_each(|global| place(&mut global.pos));
    for function in program.functions.iter_mut().chain([&mut program.start]) {
        place(&mut function.pos);
        function.slots.iter_mut().for_each(|slot| place(&mut slot.pos));
        let mut pending: Vec<&mut Block> = function.body.iter_mut().collect();
        while let Some(block) = pending.pop() {
            for stmt in block {
                place(&mut stmt.pos);
                match &mut stmt.kind {
                    StmtKind::If { then, otherwise, .. } => pending.extend([then, otherwise]),
                    StmtKind::Block { body, .. } => pending.push(body),
                    StmtKind::Loop(inner) => {
                        pending.extend([&mut inner.test, &mut inner.body, &mut inner.step]);
                    }
                    _ => {}
                }
            }
        }
    }
}
