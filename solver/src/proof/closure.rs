//! Clauses that are valid in the theory of equality, with the axioms of arrays: the negations of their
//! literals are closed under congruence, and the way to the contradiction becomes steps.
//!
//! Classes are trees of equations, each of which is a literal of the clause, a congruence, an axiom, or the
//! identity of two linear forms. The path between two terms of a class is unique, and was there before
//! anything that rests on it: so explanations end.

use super::forms::scaled;
use super::steps::{Arg, Literal, Writer};
use crate::linear::Linear;
use crate::num::{Int, Rat};
use crate::term::{Op, Sort, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};

/// Why two terms are equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    /// The equation is a literal of the clause.
    Literal,
    /// The first is a formula with a literal in the clause, the second is its truth value.
    Truth,
    /// Applications of the same function to equal arguments.
    Congruence,
    /// The same linear form.
    Form,
    /// What is read from an array after a store, by cases; and the case that applies.
    Row,
    Case(bool),
    /// What is read from a constant array.
    Constant,
}

/// An equation between two terms of a class.
#[derive(Clone, Copy, Debug)]
struct Edge {
    ends: [Term; 2],
    reason: Reason,
}

/// Proves a clause, or a part of it; returns the last step.
pub(super) fn prove(writer: &mut Writer<'_>, clause: &[Literal]) -> Option<usize> {
    let mut closure = Closure::new(writer.terms, clause);
    closure.add_literals(writer.terms);
    closure.add_forms(writer.terms);
    closure.add_arrays(writer.terms);
    closure.close(writer.terms);
    let goal = closure.goal(writer.terms)?;
    let mut builder = Builder { writer, closure: &closure, known: FxHashMap::default(), steps: Vec::new() };
    builder.contradiction(goal)
}

struct Closure<'a> {
    clause: &'a [Literal],
    literals: FxHashSet<Literal>,
    /// All terms of the theory of equality that occur.
    terms: Vec<Term>,
    /// The class of each of them, by a member.
    classes: FxHashMap<Term, Term>,
    members: FxHashMap<Term, Vec<Term>>,
    edges: Vec<Edge>,
    /// The edges at each term.
    at: FxHashMap<Term, Vec<usize>>,
}

