//! Loops: summarised where that can be done, executed one iteration after the other where that is better, or
//! forgotten.
//!
//! A [summary](super::summary) comes first. If it would only describe some values by equations, and the loop
//! is known to be repeated a few times at most, it is executed for real instead. Loops without a summary are
//! executed while it takes not too long; at last, everything that they change is unknown afterwards.

use super::exec::{Executor, Jump};
use super::memory::{Class, ObjectId, Origin};
use super::state::State;
use super::summary::{Patience, Refusal, Summary};
use crate::ir::*;
use crate::libc::internal::run_name;
use std::collections::BTreeSet;

/// Classes of objects that a loop may change if it cannot be summarised.
const MAX_FORGOTTEN: usize = 200;

/// Iterations that are executed one by one at most.
const MAX_UNROLLED: usize = 64;

/// The same for loops that may end earlier.
const MAX_UNCERTAIN: usize = 10;

/// Exits of a loop in a model before it is summarised rather than executed one by one.
const MAX_MODEL_EXITS: usize = 2;

/// What one iteration came to.
pub(super) struct Iteration {
    /// The state before the next one, if there can be one.
    pub(super) next: Option<State>,
    /// Ways out: behind the loop (`None`), or somewhere else.
    pub(super) exits: Vec<(Option<Jump>, State)>,
}

impl<'p> Executor<'p> {
    pub(super) fn execute_loop(
        &mut self,
        inner: &'p Loop,
        state: State,
        pos: Pos,
        jumps: &mut Vec<(Jump, State)>,
    ) -> Option<State> {
        self.enter_loop(&state, inner, pos);
        // Library functions are often called with short strings that are known: then this is exact, and
        // simpler than a summary.
        if !self.model_calls.is_empty()
            && let Some(exits) = self.unroll(inner, &state, |_, exits| exits > MAX_MODEL_EXITS)
        {
            self.no_invariants(&state, inner);
            return self.leave(exits, jumps);
        }
        if self.calls_loose_model(inner) {
            self.no_invariants(&state, inner);
            let exits = self.forget(inner, state, pos);
            return self.leave(exits, jumps);
        }
        let refusal = match self.summarize(inner, &state, Patience::ExactOrLong) {
            Ok(summary) => return self.leave(summary.exits, jumps),
            Err(refusal) => refusal,
        };
        // Exact if each iteration certainly goes on or certainly ends; else equations say more than many
        // cases, but not of pointers.
        let uncertain = if refusal == Refusal::Short { 0 } else { MAX_UNCERTAIN };
        if let Some(exits) = self.unroll(inner, &state, |index, exits| index >= uncertain && exits > 0) {
            self.no_invariants(&state, inner);
            return self.leave(exits, jumps);
        }
        if refusal != Refusal::Never
            && let Ok(summary) = self.summarize(inner, &state, Patience::Anything)
        {
            return self.leave(summary.exits, jumps);
        }
        self.no_invariants(&state, inner);
        let exits = self.forget(inner, state, pos);
        self.leave(exits, jumps)
    }

    /// Whether a loop calls a library function of which the model says little more than what may happen in
    /// any call: that is the same in each iteration, so there is nothing to be learnt from several.
    fn calls_loose_model(&self, inner: &'p Loop) -> bool {
        let mut found = false;
        for block in [&inner.test, &inner.body, &inner.step] {
            each_stmt(block, &mut |stmt| {
                if let StmtKind::Call { callee: Callee::Direct(function), .. } = stmt.kind {
                    let called = &self.program.functions[function.index()];
                    found |= called.role == Role::Model
                        && self.models.contains_key(run_name(&called.name).as_str());
                }
            });
        }
        found
    }

    /// Sorts ways out of a loop: behind it, or further away.
    fn leave(&mut self, exits: Vec<(Option<Jump>, State)>, jumps: &mut Vec<(Jump, State)>) -> Option<State> {
        let mut end = None;
        for (jump, state) in exits {
            match jump {
                None => end = Some(self.join(end, state)),
                Some(jump) => jumps.push((jump, state)),
            }
        }
        end
    }

