//! Models of the C++ library: headers in C++ that exist only in memory.

/// A header by its name in the folder of models.
macro_rules! header {
    ($name:literal) => {
        ($name, include_str!(concat!("../../models/cxx/", $name)))
    };
}

/// The same for the models of proofs.
macro_rules! proof_header {
    ($name:literal) => {
        ($name, include_str!(concat!("../../models/cxx-proof/", $name)))
    };
}

/// The headers that have another text for proofs, by name.
pub const PROOF_HEADERS: &[(&str, &str)] = &[
    proof_header!("__buckets"),
    proof_header!("__cells"),
    proof_header!("__ends"),
    proof_header!("__hashing"),
    proof_header!("__keyed"),
    proof_header!("__keys"),
    proof_header!("__mapping"),
    proof_header!("__numbered"),
    proof_header!("__rows"),
    proof_header!("__rows_walk"),
    proof_header!("deque"),
    proof_header!("list"),
    proof_header!("map"),
    proof_header!("set"),
    proof_header!("string"),
    proof_header!("unordered_map"),
    proof_header!("unordered_set"),
    proof_header!("vector"),
];

/// The headers by name. Those that begin with two underscores are parts of others.
pub const HEADERS: &[(&str, &str)] = &[
    header!("__array"),
    header!("__cfp"),
    header!("__chain"),
    header!("__compare"),
    header!("__errors"),
    header!("__hashed"),
    header!("__ios"),
    header!("__mapped"),
    header!("__nodes"),
    header!("__ordered"),
    header!("__sequence"),
    header!("__several"),
    header!("__single"),
    header!("__unordered"),
    header!("algorithm"),
    header!("array"),
    header!("cassert"),
    header!("cctype"),
    header!("cfloat"),
    header!("climits"),
    header!("cmath"),
    header!("cstddef"),
    header!("cstdint"),
    header!("cstdio"),
    header!("cstdlib"),
    header!("cstring"),
    header!("ctime"),
    header!("deque"),
    header!("exception"),
    header!("fstream"),
    header!("functional"),
    header!("initializer_list"),
    header!("iomanip"),
    header!("ios"),
    header!("iosfwd"),
    header!("iostream"),
    header!("istream"),
    header!("iterator"),
    header!("limits"),
    header!("list"),
    header!("map"),
    header!("memory"),
    header!("new"),
    header!("numeric"),
    header!("optional"),
    header!("ostream"),
    header!("queue"),
    header!("set"),
    header!("sstream"),
    header!("stack"),
    header!("stdexcept"),
    header!("string"),
    header!("tuple"),
    header!("type_traits"),
    header!("typeinfo"),
    header!("unordered_map"),
    header!("unordered_set"),
    header!("utility"),
    header!("vector"),
];
