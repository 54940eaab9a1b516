//! The public benchmarks, where they are at hand: `CFP_BENCH` names their folder, or it is beside the
//! checkout.

use std::path::{Path, PathBuf};

/// A file of which the answer may be known.
pub struct Benchmark {
    /// Where it is.
    pub path: PathBuf,
    /// Its logic; `-inc` at the end marks several checks.
    pub logic: String,
    /// `sat`, `unsat` or `unknown`; several joined by `;`.
    pub status: String,
}

/// All benchmarks of these logics, in the order of the manifest; `None` if there is no manifest.
///
/// # Panics
/// If the manifest is malformed.
pub fn of_logics(logics: &[&str]) -> Option<Vec<Benchmark>> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/bench");
    let folder = std::env::var_os("CFP_BENCH").map_or_else(beside, PathBuf::from);
    let manifest = std::fs::read_to_string(folder.join("manifest.csv")).ok()?;
    let mut found = Vec::new();
    for line in manifest.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [path, logic, _family, status, ..] = fields[..] else {
            panic!("odd line in the manifest: {line}")
        };
        if logics.contains(&logic) {
            let (logic, status) = (logic.to_string(), status.to_string());
            found.push(Benchmark { path: folder.join(path), logic, status });
        }
    }
    Some(found)
}
