//! States of the domain: shapes of lists, values of integers, and what the variables hold.

use super::shape::{Dim, Expr, Shape, Var};
use super::vector::{Pointer, Vector};
use crate::ir::{CompareOp, FuncId, IntType};
use crate::numbers::Interval;
use cfp_solver::{Int, Rat};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The address that a pointer variable holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Held {
    /// The bit of the variable in vectors.
    pub(crate) bit: Pointer,
    /// The distance from the start of the node; nothing if it is not the same on all paths.
    pub(crate) offset: Option<u64>,
    /// Whether the node may have been freed. Then no segment tells where it points.
    pub(crate) may_dangle: bool,
    /// Whether it is known not to be null. Counters alone do not tell that one of several segments has nodes.
    pub(crate) is_nonnull: bool,
}

impl Held {
    /// The start of a node, or null.
    pub(crate) fn start(bit: Pointer) -> Held {
        Held { bit, offset: Some(0), may_dangle: false, is_nonnull: false }
    }

    /// Whether it is the start of a node that exists, or null.
    pub(crate) fn is_start(self) -> bool {
        self.offset == Some(0) && !self.may_dangle
    }

    fn join(self, other: Held) -> Held {
        Held {
            bit: self.bit,
            offset: self.offset.filter(|_| self.offset == other.offset),
            may_dangle: self.may_dangle || other.may_dangle,
            is_nonnull: self.is_nonnull && other.is_nonnull,
        }
    }
}

/// A comparison whose result a variable holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Test {
    /// The pointer is null, or it is not.
    Null(Var, bool),
    /// The pointers are equal, or they are not.
    Equal(Var, Var, bool),
    /// The expression compares with zero in this way.
    Sign(CompareOp, Expr),
}

impl Test {
    /// The test that holds where this one does not.
    pub(crate) fn negated(self) -> Test {
        match self {
            Test::Null(pointer, is_null) => Test::Null(pointer, !is_null),
            Test::Equal(one, other, is_equal) => Test::Equal(one, other, !is_equal),
            Test::Sign(op, expr) => Test::Sign(negated(op), expr),
        }
    }

    pub(crate) fn mentions(&self, var: Var) -> bool {
        match self {
            Test::Null(pointer, _) => *pointer == var,
            Test::Equal(one, other, _) => *one == var || *other == var,
            Test::Sign(_, expr) => expr.coefficient(&Dim::Value(var)).is_some(),
        }
    }
}

/// An abstract state.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct State {
    pub(crate) shape: Shape,
    /// The functions under execution, outermost first.
    pub(crate) calls: Vec<FuncId>,
    /// The pointer variables that have a value.
    pub(crate) pointers: BTreeMap<Var, Held>,
    /// The integer variables that have a value.
    pub(crate) integers: BTreeSet<Var>,
    pub(crate) tests: BTreeMap<Var, Test>,
    /// The executions in which a variable is not zero, or is, where a branch has just been joined that
    /// determined it: the operators `&&` and `||` are such branches.
    pub(crate) guards: BTreeMap<(Var, bool), Rc<State>>,
    /// Whether the successor of some node may be uninitialized or a node that was freed.
    pub(crate) has_loose_links: bool,
}

impl State {
    pub(crate) fn new(first: FuncId) -> State {
        State {
            shape: Shape::default(),
            calls: vec![first],
            pointers: BTreeMap::new(),
            integers: BTreeSet::new(),
            tests: BTreeMap::new(),
            guards: BTreeMap::new(),
            has_loose_links: false,
        }
    }

    /// The number of calls under way.
    pub(crate) fn depth(&self) -> u32 {
        self.calls.len() as u32 - 1
    }

    /// A variable gets another value: comparisons with the old one mean nothing.
    fn change(&mut self, var: Var) {
        self.tests.retain(|&result, test| result != var && !test.mentions(var));
    }

    /// The pointers to the first node of a segment may dangle from now on. What was found out about them is
    /// true, but the shape does not show it any more.
    pub(crate) fn dangle(&mut self, first: Vector) {
        let (shape, tests) = (&self.shape, &mut self.tests);
        for (var, held) in &mut self.pointers {
            if shape.firsts(held.bit).contains(&first) {
                held.may_dangle = true;
                tests.retain(|_, test| !test.mentions(*var));
            }
        }
    }

