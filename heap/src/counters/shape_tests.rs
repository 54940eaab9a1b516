//! Transfer functions against concrete lists: whatever a statement does to a concrete heap, the abstract
//! statement covers.

use super::*;
use crate::counters::contents::Cell;
use crate::ir::IntType;

const POINTERS: u8 = 4;

/// The type of the data of a node, at its start.
const DATA: IntType = IntType { bits: 32, signed: true };

/// A concrete heap: the successor of each node, if it is alive; its data, if it is initialized; and pointers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Heap {
    next: Vec<Option<Option<usize>>>,
    data: Vec<Option<i64>>,
    pointers: [Option<usize>; POINTERS as usize],
}

impl Heap {
    fn empty() -> Heap {
        Heap { next: Vec::new(), data: Vec::new(), pointers: [None; POINTERS as usize] }
    }

    fn reached(&self, from: Option<usize>) -> BTreeSet<usize> {
        let (mut seen, mut here) = (BTreeSet::new(), from);
        while let Some(node) = here {
            assert!(seen.insert(node), "the lists have no cycles");
            here = self.next[node].expect("alive");
        }
        seen
    }

    /// The nodes with their vectors.
    fn nodes(&self) -> Vec<(usize, Vector)> {
        let reached = self.pointers.map(|pointer| self.reached(pointer));
        let alive = (0..self.next.len()).filter(|&node| self.next[node].is_some());
        let vector = |node: usize| {
            let holders = (0..POINTERS).filter(|&p| reached[usize::from(p)].contains(&node));
            holders.fold(Vector::UNREACHED, |vector, p| vector.with(Pointer(p), true))
        };
        alive.map(|node| (node, vector(node))).collect()
    }

    /// The number of nodes of each vector.
    fn counts(&self) -> BTreeMap<Vector, i64> {
        let mut counts = BTreeMap::new();
        for (_, vector) in self.nodes() {
            *counts.entry(vector).or_insert(0) += 1;
        }
        counts
    }

    /// Whether the data of a node is as its segment says.
    fn is_described(&self, node: usize, vector: Vector, shape: &Shape) -> bool {
        let cells = shape.cells(vector).expect("segments with nodes have contents");
        cells
            .get(0, DATA)
            .is_none_or(|cell| self.data[node].is_some_and(|value| cell.range.contains(&Int::from(value))))
    }

    fn is_in(&self, shape: &Shape) -> bool {
        let counts = self.counts();
        let is_covered = |(&vector, &count): (&Vector, &i64)| shape.count(vector).contains(&Int::from(count));
        let is_present = |vector| counts.contains_key(&vector) || shape.count(vector).contains(&Int::ZERO);
        let value = |dim: &Dim| match dim {
            Dim::Count(vector) => Rat::from(counts.get(vector).copied().unwrap_or(0)),
            _ => panic!("only counters here"),
        };
        let holds = |(lead, row): (&Dim, &Expr)| {
            let terms = row.terms().map(|(dim, factor)| &value(dim) * factor);
            value(lead) == terms.fold(row.constant_part().clone(), |sum, term| &sum + &term)
        };
        counts.iter().all(is_covered)
            && shape.vectors().all(is_present)
            && shape.numbers.equations().rows().all(holds)
            && self.nodes().into_iter().all(|(node, vector)| self.is_described(node, vector, shape))
    }
}

#[derive(Clone, Copy, Debug)]
enum Statement {
    Null(u8),
    Copy(u8, u8),
    Allocate(u8),
    Free(u8),
    Follow(u8, u8),
    Cut(u8),
    Link(u8, u8),
    Write(u8, i64),
    IfNull(u8, bool),
    IfEqual(u8, u8, bool),
}

