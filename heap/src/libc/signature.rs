//! The types of library functions, as `prototypes.h` declares them.
//!
//! A program may declare a function with the name of a library function and another type. It is not the
//! library's then: no model applies to it.

use crate::ir::{FloatType, FunctionType, IntType, Scalar, Target, Type, TypeId, TypeTable};
use fxhash::FxHashMap;
use std::sync::LazyLock;

const PROTOTYPES: &str = include_str!("prototypes.h");

/// The type of a library function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The name of the function.
    pub name: &'static str,
    /// The header that declares it; nothing for what today's headers do not have.
    pub header: Option<&'static str>,
    /// What it gives.
    pub result: CType,
    /// What it takes.
    pub params: Vec<CType>,
    /// Whether it takes more arguments than these.
    pub variadic: bool,
}

/// A type in a signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CType {
    /// `void`
    Void,
    /// An integer.
    Int(Width, bool),
    /// A floating-point number.
    Float(FloatType),
    /// A complex number.
    Complex,
    /// A pointer to data, with the type that it points to as it is written, without `const`.
    Pointer {
        /// The type that it points to.
        to: &'static str,
        /// Whether the function only reads through it.
        is_const: bool,
    },
    /// A pointer to a function.
    Callback,
    /// A `va_list`.
    List,
    /// A pointer to the address of a socket, or the union of such pointers that some headers declare.
    SocketAddress,
    /// A structure or union, by value.
    Record(&'static str),
}

/// How many bits an integer has; the type says apart from that whether it is signed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// So many.
    Bits(u8),
    /// As many as a pointer.
    Pointer,
    /// As many as a pointer, or 64 where the program asks for large files and times.
    Large,
}

impl Width {
    /// The bits on a target; nothing if there are several possibilities.
    fn bits(self, target: Target) -> Option<u8> {
        match self {
            Width::Bits(bits) => Some(bits),
            Width::Pointer => Some(target.size().bits),
            Width::Large => (target.pointer_bytes == 8).then_some(64),
        }
    }
}

const fn signed(bits: u8) -> CType {
    CType::Int(Width::Bits(bits), true)
}

const fn unsigned(bits: u8) -> CType {
    CType::Int(Width::Bits(bits), false)
}

const LONG: CType = CType::Int(Width::Pointer, true);
const UNSIGNED_LONG: CType = CType::Int(Width::Pointer, false);
const OPAQUE: CType = CType::Pointer { to: "void", is_const: false };

/// The types that are not pointers, by the words that denote them.
#[rustfmt::skip]
const NAMED: &[(&str, CType)] = &[
    ("void", CType::Void), ("char", signed(8)), ("unsigned char", unsigned(8)), ("short", signed(16)),
    ("unsigned short", unsigned(16)), ("int", signed(32)), ("unsigned", unsigned(32)), ("long", LONG),
    ("unsigned long", UNSIGNED_LONG), ("long long", signed(64)), ("unsigned long long", unsigned(64)),
    ("float", CType::Float(FloatType::F32)), ("double", CType::Float(FloatType::F64)),
    ("long double", CType::Float(FloatType::F80)), ("float _Complex", CType::Complex),
    ("double _Complex", CType::Complex), ("long double _Complex", CType::Complex),
    ("int32_t", signed(32)), ("uint16_t", unsigned(16)), ("uint32_t", unsigned(32)),
    ("uint64_t", unsigned(64)),
    ("intmax_t", signed(64)), ("uintmax_t", unsigned(64)), ("intptr_t", LONG),
    ("char8_t", unsigned(8)), ("char16_t", unsigned(16)), ("char32_t", unsigned(32)),
    ("size_t", UNSIGNED_LONG), ("ssize_t", LONG), ("wchar_t", signed(32)), ("wint_t", unsigned(32)),
    ("wctype_t", UNSIGNED_LONG), ("wctrans_t", CType::Pointer { to: "int", is_const: true }),
    ("locale_t", OPAQUE), ("iconv_t", OPAQUE),
    ("timer_t", OPAQUE), ("nl_catd", OPAQUE),
    ("off_t", CType::Int(Width::Large, true)), ("time_t", CType::Int(Width::Large, true)),
    ("off64_t", signed(64)), ("dev_t", unsigned(64)), ("clock_t", LONG), ("clockid_t", signed(32)),
    ("pid_t", signed(32)), ("uid_t", unsigned(32)), ("gid_t", unsigned(32)), ("id_t", unsigned(32)),
    ("mode_t", unsigned(32)), ("key_t", signed(32)), ("useconds_t", unsigned(32)),
    ("socklen_t", unsigned(32)),
    ("in_addr_t", unsigned(32)), ("speed_t", unsigned(32)), ("nfds_t", UNSIGNED_LONG), ("mqd_t", signed(32)),
    ("eventfd_t", unsigned(64)), ("error_t", signed(32)), ("enum_t", unsigned(32)), ("nl_item", signed(32)),
    ("pthread_t", UNSIGNED_LONG), ("pthread_key_t", unsigned(32)), ("thrd_t", UNSIGNED_LONG),
    ("tss_t", unsigned(32)), ("tss_dtor_t", CType::Callback), ("thrd_start_t", CType::Callback),
    ("sighandler_t", CType::Callback), ("va_list", CType::List), ("sockaddr_arg", CType::SocketAddress),
    ("div_t", CType::Record("div_t")), ("ldiv_t", CType::Record("ldiv_t")),
    ("lldiv_t", CType::Record("lldiv_t")), ("imaxdiv_t", CType::Record("imaxdiv_t")),
    ("cookie_io_functions_t", CType::Record("cookie_io_functions_t")), ("ENTRY", CType::Record("ENTRY")),
    ("ACTION", unsigned(32)),
];

