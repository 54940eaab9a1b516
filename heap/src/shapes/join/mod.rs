//! The join of two graphs: a simultaneous traversal that pairs their objects.
//!
//! A node is paired with a node, a segment with a node or a segment of the same layout. A segment of one
//! graph may have no counterpart: then it is empty in the other. Integers that are paired become one unknown
//! integer of the result, and the numeric domain joins what is known of it. The same traversal folds two
//! neighbouring nodes of one graph into a segment ([`Fold`]): then both graphs are the same, objects that are
//! paired with themselves are shared by all nodes, and the others become objects of which each node has its
//! own.

mod align;
mod alone;
mod chains;
mod fold;
mod layout;
mod mismatch;
mod numbers;
mod orders;
mod parts;
mod rows;
mod stale;
mod structures;
mod subtree;

pub(super) use align::aligned;
pub(super) use layout::Layouts;
pub(super) use mismatch::{Mismatch, Place};
pub(super) use stale::{PlaceKind, has_stale, without_stale};

use super::expose::Names;
use super::graph::{Cell, Graph, Kind, Object, Origin, Segment};
use super::value::{Dim, End, Expr, ObjectId, Pointer, Value, constant};
use crate::numbers::Element;
use fold::Candidate;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Limit on pairs of values that are looked at.
pub(super) const MAX_PAIRS: u32 = 2000;

/// Limit on integers in a node that are related to each other.
const MAX_RELATED_FIELDS: usize = 3;

/// Limit on the length of a path of pairs.
const MAX_DEPTH: u32 = 100;

/// Two neighbouring nodes that become one segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fold {
    pub first: ObjectId,
    pub second: ObjectId,
    pub segment: ObjectId,
}

/// Where a value of the result is, if not in a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Holder {
    pub object: ObjectId,
    pub offset: i64,
    /// Whether it is a link of a segment to what follows or precedes it, which only one of its nodes has.
    pub is_end: bool,
}

/// An integer of the result, and its values on both sides. A side without a value has no such nodes.
#[derive(Clone, Debug)]
struct Pair {
    dim: Dim,
    values: [Option<Expr>; 2],
    home: Option<ObjectId>,
}

/// What a join is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    /// Whether the left side covers the right one: the result must describe no more than the left side.
    Cover,
    Join,
    /// A join of graphs that have nodes of lists which the other side does not have: these become segments.
    Eager,
}

/// A join that is under way. Side 0 is the left graph, side 1 the right one.
#[derive(Clone)]
pub(super) struct Joiner<'a> {
    sides: [&'a Graph; 2],
    pub result: Graph,
    pairs: BTreeMap<(ObjectId, ObjectId), ObjectId>,
    /// The object of the result for an object of a side.
    images: [BTreeMap<ObjectId, ObjectId>; 2],
    /// Segments of a side that are empty on the other.
    alone: [BTreeSet<ObjectId>; 2],
    /// What pointers to the ends of these segments are on the other side, by the link of the end.
    ends: BTreeMap<(ObjectId, i64), Value>,
    /// Cells of the result whose pointers are those of a side, to be translated at the end.
    deferred: Vec<(ObjectId, i64, usize, Pointer)>,
    integers: Vec<Rc<Pair>>,
    /// Differences of integers in a node, as expressions over the result that are zero.
    definitions: Vec<Expr>,
    /// Integers of nodes that one side does not have, and the shared ones that they are equal to.
    tied: BTreeMap<Dim, Dim>,
    /// Integers of nodes that their chain tells.
    told: BTreeSet<Dim>,
    /// Whether the result describes more than a side, apart from integers.
    pub is_weaker: [bool; 2],
    /// Whether a variable is null on one side only, or data in a node are different constants.
    pub mixes_values: bool,
    /// Whether a variable is less than the number in a node on one side, and greater on the other.
    pub mixes_orders: bool,
    /// Whether a node became a segment because the other side has none.
    pub makes_segments: bool,
    /// Where the sides differ, if they cannot be joined.
    pub mismatch: Option<Mismatch>,
    layouts: &'a Layouts,
    pub aim: Aim,
    /// Whether null pointers and constants in nodes are kept apart from others.
    pub keeps_apart: bool,
    pub fold: Option<Fold>,
    pub left: u32,
    depth: u32,
}

