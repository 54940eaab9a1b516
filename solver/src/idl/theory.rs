//! Difference logic as a theory of the SAT core.
//!
//! Each atom is two possible edges of the [`Graph`], one for each of its literals. A literal that becomes
//! true puts its edge into force, unless edges in force imply it already: such an edge would change no
//! distance. A negative cycle is a conflict.
//!
//! When all edges are in, the searches of [`super::paths`] tell which pairs of nodes came closer, and the
//! atoms between them that this decides are propagated. The reason is found only when asked for: a shortest
//! path among the edges that were in force at that time.

use super::blocks::blocks;
use super::graph::{Edge, EdgeId, Graph, Node};
use super::matrix::Matrix;
use super::paths::{Direction, Search};
use super::weight::Weight;
use crate::arith::ArithTheory;
use crate::limits::Budget;
use crate::linear::{Linear, NumVar};
use crate::num::Int;
use crate::sat::theory::{FinalCheck, Theory, TheoryContext};
use crate::sat::{Lit, SatSolver, Var};
use crate::stats::Statistics;
use fxhash::FxHashMap;
use std::ops::Range;

/// The node that stands for zero.
const ZERO: Node = 0;
/// "Not implied", in place of a number of edges.
const NEVER: u32 = u32::MAX;

/// The distance matrix is used for blocks in which at least one in so many pairs of nodes has an atom, …
const MATRIX_SPARSITY: usize = 32;
/// … while it has no more cells than this.
const MAX_MATRIX_CELLS: usize = 1 << 23;

/// Work that searches for implied literals may cost, in arcs visited, before anybody has asked for a
/// reason, …
const FREE_PATH_WORK: u64 = 2_000_000;
/// … and for each reason that was asked for: only then a search has spared the core something.
const PATH_WORK_PER_REASON: u64 = 2_000;

/// Counters of the theory.
#[derive(Clone, Debug, Default)]
pub(crate) struct DifferenceStats {
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
    /// Arcs visited in search of implied literals.
    pub path_work: u64,
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

/// `to - from <= bound` for nodes of the whole problem, before it is taken apart.
#[derive(Clone, Debug)]
struct Atom<W> {
    var: Var,
    from: Node,
    to: Node,
    bound: W,
}

/// The value of a node is that of a known one, plus the difference of their occurrences in some block.
#[derive(Clone, Debug)]
struct Shift {
    known: Node,
    known_copy: Node,
    node: Node,
    copy: Node,
}

/// Shortest paths, and the atoms that stand for edges.
#[derive(Clone, Debug)]
pub(crate) struct DifferenceTheory<W: Weight> {
    /// The nodes of variables, and all atoms between them.
    nodes: FxHashMap<NumVar, Node>,
    atoms: Vec<Atom<W>>,

    /// The graph of [`super::blocks`]: a node of the problem occurs once in each of its blocks.
    graph: Graph<W>,
    /// How to get from potentials of the graph to values of the problem's nodes.
    shifts: Vec<Shift>,
    /// The edge of the positive literal of each SAT variable that is an atom; the negative one's is the next.
    edge_of: Vec<Option<EdgeId>>,
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

    /// The distances in dense blocks, and the bundle of each cell or [`NEVER`].
    distances: Matrix<W>,
    max_cells: usize,
    bundle_at: Vec<u32>,
    forward: Search<W>,
    backward: Search<W>,
    cycle: Vec<EdgeId>,
    /// Implied edges: bundle and place in it.
    scratch: Vec<(u32, usize)>,
    /// Values of the nodes of the problem.
    model: Vec<W::Exact>,
    stats: DifferenceStats,
}

impl<W: Weight> Default for DifferenceTheory<W> {
    fn default() -> Self {
        DifferenceTheory::new()
    }
}

impl<W: Weight> DifferenceTheory<W> {
    /// No atoms yet.
    pub(crate) fn new() -> DifferenceTheory<W> {
        DifferenceTheory {
            nodes: FxHashMap::default(),
            atoms: Vec::new(),
            graph: Graph::new(),
            shifts: Vec::new(),
            edge_of: Vec::new(),
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
            distances: Matrix::new(0),
            max_cells: MAX_MATRIX_CELLS,
            bundle_at: Vec::new(),
            forward: Search::default(),
            backward: Search::default(),
            cycle: Vec::new(),
            scratch: Vec::new(),
            model: Vec::new(),
            stats: DifferenceStats::default(),
        }
    }

    /// Keeps no matrix of distances, however dense the problem is.
    #[cfg(test)]
    pub(crate) fn without_matrix(mut self) -> DifferenceTheory<W> {
        self.max_cells = 0;
        self
    }

    /// The value of a variable in the model of the last consistent final check.
    pub(crate) fn exact_value(&self, var: NumVar) -> Option<&W::Exact> {
        self.nodes.get(&var).and_then(|&node| self.model.get(node as usize))
    }

    /// The node of a variable; zero has the first.
    fn node_of(&mut self, var: NumVar) -> Node {
        let next = self.nodes.len() as Node + 1;
        *self.nodes.entry(var).or_insert(next)
    }

