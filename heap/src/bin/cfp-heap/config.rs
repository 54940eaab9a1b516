//! From arguments to what the library takes: sources, a task, options, inputs.

use crate::args::{Args, Check, Integers};
use crate::fail;
use cfp_heap::analysis::{Options, Progress, Task, View};
use cfp_heap::bracket::{Certifier, Journal, OtherSolver, Tools};
use cfp_heap::checkers::{self, FunctionContract, Specification};
use cfp_heap::front::{self, Source};
use cfp_heap::interp::ScriptedInputs;
use cfp_heap::ir::{Program, Role};
use cfp_heap::property::{Checks, Ints, Leaks, Property, ViolationKind};
use cfp_heap::techniques::Switches;
use std::io;
use std::path::Path;
use std::time::Duration;

/// The source files: those of the arguments, or all of the project. A file that is in the project has the
/// flags of the project.
pub(crate) fn sources(args: &Args, flags: &[String]) -> Vec<Source> {
    let mut sources = match &args.project {
        Some(folder) => front::compile_commands(folder).unwrap_or_else(|message| fail(2, &message)),
        None => Vec::new(),
    };
    if args.files.is_empty() && args.project.is_none() {
        fail(2, "no source files; see --help");
    }
    let mut chosen = Vec::new();
    for file in &args.files {
        let same = |source: &Source| source.path.canonicalize().ok() == file.canonicalize().ok();
        match sources.iter().find(|source| same(source)) {
            Some(source) => chosen.push(source.clone()),
            None if file.as_os_str() == "-" => chosen.push(standard_input()),
            None => chosen.push(Source::file(file, &[])),
        }
    }
    if !chosen.is_empty() {
        sources = chosen;
    }
    for source in &mut sources {
        source.flags.extend(flags.iter().cloned());
    }
    sources
}

/// The program on standard input.
fn standard_input() -> Source {
    let text = io::read_to_string(io::stdin());
    let text = text.unwrap_or_else(|error| fail(2, &format!("cannot read standard input: {error}")));
    // There is no file name that tells the language.
    Source { flags: ["-x", "c"].map(str::to_string).to_vec(), ..Source::text("<stdin>", &text) }
}

/// The definitions of linked structures, and the contracts of functions. Errors in them are shown with their
/// place.
pub(crate) fn specification(args: &Args) -> Specification {
    let mut found = Specification::default();
    for file in &args.checkers {
        let name = file.display().to_string();
        let bytes =
            std::fs::read(file).unwrap_or_else(|error| fail(2, &format!("cannot read {name}: {error}")));
        let text = String::from_utf8_lossy(&bytes);
        let read =
            checkers::read_specification(&name, &text).unwrap_or_else(|error| fail(1, &error.to_string()));
        for definition in read.definitions {
            if found.definitions.iter().any(|known| known.name == definition.name) {
                fail(1, &format!("{name}: {} is defined twice", definition.name));
            }
            found.definitions.push(definition);
        }
        for contract in read.contracts {
            if found.contracts.iter().any(|known| known.function == contract.function) {
                fail(1, &contract.wrong(format!("{} has a contract already", contract.function)).to_string());
            }
            found.contracts.push(contract);
        }
    }
    found
}

/// The names of the source files, for reports.
pub(crate) fn source_names(sources: &[Source]) -> Vec<String> {
    sources.iter().map(|source| source.path.display().to_string()).collect()
}

/// The property with this name, or in this file.
pub(crate) fn property(name: &str) -> Property {
    if let Some(property) = Property::named(name) {
        return property;
    }
    let text = std::fs::read_to_string(name).unwrap_or_else(|error| {
        fail(2, &format!("{name} is neither a known property nor a readable file: {error}"))
    });
    Property::parse(&text).unwrap_or_else(|error| fail(2, &format!("{name}: {error}")))
}

/// What to prove about the program.
pub(crate) fn task<'p>(
    args: &'p Args,
    property: Option<&Property>,
    (program, proof): (&'p Program, Option<&'p Program>),
) -> Task<'p> {
    if program.main.is_none() && args.entry.is_none() {
        fail(1, &no_main(program));
    }
    // A function with a contract starts as the contract says.
    let entry = args.entry.as_ref().map(|name| {
        let wrapper = program.function(&FunctionContract::wrapper(name));
        wrapper
            .or_else(|| program.function(name))
            .unwrap_or_else(|| fail(2, &format!("the program has no function {name}")))
    });
    let ints = match args.ints {
        Integers::Machine => Ints::Machine,
        Integers::Math => Ints::Math,
    };
    let is_about_overflow =
        property.is_some_and(|property| property.violated(ViolationKind::Overflow).is_some());
    if ints == Ints::Math && is_about_overflow {
        fail(2, "mathematical integers do not overflow: this property needs --ints machine");
    }
    Task {
        program,
        proof,
        entry,
        checks: checked(args, property),
        ints,
        failing_allocation: args.failing_allocation,
        input_functions: &args.inputs,
    }
}

