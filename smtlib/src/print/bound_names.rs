//! Names of bound variables in printed terms.
//!
//! A variable keeps its declared name unless that clashes with a free symbol, a function of a theory or a
//! variable of an enclosing binder. Otherwise a number is appended: `x!1`.

use crate::text::literal::symbol_literal;
use cfp_solver::{Symbol, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};

/// The names of the variables in scope at some point of the text.
#[derive(Default)]
pub(crate) struct BoundNames {
    /// Names that mean something at this point.
    taken: FxHashSet<String>,
    /// The variables in scope, innermost last: their texts, and the number to be tried next for their
    /// declared names before them.
    in_scope: FxHashMap<Symbol, Vec<(String, usize)>>,
    /// Which number to try next for a declared name; all smaller ones are taken.
    next_number: FxHashMap<String, usize>,
}

impl BoundNames {
    /// No variables in scope, and these names for what is free.
    pub(crate) fn new(taken: FxHashSet<String>) -> BoundNames {
        BoundNames { taken, ..BoundNames::default() }
    }

    /// Brings a variable into scope; returns its name.
    pub(crate) fn enter(&mut self, terms: &Terms, variable: Term) -> &str {
        let symbol = terms.as_symbol(variable).expect("variables are symbols");
        let declared = terms.name(symbol);
        let number = self.next_number.entry(declared.to_string()).or_insert(0);
        let before = *number;
        let name = loop {
            let candidate = match *number {
                0 => symbol_literal(declared).into_owned(),
                _ => symbol_literal(&format!("{declared}!{number}")).into_owned(),
            };
            *number += 1;
            if self.taken.insert(candidate.clone()) {
                break candidate;
            }
        };
        let names = self.in_scope.entry(symbol).or_default();
        names.push((name, before));
        &names.last().expect("just pushed").0
    }

    /// Takes the variables of the innermost binder out of scope.
    pub(crate) fn leave(&mut self, terms: &Terms, variables: &[Term]) {
        for &variable in variables.iter().rev() {
            let symbol = terms.as_symbol(variable).expect("variables are symbols");
            let Some((name, before)) = self.in_scope.get_mut(&symbol).and_then(Vec::pop) else { continue };
            self.taken.remove(&name);
            if let Some(number) = self.next_number.get_mut(terms.name(symbol)) {
                *number = before;
            }
        }
    }

    /// The name of a symbol, if it is bound at this point.
    #[inline]
    pub(crate) fn name(&self, symbol: Symbol) -> Option<&str> {
        if self.in_scope.is_empty() {
            return None;
        }
        self.in_scope.get(&symbol)?.last().map(|(name, _)| name.as_str())
    }
}
