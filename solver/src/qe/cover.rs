//! Variables under functions.
//!
//! `exists x. F` with `f(x)` in `F` has no equivalent without the quantifier in general. It has a *cover*:
//! the strongest formula that it implies (Gulwani and Musuvathi, "Cover algorithms and their combination",
//! 2008). Where an equation defines `x`, its solution is substituted under the function and the result is
//! exact. Otherwise, from above: applications with bound variables in them become variables of their own,
//! equal arguments give equal values, and all of them are eliminated. From below: `F` with a term in place of
//! `x`, for terms that `F` compares `x` with.

use super::block::{BlockElimination, Bracket};
use super::literal::{Expr, Literal, Reduced};
use super::prenex::{conjunction, disjunction};
use crate::answer::{Answer, Incompleteness};
use crate::engine::{Incremental, Level};
use crate::limits::Budget;
use crate::num::Int;
use crate::term::{Op, Sort, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};

/// So many pairs of applications of one function are compared at most; the bound from above stays one without
/// the others.
const MAX_PAIRS: usize = 60;
/// So many terms are tried for a variable, and for all of them together.
const MAX_CANDIDATES: usize = 6;
const MAX_INSTANCES: usize = 12;
/// Applications as variables make large games sometimes, whose results would be of little use: so many parts
/// and ticks are enough.
const MAX_PARTS: usize = 16;
const MAX_TICKS: u64 = 2_000_000;

