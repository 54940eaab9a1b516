//! The shadow of calls of library functions that the machine executes itself.

use super::path::{Condition, Role, Test};
use super::sum::Sum;
use super::{Shade, Shadow, Symbolic};
use crate::interp::memory::Memory;
use crate::interp::models::character_class;
use crate::ir::{IntType, Scalar};
use crate::libc::Id;

/// A call that has returned, with the shades of its arguments.
pub(in crate::interp) struct Called<'c> {
    pub(in crate::interp) id: Id,
    /// The bits of the arguments.
    pub(in crate::interp) args: &'c [u64],
    pub(in crate::interp) shades: &'c [Shade],
    /// The bits of the result.
    pub(in crate::interp) result: u64,
    pub(in crate::interp) site: u64,
}

impl Called<'_> {
    fn arg(&self, index: usize) -> u64 {
        self.args.get(index).copied().unwrap_or(0)
    }
}

const BYTE: Scalar = Scalar::Int(IntType { bits: 8, signed: false });
/// Limit on the characters of a text that are looked at.
const LONGEST: u64 = 4096;

impl Shadow {
    /// Records what a call depended on; returns the shade of its result.
    pub(in crate::interp) fn library(&mut self, memory: &Memory<'_>, call: &Called<'_>) -> Shade {
        match call.id {
            Id::Malloc => self.allocated(call, 0),
            Id::Calloc if call.shades.get(1).is_none_or(Option::is_none) => self.allocated(call, 0),
            Id::Calloc => self.allocated(call, 1),
            Id::Memcpy | Id::Memmove | Id::Mempcpy => self.blocks(memory, call, 2),
            Id::Memset => self.blocks(memory, call, 1),
            Id::Strcmp => self.differing(memory, call, LONGEST, true),
            Id::Strncmp => self.differing(memory, call, call.arg(2), true),
            Id::Memcmp => self.differing(memory, call, call.arg(2), false),
            Id::Strlen | Id::Strdup => self.text(memory, call, 0),
            Id::Strcpy | Id::Stpcpy | Id::Strncpy => self.text(memory, call, 1),
            Id::Strcat | Id::Strncat => {
                self.text(memory, call, 0);
                self.text(memory, call, 1);
            }
            Id::Strchr | Id::Memchr => self.search(memory, call),
            Id::IsClass(class) => self.class(call, character_class(class)),
            Id::ToLower | Id::ToUpper => return self.changed_case(call),
            Id::Ato(_) | Id::Strto(_) | Id::StrtoUnsigned(_) => return self.parsed(memory, call),
            _ => {}
        }
        None
    }

    /// An argument as a sum.
    fn argument(&mut self, call: &Called<'_>, index: usize) -> Sum {
        match call.shades.get(index).cloned().flatten() {
            Some(value) => self.sum_of(&value, call.site),
            None => Sum::constant(call.arg(index).into()),
        }
    }

    /// The size of a new block.
    fn allocated(&mut self, call: &Called<'_>, index: usize) {
        let size = self.argument(call, index);
        let size = match call.id {
            Id::Calloc => size.times(call.arg(1 - index).into()),
            _ => Some(size),
        };
        if let Some(size) = size.filter(|size| size.as_constant().is_none() && call.result != 0) {
            self.sizes.insert(call.result >> 32, size);
        }
    }

    /// The blocks behind the first arguments have as many bytes as the third one says.
    fn blocks(&mut self, memory: &Memory<'_>, call: &Called<'_>, count: usize) {
        let size = self.argument(call, 2);
        for index in 0..count {
            let start = self.argument(call, index);
            let site = call.site + 2 * index as u64;
            self.block(memory, (call.arg(index), &start), &size, site);
        }
    }

    /// A byte in memory as a sum.
    fn byte(&mut self, memory: &Memory<'_>, at: u64) -> Option<Sum> {
        match self.cell(memory, at, 1, BYTE).as_deref() {
            Some(Symbolic::Number(sum)) => Some(sum.clone()),
            Some(Symbolic::Truth(_)) => None,
            None => memory.peek(at).map(|byte| Sum::constant(byte.into())),
        }
    }

    /// Records where a string ends.
    fn text(&mut self, memory: &Memory<'_>, call: &Called<'_>, index: usize) {
        for at in (call.arg(index)..).take(LONGEST as usize) {
            let Some(byte) = self.byte(memory, at) else { return };
            if self.step(Condition { sum: byte, test: Test::Zero }, call.site, Role::Decision) {
                return;
            }
        }
    }

