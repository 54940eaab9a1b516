//! What the table requires of the arguments of a library function, checked before the call.

use super::{Call, again, misuse};
use crate::interp::machine::{Machine, Stop};
use crate::interp::memory::Fault;
use crate::interp::outcome::Outcome;
use crate::libc::{self, Description, GREATEST_CHARACTER, LEAST_CHARACTER, Need, Size};
use crate::property::ViolationKind;

/// Checks what the line of a function requires. If the function is executed by a model, then the accesses of
/// the model tell whether its pointers are valid.
pub(in crate::interp) fn check(
    m: &mut Machine<'_>,
    c: &Call<'_>,
    function: &'static Description,
) -> Result<(), Stop> {
    let has_model = function.is_native || function.is_c_code;
    for need in function.needs.iter().filter(|need| !has_model || !need.is_met_by_execution()) {
        check_need(m, c, function, *need)?;
    }
    again::note(m, c, function)
}

/// Checks what only the types of the parameters suggest. That it is not so need not be an error: then nothing
/// is known of the call.
pub(super) fn check_types(
    m: &mut Machine<'_>,
    c: &Call<'_>,
    function: &'static Description,
) -> Result<(), Stop> {
    let suggested = libc::needs(libc::canonical_name(c.name)).into_iter();
    for need in suggested.filter(|need| !function.needs.contains(need)) {
        check_need(m, c, function, need).map_err(|_| unchecked(c))?;
    }
    Ok(())
}

fn check_need(m: &mut Machine<'_>, c: &Call<'_>, function: &Description, need: Need) -> Result<(), Stop> {
    let signed = |index: u8| i128::from(c.number(index.into()) as i64);
    match need {
        Need::NonNull(at) => not_null(m, c, at),
        Need::OpenStream(at) => {
            not_null(m, c, at)?;
            match m.memory.stream_fault(c.address(at.into())) {
                Some(fault) if c.address(at.into()) != 0 => {
                    let message = format!("{}: {}", c.shown_name(), fault.message);
                    Err(m.stop(Fault { message, ..fault }, c.pos))
                }
                _ => Ok(()),
            }
        }
        Need::Terminated(at) => readable_string(m, c, at, u64::MAX).map(|_| ()),
        Need::TerminatedWithin(at, size) => {
            let most = bytes(m, c, size)?;
            readable_string(m, c, at, most).map(|_| ())
        }
        Need::Readable(at, size) | Need::Writable(at, size) => {
            let (size, writes) = (bytes(m, c, size)?, matches!(need, Need::Writable(..)));
            accessible(m, c, at, size, writes)
        }
        Need::WritableOrNull(at, size) if c.address(at.into()) != 0 => {
            let size = bytes(m, c, size)?;
            accessible(m, c, at, size, true)
        }
        Need::WritableOrNull(..) => Ok(()),
        Need::Disjoint(to, from, size) => disjoint(m, c, function, (to, from, size)),
        Need::Character(at) if (LEAST_CHARACTER..=GREATEST_CHARACTER).contains(&signed(at)) => Ok(()),
        Need::Character(_) => Err(misuse(m, c, "the argument is neither EOF nor an unsigned char")),
        Need::Nonzero(at) if c.number(at.into()) == 0 => Err(misuse(m, c, "the argument is zero")),
        Need::Between(at, low, high) if !(i128::from(low)..=i128::from(high)).contains(&signed(at)) => {
            Err(misuse(m, c, &format!("the argument is not between {low} and {high}")))
        }
        Need::Nonzero(_) | Need::Between(..) => Ok(()),
        // What happens otherwise depends on the version of the standard.
        Need::PowerOfTwo(at) if c.number(at.into()).is_power_of_two() => Ok(()),
        // Which descriptors are open is a matter of the outside.
        Need::OpenDescriptor(_) | Need::Anything(_) => Ok(()),
        Need::Optional(at) if c.address(at.into()) == 0 => Ok(()),
        Need::PowerOfTwo(_)
        | Need::WideTerminated(_)
        | Need::Optional(_)
        | Need::Negatable(_)
        | Need::Freeable(_)
        | Need::PrintFormat(_)
        | Need::ScanFormat(_)
        | Need::Callable(_) => Err(unchecked(c)),
    }
}

