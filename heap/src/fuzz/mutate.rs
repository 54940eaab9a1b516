//! New samples from old ones.

use super::Kept;
use super::dictionary::Dictionary;
use super::random::Random;
use super::sample::Sample;

/// Longer texts and arguments are cut.
const LONGEST_TEXT: usize = 8_000;
const LONGEST_ARGUMENT: usize = 5_000;
const MOST_ARGUMENTS: usize = 6;

/// Makes samples.
pub(super) struct Mutator {
    dictionary: Dictionary,
    random: Random,
}

impl Mutator {
    pub(super) fn new(dictionary: Dictionary) -> Mutator {
        Mutator { dictionary, random: Random::new() }
    }

    /// The samples to begin with: short texts, for each number of arguments.
    pub(super) fn seeds(&mut self) -> Vec<Sample> {
        let mut texts: Vec<Vec<u8>> = [&b""[..], b"\n", b"a\n", b"ab cd\n", b"1 2 3\n", b"a=1\nb,2\n"]
            .into_iter()
            .map(<[u8]>::to_vec)
            .collect();
        texts.push(self.dictionary.words.join(&b'\n'));
        let most = if self.dictionary.has_arguments { 3 } else { 0 };
        let mut seeds = Vec::new();
        for count in 0..=most {
            for text in &texts {
                let arguments = (0..count).map(|_| self.word()).collect();
                seeds.push(Sample { text: text.clone(), arguments, ..Sample::default() });
            }
        }
        seeds
    }

