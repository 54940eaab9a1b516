//! Inputs of a run as text: what the streams hold, the arguments, and what else the environment decides.

use crate::interp::{InputKind, Inputs, Request};
use crate::ir::{IntType, Scalar};
use crate::libc::{self, Id};

/// An input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sample {
    /// What is read from streams, one after the other.
    pub(super) text: Vec<u8>,
    /// The arguments after the program's name.
    pub(super) arguments: Vec<Vec<u8>>,
    /// All other inputs in order; `None` is the usual value, and so are those that are missing.
    pub(super) decisions: Vec<Option<i128>>,
}

impl Sample {
    pub(super) fn inputs(&self) -> SampleInputs<'_> {
        SampleInputs { sample: self, at: 0, decided: 0, call: Vec::new(), line: None }
    }

    /// The number of parts that [`Sample::without`] removes.
    pub(super) fn size(&self) -> usize {
        self.text.len() + self.arguments.iter().map(|argument| argument.len() + 1).sum::<usize>()
    }

    /// The sample without some parts: bytes of the text, then of the arguments, each with its end.
    pub(super) fn without(&self, from: usize, count: usize) -> Sample {
        let is_left = |part: usize| part < from || part >= from.saturating_add(count);
        let mut result = Sample { decisions: self.decisions.clone(), ..Sample::default() };
        let mut part = 0;
        for &byte in &self.text {
            if is_left(part) {
                result.text.push(byte);
            }
            part += 1;
        }
        for argument in &self.arguments {
            let mut left = Vec::new();
            for &byte in argument {
                if is_left(part) {
                    left.push(byte);
                }
                part += 1;
            }
            if is_left(part) || !left.is_empty() {
                result.arguments.push(left);
            }
            part += 1;
        }
        result
    }
}

/// Answers requests from a sample. What a reading function asks for, such as the length of a line, follows
/// from the text.
pub(super) struct SampleInputs<'s> {
    sample: &'s Sample,
    /// How much of the text was read.
    at: usize,
    /// How many decisions were taken.
    decided: usize,
    /// The numbers among the arguments of the current call of a library function.
    call: Vec<i128>,
    /// The length of a line that is going to be read.
    line: Option<usize>,
}

impl SampleInputs<'_> {
    /// How many decisions were asked for.
    pub(super) fn decisions(&self) -> usize {
        self.decided
    }

    fn rest(&self) -> &[u8] {
        self.sample.text.get(self.at..).unwrap_or_default()
    }

    fn next_byte(&mut self) -> Option<u8> {
        let byte = self.rest().first().copied();
        self.at += usize::from(byte.is_some());
        self.line = None;
        byte
    }

    fn decide(&mut self, usual: i128) -> i128 {
        let decision = self.sample.decisions.get(self.decided).copied().flatten();
        self.decided += 1;
        decision.unwrap_or(usual)
    }

    /// The length of the next line with its end, at most so many bytes.
    fn line_length(&self, most: usize) -> usize {
        let rest = self.rest();
        let length = rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |at| at + 1);
        length.min(most)
    }

    /// A number of the call, as a size.
    fn call_size(&self, index: usize) -> usize {
        self.call.get(index).and_then(|&number| usize::try_from(number).ok()).unwrap_or(0)
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    }

    /// The length of the next word.
    fn word_length(&self) -> usize {
        self.rest().iter().take_while(|byte| !byte.is_ascii_whitespace()).count()
    }

    /// The value of the next word: its number, or some other one.
    fn number(&mut self) -> i128 {
        self.skip_blanks();
        let length = self.word_length();
        let word = String::from_utf8_lossy(&self.rest()[..length]).into_owned();
        self.at += length;
        word.parse().unwrap_or(i128::from(word.bytes().next().unwrap_or(0)))
    }

    /// How many items a call of `scanf` reads: there is a word for each one.
    fn items(&self, most: usize) -> i128 {
        let words = self.rest().split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        match words.take(most).count() {
            0 => -1,
            count => count as i128,
        }
    }

    /// What `scanf` reads. Its calls with an argument are for the number of items or the length of a word.
    fn scan(&mut self, ty: IntType) -> i128 {
        match (self.call.is_empty(), ty == IntType::INT) {
            (true, _) => self.number(),
            (false, true) if self.call.len() > 1 => self.decide(1),
            (false, true) => self.items(self.call_size(0)),
            (false, false) => {
                self.skip_blanks();
                self.word_length().clamp(1, self.call_size(0).max(1)) as i128
            }
        }
    }

    /// What a function of the library asks for, by its name.
    fn library(&mut self, name: &str, ty: IntType) -> i128 {
        if ty.bits == 8 {
            return self.next_byte().map_or(i128::from(b'x'), i128::from);
        }
        match name {
            "fgets" => self.line_length(self.call_size(0).saturating_sub(1)) as i128,
            "gets_s" if ty != IntType::INT => self.line_length(self.call_size(0).saturating_sub(1)) as i128,
            "getline" => match self.line.take() {
                // The size of a new block.
                Some(length) => length as i128 + 1,
                None => {
                    let length = self.line_length(usize::MAX);
                    self.line = (length > 0).then_some(length);
                    length as i128
                }
            },
            "fread" => self.rest().len().min(self.call_size(0).saturating_mul(self.call_size(1))) as i128,
            "read" if ty != IntType::INT => self.rest().len().min(self.call_size(1)) as i128,
            "scanf" => self.scan(ty),
            "ungetc" => {
                self.at = self.at.saturating_sub(1);
                0
            }
            "fopen" | "fdopen" | "popen" | "tmpfile" => self.decide(1),
            "fwrite" | "write" => self.decide(self.call_size(1) as i128),
            _ => self.decide(0),
        }
    }
}

