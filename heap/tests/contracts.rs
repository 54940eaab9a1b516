//! Programs with contracts about linked structures, in the folder `contracts`, whose definitions are in a
//! file beside them.
//!
//! A line `verdict FLAGS: proved` is one case, which memory graphs must prove. `verdict FLAGS: wrong` is one
//! that has an error: they must not prove it, and runs on structures that are built must find the error.
//! `verdict FLAGS: unclear` is one that they must not prove either, where definitions leave room.

use cfp_heap::analysis::{Options, Task};
use cfp_heap::checkers::{self, FunctionContract, Specification};
use cfp_heap::front::{FrontError, Source, load_specified};
use cfp_heap::interp::{Config, Outcome, RandomInputs, ScriptedInputs, run};
use cfp_heap::ir::{FuncId, Program, read_program};
use cfp_heap::obligations::Proof;
use cfp_heap::property::{Checks, Leaks};
use cfp_heap::shapes;
use cfp_heap::verify::{Conclusion, verify};
use std::path::{Path, PathBuf};
use std::time::Duration;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/contracts")
}

/// The definitions for all programs, and the contracts beside one.
fn specification(program: &Path) -> Specification {
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a specification");
        let name = path.display().to_string();
        checkers::read_specification(&name, &text).unwrap_or_else(|error| panic!("{error}"))
    };
    let mut all = read(folder().join("structures.ind"));
    let own = program.with_extension("ind");
    if own.exists() {
        all.contracts = read(own).contracts;
    }
    all
}

/// The function where execution starts, if the flags say so: `-DENTRY=name`. One with a contract starts as
/// the contract says.
fn entry(program: &Program, flags: &[String]) -> Option<FuncId> {
    let name = flags.iter().find_map(|flag| flag.strip_prefix("-DENTRY="))?;
    let wrapper = program.function(&FunctionContract::wrapper(name));
    Some(wrapper.or_else(|| program.function(name)).expect("the function where execution starts"))
}

/// The program, or nothing if libclang is missing.
fn load(source: Source) -> Option<Program> {
    let name = source.path.display().to_string();
    let specification = specification(&source.path);
    match load_specified(&[source], &[], &specification) {
        Ok(loaded) => Some(loaded.program),
        Err(FrontError::Missing(missing)) => {
            eprintln!("skipped: {missing}");
            None
        }
        Err(error) => panic!("{name}: {error}"),
    }
}

/// The programs with their flags and verdicts.
fn cases() -> Vec<(PathBuf, Vec<String>, &'static str)> {
    let entries = std::fs::read_dir(folder()).expect("the folder of programs").flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a program");
        let lines = text.lines().filter_map(|line| line.strip_prefix(" * verdict")?.split_once(':'));
        for (flags, verdict) in lines {
            let flags = flags.split_whitespace().map(str::to_string).collect();
            let verdict = match verdict.split_whitespace().next() {
                Some("proved") => "proved",
                Some("wrong") => "refuted",
                Some("unclear") => "unknown",
                _ => panic!("{}: a verdict is `proved`, `wrong` or `unclear`", path.display()),
            };
            cases.push((path.clone(), flags, verdict));
        }
    }
    assert!(cases.len() > 20, "the folder has programs");
    cases
}

