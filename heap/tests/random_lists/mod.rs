//! Random programs on lists and trees, for testing analyses against their executions.
//!
//! A program is put together from the templates of one kind of list or tree (the files `*.c.in`): steps
//! that keep the structures `p`, `q` and `r` apart and well-formed, then frees. Most of these programs are
//! correct. Then some are changed ([`mutate`]), some get stray pointer statements, and some consist of
//! nothing else ([`wild`]).
//!
//! Claims are tried before they become assertions: the program is run with its claims printed, and what holds
//! in all runs is asserted, and sometimes something else ([`Draft::finish`]).

mod mutate;
mod template;
mod wild;

use crate::oracle::Random;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use template::{Template, substitute};

const HEADER: &str = "extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
extern void exit(int);
extern void abort(void);
extern int printf(const char *, ...);
";

/// Kinds of lists or trees, and how often they are drawn.
pub(crate) type Kinds = &'static [(usize, &'static str)];

/// The kinds of trees.
pub(crate) const TREES: Kinds = &[
    (6, include_str!("trees/plain.c.in")),
    // With links to the parents.
    (4, include_str!("trees/parents.c.in")),
];

/// Arrays of lists.
pub(crate) const TABLES: Kinds = &[(1, include_str!("tables.c.in"))];

/// The kinds of lists.
pub(crate) const LISTS: Kinds = &[
    (42, include_str!("single.c.in")),
    (15, include_str!("double.c.in")),
    (12, include_str!("sentinel.c.in")),
    (10, include_str!("circular.c.in")),
    (10, include_str!("intrusive.c.in")),
    (11, include_str!("nested.c.in")),
    // Blocks that nodes share, with numbers of references.
    (12, include_str!("shared.c.in")),
    // Nodes point back to the record that holds the list, and its length.
    (12, include_str!("owned.c.in")),
    // Lists in nodes, whose nodes point back.
    (12, include_str!("family.c.in")),
    // A first and a last node that hold no data, and a ring with one of them.
    (10, include_str!("ends.c.in")),
    // Lists in order, with alternating or numbered data, and without some values.
    (30, include_str!("data/order.c.in")),
];

/// A function, or the declarations before all functions.
type Lines = Vec<String>;

/// A program whose claims are not yet decided on.
pub(crate) struct Draft {
    lines: Lines,
    random: Random,
}

/// By number of the claim: whether it held in all runs that reached it.
pub(crate) type Seen = BTreeMap<usize, bool>;

impl Draft {
    /// The program that prints its claims.
    pub(crate) fn with_output(&self) -> String {
        let mut text = HEADER.to_string();
        for (index, line) in self.lines.iter().enumerate() {
            let _ = match claim(line) {
                Some((indent, claim)) => writeln!(text, "{indent}printf(\"{index} %d\\n\", ({claim}) != 0);"),
                None => writeln!(text, "{line}"),
            };
        }
        text
    }

    /// The program that asserts what was seen, and sometimes something else.
    pub(crate) fn finish(mut self, seen: &Seen) -> String {
        let mut text = HEADER.to_string();
        for (index, line) in self.lines.iter().enumerate() {
            let Some((indent, claim)) = claim(line) else {
                let _ = writeln!(text, "{line}");
                continue;
            };
            let is_kept = match seen.get(&index) {
                Some(true) => self.random.chance(80),
                Some(false) => self.random.chance(7),
                None => self.random.chance(20),
            };
            let assertion = format!("__VERIFIER_assert({claim})");
            let _ = writeln!(text, "{indent}{};", if is_kept { &assertion } else { "" });
        }
        text
    }
}

/// The indentation and condition of a line that is a claim.
fn claim(line: &str) -> Option<(&str, &str)> {
    let (indent, rest) = line.split_once("CLAIM(")?;
    Some((indent, rest.strip_suffix(");")?))
}

/// A random program.
pub(crate) fn draft(seed: u64, kinds: Kinds) -> Draft {
    let mut random = Random::new(seed);
    let mut functions =
        if seed % 7 == 6 { wild::program(&mut random) } else { assembled(&mut random, kinds) };
    for _ in 0..[0, 0, 0, 1, 1, 2][random.below(6)] {
        mutate::mutate(&mut functions, &mut random);
    }
    Draft { lines: functions.concat(), random }
}

/// A program of the steps of one kind of list.
fn assembled(random: &mut Random, kinds: Kinds) -> Vec<Lines> {
    let template = drawn_template(random, kinds);
    let names: &[&str] =
        if template.variables.is_empty() && random.chance(40) { &["p", "q", "r"] } else { &["p", "q"] };
    let (globals, mut main) = variables(&template, names, random);
    let mut assembler = Assembler { template: &template, names, value: value(random), builds: 0, random };
    let start = assembler.template.start.clone();
    main.extend(indented(assembler.filled(&start, names[0], names[1])));
    if let [_, _, third] = names {
        main.extend(indented(assembler.filled(&start, third, names[0])));
    }
    for _ in 0..2 + assembler.random.below(4) {
        main.extend(indented(assembler.step()));
    }
    for name in names {
        if !assembler.random.chance(5) {
            main.extend(indented(assembler.end(name)));
        }
    }
    let end = match assembler.random.below(30) {
        0 => "exit(0);",
        _ => "return 0;",
    };
    main.extend([format!("  {end}"), "}".to_string()]);
    if random.chance(25) {
        wild::stray(&mut main, random);
        // Nodes of trees have other links.
        if !template.types.iter().any(|line| line.contains("next")) {
            main.iter_mut().for_each(|line| *line = substitute(line, &[("next", "left")]));
        }
    }
    let mut functions = vec![globals];
    functions.extend(template.helpers_of(&main));
    functions.push(main);
    functions
}

