//! From source files to a [`Program`]: flags, compilation databases, compiler diagnostics.

mod cpp;
mod flags;

pub use flags::split_flags;

use crate::checkers::{CheckerError, Specification};
use crate::clang::{Kind, Message, Missing, ParseError, Severity, TypeKind, Unit};
use crate::ir::{Program, Role, read_named, without_held_references};
use crate::json::{self, Json};
use crate::libc::{self, models};
use crate::lower::{LinkError, Linking, defined_functions};
use crate::shell;
use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::thread;

/// A source file and how it is compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The file.
    pub path: PathBuf,
    /// The flags for it, as for a compiler.
    pub flags: Vec<String>,
    /// Its text, if it is not to be read from the disk.
    pub text: Option<String>,
}

impl Source {
    /// A file on the disk.
    pub fn file(path: impl Into<PathBuf>, flags: &[String]) -> Source {
        Source { path: path.into(), flags: flags.to_vec(), text: None }
    }

    /// A file that exists only here.
    pub fn text(name: &str, text: &str) -> Source {
        Source { path: name.into(), flags: Vec::new(), text: Some(text.to_string()) }
    }
}

/// Why a program could not be loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FrontError {
    /// libclang is not here.
    Missing(Missing),
    /// A file cannot be read or parsed.
    Unreadable(PathBuf, String),
    /// The files are not valid C; the compiler's diagnostics.
    Invalid(Vec<Message>),
    /// The files do not fit together.
    Link(LinkError),
    /// A contract of a function does not fit the program.
    Contract(Box<CheckerError>),
}

