//! Difference logic as a theory of the SAT core.
//!
//! Each atom is two possible edges of the [`Graph`], one for each of its literals. A literal that becomes true puts its edge into force,
//! unless edges in force imply it already: such an edge would change no distance. A negative cycle is a conflict.
//!
//! When all edges are in, the searches of [`super::paths`] tell which pairs of nodes came closer, and the atoms between them that this decides
//! are propagated. The reason is found only when asked for: a shortest path among the edges that were in force at that time.

use super::graph::{Edge, EdgeId, Graph, Node};
use super::matrix::Matrix;
use super::paths::{Direction, Search};
use super::weight::Weight;
use crate::limits::Budget;
use crate::linear::Linear;
use crate::num::Int;
use crate::preprocess::circuit::IntVar;
use crate::sat::{Lit, SatSolver, Var};
use crate::stats::Statistics;
use crate::theory::{ArithTheory, FinalCheck, Theory, TheoryContext};
use fxhash::FxHashMap;

/// The node that stands for zero.
const ZERO: Node = 0;
/// "Not implied", in place of a number of edges.
const NEVER: u32 = u32::MAX;

/// The distance matrix is used for graphs of at most this many nodes, …
const MAX_MATRIX_NODES: usize = 1000;
/// … if at least one in so many pairs of nodes has an atom.
const MATRIX_SPARSITY: usize = 32;

/// Counters of the theory.
#[derive(Clone, Debug, Default)]
pub struct DifferenceStats {
    /// Negative cycles.
    pub conflicts: u64,
    /// Literals in them.
    pub conflict_lits: u64,
    /// Literals that shortest paths implied.
    pub propagations: u64,
    /// Reasons that were asked for.
    pub explanations: u64,
    /// Literals in them.
    pub explanation_lits: u64,
    /// Edges put into force.
    pub edges: u64,
    /// Edges that were implied already.
    pub redundant: u64,
}

/// All possible edges from one node to another, by increasing weight: each implies those after it.
#[derive(Clone, Debug)]
struct Bundle<W> {
    edges: Vec<(W, EdgeId)>,
}

impl<W: Weight> Bundle<W> {
    /// The place of the first edge that weighs more.
    fn first_above(&self, weight: W) -> usize {
        self.edges.partition_point(|(other, _)| *other <= weight)
    }
}

/// Sizes of the stacks when a level was opened.
#[derive(Clone, Copy, Debug)]
struct Level {
    asserted: usize,
    active: usize,
    changes: usize,
}

/// Distances of all pairs, and their atoms.
#[derive(Clone, Debug)]
struct Dense<W> {
    distances: Matrix<W>,
    /// The bundle of each pair of nodes, [`NEVER`] for those without.
    bundles: Vec<u32>,
}

/// Shortest paths, and the atoms that stand for edges.
#[derive(Clone, Debug)]
pub struct DifferenceTheory<W> {
    graph: Graph<W>,
    /// The edge of the positive literal of each SAT variable that is an atom; the negative one's is the next.
    edge_of: Vec<Option<EdgeId>>,
    nodes: FxHashMap<IntVar, Node>,
    bundles: Vec<Bundle<W>>,
    bundle_ids: FxHashMap<(Node, Node), u32>,
    /// The bundles that leave and enter each node, with the other end.
    leaving: Vec<Vec<(Node, u32)>>,
    entering: Vec<Vec<(Node, u32)>>,
    /// The bundle of each edge.
    bundle_of: Vec<u32>,

    /// Edges of all true literals; up to `head` they are in force or were implied.
    asserted: Vec<EdgeId>,
    head: usize,
    /// The edges in force before this one have been looked at for what they imply.
    propagated: usize,
    /// For each edge, the number of edges in force that imply it, or [`NEVER`].
    implied_by: Vec<u32>,
    /// The edges that have such a number, which only grows.
    implied: Vec<EdgeId>,
    levels: Vec<Level>,

    /// Only if the graph is dense.
    dense: Option<Dense<W>>,
    forward: Search<W>,
    backward: Search<W>,
    cycle: Vec<EdgeId>,
    /// Implied edges: bundle and place in it.
    scratch: Vec<(u32, usize)>,
    model: Vec<W>,
    stats: DifferenceStats,
}

impl<W: Weight> Default for DifferenceTheory<W> {
    fn default() -> Self {
        DifferenceTheory::new()
    }
}

