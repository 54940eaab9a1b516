//! Loop invariants: disjunctions of graphs, by folding, joins and widening.

use super::engine::Shapes;
use super::graph::{Graph, Kind, Origin, Var};
use super::join::{Aim, Joiner, MAX_PAIRS, has_stale, without_stale};
use super::value::{Dim, End, ObjectId, Pointer, Value, constant};
use super::walker::State;
use crate::ir::{Loop, Pos};
use crate::numbers::Element;
use crate::walk::{Exits, Jumps, iterate, leave};
use cfp_solver::Int;
use std::collections::{BTreeSet, VecDeque};

/// Limit on iterations that are executed one by one before an invariant is sought.
const MAX_UNROLLED: usize = 40;

/// The same if other loops inside of it need an invariant, each time anew.
const MAX_UNROLLED_AROUND: usize = 10;

/// Limit on states that are executed side by side meanwhile.
const MAX_UNROLLED_STATES: usize = 4;

/// Limit on disjuncts of an invariant.
const MAX_DISJUNCTS: usize = 24;

/// With so many disjuncts, joins make segments of single nodes.
const EAGER_DISJUNCTS: usize = 6;

/// With so many disjuncts, joins forget on which side of a number in a node a variable is.
const ORDERED_DISJUNCTS: usize = 12;

/// Limit on passes over the body in the search for an invariant, each from one disjunct.
const MAX_PASSES: usize = 400;

/// How often a disjunct is joined before bounds of integers that are no lengths are widened.
const JOINS_BEFORE_WIDENING: u32 = 1;

/// A loop and the calls that lead to it. Loops of one macro have the same place.
pub(super) type LoopPath = (Vec<Pos>, *const Loop);

/// One disjunct of a loop invariant.
#[derive(Clone)]
pub(super) struct Disjunct<'p> {
    pub graph: Graph,
    exits: Exits<'p, Shapes<'p>>,
    joins: u32,
}

/// How two graphs are related.
pub(super) enum Relation {
    /// The left one covers the right one.
    Covers,
    /// Their join.
    Join(Join),
}

/// A join of two graphs.
pub(super) struct Join {
    /// Its objects and variables.
    pub graph: Box<Graph>,
    /// What is known of integers on each side of it.
    pub numbers: Box<[Element<Dim>; 2]>,
    /// Whether it forgets that a variable is less or greater than the number in a node.
    pub mixes_orders: bool,
}

impl<'p> Shapes<'p> {
    /// Executes a loop.
    pub(super) fn solve(
        &mut self,
        inner: &'p Loop,
        state: State,
        pos: Pos,
        jumps: &mut Jumps<'p, Self>,
    ) -> Option<State> {
        let was_unrolling = std::mem::replace(&mut self.is_unrolling, true);
        let solved = std::mem::take(&mut self.solved);
        let unrolled = self.unrolled(inner, &state);
        (self.is_unrolling, self.solved) = (was_unrolling, solved);
        if let Some(exits) = unrolled {
            self.record_unrolled(inner, pos, &state);
            return leave(self, exits, jumps);
        }
        if self.is_over() {
            return None;
        }
        self.searches += 1;
        // Graphs with the iteration of the loop that they come from.
        let mut todo: VecDeque<(Graph, usize)> = state.into_iter().map(|graph| (graph, 1)).collect();
        // Inside of another loop, the search goes on where it ended in the iteration before.
        let path = (self.call_sites.clone(), std::ptr::from_ref(inner));
        let mut heads = self.solved.remove(&path).unwrap_or_default();
        let (mut passes, mut rounds) = (0, 0);
        while let Some((graph, round)) = todo.pop_front() {
            passes += 1;
            rounds = rounds.max(round);
            if passes > MAX_PASSES || heads.len() > MAX_DISJUNCTS {
                self.is_finer_useful |= self.gap.is_none();
                let difference = self.difference_of_last(&heads);
                self.gap_at(pos, format!("no loop invariant found{difference}"));
            }
            if self.is_over() {
                self.record_head(inner, pos, heads.into_iter().map(|head| head.graph).collect(), rounds);
                return None;
            }
            let graph = self.abstracted(graph, inner);
            if let Some(cases) = self.empty_or_not(&graph) {
                todo.extend(cases.into_iter().map(|case| (case, round)));
                continue;
            }
            let Some(index) = self.insert(&mut heads, graph) else { continue };
            let graph = heads[index].graph.clone();
            let iteration = iterate(self, inner, vec![graph]);
            heads[index].exits = iteration.exits;
            todo.extend(iteration.next.into_iter().flatten().map(|next| (next, round + 1)));
            self.costs.disjuncts = self.costs.disjuncts.max(heads.len());
        }
        self.costs.rounds = self.costs.rounds.max(rounds);
        if self.record.is_some() {
            self.record_head(inner, pos, heads.iter().map(|head| head.graph.clone()).collect(), rounds);
        }
        if !self.is_unrolling {
            self.solved.insert(path, heads.clone());
        }
        let exits = heads.into_iter().flat_map(|head| head.exits).collect();
        leave(self, exits, jumps)
    }

