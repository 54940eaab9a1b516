//! Programs made of calls of the library: strings, blocks of bytes, numbers in texts, classes of characters,
//! and arrays inside of records that the calls fill.
//!
//! Texts are built from inputs, one character of a few for each, and most calls have room for what they
//! write. Where they do not, the error may be at any of them.

use super::{Generator, Line};

pub(super) const HEADER: &str = "extern char *strncpy(char *, const char *, __SIZE_TYPE__);
extern char *strncat(char *, const char *, __SIZE_TYPE__);
extern int strncmp(const char *, const char *, __SIZE_TYPE__);
extern char *strrchr(const char *, int);
extern char *strstr(const char *, const char *);
extern char *strpbrk(const char *, const char *);
extern char *strtok(char *, const char *);
extern __SIZE_TYPE__ strspn(const char *, const char *);
extern __SIZE_TYPE__ strcspn(const char *, const char *);
extern __SIZE_TYPE__ strnlen(const char *, __SIZE_TYPE__);
extern char *strdup(const char *);
extern void *memchr(const void *, int, __SIZE_TYPE__);
extern int sprintf(char *, const char *, ...);
extern int snprintf(char *, __SIZE_TYPE__, const char *, ...);
extern int isdigit(int), isalpha(int), isspace(int), isupper(int), tolower(int), toupper(int);
extern long strtol(const char *, char **, int);
extern int atoi(const char *), abs(int);
";

impl Generator {
    /// A whole program.
    pub(super) fn library_main(&mut self) {
        let most = 1 + self.random.below(4);
        let least = self.random.below(2);
        self.lines.push(Line::Text(
            "struct record { char name[6]; int scores[3]; char tail[4]; int count; };".to_string(),
        ));
        self.lines.push(Line::Text("static struct record table[3]; static char buffer[10];".to_string()));
        self.lines.push(Line::Text("int main(void) {".to_string()));
        self.line("int n = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(), i, w = 0, c = 0;");
        self.line(&format!("__VERIFIER_assume(n >= {least} && n <= {most} && x >= -1 && x <= 3);"));
        let texts =
            if self.random.chance(15) { "char s[8], t[12]" } else { "char s[8] = \"\", t[12] = \"\"" };
        self.line(&format!(
            "{texts}, *p = t, *h = 0; struct record r = {{\"ab\", {{1, 2, 3}}, \"z\", 2}}, *e = &r;"
        ));
        let letters = self.random.pick(&["a0 Z", "1234", "-19x", "abab", "0 +9"]);
        let source = match self.random.below(4) {
            0 => format!("\"{letters}\"[i & 3]"),
            1 => "'a' + i".to_string(),
            _ => format!("\"{letters}\"[__VERIFIER_nondet_int() & 3]"),
        };
        self.line(&format!("for (i = 0; i < n; i++) s[i] = {source};"));
        if !self.random.chance(3) {
            self.line("s[n] = 0;");
        }
        let start = self.random.pick(&["t[0] = 0;", "strcpy(t, \"xy\");", "memset(t, 0, 12);", "t[n] = 0;"]);
        self.line(start);
        for _ in 0..2 + self.random.below(4) {
            self.library_step();
            if self.random.chance(40) {
                self.library_probe();
            }
        }
        for _ in 0..1 + self.random.below(3) {
            self.library_probe();
        }
        if !self.random.chance(6) {
            self.line("free(h);");
        }
        self.line("return 0;");
        self.lines.push(Line::Text("}".to_string()));
    }

    /// A call, or a loop with one, alone or under a condition.
    fn library_step(&mut self) {
        let text = match self.random.below(5) {
            0 => self.copying_call(),
            1 => self.searching_call(),
            2 => self.converting_call(),
            3 => self.allocating_call(),
            _ => self.record_step(),
        };
        let (bound, letter) = (self.random.below(3) as i64 - 1, self.random.pick(&["a", "1", "-"]));
        match self.random.below(10) {
            0 => self.line(&format!("if (x > {bound}) {{ {text} }}")),
            1 => self.line(&format!("if (s[0] == '{letter}') {{ {text} }}")),
            2 => self.line(&format!("for (int o = 0; o < 2; o++) {{ {text} }}")),
            _ => self.line(&text),
        }
    }

