//! Memory: objects, and what their cells hold.
//!
//! An *object* is a block of memory: a local, a global, or what an allocation gave. Its cells are indexed by byte offset and kept apart by
//! *class*, that is, by how they are accessed; writing one class makes overlapping cells of the others unknown.
//! The contents of a class are an *array*: a chain of what was written last. Unknown contents are a function of the offset, so that each cell has one value,
//! the same at each read (thesis, chapter 5). A loop writes a whole set of cells at once: a fluid update (section 4.4).

use super::blocks::Block;
use super::logic::{Logic, Range};
use crate::ir::{IntType, Pos, Scalar, Target, TypeId};
use cfp_solver::{Int, Symbol, Term};
use fxhash::FxHashMap;
use std::rc::Rc;

/// An object, by number; 0 is no object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct ObjectId(pub(super) u32);

/// Where an object comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    Local,
    Global,
    /// From `malloc` and the like: it can be freed.
    Heap,
}

pub(super) struct Object {
    pub(super) origin: Origin,
    /// Size in bytes.
    pub(super) size: Term,
    pub(super) pos: Pos,
    /// Its type, if it is declared.
    pub(super) ty: Option<TypeId>,
    /// Whether it must not be written.
    pub(super) constant: bool,
    /// The iterations in which it was made, outermost first.
    pub(super) iterations: Vec<Term>,
}

/// What the cells of an object hold that nobody has written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Base {
    /// Something unknown that counts as not set.
    Unset,
    Zero,
    /// Something unknown that counts as set.
    Given,
    /// One of these, which depends on the path.
    Mixed,
}

/// How cells are accessed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Class {
    /// Integers of so many bytes; values are kept as signed ones.
    Int(u8),
    /// Pointers: object and offset.
    Pointer(u8),
    /// Floating numbers: not looked into.
    Float(u8),
}

impl Class {
    pub(super) fn of(target: Target, ty: Scalar) -> Class {
        let size = target.size_of(ty) as u8;
        match ty {
            Scalar::Int(_) => Class::Int(size),
            Scalar::Ptr => Class::Pointer(size),
            Scalar::Float(_) => Class::Float(size),
        }
    }

    pub(super) fn size(self) -> u8 {
        match self {
            Class::Int(size) | Class::Pointer(size) | Class::Float(size) => size,
        }
    }

    /// The values of a part of a cell.
    fn range(self) -> Range {
        match self {
            Class::Int(bytes) => Range::of(IntType { bits: bytes * 8, signed: true }),
            Class::Pointer(_) | Class::Float(_) => Range::default(),
        }
    }

    /// How many numbers a cell is: the value, or object and offset; and last, whether somebody has set it.
    pub(super) fn width(self) -> usize {
        match self {
            Class::Pointer(_) => 3,
            _ => 2,
        }
    }
}

/// What a cell holds: as many numbers as its class has.
pub(super) type Cell = Vec<Term>;

/// An array in [`Arrays`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct ArrayId(u32);

/// One number of cells that nobody has written.
#[derive(Clone)]
pub(super) enum Unwritten {
    /// The same everywhere.
    Constant(Term),
    /// A function of the iterations it was made in, and of the offset.
    Function(Symbol, Vec<Term>),
}

/// Cells that a loop writes, one in each iteration.
pub(super) struct Effect {
    /// The iteration that the others are about.
    pub(super) iteration: Term,
    /// Where it writes: `start + step * iteration`.
    pub(super) start: Term,
    pub(super) step: Int,
    /// Whether it writes.
    pub(super) guard: Term,
    pub(super) value: Cell,
}

pub(super) enum Array {
    Unwritten(Vec<Unwritten>),
    Store {
        before: ArrayId,
        at: Term,
        value: Cell,
    },
    /// Cells that overlap the bytes from one offset to another are unknown. They are set if they lie there wholly, or were set before.
    Forgotten {
        before: ArrayId,
        class: Class,
        from: Term,
        to: Term,
        now: Vec<Unwritten>,
    },
    /// All cells are unknown. They are set if they were before; if not, that is unknown too.
    Changed {
        before: ArrayId,
        now: Vec<Unwritten>,
    },
    /// What iterations `0` to `count - 1` of a loop have written, the last effect last.
    Loop {
        before: ArrayId,
        effects: Rc<Vec<Effect>>,
        count: Term,
    },
    /// Bytes that were written at once.
    Block {
        before: ArrayId,
        block: Rc<Block>,
    },
    Merge {
        condition: Term,
        then: ArrayId,
        otherwise: ArrayId,
    },
}

