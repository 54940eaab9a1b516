//! Words and bytes: the value of a cell after writes of another class that overlap it.
//!
//! A cell that was partly overwritten is composed of *pieces*: some bytes of one number followed by some
//! bytes of another. Numbers are in two's complement and little-endian, so bytes `i` to `i + n - 1` of `x`
//! are `(x div 256^i) mod 256^n`, also for negative `x`. This applies if only a few distances between the two
//! places are possible; otherwise cells that may overlap are havocked.

use crate::ir::IntType;
use crate::symbolic::facts::choice::{choose, equal};
use crate::symbolic::facts::linear::linear;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::store::arrays::Arrays;
use crate::symbolic::store::place::{Cell, Class, Place};
use cfp_solver::{Int, Op, Sort, Term};

/// Limit on distinct overlaps.
const MAX_OVERLAPS: usize = 8;

/// Consecutive bytes of a cell, and their source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    /// The signed value of a cell of `size` bytes.
    source: Term,
    size: u8,
    /// The first of its bytes, and their number.
    first: u8,
    count: u8,
    /// Whether they are initialized, encoded as in cells.
    is_set: Term,
}

impl Piece {
    /// A subrange of the bytes of a piece.
    fn part(&self, from: u8, count: u8) -> Piece {
        Piece { first: self.first + from, count, ..self.clone() }
    }

    /// Whether another piece continues this one.
    fn is_continued_by(&self, next: &Piece) -> bool {
        self.source == next.source
            && self.size == next.size
            && self.is_set == next.is_set
            && self.first + self.count == next.first
    }
}

impl Arrays {
    /// An integer cell after overlapping bytes were written as an integer of another size, if only a few
    /// overlaps are possible.
    pub(crate) fn overwritten(
        &mut self,
        logic: &mut Logic,
        (class, at, before): (Class, &Place, &Cell),
        (other, from, value): (Class, &Place, &Cell),
    ) -> Option<Cell> {
        let (Class::Int(size), Class::Int(written)) = (class, other) else { return None };
        if logic.is_math || size > 8 || written > 8 {
            return None;
        }
        let rows = at.len() - 1;
        for (&one, &other) in at[..rows].iter().zip(&from[..rows]) {
            let same = equal(logic, one, other);
            if logic.terms().op(same) != Op::True {
                return None;
            }
        }
        let distance = logic.plus(at[rows], from[rows], -1);
        let mut result = before.clone();
        for by in overlaps(logic, distance, size, written)? {
            let by_term = logic.int(by);
            let here = equal(logic, distance, by_term);
            let old: Cell = before.iter().map(|&part| under(logic, here, part)).collect();
            let cell = self.compose(logic, (size, &old), (written, value), by)?;
            result = choose(logic, here, &cell, &result);
        }
        Some(result)
    }

    /// A cell after a write that begins this many bytes before it.
    fn compose(
        &mut self,
        logic: &mut Logic,
        (size, before): (u8, &Cell),
        (written, value): (u8, &Cell),
        distance: i64,
    ) -> Option<Cell> {
        let (old, new) = (self.pieces(before, size), self.pieces(value, written));
        let mut pieces: Vec<Piece> = Vec::new();
        for byte in 0..size {
            let place = i64::from(byte) + distance;
            let piece = match u8::try_from(place).ok().filter(|&place| place < written) {
                Some(place) => byte_of(&new, place),
                None => byte_of(&old, byte),
            }?;
            match pieces.last_mut() {
                Some(last) if last.is_continued_by(&piece) => last.count += 1,
                _ => pieces.push(piece),
            }
        }
        let cell = vec![joined(logic, &pieces), all_set(logic, &pieces)];
        self.composed.insert((cell.clone(), size), pieces);
        Some(cell)
    }

    /// The pieces that a cell is composed of.
    fn pieces(&self, cell: &Cell, size: u8) -> Vec<Piece> {
        match self.composed.get(&(cell.clone(), size)) {
            Some(known) => known.clone(),
            None => vec![Piece { source: cell[0], size, first: 0, count: size, is_set: cell[1] }],
        }
    }
}

