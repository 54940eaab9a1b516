//! Terms to formulas: every leaf in canonical form.
//!
//! As in [`crate::preprocess::translate`], one loop over the terms below a formula, arguments first; sums
//! stay implicit until a leaf or an argument of a function needs them. What comes out are terms again, not
//! variables of an engine, since they will be printed.

use super::atom::sum_term;
use super::formula::{Edge, Formulas};
use super::write::Writer;
use crate::linear::Linear;
use crate::linearize::Expansion;
use crate::num::Int;
use crate::term::{Op, Sort, Term, Terms};
use fxhash::FxHashMap;

/// Whether this module knows what an operator means. Terms of others (binders, say) are leaves as they are.
pub(super) fn is_known(op: Op) -> bool {
    matches!(
        op,
        Op::True
            | Op::False
            | Op::Number(_)
            | Op::Decimal(_)
            | Op::Symbol(_)
            | Op::Apply(_)
            | Op::Not
            | Op::And
            | Op::Or
            | Op::Xor
            | Op::Implies
            | Op::Ite
            | Op::Eq
            | Op::Distinct
            | Op::Add
            | Op::Sub
            | Op::Neg
            | Op::Mul
            | Op::Div
            | Op::Mod
            | Op::Divide
            | Op::Abs
            | Op::ToReal
            | Op::ToInt
            | Op::IsInt
            | Op::Select
            | Op::Store
            | Op::ConstArray(_)
            | Op::Divisible(_)
            | Op::Le
            | Op::Lt
            | Op::Ge
            | Op::Gt
    )
}

/// `ite` terms are lifted out of comparisons for at most so many nested ones.
const MAX_LIFTED: u32 = 50;

/// How an integer sum is compared with zero.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    AtMost,
    Equals,
}

/// What was read so far.
#[derive(Default)]
pub(super) struct Reader {
    edges: FxHashMap<Term, Edge>,
    /// The canonical form of terms that are not Boolean and no sums.
    forms: FxHashMap<Term, Term>,
    /// Condition and branches of integer `ite` terms in canonical form.
    choices: FxHashMap<Term, (Edge, Term, Term)>,
    /// Scratch of `spread`.
    expansion: Expansion<Int>,
}

impl Reader {
    /// How many terms were read.
    pub(super) fn len(&self) -> usize {
        self.edges.len() + self.forms.len()
    }

    /// The formula that a Boolean term is.
    pub(super) fn read(
        &mut self,
        formulas: &mut Formulas,
        writer: &mut Writer,
        terms: &mut Terms,
        root: Term,
    ) -> Edge {
        if let Some(&edge) = self.edges.get(&root) {
            return edge;
        }
        let mut reading = Reading { reader: self, formulas, writer, terms };
        for term in reading.unread(root) {
            reading.visit(term);
        }
        self.edges[&root]
    }
}

/// A sum of terms in canonical form, and a constant.
type Sum = (Linear<Term>, Int);

struct Reading<'a> {
    reader: &'a mut Reader,
    formulas: &'a mut Formulas,
    writer: &'a mut Writer,
    terms: &'a mut Terms,
}