    /// A pointer variable gets a value; the shape is changed by the caller.
    pub(crate) fn hold(&mut self, var: Var, held: Held) {
        self.change(var);
        self.pointers.insert(var, held);
    }

    /// A variable loses its value.
    pub(crate) fn forget(&mut self, var: Var) {
        self.change(var);
        if let Some(held) = self.pointers.remove(&var) {
            self.shape.set_null(held.bit);
        }
        if self.integers.remove(&var) {
            self.shape.numbers.forget_all(|dim| match dim {
                Dim::Value(value) => *value == var,
                Dim::Difference(one, other) => *one == var || *other == var,
                Dim::Count(_) => false,
            });
        }
    }

    /// Assigns an expression to an integer variable; any value of its type if there is none. `compared` are
    /// the pairs of variables whose difference is tracked.
    pub(crate) fn set(&mut self, var: Var, value: Option<Expr>, ty: IntType, compared: &[(Var, Var)]) {
        self.change(var);
        self.integers.insert(var);
        let numbers = &mut self.shape.numbers;
        let own = Dim::Value(var);
        match value {
            Some(value) => {
                let mut values = BTreeMap::from([(own, value.clone())]);
                for &(one, other) in compared.iter().filter(|(one, other)| *one == var || *other == var) {
                    values.insert(Dim::Difference(one, other), difference((one, other), var, &value));
                }
                numbers.set_all(&values);
            }
            None => {
                numbers.forget(&own);
                for &(one, other) in compared.iter().filter(|(one, other)| *one == var || *other == var) {
                    let value = Expr::of(Dim::Value(other)).plus(&Dim::Value(one), &Rat::from(-1));
                    numbers.set(&Dim::Difference(one, other), &value);
                }
            }
        }
        // The value is in the range of its type, so this does not fail.
        let result = numbers.restrict(&own, &range_of(ty));
        debug_assert!(result.is_ok(), "{var:?} is out of its range");
    }

    /// Restricts the state to executions in which a comparison with zero holds.
    pub(crate) fn assume_sign(&mut self, op: CompareOp, expr: &Expr, compared: &[(Var, Var)]) -> Option<()> {
        for expr in with_differences(expr, compared) {
            let negated = Expr::constant(0).plus_expr(&expr, &Rat::from(-1));
            let numbers = &mut self.shape.numbers;
            let result = match op {
                CompareOp::Eq => numbers.equate(&expr),
                CompareOp::Le => numbers.at_most_zero(&expr),
                CompareOp::Lt => numbers.at_most_zero(&expr.plus_constant(1)),
                CompareOp::Ge => numbers.at_most_zero(&negated),
                CompareOp::Gt => numbers.at_most_zero(&negated.plus_constant(1)),
                CompareOp::Ne => {
                    // Zero can be excluded at the ends of the range only.
                    let range = numbers.range(&expr);
                    if range.as_constant().is_some_and(Int::is_zero) {
                        return None;
                    }
                    match (range.low(), range.high()) {
                        (Some(low), _) if low.is_zero() => numbers.at_most_zero(&negated.plus_constant(1)),
                        (_, Some(high)) if high.is_zero() => numbers.at_most_zero(&expr.plus_constant(1)),
                        _ => Ok(()),
                    }
                }
            };
            result.ok()?;
        }
        Some(())
    }

    /// The number of nodes that none of these pointers reaches.
    pub(crate) fn unreached(&self, holders: impl Fn(Pointer) -> bool) -> Interval {
        let lost = self.shape.vectors().filter(|vector| !vector.pointers().any(&holders));
        self.shape.numbers.range(&Expr::sum(lost.map(Dim::Count)))
    }

    /// Forgets the pointers that have no value in another state, so that no segment is told apart by them.
    fn forget_others(&mut self, other: &State) {
        let others = self.pointers.keys().filter(|var| !other.pointers.contains_key(var));
        for var in others.copied().collect::<Vec<_>>() {
            self.forget(var);
        }
    }

