//! Small random programs about arrays, pointers and loops, for testing analyses against all their executions.
//!
//! The programs take few inputs from small ranges, so that their executions can be enumerated, and they are
//! wrong in some way now and then: an index beyond the end, memory that is not set, not freed or freed twice,
//! a claim that does not hold. Most claims are *probes*: the program is run first with its probes printed,
//! and what all runs agree on is claimed ([`Draft::finish`]), sometimes slightly more than that.

mod functions;
mod library;
mod loops;
mod shapes;
mod whole;

use crate::oracle::Random;
use std::collections::BTreeMap;
use std::fmt::Write as _;

const TYPES: [&str; 9] =
    ["int", "int", "int", "signed char", "unsigned char", "short", "unsigned short", "unsigned", "long"];

const HEADER: &str = "extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);
extern void *malloc(__SIZE_TYPE__);
extern void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
extern void free(void *);
extern void exit(int);
extern void abort(void);
extern int printf(const char *, ...);
struct pair { int f; short g; int *link; int in[2]; };
static int first_of(int *p, int k, int wanted) { for (int i = 0; i < k; i++) if (p[i] == wanted) return i; return -1; }
static int total(int *p, int k) { int t = 0; for (int i = 0; i < k; i++) t += p[i]; return t; }
static void fill(int *p, int k, int v) { for (int i = 0; i < k; i++) p[i] = v; }
static void fill_back(int *p, int k, int v) { while (k-- > 0) *p++ = v; }
static void exchange(int *p, int *q) { int t = *p; *p = *q; *q = t; }
static int larger(int v, int w) { if (v > w) return v; return w; }
static int clamp(int v, int low, int high) { return v < low ? low : v > high ? high : v; }
static void put_if(int *p, int v) { if (p) *p = v; }
static int *choose(int c, int *p, int *q) { if (c) return p; else return q; }
";

/// What all programs begin with.
fn header() -> String {
    [HEADER, whole::HEADER, library::HEADER].concat()
}

/// An array of the program.
#[derive(Clone)]
struct Array {
    name: &'static str,
    ty: &'static str,
    /// The length as the program writes it, and the least and the greatest value it can have.
    length: String,
    least: i64,
    is_heap: bool,
}

/// A program with holes for claims.
pub(crate) struct Draft {
    lines: Vec<Line>,
    random: Random,
}

enum Line {
    Text(String),
    /// Indentation and expression.
    Probe(usize, String),
}

/// What the probes of a program were in its runs: least and greatest value by number of the probe.
pub(crate) type Seen = BTreeMap<usize, (i64, i64)>;

impl Draft {
    /// The program that prints its probes.
    pub(crate) fn with_output(&self) -> String {
        let mut text = header();
        for (index, line) in self.lines.iter().enumerate() {
            let _ = match line {
                Line::Text(line) => writeln!(text, "{line}"),
                Line::Probe(indent, value) => {
                    writeln!(text, "{:1$}printf(\"{index} %ld\\n\", (long)({value}));", "", 2 * indent)
                }
            };
        }
        text
    }

    /// The program that claims what was seen, and sometimes more.
    pub(crate) fn finish(mut self, seen: &Seen) -> String {
        let mut text = header();
        for (index, line) in self.lines.iter().enumerate() {
            let (indent, value) = match line {
                Line::Text(line) => {
                    let _ = writeln!(text, "{line}");
                    continue;
                }
                Line::Probe(indent, value) => (2 * indent, value),
            };
            let Some(&(mut low, mut high)) = seen.get(&index) else { continue };
            match self.random.below(12) {
                0 => low += 1,
                1 => high -= 1,
                2 => (low, high) = (low + 1, high + 1),
                _ => {}
            }
            let _ = match (low == high, self.random.below(4)) {
                (true, _) => writeln!(text, "{:indent$}__VERIFIER_assert({value} == {low});", ""),
                (_, 0) => writeln!(text, "{:indent$}__VERIFIER_assert({value} >= {low});", ""),
                (_, 1) => writeln!(text, "{:indent$}__VERIFIER_assert({value} <= {high});", ""),
                _ => {
                    writeln!(text, "{:indent$}__VERIFIER_assert({value} >= {low} && {value} <= {high});", "")
                }
            };
        }
        text
    }
}

