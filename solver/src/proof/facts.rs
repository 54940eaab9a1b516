//! Equations among the assertions, solved for variables that are replaced everywhere then.
//!
//! An equation that is a conjunct gives a variable with coefficient 1 or -1 by the others. A disjunction of
//! equations `e_i = 0` that agree modulo `g`, up to sign, implies `e_1 = g t` for the term `t` that its cases
//! define, `(ite (= e_1 0) 0 (e_1 ± e_2) / g)`, and so gives a variable, too. The clauses that say so are
//! about literals of their own, which the theories do not know: what follows is that the variable is equal to
//! its solution.

use super::NoProof;
use super::encode::{Encoder, Label};
use super::forms::{Relation, check_linear, compared, is_comparison, sum};
use super::trees::Expanded;
use crate::linear::Linear;
use crate::num::{Int, Rat};
use crate::sat::Lit;
use crate::term::{Op, Sort, Term};
use fxhash::FxHashMap;

/// Passes over the facts at most.
const MAX_ROUNDS: usize = 12;
/// Disjunctions with more parts are not looked at.
const MAX_DISJUNCTS: usize = 8;
/// A solution longer than this is put in only where its variable is used a few times.
const MAX_LENGTH: usize = 40;
/// … this many times.
const FEW_USES: usize = 4;
/// Solutions with larger numbers are not used.
const MAX_BITS: u32 = 512;

/// Equations one of which holds, with their literals.
struct Fact {
    parts: Vec<(Term, Lit)>,
}

/// A variable by other terms: `factor * (modulus * choice - rest)`.
struct Solution {
    var: Term,
    factor: Int,
    rest: Linear<Term>,
    constant: Int,
}

