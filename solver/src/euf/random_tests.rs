//! Random tests: the e-graph against the naive closure, and the whole search against brute force over finite
//! models.

use super::graph::{EGraph, FuncId, NodeId, Reason};
use super::naive::{self, Fact};
use super::theory::{EufOptions, EufTheory};
use crate::limits::Budget;
use crate::sat::rng::Rng;
use crate::sat::{Lit, Outcome, SatOptions, SatSolver, Var};
use std::collections::BTreeSet;

fn pick<T: Copy>(rng: &mut Rng, items: &[T]) -> T {
    items[rng.below(items.len() as u64) as usize]
}

/// A graph under random operations, with the facts that ought to be in it.
struct Trial {
    rng: Rng,
    graph: EGraph,
    funcs: Vec<(FuncId, usize)>,
    nodes: Vec<NodeId>,
    shared: Vec<NodeId>,
    /// Fact number `n` has the literal of variable `n`. Facts of equalities that are merged with true come
    /// with that.
    facts: Vec<Fact>,
    levels: Vec<usize>,
    /// Shared merges told at each time, to be undone with the levels.
    told: Vec<(NodeId, NodeId)>,
    told_levels: Vec<usize>,
}

impl Trial {
    fn new(seed: u64) -> Trial {
        let mut rng = Rng::new(seed);
        let mut graph = EGraph::new();
        let funcs =
            vec![(graph.new_func(), 1), (graph.new_func(), 2), (graph.new_func(), 1 + rng.below(3) as usize)];
        let mut nodes: Vec<NodeId> = (0..4).map(|_| graph.new_leaf()).collect();
        if rng.below(2) == 0 {
            nodes.extend([graph.new_value(), graph.new_value()]);
        }
        let (facts, levels, told, told_levels) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Trial { rng, graph, funcs, nodes, shared: Vec::new(), facts, levels, told, told_levels }
    }

    fn run(&mut self, steps: usize) {
        for _ in 0..steps {
            match self.rng.below(10) {
                0..2 => self.make_node(),
                2 => self.share(),
                3..5 => self.push(),
                5 => self.pop(),
                _ => self.assert_fact(),
            }
            if !self.graph.close() {
                self.check_conflict();
                self.pop();
                self.graph.close();
            }
            self.check();
        }
    }

    fn make_node(&mut self) {
        if self.nodes.len() > 24 {
            return;
        }
        let node = if self.rng.below(3) == 0 {
            let (a, b) = (pick(&mut self.rng, &self.nodes), pick(&mut self.rng, &self.nodes));
            self.graph.new_equality(a, b)
        } else {
            let (func, arity) = pick(&mut self.rng, &self.funcs);
            let args: Vec<NodeId> = (0..arity).map(|_| pick(&mut self.rng, &self.nodes)).collect();
            self.graph.new_app(func, &args)
        };
        if !self.nodes.contains(&node) {
            self.nodes.push(node);
        }
    }

    fn share(&mut self) {
        let node = pick(&mut self.rng, &self.nodes);
        self.graph.mark_shared(node);
        if !self.shared.contains(&node) {
            self.shared.push(node);
        }
    }

    fn push(&mut self) {
        self.graph.push();
        self.levels.push(self.facts.len());
        self.told_levels.push(self.told.len());
    }

    fn pop(&mut self) {
        if self.levels.is_empty() {
            // A contradiction at level 0 is for good: begin anew.
            *self = Trial::new(self.rng.next());
            return;
        }
        let level = self.rng.below(self.levels.len() as u64) as usize;
        self.graph.pop_to(level);
        self.facts.truncate(self.levels[level]);
        self.levels.truncate(level);
        self.told.truncate(self.told_levels[level]);
        self.told_levels.truncate(level);
    }

    fn assert_fact(&mut self) {
        let (a, b) = (pick(&mut self.rng, &self.nodes), pick(&mut self.rng, &self.nodes));
        if self.rng.below(3) == 0 {
            self.make_fact(Fact::Different(a, b));
        } else {
            self.make_fact(Fact::Equal(a, b));
        }
    }

    /// A disequality is asserted by way of its equality node, as the theory does it.
    fn make_fact(&mut self, fact: Fact) {
        let reason = Reason::Lit(Var::new(self.facts.len()).positive());
        match fact {
            Fact::Equal(a, b) => self.graph.merge(a, b, reason),
            Fact::Different(a, b) => {
                let equality = self.graph.new_equality(a, b);
                self.graph.merge(equality, NodeId::FALSE, reason);
            }
        }
        self.facts.push(fact);
    }

    /// What the literals of an explanation say.
    fn facts_of(&self, lits: &[Lit]) -> Vec<Fact> {
        assert_eq!(lits.iter().collect::<BTreeSet<_>>().len(), lits.len(), "a literal is given twice");
        let mut facts = Vec::new();
        for lit in lits {
            let fact = self.facts[lit.var().index()];
            facts.push(fact);
            if let Fact::Different(a, b) = fact {
                let equality = self.graph.equality(a, b).unwrap();
                facts.push(Fact::Equal(equality, NodeId::FALSE));
            }
        }
        facts
    }

