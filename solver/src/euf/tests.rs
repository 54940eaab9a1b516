//! Unit tests: what closure, explanations, backtracking and the theory must do on small examples.

use super::*;
use crate::limits::Budget;
use crate::sat::theory::Theory;
use crate::sat::{Lit, Outcome, SatOptions, SatSolver, Var};

/// Literals without a SAT core: number `n` is true.
fn lit(number: usize) -> Lit {
    Var::new(number).positive()
}

fn merge(graph: &mut EGraph, a: NodeId, b: NodeId, number: usize) {
    graph.merge(a, b, Reason::Lit(lit(number)));
    graph.close();
    graph.check_invariants();
}

fn why(graph: &mut EGraph, a: NodeId, b: NodeId) -> Vec<Lit> {
    let mut lits = Vec::new();
    graph.explain_equality(a, b, &mut lits);
    lits
}

fn leaves<const N: usize>(graph: &mut EGraph) -> [NodeId; N] {
    std::array::from_fn(|_| graph.new_leaf())
}

#[test]
fn equality_is_transitive_and_explained_by_the_path() {
    let mut graph = EGraph::new();
    let [a, b, c, d, e] = leaves(&mut graph);
    merge(&mut graph, a, b, 1);
    merge(&mut graph, d, e, 2);
    assert!(!graph.are_equal(a, e));
    merge(&mut graph, b, d, 3);
    merge(&mut graph, c, b, 4);
    assert!(graph.are_equal(a, e));
    assert_eq!(why(&mut graph, a, e), [lit(1), lit(2), lit(3)]);
    assert_eq!(why(&mut graph, a, c), [lit(1), lit(4)]);
    assert_eq!(why(&mut graph, a, a), []);
    let mut members: Vec<NodeId> = graph.members(c).collect();
    assert_eq!(members[0], c);
    members.sort_unstable();
    assert_eq!(members, [a, b, c, d, e]);
}

#[test]
fn applications_are_shared() {
    let mut graph = EGraph::new();
    let [a, b] = leaves(&mut graph);
    let (f, g) = (graph.new_func(), graph.new_func());
    let app = graph.new_app(f, &[a, b]);
    assert_eq!(graph.new_app(f, &[a, b]), app);
    assert_eq!(graph.app(f, &[a, b]), Some(app));
    assert_eq!(graph.app(f, &[b, a]), None);
    assert_ne!(graph.new_app(g, &[a, b]), app);
    assert_eq!(graph.new_equality(a, b), graph.new_equality(b, a));
    assert_eq!((graph.func(app), graph.func(a)), (Some(f), None));
    assert_eq!(graph.apps(f), [app]);
}

/// f(f(f(a))) = a and f(f(f(f(f(a))))) = a imply f(a) = a.
#[test]
fn nested_applications_collapse() {
    let mut graph = EGraph::new();
    let f = graph.new_func();
    let [a] = leaves(&mut graph);
    let mut powers = vec![a];
    for _ in 0..5 {
        powers.push(graph.new_app(f, &[*powers.last().unwrap()]));
    }
    merge(&mut graph, powers[3], a, 1);
    assert!(graph.are_equal(powers[4], powers[1]) && !graph.are_equal(powers[1], a));
    merge(&mut graph, powers[5], a, 2);
    assert!(powers.iter().all(|&power| graph.are_equal(power, a)));
    assert_eq!(why(&mut graph, powers[1], a), [lit(1), lit(2)]);
    assert_eq!(why(&mut graph, powers[4], powers[1]), [lit(1)]);
}

#[test]
fn congruence_needs_all_arguments() {
    let mut graph = EGraph::new();
    let f = graph.new_func();
    let [a, b, c, d, x] = leaves(&mut graph);
    let (left, right) = (graph.new_app(f, &[a, b, x]), graph.new_app(f, &[c, d, x]));
    merge(&mut graph, a, c, 1);
    assert!(!graph.are_equal(left, right));
    merge(&mut graph, b, d, 2);
    assert_eq!(why(&mut graph, left, right), [lit(1), lit(2)]);
}

