//! Random C++ programs without the library, whose objects say when they are made, copied, changed and
//! destroyed. An expression has at most one part that does so where the order of the parts is left open.

use crate::random_features::FEATURES;
use std::ops::Range;

/// A small generator of pseudo-random numbers (splitmix64).
struct Random(u64);

impl Random {
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
}

/// What every program begins with.
const START: &str = include_str!("random_classes.cpp");

/// The programs with these numbers as functions of one program, which says where each of them begins.
pub(crate) fn programs(seeds: Range<u64>) -> String {
    let mut text = START.to_string();
    for seed in seeds.clone() {
        text += &function(seed);
    }
    text += "int main() {\n";
    for seed in seeds {
        text += &format!("  made = 0; printf(\"program {seed}\\n\");\n");
        text += &format!("  printf(\"returns %d\\n\", program_{seed}());\n");
    }
    text + "  return 0;\n}\n"
}

fn function(seed: u64) -> String {
    let mut maker = Maker { random: Random(seed), objects: vec!["a0".into()], names: 0, text: String::new() };
    maker.text += &format!("int program_{seed}() {{\n  int n = 5;\n  A a0(3);\n");
    for _ in 0..10 {
        maker.statement(1);
    }
    maker.text += "  printf(\"%d %d\\n\", n, made);\n  return n & 63;\n}\n";
    maker.text
}

struct Maker {
    random: Random,
    /// Objects of class `A` that are alive here.
    objects: Vec<String>,
    names: usize,
    text: String,
}

impl Maker {
    fn name(&mut self, start: &str) -> String {
        self.names += 1;
        format!("{start}{}", self.names)
    }

    fn object(&mut self) -> String {
        let index = self.random.below(self.objects.len());
        self.objects[index].clone()
    }

    fn line(&mut self, depth: usize, text: &str) {
        self.text += &format!("{}{text}\n", "  ".repeat(depth));
    }

    /// A value of class `A`; at most one object says something where the order is left open.
    fn value(&mut self) -> String {
        let object = self.object();
        let number = self.random.below(50);
        match self.random.below(8) {
            0 => format!("A({number})"),
            1 => format!("built({number})"),
            2 => format!("chosen({number})"),
            3 => format!("{object} + A({number})"),
            4 => format!("A({number}).add({})", self.random.below(9)),
            5 => format!("(n % 2 ? {object} : A({number}))"),
            6 => format!("Box<A>({object}, {object}).sum()"),
            _ => object,
        }
    }

    /// An integer.
    fn number(&mut self) -> String {
        let object = self.object();
        let value = self.value();
        let number = self.random.below(20);
        match self.random.below(11) {
            9 => format!("guarded({number})"),
            10 => format!("again({number})"),
            0 => format!("by_value({value}, {number})"),
            1 => format!("by_reference({value}, {number})"),
            2 => format!("same({object}).get()"),
            3 => format!("derived({number}).all()"),
            4 => format!("larger({object}, A({number})).v"),
            5 => format!("(n > {number} && by_reference({value}, 1) > 3)"),
            6 => format!("({value}).get()"),
            7 => "deep::up(n)".to_string(),
            _ => format!("(n * 3 + {number}) % 97"),
        }
    }

