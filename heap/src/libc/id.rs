//! Identifiers of library functions.

use crate::ir::{FloatType, IntType, Target};

/// A library function on which models dispatch. Functions that differ in a type or in where they write have
/// one variant with a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // The C functions of these names.
pub enum Id {
    Malloc,
    Calloc,
    AlignedAlloc,
    Realloc,
    Free,
    Sbrk,
    Exit,
    Abort,
    Getenv,
    Rand,
    Srand,

    Memcpy,
    Mempcpy,
    Memmove,
    Bcopy,
    Memset,
    Bzero,
    Memcmp,
    Memchr,
    Strlen,
    Strnlen,
    Strcpy,
    Stpcpy,
    Strncpy,
    Strcat,
    Strncat,
    Strcmp,
    Strncmp,
    Strcasecmp,
    Strncasecmp,
    Strchr,
    Strrchr,
    Strstr,
    Strspn,
    Strcspn,
    Strpbrk,
    Strdup,
    Strndup,

    /// `printf` and all its variants.
    Printf(Printf),
    Puts,
    Fputs,
    Perror,
    Putchar,
    Fputc,
    Fflush,
    Getchar,
    Fgetc,
    Scanf,
    Fscanf,
    Sscanf,
    Getopt,
    GetoptLong,

    Setlocale,
    /// `isalpha` and the like.
    IsClass(CharClass),
    ToLower,
    ToUpper,
    /// The tables behind the macros of `<ctype.h>`.
    CtypeTable(CtypeTable),

    /// `abs`, `labs`, `llabs`
    Abs(CInt),
    /// `atoi`, `atol`, `atoll`
    Ato(CInt),
    /// `strtol`, `strtoll`
    Strto(CInt),
    /// `strtoul`, `strtoull`
    StrtoUnsigned(CInt),
    /// Counts bits of an unsigned number of a type.
    Bits(BitCount, CInt),
    /// Reverses the bytes of a number of so many bits.
    ByteSwap(u8),
    /// `sin` and the like, of a type.
    Float(FloatFunction, FloatType),
    /// `pow` and the like, of a type.
    FloatPair(FloatPair, FloatType),
    /// `isnan` and the like.
    FloatClass(FloatClass),
    /// `atof`
    AtoFloat,
    /// `strtod`, `strtof`
    StrtoFloat(FloatType),

    /// How many bytes there are from an address to the end of its object.
    BufferSize,
    /// What the compiler knows of the size of an object.
    ObjectSize,
    /// Begin and end of an atomic section in verification tasks.
    AtomicSection,
}

/// A variant of `printf`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Printf {
    /// Where the text goes.
    pub to: Destination,
    /// Whether the arguments are in a `va_list`.
    pub takes_list: bool,
}

/// Where formatted text goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Destination {
    /// The standard output.
    Stdout,
    /// A stream, the first argument.
    Stream,
    /// A file descriptor, the first argument.
    Descriptor,
    /// Memory, to which the first argument points.
    Buffer,
    /// The same, with its size in the second argument.
    BoundedBuffer,
}

impl Printf {
    /// Which argument is the format string.
    pub const fn format_index(self) -> usize {
        match self.to {
            Destination::Stdout => 0,
            Destination::Stream | Destination::Descriptor | Destination::Buffer => 1,
            Destination::BoundedBuffer => 2,
        }
    }

    /// The same function with its arguments one by one.
    pub const fn without_list(self) -> Printf {
        Printf { takes_list: false, ..self }
    }
}

/// A type of integers in signatures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CInt {
    /// `int`
    Int,
    /// `long`
    Long,
    /// `long long`, and `intmax_t`
    LongLong,
}

impl CInt {
    /// The signed type on a target.
    pub fn signed(self, target: Target) -> IntType {
        match self {
            CInt::Int => IntType::INT,
            CInt::Long => target.ptrdiff(),
            CInt::LongLong => IntType { bits: 64, signed: true },
        }
    }

    /// The unsigned type on a target.
    pub fn unsigned(self, target: Target) -> IntType {
        IntType { signed: false, ..self.signed(target) }
    }
}

/// A class of characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // As in the names of the C functions.
pub enum CharClass {
    Alpha,
    Digit,
    Alnum,
    Space,
    Blank,
    Upper,
    Lower,
    Punct,
    Xdigit,
    Cntrl,
    Graph,
    Print,
}

/// A table of the GNU library that the macros of `<ctype.h>` read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CtypeTable {
    /// The classes of characters, as bits.
    Classes,
    /// Characters in lower case.
    Lower,
    /// Characters in upper case.
    Upper,
}

/// What is counted in the bits of a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BitCount {
    /// Zeros before the first one.
    LeadingZeros,
    /// Zeros behind the last one.
    TrailingZeros,
    /// The position of the last one, from 1 on; 0 if there is none.
    FirstSet,
    /// All ones.
    Ones,
}

/// A function of a floating-point number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // The C functions of these names.
pub enum FloatFunction {
    Fabs,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    Round,
    Rint,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Exp,
    Exp2,
    Expm1,
    Log,
    Log2,
    Log10,
    Log1p,
    Cbrt,
}

impl FloatFunction {
    /// Whether all libraries give the same result.
    pub fn is_exact(self) -> bool {
        use FloatFunction::*;
        matches!(self, Fabs | Sqrt | Floor | Ceil | Trunc | Round | Rint)
    }
}

/// A function of two floating-point numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // The C functions of these names.
pub enum FloatPair {
    Pow,
    Fmod,
    Atan2,
    Hypot,
    Copysign,
    Fmax,
    Fmin,
    Fdim,
}

impl FloatPair {
    /// Whether all libraries give the same result.
    pub fn is_exact(self) -> bool {
        use FloatPair::*;
        matches!(self, Fmod | Copysign | Fdim)
    }
}

/// A class of floating-point numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatClass {
    /// Not a number.
    Nan,
    /// Infinite, of either sign.
    Infinite,
    /// Neither.
    Finite,
}

impl Id {
    /// The usual name of the function.
    pub fn name(self) -> &'static str {
        let mut functions = super::table::functions();
        functions.find(|function| function.id == Some(self)).map_or("", |function| function.names[0])
    }
}
