//! Each kind of error is found, at its place; and what looks like one but is none is let pass.

use cfp_heap::front::{FrontError, Source, load};
use cfp_heap::interp::{Config, Outcome, ScriptedInputs, run};
use cfp_heap::ir::Program;
use cfp_heap::property::{Checks, Leaks, ViolationKind};

const HEADER: &str = "void *malloc(unsigned long); void *calloc(unsigned long, unsigned long); void free(void *);\
 void *realloc(void *, unsigned long); void exit(int); void abort(void); int __VERIFIER_nondet_int(void);\
 void __VERIFIER_assume(int); void __VERIFIER_assert(int); void reach_error(void); int printf(const char *, ...);\
 void *memcpy(void *, const void *, unsigned long); void *memset(void *, int, unsigned long);\
 char *strcpy(char *, const char *); unsigned long strlen(const char *); void *alloca(unsigned long);\
 int strcmp(const char *, const char *); char *strchr(const char *, int); int atoi(const char *); int abs(int);\
 int isdigit(int); int toupper(int); char *strdup(const char *); int snprintf(char *, unsigned long, const char *, ...);\
 long strtol(const char *, char **, int); int memcmp(const void *, const void *, unsigned long);\n";

fn program(text: &str) -> Option<Program> {
    match load(&[Source::text("test.c", &format!("{HEADER}{text}"))]) {
        Ok(loaded) => Some(loaded.program),
        Err(FrontError::Missing(missing)) => {
            eprintln!("skipped: {missing}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn outcome(program: &Program, checks: Checks, inputs: &[i128]) -> Outcome {
    let config = Config { checks, steps: 1_000_000, ..Config::default() };
    run(program, &config, &mut ScriptedInputs::new(inputs.iter().copied())).outcome
}

/// The body of `main` ends in this error, in the line with the mark `//!`.
fn fails(kind: ViolationKind, text: &str) {
    fails_on(kind, &[], Checks::default(), text);
}

fn fails_on(kind: ViolationKind, inputs: &[i128], checks: Checks, text: &str) {
    let Some(program) = program(text) else { return };
    let marked = text.lines().position(|line| line.contains("//!")).map(|index| index as u32 + 2);
    match outcome(&program, checks, inputs) {
        Outcome::Violation(found) => {
            assert_eq!(found.kind, kind, "{}\n{text}", found.message);
            if let Some(line) = marked {
                assert_eq!(found.pos.line, line, "{}\n{text}", found.message);
            }
        }
        other => panic!("{other:?}\n{text}"),
    }
}

/// The program returns this value.
fn returns(value: i32, text: &str) {
    let Some(program) = program(text) else { return };
    match outcome(&program, Checks::default(), &[]) {
        Outcome::Finished(code) => assert_eq!(code, value, "{text}"),
        other => panic!("{other:?}\n{text}"),
    }
}

#[test]
fn failing_assertions() {
    fails(ViolationKind::Assertion, "int main(void) { int x = 3; __VERIFIER_assert(x == 4); return 0; }");
    fails(
        ViolationKind::ErrorCall,
        "int main(void) { int x = 3;\nif (x) { ERROR: reach_error(); } //!\n return 0; }",
    );
    fails(
        ViolationKind::ErrorCall,
        "void __VERIFIER_error(void);\n#define check(c) if (!(c)) __VERIFIER_error()\nint main(void) {\n check(1); check(0); //!\n}",
    );
    fails(
        ViolationKind::Assertion,
        "#include <assert.h>\nint main(void) {\n assert(1);\n assert(sizeof(int) == 2); //!\n}",
    );
    fails_on(
        ViolationKind::Assertion,
        &[5, 6],
        Checks::default(),
        "int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); __VERIFIER_assert(x * y != 30); return 0; }",
    );
}

#[test]
fn what_is_checked_only_on_demand() {
    use ViolationKind::*;
    let checks = Checks { conversions: true, pointers: true, ..Checks::default() };
    let on_demand = |kind, text| fails_on(kind, &[], checks, text);
    on_demand(FloatConversion, "int main(void) { double d = 1e20;\n return (int)d > 0; //!\n}");
    on_demand(FloatConversion, "int main(void) { float f = -1.5f;\n unsigned char c = f; //!\n return c; }");
    on_demand(PointerOutOfBounds, "int main(void) { int a[4];\n int *p = a + 5; //!\n return p == a; }");
    on_demand(PointerOutOfBounds, "int main(void) { int a[4], *p = a + 4;\n p++; //!\n return p == a; }");
    on_demand(PointerOutOfBounds, "int main(void) { int a[4], *p = a;\n p--; //!\n return p == a; }");
    on_demand(PointerOutOfBounds, "int main(void) { char *p = 0;\n p += 3; //!\n return p == 0; }");
}

#[test]
fn bad_pointers() {
    use ViolationKind::*;
    fails(NullDereference, "int main(void) { int *p = 0;\n return *p; //!\n}");
    fails(
        NullDereference,
        "struct s { int a[10], b; }; int main(void) { struct s *p = 0;\n p->b = 1; //!\n return 0; }",
    );
    fails(OutOfBounds, "int main(void) { int a[4] = {0};\n return a[4]; //!\n}");
    fails(OutOfBounds, "int main(void) { int a[4] = {0};\n return a[-1]; //!\n}");
    fails(
        OutOfBounds,
        "int main(void) { char *p = malloc(3); int *q = (int *)p;\n *q = 1; //!\n free(p); return 0; }",
    );
    fails(
        OutOfBounds,
        "struct s { int a[2], b; } g; int main(void) { int *p = g.a; p[2] = 1;\n p[3] = 1; //!\n return 0; }",
    );
    fails(
        IndexOutOfBounds,
        "struct s { int a[2], b; } g; int main(void) { g.a[1] = 1;\n g.a[2] = 1; //!\n return 0; }",
    );
    fails(IndexOutOfBounds, "int m[3][4]; int main(void) { m[2][3] = 1;\n return m[0][5]; //!\n}");
    fails(UseAfterFree, "int main(void) { int *p = malloc(4); *p = 1; free(p);\n return *p; //!\n}");
    fails(UseAfterScope, "int main(void) { int *p; { int x = 1; p = &x; }\n return *p; //!\n}");
    fails(
        UseAfterScope,
        "int *f(void) { int x = 1; int *p = &x; return p; } int main(void) {\n return *f(); //!\n}",
    );
    fails(
        UseAfterScope,
        "int main(void) { int *p = 0; for (int i = 0; i < 2; i++) { int y = i; if (p)\n return *p; //!\n p = &y; } return 0; }",
    );
    fails(
        UseAfterScope,
        "char *f(void) { return alloca(4); } int main(void) { char *p = f();\n *p = 1; //!\n return 0; }",
    );
    fails(DoubleFree, "int main(void) { int *p = malloc(4); free(p);\n free(p); //!\n return 0; }");
    fails(InvalidFree, "int main(void) { int *p = malloc(8);\n free(p + 1); //!\n return 0; }");
    fails(InvalidFree, "int main(void) { int x;\n free(&x); //!\n return 0; }");
    fails(InvalidDereference, "int main(void) {\n return *(int *)123456789; //!\n}");
    fails(ConstantWrite, "int main(void) { char *s = \"abc\";\n s[0] = 'x'; //!\n return 0; }");
    fails(ConstantWrite, "const int g[2] = {1, 2}; int main(void) {\n *(int *)&g[1] = 3; //!\n return 0; }");
    fails(BadCall, "int main(void) { int (*f)(void) = 0;\n return f(); //!\n}");
    fails(OutOfBounds, "int main(void) { char a[3];\n strcpy(a, \"abc\"); //!\n return 0; }");
    fails(Misuse, "int main(void) { char a[8] = {0};\n memcpy(a, a + 1, 4); //!\n return 0; }");
    fails(OutOfBounds, "int main(void) { char a[2] = {1, 1};\n return strlen(a); //!\n}");
    fails(Misuse, "int main(void) { int n = -2;\n int a[n]; //!\n return sizeof a; }");
    fails(Misuse, "int main(void) {\n printf(\"%d %d\\n\", 1); //!\n return 0; }");
}

#[test]
fn leaks() {
    use ViolationKind::Leak;
    fails(Leak, "int main(void) { malloc(4); return 0; }");
    fails(Leak, "int main(void) { int *p = malloc(4); return p == 0; }");
    fails(Leak, "int *g; int main(void) { g = malloc(4); g = 0; return 0; }");
    returns(0, "int *g; int main(void) { g = malloc(4); return 0; }");
    returns(
        0,
        "struct n { struct n *next; } *g; int main(void) { g = malloc(8); g->next = malloc(8); g->next->next = 0; return 0; }",
    );
    returns(0, "int main(void) { int *p = malloc(4); exit(p == 0); }");
    let any = Checks { leaks: Leaks::Any, ..Checks::default() };
    fails_on(Leak, &[], any, "int *g; int main(void) { g = malloc(4); return 0; }");
    fails_on(Leak, &[], any, "int *g; int main(void) { g = malloc(4); abort(); }");
}

#[test]
fn values_that_nobody_set() {
    use ViolationKind::Uninitialized;
    fails(Uninitialized, "int main(void) { int x;\n if (x) //!\n return 1; return 0; }");
    fails(
        Uninitialized,
        "int main(void) { int *p = malloc(8); p[0] = 1;\n if (p[0] + p[1] > 2) //!\n free(p); return 0; }",
    );
    fails(
        Uninitialized,
        "int main(void) { int a[3]; int *p = &a[1]; int y = *p + 1;\n while (y < 3) y++; //!\n return 0; }",
    );
    fails(Uninitialized, "int main(void) { int *p;\n return *p; //!\n}");
    // Copying is no decision, and part of a copied record may be unset.
    returns(
        3,
        "struct s { int a, b; }; int main(void) { struct s x, y; x.a = 3; y = x; struct s z = y; return z.a; }",
    );
    returns(1, "int main(void) { int x[2]; x[1] = 1; int y[2]; memcpy(y, x, sizeof x); return y[1]; }");
    // An unset value is unknown but fixed.
    let lenient = Checks { uninitialized: false, ..Checks::default() };
    if let Some(program) =
        program("int main(void) { int x; int a[2]; return x == x && a[1] == a[1] && x - x == 0; }")
    {
        assert_eq!(outcome(&program, lenient, &[]), Outcome::Finished(1));
    }
}

#[test]
fn bad_arithmetic() {
    use ViolationKind::*;
    fails(DivisionByZero, "int main(void) { int x = 0;\n return 1 / x; //!\n}");
    fails(DivisionByZero, "int main(void) { unsigned x = 0;\n return 1 % x; //!\n}");
    fails(Overflow, "int main(void) { int x = 2147483647;\n x++; //!\n return 0; }");
    fails(Overflow, "int main(void) { int x = -2147483647 - 1;\n return -x; //!\n}");
    fails(Overflow, "int main(void) { int x = -2147483647 - 1, y = -1;\n return x / y; //!\n}");
    fails(Overflow, "int main(void) { long x = 1L << 62;\n x *= 2; //!\n return 0; }");
    fails(BadShift, "int main(void) { int x = 32;\n return 1 << x; //!\n}");
    fails(BadShift, "int main(void) { int x = -1;\n return 1u >> x; //!\n}");
    returns(0, "int main(void) { unsigned x = 4294967295u; x++; return x; }");
    returns(127, "int main(void) { signed char c = 127; c++; c--; return c; }");
    returns(1, "int main(void) { unsigned short s = 65535; s++; return s == 0; }");
}

#[test]
fn what_ends_a_run() {
    let Some(program) = program(
        "int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 3); while (x > 10) ; abort(); }",
    ) else {
        return;
    };
    assert!(matches!(outcome(&program, Checks::default(), &[3]), Outcome::Infeasible(_)));
    assert_eq!(outcome(&program, Checks::default(), &[11]), Outcome::Limit("steps"));
    assert_eq!(outcome(&program, Checks::default(), &[4]), Outcome::Aborted);
}

/// What follows undefined behavior is not modelled, so no run goes on after it, whatever is asked for.
#[test]
fn errors_that_are_not_checked_end_a_run_without_a_verdict() {
    let asked = Checks {
        memory: false,
        bounds: false,
        uninitialized: false,
        overflow: false,
        arithmetic: false,
        ..Checks::default()
    };
    let bodies = [
        "int a[2] = {1, 2}; int x = a[5]; __VERIFIER_assert(x == x + 1);",
        "int a[2] = {1, 2}; a[7] = 3; __VERIFIER_assert(0);",
        "int *p = malloc(4); *p = 1; free(p); __VERIFIER_assert(*p == 2);",
        "int *p = malloc(4); free(p); free(p); __VERIFIER_assert(0);",
        "int x; free(&x); __VERIFIER_assert(0);",
        "int *p = 0; *p = 1; __VERIFIER_assert(0);",
        "char *s = \"abc\"; s[0] = 'x'; __VERIFIER_assert(0);",
        "char a[4]; strcpy(a, \"abcd\"); __VERIFIER_assert(0);",
        "char a[8] = \"abcdef\"; memcpy(a + 1, a, 4); __VERIFIER_assert(0);",
        "struct { int a : 3; } *p = 0; __VERIFIER_assert(p->a == 9);",
        "int x = 40; __VERIFIER_assert((1 << x) == 5);",
        "int n = -1; int a[n]; __VERIFIER_assert(sizeof a == 3);",
    ];
    for body in bodies {
        let Some(program) = program(&format!("int main(void) {{ {body} return 0; }}")) else { return };
        let ended = outcome(&program, asked, &[]);
        assert!(matches!(ended, Outcome::Unsupported(..)), "{body}: {ended:?}");
    }
    // These have some result.
    for body in ["int x = 2147483647; x = x + 1; return x < 0;", "int x; return x == x;"] {
        let Some(program) = program(&format!("int main(void) {{ {body} }}")) else { return };
        assert_eq!(outcome(&program, asked, &[]), Outcome::Finished(1), "{body}");
    }
}

#[test]
fn library_functions() {
    returns(
        1,
        "int main(void) { return strcmp(\"abc\", \"abd\") < 0 && strcmp(\"b\", \"a\") > 0 && strcmp(\"\", \"\") == 0; }",
    );
    returns(2, "int main(void) { char *s = \"hello\"; return strchr(s, 'l') - s; }");
    returns(42, "int main(void) { return atoi(\"  42x\"); }");
    returns(255, "int main(void) { char *e; long v = strtol(\"0xffz\", &e, 0); return *e == 'z' ? v : 0; }");
    returns(7, "int main(void) { return abs(-7); }");
    returns(1, "int main(void) { return isdigit('5') && !isdigit('a') && toupper('q') == 'Q'; }");
    returns(5, "int main(void) { char *s = strdup(\"abcde\"); int n = strlen(s); free(s); return n; }");
    returns(
        6,
        "int main(void) { char b[4]; int n = snprintf(b, sizeof b, \"%d-%s\", 12, \"xyz\"); return n + b[3]; }",
    );
    returns(
        9,
        "int main(void) { int *p = malloc(4); *p = 9; p = realloc(p, 400); p[99] = 1; int x = *p; free(p); return x; }",
    );
    returns(0, "int main(void) { int *p = calloc(3, 4); int x = p[0] | p[1] | p[2]; free(p); return x; }");
    returns(
        1,
        "#include <ctype.h>\nint main(void) { return isalpha('x') && !isalpha('1') && tolower('A') == 'a'; }",
    );
    returns(
        1,
        "const unsigned short **__ctype_b_loc(void); int main(void) { return ((*__ctype_b_loc())['7'] & 2048) != 0; }",
    );
}

#[test]
fn the_language() {
    returns(10, "int f(int n) { return n ? n + f(n - 1) : 0; } int main(void) { return f(4); }");
    returns(
        3,
        "typedef struct { int x; } t; t f(t a) { a.x++; return a; } int main(void) { t a = {1}; t b = f(f(a)); return a.x == 1 ? b.x : 0; }",
    );
    returns(
        21,
        "int main(void) { int s = 0; for (int i = 0, j = 6; i < j; i++, j--) s += i * j; return s + 8; }",
    );
    returns(
        5,
        "int main(void) { const char *s = __func__; return s[0] == 'm' && sizeof(__func__) == 5 ? 5 : 0; }",
    );
    returns(
        8,
        "struct n { int v; struct n *next; }; int main(void) { struct n c = {5, 0}, b = {2, &c}, a = {1, &b}; int s = 0; for (struct n *p = &a; p; p = p->next) s += p->v; return s; }",
    );
    returns(
        7,
        "#define container_of(p, t, f) ((t *)((char *)(p) - __builtin_offsetof(t, f)))\nstruct l { struct l *n; }; struct s { int v; struct l link; }; int main(void) { struct s x = {7, {0}}; struct l *p = &x.link; return container_of(p, struct s, link)->v; }",
    );
    returns(3, "extern int g; int main(void) { return g; } int g = 3;");
    returns(4, "static int f(); int main() { return f(4); } static int f(x) int x; { return x; }");
    returns(
        6,
        "int main(void) { int a[] = {1, 2, 3}, *p = a, s = 0; while (p != a + sizeof a / sizeof *a) s += *p++; return s; }",
    );
    returns(
        11,
        "int main(void) { int i = 0, s = 0; again: if (i < 5) { s += i; i++; goto again; } return s + 1; }",
    );
    returns(
        2,
        "int f(int x) { switch (x) { case 1: return 1; default: break; case 5 ... 9: return 2; } return 3; } int main(void) { return f(7); }",
    );
    returns(
        1,
        "int main(void) { union { float f; unsigned u; } x = {.f = 1.0f}; return x.u == 0x3f800000; }",
    );
    returns(
        1,
        "int main(void) { long p = (long)&main; int (*f)(void) = (int (*)(void))p; return f == main; }",
    );
    returns(
        9,
        "int main(void) { int n = 3; int a[n][n]; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = i * n + j; return a[2][2] + sizeof a / sizeof a[0] - 2; }",
    );
    returns(
        0,
        "void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; } int main(void) { int x = 1, y = 2; swap(&x, &y); return x - 2 + y - 1; }",
    );
    returns(
        6,
        "int count(void) { static int n = 4; return ++n; } int main(void) { count(); return count(); }",
    );
    returns(
        12,
        "struct b { unsigned a : 3, : 2, b : 4; int c : 5; }; int main(void) { struct b x = {7, 9, -4}; x.a++; return x.a + x.b + x.c + 7; }",
    );
}

#[test]
fn programs_of_32_bits() {
    let text = "#include <stdlib.h>\nstruct n { struct n *next; int v; }; int main(void) {\n\
        struct n *h = 0; for (int i = 0; i < 5; i++) { struct n *n = malloc(sizeof *n); n->next = h; n->v = i; h = n; }\n\
        unsigned address = (unsigned)h; if ((struct n *)address != h) return 1;\n\
        char copy[sizeof h]; for (unsigned i = 0; i < sizeof h; i++) copy[i] = ((char *)&h)[i];\n\
        struct n *again; for (unsigned i = 0; i < sizeof h; i++) ((char *)&again)[i] = copy[i]; if (again->v != 4) return 2;\n\
        while (h) { struct n *n = h->next; free(h); h = n; }\n return sizeof(long) + sizeof(void *); }";
    let mut source = Source::text("small.c", text);
    source.flags.push("-m32".to_string());
    match load(&[source]) {
        Ok(loaded) => assert_eq!(outcome(&loaded.program, Checks::default(), &[]), Outcome::Finished(8)),
        Err(FrontError::Missing(missing)) => eprintln!("skipped: {missing}"),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn what_is_not_supported_says_so() {
    let reasons = [
        ("int main(void) { __asm__(\"nop\"); return 0; }", "inline assembly"),
        (
            "int main(void) { void *p = &&l; p = 0; goto *p; l: return 0; }",
            "computed goto to something other than a label of the function",
        ),
        (
            "void end(int *p) { *p = 0; } int main(void) { int x __attribute__((cleanup(end))) = 1; return 0; }",
            "a variable with the attribute cleanup",
        ),
        ("#include <setjmp.h>\njmp_buf b; int main(void) { return setjmp(b); }", "setjmp"),
        ("int main(void) { long double x = 1; x = x * 2; return 0; }", "arithmetic of type long double"),
    ];
    for (text, expected) in reasons {
        let Some(program) = program(text) else { return };
        match outcome(&program, Checks::default(), &[]) {
            Outcome::Unsupported(reason, _) => assert_eq!(reason, expected),
            other => panic!("{other:?}\n{text}"),
        }
    }
}

#[test]
fn second_names_in_other_files_are_not_overlooked() {
    let user = "extern int g, w, v; int h(void); int named(void); int label(void) __asm__(\"third\"); int main(void) {";
    let definitions = "int g, v = 4; static int f(void) { return g = 1; }\n\
        int h(void) __attribute__((alias(\"f\"))); extern int w __attribute__((alias(\"v\")));\n\
        int own(void) __asm__(\"named\"); int own(void) { return g = 2; } int third(void) { return g = 3; }";
    for use_of_it in ["h();", "w = 5;", "named();", "label();"] {
        let files =
            [("user.c", format!("{user} {use_of_it} return 0; }}")), ("names.c", definitions.to_string())];
        for order in [[0, 1], [1, 0]] {
            let sources = order.map(|index| Source::text(files[index].0, &files[index].1));
            match load(&sources) {
                Ok(loaded) => {
                    let outcome = outcome(&loaded.program, Checks::default(), &[]);
                    assert!(matches!(outcome, Outcome::Unsupported(..)), "{use_of_it} {outcome:?}");
                }
                Err(FrontError::Missing(missing)) => return eprintln!("skipped: {missing}"),
                Err(error) => panic!("{error}"),
            }
        }
    }
}