    /// Joins two states of the same point.
    pub(crate) fn join(mut self, mut other: State) -> State {
        let guards = guards(&self, &other).chain(guards(&other, &self)).collect();
        self.forget_others(&other);
        other.forget_others(&self);
        let pointers = self.pointers.iter().filter_map(|(var, held)| {
            let joined = held.join(*other.pointers.get(var)?);
            Some((*var, joined))
        });
        let tests = self.tests.iter().filter(|(var, test)| other.tests.get(var) == Some(test));
        State {
            pointers: pointers.collect(),
            integers: self.integers.intersection(&other.integers).copied().collect(),
            tests: tests.map(|(var, test)| (*var, test.clone())).collect(),
            guards,
            has_loose_links: self.has_loose_links || other.has_loose_links,
            calls: self.calls,
            shape: self.shape.join(other.shape),
        }
    }

    /// Whether all executions of another state are in this one.
    pub(crate) fn includes(&self, other: &State) -> bool {
        let mut other = other.clone();
        other.forget_others(self);
        self.pointers
            .iter()
            .all(|(var, held)| other.pointers.get(var).is_some_and(|it| held.join(*it) == *held))
            && self.integers.is_subset(&other.integers)
            && self.tests.iter().all(|(var, test)| other.tests.get(var) == Some(test))
            && self.has_loose_links >= other.has_loose_links
            && self.shape.includes(&other.shape)
    }

    /// The segments whose nodes only these pointers hold, for reports.
    pub(crate) fn segments(&self) -> impl Iterator<Item = (Vector, Interval)> {
        self.shape.vectors().map(|vector| (vector, self.shape.count(vector)))
    }
}

/// What a variable tells about the executions of one of two states: if it is zero in all executions of the
/// first one, then those where it is not zero are in the second one.
fn guards(one: &State, other: &State) -> impl Iterator<Item = ((Var, bool), Rc<State>)> {
    let truths = one.integers.iter().filter_map(|&var| {
        let value = one.shape.numbers.bounds(&Dim::Value(var));
        let value = value.as_constant()?;
        // Other numbers may become zero when they are converted.
        (value.is_zero() || value.is_one()).then_some((var, value.is_one()))
    });
    // Other variables are not results of comparisons.
    let truths = truths.filter(|(var, _)| other.tests.contains_key(var));
    let mut shared = None;
    truths.map(move |(var, truth)| {
        let other = shared.get_or_insert_with(|| Rc::new(other.clone()));
        ((var, !truth), Rc::clone(other))
    })
}

/// The comparison that holds where this one does not.
fn negated(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Eq => CompareOp::Ne,
        CompareOp::Ne => CompareOp::Eq,
        CompareOp::Lt => CompareOp::Ge,
        CompareOp::Ge => CompareOp::Lt,
        CompareOp::Le => CompareOp::Gt,
        CompareOp::Gt => CompareOp::Le,
    }
}

/// The range of a type.
pub(crate) fn range_of(ty: IntType) -> Interval {
    Interval::between(ty.min(), ty.max())
}

/// The difference `other - one` after one of them, `var`, was assigned a value. If the value is the old one
/// plus something, so is the difference, and what is known of it carries over.
fn difference((one, other): (Var, Var), var: Var, value: &Expr) -> Expr {
    let is_relative = value.coefficient(&Dim::Value(var)) == Some(&Rat::from(1));
    let old = Expr::of(Dim::Value(var));
    let sign = Rat::from(if var == other { 1 } else { -1 });
    if is_relative {
        let step = value.clone().plus_expr(&old, &Rat::from(-1));
        return Expr::of(Dim::Difference(one, other)).plus_expr(&step, &sign);
    }
    let rest = if var == other { one } else { other };
    let base = Expr::constant(0).plus(&Dim::Value(rest), &-&sign);
    base.plus_expr(value, &sign)
}

/// An expression, and the same with a tracked difference in place of two variables.
fn with_differences(expr: &Expr, compared: &[(Var, Var)]) -> Vec<Expr> {
    let mut all = vec![expr.clone()];
    for &(one, other) in compared {
        let Some(factor) = expr.coefficient(&Dim::Value(other)).cloned() else { continue };
        if expr.coefficient(&Dim::Value(one)) == Some(&-&factor) {
            let rest = expr.clone().plus(&Dim::Value(other), &-&factor).plus(&Dim::Value(one), &factor);
            all.push(rest.plus(&Dim::Difference(one, other), &factor));
        }
    }
    all
}
