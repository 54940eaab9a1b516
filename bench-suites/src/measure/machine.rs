//! A description of the machine on which measurements were taken.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::tasks::solver::Solver;

/// The facts, each with its name.
pub fn facts() -> Vec<(&'static str, String)> {
    let processor = field("/proc/cpuinfo", "model name").unwrap_or_else(|| env::consts::ARCH.to_string());
    let cores = thread::available_parallelism().map_or_else(|_| "unknown".to_string(), |n| n.to_string());
    let memory = field("/proc/meminfo", "MemTotal")
        .and_then(|text| text.trim_end_matches(" kB").parse::<f64>().ok())
        .map_or_else(|| "unknown".to_string(), |kib| format!("{:.1} GiB", kib / (1 << 20) as f64));
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease")
        .map_or_else(|_| env::consts::OS.to_string(), |release| format!("Linux {}", release.trim()));
    vec![
        ("Processor", processor),
        ("Cores", cores),
        ("Memory", memory),
        ("Kernel", kernel),
        ("Date", date(SystemTime::now())),
        ("Command", command_line()),
    ]
}

fn command_line() -> String {
    let mut arguments = env::args();
    let program = arguments.next().unwrap_or_default();
    let name = Path::new(&program).file_name().map(|name| name.to_string_lossy().into_owned());
    let quote = |word: String| if word.contains([' ', '*']) { format!("'{word}'") } else { word };
    name.into_iter().chain(arguments.map(quote)).collect::<Vec<_>>().join(" ")
}

/// The first value of a `name : value` file of the kernel.
fn field(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    line.split_once(':').map(|(_, value)| value.trim().to_string())
}

/// The version a solver reports when a script asks for it. All solvers of SMT-LIB understand that, not all
/// `--version`.
pub fn version(solver: &Solver, folder: &Path) -> Option<String> {
    let script = folder.join("version.smt2");
    fs::write(&script, "(set-logic QF_LIA)\n(get-info :version)\n(exit)\n").ok()?;
    let line = solver.command_line(&script);
    let output = Command::new(line.first()?).args(&line[1..]).stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let (_, rest) = text.split_once(":version")?;
    rest.split('"').nth(1).map(str::to_string)
}

/// The date in UTC, as ISO 8601 writes it.
fn date(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = civil(seconds / 86_400);
    format!("{year}-{month:02}-{day:02} {:02}:{:02} UTC", seconds / 3600 % 24, seconds / 60 % 60)
}

/// Year, month and day so many days after the beginning of 1970.
fn civil(mut days: u64) -> (u64, u64, u64) {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(19_782), (2024, 2, 29));
        assert_eq!(civil(20_453), (2025, 12, 31));
        assert_eq!(date(UNIX_EPOCH + Duration::from_secs(951_868_799)), "2000-02-29 23:59 UTC");
    }

    #[test]
    fn a_version_is_asked_for_in_a_script() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/tmp-version");
        fs::create_dir_all(&folder).unwrap();
        let says = |script: &str| version(&format!("x=sh -c '{script}'").parse().unwrap(), &folder);
        assert_eq!(says("echo \"(:version \\\"1.2\\\")\""), Some("1.2".to_string()));
        assert_eq!(says("echo sat"), None);
        fs::remove_dir_all(&folder).unwrap();
    }
}
