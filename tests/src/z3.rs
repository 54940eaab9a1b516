//! Asking a `z3` process, if there is one: many formulas through one pair of pipes.

use crate::engines::Verdict;
use crate::sexpr::{inside, pieces};
use cfp_solver::{Op, Solver, Term};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Time per formula that z3 is asked to keep to.
const TIMEOUT: Duration = Duration::from_millis(1_000);
/// More time than that, after which it is taken to hang.
const PATIENCE: Duration = Duration::from_secs(15);

/// A running z3.
pub struct Z3 {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// Time per formula that it is asked to keep to.
    timeout: Duration,
    /// How many scripts were sent, to tell their replies apart.
    scripts: u64,
}

impl Z3 {
    /// Starts the `z3` on the search path; `None` if there is none that runs.
    pub fn start() -> Option<Z3> {
        Z3::start_with(TIMEOUT)
    }

    /// The same with another limit to the time per formula.
    pub fn start_with(timeout: Duration) -> Option<Z3> {
        let works = Command::new("z3").arg("--version").output().is_ok_and(|output| output.status.success());
        if !works {
            return None;
        }
        let mut child =
            Command::new("z3").arg("-in").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let input = child.stdin.take()?;
        let output = BufReader::new(child.stdout.take()?);
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut z3 = Z3 { child, input, lines, timeout, scripts: 0 };
        writeln!(z3.input, "(set-option :timeout {})", timeout.as_millis()).ok()?;
        Some(z3)
    }

    /// Runs a script from a clean slate and returns the lines that it prints. A z3 that hangs is replaced by
    /// a new one: then this is `None`.
    pub fn run(&mut self, script: &str) -> Option<Vec<String>> {
        self.scripts += 1;
        let mark = format!("end of script {}", self.scripts);
        let script: String = script.lines().map(|line| text_without_divisible(line) + "\n").collect();
        // No answer can come before everything is sent: the replies are read by another thread, so nothing
        // blocks.
        let script = format!("{}\n{script}(echo \"{mark}\")\n", self.clean_slate());
        let sent = self.input.write_all(script.as_bytes()).and_then(|()| self.input.flush());
        let mut replies = Vec::new();
        while sent.is_ok() {
            match self.lines.recv_timeout(self.timeout + PATIENCE) {
                Ok(line) if line == mark => return Some(replies),
                Ok(line) => replies.push(line),
                Err(_) => break,
            }
        }
        *self = Z3::start_with(self.timeout).expect("z3 ran before");
        None
    }

    /// The commands that make z3 forget everything that was said.
    pub fn clean_slate(&self) -> String {
        format!("(reset)\n(set-option :timeout {})", self.timeout.as_millis())
    }

    /// Decides assertions. A z3 that hangs is replaced by a new one.
    ///
    /// # Panics
    /// If z3 does not understand the script.
    pub fn ask(&mut self, solver: &mut Solver, assertions: &[Term]) -> Verdict {
        let assertions = without_divisible(solver, assertions);
        let script = crate::engines::script(solver, &[], &assertions);
        let commands = script.split_once('\n').expect("scripts start with the logic").1;
        let sent = write!(self.input, "(push)\n{commands}(pop)\n").and_then(|()| self.input.flush());
        let answer = sent.map_err(|_| RecvTimeoutError::Disconnected);
        match answer.and_then(|()| self.lines.recv_timeout(self.timeout + PATIENCE)).as_deref() {
            Ok("sat") => Verdict::Sat,
            Ok("unsat") => Verdict::Unsat,
            Ok("unknown" | "timeout") => Verdict::Unknown,
            Ok(line) => panic!("z3 says {line} to\n{script}"),
            Err(_) => {
                *self = Z3::start_with(self.timeout).expect("z3 ran before");
                Verdict::Unknown
            }
        }
    }
}

impl Drop for Z3 {
    fn drop(&mut self) {
        // It may have ended by itself; either way nothing is left to do about it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Says `(= (mod t n) 0)` for `((_ divisible n) t)`, which not all versions know.
fn without_divisible(solver: &mut Solver, assertions: &[Term]) -> Vec<Term> {
    let terms = solver.terms_mut();
    let mut replaced: HashMap<Term, Term> = HashMap::new();
    for term in terms.reachable(assertions) {
        let args: Vec<Term> = terms.args(term).iter().map(|arg| replaced[arg]).collect();
        let result = match terms.op(term) {
            Op::Divisible(numeral) => {
                let (divisor, zero) = (terms.number(numeral).clone(), terms.int(0));
                let divisor = terms.int(divisor);
                let remainder = terms.modulo(args[0], divisor);
                terms.eq(remainder, zero)
            }
            _ if args == terms.args(term) => term,
            op => terms.make(op, &args).expect("as well-formed as before"),
        };
        replaced.insert(term, result);
    }
    assertions.iter().map(|assertion| replaced[assertion]).collect()
}

/// The same for one line of text.
fn text_without_divisible(line: &str) -> String {
    let mut line = line.to_string();
    while let Some(at) = line.find("((_ divisible ") {
        let whole = pieces(&line[at..])[0].to_string();
        let [operator, argument] = pieces(inside(&whole))[..] else { panic!("divisible takes one argument") };
        let divisor = pieces(inside(operator))[2];
        line.replace_range(at..at + whole.len(), &format!("(= (mod {argument} {divisor}) 0)"));
    }
    line
}
