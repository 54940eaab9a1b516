//! Declarations of algebraic datatypes.
//!
//! To the engine a datatype is a declared sort, and its constructors, selectors and testers are declared
//! functions. What is special about them is said by axioms for the terms that occur; see
//! `session/datatypes.rs`.
//!
//! This file is the table of datatypes. `declare` reads declarations; `generic` are datatypes with
//! parameters, of which each combination of arguments that a script mentions is a datatype of its own.

pub(crate) mod declare;
pub(crate) mod generic;

use cfp_solver::{Sort, Symbol, Terms};
use fxhash::FxHashMap;

/// One alternative of a datatype.
#[derive(Clone, Debug)]
pub(crate) struct Constructor {
    pub(crate) symbol: Symbol,
    /// How it is written: with its sort where the arguments do not tell it.
    pub(crate) written: String,
    /// The function that says whether a term was made by this constructor.
    pub(crate) tester: Symbol,
    /// One for each argument.
    pub(crate) selectors: Vec<Symbol>,
}

/// A datatype.
#[derive(Clone, Debug)]
pub(crate) struct Datatype {
    pub(crate) sort: Sort,
    pub(crate) constructors: Vec<Constructor>,
    /// A function to integers, which the axioms use: smaller for parts than for the whole.
    pub(crate) size: Symbol,
    /// A function to integers, which the axioms use: the position of the constructor of a value.
    pub(crate) index: Symbol,
    /// Whether it is known to have finitely many values.
    pub(crate) is_finite: bool,
    /// The position of a constructor by which a value can be made of values of earlier datatypes, and of
    /// those of the same declaration with a lower rank.
    base: usize,
    rank: usize,
    /// The position of the first datatype of its declaration. Only those of one declaration contain each
    /// other.
    group: usize,
}

impl Datatype {
    /// The constructor with which its simplest values are made.
    pub(crate) fn simplest(&self) -> &Constructor {
        &self.constructors[self.base]
    }
}

/// What a function of a datatype does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Constructs,
    Tests,
    /// Selects the argument at this position.
    Selects(usize),
}

/// The datatypes in scope, oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Datatypes {
    all: Vec<Datatype>,
    by_sort: FxHashMap<Sort, usize>,
    /// The positions of the datatype and its constructor to which a function belongs.
    functions: FxHashMap<Symbol, (usize, usize, Role)>,
}

impl Datatypes {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Forgets all but the first `count`.
    pub(crate) fn truncate(&mut self, count: usize) {
        if count < self.all.len() {
            self.all.truncate(count);
            self.by_sort.retain(|_, index| *index < count);
            self.functions.retain(|_, (index, ..)| *index < count);
        }
    }

    fn add(&mut self, datatype: Datatype) {
        let index = self.all.len();
        self.by_sort.insert(datatype.sort, index);
        for (position, constructor) in datatype.constructors.iter().enumerate() {
            self.functions.insert(constructor.symbol, (index, position, Role::Constructs));
            self.functions.insert(constructor.tester, (index, position, Role::Tests));
            for (field, &selector) in constructor.selectors.iter().enumerate() {
                self.functions.insert(selector, (index, position, Role::Selects(field)));
            }
        }
        self.all.push(datatype);
    }

