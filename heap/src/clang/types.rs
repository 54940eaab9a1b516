//! Types, as the compiler represents them.

use super::{Cursor, OfUnit, take};
use clang_sys::*;
use std::ffi::{CString, c_void};
use std::marker::PhantomData;

/// The kinds of C types that are distinguished; everything else is [`TypeKind::Other`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeKind {
    /// `void`
    Void,
    /// `_Bool`
    Bool,
    /// Any integer type with this signedness, enums among them; the size is [`CType::size`].
    Int {
        /// Whether it has negative values.
        signed: bool,
    },
    /// `float`, `double`, `long double`
    Float,
    /// A pointer.
    Pointer,
    /// A reference of C++.
    Reference,
    /// An array of known length.
    Array,
    /// An array of unknown length: `int a[]`.
    OpenArray,
    /// An array whose length is computed when the program runs.
    Vla,
    /// A struct or union.
    Record,
    /// A function.
    Function,
    /// Vectors, complex numbers and other extensions.
    Other,
}

/// A type.
#[derive(Clone, Copy)]
pub struct CType<'u> {
    raw: CXType,
    unit: OfUnit<'u>,
}

impl<'u> CType<'u> {
    pub(super) fn new(raw: CXType) -> CType<'u> {
        CType { raw, unit: PhantomData }
    }

    pub(super) fn raw(self) -> CXType {
        self.raw
    }

    /// The type without typedefs and qualifiers.
    pub fn canonical(self) -> CType<'u> {
        // Types are plain values that point into the unit, which lives for 'u. The same holds for every call
        // below.
        CType::new(unsafe { clang_getCanonicalType(self.raw) })
    }

    /// What kind of type it is.
    pub fn kind(self) -> TypeKind {
        let canonical = self.canonical().raw;
        match canonical.kind {
            CXType_Void => TypeKind::Void,
            CXType_Bool => TypeKind::Bool,
            CXType_Char_U | CXType_UChar | CXType_Char16 | CXType_Char32 | CXType_UShort | CXType_UInt
            | CXType_ULong | CXType_ULongLong | CXType_UInt128 => TypeKind::Int { signed: false },
            CXType_Char_S | CXType_SChar | CXType_WChar | CXType_Short | CXType_Int | CXType_Long
            | CXType_LongLong | CXType_Int128 => TypeKind::Int { signed: true },
            CXType_Float | CXType_Double | CXType_LongDouble => TypeKind::Float,
            CXType_Pointer | CXType_NullPtr => TypeKind::Pointer,
            CXType_LValueReference | CXType_RValueReference => TypeKind::Reference,
            CXType_ConstantArray => TypeKind::Array,
            CXType_IncompleteArray => TypeKind::OpenArray,
            CXType_VariableArray => TypeKind::Vla,
            CXType_Record => TypeKind::Record,
            CXType_Enum => {
                let underlying = unsafe { clang_getEnumDeclIntegerType(clang_getTypeDeclaration(canonical)) };
                match CType::new(underlying).kind() {
                    TypeKind::Int { signed } => TypeKind::Int { signed },
                    _ => TypeKind::Int { signed: false },
                }
            }
            CXType_FunctionProto | CXType_FunctionNoProto => TypeKind::Function,
            CXType_Atomic => CType::new(unsafe { clang_Type_getValueType(canonical) }).kind(),
            _ => TypeKind::Other,
        }
    }

    /// Size in bytes; nothing for incomplete types and for arrays whose length is not constant.
    pub fn size(self) -> Option<u64> {
        u64::try_from(unsafe { clang_Type_getSizeOf(self.raw) }).ok()
    }

    /// Alignment in bytes.
    pub fn align(self) -> Option<u64> {
        u64::try_from(unsafe { clang_Type_getAlignOf(self.raw) }).ok()
    }

    /// What a pointer points to.
    pub fn pointee(self) -> CType<'u> {
        CType::new(unsafe { clang_getPointeeType(self.canonical().raw) })
    }

    /// The elements of an array, in the spelling of this type (a VLA keeps the identity of its element type)
    /// unless a typedef hides them.
    pub fn element(self) -> CType<'u> {
        let element = unsafe { clang_getArrayElementType(self.raw) };
        match element.kind {
            CXType_Invalid => CType::new(unsafe { clang_getArrayElementType(self.canonical().raw) }),
            _ => CType::new(element),
        }
    }

    /// The number of elements of an array, if it is constant.
    pub fn array_len(self) -> Option<u64> {
        u64::try_from(unsafe { clang_getArraySize(self.canonical().raw) }).ok()
    }

    /// What a function returns.
    pub fn result(self) -> CType<'u> {
        CType::new(unsafe { clang_getResultType(self.canonical().raw) })
    }

    /// The types of a function's parameters; nothing if it was declared without.
    pub fn parameters(self) -> Option<Vec<CType<'u>>> {
        let raw = self.canonical().raw;
        if raw.kind != CXType_FunctionProto {
            return None;
        }
        let count = u32::try_from(unsafe { clang_getNumArgTypes(raw) }).ok()?;
        Some((0..count).map(|index| CType::new(unsafe { clang_getArgType(raw, index) })).collect())
    }

    /// Whether a function takes more arguments than it names. One that was declared without saying what it
    /// takes does not: `int main()`.
    pub fn is_variadic(self) -> bool {
        let raw = self.canonical().raw;
        raw.kind == CXType_FunctionProto && unsafe { clang_isFunctionTypeVariadic(raw) != 0 }
    }

    /// Whether it is `volatile`.
    pub fn is_volatile(self) -> bool {
        unsafe { clang_isVolatileQualifiedType(self.canonical().raw) != 0 }
    }

    /// Whether it is `const`.
    pub fn is_const(self) -> bool {
        unsafe { clang_isConstQualifiedType(self.canonical().raw) != 0 }
    }

    /// The declaration of a record or enum.
    pub fn declaration(self) -> Cursor<'u> {
        Cursor::new(unsafe { clang_getTypeDeclaration(self.canonical().raw) })
    }

    /// Where a field of a record begins, in bits.
    pub fn field_bit_offset(self, name: &str) -> Option<u64> {
        let name = CString::new(name).ok()?;
        u64::try_from(unsafe { clang_Type_getOffsetOf(self.raw, name.as_ptr()) }).ok()
    }

    /// How the type is written.
    pub fn name(self) -> String {
        unsafe { take(clang_getTypeSpelling(self.raw)) }
    }

    /// A number that two types share only if they are the same type; qualifiers make no difference.
    pub fn identity(self) -> usize {
        // Read as a number, never followed. The lowest bits hold the qualifiers.
        const QUALIFIERS: usize = 15;
        self.raw.data[0] as *const c_void as usize & !QUALIFIERS
    }
}
