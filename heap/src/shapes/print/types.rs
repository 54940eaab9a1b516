//! The C types of objects. Memory has no types of its own, so they are those of the pointers to it.

use super::super::engine::Shapes;
use super::super::graph::{Graph, Object};
use super::super::value::{ObjectId, Pointer, Value, constant, range_of};
use crate::ir::{Program, Scalar, Type, TypeId};
use crate::numbers::Interval;
use std::collections::BTreeMap;

/// The types of those objects whose type is known.
pub(super) struct Types<'p> {
    program: &'p Program,
    known: BTreeMap<ObjectId, TypeId>,
}

impl<'p> Types<'p> {
    pub(super) fn of(shapes: &Shapes<'p>, graph: &Graph) -> Types<'p> {
        let program = shapes.task.program;
        let mut types = Types { program, known: BTreeMap::new() };
        for (&(depth, slot), &id) in &graph.slots {
            let function = &program.functions[graph.calls[depth as usize].index()];
            types.known.insert(id, function.slots[slot.index()].ty);
        }
        for (&id, global) in shapes.globals.iter().zip(&program.globals) {
            types.known.insert(id, global.ty);
        }
        for (var, value) in &graph.vars {
            let function = &program.functions[graph.calls[var.depth as usize].index()];
            if let (Value::Pointer(pointer), Some(var)) = (value, function.vars.get(var.id.index())) {
                types.learn(graph, pointer, var.ctype);
            }
        }
        while types.follow(graph) {}
        types
    }

    /// Learns from the fields of objects with known types what others are; whether there was something new.
    fn follow(&mut self, graph: &Graph) -> bool {
        let before = self.known.len();
        for (id, object) in &graph.objects {
            for (&offset, cell) in &object.cells {
                if let (Value::Pointer(pointer), Some(ty)) = (&cell.value, self.scalar(*id, offset)) {
                    self.learn(graph, pointer, ty);
                }
            }
        }
        self.known.len() > before
    }

    /// Learns from the type of a pointer what it points to.
    fn learn(&mut self, graph: &Graph, pointer: &Pointer, ty: TypeId) {
        let (Type::Pointer(target), Some(object)) =
            (self.program.types.get(ty), graph.objects.get(&pointer.object))
        else {
            return;
        };
        let (Some(offset), Some(size)) = (constant(&pointer.offset), constant(&object.size)) else { return };
        let (Ok(offset), Ok(size)) = (u64::try_from(offset), u64::try_from(size)) else { return };
        let found = self.whole(object, (offset, size), *target);
        if let (false, Some(found)) = (self.known.contains_key(&pointer.object), found) {
            self.known.insert(pointer.object, found);
        }
    }

    /// The type of an object of some size that has something of another type at an offset: that type, or the
    /// only record with such a member.
    fn whole(&self, object: &Object, (offset, size): (u64, u64), target: TypeId) -> Option<TypeId> {
        let (types, machine) = (&self.program.types, self.program.target);
        if !matches!(types.get(target), Type::Record(_)) {
            return None;
        }
        if offset == 0 && types.size(target, machine) == Some(size) {
            return Some(target);
        }
        let fits = |ty: TypeId| {
            let is_scalar = |(&at, cell): (&i64, &super::super::graph::Cell)| {
                let members = u64::try_from(at).map(|at| types.members_at(ty, at, machine));
                let scalar = members.ok().and_then(|members| types.scalar(members.last()?.1));
                matches!((&cell.value, scalar), (Value::Pointer(_), Some(Scalar::Ptr)))
                    || !matches!(cell.value, Value::Pointer(_))
            };
            types.members_at(ty, offset, machine).iter().any(|(_, ty)| *ty == target)
                && object.cells.iter().all(is_scalar)
        };
        let records = types.records().filter(|(_, record)| record.size == Some(size));
        let whole = records.filter_map(|(id, _)| types.find(&Type::Record(id))).filter(|ty| fits(*ty));
        let whole: Vec<TypeId> = whole.collect();
        match whole[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The type of the scalar at an offset.
    fn scalar(&self, id: ObjectId, offset: i64) -> Option<TypeId> {
        Some(self.members(id, offset)?.pop()?.1)
    }

    fn members(&self, id: ObjectId, offset: i64) -> Option<Vec<(String, TypeId)>> {
        let offset = u64::try_from(offset).ok()?;
        Some(self.program.types.members_at(*self.known.get(&id)?, offset, self.program.target))
    }

    /// The path of the scalar at an offset; nothing if it is the whole object.
    pub(super) fn field(&self, id: ObjectId, offset: i64) -> Option<String> {
        let (path, _) = self.members(id, offset)?.pop()?;
        (!path.is_empty()).then_some(path)
    }

    /// Whether an object has a scalar type.
    pub(super) fn is_scalar(&self, id: ObjectId) -> bool {
        self.known.get(&id).is_some_and(|ty| self.program.types.scalar(*ty).is_some())
    }

    /// Where a record has its only pointer to records of its own type.
    pub(super) fn only_link(&self, id: ObjectId) -> Option<i64> {
        let (types, ty) = (&self.program.types, *self.known.get(&id)?);
        let Type::Record(record) = types.get(ty) else { return None };
        let is_link = |ty: TypeId| matches!(types.get(ty), Type::Pointer(target) if types.get(*target) == &Type::Record(*record));
        let mut links = types.record(*record).fields.iter().filter(|field| is_link(field.ty));
        let only = links.next().filter(|_| links.next().is_none())?;
        i64::try_from(only.bit_offset / 8).ok()
    }

    /// The path of the outermost member at an offset.
    pub(super) fn member(&self, id: ObjectId, offset: i64) -> Option<String> {
        let paths = self.members(id, offset)?.into_iter().map(|(path, _)| path);
        paths.into_iter().find(|path| !path.is_empty())
    }

    /// The values of the type of the integer at an offset.
    pub(super) fn range(&self, id: ObjectId, offset: i64) -> Option<Interval> {
        match self.program.types.scalar(self.scalar(id, offset)?)? {
            Scalar::Int(ty) => Some(range_of(ty)),
            Scalar::Ptr | Scalar::Float(_) => None,
        }
    }

    /// The type of an object in C.
    pub(super) fn name(&self, id: ObjectId) -> Option<String> {
        let ty = self.known.get(&id)?;
        match self.program.types.get(*ty) {
            Type::Record(record) => Some(self.program.types.record(*record).name.clone()),
            _ => None,
        }
    }
}
