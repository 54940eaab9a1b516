//! The constraints of a heap analysis, for benchmarks of what such an analysis asks.

use cfp_bench::known::statements;
use cfp_smtlib::{Config, Session};
use cfp_solver::{Solver, Term};
use std::path::PathBuf;

/// The queries of `QF_UFLIA/compass-openssh` as declarations and assertions, if the folder of benchmarks is
/// there (`CFP_BENCHMARKS` names it, or it is found beside the checkout); else generated ones of the same
/// kind.
pub(crate) fn heap_constraints() -> Vec<String> {
    let folder = std::env::var_os("CFP_BENCHMARKS")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/bench"), PathBuf::from);
    let files = std::fs::read_dir(folder.join("QF_UFLIA/compass-openssh"));
    let mut paths: Vec<PathBuf> =
        files.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    if paths.is_empty() {
        return (0..200).map(generated).collect();
    }
    paths.iter().filter_map(|path| std::fs::read(path).ok()).map(|text| statements(&text)).collect()
}

/// Reads of an array of structs at two indices, with leaves that the rest decides.
fn generated(number: usize) -> String {
    let bound = number % 17;
    format!(
        "(declare-fun i () Int)\n(declare-fun j () Int)\n(declare-fun n () Int)\n(declare-fun f (Int) Int)\n\
         (assert (and (<= 0 i) (< i n) (<= 0 j) (< j n) (< n {bound})))\n\
         (assert (or (= (f i) (+ (f j) 1)) (and (= i j) (not (= (f i) (f j)))) (and (< i n) (> j {bound}))))\n"
    )
}

/// A solver with the assertions of a constraint, and their conjunction.
pub(crate) fn read_constraint(text: &str) -> (Solver, Term) {
    let mut session = Session::new(Config::default());
    session.run(text.as_bytes(), std::io::sink()).expect("a sink takes everything");
    let mut solver = session.into_solver();
    let all = solver.assertions().to_vec();
    let formula = solver.terms_mut().and(&all);
    (solver, formula)
}
