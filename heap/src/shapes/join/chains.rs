//! Joins and folds of what is known of integers in neighbouring nodes.

use super::{Candidate, Joiner};
use crate::numbers::{Affine, Interval, LinearExpr};
use crate::shapes::chain::{Chain, PairBounds, rounded};
use crate::shapes::expose::Names;
use crate::shapes::graph::{Graph, Holders, Kind};
use crate::shapes::value::{Dim, End, Expr, ObjectId, Value, constant, minus};
use cfp_solver::Rat;
use std::collections::BTreeSet;

/// Limit on integers of both sides by which another one is defined.
const MAX_SOLVED: usize = 24;

/// Limit on shared integers that those of the nodes of a list are compared with.
const MAX_SHARED: usize = 6;

/// The integers at one place in the nodes of a list, or in one node.
struct Run<'g> {
    graph: &'g Graph,
    /// What each node has.
    value: Expr,
    range: Interval,
    chain: Chain,
    /// The number of nodes.
    length: Expr,
    /// The chain of the list, if it has one. Otherwise, pairs are bounded by what is known of each node.
    known: Option<&'g Chain>,
    may_be_empty: bool,
}

impl<'g> Run<'g> {
    fn of(graph: &'g Graph, id: ObjectId, offset: i64) -> Option<Run<'g>> {
        let object = graph.object(id);
        let Some(Value::Int(value)) = object.cells.get(&offset).map(|cell| &cell.value) else { return None };
        let range = graph.numbers.range(value);
        if object.segment.is_none() && graph.is_private(value) {
            return None;
        }
        // A constant is the same in all nodes, whatever its name is.
        let value = range.as_constant().map_or_else(|| value.clone(), |it| Expr::constant(it.clone()));
        let is_private = graph.is_private(&value);
        let known = object.chains.iter().find(|chain| chain.offset == offset);
        let mut chain = known.cloned().unwrap_or_else(|| Chain::new(offset, Some(PairBounds::ALL)));
        let ends = || [&chain.before, &chain.behind].into_iter().flatten();
        let is_whole = ends().next().is_none();
        // Those around the nodes are in pairs, too.
        let around = ends().fold(range.clone(), |range, end| range.join(&graph.numbers.range(end)));
        if object.segment.is_none() {
            chain.pairs = None;
        } else if is_private || !is_whole {
            chain.pairs = chain.pairs.map(|pairs| pairs.meet(&PairBounds::within(&around)));
        } else {
            chain.pairs = Some(PairBounds::of_same(&range));
        }
        if !is_private && is_whole {
            chain.first.get_or_insert(value.clone());
            chain.last.get_or_insert(value.clone());
        }
        if is_private {
            complete(graph, &mut chain, !graph.may_be_empty(id));
        }
        let (length, may_be_empty) = (object.length(), graph.may_be_empty(id));
        Some(Run { graph, value, range, chain, length, known, may_be_empty })
    }

    /// Bounds of the integer of each node minus a shared one.
    fn bound_by(&self, shared: &Expr) -> Interval {
        let range = self.graph.related_range(&minus(&self.value, shared));
        self.chain.shared.iter().fold(range, |range, (other, bounds)| {
            let bounds = bounds.plus(&self.graph.related_range(&minus(other, shared)));
            range.meet(&bounds).unwrap_or(range)
        })
    }

    /// Whether an integer may come before all nodes in a sequence with these pairs and ends.
    fn may_precede(&self, before: &Expr, pairs: &PairBounds, last: Option<&Expr>) -> bool {
        let is_before = self.chain.before.as_ref() == Some(before);
        let is_near = |first: &Expr| pairs.includes(&PairBounds::of(self.graph, before, first));
        let is_end = |last: &Expr| is_before || self.graph.are_same(before, last);
        (is_before || self.chain.first.as_ref().is_some_and(is_near))
            && (!self.may_be_empty || last.is_none_or(is_end))
    }

    /// The same for one behind all nodes.
    fn may_follow(
        &self,
        behind: &Expr,
        pairs: &PairBounds,
        first: Option<&Expr>,
        before: Option<&Expr>,
    ) -> bool {
        let is_behind = self.chain.behind.as_ref() == Some(behind);
        let is_near = |last: &Expr| pairs.includes(&PairBounds::of(self.graph, last, behind));
        let is_end = |first: &Expr| is_behind || self.graph.are_same(behind, first);
        let is_pair =
            |before: &Expr| is_behind && self.chain.before.as_ref() == Some(before) || is_near(before);
        (is_behind || self.chain.last.as_ref().is_some_and(is_near))
            && (!self.may_be_empty || first.is_none_or(is_end) && before.is_none_or(is_pair))
    }
}

/// Adds ends that follow from others, if pairs are such that an integer tells its neighbours.
fn complete(graph: &Graph, chain: &mut Chain, has_nodes: bool) {
    let Some(pairs) = &chain.pairs else { return };
    let Chain { before, first, last, behind, .. } = chain;
    if first.is_none() {
        *first = before.as_ref().and_then(|before| pairs.next(before));
    }
    if last.is_none() {
        *last = behind.as_ref().and_then(|behind| pairs.previous(behind));
    }
    // Those around the nodes may be any that fit. Without nodes, they would have to be the ends.
    let is_pair = |one: &Expr, other: &Expr| pairs.includes(&PairBounds::of(graph, one, other));
    if let (true, None, Some(first)) = (has_nodes, &before, &first) {
        *before = pairs.previous(first).filter(|before| is_pair(before, first));
    }
    if let (true, None, Some(last)) = (has_nodes, &behind, &last) {
        *behind = pairs.next(last).filter(|behind| is_pair(last, behind));
    }
}

/// An end of a chain on both sides.
type Ends = [Option<Expr>; 2];

/// An integer in a system of equations, which defines those that come first by the others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Unknown {
    /// One that only a side has.
    Hidden(Dim),
    Wanted,
    /// One that both sides have, by its number.
    Shared(usize),
}