impl Inputs for SampleInputs<'_> {
    fn library_call(&mut self, numbers: &[i128]) {
        self.call = numbers.to_vec();
    }

    fn value(&mut self, request: &Request) -> i128 {
        match (&request.kind, request.ty) {
            (InputKind::Uninitialized, _) => 0,
            (InputKind::Function(name), _)
                if matches!(libc::id(libc::canonical_name(name)), Some(Id::Getchar | Id::Fgetc)) =>
            {
                self.next_byte().map_or(-1, i128::from)
            }
            (InputKind::Library(name), Scalar::Int(ty)) => self.library(name, ty),
            _ => self.decide(0),
        }
    }

    fn arguments(&mut self) -> Vec<Vec<u8>> {
        let name = std::iter::once(b"program".to_vec());
        name.chain(self.sample.arguments.iter().cloned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_removed_from_text_and_arguments() {
        let sample = Sample {
            text: b"abc".to_vec(),
            arguments: vec![b"de".to_vec(), b"f".to_vec()],
            decisions: vec![Some(1)],
        };
        assert_eq!(sample.size(), 8);
        assert_eq!(sample.without(1, 1).text, b"ac");
        assert_eq!(sample.without(3, 3).arguments, [b"f".to_vec()]);
        assert_eq!(sample.without(3, 1).arguments, [b"e".to_vec(), b"f".to_vec()]);
        assert_eq!(sample.without(6, 2).arguments, [b"de".to_vec()]);
        assert_eq!(sample.without(0, 8), Sample { decisions: vec![Some(1)], ..Sample::default() });
    }

    #[test]
    fn lines_and_words_have_the_lengths_of_the_text() {
        let sample = Sample { text: b"ab\ncd 12".to_vec(), ..Sample::default() };
        let mut inputs = sample.inputs();
        inputs.library_call(&[80]);
        assert_eq!(inputs.library("fgets", IntType::INT), 3);
        for byte in b"ab\n" {
            assert_eq!(inputs.library("fgets", IntType { bits: 8, signed: true }), i128::from(*byte));
        }
        inputs.library_call(&[2]);
        assert_eq!(inputs.library("fgets", IntType::INT), 1, "the buffer is small");
        inputs.library_call(&[3]);
        assert_eq!(inputs.library("scanf", IntType::INT), 2);
        inputs.library_call(&[]);
        assert_eq!(inputs.library("scanf", IntType::INT), i128::from(b'c'), "not a number");
        assert_eq!(inputs.library("scanf", IntType::INT), 12);
    }
}
