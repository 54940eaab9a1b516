//! The command line: options, exit codes, what is printed where.

use crate::command::{Folder, command, on_c, stderr, stdout};
use std::path::PathBuf;
use std::process::{Command, Output};

#[test]
fn help_version_completions_and_manual() {
    let help = command(&["--help"]);
    assert_eq!(help.status.code(), Some(0));
    let options = ["--memory", "--ints", "--solver", "--html", "--svg", "--at", "--without unrolling,sums"];
    for word in
        ["Examples:", "Exit codes:", "--run", "--print", "compile_commands.json"].into_iter().chain(options)
    {
        assert!(stdout(&help).contains(word), "{word} is missing");
    }
    assert!(stdout(&command(&["--version"])).starts_with("cfp-heap "));
    let completions = stdout(&command(&["--completions", "bash"]));
    assert!(
        completions.contains("--failing-allocation")
            && completions.contains("combined contents invariants smashed")
            && completions.contains("loop-summaries unrolling")
    );
    assert!(stdout(&command(&["--man"])).contains(".TH cfp-heap"));
}

#[test]
fn a_missing_library_is_explained() {
    let folder = Folder::new("missing");
    let file = folder.file("a.c", "int main(void) { return 0; }");
    let empty = folder.0.join("empty");
    std::fs::create_dir_all(&empty).expect("a folder");
    // A folder that has none; where another is found all the same, there is nothing to explain.
    let mut command = Command::new(env!("CARGO_BIN_EXE_cfp-heap"));
    let output =
        command.arg(&file).env("LIBCLANG_PATH", empty.join("libclang.so")).output().expect("cfp-heap runs");
    if output.status.code() != Some(0) {
        assert_eq!(output.status.code(), Some(4));
        assert!(stderr(&output).contains("libclang-common-19-dev"), "{}", stderr(&output));
    }
}

#[test]
fn bad_arguments_and_files() {
    let folder = Folder::new("bad");
    assert_eq!(command(&[]).status.code(), Some(2));
    assert_eq!(command(&["--no-such-option"]).status.code(), Some(2));
    let Some(output) = on_c(&["no-such-file.c"]) else { return };
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("cannot read no-such-file.c"));
    let broken = folder.file("broken.c", "int main(void) {\n  return y;\n}\n");
    let output = on_c(&[&broken]).expect("libclang was here");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("broken.c:2:10: error: use of undeclared identifier 'y'\n    2 | "),
        "{}",
        stderr(&output)
    );
    let empty = folder.file("empty.c", "int x;\n");
    for args in [&["--run", &empty][..], &[&empty], &["--property", "unreach-call", &empty]] {
        let output = on_c(args).expect("libclang was here");
        assert_eq!(output.status.code(), Some(1));
        assert!(
            stderr(&output).contains("defines neither main nor any other function"),
            "{}",
            stderr(&output)
        );
    }
    let library = folder.file("library.c", "int f(int x) { return x; }\n");
    let output = on_c(&[&library]).expect("libclang was here");
    assert!(stderr(&output).contains("start with another function by --entry (f)"), "{}", stderr(&output));
    assert_eq!(on_c(&["--entry", "f", &library]).and_then(|output| output.status.code()), Some(0));
}

#[test]
fn a_run_reports_its_error_with_place_and_inputs() {
    let folder = Folder::new("run");
    let file = folder.file(
        "sum.c",
        "int __VERIFIER_nondet_int(void);\nint get(int *a, int i)\n{\n\treturn a[i];\n}\nint main(void)\n{\n  \
         int a[3] = {1, 2, 3};\n  return get(a, __VERIFIER_nondet_int());\n}\n",
    );
    let Some(output) = on_c(&["--run", "--input", "3", &file]) else { return };
    assert_eq!(output.status.code(), Some(10));
    assert_eq!(stdout(&output), "refuted: valid-deref\n");
    let text = stderr(&output);
    let first = format!(
        "{file}:4:9: error: read of 4 bytes at offset 12 of the local object `a` of 12 bytes, out of bounds [valid-deref]"
    );
    assert!(text.starts_with(&first), "{text}");
    assert!(text.contains("    4 | \treturn a[i];\n      | \t       ^\n"), "{text}");
    assert!(text.contains(":9:10: note: in get, called from here"), "{text}");
    assert!(text.contains("note: __VERIFIER_nondet_int() returns 3"), "{text}");
    assert!(text.contains("note: again with --run --input 3\n"), "{text}");
    let output = on_c(&["--run", "--input", "-1", "--trace", &file]).expect("libclang was here");
    assert!(stderr(&output).contains(": input -1\n"), "{}", stderr(&output));
    let output = on_c(&[&file, "--run", "--input=1"]).expect("libclang was here");
    assert_eq!((output.status.code(), stdout(&output).starts_with("finished: exit code 2")), (Some(0), true));
    // Without --run, inputs are tried.
    let output = on_c(&[&file]).expect("libclang was here");
    assert_eq!(output.status.code(), Some(10));
}

