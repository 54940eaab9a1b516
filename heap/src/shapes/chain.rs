//! Integers in neighbouring nodes of a list: order, alternation, and bounds by integers that nodes share.
//!
//! The integers in the nodes of a segment are a sequence. Its *chain* says which pairs of neighbours there
//! are, by bounds of their difference and of their sum: an order has differences of zero or more, and zeros
//! and ones alternate if all sums are one. Integers before and behind the sequence may belong to it, so that
//! nothing is lost when a segment is split.

use super::expose::Names;
use super::graph::Graph;
use super::value::{End, Expr, ObjectId, Value, minus, plus};
use crate::numbers::Interval;
use cfp_solver::{Int, Rat};

/// The greatest bound that is kept, so that few joins change it.
const MAX_BOUND: i64 = 1;

/// The greatest sum or difference that is kept if it is the only one.
const MAX_CONSTANT: i64 = 16;

/// Bounds of pairs of integers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PairBounds {
    /// The second one minus the first one.
    pub difference: Interval,
    pub sum: Interval,
}

impl PairBounds {
    /// All pairs.
    pub(super) const ALL: PairBounds = PairBounds { difference: Interval::ALL, sum: Interval::ALL };

    /// The bounds of two integers of a graph.
    pub(super) fn of(graph: &Graph, first: &Expr, second: &Expr) -> PairBounds {
        let difference = graph.related_range(&minus(second, first));
        PairBounds { difference, sum: graph.related_range(&plus(first, second)) }
    }

    /// The bounds of any two integers in a range.
    pub(super) fn within(range: &Interval) -> PairBounds {
        PairBounds { difference: range.plus(&range.negated()), sum: range.plus(range) }
    }

    /// The bounds of an integer and itself.
    pub(super) fn of_same(range: &Interval) -> PairBounds {
        PairBounds { difference: Interval::constant(0), sum: range.plus(range) }
    }

    fn zip(&self, other: &PairBounds, combine: impl Fn(&Interval, &Interval) -> Interval) -> PairBounds {
        let difference = combine(&self.difference, &other.difference);
        PairBounds { difference, sum: combine(&self.sum, &other.sum) }
    }

    /// Bounds of the pairs of both.
    pub(super) fn join(&self, other: &PairBounds) -> PairBounds {
        self.zip(other, Interval::join)
    }

    /// Bounds of the pairs in both. There is one.
    pub(super) fn meet(&self, other: &PairBounds) -> PairBounds {
        self.zip(other, |one, other| one.meet(other).unwrap_or_else(|| one.clone()))
    }

    /// Whether all pairs of the other are in this one.
    pub(super) fn includes(&self, other: &PairBounds) -> bool {
        self.difference.includes(&other.difference) && self.sum.includes(&other.sum)
    }

    /// Weaker bounds, of which there are few, without those that hold for any two integers in a range.
    pub(super) fn rounded(&self, range: &Interval) -> PairBounds {
        self.zip(&PairBounds::within(range), |bounds, anyhow| rounded(bounds, anyhow, MAX_CONSTANT))
    }

    /// The integer behind another one, if there is only one.
    pub(super) fn next(&self, first: &Expr) -> Option<Expr> {
        let by_sum = || Some(minus(&Expr::constant(self.sum.as_constant()?.clone()), first));
        let difference = self.difference.as_constant();
        difference.map(|difference| first.clone().plus_constant(difference.clone())).or_else(by_sum)
    }

    /// The integer before another one, if there is only one.
    pub(super) fn previous(&self, second: &Expr) -> Option<Expr> {
        let by_sum = || Some(minus(&Expr::constant(self.sum.as_constant()?.clone()), second));
        let difference = self.difference.as_constant();
        difference.map(|difference| second.clone().plus_constant(-difference.clone())).or_else(by_sum)
    }

    /// Whether this has a bound wherever the other has one.
    pub(super) fn is_as_bounded(&self, other: &PairBounds) -> bool {
        let is_lost = |one: &Interval, other: &Interval| {
            one.low().is_none() && other.low().is_some() || one.high().is_none() && other.high().is_some()
        };
        !is_lost(&self.difference, &other.difference) && !is_lost(&self.sum, &other.sum)
    }
}