fn drawn_template(random: &mut Random, kinds: Kinds) -> Template {
    let mut draw = random.below(kinds.iter().map(|kind| kind.0).sum());
    for &(weight, text) in kinds {
        match draw.checked_sub(weight) {
            Some(rest) => draw = rest,
            None => return Template::parse(text, random),
        }
    }
    unreachable!("the draw is below the sum of the weights")
}

/// The declarations before all functions, and the beginning of `main`.
fn variables(template: &Template, names: &[&str], random: &mut Random) -> (Lines, Lines) {
    let mut globals = template.types.clone();
    let mut main = vec!["int main(void) {".to_string()];
    let is_global = random.chance(20);
    let mut declare =
        |text: String| if is_global { globals.push(text) } else { main.push(format!("  {text}")) };
    if template.variables.is_empty() {
        for name in names {
            declare(format!("struct node *{name} = 0;"));
        }
        main.push("  struct node *t = 0;".to_string());
        main.push("  struct node *u = 0;".to_string());
    } else {
        template.variables.iter().cloned().for_each(declare);
    }
    main.push("  int n = 0;".to_string());
    main.push("  int m = 0;".to_string());
    main.push("  int i = 0;".to_string());
    main.push("  int k = 0;".to_string());
    let x = random.pick(&["__VERIFIER_nondet_int()", "1", "0", "-1"]);
    main.push(format!("  int x = {x};"));
    (globals, main)
}

/// What the nodes of a program hold.
fn value(random: &mut Random) -> &'static str {
    random.pick(&["I", "I", "1", "0", "x", "7 - I", "I % 3", "__VERIFIER_nondet_int()", "2 * I + 1"])
}

fn indented(lines: Lines) -> impl Iterator<Item = String> {
    lines.into_iter().map(|line| format!("  {line}"))
}

struct Assembler<'t> {
    template: &'t Template,
    /// The lists.
    names: &'t [&'static str],
    value: &'static str,
    /// How many steps have used a length.
    builds: usize,
    random: &'t mut Random,
}

impl Assembler<'_> {
    /// Lines with names for their placeholders.
    fn filled(&mut self, lines: &[String], list: &str, other: &str) -> Lines {
        let (n, m) = if self.builds.is_multiple_of(2) { ("n", "m") } else { ("m", "n") };
        let limit = self.random.pick(&["1", "2", "3", "4", "1000"]);
        let x = self.random.pick(&["x", "x", "1", "3"]);
        let (t, u) = if self.random.chance(80) { ("t", "u") } else { ("u", "t") };
        let value = substitute(self.value, &[("I", "i")]);
        let names = [
            ("P", list),
            ("Q", other),
            ("T", t),
            ("U", u),
            ("N", n),
            ("M", m),
            ("I", "i"),
            ("K", "k"),
            ("X", x),
            ("LIMIT", limit),
            ("VALUE", &value),
        ];
        lines.iter().map(|line| substitute(line, &names)).collect()
    }

    fn two_lists(&mut self) -> (&'static str, &'static str) {
        let first = self.random.below(self.names.len());
        let second = (first + 1 + self.random.below(self.names.len() - 1)) % self.names.len();
        (self.names[first], self.names[second])
    }

    fn step(&mut self) -> Lines {
        let (list, other) = self.two_lists();
        // Other steps need lists that were built before.
        let is_builder = |step: &&Lines| step.iter().any(|line| line.contains("VALUE"));
        let is_free = self.builds > 0 && self.random.chance(80);
        let steps: Vec<&Lines> =
            self.template.steps.iter().filter(|step| is_free || is_builder(step)).collect();
        let step = steps[self.random.below(steps.len())];
        let mut lines = self.filled(step, list, other);
        if step.iter().any(|line| line.contains("N =")) {
            self.builds += 1;
        }
        self.builds = self.builds.max(1);
        let condition = match self.random.below(12) {
            0 => "if (__VERIFIER_nondet_int())",
            1 => "if (x > 0)",
            2 => "while (__VERIFIER_nondet_int())",
            _ => return lines,
        };
        lines = indented(lines).collect();
        lines.insert(0, format!("{condition} {{"));
        lines.push("}".to_string());
        lines
    }

    /// Frees a list.
    fn end(&mut self, list: &'static str) -> Lines {
        let choice = self.random.below(self.template.ends.len());
        let end = self.template.ends[choice].clone();
        self.filled(&end, list, list)
    }
}
