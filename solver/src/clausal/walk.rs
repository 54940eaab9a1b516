//! Local search: an assignment in which few clauses are false is changed variable by variable.
//!
//! Each step takes a false clause at random and changes one of its variables, with a probability that falls
//! with the number of clauses that become false by that (as ProbSAT does). This finds models of formulas
//! without structure far sooner than a search with conflicts; of others it seldom finds one. So it goes on
//! only as long as it comes closer.

use crate::limits::Budget;
use crate::sat::Lit;
use crate::sat::rng::Rng;

/// Ticks of one stretch. After a stretch without progress the walk ends.
const STRETCH: u64 = 8_000_000;
/// With at most so many false clauses a model may be near, progress or not.
const FEW: usize = 12;
/// Larger numbers of clauses that become false are all as unlikely.
const MAX_BREAKS: usize = 40;

/// The state of a walk.
struct Walk {
    /// The clauses, one after the other, and where each begins; one more at the end.
    lits: Vec<Lit>,
    starts: Vec<u32>,
    /// The clauses in which each literal occurs, one literal after the other, and where each begins.
    occurrences: Vec<u32>,
    firsts: Vec<u32>,
    values: Vec<bool>,
    /// Of each clause: how many literals are true, and the exclusive or of their indices.
    true_counts: Vec<u32>,
    true_lits: Vec<u32>,
    /// Of each variable: how many clauses become false if it changes.
    breaks: Vec<u32>,
    /// The false clauses, and the position of each among them.
    falses: Vec<u32>,
    places: Vec<u32>,
    /// The weight of a variable by its breaks.
    weights: [f64; MAX_BREAKS],
}

/// How a walk ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Walked {
    /// At a model.
    Model(Vec<bool>),
    /// Near one, perhaps: few clauses were false.
    Near,
    /// Far from any.
    Far,
}

/// Looks for a model of these clauses from an assignment, for so many ticks at most. Clauses are not empty,
/// and have no literal twice.
pub(super) fn walk(
    values: Vec<bool>,
    clauses: &[Vec<Lit>],
    seed: u64,
    max_ticks: u64,
    budget: &mut Budget,
) -> Walked {
    let mut walk = Walk::new(values, clauses);
    let mut rng = Rng::new(seed);
    let mut fewest = walk.falses.len();
    let mut total = 0;
    while total < max_ticks {
        let before = fewest;
        let mut ticks = 0;
        while ticks < STRETCH {
            if walk.falses.is_empty() {
                let model = budget.spend(ticks).then(|| walk.into_model(clauses)).flatten();
                return model.map_or(Walked::Near, Walked::Model);
            }
            ticks += walk.step(&mut rng);
            fewest = fewest.min(walk.falses.len());
        }
        total += ticks;
        let is_closer = fewest * 10 <= before * 9;
        if !budget.spend(ticks) || (fewest > FEW && !is_closer) {
            break;
        }
    }
    if fewest <= FEW { Walked::Near } else { Walked::Far }
}

impl Walk {
    fn new(values: Vec<bool>, clauses: &[Vec<Lit>]) -> Walk {
        let num_vars = values.len();
        let lits: Vec<Lit> = clauses.iter().flatten().copied().collect();
        let mut starts = vec![0];
        let mut firsts = vec![0u32; 2 * num_vars + 1];
        for clause in clauses {
            starts.push(starts[starts.len() - 1] + clause.len() as u32);
            clause.iter().for_each(|lit| firsts[lit.index() + 1] += 1);
        }
        for index in 1..firsts.len() {
            firsts[index] += firsts[index - 1];
        }
        let mut ends = firsts.clone();
        let mut occurrences = vec![0; lits.len()];
        for (index, clause) in clauses.iter().enumerate() {
            for lit in clause {
                occurrences[ends[lit.index()] as usize] = index as u32;
                ends[lit.index()] += 1;
            }
        }
        let base = base(lits.len() as f64 / clauses.len().max(1) as f64);
        let mut weights = [1.0; MAX_BREAKS];
        for index in 1..MAX_BREAKS {
            weights[index] = weights[index - 1] / base;
        }
        let mut walk = Walk {
            lits,
            starts,
            occurrences,
            firsts,
            values,
            true_counts: vec![0; clauses.len()],
            true_lits: vec![0; clauses.len()],
            breaks: vec![0; num_vars],
            falses: Vec::new(),
            places: vec![0; clauses.len()],
            weights,
        };
        for (index, clause) in clauses.iter().enumerate() {
            walk.add_false(index as u32);
            for &lit in clause {
                if walk.values[lit.var().index()] == lit.is_positive() {
                    walk.make_true(index as u32, lit);
                }
            }
        }
        walk
    }