    /// Two of the kept samples. Late ones are chosen more often, since they reached something that was harder
    /// to reach, and so are those with short runs.
    pub(super) fn choose_parents<'k>(&mut self, kept: &'k [Kept]) -> Option<(&'k Kept, &'k Sample)> {
        let [mut first, other, second] = [(); 3].map(|()| self.random.below(kept.len()));
        match self.random.below(4) {
            0 | 1 if kept.get(other)?.steps < kept.get(first)?.steps => first = other,
            2 => first = first.max(other),
            _ => {}
        }
        Some((kept.get(first)?, &kept.get(second)?.sample))
    }

    /// A sample that differs from another one in a few places.
    pub(super) fn child(&mut self, parent: &Kept, other: &Sample) -> Sample {
        let mut sample = parent.sample.clone();
        loop {
            match self.random.below(16) {
                0 if parent.decisions > 0 => self.change_decision(&mut sample, parent.decisions),
                1..=5 if self.dictionary.has_arguments => self.change_arguments(&mut sample.arguments),
                6 => self.splice(&mut sample.text, &other.text),
                _ => self.change_text(&mut sample.text),
            }
            if self.random.one_in(2) {
                break;
            }
        }
        sample.text.truncate(LONGEST_TEXT);
        sample.arguments.truncate(MOST_ARGUMENTS);
        for argument in &mut sample.arguments {
            argument.retain(|&byte| byte != 0);
            argument.truncate(LONGEST_ARGUMENT);
        }
        sample
    }

    fn change_decision(&mut self, sample: &mut Sample, decisions: usize) {
        let at = self.random.below(decisions);
        if sample.decisions.len() <= at {
            sample.decisions.resize(at + 1, None);
        }
        sample.decisions[at] = match self.random.below(4) {
            0 => None,
            1 => Some(0),
            2 => Some(1),
            _ => self.random.one_of(&self.dictionary.values).copied(),
        };
    }

    fn change_arguments(&mut self, arguments: &mut Vec<Vec<u8>>) {
        let at = self.random.below(arguments.len());
        match (self.random.below(8), arguments.get_mut(at)) {
            (0, _) | (_, None) => {
                let word = self.word();
                arguments.insert(at, word);
            }
            (1, _) => {
                arguments.remove(at);
            }
            (2 | 3, Some(argument)) => *argument = self.word(),
            (_, Some(argument)) => {
                let mut text = std::mem::take(argument);
                self.change_text(&mut text);
                arguments[at] = text;
            }
        }
    }

    /// The beginning of one text and the end of another.
    fn splice(&mut self, text: &mut Vec<u8>, other: &[u8]) {
        text.truncate(self.random.below(text.len() + 1));
        text.extend_from_slice(&other[self.random.below(other.len() + 1)..]);
    }

    fn change_text(&mut self, text: &mut Vec<u8>) {
        let at = self.random.below(text.len() + 1);
        match self.random.below(12) {
            0 => {
                let word = self.word();
                insert(text, at, &word);
            }
            1 => {
                let line = self.line();
                insert(text, line_start(text, at), &line);
            }
            2 => {
                if let Some(byte) = text.get_mut(at) {
                    *byte = self.random.below(256) as u8;
                }
            }
            3 => {
                let character = self.character();
                match text.get_mut(at) {
                    Some(byte) => *byte = character,
                    None => text.push(character),
                }
            }
            4 => {
                let character = self.character();
                text.insert(at, character);
            }
            5 => {
                let end = (at + 1 + self.random.below(8)).min(text.len());
                text.drain(at..end.max(at));
            }
            6 => {
                let (start, end) = (line_start(text, at), line_end(text, at));
                self.repeat(text, start, end);
            }
            7 => {
                let end = (at + 1 + self.random.below(4)).min(text.len());
                self.repeat(text, at, end);
            }
            8 => self.stretch_word(text, at),
            9 => self.replace_number(text, at),
            10 => {
                let run = vec![self.character(); self.size()];
                insert(text, at, &run);
            }
            _ => match self.random.below(3) {
                0 => text.truncate(at),
                1 => drop(text.drain(line_start(text, at)..line_end(text, at))),
                _ => self.insert_bytes(text, at),
            },
        }
    }

    /// Repeats a part of a text.
    fn repeat(&mut self, text: &mut Vec<u8>, start: usize, end: usize) {
        let part = text.get(start..end).unwrap_or_default().to_vec();
        let count = if self.random.one_in(4) { self.size() } else { 1 + self.random.below(3) };
        let room = LONGEST_TEXT.saturating_sub(text.len()) / part.len().max(1);
        insert(text, end, &part.repeat(count.min(room)));
    }

    /// Makes a word, or a line, just as long as some array of the program, or a little longer or shorter.
    fn stretch_word(&mut self, text: &mut Vec<u8>, at: usize) {
        let is_line = self.random.one_in(2);
        let is_inside = |byte: &u8| if is_line { *byte != b'\n' } else { byte.is_ascii_alphanumeric() };
        let start = at - text[..at].iter().rev().take_while(|byte| is_inside(byte)).count();
        let end = at + text[at..].iter().take_while(|byte| is_inside(byte)).count();
        let last = if end > start { text[end - 1] } else { b'x' };
        let size = self.size();
        if size < end - start {
            text.drain(start + size..end);
        } else {
            insert(text, end, &vec![last; size - (end - start)]);
        }
    }

    /// Puts another number in place of the digits at a position.
    fn replace_number(&mut self, text: &mut Vec<u8>, at: usize) {
        let start = at - text[..at].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let end = at + text[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        text.drain(start..end);
        let number = self.number();
        insert(text, start, &number);
    }

    /// A number in binary, of two or four bytes.
    fn insert_bytes(&mut self, text: &mut Vec<u8>, at: usize) {
        let value = self.random.one_of(&self.dictionary.values).map_or(0, |&value| value as u32);
        let bytes = if self.random.one_in(2) { value.to_be_bytes() } else { value.to_le_bytes() };
        let half = match self.random.below(4) {
            0 => &bytes[..2],
            1 => &bytes[2..],
            _ => &bytes[..],
        };
        insert(text, at, half);
    }

    fn character(&mut self) -> u8 {
        match self.random.below(8) {
            0 => self.random.below(256) as u8,
            1 => *self.random.one_of(b"\0\n\xff\x80 \t\r\x7f").unwrap_or(&0),
            _ => self.random.one_of(&self.dictionary.characters).copied().unwrap_or(b'a'),
        }
    }

    fn number(&mut self) -> Vec<u8> {
        match self.random.below(3) {
            0 => self.random.below(12).to_string().into_bytes(),
            _ => self.random.one_of(&self.dictionary.numbers).cloned().unwrap_or_default(),
        }
    }

    /// The size of some array, or one that differs a little.
    fn size(&mut self) -> usize {
        // Long samples take long.
        const LARGE: usize = 300;
        let mut size = LARGE;
        for _ in 0..3 {
            size = self.random.one_of(&self.dictionary.sizes).copied().unwrap_or(8);
            if size < LARGE {
                break;
            }
        }
        match self.random.below(8) {
            0 | 1 => size + 1,
            2 => size + 2,
            3 => size.saturating_sub(1),
            4 => 1 + self.random.below(size),
            _ => size,
        }
    }

    fn word(&mut self) -> Vec<u8> {
        match self.random.below(8) {
            0 | 1 => self.number(),
            2 => vec![self.character()],
            3 => {
                let length = 1 + self.random.below(4);
                (0..length).map(|_| self.character()).collect()
            }
            4 => vec![self.character(); self.size()],
            _ => self.random.one_of(&self.dictionary.words).cloned().unwrap_or_else(|| b"ab".to_vec()),
        }
    }

    /// A few words with something between them.
    fn line(&mut self) -> Vec<u8> {
        let mut line = self.word();
        for _ in 0..self.random.below(4) {
            line.push(if self.random.one_in(2) { b' ' } else { self.character() });
            line.extend(self.word());
        }
        line.push(b'\n');
        line
    }
}

fn insert(text: &mut Vec<u8>, at: usize, part: &[u8]) {
    let at = at.min(text.len());
    text.splice(at..at, part.iter().copied());
}

fn line_start(text: &[u8], at: usize) -> usize {
    text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)
}

fn line_end(text: &[u8], at: usize) -> usize {
    text[at..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |end| at + end + 1)
}
