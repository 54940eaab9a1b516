//! Declarations that the linker or the loader treats specially: aliases (`alias`, assembler labels), symbols
//! that may be undefined (`weak`), constructors and destructors.

use crate::clang::{Cursor, Kind, TypeKind};
use crate::ir::*;
use crate::lower::Linker;
use crate::lower::unit::UnitLowering;
use fxhash::{FxHashMap, FxHashSet};

/// The declarations of this kind in a file. Keys are the identities of first declarations.
#[derive(Default)]
pub(in crate::lower) struct SpecialNames<'u> {
    /// The target of each alias.
    others: FxHashMap<usize, Cursor<'u>>,
    /// Aliases of symbols that are not defined in the file, and functions that the loader selects (`ifunc`).
    elsewhere: Vec<Cursor<'u>>,
    /// Further names by which other files may refer to definitions of this file.
    outside: Vec<(Cursor<'u>, String)>,
    /// Assembler labels of symbols that are not defined in this file.
    labels: Vec<(Cursor<'u>, String)>,
    /// Symbols that may be undefined; the address of an undefined one is null.
    weak: FxHashSet<usize>,
    /// For arrays, a declaration with the length.
    lengths: FxHashMap<usize, Cursor<'u>>,
    /// Functions that run before `main`, with their priorities.
    before: Vec<(u32, Cursor<'u>)>,
    /// Functions that run after `main`.
    after: Vec<Cursor<'u>>,
}

/// An alias, as seen by other files.
pub(in crate::lower) struct SecondName {
    name: String,
    /// The name in the source, if the symbol is not defined in the file.
    label_of: Option<String>,
    pos: Pos,
}

impl Linker {
    /// Marks the program as not supported if names in different files denote the same symbol, since each of
    /// them was treated as a symbol of its own.
    pub(in crate::lower) fn check_second_names(&mut self) {
        for second in std::mem::take(&mut self.second_names) {
            let is_used =
                |name: &str| self.function_names.contains_key(name) || self.global_names.contains_key(name);
            let clashes = match &second.label_of {
                None => is_used(&second.name),
                Some(written) => is_used(written) && self.defines(&second.name),
            };
            if clashes {
                let reason = format!("{}, an alias of a symbol in another file", second.name);
                let kind = StmtKind::Unsupported(reason);
                self.start.body.get_or_insert_default().push(Stmt { kind, pos: second.pos });
            }
        }
    }

    /// Whether the program itself defines a function or variable.
    fn defines(&self, name: &str) -> bool {
        let function = self.function_names.get(name).map(|id| &self.functions[id.index()]);
        let global = self.global_names.get(name).map(|id| &self.globals[id.index()]);
        function.is_some_and(|function| function.body.is_some() && function.role != Role::Model)
            || global.is_some_and(|global| global.init != Init::Unknown)
    }
}

/// The priority of constructors that state none: they run last.
const LAST: u32 = u32::MAX;

impl<'u> SpecialNames<'u> {
    /// Collects the special declarations of a file.
    pub(in crate::lower) fn new(root: Cursor<'u>) -> SpecialNames<'u> {
        let is_declaration =
            |cursor: &Cursor<'u>| matches!(cursor.kind(), Kind::FunctionDecl | Kind::VarDecl);
        let declarations: Vec<Cursor<'u>> = root.children().into_iter().filter(is_declaration).collect();
        let mut special = SpecialNames::default();
        let mut aliases = Vec::new();
        for &cursor in &declarations {
            let key = cursor.canonical().identity();
            if cursor.kind() == Kind::VarDecl && cursor.ctype().kind() == TypeKind::Array {
                special.lengths.insert(key, cursor);
            }
            if let Some(label) = cursor.asm_label()
                && label != cursor.spelling()
            {
                aliases.push((cursor, label, false));
            }
            for attribute in cursor.attributes() {
                let (name, argument) = attribute.split_once('(').unwrap_or((&attribute, ""));
                let argument = argument.trim_end_matches(')').trim_matches('"');
                match name {
                    "alias" | "weakref" | "ifunc" => {
                        aliases.push((cursor, argument.to_string(), true));
                        if name == "ifunc" {
                            special.elsewhere.push(cursor);
                        }
                    }
                    "weak" => {
                        special.weak.insert(key);
                    }
                    "constructor" => special.before.push((argument.parse().unwrap_or(LAST), cursor)),
                    "destructor" => special.after.push(cursor),
                    _ => {}
                }
            }
        }
        if !aliases.is_empty() {
            special.resolve(&declarations, aliases);
        }
        special
    }

    /// Finds the targets of aliases.
    fn resolve(&mut self, declarations: &[Cursor<'u>], aliases: Vec<(Cursor<'u>, String, bool)>) {
        let mut defined: FxHashMap<String, Cursor<'u>> = FxHashMap::default();
        let is_defined = |cursor: &&Cursor<'u>| {
            cursor.definition().is_some() || cursor.kind() == Kind::VarDecl && !cursor.is_extern()
        };
        for cursor in declarations.iter().filter(is_defined) {
            defined.insert(cursor.asm_label().unwrap_or_else(|| cursor.spelling()), *cursor);
        }
        for (cursor, name, is_alias) in aliases {
            let key = cursor.canonical().identity();
            let target = defined
                .get(&name)
                .filter(|target| target.kind() == cursor.kind() && target.canonical().identity() != key);
            match target {
                Some(&target) => {
                    self.others.insert(key, target);
                    if !cursor.is_internal() {
                        self.outside.push((cursor, cursor.spelling()));
                    }
                }
                // An assembler label is often the symbol of a library function that the name in the source
                // denotes anyway.
                None if is_alias => self.elsewhere.push(cursor),
                None if is_defined(&&cursor) => self.outside.push((cursor, name)),
                None => self.labels.push((cursor, name)),
            }
        }
    }

    /// The target of a declaration that is an alias.
    pub(in crate::lower) fn other_name(&self, cursor: Cursor<'u>) -> Option<Cursor<'u>> {
        self.others.get(&cursor.canonical().identity()).copied()
    }

    /// The declaration of an array that gives its length: `int a[]; int a[5];`
    pub(in crate::lower) fn with_length(&self, cursor: Cursor<'u>) -> Option<Cursor<'u>> {
        self.lengths.get(&cursor.canonical().identity()).copied()
    }

    /// Whether a symbol may be undefined when the program runs.
    pub(in crate::lower) fn may_be_missing(&self, cursor: Cursor<'u>) -> bool {
        self.weak.contains(&cursor.canonical().identity()) && cursor.definition().is_none()
    }
}

impl<'u> UnitLowering<'_, 'u> {
    /// Adds the functions that run without a call in the program.
    pub(in crate::lower) fn note_callers_outside(&mut self) {
        let before = std::mem::take(&mut self.special.before);
        for (order, cursor) in before {
            let Some(definition) = cursor.definition() else { continue };
            let id = self.function_id(definition);
            if !self.linker.first_calls.iter().any(|(_, known)| *known == id) {
                self.linker.first_calls.push((order, id));
            }
        }
        let after = std::mem::take(&mut self.special.after);
        for cursor in after.into_iter().filter(|cursor| cursor.definition().is_some()) {
            let pos = self.pos(cursor);
            self.unsupported_at_start(pos, "a function that runs after main");
        }
        let elsewhere = std::mem::take(&mut self.special.elsewhere);
        for cursor in elsewhere {
            let pos = self.pos(cursor);
            self.unsupported_at_start(pos, "a second name of something in another file");
        }
    }

    /// Records the names that denote the same symbol as another name.
    pub(in crate::lower) fn note_second_names(&mut self) {
        for (cursor, name) in std::mem::take(&mut self.special.outside) {
            let pos = self.pos(cursor);
            self.linker.second_names.push(SecondName { name, label_of: None, pos });
        }
        for (cursor, name) in std::mem::take(&mut self.special.labels) {
            let pos = self.pos(cursor);
            self.linker.second_names.push(SecondName { name, label_of: Some(cursor.spelling()), pos });
        }
    }

    fn unsupported_at_start(&mut self, pos: Pos, reason: &str) {
        let kind = StmtKind::Unsupported(reason.to_string());
        self.linker.start.body.get_or_insert_default().push(Stmt { kind, pos });
    }
}
