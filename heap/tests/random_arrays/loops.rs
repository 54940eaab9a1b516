//! Random loops.

use super::Generator;

impl Generator {
    /// A loop with random statements.
    pub(super) fn a_loop(&mut self, depth: usize) {
        let array = self.array();
        let counter = self.counter();
        let declared = Self::declared(&counter);
        let length = match self.random.below(4) {
            0 => "n".to_string(),
            _ => array.length.clone(),
        };
        let (header, footer, bound) = match self.random.below(10) {
            0 => (
                format!("for ({declared} = {length} - 1; {counter} >= 0; {counter}--) {{"),
                "}".to_string(),
                length.clone(),
            ),
            1 => (
                format!("for ({declared} = 0; {counter} < {length}; {counter} += 2) {{"),
                "}".to_string(),
                length.clone(),
            ),
            2 => (
                format!("for ({declared} = 1; {counter} + 1 < {length}; {counter}++) {{"),
                "}".to_string(),
                length.clone(),
            ),
            3 => (
                format!("{declared} = 0; while ({counter} < {length}) {{"),
                format!("  {counter}++; }}"),
                length.clone(),
            ),
            4 => (
                format!("{declared} = 0; if ({length} > 0) do {{"),
                format!("  {counter}++; }} while ({counter} < {length});"),
                length.clone(),
            ),
            5 => (
                format!("for ({declared} = 0; {counter} < 3; {counter}++) {{"),
                "}".to_string(),
                "3".to_string(),
            ),
            6 => (
                format!("for ({declared} = 0; {counter} < {length} && {}; {counter}++) {{", self.condition()),
                "}".to_string(),
                length.clone(),
            ),
            _ => (
                format!("for ({declared} = 0; {counter} < {length}; {counter}++) {{"),
                "}".to_string(),
                length.clone(),
            ),
        };
        if header.starts_with("int") {
            self.line("{");
        }
        self.line(&header);
        self.counters.push((counter.clone(), bound));
        self.in_loop += 1;
        self.block(depth - 1);
        let is_for = header.starts_with("for");
        if self.random.chance(20) {
            let condition = self.condition();
            let word = match is_for {
                true => self.random.pick(&["break;", "continue;", "return 0;", "break;"]),
                false => "break;",
            };
            self.indent += 1;
            self.line(&format!("if ({condition}) {word}"));
            if self.random.chance(60) {
                self.simple();
            }
            self.indent -= 1;
        }
        if self.random.chance(15) {
            self.indent += 1;
            self.probe();
            self.indent -= 1;
        }
        self.in_loop -= 1;
        self.counters.pop();
        self.line(&footer);
        if header.starts_with("int") {
            self.line("}");
        }
    }