/// The heap after a statement; nothing if the statement does not apply. Pointers to freed nodes become null,
/// as in the abstract statement: the domain tracks them apart.
fn run(heap: &Heap, statement: Statement) -> Option<Heap> {
    let mut heap = heap.clone();
    let at = |p: u8| usize::from(p);
    match statement {
        Statement::Null(p) => heap.pointers[at(p)] = None,
        Statement::Copy(p, q) => heap.pointers[at(p)] = heap.pointers[at(q)],
        Statement::Allocate(p) => {
            heap.pointers[at(p)] = Some(heap.next.len());
            heap.next.push(Some(None));
            heap.data.push(None);
        }
        Statement::Free(p) => {
            let node = heap.pointers[at(p)]?;
            heap.next[node] = None;
            for pointer in heap.pointers.iter_mut().filter(|pointer| **pointer == Some(node)) {
                *pointer = None;
            }
            for next in heap.next.iter_mut().flatten().filter(|next| **next == Some(node)) {
                *next = None;
            }
        }
        Statement::Follow(p, q) => heap.pointers[at(p)] = heap.next[heap.pointers[at(q)]?]?,
        Statement::Cut(p) => heap.next[heap.pointers[at(p)]?] = Some(None),
        Statement::Link(p, q) => {
            let node = heap.pointers[at(p)]?;
            if heap.reached(heap.pointers[at(q)]).contains(&node) {
                return None;
            }
            heap.next[node] = Some(heap.pointers[at(q)]);
        }
        Statement::Write(p, value) => heap.data[heap.pointers[at(p)]?] = Some(value),
        Statement::IfNull(p, holds) => return (heap.pointers[at(p)].is_none() == holds).then_some(heap),
        Statement::IfEqual(p, q, holds) => {
            return ((heap.pointers[at(p)] == heap.pointers[at(q)]) == holds).then_some(heap);
        }
    }
    Some(heap)
}

/// The abstract statement: split by the first segment, execute, join.
fn execute(shape: &Shape, statement: Statement) -> Option<Shape> {
    let split = |p: u8, act: &dyn Fn(&mut Shape, Vector) -> Option<()>| {
        let firsts = shape.firsts(Pointer(p)).into_iter();
        let cases = firsts.filter_map(|first| {
            let mut case = shape.with_first(Pointer(p), first)?;
            act(&mut case, first).map(|()| case)
        });
        cases.reduce(Shape::join)
    };
    let changed = |act: &dyn Fn(&mut Shape)| {
        let mut shape = shape.clone();
        act(&mut shape);
        Some(shape)
    };
    match statement {
        Statement::Null(p) => changed(&|shape| shape.set_null(Pointer(p))),
        Statement::Copy(p, q) => changed(&|shape| shape.copy(Pointer(p), Pointer(q))),
        Statement::Allocate(p) => changed(&|shape| shape.allocate(Pointer(p), &Cells::default())),
        Statement::Free(p) => split(p, &|case, first| {
            case.free(first);
            Some(())
        }),
        Statement::Follow(p, q) => split(q, &|case, first| {
            case.follow(Pointer(p), Pointer(q), first);
            Some(())
        }),
        Statement::Cut(p) => split(p, &|case, first| {
            case.cut(first);
            Some(())
        }),
        Statement::Link(p, q) => split(p, &|case, first| {
            if first.has(Pointer(q)) {
                return None;
            }
            case.cut(first);
            case.link(first, Pointer(q));
            Some(())
        }),
        Statement::Write(p, value) => split(p, &|case, first| {
            let cell = Cell { ty: DATA, range: Interval::constant(value) };
            case.write(first, &Write { start: 0, end: 4, cell: Some(cell) });
            Some(())
        }),
        Statement::IfNull(p, holds) => shape.assume_null(Pointer(p), holds),
        Statement::IfEqual(p, q, holds) => shape.assume_equal(Pointer(p), Pointer(q), holds),
    }
}

/// A small generator of pseudo-random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u8) -> u8 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % u64::from(bound)) as u8
    }

    fn statement(&mut self) -> Statement {
        let (p, q) = (self.below(POINTERS), self.below(POINTERS));
        let holds = self.below(2) == 0;
        match self.below(17) {
            0 => Statement::Null(p),
            1 | 2 => Statement::Copy(p, q),
            3..=5 => Statement::Allocate(p),
            6 => Statement::Free(p),
            7 | 8 => Statement::Follow(p, q),
            9 => Statement::Cut(p),
            10..=12 => Statement::Link(p, q),
            13..=15 => Statement::Write(p, i64::from(q)),
            _ if p == q => Statement::IfNull(p, holds),
            _ => Statement::IfEqual(p, q, holds),
        }
    }
}

