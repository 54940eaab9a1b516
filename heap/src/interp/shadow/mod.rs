//! Symbolic values beside the concrete ones of a run: what its branches and checks depend on.
//!
//! A run that is followed has a *shadow*: for registers and memory cells that depend on inputs, a linear sum
//! over unknowns whose value is the concrete one. Each branch on such a value is a step of the [`Path`], and
//! so is each check that an instruction makes (an index below its bound, a divisor other than zero, a result
//! within its range). Whoever makes inputs under which the first steps hold and the next one does not, gets a
//! run that takes the other branch, or one with an error.
//!
//! What is not linear counts as the constant that it is in this run. So a path describes other runs only
//! nearly: inputs that are made from it are proposals, and only their run tells.
//!
//! - `sum` has linear sums, `cells` the shadow of memory;
//! - `path` records steps and unknowns; `arithmetic` derives unknowns for quotients and for what wraps
//!   around;
//! - `follow` has the instructions, `calls` the calls, and `library` the library functions.

mod arithmetic;
mod calls;
mod cells;
mod follow;
mod library;
mod path;
mod sum;

pub(super) use cells::Cells;
pub(super) use follow::View;
pub use path::{Condition, Definition, Path, Role, Source, Step, Test, Unknown};
pub use sum::{Sum, UnknownId};

use std::collections::BTreeMap;
use std::rc::Rc;

/// The symbolic value of a register or cell.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Symbolic {
    /// An integer, or an address.
    Number(Sum),
    /// One if the condition holds, else zero.
    Truth(Condition),
}

/// A symbolic value, if it is one.
pub(super) type Shade = Option<Rc<Symbolic>>;

/// The shadow of a run, apart from that of its memory.
#[derive(Default)]
pub(super) struct Shadow {
    pub(super) path: Path,
    /// Parallel to the registers of the machine.
    pub(super) registers: Vec<Shade>,
    /// The symbolic sizes of objects, by the number of the object.
    sizes: BTreeMap<u64, Sum>,
    /// The result of the function that is about to return.
    pub(super) returned: Shade,
}

impl Shadow {
    /// The shade of a register.
    pub(super) fn get(&self, register: usize) -> Shade {
        self.registers.get(register).cloned().flatten()
    }

    pub(super) fn set(&mut self, register: usize, shade: Shade) {
        if let Some(place) = self.registers.get_mut(register) {
            *place = shade;
        }
    }

    /// A number, unless it is a constant.
    fn shade(sum: Option<Sum>) -> Shade {
        sum.filter(|sum| sum.as_constant().is_none()).map(|sum| Rc::new(Symbolic::Number(sum)))
    }
}