/// A random program.
pub(crate) fn draft(seed: u64) -> Draft {
    let mut generator = Generator {
        random: Random::new(seed),
        lines: Vec::new(),
        indent: 1,
        arrays: Vec::new(),
        counters: Vec::new(),
        used_counters: 0,
        has_pointers: false,
        has_pairs: false,
        in_loop: 0,
    };
    match seed % 4 {
        0 => generator.main(),
        1 => generator.shaped_main(),
        2 => generator.library_main(),
        _ => generator.functional_main(),
    }
    Draft { lines: generator.lines, random: generator.random }
}

struct Generator {
    random: Random,
    lines: Vec<Line>,
    indent: usize,
    arrays: Vec<Array>,
    /// Loop counters in scope and the bound that they are below.
    counters: Vec<(String, String)>,
    used_counters: usize,
    has_pointers: bool,
    has_pairs: bool,
    in_loop: usize,
}

impl Generator {
    fn line(&mut self, text: &str) {
        self.lines.push(Line::Text(format!("{:1$}{text}", "", 2 * self.indent)));
    }

    fn main(&mut self) {
        let names = ["a", "b", "c"];
        let wide = self.random.chance(35);
        let (least, most) = match wide {
            true => (self.random.below(2) as i64, 100),
            false => (self.random.below(3) as i64, 1 + self.random.below(5) as i64),
        };
        let most = most.max(least);
        let mut globals = Vec::new();
        let mut locals = Vec::new();
        for name in &names[..1 + self.random.below(3)] {
            let ty = if self.random.chance(60) { "int" } else { self.random.pick(&TYPES) };
            let (length, least_length) = match self.random.below(4) {
                0 | 1 => ("n".to_string(), least),
                _ => {
                    let length = if wide { 100 } else { most.max(1 + self.random.below(5) as i64) };
                    (length.to_string(), length)
                }
            };
            let is_constant = length != "n";
            let mut is_heap = false;
            match self.random.below(4) {
                0 if is_constant => globals.push(match self.random.below(3) {
                    0 => format!("static {ty} {name}[{length}];"),
                    1 => format!("{ty} {name}[{length}] = {{1, 2}};"),
                    _ => format!("{ty} {name}[{length}] = {{0}};"),
                }),
                1 if is_constant => locals.push(match self.random.below(3) {
                    0 => format!("{ty} {name}[{length}];"),
                    1 => format!("{ty} {name}[{length}] = {{3}};"),
                    _ => format!("{ty} {name}[{length}] = {{0}};"),
                }),
                2 => locals.push(format!("{ty} {name}[{length}];")),
                other => {
                    is_heap = true;
                    locals.push(match other {
                        0 => format!("{ty} *{name} = calloc({length}, sizeof *{name});"),
                        _ => format!("{ty} *{name} = malloc({length} * sizeof *{name});"),
                    });
                }
            }
            self.arrays.push(Array { name, ty, length, least: least_length, is_heap });
        }
        self.has_pointers = self.random.chance(50);
        self.has_pairs = self.random.chance(20);
        for text in globals {
            self.lines.push(Line::Text(text));
        }
        self.lines.push(Line::Text("static int g, *gp;".to_string()));
        self.lines.push(Line::Text("int main(void) {".to_string()));
        self.line("int n = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(), y = 0, z = 1;");
        let assumption = match self.random.below(12) {
            // A size that may be negative.
            0 => format!("n <= {most}"),
            _ => format!("n >= {least} && n <= {most}"),
        };
        self.line(&format!("__VERIFIER_assume({assumption});"));
        if self.random.chance(85) {
            self.line("__VERIFIER_assume(x >= -2 && x <= 3);");
        }
        let (s, t) = (self.random.pick(&TYPES), self.random.pick(&TYPES));
        let value = self.random.below(4);
        self.line(&format!("{s} s = 0; {t} t = {value}; int i, j, w;"));
        for text in locals {
            self.line(&text);
        }
        if self.has_pointers {
            let start = match self.int_array() {
                Some(array) => array.name.to_string(),
                None => "&g".to_string(),
            };
            let other = self.random.pick(&["0", "&g", "gp"]);
            self.line(&format!("int *p = {start}, *q = {other};"));
        }
        if self.has_pairs {
            let text = self.random.pick(&[
                "struct pair r = {1, 2}, rr[3];",
                "struct pair r, rr[3]; r.f = x; r.g = 5; r.link = 0;",
                "struct pair r = {0}, rr[3] = {{0}};",
            ]);
            self.line(text);
        }
        // Most arrays are filled first.
        for index in 0..self.arrays.len() {
            if self.random.chance(70) {
                self.fill(index);
            }
        }
        for _ in 0..1 + self.random.below(4) {
            self.statement(2);
            if self.random.chance(25) {
                self.probe();
            }
        }
        self.end_of_main();
    }