    fn add_false(&mut self, clause: u32) {
        self.places[clause as usize] = self.falses.len() as u32;
        self.falses.push(clause);
    }

    /// A literal of a clause has become true.
    fn make_true(&mut self, clause: u32, lit: Lit) {
        let index = clause as usize;
        self.true_counts[index] += 1;
        match self.true_counts[index] {
            1 => {
                self.breaks[lit.var().index()] += 1;
                let place = self.places[index];
                self.falses.swap_remove(place as usize);
                if let Some(&moved) = self.falses.get(place as usize) {
                    self.places[moved as usize] = place;
                }
            }
            2 => self.breaks[Lit::from_index(self.true_lits[index] as usize).var().index()] -= 1,
            _ => {}
        }
        self.true_lits[index] ^= lit.index() as u32;
    }

    /// A literal of a clause has become false.
    fn make_false(&mut self, clause: u32, lit: Lit) {
        let index = clause as usize;
        self.true_counts[index] -= 1;
        self.true_lits[index] ^= lit.index() as u32;
        match self.true_counts[index] {
            0 => {
                self.breaks[lit.var().index()] -= 1;
                self.add_false(clause);
            }
            1 => self.breaks[Lit::from_index(self.true_lits[index] as usize).var().index()] += 1,
            _ => {}
        }
    }

    /// Changes one variable of a false clause. Returns the ticks.
    fn step(&mut self, rng: &mut Rng) -> u64 {
        let clause = self.falses[rng.below(self.falses.len() as u64) as usize] as usize;
        let range = self.starts[clause] as usize..self.starts[clause + 1] as usize;
        let weight = |lit: &Lit| self.weights[(self.breaks[lit.var().index()] as usize).min(MAX_BREAKS - 1)];
        let total: f64 = self.lits[range.clone()].iter().map(weight).sum();
        let mut rest = total * (rng.below(1 << 53) as f64 / (1u64 << 53) as f64);
        let mut chosen = self.lits[range.end - 1];
        for lit in &self.lits[range.clone()] {
            rest -= weight(lit);
            if rest < 0.0 {
                chosen = *lit;
                break;
            }
        }
        range.len() as u64 + self.flip(chosen)
    }

    /// Makes a literal true. Returns the ticks.
    fn flip(&mut self, lit: Lit) -> u64 {
        self.values[lit.var().index()] = lit.is_positive();
        let [gaining, losing] = [lit, !lit].map(|lit| self.firsts[lit.index()]..self.firsts[lit.index() + 1]);
        let ticks = 1 + gaining.len() + losing.len();
        for place in gaining {
            self.make_true(self.occurrences[place as usize], lit);
        }
        for place in losing {
            self.make_false(self.occurrences[place as usize], !lit);
        }
        ticks as u64
    }

    /// The assignment, if it is a model.
    fn into_model(self, clauses: &[Vec<Lit>]) -> Option<Vec<bool>> {
        let is_true = |lit: &Lit| self.values[lit.var().index()] == lit.is_positive();
        clauses.iter().all(|clause| clause.iter().any(is_true)).then_some(self.values)
    }
}

/// How much less likely a change is for each clause that it breaks, by the length of clauses. The values
/// are those that were found best for uniform formulas, with lines between them.
fn base(length: f64) -> f64 {
    const BASES: [(f64, f64); 6] = [(0.0, 2.0), (3.0, 2.5), (4.0, 2.85), (5.0, 3.7), (6.0, 5.1), (7.0, 5.4)];
    for pair in BASES.windows(2) {
        let [(from, low), (to, high)] = [pair[0], pair[1]];
        if length <= to {
            return low + (high - low) * (length - from) / (to - from);
        }
    }
    BASES[BASES.len() - 1].1
}