impl<W: Weight> DifferenceTheory<W> {
    /// No atoms yet.
    pub fn new() -> DifferenceTheory<W> {
        let mut theory = DifferenceTheory {
            graph: Graph::new(),
            edge_of: Vec::new(),
            nodes: FxHashMap::default(),
            bundles: Vec::new(),
            bundle_ids: FxHashMap::default(),
            leaving: Vec::new(),
            entering: Vec::new(),
            bundle_of: Vec::new(),
            asserted: Vec::new(),
            head: 0,
            propagated: 0,
            implied_by: Vec::new(),
            implied: Vec::new(),
            levels: Vec::new(),
            dense: None,
            forward: Search::default(),
            backward: Search::default(),
            cycle: Vec::new(),
            scratch: Vec::new(),
            model: Vec::new(),
            stats: DifferenceStats::default(),
        };
        theory.new_node();
        theory
    }

    /// Counters of the theory.
    pub fn stats(&self) -> &DifferenceStats {
        &self.stats
    }

    fn new_node(&mut self) -> Node {
        self.leaving.push(Vec::new());
        self.entering.push(Vec::new());
        self.graph.new_node()
    }

    fn node_of(&mut self, var: IntVar) -> Node {
        if let Some(&node) = self.nodes.get(&var) {
            return node;
        }
        let node = self.new_node();
        self.nodes.insert(var, node);
        node
    }

    /// Makes the atom `to - from <= bound`.
    fn add_atom(&mut self, var: Var, from: Node, to: Node, bound: W) {
        if self.edge_of.len() <= var.index() {
            self.edge_of.resize(var.index() + 1, None);
        }
        let positive = self.add_edge(Edge { from, to, weight: bound, lit: var.positive() });
        self.add_edge(Edge { from: to, to: from, weight: bound.negated_bound(), lit: var.negative() });
        self.edge_of[var.index()] = Some(positive);
    }

    fn add_edge(&mut self, edge: Edge<W>) -> EdgeId {
        let (from, to, weight) = (edge.from, edge.to, edge.weight);
        let id = self.graph.new_edge(edge);
        let bundle = *self.bundle_ids.entry((from, to)).or_insert_with(|| {
            let bundle = self.bundles.len() as u32;
            self.bundles.push(Bundle { edges: Vec::new() });
            self.leaving[from as usize].push((to, bundle));
            self.entering[to as usize].push((from, bundle));
            bundle
        });
        let edges = &mut self.bundles[bundle as usize].edges;
        edges.insert(edges.partition_point(|(other, _)| *other < weight), (weight, id));
        self.bundle_of.push(bundle);
        self.implied_by.push(NEVER);
        id
    }

    /// Decides whether to keep a matrix of distances, now that all atoms are known.
    fn choose_matrix(&mut self) {
        let nodes = self.graph.num_nodes();
        if nodes > MAX_MATRIX_NODES || nodes * nodes > MATRIX_SPARSITY * self.bundles.len() {
            return;
        }
        let mut bundles = vec![NEVER; nodes * nodes];
        for (&(from, to), &bundle) in &self.bundle_ids {
            bundles[from as usize * nodes + to as usize] = bundle;
        }
        self.dense = Some(Dense { distances: Matrix::new(nodes), bundles });
    }

    fn edge_of(&self, lit: Lit) -> EdgeId {
        let Some(Some(positive)) = self.edge_of.get(lit.var().index()) else {
            unreachable!("{lit:?} is no atom")
        };
        positive + !lit.is_positive() as EdgeId
    }

    /// Notes that the edges now in force imply those of a bundle from this one on.
    fn mark_implied(&mut self, bundle: u32, first: usize) {
        let now = self.graph.active().len() as u32;
        for &(_, id) in &self.bundles[bundle as usize].edges[first..] {
            let implied_by = &mut self.implied_by[id as usize];
            if *implied_by == NEVER {
                *implied_by = now;
                self.implied.push(id);
            }
        }
    }

    /// Puts the edges of new literals into force; reports a negative cycle. Whether there is none.
    fn restore_feasibility(&mut self, context: &mut TheoryContext<'_>) -> bool {
        while self.head < self.asserted.len() {
            let id = self.asserted[self.head];
            if self.is_implied(id) {
                self.stats.redundant += 1;
                self.head += 1;
                continue;
            }
            let feasible = self.graph.activate(id, &mut self.cycle);
            if !context.budget.spend(1 + self.graph.take_work()) {
                return false;
            }
            if !feasible {
                self.stats.conflicts += 1;
                self.stats.conflict_lits += self.cycle.len() as u64;
                context.conflict(self.cycle.iter().map(|&id| !self.graph.edge(id).lit).collect());
                return false;
            }
            self.head += 1;
            self.stats.edges += 1;
            let weight = self.graph.edge(id).weight;
            let bundle = self.bundle_of[id as usize];
            let first_weaker = self.bundles[bundle as usize].first_above(weight);
            self.mark_implied(bundle, first_weaker);
            if self.dense.is_some() {
                self.propagate_distances(id, context);
            }
        }
        true
    }