/// A chain of 100,000 congruences on top of each other: nothing may recurse on it, and nothing may be
/// quadratic.
#[test]
fn long_chains() {
    let mut graph = EGraph::new();
    let f = graph.new_func();
    let [a, b] = leaves(&mut graph);
    let (mut left, mut right) = (a, b);
    for _ in 0..100_000 {
        (left, right) = (graph.new_app(f, &[left]), graph.new_app(f, &[right]));
    }
    graph.push();
    graph.merge(a, b, Reason::Lit(lit(1)));
    assert!(graph.close() && graph.are_equal(left, right));
    assert_eq!(why(&mut graph, left, right), [lit(1)]);
    graph.pop_to(0);
    assert!(!graph.are_equal(left, right) && !graph.are_equal(a, b));

    let nodes: Vec<NodeId> = (0..100_000).map(|_| graph.new_leaf()).collect();
    for (number, pair) in nodes.windows(2).enumerate() {
        graph.merge(pair[0], pair[1], Reason::Lit(lit(number)));
    }
    assert!(graph.close());
    assert_eq!(why(&mut graph, nodes[0], nodes[99_999]).len(), 99_999);
    graph.check_invariants();
}

/// Every level of a ladder of applications rests twice on the one below: a naive explanation doubles at every
/// level.
#[test]
fn shared_explanations_are_given_once() {
    let mut graph = EGraph::new();
    let f = graph.new_func();
    let [a, b] = leaves(&mut graph);
    let (mut left, mut right) = (a, b);
    for _ in 0..200 {
        (left, right) = (graph.new_app(f, &[left, left]), graph.new_app(f, &[right, right]));
    }
    merge(&mut graph, a, b, 7);
    assert_eq!(why(&mut graph, left, right), [lit(7)]);
}

#[test]
fn values_differ() {
    let mut graph = EGraph::new();
    let [a, b] = leaves(&mut graph);
    let (one, two) = (graph.new_value(), graph.new_value());
    let equality = graph.new_equality(a, b);
    merge(&mut graph, a, one, 1);
    assert_eq!(graph.value(a), Some(one));
    assert_eq!(graph.value(equality), None);
    graph.push();
    merge(&mut graph, b, two, 2);
    assert_eq!(graph.value(equality), Some(NodeId::FALSE));
    assert_eq!(why(&mut graph, equality, NodeId::FALSE), [lit(1), lit(2)]);
    graph.pop_to(0);
    assert_eq!((graph.value(equality), graph.value(b)), (None, None));
    graph.push();
    merge(&mut graph, b, one, 3);
    assert_eq!(graph.value(equality), Some(NodeId::TRUE));
    graph.merge(b, two, Reason::Lit(lit(4)));
    assert!(!graph.close());
    let mut lits = Vec::new();
    graph.explain_conflict(&mut lits);
    assert_eq!(lits, [lit(3), lit(4)]);
    graph.pop_to(0);
    assert!(graph.close());
}

/// The value arrives in the larger class, whose equalities have to be looked at.
#[test]
fn a_large_class_gets_a_value() {
    let mut graph = EGraph::new();
    let [a, b, c, d] = leaves(&mut graph);
    let (one, two) = (graph.new_value(), graph.new_value());
    let equality = graph.new_equality(a, d);
    merge(&mut graph, a, b, 1);
    merge(&mut graph, b, c, 2);
    merge(&mut graph, d, two, 3);
    graph.push();
    merge(&mut graph, c, one, 4);
    assert_eq!(why(&mut graph, equality, NodeId::FALSE), [lit(1), lit(2), lit(3), lit(4)]);
    graph.pop_to(0);
    assert_eq!(graph.value(equality), None);
}

#[test]
fn disequalities_are_inherited_by_congruence_of_equalities() {
    let mut graph = EGraph::new();
    let [a, b, c, d] = leaves(&mut graph);
    let (first, second) = (graph.new_equality(a, b), graph.new_equality(c, d));
    graph.observe(second);
    merge(&mut graph, first, NodeId::FALSE, 1);
    merge(&mut graph, a, d, 2);
    assert_eq!(graph.take_assigned(), None);
    merge(&mut graph, b, c, 3);
    assert_eq!(graph.take_assigned(), Some(second));
    assert_eq!(why(&mut graph, second, NodeId::FALSE), [lit(1), lit(2), lit(3)]);
    graph.merge(a, c, Reason::Lit(lit(4)));
    assert!(!graph.close());
    let mut lits = Vec::new();
    graph.explain_conflict(&mut lits);
    assert!(lits == [lit(1), lit(3), lit(4)], "{lits:?}");
}

