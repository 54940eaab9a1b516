//! Allocation, the end of the program, and blocks of bytes.

use super::strings::{compare, search};
use super::{Call, Model, done};
use crate::interp::arena::Place;
use crate::interp::arith::Value;
use crate::interp::choices;
use crate::interp::inputs::InputKind;
use crate::interp::machine::{Machine, Stop};
use crate::interp::memory::Origin;
use crate::interp::outcome::Outcome;
use crate::ir::*;
use crate::libc::Id;

/// The models of functions for memory.
pub(super) fn find(id: Id) -> Option<Model> {
    Some(match id {
        Id::Malloc => |m, c| allocate(m, c, c.number(0), false),
        Id::Calloc => |m, c| match c.number(0).checked_mul(c.number(1)) {
            Some(size) => allocate(m, c, size, true),
            None => Ok(Value::new(0)),
        },
        Id::AlignedAlloc => |m, c| allocate(m, c, c.number(1), false),
        Id::Realloc => reallocate,
        Id::Free => free,
        Id::Sbrk => extend,
        Id::Exit => |_, c| Err(Box::new(Outcome::Finished(c.number(0) as i32))),
        Id::Abort => |_, _| Err(Box::new(Outcome::Aborted)),

        Id::Memcpy | Id::Memmove => |m, c| copy(m, c, 0),
        Id::Mempcpy => |m, c| copy(m, c, c.number(2)),
        Id::Bcopy => |m, c| {
            let result = m.memory.copy(c.address(1), c.address(0), c.number(2));
            done(m, c, result)
        },
        Id::Memset => |m, c| {
            let result = m.memory.fill(c.address(0), c.number(2), c.number(1) as u8);
            done(m, c, result)?;
            Ok(c.arg(0))
        },
        Id::Bzero => |m, c| {
            let result = m.memory.fill(c.address(0), c.number(1), 0);
            done(m, c, result)
        },
        Id::Memcmp => |m, c| {
            // All bytes must be readable, even those after the first difference.
            for side in [0, 1].into_iter().filter(|_| c.number(2) > 0) {
                let last = m.memory.offset(c.address(side), (c.number(2) - 1) as i64);
                m.load(Value::new(last), Scalar::Int(IntType { bits: 8, signed: false }), c.pos)?;
            }
            compare(m, c, c.number(2), false, |byte| byte)
        },
        Id::Memchr => |m, c| search(m, c, c.number(2), c.number(1) as u8, false),

        Id::BufferSize => |m, c| {
            let room = m.memory.living_size(c.address(0));
            let left = room.map_or(0, |(size, offset)| (size as i64 - offset).max(0));
            Ok(Value::new(left as u64))
        },
        Id::ObjectSize => |_, _| Ok(Value::new(u64::MAX)),
        _ => return None,
    })
}

pub(super) fn allocate(m: &mut Machine<'_>, c: &Call<'_>, size: u64, clear: bool) -> Result<Value, Stop> {
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

/// More memory from the system: none, the bytes behind those that it gave last, or others after a gap.
fn extend(m: &mut Machine<'_>, c: &Call<'_>) -> Result<Value, Stop> {
    m.memory.note_choice(choices::OUTSIDE);
    let bytes = c.number(0) as i64;
    if bytes < 0 {
        return Err(Box::new(Outcome::Unsupported("memory given back to the system".to_string(), c.pos)));
    }
    if bytes == 0 {
        return Ok(Value::new(m.arena_end(c.pos)?));
    }
    let kind = InputKind::Function(c.name.to_string());
    let place = match m.input_within(kind, Scalar::INT, Some((0, 2)), c.pos).bits {
        0 => return Ok(Value::new(u64::MAX)),
        1 => Place::Above,
        _ => Place::AboveGap,
    };
    // There is no room for this here.
    const LARGEST: i64 = 1 << 24;
    if bytes > LARGEST {
        return Ok(Value::new(u64::MAX));
    }
    Ok(Value::new(m.in_arena(bytes as u64, place, c.pos)?))
}

fn free(m: &mut Machine<'_>, c: &Call<'_>) -> Result<Value, Stop> {
    let address = c.address(0);
    if address == 0 {
        return Ok(Value::new(0));
    }
    m.memory.check_free(address).map_err(|fault| m.stop(fault, c.pos))?;
    m.memory.end(address, c.pos);
    Ok(Value::new(0))
}

fn reallocate(m: &mut Machine<'_>, c: &Call<'_>) -> Result<Value, Stop> {
    let (old, size) = (c.address(0), c.number(1));
    if old == 0 {
        return allocate(m, c, size, false);
    }
    m.memory.check_free(old).map_err(|fault| m.stop(fault, c.pos))?;
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

fn copy(m: &mut Machine<'_>, c: &Call<'_>, advance: u64) -> Result<Value, Stop> {
    let (to, from, size) = (c.address(0), c.address(1), c.number(2));
    let result = m.memory.copy(to, from, size);
    done(m, c, result)?;
    Ok(Value { bits: m.memory.offset(to, advance as i64), ..c.arg(0) })
}
