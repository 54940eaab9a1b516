//! The lists of programs under `bench-suites/heap`, and the programs themselves.

use cfp_heap::analysis::{Options, Task};
use cfp_heap::front::{FrontError, Source, load};
use cfp_heap::interp::Config;
use cfp_heap::ir::Program;
use cfp_heap::property::Property;
use cfp_heap::property::ViolationKind;
use std::path::{Path, PathBuf};

/// A row of `expected.csv`.
pub(crate) struct Listed {
    /// The program.
    pub(crate) path: PathBuf,
    /// The family of programs it belongs to.
    pub(crate) row: String,
    /// Whether no run has an error.
    pub(crate) correct: bool,
    /// What an error violates, if there is one.
    pub(crate) violated: String,
    /// Flags for the compiler.
    pub(crate) flags: Vec<String>,
    /// What to check, if not the usual.
    pub(crate) property: Option<Property>,
    /// Inputs that lead to the error; all further ones are zero.
    pub(crate) inputs: Vec<i128>,
    /// Whether the analysis must find the verdict, since it did so once.
    pub(crate) decided: bool,
}

impl Listed {
    /// The name of the file.
    pub(crate) fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The program, for these flags and its own; nothing if libclang is missing.
    pub(crate) fn read(&self, flags: &[&str]) -> Option<Program> {
        let flags: Vec<String> =
            flags.iter().map(|flag| flag.to_string()).chain(self.flags.iter().cloned()).collect();
        match load(&[Source::file(&self.path, &flags)]) {
            Ok(loaded) => Some(loaded.program),
            Err(FrontError::Missing(missing)) => {
                eprintln!("skipped: {missing}");
                None
            }
            Err(error) => panic!("{}: {error}", self.path.display()),
        }
    }

    /// The program with what to check.
    pub(crate) fn task<'p>(&self, program: &'p Program) -> Task<'p> {
        let checks = self.property.as_ref().map(Property::checks).unwrap_or_default();
        Task { checks, ..Task::new(program) }
    }

    /// The configuration of a run.
    pub(crate) fn config(&self, program: &Program, steps: u64) -> Config {
        self.task(program).config(&Options { steps, ..Options::default() })
    }

    /// The name of what an error of this kind violates here.
    pub(crate) fn violated_by(&self, kind: ViolationKind) -> &'static str {
        match &self.property {
            Some(property) => property.violated(kind).map_or("nothing that is asked for", |part| part.name()),
            None => kind.property(),
        }
    }
}

/// All programs of a folder.
pub(crate) fn list(folder: &str) -> Vec<Listed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bench-suites/heap").join(folder);
    let text = std::fs::read_to_string(folder.join("expected.csv")).expect("the list of programs");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("file,row,correct,violated,flags,inputs,decided,what"));
    let rows = lines.map(|line| {
        let cells: Vec<&str> = line.splitn(8, ',').collect();
        let [file, row, correct, violated, flags, inputs, decided, _] = cells[..] else {
            panic!("not a row: {line}")
        };
        let property = |flag: &str| Property::named(flag.strip_prefix("--property=")?);
        let (ours, flags): (Vec<&str>, _) = flags.split_whitespace().partition(|flag| flag.starts_with("--"));
        let property =
            ours.first().map(|flag| property(flag).unwrap_or_else(|| panic!("{file}: what is {flag}?")));
        let truth = |cell: &str, yes: &str, no: &str| match cell {
            _ if cell == yes => true,
            _ if cell == no => false,
            _ => panic!("{file}: neither {yes} nor {no}"),
        };
        Listed {
            path: folder.join(file),
            row: row.to_string(),
            correct: truth(correct, "true", "false"),
            violated: violated.to_string(),
            flags: flags.into_iter().map(str::to_string).collect(),
            property,
            inputs: inputs
                .split_whitespace()
                .map(|input| input.parse().unwrap_or_else(|_| panic!("{file}: an input is no number")))
                .collect(),
            decided: truth(decided, "yes", "no"),
        }
    });
    rows.collect()
}
