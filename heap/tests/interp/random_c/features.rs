//! The rarer features of C in random programs: types, expressions and statements of their own.

use super::{Generator, TYPES};

/// Types and functions for what is below.
pub(super) const HEADER: &str = r#"#include <stdarg.h>
#include <stddef.h>
struct tight { char c; int i; short s; } __attribute__((packed));
struct fields { _Bool t : 1; signed char c : 3; unsigned short s : 11; unsigned : 0; long long l : 37; int m : 32; unsigned n : 31; };
struct tree { int tag; union { int whole; struct { short low, high; }; struct { unsigned char first; struct { signed char second; }; }; }; union { long big; char text[8]; }; };
struct open { int length; short items[]; };
static struct { int id; struct { char a, b; } pair[2]; } rows[4] = { [0 ... 2] = { 1, { { 2, 3 }, { 4 } } }, [1].id = 9, [2] = { .pair[1].b = 7 }, [2].pair[0] = { 5 } };
static const char *const names[] = { "zero", "one", [3] = "three" };
static __typeof__(L'x') wide[] = L"wide\x7fff";
static short grid[2][3][2] = { { { 1 }, { 2, 3 } }, 4, 5, { 6 } };
static int total(int n, ...) { va_list list; int sum = 0; va_start(list, n); while (n-- > 0) { if (n % 3 == 2) sum += (int)va_arg(list, long); else if (n % 3 == 1) sum ^= (int)va_arg(list, double); else sum -= va_arg(list, struct small).s; } va_end(list); return sum; }
static struct fields turned(struct fields x) { struct fields y = x; y.l = x.m; y.m = (int)x.l; y.c = x.s; return y; }
static int old_style(a, b, f) short a; unsigned char b; float f; { return a * 3 + b + (int)f; }
static long corner(int n, int m, long table[n][m]) { long (*row)[m] = table + n - 1; return (*row)[m - 1] + (long)sizeof *row + (long)(row - table); }
static unsigned recursive(unsigned n, unsigned char *bytes) { unsigned char own[3] = { n, n >> 8, bytes ? bytes[0] : 1 }; return n > 4 ? recursive(n / 3, own) + own[2] : own[1] + own[2]; }
static int stop_early(int limit) { int sum = 0; for (int i = 0; ; i++) { switch (i % 4) { case 0: continue; case 1: sum += i; break; default: if (i > limit) goto out; sum ^= i; } if (sum > 50) return sum; } out: return -sum; }
"#;

/// Locals for what is below.
pub(super) const LOCALS: &str = "struct tight pk = {1, -2, 3}; struct fields b = {1, -1, 2000, -5, 6, 7}; struct tree tr = {1, .high = 3, .text = \"tree\"}; unsigned char *view = (unsigned char *)&q; union pun *up = &u; long shifted = -9; struct small pair[3] = {{1, 2}, [2].s = 4};";

/// What is printed in the end.
pub(super) const RESULTS: &str = "printf(\"%d %d %d %d %d %d %lld %d %u %d %d %d %d %d %ld %ld %d\\n\", pk.c, pk.i, pk.s, b.t, b.c, b.s, (long long)b.l, b.m, b.n, tr.tag, tr.low, tr.high, tr.first, tr.second, tr.big, shifted, pair[1].s + pair[2].c);";

impl Generator {
    /// Something that holds an integer, of the rarer kinds.
    pub(super) fn rare_place(&mut self) -> String {
        self.random
            .pick(&[
                "pk.c",
                "pk.i",
                "pk.s",
                "b.t",
                "b.c",
                "b.s",
                "b.m",
                "b.n",
                "tr.whole",
                "tr.low",
                "tr.high",
                "tr.first",
                "tr.second",
                "tr.big",
                "tr.text[3]",
                "up->half[0]",
                "up->bytes[1]",
                "shifted",
                "pair[turn & 1].s",
                "(&pair[1])[-1].c",
                "rows[turn & 3].id",
                "rows[1].pair[turn & 1].b",
                "grid[turn & 1][1][0]",
                "(*(grid[1][2] + 1))",
                "((union pun *)&a[turn & 7])->bytes[1]",
            ])
            .to_string()
    }

