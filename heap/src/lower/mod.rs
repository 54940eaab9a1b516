//! From the compiler's tree to the intermediate form.
//!
//! [`lower`] takes the parsed files of a program and links them into one [`Program`]. The way through the modules:
//!
//! 1. `unit`: what a file declares; `types`: types and layout, straight from the compiler;
//! 2. `plan`: a first look at a function: which locals need an address, where its jumps go;
//! 3. `function`: the function under construction; `stmt`, `jumps`: its statements; `expr`, `arith`, `call`: its
//!    expressions; `init`: initialisers.
//!
//! Whatever has no counterpart in the intermediate form becomes an `Unsupported` statement at its place.

mod arith;
mod call;
mod expr;
mod function;
mod init;
mod jumps;
mod plan;
mod stmt;
mod text;
mod types;
mod unit;

use crate::clang::Unit;
use crate::ir::*;
use fxhash::FxHashMap;
use unit::UnitLowering;

/// Links parsed files into one program.
///
/// Lowering follows the nesting of the source, which the compiler limits for brackets but not for long sums or chains
/// of `else if`; it therefore runs on a stack of its own.
pub fn lower(units: &[Unit]) -> Result<Program, LinkError> {
    let mut linker = Linker::new(units.iter().map(Unit::pointer_bytes).max().unwrap_or(8));
    for unit in units {
        if unit.pointer_bytes() != linker.target.pointer_bytes {
            return Err(LinkError {
                message: "the files are compiled for targets of different sizes".to_string(),
            });
        }
        UnitLowering::new(&mut linker, unit).run()?;
    }
    Ok(linker.finish())
}

/// Files that do not fit together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinkError {
    /// Why.
    pub message: String,
}

impl std::fmt::Display for LinkError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LinkError {}

/// The program under construction, across files.
struct Linker {
    target: Target,
    types: TypeTable,
    globals: Vec<Global>,
    functions: Vec<Function>,
    files: Vec<SourceFile>,
    file_ids: FxHashMap<String, FileId>,
    global_names: FxHashMap<String, GlobalId>,
    function_names: FxHashMap<String, FuncId>,
    start: Function,
}

impl Linker {
    fn new(pointer_bytes: u32) -> Linker {
        let mut types = TypeTable::default();
        let void = types.intern(Type::Void);
        let pos = Pos { file: FileId(0), line: 0, column: 0 };
        let ty = FunctionType { result: void, params: Some(Vec::new()), variadic: false };
        Linker {
            target: Target { pointer_bytes },
            types,
            globals: Vec::new(),
            functions: Vec::new(),
            files: Vec::new(),
            file_ids: FxHashMap::default(),
            global_names: FxHashMap::default(),
            function_names: FxHashMap::default(),
            start: Function {
                name: "<start>".to_string(),
                ty,
                params: Vec::new(),
                vars: Vec::new(),
                slots: Vec::new(),
                body: Some(Vec::new()),
                internal: true,
                is_model: false,
                labels: 0,
                pos,
            },
        }
    }

    fn finish(self) -> Program {
        let main = self.function_names.get("main").copied();
        let main = main.filter(|main| self.functions[main.index()].body.is_some());
        Program {
            target: self.target,
            types: self.types,
            globals: self.globals,
            functions: self.functions,
            start: self.start,
            main,
            files: self.files,
        }
    }
}
