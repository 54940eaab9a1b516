//! Objects, byte by byte.
//!
//! A pointer in a register is a 64-bit address that identifies its object: the number of the object
//! is in the upper half, the offset (plus [`BASE`]) in the lower half. Arithmetic that stays within 3 GiB of
//! an object keeps the object, so an access outside of it is detected, whatever lies there. Object 0 is
//! reserved: for null, and for integers converted to pointers.
//!
//! If pointers have eight bytes, that address is also what memory holds. If they have four, an object gets a
//! small address when a pointer to it is first stored or converted to an integer; the object that
//! holds the pointer records its provenance.

use super::choices;
use super::shadow::Cells;
use crate::ir::{FuncId, Pos, Program, Scalar, Target};
use crate::property::ViolationKind;
use std::cell::Cell;
use std::collections::BTreeMap;

/// The offset of an object's first byte in its half of the address space. Room before it keeps small negative
/// offsets with their object.
const BASE: u64 = 0x1000_0000;

/// There are fewer objects than this.
const NO_OBJECT: u64 = 1 << 31;

/// Where an object comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    /// Reserved.
    Nothing,
    Function(FuncId),
    Global,
    Constant,
    Local,
    Alloca,
    Heap,
    /// The memory of memory managers, which grows.
    Arena,
    /// A stream that the program opened.
    Stream,
    /// A stream that is open from the start.
    StandardStream,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Life {
    Alive,
    /// Its lifetime ended here.
    Ended(Pos),
}

pub(super) struct Object {
    bytes: Vec<u8>,
    /// The status of each byte: [`UNSET`], [`SET`], [`CHOSEN`], [`ADDRESS`] or [`PADDING`].
    state: Vec<u8>,
    size: u64,
    life: Life,
    pub(super) origin: Origin,
    /// Where its lifetime began.
    pub(super) pos: Pos,
    small_address: u32,
    /// Pointers of four bytes that it holds, by offset, as full addresses.
    pointers: Option<BTreeMap<u32, u64>>,
}

/// The byte is uninitialized, and has no value yet.
const UNSET: u8 = 0;
/// The program wrote the byte.
const SET: u8 = 1;
/// The byte is uninitialized, but its value has been read and stays.
const CHOSEN: u8 = 2;
/// The program wrote the byte, as a part of the address of an object.
const ADDRESS: u8 = 3;
/// A padding byte of a record that was written as a whole: it has some value.
const PADDING: u8 = 4;

/// An invalid access.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) kind: ViolationKind,
    pub(super) message: String,
    pub(super) notes: Vec<(Pos, String)>,
}

/// What a read found.
pub(super) struct Read {
    pub(super) bits: u64,
    pub(super) undefined: bool,
    /// Some bytes are uninitialized: a value must be chosen, see [`Memory::choose`].
    pub(super) open: bool,
    /// How many bytes are parts of addresses.
    address_bytes: u8,
    /// Whether some bytes are padding.
    shows_padding: bool,
}

pub(super) struct Memory<'p> {
    /// The program, for the names of objects.
    program: &'p Program,
    objects: Vec<Object>,
    target: Target,
    /// Objects with a small address, by that address.
    small: BTreeMap<u32, u32>,
    next_small: u32,
    used: u64,
    limit: u64,
    /// The first unspecified behaviour, see [`choices`](super::choices).
    pub(super) choice: Cell<Option<&'static str>>,
    /// The symbolic contents, if the run is followed.
    pub(super) cells: Option<Box<Cells>>,
}

/// An object cannot be allocated.
pub(super) struct OutOfMemory;

