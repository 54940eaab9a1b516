//! Programs with one call of a library function, made from its signature and from what it needs.
//!
//! A valid program meets all needs; an invalid one breaks exactly one of them.

mod arguments;

use arguments::{Arguments, Breach};
use cfp_heap::libc::signature::{CType, Signature};
use cfp_heap::libc::{self, Description, Effect, Id, Meaning, Need};

/// A program with one call.
pub(crate) struct Program {
    /// The function that is called.
    pub(crate) function: &'static str,
    /// Which need is broken, in words; nothing for a valid program.
    pub(crate) breach: Option<String>,
    /// The statements of `main`.
    pub(crate) body: String,
}

/// Functions of a file in which the calls are made.
const PRELUDE: &str =
    "static int compare(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
static void *block(unsigned long size) { void *p = malloc(size); if (!p) exit(0); return p; }
";

/// Headers that all programs include.
const COMMON: [&str; 6] = ["stdint.h", "stdio.h", "stdlib.h", "string.h", "limits.h", "wchar.h"];

impl Program {
    /// The headers and helpers that the program needs.
    fn head(&self) -> String {
        let mut headers = COMMON.to_vec();
        let signature = libc::signature::find(self.function).expect("a signature");
        headers.extend(signature.header);
        let includes: String = headers.iter().map(|header| format!("#include <{header}>\n")).collect();
        let own = match signature.header {
            Some(_) => String::new(),
            None => declaration(signature),
        };
        format!("#define _GNU_SOURCE\n{includes}{own}{PRELUDE}")
    }

    /// The program as a file.
    pub(crate) fn text(&self) -> String {
        format!("{}int main(void)\n{{\n{}    return 0;\n}}\n", self.head(), self.body)
    }

    /// What it is, in a line.
    pub(crate) fn title(&self) -> String {
        match &self.breach {
            Some(breach) => format!("{}, {breach}", self.function),
            None => format!("{}, valid", self.function),
        }
    }
}

/// A declaration of a function that no header has.
fn declaration(signature: &Signature) -> String {
    let text = include_str!("../../src/libc/prototypes.h");
    let is_it = |line: &&str| line.ends_with(';') && line.contains(&format!("{}(", signature.name));
    text.lines().find(is_it).map_or(String::new(), |line| format!("{line}\n"))
}

/// Whether anything but a gap is expected of a call.
pub(crate) fn is_modelled(function: &Description) -> bool {
    match function.meaning {
        None => function.is_native || function.is_built_in || function.is_c_code || function.is_described,
        Some(Meaning::Unsupported(_)) => function.is_c_code,
        Some(_) => true,
    }
}

/// Whether an argument may be null, although its type says that it is a string or a stream.
fn may_be_null(name: &str, need: &Need) -> bool {
    [("fflush", 0), ("setlocale", 1)].iter().any(|(own, at)| *own == name && need.is_about(*at))
}

/// The programs for a function: none if its signature has a part that cannot be made up.
pub(crate) fn programs(function: &'static Description, name: &'static str) -> Vec<Program> {
    let Some(signature) = libc::signature::find(name) else { return Vec::new() };
    let needs = libc::needs(name);
    let mut found = Vec::new();
    let mut add = |breach: Option<String>, body: Option<String>| {
        found.extend(body.map(|body| Program { function: name, breach, body }));
    };
    let made = |breach| Arguments::new(signature, &needs, breach);
    if matches!(function.meaning, Some(Meaning::Error | Meaning::AssertFail)) {
        let body = made(None).map(|arguments| body(function, signature, &arguments));
        add(Some("the call is an error".to_string()), body);
        return found;
    }
    add(None, made(None).map(|arguments| body(function, signature, &arguments)));
    for need in needs.iter().filter(|need| !may_be_null(name, need)) {
        for breach in Breach::of(*need, &needs) {
            let body = made(Some((*need, breach))).map(|arguments| body(function, signature, &arguments));
            add(Some(format!("{breach:?} for {need:?}")), body);
        }
    }
    let has = |wanted: fn(&Effect) -> bool| function.effects.iter().any(wanted);
    let is_allocation = matches!(signature.result, CType::Pointer { .. })
        && hands_over(function)
        && !has(|effect| matches!(effect, Effect::Opens | Effect::Frees(_)));
    if is_allocation && let Some(arguments) = Arguments::without_buffer(signature, &needs) {
        let Arguments { before, texts, after } = arguments;
        let call = format!("{name}({})", texts.join(", "));
        if has_buffer(&needs) {
            add(None, Some(format!("{before}{}{after}", freed_result(signature, &call))));
        }
        add(Some("the result is not freed".to_string()), Some(format!("{before}    {call};\n{after}")));
    }
    found
}