impl Reading<'_> {
    /// The terms below this one that were not read yet, arguments first.
    fn unread(&self, root: Term) -> Vec<Term> {
        let mut found = fxhash::FxHashSet::default();
        let mut stack = vec![root];
        while let Some(term) = stack.pop() {
            let is_read = self.reader.edges.contains_key(&term) || self.reader.forms.contains_key(&term);
            if !is_read && found.insert(term) && is_known(self.terms.op(term)) {
                stack.extend_from_slice(self.terms.args(term));
            }
        }
        let mut found: Vec<Term> = found.into_iter().collect();
        found.sort_unstable();
        found
    }

    fn visit(&mut self, term: Term) {
        if self.terms.sort(term) == Sort::Bool {
            let edge = self.boolean(term);
            self.reader.edges.insert(term, edge);
        } else if !self.is_sum(term) {
            let form = self.object(term);
            self.reader.forms.insert(term, form);
            // So that sums know it when they meet it.
            self.reader.forms.insert(form, form);
        }
    }

    /// Whether a term is arithmetic that is expanded when it is needed.
    fn is_sum(&self, term: Term) -> bool {
        self.terms.sort(term) == Sort::Int
            && (self.terms.is_constant(term)
                || matches!(self.terms.op(term), Op::Add | Op::Sub | Op::Neg | Op::Mul))
    }

    fn boolean(&mut self, term: Term) -> Edge {
        let op = self.terms.op(term);
        if !is_known(op) {
            self.formulas.atoms.foreign.insert(term);
            return self.formulas.opaque(self.terms, term);
        }
        let args = self.terms.args(term).to_vec();
        let edges: Vec<Edge> = args.iter().filter_map(|arg| self.reader.edges.get(arg).copied()).collect();
        match op {
            Op::True => Edge::TRUE,
            Op::False => Edge::FALSE,
            Op::Not => !edges[0],
            Op::And => self.formulas.and(self.terms, &edges),
            Op::Or => self.formulas.or(self.terms, &edges),
            Op::Xor => {
                let (first, rest) = edges.split_first().expect("xor has arguments");
                rest.iter().fold(*first, |sum, &edge| self.formulas.xor(sum, edge))
            }
            Op::Implies => {
                let mut parts: Vec<Edge> = edges.iter().map(|&edge| !edge).collect();
                let last = parts.last_mut().expect("an implication has arguments");
                *last = !*last;
                self.formulas.or(self.terms, &parts)
            }
            Op::Ite => self.formulas.ite(self.terms, edges[0], edges[1], edges[2]),
            Op::Eq | Op::Distinct if self.terms.sort(args[0]) == Sort::Bool => {
                match (op, &edges[..]) {
                    (Op::Distinct, [left, right]) => self.formulas.xor(*left, *right),
                    // There are only two truth values.
                    (Op::Distinct, _) => Edge::FALSE,
                    _ => {
                        let same: Vec<Edge> =
                            edges.windows(2).map(|pair| !self.formulas.xor(pair[0], pair[1])).collect();
                        self.formulas.and(self.terms, &same)
                    }
                }
            }
            Op::Le => self.chain(&args, |this, left, right| this.at_most(left, right)),
            Op::Lt => self.chain(&args, |this, left, right| !this.at_most(right, left)),
            Op::Ge => self.chain(&args, |this, left, right| this.at_most(right, left)),
            Op::Gt => self.chain(&args, |this, left, right| !this.at_most(left, right)),
            Op::Eq => self.chain(&args, |this, left, right| this.equal(left, right)),
            Op::Distinct if args.len() == 2 => !self.equal(args[0], args[1]),
            Op::Distinct => self.distinct(term, &args),
            Op::Divisible(divisor) => {
                let divisor = self.terms.number(divisor).clone();
                let (sum, constant) = self.spread(&[(args[0], Int::ONE)]);
                self.formulas.divides(self.terms, &divisor, &sum, &constant)
            }
            _ => {
                let form = self.rebuild(term, &args);
                self.formulas.opaque(self.terms, form)
            }
        }
    }

    fn chain(&mut self, args: &[Term], mut relate: impl FnMut(&mut Self, Term, Term) -> Edge) -> Edge {
        let parts: Vec<Edge> = args.windows(2).map(|pair| relate(self, pair[0], pair[1])).collect();
        self.formulas.and(self.terms, &parts)
    }

    /// `left <= right`
    fn at_most(&mut self, left: Term, right: Term) -> Edge {
        if self.terms.sort(left) == Sort::Int {
            let sum = self.spread(&[(left, Int::ONE), (right, Int::MINUS_ONE)]);
            return self.compare(&sum, Relation::AtMost, 0);
        }
        let (left, right) = (self.form(left), self.form(right));
        match (self.terms.as_rational(left), self.terms.as_rational(right)) {
            _ if left == right => Edge::TRUE,
            (Some(left), Some(right)) => Edge::constant(left <= right),
            _ => self.make_opaque(Op::Le, &[left, right]),
        }
    }

    fn equal(&mut self, left: Term, right: Term) -> Edge {
        if self.terms.sort(left) == Sort::Int {
            let sum = self.spread(&[(left, Int::ONE), (right, Int::MINUS_ONE)]);
            return self.compare(&sum, Relation::Equals, 0);
        }
        let (left, right) = (self.form(left), self.form(right));
        let (left, right) = (left.min(right), left.max(right));
        match (self.terms.as_rational(left), self.terms.as_rational(right)) {
            _ if left == right => Edge::TRUE,
            (Some(left), Some(right)) => Edge::constant(left == right),
            _ => self.make_opaque(Op::Eq, &[left, right]),
        }
    }

    /// Three or more terms, pairwise distinct: one leaf, since the pairs would be many.
    fn distinct(&mut self, term: Term, args: &[Term]) -> Edge {
        let mut args: Vec<Term> = args.iter().map(|&arg| self.argument(arg)).collect();
        args.sort_unstable();
        if args.windows(2).any(|pair| pair[0] == pair[1]) {
            return Edge::FALSE;
        }
        let form = self.make(Op::Distinct, &args, term);
        self.formulas.opaque(self.terms, form)
    }

    /// Compares a sum of integers with zero.
    fn compare(&mut self, sum: &Sum, relation: Relation, lifted: u32) -> Edge {
        let (form, constant) = sum;
        if let [(var, factor)] = form.terms() {
            if let Some(&(condition, then, otherwise)) = self.reader.choices.get(var)
                && lifted < MAX_LIFTED
                && (self.terms.is_constant(then) || self.terms.is_constant(otherwise))
            {
                // Where a branch is a constant, the comparison with it is true or false: not larger without
                // `ite`.
                let [then, otherwise] = [then, otherwise].map(|branch| {
                    let (form, inner) = self.spread(&[(branch, factor.clone())]);
                    self.compare(&(form, inner + constant), relation, lifted + 1)
                });
                return self.formulas.ite(self.terms, condition, then, otherwise);
            }
            if self.terms.op(*var) == Op::Mod
                && let Some(edge) = self.compare_remainder(*var, factor, constant, relation)
            {
                return edge;
            }
        }
        match relation {
            Relation::AtMost => self.formulas.at_most_zero(self.terms, form, constant),
            Relation::Equals => self.formulas.is_zero(self.terms, form, constant),
        }
    }

    /// `factor * (mod t d) + constant`, compared with zero: a constant or a divisibility if that is all it
    /// says.
    fn compare_remainder(
        &mut self,
        remainder: Term,
        factor: &Int,
        constant: &Int,
        relation: Relation,
    ) -> Option<Edge> {
        let [dividend, divisor] = *self.terms.args(remainder) else { return None };
        let divisor = self.terms.as_constant(divisor)?.abs();
        if divisor.is_zero() {
            return None;
        }
        let last = &divisor - Int::ONE;
        let is = |this: &mut Self, value: &Int| {
            let (sum, inner) = this.spread(&[(dividend, Int::ONE)]);
            this.formulas.divides(this.terms, &divisor, &sum, &(inner - value))
        };
        match relation {
            Relation::Equals => {
                if !factor.divides(constant) {
                    return Some(Edge::FALSE);
                }
                let value = -constant.div_exact(factor);
                let is_possible = !value.is_negative() && value <= last;
                Some(if is_possible { is(self, &value) } else { Edge::FALSE })
            }
            Relation::AtMost => {
                // Which remainders satisfy it: those up to a bound, or those from a bound on.
                let (bound, is_upper) = if factor.is_positive() {
                    ((-constant).div_floor(factor), true)
                } else {
                    (constant.div_ceil(&-factor) - Int::ONE, false)
                };
                let upper = if bound.is_negative() {
                    Edge::FALSE
                } else if bound >= last {
                    Edge::TRUE
                } else if bound.is_zero() {
                    is(self, &Int::ZERO)
                } else if &bound + Int::ONE == last {
                    !is(self, &last)
                } else {
                    return None;
                };
                Some(if is_upper { upper } else { !upper })
            }
        }
    }

    fn make_opaque(&mut self, op: Op, args: &[Term]) -> Edge {
        let term = self.terms.make(op, args).expect("arguments of the same sorts as before");
        self.note_foreign(term, args);
        self.formulas.opaque(self.terms, term)
    }

    /// The canonical form of a term of any sort.
    fn argument(&mut self, term: Term) -> Term {
        match self.terms.sort(term) {
            Sort::Bool => {
                let edge = self.reader.edges[&term];
                let written = self.writer.write(self.formulas, self.terms, edge);
                // What was foreign below may be gone; the leaves that are left know.
                let is_foreign = !self.formulas.atoms.foreign.is_empty()
                    && self
                        .formulas
                        .reachable(&[edge])
                        .iter()
                        .any(|&node| self.formulas.is_foreign_leaf(node));
                if is_foreign {
                    self.formulas.atoms.foreign.insert(written);
                }
                written
            }
            Sort::Int => {
                let (sum, constant) = self.spread(&[(term, Int::ONE)]);
                let written = sum_term(self.terms, &sum, &constant);
                let args: Vec<Term> = sum.terms().iter().map(|(var, _)| *var).collect();
                self.note_foreign(written, &args);
                written
            }
            _ => self.form(term),
        }
    }

    /// The canonical form of a term that is neither Boolean nor an integer sum.
    fn form(&self, term: Term) -> Term {
        self.reader.forms[&term]
    }

    fn note_foreign(&mut self, term: Term, args: &[Term]) {
        let foreign = &mut self.formulas.atoms.foreign;
        if !foreign.is_empty() && args.iter().any(|arg| foreign.contains(arg)) {
            foreign.insert(term);
        }
    }

    /// Makes a term; the given one if that cannot be.
    fn make(&mut self, op: Op, args: &[Term], otherwise: Term) -> Term {
        // Constants may have got too large to be folded.
        let term = self.terms.make(op, args).unwrap_or(otherwise);
        self.note_foreign(term, args);
        term
    }

    /// A term with its arguments in canonical form.
    fn rebuild(&mut self, term: Term, args: &[Term]) -> Term {
        let args: Vec<Term> = args.iter().map(|&arg| self.argument(arg)).collect();
        self.make(self.terms.op(term), &args, term)
    }

    /// The canonical form of a term that is neither Boolean nor an integer sum, whose arguments have been
    /// read.
    fn object(&mut self, term: Term) -> Term {
        let op = self.terms.op(term);
        if !is_known(op) {
            self.formulas.atoms.foreign.insert(term);
            return term;
        }
        let args = self.terms.args(term).to_vec();
        if op != Op::Ite {
            return self.rebuild(term, &args);
        }
        let (condition, then, otherwise) =
            (self.reader.edges[&args[0]], self.argument(args[1]), self.argument(args[2]));
        let (condition, then, otherwise) =
            if condition.is_negated() { (!condition, otherwise, then) } else { (condition, then, otherwise) };
        if condition == Edge::TRUE || then == otherwise {
            return then;
        }
        let written = self.writer.write(self.formulas, self.terms, condition);
        self.reader.edges.insert(written, condition);
        let written = self.argument(written);
        let form = self.make(Op::Ite, &[written, then, otherwise], term);
        self.reader.choices.insert(form, (condition, then, otherwise));
        form
    }

    /// Spreads a combination of integer terms out.
    fn spread(&mut self, combination: &[(Term, Int)]) -> Sum {
        let mut expansion = std::mem::take(&mut self.reader.expansion);
        let forms = &self.reader.forms;
        let mut products = Vec::new();
        let constant = expansion.run(self.terms, combination, |rest, term, factor| match forms.get(&term) {
            // A choice that turned out to be none may be a sum.
            Some(&form) if form != term => rest.add(form, factor),
            _ => products.push((term, factor)),
        });
        self.reader.expansion = expansion;
        (Linear::new(products), constant)
    }
}
