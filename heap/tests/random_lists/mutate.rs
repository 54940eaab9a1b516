//! Small changes of programs, as mistakes make them: a statement too few, two in the wrong order, a wrong
//! variable, a missing test, a comparison that is off by one.

use super::Lines;
use super::template::words_of;
use crate::oracle::Random;
use std::collections::BTreeMap;

/// How often a place for a change is looked for.
const ATTEMPTS: usize = 30;

/// Changes one of the functions; the first item is what is declared before all functions.
pub(super) fn mutate(functions: &mut [Lines], random: &mut Random) {
    let (globals, functions) = functions.split_first_mut().expect("declarations before the functions");
    for _ in 0..ATTEMPTS {
        // `main` is the longest one, and the last.
        let function = if random.chance(50) { functions.len() - 1 } else { random.below(functions.len()) };
        let lines = &mut functions[function];
        let line = random.below(lines.len());
        let is_changed = match random.below(6) {
            0 => drop_statement(lines, line),
            1 => swap_statements(lines, line),
            2 | 3 => rename(lines, line, &Names::of(globals.iter().chain(&*lines)), random),
            4 => drop_test(lines, line),
            _ => change_operator(lines, line, random),
        };
        if is_changed {
            return;
        }
    }
}

/// Whether a text is a statement of its own.
fn is_simple(text: &str) -> bool {
    let text = text.trim_start();
    let is_other =
        ["return", "struct ", "int ", "CLAIM", "__VERIFIER_assume", "exit", "for", "while", "else"];
    text.ends_with(';') && !text.contains(['{', '}']) && !is_other.iter().any(|word| text.starts_with(word))
}

/// Whether the next line is for what the test in a line excludes.
fn has_alternative(lines: &[String], line: usize) -> bool {
    lines.get(line + 1).is_some_and(|next| next.trim_start().starts_with("else"))
}

/// Whether a line is a statement of its own that can be left out.
fn can_go(lines: &[String], line: usize) -> bool {
    is_simple(&lines[line]) && !has_alternative(lines, line)
}

fn drop_statement(lines: &mut Lines, line: usize) -> bool {
    let is_possible = can_go(lines, line);
    if is_possible {
        lines.remove(line);
    }
    is_possible
}

fn swap_statements(lines: &mut Lines, line: usize) -> bool {
    let is_possible = line + 1 < lines.len() && can_go(lines, line) && can_go(lines, line + 1);
    if is_possible {
        lines.swap(line, line + 1);
    }
    is_possible
}

/// The variables of a function and the text of their types.
pub(super) struct Names(BTreeMap<String, String>);

impl Names {
    pub(super) fn of<'l>(lines: impl Iterator<Item = &'l String>) -> Names {
        let mut names = BTreeMap::new();
        for line in lines {
            // Variables and parameters; not members, which are in braces of one line.
            if line.contains('{') && line.contains('}') {
                continue;
            }
            let words: Vec<&str> = words_of(line).filter(|word| *word != " ").collect();
            for (start, word) in words.iter().enumerate() {
                let length = match *word {
                    "struct" => 2,
                    "int" => 1,
                    _ => continue,
                };
                let stars = words[start + length..].iter().take_while(|word| **word == "*").count();
                let end = start + length + stars;
                if let [name, after, ..] = words[end..]
                    && ["=", ";", ",", ")"].contains(&after)
                {
                    names.insert(name.to_string(), words[start..end].concat());
                }
            }
        }
        Names(names)
    }

    /// The variables of the same type as another one.
    fn like(&self, name: &str) -> Vec<&String> {
        let ty = self.0.get(name);
        let others = self.0.iter().filter(|(other, its)| ty == Some(its) && *other != name);
        others.map(|(other, _)| other).collect()
    }

    /// The pointers to some structure with this name.
    pub(super) fn pointers_to(&self, name: &str) -> Vec<&String> {
        let ty = format!("struct{name}*");
        self.0.iter().filter(|(_, its)| **its == ty).map(|(name, _)| name).collect()
    }
}

/// Puts a wrong variable into a statement.
fn rename(lines: &mut Lines, line: usize, names: &Names, random: &mut Random) -> bool {
    let text = &lines[line];
    if ["struct ", "int ", "static "].iter().any(|word| text.trim_start().starts_with(word)) {
        return false;
    }
    let mut words: Vec<&str> = words_of(text).collect();
    let is_member = |index: usize| index > 0 && [">", "."].contains(&words[index - 1]) && words[index] != " ";
    let places: Vec<usize> =
        (0..words.len()).filter(|&index| !is_member(index) && !names.like(words[index]).is_empty()).collect();
    if places.is_empty() {
        return false;
    }
    let place = places[random.below(places.len())];
    let others = names.like(words[place]);
    words[place] = others[random.below(others.len())];
    lines[line] = words.concat();
    true
}

/// Leaves out the test of `if (...) statement;`, or the first part of a test that has two.
fn drop_test(lines: &mut Lines, line: usize) -> bool {
    let has_alternative = has_alternative(lines, line);
    let text = &lines[line];
    let indent = &text[..text.len() - text.trim_start().len()];
    if let Some((before, after)) = text.split_once(" && ")
        && let Some(start) = before.rfind(['(', ';'])
    {
        lines[line] = format!("{}{after}", &before[..=start]);
        return true;
    }
    match text.trim_start().strip_prefix("if (").and_then(|rest| rest.split_once(") ")) {
        Some((_, statement)) if is_simple(statement) && !has_alternative && !statement.contains(" else ") => {
            lines[line] = format!("{indent}{statement}");
            true
        }
        _ => false,
    }
}

/// Exchanges an operator for a similar one, or follows a link too many or too few.
fn change_operator(lines: &mut Lines, line: usize, random: &mut Random) -> bool {
    const OPERATORS: [(&str, &str); 9] = [
        (" < ", " <= "),
        (" <= ", " < "),
        (" == ", " != "),
        (" != ", " == "),
        (" && ", " || "),
        ("->next;", ";"),
        ("->next;", "->next->next;"),
        ("->next)", ")"),
        ("->next->", "->"),
    ];
    let (old, new) = OPERATORS[random.below(OPERATORS.len())];
    let is_possible = lines[line].contains(old) && !lines[line].contains("sizeof");
    if is_possible {
        lines[line] = lines[line].replacen(old, new, 1);
    }
    is_possible
}
