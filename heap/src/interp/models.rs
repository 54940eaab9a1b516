//! What library functions do: all models, in one place.
//!
//! A model reads its arguments, does its work on the memory of the machine, and gives its result. A function
//! that is not in [`find`] is [`unknown`]: it does nothing, and its result is an input.

use super::arith::Value;
use super::choices;
use super::format;
use super::inputs::InputKind;
use super::machine::{Machine, NUMBERS, Stop};
use super::memory::{Fault, Origin};
use super::outcome::Outcome;
use crate::ir::*;
use crate::print::argument_types;
use crate::property::{Ints, ViolationKind};

/// A call of a function without a body.
pub(super) struct Call<'c> {
    pub(super) name: &'c str,
    pub(super) args: &'c [(Value, Scalar)],
    pub(super) result: Option<Scalar>,
    /// Whether the program looks at the result.
    pub(super) is_read: bool,
    pub(super) pos: Pos,
}

/// A model.
pub(super) type Model = fn(&mut Machine<'_>, &Call<'_>) -> Result<Value, Stop>;

impl Call<'_> {
    fn arg(&self, index: usize) -> Value {
        self.args.get(index).map_or(Value { bits: 0, undefined: true }, |arg| arg.0)
    }

    pub(super) fn address(&self, index: usize) -> u64 {
        self.arg(index).bits
    }

    pub(super) fn number(&self, index: usize) -> u64 {
        self.arg(index).bits
    }
}

/// Whether there is a model of a function with this name.
pub(crate) fn has_model(name: &str) -> bool {
    find(crate::library::canonical_name(name)).is_some()
}

