//! The hash table behind hash-consing: indices of terms only, so that operators and arguments are stored once.

/// Open addressing with linear probing over a power-of-two array; `EMPTY` marks a free slot.
#[derive(Default)]
pub(super) struct Table {
    slots: Vec<u32>,
    used: usize,
}

const EMPTY: u32 = u32::MAX;

impl Table {
    /// The entry with this hash for which `same` holds, if there is one.
    pub(super) fn find(&self, hash: u64, same: impl Fn(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != EMPTY {
            if same(self.slots[slot]) {
                return Some(self.slots[slot]);
            }
            slot = (slot + 1) & mask;
        }
        None
    }

    /// Adds an entry that is not there yet. `hash_of` gives the hash of any entry, for when the table grows.
    pub(super) fn insert(&mut self, hash: u64, entry: u32, hash_of: impl Fn(u32) -> u64) {
        if (self.used + 1) * 4 > self.slots.len() * 3 {
            let grown = vec![EMPTY; (self.slots.len() * 2).max(64)];
            let old = std::mem::replace(&mut self.slots, grown);
            for entry in old.into_iter().filter(|&entry| entry != EMPTY) {
                self.place(hash_of(entry), entry);
            }
        }
        self.place(hash, entry);
        self.used += 1;
    }

    fn place(&mut self, hash: u64, entry: u32) {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != EMPTY {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = entry;
    }
}
