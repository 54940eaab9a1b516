//! Files that a reader can take in: not too long, not too many in a folder, and not too wide. (Lints limit
//! functions and nesting; see `clippy.toml`.)

use std::fs;
use std::path::{Path, PathBuf};

/// Lines of a file.
const MAX_LINES: usize = 800;

/// Source files of a folder.
const MAX_FILES: usize = 14;

/// Columns of a comment; `rustfmt` sees to the code.
const MAX_COLUMNS: usize = 110;

/// The folders with sources of the workspace.
const FOLDERS: [&str; 5] = ["solver", "smtlib", "heap", "bench-suites", "tests"];

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
    for path in FOLDERS.into_iter().flat_map(sources) {
        let text = fs::read_to_string(&path).expect("a source file");
        found.extend(excess(&text).into_iter().map(|what| format!("{}: {what}", path.display())));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Folders with too many of these files, with their number.
fn crowded(files: &[PathBuf]) -> Vec<String> {
    let mut folders: Vec<&Path> = files.iter().filter_map(|path| path.parent()).collect();
    folders.sort();
    let crowds = folders.chunk_by(|one, other| one == other).filter(|folder| folder.len() > MAX_FILES);
    crowds.map(|folder| format!("{}: {} files", folder[0].display(), folder.len())).collect()
}

#[test]
fn folders_are_small() {
    let found: Vec<String> = FOLDERS.iter().flat_map(|folder| crowded(&sources(folder))).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn what_is_too_large_is_found() {
    let wide = format!("// {}\n", "x".repeat(MAX_COLUMNS));
    assert_eq!(excess(&wide), ["line 1: a comment of 113 columns"]);
    assert_eq!(excess(&"\n".repeat(MAX_LINES + 1)), ["801 lines"]);
    assert!(excess("// short\nlet wide = \"a string may be long\";\n").is_empty());
}

#[test]
fn crowded_folders_are_found() {
    let files = |folder: &str, count: usize| -> Vec<PathBuf> {
        (0..count).map(|index| PathBuf::from(format!("{folder}/{index}.rs"))).collect()
    };
    let all = [files("a", MAX_FILES), files("a/b", MAX_FILES + 1), files("c", 1)].concat();
    assert_eq!(crowded(&all), [format!("a/b: {} files", MAX_FILES + 1)]);
}