/// The model of a function, by its plain name.
pub(super) fn find(name: &str) -> Option<Model> {
    Some(match name {
        "malloc" | "xmalloc" => |m, c| allocate(m, c, c.number(0), false),
        "calloc" | "xcalloc" => |m, c| match c.number(0).checked_mul(c.number(1)) {
            Some(size) => allocate(m, c, size, true),
            None => Ok(Value::new(0)),
        },
        "aligned_alloc" | "memalign" => |m, c| allocate(m, c, c.number(1), false),
        "realloc" | "xrealloc" => reallocate,
        "free" | "cfree" => free,
        "exit" | "_exit" | "_Exit" | "quick_exit" => {
            |_, c| Err(Box::new(Outcome::Finished(c.number(0) as i32)))
        }
        "abort" | "trap" => |_, _| Err(Box::new(Outcome::Aborted)),

        "memcpy" => |m, c| copy(m, c, false, 0),
        "mempcpy" => |m, c| copy(m, c, false, c.number(2)),
        "memmove" => |m, c| copy(m, c, true, 0),
        "bcopy" => |m, c| {
            let result = m.memory.copy(c.address(1), c.address(0), c.number(2));
            done(m, c, result)
        },
        "memset" => |m, c| {
            let result = m.memory.fill(c.address(0), c.number(2), c.number(1) as u8);
            done(m, c, result)?;
            Ok(c.arg(0))
        },
        "bzero" => |m, c| {
            let result = m.memory.fill(c.address(0), c.number(1), 0);
            done(m, c, result)
        },
        "memcmp" | "bcmp" => |m, c| {
            // All bytes must be there, even those behind the first difference.
            for side in [0, 1].into_iter().filter(|_| c.number(2) > 0) {
                let last = m.memory.offset(c.address(side), (c.number(2) - 1) as i64);
                m.load(Value::new(last), Scalar::Int(IntType { bits: 8, signed: false }), c.pos)?;
            }
            compare(m, c, c.number(2), false, |byte| byte)
        },
        "memchr" => |m, c| search(m, c, c.number(2), c.number(1) as u8, false),

        "strlen" => |m, c| Ok(Value::new(string(m, c, 0)?.len() as u64)),
        "strnlen" => |m, c| {
            let text = m.memory.string(c.address(0), c.number(1)).map_err(|fault| m.stop(fault, c.pos))?;
            Ok(Value::new(text.len() as u64))
        },
        "strcpy" => |m, c| copy_string(m, c, 0, u64::MAX, false).map(|_| c.arg(0)),
        "stpcpy" => |m, c| {
            let end = copy_string(m, c, 0, u64::MAX, false)?;
            Ok(Value::new(m.memory.offset(c.address(0), end as i64)))
        },
        "strncpy" => |m, c| copy_string(m, c, 0, c.number(2), true).map(|_| c.arg(0)),
        "strcat" => |m, c| {
            let start = string(m, c, 0)?.len() as u64;
            copy_string(m, c, start, u64::MAX, false).map(|_| c.arg(0))
        },
        "strncat" => concatenate_some,
        "strcmp" | "strcoll" => |m, c| compare(m, c, u64::MAX, true, |byte| byte),
        "strncmp" => |m, c| compare(m, c, c.number(2), true, |byte| byte),
        "strcasecmp" => |m, c| compare(m, c, u64::MAX, true, |byte| byte.to_ascii_lowercase()),
        "strncasecmp" => |m, c| compare(m, c, c.number(2), true, |byte| byte.to_ascii_lowercase()),
        "strchr" | "index" => |m, c| search(m, c, u64::MAX, c.number(1) as u8, true),
        "strrchr" | "rindex" => |m, c| {
            let mut text = string(m, c, 0)?;
            text.push(0);
            let found = text.iter().rposition(|&byte| byte == c.number(1) as u8);
            Ok(at(m, c, found))
        },
        "strstr" => |m, c| {
            let (text, word) = (string(m, c, 0)?, string(m, c, 1)?);
            let found = match word.is_empty() {
                true => Some(0),
                false => text.windows(word.len()).position(|window| window == word),
            };
            Ok(at(m, c, found))
        },
        "strspn" => |m, c| {
            let (text, set) = (string(m, c, 0)?, string(m, c, 1)?);
            Ok(Value::new(text.iter().take_while(|byte| set.contains(byte)).count() as u64))
        },
        "strcspn" => |m, c| {
            let (text, set) = (string(m, c, 0)?, string(m, c, 1)?);
            Ok(Value::new(text.iter().take_while(|byte| !set.contains(byte)).count() as u64))
        },
        "strpbrk" => |m, c| {
            let (text, set) = (string(m, c, 0)?, string(m, c, 1)?);
            let found = text.iter().position(|byte| set.contains(byte));
            Ok(at(m, c, found))
        },
        "strdup" | "xstrdup" => |m, c| duplicate(m, c, u64::MAX),
        "strndup" => |m, c| duplicate(m, c, c.number(1)),

        "printf" => |m, c| print(m, c, 0),
        // Only what goes to the standard output is kept; which stream this is cannot be told.
        "fprintf" | "dprintf" => |m, c| print_elsewhere(m, c, 1),
        "sprintf" => |m, c| print_to(m, c, u64::MAX, 1),
        "snprintf" => |m, c| print_to(m, c, c.number(1), 2),
        "vprintf" => |m, c| print_list(m, c, 0, "printf"),
        "vfprintf" => |m, c| print_list(m, c, 1, "fprintf"),
        "vdprintf" => |m, c| print_list(m, c, 1, "dprintf"),
        "vsprintf" => |m, c| print_list(m, c, 1, "sprintf"),
        "vsnprintf" => |m, c| print_list(m, c, 2, "snprintf"),
        "puts" => |m, c| {
            let mut text = string(m, c, 0)?;
            text.push(b'\n');
            emit(m, &text);
            Ok(some_number(m, c))
        },
        "putchar" | "putchar_unlocked" => |m, c| {
            emit(m, &[c.number(0) as u8]);
            Ok(printed(m, c, u64::from(c.number(0) as u8)))
        },
        "fputs" | "perror" => |m, c| {
            string(m, c, 0)?;
            Ok(some_number(m, c))
        },
        "fputc" | "putc" => |m, c| Ok(printed(m, c, u64::from(c.number(0) as u8))),
        "fflush" | "srand" | "setlocale" => |m, c| Ok(some_number(m, c)),

        "rand" | "random" => |m, c| input_in(m, c, 0, i128::from(i32::MAX)),
        "getchar" | "fgetc" | "getc" => |m, c| input_in(m, c, -1, 255),

        "abs" => |m, c| absolute(m, c, IntType::INT),
        "labs" => |m, c| absolute(m, c, m.program.target.ptrdiff()),
        "llabs" | "imaxabs" => |m, c| absolute(m, c, IntType { bits: 64, signed: true }),
        "atoi" => |m, c| parse_number(m, c, 0, Some(10), IntType::INT),
        "atol" => |m, c| parse_number(m, c, 0, Some(10), m.program.target.ptrdiff()),
        "atoll" => |m, c| parse_number(m, c, 0, Some(10), IntType { bits: 64, signed: true }),
        "strtol" => |m, c| parse_number(m, c, c.address(1), base(c), m.program.target.ptrdiff()),
        "strtoul" => |m, c| parse_number(m, c, c.address(1), base(c), m.program.target.size()),
        "strtoll" | "strtoimax" => {
            |m, c| parse_number(m, c, c.address(1), base(c), IntType { bits: 64, signed: true })
        }
        "strtoull" | "strtoumax" => {
            |m, c| parse_number(m, c, c.address(1), base(c), IntType { bits: 64, signed: false })
        }

        "isalpha" => |m, c| class(m, c, |byte| byte.is_ascii_alphabetic()),
        "isdigit" => |m, c| class(m, c, |byte| byte.is_ascii_digit()),
        "isalnum" => |m, c| class(m, c, |byte| byte.is_ascii_alphanumeric()),
        "isspace" => |m, c| class(m, c, |byte| byte.is_ascii_whitespace() || byte == 11),
        "isblank" => |m, c| class(m, c, |byte| byte == b' ' || byte == b'\t'),
        "isupper" => |m, c| class(m, c, |byte| byte.is_ascii_uppercase()),
        "islower" => |m, c| class(m, c, |byte| byte.is_ascii_lowercase()),
        "ispunct" => |m, c| class(m, c, |byte| byte.is_ascii_punctuation()),
        "isxdigit" => |m, c| class(m, c, |byte| byte.is_ascii_hexdigit()),
        "iscntrl" => |m, c| class(m, c, |byte| byte.is_ascii_control()),
        "isgraph" => |m, c| class(m, c, |byte| byte.is_ascii_graphic()),
        "isprint" => |m, c| class(m, c, |byte| byte.is_ascii_graphic() || byte == b' '),
        "tolower" => |_, c| change_case(c, |byte| byte.to_ascii_lowercase()),
        "toupper" => |_, c| change_case(c, |byte| byte.to_ascii_uppercase()),
        "__ctype_b_loc" => |m, c| table(m, c, "classes", 2, character_class),
        "__ctype_tolower_loc" => |m, c| table(m, c, "lower", 4, |at| case_entry(at, u8::to_ascii_lowercase)),
        "__ctype_toupper_loc" => |m, c| table(m, c, "upper", 4, |at| case_entry(at, u8::to_ascii_uppercase)),

        "buffer_size" => |m, c| {
            let room = m.memory.living_size(c.address(0));
            let left = room.map_or(0, |(size, offset)| (size as i64 - offset).max(0));
            Ok(Value::new(left as u64))
        },
        "getenv" => |m, _| {
            m.memory.note_choice(choices::OUTSIDE);
            Ok(Value::new(0))
        },
        "__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end" => |_, _| Ok(Value::new(0)),

        "clz" => |_, c| Ok(Value::new(u64::from((c.number(0) as u32).leading_zeros()))),
        "clzl" | "clzll" => |m, c| {
            let wide = m.program.target.pointer_bytes == 8 || c.name.ends_with("ll");
            let zeros = c.number(0).leading_zeros();
            Ok(Value::new(u64::from(if wide { zeros } else { (c.number(0) as u32).leading_zeros() })))
        },
        "ctz" | "ctzl" | "ctzll" => |_, c| Ok(Value::new(u64::from(c.number(0).trailing_zeros()))),
        "ffs" | "ffsl" | "ffsll" => |_, c| match c.number(0) {
            0 => Ok(Value::new(0)),
            bits => Ok(Value::new(u64::from(bits.trailing_zeros()) + 1)),
        },
        "popcount" => |_, c| Ok(Value::new(u64::from((c.number(0) as u32).count_ones()))),
        "popcountl" | "popcountll" => |_, c| Ok(Value::new(u64::from(c.number(0).count_ones()))),
        "bswap16" => |_, c| Ok(Value::new(u64::from((c.number(0) as u16).swap_bytes()))),
        "bswap32" => |_, c| Ok(Value::new(u64::from((c.number(0) as u32).swap_bytes()))),
        "bswap64" => |_, c| Ok(Value::new(c.number(0).swap_bytes())),
        "object_size" => |_, _| Ok(Value::new(u64::MAX)),

        "fabs" => |_, c| float(c, f64::abs),
        "sqrt" => |_, c| float(c, f64::sqrt),
        "floor" => |_, c| float(c, f64::floor),
        "ceil" => |_, c| float(c, f64::ceil),
        "trunc" => |_, c| float(c, f64::trunc),
        "isnan" => |_, c| Ok(Value::new(u64::from(c.arg(0).float().is_nan()))),
        _ if name.starts_with(crate::models::TEXT_PREFIX) => super::scan::text_part,
        _ => return None,
    })
}

