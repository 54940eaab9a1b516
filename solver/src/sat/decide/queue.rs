//! Variables in the order in which conflicts met them last, for focused mode.
//!
//! A doubly linked list (*variable move to front*, Ryan 2004, with the search pointer of Biere and Fröhlich,
//! SAT 2015): variables of a conflict move to its end, and the last one without a value is decided. All that
//! stand behind `search` have values, or are never decided.

use crate::sat::Var;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Link {
    before: u32,
    after: u32,
    /// Grows along the list.
    stamp: u64,
}

/// See the module comment.
pub(super) struct Queue {
    links: Vec<Link>,
    first: u32,
    last: u32,
    search: u32,
    stamps: u64,
}

impl Default for Queue {
    fn default() -> Queue {
        Queue { links: Vec::new(), first: NONE, last: NONE, search: NONE, stamps: 0 }
    }
}

impl Queue {
    /// Adds the next variable, at the front: it is decided after all others.
    pub(super) fn add_var(&mut self) {
        let index = self.links.len() as u32;
        self.links.push(Link { before: NONE, after: NONE, stamp: 0 });
        self.append(index);
        self.search = index;
    }

    fn append(&mut self, index: u32) {
        self.stamps += 1;
        self.links[index as usize] = Link { before: self.last, after: NONE, stamp: self.stamps };
        match self.last {
            NONE => self.first = index,
            last => self.links[last as usize].after = index,
        }
        self.last = index;
    }

    fn remove(&mut self, index: u32) {
        let Link { before, after, .. } = self.links[index as usize];
        match before {
            NONE => self.first = after,
            before => self.links[before as usize].after = after,
        }
        match after {
            NONE => self.last = before,
            after => self.links[after as usize].before = before,
        }
    }

    /// The larger, the sooner the variable is decided.
    #[inline]
    pub(super) fn stamp(&self, var: Var) -> u64 {
        self.links[var.index()].stamp
    }

    /// Moves a variable with a value to the end.
    pub(super) fn bump(&mut self, var: Var) {
        let index = var.index() as u32;
        if self.last == index {
            return;
        }
        if self.search == index {
            // It has a value, so the search may go on before it.
            let Link { before, after, .. } = self.links[var.index()];
            self.search = if before == NONE { after } else { before };
        }
        self.remove(index);
        self.append(index);
    }

    /// A variable lost its value.
    #[inline]
    pub(super) fn unassigned(&mut self, var: Var) {
        if self.stamp(var) > self.links[self.search as usize].stamp {
            self.search = var.index() as u32;
        }
    }

    /// The last variable for which `is_open` holds.
    pub(super) fn best(&mut self, is_open: impl Fn(Var) -> bool) -> Option<Var> {
        let mut index = self.search;
        while index != NONE {
            let var = Var::new(index as usize);
            if is_open(var) {
                self.search = index;
                return Some(var);
            }
            index = self.links[index as usize].before;
        }
        None
    }

    /// Panics unless no variable for which `is_open` holds stands behind the place where the search begins.
    pub(super) fn check_invariants(&self, is_open: impl Fn(Var) -> bool) {
        let mut index = self.last;
        while index != NONE && index != self.search {
            assert!(!is_open(Var::new(index as usize)), "the search begins before an open variable");
            index = self.links[index as usize].before;
        }
    }
}
