//! Programs made of the loops that people write, one after the other and within each other: allocation in
//! loops, arrays of arrays, filters, sums, running extrema, flags, recurrences, searches, pointers that walk,
//! locals whose address is kept.
//!
//! What these loops leave behind is what analyses summarise, and what the next loop finds there is what they
//! may get wrong.

use super::{Generator, Line};

impl Generator {
    /// A whole program.
    pub(super) fn shaped_main(&mut self) {
        let most = 2 + self.random.below(4);
        let least = self.random.below(3);
        let (s, t) = (
            self.random.pick(&[
                "int",
                "int",
                "int",
                "unsigned",
                "unsigned char",
                "signed char",
                "short",
                "long",
            ]),
            self.random.pick(&["int", "int", "unsigned", "unsigned char"]),
        );
        for text in [
            "struct node { struct node *next; int value; };",
            "static int g, *keep = &g; static int marks[8];",
        ] {
            self.lines.push(Line::Text(text.to_string()));
        }
        self.lines.push(Line::Text("int main(void) {".to_string()));
        self.line("int n = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();");
        self.line(&format!("__VERIFIER_assume(n >= {least} && n <= {most} && x >= -1 && x <= 3);"));
        self.line(&format!("int a[8], b[48], m[4][3]; {s} s = 0; {t} t = 0; int i, j, c = 0, w = 0, f = 0; int *p = a, *h[8] = {{0}};"));
        self.line("(void)s; (void)t; (void)j; (void)c; (void)w; (void)f; (void)p; (void)h;");
        let value = self.random.pick(&[
            "0",
            "i",
            "x",
            "i - 1",
            "i % 2",
            "__VERIFIER_nondet_int()",
            "i == x",
            "3 - i",
        ]);
        self.line(&format!(
            "for (i = 0; i < 8; i++) a[i] = {};",
            if value.contains("nondet") { "0" } else { value }
        ));
        if value.contains("nondet") {
            self.line("for (i = 0; i < 2; i++) { a[i] = __VERIFIER_nondet_int(); __VERIFIER_assume(a[i] >= -1 && a[i] <= 2); }");
        }
        self.line("for (i = 0; i < 48; i++) b[i] = 0;");
        self.line("for (i = 0; i < 4; i++) for (j = 0; j < 3; j++) m[i][j] = 0;");
        for _ in 0..1 + self.random.below(3) {
            self.placed_shape();
            if self.random.chance(40) {
                self.shape_probe();
            }
        }
        for _ in 0..1 + self.random.below(3) {
            self.shape_probe();
        }
        self.line("return 0;");
        self.lines.push(Line::Text("}".to_string()));
    }

    /// A shape, alone, under a condition, or in a loop around it that changes something.
    fn placed_shape(&mut self) {
        let condition = self.shape_condition("x", "n");
        let (opening, closing) = match self.random.below(10) {
            0 => (format!("if ({condition}) {{"), "}".to_string()),
            1..=3 => {
                let change = self.random.pick(&[
                    "a[o] = o + 1;",
                    "marks[o] = 1;",
                    "a[0]++;",
                    "w = 0;",
                    "c = 0;",
                    "a[n] = 2;",
                    "x = -x;",
                    "",
                ]);
                let count = self.random.pick(&["2", "3", "n", "n", "x + 1"]);
                (format!("for (int o = 0; o < {count}; o++) {{"), format!("{change} }}"))
            }
            _ => (String::new(), String::new()),
        };
        let is_inside = !opening.is_empty();
        if is_inside {
            self.line(&opening);
            self.indent += 1;
        }
        let text = self.shape();
        self.line(&text);
        if is_inside {
            if self.random.chance(20) {
                self.shape_probe();
            }
            self.indent -= 1;
            self.line(&closing);
        }
    }

    fn shape_condition(&mut self, one: &str, other: &str) -> String {
        let op = self.random.pick(&["<", "<=", ">", "==", "!="]);
        match self.random.below(3) {
            0 => format!("{one} {op} {other}"),
            1 => format!("{other} {op} x"),
            _ => format!("{one} {op} {}", self.random.below(3)),
        }
    }

