//! Linear real and mixed arithmetic as a theory of the SAT core.
//!
//! An atom is `x <= c` or `x < c` for a variable `x` of the simplex, structural or slack: an upper bound
//! without or with an infinitesimal part. Its negation is `x > c` or `x >= c`. If `x` has integer values only
//! (an integer variable, or a form over such with integer coefficients), bounds are rounded to integers, and
//! the negation of `x <= k` is `x >= k + 1`.
//!
//! When all atoms have a value and the simplex is content, integer variables may still have other values.
//! Then one of them is branched on: `x <= floor` becomes a new atom, which the core decides like any other.
//! Now and then a cut is added instead ([`cuts`]), as a lemma that rests on the bounds it used. This need not
//! end if the integer variables are unbounded; dives ([`dive`]) find most models there are, and else the
//! budget ends.

use super::{concrete, cuts, dive};
use crate::answer::Unknown;
use crate::arith::{AtomTable, Reasons, conflict_clause, lit_of, tag_of};
use crate::limits::Budget;
use crate::linear::{Linear, NumVar};
use crate::num::{DeltaRat, Int, Rat};
use crate::sat::theory::{FinalCheck, Theory, TheoryContext};
use crate::sat::{Lit, SatSolver, Var};
use crate::simplex::{ArithVar, Check, Farkas, Side, Simplex, SimplexStats, Value};
use fxhash::FxHashMap;
use std::cmp::Ordering;

/// Counters of the theory.
#[derive(Clone, Debug, Default)]
pub(crate) struct LraStats {
    /// Literals that rows implied.
    pub propagations: u64,
    /// Conflicts of the simplex.
    pub conflicts: u64,
    /// Splits on an integer variable.
    pub branches: u64,
    /// Looks for a mixed integer cut.
    pub cuts_tried: u64,
    /// Cuts found.
    pub cuts: u64,
    /// Dives for a model.
    pub dives_tried: u64,
    /// Models found by them.
    pub dives: u64,
}

/// Switches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LraOptions {
    /// Mixed integer cuts.
    pub cuts: bool,
    /// Dives for a model.
    pub dives: bool,
}

impl Default for LraOptions {
    fn default() -> Self {
        LraOptions { cuts: true, dives: true }
    }
}

/// A cut is looked for once in so many final checks with an integer variable that has another value; else it
/// is branched on.
const CUT_PERIOD: u64 = 4;
/// Final checks of that kind between two dives, at most: the number doubles with every dive that finds
/// nothing.
const LONGEST_DIVE_PERIOD: u64 = 64;

/// Simplex over the reals, and the atoms that stand for bounds.
///
/// Variables, forms and atoms may be added at any time between searches.
#[derive(Default)]
pub(crate) struct LraTheory {
    options: LraOptions,
    simplex: Simplex<DeltaRat>,
    atoms: AtomTable<DeltaRat>,
    /// Simplex variables of the circuit's variables.
    columns: FxHashMap<NumVar, ArithVar>,
    /// Per simplex variable: whether its values are integers.
    is_integer: Vec<bool>,
    /// Slack variables by their form.
    slacks: FxHashMap<Linear<ArithVar>, ArithVar>,
    /// A contradiction between bounds of one variable, found while asserting.
    conflict: Option<Box<Farkas<DeltaRat>>>,
    reasons: Reasons,
    /// Final checks until the next dive, and how many there were before.
    dive_wait: u64,
    dive_period: u64,
    /// Values of all simplex variables, from the last final check that was consistent.
    model: Vec<Rat>,
    stats: LraStats,
}

impl LraTheory {
    /// No variables and atoms yet.
    #[cfg(test)]
    pub(crate) fn new(options: LraOptions) -> LraTheory {
        LraTheory { options, ..LraTheory::default() }
    }

    /// Makes room for a variable, integer or real. Atoms do that by themselves; a variable that is in none
    /// has a value only if it was declared.
    pub(crate) fn declare(&mut self, var: NumVar) -> ArithVar {
        if let Some(&column) = self.columns.get(&var) {
            return column;
        }
        let column = self.simplex.new_var();
        self.is_integer.push(!var.is_real());
        self.columns.insert(var, column);
        column
    }