/// Weaker bounds, of which there are few, without those that hold anyhow. The only value is kept if it is
/// small.
pub(super) fn rounded(range: &Interval, anyhow: &Interval, small: i64) -> Interval {
    if range.includes(anyhow) {
        return Interval::ALL;
    }
    let is_small = |value: &Int, limit: i64| value.abs() <= Int::from(limit);
    if range.as_constant().is_some_and(|value| is_small(value, small)) {
        return range.clone();
    }
    let (most, least) = (Int::from(MAX_BOUND), Int::from(-MAX_BOUND));
    let low = range.low().filter(|low| **low >= least).map(|low| low.clone().min(most.clone()));
    let high = range.high().filter(|high| **high <= most).map(|high| high.clone().max(least));
    let low = low.filter(|low| anyhow.low().is_none_or(|other| other < low));
    let high = high.filter(|high| anyhow.high().is_none_or(|other| other > high));
    Interval::new(low, high).unwrap_or(Interval::ALL)
}

/// A place in the sequence of a chain that an integer may be known of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Around {
    Before,
    First,
    Last,
    Behind,
}

impl Around {
    /// What the place is called in reports.
    pub(super) fn name(self) -> &'static str {
        match self {
            Around::Before => "before",
            Around::First => "first",
            Around::Last => "last",
            Around::Behind => "behind",
        }
    }
}

/// What is known of the integers at one place in the nodes of a list.
///
/// `before`, the integers of the nodes in their order, and `behind` are a sequence whose neighbours `pairs`
/// bounds. The first integer of it without `before` is `first`, and the last one without `behind` is `last`.
/// So if there are no nodes, `before` is `last`, and `behind` is `first`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Chain {
    pub offset: i64,
    /// Nothing if there are no neighbours; then there is no `before` and no `behind`.
    pub pairs: Option<PairBounds>,
    pub before: Option<Expr>,
    pub first: Option<Expr>,
    pub last: Option<Expr>,
    pub behind: Option<Expr>,
    /// Bounds of the integer of each node minus an integer that all share.
    pub shared: Vec<(Expr, Interval)>,
}

impl Chain {
    /// A chain of which only the pairs are known.
    pub(super) fn new(offset: i64, pairs: Option<PairBounds>) -> Chain {
        Chain { offset, pairs, before: None, first: None, last: None, behind: None, shared: Vec::new() }
    }

    /// Whether nothing is known.
    pub(super) fn is_void(&self) -> bool {
        self.pairs == Some(PairBounds::ALL) && self.shared.is_empty()
    }

    /// The integers around and at the ends of the sequence.
    pub(super) fn around(&self) -> [(Around, &Option<Expr>); 4] {
        [
            (Around::Before, &self.before),
            (Around::First, &self.first),
            (Around::Last, &self.last),
            (Around::Behind, &self.behind),
        ]
    }

    /// Adds the ends that the number of nodes tells, if neighbours differ by a constant. Where there are no
    /// nodes, an end that nothing else determines may be any integer, so also the one that is added.
    pub(super) fn complete_by_length(&mut self, length: &Expr) {
        let Some(step) = self.pairs.as_ref().and_then(|pairs| pairs.difference.as_constant()) else { return };
        let step = Rat::from(step.clone());
        let steps = |count: i64| length.clone().plus_constant(-count);
        let forward = |from: &Expr, count: i64| from.clone().plus_expr(&steps(count), &step);
        let back = |from: &Expr, count: i64| from.clone().plus_expr(&steps(count), &-step.clone());
        let Chain { before, first, last, behind, .. } = self;
        if first.is_none() {
            let by_last = last.as_ref().map(|last| back(last, 1));
            *first = behind.as_ref().map(|behind| back(behind, 0)).or(by_last);
        }
        if last.is_none() {
            let by_first = first.as_ref().map(|first| forward(first, 1));
            *last = before.as_ref().map(|before| forward(before, 0)).or(by_first);
        }
    }

