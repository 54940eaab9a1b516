//! Transfer functions of functions without a body.
//!
//! Functions that walk over memory byte by byte have models in C (see [`crate::libc::models`]), which are
//! executed like program code. Here are the others: allocation, block operations, printing, character
//! classes. What the table requires of the arguments is checked first (`needs`); functions without a model
//! are in `unmodelled`.

use crate::ir::*;
use crate::libc::{self, CInt, CharClass, Id};
use crate::property::{Leaks, ViolationKind};
use crate::symbolic::exec::executor::{Executor, Jump};
use crate::symbolic::exec::stacks::call_stack::Argument;
use crate::symbolic::facts::choice::{choose, equal, ite};
use crate::symbolic::facts::range::Range;
use crate::symbolic::facts::unknowns::Loss;
use crate::symbolic::findings::sink::Suspicion;
use crate::symbolic::memory::object::LARGEST_BLOCK;
use crate::symbolic::memory::targets::Target;
use crate::symbolic::store::place::{Base, Class, Origin};
use crate::symbolic::store::state::State;
use crate::symbolic::store::value::{Pointer, Value};
use cfp_solver::{Int, Op, Term};
use std::collections::BTreeSet;

/// A byte of a string.
pub(crate) const CHAR: Scalar = Scalar::Int(IntType { bits: 8, signed: true });

/// A call of a function without a body.
#[derive(Clone, Copy)]
pub(crate) struct LibraryCall<'c, 'p> {
    pub(crate) name: &'p str,
    pub(crate) id: Option<Id>,
    pub(crate) args: &'p [Arg],
    pub(crate) values: &'c [Argument],
    /// The type of the result, if the call uses it.
    pub(crate) result: Option<Scalar>,
    pub(crate) pos: Pos,
}

impl LibraryCall<'_, '_> {
    pub(crate) fn value(&self, index: usize) -> Option<Value> {
        self.values.get(index).and_then(Argument::value)
    }
}

