//! The domain as a user of the [walker](crate::walk). A state of the walk is a list of states of different
//! shape.

use super::domain::Bounds;
use super::expr::Expr;
use super::join::Mode;
use super::loops::is_copy;
use super::object::{Content, ObjId, Object};
use super::shape::{Mark, loss};
use super::store::{Frame, Store, Target, Value};
use super::values::negated;
use crate::ir::{
    Access, Arg, CallResult, Callee, CompareOp, Failure, FuncId, Function, IntType, Live, Local, Loop,
    Operand, Param, Pos, ReturnValue, Scalar, Stmt, StmtKind, VarId, VarSet,
};
use crate::property::{Leaks, ViolationKind};
use crate::walk::{Call, Domain, Jump, Jumps, block};
use std::collections::BTreeMap;
use std::time::Instant;

/// The variable that holds the result of a function.
pub(super) const RESULT: VarId = VarId(u32::MAX);

/// Limit on statements executed.
const MAX_STEPS: u64 = 400_000;

/// Limit on places between members that are looked at.
const MAX_PADDING: usize = 64;

/// Limit on the depth of calls.
const MAX_DEPTH: u32 = 40;

/// Limit on states that are kept apart.
const MAX_STATES: usize = 12;

impl<'p> Domain<'p> for Bounds<'p> {
    type State = Vec<Store>;
    /// The result of a function is in a variable of its frame.
    type Value = ();
    type Condition = Operand;
    type Arguments = ();

    fn gap(&mut self, pos: Pos, text: &str) {
        self.skip(pos, text);
    }

    fn begin(&mut self, stmt: &'p Stmt, states: &mut Vec<Store>) -> bool {
        self.steps += 1;
        let is_late =
            self.steps.is_multiple_of(64) && self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if self.steps > MAX_STEPS || is_late {
            self.gap.get_or_insert_with(|| (stmt.pos, "too many statements".to_string()));
        }
        if self.gap.is_some() || self.open.is_some() {
            return false;
        }
        let Some(current) = states.first().map(|store| store.frame().function) else { return false };
        if let Some(body) = &self.program.functions[current.index()].body {
            let live = self.live.entry(current).or_insert_with(|| Live::of(body)).before(stmt);
            states.iter_mut().for_each(|store| forget_dead(store, live));
        }
        true
    }

    fn transfer(&mut self, stmt: &'p Stmt, states: Vec<Store>) -> Option<Vec<Store>> {
        let mut found = Vec::new();
        for store in states {
            found.extend(self.straight(stmt, store));
        }
        (!found.is_empty()).then_some(found)
    }

    fn condition(&mut self, states: &mut Vec<Store>, operand: &'p Operand, pos: Pos) -> Operand {
        for store in states {
            let value = self.operand(store, *operand, pos);
            self.require_defined(&value, pos);
        }
        *operand
    }

    fn assume(&mut self, states: &Vec<Store>, condition: Operand, holds: bool) -> Option<Vec<Store>> {
        let mut found = Vec::new();
        for store in states {
            let mut store = store.clone();
            let value = self.operand(&mut store, condition, Pos::NOWHERE);
            if assume_value(&mut store, &value, holds) {
                found.push(store);
            }
        }
        (!found.is_empty()).then_some(found)
    }

    fn join(&mut self, mut one: Vec<Store>, other: Vec<Store>) -> Vec<Store> {
        one.extend(other);
        self.merged(one, Mode::Join, Pos::NOWHERE)
    }

    fn returned(&mut self, states: &mut Vec<Store>, value: &'p ReturnValue, pos: Pos) -> Option<()> {
        match value {
            ReturnValue::None => {}
            ReturnValue::Scalar(operand) => {
                for store in states {
                    let value = self.operand(store, *operand, pos);
                    // The exit status of the program.
                    let is_main = self.task.program.main == Some(store.frames[0].function);
                    let is_status = store.frames.len() == 1 && is_main;
                    if is_status && self.task.checks.uninitialized {
                        self.require_defined(&value, pos);
                    }
                    store.set(RESULT, value);
                }
            }
            ReturnValue::Object(..) => self.skip(pos, "a function that returns an object"),
        }
        None
    }

    fn run_loop(
        &mut self,
        inner: &'p Loop,
        states: Vec<Store>,
        pos: Pos,
        jumps: &mut Jumps<'p, Self>,
    ) -> Option<Vec<Store>> {
        self.solve(inner, states, pos, jumps)
    }

    fn run_call(
        &mut self,
        callee: &'p Callee,
        call: Call<'p>,
        states: Vec<Store>,
        jumps: &mut Jumps<'p, Self>,
    ) -> Option<Vec<Store>> {
        let mut by_function: BTreeMap<FuncId, Vec<Store>> = BTreeMap::new();
        for mut store in states {
            let id = match callee {
                Callee::Direct(id) => Some(*id),
                Callee::Pointer(operand, _) => {
                    let value = self.operand(&mut store, *operand, call.pos);
                    self.require_defined(&value, call.pos);
                    match value {
                        Value::Ptr { target: Target::Function(id), .. } => Some(id),
                        _ => None,
                    }
                }
            };
            match id {
                Some(id) => by_function.entry(id).or_default().push(store),
                None => self.violate(call.pos, ViolationKind::BadCall),
            }
        }
        let mut found = Vec::new();
        for (id, states) in by_function {
            found.extend(self.call(id, call, states, jumps).unwrap_or_default());
        }
        (!found.is_empty()).then(|| self.merged(found, Mode::Join, call.pos))
    }

    fn library_call(
        &mut self,
        call: Call<'p>,
        function: &'p Function,
        _: &(),
        states: Vec<Store>,
        _: &mut Jumps<'p, Self>,
    ) -> Option<Vec<Store>> {
        let mut found = Vec::new();
        for store in states {
            found.extend(self.library(store, function, call));
        }
        (!found.is_empty()).then_some(found)
    }
}