impl<'a> Joiner<'a> {
    pub(super) fn new([left, right]: [&'a Graph; 2], layouts: &'a Layouts, result: Graph) -> Joiner<'a> {
        Joiner {
            sides: [left, right],
            result,
            layouts,
            pairs: BTreeMap::new(),
            images: [BTreeMap::new(), BTreeMap::new()],
            alone: [BTreeSet::new(), BTreeSet::new()],
            ends: BTreeMap::new(),
            deferred: Vec::new(),
            integers: Vec::new(),
            definitions: Vec::new(),
            tied: BTreeMap::new(),
            told: BTreeSet::new(),
            is_weaker: [false; 2],
            mixes_values: false,
            mixes_orders: false,
            makes_segments: false,
            mismatch: None,
            aim: Aim::Join,
            keeps_apart: false,
            fold: None,
            left: MAX_PAIRS,
            depth: 0,
        }
    }

    /// Objects of a side that have an image, or are alone.
    pub(super) fn consumed(&self, side: usize) -> BTreeSet<ObjectId> {
        self.images[side].keys().copied().collect()
    }

    /// Pairs two values that are held by an object of the result, or by a variable.
    pub(super) fn value(
        &mut self,
        left: &Value,
        right: &Value,
        holder: Option<Holder>,
        names: &mut Names,
    ) -> Option<Value> {
        self.left = self.left.checked_sub(1)?;
        if self.depth == MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let value = self.value_within(left, right, holder, names);
        self.depth -= 1;
        value
    }

    fn value_within(
        &mut self,
        left: &Value,
        right: &Value,
        holder: Option<Holder>,
        names: &mut Names,
    ) -> Option<Value> {
        if let Some(value) = self.forgotten(left, right, holder) {
            return Some(value);
        }
        match (left, right) {
            (Value::Int(one), Value::Int(other)) => {
                let are_known = constant(one).is_some() && constant(other).is_some() && one != other;
                if self.aim == Aim::Cover && are_known {
                    return None;
                }
                self.mixes_values |= are_known && holder.is_some_and(|holder| self.is_heap(holder.object));
                let home = holder.and_then(|holder| self.home(holder.object));
                Some(Value::Int(self.integer([Some(one), Some(other)], home, names)))
            }
            (Value::Pointer(one), Value::Pointer(other)) => self.pointers(one, other, holder, names),
            (Value::Pointer(pointer), other) | (other, Value::Pointer(pointer)) => {
                let side = usize::from(!matches!(left, Value::Pointer(_)));
                let is_root = holder.is_none_or(|holder| !self.is_heap(holder.object));
                let may_be_null = *other != Value::Null || self.sides[side].may_be_empty(pointer.object);
                let value = self.alone_end(side, pointer, other, holder, names)?;
                self.mixes_values |= is_root && !may_be_null;
                Some(value)
            }
            _ if left == right => Some(left.clone()),
            _ => self.weakened(left, right, holder),
        }
    }

    /// Whether an object of the result is allocated memory.
    fn is_heap(&self, id: ObjectId) -> bool {
        self.result.objects.get(&id).is_none_or(|object| matches!(object.origin, Origin::Heap | Origin::Part))
    }

