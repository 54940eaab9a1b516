//! Proofs as steps, in the rules of Alethe.

use super::encode::{Encoded, Label, absolute_value, others, quotient_bounds, remainder};
use super::farkas::Elimination;
use super::forms::{Compared, compared};
use super::lemma;
use super::naming::Naming;
use crate::euf::NodeId;
use crate::limits::Budget;
use crate::num::Int;
use crate::sat::{Lit, Var};
use crate::term::{Op, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};
use std::rc::Rc;

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
    /// What constants that only the proof speaks of stand for.
    pub witnesses: Vec<Witness>,
}

/// A constant that stands for an index at which two arrays have different elements, if there is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Witness {
    /// The constant.
    pub index: Term,
    /// The arrays.
    pub arrays: [Term; 2],
}

/// Writes steps.
pub(super) struct Writer<'a> {
    pub(super) terms: &'a mut Terms,
    encoded: &'a Encoded,
    naming: Naming<'a>,
    /// The formulas of atoms that the theories made.
    made: FxHashMap<Var, Term>,
    /// Comparisons that occurred, as forms.
    compared: FxHashMap<Term, Rc<Compared>>,
    /// Scratch space of certificates.
    pub(super) elimination: Elimination,
    /// The steps that say what an `ite` is, by its condition.
    cases: FxHashMap<(Term, bool), usize>,
    steps: Vec<Step>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(terms: &'a mut Terms, encoded: &'a Encoded) -> Writer<'a> {
        let nodes: Vec<(NodeId, Term)> =
            encoded.nodes.iter().copied().zip(encoded.functions.iter().copied()).collect();
        let naming = Naming::new(encoded, &nodes);
        Writer {
            terms,
            encoded,
            naming,
            made: FxHashMap::default(),
            compared: FxHashMap::default(),
            elimination: Elimination::default(),
            cases: FxHashMap::default(),
            steps: Vec::new(),
        }
    }

    pub(super) fn proof(self) -> Proof {
        Proof { steps: self.steps, witnesses: self.naming.witnesses }
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
                let term = self.naming.atom(self.terms, var)?;
                self.made.insert(var, term);
                term
            }
        };
        Some(self.normal(Literal { term, positive: lit.is_positive() }))
    }

    /// The same literal of a formula that is no negation.
    fn normal(&self, literal: Literal) -> Literal {
        let Literal { mut term, mut positive } = literal;
        while self.terms.op(term) == Op::Not {
            (term, positive) = (self.terms.args(term)[0], !positive);
        }
        Literal { term, positive }
    }

    /// A comparison as a form.
    pub(super) fn compared(&mut self, term: Term) -> Rc<Compared> {
        let terms = &*self.terms;
        self.compared.entry(term).or_insert_with(|| Rc::new(compared(terms, term))).clone()
    }

    /// The literals of steps that none of them resolves upon.
    pub(super) fn left_over(&self, steps: &[usize]) -> Vec<Literal> {
        let literals = steps.iter().flat_map(|step| self.steps[*step].clause.iter());
        let all: Vec<Literal> = literals.map(|literal| self.normal(*literal)).collect();
        let mut known: FxHashSet<Literal> = all.iter().copied().collect();
        let is_left: Vec<bool> = all.iter().map(|literal| !known.contains(&literal.negated())).collect();
        let left = all.into_iter().zip(is_left).filter(|(literal, left)| *left && known.remove(literal));
        left.map(|(literal, _)| literal).collect()
    }

    /// A formula holds or does not.
    pub(super) fn excluded_middle(&mut self, literal: Literal) -> usize {
        let negation = self.terms.not(literal.term);
        let twice = self.terms.not(negation);
        let clause = vec![Literal { term: twice, positive: false }, literal];
        self.add("not_not", clause, Vec::new(), Vec::new())
    }

    /// Proves that arrays which are read in the same way everywhere are equal, if a clause says that of the
    /// index which stands for all of them.
    pub(super) fn extensionality(&mut self, clause: &[Literal]) -> Option<usize> {
        for equal in clause.iter().filter(|literal| literal.positive) {
            let sides = self.terms.args(equal.term).to_vec();
            for Witness { index, arrays: [one, other] } in self.naming.witnesses.clone() {
                if sides != [one, other] && sides != [other, one] {
                    continue;
                }
                let reads = [one, other].map(|array| self.terms.select(array, index));
                let same = [[reads[0], reads[1]], [reads[1], reads[0]]];
                let same = same.map(|[left, right]| self.terms.eq(left, right));
                let is_same = |literal: &&Literal| !literal.positive && same.contains(&literal.term);
                if let Some(same) = clause.iter().find(is_same) {
                    return Some(self.add("arrays_ext", vec![*equal, *same], Vec::new(), Vec::new()));
                }
            }
        }
        None
    }

    /// A clause that follows from others by unit propagation.
    pub(super) fn learned(&mut self, clause: &[Lit], premises: Vec<usize>) -> Option<usize> {
        let clause: Option<Vec<Literal>> = clause.iter().map(|lit| self.literal(*lit)).collect();
        Some(self.add("resolution", clause?, premises, Vec::new()))
    }

    /// A clause that is valid in the theories.
    pub(super) fn lemma(&mut self, clause: &[Lit], budget: &mut Budget) -> Option<usize> {
        let named: Option<Vec<Literal>> = clause.iter().map(|lit| self.literal(*lit)).collect();
        let Some(clause) = named else {
            log::info!("an atom of {clause:?} has no name");
            return None;
        };
        let proved = lemma::prove(self, &clause, budget);
        if proved.is_none() {
            let show = |literal: &Literal| {
                format!(
                    "{}{}",
                    if literal.positive { "" } else { "not " },
                    self.terms.display(literal.term).start(300)
                )
            };
            log::info!("no proof of {:?}", clause.iter().map(show).collect::<Vec<_>>());
        }
        proved
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

    /// Numbers are equal, or less, or greater.
    pub(super) fn disequality(&mut self, equal: Term) -> usize {
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

    /// A term `ite` is equal to the case that its condition selects.
    pub(super) fn case(&mut self, term: Term, holds: bool) -> usize {
        if let Some(&step) = self.cases.get(&(term, holds)) {
            return step;
        }
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
        let step = self.add(rule, clause, vec![cases], Vec::new());
        self.cases.insert((term, holds), step);
        step
    }
}
