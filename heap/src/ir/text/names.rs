//! Names in the text: words, quoted names, and suffixes that distinguish things of the same name.

use crate::ir::{FuncId, FunctionType};
use crate::ir::{Global, GlobalId, Init, Program, RecordId, Type, TypeId, TypeTable};
use fxhash::FxHashMap;

/// Whether a name needs no quotes.
pub(super) fn is_word(name: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$';
    name.bytes().next().is_some_and(is_letter)
        && name.bytes().all(|byte| is_letter(byte) || byte.is_ascii_digit())
}

/// A name, quoted unless it is a word.
pub(super) fn word(name: &str) -> String {
    if is_word(name) { name.to_string() } else { quoted(name.as_bytes()) }
}

/// The name of a field, `_` if it has none.
pub(super) fn field_word(name: &str) -> String {
    match name {
        "" => "_".to_string(),
        "_" => quoted(b"_"),
        _ => word(name),
    }
}

/// Bytes in quotes.
pub(super) fn quoted(bytes: &[u8]) -> String {
    format!("\"{}\"", bytes.escape_ascii())
}

/// The names of a program's things in its text. Of several things with the same name, the second is `name#2`,
/// and so on, in the order of their tables; globals and functions share their names.
pub(super) struct Names<'p> {
    types: &'p TypeTable,
    records: Vec<String>,
    globals: Vec<String>,
    functions: Vec<String>,
}

impl<'p> Names<'p> {
    pub(super) fn new(program: &'p Program) -> Names<'p> {
        let mut counts: FxHashMap<String, u32> = FxHashMap::default();
        let mut unique = |name: String| {
            let count = counts.entry(name.clone()).or_insert(0);
            *count += 1;
            if *count > 1 { format!("{name}#{count}") } else { name }
        };
        let records = program.types.records().map(|(_, record)| {
            let (keyword, prefix) = if record.is_union { ("union", "union ") } else { ("struct", "struct ") };
            match record.name.strip_prefix(prefix).filter(|tag| is_word(tag)) {
                Some(tag) => unique(format!("{keyword} {tag}")),
                None => unique(format!("{keyword} {}", quoted(record.name.as_bytes()))),
            }
        });
        let records = records.collect();
        let literals = literals(program);
        let globals = program.globals.iter().enumerate().map(|(index, global)| match &global.init {
            _ if !global.name.is_empty() => format!("@{}", unique(word(&global.name))),
            Init::Bytes(bytes) if literals.get(&bytes[..]).is_some_and(|known| known.is_some()) => {
                quoted(bytes)
            }
            _ => format!("@{index}"),
        });
        let globals = globals.collect();
        let functions = program.functions.iter().map(|function| unique(word(&function.name))).collect();
        Names { types: &program.types, records, globals, functions }
    }

    /// A record: `struct s`.
    pub(super) fn record(&self, record: RecordId) -> &str {
        &self.records[record.0 as usize]
    }

    /// The address of a global: `@g`, `@7` for the eighth if it has no name, or the bytes of a literal.
    pub(super) fn global(&self, global: GlobalId) -> &str {
        &self.globals[global.index()]
    }

    /// A function: `f`.
    pub(super) fn function(&self, function: FuncId) -> &str {
        &self.functions[function.index()]
    }

    /// A type: `i32`, `struct s*`, `i8[4]`, `(fn(i32) -> void)*`.
    pub(super) fn ty(&self, id: TypeId) -> String {
        match self.types.get(id) {
            Type::Void => "void".to_string(),
            Type::Scalar(scalar) => scalar.to_string(),
            Type::Pointer(to) => format!("{}*", self.ty(*to)),
            Type::Array(elem, Some(len)) => format!("{}[{len}]", self.ty(*elem)),
            Type::Array(elem, None) => format!("{}[]", self.ty(*elem)),
            Type::Record(record) => self.record(*record).to_string(),
            Type::Function(function) => format!("({})", self.function_type(function)),
            Type::Other(name) => format!("other {}", quoted(name.as_bytes())),
        }
    }

    /// A function type: `fn(i32, ...) -> void`, with `?` for undeclared parameters.
    pub(super) fn function_type(&self, ty: &FunctionType) -> String {
        let mut params: Vec<String> = match &ty.params {
            Some(params) => params.iter().map(|&param| self.ty(param)).collect(),
            None => vec!["?".to_string()],
        };
        if ty.variadic {
            params.push("...".to_string());
        }
        format!("fn({}) -> {}", params.join(", "), self.ty(ty.result))
    }
}

/// The globals without a name by their bytes; nothing for bytes that several of them have.
pub(super) fn literals(program: &Program) -> FxHashMap<&[u8], Option<GlobalId>> {
    let mut found: FxHashMap<&[u8], Option<GlobalId>> = FxHashMap::default();
    for (index, global) in program.globals.iter().enumerate() {
        let Global { name, init: Init::Bytes(bytes), .. } = global else { continue };
        if name.is_empty() {
            let id = GlobalId(index as u32);
            found.entry(bytes).and_modify(|known| *known = None).or_insert(Some(id));
        }
    }
    found
}
