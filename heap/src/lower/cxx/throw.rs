//! Exceptions.
//!
//! A thrown object is in a block with its type and the number of those who hold it in front. The block is
//! *pending* until a handler takes it: a global variable has its address, and each call that may throw is
//! followed by a test of it. What is alive then ends, and control goes to the handlers around, or to the
//! caller. Programs without `throw` have none of this. Tests after calls that do not throw are removed when
//! all files are linked.

use super::class::layout::Within;
use super::class::special::{Made, Special, innermost};
use super::class::tables::{Answer, Otherwise};
use super::class::{Part, definition};
use super::temps::Temporary;
use super::{Probe, operands, type_name};
use crate::clang::{CType, Cursor, Kind, TypeKind};
use crate::ir::*;
use crate::lower::Linker;
use crate::lower::function::{FunctionLowering, Place};
use crate::lower::unit::UnitLowering;
use fxhash::{FxHashMap, FxHashSet};

/// Where the thrown object begins in its block, and where the number of its holders is.
const OBJECT: u64 = 16;
const HOLDERS: u64 = 8;

/// The variables with the block of the exception that is pending, and of the one that is being handled.
const PENDING: &str = "pending exception";
const HANDLED: &str = "handled exception";

/// What a function in C++ knows about exceptions.
#[derive(Default)]
pub(super) struct Unwinding<'u> {
    tries: Vec<Try>,
    partial: Vec<Partial<'u>>,
    /// Locals of handlers that hold the exception.
    handlers: FxHashSet<SlotId>,
}

/// A `try` that code is in.
#[derive(Clone, Copy)]
struct Try {
    label: Label,
    scopes: usize,
    full: usize,
    partial: usize,
}

/// What is undone only by an exception: a part of an object that is being constructed, or its memory.
#[derive(Clone, Copy)]
struct Partial<'u> {
    /// How many scopes and full expressions are around it.
    scopes: usize,
    full: usize,
    what: Undo<'u>,
}

/// How to undo something.
#[derive(Clone, Copy)]
pub(in crate::lower) enum Undo<'u> {
    /// Destroy an object.
    Destroy(Operand, CType<'u>, Option<Within<'u>>),
    /// Destroy the first elements of an array.
    Elements(Operand, VarId, CType<'u>),
    /// Give memory back.
    Release(Operand),
}

impl<'u> UnitLowering<'_, 'u> {
    /// Whether some code of the program throws.
    pub(in crate::lower) fn throws(&self) -> bool {
        self.cxx.as_ref().is_some_and(|cxx| cxx.probed.contains_key(&Probe::Throws))
    }

    /// A class of the library, if its header is included.
    fn library_class(&self, name: &str) -> Option<CType<'u>> {
        let scopes = self.unit.root().children().into_iter();
        let std = scopes.filter(|scope| scope.spelling() == "std");
        let mut classes = std.flat_map(|scope| scope.children());
        let found = classes.find(|class| {
            class.kind() == Kind::StructDecl && class.spelling() == name && class.is_definition()
        });
        found.map(|class| class.ctype())
    }

    fn exception_variable(&mut self, name: &str) -> Operand {
        if let Some(&id) = self.linker.global_names.get(name) {
            return Operand::Global(id);
        }
        let void = self.linker.types.intern(Type::Void);
        let ty = self.linker.types.intern(Type::Pointer(void));
        let id = GlobalId(self.linker.globals.len() as u32);
        let size = u64::from(self.linker.target.pointer_bytes);
        let init = Init::Cells(Vec::new());
        let pos = Pos::NOWHERE;
        self.linker.globals.push(Global { name: name.to_string(), ty, size, init, constant: false, pos });
        self.linker.global_names.insert(name.to_string(), id);
        Operand::Global(id)
    }

    /// What stands for the type of an exception.
    fn exception_type(&mut self, ctype: CType<'u>) -> GlobalId {
        let name = handled_name(ctype);
        let (index, is_new) = self.linker.exception_table(&name);
        if is_new {
            let answers = self.handler_answers(ctype);
            self.linker.tables[index].answers = answers;
        }
        self.linker.tables[index].global
    }

    /// Which handlers take an exception, and where they find their object.
    fn handler_answers(&mut self, ctype: CType<'u>) -> Vec<(String, Answer)> {
        let start = OBJECT as i64;
        let mut answers = Vec::new();
        let mut add = |name: String, answer: Answer| {
            let name = format!("catch {name}");
            match answers.iter_mut().find(|(known, _): &&mut (String, Answer)| *known == name) {
                Some((_, known)) => *known = Answer::Unknown("an exception with two bases of the same class"),
                None => answers.push((name, answer)),
            }
        };
        match ctype.kind() {
            TypeKind::Record => {
                match self.sub_objects(ctype, None) {
                    Some(parts) => parts.iter().for_each(|part| match part.is_public {
                        true => add(handled_name(part.class), Answer::Address(start + part.offset)),
                        false => add(
                            handled_name(part.class),
                            Answer::Unknown("an exception with a base that is not public"),
                        ),
                    }),
                    None => add(handled_name(ctype), Answer::Unknown("an exception with unknown bases")),
                }
                if let Made::Function(function) = self.special(ctype, Special::Destroy) {
                    let answer = Answer::Call { function, offset: start, result: 0 };
                    answers.push(("destroy exception".to_string(), answer));
                }
            }
            TypeKind::Pointer => {
                let pointee = ctype.pointee();
                let is_const = pointee.is_const();
                let own = plain_name(pointee);
                let mut pointees = vec![(own, 0)];
                if pointee.kind() == TypeKind::Record {
                    let parts = self.sub_objects(pointee, None).unwrap_or_default();
                    pointees.extend(parts.iter().skip(1).map(|part| (plain_name(part.class), part.offset)));
                }
                if pointee.kind() != TypeKind::Function && pointee.kind() != TypeKind::Void {
                    pointees.push(("void".to_string(), 0));
                }
                for (name, offset) in pointees {
                    let answer = match offset {
                        0 => Answer::Address(start),
                        _ => Answer::Unknown("a pointer as an exception that is handled as one to a base"),
                    };
                    if !is_const {
                        add(format!("{name} *"), answer.clone());
                    }
                    add(format!("const {name} *"), answer);
                }
            }
            _ => add(handled_name(ctype), Answer::Address(start)),
        }
        answers
    }
}

