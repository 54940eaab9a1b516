//! Drawings, switches and statistics on the command line.

use crate::command::{Folder, command, on_c, stderr, stdout};
use std::path::PathBuf;
use std::process::Output;

/// The number of questions to the solver, from `--stats`.
fn questions(output: &Output) -> Option<u64> {
    let text = stderr(output);
    text.lines().find_map(|line| line.strip_prefix("questions")?.trim().parse().ok())
}

#[test]
fn drawings_come_from_the_analysis_that_decides() {
    let folder = Folder::new("once");
    // The analysis proves the first one, refutes the second one and leaves the third one open.
    let head =
        "void reach_error(void); int nondet(void);\nint main(void) {\n  int n = nondet(), a[3] = {0};\n";
    let bodies = [
        "if (n >= 0 && n < 3) a[n] = 1;",
        "if (n / 7 == 11111) reach_error();",
        "if (n == 3) __asm__(\"nop\");",
    ];
    for (index, (body, code)) in bodies.iter().zip([0, 10, 5]).enumerate() {
        let file = folder.file(&format!("{index}.c"), &format!("{head}  {body}\n  return 0;\n}}\n"));
        let page = folder.0.join(format!("{index}.html")).display().to_string();
        let queries = folder.0.join(format!("{index}.queries"));
        let Some(plain) = on_c(&["--without", "bounds,shapes", "--stats", &file]) else { return };
        let queries_shown = queries.display().to_string();
        let args =
            ["--stats", "--without", "bounds", "--html", &page, "--emit-queries", &queries_shown, &file];
        let drawn = on_c(&args).expect("libclang was here");
        assert_eq!((plain.status.code(), drawn.status.code()), (Some(code), Some(code)), "{body}");
        assert_eq!(stdout(&plain), stdout(&drawn));
        assert!(questions(&plain).is_some_and(|count| count > 0), "{}", stderr(&plain));
        assert_eq!(questions(&plain), questions(&drawn), "{body}");
        let expected = if code == 0 { "where it returns" } else { "before line 4" };
        let text = std::fs::read_to_string(&page).expect("the page");
        assert!(text.contains("<svg") && text.contains(expected), "{text}");
        // Neither are questions of the drawing recorded.
        let again = folder.0.join(format!("{index}.again"));
        on_c(&["--without", "bounds", "--emit-queries", &again.display().to_string(), &file])
            .expect("libclang was here");
        let count = |folder: &PathBuf| std::fs::read_dir(folder).expect("a folder").count();
        assert_eq!(count(&queries), count(&again), "{body}");
    }
    // Where a run decides, the analysis is for the drawing alone.
    let file = folder.file("run.c", "int main(void) { int a[3] = {0}; return a[0]; }\n");
    let picture = folder.0.join("run.svg").display().to_string();
    let output = on_c(&["--stats", "--svg", &picture, &file]).expect("libclang was here");
    assert_eq!((output.status.code(), questions(&output)), (Some(0), Some(0)), "{}", stderr(&output));
    assert!(std::fs::read_to_string(&picture).expect("the drawing").contains("3 cells of 4 bytes"));
}

#[test]
fn elements_are_drawn_by_the_name_of_their_container() {
    let folder = Folder::new("containers");
    let text = "#include <map>\n#include <vector>\nint nondet();\nint main() {\n  int n = nondet();\n\
                  std::vector<int> v;\n  std::map<int, int> m;\n\
                  for (int i = 0; i < n; i++) {\n    v.push_back(nondet());\n    m[i] = 5;\n  }\n  n = 0;\n  return n;\n}\n";
    let file = folder.file("elements.cpp", text);
    let picture = folder.0.join("elements.svg").display().to_string();
    if on_c(&["--at", "12", "--svg", &picture, &file]).is_none() {
        return;
    }
    let text = std::fs::read_to_string(&picture).expect("the drawing");
    for name in ["v[j]", "m[j]", "keys of m[j]", ".elements", ".size"] {
        assert!(text.contains(name), "{name} is missing in {text}");
    }
    assert!(!text.contains("__") && !text.contains("not set"), "{text}");
}

/// A program that needs one summary for all iterations, because there are too many to execute.
const FILL: &str = "int nondet(void); void *malloc(unsigned long); void free(void *);
    int main(void) {
      int n = nondet(); if (n < 1 || n > 1000) return 0;
      int *a = malloc(n * sizeof *a);
      for (int i = 0; i < n; i++) a[i] = i;
      free(a); return 0;
    }\n";

#[test]
fn techniques_are_listed_and_switched_off_by_name() {
    let listed = command(&["--list-techniques"]);
    assert_eq!(listed.status.code(), Some(0));
    let text = stdout(&listed);
    let names: Vec<&str> = text.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() >= 13 && names.contains(&"loop-summaries") && names.contains(&"contracts"), "{text}");
    assert!(text.lines().all(|line| line.split_whitespace().count() > 3), "{text}");

    let folder = Folder::new("without");
    let file = folder.file("fill.c", FILL);
    let bad = command(&["--without", "growth,magic", &file]);
    assert_eq!(bad.status.code(), Some(2));
    assert!(stderr(&bad).contains("'magic'"), "{}", stderr(&bad));
    assert!(names.iter().all(|name| stderr(&bad).contains(name)), "{}", stderr(&bad));

    let Some(with) = on_c(&["--stats", &file]) else { return };
    assert_eq!(with.status.code(), Some(0), "{}", stderr(&with));
    let off =
        ["--stats", "--without", "growth,loop-summaries,bounds,shapes", "--without", "candidates", &file];
    let without = on_c(&off).expect("libclang was here");
    assert_eq!(without.status.code(), Some(5), "{}", stderr(&without));
    assert!(names.iter().all(|name| {
        on_c(&["--without", name, &file]).is_some_and(|output| matches!(output.status.code(), Some(0 | 5)))
    }));
}

#[test]
fn statistics_tell_which_techniques_were_tried() {
    let folder = Folder::new("tried");
    let file = folder.file("fill.c", FILL);
    let page = folder.0.join("page.html").display().to_string();
    let Some(output) = on_c(&["--without", "bounds,shapes", "--stats", "--html", &page, &file]) else {
        return;
    };
    let text = stderr(&output);
    let usage = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name))?;
        let mut words = line.split_whitespace().skip(1).map(str::parse::<u64>);
        Some((words.next()?.ok()?, words.next()?.ok()?))
    };
    assert!(text.lines().any(|line| line.split_whitespace().eq(["technique", "tried", "worked", "time"])));
    assert!(usage("loop-summaries").is_some_and(|(tried, worked)| tried >= worked && worked > 0), "{text}");
    assert_eq!(usage("contracts"), None, "{text}");
    let page = std::fs::read_to_string(&page).expect("the page");
    assert!(page.contains("<td>loop-summaries</td>"), "{page}");
    let off =
        on_c(&["--stats", "--without", "loop-summaries,bounds,shapes", &file]).expect("libclang was here");
    assert!(!stderr(&off).contains("loop-summaries"), "{}", stderr(&off));
    let json =
        stdout(&on_c(&["--without", "bounds,shapes", "--format", "json", &file]).expect("libclang was here"));
    let member = r#""techniques":[{"name":"loop-summaries","tried":"#;
    assert!(json.replace([' ', '\n'], "").contains(member), "{json}");
}
