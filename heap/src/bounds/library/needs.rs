//! What library functions require of their arguments.

use crate::bounds::domain::Bounds;
use crate::bounds::expr::Expr;
use crate::bounds::library::Arguments;
use crate::bounds::memory::FAR;
use crate::bounds::object::ObjId;
use crate::bounds::store::{Store, Target, Value};
use crate::ir::Pos;
use crate::libc::{Description, GREATEST_CHARACTER, LEAST_CHARACTER, Need, Size};
use crate::property::ViolationKind;

/// A text: its object, where it begins, and a zero byte behind it.
pub(in crate::bounds) struct Text {
    pub(in crate::bounds) id: ObjId,
    pub(in crate::bounds) offset: Expr,
    pub(in crate::bounds) zero: Expr,
}

impl Bounds<'_> {
    /// Checks what a function requires. Nothing if no execution continues.
    pub(in crate::bounds) fn needs(
        &mut self,
        store: &mut Store,
        function: &Description,
        args: &Arguments<'_>,
    ) -> Option<()> {
        for need in function.needs {
            self.need(store, function, *need, args)?;
        }
        Some(())
    }

    pub(in crate::bounds) fn need(
        &mut self,
        store: &mut Store,
        function: &Description,
        need: Need,
        args: &Arguments<'_>,
    ) -> Option<()> {
        let pos = args.pos;
        match need {
            Need::NonNull(at) => match args.value(at) {
                Value::Ptr { target: Target::Object(_) | Target::Function(_), .. } => {}
                _ => {
                    self.violate(pos, ViolationKind::NullDereference);
                    return None;
                }
            },
            Need::OpenStream(at) => self.stream(store, args.value(at), pos).map(|_| ())?,
            Need::Terminated(at) => self.text(store, args.value(at), pos).map(|_| ())?,
            Need::TerminatedWithin(at, size) => {
                let size = self.bytes(store, size, args)?;
                self.text_within(store, args.value(at), &size, pos)?;
            }
            Need::Readable(at, size) => {
                let size = self.bytes(store, size, args)?;
                if size.as_constant() != Some(0) {
                    self.access(store, args.value(at), &size, false, pos)?;
                }
            }
            // Checked where the text is printed.
            Need::Writable(_, Size::Formatted) => {}
            Need::Writable(at, size) => {
                let size = self.bytes(store, size, args)?;
                if size.as_constant() != Some(0) {
                    self.access(store, args.value(at), &size, true, pos)?;
                }
            }
            Need::WritableOrNull(at, size) => {
                if !args.is_null(at) {
                    let size = self.bytes(store, size, args)?;
                    self.access(store, args.value(at), &size, true, pos)?;
                }
            }
            Need::Disjoint(to, from, size) => self.disjoint(store, function, (to, from, size), args)?,
            Need::Character(at) => {
                let value = args.number(store, at);
                let low = value.times(-1).map(|minus| minus.shifted(LEAST_CHARACTER));
                self.require(store, low, ViolationKind::Misuse, pos)?;
                self.require(store, Some(value.shifted(-GREATEST_CHARACTER)), ViolationKind::Misuse, pos)?;
            }
            Need::Nonzero(at) => {
                let value = args.number(store, at);
                if !store.is_nonzero(&value) {
                    self.violate(pos, ViolationKind::Misuse);
                    return None;
                }
            }
            Need::Between(at, low, high) => {
                let value = args.number(store, at);
                let below = value.times(-1).map(|minus| minus.shifted(low.into()));
                self.require(store, below, ViolationKind::Misuse, pos)?;
                self.require(store, Some(value.shifted(-i128::from(high))), ViolationKind::Misuse, pos)?;
            }
            Need::Optional(at) if args.is_null(at) => {}
            // Checked where the function is executed; which descriptors are open is a matter of the outside.
            Need::Freeable(_) | Need::PrintFormat(_) | Need::Callable(_) | Need::Negatable(_) => {}
            Need::OpenDescriptor(_) | Need::Anything(_) => {}
            Need::WideTerminated(_) | Need::PowerOfTwo(_) | Need::ScanFormat(_) | Need::Optional(_) => {
                self.skip(pos, "the arguments of a library function");
                return None;
            }
        }
        Some(())
    }

    /// A stream that is open.
    pub(in crate::bounds) fn stream(&mut self, store: &Store, value: &Value, pos: Pos) -> Option<ObjId> {
        match value {
            Value::Ptr { target: Target::Object(id), offset, .. }
                if matches!(id, ObjId::StandardStream(_) | ObjId::Stream(_))
                    && offset.as_constant() == Some(0)
                    && store.objects.contains_key(id) =>
            {
                Some(*id)
            }
            Value::Ptr { target: Target::Null, .. } => {
                self.violate(pos, ViolationKind::NullDereference);
                None
            }
            _ => {
                self.violate(pos, ViolationKind::Misuse);
                None
            }
        }
    }

    /// A number of bytes.
    fn bytes(&mut self, store: &mut Store, size: Size, args: &Arguments<'_>) -> Option<Expr> {
        match size {
            Size::Bytes(count) => Some(Expr::constant(count.into())),
            Size::Struct(count) if self.program.target.pointer_bytes == 8 => {
                Some(Expr::constant(count.into()))
            }
            Size::Pointer => Some(Expr::constant(self.program.target.pointer_bytes.into())),
            Size::Arg(at) => Some(args.number(store, at)),
            Size::Product(one, other) => {
                let (one, other) = (args.number(store, one), args.number(store, other));
                let product = match (one.as_constant(), other.as_constant()) {
                    (Some(factor), _) => other.times(factor),
                    (_, Some(factor)) => one.times(factor),
                    _ => None,
                };
                if product.is_none() {
                    self.skip(args.pos, "a size that is a product of unknowns");
                }
                product
            }
            Size::StringOf(at) => Some(self.length(store, args.value(at), args.pos)?.shifted(1)),
            Size::StringsOf(one, other) => {
                let one = self.length(store, args.value(one), args.pos)?;
                let other = self.length(store, args.value(other), args.pos)?;
                one.plus(&other, 1).map(|sum| sum.shifted(1))
            }
            _ => {
                self.skip(args.pos, "the size of an argument");
                None
            }
        }
    }

    /// What is written does not overlap what is read: it is in another object, or before or behind it.
    fn disjoint(
        &mut self,
        store: &mut Store,
        function: &Description,
        (to, from, size): (u8, u8, Size),
        args: &Arguments<'_>,
    ) -> Option<()> {
        let (Value::Ptr { target: one, offset: to, .. }, Value::Ptr { target: other, offset: place, .. }) =
            (args.value(to), args.value(from))
        else {
            return Some(());
        };
        let is_argument = |target: &Target| {
            matches!(
                target,
                Target::Object(ObjId::Argument(_) | ObjId::AnyArgument) | Target::Unknown | Target::Stale
            )
        };
        if one != other && !(is_argument(one) && is_argument(other)) {
            return Some(());
        }
        let written = self.bytes(store, size, args)?;
        let read = match function.extent_read(from) {
            Some(Need::Terminated(at)) => self.bytes(store, Size::StringOf(at), args)?,
            Some(Need::TerminatedWithin(_, most)) => self.bytes(store, most, args)?,
            _ => written.clone(),
        };
        let holds = |expr: Option<Expr>| expr.is_some_and(|expr| store.facts.holds(&expr));
        let is_before = holds(to.plus(&written, 1).and_then(|end| end.minus(place)));
        let is_behind = holds(place.plus(&read, 1).and_then(|end| end.minus(to)));
        if !is_before && !is_behind && written.as_constant() != Some(0) {
            self.violate(args.pos, ViolationKind::Misuse);
        }
        Some(())
    }

    /// An argument that must be a text: there is a zero byte behind it, and what is before is initialized.
    pub(in crate::bounds) fn text(&mut self, store: &mut Store, value: &Value, pos: Pos) -> Option<Text> {
        let one = Expr::constant(1);
        let (id, offset) = self.access(store, value, &one, false, pos)?;
        let object = &store.objects[&id];
        let mut kind = ViolationKind::OutOfBounds;
        for zero in &object.zeros {
            if !offset.minus(zero).is_some_and(|rest| store.facts.holds(&rest)) {
                continue;
            }
            let size = zero.minus(&offset).map(|size| size.shifted(1));
            if object.text.is_some() || size.is_some_and(|size| store.is_defined(object, &offset, &size)) {
                return Some(Text { id, offset: offset.clone(), zero: zero.clone() });
            }
            kind = ViolationKind::Uninitialized;
        }
        self.violate(pos, kind);
        None
    }

    /// The same, unless so many bytes can be read.
    pub(in crate::bounds) fn text_within(
        &mut self,
        store: &mut Store,
        value: &Value,
        most: &Expr,
        pos: Pos,
    ) -> Option<()> {
        if let Value::Ptr { target: Target::Object(id), offset, .. } = value
            && let Some(object) = store.objects.get(id)
            && store.is_natural(offset)
            && offset
                .plus(most, 1)
                .and_then(|end| end.minus(&object.size))
                .is_some_and(|rest| store.facts.holds(&rest))
            && (object.text.is_some() || store.is_defined(object, offset, most))
        {
            return Some(());
        }
        self.text(store, value, pos).map(|_| ())
    }

    /// The length of a text. Its end is a known zero byte afterwards.
    pub(in crate::bounds) fn length(&mut self, store: &mut Store, value: &Value, pos: Pos) -> Option<Expr> {
        let Text { id, offset, zero } = self.text(store, value, pos)?;
        let object = &store.objects[&id];
        if let (Some(text), Some(at)) = (&object.text, offset.as_constant()) {
            let rest = text.get(usize::try_from(at).ok()?..)?;
            return Some(Expr::constant(rest.iter().position(|byte| *byte == 0)? as i128));
        }
        let zeros = object.zeros.clone();
        let length = Expr::of(store.symbol(Some(0), Some(FAR)));
        let end = offset.plus(&length, 1)?;
        store.assume(&end.minus(&zero)?).ok()?;
        for zero in zeros {
            // A zero behind the start is not before the first one.
            if offset.minus(&zero).is_some_and(|rest| store.facts.holds(&rest)) {
                store.assume(&end.minus(&zero)?).ok()?;
            }
        }
        store.add_zero(id, end);
        Some(length)
    }
}
