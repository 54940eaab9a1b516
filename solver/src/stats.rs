//! The counters of one check; each module contributes its own.

/// Name and value of each counter.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    counters: Vec<(&'static str, u64)>,
}

impl Statistics {
    /// The counters by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.counters.iter().copied()
    }

    /// Names and values.
    pub(crate) fn counters(&self) -> &[(&'static str, u64)] {
        &self.counters
    }

    /// Adds counters.
    pub fn extend(&mut self, counters: &[(&'static str, u64)]) {
        self.counters.extend_from_slice(counters);
    }
}
