//! Elements of arrays and members of records, with the bounds of arrays inside of other objects.
//!
//! An index must lie within the array that it is applied to, even if the object around the array has room:
//! `x.a[4]` is an error if `a` has four elements, whatever follows it in `x`. This holds for index
//! expressions and for `*(x.a + 4)`; a pointer variable may walk over the rows of a matrix as over one array.
//! If the array is an object of its own, then the access itself checks the bounds.

use super::{FunctionLowering, named_base};
use crate::clang::{BinaryOp as COp, CType, Cursor, Kind, TypeKind, UnaryOp as CUnary};
use crate::ir::*;
use crate::lower::function::Place;

/// What happens to the thing that an expression names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lower) enum Use {
    /// It is read or written, or a part of it.
    Access,
    /// Its address is taken; it may lie one past the end of an array.
    Address,
    /// The address of a part of it is taken.
    Around,
}

impl Use {
    /// What happens to the array or record around it.
    pub(in crate::lower) fn around(self) -> Use {
        match self {
            Use::Access => Use::Access,
            Use::Address | Use::Around => Use::Around,
        }
    }
}

impl<'u> FunctionLowering<'_, '_, 'u> {
    pub(super) fn subscript(&mut self, cursor: Cursor<'u>, wanted: Use) -> Operand {
        let children = cursor.children();
        let [left, right] = children[..] else {
            return self.unsupported_pointer("a subscript of an unknown form");
        };
        // C allows `2[a]`.
        let (base, index) = match self.kind_of(left) {
            TypeKind::Pointer => (left, right),
            _ if self.kind_of(right) == TypeKind::Pointer => (right, left),
            _ => return self.unsupported_pointer("a subscript of an unknown form"),
        };
        let pos = self.unit.pos(cursor);
        self.indexed((base, index, false), pos, wanted)
    }

    /// What a pointer expression points to. `*(a + i)` is `a[i]`.
    pub(super) fn dereferenced(&mut self, pointer: Cursor<'u>, wanted: Use) -> Operand {
        let mut sum = pointer;
        while sum.kind() == Kind::Paren
            && let Some(&inner) = sum.children().first()
        {
            sum = inner;
        }
        if sum.kind() == Kind::Binary
            && let [left, right] = sum.children()[..]
            && let negated = sum.binary_op() == COp::Sub
            && (negated || sum.binary_op() == COp::Add)
        {
            let pos = self.unit.pos(sum);
            if self.decayed(left).is_some() && self.kind_of(right) != TypeKind::Pointer {
                return self.indexed((left, right, negated), pos, wanted);
            }
            if !negated && self.decayed(right).is_some() && self.kind_of(left) != TypeKind::Pointer {
                return self.indexed((right, left, false), pos, wanted);
            }
        }
        self.rvalue(pointer)
    }

    /// The address of an element, whose index counts backward if it is negated.
    fn indexed(
        &mut self,
        (base, index, negated): (Cursor<'u>, Cursor<'u>, bool),
        pos: Pos,
        wanted: Use,
    ) -> Operand {
        let array = self.decayed(base);
        let addr = match array {
            Some(array) => self.address_for(array, wanted.around()),
            None => self.rvalue(base),
        };
        let index = self.rvalue(index);
        self.pos = pos;
        let index = self.distance(index, negated);
        if let Some(array) = array {
            self.check_index(array, index, wanted);
        }
        self.element_at(addr, index, self.pointee_of(base))
    }

