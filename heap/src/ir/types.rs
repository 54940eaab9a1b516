//! Types: the scalars that operations work on, and the layout of objects.

use std::fmt;

/// A type in a [`TypeTable`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TypeId(pub u32);

/// A struct or union in a [`TypeTable`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RecordId(pub u32);

/// What the compiler compiles for. Integers are little-endian two's complement everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// Size of a pointer, 4 or 8.
    pub pointer_bytes: u32,
}

impl Target {
    /// The type of differences of pointers and of array indices.
    pub fn ptrdiff(self) -> IntType {
        IntType { bits: (self.pointer_bytes * 8) as u8, signed: true }
    }

    /// The type of sizes.
    pub fn size(self) -> IntType {
        IntType { signed: false, ..self.ptrdiff() }
    }

    /// Size in bytes of a scalar in memory.
    pub fn size_of(self, ty: Scalar) -> u32 {
        match ty {
            Scalar::Int(int) => int.bytes(),
            Scalar::Float(FloatType::F32) => 4,
            Scalar::Float(FloatType::F64) => 8,
            Scalar::Float(FloatType::F80) => 4 + self.pointer_bytes + self.pointer_bytes / 2,
            Scalar::Ptr => self.pointer_bytes,
        }
    }
}

/// An integer type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IntType {
    /// 8, 16, 32, 64, or 1 for `_Bool`, which takes a byte in memory and is only ever 0 or 1.
    pub bits: u8,
    /// Whether it has negative values.
    pub signed: bool,
}

impl IntType {
    /// `int`
    pub const INT: IntType = IntType { bits: 32, signed: true };
    /// `_Bool`
    pub const BOOL: IntType = IntType { bits: 1, signed: false };

    /// The least value.
    pub fn min(self) -> i128 {
        if self.signed { -(1 << (self.bits - 1)) } else { 0 }
    }

    /// The greatest value.
    pub fn max(self) -> i128 {
        if self.signed { (1 << (self.bits - 1)) - 1 } else { (1 << self.bits) - 1 }
    }

    /// Whether a value is in the range.
    pub fn holds(self, value: i128) -> bool {
        self.min() <= value && value <= self.max()
    }

    /// The value of the range that is the same modulo 2^bits.
    pub fn wrap(self, value: i128) -> i128 {
        let bits = u32::from(self.bits);
        let low = value & ((1 << bits) - 1);
        if self.signed && low >> (bits - 1) != 0 { low - (1 << bits) } else { low }
    }

    /// Size in memory.
    pub fn bytes(self) -> u32 {
        u32::from(self.bits).div_ceil(8)
    }
}

impl fmt::Display for IntType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bits {
            1 => f.write_str("bool"),
            bits => write!(f, "{}{bits}", if self.signed { 'i' } else { 'u' }),
        }
    }
}

/// A floating type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatType {
    /// `float`
    F32,
    /// `double`
    F64,
    /// `long double`; operations on it are not supported.
    F80,
}

/// What a variable can hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Scalar {
    /// An integer.
    Int(IntType),
    /// A floating number.
    Float(FloatType),
    /// The address of an object or function, or null.
    Ptr,
}

impl Scalar {
    /// `int`
    pub const INT: Scalar = Scalar::Int(IntType::INT);

    /// The integer type, if it is one.
    pub fn as_int(self) -> Option<IntType> {
        match self {
            Scalar::Int(int) => Some(int),
            _ => None,
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Int(int) => int.fmt(f),
            Scalar::Float(FloatType::F32) => f.write_str("f32"),
            Scalar::Float(FloatType::F64) => f.write_str("f64"),
            Scalar::Float(FloatType::F80) => f.write_str("f80"),
            Scalar::Ptr => f.write_str("ptr"),
        }
    }
}

/// What a function takes and returns.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    /// The result; `void` if there is none.
    pub result: TypeId,
    /// The parameters; nothing if it was declared without saying.
    pub params: Option<Vec<TypeId>>,
    /// Whether it takes more.
    pub variadic: bool,
}