/// A function without a model: any result of its type, and no effect.
pub(super) fn unknown(m: &mut Machine<'_>, c: &Call<'_>) -> Result<Value, Stop> {
    let written = crate::library::written_arguments(crate::library::canonical_name(c.name));
    let is_address = |(value, ty): &(Value, Scalar)| *ty == Scalar::Ptr && value.bits != 0;
    if c.name.starts_with("__builtin_")
        || written.is_some_and(|written| written.of(c.args).iter().any(is_address))
    {
        return Err(Box::new(Outcome::Unsupported(format!("the function {}", c.name), c.pos)));
    }
    match c.result {
        Some(ty) => Ok(m.input(InputKind::Function(c.name.to_string()), ty, c.pos)),
        None => Ok(Value::new(0)),
    }
}

/// A function without a model that does not return: the program ends.
pub(super) fn last(_: &mut Machine<'_>, _: &Call<'_>) -> Result<Value, Stop> {
    Err(Box::new(Outcome::Finished(1)))
}

/// An input of a range: any other number stands for the one of the range that is the same modulo its size.
fn input_in(m: &mut Machine<'_>, c: &Call<'_>, low: i128, high: i128) -> Result<Value, Stop> {
    let Some(ty) = c.result else { return Ok(Value::new(0)) };
    let input = m.input(InputKind::Function(c.name.to_string()), ty, c.pos);
    let number = i128::from(input.bits as i64);
    let value = low + (number - low).rem_euclid(high - low + 1);
    Ok(Value { bits: value as u64, ..input })
}

