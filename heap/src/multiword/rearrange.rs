//! Rearrangement: a symbolic heap is rewritten until the bytes of an access are a cell of their own.
//!
//! Each case describes a part of the concrete heaps, and all cases together describe the same ones
//! as before.

use super::heap::{Atom, Header, Heap, Value};
use super::lin::{Lin, Sym};
use crate::ir::Scalar;

/// Limit on rewriting for one access.
const MAX_STEPS: usize = 16;

/// New symbols.
#[derive(Clone, Debug)]
pub(super) struct Names {
    next: u32,
}

impl Names {
    /// The first symbols are the addresses of globals.
    pub(super) fn new(globals: u32) -> Names {
        Names { next: globals }
    }

    pub(super) fn fresh(&mut self) -> Sym {
        self.next += 1;
        Sym(self.next - 1)
    }
}

/// What to do with an atom that has the bytes.
enum Step {
    Found(usize),
    /// A node becomes cells and a block.
    Open(usize),
    /// The first node of a list is taken out.
    Unfold(usize),
    /// A block is split.
    Split(usize),
}

/// All ways to have a cell of this many bytes at an address, with its index; nothing if the bytes may not be
/// there.
pub(super) fn expose(
    heap: Heap,
    at: &Lin,
    bytes: i128,
    header: &Header,
    names: &mut Names,
) -> Option<Vec<(Heap, usize)>> {
    let (mut pending, mut found) = (vec![heap], Vec::new());
    for _ in 0..MAX_STEPS {
        let Some(mut heap) = pending.pop() else { return Some(found) };
        match locate(&heap, at, bytes, header)? {
            Step::Found(index) => found.push((heap, index)),
            Step::Open(index) => {
                open_node(&mut heap, index, header);
                pending.push(heap);
            }
            Step::Unfold(index) => pending.extend(unfold(&heap, index, header, names)),
            Step::Split(index) => {
                let index = split(&mut heap, index, at, bytes);
                found.push((heap, index));
            }
        }
    }
    None
}

fn locate(heap: &Heap, at: &Lin, bytes: i128, header: &Header) -> Option<Step> {
    // Where the access is in an atom, as a number.
    let distance = |atom: &Atom| at.minus(atom.start()).as_constant();
    let in_header = |atom: &Atom| distance(atom).is_some_and(|by| by >= 0 && by + bytes <= header.unit);
    for (index, atom) in heap.atoms.iter().enumerate() {
        match atom {
            Atom::Cell { bytes: own, .. } if distance(atom) == Some(0) && *own == bytes => {
                return Some(Step::Found(index));
            }
            Atom::Node { .. } if in_header(atom) => return Some(Step::Open(index)),
            Atom::List { .. } if in_header(atom) => return Some(Step::Unfold(index)),
            _ => {}
        }
    }
    let end = at.plus_constant(bytes);
    let is_inside = |atom: &Atom| {
        shares_symbol(atom, at, header)
            && heap.is_ordered(header, atom.start(), at)
            && heap.is_ordered(header, &end, &atom.end(header))
    };
    for (index, atom) in heap.atoms.iter().enumerate() {
        match atom {
            Atom::Block { .. } if is_inside(atom) => return Some(Step::Split(index)),
            Atom::Node { .. } if is_inside(atom) => return Some(Step::Open(index)),
            _ => {}
        }
    }
    None
}

/// Whether an address has something to do with an atom; this saves most proofs that would fail.
fn shares_symbol(atom: &Atom, at: &Lin, header: &Header) -> bool {
    let end = atom.end(header);
    at.symbols().any(|sym| atom.start().mentions(sym) || end.mentions(sym)) || at.as_constant().is_some()
}

/// A node as two cells and a block.
pub(super) fn open_node(heap: &mut Heap, index: usize, header: &Header) {
    let Atom::Node { at, next, size } = heap.atoms[index].clone() else { return };
    let bytes = header.width();
    let low = at.plus_constant(header.unit);
    // What the node says about its size is kept.
    heap.facts.insert(size.plus_constant(-1));
    heap.facts.retain(|fact| fact.as_constant().is_none());
    heap.atoms[index] = Atom::Cell { at: at.plus_constant(header.next), ty: Scalar::Ptr, bytes, value: next };
    let value = Value::Num(size.clone());
    heap.atoms.push(Atom::Cell { at: at.plus_constant(header.size), ty: header.ty, bytes, value });
    let high = header.end(&at, &size);
    if low != high {
        heap.atoms.push(Atom::Block { low, high });
    }
}

/// The first node of a list, which is the only one, or before others.
pub(super) fn unfold(heap: &Heap, index: usize, header: &Header, names: &mut Names) -> Vec<Heap> {
    let Atom::List { from, to } = heap.atoms[index].clone() else { return Vec::new() };
    let size = Lin::of(names.fresh());
    let mut only = heap.clone();
    only.atoms[index] = Atom::Node { at: from.clone(), next: Value::Ptr(to.clone()), size: size.clone() };
    let mut first = heap.clone();
    let next = Lin::of(names.fresh());
    first.atoms[index] = Atom::Node { at: from, next: Value::Ptr(next.clone()), size };
    first.atoms.push(Atom::List { from: next, to });
    [only, first].into_iter().filter(|heap| heap.is_consistent(header)).collect()
}

/// A cell inside of a block.
fn split(heap: &mut Heap, index: usize, at: &Lin, bytes: i128) -> usize {
    let Atom::Block { low, high } = heap.atoms[index].clone() else { return index };
    let end = at.plus_constant(bytes);
    heap.atoms[index] = Atom::Cell { at: at.clone(), ty: Scalar::INT, bytes, value: Value::Unset };
    if low != *at {
        heap.atoms.push(Atom::Block { low, high: at.clone() });
    }
    if end != high {
        heap.atoms.push(Atom::Block { low: end, high });
    }
    index
}

/// Whether two addresses lie in memory without gaps, from one to the other, ends included.
pub(super) fn are_in_one_piece(heap: &Heap, base: &Lin, target: &Lin, header: &Header) -> bool {
    let holds = |low: &Lin, high: &Lin, at: &Lin| {
        heap.is_ordered(header, low, at) && heap.is_ordered(header, at, high)
    };
    let related = |atom: &&Atom| shares_symbol(atom, base, header);
    for atom in heap.atoms.iter().filter(related) {
        let (mut low, mut high) = (atom.start().clone(), atom.end(header));
        if !holds(&low, &high, base) {
            continue;
        }
        loop {
            if holds(&low, &high, target) {
                return true;
            }
            let above = heap.atoms.iter().find(|atom| *atom.start() == high && atom.end(header) != high);
            let below = heap.atoms.iter().find(|atom| atom.end(header) == low && *atom.start() != low);
            match (above, below) {
                (Some(above), _) => high = above.end(header),
                // The end of a list is that of its first header only.
                (None, Some(below)) if !matches!(below, Atom::List { .. }) => low = below.start().clone(),
                _ => break,
            }
        }
    }
    false
}