/// A type as C knows it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `void`
    Void,
    /// An integer or floating type.
    Scalar(Scalar),
    /// A pointer to something.
    Pointer(TypeId),
    /// An array; the length is missing if it is unknown or computed when the program runs.
    Array(TypeId, Option<u64>),
    /// A struct or union.
    Record(RecordId),
    /// A function.
    Function(FunctionType),
    /// A type that is not supported, by its name.
    Other(String),
}

/// A struct or union.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Its name in C.
    pub name: String,
    /// Whether its fields share their place.
    pub is_union: bool,
    /// Size in bytes; nothing if it is only declared.
    pub size: Option<u64>,
    /// Its fields, in order. Those of an anonymous record inside are in a field of their own, with an empty
    /// name.
    pub fields: Vec<FieldInfo>,
}

/// A member of a struct or union.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldInfo {
    /// Its name; empty for an anonymous record.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Where it begins, in bits.
    pub bit_offset: u64,
    /// If it is a bit-field: how many bits.
    pub bit_width: Option<u32>,
}

/// All types of a program.
#[derive(Clone, Debug, Default)]
pub struct TypeTable {
    types: Vec<Type>,
    known: fxhash::FxHashMap<Type, TypeId>,
    records: Vec<Record>,
}

impl TypeTable {
    /// The number of a type.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.known.get(&ty) {
            return id;
        }
        let id = TypeId(self.types.len() as u32);
        self.types.push(ty.clone());
        self.known.insert(ty, id);
        id
    }

    /// The number of a type, if it has one.
    pub fn find(&self, ty: &Type) -> Option<TypeId> {
        self.known.get(ty).copied()
    }

    /// Whether a pointer is part of a type.
    pub fn has_pointer(&self, ty: TypeId) -> bool {
        match self.get(ty) {
            Type::Pointer(_) => true,
            Type::Scalar(scalar) => *scalar == Scalar::Ptr,
            Type::Array(element, _) => self.has_pointer(*element),
            Type::Record(record) => {
                self.record(*record).fields.iter().any(|field| self.has_pointer(field.ty))
            }
            Type::Void | Type::Function(_) | Type::Other(_) => false,
        }
    }

    /// A new record, to be filled in later.
    pub fn new_record(&mut self, record: Record) -> RecordId {
        self.records.push(record);
        RecordId(self.records.len() as u32 - 1)
    }

    /// A type.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }

    /// The type of the elements of an array.
    pub fn element(&self, id: TypeId) -> Option<TypeId> {
        match self.get(id) {
            Type::Array(element, _) => Some(*element),
            _ => None,
        }
    }

    /// A record.
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }

    /// A record, to fill it in.
    pub fn record_mut(&mut self, id: RecordId) -> &mut Record {
        &mut self.records[id.0 as usize]
    }

    /// All records.
    pub fn records(&self) -> impl Iterator<Item = (RecordId, &Record)> {
        self.records.iter().enumerate().map(|(index, record)| (RecordId(index as u32), record))
    }

    /// The record that a pointer points to.
    pub fn pointed_record(&self, id: TypeId) -> Option<RecordId> {
        match self.get(id) {
            Type::Pointer(target) => match self.get(*target) {
                Type::Record(record) => Some(*record),
                _ => None,
            },
            _ => None,
        }
    }

    /// What a value of this type is as a scalar.
    pub fn scalar(&self, id: TypeId) -> Option<Scalar> {
        match self.get(id) {
            Type::Scalar(scalar) => Some(*scalar),
            Type::Pointer(_) => Some(Scalar::Ptr),
            _ => None,
        }
    }

    /// Size in bytes, if it is constant.
    pub fn size(&self, id: TypeId, target: Target) -> Option<u64> {
        match self.get(id) {
            Type::Scalar(scalar) => Some(u64::from(target.size_of(*scalar))),
            Type::Pointer(_) => Some(u64::from(target.pointer_bytes)),
            Type::Array(elem, len) => self.size(*elem, target)?.checked_mul((*len)?),
            Type::Record(record) => self.record(*record).size,
            Type::Void | Type::Function(_) | Type::Other(_) => None,
        }
    }

    /// What begins at an offset of a type, the outermost first: the type itself, members and elements, each
    /// with its path (`link.next`, `[2].key`). Of a union, the first member that has something there counts.
    pub fn members_at(&self, id: TypeId, offset: u64, target: Target) -> Vec<(String, TypeId)> {
        let mut found = Vec::new();
        let (mut path, mut id, mut offset) = (String::new(), id, offset);
        loop {
            if offset == 0 {
                found.push((path.clone(), id));
            }
            let inner = match self.get(id) {
                Type::Array(element, _) => {
                    let size = self.size(*element, target).filter(|size| *size > 0);
                    size.map(|size| (format!("[{}]", offset / size), *element, offset % size))
                }
                Type::Record(record) => self.record(*record).fields.iter().find_map(|field| {
                    let inside = offset.checked_sub(field.bit_offset / 8)?;
                    let is_inside = field.bit_width.is_none() && inside < self.size(field.ty, target)?;
                    let dot = if path.is_empty() || field.name.is_empty() { "" } else { "." };
                    is_inside.then(|| (format!("{dot}{}", field.name), field.ty, inside))
                }),
                _ => None,
            };
            let Some((step, member, rest)) = inner else { return found };
            path += &step;
            (id, offset) = (member, rest);
        }
    }

    /// From where to where a type has bytes that belong to no scalar in it, in their order; nothing of
    /// unions, and nothing if there are more than `most` such places.
    pub fn padding(&self, id: TypeId, target: Target, most: usize) -> Vec<(u64, u64)> {
        let Some(size) = self.size(id, target) else { return Vec::new() };
        // Which bytes belong to a scalar; large types are not examined.
        const LARGEST: u64 = 1 << 12;
        if size > LARGEST {
            return Vec::new();
        }
        let mut used = vec![false; size as usize];
        let mut pending = vec![(0u64, id)];
        while let Some((offset, id)) = pending.pop() {
            let length = match self.get(id) {
                Type::Array(element, Some(count)) => {
                    let Some(size) = self.size(*element, target) else { return Vec::new() };
                    pending.extend((0..*count).map(|index| (offset + index * size, *element)));
                    continue;
                }
                Type::Record(record) if !self.record(*record).is_union => {
                    let (bit_fields, fields): (Vec<&FieldInfo>, Vec<&FieldInfo>) =
                        self.record(*record).fields.iter().partition(|field| field.bit_width.is_some());
                    let member = |field: &FieldInfo| (offset + field.bit_offset / 8, field.ty);
                    pending.extend(fields.into_iter().map(member));
                    bit_fields.into_iter().for_each(|field| mark_bits(&mut used, offset, field));
                    continue;
                }
                _ => self.size(id, target).unwrap_or(0),
            };
            mark(&mut used, offset, offset + length);
        }
        let mut found: Vec<(u64, u64)> = Vec::new();
        for (at, _) in used.iter().enumerate().filter(|(_, is_used)| !**is_used) {
            match found.last_mut() {
                Some((_, end)) if *end == at as u64 => *end += 1,
                _ => found.push((at as u64, at as u64 + 1)),
            }
        }
        if found.len() > most { Vec::new() } else { found }
    }
}

/// Marks the bytes of a bit-field in a record at an offset as used.
fn mark_bits(used: &mut [bool], offset: u64, field: &FieldInfo) {
    let end = field.bit_offset + u64::from(field.bit_width.unwrap_or(0));
    mark(used, offset + field.bit_offset / 8, offset + end.div_ceil(8));
}

/// Marks bytes of a type as used.
fn mark(used: &mut [bool], from: u64, to: u64) {
    let bytes = used.iter_mut().skip(from as usize).take(to.saturating_sub(from) as usize);
    bytes.for_each(|byte| *byte = true);
}