/// A result of which little is known, if somebody wants it.
fn some_number(m: &Machine<'_>, c: &Call<'_>) -> Value {
    printed(m, c, 0)
}

/// The result of a function that prints. Printing may fail, elsewhere.
fn printed(m: &Machine<'_>, c: &Call<'_>, result: u64) -> Value {
    if c.is_read {
        m.memory.note_choice(choices::LIBRARY);
    }
    Value::new(result)
}

/// The end of an effect on memory that may have been bad.
pub(super) fn done(m: &mut Machine<'_>, c: &Call<'_>, result: Result<(), Fault>) -> Result<Value, Stop> {
    if let Err(fault) = result {
        m.bad_access(fault, c.pos)?;
    }
    Ok(Value::new(0))
}

pub(super) fn misuse(m: &Machine<'_>, c: &Call<'_>, message: &str) -> Stop {
    m.violation(ViolationKind::Misuse, format!("{}: {message}", c.name), c.pos, Vec::new())
}

fn allocate(m: &mut Machine<'_>, c: &Call<'_>, size: u64, clear: bool) -> Result<Value, Stop> {
    if m.config.failing_allocation {
        let fails = m.input(InputKind::Allocation(c.name.to_string()), Scalar::Int(IntType::BOOL), c.pos);
        if fails.bits != 0 {
            return Ok(Value::new(0));
        }
    }
    // There is no room for this here; other machines may have it, if their addresses reach so far.
    const LARGEST: u64 = 1 << 31;
    if size >= LARGEST {
        if m.program.target.pointer_bytes == 8 && i64::try_from(size).is_ok() {
            m.memory.note_choice(choices::LIBRARY);
        }
        return Ok(Value::new(0));
    }
    let address = m.create(size, Origin::Heap, c.pos)?;
    if clear {
        m.memory.fill(address, size, 0).map_err(|fault| m.stop(fault, c.pos))?;
    }
    Ok(Value::new(address))
}