    /// The array whose address an expression is, if it is one that decays to a pointer.
    fn decayed(&self, cursor: Cursor<'u>) -> Option<Cursor<'u>> {
        let mut found = cursor;
        loop {
            if matches!(self.kind_of(found), TypeKind::Array | TypeKind::OpenArray | TypeKind::Vla) {
                return Some(found);
            }
            found = match (found.kind(), &found.children()[..]) {
                (Kind::Paren | Kind::Unexposed, &[inner]) => inner,
                _ => return None,
            };
        }
    }

    /// States that an index lies within an array, unless that is certain or follows from the access.
    fn check_index(&mut self, array: Cursor<'u>, index: Operand, wanted: Use) {
        let array = without_parentheses(array);
        if wanted == Use::Access
            && matches!(array.kind(), Kind::DeclRef | Kind::String | Kind::CompoundLiteral)
        {
            return;
        }
        let canonical = array.ctype().canonical();
        let count = match canonical.kind() {
            TypeKind::Array => canonical.array_len().map(|count| self.offset(count)),
            TypeKind::Vla => self.vla_counts.get(&canonical.identity()).copied(),
            _ => None,
        };
        let Some(mut count) = count.filter(|count| !self.is_flexible(array, *count)) else { return };
        if wanted == Use::Address {
            let ptrdiff = self.unit.linker.target.ptrdiff();
            let (ty, one) = (Scalar::Int(ptrdiff), Operand::Int(1, ptrdiff));
            count = self.compute(Expr::Binary(BinaryOp::Add, ty, count, one), ty);
        }
        if let (Operand::Int(index, _), Operand::Int(count, _)) = (index, count)
            && (0..count).contains(&index)
        {
            return;
        }
        self.emit(StmtKind::Bound { index, count });
    }

    /// Whether an array may have more elements than it says: the last member of a record, of at most one
    /// element, in an object that a pointer points to.
    fn is_flexible(&mut self, array: Cursor<'u>, count: Operand) -> bool {
        match count {
            Operand::Int(0, _) => return true,
            Operand::Int(1, _) if array.kind() == Kind::Member => {}
            _ => return false,
        }
        let mut part = array;
        while part.kind() == Kind::Member {
            let Some((base, path)) = self.member_path(part) else { return false };
            let types = &self.unit.linker.types;
            let is_last = |&(record, field): &(RecordId, u32)| {
                let record = types.record(record);
                record.is_union || field as usize + 1 == record.fields.len()
            };
            if !path.iter().all(is_last) {
                return false;
            }
            if self.kind_of(base) == TypeKind::Pointer {
                return true;
            }
            part = without_parentheses(base);
        }
        match part.kind() {
            Kind::Unary => part.unary_op() == CUnary::Dereference,
            Kind::Subscript => part.children().into_iter().all(|side| self.decayed(side).is_none()),
            _ => false,
        }
    }

    /// The address of the element with this index, counted backward if `negated`.
    pub(in crate::lower) fn element(
        &mut self,
        base: Operand,
        index: Operand,
        elem: CType<'u>,
        negated: bool,
    ) -> Operand {
        let index = self.distance(index, negated);
        self.element_at(base, index, elem)
    }

    /// A number of elements as a `ptrdiff_t`.
    fn distance(&mut self, index: Operand, negated: bool) -> Operand {
        let ptrdiff = Scalar::Int(self.unit.linker.target.ptrdiff());
        let from = self.operand_type(index);
        let index = self.convert(index, from, ptrdiff);
        match negated {
            true => self.compute(Expr::Unary(UnaryOp::Neg, ptrdiff, index), ptrdiff),
            false => index,
        }
    }

    fn element_at(&mut self, base: Operand, index: Operand, elem: CType<'u>) -> Operand {
        let stride = self.size_operand(elem);
        let elem = self.unit.type_id(elem);
        self.compute(Expr::Elem { base, index, elem, stride }, Scalar::Ptr)
    }

    pub(super) fn member(&mut self, cursor: Cursor<'u>, wanted: Use) -> Place {
        let Some((base, path)) = self.member_path(cursor) else {
            let addr = self.unsupported_pointer("a member of an unknown form");
            return Place::Memory { addr, bits: None };
        };
        let addr = match self.kind_of(base) {
            TypeKind::Pointer => self.rvalue(base),
            _ => self.address_of_record(base, wanted.around()),
        };
        self.pos = self.unit.pos(cursor);
        self.follow(addr, &path)
    }

    /// What a member is taken of, which is a record or a pointer to one, and the fields to go through.
    fn member_path(&mut self, cursor: Cursor<'u>) -> Option<(Cursor<'u>, Vec<(RecordId, u32)>)> {
        let (base, field) = (*cursor.children().first()?, cursor.referenced()?);
        let base = named_base(base);
        let record = match self.kind_of(base) {
            TypeKind::Pointer => self.pointee_of(base),
            TypeKind::Record => base.ctype(),
            _ => return None,
        };
        let record = self.unit.record(record);
        let parent = self.unit.record(field.semantic_parent()?.ctype());
        let path = self.field_path(record, parent, &field.spelling())?;
        Some((base, path))
    }

    /// The address of a record, which may be a value without a name.
    pub(in crate::lower) fn address_of_record(&mut self, cursor: Cursor<'u>, wanted: Use) -> Operand {
        match self.place_for(cursor, wanted) {
            Place::Memory { addr, .. } => addr,
            Place::Var(_) => self.unsupported_pointer("a record in a variable"),
        }
    }

    /// The fields to go through to a named field of `parent`, which is `record` or an anonymous record inside
    /// it.
    pub(in crate::lower) fn field_path(
        &self,
        record: RecordId,
        parent: RecordId,
        name: &str,
    ) -> Option<Vec<(RecordId, u32)>> {
        let types = &self.unit.linker.types;
        let fields = &types.record(record).fields;
        if record == parent {
            let index = fields.iter().position(|field| field.name == name)?;
            return Some(vec![(record, index as u32)]);
        }
        fields.iter().enumerate().filter(|(_, field)| field.name.is_empty()).find_map(|(index, field)| {
            let Type::Record(inner) = types.get(field.ty) else { return None };
            let mut path = vec![(record, index as u32)];
            path.extend(self.field_path(*inner, parent, name)?);
            Some(path)
        })
    }

    /// Goes from a record to a field of a field of it.
    pub(in crate::lower) fn follow(&mut self, base: Operand, path: &[(RecordId, u32)]) -> Place {
        let mut addr = base;
        let mut bits = None;
        for &(record, field) in path {
            let info = &self.unit.linker.types.record(record).fields[field as usize];
            let (bit_offset, bit_width) = (info.bit_offset, info.bit_width);
            bits = bit_width.map(|width| BitField { shift: (bit_offset % 8) as u8, width: width as u8 });
            let offset = bit_offset / 8;
            addr = self.compute(Expr::Field { base: addr, record, field, offset }, Scalar::Ptr);
        }
        Place::Memory { addr, bits }
    }
}

fn without_parentheses(cursor: Cursor<'_>) -> Cursor<'_> {
    match cursor.children().first() {
        Some(&inner) if cursor.kind() == Kind::Paren => without_parentheses(inner),
        _ => cursor,
    }
}
