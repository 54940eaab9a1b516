//! CBMC on one program, if it is installed: a bounded model checker, checking for the same errors.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;

use super::{Program, Verdict};
use crate::error::{Error, Result};
use crate::measure::limits::{self, End, Killed, Limits};

/// CBMC as it is called here.
#[derive(Debug, Clone)]
pub struct Cbmc {
    /// The program.
    pub program: String,
    /// A file with the functions that verification tasks leave out.
    pub helpers: PathBuf,
    /// How often loops are unrolled. What needs more is unknown.
    pub unwind: u32,
}

const HELPERS: &str = "\
void __CPROVER_assert(int condition, const char *text);
void __CPROVER_assume(int condition);
void reach_error(void) { __CPROVER_assert(0, \"reach_error\"); }
void __VERIFIER_assume(int condition) { __CPROVER_assume(condition); }
";

/// What counts as an error without a property.
const CHECKS: [&str; 5] = [
    "--bounds-check",
    "--pointer-check",
    "--memory-leak-check",
    "--signed-overflow-check",
    "--div-by-zero-check",
];

impl Cbmc {
    /// CBMC, if it can be started. The helpers are written into this folder.
    pub fn find(program: &str, folder: &Path, unwind: u32) -> Result<Option<Cbmc>> {
        let silent = Command::new(program)
            .arg("--version")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        if !silent.is_ok_and(|status| status.success()) {
            return Ok(None);
        }
        let helpers = folder.join("cfp-bench-cbmc.c");
        std::fs::write(&helpers, HELPERS).map_err(|e| Error::file(&helpers, &e))?;
        Ok(Some(Cbmc { program: program.to_string(), helpers, unwind }))
    }

    /// Verdict and CPU seconds. It knows nothing of memory that nobody has set.
    pub fn run(&self, program: &Program, limits: &Limits, stop: &AtomicBool) -> Result<(Verdict, f64)> {
        let mut command: Vec<OsString> = vec![self.program.clone().into()];
        command.extend(["--unwind", &self.unwind.to_string(), "--unwinding-assertions"].map(OsString::from));
        let property = program.flags.iter().find_map(|flag| flag.strip_prefix("--property="));
        command.extend(checks(property).iter().map(OsString::from));
        let machine = if program.flags.iter().any(|flag| flag == "-m32") { "--32" } else { "--64" };
        command.push(machine.into());
        command.extend([program.path.clone().into_os_string(), self.helpers.clone().into_os_string()]);
        let finished = limits::run(&command, limits, |line| line.contains("FAILURE"), stop)
            .map_err(|e| Error::file(&program.path, &e))?;
        let verdict = match (finished.end, finished.killed) {
            (End::Exit(0), None) => Verdict::Proved,
            (End::Exit(10), None) => judge(&finished.output),
            (_, Some(Killed::Stopped)) => Verdict::Failed("stopped".to_string()),
            (_, Some(Killed::WallClock)) | (End::Signal(_), _) => Verdict::Failed("time".to_string()),
            (End::Exit(code), None) => Verdict::Failed(format!("exit code {code}")),
        };
        Ok((verdict, finished.cpu.as_secs_f64()))
    }
}

/// The checks that stand for a property.
fn checks(property: Option<&str>) -> &'static [&'static str] {
    match property {
        None => &CHECKS,
        Some("valid-memsafety" | "valid-memcleanup") => &CHECKS[..3],
        Some("no-overflow") => &CHECKS[3..4],
        Some(_) => &[],
    }
}

/// From the failing checks to a verdict: a loop that was not unrolled far enough says nothing.
fn judge(failures: &[String]) -> Verdict {
    match failures.iter().any(|line| !line.contains("unwinding assertion")) {
        true => Verdict::Refuted(String::new()),
        false => Verdict::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_that_are_too_long_say_nothing() {
        let loops = "[main.unwind.0] line 3 unwinding assertion loop 0: FAILURE".to_string();
        let bounds = "[main.array_bounds.1] line 4 array bound: FAILURE".to_string();
        assert_eq!(judge(std::slice::from_ref(&loops)), Verdict::Unknown);
        assert_eq!(judge(&[loops, bounds]), Verdict::Refuted(String::new()));
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        assert!(Cbmc::find("no-such-program-anywhere", Path::new("."), 10).unwrap().is_none());
    }
}
