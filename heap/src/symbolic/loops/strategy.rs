//! Chooses how to execute a loop: by a summary, by unrolling, or by havoc.
//!
//! A [summary](super::summary) is tried first. If it would describe some values only by equations and the
//! trip count is known to be small, the loop is unrolled instead, which is exact. Loops without a summary are
//! unrolled within a budget. As a last resort, everything that the loop changes is havocked.

use crate::ir::*;
use crate::libc::internal::run_name;
use crate::symbolic::exec::executor::{Executor, Jump};
use crate::symbolic::exec::stacks::loop_stack::Havocked;
use crate::symbolic::loops::summary::{Patience, Refusal, Summary};
use crate::symbolic::store::place::{Class, ObjectId};
use crate::symbolic::store::state::State;
use crate::techniques::Technique;
use crate::walk::fixpoint::solve;
use crate::walk::{iterate, leave};
use std::collections::BTreeSet;
use std::time::Instant;

/// Limit on havoc rounds until the loop head is stable.
const MAX_ROUNDS: usize = 200;

/// Limit on unrolled iterations.
const MAX_UNROLLED: usize = 64;

/// The same for loops that may exit earlier.
const MAX_UNCERTAIN: usize = 10;

/// Limit on exits when unrolling a loop of a library model; past it, the loop is summarised.
const MAX_MODEL_EXITS: usize = 2;

impl<'p> Executor<'p> {
    pub(crate) fn execute_loop(
        &mut self,
        inner: &'p Loop,
        state: State,
        pos: Pos,
        jumps: &mut Vec<(Jump, State)>,
    ) -> Option<State> {
        self.loops.places.push(pos);
        let end = self.choose_strategy(inner, state, pos, jumps);
        self.loops.places.pop();
        end
    }

    fn choose_strategy(
        &mut self,
        inner: &'p Loop,
        state: State,
        pos: Pos,
        jumps: &mut Vec<(Jump, State)>,
    ) -> Option<State> {
        self.enter_loop(&state, inner, pos);
        // Library models are often called with short literal strings. Unrolling is then exact, and simpler
        // than a summary.
        if !self.model_calls.is_empty()
            && let Some(exits) = self.unroll(inner, &state, |_, exits| exits > MAX_MODEL_EXITS)
        {
            self.no_invariants(&state, inner);
            return leave(self, exits, jumps);
        }
        if self.calls_loose_model(inner) {
            self.no_invariants(&state, inner);
            let exits =
                self.havoc(inner, state, pos, "as it calls a library function that has a loose model");
            return leave(self, exits, jumps);
        }
        let refusal = match self.summarize(inner, &state, Patience::ExactOrLong) {
            Ok(summary) => return leave(self, summary.exits, jumps),
            Err(refusal) => refusal,
        };
        // Unrolling is exact if every iteration certainly continues or certainly exits. Otherwise equations
        // are more precise than many cases, except for pointers.
        let uncertain = if refusal == Refusal::Short { 0 } else { MAX_UNCERTAIN };
        if let Some(exits) = self.unroll(inner, &state, |index, exits| index >= uncertain && exits > 0) {
            self.no_invariants(&state, inner);
            return leave(self, exits, jumps);
        }
        let last = match refusal {
            Refusal::Never(_) => Err(refusal),
            _ => self.summarize(inner, &state, Patience::Anything),
        };
        let why = match last {
            Ok(summary) => return leave(self, summary.exits, jumps),
            Err(Refusal::Never(why)) => why,
            Err(_) => "as its first iteration differs from the others",
        };
        self.no_invariants(&state, inner);
        let exits = self.havoc(inner, state, pos, why);
        leave(self, exits, jumps)
    }

    /// Whether a loop calls a library function whose model only over-approximates each call. Then unrolling
    /// gains nothing, since every iteration is the same.
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

    /// Unrolls a loop. The limit is lower inside other unrolled loops, and lower again if each iteration may
    /// be the last.
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

    /// Havocs everything that the loop changes. One iteration from there covers all: it reports the errors,
    /// and its exits are those of the loop.
    fn havoc(
        &mut self,
        inner: &'p Loop,
        entry: State,
        pos: Pos,
        why: &'static str,
    ) -> Vec<(Option<Jump>, State)> {
        let mut state = entry;
        self.havoc_variables(inner, &mut state, (pos, why));
        self.loops.havocked.push(Havocked { pos, why, cells: BTreeSet::new() });
        let solution = solve(self, inner, state, MAX_ROUNDS);
        self.loops.havocked.pop();
        if !solution.is_stable {
            self.gap(pos, "loop without a summary: havoc does not stabilise");
        }
        let begin = solution.head;
        if let Some(next) = solution.iteration.next {
            if self.allocates(&begin, &next) {
                self.gap(pos, "loop without a summary allocates or frees memory");
            }
            let is_kept = |(object, base)| next.bases.get(object).is_none_or(|now| now == base);
            if !begin.bases.iter().all(is_kept) || begin.unset_writes != next.unset_writes {
                self.gap(pos, "loop without a summary changes whole objects");
            }
        }
        solution.iteration.exits
    }

