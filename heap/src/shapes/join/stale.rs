//! Stale pointers: cells that were left behind when nodes moved from one list to another.
//!
//! A pointer to a node between the ends of a list keeps the list from being folded. If nothing reads it any
//! more, it may as well be forgotten. That is not known beforehand; so pointers are forgotten if the analysis
//! fails without. A forgotten pointer that is read has no value that could be used: then pointers in such
//! places are kept in the next analysis.

use super::fold::{Link, candidate};
use super::{Aim, Holder, Joiner, Layouts};
use crate::ir::{FuncId, RecordId, SlotId};
use crate::shapes::graph::{Graph, Holders, Kind, Object, Origin};
use crate::shapes::value::{End, ObjectId, Value, constant};

/// Where a pointer is held: the object, and the offset in it.
type Place = (ObjectId, i64);

/// Where pointers are held, in all states: a place in a record, in a local or in a global.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::shapes) enum PlaceKind {
    Field(RecordId, i64),
    Local(FuncId, SlotId, i64),
    Global(ObjectId, i64),
}

impl PlaceKind {
    /// The kind of a place, if it has one.
    pub(in crate::shapes) fn of(graph: &Graph, (holder, offset): Place) -> Option<PlaceKind> {
        let object = graph.objects.get(&holder)?;
        match object.origin {
            Origin::Heap => object.record.map(|record| PlaceKind::Field(record, offset)),
            Origin::Local(_) => {
                let (depth, slot) = graph.slots.iter().find(|(_, id)| **id == holder)?.0;
                Some(PlaceKind::Local(*graph.calls.get(*depth as usize)?, *slot, offset))
            }
            Origin::Global { .. } => Some(PlaceKind::Global(holder, offset)),
            Origin::Outside | Origin::Part => None,
        }
    }
}

/// The places of pointers that keep neighbouring nodes from being folded, and are in no such node.
fn stale_places(graph: &Graph, layouts: &Layouts) -> Vec<Place> {
    let holders = graph.holders();
    let nodes = graph.objects.iter().filter(|(_, object)| object.origin == Origin::Heap);
    let links = nodes.flat_map(|(&first, object)| {
        let cells = object.cells.iter().map(move |(&next, cell)| (first, next, cell));
        cells.filter_map(move |(first, next, cell)| {
            let Value::Pointer(pointer) = &cell.value else { return None };
            let (second, head) = (pointer.object, constant(&pointer.offset)?);
            let is_link = second != first && pointer.end == End::First && object.record.is_some();
            is_link.then_some(Link { first, second, head, next, width: cell.bytes })
        })
    });
    links.flat_map(|link| pins(graph, &holders, layouts, link)).collect()
}

/// The places that keep the two nodes of a link from being folded.
fn pins(graph: &Graph, holders: &Holders, layouts: &Layouts, link: Link) -> Vec<Place> {
    let node = graph.object(link.second);
    let is_pin = |place: Option<Place>| {
        place.is_some_and(|(holder, offset)| {
            (holder, offset) != (link.first, link.next)
                && !is_node_like(graph.object(holder), node)
                && PlaceKind::of(graph, (holder, offset)).is_some_and(|kind| !layouts.kept.contains(&kind))
        })
    };
    let held = holders.get(&link.second).map_or(&[][..], |held| held);
    let found: Vec<Place> =
        held.iter().filter(|(place, _)| is_pin(*place)).filter_map(|(it, _)| *it).collect();
    let is_held_by_variable = held.iter().any(|(place, _)| place.is_none());
    if found.is_empty() || is_held_by_variable || candidate((graph, holders), layouts, link).is_some() {
        return Vec::new();
    }
    let mut others = holders.clone();
    others.entry(link.second).or_default().retain(|(place, _)| !is_pin(*place));
    match candidate((graph, &others), layouts, link) {
        Some(_) => found,
        None => Vec::new(),
    }
}

/// Whether an object may be a node of the same lists as another one, or belongs to such a node.
fn is_node_like(holder: &Object, node: &Object) -> bool {
    match holder.origin {
        Origin::Heap => holder.record.is_none() || holder.record == node.record || holder.owner.is_some(),
        Origin::Part => true,
        Origin::Local(_) | Origin::Global { .. } | Origin::Outside => false,
    }
}

/// Whether there are pointers that may be forgotten.
pub(in crate::shapes) fn has_stale(graph: &Graph, layouts: &Layouts) -> bool {
    !stale_places(graph, layouts).is_empty()
}

/// Forgets pointers that keep nodes from being folded, as far as all objects stay reachable.
pub(in crate::shapes) fn without_stale(mut graph: Graph, layouts: &Layouts) -> Graph {
    for (holder, offset) in stale_places(&graph, layouts) {
        let mut forgotten = graph.clone();
        if let Some(cell) = forgotten.object_mut(holder).cells.get_mut(&offset) {
            cell.value = Value::Unset;
        }
        if forgotten.reachable() == graph.reachable() {
            graph = forgotten;
        }
    }
    graph
}

impl Joiner<'_> {
    /// A pointer in memory, paired with an unknown value. That the objects it leads to are reached
    /// otherwise is checked at the end.
    pub(super) fn forgotten(&mut self, left: &Value, right: &Value, holder: Option<Holder>) -> Option<Value> {
        let (holder, is_cover) = (holder?, self.aim == Aim::Cover);
        let is_wanted = match (left, right) {
            (Value::Unset, Value::Pointer(_)) => is_cover || self.layouts.forgets,
            (Value::Pointer(_), Value::Unset) => !is_cover && self.layouts.forgets,
            _ => false,
        };
        let kind = || PlaceKind::of(&self.result, (holder.object, holder.offset));
        let is_kept = || kind().is_none_or(|kind| self.layouts.kept.contains(&kind));
        let is_structure =
            || self.result.segment(holder.object).is_some_and(|segment| segment.kind == Kind::Structure);
        let is_fixed = self.fold.is_some() || holder.is_end || is_structure();
        if !is_wanted || is_fixed || !is_cover && is_kept() {
            return None;
        }
        self.is_weaker[usize::from(*left == Value::Unset)] = true;
        Some(Value::Unset)
    }
}
