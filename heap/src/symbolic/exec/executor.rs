//! Statements on states: all executions of a piece of code at once.
//!
//! Branches are followed on both sides and come together again with conditional values, so a state stands for
//! all paths to a point. Calls are followed into their functions. Whatever might go wrong is asked on the
//! spot; what cannot be excluded is a *suspect*, and execution goes on where it does not happen. Whatever the
//! analysis does not know how to follow is a *gap*: then nothing is proved.

use crate::ir::*;
use crate::property::{Checks, Leaks, ViolationKind};
use crate::symbolic::exec::arguments::Arguments;
use crate::symbolic::exec::call_stack::CallStack;
use crate::symbolic::exec::loop_stack::LoopStack;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::findings::prover::Prover;
use crate::symbolic::findings::sink::FindingsMark;
use crate::symbolic::findings::sink::Suspicion;
use crate::symbolic::memory::heap::Heap;
use crate::symbolic::news::{News, Step};
use crate::symbolic::picture::Camera;
use crate::symbolic::store::place::{Base, Origin};
use crate::symbolic::store::state::{Frame, State};
use crate::symbolic::store::value::Value;
use cfp_solver::Term;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::ops::DerefMut;
use std::time::Instant;

/// How control leaves a piece of code other than at its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Jump {
    Break(Label),
    Continue(Label),
    Return(Option<Value>),
}

/// An execution of all paths of a program at once.
///
/// An executor is a [heap](Heap) with control, and a heap is a [prover](Prover) with memory: each layer adds its
/// own state, and dereferences to the layer below.
pub(crate) struct Executor<'p> {
    pub(crate) heap: Heap<'p>,
    /// The same program as it is written, for runs: with calls where `program` has loops.
    pub(crate) written: &'p Program,
    pub(crate) loops: LoopStack,
    pub(crate) calls: CallStack<'p>,
    pub(crate) news: Option<News>,
    /// Who looks at states, to draw one.
    pub(crate) camera: Option<Camera>,
    /// Whether there may be no memory left.
    pub(crate) failing_allocation: bool,
    /// The models of library functions that are C code, by name.
    pub(crate) models: BTreeMap<&'p str, FuncId>,
    /// The arguments of the program, if it takes some.
    pub(crate) arguments: Option<Arguments>,
}

impl<'p> Deref for Executor<'p> {
    type Target = Heap<'p>;

    fn deref(&self) -> &Heap<'p> {
        &self.heap
    }
}

impl<'p> DerefMut for Executor<'p> {
    fn deref_mut(&mut self) -> &mut Heap<'p> {
        &mut self.heap
    }
}

/// How much had been found at some time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    findings: FindingsMark,
    folded: usize,
}

