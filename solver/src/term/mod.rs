//! Terms: the formulas and numbers that users assert.
//!
//! A [`Terms`] arena holds every term once (hash-consing), so that equal terms are equal indices and a
//! formula is a DAG. Terms are kept *as they were written*: normalisation (linear polynomials, negation
//! normal form, …) happens in [`crate::preprocess`], on another representation, and models are checked
//! against what stands here. That makes the check independent of everything between the assertion and the
//! answer.
//!
//! Nothing in this module recurses over a term, so depth is bounded by memory only.

mod build;
mod display;
mod error;
mod features;
mod map;
mod quantify;
mod sort;
mod substitute;
mod table;

pub use display::Display;
pub(crate) use display::{int_text, real_text};
pub use error::TermError;
pub use features::Features;
pub(crate) use map::TermMap;
pub use sort::{Sort, SortId};
pub(crate) use table::Table;

use crate::num::{Int, Rat};
use fxhash::{FxHashMap, FxHashSet};
use sort::Sorts;
use std::fmt;

/// A term of some [`Terms`] arena.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(u32);

impl Term {
    /// Position of this term in per-term arrays: arguments always come before the terms that use them.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

/// A declared symbol: a constant or a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(u32);

impl Symbol {
    /// Position of this symbol in per-symbol arrays.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Index of a numeral in the arena's table of numerals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Numeral(u32);

/// What a term is made of. Arities are those of SMT-LIB: operators that it declares associative, chainable or
/// pairwise take any number of arguments from two on (conjunctions, disjunctions, sums and products from one
/// on).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// `true`
    True,
    /// `false`
    False,
    /// An integer constant.
    Number(Numeral),
    /// A real constant.
    Decimal(Numeral),
    /// A declared constant.
    Symbol(Symbol),
    /// A declared function, applied.
    Apply(Symbol),
    /// `not`
    Not,
    /// `and`
    And,
    /// `or`
    Or,
    /// `xor`, left-associative
    Xor,
    /// `=>`, right-associative
    Implies,
    /// `ite` of any sort
    Ite,
    /// `=`, chainable, of any sort
    Eq,
    /// `distinct`, pairwise
    Distinct,
    /// `+`
    Add,
    /// `-` of two or more arguments, left-associative
    Sub,
    /// unary `-`
    Neg,
    /// `*`; at most one argument is not a constant
    Mul,
    /// `*` of several arguments that are not constants. [`Terms::make`] makes [`Op::Mul`] of it where there
    /// is at most one.
    Product,
    /// `div`; rounds so that the remainder is never negative. By zero it is an unknown function of the
    /// dividend.
    Div,
    /// `mod`; never negative. By zero it is an unknown function of the dividend.
    Mod,
    /// `/` of two reals. By zero it is an unknown function of the dividend.
    Divide,
    /// `abs`
    Abs,
    /// `to_real`
    ToReal,
    /// `to_int`, the floor
    ToInt,
    /// `is_int`
    IsInt,
    /// `select` of an array at an index
    Select,
    /// `store` into an array at an index
    Store,
    /// The array of this sort with the same element everywhere.
    ConstArray(SortId),
    /// `(_ divisible n)`, `n > 0`
    Divisible(Numeral),
    /// `<=`, chainable
    Le,
    /// `<`, chainable
    Lt,
    /// `>=`, chainable
    Ge,
    /// `>`, chainable
    Gt,
    /// `forall`: the bound variables, which are symbols, and then the body
    Forall,
    /// `exists`: the bound variables, which are symbols, and then the body
    Exists,
}

#[derive(Clone, Copy)]
struct Node {
    op: Op,
    sort: Sort,
    /// Arguments: this slice of `Terms::args`.
    args_start: u32,
    args_len: u32,
    /// The value, if the term is a number or arithmetic on such: an entry of the table of its sort.
    constant: Option<Numeral>,
}

/// The declaration of a symbol.
struct Declaration {
    name: String,
    /// The sorts of the arguments; none for constants.
    parameters: Box<[Sort]>,
    sort: Sort,
}

/// The size of an arena at some point.
#[derive(Clone, Debug)]
pub struct TermMark {
    terms: usize,
    args: usize,
    numerals: usize,
    decimals: usize,
    symbols: usize,
}

impl TermMark {
    /// The number of terms.
    pub fn num_terms(&self) -> usize {
        self.terms
    }
}

/// The arena of hash-consed terms and the symbols in them.
///
/// ```
/// use cfp_solver::{Sort, Terms};
///
/// let mut terms = Terms::new();
/// let x = terms.constant("x", Sort::Int);
/// let two = terms.int(2);
/// let twice = terms.mul(two, x);
/// assert_eq!(terms.mul(two, x), twice, "the same term is made only once");
/// let even = terms.le(&[twice, two]);
/// assert_eq!(terms.display(even).to_string(), "(<= (* 2 x) 2)");
/// ```
#[derive(Default)]
pub struct Terms {
    nodes: Vec<Node>,
    args: Vec<Term>,
    table: Table,
    numerals: Vec<Int>,
    numeral_ids: FxHashMap<Int, Numeral>,
    decimals: Vec<Rat>,
    decimal_ids: FxHashMap<Rat, Numeral>,
    symbols: Vec<Declaration>,
    sorts: Sorts,
    /// How many terms are quantifiers.
    num_quantifiers: usize,
    /// Patterns of quantifiers, by their first variables.
    patterns: FxHashMap<Term, Vec<Box<[Term]>>>,
}

impl Terms {
    /// An empty arena.
    pub fn new() -> Terms {
        Terms::default()
    }

