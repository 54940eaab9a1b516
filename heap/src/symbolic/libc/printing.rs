//! `printf` and its variants. The text is not modelled, but the format determines which arguments are read,
//! and bounds the length of text written to memory.

use crate::ir::*;
use crate::libc::print_format::{Conversion, Limit, Piece, Size, argument_types, pieces};
use crate::libc::{Destination, Id, Printf};
use crate::property::ViolationKind;
use crate::symbolic::exec::executor::{Executor, Jump};
use crate::symbolic::exec::stacks::call_stack::Argument;
use crate::symbolic::facts::choice::{equal, ite};
use crate::symbolic::facts::range::Range;
use crate::symbolic::libc::builtin::{CHAR, Known, LibraryCall};
use crate::symbolic::store::place::Class;
use crate::symbolic::store::state::State;
use crate::symbolic::store::value::{Pointer, Value};
use cfp_solver::{Int, Op, Term};
use std::collections::BTreeSet;

/// The address and length of a printed string.
type PrintedText = (Pointer, Term);

impl<'p> Executor<'p> {
    /// `printf` and its variants: checks the arguments; text written to memory is an unknown string of the
    /// right length.
    pub(crate) fn print_call(
        &mut self,
        mut state: State,
        (call, printf): (&LibraryCall<'_, 'p>, Printf),
        jumps: &mut Vec<(Jump, State)>,
    ) -> Known {
        let first = printf.format_index();
        let text = call.value(first).and_then(|text| self.literal(&text));
        let Some(found) = text.and_then(pieces) else {
            self.gap(call.pos, "unknown format string");
            return Known::Done(None, None);
        };
        let mut next = first + 1;
        let (mut least, mut most) = (self.logic.int(0), Some(self.logic.int(0)));
        let mut texts = Vec::new();
        for piece in found {
            let (low, high) = match self.print_piece(&mut state, piece, call, (&mut next, &mut texts), jumps)
            {
                Ok(lengths) => lengths,
                Err(()) => return Known::Done(None, None),
            };
            least = self.logic.plus(least, low, 1);
            most = match (most, high) {
                (Some(most), Some(high)) => Some(self.logic.plus(most, high, 1)),
                _ => None,
            };
        }
        let longest = i128::from(i32::MAX);
        let length = self.logic.unknown_in("length", Range::between(0, longest));
        // A longer text has no representable length, so printing fails.
        let limit = self.logic.int(Int::from(longest));
        let mut has_length = self.logic.at_most(least, limit);
        if self.logic.follows(&state.path, has_length) {
            has_length = self.logic.terms().bool(true);
        }
        let mut bounds = vec![self.logic.at_most(least, length)];
        bounds.extend(most.map(|most| self.logic.at_most(length, most)));
        let is_within = self.logic.all(&bounds);
        let is_right = self.logic.implied(has_length, is_within);
        state.assume(&mut self.logic, is_right);
        if matches!(printf.to, Destination::Buffer | Destination::BoundedBuffer) {
            for text in texts {
                self.require_elsewhere(&mut state, call, length, text);
            }
            self.print_to(&mut state, (call, printf.to), length);
            let failed = self.logic.int(-1);
            let result = ite(&mut self.logic, has_length, length, failed);
            return Known::Done(Some(state), Some(Value::Number(result)));
        }
        let result = self.printed(length);
        Known::Done(Some(state), Some(result))
    }

    /// The result of a function that prints to a stream, which may fail.
    pub(crate) fn printed(&mut self, result: Term) -> Value {
        let (fails, failed) = (self.logic.unknown_in("fails", Range::between(0, 1)), self.logic.int(-1));
        let fails = self.truth(fails);
        Value::Number(ite(&mut self.logic, fails, failed, result))
    }

