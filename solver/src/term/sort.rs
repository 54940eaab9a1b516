//! Sorts: the types of terms.

use super::Terms;
use fxhash::FxHashMap;

/// The sort of a term. Names of declared sorts and the parts of array sorts are kept by the arena, see
/// [`Terms::sort_name`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Mathematical integers.
    Int,
    /// Real numbers.
    Real,
    /// A declared sort, of which nothing is known but that it has an element.
    Uninterpreted(SortId),
    /// Arrays, total functions from an index sort to an element sort.
    Array(SortId),
}

impl Sort {
    /// Whether terms of this sort are numbers.
    #[inline]
    pub fn is_numeric(self) -> bool {
        matches!(self, Sort::Int | Sort::Real)
    }
}

/// Index of a sort in the arena's table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SortId(u32);

impl SortId {
    /// Position of this sort in per-sort arrays.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is behind a [`SortId`].
enum Entry {
    Declared(String),
    Array { index: Sort, element: Sort },
}

/// The declared and constructed sorts of an arena.
#[derive(Default)]
pub(super) struct Sorts {
    entries: Vec<Entry>,
    arrays: FxHashMap<(Sort, Sort), SortId>,
    element_names: FxHashMap<(SortId, u32), String>,
}

impl Sorts {
    fn add(&mut self, entry: Entry) -> SortId {
        let id = SortId(u32::try_from(self.entries.len()).expect("too many sorts"));
        self.entries.push(entry);
        id
    }
}

impl Terms {
    /// Declares a sort. Names need not be unique: each call makes a sort of its own.
    pub fn declare_sort(&mut self, name: impl Into<String>) -> Sort {
        Sort::Uninterpreted(self.sorts.add(Entry::Declared(name.into())))
    }

    /// The sort of arrays with these indices and elements.
    pub fn array_sort(&mut self, index: Sort, element: Sort) -> Sort {
        if let Some(&id) = self.sorts.arrays.get(&(index, element)) {
            return Sort::Array(id);
        }
        let id = self.sorts.add(Entry::Array { index, element });
        self.sorts.arrays.insert((index, element), id);
        Sort::Array(id)
    }

    /// Index and element sort of an array sort; `None` for other sorts.
    pub fn array_parts(&self, sort: Sort) -> Option<(Sort, Sort)> {
        let Sort::Array(id) = sort else { return None };
        match self.sorts.entries[id.index()] {
            Entry::Array { index, element } => Some((index, element)),
            Entry::Declared(_) => None,
        }
    }

    /// Gives elements of declared sorts names, by which their values are written; others lose theirs.
    pub fn name_elements(&mut self, names: FxHashMap<(SortId, u32), String>) {
        self.sorts.element_names = names;
    }

    /// The name of an element of a declared sort, if it has one.
    pub fn element_name(&self, sort: SortId, number: u32) -> Option<&str> {
        self.sorts.element_names.get(&(sort, number)).map(String::as_str)
    }

    /// The sort as SMT-LIB writes it; declared sorts by their name as it is.
    ///
    /// ```
    /// use cfp_solver::{Sort, Terms};
    ///
    /// let mut terms = Terms::new();
    /// let set = terms.array_sort(Sort::Int, Sort::Bool);
    /// let sets = terms.array_sort(Sort::Int, set);
    /// assert_eq!(terms.sort_name(sets), "(Array Int (Array Int Bool))");
    /// ```
    pub fn sort_name(&self, sort: Sort) -> String {
        let mut text = String::new();
        // What is still to be written, last first: sorts and punctuation.
        let mut pending = vec![Ok(sort)];
        while let Some(piece) = pending.pop() {
            let sort = match piece {
                Ok(sort) => sort,
                Err(punctuation) => {
                    text.push_str(punctuation);
                    continue;
                }
            };
            match sort {
                Sort::Bool => text.push_str("Bool"),
                Sort::Int => text.push_str("Int"),
                Sort::Real => text.push_str("Real"),
                Sort::Uninterpreted(id) | Sort::Array(id) => match &self.sorts.entries[id.index()] {
                    Entry::Declared(name) => text.push_str(name),
                    Entry::Array { index, element } => {
                        text.push_str("(Array ");
                        pending.extend([Err(")"), Ok(*element), Err(" "), Ok(*index)]);
                    }
                },
            }
        }
        text
    }
}
