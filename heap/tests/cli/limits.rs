//! Limits and interruption: the command answers in time with what is known, whatever it is doing. Standard
//! input, and the flags of compilers.

use crate::command::{Folder, on_c, stderr, stdout};
use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// The command with its standard input open, so that one that reads from there waits.
fn started(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_cfp-heap"))
        .args(args)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cfp-heap starts")
}

/// The output of a command that waits for its standard input, which stays open.
fn ended(mut child: Child) -> Output {
    let input = child.stdin.take();
    let output = child.wait_with_output().expect("cfp-heap ends");
    drop(input);
    output
}

#[test]
fn the_time_limit_covers_the_reading_of_the_program() {
    let output = ended(started(&["--time", "0.1", "-"]));
    assert_eq!(stdout(&output), "unknown: time limit reached before the analysis\n", "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(5));
    let output = ended(started(&["--time", "0.1", "--property", "unreach-call", "--format", "json", "-"]));
    assert!(stdout(&output).contains("\"answer\":\"UNKNOWN\""), "{}", stdout(&output));
    assert_eq!(output.status.code(), Some(5));
}

#[test]
fn the_memory_limit_covers_the_whole_process() {
    let output = ended(started(&["--memory-limit", "1", "-"]));
    assert_eq!(stdout(&output), "unknown: memory limit reached before the analysis\n");
    assert_eq!(output.status.code(), Some(5));
}

/// The output after a signal, which is sent once the handlers are there.
fn after_signal(signal: &str) -> Output {
    let mut delay = Duration::from_millis(200);
    loop {
        let child = started(&["--time", "60", "-"]);
        sleep(delay);
        let status = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(status.expect("kill").success());
        let output = ended(child);
        if output.status.code().is_some() {
            return output;
        }
        // The signal came too early.
        delay *= 4;
        assert!(delay < Duration::from_secs(60), "the signal is not handled");
    }
}

#[test]
fn signals_end_with_what_is_known() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let output = after_signal(signal);
        assert_eq!(stdout(&output), "unknown: interrupted before the analysis\n");
        assert_eq!(output.status.code(), Some(code));
    }
}

#[test]
fn a_program_on_standard_input() {
    let mut child = started(&["-DN=1", "-O2", "-c", "-"]);
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"int main(void) { int a[1]; a[N] = 0; return 0; }\n").expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("cfp-heap ends");
    if output.status.code() == Some(4) {
        return;
    }
    assert!(stderr(&output).starts_with("<stdin>:1:"), "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(10));
}

#[test]
fn flags_of_makefiles_are_accepted() {
    let folder = Folder::new("flags");
    let file = folder.file(
        "a.c",
        "#if N != 3 || __STDC_VERSION__ < 201112\n#error flags\n#endif\nint main(void) { return 0; }\n",
    );
    let flags = "-O2 -g -g3 -c -lm -Llib -march=x86-64 -mtune=generic -pipe -Wall -Wextra -Wno-maybe-uninitialized \
                 -Werror -fPIC -fno-tree-vectorize -std=c11 -pedantic -pthread -o a.o -MD -MF a.d -isystem inc -DN=3";
    let args: Vec<&str> = flags.split_whitespace().chain([file.as_str()]).collect();
    let Some(output) = on_c(&args) else { return };
    assert!(
        stderr(&output).lines().all(|line| line.starts_with("note: not checked: ")),
        "{}",
        stderr(&output)
    );
    assert_eq!(output.status.code(), Some(0));
    let output = on_c(&["-O2", "-Z", &file]).expect("libclang was here");
    assert!(stderr(&output).contains("unexpected argument '-Z'"), "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_run_that_reads_for_ever_ends() {
    let folder = Folder::new("reads");
    let file = folder.file("a.c", "int nondet(void); int main(void) { while (nondet() >= 0) {} return 0; }");
    let Some(output) = on_c(&["--run", &file]) else { return };
    assert_eq!(stdout(&output), "unknown: the limit on inputs was reached\n");
}

/// Parser and lowering follow the nesting of the source: they end in an answer or in a message, and never
/// with the stack.
#[test]
fn deep_nesting_ends_in_an_answer() {
    let folder = Folder::new("deep-nesting");
    let exit = |name: &str, before: &str, middle: &str, after: &str, depth: usize| {
        let (before, after) = (before.repeat(depth), after.repeat(depth));
        let text = format!("int a[2], x = 1; int main(void) {{ x = 1; {before}{middle}{after}; return 0; }}");
        let output = on_c(&["--time", "10", &folder.file(name, &text)])?;
        Some((output.status.code(), stderr(&output).contains("nesting level exceeded")))
    };
    let Some(parens) = exit("parens.c", "(", "x", ")", 1000) else { return };
    assert_eq!(parens, (Some(0), false));
    assert_eq!(exit("parens.c", "(", "x", ")", 100_000), Some((Some(1), true)));
    for (before, middle, after) in
        [("- ", "x", ""), ("*&", "x", ""), ("sizeof ", "x", ""), ("x ? 1 : ", "x", "")]
    {
        assert_eq!(exit("unary.c", before, middle, after, 20_000), Some((Some(0), false)), "{before}");
    }
    for (before, middle, after) in
        [("{", "x = 0;", "}"), ("a[", "0", "]"), ("x + (", "x", ")"), ("({", "x;", "});")]
    {
        let depth = 5000;
        let (code, is_refused) = exit("brackets.c", before, middle, after, depth).expect("libclang was here");
        assert!(matches!(code, Some(0 | 5)) && !is_refused, "{before}: {code:?}");
    }
    let (code, _) =
        exit("chain.c", "if (x == 2) x = 3; else ", "x = 4", "", 20_000).expect("libclang was here");
    assert!(matches!(code, Some(0 | 5)), "{code:?}");
}