    /// `vprintf` and its variants: like `printf` with the arguments of a list.
    pub(crate) fn list_print_call(
        &mut self,
        mut state: State,
        (call, printf): (&LibraryCall<'_, 'p>, Printf),
        jumps: &mut Vec<(Jump, State)>,
    ) -> Known {
        let first = printf.format_index();
        let target = self.program.target;
        let text = call.value(first).and_then(|text| self.literal(&text));
        let (Some(types), Some(list)) =
            (text.and_then(|text| argument_types(text, target)), call.value(first + 1))
        else {
            self.gap(call.pos, "unknown format string");
            return Known::Done(None, None);
        };
        let mut next = self.pointer_of(Some(&list));
        // On 64-bit targets, a list is an object that holds the address of the next argument; otherwise it is
        // that address.
        if target.pointer_bytes == 8 && !types.is_empty() {
            let address = self.load(&mut state, next, Access::plain(Scalar::Ptr), call.pos);
            next = self.pointer_of(Some(&address));
        }
        let mut values = call.values[..=first].to_vec();
        for ty in types {
            let value = self.load(&mut state, next, Access::plain(ty), call.pos);
            values.push(Argument::Scalar(value, ty));
            let word = target.pointer_bytes;
            next.offset =
                self.logic.plus_constant(next.offset, i64::from(target.size_of(ty).next_multiple_of(word)));
        }
        let printf = printf.without_list();
        let name = Id::Printf(printf).name();
        self.print_call(state, (&LibraryCall { name, values: &values, ..*call }, printf), jumps)
    }

    /// Printed strings must not overlap the destination: the result would be undefined.
    fn require_elsewhere(
        &mut self,
        state: &mut State,
        call: &LibraryCall<'_, 'p>,
        length: Term,
        (from, own): PrintedText,
    ) {
        let to = self.address_argument(call, 0);
        let is_same = equal(&mut self.logic, to.object, from.object);
        let (end, own_end) = (self.logic.plus(to.offset, length, 1), self.logic.plus(from.offset, own, 1));
        let parts = [
            self.logic.negated(is_same),
            self.logic.terms().lt(&[end, from.offset]),
            self.logic.terms().lt(&[own_end, to.offset]),
        ];
        let is_elsewhere = self.logic.any(&parts);
        self.require_known(state, is_elsewhere, call.pos, "formatted output that overlaps its arguments");
    }

    /// The least and greatest length of one conversion. Advances to the next argument, and records the
    /// printed strings.
    fn print_piece(
        &mut self,
        state: &mut State,
        piece: Piece,
        call: &LibraryCall<'_, 'p>,
        (next, texts): (&mut usize, &mut Vec<PrintedText>),
        jumps: &mut Vec<(Jump, State)>,
    ) -> Result<(Term, Option<Term>), ()> {
        let Conversion { kind, stars, limit, width, is_plain, size } = match piece {
            Piece::Text(length) => {
                let length = self.logic.int(length as u64);
                return Ok((length, Some(length)));
            }
            Piece::Conversion(conversion) => conversion,
        };
        let at = *next + stars;
        *next = at + 1;
        if at >= call.values.len() {
            let text = "fewer arguments than conversions in the format";
            self.suspect(state, ViolationKind::Misuse, call.pos, text);
            return Err(());
        }
        let width_term = self.logic.int(width as u64);
        if let (Argument::Scalar(Value::Number(number), Scalar::Int(int)), true) =
            (call.values[at], is_plain && limit == Limit::None && stars == 0)
            && (kind == b'd' || kind == b'i' || kind == b'u' && !int.signed)
            && (size == Size::Long || size == Size::Int && int.bits <= 32)
            && !(self.logic.is_math && kind != b'u' && !int.signed)
        {
            // An unsigned argument of a signed conversion is reinterpreted.
            let (number, int) = match kind {
                b'd' | b'i' if !int.signed => {
                    (self.logic.as_signed(number, int.bits), IntType { signed: true, ..int })
                }
                _ => (number, int),
            };
            let length = self.decimal_length(number, int);
            let is_wide = self.logic.terms().lt(&[length, width_term]);
            let length = if width == 0 { length } else { ite(&mut self.logic, is_wide, width_term, length) };
            return Ok((length, Some(length)));
        }
        if kind != b's' {
            let high = match kind {
                _ if stars > 0 => None,
                b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'c' | b'p' => {
                    // 22 octal digits for 64 bits, a sign, a prefix; or the requested precision.
                    let asked = match limit {
                        Limit::Constant(digits) => digits + 3,
                        _ => 0,
                    };
                    let most = if kind == b'c' { 1 } else { digits(kind, call.values[at]) };
                    Some(self.logic.int(most.max(asked).max(width) as u64))
                }
                _ => None,
            };
            return Ok((width_term, high));
        }
        let most = match limit {
            Limit::None => None,
            Limit::Constant(most) => Some(self.logic.int(most as u64)),
            Limit::Star => {
                self.gap(call.pos, "string printed with a computed precision");
                return Err(());
            }
        };
        let value = call.value(at);
        // The interpreter and all common libraries print some text for null, which this does not model.
        if let Some(Value::Pointer(Pointer { object, .. })) = value {
            let zero = self.logic.int(0);
            let is_null = equal(&mut self.logic, object, zero);
            if self.logic.terms().op(is_null) != Op::False {
                let not_null = self.logic.negated(is_null);
                if !self.logic.follows(&state.path, not_null) {
                    self.gap(call.pos, "null pointer printed as a string");
                    return Err(());
                }
            }
        }
        let (after, length) = self.string_length(state.clone(), value, most, call.pos, jumps).ok_or(())?;
        *state = after;
        texts.push((self.pointer_of(value.as_ref()), length));
        let is_wide = self.logic.terms().lt(&[length, width_term]);
        let high = if width == 0 { length } else { ite(&mut self.logic, is_wide, width_term, length) };
        Ok((length, (stars == 0).then_some(high)))
    }