impl<'p> Memory<'p> {
    pub(super) fn new(program: &'p Program, limit: u64) -> Memory<'p> {
        let nothing = Object {
            bytes: Vec::new(),
            state: Vec::new(),
            size: 0,
            life: Life::Alive,
            origin: Origin::Nothing,
            pos: Pos { file: crate::ir::FileId(0), line: 0, column: 0 },
            small_address: 0,
            pointers: None,
        };
        Memory {
            program,
            objects: vec![nothing],
            target: program.target,
            small: BTreeMap::new(),
            next_small: 0x1_0000,
            used: 0,
            limit,
            choice: Cell::new(None),
            cells: None,
        }
    }

    /// Allocates an object with uninitialized bytes, and returns its address.
    pub(super) fn create(&mut self, size: u64, origin: Origin, pos: Pos) -> Result<u64, OutOfMemory> {
        const LARGEST: u64 = 0xe000_0000;
        self.used += size * 2 + 64;
        if size > LARGEST || self.used > self.limit || self.objects.len() as u64 >= NO_OBJECT {
            self.used -= size * 2 + 64;
            return Err(OutOfMemory);
        }
        let bytes = vec![0; size as usize];
        let state = vec![UNSET; size as usize];
        self.objects.push(Object {
            bytes,
            state,
            size,
            life: Life::Alive,
            origin,
            pos,
            small_address: 0,
            pointers: None,
        });
        Ok(((self.objects.len() as u64 - 1) << 32) + BASE)
    }

    /// Adds uninitialized bytes at the end of an object that is alive.
    pub(super) fn grow(&mut self, address: u64, by: u64) -> Result<(), OutOfMemory> {
        let object = &mut self.objects[(address >> 32) as usize];
        if self.used + by * 2 > self.limit {
            return Err(OutOfMemory);
        }
        self.used += by * 2;
        object.size += by;
        object.bytes.resize(object.size as usize, 0);
        object.state.resize(object.size as usize, UNSET);
        Ok(())
    }

    /// Ends the lifetime of an object, which must be alive.
    pub(super) fn end(&mut self, address: u64, pos: Pos) {
        let object = &mut self.objects[(address >> 32) as usize];
        if object.life == Life::Alive {
            object.life = Life::Ended(pos);
            self.used -= object.size * 2;
            object.bytes = Vec::new();
            object.state = Vec::new();
            object.pointers = None;
        }
    }

    /// Makes an object read-only.
    pub(super) fn make_constant(&mut self, address: u64) {
        self.objects[(address >> 32) as usize].origin = Origin::Constant;
    }

    /// The object that an address belongs to, and the offset in it.
    pub(super) fn locate(&self, address: u64) -> (&Object, i64) {
        let index = (address >> 32) as usize;
        match self.objects.get(index) {
            Some(object) if index > 0 => (object, (address & 0xffff_ffff) as i64 - BASE as i64),
            _ => (&self.objects[0], address as i64),
        }
    }

    /// The size of the object that an address belongs to, if it is alive.
    pub(super) fn living_size(&self, address: u64) -> Option<(u64, i64)> {
        let (object, offset) = self.locate(address);
        (object.life == Life::Alive && object.origin != Origin::Nothing).then_some((object.size, offset))
    }

    /// Adds an offset to an address. An address too far from its object belongs to none.
    pub(super) fn offset(&self, address: u64, by: i64) -> u64 {
        let moved = address.wrapping_add(by as u64);
        if moved >> 32 == address >> 32 {
            return moved;
        }
        match address >> 32 {
            // An integer converted to a pointer has no provenance, and gets none. It wraps around below zero.
            0 | NO_OBJECT.. if moved >> 32 >= NO_OBJECT && self.target.pointer_bytes == 8 => moved,
            0 | NO_OBJECT.. => moved & 0xffff_ffff,
            _ => 0x8000_0000 | (moved & 0x7fff_ffff),
        }
    }

    /// Checks that `size` bytes can be accessed, and returns object and offset.
    #[inline]
    fn check(&self, address: u64, size: u64, writes: bool) -> Result<(usize, usize), Fault> {
        let index = (address >> 32) as usize;
        if let Some(object) = self.objects.get(index)
            && object.life == Life::Alive
            && index > 0
        {
            let offset = (address & 0xffff_ffff).wrapping_sub(BASE);
            let inside = offset <= object.size && size <= object.size - offset;
            if inside && !(writes && object.origin == Origin::Constant) {
                return Ok((index, offset as usize));
            }
        }
        Err(self.fault(address, size, writes))
    }

    /// Checks that `size` bytes can be accessed; no bytes always can.
    pub(super) fn check_block(&self, address: u64, size: u64, writes: bool) -> Result<(), Fault> {
        match size {
            0 => Ok(()),
            _ => self.check(address, size, writes).map(|_| ()),
        }
    }

    #[cold]
    fn fault(&self, address: u64, size: u64, writes: bool) -> Fault {
        let (object, offset) = self.locate(address);
        let act = if writes { "write" } else { "read" };
        let bytes = if size == 1 { "1 byte".to_string() } else { format!("{size} bytes") };
        let fault = |kind, message: String, notes| Fault { kind, message, notes };
        if object.origin == Origin::Nothing {
            return match address {
                0 => fault(
                    ViolationKind::NullDereference,
                    format!("{act} of {bytes} through a null pointer"),
                    vec![],
                ),
                1..4096 => {
                    let message = format!("{act} of {bytes} at offset {address} from a null pointer");
                    fault(ViolationKind::NullDereference, message, vec![])
                }
                _ => {
                    let message = format!("{act} of {bytes} through a pointer to nothing");
                    fault(ViolationKind::InvalidDereference, message, vec![])
                }
            };
        }
        let what = self.describe(object);
        let mut notes = vec![self.beginning(object)];
        if let Life::Ended(pos) = object.life {
            let (kind, how, end) = match object.origin {
                Origin::Heap => (ViolationKind::UseAfterFree, "after it was freed", "it was freed here"),
                _ => (ViolationKind::UseAfterScope, "after the end of its life", "its life ends here"),
            };
            notes.push((pos, end.to_string()));
            return fault(kind, format!("{act} of {bytes} of {what} {how}"), notes);
        }
        if let Origin::Function(_) = object.origin {
            return fault(
                ViolationKind::InvalidDereference,
                format!("{act} of {bytes} of a function"),
                vec![],
            );
        }
        if offset >= 0 && offset as u64 <= object.size && size <= object.size - offset as u64 {
            return fault(
                ViolationKind::ConstantWrite,
                format!("write to {what}, which must not change"),
                notes,
            );
        }
        let message = format!("{act} of {bytes} at offset {offset} of {what}, out of bounds");
        fault(ViolationKind::OutOfBounds, message, notes)
    }

    /// Reads a little-endian number of 1, 2, 4 or 8 bytes.
    #[inline]
    pub(super) fn read(&self, address: u64, size: u32) -> Result<Read, Fault> {
        let read = self.read_bytes(address, size)?;
        if read.address_bytes > 0 {
            self.note_choice(choices::ADDRESS);
        }
        Ok(read)
    }

    #[inline]
    fn read_bytes(&self, address: u64, size: u32) -> Result<Read, Fault> {
        let (index, at) = self.check(address, u64::from(size), false)?;
        let object = &self.objects[index];
        let read = match size {
            1 => object.read::<1>(at),
            2 => object.read::<2>(at),
            4 => object.read::<4>(at),
            _ => object.read::<8>(at),
        };
        if read.shows_padding {
            self.note_choice(choices::PADDING);
        }
        Ok(read)
    }

    /// Writes a little-endian number of 1, 2, 4 or 8 bytes.
    #[inline]
    pub(super) fn write(&mut self, address: u64, size: u32, bits: u64, undefined: bool) -> Result<(), Fault> {
        self.write_bytes(address, size, bits, if undefined { CHOSEN } else { SET })
    }

    #[inline]
    fn write_bytes(&mut self, address: u64, size: u32, bits: u64, state: u8) -> Result<(), Fault> {
        let (index, at) = self.check(address, u64::from(size), true)?;
        let object = &mut self.objects[index];
        match size {
            1 => object.write::<1>(at, bits, state),
            2 => object.write::<2>(at, bits, state),
            4 => object.write::<4>(at, bits, state),
            _ => object.write::<8>(at, bits, state),
        }
        if object.pointers.is_some() {
            object.forget_pointers(at, size as usize);
        }
        Ok(())
    }

    /// Sets the uninitialized bytes of a place to the chosen value.
    pub(super) fn choose(&mut self, address: u64, size: u32, bits: u64) {
        let Ok((index, at)) = self.check(address, u64::from(size), false) else { return };
        let object = &mut self.objects[index];
        for (byte, value) in bits.to_le_bytes().into_iter().take(size as usize).enumerate() {
            if object.state[at + byte] == UNSET {
                object.bytes[at + byte] = value;
                object.state[at + byte] = CHOSEN;
            }
        }
    }

    /// Fills a place with a byte.
    pub(super) fn fill(&mut self, address: u64, size: u64, byte: u8) -> Result<(), Fault> {
        if size == 0 {
            return Ok(());
        }
        let (index, at) = self.check(address, size, true)?;
        let object = &mut self.objects[index];
        object.bytes[at..at + size as usize].fill(byte);
        object.state[at..at + size as usize].fill(SET);
        if object.pointers.is_some() {
            object.forget_pointers(at, size as usize);
        }
        if let Some(cells) = &mut self.cells {
            cells.clear(address, size);
        }
        Ok(())
    }

    /// Marks bytes as padding of a record, with unspecified values.
    pub(super) fn note_padding(&mut self, address: u64, from: u64, to: u64) {
        let Ok((index, at)) = self.check(address, to, true) else { return };
        self.objects[index].state[at + from as usize..at + to as usize].fill(PADDING);
    }

    /// Copies bytes with their status; the places may overlap.
    pub(super) fn copy(&mut self, to: u64, from: u64, size: u64) -> Result<(), Fault> {
        if size == 0 {
            return Ok(());
        }
        let (source, start) = self.check(from, size, false)?;
        let (destination, at) = self.check(to, size, true)?;
        let length = size as usize;
        let object = &self.objects[source];
        let bytes = object.bytes[start..start + length].to_vec();
        let state = object.state[start..start + length].to_vec();
        if !size.is_multiple_of(u64::from(self.target.pointer_bytes)) && state.contains(&ADDRESS) {
            // The byte may be part of an address.
            self.note_choice(choices::ADDRESS);
        }
        let pointers: Vec<(u32, u64)> = match &object.pointers {
            Some(pointers) => pointers
                .range(start as u32..(start + length) as u32)
                .map(|(&at, &to)| (at - start as u32, to))
                .collect(),
            None => Vec::new(),
        };
        let object = &mut self.objects[destination];
        object.bytes[at..at + length].copy_from_slice(&bytes);
        object.state[at..at + length].copy_from_slice(&state);
        if object.pointers.is_some() {
            object.forget_pointers(at, length);
        }
        if !pointers.is_empty() {
            let known = object.pointers.get_or_insert_default();
            known.extend(pointers.into_iter().map(|(offset, to)| (at as u32 + offset, to)));
        }
        if let Some(cells) = &mut self.cells {
            cells.copy(to, from, size);
        }
        Ok(())
    }

    /// A byte, if it can be read.
    pub(super) fn peek(&self, address: u64) -> Option<u8> {
        let (index, at) = self.check(address, 1, false).ok()?;
        self.objects[index].bytes.get(at).copied()
    }

    /// The size of a scalar.
    pub(super) fn size_of(&self, ty: Scalar) -> u64 {
        self.target.size_of(ty).into()
    }

    /// Reads a pointer.
    pub(super) fn read_pointer(&self, address: u64) -> Result<Read, Fault> {
        let mut read = self.read_bytes(address, self.target.pointer_bytes)?;
        if read.address_bytes > 0 && u32::from(read.address_bytes) < self.target.pointer_bytes {
            self.note_choice(choices::ADDRESS);
        }
        if self.target.pointer_bytes == 4 && read.bits != 0 {
            let (object, offset) = self.locate(address);
            let known = object.pointers.as_ref().and_then(|pointers| pointers.get(&(offset as u32)));
            read.bits = known.copied().unwrap_or_else(|| self.pointer_of(read.bits));
        }
        Ok(read)
    }

    /// Writes a pointer.
    pub(super) fn write_pointer(&mut self, address: u64, value: u64, undefined: bool) -> Result<(), Fault> {
        let state = match value >> 32 {
            _ if undefined => CHOSEN,
            0 => SET,
            _ => ADDRESS,
        };
        if self.target.pointer_bytes == 8 {
            return self.write_bytes(address, 8, value, state);
        }
        let number = self.number_of(value);
        self.write_bytes(address, 4, number, state)?;
        if value >> 32 != 0 {
            let (index, at) = self.check(address, 4, true)?;
            self.objects[index].pointers.get_or_insert_default().insert(at as u32, value);
        }
        Ok(())
    }

    /// The representation of a pointer in memory.
    pub(super) fn number_of(&mut self, value: u64) -> u64 {
        let index = value >> 32;
        if self.target.pointer_bytes == 8 || index == 0 || index as usize >= self.objects.len() {
            return value & if self.target.pointer_bytes == 8 { u64::MAX } else { 0xffff_ffff };
        }
        let object = &mut self.objects[index as usize];
        if object.small_address == 0 {
            // Objects are not adjacent, so that a pointer past the end of one is not a pointer to the next.
            const GAP: u32 = 64;
            let room =
                u32::try_from(object.size).unwrap_or(u32::MAX / 2).saturating_add(GAP).next_multiple_of(16);
            object.small_address = self.next_small;
            self.small.insert(self.next_small, index as u32);
            self.next_small = self.next_small.wrapping_add(room).max(0x1_0000);
        }
        let offset = (value & 0xffff_ffff).wrapping_sub(BASE);
        u64::from(object.small_address.wrapping_add(offset as u32))
    }

    /// The pointer that a number represents.
    pub(super) fn pointer_of(&self, number: u64) -> u64 {
        if self.target.pointer_bytes == 8 {
            return number;
        }
        let number = number as u32;
        if let Some((&start, &index)) = self.small.range(..=number).next_back() {
            let object = &self.objects[index as usize];
            if u64::from(number - start) <= object.size {
                return (u64::from(index) << 32) + BASE + u64::from(number - start);
            }
        }
        u64::from(number)
    }

    /// The initialized bytes of a string before its zero byte, at most so many. An uninitialized byte ends
    /// them, too; the flag says that none did.
    pub(super) fn string(&self, address: u64, most: u64) -> Result<(Vec<u8>, bool), Fault> {
        let mut bytes = Vec::new();
        let mut at = address;
        while (bytes.len() as u64) < most {
            let read = self.read(at, 1)?;
            if read.undefined || read.open {
                return Ok((bytes, false));
            }
            if read.bits == 0 {
                break;
            }
            bytes.push(read.bits as u8);
            at = self.offset(at, 1);
        }
        Ok((bytes, true))
    }

    /// A description of an object, with its name if it has one.
    fn describe(&self, object: &Object) -> String {
        let bytes = if object.size == 1 { "1 byte".to_string() } else { format!("{} bytes", object.size) };
        let kind = match object.origin {
            Origin::Nothing => return "nothing".to_string(),
            Origin::Function(_) => return "a function".to_string(),
            Origin::Heap => return format!("an allocated block of {bytes}"),
            Origin::Arena => return format!("the {bytes} from the system"),
            Origin::Stream => return "a stream".to_string(),
            Origin::StandardStream => return "a standard stream".to_string(),
            Origin::Global => "global",
            Origin::Constant => "constant",
            Origin::Local | Origin::Alloca => "local",
        };
        match self.name(object) {
            Some(name) => format!("the {kind} object `{name}` of {bytes}"),
            None if object.origin == Origin::Constant => format!("a string literal of {bytes}"),
            None => format!("a {kind} object of {bytes}"),
        }
    }

    /// A description of the place where the lifetime of an object began.
    fn beginning(&self, object: &Object) -> (Pos, String) {
        let text = match (object.origin, self.name(object)) {
            (Origin::Heap | Origin::Alloca | Origin::Arena, _) => "allocated here".to_string(),
            (Origin::Stream, _) => "opened here".to_string(),
            (_, Some(name)) => format!("`{name}` is declared here"),
            (Origin::Constant, None) => "the string literal is here".to_string(),
            _ => format!("{} is here", self.describe(object)),
        };
        (object.pos, text)
    }

    /// The name of a variable, found by the place where it is declared.
    fn name(&self, object: &Object) -> Option<&'p str> {
        let program = self.program;
        let name = match object.origin {
            Origin::Local => {
                let slots = program.functions.iter().flat_map(|function| &function.slots);
                slots.filter(|slot| slot.pos == object.pos).map(|slot| slot.name.as_str()).next()
            }
            Origin::Global | Origin::Constant => {
                let globals = program.globals.iter();
                globals.filter(|global| global.pos == object.pos).map(|global| global.name.as_str()).next()
            }
            _ => None,
        };
        name.filter(|name| !name.is_empty() && object.pos.line > 0)
    }

