//! The engine that decides whether a formula is consistent with its context.
//!
//! One SAT core with theories, as in [`crate::engine`], to which atoms are added and nothing is ever
//! asserted. Instead there is a *guard* for each formula that occurs in a question: a literal that implies
//! the formula. A question is a list of guards to be assumed, so what the search learns stays true for all
//! later questions.
//!
//! Guards imply their formulas and not vice versa, so those that are not assumed ask for nothing; and they
//! are never decided ([`SatSolver::new_guard`]), so those of formulas that are long gone cost next to
//! nothing.

use super::atom::{AtomId, Atoms};
use super::formula::{Edge, Formulas, Node};
use crate::answer::{Incompleteness, Unknown};
use crate::combine::ArithmeticKind;
use crate::engine::TermEngine;
use crate::limits::Budget;
use crate::model::Model;
use crate::options::Options;
use crate::sat::{Lit, Outcome, SatSolver};
use crate::term::{Term, Terms};
use fxhash::FxHashMap;

/// Atoms that an engine may have besides twice those of the formula that it is asked about. All of them get
/// values in every model, which takes time; and a few dozen that have nothing to do with the question can
/// make it hard.
const SPARE_ATOMS: usize = 10;
/// The same for variables of the SAT core.
const SPARE_VARS: usize = 500;

/// The engine.
pub(super) struct Engine {
    inner: TermEngine,
    /// The literal of each atom that has one.
    lits: Vec<Option<Lit>>,
    /// How many atoms have one.
    num_atoms: usize,
    /// Literals that imply formulas.
    guards: FxHashMap<Edge, Lit>,
    /// Nodes that still need the clauses of their guard.
    pending: Vec<Edge>,
    /// Why it can answer nothing any more.
    broken: Option<Unknown>,
}

impl Engine {
    pub(super) fn new(options: &Options, kind: ArithmeticKind) -> Engine {
        Engine {
            inner: TermEngine::new(kind, options),
            lits: Vec::new(),
            num_atoms: 0,
            guards: FxHashMap::default(),
            pending: Vec::new(),
            broken: None,
        }
    }

    /// Whether most of what the engine would have to find values for is of no use to a formula with so many
    /// atoms: atoms of formulas of long ago, and those that the theories made on the way.
    pub(super) fn is_worn_out_for(&self, atoms: usize) -> bool {
        self.num_atoms > SPARE_ATOMS + 2 * atoms || self.sat().num_vars() > SPARE_VARS + 20 * atoms
    }

    fn sat(&self) -> &SatSolver {
        &self.inner.engine.sat
    }

    fn sat_mut(&mut self) -> &mut SatSolver {
        &mut self.inner.engine.sat
    }

    /// Variables of the SAT core.
    pub(super) fn num_vars(&self) -> usize {
        self.sat().num_vars()
    }

    /// Why it can answer nothing any more, if so.
    pub(super) fn broken(&self) -> Option<&Unknown> {
        self.broken.as_ref()
    }

    /// Whether terms of sort `Real` were met by an engine for integers.
    pub(super) fn lacks_reals(&self) -> bool {
        self.inner.lacks_reals()
    }

    /// Makes literals for these atoms. After `false` the engine is broken.
    pub(super) fn add_atoms(
        &mut self,
        terms: &Terms,
        atoms: &Atoms,
        new: impl Iterator<Item = AtomId>,
        budget: &mut Budget,
    ) -> bool {
        if self.broken.is_some() {
            return false;
        }
        self.lits.resize(atoms.len(), None);
        let (mut ids, mut roots) = (Vec::new(), Vec::new());
        for id in new {
            if self.lits[id.index()].is_some() {
                continue;
            }
            if atoms.get(id).is_foreign {
                self.lits[id.index()] = Some(self.sat_mut().new_var().positive());
            } else {
                ids.push(id);
                roots.push(atoms.get(id).term);
            }
        }
        if ids.is_empty() {
            return true;
        }
        let encoded = self.encode(terms, &roots, budget);
        match encoded {
            Ok(encoded) => {
                for (id, lit) in ids.iter().zip(encoded) {
                    self.lits[id.index()] = Some(lit);
                }
                self.num_atoms += ids.len();
                true
            }
            Err(reason) => {
                self.broken = Some(reason);
                false
            }
        }
    }

