//! Linear integer arithmetic as a theory of the SAT core.
//!
//! An atom is `x <= k` for a variable `x` of the simplex, structural or slack; its negation is `x >= k + 1`.
//! Assigned atoms are bounds, tagged with their literal. Atoms of one variable are ordered by binary clauses
//! (`x <= 3` implies `x <= 5`), so the core propagates between them by itself; the theory adds what rows
//! imply.
//!
//! A split of the [`Ladder`] becomes a new atom: `form <= floor` or its negation, `form >= floor + 1`. It
//! needs no clause at all, since an atom is either true or false. The core decides it like any other and
//! learns across it.
//!
//! Rows that splits add are kept for good. The core gives every atom a value before a final check, so a row
//! could go only together with its atoms and the clauses that have them. There is little to gain: with 100 M
//! ticks for each of 5 files of 19 families (CIRC, nec-smt, pidgeons, rings, …) every file with more than 20
//! splits had them on variables only, at most 381, and added no row at all; with the lattice off, cut_lemmas
//! has at most 21 rows from proofs, after 12,537 pivots.

use super::ladder::{Certificate, Ladder, LadderOptions, Step};
use super::planes::mir::Cut;
use super::split::Split;
use super::system::System;
use crate::answer::Unknown;
use crate::arith::ArithTheory;
use crate::arith::{AtomTable, Reasons, clause_against, conflict_clause, lit_of, tag_of};
use crate::limits::Budget;
use crate::linear::{Linear, LinearExpr, NumVar};
use crate::num::Int;
use crate::sat::theory::{FinalCheck, Theory, TheoryContext};
use crate::sat::{Lit, SatSolver, Var};
use crate::simplex::{ArithVar, Check, Farkas, Side, Simplex, Tag};
use crate::stats::Statistics;
use crate::term::Table;
use fxhash::{FxBuildHasher, FxHashMap};
use std::cmp::Ordering;
use std::hash::BuildHasher;

/// Counters of the theory.
#[derive(Clone, Debug, Default)]
pub(crate) struct LiaStats {
    /// Literals that rows implied.
    pub propagations: u64,
    /// Conflicts of the simplex.
    pub conflicts: u64,
}

/// Simplex, integer techniques, and the atoms that stand for bounds.
pub(crate) struct LiaTheory {
    simplex: Simplex,
    options: LadderOptions,
    /// Made at the first final check, when the problem is complete, and set up anew when it has grown.
    ladder: Option<Ladder>,
    /// Atoms of the problem were added since the ladder was set up.
    has_grown: bool,
    atoms: AtomTable<Int>,
    /// Simplex variables of the circuit's variables.
    columns: FxHashMap<NumVar, ArithVar>,
    /// Slack variables by their form, which the simplex knows.
    slacks: Table,
    /// A contradiction between bounds of one variable, found while asserting.
    conflict: Option<Box<Farkas>>,
    reasons: Reasons,
    /// Integer values of all simplex variables, from the last final check that was consistent.
    model: Vec<Int>,
    stats: LiaStats,
}

impl LiaTheory {
    /// No atoms yet.
    pub(crate) fn new(options: LadderOptions) -> LiaTheory {
        LiaTheory {
            simplex: Simplex::new(),
            options,
            ladder: None,
            has_grown: false,
            atoms: AtomTable::default(),
            columns: FxHashMap::default(),
            slacks: Table::default(),
            conflict: None,
            reasons: Reasons::default(),
            model: Vec::new(),
            stats: LiaStats::default(),
        }
    }

    fn column(&mut self, var: NumVar) -> ArithVar {
        if let Some(&column) = self.columns.get(&var) {
            return column;
        }
        let column = self.simplex.new_var();
        self.columns.insert(var, column);
        column
    }

    /// The variable that is equal to a primitive form: a structural one, or a slack.
    fn var_of_form(&mut self, form: &Linear<ArithVar>, budget: &mut Budget) -> ArithVar {
        if let [(var, coefficient)] = form.terms()
            && coefficient.is_one()
        {
            return *var;
        }
        let hash = FxBuildHasher.hash_one(form);
        let is_same = |slack| self.simplex.definition(ArithVar::new(slack as usize)) == Some(form);
        if let Some(slack) = self.slacks.find(hash, is_same) {
            return ArithVar::new(slack as usize);
        }
        let slack = self.simplex.define(form, budget);
        self.slacks.insert(hash, slack.index() as u32);
        slack
    }

