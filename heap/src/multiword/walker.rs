//! The domain as a user of the [walker](crate::walk): a state is a set of symbolic heaps, of which one holds.

use super::abstraction::{abstracted, extrapolate};
use super::engine::{Multiword, RESULT};
use super::entail::entails;
use super::heap::{Atom, Heap, Value};
use super::lin::Lin;
use crate::analysis::Abstraction;
use crate::ir::{
    Arg, CallResult, Callee, Function, Live, Local, Loop, Operand, Param, Pos, ReturnValue, Scalar, Stmt,
    StmtKind,
};
use crate::libc::{self, Id};
use crate::walk::{Call, Domain, Jump, Jumps, block, iterate, leave};
use crate::{checkers, ir};
use std::collections::BTreeSet;
use std::time::Instant;

/// A set of symbolic heaps.
pub(super) type State = Vec<Heap>;

/// Limit on statements times symbolic heaps.
const MAX_WORK: u64 = 20_000_000;

/// Limit on symbolic heaps at the head of a loop, and elsewhere.
const MAX_STATES: [usize; 2] = [2_000, 20_000];

/// Limit on the depth of calls.
const MAX_DEPTH: u32 = 30;

/// From how many symbolic heaps on duplicates are looked for: equal ones, and behind calls those that another
/// one describes.
const MANY: [usize; 2] = [4, 12];

