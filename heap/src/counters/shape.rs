//! Shapes of lists: segments by the pointers that reach them, with their lengths, and the transfer functions
//! over them (section 4.3 and Figure 3).
//!
//! A shape is one numeric element over the counters of all segments, and over integer variables, with the
//! contents of the nodes. Only vectors whose counter may be nonzero exist, so a shape grows with the pointers
//! and not with their subsets. Where an operation depends on the node that a pointer points to, the caller
//! splits the shape by [`Shape::firsts`] and joins the results.

use super::contents::{Cells, Contents, Write};
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
    contents: Contents,
}

/// Nodes that become part of a segment.
struct Flow<'a> {
    to: Vector,
    count: Expr,
    /// The segment that they were in, or what new ones hold.
    from: Result<Vector, &'a Cells>,
}

impl Flow<'_> {
    /// All nodes of a segment.
    fn all(from: Vector, to: Vector) -> Flow<'static> {
        Flow { to, count: Expr::of(Dim::Count(from)), from: Ok(from) }
    }
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

    /// Rearranges all nodes. Segments that nothing flows to become empty.
    fn rearrange(&mut self, flows: Vec<Flow<'_>>) {
        let mut counts: BTreeMap<Vector, Expr> = BTreeMap::new();
        let mut contents = Contents::default();
        for Flow { to, count, from } in flows {
            let sum = counts.entry(to).or_insert_with(|| Expr::constant(0));
            *sum = std::mem::replace(sum, Expr::constant(0)).plus_expr(&count, &Rat::from(1));
            match from {
                Ok(from) => self.contents.get(from).iter().for_each(|cells| contents.add(to, cells)),
                Err(new) => contents.add(to, new),
            }
        }
        let gone: Vec<Vector> = self.vectors().filter(|vector| !counts.contains_key(vector)).collect();
        let kept = |vector: &Vector, count: &Expr| *count == Expr::of(Dim::Count(*vector));
        self.vectors = counts.keys().copied().collect();
        self.contents = contents;
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
            self.contents.remove(vector);
            self.numbers.forget(&Dim::Count(vector));
        }
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
            let mut contents = Contents::default();
            for vector in self.vectors() {
                self.contents.get(vector).iter().for_each(|cells| contents.add(to(vector), cells));
            }
            self.contents = contents;
            self.vectors = after;
            return;
        }
        self.rearrange(self.vectors().map(|vector| Flow::all(vector, to(vector))).collect());
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
    pub(crate) fn allocate(&mut self, p: Pointer, cells: &Cells) {
        self.set_null(p);
        let mut flows: Vec<Flow<'_>> = self.vectors().map(|vector| Flow::all(vector, vector)).collect();
        flows.push(Flow { to: Vector::of(p), count: Expr::constant(1), from: Err(cells) });
        self.rearrange(flows);
    }

    /// `p = q->next`, where the first node of `q` is in this segment.
    pub(crate) fn follow(&mut self, p: Pointer, q: Pointer, first: Vector) {
        let mut first = first;
        if p != q {
            self.set_null(p);
            first = first.with(p, false);
        }
        let mut flows = Vec::new();
        for vector in self.vectors() {
            // The other nodes behind `q` are behind `p` as well.
            let to = if vector.has(q) { vector.with(p, true) } else { vector };
            let mut rest = Flow::all(vector, to);
            if vector == first {
                rest.count = rest.count.plus_constant(-1);
                flows.push(Flow { to: vector.with(p, false), count: Expr::constant(1), from: Ok(vector) });
            }
            flows.push(rest);
        }
        self.rearrange(flows);
    }

    /// `p->next = null`, where the first node of `p` is in this segment.
    pub(crate) fn cut(&mut self, first: Vector) {
        self.detach(first, true);
    }

    /// `free(p)`, where the first node of `p` is in this segment.
    pub(crate) fn free(&mut self, first: Vector) {
        self.detach(first, false);
    }

    /// Separates the first node of a segment from its successors, and keeps it or not.
    fn detach(&mut self, first: Vector, is_kept: bool) {
        let mut flows = Vec::new();
        for vector in self.vectors() {
            if vector == first {
                if is_kept {
                    flows.push(Flow { to: vector, count: Expr::constant(1), from: Ok(vector) });
                }
                let mut rest = Flow::all(vector, Vector::UNREACHED);
                rest.count = rest.count.plus_constant(-1);
                flows.push(rest);
            } else if first.is_subset_of(vector) {
                flows.push(Flow::all(vector, vector.without(first)));
            } else {
                flows.push(Flow::all(vector, vector));
            }
        }
        self.rearrange(flows);
    }

    /// What all nodes of a segment hold.
    pub(crate) fn cells(&self, vector: Vector) -> Option<&Cells> {
        self.contents.get(vector)
    }

    /// Whether a segment has exactly one node.
    pub(crate) fn is_single(&self, vector: Vector) -> bool {
        self.count(vector).as_constant().is_some_and(Int::is_one)
    }

    /// Writes a member of the first node of a segment.
    pub(crate) fn write(&mut self, first: Vector, write: &Write) {
        let is_only = self.is_single(first);
        self.contents.write(first, write, is_only);
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
        let mut joined = Shape {
            numbers: self.numbers.join(&other.numbers),
            vectors: self.vectors,
            contents: self.contents.join(&other.contents),
        };
        joined.drop_empty();
        joined
    }

    /// Whether all executions of another shape are in this one.
    pub(crate) fn includes(&self, other: &Shape) -> bool {
        if !other.vectors.is_subset(&self.vectors) || !self.contents.includes(&other.contents) {
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
        let contents = self.contents.widen(&other.contents, thresholds);
        Shape { numbers, vectors: self.vectors, contents }
    }
}

#[cfg(test)]
#[path = "shape_tests.rs"]
mod tests;
