//! Templates: the texts that programs are put together from.
//!
//! A file consists of sections that begin with `//: ` and their kind. Capital letters are placeholders: `P`
//! and `Q` for lists, `T` and `U` for other pointers, `N` and `M` for lengths, `I` and `K` for counters, `X`
//! for a number, `VALUE` for what a node holds and `LIMIT` for the bound of a length.

use super::Lines;
use crate::oracle::Random;

pub(super) struct Template {
    pub(super) types: Lines,
    /// The pointers of `main`; if there are none, they all point to `struct node`.
    pub(super) variables: Lines,
    /// How the first two lists become empty ones.
    pub(super) start: Lines,
    helpers: Vec<Lines>,
    pub(super) steps: Vec<Lines>,
    pub(super) ends: Vec<Lines>,
}

impl Template {
    /// Parses a file. If there are several versions of the types, one is drawn.
    pub(super) fn parse(text: &str, random: &mut Random) -> Template {
        let sections = |kind: &str| -> Vec<Lines> {
            let parts = text.split("//: ").filter_map(|part| part.split_once('\n'));
            let wanted = parts.filter(|(name, _)| *name == kind);
            wanted.map(|(_, lines)| lines.lines().map(str::to_string).collect()).collect()
        };
        let mut types = sections("types");
        let types = types.swap_remove(random.below(types.len()));
        let [variables, start] = ["variables", "start"].map(|kind| sections(kind).concat());
        let [helpers, steps, ends] = ["helper", "step", "end"].map(sections);
        Template { types, variables, start, helpers, steps, ends }
    }

    /// The helpers that a function calls, and those that they call, in the order of the file.
    pub(super) fn helpers_of(&self, function: &Lines) -> Vec<Lines> {
        let mut is_needed = vec![false; self.helpers.len()];
        let mut callers = vec![function];
        while let Some(caller) = callers.pop() {
            for (helper, is_needed) in self.helpers.iter().zip(&mut is_needed) {
                let call = format!("{}(", name_of(helper));
                if !*is_needed && caller.iter().any(|line| line.contains(&call)) {
                    *is_needed = true;
                    callers.push(helper);
                }
            }
        }
        let helpers = self.helpers.iter().zip(is_needed);
        helpers.filter(|(_, is_needed)| *is_needed).map(|(helper, _)| helper.clone()).collect()
    }
}

/// The name that a function begins with.
fn name_of(function: &Lines) -> &str {
    let (before, _) = function[0].split_once('(').expect("a function");
    before.rsplit([' ', '*']).next().expect("a name")
}

/// The line with other texts for some of its words.
pub(super) fn substitute(line: &str, words: &[(&str, &str)]) -> String {
    let mut result = String::new();
    for word in words_of(line) {
        let found = words.iter().find(|(name, _)| *name == word);
        result.push_str(found.map_or(word, |(_, text)| text));
    }
    result
}

/// The words of a line, with what is between them.
pub(super) fn words_of(line: &str) -> impl Iterator<Item = &str> {
    let is_letter = |byte: u8| byte == b'_' || byte.is_ascii_alphanumeric();
    line.as_bytes().chunk_by(move |one, other| is_letter(*one) && is_letter(*other)).scan(0, |at, chunk| {
        let start = *at;
        *at += chunk.len();
        Some(&line[start..*at])
    })
}