    /// The datatypes, oldest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Datatype> {
        self.all.iter()
    }

    /// The datatype of this sort.
    pub(crate) fn find(&self, sort: Sort) -> Option<&Datatype> {
        self.by_sort.get(&sort).map(|&index| &self.all[index])
    }

    /// The constructor to which a function belongs, and what the function does.
    pub(crate) fn function(&self, symbol: Symbol) -> Option<(&Constructor, Role)> {
        let &(index, position, role) = self.functions.get(&symbol)?;
        Some((&self.all[index].constructors[position], role))
    }

    /// Whether values of a sort may contain values of datatypes without being one.
    pub(crate) fn are_inside(&self, sort: Sort, terms: &Terms) -> bool {
        let mut pending = vec![sort];
        while let Some(sort) = pending.pop() {
            if let Some((index, element)) = terms.array_parts(sort) {
                if self.find(index).is_some() || self.find(element).is_some() {
                    return true;
                }
                pending.extend([index, element]);
            }
        }
        false
    }

    /// Whether a sort is known to have finitely many values.
    pub(crate) fn is_finite(&self, sort: Sort) -> bool {
        sort == Sort::Bool || self.find(sort).is_some_and(|datatype| datatype.is_finite)
    }

    /// Whether values of one datatype may contain values of the other one, as far as declarations tell.
    pub(crate) fn are_related(&self, one: Sort, other: Sort) -> bool {
        let group = |sort: Sort| self.find(sort).map(|datatype| datatype.group);
        group(one) == group(other)
    }

    /// The datatypes, those first of which the simplest values of others are made.
    pub(crate) fn simplest_first(&self) -> Vec<&Datatype> {
        let mut sorted: Vec<&Datatype> = self.all.iter().collect();
        sorted.sort_by_key(|datatype| (datatype.group, datatype.rank));
        sorted
    }

    /// Finds out which datatypes of a declaration have values, and finitely many. An error is the sort of one
    /// without values.
    fn complete(&mut self, group: usize, terms: &Terms) -> std::result::Result<(), Sort> {
        let one_each = |datatype: &Datatype| {
            let fields = datatype.constructors.iter().enumerate();
            fields.map(|(position, constructor)| (position, constructor.selectors.clone())).collect()
        };
        let has_values = self.settled(group, terms, one_each, |_, _| true);
        let all_at_once = |datatype: &Datatype| {
            let fields = datatype.constructors.iter().flat_map(|constructor| &constructor.selectors);
            vec![(0, fields.copied().collect())]
        };
        let finite = self.settled(group, terms, all_at_once, Datatypes::is_finite);
        let mut bases = vec![None; self.all.len() - group];
        for (rank, &(index, base)) in has_values.iter().enumerate() {
            bases[index - group] = Some((rank, base));
        }
        for (datatype, base) in self.all[group..].iter_mut().zip(bases) {
            (datatype.rank, datatype.base) = base.ok_or(datatype.sort)?;
            datatype.group = group;
        }
        for (index, _) in finite {
            self.all[index].is_finite = true;
        }
        Ok(())
    }

    /// The datatypes from this one on that settle, in that order, each with the position of the alternative
    /// by which it does: one whose fields all have settled before. Fields of other sorts are settled if
    /// `is_settled` says so.
    fn settled(
        &self,
        group: usize,
        terms: &Terms,
        alternatives: impl Fn(&Datatype) -> Vec<(usize, Vec<Symbol>)>,
        is_settled: impl Fn(&Datatypes, Sort) -> bool,
    ) -> Vec<(usize, usize)> {
        let mut missing: Vec<(usize, usize, usize)> = Vec::new();
        let mut waiting: Vec<Vec<usize>> = vec![Vec::new(); self.all.len() - group];
        let mut ready = Vec::new();
        for (index, datatype) in self.all.iter().enumerate().skip(group) {
            for (position, fields) in alternatives(datatype) {
                let mut count = 0;
                for field in fields {
                    let sort = terms.symbol_sort(field);
                    match self.by_sort.get(&sort) {
                        Some(&other) if other >= group => {
                            waiting[other - group].push(missing.len());
                            count += 1;
                        }
                        _ => count += usize::from(!is_settled(self, sort)),
                    }
                }
                if count == 0 {
                    ready.push(missing.len());
                }
                missing.push((index, position, count));
            }
        }
        let mut settled = Vec::new();
        let mut is_done = vec![false; self.all.len() - group];
        let mut next = 0;
        while let Some(&alternative) = ready.get(next) {
            next += 1;
            let (index, position, _) = missing[alternative];
            if std::mem::replace(&mut is_done[index - group], true) {
                continue;
            }
            settled.push((index, position));
            for &other in &waiting[index - group] {
                missing[other].2 -= 1;
                if missing[other].2 == 0 {
                    ready.push(other);
                }
            }
        }
        settled
    }
}
