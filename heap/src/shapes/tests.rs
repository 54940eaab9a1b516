//! Folding and joins against sets of heaps.
//!
//! A graph without segments is one heap. The heaps of a graph with segments are listed by taking nodes out of
//! them. Folding and joins must not lose heaps, and a graph that covers another one must have all its heaps.

use super::engine::{Precision, Shapes};
use super::expose::Names;
use super::graph::{Fill, Graph, Kind as SegmentKind, Object, Origin, Segment, Test, Var};
use super::join::Aim;
use super::loops::Relation;
use super::value::{End, Expr, ObjectId, Pointer, Value, minus};
use crate::analysis::Task;
use crate::ir::{CompareOp, FuncId, Pos, Program, RecordId, VarId, read_program};
use crate::numbers::Interval;
use std::collections::{BTreeMap, BTreeSet};

/// Size of a node: two links, an integer, and another link.
const SIZE: i64 = 32;
/// Nodes of a random heap at most, and of each segment that is unfolded.
const MOST: u64 = 5;

/// Pseudo-random numbers (xorshift).
pub(super) struct Random(pub u64);

impl Random {
    pub(super) fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

pub(super) fn program() -> Program {
    let links = "+0 one: struct N*\n  +8 other: struct N*\n  +16 data: i32\n  +24 up: struct N*\n";
    let record = format!("type struct N: 32 bytes {{\n  {links}}}\n");
    let list = "type struct L: 32 bytes {\n  +0 next: struct L*\n  +8 other: void*\n  +16 data: i32\n}\n";
    let main = "fn main() -> i32 {\n  let a.0, c.2: void*\n  let %1, %3: i32\n  return 0\n}";
    read_program(&format!("target 64\n{record}{list}\n{main}")).expect("a program")
}

pub(super) fn to(id: ObjectId) -> Value {
    Value::Pointer(Pointer::to(id))
}

/// How the nodes of a random heap are linked.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Single,
    Double,
    Cyclic,
    /// Each node has a node of its own, which points back or not.
    Nested {
        back: bool,
    },
    /// Some nodes have a node of their own.
    Optional,
    /// Some nodes have a block of their own, mostly of the size that a variable holds.
    Blocks,
    /// All nodes point to the first one.
    Headed,
    /// Nodes have two links each to nodes below them, and maybe one to the node above them.
    Tree {
        up: bool,
    },
}

const KINDS: [Kind; 10] = [
    Kind::Single,
    Kind::Double,
    Kind::Cyclic,
    Kind::Nested { back: false },
    Kind::Nested { back: true },
    Kind::Headed,
    Kind::Optional,
    Kind::Blocks,
    Kind::Tree { up: false },
    Kind::Tree { up: true },
];

/// A random heap: a list of some kind with pointers into it. The variety says whether data differ and whether
/// there is a cursor.
fn heap(shapes: &mut Shapes<'_>, kind: Kind, variety: usize, random: &mut Random) -> Graph {
    let mut graph = Graph::new(FuncId(0));
    let count = random.below(MOST + 1) as usize;
    let block = |shapes: &mut Shapes<'_>, graph: &mut Graph, size: Expr| {
        shapes.new_object(graph, Object::new(Origin::Heap, size, Fill::Unset, Pos::NOWHERE))
    };
    let node = |shapes: &mut Shapes<'_>, graph: &mut Graph| block(shapes, graph, Expr::constant(SIZE));
    let nodes: Vec<ObjectId> = (0..count).map(|_| node(shapes, &mut graph)).collect();
    let size = named(&mut graph, &mut shapes.names, 1 + random.below(3) as i64);
    let data = data(count, variety, random);
    for (index, &id) in nodes.iter().enumerate() {
        if let Kind::Tree { up } = kind {
            grow(&mut graph, &nodes[..index], id, up, random);
            continue;
        }
        let has_own = matches!(kind, Kind::Nested { .. }) || kind == Kind::Optional && random.below(2) == 0;
        let mut own = has_own.then(|| node(shapes, &mut graph));
        if kind == Kind::Blocks && random.below(2) == 0 {
            let more = i64::from(random.below(8) == 0);
            own = Some(block(shapes, &mut graph, size.clone().plus_constant(more)));
        }
        let next = match nodes.get(index + 1) {
            Some(next) => to(*next),
            None if kind == Kind::Cyclic => to(nodes[0]),
            None => Value::Null,
        };
        let other = match (kind, own) {
            (Kind::Double, _) if index > 0 => to(nodes[index - 1]),
            (Kind::Headed, _) => to(nodes[0]),
            (_, Some(own)) => to(own),
            _ => Value::Null,
        };
        let data = match variety & 8 {
            0 => Value::int(data[index]),
            _ => apart(&mut graph, &mut shapes.names, data[index]),
        };
        let object = graph.object_mut(id);
        object.record = (kind != Kind::Double).then_some(RecordId(1));
        object.write(0, 8, next);
        object.write(8, 8, other);
        object.write(16, 4, data);
        if let (Some(own), Kind::Nested { back }) = (own, kind) {
            graph.object_mut(own).write(0, 8, if back { to(id) } else { Value::Null });
        }
    }
    if let (Kind::Tree { .. }, true) = (kind, variety & 1 == 0) {
        nodes.iter().for_each(|&id| graph.object_mut(id).write(16, 4, Value::int(0)));
    }
    let first = nodes.first().map_or(Value::Null, |first| to(*first));
    let mut set = |index: u32, value: Value| {
        graph.vars.insert(Var { depth: 0, id: VarId(index) }, value);
    };
    set(0, first);
    set(1, Value::int(count as i64));
    let most = data.iter().copied().max().unwrap_or(0) + i64::from(variety & 4 == 0);
    set(3, if kind == Kind::Blocks { Value::Int(size) } else { Value::int(most) });
    if variety & 2 == 0 && count > 0 {
        set(2, to(nodes[random.below(count as u64) as usize]));
    }
    graph
}

