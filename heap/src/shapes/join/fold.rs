//! Folding: neighbouring nodes become one segment.

use super::{Fold, Holder, Joiner, Layouts, aligned};
use crate::shapes::engine::Shapes;
use crate::shapes::expose::Names;
use crate::shapes::graph::{Graph, Holders, Kind, Object, Origin, Segment};
use crate::shapes::value::{End, Expr, ObjectId, Pointer, Value, constant, minus, plus};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Chains of this many nodes and segments are folded even if their contents differ.
const LONG_CHAIN: usize = 4;

/// Two neighbours and the links between them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Candidate {
    pub kind: Kind,
    pub first: ObjectId,
    pub second: ObjectId,
    pub head: i64,
    pub links: Vec<i64>,
    pub prev: Option<i64>,
    /// Which of the links of each leads to the next one.
    pub ways: [usize; 2],
    /// How many of the two are held by variables or other objects.
    pub anchors: usize,
}

/// A pointer from one object to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub first: ObjectId,
    pub second: ObjectId,
    /// Where in the second one it points.
    pub head: i64,
    /// Where in the first one it is.
    pub next: i64,
    /// Its size.
    pub width: i64,
}

impl Candidate {
    /// The segment that the two become.
    fn segment(&self, length: Expr, layouts: &Layouts) -> Segment {
        let Candidate { kind, head, ref links, prev, .. } = *self;
        let (links, width) = (links.clone(), layouts.pointer_bytes);
        Segment { kind, head, links, prev, width, length, structure: None }
    }
}

impl Shapes<'_> {
    /// Folds whatever can be folded without loss, then chains that are too long. Trees are folded as far as
    /// nothing else points into them.
    pub(in crate::shapes) fn folded(&mut self, graph: Graph) -> Graph {
        self.folded_from(graph, LONG_CHAIN)
    }

    /// The same, where chains of so many nodes and segments are too long.
    pub(in crate::shapes) fn folded_from(&mut self, mut graph: Graph, too_long: usize) -> Graph {
        let layouts = self.layouts.clone();
        loop {
            let folded = fold_once(&graph, &layouts, too_long, &mut self.names);
            let Some(folded) = folded.or_else(|| self.fold_parts(&graph, too_long < LONG_CHAIN)) else {
                return graph;
            };
            graph = folded;
            self.look_at_clock();
            if self.is_over() {
                return graph;
            }
        }
    }
}

/// Folds two neighbours, if there are two that can be folded.
fn fold_once(graph: &Graph, layouts: &Layouts, too_long: usize, names: &mut Names) -> Option<Graph> {
    if layouts.has_trees {
        let folded = super::subtree::fold_subtree(graph, layouts, names);
        if folded.is_some() {
            return folded;
        }
    }
    let mut candidates = candidates(graph, layouts);
    candidates.sort_by_key(|candidate| candidate.anchors);
    [false, true].into_iter().find_map(|is_lossy| {
        candidates.iter().find_map(|candidate| {
            let is_due = match (candidate.kind, is_lossy) {
                (Kind::List, false) => true,
                (Kind::List, true) => chain(&candidates, candidate) >= too_long,
                // What nodes of trees have in common is of little use.
                (_, is_lossy) => is_lossy,
            };
            let folded = is_due.then(|| fold(graph, candidate, is_lossy, layouts, names)).flatten();
            folded.map(|(_, graph)| graph)
        })
    })
}

/// How many nodes and segments there are in the chain around a candidate.
fn chain(candidates: &[Candidate], around: &Candidate) -> usize {
    let mut nodes = BTreeSet::from([around.first, around.second]);
    loop {
        let before = nodes.len();
        for candidate in candidates {
            if candidate.links == around.links
                && (nodes.contains(&candidate.first) || nodes.contains(&candidate.second))
            {
                nodes.extend([candidate.first, candidate.second]);
            }
        }
        if nodes.len() == before {
            return before;
        }
    }
}

