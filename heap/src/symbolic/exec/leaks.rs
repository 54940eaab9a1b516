//! Leaks: memory that is still allocated when the program ends, and streams that are still open.

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
    /// Checks for memory that is still allocated when the program ends, and for open streams. Unless
    /// [`Leaks::Any`] counts, what a variable or a global pointer points to does not.
    pub(crate) fn check_leaks(&mut self, state: State, pos: Pos, leaks: Leaks) {
        if self.checks.streams {
            let text = "the stream opened here is never closed";
            self.check_ended(
                state.clone(),
                leaks,
                Origin::Stream,
                Suspicion { kind: ViolationKind::OpenStream, pos, text },
            );
        }
        if leaks != Leaks::Off {
            let text = "the memory allocated here leaks";
            self.check_ended(state, leaks, Origin::Heap, Suspicion { kind: ViolationKind::Leak, pos, text });
        }
    }

    /// Checks that all objects of an origin have ended.
    fn check_ended(&mut self, mut state: State, leaks: Leaks, origin: Origin, suspicion: Suspicion) {
        let single = state.alive.keys().filter(|&&object| self.object(object).origin == origin);
        let mut blocks: Vec<Target> = Vec::new();
        let families = state.families.iter().filter(|&&object| self.object(object).origin == origin);
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
        let holders = if leaks == Leaks::Any { Vec::new() } else { self.held_objects(&mut state) };
        for block in blocks {
            let mut state = state.clone();
            let number = self.number_of(&block);
            let alive = self.is_alive(&mut state, &block);
            let mut parts = vec![self.logic.negated(alive)];
            for &holder in &holders {
                parts.push(equal(&mut self.logic, holder, number));
            }
            let claim = self.logic.any(&parts);
            let begun = self.object(block.object).pos;
            let pos = if begun.line > 0 { begun } else { suspicion.pos };
            self.require(&mut state, claim, Suspicion { pos, ..suspicion });
        }
    }
}