impl<'a> Closure<'a> {
    fn new(terms: &Terms, clause: &'a [Literal]) -> Closure<'a> {
        let mut closure = Closure {
            clause,
            literals: clause.iter().copied().collect(),
            terms: Vec::new(),
            classes: FxHashMap::default(),
            members: FxHashMap::default(),
            edges: Vec::new(),
            at: FxHashMap::default(),
        };
        let mut pending: Vec<Term> = Vec::new();
        for literal in clause {
            match terms.op(literal.term) {
                Op::Eq => pending.extend(terms.args(literal.term)),
                _ => pending.push(literal.term),
            }
        }
        while let Some(term) = pending.pop() {
            if closure.class(term) == term && closure.add_term(term) && is_application(terms, term) {
                pending.extend(terms.args(term));
            }
        }
        closure
    }

    /// Adds a term; whether it is new.
    fn add_term(&mut self, term: Term) -> bool {
        if self.classes.contains_key(&term) {
            return false;
        }
        self.terms.push(term);
        self.classes.insert(term, term);
        self.members.insert(term, vec![term]);
        true
    }

    fn class(&self, term: Term) -> Term {
        self.classes.get(&term).copied().unwrap_or(term)
    }

    fn are_equal(&self, one: Term, other: Term) -> bool {
        self.class(one) == self.class(other)
    }

    /// Makes two terms equal, unless they are.
    fn merge(&mut self, one: Term, other: Term, reason: Reason) -> bool {
        self.add_term(one);
        self.add_term(other);
        let (from, to) = (self.class(one), self.class(other));
        if from == to {
            return false;
        }
        let (from, to) =
            if self.members[&from].len() > self.members[&to].len() { (to, from) } else { (from, to) };
        let moved = self.members.remove(&from).unwrap_or_default();
        for member in &moved {
            self.classes.insert(*member, to);
        }
        self.members.entry(to).or_default().extend(moved);
        for end in [one, other] {
            self.at.entry(end).or_default().push(self.edges.len());
        }
        self.edges.push(Edge { ends: [one, other], reason });
        true
    }

    /// The equations and truth values that hold if the literals are false.
    fn add_literals(&mut self, terms: &mut Terms) {
        for literal in self.clause {
            if terms.op(literal.term) == Op::Eq && !literal.positive {
                let (left, right) = (terms.args(literal.term)[0], terms.args(literal.term)[1]);
                self.merge(left, right, Reason::Literal);
            }
        }
        let formulas: Vec<Term> =
            self.terms.iter().copied().filter(|term| terms.sort(*term) == Sort::Bool).collect();
        for formula in formulas {
            let (atom, sign) = literal(terms, formula);
            for positive in [true, false] {
                if self.literals.contains(&Literal { term: atom, positive }) {
                    // The literal is false, so the formula is true if its sign is another one.
                    let value = terms.bool(positive != sign);
                    self.merge(formula, value, Reason::Truth);
                }
            }
        }
    }

    /// Numbers with the same linear form are equal.
    fn add_forms(&mut self, terms: &Terms) {
        let mut known: FxHashMap<(Sort, Linear<Term>, Int, Int), Term> = FxHashMap::default();
        for term in self.terms.clone() {
            let sort = terms.sort(term);
            if sort.is_numeric() {
                let (form, constant, scale) = scaled(terms, &[(term, Rat::ONE)]);
                let first = *known.entry((sort, form, constant, scale)).or_insert(term);
                self.merge(first, term, Reason::Form);
            }
        }
    }

    /// What is read from stores and constant arrays, where a literal says which case applies.
    fn add_arrays(&mut self, terms: &mut Terms) {
        for read in self.terms.clone() {
            let (Op::Select, &[array, index]) = (terms.op(read), terms.args(read)) else { continue };
            let parts = terms.args(array).to_vec();
            match (terms.op(array), &parts[..]) {
                (Op::ConstArray(_), &[element]) => _ = self.merge(read, element, Reason::Constant),
                (Op::Store, &[before, written, element]) => {
                    let same = terms.eq(written, index);
                    let other = terms.select(before, index);
                    let cases = terms.ite(same, element, other);
                    let is_false = self.literals.contains(&Literal { term: same, positive: true })
                        || self
                            .literals
                            .contains(&Literal { term: terms.eq(index, written), positive: true });
                    if self.are_equal(written, index) {
                        self.merge(read, cases, Reason::Row);
                        self.merge(cases, element, Reason::Case(true));
                    } else if is_false {
                        self.merge(read, cases, Reason::Row);
                        self.merge(cases, other, Reason::Case(false));
                    }
                }
                _ => {}
            }
        }
    }

    /// Closes the classes under congruence.
    fn close(&mut self, terms: &Terms) {
        let applications: Vec<Term> =
            self.terms.iter().copied().filter(|term| is_application(terms, *term)).collect();
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            let mut known: FxHashMap<(Op, Vec<Term>), Term> = FxHashMap::default();
            for &term in &applications {
                let args = terms.args(term).iter().map(|arg| self.class(*arg)).collect();
                let first = *known.entry((terms.op(term), args)).or_insert(term);
                is_changed |= self.merge(first, term, Reason::Congruence);
            }
        }
    }

    /// Two equal terms that must not be equal: the sides of a literal, truth values, or numbers.
    fn goal(&self, terms: &mut Terms) -> Option<(Term, Term)> {
        for literal in self.clause {
            if literal.positive && terms.op(literal.term) == Op::Eq {
                let (left, right) = (terms.args(literal.term)[0], terms.args(literal.term)[1]);
                if self.are_equal(left, right) {
                    return Some((left, right));
                }
            }
        }
        let (yes, no) = (terms.bool(true), terms.bool(false));
        if self.are_equal(yes, no) {
            return Some((yes, no));
        }
        let mut values: FxHashMap<Term, (Term, Rat)> = FxHashMap::default();
        for &term in &self.terms {
            let Some(value) = terms.as_rational(term) else { continue };
            let first = values.entry(self.class(term)).or_insert_with(|| (term, value.clone()));
            if first.1 != value {
                return Some((first.0, term));
            }
        }
        None
    }

