//! Subsumption: clauses that contain another are superfluous, and clauses that contain another but for the
//! sign of one literal can do without that literal.

use super::simplify::Simplifier;
use crate::limits::Budget;
use crate::sat::Lit;

/// Literals with more occurrences are not searched for clauses that contain another.
const MAX_CANDIDATES: usize = 2_000;

/// How a clause is related to a longer one.
#[derive(Debug, PartialEq, Eq)]
enum Relation {
    /// The longer one contains it.
    Subsumes,
    /// The longer one contains it but for this literal, whose negation it has.
    Strengthens(Lit),
    Unrelated,
}

impl Simplifier {
    /// Compares the clauses that are new or have become shorter with all others; `false` if the work is too
    /// much.
    pub(super) fn compare_queued(&mut self, budget: &mut Budget) -> bool {
        while let Some(id) = self.queue.pop_front() {
            self.clauses[id as usize].is_queued = false;
            if !self.clauses[id as usize].is_deleted {
                self.compare(id);
            }
            if !self.propagate() || !self.is_open(budget) {
                return false;
            }
        }
        true
    }

    fn compare(&mut self, id: u32) {
        let count = |lit: &Lit| self.occurrences[lit.index()].len() + self.occurrences[(!*lit).index()].len();
        let Some(best) = self.clauses[id as usize].lits.iter().copied().min_by_key(count) else { return };
        if count(&best) > MAX_CANDIDATES {
            return;
        }
        let candidates: Vec<u32> =
            [best, !best].iter().flat_map(|lit| self.occurrences[lit.index()].iter().copied()).collect();
        self.work += candidates.len() as u64;
        for other in candidates {
            let (this, that) = (&self.clauses[id as usize], &self.clauses[other as usize]);
            let is_possible = other != id
                && !this.is_deleted
                && !that.is_deleted
                && this.lits.len() <= that.lits.len()
                && this.signature & !that.signature == 0;
            if !is_possible {
                continue;
            }
            let relation = relate(&this.lits, &that.lits);
            self.work += that.lits.len() as u64;
            match relation {
                Relation::Subsumes => self.delete(other),
                Relation::Strengthens(lit) => self.strengthen(other, lit),
                Relation::Unrelated => {}
            }
        }
    }
}

/// How a clause is related to another that is not shorter; the literals of both are in increasing order.
fn relate(short: &[Lit], long: &[Lit]) -> Relation {
    let mut flipped = None;
    let mut rest = long.iter();
    for &lit in short {
        let Some(&found) = rest.find(|other| other.var() >= lit.var()) else { return Relation::Unrelated };
        if found == lit {
            continue;
        }
        if found != !lit || flipped.replace(found).is_some() {
            return Relation::Unrelated;
        }
    }
    flipped.map_or(Relation::Subsumes, Relation::Strengthens)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::Var;

    #[test]
    fn clauses_are_compared_up_to_one_sign() {
        let [a, b, c] = [0, 1, 2].map(|index| Var::new(index).positive());
        assert_eq!(relate(&[a, c], &[a, b, c]), Relation::Subsumes);
        assert_eq!(relate(&[a, !c], &[a, b, c]), Relation::Strengthens(c));
        assert_eq!(relate(&[!a, !c], &[a, b, c]), Relation::Unrelated);
        assert_eq!(relate(&[b, c], &[a, b]), Relation::Unrelated);
    }
}