    /// Whether the edges in force are known to imply this one.
    fn is_implied(&self, id: EdgeId) -> bool {
        let is_short = |dense: &Dense<W>| {
            let edge = self.graph.edge(id);
            dense.distances.distance(edge.from, edge.to) <= edge.weight
        };
        self.implied_by[id as usize] != NEVER || self.dense.as_ref().is_some_and(is_short)
    }

    /// Puts a new edge into the matrix, and reports literals about pairs of nodes that came closer.
    fn propagate_distances(&mut self, id: EdgeId, context: &mut TheoryContext<'_>) {
        let DifferenceTheory { dense: Some(dense), graph, bundles, implied_by, scratch, .. } = self else {
            return;
        };
        let nodes = graph.num_nodes();
        let edge = graph.edge(id);
        scratch.clear();
        dense.distances.insert(edge.from, edge.to, edge.weight, |from, to, distance| {
            let bundle = dense.bundles[from as usize * nodes + to as usize];
            if bundle == NEVER {
                return;
            }
            let edges = &bundles[bundle as usize].edges;
            let place = edges.partition_point(|(weight, _)| *weight < distance);
            if let Some(&(_, id)) = edges.get(place)
                && implied_by[id as usize] == NEVER
                && context.value(graph.edge(id).lit).is_none()
            {
                scratch.push((bundle, place));
            }
        });
        context.budget.spend(dense.distances.take_work());
        self.report_implied(context);
    }

    /// Reports the literals of the edges in `scratch`.
    fn report_implied(&mut self, context: &mut TheoryContext<'_>) {
        let mut scratch = std::mem::take(&mut self.scratch);
        for (bundle, place) in scratch.drain(..) {
            // The strongest edge is enough; the order clauses do the rest.
            self.stats.propagations += 1;
            context.propagate(self.graph.edge(self.bundles[bundle as usize].edges[place].1).lit);
            self.mark_implied(bundle, place);
        }
        self.scratch = scratch;
    }

    /// Reports literals that follow from the new edges.
    fn propagate_paths(&mut self, context: &mut TheoryContext<'_>) {
        while self.propagated < self.graph.active().len() {
            let position = self.propagated as u32;
            self.propagated += 1;
            self.forward.over(&self.graph, position, Direction::Forward);
            if !self.forward.found.is_empty() {
                self.backward.over(&self.graph, position, Direction::Backward);
                self.propagate_between(position, context);
            }
            let work = self.forward.take_work() + self.backward.take_work();
            if !context.budget.spend(work) {
                return;
            }
        }
    }

    /// Reports literals about pairs of nodes that the last two searches found.
    fn propagate_between(&mut self, position: u32, context: &mut TheoryContext<'_>) {
        let edge = self.graph.edge(self.graph.active()[position as usize]).clone();
        let degrees = |found: &[(Node, W)], bundles: &[Vec<(Node, u32)>]| -> usize {
            found.iter().map(|&(node, _)| bundles[node as usize].len()).sum()
        };
        let targets = degrees(&self.forward.found, &self.entering);
        let sources = degrees(&self.backward.found, &self.leaving);
        let (near, far, bundles, direction, root) = if targets <= sources {
            (&self.forward, &self.backward, &self.entering, Direction::Backward, edge.to)
        } else {
            (&self.backward, &self.forward, &self.leaving, Direction::Forward, edge.from)
        };
        self.scratch.clear();
        for &(node, length) in &near.found {
            for &(other, bundle) in &bundles[node as usize] {
                let Some(rest) = far.length_of(&self.graph, root, other, direction) else { continue };
                // Both lengths have the edge in it.
                let total = length + rest - edge.weight;
                let edges = &self.bundles[bundle as usize].edges;
                let place = edges.partition_point(|(weight, _)| *weight < total);
                if let Some(&(_, id)) = edges.get(place)
                    && self.implied_by[id as usize] == NEVER
                    && context.value(self.graph.edge(id).lit).is_none()
                {
                    self.scratch.push((bundle, place));
                }
            }
        }
        context.budget.spend(targets.min(sources) as u64);
        self.report_implied(context);
    }
}

impl<W: Weight> Theory for DifferenceTheory<W> {
    fn assert_lit(&mut self, lit: Lit) {
        self.asserted.push(self.edge_of(lit));
    }

