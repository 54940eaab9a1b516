//! All distances at once, for graphs so dense that a search per edge costs more.
//!
//! The matrix holds the length of the shortest path between any two nodes. A new edge from `u` to `v` brings `x` closer to `y` only if it brings
//! `x` closer to `v` and `u` closer to `y`, so the pairs to be looked at are a product of two usually small sets. Changed cells are
//! kept on a stack; backtracking puts the old values back.

use super::graph::Node;
use super::weight::Weight;

/// Distances between all pairs of nodes.
#[derive(Clone, Debug)]
pub struct Matrix<W> {
    nodes: usize,
    cells: Vec<W>,
    /// Cells that were changed, with their old value.
    changes: Vec<(u32, W)>,
    /// Scratch: nodes that come closer to the end of the new edge, with the distance to its start.
    sources: Vec<(Node, W)>,
    /// Scratch: nodes that the start of the new edge comes closer to, with the distance from its end.
    targets: Vec<(Node, W)>,
    work: u64,
}

impl<W: Weight> Matrix<W> {
    /// So many nodes without edges.
    pub fn new(nodes: usize) -> Matrix<W> {
        let mut cells = vec![W::INFINITE; nodes * nodes];
        (0..nodes).for_each(|node| cells[node * nodes + node] = W::default());
        Matrix { nodes, cells, changes: Vec::new(), sources: Vec::new(), targets: Vec::new(), work: 0 }
    }

    /// The length of the shortest path from one node to another, or [`Weight::INFINITE`].
    #[inline]
    pub fn distance(&self, from: Node, to: Node) -> W {
        self.cells[from as usize * self.nodes + to as usize]
    }

    /// Adds an edge that is shorter than the path between its ends and closes no negative cycle; calls `closer` for each
    /// pair of nodes with its new distance.
    pub fn insert(&mut self, from: Node, to: Node, weight: W, mut closer: impl FnMut(Node, Node, W)) {
        let Matrix { nodes, cells, changes, sources, targets, .. } = self;
        let nodes = *nodes;
        sources.clear();
        targets.clear();
        for (source, row) in cells.chunks_exact(nodes).enumerate() {
            let distance = row[from as usize];
            if distance != W::INFINITE && distance + weight < row[to as usize] {
                sources.push((source as Node, distance));
            }
        }
        let row_of = |node: Node| node as usize * nodes..(node as usize + 1) * nodes;
        let (from_row, to_row) = (&cells[row_of(from)], &cells[row_of(to)]);
        for (target, (&old, &distance)) in from_row.iter().zip(to_row).enumerate() {
            if distance != W::INFINITE && weight + distance < old {
                targets.push((target as Node, distance));
            }
        }
        for &(source, distance) in sources.iter() {
            let row = row_of(source);
            let (start, row) = (row.start, &mut cells[row]);
            for &(target, rest) in targets.iter() {
                let total = distance + weight + rest;
                let cell = &mut row[target as usize];
                if total < *cell {
                    changes.push(((start + target as usize) as u32, *cell));
                    *cell = total;
                    closer(source, target, total);
                }
            }
        }
        self.work += (2 * nodes / 8 + self.sources.len() * self.targets.len()) as u64;
    }

    /// How many changes could be undone.
    pub fn num_changes(&self) -> usize {
        self.changes.len()
    }

    /// Undoes changes until so many are left.
    pub fn undo_to(&mut self, length: usize) {
        for (cell, old) in self.changes.drain(length..).rev() {
            self.cells[cell as usize] = old;
        }
    }

    /// Cells visited since this was last asked.
    pub(super) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }
}
