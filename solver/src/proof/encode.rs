//! Assertions as clauses, each with the rule that justifies it.
//!
//! Every formula that occurs has a literal, and a definition in both directions. Atoms are those of the
//! theories where these do not know them yet; others are tied to them by lemmas.

use super::NoProof;
use super::forms::{Compared, Relation, check_linear, compared};
use super::trees::{Expanded, Trees};
use crate::circuit::{FunctionTerm, Functions};
use crate::combine::{ArithmeticKind, Combination};
use crate::euf::NodeId;
use crate::limits::Budget;
use crate::linear::{Linear, LinearExpr, NumVar};
use crate::num::{Int, Rat};
use crate::options::Options;
use crate::sat::{Lit, Outcome, SatOptions, SatSolver, Var};
use crate::term::{Op, Sort, Term, Terms};
use fxhash::FxHashMap;

/// Why a given clause holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Label {
    /// It is asserted.
    Assumed(Term),
    /// A tautology about a formula, by a rule. Its literals are the formula with this sign, and arguments.
    Gate { rule: &'static str, term: Term, sign: bool, index: Option<usize> },
    /// Numbers that are not equal are less or greater.
    Disequality(Term),
    /// `distinct` or a chain of relations, and the conjunction that it stands for: the first implies the
    /// second, or the other way.
    Conjunction { term: Term, parts: Term, forward: bool },
    /// What a term is, by an axiom with this name.
    Axiom { name: &'static str, term: Term },
    /// A term `ite` is equal to the case that its condition selects.
    Case { term: Term, holds: bool },
}

/// What the clauses of the SAT core mean.
pub(super) struct Encoded {
    pub(super) sat: SatSolver,
    pub(super) theories: Combination,
    /// The formula of each variable that has one, and whether the variable is true if it is.
    pub(super) meanings: FxHashMap<Var, (Term, bool)>,
    /// Why given clauses hold, by their position in the log. Others are lemmas.
    pub(super) labels: FxHashMap<usize, Label>,
    /// The terms that are variables of arithmetic.
    pub(super) leaves: Vec<Term>,
    /// The terms of the theory of equality, by position.
    pub(super) functions: Vec<Term>,
    /// The nodes of the e-graph that they are.
    pub(super) nodes: Vec<NodeId>,
}

/// An encoding under way.
pub(super) struct Encoder<'a> {
    pub(super) terms: &'a mut Terms,
    budget: &'a mut Budget,
    pub(super) encoded: Encoded,
    pub(super) lits: FxHashMap<Term, Lit>,
    pub(super) vars: FxHashMap<Term, NumVar>,
    pub(super) functions: Functions,
    pub(super) function_terms: FxHashMap<Term, FunctionTerm>,
    /// Terms of the theory whose axioms are still to be stated.
    pub(super) unstated: Vec<Term>,
    pub(super) trees: Trees,
}

/// A comparison over terms that become variables of arithmetic.
struct Comparison {
    expanded: Expanded,
    relation: Relation,
}