impl<'p> Bounds<'p> {
    /// An initialiser leaves the bytes between the members of a record unknown.
    fn leave_padding(&mut self, store: &mut Store, (addr, id): (&Operand, ObjId), pos: Pos) {
        let (types, target) = (&self.task.program.types, self.task.program.target);
        let Operand::Slot(slot) = addr else { return };
        let ty = self.task.program.functions[store.frame().function.index()].slots[slot.index()].ty;
        for at in types.padding(ty, target, MAX_PADDING).into_iter().flat_map(|(from, to)| from..to) {
            let place = Value::address(Target::Object(id), Expr::constant(at.into()));
            let byte = Value::int(Expr::of(store.symbol(Some(-128), Some(127))));
            self.store(
                store,
                &place,
                &byte,
                Access::plain(Scalar::Int(IntType { bits: 8, signed: true })),
                pos,
            );
        }
    }

    /// Joins states of the same shape, and others if there are too many.
    pub(super) fn merged(&mut self, states: Vec<Store>, mode: Mode<'_>, pos: Pos) -> Vec<Store> {
        let mut found: Vec<(Vec<Mark>, Store)> = Vec::new();
        for store in states {
            let shape = store.shape(self.program);
            match found.iter_mut().find(|(known, _)| *known == shape) {
                Some((_, known)) => *known = known.join(&store, self.program, mode),
                None => found.push((shape, store)),
            }
        }
        while found.len() > MAX_STATES {
            let Some((at, last)) = nearest(&found) else {
                self.gap.get_or_insert_with(|| (pos, "too many states".to_string()));
                break;
            };
            let (_, last) = found.remove(last);
            let joined = found[at].1.join(&last, self.program, mode);
            found[at] = (joined.shape(self.program), joined);
        }
        found.into_iter().map(|(_, store)| store).collect()
    }

