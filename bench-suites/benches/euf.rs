//! Congruence closure: merges (with those that follow, and their undoing) and explanations per second.

use cfp_solver::internals::euf::{EGraph, NodeId, Reason};
use cfp_solver::internals::sat::Var;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

/// A graph and the equalities to assert in it.
struct Problem {
    name: &'static str,
    graph: EGraph,
    equalities: Vec<(NodeId, NodeId)>,
    /// Equal in the end.
    ends: (NodeId, NodeId),
}

impl Problem {
    fn assert_all(&mut self) {
        for (number, &(a, b)) in self.equalities.iter().enumerate() {
            self.graph.merge(a, b, Reason::Lit(Var::new(number).positive()));
        }
        assert!(self.graph.close());
    }
}

/// `a_1 = a_2 = ... = a_n`
fn chain(length: usize) -> Problem {
    let mut graph = EGraph::new();
    let nodes: Vec<NodeId> = (0..length).map(|_| graph.new_leaf()).collect();
    let equalities = nodes.windows(2).map(|pair| (pair[0], pair[1])).collect();
    Problem { name: "chain of 100,000", graph, equalities, ends: (nodes[0], nodes[length - 1]) }
}

/// `f^n(a)` and `f^n(b)`, where `a = b`: each congruence makes the next.
fn tower(height: usize) -> Problem {
    let mut graph = EGraph::new();
    let f = graph.new_func();
    let (a, b) = (graph.new_leaf(), graph.new_leaf());
    let mut ends = (a, b);
    for _ in 0..height {
        ends = (graph.new_app(f, &[ends.0]), graph.new_app(f, &[ends.1]));
    }
    Problem { name: "tower of 100,000", graph, equalities: vec![(a, b)], ends }
}

/// All `f(a_i, b_j)`, all `a` made equal one by one, then all `b`.
fn grid(side: usize) -> Problem {
    let mut graph = EGraph::new();
    let f = graph.new_func();
    let a: Vec<NodeId> = (0..side).map(|_| graph.new_leaf()).collect();
    let b: Vec<NodeId> = (0..side).map(|_| graph.new_leaf()).collect();
    let apps: Vec<NodeId> =
        a.iter().flat_map(|&a| b.iter().map(move |&b| [a, b])).map(|args| graph.new_app(f, &args)).collect();
    let equalities = a.windows(2).chain(b.windows(2)).map(|pair| (pair[0], pair[1])).collect();
    Problem { name: "grid of 300 x 300", graph, equalities, ends: (apps[0], apps[side * side - 1]) }
}

fn euf(criterion: &mut Criterion) {
    for mut problem in [chain(100_000), tower(100_000), grid(300)] {
        let mut group = criterion.benchmark_group(problem.name);
        group.sample_size(10);
        problem.graph.push();
        problem.assert_all();
        let merges = problem.graph.num_merges();
        let mut lits = Vec::new();
        let (first, last) = problem.ends;
        group.bench_function("explain", |bencher| {
            bencher.iter(|| {
                lits.clear();
                problem.graph.explain_equality(first, last, &mut lits);
                black_box(lits.len())
            });
        });
        problem.graph.pop_to(0);

        group.throughput(Throughput::Elements(merges));
        group.bench_function("merge and undo", |bencher| {
            bencher.iter(|| {
                problem.graph.push();
                problem.assert_all();
                problem.graph.pop_to(0);
            });
        });
        group.finish();
    }
}

criterion_group!(benches, euf);
criterion_main!(benches);