impl BlockElimination<'_> {
    /// Whether a variable occurs under a function.
    pub(super) fn is_hidden(&self, matrix: Term, variable: Term) -> bool {
        let hides =
            |unknown: &Term| self.hidden.get(unknown).is_some_and(|inside| inside.contains(&variable));
        !self.hidden.is_empty() && self.unknowns(matrix).iter().any(hides)
    }

    /// Uses an equation in which the variable has the coefficient one or minus one to replace it, under
    /// functions too.
    pub(super) fn replace_everywhere(
        &mut self,
        matrix: Term,
        variable: Term,
        equation: &Expr,
    ) -> Option<Term> {
        let coefficient = equation.coefficient(variable);
        let rest = equation.without(variable);
        let hides = |(unknown, _): &(Term, Int)| {
            self.hidden.get(unknown).is_some_and(|inside| inside.contains(&variable))
        };
        if rest.form.terms().iter().any(hides) {
            return None;
        }
        let value = if coefficient.is_positive() { rest.negated() } else { rest };
        Some(self.with_value(matrix, variable, &value))
    }

    /// The formula with an expression in place of a variable.
    fn with_value(&mut self, matrix: Term, variable: Term, value: &Expr) -> Term {
        let value_term = value.term(self.terms);
        let replacement = FxHashMap::from_iter([(variable, value_term)]);
        let hiding: Vec<Term> = self
            .unknowns(matrix)
            .into_iter()
            .filter(|unknown| self.hidden.get(unknown).is_some_and(|inside| inside.contains(&variable)))
            .collect();
        let mut renamed: FxHashMap<Term, Term> = FxHashMap::default();
        for unknown in hiding {
            let Ok(replaced) = self.terms.substitute(unknown, &replacement) else {
                continue;
            };
            let mut inside: Vec<Term> =
                self.hidden[&unknown].iter().copied().filter(|&inner| inner != variable).collect();
            for (other, _) in value.form.terms() {
                inside.extend(self.hidden.get(other).into_iter().flatten());
            }
            let names = value.form.terms().iter().map(|(other, _)| *other);
            inside.extend(names.filter(|other| self.bound.contains(other)));
            inside.sort_unstable();
            inside.dedup();
            if !inside.is_empty() {
                self.hidden.insert(replaced, inside);
            }
            renamed.insert(unknown, replaced);
        }
        self.map_literals(matrix, |terms, literal| match literal {
            Literal::Truth(term, truth) => {
                renamed.get(term).map(|&term| Reduced::Literal(Literal::Truth(term, *truth)))
            }
            other => {
                let expr = other.expr()?;
                let is_changed =
                    |(unknown, _): &(Term, Int)| *unknown == variable || renamed.contains_key(unknown);
                if !expr.form.terms().iter().any(is_changed) {
                    return None;
                }
                let renamed_form = expr.form.map(|unknown| renamed.get(&unknown).copied().unwrap_or(unknown));
                let expr = Expr { form: renamed_form, constant: expr.constant.clone() };
                let coefficient = expr.coefficient(variable);
                let replaced = expr.without(variable).combined(&Int::ONE, value, &coefficient);
                Some(other.with_expr(replaced).reduced(terms))
            }
        })
    }

    /// Bounds on `exists variables. matrix` where some occur under functions.
    pub(super) fn cover(&mut self, matrix: Term, variables: &[Term], budget: &mut Budget) -> Bracket {
        let mut part = budget.part(MAX_TICKS);
        let max_parts = std::mem::replace(&mut self.max_parts, MAX_PARTS);
        let may = self.bound_above(matrix, variables, &mut part);
        let mut instances = MAX_INSTANCES;
        let must = self.bound_below(matrix, variables, &mut part, &mut instances);
        self.max_parts = max_parts;
        if !budget.spend(part.ticks()) {
            self.stopped = budget.stopped().cloned();
            return Bracket { must, may };
        }
        if self.is_implied(may, must, budget) {
            return Bracket::exact(must);
        }
        self.stopped.get_or_insert(Incompleteness::InexactCover.into());
        Bracket { must, may }
    }

    /// Applications become variables; those of one function with equal arguments are equal.
    fn bound_above(&mut self, matrix: Term, variables: &[Term], budget: &mut Budget) -> Term {
        let mut names = Names::default();
        let bound: FxHashSet<Term> = variables.iter().copied().collect();
        for unknown in self.unknowns(matrix) {
            if self.hidden.contains_key(&unknown) && !names.enter(self.terms, unknown, &bound) {
                return self.weakened(matrix, variables);
            }
        }
        let constraints = names.congruences(self.terms, matrix);
        let named =
            self.terms.substitute(matrix, &names.values).expect("variables have the sort of what they name");
        let formula = conjunction(self.terms, [&[named], &constraints[..]].concat());
        let all: Vec<Term> = variables.iter().copied().chain(names.variables()).collect();
        match super::prenex::Prenexer::run(self.terms, formula, &all) {
            Ok(prenex) => {
                self.literals.extend(prenex.literals);
                let matrix = prenex.matrix.expect("a formula has a matrix");
                self.eliminate(matrix, &prenex.blocks.concat(), budget).may
            }
            Err(_) => self.weakened(matrix, variables),
        }
    }

    /// The formula with terms in place of the variables under functions, for several terms.
    fn bound_below(
        &mut self,
        matrix: Term,
        variables: &[Term],
        budget: &mut Budget,
        left: &mut usize,
    ) -> Term {
        let Some(&variable) = variables.iter().find(|&&variable| self.is_hidden(matrix, variable)) else {
            return self.eliminate(matrix, variables, budget).must;
        };
        if self.terms.sort(variable) != Sort::Int {
            return self.terms.bool(false);
        }
        let rest: Vec<Term> = variables.iter().copied().filter(|&other| other != variable).collect();
        let mut found = self.terms.bool(false);
        for candidate in self.candidates(matrix, variable) {
            if *left == 0 {
                break;
            }
            let instance = self.with_value(matrix, variable, &candidate);
            *left -= 1;
            if self.is_implied(instance, found, budget) {
                continue;
            }
            let instance = self.bound_below(instance, &rest, budget, left);
            found = disjunction(self.terms, vec![found, instance]);
        }
        found
    }

    /// Terms that a variable is compared with, or that stand in its place under the same function.
    fn candidates(&mut self, matrix: Term, variable: Term) -> Vec<Expr> {
        let mut found: Vec<Expr> = Vec::new();
        let hides = |(unknown, _): &(Term, Int)| {
            self.hidden.get(unknown).is_some_and(|inside| inside.contains(&variable))
        };
        let leaves = self.leaves(matrix);
        for literal in leaves.iter().filter_map(|leaf| self.literals.get(leaf)) {
            let Some(expr) = literal.expr().filter(|expr| expr.coefficient(variable).abs().is_one()) else {
                continue;
            };
            let rest = expr.without(variable);
            if rest.form.terms().iter().any(hides) {
                continue;
            }
            let value = if expr.coefficient(variable).is_positive() { rest.negated() } else { rest };
            match literal {
                Literal::NonZero(_) => {
                    found.extend([value.clone().plus(&Int::ONE), value.plus(&Int::MINUS_ONE)]);
                }
                Literal::AtMost(_) | Literal::Zero(_) => found.push(value),
                _ => {}
            }
        }
        // f(x) and f(t): x may be t.
        let inside = self.terms.reachable(&leaves);
        let with_function = |term: &&Term| matches!(self.terms.op(**term), Op::Apply(_) | Op::Select);
        for &hiding in inside.iter().filter(with_function) {
            let Some(place) = self.terms.args(hiding).iter().position(|&arg| arg == variable) else {
                continue;
            };
            for &other in inside.iter().filter(|&&other| self.terms.op(other) == self.terms.op(hiding)) {
                let value = self.terms.args(other)[place];
                if !self.terms.reachable(&[value]).contains(&variable) {
                    found.push(Expr::of(self.terms, &[(value, crate::num::Rat::ONE)]));
                }
            }
        }
        found.push(Expr::default());
        let mut seen = FxHashSet::default();
        found.retain(|candidate| seen.insert(candidate.clone()));
        found.truncate(MAX_CANDIDATES);
        found
    }

    /// Whether one formula certainly implies another.
    fn is_implied(&mut self, premise: Term, conclusion: Term, budget: &mut Budget) -> bool {
        if premise == conclusion {
            return true;
        }
        let counterexample = [premise, self.terms.not(conclusion)];
        let mut engine = Incremental::new(self.options);
        let levels = [Level { id: 0, assertions: &counterexample }];
        let checked = engine.check(self.terms, &levels, &[], budget);
        checked.is_some_and(|checked| checked.answer == Answer::Unsat)
    }
}

