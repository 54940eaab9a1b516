//! Equality with uninterpreted functions as a theory of the SAT core.
//!
//! An atom is a Boolean node of the e-graph: an equality, or a *predicate*, which is any other node. A true
//! equality merges its sides; all other literals merge their node with true or false. When nodes of atoms get
//! a truth value by merges, these atoms are implied. Explanations are lazy; see `explain.rs` for why that is
//! safe.
//!
//! Boolean arguments of functions are nodes like any other. Each must be an atom, so that it has a truth
//! value when the search ends.
//!
//! # For combinations
//!
//! Everything is reachable from [`EufTheory::graph`]: classes and their members, applications, explanations.
//! Nodes marked by [`EGraph::mark_shared`] are watched; [`EGraph::take_shared_merge`] tells which of them
//! became equal. What the other theory finds out comes back as literals of equality atoms. Nodes and atoms
//! may be made at any time and at any level.

use super::ackermann::{Ackermann, Instance};
use super::graph::{EGraph, NodeId, Reason};
use super::naive::{self, Fact};
use crate::sat::theory::{FinalCheck, Theory, TheoryContext};
use crate::sat::{Lit, Var};

/// Ticks of one merge, for the budget.
const MERGE_TICKS: u64 = 2;

/// Atoms that may be made for lemmas in any case.
const MIN_LEMMA_ATOMS: usize = 100;

/// What a SAT variable means here.
#[derive(Clone, Debug, Default)]
enum Atom {
    /// Nothing.
    #[default]
    None,
    /// This node is true.
    Node(NodeId),
}

/// What the theory may do beyond deciding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EufOptions {
    /// Make clauses from congruences that explanations use often.
    pub ackermann: bool,
    /// Make clauses from pairs of equalities with a common side that explanations use often.
    pub transitivity: bool,
    /// So often.
    pub lemma_threshold: u32,
    /// Atoms that may be made for such clauses, in percent of those there were before.
    pub lemma_atoms: usize,
}

impl Default for EufOptions {
    fn default() -> EufOptions {
        EufOptions { ackermann: true, transitivity: true, lemma_threshold: 8, lemma_atoms: 100 }
    }
}

/// Counters of the theory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EufStats {
    /// Merges of two classes.
    pub merges: u64,
    /// Literals that merges implied.
    pub propagations: u64,
    /// Explanations that the core asked for.
    pub explanations: u64,
    /// Literals in all these explanations.
    pub explanation_literals: u64,
    /// Merges of distinct values, disequalities included.
    pub conflicts: u64,
    /// Literals in all conflict clauses.
    pub conflict_literals: u64,
    /// Lemmas made from congruences.
    pub congruence_lemmas: u64,
    /// Lemmas made from transitivity.
    pub transitivity_lemmas: u64,
    /// Atoms made for these lemmas.
    pub lemma_atoms: u64,
}

/// The e-graph, and the atoms over its nodes.
#[derive(Default)]
pub(crate) struct EufTheory {
    graph: EGraph,
    options: EufOptions,
    ackermann: Ackermann,
    /// Atoms that have a node.
    num_atoms: usize,
    /// By SAT variable.
    atoms: Vec<Atom>,
    /// The atom of each node that has one.
    var_of: Vec<Option<Var>>,
    /// Per SAT variable: whether its equality was implied by its sides being equal. Then that is also its
    /// explanation; the node of the equality could have become true in a longer way.
    by_sides: Vec<bool>,
    /// The roots of all nodes at the last consistent final check.
    model: Vec<NodeId>,
    /// Scratch space.
    lits: Vec<Lit>,
    booked_merges: u64,
    stats: EufStats,
}

/// # Stating the problem
impl EufTheory {
    /// A theory without nodes and atoms.
    pub(crate) fn new(options: EufOptions) -> EufTheory {
        let mut theory = EufTheory { options, ..EufTheory::default() };
        theory.graph.note_instances(theory.options.ackermann || theory.options.transitivity);
        theory
    }

