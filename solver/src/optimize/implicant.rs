//! From a model to a polyhedron of models around it.
//!
//! A model makes the assertions true, and usually not all of what they say is needed for that: one true part
//! of a disjunction is enough, one branch of an `ite`. [`Implicant::of`] walks down from the assertions,
//! keeps what is needed and writes it down as linear constraints over *columns*: numeric constants, quotients
//! of divisions, and applications of functions. The model satisfies them, and whatever else does, is a model
//! too:
//!
//! - Boolean constants and elements of declared sorts stay what they are.
//! - A function must give equal results for equal arguments. Applications whose arguments are equal in the
//!   model get constraints that keep arguments and results equal. Arguments that are different in the model
//!   may become equal somewhere in the polyhedron; but on the line from the model through any other point
//!   their difference is linear and not zero at the model, so it is zero in one point at most. All but
//!   finitely many points of each line through the model are therefore models.
//! - Arrays see numbers only as names: if a one-to-one map renames the numbers in all arrays, they fit
//!   together as before. Where there are arrays, all numbers that they or functions see and that are equal in
//!   the model are kept equal; then such a map exists in all but finitely many points of each line.
//! - A divisor that is not a constant keeps its value.

use crate::linearize::Expansion;
use crate::model::{Model, Value};
use crate::num::{Int, Rat};
use crate::term::{Op, Sort, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;
use std::collections::hash_map::Entry;

/// How a sum compares with zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    AtMost,
    Below,
    Equal,
}

/// A sum over columns, by index, and a constant.
#[derive(Clone, Default, Debug)]
pub(super) struct Sum {
    pub(super) products: Vec<(usize, Rat)>,
    pub(super) constant: Rat,
}

/// An unknown of the constraints.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) is_integer: bool,
    /// Its value in the model.
    pub(super) value: Rat,
}

/// What a column stands for.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Unknown {
    /// A constant or an application.
    Term(Term),
    /// The quotient of a number by a constant, rounded so that the remainder is not negative.
    Quotient(Term, Int),
}

/// An application of a function, or a division by zero, which is one.
struct Application {
    term: Term,
    /// The numeric arguments.
    numbers: Vec<(Sort, Rat, Sum)>,
}

/// Constraints that a model satisfies, and which imply what it was asked to satisfy.
pub(super) struct Implicant<'a> {
    terms: &'a Terms,
    values: FxHashMap<Term, Value>,
    pub(super) columns: Vec<Column>,
    pub(super) constraints: Vec<(Sum, Relation)>,
    index_of: FxHashMap<Unknown, usize>,
    applications: Vec<Application>,
    has_arrays: bool,
    /// Terms that have been kept, or are waiting for it.
    seen: FxHashSet<Term>,
    pending: Vec<Duty>,
}

/// What is still to be written down. Nothing recurses on the depth of terms, so it waits in a list.
enum Duty {
    /// Keep the value of a term; of a number, what is needed to write it as a sum.
    Keep(Term),
    /// Say what the quotient of a number by a constant is.
    Quotient(Term, Int),
}

impl<'a> Implicant<'a> {
    /// The constraints that keep these Boolean terms true, which they are in the model, and the sum that a
    /// numeric term is under them.
    pub(super) fn of(
        terms: &'a Terms,
        model: &Model,
        facts: &[Term],
        objective: Term,
    ) -> (Implicant<'a>, Sum) {
        let roots: Vec<Term> = facts.iter().copied().chain([objective]).collect();
        let all = terms.reachable(&roots);
        let values = all.iter().copied().zip(model.eval_all(terms, &all)).collect();
        let mut implicant = Implicant {
            terms,
            values,
            columns: Vec::new(),
            constraints: Vec::new(),
            index_of: FxHashMap::default(),
            applications: Vec::new(),
            has_arrays: false,
            seen: FxHashSet::default(),
            pending: Vec::new(),
        };
        facts.iter().for_each(|&fact| implicant.keep(fact));
        let objective = implicant.sum(&[(objective, Rat::ONE)]);
        while let Some(duty) = implicant.pending.pop() {
            match duty {
                Duty::Keep(term) => implicant.keep_value(term),
                Duty::Quotient(dividend, divisor) => implicant.define_quotient(dividend, &divisor),
            }
        }
        if implicant.has_arrays {
            implicant.keep_all_equalities()
        } else {
            implicant.keep_congruences()
        }
        (implicant, objective)
    }

    /// How many terms were looked at.
    pub(super) fn num_values(&self) -> usize {
        self.values.len()
    }