    /// A number that is there in each iteration of a loop over `i`.
    fn shape_value(&mut self) -> &'static str {
        self.random.pick(&[
            "i",
            "x",
            "1",
            "a[i]",
            "i + x",
            "2 * i",
            "a[i] + 1",
            "n - i",
            "-1",
            "w",
            "c",
            "a[n - 1 - i]",
            "b[i]",
            "marks[i]",
        ])
    }

    fn shape(&mut self) -> String {
        let value = self.shape_value();
        let other = self.shape_value();
        let condition = self.shape_condition("a[i]", "i");
        let number = 1 + self.random.below(3);
        match self.random.below(39) {
            // Filters.
            0 => format!("c = 0; for (i = 0; i < n; i++) if ({condition}) b[c++] = {value};"),
            1 => format!("for (i = 0; i < n; i++) {{ if ({condition}) b[c++] = {value}; if (c > 40) break; }}"),
            2 => format!("c = 0; for (i = 0; i < n; i++) {{ if ({condition}) b[c++] = {value}; else b[n + i] = {other}; }}"),
            3 => format!("c = 0; for (i = 0; i < n; i++) if ({condition}) a[c++] = a[i];"),
            4 => format!("c = w = 0; for (i = 0; i < n; i++) {{ if ({condition}) b[c++] = {value}; if (a[i] > 0) b[20 + w++] = {other}; }}"),
            5 => format!("c = 0; for (i = 0; i < n; i++) {{ if ({condition}) c++; if (c > 0) b[c - 1] = {value}; }}"),
            // Sums and counts.
            6 => format!("s = 0; for (i = 0; i < n; i++) s += {value};"),
            7 => "s = t = 0; for (i = 0; i < n; i++) s += a[i]; for (i = n - 1; i >= 0; i--) t += a[i];".to_string(),
            8 => format!("for (i = 0; i < n; i++) if ({condition}) s += {number}; else t++;"),
            9 => "s = 0; for (i = 0; i < n; i++) for (j = 0; j <= i; j++) s += a[j];".to_string(),
            10 => format!("f = 0; for (j = 0; j < 8; j++) {{ if (a[j] > 0) f = {number}; if (marks[j] == 1) f = 5; }} t += f;"),
            // Extrema, flags, searches.
            11 => "w = 0; for (i = 1; i < n; i++) if (a[i] > a[w]) w = i;".to_string(),
            12 => format!("w = a[0]; for (i = 0; i < n; i++) {{ if (a[i] {} w) w = a[i]; }}", self.random.pick(&["<", ">", ">=", "!="])),
            13 => format!("f = 0; for (i = 0; i < n; i++) if ({condition}) {{ f = {number}; break; }}"),
            14 => format!("f = 1; for (i = 0; i < n && f; i++) {{ if ({condition}) f = 0; a[i] = {value}; }}"),
            15 => format!("for (i = 0; i < n; i++) {{ if ({condition}) continue; a[i] = {value}; if (a[i + 1] == x) break; a[i + 1] = {number}; }}"),
            16 => format!("f = 0; for (i = 0; i < n; i++) {{ if (f == 0 && {condition}) f = 1; else if (f == 1) f = 2; else if (f == 2 && a[i] == 0) f = 0; b[i] = f; }}"),
            // Recurrences, swaps and overlapping writes.
            17 => format!("for (i = {number}; i < n + 1; i++) a[i] = a[i - {number}] + {};", self.random.pick(&["0", "1", "x"])),
            18 => "for (i = 2; i < n; i++) a[i] = a[i - 1] + a[i - 2];".to_string(),
            19 => format!("for (i = 0; i < n; i++) {{ a[i + 1] = {value}; a[{}] = {other}; }}", self.random.pick(&["i", "n - i", "x + 1", "w & 3", "i + 2"])),
            20 => "for (i = 0; i < n; i++) { w = a[i]; a[i] = a[n - 1 - i]; a[n - 1 - i] = w; }".to_string(),
            21 => format!("w = 0; for (i = 0; i < n; i++) {{ b[w] = {value}; w++; if (w == {number}) w = 0; }}"),
            22 => format!("{{ unsigned char u = {}; for (i = 0; i < n; i++) {{ b[u % 16] = i; u += {number}; }} w = u; }}", self.random.pick(&["0", "254", "15"])),
            // Arrays of arrays.
            23 => format!("for (i = 0; i < 4; i++) for (j = 0; j < 3; j++) m[i][j] = {};", self.random.pick(&["i + j", "i", "j", "3 * i + j", "m[j][i % 3]"])),
            24 => "for (i = 0; i < 3; i++) for (j = 0; j <= i; j++) m[i][j] = x; for (i = 0; i < 3; i++) for (j = i + 1; j < 3; j++) m[i][j] = 1;".to_string(),
            25 => format!("p = &m[0][0]; for (i = 0; i < 12; i++) p[i] = i; for (i = 0; i < {number}; i++) m[i][x < 0 ? 0 : x] = -1; p = a;"),
            26 => format!("p = &m[0][0]; for (i = 0; i < n; i++) for (j = 0; j < {number}; j++) p[2 * i + j] = {};", self.random.pick(&["i", "j", "x"])),
            // Allocation in loops.
            27 => {
                let read = self.random.pick(&["*h[0]", "*h[n - 1]", "*h[i]", "h[i][0]"]);
                let free = self.random.pick(&["free(h[i]);", "free(h[n - 1 - i]);", "if (a[i] != 7) free(h[i]);"]);
                format!("for (i = 0; i < n; i++) {{ h[i] = malloc(4); if (!h[i]) exit(0); *h[i] = {value}; }} for (i = 0; i < n; i++) s += {read}; for (i = 0; i < n; i++) {free}")
            }
            28 => format!("for (i = 0; i < n; i++) {{ h[i] = 0; if ({condition}) {{ h[i] = malloc(4); if (!h[i]) exit(0); *h[i] = {other}; }} }} for (i = 0; i < n; i++) if (h[i]) {{ w = *h[i]; free(h[i]); h[i] = 0; }}"),
            29 => format!("for (i = 0; i < n; i++) {{ if (i == 0 || {condition}) p = &a[i]; h[i] = p; *h[i] += {number}; }} p = a;"),
            30 => format!("{{ struct node *list = 0; for (i = 0; i < n; i++) {{ struct node *e = malloc(sizeof *e); if (!e) exit(0); e->next = list; e->value = {value}; list = e; }} while (list) {{ struct node *e = list; w = e->value; list = e->next; free(e); }} }}"),
            // Pointers that walk, and locals whose address is kept.
            31 => format!("p = a; for (i = 0; i < n; i++) {{ *p = {other}; if ({condition}) p = b; else p++; }} p = a;"),
            32 => format!("for (i = 0; i < n; i++) {{ int l = i; if ({condition}) *keep = {number}; {} w = l; }} keep = &g;", self.random.pick(&["keep = &l;", "if (i == 1) keep = &l;", "keep = &a[i];", "keep = &l; *keep += 1; keep = &g;"])),
            // Writes that are not distinct: of several iterations to one cell.
            33 => format!("for (i = 0; i < n; i++) {{ w = __VERIFIER_nondet_int(); if (0 <= w && w < {}) b[w] = {value}; }}", self.random.pick(&["2", "n", "i", "4"])),
            34 => format!("for (i = 0; i < n; i++) b[i % {}] = {value};", self.random.pick(&["2", "3", "4"])),
            35 => format!("for (i = 0; i < n + 1; i++) b[i / {}] = {other};", self.random.pick(&["2", "3"])),
            36 => format!("for (i = 0; i < n; i++) {{ w = a[i]; if (w >= {number} && w < 8) {{ b[w] = i; {} }} }}", self.random.pick(&["", "b[w + 1] = 0;", "if (b[0] == 1) break;", "s += b[w];"])),
            37 => format!("for (i = 0; i < n; i++) for (j = 0; j < {number}; j++) b[i + j] = {};", self.random.pick(&["i", "j", "b[j]", "1"])),
            _ => format!("{{ int *lo = a, *hi = a + n; while (lo < hi) {{ if (*lo {} x) lo++; else {{ --hi; w = *hi; *hi = *lo; *lo = w; }} }} c = lo - a; }}", self.random.pick(&["<", "==", "!="])),
        }
    }

    fn shape_probe(&mut self) {
        let value = self.random.pick(&[
            "s",
            "t",
            "c",
            "w",
            "f",
            "g",
            "(s == t)",
            "a[0]",
            "a[1]",
            "a[n]",
            "(n > 0 ? a[n - 1] : 0)",
            "b[0]",
            "b[1]",
            "b[2]",
            "b[20]",
            "(c > 0 && c < 40 ? b[c - 1] : 0)",
            "m[0][0]",
            "m[1][0]",
            "m[1][2]",
            "m[2][1]",
            "(x >= 0 && x < 3 ? m[x][x] : 0)",
            "marks[0]",
            "(n > 1 ? a[0] <= a[1] : 1)",
            "(c <= n)",
            "(w < n)",
            "(s >= 0)",
            "b[n]",
            "(x >= 0 ? b[x] : 0)",
        ]);
        if self.random.chance(25) {
            let (array, bound) =
                self.random.pick(&["a n", "b n", "b c", "b 8", "a 8"]).split_once(' ').expect("two words");
            let op = self.random.pick(&["== i", ">= 0", "== x", "== 0", "== a[0]", "<= w", "> 0", ">= b[0]"]);
            self.line(&format!("for (i = 0; i < {bound} && i < 8; i++) {{"));
            self.indent += 1;
            self.lines.push(Line::Probe(self.indent, format!("({array}[i] {op})")));
            self.indent -= 1;
            self.line("}");
            return;
        }
        self.lines.push(Line::Probe(self.indent, value.to_string()));
    }
}
