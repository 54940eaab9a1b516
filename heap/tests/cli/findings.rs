//! What is reported about a program: all of its errors, each where it happens.

use crate::command::{Folder, on_c, stderr, stdout};

/// Four errors. Random inputs do not lead to the third one.
const FOUR: &str = "void *malloc(unsigned long);
int nondet(void);
int main(void) {
  int a[10] = {0};
  int n = nondet();
  if (n == 1)
    return a[n + 9];
  if (n == 2) {
    malloc(4);
    return 0;
  }
  if (n == 77777) {
    int *p = 0;
    return *p;
  }
  return 100 / n;
}
";

/// The lines of all errors.
fn error_lines(text: &str) -> Vec<&str> {
    let places = text.lines().filter_map(|line| line.split_once(": error: "));
    places.filter_map(|(place, _)| place.rsplit(':').nth(1)).collect()
}

#[test]
fn all_errors_are_reported_each_with_its_run() {
    let folder = Folder::new("all-errors");
    let file = folder.file("four.c", FOUR);
    let Some(output) = on_c(&["--further", "60", &file]) else { return };
    let text = stderr(&output);
    assert_eq!(error_lines(&text), ["7", "10", "14", "16"], "{text}");
    assert_eq!(stdout(&output), "refuted: valid-deref, valid-memtrack, def-behavior (4 errors)\n");
    for input in ["1", "2", "77777", "0"] {
        let again = format!("note: again with --run --input {input}\n");
        assert!(text.contains(&again), "{text}");
        let output = on_c(&["--run", "--input", input, &file]).expect("libclang was here");
        assert_eq!(output.status.code(), Some(10));
    }
}

#[test]
fn the_search_ends_at_the_first_error_if_that_is_asked_for() {
    let folder = Folder::new("first-error");
    let file = folder.file("four.c", FOUR);
    let Some(output) = on_c(&["--further", "0", &file]) else { return };
    assert_eq!(
        (error_lines(&stderr(&output)).len(), stdout(&output).as_str()),
        (1, "refuted: def-behavior\n")
    );
    let output = on_c(&["--property", "valid-memsafety", &file]).expect("libclang was here");
    assert_eq!(error_lines(&stderr(&output)).len(), 1);
}

#[test]
fn an_error_behind_an_error_is_none() {
    let folder = Folder::new("behind");
    let file = folder.file(
        "behind.c",
        "int nondet(void);\nint main(void) {\n  int a[2] = {0}, n = nondet();\n  if (n < 0 || n > 3) return 0;\n  \
         a[n] = 1;\n  return a[n] + a[n];\n}\n",
    );
    let Some(output) = on_c(&["--further", "60", &file]) else { return };
    let text = stderr(&output);
    assert_eq!(error_lines(&text), ["5"], "{text}");
    assert!(!text.contains(":6:"), "{text}");
}

/// The error call can be reached only by runs that read out of bounds, and what these read is not modelled.
#[test]
fn what_follows_an_error_that_is_not_asked_for_refutes_nothing() {
    let folder = Folder::new("unasked");
    let file = folder.file(
        "unasked.c",
        "void reach_error(void);\nint nondet(void);\nint main(void) {\n  int a[3], n = nondet();\n  \
         for (int i = 0; i < n; i++) a[i] = 2 * (nondet() % 100);\n  \
         for (int i = 0; i < n; i++) if (a[i] % 2 != 0) reach_error();\n  return 0;\n}\n",
    );
    let Some(output) = on_c(&["--property", "unreach-call", "--time", "3", &file]) else { return };
    assert_eq!((output.status.code(), stdout(&output).lines().last()), (Some(5), Some("UNKNOWN")));
}

/// Memory that nobody has written may hold any address, and the run says which one it was.
#[test]
fn a_pointer_from_uninitialised_memory_may_be_stray() {
    let folder = Folder::new("stray");
    let file = folder.file(
        "stray.c",
        "#include <stdlib.h>\nstruct n { struct n *p; int v; };\nint main(void) {\n  \
         struct n *a = malloc(sizeof *a), *q = a->p;\n  int r = 0;\n  if (q)\n    r = q->v;\n  free(a);\n  \
         return r;\n}\n",
    );
    let Some(output) = on_c(&["--check", "memory", &file]) else { return };
    let text = stderr(&output);
    assert_eq!((stdout(&output).as_str(), error_lines(&text)), ("refuted: valid-deref\n", vec!["7"]));
    assert!(text.contains(":4:44: note: the uninitialized value is 64\n"), "{text}");
    let (_, again) = text.split_once("note: again with ").expect("a run to repeat");
    let options = again.lines().next().unwrap_or_default().split(' ');
    let arguments: Vec<&str> = ["--check", "memory"].into_iter().chain(options).chain([&*file]).collect();
    let output = on_c(&arguments).expect("libclang was here");
    assert_eq!(output.status.code(), Some(10), "{again}");
}