    fn truth(&self, term: Term) -> bool {
        self.values[&term] == Value::Bool(true)
    }

    fn number(&self, term: Term) -> Rat {
        match &self.values[&term] {
            Value::Int(value) => Rat::from(value),
            Value::Real(value) => value.clone(),
            other => unreachable!("{other:?} is no number"),
        }
    }

    /// Sees to it that a term that is not a number keeps its value, or that a number can be taken apart.
    fn keep(&mut self, term: Term) {
        if self.seen.insert(term) {
            self.pending.push(Duty::Keep(term));
        }
    }

    /// One of the arguments with this truth value is to keep it: one that is kept anyway, or one without
    /// arithmetic in it, if possible.
    fn keep_one(&mut self, args: &[Term], truth: bool) {
        let is_plain = |&arg: &Term| {
            let arg = if self.terms.op(arg) == Op::Not { self.terms.args(arg)[0] } else { arg };
            matches!(self.terms.op(arg), Op::Symbol(_) | Op::True | Op::False)
        };
        let candidates = || args.iter().copied().filter(|&arg| self.truth(arg) == truth);
        let seen = candidates().find(|arg| self.seen.contains(arg));
        let best = seen.or_else(|| candidates().find(is_plain)).or_else(|| candidates().next());
        self.keep(best.expect("one argument explains the value"));
    }

    fn keep_value(&mut self, term: Term) {
        let terms = self.terms;
        let args = terms.args(term);
        let truth = self.truth(term);
        match terms.op(term) {
            Op::True | Op::False | Op::Symbol(_) => {}
            Op::Not | Op::Xor => args.iter().for_each(|&arg| self.keep(arg)),
            Op::And | Op::Or if truth == (terms.op(term) == Op::And) => {
                args.iter().for_each(|&arg| self.keep(arg));
            }
            Op::And | Op::Or => self.keep_one(args, truth),
            Op::Implies if !truth => args.iter().for_each(|&arg| self.keep(arg)),
            Op::Implies => {
                let (&last, premises) = args.split_last().expect("an implication has a conclusion");
                if self.truth(last) { self.keep(last) } else { self.keep_one(premises, false) }
            }
            Op::Ite => {
                self.keep(args[0]);
                self.keep(args[if self.truth(args[0]) { 1 } else { 2 }]);
            }
            Op::Eq | Op::Distinct if !terms.sort(args[0]).is_numeric() => {
                self.has_arrays |= matches!(terms.sort(args[0]), Sort::Array(_));
                args.iter().for_each(|&arg| self.keep(arg));
            }
            Op::Eq | Op::Distinct | Op::Le | Op::Lt | Op::Ge | Op::Gt => self.keep_comparison(term, truth),
            Op::Divisible(numeral) => {
                let divisor = terms.number(numeral);
                let remainder = self.remainder(args[0], divisor);
                self.keep_fraction(remainder, truth);
            }
            Op::IsInt => {
                let fraction = self.remainder(args[0], &Int::ONE);
                self.keep_fraction(fraction, truth);
            }
            Op::Apply(_) | Op::Select | Op::Store | Op::ConstArray(_) => self.apply(term, args),
            Op::Abs => {
                let sign = if self.number(args[0]).is_negative() { Rat::ONE } else { -Rat::ONE };
                let wrong_way = self.sum(&[(args[0], sign)]);
                self.constraints.push((wrong_way, Relation::AtMost));
            }
            Op::Div | Op::Mod | Op::Divide => {
                let divisor = self.number(args[1]);
                if !terms.is_constant(args[1]) {
                    let mut change = self.sum(&[(args[1], Rat::ONE)]);
                    change.constant -= &divisor;
                    self.constraints.push((change, Relation::Equal));
                }
                if divisor.is_zero() {
                    self.apply(term, &args[..1]);
                }
            }
            Op::Product => {
                // All factors but one keep their values.
                for &factor in &args[1..] {
                    let mut change = self.sum(&[(factor, Rat::ONE)]);
                    change.constant -= &self.number(factor);
                    self.constraints.push((change, Relation::Equal));
                }
            }
            op => unreachable!("{op:?} needs nothing to be taken apart"),
        }
    }

    /// A sum that is never negative is zero, or it is not.
    fn keep_fraction(&mut self, mut sum: Sum, is_zero: bool) {
        if is_zero {
            self.constraints.push((sum, Relation::Equal));
            return;
        }
        sum.scale(&-Rat::ONE);
        self.constraints.push((sum, Relation::Below));
    }

