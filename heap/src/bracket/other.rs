//! An external solver that answers the queries of an analysis, for comparison.
//!
//! It is a process that reads SMT-LIB on standard input and answers on standard output, as `z3 -in` or `cvc5
//! --incremental` do. It is started once; each query is enclosed in `push` and `pop`. On a timeout the
//! process is killed, and the next query starts another.

use crate::shell;
use cfp_smtlib::print::write_script;
use cfp_solver::contextual::Truth;
use cfp_solver::{Term, Terms, Unknown};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The default time limit of a query.
const DEFAULT_LIMIT: Duration = Duration::from_secs(20);

/// An external solver.
#[derive(Debug)]
pub struct OtherSolver {
    command: String,
    limit: Duration,
    running: Option<Running>,
    /// Why it is no longer consulted.
    failure: Option<String>,
    questions: u64,
    timeouts: u64,
}

/// The running process.
#[derive(Debug)]
struct Running {
    child: Child,
    input: ChildStdin,
    /// Its output, line by line.
    lines: Receiver<String>,
    logic: &'static str,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl OtherSolver {
    /// The solver started by a command: a program and its arguments, quoted as in a shell.
    pub fn new(command: &str) -> OtherSolver {
        OtherSolver {
            command: command.to_string(),
            limit: DEFAULT_LIMIT,
            running: None,
            failure: None,
            questions: 0,
            timeouts: 0,
        }
    }

    /// Sets the time limit of each query.
    pub fn with_limit(self, limit: Duration) -> OtherSolver {
        OtherSolver { limit, ..self }
    }

    /// Why it failed, if it did. From then on all its answers are `unknown`.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// The number of queries sent; an analysis sends equal queries once.
    pub fn questions(&self) -> u64 {
        self.questions
    }

    /// The number of queries that timed out.
    pub fn timeouts(&self) -> u64 {
        self.timeouts
    }

    /// Whether a formula is satisfiable, within both the limit of the solver and the given time.
    pub(super) fn ask(&mut self, terms: &Terms, formula: Term, time: Option<Duration>) -> Truth {
        if let Some(failure) = &self.failure {
            return Truth::Unknown(Unknown::other(failure.clone()));
        }
        let limit = time.map_or(self.limit, |time| time.min(self.limit));
        if limit.is_zero() {
            return Truth::Unknown(Unknown::Timeout);
        }
        self.questions += 1;
        self.try_ask(terms, formula, limit).unwrap_or_else(|failure| {
            self.fail(&failure);
            Truth::Unknown(Unknown::other(failure))
        })
    }

    /// Records a failure.
    pub(super) fn fail(&mut self, what: &str) {
        self.running = None;
        self.failure.get_or_insert_with(|| format!("the solver {} {what}", self.command));
    }

    fn try_ask(&mut self, terms: &Terms, formula: Term, limit: Duration) -> Result<Truth, String> {
        let logic = if terms.has_quantifiers(&[formula]) { "UFLIA" } else { "QF_UFLIA" };
        let mut script = Vec::new();
        write_script(&mut script, terms, logic, &[], &[formula]).expect("writing to memory");
        // Skip the first line of the script: the logic is set once per process.
        let start = script.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let running = self.process(logic)?;
        let cannot_write = |error| format!("does not accept input: {error}");
        for part in [&b"(push 1)\n"[..], &script[start..], b"(pop 1)\n"] {
            running.input.write_all(part).map_err(cannot_write)?;
        }
        running.input.flush().map_err(cannot_write)?;
        let end = Instant::now() + limit;
        loop {
            let running = self.running.as_mut().expect("it was started");
            let line = match running.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => {
                    self.running = None;
                    self.timeouts += 1;
                    if self.timeouts == self.questions && limit == self.limit {
                        let seconds = self.limit.as_secs_f64();
                        return Err(format!("did not answer its first query within {seconds:.0} s"));
                    }
                    return Ok(Truth::Unknown(Unknown::Timeout));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let status = running.child.wait();
                    let status = status.map_or_else(|error| error.to_string(), |status| status.to_string());
                    return Err(format!("exited without an answer ({status})"));
                }
            };
            match line.trim() {
                "sat" => return Ok(Truth::Yes),
                "unsat" => return Ok(Truth::No),
                "unknown" => return Ok(Truth::Unknown(Unknown::other("unknown"))),
                "" | "success" => {}
                other => return Err(format!("answers {other}")),
            }
        }
    }

    /// The process, started if there is none or if it was started for another logic.
    fn process(&mut self, logic: &'static str) -> Result<&mut Running, String> {
        if self.running.as_ref().is_none_or(|running| running.logic != logic) {
            self.running = None;
            let words = shell::words(&self.command);
            let (program, args) = words.split_first().ok_or("is not a command")?;
            let mut child = Command::new(program)
                .args(args)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .map_err(|error| format!("cannot be started: {error}"))?;
            let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
                return Err("has no pipes".to_string());
            };
            let (sender, lines) = channel();
            // The thread ends with the output of the process.
            std::thread::spawn(move || {
                for line in BufReader::new(output).lines().map_while(Result::ok) {
                    if sender.send(line).is_err() {
                        break;
                    }
                }
            });
            let start = format!("(set-option :print-success false)\n(set-logic {logic})\n");
            let written = input.write_all(start.as_bytes());
            self.running = Some(Running { child, input, lines, logic });
            written.map_err(|error| format!("does not accept input: {error}"))?;
        }
        Ok(self.running.as_mut().expect("it was started"))
    }
}
