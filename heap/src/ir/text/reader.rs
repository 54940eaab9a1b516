//! The state of the reader, and its access to tokens.

use super::ReadError;
use super::lexer::{Tok, Token, utf8};
use crate::checkers::Definition;
use crate::ir::*;
use fxhash::FxHashMap;

pub(super) type Read<T> = Result<T, ReadError>;

/// The name of something in the text: of things with the same name, which one.
pub(super) type Key = (String, u32);

/// What an `@name` is.
#[derive(Clone, Copy)]
pub(super) enum Symbol {
    Global(GlobalId),
    Function(FuncId),
}

/// The locals of the function that is read.
#[derive(Default)]
pub(super) struct Locals {
    pub(super) vars: Vec<Option<Var>>,
    pub(super) slots: Vec<Option<Slot>>,
    pub(super) labels: u32,
    /// What the function returns, if that is a scalar.
    pub(super) result: Option<Scalar>,
}

/// Reads a program. The cursor stands on a token; a method named after a part of the text reads that part.
pub(super) struct Reader<'t> {
    tokens: &'t [Token<'t>],
    pub(super) at: usize,
    pub(super) target: Target,
    pub(super) types: TypeTable,
    pub(super) records: FxHashMap<(bool, Key), RecordId>,
    pub(super) symbols: FxHashMap<Key, Symbol>,
    /// Globals without a name by their bytes; nothing for bytes that several of them have.
    pub(super) literals: FxHashMap<Vec<u8>, Option<GlobalId>>,
    pub(super) globals: Vec<Global>,
    pub(super) functions: Vec<Function>,
    pub(super) files: Vec<SourceFile>,
    pub(super) checkers: Vec<Definition>,
    /// The function that `main` names, if the text says so; the inner one is missing for `none`.
    pub(super) main: Option<(Token<'t>, Option<Key>)>,
    pub(super) start: Option<Function>,
    /// What the text says about the places of things, by where they are in the text.
    pub(super) places: FxHashMap<(u32, u32), Pos>,
    /// The position that was read last.
    pub(super) last: Pos,
    pub(super) locals: Locals,
}