    /// Claims, frees, and how the program ends.
    fn end_of_main(&mut self) {
        for _ in 0..1 + self.random.below(2) {
            self.claim();
        }
        for index in 0..self.arrays.len() {
            if self.arrays[index].is_heap && !self.random.chance(4) {
                let name = self.arrays[index].name;
                self.line(&format!("free({name});"));
            }
        }
        let end = match self.random.below(30) {
            0 => "exit(0);",
            1 => "free(a);",
            _ => "return 0;",
        };
        let is_heap = self.arrays[0].is_heap;
        self.line(if end == "free(a);" && !is_heap { "return 0;" } else { end });
        self.lines.push(Line::Text("}".to_string()));
    }

    fn int_array(&mut self) -> Option<Array> {
        let found: Vec<Array> = self.arrays.iter().filter(|array| array.ty == "int").cloned().collect();
        (!found.is_empty()).then(|| found[self.random.below(found.len())].clone())
    }

    fn array(&mut self) -> Array {
        let index = self.random.below(self.arrays.len());
        self.arrays[index].clone()
    }

    /// A name for the counter of a loop.
    fn counter(&mut self) -> String {
        self.used_counters += 1;
        match self.random.below(3) {
            0 if !self.counters.iter().any(|(name, _)| name == "i") => "i".to_string(),
            1 if !self.counters.iter().any(|(name, _)| name == "j") => "j".to_string(),
            _ => format!("k{}", self.used_counters),
        }
    }

    fn declared(counter: &str) -> String {
        if counter.starts_with('k') { format!("int {counter}") } else { counter.to_string() }
    }

    /// A loop that sets all elements of an array.
    fn fill(&mut self, index: usize) {
        let array = self.arrays[index].clone();
        let (name, length) = (array.name, array.length.clone());
        let counter = self.counter();
        let declared = Self::declared(&counter);
        let value = match self.random.below(8) {
            0 => "0".to_string(),
            1 => format!("{}", self.random.below(5)),
            2 => counter.clone(),
            3 => format!("2 * {counter} + x"),
            4 => format!("{counter} % 3"),
            5 => "x".to_string(),
            6 if !array.length.contains("100") => "__VERIFIER_nondet_int()".to_string(),
            _ => {
                self.counters.push((counter.clone(), length.clone()));
                let value = self.expression(1);
                self.counters.pop();
                value
            }
        };
        let text = match self.random.below(7) {
            0 => format!(
                "for ({declared} = {length} - 1; {counter} >= 0; {counter}--) {name}[{counter}] = {value};"
            ),
            1 => format!(
                "{{ {} *e = {name}; for ({declared} = 0; {counter} != {length}; {counter}++) *e++ = {value}; }}",
                array.ty
            ),
            2 => format!(
                "for ({declared} = 0; {counter} < {length}; {counter}++) {{ if ({counter} != x) {name}[{counter}] = {value}; else {name}[{counter}] = 1; }}"
            ),
            _ => format!(
                "for ({declared} = 0; {counter} < {length}; {counter}++) {name}[{counter}] = {value};"
            ),
        };
        self.line(&text);
    }

