//! One process under limits, and its resource usage.
//!
//! The limits on CPU time and memory are the kernel's, set by a one-line shell script that then becomes the
//! program itself (`exec`): setting them between fork and exec from here would take unsafe code, and the
//! shell costs about a millisecond, which the start-up measurement contains. They hold for each process of a
//! solver that starts several; the wall-clock guard, and the end of the first process, kill all of them, as
//! they share a process group.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use wait4::Wait4;

/// What one run may use.
#[derive(Debug, Clone, PartialEq)]
pub struct Limits {
    /// CPU time. The kernel intervenes up to 1.5 s and 5 % later, so whoever judges the run compares the time
    /// used.
    pub cpu: Duration,
    /// Wall-clock time.
    pub wall: Duration,
    /// Address space in bytes.
    pub memory: Option<u64>,
}

impl Limits {
    /// A CPU limit, with a wall-clock guard generous enough for a busy machine.
    pub fn new(cpu: Duration, memory: Option<u64>) -> Self {
        Self { cpu, wall: 2 * cpu + Duration::from_secs(2), memory }
    }
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// By itself, with this code.
    Exit(i32),
    /// By this signal.
    Signal(i32),
}

/// Why the guard killed a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Killed {
    /// It ran into the wall-clock limit.
    WallClock,
    /// The user stopped the run.
    Stopped,
}

/// A finished process. Its figures contain those of the child processes it waited for, and of no others: if
/// the guard kills a wrapper script together with the solver in it, the solver's CPU time is lost.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    /// How it ended.
    pub end: End,
    /// Set if the guard had to end it.
    pub killed: Option<Killed>,
    /// User and system time.
    pub cpu: Duration,
    /// Time from start to end.
    pub wall: Duration,
    /// Largest resident set in bytes. It is never below that of this very process, of which every child is a
    /// copy for a moment (a few MiB).
    pub peak: u64,
    /// The lines of standard output that were asked for.
    pub output: Vec<String>,
    /// The first line on standard error.
    pub complaint: Option<String>,
}

/// Sets the limits given as its first two arguments and becomes the command in the others.
const LIMITED: &str = r#"ulimit -c 0 && ulimit -t "$1" && { [ -z "$2" ] || ulimit -v "$2"; } || exit 125
shift 2
exec "$@""#;

/// How often the guard looks at the stop flag.
const GUARD_STEP: Duration = Duration::from_millis(50);

/// How long to wait for the end of the output once all processes of the group are dead: one that left the
/// group may hold the pipe open.
const OUTPUT_GRACE: Duration = Duration::from_secs(5);

/// Longest line kept and most lines kept, so that a mad program cannot eat the runner's memory.
const LINE_LENGTH: usize = 4096;
const LINE_COUNT: usize = 1_000_000;

/// Runs a command, keeping those lines of its output that `keep` accepts. When this returns, all processes of
/// its group have been killed. `stop` ends it early.
pub fn run(
    command: &[OsString],
    limits: &Limits,
    keep: fn(&str) -> bool,
    stop: &AtomicBool,
) -> io::Result<Finished> {
    // The kernel enforces whole seconds by a clock of sampled ticks, which was seen 6 % ahead of the exact
    // one that times are reported from. Nobody may be killed before the time is really up, so this errs on
    // the late side.
    let cpu_seconds = (limits.cpu.as_secs_f64() * 1.05 + 0.5).ceil() as u64;
    let memory_kib = limits.memory.map(|bytes| (bytes / 1024).to_string()).unwrap_or_default();
    let started = Instant::now();
    let mut child = Command::new("sh")
        .args(["-c", LIMITED, "cfp-bench", &cpu_seconds.to_string(), &memory_kib])
        .args(command)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()?;
    let output = child.stdout.take().map(|pipe| collect_lines(pipe, keep, LINE_COUNT));
    let complaint = child.stderr.take().map(|pipe| collect_lines(pipe, |line| !line.trim().is_empty(), 1));

    let killed = wait_under_guard(&child, started + limits.wall, stop)?;
    let wall = started.elapsed();
    // The first process is dead but not reaped, so the group's number cannot have passed to somebody else.
    kill_group(&child);
    let used = child.wait4()?;

    let lines = |source: Option<Receiver<Vec<String>>>| {
        source.and_then(|lines| lines.recv_timeout(OUTPUT_GRACE).ok()).unwrap_or_default()
    };
    Ok(Finished {
        end: match (used.status.code(), used.status.signal()) {
            (Some(code), _) => End::Exit(code),
            (None, signal) => End::Signal(signal.unwrap_or(0)),
        },
        killed,
        cpu: used.rusage.utime + used.rusage.stime,
        wall,
        peak: used.rusage.maxrss,
        output: lines(output),
        complaint: lines(complaint).into_iter().next(),
    })
}