impl<'p> Domain<'p> for Multiword<'p> {
    type State = State;
    /// The result of a function is in a variable of its frame.
    type Value = ();
    type Condition = (&'p Operand, Pos);
    type Arguments = ();

    fn gap(&mut self, pos: Pos, text: &str) {
        self.refuse(pos, text);
    }

    fn begin(&mut self, stmt: &'p Stmt, state: &mut State) -> bool {
        self.stmt = Some(stmt);
        self.work += 1 + state.len() as u64;
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_late || self.work > MAX_WORK || state.len() > MAX_STATES[1] {
            self.refuse(stmt.pos, "too many symbolic heaps, or too little time");
        }
        if state.len() >= MANY[0] {
            self.merge_equal(stmt, state);
        }
        self.gap.is_none() && !state.is_empty()
    }

    fn transfer(&mut self, stmt: &'p Stmt, state: State) -> Option<State> {
        let mut after = Vec::new();
        for heap in state {
            after.extend(self.statement(stmt, heap));
            if self.gap.is_some() {
                return None;
            }
        }
        (!after.is_empty()).then_some(after)
    }

    fn condition(&mut self, _: &mut State, operand: &'p Operand, pos: Pos) -> Self::Condition {
        (operand, pos)
    }

    fn assume(&mut self, state: &State, (operand, pos): Self::Condition, holds: bool) -> Option<State> {
        let heaps: State =
            state.iter().filter_map(|heap| self.assumed(heap.clone(), operand, holds, pos)).collect();
        (!heaps.is_empty()).then_some(heaps)
    }

    fn join(&mut self, mut one: State, other: State) -> State {
        one.extend(other);
        one
    }

    fn returned(&mut self, state: &mut State, value: &'p ReturnValue, pos: Pos) -> Option<()> {
        match value {
            ReturnValue::None => {}
            ReturnValue::Scalar(operand) => {
                for heap in state {
                    let value = self.operand(heap, operand, pos)?;
                    self.set(heap, RESULT, value);
                }
            }
            ReturnValue::Object(..) => self.refuse(pos, "a function that returns an object"),
        }
        None
    }

    /// The widened differential fixpoint: only symbolic heaps that are new are executed again, and only those
    /// are new that no other one describes.
    fn run_loop(
        &mut self,
        inner: &'p Loop,
        state: State,
        pos: Pos,
        jumps: &mut Jumps<'p, Self>,
    ) -> Option<State> {
        let mut head: State = Vec::new();
        let mut exits = Vec::new();
        let mut next = Some(state);
        let mut rounds = 0;
        while let Some(state) = next.take() {
            let new = self.new_heaps(inner, &mut head, state);
            if new.is_empty() || self.gap.is_some() {
                break;
            }
            if head.len() > MAX_STATES[0] {
                self.refuse(pos, "too many symbolic heaps at a loop");
                break;
            }
            rounds += 1;
            let iteration = iterate(self, inner, new);
            exits.extend(iteration.exits);
            next = iteration.next;
        }
        if self.gap.is_some() {
            return None;
        }
        self.most_rounds = self.most_rounds.max(rounds);
        self.note_invariant(inner, &head, pos, rounds);
        let end = leave(self, exits, jumps);
        match self.setting.abstraction {
            // Heaps from earlier iterations are often described by those of later ones.
            Abstraction::History => end.map(|end| self.without_duplicates(end)),
            Abstraction::Canonical => end,
        }
    }

    fn run_call(
        &mut self,
        callee: &'p Callee,
        call: Call<'p>,
        state: State,
        jumps: &mut Jumps<'p, Self>,
    ) -> Option<State> {
        let Callee::Direct(id) = callee else {
            self.refuse(call.pos, "a call through a pointer");
            return None;
        };
        let function = &self.task.program.functions[id.index()];
        let Some(body) = &function.body else {
            return self.library_call(call, function, &(), state, jumps);
        };
        let result = match call.result {
            CallResult::None => None,
            CallResult::Var(var) => Some(*var),
            CallResult::Object(..) => {
                self.refuse(call.pos, "a function that returns an object");
                return None;
            }
        };
        let stmt = self.stmt;
        let mut inside = Vec::new();
        for heap in state {
            inside.push(self.enter(heap, *id, function, call, stmt)?);
        }
        let mut inner = Vec::new();
        let fallen = block(self, body, inside, &mut inner);
        let returned = inner.into_iter().filter(|(jump, _)| matches!(jump, Jump::Return(_)));
        let ends: State = returned.map(|(_, state)| state).chain(fallen).flatten().collect();
        let ends: State = ends.into_iter().map(|heap| self.leave_frame(heap, result)).collect();
        let ends = self.without_duplicates(ends);
        (!ends.is_empty() && self.gap.is_none()).then_some(ends)
    }

    fn library_call(
        &mut self,
        call: Call<'p>,
        function: &'p Function,
        _: &(),
        state: State,
        _: &mut Jumps<'p, Self>,
    ) -> Option<State> {
        let (name, pos) = (libc::canonical_name(&function.name), call.pos);
        if let Some((contract, checker)) = checkers::contract(name) {
            let definition = self.task.program.checker(checker);
            return match definition {
                Some(definition) => self.contract(contract, definition, call, state),
                None => {
                    self.refuse(pos, "a contract without a definition");
                    None
                }
            };
        }
        match (libc::id(name), call.args) {
            (Some(Id::Exit | Id::Abort), _) => None,
            (Some(Id::Sbrk), [Arg::Scalar(size, _)]) => self.extend(state, size, call),
            (None, []) if libc::is_input(&function.name) => self.input(state, call),
            _ => {
                self.refuse(pos, "a call of a library function");
                None
            }
        }
    }
}

impl<'p> Multiword<'p> {
    /// A straight-line statement on one heap.
    fn statement(&mut self, stmt: &'p Stmt, mut heap: Heap) -> Vec<Heap> {
        let pos = stmt.pos;
        match &stmt.kind {
            StmtKind::Assign { dst, value } => self.assign(heap, *dst, value, pos),
            StmtKind::Load { dst, addr, access } => self.load(heap, *dst, (addr, access), pos),
            StmtKind::Store { addr, value, access } => self.store(heap, (addr, access), value, pos),
            StmtKind::Begin(Local::Var(id)) | StmtKind::End(Local::Var(id)) => {
                let var = self.var(&heap, *id);
                heap.vars.remove(&var);
                vec![heap]
            }
            StmtKind::Assume(operand) => self.assumed(heap, operand, true, pos).into_iter().collect(),
            StmtKind::Fail { .. } => {
                let shown = super::print::describe(self, &heap);
                self.refuse(pos, format!("an assertion that may fail: {shown}"));
                Vec::new()
            }
            _ => {
                self.refuse(pos, "memory that is no part of a memory manager");
                Vec::new()
            }
        }
    }