    /// Makes the atom `plus - minus <= bound`, where a missing variable means zero.
    pub(crate) fn new_difference(
        &mut self,
        plus: Option<NumVar>,
        minus: Option<NumVar>,
        bound: W,
        sat: &mut SatSolver,
    ) -> Var {
        let [from, to] = [minus, plus].map(|end| end.map_or(ZERO, |var| self.node_of(var)));
        let var = sat.new_atom();
        self.atoms.push(Atom { var, from, to, bound });
        var
    }

    /// Makes the graph, when all atoms have been made, and writes clauses that order the atoms of each pair
    /// of nodes.
    pub(crate) fn build(&mut self, sat: &mut SatSolver) {
        let num_nodes = self.nodes.len() + 1;
        let mut pairs: Vec<(Node, Node)> =
            self.atoms.iter().map(|atom| (atom.from.min(atom.to), atom.from.max(atom.to))).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let block_of = blocks(num_nodes, &pairs);
        let num_blocks = block_of.iter().max().map_or(0, |&last| last as usize + 1);

        // Blocks one after the other, so that the nodes of each are neighbours.
        let mut ends: Vec<Vec<Node>> = vec![Vec::new(); num_blocks];
        for (&(a, b), &block) in pairs.iter().zip(&block_of) {
            ends[block as usize].extend([a, b]);
        }
        let mut copies: FxHashMap<(u32, Node), Node> = FxHashMap::default();
        let mut ranges: Vec<Range<Node>> = Vec::new();
        for (block, nodes) in ends.iter_mut().enumerate() {
            nodes.sort_unstable();
            nodes.dedup();
            let start = self.graph.num_nodes() as Node;
            for &node in nodes.iter() {
                copies.insert((block as u32, node), self.graph.new_node());
            }
            ranges.push(start..self.graph.num_nodes() as Node);
        }
        self.leaving.resize(self.graph.num_nodes(), Vec::new());
        self.entering.resize(self.graph.num_nodes(), Vec::new());

        for Atom { var, from, to, bound } in std::mem::take(&mut self.atoms) {
            let pair = pairs.binary_search(&(from.min(to), from.max(to))).expect("all pairs are there");
            let block = block_of[pair];
            let (from, to) = (copies[&(block, from)], copies[&(block, to)]);
            if self.edge_of.len() <= var.index() {
                self.edge_of.resize(var.index() + 1, None);
            }
            let positive = self.add_edge(Edge { from, to, weight: bound, lit: var.positive() });
            self.add_edge(Edge { from: to, to: from, weight: bound.negated_bound(), lit: var.negative() });
            self.edge_of[var.index()] = Some(positive);
        }
        self.plan_shifts(&ends, &ranges);
        self.choose_matrix(&ranges);
        self.order_atoms(sat);
    }

    fn order_atoms(&self, sat: &mut SatSolver) {
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
    }

    /// Finds an order in which the blocks can be shifted so that the occurrences of a node get the same
    /// value.
    fn plan_shifts(&mut self, ends: &[Vec<Node>], ranges: &[Range<Node>]) {
        let mut blocks_of: Vec<Vec<u32>> = vec![Vec::new(); self.nodes.len() + 1];
        for (block, nodes) in ends.iter().enumerate() {
            nodes.iter().for_each(|&node| blocks_of[node as usize].push(block as u32));
        }
        let mut is_planned = vec![false; ends.len()];
        let mut is_reached = vec![false; blocks_of.len()];
        for root in 0..blocks_of.len() {
            let mut pending = vec![root as Node];
            // Zero is the first root: all that is connected with it gets its value from there.
            while let Some(node) = pending.pop() {
                is_reached[node as usize] = true;
                for &block in &blocks_of[node as usize] {
                    if std::mem::replace(&mut is_planned[block as usize], true) {
                        continue;
                    }
                    let occurrences =
                        ends[block as usize].iter().copied().zip(ranges[block as usize].clone());
                    let (_, anchor) =
                        occurrences.clone().find(|&(other, _)| other == node).expect("it is in it");
                    for (other, copy) in occurrences.filter(|&(other, _)| !is_reached[other as usize]) {
                        self.shifts.push(Shift { known: node, known_copy: anchor, node: other, copy });
                        pending.push(other);
                    }
                }
            }
        }
    }

    /// Decides in which blocks to keep all distances.
    fn choose_matrix(&mut self, ranges: &[Range<Node>]) {
        self.distances = Matrix::new(self.graph.num_nodes());
        for range in ranges {
            let bundles: usize = range.clone().map(|node| self.leaving[node as usize].len()).sum();
            let cells = range.len() * range.len();
            if cells <= MATRIX_SPARSITY * bundles && self.distances.num_cells() + cells <= self.max_cells {
                self.distances.add_block(range.clone());
            }
        }
        self.bundle_at = vec![NEVER; self.distances.num_cells()];
        for (&(from, to), &bundle) in &self.bundle_ids {
            if let Some(cell) = self.distances.cell(from, to) {
                self.bundle_at[cell as usize] = bundle;
            }
        }
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
            self.propagate_distances(id, context);
        }
        true
    }