impl<'p> Executor<'p> {
    /// Executes a call of a function without a body.
    pub(crate) fn call_library(
        &mut self,
        mut state: State,
        result: &'p CallResult,
        called: &'p Function,
        (args, values): (&'p [Arg], &[Argument]),
        pos: Pos,
        jumps: &mut Vec<(Jump, State)>,
    ) -> Option<State> {
        let name = libc::canonical_name(&called.name);
        let model = self.models.get(name).copied();
        let wanted = match result {
            CallResult::Var(var) => {
                let function = &self.program.functions[state.frame().function.index()];
                Some(function.vars[var.index()].ty)
            }
            _ => None,
        };
        let call = LibraryCall { name, id: libc::id(name), args, values, result: wanted, pos };
        let is_stub = model.is_some_and(|model| self.program.functions[model.index()].role == Role::Stub);
        let has_model = |known: &&libc::Description| known.is_built_in || model.is_some();
        if let Some(known) = libc::find(name).filter(has_model)
            && !is_stub
        {
            state = self.require_needs(state, &call, known, jumps)?;
        }
        if let Some(model) = model {
            return self.call_defined(state, result, model, values, pos, jumps);
        }
        let value;
        (state, value) = match self.known_call(state, &call, jumps) {
            Known::Done(after, value) => {
                self.note_loose_result(&call, value);
                (after?, value)
            }
            Known::Not(before) if !called.returns => {
                self.end_program(before, pos);
                return None;
            }
            Known::Not(before) => self.unmodelled_call(before, (called, result), &call, jumps)?,
        };
        if let (CallResult::Var(var), Some(value)) = (result, value) {
            // The program may declare the function with another result type.
            let fits = matches!(
                (wanted, value),
                (Some(Scalar::Ptr), Value::Pointer(..))
                    | (Some(Scalar::Int(_) | Scalar::Float(_)), Value::Number(_))
            );
            let value = match wanted {
                Some(ty) if !fits => self.unknown_value(ty, "result"),
                _ => value,
            };
            state.frame().vars[var.index()] = Some(value);
        }
        Some(state)
    }

    /// A model that returns an unknown which is no input loses the result.
    fn note_loose_result(&mut self, call: &LibraryCall<'_, '_>, value: Option<Value>) {
        let Some(Value::Number(term)) = value else { return };
        let (Op::Symbol(symbol) | Op::Apply(symbol)) = self.logic.terms().op(term) else { return };
        let is_input = self.findings.inputs.iter().any(|site| site.function == symbol);
        if self.logic.is_unknown(symbol) && !is_input && !self.logic.losses.contains_key(&symbol) {
            let text = format!("the result of `{}` is not known exactly", call.name);
            let loss = Loss { pos: self.user_pos(call.pos), text };
            self.logic.losses.insert(symbol, loss);
        }
    }

    /// Records that the program ends here.
    fn end_program(&mut self, state: State, pos: Pos) {
        if self.findings.quiet == 0 {
            let pos = self.user_pos(pos);
            self.findings.ends.push((pos, state));
        }
    }

    /// A call of a function that has a model or a transfer function.
    fn known_call(
        &mut self,
        mut state: State,
        call: &LibraryCall<'_, 'p>,
        jumps: &mut Vec<(Jump, State)>,
    ) -> Known {
        let pos = call.pos;
        let Some(id) = call.id else { return self.container_call(state, call) };
        let value = match id {
            Id::Malloc | Id::Calloc | Id::AlignedAlloc => {
                let size = match id {
                    Id::Malloc => self.argument(call, 0),
                    Id::Calloc => {
                        let (count, size) = (self.argument(call, 0), self.argument(call, 1));
                        self.product(count, size)
                    }
                    _ => self.argument(call, 1),
                };
                Some(self.allocate(&mut state, size, call))
            }
            Id::Realloc => match self.reallocate(&mut state, call) {
                Some(value) => Some(value),
                None => return Known::Done(None, None),
            },
            Id::Free => {
                let pointer = self.address_argument(call, 0);
                let Some(targets) = self.check_free(&mut state, pointer, pos) else {
                    return Known::Done(None, None);
                };
                let always = self.logic.terms().bool(true);
                self.release(&mut state, &targets, always);
                None
            }
            Id::Exit | Id::Abort => {
                if id == Id::Exit || self.checks.leaks == Leaks::Any {
                    self.end_program(state, pos);
                }
                return Known::Done(None, None);
            }
            Id::Memcpy | Id::Mempcpy | Id::Memmove | Id::Bcopy => Some(self.copy_call(&mut state, call)),
            Id::Memset | Id::Bzero => {
                let to = self.address_argument(call, 0);
                let (byte, size) = match id {
                    Id::Memset => (self.argument(call, 1), self.argument(call, 2)),
                    _ => (self.logic.int(0), self.argument(call, 1)),
                };
                let hints = self.argument_classes(&state, call, 0);
                self.fill(&mut state, to, size, Some(byte), &hints, pos);
                Some(Value::Pointer(Pointer { object: to.object, offset: to.offset }))
            }
            Id::Printf(printf) if printf.takes_list => {
                return self.list_print_call(state, (call, printf), jumps);
            }
            Id::Printf(printf) => return self.print_call(state, (call, printf), jumps),
            Id::Puts | Id::Fputs | Id::Perror => {
                let Some((after, _)) = self.string_length(state, call.value(0), None, pos, jumps) else {
                    return Known::Done(None, None);
                };
                state = after;
                Some(self.unknown_in(-1, i128::from(i32::MAX), "printed"))
            }
            Id::Putchar | Id::Fputc => {
                let (byte, size) = (self.argument(call, 0), self.logic.int(256));
                let byte = self.logic.terms().modulo(byte, size);
                Some(self.printed(byte))
            }
            Id::Fflush | Id::Srand | Id::Setlocale | Id::AtomicSection => {
                call.result.map(|ty| self.unknown_value(ty, "status"))
            }
            Id::Rand => Some(self.input_in(0, i128::from(i32::MAX), call)),
            Id::Getchar | Id::Fgetc => Some(self.input_in(-1, 255, call)),
            Id::Abs(ty) => Some(self.absolute(&mut state, ty, call)),
            Id::BufferSize => Some(self.room(&mut state, call)),
            Id::ObjectSize => {
                let most = self.program.target.size().max();
                Some(Value::Number(self.logic.int(Int::from(most))))
            }
            Id::Bits(..) => Some(self.unknown_in(0, 64, "bits")),
            Id::ByteSwap(16) => Some(self.unknown_in(0, 0xffff, "bytes")),
            Id::ByteSwap(_) | Id::Float(..) | Id::FloatPair(..) | Id::FloatClass(_) => {
                call.result.map(|ty| self.unknown_value(ty, "result"))
            }
            Id::Ato(_) | Id::Strto(_) | Id::StrtoUnsigned(_) | Id::AtoFloat | Id::StrtoFloat(_) => {
                return self.number_call(state, call, jumps);
            }
            Id::Getenv => {
                let Some((after, _)) = self.string_length(state, call.value(0), None, pos, jumps) else {
                    return Known::Done(None, None);
                };
                state = after;
                Some(self.some_string(&mut state, pos))
            }
            _ => match character_class(id) {
                Some(class) => Some(self.character(class, call)),
                None => return Known::Not(state),
            },
        };
        Known::Done(Some(state), value)
    }

    /// An argument as a number.
    pub(crate) fn argument(&mut self, call: &LibraryCall<'_, '_>, index: usize) -> Term {
        match call.value(index) {
            Some(Value::Number(term)) => term,
            _ => self.logic.unknown("argument"),
        }
    }

    pub(crate) fn address_argument(&mut self, call: &LibraryCall<'_, '_>, index: usize) -> Pointer {
        self.pointer_of(call.value(index).as_ref())
    }

    /// The classes through which an argument's pointee will be read, if its type tells.
    fn argument_classes(&self, state: &State, call: &LibraryCall<'_, '_>, index: usize) -> BTreeSet<Class> {
        match call.args.get(index) {
            Some(Arg::Scalar(operand, _)) => self.pointed_classes(state, operand),
            _ => BTreeSet::new(),
        }
    }

    /// A fresh unknown in a range.
    fn unknown_in(&mut self, low: i128, high: i128, name: &str) -> Value {
        Value::Number(self.logic.unknown_in(name, Range::between(low, high)))
    }

    fn input_in(&mut self, low: i128, high: i128, call: &LibraryCall<'_, '_>) -> Value {
        let value = self.unknown_in(low, high, call.name);
        self.note_input(value, call.pos);
        value
    }

    /// A new block, or null if it is too large or allocation may fail.
    fn allocate(&mut self, state: &mut State, size: Term, call: &LibraryCall<'_, '_>) -> Value {
        let base = if call.id == Some(Id::Calloc) { Base::Zero } else { Base::Unset };
        let (target, succeeds) = self.try_allocate(state, size, base, call);
        self.address_if(&target, succeeds)
    }

    /// The address of a new object, or null.
    pub(crate) fn address_if(&mut self, target: &Target, succeeds: Term) -> Value {
        let (number, zero) = (self.number_of(target), self.logic.int(0));
        Value::Pointer(Pointer {
            object: choose(&mut self.logic, succeeds, &[number], &[zero])[0],
            offset: zero,
        })
    }

    /// A new block, and the condition that its allocation succeeds.
    fn try_allocate(
        &mut self,
        state: &mut State,
        size: Term,
        base: Base,
        call: &LibraryCall<'_, '_>,
    ) -> (Target, Term) {
        let object = self.new_object(state, Origin::Heap, size, call.pos, base);
        let most = self.logic.int(LARGEST_BLOCK);
        let mut succeeds = self.logic.below(size, most);
        if self.logic.is_math {
            // With mathematical integers, a size may be negative.
            let zero = self.logic.int(0);
            let natural = self.logic.at_most(zero, size);
            succeeds = self.logic.all(&[natural, succeeds]);
        }
        if self.logic.follows(&state.path, succeeds) {
            succeeds = self.logic.terms().bool(true);
        } else if self.program.target.pointer_bytes == 8 && !self.logic.is_math {
            // Some machines can allocate more.
            let (has_room, end) =
                (self.logic.unknown_in("room", Range::between(0, 1)), self.logic.int(i64::MAX));
            let (has_room, is_possible) = (self.truth(has_room), self.logic.at_most(size, end));
            let is_lucky = self.logic.all(&[has_room, is_possible]);
            succeeds = self.logic.any(&[succeeds, is_lucky]);
        }
        if self.failing_allocation
            && let Value::Number(fails) = self.input(Scalar::Int(IntType::BOOL), call.name, call.pos)
        {
            let fails = self.truth(fails);
            let not = self.logic.negated(fails);
            succeeds = self.logic.all(&[succeeds, not]);
        }
        let target = self.newest(object);
        let fails = self.logic.negated(succeeds);
        if self.logic.terms().op(fails) != Op::False {
            self.set_alive(state, &Target { here: fails, ..target.clone() }, false);
        }
        (target, succeeds)
    }

    /// `realloc`: a new block with the contents of the old one, which is freed if the allocation succeeds.
    fn reallocate(&mut self, state: &mut State, call: &LibraryCall<'_, '_>) -> Option<Value> {
        let (old, size) = (self.address_argument(call, 0), self.argument(call, 1));
        let sources = self.check_free(state, old, call.pos)?;
        let (target, succeeds) = self.try_allocate(state, size, Base::Unset, call);
        let zero = self.logic.int(0);
        if !sources.is_empty() {
            // For size 0, libraries differ: an empty block or null, and the old block freed or kept.
            let parts = [self.logic.below(zero, size), equal(&mut self.logic, old.object, zero)];
            let is_clear = self.logic.any(&parts);
            self.require_known(state, is_clear, call.pos, "realloc with a size that may be zero");
            let mut kept = zero;
            for source in &sources {
                let full = self.size_of(state, source);
                let is_smaller = self.logic.below(full, size);
                let less = choose(&mut self.logic, is_smaller, &[full], &[size])[0];
                kept = choose(&mut self.logic, source.here, &[less], &[kept])[0];
            }
            let hints = self.argument_classes(state, call, 0);
            let targets = [target.clone()];
            self.copy_checked(state, (zero, &targets), (zero, &sources), kept, &hints);
            self.release(state, &sources, succeeds);
        }
        Some(self.address_if(&target, succeeds))
    }

    /// Checks that a pointer may be freed: it is null or the start of an allocated block. Returns the
    /// possible blocks.
    fn check_free(&mut self, state: &mut State, pointer: Pointer, pos: Pos) -> Option<Vec<Target>> {
        let Pointer { object, offset } = pointer;
        if !self.is_known(state, object) {
            self.gap(pos, "free of an unresolved pointer");
            return None;
        }
        let zero = self.logic.int(0);
        let text = "free of a pointer that is not the start of an allocated block";
        let suspicion = Suspicion { kind: ViolationKind::InvalidFree, pos, text };
        let at_start = equal(&mut self.logic, offset, zero);
        self.require(state, at_start, suspicion);
        let targets = self.targets(state, object);
        // Null, or one of these.
        let mut known = vec![equal(&mut self.logic, object, zero)];
        known.extend(targets.iter().map(|target| target.here));
        let known = self.logic.any(&known);
        self.require(state, known, suspicion);
        let mut blocks = Vec::with_capacity(targets.len());
        for target in targets {
            let elsewhere = self.logic.negated(target.here);
            if self.object(target.object).origin != Origin::Heap {
                self.require(state, elsewhere, suspicion);
                continue;
            }
            let alive = self.is_alive(state, &target);
            let first_time = self.logic.any(&[elsewhere, alive]);
            let suspicion = Suspicion { kind: ViolationKind::DoubleFree, pos, text: "double free" };
            self.require(state, first_time, suspicion);
            blocks.push(target);
        }
        Some(blocks)
    }

    /// Frees the block or closes the stream that a pointer points to, if a condition holds.
    pub(crate) fn release(&mut self, state: &mut State, blocks: &[Target], condition: Term) {
        for block in blocks {
            let here = self.logic.all(&[block.here, condition]);
            self.set_alive(state, &Target { here, ..block.clone() }, false);
        }
    }

    /// `memcpy` and its variants.
    fn copy_call(&mut self, state: &mut State, call: &LibraryCall<'_, '_>) -> Value {
        let (first, second) = if call.id == Some(Id::Bcopy) { (1, 0) } else { (0, 1) };
        let (to, from) = (self.address_argument(call, first), self.address_argument(call, second));
        let size = self.argument(call, 2);
        let mut hints = self.argument_classes(state, call, first);
        hints.extend(self.argument_classes(state, call, second));
        self.copy_bytes(state, to, from, size, &hints, call.pos);
        let end = if call.id == Some(Id::Mempcpy) { self.logic.plus(to.offset, size, 1) } else { to.offset };
        Value::Pointer(Pointer { object: to.object, offset: end })
    }

    /// `abs` and its variants.
    fn absolute(&mut self, state: &mut State, ty: CInt, call: &LibraryCall<'_, '_>) -> Value {
        let ty = ty.signed(self.program.target);
        let value = self.argument(call, 0);
        let (zero, least) = (self.logic.int(0), self.logic.int(Int::from(ty.min())));
        let has_positive = match self.logic.is_math {
            true => self.logic.terms().bool(true),
            false => self.logic.terms().gt(&[value, least]),
        };
        let (pos, text) = (call.pos, "signed overflow of an absolute value");
        self.require(state, has_positive, Suspicion { kind: ViolationKind::Overflow, pos, text });
        let (positive, negated) = (self.logic.terms().ge(&[value, zero]), self.logic.plus(zero, value, -1));
        Value::Number(ite(&mut self.logic, positive, value, negated))
    }

    /// `buffer_size`: the number of bytes from an address to the end of its object; 0 if the object is not
    /// alive.
    fn room(&mut self, state: &mut State, call: &LibraryCall<'_, '_>) -> Value {
        let Pointer { object, offset } = self.address_argument(call, 0);
        let zero = self.logic.int(0);
        if !self.is_known(state, object) {
            return self.unknown_in(0, self.program.target.size().max(), "room");
        }
        let mut room = zero;
        for target in self.targets(state, object) {
            let full = self.size_of(state, &target);
            let left = self.logic.plus(full, offset, -1);
            let alive = self.is_alive(state, &target);
            let is_positive = self.logic.at_most(zero, left);
            let is_there = self.logic.all(&[target.here, alive, is_positive]);
            room = choose(&mut self.logic, is_there, &[left], &[room])[0];
        }
        Value::Number(room)
    }

    /// Character classification (nonzero if in the class), or conversion to the other case.
    fn character(&mut self, class: CharacterClass, call: &LibraryCall<'_, '_>) -> Value {
        let value = self.argument(call, 0);
        let (ranges, change) = class;
        let mut parts = Vec::with_capacity(ranges.len());
        for &(low, high) in ranges {
            parts.push(self.logic.within(i128::from(low), value, i128::from(high)));
        }
        let is_in = self.logic.any(&parts);
        match change {
            Some(distance) => {
                let changed = self.logic.plus_constant(value, distance);
                Value::Number(ite(&mut self.logic, is_in, changed, value))
            }
            None => {
                let (some, zero) = (self.unknown_in(1, i128::from(i32::MAX), "class"), self.logic.int(0));
                let Value::Number(some) = some else { return some };
                Value::Number(ite(&mut self.logic, is_in, some, zero))
            }
        }
    }

    /// An unknown string from the environment, or null.
    fn some_string(&mut self, state: &mut State, pos: Pos) -> Value {
        let size = self.logic.unknown_in("size", Range::between(1, i128::from(i32::MAX)));
        let object = self.new_object(state, Origin::Global, size, pos, Base::Given);
        // The program must not modify it. Like a literal, it may alias another one.
        self.objects[object.0 as usize - 1].constant = true;
        let (zero, last) = (self.logic.int(0), self.logic.plus_constant(size, -1));
        self.write_cell(state, object, &vec![last], CHAR, Value::Number(zero));
        let exists = self.logic.unknown_in("exists", Range::between(0, 1));
        let exists = self.truth(exists);
        match self.address(state, object) {
            Value::Pointer(Pointer { object: number, .. }) => {
                Value::Pointer(Pointer { object: ite(&mut self.logic, exists, number, zero), offset: zero })
            }
            number => number,
        }
    }

    /// Checks that an argument is a string, by executing a model that reads it to its end. Returns its
    /// length, if less than `most`.
    pub(crate) fn string_length(
        &mut self,
        state: State,
        text: Option<Value>,
        most: Option<Term>,
        pos: Pos,
        jumps: &mut Vec<(Jump, State)>,
    ) -> Option<(State, Term)> {
        let text = text.unwrap_or_else(|| self.unknown_value(Scalar::Ptr, "string"));
        if most.is_none()
            && let Some(bytes) = self.literal(&text)
        {
            let length = self.logic.int(bytes.len() as u64);
            return Some((state, length));
        }
        let name = if most.is_some() { "strnlen" } else { "strlen" };
        let Some(&model) = self.models.get(name) else {
            self.gap(pos, "string of unknown length");
            return None;
        };
        let size = Scalar::Int(self.program.target.size());
        let mut values = vec![Argument::Scalar(text, Scalar::Ptr)];
        values.extend(most.map(|most| Argument::Scalar(Value::Number(most), size)));
        let (state, length) = self.call_for_value(state, model, &values, pos, jumps)?;
        match length {
            Some(Value::Number(length)) => Some((state, length)),
            _ => None,
        }
    }

    /// The text of a string literal.
    pub(crate) fn literal(&mut self, value: &Value) -> Option<&'p [u8]> {
        let Value::Pointer(Pointer { object, offset }) = *value else { return None };
        let terms = self.logic.terms();
        let (object, offset) = (terms.as_constant(object)?.to_i64()?, terms.as_constant(offset)?.to_i64()?);
        let index = self.globals.iter().position(|global| i64::from(global.0) == object)?;
        let global = &self.program.globals[index];
        let Init::Bytes(bytes) = &global.init else { return None };
        let text = bytes.get(usize::try_from(offset).ok()?..).filter(|_| global.constant)?;
        let end = text.iter().position(|&byte| byte == 0)?;
        Some(&text[..end])
    }

