//! Where a proof that part of a graph satisfies a definition gets no further.
//!
//! A proof tries several rules at each node, and most of them do not hold there. The inclusion that is told
//! is the one that fails last on the way: in the rule that owns the most nodes, and of those the one of which
//! the most holds.

use super::prove::{Goal, Proof};
use super::value_of;
use crate::checkers::{Comparison, Fact, Rule, Term};
use crate::shapes::engine::Shapes;
use crate::shapes::graph::Graph;
use crate::shapes::value::{ObjectId, Value};

/// What keeps a rule from being applied.
#[derive(Clone, Debug)]
pub(in crate::shapes) enum Fault {
    /// There is no object at the address.
    NoNode,
    /// The object is part of the structure already.
    Twice,
    /// The object is none that the rule owns: it has another size, or the address is not its start.
    Block,
    /// A cell does not hold what it should.
    Cell { offset: i64, found: Value, wanted: Option<Value> },
    /// A comparison does not hold for sure.
    Fact(TermsOfFact),
}

/// A comparison of a rule, and what its terms stand for.
#[derive(Clone, Debug)]
pub(in crate::shapes) struct TermsOfFact {
    pub fact: Fact,
    /// The cell that holds the value, if there is one, and the value.
    pub terms: Vec<(Term, Option<i64>, Option<Value>)>,
}

/// An inclusion that fails.
#[derive(Clone, Debug)]
pub(in crate::shapes) struct Miss {
    pub graph: Graph,
    /// The address at which the rule is not applied, and the cell that holds it.
    pub at: Value,
    pub held_by: Option<(ObjectId, i64)>,
    pub fault: Fault,
    /// How many objects the rules own, and how much of the last one holds.
    rank: (usize, usize),
}

/// The search for the inclusion to tell.
#[derive(Clone, Debug, Default)]
pub(in crate::shapes) struct Misses {
    /// Nobody asks otherwise.
    pub is_wanted: bool,
    pub last: Option<Box<Miss>>,
}

impl Misses {
    /// Notes that a rule of which so much holds is not applied.
    pub(super) fn note(&mut self, proof: &Proof, goal: &Goal, stage: usize, fault: impl FnOnce() -> Fault) {
        let rank = (proof.owned.len(), stage);
        if self.is_wanted && self.last.as_ref().is_none_or(|last| last.rank < rank) {
            let (graph, at) = (proof.graph.clone(), proof.value(goal.at));
            self.last = Some(Box::new(Miss { graph, at, held_by: goal.held_by, fault: fault(), rank }));
        }
    }
}

impl TermsOfFact {
    /// A comparison of a rule that is applied at an address.
    pub(super) fn new(
        (rule, fact): (&Rule, &Fact),
        shapes: &Shapes<'_>,
        (proof, goal): (&Proof, &Goal),
        fresh: &[Option<Value>],
    ) -> TermsOfFact {
        let (this, given) = (proof.value(goal.at), proof.given(goal));
        let described = |(term, _): &(Term, i64)| {
            let cell = rule.cells.iter().find(|cell| cell.value == *term && *term != Term::This);
            let offset = cell.and_then(|cell| shapes.extent(cell)).map(|(offset, _)| offset);
            (*term, offset, value_of(*term, &this, &given, fresh))
        };
        TermsOfFact { fact: fact.clone(), terms: fact.terms.iter().map(described).collect() }
    }

    /// Whether it only says that there is no node here.
    pub(in crate::shapes) fn is_emptiness(&self) -> bool {
        self.fact.op == Comparison::Equal && self.terms.iter().any(|(term, ..)| *term == Term::This)
    }
}

impl Shapes<'_> {
    /// The inclusion that keeps the structure at an address from satisfying a definition.
    pub(in crate::shapes) fn missed_inclusion(
        &mut self,
        graph: &Graph,
        definition: usize,
        at: Value,
        given: super::Given,
    ) -> Option<Box<Miss>> {
        self.misses = Misses { is_wanted: true, last: None };
        let is_structure = self.is_structure(graph, definition, at, given);
        let found = std::mem::take(&mut self.misses).last;
        found.filter(|_| !is_structure)
    }
}