    /// The edges from one term to another of its class, with the direction.
    fn path(&self, from: Term, to: Term) -> Option<Vec<(usize, bool)>> {
        let mut came: FxHashMap<Term, (usize, bool, Term)> = FxHashMap::default();
        let mut pending = vec![from];
        while let Some(term) = pending.pop() {
            if term == to {
                break;
            }
            for &edge in self.at.get(&term).into_iter().flatten() {
                let [one, other] = self.edges[edge].ends;
                let (next, forward) = if one == term { (other, true) } else { (one, false) };
                if next != from && !came.contains_key(&next) {
                    came.insert(next, (edge, forward, term));
                    pending.push(next);
                }
            }
        }
        let mut path = Vec::new();
        let mut at = to;
        while at != from {
            let &(edge, forward, before) = came.get(&at)?;
            path.push((edge, forward));
            at = before;
        }
        path.reverse();
        Some(path)
    }
}

/// Whether a term is an application to the theory of equality.
fn is_application(terms: &Terms, term: Term) -> bool {
    matches!(terms.op(term), Op::Apply(_) | Op::Select | Op::Store | Op::ConstArray(_))
}

/// The formula below all negations, and whether their number is even.
fn literal(terms: &Terms, formula: Term) -> (Term, bool) {
    let (mut atom, mut sign) = (formula, true);
    while terms.op(atom) == Op::Not {
        (atom, sign) = (terms.args(atom)[0], !sign);
    }
    (atom, sign)
}

/// Writes the steps.
struct Builder<'b, 'a, 'c> {
    writer: &'b mut Writer<'a>,
    closure: &'b Closure<'c>,
    /// Equations that are derived, by their sides, in the order in which they are written.
    known: FxHashMap<(Term, Term), Term>,
    /// What the last step follows from, premises first.
    steps: Vec<usize>,
}

