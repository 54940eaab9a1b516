//! Lowering: from the compiler's syntax tree to the intermediate representation.
//!
//! [`lower`] takes the parsed files of a program and links them into one [`Program`]. The modules, in
//! the order in which a file passes through them:
//!
//! 1. `unit`: the declarations of a file; `types`: types and layout, as computed by the compiler;
//! 2. `function`: the function under construction, with `stmt` for its statements, `expr` for its expressions
//!    and `init` for initialisers, `when` for when they take place; `text`: what libclang exposes only as
//!    source text;
//! 3. `link`: what depends on the definitions of all files: aliases, and fix-ups of calls.
//!
//! A construct that the intermediate representation cannot express becomes an `Unsupported` statement.

mod constants;
mod cxx;
mod expr;
mod function;
mod init;
mod link;
mod stmt;
mod text;
mod types;
mod unit;
mod when;

use crate::checkers::{CheckerError, Definition, FunctionContract};
use crate::clang::{Cursor, Kind, Unit};
use crate::ir::*;
use crate::libc::{canonical_name, signature};
pub use cxx::{Probe, probe_text};
use fxhash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use unit::UnitLowering;

/// Links parsed files into one program.
///
/// Lowering follows the nesting of the source, which the compiler limits for brackets but not for long sums
/// or chains of `else if`; it therefore runs on a stack of its own.
pub fn lower(units: &[Unit]) -> Result<Program, LinkError> {
    Ok(Linking::new(units, BTreeSet::new(), Vec::new())?.finish())
}

/// A program that is being linked: its files are in, and definitions of library functions can be added.
pub struct Linking {
    linker: Linker,
}

impl Linking {
    /// The parts of C++ files that only probe code can show, and that no probe has shown so far.
    pub fn probes(&self) -> &BTreeSet<Probe> {
        &self.linker.probes
    }

    /// Links the files of the program. `library` are the functions that will be defined later, should the
    /// program use them and not define them. `definitions` are of linked structures that it may use.
    pub fn new(
        units: &[Unit],
        library: BTreeSet<String>,
        definitions: Vec<Definition>,
    ) -> Result<Linking, LinkError> {
        let mut linker = Linker::new(units.iter().map(Unit::pointer_bytes).max().unwrap_or(8), library);
        linker.definitions = definitions;
        linker.has_new = units.iter().any(cxx::has_new);
        for unit in units {
            linker.check_target(unit)?;
            UnitLowering::new(&mut linker, unit, Role::Program).run()?;
        }
        Ok(Linking { linker })
    }

    /// The functions that are used and not defined so far, by their plain names.
    pub fn missing(&self) -> BTreeSet<&str> {
        let functions = &self.linker.functions;
        let missing = functions.iter().filter(|function| function.body.is_none());
        let names: BTreeSet<&str> = missing.map(|function| canonical_name(&function.name)).collect();
        // The program's own definition is not there for the compiler's variant of the name, but then nothing
        // else is.
        names.into_iter().filter(|name| !self.linker.is_defined(name)).collect()
    }

    /// The variables that are used and not defined so far.
    pub fn missing_variables(&self) -> BTreeSet<&str> {
        let globals = self.linker.globals.iter();
        globals.filter(|global| global.init == Init::Unknown).map(|global| global.name.as_str()).collect()
    }

    /// Whether some string literal has a place for another string.
    pub fn prints_strings(&self) -> bool {
        let has_place = |text: &[u8]| {
            text.split(|byte| *byte == b'%').skip(1).any(|rest| {
                let letter = rest.iter().find(|byte| byte.is_ascii_alphabetic() && **byte != b'l');
                letter == Some(&b's')
            })
        };
        self.linker.globals.iter().any(|global| matches!(&global.init, Init::Bytes(text) if has_place(text)))
    }

    /// Sets apart the functions without a body that have the name of a library function but another type:
    /// the models are not theirs, and what they do is unknown.
    pub fn set_namesakes_apart(&mut self) {
        let Linker { functions, types, target, .. } = &mut self.linker;
        for function in functions.iter_mut().filter(|function| function.body.is_none()) {
            let name = &function.name;
            if signature::find(name).is_some_and(|library| !library.agrees(&function.ty, types, *target)) {
                let reason =
                    format!("a call of {name}, which is declared with another type than the library's");
                function.body = Some(vec![Stmt { kind: StmtKind::Unsupported(reason), pos: function.pos }]);
            }
        }
    }

    /// Adds those definitions of a file that are wanted, and what they need.
    pub fn add(&mut self, unit: &Unit, wanted: &BTreeSet<&str>, role: Role) -> Result<(), LinkError> {
        self.linker.check_target(unit)?;
        UnitLowering::new(&mut self.linker, unit, role).add(wanted);
        Ok(())
    }

