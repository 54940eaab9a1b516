//! Programs without inputs whose run depends on something all the same: where objects lie, what a library
//! function returns. One run of such a program proves nothing.

use cfp_heap::analysis::{Options, Task};
use cfp_heap::front::{FrontError, Source, load};
use cfp_heap::property::{Checks, Leaks};
use cfp_heap::verify::{Conclusion, verify};

const HEADERS: &str = "#include <ctype.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nvoid reach_error(void);\n";

/// Whether a program is proved; nothing if the library that reads C is missing.
fn is_proved(body: &str, checks: Checks) -> Option<bool> {
    let text = format!("{HEADERS}int main(void) {{ {body} return 0; }}");
    let program = match load(&[Source::text("choices.c", &text)]) {
        Ok(loaded) => loaded.program,
        Err(FrontError::Missing(_)) => return None,
        Err(error) => panic!("{body}: {error}"),
    };
    let task = Task { checks, ..Task::new(&program) };
    let options = Options { runs: 1, ..Options::default() };
    Some(matches!(verify(&task, &options).conclusion, Conclusion::Proved(_)))
}

#[test]
fn what_machines_and_libraries_choose_is_not_proved() {
    let wrong = [
        "int x = 0; if ((unsigned long)&x & 0xfff) reach_error();",
        "static int x; static long number = (long)&x; if (number & 0xfff) reach_error();",
        "int x = 0, y = 0; if ((unsigned long)&x > (unsigned long)&y) reach_error();",
        "int x = 0, y = 0, *p = &x, *q = &y; if (p > q) reach_error();",
        "int x = 0, *p = &x; unsigned char *c = (unsigned char *)&p; if (c[0]) reach_error();",
        "int x = 0, y = 0; union { int *p; int half[2]; } u = { &x }, v = { &y }; u.half[0] = v.half[0];
             if (u.p != &x) reach_error();",
        "int x = 0, y = 0, *p = &x, *q = &y; memcpy(&p, &q, 2); if (p != &x) reach_error();",
        "int x = 0; char b[40]; if (sprintf(b, \"%p\", (void *)&x) != 11) reach_error();",
        "int *p = malloc(4); free(p); int *q = malloc(4); if (p == q) reach_error(); free(q);",
        "int x[2] = {0}, y[2] = {0}; if (x + 2 == y) reach_error();",
        "struct { char c; int i; } a = {1, 2}, b = {1, 2}; if (memcmp(&a, &b, sizeof a)) reach_error();",
        "struct { char c; int i; } a = {0}; unsigned char *p = (unsigned char *)&a; if (p[2]) reach_error();",
        "int *p = malloc(4), *q = realloc(p, 0); if (!q) free(p); free(q);",
        "if (strcmp(\"b\", \"a\") != 1) reach_error();",
        "if (memcmp(\"c\", \"a\", 1) != 2) reach_error();",
        "if (isalpha('a') != 1) reach_error();",
        "if (getenv(\"HOME\")) reach_error();",
        "if (puts(\"text\") != 0) reach_error();",
        "if (printf(\"text\") < 0) reach_error();",
        "if (putchar('a') != 'a') reach_error();",
        "char *p = malloc(3000000000u); if (p) reach_error();",
        "static volatile int x; x = 1; if (x != 1) reach_error();",
        "double d = 1e20; int x = (int)d; if (x == -2147483647 - 1) reach_error();",
        "double d = 0, e = d / d; long x = (long)e; if (x) reach_error();",
        "if (\"text\" == \"text\") reach_error();",
        "const char *s = \"ext\"; if (s == \"text\" + 1) reach_error();",
        "struct n { struct n *next; } *p = malloc(sizeof *p); const char *s = \"ext\";
             if (s == \"text\" + 1) reach_error(); free(p);",
    ];
    for body in wrong {
        assert_ne!(is_proved(body, Checks::default()), Some(true), "{body}");
    }
}

#[test]
fn what_all_of_them_do_is_proved() {
    let right = [
        "int x = 0, y = 0, *p = &x, *q = &y; if (p == q || p == 0) reach_error();",
        "int x = 0, *p = &x, **q = &p, *r = *q; if (r != &x) reach_error();",
        "int x = 0, y = 0, *p = &x, *q = &y; memcpy(&p, &q, sizeof p); if (p != &y) reach_error();",
        "struct { char c; int i; } a, b; memset(&a, 0, sizeof a); memset(&b, 0, sizeof b); a.i = b.i = 2;
             if (memcmp(&a, &b, sizeof a)) reach_error();",
        "struct { char c; int i; } a = {0}, b = a; if (a.c || a.i || b.c || b.i) reach_error();",
        "struct { int i; char c; } a[3] = {{0}}; for (int i = 0; i < 3; i++) if (a[i].i || a[i].c) reach_error();",
        "int *p = malloc(4), *q = realloc(p, 8); if (!q) free(p); free(q);",
        "int *p = malloc(4), *q = malloc(4); if (p == q) reach_error(); free(p); free(q);",
        "if (strcmp(\"b\", \"a\") <= 0 || strcmp(\"a\", \"a\")) reach_error();",
        "if (!isalpha('a') || isalpha('1')) reach_error();",
        "const char *s = \"text\"; if (s == 0) reach_error(); puts(s);",
        "int x = 0; printf(\"%p\", (void *)&x);",
        "puts(\"text\"); putchar('a'); for (int i = 0; i < 5000; i++) printf(\"%d\", i * i % 7);",
        "double d = 4294967295.75, e = -2147483648.5; unsigned x = (unsigned)d; int y = (int)e; if (!x || !y) reach_error();",
    ];
    for body in right {
        assert_ne!(is_proved(body, Checks::default()), Some(false), "{body}");
    }
}

#[test]
fn after_an_error_that_nobody_asks_for_nothing_is_proved() {
    let checks = Checks {
        assertions: true,
        memory: false,
        bounds: false,
        leaks: Leaks::Off,
        streams: false,
        uninitialized: false,
        overflow: false,
        arithmetic: false,
        ..Checks::default()
    };
    let wrong = [
        "struct { int a[2], x; } s = {{0, 0}, 7}; int *p = s.a; p[3] = 9; if (s.x != 7) reach_error();",
        "int *p = malloc(8); free(p); int *q = malloc(8); q[0] = 2; *p = 3; if (q[0] != 2) reach_error();",
        "char *p = malloc(8); free(p); free(p); char *q = malloc(8), *r = malloc(8); q[0] = 1; r[0] = 2;
             if (q[0] != 1) reach_error();",
        "int k = 33; if (1 << k != 2) reach_error();",
        "char a[2] = {1, 2}; memset(a, 0, 3); if (a[0] != 1) reach_error();",
    ];
    for body in wrong {
        assert_ne!(is_proved(body, checks), Some(true), "{body}");
    }
    assert_ne!(is_proved("int a[2] = {1, 2}; if (a[1] != 2) reach_error();", checks), Some(false));
}