impl Builder<'_, '_, '_> {
    /// Writes the step that says that one of the literals holds.
    fn contradiction(&mut self, (left, right): (Term, Term)) -> Option<usize> {
        let equal = self.explain(left, right)?;
        let wanted = self.writer.terms.eq(left, right);
        if equal != wanted {
            self.turn(equal, wanted);
        }
        if !self.closure.literals.contains(&Literal { term: wanted, positive: true }) {
            let not_equal = Literal { term: wanted, positive: false };
            if self.writer.terms.sort(left) == Sort::Bool {
                let clause = vec![
                    not_equal,
                    Literal { term: left, positive: false },
                    Literal { term: right, positive: true },
                ];
                self.push("equiv_pos2", clause, Vec::new());
                self.truth_value(true);
                self.truth_value(false);
            } else {
                self.push("la_generic", vec![not_equal], vec![Arg::Number(Int::ONE)]);
            }
        }
        let mut premises = std::mem::take(&mut self.steps);
        premises.reverse();
        if let [only] = premises[..] {
            return Some(only);
        }
        let used = self.writer.left_over(&premises);
        let is_given = used.iter().all(|literal| self.closure.literals.contains(literal));
        is_given.then(|| self.writer.add("resolution", used, premises, Vec::new()))
    }

    fn push(&mut self, rule: &'static str, clause: Vec<Literal>, args: Vec<Arg>) {
        let step = self.writer.add(rule, clause, Vec::new(), args);
        self.steps.push(step);
    }

    /// `true` is true, and `false` is not.
    fn truth_value(&mut self, value: bool) {
        let term = self.writer.terms.bool(value);
        let rule = if value { "true" } else { "false" };
        self.push(rule, vec![Literal { term, positive: value }], Vec::new());
    }

    /// An equation implies the same with its sides swapped.
    fn turn(&mut self, equal: Term, wanted: Term) {
        let both = self.writer.terms.eq(equal, wanted);
        let axiom = vec![Literal { term: both, positive: true }];
        let axiom = self.writer.add("eq_symmetric", axiom, Vec::new(), Vec::new());
        let clause = vec![Literal { term: equal, positive: false }, Literal { term: wanted, positive: true }];
        let step = self.writer.add("equiv1", clause, vec![axiom], Vec::new());
        self.steps.push(step);
    }

    /// Derives that two terms are equal; returns the equation, of which the sides may be swapped.
    fn explain(&mut self, from: Term, to: Term) -> Option<Term> {
        if let Some(&known) = self.known.get(&(from, to)).or_else(|| self.known.get(&(to, from))) {
            return Some(known);
        }
        if from == to {
            let equal = self.writer.terms.eq(from, to);
            self.push("eq_reflexive", vec![Literal { term: equal, positive: true }], Vec::new());
            self.known.insert((from, to), equal);
            return Some(equal);
        }
        let path = self.closure.path(from, to)?;
        let mut equations = Vec::new();
        for (edge, _) in &path {
            equations.push(self.edge(self.closure.edges[*edge])?);
        }
        let equal = match equations[..] {
            [only] => only,
            _ => {
                let equal = self.writer.terms.eq(from, to);
                let negated = |term: &Term| Literal { term: *term, positive: false };
                let mut clause: Vec<Literal> = equations.iter().map(negated).collect();
                clause.push(Literal { term: equal, positive: true });
                self.push("eq_transitive", clause, Vec::new());
                equal
            }
        };
        self.known.insert((from, to), equal);
        Some(equal)
    }

    /// Derives the equation of an edge.
    fn edge(&mut self, edge: Edge) -> Option<Term> {
        let [left, right] = edge.ends;
        if let Some(&known) = self.known.get(&(left, right)) {
            return Some(known);
        }
        let equal = self.writer.terms.eq(left, right);
        let holds = Literal { term: equal, positive: true };
        match edge.reason {
            Reason::Literal => {}
            Reason::Truth => {
                let is_true = self.writer.terms.op(right) == Op::True;
                let rule = if is_true { "equiv_neg1" } else { "equiv_neg2" };
                let sides = [left, right].map(|term| Literal { term, positive: !is_true });
                self.push(rule, vec![holds, sides[0], sides[1]], Vec::new());
                self.truth_value(is_true);
            }
            Reason::Congruence => {
                let args = |terms: &Terms, term: Term| terms.args(term).to_vec();
                let (one, other) = (args(self.writer.terms, left), args(self.writer.terms, right));
                let mut clause = Vec::new();
                for (one, other) in one.into_iter().zip(other) {
                    let term = self.explain(one, other)?;
                    clause.push(Literal { term, positive: false });
                }
                clause.push(holds);
                self.push("eq_congruent", clause, Vec::new());
            }
            Reason::Form => self.push("poly_simp", vec![holds], Vec::new()),
            Reason::Row => {
                let (array, index) = (self.writer.terms.args(left)[0], self.writer.terms.args(left)[1]);
                let mut args = vec![Arg::Name("cfp-row")];
                args.extend(self.writer.terms.args(array).iter().map(|arg| Arg::Term(*arg)));
                args.push(Arg::Term(index));
                self.push("rare_rewrite", vec![holds], args);
            }
            Reason::Case(holds) => self.case(left, holds)?,
            Reason::Constant => {
                let args = self.writer.terms.args(left).iter().map(|arg| Arg::Term(*arg));
                let args = [Arg::Name("cfp-const")].into_iter().chain(args).collect();
                self.push("rare_rewrite", vec![holds], args);
            }
        }
        self.known.insert((left, right), equal);
        Some(equal)
    }

    /// The case of a read that applies: whether the indices are equal.
    fn case(&mut self, cases: Term, holds: bool) -> Option<()> {
        let condition = self.writer.terms.args(cases)[0];
        let (one, other) = {
            let args = self.writer.terms.args(condition);
            (args[0], args[1])
        };
        if holds {
            let equal = self.explain(one, other)?;
            if equal != condition {
                self.turn(equal, condition);
            }
        } else {
            let swapped = self.writer.terms.eq(other, one);
            if !self.closure.literals.contains(&Literal { term: condition, positive: true }) {
                self.turn(condition, swapped);
            }
        }
        let step = self.writer.case(cases, holds);
        self.steps.push(step);
        Some(())
    }
}