    fn check_conflict(&mut self) {
        let mut lits = Vec::new();
        self.graph.explain_conflict(&mut lits);
        assert!(naive::are_contradictory(&self.graph, &self.facts_of(&lits)));
    }

    fn check(&mut self) {
        self.graph.check_invariants();
        let all: Vec<Lit> = (0..self.facts.len()).map(|number| Var::new(number).positive()).collect();
        let partition = naive::plain_partition(&self.graph, &self.facts_of(&all));
        let partition = partition.expect("the graph found no contradiction");
        let count = self.graph.num_nodes();
        for a in 0..count {
            for b in 0..a {
                let (a, b) = (NodeId::new(a), NodeId::new(b));
                let equal = self.graph.are_equal(a, b);
                assert_eq!(equal, partition[a.index()] == partition[b.index()], "{a:?}, {b:?}");
                if equal && self.rng.below(4) == 0 {
                    let mut lits = Vec::new();
                    self.graph.explain_equality(a, b, &mut lits);
                    assert!(naive::implies_equal(&self.graph, &self.facts_of(&lits), a, b));
                }
            }
        }
        self.check_shared();
    }

    /// The pairs told connect equal shared nodes, and no others.
    fn check_shared(&mut self) {
        while let Some(pair) = self.graph.take_shared_merge() {
            self.told.push(pair);
        }
        let mut connected = EGraph::new();
        (0..self.graph.num_nodes()).for_each(|_| _ = connected.new_leaf());
        for &(a, b) in &self.told {
            assert!(self.graph.are_equal(a, b));
            connected.merge(a, b, Reason::Axiom);
        }
        // The truth values are only two of the nodes here; they must not be shared.
        assert!(connected.close());
        for &a in &self.shared {
            for &b in &self.shared {
                assert_eq!(self.graph.are_equal(a, b), connected.are_equal(a, b), "{a:?}, {b:?}");
            }
        }
    }
}

#[test]
fn graph_agrees_with_the_naive_closure() {
    for seed in 0..150 {
        Trial::new(seed).run(60);
    }
}

/// A random formula: clauses over equalities and predicates of random terms.
struct Formula {
    euf: EufTheory,
    sat: SatSolver,
    /// Meaning of each variable: an equality, or a Boolean term.
    atoms: Vec<NodeId>,
    clauses: Vec<Vec<Lit>>,
    leaves: Vec<NodeId>,
    funcs: Vec<FuncId>,
    predicate: FuncId,
}

impl Formula {
    /// Formulas of scale 1 are small enough for brute force.
    fn new(rng: &mut Rng, scale: u64, options: EufOptions) -> Formula {
        let mut euf = EufTheory::new(options);
        let mut sat = SatSolver::new(SatOptions { seed: rng.next(), ..SatOptions::default() });
        let graph = euf.graph_mut();
        let funcs = vec![graph.new_func(), graph.new_func()];
        let predicate = graph.new_func();
        let leaves: Vec<NodeId> = (0..scale + 1 + rng.below(2)).map(|_| graph.new_leaf()).collect();
        let mut terms = leaves.clone();
        for _ in 0..rng.below(5 * scale) {
            let term = match rng.below(3) {
                0 => graph.new_app(funcs[1], &[pick(rng, &terms), pick(rng, &terms)]),
                _ => graph.new_app(funcs[0], &[pick(rng, &terms)]),
            };
            terms.push(term);
        }
        let mut atoms: Vec<NodeId> = Vec::new();
        for _ in 0..3 + rng.below(8 * scale * scale) {
            let node = match rng.below(4) {
                0 => euf.graph_mut().new_app(predicate, &[pick(rng, &terms)]),
                _ => euf.graph_mut().new_equality(pick(rng, &terms), pick(rng, &terms)),
            };
            if euf.atom_of(node).is_none() {
                let var = sat.new_atom();
                assert_eq!(var.index(), atoms.len());
                euf.add_predicate_atom(var, node);
                atoms.push(node);
            }
        }
        let mut clauses = Vec::new();
        for _ in 0..scale * atoms.len() as u64 + rng.below(8) {
            let size = scale + rng.below(4 - scale);
            let lit = |_| Var::new(rng.below(atoms.len() as u64) as usize).lit(rng.below(2) == 0);
            let clause: Vec<Lit> = (0..size).map(lit).collect();
            sat.add_clause(&clause);
            clauses.push(clause);
        }
        Formula { euf, sat, atoms, clauses, leaves, funcs, predicate }
    }

    /// The terms of the atoms and their subterms, arguments first, without the atoms.
    fn terms(&self) -> Vec<NodeId> {
        let graph = self.euf.graph();
        let mut terms = BTreeSet::new();
        let mut open: Vec<NodeId> = self.atoms.iter().flat_map(|&atom| graph.args(atom).to_vec()).collect();
        while let Some(term) = open.pop() {
            terms.insert(term);
            open.extend(graph.args(term));
        }
        terms.into_iter().collect()
    }