    /// The number of different terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no term was made yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The outermost operator of a term.
    #[inline]
    pub fn op(&self, term: Term) -> Op {
        self.nodes[term.index()].op
    }

    /// The arguments of a term.
    #[inline]
    pub fn args(&self, term: Term) -> &[Term] {
        let node = &self.nodes[term.index()];
        &self.args[node.args_start as usize..][..node.args_len as usize]
    }

    /// The sort of a term.
    #[inline]
    pub fn sort(&self, term: Term) -> Sort {
        self.nodes[term.index()].sort
    }

    /// The value of a numeral.
    #[inline]
    pub fn number(&self, numeral: Numeral) -> &Int {
        &self.numerals[numeral.0 as usize]
    }

    /// The value of a real constant.
    #[inline]
    pub fn decimal(&self, numeral: Numeral) -> &Rat {
        &self.decimals[numeral.0 as usize]
    }

    /// The value of an integer term that is a constant or arithmetic on constants only.
    #[inline]
    pub fn as_constant(&self, term: Term) -> Option<&Int> {
        let node = &self.nodes[term.index()];
        node.constant.filter(|_| node.sort == Sort::Int).map(|numeral| self.number(numeral))
    }

    /// The value of a numeric term of either sort that is a constant or arithmetic on constants only.
    pub fn as_rational(&self, term: Term) -> Option<Rat> {
        let node = &self.nodes[term.index()];
        node.constant.map(|numeral| match node.sort {
            Sort::Int => Rat::from(self.number(numeral)),
            _ => self.decimal(numeral).clone(),
        })
    }

    /// Whether a term is a number or arithmetic on numbers only.
    #[inline]
    pub fn is_constant(&self, term: Term) -> bool {
        self.nodes[term.index()].constant.is_some()
    }

    /// The current state, for [`crate::Solver::release_terms`].
    pub fn mark(&self) -> TermMark {
        TermMark {
            terms: self.nodes.len(),
            args: self.args.len(),
            numerals: self.numerals.len(),
            decimals: self.decimals.len(),
            symbols: self.symbols.len(),
        }
    }

    /// Removes all terms and symbols created since the mark. Indices are reused later, so no removed term may
    /// be kept; see [`crate::Solver::release_terms`].
    pub(crate) fn release(&mut self, mark: &TermMark) {
        for index in (mark.terms..self.nodes.len()).rev() {
            let term = Term(index as u32);
            let hash = build::hash_node(self.op(term), self.args(term));
            self.table.remove(hash, term.0);
            self.num_quantifiers -= usize::from(matches!(self.op(term), Op::Forall | Op::Exists));
        }
        self.nodes.truncate(mark.terms);
        self.args.truncate(mark.args);
        for value in self.numerals.drain(mark.numerals..) {
            self.numeral_ids.remove(&value);
        }
        for value in self.decimals.drain(mark.decimals..) {
            self.decimal_ids.remove(&value);
        }
        self.symbols.truncate(mark.symbols);
        self.patterns.retain(|variable, _| variable.index() < mark.terms);
        for patterns in self.patterns.values_mut() {
            patterns.retain(|pattern| pattern.iter().all(|term| term.index() < mark.terms));
        }
    }

    /// The number of declared symbols.
    pub fn num_symbols(&self) -> usize {
        self.symbols.len()
    }

    /// The name a symbol was declared with.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.symbols[symbol.index()].name
    }

    /// The sort a symbol was declared with; for functions that of their values.
    pub fn symbol_sort(&self, symbol: Symbol) -> Sort {
        self.symbols[symbol.index()].sort
    }

    /// The sorts of the arguments that a symbol takes; none for constants.
    pub fn parameters(&self, symbol: Symbol) -> &[Sort] {
        &self.symbols[symbol.index()].parameters
    }

