//! Levels: backtracking of the e-graph.
//!
//! Everything that changes is undone in reverse order from a log. What survives backtracking although it was
//! made at a deeper level (applications, marks) is undone like the rest and then done again in the state
//! reached: so the state at a level never depends on which nodes were made above it, and each structure can
//! rely on "last in, first out".

use super::graph::{Class, EGraph, IN_TABLE, MOVING, NodeId};

/// An entry of the log.
#[derive(Clone, Copy)]
pub(super) enum Undo {
    /// The class of `child` became part of another one, by an edge between `child_end` and `end`.
    Merge {
        child: NodeId,
        child_end: NodeId,
        end: NodeId,
        /// Number of parents of the larger class before.
        parents: u32,
    },
    /// An application was attached at a level above 0; it has to be attached again.
    App(NodeId),
    /// A node was marked as shared at a level above 0; to be done again.
    Shared(NodeId),
    /// A node was marked as observed at a level above 0; to be done again.
    Observed(NodeId),
}

/// A queue that forgets what was put in after a mark.
pub(super) struct Events<T> {
    pub(super) items: Vec<T>,
    head: usize,
}

impl<T: Copy> Events<T> {
    pub(super) fn new() -> Events<T> {
        Events { items: Vec::new(), head: 0 }
    }

    /// The next item. Without levels, nothing has to be kept once all are taken.
    pub(super) fn take(&mut self, at_level_0: bool) -> Option<T> {
        let item = self.items.get(self.head).copied();
        if item.is_some() {
            self.head += 1;
        } else if at_level_0 {
            self.restore((0, 0));
        }
        item
    }

    fn mark(&self) -> (usize, usize) {
        (self.items.len(), self.head)
    }

    fn restore(&mut self, (len, head): (usize, usize)) {
        self.items.truncate(len);
        self.head = head;
    }
}

/// What there was when a level was opened.
pub(super) struct Level {
    undo: usize,
    assigned: (usize, usize),
    shared: (usize, usize),
}

/// # Levels
impl EGraph {
    /// Number of levels above 0.
    pub fn level(&self) -> usize {
        self.levels.len()
    }

    /// Opens a level; what was merged before belongs to the levels below.
    pub fn push(&mut self) {
        self.close();
        let (undo, assigned, shared) = (self.log.len(), self.assigned.mark(), self.shared_merges.mark());
        self.levels.push(Level { undo, assigned, shared });
    }

    /// Undoes all merges made above a level. Nodes and marks stay; merges that nodes made above that level
    /// imply already there are noted for the next [`EGraph::close`].
    pub fn pop_to(&mut self, level: usize) {
        let Some(mark) = self.levels.get(level) else { return };
        let (undo, assigned, shared) = (mark.undo, mark.assigned, mark.shared);
        self.pending.clear();
        if self.conflict.is_some_and(|conflict| conflict.level > level) {
            self.conflict = None;
        }
        let mut again = std::mem::take(&mut self.again);
        while self.log.len() > undo {
            match self.log.pop() {
                Some(Undo::Merge { child, child_end, end, parents }) => {
                    self.separate(child, parents as usize);
                    self.remove_edge(child_end, end);
                }
                Some(entry) => {
                    self.retract(entry);
                    again.push(entry);
                }
                None => unreachable!("the log is longer than at a level below"),
            }
        }
        self.levels.truncate(level);
        self.assigned.restore(assigned);
        self.shared_merges.restore(shared);
        for entry in again.drain(..).rev() {
            self.repeat(entry);
        }
        self.again = again;
    }

    /// Undoes the merge of `child` into its root, which is the last change to both classes that is not yet
    /// undone.
    fn separate(&mut self, child: NodeId, old_parents: usize) {
        let root = self.find(child);
        let merge = self.log.len() as u32;
        let mut moved = std::mem::take(&mut self.classes[root.index()].parents);
        for &parent in &moved[old_parents..] {
            self.remove(parent);
        }
        moved.truncate(old_parents);
        self.classes[root.index()].parents = moved;

        self.next.swap(child.index(), root.index());
        self.relabel(child, child);
        let Class { size, value, shared, .. } = self.classes[child.index()];
        let class = &mut self.classes[root.index()];
        class.size -= size;
        // No two classes have the same value or shared node: if they have it both, one got it from the other.
        if class.value == value {
            class.value = NodeId::NONE;
        }
        if class.shared == shared {
            class.shared = NodeId::NONE;
        }

        let parents = std::mem::take(&mut self.classes[child.index()].parents);
        for &parent in &parents {
            let state = self.states[parent.index()];
            if state == MOVING || state == merge {
                let hash = self.signature_hash(parent);
                self.insert(parent, hash);
            }
        }
        self.classes[child.index()].parents = parents;
    }

    /// Takes back what is to be done again at a lower level.
    fn retract(&mut self, entry: Undo) {
        match entry {
            Undo::App(node) => self.detach(node),
            Undo::Shared(node) => {
                let root = self.find(node);
                if self.classes[root.index()].shared == node {
                    self.classes[root.index()].shared = NodeId::NONE;
                }
            }
            Undo::Observed(_) | Undo::Merge { .. } => {}
        }
    }

    fn repeat(&mut self, entry: Undo) {
        match entry {
            Undo::App(node) => self.attach(node),
            Undo::Shared(node) => self.mark_shared(node),
            Undo::Observed(node) => self.observe(node),
            Undo::Merge { .. } => unreachable!("merges are not repeated"),
        }
    }
}

/// # Checking
impl EGraph {
    /// Panics if an invariant of the module comment, or one of the lists, is broken. The graph must be
    /// closed.
    pub fn check_invariants(&self) {
        let mut in_table: Vec<NodeId> = self.table.nodes().collect();
        in_table.sort_unstable();
        let expected = (0..self.nodes.len()).filter(|&index| self.states[index] == IN_TABLE).map(NodeId::new);
        assert!(in_table.iter().copied().eq(expected), "table and states differ");
        for &node in &in_table {
            assert_eq!(self.hashes[node.index()], self.signature_hash(node), "stale signature of {node:?}");
            for &arg in self.args(node) {
                assert!(self.classes[self.find(arg).index()].parents.contains(&node), "lost parent {node:?}");
            }
        }
        for index in 0..self.nodes.len() {
            let node = NodeId::new(index);
            let root = self.find(node);
            assert_eq!(self.find(root), root);
            assert_ne!(self.states[index], MOVING);
            if root == node {
                let members: Vec<NodeId> = self.members(root).collect();
                assert_eq!(members.len(), self.classes[index].size as usize);
                assert!(members.iter().all(|&member| self.find(member) == root));
                let values: Vec<NodeId> =
                    members.iter().copied().filter(|&member| self.is_value(member)).collect();
                assert_eq!(values.as_slice(), self.value(root).as_slice());
            }
            if self.func(node).is_some() && self.states[index] != IN_TABLE && self.conflict.is_none() {
                let hash = self.signature_hash(node);
                let other =
                    self.table.find(hash, |other| self.congruence(node, other)).map(|(other, _)| other);
                let value = self.sides(node).and_then(|(a, b)| self.evaluate(a, b)).map(|(value, _)| value);
                let twin = other.or(value).expect("a node that is not in the table has a twin");
                assert!(self.are_equal(node, twin), "{node:?} and {twin:?} should be equal");
            }
        }
    }
}
