//! Compiler flags among the arguments of a command.

use std::slice::Iter;

/// Flags that matter to the meaning of a program, with an argument of their own.
const HEEDED_WITH_ARGUMENT: [&str; 10] =
    ["-I", "-D", "-U", "-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-x", "-target"];

/// Prefixes of flags that matter to the meaning of a program.
const HEEDED_PREFIXES: [&str; 14] = [
    "-I",
    "-D",
    "-U",
    "-std=",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-W",
    "-x",
    "-march=",
    "-mcpu=",
    "--sysroot=",
    "--target=",
    "--std=",
];

/// Whole flags that matter to the meaning of a program.
const HEEDED: [&str; 8] = ["-m32", "-m64", "-ansi", "-pedantic", "-nostdinc", "-w", "-pthread", "-undef"];

/// Flags for code, linker and dependencies, with an argument of their own.
const IGNORED_WITH_ARGUMENT: [&str; 11] =
    ["-o", "-l", "-L", "-MF", "-MT", "-MQ", "-MJ", "-Xlinker", "-Xassembler", "-T", "-z"];

/// What follows `-f` or `-fno-` in flags that matter to the meaning of a program. All others are about code,
/// and one compiler need not know those of another.
const FEATURES: [&str; 25] = [
    "PIC",
    "PIE",
    "asm",
    "blocks",
    "builtin",
    "common",
    "declspec",
    "dollars-in-identifiers",
    "exceptions",
    "fast-math",
    "freestanding",
    "gnu",
    "hosted",
    "input-charset",
    "ms-extensions",
    "openmp",
    "pack-struct",
    "pic",
    "pie",
    "sanitize",
    "short-",
    "signed-char",
    "trapv",
    "unsigned-char",
    "wrapv",
];

/// Prefixes of flags for code, linker and dependencies. Warnings of one compiler need not be errors in
/// another.
const IGNORED_PREFIXES: [&str; 11] =
    ["-O", "-g", "-l", "-L", "-m", "-Werror", "-Wl,", "-Wa,", "-save-temps", "-static-", "-print-"];

/// Whole flags for code, linker and dependencies.
const IGNORED: [&str; 22] = [
    "-c",
    "-S",
    "-E",
    "-M",
    "-MM",
    "-MD",
    "-MMD",
    "-MP",
    "-MG",
    "-pipe",
    "-pg",
    "-pie",
    "-no-pie",
    "-static",
    "-shared",
    "-s",
    "-rdynamic",
    "-nostdlib",
    "-nodefaultlibs",
    "-nostartfiles",
    "-pedantic-errors",
    "-Qunused-arguments",
];

/// Takes compiler flags out of a list of arguments, with the argument that follows where there is one.
/// Returns those that matter to the meaning of the program, and all other arguments in their order. Flags
/// that matter only to code, linker and dependencies are dropped.
///
/// ```
/// use cfp_heap::front::split_flags;
///
/// let words = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<String>>();
/// let (flags, rest) = split_flags(&words("--run -O2 -DN=3 -c a.c -o a.o"));
/// assert_eq!((flags, rest), (words("-DN=3"), words("--run a.c")));
/// ```
pub fn split_flags(arguments: &[String]) -> (Vec<String>, Vec<String>) {
    let (mut flags, mut rest) = (Vec::new(), Vec::new());
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            rest.push(argument.clone());
            rest.extend(arguments.cloned());
            break;
        }
        match compiler_flag(argument, &mut arguments) {
            Some(found) => flags.extend(found),
            None => rest.push(argument.clone()),
        }
    }
    (flags, rest)
}

/// What the parser gets for an argument, if this is a compiler flag. Takes the argument of the flag.
fn compiler_flag(text: &str, following: &mut Iter<'_, String>) -> Option<Vec<String>> {
    if HEEDED_WITH_ARGUMENT.contains(&text) {
        return Some([text.to_string()].into_iter().chain(following.next().cloned()).collect());
    }
    if IGNORED_WITH_ARGUMENT.contains(&text) {
        following.next();
        return Some(Vec::new());
    }
    if HEEDED.contains(&text) {
        return Some(vec![text.to_string()]);
    }
    if let Some(name) = text.strip_prefix("-f").filter(|name| !name.is_empty()) {
        let name = name.strip_prefix("no-").unwrap_or(name);
        let is_heeded = FEATURES.iter().any(|feature| name.starts_with(feature));
        return Some(if is_heeded { vec![text.to_string()] } else { Vec::new() });
    }
    // Some ignored flags begin as heeded ones do, and the other way round: the longer beginning decides.
    let longest = |prefixes: &[&str]| {
        prefixes.iter().filter(|prefix| text.starts_with(**prefix)).map(|prefix| prefix.len()).max()
    };
    if IGNORED.contains(&text) || longest(&IGNORED_PREFIXES) > longest(&HEEDED_PREFIXES) {
        return Some(Vec::new());
    }
    longest(&HEEDED_PREFIXES).map(|_| vec![text.to_string()])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_string).collect()
    }

    #[test]
    fn compiler_flags_are_told_from_options() {
        let (flags, rest) =
            split_flags(&words("--run -I inc a.c -DN=3 -m32 --print ir -std=c99 -p build -v -t"));
        assert_eq!(flags, words("-I inc -DN=3 -m32 -std=c99"));
        assert_eq!(rest, words("--run a.c --print ir -p build -v -t"));
    }

    #[test]
    fn flags_for_code_and_linker_are_ignored() {
        let ignored = "-O2 -g -g3 -ggdb -c -lm -l m -L/lib -L lib -mtune=native -pipe -o a.o -MD -MF a.d \
                       -Werror -Werror=format -Wl,-z,now -fno-tree-vectorize -fanalyzer -s -pg -pie -static";
        assert_eq!(split_flags(&words(ignored)), (Vec::new(), Vec::new()));
        let heeded = "-march=x86-64 -Wall -fwrapv -fno-builtin-memcpy -funsigned-char -pthread -pedantic -isystem inc -isysteminc -x c";
        assert_eq!(split_flags(&words(heeded)), (words(heeded), Vec::new()));
    }

    #[test]
    fn files_may_follow_two_dashes() {
        assert_eq!(split_flags(&words("-O2 -- -O2")), (Vec::new(), words("-- -O2")));
    }
}
