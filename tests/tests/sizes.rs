//! Files that a reader can take in: not too long, not too many in a folder, and not too wide. (Lints limit
//! functions and nesting; see `clippy.toml`.)

use std::fs;
use std::path::{Path, PathBuf};

/// Lines of a file.
const MAX_LINES: usize = 800;

/// Source files of a folder of the symbolic heap.
const MAX_FILES: usize = 12;

/// Columns of a comment; `rustfmt` sees to the code.
const MAX_COLUMNS: usize = 110;

/// All Rust files below a folder of the workspace.
fn sources(folder: &str) -> Vec<PathBuf> {
    let (mut found, mut pending) =
        (Vec::new(), vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder)]);
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of sources").flatten() {
            let path = entry.path();
            if path.is_dir() && !path.ends_with("target") {
                pending.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// What is too large in a source text, with lines.
fn excess(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let lines = text.lines().count();
    if lines > MAX_LINES {
        found.push(format!("{lines} lines"));
    }
    for (index, line) in text.lines().enumerate() {
        let columns = line.chars().count();
        if line.trim_start().starts_with("//") && columns > MAX_COLUMNS {
            found.push(format!("line {}: a comment of {columns} columns", index + 1));
        }
    }
    found
}

#[test]
fn files_are_short_and_comments_narrow() {
    let mut found = Vec::new();
    for path in ["solver", "smtlib", "heap", "bench-suites", "tests"].into_iter().flat_map(sources) {
        let text = fs::read_to_string(&path).expect("a source file");
        found.extend(excess(&text).into_iter().map(|what| format!("{}: {what}", path.display())));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn folders_of_the_symbolic_heap_are_small() {
    let mut folders: Vec<PathBuf> =
        sources("heap/src/symbolic").iter().filter_map(|path| path.parent().map(Path::to_path_buf)).collect();
    folders.sort();
    for folder in folders.chunk_by(|one, other| one == other) {
        assert!(folder.len() <= MAX_FILES, "{}: {} files", folder[0].display(), folder.len());
    }
}

#[test]
fn what_is_too_large_is_found() {
    let wide = format!("// {}\n", "x".repeat(MAX_COLUMNS));
    assert_eq!(excess(&wide), ["line 1: a comment of 113 columns"]);
    assert_eq!(excess(&"\n".repeat(MAX_LINES + 1)), ["801 lines"]);
    assert!(excess("// short\nlet wide = \"a string may be long\";\n").is_empty());
}
