//! Decisions: which variable next, and which value for it.
//!
//! *Which variable*: the one most active in recent conflicts (EVSIDS, exponential variable state independent
//! decaying sum): each conflict bumps the variables it met by an amount that grows geometrically, which is
//! the same as letting all other scores decay. Unassigned variables wait in a binary heap ordered by score,
//! ties by index, so that runs are reproducible. In focused mode without a theory the variables that
//! conflicts met last come first ([`queue`]).
//!
//! *Which value*: for theory atoms the value the theory would like, since it has a candidate model that
//! satisfies it (`theory_link.rs`); otherwise the value the variable had last (phase saving); in stable mode
//! rather the value it had in the longest conflict-free assignment lately (target phases). Now and then all
//! saved values are reset to something else (rephasing) to get out of a corner of the search space.

mod queue;

use super::rng::Rng;
use super::{Lit, SatOptions, Var};
use queue::Queue;

const RESCALE_AT: f64 = 1e150;
const DECAY: f64 = 0.95;
const ABSENT: u32 = u32::MAX;

/// Scores, the heap and the phases of all variables.
pub(crate) struct Decider {
    scores: Vec<f64>,
    /// Increment of the next bump.
    bump: f64,
    heap: Vec<Var>,
    /// Position of each variable in the heap or [`ABSENT`].
    places: Vec<u32>,
    queue: Queue,
    /// Whether the queue decides, and not the scores.
    uses_queue: bool,
    /// Whether each variable may be decided at all.
    is_decidable: Vec<bool>,
    /// Phases: 1 true, -1 false, 0 none.
    initial: Vec<i8>,
    saved: Vec<i8>,
    target: Vec<i8>,
    best: Vec<i8>,
    /// Lengths of the assignments behind `target` and `best`.
    target_len: usize,
    best_len: usize,
    default_phase: i8,
    rephases: u64,
    pub(super) rng: Rng,
}

impl Decider {
    pub(super) fn new(options: &SatOptions) -> Decider {
        Decider {
            scores: Vec::new(),
            bump: 1.0,
            heap: Vec::new(),
            places: Vec::new(),
            queue: Queue::default(),
            uses_queue: false,
            is_decidable: Vec::new(),
            initial: Vec::new(),
            saved: Vec::new(),
            target: Vec::new(),
            best: Vec::new(),
            target_len: 0,
            best_len: 0,
            default_phase: if options.default_phase { 1 } else { -1 },
            rephases: 0,
            rng: Rng::new(options.seed),
        }
    }

    pub(super) fn add_var(&mut self, is_decidable: bool) {
        let var = Var::new(self.scores.len());
        self.scores.push(0.0);
        self.places.push(ABSENT);
        self.queue.add_var();
        self.is_decidable.push(is_decidable);
        self.initial.push(self.default_phase);
        self.saved.push(self.default_phase);
        self.target.push(0);
        self.best.push(0);
        self.insert(var);
    }

    pub(super) fn score(&self, var: Var) -> f64 {
        self.scores[var.index()]
    }

    /// Says whether the queue decides from now on, or the scores.
    pub(super) fn use_queue(&mut self, uses_queue: bool) {
        self.uses_queue = uses_queue;
    }

    /// Whether `a` is more active than `b`.
    pub(super) fn is_more_active(&self, a: Var, b: Var) -> bool {
        if self.uses_queue {
            self.queue.stamp(a) > self.queue.stamp(b)
        } else {
            self.score(a) > self.score(b)
        }
    }

    /// All variables, the most active ones first.
    pub(super) fn in_order(&self) -> Vec<Var> {
        let mut vars: Vec<Var> = (0..self.scores.len()).map(Var::new).collect();
        if self.uses_queue {
            vars.sort_unstable_by_key(|&var| std::cmp::Reverse(self.queue.stamp(var)));
        } else {
            vars.sort_unstable_by(|&a, &b| self.score(b).total_cmp(&self.score(a)).then(a.cmp(&b)));
        }
        vars
    }

    /// Makes the variables that a conflict met more active.
    pub(super) fn bump_all(&mut self, vars: &mut [Var]) {
        if self.uses_queue {
            vars.sort_unstable_by_key(|&var| self.queue.stamp(var));
            vars.iter().for_each(|&var| self.queue.bump(var));
        } else {
            vars.iter().for_each(|&var| self.bump(var));
        }
    }

