//! A map from terms, for passes over large formulas.

use super::Term;

/// Terms of one page.
const PAGE: usize = 256;

/// A map from terms to small values: pages of an array, made when a term of theirs is entered. A formula's
/// terms have been made one after the other, so that few pages are used, and each nearly fully; a small
/// formula in a large arena costs little.
pub(crate) struct TermMap<T> {
    pages: Vec<Option<Box<[Option<T>; PAGE]>>>,
}

impl<T> Default for TermMap<T> {
    fn default() -> Self {
        TermMap { pages: Vec::new() }
    }
}

impl<T: Copy> TermMap<T> {
    /// The value of a term, if it has one.
    #[inline]
    pub(crate) fn get(&self, term: Term) -> Option<T> {
        self.pages.get(term.index() / PAGE)?.as_ref()?[term.index() % PAGE]
    }

    /// Gives a term a value; returns the one that it had.
    pub(crate) fn insert(&mut self, term: Term, value: T) -> Option<T> {
        let page = term.index() / PAGE;
        if self.pages.len() <= page {
            self.pages.resize_with(page + 1, || None);
        }
        let page = self.pages[page].get_or_insert_with(|| Box::new([None; PAGE]));
        page[term.index() % PAGE].replace(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_again() {
        let mut map = TermMap::default();
        let terms = [0, 1, 255, 256, 100_000].map(Term);
        for (value, &term) in terms.iter().enumerate() {
            assert_eq!(map.get(term), None);
            assert_eq!(map.insert(term, value), None);
        }
        assert_eq!(terms.map(|term| map.get(term)), [0, 1, 2, 3, 4].map(Some));
        assert_eq!(map.insert(terms[3], 7), Some(3));
        assert_eq!((map.get(Term(257)), map.get(Term(5_000_000))), (None, None));
    }
}
