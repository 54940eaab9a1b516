//! Blocks of bytes: objects that are copied whole, `memcpy`, `memset`, and the initialisers that fill with zeros.
//!
//! Memory is kept by class, so a block is written once for each class in which one of the objects was looked at or will be looked at for certain.
//! Cells that lie in the block wholly get what the block has for them; those that it cuts are unknown. Records of a few members are copied
//! member by member: this is the same, and loops that do it can be summarised.

use super::exec::{Executor, Suspicion};
use super::logic::{Logic, linear};
use super::memory::{
    Array, ArrayId, Arrays, Base, Cell, Class, ObjectId, Unwritten, choose, equal, replace_parts,
    unwritten_cell,
};
use super::state::{State, Value};
use crate::interp::ViolationKind;
use crate::ir::*;
use cfp_solver::{Int, Op, Term};
use fxhash::FxHashMap;
use std::collections::BTreeSet;

/// Members of a record that are copied one by one at most.
const MAX_MEMBERS: usize = 24;

/// A range of bytes that was written at once, as a class sees it.
pub(super) struct Block {
    pub(super) class: Class,
    from: Term,
    to: Term,
    content: Content,
    /// What cells hold that are not known.
    now: Vec<Unwritten>,
}

/// What a block holds.
enum Content {
    /// What an array has so many bytes further.
    Copied { source: ArrayId, shift: Term },
    /// The same in each cell.
    Filled(Cell),
    /// Nobody knows what; it is set.
    Set,
    /// Nobody knows what, nor whether it is set.
    Unknown,
}

impl Arrays {
    /// What a cell holds after a block was written, given what it held before.
    pub(super) fn read_block(&mut self, logic: &mut Logic, array: ArrayId, at: Term, before: Cell) -> Cell {
        let Array::Block { block, .. } = self.get(array) else { return before };
        let block = std::rc::Rc::clone(block);
        let end = logic.plus_constant(at, i64::from(block.class.size()));
        let overlap = [less(logic, block.from, end), less(logic, at, block.to)];
        let overlap = all_of(logic, &overlap);
        let covered = [no_more(logic, block.from, at), no_more(logic, end, block.to)];
        let covered = all_of(logic, &covered);
        if logic.terms().op(overlap) == Op::False {
            return before;
        }
        // A cell that is cut: set if all of it was before and the new part is.
        let mut cut = unwritten_cell(logic, &block.now, at);
        if let (Some(now), Some(&was_set)) = (cut.last_mut(), before.last())
            && matches!(block.content, Content::Filled(_) | Content::Set)
        {
            *now = was_set;
        }
        let inside = match &block.content {
            Content::Filled(cell) => cell.clone(),
            Content::Copied { source, shift } => {
                let place = logic.plus(at, *shift, 1);
                self.read(logic, *source, place)
            }
            Content::Set => {
                let mut cell = unwritten_cell(logic, &block.now, at);
                if let Some(is_set) = cell.last_mut() {
                    *is_set = logic.int(1);
                }
                cell
            }
            Content::Unknown => unwritten_cell(logic, &block.now, at),
        };
        let written = choose(logic, covered, &inside, &cut);
        choose(logic, overlap, &written, &before)
    }

    /// A block with terms in the place of others.
    pub(super) fn substitute_block(
        &mut self,
        logic: &mut Logic,
        block: &Block,
        values: &FxHashMap<Term, Term>,
        done: &mut FxHashMap<ArrayId, ArrayId>,
    ) -> Block {
        let content = match &block.content {
            Content::Copied { source, shift } => Content::Copied {
                source: self.substitute(logic, *source, values, done),
                shift: logic.substitute(*shift, values),
            },
            Content::Filled(cell) => {
                Content::Filled(cell.iter().map(|&part| logic.substitute(part, values)).collect())
            }
            Content::Set => Content::Set,
            Content::Unknown => Content::Unknown,
        };
        Block {
            class: block.class,
            from: logic.substitute(block.from, values),
            to: logic.substitute(block.to, values),
            content,
            now: replace_parts(logic, &block.now, values),
        }
    }
}

/// `left < right`, decided at once where the difference is a constant.
fn less(logic: &mut Logic, left: Term, right: Term) -> Term {
    let difference = logic.plus(right, left, -1);
    let zero = logic.int(0);
    let decided = logic.terms().as_constant(difference).map(|value| *value > Int::ZERO);
    match decided {
        Some(truth) => logic.terms().bool(truth),
        None => logic.terms().lt(&[zero, difference]),
    }
}

