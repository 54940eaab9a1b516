//! Printing the intermediate representation: records, globals and the heads of functions.

use super::code::Code;
use super::names::{Names, field_word, quoted, word};
use crate::ir::*;
use std::fmt::{self, Write as _};

/// How much of a program its text tells.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    /// Everything but files and positions; comments tell the lines of the source.
    Brief,
    /// Everything.
    Complete,
}

/// The position of code that was made up, and where positions of an item start.
pub(super) const NOWHERE: Pos = Pos { file: FileId(0), line: 0, column: 0 };

/// The program without its positions, for people. It can be read again.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print(self, Detail::Brief, f)
    }
}

impl Program {
    /// The complete program as text: [`read_program`] gives the same program again, but for the texts of its
    /// source files.
    ///
    /// ```
    /// use cfp_heap::ir::read_program;
    ///
    /// let program = read_program("fn main() -> i32 {\n  return 0\n}\n").expect("a program");
    /// let text = program.to_text();
    /// assert_eq!(read_program(&text).expect("the same again").to_text(), text);
    /// ```
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let _ = print(self, Detail::Complete, &mut text);
        text
    }

    /// The layout of a record as text.
    pub fn record_text(&self, id: RecordId) -> String {
        record_text(self, &Names::new(self), id)
    }
}

/// One function as text.
pub fn function_text(program: &Program, function: &Function) -> String {
    let mut text = String::new();
    let names = Names::new(program);
    let name = word(&function.name);
    Code::new(program, &names, function, Detail::Brief, &mut text).function(&name);
    text
}

fn print(program: &Program, detail: Detail, out: &mut dyn fmt::Write) -> fmt::Result {
    let names = Names::new(program);
    writeln!(out, "target {}", program.target.pointer_bytes * 8)?;
    if detail == Detail::Complete {
        for file in &program.files {
            writeln!(out, "file {}", quoted(file.name.as_bytes()))?;
        }
        if program.files.is_empty() {
            writeln!(out, "file \"\"")?;
        }
    }
    if program.main != default_main(&program.functions) {
        writeln!(out, "main {}", program.main.map_or("none", |main| names.function(main)))?;
    }
    for definition in &program.checkers {
        writeln!(out, "checker {}", quoted(definition.to_string().as_bytes()))?;
    }
    for (id, _) in program.types.records() {
        out.write_str(&record_text(program, &names, id))?;
    }
    for (index, global) in program.globals.iter().enumerate() {
        out.write_str(&global_text(&names, GlobalId(index as u32), global, detail))?;
    }
    let mut text = String::new();
    if program.start.body.as_ref().is_some_and(|body| !body.is_empty()) {
        Code::new(program, &names, &program.start, detail, &mut text).start();
    }
    for (index, function) in program.functions.iter().enumerate() {
        let name = names.function(FuncId(index as u32));
        Code::new(program, &names, function, detail, &mut text).function(name);
    }
    out.write_str(&text)
}

/// Where execution begins unless the text says something else: the function `main` that all files know.
pub(super) fn default_main(functions: &[Function]) -> Option<FuncId> {
    let is_main =
        |function: &Function| function.name == "main" && !function.internal && function.body.is_some();
    functions.iter().position(is_main).map(|index| FuncId(index as u32))
}

fn record_text(program: &Program, names: &Names<'_>, id: RecordId) -> String {
    let record = program.types.record(id);
    let name = names.record(id);
    let mut out = match record.size {
        Some(size) => format!("type {name}: {size} bytes"),
        None => format!("type {name}"),
    };
    if record.size.is_none() && record.fields.is_empty() {
        out.push('\n');
        return out;
    }
    out.push_str(" {\n");
    for field in &record.fields {
        let (byte, bit) = (field.bit_offset / 8, field.bit_offset % 8);
        let bits =
            field.bit_width.map_or(String::new(), |width| format!(" bits {bit}..{}", bit + u64::from(width)));
        let _ = writeln!(out, "  +{byte}{bits} {}: {}", field_word(&field.name), names.ty(field.ty));
    }
    out.push_str("}\n");
    out
}

