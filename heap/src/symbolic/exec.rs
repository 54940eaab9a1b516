//! Statements on states: all executions of a piece of code at once.
//!
//! Branches are followed on both sides and come together again with conditional values, so a state stands for all paths to a point. Calls are
//! followed into their functions. Whatever might go wrong is asked on the spot; what cannot be excluded is a *suspect*, and execution goes on
//! where it does not happen. Whatever the analysis does not know how to follow is a *gap*: then nothing is proved.

use super::logic::Logic;
use super::memory::{Array, ArrayId, Arrays, Cell, Class, Object, ObjectId, Origin, choose, equal};
use super::state::{Frame, State, Value, merge};
use crate::interp::{Checks, Leaks, ViolationKind, has_model};
use crate::ir::*;
use crate::library;
use cfp_solver::{Int, Op, Symbol, Term};
use fxhash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Calls that may be under way at once.
const MAX_CALLS: usize = 40;

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
}

/// A value that the program takes from outside.
pub(super) struct InputSite {
    pub(super) pos: Pos,
    pub(super) function: Symbol,
    /// How often it is taken in the innermost loop around it; once if there is none.
    pub(super) count: Option<Term>,
}

/// The analysis of one program.
pub(super) struct Executor<'p> {
    pub(super) program: &'p Program,
    pub(super) logic: Logic,
    pub(super) arrays: Arrays,
    pub(super) objects: Vec<Object>,
    pub(super) globals: Vec<ObjectId>,
    pub(super) checks: Checks,
    pub(super) suspects: Vec<Suspect>,
    pub(super) gaps: Vec<(Pos, String)>,
    pub(super) inputs: Vec<InputSite>,
    /// How often the loops under way are repeated.
    pub(super) counts: Vec<Term>,
    /// Above zero while code is tried: then nothing is reported.
    pub(super) quiet: usize,
    pub(super) product_function: Symbol,
    pub(super) opaque_functions: FxHashMap<(u8, IntType), Symbol>,
    /// States in which the program has ended.
    pub(super) ends: Vec<(Pos, State)>,
}

