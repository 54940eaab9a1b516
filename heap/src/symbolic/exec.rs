//! Statements on states: all executions of a piece of code at once.
//!
//! Branches are followed on both sides and come together again with conditional values, so a state stands for
//! all paths to a point. Calls are followed into their functions. Whatever might go wrong is asked on the
//! spot; what cannot be excluded is a *suspect*, and execution goes on where it does not happen. Whatever the
//! analysis does not know how to follow is a *gap*: then nothing is proved.

use super::MemoryModel;
use super::arguments::Arguments;
use super::blur::Blur;
use super::contracts::{Contract, Trial};
use super::folds::Folded;
use super::functions::Summaries;
use super::invariants::Invariants;
use super::logic::{Logic, Range};
use super::memory::{ArrayId, Arrays, Base, Class, Object, ObjectId, Origin};
use super::news::{News, Step};
use super::picture::Camera;
use super::state::{Frame, State, Value, merge};
use crate::ir::*;
use crate::libc;
use crate::property::{Checks, Leaks, ViolationKind};
use cfp_solver::{Op, Symbol, Term};
use fxhash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

/// How control leaves a piece of code other than at its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Jump {
    Break(Label),
    Continue(Label),
    Return(Option<Value>),
}

/// Something that may go wrong.
#[derive(Clone, Copy)]
pub(super) struct Suspicion {
    pub(super) kind: ViolationKind,
    pub(super) pos: Pos,
    pub(super) text: &'static str,
}

/// An error that could not be excluded.
pub(super) struct Suspect {
    pub(super) kind: ViolationKind,
    pub(super) pos: Pos,
    pub(super) text: String,
    /// When it happens.
    pub(super) formulas: Vec<Term>,
    /// What would exclude it, in names of the program, if that can be said.
    pub(super) fact: Option<String>,
}

/// A value that the program takes from outside.
pub(super) struct InputSite {
    pub(super) pos: Pos,
    pub(super) function: Symbol,
    /// How often it is taken in the innermost loop around it; once if there is none.
    pub(super) count: Option<Term>,
}

/// How much has been found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Progress {
    suspects: usize,
    gaps: usize,
    ends: usize,
    inputs: usize,
    folded: usize,
}

