//! Types and layout, as computed by the compiler.

use super::unit::UnitLowering;
use crate::clang::{CType, Cursor, Kind, TypeKind};
use crate::ir::*;

impl<'u> UnitLowering<'_, 'u> {
    /// The type of the intermediate representation for a C type.
    pub(super) fn type_id(&mut self, ty: CType<'u>) -> TypeId {
        let canonical = ty.canonical();
        let key = canonical.identity();
        if let Some(&id) = self.type_ids.get(&key) {
            return id;
        }
        let converted = match canonical.kind() {
            TypeKind::Void => Type::Void,
            TypeKind::Bool | TypeKind::Int { .. } | TypeKind::Float => match self.scalar(canonical) {
                Some(scalar) => Type::Scalar(scalar),
                None => Type::Other(canonical.name()),
            },
            TypeKind::Pointer | TypeKind::Reference => Type::Pointer(self.type_id(canonical.pointee())),
            TypeKind::Array => {
                let elem = self.type_id(canonical.element());
                Type::Array(elem, canonical.array_len())
            }
            TypeKind::OpenArray | TypeKind::Vla => Type::Array(self.type_id(canonical.element()), None),
            TypeKind::Record => Type::Record(self.record(canonical)),
            TypeKind::Function => Type::Function(self.function_type(canonical)),
            TypeKind::Other => Type::Other(canonical.name()),
        };
        let id = self.linker.types.intern(converted);
        self.type_ids.insert(key, id);
        id
    }

    /// What a value of this type is as a scalar, if it is one that is supported.
    pub(super) fn scalar(&self, ty: CType<'u>) -> Option<Scalar> {
        match ty.kind() {
            TypeKind::Bool => Some(Scalar::Int(IntType::BOOL)),
            TypeKind::Int { signed } => match ty.size()? {
                bytes @ (1 | 2 | 4 | 8) => Some(Scalar::Int(IntType { bits: bytes as u8 * 8, signed })),
                _ => None,
            },
            TypeKind::Float => match ty.size()? {
                4 => Some(Scalar::Float(FloatType::F32)),
                8 => Some(Scalar::Float(FloatType::F64)),
                _ => Some(Scalar::Float(FloatType::F80)),
            },
            TypeKind::Pointer | TypeKind::Reference => Some(Scalar::Ptr),
            _ => None,
        }
    }

    /// What a function type takes and returns.
    pub(super) fn function_type(&mut self, ty: CType<'u>) -> FunctionType {
        if self.cxx.is_some() {
            return self.cxx_function_type(ty);
        }
        let result = self.type_id(ty.result());
        let params = ty.parameters();
        let params = params.map(|params| params.into_iter().map(|param| self.type_id(param)).collect());
        FunctionType { result, params, variadic: ty.is_variadic() }
    }

    /// The record that a record type denotes.
    pub(super) fn record(&mut self, ty: CType<'u>) -> RecordId {
        let declaration = ty.declaration();
        let key = declaration.canonical().identity();
        if let Some(&id) = self.records.get(&key) {
            return id;
        }
        let definition = declaration.definition().unwrap_or(declaration);
        let name = ty.canonical().name();
        let name = name.trim_start_matches("const ").trim_start_matches("volatile ").to_string();
        let is_union = definition.kind() == Kind::UnionDecl;
        let size = ty.size();
        let id = self.linker.types.new_record(Record { name, is_union, size, fields: Vec::new() });
        self.records.insert(key, id);
        // A field may point back to the record, which is why it got its number first.
        let mut cursors = self.field_cursors(definition);
        if self.cxx.is_some() {
            cursors = ty.fields();
        }
        let fields: Vec<FieldInfo> = cursors.into_iter().map(|field| self.field(ty, field)).collect();
        self.linker.types.record_mut(id).fields = fields;
        id
    }

    /// The fields of a record in order: members, and the anonymous records that count as members.
    pub(super) fn field_cursors(&self, definition: Cursor<'u>) -> Vec<Cursor<'u>> {
        if self.cxx.is_some() {
            return definition.ctype().fields();
        }
        let is_field = |cursor: &Cursor<'u>| match cursor.kind() {
            Kind::FieldDecl => true,
            Kind::StructDecl | Kind::UnionDecl => cursor.is_anonymous_record() && cursor.is_definition(),
            _ => false,
        };
        definition.children().into_iter().filter(is_field).collect()
    }

    fn field(&mut self, outer: CType<'u>, cursor: Cursor<'u>) -> FieldInfo {
        let ty = self.type_id(cursor.ctype());
        if cursor.kind() == Kind::FieldDecl {
            let bit_offset = cursor.field_bit_offset().unwrap_or(0);
            return FieldInfo { name: cursor.spelling(), ty, bit_offset, bit_width: cursor.bit_width() };
        }
        let bit_offset = self.anonymous_offset(outer, cursor).unwrap_or(0);
        FieldInfo { name: String::new(), ty, bit_offset, bit_width: None }
    }

    /// Where an anonymous record begins: its first named member is known by name in the outer record as well
    /// as in itself, and the difference of the two offsets is the place of the record.
    fn anonymous_offset(&self, outer: CType<'u>, record: Cursor<'u>) -> Option<u64> {
        let mut first = record;
        while first.kind() != Kind::FieldDecl {
            first = self
                .field_cursors(first)
                .into_iter()
                .find(|field| field.kind() != Kind::FieldDecl || !field.spelling().is_empty())?;
        }
        let name = first.spelling();
        outer.field_bit_offset(&name)?.checked_sub(record.ctype().field_bit_offset(&name)?)
    }
}