/// All arrays of an analysis.
#[derive(Default)]
pub(super) struct Arrays {
    arrays: Vec<Array>,
    reads: FxHashMap<(ArrayId, Term), Cell>,
}

impl Arrays {
    pub(super) fn add(&mut self, array: Array) -> ArrayId {
        self.arrays.push(array);
        ArrayId(self.arrays.len() as u32 - 1)
    }

    pub(super) fn get(&self, array: ArrayId) -> &Array {
        &self.arrays[array.0 as usize]
    }

    /// Contents that nobody has written. Unknown ones are a function of the iterations that the object was made in: they are the same whenever
    /// they are looked at first.
    pub(super) fn unwritten(
        &mut self,
        logic: &mut Logic,
        class: Class,
        base: Base,
        iterations: &[Term],
    ) -> ArrayId {
        let mut parts = Vec::with_capacity(class.width());
        for _ in 1..class.width() {
            parts.push(match base {
                Base::Zero => Unwritten::Constant(logic.int(0)),
                _ => {
                    let symbol = logic.plain_function("memory", iterations.len() + 1, class.range());
                    Unwritten::Function(symbol, iterations.to_vec())
                }
            });
        }
        parts.push(Unwritten::Constant(logic.int(i64::from(base != Base::Unset))));
        self.add(Array::Unwritten(parts))
    }

    /// Unknown contents, made where the program is now.
    pub(super) fn fresh(&mut self, logic: &mut Logic, class: Class) -> Vec<Unwritten> {
        let mut parts = Vec::with_capacity(class.width());
        for part in 1..=class.width() {
            let range = if part < class.width() { class.range() } else { Range::default() };
            let function = logic.function("memory", 1, range);
            parts.push(Unwritten::Function(function, logic.iterations.clone()));
        }
        parts
    }

    /// Contents of which nothing is known, made where the program is now.
    pub(super) fn unknown(&mut self, logic: &mut Logic, class: Class) -> ArrayId {
        let parts = self.fresh(logic, class);
        self.add(Array::Unwritten(parts))
    }

    /// Makes cells unknown that overlap bytes which were written as something else.
    pub(super) fn forget(
        &mut self,
        logic: &mut Logic,
        before: ArrayId,
        class: Class,
        from: Term,
        written: u8,
    ) -> ArrayId {
        let to = logic.plus_constant(from, i64::from(written));
        let now = self.fresh(logic, class);
        self.add(Array::Forgotten { before, class, from, to, now })
    }

    /// Makes all cells unknown.
    pub(super) fn change(&mut self, logic: &mut Logic, before: ArrayId, class: Class) -> ArrayId {
        let now = self.fresh(logic, class);
        self.add(Array::Changed { before, now })
    }

    /// The places that were written since there was nothing, if they are few and known; `set` is what cells say that are set.
    pub(super) fn written_places(&self, array: ArrayId, set: Term) -> Option<Vec<Term>> {
        let mut places = Vec::new();
        let mut next = array;
        loop {
            next = match self.get(next) {
                Array::Unwritten(_) => return Some(places),
                // A cell that was copied need not be set.
                Array::Store { at, value, before } if value.last() == Some(&set) => {
                    places.push(*at);
                    *before
                }
                // What overlaps was written as something else, and is among the places of that.
                Array::Forgotten { before, .. } => *before,
                Array::Store { .. }
                | Array::Changed { .. }
                | Array::Loop { .. }
                | Array::Block { .. }
                | Array::Merge { .. } => return None,
            };
        }
    }

    /// What the cell at an offset holds.
    pub(super) fn read(&mut self, logic: &mut Logic, array: ArrayId, at: Term) -> Cell {
        // From the newest write back to the first; conditions and values are put together on the way back.
        let mut chain = Vec::new();
        let mut next = array;
        let oldest = loop {
            if let Some(known) = self.reads.get(&(next, at)) {
                break known.clone();
            }
            match self.get(next) {
                Array::Unwritten(parts) => {
                    let parts = parts.clone();
                    break unwritten_cell(logic, &parts, at);
                }
                Array::Merge { condition, then, otherwise } => {
                    let (condition, then, otherwise) = (*condition, *then, *otherwise);
                    // Nested at most as deeply as branches of the program have come together.
                    let (then, otherwise) = (self.read(logic, then, at), self.read(logic, otherwise, at));
                    break choose(logic, condition, &then, &otherwise);
                }
                Array::Store { before, .. }
                | Array::Forgotten { before, .. }
                | Array::Changed { before, .. }
                | Array::Block { before, .. }
                | Array::Loop { before, .. } => {
                    chain.push(next);
                    next = *before;
                }
            }
        };
        let mut cell = oldest;
        self.reads.insert((next, at), cell.clone());
        for array in chain.into_iter().rev() {
            cell = self.read_through(logic, array, at, cell);
            self.reads.insert((array, at), cell.clone());
        }
        cell
    }

