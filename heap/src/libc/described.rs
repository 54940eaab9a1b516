//! Models in C of the functions that write what they get from outside, and that the table describes
//! completely.
//!
//! Such a function checks its arguments, takes a result from outside, and, unless it fails, fills what its
//! arguments point to. The code is written here from the signature and from the line in the table.

use super::description::{Description, Effect, Need, Size};
use super::signature::{self, CType, Signature, Width};
use super::table;
use crate::ir::FloatType;
use std::fmt::Write;

/// What the models use.
const PRELUDE: &str = "typedef __SIZE_TYPE__ size_t;
extern size_t strlen(const char *s);
extern size_t strnlen(const char *s, size_t most);
extern char __cfp_any_char(void);
extern void __VERIFIER_assume(int condition);
extern void __cfp_not_modelled(void);

static void look_at(const char *from, size_t size)
{
    for (size_t i = 0; i < size; i++)
        (void)from[i];
}

static void fill(char *to, size_t size)
{
    for (size_t i = 0; i < size; i++)
        to[i] = __cfp_any_char();
}
";

/// The text of the models.
pub(super) fn text() -> String {
    let mut text = PRELUDE.to_string();
    for function in table::functions().filter(|function| function.is_described && function.is_c_code) {
        for name in function.names {
            let signature = signature::find(name).unwrap_or_else(|| panic!("{name} has no signature"));
            text += &model(function, signature);
        }
    }
    text
}

/// The model of one function.
fn model(function: &Description, signature: &Signature) -> String {
    let result = spelling(signature.result);
    let params = signature.params.iter().enumerate();
    let mut params: Vec<String> = params.map(|(index, ty)| format!("{} a{index}", spelling(*ty))).collect();
    if signature.variadic {
        params.push("...".to_string());
    }
    if params.is_empty() {
        params.push("void".to_string());
    }
    let mut body = String::new();
    let is_written = |index: u8| function.effects.contains(&Effect::Writes(index));
    for need in function.needs {
        body += &check(*need, is_written);
    }
    let any = format!("__cfp_any_{}", result.replace(' ', "_"));
    let mut before = String::new();
    if signature.result != CType::Void {
        before = format!("extern {result} {any}(void);\n");
        writeln!(body, "    {result} result = {any}();").expect("text");
    }
    for effect in function.effects {
        if let Effect::Returns(low, high) = effect {
            writeln!(body, "    __VERIFIER_assume(result >= {low} && result <= {high});").expect("text");
        }
    }
    for need in function.needs {
        if let Need::Writable(index, size) | Need::WritableOrNull(index, size) = *need
            && is_written(index)
        {
            let is_optional = matches!(need, Need::WritableOrNull(..));
            body += &fill(index, size, is_optional, signature.result != CType::Void);
        }
    }
    if signature.result != CType::Void {
        body += "    return result;\n";
    }
    format!("{before}{result} {}({})\n{{\n{body}}}\n", signature.name, params.join(", "))
}

/// The code that checks what is required, apart from what is written anyway.
fn check(need: Need, is_written: impl Fn(u8) -> bool) -> String {
    match need {
        Need::Terminated(index) => format!("    strlen(a{index});\n"),
        Need::TerminatedWithin(index, size) => format!("    strnlen(a{index}, {});\n", bytes(size)),
        Need::Optional(index) => format!("    if (a{index} != 0)\n        strlen(a{index});\n"),
        Need::NonNull(index) => format!("    look_at(a{index}, 1);\n"),
        Need::Readable(index, size) => format!("    look_at(a{index}, {});\n", bytes(size)),
        Need::Writable(index, _) | Need::WritableOrNull(index, _) if is_written(index) => String::new(),
        Need::OpenDescriptor(_) | Need::Anything(_) => String::new(),
        other => panic!("no model can be derived from {other:?}"),
    }
}

/// The code that writes to an argument, unless the function fails.
fn fill(index: u8, size: Size, is_optional: bool, can_fail: bool) -> String {
    let mut conditions = Vec::new();
    if can_fail {
        conditions.push("result != -1".to_string());
    }
    if is_optional {
        conditions.push(format!("a{index} != 0"));
    }
    let condition = match conditions.is_empty() {
        true => "1".to_string(),
        false => conditions.join(" && "),
    };
    let wide = match size {
        Size::Struct(_) => "    if (sizeof(void *) != 8)\n        __cfp_not_modelled();\n",
        _ => "",
    };
    format!("{wide}    if ({condition})\n        fill(a{index}, {});\n", bytes(size))
}

/// A number of bytes as an expression.
fn bytes(size: Size) -> String {
    match size {
        Size::Bytes(bytes) | Size::Struct(bytes) => bytes.to_string(),
        Size::Pointer => "sizeof(void *)".to_string(),
        Size::Arg(index) => format!("a{index}"),
        other => panic!("no model can be derived from {other:?}"),
    }
}

/// How a type is written; structures are opaque.
fn spelling(ty: CType) -> String {
    let text = match ty {
        CType::Void => "void",
        CType::Int(Width::Bits(8), true) => "signed char",
        CType::Int(Width::Bits(8), false) => "unsigned char",
        CType::Int(Width::Bits(16), true) => "short",
        CType::Int(Width::Bits(16), false) => "unsigned short",
        CType::Int(Width::Bits(32), true) => "int",
        CType::Int(Width::Bits(32), false) => "unsigned",
        CType::Int(Width::Bits(_), true) => "long long",
        CType::Int(Width::Bits(_), false) => "unsigned long long",
        CType::Int(Width::Pointer | Width::Large, true) => "long",
        CType::Int(Width::Pointer | Width::Large, false) => "unsigned long",
        CType::Float(FloatType::F32) => "float",
        CType::Float(FloatType::F64) => "double",
        CType::Float(FloatType::F80) => "long double",
        CType::Pointer { is_const: true, .. } => "const void *",
        CType::Pointer { .. } => "void *",
        CType::Complex | CType::Callback | CType::List | CType::SocketAddress | CType::Record(_) => {
            panic!("no model can be derived for a function of {ty:?}")
        }
    };
    text.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_table_becomes_c_code() {
        let function = super::super::find("stat").expect("a library function");
        let code = model(function, signature::find("stat").expect("a signature"));
        for part in ["int stat(const void * a0, void * a1)", "strlen(a0);", "result >= -1", "fill(a1, 144)"] {
            assert!(code.contains(part), "{part} is not in {code}");
        }
    }
}