/// `left <= right`, in the same way.
fn no_more(logic: &mut Logic, left: Term, right: Term) -> Term {
    let after = logic.plus_constant(right, 1);
    less(logic, left, after)
}

/// A formula that holds where another does not.
pub(super) fn negation(logic: &mut Logic, formula: Term) -> Term {
    match logic.terms().op(formula) {
        Op::True => logic.terms().bool(false),
        Op::False => logic.terms().bool(true),
        _ => logic.terms().not(formula),
    }
}

/// All of these, without those that are known to hold.
pub(super) fn all_of(logic: &mut Logic, parts: &[Term]) -> Term {
    combined(logic, parts, Op::False)
}

/// One of these, without those that are known not to hold.
pub(super) fn any_of(logic: &mut Logic, parts: &[Term]) -> Term {
    combined(logic, parts, Op::True)
}

/// A conjunction, or a disjunction, by the truth value that decides it.
fn combined(logic: &mut Logic, parts: &[Term], decides: Op) -> Term {
    let mut open = Vec::with_capacity(parts.len());
    for &part in parts {
        match logic.terms().op(part) {
            op if op == decides => return part,
            Op::True | Op::False => {}
            _ => open.push(part),
        }
    }
    match (&open[..], decides) {
        ([single], _) => *single,
        (_, Op::False) => logic.terms().and(&open),
        _ => logic.terms().or(&open),
    }
}

