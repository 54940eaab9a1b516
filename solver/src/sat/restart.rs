//! Restarts: when to undo all decisions and begin again with updated heuristics.
//!
//! Two modes alternate, after CaDiCaL. *Focused* mode restarts whenever recent learned clauses are worse
//! (higher glue) than the long-run average; this is what refutations like. *Stable* mode follows the
//! reluctant-doubling sequence of Knuth (1, 1, 2, 1, 1, 2, 4, …), restarts rarely and decides by target
//! phases; this is what models like. The first switch comes after a number of conflicts; the work (in ticks)
//! of that first phase, times the square of the phase number, is the length of the others.
//!
//! With a theory attached, every level undone is a level that the theory must rebuild, so restarts are rarer,
//! and a restart keeps the levels that would be decided the same way again (*trail reuse*).

use super::theory::Theory;
use super::{SatOptions, SatSolver};

/// Conflicts between two restarts in focused mode, at least.
const INTERVAL: u64 = 2;
/// The same when there are theory atoms.
const THEORY_INTERVAL: u64 = 10;
/// Recent glue must exceed the average by this factor.
const MARGIN: f64 = 1.10;
/// Unit of reluctant doubling in stable mode, in conflicts.
const STABLE_PERIOD: u64 = 1024;
/// Conflicts before the first change of mode.
const FIRST_MODE: u64 = 1000;
/// Conflicts between two resets of the phases; grows with their number.
const REPHASE_INTERVAL: u64 = 1000;

/// An exponential moving average that corrects its start-up bias.
#[derive(Clone, Debug)]
struct Average {
    biased: f64,
    alpha: f64,
    /// `(1 - alpha)` to the power of the number of updates.
    missing: f64,
}

impl Average {
    fn new(window: f64) -> Average {
        Average { biased: 0.0, alpha: 1.0 / window, missing: 1.0 }
    }

    fn update(&mut self, value: f64) {
        self.biased += self.alpha * (value - self.biased);
        self.missing *= 1.0 - self.alpha;
    }

    fn get(&self) -> f64 {
        if self.missing < 1.0 { self.biased / (1.0 - self.missing) } else { 0.0 }
    }
}

/// Knuth's reluctant doubling sequence: 1, 1, 2, 1, 1, 2, 4, 1, …
#[derive(Clone, Debug)]
struct ReluctantDoubling {
    u: u64,
    v: u64,
}

impl ReluctantDoubling {
    fn next(&mut self) -> u64 {
        let value = self.v;
        if self.u & self.u.wrapping_neg() == self.v {
            self.u += 1;
            self.v = 1;
        } else {
            self.v *= 2;
        }
        value
    }
}

/// When to restart, change mode and rephase.
#[derive(Clone, Debug)]
pub(crate) struct Restart {
    stable: bool,
    alternate: bool,
    conflicts: u64,
    recent_glue: Average,
    average_glue: Average,
    reluctant: ReluctantDoubling,
    next_restart: u64,
    next_rephase: u64,
    rephases: u64,
    modes: u64,
    mode_start_ticks: u64,
    /// Ticks of the first mode, known once it is over.
    first_mode_ticks: u64,
    mode_end_ticks: u64,
}

impl Restart {
    pub(super) fn new(options: &SatOptions) -> Restart {
        Restart {
            stable: false,
            alternate: options.stable_mode,
            conflicts: 0,
            recent_glue: Average::new(33.0),
            average_glue: Average::new(1e5),
            reluctant: ReluctantDoubling { u: 1, v: 1 },
            next_restart: INTERVAL,
            next_rephase: REPHASE_INTERVAL,
            rephases: 0,
            modes: 0,
            mode_start_ticks: 0,
            first_mode_ticks: 0,
            mode_end_ticks: 0,
        }
    }

    pub(super) fn is_stable(&self) -> bool {
        self.stable
    }

    pub(super) fn count_conflict(&mut self, glue: u32) {
        self.conflicts += 1;
        self.recent_glue.update(glue.into());
        self.average_glue.update(glue.into());
    }

    fn is_due(&self) -> bool {
        self.conflicts >= self.next_restart
            && (self.stable || self.recent_glue.get() > MARGIN * self.average_glue.get())
    }

    fn schedule(&mut self, interval: u64) {
        let wait = if self.stable { STABLE_PERIOD * self.reluctant.next() } else { interval };
        self.next_restart = self.conflicts + wait;
    }