#[test]
fn verdicts() {
    let folder = Folder::new("verdicts");
    let closed = folder.file(
        "closed.c",
        "int main(void) { int s = 0; for (int i = 0; i < 10; i++) s += i; return s != 45; }",
    );
    let Some(output) = on_c(&[&closed]) else { return };
    assert_eq!((output.status.code(), stdout(&output).starts_with("proved:")), (Some(0), true));
    // Nobody knows what the assembly does.
    let open = folder.file(
        "open.c",
        "int nondet(void); int main(void) { if (nondet() == 3) __asm__(\"nop\"); return 0; }",
    );
    let output = on_c(&[&open]).expect("libclang was here");
    assert_eq!((output.status.code(), stdout(&output).starts_with("unknown:")), (Some(5), true));
    // A run does not come to its end; the analysis does not mind.
    let endless = folder.file("endless.c", "int main(void) { for (;;) ; }");
    let output = on_c(&["--steps", "1000", &endless]).expect("libclang was here");
    assert_eq!(output.status.code(), Some(0));
    let output = on_c(&["--run", "--steps", "1000", &endless]).expect("libclang was here");
    assert_eq!(
        (output.status.code(), stdout(&output)),
        (Some(5), "unknown: the limit on steps was reached\n".to_string())
    );
    let overflow = folder.file("overflow.c", "int main(void) { int x = 2147483647; x++; return 0; }");
    assert_eq!(on_c(&[&overflow]).and_then(|output| output.status.code()), Some(10));
    assert_eq!(on_c(&["--check", "memory", &overflow]).and_then(|output| output.status.code()), Some(0));
}

#[test]
fn bounds_inside_of_objects_are_a_check_of_their_own() {
    let folder = Folder::new("inside");
    let text = "int m[3][4]; int main(void) { m[0][5] = 1; return 0; }";
    let file = folder.file("matrix.c", text);
    let code = |arguments: &[&str]| on_c(arguments).and_then(|output| output.status.code());
    let Some(found) = code(&[&file]) else { return };
    assert_eq!(found, 10);
    for lenient in
        [&["--check", "memory,leak,uninit,overflow,arithmetic"], &["--property", "valid-memsafety"]]
    {
        assert_eq!(code(&[lenient[0], lenient[1], &file]), Some(0), "{lenient:?}");
    }
}

#[test]
fn some_checks_are_made_on_demand() {
    let folder = Folder::new("demand");
    let input = "extern int __VERIFIER_nondet_int(void); int main(void) { int n = __VERIFIER_nondet_int();";
    // What a proof says by default, and with the check.
    let cases = [
        ("pointer", "int a[4], *p = a; if (n < 0 || n > 4) return 0; p += n; return p == a; }", Some(0)),
        ("pointer", "int a[4], *p = a; if (n < 0 || n > 5) return 0; p += n; return p == a; }", Some(10)),
        ("pointer", "char *p = 0; if (n == 70000) p += n - 69999; return p == 0; }", Some(10)),
        ("conversion", "double d = n; int m = d; return m == 3; }", Some(5)),
        ("conversion", "double d = n; int m = d * 3e9; return m == 3; }", Some(10)),
    ];
    for (check, text, expected) in cases {
        let file = folder.file("a.c", &format!("{input} {text}"));
        let Some(output) = on_c(&["--check", "memory,arithmetic", &file]) else { return };
        assert_eq!(output.status.code(), Some(0), "{text}: {}", stderr(&output));
        let output = on_c(&["--check", check, &file]).expect("libclang was here");
        assert_eq!(output.status.code(), expected, "{text}: {}", stderr(&output));
    }
}

#[test]
fn cpp_is_told_from_c() {
    let folder = Folder::new("cpp");
    // Valid in C++ only.
    let text = "int main() { bool is_fine = true; return !is_fine; }";
    let [named, plain] = ["a.cpp", "b.c"].map(|name| folder.file(name, text));
    let entry = |compiler: &str| {
        let database = format!(
            "[{{\"directory\": \".\", \"file\": \"b.c\", \"command\": \"{compiler} -std=c11 -c b.c\"}}]"
        );
        folder.file("compile_commands.json", &database.replace("g++ -std=c11", "g++"))
    };
    let project = folder.0.display().to_string();
    let code = |arguments: &[&str]| on_c(arguments).map(|output| output.status.code());
    let Some(found) = code(&[&named]) else { return };
    assert_eq!(found, Some(0));
    assert_eq!(code(&["-x", "c++", &plain]), Some(Some(0)));
    assert_eq!(code(&["-xc++", &plain]), Some(Some(0)));
    entry("g++");
    assert_eq!(code(&["-p", &project]), Some(Some(0)));
    entry("gcc");
    assert_eq!(code(&["-p", &project]), Some(Some(1)));
    assert_eq!(code(&["-x", "c", "-std=c11", &named]), Some(Some(1)));
}