    /// `atoi` and its variants: an unknown number, and an unknown end of it. The argument must be a string.
    fn number_call(
        &mut self,
        state: State,
        call: &LibraryCall<'_, 'p>,
        jumps: &mut Vec<(Jump, State)>,
    ) -> Known {
        let Some((mut state, length)) = self.string_length(state, call.value(0), None, call.pos, jumps)
        else {
            return Known::Done(None, None);
        };
        if matches!(call.id, Some(Id::Strto(_) | Id::StrtoUnsigned(_) | Id::StrtoFloat(_))) {
            let Pointer { object, offset } = self.address_argument(call, 1);
            let zero = self.logic.int(0);
            let is_null = equal(&mut self.logic, object, zero);
            let not_null = self.logic.negated(is_null);
            if self.logic.follows(&state.path, not_null) {
                let text = self.address_argument(call, 0);
                let used = self.logic.unknown_in("used", Range::natural());
                let is_inside = self.logic.terms().le(&[used, length]);
                state.assume(&mut self.logic, is_inside);
                let end = Value::Pointer(Pointer {
                    object: text.object,
                    offset: self.logic.plus(text.offset, used, 1),
                });
                self.store(&mut state, Pointer { object, offset }, end, Access::plain(Scalar::Ptr), call.pos);
            } else if !self.logic.follows(&state.path, is_null) {
                self.gap(call.pos, format!("{} with an end pointer that may be null", call.name));
                return Known::Done(None, None);
            }
        }
        let value = call.result.map(|ty| self.unknown_value(ty, "number"));
        Known::Done(Some(state), value)
    }
}