#[test]
fn contracts_are_proved_where_they_hold() {
    let mut wrong = Vec::new();
    for (path, flags, verdict) in cases() {
        let Some(program) = load(Source::file(&path, &flags)) else { return };
        let task = Task { entry: entry(&program, &flags), ..Task::new(&program) };
        let analysis = shapes::analyze(&task, None).expect("the program is modelled");
        let options = Options { time: Some(Duration::from_secs(5)), runs: 200, ..Options::default() };
        let found = match verify(&task, &options).conclusion {
            Conclusion::Proved(_) => "proved",
            Conclusion::Refuted { .. } => "refuted",
            Conclusion::Unknown { .. } => "unknown",
        };
        let is_proved = analysis.proof != Proof::Void;
        if (is_proved, found) != (verdict == "proved", verdict) {
            let name = path.display();
            wrong.push(format!(
                "{name} {flags:?}: {found}, proved by shapes: {is_proved} {:?}",
                analysis.missing
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn correct_programs_run_without_error() {
    for (path, flags, _) in cases().into_iter().filter(|(.., verdict)| *verdict == "proved") {
        let Some(program) = load(Source::file(&path, &flags)) else { return };
        let mut ended = 0;
        for seed in 0..200 {
            let config = Config { entry: entry(&program, &flags), ..Config::default() };
            match run(&program, &config, &mut RandomInputs::new(seed)).outcome {
                Outcome::Finished(_) => ended += 1,
                Outcome::Infeasible(_) => {}
                other => panic!("{} with seed {seed}: {other:?}", path.display()),
            }
        }
        let must_end = !path.ends_with("others.c");
        assert!(ended > 10 || !must_end, "{}: only {ended} runs ended", path.display());
    }
}

/// Inputs choose the rule for each node, and then its data.
#[test]
fn inputs_build_structures() {
    let text = "extern void _memcad(const char *);
        struct node { struct node *next; int data; };
        int main(void) {
            struct node *l;
            int sum = 0;
            _memcad(\"add_inductive(l, list)\");
            for (struct node *c = l; c; c = c->next)
                sum = 10 * sum + c->data;
            return sum;
        }";
    let Some(program) = load(Source::text("sum.c", text)) else { return };
    let config = Config { checks: Checks { leaks: Leaks::Off, ..Checks::default() }, ..Config::default() };
    for (inputs, sum) in [(vec![], 0), (vec![1, 7], 7), (vec![1, 4, 1, 5, 1, 6, 0, 1], 456)] {
        let outcome = run(&program, &config, &mut ScriptedInputs::new(inputs)).outcome;
        assert_eq!(outcome, Outcome::Finished(sum));
    }
}

#[test]
fn programs_with_contracts_are_printed_and_read_again() {
    let Some(program) = load(Source::file(folder().join("numbers.c"), &[])) else { return };
    assert_eq!(program.checkers.len(), 3);
    let text = program.to_text();
    let again = read_program(&text).expect("the same program");
    assert_eq!(again.to_text(), text);
    assert_eq!(again.checkers, program.checkers);
}

/// What is not understood ends in *unknown*: it may be an assumption, or an assertion.
#[test]
fn commands_that_are_not_supported_are_not_skipped() {
    let commands = [
        "add_inductive(p, nothing)",
        "add_inductive(x, list)",
        "add_inductive(i, list)",
        "add_inductive(l, list, [l | | ])",
        "add_inductive(l, dll, [5 | | ])",
        "add_inductive(l, tree)",
        "assume(l < 3)",
        "jump(l)",
        "check_inductive(l, list, [ | | S])",
    ];
    for command in commands {
        let text = format!(
            "extern void _memcad(const char *);
             struct node {{ struct node *next; int data; }};
             struct plain {{ int data; }};
             int main(void) {{ struct node *l = 0; struct plain *p = 0; int i = 0; _memcad(\"{command}\"); return i; }}"
        );
        let Some(program) = load(Source::text("command.c", &text)) else { return };
        let conclusion = verify(&Task::new(&program), &Options::default()).conclusion;
        assert!(matches!(conclusion, Conclusion::Unknown { .. }), "{command}");
    }
}

#[test]
fn what_the_caller_has_is_not_leaked() {
    let text = "struct n { struct n *next; int v; }; void __VERIFIER_assume(int);\n\
                int is_list(struct n *l) { return l == 0 || is_list(l->next); }\n\
                void clear(struct n *l) {\n\
                  __VERIFIER_assume(is_list(l));\n\
                  for (struct n *p = l; p; p = p->next) p->v = 0;\n\
                }";
    let Some(program) = load(Source::text("clear.c", text)) else { return };
    for leaks in [Leaks::Lost, Leaks::Any] {
        let checks = Checks { leaks, ..Checks::default() };
        let task = Task { entry: program.function("clear"), checks, ..Task::new(&program) };
        let options = Options { time: Some(Duration::from_secs(2)), ..Options::default() };
        let conclusion = verify(&task, &options).conclusion;
        assert!(!matches!(conclusion, Conclusion::Refuted { .. }), "{leaks:?}: {conclusion:?}");
    }
}

/// Where nobody wrote a definition, the type of the nodes stands for one.
#[test]
fn types_are_definitions() {
    let text = |last: &str| {
        format!(
            "extern void _memcad(const char *);
             struct node {{ struct node *left; short key; struct node *right; char *name; }};
             static struct node *t;
             int main(void) {{
                 _memcad(\"add_inductive(t, nodes)\");
                 if (t) t->right = {last};
                 _memcad(\"check_inductive(t, nodes)\");
                 return 0;
             }}"
        )
    };
    let wanted = "nodes<0,0> :=\n| [0] - emp - this = 0\n| [4 addr int addr addr] - this->0 |-8-> $0 \
                  * this->8 |-2-> $1 * this->16 |-8-> $2 * this->24 |-8-> $3 * $0.nodes( |  |) \
                  * $2.nodes( |  |) - this != 0 & alloc(this, 32)\n.";
    for (last, is_right) in [("t->right", true), ("t->left", false)] {
        let Some(program) = load(Source::text("derived.c", &text(last))) else { return };
        assert_eq!(program.checkers[0].to_string(), wanted);
        let checks = Checks { leaks: Leaks::Off, ..Checks::default() };
        let task = Task { checks, ..Task::new(&program) };
        let options = Options { time: Some(Duration::from_secs(5)), runs: 200, ..Options::default() };
        match verify(&task, &options).conclusion {
            Conclusion::Proved(_) => assert!(is_right, "{last}"),
            Conclusion::Refuted { .. } => assert!(!is_right, "{last}"),
            Conclusion::Unknown { .. } => panic!("{last} is not decided"),
        }
    }
}

/// Contracts that do not fit the program are explained at their place.
#[test]
fn contracts_must_fit_the_program() {
    let program = "struct node { struct node *next; int data; };
        struct node *f(struct node *l, int n) { return n ? l : 0; }
        double g(double x) { return x; }";
    let cases = [
        ("f(l: list) -> .", "f has 2 parameters, its contract 1"),
        ("f(l: list, n: list) -> .", "the parameter n is not a pointer in the program"),
        ("f(l: int, n: int) -> .", "the parameter l is not an integer in the program"),
        ("g(x: int) -> .", "the parameter x is not an integer in the program"),
        ("h() -> .", "the program does not define h"),
        ("f(l: list(n), n: int) -> .", "list has 0 parameters, here it gets 1"),
        ("f(l: counted(l), n: int) -> .", "structures that mention each other"),
        ("f(l: other(3), n: int) -> .", "other has 0 parameters, here it gets 1"),
        ("f(l: list, n: int) -> n: list.", "n is no pointer"),
        ("f(l: list, n: int) when l < n -> .", "a comparison of values of these types"),
    ];
    for (contract, message) in cases {
        let text = format!("% A comment.\n  {contract}");
        let mut specification = specification(Path::new("none"));
        let read = checkers::read_specification("f.ind", &text).expect("a contract");
        specification.contracts = read.contracts;
        let name = contract.split('(').next().unwrap_or_default();
        match load_specified(&[Source::text("f.c", program)], &[], &specification) {
            Err(FrontError::Missing(_)) => return,
            Err(FrontError::Contract(error)) => {
                let place = (error.line, error.column, error.to_string());
                let wanted = format!("f.ind:2:3: error: {message}\n  {contract}\n  ^");
                assert_eq!(place, (2, 3, wanted), "{name}");
            }
            Err(other) => panic!("{contract}: {other}"),
            Ok(_) => panic!("{contract}: there is no error"),
        }
    }
}