    /// The cases in which a tree that a variable points to is empty, and is not, if they are kept apart: what
    /// is above an empty tree is often something else. The same for a list that ends in another object, such
    /// as a head: the variable points there if the list is empty.
    fn empty_or_not(&mut self, graph: &Graph) -> Option<Vec<Graph>> {
        if !self.keeps_apart {
            return None;
        }
        let depth = graph.depth();
        let vars = graph.vars.iter().filter(|(var, _)| var.depth == depth);
        let is_open = |pointer: &&Pointer| {
            let Some(segment) = graph.segment(pointer.object) else { return false };
            let is_wanted = match segment.kind {
                Kind::Tree => self.layouts.has_trees,
                Kind::List => {
                    let behind = graph.object(pointer.object).after().target();
                    let is_other = |id: ObjectId| graph.segment(id).is_none();
                    pointer.end == End::First && behind.is_some_and(is_other)
                }
                Kind::Path | Kind::Structure | Kind::Slice => false,
            };
            is_wanted && graph.may_be_empty(pointer.object)
        };
        let pointers = vars.filter_map(|(_, value)| match value {
            Value::Pointer(pointer) => Some(pointer),
            _ => None,
        });
        let id = { pointers }.find(is_open)?.object;
        Some(graph.emptied(id, &mut self.names).into_iter().chain(graph.inhabited(id)).collect())
    }