    /// Whether the edges in force are known to imply this one.
    fn is_implied(&self, id: EdgeId) -> bool {
        if self.implied_by[id as usize] != NEVER {
            return true;
        }
        let edge = self.graph.edge(id);
        let cell = self.distances.cell(edge.from, edge.to);
        cell.is_some_and(|cell| self.distances.distance(cell) <= edge.weight)
    }

    /// Puts a new edge into the matrix, and reports literals about pairs of nodes that came closer.
    fn propagate_distances(&mut self, id: EdgeId, context: &mut TheoryContext<'_>) {
        let DifferenceTheory { distances, bundle_at, graph, bundles, implied_by, scratch, .. } = self;
        let edge = graph.edge(id);
        scratch.clear();
        distances.insert(edge.from, edge.to, edge.weight, |cell, distance| {
            let bundle = bundle_at[cell as usize];
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
        // An empty budget is noticed by the core.
        let _ = context.budget.spend(distances.take_work());
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

    /// Whether the searches for implied literals have been of use, or are still few. In large sparse graphs
    /// each may visit thousands of nodes for nothing.
    fn are_paths_worthwhile(&self) -> bool {
        self.stats.path_work <= FREE_PATH_WORK + PATH_WORK_PER_REASON * self.stats.explanations
    }

    /// Reports literals that follow from the new edges.
    fn propagate_paths(&mut self, context: &mut TheoryContext<'_>) {
        while self.propagated < self.graph.active().len() {
            let position = self.propagated as u32;
            self.propagated += 1;
            let edge = self.graph.edge(self.graph.active()[position as usize]);
            if self.distances.cell(edge.from, edge.to).is_some() || !self.are_paths_worthwhile() {
                continue;
            }
            self.forward.over(&self.graph, position, Direction::Forward);
            if !self.forward.found.is_empty() {
                self.backward.over(&self.graph, position, Direction::Backward);
                self.propagate_between(position, context);
            }
            let work = self.forward.take_work() + self.backward.take_work();
            self.stats.path_work += work;
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
        let _ = context.budget.spend(targets.min(sources) as u64);
        self.report_implied(context);
    }
}

impl<W: Weight> Theory for DifferenceTheory<W> {
    fn assert_lit(&mut self, lit: Lit) {
        self.asserted.push(self.edge_of(lit));
    }

    fn new_level(&mut self) {
        debug_assert_eq!(self.head, self.asserted.len(), "a level is opened before its edges are in force");
        self.levels.push(Level {
            asserted: self.asserted.len(),
            active: self.graph.active().len(),
            changes: self.distances.num_changes(),
        });
    }

    fn backtrack(&mut self, level: usize) {
        let Level { asserted, active, changes } = self.levels[level];
        self.levels.truncate(level);
        self.asserted.truncate(asserted);
        self.head = self.head.min(asserted);
        self.graph.truncate(active);
        self.propagated = self.propagated.min(active);
        self.distances.undo_to(changes);
        while let Some(&id) = self.implied.last()
            && self.implied_by[id as usize] as usize > active
        {
            self.implied_by[id as usize] = NEVER;
            self.implied.pop();
        }
    }

    fn propagate(&mut self, context: &mut TheoryContext<'_>) {
        if self.restore_feasibility(context) {
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
        self.model.clear();
        self.model.resize(self.nodes.len() + 1, W::Exact::default());
        for shift in &self.shifts {
            let difference = self.graph.potential(shift.copy) - self.graph.potential(shift.known_copy);
            self.model[shift.node as usize] = difference.exact() + &self.model[shift.known as usize];
        }
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
    fn new_atom(&mut self, form: &Linear<NumVar>, bound: &Int, sat: &mut SatSolver, _: &mut Budget) -> Var {
        let bound = bound.to_i64().expect("the recogniser looked at the bounds");
        let (mut plus, mut minus) = (None, None);
        for (var, coefficient) in form.terms() {
            let end = if coefficient.is_positive() { &mut plus } else { &mut minus };
            *end = Some(*var);
        }
        self.new_difference(plus, minus, bound, sat)
    }

    fn write_order_clauses(&mut self, sat: &mut SatSolver) {
        self.build(sat);
    }

    fn value(&self, var: NumVar) -> Option<Int> {
        self.exact_value(var).cloned()
    }

    fn collect_statistics(&self, statistics: &mut Statistics) {
        let stats = &self.stats;
        statistics.extend(&[
            ("idl-nodes", self.graph.num_nodes() as u64),
            ("idl-cells", self.distances.num_cells() as u64),
            ("idl-bundles", self.bundles.len() as u64),
            ("idl-conflicts", stats.conflicts),
            ("idl-conflict-lits", stats.conflict_lits),
            ("idl-propagations", stats.propagations),
            ("idl-explanations", stats.explanations),
            ("idl-explanation-lits", stats.explanation_lits),
            ("idl-edges", stats.edges),
            ("idl-redundant", stats.redundant),
            ("idl-path-work", stats.path_work),
        ]);
    }
}
