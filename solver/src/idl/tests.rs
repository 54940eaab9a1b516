//! Random graphs against Bellman and Ford, random clauses against all assignments and against the simplex.

use super::DifferenceTheory;
use super::graph::{Edge, EdgeId, Graph, Node};
use super::matrix::Matrix;
use super::paths::{Direction, Search};
use super::weight::Weight;
use crate::arith::ArithTheory;
use crate::lia::{LadderOptions, LiaTheory};
use crate::limits::Budget;
use crate::linear::{Linear, NumVar};
use crate::num::Int;
use crate::sat::{Lit, Outcome, SatOptions, SatSolver};
use std::ops::{Add, Neg, Sub};

/// Weights whose potentials are computed anew all the time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Restless(i64);

impl Add for Restless {
    type Output = Restless;
    fn add(self, other: Restless) -> Restless {
        Restless(self.0 + other.0)
    }
}

impl Sub for Restless {
    type Output = Restless;
    fn sub(self, other: Restless) -> Restless {
        Restless(self.0 - other.0)
    }
}

impl Neg for Restless {
    type Output = Restless;
    fn neg(self) -> Restless {
        Restless(-self.0)
    }
}

impl Weight for Restless {
    const STEP: Restless = Restless(1);
    const LOWEST: Restless = Restless(-8);
    const INFINITE: Restless = Restless(1 << 40);
    type Exact = Int;
    fn exact(self) -> Int {
        Int::from(self.0)
    }
}

struct Rng(u64);

impl Rng {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }

    fn range(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as usize) as i64
    }

    fn pair(&mut self, bound: usize) -> (usize, usize) {
        let (a, b) = (self.below(bound), self.below(bound - 1));
        (a, if b >= a { b + 1 } else { b })
    }
}

/// Distances between all pairs by Bellman and Ford; `None` if there is a negative cycle.
fn distances(nodes: usize, edges: &[(usize, usize, i64)]) -> Option<Vec<Vec<Option<i64>>>> {
    let mut all = Vec::new();
    for root in 0..nodes {
        let mut distance = vec![None; nodes];
        distance[root] = Some(0);
        for round in 0..=nodes {
            let mut changed = false;
            for &(from, to, weight) in edges {
                let Some(start) = distance[from] else { continue };
                if distance[to].is_none_or(|old| start + weight < old) {
                    distance[to] = Some(start + weight);
                    changed = true;
                }
            }
            if changed && round == nodes {
                return None;
            }
        }
        all.push(distance);
    }
    Some(all)
}

fn check_graph<W: Weight>(seed: u64, weight_of: fn(i64) -> W) {
    let mut rng = Rng(seed);
    let nodes = 2 + rng.below(6);
    let mut graph: Graph<W> = Graph::new();
    let mut matrix: Matrix<W> = Matrix::new(nodes);
    (0..nodes).for_each(|_| _ = graph.new_node());
    matrix.add_block(0..nodes as Node);
    let mut search = Search::default();
    let mut active: Vec<(usize, usize, i64)> = Vec::new();
    let mut changes = Vec::new();
    let (mut cycle, mut path): (Vec<EdgeId>, Vec<EdgeId>) = (Vec::new(), Vec::new());
    for _ in 0..60 {
        if rng.below(6) == 0 {
            let length = rng.below(active.len() + 1);
            active.truncate(length);
            graph.truncate(length);
            if length < changes.len() {
                matrix.undo_to(changes[length]);
                changes.truncate(length);
            }
        }
        let (from, to) = rng.pair(nodes);
        let number = rng.range(-4, 9);
        let edge =
            Edge { from: from as Node, to: to as Node, weight: weight_of(number), lit: Lit::from_index(0) };
        let id = graph.new_edge(edge.clone());
        let known = distances(nodes, &active).expect("consistent so far");
        let mut tried = active.clone();
        tried.push((from, to, number));
        let expected = distances(nodes, &tried);
        assert_eq!(graph.activate(id, &mut cycle), expected.is_some());
        assert!(graph.is_feasible());
        let Some(expected) = expected else {
            assert!(graph.sum(&cycle) < W::default());
            let ends = |id: EdgeId| (graph.edge(id).from, graph.edge(id).to);
            for (index, &id) in cycle.iter().enumerate() {
                assert_eq!(ends(id).0, ends(cycle[(index + 1) % cycle.len()]).1, "not a cycle");
                assert!(index == 0 || graph.active().contains(&id));
            }
            continue;
        };
        active = tried;
        changes.push(matrix.num_changes());
        let cell = matrix.cell(edge.from, edge.to).unwrap();
        if edge.weight < matrix.distance(cell) {
            matrix.insert(edge.from, edge.to, edge.weight, |_, _| ());
        }
        let position = active.len() as u32 - 1;
        for (direction, root) in [(Direction::Forward, from), (Direction::Backward, to)] {
            search.over(&graph, position, direction);
            for end in 0..nodes {
                let (a, b) = if direction == Direction::Forward { (root, end) } else { (end, root) };
                let came_closer = expected[a][b] != known[a][b];
                let length = search.length_of(&graph, root as Node, end as Node, direction);
                let length = length.filter(|_| end != root);
                assert_eq!(length, expected[a][b].filter(|_| came_closer).map(weight_of));
                assert_eq!(search.found.iter().any(|&(node, _)| node as usize == end), came_closer);
            }
        }
        for (a, row) in expected.iter().enumerate() {
            for (b, &distance) in row.iter().enumerate() {
                let cell = matrix.cell(a as Node, b as Node).unwrap();
                assert_eq!(matrix.distance(cell), distance.map_or(W::INFINITE, weight_of));
                let limit = rng.below(active.len() + 1);
                let limited = distances(nodes, &active[..limit]).unwrap()[a][b];
                path.clear();
                let found = search.shortest(&graph, a as Node, b as Node, limit, &mut path);
                assert_eq!(found.then(|| graph.sum(&path)), limited.map(weight_of));
                assert!(path.iter().all(|id| graph.active()[..limit].contains(id)));
            }
        }
    }
}