    /// Makes the atom `form <= bound`, or `form < bound` if it is strict. Forms that differ by a factor share
    /// their atoms, so the literal may be a negated one: `-x <= 3` is the negation of `x < -3`.
    ///
    /// # Panics
    /// If the form has no variable.
    pub(crate) fn new_atom(
        &mut self,
        form: &Linear<NumVar>,
        bound: Rat,
        strict: bool,
        sat: &mut SatSolver,
        budget: &mut Budget,
    ) -> Lit {
        let form = form.map(|var| self.declare(var));
        let (var, bound, is_upper) = self.normalize(&form, bound, strict, budget);
        self.atoms.make(var, bound, sat).lit(is_upper)
    }

    /// The same during the search, for a caller who states something new with it.
    ///
    /// # Panics
    /// If the form has no variable.
    pub(crate) fn new_atom_in_search(
        &mut self,
        form: &Linear<NumVar>,
        bound: Rat,
        strict: bool,
        context: &mut TheoryContext<'_>,
    ) -> Lit {
        let form = form.map(|var| self.declare(var));
        let (var, bound, is_upper) = self.normalize(&form, bound, strict, context.budget);
        self.atoms.make_in_search(var, bound, context).lit(is_upper)
    }

    /// Clauses that order the atoms of each variable: each implies the next. To be called once before the
    /// first search, after most atoms have been made; atoms made later bring their own.
    pub(crate) fn write_order_clauses(&mut self, sat: &mut SatSolver) {
        self.atoms.write_order(sat);
    }

    /// The value of a circuit variable in the model of the last consistent final check; `None` if it is
    /// neither declared nor in an atom of that time.
    pub(crate) fn value(&self, var: NumVar) -> Option<&Rat> {
        self.columns.get(&var).and_then(|column| self.model.get(column.index()))
    }

    /// How many values besides one the bounds in force on its variables leave a form, at most; `None` if they
    /// do not limit it, or to an interval of reals.
    pub(crate) fn num_other_values(&self, form: &Linear<NumVar>) -> Option<Int> {
        let mut width = Int::ZERO;
        for (var, coefficient) in form.terms() {
            let column = *self.columns.get(var)?;
            if self.simplex.is_fixed(column) {
                continue;
            }
            let (lower, upper) = (self.simplex.lower(column)?, self.simplex.upper(column)?);
            if !self.is_integer[column.index()] {
                return None;
            }
            width.add_mul_assign(&(upper.floor() - lower.ceil()), &coefficient.abs());
        }
        Some(width)
    }

    /// Counters of the theory.
    pub(crate) fn stats(&self) -> &LraStats {
        &self.stats
    }

    /// Counters of the simplex.
    pub(crate) fn simplex_stats(&self) -> &SimplexStats {
        self.simplex.stats()
    }

    /// `form <= bound` or `form < bound` as `(x, c, true)` if it says `x <= c`, and `(x, c, false)` if it
    /// says the contrary.
    fn normalize(
        &mut self,
        form: &Linear<ArithVar>,
        bound: Rat,
        strict: bool,
        budget: &mut Budget,
    ) -> (ArithVar, DeltaRat, bool) {
        let is_upper = form.terms().first().expect("an atom has variables").1.is_positive();
        let factor = if is_upper { form.content() } else { -form.content() };
        let var = self.var_of_form(&form.divided(&factor), budget);
        let bound = bound.div_int(&factor);
        // Divided by a negative number, `form <= bound` is `x >= c`, the contrary of `x < c`.
        let bound = if strict == is_upper { DeltaRat::below(bound) } else { DeltaRat::from(bound) };
        (var, rounded(bound, Side::Upper, self.is_integer[var.index()]), is_upper)
    }

    /// The variable that is equal to a primitive form: a structural one, or a slack.
    fn var_of_form(&mut self, form: &Linear<ArithVar>, budget: &mut Budget) -> ArithVar {
        if let [(var, coefficient)] = form.terms()
            && coefficient.is_one()
        {
            return *var;
        }
        if let Some(&slack) = self.slacks.get(form) {
            return slack;
        }
        let slack = self.simplex.define(form, budget);
        self.is_integer.push(form.terms().iter().all(|(var, _)| self.is_integer[var.index()]));
        self.slacks.insert(form.clone(), slack);
        slack
    }

    /// What an atom means: a form over structural variables, its upper bound, and whether that is strict.
    pub(crate) fn meaning(&self, atom: Var) -> Option<(Linear<ArithVar>, Rat, bool)> {
        let (var, bound) = self.atoms.get(atom)?;
        let strict = *bound < DeltaRat::from(bound.real.clone());
        Some((self.simplex.expand(*var), bound.real.clone(), strict))
    }

