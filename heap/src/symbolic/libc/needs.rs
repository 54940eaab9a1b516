//! What the table requires of the arguments of a library function, as obligations of the call.

use crate::ir::Pos;
use crate::libc::{self, Description, GREATEST_CHARACTER, LEAST_CHARACTER, Need, Size};
use crate::property::ViolationKind;
use crate::symbolic::exec::executor::{Executor, Jump};
use crate::symbolic::facts::choice::{equal, ite};
use crate::symbolic::findings::sink::Suspicion;
use crate::symbolic::libc::builtin::LibraryCall;
use crate::symbolic::store::state::State;
use crate::symbolic::store::value::{Pointer, Value};
use cfp_solver::{Int, Term};

/// The jumps out of the code under execution.
type Jumps = Vec<(Jump, State)>;

impl<'p> Executor<'p> {
    /// States what a call requires. If the function is executed by a model, then the accesses of the model
    /// show whether its pointers are valid. Returns nothing if no execution gets past the call.
    pub(crate) fn require_needs(
        &mut self,
        mut state: State,
        call: &LibraryCall<'_, 'p>,
        function: &'static Description,
        jumps: &mut Jumps,
    ) -> Option<State> {
        let has_model = function.is_built_in || self.models.contains_key(call.name);
        // If there is no model, then what the types suggest is required, too.
        let needs = if has_model { function.needs.to_vec() } else { libc::needs(call.name) };
        for need in needs.into_iter().filter(|need| !has_model || !need.is_met_by_execution()) {
            state = self.require_need(state, call, (function, need), jumps)?;
        }
        Some(state)
    }

