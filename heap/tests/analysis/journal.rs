//! The requests of an analysis: written out and answered again, or answered by another solver.

use cfp_heap::analysis::{Options, Task, Verdict};
use cfp_heap::bracket::{Journal, OtherSolver, Tools};
use cfp_heap::front::{Source, load};
use cfp_heap::ir::Program;
use cfp_heap::symbolic::analyze;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// Two loops, a branch, and an access that may be out of bounds: every kind of question.
const PROGRAM: &str = "int nondet(void);
int main(void) {
  int n = nondet();
  int a[10];
  for (int i = 0; i < 10; i++)
    a[i] = i;
  int s = 0;
  if (n >= 0 && n < 10)
    s = a[n];
  if (n == 11)
    s = a[n - 1];
  return s;
}
";

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The status that a script claims.
fn status(script: &str) -> &str {
    let line = script.lines().find_map(|line| line.strip_prefix("(set-info :status "));
    line.expect("a status").trim_end_matches(')')
}

/// The answers of this project's solver, one line each.
fn own_answer(script: &str) -> String {
    let mut session = cfp_smtlib::Session::new(cfp_smtlib::Config::default());
    let mut output = Vec::new();
    session.run(script.as_bytes(), &mut output).expect("a session in memory");
    String::from_utf8(output).expect("text")
}

fn agree(claimed: &str, answer: &str) -> bool {
    claimed == answer || claimed == "unknown" || answer == "unknown"
}

#[test]
fn requests_are_answered_the_same_again() {
    // Where the library that reads C is missing, there is nothing to ask.
    let Ok(loaded) = load(&[Source::text("two.c", PROGRAM)]) else { return };
    let folder = Folder(std::env::temp_dir().join(format!("cfp-heap-journal-{}", std::process::id())));
    let journal = Journal::new(&folder.0).expect("a folder");
    let tools = Tools::default().with_journal(journal);
    let options = Options { tools: tools.clone(), ..Options::default() };
    let analysis = analyze(&Task::new(&loaded.program), &options);
    assert!(matches!(analysis.verdict, Verdict::Refuted { .. }), "{:?}", analysis.verdict);
    let journal = tools.journal().expect("it was given");
    assert!(journal.error().is_none());
    assert!(journal.count() as u64 >= analysis.stats.questions, "every question is written down");
    let has_z3 = Command::new("z3").arg("--version").output().is_ok();
    let (mut sat, mut unsat, mut places) = (0, 0, 0);
    for number in 1..=journal.count() {
        let path = folder.0.join(format!("{number:06}.smt2"));
        let script = std::fs::read_to_string(&path).expect("scripts are numbered from one without gaps");
        let claimed = status(&script);
        sat += usize::from(claimed == "sat");
        unsat += usize::from(claimed == "unsat");
        places += usize::from(script.lines().any(|line| line.starts_with("; two.c:")));
        let answer = own_answer(&script);
        assert!(agree(claimed, answer.trim()), "{claimed} became {answer}\n{script}");
        if has_z3 {
            let output = Command::new("z3").arg("-T:5").arg(&path).output().expect("z3 runs");
            let answer = String::from_utf8_lossy(&output.stdout).trim().to_string();
            assert!(
                agree(claimed, &answer) || answer == "timeout",
                "z3: {claimed} became {answer}\n{script}"
            );
        }
    }
    assert!(sat > 0 && unsat > 0 && places > 0, "{sat} sat, {unsat} unsat, {places} with a place");
}

/// An analysis with a script in the place of a solver; nothing where the library that reads C is missing.
fn with_script(name: &str, script: &str, limit: Duration) -> Option<(Verdict, Tools)> {
    let loaded = load(&[Source::text("two.c", PROGRAM)]).ok()?;
    let folder = Folder(std::env::temp_dir().join(format!("cfp-heap-other-{name}-{}", std::process::id())));
    std::fs::create_dir_all(&folder.0).expect("a folder");
    let path = folder.0.join("solver of mine");
    std::fs::write(&path, script).expect("a script");
    let solver = OtherSolver::new(&format!("sh '{}'", path.display())).with_limit(limit);
    Some(asked(&loaded.program, solver))
}