#[test]
fn graphs_agree_with_bellman_and_ford() {
    for seed in 0..60 {
        check_graph::<i64>(seed, |number| number);
        check_graph::<Restless>(seed, Restless);
    }
}

/// Clauses over differences.
#[derive(Debug)]
struct Clauses {
    vars: usize,
    /// `plus - minus <= bound`; the last variable means zero.
    atoms: Vec<(usize, usize, i64)>,
    /// Indices of atoms, and whether they are meant.
    clauses: Vec<Vec<(usize, bool)>>,
}

impl Clauses {
    fn random(rng: &mut Rng) -> Clauses {
        let vars = 2 + rng.below(5);
        let mut atoms = Vec::new();
        for _ in 0..1 + rng.below(10) {
            let (plus, minus) = rng.pair(vars + 1);
            atoms.push((plus, minus, rng.range(-3, 3)));
        }
        let clauses = (0..2 + rng.below(3 * atoms.len()))
            .map(|_| (0..1 + rng.below(3)).map(|_| (rng.below(atoms.len()), rng.below(2) == 0)).collect())
            .collect();
        Clauses { vars, atoms, clauses }
    }

    fn satisfied(&self, holds: impl Fn(usize) -> bool) -> bool {
        self.clauses.iter().all(|clause| clause.iter().any(|&(atom, meant)| holds(atom) == meant))
    }

    /// Tries all assignments.
    fn brute_force(&self) -> bool {
        (0..1u32 << self.atoms.len()).any(|bits| {
            let holds = |atom: usize| bits >> atom & 1 == 1;
            let edges: Vec<_> = (self.atoms.iter().enumerate())
                .map(|(index, &(plus, minus, bound))| match holds(index) {
                    true => (minus, plus, bound),
                    false => (plus, minus, -bound - 1),
                })
                .collect();
            self.satisfied(holds) && distances(self.vars + 1, &edges).is_some()
        })
    }

    fn var(&self, index: usize) -> Option<NumVar> {
        (index < self.vars).then_some(NumVar::integer(index))
    }

    /// Writes the clauses over these atoms.
    fn write(&self, sat: &mut SatSolver, lits: &[Lit]) {
        for clause in &self.clauses {
            let lit = |&(atom, meant): &(usize, bool)| if meant { lits[atom] } else { !lits[atom] };
            sat.add_clause(&clause.iter().map(lit).collect::<Vec<_>>());
        }
    }

    /// Checks values against the clauses.
    fn check(&self, value: impl Fn(NumVar) -> Int) {
        let value = |index: usize| self.var(index).map_or(Int::ZERO, &value);
        assert!(self.satisfied(|atom| {
            let (plus, minus, bound) = self.atoms[atom];
            value(plus) - value(minus) <= Int::from(bound)
        }));
    }

