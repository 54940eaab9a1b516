//! Axioms of the macro fragment (thesis, section 5.3.2).
//!
//! An axiom constrains a function at all its arguments: `forall i. F(f(i), i)`. If every axiom applies its
//! function to the bound variables only, then instances at the terms `f(t)` that occur in a query are
//! complete: everywhere else the function can be chosen to satisfy the axiom.

use cfp_solver::{Op, Symbol, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};
use std::fmt;

/// Instances trigger further instances. More than this many in one query mean that instantiation diverges.
const MAX_INSTANCES: usize = 100_000;

/// `forall variables. body`, instantiated at every application of the function.
#[derive(Clone, Debug)]
pub struct Axiom {
    /// The function whose applications trigger the axiom.
    pub function: Symbol,
    /// One variable for each argument of the function.
    pub variables: Vec<Term>,
    /// What holds for all values of the variables.
    pub body: Term,
}

/// Instantiation of the axioms diverges: they are outside of the macro fragment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Endless;

impl fmt::Display for Endless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("instantiation of the axioms does not terminate")
    }
}

impl std::error::Error for Endless {}

/// The axioms of an analysis.
#[derive(Default)]
pub(super) struct Axioms {
    by_function: FxHashMap<Symbol, Vec<Axiom>>,
}

impl Axioms {
    pub(super) fn add(&mut self, terms: &Terms, axiom: Axiom) {
        assert_eq!(
            axiom.variables.len(),
            terms.parameters(axiom.function).len(),
            "an axiom has a variable for each argument of its function"
        );
        self.by_function.entry(axiom.function).or_default().push(axiom);
    }

    /// Instances at all applications in the formulas, closed under applications in the instances themselves.
    pub(super) fn instances(&self, terms: &mut Terms, formulas: &[Term]) -> Result<Vec<Term>, Endless> {
        let mut found = Vec::new();
        if self.by_function.is_empty() {
            return Ok(found);
        }
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut pending: Vec<Term> = formulas.to_vec();
        while let Some(term) = pending.pop() {
            if !seen.insert(term) {
                continue;
            }
            pending.extend_from_slice(terms.args(term));
            let Op::Apply(function) = terms.op(term) else { continue };
            let args = terms.args(term).to_vec();
            for axiom in self.by_function.get(&function).into_iter().flatten() {
                let values = axiom.variables.iter().copied().zip(args.iter().copied()).collect();
                // A nonlinear instance cannot be used.
                if let Ok(instance) = terms.substitute(axiom.body, &values) {
                    found.push(instance);
                    pending.push(instance);
                }
                if found.len() > MAX_INSTANCES {
                    return Err(Endless);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }
}
