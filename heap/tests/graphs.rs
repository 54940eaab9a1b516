//! Programs with an error that memory graphs once proved to be correct. No domain may prove one of them.

use cfp_heap::analysis::{Options, Task};
use cfp_heap::front::{FrontError, Source, load};
use cfp_heap::obligations::Proof;
use cfp_heap::property::Checks;
use cfp_heap::shapes;
use cfp_heap::verify::{Conclusion, verify};
use std::path::Path;
use std::time::Duration;

#[test]
fn programs_with_an_error_are_not_proved() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/graphs");
    for entry in std::fs::read_dir(folder).expect("the folder of programs").flatten() {
        let loaded = match load(&[Source::file(entry.path(), &[])]) {
            Ok(loaded) => loaded,
            Err(FrontError::Missing(missing)) => return eprintln!("skipped: {missing}"),
            Err(error) => panic!("{}: {error}", entry.path().display()),
        };
        // One of the errors is found only if another one is not looked for.
        for overflow in [true, false] {
            let task =
                Task { checks: Checks { overflow, ..Checks::default() }, ..Task::new(&loaded.program) };
            let analysis = shapes::analyze(&task, None).expect("the programs have no parameters");
            assert_eq!(analysis.proof, Proof::Void, "{}", entry.path().display());
            let options = Options { time: Some(Duration::from_secs(5)), ..Options::default() };
            let conclusion = verify(&task, &options).conclusion;
            assert!(!matches!(conclusion, Conclusion::Proved(_)), "{}", entry.path().display());
        }
    }
}
