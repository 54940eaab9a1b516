//! The edges in force, with a solution of the constraints that they stand for.
//!
//! The *potential* `p` is that solution: `p(to) <= p(from) + weight` for every edge in force. A new edge that
//! it violates makes the potential of its target sink, and of what hangs on it in turn: the node that sinks
//! furthest first, so that each sinks once, as in Dijkstra's algorithm. If the source of the new edge would
//! have to sink as well, there is a negative cycle through it (Cotton and Maler, SAT 2006). Only nodes whose
//! potential changes are ever visited.
//!
//! Removing edges leaves a potential valid, so backtracking just pops edges.

use super::weight::Weight;
use crate::sat::Lit;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A node: a variable, or zero.
pub(crate) type Node = u32;

/// Position of a possible edge in [`Graph::edge`].
pub(crate) type EdgeId = u32;

/// The constraint `to - from <= weight`, which holds if the literal is true.
#[derive(Clone, Debug)]
pub(crate) struct Edge<W> {
    /// Where it starts.
    pub from: Node,
    /// Where it ends.
    pub to: Node,
    /// The bound of the difference.
    pub weight: W,
    /// The literal that says so.
    pub lit: Lit,
}

/// An edge in force as seen from one of its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc<W> {
    /// The other end.
    pub(super) node: Node,
    pub(super) weight: W,
    /// Position among the edges in force; increases along each list of arcs.
    pub(super) position: u32,
}

/// How a node is to sink.
#[derive(Clone, Copy, Debug)]
struct Sinking<W> {
    /// By how much: negative, or zero if it stays.
    by: W,
    /// The edge in force that pulls it; unused for the target of the new edge.
    pulled_by: u32,
    done: bool,
}

/// The graph of all possible edges, some of them in force.
#[derive(Clone, Debug)]
pub(crate) struct Graph<W> {
    edges: Vec<Edge<W>>,
    /// The edges in force, in the order in which they came.
    active: Vec<EdgeId>,
    /// The same by node: those that leave it and those that enter it.
    pub(super) leaving: Vec<Vec<Arc<W>>>,
    pub(super) entering: Vec<Vec<Arc<W>>>,
    pub(super) potential: Vec<W>,
    /// Some potential is lower than [`Weight::LOWEST`].
    too_low: bool,
    sinking: Vec<Sinking<W>>,
    /// Nodes with an entry in `sinking`.
    touched: Vec<Node>,
    /// Nodes that have sunk, with their old potential.
    sunk: Vec<(Node, W)>,
    queue: BinaryHeap<Reverse<(W, Node)>>,
    /// Arcs visited so far.
    work: u64,
}

impl<W: Weight> Default for Graph<W> {
    fn default() -> Self {
        Graph::new()
    }
}

impl<W: Weight> Graph<W> {
    /// No nodes.
    pub(crate) fn new() -> Graph<W> {
        Graph {
            edges: Vec::new(),
            active: Vec::new(),
            leaving: Vec::new(),
            entering: Vec::new(),
            potential: Vec::new(),
            too_low: false,
            sinking: Vec::new(),
            touched: Vec::new(),
            sunk: Vec::new(),
            queue: BinaryHeap::new(),
            work: 0,
        }
    }

    /// Makes a node.
    pub(crate) fn new_node(&mut self) -> Node {
        self.leaving.push(Vec::new());
        self.entering.push(Vec::new());
        self.potential.push(W::default());
        self.sinking.push(Sinking { by: W::default(), pulled_by: 0, done: false });
        self.num_nodes() as Node - 1
    }

    /// How many nodes there are.
    pub(crate) fn num_nodes(&self) -> usize {
        self.leaving.len()
    }

    /// Makes an edge that may come into force.
    pub(crate) fn new_edge(&mut self, edge: Edge<W>) -> EdgeId {
        debug_assert_ne!(edge.from, edge.to, "an edge from a node to itself");
        self.edges.push(edge);
        self.edges.len() as EdgeId - 1
    }

    /// A possible edge.
    pub(crate) fn edge(&self, id: EdgeId) -> &Edge<W> {
        &self.edges[id as usize]
    }

    /// The edges in force, oldest first.
    pub(crate) fn active(&self) -> &[EdgeId] {
        &self.active
    }

    /// The potential of a node: its value in a solution of all edges in force.
    pub(crate) fn potential(&self, node: Node) -> W {
        self.potential[node as usize]
    }