fn free(m: &mut Machine<'_>, c: &Call<'_>) -> Result<Value, Stop> {
    let address = c.address(0);
    if address == 0 {
        return Ok(Value::new(0));
    }
    match m.memory.check_free(address) {
        Ok(()) => m.memory.end(address, c.pos),
        Err(fault) => m.bad_access(fault, c.pos)?,
    }
    Ok(Value::new(0))
}

fn reallocate(m: &mut Machine<'_>, c: &Call<'_>) -> Result<Value, Stop> {
    let (old, size) = (c.address(0), c.number(1));
    if old == 0 {
        return allocate(m, c, size, false);
    }
    if let Err(fault) = m.memory.check_free(old) {
        return m.bad_access(fault, c.pos).map(|()| Value::new(0));
    }
    if size == 0 {
        // A block without bytes, or none, and then the old one may be freed or not.
        m.memory.note_choice(choices::LIBRARY);
    }
    let new = allocate(m, c, size, false)?;
    if new.bits == 0 {
        return Ok(new);
    }
    let kept = m.memory.living_size(old).map_or(0, |(old_size, _)| old_size.min(size));
    m.memory.copy(new.bits, old, kept).map_err(|fault| m.stop(fault, c.pos))?;
    m.memory.end(old, c.pos);
    Ok(new)
}

fn copy(m: &mut Machine<'_>, c: &Call<'_>, may_overlap: bool, advance: u64) -> Result<Value, Stop> {
    let (to, from, size) = (c.address(0), c.address(1), c.number(2));
    let apart = to >= from.wrapping_add(size) || from >= to.wrapping_add(size);
    if !may_overlap && !apart && to != from && m.config.checks.memory {
        return Err(misuse(m, c, "the two places overlap"));
    }
    let result = m.memory.copy(to, from, size);
    done(m, c, result)?;
    Ok(Value { bits: m.memory.offset(to, advance as i64), ..c.arg(0) })
}

pub(super) fn string(m: &mut Machine<'_>, c: &Call<'_>, index: usize) -> Result<Vec<u8>, Stop> {
    match m.memory.string(c.address(index), u64::MAX) {
        Ok(text) => Ok(text),
        Err(fault) => m.bad_access(fault, c.pos).map(|()| Vec::new()),
    }
}

fn at(m: &Machine<'_>, c: &Call<'_>, found: Option<usize>) -> Value {
    Value::new(found.map_or(0, |offset| m.memory.offset(c.address(0), offset as i64)))
}

/// Copies a string with its zero to `start` bytes behind the first argument; at most `most` bytes, all of
/// them if it pads.
fn copy_string(m: &mut Machine<'_>, c: &Call<'_>, start: u64, most: u64, pads: bool) -> Result<u64, Stop> {
    let text = m.memory.string(c.address(1), most).map_err(|fault| m.stop(fault, c.pos))?;
    let to = m.memory.offset(c.address(0), start as i64);
    let length = text.len() as u64;
    let copied = if length < most { length + 1 } else { length };
    let result = m.memory.copy(to, c.address(1), copied);
    done(m, c, result)?;
    if pads && copied < most {
        let result = m.memory.fill(m.memory.offset(to, copied as i64), most - copied, 0);
        done(m, c, result)?;
    }
    Ok(length)
}

fn concatenate_some(m: &mut Machine<'_>, c: &Call<'_>) -> Result<Value, Stop> {
    let start = string(m, c, 0)?.len() as u64;
    let added = copy_string(m, c, start, c.number(2), false)?;
    let result = m.memory.fill(m.memory.offset(c.address(0), (start + added) as i64), 1, 0);
    done(m, c, result)?;
    Ok(c.arg(0))
}