/// Straight congruence holds at first; later all four sides are equal. The explanation must not change.
#[test]
fn explanations_stay_as_they_were() {
    let mut graph = EGraph::new();
    let [a, b, c, d] = leaves(&mut graph);
    let (first, second) = (graph.new_equality(a, b), graph.new_equality(c, d));
    merge(&mut graph, a, d, 1);
    merge(&mut graph, c, b, 2);
    assert_eq!(why(&mut graph, first, second), [lit(1), lit(2)]);
    graph.push();
    merge(&mut graph, a, c, 3);
    assert_eq!(why(&mut graph, first, second), [lit(1), lit(2)]);
    graph.pop_to(0);
    assert_eq!(why(&mut graph, first, second), [lit(1), lit(2)]);
}

#[test]
fn nodes_made_at_deep_levels_survive() {
    let mut graph = EGraph::new();
    let f = graph.new_func();
    let [a, b, c] = leaves(&mut graph);
    let fa = graph.new_app(f, &[a]);
    graph.push();
    merge(&mut graph, a, b, 1);
    graph.push();
    merge(&mut graph, b, c, 2);
    graph.push();
    let (fb, fc) = (graph.new_app(f, &[b]), graph.new_app(f, &[c]));
    let ffc = graph.new_app(f, &[fc]);
    graph.close();
    graph.check_invariants();
    assert!(graph.are_equal(fa, fb) && graph.are_equal(fa, fc));
    assert_eq!(why(&mut graph, fa, fc), [lit(1), lit(2)]);
    graph.pop_to(1);
    graph.close();
    graph.check_invariants();
    assert!(graph.are_equal(fa, fb) && !graph.are_equal(fa, fc));
    assert_eq!(why(&mut graph, fa, fb), [lit(1)]);
    graph.push();
    merge(&mut graph, fc, c, 3);
    assert!(graph.are_equal(ffc, c));
    graph.pop_to(0);
    graph.close();
    graph.check_invariants();
    assert!(!graph.are_equal(fa, fb) && !graph.are_equal(ffc, fc));
    merge(&mut graph, a, c, 4);
    assert_eq!(why(&mut graph, fa, fc), [lit(4)]);
}

#[test]
fn marks_made_at_deep_levels_survive() {
    let mut graph = EGraph::new();
    let [a, b, c, p] = leaves(&mut graph);
    graph.mark_shared(a);
    merge(&mut graph, p, NodeId::TRUE, 9);
    graph.push();
    merge(&mut graph, a, b, 1);
    assert_eq!(graph.take_shared_merge(), None);
    graph.push();
    graph.mark_shared(b);
    graph.observe(p);
    assert_eq!(graph.take_shared_merge(), Some((a, b)));
    assert_eq!(graph.take_assigned(), Some(p));
    graph.mark_shared(c);
    graph.pop_to(1);
    assert_eq!(graph.take_shared_merge(), Some((a, b)));
    assert_eq!(graph.take_assigned(), Some(p));
    graph.pop_to(0);
    assert_eq!(graph.take_shared_merge(), None);
    assert_eq!(graph.take_assigned(), Some(p));
    merge(&mut graph, c, b, 2);
    let told = graph.take_shared_merge();
    assert!(told == Some((b, c)) || told == Some((c, b)));
    assert_eq!(graph.take_shared_merge(), None);
}