    /// One iteration from a state. The test comes first, or last if the loop tests last; then the first
    /// iteration needs none, which the others are told by the state that they begin in.
    pub(super) fn iterate(&mut self, inner: &'p Loop, state: State) -> Iteration {
        let mut exits = Vec::new();
        let mut jumps = Vec::new();
        let mut state = Some(state);
        if !inner.tests_last {
            state = state.and_then(|state| self.test(inner, state, &mut exits, &mut jumps));
        }
        let mut body_jumps = Vec::new();
        let mut end = state.and_then(|state| self.block(&inner.body, state, &mut body_jumps));
        for (jump, state) in body_jumps {
            if jump == Jump::Continue(inner.label) {
                end = Some(self.join(end, state))
            } else {
                jumps.push((jump, state))
            }
        }
        let mut end = end.and_then(|state| self.block(&inner.step, state, &mut jumps));
        if inner.tests_last {
            end = end.and_then(|state| self.test(inner, state, &mut exits, &mut jumps));
        }
        for (jump, state) in jumps {
            exits.push((if jump == Jump::Break(inner.label) { None } else { Some(jump) }, state));
        }
        Iteration { next: end, exits }
    }

    /// Executes the test; the state if it holds, the other side is an exit.
    fn test(
        &mut self,
        inner: &'p Loop,
        state: State,
        exits: &mut Vec<(Option<Jump>, State)>,
        jumps: &mut Vec<(Jump, State)>,
    ) -> Option<State> {
        let pos = inner.test.last().map_or(Pos { file: FileId(0), line: 0, column: 0 }, |stmt| stmt.pos);
        let mut state = self.block(&inner.test, state, jumps)?;
        let condition = self.condition(&mut state, &inner.cond, pos);
        let negated = self.logic.terms().not(condition);
        let mut out = state.clone();
        out.assume(&mut self.logic, negated);
        if self.logic.can_be_taken(&out.path) {
            exits.push((None, out));
        }
        state.assume(&mut self.logic, condition);
        self.logic.can_be_taken(&state.path).then_some(state)
    }

    /// Executes iterations one by one, fewer if the loop is in others that are executed so, and few if each
    /// may be the last.
    fn unroll(
        &mut self,
        inner: &'p Loop,
        entry: &State,
        is_hopeless: impl Fn(usize, usize) -> bool,
    ) -> Option<Vec<(Option<Jump>, State)>> {
        let before = self.progress();
        let most = self.most_unrolled();
        let mut state = entry.clone();
        let mut exits = Vec::new();
        self.unrolling += 1;
        let mut is_over = false;
        for index in 0..most {
            let iteration = self.iterate(inner, state);
            exits.extend(iteration.exits);
            let Some(next) = iteration.next else {
                is_over = true;
                break;
            };
            state = next;
            if is_hopeless(index, exits.len()) {
                break;
            }
        }
        self.unrolling -= 1;
        if is_over {
            return Some(exits);
        }
        self.take_back(before);
        None
    }

    /// Everything that the loop changes is unknown: one iteration from there finds the errors, and its exits
    /// are those of the loop.
    fn forget(&mut self, inner: &'p Loop, entry: State, pos: Pos) -> Vec<(Option<Jump>, State)> {
        let mut state = entry.clone();
        self.forget_variables(inner, &mut state);
        // Memory that one iteration writes; further rounds with that unknown find what depends on it.
        let mut written: BTreeSet<(ObjectId, Class)> = BTreeSet::new();
        let mut is_stable = false;
        while !is_stable && written.len() < MAX_FORGOTTEN {
            self.quiet += 1;
            let tried = self.iterate(inner, state.clone());
            self.quiet -= 1;
            is_stable = true;
            let Some(next) = tried.next else { break };
            // A variable that is not set after an iteration is not set before the next one.
            for var in assigned(inner) {
                let is_unset = next.frames.last().is_some_and(|frame| frame.vars[var.index()].is_none());
                if is_unset && state.frame().vars[var.index()].take().is_some() {
                    is_stable = false;
                }
            }
            for (object, class) in self.changed_cells(&state, &next) {
                if written.insert((object, class)) {
                    let before = self.contents(&mut state, object, class);
                    let parts = self.parts_of_place(object, class);
                    let array = self.arrays.change(&mut self.logic, before, class, parts);
                    state.memory.insert((object, class), array);
                    is_stable = false;
                }
            }
        }
        if !is_stable {
            self.gap(pos, "a loop that cannot be summarised changes too many things");
        }
        let begin = state.clone();
        let iteration = self.iterate(inner, state);
        if let Some(next) = iteration.next {
            if self.allocates(&begin, &next) {
                self.gap(pos, "a loop that cannot be summarised allocates or frees memory");
            }
            let is_kept = |(object, base)| next.bases.get(object).is_none_or(|now| now == base);
            if !begin.bases.iter().all(is_kept) || begin.unset_writes != next.unset_writes {
                self.gap(pos, "a loop that cannot be summarised changes whole objects");
            }
        }
        iteration.exits
    }