    /// A value that covers two which own nothing.
    fn weakened(&mut self, left: &Value, right: &Value, holder: Option<Holder>) -> Option<Value> {
        let is_loose = |value: &Value| matches!(value, Value::Unset | Value::Dangling);
        let owns = |value: &Value, other: &Value| match value {
            Value::Pointer(_) | Value::Function(_) => true,
            // A null pointer in a variable decides branches; in a node it may be as stale as its neighbour.
            Value::Null => {
                let may_be_loose = holder.is_some() && !self.keeps_apart;
                !(may_be_loose && is_loose(other) || *other == Value::Zeros)
            }
            _ => false,
        };
        if owns(left, right) || owns(right, left) {
            return None;
        }
        let is_set = |value: &Value| !matches!(value, Value::Unset | Value::Dangling);
        let joined = if is_set(left) && is_set(right) { Value::Any } else { Value::Unset };
        if self.aim == Aim::Cover && joined != *left {
            return None;
        }
        self.is_weaker[0] |= joined != *left;
        self.is_weaker[1] |= joined != *right;
        Some(joined)
    }

    /// The segment of the result whose nodes an object describes.
    fn home(&self, object: ObjectId) -> Option<ObjectId> {
        let it = self.result.objects.get(&object)?;
        if it.segment.is_some() { Some(object) } else { it.owner }
    }

    /// Pairs two integers.
    fn integer(&mut self, values: [Option<&Expr>; 2], home: Option<ObjectId>, names: &mut Names) -> Expr {
        let is_private = |side: usize| values[side].is_some_and(|value| self.sides[side].is_private(value));
        let is_folding = self.fold.is_some();
        if let [Some(one), Some(other)] = values
            && one == other
            && (constant(one).is_some() || is_folding && !is_private(0))
        {
            return one.clone();
        }
        if let [Some(one), Some(other)] = values
            && let Some(shared) = self.shared_value(one, other)
        {
            return shared;
        }
        let is_alone = values.iter().any(Option::is_none);
        // All nodes that are on one side only share it.
        if is_folding
            && is_alone
            && let Some(shared) = (0..2).find_map(|side| values[side].filter(|_| !is_private(side)))
        {
            return shared.clone();
        }
        let home = home.filter(|_| is_private(0) || is_private(1) || is_folding || is_alone);
        if home.is_some() {
            // Nodes that share an integer are not those that have one each.
            for (side, value) in values.iter().enumerate() {
                let is_shared = value.is_some_and(|value| constant(value).is_none()) && !is_private(side);
                self.is_weaker[side] |= is_shared;
            }
        }
        let wanted = values.map(|value| value.cloned());
        if let Some(known) = self.integers.iter().find(|pair| pair.values == wanted && pair.home == home) {
            return Expr::of(known.dim);
        }
        let dim = names.dim();
        if let Some(home) = home {
            self.result.private.insert(dim, home);
        }
        self.integers.push(Rc::new(Pair { dim, values: wanted, home }));
        Expr::of(dim)
    }

    fn pointers(
        &mut self,
        one: &Pointer,
        other: &Pointer,
        holder: Option<Holder>,
        names: &mut Names,
    ) -> Option<Value> {
        // Nodes of a segment that is empty on the other side.
        for (side, pointer, value) in [(0, one, other), (1, other, one)] {
            if self.alone[side].contains(&pointer.object) {
                let value = Value::Pointer(value.clone());
                return self.alone_end(side, pointer, &value, holder, names);
            }
        }
        if !self.may_be_alone(0, one) && !self.may_be_alone(1, other) {
            return self.paired(one, other, holder, names);
        }
        let before = self.clone();
        if let Some(value) = self.paired(one, other, holder, names) {
            return Some(value);
        }
        let mismatch = self.mismatch.take();
        self.go_back(before.clone());
        let (first, second) = (Value::Pointer(one.clone()), Value::Pointer(other.clone()));
        // A variable that points to a node of a list, and elsewhere to what follows: often the end of a walk.
        let is_root = holder.is_none_or(|holder| !self.is_heap(holder.object));
        let mixes_ends =
            |side: usize, pointer: &Pointer| is_root && !self.sides[side].may_be_empty(pointer.object);
        let mixes_ends = [mixes_ends(0, one), mixes_ends(1, other)];
        if let Some(value) = self.alone_end(0, one, &second, holder, names) {
            self.mixes_values |= mixes_ends[0];
            return Some(value);
        }
        self.go_back(before);
        let Some(value) = self.alone_end(1, other, &first, holder, names) else {
            self.mismatch = mismatch;
            return None;
        };
        self.mixes_values |= mixes_ends[1];
        Some(value)
    }

