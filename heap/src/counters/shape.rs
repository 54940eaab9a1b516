//! Shapes of lists: segments by the pointers that reach them, with their lengths, and the transfer functions
//! over them (section 4.3 and Figure 3).
//!
//! A shape is one numeric element over the counters of all segments, and over integer variables. Only vectors
//! whose counter may be nonzero exist, so a shape grows with the pointers and not with their subsets. Where
//! an operation depends on the node that a pointer points to, the caller splits the shape by
//! [`Shape::firsts`] and joins the results.

use super::vector::{Pointer, Vector};
use crate::ir::VarId;
use crate::numbers::{Element, Interval, LinearExpr};
use cfp_solver::{Int, Rat};
use std::collections::{BTreeMap, BTreeSet};

/// A variable of a frame.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Var {
    /// The number of calls under way.
    pub(crate) depth: u32,
    pub(crate) id: VarId,
}

/// What the numeric element ranges over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Dim {
    /// The number of nodes of a segment.
    Count(Vector),
    /// The value of an integer variable.
    Value(Var),
    /// The second variable minus the first one: bounds on it relate variables that the program compares.
    Difference(Var, Var),
}

/// An expression over counters and variables.
pub(crate) type Expr = LinearExpr<Dim>;

/// The shapes of all lists, and the values of integers. Counters that are not there are zero.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Shape {
    pub(crate) numbers: Element<Dim>,
    vectors: BTreeSet<Vector>,
}

impl Shape {
    /// The segments that may have nodes.
    pub(crate) fn vectors(&self) -> impl Iterator<Item = Vector> {
        self.vectors.iter().copied()
    }

    /// The number of nodes of a segment.
    pub(crate) fn count(&self, vector: Vector) -> Interval {
        match self.vectors.contains(&vector) {
            true => self.numbers.bounds(&Dim::Count(vector)),
            false => Interval::constant(0),
        }
    }

    /// Whether a segment has a node in all executions.
    fn is_present(&self, vector: Vector) -> bool {
        self.count(vector).low().is_some_and(Int::is_positive)
    }

    /// Replaces all counters at once. Those that are not mentioned become zero.
    fn set_counts(&mut self, counts: BTreeMap<Vector, Expr>) {
        let gone: Vec<Vector> = self.vectors().filter(|vector| !counts.contains_key(vector)).collect();
        let kept = |vector: &Vector, count: &Expr| *count == Expr::of(Dim::Count(*vector));
        self.vectors = counts.keys().copied().collect();
        let values = counts.into_iter().filter(|(vector, count)| !kept(vector, count));
        self.numbers.set_all(&values.map(|(vector, count)| (Dim::Count(vector), count)).collect());
        for vector in gone {
            self.numbers.forget(&Dim::Count(vector));
        }
        self.drop_empty();
    }

    /// Drops the counters that are zero.
    fn drop_empty(&mut self) {
        let empty: Vec<Vector> =
            self.vectors().filter(|&vector| self.count(vector).as_constant() == Some(&Int::ZERO)).collect();
        for vector in empty {
            self.vectors.remove(&vector);
            self.numbers.forget(&Dim::Count(vector));
        }
    }

    /// The current counters.
    fn counts(&self) -> BTreeMap<Vector, Expr> {
        self.vectors().map(|vector| (vector, Expr::of(Dim::Count(vector)))).collect()
    }

    /// Gives the nodes of each segment to another one.
    fn regroup(&mut self, to: impl Fn(Vector) -> Vector) {
        let after: BTreeSet<Vector> = self.vectors().map(&to).collect();
        if after.len() == self.vectors.len() {
            // No two segments become one.
            let moved = self.vectors().filter(|&vector| to(vector) != vector);
            let names: BTreeMap<Dim, Dim> =
                moved.map(|vector| (Dim::Count(vector), Dim::Count(to(vector)))).collect();
            self.numbers.rename(&names);
            self.vectors = after;
            return;
        }
        let mut counts = BTreeMap::new();
        for vector in self.vectors() {
            add(&mut counts, to(vector), &Expr::of(Dim::Count(vector)));
        }
        self.set_counts(counts);
    }

    /// `p = null`
    pub(crate) fn set_null(&mut self, p: Pointer) {
        self.regroup(|vector| vector.with(p, false));
    }

    /// `p = q`
    pub(crate) fn copy(&mut self, p: Pointer, q: Pointer) {
        self.regroup(|vector| vector.with(p, vector.has(q)));
    }

    /// `p = malloc()`, with a null successor.
    pub(crate) fn allocate(&mut self, p: Pointer) {
        self.set_null(p);
        let mut counts = self.counts();
        counts.insert(Vector::of(p), Expr::constant(1));
        self.set_counts(counts);
    }

    /// `p = q->next`, where the first node of `q` is in this segment.
    pub(crate) fn follow(&mut self, p: Pointer, q: Pointer, first: Vector) {
        let mut first = first;
        if p != q {
            self.set_null(p);
            first = first.with(p, false);
        }
        let mut counts = BTreeMap::new();
        for vector in self.vectors() {
            let mut count = Expr::of(Dim::Count(vector));
            if vector == first {
                add(&mut counts, vector.with(p, false), &Expr::constant(1));
                count = count.plus_constant(-1);
            }
            // The other nodes behind `q` are behind `p` as well.
            let to = if vector.has(q) { vector.with(p, true) } else { vector };
            add(&mut counts, to, &count);
        }
        self.set_counts(counts);
    }

    /// `p->next = null`, where the first node of `p` is in this segment.
    pub(crate) fn cut(&mut self, first: Vector) {
        self.detach(first, 1);
    }

    /// `free(p)`, where the first node of `p` is in this segment.
    pub(crate) fn free(&mut self, first: Vector) {
        self.detach(first, 0);
    }