impl<'p> Executor<'p> {
    pub(crate) fn new(
        (program, written): (&'p Program, &'p Program),
        logic: Logic,
        checks: Checks,
        failing_allocation: bool,
    ) -> Executor<'p> {
        Executor {
            heap: Heap::new(Prover::new(program, logic, checks)),
            written,
            loops: LoopStack::default(),
            calls: CallStack::default(),
            news: None,
            camera: None,
            failing_allocation,
            models: program.library_bodies(),
            arguments: None,
        }
    }

    /// How much has been found by now.
    pub(crate) fn mark(&self) -> Mark {
        Mark { findings: self.findings.mark(), folded: self.loops.folded.len() }
    }

    /// Drops what was found since, because the code will be analysed in another way.
    pub(crate) fn roll_back(&mut self, since: Mark) {
        self.findings.roll_back(since.findings);
        self.loops.folded.truncate(since.folded);
    }

    /// Executes statements; what leaves them by a jump goes to the list.
    pub(crate) fn block(
        &mut self,
        block: &'p [Stmt],
        state: State,
        jumps: &mut Vec<(Jump, State)>,
    ) -> Option<State> {
        let mut state = state;
        for stmt in block {
            state = self.statement(stmt, state, jumps)?;
        }
        Some(state)
    }

    fn statement(
        &mut self,
        stmt: &'p Stmt,
        mut state: State,
        jumps: &mut Vec<(Jump, State)>,
    ) -> Option<State> {
        let pos = stmt.pos;
        self.logic.here = pos;
        if self.findings.quiet == 0
            && let Some(camera) = &mut self.camera
        {
            let first = &self.heap.program.functions[state.frames[0].function.index()];
            camera.see(stmt, first.pos.file, &state);
        }
        let is_late = self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if self.limits.reached.is_some() || is_late || self.logic.effort() > self.limits.effort {
            let pos = self.user_pos(pos);
            self.limits.reached.get_or_insert(pos);
            return None;
        }
        if self.logic.brackets.journal().is_some() {
            let origin = self.program.show_pos(pos);
            self.logic.brackets.set_origin(&origin);
        }
        if let Some(news) = &mut self.news {
            let function = &self.heap.program.functions[state.frame().function.index()].name;
            let questions = self.heap.logic.brackets.stats().questions;
            news.tell(|time| Step { function: function.clone(), pos, questions, time });
        }
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
            StmtKind::Zero { addr, size } => {
                let pointer = self.pointer(&mut state, addr, pos);
                let (size, zero) = (self.logic.int(*size), self.logic.int(0));
                let hints = self.pointed_classes(&state, addr);
                self.fill(&mut state, pointer, size, Some(zero), &hints, pos);
                if let Operand::Slot(slot) = addr
                    && let Some(object) = state.frame().slots[slot.index()]
                {
                    self.note_padding(&mut state, object);
                }
            }
            StmtKind::Call { result, callee, args } => {
                return self.call(state, result, callee, args, pos, jumps);
            }
            StmtKind::Begin(Local::Var(var)) => state.frame().vars[var.index()] = None,
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
                let (count, stride) =
                    (self.number(&mut state, count, pos), self.number(&mut state, stride, pos));
                let zero = self.logic.int(0);
                let positive = self.logic.terms().ge(&[count, zero]);
                self.require(
                    &mut state,
                    positive,
                    Suspicion { kind: ViolationKind::Misuse, pos, text: "an array has a negative length" },
                );
                let size = self.product(count, stride);
                self.assume_room(&mut state, size);
                self.begin_slot(&mut state, *slot, size, pos);
            }
            StmtKind::End(slot) => {
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
            StmtKind::If { cond, then, otherwise } => {
                let condition = self.condition(&mut state, cond, pos);
                return self.branch(state, condition, then, otherwise, jumps);
            }
            StmtKind::Loop(inner) => return self.execute_loop(inner, state, pos, jumps),
            StmtKind::Block { label, body } => {
                let mut inner = Vec::new();
                let mut end = self.block(body, state, &mut inner);
                for (jump, state) in inner {
                    if jump == Jump::Break(*label) {
                        end = Some(self.join(end, state));
                    } else {
                        jumps.push((jump, state));
                    }
                }
                return end;
            }
            StmtKind::Break(label) => {
                jumps.push((Jump::Break(*label), state));
                return None;
            }
            StmtKind::Continue(label) => {
                jumps.push((Jump::Continue(*label), state));
                return None;
            }
            StmtKind::Return(value) => {
                let value = match value {
                    ReturnValue::None => None,
                    ReturnValue::Scalar(operand) => Some(self.operand(&mut state, operand, pos)),
                    ReturnValue::Object(operand, ty) => {
                        let from = self.pointer(&mut state, operand, pos);
                        self.return_object(&mut state, from, *ty, pos);
                        None
                    }
                };
                jumps.push((Jump::Return(value), state));
                return None;
            }
            StmtKind::Assume(cond) => {
                let condition = self.condition(&mut state, cond, pos);
                state.assume(&mut self.logic, condition);
                if self.logic.can_hold(&state.path).is_no() {
                    return None;
                }
            }
            StmtKind::Fail { failure } => {
                let (kind, text) = match failure {
                    Failure::Assertion(text) if text.is_empty() => {
                        (ViolationKind::Assertion, "assertion fails".to_string())
                    }
                    Failure::Assertion(text) => {
                        (ViolationKind::Assertion, format!("assertion fails: {text}"))
                    }
                    Failure::ErrorCall(name) => (ViolationKind::ErrorCall, format!("{name} is called")),
                };
                self.suspect(&state, kind, pos, &text);
                // Where this is no error, it is an end of the program like `abort`.
                if !self.checks.assertions && self.checks.leaks == Leaks::Any && self.findings.quiet == 0 {
                    self.findings.ends.push((pos, state));
                }
                return None;
            }
            StmtKind::Unreachable => {
                self.suspect(
                    &state,
                    ViolationKind::Misuse,
                    pos,
                    "code is executed that the program calls unreachable",
                );
                return None;
            }
            StmtKind::Unsupported(reason) => {
                self.gap(pos, reason.clone());
                return None;
            }
        }
        Some(state)
    }

    /// Where there is no room on the stack, the program ends.
    fn assume_room(&mut self, state: &mut State, size: Term) {
        let most = self.logic.int(crate::symbolic::memory::object::LARGEST_BLOCK);
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

    pub(crate) fn branch(
        &mut self,
        state: State,
        condition: Term,
        then: &'p [Stmt],
        otherwise: &'p [Stmt],
        jumps: &mut Vec<(Jump, State)>,
    ) -> Option<State> {
        let negated = self.logic.negated(condition);
        let mut end = None;
        for (condition, code) in [(condition, then), (negated, otherwise)] {
            let mut side = state.clone();
            side.assume(&mut self.logic, condition);
            if !self.logic.can_be_taken(&side.path) {
                continue;
            }
            if let Some(side) = self.block(code, side, jumps) {
                end = Some(self.join(end, side));
            }
        }
        end
    }

    /// A state in which the program begins.
    pub(crate) fn start(&mut self, main: FuncId) -> State {
        let mut state = State::default();
        let program = self.program;
        let function = &program.functions[main.index()];
        let frame = Frame {
            function: main,
            vars: vec![None; function.vars.len()],
            slots: vec![None; function.slots.len()],
            allocas: Vec::new(),
            result: None,
        };
        state.frames.push(frame);
        self.begin_globals(&mut state, true);
        self.begin_parameters(&mut state, main);
        if !program.start.body.as_ref().is_none_or(|body| body.is_empty()) {
            self.gap(function.pos, "something runs before main");
        }
        state
    }
}
