//! Merges the atoms about one integer sum in a conjunction.
//!
//! They are collected into an interval and values that are excluded: `s <= 5 and s <= 3` is `s <= 3`,
//! `s >= 3 and s <= 3` is `s = 3`, and `s >= 3 and s != 3` is `s >= 4`. In disjunctions, which are negated
//! conjunctions, the same makes `s <= 4` of `s <= 3 or s = 4`, and `s != 4` of `s < 4 or s > 4`.

use super::atom::{FormId, Meaning};
use super::formula::{Edge, Formulas};
use crate::num::Int;
use crate::term::Terms;

/// What a conjunction says about one sum.
#[derive(Default)]
struct Known {
    lower: Option<Int>,
    upper: Option<Int>,
    excluded: Vec<Int>,
}

impl Known {
    fn at_least(&mut self, bound: Int) {
        if self.lower.as_ref().is_none_or(|lower| *lower < bound) {
            self.lower = Some(bound);
        }
    }

    fn at_most(&mut self, bound: Int) {
        if self.upper.as_ref().is_none_or(|upper| *upper > bound) {
            self.upper = Some(bound);
        }
    }

    fn add(&mut self, meaning: &Meaning, is_negated: bool) {
        match (meaning, is_negated) {
            (Meaning::AtMost(_, bound), false) => self.at_most(bound.clone()),
            (Meaning::AtMost(_, bound), true) => self.at_least(bound + Int::ONE),
            (Meaning::Equals(_, value), false) => {
                self.at_least(value.clone());
                self.at_most(value.clone());
            }
            (Meaning::Equals(_, value), true) => self.excluded.push(value.clone()),
            (Meaning::Opaque, _) => {}
        }
    }

    /// Moves bounds away from excluded values, and forgets those that the bounds exclude; `false` if nothing
    /// is left.
    fn close(&mut self) -> bool {
        self.excluded.sort();
        self.excluded.dedup();
        for value in &self.excluded {
            if self.lower.as_ref() == Some(value) {
                self.lower = Some(value + Int::ONE);
            }
        }
        for value in self.excluded.iter().rev() {
            if self.upper.as_ref() == Some(value) {
                self.upper = Some(value - Int::ONE);
            }
        }
        let (lower, upper) = (self.lower.as_ref(), self.upper.as_ref());
        if let (Some(lower), Some(upper)) = (lower, upper)
            && lower > upper
        {
            return false;
        }
        self.excluded.retain(|value| {
            lower.is_none_or(|lower| lower <= value) && upper.is_none_or(|upper| value <= upper)
        });
        true
    }
}

impl Formulas {
    /// Joins what the parts of a conjunction say about the same sums. `None` if that is contradictory; else
    /// whether anything changed.
    pub(super) fn merge_bounds(&mut self, terms: &mut Terms, parts: &mut Vec<Edge>) -> Option<bool> {
        let mut about: Vec<(FormId, usize)> = Vec::new();
        for (place, &part) in parts.iter().enumerate() {
            if let Some(form) = self.atom(part).and_then(|atom| atom.meaning.form()) {
                about.push((form, place));
            }
        }
        about.sort_unstable();
        let mut new: Vec<(FormId, Known)> = Vec::new();
        let mut replaced: Vec<usize> = Vec::new();
        for group in about.chunk_by(|left, right| left.0 == right.0).filter(|group| group.len() > 1) {
            let mut known = Known::default();
            for &(_, place) in group {
                let atom = self.atom(parts[place]).expect("only atoms are about sums");
                known.add(&atom.meaning, parts[place].is_negated());
            }
            if !known.close() {
                return None;
            }
            let bounds = known.lower.is_some() as usize + known.upper.is_some() as usize;
            let is_fixed = known.lower.is_some() && known.lower == known.upper;
            if known.excluded.len() + if is_fixed { 1 } else { bounds } < group.len() {
                replaced.extend(group.iter().map(|&(_, place)| place));
                new.push((group[0].0, known));
            }
        }
        if new.is_empty() {
            return Some(false);
        }
        replaced.sort_unstable_by(|left, right| right.cmp(left));
        for place in replaced {
            parts.swap_remove(place);
        }
        for (form, known) in new {
            match (known.lower, known.upper) {
                (Some(lower), Some(upper)) if lower == upper => {
                    parts.push(self.equals(terms, form, lower));
                }
                (lower, upper) => {
                    if let Some(lower) = lower {
                        parts.push(!self.at_most(terms, form, lower - Int::ONE));
                    }
                    if let Some(upper) = upper {
                        parts.push(self.at_most(terms, form, upper));
                    }
                }
            }
            for value in known.excluded {
                parts.push(!self.equals(terms, form, value));
            }
        }
        Some(true)
    }
}
