//! The declarations of a file: functions and globals, linked by name with those of the other files.

use super::cxx::CxxUnit;
use super::function::FunctionLowering;
use super::link::names::SpecialNames;
use super::{LinkError, Linker};
use crate::clang::{Cursor, Kind, TypeKind, Unit};
use crate::ir::*;
use fxhash::{FxHashMap, FxHashSet};
use std::collections::{BTreeSet, VecDeque};

/// The lowering of one file.
pub(super) struct UnitLowering<'l, 'u> {
    pub(super) linker: &'l mut Linker,
    pub(super) unit: &'u Unit,
    /// The role of its functions in the program.
    pub(super) role: Role,
    pub(super) type_ids: FxHashMap<usize, TypeId>,
    pub(super) records: FxHashMap<usize, RecordId>,
    /// Globals and functions, by the identity of their first declaration.
    global_ids: FxHashMap<usize, GlobalId>,
    pub(super) function_ids: FxHashMap<usize, FuncId>,
    /// Definitions that are still to be lowered.
    pub(super) queue: VecDeque<(FuncId, Cursor<'u>)>,
    pub(super) queued: FxHashSet<FuncId>,
    /// Globals whose initialiser is still to be lowered.
    pub(super) pending_globals: VecDeque<(GlobalId, Cursor<'u>)>,
    strings: FxHashMap<(Vec<u8>, TypeId), GlobalId>,
    /// Uses of macros whose definition contains one `for`: by place, the definition from that `for` on.
    macro_uses: FxHashMap<(String, u32), Vec<u8>>,
    location_files: FxHashMap<String, FileId>,
    /// The address of each label whose address is taken: object and offset, by statement.
    pub(super) label_places: FxHashMap<usize, (GlobalId, u64)>,
    /// Declarations that the linker or the loader treats specially.
    pub(super) special: SpecialNames<'u>,
    /// What only files in C++ have.
    pub(super) cxx: Option<CxxUnit<'u>>,
}

impl<'l, 'u> UnitLowering<'l, 'u> {
    pub(super) fn new(linker: &'l mut Linker, unit: &'u Unit, role: Role) -> Self {
        UnitLowering {
            linker,
            unit,
            role,
            type_ids: FxHashMap::default(),
            records: FxHashMap::default(),
            global_ids: FxHashMap::default(),
            function_ids: FxHashMap::default(),
            queue: VecDeque::new(),
            queued: FxHashSet::default(),
            pending_globals: VecDeque::new(),
            strings: FxHashMap::default(),
            macro_uses: FxHashMap::default(),
            location_files: FxHashMap::default(),
            label_places: FxHashMap::default(),
            special: SpecialNames::new(unit.root()),
            cxx: CxxUnit::of(unit),
        }
    }

    pub(super) fn run(mut self) -> Result<(), LinkError> {
        if self.cxx.is_some() {
            return self.run_cxx();
        }
        let root = self.unit.root();
        let main_file = root.spelling();
        let declarations = root.children();
        for cursor in declarations {
            match cursor.kind() {
                Kind::MacroUse => self.note_macro(cursor),
                // Static functions of headers are lowered only if they are used.
                Kind::FunctionDecl
                    if cursor.is_definition()
                        && (!cursor.is_internal() || cursor.location().file == main_file) =>
                {
                    let id = self.function_id(cursor);
                    if self.linker.functions[id.index()].body.is_some() && !cursor.is_inline() {
                        return Err(LinkError {
                            message: format!("{} is defined in two files", cursor.spelling()),
                        });
                    }
                }
                Kind::VarDecl if cursor.location().file == main_file => {
                    self.global_id(cursor);
                }
                _ => {}
            }
        }
        self.note_callers_outside();
        self.note_second_names();
        self.lower_queued();
        Ok(())
    }

    /// Lowers the functions and variables with these names, and everything that they use.
    pub(super) fn add(mut self, wanted: &BTreeSet<&str>) {
        for cursor in self.unit.root().children() {
            if cursor.is_internal() || !wanted.contains(cursor.spelling().as_str()) {
                continue;
            }
            match cursor.kind() {
                Kind::FunctionDecl if cursor.is_definition() => {
                    self.function_id(cursor);
                }
                Kind::VarDecl if !cursor.is_extern() => {
                    self.global_id(cursor);
                }
                _ => {}
            }
        }
        self.lower_queued();
    }

    pub(super) fn lower_queued(&mut self) {
        loop {
            if let Some((id, cursor)) = self.pending_globals.pop_front() {
                self.lower_global(id, cursor);
            } else if let Some((id, cursor)) = self.queue.pop_front() {
                let mut function = FunctionLowering::lower(self, id, cursor);
                function.role = self.role_of(cursor);
                self.linker.functions[id.index()] = function;
            } else if self.lower_special() {
                // One of C++.
            } else {
                return;
            }
        }
    }

    /// The position of a node of the syntax tree.
    pub(super) fn pos(&mut self, cursor: Cursor<'u>) -> Pos {
        let location = cursor.location();
        let file = self.file_id(location.file);
        Pos { file, line: location.line, column: location.column }
    }

    fn file_id(&mut self, name: String) -> FileId {
        if let Some(&id) = self.location_files.get(&name) {
            return id;
        }
        let linker = &mut *self.linker;
        let id = match linker.file_ids.get(&name) {
            Some(&id) => id,
            None => {
                let id = FileId(linker.files.len() as u32);
                let text = self.unit.file_text(&name).unwrap_or_default();
                linker.files.push(SourceFile { name: name.clone(), text });
                linker.file_ids.insert(name.clone(), id);
                id
            }
        };
        self.location_files.insert(name, id);
        id
    }

    /// The function that a declaration declares.
    pub(super) fn function_id(&mut self, cursor: Cursor<'u>) -> FuncId {
        let key = cursor.canonical().identity();
        if let Some(&id) = self.function_ids.get(&key) {
            return id;
        }
        if self.cxx.is_some() {
            return self.cxx_function_id(cursor);
        }
        let name = cursor.spelling();
        let internal = cursor.is_internal();
        if let Some(other) = self.special.other_name(cursor) {
            let id = self.function_id(other);
            self.function_ids.insert(key, id);
            return id;
        }
        let definition = cursor.definition().filter(|definition| definition.kind() == Kind::FunctionDecl);
        let known = if internal { None } else { self.linker.function_names.get(&name).copied() };
        let id = match known {
            Some(id) => id,
            None => {
                let ty = self.function_type(definition.unwrap_or(cursor).ctype());
                let pos = self.pos(definition.unwrap_or(cursor));
                let id = FuncId(self.linker.functions.len() as u32);
                self.linker.functions.push(Function {
                    name: name.clone(),
                    ty,
                    params: Vec::new(),
                    vars: Vec::new(),
                    slots: Vec::new(),
                    body: None,
                    internal,
                    role: self.role,
                    returns: !cursor.is_noreturn(),
                    labels: 0,
                    pos,
                });
                if !internal {
                    self.linker.function_names.insert(name, id);
                }
                id
            }
        };
        self.function_ids.insert(key, id);
        if let Some(definition) = definition
            && self.linker.functions[id.index()].body.is_none()
            && self.queued.insert(id)
        {
            self.queue.push_back((id, definition));
        }
        id
    }

    /// A function that no file declares: one that a model defines, or one that returns an input.
    pub(super) fn helper_function(&mut self, name: &str, result: Option<Scalar>) -> FuncId {
        if let Some(&id) = self.linker.function_names.get(name) {
            return id;
        }
        let types = &mut self.linker.types;
        let result = match result {
            Some(Scalar::Ptr) => {
                let void = types.intern(Type::Void);
                types.intern(Type::Pointer(void))
            }
            Some(scalar) => types.intern(Type::Scalar(scalar)),
            None => types.intern(Type::Void),
        };
        let id = FuncId(self.linker.functions.len() as u32);
        self.linker.functions.push(Function {
            name: name.to_string(),
            ty: FunctionType { result, params: None, variadic: false },
            params: Vec::new(),
            vars: Vec::new(),
            slots: Vec::new(),
            body: None,
            returns: true,
            internal: false,
            role: self.role,
            labels: 0,
            pos: Pos { file: FileId(0), line: 0, column: 0 },
        });
        self.linker.function_names.insert(name.to_string(), id);
        id
    }

    /// The global that a declaration declares; static locals are globals too.
    pub(super) fn global_id(&mut self, cursor: Cursor<'u>) -> GlobalId {
        let key = cursor.canonical().identity();
        if let Some(&id) = self.global_ids.get(&key) {
            return id;
        }
        let name = self.variable_name(cursor);
        let internal = cursor.is_internal();
        if let Some(other) = self.special.other_name(cursor) {
            let id = self.global_id(other);
            self.global_ids.insert(key, id);
            return id;
        }
        // A tentative definition counts as one if the file contains no other.
        let definition = cursor.definition().unwrap_or(cursor);
        let is_declared_only = cursor.is_extern() || is_declared_member(cursor);
        let is_defined = cursor.definition().is_some() || !is_declared_only;
        let known = if internal { None } else { self.linker.global_names.get(&name).copied() };
        let id = match known {
            Some(id) => id,
            None => {
                let global = self.new_global(definition, name.clone(), is_defined);
                let id = GlobalId(self.linker.globals.len() as u32);
                self.linker.globals.push(global);
                if !internal {
                    self.linker.global_names.insert(name.clone(), id);
                }
                id
            }
        };
        self.global_ids.insert(key, id);
        if known.is_some() && is_defined && self.linker.globals[id.index()].init == Init::Unknown {
            self.linker.globals[id.index()] = self.new_global(definition, name, true);
        }
        if is_defined && definition.initializer().is_some() && !self.is_local_static(definition) {
            self.pending_globals.push_back((id, definition));
        }
        id
    }

    fn new_global(&mut self, definition: Cursor<'u>, name: String, is_defined: bool) -> Global {
        let ctype = match definition.ctype().kind() {
            TypeKind::OpenArray => self.special.with_length(definition).unwrap_or(definition).ctype(),
            _ => definition.ctype(),
        };
        // A tentative definition `int a[];` is an array of one element. With an initialiser, libclang gives
        // the type with its length.
        let size = match ctype.kind() {
            TypeKind::Reference => u64::from(self.linker.target.pointer_bytes),
            TypeKind::OpenArray if is_defined => ctype.element().size().unwrap_or(0),
            _ => ctype.size().unwrap_or(0),
        };
        let init = if is_defined { Init::Cells(Vec::new()) } else { Init::Unknown };
        let constant = ctype.is_const() || (ctype.kind() == TypeKind::Array && ctype.element().is_const());
        Global { name, ty: self.type_id(ctype), size, init, constant, pos: self.pos(definition) }
    }

    /// The object of a string literal; equal literals share one.
    pub(super) fn string_global(&mut self, bytes: Vec<u8>, ty: TypeId, pos: Pos) -> GlobalId {
        if let Some(&id) = self.strings.get(&(bytes.clone(), ty)) {
            return id;
        }
        let id = GlobalId(self.linker.globals.len() as u32);
        self.strings.insert((bytes.clone(), ty), id);
        let size = bytes.len() as u64;
        let init = Init::Bytes(bytes);
        self.linker.globals.push(Global { name: String::new(), ty, size, init, constant: true, pos });
        id
    }

    /// An unnamed object with static storage duration.
    pub(super) fn anonymous_global(&mut self, ty: TypeId, size: u64, pos: Pos) -> GlobalId {
        let id = GlobalId(self.linker.globals.len() as u32);
        let (name, init) = (format!("literal.{}", id.0), Init::Cells(Vec::new()));
        self.linker.globals.push(Global { name, ty, size, init, constant: false, pos });
        id
    }

    pub(super) fn note_macro(&mut self, cursor: Cursor<'u>) {
        let Some(definition) = cursor.referenced() else { return };
        let place = definition.location();
        let (start, end) = definition.extent();
        if let Some(text) = self.file_bytes(&place.file)
            && let Some(body) = text.get(start as usize..end as usize)
            && let Some(at) = find_word(body, b"for")
            && find_word(&body[at + 3..], b"for").is_none()
        {
            let body = body[at..].to_vec();
            let place = cursor.location();
            self.macro_uses.insert((place.file, place.offset), body);
        }
    }

    pub(super) fn file_bytes(&mut self, name: &str) -> Option<&[u8]> {
        if name.is_empty() {
            return None;
        }
        let id = self.file_id(name.to_string());
        Some(&self.linker.files[id.index()].text)
    }

    /// The source text of a `for` statement, from the keyword on, in the file or in the macro it comes from.
    pub(super) fn for_text(&mut self, cursor: Cursor<'u>) -> Option<Vec<u8>> {
        let place = cursor.location();
        let text = self.file_bytes(&place.file)?.get(place.offset as usize..)?;
        if text.starts_with(b"for")
            && !text.get(3).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        {
            const LONGEST_HEADER: usize = 1 << 14;
            return Some(text[..text.len().min(LONGEST_HEADER)].to_vec());
        }
        self.macro_uses.get(&(place.file, place.offset)).cloned()
    }
}

/// The position of a whole word in a text.
fn find_word(text: &[u8], word: &[u8]) -> Option<usize> {
    let part = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    (0..text.len().saturating_sub(word.len() - 1)).find(|&at| {
        text[at..].starts_with(word)
            && !part(text.get(at + word.len()))
            && !(at > 0 && part(text.get(at - 1)))
    })
}

/// Whether a static member of a class is declared, and neither defined nor given a value there. The members
/// of instances of templates are defined where their template is.
fn is_declared_member(variable: Cursor<'_>) -> bool {
    let class =
        variable.semantic_parent().filter(|scope| matches!(scope.kind(), Kind::StructDecl | Kind::UnionDecl));
    class.is_some_and(|class| !class.is_instance()) && variable.initializer().is_none()
}