    /// A description of the target of a pointer.
    pub(super) fn show_address(&self, address: u64) -> String {
        let (object, offset) = self.locate(address);
        let start = match (object.origin, self.name(object)) {
            (Origin::Nothing, _) => return format!("{address:#x}"),
            (Origin::Function(function), _) => self.program.functions[function.index()].name.clone(),
            (_, Some(name)) => format!("&{name}"),
            (Origin::Heap, None) => {
                format!("the block of {} bytes from line {}", object.size, object.pos.line)
            }
            (_, None) => self.describe(object),
        };
        match offset {
            0 => start,
            1.. => format!("{start} + {offset} bytes"),
            _ => format!("{start} - {} bytes", -offset),
        }
    }

    /// Whether an address is the start of a live heap block; if not, why it cannot be freed.
    pub(super) fn check_free(&self, address: u64) -> Result<(), Fault> {
        let (object, offset) = self.locate(address);
        let invalid = |message: String, notes| Fault { kind: ViolationKind::InvalidFree, message, notes };
        let what = self.describe(object);
        let origin = self.beginning(object);
        match (object.origin, object.life) {
            (Origin::Nothing, _) => Err(invalid("free of a pointer to nothing".to_string(), vec![])),
            (Origin::Heap, Life::Ended(pos)) => Err(Fault {
                kind: ViolationKind::DoubleFree,
                message: format!("{what} is freed twice"),
                notes: vec![origin, (pos, "it was freed here".to_string())],
            }),
            (Origin::Heap, Life::Alive) if offset == 0 => Ok(()),
            (Origin::Heap, Life::Alive) => {
                Err(invalid(format!("free of an address inside {what}, at offset {offset}"), vec![origin]))
            }
            _ => Err(invalid(format!("free of {what}, which was not allocated"), vec![origin])),
        }
    }

