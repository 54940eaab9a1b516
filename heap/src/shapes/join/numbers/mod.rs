//! What is known of integers: differences that are kept, and joins of both sides.

mod hidden;

use super::{Joiner, MAX_RELATED_FIELDS, Pair};
use crate::ir::CompareOp;
use crate::numbers::{Element, Interval};
use crate::shapes::chain::{Chain, rounded};
use crate::shapes::expose::Names;
use crate::shapes::graph::{Object, Origin, Test, Var};
use crate::shapes::value::{Dim, Expr, ObjectId, Value, constant, minus};
use cfp_solver::Rat;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Limit on integers of variables and nodes whose order is kept.
const MAX_RELATED: usize = 12;

/// Limit on numbers of nodes that are added to a list at a time.
const MAX_PERIOD: i64 = 4;

impl Joiner<'_> {
    /// Keeps the difference of two variables.
    pub(in crate::shapes) fn slack(&mut self, vars: [Var; 2], names: &mut Names) {
        let difference = |side: usize| {
            let value = |var: &Var| match self.sides[side].vars.get(var) {
                Some(Value::Int(expr)) => Some(expr.clone()),
                _ => None,
            };
            Some(minus(&value(&vars[1])?, &value(&vars[0])?))
        };
        let (Some(one), Some(other)) = (difference(0), difference(1)) else { return };
        let slack = self.integer([Some(&one), Some(&other)], None, names);
        self.result.slacks.push(slack);
    }

    /// Keeps which integers have values that were distinguished.
    pub(in crate::shapes) fn keep_cases(&mut self) {
        for pair in &self.integers {
            let is_case = |side: usize| {
                let value = pair.values[side].as_ref();
                let mut dims = value.into_iter().flat_map(|value| value.terms()).map(|(dim, _)| dim);
                dims.any(|dim| self.sides[side].cases.contains(dim))
            };
            if is_case(0) && is_case(1) {
                self.result.cases.insert(pair.dim);
            }
        }
    }

    /// Keeps the differences of the integers in a node, if it has few of them. A side may have no such node.
    pub(in crate::shapes) fn field_slacks(
        &mut self,
        id: ObjectId,
        sides: [Option<&Object>; 2],
        names: &mut Names,
    ) {
        let integer = |object: &Object, offset: i64| match object.cells.get(&offset).map(|cell| &cell.value) {
            Some(Value::Int(expr)) => Some(expr.clone()),
            _ => None,
        };
        let node = self.result.object(id).clone();
        if node.origin == Origin::Part {
            return;
        }
        let is_link = |offset: i64| {
            let segment = node.segment.as_ref();
            segment.is_some_and(|segment| segment.links.contains(&offset) || segment.prev == Some(offset))
        };
        let is_integer = |offset: i64| {
            let objects = sides.into_iter().flatten().chain([&node]);
            objects.into_iter().all(|object| integer(object, offset).is_some())
        };
        let offsets = node.cells.keys().copied();
        let offsets: Vec<i64> = offsets.filter(|&offset| !is_link(offset) && is_integer(offset)).collect();
        if offsets.len() > MAX_RELATED_FIELDS {
            return;
        }
        let home = self.home(id);
        for (index, one) in offsets.iter().enumerate() {
            for other in &offsets[index + 1..] {
                let difference =
                    |object: &Object| Some(minus(&integer(object, *other)?, &integer(object, *one)?));
                let values = sides.map(|side| side.and_then(difference));
                let slack = self.integer([values[0].as_ref(), values[1].as_ref()], home, names);
                if let (None, Some(defined)) = (constant(&slack), difference(&node)) {
                    self.definitions.push(minus(&slack, &defined));
                    self.result.slacks.push(slack);
                }
            }
        }
    }

    /// Keeps the order of integers that variables and nodes hold.
    pub(super) fn relate_data(&mut self, names: &mut Names) {
        let has_structures = self.layouts.library.has_structures();
        if !has_structures && self.sides.iter().any(|side| side.slacks.is_empty()) {
            return;
        }
        let values = self.result.values().filter_map(|value| match value {
            Value::Int(expr) => Some(expr),
            _ => None,
        });
        let ends = self.result.objects.values().flat_map(|object| &object.chains).flat_map(Chain::exprs);
        let dims: BTreeSet<Dim> =
            values.chain(ends).flat_map(|expr| expr.terms().map(|(dim, _)| *dim)).collect();
        let is_data = |pair: &&Rc<Pair>| {
            dims.contains(&pair.dim) && pair.home.is_none() && pair.values.iter().all(Option::is_some)
        };
        let data: Vec<[Expr; 2]> =
            self.integers.iter().filter(is_data).take(MAX_RELATED).map(|pair| both(pair)).collect();
        for (index, one) in data.iter().enumerate() {
            for other in &data[index + 1..] {
                let differences = [0, 1].map(|side| minus(&other[side], &one[side]));
                let range = |side: usize| self.sides[side].related_range(&differences[side]);
                let anyhow = |value: &[Expr; 2]| {
                    let range = |side: usize| self.sides[side].numbers.range(&value[side]);
                    range(0).join(&range(1))
                };
                let anyhow = anyhow(other).plus(&anyhow(one).negated());
                if rounded(&range(0).join(&range(1)), &anyhow, 0) != Interval::ALL {
                    let slack = self.integer([Some(&differences[0]), Some(&differences[1])], None, names);
                    if !self.result.slacks.contains(&slack) {
                        self.result.slacks.push(slack);
                    }
                }
            }
        }
    }

    /// Pairs the lengths of two segments. If data are related, it is kept that both are multiples of a
    /// number, apart from a constant: that number of nodes is added or taken away at a time.
    pub(super) fn length(&mut self, lengths: [&Expr; 2], owner: Option<ObjectId>, names: &mut Names) -> Expr {
        if self.layouts.relates_data
            && owner.is_none()
            && let Some((period, rest)) = self.period(lengths)
        {
            let share = |side: usize| {
                let reduced = self.sides[side].numbers.equations().reduce(lengths[side]);
                let scale = &Rat::from(1) / &Rat::from(period);
                Expr::constant(0).plus_expr(&reduced.plus_constant(-rest), &scale)
            };
            let shares = [share(0), share(1)];
            let count = self.integer([Some(&shares[0]), Some(&shares[1])], None, names);
            return Expr::constant(rest).plus_expr(&count, &Rat::from(period));
        }
        self.integer(lengths.map(Some), owner, names)
    }

    /// The greatest number that divides two expressions apart from a constant, and this constant.
    fn period(&self, values: [&Expr; 2]) -> Option<(i64, i64)> {
        let [one, other] = [0, 1].map(|side| self.sides[side].numbers.equations().reduce(values[side]));
        if self.sides[0].is_private(&one) || self.sides[1].is_private(&other) {
            return None;
        }
        let constant = |expr: &Expr| expr.constant_part().to_int();
        let start = constant(&one)?;
        let mut period = &constant(&other)? - &start;
        for (_, factor) in one.terms().chain(other.terms()) {
            period = period.gcd(&factor.to_int()?);
        }
        let period = period.abs().to_i64().filter(|period| (2..=MAX_PERIOD).contains(period))?;
        Some((period, start.to_i64()?.rem_euclid(period)))
    }

    /// What all nodes of a fold share, if two integers in them are equal to it.
    pub(super) fn shared_value(&self, one: &Expr, other: &Expr) -> Option<Expr> {
        self.fold?;
        let graph = self.sides[0];
        if !graph.are_same(one, other) {
            return None;
        }
        let is_shared = |expr: &&Expr| !graph.is_private(expr) && constant(expr).is_none();
        let among = [one, other].into_iter().find(is_shared);
        let known = || {
            let mut all = graph.values().filter_map(Value::expr).filter(is_shared);
            all.find(|expr| graph.are_same(expr, one))
        };
        among.or_else(known).cloned()
    }

    /// Integers of nodes that one side does not have stay equal to those that all nodes share: anything holds
    /// of them on the other side. What else is known of them must not count there, as it would restrict
    /// the shared one.
    pub(super) fn tie_alone(&mut self) {
        let is_shared = |pair: &&Rc<Pair>| pair.home.is_none() && pair.values.iter().all(Option::is_some);
        let shared: Vec<(Dim, [Expr; 2])> =
            self.integers.iter().filter(is_shared).map(|pair| (pair.dim, both(pair))).collect();
        for pair in &self.integers {
            let (side, value) = match &pair.values {
                [Some(value), None] => (0, value),
                [None, Some(value)] => (1, value),
                _ => continue,
            };
            let graph = self.sides[side];
            let is_defined = |definition: &Expr| definition.terms().any(|(dim, _)| *dim == pair.dim);
            if graph.constant(value).is_some() || self.definitions.iter().any(is_defined) {
                continue;
            }
            let tied = shared.iter().find(|(_, values)| graph.are_same(&values[side], value));
            if let Some((dim, _)) = tied {
                self.tied.insert(pair.dim, *dim);
            }
        }
    }

    /// Keeps that expressions are not zero.
    pub(super) fn join_apart(&mut self) {
        for side in 0..2 {
            for expr in &self.sides[side].apart {
                match self.translated(expr, side) {
                    Some(expr) => self.result.keep_apart(&expr),
                    None => self.is_weaker[side] = true,
                }
            }
        }
    }

    /// An expression of one side that is not zero, in terms of the result; nothing if it may be zero on the
    /// other side. In a fold, only integers of the nodes have other names in the result.
    fn translated(&self, expr: &Expr, side: usize) -> Option<Expr> {
        let constant = Expr::constant(expr.constant_part().clone());
        let (mut named, mut other) = (constant.clone(), Some(constant));
        for (dim, factor) in expr.terms() {
            let of_dim = Expr::of(*dim);
            let pair = self.integers.iter().find(|pair| pair.values[side].as_ref() == Some(&of_dim));
            let (name, value) = match pair {
                Some(pair) => (pair.dim, pair.values[1 - side].clone()),
                None => (*dim, Some(of_dim).filter(|_| self.fold.is_some())),
            };
            if pair.is_none() && self.fold.is_none() {
                return None;
            }
            named = named.plus(&name, factor);
            // There are no such nodes on the other side.
            other = other.zip(value).map(|(other, value)| other.plus_expr(&value, factor));
        }
        let is_apart = |other: Expr| {
            self.sides[1 - side].decided(&Test { op: CompareOp::Ne, expr: other }) == Some(true)
        };
        other.is_none_or(is_apart).then_some(named)
    }

    /// What is known of the integers of a side, in terms of the result.
    fn numbers(&self, side: usize) -> Option<Element<Dim>> {
        Some(self.kept(self.all_numbers(side)?))
    }

    /// What is known of the integers of the result.
    pub(in crate::shapes) fn kept(&self, mut numbers: Element<Dim>) -> Element<Dim> {
        let kept: BTreeSet<Dim> = self.integers.iter().map(|pair| pair.dim).collect();
        numbers.forget_all(|dim| !kept.contains(dim));
        numbers
    }

    /// What is known of the integers of a side and of the result.
    pub(super) fn all_numbers(&self, side: usize) -> Option<Element<Dim>> {
        let graph = self.sides[side];
        let absent = self.absent_numbers(side)?;
        let mut ranges: Vec<(Dim, Interval)> =
            absent.ranges().map(|(dim, range)| (*dim, range.clone())).collect();
        let mut zeros = Vec::new();
        let mut missing = BTreeSet::new();
        for pair in &self.integers {
            let Some(value) = &pair.values[side] else {
                missing.insert(pair.dim);
                continue;
            };
            zeros.push(minus(value, &Expr::of(pair.dim)));
            if value.terms().nth(1).is_some() {
                ranges.push((pair.dim, graph.related_range(value)));
            }
        }
        zeros.extend(absent.equations().rows().map(|(lead, row)| minus(row, &Expr::of(*lead))));
        let is_missing = |expr: &&Expr| expr.terms().any(|(dim, _)| missing.contains(dim));
        zeros.extend(self.definitions.iter().filter(is_missing).cloned());
        let tied = self.tied.iter().filter(|(dim, _)| missing.contains(dim));
        zeros.extend(tied.map(|(dim, shared)| minus(&Expr::of(*dim), &Expr::of(*shared))));
        let mut numbers = graph.numbers.clone();
        numbers.restrict_all(ranges, zeros).ok()?;
        Some(numbers)
    }

    /// What is known of the integers of nodes that a side does not have: anything holds of them, so they
    /// are as those of the other side.
    fn absent_numbers(&self, side: usize) -> Option<Element<Dim>> {
        let other = self.sides[1 - side];
        let is_absent = |pair: &&Rc<Pair>| pair.values[side].is_none() && !self.tied.contains_key(&pair.dim);
        let absent = self.integers.iter().filter(is_absent);
        let absent: Vec<(Dim, &Expr)> =
            absent.filter_map(|pair| Some((pair.dim, pair.values[1 - side].as_ref()?))).collect();
        let mut numbers = Element::default();
        if absent.is_empty() {
            return Some(numbers);
        }
        numbers.clone_from(&other.numbers);
        let zeros = absent.iter().map(|(dim, value)| minus(value, &Expr::of(*dim)));
        numbers.restrict_all([], zeros).ok()?;
        numbers.forget_all(|dim| absent.iter().all(|(kept, _)| kept != dim));
        Some(numbers)
    }

    /// Whether what is known of integers on the left covers what is known on the right. Nodes that the right
    /// side does not have are not compared. Given is what is known of the integers of both sides and of the
    /// result, and that of the result alone.
    pub(in crate::shapes) fn covers(
        &self,
        all: [Element<Dim>; 2],
        [left, right]: &[Element<Dim>; 2],
    ) -> bool {
        let missing = self.integers.iter().filter(|pair| pair.values[1].is_none());
        let mut left = left.clone();
        missing.for_each(|pair| left.forget(&pair.dim));
        let [all_left, all_right] = all;
        left.includes(right) && self.covers_hidden(all_left, &all_right)
    }

    /// Ends a fold: what is known of the integers of the result. Returns whether something was lost.
    pub(in crate::shapes) fn finish_fold(&mut self) -> Option<bool> {
        self.resolve()?;
        let mut is_lossy = false;
        let graph = self.sides[0];
        // What relates the integers of each of the two nodes relates those of each node of the segment.
        if self.integers.len() > 1 {
            let common = self.numbers(0)?.join(&self.numbers(1)?);
            for (lead, row) in common.equations().rows() {
                self.result.numbers.equate(&minus(row, &Expr::of(*lead))).ok()?;
            }
        }
        for pair in &self.integers {
            let ranges = pair.values.iter().flatten().map(|value| graph.numbers.range(value));
            let ranges: Vec<Interval> = ranges.collect();
            let joined = ranges.iter().skip(1).fold(ranges[0].clone(), |range, other| range.join(other));
            let is_lost = |range: &Interval| *range != joined && range.as_constant().is_some();
            is_lossy |= ranges.iter().any(is_lost) && !self.told.contains(&pair.dim);
            self.result.numbers.restrict(&pair.dim, &joined).ok()?;
        }
        for definition in &self.definitions {
            self.result.numbers.equate(definition).ok()?;
        }
        for side in 0..2 {
            for expr in graph.apart.iter().filter_map(|expr| self.translated(expr, side)).collect::<Vec<_>>()
            {
                self.result.keep_apart(&expr);
            }
        }
        Some(is_lossy)
    }
}

/// The values of a pair that has both.
fn both(pair: &Pair) -> [Expr; 2] {
    pair.values.clone().map(|value| value.expect("both sides have one"))
}