    /// Drops heaps that are equal once variables that are not read again are forgotten. Comparisons that say
    /// nothing leave such heaps behind.
    fn merge_equal(&mut self, stmt: &'p Stmt, state: &mut State) {
        let Some(first) = state.first() else { return };
        let Some(body) = &self.function(first).body else { return };
        let (current, depth) = (*first.calls.last().expect("a call is under way"), first.depth());
        let live = self.live.entry(current).or_insert_with(|| Live::of(body)).before(stmt);
        for heap in state.iter_mut() {
            heap.vars.retain(|var, _| var.depth != depth || var.id == RESULT || live.contains(var.id));
        }
        let mut known: BTreeSet<Heap> = BTreeSet::new();
        state.retain(|heap| known.insert(heap.clone()));
    }

    /// Abstracts heaps at the head of a loop, and adds those that no other one describes.
    fn new_heaps(&mut self, inner: &'p Loop, head: &mut State, state: State) -> State {
        let is_guided = self.setting.abstraction == Abstraction::History;
        let is_entered = !head.is_empty();
        let mut new: State = Vec::new();
        for mut heap in state {
            self.forget_dead(&mut heap, inner);
            let Some(mut heap) = abstracted(heap, &self.setting, &mut self.names) else { continue };
            if is_guided && is_entered {
                heap = extrapolate(heap, &self.setting);
            }
            let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if is_late {
                self.refuse(Pos::NOWHERE, "too little time");
                return Vec::new();
            }
            let setting = &self.setting;
            let is_known = |known: &Heap| entails(&heap, known, setting);
            // Without widening, only the same heap with other names counts.
            let is_same = |known: &Heap| is_known(known) && entails(known, &heap, setting);
            let is_old = match self.has_widening {
                true => head.iter().chain(&new).any(is_known),
                false => head.iter().chain(&new).any(is_same),
            };
            if is_old {
                continue;
            }
            if self.has_widening {
                new.retain(|known| !entails(known, &heap, setting));
            }
            if is_guided {
                head.retain(|known| !entails(known, &heap, setting));
            }
            new.push(heap);
        }
        head.extend(new.iter().cloned());
        self.most_states = self.most_states.max(head.len());
        new
    }

    /// Forgets variables of the current function that are not read again.
    fn forget_dead(&mut self, heap: &mut Heap, inner: &'p Loop) {
        let Some(body) = &self.function(heap).body else { return };
        let current = *heap.calls.last().expect("a call is under way");
        let live = self.live.entry(current).or_insert_with(|| Live::of(body)).at_head(inner);
        let depth = heap.depth();
        heap.vars.retain(|var, _| var.depth != depth || live.contains(var.id));
    }

