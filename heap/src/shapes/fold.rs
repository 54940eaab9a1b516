//! Folding: neighbouring nodes of a list become one segment.

use super::engine::Shapes;
use super::expose::Names;
use super::graph::{Graph, Holders, Object, Origin, Segment};
use super::join::{Fold, Joiner};
use super::value::{End, Expr, ObjectId, Value, constant, minus, plus};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Chains of this many nodes and segments are folded even if their contents differ.
const LONG_CHAIN: usize = 4;

/// Two neighbours and the links between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Candidate {
    first: ObjectId,
    second: ObjectId,
    head: i64,
    next: i64,
    prev: Option<i64>,
    /// How many of the two are held by variables or other objects.
    anchors: usize,
}

impl Shapes<'_> {
    /// Folds whatever can be folded without loss, then chains that are too long.
    pub(super) fn folded(&mut self, mut graph: Graph) -> Graph {
        loop {
            let mut candidates = candidates(&graph);
            candidates.sort_by_key(|candidate| candidate.anchors);
            let mut next = None;
            for is_lossy in [false, true] {
                for candidate in &candidates {
                    if is_lossy && chain(&candidates, candidate) < LONG_CHAIN {
                        continue;
                    }
                    if let Some(folded) = fold(&graph, candidate, is_lossy, &mut self.names) {
                        next = Some(folded);
                        break;
                    }
                }
                if next.is_some() {
                    break;
                }
            }
            match next {
                Some(folded) => graph = folded,
                None => return graph,
            }
        }
    }
}

