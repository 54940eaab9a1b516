//! Classes: their bases, their fields, and the special members that they declare.

mod aggregate;
mod answers;
pub(in crate::lower) mod lambda;
pub(in crate::lower) mod layout;
pub(in crate::lower) mod special;
pub(in crate::lower) mod tables;

use super::{Probe, type_name};
use crate::clang::{CType, Cursor, CxxKind, Kind, TypeKind};
use crate::lower::unit::UnitLowering;
use fxhash::FxHashSet;
use special::Special;

/// A special member as a class declares it.
pub(in crate::lower) enum Declared<'u> {
    /// The program defines it.
    Written(Cursor<'u>),
    /// The compiler makes it.
    Implicit,
    /// libclang does not show it.
    Hidden,
}

/// A base or field of a class: its type, and where it begins.
#[derive(Clone, Copy)]
pub(in crate::lower) struct Part<'u> {
    pub(in crate::lower) ctype: CType<'u>,
    pub(in crate::lower) offset: u64,
    /// The field, if it is one.
    pub(in crate::lower) field: Option<Cursor<'u>>,
}

impl<'u> UnitLowering<'_, 'u> {
    /// The bases of a class that are not virtual; nothing if they are not known.
    pub(in crate::lower) fn bases(&self, class: CType<'u>) -> Option<Vec<Part<'u>>> {
        Some(self.layout(class)?.bases.clone())
    }

    /// The fields of a class in order.
    pub(in crate::lower) fn field_parts(&self, class: CType<'u>) -> Vec<Part<'u>> {
        let part = |field: Cursor<'u>| {
            let offset = field.field_bit_offset().unwrap_or(0) / 8;
            Part { ctype: field.ctype(), offset, field: Some(field) }
        };
        class.fields().into_iter().map(part).collect()
    }

    /// Whether objects of a class begin with a table of virtual functions.
    pub(in crate::lower) fn is_dynamic(&self, class: CType<'u>) -> bool {
        let definition = definition(class);
        let children = match definition.is_instance() && definition.children().is_empty() {
            true => definition.template_children(),
            false => definition.children(),
        };
        let has_base = |child: &Cursor<'u>| child.kind() == Kind::Cxx(CxxKind::Base);
        let is_function = |child: &Cursor<'u>| match child.kind() {
            Kind::Cxx(CxxKind::Method | CxxKind::Destructor | CxxKind::Conversion) => child.is_virtual(),
            _ => false,
        };
        let bases = match children.iter().any(has_base) {
            true => self.named_bases(class).unwrap_or_default(),
            false => Vec::new(),
        };
        children.iter().any(is_function)
            || bases.iter().any(|base| base.is_virtual || self.is_dynamic(base.ctype))
    }

    /// Whether a class has a virtual destructor.
    pub(in crate::lower) fn is_destroyed_virtually(&self, class: CType<'u>) -> bool {
        let definition = definition(class);
        let children = match definition.is_instance() && definition.children().is_empty() {
            true => definition.template_children(),
            false => definition.children(),
        };
        let is_destructor = |child: &Cursor<'u>| child.kind() == Kind::Cxx(CxxKind::Destructor);
        children.iter().any(|child| is_destructor(child) && child.is_virtual())
            || self
                .named_bases(class)
                .unwrap_or_default()
                .iter()
                .any(|base| self.is_destroyed_virtually(base.ctype))
    }

    /// Whether the elements of a list in braces are those of a class: it has no constructors. A pair takes
    /// its two members as they are, too.
    pub(in crate::lower) fn is_aggregate(&self, class: CType<'u>) -> bool {
        let definition = definition(class);
        let children = match definition.is_instance() {
            true => definition.template_children(),
            false => definition.children(),
        };
        let is_constructor = |child: &Cursor<'u>| {
            matches!(child.kind(), Kind::Cxx(CxxKind::Constructor | CxxKind::Base))
                || child.kind() == Kind::Cxx(CxxKind::FunctionTemplate)
                    && child.spelling().starts_with(&definition.spelling())
        };
        !children.iter().any(is_constructor) || type_name(class).starts_with("std::pair<")
    }

    /// Whether some class of the file names this one as a base.
    pub(in crate::lower) fn is_base(&self, class: CType<'u>) -> bool {
        let Some(cxx) = &self.cxx else { return false };
        let mut known = cxx.bases.borrow_mut();
        let bases = known.get_or_insert_with(|| {
            let main_file = self.unit.root().spelling();
            let mut found = FxHashSet::default();
            let mut pending = self.unit.root().children();
            pending.retain(|child| child.location().file == main_file);
            while let Some(cursor) = pending.pop() {
                match cursor.kind() {
                    Kind::Cxx(CxxKind::Base) => {
                        found.insert(type_name(cursor.ctype()));
                    }
                    _ => pending.extend(cursor.children()),
                }
            }
            found
        });
        bases.contains(&type_name(class))
    }

    /// Where a base begins in a class that is derived from it, maybe in several steps.
    pub(in crate::lower) fn base_offset(&self, derived: CType<'u>, base: CType<'u>) -> Option<u64> {
        if type_name(derived) == type_name(base) {
            return Some(0);
        }
        self.bases(derived)?.iter().find_map(|part| Some(part.offset + self.base_offset(part.ctype, base)?))
    }

    /// A special member of a class, as it is declared.
    pub(in crate::lower) fn declared(&mut self, class: CType<'u>, what: Special) -> Declared<'u> {
        let definition = definition(class);
        if definition.is_instance() && definition.children().is_empty() {
            let probe = Probe::Special(what, type_name(class));
            let is_wanted = |found: &&Cursor<'u>| what.is(**found);
            if let Some(shown) = self.cxx.as_ref().and_then(|cxx| cxx.probed.get(&probe)) {
                let found = shown.iter().find(is_wanted).copied();
                return match found.filter(|found| !found.is_defaulted()) {
                    Some(found) => Declared::Written(found),
                    None => Declared::Implicit,
                };
            }
            self.linker.probes.insert(probe);
            return Declared::Hidden;
        }
        let children = definition.children();
        let find = |what: Special| children.iter().copied().find(|child| what.is(*child));
        match find(what) {
            Some(member) if !member.is_defaulted() && !member.is_deleted() => Declared::Written(member),
            // A class with a constructor or destructor of its own is copied where it is not moved.
            None if what == Special::Move && hinders_moves(&children) => self.declared(class, Special::Copy),
            _ => Declared::Implicit,
        }
    }
}

/// The definition of a class.
pub(in crate::lower) fn definition(class: CType<'_>) -> Cursor<'_> {
    let declaration = class.declaration();
    declaration.definition().unwrap_or(declaration)
}

/// Whether a class without a move constructor is copied instead.
fn hinders_moves(members: &[Cursor<'_>]) -> bool {
    members.iter().any(|member| match member.kind() {
        Kind::Cxx(CxxKind::Destructor) => true,
        Kind::Cxx(CxxKind::Constructor) => member.is_copy_constructor(),
        Kind::Cxx(CxxKind::Method) => member.spelling() == "operator=",
        _ => false,
    })
}

/// Whether a type depends on the parameters of a template.
fn is_dependent(ctype: CType<'_>) -> bool {
    ctype.kind() != TypeKind::Record || ctype.size().is_none()
}

/// Where the bracket ends that a list of template parameters begins with.
pub(in crate::lower) fn angle_end(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, mark) in text.char_indices() {
        match mark {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}