    /// The effect of a straight-line statement on a state.
    fn straight(&mut self, stmt: &'p Stmt, mut store: Store) -> Vec<Store> {
        let pos = stmt.pos;
        match &stmt.kind {
            StmtKind::Assign { dst, value } => match self.compute(&mut store, value, pos) {
                Some(value) => store.set(*dst, value),
                None => return Vec::new(),
            },
            StmtKind::Load { dst, addr, access } => {
                let pointer = self.operand(&mut store, *addr, pos);
                let cases = self.load(store, &pointer, *access, pos).into_iter();
                return cases
                    .map(|(mut store, value)| {
                        store.set(*dst, value);
                        store
                    })
                    .collect();
            }
            StmtKind::Store { addr, value, access } => {
                let pointer = self.operand(&mut store, *addr, pos);
                let value = self.operand(&mut store, *value, pos);
                if self.store(&mut store, &pointer, &value, *access, pos).is_none() {
                    return Vec::new();
                }
            }
            StmtKind::Zero { addr, size } => {
                let (pointer, size) = (self.operand(&mut store, *addr, pos), Expr::constant((*size).into()));
                let Some((id, offset)) = self.access(&mut store, &pointer, &size, true, pos) else {
                    return Vec::new();
                };
                store.fill(id, &offset, &size, &Content::Zero, true);
                self.leave_padding(&mut store, (addr, id), pos);
            }
            StmtKind::Copy { dst, src, size, .. } => {
                let (to, from) = (self.operand(&mut store, *dst, pos), self.operand(&mut store, *src, pos));
                let size = Expr::constant((*size).into());
                if self.copy(&mut store, &to, &from, &size, pos).is_none() {
                    return Vec::new();
                }
            }
            StmtKind::Begin(Local::Var(var)) | StmtKind::End(Local::Var(var)) => {
                let function = &self.program.functions[store.frame().function.index()];
                let value = store.any(function.vars[var.index()].ty, true);
                store.set(*var, value);
            }
            StmtKind::Begin(Local::Slot(slot)) => {
                let function = &self.program.functions[store.frame().function.index()];
                let Some(size) = function.slots[slot.index()].size else {
                    self.skip(pos, "an object of unknown size");
                    return Vec::new();
                };
                self.begin_slot(&mut store, *slot, Expr::constant(size.into()));
            }
            StmtKind::BeginVla { slot, count, stride } => {
                let (count, _) = self.number(&mut store, *count, pos);
                let (stride, _) = self.number(&mut store, *stride, pos);
                let size = stride.as_constant().and_then(|stride| count.times(stride));
                let Some(size) = size else {
                    self.skip(pos, "an array of arrays of variable length");
                    return Vec::new();
                };
                let is_natural = self.require(&mut store, count.times(-1), ViolationKind::Misuse, pos);
                // The stack has room for it, or the program ends.
                if is_natural.is_none() || store.assume(&size.shifted(-(1 << 32))).is_err() {
                    return Vec::new();
                }
                self.begin_slot(&mut store, *slot, size);
            }
            StmtKind::End(Local::Slot(slot)) => {
                let depth = store.depth();
                store.end(ObjId::Slot { depth, slot: *slot });
            }
            StmtKind::Assume(operand) => {
                let value = self.operand(&mut store, *operand, pos);
                self.require_defined(&value, pos);
                if !assume_value(&mut store, &value, true) {
                    return Vec::new();
                }
            }
            StmtKind::Bound { index, count } => {
                if self.task.checks.bounds && self.bound(&mut store, *index, *count, pos).is_none() {
                    return Vec::new();
                }
            }
            StmtKind::Fail { failure } => {
                self.fail(&store, failure, pos);
                return Vec::new();
            }
            StmtKind::Unreachable => {
                self.violate(pos, ViolationKind::Misuse);
                return Vec::new();
            }
            _ => {
                self.skip(pos, "a statement that is not modelled");
                return Vec::new();
            }
        }
        vec![store]
    }

