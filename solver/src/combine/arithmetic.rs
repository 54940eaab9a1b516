//! The theory of arithmetic that a problem needs.

use crate::arith::ArithTheory;
use crate::idl::DifferenceTheory;
use crate::lia::LiaTheory;
use crate::lia::ladder::LadderOptions;
use crate::limits::Budget;
use crate::linear::{Linear, LinearExpr, NumVar};
use crate::lra::LraTheory;
use crate::num::{Int, Rat};
use crate::sat::theory::{FinalCheck, Theory, TheoryContext};
use crate::sat::{Lit, SatSolver, Var};
use crate::stats::Statistics;

/// Which theory of arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ArithmeticKind {
    /// All atoms are differences of integers; none may be added during the search.
    Difference,
    /// Linear arithmetic over integers.
    Integer,
    /// Linear arithmetic over reals, or over reals and integers.
    Real,
}

/// One of the theories of arithmetic.
#[expect(clippy::large_enum_variant, reason = "there is one per problem")]
pub(super) enum Arithmetic {
    Difference(DifferenceTheory<i64>),
    Integer(LiaTheory),
    Real(LraTheory),
}

/// Calls a method of the theory that there is.
macro_rules! delegate {
    ($self:expr, $theory:ident => $call:expr) => {
        match $self {
            Arithmetic::Difference($theory) => $call,
            Arithmetic::Integer($theory) => $call,
            Arithmetic::Real($theory) => $call,
        }
    };
}

impl Arithmetic {
    pub(super) fn new(kind: ArithmeticKind, options: LadderOptions) -> Arithmetic {
        match kind {
            ArithmeticKind::Difference => Arithmetic::Difference(DifferenceTheory::new()),
            ArithmeticKind::Integer => Arithmetic::Integer(LiaTheory::new(options)),
            ArithmeticKind::Real => Arithmetic::Real(LraTheory::default()),
        }
    }

    /// Makes the atom `form <= bound` of a form over integers.
    pub(super) fn integer_atom(
        &mut self,
        form: &Linear<NumVar>,
        bound: &Int,
        sat: &mut SatSolver,
        budget: &mut Budget,
    ) -> Lit {
        match self {
            Arithmetic::Difference(theory) => theory.new_atom(form, bound, sat, budget).positive(),
            Arithmetic::Integer(theory) => theory.new_atom(form, bound, sat, budget).positive(),
            Arithmetic::Real(theory) => theory.new_atom(form, Rat::from(bound), false, sat, budget),
        }
    }

    /// Makes the atom `form <= bound`, or `<` if strict, of a form with reals.
    pub(super) fn real_atom(
        &mut self,
        form: &Linear<NumVar>,
        bound: &Rat,
        strict: bool,
        sat: &mut SatSolver,
        budget: &mut Budget,
    ) -> Lit {
        match self {
            Arithmetic::Real(theory) => theory.new_atom(form, bound.clone(), strict, sat, budget),
            _ => unreachable!("a problem with reals has their theory"),
        }
    }

    /// Makes the atom `expr <= 0` of an expression with a variable, before the search.
    pub(super) fn literal_before(
        &mut self,
        expr: &LinearExpr,
        sat: &mut SatSolver,
        budget: &mut Budget,
    ) -> Lit {
        let (form, bound, is_negated) = expr.as_bound();
        let lit = self.integer_atom(&form, &bound, sat, budget);
        if is_negated { !lit } else { lit }
    }

    /// The literal `expr <= 0` during the search; the expression has a variable.
    pub(super) fn literal(&mut self, expr: &LinearExpr, context: &mut TheoryContext<'_>) -> Lit {
        match self {
            Arithmetic::Difference(_) => {
                unreachable!("the combination does not ask difference logic for atoms")
            }
            Arithmetic::Integer(theory) => theory.literal(expr, context),
            Arithmetic::Real(theory) => {
                theory.new_atom_in_search(&expr.form, Rat::from(-&expr.constant), false, context)
            }
        }
    }

    pub(super) fn write_order_clauses(&mut self, sat: &mut SatSolver) {
        delegate!(self, theory => theory.write_order_clauses(sat));
    }

    /// The value of a variable in the model of the last consistent final check; `None` if no atom has it.
    pub(super) fn value(&self, var: NumVar) -> Option<Rat> {
        match self {
            Arithmetic::Difference(theory) => theory.value(var).map(Rat::from),
            Arithmetic::Integer(theory) => theory.value(var).map(Rat::from),
            Arithmetic::Real(theory) => theory.value(var).cloned(),
        }
    }

    /// How many values besides one the bounds in force on its variables leave a form; `None` for more than
    /// can be counted.
    pub(super) fn num_other_values(&self, form: &Linear<NumVar>) -> Option<Int> {
        match self {
            Arithmetic::Difference(_) => None,
            Arithmetic::Integer(theory) => theory.num_other_values(form),
            Arithmetic::Real(theory) => theory.num_other_values(form),
        }
    }

    pub(super) fn collect_statistics(&self, statistics: &mut Statistics) {
        match self {
            Arithmetic::Difference(theory) => theory.collect_statistics(statistics),
            Arithmetic::Integer(theory) => theory.collect_statistics(statistics),
            Arithmetic::Real(theory) => {
                let (own, simplex) = (theory.stats(), theory.simplex_stats());
                statistics.extend(&[
                    ("lra-conflicts", own.conflicts),
                    ("lra-propagations", own.propagations),
                    ("lra-branches", own.branches),
                    ("lra-dives-tried", own.dives_tried),
                    ("lra-dives", own.dives),
                    ("simplex-checks", simplex.checks),
                    ("simplex-pivots", simplex.pivots),
                ]);
            }
        }
    }
}

impl Theory for Arithmetic {
    fn assert_lit(&mut self, lit: Lit) {
        delegate!(self, theory => theory.assert_lit(lit));
    }

    fn new_level(&mut self) {
        delegate!(self, theory => theory.new_level());
    }

    fn backtrack(&mut self, level: usize) {
        delegate!(self, theory => theory.backtrack(level));
    }

    fn propagate(&mut self, context: &mut TheoryContext<'_>) {
        delegate!(self, theory => theory.propagate(context));
    }

    fn explain(&mut self, lit: Lit, premises: &mut Vec<Lit>) {
        delegate!(self, theory => theory.explain(lit, premises));
    }

    fn final_check(&mut self, context: &mut TheoryContext<'_>) -> FinalCheck {
        delegate!(self, theory => theory.final_check(context))
    }

    fn suggest_phase(&self, var: Var) -> Option<bool> {
        delegate!(self, theory => theory.suggest_phase(var))
    }
}
