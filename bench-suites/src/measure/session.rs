//! Many small queries in one session over pipes, one at a time, as client tools ask them.
//!
//! Each benchmark becomes a query: its declarations, definitions and assertions between `(push 1)` and
//! `(pop 1)`, with one `(check-sat)`. The solver gets the next query when it has answered the one before, as
//! in the incremental track of the solver competition.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use wait4::Wait4;

use crate::error::{Error, Result};
use crate::tasks::answer::Answer;
use crate::tasks::known;
use crate::tasks::solver::Solver;
use crate::tasks::suite::Benchmark;

/// A query and the answer to expect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// The benchmark's name.
    pub name: String,
    /// The commands between push and pop.
    pub text: String,
    /// What is known about the answer.
    pub expected: Answer,
}

/// How a session went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Queries that were answered sat or unsat.
    pub answered: usize,
    /// Queries whose answer is not the one to expect: name and answer.
    pub wrong: Vec<(String, String)>,
    /// From the first query to the last answer.
    pub wall: Duration,
    /// CPU time of the solver, its start included.
    pub cpu: Duration,
}

/// Benchmarks with one check as queries; others are left out.
pub fn queries(benchmarks: &[Benchmark]) -> Result<Vec<Query>> {
    let mut queries = Vec::new();
    for benchmark in benchmarks {
        let expected = benchmark.expected().map_err(|e| Error::file(&benchmark.path, &e))?;
        let text = fs::read(&benchmark.path).map_err(|e| Error::file(&benchmark.path, &e))?;
        if let [expected] = expected[..] {
            let text = known::statements(&text);
            queries.push(Query { name: benchmark.name.clone(), text, expected });
        }
    }
    Ok(queries)
}

/// Asks a solver all queries in one session. It must read commands from standard input.
pub fn run(solver: &Solver, logic: &str, queries: &[Query]) -> Result<Outcome> {
    let fail = |what: &str, error: &dyn std::fmt::Display| {
        Error::new(format!("solver `{}` {what}: {error}", solver.name))
    };
    let mut child = Command::new(&solver.words()[0])
        .args(&solver.words()[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| fail("cannot be started", &e))?;
    let mut input = child.stdin.take().expect("piped");
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    let start = Instant::now();
    let mut outcome = Outcome { answered: 0, wrong: Vec::new(), wall: Duration::ZERO, cpu: Duration::ZERO };
    let broken = |e: std::io::Error| fail("ended the session", &e);
    writeln!(input, "(set-option :print-success false)\n(set-logic {logic})").map_err(broken)?;
    for query in queries {
        let commands = format!("(push 1)\n{}(check-sat)\n(pop 1)\n", query.text);
        input.write_all(commands.as_bytes()).and_then(|()| input.flush()).map_err(broken)?;
        let mut line = String::new();
        output.read_line(&mut line).map_err(broken)?;
        if line.is_empty() {
            return Err(fail("ended the session", &format!("at {}", query.name)));
        }
        let answer = Answer::from_word(line.trim());
        outcome.answered += answer.is_some_and(|answer| answer != Answer::Unknown) as usize;
        let is_wrong = match answer {
            None => true,
            Some(Answer::Unknown) => false,
            Some(answer) => query.expected != Answer::Unknown && answer != query.expected,
        };
        if is_wrong {
            outcome.wrong.push((query.name.clone(), line.trim().to_string()));
        }
    }
    outcome.wall = start.elapsed();
    let _ = writeln!(input, "(exit)");
    drop(input);
    let used = child.wait4().map_err(broken)?.rusage;
    outcome.cpu = used.utime + used.stime;
    Ok(outcome)
}