    /// The number of characters of a decimal number.
    fn decimal_length(&mut self, number: Term, ty: IntType) -> Term {
        let mut length = self.logic.int(1);
        // Each power of ten adds a digit; a negative number has a sign.
        let zero = self.logic.int(0);
        if ty.signed {
            let (two, negative) = (self.logic.int(2), self.logic.terms().lt(&[number, zero]));
            length = ite(&mut self.logic, negative, two, length);
        }
        let (mut power, mut digits) = (10i128, 2);
        while power <= ty.max().max(-ty.min()) {
            let bound = self.logic.int(Int::from(power));
            let is_long = self.logic.terms().ge(&[number, bound]);
            let digits_term = self.logic.int(digits);
            length = ite(&mut self.logic, is_long, digits_term, length);
            if ty.signed {
                let bound = self.logic.int(Int::from(-power));
                let is_long = self.logic.terms().le(&[number, bound]);
                let digits_term = self.logic.int(digits + 1);
                length = ite(&mut self.logic, is_long, digits_term, length);
            }
            power *= 10;
            digits += 1;
        }
        length
    }

    /// Writes an unknown string of known length, truncated to the available size.
    fn print_to(
        &mut self,
        state: &mut State,
        (call, destination): (&LibraryCall<'_, '_>, Destination),
        length: Term,
    ) {
        let to = self.address_argument(call, 0);
        let zero = self.logic.int(0);
        let shown = if destination == Destination::Buffer {
            length
        } else {
            let room = self.argument(call, 1);
            let last = self.logic.plus_constant(room, -1);
            let fits = self.logic.terms().le(&[length, last]);
            ite(&mut self.logic, fits, length, last)
        };
        // For size 0 nothing is written: `shown` is -1 then.
        let size = self.logic.plus_constant(shown, 1);
        let chars = BTreeSet::from([Class::Int(1)]);
        self.fill(state, to, size, None, &chars, call.pos);
        let end = self.logic.plus(to.offset, shown, 1);
        let is_written = self.logic.at_most(zero, shown);
        let is_nothing = self.logic.negated(is_written);
        if self.logic.follows(&state.path, is_nothing) {
            return;
        }
        if self.logic.follows(&state.path, is_written) {
            self.store(
                state,
                Pointer { object: to.object, offset: end },
                Value::Number(zero),
                Access::plain(CHAR),
                call.pos,
            );
        } else {
            self.gap(call.pos, "formatted output to a buffer whose size may be zero");
        }
    }
}

/// The most digits that a number needs, including sign or prefix.
fn digits(kind: u8, value: Argument) -> usize {
    let is_wide = !matches!(value, Argument::Scalar(_, Scalar::Int(int)) if int.bits <= 32);
    match (kind, is_wide) {
        (b'd' | b'i', false) => 11,
        (b'u', false) | (b'x' | b'X', false) => 10,
        (b'o', false) => 12,
        (b'd' | b'i' | b'u', true) => 20,
        (b'x' | b'X' | b'p', _) => 18,
        _ => 24,
    }
}