    /// The variables of the problem that structural ones stand for.
    pub(crate) fn names(&self) -> FxHashMap<ArithVar, NumVar> {
        self.columns.iter().map(|(name, column)| (*column, *name)).collect()
    }

    /// The bound that a literal stands for.
    fn bound_of(&self, lit: Lit) -> (ArithVar, Side, DeltaRat) {
        let Some((var, bound)) = self.atoms.get(lit.var()) else { unreachable!("{lit:?} is no atom") };
        if lit.is_positive() {
            return (*var, Side::Upper, bound.clone());
        }
        let contrary = bound.contrary(Side::Upper);
        (*var, Side::Lower, rounded(contrary, Side::Lower, self.is_integer[var.index()]))
    }

    /// Runs the simplex and reports a conflict; whether the assignment is feasible now.
    fn restore_feasibility(&mut self, context: &mut TheoryContext<'_>) -> bool {
        let conflict = match self.conflict.take() {
            Some(conflict) => conflict,
            None => match self.simplex.check(context.budget) {
                Check::Feasible => return true,
                Check::Stopped => return false,
                Check::Conflict(conflict) => conflict,
            },
        };
        self.stats.conflicts += 1;
        context.conflict(conflict_clause(&conflict));
        false
    }

    /// Reports literals that follow from rows.
    fn propagate_rows(&mut self, context: &mut TheoryContext<'_>) {
        let LraTheory { simplex, atoms, is_integer, reasons, stats, .. } = self;
        let (values, budget) = context.values_and_budget();
        let mut implied_lits: Vec<Lit> = Vec::new();
        simplex.propagate_rows(budget, |simplex, implied| {
            let value = rounded(implied.value.clone(), implied.side, is_integer[implied.var.index()]);
            let Some(lit) = atoms.implied(implied.var, implied.side, &value) else { return };
            if values.value(lit) == Some(true) || implied_lits.contains(&lit) {
                return;
            }
            reasons.record(lit, simplex.implied_by(&implied).map(|bound| lit_of(bound.tag)));
            implied_lits.push(lit);
        });
        stats.propagations += implied_lits.len() as u64;
        for lit in implied_lits {
            context.propagate(lit);
        }
    }

    /// Whether the premises and the negation of a literal contradict each other over the reals: a check of
    /// explanations that shares nothing with the tableau they were read off.
    fn follows(&self, lit: Lit, premises: &[Lit]) -> bool {
        let mut scratch = Simplex::<DeltaRat>::default();
        let mut budget = Budget::unlimited();
        self.simplex.vars().for_each(|_| _ = scratch.new_var());
        let mut consistent = true;
        for &lit in premises.iter().chain(&[!lit]) {
            let (var, side, value) = self.bound_of(lit);
            let slack = scratch.define(&self.simplex.expand(var), &mut budget);
            consistent &= scratch.assert_bound(slack, side, value, tag_of(lit)).is_ok();
        }
        !consistent || matches!(scratch.check(&mut budget), Check::Conflict(_))
    }

    /// Looks for a model by a dive, if it is time to; whether one was found.
    fn try_dive(&mut self, context: &mut TheoryContext<'_>) -> bool {
        if !self.options.dives {
            return false;
        }
        if self.dive_wait > 0 {
            self.dive_wait -= 1;
            return false;
        }
        self.stats.dives_tried += 1;
        let is_integer = &self.is_integer;
        let next = |simplex: &Simplex<DeltaRat>| fractional(simplex, is_integer);
        match dive::find(&mut self.simplex, next, context.budget) {
            Some(model) => {
                self.stats.dives += 1;
                self.dive_period = 0;
                self.model = model;
                true
            }
            None => {
                self.dive_period = (2 * self.dive_period).clamp(1, LONGEST_DIVE_PERIOD);
                self.dive_wait = self.dive_period;
                false
            }
        }
    }

    /// Looks for a cut, if it is time to; whether one was added.
    fn try_cut(&mut self, context: &mut TheoryContext<'_>) -> bool {
        if !self.options.cuts || !(self.stats.branches + self.stats.cuts).is_multiple_of(CUT_PERIOD) {
            return false;
        }
        self.stats.cuts_tried += 1;
        let Some(cut) = cuts::find(&self.simplex, &self.is_integer, context.budget) else { return false };
        self.stats.cuts += 1;
        let mut lemma: Vec<Lit> = cut.tags.iter().map(|&tag| !lit_of(tag)).collect();
        if !cut.form.is_empty() {
            let (form, bound) = (cut.form.scaled(&Int::MINUS_ONE), -cut.bound);
            let (var, bound, is_upper) = self.normalize(&form, bound, false, context.budget);
            lemma.push(self.atoms.make_in_search(var, bound, context).lit(is_upper));
        }
        context.lemma(lemma);
        true
    }

