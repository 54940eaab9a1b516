//! Which modules of a crate depend on which, read from the sources.
//!
//! A *unit* is a file or folder directly below a crate's `src`, or below one of its modules. [`violations`]
//! checks that every dependency between units points downwards in a written order of layers; then there are
//! no cycles, and a reader can take the units in that order.
//!
//! Dependencies are paths that begin with `crate::` (and the path of the module), or with enough `super::` to
//! reach it, in code that is compiled without tests: the modules are followed from `lib.rs` or `mod.rs`,
//! comments, strings and items under `#[cfg(test)]` are skipped.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A use of one unit in another.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Dependency {
    /// The file with the use.
    pub file: PathBuf,
    /// The line, counted from 1.
    pub line: usize,
    /// The unit that the file belongs to.
    pub from: String,
    /// The name after `crate::`.
    pub to: String,
}

/// What a file says about modules.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Found {
    /// Lines and names of paths from the root.
    pub uses: Vec<(usize, String)>,
    /// The modules declared with `mod name;`, without those for tests.
    pub modules: Vec<String>,
}

/// A lexical token: an identifier, or a piece of punctuation.
type Token<'a> = (usize, &'a str);

/// Reads a source text. `depth` is the depth of its module below the root, which is how many `super` lead
/// there; `path` is the path of the root in the crate.
pub fn read_source(text: &str, depth: usize, path: &[&str]) -> Found {
    let tokens = without_tests(&tokenize(text));
    let mut found = Found::default();
    let word = |index: usize| tokens.get(index).map_or("", |&(_, word)| word);
    let mut index = 0;
    while index < tokens.len() {
        if word(index) == "mod" && word(index + 2) == ";" {
            found.modules.push(word(index + 1).to_string());
        }
        let steps = (0..).take_while(|step| word(index + 2 * step) == "super").count();
        let is_below = path.iter().enumerate().all(|(step, name)| word(index + 2 + 2 * step) == *name);
        let is_absolute = word(index) == "crate" && is_below;
        let start = if is_absolute { index + 2 + 2 * path.len() } else { index + 2 * steps.max(1) };
        if (is_absolute || (depth > 0 && steps == depth)) && word(start - 1) == "::" {
            heads(&tokens, start, &mut found.uses);
        }
        index += (2 * steps).max(1);
    }
    found
}

/// Adds the first segments of the use tree that begins at a position.
fn heads(tokens: &[Token<'_>], start: usize, uses: &mut Vec<(usize, String)>) {
    let Some(&(line, first)) = tokens.get(start) else { return };
    if first != "{" {
        uses.push((line, first.to_string()));
        return;
    }
    let (mut nesting, mut is_head) = (1, true);
    for &(line, word) in &tokens[start + 1..] {
        match word {
            "{" => nesting += 1,
            "}" => nesting -= 1,
            "," if nesting == 1 => is_head = true,
            "self" => is_head = false,
            name if is_head => {
                uses.push((line, name.to_string()));
                is_head = false;
            }
            _ => {}
        }
        if nesting == 0 {
            return;
        }
    }
}

/// The tokens without the items under `#[cfg(test)]`.
fn without_tests<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let attribute = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::with_capacity(tokens.len());
    let mut index = 0;
    while index < tokens.len() {
        let is_test = tokens[index..].iter().map(|&(_, word)| word).take(7).eq(attribute);
        if is_test {
            index = end_of_item(tokens, index + attribute.len());
        } else {
            kept.push(tokens[index]);
            index += 1;
        }
    }
    kept
}

