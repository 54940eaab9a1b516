//! Assertions as clauses, each with the rule that justifies it.
//!
//! Every formula that occurs has a literal, and a definition in both directions. Atoms of arithmetic are
//! those of the theory where the theory does not know them yet; others are tied to them by lemmas.

use super::NoProof;
use crate::arith::ArithTheory;
use crate::lia::LiaTheory;
use crate::limits::Budget;
use crate::linear::{Linear, LinearExpr, NumVar};
use crate::linearize::linear_form;
use crate::num::Int;
use crate::options::Options;
use crate::sat::{Lit, Outcome, SatOptions, SatSolver, Var};
use crate::term::{Op, Sort, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};

/// Why a given clause holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Label {
    /// It is asserted.
    Assumed(Term),
    /// A tautology about a formula, by a rule. Its literals are the formula with this sign, and arguments.
    Gate { rule: &'static str, term: Term, sign: bool, index: Option<usize> },
    /// Integers that are not equal are less or greater.
    Disequality(Term),
    /// `distinct` or a chain of relations, and the conjunction that it stands for: the first implies the
    /// second, or the other way.
    Conjunction { term: Term, parts: Term, forward: bool },
    /// What a term is, by an axiom with this name.
    Axiom { name: &'static str, term: Term },
    /// An integer `ite` is equal to the case that its condition selects.
    Case { term: Term, holds: bool },
}

/// What the clauses of the SAT core mean.
pub(super) struct Encoded {
    pub(super) sat: SatSolver,
    pub(super) theory: LiaTheory,
    /// The formula of each variable that has one, and whether the variable is true if it is.
    pub(super) meanings: FxHashMap<Var, (Term, bool)>,
    /// Why given clauses hold, by their position in the log. Others are lemmas.
    pub(super) labels: FxHashMap<usize, Label>,
    /// The terms that are variables of the theory.
    pub(super) leaves: Vec<Term>,
}

/// An encoding under way.
pub(super) struct Encoder<'a> {
    terms: &'a mut Terms,
    budget: &'a mut Budget,
    encoded: Encoded,
    lits: FxHashMap<Term, Lit>,
    vars: FxHashMap<Term, NumVar>,
    /// Terms of the theory whose axioms are still to be stated.
    unstated: Vec<Term>,
}