impl fmt::Display for FrontError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FrontError::Missing(missing) => missing.fmt(f),
            FrontError::Unreadable(path, cause) => write!(f, "cannot read {}: {cause}", path.display()),
            FrontError::Invalid(messages) => {
                let errors = messages.iter().filter(|message| message.severity == Severity::Error);
                let texts: Vec<String> = errors.map(show_message).collect();
                f.write_str(&texts.join("\n"))
            }
            FrontError::Link(error) => error.fmt(f),
            FrontError::Contract(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FrontError {}

/// A message as compilers print it.
pub fn show_message(message: &Message) -> String {
    let severity = match message.severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    match &message.place {
        Some((file, line, column)) => format!("{file}:{line}:{column}: {severity}: {}", message.text),
        None => format!("{severity}: {}", message.text),
    }
}

/// A program and the compiler's diagnostics.
#[derive(Debug)]
pub struct Loaded {
    /// The program.
    pub program: Program,
    /// The program for proofs, if it differs: its containers have other models.
    pub proof: Option<Program>,
    /// Warnings and notes.
    pub messages: Vec<Message>,
}

/// Parsing and lowering follow the nesting of expressions; a hundred thousand unary operators in a row must
/// not end them. The stack is address space, of which little is used; where there is not so much, less will
/// do.
const STACK_BYTES: [usize; 2] = [1 << 32, 1 << 30];

/// Parses and links files into one program.
///
/// ```
/// use cfp_heap::front::{FrontError, Source, load};
///
/// match load(&[Source::text("answer.c", "int main(void) { return 42; }")]) {
///     Ok(loaded) => assert!(loaded.program.main.is_some()),
///     // The library that reads C need not be on every machine.
///     Err(error) => assert!(matches!(error, FrontError::Missing(_))),
/// }
/// ```
pub fn load(sources: &[Source]) -> Result<Loaded, FrontError> {
    load_with(sources, &[])
}

/// [`load`], with files that define library functions. The program's own definitions come before those of the
/// stubs, and these before the [models](crate::models) that come with the analyzer.
///
/// ```
/// use cfp_heap::front::{Source, load_with};
/// use cfp_heap::ir::Role;
///
/// let program = Source::text("program.c", "int answer(void); int main(void) { return answer(); }");
/// let stubs = Source::text("stubs.c", "int answer(void) { return 42; } int other(void) { return 1; }");
/// // Parsing C needs libclang; without it there is nothing to show.
/// if let Ok(loaded) = load_with(&[program], &[stubs]) {
///     let answer = loaded.program.function("answer").expect("it is used");
///     assert_eq!(loaded.program.functions[answer.index()].role, Role::Stub);
///     assert_eq!(loaded.program.function("other"), None);
/// }
/// ```
///
/// A file that ends in `.ir` is a whole program in the
/// [intermediate representation](crate::ir::read_program), which can be read without libclang.
pub fn load_with(sources: &[Source], stubs: &[Source]) -> Result<Loaded, FrontError> {
    load_specified(sources, stubs, &Specification::default())
}

/// [`load_with`], with definitions of linked structures for the commands and contracts of the program, and
/// with contracts of its functions.
pub fn load_specified(
    sources: &[Source],
    stubs: &[Source],
    specification: &Specification,
) -> Result<Loaded, FrontError> {
    let is_ir = |source: &&Source| source.path.extension().is_some_and(|extension| extension == "ir");
    if let Some(source) = sources.iter().chain(stubs).find(is_ir) {
        if sources.len() + stubs.len() > 1 {
            let cause = "it is a whole program and cannot be combined with other files".to_string();
            return Err(FrontError::Unreadable(source.path.clone(), cause));
        }
        if let Some(contract) = specification.contracts.first() {
            let error = contract.wrong("contracts are for programs in C and C++ only");
            return Err(FrontError::Contract(Box::new(error)));
        }
        return load_ir(source);
    }
    let work = || load_here(sources, stubs, specification);
    for size in STACK_BYTES {
        let result = thread::scope(|scope| {
            let worker = thread::Builder::new().stack_size(size).spawn_scoped(scope, work);
            worker.map(|worker| worker.join())
        });
        match result {
            Ok(Ok(loaded)) => return loaded,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => {}
        }
    }
    // No such stack can be allocated: try with the current one.
    load_here(sources, stubs, specification)
}

/// Reads a program in the intermediate representation.
fn load_ir(source: &Source) -> Result<Loaded, FrontError> {
    let unreadable = |cause: String| FrontError::Unreadable(source.path.clone(), cause);
    let text = match &source.text {
        Some(text) => text.clone(),
        None => {
            let bytes = std::fs::read(&source.path).map_err(|error| unreadable(error.to_string()))?;
            String::from_utf8(bytes).map_err(|_| unreadable("it is not UTF-8".to_string()))?
        }
    };
    let name = source.path.to_string_lossy().into_owned();
    let mut program = read_named(&name, &text).map_err(|error| {
        let place = Some((name, error.line, error.column));
        FrontError::Invalid(vec![Message { severity: Severity::Error, place, text: error.message }])
    })?;
    // The original source files may still exist, to be shown in reports.
    for file in program.files.iter_mut().filter(|file| file.text.is_empty()) {
        file.text = std::fs::read(&file.name).unwrap_or_default();
    }
    Ok(Loaded { program, proof: None, messages: Vec::new() })
}

fn load_here(
    sources: &[Source],
    stubs: &[Source],
    specification: &Specification,
) -> Result<Loaded, FrontError> {
    let mut units = Vec::new();
    let mut messages = Vec::new();
    for source in sources.iter().chain(stubs) {
        let unit = if is_cpp(source) { cpp::parse(source)? } else { parse(source)? };
        messages.extend(unit.messages());
        units.push(unit);
    }
    let stubs = units.split_off(sources.len());
    if messages.iter().any(|message| message.severity == Severity::Error) {
        return Err(FrontError::Invalid(messages));
    }
    cpp::probe(&mut units, sources, cpp::Library::Runs)?;
    let program = link(&units, &stubs, sources, specification)?;
    debug_assert_eq!(program.check_invariants(), Ok(()));
    let proof = cpp::parse_for_proof(&program, sources)
        .and_then(|units| link(&units, &stubs, sources, specification).ok())
        .map(|proof| without_held_references(proof.with_files_of(&program)));
    debug_assert_eq!(proof.as_ref().map_or(Ok(()), Program::check_invariants), Ok(()));
    Ok(Loaded { program, proof, messages })
}

/// Links a program with the stubs and models that it needs.
fn link(
    units: &[Unit],
    stubs: &[Unit],
    sources: &[Source],
    specification: &Specification,
) -> Result<Program, FrontError> {
    let model_names = models::model_names();
    let mut library: BTreeSet<String> = model_names.iter().map(|name| name.to_string()).collect();
    library.extend(stubs.iter().flat_map(defined_functions));
    let mut linking =
        Linking::new(units, library, specification.definitions.clone()).map_err(FrontError::Link)?;
    linking.add_contracts(&specification.contracts).map_err(|error| FrontError::Contract(Box::new(error)))?;
    for unit in stubs {
        let wanted: BTreeSet<String> = linking.missing().into_iter().map(str::to_string).collect();
        let wanted = wanted.iter().map(String::as_str).collect();
        linking.add(unit, &wanted, Role::Stub).map_err(FrontError::Link)?;
    }
    linking.set_namesakes_apart();
    let prints_strings = linking.prints_strings();
    // Models use others, in files before or after their own.
    let mut asked: BTreeSet<String> = BTreeSet::new();
    loop {
        let missing: BTreeSet<String> = linking.missing().into_iter().map(str::to_string).collect();
        let is_printf = |name: &str| matches!(libc::id(name), Some(libc::Id::Printf(_)));
        let has_helpers = |name: &&String| prints_strings || !is_printf(name);
        let helpers = missing.iter().filter(has_helpers).flat_map(|name| models::helpers(name));
        let mut wanted: BTreeSet<String> = missing.iter().cloned().collect();
        wanted.extend(helpers);
        wanted.extend(linking.missing_variables().into_iter().map(str::to_string));
        wanted.retain(|name| !asked.contains(name));
        let mut is_new = false;
        for file in models::all() {
            let defined: BTreeSet<&str> = file.functions().union(&file.variables()).copied().collect();
            let wanted: BTreeSet<&str> =
                wanted.iter().map(String::as_str).filter(|name| defined.contains(name)).collect();
            if !wanted.is_empty() {
                is_new = true;
                asked.extend(wanted.iter().map(|name| name.to_string()));
                linking.add(&parse_model(file, sources)?, &wanted, Role::Model).map_err(FrontError::Link)?;
            }
        }
        if !is_new {
            break;
        }
    }
    Ok(linking.finish())
}

/// Reads a file of models, compiled for the same machine as the program.
fn parse_model(file: &models::ModelFile, sources: &[Source]) -> Result<Unit, FrontError> {
    let mut source = Source::text(file.name, file.text);
    let is_target = |flag: &&String| *flag == "-m32" || *flag == "-m64" || flag.starts_with("--target");
    source.flags =
        sources.first().map_or(Vec::new(), |first| first.flags.iter().filter(is_target).cloned().collect());
    source.flags.extend(["-std=gnu11", "-w", "-fno-builtin"].map(str::to_string));
    parse(&source)
}

/// Flags that every file gets before its own: what old C allowed is a warning, not an error, warnings of
/// other compilers are nothing to warn of, and the classes of characters are functions rather than tables.
const BASE_FLAGS: [&str; 8] = [
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-type",
    "-Wno-unknown-warning-option",
    "-D__NO_CTYPE",
    // Generated code nests deeper than the 256 levels that are usual.
    "-fbracket-depth=10000",
];

/// The folder of headers that exist only in memory.
const HEADERS: &str = "/cfp-heap-headers";

/// Declarations for files that another compiler has preprocessed: types that are built into it but not into
/// this one, and an attribute that takes arguments there.
const OTHER_COMPILER: &str = "typedef float _Float32;
typedef double _Float64;
typedef double _Float32x;
typedef long double _Float64x;
typedef __float128 _Float128;
#define __malloc__(...) __malloc__
";

/// Flags for a file that is already preprocessed. It goes through the preprocessor nevertheless, with nothing
/// defined but what the file may take for granted.
fn preprocessed_flags(texts: &mut Vec<(String, String)>) -> Vec<String> {
    let header = format!("{HEADERS}/other-compiler.h");
    texts.push((header.clone(), OTHER_COMPILER.to_string()));
    ["-x", "c", "-undef", "-include", &header].map(str::to_string).to_vec()
}

/// Whether a file is C++, by its flags or its name: its meaning is another one even where it looks like C.
fn is_cpp(source: &Source) -> bool {
    const EXTENSIONS: [&str; 14] =
        ["cc", "cp", "cpp", "cxx", "c++", "C", "CPP", "hh", "hpp", "hxx", "h++", "H", "ii", "tcc"];
    let mut language = None;
    let mut flags = source.flags.iter();
    while let Some(flag) = flags.next() {
        match flag.strip_prefix("-x") {
            Some("") => language = flags.next().map(String::as_str),
            Some(joined) => language = Some(joined),
            None => {}
        }
    }
    let extension = source.path.extension().and_then(|extension| extension.to_str());
    let is_standard = |flag: &String| flag.trim_start_matches('-').starts_with("std=") && flag.contains("++");
    match language {
        Some(language) if language != "none" => language.contains("++"),
        _ => {
            extension.is_some_and(|extension| EXTENSIONS.contains(&extension))
                || source.flags.iter().any(is_standard)
        }
    }
}

fn parse(source: &Source) -> Result<Unit, FrontError> {
    let unreadable = |cause: String| FrontError::Unreadable(source.path.clone(), cause);
    let mut texts = Vec::new();
    match &source.text {
        Some(text) => texts.push((source.path.to_string_lossy().into_owned(), text.clone())),
        None => {
            let metadata = std::fs::metadata(&source.path).map_err(|error| unreadable(error.to_string()))?;
            if metadata.is_dir() {
                return Err(unreadable("it is a directory".to_string()));
            }
        }
    }
    let mut flags: Vec<String> = BASE_FLAGS.iter().map(|flag| flag.to_string()).collect();
    let is_preprocessed = source.path.extension().is_some_and(|extension| extension == "i");
    if is_preprocessed && !source.flags.iter().any(|flag| flag.starts_with("-x")) {
        flags.extend(preprocessed_flags(&mut texts));
    }
    if source.flags.iter().any(|flag| flag == "-m32") && !is_preprocessed {
        // Headers for 32 bits are rarely installed, and differ from those for 64 bits in one empty file only.
        for folder in ["/usr/include/i386-linux-gnu", "/usr/include/x86_64-linux-gnu"] {
            if Path::new(folder).is_dir() {
                flags.push(format!("-isystem{folder}"));
            }
        }
        if !Path::new("/usr/include/i386-linux-gnu/gnu/stubs-32.h").exists()
            && !Path::new("/usr/include/x86_64-linux-gnu/gnu/stubs-32.h").exists()
        {
            flags.push(format!("-isystem{HEADERS}"));
            texts.push((format!("{HEADERS}/gnu/stubs-32.h"), String::new()));
        }
    }
    flags.extend(source.flags.iter().cloned());
    let parse = |flags: &[String], texts: &[(String, String)]| {
        Unit::parse(&source.path, flags, texts).map_err(|error| match error {
            ParseError::Missing(missing) => FrontError::Missing(missing),
            ParseError::Failed(cause) => unreadable(cause),
        })
    };
    let unit = parse(&flags, &texts)?;
    let declarations = late_declarations(&unit);
    if declarations.is_empty() {
        return Ok(unit);
    }
    let header = format!("{HEADERS}/declared-late.h");
    flags.extend(["-include".to_string(), header.clone()]);
    texts.push((header, declarations));
    parse(&flags, &texts)
}

/// Declarations of functions that are called before they are declared, and do not return an `int` as such a
/// call supposes. Old compilers take them.
fn late_declarations(unit: &Unit) -> String {
    let messages = unit.messages();
    let named = |start: &str| -> BTreeSet<&str> {
        let texts = messages.iter().filter_map(|message| message.text.strip_prefix(start));
        texts.filter_map(|text| text.split('\'').nth(1)).collect()
    };
    let called = named("call to undeclared function ");
    let conflicting: BTreeSet<&str> =
        named("conflicting types for ").intersection(&called).copied().collect();
    let mut text = String::new();
    if conflicting.is_empty() {
        return text;
    }
    for cursor in unit.root().children() {
        let name = cursor.spelling();
        let result = cursor.ctype().result().canonical();
        let mut inner = result;
        while inner.kind() == TypeKind::Pointer {
            inner = inner.pointee().canonical();
        }
        let is_plain = matches!(inner.kind(), TypeKind::Void | TypeKind::Int { .. } | TypeKind::Float);
        if cursor.kind() == Kind::FunctionDecl && is_plain && conflicting.contains(&name[..]) {
            text += &format!("{} {name}();\n", result.name());
        }
    }
    text
}

/// Reads `compile_commands.json`, or that of a folder: the files of a project, each with its flags.
pub fn compile_commands(project: &Path) -> Result<Vec<Source>, String> {
    let (folder, path) = match project.is_file() {
        true => (project.parent().unwrap_or(project), project.to_path_buf()),
        false => (project, project.join("compile_commands.json")),
    };
    let text =
        std::fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let json = json::parse(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let bad = || format!("{}: not a list of compile commands", path.display());
    let Json::Array(entries) = json else { return Err(bad()) };
    if entries.is_empty() {
        return Err(format!("{}: it lists no files", path.display()));
    }
    let mut sources = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let bad = |what: &str| format!("{}: entry {} has {what}", path.display(), index + 1);
        let Some(file) = entry.text("file") else { return Err(bad("no \"file\"")) };
        let directory = entry.text("directory").unwrap_or(".");
        let directory = folder.join(directory);
        let words = match (entry.get("arguments"), entry.text("command")) {
            (Some(Json::Array(words)), _) => {
                words.iter().filter_map(|word| word.as_text().map(str::to_string)).collect()
            }
            (_, Some(command)) => shell::words(command),
            _ => return Err(bad("neither \"arguments\" nor \"command\"")),
        };
        let (mut flags, _) = split_flags(words.get(1..).unwrap_or_default());
        if is_cpp_compiler(&words) && !flags.iter().any(|flag| flag.starts_with("-x")) {
            flags.push("-xc++".to_string());
        }
        sources.push(Source { path: directory.join(file), flags: absolute(flags, &directory), text: None });
    }
    Ok(sources)
}

/// Whether a command calls a compiler that reads every file as C++, maybe through a wrapper.
fn is_cpp_compiler(words: &[String]) -> bool {
    let is_source = |word: &str| word.ends_with(".c") || word.ends_with(".i");
    let commands = words.iter().take_while(|word| !word.starts_with('-') && !is_source(word));
    commands.filter_map(|word| Path::new(word).file_name()?.to_str()).any(|name| name.contains("++"))
}

/// Folders in flags are meant from where the compiler ran.
fn absolute(flags: Vec<String>, directory: &Path) -> Vec<String> {
    const FOLDERS: [&str; 4] = ["-I", "-isystem", "-iquote", "-idirafter"];
    let mut is_folder = false;
    let mut result = Vec::new();
    for flag in flags {
        if is_folder {
            is_folder = false;
            result.push(directory.join(flag).display().to_string());
        } else if FOLDERS.contains(&flag.as_str()) {
            is_folder = true;
            result.push(flag);
        } else if let Some(folder) = flag.strip_prefix("-I") {
            result.push(format!("-I{}", directory.join(folder).display()));
        } else {
            result.push(flag);
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpp_is_told_from_c() {
        let is_cpp = |name: &str, flags: &[&str]| {
            let flags: Vec<String> = flags.iter().map(|flag| flag.to_string()).collect();
            is_cpp(&Source::file(name, &flags))
        };
        for name in ["a.cpp", "a.cc", "a.cxx", "a.C", "a.hpp", "a.ii"] {
            assert!(is_cpp(name, &[]), "{name}");
            assert!(!is_cpp(name, &["-x", "c"]), "{name}");
        }
        assert!(!is_cpp("a.c", &["-std=c11"]));
        assert!(!is_cpp("c++/a.i", &["-DX=c++"]));
        assert!(is_cpp("a.c", &["-x", "c++"]));
        assert!(is_cpp("a.c", &["-xc", "-xc++"]));
        assert!(is_cpp("a.c", &["-std=gnu++17"]));
        let words = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<String>>();
        assert!(is_cpp_compiler(&words("ccache /usr/bin/x86_64-linux-gnu-g++ -c a.c")));
        assert!(!is_cpp_compiler(&words("gcc -c c++.c")));
        assert!(!is_cpp_compiler(&words("gcc c++.c")));
    }
}
