//! Segments of one graph that have no counterpart in the other: there, they are empty.

use super::{Aim, Holder, Joiner};
use crate::shapes::expose::Names;
use crate::shapes::graph::{Kind, Object, Origin, Segment};
use crate::shapes::value::{End, Expr, ObjectId, Pointer, Value, constant};
use std::rc::Rc;

impl Joiner<'_> {
    /// Pairs a pointer of one side to an end of a segment with another value: the segment is empty on the
    /// other side. A node that the other side does not have becomes a segment.
    pub(super) fn alone_end(
        &mut self,
        side: usize,
        pointer: &Pointer,
        value: &Value,
        holder: Option<Holder>,
        names: &mut Names,
    ) -> Option<Value> {
        let object = self.sides[side].object(pointer.object);
        let segment = match (&object.segment, self.as_list(object, pointer)) {
            (Some(tree), _) if tree.kind == Kind::Tree => {
                return self.alone_tree(side, pointer, tree, value, holder, names);
            }
            (Some(segment), _) if segment.kind == Kind::Structure => {
                return self.alone_structure(side, pointer, value, names);
            }
            (Some(segment), _) => segment.clone(),
            (None, Some(list)) => {
                self.is_weaker[side] = true;
                let image = self.images[side].get(&pointer.object).and_then(|id| self.result.segment(*id));
                Segment { head: image.map_or(list.head, |image| image.head), ..list }
            }
            (None, None) => return self.alone_node(side, pointer, value, holder, names),
        };
        // A pointer into the node, away from where links point, stays as far away from what follows.
        let value = match (constant(&pointer.offset)? - segment.head, value) {
            (0, value) => value.clone(),
            (by, Value::Pointer(other)) => {
                let offset = other.offset.clone().plus_constant(-by);
                Value::Pointer(Pointer { offset, ..other.clone() })
            }
            _ => return None,
        };
        let link = match pointer.end {
            End::First => segment.next()?,
            End::Last => segment.prev?,
            End::Own => return None,
        };
        let id = match self.alone[side].contains(&pointer.object) {
            true => self.images[side][&pointer.object],
            false => self.add_alone(side, pointer.object, &segment, holder, names)?,
        };
        let next = object.link(link, segment.width);
        let end = Some(Holder { object: id, offset: link, is_end: true });
        let other = match side {
            0 => self.value(&next, &value, end, names),
            _ => self.value(&value, &next, end, names),
        };
        // All pointers to this end are the same if there are no nodes.
        let other = other?;
        if self.ends.insert((id, link), other.clone()).is_some_and(|known| known != other) {
            return None;
        }
        self.result.object_mut(id).write(link, segment.width, other);
        let (end, offset) = (pointer.end, pointer.offset.clone());
        Some(Value::Pointer(Pointer { object: id, end, offset }))
    }

    /// Whether a segment that a pointer leads to may be empty on the other side, where the pointer is not
    /// null.
    pub(super) fn may_be_alone(&self, side: usize, pointer: &Pointer) -> bool {
        let object = self.sides[side].object(pointer.object);
        match &object.segment {
            Some(segment) => segment.kind != Kind::Tree,
            None => self.as_list(object, pointer).is_some(),
        }
    }

    /// The same for a tree: where it is empty, pointers to it are null.
    fn alone_tree(
        &mut self,
        side: usize,
        pointer: &Pointer,
        tree: &Segment,
        value: &Value,
        holder: Option<Holder>,
        names: &mut Names,
    ) -> Option<Value> {
        let is_root = pointer.end == End::First && constant(&pointer.offset) == Some(tree.head);
        if *value != Value::Null || !is_root {
            return None;
        }
        let id = match self.alone[side].contains(&pointer.object) {
            true => self.images[side][&pointer.object],
            false => self.add_alone(side, pointer.object, tree, holder, names)?,
        };
        Some(Value::Pointer(Pointer { object: id, ..pointer.clone() }))
    }

    /// The same for a node that another one points to: it becomes a segment that may be empty.
    fn alone_node(
        &mut self,
        side: usize,
        pointer: &Pointer,
        value: &Value,
        holder: Option<Holder>,
        names: &mut Names,
    ) -> Option<Value> {
        let is_in_node = holder.is_some_and(|holder| self.is_heap(holder.object));
        if *value != Value::Null || !is_in_node || self.aim == Aim::Cover || self.keeps_apart {
            return None;
        }
        let id = match self.alone[side].contains(&pointer.object) {
            true => self.images[side][&pointer.object],
            false => {
                let segment = self.as_segment(side, pointer)?;
                self.is_weaker[side] = true;
                self.makes_segments = true;
                self.add_alone(side, pointer.object, &segment, holder, names)?
            }
        };
        let head = self.result.segment(id).map(|segment| segment.head);
        let is_head = head.is_some() && head == constant(&pointer.offset);
        is_head.then(|| Value::Pointer(Pointer { object: id, ..pointer.clone() }))
    }

    /// A node as a list of one node, if such joins are wanted.
    fn as_list(&self, object: &Object, pointer: &Pointer) -> Option<Segment> {
        let &[next] = self.layouts.links(object) else { return None };
        let is_node = object.segment.is_none() && object.origin == Origin::Heap && pointer.end == End::First;
        if self.aim != Aim::Eager || !is_node || constant(&object.size).is_none() {
            return None;
        }
        let (head, width, length) =
            (constant(&pointer.offset)?, self.layouts.pointer_bytes, Expr::constant(1));
        let (kind, links) = (Kind::List, vec![next]);
        Some(Segment { kind, head, links, prev: None, width, length, structure: None })
    }

    /// The segment that a node whose links lead nowhere is.
    fn as_segment(&self, side: usize, pointer: &Pointer) -> Option<Segment> {
        let object = self.sides[side].object(pointer.object);
        let head = constant(&pointer.offset)?;
        if object.origin != Origin::Heap {
            return None;
        }
        let is_null = |link: &i64| object.link(*link, self.layouts.pointer_bytes) == Value::Null;
        let (kind, links, prev) = match (self.layouts.tree_links(object), self.layouts.links(object)) {
            // Only blocks without links have any size.
            (Some(_), _) | (None, [_, ..]) if constant(&object.size).is_none() => return None,
            (Some(links), _) => {
                let (links, others): (Vec<i64>, Vec<i64>) = links.iter().partition(|link| is_null(link));
                match others[..] {
                    [] => (Kind::Tree, links, None),
                    [parent] if links.len() > 1 => (Kind::Tree, links, Some(parent)),
                    _ => return None,
                }
            }
            (None, []) => (Kind::Tree, Vec::new(), None),
            (None, [next]) if is_null(next) => (Kind::List, vec![*next], None),
            _ => return None,
        };
        let bytes = links.iter().find_map(|link| object.cells.get(link)).map(|cell| cell.bytes);
        let width = bytes.unwrap_or(self.layouts.pointer_bytes);
        let length = Expr::constant(1);
        Some(Segment { kind, head, links, prev, width, length, structure: None })
    }

    /// The owner of a segment that is empty on the other side. What only one node points to belongs to the
    /// nodes of the segment which the node is part of. That nothing else points to it is checked at the end.
    fn owner_alone(&self, side: usize, id: ObjectId, holder: Option<Holder>) -> Option<Option<ObjectId>> {
        let owner = self.sides[side].object(id).owner;
        let Some(fold) = self.fold else {
            return match owner {
                Some(owner) => Some(Some(*self.images[side].get(&owner)?)),
                None => {
                    let of_each = holder.filter(|holder| !holder.is_end).map(|holder| holder.object);
                    let is_list = |id: &ObjectId| self.result.segment(*id).is_some();
                    Some(of_each.filter(|id| is_list(id) && self.is_node(side, *id)))
                }
            };
        };
        let node = if side == 0 { fold.first } else { fold.second };
        let is_own = match self.sides[side].segment(node) {
            Some(_) => owner == Some(node),
            None => owner == self.sides[side].object(node).owner,
        };
        match owner {
            _ if is_own => Some(Some(fold.segment)),
            Some(owner) => Some(Some(*self.images[side].get(&owner)?)),
            None => None,
        }
    }

    /// Adds a segment of one side that is empty on the other.
    fn add_alone(
        &mut self,
        side: usize,
        id: ObjectId,
        segment: &Segment,
        holder: Option<Holder>,
        names: &mut Names,
    ) -> Option<ObjectId> {
        // With lists of both sides, the result could grow without end. There is one tree at most behind a
        // link.
        let is_list = |id: &ObjectId| {
            let image = self.images[1 - side].get(id).and_then(|image| self.result.segment(*image));
            image.is_none_or(|segment| segment.kind != Kind::Tree)
        };
        let is_other = segment.kind != Kind::Tree && self.alone[1 - side].iter().any(is_list);
        let is_excluded = self.aim == Aim::Cover && side == 1;
        if is_excluded || is_other || self.images[side].contains_key(&id) {
            return None;
        }
        // A list that nothing shares yet is more often shared than of each node.
        let is_list = self.sides[side].segment(id).is_some_and(|segment| segment.kind != Kind::Tree);
        let owner = self.owner_alone(side, id, holder.filter(|_| !is_list))?;
        self.alone[side].insert(id);
        self.is_weaker[1 - side] = true;
        let image = self.copy_alone(side, id, Some(segment), owner, names);
        let none = Expr::constant(0);
        let values = if side == 0 { [&segment.length, &none] } else { [&none, &segment.length] };
        let length = self.length(values, owner, names);
        self.result.object_mut(image).segment.as_mut().expect("a segment").length = length;
        Some(image)
    }

    /// Copies an object of one side and what its nodes have for themselves.
    pub(super) fn copy_alone(
        &mut self,
        side: usize,
        id: ObjectId,
        segment: Option<&Segment>,
        owner: Option<ObjectId>,
        names: &mut Names,
    ) -> ObjectId {
        let image = names.object();
        self.images[side].insert(id, image);
        let original = self.sides[side].object(id);
        let mut object = Object { owner, chains: Vec::new(), ..original.clone() };
        object.segment = segment.cloned().or(object.segment);
        let values =
            |expr: &Expr| if side == 0 { [Some(expr.clone()), None] } else { [None, Some(expr.clone())] };
        self.result.objects.insert(image, Rc::new(object.clone()));
        let home = self.home(image);
        let mut one_sided = |joiner: &mut Self, expr: &Expr, home: Option<ObjectId>| match constant(expr) {
            Some(_) => expr.clone(),
            None => {
                let values = values(expr);
                joiner.integer([values[0].as_ref(), values[1].as_ref()], home, names)
            }
        };
        object.size = one_sided(self, &object.size.clone(), owner);
        // The length of the outermost segment is zero on the other side.
        if let Some(segment) = &mut object.segment
            && !self.alone[side].contains(&id)
        {
            segment.length = one_sided(self, &segment.length.clone(), owner);
        }
        for (offset, cell) in &mut object.cells {
            match &mut cell.value {
                Value::Int(expr) => *expr = one_sided(self, &expr.clone(), home),
                Value::Pointer(pointer) => {
                    pointer.offset = one_sided(self, &pointer.offset.clone(), home);
                    self.deferred.push((image, *offset, side, pointer.clone()));
                }
                _ => {}
            }
        }
        self.result.objects.insert(image, Rc::new(object));
        let original = Some(original);
        self.field_slacks(image, if side == 0 { [original, None] } else { [None, original] }, names);
        let mut owned = self.sides[side].owned(id);
        let is_sibling = |part: &&ObjectId| self.sides[side].object(**part).owner != Some(id);
        owned.extend(
            self.sides[side].object(id).parts.iter().filter(|_| segment.is_some()).filter(is_sibling),
        );
        for owned in &owned {
            self.copy_alone(side, *owned, None, Some(image), names);
        }
        // What an object is made of has the same owner, and so is copied by now.
        for owned in owned.into_iter().chain([id]) {
            let parts = self.sides[side].object(owned).parts.iter();
            let images: Option<Vec<ObjectId>> =
                parts.map(|part| self.images[side].get(part).copied()).collect();
            // Those of an object that a node owns are copied with the node.
            if let Some(parts) = images {
                let copy = self.images[side][&owned];
                self.result.object_mut(copy).parts = parts;
            }
        }
        image
    }
}
