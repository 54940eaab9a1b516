//! Substitution.

use super::{Symbol, Term, TermError, Terms};
use fxhash::{FxHashMap, FxHashSet};

impl Terms {
    /// The term with every occurrence of a key replaced by its value, at once: values are not looked into
    /// again. Bound variables are symbols of their own (see [`Terms::exists`]), so nothing is captured; keys
    /// must not be variables bound inside the term.
    ///
    /// An error if the result would not be a term: a product of two unknowns, for example.
    ///
    /// ```
    /// use cfp_solver::{Sort, Terms};
    /// use fxhash::FxHashMap;
    ///
    /// let mut terms = Terms::new();
    /// let (x, y) = (terms.constant("x", Sort::Int), terms.constant("y", Sort::Int));
    /// let claim = terms.lt(&[x, y]);
    /// let swapped = terms.substitute(claim, &FxHashMap::from_iter([(x, y), (y, x)])).unwrap();
    /// assert_eq!(terms.display(swapped).to_string(), "(< y x)");
    /// ```
    pub fn substitute(&mut self, root: Term, values: &FxHashMap<Term, Term>) -> Result<Term, TermError> {
        // Arguments have smaller indices than the terms made from them, so older terms than the keys stay.
        let Some(&oldest) = values.keys().min() else { return Ok(root) };
        let mut done: FxHashMap<Term, Term> = values.clone();
        let is_done = |done: &FxHashMap<Term, Term>, term: &Term| *term < oldest || done.contains_key(term);
        let mut pending = vec![root];
        while let Some(&term) = pending.last() {
            if is_done(&done, &term) {
                pending.pop();
                continue;
            }
            let missing = pending.len();
            pending.extend(self.args(term).iter().filter(|arg| !is_done(&done, arg)));
            if pending.len() > missing {
                continue;
            }
            pending.pop();
            let args: Vec<Term> = self.args(term).iter().map(|arg| *done.get(arg).unwrap_or(arg)).collect();
            let is_same = args == self.args(term);
            let result = if is_same { term } else { self.make(self.op(term), &args)? };
            done.insert(term, result);
        }
        Ok(*done.get(&root).unwrap_or(&root))
    }

    /// The symbols that occur freely below these terms, constants and functions, in the order of their
    /// declaration.
    pub fn free_symbols(&self, roots: &[Term]) -> Vec<Symbol> {
        let mut found = FxHashSet::default();
        let mut bound = FxHashSet::default();
        for term in self.reachable(roots) {
            match self.op(term) {
                super::Op::Symbol(symbol) | super::Op::Apply(symbol) => _ = found.insert(symbol),
                _ => {
                    let variables = self.quantifier(term).map_or(&[][..], |(variables, _)| variables);
                    bound.extend(variables.iter().filter_map(|&variable| self.as_symbol(variable)));
                }
            }
        }
        let mut free: Vec<Symbol> = found.into_iter().filter(|symbol| !bound.contains(symbol)).collect();
        free.sort_unstable();
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Sort;

    #[test]
    fn deep_and_shared_terms_are_rewritten_once() {
        let mut terms = Terms::new();
        let (x, y) = (terms.constant("x", Sort::Int), terms.constant("y", Sort::Int));
        let mut deep = x;
        for _ in 0..100_000 {
            deep = terms.add(&[deep, deep]);
        }
        let before = terms.len();
        let replaced = terms.substitute(deep, &FxHashMap::from_iter([(x, y)])).unwrap();
        assert_eq!(terms.len(), before + 100_000);
        assert_eq!(terms.substitute(replaced, &FxHashMap::from_iter([(y, x)])), Ok(deep));
    }

    #[test]
    fn results_are_checked_and_bound_symbols_are_not_free() {
        let mut terms = Terms::new();
        let (x, y) = (terms.constant("x", Sort::Int), terms.constant("y", Sort::Int));
        let three = terms.int(3);
        let product = terms.mul(three, x);
        assert_eq!(terms.substitute(product, &FxHashMap::from_iter([(three, y)])), Err(TermError::NonLinear));
        let below = terms.lt(&[x, y]);
        let claim = terms.exists(&[x], below);
        assert_eq!(terms.free_symbols(&[claim]), [terms.as_symbol(y).unwrap()]);
    }
}