#[test]
fn a_leak_is_reported_at_the_return_that_is_taken() {
    let folder = Folder::new("leaks");
    let file = folder.file(
        "leaks.c",
        "#include <stdlib.h>\nint nondet(void);\nstatic int work(void) {\n  char *a = malloc(10);\n  \
         if (nondet() == 3)\n    return -2;\n  free(a);\n  return 0;\n}\nint main(void) {\n  int *p = malloc(4);\n  \
         *p = work();\n  if (*p == -2)\n    return 1;\n  if (nondet() == 4)\n    exit(2);\n  if (nondet() == 5)\n    \
         p = malloc(8);\n  free(p);\n  return 0;\n}\n",
    );
    let Some(output) = on_c(&["--further", "60", &file]) else { return };
    let text = stderr(&output);
    assert_eq!(error_lines(&text), ["14", "20"], "{text}");
    let both = ":14:5: error: memory leak: 2 blocks of 14 bytes in all are not freed [valid-memtrack]\n";
    assert!(text.contains(both), "{text}");
    assert!(text.contains(":4:13: note: allocated here\n"), "{text}");
    assert!(text.contains(":11:12: note: allocated here\n"), "{text}");
    // At `exit`, `p` still points to the block; nothing may be left if all memory must be freed.
    let output = on_c(&["--further", "60", "--check", "cleanup", &file]).expect("libclang was here");
    assert_eq!(error_lines(&stderr(&output)), ["14", "16", "20"], "{}", stderr(&output));
}

/// The lines of all notes, each with its text.
fn notes(text: &str) -> Vec<(&str, &str)> {
    let notes = text.lines().filter_map(|line| line.split_once(": note: "));
    notes.filter_map(|(place, text)| Some((place.rsplit(':').nth(1)?, text))).collect()
}

#[test]
fn the_cause_comes_before_its_consequences() {
    let folder = Folder::new("cause");
    let file = folder.file(
        "cause.c",
        "int nondet(void);\nint main(void) {\n  int n = nondet(), q = 3, a[11] = {0};\n  \
         for (int i = 0; i < n; i++)\n    q = q * q % 11;\n  a[q] = 1;\n  return 100 / (q - 2);\n}\n",
    );
    let Some(output) = on_c(&["--further", "60", &file]) else { return };
    let text = stderr(&output);
    let found = notes(&text);
    assert_eq!(found[0], ("4", "`q` has no closed form in this loop"), "{text}");
    assert_eq!(found.iter().filter(|(line, _)| *line == "4").count(), 1, "{text}");
    let consequences: Vec<&str> = found[1..].iter().map(|(line, _)| *line).collect();
    assert_eq!(consequences.last(), Some(&"7"), "{text}");
    let verdict = stdout(&output);
    assert!(verdict.starts_with("unknown: cause.c:4: `q` has no closed form in this loop; "), "{verdict}");
}

#[test]
fn alternatives_of_one_access_are_one_note() {
    let folder = Folder::new("alternatives");
    let file = folder.file(
        "access.c",
        "int nondet(void);\nint main(void) {\n  int a[4] = {0}, b[4] = {0}, q = 3;\n  for (int n = nondet(); n > 0; n--)\n    \
         q = q * q % 11;\n  int *p = nondet() ? a : nondet() ? b : 0;\n  return q == 2 ? p[q + 9] : 0;\n}\n",
    );
    let Some(output) = on_c(&["--further", "60", &file]) else { return };
    let text = stderr(&output);
    let at_access: Vec<&str> =
        notes(&text).into_iter().filter(|note| note.0 == "7").map(|note| note.1).collect();
    assert_eq!(at_access.len(), 1, "{text}");
    assert!(at_access[0].contains("null pointer") && at_access[0].contains("out of bounds"), "{text}");
}

#[test]
fn equal_notes_are_folded_unless_all_are_wanted() {
    let folder = Folder::new("folded");
    let mut text = String::from("int nondet(void);\nint main(void) {\n");
    for _ in 0..4 {
        text += "  if (nondet()) __asm__(\"nop\");\n";
    }
    text += "  return 0;\n}\n";
    let file = folder.file("folded.c", &text);
    let Some(output) = on_c(&["--further", "60", &file]) else { return };
    let shown = stderr(&output);
    assert_eq!(notes(&shown).len(), 1, "{shown}");
    assert!(shown.contains("note: the same in lines 4, 5, 6\n"), "{shown}");
    let output = on_c(&["--all", &file]).expect("libclang was here");
    assert_eq!(notes(&stderr(&output)).len(), 4, "{}", stderr(&output));
}

#[test]
fn what_is_open_follows_the_errors() {
    let folder = Folder::new("also");
    let file = folder.file(
        "also.c",
        "int nondet(void);\nint main(void) {\n  int n = nondet();\n  if (n == 5)\n    return 1 / (n - 5);\n  \
         if (n == 6) __asm__(\"nop\");\n  return 0;\n}\n",
    );
    let Some(output) = on_c(&["--further", "60", &file]) else { return };
    let text = stderr(&output);
    assert_eq!(error_lines(&text), ["5"], "{text}");
    let (_, open) = text.split_once("note: also not proved:\n").unwrap_or_else(|| panic!("{text}"));
    assert_eq!((notes(open)[0].0, open.lines().count()), ("6", 1), "{text}");
    assert_eq!(stdout(&output), "refuted: def-behavior\n");
}

#[test]
fn a_proof_names_what_it_leaves_out() {
    let folder = Folder::new("unchecked");
    let file = folder.file("good.c", "int main(void) { return 0; }\n");
    let note = |checks: &[&str]| {
        let output = on_c(&[checks, &[&file]].concat())?;
        assert!(stdout(&output).starts_with("proved: "), "{}", stderr(&output));
        Some(stderr(&output).lines().find(|line| line.starts_with("note: not checked: "))?.to_string())
    };
    let Some(default) = note(&[]) else { return };
    assert!(default.contains(": conversion, pointer, alignment,"), "{default}");
    let fewer = note(&["--check", "memory,bounds,leak,uninit,arithmetic,conversion,pointer"]);
    let fewer = fewer.expect("libclang was here");
    assert!(fewer.contains(": overflow, alignment,"), "{fewer}");
}
