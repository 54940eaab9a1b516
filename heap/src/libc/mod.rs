//! The C library as the analyzer knows it: one typed table of functions.
//!
//! - [`table`]: every library function that anything in the analyzer knows by name, one line each: what it
//!   requires of its arguments ([`Need`]), what it does ([`Effect`]), how calls of it are lowered
//!   ([`Meaning`]), and which models there are of it. [`find`] looks a name up.
//! - [`id`]: the identifiers ([`Id`]) on which models dispatch, so that no name is matched twice.
//! - [`models`]: the models in C, written (`heap/models`) or derived from the table (`described`).
//! - [`internal`]: functions that the analyzer itself introduces, which no C library has.
//! - [`signature`]: the types of the functions (`prototypes.h`).
//! - `gaps`: what of a program is not followed, functions that are not in the table among them.
//! - `checked`: the variants of functions that check the size of a buffer.
//! - `print_format`, `scan_format`: the format strings of `printf` and `scanf`.
//!
//! To add a function is to add a line to the table and one to `prototypes.h`; if it gets a model in the
//! interpreter or in a domain, a variant of [`Id`] as well.

mod checked;
pub mod cxx;
mod described;
pub mod description;
mod gaps;
pub mod id;
pub mod internal;
pub mod models;
pub(crate) mod print_format;
pub(crate) mod scan_format;
pub mod signature;
pub mod table;

pub use checked::additional_arguments;
pub use description::{Description, Effect, Helper, Meaning, Need, Size};
pub use gaps::Gap;
pub use id::{
    BitCount, CInt, CharClass, CtypeTable, Destination, FloatClass, FloatFunction, FloatPair, Id, Printf,
};

use fxhash::FxHashMap;
use signature::CType;
use std::sync::LazyLock;

/// The least argument of functions like `isalpha`: `EOF`. Some libraries have tables with room for negative
/// characters, but the standard leaves those undefined.
pub const LEAST_CHARACTER: i128 = -1;
/// The greatest argument of functions like `isalpha`, which takes an `unsigned char`.
pub const GREATEST_CHARACTER: i128 = 255;

/// The table by name.
static BY_NAME: LazyLock<FxHashMap<&'static str, &'static Description>> = LazyLock::new(|| {
    let named = |function: &'static Description| function.names.iter().map(move |name| (*name, function));
    table::functions().flat_map(named).collect()
});

/// What is known of the function with exactly this name.
///
/// ```
/// use cfp_heap::libc::{Id, Need, find};
///
/// let copy = find("memcpy").expect("a library function");
/// assert_eq!(copy.id, Some(Id::Memcpy));
/// assert!(copy.needs.iter().any(|need| matches!(need, Need::Disjoint(0, 1, _))));
/// assert!(find("frobnicate").is_none());
/// ```
pub fn find(name: &str) -> Option<&'static Description> {
    BY_NAME.get(name).copied()
}

/// The identifier of a function, by its plain name (see [`canonical_name`]).
pub fn id(name: &str) -> Option<Id> {
    find(name)?.id
}

/// What a call of a library function, by its plain name, requires: what its line in the table says, and for
/// the other pointers what their types say. A `const char *` is a string, a `FILE *` an open stream, a
/// pointer to a function can be called, and no pointer is null.
///
/// ```
/// use cfp_heap::libc::{Need, needs};
///
/// assert_eq!(needs("getservbyname"), [Need::Optional(1), Need::Terminated(0)]);
/// assert_eq!(needs("strerror_r").len(), 1);
/// ```
pub fn needs(name: &str) -> Vec<Need> {
    let mut needs = find(name).map_or(Vec::new(), |function| function.needs.to_vec());
    let params = signature::find(name).map_or(&[][..], |signature| &signature.params);
    for (index, param) in params.iter().enumerate() {
        let index = index as u8;
        if needs.iter().any(|need| need.is_about(index)) {
            continue;
        }
        needs.extend(match *param {
            CType::Pointer { to: "FILE", .. } => Some(Need::OpenStream(index)),
            CType::Pointer { to: "char", is_const: true } => Some(Need::Terminated(index)),
            CType::Pointer { to: "wchar_t", is_const: true } => Some(Need::WideTerminated(index)),
            CType::Callback => Some(Need::Callable(index)),
            CType::Pointer { .. } | CType::SocketAddress => Some(Need::NonNull(index)),
            _ => None,
        });
    }
    needs
}