#[test]
fn deep_backtracking() {
    let mut graph = EGraph::new();
    let f = graph.new_func();
    let nodes: Vec<NodeId> = (0..200).map(|_| graph.new_leaf()).collect();
    let apps: Vec<NodeId> = nodes.iter().map(|&node| graph.new_app(f, &[node])).collect();
    for round in 0..3 {
        for (number, pair) in nodes.windows(2).enumerate() {
            graph.push();
            merge(&mut graph, pair[0], pair[1], number);
        }
        for level in (0..199).rev().step_by(1 + 17 * round) {
            graph.pop_to(level);
            assert!(graph.are_equal(apps[0], apps[level]));
            assert!(!graph.are_equal(apps[level], apps[level + 1]));
            assert_eq!(why(&mut graph, apps[0], apps[level]).len(), level);
        }
        graph.pop_to(0);
        graph.check_invariants();
    }
}

/// A solver with its theory, for formulas written by hand.
struct Problem {
    sat: SatSolver,
    euf: EufTheory,
}

impl Problem {
    fn new() -> Problem {
        Problem { sat: SatSolver::new(SatOptions::default()), euf: EufTheory::new(EufOptions::default()) }
    }

    fn eq(&mut self, a: NodeId, b: NodeId) -> Lit {
        if let Some(var) = self.euf.equality_atom(a, b) {
            return var.positive();
        }
        let var = self.sat.new_atom();
        self.euf.add_equality_atom(var, a, b);
        var.positive()
    }

    fn predicate(&mut self, node: NodeId) -> Lit {
        let var = self.sat.new_atom();
        self.euf.add_predicate_atom(var, node);
        var.positive()
    }

    fn solve(&mut self) -> Outcome {
        self.sat.solve(&mut self.euf, &[], &mut Budget::unlimited())
    }
}

#[test]
fn predicates_are_congruent() {
    let mut problem = Problem::new();
    let graph = problem.euf.graph_mut();
    let p = graph.new_func();
    let [a, b] = leaves(graph);
    let (pa, pb) = (graph.new_app(p, &[a]), graph.new_app(p, &[b]));
    let (pa, pb, equal) = (problem.predicate(pa), problem.predicate(pb), problem.eq(a, b));
    problem.sat.add_clause(&[pa]);
    problem.sat.add_clause(&[!pb]);
    assert_eq!(problem.solve(), Outcome::Sat);
    assert_eq!(problem.sat.value(equal), Some(false));
    assert_ne!(problem.euf.model_class(a), problem.euf.model_class(b));
    problem.sat.add_clause(&[equal]);
    assert_eq!(problem.solve(), Outcome::Unsat);
}

/// f(f(f(b))) = f(b) for every function over the truth values.
#[test]
fn boolean_arguments() {
    let mut problem = Problem::new();
    let graph = problem.euf.graph_mut();
    let f = graph.new_func();
    let [b] = leaves(graph);
    let fb = graph.new_app(f, &[b]);
    let ffb = graph.new_app(f, &[fb]);
    let fffb = graph.new_app(f, &[ffb]);
    let [_, once, _, thrice] = [b, fb, ffb, fffb].map(|node| problem.predicate(node));
    problem.sat.add_clause(&[once, thrice]);
    problem.sat.add_clause(&[!once, !thrice]);
    assert_eq!(problem.solve(), Outcome::Unsat);
}

/// An equality that is an argument itself.
#[test]
fn equalities_as_arguments() {
    let mut problem = Problem::new();
    let graph = problem.euf.graph_mut();
    let f = graph.new_func();
    let [a, b, c, d] = leaves(graph);
    let (left, right) = (graph.new_equality(a, b), graph.new_equality(c, d));
    let (f_left, f_right) = (graph.new_app(f, &[left]), graph.new_app(f, &[right]));
    let (left, right) = (problem.eq(a, b), problem.eq(c, d));
    let results = problem.eq(f_left, f_right);
    problem.sat.add_clause(&[!results]);
    assert_eq!(problem.solve(), Outcome::Sat);
    assert_ne!(problem.sat.value(left), problem.sat.value(right));
    problem.sat.add_clause(&[left]);
    problem.sat.add_clause(&[right]);
    assert_eq!(problem.solve(), Outcome::Unsat);
}

