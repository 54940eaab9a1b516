//! Runs of the command `cfp-heap`, for tests of its command line.

use std::path::PathBuf;
use std::process::{Command, Output};

/// A temporary folder.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("cfp-heap-cli-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for temporary files");
        Folder(path)
    }

    pub(crate) fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, text).expect("a temporary file");
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn command(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cfp-heap"))
        .args(args)
        .env("NO_COLOR", "1")
        .output()
        .expect("cfp-heap runs")
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Runs the command; nothing if libclang is missing, which it must then say.
pub(crate) fn on_c(args: &[&str]) -> Option<Output> {
    let output = command(args);
    if output.status.code() == Some(4) {
        assert!(stderr(&output).contains("apt-get install libclang1-19"));
        eprintln!("skipped: libclang is missing");
        return None;
    }
    Some(output)
}
