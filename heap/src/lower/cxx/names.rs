//! The functions and variables of a file in C++, and how arguments are passed.

use super::class::layout::Within;
use super::{MODELS, class_of, has_object, is_function};
use crate::clang::{CType, Cursor, CxxKind, Kind, TypeKind};
use crate::ir::*;
use crate::libc::signature;
use crate::lower::unit::UnitLowering;
use crate::lower::{LinkError, Linker};

impl<'u> UnitLowering<'_, 'u> {
    /// Lowers the functions and variables of the file, and what they use.
    pub(in crate::lower) fn run_cxx(mut self) -> Result<(), LinkError> {
        let root = self.unit.root();
        let main_file = root.spelling();
        self.declare_all(root, &main_file)?;
        self.lower_queued();
        if let Some(cxx) = &self.cxx {
            self.linker.probes.extend(cxx.wanted.take());
        }
        Ok(())
    }

    fn declare_all(&mut self, scope: Cursor<'u>, main_file: &str) -> Result<(), LinkError> {
        for cursor in scope.children() {
            match cursor.kind() {
                Kind::MacroUse => self.note_macro(cursor),
                Kind::Cxx(CxxKind::Namespace | CxxKind::LinkageSpec) => {
                    self.declare_all(cursor, main_file)?;
                }
                Kind::FunctionDecl
                | Kind::Cxx(
                    CxxKind::Method | CxxKind::Constructor | CxxKind::Destructor | CxxKind::Conversion,
                ) if cursor.is_definition()
                    && cursor.location().file == main_file
                    && !super::probe::is_probe(cursor)
                    && !is_of_template(cursor) =>
                {
                    let id = self.function_id(cursor);
                    if self.linker.functions[id.index()].body.is_some() && !cursor.is_inline() {
                        return Err(LinkError {
                            message: format!("{} is defined in two files", cursor.spelling()),
                        });
                    }
                }
                // Variables are initialised in the order of their definitions.
                Kind::VarDecl if cursor.is_definition() || !cursor.is_extern() => {
                    self.global_id(cursor);
                }
                Kind::StructDecl | Kind::UnionDecl if !is_of_template(cursor) => self.declare_members(cursor),
                _ => {}
            }
        }
        Ok(())
    }

    /// The inline variables of a class; constants only if they are used.
    fn declare_members(&mut self, class: Cursor<'u>) {
        for member in class.children() {
            match member.kind() {
                Kind::VarDecl if member.is_definition() && !member.is_declared_constant() => {
                    self.global_id(member);
                }
                Kind::StructDecl | Kind::UnionDecl => self.declare_members(member),
                _ => {}
            }
        }
    }

    /// The role of a function, by where it is written.
    pub(in crate::lower) fn role_of(&self, cursor: Cursor<'u>) -> Role {
        match self.cxx.is_some() && is_model(cursor) {
            true => Role::Model,
            false => self.role,
        }
    }

    /// The name that a variable is linked by.
    pub(in crate::lower) fn variable_name(&self, cursor: Cursor<'u>) -> String {
        match self.cxx.is_some() && !has_plain_name(cursor) {
            true => qualified(cursor, cursor.spelling()),
            false => cursor.spelling(),
        }
    }

    /// The function that a declaration of C++ declares.
    pub(in crate::lower) fn cxx_function_id(&mut self, cursor: Cursor<'u>) -> FuncId {
        let key = cursor.canonical().identity();
        let is_plain = has_plain_name(cursor);
        let mangled = if is_plain { cursor.spelling() } else { cursor.mangled() };
        let internal = cursor.is_internal() || mangled.is_empty();
        let definition = cursor.definition().filter(|found| is_function(*found));
        let known = if internal { None } else { self.linker.function_names.get(&mangled).copied() };
        let id = match known {
            Some(id) => id,
            None => {
                let name = match is_plain {
                    true => mangled.clone(),
                    false => qualified(cursor, cursor.display_name()),
                };
                let ty = self.cxx_type_of(cursor);
                let pos = self.pos(definition.unwrap_or(cursor));
                let id = self.linker.new_function(name, ty, internal, self.role_of(cursor), pos);
                self.linker.functions[id.index()].returns = !cursor.is_noreturn();
                if !internal {
                    self.linker.function_names.insert(mangled, id);
                }
                id
            }
        };
        self.function_ids.insert(key, id);
        if let Some(definition) = definition
            && self.linker.functions[id.index()].body.is_none()
            && has_body(definition)
            && self.queued.insert(id)
        {
            self.queue.push_back((id, definition));
        }
        id
    }

    /// A constructor for bases of a larger object.
    pub(super) fn base_constructor(&mut self, constructor: Cursor<'u>, within: Within<'u>) -> FuncId {
        let key = (constructor.canonical().identity(), within.complete.canonical().identity(), within.offset);
        if let Some(&id) = self.cxx.as_ref().and_then(|cxx| cxx.base_constructors.get(&key)) {
            return id;
        }
        let ty = self.cxx_type_of(constructor);
        let definition = constructor.definition().unwrap_or(constructor);
        let (name, pos) = (qualified(constructor, constructor.display_name()), self.pos(definition));
        let id = self.linker.new_function(name, ty, true, self.role_of(constructor), pos);
        if let Some(cxx) = &mut self.cxx {
            cxx.base_constructors.insert(key, id);
            cxx.within.insert(id, within);
        }
        self.queued.insert(id);
        self.queue.push_back((id, definition));
        id
    }

    /// The type that a function of C++ has in the intermediate representation.
    pub(super) fn cxx_type_of(&mut self, cursor: Cursor<'u>) -> FunctionType {
        let mut ty = self.cxx_function_type(cursor.ctype());
        if has_object(cursor)
            && let Some(params) = &mut ty.params
        {
            let object = class_of(cursor).map(|class| self.type_id(class));
            let object = object.unwrap_or_else(|| self.linker.types.intern(Type::Void));
            let this = self.linker.types.intern(Type::Pointer(object));
            let at = usize::from(cursor.ctype().result().kind() == TypeKind::Record);
            params.insert(at.min(params.len()), this);
        }
        ty
    }

    /// References and class objects are passed as addresses; a class result goes to an address that is the
    /// first argument.
    pub(in crate::lower) fn cxx_function_type(&mut self, ty: CType<'u>) -> FunctionType {
        let mut params = Vec::new();
        let result = ty.result();
        let mut result_id = self.type_id(result);
        if result.kind() == TypeKind::Record {
            params.push(self.linker.types.intern(Type::Pointer(result_id)));
            result_id = self.linker.types.intern(Type::Void);
        }
        for param in ty.parameters().unwrap_or_default() {
            let id = self.type_id(param);
            params.push(match param.kind() {
                TypeKind::Record => self.linker.types.intern(Type::Pointer(id)),
                _ => id,
            });
        }
        FunctionType { result: result_id, params: Some(params), variadic: ty.is_variadic() }
    }

    /// Whether a variable is a static one of a function in C++: it is initialised when control first passes
    /// through its declaration.
    pub(in crate::lower) fn is_local_static(&self, definition: Cursor<'u>) -> bool {
        self.cxx.is_some() && definition.semantic_parent().is_some_and(is_function)
    }
}

