//! Reads and writes of objects. Whether an access is valid is checked before (`checks`).

use super::expr::{Expr, gcd};
use super::facts::Contradiction;
use super::object::{Cell, Content, ObjId, Object, Recent};
use super::store::{Implication, Store, Target, Value, Wrapped};
use crate::ir::{IntType, Scalar};
use std::rc::Rc;

/// Limit on exact cells of an object that the program makes.
const MAX_CELLS: usize = 64;

/// Limit on exact cells at offsets that are not constant.
const MAX_RECENT: usize = 4;

/// Limit on known zero bytes.
const MAX_ZEROS: usize = 5;

/// Limit on the cells of a table that a read at an unknown index may find.
const MAX_COVERED: usize = 1024;

/// The literal that was read last from a table.
const ANY_TEXT: ObjId = ObjId::AnyText(u32::MAX);

/// Limit on literals that a read of a pointer leads to, one state for each.
const MAX_CASES: usize = 3;

/// Offsets and sizes are smaller than this.
pub(super) const FAR: i128 = 1 << 63;

/// What a read may find.
struct Found {
    ints: Option<(i128, i128)>,
    pointers: Vec<(Target, Expr)>,
    is_any: bool,
    undefined: bool,
}

impl Store {
    /// Whether two ranges of bytes of an object have no byte in common.
    fn is_apart(&self, (one, size): (&Expr, &Expr), (other, length): (&Expr, &Expr)) -> bool {
        let Some(difference) = one.minus(other) else { return false };
        // one + size <= other, or the other way round
        let before = difference.plus(size, 1).is_some_and(|expr| self.facts.holds(&expr));
        let behind = length.minus(&difference).is_some_and(|expr| self.facts.holds(&expr));
        if before || behind {
            return true;
        }
        let (Some(size), Some(length)) = (size.as_constant(), length.as_constant()) else { return false };
        let step = difference.terms.iter().fold(0, |step, (_, factor)| gcd(step, factor.abs()));
        if step == 0 {
            return difference.constant >= length || difference.constant <= -size;
        }
        let rest = difference.constant.rem_euclid(step);
        rest >= length && rest - step <= -size
    }

    /// Reads a scalar. The contents of arrays of pointers lead to several states.
    pub(super) fn load(mut self, id: ObjId, offset: &Expr, ty: Scalar, bytes: u32) -> Vec<(Store, Value)> {
        let Some(object) = self.objects.get(&id).map(Rc::clone) else { return Vec::new() };
        if let Some(value) = self.exact(&object, offset, ty, bytes) {
            let is_consistent = self.note_byte(&object, offset, &value, bytes).is_ok();
            return is_consistent.then_some((self, value)).into_iter().collect();
        }
        let found = self.gather(&object, offset, ty, bytes);
        if ty == Scalar::Ptr {
            return self.pointer_cases(id, offset, bytes, found);
        }
        let undefined = found.undefined;
        let value = match (ty, found.ints) {
            (Scalar::Int(int), Some((low, high))) if !undefined && !found.is_any => {
                let expr = self.between(low.max(int.min()), high.min(int.max()));
                Value::Int { expr, undefined }
            }
            _ => self.any(ty, undefined),
        };
        if self.note_byte(&object, offset, &value, bytes).is_err() {
            return Vec::new();
        }
        self.remember(id, offset, bytes, &value);
        vec![(self, value)]
    }

    /// The value that a cell holds, if it is known exactly.
    fn exact(&mut self, object: &Object, offset: &Expr, ty: Scalar, bytes: u32) -> Option<Value> {
        if let (Some(text), Some(at), 1) = (&object.text, offset.as_constant(), bytes) {
            let byte = *text.get(usize::try_from(at).ok()?)?;
            let Scalar::Int(int) = ty else { return None };
            return Some(Value::int(Expr::constant(int.wrap(i128::from(byte)))));
        }
        if let Some(at) = offset.as_constant()
            && let Some(cell) = object.cells.get(&at)
            && cell.bytes == bytes
        {
            return self.adapted(&cell.value, ty);
        }
        let same = |cell: &&Recent| cell.bytes == bytes && cell.offset == *offset;
        let cell = object.recent.iter().find(same)?;
        self.adapted(&cell.value, ty)
    }