    fn statement(&mut self, depth: usize) {
        let (number, value, object) = (self.number(), self.value(), self.object());
        match self.random.below(36) {
            20.. => self.feature(depth),
            15 => {
                let (name, with) = (self.name("s"), self.random.below(9));
                let made = format!("n % 2 ? (Shape *)new Solid({with}) : new Circle({with})");
                self.line(depth, &format!("Shape *{name} = {made};"));
                self.line(depth, &format!("n = (n + {name}->id() + {name}->twin().get()) % 127;"));
                let cast = format!("Side *t = dynamic_cast<Side *>({name})");
                self.line(depth, &format!("if ({cast}) n = (n + t->side()) % 127;"));
                self.line(depth, &format!("delete {name};"));
            }
            16 => {
                let (name, with) = (self.name("b"), self.random.below(9));
                self.line(depth, &format!("Both {name}({with});"));
                let parts = format!("((Root &){name}).up() + ((Right &){name}).r + ((Right &){name}).up()");
                self.line(depth, &format!("n = (n + {parts}) % 127;"));
                self.objects.push(format!("{name}.l"));
            }
            17 | 18 if depth < 4 => self.guarded(depth, &number),
            19 => {
                let (name, with) = (self.name("f"), self.random.below(30));
                self.line(depth, &format!("try {{ Fragile {name}({with}); n = (n + {name}.two.v) % 131; }}"));
                self.line(depth, "catch (char) { n = n / 2; } catch (Worse &w) { n = w.what() % 7; }");
                self.line(depth, "catch (...) { n = n / 3; }");
            }
            0 | 1 => {
                let name = self.name("a");
                self.line(depth, &format!("A {name} = {value};"));
                self.objects.push(name);
            }
            2 => {
                let name = self.name("r");
                self.line(depth, &format!("const A &{name} = {};", self_bound(&value)));
                self.line(depth, &format!("n = (n + {name}.get()) % 101;"));
            }
            3 => {
                let name = self.name("d");
                let with = self.random.below(9);
                self.line(depth, &format!("D {name}({with});"));
                self.objects.push(format!("{name}.first"));
            }
            4 => self.line(depth, &format!("{object} = {value};")),
            5 => {
                let name = self.name("p");
                let with = self.random.below(9);
                self.line(depth, &format!("A *{name} = new A({with});"));
                self.line(depth, &format!("n = {number} % 103;"));
                self.line(depth, &format!("n = ({name}->add(n).get() + n) % 103;"));
                self.line(depth, &format!("delete {name};"));
            }
            6 => {
                let name = self.name("q");
                self.line(depth, &format!("A *{name} = new A[n % 3 + 1];"));
                self.line(depth, &format!("{name}[0] = {value};"));
                self.line(depth, &format!("delete[] {name};"));
            }
            7 => {
                let name = self.name("x");
                self.line(depth, &format!("A {name}[2] = {{A(1), {value}}};"));
                self.line(depth, &format!("for (A &e : {name}) n = (n + e.add(2).get()) % 107;"));
            }
            8 => {
                let name = self.name("f");
                let body = format!("{{ n += k; return {object}.add(k).get(); }}");
                self.line(depth, &format!("auto {name} = [&](int k) {body};"));
                self.line(depth, &format!("n = {name}(3) % 109;"));
            }
            9 | 10 if depth < 4 => self.block(depth, &format!("if ({number} % 2)")),
            11 if depth < 4 => {
                let i = self.name("i");
                self.line(depth, &format!("for (int {i} = 0; {i} < 3; {i}++) {{"));
                let alive = self.objects.len();
                self.statement(depth + 1);
                let jump = if self.random.below(2) == 0 { "continue" } else { "break" };
                self.line(depth + 1, &format!("if ((n + {i}) % 2) {jump};"));
                self.statement(depth + 1);
                self.objects.truncate(alive);
                self.line(depth, "}");
            }
            12 if depth < 4 => self.block(depth, ""),
            13 => self.line(depth, &format!("{value};")),
            _ => self.line(depth, &format!("n = {number} % 113;")),
        }
    }

    /// A statement that shows a feature of the language.
    fn feature(&mut self, depth: usize) {
        let (text, added) = FEATURES[self.random.below(FEATURES.len())];
        let names = ["x", "y", "z"].map(|start| self.name(start));
        let put_names = |text: &str| {
            (1..).zip(&names).fold(text.to_string(), |text, (i, name)| text.replace(&format!("${i}"), name))
        };
        let mut rest = put_names(text);
        let mut line = String::new();
        while let Some((before, after)) = rest.split_once('$') {
            line += before;
            match after.as_bytes()[0] {
                b'o' => line += &self.object(),
                b'v' => line += &self.value(),
                b'n' => line += &self.number(),
                b'k' => line += &self.random.below(20).to_string(),
                b's' => line += &self.inner(depth),
                other => panic!("no such part: {}", other as char),
            }
            rest = after[1..].to_string();
        }
        // Other statements take it for an index.
        self.line(depth, &(line + &rest + " if (n < 0) n = -n;"));
        if !added.is_empty() {
            self.objects.push(put_names(added));
        }
    }

    /// A statement inside of another one.
    fn inner(&mut self, depth: usize) -> String {
        if depth > 3 {
            return "n = n / 2;".to_string();
        }
        let (before, alive) = (std::mem::take(&mut self.text), self.objects.len());
        self.statement(depth + 1);
        self.objects.truncate(alive);
        std::mem::replace(&mut self.text, before)
    }

    /// Statements that may throw, with handlers.
    fn guarded(&mut self, depth: usize, number: &str) {
        self.block(depth, "try");
        self.text.truncate(self.text.trim_end().len() - 1);
        let with = self.random.below(9);
        self.line(depth, &format!("  n = (n + risky((n + {with}) & 63)) % 131; }}"));
        let handler = match self.random.below(3) {
            0 => "const Error &e",
            1 => "Error e",
            _ => "Worse &e",
        };
        self.line(depth, &format!("catch ({handler}) {{ n = e.what() % 11; }}"));
        match self.random.below(2) {
            0 => self.line(depth, &format!("catch (int i) {{ A in(i); n = {number} % 17; }}")),
            _ => self.line(depth, "catch (int i) { n = i % 5; }"),
        }
        self.line(depth, "catch (...) { n = n / 2; }");
    }

    fn block(&mut self, depth: usize, head: &str) {
        self.line(depth, &format!("{head} {{"));
        let alive = self.objects.len();
        for _ in 0..=self.random.below(3) {
            self.statement(depth + 1);
        }
        if self.random.below(8) == 0 {
            self.line(depth + 1, "return n & 31;");
        }
        self.objects.truncate(alive);
        self.line(depth, "}");
    }
}

/// What a reference may be bound to for its whole life: a reference that a temporary returns to itself is
/// none of that.
fn self_bound(value: &str) -> String {
    if value.contains(".add(") { "A(4)".to_string() } else { value.to_string() }
}