fn compare(
    m: &mut Machine<'_>,
    c: &Call<'_>,
    most: u64,
    is_string: bool,
    view: fn(u8) -> u8,
) -> Result<Value, Stop> {
    let mut undefined = false;
    for index in 0..most {
        let mut bytes = [0; 2];
        for (side, byte) in bytes.iter_mut().enumerate() {
            let cell = m.memory.offset(c.address(side), index as i64);
            let value = m.load(Value::new(cell), Scalar::Int(IntType { bits: 8, signed: false }), c.pos)?;
            undefined |= value.undefined;
            *byte = view(value.bits as u8);
        }
        if bytes[0] != bytes[1] {
            // Only the sign is known.
            m.memory.note_choice(choices::LIBRARY);
            let order = i64::from(bytes[0]) - i64::from(bytes[1]);
            return Ok(Value { bits: order as u64, undefined });
        }
        if is_string && bytes[0] == 0 {
            break;
        }
    }
    Ok(Value { bits: 0, undefined })
}

fn search(m: &mut Machine<'_>, c: &Call<'_>, most: u64, wanted: u8, is_string: bool) -> Result<Value, Stop> {
    for index in 0..most {
        let cell = m.memory.offset(c.address(0), index as i64);
        let byte = m.load(Value::new(cell), Scalar::Int(IntType { bits: 8, signed: false }), c.pos)?;
        if byte.bits as u8 == wanted {
            return Ok(Value::new(cell));
        }
        if is_string && byte.bits == 0 {
            break;
        }
    }
    Ok(Value::new(0))
}

fn duplicate(m: &mut Machine<'_>, c: &Call<'_>, most: u64) -> Result<Value, Stop> {
    let text = m.memory.string(c.address(0), most).map_err(|fault| m.stop(fault, c.pos))?;
    let new = allocate(m, c, text.len() as u64 + 1, true)?;
    if new.bits != 0 {
        let result = m.memory.copy(new.bits, c.address(0), text.len() as u64);
        done(m, c, result)?;
    }
    Ok(new)
}

fn emit(m: &mut Machine<'_>, text: &[u8]) {
    const MOST: usize = 1 << 24;
    if m.output.len() + text.len() <= MOST {
        m.output.extend_from_slice(text);
    }
}

fn formatted(m: &mut Machine<'_>, c: &Call<'_>, first: usize) -> Result<Vec<u8>, Stop> {
    let pattern = string(m, c, first)?;
    let rest = c.args.get(first + 1..).unwrap_or_default();
    let memory = &m.memory;
    let text = format::format(&pattern, rest, &mut |address, most| memory.string(address, most));
    match text {
        Ok(text) => {
            if text.shows_address {
                m.memory.note_choice(choices::ADDRESS);
            }
            Ok(text.bytes)
        }
        Err(format::FormatError::Fault(fault)) => Err(m.stop(fault, c.pos)),
        Err(format::FormatError::Misuse(message)) => Err(misuse(m, c, message)),
    }
}

fn print(m: &mut Machine<'_>, c: &Call<'_>, first: usize) -> Result<Value, Stop> {
    let text = formatted(m, c, first)?;
    emit(m, &text);
    Ok(printed(m, c, text.len() as u64))
}

/// `vprintf` and the like: takes the arguments out of a list, and prints them as a function without a list
/// does.
fn print_list(m: &mut Machine<'_>, c: &Call<'_>, first: usize, name: &str) -> Result<Value, Stop> {
    let pattern = string(m, c, first)?;
    let target = m.program.target;
    let (Some(types), Some(model)) = (argument_types(&pattern, target), find(name)) else {
        let reason = "a list of arguments that is printed by an unknown pattern".to_string();
        return Err(Box::new(Outcome::Unsupported(reason, c.pos)));
    };
    let mut next = c.arg(first + 1);
    // Where pointers have 64 bits, a list is an object with the address of the next argument; else it is this
    // address.
    if target.pointer_bytes == 8 && !types.is_empty() {
        next = m.load(next, Scalar::Ptr, c.pos)?;
    }
    let mut args = c.args.get(..=first).unwrap_or_default().to_vec();
    for ty in types {
        args.push((m.load(next, ty, c.pos)?, ty));
        let bytes = target.size_of(ty).next_multiple_of(target.pointer_bytes);
        next.bits = m.memory.offset(next.bits, i64::from(bytes));
    }
    model(m, &Call { name, args: &args, ..*c })
}

