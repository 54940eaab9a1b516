//! C++: what its files have beyond C.
//!
//! A function of C++ is lowered by the same code as one of C, which asks here first (`cxx_rvalue`,
//! `cxx_place`, `cxx_effect`, `cxx_statement`, ...). Files in C never come here.
//!
//! - `names`: functions and variables by their mangled names, and how arguments are passed: references and
//!   class objects as addresses, class results through an address that the caller gives.
//! - `class`: bases, fields and special members, those that the compiler makes, and closures.
//! - `temps`: temporaries and full expressions; `object`: construction of class objects in their place;
//!   `places`: what expressions refer to; `exprs`: values; `call`: calls; `memory`: `new` and `delete`.
//! - `body`: definitions of member functions, constructors and destructors; `stmts`: statements and
//!   declarations; `scan`: which locals need an address.
//! - `probe`: what libclang hides is asked for by code that is appended to the file.
//!
//! What is not lowered exactly is `Unsupported`, by name.

mod body;
mod call;
mod class;
mod exits;
mod exprs;
mod memory;
mod names;
mod object;
mod places;
mod probe;
mod scan;
mod stmts;
mod temps;
mod throw;

pub(super) use class::tables::{Question, Table};
pub(super) use exits::Exit;
pub(super) use names::is_library;
pub use probe::{Probe, probe_text};
pub(super) use temps::{CxxFunction, Life};

use crate::clang::{CType, Cursor, CxxKind, Kind, TypeKind, Unit};
use crate::ir::{FuncId, GlobalId};
use class::layout::Within;
use class::special::{Made, Special};
use fxhash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

/// The folder of the models of the C++ library, which exist only in memory.
pub(crate) const MODELS: &str = "/cfp-heap-headers/cxx";

/// The lowering of a file in C++.
#[derive(Default)]
pub(super) struct CxxUnit<'u> {
    /// Special members by class, and those that are still to be made.
    specials: FxHashMap<class::special::Key, Made>,
    pending: VecDeque<(FuncId, CType<'u>, Special, Option<Within<'u>>)>,
    /// What each closure captures, by its class.
    closures: FxHashMap<usize, Vec<class::lambda::Captured<'u>>>,
    /// The flags of static locals that are constructed when control first passes through their declaration.
    guards: FxHashMap<usize, GlobalId>,
    /// What probe code shows, and what it has to show.
    probed: FxHashMap<Probe, Vec<Cursor<'u>>>,
    wanted: RefCell<BTreeSet<Probe>>,
    /// Whether the program defines `operator new` or `operator delete`, of a class or of all.
    own_operators: bool,
    /// The names of the classes that others are derived from.
    bases: RefCell<Option<FxHashSet<String>>>,
    /// Layouts by class.
    layouts: RefCell<FxHashMap<usize, Option<Rc<class::layout::Layout<'u>>>>>,
    /// Constructors of bases, whose virtual bases are where a larger object has them.
    within: FxHashMap<FuncId, Within<'u>>,
    base_constructors: FxHashMap<(usize, usize, u64), FuncId>,
}

impl<'u> CxxUnit<'u> {
    /// For a file in C++.
    pub(super) fn of(unit: &'u Unit) -> Option<CxxUnit<'u>> {
        unit.is_cxx().then(|| CxxUnit {
            probed: probe::read(unit.root()),
            own_operators: unit.root().children().into_iter().any(defines_operators),
            ..CxxUnit::default()
        })
    }
}

/// Whether a declaration, which is none of the models, contains an operator for `new` or `delete`.
fn defines_operators(cursor: Cursor<'_>) -> bool {
    if names::is_model(cursor) {
        return false;
    }
    let is_operator = |name: &str| {
        let name = name.strip_prefix("operator").map(str::trim_start).unwrap_or_default();
        name.starts_with("new") || name.starts_with("delete")
    };
    match cursor.kind() {
        // The form with a place cannot be replaced: `operator new(size_t, void *)` returns the place.
        Kind::FunctionDecl if is_operator(&cursor.spelling()) => {
            let place = cursor.arguments().get(1).map(|place| place.ctype().pointee().kind());
            place != Some(TypeKind::Void)
        }
        Kind::Cxx(CxxKind::Method | CxxKind::FunctionTemplate) if is_operator(&cursor.spelling()) => true,
        _ => cursor.children().into_iter().any(defines_operators),
    }
}

/// Whether a file in C++ may use `new` or `delete`, itself or through pointers of the library that own.
pub(super) fn has_new(unit: &Unit) -> bool {
    let text = match unit.is_cxx() {
        true => unit.file_text(&unit.root().spelling()).unwrap_or_default(),
        false => return false,
    };
    let text = String::from_utf8_lossy(&text);
    ["new", "delete", "_ptr"].iter().any(|word| text.contains(word))
}

/// The class that a member belongs to.
fn class_of<'u>(member: Cursor<'u>) -> Option<CType<'u>> {
    member.semantic_parent().map(|class| class.ctype())
}

/// Whether a declaration is a function of any kind.
pub(super) fn is_function(cursor: Cursor<'_>) -> bool {
    match cursor.kind() {
        Kind::FunctionDecl => true,
        Kind::Cxx(kind) => {
            matches!(kind, CxxKind::Method | CxxKind::Constructor | CxxKind::Destructor | CxxKind::Conversion)
        }
        _ => false,
    }
}

/// Whether a function has an object that it is called on.
fn has_object(cursor: Cursor<'_>) -> bool {
    matches!(cursor.kind(), Kind::Cxx(_)) && is_function(cursor) && !cursor.is_static_member()
}

/// Whether a node below an expression is one itself, and no mention of a type or of a namespace.
pub(super) fn is_expression(cursor: &Cursor<'_>) -> bool {
    !matches!(cursor.kind(), Kind::TypeRef | Kind::Attribute | Kind::Cxx(CxxKind::NameRef))
}

/// The expressions right below a node.
fn operands(cursor: Cursor<'_>) -> Vec<Cursor<'_>> {
    cursor.children().into_iter().filter(is_expression).collect()
}

/// The name of a type without qualifiers: the same for the same type only.
fn type_name(ctype: CType<'_>) -> String {
    let name = ctype.canonical().name();
    let mut rest = name.as_str();
    while let Some(inner) = rest.strip_prefix("const ").or(rest.strip_prefix("volatile ")) {
        rest = inner;
    }
    rest.to_string()
}
