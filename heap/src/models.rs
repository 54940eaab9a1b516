//! Library functions that are defined in C: the models that come with the analyzer, and the stub files of
//! users.
//!
//! Where a program uses a function or a variable that it does not define, a definition is looked for in the
//! stub files first and then in the models (`heap/models/*.c`). Both are read by the same front end as the
//! program, and only if they are needed.
//!
//! A model tells what may happen, for all executions at once. Where that is more than the function does with
//! given arguments, a second definition with [`RUN_PREFIX`] before its name does just that, for the
//! interpreter.

use std::collections::BTreeSet;

/// A file of models: the name under which it is known, and its text.
pub struct ModelFile {
    /// The name.
    pub name: &'static str,
    /// The text.
    pub text: &'static str,
}

/// All files of models.
pub const MODELS: [ModelFile; 4] = [
    ModelFile { name: "/cfp-heap-models/string.c", text: include_str!("../models/string.c") },
    ModelFile { name: "/cfp-heap-models/stdio.c", text: include_str!("../models/stdio.c") },
    ModelFile { name: "/cfp-heap-models/errno.c", text: include_str!("../models/errno.c") },
    ModelFile { name: "/cfp-heap-models/getopt.c", text: include_str!("../models/getopt.c") },
];

/// Before the name of a library function: what the interpreter runs in its place.
pub const RUN_PREFIX: &str = "__cfp_run_";

/// Before the name of a library function that may move the arguments of the program: where these have not
/// been looked at.
pub const UNSEEN_PREFIX: &str = "__cfp_unseen_";

/// What the interpreter runs in place of a library function, if there is such a model.
pub(crate) fn run_name(name: &str) -> String {
    format!("{RUN_PREFIX}{}", name.strip_prefix(UNSEEN_PREFIX).unwrap_or(name))
}

/// Before the names of functions that give what `scanf` reads.
pub const SCAN_PREFIX: &str = "__cfp_scan_";

/// Before the names of functions that give what `sscanf` reads.
pub const TEXT_PREFIX: &str = "__cfp_text_";

/// The model that says that a library function may have changed `errno`.
pub const MAY_FAIL: &str = "__cfp_may_fail";

/// The functions that the models define.
///
/// ```
/// let names = cfp_heap::models::model_names();
/// assert!(names.contains("strlen") && !names.contains("small_letter") && !names.contains("malloc"));
/// ```
pub fn model_names() -> BTreeSet<&'static str> {
    MODELS.iter().flat_map(ModelFile::functions).collect()
}

impl ModelFile {
    /// The functions that this file defines for others.
    pub fn functions(&self) -> BTreeSet<&'static str> {
        let mut names = BTreeSet::new();
        for line in self.text.lines() {
            // A definition begins in the first column and goes on in the next line.
            let is_definition =
                line.ends_with(')') && line.starts_with(|first: char| first.is_ascii_alphabetic());
            if !is_definition || line.starts_with("static ") {
                continue;
            }
            let Some((before, _)) = line.split_once('(') else { continue };
            let name = before.rsplit([' ', '*']).next().unwrap_or_default();
            names.insert(name);
        }
        names
    }

    /// The variables that this file defines for others: `type name = value;` in the first column.
    pub fn variables(&self) -> BTreeSet<&'static str> {
        let mut names = BTreeSet::new();
        for line in self.text.lines() {
            if line.starts_with("static ") || !line.starts_with(|first: char| first.is_ascii_alphabetic()) {
                continue;
            }
            if let Some((before, _)) = line.split_once(" = ")
                && line.ends_with(';')
            {
                names.extend(before.rsplit([' ', '*']).next());
            }
        }
        names
    }
}

/// Library functions that are not C code, but of which the analysis needs these models; and what runs in
/// place of others.
pub(crate) fn helpers(name: &str) -> &'static [&'static str] {
    match name {
        "printf" | "fprintf" | "dprintf" | "sprintf" | "snprintf" | "vprintf" | "vfprintf" | "vdprintf"
        | "vsprintf" | "vsnprintf" => &["strlen", "strnlen"],
        "puts" | "fputs" | "perror" | "getenv" | "atoi" | "atol" | "atoll" | "strtol" | "strtoul"
        | "strtoll" | "strtoull" | "strtoimax" | "strtoumax" => &["strlen"],
        "__errno_location" => &[MAY_FAIL],
        "getopt" => &["__cfp_run_getopt", "__cfp_unseen_getopt"],
        "getopt_long" => &["__cfp_run_getopt_long", "__cfp_unseen_getopt_long"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_found_in_the_text() {
        let all: Vec<&str> = MODELS.iter().flat_map(ModelFile::functions).collect();
        assert_eq!(all.len(), model_names().len(), "no function is defined in two files");
        assert!(all.contains(&MAY_FAIL) && all.contains(&"fgets"));
        let variables: BTreeSet<&str> = MODELS.iter().flat_map(ModelFile::variables).collect();
        assert!(
            variables.contains("optarg") && variables.contains("stdin") && !variables.contains("strtok_rest")
        );
        for name in model_names() {
            assert!(helpers(name).iter().all(|helper| all.contains(helper)), "{name}");
        }
    }
}