    /// A value read as another type of the same size.
    fn adapted(&mut self, value: &Value, ty: Scalar) -> Option<Value> {
        match (value, ty) {
            (Value::Int { expr, undefined }, Scalar::Int(int)) => {
                let expr = self.converted(expr, int)?;
                Some(Value::Int { expr, undefined: *undefined })
            }
            (Value::Ptr { .. }, Scalar::Ptr) | (Value::Float { .. }, Scalar::Float(_)) => Some(value.clone()),
            (Value::Int { expr, undefined }, Scalar::Ptr) if expr.as_constant() == Some(0) => {
                Some(Value::null().with_undefined(*undefined))
            }
            _ => None,
        }
    }

    /// A number modulo the range of a type; nothing if the facts contradict each other.
    pub(super) fn converted(&mut self, expr: &Expr, ty: IntType) -> Option<Expr> {
        if let Some(value) = expr.as_constant() {
            return Some(Expr::constant(ty.wrap(value)));
        }
        let (low, high) = self.facts.range(expr);
        let (Some(low), Some(high)) = (low, high) else { return Some(self.between(ty.min(), ty.max())) };
        let modulus = 1i128 << ty.bits;
        let turns = (low - ty.min()).div_euclid(modulus);
        if turns == (high - ty.min()).div_euclid(modulus) {
            return Some(expr.shifted(-turns * modulus));
        }
        let sym = self.symbol(Some(ty.min()), Some(ty.max()));
        self.note_wrapped(Wrapped { sym, expr: expr.clone(), bits: ty.bits });
        Some(Expr::of(sym))
    }

    /// What the cells that a read may touch hold.
    fn gather(&self, object: &Object, offset: &Expr, ty: Scalar, bytes: u32) -> Found {
        let mut found = Found { ints: None, pointers: Vec::new(), is_any: false, undefined: false };
        let size = Expr::constant(bytes.into());
        if let Some(text) = &object.text {
            let (low, high) = self.facts.range(offset);
            let from = usize::try_from(low.unwrap_or(0)).unwrap_or(0);
            let to = high.and_then(|high| usize::try_from(high + 1).ok()).unwrap_or(text.len());
            let part = text.get(from..to.min(text.len())).unwrap_or_default();
            found.is_any = bytes != 1 || part.is_empty();
            for byte in part {
                found.add_int(i128::from(*byte as i8), i128::from(*byte as i8), ty);
            }
            return found;
        }
        for (at, cell) in &object.cells {
            let place = Expr::constant(*at);
            if self.is_apart((offset, &size), (&place, &Expr::constant(cell.bytes.into()))) {
                continue;
            }
            found.undefined |= cell.value.is_undefined();
            found.add(self, &cell.value, ty, cell.bytes == bytes && self.is_aligned(offset, &place, bytes));
        }
        for cell in object.recent.iter().filter(|cell| cell.is_written) {
            if !self.is_apart((offset, &size), (&cell.offset, &Expr::constant(cell.bytes.into()))) {
                found.undefined |= cell.value.is_undefined();
                found.add(
                    self,
                    &cell.value,
                    ty,
                    cell.bytes == bytes && self.is_aligned(offset, &cell.offset, bytes),
                );
            }
        }
        if !self.is_covered(object, offset, bytes) {
            found.undefined |= !self.is_initialized(object, offset, &size);
            found.add_rest(&object.rest, offset, ty, bytes);
        }
        found
    }

    /// Whether two places of so many bytes are the same if they overlap.
    fn is_aligned(&self, one: &Expr, other: &Expr, bytes: u32) -> bool {
        one.minus(other).is_some_and(|difference| difference.divided(bytes.into()).is_some())
    }

    /// Whether there is an exact cell of this size at every offset that an expression may have.
    fn is_covered(&self, object: &Object, offset: &Expr, bytes: u32) -> bool {
        let (Some(low), Some(high)) = self.facts.range(offset) else { return false };
        let step = offset.terms.iter().fold(0, |step, (_, factor)| gcd(step, factor.abs())).max(1);
        let first = low + (offset.constant - low).rem_euclid(step);
        let mut places =
            (0..=MAX_COVERED as i128).map(|index| first + index * step).take_while(|at| *at <= high);
        (high - first) / step < MAX_COVERED as i128
            && places.all(|at| object.cells.get(&at).is_some_and(|cell| cell.bytes == bytes))
    }

