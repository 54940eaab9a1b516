//! Looking at SMT-LIB text from outside, without the front end that is tested with it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The expressions that stand side by side in a text, without what is between them. Does not recurse: texts
/// may be deep.
///
/// ```
/// use cfp_tests::sexpr::{inside, pieces};
///
/// assert_eq!(pieces("(f |a b|) x ; rest\n(g)"), ["(f |a b|)", "x", "(g)"]);
/// assert_eq!(inside("(f (g x))"), "f (g x)");
/// ```
pub fn pieces(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let (mut found, mut depth, mut start, mut at) = (Vec::new(), 0, 0, 0);
    while at < bytes.len() {
        let token = at;
        at += match bytes[at] {
            b';' => text[at..].find('\n').unwrap_or(text.len() - at),
            quote @ (b'|' | b'"') => {
                2 + bytes[at + 1..].iter().position(|&byte| byte == quote).unwrap_or(text.len() - at - 2)
            }
            b'(' | b')' => 1,
            byte if byte.is_ascii_whitespace() => 1,
            _ => {
                let ends = |&byte: &u8| byte.is_ascii_whitespace() || b"();|\"".contains(&byte);
                bytes[at..].iter().position(ends).unwrap_or(text.len() - at)
            }
        };
        match bytes[token] {
            b'(' => {
                start = if depth == 0 { token } else { start };
                depth += 1;
            }
            b')' => {
                depth -= 1;
                if depth == 0 {
                    found.push(&text[start..at]);
                }
            }
            b';' => {}
            byte if byte.is_ascii_whitespace() => {}
            _ if depth == 0 => found.push(&text[token..at]),
            _ => {}
        }
    }
    found
}

/// What is between the parentheses of a list.
///
/// # Panics
/// If the text is no list.
pub fn inside(list: &str) -> &str {
    list.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).expect("a list")
}

/// The elements of declared sorts that occur in values, `(as @U_0 U)`, by sort.
pub fn elements(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (at, _) in text.match_indices("(as @") {
        let [_, name, sort] = pieces(inside(pieces(&text[at..])[0]))[..] else { panic!("odd element") };
        found.entry(sort.to_string()).or_default().insert(name.to_string());
    }
    found
}

/// A term as a tree, to be taken apart. Recursive: only for small terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tree {
    /// A symbol or literal.
    Atom(String),
    /// Something in parentheses.
    List(Vec<Tree>),
}

impl Tree {
    /// Reads one term.
    pub fn read(text: &str) -> Tree {
        let text = text.trim();
        match text.starts_with('(') {
            true => Tree::List(pieces(inside(text)).into_iter().map(Tree::read).collect()),
            false => Tree::Atom(text.to_string()),
        }
    }

    /// Terms that are this one with something left out or replaced by something smaller, the boldest steps
    /// first.
    pub fn smaller(&self) -> Vec<Tree> {
        let mut found = Vec::new();
        let small = ["true", "0", "1", "0.0"].map(|text| Tree::Atom(text.to_string()));
        match self {
            Tree::Atom(_) => {
                let place = small.iter().position(|tree| tree == self).unwrap_or(small.len());
                found.extend(small.into_iter().take(place));
            }
            Tree::List(items) => {
                found.extend(items.iter().skip(1).cloned());
                found.extend(small);
                for index in 1..items.len() {
                    let mut fewer = items.clone();
                    fewer.remove(index);
                    found.push(Tree::List(fewer));
                }
                for (index, item) in items.iter().enumerate().skip(1) {
                    found.extend(item.smaller().into_iter().map(|tree| {
                        let mut changed = items.clone();
                        changed[index] = tree;
                        Tree::List(changed)
                    }));
                }
            }
        }
        found
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tree::Atom(text) => f.write_str(text),
            Tree::List(items) => {
                let texts: Vec<String> = items.iter().map(Tree::to_string).collect();
                write!(f, "({})", texts.join(" "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_taken_apart() {
        assert_eq!(pieces("; (\n (a \"(\" |)|) b"), ["(a \"(\" |)|)", "b"]);
        let term = Tree::read("(f x (- 12))");
        assert_eq!(term.to_string(), "(f x (- 12))");
        let smaller: Vec<String> = term.smaller().iter().map(Tree::to_string).collect();
        assert!(smaller.contains(&"(f x 12)".to_string()) && smaller.contains(&"x".to_string()));
        let found = elements("(ite (= x1 (as @U_0 U)) (as @P_1 (P U U)) (as @U_0 U))");
        assert_eq!(found["U"].len(), 1);
        assert!(found["(P U U)"].contains("@P_1"));
    }
}
