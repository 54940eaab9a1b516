//! The hash table behind hash-consing: indices only, so that what they stand for is stored once.

/// Open addressing with linear probing over a power-of-two array, at most three quarters full.
///
/// Each slot has half of the hash beside the index. Most slots that do not fit are recognised by that,
/// without a look at the term, which would nearly always miss the cache; and the table grows without looking
/// at any term.
#[derive(Default)]
pub(crate) struct Table {
    slots: Vec<Slot>,
    used: usize,
}

#[derive(Clone, Copy)]
struct Slot {
    tag: u32,
    entry: u32,
}

const EMPTY: Slot = Slot { tag: 0, entry: u32::MAX };

impl Slot {
    fn is_empty(self) -> bool {
        self.entry == EMPTY.entry
    }
}

/// The half of a hash that places an entry: the upper one, which depends on all that was hashed.
fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32 ^ hash as u32
}

impl Table {
    /// The entry with this hash for which `same` holds, if there is one.
    pub(crate) fn find(&self, hash: u64, same: impl Fn(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let tag = tag(hash);
        let mask = self.slots.len() - 1;
        let mut place = tag as usize & mask;
        loop {
            let slot = self.slots[place];
            if slot.is_empty() {
                return None;
            }
            if slot.tag == tag && same(slot.entry) {
                return Some(slot.entry);
            }
            place = (place + 1) & mask;
        }
    }

    /// Adds an entry that is not there yet.
    pub(crate) fn insert(&mut self, hash: u64, entry: u32) {
        if (self.used + 1) * 4 > self.slots.len() * 3 {
            let grown = vec![EMPTY; (self.slots.len() * 2).max(64)];
            let old = std::mem::replace(&mut self.slots, grown);
            for slot in old.into_iter().filter(|slot| !slot.is_empty()) {
                self.place(slot);
            }
        }
        self.place(Slot { tag: tag(hash), entry });
        self.used += 1;
    }

    /// Removes an entry that is there.
    pub(super) fn remove(&mut self, hash: u64, entry: u32) {
        let mask = self.slots.len() - 1;
        let mut hole = tag(hash) as usize & mask;
        while self.slots[hole].entry != entry {
            hole = (hole + 1) & mask;
        }
        // Entries after the hole move into it if their search would come past it.
        let mut next = (hole + 1) & mask;
        while !self.slots[next].is_empty() {
            let home = self.slots[next].tag as usize & mask;
            if next.wrapping_sub(home) & mask >= next.wrapping_sub(hole) & mask {
                self.slots[hole] = self.slots[next];
                hole = next;
            }
            next = (next + 1) & mask;
        }
        self.slots[hole] = EMPTY;
        self.used -= 1;
    }

    fn place(&mut self, slot: Slot) {
        let mask = self.slots.len() - 1;
        let mut place = slot.tag as usize & mask;
        while !self.slots[place].is_empty() {
            place = (place + 1) & mask;
        }
        self.slots[place] = slot;
    }
}
