//! Runs every script in `regress/` and compares what it prints with what the file says.
//!
//! After each line of a script stand the lines that must have been printed when the reader asks for the next
//! one, each behind `;= `. So the files are transcripts, and also show that answers come at once. A first
//! line with `; cautious: off` lets checks go on after rejected commands.
//!
//! `CFP_BLESS=1 cargo test -p cfp-tests --test scripts` writes the transcripts anew; read the difference
//! before you commit it.

use cfp_smtlib::print::write_script;
use cfp_smtlib::{Config, Session};
use cfp_tests::alpha::Renaming;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

const MARK: &str = ";= ";

/// Everything printed so far.
#[derive(Clone, Default)]
struct Output(Rc<RefCell<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Hands out one line at a time and writes a transcript of lines and answers.
struct Lines {
    lines: VecDeque<String>,
    output: Output,
    transcript: Rc<RefCell<String>>,
}

impl Lines {
    fn note_answers(&mut self) {
        let bytes = std::mem::take(&mut *self.output.0.borrow_mut());
        for line in String::from_utf8(bytes).expect("answers are UTF-8").lines() {
            self.transcript.borrow_mut().push_str(&format!("{MARK}{line}\n"));
        }
    }
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.note_answers();
        let Some(mut line) = self.lines.pop_front() else {
            return Ok(0);
        };
        line.push('\n');
        let written = line.lines().next().unwrap_or_default();
        self.transcript.borrow_mut().push_str(&format!("{written}\n"));
        buffer[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

fn config(script: &str) -> Config {
    Config { cautious: !script.starts_with("; cautious: off"), ..Config::default() }
}

/// The script with its answers as they are now.
fn transcript_of(script: &str) -> String {
    let mut input: VecDeque<String> = VecDeque::new();
    for line in script.lines() {
        match input.back_mut() {
            // Handed out together with the line they belong to, so that lines have the numbers they have in
            // the file.
            Some(last) if line.starts_with(MARK) => *last += &format!("\n{line}"),
            _ => input.push_back(line.to_string()),
        }
    }
    let output = Output::default();
    let transcript = Rc::new(RefCell::new(String::new()));
    let mut reader = Lines { lines: input, output: output.clone(), transcript: Rc::clone(&transcript) };
    Session::new(config(script)).run(&mut reader, output).unwrap();
    reader.note_answers();
    // What stands after (exit).
    transcript.borrow_mut().extend(reader.lines.iter().map(|line| format!("{line}\n")));
    transcript.take()
}

fn scripts() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("regress")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "smt2") {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(!found.is_empty());
    found
}

#[test]
fn scripts_print_what_they_say() {
    let mut different = Vec::new();
    for path in scripts() {
        let script = std::fs::read_to_string(&path).unwrap();
        let now = transcript_of(&script);
        if now == script {
            continue;
        }
        if std::env::var_os("CFP_BLESS").is_some() {
            // New lines move the places in messages; after that they stay.
            std::fs::write(&path, transcript_of(&now)).unwrap();
            continue;
        }
        let first = script.lines().zip(now.lines()).position(|(old, new)| old != new);
        let line = first.unwrap_or(script.lines().count().min(now.lines().count()));
        let show = |text: &str| text.lines().nth(line).unwrap_or("(nothing)").to_string();
        different.push(format!(
            "{}:{}\n  file: {}\n  now:  {}",
            path.display(),
            line + 1,
            show(&script),
            show(&now)
        ));
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}

/// What is printed as a script means the same when it is read again; `None` if nothing is asserted at its
/// end.
fn read_back(script: &str) -> Option<()> {
    let mut config = config(script);
    config.options.limits.ticks = Some(1);
    let mut session = Session::new(config);
    session.run(script.as_bytes(), io::sink()).unwrap();
    let solver = session.solver();
    let mut printed = Vec::new();
    write_script(&mut printed, solver.terms(), "ALL", session.declared(), solver.assertions()).unwrap();
    let mut again = Session::new(Config { options: solver.options().clone(), ..Config::default() });
    let outcome = again.run(&printed[..], io::sink()).unwrap();
    assert_eq!(outcome.errors, 0, "{}", String::from_utf8_lossy(&printed));
    assert!(same_terms(&session, &again), "{}", String::from_utf8_lossy(&printed));
    (!solver.assertions().is_empty()).then_some(())
}

/// Whether two sessions assert the same terms, however these are numbered and bound variables called.
fn same_terms(left: &Session, right: &Session) -> bool {
    let (left, right) = (left.solver(), right.solver());
    let mut renaming = Renaming::new(left.terms(), right.terms());
    let mut pairs = left.assertions().iter().zip(right.assertions());
    left.assertions().len() == right.assertions().len()
        && pairs.all(|(&a, &b)| renaming.compare(a, b).is_ok())
}

#[test]
fn printed_scripts_are_read_back() {
    for path in scripts() {
        println!("{}", path.display());
        read_back(&std::fs::read_to_string(&path).unwrap());
    }
}

/// The same with the smaller public benchmarks, where they are at hand (`CFP_BENCH`, or beside the checkout).
#[test]
fn printed_benchmarks_are_read_back() {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/bench");
    let folder = std::env::var_os("CFP_BENCH").map_or_else(beside, PathBuf::from);
    let mut counts = Vec::new();
    for logic in ["QF_LIA", "QF_IDL", "QF_LRA", "QF_UF", "QF_UFLIA"] {
        let Ok(families) = std::fs::read_dir(folder.join(logic)) else { continue };
        let mut count = 0;
        for family in families {
            for file in std::fs::read_dir(family.unwrap().path()).unwrap() {
                let path = file.unwrap().path();
                let script = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
                if script.len() < 50_000 {
                    println!("{}", path.display());
                    count += read_back(&script).iter().count();
                }
            }
        }
        counts.push((logic, count));
    }
    assert!(
        counts.iter().all(|&(_, count)| count > 20),
        "only {counts:?} benchmarks have assertions at their end"
    );
}