    /// Literals of terms that may be assumed true or false.
    fn encode(&mut self, terms: &Terms, roots: &[Term], budget: &mut Budget) -> Result<Vec<Lit>, Unknown> {
        let edges = self.inner.translate(terms, roots, budget)?;
        if self.lacks_reals() {
            return Err(Incompleteness::Reals.into());
        }
        self.inner.encode(budget, |encoder| {
            let mut both_ways = |edge: crate::circuit::Edge| {
                encoder.use_edge(!edge);
                encoder.use_edge(edge)
            };
            edges.into_iter().map(&mut both_ways).collect()
        })
    }

    /// A literal that implies a formula. Its atoms must have literals.
    pub(super) fn guard(&mut self, formulas: &Formulas, edge: Edge) -> Lit {
        let guard = self.guard_of(formulas, edge);
        while let Some(edge) = self.pending.pop() {
            let guard = self.guards[&edge];
            let negate = edge.is_negated();
            match formulas.node(edge) {
                Node::True => self.sat_mut().add_clause(&[guard.negated_if(negate)]),
                Node::Atom(_) => unreachable!("atoms are their own guards"),
                Node::And(parts) if negate => {
                    let mut clause = vec![!guard];
                    clause.extend(parts.iter().map(|&part| self.guard_of(formulas, !part)));
                    self.sat_mut().add_clause(&clause);
                }
                Node::And(parts) => {
                    for &part in parts {
                        let part = self.guard_of(formulas, part);
                        self.sat_mut().add_clause(&[!guard, part]);
                    }
                }
                &Node::Xor(left, right) => {
                    let right = right.negated_if(negate);
                    for (left, right) in [(left, right), (!left, !right)] {
                        let (left, right) = (self.guard_of(formulas, left), self.guard_of(formulas, right));
                        self.sat_mut().add_clause(&[!guard, left, right]);
                    }
                }
                &Node::Ite(condition, then, otherwise) => {
                    for (condition, branch) in [(!condition, then), (condition, otherwise)] {
                        let condition = self.guard_of(formulas, condition);
                        let branch = self.guard_of(formulas, branch.negated_if(negate));
                        self.sat_mut().add_clause(&[!guard, condition, branch]);
                    }
                }
            }
        }
        guard
    }

    fn guard_of(&mut self, formulas: &Formulas, edge: Edge) -> Lit {
        if let Node::Atom(id) = formulas.node(edge) {
            let lit = self.lits[id.index()].expect("atoms are added before they are asked about");
            return lit.negated_if(edge.is_negated());
        }
        if let Some(&guard) = self.guards.get(&edge) {
            return guard;
        }
        let guard = self.sat_mut().new_guard().positive();
        self.guards.insert(edge, guard);
        self.pending.push(edge);
        guard
    }

    /// A new literal that implies these, to be released by [`Engine::release`].
    pub(super) fn join(&mut self, lits: impl Iterator<Item = Lit>) -> Lit {
        let guard = self.sat_mut().new_guard().positive();
        for lit in lits {
            self.sat_mut().add_clause(&[!guard, lit]);
        }
        guard
    }

    /// Gives up a literal made by [`Engine::join`].
    pub(super) fn release(&mut self, guard: Lit) {
        self.sat_mut().add_clause(&[!guard]);
    }

    /// Can these literals be true together?
    pub(super) fn solve(&mut self, assumptions: &[Lit], budget: &mut Budget) -> Outcome {
        if let Some(reason) = &self.broken {
            return Outcome::Unknown(reason.clone());
        }
        self.inner.engine.solve(assumptions, budget)
    }

    /// The value of an atom in the model found last.
    pub(super) fn value(&self, atom: AtomId) -> Option<bool> {
        self.sat().value((*self.lits.get(atom.index())?)?)
    }

    /// The model found last.
    pub(super) fn model(&self, terms: &Terms) -> Model {
        self.inner.model(terms)
    }
}
