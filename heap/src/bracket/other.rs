//! Another solver that answers the questions of an analysis, for comparison.
//!
//! It is a process that reads SMT-LIB on standard input and answers on standard output, as `z3 -in` or `cvc5
//! --incremental` do. It is started once; each question is asked between `push` and `pop`. On a timeout the
//! process is killed, and the next question starts another.

use crate::shell;
use cfp_smtlib::print::write_script;
use cfp_solver::contextual::Truth;
use cfp_solver::{Term, Terms, Unknown};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The default limit on the time of a question.
const DEFAULT_LIMIT: Duration = Duration::from_secs(20);

/// Another solver.
#[derive(Debug)]
pub struct OtherSolver {
    command: String,
    limit: Duration,
    running: Option<Running>,
    /// Why it is not asked any more.
    failure: Option<String>,
    questions: u64,
    timeouts: u64,
}

/// Its process.
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
    /// The solver that a command starts: a program and its arguments, as in a shell.
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

    /// The solver with another limit for each question.
    pub fn with_limit(self, limit: Duration) -> OtherSolver {
        OtherSolver { limit, ..self }
    }

    /// Why it failed, if it did. From then on all its answers are `unknown`.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// How many questions it was asked; an analysis asks the same one once.
    pub fn questions(&self) -> u64 {
        self.questions
    }

    /// How many of them it did not answer in time.
    pub fn timeouts(&self) -> u64 {
        self.timeouts
    }

    /// Whether a formula is satisfiable, within its limit and this time.
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

    /// Notes that something is wrong with it.
    pub(super) fn fail(&mut self, what: &str) {
        self.running = None;
        self.failure.get_or_insert_with(|| format!("the solver {} {what}", self.command));
    }

    fn try_ask(&mut self, terms: &Terms, formula: Term, limit: Duration) -> Result<Truth, String> {
        let logic = if terms.has_quantifiers(&[formula]) { "UFLIA" } else { "QF_UFLIA" };
        let mut script = Vec::new();
        write_script(&mut script, terms, logic, &[], &[formula]).expect("writing to memory");
        // The logic stands in the first line; it is set once.
        let start = script.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let running = self.process(logic)?;
        let cannot_write = |error| format!("does not take questions: {error}");
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
                        return Err(format!("has not answered its first question within {seconds:.0} s"));
                    }
                    return Ok(Truth::Unknown(Unknown::Timeout));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let status = running.child.wait();
                    let status = status.map_or_else(|error| error.to_string(), |status| status.to_string());
                    return Err(format!("has ended without an answer ({status})"));
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

    /// The process, started if it is not there or was started for another logic.
    fn process(&mut self, logic: &'static str) -> Result<&mut Running, String> {
        if self.running.as_ref().is_none_or(|running| running.logic != logic) {
            self.running = None;
            let words = shell::words(&self.command);
            let (program, args) = words.split_first().ok_or("is no command")?;
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
            // Ends with the process, whose output ends then.
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
            written.map_err(|error| format!("does not take questions: {error}"))?;
        }
        Ok(self.running.as_mut().expect("it was started"))
    }
}