#[test]
fn abstract_statements_cover_concrete_ones() {
    let (mut states, mut widened, mut known) = (0, 0, 0);
    for seed in 0..60 {
        let mut random = Random(seed);
        let mut heaps = BTreeSet::from([Heap::empty()]);
        let mut shape = Shape::default();
        for step in 0..60 {
            let statement = random.statement();
            let after: BTreeSet<Heap> = heaps.iter().filter_map(|heap| run(heap, statement)).collect();
            let Some(next) = execute(&shape, statement) else {
                assert!(after.is_empty(), "seed {seed}, step {step}: {statement:?} loses {after:?}");
                continue;
            };
            for heap in &after {
                assert!(heap.is_in(&next), "seed {seed}, step {step}: {statement:?}\n{heap:?}\n{next:?}");
            }
            if after.is_empty() {
                continue;
            }
            // Sometimes both what was and what is, as behind a branch, or widened, as at a loop head.
            match random.below(4) {
                0 => {
                    heaps.extend(after);
                    let joined = shape.clone().join(next);
                    assert!(joined.includes(&shape));
                    shape = if random.below(3) == 0 {
                        widened += 1;
                        shape.widen(&joined, &[])
                    } else {
                        joined
                    };
                }
                _ => (heaps, shape) = (after, next),
            }
            heaps = heaps.into_iter().take(40).collect();
            for heap in &heaps {
                assert!(heap.is_in(&shape), "seed {seed}, step {step}: joined\n{heap:?}\n{shape:?}");
            }
            states += heaps.len();
            let cells = shape.vectors().filter_map(|vector| shape.cells(vector)?.get(0, DATA));
            known += cells.filter(|cell| cell.range.as_constant().is_some()).count();
        }
    }
    assert!(states > 5_000 && widened > 50, "{states} states, {widened} widenings");
    assert!(known > 500, "{known} segments with the same data in all nodes");
}

#[test]
fn a_cursor_splits_a_list() {
    // Example 2 and 3 of the paper: q points to nine nodes, p walks.
    let (p, q) = (Pointer(0), Pointer(1));
    let mut shape = Shape::default();
    shape.rearrange(vec![Flow { to: Vector::of(q), count: Expr::constant(9), from: Err(&Cells::default()) }]);
    shape.follow(p, q, Vector::of(q));
    let both = Vector::of(p).union(Vector::of(q));
    assert_eq!(shape.count(Vector::of(q)), Interval::constant(1));
    assert_eq!(shape.count(both), Interval::constant(8));
    let mut next = shape.with_first(p, both).expect("p is not null");
    next.follow(p, p, both);
    let joined = shape.clone().join(next);
    let widened = shape.widen(&joined, &[]);
    let sum = Expr::sum([Dim::Count(Vector::of(q)), Dim::Count(both)]);
    assert_eq!(widened.numbers.range(&sum), Interval::constant(9));
    assert_eq!(widened.count(both), Interval::new(Some(Int::ONE), Some(Int::from(8))).expect("not empty"));
}

#[test]
fn writes_along_a_list_change_all_nodes() {
    // q points to nine nodes with 0; p walks and writes 1, with r on the next node.
    let (p, q, r) = (Pointer(0), Pointer(1), Pointer(2));
    let cells = |value: i64| Cells::new([(0, Cell { ty: DATA, range: Interval::constant(value) })]);
    let mut shape = Shape::default();
    shape.rearrange(vec![Flow { to: Vector::of(q), count: Expr::constant(9), from: Err(&cells(0)) }]);
    shape.copy(p, q);
    let both = Vector::of(p).union(Vector::of(q));
    shape.follow(r, p, both);
    shape.write(both, &Write { start: 0, end: 4, cell: cells(1).get(0, DATA).cloned() });
    shape.follow(p, p, both);
    shape.set_null(r);
    assert_eq!(shape.cells(Vector::of(q)), Some(&cells(1)));
    assert_eq!(shape.cells(both), Some(&cells(0)));
}
