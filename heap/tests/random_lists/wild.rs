//! Programs of random pointer statements, and stray statements in other programs.

use super::Lines;
use super::mutate::Names;
use crate::oracle::Random;

/// Puts some random pointer statements somewhere between the statements of `main`.
pub(super) fn stray(main: &mut Lines, random: &mut Random) {
    let names = Names::of(main.iter());
    let pointers = names.pointers_to("node");
    if pointers.is_empty() {
        return;
    }
    let pointers: Vec<String> = pointers.into_iter().cloned().collect();
    let is_place = |line: &String| line.starts_with("  ") && !line.starts_with("   ") && !line.contains('{');
    let places: Vec<usize> = (1..main.len())
        .filter(|&line| is_place(&main[line]) && !main[line].contains("struct") && !main[line].contains("}"))
        .collect();
    for _ in 0..1 + random.below(2) {
        let place = places[random.below(places.len())];
        let statement = statement(&pointers, random);
        main.insert(place, format!("  {statement}"));
    }
}

/// A statement about two of these pointers.
fn statement(pointers: &[String], random: &mut Random) -> String {
    let a = &pointers[random.below(pointers.len())];
    let b = &pointers[random.below(pointers.len())];
    match random.below(16) {
        0 | 1 => format!("{a} = {b};"),
        2 | 3 => format!("if ({b}) {a} = {b}->next;"),
        4 => format!("{a} = {b}->next;"),
        5 | 6 => format!("if ({a}) {a}->next = {b};"),
        7 => format!("{a}->next = {b};"),
        8..=10 => format!("{a} = malloc(sizeof *{a}); {a}->next = {b}; {a}->data = 1;"),
        11 => format!("{a} = malloc(sizeof *{a});"),
        12 => format!("free({a});"),
        13 => format!("free({a}); {a} = 0;"),
        14 => format!("if ({a} && {a} != {b}) {{ t = {a}->next; free({a}); {a} = t; }}"),
        _ => format!("{a} = 0;"),
    }
}

/// A program of such statements in branches and loops.
pub(super) fn program(random: &mut Random) -> Vec<Lines> {
    let globals = vec!["struct node { struct node *next; int data; };".to_string()];
    let mut main = vec!["int main(void) {".to_string()];
    let pointers: Vec<String> =
        ["p", "q", "r"][..2 + random.below(2)].iter().map(|it| it.to_string()).collect();
    for name in pointers.iter().map(String::as_str).chain(["t"]) {
        main.push(format!("  struct node *{name} = 0;"));
    }
    main.push("  int n = __VERIFIER_nondet_int();".to_string());
    main.push("  int i = 0;".to_string());
    for _ in 0..3 + random.below(5) {
        nested(&mut main, &pointers, 2, random);
    }
    for name in &pointers {
        match random.below(5) {
            0 => main.push(format!("  CLAIM({name} == 0);")),
            1 => main.push(format!("  CLAIM(!{name} || {name}->next == 0);")),
            2 => main.push(format!("  CLAIM({name} != 0);")),
            _ => {}
        }
    }
    for name in &pointers {
        let text = match random.below(5) {
            0 => continue,
            1 => format!("  free({name});"),
            _ => format!("  while ({name}) {{ t = {name}; {name} = {name}->next; free(t); }}"),
        };
        main.push(text);
    }
    main.extend(["  return 0;".to_string(), "}".to_string()]);
    vec![globals, main]
}

/// A statement, or a loop or branch with some in it.
fn nested(lines: &mut Lines, pointers: &[String], depth: usize, random: &mut Random) {
    let indent = " ".repeat(2 * (3 - depth));
    let a = &pointers[random.below(pointers.len())];
    let b = &pointers[random.below(pointers.len())];
    let head = match random.below(10) {
        _ if depth == 0 => None,
        0 => Some("while (__VERIFIER_nondet_int()) {".to_string()),
        1 => Some(format!("if ({a} == {b}) {{")),
        2 => Some(format!("if ({a}) {{")),
        3 => Some("if (n > 1) {".to_string()),
        4 => Some("for (i = 0; i < n; i++) {".to_string()),
        5 => Some(format!("while ({a}) {{")),
        _ => None,
    };
    let Some(head) = head else {
        lines.push(format!("{indent}{}", statement(pointers, random)));
        return;
    };
    let is_walk = head.starts_with("while (") && !head.contains("nondet");
    lines.push(format!("{indent}{head}"));
    for _ in 0..1 + random.below(2) {
        nested(lines, pointers, depth - 1, random);
    }
    if is_walk {
        lines.push(match random.below(3) {
            0 => format!("{indent}  t = {a}; {a} = {a}->next; free(t);"),
            1 => format!("{indent}  if ({a}) {a} = {a}->next;"),
            _ => format!("{indent}  t = {a}; if (t) {a} = t->next; t->next = {b};"),
        });
    }
    lines.push(format!("{indent}}}"));
}
