//! Frames of contracts: which cells of an object a call may write.
//!
//! Candidates are bounds by arguments, such as `a + lo <= cell` and `cell < a + hi`. A bound is dropped if a
//! write of the body violates it, given that recursive calls respect all of them. The others are the region
//! that a call havocs. Objects without bounds are havocked as a whole.

use crate::bracket::Pair;
use crate::symbolic::calls::contracts::Numbers;
use crate::symbolic::exec::executor::Executor;
use crate::symbolic::exec::stacks::contract::{Claim, Contract, Spot};
use crate::symbolic::facts::choice::equal;
use crate::symbolic::memory::targets::Target;
use crate::symbolic::store::place::{Class, ObjectId};
use crate::symbolic::store::region::Region;
use crate::symbolic::store::state::State;
use crate::techniques::Technique;
use cfp_solver::Term;
use std::collections::BTreeSet;
use std::time::Instant;

impl Executor<'_> {
    /// The cells of a class that a call may write; nothing if it may write all cells of the object.
    pub(crate) fn frame_region(
        &mut self,
        contract: &Contract,
        (spot, class): (Spot, Class),
        target: &Target,
        numbers: &Numbers,
    ) -> Option<Region> {
        if !self.logic.is_on(Technique::Regions) {
            return None;
        }
        let bounds: Vec<&Claim> =
            contract.bounds.iter().filter(|(other, _)| *other == spot).map(|(_, claim)| claim).collect();
        let shape = self.shape(target)?;
        if bounds.is_empty() && target.member.is_none() {
            return None;
        }
        let is_only = contract.written.iter().all(|&(other, written)| other != spot || written == class);
        let place = Region::variables(&mut self.logic, shape.parts_of_place());
        let first = shape.offset(&mut self.logic, &place);
        let size = i64::from(class.size());
        // Other classes see a change wherever one of their bytes is written.
        let (first, end) = match is_only {
            true => (first, self.logic.plus_constant(first, size)),
            false => (self.logic.plus_constant(first, size - 1), self.logic.plus_constant(first, 1)),
        };
        let numbers = numbers.with_cell((first, end));
        let mut parts: Vec<Term> =
            bounds.into_iter().filter_map(|bound| self.claim(bound, &numbers)).collect();
        if let Some(member) = target.member {
            parts.push(equal(&mut self.logic, place[0], member));
        }
        let may = self.logic.all(&parts);
        let must = self.logic.terms().bool(false);
        Some(Region { place, written: Pair { may, must } })
    }

    /// Drops the bounds that a write of the body violates.
    pub(crate) fn check_bounds(
        &mut self,
        (entry, state): (&State, &State),
        key: (ObjectId, Class),
        spot: Spot,
        numbers: &Numbers,
    ) {
        let own = |(other, claim): &(Spot, Claim)| (*other == spot).then(|| claim.clone());
        let mut bounds: BTreeSet<Claim> = self.trial().kept.bounds.iter().filter_map(own).collect();
        if bounds.is_empty() {
            return;
        }
        let start = Instant::now();
        let cells = self.written_cells(entry, state, key);
        let size = i64::from(key.1.size());
        match cells {
            Some(cells) => {
                for (cell, conditions) in cells {
                    let end = self.logic.plus_constant(cell, size);
                    let numbers = numbers.with_cell((cell, end));
                    let mut path = state.path.clone();
                    path.extend(conditions);
                    for bound in self.not_kept(&path, &bounds, &numbers) {
                        bounds.remove(&bound);
                    }
                }
            }
            None => bounds.clear(),
        }
        self.logic.count_use(Technique::Regions, !bounds.is_empty(), start);
        self.trial().kept.bounds.retain(|(other, claim)| *other != spot || bounds.contains(claim));
    }

    /// The offsets of cells that a body has written, each with conditions; nothing if it may be any cell.
    fn written_cells(
        &mut self,
        entry: &State,
        state: &State,
        key: (ObjectId, Class),
    ) -> Option<Vec<(Term, Vec<Term>)>> {
        let written = self.written(*state.memory.get(&key)?, entry.memory.get(&key).copied())?;
        let mut cells = Vec::with_capacity(written.writes.len() + written.regions.len());
        for write in &written.writes {
            let [offset] = write.place[..] else { return None };
            cells.push((offset, write.conditions(&mut self.logic)));
        }
        for region in &written.regions {
            let [offset] = region.place[..] else { return None };
            cells.push((offset, vec![region.written.may]));
        }
        Some(cells)
    }
}