    /// An index into an array, and whether it may be outside.
    fn index(&mut self, array: &Array) -> (String, bool) {
        let fitting: Vec<(String, String)> =
            self.counters.iter().filter(|(_, bound)| *bound == array.length).cloned().collect();
        if !fitting.is_empty() && self.random.chance(70) {
            let (counter, bound) = fitting[self.random.below(fitting.len())].clone();
            return match self.random.below(9) {
                0 => (format!("{counter} + 1"), true),
                1 => (format!("{counter} - 1"), true),
                2 => (format!("{bound} - 1 - {counter}"), false),
                3 => (format!("2 * {counter}"), true),
                4 => (format!("{counter} / 2"), false),
                _ => (counter, false),
            };
        }
        match self.random.below(8) {
            0 => ("x".to_string(), true),
            1 => (self.scalar(), true),
            2 => (format!("{} - 1", array.length), array.least == 0),
            3 if !self.counters.is_empty() => {
                let index = self.random.below(self.counters.len());
                (self.counters[index].0.clone(), true)
            }
            4 => (self.expression(1), true),
            5 if self.random.chance(8) => (array.length.clone(), false),
            _ => {
                let index = self.random.below(3);
                (index.to_string(), array.least <= index as i64)
            }
        }
    }

    fn inside(&self, array: &Array, index: &str) -> String {
        format!("{index} >= 0 && {index} < {}", array.length)
    }

    /// An element that is read.
    fn element(&mut self) -> String {
        let array = self.array();
        let (index, is_risky) = self.index(&array);
        let name = array.name;
        if is_risky && !self.random.chance(4) {
            return format!("({} ? {name}[{index}] : 0)", self.inside(&array, &format!("({index})")));
        }
        format!("{name}[{index}]")
    }

    fn scalar(&mut self) -> String {
        if !self.counters.is_empty() && self.random.chance(40) {
            let index = self.random.below(self.counters.len());
            return self.counters[index].0.clone();
        }
        self.random.pick(&["n", "x", "y", "z", "s", "t", "g"]).to_string()
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.chance(30) {
            return match self.random.below(3) {
                0 => format!("{}", self.random.below(6) as i64 - 2),
                _ => self.scalar(),
            };
        }
        let depth = depth - 1;
        match self.random.below(20) {
            0..=3 => format!("({} + {})", self.expression(depth), self.expression(depth)),
            4..=5 => format!("({} - {})", self.expression(depth), self.expression(depth)),
            6 => format!("({} * {})", self.random.below(5) as i64 - 1, self.expression(depth)),
            7 => {
                let op = self.random.pick(&["/", "%"]);
                format!("({} {op} {})", self.expression(depth), self.random.pick(&["2", "3", "-2", "4"]))
            }
            8..=12 => self.element(),
            13 => format!("({} ? {} : {})", self.condition(), self.expression(depth), self.expression(depth)),
            14 => format!("({})", self.condition()),
            15 => format!("({})({})", self.random.pick(&TYPES), self.expression(depth)),
            16 => {
                let op =
                    self.random.pick(&["& 1", "& 3", "<< 1", ">> 1", "^ 1", "| 2", "* x", "/ (x ? x : 1)"]);
                format!("({} {op})", self.expression(depth))
            }
            17 => {
                let call = self.random.pick(&["larger({}, {})", "clamp({}, 0, {})"]);
                let call = call.replacen("{}", &self.expression(depth), 1);
                call.replacen("{}", &self.expression(depth), 1)
            }
            18 if self.has_pointers => "(q ? *q : 0)".to_string(),
            18 if self.has_pairs => self.pair_place(),
            19 if self.has_pairs => self.pair_place(),
            _ => self.random.pick(&["-x", "~x", "!x", "-(x + 1)"]).to_string(),
        }
    }

