//! Function summaries: the effect of a function for all arguments of a signature, computed once and
//! instantiated at each call.
//!
//! A function is analysed [in isolation](super::signature), bottom-up, callees first. Its possible violations
//! become conditions on arguments and initial memory. At each call they are
//! [instantiated](super::instantiate) and checked on the path to the call, and the final state becomes the
//! caller's. So the result is sensitive to path and caller, although the code is executed once. Functions
//! that do not call each other are summarised in parallel.
//!
//! Inlining is more precise and, for small functions, faster. So summaries are used only in programs with a
//! large call tree.

use crate::analysis::MemoryModel;
use crate::bracket::BracketStats;
use crate::ir::{FuncId, Param, Pos, Scalar};
use crate::symbolic::calls::instantiate::Instantiation;
use crate::symbolic::exec::executor::{Executor, Jump, STACK_BYTES};
use crate::symbolic::exec::stacks::call_stack::Argument;
use crate::symbolic::exec::stacks::signature::{BlockShape, Shape, Signature, Start};
use crate::symbolic::exec::stacks::summaries::{Found, Outcome, Summaries, Summary};
use crate::symbolic::facts::linear::linear;
use crate::symbolic::findings::sink::Suspect;
use crate::symbolic::memory::targets::Target;
use crate::symbolic::store::place::{ObjectId, Origin};
use crate::symbolic::store::state::{Frame, State};
use crate::symbolic::store::value::{Pointer, Value};
use crate::techniques::Technique;
use crate::walk;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// Budget for one function: formulas in all its queries.
const FUNCTION_EFFORT: u64 = 200_000;

/// Limit on nested isolated analyses.
const MAX_DEPTH: usize = 40;

impl<'p> Executor<'p> {
    /// Handles a call by a summary; `None` if the call must be inlined, `Some(None)` if it does not return.
    pub(crate) fn call_summarized(
        &mut self,
        state: &State,
        function: FuncId,
        values: &[Argument],
        pos: Pos,
    ) -> Option<Option<(Option<Value>, State)>> {
        let summaries = Arc::clone(self.calls.summaries.as_ref()?);
        if !summaries.is_wanted(self.program, function)
            || self.model != MemoryModel::Combined
            || !self.logic.is_on(Technique::FunctionSummaries)
            || self.calls.under_way.contains(&function)
            || self.calls.under_way.len() >= MAX_DEPTH
        {
            return None;
        }
        let (mut signature, targets) = self.signature(state, function, values)?;
        if !summaries.graph.may_free(function) {
            // If nothing is freed, the origin of a block is irrelevant, and fewer signatures suffice.
            signature.blocks.iter_mut().for_each(|block| block.origin = Origin::Local);
        }
        let is_plain =
            |target: &Target| target.member.is_none() && self.object(target.object).rows.is_empty();
        let globals = signature.shapes.iter().filter_map(|shape| match shape {
            Shape::Global(object, _) => Some(*object),
            _ => None,
        });
        let mut globals = globals.chain(self.globals.iter().copied());
        if !targets.iter().all(is_plain) || globals.any(|global| !self.object(global).rows.is_empty()) {
            return None;
        }
        let known = match summaries.get(&signature) {
            Some(known) => known,
            None => {
                let mut other = self.sibling();
                let found = self.lend(&mut other, |other| other.summarize_function(&signature));
                summaries.insert(signature, found, other)
            }
        };
        let known = known.lock().unwrap_or_else(PoisonError::into_inner);
        let summary = match &*known {
            Outcome::Known(summary) => summary,
            Outcome::Useless => return None,
            Outcome::TooLarge => {
                // Too large to instantiate: use a contract, which is weaker.
                let (state, value) = self.call_by_contract(state, function, values, pos)?;
                return Some(Some((value, state)));
            }
        };
        let (before, known, start) = (self.mark(), self.logic.mark(), Instant::now());
        let done = self.instantiate(summary, state, values, &targets, pos);
        self.logic.count_use(Technique::FunctionSummaries, done.is_some(), start);
        self.loops.invariants.unfollowed.extend(done.is_some().then_some(function));
        let name = &self.program.functions[function.index()].name;
        log::debug!(
            "summary of {name} at {pos:?}: {}",
            if done.is_some() { "instantiated" } else { "cannot be instantiated" }
        );
        if done.is_none() {
            self.roll_back(before);
            self.logic.retract_since(known);
        }
        done
    }