/// Random data of a list, as the variety says: all the same, any bits or small numbers, in order, or
/// alternating.
fn data(count: usize, variety: usize, random: &mut Random) -> Vec<i64> {
    let mut data: Vec<i64> = match (variety & 1, variety / 4 % 4) {
        (0, _) => vec![0; count],
        (_, 0) => (0..count).map(|_| random.below(2) as i64).collect(),
        (_, 3) => {
            let start = random.below(2) as i64;
            (0..count).map(|index| (start + index as i64) % 2).collect()
        }
        _ => (0..count).map(|_| random.below(4) as i64).collect(),
    };
    if variety / 4 % 4 == 2 {
        data.sort_unstable();
    }
    data
}

/// An integer with a name.
fn named(graph: &mut Graph, names: &mut Names, value: i64) -> Expr {
    let dim = names.dim();
    graph.restrict(dim, &Interval::constant(value)).expect("a new integer");
    Expr::of(dim)
}

/// An integer with a name, of which it is known that it is not another one.
fn apart(graph: &mut Graph, names: &mut Names, value: i64) -> Value {
    let expr = named(graph, names, value);
    [-1, 1, 2, 4].into_iter().filter(|other| *other != value).for_each(|other| {
        graph.keep_apart(&expr.clone().plus_constant(-other));
    });
    Value::Int(expr)
}

/// Hangs a node below one of others that has a free link.
fn grow(graph: &mut Graph, others: &[ObjectId], id: ObjectId, up: bool, random: &mut Random) {
    let object = graph.object_mut(id);
    object.record = Some(RecordId(0));
    [0, 8].into_iter().for_each(|link| object.write(link, 8, Value::Null));
    object.write(16, 4, Value::int(random.below(2) as i64));
    let is_free =
        |graph: &Graph, (above, link): (ObjectId, i64)| graph.object(above).link(link, 8) == Value::Null;
    let places = others.iter().flat_map(|&above| [(above, 0), (above, 8)]);
    let places: Vec<(ObjectId, i64)> = places.filter(|place| is_free(graph, *place)).collect();
    let place = (!places.is_empty()).then(|| places[random.below(places.len() as u64) as usize]);
    if let Some((above, link)) = place {
        graph.object_mut(above).write(link, 8, to(id));
    }
    if up {
        graph.object_mut(id).write(24, 8, place.map_or(Value::Null, |(above, _)| to(above)));
    }
}