    /// The e-graph.
    pub(crate) fn graph(&self) -> &EGraph {
        &self.graph
    }

    /// The e-graph, to make nodes, mark them and explain equalities. Merges are the business of the theory.
    pub(crate) fn graph_mut(&mut self) -> &mut EGraph {
        &mut self.graph
    }

    /// Makes a variable mean `a = b`. The variable must be an atom of the SAT core, and unassigned; there
    /// must be no other atom for the same equality ([`EufTheory::equality_atom`]).
    pub(crate) fn add_equality_atom(&mut self, var: Var, a: NodeId, b: NodeId) {
        let node = self.graph.new_equality(a, b);
        self.add_atom(var, node);
    }

    /// Makes a variable mean that a Boolean node is true; otherwise it is false. The same conditions as for
    /// [`EufTheory::add_equality_atom`].
    pub(crate) fn add_predicate_atom(&mut self, var: Var, node: NodeId) {
        self.add_atom(var, node);
    }

    fn add_atom(&mut self, var: Var, node: NodeId) {
        self.set_atom(var, Atom::Node(node));
        if self.var_of.len() <= node.index() {
            self.var_of.resize(node.index() + 1, None);
        }
        debug_assert!(self.var_of[node.index()].is_none(), "{node:?} has an atom already");
        self.var_of[node.index()] = Some(var);
        self.graph.observe(node);
        self.num_atoms += 1;
    }

    fn set_atom(&mut self, var: Var, atom: Atom) {
        if self.atoms.len() <= var.index() {
            self.atoms.resize(var.index() + 1, Atom::None);
            self.by_sides.resize(var.index() + 1, false);
        }
        debug_assert!(matches!(self.atoms[var.index()], Atom::None), "{var:?} is an atom already");
        self.atoms[var.index()] = atom;
    }

    /// Whether a variable means something here.
    #[inline]
    pub(crate) fn is_atom(&self, var: Var) -> bool {
        self.atoms.get(var.index()).is_some_and(|atom| !matches!(atom, Atom::None))
    }

    /// The node of a variable that means something here.
    pub(crate) fn node_of(&self, var: Var) -> Option<NodeId> {
        match self.atoms.get(var.index())? {
            Atom::Node(node) => Some(*node),
            _ => None,
        }
    }

    /// The atom of a Boolean node.
    pub(crate) fn atom_of(&self, node: NodeId) -> Option<Var> {
        self.var_of.get(node.index()).copied().flatten()
    }

    /// The atom `a = b`, if there is one.
    pub(crate) fn equality_atom(&self, a: NodeId, b: NodeId) -> Option<Var> {
        self.atom_of(self.graph.equality(a, b)?)
    }

    /// Counters of the theory.
    pub(crate) fn stats(&self) -> EufStats {
        EufStats { merges: self.graph.num_merges(), ..self.stats.clone() }
    }
}

/// # The model of the last consistent final check
impl EufTheory {
    /// The class of a node in the model. Classes are distinct elements of the universe, so that this can be
    /// taken as the value of a node of uninterpreted sort. `None` for nodes made since.
    pub(crate) fn model_class(&self, node: NodeId) -> Option<NodeId> {
        self.model.get(node.index()).copied()
    }

    /// The truth value of a Boolean node in the model; `None` if it is free.
    pub(crate) fn model_truth(&self, node: NodeId) -> Option<bool> {
        let class = self.model_class(node)?;
        let [truth, falsity] = [NodeId::TRUE, NodeId::FALSE].map(|value| self.model_class(value));
        if Some(class) == truth {
            Some(true)
        } else if Some(class) == falsity {
            Some(false)
        } else {
            None
        }
    }
}

