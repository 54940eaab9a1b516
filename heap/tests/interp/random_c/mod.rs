//! Random C programs with a defined meaning: what they print does not depend on the compiler.
//!
//! Signed arithmetic may overflow, which is defined here as wrapping around (`-fwrapv`). Everything else that
//! C leaves undefined is kept out: shifts and indices are masked, divisors are not zero, all variables start
//! with a value, and an expression has at most one side effect on what it mentions. Every loop and every
//! backward `goto` burns fuel, so that all programs end.

mod features;

use std::fmt::Write as _;

/// A small generator of pseudo-random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<'t>(&mut self, items: &[&'t str]) -> &'t str {
        items[self.below(items.len())]
    }
}

const TYPES: [&str; 12] = [
    "signed char",
    "unsigned char",
    "char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "_Bool",
];

const HEADER: &str = r#"#include <stdio.h>
#include <string.h>
#include <stdlib.h>
enum colour { RED, GREEN = 5, BLUE = -2 };
struct small { signed char c; short s; };
struct record { int a; unsigned char b; long l; unsigned f : 5; int g : 7; unsigned long h : 40; struct small in; short arr[4]; struct { int x, y; }; };
union pun { unsigned u; unsigned char bytes[4]; short half[2]; int i; };
static int global = 7;
static unsigned short table[8] = {1, 2, [5] = 60000, 7};
static struct record fixed = {.a = 3, .l = -4, .arr = {1, [2] = 3}, .f = 9, .g = -3, .h = 77, .x = 5};
static int twice(int x) { return x * 2; }
static int less(int x) { return x - 3; }
static int (*const functions[2])(int) = {twice, less};
static struct small make(int c, short s) { struct small r = {(signed char)c, s}; return r; }
static int sum(struct record r) { r.a += 1; return r.a + r.b + (int)r.l + r.arr[1] + r.in.s + r.f + r.g; }
static int count(void) { static int calls; return ++calls; }
static unsigned gcd(unsigned a, unsigned b) { return b ? gcd(b, a % b) : a; }
static void change(int *p, long *q) { *p += 2; if (q) *q ^= *p; }
static int first(int n, int m[n][3]) { int s = 0; for (int i = 0; i < n; i++) s = s * 3 + m[i][i % 3]; return s; }
"#;

/// One program with several parts, each a function that prints what it computes.
pub(crate) fn program(seed: u64, parts: usize) -> String {
    let mut text = HEADER.to_string() + features::HEADER;
    for part in 0..parts {
        let mut generator = Generator::new(seed.wrapping_mul(1000).wrapping_add(part as u64));
        generator.part(part);
        text += &generator.out;
    }
    text += "int main(void) {\n";
    for part in 0..parts {
        let _ = writeln!(text, "  part{part}();");
    }
    text += "  printf(\"%d %d\\n\", global, count());\n  return global & 127;\n}\n";
    text
}

struct Generator {
    random: Random,
    out: String,
    indent: usize,
    /// Types of the scalar variables v0, v1, ...
    variables: Vec<&'static str>,
    has_jumps: bool,
    labels: usize,
    used_labels: usize,
    loops: usize,
    switches: usize,
    /// Places of computed jumps, in the whole part.
    computed: usize,
}

impl Generator {
    fn new(seed: u64) -> Generator {
        let mut random = Random::new(seed);
        let variables = (0..6).map(|_| TYPES[random.below(TYPES.len())]).collect();
        let has_jumps = random.chance(50);
        Generator {
            random,
            out: String::new(),
            indent: 1,
            variables,
            has_jumps,
            labels: 0,
            used_labels: 0,
            loops: 0,
            switches: 0,
            computed: 0,
        }
    }