/// The pairs of neighbours that may be folded.
fn candidates(graph: &Graph, layouts: &Layouts) -> Vec<Candidate> {
    let holders = graph.holders();
    let mut found = super::subtree::paths(graph, &holders, layouts);
    for (&first, object) in &graph.objects {
        let is_other = layouts.tree_links(object).is_some() || layouts.is_structured(object);
        if object.origin != Origin::Heap || is_other {
            continue;
        }
        for (&next, cell) in &object.cells {
            let Value::Pointer(pointer) = &cell.value else { continue };
            let (second, Some(head)) = (pointer.object, constant(&pointer.offset)) else { continue };
            if second == first || pointer.end != End::First {
                continue;
            }
            let link = Link { first, second, head, next, width: cell.bytes };
            found.extend(candidate((graph, &holders), layouts, link));
        }
    }
    found
}

/// Whether two neighbours may be folded.
pub(super) fn candidate(
    (graph, holders): (&Graph, &Holders),
    layouts: &Layouts,
    link: Link,
) -> Option<Candidate> {
    let Link { first, second, head, next, width } = link;
    let (object, other) = (graph.object(first), graph.object(second));
    let same_kind = other.origin == Origin::Heap
        && object.owner == other.owner
        && constant(&object.size).is_some()
        && constant(&object.size) == constant(&other.size);
    let goes_on = match other.link(next, width) {
        Value::Pointer(pointer) => ![first, second].contains(&pointer.object),
        onward => is_link(onward),
    };
    // A pointer to the link of a node is about to change or follow it.
    let is_pinned = |id: ObjectId| {
        let is_inside = |value: &Value| match value {
            Value::Pointer(at) => at.object == id && constant(&at.offset) != Some(head),
            _ => false,
        };
        graph.segment(id).is_none() && graph.vars.values().any(is_inside)
    };
    if !same_kind || !goes_on || layouts.relates_data && is_pinned(first) {
        return None;
    }
    // A field of the second that points back to the first.
    let back = other.cells.iter().find(|(offset, cell)| {
        let Value::Pointer(pointer) = &cell.value else { return false };
        let is_last = if object.segment.is_some() { End::Last } else { End::First };
        // The head of a list that all nodes point to is not their predecessor; it points to itself.
        let is_head =
            object.link(**offset, width).target().is_some_and(|target| [first, second].contains(&target));
        **offset != next
            && !(is_head && object.segment.is_none())
            && pointer.object == first
            && pointer.end == is_last
            && constant(&pointer.offset) == Some(head)
            && is_link(object.link(**offset, width))
    });
    let prev = match (&object.segment, &other.segment) {
        (Some(segment), _) | (_, Some(segment)) => {
            if segment.kind != Kind::List || segment.head != head || segment.links != [next] {
                return None;
            }
            segment.prev
        }
        (None, None) => back.map(|(offset, _)| *offset),
    };
    if prev.is_some() && prev != back.map(|(offset, _)| *offset) {
        return None;
    }
    // The same two nodes, looked at from the other end, are another candidate.
    if prev.is_some_and(|prev| prev < next) {
        return None;
    }
    if let (Some(one), Some(two)) = (&object.segment, &other.segment)
        && !one.is_like(two)
    {
        return None;
    }
    let anchors = anchors((graph, holders), [first, second], [next, next], prev)?;
    Some(Candidate { kind: Kind::List, first, second, head, links: vec![next], prev, ways: [0, 0], anchors })
}

/// Whether a value can be the link at an end of a list.
pub(super) fn is_link(value: Value) -> bool {
    !matches!(value, Value::Int(_) | Value::Function(_))
}