impl<'u> UnitLowering<'_, 'u> {
    /// How a node is written.
    pub(in crate::lower) fn text_of(&mut self, cursor: Cursor<'u>) -> Option<Vec<u8>> {
        let (start, end) = cursor.extent();
        let file = cursor.location().file;
        self.file_bytes(&file)?.get(start as usize..end as usize).map(<[u8]>::to_vec)
    }

    /// How a node is written, as a text.
    pub(in crate::lower) fn written(&self, cursor: Cursor<'u>) -> Option<String> {
        let (start, end) = cursor.extent();
        let text = self.unit.file_text(&cursor.location().file)?;
        let text = text.get(start as usize..end as usize)?;
        Some(String::from_utf8_lossy(text).into_owned())
    }

    /// The source from the beginning of a node on.
    pub(in crate::lower) fn text_from(&mut self, cursor: Cursor<'u>) -> Option<Vec<u8>> {
        const LONGEST: usize = 1 << 10;
        let (start, _) = cursor.extent();
        let file = cursor.location().file;
        let text = self.file_bytes(&file)?.get(start as usize..)?;
        Some(text[..text.len().min(LONGEST)].to_vec())
    }

    /// The value that a field has unless a constructor says otherwise.
    pub(in crate::lower) fn default_value(&mut self, field: Cursor<'u>) -> Option<Cursor<'u>> {
        let text = self.text_of(field)?;
        let is_given = text.contains(&b'=') || text.ends_with(b"}");
        field.children().into_iter().rfind(super::class::special::is_value).filter(|_| is_given)
    }
}

impl Linker {
    /// A function without a body.
    pub(super) fn new_function(
        &mut self,
        name: String,
        ty: FunctionType,
        internal: bool,
        role: Role,
        pos: Pos,
    ) -> FuncId {
        let id = FuncId(self.functions.len() as u32);
        self.functions.push(Function {
            name,
            ty,
            params: Vec::new(),
            vars: Vec::new(),
            slots: Vec::new(),
            body: None,
            internal,
            role,
            returns: true,
            labels: 0,
            pos,
        });
        id
    }
}

/// Whether a function or variable is linked as one of C.
pub(super) fn has_plain_name(cursor: Cursor<'_>) -> bool {
    let mangled = cursor.mangled();
    mangled.is_empty() && cursor.kind() == Kind::VarDecl || mangled == cursor.spelling()
}

/// Whether something is a member of a template, maybe of a class inside of one.
fn is_of_template(member: Cursor<'_>) -> bool {
    let mut scope = member.semantic_parent();
    while let Some(outer) = scope {
        if outer.kind() == Kind::Cxx(CxxKind::ClassTemplate) {
            return true;
        }
        scope = outer.semantic_parent();
    }
    false
}

/// Whether something is declared in a model of the library.
pub(super) fn is_model(cursor: Cursor<'_>) -> bool {
    cursor.location().file.starts_with(MODELS)
}

/// Whether a function belongs to the library, or has the name of one that does.
pub(in crate::lower) fn is_library(function: Cursor<'_>) -> bool {
    let name = function.spelling();
    let is_named = has_plain_name(function) && signature::find(&name).is_some();
    is_model(function) || function.is_of_system() || is_named || name.starts_with("__builtin")
}

/// Whether a definition has code that can be seen.
pub(super) fn has_body(definition: Cursor<'_>) -> bool {
    definition.children().iter().any(|child| matches!(child.kind(), Kind::Compound | Kind::Cxx(CxxKind::Try)))
}

/// A name with the classes and namespaces around it.
fn qualified(cursor: Cursor<'_>, name: String) -> String {
    let mut name = name;
    let mut scope = cursor.semantic_parent();
    while let Some(outer) = scope {
        match outer.kind() {
            Kind::StructDecl | Kind::UnionDecl => {
                let class = outer.ctype().canonical().name();
                return format!("{class}::{name}");
            }
            Kind::Cxx(CxxKind::Namespace) => name = format!("{}::{name}", outer.spelling()),
            _ => {}
        }
        scope = outer.semantic_parent();
    }
    name
}