/// Waits until the process is dead, without reaping it, while a second thread kills its group when time is
/// up.
fn wait_under_guard(child: &Child, deadline: Instant, stop: &AtomicBool) -> io::Result<Option<Killed>> {
    thread::scope(|scope| {
        let (alive, dead) = mpsc::channel::<()>();
        let guard = scope.spawn(move || {
            loop {
                let left = deadline.saturating_duration_since(Instant::now());
                let reason = match dead.recv_timeout(left.min(GUARD_STEP)) {
                    Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => Killed::Stopped,
                    Err(RecvTimeoutError::Timeout) if Instant::now() >= deadline => Killed::WallClock,
                    Err(RecvTimeoutError::Timeout) => continue,
                    Ok(()) | Err(RecvTimeoutError::Disconnected) => return None,
                };
                kill_group(child);
                return Some(reason);
            }
        });
        let waited = loop {
            match waitid(WaitId::Pid(Pid::from_child(child)), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT) {
                Err(rustix::io::Errno::INTR) => {}
                other => break other,
            }
        };
        drop(alive);
        let killed = guard.join().unwrap_or(None);
        waited?;
        Ok(killed)
    })
}

fn kill_group(child: &Child) {
    // The only possible failure is that nobody is left to kill.
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

/// Reads a pipe to its end in a thread of its own, and sends the lines worth keeping.
fn collect_lines(
    pipe: impl Read + Send + 'static,
    keep: fn(&str) -> bool,
    most: usize,
) -> Receiver<Vec<String>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut reader = BufReader::new(pipe);
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut reader) {
            let line = String::from_utf8_lossy(&line);
            if lines.len() < most && keep(&line) {
                lines.push(line.into_owned());
            }
        }
        // Nobody listens any more if the grace period is over.
        let _ = sender.send(lines);
    });
    receiver
}

/// The next line without its end, cut at [`LINE_LENGTH`]. A read error ends the text.
fn next_line(reader: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let mut started = false;
    loop {
        let Ok(chunk) = reader.fill_buf() else { return None };
        if chunk.is_empty() {
            return started.then_some(line);
        }
        started = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        line.extend_from_slice(&part[..part.len().min(LINE_LENGTH.saturating_sub(line.len()))]);
        let used = part.len() + usize::from(end.is_some());
        reader.consume(used);
        if end.is_some() {
            return Some(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(wall_ms: u64) -> Limits {
        Limits { cpu: Duration::from_secs(5), wall: Duration::from_millis(wall_ms), memory: None }
    }

    fn shell(script: &str, limits: &Limits) -> Finished {
        let command = ["sh", "-c", script].map(OsString::from);
        run(&command, limits, |_| true, &AtomicBool::new(false)).unwrap()
    }

    #[test]
    fn output_and_exit_code() {
        let finished = shell("echo one; echo oops >&2; printf two; exit 3", &limits(5000));
        assert_eq!(finished.end, End::Exit(3));
        assert_eq!(finished.killed, None);
        assert_eq!(finished.output, ["one", "two"]);
        assert_eq!(finished.complaint.as_deref(), Some("oops"));
        assert!(finished.peak > 0);
    }

    #[test]
    fn the_guard_kills_a_sleeper() {
        let finished = shell("sleep 60", &limits(200));
        assert_eq!(finished.killed, Some(Killed::WallClock));
        assert_eq!(finished.end, End::Signal(9));
        assert!(finished.wall < Duration::from_secs(20));
    }

    #[test]
    fn cpu_time_of_children_counts() {
        let busy = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
        let finished = shell(&format!("sh -c '{busy}'; true"), &limits(60_000));
        assert_eq!(finished.end, End::Exit(0));
        assert!(finished.cpu > Duration::from_millis(10), "{:?}", finished.cpu);
    }

    #[test]
    fn a_set_flag_stops_at_once() {
        let command = ["sleep", "60"].map(OsString::from);
        let finished = run(&command, &limits(60_000), |_| true, &AtomicBool::new(true)).unwrap();
        assert_eq!(finished.killed, Some(Killed::Stopped));
    }

    #[test]
    fn endless_lines_are_cut() {
        let text = [vec![b'x'; 3 * LINE_LENGTH], b"\nsat\n\nlast".to_vec()].concat();
        let mut reader = BufReader::with_capacity(100, text.as_slice());
        assert_eq!(next_line(&mut reader).map(|line| line.len()), Some(LINE_LENGTH));
        assert_eq!(next_line(&mut reader).as_deref(), Some(&b"sat"[..]));
        assert_eq!(next_line(&mut reader).as_deref(), Some(&b""[..]));
        assert_eq!(next_line(&mut reader).as_deref(), Some(&b"last"[..]));
        assert_eq!(next_line(&mut reader), None);
    }
}
