//! Loops: summarised where that can be done, executed one iteration after the other where that is better, or
//! forgotten.
//!
//! A [summary](super::summary) comes first. If it would only describe some values by equations, and the loop
//! is known to be repeated a few times at most, it is executed for real instead. Loops without a summary are
//! executed while it takes not too long; at last, everything that they change is unknown afterwards.

use crate::ir::*;
use crate::libc::internal::run_name;
use crate::symbolic::exec::executor::{Executor, Jump};
use crate::symbolic::loops::summary::{Patience, Refusal, Summary};
use crate::symbolic::store::place::{Class, ObjectId, Origin};
use crate::symbolic::store::state::State;
use crate::techniques::Technique;
use crate::walk::fixpoint::solve;
use crate::walk::{iterate, leave};
use std::collections::BTreeSet;
use std::time::Instant;

/// Rounds in which what a loop changes is havocked, if it cannot be summarised.
const MAX_ROUNDS: usize = 200;

/// Iterations that are executed one by one at most.
const MAX_UNROLLED: usize = 64;

/// The same for loops that may end earlier.
const MAX_UNCERTAIN: usize = 10;

/// Exits of a loop in a model before it is summarised rather than executed one by one.
const MAX_MODEL_EXITS: usize = 2;

impl<'p> Executor<'p> {
    pub(crate) fn execute_loop(
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
            return leave(self, exits, jumps);
        }
        if self.calls_loose_model(inner) {
            self.no_invariants(&state, inner);
            let exits = self.havoc(inner, state, pos);
            return leave(self, exits, jumps);
        }
        let refusal = match self.summarize(inner, &state, Patience::ExactOrLong) {
            Ok(summary) => return leave(self, summary.exits, jumps),
            Err(refusal) => refusal,
        };
        // Exact if each iteration certainly goes on or certainly ends; else equations say more than many
        // cases, but not of pointers.
        let uncertain = if refusal == Refusal::Short { 0 } else { MAX_UNCERTAIN };
        if let Some(exits) = self.unroll(inner, &state, |index, exits| index >= uncertain && exits > 0) {
            self.no_invariants(&state, inner);
            return leave(self, exits, jumps);
        }
        if refusal != Refusal::Never
            && let Ok(summary) = self.summarize(inner, &state, Patience::Anything)
        {
            return leave(self, summary.exits, jumps);
        }
        self.no_invariants(&state, inner);
        let exits = self.havoc(inner, state, pos);
        leave(self, exits, jumps)
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

    /// Executes iterations one by one, fewer if the loop is in others that are executed so, and few if each
    /// may be the last.
    fn unroll(
        &mut self,
        inner: &'p Loop,
        entry: &State,
        is_hopeless: impl Fn(usize, usize) -> bool,
    ) -> Option<Vec<(Option<Jump>, State)>> {
        if !self.logic.is_on(Technique::Unrolling) {
            return None;
        }
        let (before, start) = (self.mark(), Instant::now());
        let most = self.most_unrolled();
        let mut state = entry.clone();
        let mut exits = Vec::new();
        self.loops.unrolling += 1;
        let mut is_over = false;
        for index in 0..most {
            let iteration = iterate(self, inner, state);
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
        self.loops.unrolling -= 1;
        self.logic.count_use(Technique::Unrolling, is_over, start);
        if is_over {
            return Some(exits);
        }
        self.roll_back(before);
        None
    }

    /// Everything that the loop changes is havocked: one iteration from there finds the errors, and its exits
    /// are those of the loop.
    fn havoc(&mut self, inner: &'p Loop, entry: State, pos: Pos) -> Vec<(Option<Jump>, State)> {
        let mut state = entry;
        self.havoc_variables(inner, &mut state);
        self.loops.havocked.push(BTreeSet::new());
        let solution = solve(self, inner, state, MAX_ROUNDS);
        self.loops.havocked.pop();
        if !solution.is_stable {
            self.gap(pos, "a loop that cannot be summarised changes too many things");
        }
        let begin = solution.head;
        if let Some(next) = solution.iteration.next {
            if self.allocates(&begin, &next) {
                self.gap(pos, "a loop that cannot be summarised allocates or frees memory");
            }
            let is_kept = |(object, base)| next.bases.get(object).is_none_or(|now| now == base);
            if !begin.bases.iter().all(is_kept) || begin.unset_writes != next.unset_writes {
                self.gap(pos, "a loop that cannot be summarised changes whole objects");
            }
        }
        solution.iteration.exits
    }

    /// The head of a loop with everything unknown that an iteration has changed and that was not unknown yet;
    /// nothing if there is no such thing. A variable that is not set after an iteration is not set before the
    /// next one.
    pub(crate) fn havoc_changed(&mut self, inner: &Loop, head: &State, next: &State) -> Option<State> {
        let (mut widened, mut is_changed) = (head.clone(), false);
        for var in assigned(inner) {
            let is_unset = next.frames.last().is_some_and(|frame| frame.vars[var.index()].is_none());
            if is_unset && widened.frame().vars[var.index()].take().is_some() {
                is_changed = true;
            }
        }
        for (object, class) in self.changed_cells(head, next) {
            if !self.loops.havocked.last_mut()?.insert((object, class)) {
                continue;
            }
            let before = self.contents(&mut widened, object, class);
            let parts = self.parts_of_place(object, class);
            let array = self.heap.arrays.havoc(&mut self.heap.prover.logic, before, class, parts, None);
            widened.memory.insert((object, class), array);
            is_changed = true;
        }
        is_changed.then_some(widened)
    }

    fn havoc_variables(&mut self, inner: &'p Loop, state: &mut State) {
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
        if !self.logic.is_on(Technique::LoopSummaries) {
            return Err(Refusal::Never);
        }
        let start = Instant::now();
        let summary = self.summarize_all(inner, entry, patience);
        self.logic.count_use(Technique::LoopSummaries, summary.is_ok(), start);
        summary
    }

    fn summarize_all(
        &mut self,
        inner: &'p Loop,
        entry: &State,
        patience: Patience,
    ) -> Result<Summary, Refusal> {
        if inner.tests_last {
            // The first iteration is like the others only if its test would have held.
            return self.summarize_after_first(inner, entry, patience);
        }
        match self.summarize_from(inner, entry, patience) {
            Err(Refusal::OtherFirst) => {
                let start = Instant::now();
                let summary = self.summarize_after_first(inner, entry, Patience::AfterFirst);
                self.logic.count_use(Technique::FirstIterations, summary.is_ok(), start);
                summary
            }
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
        let before = self.mark();
        let first = iterate(self, inner, entry.clone());
        let mut summary = match first.next {
            Some(next) => self.summarize_from(inner, &next, patience),
            None => Ok(Summary { exits: Vec::new() }),
        };
        match &mut summary {
            Ok(summary) => summary.exits.extend(first.exits),
            Err(_) => self.roll_back(before),
        }
        summary
    }

    /// How many iterations are executed one by one here at most.
    pub(crate) fn most_unrolled(&self) -> usize {
        MAX_UNROLLED >> (2 * self.loops.unrolling).min(5)
    }
}

/// The variables that a loop sets.
pub(crate) fn assigned(inner: &Loop) -> BTreeSet<VarId> {
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
