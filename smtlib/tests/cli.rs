//! The command `cfp-solve` as a process: arguments, exit codes, limits, signals.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn solve() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cfp-solve"));
    command.env_remove("RUST_LOG").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs with this standard input.
fn run(args: &[&str], input: &str) -> Output {
    finish(solve().args(args), input)
}

fn finish(command: &mut Command, input: &str) -> Output {
    let mut child = command.spawn().unwrap();
    // A process that does not read its input is no failure of the test.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// A file that goes away with the value.
struct TempFile(PathBuf);

impl TempFile {
    fn new(name: &str, text: &str) -> TempFile {
        let path = std::env::temp_dir().join(format!("cfp-cli-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        TempFile(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Pigeons that do not fit into their holes: hard for every solver without counting.
fn pigeons(count: usize) -> String {
    let mut text = String::from("(set-logic QF_UF)\n");
    for pigeon in 0..count {
        let holes: Vec<String> = (1..count).map(|hole| format!("p{pigeon}h{hole}")).collect();
        holes.iter().for_each(|name| text += &format!("(declare-const {name} Bool)"));
        text += &format!("(assert (or {}))\n", holes.join(" "));
    }
    for hole in 1..count {
        for first in 0..count {
            for second in 0..first {
                text += &format!("(assert (not (and p{first}h{hole} p{second}h{hole})))\n");
            }
        }
    }
    text + "(check-sat)\n(get-info :reason-unknown)\n(check-sat)\n"
}

#[test]
fn help_and_version() {
    let output = run(&["--help"], "");
    assert_eq!(output.status.code(), Some(0));
    for word in ["--timeout", "Exit codes", "Examples", "cfp-solve problem.smt2"] {
        assert!(stdout(&output).contains(word), "{word}");
    }
    let output = run(&["--version"], "");
    assert_eq!(stdout(&output), format!("cfp-solve {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn completions_and_the_manual_page_know_every_argument() {
    let help = run(&["--help"], "");
    // Those of other solvers come after the examples.
    let own = stdout(&help).split("Examples:").next().unwrap();
    let long_arguments: Vec<&str> =
        own.split_whitespace().filter_map(|word| word.trim_end_matches('.').strip_prefix("--")).collect();
    assert!(long_arguments.contains(&"completions") && long_arguments.contains(&"man"));
    for arguments in
        [&["--completions", "bash"][..], &["--completions", "zsh"], &["--completions", "fish"], &["--man"]]
    {
        let output = run(arguments, "");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        for long in &long_arguments {
            // Manual pages escape the hyphen.
            let found = stdout(&output).contains(long) || stdout(&output).contains(&long.replace('-', "\\-"));
            assert!(found, "{arguments:?}: {long}");
        }
    }
    assert_eq!(run(&["--completions", "tea"], "").status.code(), Some(2));
    // Where the shells are at hand, they must find the completions well-formed.
    for shell in ["bash", "zsh", "fish"] {
        let file =
            TempFile::new(&format!("completions.{shell}"), stdout(&run(&["--completions", shell], "")));
        if let Ok(status) = Command::new(shell).args(["-n", file.path()]).status() {
            assert!(status.success(), "{shell}");
        }
    }
}

#[test]
fn exit_codes() {
    assert_eq!(run(&[], "(check-sat)").status.code(), Some(0));
    assert_eq!(run(&["-"], "(check-sat)").status.code(), Some(0));
    assert_eq!(run(&[], "(asert true)").status.code(), Some(1));
    assert_eq!(run(&[], "").status.code(), Some(0));
    for wrong in
        [&["--no-such-flag"][..], &["--timeout", "soon"], &["--timeout", "-1"], &["--engine", "steam"]]
    {
        let output = run(wrong, "");
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(stdout(&output).is_empty() && !stderr(&output).is_empty());
    }
    let output = run(&["/no/such/file.smt2"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("cfp-solve: cannot read /no/such/file.smt2: "));
    let output = run(&[env!("CARGO_MANIFEST_DIR")], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("it is a directory"));
    let output = run(&["-O", "nonsense=5"], "");
    assert_eq!(stderr(&output), "cfp-solve: option nonsense: no such option\n");
}

#[test]
fn the_options_of_the_engine_are_listed_and_every_technique_can_do_without_the_others() {
    let output = run(&["--list-options", "-O", "int-cube=false"], "");
    assert_eq!(output.status.code(), Some(0));
    let listed = stdout(&output);
    assert!(listed.contains("int-cube=false ") && listed.contains("int-gcd=true "), "{listed}");
    let techniques: Vec<&str> = listed
        .lines()
        .filter(|line| line.starts_with("int-"))
        .filter_map(|line| line.split('=').next())
        .collect();
    assert!(techniques.len() >= 4);
    let script = "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(push 1)\
                  (assert (<= 1 (- (* 3 x) (* 3 y)) 2))(check-sat)(pop 1)\
                  (assert (<= 1 (- (* 3 x) (* 5 y)) 2))(assert (< 7 (+ x y) 20))(check-sat)";
    for technique in techniques {
        let output = run(&["-O", &format!("{technique}=false")], script);
        assert_eq!(stdout(&output), "unsat\nsat\n", "without {technique}");
    }
}

#[test]
fn answers_go_to_stdout_and_nothing_to_stderr() {
    let script = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 3))\n(assert (< x 5))\n\
                  (check-sat)\n(get-model)\n";
    let expected = "sat\n(\n  (define-fun x () Int 4)\n)\n";
    let file = TempFile::new("answers.smt2", script);
    for output in [run(&[], script), run(&[file.path()], ""), run(&["--seed", "7", file.path()], "")] {
        assert_eq!(stdout(&output), expected);
        assert_eq!(stderr(&output), "");
    }
    let output = run(&["-v"], "(oops)");
    assert!(stderr(&output).contains("unknown command oops"), "{}", stderr(&output));
}

#[test]
fn statistics_are_comments() {
    let output = run(&["--stats"], "(declare-const p Bool)(assert p)(check-sat)(echo \"end\")");
    let lines: Vec<&str> = stdout(&output).lines().collect();
    assert_eq!((lines[0], *lines.last().unwrap()), ("sat", "\"end\""));
    assert!(lines.len() > 2 && lines[1..lines.len() - 1].iter().all(|line| line.starts_with("; ")));
}

#[test]
fn commands_on_a_pipe_are_answered_one_at_a_time() {
    let mut child = solve().spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let dialogue = [
        ("(set-option :print-success true)", "success"),
        ("(set-logic QF_LIA)", "success"),
        ("(declare-fun x () Int)", "success"),
        ("(assert (= x 3))", "success"),
        ("(check-sat)", "sat"),
        ("(get-value (x))", "((x 3))"),
        ("(push 1)", "success"),
        ("(assert (< x 3))", "success"),
        ("(check-sat)", "unsat"),
        ("(pop 1)", "success"),
        ("(check-sat-assuming ((> x 2)))", "sat"),
        ("(assert (= x z))", "(error \"line 12 column 14: unknown constant z\")"),
        ("(exit)", "success"),
    ];
    for (command, expected) in dialogue {
        writeln!(input, "{command}").unwrap();
        input.flush().unwrap();
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        assert_eq!(answer.trim_end(), expected, "{command}");
    }
    assert_eq!(child.wait().unwrap().code(), Some(1), "there was an error");
}

#[test]
fn the_timeout_ends_the_run_with_unknown() {
    let file = TempFile::new("timeout.smt2", &pigeons(14));
    let start = Instant::now();
    let output = run(&["--timeout", "0.3", file.path()], "");
    assert!(start.elapsed() < Duration::from_secs(10));
    assert_eq!(stdout(&output), "unknown\n", "the first check is the last");
    assert_eq!(output.status.code(), Some(4));
    assert_eq!(stderr(&output), "cfp-solve: the time limit was reached\n");
    let output = run(&["--timeout", "0", file.path()], "");
    assert_eq!(stdout(&output), "unknown\n");
}

#[test]
fn the_timeout_ends_a_session_that_waits_for_input() {
    let start = Instant::now();
    let mut child = solve().args(["--timeout", "0.2"]).spawn().unwrap();
    // As long as it is held, there may be more to come.
    let input = child.stdin.take();
    let status = child.wait().unwrap();
    drop(input);
    assert!(start.elapsed() < Duration::from_secs(10));
    assert_eq!(status.code(), Some(4));
}

#[test]
fn limits_of_one_check_leave_the_session_usable() {
    let script = pigeons(14) + "(echo \"end\")";
    let output = run(&["--rlimit", "20000"], &script);
    assert_eq!(stdout(&output), "unknown\n(:reason-unknown resourceout)\nunknown\n\"end\"\n");
    let output = run(&["--memory", "1"], &script);
    assert_eq!(stdout(&output), "unknown\n(:reason-unknown memout)\nunknown\n\"end\"\n");
    let output = run(&["-O", "timeout=50"], &script);
    assert_eq!(stdout(&output), "unknown\n(:reason-unknown timeout)\nunknown\n\"end\"\n");
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

#[test]
fn signals_stop_the_check_with_unknown() {
    for (name, code) in [("-INT", 130), ("-TERM", 143)] {
        let file =
            TempFile::new(&format!("signal{name}.smt2"), &("(echo \"started\")".to_string() + &pigeons(16)));
        let mut child = solve().arg(file.path()).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(line, "\"started\"\n", "flushed before the check");
        std::thread::sleep(Duration::from_millis(200));
        signal(&child, name);
        line.clear();
        output.read_line(&mut line).unwrap();
        assert_eq!(line, "unknown\n");
        assert_eq!(child.wait().unwrap().code(), Some(code));
    }
}

#[test]
fn a_signal_ends_a_session_that_waits_for_input() {
    let mut child = solve().spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    writeln!(input, "(echo \"ready\")").unwrap();
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    std::thread::sleep(Duration::from_millis(100));
    signal(&child, "-INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn nobody_listening_is_a_quiet_end() {
    let mut child = solve().spawn().unwrap();
    drop(child.stdout.take());
    let script = "(echo \"a line that nobody reads\")\n".repeat(20_000);
    let _ = child.stdin.take().unwrap().write_all(script.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stderr(&output), "");
}

#[test]
fn dimacs_files_are_answered_as_in_sat_competitions() {
    let sat = "c a comment\np cnf 2 2\n1 2 0\n-1 0\n";
    let unsat = "p cnf 1 2\n1 0\n-1 0\n";
    let (named, unnamed) = (TempFile::new("sat.cnf", sat), TempFile::new("sat-without-extension", sat));
    for output in [run(&[named.path()], ""), run(&[unnamed.path()], ""), run(&["--dimacs"], sat)] {
        assert_eq!(stdout(&output), "s SATISFIABLE\nv -1 2 0\n");
        assert_eq!(output.status.code(), Some(10));
    }
    let output = run(&["--dimacs", "--stats"], unsat);
    assert!(stdout(&output).ends_with("s UNSATISFIABLE\n"));
    assert_eq!(output.status.code(), Some(20));
    let output = run(&["--dimacs"], "p cnf 1 1\n2 0\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).starts_with("cfp-solve: stdin:2:1: "), "{}", stderr(&output));
}

#[test]
fn several_threads_give_the_same_answers() {
    let script = "(declare-const x Int)(assert (< 2 x 5))(check-sat)(push)(assert (= (* 2 x) 7))(check-sat)";
    let clauses = "p cnf 3 4\n1 2 0\n-1 2 0\n1 -2 3 0\n-3 1 0\n";
    for threads in ["1", "2", "5"] {
        assert_eq!(stdout(&run(&["--threads", threads], script)), "sat\nunsat\n");
        assert_eq!(run(&["--threads", threads, "--dimacs"], clauses).status.code(), Some(10));
        let contradictory = format!("{clauses}-1 0\n");
        assert_eq!(run(&["--threads", threads, "--dimacs"], &contradictory).status.code(), Some(20));
    }
    assert_eq!(run(&["--threads", "0"], script).status.code(), Some(2));
}

#[test]
fn a_limit_on_dimacs_is_an_unknown() {
    let mut text = String::from("p cnf 240 0\n");
    let var = |pigeon: i32, hole: i32| pigeon * 15 + hole + 1;
    for pigeon in 0..16 {
        (0..15).for_each(|hole| text += &format!("{} ", var(pigeon, hole)));
        text += "0\n";
        for (other, hole) in (0..pigeon).flat_map(|other| (0..15).map(move |hole| (other, hole))) {
            text += &format!("{} {} 0\n", -var(pigeon, hole), -var(other, hole));
        }
    }
    for args in [["--dimacs", "--rlimit", "50000"], ["--dimacs", "--timeout", "0.2"]] {
        let output = run(&args, &text);
        assert!(stdout(&output).ends_with("s UNKNOWN\n"), "{args:?}: {}", stdout(&output));
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn output_can_go_to_a_file() {
    let file = TempFile::new("channel.txt", "");
    let script = format!(
        "(echo \"one\")(set-option :regular-output-channel \"{0}\")(echo \"two\")\
         (get-option :regular-output-channel)(set-option :regular-output-channel \"stdout\")(echo \"three\")",
        file.path()
    );
    let output = run(&[], &script);
    assert_eq!(stdout(&output), "\"one\"\n\"three\"\n");
    assert_eq!(std::fs::read_to_string(&file.0).unwrap(), format!("\"two\"\n\"{}\"\n", file.path()));
}

#[test]
fn arguments_of_other_solvers_are_understood() {
    let script = "(assert (! false :named a))(check-sat)(get-unsat-core)";
    let all = ["-in", "-smt2", "-T:50", "-t:50000", "-memory:2000", "--lang", "smt2", "--incremental"];
    let more = ["--tlimit=50000", "--produce-models", "--produce-unsat-cores"];
    let output = run(&[&all[..], &more[..]].concat(), script);
    assert_eq!(stdout(&output), "unsat\n(a)\n", "{}", stderr(&output));
    let file = TempFile::new("other-timeout.smt2", &pigeons(14));
    for limit in ["-T:1", "--tlimit=500"] {
        assert_eq!(run(&[limit, file.path()], "").status.code(), Some(4));
    }
    // A limit on each check leaves the rest of the script.
    let output = run(&["-t:200"], &(pigeons(14) + "(echo \"end\")"));
    assert!(stdout(&output).starts_with("unknown\n") && stdout(&output).ends_with("\"end\"\n"));
}

#[test]
fn compressed_scripts_are_read() {
    let plain = "(declare-const x Int)(assert (= x 3))(check-sat)(eval (+ x 1))\n";
    let file = TempFile::new("plain.smt2", plain);
    let compressed = format!("{}.gz", file.path());
    match Command::new("gzip").args(["-kf", file.path()]).status() {
        Ok(status) if status.success() => {
            assert_eq!(stdout(&run(&[&compressed], "")), "sat\n4\n");
            std::fs::remove_file(compressed).unwrap();
        }
        _ => eprintln!("skipped: there is no gzip"),
    }
    let misnamed = TempFile::new("misnamed.smt2.gz", plain);
    assert_eq!(stdout(&run(&[misnamed.path()], "")), "sat\n4\n");
}

#[test]
fn what_other_solvers_accept_is_accepted() {
    let script = "(set-logic HORN)(declare-fun p (Int) Bool)(assert (forall ((x Int)) (p x)))\
                  (assert (p -5))(check-sat)(eval (p -7))(eval -5)";
    let output = run(&[], script);
    assert_eq!(stdout(&output), "sat\ntrue\n(- 5)\n");
    assert_eq!(output.status.code(), Some(0));
    // Other theories end where something of them is used.
    let text = "(set-logic QF_BV)(declare-fun b () (_ BitVec 8))(assert (= b #x00))(check-sat)";
    let output = finish(solve().env("RUST_LOG", "warn"), text);
    assert!(
        stdout(&output).starts_with("(error \"line 1 column 37: sorts with indices are not supported\")")
    );
    assert!(stdout(&output).ends_with("unknown\n"));
    assert!(stderr(&output).contains("the logic QF_BV has theories that are not"));
}