    /// Whether bytes are initialized.
    pub(super) fn is_defined(&self, object: &Object, offset: &Expr, size: &Expr) -> bool {
        let is_clear = |place: &Expr, bytes: u32, value: &Value| {
            !value.is_undefined() || self.is_apart((offset, size), (place, &Expr::constant(bytes.into())))
        };
        self.is_initialized(object, offset, size)
            && object.cells.iter().all(|(at, cell)| is_clear(&Expr::constant(*at), cell.bytes, &cell.value))
            && object.recent.iter().all(|cell| is_clear(&cell.offset, cell.bytes, &cell.value))
    }

    /// Whether bytes that no cell covers are initialized.
    fn is_initialized(&self, object: &Object, offset: &Expr, size: &Expr) -> bool {
        let end = offset.plus(size, 1);
        let Some(end) = end else { return false };
        let is_before = end.minus(&object.prefix).is_some_and(|rest| self.facts.holds(&rest));
        if is_before || object.suffix.minus(offset).is_some_and(|rest| self.facts.holds(&rest)) {
            return true;
        }
        // Cells may fill the gap between the prefix and the end.
        let (Some(mut at), Some(end)) = (self.facts.least(offset), self.facts.most(&end)) else {
            return false;
        };
        at = at.max(self.facts.least(&object.prefix).unwrap_or(0));
        while at < end {
            match object.cells.range(..=at).next_back() {
                Some((start, cell)) if start + i128::from(cell.bytes) > at => {
                    at = start + i128::from(cell.bytes)
                }
                _ => return false,
            }
        }
        true
    }

    /// The states after a read of a pointer.
    fn pointer_cases(self, id: ObjId, offset: &Expr, bytes: u32, found: Found) -> Vec<(Store, Value)> {
        let mut cases: Vec<(Target, Expr)> = found.pointers;
        if found.is_any || found.undefined || found.ints.is_some_and(|range| range != (0, 0)) {
            cases = vec![(Target::Unknown, Expr::default())];
        } else if found.ints.is_some() {
            cases.push((Target::Null, Expr::default()));
        }
        cases.sort_unstable();
        cases.dedup();
        if cases.len() > MAX_CASES
            && let Some(any) = self.any_text(&cases)
        {
            let (mut store, value) = any;
            store.remember(id, offset, bytes, &value);
            return vec![(store, value)];
        }
        let states = cases.into_iter().map(|(target, place)| {
            let mut store = self.clone();
            let value = Value::Ptr { target, offset: place, undefined: found.undefined };
            store.remember(id, offset, bytes, &value);
            (store, value)
        });
        states.collect()
    }

    /// One of several literals, as an object that stands for it.
    fn any_text(&self, cases: &[(Target, Expr)]) -> Option<(Store, Value)> {
        let (mut sizes, mut lengths) = (Vec::new(), Vec::new());
        for (target, offset) in cases {
            let Target::Object(id) = target else { return None };
            let text = self.objects.get(id)?.text.as_ref().filter(|_| offset.as_constant() == Some(0))?;
            sizes.push(text.len() as i128);
            lengths.push(text.iter().position(|byte| *byte == 0)? as i128);
        }
        let mut store = self.clone();
        store.end(ANY_TEXT);
        let size = store.between(*sizes.iter().min()?, *sizes.iter().max()?);
        let length = store.between(*lengths.iter().min()?, *lengths.iter().max()?);
        store.assume(&length.minus(&size)?.shifted(1)).ok()?;
        let object = Object::any_text(size, length);
        store.objects.insert(ANY_TEXT, Rc::new(object));
        Some((store, Value::address(Target::Object(ANY_TEXT), Expr::default())))
    }

    /// A byte that is not zero lies before the zeros behind it.
    fn note_byte(
        &mut self,
        object: &Object,
        offset: &Expr,
        value: &Value,
        bytes: u32,
    ) -> Result<(), Contradiction> {
        let Value::Int { expr, undefined: false } = value else { return Ok(()) };
        if bytes != 1 {
            return Ok(());
        }
        for zero in &object.zeros {
            let Some(distance) = offset.minus(zero) else { continue };
            if self.facts.range(&distance) == (Some(0), Some(0)) {
                self.equate(expr, &Expr::default())?;
            } else if self.facts.holds(&distance) {
                match expr.as_symbol() {
                    Some(sym) => {
                        self.imply(Implication { sym, is_zero: false, fact: distance.shifted(1) })?
                    }
                    None if self.is_nonzero(expr) => self.assume(&distance.shifted(1))?,
                    None => {}
                }
            }
        }
        Ok(())
    }