    fn ask<W: Weight<Exact = Int>>(&self, mut theory: DifferenceTheory<W>, weight_of: fn(i64) -> W) -> bool {
        let mut sat = SatSolver::new(SatOptions::default());
        let lits: Vec<Lit> = (self.atoms.iter())
            .map(|&(plus, minus, bound)| {
                theory.new_difference(self.var(plus), self.var(minus), weight_of(bound), &mut sat).positive()
            })
            .collect();
        theory.build(&mut sat);
        self.write(&mut sat, &lits);
        match sat.solve(&mut theory, &[], &mut Budget::unlimited()) {
            Outcome::Sat => {
                self.check(|var| theory.exact_value(var).cloned().unwrap_or(Int::ZERO));
                true
            }
            outcome => {
                assert_eq!(outcome, Outcome::Unsat);
                false
            }
        }
    }

    fn ask_simplex(&self) -> bool {
        let mut sat = SatSolver::new(SatOptions::default());
        let mut theory = LiaTheory::new(LadderOptions::default());
        let mut budget = Budget::unlimited();
        let lits: Vec<Lit> = (self.atoms.iter())
            .map(|&(plus, minus, bound)| {
                let term = |index: usize, sign: i64| self.var(index).map(|var| (var, Int::from(sign)));
                let form = Linear::new(term(plus, 1).into_iter().chain(term(minus, -1)).collect());
                theory.new_atom(&form, &Int::from(bound), &mut sat, &mut budget).positive()
            })
            .collect();
        theory.write_order_clauses(&mut sat);
        self.write(&mut sat, &lits);
        sat.solve(&mut theory, &[], &mut budget) == Outcome::Sat
    }
}

#[test]
fn clauses_agree_with_all_assignments_and_with_the_simplex() {
    let mut rng = Rng(7);
    let mut answers = [0; 2];
    for _ in 0..1500 {
        let clauses = Clauses::random(&mut rng);
        let expected = clauses.brute_force();
        answers[expected as usize] += 1;
        assert_eq!(clauses.ask(DifferenceTheory::new(), |number| number), expected, "{clauses:?}");
        assert_eq!(clauses.ask(DifferenceTheory::new(), Restless), expected, "{clauses:?}");
        let sparse = DifferenceTheory::new().without_matrix();
        assert_eq!(clauses.ask(sparse, Restless), expected, "{clauses:?}");
        let sparse = DifferenceTheory::new().without_matrix();
        assert_eq!(clauses.ask(sparse, |number| number), expected, "{clauses:?}");
        assert_eq!(clauses.ask_simplex(), expected, "{clauses:?}");
    }
    assert!(answers.iter().all(|&count| count > 300), "{answers:?}");
}

/// Larger problems, over disjunctions as in scheduling, where only engines can be compared.
#[test]
fn schedules_agree_with_the_simplex() {
    let mut rng = Rng(99);
    let mut answers = [0; 2];
    for _ in 0..60 {
        let tasks = 4 + rng.below(5);
        let durations: Vec<i64> = (0..tasks).map(|_| rng.range(1, 5)).collect();
        let horizon = durations.iter().sum::<i64>() * rng.range(55, 110) / 100;
        let mut problem = Clauses { vars: tasks, atoms: Vec::new(), clauses: Vec::new() };
        for task in 0..tasks {
            for atom in [(tasks, task, 0), (task, tasks, horizon - durations[task])] {
                problem.clauses.push(vec![(problem.atoms.len(), true)]);
                problem.atoms.push(atom);
            }
            for other in 0..task {
                // Either one comes first; a few pairs do not matter.
                if rng.below(5) == 0 {
                    continue;
                }
                let first = problem.atoms.len();
                problem.atoms.push((task, other, -durations[task]));
                problem.atoms.push((other, task, -durations[other]));
                problem.clauses.push(vec![(first, true), (first + 1, true)]);
            }
        }
        let expected = problem.ask_simplex();
        answers[expected as usize] += 1;
        assert_eq!(problem.ask(DifferenceTheory::new(), |number| number), expected, "{problem:?}");
        let sparse = DifferenceTheory::new().without_matrix();
        assert_eq!(problem.ask(sparse, Restless), expected, "{problem:?}");
    }
    assert!(answers.iter().all(|&count| count > 5), "{answers:?}");
}