impl<'a> Encoder<'a> {
    pub(super) fn new(terms: &'a mut Terms, options: &Options, budget: &'a mut Budget) -> Encoder<'a> {
        let mut sat = SatSolver::new(SatOptions { seed: options.seed, ..SatOptions::default() });
        sat.keep_log();
        let encoded = Encoded {
            sat,
            theory: LiaTheory::new(options.techniques.clone()),
            meanings: FxHashMap::default(),
            labels: FxHashMap::default(),
            leaves: Vec::new(),
        };
        let (lits, vars) = (FxHashMap::default(), FxHashMap::default());
        Encoder { terms, budget, encoded, lits, vars, unstated: Vec::new() }
    }

    /// Asserts a formula.
    pub(super) fn assert(&mut self, term: Term) -> Result<(), NoProof> {
        let lit = self.lit(term)?;
        self.add(&[lit], Some(Label::Assumed(term)));
        while let Some(term) = self.unstated.pop() {
            self.state_axioms(term)?;
        }
        Ok(())
    }

    /// Looks for a model.
    pub(super) fn solve(&mut self) -> Outcome {
        let Encoded { sat, theory, .. } = &mut self.encoded;
        theory.write_order_clauses(sat);
        sat.solve(theory, &[], self.budget)
    }

    pub(super) fn finish(self) -> Encoded {
        self.encoded
    }

    /// Adds a clause; without a label it is a lemma.
    fn add(&mut self, clause: &[Lit], label: Option<Label>) {
        let Encoded { sat, labels, .. } = &mut self.encoded;
        let index = sat.log().map_or(0, |log| log.len());
        labels.extend(label.map(|label| (index, label)));
        sat.add_clause(clause);
    }

    /// The literal of a formula. Parts come before what they are parts of, so nothing recurses.
    fn lit(&mut self, root: Term) -> Result<Lit, NoProof> {
        let mut pending = vec![root];
        while let Some(&term) = pending.last() {
            if self.lits.contains_key(&term) {
                pending.pop();
                continue;
            }
            let parts = self.formulas_below(term);
            let missing = parts.iter().copied().filter(|part| !self.lits.contains_key(part));
            let before = pending.len();
            pending.extend(missing.collect::<Vec<_>>());
            if pending.len() == before {
                let lit = self.define(term)?;
                self.lits.insert(term, lit);
            }
        }
        Ok(self.lits[&root])
    }

    /// The formulas that must have literals before this one.
    fn formulas_below(&mut self, term: Term) -> Vec<Term> {
        let args = self.terms.args(term).to_vec();
        match self.terms.op(term) {
            Op::Distinct => vec![self.distinct_parts(&args)],
            op if is_relation(op) && args.len() > 2 => vec![self.links(op, &args)],
            Op::Eq if self.terms.sort(args[0]) == Sort::Int => {
                let both = [[args[0], args[1]], [args[1], args[0]]];
                both.map(|sides| self.terms.le(&sides)).to_vec()
            }
            _ => args.into_iter().filter(|arg| self.terms.sort(*arg) == Sort::Bool).collect(),
        }
    }

    /// The conjunction that `distinct` stands for.
    fn distinct_parts(&mut self, args: &[Term]) -> Term {
        let mut parts = Vec::new();
        for (index, &one) in args.iter().enumerate() {
            for &other in &args[index + 1..] {
                let equal = self.terms.eq(one, other);
                parts.push(self.terms.not(equal));
            }
        }
        if parts.len() == 1 { parts[0] } else { self.terms.and(&parts) }
    }

    /// The conjunction that a chain of relations stands for.
    fn links(&mut self, op: Op, args: &[Term]) -> Term {
        let link = |terms: &mut Terms, pair: &[Term]| terms.make(op, pair).expect("parts of a chain fit");
        let links: Vec<Term> = args.windows(2).map(|pair| link(self.terms, pair)).collect();
        self.terms.and(&links)
    }

    /// Makes the literal of a formula whose parts have theirs, and states what defines it.
    fn define(&mut self, term: Term) -> Result<Lit, NoProof> {
        let args = self.terms.args(term).to_vec();
        let is_about_integers = args.first().is_some_and(|arg| self.terms.sort(*arg) == Sort::Int);
        match self.terms.op(term) {
            Op::Not => Ok(!self.lits[&args[0]]),
            Op::Symbol(_) => Ok(self.fresh(term)),
            Op::True | Op::False => {
                let lit = self.fresh(term);
                let is_true = self.terms.op(term) == Op::True;
                let rule = if is_true { "true" } else { "false" };
                let label = Label::Gate { rule, term, sign: is_true, index: None };
                self.add(&[if is_true { lit } else { !lit }], Some(label));
                Ok(lit)
            }
            Op::And | Op::Or => Ok(self.define_junction(term, &args)),
            Op::Xor | Op::Implies if args.len() == 2 => Ok(self.define_gate(term, &args)),
            Op::Ite => Ok(self.define_gate(term, &args)),
            Op::Le | Op::Lt | Op::Ge | Op::Gt if args.len() == 2 && is_about_integers => {
                self.define_atom(term)
            }
            Op::Eq if args.len() == 2 && is_about_integers => {
                // The expansion checks that the sides are linear.
                self.expression(term)?;
                Ok(self.define_equation(term, &args))
            }
            Op::Eq if args.len() == 2 && self.terms.sort(args[0]) == Sort::Bool => {
                Ok(self.define_gate(term, &args))
            }
            Op::Distinct if is_about_integers => {
                let parts = self.distinct_parts(&args);
                Ok(self.define_conjunction(term, parts))
            }
            op if is_relation(op) && args.len() > 2 => {
                let parts = self.links(op, &args);
                Ok(self.define_conjunction(term, parts))
            }
            _ => Err(NoProof::Unsupported("a formula that is neither Boolean nor about linear integers")),
        }
    }

    fn fresh(&mut self, term: Term) -> Lit {
        let var = self.encoded.sat.new_var();
        self.encoded.meanings.insert(var, (term, true));
        var.positive()
    }

    /// Conjunctions and disjunctions.
    fn define_junction(&mut self, term: Term, args: &[Term]) -> Lit {
        let lit = self.fresh(term);
        let is_and = self.terms.op(term) == Op::And;
        let (each, all) = if is_and { ("and_pos", "and_neg") } else { ("or_neg", "or_pos") };
        let parts: Vec<Lit> = args.iter().map(|arg| self.lits[arg]).collect();
        let mut whole = vec![if is_and { lit } else { !lit }];
        for (index, &part) in parts.iter().enumerate() {
            let label = Label::Gate { rule: each, term, sign: !is_and, index: Some(index) };
            let (gate, part) = if is_and { (!lit, part) } else { (lit, !part) };
            self.add(&[gate, part], Some(label));
            whole.push(!part);
        }
        self.add(&whole, Some(Label::Gate { rule: all, term, sign: is_and, index: None }));
        lit
    }

    /// Connectives with a fixed number of arguments.
    fn define_gate(&mut self, term: Term, args: &[Term]) -> Lit {
        let lit = self.fresh(term);
        for &(op, rule, sign, others) in FIXED {
            if op == self.terms.op(term) {
                let mut clause = vec![if sign { lit } else { !lit }];
                let of = |&(index, sign): &(usize, bool)| {
                    let arg = self.lits[&args[index]];
                    if sign { arg } else { !arg }
                };
                clause.extend(others.iter().map(of));
                self.add(&clause, Some(Label::Gate { rule, term, sign, index: None }));
            }
        }
        lit
    }

    /// An equation of integers: two inequalities.
    fn define_equation(&mut self, term: Term, args: &[Term]) -> Lit {
        let lit = self.fresh(term);
        let sides = [[args[0], args[1]], [args[1], args[0]]];
        let [one, other] = sides.map(|sides| {
            let bound = self.terms.le(&sides);
            self.lits[&bound]
        });
        self.add(&[!lit, one], None);
        self.add(&[!lit, other], None);
        self.add(&[lit, !one, !other], Some(Label::Disequality(term)));
        lit
    }

    /// A formula that stands for a conjunction.
    fn define_conjunction(&mut self, term: Term, parts: Term) -> Lit {
        let lit = self.fresh(term);
        let all = self.lits[&parts];
        self.add(&[!lit, all], Some(Label::Conjunction { term, parts, forward: true }));
        self.add(&[lit, !all], Some(Label::Conjunction { term, parts, forward: false }));
        lit
    }

    /// An inequality. It is the atom of the theory, or equivalent to the formula that is.
    fn define_atom(&mut self, term: Term) -> Result<Lit, NoProof> {
        let (form, constant) = self.expression(term)?;
        if form.is_empty() {
            let lit = self.fresh(term);
            let holds = !constant.is_positive();
            self.add(&[if holds { lit } else { !lit }], None);
            return Ok(lit);
        }
        let (form, bound, is_negated) = LinearExpr { form, constant }.as_bound();
        let Encoded { sat, theory, meanings, .. } = &mut self.encoded;
        let atom = theory.new_atom(&form, &bound, sat, self.budget);
        if let std::collections::hash_map::Entry::Vacant(entry) = meanings.entry(atom) {
            entry.insert((term, !is_negated));
            return Ok(atom.lit(!is_negated));
        }
        let (lit, known) = (self.fresh(term), atom.lit(!is_negated));
        self.add(&[!lit, known], None);
        self.add(&[lit, !known], None);
        Ok(lit)
    }

    /// The expression that is at most zero if an inequality holds, or zero if an equation does.
    fn expression(&mut self, term: Term) -> Result<(Linear<NumVar>, Int), NoProof> {
        let args = self.terms.args(term).to_vec();
        args.iter().try_for_each(|arg| self.check_linear(*arg))?;
        let (small, large, gap) = match self.terms.op(term) {
            Op::Lt => (args[0], args[1], 1),
            Op::Ge => (args[1], args[0], 0),
            Op::Gt => (args[1], args[0], 1),
            _ => (args[0], args[1], 0),
        };
        let ((one, first), (other, second)) =
            (linear_form(self.terms, small), linear_form(self.terms, large));
        let form = one.add_multiple(&Int::MINUS_ONE, &other);
        let mut products = Vec::new();
        for (leaf, coefficient) in form.terms() {
            products.push((self.variable(*leaf)?, coefficient.clone()));
        }
        Ok((Linear::new(products), first - second + Int::from(gap)))
    }

    /// Refuses terms whose forms depend on more than a checker sees: products of constant sums, quotients of
    /// constants.
    fn check_linear(&self, root: Term) -> Result<(), NoProof> {
        let terms = &*self.terms;
        let is_literal = |term: &Term| match terms.op(*term) {
            Op::Number(_) => true,
            Op::Neg => matches!(terms.op(terms.args(*term)[0]), Op::Number(_)),
            _ => false,
        };
        let (mut pending, mut seen) = (vec![root], FxHashSet::default());
        while let Some(term) = pending.pop() {
            let args = terms.args(term);
            let is_simple = match terms.op(term) {
                Op::Add | Op::Sub | Op::Neg => true,
                Op::Mul => args.iter().filter(|arg| !is_literal(arg)).count() <= 1,
                Op::Number(_) | Op::Symbol(_) | Op::Ite => continue,
                Op::Abs if terms.is_constant(term) => is_literal(&args[0]),
                Op::Abs => continue,
                Op::Div | Op::Mod if !terms.is_constant(term) && is_literal(&args[1]) => {
                    if terms.as_constant(args[1]).is_some_and(|divisor| !divisor.is_zero()) {
                        continue;
                    }
                    false
                }
                _ => false,
            };
            if !is_simple {
                return Err(NoProof::Unsupported("products, quotients of variables, functions and arrays"));
            }
            pending.extend(args.iter().filter(|arg| seen.insert(**arg)));
        }
        Ok(())
    }

    /// The variable of a term that is not linear arithmetic.
    fn variable(&mut self, leaf: Term) -> Result<NumVar, NoProof> {
        if let Some(&var) = self.vars.get(&leaf) {
            return Ok(var);
        }
        match self.terms.op(leaf) {
            Op::Symbol(_) => {}
            _ => self.unstated.push(leaf),
        }
        let var = NumVar::integer(self.encoded.leaves.len());
        self.encoded.leaves.push(leaf);
        self.vars.insert(leaf, var);
        Ok(var)
    }

    /// States what defines a term of the theory.
    fn state_axioms(&mut self, term: Term) -> Result<(), NoProof> {
        let args = self.terms.args(term).to_vec();
        let facts = match self.terms.op(term) {
            Op::Ite => return self.state_cases(term),
            Op::Div => {
                let [low, high] = quotient_bounds(self.terms, term);
                vec![("cfp-div-low", low), ("cfp-div-high", high)]
            }
            Op::Mod => vec![("cfp-mod-def", remainder(self.terms, term))],
            Op::Abs => {
                let cases = absolute_value(self.terms, args[0]);
                vec![("cfp-abs", self.terms.eq(term, cases))]
            }
            _ => return Err(NoProof::Unsupported("functions and arrays")),
        };
        for (name, fact) in facts {
            let lit = self.lit(fact)?;
            self.add(&[lit], Some(Label::Axiom { name, term }));
        }
        Ok(())
    }

    /// An integer `ite` is one of its cases.
    fn state_cases(&mut self, term: Term) -> Result<(), NoProof> {
        let [condition, then, otherwise] = self.terms.args(term)[..] else {
            return Err(NoProof::Unjustified);
        };
        let condition = self.lit(condition)?;
        for (holds, case) in [(true, then), (false, otherwise)] {
            let equation = self.terms.eq(term, case);
            let equation = self.lit(equation)?;
            let condition = if holds { !condition } else { condition };
            self.add(&[condition, equation], Some(Label::Case { term, holds }));
        }
        Ok(())
    }
}