impl<'u> FunctionLowering<'_, '_, 'u> {
    fn pending(&mut self) -> Place {
        let addr = self.unit.exception_variable(PENDING);
        Place::Memory { addr, bits: None }
    }

    /// Emits a call that may throw.
    pub(in crate::lower) fn emit_checked(&mut self, call: StmtKind) {
        self.emit(call);
        if !self.unit.throws() {
            return;
        }
        let pending = self.pending();
        let thrown = self.load_place(pending, Scalar::Ptr, false);
        // The test is a condition of type int.
        let cond = self.truth(thrown);
        let then = self.nested(|this| this.unwind(Some(thrown)));
        self.emit(StmtKind::If { cond, then, otherwise: Vec::new() });
    }

    /// From here on, an exception has to undo something.
    pub(in crate::lower) fn undo(&mut self, what: Undo<'u>) {
        let (scopes, full) = (self.scopes.len(), self.cxx.full.len());
        self.cxx.unwinding.partial.push(Partial { scopes, full, what });
    }

    /// A base or field of an object that is being constructed.
    pub(in crate::lower) fn undo_part(&mut self, this: Operand, part: Part<'u>, within: Option<Within<'u>>) {
        if !self.unit.throws() || innermost(part.ctype).kind() != TypeKind::Record {
            return;
        }
        let addr = self.part_address(this, part.offset);
        self.undo(Undo::Destroy(addr, part.ctype, within));
    }

    /// How much there is to be undone: to go back there later.
    pub(in crate::lower) fn undo_mark(&self) -> usize {
        self.cxx.unwinding.partial.len()
    }

    /// What was noted after a mark is complete.
    pub(in crate::lower) fn undo_done(&mut self, mark: usize) {
        self.cxx.unwinding.partial.truncate(mark);
    }

    /// Scopes have ended.
    pub(in crate::lower) fn forget_undo(&mut self) {
        let scopes = self.scopes.len();
        while self.cxx.unwinding.partial.last().is_some_and(|partial| partial.scopes > scopes) {
            self.cxx.unwinding.partial.pop();
        }
    }