/// Prints to some other stream: arguments are checked, nothing is kept.
fn print_elsewhere(m: &mut Machine<'_>, c: &Call<'_>, first: usize) -> Result<Value, Stop> {
    let length = formatted(m, c, first)?.len() as u64;
    Ok(printed(m, c, length))
}

fn print_to(m: &mut Machine<'_>, c: &Call<'_>, room: u64, first: usize) -> Result<Value, Stop> {
    let text = formatted(m, c, first)?;
    let length = text.len() as u64;
    let (object, start) = (c.address(0) >> 32, m.memory.locate(c.address(0)).1);
    for &(value, ty) in c.args.get(first + 1..).unwrap_or_default() {
        if ty == Scalar::Ptr && room > 0 && value.bits >> 32 == object {
            let own = m.memory.locate(value.bits).1;
            let size = m.memory.string(value.bits, u64::MAX).map_or(0, |text| text.len() as i64);
            // Nobody knows what becomes of text that is printed over itself.
            if own <= start + length as i64 && start <= own + size {
                let reason = "text that is printed over itself".to_string();
                return Err(Box::new(Outcome::Unsupported(reason, c.pos)));
            }
        }
    }
    if room > 0 {
        let shown = &text[..text.len().min((room - 1) as usize)];
        for (index, &byte) in shown.iter().chain(&[0]).enumerate() {
            let cell = m.memory.offset(c.address(0), index as i64);
            let result = m.memory.write(cell, 1, u64::from(byte), false);
            done(m, c, result)?;
        }
    }
    Ok(Value::new(length))
}

fn absolute(m: &mut Machine<'_>, c: &Call<'_>, ty: IntType) -> Result<Value, Stop> {
    let value = c.arg(0);
    let number = super::arith::number(value.bits, ty);
    if number == ty.min() && m.config.ints == Ints::Math {
        return Err(Box::new(Outcome::Limit(NUMBERS)));
    }
    if number == ty.min() && m.config.checks.overflow {
        let message = format!("signed overflow: the absolute value of {number} does not fit");
        return Err(m.violation(ViolationKind::Overflow, message, c.pos, Vec::new()));
    }
    Ok(Value { bits: ty.wrap(number.abs()) as u64, ..value })
}

fn base(c: &Call<'_>) -> Option<u32> {
    match c.number(2) {
        0 => None,
        base => Some(base as u32),
    }
}

/// Reads a number as `strtol` does; without a base, the prefix tells it.
fn parse_number(
    m: &mut Machine<'_>,
    c: &Call<'_>,
    end: u64,
    base: Option<u32>,
    ty: IntType,
) -> Result<Value, Stop> {
    let text = string(m, c, 0)?;
    let mut index = text.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == 11).count();
    let negative = text.get(index) == Some(&b'-');
    if matches!(text.get(index), Some(b'+' | b'-')) {
        index += 1;
    }
    let has_prefix = text.get(index) == Some(&b'0')
        && matches!(text.get(index + 1), Some(b'x' | b'X'))
        && text.get(index + 2).is_some_and(u8::is_ascii_hexdigit);
    let base = match base {
        None | Some(16) if has_prefix => 16,
        Some(base) if (2..=36).contains(&base) => base,
        None if text.get(index) == Some(&b'0') => 8,
        _ => 10,
    };
    if base == 16 && has_prefix {
        index += 2;
    }
    let (start, mut value) = (index, 0i128);
    while let Some(digit) = text.get(index).and_then(|&byte| char::from(byte).to_digit(base)) {
        value = (value * i128::from(base) + i128::from(digit)).min(1 << 100);
        index += 1;
    }
    let value = if negative { -value } else { value };
    let value = match ty.signed {
        true => value.clamp(ty.min(), ty.max()),
        false if value.abs() > ty.max() => ty.max(),
        false => ty.wrap(value),
    };
    if end != 0 {
        let used = if index == start { 0 } else { index };
        let place = m.memory.offset(c.address(0), used as i64);
        let result = m.memory.write_pointer(end, place, false);
        done(m, c, result)?;
    }
    Ok(Value::new(value as u64))
}