    /// Remembers what was read.
    fn remember(&mut self, id: ObjId, offset: &Expr, bytes: u32, value: &Value) {
        let Some(object) = self.object_mut(id) else { return };
        if object.text.is_some() {
            return;
        }
        let overlaps = |at: i128| {
            object
                .cells
                .range(..at + i128::from(bytes))
                .next_back()
                .is_some_and(|(start, cell)| start + i128::from(cell.bytes) > at)
        };
        match offset.as_constant() {
            Some(at)
                if object.cells.len() < MAX_CELLS && object.recent.iter().all(|cell| !cell.is_written) =>
            {
                if !overlaps(at) {
                    object.cells.insert(at, Cell { bytes, value: value.clone() });
                }
            }
            Some(_) => {}
            None => {
                // Reads give way to writes.
                if object.recent.len() >= MAX_RECENT
                    && let Some(oldest) = object.recent.iter().position(|cell| !cell.is_written)
                {
                    object.recent.remove(oldest);
                }
                if object.recent.len() < MAX_RECENT {
                    let (offset, value) = (offset.clone(), value.clone());
                    object.recent.push(Recent { offset, bytes, value, is_written: false });
                }
            }
        }
    }

    /// Writes a scalar.
    pub(super) fn write(&mut self, id: ObjId, offset: &Expr, bytes: u32, value: &Value) {
        let size = Expr::constant(bytes.into());
        let is_zero = matches!(value, Value::Int { expr, undefined: false } if expr.as_constant() == Some(0));
        let zeros = self.objects.get(&id).filter(|_| is_zero).map(|object| object.zeros.clone());
        self.overwrite(id, offset, &size, true);
        let constant = offset.as_constant();
        let Some(object) = self.object_mut(id) else { return };
        match constant {
            Some(at) if object.cells.len() < MAX_CELLS => {
                object.cells.insert(at, Cell { bytes, value: value.clone() });
                // Cells may be set in any order.
                while let Some(end) = object.prefix.as_constant()
                    && let Some(cell) = object.cells.get(&end).filter(|cell| !cell.value.is_undefined())
                {
                    object.prefix = Expr::constant(end + i128::from(cell.bytes));
                }
            }
            _ => {
                let undefined = value.is_undefined();
                let oldest = (object.recent.len() >= MAX_RECENT).then(|| object.recent.remove(0));
                let (place, value) = (offset, value.clone());
                object.recent.push(Recent { offset: place.clone(), bytes, value, is_written: true });
                if let Some(oldest) = oldest.filter(|cell| cell.is_written) {
                    self.absorb(id, &oldest.offset, oldest.bytes, &oldest.value);
                }
                match undefined {
                    true => self.shorten_prefix(id, place),
                    false => self.extend_prefix(id, place, &size),
                }
            }
        }
        if let Some(zeros) = zeros {
            // Zeros stay zeros.
            if let Some(object) = self.object_mut(id) {
                object.zeros = zeros;
            }
            self.add_zero(id, offset.clone());
        }
    }

    /// Notes that a byte is zero.
    pub(super) fn add_zero(&mut self, id: ObjId, offset: Expr) {
        let Some(object) = self.object_mut(id) else { return };
        if !object.zeros.contains(&offset) {
            if object.zeros.len() >= MAX_ZEROS {
                // The last byte of an object that begins as zeros is often the only one that stays.
                object.zeros.remove(1);
            }
            object.zeros.push(offset);
        }
    }