impl<'t> Reader<'t> {
    pub(super) fn new(tokens: &'t [Token<'t>]) -> Reader<'t> {
        Reader {
            tokens,
            at: 0,
            target: Target { pointer_bytes: 8 },
            types: TypeTable::default(),
            records: FxHashMap::default(),
            symbols: FxHashMap::default(),
            literals: FxHashMap::default(),
            globals: Vec::new(),
            functions: Vec::new(),
            files: Vec::new(),
            checkers: Vec::new(),
            main: None,
            start: None,
            places: FxHashMap::default(),
            last: super::print::NOWHERE,
            locals: Locals::default(),
        }
    }

    /// The token under the cursor. The last one is [`Tok::End`], and the cursor stays on it.
    pub(super) fn token(&self) -> &'t Token<'t> {
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    /// The tokens from the cursor to the end of the line.
    pub(super) fn rest_of_line(&self) -> &'t [Token<'t>] {
        let rest = &self.tokens[self.at..];
        &rest[..rest.iter().position(|token| token.tok == Tok::Newline).unwrap_or(rest.len())]
    }

    pub(super) fn peek(&self) -> &'t Tok<'t> {
        &self.token().tok
    }

    pub(super) fn advance(&mut self) -> &'t Token<'t> {
        let token = self.token();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    /// The most things of a kind that a text of this length may number.
    pub(super) fn most(&self) -> u32 {
        const ALWAYS: usize = 1000;
        u32::try_from(self.tokens.len().max(ALWAYS)).unwrap_or(u32::MAX)
    }

    /// An error under the cursor.
    pub(super) fn error<T>(&self, message: &str) -> Read<T> {
        Err(ReadError::new(self.token().at, message))
    }

    /// Something else is expected under the cursor.
    pub(super) fn expected<T>(&self, what: &str) -> Read<T> {
        let found = match self.peek() {
            Tok::Newline => "the end of the line".to_string(),
            Tok::End => "the end of the text".to_string(),
            Tok::Word(word) => format!("`{word}`"),
            Tok::Number(number) => format!("`{number}`"),
            Tok::Mark(mark) => format!("`{mark}`"),
            Tok::Var(Some(name), number) => format!("the variable `{}.{number}`", name.escape_debug()),
            Tok::Var(None, number) => format!("the variable `%{number}`"),
            Tok::Slot(name, number) => format!("the local object `&{}.{number}`", name.escape_debug()),
            Tok::Symbol(name) => format!("`@{}`", name.escape_debug()),
            Tok::SymbolNumber(number) => format!("`@{number}`"),
            Tok::Text(_) => "a text in quotes".to_string(),
            Tok::Place(..) => "a position".to_string(),
        };
        self.error(&format!("expected {what}, found {found}"))
    }

    pub(super) fn eat(&mut self, mark: &str) -> bool {
        let found = matches!(self.peek(), Tok::Mark(found) if *found == mark);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn expect(&mut self, mark: &str) -> Read<()> {
        if self.eat(mark) { Ok(()) } else { self.expected(&format!("`{mark}`")) }
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Tok::Word(found) if *found == word)
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Read<()> {
        if self.eat_word(word) { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    pub(super) fn newline(&mut self) -> Read<()> {
        match self.peek() {
            Tok::Newline => {
                self.advance();
                Ok(())
            }
            _ => self.expected("the end of the line"),
        }
    }

    /// A name: a word, or in quotes.
    pub(super) fn name(&mut self, what: &str) -> Read<String> {
        let name = match self.peek() {
            Tok::Word(word) => word.to_string(),
            Tok::Text(bytes) => utf8(bytes.clone(), self.token().at)?,
            _ => return self.expected(what),
        };
        self.advance();
        Ok(name)
    }

    /// The rest of a [`Key`] after its name: `#2`, or nothing for the first.
    pub(super) fn key(&mut self, name: String) -> Read<Key> {
        let which = if self.eat("#") { self.number("which of these")? } else { 1 };
        Ok((name, which))
    }

    pub(super) fn number<N: std::str::FromStr>(&mut self, what: &str) -> Read<N> {
        let Tok::Number(text) = self.peek() else { return self.expected(what) };
        match text.parse() {
            Ok(number) => {
                self.advance();
                Ok(number)
            }
            Err(_) => self.error(&format!("`{text}` is not a number that fits here: expected {what}")),
        }
    }

    /// `20 bytes`
    pub(super) fn bytes(&mut self) -> Read<u64> {
        let size = self.number("a number of bytes")?;
        self.expect_word("bytes")?;
        Ok(size)
    }

    /// `bits 3..5`: the first bit, and how many.
    pub(super) fn bits(&mut self) -> Read<Option<(u8, u8)>> {
        let at = self.token().at;
        if !self.eat_word("bits") {
            return Ok(None);
        }
        let first: u8 = self.number("the first bit")?;
        self.expect("..")?;
        let end: u8 = self.number("the bit behind the last")?;
        match end.checked_sub(first) {
            Some(width) if first < 8 && width <= 64 => Ok(Some((first, width))),
            _ => Err(ReadError::new(at, "bits begin in the first byte, and there are at most 64")),
        }
    }

    /// The position of something that begins in the text at `own`. What the text says of it is kept aside
    /// until everything is checked, so that complaints are about places in the text.
    pub(super) fn place(&mut self, own: (u32, u32)) -> Read<Pos> {
        if let Tok::Place(line, column, file) = *self.peek() {
            let file = file.map_or(self.last.file, FileId);
            if file.index() >= self.files.len() {
                return self.error("there is no such file: the text has a line `file \"name\"` for each");
            }
            self.last = Pos { file, line, column };
            self.advance();
        }
        self.places.insert(own, self.last);
        Ok(Pos { file: FileId(0), line: own.0, column: own.1 })
    }
}