    /// An integer expression without side effects, of the rarer kinds.
    pub(super) fn rare_expression(&mut self, depth: usize) -> String {
        let one = self.expression(depth);
        let other = self.expression(depth);
        let ty = TYPES[self.random.below(TYPES.len())];
        match self.random.below(32) {
            0 => format!("_Generic(({one}), int: 1, unsigned: 2u, long: 3L, unsigned long: 4ul, default: 5)"),
            1 => format!("(1 ? ({ty})({one}) : ({other}))"),
            2 => format!("__builtin_popcount({one})"),
            3 => format!("__builtin_clz((unsigned)({one}) | 1)"),
            4 => format!("__builtin_ctzll((unsigned long long)({one}) | 256)"),
            5 => format!("(int)__builtin_bswap32((unsigned)({one}))"),
            6 => format!("((long)({one}) << (({other}) & 63))"),
            7 => format!("((unsigned long)({one}) >> (({other}) & 63))"),
            8 => format!("((long)({one}) >> (({other}) & 63))"),
            9 => format!("(int)wide[({one}) & 3]"),
            10 => format!("names[({one}) & 1][1]"),
            11 => format!("total(3, (long)({one}), (double)(short)({other}), s)"),
            12 => "turned(b).m".to_string(),
            13 => format!("old_style((int)({one}), (int)({other}), 2.5)"),
            14 => "corner(3, 4, m)".to_string(),
            15 => format!("recursive((unsigned)({one}), 0)"),
            16 => format!("stop_early(({one}) & 31)"),
            17 => format!("view[(unsigned)({one}) % 3]"),
            18 => format!("(int)((unsigned char *)&pk)[(unsigned)({one}) % 7]"),
            19 => format!("(({{ struct small w = make({one}, 7); w; }}).c)"),
            20 => format!("(int)(double)(short)({one})"),
            21 => format!("(int)((float)(short)({one}) * 1.5f)"),
            22 => format!("((double)({one}) < (float)(int)({other}))"),
            23 => format!("(long)(({ty})({one}) ?: ({other}))"),
            24 => format!("(int)offsetof(struct tree, text) + rows[({one}) & 3].pair[1].b"),
            25 => format!("__builtin_choose_expr(sizeof(int) == 4, ({one}), \"no\")"),
            26 => format!("(&(struct small[]){{{{1, 2}}, {{({one}) & 63, 4}}}}[1])->c"),
            27 => format!("!!({ty})({one})"),
            28 => format!("((({ty})({one}) == ({other})) + ((unsigned char)({one}) - ({ty})({other}) < 0))"),
            29 => format!("({one} ? r.in : make(3, {other})).s"),
            30 => format!("grid[({one}) & 1][(unsigned)({other}) % 3][1]"),
            _ => format!("(char)(({one}) * 257) + (short)(({other}) - 32768) + (signed char)({one})"),
        }
    }

    /// A statement of the rarer kinds.
    pub(super) fn rare_statement(&mut self) -> String {
        let one = self.expression(2);
        let other = self.expression(2);
        let (place, second) = (self.rare_place(), self.place(1));
        match self.random.below(28) {
            0..=2 => format!("{place} = {one};"),
            3 => format!("v0 = {place} = {one};"),
            4 => format!("{second} = {place} += {one};"),
            5 => format!("turn = {place}++;"),
            6 => format!("shifted = --{place};"),
            7 => format!("{place} ^= {one}; {place} <<= 1;"),
            8 => format!("{place} %= (({one}) & 15) + 1;"),
            9 => "b = turned(b);".to_string(),
            10 => "b = (struct fields){.s = turn, .l = shifted};".to_string(),
            11 => "pair[1] = pair[2] = make(turn, 5);".to_string(),
            12 => "tr = (struct tree){.first = 7, .big = -1};".to_string(),
            13 => format!("memcpy(view + 1, &(short){{{one}}}, 2);"),
            14 => format!("for (unsigned char *w = c; w < c + 8 && *w; w++) *w ^= ({one}) & 3;"),
            15 => format!(
                "{{ int n = 1 + (({one}) & 3), k = 2 + (({other}) & 1); short w[n][k]; memset(w, 0, sizeof w); w[n - 1][k - 1] = 5; short (*x)[k] = w; v3 += x[n - 1][k - 1] + (int)sizeof *x + (int)(&w[n - 1] - w); }}"
            ),
            16 => format!(
                "{{ struct open *o = malloc(sizeof *o + 4 * sizeof *o->items); o->length = 4; for (int k = 0; k < o->length; k++) o->items[k] = k * ({one}); v2 += o->items[3]; free(o); }}"
            ),
            17 => format!("{{ char *w = __builtin_alloca(4); memset(w, ({one}) & 127, 4); v1 += w[2]; }}"),
            18 => {
                format!("{{ static int kept[2] = {{3}}; kept[1] += kept[0]++; turn ^= kept[({one}) & 1]; }}")
            }
            19 => format!(
                "{{ long w[2]; v4 ^= __builtin_add_overflow((int)({one}), (int)({other}), &a[1]) + 2 * __builtin_mul_overflow((long)({one}), (unsigned char)({other}), &w[0]) + 4 * __builtin_sub_overflow((unsigned)({one}), (long)({other}), &c[2]); shifted ^= w[0]; }}"
            ),
            20 => format!("d = (float)({one}); f = (float)((short)({other}) / 4.0); v5 = d < f || d != d;"),
            21 => format!("v2 = (unsigned char)(f < 200 && f > 0 ? f : 1); d = (unsigned)({one});"),
            22 => format!(
                "switch ((unsigned char)({one})) {{ case 0 ... 99: v0++; case 100: {{ case 101: v1--; }} break; default: v2 ^= 1; case 'z': if ({other}) break; v3 = 4; }}"
            ),
            23 => format!(
                "{{ void *where = ({one}) & 1 ? &&odd{0} : &&even{0}; goto *where; odd{0}: v0 += 3; goto end{0}; even{0}: v1 += 5; end{0}: ; }}",
                self.computed()
            ),
            24 => format!(
                "{{ unsigned count = ({one}) & 15, n = (count + 3) / 4; switch (count % 4) {{ case 0: do {{ turn++; case 3: turn ^= 5; case 2: turn += 2; case 1: turn--; }} while (n-- > 1); }} }}"
            ),
            25 => format!("({one} ? a : p)[1] = {other};"),
            26 => format!("*({one} ? &v_extra : &global) += {other};"),
            _ => format!("{second} = ({{ int w[2] = {{{one}, 3}}; int *x = w; *x++ += 1; w[0] + *x; }});"),
        }
    }
}