/// The plain name of a library function: without the marks of compilers and of checked variants.
pub fn canonical_name(name: &str) -> &str {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    let name = name.strip_prefix("__isoc99_").or(name.strip_prefix("__isoc23_")).unwrap_or(name);
    checked::plain_name(name).unwrap_or(name)
}

/// How a call of a function with this name, as it is written, is lowered, if not as a call. A definition in
/// the program takes precedence, except over the names that verification tasks reserve for errors.
pub fn meaning(name: &str, is_defined: bool) -> Option<Meaning> {
    const ATOMIC: [&str; 3] = ["__atomic_", "__c11_atomic_", "__sync_"];
    let meaning = match find(name) {
        Some(function) => function.meaning?,
        None if ATOMIC.iter().any(|family| name.starts_with(family)) => {
            Meaning::Unsupported("an atomic operation")
        }
        None => return None,
    };
    (meaning == Meaning::Error || !is_defined).then_some(meaning)
}

/// Which of its arguments a library function writes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    /// Possibly all that are addresses.
    Any,
    /// The one with this index, unless it is null.
    At(usize),
}

impl Written {
    /// The arguments that are written to.
    pub fn of<T>(self, args: &[T]) -> &[T] {
        match self {
            Written::Any => args,
            Written::At(index) => args.get(index..=index).unwrap_or_default(),
        }
    }
}

/// Whether a library function, by its plain name, writes to memory that it gets as an argument. A function
/// without a model must not be treated as a mere input then.
///
/// ```
/// use cfp_heap::libc::{Written, written_arguments};
///
/// assert_eq!(written_arguments("fgets"), Some(Written::At(0)));
/// assert_eq!(written_arguments("fcntl"), Some(Written::Any));
/// assert_eq!(written_arguments("strtod"), Some(Written::At(1)));
/// assert_eq!(written_arguments("fclose"), None);
/// ```
pub fn written_arguments(name: &str) -> Option<Written> {
    let mut written = find(name)?.effects.iter().filter_map(|effect| match effect {
        Effect::Writes(argument) => Some(Written::At(usize::from(*argument))),
        Effect::WritesAny => Some(Written::Any),
        _ => None,
    });
    let first = written.next()?;
    Some(if written.next().is_some() { Written::Any } else { first })
}

/// Whether a library function, by its plain name, may change `errno`. Functions that only touch memory do
/// not, though the standard would let them; nor do the inputs of verification tasks. Any function that is not
/// known may.
pub fn may_set_errno(name: &str) -> bool {
    match find(name) {
        Some(function) => !function.keeps_errno,
        None => !(is_string_or_class(name) || internal::keeps_errno(name)),
    }
}

/// Whether a name that is not in the table is one of those that the standard reserves for strings (`str...`)
/// and classes of characters (`is...`), which leave `errno` alone.
fn is_string_or_class(name: &str) -> bool {
    const CONVERSIONS_AND_COPIES: [&str; 4] = ["strto", "strerror", "strdup", "strndup"];
    let may_fail = CONVERSIONS_AND_COPIES.iter().any(|start| name.starts_with(start));
    name.starts_with("is") || name.starts_with("strtok") || name.starts_with("str") && !may_fail
}

/// Whether the interpreter has a native model of a function, by its plain name.
pub fn has_native_model(name: &str) -> bool {
    find(name).is_some_and(|function| function.is_native) || internal::TextPart::parse(name).is_some()
}

/// Whether a function without a body stands for an input of the program, any value of its type, by its name
/// alone: those of verification tasks do, and those that models in C use.
///
/// ```
/// use cfp_heap::libc::is_input;
///
/// assert!(is_input("__VERIFIER_nondet_int") && is_input("nondet") && is_input("__nondet"));
/// assert!(!is_input("wcscmp") && !is_input("read_sensor"));
/// // It writes through its argument.
/// assert!(!is_input("__VERIFIER_nondet_memory"));
/// ```
pub fn is_input(name: &str) -> bool {
    let fills_memory = name.ends_with("nondet_memory");
    name.contains("nondet") && !fills_memory || internal::is_input(name)
}

/// Whether a name matches a pattern in which `*` stands for any characters.
///
/// ```
/// use cfp_heap::libc::matches;
///
/// assert!(matches("read_*", "read_sensor") && matches("*_input*", "my_input_1") && matches("f", "f"));
/// assert!(!matches("read_*", "thread_id") && !matches("f", "ff") && !matches("a*b*a", "aba_b"));
/// ```
pub fn matches(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(after) = name.strip_prefix(start) else { return false };
    let mut ends = after.char_indices().map(|(at, _)| at).chain([after.len()]);
    ends.any(|at| matches(rest, &after[at..]))
}

