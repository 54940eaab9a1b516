//! An assignment, which atoms and clauses are true in it, and what a change of one variable makes of them.

use super::formula::{Formula, Literal};

/// What a false clause counts in a score, for each unit of its weight. One that comes nearer counts less.
pub(super) const UNIT: i64 = 64;
/// Weights grow no further.
const MAX_WEIGHT: i64 = 1 << 20;

/// Lists of equal kind, one after the other.
struct Lists<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Lists<T> {
    /// Lists by index, from pairs of index and item.
    fn new(count: usize, pairs: impl Iterator<Item = (usize, T)> + Clone) -> Lists<T> {
        let mut starts = vec![0u32; count + 1];
        pairs.clone().for_each(|(index, _)| starts[index + 1] += 1);
        for index in 0..count {
            starts[index + 1] += starts[index];
        }
        let mut ends = starts.clone();
        let mut items: Vec<T> = Vec::new();
        if let Some((_, first)) = pairs.clone().next() {
            items = vec![first; starts[count] as usize];
        }
        for (index, item) in pairs {
            items[ends[index] as usize] = item;
            ends[index] += 1;
        }
        Lists { starts, items }
    }

    fn get(&self, index: usize) -> &[T] {
        &self.items[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

/// See the module comment.
pub(super) struct State {
    pub(super) formula: Formula,
    /// The atoms of each variable, with its coefficient.
    atoms_of: Lists<(u32, i64)>,
    /// The clauses of each literal.
    clauses_of: Lists<u32>,
    /// The clause that is just this literal, if there is one.
    unit_of: Vec<Option<u32>>,
    pub(super) values: Vec<i64>,
    /// The sum of each atom minus its bound. No sum of products of moderate numbers overflows.
    sums: Vec<i128>,
    true_counts: Vec<u32>,
    weights: Vec<i64>,
    /// The false clauses, and the position of each among them.
    falses: Vec<u32>,
    places: Vec<u32>,
    /// By clause, while a change is scored: how many more literals become true.
    changes: Vec<i32>,
    touched: Vec<u32>,
    /// Work done that is not booked yet.
    pub(super) ticks: u64,
}

/// Whether an atom is true if its sum exceeds the bound by so much.
fn holds(is_equation: bool, excess: i128) -> bool {
    if is_equation { excess == 0 } else { excess <= 0 }
}

impl State {
    /// All variables are zero, or as near to it as their ranges allow.
    pub(super) fn new(formula: Formula) -> State {
        let atoms = formula.atoms.iter().enumerate();
        let uses = atoms.flat_map(|(index, atom)| {
            atom.terms.iter().map(move |&(var, coefficient)| (var as usize, (index as u32, coefficient)))
        });
        let atoms_of = Lists::new(formula.ranges.len(), uses);
        let clauses = formula.clauses.iter().enumerate();
        let uses =
            clauses.flat_map(|(index, lits)| lits.iter().map(move |lit| (lit.0 as usize, index as u32)));
        let clauses_of = Lists::new(2 * formula.atoms.len(), uses);
        let mut unit_of = vec![None; 2 * formula.atoms.len()];
        for (index, clause) in formula.clauses.iter().enumerate() {
            if let [lit] = **clause {
                unit_of[lit.0 as usize] = Some(index as u32);
            }
        }
        let values: Vec<i64> = formula.ranges.iter().map(|&[low, high]| 0.clamp(low, high)).collect();
        let num_clauses = formula.clauses.len();
        let mut state = State {
            atoms_of,
            clauses_of,
            unit_of,
            values,
            sums: Vec::new(),
            true_counts: vec![0; num_clauses],
            weights: vec![1; num_clauses],
            falses: Vec::new(),
            places: vec![0; num_clauses],
            changes: vec![0; num_clauses],
            touched: Vec::new(),
            ticks: 0,
            formula,
        };
        state.ticks = (state.atoms_of.items.len() + state.clauses_of.items.len()) as u64;
        state.evaluate();
        state
    }

    fn evaluate(&mut self) {
        let product = |&(var, coefficient): &(u32, i64)| {
            i128::from(self.values[var as usize]) * i128::from(coefficient)
        };
        let excess = self.formula.atoms.iter();
        let excess = excess.map(|atom| atom.terms.iter().map(product).sum::<i128>() - i128::from(atom.bound));
        self.sums = excess.collect();
        for clause in 0..self.formula.clauses.len() {
            let lits = self.formula.clauses[clause].iter();
            self.true_counts[clause] = lits.filter(|&&lit| self.is_true(lit)).count() as u32;
            if self.true_counts[clause] == 0 {
                self.add_false(clause as u32);
            }
        }
    }

    pub(super) fn is_true(&self, lit: Literal) -> bool {
        let atom = &self.formula.atoms[lit.atom()];
        holds(atom.is_equation, self.sums[lit.atom()]) != lit.is_negated()
    }

    /// By how much the sum of an atom exceeds its bound.
    pub(super) fn excess(&self, atom: usize) -> i128 {
        self.sums[atom]
    }

    /// The clauses that are false.
    pub(super) fn falses(&self) -> &[u32] {
        &self.falses
    }

    fn add_false(&mut self, clause: u32) {
        self.places[clause as usize] = self.falses.len() as u32;
        self.falses.push(clause);
    }

    fn remove_false(&mut self, clause: u32) {
        let place = self.places[clause as usize] as usize;
        self.falses.swap_remove(place);
        if let Some(&moved) = self.falses.get(place) {
            self.places[moved as usize] = place as u32;
        }
    }

    /// How much better it would be to add this to a variable.
    pub(super) fn score(&mut self, var: u32, step: i64) -> i64 {
        let mut nearer = 0;
        let uses = self.atoms_of.get(var as usize);
        self.ticks += 1 + uses.len() as u64;
        for &(atom, coefficient) in uses {
            let before = self.sums[atom as usize];
            let after = before + i128::from(coefficient) * i128::from(step);
            let is_equation = self.formula.atoms[atom as usize].is_equation;
            let [was, is] = [before, after].map(|excess| holds(is_equation, excess));
            if was != is {
                let [gaining, losing] = [!is, is].map(|negated| 2 * atom as usize + usize::from(negated));
                for (lit, change) in [(gaining, 1), (losing, -1)] {
                    let clauses = self.clauses_of.get(lit);
                    self.ticks += clauses.len() as u64;
                    for &clause in clauses {
                        self.changes[clause as usize] += change;
                        self.touched.push(clause);
                    }
                }
            } else if let Some(clause) = self.unit_of[2 * atom as usize + usize::from(is)] {
                // A constraint that is false and remains so: coming nearer counts, too.
                let distance = |excess: i128| (excess - i128::from(is)).unsigned_abs() as f64;
                let [old, new] = [before, after].map(distance);
                let part = (old - new) / old.max(new).max(1.0);
                nearer += (self.weights[clause as usize] as f64 * part * (UNIT - 1) as f64) as i64;
            }
        }
        nearer + self.score_of_touched()
    }

    fn score_of_touched(&mut self) -> i64 {
        let mut score = 0;
        for clause in self.touched.drain(..) {
            let clause = clause as usize;
            let change = std::mem::take(&mut self.changes[clause]);
            let count = self.true_counts[clause] as i32;
            match (count > 0, count + change > 0) {
                (false, true) => score += self.weights[clause] * UNIT,
                // A clause that is met again has no change left.
                (true, false) => score -= self.weights[clause] * UNIT,
                _ => {}
            }
        }
        score
    }

    /// Adds this to a variable.
    pub(super) fn change(&mut self, var: u32, step: i64) {
        self.values[var as usize] += step;
        let range = self.atoms_of.starts[var as usize]..self.atoms_of.starts[var as usize + 1];
        self.ticks += 1 + range.len() as u64;
        for place in range {
            let (atom, coefficient) = self.atoms_of.items[place as usize];
            let before = self.sums[atom as usize];
            let after = before + i128::from(coefficient) * i128::from(step);
            self.sums[atom as usize] = after;
            let is_equation = self.formula.atoms[atom as usize].is_equation;
            let is = holds(is_equation, after);
            if holds(is_equation, before) != is {
                self.turn(2 * atom as usize + usize::from(!is), true);
                self.turn(2 * atom as usize + usize::from(is), false);
            }
        }
    }

    /// A literal has become true, or false.
    fn turn(&mut self, lit: usize, is_true: bool) {
        let range = self.clauses_of.starts[lit]..self.clauses_of.starts[lit + 1];
        self.ticks += range.len() as u64;
        for place in range {
            let clause = self.clauses_of.items[place as usize];
            let count = &mut self.true_counts[clause as usize];
            if is_true {
                *count += 1;
                if *count == 1 {
                    self.remove_false(clause);
                }
            } else {
                *count -= 1;
                if *count == 0 {
                    self.add_false(clause);
                }
            }
        }
    }

    /// False clauses get more weight.
    pub(super) fn raise_weights(&mut self) {
        self.ticks += self.falses.len() as u64;
        for &clause in &self.falses {
            let weight = &mut self.weights[clause as usize];
            *weight = (*weight + 1).min(MAX_WEIGHT);
        }
    }

    /// True clauses lose some of the weight that they got.
    pub(super) fn smooth_weights(&mut self) {
        self.ticks += self.weights.len() as u64;
        for (weight, count) in self.weights.iter_mut().zip(&self.true_counts) {
            if *count > 0 && *weight > 1 {
                *weight -= 1;
            }
        }
    }
}