impl Executor<'_> {
    /// A block was written to an object, as one class.
    fn write_block(
        &mut self,
        state: &mut State,
        target: ObjectId,
        class: Class,
        (from, to): (Term, Term),
        content: Content,
    ) {
        let before = self.contents(state, target, class);
        let now = self.arrays.fresh(&mut self.logic, class);
        let block = std::rc::Rc::new(Block { class, from, to, content, now });
        let after = self.arrays.add(Array::Block { before, block });
        state.memory.insert((target, class), after);
    }

    /// Does something to each object that a pointer may point to, as far as it points there.
    fn on_targets(
        &mut self,
        state: &mut State,
        object: Term,
        targets: &[ObjectId],
        mut change: impl FnMut(&mut Self, &mut State, ObjectId),
    ) {
        for &target in targets {
            if targets.len() == 1 {
                change(self, state, target);
                return;
            }
            let (base, before) = (state.bases.get(&target).copied(), state.clone());
            change(self, state, target);
            let number = self.logic.int(target.0);
            let condition = equal(&mut self.logic, object, number);
            let mut before = before;
            self.align_classes(state, &mut before);
            if state.bases.get(&target).copied() != base {
                state.bases.insert(target, Base::Mixed);
            }
            for (key, array) in &mut state.memory {
                if key.0 == target
                    && let Some(&old) = before.memory.get(key)
                    && old != *array
                {
                    *array = self.arrays.add(Array::Merge { condition, then: *array, otherwise: old });
                }
            }
        }
    }

    /// Fills bytes with the lowest byte of a number, or with something unknown; whoever calls says as which classes they will be looked at.
    pub(super) fn fill(
        &mut self,
        state: &mut State,
        pointer: (Term, Term),
        size: Term,
        byte: Option<Term>,
        hints: &BTreeSet<Class>,
        pos: Pos,
    ) {
        let targets = self.check_bytes(state, pointer, size, pos, true);
        let constant =
            byte.and_then(|byte| self.logic.terms().as_constant(byte)?.to_i64()).map(|byte| byte as u8);
        let (object, from) = pointer;
        let to = self.logic.plus(from, size, 1);
        self.on_targets(state, object, &targets, |this, state, target| {
            if constant == Some(0) && this.is_whole(state, target, from, size) {
                state.memory.retain(|(object, _), _| *object != target);
                state.bases.insert(target, Base::Zero);
                return;
            }
            let mut classes: BTreeSet<Class> =
                this.classes(state, target).into_iter().map(|(class, _)| class).collect();
            let base = state.bases.get(&target).copied();
            if classes.is_empty() && base == Some(Base::Zero) && constant == Some(0) {
                return;
            }
            if classes.is_empty() {
                classes.extend(hints);
                classes.extend(this.declared_classes(target));
            }
            if classes.is_empty() && base != Some(Base::Unset) {
                // What was known of it without looking is not true any more. (Unset cells were never looked at, and may hold anything.)
                state.bases.insert(target, Base::Mixed);
            }
            for class in classes {
                let content = match byte.and_then(|byte| this.repeated_byte(class, byte, constant)) {
                    Some(cell) => Content::Filled(cell),
                    None => Content::Set,
                };
                this.write_block(state, target, class, (from, to), content);
            }
        });
    }

    /// A cell all of whose bytes are the same one.
    fn repeated_byte(&mut self, class: Class, byte: Term, constant: Option<u8>) -> Option<Cell> {
        let one = self.logic.int(1);
        match (class, constant) {
            (Class::Pointer(_), Some(0)) => {
                let zero = self.logic.int(0);
                Some(vec![zero, zero, one])
            }
            (Class::Float(_), Some(0)) => Some(vec![self.logic.int(0), one]),
            (Class::Int(size), Some(byte)) => {
                let all = (0..size).fold(0u64, |all, _| (all << 8) | u64::from(byte));
                let ty = IntType { bits: size * 8, signed: true };
                Some(vec![self.logic.int(Int::from(ty.wrap(i128::from(all)))), one])
            }
            (Class::Int(1), None) => {
                let size = self.logic.int(256);
                let low = self.logic.terms().modulo(byte, size);
                Some(vec![self.as_signed(low, 8), one])
            }
            _ => None,
        }
    }

    /// Whether bytes are all of an object.
    fn is_whole(&mut self, state: &State, object: ObjectId, offset: Term, size: Term) -> bool {
        if !self.logic.terms().as_constant(offset).is_some_and(Int::is_zero) {
            return false;
        }
        let full = self.object(object).size;
        let same = equal(&mut self.logic, full, size);
        match self.logic.terms().op(same) {
            Op::True => true,
            Op::False => false,
            _ => self.logic.follows(&state.path, same),
        }
    }

    /// Copies an object of a known type.
    pub(super) fn copy_object(
        &mut self,
        state: &mut State,
        to: (Term, Term),
        from: (Term, Term),
        ty: TypeId,
        size: u64,
        pos: Pos,
    ) {
        let size = self.logic.int(size);
        match self.members(ty) {
            Some(members) if members.len() <= MAX_MEMBERS => {
                let sources = self.check_bytes(state, from, size, pos, false);
                let targets = self.check_bytes(state, to, size, pos, true);
                self.copy_members(state, (to, &targets), (from, &sources), &members, size);
            }
            _ => {
                let hints = self.leaf_classes(ty);
                self.copy_bytes(state, to, from, size, &hints, pos);
            }
        }
    }

    fn copy_members(
        &mut self,
        state: &mut State,
        (to, targets): ((Term, Term), &[ObjectId]),
        (from, sources): ((Term, Term), &[ObjectId]),
        members: &[(u64, Scalar)],
        size: Term,
    ) {
        // All is read before anything is written.
        let mut cells = Vec::with_capacity(members.len());
        let mut is_set = true;
        let one = self.logic.int(1);
        for &(offset, ty) in members {
            let class = Class::of(self.program.target, ty);
            let place = self.logic.plus_constant(from.1, offset as i64);
            let mut found: Option<Cell> = None;
            for &source in sources {
                let array = self.contents(state, source, class);
                let here = self.arrays.read(&mut self.logic, array, place);
                let number = self.logic.int(source.0);
                let is_here = equal(&mut self.logic, from.0, number);
                found = Some(match found {
                    None => here,
                    Some(others) => choose(&mut self.logic, is_here, &here, &others),
                });
            }
            let Some(mut cell) = found else { continue };
            let aligned = self.is_multiple(state, place, class) && {
                let target = self.logic.plus_constant(to.1, offset as i64);
                self.is_multiple(state, target, class)
            };
            if let Some(flag) = cell.last_mut()
                && *flag != one
            {
                let truth = self.truth(*flag);
                match self.logic.follows(&state.path, truth) {
                    true => *flag = one,
                    false => is_set = false,
                }
            }
            cells.push((offset, class, aligned.then_some(cell)));
        }
        let covered: u64 = cells.iter().map(|(_, class, _)| u64::from(class.size())).sum();
        let has_gaps = self.logic.terms().as_constant(size).is_none_or(|size| *size != Int::from(covered));
        let sources_are_set =
            sources.iter().all(|source| matches!(state.bases.get(source), Some(Base::Zero | Base::Given)));
        let end = self.logic.plus(to.1, size, 1);
        self.on_targets(state, to.0, targets, |this, state, target| {
            for (_, class, _) in &cells {
                this.contents(state, target, *class);
            }
            let own: BTreeSet<Class> = cells.iter().map(|(_, class, _)| *class).collect();
            // Views of other classes: nothing is known in the block any more.
            for (class, _) in this.classes(state, target) {
                if !own.contains(&class) {
                    this.write_block(state, target, class, (to.1, end), Content::Unknown);
                }
            }
            for (offset, class, cell) in &cells {
                let at = this.logic.plus_constant(to.1, *offset as i64);
                let after = this.logic.plus_constant(at, i64::from(class.size()));
                let is_set = cell.as_ref().and_then(|cell| cell.last()) == Some(&one);
                for &other in own.iter().filter(|other| *other != class) {
                    if is_set {
                        let array = this.contents(state, target, other);
                        let forgotten = this.arrays.forget(&mut this.logic, array, other, at, class.size());
                        state.memory.insert((target, other), forgotten);
                    } else {
                        this.write_block(state, target, other, (at, after), Content::Unknown);
                    }
                }
                match cell {
                    Some(cell) => {
                        let before = this.contents(state, target, *class);
                        let stored = this.arrays.add(Array::Store { before, at, value: cell.clone() });
                        state.memory.insert((target, *class), stored);
                    }
                    None => this.write_block(state, target, *class, (at, after), Content::Unknown),
                }
            }
            let base = state.bases.get(&target).copied();
            let is_unsure = !is_set || (has_gaps && !sources_are_set);
            if is_unsure && base != Some(Base::Unset) || has_gaps && base == Some(Base::Zero) {
                state.bases.insert(target, Base::Mixed);
            }
        });
    }

    /// Whether an offset is a multiple of the size of a class, where its cells are.
    fn is_multiple(&mut self, state: &State, offset: Term, class: Class) -> bool {
        if class.size() == 1 {
            return true;
        }
        let size = Int::from(i64::from(class.size()));
        let (products, constant) = linear(self.logic.terms(), offset);
        if products.values().chain([&constant]).all(|factor| size.divides(factor)) {
            return true;
        }
        if products.is_empty() {
            return false;
        }
        let (size, zero) = (self.logic.int(size), self.logic.int(0));
        let rest = self.logic.terms().modulo(offset, size);
        let claim = self.logic.terms().eq(rest, zero);
        self.logic.follows(&state.path, claim)
    }

    /// Copies bytes; the places may overlap.
    pub(super) fn copy_bytes(
        &mut self,
        state: &mut State,
        to: (Term, Term),
        from: (Term, Term),
        size: Term,
        hints: &BTreeSet<Class>,
        pos: Pos,
    ) {
        let sources = self.check_bytes(state, from, size, pos, false);
        let targets = self.check_bytes(state, to, size, pos, true);
        self.copy_checked(state, (to, &targets), (from, &sources), size, hints);
    }

    /// The same for bytes that are known to be there.
    pub(super) fn copy_checked(
        &mut self,
        state: &mut State,
        (to, targets): ((Term, Term), &[ObjectId]),
        (from, sources): ((Term, Term), &[ObjectId]),
        size: Term,
        hints: &BTreeSet<Class>,
    ) {
        let mut classes: BTreeSet<Class> = hints.clone();
        for &object in sources.iter().chain(targets) {
            classes.extend(self.classes(state, object).into_iter().map(|(class, _)| class));
        }
        if classes.is_empty() {
            for &object in sources.iter().chain(targets) {
                classes.extend(self.declared_classes(object));
            }
        }
        let bases: Vec<Option<Base>> =
            sources.iter().map(|source| state.bases.get(source).copied()).collect();
        let shift = self.logic.plus(from.1, to.1, -1);
        // The source as it is before anything is written.
        let mut contents = Vec::with_capacity(classes.len());
        for &class in &classes {
            let mut merged: Option<ArrayId> = None;
            for &source in sources {
                let array = self.contents(state, source, class);
                let number = self.logic.int(source.0);
                let condition = equal(&mut self.logic, from.0, number);
                merged = Some(match merged {
                    None => array,
                    Some(otherwise) => self.arrays.add(Array::Merge { condition, then: array, otherwise }),
                });
            }
            let source = merged.filter(|_| self.is_multiple(state, shift, class));
            contents.push((class, source));
        }
        let end = self.logic.plus(to.1, size, 1);
        self.on_targets(state, to.0, targets, |this, state, target| {
            for &(class, source) in &contents {
                let content = match source {
                    Some(source) => Content::Copied { source, shift },
                    None => Content::Unknown,
                };
                this.write_block(state, target, class, (to.1, end), content);
            }
            // What classes see that nobody has looked at yet.
            let base = state.bases.get(&target).copied();
            let is_set = bases.iter().all(|base| matches!(base, Some(Base::Zero | Base::Given)));
            let is_zero = base == Some(Base::Zero) && bases.iter().all(|base| *base == Some(Base::Zero));
            let is_seen = !contents.is_empty();
            if base != Some(Base::Unset) && !(is_set && is_seen || is_zero && !is_seen) {
                state.bases.insert(target, Base::Mixed);
            }
        });
    }

    /// The scalars of a type with their offsets, if they lie one after the other and are not too many.
    fn members(&self, ty: TypeId) -> Option<Vec<(u64, Scalar)>> {
        let mut found = Vec::new();
        let mut pending = vec![(0, ty)];
        while let Some((offset, ty)) = pending.pop() {
            if found.len() + pending.len() > MAX_MEMBERS {
                return None;
            }
            match self.program.types.get(ty) {
                Type::Scalar(scalar) => found.push((offset, *scalar)),
                Type::Pointer(_) => found.push((offset, Scalar::Ptr)),
                Type::Array(element, Some(count)) => {
                    let size = self.program.types.size(*element, self.program.target)?;
                    if *count > MAX_MEMBERS as u64 {
                        return None;
                    }
                    pending.extend((0..*count).map(|index| (offset + index * size, *element)));
                }
                Type::Record(record) => {
                    let record = self.program.types.record(*record);
                    if record.is_union {
                        return None;
                    }
                    for field in &record.fields {
                        if field.bit_width.is_some() {
                            return None;
                        }
                        pending.push((offset + field.bit_offset / 8, field.ty));
                    }
                }
                _ => return None,
            }
        }
        found.sort_unstable();
        Some(found)
    }

    /// The classes of all scalars in a type.
    pub(super) fn leaf_classes(&self, ty: TypeId) -> BTreeSet<Class> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut pending = vec![ty];
        while let Some(ty) = pending.pop() {
            if !seen.insert(ty) {
                continue;
            }
            match self.program.types.get(ty) {
                Type::Scalar(scalar) => _ = found.insert(Class::of(self.program.target, *scalar)),
                Type::Pointer(_) => _ = found.insert(Class::of(self.program.target, Scalar::Ptr)),
                Type::Array(element, _) => pending.push(*element),
                Type::Record(record) => {
                    let fields = &self.program.types.record(*record).fields;
                    pending.extend(
                        fields.iter().filter(|field| field.bit_width.is_none()).map(|field| field.ty),
                    );
                }
                _ => {}
            }
        }
        found
    }

    /// The classes in which an object will be looked at if its declaration is right.
    fn declared_classes(&self, object: ObjectId) -> BTreeSet<Class> {
        self.object(object).ty.map(|ty| self.leaf_classes(ty)).unwrap_or_default()
    }

    /// The classes of what an operand points to, if the program says so.
    pub(super) fn pointed_classes(&self, state: &State, operand: &Operand) -> BTreeSet<Class> {
        let Operand::Var(var) = operand else { return BTreeSet::new() };
        let Some(frame) = state.frames.last() else { return BTreeSet::new() };
        let function = &self.program.functions[frame.function.index()];
        match self.program.types.get(function.vars[var.index()].ctype) {
            Type::Pointer(to) => self.leaf_classes(*to),
            _ => BTreeSet::new(),
        }
    }

    /// Two blocks of memory do not overlap, unless they are the same.
    pub(super) fn require_apart(
        &mut self,
        state: &mut State,
        to: (Term, Term),
        from: (Term, Term),
        size: Term,
        pos: Pos,
    ) {
        let (to_end, from_end) = (self.logic.plus(to.1, size, 1), self.logic.plus(from.1, size, 1));
        let same = equal(&mut self.logic, to.0, from.0);
        let parts = [
            negation(&mut self.logic, same),
            no_more(&mut self.logic, from_end, to.1),
            no_more(&mut self.logic, to_end, from.1),
            equal(&mut self.logic, to.1, from.1),
        ];
        let claim = any_of(&mut self.logic, &parts);
        let text = "memory is copied onto a part of itself";
        self.require(state, claim, Suspicion { kind: ViolationKind::Misuse, pos, text });
    }

    /// A value for a scalar that is not followed.
    pub(super) fn pointer_of(&mut self, value: Option<&Value>) -> (Term, Term) {
        match value {
            Some(&Value::Pointer(object, offset)) => (object, offset),
            _ => (self.logic.unknown("object"), self.logic.unknown("offset")),
        }
    }
}
