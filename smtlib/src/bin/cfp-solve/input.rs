//! The input: a file, compressed or not, standard input, or a terminal.

use crate::terminal::Terminal;
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Seek};
use std::path::Path;

/// The first bytes of a gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The input, of which the first bytes may have been looked at.
pub(crate) struct Input {
    seen: Vec<u8>,
    rest: Box<dyn Read>,
}

impl Input {
    /// Opens a file, or standard input.
    pub(crate) fn open(path: Option<&Path>) -> Result<Input, String> {
        let rest: Box<dyn Read> = match path {
            None if io::stdin().is_terminal() && io::stdout().is_terminal() => match Terminal::open() {
                Ok(terminal) => Box::new(terminal),
                Err(_) => Box::new(io::stdin()),
            },
            None => Box::new(io::stdin()),
            Some(path) => {
                open_file(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?
            }
        };
        Ok(Input { seen: Vec::new(), rest })
    }

    /// Whether this is a DIMACS file: by its name, or because its first line that is no comment says `p cnf`.
    /// Standard input is not looked at, since that could wait for more than one command.
    pub(crate) fn is_dimacs(&mut self, path: Option<&Path>) -> bool {
        const LOOK: u64 = 1 << 14;
        let Some(path) = path else { return false };
        let is_compressed = path.extension().is_some_and(|extension| extension == "gz");
        let name = if is_compressed { path.with_extension("") } else { path.to_path_buf() };
        match name.extension().and_then(|extension| extension.to_str()) {
            Some("cnf" | "dimacs") => return true,
            Some("smt2") => return false,
            _ => {}
        }
        let _ = (&mut self.rest).take(LOOK).read_to_end(&mut self.seen);
        let mut lines = self.seen.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        let is_comment = |line: &[u8]| line.is_empty() || line == b"c" || line.starts_with(b"c ");
        lines.find(|line| !is_comment(line)).is_some_and(|line| line.starts_with(b"p cnf"))
    }
}

/// Opens a file; one that is compressed by gzip is read as what it contains.
fn open_file(path: &Path) -> io::Result<Box<dyn Read>> {
    let mut file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::other("it is a directory"));
    }
    if path.extension().is_none_or(|extension| extension != "gz") {
        return Ok(Box::new(file));
    }
    let mut start = Vec::new();
    (&mut file).take(GZIP.len() as u64).read_to_end(&mut start)?;
    file.rewind()?;
    Ok(if start == GZIP { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) })
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.seen.is_empty() {
            return self.rest.read(buffer);
        }
        let count = self.seen.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.seen[..count]);
        self.seen.drain(..count);
        Ok(count)
    }
}