impl<'p> Executor<'p> {
    pub(super) fn new(program: &'p Program, mut logic: Logic, checks: Checks) -> Executor<'p> {
        let sort = cfp_solver::Sort::Int;
        let product_function = logic.terms().declare_function("product", &[sort, sort], sort);
        Executor {
            program,
            logic,
            arrays: Arrays::default(),
            objects: Vec::new(),
            globals: Vec::new(),
            checks,
            suspects: Vec::new(),
            gaps: Vec::new(),
            inputs: Vec::new(),
            counts: Vec::new(),
            quiet: 0,
            product_function,
            opaque_functions: FxHashMap::default(),
            ends: Vec::new(),
        }
    }

    /// Notes something that the analysis does not follow.
    pub(super) fn gap(&mut self, pos: Pos, text: impl Into<String>) {
        self.gaps.push((pos, text.into()));
    }

    /// Notes an error that happens on all paths to here, unless these are impossible.
    pub(super) fn suspect(&mut self, state: &State, kind: ViolationKind, pos: Pos, text: &str) {
        if self.quiet == 0 && self.is_checked(kind) && !self.logic.can_hold(&state.path).is_no() {
            self.suspects.push(Suspect { kind, pos, text: text.into(), formulas: state.path.clone() });
        }
    }

    fn is_checked(&self, kind: ViolationKind) -> bool {
        use ViolationKind::*;
        match kind {
            BadCall | Misuse => true,
            Assertion | ErrorCall => self.checks.assertions,
            Leak => self.checks.leaks != Leaks::Off,
            Uninitialized => self.checks.uninitialized,
            Overflow => self.checks.overflow,
            DivisionByZero | BadShift => self.checks.arithmetic,
            _ => self.checks.memory,
        }
    }

    /// Something must hold here, or there is an error. It holds afterwards.
    pub(super) fn require(&mut self, state: &mut State, claim: Term, suspicion: Suspicion) {
        if self.logic.terms().op(claim) == Op::True {
            return;
        }
        if !self.is_checked(suspicion.kind) {
            // The program goes on after what is not checked. What nobody has set is some value; what else happens then is not known.
            if suspicion.kind == ViolationKind::Uninitialized {
                return;
            }
            if self.quiet == 0 && !self.logic.follows(&state.path, claim) {
                self.gap(suspicion.pos, format!("what happens after {}", suspicion.text));
            }
        } else if self.quiet == 0 && !self.logic.follows(&state.path, claim) {
            let mut formulas = state.path.clone();
            formulas.push(self.logic.terms().not(claim));
            let Suspicion { kind, pos, text } = suspicion;
            self.suspects.push(Suspect { kind, pos, text: text.into(), formulas });
        }
        state.assume(&mut self.logic, claim);
    }

    /// Something must hold here for the analysis to know what happens.
    pub(super) fn require_known(&mut self, state: &mut State, claim: Term, pos: Pos, text: &str) {
        if !self.logic.follows(&state.path, claim) {
            self.gap(pos, text);
        }
    }

    /// The address of the first byte of an object.
    pub(super) fn address(&mut self, object: ObjectId) -> Value {
        Value::Pointer(self.logic.int(object.0), self.logic.int(0))
    }

    /// A new object, alive in a state.
    pub(super) fn new_object(
        &mut self,
        state: &mut State,
        origin: Origin,
        size: Term,
        pos: Pos,
        zeroed: bool,
    ) -> ObjectId {
        self.objects.push(Object { origin, size, pos, constant: false, zeroed });
        let object = ObjectId(self.objects.len() as u32);
        let alive = self.logic.terms().bool(true);
        state.alive.insert(object, alive);
        object
    }

    pub(super) fn object(&self, object: ObjectId) -> &Object {
        &self.objects[object.0 as usize - 1]
    }

    /// Makes all globals, with what they hold at the start.
    pub(super) fn begin_globals(&mut self, state: &mut State) {
        for index in 0..self.program.globals.len() {
            let program = self.program;
            let global = &program.globals[index];
            let size = self.logic.int(global.size);
            let zeroed = matches!(global.init, Init::Cells(_));
            let object = self.new_object(state, Origin::Global, size, global.pos, zeroed);
            self.objects.last_mut().expect("just made").constant = global.constant;
            self.globals.push(object);
        }
        for index in 0..self.program.globals.len() {
            let program = self.program;
            let global = &program.globals[index];
            let object = self.globals[index];
            match &global.init {
                Init::Cells(cells) => {
                    for cell in cells {
                        let value = self.operand(state, &cell.value, global.pos);
                        let value = match value {
                            Value::Pointer(base, offset) => {
                                let addend = self.logic.int(cell.addend);
                                Value::Pointer(base, self.logic.plus(offset, addend, 1))
                            }
                            number => number,
                        };
                        let at = self.logic.int(cell.offset);
                        self.write_cell(state, object, at, cell.access.ty, value);
                    }
                }
                Init::Bytes(bytes) => {
                    for (offset, &byte) in bytes.iter().enumerate() {
                        let (at, value) =
                            (self.logic.int(offset as u64), self.logic.int(i64::from(byte as i8)));
                        let ty = Scalar::Int(IntType { bits: 8, signed: true });
                        self.write_cell(state, object, at, ty, Value::Number(value));
                    }
                }
                Init::Unknown => {}
            }
        }
    }

    /// The contents of a class of an object.
    pub(super) fn contents(&mut self, state: &mut State, object: ObjectId, class: Class) -> ArrayId {
        if let Some(&array) = state.memory.get(&(object, class)) {
            return array;
        }
        let has_others = state
            .memory
            .range((object, Class::Int(0))..)
            .next()
            .is_some_and(|((other, _), _)| *other == object);
        let zeroed = (self.object(object).zeroed || state.zeroed.contains(&object)) && !has_others;
        // What was written as something else is seen as something unknown, but it is set.
        let array = self.arrays.unwritten(&mut self.logic, class, zeroed, zeroed || has_others);
        state.memory.insert((object, class), array);
        array
    }

    fn write_cell(&mut self, state: &mut State, object: ObjectId, at: Term, ty: Scalar, value: Value) {
        let class = Class::of(self.program.target, ty);
        let one = self.logic.int(1);
        let mut cell: Cell = match value {
            Value::Number(term) => {
                let bits = class.size() * 8;
                let is_unsigned = ty.as_int().is_some_and(|int| !int.signed && int.bits == bits);
                vec![if is_unsigned { self.as_signed(term, bits) } else { term }]
            }
            Value::Pointer(object, offset) => vec![object, offset],
        };
        cell.push(one);
        if cell.len() != class.width() {
            // A pointer where an integer is wanted, or the other way round: unknown, but set.
            cell = (1..class.width()).map(|_| self.logic.unknown("bits")).chain([one]).collect();
        }
        let before = self.contents(state, object, class);
        let others: Vec<Class> = state
            .memory
            .range((object, Class::Int(0))..)
            .take_while(|((other, _), _)| *other == object)
            .map(|((_, other), _)| *other)
            .filter(|&other| other != class)
            .collect();
        for other in others {
            let array = state.memory[&(object, other)];
            let forgotten = self.arrays.forget(&mut self.logic, array, other, at, class.size());
            state.memory.insert((object, other), forgotten);
        }
        let after = self.arrays.add(Array::Store { before, at, value: cell });
        state.memory.insert((object, class), after);
    }

    /// A number of an unsigned type as memory keeps it.
    fn as_signed(&mut self, term: Term, bits: u8) -> Term {
        let half = self.logic.int(Int::from(1i128 << (bits - 1)));
        let size = self.logic.int(Int::from(1i128 << bits));
        let high = self.logic.terms().ge(&[term, half]);
        let lowered = self.logic.plus(term, size, -1);
        if let Some(value) = self.logic.terms().as_constant(term).cloned() {
            let half = Int::from(1i128 << (bits - 1));
            return if value >= half { lowered } else { term };
        }
        super::memory::ite(&mut self.logic, high, lowered, term)
    }

    fn as_unsigned(&mut self, term: Term, bits: u8) -> Term {
        let (zero, size) = (self.logic.int(0), self.logic.int(Int::from(1i128 << bits)));
        let negative = self.logic.terms().lt(&[term, zero]);
        let raised = self.logic.plus(term, size, 1);
        if let Some(value) = self.logic.terms().as_constant(term) {
            return if value.is_negative() { raised } else { term };
        }
        super::memory::ite(&mut self.logic, negative, raised, term)
    }

    /// The objects that a term can be, as far as its form tells; `None` if it tells nothing.
    fn targets(&mut self, object: Term) -> Option<Vec<ObjectId>> {
        let mut found = BTreeSet::new();
        let mut pending = vec![object];
        let mut seen = BTreeSet::new();
        while let Some(term) = pending.pop() {
            if !seen.insert(term) {
                continue;
            }
            let terms = self.logic.terms();
            if let Some(value) = terms.as_constant(term) {
                let number = value.to_i64()?;
                if number > 0 {
                    found.insert(ObjectId(number as u32));
                }
            } else if terms.op(term) == Op::Ite {
                pending.extend_from_slice(&terms.args(term)[1..]);
            } else {
                return None;
            }
        }
        Some(found.into_iter().collect())
    }

    /// Checks an access and gives the objects it may be in.
    fn check_access(
        &mut self,
        state: &mut State,
        pointer: (Term, Term),
        size: u8,
        pos: Pos,
        is_write: bool,
    ) -> Vec<ObjectId> {
        let (object, offset) = pointer;
        let targets = match self.targets(object) {
            Some(targets) => targets,
            None => state.alive.keys().copied().collect(),
        };
        let zero = self.logic.int(0);
        let not_null = self.logic.terms().distinct(&[object, zero]);
        if self.logic.terms().as_constant(object).is_none_or(Int::is_zero) {
            self.require(
                state,
                not_null,
                Suspicion {
                    kind: ViolationKind::NullDereference,
                    pos,
                    text: "the null pointer is dereferenced",
                },
            );
        }
        let (mut known, mut living, mut inside) = (Vec::new(), Vec::new(), Vec::new());
        let last = self.logic.plus_constant(offset, i64::from(size));
        for &target in &targets {
            let number = self.logic.int(target.0);
            let here = equal(&mut self.logic, object, number);
            let alive = state.alive.get(&target).copied().unwrap_or_else(|| self.logic.terms().bool(false));
            let end = self.object(target).size;
            let bounds = [self.logic.terms().le(&[zero, offset]), self.logic.terms().le(&[last, end])];
            let bounds = self.logic.terms().and(&bounds);
            known.push(here);
            living.push(self.logic.terms().implies(here, alive));
            inside.push(self.logic.terms().implies(here, bounds));
            if is_write && self.object(target).constant {
                let elsewhere = self.logic.terms().not(here);
                self.require(
                    state,
                    elsewhere,
                    Suspicion { kind: ViolationKind::ConstantWrite, pos, text: "a constant is written" },
                );
            }
        }
        let (known, living, inside) =
            (self.logic.terms().or(&known), self.logic.terms().and(&living), self.logic.terms().and(&inside));
        let checks = [
            (known, ViolationKind::InvalidDereference, "a pointer to nothing is dereferenced"),
            (living, ViolationKind::UseAfterFree, "memory is used after its end"),
            (inside, ViolationKind::OutOfBounds, "an access is out of bounds"),
        ];
        for (claim, kind, text) in checks {
            let simple = self.logic.brackets.simplify(claim);
            self.require(state, simple, Suspicion { kind, pos, text });
        }
        targets
    }

    fn load(&mut self, state: &mut State, pointer: (Term, Term), access: Access, pos: Pos) -> Value {
        let class = Class::of(self.program.target, access.ty);
        let targets = self.check_access(state, pointer, class.size(), pos, false);
        if access.bits.is_some() || access.volatile {
            return self.unknown_value(access.ty, "bits");
        }
        let mut cell: Option<Cell> = None;
        for target in targets {
            let array = self.contents(state, target, class);
            let here = self.arrays.read(&mut self.logic, array, pointer.1);
            cell = Some(match cell {
                None => here,
                Some(others) => {
                    let number = self.logic.int(target.0);
                    let is_here = equal(&mut self.logic, pointer.0, number);
                    choose(&mut self.logic, is_here, &here, &others)
                }
            });
        }
        let Some(cell) = cell else {
            return self.unknown_value(access.ty, "nothing");
        };
        let is_set = *cell.last().expect("a cell says whether it is set");
        let is_set = self.truth(is_set);
        self.require(
            state,
            is_set,
            Suspicion { kind: ViolationKind::Uninitialized, pos, text: "memory that nobody has set is read" },
        );
        match access.ty {
            Scalar::Ptr => Value::Pointer(cell[0], cell[1]),
            Scalar::Int(int) if !int.signed && int.bits == class.size() * 8 => {
                Value::Number(self.as_unsigned(cell[0], int.bits))
            }
            _ => Value::Number(cell[0]),
        }
    }

    fn store(&mut self, state: &mut State, pointer: (Term, Term), value: Value, access: Access, pos: Pos) {
        let class = Class::of(self.program.target, access.ty);
        let targets = self.check_access(state, pointer, class.size(), pos, true);
        let value = if access.bits.is_some() { self.unknown_value(access.ty, "bits") } else { value };
        if let [target] = targets[..] {
            return self.write_cell(state, target, pointer.1, access.ty, value);
        }
        for target in targets {
            let before = state.clone();
            self.write_cell(state, target, pointer.1, access.ty, value);
            let number = self.logic.int(target.0);
            let condition = equal(&mut self.logic, pointer.0, number);
            for (key, array) in &mut state.memory {
                if key.0 == target
                    && let Some(&old) = before.memory.get(key)
                    && old != *array
                {
                    *array = self.arrays.add(Array::Merge { condition, then: *array, otherwise: old });
                }
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
        if self.logic.brackets.journal().is_some() {
            self.logic.brackets.set_origin(&self.program.show_pos(pos));
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
            StmtKind::Copy { .. } => self.gap(pos, "whole objects are copied"),
            StmtKind::Zero { addr, size } => {
                let (object, offset) = self.pointer(&mut state, addr, pos);
                let whole =
                    self.targets(object).filter(|targets| targets.len() == 1).map(|targets| targets[0]);
                let is_whole = whole.is_some_and(|target| {
                    let full = self.object(target).size;
                    let is_start = self.logic.terms().as_constant(offset).is_some_and(Int::is_zero);
                    is_start && self.logic.terms().as_constant(full) == Some(&Int::from(*size))
                });
                match whole.filter(|_| is_whole) {
                    Some(target) => {
                        state.memory.retain(|(object, _), _| *object != target);
                        state.zeroed.insert(target);
                    }
                    None => self.gap(pos, "a part of an object is set to zero"),
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
                self.begin_slot(&mut state, *slot, size, pos);
            }
            StmtKind::End(slot) => {
                if let Some(object) = state.frame().slots[slot.index()] {
                    self.end_object(&mut state, object);
                }
            }
            StmtKind::Alloca { dst, size } => {
                let size = self.number(&mut state, size, pos);
                let object = self.new_object(&mut state, Origin::Local, size, pos, false);
                let address = self.address(object);
                state.frame().allocas.push(object);
                state.frame().vars[dst.index()] = Some(address);
            }
            StmtKind::If { cond, then, otherwise } => {
                let number = match self.operand(&mut state, cond, pos) {
                    Value::Number(term) => term,
                    Value::Pointer(object, _) => object,
                };
                let condition = self.truth(number);
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
                    ReturnValue::Object(..) => {
                        self.gap(pos, "an object is returned");
                        None
                    }
                };
                jumps.push((Jump::Return(value), state));
                return None;
            }
            StmtKind::Assume(cond) => {
                let number = self.number(&mut state, cond, pos);
                let condition = self.truth(number);
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

    fn begin_slot(&mut self, state: &mut State, slot: SlotId, size: Term, pos: Pos) {
        let object = self.new_object(state, Origin::Local, size, pos, false);
        state.frame().slots[slot.index()] = Some(object);
    }

    fn end_object(&mut self, state: &mut State, object: ObjectId) {
        let dead = self.logic.terms().bool(false);
        state.alive.insert(object, dead);
        state.memory.retain(|(other, _), _| *other != object);
    }

    /// One of two states, or both as one.
    pub(super) fn join(&mut self, one: Option<State>, other: State) -> State {
        match one {
            Some(one) => merge(&mut self.logic, &mut self.arrays, one, other),
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
        let negated = self.logic.terms().not(condition);
        let mut end = None;
        for (condition, code) in [(condition, then), (negated, otherwise)] {
            let mut side = state.clone();
            side.assume(&mut self.logic, condition);
            if self.logic.can_hold(&side.path).is_no() {
                continue;
            }
            if let Some(side) = self.block(code, side, jumps) {
                end = Some(self.join(end, side));
            }
        }
        end
    }

    fn call(
        &mut self,
        mut state: State,
        result: &CallResult,
        callee: &Callee,
        args: &[Arg],
        pos: Pos,
        jumps: &mut Vec<(Jump, State)>,
    ) -> Option<State> {
        let Callee::Direct(function) = callee else {
            self.gap(pos, "a function is called through a pointer");
            return None;
        };
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            match arg {
                Arg::Scalar(operand, _) => values.push(self.operand(&mut state, operand, pos)),
                Arg::Object(..) => {
                    self.gap(pos, "an object is passed to a function");
                    return None;
                }
            }
        }
        let program = self.program;
        let called = &program.functions[function.index()];
        let Some(body) = &called.body else {
            return self.library_call(state, result, called, &values, pos);
        };
        if state.frames.len() >= MAX_CALLS || state.frames.iter().any(|frame| frame.function == *function) {
            self.gap(pos, format!("{} is recursive, or calls are nested too deeply", called.name));
            return None;
        }
        let mut frame = Frame {
            function: *function,
            vars: vec![None; called.vars.len()],
            slots: vec![None; called.slots.len()],
            allocas: Vec::new(),
        };
        for (param, value) in called.params.iter().zip(values) {
            match param {
                Param::Var(var) => frame.vars[var.index()] = Some(value),
                Param::Slot(_) => {
                    self.gap(pos, "an object is passed to a function");
                    return None;
                }
            }
        }
        state.frames.push(frame);
        let mut inner = Vec::new();
        let fallen = self.block(body, state, &mut inner);
        let returns = fallen.map(|state| (Jump::Return(None), state)).into_iter().chain(inner);
        let mut end: Option<State> = None;
        for (jump, mut state) in returns {
            let Jump::Return(value) = jump else {
                jumps.push((jump, state));
                continue;
            };
            let frame = state.frames.pop().expect("the frame of the call");
            for object in frame.slots.into_iter().flatten().chain(frame.allocas) {
                self.end_object(&mut state, object);
            }
            if let CallResult::Var(var) = result {
                let ty = program.functions[state.frame().function.index()].vars[var.index()].ty;
                let value = match value {
                    Some(value) => value,
                    None => self.unknown_value(ty, "no result"),
                };
                state.frame().vars[var.index()] = Some(value);
            }
            end = Some(self.join(end, state));
        }
        end
    }

    /// A function that no file defines.
    fn library_call(
        &mut self,
        mut state: State,
        result: &CallResult,
        called: &Function,
        values: &[Value],
        pos: Pos,
    ) -> Option<State> {
        let name = library::canonical_name(&called.name);
        let number = |index: usize| match values.get(index) {
            Some(Value::Number(term)) => Some(*term),
            _ => None,
        };
        let value = match name {
            "malloc" | "calloc" => {
                let size = match (name, number(0), number(1)) {
                    ("malloc", Some(size), _) => size,
                    ("calloc", Some(count), Some(size)) => self.product(count, size),
                    _ => self.logic.unknown("size"),
                };
                let object = self.new_object(&mut state, Origin::Heap, size, pos, name == "calloc");
                Some(self.address(object))
            }
            "free" => {
                let Some(&Value::Pointer(object, offset)) = values.first() else {
                    self.gap(pos, "something unknown is freed");
                    return None;
                };
                self.free(&mut state, object, offset, pos);
                None
            }
            "exit" | "_exit" | "abort" | "_Exit" => {
                let counts = name != "abort" || self.checks.leaks == Leaks::Any;
                if counts && self.quiet == 0 {
                    self.ends.push((pos, state));
                }
                return None;
            }
            "printf" | "puts" | "putchar" | "fprintf" | "fflush" | "fputs" | "perror" => match result {
                CallResult::Var(_) => Some(self.unknown_value(Scalar::INT, "printed")),
                _ => None,
            },
            "abs" => {
                let value = number(0).unwrap_or_else(|| self.logic.unknown("number"));
                let zero = self.logic.int(0);
                let (positive, negated) =
                    (self.logic.terms().ge(&[value, zero]), self.logic.plus(zero, value, -1));
                Some(Value::Number(super::memory::ite(&mut self.logic, positive, value, negated)))
            }
            _ if has_model(&called.name) && !library::is_input(&called.name) => {
                self.gap(pos, format!("there is no model of {name}"));
                return None;
            }
            _ => match result {
                CallResult::Var(var) => {
                    let function = &self.program.functions[state.frame().function.index()];
                    Some(self.input(function.vars[var.index()].ty, &called.name, pos))
                }
                CallResult::None => None,
                CallResult::Object(..) => {
                    self.gap(pos, "an object is returned");
                    return None;
                }
            },
        };
        if let (CallResult::Var(var), Some(value)) = (result, value) {
            state.frame().vars[var.index()] = Some(value);
        }
        Some(state)
    }

    fn input(&mut self, ty: Scalar, name: &str, pos: Pos) -> Value {
        let value = self.unknown_value(ty, name);
        let term = match value {
            Value::Number(term) | Value::Pointer(term, _) => term,
        };
        if let Op::Symbol(function) | Op::Apply(function) = self.logic.terms().op(term) {
            self.inputs.push(InputSite { pos, function, count: self.counts.last().copied() });
        }
        value
    }

    fn free(&mut self, state: &mut State, object: Term, offset: Term, pos: Pos) {
        let Some(targets) = self.targets(object) else {
            self.gap(pos, "something unknown is freed");
            return;
        };
        let zero = self.logic.int(0);
        let is_null = equal(&mut self.logic, object, zero);
        let at_start = equal(&mut self.logic, offset, zero);
        let good = self.logic.terms().or(&[is_null, at_start]);
        let text = "something is freed that is not the start of allocated memory";
        self.require(state, good, Suspicion { kind: ViolationKind::InvalidFree, pos, text });
        for target in targets {
            let number = self.logic.int(target.0);
            let here = equal(&mut self.logic, object, number);
            let alive = state.alive.get(&target).copied().unwrap_or_else(|| self.logic.terms().bool(false));
            let elsewhere = self.logic.terms().not(here);
            if self.object(target).origin != Origin::Heap {
                self.require(state, elsewhere, Suspicion { kind: ViolationKind::InvalidFree, pos, text });
                continue;
            }
            let first_time = self.logic.terms().or(&[elsewhere, alive]);
            let suspicion = Suspicion { kind: ViolationKind::DoubleFree, pos, text: "memory is freed twice" };
            self.require(state, first_time, suspicion);
            let still = self.logic.terms().and(&[alive, elsewhere]);
            let still = self.logic.brackets.simplify(still);
            state.alive.insert(target, still);
        }
    }

    /// A state in which the program begins.
    pub(super) fn start(&mut self, main: FuncId) -> State {
        let mut state = State {
            path: Vec::new(),
            frames: Vec::new(),
            memory: BTreeMap::new(),
            alive: BTreeMap::new(),
            zeroed: BTreeSet::new(),
        };
        let program = self.program;
        let function = &program.functions[main.index()];
        let frame = Frame {
            function: main,
            vars: vec![None; function.vars.len()],
            slots: vec![None; function.slots.len()],
            allocas: Vec::new(),
        };
        state.frames.push(frame);
        self.begin_globals(&mut state);
        if !function.params.is_empty() {
            self.gap(function.pos, "main has parameters");
        }
        if !program.start.body.as_ref().is_none_or(|body| body.is_empty()) {
            self.gap(function.pos, "something runs before main");
        }
        state
    }
}