/// Whether a function that allocates its result uses memory of the caller instead, if it gets some.
fn has_buffer(needs: &[Need]) -> bool {
    needs.iter().any(|need| matches!(need, Need::WritableOrNull(..)))
}

/// A call and the end of the block that it allocates.
fn freed_result(signature: &Signature, call: &str) -> String {
    let end = match signature.result {
        CType::Pointer { to: "DIR", .. } => "closedir",
        _ => "free",
    };
    format!("    void *result = {call};\n    if (result)\n        {end}(result);\n")
}

/// Whether a function gives a block that must be freed. Memory from `sbrk` is none.
fn hands_over(function: &Description) -> bool {
    function.effects.contains(&Effect::Allocates) && function.id != Some(Id::Sbrk)
}

/// The statements: arguments, the call, and the end of what must be ended.
fn body(function: &Description, signature: &Signature, arguments: &Arguments) -> String {
    let call = format!("{}({})", signature.name, arguments.texts.join(", "));
    let does = |wanted: fn(&Effect) -> bool| function.effects.iter().any(wanted);
    let mut text = arguments.before.clone();
    let is_pointer = matches!(signature.result, CType::Pointer { .. });
    let frees = does(|effect| matches!(effect, Effect::Frees(_)));
    if hands_over(function) && is_pointer && !has_buffer(function.needs) {
        text += &freed_result(signature, &call);
    } else if does(|effect| matches!(effect, Effect::Opens)) {
        let end = if signature.name == "popen" { "pclose" } else { "fclose" };
        text += &format!("    FILE *result = {call};\n    if (result)\n        {end}(result);\n");
    } else {
        text += &format!("    {call};\n");
    }
    if does(|effect| matches!(effect, Effect::Allocates)) && !is_pointer {
        let place = arguments.texts.first().filter(|text| text.starts_with('a'));
        text += &place.map_or(String::new(), |place| format!("    free(*(void **){place});\n"));
    }
    let closes = does(|effect| matches!(effect, Effect::Closes(_)));
    if !(frees || closes) {
        text += &arguments.after;
    }
    text
}

/// Whether a compiled call is harmless: it neither ends the process nor takes its standard error away.
pub(crate) fn is_executable(function: &Description, name: &str) -> bool {
    const NOT_RUN: [&str; 6] = ["closefrom", "close", "dup2", "dup3", "setsid", "system"];
    !function.effects.contains(&Effect::NeverReturns) && !NOT_RUN.contains(&name)
}

/// Several programs as one, which takes the number of the call that it makes.
pub(crate) fn together(programs: &[&Program]) -> String {
    let mut headers: Vec<&str> = Vec::new();
    let (mut own, mut calls, mut cases) = (String::new(), String::new(), String::new());
    for (index, program) in programs.iter().enumerate() {
        let signature = libc::signature::find(program.function).expect("a signature");
        match signature.header {
            Some(header) if !headers.contains(&header) => headers.push(header),
            Some(_) => {}
            None if own.contains(&format!("{}(", program.function)) => {}
            None => own += &declaration(signature),
        }
        calls += &format!("static int call_{index}(void)\n{{\n{}    return 0;\n}}\n", program.body);
        cases += &format!("    case {index}: return call_{index}();\n");
    }
    let includes: String =
        COMMON.iter().chain(&headers).map(|header| format!("#include <{header}>\n")).collect();
    format!(
        "#define _GNU_SOURCE\n{includes}{own}{PRELUDE}{calls}int main(int argc, char **argv)\n{{\n    switch \
         (atoi(argv[1])) {{\n{cases}    }}\n    return 0;\n}}\n"
    )
}
