//! `printf` and its variants: which arguments are read, and how long the text in memory may be.

use crate::bounds::domain::{Bounds, any_bytes};
use crate::bounds::expr::Expr;
use crate::bounds::library::{Arguments, Cases};
use crate::bounds::memory::FAR;
use crate::bounds::store::{Store, Target, Value};
use crate::ir::{Arg, IntType, Scalar};
use crate::libc::print_format::{Conversion, Limit, Piece, pieces};
use crate::libc::{Destination, Printf};
use crate::property::ViolationKind;

/// The least and greatest length of a text.
#[derive(Clone)]
struct Extent {
    least: Expr,
    most: Option<Expr>,
}

impl Bounds<'_> {
    /// Formatted output. Nothing if it is not modelled.
    pub(in crate::bounds) fn print(
        &mut self,
        mut store: Store,
        printf: Printf,
        args: &Arguments<'_>,
    ) -> Option<Cases> {
        let first = printf.format_index();
        let pattern = self.literal(&store, args.values.get(first)?)?;
        if printf.takes_list {
            return None;
        }
        let mut next = first + 1;
        let mut total = Extent { least: Expr::default(), most: Some(Expr::default()) };
        for piece in pieces(&pattern)? {
            let extent = match piece {
                Piece::Text(length) => {
                    let length = Expr::constant(length as i128);
                    Extent { least: length.clone(), most: Some(length) }
                }
                Piece::Conversion(conversion) => {
                    let at = next + conversion.stars;
                    next = at + 1;
                    if at >= args.values.len() {
                        self.violate(args.pos, ViolationKind::Misuse);
                        return Some(Vec::new());
                    }
                    match self.converted_argument(&mut store, conversion, at, printf, args)? {
                        Some(extent) => extent,
                        None => return Some(Vec::new()),
                    }
                }
            };
            total.least = total.least.plus(&extent.least, 1)?;
            total.most = match (total.most, extent.most) {
                (Some(most), Some(more)) => most.plus(&more, 1),
                _ => None,
            };
        }
        if !matches!(printf.to, Destination::Buffer | Destination::BoundedBuffer) {
            let result = store.between(-1, i32::MAX.into());
            return Some(vec![(store, Some(Value::int(result)))]);
        }
        self.print_to_memory(store, printf, &total, args)
    }

    /// One conversion; the inner `None` if no execution continues.
    fn converted_argument(
        &mut self,
        store: &mut Store,
        conversion: Conversion,
        at: usize,
        printf: Printf,
        args: &Arguments<'_>,
    ) -> Option<Option<Extent>> {
        let Conversion { kind, stars, limit, width, .. } = conversion;
        let width_expr = Expr::constant(width as i128);
        let is_in_memory = matches!(printf.to, Destination::Buffer | Destination::BoundedBuffer);
        if kind != b's' {
            let most = match (kind, limit) {
                _ if stars > 0 => None,
                (b'c', _) => Some(1.max(width)),
                (b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'p', Limit::None | Limit::Constant(_)) => {
                    let asked = if let Limit::Constant(digits) = limit { digits + 3 } else { 0 };
                    let ty = match args.call.args.get(at) {
                        Some(Arg::Scalar(_, ty)) => *ty,
                        _ => return None,
                    };
                    let range = match (&args.values[at], ty) {
                        (Value::Int { expr, .. }, Scalar::Int(int)) => Some(store.range(expr, int)),
                        _ => None,
                    };
                    Some(digits(kind, conversion.is_plain, ty, range).max(asked).max(width))
                }
                _ => None,
            };
            return Some(Some(Extent {
                least: width_expr,
                most: most.map(|most| Expr::constant(most as i128)),
            }));
        }
        let value = &args.values[at];
        if let (true, Value::Ptr { target, .. }, Value::Ptr { target: to, .. }) =
            (is_in_memory, value, args.value(0))
            && target == to
        {
            // The result may overlap what is printed.
            return None;
        }
        if !matches!(value, Value::Ptr { target: Target::Object(_), .. }) || limit == Limit::Star {
            // Libraries print something for null.
            return None;
        }
        let length = match limit {
            Limit::Constant(most) => {
                let most = Expr::constant(most as i128);
                if self.text_within(store, value, &most, args.pos).is_none() {
                    return Some(None);
                }
                let length = store.between(0, most.constant);
                Some(length)
            }
            _ if is_in_memory => self.length(store, value, args.pos),
            _ => self.text(store, value, args.pos).map(|text| text.zero),
        };
        let Some(length) = length else { return Some(None) };
        let most = match width {
            _ if stars > 0 => None,
            0 => Some(length.clone()),
            // Not exact, but at least as long.
            _ => Some(length.plus(&width_expr, 1)?),
        };
        Some(Some(Extent { least: Expr::default(), most }))
    }

    /// Writes a text whose length is known within bounds.
    fn print_to_memory(
        &mut self,
        mut store: Store,
        printf: Printf,
        total: &Extent,
        args: &Arguments<'_>,
    ) -> Option<Cases> {
        let length = Expr::of(store.symbol(Some(0), Some(i32::MAX.into())));
        // A longer text has no representable length.
        let most = total.most.clone()?;
        store.assume(&length.minus(&most)?).ok()?;
        store.assume(&total.least.minus(&length)?).ok()?;
        if store.facts.most(&most).is_none_or(|most| most >= i128::from(i32::MAX)) {
            return None;
        }
        let shown = match printf.to {
            Destination::Buffer => length.clone(),
            _ => {
                let room = args.number(&mut store, 1);
                if store.facts.least(&room).is_none_or(|least| least < 1) {
                    return None;
                }
                let shown = Expr::of(store.symbol(Some(0), Some(FAR)));
                store.assume(&shown.minus(&length)?).ok()?;
                store.assume(&shown.minus(&room)?.shifted(1)).ok()?;
                shown
            }
        };
        let size = shown.shifted(1);
        let Some((id, offset)) = self.access(&mut store, args.value(0), &size, true, args.pos) else {
            return Some(Vec::new());
        };
        store.fill(id, &offset, &size, &any_bytes(), true);
        store.add_zero(id, offset.plus(&shown, 1)?);
        Some(vec![(store, Some(Value::int(length)))])
    }
}

/// The most characters of a number, with its sign or prefix.
fn digits(kind: u8, is_plain: bool, ty: Scalar, range: Option<(i128, i128)>) -> usize {
    let bits = match ty {
        Scalar::Int(IntType { bits, .. }) => bits.max(32),
        _ => 64,
    };
    if let (true, b'd' | b'i' | b'u', Some((low, high))) = (is_plain, kind, range)
        && (low >= 0 || kind != b'u')
        && high <= i128::from(i32::MAX)
        && low >= i128::from(i32::MIN)
    {
        return low.to_string().len().max(high.to_string().len());
    }
    match (kind, bits) {
        (b'd' | b'i' | b'u', 32) => 11,
        (b'x' | b'X', 32) => 10,
        (b'o', 32) => 12,
        (b'd' | b'i' | b'u', _) => 21,
        (b'x' | b'X' | b'p', _) => 18,
        _ => 24,
    }
}