    /// Undoes a pairing that failed; its cost counts.
    fn go_back(&mut self, before: Joiner<'a>) {
        let left = self.left;
        *self = Joiner { left, ..before };
    }

    /// Pairs the targets of two pointers.
    fn paired(
        &mut self,
        one: &Pointer,
        other: &Pointer,
        holder: Option<Holder>,
        names: &mut Names,
    ) -> Option<Value> {
        let offset = match (constant(&one.offset), constant(&other.offset)) {
            (Some(one), Some(other)) if one != other => return None,
            _ => {
                let home = holder.and_then(|holder| self.home(holder.object));
                self.offset([&one.offset, &other.offset], home, names)
            }
        };
        if let Some(fold) = self.fold {
            if (one.object, other.object) == (fold.first, fold.second) {
                if !self.is_own(0, one) || !self.is_own(1, other) {
                    return None;
                }
                return Some(Value::Pointer(Pointer { object: fold.segment, end: End::Own, offset }));
            }
            if one.object == other.object && !self.images[0].contains_key(&one.object) {
                // Shared by all nodes.
                return (one.end == other.end).then(|| Value::Pointer(Pointer { offset, ..one.clone() }));
            }
        }
        let object = self.objects(one.object, other.object, names)?;
        let is_segment = [0, 1].map(|side| self.sides[side].segment([one, other][side].object).is_some());
        let end = match is_segment {
            [true, true] if one.end == other.end => one.end,
            [true, true] => return None,
            [true, false] => one.end,
            [false, true] => other.end,
            [false, false] => End::First,
        };
        Some(Value::Pointer(Pointer { object, end, offset }))
    }

    /// Whether a pointer in a node, or in what the node has for itself, points to this node.
    fn is_own(&self, side: usize, pointer: &Pointer) -> bool {
        match self.sides[side].segment(pointer.object) {
            Some(_) => pointer.end == End::Own,
            None => true,
        }
    }

    /// Pairs two objects.
    pub(super) fn objects(&mut self, one: ObjectId, other: ObjectId, names: &mut Names) -> Option<ObjectId> {
        if let Some(&object) = self.pairs.get(&(one, other)) {
            return Some(object);
        }
        if self.images[0].contains_key(&one) || self.images[1].contains_key(&other) {
            return None;
        }
        if self.fold.is_some_and(|fold| {
            [fold.first, fold.second].contains(&one) || [fold.first, fold.second].contains(&other)
        }) {
            return None;
        }
        let (left, right) = (self.sides[0].object(one), self.sides[1].object(other));
        let is_weaker = left.segment.is_none() && right.segment.is_some();
        if left.origin != right.origin
            || !self.same_layout(left, right)
            || self.aim == Aim::Cover && is_weaker
        {
            return None;
        }
        let path =
            [left, right].into_iter().filter_map(|object| object.segment.as_ref()).max_by_key(|it| it.ways());
        let Some(path) =
            path.filter(|path| path.ways() > 1 && left.segment.is_some() != right.segment.is_some())
        else {
            return self.objects_as([one, other], [left, right], names);
        };
        // A node and a path: the next node may be behind any link.
        let before = self.clone();
        for way in 0..path.ways() {
            let turned = |object: &Object| match object.segment {
                Some(_) => object.clone(),
                None => object.turned(&path.links, way, path.width),
            };
            let sides = [turned(left), turned(right)];
            if let Some(id) = self.objects_as([one, other], [&sides[0], &sides[1]], names) {
                return Some(id);
            }
            self.go_back(before.clone());
        }
        None
    }