    /// Forgets the contents of bytes that are about to be written. If `is_certain`, all of them are.
    pub(super) fn overwrite(&mut self, id: ObjId, offset: &Expr, size: &Expr, is_certain: bool) {
        let Some(object) = self.objects.get(&id).map(Rc::clone) else { return };
        let range = (offset, size);
        let is_inside = |place: &Expr, bytes: u32| {
            let ends = |low: &Expr, high: Option<Expr>| {
                high.and_then(|high| low.minus(&high)).is_some_and(|rest| self.facts.holds(&rest))
            };
            is_certain
                && ends(offset, Some(place.clone()))
                && ends(&place.shifted(bytes.into()), offset.plus(size, 1))
        };
        let mut absorbed = Vec::new();
        let mut changed = Object::clone(&object);
        changed.cells.retain(|at, cell| {
            let place = Expr::constant(*at);
            if self.is_apart(range, (&place, &Expr::constant(cell.bytes.into()))) {
                return true;
            }
            if !is_inside(&place, cell.bytes) {
                absorbed.push((place, cell.bytes, cell.value.clone()));
            }
            false
        });
        changed.recent.retain(|cell| {
            if self.is_apart(range, (&cell.offset, &Expr::constant(cell.bytes.into()))) {
                return true;
            }
            if cell.is_written && !is_inside(&cell.offset, cell.bytes) {
                absorbed.push((cell.offset.clone(), cell.bytes, cell.value.clone()));
            }
            false
        });
        changed.zeros.retain(|zero| self.is_apart(range, (zero, &Expr::constant(1))));
        if !absorbed.is_empty() {
            self.settle_prefix(id);
            let settled = &self.objects[&id];
            (changed.prefix, changed.suffix) = (settled.prefix.clone(), settled.suffix.clone());
        }
        self.objects.insert(id, Rc::new(changed));
        for (place, bytes, value) in absorbed {
            self.absorb(id, &place, bytes, &value);
        }
    }

    /// Adds initialized cells at the end of the prefix to it, before they are forgotten.
    pub(super) fn settle_prefix(&mut self, id: ObjId) {
        let Some(object) = self.objects.get(&id) else { return };
        let start = self.facts.least(&object.prefix).unwrap_or(0).max(0);
        let mut end = start;
        while let Some((at, cell)) = object.cells.range(..=end).next_back()
            && at + i128::from(cell.bytes) > end
            && !cell.value.is_undefined()
        {
            end = at + i128::from(cell.bytes);
        }
        if end > start {
            self.extend_prefix(id, &Expr::constant(start), &Expr::constant(end - start));
        }
    }

    /// Adds a cell to the summary of the rest.
    pub(super) fn absorb(&mut self, id: ObjId, offset: &Expr, bytes: u32, value: &Value) {
        let content = self.content_of(value, offset, bytes);
        if value.is_undefined() {
            self.shorten_prefix(id, offset);
        }
        let Some(object) = self.object_mut(id) else { return };
        object.rest = object.rest.join(&content);
    }

    /// A summary of one cell.
    pub(super) fn content_of(&self, value: &Value, offset: &Expr, bytes: u32) -> Content {
        if offset.divided(bytes.into()).is_none() || value.is_undefined() {
            return Content::Any;
        }
        match value {
            Value::Int { expr, .. } if expr.as_constant() == Some(0) => Content::Zero,
            Value::Int { expr, .. } => {
                let half = 1i128 << (8 * bytes - 1);
                match self.facts.range(expr) {
                    (Some(low), Some(high)) if low >= -half && high < half => {
                        Content::Ints { bytes, low, high }
                    }
                    _ => Content::Ints { bytes, low: -half, high: half - 1 },
                }
            }
            Value::Ptr { target: Target::Null, .. } => Content::Zero,
            Value::Ptr { target: Target::Unknown, .. } | Value::Float { .. } => Content::Any,
            Value::Ptr { target, offset, .. } => match offset.as_constant() {
                Some(offset) => Content::Pointers(vec![(*target, offset)]),
                None => Content::Any,
            },
        }
    }

    /// Bytes from an offset on are initialized, so many of them.
    pub(super) fn extend_prefix(&mut self, id: ObjId, offset: &Expr, size: &Expr) {
        let Some(object) = self.objects.get(&id).map(Rc::clone) else { return };
        let Some(end) = offset.plus(size, 1) else { return };
        let holds = |store: &Store, one: &Expr, other: &Expr| {
            one.minus(other).is_some_and(|rest| store.facts.holds(&rest))
        };
        if holds(self, &object.suffix, &end)
            && !holds(self, &object.suffix, offset)
            && holds(self, offset, &object.suffix)
            && let Some(object) = self.object_mut(id)
        {
            object.suffix = offset.clone();
        }
        if !holds(self, offset, &object.prefix) || holds(self, &end, &object.prefix) {
            return;
        }
        let prefix = if holds(self, &object.prefix, &end) {
            end
        } else {
            // The larger of the two.
            let most = Expr::of(self.symbol(Some(0), Some(FAR)));
            let bounds = [object.prefix.minus(&most), end.minus(&most), most.minus(&object.size)];
            for bound in bounds.into_iter().flatten() {
                let _ = self.facts.add(&bound);
            }
            most
        };
        if let Some(object) = self.object_mut(id) {
            object.prefix = prefix;
        }
    }