/// # Checks of what is told to the core
impl EufTheory {
    fn add_facts(&self, lit: Lit, facts: &mut Vec<Fact>) {
        let Some(&Atom::Node(node)) = self.atoms.get(lit.var().index()) else { return };
        match (self.graph.sides(node), lit.is_positive()) {
            (Some((a, b)), true) => facts.extend([Fact::Equal(a, b), Fact::Equal(node, NodeId::TRUE)]),
            (Some((a, b)), false) => facts.extend([Fact::Different(a, b), Fact::Equal(node, NodeId::FALSE)]),
            (None, truth) => facts.push(Fact::Equal(node, truth_node(truth))),
        }
    }

    /// Whether literals contradict each other, by a closure that shares nothing with the e-graph.
    fn are_contradictory(&self, lits: &[Lit]) -> bool {
        let mut facts: Vec<Fact> = Vec::new();
        lits.iter().for_each(|&lit| self.add_facts(lit, &mut facts));
        naive::are_contradictory(&self.graph, &facts)
    }

    fn follows(&self, lit: Lit, premises: &[Lit]) -> bool {
        let mut lits = premises.to_vec();
        lits.push(!lit);
        self.are_contradictory(&lits)
    }
}

fn truth_node(truth: bool) -> NodeId {
    if truth { NodeId::TRUE } else { NodeId::FALSE }
}

impl EufTheory {
    /// Closes the e-graph; reports a conflict if there is one.
    fn close(&mut self, context: &mut TheoryContext<'_>) -> bool {
        let consistent = self.graph.close();
        let merges = self.graph.num_merges();
        // Whether the budget is used up, the core asks itself.
        _ = context.budget.spend((merges - self.booked_merges) * MERGE_TICKS);
        self.booked_merges = merges;
        if !consistent {
            let mut lits = Vec::new();
            self.graph.explain_conflict(&mut lits);
            self.count_instances();
            debug_assert!(self.are_contradictory(&lits), "no contradiction: {lits:?}");
            lits.iter_mut().for_each(|lit| *lit = !*lit);
            self.stats.conflicts += 1;
            self.stats.conflict_literals += lits.len() as u64;
            context.conflict(lits);
        }
        consistent
    }

    /// Reports the atoms whose node got a truth value.
    fn report_implied(&mut self, context: &mut TheoryContext<'_>) {
        while let Some(node) = self.graph.take_assigned() {
            let var = self.atom_of(node).expect("observed nodes are atoms");
            let truth = self.graph.are_equal(node, NodeId::TRUE);
            let lit = var.lit(truth);
            if context.value(lit) == Some(true) {
                continue;
            }
            let sides = self.graph.sides(node);
            self.by_sides[var.index()] = truth && sides.is_some_and(|(a, b)| self.graph.are_equal(a, b));
            self.stats.propagations += 1;
            context.propagate(lit);
        }
    }
}

/// # Lemmas
impl EufTheory {
    /// Counts the congruences and transitivities that the last explanation used.
    fn count_instances(&mut self) {
        let EufTheory { graph, ackermann, options, .. } = self;
        for instance in graph.take_instances() {
            let wanted = match instance {
                Instance::Congruence(..) => options.ackermann,
                Instance::Transitivity(..) => options.transitivity,
            };
            if wanted {
                ackermann.count(instance, options.lemma_threshold);
            }
        }
    }