/// All heaps of a graph whose segments have few nodes.
pub(super) fn unfolded(shapes: &mut Shapes<'_>, graph: Graph) -> Vec<Graph> {
    let (mut done, mut pending) = (Vec::new(), vec![(graph, 2 * MOST + 2)]);
    while let Some((mut graph, left)) = pending.pop() {
        let segment = graph
            .objects
            .iter()
            .find(|(_, it)| it.segment.is_some() && it.owner.is_none())
            .map(|(id, _)| *id);
        let Some(id) = segment else {
            done.push(graph);
            continue;
        };
        pending.extend(graph.emptied(id, &mut shapes.names).map(|empty| (empty, left)));
        if left > 0
            && let Some(inhabited) = graph.inhabited(id)
        {
            graph = inhabited;
            for way in 0..graph.segment(id).map_or(0, Segment::ways) {
                let mut graph = graph.clone();
                if graph.expose(id, End::First, way, &mut shapes.names).is_some() {
                    pending.push((graph, left - 1));
                }
            }
        }
    }
    done
}

/// Whether a heap is one of a graph without segments: the same up to names, with integers that it allows.
pub(super) fn is_instance(heap: &Graph, graph: &Graph) -> bool {
    let (mut graph, mut names) = (graph.clone(), BTreeMap::new());
    let mut pending: Vec<(Value, Value)> = Vec::new();
    for (var, value) in &heap.vars {
        pending.push((value.clone(), graph.vars.get(var).cloned().unwrap_or(Value::Unset)));
    }
    while let Some(pair) = pending.pop() {
        match pair {
            (_, Value::Unset) => {}
            (Value::Int(one), Value::Int(other)) => {
                // Names of the heap mean nothing in the graph.
                let one = heap.constant(&one).map_or(one, Expr::constant);
                let test = Test { op: CompareOp::Eq, expr: minus(&one, &other) };
                if graph.assume(&test).is_none() {
                    return false;
                }
            }
            (Value::Pointer(one), Value::Pointer(other)) => {
                if one.offset != other.offset {
                    return false;
                }
                match names.insert(one.object, other.object) {
                    Some(known) if known != other.object => return false,
                    Some(_) => {}
                    None => {
                        let (left, right) = (heap.object(one.object), graph.object(other.object));
                        if left.parts.len() != right.parts.len() {
                            return false;
                        }
                        let mut pairs = vec![(left, right)];
                        let parts = left.parts.iter().zip(&right.parts);
                        pairs.extend(parts.map(|(one, other)| (heap.object(*one), graph.object(*other))));
                        for (left, right) in pairs {
                            let sizes = [left, right].map(|object| Value::Int(object.size.clone()));
                            pending.push(sizes.into());
                            let Some(cells) = super::join::aligned(left, right) else { return false };
                            pending.extend(cells.into_iter().map(|(_, _, one, other)| (one, other)));
                        }
                    }
                }
            }
            (one, other) if one == other => {}
            _ => return false,
        }
    }
    let images: BTreeSet<ObjectId> = names.values().copied().collect();
    let is_zero = |expr: &Expr| graph.is_constant(expr, 0);
    images.len() == names.len()
        && !graph.apart.iter().any(is_zero)
        && heap.objects.len() == graph.objects.len()
}

fn contains(shapes: &mut Shapes<'_>, graph: &Graph, heap: &Graph) -> bool {
    unfolded(shapes, graph.clone()).iter().any(|instance| is_instance(heap, instance))
}