impl<'a> Encoder<'a> {
    pub(super) fn new(
        terms: &'a mut Terms,
        kind: ArithmeticKind,
        options: &Options,
        budget: &'a mut Budget,
    ) -> Encoder<'a> {
        let mut sat = SatSolver::new(SatOptions { seed: options.seed, ..SatOptions::default() });
        sat.keep_log();
        let encoded = Encoded {
            sat,
            theories: Combination::new(kind, options.techniques.clone()),
            meanings: FxHashMap::default(),
            labels: FxHashMap::default(),
            leaves: Vec::new(),
            functions: Vec::new(),
            nodes: Vec::new(),
        };
        Encoder {
            terms,
            budget,
            encoded,
            lits: FxHashMap::default(),
            vars: FxHashMap::default(),
            functions: Functions::default(),
            function_terms: FxHashMap::default(),
            unstated: Vec::new(),
            trees: Trees::default(),
        }
    }

    /// Asserts a formula.
    pub(super) fn assert(&mut self, term: Term) -> Result<(), NoProof> {
        let lit = self.lit(term)?;
        self.add(&[lit], Some(Label::Assumed(term)));
        loop {
            if let Some(term) = self.unstated.pop() {
                self.state_axioms(term)?;
            } else if !self.state_trees()? {
                return Ok(());
            }
        }
    }

    /// Looks for a model.
    pub(super) fn solve(&mut self) -> Outcome {
        let Encoded { sat, theories, .. } = &mut self.encoded;
        theories.write_order_clauses(sat);
        sat.solve(theories, &[], self.budget)
    }

    /// The work so far.
    pub(super) fn ticks(&self) -> u64 {
        self.budget.ticks()
    }

    pub(super) fn finish(self) -> Encoded {
        self.encoded
    }

    /// Adds a clause; without a label it is a lemma.
    pub(super) fn add(&mut self, clause: &[Lit], label: Option<Label>) {
        let Encoded { sat, labels, .. } = &mut self.encoded;
        let index = sat.log().map_or(0, |log| log.len());
        labels.extend(label.map(|label| (index, label)));
        sat.add_clause(clause);
    }

    /// The literal of a formula. Parts come before what they are parts of, so nothing recurses.
    pub(super) fn lit(&mut self, root: Term) -> Result<Lit, NoProof> {
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
            Op::Eq if self.terms.sort(args[0]).is_numeric() && self.tree_compared(term).is_none() => {
                let both = [[args[0], args[1]], [args[1], args[0]]];
                both.map(|sides| self.terms.le(&sides)).to_vec()
            }
            Op::Apply(_) | Op::Select => Vec::new(),
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
        let about = args.first().map(|arg| self.terms.sort(*arg));
        let is_about_numbers = about.is_some_and(Sort::is_numeric);
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
            Op::Le | Op::Lt | Op::Ge | Op::Gt if args.len() == 2 => self.define_atom(term),
            Op::Eq if args.len() == 2 && is_about_numbers => self.define_equation(term, &args),
            Op::Eq if args.len() == 2 && about == Some(Sort::Bool) => Ok(self.define_gate(term, &args)),
            Op::Eq if args.len() == 2 => self.define_equality(term, &args),
            Op::Distinct => {
                let parts = self.distinct_parts(&args);
                Ok(self.define_conjunction(term, parts))
            }
            op if is_relation(op) && args.len() > 2 => {
                let parts = self.links(op, &args);
                Ok(self.define_conjunction(term, parts))
            }
            // Boolean applications have got their literals when they were prepared.
            _ => Err(NoProof::Unsupported("formulas of this kind")),
        }
    }

    pub(super) fn fresh(&mut self, term: Term) -> Lit {
        let var = self.encoded.sat.new_var();
        self.encoded.meanings.insert(var, (term, true));
        var.positive()
    }

    /// The literal of a formula that the theories know by a literal: the same if it is the first such
    /// formula, otherwise one that lemmas tie to it.
    pub(super) fn known(&mut self, term: Term, known: Lit) -> Lit {
        let var = known.var();
        if let std::collections::hash_map::Entry::Vacant(entry) = self.encoded.meanings.entry(var) {
            entry.insert((term, known.is_positive()));
            return known;
        }
        self.tied(term, known, &[])
    }

    /// A literal of a formula that lemmas tie to another one, unless a premise holds.
    fn tied(&mut self, term: Term, known: Lit, premises: &[Lit]) -> Lit {
        let lit = self.fresh(term);
        for pair in [[!lit, known], [lit, !known]] {
            self.add(&[&pair, premises].concat(), None);
        }
        lit
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
        if self.terms.op(term) == Op::Ite {
            // What holds in both cases holds. That follows, but it propagates while the condition is open.
            let [one, other] = [1, 2].map(|index| self.lits[&args[index]]);
            self.encoded.sat.add_implied_clause(&[!lit, one, other]);
            self.encoded.sat.add_implied_clause(&[lit, !one, !other]);
        }
        lit
    }

    /// An equation of numbers: two inequalities.
    fn define_equation(&mut self, term: Term, args: &[Term]) -> Result<Lit, NoProof> {
        let comparison = self.comparison_of(term)?;
        if let Some((tree, value)) = self.compared_tree(&comparison.expanded) {
            let known = self.tree_equation(tree, &value)?;
            return Ok(self.tied(term, known, &comparison.expanded.premises));
        }
        let lit = self.fresh(term);
        let sides = [[args[0], args[1]], [args[1], args[0]]];
        let [one, other] = sides.map(|sides| {
            let bound = self.terms.le(&sides);
            self.lits[&bound]
        });
        self.add(&[!lit, one], None);
        self.add(&[!lit, other], None);
        self.add(&[lit, !one, !other], Some(Label::Disequality(term)));
        let is_integer = self.terms.sort(args[0]) == Sort::Int;
        let Expanded { form, constant, .. } = comparison.expanded;
        if is_integer && !self.encoded.functions.is_empty() && !form.is_empty() {
            let form = self.over_variables(&form)?;
            self.tie_to_equality(LinearExpr { form, constant }, lit);
        }
        Ok(lit)
    }

    /// Makes an equation of numbers that are arguments or values of functions known to the theory of
    /// equality, which need not wait for the end of the search then.
    fn tie_to_equality(&mut self, expr: LinearExpr, lit: Lit) {
        let expr = match expr.form.terms()[0].1.is_positive() {
            true => expr,
            false => LinearExpr::default().add_multiple(&Int::MINUS_ONE, &expr),
        };
        let Encoded { sat, theories, .. } = &mut self.encoded;
        if let Some(atom) = theories.equation_atom(&expr, sat) {
            self.add(&[atom.negative(), lit], None);
            self.add(&[atom.positive(), !lit], None);
        }
    }

    /// An equation of terms of a declared sort, or arrays.
    fn define_equality(&mut self, term: Term, args: &[Term]) -> Result<Lit, NoProof> {
        let (left, right) = (self.function_term(args[0])?, self.function_term(args[1])?);
        let Encoded { sat, theories, .. } = &mut self.encoded;
        if theories.node_of(left) == theories.node_of(right) {
            let lit = self.fresh(term);
            self.add(&[lit], None);
            return Ok(lit);
        }
        let atom = theories.equality_atom(left, right, sat).positive();
        Ok(self.known(term, atom))
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
        let Comparison { expanded: Expanded { form, constant, premises }, relation } =
            self.comparison_of(term)?;
        let strict = relation == Relation::Below;
        if form.is_empty() {
            let lit = self.fresh(term);
            let holds = if strict { constant.is_negative() } else { !constant.is_positive() };
            let unit = [if holds { lit } else { !lit }];
            self.add(&[&unit, &premises[..]].concat(), None);
            return Ok(lit);
        }
        let only = match form.terms() {
            [(leaf, _)] => Some(*leaf).filter(|leaf| self.trees.is_constant(*leaf)),
            _ => None,
        };
        let is_integer = self.terms.sort(self.terms.args(term)[0]) == Sort::Int;
        let leaves: Vec<Term> = form.terms().iter().map(|(leaf, _)| *leaf).collect();
        let form = self.over_variables(&form)?;
        let known = if is_integer {
            let (form, bound, is_negated) = LinearExpr { form, constant }.as_bound();
            let atom = self.integer_atom(&form, &bound);
            match only {
                Some(tree) => self.bound_tree(tree, bound),
                None => leaves.into_iter().for_each(|leaf| self.require(leaf)),
            }
            if is_negated { !atom } else { atom }
        } else {
            let Encoded { sat, theories, .. } = &mut self.encoded;
            theories.real_atom(&form, &Rat::from(-constant), strict, sat, self.budget)
        };
        match premises.is_empty() {
            true => Ok(self.known(term, known)),
            false => Ok(self.tied(term, known, &premises)),
        }
    }

    /// The atom of the theory that a form over integers is at most a bound.
    pub(super) fn integer_atom(&mut self, form: &Linear<NumVar>, bound: &Int) -> Lit {
        let Encoded { sat, theories, .. } = &mut self.encoded;
        theories.integer_atom(form, bound, sat, self.budget)
    }

    /// A term that occurs in a form with others is defined for the theory, too.
    pub(super) fn require(&mut self, leaf: Term) {
        if self.trees.is_constant(leaf) {
            self.require_tree(leaf);
        }
    }

    /// A comparison over terms that become variables of arithmetic.
    fn comparison_of(&mut self, term: Term) -> Result<Comparison, NoProof> {
        let args = self.terms.args(term).to_vec();
        args.iter().try_for_each(|arg| check_linear(self.terms, *arg))?;
        let Compared { form, constant, relation, .. } = compared(self.terms, term);
        Ok(Comparison { expanded: self.expanded(&form, constant), relation })
    }

    /// The tree of constants that an equation compares with an integer.
    fn tree_compared(&self, equation: Term) -> Option<(Term, Int)> {
        if self.terms.sort(self.terms.args(equation)[0]) != Sort::Int {
            return None;
        }
        let Compared { form, constant, .. } = compared(self.terms, equation);
        self.compared_tree(&self.expanded(&form, constant))
    }

    /// A form over the variables of arithmetic.
    pub(super) fn over_variables(&mut self, form: &Linear<Term>) -> Result<Linear<NumVar>, NoProof> {
        let mut products = Vec::new();
        for (leaf, coefficient) in form.terms() {
            products.push((self.variable(*leaf)?, coefficient.clone()));
        }
        Ok(Linear::new(products))
    }

    /// The variable of a term that is not linear arithmetic.
    fn variable(&mut self, leaf: Term) -> Result<NumVar, NoProof> {
        if let Some(&var) = self.vars.get(&leaf) {
            return Ok(var);
        }
        match self.terms.op(leaf) {
            Op::Symbol(_) => {}
            Op::Apply(_) | Op::Select => {
                self.function_term(leaf)?;
                return self.vars.get(&leaf).copied().ok_or(NoProof::Unjustified);
            }
            _ if self.trees.is_free(leaf) => {}
            _ => self.unstated.push(leaf),
        }
        Ok(self.new_variable(leaf))
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
            _ => return Err(NoProof::Unsupported("terms of this kind")),
        };
        for (name, fact) in facts {
            let lit = self.lit(fact)?;
            self.add(&[lit], Some(Label::Axiom { name, term }));
        }
        Ok(())
    }

    /// A term `ite` is one of its cases.
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