/// Adds the ends of a joined chain that the numbers of nodes tell on both sides. Without nodes, the first
/// integer is the one behind, and the last one is the one before.
fn add_by_length(runs: &[Option<Run<'_>>; 2], ends: [&mut Option<Ends>; 2], around: [&Option<Ends>; 2]) {
    let completed = [0, 1].map(|side| {
        let run = runs[side].as_ref()?;
        let mut chain = run.chain.clone();
        chain.complete_by_length(&run.length);
        Some(chain)
    });
    let [first, last] = ends;
    let [before, behind] = around;
    let of = |end: &dyn Fn(&Chain) -> Option<Expr>, instead: &Option<Ends>| {
        let known = [0, 1].map(|side| match &completed[side] {
            Some(chain) => end(chain).map(Some),
            None => Some(instead.as_ref().and_then(|instead| instead[side].clone())),
        });
        let [Some(one), Some(other)] = known else { return None };
        Some([one, other])
    };
    if first.is_none() {
        *first = of(&|chain| chain.first.clone(), behind);
    }
    if last.is_none() {
        *last = of(&|chain| chain.last.clone(), before);
    }
}

/// The end of a chain in both runs; a side without nodes has none.
fn end_of(runs: &[Option<Run<'_>>; 2], end: impl Fn(&Chain) -> &Option<Expr>) -> Option<Ends> {
    let ends = [0, 1].map(|side| runs[side].as_ref().map(|run| end(&run.chain).clone()));
    let is_known = ends.iter().all(|end| !matches!(end, Some(None)));
    is_known.then(|| ends.map(Option::flatten))
}

impl Joiner<'_> {
    /// Joins the chains of all lists.
    pub(super) fn join_chains(&mut self, names: &mut Names) {
        let paired = self.pairs.iter().map(|((one, other), id)| (*id, [Some(*one), Some(*other)]));
        let mut lists: Vec<(ObjectId, [Option<ObjectId>; 2])> = paired.collect();
        for side in 0..2 {
            for id in &self.alone[side] {
                let ids = if side == 0 { [Some(*id), None] } else { [None, Some(*id)] };
                lists.push((self.images[side][id], ids));
            }
        }
        for (id, sides) in lists {
            for offset in data_offsets(&self.result, id) {
                let run = |side: usize| sides[side].map(|id| Run::of(self.sides[side], id, offset));
                let runs = match [run(0), run(1)] {
                    [Some(None), _] | [_, Some(None)] => continue,
                    runs => runs.map(Option::flatten),
                };
                let chain = self.joined_chain(offset, &runs, names);
                self.result.object_mut(id).chains.extend(chain);
            }
            for (side, original) in sides.into_iter().enumerate() {
                let known = original.map_or(&[][..], |id| &self.sides[side].object(id).chains);
                let kept = &self.result.object(id).chains;
                let is_kept = |chain: &Chain| kept.iter().any(|other| other.offset == chain.offset);
                self.is_weaker[side] |= !known.iter().all(is_kept);
            }
        }
    }

    /// The chain that covers those of both sides; a side may have no nodes.
    fn joined_chain(&mut self, offset: i64, runs: &[Option<Run<'_>>; 2], names: &mut Names) -> Option<Chain> {
        let both = || runs.iter().flatten();
        let range = both().map(|run| run.range.clone()).reduce(|one, other| one.join(&other))?;
        let pairs = both().filter_map(|run| run.chain.pairs.clone()).reduce(|one, other| one.join(&other));
        let pairs = pairs.map(|pairs| pairs.rounded(&range));
        let shared = self.joined_shared(runs, &range);
        let mut ends: [Option<Ends>; 4] = [const { None }; 4];
        if pairs != Some(PairBounds::ALL) {
            let [before, first, last, behind] = &mut ends;
            *first = end_of(runs, |chain| &chain.first);
            *last = end_of(runs, |chain| &chain.last);
            if let Some(pairs) = &pairs {
                *before = self.joined_before(runs, pairs, last);
                *behind = self.joined_behind(runs, pairs, first, before.as_ref());
                if pairs.difference.as_constant().is_some() {
                    add_by_length(runs, [first, last], [before, behind]);
                }
            }
        }
        let mut chain = Chain::new(offset, pairs);
        for (side, run) in runs.iter().enumerate() {
            let Some(known) = run.as_ref().and_then(|run| run.known) else { continue };
            let known_ends = [&known.before, &known.first, &known.last, &known.behind];
            let is_lost = |(known, end): (&Option<Expr>, &Option<Ends>)| known.is_some() && end.is_none();
            let keeps = |(expr, range): &(Expr, Interval)| {
                shared.iter().any(|(values, other)| values[side] == *expr && other == range)
            };
            let is_weaker = match (&known.pairs, &chain.pairs) {
                (Some(known), Some(pairs)) => !known.includes(pairs),
                (known, pairs) => known.is_none() && pairs.is_some(),
            };
            let loses_end = known_ends.into_iter().zip(&ends).any(is_lost);
            self.is_weaker[side] |= is_weaker || loses_end || !known.shared.iter().all(keeps);
        }
        let mut named = |joiner: &mut Self, ends: Option<Ends>| {
            let ends = ends?;
            Some(joiner.integer([ends[0].as_ref(), ends[1].as_ref()], None, names))
        };
        let [before, first, last, behind] = ends;
        chain.before = named(self, before);
        chain.first = named(self, first);
        chain.last = named(self, last);
        chain.behind = named(self, behind);
        for (values, range) in shared {
            let expr = named(self, Some(values.map(Some)));
            chain.shared.extend(expr.map(|expr| (expr, range)));
        }
        (!chain.is_void()).then_some(chain)
    }

    /// Bounds by variables.
    fn joined_shared(&self, runs: &[Option<Run<'_>>; 2], range: &Interval) -> Vec<([Expr; 2], Interval)> {
        let mut found: Vec<([Expr; 2], Interval)> = Vec::new();
        for value in self.result.vars.values() {
            let Value::Int(expr) = value else { continue };
            let pair = self.integers.iter().find(|pair| Expr::of(pair.dim) == *expr && pair.home.is_none());
            let Some([Some(one), Some(other)]) = pair.map(|pair| pair.values.clone()) else { continue };
            let values = [one, other];
            if found.len() == MAX_SHARED || found.iter().any(|(known, _)| *known == values) {
                continue;
            }
            let ranges = [0, 1].map(|side| self.sides[side].numbers.range(&values[side]));
            let anyhow = range.plus(&ranges[0].join(&ranges[1]).negated());
            let bounds =
                runs.iter().enumerate().filter_map(|(side, run)| Some(run.as_ref()?.bound_by(&values[side])));
            let bounds = bounds.reduce(|one, other| one.join(&other));
            let bounds = bounds.map_or(Interval::ALL, |bounds| rounded(&bounds, &anyhow, 0));
            if bounds != Interval::ALL {
                found.push((values, bounds));
            }
        }
        found
    }

    /// The integers of both sides that a variable or cell of the result holds, by that of one side.
    fn counterparts(&self, side: usize, expr: &Expr) -> Vec<Ends> {
        if constant(expr).is_some() {
            return vec![[Some(expr.clone()), Some(expr.clone())]];
        }
        let is_it =
            |values: &&Ends| values[side].as_ref() == Some(expr) && values.iter().all(Option::is_some);
        let shared = self.integers.iter().filter(|pair| pair.home.is_none());
        let held: Vec<Ends> = shared.map(|pair| &pair.values).filter(is_it).cloned().collect();
        if !held.is_empty() {
            return held;
        }
        let other = self.solved(side, expr);
        let pair = |other: Expr| if side == 0 { [expr.clone(), other] } else { [other, expr.clone()] };
        other.map(|other| pair(other).map(Some)).into_iter().collect()
    }

    /// What an integer of a side is on the other one, if it is a sum of integers that both sides have.
    fn solved(&self, side: usize, expr: &Expr) -> Option<Expr> {
        let equations = self.sides[side].numbers.equations();
        let shared = self.integers.iter().filter(|pair| pair.home.is_none());
        let shared = shared.filter_map(|pair| match &pair.values {
            [Some(one), Some(other)] => Some([one, other]),
            _ => None,
        });
        let shared: Vec<[&Expr; 2]> = shared.take(MAX_SOLVED).collect();
        let defined = |unknown: Unknown, value: &Expr| {
            let value = equations.reduce(value);
            let constant = LinearExpr::constant(value.constant_part().clone()).plus(&unknown, &Rat::from(-1));
            value.terms().fold(constant, |sum, (dim, factor)| sum.plus(&Unknown::Hidden(*dim), factor))
        };
        let mut system: Affine<Unknown> = Affine::default();
        system.equate(&defined(Unknown::Wanted, expr)).ok()?;
        for (index, values) in shared.iter().enumerate() {
            system.equate(&defined(Unknown::Shared(index), values[side])).ok()?;
        }
        let hidden: BTreeSet<Unknown> =
            system.rows().flat_map(|(lead, row)| row.terms().map(|(it, _)| *it).chain([*lead])).collect();
        hidden.iter().filter(|it| matches!(it, Unknown::Hidden(_))).for_each(|it| system.forget(it));
        let (_, row) = system.rows().find(|(lead, _)| **lead == Unknown::Wanted)?;
        let mut other = Expr::constant(row.constant_part().to_int()?);
        for (unknown, factor) in row.terms() {
            let Unknown::Shared(index) = unknown else { return None };
            factor.to_int()?;
            other = other.plus_expr(shared[*index][1 - side], factor);
        }
        Some(other)
    }

    /// Integers that may be at an end of a chain on both sides.
    fn candidates(&self, runs: &[Option<Run<'_>>; 2], end: impl Fn(&Chain) -> &Option<Expr>) -> Vec<Ends> {
        let known = [0, 1].map(|side| runs[side].as_ref().and_then(|run| end(&run.chain).clone()));
        match &known {
            [Some(_), Some(_)] => vec![known],
            [Some(expr), None] => self.counterparts(0, expr),
            [None, Some(expr)] => self.counterparts(1, expr),
            [None, None] => Vec::new(),
        }
    }

    /// An integer before both runs. Where there are no nodes, it is the last one.
    fn joined_before(
        &self,
        runs: &[Option<Run<'_>>; 2],
        pairs: &PairBounds,
        last: &mut Option<Ends>,
    ) -> Option<Ends> {
        let may_precede = |values: &Ends| {
            [0, 1].into_iter().all(|side| {
                let (Some(before), Some(run)) = (&values[side], &runs[side]) else {
                    return values[side].is_some();
                };
                run.may_precede(before, pairs, last.as_ref().and_then(|last| last[side].as_ref()))
            })
        };
        let before = self.candidates(runs, |chain| &chain.before).into_iter().find(may_precede)?;
        if let Some(last) = last {
            for side in 0..2 {
                last[side] = last[side].take().or_else(|| before[side].clone());
            }
        }
        Some(before)
    }

    /// An integer behind both runs. Where there are no nodes, it is the first one.
    fn joined_behind(
        &self,
        runs: &[Option<Run<'_>>; 2],
        pairs: &PairBounds,
        first: &mut Option<Ends>,
        before: Option<&Ends>,
    ) -> Option<Ends> {
        let may_follow = |values: &Ends| {
            [0, 1].into_iter().all(|side| {
                let Some(behind) = &values[side] else { return false };
                let before = before.and_then(|before| before[side].as_ref());
                let first = first.as_ref().and_then(|first| first[side].as_ref());
                match (&runs[side], before) {
                    (Some(run), before) => run.may_follow(behind, pairs, first, before),
                    (None, Some(before)) => pairs.includes(&PairBounds::of(self.sides[side], before, behind)),
                    (None, None) => true,
                }
            })
        };
        let behind = self.candidates(runs, |chain| &chain.behind).into_iter().find(may_follow)?;
        if let Some(first) = first {
            for side in 0..2 {
                first[side] = first[side].take().or_else(|| behind[side].clone());
            }
        }
        Some(behind)
    }

    /// The chains of two neighbours that become one segment. Returns whether a bound was lost.
    pub(super) fn fold_chains(&mut self, candidate: &Candidate, segment: ObjectId) -> bool {
        let (graph, mut is_lossy) = (self.sides[0], false);
        let holders = graph.holders();
        for offset in data_offsets(&self.result, segment) {
            let nodes = [candidate.first, candidate.second];
            let [Some(one), Some(other)] = nodes.map(|id| Run::of(graph, id, offset)) else {
                is_lossy |= nodes.into_iter().any(|id| !graph.object(id).chains.is_empty());
                continue;
            };
            let near = neighbours(graph, candidate, &holders, offset);
            let beside = chains_beside(graph, candidate, &holders, offset);
            let runs = [one, other];
            let chain = folded_chain(&runs, near);
            let value = &self.result.object(segment).cells[&offset].value;
            match (&chain, value) {
                (Some(chain), Value::Int(value)) if tells_all(chain, &runs, &beside) => {
                    self.told.extend(value.terms().map(|(dim, _)| *dim));
                }
                (chain, _) => is_lossy |= loses_bound(chain.as_ref(), &runs),
            }
            self.result.object_mut(segment).chains.extend(chain);
        }
        is_lossy
    }
}

/// Where the nodes of a list that nothing owns have integers of their own.
fn data_offsets(graph: &Graph, id: ObjectId) -> Vec<i64> {
    let object = graph.object(id);
    let segment = object.segment.as_ref().filter(|it| it.kind == Kind::List && object.owner.is_none());
    let Some(segment) = segment else { return Vec::new() };
    let is_link = |offset: i64| segment.links.contains(&offset) || segment.prev == Some(offset);
    let is_own = |value: &Value| matches!(value, Value::Int(expr) if graph.is_private(expr));
    let cells = object.cells.iter().filter(|(offset, cell)| is_own(&cell.value) && !is_link(**offset));
    cells.map(|(offset, _)| *offset).collect()
}

/// Whether a chain tells all integers, as that of one of its parts has done, or that of a list beside it.
fn tells_all(chain: &Chain, runs: &[Run<'_>; 2], beside: &[&Chain]) -> bool {
    let was_sure = runs.iter().filter_map(|run| run.known).any(is_sure);
    let is_beside = |other: &&Chain| {
        is_sure(other) && other.pairs.iter().zip(&chain.pairs).all(|(other, pairs)| other.includes(pairs))
    };
    let is_known = was_sure || beside.iter().any(is_beside);
    is_known && is_sure(chain) && (chain.first.is_some() || chain.last.is_some())
}

/// Whether an integer of a chain tells the next one.
fn is_sure(chain: &Chain) -> bool {
    let pairs = chain.pairs.as_ref();
    pairs.is_some_and(|it| it.difference.as_constant().or(it.sum.as_constant()).is_some())
}

/// The chains of the lists before and behind two neighbours.
fn chains_beside<'g>(
    graph: &'g Graph,
    candidate: &Candidate,
    holders: &Holders,
    offset: i64,
) -> Vec<&'g Chain> {
    let next = candidate.links[0];
    let before = holders.get(&candidate.first).into_iter().flatten().filter_map(|(holder, _)| {
        let (holder, link) = (*holder)?;
        (link == next).then_some(holder)
    });
    let behind = graph.object(candidate.second).cells.get(&next).and_then(|cell| cell.value.target());
    let chains = before.chain(behind).flat_map(|id| &graph.object(id).chains);
    chains.filter(|chain| chain.offset == offset).collect()
}

/// Whether a chain lacks a bound of neighbours that one of its parts has.
fn loses_bound(chain: Option<&Chain>, runs: &[Run<'_>; 2]) -> bool {
    let mut known = runs.iter().filter_map(|run| run.known?.pairs.as_ref());
    let pairs = chain.and_then(|chain| chain.pairs.as_ref()).unwrap_or(&PairBounds::ALL);
    known.any(|known| !pairs.is_as_bounded(known))
}

/// The integers in the nodes before and behind two neighbours.
fn neighbours(graph: &Graph, candidate: &Candidate, holders: &Holders, offset: i64) -> Ends {
    let next = candidate.links[0];
    let integer = |id: ObjectId| {
        let object = graph.object(id);
        let value = object.cells.get(&offset).filter(|_| object.segment.is_none() && object.owner.is_none());
        match value.map(|cell| &cell.value) {
            Some(Value::Int(expr)) if !graph.is_private(expr) => Some(expr.clone()),
            _ => None,
        }
    };
    let before = holders.get(&candidate.first).into_iter().flatten().find_map(|(holder, end)| {
        let (holder, link) = (*holder)?;
        (link == next && *end == End::First).then(|| integer(holder)).flatten()
    });
    let behind = graph.object(candidate.second).cells.get(&next).and_then(|cell| cell.value.target());
    [before, behind.and_then(integer)]
}

/// The pairs of the last integer of one run with the first one of the next.
fn between(one: &Run<'_>, other: &Run<'_>) -> PairBounds {
    let graph = one.graph;
    match (&one.chain, &other.chain) {
        (Chain { behind: Some(behind), pairs: Some(pairs), .. }, Chain { first: Some(first), .. })
            if graph.are_same(behind, first) =>
        {
            pairs.clone()
        }
        (Chain { last: Some(last), .. }, Chain { before: Some(before), pairs: Some(pairs), .. })
            if graph.are_same(last, before) =>
        {
            pairs.clone()
        }
        (Chain { last: Some(last), .. }, Chain { first: Some(first), .. }) => {
            PairBounds::of(graph, last, first)
        }
        _ => PairBounds::ALL,
    }
}

/// The chain of two runs, one behind the other, with the integers around them.
fn folded_chain(runs: &[Run<'_>; 2], near: Ends) -> Option<Chain> {
    let [one, other] = runs;
    let graph = one.graph;
    let range = one.range.join(&other.range);
    let inner = runs.iter().filter_map(|run| run.chain.pairs.as_ref());
    let pairs = inner.fold(between(one, other), |pairs, inner| pairs.join(inner)).rounded(&range);
    let mut chain = Chain::new(one.chain.offset, Some(pairs));
    if !chain.is_void() {
        add_ends(&mut chain, runs, near, &range);
    }
    let is_unknown = |value: &&Value| value.expr().is_some_and(|expr| constant(expr).is_none());
    for value in graph.vars.values().filter(is_unknown).take(MAX_SHARED) {
        let Value::Int(expr) = value else { continue };
        let anyhow = range.plus(&graph.numbers.range(expr).negated());
        let bounds = rounded(&one.bound_by(expr).join(&other.bound_by(expr)), &anyhow, 0);
        if bounds != Interval::ALL && !chain.shared.iter().any(|(known, _)| known == expr) {
            chain.shared.push((expr.clone(), bounds));
        }
    }
    (!chain.is_void()).then_some(chain)
}

/// Adds the ends of the chain of two runs. Where a run has no nodes, what is beside it is beside the other.
fn add_ends(chain: &mut Chain, runs: &[Run<'_>; 2], near: Ends, range: &Interval) {
    let graph = runs[0].graph;
    let [sure, other_sure] = [0, 1].map(|index| !runs[index].may_be_empty);
    let (one, other) = (&runs[0].chain, &runs[1].chain);
    let meet = |end: &Option<Expr>, start: &Option<Expr>| matches!((end, start), (Some(end), Some(start)) if graph.are_same(end, start));
    let extended = |pairs: Option<&PairBounds>, pair: [&Option<Expr>; 2]| {
        let ([Some(first), Some(second)], Some(pairs)) = (pair, pairs) else { return None };
        let extended = pairs.join(&PairBounds::of(graph, first, second)).rounded(range);
        extended.is_as_bounded(pairs).then_some(extended)
    };
    let is_pair = |pairs: Option<&PairBounds>, pair: [&Option<Expr>; 2]| {
        let ([Some(first), Some(second)], Some(pairs)) = (pair, pairs) else { return false };
        pairs.includes(&PairBounds::of(graph, first, second))
    };
    // The first or last of the other run if this one has no nodes may be the same.
    chain.first = one.first.clone().filter(|_| sure || other_sure && meet(&one.first, &other.first));
    chain.last = other.last.clone().filter(|_| other_sure || sure && meet(&one.last, &other.last));
    let pairs = chain.pairs.as_ref();
    let is_start = sure
        || other_sure && (meet(&one.behind, &other.first) || is_pair(pairs, [&one.before, &other.first]));
    let is_end =
        other_sure || sure && (meet(&one.last, &other.before) || is_pair(pairs, [&one.last, &other.behind]));
    chain.before = one.before.clone().filter(|_| is_start);
    chain.behind = other.behind.clone().filter(|_| is_end);
    let [before, behind] = near;
    let wider = extended(chain.pairs.as_ref(), [&before, &one.first]);
    if chain.before.is_none()
        && wider.is_some()
        && (sure || other_sure && is_pair(wider.as_ref(), [&before, &other.first]))
    {
        (chain.before, chain.pairs) = (before, wider);
    }
    let wider = extended(chain.pairs.as_ref(), [&other.last, &behind]);
    if chain.behind.is_none()
        && wider.is_some()
        && (other_sure || sure && is_pair(wider.as_ref(), [&one.last, &behind]))
    {
        (chain.behind, chain.pairs) = (behind, wider);
    }
}