    /// Leaves for the handlers around, or for the caller. The exception is pending.
    fn unwind(&mut self, thrown: Option<Operand>) {
        let target = self.cxx.unwinding.tries.last().copied();
        let is_main = self.function.name == "main";
        if target.is_none() && (self.cxx.is_noexcept || is_main) {
            let failure = Failure::Assertion("an exception is not handled".to_string());
            return self.emit(StmtKind::Fail { failure });
        }
        if target.is_none() && self.cxx.lists_exceptions {
            return self.unsupported("an exception that leaves a function which lists its exceptions");
        }
        let before = self.code.len();
        // What is destroyed now does not see the exception.
        let pending = self.pending();
        let thrown = match thrown {
            Some(thrown) => thrown,
            None => self.load_place(pending, Scalar::Ptr, false),
        };
        self.store_place(pending, Operand::Null, Scalar::Ptr, false);
        let start = self.code.len();
        self.end_all(target);
        match self.code.len() == start {
            true => self.code.truncate(before),
            false => self.store_place(pending, thrown, Scalar::Ptr, false),
        }
        match target {
            Some(target) => self.emit(StmtKind::Break(target.label)),
            None => {
                // The caller does not look at the result.
                let ty = self.unit.linker.types.scalar(self.function.ty.result);
                let value = ty.map_or(ReturnValue::None, |ty| ReturnValue::Scalar(self.zero_of(ty)));
                self.emit(StmtKind::Return(value));
            }
        }
    }

