//! The domain of bounds on the everyday programs, and on small ones that show what it must not overlook.

use cfp_heap::analysis::Task;
use cfp_heap::bounds::analyze;
use cfp_heap::front::{FrontError, Source, load};
use std::time::Duration;

/// Why there is no proof of a program, if there is none; nothing if the library that parses C is missing.
fn missing(name: &str, text: &str) -> Option<Option<String>> {
    let loaded = match load(&[Source::text(name, text)]) {
        Ok(loaded) => loaded,
        Err(FrontError::Missing(_)) => return None,
        Err(error) => panic!("{name}: {error}"),
    };
    let found = analyze(&Task::new(&loaded.program), Duration::from_secs(60));
    Some(found.missing.map(|(pos, text)| format!("{}: {text}", loaded.program.show_pos(pos))))
}

/// Everyday programs without errors that are not proved: arrays of pointers, lists, sorted records.
const OPEN: [&str; 6] =
    ["inventory.c", "life.c", "path_normalise.c", "string_builder.c", "tail.c", "word_table.c"];

#[test]
fn everyday_programs_are_proved_unless_they_have_an_error() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../bench-suites/heap/everyday");
    for entry in std::fs::read_dir(folder).expect("a folder of programs").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.ends_with(".c") || OPEN.contains(&name.as_str()) {
            continue;
        }
        let text = std::fs::read_to_string(entry.path()).expect("a program");
        let Some(missing) = missing(&name, &text) else { return };
        assert_eq!(missing.is_some(), name.ends_with("_buggy.c"), "{name}: {missing:?}");
    }
}

/// Checks that a body of `main` is proved, and is not with one change.
fn check(body: &str, from: &str, to: &str) {
    let program = |body: &str| {
        format!(
            "#include <ctype.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
             int main(int argc, char **argv) {{ char line[80]; {body} return 0; }}"
        )
    };
    let Some(found) = missing("right.c", &program(body)) else { return };
    assert_eq!(found, None, "{body}");
    assert!(body.contains(from), "{from} is not in {body}");
    let wrong = body.replace(from, to);
    assert!(missing("wrong.c", &program(&wrong)).flatten().is_some(), "{wrong} is proved");
}

#[test]
fn texts_end_where_their_zero_is() {
    let copy = "char copy[80]; if (fgets(line, 80, stdin)) { strcpy(copy, line); puts(copy); }";
    check(copy, "copy[80]", "copy[79]");
    check("if (fgets(line, 80, stdin)) for (char *p = line; *p; p++) putchar(*p);", "*p; p++", "*p; p += 2");
    check("if (fgets(line, 80, stdin)) { line[strcspn(line, \"\\n\")] = 0; puts(line); }", "= 0", "= 1");
    check("if (argc > 1) puts(argv[1]);", "argc > 1", "argc > 0");
}

#[test]
fn pointers_lead_to_one_of_several_texts() {
    let messages = "const char *e = NULL; for (int i = 0; i < argc && e == NULL; i++) { int c = getchar(); \
        switch (c) { case 0: e = \"short\"; break; case 1: e = \"longer\"; break; case 2: e = \"the longest\"; \
        break; case 3: case 4: case 5: case 6: putchar(c); break; default: e = c > 9 ? \"above\" : NULL; } } \
        if (e != NULL) { puts(e); putchar(e[5]); }";
    check(messages, "e[5]", "e[6]");
    check(messages, "if (e != NULL)", "if (argc > 1)");
}

#[test]
fn arrays_are_initialized_before_they_decide_something() {
    let fill = "int a[9]; for (int i = 0; i < 9; i++) a[i] = i; if (a[argc % 9]) puts(line + 80);";
    let fill = fill.replace("puts(line + 80)", "putchar(1)");
    check(&fill, "i < 9", "i < 8");
    check(&fill, "argc % 9", "argc % 10");
    check(
        "size_t n = fread(line, 1, 80, stdin); for (size_t i = 0; i < n; i++) if (line[i]) putchar(1);",
        "i < n",
        "i < 80",
    );
}

#[test]
fn blocks_are_freed_once_and_not_lost() {
    let block = "char *p = malloc(argc + 1L); if (p) { p[argc] = 0; free(p); }";
    check(block, "free(p);", "free(p); free(p);");
    check(block, "free(p);", "p = 0;");
    check(block, "argc + 1L", "argc + 0L");
    check(block, "p[argc] = 0; free(p);", "free(p); p[argc] = 0;");
}

#[test]
fn numbers_stay_in_their_types() {
    let sum = "int s = 0; for (int i = 0; i < 1000; i++) s += getchar(); printf(\"%d\", s);";
    check(sum, "i < 1000", "i < 100000000");
    check("int c = getchar(); if (c > 0) printf(\"%d\", 100 / c);", "c > 0", "c >= 0");
    check("int c = getchar(); if (c != EOF && isalpha(c)) putchar(c);", "isalpha(c)", "isalpha(c - 2)");
    check("int c = getchar(); if (c > 0 && c < 31) printf(\"%d\", 1 << c);", "c < 31", "c < 33");
}