    /// A string that ends with a zero.
    fn string(&mut self) -> &'static str {
        self.random.pick(&[
            "s",
            "s",
            "t",
            "\"ab\"",
            "\"12\"",
            "r.name",
            "e->name",
            "(n ? s + 1 : s)",
            "s + n",
        ])
    }

    /// A place for at least eight characters, now and then for fewer.
    fn place(&mut self) -> &'static str {
        match self.random.chance(12) {
            true => self.random.pick(&["r.name", "r.tail", "table[1].name", "s", "(t + 6)", "p", "e->name"]),
            false => self.random.pick(&["t", "t", "buffer", "(t + 1)"]),
        }
    }

    /// A number of characters.
    fn size(&mut self) -> &'static str {
        self.random.pick(&[
            "n",
            "n",
            "2",
            "3",
            "n + 1",
            "sizeof r.name",
            "sizeof s",
            "(x & 3)",
            "4",
            "strlen(s)",
        ])
    }

    fn copying_call(&mut self) -> String {
        let (to, from, size) = (self.place(), self.string(), self.size());
        match self.random.below(14) {
            0 | 1 => format!("if (strlen({from}) < 8) strcpy({to}, {from});"),
            2 => format!("strcpy({to}, {from});"),
            3 => format!("{to}[0] = 0; strcat({to}, {from});"),
            4 => format!("if (strlen({to}) + strlen({from}) < 8) strcat({to}, {from});"),
            5 => format!("strncpy({to}, {from}, {size}); {to}[{}] = 0;", self.random.pick(&["7", "n", "3"])),
            6 => format!("{to}[1] = 0; strncat({to}, {from}, {});", self.random.pick(&["2", "n", "1"])),
            7 => format!("memcpy({to}, s, n); {to}[n] = 0;"),
            8 => format!("memcpy({to}, {from}, {size});"),
            9 => "memmove(s + 1, s, n); s[n + 1] = 0;".to_string(),
            10 => format!("memmove({to}, {from}, strlen({from}) + 1);"),
            11 => format!("memset({to}, {}, {size});", self.random.pick(&["0", "'a'", "x", "s[0]"])),
            12 => format!(
                "snprintf({to}, {size}, \"{}\", {});",
                self.random.pick(&["%d", "<%d>", "%5d", "%x"]),
                self.random.pick(&["x", "n", "w", "c"])
            ),
            _ => format!(
                "w = snprintf(t, sizeof t, \"{}\", {from});",
                self.random.pick(&["%s", "[%s]", "%.2s", "%4s"])
            ),
        }
    }

    fn searching_call(&mut self) -> String {
        let (from, other) = (self.string(), self.string());
        let letter = self.random.pick(&["'a'", "'1'", "s[0]", "' '", "0", "'-'"]);
        match self.random.below(14) {
            0 => format!("w = strlen({from});"),
            1 => format!("w = strcmp({from}, {other}) {} 0;", self.random.pick(&["==", "<", ">"])),
            2 => format!("w = strncmp({from}, {other}, {}) == 0;", self.random.pick(&["1", "2", "n"])),
            3 => format!("p = strchr(s, {letter}); if (p) *p = {};", self.random.pick(&["'x'", "0", "'0'"])),
            4 => format!("p = strrchr({from}, {letter}); w = p ? *p : 0;"),
            5 => format!("p = strstr(s, {other}); c = p ? p - s : -1;"),
            6 => format!("p = strpbrk(s, \"{}\"); c = p ? p - s : -1;", self.random.pick(&["a1", "Z", " -"])),
            7 => format!("w = strspn({from}, \"{}\");", self.random.pick(&["ab", "0123456789", " "])),
            8 => format!("w = strcspn({from}, \"{}\");", self.random.pick(&["b", "0", " Z"])),
            9 => format!("w = strnlen({from}, {});", self.random.pick(&["1", "2", "n"])),
            10 => format!(
                "p = memchr(s, {letter}, {}); c = p ? p - s : -1;",
                self.random.pick(&["n", "2", "n + 1"])
            ),
            11 => format!("w = memcmp(s, {other}, {}) == 0;", self.random.pick(&["1", "n", "2"])),
            12 => "c = 0; for (p = strtok(s, \" -\"); p; p = strtok(0, \" -\")) { c++; w = strlen(p); }"
                .to_string(),
            _ => format!(
                "c = 0; for (p = s; (p = strchr(p, {})); p++) c++;",
                self.random.pick(&["'a'", "'1'"])
            ),
        }
    }

    fn converting_call(&mut self) -> String {
        let from = self.string();
        let class = self.random.pick(&["isdigit", "isalpha", "isspace", "isupper"]);
        match self.random.below(10) {
            0 => format!("w = atoi({from});"),
            1 => format!(
                "{{ char *end; w = strtol({from}, &end, {}); c = *end; }}",
                self.random.pick(&["10", "0", "16"])
            ),
            2 => "w = strtol(s, &p, 10); c = p - s;".to_string(),
            3 => "w = strtol(s, 0, 10);".to_string(),
            4 => format!("c = 0; for (i = 0; s[i]; i++) if ({class}((unsigned char)s[i])) c++;"),
            5 => {
                format!("for (i = 0; i < n; i++) s[i] = {}(s[i]);", self.random.pick(&["toupper", "tolower"]))
            }
            6 => "c = 0; for (p = s; isdigit((unsigned char)*p); p++) c = c * 10 + (*p - '0');".to_string(),
            7 => format!("w = abs({});", self.random.pick(&["x", "c", "w", "x - n"])),
            8 => format!("p = {from}; while (isspace((unsigned char)*p)) p++; w = *p;"),
            _ => format!("if ({class}(s[0])) w = s[0]; else w = {class}('0' + n) != 0;"),
        }
    }

    fn allocating_call(&mut self) -> String {
        let from = self.string();
        let size = self.random.pick(&["n + 1", "n + 1", "n", "4", "strlen(s) + 1"]);
        match self.random.below(9) {
            0 | 1 => format!("free(h); h = strdup({from}); if (!h) return 0; w = h[0];"),
            2 => format!("free(h); h = malloc({size}); if (!h) return 0; strcpy(h, s); w = strlen(h);"),
            3 => format!(
                "if (!h) h = calloc({size}, 1); if (!h) return 0; memcpy(h, s, {}); w = h[0];",
                self.random.pick(&["n", "n + 1", "1"])
            ),
            4 => format!(
                "{{ char *larger = realloc(h, {size}); if (!larger) {{ free(h); return 0; }} h = larger; h[0] = 'q'; }}"
            ),
            5 => format!(
                "{{ char *m = strdup({from}); if (m) {{ w = m[0]; {} }} }}",
                self.random.pick(&["free(m);", "free(m);", "free(m);", ""])
            ),
            6 => "if (h) { w = h[0]; }".to_string(),
            7 => "free(h); h = 0;".to_string(),
            _ => format!(
                "{{ char *m = malloc({size}); if (m) {{ memset(m, 0, {}); c = m[0]; free(m); }} }}",
                self.random.pick(&["n", "1", "n + 1", "2"])
            ),
        }
    }

    fn record_step(&mut self) -> String {
        let index = match self.random.chance(10) {
            true => self.random.pick(&["n", "x", "3", "w"]),
            false => self.random.pick(&["n % 3", "x & 1", "2", "(x < 0 ? 0 : x % 3)", "1"]),
        };
        let value = self.random.pick(&["x", "n", "w", "1", "c"]);
        match self.random.below(12) {
            0 => format!("e->scores[{index}] = {value};"),
            1 => format!("w = r.scores[{index}];"),
            2 => format!("e = x > 0 ? &table[{index}] : &r; e->count = {value};"),
            3 => format!("table[{index}] = r; table[{index}].count++;"),
            4 => "r = table[1];".to_string(),
            5 => format!("memcpy(&table[{index}], &r, sizeof r);"),
            6 => format!(
                "memset(r.scores, 0, {});",
                self.random.pick(&["sizeof r.scores", "n * sizeof(int)", "8", "sizeof r.scores + 4"])
            ),
            7 => format!(
                "for (i = 0; i < {}; i++) e->scores[i] = {};",
                self.random.pick(&["3", "n", "2", "n % 4"]),
                self.random.pick(&["i", "x", "s[i]"])
            ),
            8 => "w = 0; for (i = 0; i < 3; i++) w += e->scores[i] & 7;".to_string(),
            9 => format!(
                "snprintf(e->name, {}, \"%s\", {});",
                self.random.pick(&["sizeof e->name", "6", "n", "8"]),
                self.string()
            ),
            10 => format!("{{ int *q = e->scores; q[{index}] = {value}; }}"),
            _ => format!(
                "e->tail[{index}] = 0; w = strlen(e->{});",
                self.random.pick(&["name", "tail", "name"])
            ),
        }
    }

    fn library_probe(&mut self) {
        let value = self.random.pick(&[
            "w",
            "w",
            "c",
            "c",
            "s[0]",
            "t[0]",
            "t[1]",
            "buffer[0]",
            "(int)strlen(s)",
            "(int)strlen(t)",
            "(strlen(s) <= n)",
            "(w <= n)",
            "(c >= 0)",
            "(s[n] == 0)",
            "r.name[0]",
            "r.scores[0]",
            "r.scores[2]",
            "e->count",
            "table[0].count",
            "table[1].scores[1]",
            "(h ? h[0] : 0)",
            "(strcmp(s, t) == 0)",
            "(int)sizeof r",
        ]);
        self.lines.push(Line::Probe(self.indent, value.to_string()));
    }
}