    /// Analyses a function in isolation.
    fn summarize_function(&mut self, signature: &Signature) -> Option<Found> {
        self.is_portable = true;
        self.limits.effort = FUNCTION_EFFORT;
        self.calls.under_way.push(signature.function);
        let program = self.program;
        let called = &program.functions[signature.function.index()];
        let mut begin = self.begin_isolated(signature);
        let mut vars = vec![None; called.vars.len()];
        for (param, value) in called.params.iter().zip(&begin.values) {
            match (param, value) {
                (Param::Var(var), Argument::Scalar(value, _)) => vars[var.index()] = Some(*value),
                _ => return None,
            }
        }
        let slots = vec![None; called.slots.len()];
        let function = signature.function;
        let entry = begin.state.clone();
        begin.state.frames.push(Frame { function, vars, slots, allocas: Vec::new(), result: None });
        let mut jumps = Vec::new();
        let fallen = walk::block(self, called.body.as_ref()?, begin.state, &mut jumps);
        let returns = fallen.map(|state| (Jump::Return(None), state)).into_iter().chain(jumps);
        let mut end: Option<State> = None;
        for (jump, mut state) in returns {
            let Jump::Return(value) = jump else { return None };
            let frame = state.frames.pop()?;
            for object in frame.slots.into_iter().flatten().chain(frame.allocas) {
                self.end_object(&mut state, object);
            }
            // Store the value in a variable behind the others, so that joining the states joins it too.
            let slots = vec![None; called.slots.len()];
            let mut vars = vec![None; called.vars.len()];
            vars.push(value);
            state.frames.push(Frame { function, vars, slots, allocas: Vec::new(), result: None });
            end = Some(walk::joined(self, end, state));
        }
        if self.limits.reached.is_some() || !self.findings.gaps.is_empty() {
            log::debug!("no summary of {}: {:?}", called.name, self.findings.gaps);
            // Only the budget of this function is spent: the caller inlines it.
            self.limits.reached = None;
            return None;
        }
        let ends = end.iter().chain(self.findings.ends.iter().map(|(_, state)| state));
        for state in ends {
            let same_base = |(object, base): (&ObjectId, &_)| state.bases.get(object) == Some(base);
            if !entry.bases.iter().all(same_base) || state.unset_writes > 0 || !state.families.is_empty() {
                log::debug!("no summary of {}: it changes whole objects", called.name);
                return None;
            }
        }
        let end = end.map(|mut state| {
            let mut frame = state.frames.pop().expect("the frame of the result");
            (frame.vars.pop().flatten(), state)
        });
        Some(Found { values: begin.values, blocks: begin.blocks, flags: begin.flags, entry, end })
    }