/// A chain of diamonds: each `x` equals the next by one of two ways. Without lemmas there are 2^n conflicts.
#[test]
fn diamonds_need_lemmas() {
    let mut problem = Problem::new();
    let graph = problem.euf.graph_mut();
    let corners: Vec<NodeId> = (0..40).map(|_| graph.new_leaf()).collect();
    for pair in corners.windows(2) {
        let ways = [0, 1].map(|_| {
            let middle = problem.euf.graph_mut().new_leaf();
            let way = problem.sat.new_var().positive();
            let halves = [problem.eq(pair[0], middle), problem.eq(middle, pair[1])];
            halves.iter().for_each(|&half| problem.sat.add_clause(&[!way, half]));
            way
        });
        problem.sat.add_clause(&ways);
    }
    let ends = problem.eq(corners[0], corners[39]);
    problem.sat.add_clause(&[!ends]);
    assert_eq!(problem.solve(), Outcome::Unsat);
    assert!(problem.euf.stats().transitivity_lemmas > 0 && problem.sat.stats().conflicts < 2000);
}

/// Atoms and nodes made between solves at level 0.
#[test]
fn more_between_solves() {
    let mut problem = Problem::new();
    let [a, b] = leaves(problem.euf.graph_mut());
    let equal = problem.eq(a, b);
    problem.sat.add_clause(&[equal]);
    assert_eq!(problem.solve(), Outcome::Sat);
    let f = problem.euf.graph_mut().new_func();
    let (fa, fb) = (problem.euf.graph_mut().new_app(f, &[a]), problem.euf.graph_mut().new_app(f, &[b]));
    let apps_equal = problem.eq(fa, fb);
    assert_eq!(problem.solve(), Outcome::Sat);
    assert_eq!(problem.sat.fixed_value(apps_equal), Some(true));
    assert_eq!(problem.euf.model_class(fa), problem.euf.model_class(fb));
}

/// A theory that makes its nodes and atoms only when all the others have a value, as a combination of
/// theories does.
struct Late {
    euf: EufTheory,
    nodes: Vec<NodeId>,
    func: FuncId,
    made: Vec<(Var, NodeId, NodeId)>,
}

impl Theory for Late {
    fn assert_lit(&mut self, lit: Lit) {
        self.euf.assert_lit(lit);
    }
    fn new_level(&mut self) {
        self.euf.new_level();
    }
    fn backtrack(&mut self, level: usize) {
        self.euf.backtrack(level);
    }
    fn propagate(&mut self, context: &mut crate::sat::theory::TheoryContext<'_>) {
        self.euf.propagate(context);
    }
    fn explain(&mut self, lit: Lit, premises: &mut Vec<Lit>) {
        self.euf.explain(lit, premises);
    }
    fn final_check(
        &mut self,
        context: &mut crate::sat::theory::TheoryContext<'_>,
    ) -> crate::sat::theory::FinalCheck {
        let place = self.made.len();
        if place + 1 < self.nodes.len() {
            let (a, b) = (self.nodes[place], self.nodes[place + 1]);
            let apps = [a, b].map(|node| self.euf.graph_mut().new_app(self.func, &[node]));
            let var = context.new_atom();
            self.euf.add_equality_atom(var, apps[0], apps[1]);
            // The atom is to be false, which contradicts some of the choices made so far.
            context.lemma(vec![var.negative()]);
            self.made.push((var, apps[0], apps[1]));
            return crate::sat::theory::FinalCheck::Continue;
        }
        self.euf.final_check(context)
    }
}

#[test]
fn atoms_made_during_final_checks() {
    let mut problem = Problem::new();
    let nodes: [NodeId; 6] = leaves(problem.euf.graph_mut());
    let func = problem.euf.graph_mut().new_func();
    let equalities: Vec<Lit> = nodes.windows(2).map(|pair| problem.eq(pair[0], pair[1])).collect();
    equalities.iter().for_each(|lit| problem.sat.set_phase(lit.var(), true));
    let Problem { mut sat, euf } = problem;
    let mut late = Late { euf, nodes: nodes.to_vec(), func, made: Vec::new() };
    assert_eq!(sat.solve(&mut late, &[], &mut Budget::unlimited()), Outcome::Sat);
    assert!(equalities.iter().all(|&lit| sat.value(lit) == Some(false)));
    sat.add_clause(&equalities);
    assert_eq!(sat.solve(&mut late, &[], &mut Budget::unlimited()), Outcome::Unsat);
}
