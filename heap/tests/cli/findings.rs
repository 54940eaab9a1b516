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
    let Some(output) = on_c(&[&file]) else { return };
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
    let Some(output) = on_c(&[&file]) else { return };
    let text = stderr(&output);
    assert_eq!(error_lines(&text), ["5"], "{text}");
    assert!(!text.contains(":6:"), "{text}");
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
    let Some(output) = on_c(&[&file]) else { return };
    let text = stderr(&output);
    assert_eq!(error_lines(&text), ["14", "20"], "{text}");
    let both = ":14:5: error: memory leak: 2 blocks of 14 bytes in all are not freed [valid-memtrack]\n";
    assert!(text.contains(both), "{text}");
    assert!(text.contains(":4:13: note: allocated here\n"), "{text}");
    assert!(text.contains(":11:12: note: allocated here\n"), "{text}");
    // At `exit`, `p` still points to the block; nothing may be left if all memory must be freed.
    let output = on_c(&["--check", "cleanup", &file]).expect("libclang was here");
    assert_eq!(error_lines(&stderr(&output)), ["14", "16", "20"], "{}", stderr(&output));
}