    /// A read of an array, given what the array before it has there.
    fn read_through(&mut self, logic: &mut Logic, array: ArrayId, at: Term, mut before: Cell) -> Cell {
        match self.get(array) {
            Array::Store { at: place, value, .. } => {
                let (place, value) = (*place, value.clone());
                let same = equal(logic, at, place);
                choose(logic, same, &value, &before)
            }
            Array::Forgotten { class, from, to, now, .. } => {
                let (class, from, to, now) = (*class, *from, *to, now.clone());
                let end = logic.plus_constant(at, i64::from(class.size()));
                let overlap = [logic.terms().lt(&[from, end]), logic.terms().lt(&[at, to])];
                let overlap = logic.terms().and(&overlap);
                let covered = [logic.terms().le(&[from, at]), logic.terms().le(&[end, to])];
                let covered = logic.terms().and(&covered);
                let mut unknown = unwritten_cell(logic, &now, at);
                let (is_set, one) = (before.last().copied(), logic.int(1));
                if let (Some(now), Some(is_set)) = (unknown.last_mut(), is_set) {
                    *now = ite(logic, covered, one, is_set);
                }
                choose(logic, overlap, &unknown, &before)
            }
            Array::Changed { now, .. } => {
                let now = now.clone();
                let mut unknown = unwritten_cell(logic, &now, at);
                if let (Some(now), Some(&is_set)) = (unknown.last_mut(), before.last()) {
                    let (zero, one) = (logic.int(0), logic.int(1));
                    let was_unset = equal(logic, is_set, zero);
                    *now = choose(logic, was_unset, &[*now], &[one])[0];
                }
                unknown
            }
            Array::Loop { effects, count, .. } => {
                let (effects, count) = (Rc::clone(effects), *count);
                for effect in effects.iter() {
                    let (written, value) = effect.at(logic, at, count);
                    before = choose(logic, written, &value, &before);
                }
                before
            }
            Array::Block { .. } => self.read_block(logic, array, at, before),
            Array::Unwritten(_) | Array::Merge { .. } => before,
        }
    }

    /// The array with terms in the place of others, in all that it was made by down to another array.
    pub(super) fn substitute(
        &mut self,
        logic: &mut Logic,
        array: ArrayId,
        values: &FxHashMap<Term, Term>,
        done: &mut FxHashMap<ArrayId, ArrayId>,
    ) -> ArrayId {
        if let Some(&known) = done.get(&array) {
            return known;
        }
        let replaced = match self.get(array) {
            Array::Unwritten(parts) => {
                let parts = parts.clone();
                Array::Unwritten(replace_parts(logic, &parts, values))
            }
            Array::Store { before, at, value } => {
                let (before, at, value) = (*before, *at, value.clone());
                let before = self.substitute(logic, before, values, done);
                let value = value.iter().map(|&part| logic.substitute(part, values)).collect();
                Array::Store { before, at: logic.substitute(at, values), value }
            }
            Array::Forgotten { before, class, from, to, now } => {
                let (before, class, from, to, now) = (*before, *class, *from, *to, now.clone());
                let before = self.substitute(logic, before, values, done);
                let now = replace_parts(logic, &now, values);
                let (from, to) = (logic.substitute(from, values), logic.substitute(to, values));
                Array::Forgotten { before, class, from, to, now }
            }
            Array::Changed { before, now } => {
                let (before, now) = (*before, now.clone());
                let before = self.substitute(logic, before, values, done);
                Array::Changed { before, now: replace_parts(logic, &now, values) }
            }
            Array::Loop { before, effects, count } => {
                let (before, effects, count) = (*before, Rc::clone(effects), *count);
                let before = self.substitute(logic, before, values, done);
                let effects = effects.iter().map(|effect| effect.substitute(logic, values)).collect();
                Array::Loop { before, effects: Rc::new(effects), count: logic.substitute(count, values) }
            }
            Array::Block { before, block } => {
                let (before, block) = (*before, Rc::clone(block));
                let before = self.substitute(logic, before, values, done);
                let block = self.substitute_block(logic, &block, values, done);
                Array::Block { before, block: Rc::new(block) }
            }
            Array::Merge { condition, then, otherwise } => {
                let (condition, then, otherwise) = (*condition, *then, *otherwise);
                let (then, otherwise) = (
                    self.substitute(logic, then, values, done),
                    self.substitute(logic, otherwise, values, done),
                );
                Array::Merge { condition: logic.substitute(condition, values), then, otherwise }
            }
        };
        let result = self.add(replaced);
        done.insert(array, result);
        result
    }
}