#[test]
fn flags_files_and_projects() {
    let folder = Folder::new("project");
    let header = folder.file(
        "include/limit.h",
        "#define LIMIT 3\nint half(int);\nstatic inline int twice(int x) { return 2 * x; }\n",
    );
    let include = PathBuf::from(header).parent().expect("a folder").display().to_string();
    let main = folder.file(
        "main.c",
        "#include \"limit.h\"\nint main(void) { return half(twice(LIMIT)) + ADD + (int)sizeof(long); }\n",
    );
    let half = folder
        .file("half.c", "#include \"limit.h\"\nstatic int two = 2;\nint half(int x) { return x / two; }\n");
    let Some(output) = on_c(&["-I", &include, "-DADD=4", "--run", &main, &half, "-m32"]) else { return };
    assert!(stdout(&output).starts_with("finished: exit code 11"), "{}{}", stdout(&output), stderr(&output));
    let database = "[{\"directory\": \".\", \"file\": \"main.c\", \"command\": \"cc -Iinclude -D'ADD=5' -O2 -c main.c -o main.o\"},\n \
         {\"directory\": \".\", \"file\": \"half.c\", \"arguments\": [\"cc\", \"-I\", \"include\", \"-c\", \"half.c\"]}]";
    folder.file("compile_commands.json", database);
    let project = folder.0.display().to_string();
    let output = on_c(&["-p", &project, "--run"]).expect("libclang was here");
    assert!(stdout(&output).starts_with("finished: exit code 16"), "{}{}", stdout(&output), stderr(&output));
    let twice = folder.file("again.c", "int half(int x) { return x; }\n");
    let output = on_c(&["-p", &project, &main, &half, &twice]).expect("libclang was here");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("half is defined in two files"), "{}", stderr(&output));
    let preprocessed = folder.file("pre.i", "# 1 \"pre.c\"\nextern void *malloc (unsigned long __size) __attribute__ ((__nothrow__ , __leaf__));\nint main(void) { return __extension__ 4; }\n");
    let output = on_c(&["--run", &preprocessed]).expect("libclang was here");
    assert!(stdout(&output).starts_with("finished: exit code 4"), "{}", stderr(&output));
}

#[test]
fn the_intermediate_form_is_printed() {
    let folder = Folder::new("print");
    let file = folder.file("fill.c", "struct s { char c; int n[4]; } g;\nvoid fill(int n)\n{\n  for (int i = 0; i < n; i++)\n    g.n[i] = 0;\n}\nint main(void) { fill(2); return 0; }\n");
    let Some(output) = on_c(&["--print", "ir", &file]) else { return };
    let text = stdout(&output);
    let expected = [
        "type struct s: 20 bytes {",
        "  +4 n: i32[4]",
        "fn fill(n.0: i32) -> void {",
        "  loop L0 for {",
        "      %2 = lt i32 i.1, n.0\n      while %2\n",
        "= field @g.n +4 of struct s",
        " of i32 by 4",
        "      i.1 = add i32 i.1, 1",
        "  call fill(2)",
    ];
    for line in expected {
        assert!(text.contains(line), "{line} is missing in\n{text}");
    }
    let output = on_c(&["--print", "types", &file]).expect("libclang was here");
    assert!(stdout(&output).starts_with("type struct s: 20 bytes {"));
    let asks = "void other(int); int main(void) { other(1); other(2); __asm__(\"nop\"); return 0; }\n";
    let asks = folder.file("gaps.c", asks);
    let output = on_c(&["--print", "gaps", &asks]).expect("libclang was here");
    let text = stdout(&output);
    assert!(text.starts_with("     2 ") && text.contains("a call of other, which has no body\n"), "{text}");
    assert_eq!(text.lines().count(), 2, "{text}");
    // What checkers stand for is known.
    let asks = "struct n { struct n *next; }; int list(struct n *p) { return p == 0 || list(p->next); }\n\
                extern void __VERIFIER_assume(int); extern struct n *given(void);\n\
                int main(void) { struct n *p = given(); __VERIFIER_assume(list(p)); return 0; }\n";
    let asks = folder.file("checked.c", asks);
    let output = on_c(&["--print", "gaps", "--inputs", "given", &asks]).expect("libclang was here");
    assert!(!stdout(&output).contains("__cfp"), "{}", stdout(&output));
    let output = on_c(&["--print", "functions", &file]).expect("libclang was here");
    assert!(stdout(&output).contains("fill.c:2:6: fill\n"), "{}", stdout(&output));
}