    /// The expressions in it.
    pub(super) fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let ends = [&self.before, &self.first, &self.last, &self.behind];
        ends.into_iter().flatten().chain(self.shared.iter().map(|(expr, _)| expr))
    }

    /// The same for changing them.
    pub(super) fn exprs_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let ends = [&mut self.before, &mut self.first, &mut self.last, &mut self.behind];
        ends.into_iter().flatten().chain(self.shared.iter_mut().map(|(expr, _)| expr))
    }
}

impl Graph {
    /// Whether two expressions have the same value.
    pub(super) fn are_same(&self, one: &Expr, other: &Expr) -> bool {
        one == other || self.is_constant(&minus(one, other), 0)
    }

    /// Only the states in which an expression is in a range; nothing if there are none.
    pub(super) fn bound(&mut self, expr: &Expr, range: &Interval, names: &mut Names) -> Option<()> {
        let known = self.related_range(expr);
        known.meet(range)?;
        if range.includes(&known) {
            return Some(());
        }
        if let Some(value) = range.as_constant() {
            return self.numbers.equate(&minus(expr, &Expr::constant(value.clone()))).ok();
        }
        if expr.terms().nth(1).is_none() {
            let bounds = [range.low().map(|low| (low, true)), range.high().map(|high| (high, false))];
            return bounds.into_iter().flatten().try_for_each(|(bound, is_low)| {
                let bound = Expr::constant(bound.clone());
                let excess = if is_low { minus(&bound, expr) } else { minus(expr, &bound) };
                self.numbers.at_most_zero(&excess).ok()
            });
        }
        let slack = names.dim();
        self.numbers.equate(&minus(expr, &Expr::of(slack))).ok()?;
        self.restrict(slack, range)?;
        self.slacks.push(Expr::of(slack));
        Some(())
    }

    /// Only the states in which two integers are neighbours.
    fn bound_pair(&mut self, pair: [&Expr; 2], pairs: &PairBounds, names: &mut Names) -> Option<()> {
        let [first, second] = pair;
        self.bound(&minus(second, first), &pairs.difference, names)?;
        self.bound(&plus(first, second), &pairs.sum, names)
    }

    /// Only the states in which the sequence of a chain has no nodes.
    pub(super) fn assume_empty(&mut self, chain: &Chain, names: &mut Names) -> Option<()> {
        let Chain { before, first, last, behind, .. } = chain;
        if let (Some(before), Some(behind), Some(pairs)) = (before, behind, &chain.pairs) {
            self.bound_pair([before, behind], pairs, names)?;
        }
        for pair in [(before, last), (first, behind)] {
            if let (Some(one), Some(other)) = pair {
                self.numbers.equate(&minus(one, other)).ok()?;
            }
        }
        Some(())
    }

    /// What the chains of a segment say of a node that was its first or last one, and of the others.
    pub(super) fn assume_exposed(
        &mut self,
        segment: ObjectId,
        node: ObjectId,
        end: End,
        names: &mut Names,
    ) -> Option<()> {
        let mut chains = self.object(segment).chains.clone();
        let length = self.object(segment).length();
        for chain in &mut chains {
            chain.complete_by_length(&length);
            let Some(Value::Int(value)) = self.object(node).cells.get(&chain.offset).map(|it| &it.value)
            else {
                *chain = Chain::new(chain.offset, Some(PairBounds::ALL));
                continue;
            };
            let value = value.clone();
            let (is_last, pairs) = (end == End::Last, chain.pairs.clone());
            let (end, neighbour) = match is_last {
                true => (&mut chain.last, &mut chain.behind),
                false => (&mut chain.first, &mut chain.before),
            };
            if let Some(end) = end.take() {
                self.numbers.equate(&minus(&end, &value)).ok()?;
            }
            if let (Some(neighbour), Some(pairs)) = (neighbour.as_ref(), &pairs) {
                let pair = if is_last { [&value, neighbour] } else { [neighbour, &value] };
                self.bound_pair(pair, pairs, names)?;
            }
            *neighbour = pairs.filter(|pairs| *pairs != PairBounds::ALL).map(|_| value.clone());
            for (expr, range) in &chain.shared {
                self.bound(&minus(&value, expr), range, names)?;
            }
        }
        chains.retain(|chain| !chain.is_void());
        if !self.object(segment).chains.is_empty() {
            self.object_mut(segment).chains = chains;
        }
        Some(())
    }
}