/// The verdict of an analysis that asks a solver, and the handle on that solver.
fn asked(program: &Program, solver: OtherSolver) -> (Verdict, Tools) {
    let tools = Tools::default().with_solver(solver);
    let options = Options { tools: tools.clone(), ..Options::default() };
    (analyze(&Task::new(program), &options).verdict, tools)
}

const LONG: Duration = Duration::from_secs(60);

#[test]
fn another_solver_is_believed() {
    // A solver that excludes everything: what it says decides, and it is asked in SMT-LIB, one process for
    // all questions.
    let script = "while read -r line; do case $line in '(check-sat)') echo unsat;; esac; done";
    let Some((verdict, tools)) = with_script("no", script, LONG) else { return };
    assert!(matches!(verdict, Verdict::Proved), "{verdict:?}");
    let solver = tools.solver().expect("it was given");
    assert!(solver.failure().is_none() && solver.questions() > 0);
    // One that knows nothing: nothing is proved; models are still found here, so the error is.
    let script = "while read -r line; do case $line in '(check-sat)') echo unknown;; esac; done";
    let (verdict, tools) = with_script("perhaps", script, LONG).expect("libclang was here");
    assert!(matches!(verdict, Verdict::Refuted { .. }), "{verdict:?}");
    let solver = tools.solver().expect("it was given");
    assert_eq!((solver.failure(), solver.timeouts()), (None, 0));
    // One that calls everything satisfiable excludes nothing.
    let script = "while read -r line; do case $line in '(check-sat)') echo sat;; esac; done";
    let (verdict, _) = with_script("yes", script, LONG).expect("libclang was here");
    assert!(!matches!(verdict, Verdict::Proved), "{verdict:?}");
}

#[test]
fn a_solver_that_cannot_be_asked_is_named() {
    let scripts = [
        ("ends", "exit 7", "exited without an answer (exit status: 7)"),
        ("talks", "echo hello; cat > /dev/null", "answers hello"),
        (
            "errs",
            "read line; echo '(error \"no such logic\")'; cat > /dev/null",
            "answers (error \"no such logic\")",
        ),
        ("sleeps", "cat > /dev/null", "did not answer its first query within 0 s"),
    ];
    for (name, script, expected) in scripts {
        let limit = if name == "sleeps" { Duration::from_millis(50) } else { LONG };
        let Some((verdict, tools)) = with_script(name, script, limit) else { return };
        assert!(matches!(verdict, Verdict::Unknown(_) | Verdict::Refuted { .. }), "{name}: {verdict:?}");
        let solver = tools.solver().expect("it was given");
        let failure = solver.failure().expect("it is noticed");
        // A script that ends at once may do so before it is written to.
        let is_expected =
            failure.ends_with(expected) || name == "ends" && failure.contains("does not accept input");
        assert!(failure.starts_with("the solver sh '") && is_expected, "{failure}");
    }
    let solver = OtherSolver::new("/no/such/solver -in");
    let Ok(loaded) = load(&[Source::text("two.c", PROGRAM)]) else { return };
    let (_, tools) = asked(&loaded.program, solver);
    let solver = tools.solver().expect("it was given");
    let failure = solver.failure().expect("it is noticed");
    assert!(failure.starts_with("the solver /no/such/solver -in cannot be started: "), "{failure}");
}

#[test]
fn other_solvers_come_to_the_same_verdict() {
    let Ok(loaded) = load(&[Source::text("two.c", PROGRAM)]) else { return };
    // What is installed, and this project's own if it was built.
    let own = std::env::current_exe().ok().and_then(|path| Some(path.parent()?.parent()?.join("cfp-solve")));
    let own = own.filter(|path| path.exists()).map(|path| format!("'{}'", path.display()));
    let others = ["z3 -in", "cvc5 --incremental", "yices-smt2 --incremental"];
    for command in others.iter().map(|other| other.to_string()).chain(own) {
        let (verdict, tools) = asked(&loaded.program, OtherSolver::new(&command));
        let solver = tools.solver().expect("it was given");
        if solver.failure().is_some_and(|failure| failure.contains("cannot be started")) {
            continue;
        }
        assert_eq!(solver.failure(), None);
        assert!(matches!(verdict, Verdict::Refuted { .. }), "{command}: {verdict:?}");
    }
}