    /// Arcs visited since this was last asked.
    pub(super) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    /// Puts an edge into force. `false` if that makes a negative cycle, which is then in `cycle`; nothing has
    /// changed in this case.
    pub(crate) fn activate(&mut self, id: EdgeId, cycle: &mut Vec<EdgeId>) -> bool {
        let Edge { from, to, weight, .. } = *self.edge(id);
        let slack = self.potential(from) + weight - self.potential(to);
        if slack < W::default() {
            let closing = self.sink(from, to, slack);
            if let Some(closing) = closing {
                self.read_cycle(id, closing, cycle);
            }
            for node in self.touched.drain(..) {
                self.sinking[node as usize] = Sinking { by: W::default(), pulled_by: 0, done: false };
            }
            self.queue.clear();
            if closing.is_some() {
                for (node, potential) in self.sunk.drain(..) {
                    self.potential[node as usize] = potential;
                }
                return false;
            }
            self.sunk.clear();
        }
        let position = self.active.len() as u32;
        self.active.push(id);
        self.leaving[from as usize].push(Arc { node: to, weight, position });
        self.entering[to as usize].push(Arc { node: from, weight, position });
        if self.too_low {
            self.rebase();
        }
        debug_assert!(self.is_feasible());
        true
    }

    /// Lowers potentials for a new edge that is violated by `slack`. If there is a negative cycle, returns
    /// the edge in force that enters `from` on it.
    fn sink(&mut self, from: Node, to: Node, slack: W) -> Option<u32> {
        let Graph { leaving, potential, sinking, touched, sunk, queue, .. } = self;
        sinking[to as usize].by = slack;
        touched.push(to);
        queue.push(Reverse((slack, to)));
        while let Some(Reverse((by, node))) = queue.pop() {
            let entry = &mut sinking[node as usize];
            if entry.done || entry.by != by {
                continue;
            }
            entry.done = true;
            sunk.push((node, potential[node as usize]));
            let lowered = potential[node as usize] + by;
            potential[node as usize] = lowered;
            self.too_low |= lowered < W::LOWEST;
            self.work += 1 + leaving[node as usize].len() as u64;
            for arc in &leaving[node as usize] {
                let slack = lowered + arc.weight - potential[arc.node as usize];
                let entry = &mut sinking[arc.node as usize];
                if slack < entry.by && !entry.done {
                    if arc.node == from {
                        return Some(arc.position);
                    }
                    if entry.by == W::default() {
                        touched.push(arc.node);
                    }
                    entry.by = slack;
                    entry.pulled_by = arc.position;
                    queue.push(Reverse((slack, arc.node)));
                }
            }
        }
        None
    }

    /// The cycle of the new edge, the edges that pulled each other down, and the closing edge.
    fn read_cycle(&self, new: EdgeId, closing: u32, cycle: &mut Vec<EdgeId>) {
        cycle.clear();
        cycle.push(new);
        let mut id = self.active[closing as usize];
        loop {
            cycle.push(id);
            let node = self.edge(id).from;
            if node == self.edge(new).to {
                break;
            }
            id = self.active[self.sinking[node as usize].pulled_by as usize];
        }
        debug_assert!(self.sum(cycle) < W::default(), "a cycle that is not negative");
    }

    /// The total weight of some edges.
    pub(crate) fn sum(&self, edges: &[EdgeId]) -> W {
        edges.iter().fold(W::default(), |sum, &id| sum + self.edge(id).weight)
    }

    /// Takes edges out of force until so many are left.
    pub(crate) fn truncate(&mut self, length: usize) {
        while self.active.len() > length {
            let id = self.active.pop().expect("not empty");
            let Edge { from, to, .. } = self.edges[id as usize];
            self.leaving[from as usize].pop();
            self.entering[to as usize].pop();
        }
    }

    /// Computes the potential anew, as the distance from a node with edges of weight zero to all others.
    /// Potentials only ever sink, and what one branch of the search pulls down stays down in the next; this
    /// brings them back.
    fn rebase(&mut self) {
        self.too_low = false;
        self.potential.iter_mut().for_each(|potential| *potential = W::default());
        let mut queue: Vec<Node> = (0..self.num_nodes() as Node).collect();
        let mut is_queued = vec![true; self.num_nodes()];
        while !queue.is_empty() {
            for node in std::mem::take(&mut queue) {
                is_queued[node as usize] = false;
                for arc in &self.leaving[node as usize] {
                    let distance = self.potential[node as usize] + arc.weight;
                    if distance >= self.potential[arc.node as usize] {
                        continue;
                    }
                    self.potential[arc.node as usize] = distance;
                    if !std::mem::replace(&mut is_queued[arc.node as usize], true) {
                        queue.push(arc.node);
                    }
                }
            }
        }
    }

    /// Whether the potential satisfies all edges in force.
    pub(crate) fn is_feasible(&self) -> bool {
        self.active.iter().all(|&id| {
            let edge = self.edge(id);
            self.potential(edge.to) <= self.potential(edge.from) + edge.weight
        })
    }
}