    /// The terms that are reached from a root through terms of some kind, itself included, each once,
    /// arguments before the terms that use them. Costs as much as it finds.
    pub(crate) fn reachable_within(&self, root: Term, is_inner: impl Fn(&Terms, Term) -> bool) -> Vec<Term> {
        let mut seen = FxHashSet::from_iter([root]);
        let mut stack = vec![root];
        while let Some(term) = stack.pop() {
            if is_inner(self, term) {
                stack.extend(self.args(term).iter().filter(|&&arg| seen.insert(arg)));
            }
        }
        let mut found: Vec<Term> = seen.into_iter().collect();
        found.sort_unstable();
        found
    }

    /// Whether one of some terms is below `roots`, or one of them.
    ///
    /// ```
    /// use cfp_solver::{Sort, Terms};
    ///
    /// let mut terms = Terms::new();
    /// let [x, y, z] = ["x", "y", "z"].map(|name| terms.constant(name, Sort::Int));
    /// let sum = terms.add(&[x, y]);
    /// assert!(terms.mentions(&[sum, z], [z]) && terms.mentions(&[sum], [z, x]));
    /// assert!(!terms.mentions(&[sum], [z]));
    /// ```
    pub fn mentions(&self, roots: &[Term], parts: impl IntoIterator<Item = Term>) -> bool {
        let parts: FxHashSet<Term> = parts.into_iter().collect();
        // Arguments have smaller indices than the terms made from them, so older terms have none as a part.
        let Some(&oldest) = parts.iter().min() else { return false };
        let mut stack: Vec<Term> = roots.to_vec();
        let mut seen = FxHashSet::default();
        while let Some(term) = stack.pop() {
            if parts.contains(&term) {
                return true;
            }
            if term > oldest && seen.insert(term) {
                stack.extend_from_slice(self.args(term));
            }
        }
        false
    }

    /// The terms below `roots`, themselves included, each once, arguments before the terms that use them.
    pub fn reachable(&self, roots: &[Term]) -> Vec<Term> {
        let mut seen = vec![false; self.len()];
        let mut stack: Vec<Term> = roots.to_vec();
        let mut found = Vec::new();
        while let Some(term) = stack.pop() {
            if !std::mem::replace(&mut seen[term.index()], true) {
                found.push(term);
                stack.extend_from_slice(self.args(term));
            }
        }
        // Arguments have smaller indices than the terms made from them.
        found.sort_unstable();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_are_shared_and_different_ones_are_not() {
        let mut terms = Terms::new();
        let x = terms.constant("x", Sort::Int);
        let y = terms.constant("y", Sort::Int);
        let sum = terms.add(&[x, y]);
        assert_eq!(terms.add(&[x, y]), sum);
        assert_ne!(terms.add(&[y, x]), sum, "terms are kept as written");
        let before = terms.len();
        for _ in 0..100 {
            terms.add(&[x, y]);
        }
        assert_eq!(terms.len(), before);
        assert_ne!(terms.constant("x", Sort::Int), x, "a declaration makes a new symbol");
    }

    #[test]
    fn many_terms_survive_growth_of_the_table() {
        let mut terms = Terms::new();
        let x = terms.constant("x", Sort::Int);
        let made: Vec<Term> = (0..10_000)
            .map(|i| {
                let number = terms.int(i);
                terms.add(&[x, number])
            })
            .collect();
        for (i, &term) in made.iter().enumerate() {
            let number = terms.int(i);
            assert_eq!(terms.add(&[x, number]), term);
        }
    }

    #[test]
    fn released_terms_are_forgotten_and_the_others_found_again() {
        let mut terms = Terms::new();
        let x = terms.constant("x", Sort::Int);
        let kept: Vec<Term> = (0..500)
            .map(|i| {
                let number = terms.int(i);
                terms.add(&[x, number])
            })
            .collect();
        let mark = terms.mark();
        for round in 0..3 {
            let y = terms.constant("y", Sort::Int);
            for i in 0..1000 {
                let number = terms.int(i + round);
                terms.add(&[y, number]);
            }
            terms.release(&mark);
            assert_eq!((terms.len(), terms.num_symbols()), (mark.terms, mark.symbols));
            for (i, &term) in kept.iter().enumerate() {
                let number = terms.int(i);
                assert_eq!(terms.add(&[x, number]), term);
            }
        }
    }

    #[test]
    fn a_million_nested_terms_are_built_walked_and_printed() {
        let mut terms = Terms::new();
        let mut term = terms.constant("p", Sort::Bool);
        for _ in 0..1_000_000 {
            term = terms.not(term);
        }
        assert_eq!(terms.reachable(&[term]).len(), 1_000_001);
        assert!(terms.display(term).to_string().len() > 6_000_000);
    }
}
