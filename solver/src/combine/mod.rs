//! Combination of theories: arithmetic and equality with uninterpreted functions.
//!
//! Every atom belongs to one theory. The theories share the numeric arguments and values of functions: nodes
//! of the e-graph in the theory of equality, linear expressions in arithmetic (`shared.rs`). They must agree
//! on which of them are equal. Most of that is left to the final check: when both theories have a model, the
//! models are compared (`reconcile`), and where they disagree, an *interface equality* is created, an atom `a
//! = b` of the theory of equality that clauses tie to the atoms `a <= b` and `a >= b` of arithmetic. There
//! are finitely many of them, so this ends; and arithmetic need not be convex, since the search decides each
//! of them. This is model-based theory combination, after de Moura and Bjørner (2007).
//!
//! Arrays (`arrays.rs`), divisions by a variable (`divisions.rs`) and products of variables (`products.rs`)
//! are functions whose axioms are instantiated where a model violates them.

mod arithmetic;
mod arrays;
mod divisions;
mod meaning;
mod model;
mod products;
mod shared;

pub(crate) use arithmetic::ArithmeticKind;
pub(crate) use meaning::{AtomMeaning, Meanings, NodeMeaning};

use crate::circuit::FunctionTerm;
use crate::euf::{EufOptions, EufTheory};
use crate::lia::ladder::LadderOptions;
use crate::limits::Budget;
use crate::linear::{Linear, NumVar};
use crate::num::{Int, Rat};
use crate::sat::theory::{FinalCheck, Theory, TheoryContext};
use crate::sat::{Lit, SatSolver, Var};
use crate::stats::Statistics;
use arithmetic::Arithmetic;
use arrays::Arrays;
use divisions::Divisions;
use products::Products;
use shared::Shared;

/// The theories of a problem.
pub(crate) struct Combination {
    arithmetic: Arithmetic,
    kind: ArithmeticKind,
    equality: EufTheory,
    shared: Shared,
    arrays: Arrays,
    divisions: Divisions,
    products: Products,
    /// Whether there is anything for the theory of equality to do.
    has_functions: bool,
    /// Whether models have the most common value of a function where they need not have a certain one.
    pub(crate) common_defaults: bool,
}

impl Combination {
    /// No atoms yet.
    pub(crate) fn new(kind: ArithmeticKind, options: LadderOptions) -> Combination {
        Combination {
            arithmetic: Arithmetic::new(kind, options),
            kind,
            equality: EufTheory::new(EufOptions::default()),
            shared: Shared::default(),
            arrays: Arrays::default(),
            divisions: Divisions::default(),
            products: Products::default(),
            has_functions: false,
            common_defaults: false,
        }
    }

    /// Which theory of arithmetic there is.
    pub(crate) fn kind(&self) -> ArithmeticKind {
        self.kind
    }

    /// Makes the atom `form <= bound`.
    pub(crate) fn integer_atom(
        &mut self,
        form: &Linear<NumVar>,
        bound: &Int,
        sat: &mut SatSolver,
        budget: &mut Budget,
    ) -> Lit {
        self.arithmetic.integer_atom(form, bound, sat, budget)
    }

    /// Makes the atom `form <= bound`, or `<` if strict, of a form with reals.
    pub(crate) fn real_atom(
        &mut self,
        form: &Linear<NumVar>,
        bound: &Rat,
        strict: bool,
        sat: &mut SatSolver,
        budget: &mut Budget,
    ) -> Lit {
        self.arithmetic.real_atom(form, bound, strict, sat, budget)
    }

    /// The value of a numeric variable in the model of the last consistent final check; `None` if no atom has
    /// it.
    pub(crate) fn value(&self, var: NumVar) -> Option<Rat> {
        self.arithmetic.value(var)
    }