    /// Bytes from an offset on may not be initialized.
    pub(super) fn shorten_prefix(&mut self, id: ObjId, offset: &Expr) {
        let Some(object) = self.object_mut(id) else { return };
        object.suffix = object.size.clone();
        let Some(object) = self.objects.get(&id).map(Rc::clone) else { return };
        let holds = |one: &Expr, other: &Expr| one.minus(other).is_some_and(|rest| self.facts.holds(&rest));
        let prefix = if holds(&object.prefix, offset) {
            return;
        } else if holds(offset, &object.prefix) {
            offset.clone()
        } else {
            Expr::default()
        };
        if let Some(object) = self.object_mut(id) {
            object.prefix = prefix;
        }
    }

    /// Writes bytes that a summary describes.
    pub(super) fn fill(
        &mut self,
        id: ObjId,
        offset: &Expr,
        size: &Expr,
        content: &Content,
        is_defined: bool,
    ) {
        let Some(object) = self.objects.get(&id) else { return };
        let is_whole = offset.as_constant() == Some(0) && object.size == *size;
        self.overwrite(id, offset, size, true);
        let Some(object) = self.object_mut(id) else { return };
        object.rest = if is_whole { content.clone() } else { object.rest.join(content) };
        match is_defined {
            true => self.extend_prefix(id, offset, size),
            false => self.shorten_prefix(id, offset),
        }
        if *content == Content::Zero
            && size.minus(&Expr::constant(1)).is_some_and(|rest| self.is_natural(&rest))
        {
            let last = offset.plus(size, 1).map(|end| end.shifted(-1));
            for zero in [Some(offset.clone()), last].into_iter().flatten() {
                self.add_zero(id, zero);
            }
        }
    }

    /// Whether an expression is not negative.
    pub(super) fn is_natural(&self, expr: &Expr) -> bool {
        self.facts.least(expr).is_some_and(|least| least >= 0)
    }
}

impl Found {
    fn add_int(&mut self, low: i128, high: i128, ty: Scalar) {
        let range = match ty {
            Scalar::Int(int) if int.holds(low) && int.holds(high) => (low, high),
            Scalar::Int(int) if int.wrap(low) - low == int.wrap(high) - high => {
                (int.wrap(low), int.wrap(high))
            }
            Scalar::Int(int) => (int.min(), int.max()),
            _ => (low, high),
        };
        self.ints = Some(self.ints.map_or(range, |(least, most)| (least.min(range.0), most.max(range.1))));
    }

    fn add(&mut self, store: &Store, value: &Value, ty: Scalar, is_same_place: bool) {
        match value {
            Value::Int { expr, .. } if is_same_place => match store.facts.range(expr) {
                (Some(low), Some(high)) => self.add_int(low, high, ty),
                _ => self.is_any = true,
            },
            Value::Ptr { target, offset, .. } if is_same_place && ty == Scalar::Ptr => {
                self.pointers.push((*target, offset.clone()));
            }
            _ => self.is_any = true,
        }
    }

    fn add_rest(&mut self, rest: &Content, offset: &Expr, ty: Scalar, bytes: u32) {
        let is_aligned = offset.divided(bytes.into()).is_some();
        match rest {
            Content::Nothing => {}
            Content::Zero => self.add_int(0, 0, ty),
            Content::Ints { bytes: own, low, high } if *own == bytes && is_aligned && ty != Scalar::Ptr => {
                self.add_int(*low, *high, ty);
            }
            Content::Pointers(list) if ty == Scalar::Ptr && is_aligned => {
                let known = list.iter().map(|(target, offset)| (*target, Expr::constant(*offset)));
                self.pointers.extend(known);
            }
            _ => self.is_any = true,
        }
    }
}