    /// Separates the first node of a segment from its successors, and keeps it or not.
    fn detach(&mut self, first: Vector, kept: i64) {
        let mut counts = BTreeMap::new();
        for vector in self.vectors() {
            let count = Expr::of(Dim::Count(vector));
            if vector == first {
                add(&mut counts, vector, &Expr::constant(kept));
                add(&mut counts, Vector::UNREACHED, &count.plus_constant(-1));
            } else if first.is_subset_of(vector) {
                add(&mut counts, vector.without(first), &count);
            } else {
                add(&mut counts, vector, &count);
            }
        }
        self.set_counts(counts);
    }

    /// Links the last node of a segment to `q`. No node of `q` may lead to the segment.
    pub(crate) fn link(&mut self, last: Vector, q: Pointer) {
        debug_assert!(!last.has(q), "a cycle");
        self.regroup(|vector| if vector.has(q) { vector.union(last) } else { vector });
    }

    /// The segments that may contain the node that a pointer points to: the least one that has nodes.
    pub(crate) fn firsts(&self, p: Pointer) -> Vec<Vector> {
        let reached: Vec<Vector> = self.vectors().filter(|vector| vector.has(p)).collect();
        let is_behind = |vector: Vector| {
            let mut before = reached.iter().filter(|&&other| other != vector && other.is_subset_of(vector));
            before.any(|&other| self.is_present(other))
        };
        reached.iter().copied().filter(|&vector| !is_behind(vector)).collect()
    }

    /// The executions in which a pointer points into a segment.
    pub(crate) fn with_first(&self, p: Pointer, first: Vector) -> Option<Shape> {
        let is_elsewhere = |vector: Vector| vector.has(p) && !first.is_subset_of(vector);
        let mut shape = self.without(is_elsewhere)?;
        shape.numbers.restrict(&Dim::Count(first), &Interval::at_least(1)).ok()?;
        shape.consistent()
    }

    /// The executions in which some segments have no nodes.
    fn without(&self, is_empty: impl Fn(Vector) -> bool) -> Option<Shape> {
        let mut shape = self.clone();
        for vector in self.vectors().filter(|&vector| is_empty(vector)) {
            shape.numbers.restrict(&Dim::Count(vector), &Interval::constant(0)).ok()?;
        }
        shape.drop_empty();
        Some(shape)
    }

    /// The executions in which some segments have nodes, at least one together.
    fn with_some(&self, is_wanted: impl Fn(Vector) -> bool) -> Option<Shape> {
        let wanted: Vec<Dim> = self.vectors().filter(|&vector| is_wanted(vector)).map(Dim::Count).collect();
        let mut shape = self.clone();
        let none = Expr::constant(1).plus_expr(&Expr::sum(wanted), &Rat::from(-1));
        shape.numbers.at_most_zero(&none).ok()?;
        shape.consistent()
    }

    /// Only consistent sets of segments exist (Theorem 2).
    fn consistent(mut self) -> Option<Shape> {
        loop {
            let present: Vec<Vector> = self.vectors().filter(|&vector| self.is_present(vector)).collect();
            let conflicts = |vector: Vector| present.iter().any(|&other| !vector.is_consistent_with(other));
            let before = self.vectors.len();
            self = self.without(conflicts)?;
            if self.vectors.len() == before {
                return Some(self);
            }
        }
    }

    /// The executions in which `p` is null, or is not.
    pub(crate) fn assume_null(&self, p: Pointer, holds: bool) -> Option<Shape> {
        match holds {
            true => self.without(|vector| vector.has(p)),
            false => self.with_some(|vector| vector.has(p)),
        }
    }

    /// The executions in which `p == q`, or not.
    pub(crate) fn assume_equal(&self, p: Pointer, q: Pointer, holds: bool) -> Option<Shape> {
        let differs = |vector: Vector| vector.has(p) != vector.has(q);
        if holds { self.without(differs) } else { self.with_some(differs) }
    }

    /// Counters that only the other shape has are zero here.
    fn align(&mut self, other: &Shape) {
        for vector in other.vectors().filter(|vector| !self.vectors.contains(vector)).collect::<Vec<_>>() {
            self.vectors.insert(vector);
            self.numbers.set(&Dim::Count(vector), &Expr::constant(0));
        }
    }

    /// A shape that includes both.
    pub(crate) fn join(mut self, mut other: Shape) -> Shape {
        self.align(&other);
        other.align(&self);
        let mut joined = Shape { numbers: self.numbers.join(&other.numbers), vectors: self.vectors };
        joined.drop_empty();
        joined
    }

    /// Whether all executions of another shape are in this one.
    pub(crate) fn includes(&self, other: &Shape) -> bool {
        if !other.vectors.is_subset(&self.vectors) {
            return false;
        }
        let mut other = other.clone();
        other.align(self);
        self.numbers.includes(&other.numbers)
    }

    /// A shape that includes both, where `other` includes this one. Chains are finite.
    pub(crate) fn widen(mut self, other: &Shape, thresholds: &[Int]) -> Shape {
        self.align(other);
        let numbers = self.numbers.widen(&other.numbers, |dim| match dim {
            Dim::Count(_) => vec![Int::ZERO, Int::ONE],
            _ => thresholds.to_vec(),
        });
        Shape { numbers, vectors: self.vectors }
    }
}

/// Adds to a counter.
fn add(counts: &mut BTreeMap<Vector, Expr>, vector: Vector, more: &Expr) {
    let count = counts.entry(vector).or_insert_with(|| Expr::constant(0));
    *count = count.clone().plus_expr(more, &Rat::from(1));
}

#[cfg(test)]
#[path = "shape_tests.rs"]
mod tests;