    fn bound(&mut self, store: &mut Store, index: Operand, count: Operand, pos: Pos) -> Option<()> {
        let (index, _) = self.number(store, index, pos);
        let (count, _) = self.number(store, count, pos);
        self.require(store, index.times(-1), ViolationKind::IndexOutOfBounds, pos)?;
        let below = index.minus(&count).map(|rest| rest.shifted(1));
        self.require(store, below, ViolationKind::IndexOutOfBounds, pos)
    }

    /// A failed assertion. If it is not checked, the program ends.
    fn fail(&mut self, store: &Store, failure: &Failure, pos: Pos) {
        let kind = match failure {
            Failure::Assertion(_) => ViolationKind::Assertion,
            Failure::ErrorCall(_) => ViolationKind::ErrorCall,
        };
        if self.task.checks.asks_for(kind) {
            self.violate(pos, kind);
        } else if self.task.checks.leaks == Leaks::Any {
            self.end(store, pos);
        }
    }

    fn begin_slot(&mut self, store: &mut Store, slot: crate::ir::SlotId, size: Expr) {
        let id = ObjId::Slot { depth: store.depth(), slot };
        store.end(id);
        store.objects.insert(id, std::rc::Rc::new(Object::unset(size)));
    }

    fn load(&mut self, mut store: Store, pointer: &Value, access: Access, pos: Pos) -> Vec<(Store, Value)> {
        let bytes = self.program.target.size_of(access.ty);
        if access.bits.is_some() || access.volatile || bytes > 8 {
            self.skip(pos, "a bit-field or a volatile object");
            return Vec::new();
        }
        let size = Expr::constant(bytes.into());
        let Some((id, offset)) = self.access(&mut store, pointer, &size, false, pos) else {
            return Vec::new();
        };
        if id == ObjId::Arguments {
            return self.load_argument(store, &offset, access.ty, pos);
        }
        store.load(id, &offset, access.ty, bytes)
    }

    fn store(
        &mut self,
        store: &mut Store,
        pointer: &Value,
        value: &Value,
        access: Access,
        pos: Pos,
    ) -> Option<()> {
        let bytes = self.program.target.size_of(access.ty);
        if access.bits.is_some() || access.volatile || bytes > 8 {
            self.skip(pos, "a bit-field or a volatile object");
            return None;
        }
        let size = Expr::constant(bytes.into());
        let (id, offset) = self.access(store, pointer, &size, true, pos)?;
        store.write(id, &offset, bytes, value);
        Some(())
    }

    /// Calls a function.
    fn call(
        &mut self,
        id: FuncId,
        call: Call<'p>,
        states: Vec<Store>,
        jumps: &mut Jumps<'p, Self>,
    ) -> Option<Vec<Store>> {
        let function = &self.program.functions[id.index()];
        if self.is_library(function) {
            return self.library_call(call, function, &(), states, jumps);
        }
        self.call_body(id, function, call, states)
    }

    /// Calls a function with a body.
    pub(super) fn call_body(
        &mut self,
        id: FuncId,
        function: &'p Function,
        call: Call<'p>,
        states: Vec<Store>,
    ) -> Option<Vec<Store>> {
        let body = function.body.as_ref()?;
        let is_recursive = states.iter().any(|store| store.frames.iter().any(|frame| frame.function == id));
        let is_simple = !function.ty.variadic && !matches!(call.result, CallResult::Object(..));
        if is_recursive || !is_simple || states.first()?.depth() >= MAX_DEPTH {
            self.skip(call.pos, "a recursive or variadic function, or one that returns an object");
            return None;
        }
        let mut inside = Vec::with_capacity(states.len());
        for store in states {
            inside.push(self.enter(store, id, function, call)?);
        }
        self.calls.push(call.pos);
        let mut inner = Vec::new();
        let fallen = block(self, body, inside, &mut inner);
        self.calls.pop();
        let returned = inner.into_iter().filter(|(jump, _)| matches!(jump, Jump::Return(_)));
        let ends = returned.flat_map(|(_, states)| states).chain(fallen.into_iter().flatten());
        let left: Vec<Store> = ends.map(|store| self.leave(store, call)).collect();
        (!left.is_empty()).then_some(left)
    }