    fn new_level(&mut self) {
        debug_assert_eq!(self.head, self.asserted.len(), "a level is opened before its edges are in force");
        let changes = self.dense.as_ref().map_or(0, |dense| dense.distances.num_changes());
        let (asserted, active) = (self.asserted.len(), self.graph.active().len());
        self.levels.push(Level { asserted, active, changes });
    }

    fn backtrack(&mut self, level: usize) {
        let Level { asserted, active, changes } = self.levels[level];
        self.levels.truncate(level);
        self.asserted.truncate(asserted);
        self.head = self.head.min(asserted);
        self.graph.truncate(active);
        self.propagated = self.propagated.min(active);
        if let Some(dense) = &mut self.dense {
            dense.distances.undo_to(changes);
        }
        while let Some(&id) = self.implied.last()
            && self.implied_by[id as usize] as usize > active
        {
            self.implied_by[id as usize] = NEVER;
            self.implied.pop();
        }
    }

    fn propagate(&mut self, context: &mut TheoryContext<'_>) {
        if self.restore_feasibility(context) && self.dense.is_none() {
            self.propagate_paths(context);
        }
    }

    fn explain(&mut self, lit: Lit, premises: &mut Vec<Lit>) {
        let id = self.edge_of(lit);
        let Edge { from, to, weight, .. } = *self.graph.edge(id);
        let mut path = std::mem::take(&mut self.cycle);
        path.clear();
        let limit = self.implied_by[id as usize] as usize;
        let found = self.forward.shortest(&self.graph, from, to, limit, &mut path);
        debug_assert!(found && self.graph.sum(&path) <= weight, "{lit:?} does not follow from its premises");
        premises.extend(path.iter().map(|&id| self.graph.edge(id).lit));
        self.stats.explanations += 1;
        self.stats.explanation_lits += path.len() as u64;
        self.cycle = path;
    }

    fn final_check(&mut self, context: &mut TheoryContext<'_>) -> FinalCheck {
        if !self.restore_feasibility(context) {
            return match context.budget.stopped() {
                Some(reason) => FinalCheck::GiveUp(reason.clone()),
                None => FinalCheck::Continue,
            };
        }
        let zero = self.graph.potential(ZERO);
        self.model =
            (0..self.graph.num_nodes() as Node).map(|node| self.graph.potential(node) - zero).collect();
        FinalCheck::Consistent
    }

    fn suggest_phase(&self, var: Var) -> Option<bool> {
        let edge = self.graph.edge((*self.edge_of.get(var.index())?)?);
        Some(self.graph.potential(edge.to) - self.graph.potential(edge.from) <= edge.weight)
    }
}

impl ArithTheory for DifferenceTheory<i64> {
    /// # Panics
    /// If [`super::recognise()`] would not have accepted the atom.
    fn new_atom(&mut self, form: &Linear<IntVar>, bound: &Int, sat: &mut SatSolver, _: &mut Budget) -> Var {
        let (mut from, mut to) = (ZERO, ZERO);
        for &(var, ref coefficient) in form.terms() {
            let end = if coefficient.is_positive() { &mut to } else { &mut from };
            *end = self.node_of(var);
        }
        let var = sat.new_atom();
        self.add_atom(var, from, to, bound.to_i64().expect("the recogniser looked at the bounds"));
        var
    }

    fn write_order_clauses(&mut self, sat: &mut SatSolver) {
        for bundle in &self.bundles {
            // The clauses of the bundle in the other direction are the same, turned around.
            let first = self.graph.edge(bundle.edges[0].1);
            if first.from > first.to {
                continue;
            }
            for pair in bundle.edges.windows(2) {
                let [stronger, weaker] = [pair[0].1, pair[1].1].map(|id| self.graph.edge(id).lit);
                sat.add_clause(&[!stronger, weaker]);
            }
        }
        self.choose_matrix();
    }

    fn value(&self, var: IntVar) -> Option<Int> {
        self.nodes.get(&var).and_then(|&node| self.model.get(node as usize)).map(|&value| Int::from(value))
    }

    fn collect_statistics(&self, statistics: &mut Statistics) {
        let stats = &self.stats;
        statistics.extend(&[
            ("idl-nodes", self.graph.num_nodes() as u64),
            ("idl-bundles", self.bundles.len() as u64),
            ("idl-conflicts", stats.conflicts),
            ("idl-conflict-lits", stats.conflict_lits),
            ("idl-propagations", stats.propagations),
            ("idl-explanations", stats.explanations),
            ("idl-explanation-lits", stats.explanation_lits),
            ("idl-edges", stats.edges),
            ("idl-redundant", stats.redundant),
        ]);
    }
}