    /// Instantiates a summary at a call.
    fn instantiate(
        &mut self,
        summary: &Summary<'p>,
        state: &State,
        values: &[Argument],
        targets: &[Target],
        pos: Pos,
    ) -> Option<Option<(Option<Value>, State)>> {
        self.logic.here = pos;
        let inside = &summary.inside;
        let mut old: BTreeMap<ObjectId, Target> =
            summary.blocks.iter().copied().zip(targets.iter().cloned()).collect();
        for &global in &self.globals.clone() {
            let target = self.newest(global);
            old.insert(global, target);
        }
        let mut state = state.clone();
        let mut given = Vec::new();
        for ((&block, &flag), target) in summary.blocks.iter().zip(&summary.flags).zip(targets) {
            let alive = self.is_alive(&mut state, target);
            given.push((flag, self.bit(alive)));
            given.push((summary.entry.sizes[&block], self.size_of(&state, target)));
        }
        for (argument, value) in summary.values.iter().zip(values) {
            match (argument.value()?, value.value()?) {
                (Value::Number(argument), Value::Number(value)) => given.push((argument, value)),
                (
                    Value::Pointer(Pointer { offset: argument, .. }),
                    Value::Pointer(Pointer { offset: value, .. }),
                ) => {
                    let (products, _) = linear(inside.logic.brackets.terms(), argument);
                    if let Some((units, bytes)) = products.into_iter().next() {
                        given.push((units, self.logic.quotient(value, &bytes)));
                    }
                }
                _ => return None,
            }
        }
        let ends = summary.end.iter().map(|(_, end)| end);
        let ends = ends.chain(inside.findings.ends.iter().map(|(_, end)| end));
        let mut instantiation = Instantiation::new(inside, self, state, old, ends);
        for (term, value) in given {
            instantiation.set(term, value);
        }
        let mut suspects = Vec::new();
        for suspect in &inside.findings.suspects {
            let formulas = instantiation.path(self, &suspect.formulas)?;
            suspects.push(Suspect {
                kind: suspect.kind,
                pos: suspect.pos,
                text: suspect.text.clone(),
                formulas,
                fact: suspect.fact.clone(),
            });
        }
        let end = match &summary.end {
            None => None,
            Some((value, end)) => {
                let value = match value {
                    Some(value) => Some(instantiation.value(self, *value)?),
                    None => None,
                };
                Some((value, instantiation.state(self, &summary.entry, end)?))
            }
        };
        let mut ends = Vec::new();
        for (pos, end) in &inside.findings.ends {
            ends.push((*pos, instantiation.state(self, &summary.entry, end)?));
        }
        instantiation.inputs(self);
        instantiation.knowledge(self);
        for mut suspect in suspects {
            if self.findings.quiet == 0 && !self.logic.can_hold(&suspect.formulas).is_no() {
                suspect.pos = self.user_pos(suspect.pos);
                self.findings.add_suspect(suspect);
            }
        }
        if self.findings.quiet == 0 {
            self.findings.ends.extend(ends);
        }
        Some(end.filter(|(_, state)| !self.logic.can_hold(&state.path).is_no()))
    }

    /// Summarises the functions that will be called, in parallel where they do not call each other. Returns
    /// the query statistics.
    pub(crate) fn prepare_summaries(&mut self, main: FuncId) -> BracketStats {
        let mut asked = BracketStats::default();
        let Some(summaries) = self.calls.summaries.clone() else { return asked };
        let threads = thread::available_parallelism().map_or(1, |count| count.get());
        let is_off = !self.logic.is_on(Technique::FunctionSummaries);
        if is_off || self.model != MemoryModel::Combined || self.logic.brackets.has_tools() {
            return asked;
        }
        for level in summaries.graph.levels(main) {
            let wanted: Vec<FuncId> =
                level.into_iter().filter(|&function| summaries.is_wanted(self.program, function)).collect();
            let jobs: Vec<(Signature, Executor<'p>)> = wanted
                .iter()
                .filter_map(|&function| Some((self.usual_signature(&summaries, function)?, self.sibling())))
                .collect();
            let queue = Mutex::new(jobs);
            let done = Mutex::new(Vec::new());
            let work = || {
                loop {
                    let job = queue.lock().unwrap_or_else(PoisonError::into_inner).pop();
                    let Some((signature, mut executor)) = job else { break };
                    let found = executor.summarize_function(&signature);
                    let cost = (executor.logic.brackets.stats(), executor.logic.counters.clone());
                    summaries.insert(signature, found, executor);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push(cost);
                }
            };
            thread::scope(|scope| {
                let helpers = threads.min(wanted.len()).saturating_sub(1);
                for _ in 0..helpers {
                    // If no thread can be started, this one does all the work.
                    let _ = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
                }
                work();
            });
            for (stats, counters) in done.into_inner().unwrap_or_else(PoisonError::into_inner) {
                asked.add(stats);
                self.logic.counters.add(&counters);
            }
        }
        asked
    }

    /// The most likely signature of a function: all pointers to the start of distinct objects.
    fn usual_signature(&self, summaries: &Summaries<'p>, function: FuncId) -> Option<Signature> {
        let called = &self.program.functions[function.index()];
        let (mut shapes, mut blocks) = (Vec::new(), Vec::new());
        for param in &called.params {
            let Param::Var(var) = param else { return None };
            shapes.push(match called.vars[var.index()].ty {
                Scalar::Ptr => {
                    let origin =
                        if summaries.graph.may_free(function) { Origin::Heap } else { Origin::Local };
                    blocks.push(BlockShape { origin, constant: false });
                    Shape::Block(blocks.len() - 1, Start::First)
                }
                _ => Shape::Number,
            });
        }
        Some(Signature { function, shapes, blocks })
    }
}
