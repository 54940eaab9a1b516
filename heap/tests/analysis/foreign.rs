//! Functions that no file defines: some do not return, some write to what they are given, some return
//! objects.

use cfp_heap::analysis::{Options, Task};
use cfp_heap::front::{FrontError, Source, load};
use cfp_heap::verify::{Conclusion, verify};

const HEADERS: &str = "#include <arpa/inet.h>\n#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <sys/wait.h>\n#include <time.h>\n
    int nondet(void); void reach_error(void); size_t strlcat(char *, const char *, size_t); void explicit_bzero(void *, size_t);
    _Noreturn void by_keyword(int); void by_attribute(int) __attribute__((noreturn)); void nondet_returning(int);\n";

#[derive(PartialEq, Eq, Debug)]
enum Verdict {
    Proved,
    Refuted,
    Unknown,
}

/// The verdict on a program; nothing if the library that reads C is missing.
fn verdict(body: &str) -> Option<Verdict> {
    let text = format!("{HEADERS}int main(void) {{ {body} return 0; }}");
    let program = match load(&[Source::text("foreign.c", &text)]) {
        Ok(loaded) => loaded.program,
        Err(FrontError::Missing(_)) => return None,
        Err(error) => panic!("{body}: {error}"),
    };
    let options = Options { runs: 50, ..Options::default() };
    Some(match verify(&Task::new(&program), &options).conclusion {
        Conclusion::Proved(_) => Verdict::Proved,
        Conclusion::Refuted { .. } => Verdict::Refuted,
        Conclusion::Unknown { .. } => Verdict::Unknown,
    })
}

fn check(expected: Verdict, bodies: &[&str]) {
    for body in bodies {
        let Some(found) = verdict(body) else { return };
        assert_eq!(found, expected, "{body}");
    }
}

#[test]
fn what_does_not_return_ends_the_program() {
    check(
        Verdict::Proved,
        &[
            "int x = nondet(), a[3] = {0}; if (x < 0 || x > 2) by_keyword(1); return a[x];",
            "int x = nondet(), a[3] = {0}; if (x < 0 || x > 2) by_attribute(1); return a[x];",
        ],
    );
    check(
        Verdict::Refuted,
        &[
            "int x = nondet(), a[3] = {0}; if (x < 0 || x > 2) nondet_returning(1); return a[x];",
            "int *p = malloc(4); p = 0; if (nondet()) by_keyword(1); free(p);",
        ],
    );
}

#[test]
fn what_writes_to_its_arguments_is_not_followed() {
    check(
        Verdict::Unknown,
        &[
            "int e = 0; double d = remquo(8.0, 3.0, &e); if (nondet() && e) reach_error(); return d > 9;",
            "int w = 0; double d = lgamma_r(8.5, &w); if (nondet() && w > 1) reach_error(); return d > 9;",
            "struct tm t = {0}; if (mktime(&t) && nondet() && t.tm_yday) reach_error();",
        ],
    );
    check(
        Verdict::Proved,
        &[
            "int x = time(0) > 0; if (x < 0) reach_error(); wait(0);",
            "char s[] = \"1.5x\"; double d = strtod(s, 0); if (nondet() && s[0] != '1') reach_error(); return d > 9;",
        ],
    );
}

#[test]
fn what_a_model_writes_is_known_to_be_written() {
    let mut writers = vec!["time_t t = 0; time(&t); if (nondet() && t) reach_error();"];
    writers.extend([
        "char b[8] = \"ab\"; strlcat(b, \"cd\", sizeof b); if (nondet() && b[2]) reach_error();",
        "char b[4] = \"abc\"; explicit_bzero(b, 4); if (nondet() && b[0] != 'a') reach_error();",
        "char s[] = \"1.5x\", *e = s; double d = strtod(s, &e); if (nondet() && e != s) reach_error(); return d > 9;",
        "void *p = 0; if (posix_memalign(&p, 16, 16) == 0 && nondet() && p) reach_error();",
        "int status = 0; wait(&status); if (nondet() && status) reach_error();",
    ]);
    check(Verdict::Refuted, &writers);
    check(Verdict::Proved, &["time_t t = 5; time_t u = time(&t); if (t != u || t < -1) reach_error();"]);
}

#[test]
fn objects_that_are_returned_are_followed_into_models_only() {
    check(
        Verdict::Unknown,
        &["struct in_addr a = inet_makeaddr(nondet(), 3); if (a.s_addr == 2) reach_error();"],
    );
    check(Verdict::Proved, &["div_t d = div(nondet(), 3); if (d.rem > 2) reach_error();"]);
}

#[test]
fn every_program_has_its_streams() {
    check(
        Verdict::Proved,
        &[
            "FILE *f = nondet() ? stdin : stderr; if (!f || stdin == stdout) reach_error(); fprintf(f, \"text\");",
        ],
    );
    check(Verdict::Refuted, &["FILE *f = nondet() ? stdin : stdout; if (f != stdout) reach_error();"]);
}
