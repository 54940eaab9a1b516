//! Factoring: common parts of the disjunctions of a conjunction.
//!
//! Rules are stated for conjunctions of disjunctions; since a disjunction is a negated conjunction, they
//! apply to disjunctions of conjunctions, too.

use super::formula::{Edge, Formulas};
use crate::term::Terms;
use fxhash::FxHashMap;

impl Formulas {
    /// Takes a common part out of disjunctions: `(a or b) and (a or c)` is `a or (b and c)`, which has one
    /// `a` less. The part that saves most leaves is taken, the first in order if there are several. Says
    /// whether there was one.
    pub(super) fn factor(&mut self, terms: &mut Terms, parts: &mut Vec<Edge>) -> bool {
        let mut counts: FxHashMap<Edge, u64> = FxHashMap::default();
        let mut disjunctions = 0;
        for refutation in parts.iter().filter_map(|&part| self.refutation(part)) {
            disjunctions += 1;
            for &negated in refutation {
                *counts.entry(negated).or_default() += 1;
            }
        }
        if disjunctions < 2 {
            return false;
        }
        let saved = |(edge, count): (&Edge, &u64)| (count - 1).saturating_mul(self.leaves(*edge));
        // The order of the map does not matter: ties are broken by an order without ties.
        let common = counts
            .iter()
            .filter(|(_, count)| **count > 1)
            .max_by(|&left, &right| {
                saved(left).cmp(&saved(right)).then_with(|| self.compare(*right.0, *left.0))
            })
            .map(|(&edge, _)| edge);
        let Some(common) = common else { return false };
        let mut rests = Vec::new();
        parts.retain(|&part| match self.refutation(part) {
            Some(refutation) if refutation.contains(&common) => {
                rests.push(refutation.iter().copied().filter(|&edge| edge != common).collect::<Vec<Edge>>());
                false
            }
            _ => true,
        });
        let rests: Vec<Edge> = rests.iter().map(|rest| !self.and(terms, rest)).collect();
        let rest = self.and(terms, &rests);
        parts.push(!self.and(terms, &[common, !rest]));
        true
    }

    /// Makes one formula of two disjunctions of complementary parts: `(a or b) and (not a or not b)` is
    /// `(xor a b)`. Says whether there were such.
    ///
    /// The same could be done to make `(ite c b a)` of `(c or a) and (not c or b)`. It is not: of a chain of
    /// implications it would make something that nobody wrote, and of which chain depends on what else is
    /// known at the time.
    pub(super) fn pair_up(&mut self, parts: &mut Vec<Edge>) -> bool {
        let pair_of = |this: &Formulas, part: Edge| match this.refutation(part) {
            Some(&[first, second]) => Some((first.min(second), first.max(second))),
            _ => None,
        };
        let mut places: FxHashMap<(Edge, Edge), usize> = FxHashMap::default();
        for (place, &part) in parts.iter().enumerate() {
            let Some((first, second)) = pair_of(self, part) else { continue };
            // The order of a pair stays the same when both are negated, unless they are negations of each
            // other.
            if let Some(&other) = places.get(&(!first, !second)) {
                parts.swap_remove(place);
                parts[other] = self.xor(first, second);
                return true;
            }
            places.insert((first, second), place);
        }
        false
    }
}