/// The position after the item that begins here: after a semicolon or a block, attributes skipped.
fn end_of_item(tokens: &[Token<'_>], start: usize) -> usize {
    let (mut brackets, mut braces) = (0usize, 0usize);
    for (index, &(_, word)) in tokens.iter().enumerate().skip(start) {
        match word {
            "[" | "(" => brackets += 1,
            "]" | ")" => brackets -= 1,
            "{" => braces += 1,
            "}" => braces -= 1,
            _ => {}
        }
        if brackets == 0 && braces == 0 && matches!(word, ";" | "}") {
            return index + 1;
        }
    }
    tokens.len()
}

/// Words and punctuation with their lines; comments, strings, characters and lifetimes are left out.
fn tokenize(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let (mut line, mut at) = (1, 0);
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let is_word = next.is_alphanumeric() || next == '_';
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if let Some(length) = string(rest) {
            length
        } else if next == '\'' {
            quoted(rest)
        } else if is_word {
            let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            tokens.push((line, &rest[..length]));
            length
        } else {
            let length = if rest.starts_with("::") { 2 } else { next.len_utf8() };
            if !next.is_whitespace() {
                tokens.push((line, &rest[..length]));
            }
            length
        };
        line += rest[..length].matches('\n').count();
        at += length;
    }
    tokens
}

/// The length of a block comment, which may contain others.
fn block_comment(text: &str) -> usize {
    let (mut open, mut at) = (0, 0);
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            open += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            open -= 1;
            at += 2;
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
        if open == 0 {
            return at;
        }
    }
    text.len()
}