    /// The state at the start of a function.
    fn enter(
        &mut self,
        mut store: Store,
        id: FuncId,
        function: &'p Function,
        call: Call<'p>,
    ) -> Option<Store> {
        let mut vars = BTreeMap::new();
        for (param, arg) in function.params.iter().zip(call.args) {
            let (Param::Var(param), Arg::Scalar(operand, ty)) = (param, arg) else {
                self.skip(call.pos, "an object as an argument");
                return None;
            };
            if function.vars[param.index()].ty != *ty {
                self.skip(call.pos, "an argument of another type than its parameter");
                return None;
            }
            let value = self.operand(&mut store, *operand, call.pos);
            vars.insert(*param, value);
        }
        store.frames.push(Frame { function: id, vars });
        Some(store)
    }

    /// The state behind a call.
    fn leave(&mut self, mut store: Store, call: Call<'p>) -> Store {
        let depth = store.depth();
        let slots: Vec<ObjId> = store
            .objects
            .keys()
            .filter(|id| matches!(id, ObjId::Slot { depth: own, .. } if *own == depth))
            .copied()
            .collect();
        slots.into_iter().for_each(|id| store.end(id));
        // The result may have been a pointer to one of them.
        let value = store.frames.pop().and_then(|mut frame| frame.vars.remove(&RESULT));
        if let CallResult::Var(var) = call.result {
            let function = &self.program.functions[store.frame().function.index()];
            let ty = function.vars[var.index()].ty;
            let value = match (value, ty) {
                (Some(value @ Value::Int { .. }), Scalar::Int(_))
                | (Some(value @ Value::Ptr { .. }), Scalar::Ptr)
                | (Some(value @ Value::Float { .. }), Scalar::Float(_)) => value,
                (Some(value), _) => store.any(ty, value.is_undefined()),
                (None, _) => store.any(ty, true),
            };
            store.set(*var, value);
        }
        store
    }
}

/// Two states, the first one first, whose join loses the least.
fn nearest(states: &[(Vec<Mark>, Store)]) -> Option<(usize, usize)> {
    let pairs = (0..states.len()).rev().flat_map(|last| (0..last).rev().map(move |at| (at, last)));
    pairs
        .filter(|&(at, last)| states[at].1.has_objects_of(&states[last].1))
        .min_by_key(|&(at, last)| loss(&states[at].0, &states[last].0))
}

/// Forgets variables that are not read again.
pub(super) fn forget_dead(store: &mut Store, live: &VarSet) {
    let frame = store.frames.last_mut().expect("a call is under way");
    frame.vars.retain(|var, _| *var == RESULT || is_copy(*var) || live.contains(*var));
}

/// Assumes that a value is not zero, or that it is. False if no execution remains.
pub(super) fn assume_value(store: &mut Store, value: &Value, holds: bool) -> bool {
    match value {
        Value::Int { expr, .. } => {
            let op = if holds { CompareOp::Ne } else { CompareOp::Eq };
            if let Some(sym) = expr.as_symbol()
                && let Some((test, inner)) = store.tests.get(&sym).cloned()
            {
                let test = if holds { test } else { negated(test) };
                if store.assume_test(test, &inner).is_err() {
                    return false;
                }
            }
            store.assume_test(op, expr).is_ok()
        }
        Value::Ptr { target, .. } => match target {
            Target::Null => !holds,
            Target::Object(_) | Target::Function(_) => holds,
            _ => true,
        },
        Value::Float { .. } => true,
    }
}
