//! A hash table of nodes whose keys live elsewhere.
//!
//! The key of a node, its signature, changes as classes merge, and is computed from the e-graph. So the table
//! stores node and hash only, and the caller compares keys. Open addressing with linear probing; removal
//! closes the gap at once instead of leaving tombstones, since every merge and every undo removes as many
//! entries as it inserts.

use super::graph::NodeId;

#[derive(Clone, Copy)]
struct Entry {
    hash: u32,
    /// [`NodeId::NONE`] in an empty slot.
    node: NodeId,
}

const EMPTY: Entry = Entry { hash: 0, node: NodeId::NONE };

/// See the module comment.
pub(super) struct Table {
    /// A power of two of slots, at least twice as many as entries.
    slots: Vec<Entry>,
    len: usize,
}

impl Table {
    pub(super) fn new() -> Table {
        Table { slots: vec![EMPTY; 16], len: 0 }
    }

    #[inline]
    fn mask(&self) -> usize {
        self.slots.len() - 1
    }

    /// The node with this hash that the caller recognises, with what the caller has to say of it.
    #[inline]
    pub(super) fn find<R>(&self, hash: u32, recognise: impl Fn(NodeId) -> Option<R>) -> Option<(NodeId, R)> {
        let mut slot = hash as usize & self.mask();
        loop {
            let entry = self.slots[slot];
            if entry.node == NodeId::NONE {
                return None;
            }
            if entry.hash == hash
                && let Some(found) = recognise(entry.node)
            {
                return Some((entry.node, found));
            }
            slot = (slot + 1) & self.mask();
        }
    }

    /// Adds a node that is not in the table.
    #[inline]
    pub(super) fn insert(&mut self, hash: u32, node: NodeId) {
        if 2 * (self.len + 1) > self.slots.len() {
            self.grow();
        }
        self.len += 1;
        self.place(Entry { hash, node });
    }

    #[inline]
    fn place(&mut self, entry: Entry) {
        let mut slot = entry.hash as usize & self.mask();
        while self.slots[slot].node != NodeId::NONE {
            slot = (slot + 1) & self.mask();
        }
        self.slots[slot] = entry;
    }

    #[cold]
    fn grow(&mut self) {
        let double = vec![EMPTY; 2 * self.slots.len()];
        let old = std::mem::replace(&mut self.slots, double);
        for entry in old {
            if entry.node != NodeId::NONE {
                self.place(entry);
            }
        }
    }

    /// Removes a node that is in the table under this hash.
    #[inline]
    pub(super) fn remove(&mut self, hash: u32, node: NodeId) {
        let mask = self.mask();
        let mut hole = hash as usize & mask;
        while self.slots[hole].node != node {
            debug_assert_ne!(self.slots[hole].node, NodeId::NONE, "{node:?} is not in the table");
            hole = (hole + 1) & mask;
        }
        self.len -= 1;
        // Entries behind the hole move into it unless that would put them before the slot that their hash
        // asks for.
        let mut slot = hole;
        loop {
            slot = (slot + 1) & mask;
            let entry = self.slots[slot];
            if entry.node == NodeId::NONE {
                break;
            }
            let distance = slot.wrapping_sub(entry.hash as usize) & mask;
            if distance >= (slot.wrapping_sub(hole) & mask) {
                self.slots[hole] = entry;
                hole = slot;
            }
        }
        self.slots[hole] = EMPTY;
    }

    /// All nodes in the table.
    pub(super) fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.slots.iter().map(|entry| entry.node).filter(|&node| node != NodeId::NONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::rng::Rng;

    /// Hashes of few bits make long runs of probes, where closing gaps is easy to get wrong.
    #[test]
    fn agrees_with_a_list() {
        let mut rng = Rng::new(7);
        let mut table = Table::new();
        let mut list: Vec<(u32, NodeId)> = Vec::new();
        for step in 0..20_000u32 {
            let hash = rng.below(24) as u32 * 5;
            if rng.below(2) == 0 && list.len() < 60 {
                table.insert(hash, NodeId::new(step as usize));
                list.push((hash, NodeId::new(step as usize)));
            } else if !list.is_empty() {
                let (hash, node) = list.swap_remove(rng.below(list.len() as u64) as usize);
                table.remove(hash, node);
                assert_eq!(table.find(hash, |other| (other == node).then_some(())), None);
            }
            for &(hash, node) in &list {
                assert_eq!(table.find(hash, |other| (other == node).then_some(())), Some((node, ())));
            }
            assert_eq!(table.nodes().count(), list.len());
        }
    }
}
