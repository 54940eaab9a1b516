//! `<ctype.h>`, `<locale.h>`

use crate::libc::description::Description as F;
use crate::libc::description::Effect::*;
use crate::libc::description::Need::*;
use crate::libc::id::CharClass::*;
use crate::libc::id::CtypeTable as Table;
use crate::libc::id::Id::*;

/// The functions.
#[rustfmt::skip]
pub(super) const FUNCTIONS: &[F] = &[
    F::of(IsClass(Alpha), &["isalpha"]).native().built_in().keeps_errno().needs(&[Character(0)]),
    F::of(IsClass(Digit), &["isdigit"]).native().built_in().keeps_errno().needs(&[Character(0)]),
    F::of(IsClass(Alnum), &["isalnum"]).native().built_in().keeps_errno().needs(&[Character(0)]),
    F::of(IsClass(Space), &["isspace"]).native().built_in().keeps_errno().needs(&[Character(0)]),
    F::of(IsClass(Blank), &["isblank"]).native().built_in().keeps_errno().needs(&[Character(0)]),
    F::of(IsClass(Upper), &["isupper"]).native().built_in().keeps_errno().needs(&[Character(0)]),
    F::of(IsClass(Lower), &["islower"]).native().built_in().keeps_errno().needs(&[Character(0)]),
    F::of(IsClass(Punct), &["ispunct"]).native().built_in().keeps_errno().needs(&[Character(0)]),
    F::of(IsClass(Xdigit), &["isxdigit"]).native().built_in().keeps_errno().needs(&[Character(0)]),
    F::of(IsClass(Cntrl), &["iscntrl"]).native().built_in().keeps_errno().needs(&[Character(0)]),
    F::of(IsClass(Graph), &["isgraph"]).native().built_in().keeps_errno().needs(&[Character(0)]),
    F::of(IsClass(Print), &["isprint"]).native().built_in().keeps_errno().needs(&[Character(0)]),
    F::of(ToLower, &["tolower"]).native().built_in().keeps_errno().needs(&[Character(0)]),
    F::of(ToUpper, &["toupper"]).native().built_in().keeps_errno().needs(&[Character(0)]),
    F::of(CtypeTable(Table::Classes), &["__ctype_b_loc"]).native().keeps_errno().does(&[ReturnsStatic]),
    F::of(CtypeTable(Table::Lower), &["__ctype_tolower_loc"]).native().keeps_errno().does(&[ReturnsStatic]),
    F::of(CtypeTable(Table::Upper), &["__ctype_toupper_loc"]).native().keeps_errno().does(&[ReturnsStatic]),
    F::of(Setlocale, &["setlocale"]).native().built_in().does(&[ReturnsStatic]),
    F::unnamed(&["isascii", "toascii"]).c_code().keeps_errno(),
];