    fn require_need(
        &mut self,
        mut state: State,
        call: &LibraryCall<'_, 'p>,
        (function, need): (&'static Description, Need),
        jumps: &mut Jumps,
    ) -> Option<State> {
        let pos = call.pos;
        let suspicion = |kind, text| Suspicion { kind, pos, text };
        match need {
            Need::NonNull(at) => {
                let pointer = self.address_argument(call, at.into());
                self.require_not_null(&mut state, pointer, pos);
            }
            Need::OpenStream(at) => {
                let stream = self.address_argument(call, at.into());
                self.require_not_null(&mut state, stream, pos);
                self.require_open(&mut state, stream, pos)?;
            }
            Need::Terminated(at) => {
                state = self.string_length(state, call.value(at.into()), None, pos, jumps)?.0;
            }
            Need::TerminatedWithin(at, size) => {
                let most;
                (state, most) = self.bytes(state, call, size, jumps)?;
                state = self.string_length(state, call.value(at.into()), Some(most), pos, jumps)?.0;
            }
            Need::Readable(at, size) | Need::Writable(at, size) | Need::WritableOrNull(at, size) => {
                let mut count;
                (state, count) = self.bytes(state, call, size, jumps)?;
                let pointer = self.address_argument(call, at.into());
                if matches!(need, Need::WritableOrNull(..)) {
                    let zero = self.logic.int(0);
                    let is_null = equal(&mut self.logic, pointer.object, zero);
                    count = ite(&mut self.logic, is_null, zero, count);
                }
                let is_write = !matches!(need, Need::Readable(..));
                self.check_bytes(&mut state, pointer, count, pos, is_write);
            }
            Need::Disjoint(to, from, size) => {
                return self.require_disjoint(state, call, function, (to, from, size), jumps);
            }
            Need::Character(at) => {
                let value = self.argument(call, at.into());
                let is_character = self.logic.within(LEAST_CHARACTER, value, GREATEST_CHARACTER);
                let text = "the argument is neither EOF nor an unsigned char";
                self.require(&mut state, is_character, suspicion(ViolationKind::Misuse, text));
            }
            Need::Nonzero(at) => {
                let (value, zero) = (self.argument(call, at.into()), self.logic.int(0));
                let is_zero = equal(&mut self.logic, value, zero);
                let claim = self.logic.negated(is_zero);
                let text = "an argument that must not be zero is zero";
                self.require(&mut state, claim, suspicion(ViolationKind::Misuse, text));
            }
            Need::Between(at, low, high) => {
                let value = self.argument(call, at.into());
                let claim = self.logic.within(low.into(), value, high.into());
                let text = "an argument is not in its range";
                self.require(&mut state, claim, suspicion(ViolationKind::Misuse, text));
            }
            Need::PowerOfTwo(at) => {
                let value = self.argument(call, at.into());
                let constant = self.logic.terms().as_constant(value).and_then(Int::to_i64);
                if !constant.is_some_and(|value| value > 0 && value & (value - 1) == 0) {
                    self.gap(pos, format!("{} with an alignment that is not a power of two", call.name));
                    return None;
                }
            }
            // Which descriptors are open is a matter of the outside.
            Need::OpenDescriptor(_) | Need::Anything(_) => {}
            Need::Optional(at) if self.is_null(call.value(at.into())) => {}
            Need::Optional(_)
            | Need::WideTerminated(_)
            | Need::Negatable(_)
            | Need::Freeable(_)
            | Need::PrintFormat(_)
            | Need::ScanFormat(_)
            | Need::Callable(_) => {
                self.gap(pos, format!("the arguments of {} (--stubs can define it)", call.name));
                return None;
            }
        }
        Some(state)
    }

    /// Whether a value is the null pointer.
    fn is_null(&mut self, value: Option<Value>) -> bool {
        match value {
            Some(Value::Pointer(Pointer { object, .. })) => {
                self.logic.terms().as_constant(object).is_some_and(Int::is_zero)
            }
            _ => false,
        }
    }

    fn require_not_null(&mut self, state: &mut State, pointer: Pointer, pos: Pos) {
        let zero = self.logic.int(0);
        let is_null = equal(&mut self.logic, pointer.object, zero);
        let not_null = self.logic.negated(is_null);
        let (kind, text) = (ViolationKind::NullDereference, "a library function gets a null pointer");
        self.require(state, not_null, Suspicion { kind, pos, text });
    }

    /// A pointer other than null is that of an open stream. Returns nothing if it is not known what it
    /// points to.
    fn require_open(&mut self, state: &mut State, stream: Pointer, pos: Pos) -> Option<()> {
        let Pointer { object, offset } = stream;
        if !self.is_known(state, object) {
            self.gap(pos, "a stream of unknown origin");
            return None;
        }
        let zero = self.logic.int(0);
        let (mut known, mut open) = (Vec::new(), Vec::new());
        for target in self.targets(state, object) {
            if self.object(target.object).origin.is_stream() {
                let alive = self.is_alive(state, &target);
                known.push(target.here);
                open.push(self.logic.implied(target.here, alive));
            }
        }
        let is_start = equal(&mut self.logic, offset, zero);
        let (is_one, open) = (self.logic.any(&known), self.logic.all(&open));
        let is_stream = self.logic.all(&[is_one, is_start]);
        let kind = ViolationKind::Misuse;
        self.require(state, is_stream, Suspicion { kind, pos, text: "the argument is not a stream" });
        self.require(state, open, Suspicion { kind, pos, text: "a stream is used after it was closed" });
        Some(())
    }

    /// The number of bytes that a size stands for.
    fn bytes(
        &mut self,
        state: State,
        call: &LibraryCall<'_, 'p>,
        size: Size,
        jumps: &mut Jumps,
    ) -> Option<(State, Term)> {
        let (pos, text) = (call.pos, |at: u8| call.value(at.into()));
        match size {
            Size::Bytes(count) => Some((state, self.logic.int(count))),
            Size::Struct(count) if self.program.target.pointer_bytes == 8 => {
                Some((state, self.logic.int(count)))
            }
            Size::Pointer => {
                let bytes = self.program.target.pointer_bytes;
                Some((state, self.logic.int(bytes)))
            }
            Size::Arg(at) => Some((state, self.argument(call, at.into()))),
            Size::Product(one, other) => {
                let (one, other) = (self.argument(call, one.into()), self.argument(call, other.into()));
                Some((state, self.product(one, other)))
            }
            Size::StringOf(at) => {
                let (state, length) = self.string_length(state, text(at), None, pos, jumps)?;
                Some((state, self.logic.plus_constant(length, 1)))
            }
            Size::StringsOf(first, second) => {
                let (state, one) = self.string_length(state, text(first), None, pos, jumps)?;
                let (state, other) = self.string_length(state, text(second), None, pos, jumps)?;
                let sum = self.logic.plus(one, other, 1);
                Some((state, self.logic.plus_constant(sum, 1)))
            }
            Size::StringAndPart(first, second, most) => {
                let most = self.argument(call, most.into());
                let (state, one) = self.string_length(state, text(first), None, pos, jumps)?;
                let (state, other) = self.string_length(state, text(second), Some(most), pos, jumps)?;
                let sum = self.logic.plus(one, other, 1);
                Some((state, self.logic.plus_constant(sum, 1)))
            }
            Size::Struct(_) | Size::Formatted | Size::Unbounded => {
                self.gap(pos, format!("the size of an argument of {}", call.name));
                None
            }
        }
    }

    /// What is written behind one argument does not overlap what is read behind another. Mostly they point
    /// to different objects, and the sizes do not matter.
    fn require_disjoint(
        &mut self,
        mut state: State,
        call: &LibraryCall<'_, 'p>,
        function: &'static Description,
        (to, from, size): (u8, u8, Size),
        jumps: &mut Jumps,
    ) -> Option<State> {
        let target = self.address_argument(call, to.into());
        let source = self.address_argument(call, from.into());
        let is_same = equal(&mut self.logic, target.object, source.object);
        let is_apart = self.logic.negated(is_same);
        if !self.checks.memory || self.logic.follows(&state.path, is_apart) {
            return Some(state);
        }
        let (written, read, may_be_same);
        (state, written) = self.bytes(state, call, size, jumps)?;
        (state, read, may_be_same) = match function.extent_read(from) {
            Some(Need::Terminated(at)) => {
                let (state, length) = self.bytes(state, call, Size::StringOf(at), jumps)?;
                (state, length, false)
            }
            Some(Need::TerminatedWithin(at, most)) => {
                let (state, most) = self.bytes(state, call, most, jumps)?;
                let (state, length) =
                    self.string_length(state, call.value(at.into()), Some(most), call.pos, jumps)?;
                // With the terminator, unless there is none.
                let is_whole = self.logic.below(length, most);
                let with_end = self.logic.plus_constant(length, 1);
                (state, ite(&mut self.logic, is_whole, with_end, most), false)
            }
            _ => (state, written, true),
        };
        self.require_apart(&mut state, (target, written), (source, read), may_be_same, call.pos);
        Some(state)
    }

    /// Obligation: what is written does not overlap what is read, unless they begin at the same place and
    /// may.
    fn require_apart(
        &mut self,
        state: &mut State,
        (to, written): (Pointer, Term),
        (from, read): (Pointer, Term),
        may_be_same: bool,
        pos: Pos,
    ) {
        let to_end = self.logic.plus(to.offset, written, 1);
        let from_end = self.logic.plus(from.offset, read, 1);
        let (same, zero) = (equal(&mut self.logic, to.object, from.object), self.logic.int(0));
        let mut parts = vec![
            self.logic.negated(same),
            self.logic.at_most(from_end, to.offset),
            self.logic.at_most(to_end, from.offset),
            equal(&mut self.logic, written, zero),
            equal(&mut self.logic, read, zero),
        ];
        if may_be_same {
            parts.push(equal(&mut self.logic, to.offset, from.offset));
        }
        let claim = self.logic.any(&parts);
        let text = "source and destination of a copy overlap";
        self.require(state, claim, Suspicion { kind: ViolationKind::Misuse, pos, text });
    }
}
