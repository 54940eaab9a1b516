//! Proofs as steps, in the rules of Alethe.

use super::encode::{Encoded, Label, absolute_value, others, quotient_bounds, remainder};
use super::lemma;
use crate::limits::Budget;
use crate::linear::Linear;
use crate::num::Int;
use crate::sat::{Lit, Var};
use crate::term::{Op, Term, Terms};
use fxhash::FxHashMap;

/// A formula, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal {
    /// The formula.
    pub term: Term,
    /// Whether it is not negated.
    pub positive: bool,
}

impl Literal {
    pub(super) fn negated(self) -> Literal {
        Literal { positive: !self.positive, ..self }
    }
}

/// A step: a clause that follows from those of earlier steps by a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The literals.
    pub clause: Vec<Literal>,
    /// The rule, by its name in Alethe; `assume` for an assertion.
    pub rule: &'static str,
    /// The positions of the steps that it follows from.
    pub premises: Vec<usize>,
    /// Multipliers, an index, or an axiom and what it is about.
    pub args: Vec<Arg>,
}

/// An argument of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arg {
    /// A number.
    Number(Int),
    /// The name of an axiom.
    Name(&'static str),
    /// A term.
    Term(Term),
}

/// A proof: the last step is the empty clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The steps.
    pub steps: Vec<Step>,
}