    /// A number for labels that only a computed jump goes to.
    fn computed(&mut self) -> usize {
        self.computed += 1;
        self.computed
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(self.indent));
    }

    fn part(&mut self, number: usize) {
        let _ = writeln!(self.out, "static void part{number}(void) {{");
        self.line("int fuel = 60, i0 = 0, i1 = 0, i2 = 0, turn = 0;");
        for (index, ty) in self.variables.clone().into_iter().enumerate() {
            let value = self.literal();
            self.line(&format!("{ty} v{index} = {value};"));
        }
        let size = 8;
        self.line(&format!("int a[{size}] = {{3, -1, 4, 1 << 20}}; unsigned char c[8] = \"random\"; long m[3][4] = {{{{1}}, {{2, 3}}}};"));
        self.line("struct record r = {1, 2, .in = {.s = 9}, .f = 3}, q = fixed; union pun u = {0x12345678}; struct small s;");
        self.line("int *p = &a[2]; struct record *rp = &r; enum colour e = GREEN; double d = 1.5; float f = 0.25f; void *z = a;");
        self.line(features::LOCALS);
        self.line("s = make(v0 != 0, 300); int v_extra = 6;");
        let count = 4 + self.random.below(8);
        for _ in 0..count {
            self.statement(3);
        }
        // Labels that were only jumped to stand at the end.
        for label in self.labels..self.used_labels {
            self.line(&format!("L{label}: ;"));
        }
        for index in 0..self.variables.len() {
            self.line(&format!("printf(\"v{index} %lld\\n\", (long long)v{index});"));
        }
        self.line("for (i0 = 0; i0 < 8; i0++) printf(\"%d %d %d \", a[i0], c[i0], table[i0]);");
        self.line("for (i0 = 0; i0 < 12; i0++) printf(\"%ld \", m[i0 / 4][i0 % 4]);");
        self.line("printf(\"r %d %d %ld %u %d %lu %d %d %d %d\\n\", r.a, r.b, r.l, r.f, r.g, (unsigned long)r.h, r.in.c, r.in.s, r.x, r.arr[3]);");
        self.line(features::RESULTS);
        self.line("printf(\"%d %d %d %d\\n\", v_extra, rows[2].id, rows[1].pair[1].b, grid[1][1][0]);");
        self.line(
            "printf(\"q %d %d %ld %u %d %d %d %d\\n\", q.a, q.b, q.l, q.f, q.g, q.in.s, q.y, q.arr[2]);",
        );
        self.line("printf(\"u %u s %d %d p %d e %d d %.9g f %.9g i %d %d %d %d\\n\", u.u, s.c, s.s, (int)(p - a), e, d, f, i1, i2, turn, z == a);");
        self.out += "}\n";
    }

    fn literal(&mut self) -> String {
        match self.random.below(8) {
            0 => "0".to_string(),
            1 => "1".to_string(),
            2 => format!("{}", self.random.below(300)),
            3 => format!("-{}", self.random.below(300)),
            4 => format!("{}u", self.random.next() as u32),
            5 => format!("{}L", self.random.next() as i64 >> 8),
            6 => format!("{:#x}", self.random.next() as u32),
            _ => self
                .random
                .pick(&[
                    "'a'",
                    "'\\n'",
                    "BLUE",
                    "GREEN",
                    "'\\xff'",
                    "sizeof(int)",
                    "sizeof(struct record)",
                    "127",
                    "255",
                    "65535",
                    "0x7fffffff",
                    "(-2147483647 - 1)",
                ])
                .to_string(),
        }
    }

    fn variable(&mut self) -> String {
        format!("v{}", self.random.below(self.variables.len()))
    }

    /// Something that holds an integer; the index expression has no side effect.
    fn place(&mut self, depth: usize) -> String {
        match self.random.below(23) {
            20..=22 => self.rare_place(),
            0..=7 => self.variable(),
            8 => format!("a[{} & 7]", self.expression(depth)),
            9 => format!("c[{} & 7]", self.expression(depth)),
            10 => format!("m[{} & 1][{} & 3]", self.expression(depth), self.expression(depth)),
            11 => format!(
                "r.{}",
                self.random.pick(&["a", "b", "l", "f", "g", "in.c", "in.s", "x", "y", "arr[1]"])
            ),
            12 => {
                format!("rp->{}", self.random.pick(&["a", "b", "l", "f", "g", "in.c", "in.s", "x", "arr[2]"]))
            }
            13 => self.random.pick(&["u.u", "u.i", "u.half[1]", "u.bytes[2]"]).to_string(),
            14 => self.random.pick(&["s.c", "s.s", "e", "q.g", "q.f", "q.l"]).to_string(),
            15 => format!("p[{} & 1]", self.expression(depth)),
            16 => "(*p)".to_string(),
            17 => "global".to_string(),
            18 => format!("table[{} & 7]", self.expression(depth)),
            _ => format!("(*(a + ({} & 7)))", self.expression(depth)),
        }
    }

    /// An integer expression without side effects.
    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.chance(15) {
            return match self.random.chance(40) {
                true => self.literal(),
                false => self.variable(),
            };
        }
        let depth = depth - 1;
        match self.random.below(28) {
            24..=27 => self.rare_expression(depth),
            0..=5 => {
                let op = self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                format!("({} {op} {})", self.expression(depth), self.expression(depth))
            }
            6 => {
                let op = self.random.pick(&["/", "%"]);
                let divisor =
                    self.random.pick(&["(({} & 7) + 1)", "(-(int)({} & 7) - 2)", "(({} & 0xffu) | 1)"]);
                let divisor = divisor.replace("{}", &self.expression(depth));
                format!("({} {op} {divisor})", self.expression(depth))
            }
            7..=8 => {
                let op = self.random.pick(&["<<", ">>"]);
                format!(
                    "({} {op} ({} & {}))",
                    self.expression(depth),
                    self.expression(depth),
                    self.random.pick(&["7", "15", "31"])
                )
            }
            9..=11 => {
                let op = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({} {op} {})", self.expression(depth), self.expression(depth))
            }
            12 => {
                let op = self.random.pick(&["&&", "||"]);
                format!("({} {op} {})", self.expression(depth), self.expression(depth))
            }
            13 => format!(
                "({} ? {} : {})",
                self.expression(depth),
                self.expression(depth),
                self.expression(depth)
            ),
            14..=15 => {
                let op = self.random.pick(&["-", "~", "!", "+"]);
                format!("({op} {})", self.expression(depth))
            }
            16..=18 => format!("(({}){})", TYPES[self.random.below(TYPES.len())], self.expression(depth)),
            19..=20 => self.place(depth),
            21 => {
                let left = self.expression(depth);
                match self.random.below(6) {
                    0 => format!("functions[{left} & 1]((int){})", self.expression(depth)),
                    1 => format!("(int)gcd({left} & 255, {} & 255)", self.expression(depth)),
                    2 => format!("make({left}, {}).s", self.expression(depth)),
                    3 => "sum(r)".to_string(),
                    4 => format!("(({left}) ?: 5)"),
                    _ => format!("((int (*[])(int)){{twice, less}})[{left} & 1](3)"),
                }
            }
            22 => match self.random.below(5) {
                0 => "(int)(p - a)".to_string(),
                1 => format!("(p < &a[{} & 7])", self.expression(depth)),
                2 => format!("\"constant\"[{} & 7]", self.expression(depth)),
                3 => format!("((struct small){{1, .s = {}}}).s", self.expression(depth)),
                _ => "(int)strlen((char *)\"length\")".to_string(),
            },
            // A constant on the left makes gcc 12 crash.
            _ => format!("({}, {})", self.variable(), self.expression(depth)),
        }
    }

    /// A condition, perhaps with a side effect on `turn`, which nothing else in it mentions.
    fn condition(&mut self) -> String {
        match self.random.below(6) {
            0 => format!("{} && turn++ < 9", self.expression(2)),
            1 => format!("{} || --turn", self.expression(2)),
            2 => "(turn += 3) % 4".to_string(),
            _ => self.expression(2),
        }
    }

    fn block(&mut self, depth: usize) {
        self.indent += 1;
        if depth > 1 && !self.has_jumps && self.random.chance(25) {
            let value = self.expression(2);
            let ty = TYPES[self.random.below(11)];
            self.line(&format!("{ty} k = {value}, w[2] = {{k}}; *w += 1; v1 ^= w[0] + w[1];"));
        }
        for _ in 0..1 + self.random.below(3) {
            self.statement(depth - 1);
        }
        self.indent -= 1;
    }

    fn statement(&mut self, depth: usize) {
        if self.has_jumps && self.random.chance(15) {
            return self.jump();
        }
        if depth == 0 {
            return self.simple();
        }
        match self.random.below(12) {
            0..=1 => {
                let cond = self.condition();
                self.line(&format!("if ({cond}) {{"));
                self.block(depth);
                if self.random.chance(50) {
                    self.line("} else {");
                    self.block(depth);
                }
                self.line("}");
            }
            2 => {
                let cond = self.condition();
                self.line(&format!("while (fuel-- > 0 && ({cond})) {{"));
                self.in_loop(depth);
                self.line("}");
            }
            3 => {
                self.line("do {");
                self.in_loop(depth);
                let cond = self.condition();
                self.line(&format!("}} while (fuel-- > 0 && ({cond}));"));
            }
            4..=5 => {
                let counter = format!("i{}", self.loops.min(2));
                let header = match self.random.below(4) {
                    0 => format!("for ({counter} = 0; {counter} < 6 && fuel-- > 0; {counter}++) {{"),
                    1 => format!("for (; fuel-- > 0 && {counter} < 9; {counter} += 2) {{"),
                    2 => format!("for ({counter} = 5; fuel-- > 0;) {{ if ({counter}-- <= 0) break;"),
                    _ => format!(
                        "for ({counter} = 0, turn = 1; ; turn++, {counter}++) {{ if (fuel-- <= 0 || {counter} > 4) break;"
                    ),
                };
                self.line(&header);
                self.loops += 1;
                self.in_loop(depth);
                self.loops -= 1;
                self.line("}");
            }
            6 => self.switch(depth),
            7 => {
                self.line("{");
                self.block(depth);
                self.line("}");
            }
            _ => self.simple(),
        }
    }

    fn in_loop(&mut self, depth: usize) {
        self.indent += 1;
        for _ in 0..1 + self.random.below(3) {
            self.statement(depth - 1);
        }
        if self.random.chance(40) {
            let cond = self.expression(2);
            let word = self.random.pick(&["break", "continue"]);
            self.line(&format!("if ({cond}) {word};"));
            self.statement(0);
        }
        self.indent -= 1;
    }

    fn switch(&mut self, depth: usize) {
        let value = self.expression(2);
        let value = if self.random.chance(70) { format!("({value}) & 7") } else { value };
        self.line(&format!("switch ({value}) {{"));
        self.switches += 1;
        let mut cases: Vec<String> = (0..8).map(|case| format!("case {case}:")).collect();
        cases.push("default:".to_string());
        cases.push("case 100 ... 200:".to_string());
        cases.push("case -1:".to_string());
        for _ in 0..2 + self.random.below(4) {
            let index = self.random.below(cases.len());
            let case = cases.swap_remove(index);
            self.line(&case);
            if self.random.chance(20) {
                continue;
            }
            self.indent += 1;
            if depth > 1 && self.random.chance(15) && !cases.is_empty() {
                // A case inside a loop or an if of the switch.
                let inner = cases.pop().unwrap_or_default();
                let cond = self.condition();
                let word = self.random.pick(&["while (fuel-- > 0 &&", "if ("]);
                self.line(&format!("{word} ({cond})) {{"));
                self.statement(depth - 1);
                self.line(&format!("{inner} ;"));
                self.statement(depth - 1);
                self.line("}");
            }
            self.statement(depth - 1);
            if self.random.chance(65) {
                self.line("break;");
            }
            self.indent -= 1;
        }
        self.line(";");
        self.switches -= 1;
        self.line("}");
    }

    /// A label here, or a jump to a label somewhere.
    fn jump(&mut self) {
        if self.random.chance(50) {
            let label = self.labels;
            self.labels += 1;
            self.used_labels = self.used_labels.max(self.labels);
            self.line(&format!("L{label}: ;"));
        } else {
            let label = self.random.below(self.labels + 2);
            self.used_labels = self.used_labels.max(label + 1);
            let cond = self.expression(1);
            self.line(&format!("if (fuel-- > 0 && {cond}) goto L{label};"));
        }
    }

    fn simple(&mut self) {
        let text = match self.random.below(30) {
            22..=29 => self.rare_statement(),
            0..=5 => format!("{} = {};", self.place(2), self.expression(3)),
            6..=8 => {
                let op = self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                format!("{} {op}= {};", self.place(2), self.expression(3))
            }
            9 => format!("{} /= ({} & 7) + 1;", self.place(2), self.expression(2)),
            10 => {
                let op = self.random.pick(&["<<", ">>"]);
                format!("{} {op}= {} & 7;", self.place(2), self.expression(2))
            }
            11..=12 => {
                let place = self.place(1);
                match self.random.below(4) {
                    0 => format!("{place}++;"),
                    1 => format!("--{place};"),
                    2 => format!("turn = {place}--;"),
                    _ => format!("turn = ++{place};"),
                }
            }
            13 => match self.random.below(6) {
                0 => format!("p = &a[{} & 3];", self.expression(2)),
                1 => "if (p < a + 6) turn = *p++; else p = a;".to_string(),
                2 => "if (p > a) turn += *--p;".to_string(),
                3 => "p += (p - a < 4) ? 2 : -2;".to_string(),
                4 => format!("rp = {} ? &r : &q;", self.expression(2)),
                _ => format!("z = {} ? (void *)a : 0;", self.expression(2)),
            },
            14 => self
                .random
                .pick(&[
                    "r = q;",
                    "q = *rp;",
                    "r.in = s;",
                    "s = make(r.a, r.in.s);",
                    "*rp = fixed;",
                    "s = rp->in;",
                    "q = (struct record){.a = r.b, .g = 3};",
                    "s = turn ? r.in : q.in;",
                ])
                .to_string(),
            15 => match self.random.below(5) {
                0 => "memset(c, turn & 127, 3);".to_string(),
                1 => "memcpy(&a[1], &a[4], 2 * sizeof *a);".to_string(),
                2 => "memmove(&a[1], &a[0], 3 * sizeof(int));".to_string(),
                3 => "change(&a[3], &r.l);".to_string(),
                _ => "change(&global, 0);".to_string(),
            },
            16 => format!(
                "printf(\"%d %ld %u %x %c\\n\", (int){}, (long){}, (unsigned){}, turn, 'a' + (turn & 15));",
                self.expression(2),
                self.expression(2),
                self.expression(2)
            ),
            17 => match self.random.below(4) {
                0 => format!("d = d * 0.5 + (short){};", self.expression(2)),
                1 => format!("f = (float)({} & 1023) / 3;", self.expression(2)),
                2 => "v1 = (int)f; d -= f;".to_string(),
                _ => format!("d = {} ? d + 1 : -d; v2 = d > f;", self.expression(2)),
            },
            18 => format!(
                "{{ int n = 2 + ({} & 3), w[n]; for (int k = 0; k < n; k++) w[k] = k * n; v3 += w[n - 1] + (int)sizeof w; }}",
                self.expression(2)
            ),
            19 => format!("v4 = ({{ int t = {}; turn ^= t; t > 3 ? t : turn; }});", self.expression(2)),
            // Compilers differ in the type of a bit-field wider than int, so it is only written and read
            // whole.
            20 if self.random.chance(50) => format!("rp->h = {};", self.expression(2)),
            20 => "global += count();".to_string(),
            _ => "v5 += first(2, (int[2][3]){{1, 2, 3}, {4, v5 != 0}});".to_string(),
        };
        // A declaration must not be jumped over.
        let text = if self.has_jumps && (text.contains("w[n]") || text.contains("&&odd")) {
            "turn++;".to_string()
        } else {
            text
        };
        self.line(&text);
    }
}