/// Variables that stand for applications.
#[derive(Default)]
struct Names {
    /// The variable of each application.
    values: FxHashMap<Term, Term>,
    /// The applications: with variables in place of applications in their arguments, and the variable.
    applications: Vec<(Op, Vec<Term>, Term)>,
}

impl Names {
    /// Names the applications with bound variables in a term; `false` if there is one whose values are not
    /// numbers or truth values.
    fn enter(&mut self, terms: &mut Terms, root: Term, bound: &FxHashSet<Term>) -> bool {
        for term in terms.reachable(&[root]) {
            let is_application = matches!(
                terms.op(term),
                Op::Apply(_) | Op::Select | Op::Div | Op::Mod | Op::Divide | Op::Product
            );
            if !is_application || self.values.contains_key(&term) {
                continue;
            }
            if !terms.reachable(&[term]).iter().any(|inner| bound.contains(inner)) {
                continue;
            }
            let sort = terms.sort(term);
            if !matches!(sort, Sort::Bool | Sort::Int | Sort::Real) {
                return false;
            }
            let args: Vec<Term> = terms.args(term).to_vec();
            let args = args
                .iter()
                .map(|&arg| terms.substitute(arg, &self.values).expect("names have the same sorts"));
            let args = args.collect();
            let variable = terms.constant("application", sort);
            self.applications.push((terms.op(term), args, variable));
            self.values.insert(term, variable);
        }
        true
    }

    fn variables(&self) -> impl Iterator<Item = Term> + '_ {
        self.applications.iter().map(|&(_, _, variable)| variable)
    }

    /// Equal arguments, equal values: for pairs of the named applications, and of these with the others in
    /// the formula.
    fn congruences(&self, terms: &mut Terms, formula: Term) -> Vec<Term> {
        let functions: FxHashSet<Op> = self.applications.iter().map(|&(op, _, _)| op).collect();
        let mut all = self.applications.clone();
        for term in terms.reachable(&[formula]) {
            if functions.contains(&terms.op(term)) && !self.values.contains_key(&term) {
                // Those inside named applications that have bound variables themselves are named.
                all.push((terms.op(term), terms.args(term).to_vec(), term));
            }
        }
        let mut constraints = Vec::new();
        for (index, (op, args, value)) in self.applications.iter().enumerate() {
            for (other_op, other_args, other) in
                all[index + 1..].iter().filter(|(other_op, _, _)| other_op == op)
            {
                if constraints.len() == MAX_PAIRS {
                    return constraints;
                }
                debug_assert_eq!(op, other_op);
                let pairs: Vec<(Term, Term)> =
                    args.iter().copied().zip(other_args.iter().copied()).filter(|(a, b)| a != b).collect();
                let mut parts = Vec::with_capacity(pairs.len() + 1);
                for &(left, right) in &pairs {
                    parts.push(terms.distinct(&[left, right]));
                }
                parts.push(terms.eq(*value, *other));
                constraints.push(disjunction(terms, parts));
            }
        }
        constraints
    }
}