/// How many nodes and segments there are in the chain around a candidate.
fn chain(candidates: &[Candidate], around: &Candidate) -> usize {
    let mut nodes = BTreeSet::from([around.first, around.second]);
    loop {
        let before = nodes.len();
        for candidate in candidates {
            if candidate.next == around.next
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
fn candidates(graph: &Graph) -> Vec<Candidate> {
    let mut found = Vec::new();
    let holders = graph.holders();
    for (&first, object) in &graph.objects {
        if object.origin != Origin::Heap {
            continue;
        }
        for (&next, cell) in &object.cells {
            let Value::Pointer(pointer) = &cell.value else { continue };
            let (second, Some(head)) = (pointer.object, constant(&pointer.offset)) else { continue };
            if second == first || pointer.end != End::First {
                continue;
            }
            found.extend(candidate((graph, &holders), (first, object), second, head, next));
        }
    }
    found
}

fn candidate(
    (graph, holders): (&Graph, &Holders),
    (first, object): (ObjectId, &Object),
    second: ObjectId,
    head: i64,
    next: i64,
) -> Option<Candidate> {
    let other = graph.object(second);
    let same_kind = other.origin == Origin::Heap
        && object.owner == other.owner
        && constant(&object.size).is_some()
        && constant(&object.size) == constant(&other.size);
    let goes_on = match other.link(next) {
        Value::Pointer(pointer) => ![first, second].contains(&pointer.object),
        onward => is_link(onward),
    };
    if !same_kind || !goes_on {
        return None;
    }
    // A field of the second that points back to the first.
    let back = other.cells.iter().find(|(offset, cell)| {
        let Value::Pointer(pointer) = &cell.value else { return false };
        let is_last = if object.segment.is_some() { End::Last } else { End::First };
        // The head of a list that all nodes point to is not their predecessor; it points to itself.
        let is_head = object.link(**offset).target().is_some_and(|target| [first, second].contains(&target));
        **offset != next
            && !(is_head && object.segment.is_none())
            && pointer.object == first
            && pointer.end == is_last
            && constant(&pointer.offset) == Some(head)
            && is_link(object.link(**offset))
    });
    let prev = match (&object.segment, &other.segment) {
        (Some(segment), _) | (_, Some(segment)) => {
            if (segment.head, segment.next) != (head, next) {
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
        && (one.head, one.next, one.prev) != (two.head, two.next, two.prev)
    {
        return None;
    }
    let anchors = anchors((graph, holders), [first, second], next, prev)?;
    Some(Candidate { first, second, head, next, prev, anchors })
}

/// Whether a value can be the link at an end of a list.
fn is_link(value: Value) -> bool {
    !matches!(value, Value::Int(_) | Value::Function(_))
}

/// How many of two neighbours are held from outside; nothing if a node between the ends would be.
fn anchors(
    (graph, holders): (&Graph, &Holders),
    nodes: [ObjectId; 2],
    next: i64,
    prev: Option<i64>,
) -> Option<usize> {
    let [first, second] = nodes;
    let of = |id: ObjectId| holders.get(&id).map_or(&[][..], |found| found);
    let links = [Some(next), prev];
    let [own, other] = nodes.map(|node| own_objects((graph, holders), node, nodes, links));
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
    for &(holder, end) in of(second) {
        let is_self = holder.is_some_and(|(holder, _)| holder == second) && graph.segment(second).is_none();
        if holder == Some((first, next)) || end == End::Own || is_self || is_own(&other, holder) {
            continue;
        }
        let is_last = prev.is_some() && (end == End::Last || graph.segment(second).is_none());
        if !is_last {
            return None;
        }
        // The link back from what follows is no anchor.
        let follows = holder.is_some_and(|(holder, offset)| Some(offset) == prev && holder != first);
        is_held[1] |= !follows;
    }
    // Two nodes that are both held stay as they are: one may be the head that all others point to.
    let is_list = nodes.iter().any(|node| graph.segment(*node).is_some());
    let count = is_held.into_iter().filter(|is_held| *is_held).count();
    (count < 2 || is_list).then_some(count)
}

/// The objects that only a node and its own objects hold.
fn own_objects(
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
        }
    }
    loop {
        let is_shared = |id: &ObjectId| {
            let is_own = |holder: ObjectId| holder == node || own.contains(&holder);
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
fn fold(graph: &Graph, candidate: &Candidate, is_lossy: bool, names: &mut Names) -> Option<Graph> {
    let &Candidate { first, second, head, next, prev, .. } = candidate;
    let (one, other) = (graph.object(first), graph.object(second));
    let segment = names.object();
    let mut joiner = Joiner::new(graph, graph, graph.clone());
    joiner.fold = Some(Fold { first, second, segment });
    let mut object = Object::new(Origin::Heap, one.size.clone(), one.fill.join(other.fill), one.pos);
    let length = sum(&mut joiner.result, &one.length(), &other.length(), one.owner, names)?;
    let width = one.cells.get(&next).map_or(0, |cell| cell.bytes);
    object.segment = Some(Segment { head, next, prev, width, length });
    object.owner = one.owner;
    let fill_differs = one.fill != other.fill;
    joiner.result.objects.insert(segment, Rc::new(object));
    let mut is_changed = fill_differs;
    for (offset, bytes, left, right) in super::join::aligned(one, other)? {
        let value = if offset == next {
            right
        } else if Some(offset) == prev {
            left
        } else {
            let own = |value: &Value, id: ObjectId| value.target() == Some(id);
            if own(&left, second) || own(&right, first) {
                return None;
            }
            let value = joiner.value(&left, &right, Some(segment), names)?;
            is_changed |= matches!(value, Value::Unset | Value::Any) && (left != value || right != value);
            value
        };
        joiner.result.object_mut(segment).write(offset, bytes, value);
    }
    joiner.field_slacks(segment, [Some(one), Some(other)], names);
    is_changed |= joiner.finish_fold()?;
    if is_changed && !is_lossy {
        return None;
    }
    replace(graph, joiner, candidate, segment)
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
    let &Candidate { first, second, .. } = candidate;
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
    let Graph { private, objects, .. } = &mut result;
    private.retain(|_, home| objects.contains_key(home));
    let to =
        |end: End| Value::Pointer(super::value::Pointer { object: segment, end, offset: Expr::constant(0) });
    result.redirect(first, End::First, 0, &to(End::First));
    result.redirect(second, End::First, 0, &to(End::Last));
    result.redirect(second, End::Last, 0, &to(End::Last));
    result.collect_numbers();
    Some(result)
}