/// What counts as an error: by the property, if there is one.
pub(crate) fn checked(args: &Args, property: Option<&Property>) -> Checks {
    property.map_or_else(|| checks(&args.check), Property::checks)
}

fn checks(chosen: &[Check]) -> Checks {
    let has = |check: Check| chosen.contains(&check);
    let leaks = match (has(Check::Cleanup), has(Check::Leak)) {
        (true, _) => Leaks::Any,
        (_, true) => Leaks::Lost,
        _ => Leaks::Off,
    };
    Checks {
        assertions: true,
        memory: has(Check::Memory),
        bounds: has(Check::Bounds),
        leaks,
        streams: leaks != Leaks::Off,
        uninitialized: has(Check::Uninit),
        overflow: has(Check::Overflow),
        arithmetic: has(Check::Arithmetic),
        conversions: has(Check::Conversion),
        pointers: has(Check::Pointer),
    }
}

/// Why a program without `main` cannot be analysed, and which functions could be.
fn no_main(program: &Program) -> String {
    const MOST: usize = 5;
    let functions = program.functions.iter().filter(|function| function.body.is_some());
    let own = functions.filter(|function| function.role == Role::Program && !function.name.is_empty());
    let mut names: Vec<&str> = own.map(|function| function.name.as_str()).collect();
    let more = if names.len() > MOST { ", ..." } else { "" };
    names.truncate(MOST);
    match names[..] {
        [] => "the program defines neither main nor any other function".to_string(),
        _ => format!(
            "the program does not define main; start with another function by --entry ({}{more})",
            names.join(", ")
        ),
    }
}

/// The options of the analysis, or of a single run. The front end has used up some of the time.
pub(crate) fn options(args: &Args, front_end: Duration, progress: Option<Progress>) -> Options {
    let view = args.at.map_or(View::Finding, View::Line);
    Options {
        runs: args.runs,
        steps: args.steps,
        trace: args.trace,
        time: Some(Duration::from_secs_f64(args.time).saturating_sub(front_end)),
        further: match args.property {
            Some(_) => Duration::ZERO,
            None => Duration::from_secs_f64(args.further),
        },
        memory_limit: args.memory_bytes(),
        memory: args.memory.into(),
        calls: args.calls.into(),
        abstraction: args.abstraction.map(Into::into),
        techniques: Switches::without(&args.without),
        invariants: args.witness.is_some() || args.invariants,
        picture: (args.html.is_some() || args.svg.is_some()).then_some(view),
        progress,
        tools: tools(args),
        ..Options::default()
    }
}

/// The inputs of a single run.
pub(crate) fn inputs(args: &Args) -> ScriptedInputs {
    let arguments = args.arguments.iter().map(|text| unescaped(text)).collect();
    ScriptedInputs::new(args.input.iter().copied())
        .with_undefined(args.undefined.iter().copied())
        .with_arguments(arguments)
}

/// The journal and the other solver.
fn tools(args: &Args) -> Tools {
    /// The other solver has no more time for a question than this, nor than the analysis has.
    const MOST: f64 = 20.0;
    let mut tools = Tools::default();
    if let Some(folder) = &args.emit_queries {
        tools = tools
            .with_journal(Journal::new(folder).unwrap_or_else(|error| cannot_write_requests(folder, &error)));
    }
    if let Some(command) = &args.solver {
        let limit = Duration::from_secs_f64(args.time.min(MOST));
        tools = tools.with_solver(OtherSolver::new(command).with_limit(limit));
    }
    if args.certify {
        tools = tools.with_certifier(Certifier::default());
    }
    tools
}

/// Exits because the journal cannot be written.
pub(crate) fn cannot_write_requests(folder: &Path, error: &io::Error) -> ! {
    fail(2, &format!("cannot write requests to {}: {error}", folder.display()))
}

/// The bytes of an argument, with the escapes of C that reports use for bytes that cannot be typed.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let (byte, used) = match (first, after.first()) {
            (b'\\', Some(b'x')) => {
                let digits = after.get(1..3).and_then(|digits| std::str::from_utf8(digits).ok());
                match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
                    Some(byte) => (byte, 4),
                    None => (first, 1),
                }
            }
            (b'\\', Some(b'n')) => (b'\n', 2),
            (b'\\', Some(b'r')) => (b'\r', 2),
            (b'\\', Some(b't')) => (b'\t', 2),
            (b'\\', Some(&quoted @ (b'\\' | b'"' | b'\''))) => (quoted, 2),
            _ => (first, 1),
        };
        bytes.push(byte);
        rest = &rest[used..];
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_bytes() {
        assert_eq!(unescaped(r#"a\x00\xff\n\\\"\q\x"#), b"a\x00\xff\n\\\"\\q\\x");
    }
}