/// Libraries look up the classes of characters in tables, with room for signed and unsigned ones.
pub(crate) const LEAST_CHARACTER: i128 = -128;
pub(crate) const GREATEST_CHARACTER: i128 = 255;

fn class(m: &Machine<'_>, c: &Call<'_>, is_in: fn(u8) -> bool) -> Result<Value, Stop> {
    let value = c.arg(0);
    if !(LEAST_CHARACTER..=GREATEST_CHARACTER).contains(&i128::from(value.bits as i64)) {
        return Err(misuse(m, c, "the class of something is asked that is no character"));
    }
    let holds = u8::try_from(value.bits as i64).is_ok_and(is_in);
    if holds {
        // Any number but zero.
        m.memory.note_choice(choices::LIBRARY);
    }
    Ok(Value { bits: u64::from(holds), ..value })
}

fn change_case(c: &Call<'_>, change: fn(u8) -> u8) -> Result<Value, Stop> {
    let value = c.arg(0);
    let bits = u8::try_from(value.bits as i64).map_or(value.bits, |byte| u64::from(change(byte)));
    Ok(Value { bits, ..value })
}

/// The classes of a character, as bits, in the tables that some headers read directly.
fn character_class(at: i64) -> u64 {
    let Ok(byte) = u8::try_from(at) else { return 0 };
    let bits = [
        (byte.is_ascii_uppercase(), 8),
        (byte.is_ascii_lowercase(), 9),
        (byte.is_ascii_alphabetic(), 10),
        (byte.is_ascii_digit(), 11),
        (byte.is_ascii_hexdigit(), 12),
        (byte.is_ascii_whitespace() || byte == 11, 13),
        (byte.is_ascii_graphic() || byte == b' ', 14),
        (byte.is_ascii_graphic(), 15),
        (byte == b' ' || byte == b'\t', 0),
        (byte.is_ascii_control(), 1),
        (byte.is_ascii_punctuation(), 2),
        (byte.is_ascii_alphanumeric(), 3),
    ];
    bits.into_iter().filter(|(is_in, _)| *is_in).map(|(_, bit)| 1 << bit).sum()
}

fn case_entry(at: i64, change: fn(&u8) -> u8) -> u64 {
    u8::try_from(at).map_or(at as u64, |byte| u64::from(change(&byte)))
}

/// The address of a pointer to the middle of a table with an entry for each character from -128 to 255.
fn table(
    m: &mut Machine<'_>,
    c: &Call<'_>,
    name: &'static str,
    entry: u32,
    value: fn(i64) -> u64,
) -> Result<Value, Stop> {
    if let Some((_, address)) = m.library_objects.iter().find(|(known, _)| *known == name) {
        return Ok(Value::new(*address));
    }
    let entries = m.create(384 * u64::from(entry), Origin::Global, c.pos)?;
    for index in 0..384 {
        let cell = m.memory.offset(entries, index * i64::from(entry));
        m.memory.write(cell, entry, value(index - 128), false).map_err(|fault| m.stop(fault, c.pos))?;
    }
    let pointer = m.create(u64::from(m.program.target.pointer_bytes), Origin::Global, c.pos)?;
    let middle = m.memory.offset(entries, 128 * i64::from(entry));
    m.memory.write_pointer(pointer, middle, false).map_err(|fault| m.stop(fault, c.pos))?;
    m.library_objects.push((name, pointer));
    Ok(Value::new(pointer))
}

fn float(c: &Call<'_>, function: fn(f64) -> f64) -> Result<Value, Stop> {
    let value = c.arg(0);
    Ok(Value { bits: function(value.float()).to_bits(), ..value })
}