#[test]
fn the_intermediate_form_is_read() {
    let folder = Folder::new("read-ir");
    let text = "extern fn nondet() -> i32\nfn main() -> i32 {\n  n.0 = call nondet()\n  %1 = div i32 100, n.0\n  return %1\n}\n";
    let file = folder.file("divide.ir", text);
    let output = command(&["--run", "--input", "4", &file]);
    assert!(stdout(&output).starts_with("finished: exit code 25"), "{}", stderr(&output));
    let output = command(&[&file]);
    assert_eq!(output.status.code(), Some(10));
    assert!(stderr(&output).contains("divide.ir:4:3: error:"), "{}", stderr(&output));
    let complete = command(&["--print", "ir-text", &file]);
    let again = folder.file("again.ir", &stdout(&complete));
    assert_eq!(stdout(&command(&["--print", "ir-text", &again])), stdout(&complete));
    let output = command(&["--run", &again]);
    assert!(stderr(&output).contains("divide.ir:4:3: error:"), "{}", stderr(&output));
    let output = command(&["--run", &file, &again]);
    assert_eq!(output.status.code(), Some(2));
    let wrong = folder.file("wrong.ir", &text.replace("call nondet()", "call nodnet()"));
    let output = command(&[&wrong]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("wrong.ir:3:14: error: there is no function nodnet"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn widening_can_be_left_out_of_the_canonical_form_alone() {
    let folder = Folder::new("no-widening");
    let file = folder.file("main.c", "int main(void) { return 0; }\n");
    let options = ["--domain", "multiword", "--no-widening", "--abstraction"];
    let Some(output) = on_c(&[&options[..], &["canonical", &file]].concat()) else { return };
    assert_eq!(output.status.code(), Some(5), "{}", stderr(&output));
    let output = on_c(&[&options[..], &["history", &file]].concat()).expect("libclang was here");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--no-widening is for the canonical"), "{}", stderr(&output));
}

/// The last line that is printed, for a property given by name or file.
fn answer(property: &str, file: &str) -> Option<String> {
    let output = on_c(&["--property", property, file])?;
    Some(stdout(&output).lines().last().unwrap_or_default().to_string())
}

#[test]
fn properties_are_answered_as_competitions_ask() {
    let folder = Folder::new("property");
    // The error call leaves memory behind, and nothing else is wrong before the end, where it is freed.
    let cleanup = folder.file(
        "cleanup.c",
        "void reach_error(void);\nvoid *malloc(unsigned long);\nvoid free(void *);\nint nondet(void);\n\
         int main(void) { int *p = malloc(4); *p = nondet(); if (*p == 77) reach_error(); free(p); return 0; }\n",
    );
    let Some(line) = answer("unreach-call", &cleanup) else { return };
    assert_eq!(line, "FALSE(unreach-call)");
    let expect = |property: &str, file: &str, expected: &str| {
        assert_eq!(answer(property, file).as_deref(), Some(expected), "{property} of {file}");
    };
    expect("valid-memcleanup", &cleanup, "FALSE(valid-memcleanup)");
    expect("valid-memsafety", &cleanup, "TRUE");
    expect("no-overflow", &cleanup, "TRUE");
    let error = folder.file("error.prp", "CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )\n");
    expect(&error, &cleanup, "FALSE(unreach-call)");
    let leak = folder.file("leak.c", "#include <stdlib.h>\nint main(void) { malloc(3); return 0; }\n");
    expect("valid-memsafety", &leak, "FALSE(valid-memtrack)");
    expect("unreach-call", &leak, "TRUE");
    let twice = folder.file(
        "twice.c",
        "#include <stdlib.h>\nint main(void) { void *p = malloc(3); free(p); free(p); return 0; }\n",
    );
    expect("valid-memsafety", &twice, "FALSE(valid-free)");
    // One part alone: what violates another one is no answer.
    let deref = folder.file("deref.prp", "CHECK( init(main()), LTL(G valid-deref) )\n");
    expect(&deref, &twice, "UNKNOWN");
    let bounds = folder.file(
        "bounds.c",
        "int nondet(void); int main(void) { int a[3] = {0}; return a[nondet() == 99 ? 3 : 1]; }\n",
    );
    expect("valid-memsafety", &bounds, "FALSE(valid-deref)");
    // What a bad read gives is not known, so this is not proved although no error call is there.
    let after = folder.file(
        "after.c",
        "void reach_error(void); int nondet(void);\nint main(void) { int a[3] = {0}; int n = nondet();\n\
         if (n / 7 != 142857) n = 0; int x = a[n]; if (x != 0) reach_error(); return 0; }\n",
    );
    expect("unreach-call", &after, "UNKNOWN");
    let add =
        folder.file("add.c", "int nondet(void); int main(void) { int n = nondet(); return n + 1 > n; }\n");
    expect("no-overflow", &add, "FALSE(no-overflow)");
}

#[test]
fn bad_properties_are_explained() {
    let folder = Folder::new("badproperty");
    let file = folder.file("a.c", "int main(void) { return 0; }\n");
    let Some(output) = on_c(&["--property", "goodness", &file]) else { return };
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("goodness is neither a known property"), "{}", stderr(&output));
    let ends = folder.file("ends.prp", "CHECK( init(main()), LTL(F end) )\n");
    let output = on_c(&["--property", &ends, &file]).expect("libclang was here");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("line 1: the formula F end"), "{}", stderr(&output));
}

#[test]
fn witnesses_say_what_was_returned_and_where_the_error_is() {
    let folder = Folder::new("witness");
    let file = folder.file(
        "call.c",
        "void reach_error(void);\nint __VERIFIER_nondet_int(void);\nint main(void) {\n  \
         int n = __VERIFIER_nondet_int( );\n  if (n == 12345)\n    reach_error();\n  return 0;\n}\n",
    );
    let path = folder.0.join("w.yml").display().to_string();
    let args = ["--property", "unreach-call", "--witness", &path, "-m32", &file];
    let Some(output) = on_c(&args) else { return };
    assert_eq!(stdout(&output).lines().last(), Some("FALSE(unreach-call)"));
    let text = std::fs::read_to_string(&path).expect("the witness");
    let expected = [
        "- entry_type: \"violation_sequence\"\n",
        "    format_version: \"2.0\"\n",
        "      data_model: \"ILP32\"\n",
        "      specification: \"CHECK( init(main()), LTL(G ! call(reach_error())) )\"\n",
        "            value: \"\\\\result == 12345\"\n            format: \"acsl_expression\"\n",
        "            line: 4\n            column: 34\n",
        "          type: \"target\"\n          action: \"follow\"\n",
        "            line: 6\n            column: 5\n",
    ];
    for part in expected {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    // An error inside of an expression is somewhere in its line.
    let inside =
        folder.file("inside.c", "int main(void) {\n  int a[2] = {0}, x;\n  x = a[2];\n  return x;\n}\n");
    on_c(&["--property", "valid-memsafety", "--witness", &path, &inside]).expect("libclang was here");
    let text = std::fs::read_to_string(&path).expect("the witness");
    assert!(text.ends_with("            line: 3\n"), "{text}");
    // A proof has another kind of witness, and what is unknown has none.
    let output =
        on_c(&["--property", "valid-memsafety", "--witness", &path, &file]).expect("libclang was here");
    assert_eq!(stdout(&output).lines().last(), Some("TRUE"));
    let text = std::fs::read_to_string(&path).expect("the witness");
    assert!(
        text.starts_with("- entry_type: \"invariant_set\"\n") && text.ends_with("  content: []\n"),
        "{text}"
    );
    std::fs::remove_file(&path).expect("it is there");
    let open = folder
        .file("open.c", "int nondet(void); int main(void) { if (nondet()) __asm__(\"nop\"); return 0; }");
    let output = on_c(&["--property", "unreach-call", "--witness", &path, &open]).expect("libclang was here");
    assert_eq!(stdout(&output).lines().last(), Some("UNKNOWN"));
    assert!(!PathBuf::from(&path).exists());
    // Nobody knows what the witness of no property would be.
    assert_eq!(command(&["--witness", &path, &file]).status.code(), Some(2));
}

#[test]
fn models_of_memory_can_be_chosen() {
    let folder = Folder::new("memory");
    let file = folder.file(
        "store.c",
        "void reach_error(void); int nondet(void); extern int a[10];\nint main(void) { int i = nondet();\n\
         if (0 <= i && i < 10) { a[i] = 5; if (a[i] != 5) reach_error(); }\nreturn 0; }\n",
    );
    let Some(output) = on_c(&["--memory", "contents", &file]) else { return };
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for (model, code) in [("combined", 0), ("invariants", 5), ("smashed", 5)] {
        let output =
            on_c(&["--without", "bounds,shapes", "--memory", model, &file]).expect("libclang was here");
        assert_eq!(output.status.code(), Some(code), "{model}: {}", stderr(&output));
    }
    assert_eq!(command(&["--memory", "perfect", &file]).status.code(), Some(2));
}

#[test]
fn integers_are_those_of_the_machine_or_of_mathematics() {
    let folder = Folder::new("ints");
    let head = "void reach_error(void); int nondet(void); unsigned nondet_size(void);\n";
    // Each is right for mathematical integers only: a sum, a difference, a product in memory, a conversion, a
    // closed program.
    let programs = [
        "int main(void) { int n = nondet(); if (n + 1 <= n) reach_error(); return 0; }",
        "int main(void) { unsigned n = nondet_size(); if (n - 1 > n) reach_error(); return 0; }",
        "int main(void) { unsigned a[2]; a[nondet() > 0] = 3 * nondet_size() + 1; a[0] = a[1] = 2 * nondet_size(); \
         if (a[0] % 2 != 0 || a[0] > 8589934590) reach_error(); return 0; }",
        "int main(void) { int n = nondet(); if (n != (signed char)n) reach_error(); return 0; }",
        "int main(void) { unsigned char c = 255; c++; if (c != 256) reach_error(); return 0; }",
    ];
    for (index, program) in programs.iter().enumerate() {
        let file = folder.file(&format!("{index}.c"), &format!("{head}{program}\n"));
        let checks = ["--check", "memory,arithmetic"];
        let Some(output) = on_c(&[&["--ints", "math"][..], &checks, &[&file]].concat()) else { return };
        // The third holds on machines as well.
        assert_eq!(output.status.code(), Some(0), "{program}: {}{}", stdout(&output), stderr(&output));
        if index != 2 {
            let output = on_c(&[&checks[..], &[&file]].concat()).expect("libclang was here");
            assert_eq!(output.status.code(), Some(10), "{program}: {}", stdout(&output));
        }
    }
    // An error that both have is reported; one that only mathematics has is not, nor is it a proof.
    let both = folder.file(
        "both.c",
        &format!("{head}int main(void) {{ if (nondet() == 123456) reach_error(); return 0; }}\n"),
    );
    assert_eq!(on_c(&["--ints", "math", &both]).expect("libclang was here").status.code(), Some(10));
    let large =
        "int main(void) { unsigned n = nondet_size(); if (n + 1 == 4294967296) reach_error(); return 0; }";
    let large = folder.file("large.c", &format!("{head}{large}\n"));
    assert_eq!(on_c(&["--ints", "math", &large]).expect("libclang was here").status.code(), Some(5));
    assert_eq!(on_c(&[&large]).expect("libclang was here").status.code(), Some(0));
    // The same for what a loop carries, in a variable and in memory.
    for (index, counter) in ["unsigned char c = 0", "unsigned char a[1] = {0}, *p = a"].iter().enumerate() {
        let name = if index == 0 { "c" } else { "*p" };
        let body = format!(
            "for (int i = 0; i < 1000; i++) if (nondet() > 5) {name} = {name} + 1; if ({name} > 255)"
        );
        let text = format!("{head}int main(void) {{ {counter}; {body} reach_error(); return 0; }}\n");
        let file = folder.file(&format!("carried{index}.c"), &text);
        assert_eq!(
            on_c(&["--ints", "math", &file]).expect("libclang was here").status.code(),
            Some(5),
            "{text}"
        );
        assert_eq!(on_c(&[&file]).expect("libclang was here").status.code(), Some(0), "{text}");
    }
    // Overflow is a question about machines.
    let args = ["--ints", "math", "--property", "no-overflow", &both];
    assert_eq!(on_c(&args).expect("libclang was here").status.code(), Some(2));
}

#[test]
fn another_solver_that_does_not_work_is_an_error() {
    let folder = Folder::new("solver");
    let file = folder.file(
        "rare.c",
        "void reach_error(void); int nondet(void);\nint main(void) { if (nondet() / 7 == 11111) reach_error(); return 0; }\n",
    );
    let Some(output) = on_c(&["--solver", "/no/such/solver -in", &file]) else { return };
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("cfp-heap: the solver /no/such/solver -in cannot be started"),
        "{}",
        stderr(&output)
    );
    assert_eq!(stdout(&output), "");
}

#[test]
fn the_first_session_is_as_the_readme_shows_it() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("the README");
    let session = |from: usize| {
        let start =
            readme[from..].find("$ target/release/cfp-heap examples/reverse.c\n").expect("a session") + from;
        let text = readme[start..].split_once('\n').expect("a line").1;
        (text.split_once("```").expect("its end").0, start + 1)
    };
    let (refuted, next) = session(0);
    let (proved, _) = session(next);
    let run = |file: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cfp-heap"));
        command.arg(file).env("NO_COLOR", "1").current_dir(&root).output().expect("cfp-heap runs")
    };
    let output = run("examples/reverse.c");
    if output.status.code() == Some(4) {
        return;
    }
    assert_eq!(format!("{}{}", stderr(&output), stdout(&output)), refuted);
    let folder = Folder::new("session");
    let text = std::fs::read_to_string(root.join("examples/reverse.c")).expect("the example");
    let line = text.lines().nth(14).expect("line 15");
    let fixed = folder.file("reverse.c", &text.replace(line, &line.replace("i <= size", "i < size")));
    let output = run(&fixed);
    assert_eq!(format!("{}{}", stderr(&output), stdout(&output)), proved);
    // The picture shows what the text says about it.
    let picture = std::fs::read_to_string(root.join("docs/reverse.svg")).expect("the picture");
    for part in [">0 ≤ j &lt; i</text>", ">0 ≤ j &lt; size</text>", ">not set</text>"] {
        assert!(picture.contains(part), "{part} is missing");
    }
}