pub(super) fn replace_parts(
    logic: &mut Logic,
    parts: &[Unwritten],
    values: &FxHashMap<Term, Term>,
) -> Vec<Unwritten> {
    let replace = |part: &Unwritten| match part {
        Unwritten::Constant(term) => Unwritten::Constant(*term),
        Unwritten::Function(function, args) => {
            Unwritten::Function(*function, args.iter().map(|&arg| logic.substitute(arg, values)).collect())
        }
    };
    parts.iter().map(replace).collect()
}

pub(super) fn unwritten_cell(logic: &mut Logic, parts: &[Unwritten], at: Term) -> Cell {
    let value = |part: &Unwritten| match part {
        Unwritten::Constant(term) => *term,
        Unwritten::Function(function, args) => {
            let all: Vec<Term> = args.iter().copied().chain([at]).collect();
            logic.terms().apply(*function, &all)
        }
    };
    parts.iter().map(value).collect()
}

impl Effect {
    /// Whether the cell at an offset is written by the iterations before `count`, and what with.
    fn at(&self, logic: &mut Logic, at: Term, count: Term) -> (Term, Cell) {
        let distance = logic.plus(at, self.start, -1);
        let iteration = logic.quotient(distance, &self.step);
        let values = FxHashMap::from_iter([(self.iteration, iteration)]);
        let zero = logic.int(0);
        let mut parts = vec![logic.terms().le(&[zero, iteration]), logic.terms().lt(&[iteration, count])];
        let step = logic.int(self.step.clone());
        let back = logic.terms().mul(step, iteration);
        let reached = equal(logic, back, distance);
        parts.push(reached);
        parts.push(logic.substitute(self.guard, &values));
        let written = logic.terms().and(&parts);
        let value = self.value.iter().map(|&part| logic.substitute(part, &values)).collect();
        (written, value)
    }

    fn substitute(&self, logic: &mut Logic, values: &FxHashMap<Term, Term>) -> Effect {
        self.renamed(logic, self.iteration, values)
    }

    /// The effect with another name for the iteration, and with terms in the place of others.
    pub(super) fn renamed(
        &self,
        logic: &mut Logic,
        iteration: Term,
        values: &FxHashMap<Term, Term>,
    ) -> Effect {
        Effect {
            iteration,
            start: logic.substitute(self.start, values),
            step: self.step.clone(),
            guard: logic.substitute(self.guard, values),
            value: self.value.iter().map(|&part| logic.substitute(part, values)).collect(),
        }
    }
}

/// `left = right`, decided at once where the difference is a constant.
pub(super) fn equal(logic: &mut Logic, left: Term, right: Term) -> Term {
    let difference = logic.plus(left, right, -1);
    let decided = logic.terms().as_constant(difference).map(Int::is_zero);
    match decided {
        Some(truth) => logic.terms().bool(truth),
        None => {
            let zero = logic.int(0);
            logic.terms().eq(difference, zero)
        }
    }
}

/// `if condition then … else …`, part by part.
pub(super) fn choose(logic: &mut Logic, condition: Term, then: &[Term], otherwise: &[Term]) -> Cell {
    use cfp_solver::Op;
    match logic.terms().op(condition) {
        Op::True => return then.to_vec(),
        Op::False => return otherwise.to_vec(),
        _ => {}
    }
    let pairs = then.iter().zip(otherwise);
    pairs.map(|(&then, &otherwise)| ite(logic, condition, then, otherwise)).collect()
}

/// `(ite condition then otherwise)`, or one of the two if they are the same.
pub(super) fn ite(logic: &mut Logic, condition: Term, then: Term, otherwise: Term) -> Term {
    if then == otherwise { then } else { logic.terms().ite(condition, then, otherwise) }
}
