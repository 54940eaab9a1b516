//! The models in C (`heap/models/*.c`).
//!
//! Where a program uses a function or a variable that it does not define, a definition is looked for in the
//! stub files of the user first and then in these models. Both are read by the same front end as the program,
//! and only if they are needed.

use super::description::{Description, Helper, Need};
use super::id::Id;
use super::internal::{MAY_FAIL, run_name, unseen_name};
use super::{described, find};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// A file of models: the name under which it is known, and its text.
pub struct ModelFile {
    /// The name.
    pub name: &'static str,
    /// The text.
    pub text: &'static str,
}

/// All files of models. The last one is written from the lines of the table that describe their functions
/// completely.
static MODELS: LazyLock<[ModelFile; 10]> = LazyLock::new(|| {
    [
        ModelFile { name: "/cfp-heap-models/string.c", text: include_str!("../../models/string.c") },
        ModelFile { name: "/cfp-heap-models/wchar.c", text: include_str!("../../models/wchar.c") },
        ModelFile { name: "/cfp-heap-models/extensions.c", text: include_str!("../../models/extensions.c") },
        ModelFile { name: "/cfp-heap-models/stdlib.c", text: include_str!("../../models/stdlib.c") },
        ModelFile { name: "/cfp-heap-models/posix.c", text: include_str!("../../models/posix.c") },
        ModelFile { name: "/cfp-heap-models/time.c", text: include_str!("../../models/time.c") },
        ModelFile { name: "/cfp-heap-models/stdio.c", text: include_str!("../../models/stdio.c") },
        ModelFile { name: "/cfp-heap-models/errno.c", text: include_str!("../../models/errno.c") },
        ModelFile { name: "/cfp-heap-models/getopt.c", text: include_str!("../../models/getopt.c") },
        ModelFile { name: "/cfp-heap-models/described.c", text: described::text().leak() },
    ]
});

/// All files of models.
pub fn all() -> &'static [ModelFile] {
    &*MODELS
}

/// The functions that the models define.
///
/// ```
/// let names = cfp_heap::libc::models::model_names();
/// assert!(names.contains("strlen") && !names.contains("small_letter") && !names.contains("malloc"));
/// ```
pub fn model_names() -> BTreeSet<&'static str> {
    all().iter().flat_map(ModelFile::functions).collect()
}

impl ModelFile {
    /// The functions with external linkage that this file defines.
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

    /// The variables with external linkage that this file defines: `type name = value;` in the first
    /// column.
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

/// The models in C that other models of a function, by its plain name, use, or the check of its arguments.
pub(crate) fn helpers(name: &str) -> Vec<String> {
    let Some(function) = find(name) else { return Vec::new() };
    let helpers = function.helpers;
    let helper_name = |helper: &Helper| match helper {
        Helper::Function(id) => id.name().to_string(),
        Helper::MayFail => MAY_FAIL.to_string(),
        Helper::Run => run_name(name),
        Helper::Unseen => unseen_name(name),
    };
    helpers.iter().map(helper_name).chain(measures(function)).collect()
}

/// The models that measure the strings which a function requires, where its own model does not read them.
fn measures(function: &Description) -> impl Iterator<Item = String> {
    let measured = function.needs.iter().filter_map(|need| match *need {
        Need::Disjoint(_, from, _) => function.extent_read(from),
        need if !function.is_c_code => Some(need),
        _ => None,
    });
    measured.filter_map(|need| match need {
        Need::Terminated(_) => Some(Id::Strlen.name().to_string()),
        Need::TerminatedWithin(..) => Some(Id::Strnlen.name().to_string()),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_found_in_the_text() {
        let defined: Vec<&str> = all().iter().flat_map(ModelFile::functions).collect();
        assert_eq!(defined.len(), model_names().len(), "no function is defined in two files");
        assert!(defined.contains(&MAY_FAIL) && defined.contains(&"fgets"));
        let variables: BTreeSet<&str> = all().iter().flat_map(ModelFile::variables).collect();
        assert!(variables.contains("optarg") && !variables.contains("strtok_rest"));
        for name in crate::libc::table::functions().flat_map(|function| function.names) {
            assert!(helpers(name).iter().all(|helper| defined.contains(&helper.as_str())), "{name}");
        }
    }
}