/// The seconds of a run, and its output.
fn timed(args: &[&str]) -> Option<(f64, Output)> {
    let start = std::time::Instant::now();
    let output = on_c(args)?;
    Some((start.elapsed().as_secs_f64(), output))
}

#[test]
fn the_limit_on_time_is_for_all_of_it() {
    let shapes = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../bench-suites/heap/shapes");
    let folder = Folder::new("time");
    // Runs of this one take long, the analysis of the other.
    let endless = folder.file(
        "endless.c",
        "int nondet(void); int main(void) { unsigned x = nondet(); while (1) { x = x * x + 7; if (x == 2) x = 1 / (x - 2); } }",
    );
    for file in [endless, shapes.join("m_insertion_sorted.c").display().to_string()] {
        let Some((seconds, output)) = timed(&["--time", "1", "--steps", "1000000000000", &file]) else {
            return;
        };
        // Other processes may keep it from its end.
        assert!(seconds < 6.0, "{file}: {seconds} s");
        assert_ne!(output.status.code(), Some(10), "{file}: {}", stderr(&output));
    }
}

#[test]
fn an_open_place_names_the_fact_that_is_missing() {
    let folder = Folder::new("missing-fact");
    let file = folder.file(
        "steps.c",
        "int __VERIFIER_nondet_int(void);\nint main(void)\n{\n  int n = __VERIFIER_nondet_int(), q = 3;\n  \
         for (int i = 0; i < n; i++)\n    q = q * q % 11;\n  return 100 / (q - 2);\n}\n",
    );
    let Some(output) = on_c(&[&file]) else { return };
    assert_eq!(output.status.code(), Some(5), "{}", stderr(&output));
    let line = ":7:10: note: not excluded: division by zero [def-behavior]; missing fact: q != 2\n";
    assert!(stderr(&output).contains(line), "{}", stderr(&output));
    assert!(
        stderr(&output).contains(":5:3: note: `q` has no closed form in this loop\n"),
        "{}",
        stderr(&output)
    );
    let verdict = "unknown: steps.c:5: `q` has no closed form in this loop; 1 place is not proved; ";
    assert!(stdout(&output).starts_with(verdict), "{}", stdout(&output));
}

