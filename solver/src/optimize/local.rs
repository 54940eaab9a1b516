//! How good models can be that are like a given one: linear programming over its [`Implicant`].
//!
//! The model is a point of the polyhedron, so the simplex starts from it: it is feasible without a search.
//! Nothing but the last step from the polyhedron to models needs an argument:
//!
//! - *Unbounded.* If the objective grows without bound in the polyhedron, there is a rational direction in
//!   which it does, all constraints allow it from any point on, and some multiple of it is integer. From the
//!   model, which has integers where they are due, whole steps of that multiple lead to further points that
//!   do, and all but finitely many of them are models: the objective is unbounded.
//! - *Reals only.* Every point of the polyhedron between the model and the point where the objective is
//!   largest is a model, with finitely many exceptions if there are functions. So values up to the largest
//!   one, in the limit at least, are reached.
//! - *With integers.* Their values are fixed first: what is then reached, is reached as above. Afterwards
//!   they are free: that value is a limit for the models of this polyhedron, not more.

use super::implicant::{Implicant, Relation, Sum};
use crate::limits::Budget;
use crate::linear::Linear;
use crate::model::Model;
use crate::num::{DeltaRat, Int, Rat};
use crate::simplex::{ArithVar, Maximum, Side, Simplex, Tag};
use crate::term::{Sort, Term, Terms};
use fxhash::FxHashMap;

/// What there is near a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Local {
    /// Models with objectives arbitrarily large.
    Unbounded,
    /// Models with objectives up to a value.
    Bounded {
        /// There are models whose objective comes arbitrarily close to this.
        reached: Rat,
        /// No model of the same polyhedron has more than this.
        limit: DeltaRat,
    },
}

/// Looks for models near this one, of the same facts, with a larger objective, or with a smaller one if
/// `negate` is set: then all values are negated. `None` if the budget ran out.
pub(super) fn explore(
    terms: &Terms,
    model: &Model,
    facts: &[Term],
    objective: Term,
    negate: bool,
    budget: &mut Budget,
) -> Option<Local> {
    let (implicant, sum) = Implicant::of(terms, model, facts, objective);
    if !budget.spend(implicant.num_values() as u64) {
        return None;
    }
    let mut program = Program::new(&implicant, budget);
    let sign = if negate { -Rat::ONE } else { Rat::ONE };
    let (scale, form) = program.form(&sum);
    let form = if negate { form.scaled(&Int::MINUS_ONE) } else { form };
    // objective = form / scale + constant
    let mut start = &sum.constant * &sign;
    for (column, coefficient) in &sum.products {
        start.add_mul_assign(&implicant.columns[*column].value, &(coefficient * &sign));
    }
    if form.is_empty() {
        return Some(Local::Bounded { reached: start.clone(), limit: DeltaRat::from(start) });
    }
    let goal = program.simplex.define(&form, budget);
    let value = |program: &Program| {
        let mut value = program.simplex.value(goal).div_int(&scale);
        value.real += &sum.constant * &sign;
        value
    };
    // An integer objective has its value where the integers are fixed.
    let has_integers = implicant.columns.iter().any(|column| column.is_integer);
    let mut reached = start;
    if has_integers && terms.sort(objective) == Sort::Real {
        program.simplex.push();
        program.fix_integers(&implicant);
        match program.simplex.maximize(goal, budget) {
            Maximum::Stopped => return None,
            Maximum::Unbounded => return Some(Local::Unbounded),
            Maximum::Reached => reached = value(&program).real,
        }
        program.simplex.pop_to(0);
    }
    match program.simplex.maximize(goal, budget) {
        Maximum::Stopped => None,
        Maximum::Unbounded => Some(Local::Unbounded),
        Maximum::Reached => {
            let limit = value(&program);
            let reached = if has_integers { reached } else { limit.real.clone() };
            Some(Local::Bounded { reached, limit })
        }
    }
}

/// The constraints of an implicant in a simplex whose assignment is the model.
struct Program {
    simplex: Simplex<DeltaRat>,
    columns: Vec<ArithVar>,
    slacks: FxHashMap<Linear<ArithVar>, ArithVar>,
}

impl Program {
    fn new(implicant: &Implicant<'_>, budget: &mut Budget) -> Program {
        let mut program =
            Program { simplex: Simplex::default(), columns: Vec::new(), slacks: FxHashMap::default() };
        for column in &implicant.columns {
            let var = program.simplex.new_var();
            program.simplex.move_nonbasic(var, &DeltaRat::from(column.value.clone()));
            program.columns.push(var);
        }
        for (sum, relation) in &implicant.constraints {
            program.add(implicant, sum, *relation, budget);
        }
        program
    }

    /// The part of a sum with columns, times a positive integer that makes its coefficients whole.
    fn form(&self, sum: &Sum) -> (Int, Linear<ArithVar>) {
        let scale = sum.products.iter().fold(Int::ONE, |lcm, (_, coefficient)| lcm.lcm(&coefficient.denom()));
        let whole = |coefficient: &Rat| coefficient.mul_int(&scale).to_int().expect("a common denominator");
        let products = sum.products.iter().map(|(column, c)| (self.columns[*column], whole(c)));
        (scale.clone(), Linear::new(products.collect()))
    }

    fn add(&mut self, implicant: &Implicant<'_>, sum: &Sum, relation: Relation, budget: &mut Budget) {
        let (scale, form) = self.form(sum);
        let Some((_, leading)) = form.terms().first() else { return };
        // form + scale * constant <= 0, divided by the content so that the leading coefficient is positive
        let is_upper = leading.is_positive();
        let divisor = if is_upper { form.content() } else { -form.content() };
        let form = form.divided(&divisor);
        let bound = -sum.constant.mul_int(&scale).div_int(&divisor);
        let is_integer = form.terms().iter().all(|(var, _)| implicant.columns[var.index()].is_integer);
        let var = self.var_of(form, budget);
        let upper = match relation {
            Relation::Below if is_upper => DeltaRat::below(bound.clone()),
            _ => DeltaRat::from(bound.clone()),
        };
        let lower = match relation {
            Relation::Below if !is_upper => DeltaRat::above(bound),
            _ => DeltaRat::from(bound),
        };
        if is_upper || relation == Relation::Equal {
            self.bound(var, Side::Upper, if is_integer { DeltaRat::from(upper.floor()) } else { upper });
        }
        if !is_upper || relation == Relation::Equal {
            self.bound(var, Side::Lower, if is_integer { DeltaRat::from(lower.ceil()) } else { lower });
        }
    }

    fn var_of(&mut self, form: Linear<ArithVar>, budget: &mut Budget) -> ArithVar {
        if let [(var, coefficient)] = form.terms()
            && coefficient.is_one()
        {
            return *var;
        }
        let Program { simplex, slacks, .. } = self;
        *slacks.entry(form).or_insert_with_key(|form| simplex.define(form, budget))
    }

    fn bound(&mut self, var: ArithVar, side: Side, value: DeltaRat) {
        self.simplex.assert_bound(var, side, value, Tag(0)).expect("the model satisfies all constraints");
    }

    fn fix_integers(&mut self, implicant: &Implicant<'_>) {
        for (index, column) in implicant.columns.iter().enumerate().filter(|(_, column)| column.is_integer) {
            let value = DeltaRat::from(column.value.clone());
            self.bound(self.columns[index], Side::Lower, value.clone());
            self.bound(self.columns[index], Side::Upper, value);
        }
    }
}