/// Runs a check with all kinds of heaps, each with the precision that is meant for it.
fn with_kinds(mut check: impl FnMut(&mut Shapes<'_>, &[Kind])) {
    let (lists, trees): (Vec<Kind>, Vec<Kind>) =
        KINDS.into_iter().partition(|kind| !matches!(kind, Kind::Tree { .. }));
    let program = program();
    for (kinds, has_trees, relates_data) in
        [(lists.clone(), false, false), (lists, false, true), (trees, true, false)]
    {
        let precision = Precision { has_trees, relates_data, ..Precision::default() };
        check(&mut Shapes::new(&Task::new(&program), None, precision), &kinds);
    }
}

#[test]
fn folding_loses_no_heap() {
    with_kinds(|shapes, kinds| {
        let (mut random, mut folded) = (Random(17), 0);
        for round in 0..600 {
            let kind = kinds[round % kinds.len()];
            let heap = heap(shapes, kind, round / kinds.len(), &mut random);
            let graph = shapes.folded(heap.clone());
            folded += usize::from(graph.objects.len() < heap.objects.len());
            assert!(contains(shapes, &graph, &heap), "{kind:?}: {heap:?}\nfolded: {graph:?}");
        }
        assert!(folded > 150, "only {folded} heaps were folded");
    });
}

#[test]
fn joins_have_the_heaps_of_both_sides() {
    with_kinds(|shapes, kinds| {
        let (mut random, mut joined, mut recognized) = (Random(4711), 0, 0);
        for round in 0..1200 {
            let kind = kinds[round % kinds.len()];
            let heaps = [
                heap(shapes, kind, round / kinds.len(), &mut random),
                heap(shapes, kind, round / kinds.len(), &mut random),
            ];
            let [left, right] = heaps.clone().map(|heap| shapes.folded(heap));
            let relation = match round / kinds.len() % 3 {
                0 => shapes.related_by(&left, &right, Aim::Eager),
                _ => shapes.related(&left, &right),
            };
            match relation {
                Some(Relation::Join(join)) => {
                    joined += 1;
                    let mut graph = *join.graph;
                    graph.numbers = join.numbers[0].join(&join.numbers[1]);
                    let folded = shapes.folded(graph.clone());
                    for heap in &heaps {
                        assert!(contains(shapes, &graph, heap), "{kind:?}: {heap:?}\njoin: {graph:?}");
                        assert!(contains(shapes, &folded, heap), "{kind:?}: {heap:?}\nfolded: {folded:?}");
                    }
                    let again = shapes.related(&graph, &left);
                    recognized += usize::from(matches!(again, Some(Relation::Covers)));
                }
                Some(Relation::Covers) => {
                    assert!(contains(shapes, &left, &heaps[1]), "{kind:?}: {left:?}\ncovers {:?}", heaps[1]);
                }
                None => {}
            }
        }
        assert!(joined > 200, "only {joined} pairs were joined");
        // The search for pairs is greedy, so a join may not be recognized as one that covers its sides.
        assert!(10 * recognized > 9 * joined, "only {recognized} of {joined} joins cover their sides");
    });
}

#[test]
fn a_graph_that_covers_another_one_has_its_heaps() {
    with_kinds(|shapes, kinds| {
        let (mut random, mut covered) = (Random(99), 0);
        for round in 0..1200 {
            let kind = kinds[round % kinds.len()];
            let mut graph = heap(shapes, kind, round / kinds.len(), &mut random);
            graph = shapes.folded(graph);
            for _ in 0..2 {
                let next = heap(shapes, kind, round / kinds.len(), &mut random);
                let next = shapes.folded(next);
                if let Some(Relation::Join(join)) = shapes.related(&graph, &next) {
                    let hull = join.numbers[0].join(&join.numbers[1]);
                    graph = *join.graph;
                    graph.numbers = hull;
                }
            }
            let heap = heap(shapes, kind, round / kinds.len(), &mut random);
            for other in [heap.clone(), shapes.folded(heap.clone())] {
                if let Some(Relation::Covers) = shapes.related(&graph, &other) {
                    covered += 1;
                    assert!(contains(shapes, &graph, &heap), "{kind:?}: {graph:?}\ncovers {heap:?}");
                }
            }
        }
        assert!(covered > 100, "only {covered} heaps were covered");
    });
}

#[test]
fn both_ends_of_a_list_can_be_taken_out() {
    with_kinds(|shapes, kinds| {
        if !kinds.contains(&Kind::Double) {
            return;
        }
        let mut random = Random(5);
        for round in 0..200 {
            let heap = heap(shapes, Kind::Double, round, &mut random);
            let graph = shapes.folded(heap.clone());
            let segment = graph.objects.iter().find(|(_, it)| it.segment.is_some()).map(|(id, _)| *id);
            let Some(id) = segment else { continue };
            let mut last = graph.clone();
            last.expose(id, End::Last, 0, &mut shapes.names).expect("it has nodes");
            assert!(contains(shapes, &last, &heap), "{heap:?}\nlast: {last:?}");
        }
    });
}

/// That blocks have the size which a variable holds is known wherever only some nodes have blocks.
#[test]
fn sizes_of_blocks_are_kept() {
    let program = program();
    let mut shapes = Shapes::new(&Task::new(&program), None, Precision::default());
    let range = Interval::between(0, 100);
    // A list of some nodes, or one node, that all have blocks or none.
    let make = |shapes: &mut Shapes<'_>, is_list: bool, has_block: bool| {
        let mut graph = Graph::new(FuncId(0));
        let size = Expr::of(shapes.names.dim());
        let mut node = Object::new(Origin::Heap, Expr::constant(SIZE), Fill::Unset, Pos::NOWHERE);
        node.record = Some(RecordId(1));
        if is_list {
            let count = shapes.names.dim();
            graph.restrict(count, &range).expect("a new integer");
            let (kind, length) = (SegmentKind::List, Expr::of(count));
            let (links, prev, structure) = (vec![0], None, None);
            node.segment = Some(Segment { kind, head: 0, links, prev, width: 8, length, structure });
        }
        let mut block = Object::new(Origin::Heap, size.clone(), Fill::Any, Pos::NOWHERE);
        node.write(0, 8, Value::Null);
        node.write(8, 8, Value::Null);
        node.write(16, 4, Value::int(0));
        let id = shapes.new_object(&mut graph, node);
        if has_block {
            block.owner = Some(id).filter(|_| is_list);
            let block = shapes.new_object(&mut graph, block);
            graph.object_mut(id).write(8, 8, to(block));
        }
        graph.vars.insert(Var { depth: 0, id: VarId(0) }, to(id));
        graph.vars.insert(Var { depth: 0, id: VarId(3) }, Value::Int(size));
        graph
    };
    let mut known = make(&mut shapes, true, true);
    let mut joins = 0;
    for (is_list, has_block) in [(true, false), (false, true), (false, false), (true, true)] {
        let other = make(&mut shapes, is_list, has_block);
        match shapes.related(&known, &other) {
            Some(Relation::Covers) => {}
            Some(Relation::Join(join)) => {
                known = *join.graph;
                known.numbers = join.numbers[0].join(&join.numbers[1]);
                known = shapes.folded(known);
                joins += 1;
            }
            None => panic!("{known:?}\nhas no join with {other:?}"),
        }
    }
    assert!(joins > 0);
    let (mut blocks, mut most) = (0, 0);
    for graph in unfolded(&mut shapes, known) {
        let Some(Value::Int(size)) = graph.vars.get(&Var { depth: 0, id: VarId(3) }) else {
            panic!("the variable holds an integer: {graph:?}")
        };
        let found = graph.objects.values().filter(|object| object.record.is_none());
        for object in found {
            assert!(graph.are_same(&object.size, size), "{:?} is not {size:?}: {graph:?}", object.size);
            blocks += 1;
        }
        most = most.max(graph.objects.len());
    }
    assert!(blocks > 3 && most > 5, "{blocks} blocks, {most} objects");
}