    /// Why an address other than null is not that of an open stream, if it is not.
    pub(super) fn stream_fault(&self, address: u64) -> Option<Fault> {
        let (object, offset) = self.locate(address);
        let is_stream = matches!(object.origin, Origin::Stream | Origin::StandardStream) && offset == 0;
        let fault = |message: &str, notes| {
            Some(Fault { kind: ViolationKind::Misuse, message: message.to_string(), notes })
        };
        match object.life {
            _ if !is_stream => fault("the argument is not a stream", vec![]),
            Life::Alive => None,
            Life::Ended(pos) => {
                let notes = vec![self.beginning(object), (pos, "it was closed here".to_string())];
                fault("the stream is used after it was closed", notes)
            }
        }
    }

    /// Live objects of an origin that the program must end, heap blocks or streams; if `lost`, without those
    /// that are reachable from live objects and `roots`.
    pub(super) fn not_ended(&self, origin: Origin, roots: &[u64], lost: bool) -> Vec<(Pos, u64)> {
        const OWNED: [Origin; 3] = [Origin::Heap, Origin::Stream, Origin::Nothing];
        let mut reached = vec![false; self.objects.len()];
        if lost {
            let mut work: Vec<usize> = Vec::new();
            for (index, object) in self.objects.iter().enumerate() {
                if object.life == Life::Alive && !OWNED.contains(&object.origin) {
                    reached[index] = true;
                    work.push(index);
                }
            }
            for &root in roots {
                let index = (root >> 32) as usize;
                if index > 0 && index < reached.len() && !std::mem::replace(&mut reached[index], true) {
                    work.push(index);
                }
            }
            while let Some(index) = work.pop() {
                for target in self.pointers_in(index) {
                    let target = (target >> 32) as usize;
                    if target > 0 && target < reached.len() && !std::mem::replace(&mut reached[target], true)
                    {
                        work.push(target);
                    }
                }
            }
        }
        let is_lost = |(index, object): &(usize, &Object)| {
            object.origin == origin && object.life == Life::Alive && !reached[*index]
        };
        self.objects.iter().enumerate().filter(is_lost).map(|(_, object)| (object.pos, object.size)).collect()
    }