    /// Records the first difference of two blocks or strings.
    fn differing(&mut self, memory: &Memory<'_>, call: &Called<'_>, most: u64, is_text: bool) {
        for index in 0..most.min(LONGEST) {
            let left = self.byte(memory, call.arg(0) + index);
            let right = self.byte(memory, call.arg(1) + index);
            let (Some(left), Some(right)) = (left, right) else { return };
            let Some(sum) = left.plus(&right, -1) else { return };
            if !self.step(Condition { sum, test: Test::Zero }, call.site, Role::Decision) {
                return;
            }
            if is_text && self.step(Condition { sum: left, test: Test::Zero }, call.site + 1, Role::Decision)
            {
                return;
            }
        }
    }

    /// Records where a byte is found.
    fn search(&mut self, memory: &Memory<'_>, call: &Called<'_>) {
        let (wanted, is_text) = (Sum::constant((call.arg(1) as u8).into()), call.id == Id::Strchr);
        let most = if is_text { LONGEST } else { call.arg(2).min(LONGEST) };
        for index in 0..most {
            let Some(byte) = self.byte(memory, call.arg(0) + index) else { return };
            let Some(sum) = byte.plus(&wanted, -1) else { return };
            if self.step(Condition { sum, test: Test::Zero }, call.site, Role::Decision)
                || is_text
                    && self.step(Condition { sum: byte, test: Test::Zero }, call.site + 1, Role::Decision)
            {
                return;
            }
        }
    }

    /// Records the range around a character in which all are of its class, or none is.
    fn class(&mut self, call: &Called<'_>, is_in: fn(u8) -> bool) {
        let is_in = |number: i128| u8::try_from(number).is_ok_and(is_in);
        let number = i128::from(call.arg(0) as i64);
        // What is not in the class may be on either side of it.
        let role = if is_in(number) { Role::Decision } else { Role::Hint };
        self.alike(call, role, |other| is_in(other) == is_in(number));
    }

    /// Records the range around the first argument in which numbers are like it.
    fn alike(&mut self, call: &Called<'_>, role: Role, is_like: impl Fn(i128) -> bool) {
        let sum = self.argument(call, 0);
        let number = i128::from(call.arg(0) as i64);
        if sum.as_constant().is_none() && (-1..=255).contains(&number) {
            let low = (-1..=number).rev().take_while(|&other| is_like(other)).last().unwrap_or(number);
            let high = (number..=255).take_while(|&other| is_like(other)).last().unwrap_or(number);
            self.step_within(&sum, (low, high), call.site, role);
        }
    }

    /// A letter is changed by the distance between the cases.
    fn changed_case(&mut self, call: &Called<'_>) -> Shade {
        let change = if call.id == Id::ToLower { u8::to_ascii_lowercase } else { u8::to_ascii_uppercase };
        let distance =
            |number: i128| u8::try_from(number).map_or(0, |byte| i128::from(change(&byte)) - number);
        let by = distance(i128::from(call.arg(0) as i64));
        self.alike(call, Role::Decision, |other| distance(other) == by);
        Shadow::shade(self.argument(call, 0).plus_constant(by))
    }

    /// A number in decimal digits, without blanks and sign.
    fn parsed(&mut self, memory: &Memory<'_>, call: &Called<'_>) -> Shade {
        const MOST_DIGITS: u64 = 18;
        if !matches!(call.id, Id::Ato(_)) && call.arg(2) != 10 {
            return None;
        }
        let mut number = Sum::constant(0);
        for index in 0..=MOST_DIGITS {
            let byte = self.byte(memory, call.arg(0) + index)?;
            let digit = byte.plus_constant(-i128::from(b'0'))?;
            let range = (0, 9);
            let value = self.path.value(&digit);
            if !(range.0..=range.1).contains(&value) {
                let is_below = Condition { sum: digit, test: Test::Negative };
                let is_above = Condition { sum: byte.plus_constant(-58)?, test: Test::NotNegative };
                self.step(if value < 0 { is_below } else { is_above }, call.site + 2, Role::Decision);
                break;
            }
            self.step_within(&digit, range, call.site, Role::Decision);
            number = number.times(10)?.plus(&digit, 1)?;
        }
        // Nothing that was skipped, and no result that was cut off.
        let is_result = self.path.value(&number) == i128::from(call.result as i64);
        Shadow::shade(Some(number).filter(|_| is_result))
    }
}
