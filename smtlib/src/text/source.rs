//! Buffered input, with line and column.

use crate::text::diagnostic::{Diagnostic, Position, Result};
use std::io::{ErrorKind, Read};

/// Bytes kept before the current token, to show the line of a mistake.
const CONTEXT: usize = 4096;
/// Bytes asked from the input at a time, at first: most scripts are small, and memory that is not touched
/// costs nothing.
const FIRST_CHUNK: usize = 1 << 13;
/// … and at most.
const CHUNK: usize = 1 << 16;
/// Bytes read between two looks at the memory in use.
const MEMORY_INTERVAL: usize = 1 << 20;

/// The current token and a little before it, and what was read beyond it.
pub(crate) struct Source<'a> {
    input: &'a mut dyn Read,
    buffer: Vec<u8>,
    /// Room to make for the next bytes.
    chunk: usize,
    /// `buffer[..filled]` is input.
    filled: usize,
    /// Next byte to look at.
    at: usize,
    /// First byte of the current token.
    start: usize,
    line: u32,
    /// Where the current line starts in `buffer`, moved on by one for each byte that continues a character,
    /// so that the difference to it counts characters. Negative when that place has left the buffer.
    line_start: i64,
    ended: bool,
    /// Whether the beginning of the input has left the buffer.
    dropped: bool,
    pub(crate) memory_limit: Option<u64>,
    /// Bytes to be read until the memory in use is looked at again.
    until_memory_look: usize,
}

impl<'a> Source<'a> {
    pub(crate) fn new(input: &'a mut dyn Read) -> Source<'a> {
        Source {
            input,
            buffer: Vec::new(),
            chunk: FIRST_CHUNK,
            filled: 0,
            at: 0,
            start: 0,
            line: 1,
            line_start: 0,
            ended: false,
            dropped: false,
            memory_limit: None,
            until_memory_look: MEMORY_INTERVAL,
        }
    }

    /// The next byte, if there is one.
    #[inline]
    pub(crate) fn peek(&mut self) -> Result<Option<u8>> {
        if self.at < self.filled || self.fill()? { Ok(Some(self.buffer[self.at])) } else { Ok(None) }
    }

    /// Goes past a byte that is neither a line end nor part of a longer character.
    #[inline]
    pub(crate) fn skip(&mut self) {
        self.at += 1;
    }

    /// Goes past the next byte, which is this one.
    #[inline]
    pub(crate) fn pass(&mut self, byte: u8) {
        self.at += 1;
        if byte == b'\n' {
            self.line = self.line.saturating_add(1);
            self.line_start = self.at as i64;
        } else if byte & 0xc0 == 0x80 {
            self.line_start += 1;
        }
    }

    /// Goes past all bytes for which this holds; no line ends may be among them.
    #[inline]
    pub(crate) fn skip_while(&mut self, holds: impl Fn(u8) -> bool) -> Result<()> {
        loop {
            let rest = &self.buffer[self.at..self.filled];
            let count = rest.iter().position(|&byte| !holds(byte)).unwrap_or(rest.len());
            self.at += count;
            if self.at < self.filled || !self.fill()? {
                return Ok(());
            }
        }
    }

    /// Starts a token at the next byte.
    #[inline]
    pub(crate) fn start_token(&mut self) {
        self.start = self.at;
    }

    /// What was passed since the token started.
    #[inline]
    pub(crate) fn token(&self) -> &[u8] {
        &self.buffer[self.start..self.at]
    }

    /// The place of the next byte.
    #[inline]
    pub(crate) fn here(&self) -> Position {
        let column = (self.at as i64 - self.line_start + 1).clamp(1, i64::from(u32::MAX));
        Position { line: self.line, column: column as u32 }
    }

    /// Whether everything was read and passed.
    pub(crate) fn at_end(&self) -> bool {
        self.ended && self.at == self.filled
    }

    /// The line at a place, if it is still at hand.
    pub(crate) fn line(&self, position: Position) -> Option<String> {
        let newline = |&byte: &u8| byte == b'\n';
        let mut end = self.at;
        for _ in position.line..self.line {
            end = self.buffer[..end].iter().rposition(newline)?;
        }
        let start = match self.buffer[..end].iter().rposition(newline) {
            Some(before) => before + 1,
            None if !self.dropped => 0,
            None => return None,
        };
        let rest = &self.buffer[start..self.filled];
        let line = &rest[..rest.iter().position(newline).unwrap_or(rest.len())];
        Some(String::from_utf8_lossy(line).into_owned())
    }

    /// Gets more input behind what is there; `false` at the end.
    #[cold]
    fn fill(&mut self) -> Result<bool> {
        if self.ended {
            return Ok(false);
        }
        self.make_room();
        loop {
            match self.input.read(&mut self.buffer[self.filled..]) {
                Ok(0) => {
                    self.ended = true;
                    return Ok(false);
                }
                Ok(count) => {
                    self.filled += count;
                    self.look_at_memory(count)?;
                    return Ok(true);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.give_up(format!("cannot read the input: {error}"))),
            }
        }
    }

    /// Forgets what is long past, and makes the buffer larger if one token fills it.
    fn make_room(&mut self) {
        if self.buffer.len() - self.filled >= self.chunk / 4 {
            return;
        }
        let drop = self.start.saturating_sub(CONTEXT);
        self.dropped |= drop > 0;
        self.buffer.copy_within(drop..self.filled, 0);
        self.filled -= drop;
        self.at -= drop;
        self.start -= drop;
        self.line_start -= drop as i64;
        if self.buffer.len() < self.filled + self.chunk {
            self.buffer.resize((self.filled * 2).max(self.filled + self.chunk), 0);
        }
        self.chunk = (self.chunk * 2).min(CHUNK);
    }

    fn look_at_memory(&mut self, read: usize) -> Result<()> {
        self.until_memory_look = self.until_memory_look.saturating_sub(read);
        let Some(limit) = self.memory_limit.filter(|_| self.until_memory_look == 0) else { return Ok(()) };
        self.until_memory_look = MEMORY_INTERVAL;
        if cfp_solver::resident_memory().is_none_or(|used| used <= limit) {
            return Ok(());
        }
        Err(self.give_up(format!("the input needs more memory than the limit of {} MiB", limit >> 20)))
    }

    /// Treats what was read so far as all there is.
    fn give_up(&mut self, why: String) -> Box<Diagnostic> {
        (self.ended, self.filled) = (true, self.at);
        Diagnostic::at(self.here(), why)
    }
}
