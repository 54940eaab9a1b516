//! The variants of functions that check the size of a buffer, which `_FORTIFY_SOURCE` calls: `__NAME_chk`.
//!
//! They do what the plain functions do, with further arguments: flags, and sizes of buffers.

/// The plain names, and which arguments of the variant are additional.
#[rustfmt::skip]
const CHECKED: &[(&[&str], &[usize])] = &[
    (&["strcpy", "stpcpy", "strcat", "getcwd", "realpath", "gethostname", "explicit_bzero"], &[2]),
    (&["memcpy", "mempcpy", "memmove", "memset", "strncpy", "stpncpy", "strncat", "strlcpy", "strlcat", "read",
        "readlink", "recv"], &[3]),
    (&["pread", "pread64"], &[4]),
    (&["gets", "fgets", "fread", "fprintf", "vfprintf", "dprintf", "vdprintf", "asprintf", "vasprintf"], &[1]),
    (&["printf", "vprintf"], &[0]),
    (&["sprintf", "vsprintf"], &[1, 2]),
    (&["snprintf", "vsnprintf"], &[2, 3]),
];

/// The plain function of a variant, by the name of the variant, and which arguments are additional.
fn find(name: &str) -> Option<(&'static str, &'static [usize])> {
    let plain = name.strip_prefix("__")?.strip_suffix("_chk")?;
    CHECKED.iter().find_map(|(names, extra)| {
        let name = names.iter().find(|name| **name == plain)?;
        Some((*name, *extra))
    })
}

/// The plain name of a variant.
pub(super) fn plain_name(name: &str) -> Option<&'static str> {
    Some(find(name)?.0)
}

/// Which arguments of a function, by its name as it is written, are not those of the plain function.
///
/// ```
/// use cfp_heap::libc::additional_arguments;
///
/// assert_eq!(additional_arguments("__snprintf_chk"), [2, 3]);
/// assert_eq!(additional_arguments("__builtin___fgets_chk"), [1]);
/// assert!(additional_arguments("fgets").is_empty());
/// ```
pub fn additional_arguments(name: &str) -> &'static [usize] {
    find(name.strip_prefix("__builtin_").unwrap_or(name)).map_or(&[], |(_, extra)| extra)
}