    /// Whether `a` is to be decided before `b`.
    #[inline]
    fn precedes(&self, a: Var, b: Var) -> bool {
        let (score_a, score_b) = (self.scores[a.index()], self.scores[b.index()]);
        score_a > score_b || (score_a == score_b && a < b)
    }

    /// Raises the score of a variable.
    fn bump(&mut self, var: Var) {
        self.scores[var.index()] += self.bump;
        if self.scores[var.index()] > RESCALE_AT {
            self.scores.iter_mut().for_each(|score| *score /= RESCALE_AT);
            self.bump /= RESCALE_AT;
            // Tiny scores may have become equal, which changes their order.
            (0..self.heap.len() / 2).rev().for_each(|place| self.sift_down(place));
        }
        let place = self.places[var.index()];
        if place != ABSENT {
            self.sift_up(place as usize);
        }
    }

    /// Makes later bumps count more than earlier ones.
    pub(super) fn decay(&mut self) {
        if !self.uses_queue {
            self.bump /= DECAY;
        }
    }

    /// A variable lost its value, which is not to be remembered.
    #[inline]
    pub(super) fn reopen(&mut self, var: Var) {
        self.queue.unassigned(var);
        self.insert(var);
    }

    /// Puts an unassigned variable (back) into the heap.
    #[inline]
    fn insert(&mut self, var: Var) {
        if self.places[var.index()] == ABSENT && self.is_decidable[var.index()] {
            self.places[var.index()] = self.heap.len() as u32;
            self.heap.push(var);
            self.sift_up(self.heap.len() - 1);
        }
    }

    /// A variable is never to be decided again.
    pub(super) fn retire(&mut self, var: Var) {
        self.is_decidable[var.index()] = false;
        let place = std::mem::replace(&mut self.places[var.index()], ABSENT);
        if place == ABSENT {
            return;
        }
        self.heap.swap_remove(place as usize);
        if let Some(&moved) = self.heap.get(place as usize) {
            self.places[moved.index()] = place;
            self.sift_up(place as usize);
            self.sift_down(self.places[moved.index()] as usize);
        }
    }

    /// A literal was removed from the trail.
    #[inline]
    pub(super) fn unassigned(&mut self, lit: Lit) {
        self.saved[lit.var().index()] = if lit.is_positive() { 1 } else { -1 };
        self.reopen(lit.var());
    }

    /// The most active variable for which `is_open` holds; the others are dropped from the heap on the way.
    /// It stays in the heap.
    pub(super) fn best_var(&mut self, is_open: impl Fn(Var) -> bool) -> Option<Var> {
        if self.uses_queue {
            let is_decidable = &self.is_decidable;
            return self.queue.best(|var| is_decidable[var.index()] && is_open(var));
        }
        while let Some(&var) = self.heap.first() {
            if is_open(var) {
                return Some(var);
            }
            self.pop();
        }
        None
    }

    /// Some variable of the heap for which `is_open` holds, if luck has it.
    pub(super) fn random_var(&mut self, is_open: impl Fn(Var) -> bool) -> Option<Var> {
        if self.heap.is_empty() {
            return None;
        }
        let place = self.rng.below(self.heap.len() as u64) as usize;
        Some(self.heap[place]).filter(|&var| is_open(var))
    }

    fn pop(&mut self) {
        let var = self.heap.swap_remove(0);
        self.places[var.index()] = ABSENT;
        if let Some(&first) = self.heap.first() {
            self.places[first.index()] = 0;
            self.sift_down(0);
        }
    }

