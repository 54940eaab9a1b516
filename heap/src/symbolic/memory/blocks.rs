//! Blocks of bytes: copies of whole objects, `memcpy`, `memset`, and zero initialization.
//!
//! Memory is kept by class, so a block is written once per class in which one of the objects has been
//! accessed or is declared to be. Cells that lie entirely in the block get its contents; cells that it cuts
//! are havocked. Small records are copied member by member: the result is the same, and loops over such
//! copies can be summarised.

use crate::ir::*;
use crate::symbolic::facts::choice::{choose, equal};
use crate::symbolic::facts::linear::linear;
use crate::symbolic::memory::heap::Heap;
use crate::symbolic::memory::targets::Target;
use crate::symbolic::store::arrays::{Array, ArrayId};
use crate::symbolic::store::block::{Block, Content, Layout, Source};
use crate::symbolic::store::place::{Base, Cell, Class, ObjectId};
use crate::symbolic::store::state::State;
use crate::symbolic::store::value::{Pointer, Value};
use cfp_solver::{Int, Op, Term};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Limit on members of a record that is copied member by member.
const MAX_MEMBERS: usize = 24;

/// A member of a record copy.
struct CopiedCell {
    /// Its destination offset.
    offset: Term,
    class: Class,
    /// Its contents, if known.
    cell: Option<Cell>,
    is_set: bool,
}

/// A record copy.
struct CopiedRecord {
    /// The destination, from this offset to that.
    to: Term,
    end: Term,
    cells: Vec<CopiedCell>,
    /// The classes of the members.
    own: BTreeSet<Class>,
    /// The padding between members.
    gaps: Vec<(u64, u64)>,
    has_gaps: bool,
    gaps_are_set: bool,
}

