//! Library functions that are defined in C: the models that come with the analyzer, and the stub files of users.
//!
//! Where a program uses a function that it does not define, a definition is looked for in the stub files first and then in the models
//! (`heap/models/*.c`). Both are read by the same front end as the program, and only if they are needed.

use std::collections::BTreeSet;

/// The name under which the models are known, and their text.
pub const MODELS: (&str, &str) = ("/cfp-heap-models/string.c", include_str!("../models/string.c"));

/// The functions that the models define.
///
/// ```
/// let names = cfp_heap::models::model_names();
/// assert!(names.contains("strlen") && !names.contains("small_letter") && !names.contains("malloc"));
/// ```
pub fn model_names() -> BTreeSet<&'static str> {
    let mut names = BTreeSet::new();
    for line in MODELS.1.lines() {
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

/// Library functions that are not C code, but of which the analysis needs these models.
pub(crate) fn helpers(name: &str) -> &'static [&'static str] {
    match name {
        "printf" | "fprintf" | "dprintf" | "sprintf" | "snprintf" => &["strlen", "strnlen"],
        "puts" | "fputs" | "perror" | "getenv" | "atoi" | "atol" | "atoll" | "strtol" | "strtoul"
        | "strtoll" | "strtoull" | "strtoimax" | "strtoumax" => &["strlen"],
        _ => &[],
    }
}
