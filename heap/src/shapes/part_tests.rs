//! Arrays in parts against sets of heaps: folding and joins must not lose one, and a graph that covers
//! another one must have all its heaps.

use super::engine::{Precision, Shapes};
use super::graph::{Fill, Graph, Object, Origin, Var};
use super::loops::Relation;
use super::tests::{Random, is_instance, program, to, unfolded};
use super::value::{Expr, ObjectId, Pointer, Value};
use crate::analysis::Task;
use crate::ir::{FuncId, Pos, RecordId, VarId};

/// Elements of an array, and their size: a link and a number.
const COUNT: i64 = 4;
const SIZE: i64 = 16;

fn with_shapes(mut check: impl FnMut(&mut Shapes<'_>)) {
    let program = program();
    for keeps_apart in [false, true] {
        let precision = Precision { slices: true, keeps_apart, ..Precision::default() };
        check(&mut Shapes::new(&Task::new(&program), None, precision));
    }
}

/// A list of so many nodes.
fn list(shapes: &mut Shapes<'_>, graph: &mut Graph, count: u64) -> Value {
    (0..count).fold(Value::Null, |next, _| {
        let mut node = Object::new(Origin::Heap, Expr::constant(32), Fill::Zero, Pos::NOWHERE);
        node.record = Some(RecordId(1));
        node.write(0, 8, next);
        to(shapes.new_object(graph, node))
    })
}

/// A random array of lists and numbers, an index, and maybe a pointer to a list of it.
fn array(shapes: &mut Shapes<'_>, variety: usize, random: &mut Random) -> Graph {
    let mut graph = Graph::new(FuncId(0));
    let mut parts = Vec::new();
    let mut cursor = Value::Null;
    for _ in 0..COUNT {
        let mut element = Object::new(Origin::Part, Expr::constant(SIZE), Fill::Zero, Pos::NOWHERE);
        let value = list(shapes, &mut graph, random.below(3));
        if variety & 1 == 0 && random.below(3) == 0 {
            cursor = value.clone();
        }
        element.write(0, 8, value);
        element.write(8, 4, Value::int(if variety & 2 == 0 { 7 } else { random.below(3) as i64 }));
        parts.push(shapes.new_object(&mut graph, element));
    }
    let size = Expr::constant(COUNT * SIZE);
    let whole = Object { parts, ..Object::new(Origin::Heap, size, Fill::Unset, Pos::NOWHERE) };
    let whole = shapes.new_object(&mut graph, whole);
    let mut set = |index: u32, value: Value| graph.vars.insert(Var { depth: 0, id: VarId(index) }, value);
    set(0, to(whole));
    set(1, Value::int(random.below(COUNT as u64 + 1) as i64));
    set(2, cursor);
    graph
}

/// The array of a graph.
fn whole(graph: &Graph) -> ObjectId {
    graph.vars[&Var { depth: 0, id: VarId(0) }].target().expect("an array")
}

/// All heaps of a graph whose lists are short.
fn heaps(shapes: &mut Shapes<'_>, graph: Graph) -> Vec<Graph> {
    let mut states = vec![graph];
    for index in 0..COUNT {
        let at =
            |graph: &Graph| Pointer { offset: Expr::constant(index * SIZE), ..Pointer::to(whole(graph)) };
        states = states
            .into_iter()
            .flat_map(|graph| {
                let at = at(&graph);
                shapes.placed(graph, at, 8)
            })
            .map(|(graph, _)| graph)
            .collect();
    }
    states.iter_mut().for_each(Graph::drop_empty_parts);
    states.into_iter().flat_map(|graph| unfolded(shapes, graph)).collect()
}

fn contains(shapes: &mut Shapes<'_>, graph: &Graph, heap: &Graph) -> bool {
    heaps(shapes, graph.clone()).iter().any(|instance| is_instance(heap, instance))
}

#[test]
fn folding_loses_no_array() {
    with_shapes(|shapes| {
        let (mut random, mut folded) = (Random(23), 0);
        for round in 0..150 {
            let heap = array(shapes, round, &mut random);
            for graph in [shapes.folded(heap.clone()), shapes.folded_from(heap.clone(), 2)] {
                folded += usize::from(graph.object(whole(&graph)).parts.len() < COUNT as usize);
                assert!(contains(shapes, &graph, &heap), "{heap:?}\nfolded: {graph:?}");
            }
        }
        assert!(folded > 80, "only {folded} arrays were folded");
    });
}

#[test]
fn joins_have_the_arrays_of_both_sides() {
    with_shapes(|shapes| {
        let (mut random, mut joined, mut covered) = (Random(31), 0, 0);
        for round in 0..300 {
            let heaps = [0, 1].map(|_| array(shapes, round, &mut random));
            let [left, right] = heaps.clone().map(|heap| shapes.folded_from(heap, 2 + 2 * (round & 1)));
            match shapes.related(&left, &right) {
                Some(Relation::Join(join)) => {
                    joined += 1;
                    let mut graph = *join.graph;
                    graph.numbers = join.numbers[0].join(&join.numbers[1]);
                    for heap in &heaps {
                        assert!(contains(shapes, &graph, heap), "{heap:?}\njoin: {graph:?}");
                    }
                    // Whatever it is said to cover, it has.
                    let heap = array(shapes, round, &mut random);
                    let other = shapes.folded(heap.clone());
                    if let Some(Relation::Covers) = shapes.related(&graph, &other) {
                        covered += 1;
                        assert!(contains(shapes, &graph, &heap), "{graph:?}\ncovers {heap:?}");
                    }
                }
                Some(Relation::Covers) => {
                    covered += 1;
                    assert!(contains(shapes, &left, &heaps[1]), "{left:?}\ncovers {:?}", heaps[1]);
                }
                None => {}
            }
        }
        assert!(joined > 50 && covered > 2, "{joined} pairs were joined, {covered} heaps covered");
    });
}
