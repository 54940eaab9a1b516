//! All distances at once, for blocks so dense that a search per edge costs more.
//!
//! The matrix holds the length of the shortest path between any two nodes of a block. A new edge from `u` to
//! `v` brings `x` closer to `y` only if it brings `x` closer to `v` and `u` closer to `y`, so the pairs to be
//! looked at are a product of two usually small sets. Changed cells are kept on a stack; backtracking puts
//! the old values back.

use super::graph::Node;
use super::weight::Weight;
use std::ops::Range;

/// Where the cells of a block are.
#[derive(Clone, Debug)]
struct Place {
    /// The first of its nodes.
    first: Node,
    nodes: u32,
    /// The first of its cells.
    cells: u32,
}

/// Distances between all pairs of nodes of some blocks.
#[derive(Clone, Debug)]
pub(crate) struct Matrix<W> {
    places: Vec<Place>,
    /// The place of each node, if it has one.
    place_of: Vec<Option<u32>>,
    cells: Vec<W>,
    /// Cells that were changed, with their old value.
    changes: Vec<(u32, W)>,
    /// Scratch: rows that come closer to the end of the new edge, with the distance to its start.
    sources: Vec<(u32, W)>,
    /// Scratch: columns that the start of the new edge comes closer to, with the distance from its end.
    targets: Vec<(u32, W)>,
    work: u64,
}

impl<W: Weight> Matrix<W> {
    /// A matrix for some of these nodes, none so far.
    pub(crate) fn new(num_nodes: usize) -> Matrix<W> {
        Matrix {
            places: Vec::new(),
            place_of: vec![None; num_nodes],
            cells: Vec::new(),
            changes: Vec::new(),
            sources: Vec::new(),
            targets: Vec::new(),
            work: 0,
        }
    }

    /// Adds the nodes of a block.
    pub(crate) fn add_block(&mut self, block: Range<Node>) {
        let nodes = block.len();
        let cells = u32::try_from(self.cells.len()).expect("too many cells");
        for node in block.clone() {
            self.place_of[node as usize] = Some(self.places.len() as u32);
        }
        self.places.push(Place { first: block.start, nodes: nodes as u32, cells });
        self.cells.resize(self.cells.len() + nodes * nodes, W::INFINITE);
        (0..nodes).for_each(|node| self.cells[cells as usize + node * (nodes + 1)] = W::default());
    }

    /// How many cells there are.
    pub(crate) fn num_cells(&self) -> usize {
        self.cells.len()
    }

    /// The cell of two nodes of the same block; `None` if the block was not added.
    #[inline]
    pub(crate) fn cell(&self, from: Node, to: Node) -> Option<u32> {
        let Place { first, nodes, cells } = self.places[self.place_of[from as usize]? as usize];
        Some(cells + (from - first) * nodes + (to - first))
    }

    /// The length of the shortest path between the nodes of a cell, or [`Weight::INFINITE`].
    #[inline]
    pub(crate) fn distance(&self, cell: u32) -> W {
        self.cells[cell as usize]
    }

    /// Adds an edge that is shorter than the path between its ends and closes no negative cycle; calls
    /// `closer` for each cell that changed with the new distance.
    pub(crate) fn insert(&mut self, from: Node, to: Node, weight: W, mut closer: impl FnMut(u32, W)) {
        let Some(place) = self.place_of[from as usize] else { return };
        let Place { first, nodes, cells: start } = self.places[place as usize];
        let (from, to, size, start) =
            ((from - first) as usize, (to - first) as usize, nodes as usize, start as usize);
        let cells = &mut self.cells[start..start + size * size];
        let (sources, targets) = (&mut self.sources, &mut self.targets);
        sources.clear();
        targets.clear();
        for (source, row) in cells.chunks_exact(size).enumerate() {
            let distance = row[from];
            if distance != W::INFINITE && distance + weight < row[to] {
                sources.push((source as u32, distance));
            }
        }
        let (from_row, to_row) = (&cells[from * size..][..size], &cells[to * size..][..size]);
        for (target, (&old, &distance)) in from_row.iter().zip(to_row).enumerate() {
            if distance != W::INFINITE && weight + distance < old {
                targets.push((target as u32, distance));
            }
        }
        for &(source, distance) in sources.iter() {
            let row_start = source as usize * size;
            let row = &mut cells[row_start..][..size];
            for &(target, rest) in targets.iter() {
                let total = distance + weight + rest;
                let cell = &mut row[target as usize];
                if total < *cell {
                    let index = (start + row_start + target as usize) as u32;
                    self.changes.push((index, *cell));
                    *cell = total;
                    closer(index, total);
                }
            }
        }
        self.work += (size / 4 + sources.len() * targets.len()) as u64;
    }

    /// How many changes could be undone.
    pub(crate) fn num_changes(&self) -> usize {
        self.changes.len()
    }

    /// Undoes changes until so many are left.
    pub(crate) fn undo_to(&mut self, length: usize) {
        for (cell, old) in self.changes.drain(length..).rev() {
            self.cells[cell as usize] = old;
        }
    }

    /// Cells visited since this was last asked.
    pub(super) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }
}
