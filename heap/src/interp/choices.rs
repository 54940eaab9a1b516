//! Unspecified behaviour: where the interpreter makes one choice, and other machines may make another.
//!
//! Examples are the addresses of objects, and the result of a library function for which the standard
//! specifies only the sign. A run that depends on such a choice says nothing about other runs of the same
//! program, even if the program has no inputs.

use super::memory::{Memory, Origin};
use crate::ir::CompareOp;

/// The numeric value of an address is used.
pub(super) const ADDRESS: &str = "the number of an address";
/// Pointers to different objects are compared, and where these lie makes a difference.
pub(super) const ORDER: &str = "where objects lie";
/// A library function returns something that is only partly specified.
pub(super) const LIBRARY: &str = "the result of a library function";
/// What compilers leave between the members of a record.
pub(super) const PADDING: &str = "bytes between the members of a record";
/// What is outside of the program.
pub(super) const OUTSIDE: &str = "the environment";

impl Memory<'_> {
    /// Notes that others may go on in another way.
    #[cold]
    pub(super) fn note_choice(&self, what: &'static str) {
        if self.choice.get().is_none() {
            self.choice.set(Some(what));
        }
    }

    /// Notes a comparison of pointers to different objects that need not be what it is here: all but the
    /// question whether two different objects that are alive, at places inside, are the same. (Constants may
    /// be string literals, which may share their bytes.)
    #[cold]
    pub(super) fn note_comparison(&self, op: CompareOp, left: u64, right: u64) {
        let is_clear = match op {
            CompareOp::Eq | CompareOp::Ne => {
                // Null is nothing else's address.
                let is_constant = |address: u64| self.locate(address).0.origin == Origin::Constant;
                left == 0
                    || right == 0
                    || (self.is_inside(left) && self.is_inside(right))
                        && !(is_constant(left) && is_constant(right))
            }
            _ => false,
        };
        if !is_clear {
            self.note_choice(ORDER);
        }
    }

    /// Whether an address is that of a byte of an object that is alive, or of a function.
    fn is_inside(&self, address: u64) -> bool {
        // The address of an object without bytes is its own.
        let is_in = |(size, offset): (u64, i64)| {
            offset == 0 || u64::try_from(offset).is_ok_and(|offset| offset < size)
        };
        self.living_size(address).is_some_and(is_in)
    }
}
