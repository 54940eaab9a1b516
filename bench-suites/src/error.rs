//! Errors outside of measurements: an invalid argument, an unreadable file.

use std::fmt;
use std::io;
use std::path::Path;

/// A message for the person at the terminal, complete with the file or argument it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(String);

/// The result of everything here that can fail.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error with this message.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// An operating-system error about `path`.
    pub fn file(path: &Path, error: &io::Error) -> Self {
        Self(format!("{}: {error}", path.display()))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}