    /// Pairs two objects with the same layout.
    fn objects_as(
        &mut self,
        [one, other]: [ObjectId; 2],
        [left, right]: [&Object; 2],
        names: &mut Names,
    ) -> Option<ObjectId> {
        let owner = self.owner_of(one, other)?;
        let id = if self.fold.is_none() && one == other && !self.result.objects.contains_key(&one) {
            one
        } else {
            names.object()
        };
        self.pairs.insert((one, other), id);
        self.images[0].insert(one, id);
        self.images[1].insert(other, id);
        let size = self.integer([Some(&left.size), Some(&right.size)], owner, names);
        let mut object = Object::new(left.origin, size, left.fill.join(right.fill), left.pos);
        (object.owner, object.record) = (owner, left.record.or(right.record));
        self.is_weaker[0] |= object.fill != left.fill;
        self.is_weaker[1] |= object.fill != right.fill;
        if let Some(segment) = left.segment.as_ref().or(right.segment.as_ref()) {
            let (first, second) = (left.length(), right.length());
            let length = self.length([&first, &second], owner, names);
            self.is_weaker[0] |= left.segment.is_none();
            self.is_weaker[1] |= right.segment.is_none();
            let structure = self.joined_structure(left.segment.as_ref(), right.segment.as_ref());
            object.segment = Some(Segment { length, structure, ..segment.clone() });
        }
        self.result.objects.insert(id, Rc::new(object));
        self.cells(id, left, right, names)?;
        self.parts([one, other], id, names)?;
        self.field_slacks(id, [Some(left), Some(right)], names);
        Some(id)
    }

    /// Pairs two objects with names, without their cells.
    pub(super) fn named(&mut self, one: ObjectId, other: ObjectId, names: &mut Names) -> Option<ObjectId> {
        let (left, right) = (self.sides[0].object(one), self.sides[1].object(other));
        if left.origin != right.origin {
            return None;
        }
        let id = if one == other { one } else { names.object() };
        self.pairs.insert((one, other), id);
        self.images[0].insert(one, id);
        self.images[1].insert(other, id);
        let size = self.integer([Some(&left.size), Some(&right.size)], None, names);
        let object = Object::new(left.origin, size, left.fill.join(right.fill), left.pos);
        self.is_weaker[0] |= object.fill != left.fill;
        self.is_weaker[1] |= object.fill != right.fill;
        self.result.objects.insert(id, Rc::new(object));
        Some(id)
    }

    /// Pairs the cells of two objects with names.
    pub(super) fn named_cells(
        &mut self,
        one: ObjectId,
        other: ObjectId,
        id: ObjectId,
        names: &mut Names,
    ) -> Option<()> {
        self.parts([one, other], id, names)?;
        let (left, right) = (self.sides[0].object(one), self.sides[1].object(other));
        let is_same =
            self.fold.is_none() && left == right && left.cells.values().all(|cell| is_plain(&cell.value));
        if is_same {
            let cells = left.cells.clone();
            self.result.object_mut(id).cells = cells;
            return Some(());
        }
        self.cells(id, left, right, names)
    }

    /// Whether nodes of two objects can be described by one.
    fn same_layout(&self, left: &Object, right: &Object) -> bool {
        let sizes = (constant(&left.size), constant(&right.size));
        let same_size = sizes.0 == sizes.1;
        match (&left.segment, &right.segment) {
            (Some(one), Some(other)) => one.is_like(other) && same_size,
            (None, None) => {
                same_size || sizes.0.is_none() || sizes.1.is_none() || self.are_arrays(left, right)
            }
            (Some(segment), None) => same_size && has_links(right, segment),
            (None, Some(segment)) => same_size && has_links(left, segment),
        }
    }