    /// The loop head with everything havocked that an iteration changed and that was not yet unknown; `None`
    /// if the head is stable. A variable that may be uninitialised after an iteration is uninitialised at the
    /// head.
    pub(crate) fn havoc_changed(&mut self, inner: &Loop, head: &State, next: &State) -> Option<State> {
        let (mut widened, mut is_changed) = (head.clone(), false);
        for var in assigned(inner) {
            let is_unset = next.frames.last().is_some_and(|frame| frame.vars[var.index()].is_none());
            if is_unset && widened.frame().vars[var.index()].take().is_some() {
                is_changed = true;
            }
        }
        for (object, class) in self.changed_cells(head, next) {
            let Havocked { pos, why, cells } = self.loops.havocked.last_mut()?;
            let (pos, why) = (*pos, *why);
            if !cells.insert((object, class)) {
                continue;
            }
            let before = self.contents(&mut widened, object, class);
            let parts = self.parts_of_place(object, class);
            self.begin_loss(pos, without_summary(why));
            let array = self.heap.arrays.havoc(&mut self.heap.prover.logic, before, class, parts, None);
            self.logic.set_loss(None);
            widened.memory.insert((object, class), array);
            is_changed = true;
        }
        is_changed.then_some(widened)
    }

    fn havoc_variables(&mut self, inner: &'p Loop, state: &mut State, (pos, why): (Pos, &str)) {
        let function = &self.program.functions[state.frame().function.index()];
        for var in assigned(inner) {
            let ty = function.vars[var.index()].ty;
            if state.frame().vars[var.index()].is_some() {
                self.begin_loss(pos, without_summary(why));
                let value = self.unknown_value(ty, "changed");
                self.logic.set_loss(None);
                state.frame().vars[var.index()] = Some(value);
            }
        }
    }

    /// Whether heap blocks were allocated that may be alive, or older objects ended.
    fn allocates(&self, entry: &State, after: &State) -> bool {
        // Family members created by earlier iterations of this loop share the number of the newest one, so
        // their liveness is not tracked.
        let flags = |state: &State, family: ObjectId| state.memory.get(&(family, Class::Alive)).copied();
        let is_changed = |&family: &ObjectId| {
            self.object(family).origin.is_owned() && flags(entry, family) != flags(after, family)
        };
        after.families.iter().any(is_changed)
            || after.alive.iter().any(|(object, alive)| match entry.alive.get(object) {
                Some(before) => before != alive,
                None => self.object(*object).origin.is_owned(),
            })
    }

    /// Summarises a loop, peeling the first iteration if necessary.
    fn summarize(&mut self, inner: &'p Loop, entry: &State, patience: Patience) -> Result<Summary, Refusal> {
        if !self.logic.is_on(Technique::LoopSummaries) {
            return Err(Refusal::Never("as loop summaries are switched off"));
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
            // If the test comes last, the first iteration is like the others only if its test would have
            // held.
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

    /// Peels the first iteration and summarises the rest as a loop that tests first.
    fn summarize_after_first(
        &mut self,
        inner: &'p Loop,
        entry: &State,
        patience: Patience,
    ) -> Result<Summary, Refusal> {
        // Body, step, test: what continues after that is the same loop, starting with its body.
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

    /// Limit on unrolled iterations at this nesting depth.
    pub(crate) fn most_unrolled(&self) -> usize {
        MAX_UNROLLED >> (2 * self.loops.unrolling).min(5)
    }
}

/// What is lost in a loop without a summary.
fn without_summary(why: &str) -> String {
    format!("this loop has no summary, {why}: what it changes is havocked")
}

/// A variable in words.
pub(crate) fn variable_text(var: &Var) -> String {
    var.name.as_ref().map_or("a value".to_string(), |name| format!("`{name}`"))
}

/// The variables that a loop assigns.
pub(crate) fn assigned(inner: &Loop) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    let mut pending: Vec<&Stmt> = inner.test.iter().chain(&inner.body).chain(&inner.step).collect();
    while let Some(stmt) = pending.pop() {
        match &stmt.kind {
            StmtKind::Assign { dst, .. } | StmtKind::Load { dst, .. } | StmtKind::Alloca { dst, .. } => {
                _ = found.insert(*dst)
            }
            StmtKind::Call { result: CallResult::Var(var), .. }
            | StmtKind::Begin(Local::Var(var))
            | StmtKind::End(Local::Var(var)) => _ = found.insert(*var),
            StmtKind::If { then, otherwise, .. } => pending.extend(then.iter().chain(otherwise)),
            StmtKind::Loop(inner) => pending.extend(inner.test.iter().chain(&inner.body).chain(&inner.step)),
            StmtKind::Block { body, .. } => pending.extend(body),
            _ => {}
        }
    }
    found
}