    /// Makes the lemmas that are due and for which there are atoms, or may be.
    fn add_lemmas(&mut self, context: &mut TheoryContext<'_>) {
        while let Some(instance) = self.ackermann.take() {
            let (premises, (a, b)) = match instance {
                Instance::Congruence(a, b) => {
                    let args = self.graph.args(a).iter().copied().zip(self.graph.args(b).iter().copied());
                    (args.filter(|(arg_a, arg_b)| arg_a != arg_b).collect(), (a, b))
                }
                Instance::Transitivity(a, b, c) => (vec![(a, b), (b, c)], (a, c)),
            };
            let truths = self.atom_of(a).zip(self.atom_of(b));
            let has_atom = |&(a, b): &(NodeId, NodeId)| self.equality_atom(a, b).is_some();
            let is_free = premises.iter().all(has_atom) && (truths.is_some() || has_atom(&(a, b)));
            if !is_free && !self.may_make_atoms() {
                continue;
            }
            match instance {
                Instance::Congruence(..) => self.stats.congruence_lemmas += 1,
                Instance::Transitivity(..) => self.stats.transitivity_lemmas += 1,
            }
            let mut lemma: Vec<Lit> =
                premises.into_iter().map(|(a, b)| !self.equality_lit(a, b, context)).collect();
            if let Some((a, b)) = truths {
                let mut converse = lemma.clone();
                converse.extend([a.positive(), b.negative()]);
                self.add_lemma(converse, context);
                lemma.extend([a.negative(), b.positive()]);
            } else {
                lemma.push(self.equality_lit(a, b, context));
            }
            self.add_lemma(lemma, context);
        }
    }

    fn add_lemma(&self, lemma: Vec<Lit>, context: &mut TheoryContext<'_>) {
        debug_assert!(
            self.are_contradictory(&lemma.iter().map(|&lit| !lit).collect::<Vec<_>>()),
            "{lemma:?} is not valid"
        );
        context.lemma(lemma);
    }

    fn may_make_atoms(&self) -> bool {
        let made = self.stats.lemma_atoms as usize;
        made < MIN_LEMMA_ATOMS.max((self.num_atoms - made) * self.options.lemma_atoms / 100)
    }

    /// The literal `a = b`; makes the atom if there is none.
    fn equality_lit(&mut self, a: NodeId, b: NodeId, context: &mut TheoryContext<'_>) -> Lit {
        if let Some(var) = self.equality_atom(a, b) {
            return var.positive();
        }
        let var = context.new_atom();
        self.add_equality_atom(var, a, b);
        self.stats.lemma_atoms += 1;
        var.positive()
    }
}

impl Theory for EufTheory {
    fn assert_lit(&mut self, lit: Lit) {
        match self.atoms[lit.var().index()] {
            Atom::Node(node) => {
                let (a, b) = match self.graph.sides(node) {
                    Some(sides) if lit.is_positive() => sides,
                    _ => (node, truth_node(lit.is_positive())),
                };
                self.graph.merge(a, b, Reason::Lit(lit));
            }
            Atom::None => {}
        }
    }

    fn new_level(&mut self) {
        self.graph.push();
    }

    fn backtrack(&mut self, level: usize) {
        self.graph.pop_to(level);
    }

    fn propagate(&mut self, context: &mut TheoryContext<'_>) {
        if self.close(context) {
            self.add_lemmas(context);
            self.report_implied(context);
        }
    }

    fn explain(&mut self, lit: Lit, premises: &mut Vec<Lit>) {
        let Atom::Node(node) = self.atoms[lit.var().index()] else {
            unreachable!("{lit:?} was never implied")
        };
        let mut lits = std::mem::take(&mut self.lits);
        lits.clear();
        match self.graph.sides(node) {
            Some((a, b)) if lit.is_positive() && self.by_sides[lit.var().index()] => {
                self.graph.explain_equality(a, b, &mut lits);
            }
            _ => self.graph.explain_equality(node, truth_node(lit.is_positive()), &mut lits),
        }
        self.count_instances();
        debug_assert!(self.follows(lit, &lits), "{lit:?} does not follow from {lits:?}");
        self.stats.explanations += 1;
        self.stats.explanation_literals += lits.len() as u64;
        premises.extend_from_slice(&lits);
        self.lits = lits;
    }

    fn final_check(&mut self, context: &mut TheoryContext<'_>) -> FinalCheck {
        if !self.close(context) {
            return FinalCheck::Continue;
        }
        // All atoms have a value, and the closure is free of conflict: the classes are a model.
        self.model.clear();
        self.model.extend((0..self.graph.num_nodes()).map(|index| self.graph.find(NodeId::new(index))));
        FinalCheck::Consistent
    }
}