    /// Adds a function for each contract of a function.
    pub fn add_contracts(&mut self, contracts: &[FunctionContract]) -> Result<(), CheckerError> {
        self.linker.add_contracts(contracts)
    }

    /// The program.
    pub fn finish(self) -> Program {
        self.linker.finish()
    }
}

/// The functions that a file defines for others.
pub fn defined_functions(unit: &Unit) -> BTreeSet<String> {
    let root = unit.root();
    let main_file = root.spelling();
    let is_defined = |cursor: &Cursor<'_>| {
        cursor.kind() == Kind::FunctionDecl
            && cursor.is_definition()
            && !cursor.is_internal()
            && cursor.location().file == main_file
    };
    root.children().into_iter().filter(is_defined).map(|cursor| cursor.spelling()).collect()
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
    /// The code that initialises variables outside of functions, and the variables whose code is known.
    initializers: Vec<link::order::Initializer>,
    initialized: FxHashSet<GlobalId>,
    /// Functions that run before `main`, with the number that orders them.
    first_calls: Vec<(u32, FuncId)>,
    /// Second names of what the files define or declare.
    second_names: Vec<link::names::SecondName>,
    /// Functions that stubs or models will define.
    library: BTreeSet<String>,
    /// Definitions of linked structures that the program may use, and those that it does use.
    definitions: Vec<Definition>,
    checkers: Vec<Definition>,
    /// What C++ files need to know of classes and cannot see.
    probes: BTreeSet<Probe>,
    /// Objects with static storage whose destructors run at the end, in the order of their construction.
    exits: Vec<cxx::Exit>,
    /// The number of static locals that are constructed so far, if it is needed.
    constructed: Option<GlobalId>,
    /// What stands for the classes of objects, by name, and the functions that ask for it.
    tables: Vec<cxx::Table>,
    table_names: FxHashMap<String, usize>,
    questions: Vec<cxx::Question>,
    /// Whether some file has `new` or `delete`.
    has_new: bool,
}

impl Linker {
    fn new(pointer_bytes: u32, library: BTreeSet<String>) -> Linker {
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
            library,
            definitions: Vec::new(),
            checkers: Vec::new(),
            probes: BTreeSet::new(),
            exits: Vec::new(),
            constructed: None,
            tables: Vec::new(),
            table_names: FxHashMap::default(),
            questions: Vec::new(),
            has_new: false,
            initializers: Vec::new(),
            initialized: FxHashSet::default(),
            first_calls: Vec::new(),
            second_names: Vec::new(),
            function_names: FxHashMap::default(),
            start: Function {
                name: "<start>".to_string(),
                ty,
                params: Vec::new(),
                vars: Vec::new(),
                slots: Vec::new(),
                body: Some(Vec::new()),
                internal: true,
                role: Role::Program,
                returns: true,
                labels: 0,
                pos,
            },
        }
    }

    fn check_target(&self, unit: &Unit) -> Result<(), LinkError> {
        if unit.pointer_bytes() == self.target.pointer_bytes {
            return Ok(());
        }
        Err(LinkError { message: "the files are compiled for targets of different sizes".to_string() })
    }

    fn is_defined(&self, name: &str) -> bool {
        self.function_names.get(name).is_some_and(|id| self.functions[id.index()].body.is_some())
    }

    /// Calls of the functions that run before `main`.
    fn call_first(&mut self) {
        self.first_calls.sort_by_key(|(order, _)| *order);
        for &(_, id) in &self.first_calls {
            let function = &self.functions[id.index()];
            let kind = match function.params.is_empty() && !function.ty.variadic {
                true => {
                    StmtKind::Call { result: CallResult::None, callee: Callee::Direct(id), args: Vec::new() }
                }
                false => StmtKind::Unsupported("a constructor function with parameters".to_string()),
            };
            self.start.body.get_or_insert_default().push(Stmt { kind, pos: function.pos });
        }
    }

    fn finish(mut self) -> Program {
        self.check_second_names();
        self.call_first();
        self.destroy_last();
        self.answer_questions();
        self.order_initializers();
        self.remove_tests();
        let main = self.function_names.get("main").copied();
        let main = main.filter(|main| self.functions[main.index()].body.is_some());
        let mut program = Program {
            target: self.target,
            types: self.types,
            globals: self.globals,
            functions: self.functions,
            start: self.start,
            main,
            files: self.files,
            checkers: self.checkers,
        };
        link::fixups::fix_up(&mut program);
        link::contracts::use_checkers(&mut program);
        program
    }
}
