//! Models of the C++ library: headers in C++ that exist only in memory.

/// A header by its name in the folder of models.
macro_rules! header {
    ($name:literal) => {
        ($name, include_str!(concat!("../../models/cxx/", $name)))
    };
}

/// The headers by name. Those that begin with two underscores are parts of others.
pub const HEADERS: &[(&str, &str)] = &[
    header!("__array"),
    header!("__cfp"),
    header!("__chain"),
    header!("__compare"),
    header!("__hashed"),
    header!("__nodes"),
    header!("__ordered"),
    header!("__sequence"),
    header!("__several"),
    header!("__single"),
    header!("__unordered"),
    header!("algorithm"),
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
    header!("functional"),
    header!("initializer_list"),
    header!("iomanip"),
    header!("iosfwd"),
    header!("iostream"),
    header!("iterator"),
    header!("limits"),
    header!("list"),
    header!("map"),
    header!("new"),
    header!("numeric"),
    header!("ostream"),
    header!("queue"),
    header!("set"),
    header!("stack"),
    header!("stdexcept"),
    header!("string"),
    header!("unordered_map"),
    header!("unordered_set"),
    header!("utility"),
    header!("vector"),
];
