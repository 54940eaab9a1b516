//! Objects in memory.
//!
//! An object has exact cells at constant offsets, a few exact cells at other offsets (`recent`), and a
//! summary of the rest. Bytes before `prefix` and from `suffix` on that no cell covers are initialized.
//! `zeros` are offsets of bytes that are zero: where texts end.

use super::expr::Expr;
use super::store::{Target, Value};
use crate::ir::{GlobalId, SlotId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The name of an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum ObjId {
    Global(GlobalId),
    Slot {
        depth: u32,
        slot: SlotId,
    },
    /// The block that was allocated last at a site.
    Heap(u32),
    /// A stream that is open from the start, by the global that points to it.
    StandardStream(GlobalId),
    /// The stream that was opened last at a site.
    Stream(u32),
    /// The list of arguments of the program.
    Arguments,
    /// An argument of the program.
    Argument(u32),
    /// Some argument of the program.
    AnyArgument,
    /// One of several literals: the one that was read last from a table, or that a variable points to.
    AnyText(u32),
}

/// A scalar in memory.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Cell {
    pub(super) bytes: u32,
    pub(super) value: Value,
}

/// A scalar at an offset that is not constant.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Recent {
    pub(super) offset: Expr,
    pub(super) bytes: u32,
    pub(super) value: Value,
    /// Whether the program wrote it, and the summary of the rest does not include it yet.
    pub(super) is_written: bool,
}

/// A summary of cells.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Content {
    /// Nothing was written.
    Nothing,
    /// Zero bytes.
    Zero,
    /// Integers of so many bytes, at offsets that are multiples of it, as signed numbers.
    Ints { bytes: u32, low: i128, high: i128 },
    /// Pointers at offsets that are multiples of their size.
    Pointers(Vec<(Target, i128)>),
    /// Anything.
    Any,
}

impl Content {
    pub(super) fn join(&self, other: &Content) -> Content {
        match (self, other) {
            (Content::Nothing, one) | (one, Content::Nothing) => one.clone(),
            (Content::Zero, Content::Zero) => Content::Zero,
            (Content::Zero, Content::Ints { bytes, low, high })
            | (Content::Ints { bytes, low, high }, Content::Zero) => {
                Content::Ints { bytes: *bytes, low: 0.min(*low), high: 0.max(*high) }
            }
            (Content::Ints { bytes, low, high }, Content::Ints { bytes: own, low: least, high: most })
                if bytes == own =>
            {
                Content::Ints { bytes: *bytes, low: *low.min(least), high: *high.max(most) }
            }
            (Content::Zero, Content::Pointers(list)) | (Content::Pointers(list), Content::Zero) => {
                Content::Pointers(with(list, &[(Target::Null, 0)]))
            }
            (Content::Pointers(list), Content::Pointers(more)) => Content::Pointers(with(list, more)),
            _ => Content::Any,
        }
    }

    /// A summary that includes both; bounds that grow move to thresholds.
    pub(super) fn widen(&self, other: &Content, grown: impl Fn(i128, bool) -> Option<i128>) -> Content {
        let joined = self.join(other);
        match (self, joined) {
            (Content::Ints { low, high, .. }, Content::Ints { bytes, low: least, high: most }) => {
                let range = 1i128 << (8 * bytes - 1);
                let least = if least < *low { grown(least, false).unwrap_or(-range) } else { least };
                let most = if most > *high { grown(most, true).unwrap_or(range - 1) } else { most };
                Content::Ints { bytes, low: least.max(-range), high: most.min(range - 1) }
            }
            (_, joined) => joined,
        }
    }

    pub(super) fn includes(&self, other: &Content) -> bool {
        self.join(other) == *self
    }

    pub(super) fn mentions(&self, id: ObjId) -> bool {
        matches!(self, Content::Pointers(list) if list.iter().any(|(target, _)| *target == Target::Object(id)))
    }