    /// Splits on an integer variable by a new atom that the core decides next.
    fn branch(&mut self, var: ArithVar, context: &mut TheoryContext<'_>) {
        self.stats.branches += 1;
        let value = self.simplex.value(var);
        let floor = value.floor();
        let nearer_is_below = &value.real - Rat::from(&floor) <= Rat::new(Int::ONE, Int::from(2));
        let atom = self.atoms.make_in_search(var, DeltaRat::from(floor), context);
        context.prefer(atom.lit(nearer_is_below));
    }
}

/// An integer variable whose value is none: the one with the smallest range, since its subtree is the
/// smallest; among unbounded ones the one with the smallest value.
fn fractional(simplex: &Simplex<DeltaRat>, is_integer: &[bool]) -> Option<ArithVar> {
    let is_fractional = |&var: &ArithVar| {
        is_integer[var.index()] && simplex.definition(var).is_none() && !simplex.is_integral(var)
    };
    let rank = |&var: &ArithVar| match (simplex.lower(var), simplex.upper(var)) {
        (Some(lower), Some(upper)) => (0, &upper.real - &lower.real),
        (None, None) => (2, simplex.value(var).real.abs()),
        _ => (1, simplex.value(var).real.abs()),
    };
    simplex.vars().filter(is_fractional).min_by_key(rank)
}

/// A bound of a variable: as it is for a real one, rounded inwards for an integer one.
fn rounded(bound: DeltaRat, side: Side, is_integer: bool) -> DeltaRat {
    match side {
        _ if !is_integer => bound,
        Side::Lower => DeltaRat::from(bound.ceil()),
        Side::Upper => DeltaRat::from(bound.floor()),
    }
}

impl Theory for LraTheory {
    fn assert_lit(&mut self, lit: Lit) {
        let (var, side, value) = self.bound_of(lit);
        if let Err(conflict) = self.simplex.assert_bound(var, side, value, tag_of(lit)) {
            self.conflict.get_or_insert(conflict);
        }
    }

    fn new_level(&mut self) {
        self.simplex.push();
        self.reasons.push();
    }

    fn backtrack(&mut self, level: usize) {
        self.simplex.pop_to(level);
        self.reasons.pop_to(level);
        self.conflict = None;
    }

    fn propagate(&mut self, context: &mut TheoryContext<'_>) {
        if self.restore_feasibility(context) {
            self.propagate_rows(context);
        }
    }

    fn explain(&mut self, lit: Lit, premises: &mut Vec<Lit>) {
        let reason = self.reasons.of(lit);
        debug_assert!(self.follows(lit, reason), "{lit:?} does not follow from its premises");
        premises.extend_from_slice(reason);
    }

    fn final_check(&mut self, context: &mut TheoryContext<'_>) -> FinalCheck {
        if !self.restore_feasibility(context) {
            return match context.budget.stopped() {
                Some(reason) => FinalCheck::GiveUp(reason.clone()),
                None => FinalCheck::Continue,
            };
        }
        if !context.budget.spend(self.simplex.num_vars() as u64) {
            return FinalCheck::GiveUp(context.budget.stopped().cloned().unwrap_or(Unknown::Interrupted));
        }
        let find = |theory: &LraTheory| fractional(&theory.simplex, &theory.is_integer);
        if find(self).is_some() && self.try_dive(context) {
            return FinalCheck::Consistent;
        }
        if let Some(reason) = context.budget.stopped() {
            return FinalCheck::GiveUp(reason.clone());
        }
        // A dive that found nothing may have changed the values.
        if let Some(var) = find(self) {
            if !self.try_cut(context) {
                self.branch(var, context);
            }
            return FinalCheck::Continue;
        }
        self.model = concrete::model(&self.simplex);
        FinalCheck::Consistent
    }

    fn suggest_phase(&self, var: Var) -> Option<bool> {
        let (var, bound) = self.atoms.get(var)?;
        Some(self.simplex.compare(*var, bound) != Ordering::Greater)
    }
}