    fn pair_place(&mut self) -> String {
        self.random
            .pick(&["r.f", "r.g", "rr[0].f", "rr[1].g", "r.in[0]", "rr[2].in[1]", "r.in[1]"])
            .to_string()
    }

    fn condition(&mut self) -> String {
        let (left, right) = (self.expression(1), self.expression(1));
        let op = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
        match self.random.below(6) {
            0 => format!("{left} {op} {right} && {} != {}", self.scalar(), self.random.below(4)),
            1 => format!("{left} {op} {right} || {} == {}", self.scalar(), self.random.below(4)),
            _ => format!("{left} {op} {right}"),
        }
    }

    fn probe(&mut self) {
        let value = match self.random.below(4) {
            0 => self.expression(2),
            1 => self.scalar(),
            2 => format!("({})", self.condition()),
            _ => self.element(),
        };
        self.lines.push(Line::Probe(self.indent, value));
    }

    /// A claim at the end: about all elements, or about some value.
    fn claim(&mut self) {
        if !self.random.chance(60) {
            return self.probe();
        }
        let array = self.array();
        let counter = self.counter();
        let declared = Self::declared(&counter);
        let (name, length) = (array.name, array.length.clone());
        let start = self.random.pick(&["0", "0", "0", "1"]);
        self.line(&format!("for ({declared} = {start}; {counter} < {length}; {counter}++) {{"));
        self.indent += 1;
        self.counters.push((counter.clone(), length));
        let value = match self.random.below(5) {
            0 => self.expression(2),
            1 => format!("({name}[{counter}] == {})", self.expression(1)),
            2 => format!("({name}[{counter}] <= {})", self.expression(1)),
            3 => format!("({} || {name}[{counter}] == {})", self.condition(), self.expression(1)),
            _ => format!("{name}[{counter}]"),
        };
        self.lines.push(Line::Probe(self.indent, value));
        self.counters.pop();
        self.indent -= 1;
        self.line("}");
    }

    fn block(&mut self, depth: usize) {
        self.indent += 1;
        for _ in 0..1 + self.random.below(2) {
            self.statement(depth);
        }
        self.indent -= 1;
    }

    fn statement(&mut self, depth: usize) {
        if depth == 0 {
            return self.simple();
        }
        match self.random.below(10) {
            0..=1 => {
                let condition = self.condition();
                self.line(&format!("if ({condition}) {{"));
                self.block(depth - 1);
                if self.random.chance(50) {
                    self.line("} else {");
                    self.block(depth - 1);
                }
                self.line("}");
            }
            2..=5 => self.a_loop(depth),
            6 => self.fixed_loop(),
            _ => self.simple(),
        }
    }

