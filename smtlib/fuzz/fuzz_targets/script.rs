//! Any bytes as a script, under tight limits. No input may end in an internal error.
//!
//! `RUSTC_BOOTSTRAP=1 cargo fuzz run script -- -dict=words.dict` in the folder `smtlib/fuzz`.
#![no_main]

use cfp_smtlib::{Config, Session};
use cfp_solver::{Limits, Options};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let limits = Limits { ticks: Some(20_000), ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let mut output = Vec::new();
    let config = Config { options, cautious: false, ..Config::default() };
    let outcome = Session::new(config).run(bytes, &mut output).expect("memory takes all output");
    assert_eq!(outcome.internal_errors, 0, "{}", String::from_utf8_lossy(&output));
    String::from_utf8(output).expect("answers are UTF-8");
});