    /// Numbers keep their order as far as a comparison needs it: all neighbours if it is true, otherwise two
    /// that make it false.
    fn keep_comparison(&mut self, term: Term, truth: bool) {
        let op = self.terms.op(term);
        let mut args: Vec<(Rat, Term)> =
            self.terms.args(term).iter().map(|&arg| (self.number(arg), arg)).collect();
        if op == Op::Distinct {
            args.sort();
        }
        for pair in args.windows(2) {
            let [(first, left), (second, right)] = pair else { unreachable!("two make a pair") };
            let order = first.cmp(second);
            let (is_true, relation) = match op {
                Op::Le => (order.is_le(), (Relation::AtMost, Relation::Below)),
                Op::Lt => (order.is_lt(), (Relation::Below, Relation::AtMost)),
                Op::Ge => (order.is_ge(), (Relation::AtMost, Relation::Below)),
                Op::Gt => (order.is_gt(), (Relation::Below, Relation::AtMost)),
                Op::Eq => (order.is_eq(), (Relation::Equal, Relation::Below)),
                _ => (order.is_ne(), (Relation::Below, Relation::Equal)),
            };
            if is_true != truth {
                continue;
            }
            let relation = if truth { relation.0 } else { relation.1 };
            // The smaller one first; the order in which they are equal is that of the operator.
            let is_swapped = match order {
                Ordering::Equal => matches!((op, truth), (Op::Ge, true) | (Op::Lt, false)),
                order => order.is_gt(),
            };
            let (low, high) = if is_swapped { (*right, *left) } else { (*left, *right) };
            let difference = self.sum(&[(low, Rat::ONE), (high, -Rat::ONE)]);
            self.constraints.push((difference, relation));
            if !truth {
                return;
            }
        }
    }

    /// Books an application of a function: its arguments and its result must keep fitting together.
    fn apply(&mut self, term: Term, args: &[Term]) {
        self.has_arrays |= matches!(self.terms.op(term), Op::Select | Op::Store | Op::ConstArray(_));
        let mut numbers = Vec::new();
        for &arg in args {
            let sort = self.terms.sort(arg);
            if sort.is_numeric() {
                numbers.push((sort, self.number(arg), self.sum(&[(arg, Rat::ONE)])));
            } else {
                self.has_arrays |= matches!(sort, Sort::Array(_));
                self.keep(arg);
            }
        }
        self.applications.push(Application { term, numbers });
    }

    /// Applications to arguments that are equal in the model keep them equal, and their results.
    fn keep_congruences(&mut self) {
        let mut first: FxHashMap<(Op, Vec<Value>), usize> = FxHashMap::default();
        let applications = std::mem::take(&mut self.applications);
        for (index, application) in applications.iter().enumerate() {
            let args = self.terms.args(application.term).iter().map(|arg| self.values[arg].clone());
            let key = (self.terms.op(application.term), args.collect());
            let other = *first.entry(key).or_insert(index);
            if other == index {
                continue;
            }
            let others = &applications[other];
            for ((_, _, left), (_, _, right)) in application.numbers.iter().zip(&others.numbers) {
                self.constraints.push((left.minus(right), Relation::Equal));
            }
            if self.terms.sort(application.term).is_numeric() {
                let (left, right) = (self.unknown(application.term), self.unknown(others.term));
                self.constraints.push((left.minus(&right), Relation::Equal));
            }
        }
        self.applications = applications;
    }

    /// All numbers that functions and arrays see keep equal if they are equal in the model.
    fn keep_all_equalities(&mut self) {
        let mut first: FxHashMap<(Sort, Rat), Sum> = FxHashMap::default();
        let applications = std::mem::take(&mut self.applications);
        for application in &applications {
            let sort = self.terms.sort(application.term);
            let result = sort
                .is_numeric()
                .then(|| (sort, self.number(application.term), self.unknown(application.term)));
            for (sort, value, sum) in application.numbers.iter().cloned().chain(result) {
                match first.entry((sort, value)) {
                    Entry::Occupied(other) => {
                        self.constraints.push((sum.minus(other.get()), Relation::Equal));
                    }
                    Entry::Vacant(place) => _ = place.insert(sum),
                }
            }
        }
        self.applications = applications;
    }

    /// The column of a constant or an application.
    fn unknown(&mut self, term: Term) -> Sum {
        let is_integer = self.terms.sort(term) == Sort::Int;
        let value = self.number(term);
        self.column(Unknown::Term(term), is_integer, value).0
    }