    fn simple(&mut self) {
        match self.random.below(18) {
            14..=17 => self.whole(),
            0..=4 => {
                let array = self.array();
                let (index, is_risky) = self.index(&array);
                let value = self.expression(2);
                let op = self.random.pick(&["=", "=", "=", "=", "+=", "-="]);
                let store = format!("{}[{index}] {op} {value};", array.name);
                match is_risky && !self.random.chance(5) {
                    true => {
                        let inside = self.inside(&array, &format!("({index})"));
                        self.line(&format!("if ({inside}) {store}"));
                    }
                    false => self.line(&store),
                }
            }
            5..=7 => {
                let name = self.random.pick(&["x", "y", "z", "s", "t", "g", "y", "s"]);
                let value = self.expression(2);
                let op = self.random.pick(&["=", "=", "=", "+=", "-="]);
                self.line(&format!("{name} {op} {value};"));
            }
            8 => {
                let name = self.random.pick(&[
                    "y++;",
                    "z--;",
                    "s++;",
                    "t += 2;",
                    "g = -g;",
                    "y = z; z = x;",
                    "s *= 2;",
                ]);
                self.line(name);
            }
            9 | 10 if self.has_pointers => self.pointer_statement(),
            11 if self.has_pairs => {
                let place = self.pair_place();
                let value = self.expression(2);
                let text = match self.random.below(5) {
                    0 => "r.link = &r.in[1]; *r.link = x;".to_string(),
                    1 => "{ struct pair *e = x > 0 ? &r : &rr[1]; e->f = y; e->g = 3; }".to_string(),
                    2 => "{ struct pair *e = &rr[x & 1]; e->f = y; e->in[1] = 2; }".to_string(),
                    _ => format!("{place} = {value};"),
                };
                self.line(&text);
            }
            12 => {
                let Some(array) = self.int_array() else { return self.simple() };
                let (a, length) = (array.name, array.length);
                let value = self.expression(1);
                let text = match self.random.below(8) {
                    0 => format!("y = first_of({a}, {length}, {value});"),
                    1 => format!("fill({a}, {length}, {value});"),
                    2 => format!("fill_back({a}, {length}, {value});"),
                    3 => format!("if ({length} > 1) exchange({a}, {a} + {length} - 1);"),
                    4 => format!("if ({length} > 0) put_if(x ? {a} : 0, {value});"),
                    5 => format!("if ({length} > 2) *choose(x > 1, {a} + 1, {a} + 2) = {value};"),
                    6 => format!("if ({length} > 0) exchange(&g, {a});"),
                    _ => format!("y = total({a}, {length});"),
                };
                self.line(&text);
            }
            13 if self.random.chance(30) => {
                let text = match self.random.below(6) {
                    0 => "{ unsigned char *e = (unsigned char *)&g; y = e[0]; }".to_string(),
                    1 => "{ unsigned char *e = (unsigned char *)&g; e[1] = x; }".to_string(),
                    2 => {
                        let array = self.array();
                        format!(
                            "if ({} > 0) {{ char *e = (char *){}; e[0] = 1; y = e[1 % sizeof *{}]; }}",
                            array.length, array.name, array.name
                        )
                    }
                    3 => format!("if ({}) exit(1);", self.condition()),
                    4 => format!("if ({}) abort();", self.condition()),
                    _ => format!("if ({}) return 1;", self.condition()),
                };
                self.line(&text);
            }
            _ => {
                let name = self.random.pick(&["y", "z", "s"]);
                let value = self.element();
                self.line(&format!("{name} = {value};"));
            }
        }
    }

    fn pointer_statement(&mut self) {
        let value = self.expression(1);
        let condition = self.condition();
        let target = match self.int_array() {
            Some(array) if array.least > 0 => array.name.to_string(),
            Some(array) if self.random.chance(50) => format!("({} > 0 ? {} : &g)", array.length, array.name),
            _ => "&g".to_string(),
        };
        let text = match self.random.below(11) {
            0 => format!("q = {condition} ? {target} : &g;"),
            1 => format!("q = {target};"),
            2 => format!("if (q) *q = {value};"),
            3 => format!("if (q) *q = {value}; else q = &g;"),
            4 => "if (q == p) y = 1; else y = 2;".to_string(),
            5 => format!("gp = {condition} ? &g : 0; if (gp) *gp = {value};"),
            6 => format!("{{ int l = {value}; q = &l; *q += 1; y = l; q = 0; }}"),
            7 => "if (p == q) z = p - q;".to_string(),
            8 => "q = &y; *q = 3;".to_string(),
            9 => "{ int *e = q; q = p; p = e; }".to_string(),
            _ => format!("q = {condition} ? q : p;"),
        };
        self.line(&text);
    }
}