    fn sift_up(&mut self, mut place: usize) {
        let var = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            let above = self.heap[parent];
            if !self.precedes(var, above) {
                break;
            }
            self.heap[place] = above;
            self.places[above.index()] = place as u32;
            place = parent;
        }
        self.heap[place] = var;
        self.places[var.index()] = place as u32;
    }

    fn sift_down(&mut self, mut place: usize) {
        let var = self.heap[place];
        loop {
            let left = 2 * place + 1;
            if left >= self.heap.len() {
                break;
            }
            let right = left + 1;
            let right_first = right < self.heap.len() && self.precedes(self.heap[right], self.heap[left]);
            let child = if right_first { right } else { left };
            let below = self.heap[child];
            if !self.precedes(below, var) {
                break;
            }
            self.heap[place] = below;
            self.places[below.index()] = place as u32;
            place = child;
        }
        self.heap[place] = var;
        self.places[var.index()] = place as u32;
    }

    /// The value to try for a variable; `use_target` asks for target phases.
    pub(super) fn phase(&self, var: Var, use_target: bool) -> bool {
        let target = if use_target { self.target[var.index()] } else { 0 };
        let phase = if target != 0 { target } else { self.saved[var.index()] };
        phase > 0
    }

    pub(super) fn set_initial_phase(&mut self, var: Var, value: bool) {
        let phase = if value { 1 } else { -1 };
        self.initial[var.index()] = phase;
        self.saved[var.index()] = phase;
        self.target[var.index()] = 0;
    }

    /// A conflict-free assignment: becomes the target, and the best, if it is longer than what they were made
    /// of.
    pub(super) fn record_phases(&mut self, lits: &[Lit]) {
        if lits.len() > self.target_len {
            self.target_len = lits.len();
            copy_phases(&mut self.target, lits);
        }
        if lits.len() > self.best_len {
            self.best_len = lits.len();
            copy_phases(&mut self.best, lits);
        }
    }

    /// Resets the saved phases: in turn to the best ones, the initial ones, the best, flipped ones, the best,
    /// random ones.
    pub(super) fn rephase(&mut self) {
        match self.rephases % 6 {
            1 => self.saved.copy_from_slice(&self.initial),
            3 => self.saved.iter_mut().for_each(|phase| *phase = -*phase),
            5 => {
                for phase in &mut self.saved {
                    *phase = if self.rng.below(2) == 0 { 1 } else { -1 };
                }
            }
            _ => {
                for (saved, &best) in self.saved.iter_mut().zip(&self.best) {
                    if best != 0 {
                        *saved = best;
                    }
                }
            }
        }
        self.rephases += 1;
        self.forget_targets();
    }

    /// Starts looking for long conflict-free assignments afresh.
    pub(super) fn forget_targets(&mut self) {
        self.target.fill(0);
        self.target_len = 0;
        self.best_len = 0;
    }

    /// Panics unless the heap is one and contains every variable that `is_open`.
    pub(super) fn check_invariants(&self, is_open: impl Fn(Var) -> bool) {
        self.queue.check_invariants(|var| self.is_decidable[var.index()] && is_open(var));
        for (place, &var) in self.heap.iter().enumerate() {
            assert_eq!(self.places[var.index()] as usize, place);
            assert!(place == 0 || !self.precedes(var, self.heap[(place - 1) / 2]), "heap order broken");
        }
        for (index, &place) in self.places.iter().enumerate() {
            assert!(
                place != ABSENT || !self.is_decidable[index] || !is_open(Var::new(index)),
                "unassigned variable missing from the heap"
            );
        }
    }
}

fn copy_phases(phases: &mut [i8], lits: &[Lit]) {
    for lit in lits {
        phases[lit.var().index()] = if lit.is_positive() { 1 } else { -1 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heap_yields_by_score_then_index_even_across_rescaling() {
        let mut decider = Decider::new(&SatOptions::default());
        (0..50).for_each(|_| decider.add_var(true));
        let mut rng = Rng::new(5);
        for _ in 0..20_000 {
            decider.bump(Var::new(rng.below(50) as usize));
            decider.decay();
        }
        decider.check_invariants(|_| true);
        let mut previous = None;
        while let Some(var) = decider.best_var(|_| true) {
            decider.pop();
            assert!(previous.is_none_or(|previous| decider.precedes(previous, var)));
            previous = Some(var);
        }
    }

    #[test]
    fn phases_are_saved_targeted_and_reset() {
        let mut decider = Decider::new(&SatOptions::default());
        (0..2).for_each(|_| decider.add_var(true));
        let [a, b] = [0, 1].map(Var::new);
        decider.set_initial_phase(a, true);
        assert!(decider.phase(a, true) && !decider.phase(b, true));
        decider.unassigned(a.negative());
        assert!(!decider.phase(a, false));
        decider.record_phases(&[a.positive()]);
        assert!(decider.phase(a, true) && !decider.phase(a, false));
        decider.record_phases(&[b.positive()]);
        assert!(!decider.phase(b, true), "only a longer assignment replaces the target");
    }
}