    /// How many values besides one the bounds in force on its variables leave a form, at most; `None` if they
    /// do not limit it.
    pub(crate) fn num_other_values(&self, form: &Linear<NumVar>) -> Option<Int> {
        let mut width = Int::ZERO;
        for (var, coefficient) in form.terms() {
            let column = *self.columns.get(var)?;
            let (lower, upper) = (self.simplex.lower(column)?, self.simplex.upper(column)?);
            width.add_mul_assign(&(upper - lower), &coefficient.abs());
        }
        Some(width)
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
        let LiaTheory { simplex, atoms, reasons, stats, .. } = self;
        let (values, budget) = context.values_and_budget();
        let mut implied_lits: Vec<Lit> = Vec::new();
        simplex.propagate_rows(budget, |simplex, implied| {
            let Some(lit) = atoms.implied(implied.var, implied.side, &implied.value) else { return };
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

    /// Whether the premises and the negation of a literal contradict each other over the rationals: a check
    /// of explanations that shares nothing with the tableau they were read off.
    fn follows(&self, lit: Lit, premises: &[Lit]) -> bool {
        let mut scratch = Simplex::new();
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

    /// Whether a certificate shows that the bounds with these tags have no integer solution. (Single splits
    /// are checked where they are made.)
    fn certifies(&self, tags: &[Tag], certificate: &Certificate) -> bool {
        match certificate {
            Certificate::Refutation(refutation) => refutation.check(&self.system(tags)),
            Certificate::Split(_) => true,
        }
    }

    /// Whether a cut follows from its bounds.
    fn is_derived(&self, cut: &Cut) -> bool {
        let mut system = self.system(&cut.tags);
        system.at_least(&products(&cut.split.form), &cut.split.floor + Int::ONE);
        cut.refutation.check(&system)
    }

    /// The bounds with these tags, over structural variables.
    fn system(&self, tags: &[Tag]) -> System {
        let mut system = System::new(self.simplex.num_vars());
        for &tag in tags {
            let (var, side, value) = self.bound_of(lit_of(tag));
            let products = products(&self.simplex.expand(var));
            match side {
                Side::Lower => system.at_least(&products, value),
                Side::Upper => system.at_most(&products, value),
            }
        }
        system
    }

    /// What an atom means: a form over structural variables, and its upper bound.
    pub(crate) fn meaning(&self, atom: Var) -> Option<(Linear<ArithVar>, Int)> {
        let (var, bound) = self.atoms.get(atom)?;
        Some((self.simplex.expand(*var), bound.clone()))
    }

    /// The variables of the problem that structural ones stand for.
    pub(crate) fn names(&self) -> FxHashMap<ArithVar, NumVar> {
        self.columns.iter().map(|(name, column)| (*column, *name)).collect()
    }

    /// The bound that a literal stands for.
    fn bound_of(&self, lit: Lit) -> (ArithVar, Side, Int) {
        let Some((var, bound)) = self.atoms.get(lit.var()) else { unreachable!("{lit:?} is no atom") };
        match lit.is_positive() {
            true => (*var, Side::Upper, bound.clone()),
            false => (*var, Side::Lower, bound + Int::ONE),
        }
    }

    /// Turns a split into a new atom that the core decides next; returns the literal of the lower side.
    fn add_split(&mut self, split: &Split, context: &mut TheoryContext<'_>) -> Lit {
        let nearer_is_below = split.nearer_side(&self.simplex) == Side::Upper;
        let (form, bound, negated) = normalize(split);
        let var = self.atom_in_search(&form, bound, context);
        context.prefer(var.lit(nearer_is_below != negated));
        var.lit(!negated)
    }

    /// A cut as a lemma: its bounds imply its lower side.
    fn add_cut(&mut self, cut: &Cut, context: &mut TheoryContext<'_>) {
        debug_assert!(self.is_derived(cut), "wrong cut: {cut:?}");
        let lower_side = self.add_split(&cut.split, context);
        let mut lemma: Vec<Lit> = cut.tags.iter().map(|&tag| !lit_of(tag)).collect();
        lemma.push(lower_side);
        context.lemma(lemma);
    }

    /// The atom `form <= bound` of a primitive form; a new one is tied to its neighbours by lemmas.
    fn atom_in_search(
        &mut self,
        form: &Linear<ArithVar>,
        bound: Int,
        context: &mut TheoryContext<'_>,
    ) -> Var {
        let arith_var = self.var_of_form(form, context.budget);
        self.atoms.make_in_search(arith_var, bound, context)
    }

    /// The literal `expr <= 0` during the search, for a caller who states something new with it.
    pub(crate) fn literal(&mut self, expr: &LinearExpr, context: &mut TheoryContext<'_>) -> Lit {
        // This is part of the problem: the techniques look at it anew.
        self.has_grown = true;
        let (form, bound, negated) = expr.as_bound();
        let form = form.map(|var| self.column(var));
        self.atom_in_search(&form, bound, context).lit(!negated)
    }
}

/// The split `form <= floor` with a positive leading coefficient: `(form, bound, negated)` such that the
/// lower side of the split is `form <= bound`, or its negation.
fn normalize(split: &Split) -> (Linear<ArithVar>, Int, bool) {
    let leading = &split.form.terms().first().expect("a split has variables").1;
    if leading.is_positive() {
        (split.form.clone(), split.floor.clone(), false)
    } else {
        // f <= k  iff  -f >= -k  iff  not (-f <= -k - 1)
        (split.form.scaled(&Int::MINUS_ONE), -&split.floor - Int::ONE, true)
    }
}

/// A form as the products that a [`System`] takes.
fn products(form: &Linear<ArithVar>) -> Vec<(usize, Int)> {
    form.terms().iter().map(|(var, coefficient)| (var.index(), coefficient.clone())).collect()
}

impl ArithTheory for LiaTheory {
    fn new_atom(
        &mut self,
        form: &Linear<NumVar>,
        bound: &Int,
        sat: &mut SatSolver,
        budget: &mut Budget,
    ) -> Var {
        let form = form.map(|var| self.column(var));
        let arith_var = self.var_of_form(&form, budget);
        self.has_grown = true;
        self.atoms.make(arith_var, bound.clone(), sat)
    }

    /// Called once, before the first search; atoms made later bring their own clauses.
    fn write_order_clauses(&mut self, sat: &mut SatSolver) {
        self.atoms.write_order(sat);
    }

    fn value(&self, var: NumVar) -> Option<Int> {
        self.columns.get(&var).and_then(|column| self.model.get(column.index()).cloned())
    }

    fn collect_statistics(&self, statistics: &mut Statistics) {
        let simplex = self.simplex.stats();
        let ladder = self.ladder.as_ref().map(|ladder| ladder.stats().clone()).unwrap_or_default();
        statistics.extend(&[
            ("lia-conflicts", self.stats.conflicts),
            ("lia-propagations", self.stats.propagations),
            ("simplex-checks", simplex.checks),
            ("simplex-pivots", simplex.pivots),
            ("simplex-bland", simplex.bland),
            ("int-integral", ladder.integral),
            ("int-gcd-tried", ladder.gcd_tried),
            ("int-gcd-conflicts", ladder.gcd_conflicts),
            ("int-diophantine-tried", ladder.diophantine_tried),
            ("int-diophantine-conflicts", ladder.diophantine_conflicts),
            ("int-diophantine-models", ladder.diophantine_models),
            ("int-diophantine-splits", ladder.diophantine_splits),
            ("int-patch-tried", ladder.patch_tried),
            ("int-patch-models", ladder.patch_models),
            ("int-lattice-tried", ladder.lattice_tried),
            ("int-lattice-models", ladder.lattice_models),
            ("int-lattice-conflicts", ladder.lattice_conflicts),
            ("int-lattice-splits", ladder.lattice_splits),
            ("int-cube-tried", ladder.cube_tried),
            ("int-cube-models", ladder.cube_models),
            ("int-largest-cube-tried", ladder.largest_cube_tried),
            ("int-largest-cube-models", ladder.largest_cube_models),
            ("int-proofs-tried", ladder.proofs_tried),
            ("int-proof-splits", ladder.proof_splits),
            ("int-gomory-tried", ladder.gomory_tried),
            ("int-gomory-cuts", ladder.gomory_cuts),
            ("int-mir-tried", ladder.mir_tried),
            ("int-mir-cuts", ladder.mir_cuts),
            ("int-branches", ladder.branches),
        ]);
    }
}

impl Theory for LiaTheory {
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
        let found = self.reasons.of(lit);
        debug_assert!(self.follows(lit, found), "{lit:?} does not follow from its premises");
        premises.extend_from_slice(found);
    }

    fn final_check(&mut self, context: &mut TheoryContext<'_>) -> FinalCheck {
        if !self.restore_feasibility(context) {
            return match context.budget.stopped() {
                Some(reason) => FinalCheck::GiveUp(reason.clone()),
                None => FinalCheck::Continue,
            };
        }
        // Atoms made from now on are splits.
        let first_added = tag_of(self.atoms.end().positive());
        let has_grown = std::mem::take(&mut self.has_grown);
        let ladder = match &mut self.ladder {
            Some(ladder) => {
                if has_grown {
                    ladder.set_up_anew(&self.simplex, first_added);
                }
                ladder
            }
            None => self.ladder.insert(Ladder::new(self.options.clone(), &self.simplex, first_added)),
        };
        match ladder.step(&mut self.simplex, context.budget) {
            Step::Model(model) => {
                self.model = model;
                FinalCheck::Consistent
            }
            Step::Conflict(tags, certificate) => {
                debug_assert!(self.certifies(&tags, &certificate), "wrong certificate: {certificate:?}");
                context.conflict(clause_against(tags.into_iter()));
                FinalCheck::Continue
            }
            Step::Split(split) => {
                self.add_split(&split, context);
                FinalCheck::Continue
            }
            Step::Cut(cut) => {
                self.add_cut(&cut, context);
                FinalCheck::Continue
            }
            Step::Stopped => {
                FinalCheck::GiveUp(context.budget.stopped().cloned().unwrap_or(Unknown::Interrupted))
            }
        }
    }

    fn suggest_phase(&self, var: Var) -> Option<bool> {
        let (var, bound) = self.atoms.get(var)?;
        Some(self.simplex.compare(*var, bound) != Ordering::Greater)
    }
}
