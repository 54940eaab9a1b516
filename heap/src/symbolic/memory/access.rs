//! Reads and writes: the possible targets of an access, its obligations, and its effect on memory.

use crate::ir::*;
use crate::property::ViolationKind;
use crate::symbolic::facts::choice::{choose, equal, ite};
use crate::symbolic::facts::linear::linear;
use crate::symbolic::findings::sink::Suspicion;
use crate::symbolic::memory::heap::Heap;
use crate::symbolic::memory::object::ENDLESS;
use crate::symbolic::memory::targets::Target;
use crate::symbolic::store::arrays::{Array, ArrayId, SingleWrite, Unwritten};
use crate::symbolic::store::place::{Base, Cell, Class, ObjectId, Place};
use crate::symbolic::store::state::State;
use crate::symbolic::store::value::{Pointer, Value};
use cfp_solver::{Int, Op, Term};
use std::collections::BTreeSet;

impl Heap<'_> {
    /// The contents of a class of an object, created on first access.
    pub(crate) fn contents(&mut self, state: &mut State, object: ObjectId, class: Class) -> ArrayId {
        if let Some(&array) = state.memory.get(&(object, class)) {
            return array;
        }
        let base = state.bases.get(&object).copied().unwrap_or(Base::Mixed);
        let mut array = self.unwritten(object, class, base);
        if class == Class::Alive {
            state.memory.insert((object, class), array);
            return array;
        }
        let others: Vec<(Class, ArrayId)> = self.classes(state, object);
        let parts = self.parts_of_place(object, class);
        let set = self.logic.int(1);
        // Each other class has recorded all writes since its first access and knows the contents before that.
        let mut known = others.iter().map(|&(other, seen)| self.arrays.single_writes(seen, other, set));
        if let Some(writes) = known.find_map(|writes| writes) {
            for SingleWrite { at, count, written } in writes {
                array = self.arrays.overwrite(&mut self.prover.logic, array, class, &at, (count, written));
            }
        } else if !others.is_empty() {
            let here = self.logic.here;
            self.begin_loss(here, "memory is read as another type than it was written");
            array = self.arrays.havoc(&mut self.prover.logic, array, class, parts, None);
            self.logic.set_loss(None);
        }
        state.memory.insert((object, class), array);
        array
    }

    /// The initial contents of an object.
    fn unwritten(&mut self, object: ObjectId, class: Class, base: Base) -> ArrayId {
        // Members that were never created are not alive, on all paths alike.
        let base = if class == Class::Alive { Base::Unset } else { base };
        self.objects[object.0 as usize - 1].is_touched = true;
        let parts = self.parts_of_place(object, class);
        // Initial contents that depend on the path are fresh at each first access.
        if base == Base::Mixed && class != Class::Alive {
            return self.arrays.unknown(&mut self.prover.logic, class, parts);
        }
        if base == Base::Set && class != Class::Alive {
            let mut cells = self.arrays.fresh(&mut self.prover.logic, class, parts);
            cells.pop();
            cells.push(Unwritten::Constant(self.logic.int(1)));
            return self.arrays.add(Array::Unwritten(cells));
        }
        if let Some(&known) = self.unwritten.get(&(object, class, base)) {
            return known;
        }
        // The member determines the iterations in which it was created.
        let is_family = self.object(object).is_family;
        let iterations = if is_family { Vec::new() } else { self.object(object).iterations.clone() };
        let mut array = self.arrays.unwritten(&mut self.prover.logic, class, base, &iterations, parts);
        if base == Base::Members && class != Class::Alive {
            array = self.with_padding(object, class, array);
        }
        self.unwritten.insert((object, class, base), array);
        array
    }

    /// The classes in which the bytes of an object have been accessed, with their contents.
    pub(crate) fn classes(&self, state: &State, object: ObjectId) -> Vec<(Class, ArrayId)> {
        let from = state.memory.range((object, Class::Int(0))..);
        let own = from.take_while(|((other, _), _)| *other == object);
        own.filter(|(key, _)| key.1 != Class::Alive).map(|(key, array)| (key.1, *array)).collect()
    }

    /// Gives both states the same classes.
    pub(crate) fn align_classes(&mut self, one: &mut State, other: &mut State) {
        let keys: BTreeSet<(ObjectId, Class)> =
            one.memory.keys().chain(other.memory.keys()).copied().collect();
        for (object, class) in keys {
            for state in [&mut *one, &mut *other] {
                if class == Class::Alive || state.bases.contains_key(&object) {
                    self.contents(state, object, class);
                }
            }
        }
    }

    pub(crate) fn write_cell(
        &mut self,
        state: &mut State,
        object: ObjectId,
        at: &Place,
        ty: Scalar,
        value: Value,
    ) {
        let class = Class::of(self.program.target, ty);
        let one = self.logic.int(1);
        let mut cell: Cell = match value {
            Value::Number(term) => {
                let bits = class.size() * 8;
                let is_unsigned =
                    !self.logic.is_math && ty.as_int().is_some_and(|int| !int.signed && int.bits == bits);
                vec![if is_unsigned { self.logic.as_signed_on(&state.path, term, bits) } else { term }]
            }
            Value::Pointer(Pointer { object, offset }) => vec![object, offset],
        };
        cell.push(one);
        if cell.len() != class.width() {
            // A pointer read as an integer or vice versa: unknown, but initialized.
            cell = (1..class.width()).map(|_| self.logic.unknown("bits")).chain([one]).collect();
        }
        let before = self.contents(state, object, class);
        self.overwrite_bytes(state, object, at, class.size(), Some((class, cell.clone())));
        let after = self.arrays.add(Array::Store { before, at: at.clone(), value: cell });
        state.memory.insert((object, class), after);
    }

    /// Records a write of bytes in all other classes, which havocs what overlaps them; the written value may
    /// be known.
    fn overwrite_bytes(
        &mut self,
        state: &mut State,
        object: ObjectId,
        at: &Place,
        count: u8,
        written: Option<(Class, Cell)>,
    ) {
        for (class, array) in self.classes(state, object) {
            if written.as_ref().is_none_or(|(own, _)| *own != class) {
                let bytes = (count, written.clone());
                let overwritten_array =
                    self.arrays.overwrite(&mut self.prover.logic, array, class, at, bytes);
                state.memory.insert((object, class), overwritten_array);
            }
        }
    }

    /// Checks the obligations of an access and returns its possible targets.
    fn check_access(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        size: u8,
        pos: Pos,
        is_write: bool,
    ) -> Vec<Target> {
        let bytes = self.logic.int(i64::from(size));
        let targets = self.check_bytes(state, pointer, bytes, pos, is_write);
        for target in &targets {
            self.check_rows(target.object, size, pos);
        }
        targets
    }

    /// The same for any number of bytes; an access of zero bytes has no obligations.
    pub(crate) fn check_bytes(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        size: Term,
        pos: Pos,
        is_write: bool,
    ) -> Vec<Target> {
        let Pointer { object, offset } = pointer;
        let none = self.logic.int(0);
        let is_empty = equal(&mut self.logic, size, none);
        let zero = self.logic.int(0);
        if self.logic.terms().as_constant(object).is_none_or(Int::is_zero) {
            let not_null = self.logic.terms().distinct(&[object, zero]);
            let not_null = self.logic.any(&[is_empty, not_null]);
            self.require(
                state,
                not_null,
                Suspicion {
                    kind: ViolationKind::NullDereference,
                    pos,
                    text: "a null pointer is dereferenced",
                },
            );
        }
        let targets = self.targets(state, object);
        let [known, living, inside] = self.access_claims(state, &targets, offset, size);
        for target in &targets {
            let here = target.here;
            if is_write && self.object(target.object).constant {
                let elsewhere = self.logic.negated(here);
                let elsewhere = self.logic.any(&[is_empty, elsewhere]);
                self.require(
                    state,
                    elsewhere,
                    Suspicion {
                        kind: ViolationKind::ConstantWrite,
                        pos,
                        text: "a constant object is written",
                    },
                );
            }
        }
        let checks = [
            (known, ViolationKind::InvalidDereference, "an invalid pointer is dereferenced"),
            (living, ViolationKind::UseAfterFree, "memory is used after its lifetime"),
            (inside, ViolationKind::OutOfBounds, "an access is out of bounds"),
        ];
        for (claim, kind, text) in checks {
            let claim = self.logic.any(&[is_empty, claim]);
            let simple = self.logic.brackets.simplify(claim);
            self.require(state, simple, Suspicion { kind, pos, text });
        }
        targets
    }

    /// Requires that a pointer that was moved points into its object, or one past the end; null stays null.
    pub(crate) fn check_moved(&mut self, state: &mut State, pointer: Pointer, pos: Pos) {
        let Pointer { object, offset } = pointer;
        let zero = self.logic.int(0);
        let is_object = self.logic.terms().distinct(&[object, zero]);
        let is_null = equal(&mut self.logic, offset, zero);
        let targets = self.targets(state, object);
        let [known, _, inside] = self.access_claims(state, &targets, offset, zero);
        let inside = self.logic.all(&[is_object, known, inside]);
        let is_null_still = {
            let is_null_object = self.logic.negated(is_object);
            self.logic.all(&[is_null_object, is_null])
        };
        let claim = self.logic.any(&[inside, is_null_still]);
        let text = "a pointer is moved out of its object";
        self.require(state, claim, Suspicion { kind: ViolationKind::PointerOutOfBounds, pos, text });
    }

    /// The obligations of an access: it points to one of these objects, which is alive, and it is within
    /// bounds.
    fn access_claims(
        &mut self,
        state: &mut State,
        targets: &[Target],
        offset: Term,
        size: Term,
    ) -> [Term; 3] {
        let zero = self.logic.int(0);
        let (mut known, mut living, mut inside) = (Vec::new(), Vec::new(), Vec::new());
        let last = self.logic.plus(offset, size, 1);
        for target in targets {
            let here = target.here;
            let alive = self.is_alive(state, target);
            let end = self.size_of(state, target);
            let bounds = match self.logic.terms().as_constant(end) {
                Some(end) if *end == Int::from(ENDLESS) => self.logic.terms().bool(true),
                _ => {
                    let bounds = [self.logic.at_most(zero, offset), self.logic.at_most(last, end)];
                    self.logic.all(&bounds)
                }
            };
            known.push(here);
            living.push(self.logic.implied(here, alive));
            inside.push(self.logic.implied(here, bounds));
        }
        [self.logic.any(&known), self.logic.all(&living), self.logic.all(&inside)]
    }

    /// Whether two pointers compare equal, given whether object and offset agree. If one of them points to an
    /// object whose lifetime has ended, or past the end, then another object may have the same address, and
    /// the result is unknown. String literals may share storage.
    pub(crate) fn is_same_address(
        &mut self,
        state: &mut State,
        one: Pointer,
        other: Pointer,
        same: Term,
    ) -> Term {
        let is_null =
            |this: &mut Self, object: Term| this.logic.terms().as_constant(object).is_some_and(Int::is_zero);
        if one.object == other.object || is_null(self, one.object) || is_null(self, other.object) {
            return same;
        }
        let (zero, byte) = (self.logic.int(0), self.logic.int(1));
        let mut clear = vec![equal(&mut self.logic, one.object, other.object)];
        let (mut inside, mut literals) = (Vec::new(), Vec::new());
        for Pointer { object, offset } in [one, other] {
            // An unresolved object number may denote any object.
            if !self.is_known(state, object) {
                if self.nesting > 0 {
                    // Only the callers know the object and whether it is alive.
                    let here = self.logic.here;
                    self.gap(here, "an unresolved pointer is compared");
                }
                return same;
            }
            clear.push(equal(&mut self.logic, object, zero));
            let targets = self.targets(state, object);
            let [_, living, bounds] = self.access_claims(state, &targets, offset, byte);
            // An object of size zero has an address of its own.
            let is_start = equal(&mut self.logic, offset, zero);
            inside.extend([living, self.logic.any(&[is_start, bounds])]);
            let literal = targets.iter().filter(|target| self.is_literal(target.object));
            let literal: Vec<Term> = literal.map(|target| target.here).collect();
            literals.push(self.logic.any(&literal));
        }
        let both = self.logic.all(&literals);
        inside.push(self.logic.negated(both));
        clear.push(self.logic.all(&inside));
        let is_clear = self.logic.any(&clear);
        if self.logic.follows(&state.path, is_clear) {
            return same;
        }
        let Value::Number(any) = self.unknown_value(Scalar::Int(IntType::BOOL), "address") else {
            return same;
        };
        let any = self.truth(any);
        let parts = [self.logic.negated(is_clear), any];
        let perhaps = self.logic.all(&parts);
        let certainly = self.logic.all(&[is_clear, same]);
        self.logic.any(&[certainly, perhaps])
    }

    /// Whether an object is a string literal or a library constant that behaves like one.
    fn is_literal(&self, object: ObjectId) -> bool {
        match self.globals.iter().position(|&global| global == object) {
            Some(index) => self.program.globals[index].name.is_empty(),
            None => self.object(object).constant,
        }
    }

    /// The possible targets of a read, and the condition under which it is valid. If memory violations are
    /// not checked, then an invalid read yields an unknown value and execution continues. An invalid write,
    /// in contrast, may hit any other object.
    fn check_read(&mut self, state: &mut State, pointer: Pointer, size: u8, pos: Pos) -> (Vec<Target>, Term) {
        let always = self.logic.terms().bool(true);
        if self.checks.memory {
            return (self.check_access(state, pointer, size, pos, false), always);
        }
        let targets = self.targets(state, pointer.object);
        let bytes = self.logic.int(i64::from(size));
        let claims = self.access_claims(state, &targets, pointer.offset, bytes);
        let claim = self.logic.all(&claims);
        let is_right = self.logic.brackets.simplify(claim);
        for target in &targets {
            self.check_rows(target.object, size, pos);
        }
        let is_certain = self.logic.follows(&state.path, is_right);
        (targets, if is_certain { always } else { is_right })
    }

    /// No cell spans two rows: row sizes are multiples of the cell size.
    fn check_rows(&mut self, object: ObjectId, size: u8, pos: Pos) {
        let size = Int::from(i64::from(size));
        for row in self.object(object).rows.clone() {
            let (products, constant) = linear(self.logic.terms(), row.stride);
            if !products.values().chain([&constant]).all(|factor| size.divides(factor)) {
                self.gap(pos, "an access may span two rows of an array");
            }
        }
    }

    /// Cells of a class do not overlap, because their offsets are multiples of their size. On 32-bit targets,
    /// 8-byte values may have an alignment of 4.
    fn check_alignment(&mut self, state: &State, offset: Term, size: u8, pos: Pos) {
        if size == 1 || self.findings.quiet > 0 {
            return;
        }
        let size = Int::from(i64::from(size));
        let (products, constant) = linear(self.logic.terms(), offset);
        if products.values().chain([&constant]).all(|factor| size.divides(factor)) {
            return;
        }
        let (size, zero) = (self.logic.int(size), self.logic.int(0));
        let rest = self.logic.terms().modulo(offset, size);
        let is_aligned = self.logic.terms().eq(rest, zero);
        if !self.logic.follows(&state.path, is_aligned) {
            self.gap(pos, "alignment of the access not proved");
        }
    }

    pub(crate) fn load(&mut self, state: &mut State, pointer: Pointer, access: Access, pos: Pos) -> Value {
        let class = Class::of(self.program.target, access.ty);
        if let Some(bits) = access.bits {
            let bytes = (bits.shift + bits.width).div_ceil(8);
            // Bit-fields are unknown anyway, so an invalid read adds nothing.
            let (targets, _) = self.check_read(state, pointer, bytes, pos);
            // The contents of bit-fields are not modelled, and neither is whether they are initialized.
            let is_set = |target: &Target| state.bases.get(&target.object).is_some_and(|base| base.is_set());
            if self.checks.uninitialized && !targets.iter().all(is_set) {
                self.gap(pos, "a possibly uninitialized bit-field is read");
            }
            let Scalar::Int(int) = access.ty else { return self.unknown_value(access.ty, "bits") };
            return self
                .unknown_value(Scalar::Int(IntType { bits: bits.width.min(int.bits), ..int }), "bits");
        }
        let (targets, is_right) = self.check_read(state, pointer, class.size(), pos);
        self.check_alignment(state, pointer.offset, class.size(), pos);
        let mut cell: Option<Cell> = None;
        for target in targets {
            let place = self.place(state, &target, pointer.offset);
            let array = self.contents(state, target.object, class);
            let here = self.read_cell(state, (target.object, class), array, &place);
            cell = Some(match cell {
                None => here,
                Some(others) => choose(&mut self.logic, target.here, &here, &others),
            });
        }
        let Some(cell) = cell else {
            return self.unknown_value(access.ty, "nothing");
        };
        // An uninitialized cell has an unknown value.
        if self.checks.uninitialized {
            let is_set = *cell.last().expect("a cell has an initialization flag");
            let is_set = self.truth(is_set);
            let is_set = self.logic.implied(is_right, is_set);
            let text = "uninitialized memory is read";
            self.require(state, is_set, Suspicion { kind: ViolationKind::Uninitialized, pos, text });
        }
        let cell: Cell = cell.iter().map(|&part| self.logic.settled(&state.path, part)).collect();
        if access.volatile {
            return self.unknown_value(access.ty, "volatile");
        }
        let value = match access.ty {
            Scalar::Ptr => Value::Pointer(Pointer { object: cell[0], offset: cell[1] }),
            Scalar::Int(IntType::BOOL) => {
                let truth = self.truth(cell[0]);
                Value::Number(self.bit(truth))
            }
            Scalar::Int(int) if !self.logic.is_math && !int.signed && int.bits == class.size() * 8 => {
                Value::Number(self.logic.as_unsigned_on(&state.path, cell[0], int.bits))
            }
            _ => Value::Number(cell[0]),
        };
        if self.logic.terms().op(is_right) == Op::True {
            return value;
        }
        let bad = self.unknown_value(access.ty, "bad read");
        match (value, bad) {
            (Value::Number(value), Value::Number(bad)) => {
                Value::Number(ite(&mut self.logic, is_right, value, bad))
            }
            (
                Value::Pointer(Pointer { object, offset }),
                Value::Pointer(Pointer { object: other, offset: elsewhere }),
            ) => Value::Pointer(Pointer {
                object: ite(&mut self.logic, is_right, object, other),
                offset: ite(&mut self.logic, is_right, offset, elsewhere),
            }),
            (_, bad) => bad,
        }
    }

    pub(crate) fn store(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        value: Value,
        access: Access,
        pos: Pos,
    ) {
        let class = Class::of(self.program.target, access.ty);
        let size = match access.bits {
            Some(bits) => (bits.shift + bits.width).div_ceil(8),
            None => class.size(),
        };
        let targets = self.check_access(state, pointer, size, pos, true);
        if access.bits.is_none() {
            self.check_alignment(state, pointer.offset, size, pos);
        }
        for target in &targets {
            let place = self.place(state, target, pointer.offset);
            if access.bits.is_none() {
                self.contents(state, target.object, class);
            }
            let before = state.memory.clone();
            match access.bits {
                // Bit-fields are in no class: havoc all classes, including those accessed later.
                Some(_) => {
                    self.overwrite_bytes(state, target.object, &place, size, None);
                    // A fully initialized object stays initialized.
                    let is_set = state.bases.get(&target.object).is_some_and(|base| base.is_set());
                    state.bases.insert(target.object, if is_set { Base::Set } else { Base::Mixed });
                }
                None => self.write_cell(state, target.object, &place, access.ty, value),
            }
            if targets.len() == 1 {
                return;
            }
            for (key, array) in &mut state.memory {
                if key.0 == target.object
                    && let Some(&old) = before.get(key)
                {
                    *array = self.arrays.choose(&mut self.prover.logic, target.here, *array, old);
                }
            }
        }
    }

    /// The objects that variables, and locals and globals of pointer type, point to.
    pub(crate) fn held_objects(&mut self, state: &mut State) -> Vec<Term> {
        let mut held = Vec::new();
        for frame in &state.frames {
            let function = &self.program.functions[frame.function.index()];
            for (var, value) in frame.vars.iter().enumerate() {
                if let Some(Value::Pointer(Pointer { object, .. })) = value
                    && function.is_named(VarId(var as u32))
                {
                    held.push(*object);
                }
            }
        }
        let size = self.program.target.pointer_bytes;
        let slots = state.frames.iter().flat_map(|frame| frame.slots.iter().flatten());
        let objects: Vec<ObjectId> = self.globals.iter().chain(slots).copied().collect();
        let (width, start) = (self.logic.int(size), vec![self.logic.int(0)]);
        for object in objects {
            let is_alive =
                state.alive.get(&object).is_some_and(|&alive| self.logic.terms().op(alive) == Op::True);
            if is_alive && self.object_size(state, object) == width {
                let class = Class::Pointer(size as u8);
                let array = self.contents(state, object, class);
                held.push(self.read_cell(state, (object, class), array, &start)[0]);
            }
        }
        held
    }
}