/// The outcome of a call.
pub(crate) enum Known {
    /// Executed: the state after it, if it returns, and its result.
    Done(Option<State>, Option<Value>),
    /// Not a known function.
    Not(State),
}

/// The characters of a class as ranges, and the distance to the other case for conversions.
type CharacterClass = (&'static [(u8, u8)], Option<i64>);

fn character_class(id: Id) -> Option<CharacterClass> {
    Some(match id {
        Id::IsClass(CharClass::Alpha) => (&[(b'A', b'Z'), (b'a', b'z')], None),
        Id::IsClass(CharClass::Digit) => (&[(b'0', b'9')], None),
        Id::IsClass(CharClass::Alnum) => (&[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')], None),
        Id::IsClass(CharClass::Space) => (&[(9, 13), (b' ', b' ')], None),
        Id::IsClass(CharClass::Blank) => (&[(b'\t', b'\t'), (b' ', b' ')], None),
        Id::IsClass(CharClass::Upper) => (&[(b'A', b'Z')], None),
        Id::IsClass(CharClass::Lower) => (&[(b'a', b'z')], None),
        Id::IsClass(CharClass::Punct) => (&[(b'!', b'/'), (b':', b'@'), (b'[', b'`'), (b'{', b'~')], None),
        Id::IsClass(CharClass::Xdigit) => (&[(b'0', b'9'), (b'A', b'F'), (b'a', b'f')], None),
        Id::IsClass(CharClass::Cntrl) => (&[(0, 31), (127, 127)], None),
        Id::IsClass(CharClass::Graph) => (&[(b'!', b'~')], None),
        Id::IsClass(CharClass::Print) => (&[(b' ', b'~')], None),
        Id::ToLower => (&[(b'A', b'Z')], Some(32)),
        Id::ToUpper => (&[(b'a', b'z')], Some(-32)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{CharClass, Id, character_class};

    #[test]
    fn classes_of_characters_are_those_of_ascii() {
        type Test = (CharClass, fn(&u8) -> bool);
        let tests: [Test; 10] = [
            (CharClass::Alpha, u8::is_ascii_alphabetic),
            (CharClass::Digit, u8::is_ascii_digit),
            (CharClass::Alnum, u8::is_ascii_alphanumeric),
            (CharClass::Upper, u8::is_ascii_uppercase),
            (CharClass::Lower, u8::is_ascii_lowercase),
            (CharClass::Punct, u8::is_ascii_punctuation),
            (CharClass::Xdigit, u8::is_ascii_hexdigit),
            (CharClass::Cntrl, u8::is_ascii_control),
            (CharClass::Graph, u8::is_ascii_graphic),
            (CharClass::Space, |byte| byte.is_ascii_whitespace() || *byte == 11),
        ];
        for (class, expected) in tests {
            let (ranges, _) = character_class(Id::IsClass(class)).expect("a class");
            for byte in 0..=255u8 {
                let is_in = ranges.iter().any(|&(low, high)| (low..=high).contains(&byte));
                assert_eq!(is_in, expected(&byte), "{class:?} of {byte}");
            }
        }
    }
}
