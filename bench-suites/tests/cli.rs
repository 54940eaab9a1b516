//! The command `cfp-bench` with small shell scripts in the role of solvers, well-behaved and other.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use cfp_bench::record::{self, Outcome, Record};

/// A folder of its own for each test.
struct Lab {
    folder: PathBuf,
}

impl Lab {
    fn new(test: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// A solver made of a shell script; the benchmark is its `$1`.
    fn solver(&self, name: &str, script: &str) -> String {
        let path = self.write(&format!("{name}.sh"), script);
        format!("{name}=sh '{}'", path.display())
    }

    fn bench(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cfp-bench"));
        command.current_dir(&self.folder).env_remove("NO_COLOR").stdin(Stdio::null());
        command
    }

    /// `cfp-bench run` on a path with the results as CSV.
    fn run(&self, solvers: &[String], arguments: &[&str], path: &str) -> (Output, Vec<Record>) {
        let mut command = self.bench();
        command.args(["run", "--csv", "results.csv"]).args(arguments).arg(path);
        solvers.iter().for_each(|solver| {
            command.args(["--solver", solver]);
        });
        let output = command.output().unwrap();
        (output, record::read_file(&self.path("results.csv")).unwrap_or_default())
    }
}

fn check(status: &str) -> String {
    format!("(set-logic QF_LIA)\n(set-info :status {status})\n(check-sat)\n")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn outcomes(records: &[Record]) -> Vec<Outcome> {
    records.iter().map(|r| r.outcome).collect()
}

/// Dead, or only waiting to be reaped by whoever inherited it. A process that was killed needs a moment to
/// die.
fn is_gone(pid: &str) -> bool {
    let dead = || match fs::read_to_string(format!("/proc/{}/stat", pid.trim())) {
        Ok(stat) => stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z')),
        Err(_) => true,
    };
    let started = Instant::now();
    while !dead() && started.elapsed() < Duration::from_secs(10) {
        thread::sleep(Duration::from_millis(10));
    }
    dead()
}

#[test]
fn right_answers_make_a_table_and_no_noise() {
    let lab = Lab::new("right");
    lab.write("suite/one/a.smt2", &check("sat"));
    lab.write("suite/two/b c.smt2", &check("unsat"));
    lab.write("suite/two/notes.txt", "not a benchmark");
    let solver = lab.solver("good", r#"grep -q ':status unsat' "$1" && echo unsat || echo sat"#);
    let (output, records) = lab.run(&[solver], &["--json", "results.json"], "suite");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
    assert_eq!(outcomes(&records), [Outcome::Solved, Outcome::Solved]);
    assert_eq!(records.iter().map(|r| r.family.as_str()).collect::<Vec<_>>(), ["one", "two"]);
    assert!(records.iter().all(|r| r.cpu > 0.0 && r.wall > 0.0 && r.peak_kib > 0 && r.end == "exit 0"));
    let table = stdout(&output);
    assert!(!table.contains('\x1b'), "colours in a pipe");
    let total: Vec<&str> = table.lines().last().unwrap().split_whitespace().collect();
    assert_eq!(total[..6], ["total", "good", "2", "2", "1", "1"]);
    let json = fs::read_to_string(lab.path("results.json")).unwrap();
    assert!(json.contains(r#""interrupted":false"#) && json.ends_with("]}\n"));
}

#[test]
fn a_wrong_answer_is_named_and_fails_the_command() {
    let lab = Lab::new("wrong");
    lab.write("a.smt2", &check("unsat"));
    let solvers = [lab.solver("good", "echo unsat"), lab.solver("bad", "echo sat; sleep 60")];
    let (output, records) = lab.run(&solvers, &["--limit", "0.2"], "a.smt2");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(outcomes(&records), [Outcome::Solved, Outcome::Wrong]);
    let line = "WRONG: bad says sat, expected unsat: a.smt2";
    assert!(stdout(&output).contains(line) && stderr(&output).contains(line));
}

#[test]
fn a_hanging_solver_is_killed_with_its_children() {
    let lab = Lab::new("hang");
    lab.write("a.smt2", &check("sat"));
    let script = "trap '' TERM XCPU\nsleep 300 &\necho $$ $! > pids\nwait\nsleep 300";
    let started = Instant::now();
    let (output, records) =
        lab.run(&[lab.solver("hang", script)], &["--limit", "5", "--wall", "0.5"], "a.smt2");
    assert_eq!(output.status.code(), Some(0));
    assert!(started.elapsed() < Duration::from_secs(60));
    assert_eq!(outcomes(&records), [Outcome::Timeout]);
    assert!(stdout(&output).contains("before their CPU time was up: 1 runs"));
    let pids = fs::read_to_string(lab.path("pids")).unwrap();
    assert_eq!(pids.split_whitespace().count(), 2);
    assert!(pids.split_whitespace().all(is_gone), "{pids}");
}

#[test]
fn children_left_behind_by_a_solver_that_ended_are_killed() {
    let lab = Lab::new("orphan");
    lab.write("a.smt2", &check("sat"));
    let (_, records) =
        lab.run(&[lab.solver("leaves", "sleep 300 &\necho $! > pids\necho sat")], &[], "a.smt2");
    assert_eq!(outcomes(&records), [Outcome::Solved]);
    assert!(records[0].wall < 60.0);
    assert!(is_gone(&fs::read_to_string(lab.path("pids")).unwrap()));
}

#[test]
fn a_busy_solver_is_stopped_by_its_cpu_time() {
    let lab = Lab::new("busy");
    lab.write("a.smt2", &check("sat"));
    let solvers = [
        lab.solver("loop", "while :; do :; done"),
        lab.solver("wrapped", "sh -c 'while :; do :; done'; exit 0"),
    ];
    let (_, records) = lab.run(&solvers, &["--limit", "1"], "a.smt2");
    assert_eq!(outcomes(&records), [Outcome::Timeout, Outcome::Timeout]);
    for record in records {
        // No lower bound: on a machine under load the wall-clock guard may be first.
        assert!(record.cpu < 4.0, "{record:?}");
    }
}

#[test]
fn memory_is_limited() {
    let lab = Lab::new("memory");
    lab.write("a.smt2", &check("sat"));
    let eats = lab.solver("eats", "head -c 1000000000 /dev/zero | tail -n 1 | wc -c");
    let (_, records) = lab.run(&[eats], &["--memory", "64"], "a.smt2");
    assert_eq!(outcomes(&records), [Outcome::Memory], "{records:?}");
    assert!(records[0].peak_kib < 70_000);
}

#[test]
fn garbage_crashes_and_failures_are_told_apart() {
    let lab = Lab::new("garbage");
    lab.write("a.smt2", &check("sat"));
    let solvers = [
        lab.solver("garbage", "head -c 300000 /dev/urandom; echo; echo 'sat?'; echo ' sat or unsat'"),
        lab.solver("crash", "kill -SEGV $$"),
        lab.solver("fails", "echo 'panicked at somewhere' >&2; exit 101"),
        lab.solver("complains", "echo '(error \"no, thanks\")'"),
        lab.solver("shrugs", "echo unknown"),
        lab.solver("talks", "echo '; comment'; echo sat; echo '(error \"no model\")'; echo oops >&2; exit 1"),
        lab.solver("skips", "echo '(error \"an assertion I cannot read\")'; echo unsat"),
    ];
    let (output, records) = lab.run(&solvers, &[], "a.smt2");
    assert_eq!(output.status.code(), Some(0));
    use Outcome::{Crash, Error, Solved, Unknown};
    assert_eq!(outcomes(&records), [Error, Crash, Error, Error, Unknown, Solved, Error]);
    assert_eq!(records[6].answers, []);
    let details: Vec<&str> = records.iter().map(|r| r.detail.as_str()).collect();
    assert_eq!(details[0], "answers: 0, checks: 1");
    assert_eq!(details[2..4], ["panicked at somewhere", "(error \"no, thanks\")"]);
    assert_eq!(records[1].end, "signal 11");
    assert_eq!(records[2].end, "exit 101");
}

#[test]
fn incremental_answers_are_compared_in_order() {
    let lab = Lab::new("incremental");
    let script = [check("sat"), check("unsat"), check("unknown")].concat();
    lab.write("a.smt2", &script);
    let solvers = [
        lab.solver("all", "echo success; echo sat; echo '(model)'; echo unsat; echo unsat"),
        lab.solver("some", "echo sat; echo unsat"),
        lab.solver("wrong", "echo sat; echo sat"),
        lab.solver("unsure", "echo sat; echo unknown; echo unsat"),
    ];
    let (output, records) = lab.run(&solvers, &[], "a.smt2");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(outcomes(&records), [Outcome::Solved, Outcome::Error, Outcome::Wrong, Outcome::Unknown]);
    assert!(stdout(&output).contains("WRONG: wrong says sat;sat, expected sat;unsat;unknown: a.smt2"));
}

#[test]
fn solvers_that_contradict_each_other_are_reported() {
    let lab = Lab::new("disputed");
    lab.write("a.cnf", "p cnf 1 1\n1 0\n");
    let solvers = [
        lab.solver("yes", "echo 'c hello'; echo 's SATISFIABLE'; exit 10"),
        lab.solver("no", "echo 's UNSATISFIABLE'; exit 20"),
        lab.solver("late", "sleep 60"),
    ];
    let (output, records) = lab.run(&solvers, &["--limit", "0.1"], ".");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(outcomes(&records), [Outcome::Disputed, Outcome::Disputed, Outcome::Timeout]);
    assert!(stdout(&output).contains("DISPUTED: no says unsat"));
}

#[test]
fn a_manifest_gives_families_names_and_answers() {
    let lab = Lab::new("manifest");
    lab.write("suite/deep/er/a.smt2", &check("unknown"));
    lab.write("suite/deep/b.smt2", &check("sat"));
    lab.write("suite/deep/unlisted.smt2", &check("sat"));
    lab.write(
        "suite/manifest.csv",
        "path,logic,family,status\ndeep/er/a.smt2,QF_LIA,rings,unsat\ndeep/b.smt2,QF_LIA-inc,other,sat;sat\n\
         deep/lost.smt2,QF_LIA,rings,sat\n",
    );
    let solver = [lab.solver("sat", "echo sat")];
    let (output, records) = lab.run(&solver, &[], "suite/deep");
    assert_eq!(output.status.code(), Some(1));
    let names: Vec<_> = records.iter().map(|r| (r.file.as_str(), r.family.as_str())).collect();
    assert_eq!(
        names,
        [
            ("deep/b.smt2", "QF_LIA-inc/other"),
            ("deep/er/a.smt2", "QF_LIA/rings"),
            ("suite/deep/unlisted.smt2", "deep")
        ]
    );
    assert_eq!(outcomes(&records), [Outcome::Error, Outcome::Wrong, Outcome::Solved]);

    let (output, records) = lab.run(&solver, &["--family", "ring?"], "suite/manifest.csv");
    assert_eq!(outcomes(&records), [Outcome::Wrong]);
    assert!(stderr(&output).contains("1 listed files are not there"));
}

#[test]
fn several_jobs_give_the_same_results_in_the_same_order() {
    let lab = Lab::new("jobs");
    for i in 0..12 {
        lab.write(&format!("suite/{i:02}.smt2"), &check("sat"));
    }
    let solver = lab.solver("s", "case $1 in *00*) sleep 0.4;; esac; echo sat");
    let (output, records) = lab.run(&[solver], &["--jobs", "3", "--json", "results.json"], "suite");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(records.len(), 12);
    let json = fs::read_to_string(lab.path("results.json")).unwrap();
    let places: Vec<_> = (0..12).map(|i| json.find(&format!("{i:02}.smt2")).unwrap()).collect();
    assert!(places.is_sorted());
}

#[test]
fn an_interrupt_ends_the_solvers_and_prints_what_was_measured() {
    let lab = Lab::new("interrupt");
    lab.write("suite/a.smt2", &check("sat"));
    lab.write("suite/b.smt2", &check("sat"));
    let solver =
        lab.solver("s", "case $1 in *b.smt2) echo $$ > pid.new; mv pid.new pid; sleep 300;; esac; echo sat");
    let mut command = lab.bench();
    command.args(["run", "--solver", &solver, "--limit", "100", "suite"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let started = Instant::now();
    while !lab.path("pid").exists() {
        assert!(started.elapsed() < Duration::from_secs(60), "the second file was never begun");
        thread::sleep(Duration::from_millis(20));
    }
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), rustix::process::Signal::INT)
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(stdout(&output).ends_with("stopped after 1 of 2 files\n"), "{}", stdout(&output));
    assert!(is_gone(&fs::read_to_string(lab.path("pid")).unwrap()));
}

#[test]
fn start_up_is_measured_and_reported() {
    let lab = Lab::new("startup");
    lab.write("a.smt2", &check("sat"));
    let busy = "i=0; while [ $i -lt 50000 ]; do i=$((i+1)); done; echo sat";
    let (output, records) = lab.run(&[lab.solver("slow", busy)], &["--startup"], "a.smt2");
    assert_eq!(output.status.code(), Some(0));
    assert!(records[0].startup > 0.0);
    assert!(stdout(&output).contains("start-up of slow, subtracted: 0."));
    let (output, _) = lab.run(&[lab.solver("broken", "echo broken >&2")], &["--startup"], "a.smt2");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("solver `broken` does not solve even a trivial script: broken"));
}

#[test]
fn two_runs_can_be_compared() {
    let lab = Lab::new("compare");
    lab.write("suite/a.smt2", &check("sat"));
    lab.write("suite/b.smt2", &check("sat"));
    lab.run(&[lab.solver("s", "case $1 in *a.smt2) echo sat;; *) echo unknown;; esac")], &[], "suite");
    fs::rename(lab.path("results.csv"), lab.path("before.csv")).unwrap();
    lab.run(&[lab.solver("s", "echo sat"), lab.solver("t", "echo unsat")], &[], "suite");
    let compare = |arguments: &[&str]| lab.bench().arg("compare").args(arguments).output().unwrap();
    let output = compare(&["before.csv", "results.csv"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("gained: 1\n  suite/b.smt2  unknown -> 0.0"), "{}", stdout(&output));
    assert!(stdout(&output).contains("lost: 0\n"));
    assert_eq!(compare(&["results.csv"]).status.code(), Some(1));
    assert_eq!(compare(&["results.csv", "--solvers", "s,u"]).status.code(), Some(2));
}

#[test]
fn mistakes_are_explained_before_anything_runs() {
    let lab = Lab::new("mistakes");
    lab.write("a.smt2", &check("sat"));
    let fails = |arguments: &[&str], message: &str| {
        let output = lab.bench().args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    };
    fails(&["run", "a.smt2"], "--solver");
    fails(&["run", "--solver", "x=no-such-solver", "a.smt2"], "no program `no-such-solver`");
    fails(&["run", "--solver", "sh", "--solver", "sh", "a.smt2"], "two solvers are called `sh`");
    fails(&["run", "--solver", "sh", "b.smt2"], "b.smt2: No such file");
    fails(&["run", "--solver", "sh", "--limit", "0", "a.smt2"], "--limit");
    fails(&["run", "--solver", "sh", "--csv", "no/such/folder.csv", "a.smt2"], "no/such/folder.csv");
    fails(&["run", "--solver", "sh", "--family", "none", "a.smt2"], "no benchmarks found");
}

#[test]
fn instances_are_generated() {
    let lab = Lab::new("gen");
    let arguments =
        ["gen", "dillig", "--vars", "5", "--rows", "4", "--coef", "2", "--seed", "8", "--count", "3"];
    let output = lab.bench().args(arguments).args(["--out", "new/folder"]).output().unwrap();
    assert_eq!(stdout(&output), "3 files in new/folder\n");
    for seed in 8..11 {
        let text = fs::read_to_string(lab.path(&format!("new/folder/dillig-v5-r4-c2-s{seed}.smt2"))).unwrap();
        assert_eq!(text.matches("(assert").count(), 4);
    }
}

#[test]
fn families_of_our_own_are_generated() {
    let lab = Lab::new("gen-own");
    for family in ["equalities", "parity", "thin", "wide"] {
        let output = lab
            .bench()
            .args(["gen", family, "--vars", "3", "--rows", "2", "--count", "2", "--out", family])
            .output()
            .unwrap();
        assert_eq!(stdout(&output), format!("2 files in {family}\n"));
        assert_eq!(fs::read_dir(lab.path(family)).unwrap().count(), 2);
    }
}

#[test]
fn the_page_of_the_thesis_is_written_for_any_solvers() {
    let lab = Lab::new("thesis");
    let ours = lab.solver("ours", "grep -q 'status unsat' $1 && echo unsat || echo sat");
    let peer =
        lab.solver("peer", "case $1 in *-v45-*) echo unknown;; *parity*) echo unsat;; *) echo sat;; esac");
    let arguments = ["thesis", "--out", "page.html", "--per-point", "1", "--limit", "5", "--jobs", "2"];
    let output = lab
        .bench()
        .args(arguments)
        .args(["--solver", &ours, "--solver", &peer, "--keep", "kept"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).ends_with("page: page.html\n"));
    let page = fs::read_to_string(lab.path("page.html")).unwrap();
    assert!(page.contains("<b>Figure 8.4b.</b>") && page.contains("<b>ours and peer.</b>"));
    assert!(page.contains("92 systems, 2 solvers"));
    assert!(lab.path("kept/random/dillig-v10-r15-c5-s0.smt2").exists());
}

#[test]
fn techniques_are_switched_off_one_by_one() {
    use std::os::unix::fs::PermissionsExt;
    let lab = Lab::new("ablate");
    lab.write("suite/a.smt2", &check("sat"));
    let script = "#!/bin/sh\n[ \"$1\" = --list-options ] && { echo 'int-a=true x'; echo 'int-b=true x'; echo 'int-c=false x'; exit; }\n\
                  [ \"$2\" = int-b=false ] && echo unknown || echo sat\n";
    let program = lab.write("cfp-solve", script);
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let ablate = |program: &str| lab.bench().args(["ablate", "--solver", program, "suite"]).output().unwrap();
    let output = ablate(&program.display().to_string());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    let solved = |variant: &str| {
        let line = text.lines().rev().find(|line| line.contains(variant)).unwrap();
        line.split_whitespace().skip_while(|word| *word != variant).nth(2).unwrap().to_string()
    };
    assert_eq!(["default", "no-a", "no-b", "with-c"].map(solved), ["1", "1", "0", "1"], "{text}");
    let output = ablate("/bin/true");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("lists no techniques"));
}

/// What `cfp-bench heap` gets to work on: two correct programs and a wrong one.
fn heap_suite(lab: &Lab) {
    let list = "file,row,correct,violated,flags,inputs,decided,what\n\
                a.c,A,true,,,,no,\"one, and two\"\n\
                b_buggy.c,B,false,valid-free,,1,no,three\n\
                c.c,C,true,,--property=unreach-call,,no,four\n";
    lab.write("suite/expected.csv", list);
    for name in ["a", "b_buggy", "c"] {
        lab.write(&format!("suite/{name}.c"), "int main(void) { return 0; }\n");
    }
}

/// `cfp-bench heap` on that suite, with a shell script as the analyser and as CBMC.
fn heap(lab: &Lab, tool: &str, arguments: &[&str]) -> Output {
    let tool = lab.write("tool.sh", &format!("#!/bin/sh\n{tool}"));
    let cbmc =
        lab.write("cbmc.sh", "#!/bin/sh\necho '[x] bound: FAILURE'\n[ \"$1\" = --version ] || exit 10\n");
    for script in [&tool, &cbmc] {
        assert!(Command::new("chmod").arg("+x").arg(script).status().unwrap().success());
    }
    let mut command = lab.bench();
    command.args(["heap", "--out", "heap.md", "--tool"]).arg(tool).arg("--cbmc").arg(cbmc);
    command.args(arguments).arg("suite").output().unwrap()
}

const KNOWING: &str = r#"
echo '  analysis   1.500 s' >&2
case "$*" in
*--memory*smashed*) echo 'x.c:1:2: note: a fact' >&2; echo 'unknown: 2 places are not proved; 3 runs found no error'; exit 5 ;;
*buggy*) echo 'refuted: valid-free'; exit 10 ;;
*--property=unreach-call*) echo 'x.c:7:2: note: what is missing' >&2; exit 5 ;;
esac"#;

#[test]
fn verdicts_of_the_analyser_are_set_against_the_expected_ones() {
    let lab = Lab::new("heap");
    heap_suite(&lab);
    let output = heap(&lab, KNOWING, &["--jobs", "2"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert_eq!(fs::read_to_string(lab.path("heap.md")).unwrap(), text);
    assert!(text.contains("| a | A | proved | proved | ✓ | 0.000 | 0.000 | 1.500 |"), "{text}");
    assert!(text.contains("| b_buggy | B | refuted: valid-free | refuted: valid-free | ✓ |"), "{text}");
    assert!(text.contains("3 programs: 2 right, 0 wrong, 1 unknown (33 %)."), "{text}");
    assert!(text.contains("- suite/c (C): 7: what is missing"), "{text}");
    assert!(text.contains("CBMC: 1 of 3 right"), "{text}");
}

#[test]
fn memory_configurations_are_compared() {
    let lab = Lab::new("heap-configurations");
    heap_suite(&lab);
    let text = stdout(&heap(&lab, KNOWING, &["--config", "--only", "a", "--only", "b_*"]));
    for name in ["combined", "contents", "invariants"] {
        assert!(text.contains(&format!("| {name} | 2 | 1 | 1 | 1 | 1 | 0 | 0 | 0 | 3.00 |")), "{text}");
    }
    assert!(text.contains("| smashed | 2 | 0 | 1 | 0 | 1 | 2 | 0 | 4 | 3.00 |"), "{text}");
    let refuses = heap(&lab, "case \"$*\" in *--memory*) exit 2 ;; *buggy*) exit 5 ;; esac", &["--config"]);
    assert_eq!(refuses.status.code(), Some(2));
    assert!(stderr(&refuses).contains("does not know --memory contents"), "{}", stderr(&refuses));
}

/// The same with two techniques, one of which it needs for the first program.
fn with_techniques(rest: &str) -> String {
    format!(
        "[ \"$1\" = --list-techniques ] && {{ echo 'sums  add up'; echo 'growth  bound it'; exit; }}
         case \"$*\" in *--without*growth*/a.c) echo '  analysis   0.500 s' >&2; exit 5 ;; esac\n{rest}"
    )
}

/// `cfp-bench heap --ablate` on that suite, with a shell script as the analyser.
fn ablate_heap(lab: &Lab, tool: &str) -> Output {
    let tool = lab.write("tool.sh", &format!("#!/bin/sh\n{tool}"));
    assert!(Command::new("chmod").arg("+x").arg(&tool).status().unwrap().success());
    let mut command = lab.bench();
    command.args(["heap", "--ablate", "--jobs", "2", "--out", "ablation.md", "--tool"]).arg(tool);
    command.arg("suite").output().unwrap()
}

#[test]
fn techniques_of_the_analyser_are_switched_off_one_by_one() {
    let lab = Lab::new("heap-ablate");
    heap_suite(&lab);
    let output = ablate_heap(&lab, &with_techniques(KNOWING));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert_eq!(fs::read_to_string(lab.path("ablation.md")).unwrap(), text);
    assert!(text.contains("## suite: 3 programs"), "{text}");
    assert!(text.contains("| (nothing) | 2 | 1 | 1 | 0 | 0 | 4.50 | 1.00 |"), "{text}");
    assert!(text.contains("| sums | 2 | 1 | 1 | 0 | 0 | 4.50 | 1.00 |"), "{text}");
    assert!(text.contains("| growth | 1 | 0 | 2 | 0 | 0 | 3.50 | 0.78 |"), "{text}");
    assert!(text.contains("- sums: nothing\n- growth: a\n"), "{text}");
    let output = ablate_heap(&lab, KNOWING);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("lists no techniques (--list-techniques)"), "{}", stderr(&output));
}

#[test]
fn a_wrong_verdict_without_a_technique_fails_the_command() {
    let lab = Lab::new("heap-ablate-wrong");
    heap_suite(&lab);
    let tool = format!("case \"$*\" in *--without*sums*buggy*) exit 0 ;; esac\n{KNOWING}");
    let output = ablate_heap(&lab, &with_techniques(&tool));
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stdout(&output).contains("| sums | 1 | 1 | 1 | 1 |"), "{}", stdout(&output));
    assert!(stdout(&output).contains("- sums: b_buggy\n"), "{}", stdout(&output));
}

#[test]
fn a_wrong_verdict_of_the_analyser_fails_the_command() {
    let lab = Lab::new("heap-wrong");
    heap_suite(&lab);
    let output = heap(&lab, "exit 0", &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("| b_buggy | B | refuted: valid-free | proved | **wrong** |"));
}
