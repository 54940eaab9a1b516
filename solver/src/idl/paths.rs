//! Shortest paths: what follows from a new edge, and why something followed.
//!
//! With a potential `p`, the *reduced* weight `p(from) + weight - p(to)` of every edge is at least zero, so
//! Dijkstra's algorithm applies; along a path reduced and real weight differ only by the potentials of the
//! ends.
//!
//! A new edge from `u` to `v` can imply something about `x` and `y` only if the shortest path from `x` to `y`
//! leads over it. Then so does the shortest path from `u` to `y`, and that from `x` to `v`. [`Search::over`]
//! finds all such ends of paths from `u`, or to `v`: it is a search for shortest paths that ends when the new
//! edge is on none of those still to be found.

use super::graph::{Arc, EdgeId, Graph, Node};
use super::weight::Weight;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Which way to follow edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// From source to target.
    Forward,
    /// From target to source.
    Backward,
}

/// What a search knows of a node.
#[derive(Clone, Copy, Debug)]
struct Label<W> {
    /// Reduced length of the best path so far.
    distance: W,
    /// Number of the search that wrote this label.
    search: u32,
    /// The distance is final.
    settled: bool,
    /// The best path leads over the new edge.
    over: bool,
    /// The last edge in force of the best path.
    last: u32,
}

/// A search from one node; keeps its memory between searches.
#[derive(Clone, Debug)]
pub(crate) struct Search<W> {
    labels: Vec<Label<W>>,
    searches: u32,
    queue: BinaryHeap<Reverse<(W, u32, Node)>>,
    /// Ends of shortest paths over the new edge, with the real length of the path.
    pub found: Vec<(Node, W)>,
    /// Arcs visited.
    work: u64,
}

impl<W: Weight> Default for Search<W> {
    fn default() -> Self {
        Search { labels: Vec::new(), searches: 0, queue: BinaryHeap::new(), found: Vec::new(), work: 0 }
    }
}

impl<W: Weight> Search<W> {
    fn start(&mut self, graph: &Graph<W>, node: Node) {
        let fresh = Label { distance: W::default(), search: 0, settled: false, over: false, last: 0 };
        self.labels.resize(graph.num_nodes(), fresh);
        self.searches = self.searches.checked_add(1).unwrap_or_else(|| {
            self.labels.fill(fresh);
            1
        });
        self.queue.clear();
        self.found.clear();
        self.labels[node as usize] = Label { search: self.searches, settled: true, ..fresh };
    }

    /// Arcs visited since this was last asked.
    pub(super) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    /// Finds the ends of all shortest paths that start with the edge at a position of [`Graph::active`] (or
    /// end with it, if searching backward). A path of the same length without that edge is preferred.
    pub(crate) fn over(&mut self, graph: &Graph<W>, position: u32, direction: Direction) {
        let edge = graph.edge(graph.active()[position as usize]);
        let (root, arcs) = match direction {
            Direction::Forward => (edge.from, &graph.leaving),
            Direction::Backward => (edge.to, &graph.entering),
        };
        self.start(graph, root);
        let reduced = |node: Node, arc: &Arc<W>| {
            let (from, to) = match direction {
                Direction::Forward => (node, arc.node),
                Direction::Backward => (arc.node, node),
            };
            graph.potential(from) + arc.weight - graph.potential(to)
        };
        let length = |node: Node, distance: W| match direction {
            Direction::Forward => distance + graph.potential(node) - graph.potential(root),
            Direction::Backward => distance + graph.potential(root) - graph.potential(node),
        };
        // How many nodes wait in the queue whose best path is over the edge.
        let mut open = 0u32;
        let mut node = root;
        let (mut base, mut base_over) = (W::default(), false);
        loop {
            self.work += 1 + arcs[node as usize].len() as u64;
            for arc in &arcs[node as usize] {
                let distance = base + reduced(node, arc);
                let over = base_over || arc.position == position;
                let label = &mut self.labels[arc.node as usize];
                if label.search == self.searches {
                    if label.settled || (label.distance, label.over) <= (distance, over) {
                        continue;
                    }
                    open -= label.over as u32;
                }
                open += over as u32;
                *label = Label { distance, search: self.searches, settled: false, over, last: 0 };
                self.queue.push(Reverse((distance, over as u32, arc.node)));
            }
            if open == 0 {
                return;
            }
            // The next node that is not settled yet.
            loop {
                let Some(Reverse((distance, over, next))) = self.queue.pop() else { return };
                let label = &mut self.labels[next as usize];
                if label.settled || (label.distance, label.over as u32) != (distance, over) {
                    continue;
                }
                label.settled = true;
                (node, base, base_over) = (next, distance, label.over);
                break;
            }
            if base_over {
                open -= 1;
                self.found.push((node, length(node, base)));
            }
        }
    }

    /// Whether the last search found this node, and if so the real length of the path, given in terms of its
    /// end.
    pub(super) fn length_of(
        &self,
        graph: &Graph<W>,
        root: Node,
        node: Node,
        direction: Direction,
    ) -> Option<W> {
        let label = &self.labels[node as usize];
        if label.search != self.searches || !label.over || !label.settled {
            return None;
        }
        let sink = graph.potential(node) - graph.potential(root);
        Some(match direction {
            Direction::Forward => label.distance + sink,
            Direction::Backward => label.distance - sink,
        })
    }

    /// A shortest path from one node to another among the first `limit` edges in force, of as few edges as
    /// possible. The edges are appended to `path`, last one first.
    pub(crate) fn shortest(
        &mut self,
        graph: &Graph<W>,
        from: Node,
        to: Node,
        limit: usize,
        path: &mut Vec<EdgeId>,
    ) -> bool {
        self.start(graph, from);
        let (mut node, mut base, mut hops) = (from, W::default(), 0);
        while node != to {
            self.work += 1 + graph.leaving[node as usize].len() as u64;
            for arc in &graph.leaving[node as usize] {
                if arc.position as usize >= limit {
                    break;
                }
                let distance = base + graph.potential(node) + arc.weight - graph.potential(arc.node);
                let label = &mut self.labels[arc.node as usize];
                // Nodes leave the queue by distance, then hops: among equal distances the first label has the
                // fewest.
                if label.search == self.searches && (label.settled || label.distance <= distance) {
                    continue;
                }
                let (search, last) = (self.searches, arc.position);
                *label = Label { distance, search, settled: false, over: false, last };
                self.queue.push(Reverse((distance, hops + 1, arc.node)));
            }
            loop {
                let Some(Reverse((distance, next_hops, next))) = self.queue.pop() else { return false };
                let label = &mut self.labels[next as usize];
                if !label.settled && label.distance == distance {
                    label.settled = true;
                    (node, base, hops) = (next, distance, next_hops);
                    break;
                }
            }
        }
        while node != from {
            let id = graph.active()[self.labels[node as usize].last as usize];
            path.push(id);
            node = graph.edge(id).from;
        }
        true
    }
}
