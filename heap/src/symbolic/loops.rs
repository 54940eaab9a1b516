//! Loops: what all iterations do, found from what one does (thesis, section 4.4).
//!
//! The iteration is a number `k` from 0 on. Three passes over the body find a summary:
//!
//! 1. With unknown values in all variables that the loop sets: those that change by the same constant `d` in each iteration are `v + d k`.
//!    The others are unknown functions of `k`, with the equation that one iteration gives them.
//! 2. With these values: which cells are written, where, under which condition and with what, as terms over `k` (the effect set).
//! 3. With memory as the iterations before `k` leave it if the effects are right: errors are looked for, and the effects must be the same as before.
//!
//! The loop ends in iteration `n`, an unknown that no exit was taken before: what leaves it in iteration `n` is what one iteration's exits are for
//! `k = n`. Cells are written by different iterations at different places (this is asked), so that what iteration `k` wrote is there to stay.
//!
//! Loops that do not fit are repeated for real while it is certain that they go on; if that is not certain or takes too long, everything
//! that they change is unknown afterwards.

use super::exec::{Executor, Jump};
use super::logic::{Mark, Range};
use super::memory::{Array, ArrayId, Class, Effect, ObjectId, Origin};
use super::state::{State, Value};
use crate::ir::*;
use cfp_solver::{Int, Term};
use fxhash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Classes of objects that a loop may change if it cannot be summarised.
const MAX_FORGOTTEN: usize = 200;

/// No execution has so many iterations: a machine of this world takes a century for them. Counters of 64 bits need not be thought of as
/// wrapping around.
const MAX_ITERATIONS: i128 = 1 << 62;

/// Iterations that are executed one by one at most.
const MAX_UNROLLED: usize = 40;

/// The same for loops that may end earlier.
const MAX_UNCERTAIN: usize = 10;

/// Exits of a loop in a model before it is summarised rather than executed one by one.
const MAX_MODEL_EXITS: usize = 2;

/// What one iteration came to.
struct Iteration {
    /// The state before the next one, if there can be one.
    next: Option<State>,
    /// Ways out: behind the loop (`None`), or somewhere else.
    exits: Vec<(Option<Jump>, State)>,
}

/// What is the same in each iteration.
struct Plan {
    iteration: Term,
    count: Term,
    /// Values of the variables that the loop sets, at the beginning of iteration `k`.
    values: BTreeMap<VarId, Option<Value>>,
}

/// What the first two passes find.
struct Found {
    plan: Plan,
    effects: Effects,
    /// What holds when an iteration goes on.
    path: Vec<Term>,
    /// What was known before the second pass.
    made: Mark,
}

/// Cells written by a loop, by object and class.
type Effects = BTreeMap<(ObjectId, Class), Rc<Vec<Effect>>>;

