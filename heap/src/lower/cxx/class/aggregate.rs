//! Classes without constructors, made from lists in braces. What a list leaves out is made from an empty one:
//! numbers are zero, and other members are as they are by default.

use super::special::innermost;
use super::{Declared, Part};
use crate::clang::{CType, Cursor, Kind, TypeKind};
use crate::ir::Operand;
use crate::lower::cxx::class::special::Special;
use crate::lower::cxx::object::is_designated;
use crate::lower::cxx::throw::Undo;
use crate::lower::cxx::{places::peeled, type_name};
use crate::lower::function::{FunctionLowering, Place};

impl<'u> FunctionLowering<'_, '_, 'u> {
    /// `{ ... }` for a class without constructors.
    pub(in crate::lower) fn construct_aggregate(
        &mut self,
        addr: Operand,
        ctype: CType<'u>,
        list: Cursor<'u>,
    ) {
        let parts = list.children();
        if !self.unit.is_aggregate(ctype) {
            return match parts.is_empty() {
                true => self.construct_empty(addr, ctype),
                false => {
                    self.unsupported(&format!("a list for {}, which has constructors", type_name(ctype)))
                }
            };
        }
        if ctype.is_pod() && !self.has_default_values(ctype) {
            return self.initialize_aggregate(addr, ctype, list);
        }
        if !self.unit.bases(ctype).is_some_and(|bases| bases.is_empty()) {
            return self.unsupported("an aggregate with bases");
        }
        let fields = self.unit.field_parts(ctype);
        if let [only] = fields[..]
            && only.ctype.kind() == TypeKind::Array
            && !matches!(&parts[..], [part] if peeled(*part).kind() == Kind::InitList)
        {
            let addr = self.part_address(addr, only.offset);
            return self.initialize(Place::Memory { addr, bits: None }, only.ctype, list);
        }
        if parts.len() > fields.len() || parts.iter().any(|part| is_designated(*part)) {
            return self.unsupported("an initialiser list of an unknown form");
        }
        self.construct_fields(addr, ctype, &parts);
    }

    /// The fields of an aggregate from the first values on, and the others from nothing.
    fn construct_fields(&mut self, addr: Operand, ctype: CType<'u>, values: &[Cursor<'u>]) {
        if !self.unit.bases(ctype).is_some_and(|bases| bases.is_empty()) {
            return self.unsupported("an aggregate with bases");
        }
        let fields = self.unit.field_parts(ctype);
        // Fields of bits share bytes.
        if values.len() < fields.len() {
            self.zero(addr, ctype);
        }
        let mark = self.undo_mark();
        for (index, field) in fields.into_iter().enumerate() {
            let default = field.field.and_then(|field| self.unit.default_value(field));
            match (values.get(index).copied(), default) {
                (value, default) if is_bits(&field) => {
                    if let Some(value) = value.or(default) {
                        self.construct_bits(addr, ctype, field, value);
                    }
                }
                (Some(value), _) => {
                    let addr = self.part_address(addr, field.offset);
                    self.construct_element(addr, field.ctype, value);
                }
                (None, Some(default)) => {
                    let addr = self.part_address(addr, field.offset);
                    self.construct_field(addr, field.ctype, Some(default));
                }
                (None, None) => {
                    let addr = self.part_address(addr, field.offset);
                    self.construct_empty(addr, field.ctype);
                }
            }
            self.undo_part(addr, field, None);
        }
        self.undo_done(mark);
    }

    fn construct_bits(&mut self, addr: Operand, class: CType<'u>, part: Part<'u>, value: Cursor<'u>) {
        let (Some(field), Some(ty)) = (part.field, self.unit.scalar(part.ctype)) else { return };
        let place = self.field_place(addr, class, field, false);
        let value = self.converted(value, ty);
        self.store_place(place, value, ty, false);
    }

    /// An object made from an empty list.
    pub(in crate::lower) fn construct_empty(&mut self, addr: Operand, ctype: CType<'u>) {
        let element = innermost(ctype);
        let is_class = element.kind() == TypeKind::Record;
        if !is_class || element.is_pod() && !self.has_default_values(element) {
            return self.zero(addr, ctype);
        }
        if ctype.kind() == TypeKind::Array {
            let (inner, count) = (ctype.canonical().element(), ctype.array_len().unwrap_or(0));
            let mark = self.undo_mark();
            for index in 0..count {
                let addr = self.part_address(addr, index * inner.size().unwrap_or(0));
                self.construct_empty(addr, inner);
                self.undo(Undo::Destroy(addr, inner, None));
            }
            return self.undo_done(mark);
        }
        if self.unit.is_aggregate(ctype) {
            return self.construct_fields(addr, ctype, &[]);
        }
        match self.unit.declared(ctype, Special::Default) {
            Declared::Written(_) => {}
            Declared::Implicit => self.zero(addr, ctype),
            Declared::Hidden => return self.unsupported("a class that is made from an empty list"),
        }
        self.construct_default(addr, ctype);
    }

    pub(in crate::lower) fn has_default_values(&mut self, ctype: CType<'u>) -> bool {
        let fields = self.unit.field_parts(ctype);
        fields.iter().any(|part| {
            let element = innermost(part.ctype);
            part.field.is_some_and(|field| self.unit.default_value(field).is_some())
                || element.kind() == TypeKind::Record && self.has_default_values(element)
        })
    }
}

fn is_bits(part: &Part<'_>) -> bool {
    part.field.is_some_and(|field| field.bit_width().is_some())
}