/// All signatures by name.
static SIGNATURES: LazyLock<FxHashMap<&'static str, Signature>> =
    LazyLock::new(|| all().into_iter().map(|signature| (signature.name, signature)).collect());

/// The type of the library function with this name.
///
/// ```
/// use cfp_heap::libc::signature::{CType, find};
///
/// let open = find("fopen").expect("a library function");
/// assert_eq!(open.header, Some("stdio.h"));
/// assert_eq!(open.result, CType::Pointer { to: "FILE", is_const: false });
/// assert_eq!(open.params, [CType::Pointer { to: "char", is_const: true }; 2]);
/// ```
pub fn find(name: &str) -> Option<&'static Signature> {
    SIGNATURES.get(name)
}

/// All signatures, in the order of the file.
pub fn all() -> Vec<Signature> {
    let (mut found, mut header) = (Vec::new(), None);
    for line in PROTOTYPES.lines() {
        if let Some(comment) = line.strip_prefix("//") {
            header = comment.trim().strip_prefix('<').and_then(|name| name.strip_suffix('>'));
        } else if let Some(declaration) = line.strip_suffix(';') {
            let signature = parse(declaration, header);
            found.push(signature.unwrap_or_else(|| panic!("not a declaration of a function: {line}")));
        }
    }
    found
}

/// Reads a declaration.
fn parse(declaration: &'static str, header: Option<&'static str>) -> Option<Signature> {
    let (before, after) = declaration.split_once('(')?;
    let name = before.rsplit([' ', '*']).next()?;
    let result = parse_type(before.strip_suffix(name)?)?;
    let inside = after.strip_suffix(')')?;
    let mut params = Vec::new();
    let (mut start, mut depth) = (0, 0);
    for (index, byte) in inside.bytes().chain([b',']).enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            b',' if depth == 0 => {
                params.push(inside[start..index].trim());
                start = index + 1;
            }
            _ => {}
        }
    }
    let variadic = params.last() == Some(&"...");
    params.retain(|param| !matches!(*param, "void" | "..."));
    let params = params.into_iter().map(parse_type).collect::<Option<_>>()?;
    Some(Signature { name, header, result, params, variadic })
}

/// Reads a type.
fn parse_type(text: &'static str) -> Option<CType> {
    let text = text.trim();
    if text.contains("(*)") {
        return Some(CType::Callback);
    }
    if let Some((_, known)) = NAMED.iter().find(|(name, _)| *name == text) {
        return Some(*known);
    }
    match text.strip_suffix('*').or(text.strip_suffix("*const")) {
        Some(to) => {
            let plain = to.trim().strip_prefix("const ").unwrap_or(to).trim();
            // A pointer to a pointer to constants may be written to.
            let is_const = plain != to.trim() && !plain.ends_with('*') || plain.ends_with("*const");
            Some(CType::Pointer { to: plain, is_const })
        }
        None => (text.starts_with("struct ") || text.starts_with("union ")).then_some(CType::Record(text)),
    }
}