    /// Adds the counters of all theories.
    pub(crate) fn collect_statistics(&self, statistics: &mut Statistics) {
        self.arithmetic.collect_statistics(statistics);
        if self.has_functions {
            let equality = self.equality.stats();
            statistics.extend(&[
                ("euf-merges", equality.merges),
                ("euf-propagations", equality.propagations),
                ("euf-conflicts", equality.conflicts),
            ]);
        }
    }

    /// Makes the atom that says that two terms of declared sorts, or arrays, are equal.
    pub(crate) fn equality_atom(
        &mut self,
        left: FunctionTerm,
        right: FunctionTerm,
        sat: &mut SatSolver,
    ) -> Var {
        let (left, right) = (self.shared.node(left), self.shared.node(right));
        if let Some(var) = self.equality.equality_atom(left, right) {
            return var;
        }
        let var = sat.new_atom();
        self.equality.add_equality_atom(var, left, right);
        self.note_equality(var, left, right);
        var
    }

    /// Makes the atom that says that a Boolean term is true.
    pub(crate) fn predicate_atom(&mut self, term: FunctionTerm, sat: &mut SatSolver) -> Var {
        let node = self.shared.node(term);
        if let Some(var) = self.equality.atom_of(node) {
            return var;
        }
        let var = sat.new_atom();
        self.equality.add_predicate_atom(var, node);
        var
    }

    /// Writes the clauses that order the atoms of arithmetic.
    pub(crate) fn write_order_clauses(&mut self, sat: &mut SatSolver) {
        self.arithmetic.write_order_clauses(sat);
    }

    /// How many terms of the theory of equality are known.
    pub(crate) fn num_terms(&self) -> usize {
        self.shared.num_terms()
    }

    /// When the theories agree: instantiates axioms of arrays, divisions and products that their model
    /// violates.
    fn instantiate_axioms(&mut self, context: &mut TheoryContext<'_>) -> FinalCheck {
        if self.instantiate_arrays(context) {
            return FinalCheck::Continue;
        }
        // Products first: divisions may be stated as such.
        match self.instantiate_products(context) {
            FinalCheck::Consistent => self.instantiate_divisions(context),
            other => other,
        }
    }

    /// Whether an atom belongs to the theory of equality; all others belong to arithmetic.
    fn is_equality(&self, var: Var) -> bool {
        self.has_functions && self.equality.is_atom(var)
    }
}

impl Theory for Combination {
    fn assert_lit(&mut self, lit: Lit) {
        if self.is_equality(lit.var()) {
            self.equality.assert_lit(lit)
        } else {
            self.arithmetic.assert_lit(lit)
        }
    }

    fn new_level(&mut self) {
        self.arithmetic.new_level();
        if self.has_functions {
            self.equality.new_level();
        }
    }

    fn backtrack(&mut self, level: usize) {
        self.arithmetic.backtrack(level);
        if self.has_functions {
            self.equality.backtrack(level);
        }
    }

    fn propagate(&mut self, context: &mut TheoryContext<'_>) {
        if self.has_functions {
            self.equality.propagate(context);
            // Arithmetic can wait only if it is asked again before the next level is opened.
            if context.will_change() {
                return;
            }
        }
        self.arithmetic.propagate(context);
    }

    fn explain(&mut self, lit: Lit, premises: &mut Vec<Lit>) {
        if self.is_equality(lit.var()) {
            self.equality.explain(lit, premises);
        } else {
            self.arithmetic.explain(lit, premises);
        }
    }

    fn final_check(&mut self, context: &mut TheoryContext<'_>) -> FinalCheck {
        if !self.has_functions {
            return self.arithmetic.final_check(context);
        }
        match self.equality.final_check(context) {
            FinalCheck::Consistent => {}
            other => return other,
        }
        match self.arithmetic.final_check(context) {
            FinalCheck::Consistent => self.reconcile(context),
            other => other,
        }
    }

    fn suggest_phase(&self, var: Var) -> Option<bool> {
        if self.is_equality(var) { None } else { self.arithmetic.suggest_phase(var) }
    }
}