/// How many of two neighbours are held from outside; nothing if a node between the ends would be.
pub(super) fn anchors(
    (graph, holders): (&Graph, &Holders),
    nodes: [ObjectId; 2],
    next: [i64; 2],
    prev: Option<i64>,
) -> Option<usize> {
    let [first, second] = nodes;
    let of = |id: ObjectId| holders.get(&id).map_or(&[][..], |found| found);
    let own = |index: usize| own_objects((graph, holders), nodes[index], nodes, [Some(next[index]), prev]);
    let [own, other] = [own(0), own(1)];
    let is_own = |own: &BTreeSet<ObjectId>, holder: Option<(ObjectId, i64)>| {
        holder.is_some_and(|(holder, _)| own.contains(&holder))
    };
    let mut is_held = [false; 2];
    for &(holder, end) in of(first) {
        let is_link = prev.is_some_and(|prev| holder == Some((second, prev)));
        if is_link || end == End::Own || is_own(&own, holder) {
            continue;
        }
        // The last node of the first segment would be between the ends.
        if end == End::Last {
            return None;
        }
        is_held[0] |= holder.is_none_or(|(holder, _)| holder != first);
    }
    let onward = graph.object(second).cells.get(&next[1]).and_then(|cell| cell.value.target());
    for &(holder, end) in of(second) {
        let is_self = holder.is_some_and(|(holder, _)| holder == second) && graph.segment(second).is_none();
        if holder == Some((first, next[0])) || end == End::Own || is_self || is_own(&other, holder) {
            continue;
        }
        let is_last = prev.is_some() && (end == End::Last || graph.segment(second).is_none());
        if !is_last {
            return None;
        }
        // The link back from what follows is no anchor. It may be in a head, at another offset than in nodes.
        let follows = holder.is_some_and(|(holder, offset)| {
            holder != first && (Some(offset) == prev || onward == Some(holder))
        });
        is_held[1] |= !follows;
    }
    // Two nodes that are both held stay as they are: one may be the head that all others point to.
    let is_list = nodes.iter().any(|node| graph.segment(*node).is_some());
    let count = is_held.into_iter().filter(|is_held| *is_held).count();
    (count < 2 || is_list).then_some(count)
}

/// The objects that only a node and its own objects hold.
pub(super) fn own_objects(
    (graph, holders): (&Graph, &Holders),
    node: ObjectId,
    nodes: [ObjectId; 2],
    links: [Option<i64>; 2],
) -> BTreeSet<ObjectId> {
    let cells = graph.object(node).cells.iter();
    let data = cells.filter(|(offset, _)| !links.contains(&Some(**offset)));
    let mut pending: Vec<ObjectId> = data.filter_map(|(_, cell)| cell.value.target()).collect();
    let mut own = BTreeSet::new();
    while let Some(id) = pending.pop() {
        if !nodes.contains(&id) && graph.object(id).origin == Origin::Heap && own.insert(id) {
            pending.extend(graph.object(id).cells.values().filter_map(|cell| cell.value.target()));
            let parts = graph.object(id).parts.iter().flat_map(|part| graph.object(*part).cells.values());
            pending.extend(parts.filter_map(|cell| cell.value.target()));
        }
    }
    loop {
        let is_shared = |id: &ObjectId| {
            let is_part = |holder: ObjectId| own.iter().any(|id| graph.object(*id).parts.contains(&holder));
            let is_own = |holder: ObjectId| {
                let is_node = holder == node || graph.object(node).parts.contains(&holder);
                is_node || own.contains(&holder) || is_part(holder)
            };
            !holders[id].iter().all(|(holder, _)| holder.is_some_and(|(holder, _)| is_own(holder)))
        };
        let shared: Vec<ObjectId> = own.iter().copied().filter(is_shared).collect();
        if shared.is_empty() {
            return own;
        }
        shared.iter().for_each(|id| _ = own.remove(id));
    }
}