    /// The owner of the pair of two objects. Objects that a node has for itself are owned once the node is
    /// paired with a segment.
    fn owner_of(&self, one: ObjectId, other: ObjectId) -> Option<Option<ObjectId>> {
        let owner = |side: usize, id: ObjectId| self.sides[side].object(id).owner;
        if let Some(fold) = self.fold {
            let outer = |side: usize, node: ObjectId| match self.sides[side].segment(node) {
                Some(_) => Some(node),
                None => self.sides[side].object(node).owner,
            };
            // The owners must be those of the nodes, or segments that are paired.
            return match (owner(0, one), owner(1, other)) {
                (left, right) if left == outer(0, fold.first) && right == outer(1, fold.second) => {
                    Some(Some(fold.segment))
                }
                (Some(left), Some(right)) => self.pairs.get(&(left, right)).map(|owner| Some(*owner)),
                _ => None,
            };
        }
        let image = |side: usize, id: Option<ObjectId>| match id {
            Some(id) => self.images[side].get(&id).copied().map(Some),
            None => Some(None),
        };
        match (image(0, owner(0, one))?, image(1, owner(1, other))?) {
            (left, right) if left == right => Some(left),
            // A node became one of a segment; what it has for itself is owned by it. That nothing else points
            // to it is checked at the end.
            (Some(owner), None) if self.is_node(1, owner) => Some(Some(owner)),
            (None, Some(owner)) if self.is_node(0, owner) => Some(Some(owner)),
            _ => None,
        }
    }

    /// Whether an object of the result is a single node on a side.
    fn is_node(&self, side: usize, image: ObjectId) -> bool {
        let mut originals = self.images[side].iter().filter(|(_, known)| **known == image);
        originals.next().is_some_and(|(id, _)| self.sides[side].segment(*id).is_none())
    }

    /// Pairs the cells of two objects.
    fn cells(&mut self, id: ObjectId, left: &Object, right: &Object, names: &mut Names) -> Option<()> {
        let mut cells = aligned(left, right)?;
        // Integers first: they may be arguments of what is behind links.
        cells.sort_by_key(|(_, _, one, _)| !matches!(one, Value::Int(_)));
        for (offset, bytes, one, other) in cells {
            let ends = self.result.segment(id).map(|segment| [segment.next(), segment.prev]);
            let is_end = ends.is_some_and(|ends| ends.contains(&Some(offset)));
            if self.are_tags(id, offset, [&one, &other]) {
                return None;
            }
            let Some(value) = self.value(&one, &other, Some(Holder { object: id, offset, is_end }), names)
            else {
                self.differ_in_cell(id, offset, [&one, &other]);
                return None;
            };
            let object = self.result.object_mut(id);
            object.write(offset, bytes, value);
        }
        Some(())
    }

    /// Translates the pointers that were left for the end.
    fn resolve(&mut self) -> Option<()> {
        for (id, offset, side, pointer) in std::mem::take(&mut self.deferred) {
            let object = &self.result.object(id);
            let Some(Cell { value: Value::Pointer(current), .. }) = object.cells.get(&offset) else {
                continue;
            };
            if *current != pointer {
                // A link that was paired since.
                continue;
            }
            // A node that became part of a segment is its last one for what follows.
            let is_back = object.segment.as_ref().is_some_and(|segment| segment.prev == Some(offset));
            let (target, end) = match (self.images[side].get(&pointer.object), self.fold) {
                (Some(image), _) => {
                    let was_node = self.sides[side].segment(pointer.object).is_none();
                    let is_own = *image == id || object.owner == Some(*image);
                    if was_node && is_own && self.result.segment(*image).is_some() {
                        let value = Value::Pointer(Pointer { object: *image, end: End::Own, ..pointer });
                        self.result.object_mut(id).cells.get_mut(&offset).expect("found above").value = value;
                        continue;
                    }
                    let image_of = self.result.segment(*image).filter(|segment| segment.kind != Kind::Tree);
                    let is_list = image_of.is_some_and(|segment| segment.prev.is_some());
                    (*image, if was_node && is_list && is_back { End::Last } else { pointer.end })
                }
                (None, Some(fold)) if pointer.object == [fold.first, fold.second][side] => {
                    if !self.is_own(side, &pointer) {
                        return None;
                    }
                    (fold.segment, End::Own)
                }
                // Shared by all nodes.
                (None, Some(_)) => (pointer.object, pointer.end),
                (None, None) => return None,
            };
            let value = Value::Pointer(Pointer { object: target, end, offset: pointer.offset });
            self.result.object_mut(id).cells.get_mut(&offset).expect("found above").value = value;
        }
        Some(())
    }