/// The length of the string literal that a text begins with, raw and byte strings included.
fn string(text: &str) -> Option<usize> {
    let body = text.trim_start_matches(['b', 'c']);
    let prefix = text.len() - body.len();
    if prefix > 1 {
        return None;
    }
    if let Some(raw) = body.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let inside = raw[hashes..].strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        let length = inside.find(&end).map_or(inside.len(), |found| found + end.len());
        return Some(prefix + 1 + hashes + 1 + length);
    }
    let inside = body.strip_prefix('"')?;
    let mut is_escaped = false;
    for (index, c) in inside.char_indices() {
        if c == '"' && !is_escaped {
            return Some(prefix + 1 + index + 1);
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    Some(text.len())
}

/// The length of a character literal, or of the quote of a lifetime.
fn quoted(text: &str) -> usize {
    let inside = &text[1..];
    if inside.starts_with('\\') {
        let skipped = inside.char_indices().nth(2).map_or(inside.len(), |(index, _)| index);
        return inside[skipped..].find('\'').map_or(text.len(), |end| 1 + skipped + end + 1);
    }
    let first = inside.chars().next().map_or(0, char::len_utf8);
    if inside[first..].starts_with('\'') { 1 + first + 1 } else { 1 }
}

/// All uses of units in other units of the crate with this `src` folder, or of one of its modules, and the
/// units.
///
/// # Panics
/// If a source file cannot be read.
pub fn dependencies(src: &Path, path: &[&str]) -> (Vec<Dependency>, BTreeSet<String>) {
    let top = path.iter().fold(src.to_path_buf(), |folder, name| folder.join(name));
    let file = top.join(if path.is_empty() { "lib.rs" } else { "mod.rs" });
    let mut found = Vec::new();
    let mut units = BTreeSet::new();
    // Folder of the submodules, name, unit and depth of modules still to be read.
    let mut pending: Vec<(PathBuf, String, Option<String>, usize)> = Vec::new();
    let root = read_source(&read(&file), 0, path);
    pending.extend(root.modules.into_iter().map(|name| (top.clone(), name, None, 1)));
    while let Some((folder, name, unit, depth)) = pending.pop() {
        let unit = unit.unwrap_or_else(|| name.clone());
        units.insert(unit.clone());
        let (plain, inner) = (folder.join(format!("{name}.rs")), folder.join(&name));
        let file = if plain.exists() { plain } else { inner.join("mod.rs") };
        let source = read_source(&read(&file), depth, path);
        for (line, to) in source.uses.into_iter().filter(|(_, to)| *to != unit) {
            found.push(Dependency { file: file.clone(), line, from: unit.clone(), to });
        }
        let modules = source.modules.into_iter();
        pending.extend(modules.map(|name| (inner.clone(), name, Some(unit.clone()), depth + 1)));
    }
    found.sort();
    (found, units)
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Dependencies that do not point downwards, and units that the order does not list, as messages with file
/// and line. `layers` are the units from the lowest up; those of one layer may not use each other. `path`
/// names the module whose units these are; it is empty for the crate itself.
pub fn violations(src: &Path, path: &[&str], layers: &[&[&str]]) -> Vec<String> {
    let mut layer_of: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, layer) in layers.iter().enumerate() {
        layer_of.extend(layer.iter().map(|&unit| (unit, index)));
    }
    let (dependencies, units) = dependencies(src, path);
    let mut messages = Vec::new();
    for unit in units.iter().filter(|unit| !layer_of.contains_key(unit.as_str())) {
        messages.push(format!("{}: the module `{unit}` is in no layer", src.display()));
    }
    for unit in layer_of.keys().filter(|unit| !units.contains(**unit)) {
        messages.push(format!("{}: there is no module `{unit}`, which the layers list", src.display()));
    }
    for Dependency { file, line, from, to } in dependencies {
        let place = format!("{}:{line}", file.display());
        match (layer_of.get(from.as_str()), layer_of.get(to.as_str())) {
            (_, None) => messages.push(format!("{place}: `crate::{to}` is no module of the layers")),
            (Some(from_layer), Some(to_layer)) if to_layer >= from_layer => {
                messages.push(format!("{place}: `{from}` uses `{to}`, which is not in a layer below it"));
            }
            _ => {}
        }
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uses(text: &str, depth: usize) -> Vec<(usize, String)> {
        read_source(text, depth, &[]).uses
    }

    fn named(expected: &[(usize, &str)]) -> Vec<(usize, String)> {
        expected.iter().map(|&(line, name)| (line, name.to_string())).collect()
    }

    #[test]
    fn groups_and_plain_paths_are_found_with_their_lines() {
        let text =
            "use crate::num::Int;\nuse crate::{a::{b, c}, self,\n  d as e};\nfn f() { crate::g::h() }\n";
        assert_eq!(uses(text, 1), named(&[(1, "num"), (2, "a"), (3, "d"), (4, "g")]));
    }

    #[test]
    fn super_counts_where_it_reaches_the_root() {
        assert_eq!(uses("use super::x::Y; use super::super::z::W;", 1), named(&[(1, "x")]));
        assert_eq!(uses("use super::x::Y; use super::super::{z, v::W};", 2), named(&[(1, "z"), (1, "v")]));
    }

    #[test]
    fn paths_of_a_module_are_found_below_it() {
        let text = "use crate::a::x::Y; use crate::b::z; use super::w; use crate::a::{u, v::V};";
        let found = read_source(text, 1, &["a"]).uses;
        assert_eq!(found, named(&[(1, "x"), (1, "w"), (1, "u"), (1, "v")]));
    }

    #[test]
    fn comments_strings_and_tests_are_skipped() {
        let text = r##"
            // crate::a
            /* crate::b /* crate::c */ crate::d */
            const S: &str = "crate::e \" crate::f"; const R: &str = r#"crate::g " "#;
            const C: char = '"'; fn lifetime<'a>(x: &'a str) -> char { '\'' }
            #[cfg(test)] mod tests { use crate::h; }
            #[cfg(test)] #[path = "x.rs"] mod random;
            #[cfg(test)] use crate::{i, j};
            mod kept;
            use crate::k;
        "##;
        let found = read_source(text, 0, &[]);
        assert_eq!(found.uses, named(&[(10, "k")]));
        assert_eq!(found.modules, ["kept"]);
    }

    #[test]
    fn upward_dependencies_are_reported_with_file_and_line() {
        let src = std::env::temp_dir().join(format!("rooms-{}", std::process::id()));
        fs::create_dir_all(src.join("high")).unwrap();
        fs::write(src.join("lib.rs"), "mod low;\nmod high;\n").unwrap();
        fs::write(src.join("low.rs"), "\nuse crate::high::part;\n").unwrap();
        fs::write(src.join("high/mod.rs"), "pub mod part;\nuse crate::low;\n").unwrap();
        fs::write(src.join("high/part.rs"), "use super::super::low;\nuse crate::other;\n").unwrap();
        let found = violations(&src, &[], &[&["low"], &["high"]]);
        fs::remove_dir_all(&src).unwrap();
        let expected = ["high/part.rs:2: `crate::other`", "low.rs:2: `low` uses `high`"];
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (message, part) in found.iter().zip(expected) {
            assert!(message.contains(part), "{message}");
        }
    }
}