/// Whether an undefined variable points to the list of environment variables.
pub fn is_environment(name: &str) -> bool {
    matches!(name, "environ" | "__environ" | "_environ")
}

/// Whether an undefined variable is one of the standard streams, which point to objects of their own.
pub fn is_stream(name: &str) -> bool {
    matches!(name, "stdin" | "stdout" | "stderr" | "__stdinp" | "__stdoutp" | "__stderrp")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_name_and_no_id_occurs_twice() {
        let (mut names, mut ids) = (BTreeSet::new(), Vec::new());
        for function in table::functions() {
            assert!(!function.names.is_empty());
            for name in function.names {
                assert!(names.insert(*name), "{name} occurs twice");
                let is_introduced = [internal::NOT_MODELLED, internal::SCAN_STREAM].contains(name);
                assert!(!name.starts_with(internal::PREFIX) || is_introduced, "{name}");
            }
            if let Some(id) = function.id {
                assert!(!ids.contains(&id), "{id:?} occurs twice");
                ids.push(id);
            }
            let has_model = function.is_native || function.is_built_in;
            assert!(!has_model || function.id.is_some(), "{:?} has a model but no id", function.names);
        }
    }

    #[test]
    fn the_functions_with_c_code_are_those_of_the_models() {
        let in_table: BTreeSet<&str> = table::functions()
            .filter(|function| function.is_c_code)
            .flat_map(|function| function.names.iter().copied())
            .collect();
        let (own, public): (BTreeSet<&str>, BTreeSet<&str>) =
            models::model_names().into_iter().partition(|name| name.starts_with(internal::PREFIX));
        assert_eq!(in_table, public);
        let introduced = internal::model_names();
        assert_eq!(own, introduced.iter().map(String::as_str).collect());
    }

    #[test]
    fn needs_and_effects_of_one_function_agree() {
        for function in table::functions() {
            for effect in function.effects {
                let Effect::Frees(argument) = effect else { continue };
                let is_freeable = |need: &Need| *need == Need::Freeable(*argument);
                assert!(function.needs.iter().any(is_freeable), "{:?}", function.names);
            }
        }
    }

    #[test]
    fn all_functions_with_a_signature_are_in_the_table_and_the_other_way_round() {
        for signature in signature::all() {
            assert!(find(signature.name).is_some(), "{} is not in the table", signature.name);
        }
        // The arguments of these have no fixed types.
        const OTHERS: [&str; 8] =
            ["__builtin_", "__VERIFIER_", "__CPROVER_", "__va_start", "assert", "assume", "clzg", "ctzg"];
        let families =
            [&OTHERS[..], &["popcountg", "static_assert", "reach_error", "buffer_size", "__cfp_", "___sl_"]];
        for name in table::functions().flat_map(|function| function.names) {
            let is_other = families.concat().iter().any(|start| name.starts_with(start));
            assert!(is_other || signature::find(name).is_some(), "{name} has no signature");
        }
    }

    #[test]
    fn needs_are_about_parameters() {
        for name in table::functions().flat_map(|function| function.names) {
            let Some(signature) = signature::find(name) else { continue };
            for need in find(name).expect("a function of the table").needs {
                let is_general = matches!(need, Need::Optional(_) | Need::Anything(_));
                let mut params = 0..signature.params.len() as u8;
                assert!(is_general || params.any(|param| need.is_about(param)), "{name}: {need:?}");
            }
        }
    }

    #[test]
    fn names_are_stripped_of_prefixes_and_suffixes() {
        assert_eq!(canonical_name("__builtin___memcpy_chk"), "memcpy");
        assert_eq!(canonical_name("__isoc99_sscanf"), "sscanf");
        assert_eq!(canonical_name("__getdelim"), "__getdelim");
        assert_eq!(canonical_name("__longjmp_chk"), "__longjmp_chk");
    }

    #[test]
    fn errno_is_left_alone_by_what_only_touches_memory() {
        for name in ["free", "memcpy", "strlen", "strtok", "isalpha", "__VERIFIER_nondet_int", "strange"] {
            assert!(!may_set_errno(name), "{name}");
        }
        for name in ["malloc", "strtol", "strdup", "isatty", "fopen", "anything", "__cfp_scan_items"] {
            assert!(may_set_errno(name), "{name}");
        }
    }
}
