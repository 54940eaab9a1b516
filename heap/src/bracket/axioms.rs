//! Axioms of the macro fragment (thesis, section 5.3.2).
//!
//! An axiom says something about a function at all its arguments: `forall i. F(f(i), i)`. If no such axiom
//! applies the function to anything but its variables, instances at those terms `f(t)` that occur decide:
//! wherever else, the function can be chosen as the axiom wants it.

use cfp_solver::{Op, Symbol, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};
use std::fmt;

/// Instances are made of instances; after so many for one question something is wrong with the axioms.
const MAX_INSTANCES: usize = 100_000;

/// `forall variables. body`, instantiated wherever the function is applied.
#[derive(Clone, Debug)]
pub struct Axiom {
    /// The function whose applications ask for the axiom.
    pub function: Symbol,
    /// One variable for each argument of the function.
    pub variables: Vec<Term>,
    /// What holds for all values of the variables.
    pub body: Term,
}

/// Instances of axioms ask for ever more instances: they are outside of the macro fragment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Endless;

impl fmt::Display for Endless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the instances of the axioms ask for ever more instances")
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

    /// The axioms at all applications in some formulas, and in the instances themselves.
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
                // An instance that is not linear says nothing that could be used.
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