impl Signature {
    /// Whether a declaration in a program declares this function: the same number of parameters of the same
    /// kinds, and the same result. Parameters that are integers may have other sizes, as in files that were
    /// preprocessed for another machine. The result may be ignored by declaring none, and an old declaration
    /// says nothing of the parameters.
    pub fn agrees(&self, declared: &FunctionType, types: &TypeTable, target: Target) -> bool {
        let fits = |own: &CType, declared: TypeId| own.fits(types.get(declared), target);
        let is_argument = |own: &CType, declared: TypeId| match (own, types.get(declared)) {
            (CType::Int(..), Type::Scalar(Scalar::Int(_))) => true,
            _ => fits(own, declared),
        };
        let is_void = |id: TypeId| matches!(types.get(id), Type::Void);
        let result =
            is_void(declared.result) || self.result == CType::Void || fits(&self.result, declared.result);
        let Some(params) = &declared.params else { return result };
        result
            && declared.variadic == self.variadic
            && params.len() == self.params.len()
            && self.params.iter().zip(params).all(|(own, declared)| is_argument(own, *declared))
            && (self.result != CType::Void || is_void(declared.result))
    }
}

impl CType {
    /// Whether a type of a program can be this one.
    fn fits(self, declared: &Type, target: Target) -> bool {
        match (self, declared) {
            (CType::Void, Type::Void) | (CType::Complex, Type::Other(_)) => true,
            (CType::Int(width, _), Type::Scalar(Scalar::Int(int))) => {
                *int != IntType::BOOL && width.bits(target).is_none_or(|bits| bits == int.bits)
            }
            (CType::Float(own), Type::Scalar(Scalar::Float(float))) => own == *float,
            (CType::Record(_) | CType::SocketAddress | CType::List, Type::Record(_)) => true,
            (
                CType::Pointer { .. } | CType::Callback | CType::List | CType::SocketAddress,
                Type::Pointer(_) | Type::Array(..) | Type::Function(_) | Type::Scalar(Scalar::Ptr),
            ) => true,
            _ => false,
        }
    }

    /// The scalar that a value of this type is on a target, if it is one and the target determines it.
    pub fn scalar(self, target: Target) -> Option<Scalar> {
        Some(match self {
            CType::Int(width, signed) => Scalar::Int(IntType { bits: width.bits(target)?, signed }),
            CType::Float(float) => Scalar::Float(float),
            CType::Pointer { .. } | CType::Callback => Scalar::Ptr,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_read() {
        let signatures = all();
        assert!(signatures.len() > 1400, "{}", signatures.len());
        assert_eq!(SIGNATURES.len(), signatures.len(), "a function is declared twice");
        let sort = find("qsort").expect("a library function");
        assert_eq!(sort.params[1..], [UNSIGNED_LONG, UNSIGNED_LONG, CType::Callback]);
        let print = find("printf").expect("a library function");
        assert!(print.variadic && print.params.len() == 1);
        assert_eq!(find("getpid").expect("a library function").params, []);
        let execute = find("execv").expect("a library function");
        assert_eq!(execute.params[1], CType::Pointer { to: "char *const", is_const: true });
        let split = find("strtol").expect("a library function");
        assert_eq!(split.params[1], CType::Pointer { to: "char *", is_const: false });
    }

    #[test]
    fn declarations_of_programs_agree_or_not() {
        let mut types = TypeTable::default();
        let target = Target { pointer_bytes: 8 };
        let int = types.intern(Type::Scalar(Scalar::Int(IntType::INT)));
        let size = types.intern(Type::Scalar(Scalar::Int(target.size())));
        let void = types.intern(Type::Void);
        let pointer = types.intern(Type::Pointer(void));
        let allocate = find("malloc").expect("a library function");
        let agrees = |result, params: Option<Vec<TypeId>>| {
            allocate.agrees(&FunctionType { result, params, variadic: false }, &types, target)
        };
        assert!(agrees(pointer, Some(vec![size])) && agrees(pointer, None) && agrees(void, Some(vec![size])));
        assert!(!agrees(int, Some(vec![int])) && !agrees(pointer, Some(vec![pointer])));
        assert!(agrees(pointer, Some(vec![int])));
        assert!(!agrees(pointer, Some(vec![size, size])) && !agrees(int, None));
    }
}
