//! The requests of an analysis, written out and answered again.

use cfp_heap::bracket::Journal;
use cfp_heap::front::{Source, load};
use cfp_heap::interp::Config;
use cfp_heap::symbolic::{AnalysisOptions, Verdict, analyze_with};
use std::path::PathBuf;
use std::process::Command;

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
    let options = AnalysisOptions { journal: Some(journal), ..AnalysisOptions::default() };
    let analysis = analyze_with(&loaded.program, &Config::default(), options);
    assert!(matches!(analysis.verdict, Verdict::Refuted(_)), "{:?}", analysis.verdict);
    let journal = analysis.journal.expect("the journal comes back");
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
