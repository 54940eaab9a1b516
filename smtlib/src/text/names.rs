//! Interned names.
//!
//! A script mentions each name many times. Here every name is stored once and gets a number, so that the
//! symbol table is an array and looking a name up costs one hash of its bytes.

use fxhash::FxHasher;
use std::hash::Hasher;
use std::str::Utf8Error;

/// A name of some [`Names`] table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Name(u32);

impl Name {
    /// Position of this name in per-name arrays.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// All names seen so far, one text after the other, and an open-addressing hash table over them.
#[derive(Default)]
pub(crate) struct Names {
    text: String,
    /// Where each name ends in `text`; it starts where the one before ends.
    ends: Vec<usize>,
    /// Hash of each name, so that most comparisons and all growing need no text.
    hashes: Vec<u32>,
    slots: Vec<u32>,
}

const EMPTY: u32 = u32::MAX;

impl Names {
    /// A table without names.
    pub(crate) fn new() -> Names {
        Names::default()
    }

    /// How many names there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The text of a name.
    pub(crate) fn text(&self, name: Name) -> &str {
        let start = if name.0 == 0 { 0 } else { self.ends[name.index() - 1] };
        &self.text[start..self.ends[name.index()]]
    }

    /// The name with this text, if it was seen before.
    #[inline]
    pub(crate) fn find(&self, text: &[u8]) -> Option<Name> {
        self.probe(hash(text), text).ok()
    }

    /// The name with this text; fails if the text is not UTF-8.
    #[inline]
    pub(crate) fn intern(&mut self, text: &[u8]) -> Result<Name, Utf8Error> {
        let hash = hash(text);
        match self.probe(hash, text) {
            Ok(name) => Ok(name),
            Err(_) => self.add(hash, std::str::from_utf8(text)?),
        }
    }

    /// The name with this text.
    pub(crate) fn intern_str(&mut self, text: &str) -> Name {
        self.intern(text.as_bytes()).expect("a `str` is UTF-8")
    }

    /// Forgets all names but the oldest ones.
    pub(crate) fn truncate(&mut self, count: usize) {
        if count >= self.ends.len() {
            return;
        }
        self.text.truncate(if count == 0 { 0 } else { self.ends[count - 1] });
        self.ends.truncate(count);
        self.hashes.truncate(count);
        self.place_all(self.slots.len());
    }

    /// All names, oldest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Name> {
        (0..self.ends.len() as u32).map(Name)
    }

    /// The name with this text, or the free slot where it belongs.
    #[inline]
    fn probe(&self, hash: u32, text: &[u8]) -> Result<Name, usize> {
        if self.slots.is_empty() {
            return Err(0);
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != EMPTY {
            let name = Name(self.slots[slot]);
            if self.hashes[name.index()] == hash && self.text(name).as_bytes() == text {
                return Ok(name);
            }
            slot = (slot + 1) & mask;
        }
        Err(slot)
    }

    #[cold]
    fn add(&mut self, hash: u32, text: &str) -> Result<Name, Utf8Error> {
        if (self.ends.len() + 1) * 2 > self.slots.len() {
            self.grow();
        }
        let name = Name(u32::try_from(self.ends.len()).expect("too many names"));
        let slot = self.probe(hash, text.as_bytes()).expect_err("the name is new");
        self.slots[slot] = name.0;
        self.text.push_str(text);
        self.ends.push(self.text.len());
        self.hashes.push(hash);
        Ok(name)
    }

    fn grow(&mut self) {
        self.place_all((self.slots.len() * 2).max(256));
    }

    /// Puts all names into a table of this size.
    fn place_all(&mut self, size: usize) {
        self.slots.clear();
        self.slots.resize(size, EMPTY);
        for (index, &hash) in self.hashes.iter().enumerate() {
            let mut slot = hash as usize & (size - 1);
            while self.slots[slot] != EMPTY {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = index as u32;
        }
    }
}

#[inline]
fn hash(text: &[u8]) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(text);
    let hash = hasher.finish();
    (hash ^ (hash >> 32)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_again() {
        let mut names = Names::new();
        assert_eq!(names.find(b"x"), None);
        let made: Vec<Name> = (0..10_000).map(|i| names.intern_str(&format!("v{i}"))).collect();
        for (i, &name) in made.iter().enumerate() {
            assert_eq!(names.intern_str(&format!("v{i}")), name);
            assert_eq!(names.text(name), format!("v{i}"));
        }
        assert_eq!(names.len(), 10_000);
        let empty = names.intern_str("");
        assert_eq!(names.text(empty), "");
        assert!(names.intern(b"\xff").is_err());
        names.truncate(5_000);
        assert_eq!(names.len(), 5_000);
        assert_eq!(names.find(b"v4999"), Some(made[4_999]));
        assert_eq!(names.find(b"v5000"), None);
        let again = names.intern_str("again");
        assert_eq!((again.index(), names.text(again)), (5_000, "again"));
    }
}