    fn forget_variables(&mut self, inner: &'p Loop, state: &mut State) {
        let function = &self.program.functions[state.frame().function.index()];
        for var in assigned(inner) {
            let ty = function.vars[var.index()].ty;
            if state.frame().vars[var.index()].is_some() {
                let value = self.unknown_value(ty, "changed");
                state.frame().vars[var.index()] = Some(value);
            }
        }
    }

    /// Whether blocks were taken from the heap that may be alive, or old objects ended.
    fn allocates(&self, entry: &State, after: &State) -> bool {
        // Members that earlier iterations of this loop have made have the number of the newest one: what
        // becomes of them is not followed.
        let flags = |state: &State, family: ObjectId| state.memory.get(&(family, Class::Alive)).copied();
        let is_changed = |&family: &ObjectId| {
            self.object(family).origin == Origin::Heap && flags(entry, family) != flags(after, family)
        };
        after.families.iter().any(is_changed)
            || after.alive.iter().any(|(object, alive)| match entry.alive.get(object) {
                Some(before) => before != alive,
                None => self.object(*object).origin == Origin::Heap,
            })
    }

    /// A loop as one step, if it can be summarised.
    fn summarize(&mut self, inner: &'p Loop, entry: &State, patience: Patience) -> Result<Summary, Refusal> {
        if inner.tests_last {
            // The first iteration is like the others only if its test would have held.
            return self.summarize_after_first(inner, entry, patience);
        }
        match self.summarize_from(inner, entry, patience) {
            Err(Refusal::OtherFirst) => self.summarize_after_first(inner, entry, Patience::AfterFirst),
            summary => summary,
        }
    }

    /// One iteration for real, and the rest as a loop that tests first.
    fn summarize_after_first(
        &mut self,
        inner: &'p Loop,
        entry: &State,
        patience: Patience,
    ) -> Result<Summary, Refusal> {
        // Body, step, test: what goes on after that is the same loop again, which begins with its body.
        let before = self.progress();
        let first = self.iterate(inner, entry.clone());
        let mut summary = match first.next {
            Some(next) => self.summarize_from(inner, &next, patience),
            None => Ok(Summary { exits: Vec::new() }),
        };
        match &mut summary {
            Ok(summary) => summary.exits.extend(first.exits),
            Err(_) => self.take_back(before),
        }
        summary
    }

    /// How many iterations are executed one by one here at most.
    pub(super) fn most_unrolled(&self) -> usize {
        MAX_UNROLLED >> (2 * self.unrolling).min(5)
    }
}

/// The variables that a loop sets.
pub(super) fn assigned(inner: &Loop) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    let mut pending: Vec<&Stmt> = inner.test.iter().chain(&inner.body).chain(&inner.step).collect();
    while let Some(stmt) = pending.pop() {
        match &stmt.kind {
            StmtKind::Assign { dst, .. } | StmtKind::Load { dst, .. } | StmtKind::Alloca { dst, .. } => {
                _ = found.insert(*dst)
            }
            StmtKind::Call { result: CallResult::Var(var), .. } | StmtKind::Begin(Local::Var(var)) => {
                _ = found.insert(*var)
            }
            StmtKind::If { then, otherwise, .. } => pending.extend(then.iter().chain(otherwise)),
            StmtKind::Loop(inner) => pending.extend(inner.test.iter().chain(&inner.body).chain(&inner.step)),
            StmtKind::Block { body, .. } => pending.extend(body),
            _ => {}
        }
    }
    found
}