impl Encoder<'_> {
    /// Solves the equations that assertions over integers imply.
    pub(super) fn solve_facts(&mut self, assertions: &[Term]) -> Result<(), NoProof> {
        let mut facts = self.facts(assertions);
        if facts.is_empty() {
            return Ok(());
        }
        let mut uses: FxHashMap<Term, usize> = FxHashMap::default();
        for term in self.terms.reachable(assertions) {
            self.terms.args(term).iter().for_each(|arg| *uses.entry(*arg).or_default() += 1);
        }
        for _ in 0..MAX_ROUNDS {
            let before = facts.len();
            let mut left = Vec::new();
            for fact in facts {
                if !self.solve_fact(&fact, &uses) {
                    left.push(fact);
                }
            }
            facts = left;
            if facts.len() == before {
                break;
            }
        }
        Ok(())
    }

    /// The equations and disjunctions of equations among the conjuncts.
    fn facts(&mut self, assertions: &[Term]) -> Vec<Fact> {
        let mut pending = Vec::new();
        for &assertion in assertions {
            if self.is_promising(assertion) {
                let lit = self.fresh(assertion);
                self.add(&[lit], Some(Label::Assumed(assertion)));
                pending.push((assertion, lit));
            }
        }
        let mut facts = Vec::new();
        while let Some((term, whole)) = pending.pop() {
            match self.terms.op(term) {
                Op::And => self.add_conjuncts(term, whole, &mut pending),
                Op::Eq => facts.push(Fact { parts: vec![(term, whole)] }),
                _ => facts.push(self.disjunction(term, whole)),
            }
        }
        facts
    }

    /// Adds the parts of a conjunction that are worth a look.
    fn add_conjuncts(&mut self, term: Term, whole: Lit, pending: &mut Vec<(Term, Lit)>) {
        for (index, arg) in self.terms.args(term).to_vec().into_iter().enumerate() {
            if self.is_promising(arg) {
                let part = self.fresh(arg);
                let label = Label::Gate { rule: "and_pos", term, sign: false, index: Some(index) };
                self.add(&[!whole, part], Some(label));
                pending.push((arg, part));
            }
        }
    }

    /// One of the equations of a disjunction holds.
    fn disjunction(&mut self, term: Term, whole: Lit) -> Fact {
        let args = self.terms.args(term).to_vec();
        let parts: Vec<(Term, Lit)> = args.into_iter().map(|arg| (arg, self.fresh(arg))).collect();
        let mut clause = vec![!whole];
        clause.extend(parts.iter().map(|(_, part)| *part));
        let label = Label::Gate { rule: "or_pos", term, sign: false, index: None };
        self.add(&clause, Some(label));
        Fact { parts }
    }

    /// Whether a formula is an equation of integers, a disjunction of such, or a conjunction.
    fn is_promising(&self, term: Term) -> bool {
        let args = self.terms.args(term);
        match self.terms.op(term) {
            Op::And => true,
            Op::Or => args.len() <= MAX_DISJUNCTS && args.iter().all(|arg| self.is_equation(*arg)),
            _ => self.is_equation(term),
        }
    }

    fn is_equation(&self, term: Term) -> bool {
        self.terms.op(term) == Op::Eq
            && is_comparison(self.terms, term)
            && self
                .terms
                .args(term)
                .iter()
                .all(|side| self.terms.sort(*side) == Sort::Int && check_linear(self.terms, *side).is_ok())
    }

    /// Solves a fact for a variable; `false` if that is not possible yet.
    fn solve_fact(&mut self, fact: &Fact, uses: &FxHashMap<Term, usize>) -> bool {
        let sides: Vec<Expanded> = fact.parts.iter().map(|(term, _)| self.left_minus_right(*term)).collect();
        let Some((modulus, signs)) = agreement(&sides) else { return false };
        let Some(solution) = self.solution(&sides[0], &modulus, uses) else { return false };
        let choices = self.choices(fact, &sides, &modulus, &signs);
        let mut equal: Vec<Lit> = Vec::new();
        for &choice in &choices {
            let equation = self.solved_by(&solution, &modulus, choice);
            equal.push(self.fresh(equation));
        }
        let mut premises: Vec<Lit> = sides.iter().flat_map(|side| side.premises.iter().copied()).collect();
        premises.sort_unstable();
        premises.dedup();
        let last = choices.len() - 1;
        for (index, &(_, part)) in fact.parts.iter().enumerate().rev() {
            let holds = (index < last).then(|| self.case_of(choices[index], part, true));
            let mut lemma = vec![!part, equal[index]];
            lemma.extend(holds.map(|holds| !holds));
            lemma.extend(&premises);
            self.add(&lemma, None);
            if index < last {
                let otherwise = self.case_of(choices[index], part, false);
                self.add(&[!otherwise, !equal[index + 1], equal[index]], None);
            }
            for &(_, part) in &fact.parts[index..] {
                self.encoded.sat.add_implied_clause(&[!part, equal[index]]);
            }
        }
        self.encoded.sat.add_implied_clause(&[equal[0]]);
        let factor = &solution.factor * &modulus;
        let form = solution.rest.scaled(&-&solution.factor);
        let (form, constant) = match self.terms.as_constant(choices[0]) {
            Some(value) => (form, &factor * value),
            None => (form.add_multiple(&factor, &Linear::variable(choices[0])), Int::ZERO),
        };
        self.trees.choose(choices[0]);
        self.trees.solve(
            solution.var,
            Expanded {
                form,
                constant: constant - &solution.factor * &solution.constant,
                premises: vec![!equal[0]],
            },
        );
        true
    }

    /// The left side of an equation minus the right one.
    fn left_minus_right(&self, equation: Term) -> Expanded {
        let compared = compared(self.terms, equation);
        debug_assert_eq!(compared.relation, Relation::Zero);
        self.expanded(&compared.form, compared.constant)
    }

    /// Solves `side = modulus * t`, or `side = 0` if the modulus is zero.
    fn solution(&self, side: &Expanded, modulus: &Int, uses: &FxHashMap<Term, usize>) -> Option<Solution> {
        let content = match modulus.is_zero() {
            true => side.form.content(),
            false => Int::ONE,
        };
        if content.is_zero() || !content.divides(&side.constant) {
            return None;
        }
        let form = side.form.divided(&content);
        let uses_of = |var: Term| uses.get(&var).copied().unwrap_or(0);
        let is_candidate = |&(leaf, coefficient): &(Term, &Int)| {
            coefficient.abs().is_one() && matches!(self.terms.op(leaf), Op::Symbol(_))
        };
        let products = form.terms().iter().map(|(leaf, coefficient)| (*leaf, coefficient));
        let (var, factor) = products.filter(is_candidate).min_by_key(|(leaf, _)| (uses_of(*leaf), *leaf))?;
        let is_too_long = form.len() > MAX_LENGTH && uses_of(var) > FEW_USES;
        if is_too_long || form.terms().iter().any(|(_, coefficient)| coefficient.bits() > MAX_BITS) {
            return None;
        }
        let factor = factor.clone();
        let rest = form.add_multiple(&-&factor, &Linear::variable(var));
        Some(Solution { var, factor, rest, constant: side.constant.div_exact(&content) })
    }

    /// The terms that choose among the parts of a fact, from each part on.
    fn choices(&mut self, fact: &Fact, sides: &[Expanded], modulus: &Int, signs: &[Int]) -> Vec<Term> {
        let mut values: Vec<Term> = vec![self.terms.int(0)];
        for (side, sign) in sides.iter().zip(signs).skip(1) {
            let form = sides[0].form.add_multiple(sign, &side.form).divided(modulus);
            let constant = (&sides[0].constant + sign * &side.constant).div_exact(modulus);
            values.push(sum(self.terms, &form, &Rat::from(constant), &Int::ONE, false));
        }
        let mut choices = vec![values[values.len() - 1]];
        for (index, &value) in values.iter().enumerate().rev().skip(1) {
            let otherwise = choices[choices.len() - 1];
            choices.push(self.terms.ite(fact.parts[index].0, value, otherwise));
        }
        choices.reverse();
        choices
    }

    /// The equation of a variable and its solution.
    fn solved_by(&mut self, solution: &Solution, modulus: &Int, choice: Term) -> Term {
        let Solution { var, factor, rest, constant } = solution;
        let (form, offset) = crate::linearize::linear_form(self.terms, choice);
        let form = form.scaled(modulus).add_multiple(&Int::MINUS_ONE, rest).scaled(factor);
        let constant = (modulus * offset - constant) * factor;
        let value = sum(self.terms, &form, &Rat::from(constant), &Int::ONE, false);
        self.terms.eq(*var, value)
    }

    /// The literal that a choice is its first or second branch, which the literal of its condition implies.
    fn case_of(&mut self, choice: Term, condition: Lit, holds: bool) -> Lit {
        let branch = self.terms.args(choice)[if holds { 1 } else { 2 }];
        let equation = self.terms.eq(choice, branch);
        let lit = self.fresh(equation);
        let guard = if holds { !condition } else { condition };
        self.add(&[guard, lit], Some(Label::Case { term: choice, holds }));
        lit
    }
}

/// The modulus by which the sides of equations agree with the first one, up to these signs: zero for one
/// equation.
fn agreement(sides: &[Expanded]) -> Option<(Int, Vec<Int>)> {
    let (first, others) = sides.split_first()?;
    let of = |other: &Expanded, sign: &Int| {
        let form = first.form.add_multiple(sign, &other.form);
        form.content().gcd(&(&first.constant + sign * &other.constant))
    };
    let mut modulus = Int::ZERO;
    for other in others {
        modulus = modulus.gcd(&of(other, &Int::ONE).max(of(other, &Int::MINUS_ONE)));
    }
    if !others.is_empty() && modulus <= Int::ONE {
        return None;
    }
    let sign_of = |other: &Expanded| match modulus.divides(&of(other, &Int::MINUS_ONE)) {
        true => Int::MINUS_ONE,
        false => Int::ONE,
    };
    let mut signs = vec![Int::ONE];
    signs.extend(others.iter().map(sign_of));
    Some((modulus, signs))
}