/// Writes steps.
pub(super) struct Writer<'a> {
    pub(super) terms: &'a mut Terms,
    encoded: &'a Encoded,
    /// The formulas of atoms that the theory made.
    made: FxHashMap<Var, Term>,
    steps: Vec<Step>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(terms: &'a mut Terms, encoded: &'a Encoded) -> Writer<'a> {
        Writer { terms, encoded, made: FxHashMap::default(), steps: Vec::new() }
    }

    pub(super) fn proof(self) -> Proof {
        Proof { steps: self.steps }
    }

    /// Adds a step; returns its position.
    pub(super) fn add(
        &mut self,
        rule: &'static str,
        clause: Vec<Literal>,
        premises: Vec<usize>,
        args: Vec<Arg>,
    ) -> usize {
        self.steps.push(Step { clause, rule, premises, args });
        self.steps.len() - 1
    }

    /// The formula of a literal.
    fn literal(&mut self, lit: Lit) -> Option<Literal> {
        let var = lit.var();
        if let Some(&(term, sign)) = self.encoded.meanings.get(&var) {
            return Some(Literal { term, positive: lit.is_positive() == sign });
        }
        let term = match self.made.get(&var) {
            Some(term) => *term,
            None => {
                let (form, bound) = self.encoded.theory.meaning(var)?;
                let form = form.map(|var| self.encoded.leaves[var.index()]);
                let term = self.bound(&form, &bound);
                self.made.insert(var, term);
                term
            }
        };
        Some(Literal { term, positive: lit.is_positive() })
    }

    /// The formula that a form is at most a bound.
    pub(super) fn bound(&mut self, form: &Linear<Term>, bound: &Int) -> Term {
        let product = |terms: &mut Terms, (term, coefficient): &(Term, Int)| {
            if coefficient.is_one() {
                return *term;
            }
            let coefficient = terms.int(coefficient.clone());
            terms.mul(coefficient, *term)
        };
        let products: Vec<Term> = form.terms().iter().map(|it| product(self.terms, it)).collect();
        let sum = if products.len() == 1 { products[0] } else { self.terms.add(&products) };
        let bound = self.terms.int(bound.clone());
        self.terms.le(&[sum, bound])
    }

    /// A clause that follows from others by unit propagation.
    pub(super) fn learned(&mut self, clause: &[Lit], premises: Vec<usize>) -> Option<usize> {
        let clause: Option<Vec<Literal>> = clause.iter().map(|lit| self.literal(*lit)).collect();
        Some(self.add("resolution", clause?, premises, Vec::new()))
    }

    /// A clause that is valid in arithmetic.
    pub(super) fn lemma(&mut self, clause: &[Lit], budget: &mut Budget) -> Option<usize> {
        let clause: Option<Vec<Literal>> = clause.iter().map(|lit| self.literal(*lit)).collect();
        lemma::prove(self, &clause?, budget)
    }

    /// A clause that was given, with its justification.
    pub(super) fn given(&mut self, label: &Label) -> usize {
        let unit = |term: Term| vec![Literal { term, positive: true }];
        match *label {
            Label::Assumed(term) => self.add("assume", unit(term), Vec::new(), Vec::new()),
            Label::Gate { rule, term, sign, index } => self.gate(rule, term, sign, index),
            Label::Disequality(term) => self.disequality(term),
            Label::Axiom { name, term } => self.axiom(name, term),
            Label::Conjunction { term, parts, forward } => {
                let definition = self.terms.eq(term, parts);
                let (rule, args) = match self.terms.op(term) {
                    Op::Distinct => ("distinct_elim", Vec::new()),
                    _ => ("rare_rewrite", vec![Arg::Name("cfp-chain")]),
                };
                let definition = self.add(rule, unit(definition), Vec::new(), args);
                let rule = if forward { "equiv1" } else { "equiv2" };
                let clause =
                    vec![Literal { term, positive: !forward }, Literal { term: parts, positive: forward }];
                self.add(rule, clause, vec![definition], Vec::new())
            }
            Label::Case { term, holds } => self.case(term, holds),
        }
    }

    fn gate(&mut self, rule: &'static str, term: Term, sign: bool, index: Option<usize>) -> usize {
        let args = self.terms.args(term).to_vec();
        let part = |index: usize, positive: bool| Literal { term: args[index], positive };
        let mut clause = vec![Literal { term, positive: sign }];
        match (others(rule), index) {
            (Some(others), _) => clause.extend(others.iter().map(|&(index, sign)| part(index, sign))),
            (None, Some(index)) => clause.push(part(index, !sign)),
            (None, None) => clause.extend((0..args.len()).map(|index| part(index, !sign))),
        }
        self.add(
            rule,
            clause,
            Vec::new(),
            index.map(|index| Arg::Number(Int::from(index))).into_iter().collect(),
        )
    }

    /// Integers are equal, or less, or greater.
    fn disequality(&mut self, equal: Term) -> usize {
        let sides = [self.terms.args(equal)[0], self.terms.args(equal)[1]];
        let bounds = [self.terms.le(&sides), self.terms.le(&[sides[1], sides[0]])];
        let [one, other] = bounds.map(|bound| self.terms.not(bound));
        let all = self.terms.or(&[equal, one, other]);
        let whole = vec![Literal { term: all, positive: true }];
        let whole = self.add("la_disequality", whole, Vec::new(), Vec::new());
        let mut clause = vec![Literal { term: equal, positive: true }];
        clause.extend(bounds.map(|term| Literal { term, positive: false }));
        self.add("or", clause, vec![whole], Vec::new())
    }

    /// What a quotient, a remainder or an absolute value is.
    fn axiom(&mut self, name: &'static str, term: Term) -> usize {
        let unit = |term: Term| vec![Literal { term, positive: true }];
        let mut args = vec![Arg::Name(name)];
        args.extend(self.terms.args(term).iter().map(|arg| Arg::Term(*arg)));
        let fact = match self.terms.op(term) {
            Op::Div => return self.quotient(name, term, args),
            Op::Mod => remainder(self.terms, term),
            _ => {
                let value = self.terms.args(term)[0];
                let cases = absolute_value(self.terms, value);
                self.terms.eq(term, cases)
            }
        };
        self.add("rare_rewrite", unit(fact), Vec::new(), args)
    }

    /// A bound of a quotient holds because the divisor is not zero.
    fn quotient(&mut self, name: &str, term: Term, args: Vec<Arg>) -> usize {
        let unit = |term: Term| vec![Literal { term, positive: true }];
        let [low, high] = quotient_bounds(self.terms, term);
        let bound = if name == "cfp-div-low" { low } else { high };
        let (divisor, zero, truth) = (self.terms.args(term)[1], self.terms.int(0), self.terms.bool(true));
        let is_zero = self.terms.eq(divisor, zero);
        let is_divided = self.terms.not(is_zero);
        let claim = self.terms.implies(is_divided, bound);
        let axiom = self.terms.eq(claim, truth);
        let axiom = self.add("rare_rewrite", unit(axiom), Vec::new(), args);
        let either = vec![Literal { term: claim, positive: true }, Literal { term: truth, positive: false }];
        let either = self.add("equiv2", either, vec![axiom], Vec::new());
        let trivial = self.add("true", unit(truth), Vec::new(), Vec::new());
        let claim = self.add("resolution", unit(claim), vec![either, trivial], Vec::new());
        let implied =
            vec![Literal { term: is_divided, positive: false }, Literal { term: bound, positive: true }];
        let implied = self.add("implies", implied, vec![claim], Vec::new());
        let nonzero = vec![Literal { term: is_zero, positive: false }];
        let nonzero = self.add("la_generic", nonzero, Vec::new(), vec![Arg::Number(Int::ONE)]);
        self.add("resolution", unit(bound), vec![implied, nonzero], Vec::new())
    }

    /// An integer `ite` is equal to the case that its condition selects.
    fn case(&mut self, term: Term, holds: bool) -> usize {
        let unit = |term: Term| vec![Literal { term, positive: true }];
        let [condition, then, otherwise] = [0, 1, 2].map(|index| self.terms.args(term)[index]);
        let (yes, no) = (self.terms.eq(term, then), self.terms.eq(term, otherwise));
        let cases = self.terms.ite(condition, yes, no);
        let truth = self.terms.bool(true);
        let both = self.terms.and(&[truth, cases]);
        let definition = self.terms.eq(truth, both);
        let definition = self.add("ite_intro", unit(definition), Vec::new(), Vec::new());
        let implied = vec![Literal { term: truth, positive: false }, Literal { term: both, positive: true }];
        let implied = self.add("equiv1", implied, vec![definition], Vec::new());
        let trivial = self.add("true", unit(truth), Vec::new(), Vec::new());
        let both = self.add("resolution", unit(both), vec![implied, trivial], Vec::new());
        let cases = self.add("and", unit(cases), vec![both], vec![Arg::Number(Int::ONE)]);
        let (rule, case) = if holds { ("ite2", yes) } else { ("ite1", no) };
        let clause =
            vec![Literal { term: condition, positive: !holds }, Literal { term: case, positive: true }];
        self.add(rule, clause, vec![cases], Vec::new())
    }
}

/// Whether a formula compares integers.
pub(super) fn is_comparison(terms: &Terms, term: Term) -> bool {
    matches!(terms.op(term), Op::Le | Op::Lt | Op::Ge | Op::Gt | Op::Eq) && terms.args(term).len() == 2
}
