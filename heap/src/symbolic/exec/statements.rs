//! Transfer functions of straight-line statements, on all executions of a state at once.

use crate::analysis::Step;
use crate::ir::*;
use crate::property::{Leaks, ViolationKind};
use crate::symbolic::exec::executor::Executor;
use crate::symbolic::findings::sink::Suspicion;
use crate::symbolic::memory::object::LARGEST_BLOCK;
use crate::symbolic::store::place::{Base, Origin};
use crate::symbolic::store::state::State;
use cfp_solver::Term;

impl<'p> Executor<'p> {
    /// Checks limits and notifies observers before a statement; false if a limit is reached.
    pub(crate) fn begin_statement(&mut self, stmt: &'p Stmt, state: &mut State) -> bool {
        let pos = stmt.pos;
        self.logic.here = pos;
        if self.findings.quiet == 0
            && let Some(camera) = &mut self.camera
        {
            let first = &self.heap.program.functions[state.frames[0].function.index()];
            camera.see(stmt, first.pos.file, state, self.heap.findings.added);
        }
        if self.is_stopped(pos) {
            return false;
        }
        if let Some(interim) = &self.findings.interim {
            interim.set_place(self.user_pos(pos));
        }
        if self.logic.brackets.journal().is_some() {
            let origin = self.program.show_pos(pos);
            self.logic.brackets.set_origin(&origin);
        }
        if let Some(listener) = &self.listener {
            let function = &self.heap.program.functions[state.frame().function.index()].name;
            let questions = self.heap.logic.brackets.stats().questions;
            listener.notify(|time| Step { function: function.clone(), pos, questions, time });
        }
        true
    }

    /// The effect of a straight-line statement.
    pub(crate) fn transfer_statement(&mut self, stmt: &'p Stmt, mut state: State) -> Option<State> {
        let pos = stmt.pos;
        match &stmt.kind {
            StmtKind::Assign { dst, value } => {
                let value = self.expression(&mut state, value, pos);
                state.frame().vars[dst.index()] = Some(value);
            }
            StmtKind::Load { dst, addr, access } => {
                let pointer = self.pointer(&mut state, addr, pos);
                let value = self.load(&mut state, pointer, *access, pos);
                state.frame().vars[dst.index()] = Some(value);
            }
            StmtKind::Store { addr, value, access } => {
                let pointer = self.pointer(&mut state, addr, pos);
                let value = self.operand(&mut state, value, pos);
                self.store(&mut state, pointer, value, *access, pos);
            }
            StmtKind::Copy { dst, src, ty, size } => {
                let (to, from) = (self.pointer(&mut state, dst, pos), self.pointer(&mut state, src, pos));
                self.copy_object(&mut state, to, from, *ty, *size, pos);
            }
            StmtKind::Zero { addr, size } => self.clear(&mut state, addr, *size, pos),
            StmtKind::Begin(Local::Var(var)) | StmtKind::End(Local::Var(var)) => {
                state.frame().vars[var.index()] = None
            }
            StmtKind::Begin(Local::Slot(slot)) => {
                let function = &self.program.functions[state.frame().function.index()];
                let size = function.slots[slot.index()].size;
                let size = match size {
                    Some(size) => self.logic.int(size),
                    None => self.logic.unknown("size"),
                };
                self.begin_slot(&mut state, *slot, size, pos);
            }
            StmtKind::BeginVla { slot, count, stride } => {
                self.begin_vla(&mut state, *slot, (count, stride), pos);
            }
            StmtKind::End(Local::Slot(slot)) => {
                if let Some(object) = state.frame().slots[slot.index()] {
                    self.end_object(&mut state, object);
                }
            }
            StmtKind::Alloca { dst, size } => {
                let size = self.number(&mut state, size, pos);
                self.assume_room(&mut state, size);
                let object = self.new_object(&mut state, Origin::Local, size, pos, Base::Unset);
                let address = self.address(&state, object);
                state.frame().allocas.push(object);
                state.frame().vars[dst.index()] = Some(address);
            }
            StmtKind::Assume(cond) => {
                let condition = self.truth_of(&mut state, cond, pos);
                state.assume(&mut self.logic, condition);
                if self.logic.can_hold(&state.path).is_no() {
                    return None;
                }
            }
            StmtKind::Bound { index, count } => {
                if self.checks.bounds {
                    self.require_index(&mut state, index, count, pos);
                }
            }
            StmtKind::Fail { failure } => {
                self.fail(state, failure, pos);
                return None;
            }
            StmtKind::Unreachable => {
                self.suspect(&state, ViolationKind::Misuse, pos, "code marked as unreachable is reached");
                return None;
            }
            StmtKind::Unsupported(reason) => {
                if !self.logic.can_hold(&state.path).is_no() {
                    self.gap(pos, reason.clone());
                }
                return None;
            }
            StmtKind::Call { .. }
            | StmtKind::If { .. }
            | StmtKind::Loop(_)
            | StmtKind::Block { .. }
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Return(_) => unreachable!("the walker runs control"),
        }
        Some(state)
    }