    /// Looks for a model by giving each term in turn each element that congruence allows, a new one included.
    /// As many elements as terms are enough.
    fn has_model(&self) -> bool {
        let terms = self.terms();
        self.extend_model(&terms, &mut Vec::new())
    }

    fn extend_model(&self, terms: &[NodeId], values: &mut Vec<usize>) -> bool {
        let graph = self.euf.graph();
        let place = values.len();
        if place == terms.len() {
            return self.predicates_exist(terms, values);
        }
        let value_of = |term: NodeId, values: &[usize]| values[terms.binary_search(&term).unwrap()];
        let args = |term: NodeId, values: &[usize]| -> Vec<usize> {
            graph.args(term).iter().map(|&arg| value_of(arg, values)).collect()
        };
        let term = terms[place];
        let forced = graph.func(term).and_then(|func| {
            (0..place).find(|&other| {
                graph.func(terms[other]) == Some(func) && args(terms[other], values) == args(term, values)
            })
        });
        let fresh = values.iter().max().map_or(0, |max| max + 1);
        let choices = match forced {
            Some(other) => values[other]..values[other] + 1,
            None => 0..fresh + 1,
        };
        for value in choices {
            values.push(value);
            if self.extend_model(terms, values) {
                return true;
            }
            values.pop();
        }
        false
    }

    /// Whether the predicate can be chosen so that all clauses hold.
    fn predicates_exist(&self, terms: &[NodeId], values: &[usize]) -> bool {
        let graph = self.euf.graph();
        let value_of = |term: NodeId| values[terms.binary_search(&term).unwrap()];
        (0..1u32 << terms.len()).any(|predicate| {
            let holds = |lit: &Lit| {
                let atom = self.atoms[lit.var().index()];
                let truth = match graph.sides(atom) {
                    Some((a, b)) => value_of(a) == value_of(b),
                    None => predicate >> value_of(graph.args(atom)[0]) & 1 == 1,
                };
                truth == lit.is_positive()
            };
            self.clauses.iter().all(|clause| clause.iter().any(holds))
        })
    }

    /// Evaluates the clauses in the model of the theory and the SAT core, and checks that functions are
    /// functions there.
    fn check_model(&self) {
        for clause in &self.clauses {
            assert!(clause.iter().any(|&lit| self.sat.value(lit) == Some(true)));
        }
        let euf = &self.euf;
        for (index, &atom) in self.atoms.iter().enumerate() {
            let truth = self.sat.value(Var::new(index).positive());
            assert_eq!(euf.model_truth(atom), truth);
            if let Some((a, b)) = euf.graph().sides(atom) {
                assert_eq!(Some(euf.model_class(a) == euf.model_class(b)), truth);
            }
        }
        for &func in self.funcs.iter().chain([&self.predicate]) {
            let apps = euf.graph().apps(func);
            let classes = |app: NodeId| -> Vec<_> {
                euf.graph().args(app).iter().map(|&arg| euf.model_class(arg)).collect()
            };
            for &a in apps {
                for &b in apps {
                    assert!(classes(a) != classes(b) || euf.model_class(a) == euf.model_class(b));
                }
            }
        }
        assert!(self.leaves.iter().all(|&leaf| euf.model_class(leaf).is_some()));
    }
}

#[test]
fn search_agrees_with_finite_models() {
    let mut rng = Rng::new(2024);
    let mut answers = [0, 0];
    for _ in 0..1500 {
        let mut formula = Formula::new(&mut rng, 1, EufOptions::default());
        let Formula { sat, euf, .. } = &mut formula;
        let outcome = sat.solve(euf, &[], &mut Budget::unlimited());
        let has_model = formula.has_model();
        assert_eq!(outcome == Outcome::Sat, has_model);
        answers[has_model as usize] += 1;
        if has_model {
            formula.check_model();
        }
    }
    assert!(answers.iter().all(|&count| count > 200), "one-sided: {answers:?}");
}

/// Lemmas at every occasion, or none at all: the answer is the same.
#[test]
fn lemmas_change_no_answer() {
    let eager = EufOptions { lemma_threshold: 1, lemma_atoms: 1000, ..EufOptions::default() };
    let plain = EufOptions { ackermann: false, transitivity: false, ..EufOptions::default() };
    let (mut answers, mut lemmas) = ([0, 0], 0);
    for seed in 0..150 {
        let [with, without] = [&eager, &plain].map(|options| {
            let mut formula = Formula::new(&mut Rng::new(seed), 3, options.clone());
            let Formula { sat, euf, .. } = &mut formula;
            let outcome = sat.solve(euf, &[], &mut Budget::unlimited());
            if outcome == Outcome::Sat {
                formula.check_model();
            }
            let stats = formula.euf.stats();
            lemmas += stats.congruence_lemmas + stats.transitivity_lemmas;
            outcome == Outcome::Sat
        });
        assert_eq!(with, without);
        answers[with as usize] += 1;
    }
    assert!(lemmas > 300 && answers.iter().all(|&count| count > 20), "{answers:?}, {lemmas} lemmas");
}