    /// Whether pointers respect owners: what each node has for itself is held only by its node, and by what
    /// belongs to it.
    fn owners_are_respected(&self) -> bool {
        let graph = &self.result;
        let chain = |id: ObjectId| {
            let object = graph.object(id);
            let first = if object.segment.is_some() { Some(id) } else { object.owner };
            std::iter::successors(first, |owner| graph.objects.get(owner).and_then(|it| it.owner))
        };
        let is_visible = |holder: Option<ObjectId>, value: &Value| {
            let Value::Pointer(pointer) = value else { return true };
            let Some(target) = graph.objects.get(&pointer.object) else { return false };
            let is_owned = match target.owner {
                Some(owner) => holder.is_some_and(|holder| chain(holder).any(|it| it == owner)),
                None => true,
            };
            let is_node = pointer.end != End::Own
                || holder.is_some_and(|holder| chain(holder).any(|it| it == pointer.object));
            is_owned && is_node
        };
        let vars = graph.vars.values().chain(std::iter::once(&graph.result));
        vars.into_iter().all(|value| is_visible(None, value))
            && graph
                .objects
                .iter()
                .all(|(id, object)| object.cells.values().all(|cell| is_visible(Some(*id), &cell.value)))
    }

    /// Whether all memory of both sides is part of the result.
    fn is_complete(&self) -> bool {
        [0, 1].into_iter().all(|side| {
            let mut blocks = self.sides[side].objects.iter().filter(|(_, it)| it.origin == Origin::Heap);
            blocks.all(|(id, _)| self.images[side].contains_key(id))
        })
    }

    /// Ends a join: what is known of the integers of each side and of the result.
    pub(super) fn finish(&mut self, names: &mut Names) -> Option<[Element<Dim>; 2]> {
        self.resolve()?;
        debug_assert!(self.result.is_closed());
        if !self.is_complete() || !self.owners_are_respected() {
            return None;
        }
        if self.layouts.relates_data {
            self.join_chains(names);
        }
        if self.layouts.relates_data || self.layouts.library.has_structures() {
            self.relate_data(names);
        }
        self.tie_alone();
        self.join_apart();
        Some([self.all_numbers(0)?, self.all_numbers(1)?])
    }
}

/// Whether a node has the links of a segment. Those of a tree must be null: what is below is folded before.
fn has_links(node: &Object, segment: &Segment) -> bool {
    let link = |offset: i64| node.link(offset, segment.width);
    let is_link = |offset: i64| !matches!(link(offset), Value::Int(_) | Value::Function(_));
    let are_links = match segment.kind {
        Kind::List | Kind::Path => segment.links.iter().all(|&offset| is_link(offset)),
        Kind::Tree => segment.links.iter().all(|&offset| link(offset) == Value::Null),
        // Nodes become structures before.
        Kind::Structure => false,
        Kind::Slice => true,
    };
    are_links && segment.prev.is_none_or(is_link)
}

/// Whether a value is the same in all graphs.
fn is_plain(value: &Value) -> bool {
    match value {
        Value::Pointer(_) => false,
        Value::Int(expr) => constant(expr).is_some(),
        _ => true,
    }
}