#[test]
fn notes_tell_where_values_come_from() {
    let folder = Folder::new("values");
    let file = folder.file(
        "list.c",
        "struct node { int value; struct node *next; };\nint last(struct node *list)\n{\n  \
         while (list->value != 0)\n    list = list->next;\n  return list->value;\n}\nint main(void)\n{\n  \
         struct node one = { 1, 0 };\n  return last(&one);\n}\n",
    );
    let Some(output) = on_c(&[&file]) else { return };
    let text = stderr(&output);
    assert!(text.contains(":4:16: error: read of 4 bytes through a null pointer"), "{text}");
    assert!(text.contains(":5:18: note: list is null from here on\n"), "{text}");
    // Parameters have their values from the beginning.
    let file = folder.file(
        "sum.c",
        "int sum(int a, int b)\n{\n  return a + b;\n}\nint main(void) { return sum(1, 2147483647); }\n",
    );
    let output = on_c(&[&file]).expect("libclang was here");
    assert!(
        stderr(&output).contains(":1:5: note: a is 1, b is 2147483647 from here on\n"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn carets_stand_under_characters() {
    let folder = Folder::new("carets");
    let file = folder.file("größe.c", "int main(void) {\n\tint ä[2]; /* ü */ ä[2] = 1;\n\treturn 0;\n}\n");
    let Some(output) = on_c(&[&file]) else { return };
    let text = stderr(&output);
    assert!(text.contains("of the local object `ä` of 8 bytes, out of bounds"), "{text}");
    assert!(
        text.contains("    2 | \tint ä[2]; /* ü */ ä[2] = 1;\n      | \t                  ^\n"),
        "{text}"
    );
}

#[test]
fn arguments_of_a_report_lead_to_the_error_again() {
    let folder = Folder::new("arguments");
    let file = folder.file(
        "copy.c",
        "char *strcpy(char *, const char *);\nint main(int argc, char **argv)\n{\n  char text[8];\n  \
         if (argc > 1)\n    strcpy(text, argv[1]);\n  return 0;\n}\n",
    );
    let Some(output) = on_c(&[&file]) else { return };
    let text = stderr(&output);
    let again = text.lines().find_map(|line| line.strip_prefix("note: again with --run --argument '"));
    let argument = again.and_then(|rest| rest.strip_suffix('\'')).unwrap_or_else(|| panic!("{text}"));
    let output = on_c(&["--run", "--argument", argument, &file]).expect("libclang was here");
    assert_eq!(output.status.code(), Some(10), "{text}");
    let file = folder.file(
        "bytes.c",
        "int main(int argc, char **argv) { return argc == 2 && (unsigned char)argv[1][0] == 255 && argv[1][1] == '\\\\' && argv[1][2] == 'q'; }\n",
    );
    let output = on_c(&["--run", "--argument", "\\xff\\\\q", &file]).expect("libclang was here");
    assert!(stdout(&output).starts_with("finished: exit code 1,"), "{}", stdout(&output));
}

#[test]
fn a_witness_that_there_is_not_is_not_missed_in_silence() {
    let folder = Folder::new("no-witness");
    let file = folder.file(
        "open.c",
        "int nondet(void); int main(void) { if (nondet() == 3) __asm__(\"nop\"); return 0; }",
    );
    let witness = folder.0.join("w.yml").display().to_string();
    let Some(output) = on_c(&["--property", "unreach-call", "--witness", &witness, &file]) else { return };
    assert_eq!(output.status.code(), Some(5));
    assert!(stderr(&output).contains("cfp-heap: there is no witness for this answer"), "{}", stderr(&output));
}

#[test]
fn options_that_need_others_say_so() {
    for (args, missing) in
        [(&["--at", "3"][..], "--html"), (&["--input", "3"], "--run"), (&["--argument", "x"], "--run")]
    {
        let output = command(&[args, &["a.c"]].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(missing), "{}", stderr(&output));
    }
    let output = command(&["--time", "-1", "a.c"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("a number of seconds is expected"), "{}", stderr(&output));
}

#[test]
fn files_that_cannot_be_written_are_noticed_before_the_analysis() {
    let folder = Folder::new("outputs");
    let file = folder.file("fine.c", "int main(void) { return 0; }\n");
    let nowhere = folder.0.join("nowhere/out").display().to_string();
    let Some(output) = on_c(&["--html", &nowhere, &file]) else { return };
    for args in [&["--html"][..], &["--svg"], &["--property", "unreach-call", "--witness"]] {
        let output = on_c(&[args, &[&nowhere, &file]].concat()).expect("libclang was here");
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""));
        assert!(stderr(&output).contains(&format!("cannot write {nowhere}")), "{}", stderr(&output));
    }
    assert_eq!(output.status.code(), Some(2));
    // A file that is not written in the end is not there.
    let open = folder.file(
        "open.c",
        "int nondet(void); int main(void) { if (nondet() == 3) __asm__(\"nop\"); return 0; }",
    );
    let witness = folder.0.join("w.yml");
    let output = on_c(&["--property", "unreach-call", "--witness", &witness.display().to_string(), &open]);
    assert_eq!(output.and_then(|output| output.status.code()), Some(5));
    assert!(!witness.exists());
}

#[test]
fn broken_projects_are_explained() {
    let folder = Folder::new("projects");
    folder.file("src/fine.c", "int main(void) { return VALUE; }\n");
    let list = |text: &str| folder.file("compile_commands.json", text);
    let project = folder.0.display().to_string();
    for (text, expected) in [
        ("[", "line 1: the text ends too early"),
        ("{}", "not a list of compile commands"),
        ("[]", "it lists no files"),
        (r#"[{"directory": "src", "command": "cc fine.c"}]"#, "entry 1 has no \"file\""),
        (r#"[{"directory": "src", "file": "fine.c"}]"#, "entry 1 has neither \"arguments\" nor \"command\""),
        (r#"[{"directory": "src", "file": "gone.c", "command": "cc gone.c"}]"#, "cannot read"),
    ] {
        list(text);
        let Some(output) = on_c(&["-p", &project]) else { return };
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(stderr(&output).contains(expected), "{text}: {}", stderr(&output));
    }
    for text in [
        r#"[{"directory": "src", "file": "fine.c", "arguments": ["cc", "-c", "-DVALUE=0", "fine.c"]}]"#,
        r#"[{"directory": "src", "file": "fine.c", "command": "cc -c '-DVALUE=0' fine.c"}]"#,
    ] {
        let file = list(text);
        for place in [&project, &file] {
            let output = on_c(&["-p", place]).expect("libclang was here");
            assert_eq!(output.status.code(), Some(0), "{text}: {}", stderr(&output));
        }
    }
}

#[test]
fn what_others_decide_is_told_in_words() {
    let folder = Folder::new("words");
    let file = folder.file(
        "fails.c",
        "void *malloc(unsigned long); void free(void *);\nint main(void) {\n  int *p = malloc(4);\n  *p = 1;\n  free(p);\n}\n",
    );
    let witness = folder.0.join("w.yml").display().to_string();
    let Some(output) =
        on_c(&["--failing-allocation", "--property", "valid-memsafety", "--witness", &witness, &file])
    else {
        return;
    };
    assert!(stderr(&output).contains(":3:12: note: malloc fails\n"), "{}", stderr(&output));
    // Whether it fails is not what it returns.
    let text = std::fs::read_to_string(&witness).expect("a witness");
    assert!(text.contains("\"target\"") && !text.contains("result"), "{text}");
    let file = folder.file(
        "sensor.c",
        "int sensor(int *);\nint main(void) {\n  int v;\n  if (sensor(&v)) return 1;\n  if (v > 3) return 2;\n}\n",
    );
    let output = on_c(&[&file]).expect("libclang was here");
    assert_eq!(output.status.code(), Some(5), "{}", stderr(&output));
    assert!(stderr(&output).contains("call of sensor, which has no body (--stubs"), "{}", stderr(&output));
    let output = on_c(&["--inputs", "read_*,sens*", &file]).expect("libclang was here");
    assert!(stderr(&output).contains(":4:7: note: sensor() returns 0\n"), "{}", stderr(&output));
    // What a function returns is shown, not the number that it is made of.
    let file = folder.file(
        "character.c",
        "#include <stdio.h>\nint main(void) {\n  int c = getchar();\n  return c > 254 ? *(int *)0 : 0;\n}\n",
    );
    let output = on_c(&[&file]).expect("libclang was here");
    assert!(stderr(&output).contains(":3:11: note: getchar() returns 255\n"), "{}", stderr(&output));
    let file = folder.file("literal.c", "int main(void) {\n  char *s = \"abc\";\n  s[0] = 'x';\n}\n");
    let output = on_c(&[&file]).expect("libclang was here");
    assert!(stderr(&output).contains("error: write to a string literal of 4 bytes, which must not change"));
    assert!(stderr(&output).contains(":2:13: note: the string literal is here\n"), "{}", stderr(&output));
}
