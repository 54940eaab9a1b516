//! Blocks of bytes, texts, and reading of streams.

use crate::bounds::domain::{Bounds, any_bytes};
use crate::bounds::expr::Expr;
use crate::bounds::library::needs::Text;
use crate::bounds::library::{Arguments, Cases};
use crate::bounds::memory::FAR;
use crate::bounds::object::{Content, ObjId};
use crate::bounds::store::{Implication, Store, Target, Value};
use crate::ir::{IntType, Pos, Scalar};
use crate::libc::Id;
use std::rc::Rc;

/// A byte of a text.
const CHAR: IntType = IntType { bits: 8, signed: true };

impl Bounds<'_> {
    /// Functions for blocks and texts. Nothing if there is no model.
    pub(in crate::bounds) fn block_or_text(
        &mut self,
        store: Store,
        id: Id,
        args: &Arguments<'_>,
    ) -> Option<Cases> {
        // What the arguments require has been checked.
        let mut store = store;
        let case = match id {
            Id::Memcpy | Id::Memmove | Id::Mempcpy => {
                let size = args.number(&mut store, 2);
                if size.as_constant() != Some(0) {
                    match self.copy(&mut store, args.value(0), args.value(1), &size, args.pos) {
                        Some(()) => {}
                        None => return Some(Vec::new()),
                    }
                }
                let end = if id == Id::Mempcpy { size } else { Expr::default() };
                args.value(0).clone().moved(&end)
            }
            Id::Memset | Id::Bzero => {
                let (byte, size) = match id {
                    Id::Memset => (args.number(&mut store, 1), args.number(&mut store, 2)),
                    _ => (Expr::default(), args.number(&mut store, 1)),
                };
                let byte = store.converted(&byte, CHAR)?;
                let content = store.content_of(&Value::int(byte), &Expr::default(), 1);
                if size.as_constant() != Some(0) {
                    let Some((id, offset)) = self.access(&mut store, args.value(0), &size, true, args.pos)
                    else {
                        return Some(Vec::new());
                    };
                    store.fill(id, &offset, &size, &content, true);
                }
                args.value(0).clone()
            }
            Id::Memcmp => {
                let size = args.number(&mut store, 2);
                self.require_bytes(&mut store, args.value(0), &size, args.pos);
                self.require_bytes(&mut store, args.value(1), &size, args.pos);
                store.any(Scalar::INT, false)
            }
            Id::Strlen => match self.length(&mut store, args.value(0), args.pos) {
                Some(length) => Value::int(length),
                None => return Some(Vec::new()),
            },
            Id::Strcmp | Id::Strncmp => self.compared(&mut store, id, args)?,
            Id::Strspn | Id::Strcspn => match self.length(&mut store, args.value(0), args.pos) {
                Some(length) => {
                    let part = Expr::of(store.symbol(Some(0), Some(FAR)));
                    store.assume(&part.minus(&length)?).ok()?;
                    Value::int(part)
                }
                None => return Some(Vec::new()),
            },
            Id::Strchr | Id::Strrchr | Id::Strstr | Id::Strpbrk => return Some(self.search(store, id, args)),
            Id::Strcpy | Id::Strncpy | Id::Strcat => {
                let done = match id {
                    Id::Strncpy => self.copy_part(&mut store, args),
                    _ => self.copy_text(&mut store, id == Id::Strcat, args),
                };
                if done.is_none() {
                    return Some(Vec::new());
                }
                args.value(0).clone()
            }
            _ => return None,
        };
        Some(vec![(store, Some(case))])
    }

    /// Bytes that decide something are initialized.
    fn require_bytes(&mut self, store: &mut Store, pointer: &Value, size: &Expr, pos: Pos) {
        if let Some((id, offset)) = self.place(store, pointer, pos) {
            let object = &store.objects[&id];
            if object.text.is_none() && !store.is_defined(object, &offset, size) {
                self.violate(pos, crate::property::ViolationKind::Uninitialized);
            }
        }
    }

    /// Copies bytes; the parts have been found not to overlap, or may overlap.
    pub(in crate::bounds) fn copy(
        &mut self,
        store: &mut Store,
        to: &Value,
        from: &Value,
        size: &Expr,
        pos: Pos,
    ) -> Option<()> {
        let (source, start) = self.access(store, from, size, false, pos)?;
        let (target, offset) = self.access(store, to, size, true, pos)?;
        let from = Rc::clone(&store.objects[&source]);
        let is_defined = from.text.is_some() || store.is_defined(&from, &start, size);
        // Zeros among the bytes that are copied.
        let mut zeros = Vec::new();
        for zero in &from.zeros {
            let (Some(before), Some(end)) = (start.minus(zero), start.plus(size, 1)) else { continue };
            let behind = zero.minus(&end).map(|rest| rest.shifted(1));
            if store.facts.holds(&before) && behind.is_some_and(|rest| store.facts.holds(&rest)) {
                zeros.extend(zero.minus(&start).and_then(|distance| offset.plus(&distance, 1)));
            }
        }
        // Cells with constant offsets stay cells.
        let (place, to_place) = (start.as_constant(), offset.as_constant());
        let mut cells = Vec::new();
        let mut rest = if from.text.is_some() { any_bytes() } else { from.rest.clone() };
        for (at, cell) in &from.cells {
            match (place, to_place, size.as_constant()) {
                (Some(place), Some(to), Some(size))
                    if *at >= place && at + i128::from(cell.bytes) <= place + size =>
                {
                    cells.push((at - place + to, cell.clone()));
                }
                _ => rest = rest.join(&store.content_of(&cell.value, &Expr::constant(*at), cell.bytes)),
            }
        }
        for cell in &from.recent {
            if cell.is_written {
                rest = rest.join(&store.content_of(&cell.value, &cell.offset, cell.bytes));
            }
        }
        // Alignment of what the summary says is lost if the distance is odd.
        let is_aligned =
            |bytes: u32| offset.minus(&start).is_some_and(|rest| rest.divided(bytes.into()).is_some());
        rest = match rest {
            Content::Ints { bytes, .. } if !is_aligned(bytes) => Content::Any,
            Content::Pointers(_) if !is_aligned(self.program.target.pointer_bytes) => Content::Any,
            other => other,
        };
        let is_defined_rest =
            is_defined || !cells.is_empty() && self.is_rest_defined(store, source, &start, size);
        store.fill(target, &offset, size, &rest, is_defined_rest);
        for (at, cell) in cells {
            store.write(target, &Expr::constant(at), cell.bytes, &cell.value);
        }
        for zero in zeros {
            store.add_zero(target, zero);
        }
        Some(())
    }

    /// Whether bytes outside of cells are initialized.
    fn is_rest_defined(&self, store: &Store, id: ObjId, offset: &Expr, size: &Expr) -> bool {
        let object = &store.objects[&id];
        let end = offset.plus(size, 1).and_then(|end| end.minus(&object.prefix));
        end.is_some_and(|rest| store.facts.holds(&rest))
    }

    /// The result of a comparison. That it is zero tells how long a text is that is compared with a literal.
    fn compared(&mut self, store: &mut Store, id: Id, args: &Arguments<'_>) -> Option<Value> {
        let sym = store.symbol(Some(IntType::INT.min()), Some(IntType::INT.max()));
        let most = match id {
            Id::Strncmp => args.number(store, 2).as_constant(),
            _ => Some(i128::MAX),
        };
        for (text, literal) in [(0, 1), (1, 0)] {
            let (Some(most), Some(length)) = (most, self.literal(store, args.value(literal))) else {
                continue;
            };
            let same = most.min(length.len() as i128);
            let Value::Ptr { target: Target::Object(id), offset, .. } = args.value(text) else { continue };
            let zeros = store.objects.get(id).map(|object| object.zeros.clone()).unwrap_or_default();
            for zero in zeros {
                let distance = offset.minus(&zero);
                if let Some(distance) = distance.filter(|distance| store.facts.holds(distance)) {
                    store.imply(Implication { sym, is_zero: true, fact: distance.shifted(same) }).ok()?;
                }
            }
        }
        Some(Value::int(Expr::of(sym)))
    }

    /// The text of a literal that a pointer points to.
    pub(in crate::bounds) fn literal(&self, store: &Store, value: &Value) -> Option<Vec<u8>> {
        let Value::Ptr { target: Target::Object(id), offset, .. } = value else { return None };
        let text = store.objects.get(id)?.text.as_ref()?;
        let rest = text.get(usize::try_from(offset.as_constant()?).ok()?..)?;
        let end = rest.iter().position(|byte| *byte == 0)?;
        Some(rest[..end].to_vec())
    }

    /// A search in a text: null, or a place in it.
    fn search(&mut self, store: Store, id: Id, args: &Arguments<'_>) -> Cases {
        let mut found = store.clone();
        let mut cases = Vec::new();
        let is_byte = matches!(id, Id::Strchr | Id::Strrchr);
        let byte = match is_byte {
            true => {
                let byte = args.number(&mut found, 1);
                found.converted(&byte, CHAR)
            }
            false => None,
        };
        if byte.as_ref().is_none_or(|byte| byte.as_constant() != Some(0)) {
            cases.push((store, Some(Value::null())));
        }
        let case = self.found(&mut found, id, byte.as_ref(), args);
        cases.extend(case.map(|value| (found, Some(value))));
        cases
    }

    /// The place where something is found. Nothing if no execution continues.
    fn found(
        &mut self,
        store: &mut Store,
        id: Id,
        byte: Option<&Expr>,
        args: &Arguments<'_>,
    ) -> Option<Value> {
        let Text { id: object, offset, .. } = self.text(store, args.value(0), args.pos)?;
        let target = store.objects[&object].clone();
        let place = Expr::of(store.symbol(Some(-FAR), Some(FAR)));
        store.assume(&offset.minus(&place)?).ok()?;
        // What is found is before the end, unless it is the end.
        let is_inside = id == Id::Strpbrk || byte.is_some_and(|byte| store.is_nonzero(byte));
        for zero in &target.zeros {
            if offset.minus(zero).is_some_and(|rest| store.facts.holds(&rest)) {
                store.assume(&place.minus(zero)?.shifted(is_inside.into())).ok()?;
            }
        }
        if let Some(byte) = byte {
            // The first byte may be known to be another one.
            let first = target.recent.iter().find(|cell| cell.bytes == 1 && cell.offset == offset);
            let first = first.map(|cell| &cell.value).or_else(|| {
                let cell = target.cells.get(&offset.as_constant()?)?;
                (cell.bytes == 1).then_some(&cell.value)
            });
            if let Some(Value::Int { expr, undefined: false }) = first
                && let Some(difference) = expr.minus(byte)
                && store.is_nonzero(&difference)
            {
                store.assume(&offset.minus(&place)?.shifted(1)).ok()?;
            }
        }
        Some(Value::address(Target::Object(object), place))
    }

    /// `strcpy`, `strcat`
    fn copy_text(&mut self, store: &mut Store, is_behind: bool, args: &Arguments<'_>) -> Option<()> {
        let mut to = args.value(0).clone();
        if is_behind {
            let length = self.length(store, &to, args.pos)?;
            to = to.moved(&length);
        }
        let length = self.length(store, args.value(1), args.pos)?;
        let size = length.shifted(1);
        let (id, offset) = self.access(store, &to, &size, true, args.pos)?;
        store.fill(id, &offset, &size, &any_bytes(), true);
        store.add_zero(id, offset.plus(&length, 1)?);
        Some(())
    }

    /// `strncpy`: all bytes are written, the last of them perhaps as zeros.
    fn copy_part(&mut self, store: &mut Store, args: &Arguments<'_>) -> Option<()> {
        let size = args.number(store, 2);
        if size.as_constant() == Some(0) {
            return Some(());
        }
        let (id, offset) = self.access(store, args.value(0), &size, true, args.pos)?;
        store.fill(id, &offset, &size, &any_bytes(), true);
        Some(())
    }

    /// `strtol` and the like: any number, and where it ends.
    pub(in crate::bounds) fn parse_number(&mut self, mut store: Store, args: &Arguments<'_>) -> Cases {
        let Some(text) = self.text(&mut store, args.value(0), args.pos) else { return Vec::new() };
        if !args.is_null(1) {
            let place = Expr::of(store.symbol(Some(-FAR), Some(FAR)));
            let bounds = [text.offset.minus(&place), place.minus(&text.zero)];
            for bound in bounds.into_iter().flatten() {
                if store.assume(&bound).is_err() {
                    return Vec::new();
                }
            }
            let end = Value::address(Target::Object(text.id), place);
            let bytes = self.program.target.pointer_bytes;
            let size = Expr::constant(bytes.into());
            let Some((id, offset)) = self.access(&mut store, args.value(1), &size, true, args.pos) else {
                return Vec::new();
            };
            store.write(id, &offset, bytes, &end);
        }
        let value = args.result.map(|ty| store.any(ty, false));
        vec![(store, value)]
    }

    /// `fgets`, `fread`, `fwrite`
    pub(in crate::bounds) fn stdio(&mut self, store: Store, name: &str, args: &Arguments<'_>) -> Cases {
        match name {
            "fgets" => self.read_line(store, args),
            "fread" => self.read_bytes(store, args).unwrap_or_default(),
            _ => {
                let mut store = store;
                let count = args.number(&mut store, 2);
                let done = Expr::of(store.symbol(Some(0), Some(FAR)));
                let is_consistent = done.minus(&count).is_none_or(|rest| store.assume(&rest).is_ok());
                if is_consistent { vec![(store, Some(Value::int(done)))] } else { Vec::new() }
            }
        }
    }

    /// A line, or nothing; then something may have been written.
    fn read_line(&mut self, mut store: Store, args: &Arguments<'_>) -> Cases {
        let room = args.number(&mut store, 1);
        if store.facts.least(&room).is_none_or(|least| least < 2) {
            self.skip(args.pos, "fgets with a buffer of unknown size");
            return Vec::new();
        }
        let Some((id, offset)) = self.access(&mut store, args.value(0), &room, true, args.pos) else {
            return Vec::new();
        };
        let mut failed = store.clone();
        failed.overwrite(id, &offset, &room, false);
        if let Some(object) = failed.object_mut(id) {
            object.rest = object.rest.join(&any_bytes());
        }
        let length = Expr::of(store.symbol(Some(1), Some(FAR)));
        let mut cases = vec![(failed, Some(Value::null()))];
        let is_consistent = length.minus(&room).is_some_and(|rest| store.assume(&rest.shifted(1)).is_ok());
        if let (true, Some(end)) = (is_consistent, offset.plus(&length, 1)) {
            // What is behind the line stays as it is.
            store.overwrite(id, &offset, &room, false);
            store.fill(id, &offset, &length.shifted(1), &any_bytes(), true);
            store.add_zero(id, end);
            cases.push((store, Some(args.value(0).clone())));
        }
        cases
    }

    fn read_bytes(&mut self, mut store: Store, args: &Arguments<'_>) -> Option<Cases> {
        let (size, count) = (args.number(&mut store, 1), args.number(&mut store, 2));
        let Some(size) = size.as_constant().filter(|size| *size > 0) else {
            self.skip(args.pos, "fread of elements of unknown size");
            return None;
        };
        let total = count.times(size)?;
        let (id, offset) = self.access(&mut store, args.value(0), &total, true, args.pos)?;
        let done = Expr::of(store.symbol(Some(0), Some(FAR)));
        store.assume(&done.minus(&total)?).ok()?;
        store.overwrite(id, &offset, &total, false);
        store.fill(id, &offset, &done, &any_bytes(), true);
        let result = match size {
            1 => done,
            _ => {
                let result = Expr::of(store.symbol(Some(0), Some(FAR)));
                store.assume(&result.times(size)?.minus(&done)?).ok()?;
                store.assume(&result.minus(&count)?).ok()?;
                result
            }
        };
        Some(vec![(store, Some(Value::int(result)))])
    }
}

impl Value {
    /// A pointer moved by some bytes.
    pub(in crate::bounds) fn moved(self, by: &Expr) -> Value {
        match self {
            Value::Ptr { target: target @ Target::Object(_), offset, undefined } => {
                match offset.plus(by, 1) {
                    Some(offset) => Value::Ptr { target, offset, undefined },
                    None => Value::Ptr { target: Target::Unknown, offset: Expr::default(), undefined },
                }
            }
            other => other,
        }
    }
}
