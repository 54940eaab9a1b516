//! Runs every solver on every file and judges the answers.
//!
//! All solvers run on a file one after the other before the next file is begun, so that other load on the
//! machine affects them alike, and so that their answers can be compared as soon as the file is
//! done.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::error::{Error, Result};
use crate::measure::limits::{self, End, Finished, Killed, Limits};
use crate::results::record::{Outcome, Record};
use crate::tasks::answer::Answer;
use crate::tasks::solver::Solver;
use crate::tasks::suite::Benchmark;

/// What to run, and how.
#[derive(Debug)]
pub struct Plan<'a> {
    /// The solvers to compare.
    pub solvers: &'a [Solver],
    /// CPU seconds each needs to start, to be subtracted from its times; empty if that was not measured.
    pub startup: &'a [f64],
    /// The limits of each single run.
    pub limits: Limits,
    /// How many files to work on at once.
    pub jobs: usize,
    /// Ends the whole run early when set.
    pub stop: &'a AtomicBool,
}

/// Somebody who wants to know how far it has got.
pub trait Observer {
    /// A file is done: one record for each solver.
    fn file_done(&mut self, records: &[Record]);
    /// Half a second without news.
    fn tick(&mut self) {}
}

/// Runs the plan. The records come in the order of the benchmarks, and within a file in that of the solvers.
/// After a stop the files that some solver has not finished are left out, so that all solvers are scored on
/// the same files.
pub fn run(benchmarks: &[Benchmark], plan: &Plan<'_>, observer: &mut dyn Observer) -> Vec<Record> {
    let next = AtomicUsize::new(0);
    let mut done: Vec<(usize, Vec<Record>)> = Vec::with_capacity(benchmarks.len());
    thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..plan.jobs.clamp(1, benchmarks.len().max(1)) {
            let sender = sender.clone();
            let next = &next;
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(records) = benchmarks.get(index).and_then(|b| run_file(b, plan)) else {
                        break;
                    };
                    if sender.send((index, records)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        loop {
            match results.recv_timeout(Duration::from_millis(500)) {
                Ok((index, records)) => {
                    observer.file_done(&records);
                    done.push((index, records));
                }
                Err(RecvTimeoutError::Timeout) => observer.tick(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().flat_map(|(_, records)| records).collect()
}

/// All solvers on one file; nothing if the run was stopped meanwhile.
fn run_file(benchmark: &Benchmark, plan: &Plan<'_>) -> Option<Vec<Record>> {
    let (expected, unreadable) = match benchmark.expected() {
        Ok(expected) => (expected, String::new()),
        Err(error) => (Vec::new(), error.to_string()),
    };
    let mut records = Vec::with_capacity(plan.solvers.len());
    for (i, solver) in plan.solvers.iter().enumerate() {
        if plan.stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut record = Record {
            file: benchmark.name.clone(),
            family: benchmark.family.clone(),
            solver: solver.name.clone(),
            limit: plan.limits.cpu.as_secs_f64(),
            startup: plan.startup.get(i).copied().unwrap_or(0.0),
            expected: expected.clone(),
            answers: Vec::new(),
            outcome: Outcome::Error,
            cpu: 0.0,
            wall: 0.0,
            peak_kib: 0,
            end: String::new(),
            detail: unreadable.clone(),
        };
        match limits::run(&solver.command_line(&benchmark.path), &plan.limits, is_telling, plan.stop) {
            Ok(finished) if finished.killed == Some(Killed::Stopped) => return None,
            Ok(finished) => fill_in(&mut record, &finished, &plan.limits),
            Err(error) => record.detail = error.to_string(),
        }
        records.push(record);
    }
    mark_disputes(&mut records);
    Some(records)
}

/// The detail of a run that the wall clock ended: a solver that waits, or a machine too busy to measure on.
pub const WALL_CLOCK: &str = "ended by the wall clock";

/// The lines of output that matter here.
fn is_telling(line: &str) -> bool {
    Answer::from_line(line).is_some() || is_error(line)
}

fn is_error(line: &str) -> bool {
    line.trim_start().starts_with("(error")
}

/// The answers up to the first error. Most solvers carry on after an error without the command that caused
/// it, and so answer another question.
fn answers(output: &[String]) -> Vec<Answer> {
    output.iter().take_while(|line| !is_error(line)).filter_map(|line| Answer::from_line(line)).collect()
}

fn fill_in(record: &mut Record, finished: &Finished, limits: &Limits) {
    record.answers = answers(&finished.output);
    record.cpu = finished.cpu.as_secs_f64();
    record.wall = finished.wall.as_secs_f64();
    record.peak_kib = finished.peak / 1024;
    record.end = match finished.end {
        End::Exit(code) => format!("exit {code}"),
        End::Signal(signal) => format!("signal {signal}"),
    };
    let error = finished.output.iter().find(|line| is_error(line)).or(finished.complaint.as_ref());
    if let Some(error) = error {
        record.detail = error.trim().chars().take(200).collect();
    }
    record.outcome = judge(&record.expected, &record.answers, finished, limits);
    if finished.killed == Some(Killed::WallClock) {
        record.detail = WALL_CLOCK.to_string();
    } else if record.outcome == Outcome::Error && record.detail.is_empty() {
        record.detail = format!("answers: {}, checks: {}", record.answers.len(), record.expected.len());
    }
}

/// The outcome of a run, by itself. A wrong answer is wrong however the run went on.
fn judge(expected: &[Answer], answers: &[Answer], finished: &Finished, limits: &Limits) -> Outcome {
    if expected.iter().zip(answers).any(|(e, a)| e.contradicts(*a)) {
        return Outcome::Wrong;
    }
    if finished.killed.is_some() || finished.cpu > limits.cpu {
        Outcome::Timeout
    } else if answers.len() == expected.len() && answers.iter().all(|a| a.is_definite()) {
        // Asked nothing, a solver has solved nothing.
        if expected.is_empty() { Outcome::Error } else { Outcome::Solved }
    } else if finished.cpu >= limits.cpu.mul_f64(0.95) {
        // Ended by the kernel's coarse clock, even if a wrapper script around it ended in good order.
        Outcome::Timeout
    } else if ran_out_of_memory(finished, limits) {
        Outcome::Memory
    } else if matches!(finished.end, End::Signal(_)) {
        Outcome::Crash
    } else if answers.len() == expected.len() {
        Outcome::Unknown
    } else {
        Outcome::Error
    }
}

/// The limit on memory only makes allocations fail; what the program does then is its own affair. So this is
/// an educated guess: it came close to the limit, or it says so.
fn ran_out_of_memory(finished: &Finished, limits: &Limits) -> bool {
    const WORDS: [&str; 6] = [
        "out of memory",
        "bad_alloc",
        "memory allocation",
        "cannot allocate",
        "memory exhausted",
        "memoryerror",
    ];
    let Some(limit) = limits.memory else { return false };
    let says_so = |line: &String| {
        let line = line.to_lowercase();
        WORDS.iter().any(|word| line.contains(word))
    };
    finished.peak >= limit / 10 * 9 || finished.complaint.iter().chain(&finished.output).any(says_so)
}

/// Where the answer to a check is not known, two solvers that contradict each other are both under suspicion.
fn mark_disputes(records: &mut [Record]) {
    let disputed: Vec<bool> = records
        .iter()
        .map(|record| {
            let contradicted =
                |other: &Record| record.answers.iter().zip(&other.answers).any(|(a, b)| a.contradicts(*b));
            record.outcome != Outcome::Wrong
                && records.iter().any(|other| other.outcome != Outcome::Wrong && contradicted(other))
        })
        .collect();
    for (record, disputed) in records.iter_mut().zip(disputed) {
        if disputed {
            record.outcome = Outcome::Disputed;
        }
    }
}

/// The CPU seconds each solver needs to start, answer a trivial question and end: the least of five runs.
pub fn measure_startup(plan: &Plan<'_>, folder: &Path) -> Result<Vec<f64>> {
    let script = folder.join(format!("cfp-bench-startup-{}.smt2", std::process::id()));
    fs::write(&script, "(set-logic QF_LIA)\n(check-sat)\n(exit)\n").map_err(|e| Error::file(&script, &e))?;
    let least = plan.solvers.iter().map(|solver| {
        let line = solver.command_line(&script);
        let mut least = f64::INFINITY;
        for _ in 0..5 {
            let finished = limits::run(&line, &plan.limits, is_telling, plan.stop)
                .map_err(|e| Error::new(format!("solver `{}`: {e}", solver.name)))?;
            let answered = answers(&finished.output) == [Answer::Sat];
            if finished.killed == Some(Killed::Stopped) {
                return Err(Error::new("stopped while measuring start-up"));
            } else if !answered {
                let complaint = finished.complaint.or(finished.output.into_iter().next()).unwrap_or_default();
                let message =
                    format!("solver `{}` does not solve even a trivial script: {complaint}", solver.name);
                return Err(Error::new(message));
            }
            least = least.min(finished.cpu.as_secs_f64());
        }
        Ok(least)
    });
    let least = least.collect();
    // A leftover in the temporary folder is no reason to fail.
    let _ = fs::remove_file(&script);
    least
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::record::tests::record;
    use Answer::{Sat, Unknown, Unsat};

    fn limits() -> Limits {
        Limits::new(Duration::from_secs(10), Some(100 << 20))
    }

    fn finished(end: End, cpu_ms: u64) -> Finished {
        Finished {
            end,
            killed: None,
            cpu: Duration::from_millis(cpu_ms),
            wall: Duration::from_millis(cpu_ms),
            peak: 1 << 20,
            output: vec![],
            complaint: None,
        }
    }

    #[test]
    fn judgement() {
        let ok = finished(End::Exit(0), 100);
        let verdict =
            |expected: &[Answer], answers: &[Answer], f: &Finished| judge(expected, answers, f, &limits());
        assert_eq!(verdict(&[Sat], &[Sat], &ok), Outcome::Solved);
        assert_eq!(verdict(&[Unknown], &[Unsat], &ok), Outcome::Solved);
        assert_eq!(verdict(&[Sat], &[Unsat], &ok), Outcome::Wrong);
        assert_eq!(verdict(&[Sat], &[Unknown], &ok), Outcome::Unknown);
        assert_eq!(verdict(&[Sat], &[], &ok), Outcome::Error);
        assert_eq!(verdict(&[], &[], &ok), Outcome::Error);
        assert_eq!(verdict(&[Sat], &[Sat, Sat], &ok), Outcome::Error);
        assert_eq!(verdict(&[Sat], &[], &finished(End::Signal(11), 100)), Outcome::Crash);
    }

    #[test]
    fn judgement_of_several_answers() {
        let ok = finished(End::Exit(0), 100);
        let verdict = |answers: &[Answer]| judge(&[Sat, Unsat, Sat], answers, &ok, &limits());
        assert_eq!(verdict(&[Sat, Unsat, Sat]), Outcome::Solved);
        assert_eq!(verdict(&[Sat, Unsat]), Outcome::Error);
        assert_eq!(verdict(&[Sat, Sat]), Outcome::Wrong);
        assert_eq!(verdict(&[Sat, Unknown, Sat]), Outcome::Unknown);
    }

    #[test]
    fn an_answer_that_comes_late_does_not_count_unless_it_is_wrong() {
        let late = finished(End::Exit(0), 10_500);
        assert_eq!(judge(&[Sat], &[Sat], &late, &limits()), Outcome::Timeout);
        assert_eq!(judge(&[Sat], &[Unsat], &late, &limits()), Outcome::Wrong);
        let cut = finished(End::Exit(0), 9_600);
        assert_eq!(judge(&[Sat], &[], &cut, &limits()), Outcome::Timeout);
    }

    #[test]
    fn memory_is_recognised() {
        let mut full = finished(End::Signal(6), 100);
        full.peak = 95 << 20;
        assert_eq!(judge(&[Sat], &[], &full, &limits()), Outcome::Memory);
        full.peak = 1 << 20;
        full.complaint = Some("terminate called after throwing an instance of 'std::bad_alloc'".into());
        assert_eq!(judge(&[Sat], &[], &full, &limits()), Outcome::Memory);
        assert_eq!(judge(&[Sat], &[], &full, &Limits { memory: None, ..limits() }), Outcome::Crash);
    }

    #[test]
    fn contradictions_are_disputes_only_among_those_not_wrong_already() {
        let mut records = [
            record("f", "a", Outcome::Solved, 1.0),
            record("f", "b", Outcome::Solved, 1.0),
            record("f", "c", Outcome::Timeout, 1.0),
        ];
        records[1].answers = vec![Unsat];
        records[1].outcome = Outcome::Wrong;
        mark_disputes(&mut records);
        assert_eq!(records[0].outcome, Outcome::Solved);
        records[1].outcome = Outcome::Solved;
        mark_disputes(&mut records);
        assert_eq!(
            records.each_ref().map(|r| r.outcome),
            [Outcome::Disputed, Outcome::Disputed, Outcome::Timeout]
        );
    }
}