fn is_relation(op: Op) -> bool {
    matches!(op, Op::Le | Op::Lt | Op::Ge | Op::Gt | Op::Eq)
}

/// The bounds of a quotient: the dividend is at least the product with the divisor, and less than that plus
/// the absolute value of the divisor.
pub(super) fn quotient_bounds(terms: &mut Terms, quotient: Term) -> [Term; 2] {
    let (dividend, divisor) = (terms.args(quotient)[0], terms.args(quotient)[1]);
    let product = terms.mul(divisor, quotient);
    let size = terms.abs(divisor);
    let next = terms.add(&[product, size]);
    [terms.le(&[product, dividend]), terms.lt(&[dividend, next])]
}

/// What a remainder is equal to.
pub(super) fn remainder(terms: &mut Terms, term: Term) -> Term {
    let (dividend, divisor) = (terms.args(term)[0], terms.args(term)[1]);
    let quotient = terms.div(dividend, divisor);
    let product = terms.mul(divisor, quotient);
    let difference = terms.sub(dividend, product);
    terms.eq(term, difference)
}

/// The cases of an absolute value.
pub(super) fn absolute_value(terms: &mut Terms, value: Term) -> Term {
    let zero = terms.int(0);
    let is_negative = terms.lt(&[value, zero]);
    let minus = terms.neg(value);
    terms.ite(is_negative, minus, value)
}