/// What is known of the size of blocks on one side is not known on the other, which has none.
#[test]
fn sizes_of_missing_blocks_restrict_nothing() {
    let program = program();
    let mut shapes = Shapes::new(&Task::new(&program), None, Precision::default());
    let ranges = [Interval::between(1, 100), Interval::between(50, 300)];
    for has_block in [[true, false], [false, true], [true, true]] {
        let sides = [0, 1].map(|side| {
            let mut graph = Graph::new(FuncId(0));
            let dim = shapes.names.dim();
            graph.restrict(dim, &ranges[side]).expect("a new integer");
            let block = Object::new(Origin::Heap, Expr::of(dim), Fill::Any, Pos::NOWHERE);
            let block = has_block[side].then(|| shapes.new_object(&mut graph, block));
            let mut node = Object::new(Origin::Heap, Expr::constant(SIZE), Fill::Unset, Pos::NOWHERE);
            node.record = Some(RecordId(1));
            node.write(0, 8, Value::Null);
            node.write(8, 8, block.map_or(Value::Null, to));
            let node = shapes.new_object(&mut graph, node);
            graph.vars.insert(Var { depth: 0, id: VarId(0) }, to(node));
            graph.vars.insert(Var { depth: 0, id: VarId(3) }, Value::Int(Expr::of(dim)));
            graph
        });
        let Some(Relation::Join(join)) = shapes.related_by(&sides[0], &sides[1], Aim::Join) else {
            panic!("{has_block:?}: there is no join")
        };
        let mut graph = *join.graph;
        graph.numbers = join.numbers[0].join(&join.numbers[1]);
        let Some(Value::Int(size)) = graph.vars.get(&Var { depth: 0, id: VarId(3) }) else {
            panic!("the variable holds an integer: {graph:?}")
        };
        assert_eq!(graph.numbers.range(size), Interval::between(1, 300), "{has_block:?}");
        let mut blocks = graph.objects.values().filter(|object| object.record.is_none());
        assert!(blocks.all(|block| graph.are_same(&block.size, size)), "{has_block:?}: {graph:?}");
    }
}
