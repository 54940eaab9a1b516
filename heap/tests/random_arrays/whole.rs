//! Statements about whole objects and calls: copies, blocks of bytes, records by value, pointers to
//! functions, recursion, strings.

use super::Generator;

pub(super) const HEADER: &str = "extern void *memset(void *, int, __SIZE_TYPE__);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
extern void *memmove(void *, const void *, __SIZE_TYPE__);
extern int memcmp(const void *, const void *, __SIZE_TYPE__);
extern void *realloc(void *, __SIZE_TYPE__);
extern __SIZE_TYPE__ strlen(const char *);
extern char *strcpy(char *, const char *);
extern char *strcat(char *, const char *);
extern char *strchr(const char *, int);
extern int strcmp(const char *, const char *);
static int less(int v, int w) { return v < w ? v : w; }
static int first(int v, int w) { return v; }
static int down(int k) { return k <= 0 ? 0 : 1 + down(k - 1); }
static int (*picked(int c))(int, int) { return c > 0 ? less : first; }
static struct pair made(int f) { struct pair e = {f, 1}; return e; }
static struct pair half(int f) { struct pair e; e.f = f; if (f > 0) e.g = 2; e.in[1] = 4; return e; }
static int summed(struct pair e) { e.f = less(e.f, 100); e.in[0] = 1; return e.f + e.in[0]; }
";

impl Generator {
    /// A statement about whole objects or calls.
    pub(super) fn whole(&mut self) {
        let text = match self.random.below(10) {
            0..=3 if self.has_pairs => self.pairs(),
            4..=6 => self.bytes(),
            7 => self.calls(),
            8 | 9 => self.strings(),
            _ => self.bytes(),
        };
        self.line(&text);
    }

    fn pairs(&mut self) -> String {
        self.random
            .pick(&[
                "r = rr[x & 1];",
                "rr[2] = r;",
                "rr[x & 1] = rr[1];",
                "r = made(x);",
                "rr[1] = made(y);",
                "r = half(x);",
                "y = summed(r);",
                "y = summed(rr[x & 1]);",
                "{ struct pair *e = x > 0 ? &r : &rr[1]; *e = rr[2]; }",
                "{ struct pair *e = x > 0 ? &r : &rr[1]; rr[0] = *e; }",
                "{ struct pair e = r; e.f = 9; y = e.f - r.f % 4; }",
                "memset(&r, 0, sizeof r);",
                "memset(rr, 0, sizeof rr);",
                "memset(&rr[1], 0, sizeof rr[1]);",
                "memset(&rr[x & 1], 0, sizeof rr[1]);",
                "memcpy(&rr[1], &r, sizeof r);",
                "memcpy(&r, &rr[x & 1], sizeof r);",
                "memmove(rr, rr + 1, 2 * sizeof *rr);",
                "memset((char *)&r + 4, 1, 3);",
                "memset(&r, x, 5);",
                "for (i = 0; i < 3; i++) rr[i] = r;",
                "for (i = 0; i < 2; i++) rr[i] = rr[i + 1];",
                "for (i = 0; i < 3; i++) memcpy(&rr[i].in, &r.in, sizeof r.in);",
                "{ union { int v; short h[2]; struct pair e; } u; u.e = r; u.v = x; r = u.e; y = u.h[0]; }",
            ])
            .to_string()
    }

    fn bytes(&mut self) -> String {
        let array = self.array();
        let (a, length) = (array.name, array.length.clone());
        let value = self.random.pick(&["0", "0", "1", "x", "255", "-1"]);
        // Now and then one element too many.
        let more = if self.random.chance(4) { " + 1" } else { "" };
        match self.random.below(11) {
            0 => format!("if ({length} > 0) memset({a}, {value}, ({length}{more}) * sizeof *{a});"),
            1 => format!("if ({length} > 1) memcpy({a}, {a} + 1, sizeof *{a});"),
            2 => format!("if ({length} > 1) memmove({a}, {a} + 1, ({length} - 1{more}) * sizeof *{a});"),
            3 => format!("if ({length} > 1) memmove({a} + 1, {a}, ({length} - 1) * sizeof *{a});"),
            4 => format!("if ({length} > 2) memset({a} + 1, {value}, sizeof *{a});"),
            5 => format!(
                "if ({length} > 0) {{ __typeof__(*{a}) e[4]; memset(e, {value}, sizeof e); memcpy(e, {a}, sizeof *{a}); \
                 y = e[0] % 8 + e[1]; }}"
            ),
            6 => format!("if ({length} > 1) memset((char *){a} + 1, {value}, sizeof *{a});"),
            7 => format!("if ({length} > 1) y = memcmp({a}, {a} + 1, sizeof *{a}) == 0;"),
            8 => format!("for (i = 0; i < {length}; i++) memset(&{a}[i], {value}, sizeof *{a});"),
            9 => format!("if (x > 0 && {length} > 0) memset({a}, 0, {length} * sizeof *{a});"),
            _ if array.is_heap => format!("{a} = realloc({a}, ({length} + 1) * sizeof *{a});"),
            _ => {
                format!("if ({length} > 1) {{ int e = 0; memcpy({a}, x > 0 ? (void *)({a} + 1) : &e, 1); }}")
            }
        }
    }

    fn calls(&mut self) -> String {
        self.random
            .pick(&[
                "y = picked(x)(y, z);",
                "{ int (*e)(int, int) = x > 1 ? less : x > 0 ? first : 0; if (e) y = e(x, y); }",
                "{ int (*e)(int, int) = x > 1 ? less : x > 0 ? first : 0; if (e || x == -7) y = e(x, y); }",
                "{ int (*e[2])(int, int) = {less, first}; z = e[x & 1](y, 3); }",
                "y = down(x);",
                "if (y < 9) y = down(y);",
                "if (x == 3) z = down(x) + picked(x)(1, 2);",
            ])
            .to_string()
    }

    fn strings(&mut self) -> String {
        self.random
            .pick(&[
                "{ char e[8] = \"abc\"; e[x & 3] = 0; y = strlen(e); }",
                "{ char e[4] = \"abc\"; e[3] = x; y = x == 0 ? strlen(e) : 3; }",
                "{ char e[8], d[8]; strcpy(e, x > 0 ? \"ab\" : \"xyz\"); d[0] = 0; strcat(d, e); y = strcmp(d, e); z = strlen(d); }",
                "{ char e[3]; strcpy(e, x == 2 ? \"a\" : \"xy\"); y = e[0]; }",
                "{ char e[8]; memset(e, 'a', 8); e[x & 7] = 0; y = strlen(e); z = strchr(e, 'a') != 0; }",
                "{ const char *e = strchr(\"hello\", x > 1 ? 'l' : 'o'); y = *e; z = e[1]; }",
                "{ int e[2] = {x, 1}; char d[8]; memcpy(d, e, 4); y = d[0]; }",
            ])
            .to_string()
    }
}