    /// Values that may be pointers, in the object that an address belongs to.
    pub(super) fn pointers_in_object(&self, address: u64) -> Vec<u64> {
        let index = (address >> 32) as usize;
        if index < self.objects.len() { self.pointers_in(index) } else { Vec::new() }
    }

    /// Values in an object that may be pointers.
    fn pointers_in(&self, index: usize) -> Vec<u64> {
        let object = &self.objects[index];
        if self.target.pointer_bytes == 4 {
            return object.pointers.iter().flat_map(|pointers| pointers.values().copied()).collect();
        }
        let words = object.bytes.chunks_exact(8);
        words
            .map(|word| u64::from_le_bytes(word.try_into().unwrap_or_default()))
            .filter(|word| word >> 32 != 0)
            .collect()
    }
}

impl Object {
    /// Reads the bytes of a scalar. The size is a constant, so that this compiles to one load.
    #[inline]
    fn read<const SIZE: usize>(&self, at: usize) -> Read {
        let mut bytes = [0; 8];
        bytes[..SIZE].copy_from_slice(&self.bytes[at..at + SIZE]);
        let bits = u64::from_le_bytes(bytes);
        let state = &self.state[at..at + SIZE];
        if *state == [SET; SIZE] {
            return Read { bits, undefined: false, open: false, address_bytes: 0, shows_padding: false };
        }
        let address_bytes = state.iter().filter(|&&state| state == ADDRESS).count() as u8;
        let undefined = state.iter().any(|&state| state == UNSET || state == CHOSEN);
        let shows_padding = state.contains(&PADDING);
        Read { shows_padding, bits, undefined, open: state.contains(&UNSET), address_bytes }
    }

    #[inline]
    fn write<const SIZE: usize>(&mut self, at: usize, bits: u64, state: u8) {
        self.bytes[at..at + SIZE].copy_from_slice(&bits.to_le_bytes()[..SIZE]);
        self.state[at..at + SIZE].copy_from_slice(&[state; SIZE]);
    }

    fn forget_pointers(&mut self, at: usize, size: usize) {
        let Some(pointers) = &mut self.pointers else { return };
        let first = (at as u32).saturating_sub(3);
        let stale: Vec<u32> = pointers.range(first..(at + size) as u32).map(|(&offset, _)| offset).collect();
        for offset in stale {
            pointers.remove(&offset);
        }
    }
}