    /// Pointers to an object that has ended are stale.
    pub(super) fn end(&mut self, id: ObjId) {
        if let Content::Pointers(list) = self {
            for (target, offset) in list.iter_mut().filter(|(target, _)| *target == Target::Object(id)) {
                (*target, *offset) = (Target::Stale, 0);
            }
            list.sort_unstable();
            list.dedup();
        }
    }
}

fn with(list: &[(Target, i128)], more: &[(Target, i128)]) -> Vec<(Target, i128)> {
    let mut all = [list, more].concat();
    all.sort_unstable();
    all.dedup();
    all
}

/// An object that is alive.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Object {
    pub(super) size: Expr,
    pub(super) constant: bool,
    pub(super) cells: BTreeMap<i128, Cell>,
    pub(super) recent: Vec<Recent>,
    pub(super) rest: Content,
    pub(super) prefix: Expr,
    pub(super) suffix: Expr,
    pub(super) zeros: Vec<Expr>,
    /// The contents of a constant, if it consists of bytes.
    pub(super) text: Option<Rc<[u8]>>,
}

impl Object {
    /// An object whose bytes are not initialized.
    pub(super) fn unset(size: Expr) -> Object {
        Object {
            suffix: size.clone(),
            size,
            constant: false,
            cells: BTreeMap::new(),
            recent: Vec::new(),
            rest: Content::Nothing,
            prefix: Expr::default(),
            zeros: Vec::new(),
            text: None,
        }
    }

    /// An object of zero bytes.
    pub(super) fn zeroed(size: Expr) -> Object {
        let zeros = match size.as_constant() {
            Some(size) if size > 0 => vec![Expr::constant(size - 1)],
            _ => Vec::new(),
        };
        Object { rest: Content::Zero, prefix: size.clone(), zeros, ..Object::unset(size) }
    }

    /// Some text that must not be changed.
    pub(super) fn any_text(size: Expr, length: Expr) -> Object {
        Object {
            constant: true,
            rest: Content::Ints { bytes: 1, low: -128, high: 127 },
            prefix: size.clone(),
            zeros: vec![length],
            ..Object::unset(size)
        }
    }

    /// Where the first text of a constant ends.
    pub(super) fn end_of_text(&self) -> Option<Expr> {
        match &self.text {
            Some(text) => Some(Expr::constant(text.iter().position(|byte| *byte == 0)? as i128)),
            None => self.zeros.first().filter(|_| self.constant).cloned(),
        }
    }

    /// Whether a cell or a recent one holds a pointer.
    pub(super) fn has_pointer(&self) -> bool {
        let mut values =
            self.cells.values().map(|cell| &cell.value).chain(self.recent.iter().map(|cell| &cell.value));
        values.any(|value| matches!(value, Value::Ptr { .. }))
    }

    /// Calls a function on all expressions.
    pub(super) fn each_expr(&self, mut act: impl FnMut(&Expr)) {
        let values =
            self.cells.values().map(|cell| &cell.value).chain(self.recent.iter().map(|cell| &cell.value));
        for value in values {
            match value {
                Value::Int { expr, .. } | Value::Ptr { offset: expr, .. } => act(expr),
                Value::Float { .. } => {}
            }
        }
        [&self.size, &self.prefix, &self.suffix].into_iter().for_each(&mut act);
        self.zeros.iter().for_each(&mut act);
        self.recent.iter().for_each(|cell| act(&cell.offset));
    }

    /// Calls a function on all offsets and sizes.
    pub(super) fn each_place(&mut self, mut act: impl FnMut(&mut Expr)) {
        [&mut self.size, &mut self.prefix, &mut self.suffix].into_iter().for_each(&mut act);
        self.zeros.iter_mut().for_each(&mut act);
        self.recent.iter_mut().for_each(|cell| act(&mut cell.offset));
    }

    pub(super) fn each_value(&mut self, mut act: impl FnMut(&mut Value)) {
        self.cells.values_mut().for_each(|cell| act(&mut cell.value));
        self.recent.iter_mut().for_each(|cell| act(&mut cell.value));
    }
}