    /// Requires that an index lies within its array.
    fn require_index(&mut self, state: &mut State, index: &Operand, count: &Operand, pos: Pos) {
        let (index, count) = (self.number(state, index, pos), self.number(state, count, pos));
        let zero = self.logic.int(0);
        let parts = [self.logic.at_most(zero, index), self.logic.below(index, count)];
        let claim = self.logic.all(&parts);
        let text = "an index is out of the bounds of its array";
        self.require(state, claim, Suspicion { kind: ViolationKind::IndexOutOfBounds, pos, text });
    }

    /// Assumes that the stack has room for an allocation; otherwise the program ends.
    fn assume_room(&mut self, state: &mut State, size: Term) {
        let most = self.logic.int(LARGEST_BLOCK);
        let has_room = self.logic.below(size, most);
        state.assume(&mut self.logic, has_room);
    }

    fn begin_slot(&mut self, state: &mut State, slot: SlotId, size: Term, pos: Pos) {
        if let Some(earlier) = state.frame().slots[slot.index()] {
            self.end_object(state, earlier);
        }
        let object = self.new_object(state, Origin::Local, size, pos, Base::Unset);
        let function = &self.program.functions[state.frame().function.index()];
        self.objects[object.0 as usize - 1].ty = Some(function.slots[slot.index()].ty);
        state.frame().slots[slot.index()] = Some(object);
    }

    /// Fills an object with zeros before its initialiser.
    fn clear(&mut self, state: &mut State, addr: &Operand, size: u64, pos: Pos) {
        let pointer = self.pointer(state, addr, pos);
        let (size, zero) = (self.logic.int(size), self.logic.int(0));
        let hints = self.pointed_classes(state, addr);
        self.fill(state, pointer, size, Some(zero), &hints, pos);
        if let Operand::Slot(slot) = addr
            && let Some(object) = state.frame().slots[slot.index()]
        {
            self.note_padding(state, object);
        }
    }

    /// Allocates a variable-length array.
    fn begin_vla(
        &mut self,
        state: &mut State,
        slot: SlotId,
        (count, stride): (&Operand, &Operand),
        pos: Pos,
    ) {
        let (count, stride) = (self.number(state, count, pos), self.number(state, stride, pos));
        let zero = self.logic.int(0);
        let positive = self.logic.terms().ge(&[count, zero]);
        let text = "negative array length";
        self.require(state, positive, Suspicion { kind: ViolationKind::Misuse, pos, text });
        let size = self.product(count, stride);
        self.assume_room(state, size);
        self.begin_slot(state, slot, size, pos);
    }

    /// Handles a failed assertion or a call of the error function. If the task does not check for it, the
    /// program ends as with `abort`.
    fn fail(&mut self, state: State, failure: &Failure, pos: Pos) {
        let (kind, text) = match failure {
            Failure::Assertion(text) if text.is_empty() => {
                (ViolationKind::Assertion, "assertion fails".to_string())
            }
            Failure::Assertion(text) => (ViolationKind::Assertion, format!("assertion fails: {text}")),
            Failure::ErrorCall(name) => (ViolationKind::ErrorCall, format!("{name} is called")),
        };
        self.suspect(&state, kind, pos, &text);
        if !self.checks.assertions && self.checks.leaks == Leaks::Any && self.findings.quiet == 0 {
            self.findings.ends.push((pos, state));
        }
    }
}