    /// Whether it is time to change between focused and stable mode.
    fn is_mode_over(&self, ticks: u64) -> bool {
        let over = match self.modes {
            0 => self.conflicts >= FIRST_MODE,
            _ => ticks >= self.mode_end_ticks,
        };
        self.alternate && over
    }

    /// Changes between focused and stable mode when it is time; says whether it did.
    fn switch_mode(&mut self, ticks: u64) -> bool {
        if !self.is_mode_over(ticks) {
            return false;
        }
        if self.modes == 0 {
            self.first_mode_ticks = ticks - self.mode_start_ticks;
        }
        self.modes += 1;
        self.stable = !self.stable;
        self.mode_start_ticks = ticks;
        let phase = self.modes / 2 + 1;
        self.mode_end_ticks = ticks + self.first_mode_ticks.max(1000) * phase * phase;
        self.reluctant = ReluctantDoubling { u: 1, v: 1 };
        true
    }

    fn is_rephase_due(&mut self) -> bool {
        if self.conflicts < self.next_rephase {
            return false;
        }
        self.rephases += 1;
        self.next_rephase = self.conflicts + REPHASE_INTERVAL * (self.rephases + 1);
        true
    }
}

impl SatSolver {
    /// Whether it is time to restart, or to do what goes with a restart.
    pub(super) fn is_restart_due(&self) -> bool {
        self.options.restarts
            && self.trail.level() > self.assumptions.len()
            && (self.restart.is_due() || self.restart.is_mode_over(self.stats.search_ticks))
    }

    /// Goes back as far as decisions would differ, but never behind the assumptions.
    pub(super) fn restart<T: Theory>(&mut self, theory: &mut T) {
        self.stats.restarts += 1;
        if self.restart.switch_mode(self.stats.search_ticks) {
            self.stats.mode_switches += 1;
            self.decider.forget_targets();
        }
        self.choose_order();
        let interval = if self.num_atoms > 0 { THEORY_INTERVAL } else { INTERVAL };
        self.restart.schedule(interval);
        let rephase = self.options.rephase && self.restart.is_rephase_due();
        let keep = if rephase { self.assumptions.len() } else { self.reusable_level() };
        self.backtrack(theory, keep);
        if rephase {
            self.stats.rephases += 1;
            self.decider.rephase();
        }
    }

    /// Variables are decided by their place in the queue in focused mode, and otherwise by their scores. With
    /// a theory scores are better throughout.
    pub(super) fn choose_order(&mut self) {
        self.decider.use_queue(!self.restart.is_stable() && self.num_atoms == 0);
    }

    /// The highest level below which every decision would be taken again, because it is more active than
    /// whatever is still undecided.
    fn reusable_level(&mut self) -> usize {
        let SatSolver { trail, decider, assumptions, .. } = self;
        let first = assumptions.len();
        if !self.options.reuse_trail {
            return first;
        }
        let Some(next) = decider.best_var(|var| trail.is_unassigned(var.positive())) else {
            return first;
        };
        let reusable = (first + 1..=trail.level()).take_while(|&level| {
            trail.decision_of(level).is_some_and(|decision| decider.is_more_active(decision.var(), next))
        });
        let count = reusable.count();
        self.stats.reused_levels += count as u64;
        first + count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reluctant_doubling_is_knuths_sequence() {
        let mut sequence = ReluctantDoubling { u: 1, v: 1 };
        let values: Vec<u64> = (0..15).map(|_| sequence.next()).collect();
        assert_eq!(values, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    #[test]
    fn average_has_no_start_up_bias() {
        let mut average = Average::new(1000.0);
        average.update(7.0);
        assert!((average.get() - 7.0).abs() < 1e-9);
        (0..100_000).for_each(|_| average.update(3.0));
        assert!((average.get() - 3.0).abs() < 1e-6);
    }

    #[test]
    fn modes_alternate_and_grow() {
        let mut restart = Restart::new(&SatOptions::default());
        (0..FIRST_MODE).for_each(|_| restart.count_conflict(5));
        assert!(restart.switch_mode(10_000) && restart.is_stable());
        assert!(!restart.switch_mode(19_999));
        assert!(restart.switch_mode(20_000) && !restart.is_stable());
        assert!(!restart.switch_mode(59_999));
        assert!(restart.switch_mode(60_000) && restart.is_stable());
    }
}