fn global_text(names: &Names<'_>, id: GlobalId, global: &Global, detail: Detail) -> String {
    let keyword = if global.constant { "const" } else { "global" };
    let name = if global.name.is_empty() { "_" } else { names.global(id) };
    let mut out = format!("{keyword} {name}: {}, {} bytes", names.ty(global.ty), global.size);
    let mut cells: &[InitCell] = &[];
    match &global.init {
        Init::Bytes(bytes) => out += &format!(" = {}", quoted(bytes)),
        Init::Unknown => out += " = unknown",
        Init::Cells(found) => cells = found,
    }
    if !cells.is_empty() {
        out += " {";
    }
    if detail == Detail::Complete && global.pos != NOWHERE {
        let _ = write!(out, " {}", place_text(global.pos, NOWHERE));
    }
    out.push('\n');
    for cell in cells {
        let value = operand_text(names, cell.value, cell.access.ty);
        let addend = match cell.addend {
            0 => String::new(),
            addend if addend < 0 => format!(" - {}", addend.unsigned_abs()),
            addend => format!(" + {addend}"),
        };
        let _ = writeln!(out, "  +{}: {} = {value}{addend}", cell.offset, access_text(cell.access));
    }
    if !cells.is_empty() {
        out += "}\n";
    }
    out
}

/// A position, after another one in the same item.
pub(super) fn place_text(pos: Pos, before: Pos) -> String {
    match pos.file == before.file {
        true => format!("!{}:{}", pos.line, pos.column),
        false => format!("!{}:{}:{}", pos.line, pos.column, pos.file.0),
    }
}

/// What is read or written: `volatile i32`, `u8 bits 3..5`.
pub(super) fn access_text(access: Access) -> String {
    let bits = match access.bits {
        Some(bits) => format!(" bits {}..{}", bits.shift, bits.shift + bits.width),
        None => String::new(),
    };
    format!("{}{}{bits}", if access.volatile { "volatile " } else { "" }, access.ty)
}

/// An operand that is no local, where a value of some type is expected. Numbers of other types than readers
/// suppose tell their type.
pub(super) fn operand_text(names: &Names<'_>, operand: Operand, expected: Scalar) -> String {
    let with_type = |text: String, ty: Scalar, supposed: Scalar| match ty == supposed {
        true => text,
        false => format!("{text}:{ty}"),
    };
    match operand {
        Operand::Int(value, ty) => {
            with_type(value.to_string(), Scalar::Int(ty), Scalar::Int(expected_int(expected)))
        }
        Operand::Float(value, ty) => {
            with_type(float_text(value), Scalar::Float(ty), Scalar::Float(expected_float(expected)))
        }
        Operand::Null => "null".to_string(),
        Operand::Global(global) => names.global(global).to_string(),
        Operand::Func(function) => format!("@{}", names.function(function)),
        Operand::Undef(ty) => format!("undef:{ty}"),
        // Locals have names in their function only.
        Operand::Var(var) => format!("%{}", var.0),
        Operand::Slot(slot) => format!("&{}", slot.0),
    }
}

/// The type of an integer that does not tell it.
pub(super) fn expected_int(expected: Scalar) -> IntType {
    expected.as_int().unwrap_or(IntType::INT)
}

/// The type of a floating number that does not tell it.
pub(super) fn expected_float(expected: Scalar) -> FloatType {
    match expected {
        Scalar::Float(ty) => ty,
        _ => FloatType::F64,
    }
}

/// A floating number. All its bits matter: NaNs are written by their bits.
fn float_text(value: f64) -> String {
    match value.is_nan() {
        true => format!("nan({:#x})", value.to_bits()),
        false => format!("{value:?}"),
    }
}