/// The clauses of connectives: rule, sign of the formula, and its arguments with their signs.
type Clauses = &'static [(Op, &'static str, bool, &'static [(usize, bool)])];

const FIXED: Clauses = &[
    (Op::Xor, "xor_pos1", false, &[(0, true), (1, true)]),
    (Op::Xor, "xor_pos2", false, &[(0, false), (1, false)]),
    (Op::Xor, "xor_neg1", true, &[(0, true), (1, false)]),
    (Op::Xor, "xor_neg2", true, &[(0, false), (1, true)]),
    (Op::Implies, "implies_pos", false, &[(0, false), (1, true)]),
    (Op::Implies, "implies_neg1", true, &[(0, true)]),
    (Op::Implies, "implies_neg2", true, &[(1, false)]),
    (Op::Eq, "equiv_pos1", false, &[(0, true), (1, false)]),
    (Op::Eq, "equiv_pos2", false, &[(0, false), (1, true)]),
    (Op::Eq, "equiv_neg1", true, &[(0, false), (1, false)]),
    (Op::Eq, "equiv_neg2", true, &[(0, true), (1, true)]),
    (Op::Ite, "ite_pos1", false, &[(0, true), (2, true)]),
    (Op::Ite, "ite_pos2", false, &[(0, false), (1, true)]),
    (Op::Ite, "ite_neg1", true, &[(0, true), (2, false)]),
    (Op::Ite, "ite_neg2", true, &[(0, false), (1, false)]),
];

/// The arguments of a connective, with their signs, in the clause of a rule.
pub(super) fn others(rule: &str) -> Option<&'static [(usize, bool)]> {
    FIXED.iter().find(|(_, known, _, _)| *known == rule).map(|(_, _, _, others)| *others)
}