    /// Executes the iterations one by one, as long as it is known whether there is another one; nothing if
    /// that is not known. Errors in these iterations are errors of the program.
    fn unrolled(&mut self, inner: &'p Loop, state: &State) -> Option<Exits<'p, Self>> {
        let (mut exits, mut state): (Exits<'p, Self>, State) = (Vec::new(), state.clone());
        let before = self.searches;
        // A loop with many iterations has many the next time, too.
        let most = if self.long_loops.contains(&std::ptr::from_ref(inner)) { 1 } else { MAX_UNROLLED };
        for round in 0..most {
            if round == MAX_UNROLLED_AROUND && self.searches > before {
                return None;
            }
            let mut next: State = Vec::new();
            for graph in state {
                let iteration = iterate(self, inner, vec![graph]);
                let more = iteration.next.unwrap_or_default();
                let is_known = more.is_empty() || iteration.exits.is_empty();
                if !is_known || self.is_over() {
                    return None;
                }
                next.extend(more);
                exits.extend(iteration.exits);
            }
            if next.is_empty() {
                return Some(exits);
            }
            if next.len() > MAX_UNROLLED_STATES {
                return None;
            }
            state = next;
        }
        self.long_loops.insert(std::ptr::from_ref(inner));
        None
    }

    /// Adds a graph to an invariant. Returns the disjunct that must be executed, if there is one.
    pub(super) fn insert(&mut self, heads: &mut Vec<Disjunct<'p>>, graph: Graph) -> Option<usize> {
        let mut best: Option<(usize, Join)> = None;
        for (index, head) in heads.iter().enumerate() {
            match self.related(&head.graph, &graph) {
                Some(Relation::Covers) => return None,
                // A disjunct in which a variable is on the same side of a number in a node tells more.
                Some(Relation::Join(join))
                    if best.as_ref().is_none_or(|(_, best)| best.mixes_orders && !join.mixes_orders) =>
                {
                    best = Some((index, join));
                }
                _ => {}
            }
        }
        if heads.len() < ORDERED_DISJUNCTS {
            best = best.filter(|(_, join)| !join.mixes_orders);
        }
        let folded = self.fully_folded(&graph);
        if let Some(folded) = &folded
            && heads.iter().any(|head| self.covers(&head.graph, folded))
        {
            return None;
        }
        if self.layouts.relates_data {
            best = self.smaller_join(heads, &graph, folded.as_ref(), best);
        }
        if best.is_none() && heads.len() >= EAGER_DISJUNCTS {
            let mut relations = heads
                .iter()
                .enumerate()
                .filter_map(|(index, head)| Some((index, self.related_by(&head.graph, &graph, Aim::Eager)?)));
            match relations.next() {
                Some((_, Relation::Covers)) => return None,
                Some((index, Relation::Join(join))) => best = Some((index, join)),
                None => {}
            }
        }
        if best.is_none() && self.library.has_structures() {
            match self.related_structures(heads, &graph) {
                Some((_, None)) => return None,
                Some((index, Some(join))) => best = Some((index, join)),
                None => {}
            }
        }
        if best.is_none() && graph.has_parts() {
            best = self.joined_folded(heads, &graph);
        }
        let Some((index, join)) = best else {
            heads.push(Disjunct { graph, exits: Vec::new(), joins: 0 });
            return Some(heads.len() - 1);
        };
        heads[index].joins += 1;
        let graph = self.widened(join, heads[index].joins);
        // The join may describe no more, although it was not seen that the disjunct covers the graph.
        if self.covers(&heads[index].graph, &graph) {
            return None;
        }
        heads[index].graph = graph.clone();
        // Disjuncts that the new one covers are superfluous.
        let mut at = 0;
        let mut position = index;
        while at < heads.len() {
            let is_covered = at != position
                && (self.covers(&graph, &heads[at].graph) || self.covers_folded(&graph, &heads[at].graph));
            if is_covered {
                heads.remove(at);
                position -= usize::from(at < position);
            } else {
                at += 1;
            }
        }
        Some(position)
    }

    /// A disjunct that covers a graph, or can be joined with it, when their nodes are folded into structures.
    fn related_structures(&mut self, heads: &[Disjunct<'p>], graph: &Graph) -> Option<(usize, Option<Join>)> {
        let folded = self.each_structured(graph);
        for (index, head) in heads.iter().enumerate() {
            for graph in &folded {
                match self.related(&head.graph, graph) {
                    Some(Relation::Covers) => return Some((index, None)),
                    Some(Relation::Join(join)) => return Some((index, Some(join))),
                    None => {}
                }
            }
        }
        // If both are folded, nodes that variables point to are no more: that is the last resort.
        let is_last = heads.len() >= EAGER_DISJUNCTS;
        for (index, head) in heads.iter().enumerate() {
            for known in self.each_structured(&head.graph) {
                for graph in [graph].into_iter().chain(folded.iter().filter(|_| is_last)) {
                    match self.related(&known, graph) {
                        Some(Relation::Covers) => {
                            let numbers = Box::new([known.numbers.clone(), known.numbers.clone()]);
                            let join = Join { graph: Box::new(known), numbers, mixes_orders: false };
                            return Some((index, Some(join)));
                        }
                        Some(Relation::Join(join)) => return Some((index, Some(join))),
                        None => {}
                    }
                }
            }
        }
        None
    }
    /// A join with what becomes of a graph when the parts of its arrays are folded.
    fn joined_folded(&mut self, heads: &[Disjunct<'p>], graph: &Graph) -> Option<(usize, Join)> {
        let folded = self.folded_from(graph.clone(), 2);
        if folded.objects.len() == graph.objects.len() {
            return None;
        }
        heads.iter().enumerate().find_map(|(index, head)| match self.related(&head.graph, &folded)? {
            Relation::Join(join) => Some((index, join)),
            Relation::Covers => None,
        })
    }

    /// The graph of a join, which is the so-manieth one. Bounds of lengths that change are widened at once,
    /// as a list that has grown will grow again; those of other integers are widened after some joins.
    pub(super) fn widened(&mut self, join: Join, joins: u32) -> Graph {
        let (mut joined, [old, new]) = (join.graph, *join.numbers);
        let hull = old.join(&new);
        let lengths = lengths(&joined);
        joined.numbers = old.widen(&hull, |dim| match lengths.contains(dim) {
            true => vec![Int::ZERO, Int::ONE],
            false if joins > JOINS_BEFORE_WIDENING => self.thresholds.clone(),
            false => {
                let bounds = hull.bounds(dim);
                bounds.low().into_iter().chain(bounds.high()).cloned().collect()
            }
        });
        let joined = self.structured(*joined, 2);
        self.folded(joined)
    }

    /// The join of a disjunct with a graph where chains are folded, if it has fewer objects than another
    /// one. A list that is one piece on one side, and several on the other one, should stay one piece.
    fn smaller_join(
        &mut self,
        heads: &[Disjunct<'p>],
        graph: &Graph,
        folded: Option<&Graph>,
        mut best: Option<(usize, Join)>,
    ) -> Option<(usize, Join)> {
        for (index, head) in heads.iter().enumerate() {
            let other = self.fully_folded(&head.graph);
            let pairs =
                [(Some(&head.graph), folded), (other.as_ref(), Some(graph)), (other.as_ref(), folded)];
            for pair in pairs {
                let ((Some(left), Some(right)), most) = (pair, best.as_ref()?.1.graph.objects.len()) else {
                    continue;
                };
                if let Some(Relation::Join(join)) = self.related_by(left, right, Aim::Join)
                    && join.graph.objects.len() < most
                {
                    best = Some((index, join));
                }
            }
        }
        best
    }

    /// What becomes of a graph when all its chains are folded, if there are any.
    fn fully_folded(&mut self, graph: &Graph) -> Option<Graph> {
        let folded = self.folded_from(graph.clone(), 2);
        (folded.objects.len() < graph.objects.len()).then_some(folded)
    }

    /// Whether a graph covers what becomes of another one when all its chains are folded, and so that one.
    pub(super) fn covers_folded(&mut self, left: &Graph, right: &Graph) -> bool {
        self.fully_folded(right).is_some_and(|folded| self.covers(left, &folded))
    }

    /// Whether a graph covers another one.
    fn covers(&mut self, left: &Graph, right: &Graph) -> bool {
        matches!(self.related_by(left, right, Aim::Cover), Some(Relation::Covers))
    }

    /// What a loop invariant keeps of a state.
    fn abstracted(&mut self, mut graph: Graph, inner: &'p Loop) -> Graph {
        if let Some(live) = self.live(graph.function()) {
            let head = live.at_head(inner);
            let depth = graph.depth();
            graph.keep_vars(depth, |var| head.contains(var));
        }
        graph.collect();
        if self.layouts.relates_data {
            graph = self.inhabited_by_data(graph);
        }
        if self.layouts.forgets {
            graph = without_stale(graph, &self.layouts);
        } else {
            self.has_stale = self.has_stale || has_stale(&graph, &self.layouts);
        }
        let graph = self.structured(graph, 2);
        self.folded(graph)
    }

    /// Lists have nodes if what is known of the integers in them says so: the one before an empty list would
    /// be the last one.
    fn inhabited_by_data(&mut self, mut graph: Graph) -> Graph {
        let lists = graph.objects.iter().filter(|(_, object)| !object.chains.is_empty());
        for id in lists.map(|(id, _)| *id).collect::<Vec<_>>() {
            if graph.may_be_empty(id)
                && graph.emptied(id, &mut self.names).is_none()
                && let Some(inhabited) = graph.inhabited(id)
            {
                graph = inhabited;
            }
        }
        graph
    }

    /// Whether a graph covers another one, or their join.
    pub(super) fn related(&mut self, left: &Graph, right: &Graph) -> Option<Relation> {
        // Whether the left side covers the right one is a narrower question, which is answered sooner.
        match self.related_by(left, right, Aim::Cover) {
            Some(Relation::Covers) => Some(Relation::Covers),
            _ => self.related_by(left, right, Aim::Join),
        }
    }

    /// The same for one aim.
    pub(super) fn related_by(&mut self, left: &Graph, right: &Graph, aim: Aim) -> Option<Relation> {
        self.look_at_clock();
        if self.is_over() {
            return None;
        }
        let layouts = self.layouts.clone();
        let mut joiner = Joiner::new([left, right], &layouts, Graph::new(left.calls[0]));
        (joiner.aim, joiner.keeps_apart) = (aim, self.keeps_apart);
        let relation = self.relation(&mut joiner, left, right);
        self.pairs += u64::from(MAX_PAIRS - joiner.left);
        relation
    }

    fn relation(&mut self, joiner: &mut Joiner<'_>, left: &Graph, right: &Graph) -> Option<Relation> {
        let same_slots = left.slots.len() == right.slots.len() && left.slots.keys().eq(right.slots.keys());
        if left.calls != right.calls || !same_slots || left.returned.is_some() || right.returned.is_some() {
            return None;
        }
        joiner.result.calls = left.calls.clone();
        joiner.result.lost = left.lost.or(right.lost);
        joiner.is_weaker[0] = left.lost.is_none() && right.lost.is_some() || !left.tests.is_empty();
        joiner.is_weaker[1] = left.lost.is_some() && right.lost.is_none();
        let names = &mut self.names;
        let mut named = Vec::new();
        for (key, one) in &left.slots {
            let other = right.slots[key];
            let id = joiner.named(*one, other, names)?;
            joiner.result.slots.insert(*key, id);
            named.push((*one, other, id));
        }
        for (&id, object) in &left.objects {
            if matches!(object.origin, Origin::Global { .. }) {
                named.push((id, id, joiner.named(id, id, names)?));
            }
        }
        let mut vars: Vec<Var> = left.vars.keys().chain(right.vars.keys()).copied().collect();
        vars.sort_unstable();
        vars.dedup();
        for var in vars {
            let [one, other] =
                [left, right].map(|graph| graph.vars.get(&var).cloned().unwrap_or(Value::Unset));
            let Some(value) = joiner.value(&one, &other, None, names) else {
                joiner.differ_in_var(var, [&one, &other]);
                return None;
            };
            joiner.result.vars.insert(var, value);
        }
        for (one, other, id) in named {
            joiner.named_cells(one, other, id, names)?;
        }
        joiner.result.result = joiner.value(&left.result, &right.result, None, names)?;
        self.add_slacks(joiner);
        joiner.keep_cases();
        let all = joiner.finish(&mut self.names)?;
        let numbers = all.clone().map(|numbers| joiner.kept(numbers));
        if !joiner.is_weaker[0] && joiner.covers(all, &numbers) {
            return Some(Relation::Covers);
        }
        if self.keeps_apart && joiner.mixes_values
            || self.flags_differ(left, right)
            || cases_differ(left, right)
        {
            return None;
        }
        let (graph, numbers) = (Box::new(joiner.result.clone()), Box::new(numbers));
        Some(Relation::Join(Join { graph, numbers, mixes_orders: joiner.mixes_orders }))
    }

    /// Where the last disjunct of an invariant differs from the one that is most like it, as a text.
    fn difference_of_last(&mut self, heads: &[Disjunct<'p>]) -> String {
        let Some((last, others)) = heads.split_last() else { return String::new() };
        let mut best: Option<(u32, String)> = None;
        for other in others {
            let layouts = self.layouts.clone();
            let sides = [&other.graph, &last.graph];
            let mut joiner = Joiner::new(sides, &layouts, Graph::new(other.graph.calls[0]));
            (joiner.aim, joiner.keeps_apart) = (Aim::Join, self.keeps_apart);
            if self.relation(&mut joiner, sides[0], sides[1]).is_some() {
                continue;
            }
            let difference = joiner.mismatch.and_then(|mismatch| self.told_difference(sides, &mismatch));
            let effort = MAX_PAIRS - joiner.left;
            if let Some(text) = difference
                && best.as_ref().is_none_or(|(known, _)| *known < effort)
            {
                best = Some((effort, text));
            }
        }
        best.map_or(String::new(), |(_, text)| format!(": {text}"))
    }

    /// Keeps the differences of variables that are compared.
    fn add_slacks(&mut self, joiner: &mut Joiner<'_>) {
        let (depth, function) = (joiner.result.depth(), joiner.result.function());
        let Some(pairs) = self.compared.get(&function).cloned() else { return };
        for &(left, right) in pairs.iter() {
            joiner.slack([left, right].map(|id| Var { depth, id }), &mut self.names);
        }
        let vars: Vec<Var> = joiner.result.vars.keys().filter(|var| var.depth == depth).copied().collect();
        for var in vars {
            joiner.cell_slacks(var, &mut self.names);
        }
    }

    /// Whether a variable that only gets constants has different ones.
    fn flags_differ(&self, left: &Graph, right: &Graph) -> bool {
        left.vars.iter().any(|(var, value)| {
            let function = left.calls[var.depth as usize];
            let is_flag =
                self.flags.get(&function).is_some_and(|flags| flags.get(var.id.index()) == Some(&true));
            is_flag
                && match (value, right.vars.get(var)) {
                    (Value::Int(one), Some(Value::Int(other))) => {
                        constant(one).is_some() && constant(other).is_some() && one != other
                    }
                    _ => false,
                }
        })
    }
}

/// Whether a variable has different values that were distinguished.
fn cases_differ(left: &Graph, right: &Graph) -> bool {
    let is_case = |graph: &Graph, value: &Value| {
        value.expr().is_some_and(|expr| expr.terms().any(|(dim, _)| graph.cases.contains(dim)))
    };
    left.vars.iter().any(|(var, one)| {
        let Some(other) = right.vars.get(var) else { return false };
        let (Value::Int(first), Value::Int(second)) = (one, other) else { return false };
        (is_case(left, one) || is_case(right, other))
            && matches!((left.constant(first), right.constant(second)), (Some(one), Some(two)) if one != two)
    })
}

/// The integers that are lengths of segments, and nothing else.
fn lengths(graph: &Graph) -> BTreeSet<Dim> {
    let segments = graph.objects.values().filter_map(|object| object.segment.as_ref());
    let mut lengths: BTreeSet<Dim> =
        segments.flat_map(|segment| segment.length.terms().map(|(dim, _)| *dim)).collect();
    for (dim, _) in graph.values().filter_map(Value::expr).flat_map(|expr| expr.terms()) {
        lengths.remove(dim);
    }
    lengths
}