    /// Ends temporaries, parts of objects and locals, the innermost first.
    fn end_all(&mut self, target: Option<Try>) {
        let (scopes, full) = target.map_or((0, 0), |target| (target.scopes, target.full));
        let first = target.map_or(0, |target| target.partial);
        let mut partial: Vec<Partial<'u>> = self.cxx.unwinding.partial[first..].to_vec();
        let around: Vec<(usize, usize, Vec<Temporary<'u>>)> = self
            .cxx
            .full
            .iter()
            .enumerate()
            .skip(full)
            .map(|(index, full)| (index, full.scopes, full.temporaries.clone()))
            .collect();
        for level in (scopes..=self.scopes.len()).rev() {
            for (index, _, temporaries) in around.iter().rev().filter(|(_, scopes, _)| *scopes == level) {
                while let Some(last) = partial.pop_if(|last| last.scopes >= level && last.full > *index) {
                    self.undo_now(last.what);
                }
                for temporary in temporaries.iter().rev() {
                    self.end_temporary(*temporary);
                }
            }
            while let Some(last) = partial.pop_if(|last| last.scopes >= level) {
                self.undo_now(last.what);
            }
            if level > scopes {
                let locals = self.scopes[level - 1].clone();
                locals.into_iter().rev().for_each(|local| self.end_local(local));
            }
        }
        while let Some(last) = partial.pop() {
            self.undo_now(last.what);
        }
    }

    fn undo_now(&mut self, what: Undo<'u>) {
        match what {
            Undo::Destroy(addr, ctype, within) => self.destroy_within(addr, ctype, within),
            Undo::Elements(start, index, ctype) => {
                let count = self.kept(Operand::Var(index));
                self.each_element(start, count, ctype, true, |this, addr| this.destroy(addr, ctype));
            }
            Undo::Release(addr) => self.release(addr),
        }
    }

    /// `throw x`, `throw`
    pub(in crate::lower) fn throw(&mut self, cursor: Cursor<'u>) {
        if !self.unit.throws() {
            self.unit.linker.probes.insert(Probe::Throws);
            return self.unsupported("an exception");
        }
        let Some(&value) = operands(cursor).first() else { return self.throw_again() };
        let ctype = match value.ctype().kind() {
            TypeKind::Reference => value.ctype().pointee(),
            _ => value.ctype(),
        };
        self.throw_made(ctype, |this, addr| match ctype.kind() {
            TypeKind::Record => this.construct(addr, ctype, value),
            _ => match this.unit.scalar(ctype) {
                Some(ty) => {
                    let value = this.converted(value, ty);
                    this.emit(StmtKind::Store { addr, value, access: Access::plain(ty) });
                }
                None => this.unsupported("an exception of this type"),
            },
        });
        self.pos = self.unit.pos(cursor);
        self.unwind(None);
    }

    /// Throws an exception of the library that is made from nothing.
    pub(super) fn throw_library(&mut self, name: &str) {
        if !self.unit.throws() {
            self.unit.linker.probes.insert(Probe::Throws);
            return self.unsupported("an exception");
        }
        let Some(class) = self.unit.library_class(name) else {
            return self.unsupported(&format!("the exception {name}, whose header is not included"));
        };
        self.throw_made(class, |this, addr| this.construct_default(addr, class));
        self.unwind(None);
    }

    /// Makes an exception, and makes it pending.
    fn throw_made(&mut self, ctype: CType<'u>, make: impl FnOnce(&mut Self, Operand)) {
        let Some(size) = ctype.size() else { return self.unsupported("an exception of an incomplete type") };
        let bytes = self.unit.linker.target.size();
        let block = self.allocate(Operand::Int(i128::from(OBJECT + size.max(1)), bytes));
        let block = self.kept(block);
        let mark = self.undo_mark();
        self.undo(Undo::Release(block));
        let addr = self.part_address(block, OBJECT);
        make(self, addr);
        self.undo_done(mark);
        let table = Operand::Global(self.unit.exception_type(ctype));
        self.emit(StmtKind::Store { addr: block, value: table, access: Access::plain(Scalar::Ptr) });
        let holders = self.part_address(block, HOLDERS);
        let one = self.int(1);
        self.emit(StmtKind::Store { addr: holders, value: one, access: Access::plain(Scalar::INT) });
        let pending = self.pending();
        self.store_place(pending, block, Scalar::Ptr, false);
    }

    /// `throw;`: what is being handled is pending again.
    fn throw_again(&mut self) {
        let addr = self.unit.exception_variable(HANDLED);
        let block = self.load_pointer(addr);
        let cond = self.truth(block);
        let otherwise = self.nested(|this| {
            let failure = Failure::Assertion("there is no exception to throw again".to_string());
            this.emit(StmtKind::Fail { failure });
        });
        self.emit(StmtKind::If { cond, then: Vec::new(), otherwise });
        self.count_holders(block, BinaryOp::Add);
        let pending = self.pending();
        self.store_place(pending, block, Scalar::Ptr, false);
        self.unwind(None);
    }

    fn count_holders(&mut self, block: Operand, op: BinaryOp) -> Operand {
        let addr = self.part_address(block, HOLDERS);
        let place = Place::Memory { addr, bits: None };
        let count = self.load_place(place, Scalar::INT, false);
        let one = self.int(1);
        let count = self.compute(Expr::Binary(op, Scalar::INT, count, one), Scalar::INT);
        self.store_place(place, count, Scalar::INT, false);
        count
    }

    /// `try { ... } catch ...`
    pub(in crate::lower) fn try_statement(&mut self, cursor: Cursor<'u>) {
        let children = cursor.children();
        let Some((&body, handlers)) = children.split_first() else {
            return self.unsupported("try without a body");
        };
        if !self.unit.throws() {
            // Whatever throws is not supported, so that no handler is reached.
            return self.statement(body);
        }
        let (end, label) = (self.new_label(), self.new_label());
        let code = self.nested(|this| {
            let code = this.nested(|this| {
                let (scopes, full, partial) = (this.scopes.len(), this.cxx.full.len(), this.undo_mark());
                this.cxx.unwinding.tries.push(Try { label, scopes, full, partial });
                this.statement(body);
                this.cxx.unwinding.tries.pop();
                if this.is_open() {
                    this.emit(StmtKind::Break(end));
                }
            });
            this.emit(StmtKind::Block { label, body: code });
            let pending = this.pending();
            let block = this.load_place(pending, Scalar::Ptr, false);
            let takes_all = |handler: &Cursor<'u>| !handler.children().iter().any(is_declaration);
            for handler in handlers {
                this.handler(*handler, block, end);
            }
            if !handlers.iter().any(takes_all) {
                this.unwind(None);
            }
        });
        self.emit(StmtKind::Block { label: end, body: code });
    }

    fn handler(&mut self, handler: Cursor<'u>, block: Operand, end: Label) {
        let children = handler.children();
        let variable = children.iter().copied().find(is_declaration);
        let Some(&body) = children.iter().rfind(|child| child.kind() == Kind::Compound) else {
            return self.unsupported("a handler of an unknown form");
        };
        let object = variable.map(|variable| {
            let name = format!("catch {}", handled_name(target(variable.ctype())));
            self.ask(name, block, Otherwise::Null)
        });
        let code = self.nested(|this| {
            this.scoped(|this| {
                this.enter_handler(block);
                if let (Some(variable), Some(object)) = (variable, object) {
                    this.bind_exception(variable, object);
                }
                this.statement(body);
            });
            if this.is_open() {
                this.emit(StmtKind::Break(end));
            }
        });
        match object {
            Some(object) => {
                let cond = self.truth(object);
                self.emit(StmtKind::If { cond, then: code, otherwise: Vec::new() });
            }
            None => {
                let one = self.int(1);
                self.emit(StmtKind::If { cond: one, then: code, otherwise: Vec::new() });
            }
        }
    }

    /// The exception is handled from here on, to the end of the scope.
    fn enter_handler(&mut self, block: Operand) {
        let void = self.unit.linker.types.intern(Type::Void);
        let pointer = self.unit.linker.types.intern(Type::Pointer(void));
        let pair = self.unit.linker.types.intern(Type::Array(pointer, Some(2)));
        let bytes = u64::from(self.unit.linker.target.pointer_bytes);
        let slot = self.new_slot("exception", pair, Some(2 * bytes));
        self.begin_slot(slot);
        self.cxx.unwinding.handlers.insert(slot);
        let handled = self.unit.exception_variable(HANDLED);
        let outer = self.load_pointer(handled);
        let access = Access::plain(Scalar::Ptr);
        let pending = self.unit.exception_variable(PENDING);
        self.emit(StmtKind::Store { addr: Operand::Slot(slot), value: block, access });
        let second = self.part_address(Operand::Slot(slot), bytes);
        self.emit(StmtKind::Store { addr: second, value: outer, access });
        self.emit(StmtKind::Store { addr: handled, value: block, access });
        self.emit(StmtKind::Store { addr: pending, value: Operand::Null, access });
    }

    /// A handler is left: the exception ends, unless it was thrown again.
    pub(super) fn leave_handler(&mut self, slot: SlotId) {
        if !self.cxx.unwinding.handlers.contains(&slot) {
            return;
        }
        let bytes = u64::from(self.unit.linker.target.pointer_bytes);
        let block = self.load_pointer(Operand::Slot(slot));
        let second = self.part_address(Operand::Slot(slot), bytes);
        let outer = self.load_pointer(second);
        let handled = self.unit.exception_variable(HANDLED);
        let access = Access::plain(Scalar::Ptr);
        self.emit(StmtKind::Store { addr: handled, value: outer, access });
        let cond = self.count_holders(block, BinaryOp::Sub);
        let otherwise = self.nested(|this| {
            let void = this.unit.linker.types.intern(Type::Void);
            let pointer = this.unit.linker.types.intern(Type::Pointer(void));
            let ty = FunctionType { result: void, params: Some(vec![pointer]), variadic: false };
            let name = "destroy exception".to_string();
            let function = this.unit.question(name, ty, 0, Otherwise::Null);
            this.call_destructor_of(function, block);
            this.release(block);
        });
        self.emit(StmtKind::If { cond, then: Vec::new(), otherwise });
    }

    fn bind_exception(&mut self, variable: Cursor<'u>, object: Operand) {
        let ctype = variable.ctype();
        let key = variable.canonical().identity();
        let place = Place::Memory { addr: object, bits: None };
        match ctype.kind() {
            TypeKind::Reference => {
                self.locals.insert(key, place);
                self.name_is(variable.spelling(), None);
            }
            TypeKind::Record => {
                self.begin_local(variable);
                if let Some(&Place::Memory { addr, .. }) = self.locals.get(&key) {
                    self.copied(addr, object, ctype);
                    if let Operand::Slot(slot) = addr {
                        self.destroy_at_end(slot, ctype);
                    }
                }
            }
            _ => match self.unit.scalar(ctype) {
                Some(ty) => {
                    let value = self.load_place(place, ty, false);
                    self.begin_local(variable);
                    if let Some(&place) = self.locals.get(&key) {
                        self.name_is(variable.spelling(), Some(place));
                        self.store_place(place, value, ty, false);
                    }
                }
                None => self.unsupported("a handler of this type"),
            },
        }
    }
}

impl Linker {
    /// Removes tests for exceptions after calls that do not throw.
    pub(in crate::lower) fn remove_tests(&mut self) {
        let Some(&pending) = self.global_names.get(PENDING) else { return };
        let mut callers: FxHashMap<FuncId, Vec<FuncId>> = FxHashMap::default();
        let mut through_pointers = Vec::new();
        for (index, function) in self.functions.iter().enumerate() {
            let id = FuncId(index as u32);
            let Some(body) = &function.body else { continue };
            each_stmt(body, &mut |stmt| match &stmt.kind {
                StmtKind::Call { callee: Callee::Direct(callee), .. } => {
                    callers.entry(*callee).or_default().push(id);
                }
                StmtKind::Call { callee: Callee::Pointer(..), .. } => through_pointers.push(id),
                _ => {}
            });
        }
        let mut all: FxHashSet<FuncId> = FxHashSet::default();
        let ids = (0..self.functions.len()).map(|index| FuncId(index as u32));
        let mut pending_functions: Vec<FuncId> =
            ids.filter(|id| throws_itself(&self.functions[id.index()], pending)).collect();
        if !pending_functions.is_empty() {
            pending_functions.extend(through_pointers);
        }
        while let Some(id) = pending_functions.pop() {
            if all.insert(id) {
                pending_functions.extend(callers.get(&id).into_iter().flatten());
            }
        }
        for function in self.functions.iter_mut().chain(std::iter::once(&mut self.start)) {
            if let Some(body) = &mut function.body {
                remove_in(body, pending, &all);
            }
        }
    }
}

/// Whether a function has a `throw`: it makes something pending that it did not read there.
fn throws_itself(function: &Function, pending: GlobalId) -> bool {
    let mut read: FxHashSet<VarId> = FxHashSet::default();
    let mut found = false;
    let Some(body) = &function.body else { return false };
    each_stmt(body, &mut |stmt| match &stmt.kind {
        StmtKind::Load { dst, addr: Operand::Global(global), .. } if *global == pending => {
            read.insert(*dst);
        }
        StmtKind::Store { addr: Operand::Global(global), value, .. } if *global == pending => {
            let is_old =
                matches!(value, Operand::Null) || matches!(value, Operand::Var(var) if read.contains(var));
            found |= !is_old;
        }
        _ => {}
    });
    found
}

fn remove_in(block: &mut Block, pending: GlobalId, throwing: &FxHashSet<FuncId>) {
    let is_quiet = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Call { callee: Callee::Direct(callee), .. } => !throwing.contains(callee),
        StmtKind::Call { callee: Callee::Pointer(..), .. } => throwing.is_empty(),
        _ => false,
    };
    let is_read =
        |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Load { addr: Operand::Global(g), .. } if *g == pending);
    let mut index = 0;
    while index < block.len() {
        if is_quiet(&block[index]) && block.get(index + 1).is_some_and(is_read) {
            let last = (index + 1..block.len()).find(|&at| matches!(block[at].kind, StmtKind::If { .. }));
            if let Some(last) = last.filter(|last| last - index <= 3) {
                block.drain(index + 1..=last);
            }
        }
        match &mut block[index].kind {
            StmtKind::If { then, otherwise, .. } => {
                remove_in(then, pending, throwing);
                remove_in(otherwise, pending, throwing);
            }
            StmtKind::Loop(the_loop) => {
                for part in [&mut the_loop.test, &mut the_loop.body, &mut the_loop.step] {
                    remove_in(part, pending, throwing);
                }
            }
            StmtKind::Block { body, .. } => remove_in(body, pending, throwing),
            _ => {}
        }
        index += 1;
    }
}

fn is_declaration(cursor: &Cursor<'_>) -> bool {
    cursor.kind() == Kind::VarDecl
}

/// The type that a handler names.
fn target(ctype: CType<'_>) -> CType<'_> {
    if ctype.kind() == TypeKind::Reference { ctype.pointee() } else { ctype }
}

/// The name of a type without qualifiers, also of a pointer.
fn plain_name(ctype: CType<'_>) -> String {
    match ctype.kind() {
        TypeKind::Record => definition(ctype).usr(),
        TypeKind::Pointer => {
            let name = ctype.canonical().name();
            name.trim_end_matches("const").trim_end_matches("volatile").trim_end().to_string()
        }
        _ => type_name(ctype),
    }
}

/// The name of a type in the head of a handler, or of an exception.
fn handled_name(ctype: CType<'_>) -> String {
    match ctype.kind() {
        TypeKind::Pointer => {
            let pointee = ctype.pointee();
            let prefix = if pointee.is_const() { "const " } else { "" };
            match ctype.canonical().name().contains("nullptr_t") {
                true => "std::nullptr_t".to_string(),
                false => format!("{prefix}{} *", plain_name(pointee)),
            }
        }
        _ => plain_name(ctype),
    }
}
