//! Programs made of functions that call each other, and themselves, with pointers that may point to the same
//! things.
//!
//! What a function does is what an analysis may find out once and for all calls, and the ways in which calls
//! differ are what it may get wrong.

use super::{Generator, Line};

impl Generator {
    /// A whole program.
    pub(super) fn functional_main(&mut self) {
        self.lines.push(Line::Text("static int g, gs[6];".to_string()));
        let count = 1 + self.random.below(4);
        for index in 0..count {
            self.function(index);
        }
        self.lines.push(Line::Text("int main(void) {".to_string()));
        self.line(
            "int n = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(), r = 0, a[6], b[6] = {1, 2, 3};",
        );
        let most = 1 + self.random.below(4);
        self.line(&format!("__VERIFIER_assume(n >= 0 && n <= {most} && x >= -1 && x <= 3);"));
        let filled = self.random.pick(&["6", "6", "6", "n", "5"]);
        let value = self.random.pick(&["0", "i", "x", "n - i"]);
        self.line(&format!("for (int i = 0; i < {filled}; i++) a[i] = {value};"));
        for _ in 0..1 + self.random.below(3) {
            let index = self.random.below(count);
            let (call, bound) = (self.outer_call(index), self.random.below(3));
            match self.random.below(8) {
                0 | 1 => self.line(&format!("for (int i = 0; i < n; i++) {call}")),
                2 => self.line(&format!("if (x > {bound}) {call}")),
                _ => self.line(&call),
            }
            if self.random.chance(50) {
                self.functional_probe();
            }
        }
        for _ in 0..1 + self.random.below(3) {
            self.functional_probe();
        }
        self.line("return 0;");
        self.lines.push(Line::Text("}".to_string()));
    }

    /// A call from `main`.
    fn outer_call(&mut self, index: usize) -> String {
        const POINTERS: [&str; 12] =
            ["a", "a", "b", "a + 1", "b + 1", "&a[n]", "&x", "&g", "gs", "gs + 2", "&r", "&b[x + 1]"];
        let (p, mut q) = (self.random.pick(&POINTERS), self.random.pick(&POINTERS));
        if self.random.chance(25) {
            q = p;
        }
        let k = self.random.pick(&["n", "n", "x", "2", "3", "n - 1", "a[0]"]);
        let v = self.random.pick(&["x", "1", "n", "7", "r", "g", "a[1]"]);
        let into = self.random.pick(&["r = ", "r = ", "a[2] = ", "g = ", ""]);
        format!("{into}f{index}({p}, {q}, {k}, {v});")
    }

    fn function(&mut self, index: usize) {
        self.lines.push(Line::Text(format!("static int f{index}(int *p, int *q, int k, int v) {{")));
        self.line("int c = 0, l = v;");
        if self.random.chance(75) {
            self.line("k = k < 0 ? 0 : k > 3 ? 3 : k;");
        }
        for _ in 0..1 + self.random.below(3) {
            let text = self.step(index);
            self.line(&text);
        }
        let end = self.random.pick(&["c", "c", "l", "v", "*p", "*q", "k", "c > v", "p == q", "p[k]"]);
        self.line(&format!("return {end};"));
        self.lines.push(Line::Text("}".to_string()));
    }

    fn inner_value(&mut self) -> &'static str {
        self.random.pick(&[
            "v",
            "k",
            "1",
            "0",
            "*p",
            "*q",
            "c",
            "l",
            "g",
            "p[k]",
            "v > 90 ? 0 : v + 1",
            "k + 2",
            "gs[k]",
        ])
    }

    /// Something that a function does.
    fn step(&mut self, index: usize) -> String {
        let (value, other) = (self.inner_value(), self.inner_value());
        let op = self.random.pick(&["<", "<=", ">", "==", "!="]);
        let place = self.random.pick(&["*p", "*q", "p[k]", "q[1]", "g", "gs[k]", "l", "c", "v"]);
        match self.random.below(16) {
            0 | 1 => format!("{place} = {value};"),
            2 => format!("if ({value} {op} {other}) {place} = k; else *q = 2;"),
            3 => "{ int t = *p; *p = *q; *q = t; }".to_string(),
            4 => format!(
                "for (int i = 0; i < k; i++) p[i] = {};",
                self.random.pick(&["i", "v", "q[i]", "l", "p[i]"])
            ),
            5 => format!("for (int i = 0; i < k; i++) if (p[i] {op} v) c++;"),
            6 => format!("for (int i = 0; i < k; i++) {{ if (q[i] {op} {other}) break; {place} = i; }}"),
            7 => format!("if ({value} {op} 2) return {other};"),
            8 => format!("if ({value} {op} 60) exit(0);"),
            9 => "if (c < 50) c++; if (g < 50) g++;".to_string(),
            10 => "{ int *h = malloc(4); if (!h) exit(0); *h = v; c = *h; free(h); }".to_string(),
            11 if self.random.chance(50) => format!("__VERIFIER_assume({value} {op} 3);"),
            11 | 12 => {
                let again = self.random.pick(&[
                    "c = f(p, q, k - 1, v);",
                    "l = f(q, p, k - 1, v);",
                    "return f(p, q, k - 1, l);",
                    "return f(p + 1, q, k - 1, v);",
                    "{ int r = f(p, q, k - 1, v); c = r > 40 ? r : r + 1; }",
                    "c = f(&l, q, k - 1, v);",
                ]);
                format!("if (k > 0) {}", again.replace("f(", &format!("f{index}(")))
            }
            _ if index > 0 => {
                let callee = self.random.below(index);
                let pointers = ["p", "q", "p + 1", "&l", "&g", "gs", "q"];
                let (p, q) = (self.random.pick(&pointers), self.random.pick(&pointers));
                let (k, v) =
                    (self.random.pick(&["k", "k", "1", "v", "2"]), self.random.pick(&["v", "c", "l", "k"]));
                let into = self.random.pick(&["c = ", "l = ", "*p = ", ""]);
                format!("{into}f{callee}({p}, {q}, {k}, {v});")
            }
            _ => format!("{place} = {other};"),
        }
    }

    fn functional_probe(&mut self) {
        let value = self.random.pick(&[
            "r",
            "r",
            "x",
            "g",
            "a[0]",
            "a[1]",
            "a[2]",
            "b[0]",
            "b[1]",
            "b[2]",
            "gs[0]",
            "gs[2]",
            "a[n]",
            "(r >= 0)",
            "(r <= n)",
            "(r == x)",
            "(g >= 0)",
            "(a[0] == b[0])",
        ]);
        self.lines.push(Line::Probe(self.indent, value.to_string()));
    }
}