/// Folds two neighbours into a segment.
pub(super) fn fold(
    graph: &Graph,
    candidate: &Candidate,
    is_lossy: bool,
    layouts: &Layouts,
    names: &mut Names,
) -> Option<(ObjectId, Graph)> {
    let Candidate { first, second, links, prev, ways, .. } = candidate;
    let turned = |id: &ObjectId, way: usize| graph.object(*id).turned(links, way, layouts.pointer_bytes);
    let (one, other) = (turned(first, ways[0]), turned(second, ways[1]));
    let segment = names.object();
    let mut joiner = Joiner::new([graph, graph], layouts, graph.clone());
    joiner.fold = Some(Fold { first: *first, second: *second, segment });
    let mut object = Object::new(one.origin, one.size.clone(), one.fill.join(other.fill), one.pos);
    let length = sum(&mut joiner.result, &one.length(), &other.length(), one.owner, names)?;
    object.segment = Some(candidate.segment(length, layouts));
    (object.owner, object.record) = (one.owner, one.record.or(other.record));
    joiner.result.objects.insert(segment, Rc::new(object));
    let mut is_changed = one.fill != other.fill;
    for (offset, bytes, left, right) in aligned(&one, &other)? {
        let value = match candidate.kind {
            Kind::Tree if links.contains(&offset) => Value::Null,
            _ if Some(offset) == *prev => left,
            Kind::List | Kind::Path if offset == links[0] => right,
            _ => {
                let own = |value: &Value, id: &ObjectId| value.target() == Some(*id);
                if own(&left, second) || own(&right, first) {
                    return None;
                }
                let holder = Holder { object: segment, offset, is_end: false };
                let value = joiner.value(&left, &right, Some(holder), names)?;
                is_changed |= matches!(value, Value::Unset | Value::Any) && (left != value || right != value);
                value
            }
        };
        joiner.result.object_mut(segment).write(offset, bytes, value);
    }
    joiner.parts([*first, *second], segment, names)?;
    joiner.field_slacks(segment, [Some(&one), Some(&other)], names);
    let relates = layouts.relates_data && candidate.kind == Kind::List;
    is_changed |= relates && joiner.fold_chains(candidate, segment);
    is_changed |= joiner.finish_fold()? || joiner.makes_segments;
    if is_changed && !is_lossy {
        return None;
    }
    Some((segment, replace(graph, joiner, candidate, segment)?))
}

/// The sum of two lengths. It has a name of its own, so that it can have bounds.
fn sum(
    graph: &mut Graph,
    one: &Expr,
    other: &Expr,
    owner: Option<ObjectId>,
    names: &mut Names,
) -> Option<Expr> {
    let sum = plus(one, other);
    if sum.terms().count() <= 1 {
        return Some(sum);
    }
    let dim = names.dim();
    if let Some(owner) = owner {
        graph.private.insert(dim, owner);
    }
    graph.numbers.equate(&minus(&sum, &Expr::of(dim))).ok()?;
    Some(Expr::of(dim))
}

/// Puts the segment in the place of the two nodes and of what they had for themselves.
fn replace(graph: &Graph, joiner: Joiner<'_>, candidate: &Candidate, segment: ObjectId) -> Option<Graph> {
    let (first, second) = (candidate.first, candidate.second);
    let consumed = [joiner.consumed(0), joiner.consumed(1)];
    if consumed[0].intersection(&consumed[1]).next().is_some() {
        return None;
    }
    let holders = graph.holders();
    for (side, node) in [first, second].into_iter().enumerate() {
        for id in &consumed[side] {
            let mut holders = holders.get(id).into_iter().flatten().map(|(holder, _)| *holder);
            let is_inside = |holder: ObjectId| holder == node || consumed[side].contains(&holder);
            if !holders.all(|holder| holder.is_some_and(|(holder, _)| is_inside(holder))) {
                return None;
            }
        }
        // All that a node of a segment has for itself goes with it.
        if graph.segment(node).is_some() && !graph.owned(node).iter().all(|id| consumed[side].contains(id)) {
            return None;
        }
    }
    let mut result = joiner.result;
    for id in consumed.iter().flatten().chain([&first, &second]) {
        result.objects.remove(id);
    }
    // Only the ends of the segment can be pointed to; of a tree or a singly linked list, only the first.
    let has_last = candidate.kind != Kind::Tree && candidate.prev.is_some();
    let is_inner = |value: &Value| match value {
        Value::Pointer(at) if at.object == first => at.end != End::First,
        Value::Pointer(at) if at.object == second => !has_last || at.end == End::Own,
        _ => false,
    };
    if result.values().any(is_inner) {
        return None;
    }
    let Graph { private, objects, .. } = &mut result;
    private.retain(|_, home| objects.contains_key(home));
    let to = |end: End| Value::Pointer(Pointer { object: segment, end, offset: Expr::constant(0) });
    result.redirect(first, End::First, 0, &to(End::First));
    result.redirect(second, End::First, 0, &to(End::Last));
    result.redirect(second, End::Last, 0, &to(End::Last));
    result.collect_numbers();
    // What a node has for itself must not be what follows it as well.
    result.is_closed().then_some(result)
}