/// The analysis of one program.
pub(super) struct Executor<'p> {
    pub(super) program: &'p Program,
    /// The same as it is written, for runs: with calls where `program` has loops.
    pub(super) written: &'p Program,
    pub(super) logic: Logic,
    pub(super) arrays: Arrays,
    pub(super) objects: Vec<Object>,
    /// The objects that were made at a place, in some iterations, by how often that had happened before in
    /// the same pass.
    pub(super) created: FxHashMap<(Pos, Vec<Term>, u32), ObjectId>,
    /// By number of parts: tuples of iterations, and their parts.
    pub(super) tuples: BTreeMap<usize, (Symbol, Vec<Symbol>)>,
    pub(super) described_tuples: BTreeSet<usize>,
    pub(super) globals: Vec<ObjectId>,
    /// Whether what is found out is for other analyses: then objects have numbers that can be told from
    /// others.
    pub(super) is_portable: bool,
    pub(super) numbers: BTreeMap<ObjectId, Term>,
    pub(super) by_number: FxHashMap<Term, ObjectId>,
    /// Cells that nobody has written, as they are looked at: the same whenever that is.
    pub(super) unwritten: BTreeMap<(ObjectId, Class, Base), ArrayId>,
    pub(super) checks: Checks,
    pub(super) memory: MemoryModel,
    pub(super) news: Option<News>,
    /// Who looks at states, to draw one.
    pub(super) camera: Option<Camera>,
    /// When to stop, after how many formulas in questions, and where that happened: then nothing is proved,
    /// whatever passes found before.
    pub(super) deadline: Option<Instant>,
    pub(super) effort: u64,
    pub(super) late: Option<Pos>,
    /// Whether there may be no memory left.
    pub(super) failing_allocation: bool,
    pub(super) suspects: Vec<Suspect>,
    pub(super) gaps: Vec<(Pos, String)>,
    pub(super) inputs: Vec<InputSite>,
    /// How often the loops under way are repeated.
    pub(super) counts: Vec<Term>,
    /// Above zero while code is tried: then nothing is reported.
    pub(super) quiet: usize,
    /// How many loops are being executed one iteration after the other, within each other.
    pub(super) unrolling: usize,
    pub(super) product_function: Symbol,
    /// In which row an offset is, for rows whose size is not a constant.
    pub(super) row_function: Symbol,
    pub(super) opaque_functions: FxHashMap<(u8, IntType), Symbol>,
    /// What loops have folded, and the measure by which folds are compared.
    pub(super) folded: Vec<Folded>,
    pub(super) measure: Option<Symbol>,
    /// The models of library functions that are C code, by name.
    pub(super) models: BTreeMap<&'p str, FuncId>,
    /// The arguments of the program, if it takes some.
    pub(super) arguments: Option<Arguments>,
    /// Where the program called the models that are under way.
    pub(super) model_calls: Vec<Pos>,
    /// Functions that call themselves too often to be followed.
    pub(super) endless: BTreeSet<FuncId>,
    /// How much had been done when the outermost call of each function began.
    pub(super) call_efforts: BTreeMap<FuncId, u64>,
    /// What is assumed of a recursive function while it is being checked, and what was found to be so of
    /// others.
    pub(super) trial: Option<Box<Trial>>,
    pub(super) contracts: Vec<Arc<Contract>>,
    /// How many analyses have begun this one, each within the other, and the functions that they summarise.
    pub(super) nesting: usize,
    pub(super) under_way: Vec<FuncId>,
    /// What is known about functions, if calls may be taken as one step.
    pub(super) summaries: Option<Arc<Summaries<'p>>>,
    /// What holds at the heads of loops.
    pub(super) invariants: Invariants,
    /// States in which the program has ended other than by a return from its first function.
    pub(super) ends: Vec<(Pos, State)>,
}