fn not_null(m: &Machine<'_>, c: &Call<'_>, at: u8) -> Result<(), Stop> {
    if c.address(at.into()) != 0 {
        return Ok(());
    }
    let message = format!("{} gets a null pointer", c.shown_name());
    Err(m.stop(Fault { kind: ViolationKind::NullDereference, message, notes: Vec::new() }, c.pos))
}

/// A requirement that cannot be checked.
fn unchecked(c: &Call<'_>) -> Stop {
    Box::new(Outcome::Unsupported(format!("the arguments of {}", c.name), c.pos))
}

/// The length of the string that an argument points to, at most `most`.
fn readable_string(m: &mut Machine<'_>, c: &Call<'_>, at: u8, most: u64) -> Result<u64, Stop> {
    Ok(m.string(c.address(at.into()), most, c.pos)?.len() as u64)
}

fn accessible(m: &Machine<'_>, c: &Call<'_>, at: u8, size: u64, writes: bool) -> Result<(), Stop> {
    m.memory.check_block(c.address(at.into()), size, writes).map_err(|fault| m.stop(fault, c.pos))
}

/// The number of bytes that a size stands for.
fn bytes(m: &mut Machine<'_>, c: &Call<'_>, size: Size) -> Result<u64, Stop> {
    let pointer_bytes = m.program.target.pointer_bytes;
    let mut length = |at: u8, most: u64| readable_string(m, c, at, most);
    let sum = match size {
        Size::Bytes(count) => Some(count.into()),
        Size::Struct(count) if pointer_bytes == 8 => Some(count.into()),
        Size::Pointer => Some(pointer_bytes.into()),
        Size::Arg(at) => Some(c.number(at.into())),
        Size::Product(one, other) => c.number(one.into()).checked_mul(c.number(other.into())),
        Size::StringOf(at) => length(at, u64::MAX)?.checked_add(1),
        Size::StringsOf(first, second) => {
            (length(first, u64::MAX)? + 1).checked_add(length(second, u64::MAX)?)
        }
        Size::StringAndPart(first, second, most) => {
            let most = c.number(most.into());
            (length(first, u64::MAX)? + 1).checked_add(length(second, most)?)
        }
        Size::Struct(_) | Size::Formatted | Size::Unbounded => None,
    };
    sum.ok_or_else(|| unchecked(c))
}

/// Checks that what is written behind one argument does not overlap what is read behind another.
fn disjoint(
    m: &mut Machine<'_>,
    c: &Call<'_>,
    function: &Description,
    (to, from, size): (u8, u8, Size),
) -> Result<(), Stop> {
    let (start, source) = (c.address(to.into()), c.address(from.into()));
    if start >> 32 != source >> 32 || start >> 32 == 0 {
        return Ok(());
    }
    let written = bytes(m, c, size)?;
    let read = match function.extent_read(from) {
        Some(Need::Terminated(_)) => readable_string(m, c, from, u64::MAX)? + 1,
        Some(Need::TerminatedWithin(_, most)) => {
            let most = bytes(m, c, most)?;
            (readable_string(m, c, from, most)? + 1).min(most)
        }
        // A block that is copied to itself stays as it is.
        _ if start == source => return Ok(()),
        _ => written,
    };
    let is_apart = start >= source.saturating_add(read) || source >= start.saturating_add(written);
    match is_apart || read == 0 || written == 0 {
        true => Ok(()),
        false if m.config.checks.memory => Err(misuse(m, c, "source and destination overlap")),
        false => Err(m.undefined_behavior("source and destination overlap", c.pos)),
    }
}