    /// The heap at the start of a function.
    fn enter(
        &mut self,
        mut heap: Heap,
        id: ir::FuncId,
        function: &'p Function,
        call: Call<'p>,
        stmt: Option<&'p Stmt>,
    ) -> Option<Heap> {
        if heap.calls.contains(&id) || heap.depth() >= MAX_DEPTH {
            self.refuse(call.pos, "recursion");
            return None;
        }
        let mut values = Vec::new();
        for arg in call.args {
            let Arg::Scalar(operand, _) = arg else {
                self.refuse(call.pos, "a record as an argument");
                return None;
            };
            values.push(self.operand(&mut heap, operand, call.pos)?);
        }
        if values.len() != function.params.len() {
            self.refuse(call.pos, "a call with another number of arguments");
            return None;
        }
        // What the caller does not read again is forgotten.
        let current = *heap.calls.last().expect("a call is under way");
        if let (Some(body), Some(stmt)) = (&self.function(&heap).body, stmt) {
            let live = self.live.entry(current).or_insert_with(|| Live::of(body));
            if let Some(live) = live.after_call(stmt) {
                let depth = heap.depth();
                heap.vars.retain(|var, _| var.depth != depth || live.contains(var.id));
            }
        }
        heap.calls.push(id);
        for (param, value) in function.params.iter().zip(values) {
            let Param::Var(var) = param else {
                self.refuse(call.pos, "a record as an argument");
                return None;
            };
            let is_same = matches!(
                (&value, function.vars[var.index()].ty),
                (Value::Ptr(_), Scalar::Ptr) | (Value::Num(_), Scalar::Int(_))
            );
            if !is_same {
                self.refuse(call.pos, "an argument of another type");
                return None;
            }
            if let (Value::Num(lin), Scalar::Int(ty)) = (&value, function.vars[var.index()].ty)
                && !heap.is_within(self.header(), lin, ty.min(), ty.max())
            {
                self.refuse(call.pos, "an argument of another type");
                return None;
            }
            self.set(&mut heap, *var, value);
        }
        Some(heap)
    }

    /// The heap behind a call.
    fn leave_frame(&mut self, mut heap: Heap, result: Option<ir::VarId>) -> Heap {
        let depth = heap.depth();
        let value = heap.vars.get(&self.var(&heap, RESULT)).cloned().unwrap_or(Value::Unset);
        heap.vars.retain(|var, _| var.depth < depth);
        heap.calls.pop();
        if let Some(id) = result {
            self.set(&mut heap, id, value);
        }
        heap
    }

    /// Drops heaps that another one describes.
    fn without_duplicates(&self, state: State) -> State {
        if state.len() < MANY[1] || !self.has_widening {
            return state;
        }
        let mut kept: State = Vec::new();
        for heap in state {
            if !kept.iter().any(|known| entails(&heap, known, &self.setting)) {
                kept.push(heap);
            }
        }
        kept
    }

    /// `sbrk`: it fails, or there is a new block.
    fn extend(&mut self, state: State, size: &Operand, call: Call<'p>) -> Option<State> {
        let mut after = Vec::new();
        for mut heap in state {
            let Value::Num(bytes) = self.operand(&mut heap, size, call.pos)? else {
                self.refuse(call.pos, "an address as a number of bytes");
                return None;
            };
            if !heap.is_at_least_zero(self.header(), &bytes.plus_constant(-1)) {
                self.refuse(call.pos, "sbrk with a number of bytes that may not be positive");
                return None;
            }
            let CallResult::Var(result) = *call.result else {
                self.refuse(call.pos, "sbrk without a use of its result");
                return None;
            };
            let mut failed = heap.clone();
            self.set(&mut failed, result, Value::Ptr(Lin::constant(super::engine::NO_ADDRESS)));
            after.push(failed);
            let low = Lin::of(self.names.fresh());
            let high = low.plus(&bytes);
            heap.facts.insert(low.plus_constant(-1));
            heap.atoms.push(Atom::Block { low: low.clone(), high });
            self.set(&mut heap, result, Value::Ptr(low));
            after.push(heap);
        }
        Some(after)
    }

    /// An input of the program.
    fn input(&mut self, state: State, call: Call<'p>) -> Option<State> {
        let CallResult::Var(result) = *call.result else { return Some(state) };
        let mut after = Vec::new();
        for mut heap in state {
            match self.function(&heap).vars[result.index()].ty {
                Scalar::Int(ty) => {
                    let value = self.any(&mut heap, ty);
                    self.set(&mut heap, result, Value::Num(value));
                }
                Scalar::Ptr => {
                    let value = self.wild(&mut heap);
                    self.set(&mut heap, result, value);
                }
                Scalar::Float(_) => {
                    self.refuse(call.pos, "an input that is no integer");
                    return None;
                }
            }
            after.push(heap);
        }
        Some(after)
    }
}