    /// A loop of a shape that people write.
    pub(super) fn fixed_loop(&mut self) {
        let array = self.array();
        let other = self.array();
        let (a, length) = (array.name, array.length.clone());
        let shorter =
            if other.length == length { length.clone() } else { format!("(n < {length} ? n : {length})") };
        let (b, v, ty) = (other.name, self.expression(1), array.ty);
        let condition = self.condition();
        let text = match self.random.below(30) {
            26..=28 => self.folds(a, &length),
            29 => format!(
                "for (i = 0; i < {length}; i++) {{ if (i == 0) s = {v}; else s = s + ({a}[i] & 7); }}"
            ),
            0 => format!("for (i = 1; i < {length}; i++) {a}[i] = {a}[i - 1] + 1;"),
            1 => format!("for (i = 0; i + 1 < {length}; i++) {{ {a}[i] = 0; {a}[i + 1] = 1; }}"),
            2 => format!("for (i = 0; i < {shorter}; i++) {a}[i] = {b}[i];"),
            3 => format!("for (i = 0; i + 1 < {length}; i++) {a}[i] = {a}[i + 1];"),
            4 => format!("s = 0; for (i = 0; i < {length}; i++) s += {a}[i] & 3;"),
            5 => format!("t = 0; for (i = 0; i < {length}; i++) if ({a}[i] == x) t = 1;"),
            6 => format!("for (i = 0; i < {length} && {a}[i] != x; i++) ; y = i;"),
            7 => format!(
                "for (i = 0; i < {length} / 2; i++) {{ w = {a}[i]; {a}[i] = {a}[{length} - 1 - i]; {a}[{length} - 1 - i] = w; }}"
            ),
            8 => format!("{{ {ty} *e = {a}; while (e < {a} + {length}) {{ *e = {v}; e++; }} }}"),
            9 => format!("{{ {ty} *e = {a} + {length}; while (e != {a}) *--e = {v}; }}"),
            10 => format!("w = 0; for (i = 0; i < {length}; i++) if ({condition}) w++; y = w;"),
            11 => format!("w = -1; for (i = 0; i < {length}; i++) if (w < 0 && {a}[i] > x) w = i; y = w;"),
            12 => format!("for (i = 0; i < {length}; i++) {{ {a}[i] = {v}; if ({condition}) break; }}"),
            13 => format!("for (i = 0; i < {length}; i++) {{ if ({condition}) continue; {a}[i] = {v}; }}"),
            14 => format!("for (i = 0; i < {length}; i++) for (j = 0; j < i; j++) {a}[j] = {v};"),
            15 => format!(
                "for (i = 0; i < {length}; i++) {{ for (j = i; j < {length}; j++) if ({a}[j] < {a}[i]) {{ w = {a}[i]; {a}[i] = {a}[j]; {a}[j] = w; }} }}"
            ),
            16 => format!("i = 0; do {{ if (i < {length}) {a}[i] = {v}; i++; }} while (i < {length});"),
            17 => format!("y = 0; for (i = 0; i < {length}; i++) {{ y += 2; z = -z; }}"),
            18 => format!("for (i = 0; i < {length}; i++) {a}[i]++;"),
            19 => {
                format!("for (i = 0; i < {length}; i++) {{ {ty} *e = &{a}[i]; if ({condition}) *e = {v}; }}")
            }
            20 => format!(
                "for (i = 0; i < {shorter}; i++) {{ if ({b}[i] > 0) {a}[i] = {b}[i]; else {a}[i] = -{b}[i]; }}"
            ),
            21 => format!("for (i = 0; i < {length}; i++) {{ w = {a}[i]; {a}[i] = y; y = w; }}"),
            22 => format!(
                "for (i = 0; i < {length}; i++) {{ int *h = malloc(4); *h = {v}; {a}[i] = *h; free(h); }}"
            ),
            23 => format!("for (i = 0; i < {length}; i++) {{ int l[2] = {{i, {v}}}; {a}[i] = l[i & 1]; }}"),
            24 => format!("for (i = 0; i < {length}; i++) g = {a}[i]; "),
            _ => format!("w = 0; while ({a}[w]) {{ w++; if (w >= {length}) break; }} y = w;"),
        };
        // The shapes need room for one element at least now and then.
        let needs_one = text.contains("while (a[w])") || text.contains(&format!("{a}[w])"));
        match needs_one && array.least < 1 {
            true => self.line(&format!("if ({length} > 0) {{ {text} }}")),
            false => self.line(&text),
        }
    }

    /// The same fold twice, with a change of the array in between that may keep its elements or not.
    pub(super) fn folds(&mut self, a: &str, length: &str) -> String {
        let step = self.random.pick(&[
            "if ({e} > w) w = {e};",
            "if ({e} < w) w = {e};",
            "w = w < {e} ? {e} : w;",
            "w ^= {e};",
            "w |= {e};",
            "w &= {e};",
            "if ({e} % 2 == 0) w++;",
            "if ({e} > x) w++; else w--;",
            "w += {e} & 15;",
            "w += i + ({e} & 15);",
        ]);
        let start = self.random.pick(&["x", "0", "s", "-1"]);
        let change = self.random.pick(&[
            "t = {a}[0]; {a}[0] = {a}[1]; {a}[1] = t;",
            "t = {a}[0]; {a}[0] = {a}[1]; {a}[1] = {a}[0];",
            "t = {a}[0]; for (i = 0; i + 1 < {n}; i++) {a}[i] = {a}[i + 1]; {a}[{n} - 1] = t;",
            "t = {a}[0]; for (i = 0; i + 1 < {n}; i++) {a}[i] = {a}[i + 1];",
            "for (i = 0; i < {n} / 2; i++) { t = {a}[i]; {a}[i] = {a}[{n} - 1 - i]; {a}[{n} - 1 - i] = t; }",
            "{a}[1] = {a}[0];",
            "t = {a}[{n} - 1]; {a}[{n} - 1] = {a}[0]; {a}[0] = t;",
        ]);
        let element = format!("{a}[i]");
        let fold =
            format!("w = {start}; for (i = 0; i < {length}; i++) {{ {step} }}").replace("{e}", &element);
        let change = change.replace("{a}", a).replace("{n}", length);
        format!("if ({length} > 1) {{ {fold} y = w; {change} {fold} y = y == w; }}")
    }
}
