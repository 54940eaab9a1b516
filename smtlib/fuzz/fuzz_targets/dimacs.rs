//! Any bytes as a DIMACS file, under tight limits.
#![no_main]

use cfp_smtlib::{Control, cnf, dimacs};
use cfp_solver::{Limits, Options};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(formula) = dimacs::parse(bytes) else { return };
    if formula.num_vars > 10_000 {
        return;
    }
    let limits = Limits { ticks: Some(20_000), ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let mut output = Vec::new();
    cnf::run(&formula, &options, false, &Control::default(), &mut output).expect("memory takes all output");
});