impl<'p> Executor<'p> {
    pub(super) fn new(
        (program, written): (&'p Program, &'p Program),
        mut logic: Logic,
        checks: Checks,
        failing_allocation: bool,
    ) -> Executor<'p> {
        let product_function = logic.plain_function("product", 2, Range::default());
        let row_function = logic.plain_function("row", 2, Range::default());
        logic.product = Some(product_function);
        Executor {
            program,
            written,
            logic,
            arrays: Arrays::default(),
            objects: Vec::new(),
            created: FxHashMap::default(),
            tuples: BTreeMap::new(),
            described_tuples: BTreeSet::new(),
            globals: Vec::new(),
            is_portable: false,
            numbers: BTreeMap::new(),
            by_number: FxHashMap::default(),
            unwritten: BTreeMap::new(),
            checks,
            memory: MemoryModel::Combined,
            news: None,
            camera: None,
            deadline: None,
            effort: u64::MAX,
            late: None,
            failing_allocation,
            suspects: Vec::new(),
            gaps: Vec::new(),
            inputs: Vec::new(),
            counts: Vec::new(),
            invariants: Invariants::default(),
            quiet: 0,
            unrolling: 0,
            product_function,
            row_function,
            opaque_functions: FxHashMap::default(),
            folded: Vec::new(),
            measure: None,
            models: program.library_bodies(),
            arguments: None,
            model_calls: Vec::new(),
            endless: BTreeSet::new(),
            call_efforts: BTreeMap::new(),
            trial: None,
            contracts: Vec::new(),
            nesting: 0,
            under_way: Vec::new(),
            summaries: None,
            ends: Vec::new(),
        }
    }

    /// How much has been found out by now.
    pub(super) fn progress(&self) -> Progress {
        Progress {
            suspects: self.suspects.len(),
            gaps: self.gaps.len(),
            ends: self.ends.len(),
            inputs: self.inputs.len(),
            folded: self.folded.len(),
        }
    }

    /// Takes back what was found out since, because the code will be looked at in another way.
    pub(super) fn take_back(&mut self, since: Progress) {
        self.suspects.truncate(since.suspects);
        self.gaps.truncate(since.gaps);
        self.ends.truncate(since.ends);
        self.inputs.truncate(since.inputs);
        self.folded.truncate(since.folded);
    }

    /// A place as the program knows it: what happens in a model happens where it is called.
    pub(super) fn user_pos(&self, pos: Pos) -> Pos {
        self.model_calls.first().copied().unwrap_or(pos)
    }

    /// Notes something that the analysis does not follow. Code that is tried will be executed again.
    pub(super) fn gap(&mut self, pos: Pos, text: impl Into<String>) {
        if self.quiet == 0 {
            self.gaps.push((self.user_pos(pos), text.into()));
        }
    }

    /// Notes an error that happens on all paths to here, unless these are impossible.
    pub(super) fn suspect(&mut self, state: &State, kind: ViolationKind, pos: Pos, text: &str) {
        if self.quiet == 0 && self.is_checked(kind) && !self.logic.can_hold(&state.path).is_no() {
            let pos = self.user_pos(pos);
            let formulas = state.path.clone();
            self.suspects.push(Suspect { kind, pos, text: text.into(), formulas, fact: None });
        }
    }

    fn is_checked(&self, kind: ViolationKind) -> bool {
        use ViolationKind::*;
        match kind {
            BadCall | Misuse | DivisionByZero => true,
            Assertion | ErrorCall => self.checks.assertions,
            Uninitialized => self.checks.uninitialized,
            Overflow => self.checks.overflow,
            BadShift => self.checks.arithmetic,
            Leak => self.checks.leaks != Leaks::Off,
            _ => self.checks.memory,
        }
    }

    /// Something must hold here, or there is an error. It holds afterwards. If nobody asks for that kind of
    /// error, then executions go on that have one, and nothing is known of them.
    pub(super) fn require(&mut self, state: &mut State, claim: Term, suspicion: Suspicion) {
        if self.logic.terms().op(claim) == Op::True {
            return;
        }
        if suspicion.kind == ViolationKind::Uninitialized && !self.checks.uninitialized {
            // What nobody has set is some value, and the program goes on with it.
            return;
        }
        if self.quiet == 0 && !self.logic.follows(&state.path, claim) {
            let Suspicion { kind, pos, text } = suspicion;
            if self.is_checked(kind) {
                let mut formulas = state.path.clone();
                formulas.push(self.logic.terms().not(claim));
                let fact = self.missing_fact(state, claim, kind);
                let pos = self.user_pos(pos);
                self.suspects.push(Suspect { kind, pos, text: text.into(), formulas, fact });
            } else {
                self.gap(pos, format!("{text}, perhaps, and what happens then"));
            }
        }
        state.assume(&mut self.logic, claim);
    }

    /// Something must hold here for the analysis to know what happens.
    pub(super) fn require_known(&mut self, state: &mut State, claim: Term, pos: Pos, text: &str) {
        if self.quiet == 0 && !self.logic.follows(&state.path, claim) {
            self.gap(pos, text);
        }
    }

    /// When to stop.
    pub(super) fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
        if let Some(deadline) = deadline {
            self.logic.brackets.set_deadline(deadline);
        }
    }

    /// What is known about memory.
    pub(super) fn set_memory(&mut self, memory: MemoryModel) {
        self.memory = memory;
        if !memory.has_contents() {
            let blur = Blur::new(&mut self.logic);
            self.arrays.set_blur(blur);
        }
    }

    /// Makes all globals, with what they hold when the program starts, or with what they may hold later.
    pub(super) fn begin_globals(&mut self, state: &mut State, is_start: bool) {
        for index in 0..self.program.globals.len() {
            let program = self.program;
            let global = &program.globals[index];
            let size = self.logic.int(global.size);
            let base = match global.init {
                _ if !is_start && !global.constant => Base::Input,
                Init::Cells(_) => Base::Zero,
                Init::Bytes(_) => Base::Unset,
                Init::Unknown => Base::Given,
            };
            let object = self.new_object(state, Origin::Global, size, global.pos, base);
            let made = self.objects.last_mut().expect("just made");
            (made.constant, made.ty) = (global.constant, Some(global.ty));
            // In a function that is looked at alone, rows would be another way to tell its cells apart than
            // that of the caller.
            made.is_touched = !is_start;
            self.globals.push(object);
        }
        for index in 0..self.program.globals.len() {
            let program = self.program;
            let global = &program.globals[index];
            let object = self.globals[index];
            match &global.init {
                _ if !is_start && !global.constant => {}
                Init::Cells(cells) => {
                    for cell in cells {
                        if cell.access.bits.is_some() {
                            state.bases.insert(object, Base::Given);
                            continue;
                        }
                        let value = self.operand(state, &cell.value, global.pos);
                        let value = match value {
                            Value::Pointer(base, offset) => {
                                let addend = self.logic.int(cell.addend);
                                Value::Pointer(base, self.logic.plus(offset, addend, 1))
                            }
                            number => number,
                        };
                        let at = vec![self.logic.int(cell.offset)];
                        self.write_cell(state, object, &at, cell.access.ty, value);
                    }
                }
                Init::Bytes(bytes) => {
                    for (offset, &byte) in bytes.iter().enumerate() {
                        let at = vec![self.logic.int(offset as u64)];
                        let value = match self.logic.is_math && byte >= 128 {
                            // Signed or not: that is known where it is read.
                            true => self.logic.unknown_in("byte", Range::of_cells(1)),
                            false => self.logic.int(i64::from(byte as i8)),
                        };
                        let ty = Scalar::Int(IntType { bits: 8, signed: true });
                        self.write_cell(state, object, &at, ty, Value::Number(value));
                    }
                }
                Init::Unknown
                    if is_start
                        && libc::is_stream(&global.name)
                        && global.size == u64::from(program.target.pointer_bytes) =>
                {
                    let none = self.logic.int(0);
                    let stream = self.new_object(state, Origin::Global, none, global.pos, Base::Given);
                    let (at, address) = (vec![none], self.address(state, stream));
                    self.write_cell(state, object, &at, Scalar::Ptr, address);
                }
                Init::Unknown => {}
            }
        }
    }

    /// Executes statements; what leaves them by a jump goes to the list.
    pub(super) fn block(
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
        if self.quiet == 0
            && let Some(camera) = &mut self.camera
        {
            let first = &self.program.functions[state.frames[0].function.index()];
            camera.see(stmt, first.pos.file, &state);
        }
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if self.late.is_some() || is_late || self.logic.effort() > self.effort {
            let pos = self.user_pos(pos);
            self.late.get_or_insert(pos);
            return None;
        }
        if self.logic.brackets.journal().is_some() {
            self.logic.brackets.set_origin(&self.program.show_pos(pos));
        }
        if let Some(news) = &mut self.news {
            let function = &self.program.functions[state.frame().function.index()].name;
            let questions = self.logic.brackets.stats().questions;
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
                if !self.checks.assertions && self.checks.leaks == Leaks::Any && self.quiet == 0 {
                    self.ends.push((pos, state));
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
        let most = self.logic.int(super::library::LARGEST_BLOCK);
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

    pub(super) fn end_object(&mut self, state: &mut State, object: ObjectId) {
        let dead = self.logic.terms().bool(false);
        state.alive.insert(object, dead);
        state.memory.retain(|(other, _), _| *other != object);
    }

    /// One of two states, or both as one.
    pub(super) fn join(&mut self, one: Option<State>, other: State) -> State {
        match one {
            Some(mut one) => {
                let mut other = other;
                self.align_classes(&mut one, &mut other);
                merge(&mut self.logic, &mut self.arrays, one, other)
            }
            None => other,
        }
    }

    pub(super) fn branch(
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
    pub(super) fn start(&mut self, main: FuncId) -> State {
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