    /// A column, and whether it was made just now.
    fn column(&mut self, unknown: Unknown, is_integer: bool, value: Rat) -> (Sum, bool) {
        let next = self.columns.len();
        let index = *self.index_of.entry(unknown).or_insert(next);
        if index == next {
            self.columns.push(Column { is_integer, value });
        }
        (Sum { products: vec![(index, Rat::ONE)], constant: Rat::ZERO }, index == next)
    }

    /// The quotient of a number by a divisor that is not zero.
    fn quotient(&mut self, dividend: Term, divisor: &Int) -> Sum {
        let exact = self.number(dividend).div_int(divisor);
        let value = if divisor.is_positive() { exact.floor() } else { exact.ceil() };
        let unknown = Unknown::Quotient(dividend, divisor.clone());
        let (quotient, is_new) = self.column(unknown, true, Rat::from(value));
        if is_new {
            self.pending.push(Duty::Quotient(dividend, divisor.clone()));
        }
        quotient
    }

    /// `divisor * quotient <= number < divisor * quotient + |divisor|`
    fn define_quotient(&mut self, dividend: Term, divisor: &Int) {
        let mut negative = self.remainder(dividend, divisor);
        let mut excess = negative.clone();
        negative.scale(&-Rat::ONE);
        excess.constant -= Rat::from(divisor.abs());
        self.constraints.push((negative, Relation::AtMost));
        self.constraints.push((excess, Relation::Below));
    }

    /// What is left of a number after the division by a divisor that is not zero.
    fn remainder(&mut self, dividend: Term, divisor: &Int) -> Sum {
        let quotient = self.quotient(dividend, divisor);
        let mut remainder = self.sum(&[(dividend, Rat::ONE)]);
        remainder.add_multiple(&quotient, &Rat::from(-divisor));
        remainder
    }

    /// A combination of numeric terms as a sum over columns.
    fn sum(&mut self, combination: &[(Term, Rat)]) -> Sum {
        let mut sum = Sum::default();
        let terms = self.terms;
        sum.constant = Expansion::default()
            .run(terms, combination, |rest, term, factor| self.leaf(term, factor, rest, &mut sum.products));
        sum
    }

    /// Replaces a term that is not a sum by columns, or by what it is in the model.
    fn leaf(&mut self, term: Term, factor: Rat, rest: &mut Expansion<Rat>, products: &mut Vec<(usize, Rat)>) {
        let args = self.terms.args(term);
        let mut add = |column: Sum, factor: &Rat| {
            products.extend(column.products.iter().map(|(index, c)| (*index, c * factor)));
        };
        match self.terms.op(term) {
            Op::Symbol(_) => add(self.unknown(term), &factor),
            Op::Ite => {
                self.keep(args[0]);
                rest.add(args[if self.truth(args[0]) { 1 } else { 2 }], factor);
            }
            Op::Abs => {
                self.keep(term);
                rest.add(args[0], if self.number(args[0]).is_negative() { -factor } else { factor });
            }
            Op::ToInt => add(self.quotient(args[0], &Int::ONE), &factor),
            op @ (Op::Div | Op::Mod | Op::Divide) => {
                self.keep(term);
                let divisor = self.number(args[1]);
                if divisor.is_zero() {
                    add(self.unknown(term), &factor);
                } else if op == Op::Divide {
                    rest.add(args[0], factor * divisor.recip());
                } else {
                    let divisor = divisor.to_int().expect("integers are divided by integers");
                    let quotient = self.quotient(args[0], &divisor);
                    if op == Op::Div {
                        add(quotient, &factor);
                    } else {
                        add(quotient, &(Rat::from(-divisor) * &factor));
                        rest.add(args[0], factor);
                    }
                }
            }
            Op::Product => {
                self.keep(term);
                let others = args[1..].iter().fold(Rat::ONE, |product, &arg| product * &self.number(arg));
                rest.add(args[0], factor * others);
            }
            Op::Apply(_) | Op::Select => {
                self.keep(term);
                add(self.unknown(term), &factor);
            }
            op => unreachable!("{op:?} is no number"),
        }
    }
}

impl Sum {
    fn scale(&mut self, factor: &Rat) {
        self.products.iter_mut().for_each(|(_, coefficient)| *coefficient *= factor);
        self.constant *= factor;
    }

    /// `self += other * factor`. Columns may be repeated.
    fn add_multiple(&mut self, other: &Sum, factor: &Rat) {
        self.products.extend(other.products.iter().map(|(column, c)| (*column, c * factor)));
        self.constant.add_mul_assign(&other.constant, factor);
    }

    fn minus(&self, other: &Sum) -> Sum {
        let mut difference = self.clone();
        difference.add_multiple(other, &-Rat::ONE);
        difference
    }
}