impl<'p> Executor<'p> {
    pub(super) fn execute_loop(
        &mut self,
        inner: &'p Loop,
        state: State,
        pos: Pos,
        jumps: &mut Vec<(Jump, State)>,
    ) -> Option<State> {
        // Library functions are often called with short strings that are known: then this is exact, and simpler than a summary.
        if !self.model_calls.is_empty()
            && let Some(exits) = self.unroll(inner, &state, |_, exits| exits > MAX_MODEL_EXITS)
        {
            return self.leave(exits, jumps);
        }
        if let Some(exits) = self.summarize(inner, &state) {
            return self.leave(exits, jumps);
        }
        let is_hopeless = |index, exits| index >= MAX_UNCERTAIN && exits > 0;
        if let Some(exits) = self.unroll(inner, &state, is_hopeless) {
            return self.leave(exits, jumps);
        }
        let exits = self.forget(inner, state, pos);
        self.leave(exits, jumps)
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

    /// One iteration from a state. The test comes first, or last if the loop tests last; then the first iteration needs none, which
    /// the others are told by the state that they begin in.
    fn iterate(&mut self, inner: &'p Loop, state: State) -> Iteration {
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
        if !self.logic.can_hold(&out.path).is_no() {
            exits.push((None, out));
        }
        state.assume(&mut self.logic, condition);
        (!self.logic.can_hold(&state.path).is_no()).then_some(state)
    }

    /// Executes iterations one by one, fewer if the loop is in others that are executed so, and few if each may be the last.
    fn unroll(
        &mut self,
        inner: &'p Loop,
        entry: &State,
        is_hopeless: impl Fn(usize, usize) -> bool,
    ) -> Option<Vec<(Option<Jump>, State)>> {
        let (suspects, gaps, ends, inputs) =
            (self.suspects.len(), self.gaps.len(), self.ends.len(), self.inputs.len());
        let most = MAX_UNROLLED >> (2 * self.unrolling).min(5);
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
        self.suspects.truncate(suspects);
        self.gaps.truncate(gaps);
        self.ends.truncate(ends);
        self.inputs.truncate(inputs);
        None
    }

    /// Everything that the loop changes is unknown: one iteration from there finds the errors, and its exits are those of the loop.
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
                    let array = self.arrays.change(&mut self.logic, before, class);
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
            if !keeps_bases(&begin, &next) {
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

    /// Cells of objects older than the loop that are not what they were.
    fn changed_cells(&self, entry: &State, after: &State) -> Vec<(ObjectId, Class)> {
        let is_old = |object: &ObjectId| entry.alive.contains_key(object);
        let mut keys: BTreeSet<(ObjectId, Class)> = entry.memory.keys().copied().collect();
        keys.extend(after.memory.keys().filter(|key| is_old(&key.0)));
        keys.into_iter().filter(|key| entry.memory.get(key) != after.memory.get(key)).collect()
    }

    /// Whether blocks were taken from the heap that may be alive, or old objects ended.
    fn allocates(&mut self, entry: &State, after: &State) -> bool {
        after.alive.iter().any(|(object, alive)| match entry.alive.get(object) {
            Some(before) => before != alive,
            None => self.object(*object).origin == Origin::Heap,
        })
    }

    /// The states behind a loop, if it can be summarised exactly.
    fn summarize(&mut self, inner: &'p Loop, entry: &State) -> Option<Vec<(Option<Jump>, State)>> {
        if inner.tests_last {
            // The first iteration is like the others only if its test would have held.
            return self.summarize_after_first(inner, entry);
        }
        self.summarize_from(inner, entry)
    }

    /// A loop that tests last: one iteration for real, and the rest as a loop that tests first.
    fn summarize_after_first(
        &mut self,
        inner: &'p Loop,
        entry: &State,
    ) -> Option<Vec<(Option<Jump>, State)>> {
        // Body, step, test: what goes on after that is the same loop again, which begins with its body.
        let (suspects, gaps) = (self.suspects.len(), self.gaps.len());
        let first = self.iterate(inner, entry.clone());
        let mut exits = first.exits;
        if let Some(next) = first.next {
            match self.summarize_from(inner, &next) {
                Some(rest) => exits.extend(rest),
                None => {
                    self.suspects.truncate(suspects);
                    self.gaps.truncate(gaps);
                    return None;
                }
            }
        }
        Some(exits)
    }

    fn summarize_from(&mut self, inner: &'p Loop, entry: &State) -> Option<Vec<(Option<Jump>, State)>> {
        let gaps = self.gaps.len();
        let inputs = self.inputs.len();
        let count = self.logic.unknown_in("count", Range::between(0, MAX_ITERATIONS));
        let iteration = self.logic.terms().constant("iteration", cfp_solver::Sort::Int);
        self.logic.iterations.push(iteration);
        self.counts.push(count);
        let summary = self.passes(inner, entry, iteration, count, inputs);
        self.logic.iterations.pop();
        self.counts.pop();
        if summary.is_none() {
            self.gaps.truncate(gaps);
            self.inputs.truncate(inputs);
        }
        summary
    }

    fn passes(
        &mut self,
        inner: &'p Loop,
        entry: &State,
        iteration: Term,
        count: Term,
        inputs: usize,
    ) -> Option<Vec<(Option<Jump>, State)>> {
        self.quiet += 1;
        let found = self.find_effects(inner, entry, iteration, count);
        self.quiet -= 1;
        self.inputs.truncate(inputs);
        let Found { plan, effects, path, made } = found?;
        // The third pass, with memory as it is.
        let suspects = self.suspects.len();
        let ends = self.ends.len();
        let mut state = self.at_iteration(entry, &plan);
        for (&key, effects) in &effects {
            let before = self.contents(&mut entry.clone(), key.0, key.1);
            let before = entry.memory.get(&key).copied().unwrap_or(before);
            let array = Array::Loop { before, effects: Rc::clone(effects), count: iteration };
            let array = self.arrays.add(array);
            state.memory.insert(key, array);
        }
        let begin = state.clone();
        self.logic.begin_repetition(made);
        // The iterations before this one went on, as the second pass says; the third one must say so, too.
        let history = self.logic.num_histories();
        let went_on = self.logic.terms().and(&path[entry.path.len()..]);
        self.logic.add_history(iteration, iteration, went_on);
        let done = self.iterate(inner, state);
        self.logic.end_repetition();
        self.logic.remove_history(history);
        let is_stable = match &done.next {
            Some(next) => {
                self.logic.follows(&next.path, went_on)
                    && keeps_bases(entry, next)
                    && !self.allocates(entry, next)
                    && self.is_same_effect(&begin, next, &effects)
                    && self.is_same_step(&plan, next)
            }
            None => true,
        };
        let has_ended = self.ends.len() > ends;
        if !is_stable || has_ended {
            log::debug!("loop {:?}: the third pass differs from the second", inner.label);
            self.suspects.truncate(suspects);
            self.ends.truncate(ends);
            return None;
        }
        self.finish(&plan, done, entry.path.len())
    }

    /// The first two passes.
    fn find_effects(
        &mut self,
        inner: &'p Loop,
        entry: &State,
        iteration: Term,
        count: Term,
    ) -> Option<Found> {
        let mut plan = Plan { iteration, count, values: BTreeMap::new() };
        let function = &self.program.functions[entry.frames.last()?.function.index()];
        // First pass: unknown values.
        let mut state = entry.clone();
        let mut symbols: BTreeMap<VarId, (Value, Value)> = BTreeMap::new();
        for var in assigned(inner) {
            if let Some(before) = state.frame().vars[var.index()] {
                let value = match before {
                    Value::Number(_) => self.unknown_value(function.vars[var.index()].ty, "variable"),
                    // A pointer that moves stays in its object.
                    Value::Pointer(object, _) => Value::Pointer(object, self.logic.unknown("offset")),
                };
                state.frame().vars[var.index()] = Some(value);
                symbols.insert(var, (before, value));
            }
        }
        let first = self.iterate(inner, state);
        let Some(next) = first.next else {
            log::debug!("loop {:?}: never repeated", inner.label);
            return None;
        };
        for (&var, &(before, value)) in &symbols {
            let after = next.frames.last()?.vars[var.index()];
            let linear = after.and_then(|after| self.constant_step(&next.path, value, after));
            let ty = function.vars[var.index()].ty;
            if after.is_none() {
                // Not to be used at the beginning of an iteration: it is not set before all but the first.
                continue;
            }
            let value = match (linear, before) {
                (Some(step), Value::Number(start)) => Value::Number(self.logic.plus(start, iteration, step)),
                (Some(step), Value::Pointer(object, start)) => {
                    Value::Pointer(object, self.logic.plus(start, iteration, step))
                }
                (None, _) => self.unknown_value(ty, "value"),
            };
            plan.values.insert(var, Some(value));
        }
        for var in assigned(inner) {
            plan.values.entry(var).or_insert(None);
        }
        self.describe_others(&plan, &symbols, inner, entry);
        // Second pass: effects, as if nothing had been written before.
        let state = self.at_iteration(entry, &plan);
        let made = self.logic.mark();
        let second = self.iterate(inner, state.clone());
        let next = second.next?;
        if self.allocates(entry, &next) {
            return None;
        }
        let Some(effects) = self.effects(&state, &next, iteration) else {
            log::debug!("loop {:?}: writes are not one cell for each iteration", inner.label);
            return None;
        };
        if !self.are_apart(&plan, &effects, &next.path) {
            log::debug!("loop {:?}: iterations may write the same cell", inner.label);
            return None;
        }
        Some(Found { plan, effects, path: next.path, made })
    }

    /// Variables whose value is not linear: what the first value is.
    fn describe_others(
        &mut self,
        plan: &Plan,
        symbols: &BTreeMap<VarId, (Value, Value)>,
        _inner: &'p Loop,
        entry: &State,
    ) {
        for (var, (before, _)) in symbols {
            let (Some(Some(Value::Number(now))), Value::Number(start)) = (plan.values.get(var), before)
            else {
                continue;
            };
            let zero = self.logic.int(0);
            let is_first = self.logic.terms().eq(plan.iteration, zero);
            let same = self.logic.terms().eq(*now, *start);
            // The value is in the range of its type also where the program does not come to, the start need not be.
            let Some(ty) = self.variable_type(entry, *var) else { continue };
            let is_possible = self.logic.within(ty.min(), *start, ty.max());
            let premise = self.logic.terms().and(&[is_first, is_possible]);
            let fact = self.logic.terms().implies(premise, same);
            if matches!(self.logic.terms().op(*now), cfp_solver::Op::Apply(_)) {
                self.logic.add_fact_about(*now, fact);
            }
        }
    }

    fn variable_type(&self, state: &State, var: VarId) -> Option<IntType> {
        let frame = state.frames.last()?;
        self.program.functions[frame.function.index()].vars[var.index()].ty.as_int()
    }

    /// By which constant a value changes, if it does by one.
    fn constant_step(&mut self, path: &[Term], before: Value, after: Value) -> Option<Int> {
        let (before, after) = match (before, after) {
            (Value::Number(before), Value::Number(after)) => (before, after),
            (Value::Pointer(object, before), Value::Pointer(same, after)) if object == same => {
                (before, after)
            }
            _ => return None,
        };
        let step = self.logic.plus(after, before, -1);
        if let Some(step) = self.logic.terms().as_constant(step) {
            return Some(step.clone());
        }
        let model = self.logic.model(path)?;
        let guess = model.eval(self.logic.brackets.terms(), step).as_int()?.clone();
        let guess_term = self.logic.int(guess.clone());
        let claim = self.logic.terms().eq(step, guess_term);
        self.logic.follows(path, claim).then_some(guess)
    }

    /// The state at the beginning of iteration `k`, memory as at the beginning of the loop.
    fn at_iteration(&mut self, entry: &State, plan: &Plan) -> State {
        let mut state = entry.clone();
        for (var, value) in &plan.values {
            state.frame().vars[var.index()] = *value;
        }
        let zero = self.logic.int(0);
        let started = self.logic.terms().le(&[zero, plan.iteration]);
        let not_over = self.logic.terms().le(&[plan.iteration, plan.count]);
        state.path.extend([started, not_over]);
        state
    }

    /// What an iteration has written to memory, as terms over the iteration.
    fn effects(&mut self, begin: &State, next: &State, iteration: Term) -> Option<Effects> {
        let mut effects = Effects::new();
        let truth = self.logic.terms().bool(true);
        for key in self.changed_cells(begin, next) {
            let before = begin.memory.get(&key).copied();
            let mut found = Vec::new();
            self.collect(next.memory[&key], before, truth, iteration, &mut found)?;
            // The iteration is bound in an effect: it has a name of its own there.
            let bound = self.logic.terms().constant("written in", cfp_solver::Sort::Int);
            let renaming = FxHashMap::from_iter([(iteration, bound)]);
            let renamed =
                found.iter().map(|effect| effect.renamed(&mut self.logic, bound, &renaming)).collect();
            effects.insert(key, Rc::new(renamed));
        }
        Some(effects)
    }

    /// The stores between two arrays, oldest first.
    fn collect(
        &mut self,
        array: ArrayId,
        until: Option<ArrayId>,
        guard: Term,
        iteration: Term,
        found: &mut Vec<Effect>,
    ) -> Option<()> {
        if Some(array) == until {
            return Some(());
        }
        match self.arrays.get(array) {
            Array::Unwritten(_) if until.is_none() => Some(()),
            Array::Store { before, at, value } => {
                let (before, at, value) = (*before, *at, value.clone());
                self.collect(before, until, guard, iteration, found)?;
                let (start, step) = self.logic.as_progression(at, iteration)?;
                if step.is_zero() {
                    return None;
                }
                found.push(Effect { iteration, start, step, guard, value });
                Some(())
            }
            Array::Merge { condition, then, otherwise } => {
                let (condition, then, otherwise) = (*condition, *then, *otherwise);
                let negated = self.logic.terms().not(condition);
                for (condition, side) in [(condition, then), (negated, otherwise)] {
                    let both = self.logic.terms().and(&[guard, condition]);
                    self.collect(side, until, both, iteration, found)?;
                }
                Some(())
            }
            // Inner loops and views of another class need more than one place for each iteration.
            _ => None,
        }
    }

    /// Whether different iterations write different cells.
    fn are_apart(&mut self, plan: &Plan, effects: &Effects, path: &[Term]) -> bool {
        let other = self.logic.terms().constant("other iteration", cfp_solver::Sort::Int);
        let renaming = FxHashMap::from_iter([(plan.iteration, other)]);
        let zero = self.logic.int(0);
        for effects in effects.values() {
            for left in effects.iter() {
                for right in effects.iter() {
                    let mut at = |effect: &Effect, iteration: Term| {
                        let values = FxHashMap::from_iter([(effect.iteration, iteration)]);
                        let guard = self.logic.substitute(effect.guard, &values);
                        (self.logic.plus(effect.start, iteration, effect.step.clone()), guard)
                    };
                    let ((one, one_guard), (two, two_guard)) = (at(left, plan.iteration), at(right, other));
                    let mut formulas = vec![
                        self.logic.terms().eq(one, two),
                        self.logic.terms().lt(&[plan.iteration, other]),
                        self.logic.terms().le(&[zero, plan.iteration]),
                        self.logic.terms().lt(&[other, plan.count]),
                        one_guard,
                        two_guard,
                    ];
                    // What holds in every iteration holds in both.
                    formulas.extend(path);
                    formulas.extend(path.iter().map(|&formula| self.logic.substitute(formula, &renaming)));
                    if !self.logic.can_hold(&formulas).is_no() {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Whether the third pass wrote what the second one did.
    fn is_same_effect(&mut self, begin: &State, next: &State, effects: &Effects) -> bool {
        let keys: BTreeSet<(ObjectId, Class)> = self.changed_cells(begin, next).into_iter().collect();
        if !keys.iter().all(|key| effects.contains_key(key)) {
            return false;
        }
        for (key, expected) in effects {
            let truth = self.logic.terms().bool(true);
            let mut found = Vec::new();
            let before = begin.memory.get(key).copied();
            let Some(&after) = next.memory.get(key) else { return false };
            let iteration = *self.logic.iterations.last().expect("a loop is being summarised");
            if self.collect(after, before, truth, iteration, &mut found).is_none()
                || found.len() != expected.len()
            {
                return false;
            }
            for (left, right) in found.iter().zip(expected.iter()) {
                let renaming = FxHashMap::from_iter([(right.iteration, iteration)]);
                let right = &right.renamed(&mut self.logic, iteration, &renaming);
                let mut claims = vec![self.logic.terms().eq(left.start, right.start)];
                claims.push(self.logic.terms().eq(left.guard, right.guard));
                for (&one, &other) in left.value.iter().zip(&right.value) {
                    let same = self.logic.terms().eq(one, other);
                    claims.push(self.logic.terms().implies(left.guard, same));
                }
                let claim = self.logic.terms().and(&claims);
                if left.step != right.step || !self.logic.follows(&next.path, claim) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether the linear variables are what they are planned to be after the iteration; the others get their equation.
    fn is_same_step(&mut self, plan: &Plan, next: &State) -> bool {
        let one = self.logic.int(1);
        let after = self.logic.plus(plan.iteration, one, 1);
        let step = FxHashMap::from_iter([(plan.iteration, after)]);
        let frame = next.frames.last().expect("a call is under way");
        let mut equations = Vec::new();
        for (var, value) in &plan.values {
            let Some(value) = value else { continue };
            let Some(now) = frame.vars[var.index()] else {
                // Nobody may use it: this must not be forgotten.
                return false;
            };
            let claims = match (*value, now) {
                (Value::Number(planned), Value::Number(now)) => vec![(planned, now)],
                (Value::Pointer(object, offset), Value::Pointer(now_object, now)) => {
                    vec![(object, now_object), (offset, now)]
                }
                _ => return false,
            };
            for (planned, now) in claims {
                let is_free = matches!(self.logic.terms().op(planned), cfp_solver::Op::Apply(_))
                    && self.logic.terms().args(planned).last() == Some(&plan.iteration);
                let expected = self.logic.substitute(planned, &step);
                let same = self.logic.terms().eq(expected, now);
                if is_free {
                    equations.push(same);
                } else if !self.logic.follows(&next.path, same) {
                    return false;
                }
            }
        }
        // In each iteration that is not the last one, these hold.
        let mut parts = next.path.clone();
        parts.extend(equations);
        let body = self.logic.terms().and(&parts);
        self.logic.add_history(plan.iteration, plan.count, body);
        true
    }

    /// The exits for the iteration in which the loop ends.
    fn finish(&mut self, plan: &Plan, done: Iteration, _entry: usize) -> Option<Vec<(Option<Jump>, State)>> {
        let last = FxHashMap::from_iter([(plan.iteration, plan.count)]);
        let zero = self.logic.int(0);
        if done.next.is_none() {
            // No second iteration: the first is the last.
            let none = self.logic.terms().eq(plan.count, zero);
            self.logic.iterations.pop();
            self.logic.add_fact_about(plan.count, none);
            self.logic.iterations.push(plan.iteration);
        }
        let mut exits = Vec::with_capacity(done.exits.len());
        for (jump, mut state) in done.exits {
            state.substitute(&mut self.logic, &mut self.arrays, &last);
            let jump = match jump {
                Some(Jump::Return(Some(value))) => Some(Jump::Return(Some(match value {
                    Value::Number(term) => Value::Number(self.logic.substitute(term, &last)),
                    Value::Pointer(object, offset) => Value::Pointer(
                        self.logic.substitute(object, &last),
                        self.logic.substitute(offset, &last),
                    ),
                }))),
                jump => jump,
            };
            exits.push((jump, state));
        }
        Some(exits)
    }
}

/// Whether the cells of old objects that nobody has looked at yet are what they were.
fn keeps_bases(entry: &State, after: &State) -> bool {
    entry.bases.iter().all(|(object, base)| after.bases.get(object).is_none_or(|now| now == base))
}

/// The variables that a loop sets.
fn assigned(inner: &Loop) -> BTreeSet<VarId> {
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
