//! Leaks: memory that is still allocated when the program ends.

use crate::ir::Pos;
use crate::property::{Leaks, ViolationKind};
use crate::symbolic::exec::executor::Executor;
use crate::symbolic::facts::choice::equal;
use crate::symbolic::facts::range::Range;
use crate::symbolic::findings::sink::Suspicion;
use crate::symbolic::memory::targets::Target;
use crate::symbolic::store::place::Origin;
use crate::symbolic::store::state::State;

impl Executor<'_> {
    /// Checks for memory that is still allocated when the program ends. With [`Leaks::Lost`], memory that a
    /// variable or a global pointer points to does not count.
    pub(crate) fn check_leaks(&mut self, mut state: State, pos: Pos, leaks: Leaks) {
        if leaks == Leaks::Off {
            return;
        }
        let single = state.alive.keys().filter(|&&object| self.object(object).origin == Origin::Heap);
        let mut blocks: Vec<Target> = Vec::new();
        let families = state.families.iter().filter(|&&object| self.object(object).origin == Origin::Heap);
        for &object in single.chain(families).collect::<Vec<_>>() {
            // Any member of a family.
            let member =
                self.object(object).is_family.then(|| self.logic.unknown_in("member", Range::natural()));
            let here = self.logic.terms().bool(true);
            blocks.push(Target { object, member, turn: None, here });
        }
        if blocks.is_empty() {
            return;
        }
        let holders = if leaks == Leaks::Lost { self.held_objects(&mut state) } else { Vec::new() };
        for block in blocks {
            let mut state = state.clone();
            let number = self.number_of(&block);
            let alive = self.is_alive(&mut state, &block);
            let mut parts = vec![self.logic.negated(alive)];
            for &holder in &holders {
                parts.push(equal(&mut self.logic, holder, number));
            }
            let claim = self.logic.any(&parts);
            let text = "the memory allocated here leaks";
            let allocated = self.object(block.object).pos;
            let place = if allocated.line > 0 { allocated } else { pos };
            self.require(&mut state, claim, Suspicion { kind: ViolationKind::Leak, pos: place, text });
        }
    }
}
