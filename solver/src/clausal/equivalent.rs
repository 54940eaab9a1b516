//! Equivalent literals: those that imply each other through binary clauses become one.
//!
//! The strongly connected components of the implications are found by Tarjan's algorithm, on an explicit
//! stack. Each component has a mirror image of the negated literals; a literal in a component with its own
//! negation is a contradiction.

use super::simplify::Simplifier;
use crate::sat::{Lit, Var};

const UNSEEN: u32 = u32::MAX;
/// The number of literals of components that are complete.
const DONE: u32 = u32::MAX - 1;

/// Which literals each literal implies.
struct Implications {
    starts: Vec<u32>,
    implied: Vec<Lit>,
}

impl Implications {
    fn new(num_lits: usize, binaries: &[[Lit; 2]]) -> Implications {
        let mut starts = vec![0u32; num_lits + 1];
        let both = || binaries.iter().flat_map(|&[a, b]| [(!a, b), (!b, a)]);
        both().for_each(|(from, _)| starts[from.index() + 1] += 1);
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut ends = starts.clone();
        let mut implied = vec![Lit::from_index(0); 2 * binaries.len()];
        for (from, to) in both() {
            let end = &mut ends[from.index()];
            implied[*end as usize] = to;
            *end += 1;
        }
        Implications { starts, implied }
    }

    fn get(&self, lit: Lit, place: u32) -> Option<Lit> {
        let at = self.starts[lit.index()] + place;
        (at < self.starts[lit.index() + 1]).then(|| self.implied[at as usize])
    }

    /// Calls a function with each component of several literals.
    fn components(&self, mut call: impl FnMut(&[Lit])) {
        let num_lits = self.starts.len() - 1;
        // The number of each literal in the order of the search, and the lowest number it reaches.
        let mut numbers = vec![UNSEEN; num_lits];
        let mut next_number = 0;
        let (mut path, mut open): (Vec<(Lit, u32, u32)>, Vec<Lit>) = (Vec::new(), Vec::new());
        for root in (0..num_lits).map(Lit::from_index) {
            if numbers[root.index()] != UNSEEN || self.get(root, 0).is_none() {
                continue;
            }
            path.push((root, 0, next_number));
            while let Some((lit, place, lowest)) = path.last_mut() {
                let lit = *lit;
                if *place == 0 && numbers[lit.index()] == UNSEEN {
                    numbers[lit.index()] = next_number;
                    *lowest = next_number;
                    next_number += 1;
                    open.push(lit);
                }
                if let Some(implied) = self.get(lit, *place) {
                    *place += 1;
                    match numbers[implied.index()] {
                        UNSEEN => path.push((implied, 0, 0)),
                        DONE => {}
                        number => *lowest = number.min(*lowest),
                    }
                    continue;
                }
                let lowest = *lowest;
                path.pop();
                if lowest == numbers[lit.index()] {
                    let start = open.iter().rposition(|&other| other == lit).expect("it is open");
                    let component = open.split_off(start);
                    component.iter().for_each(|other| numbers[other.index()] = DONE);
                    if component.len() > 1 {
                        call(&component);
                    }
                } else if let Some((_, _, above)) = path.last_mut() {
                    *above = lowest.min(*above);
                }
            }
        }
    }
}

impl Simplifier {
    /// Replaces literals by equivalent ones, given further binary clauses that hold. `false` if there is a
    /// contradiction.
    pub(super) fn merge_equivalent(&mut self, more: &[[Lit; 2]]) -> bool {
        let own = self.clauses.iter().filter(|clause| clause.lits.len() == 2);
        let mut binaries: Vec<[Lit; 2]> = own.map(|clause| [clause.lits[0], clause.lits[1]]).collect();
        binaries.extend(more.iter().filter(|pair| pair.iter().all(|&lit| self.is_open_lit(lit))));
        self.work += 4 * binaries.len() as u64;
        let mut merged: Vec<(Var, Lit)> = Vec::new();
        let mut is_inconsistent = false;
        Implications::new(self.occurrences.len(), &binaries).components(|component| {
            let keeper = component.iter().copied().min_by_key(|lit| (!self.is_frozen(lit.var()), lit.var()));
            let keeper = keeper.expect("a component is not empty");
            for &lit in component {
                is_inconsistent |= lit == !keeper;
                // The mirror image of the component says the same of the negated literals.
                if lit.is_positive() && lit.var() != keeper.var() && !self.is_frozen(lit.var()) {
                    merged.push((lit.var(), keeper));
                }
            }
        });
        if is_inconsistent {
            self.contradict();
            return false;
        }
        merged.iter().for_each(|&(var, lit)| self.replace(var, lit));
        self.propagate()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_found_with_their_mirror_images() {
        let [a, b, c, d] = [0, 1, 2, 3].map(|index| Var::new(index).positive());
        // a -> b -> c -> a, c -> d.
        let binaries = [[!a, b], [!b, c], [!c, a], [!c, d]];
        let mut found = Vec::new();
        Implications::new(8, &binaries).components(|component| {
            let mut component = component.to_vec();
            component.sort_unstable();
            found.push(component);
        });
        found.sort_unstable();
        assert_eq!(found, [vec![a, b, c], vec![!a, !b, !c]]);
    }

    #[test]
    fn a_ring_of_implications_is_one_variable_in_the_end() {
        let lits: Vec<Lit> = (0..20).map(|index| Var::new(index).lit(index % 3 > 0)).collect();
        let mut simplifier = Simplifier::new(20, &[lits[7]]);
        for index in 0..20 {
            simplifier.add(&[!lits[index], lits[(index + 1) % 20]]);
        }
        assert!(simplifier.merge_equivalent(&[]));
        simplifier.for_each_clause(|clause| panic!("{clause:?} is left"));
        let merged = (0..20).filter(|&index| simplifier.is_eliminated(Var::new(index))).count();
        assert_eq!(merged, 19);
        for value in [false, true] {
            let mut model = vec![false; 20];
            model[7] = (lits[7].is_positive()) == value;
            simplifier.extension().complete(&mut model);
            assert!(lits.iter().all(|lit| (model[lit.var().index()] == lit.is_positive()) == value));
        }
    }

    #[test]
    fn a_literal_equivalent_to_its_negation_is_a_contradiction() {
        let [a, b] = [0, 1].map(|index| Var::new(index).positive());
        let mut simplifier = Simplifier::new(2, &[]);
        simplifier.add(&[!a, b]);
        simplifier.add(&[!b, !a]);
        simplifier.add(&[a, b]);
        assert!(!simplifier.merge_equivalent(&[[a, !b]]));
    }
}