/// The distances at which a cell of some size overlaps the written bytes, if they are few.
fn overlaps(logic: &mut Logic, distance: Term, size: u8, written: u8) -> Option<Vec<i64>> {
    let (products, constant) = linear(logic.terms(), distance);
    let step = products.values().fold(Int::ZERO, |step, factor| step.gcd(factor));
    let is_possible = |by: &i64| step.divides(&(constant.clone() - Int::from(*by)));
    let found: Vec<i64> = (1 - i64::from(size)..i64::from(written)).filter(is_possible).collect();
    (found.len() <= MAX_OVERLAPS).then_some(found)
}

/// Simplifies a number under an equation of the form `t = 0`.
fn under(logic: &mut Logic, equation: Term, term: Term) -> Term {
    let mut term = term;
    while logic.terms().op(term) == Op::Ite {
        let args = logic.terms().args(term);
        let (condition, then, otherwise) = (args[0], args[1], args[2]);
        term = match excludes(logic, equation, condition) {
            _ if condition == equation => then,
            true => otherwise,
            false => break,
        };
    }
    term
}

/// Whether two equations contradict each other because they fix the same term to different numbers.
fn excludes(logic: &mut Logic, one: Term, other: Term) -> bool {
    let mut difference = |equation: Term| {
        let terms = logic.terms();
        if terms.op(equation) != Op::Eq || terms.sort(terms.args(equation)[0]) != Sort::Int {
            return None;
        }
        let (left, right) = (terms.args(equation)[0], terms.args(equation)[1]);
        Some(logic.plus(left, right, -1))
    };
    let (Some(one), Some(other)) = (difference(one), difference(other)) else { return false };
    let distance = logic.plus(one, other, -1);
    logic.terms().as_constant(distance).is_some_and(|distance| !distance.is_zero())
}

/// One byte of a cell composed of pieces.
fn byte_of(pieces: &[Piece], byte: u8) -> Option<Piece> {
    let mut start = 0;
    for piece in pieces {
        if byte < start + piece.count {
            return Some(piece.part(byte - start, 1));
        }
        start += piece.count;
    }
    None
}

/// The signed number that consists of these pieces.
fn joined(logic: &mut Logic, pieces: &[Piece]) -> Term {
    let mut sum = logic.int(0);
    let mut start = 0;
    for (index, piece) in pieces.iter().enumerate() {
        // The highest bit is the sign.
        let is_signed = index + 1 == pieces.len();
        let part = part_of(logic, piece, is_signed);
        sum = logic.plus(sum, part, Int::from(1i128 << (8 * start)));
        start += u32::from(piece.count);
    }
    sum
}

/// Some bytes of a number, as a signed or an unsigned number.
fn part_of(logic: &mut Logic, piece: &Piece, is_signed: bool) -> Term {
    let high = logic.quotient(piece.source, &Int::from(1i128 << (8 * u32::from(piece.first))));
    // A part that includes the highest byte of a signed number keeps the sign.
    if is_signed && piece.first + piece.count == piece.size {
        return high;
    }
    let bits = piece.count * 8;
    let ty = IntType { bits, signed: is_signed };
    if let Some(value) = logic.terms().as_constant(high).and_then(Int::to_i64) {
        return logic.int(Int::from(ty.wrap(i128::from(value))));
    }
    let size = logic.int(Int::from(1i128 << bits));
    if !is_signed {
        return logic.terms().modulo(high, size);
    }
    let half = logic.int(Int::from(1i128 << (bits - 1)));
    let raised = logic.plus(high, half, 1);
    let low = logic.terms().modulo(raised, size);
    logic.plus(low, half, -1)
}

/// Whether all pieces are initialized, encoded as in cells: nonzero.
fn all_set(logic: &mut Logic, pieces: &[Piece]) -> Term {
    let (zero, one) = (logic.int(0), logic.int(1));
    let mut result = one;
    for piece in pieces.iter().filter(|piece| piece.is_set != one) {
        let is_unset = equal(logic, piece.is_set, zero);
        result = match logic.terms().op(is_unset) {
            Op::True => zero,
            Op::False => result,
            _ if result == one => piece.is_set,
            _ if result == piece.is_set => result,
            _ => logic.terms().ite(is_unset, zero, result),
        };
    }
    result
}