impl Heap<'_> {
    /// How offsets translate to places in an object; nothing if a row size is not constant.
    pub(crate) fn shape(&mut self, target: &Target) -> Option<Layout> {
        // From now on the rows of the object are fixed.
        self.objects[target.object.0 as usize - 1].is_touched = true;
        let rows = self.object(target.object).rows.clone();
        let terms = self.logic.terms();
        let strides: Option<Vec<Int>> =
            rows.iter().map(|row| terms.as_constant(row.stride).cloned()).collect();
        Some(Layout { member: target.member, strides: strides? })
    }

    /// Writes a block to an object, for one class.
    fn write_block(
        &mut self,
        state: &mut State,
        target: &Target,
        class: Class,
        (from, to): (Term, Term),
        content: Content,
    ) {
        let before = self.contents(state, target.object, class);
        let parts = self.parts_of_place(target.object, class);
        let after = match self.shape(target) {
            Some(shape) => {
                let now = self.arrays.fresh(&mut self.prover.logic, class, parts);
                let block = Arc::new(Block { class, shape, from, to, content, now });
                self.arrays.add(Array::Block { before, block })
            }
            None => self.arrays.unknown(&mut self.prover.logic, class, parts),
        };
        state.memory.insert((target.object, class), after);
    }

    /// Performs an action on each possible target of a pointer, guarded by the pointer being there.
    fn on_targets(
        &mut self,
        state: &mut State,
        targets: &[Target],
        mut change: impl FnMut(&mut Self, &mut State, &Target),
    ) {
        for target in targets {
            if targets.len() == 1 {
                change(self, state, target);
                return;
            }
            let object = target.object;
            let (base, mut before) = (state.bases.get(&object).copied(), state.clone());
            change(self, state, target);
            self.align_classes(state, &mut before);
            if state.bases.get(&object).copied() != base {
                state.bases.insert(object, Base::Mixed);
            }
            for (key, array) in &mut state.memory {
                if key.0 == object
                    && let Some(&old) = before.memory.get(key)
                {
                    *array = self.arrays.choose(&mut self.prover.logic, target.here, *array, old);
                }
            }
        }
    }

    /// Notes a write of possibly uninitialized contents: classes not yet accessed become unknown.
    fn note_unset(&mut self, state: &mut State, object: ObjectId) {
        state.bases.insert(object, Base::Mixed);
        if self.checks.uninitialized {
            state.unset_writes += 1;
        }
    }

    /// Fills bytes with the lowest byte of a number, or with unknown contents; the caller names the classes
    /// in which they will be accessed.
    pub(crate) fn fill(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        size: Term,
        byte: Option<Term>,
        hints: &BTreeSet<Class>,
        pos: Pos,
    ) {
        let targets = self.check_bytes(state, pointer, size, pos, true);
        let constant =
            byte.and_then(|byte| self.logic.terms().as_constant(byte)?.to_i64()).map(|byte| byte as u8);
        let from = pointer.offset;
        let to = self.logic.plus(from, size, 1);
        self.on_targets(state, &targets, |this, state, target| {
            let object = target.object;
            if constant == Some(0) && target.member.is_none() && this.is_whole(state, target, from, size) {
                state.memory.retain(|(other, _), _| *other != object);
                state.bases.insert(object, Base::Zero);
                return;
            }
            let mut classes: BTreeSet<Class> =
                this.classes(state, object).into_iter().map(|(class, _)| class).collect();
            let base = state.bases.get(&object).copied();
            // Padding may have any value, so zero is a valid choice.
            let is_zero = matches!(base, Some(Base::Zero | Base::Members));
            if classes.is_empty() && is_zero && constant == Some(0) {
                return;
            }
            if classes.is_empty() {
                classes.extend(hints);
                classes.extend(this.declared_classes(object));
            }
            if classes.is_empty() && base != Some(Base::Unset) {
                // The initial contents no longer apply to classes not yet accessed. Uninitialized cells may
                // hold anything, so they need no update.
                let is_set = base.is_some_and(Base::is_set);
                state.bases.insert(object, if is_set { Base::Set } else { Base::Mixed });
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

    /// A cell all of whose bytes are equal.
    fn repeated_byte(&mut self, class: Class, byte: Term, constant: Option<u8>) -> Option<Cell> {
        let one = self.logic.int(1);
        match (class, constant) {
            (Class::Pointer(_), Some(0)) => {
                let zero = self.logic.int(0);
                Some(vec![zero, zero, one])
            }
            (Class::Float(_), Some(0)) => Some(vec![self.logic.int(0), one]),
            (Class::Int(_), Some(0)) => Some(vec![self.logic.int(0), one]),
            // Mathematical integers are not kept as signed words: the read determines their value.
            (Class::Int(_), _) if self.logic.is_math => None,
            (Class::Int(size), Some(byte)) => {
                let all = (0..size).fold(0u64, |all, _| (all << 8) | u64::from(byte));
                let ty = IntType { bits: size * 8, signed: true };
                Some(vec![self.logic.int(Int::from(ty.wrap(i128::from(all)))), one])
            }
            (Class::Int(1), None) => {
                let size = self.logic.int(256);
                let low = self.logic.terms().modulo(byte, size);
                Some(vec![self.logic.as_signed(low, 8), one])
            }
            _ => None,
        }
    }

    /// Whether a range of bytes is a whole object.
    fn is_whole(&mut self, state: &State, target: &Target, offset: Term, size: Term) -> bool {
        if !self.logic.terms().as_constant(offset).is_some_and(Int::is_zero) {
            return false;
        }
        let full = self.size_of(state, target);
        let same = equal(&mut self.logic, full, size);
        match self.logic.terms().op(same) {
            Op::True => true,
            Op::False => false,
            _ => self.logic.follows(&state.path, same),
        }
    }

    /// Copies an object of a known type.
    pub(crate) fn copy_object(
        &mut self,
        state: &mut State,
        to: Pointer,
        from: Pointer,
        ty: TypeId,
        size: u64,
        pos: Pos,
    ) {
        let bytes = self.logic.int(size);
        match self.members(ty) {
            Some(members) => {
                let sources = self.check_bytes(state, from, bytes, pos, false);
                let targets = self.check_bytes(state, to, bytes, pos, true);
                self.copy_members(state, (to.offset, &targets), (from.offset, &sources), &members, size);
            }
            None => {
                let hints = self.leaf_classes(ty);
                self.copy_bytes(state, to, from, bytes, &hints, pos);
            }
        }
    }

    /// Copies a record member by member.
    fn copy_members(
        &mut self,
        state: &mut State,
        (to, targets): (Term, &[Target]),
        (from, sources): (Term, &[Target]),
        members: &[(u64, Scalar)],
        size: u64,
    ) {
        // Read everything before writing, because the records may alias.
        let cells: Vec<CopiedCell> =
            members.iter().map(|member| self.read_member(state, (to, from), sources, *member)).collect();
        let covered: u64 = cells.iter().map(|cell| u64::from(cell.class.size())).sum();
        let gaps = self.gaps_between(members, size);
        let is_given = |source: &Target| state.bases.get(&source.object).is_some_and(|base| base.is_set());
        let copied = CopiedRecord {
            to,
            end: self.logic.plus_constant(to, size as i64),
            own: cells.iter().map(|cell| cell.class).collect(),
            has_gaps: covered != size,
            gaps_are_set: covered == size || sources.iter().all(is_given),
            cells,
            gaps,
        };
        self.on_targets(state, targets, |this, state, target| this.write_members(state, target, &copied));
    }

    /// Reads a member of a record from its possible sources.
    fn read_member(
        &mut self,
        state: &mut State,
        (to, from): (Term, Term),
        sources: &[Target],
        (offset, ty): (u64, Scalar),
    ) -> CopiedCell {
        let class = Class::of(self.program.target, ty);
        let source_offset = self.logic.plus_constant(from, offset as i64);
        let offset = self.logic.plus_constant(to, offset as i64);
        let mut found: Option<Cell> = None;
        for source in sources {
            let place = self.place(state, source, source_offset);
            let array = self.contents(state, source.object, class);
            let here = self.read_cell(state, (source.object, class), array, &place);
            found = Some(match found {
                None => here,
                Some(others) => choose(&mut self.logic, source.here, &here, &others),
            });
        }
        let aligned = self.is_multiple(state, source_offset, class) && self.is_multiple(state, offset, class);
        let mut cell = found.filter(|_| aligned);
        let one = self.logic.int(1);
        let mut is_set = false;
        if let Some(flag) = cell.as_mut().and_then(|cell| cell.last_mut()) {
            let truth = self.truth(*flag);
            is_set = *flag == one || self.logic.follows(&state.path, truth);
            if is_set {
                *flag = one;
            }
        }
        CopiedCell { offset, class, cell, is_set }
    }

    /// Writes a copied record to a target.
    fn write_members(&mut self, state: &mut State, target: &Target, copied: &CopiedRecord) {
        for &class in &copied.own {
            self.contents(state, target.object, class);
        }
        // Havoc the block in all other classes.
        for (class, _) in self.classes(state, target.object) {
            if !copied.own.contains(&class) {
                self.write_block(state, target, class, (copied.to, copied.end), Content::Unknown);
            }
        }
        // Padding is copied, too, and may have been written in one of these classes.
        for &(first, end) in &copied.gaps {
            let first = self.logic.plus_constant(copied.to, first as i64);
            let end = self.logic.plus_constant(copied.to, end as i64);
            for &class in &copied.own {
                self.write_block(state, target, class, (first, end), Content::Unknown);
            }
        }
        for cell in &copied.cells {
            self.write_member(state, target, cell, &copied.own);
        }
        if !copied.cells.iter().all(|cell| cell.is_set) {
            self.note_unset(state, target.object);
        }
        // Classes not yet accessed may see other padding now. Uninitialized cells may hold anything.
        let base = state.bases.get(&target.object).copied();
        if copied.has_gaps && base.is_some_and(Base::is_set) {
            state.bases.insert(target.object, if copied.gaps_are_set { Base::Set } else { Base::Mixed });
        }
    }

    /// Writes one member in its own class, and its bytes in the other classes of the record.
    fn write_member(
        &mut self,
        state: &mut State,
        target: &Target,
        copied: &CopiedCell,
        own: &BTreeSet<Class>,
    ) {
        let CopiedCell { offset, class, cell, .. } = copied;
        let after = self.logic.plus_constant(*offset, i64::from(class.size()));
        let place = self.place(state, target, *offset);
        let one = self.logic.int(1);
        let is_set = cell.as_ref().and_then(|cell| cell.last()) == Some(&one);
        for &other in own.iter().filter(|other| *other != class) {
            if is_set {
                let array = self.contents(state, target.object, other);
                let written = cell.as_ref().map(|cell| (*class, cell.clone()));
                let bytes = (class.size(), written);
                let overwritten_array =
                    self.arrays.overwrite(&mut self.prover.logic, array, other, &place, bytes);
                state.memory.insert((target.object, other), overwritten_array);
            } else {
                self.write_block(state, target, other, (*offset, after), Content::Unknown);
            }
        }
        match cell {
            Some(cell) => {
                let before = self.contents(state, target.object, *class);
                let stored = self.arrays.add(Array::Store { before, at: place, value: cell.clone() });
                state.memory.insert((target.object, *class), stored);
            }
            None => self.write_block(state, target, *class, (*offset, after), Content::Unknown),
        }
    }

    /// Notes that an object was initialized, which leaves its padding unknown.
    pub(crate) fn note_padding(&mut self, state: &mut State, object: ObjectId) {
        let is_zero = state.bases.get(&object) == Some(&Base::Zero);
        if is_zero && !self.padding(object).is_empty() && !self.object(object).is_family {
            state.bases.insert(object, Base::Members);
        }
    }

    fn padding(&self, object: ObjectId) -> Vec<(u64, u64)> {
        let ty = self.object(object).ty;
        ty.map(|ty| self.program.types.padding(ty, self.program.target, MAX_MEMBERS)).unwrap_or_default()
    }

    /// The contents of a class with unknown padding between the members of the object.
    pub(crate) fn with_padding(&mut self, object: ObjectId, class: Class, array: ArrayId) -> ArrayId {
        let parts = self.parts_of_place(object, class);
        let here = self.logic.terms().bool(true);
        let target = Target { object, member: None, turn: None, here };
        let Some(shape) = self.shape(&target) else {
            return self.arrays.unknown(&mut self.prover.logic, class, parts);
        };
        let mut array = array;
        for (from, to) in self.padding(object) {
            let (from, to) = (self.logic.int(from), self.logic.int(to));
            let now = self.arrays.fresh(&mut self.prover.logic, class, parts);
            let block = Block { class, shape: shape.clone(), from, to, content: Content::Padding, now };
            array = self.arrays.add(Array::Block { before: array, block: Arc::new(block) });
        }
        array
    }

    /// The padding of a record, given its members in order.
    fn gaps_between(&self, members: &[(u64, Scalar)], size: u64) -> Vec<(u64, u64)> {
        let mut gaps = Vec::new();
        let mut end = 0;
        for &(offset, ty) in members {
            if offset > end {
                gaps.push((end, offset));
            }
            end = offset + u64::from(Class::of(self.program.target, ty).size());
        }
        if size > end {
            gaps.push((end, size));
        }
        gaps
    }

    /// Whether an offset is a multiple of the cell size of a class.
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

    /// Copies bytes; the ranges may overlap.
    pub(crate) fn copy_bytes(
        &mut self,
        state: &mut State,
        to: Pointer,
        from: Pointer,
        size: Term,
        hints: &BTreeSet<Class>,
        pos: Pos,
    ) {
        let sources = self.check_bytes(state, from, size, pos, false);
        let targets = self.check_bytes(state, to, size, pos, true);
        self.copy_checked(state, (to.offset, &targets), (from.offset, &sources), size, hints);
    }

    /// Copies bytes that are known to be accessible.
    pub(crate) fn copy_checked(
        &mut self,
        state: &mut State,
        (to, targets): (Term, &[Target]),
        (from, sources): (Term, &[Target]),
        size: Term,
        hints: &BTreeSet<Class>,
    ) {
        let mut classes: BTreeSet<Class> = hints.clone();
        for target in sources.iter().chain(targets) {
            classes.extend(self.classes(state, target.object).into_iter().map(|(class, _)| class));
        }
        if classes.is_empty() {
            for target in sources.iter().chain(targets) {
                classes.extend(self.declared_classes(target.object));
            }
        }
        let bases: Vec<Option<Base>> =
            sources.iter().map(|source| state.bases.get(&source.object).copied()).collect();
        let shift = self.logic.plus(from, to, -1);
        // Capture the source before anything is written.
        let mut contents = Vec::with_capacity(classes.len());
        for &class in &classes {
            let mut found = Vec::with_capacity(sources.len());
            for source in sources {
                let array = self.contents(state, source.object, class);
                found.extend(self.shape(source).map(|shape| Source { here: source.here, array, shape }));
            }
            let is_known = found.len() == sources.len() && self.is_multiple(state, shift, class);
            contents.push((class, is_known.then_some(found)));
        }
        let end = self.logic.plus(to, size, 1);
        self.on_targets(state, targets, |this, state, target| {
            for (class, sources) in &contents {
                let content = match sources {
                    Some(sources) => Content::Copied { sources: sources.clone(), shift },
                    None => Content::Unknown,
                };
                this.write_block(state, target, *class, (to, end), content);
            }
            let base = state.bases.get(&target.object).copied();
            let is_set = bases.iter().all(|base| base.is_some_and(Base::is_set))
                && contents.iter().all(|(_, sources)| sources.is_some());
            let is_zero = base == Some(Base::Zero) && bases.iter().all(|base| *base == Some(Base::Zero));
            let is_all = target.member.is_none() && this.is_whole(state, target, to, size);
            if !is_set {
                this.note_unset(state, target.object);
            } else if is_all || contents.is_empty() && !is_zero && base.is_some_and(Base::is_set) {
                state.bases.insert(target.object, Base::Set);
            } else if contents.is_empty() && !is_zero {
                // No class has been accessed yet, so only the initial contents can record the change.
                state.bases.insert(target.object, Base::Mixed);
            }
        });
    }

    /// The scalars of a type with their offsets, if they do not overlap and are not too many.
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
    pub(crate) fn leaf_classes(&self, ty: TypeId) -> BTreeSet<Class> {
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

    /// The classes in which an object is accessed according to its declared type.
    fn declared_classes(&self, object: ObjectId) -> BTreeSet<Class> {
        self.object(object).ty.map(|ty| self.leaf_classes(ty)).unwrap_or_default()
    }

    /// The classes of the declared pointee type of an operand.
    pub(crate) fn pointed_classes(&self, state: &State, operand: &Operand) -> BTreeSet<Class> {
        let Operand::Var(var) = operand else { return BTreeSet::new() };
        let Some(frame) = state.frames.last() else { return BTreeSet::new() };
        let function = &self.program.functions[frame.function.index()];
        match self.program.types.get(function.vars[var.index()].ctype) {
            Type::Pointer(to) => self.leaf_classes(*to),
            _ => BTreeSet::new(),
        }
    }

    /// The pointer of a value, or an unknown pointer.
    pub(crate) fn pointer_of(&mut self, value: Option<&Value>) -> Pointer {
        match value {
            Some(&Value::Pointer(Pointer { object, offset })) => Pointer { object, offset },
            _ => Pointer { object: self.logic.unknown("object"), offset: self.logic.unknown("offset") },
        }
    }
}
