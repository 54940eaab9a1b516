//! Integers of small ranges as literals: a problem of bounded integers becomes one of propositional logic.
//!
//! Numbers have digits ([`binary`]) or, if they have few values, a literal for each of these ([`order`]).
//! Where the conjuncts bound every variable, the two problems have the same solutions. Otherwise the
//! variables get few values at first, and more if there is no solution: only models count then.
//!
//! This is for problems whose difficulty is Boolean: the simplex helps little there, and costs much.

mod binary;
mod gates;
mod order;
mod ranges;

use crate::circuit::{BoolVar, Circuit, Edge, Node};
use crate::limits::Budget;
use crate::linear::{Linear, NumVar};
use crate::num::Int;
use crate::sat::{Lit, Outcome, SatOptions, SatStats};
use gates::Gates;
use ranges::Ranges;

/// Clauses with more literals in all are not worth a try.
const MAX_SIZE: usize = 12_000_000;
/// Forms with larger coefficients are not encoded.
const MAX_COEFFICIENT_BITS: u32 = 200;

/// A problem as bits.
pub(crate) struct Bits {
    gates: Gates,
    numbers: Numbers,
    inputs: Vec<(BoolVar, Lit)>,
    assumed: Vec<Lit>,
    /// All ranges are known: the problem is the same as with integers.
    is_exact: bool,
    /// A range that is known was cut.
    is_cut: bool,
}

/// How numbers are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// In digits. Variables without a known range get so many bits.
    Binary(u32),
    /// In order. Variables without a known range get so many values.
    Order(u32),
}

enum Numbers {
    Binary(binary::Numbers),
    Order(order::Numbers),
}

/// What a search among bits can tell.
pub(crate) enum Found {
    /// There is a model; [`Bits::number`] and [`Bits::inputs`] tell it.
    Model,
    /// There is none under the assumptions; [`Bits::failed`] tells which are to blame.
    Unsat,
    /// There is none in the ranges that were guessed.
    NoneInRanges,
    /// The budget ended.
    Stopped,
}

/// Whether conjuncts and assumptions are made of Booleans and integers only, and some integers.
pub(crate) fn is_applicable(circuit: &Circuit, roots: impl IntoIterator<Item = Edge>) -> bool {
    let reachable = circuit.reachable(roots);
    let nodes = (0..reachable.len()).filter(|&index| reachable[index]).map(|index| circuit.node_at(index));
    let mut has_atoms = false;
    for node in nodes {
        match node {
            Node::Le(form, _) => {
                has_atoms = true;
                if circuit.form(*form).terms().iter().any(|(_, c)| c.bits() > MAX_COEFFICIENT_BITS) {
                    return false;
                }
            }
            Node::RealLe(..) | Node::RealLt(..) | Node::Equal(..) | Node::Holds(_) => return false,
            Node::True | Node::Input(_) | Node::And(_) | Node::Xor(..) | Node::Ite(..) => {}
        }
    }
    has_atoms
}

impl Bits {
    /// Encodes a problem for which [`is_applicable`] holds. `None` if it is too large, or the budget ended.
    pub(crate) fn new(
        circuit: &Circuit,
        conjuncts: &[Edge],
        assumptions: &[Edge],
        shape: Shape,
        options: SatOptions,
        budget: &mut Budget,
    ) -> Option<Bits> {
        let mut encoder = Encoder {
            circuit,
            ranges: Ranges::new(circuit, conjuncts),
            lits: vec![None; circuit.len()],
            result: Bits {
                gates: Gates::new(options),
                numbers: match shape {
                    Shape::Binary(bits) => Numbers::Binary(binary::Numbers::new(bits)),
                    Shape::Order(values) => Numbers::Order(order::Numbers::new(values)),
                },
                inputs: Vec::new(),
                assumed: Vec::new(),
                is_exact: true,
                is_cut: false,
            },
        };
        encoder.encode(conjuncts, assumptions, budget).then_some(encoder.result)
    }

    /// Whether all ranges are known, so that there is no solution unless this search finds one.
    pub(crate) fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// Whether a range that is known was cut, so that there is little hope for a model.
    pub(crate) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Searches, or goes on to.
    pub(crate) fn solve(&mut self, budget: &mut Budget) -> Found {
        match self.gates.clauses.solve(&self.assumed, budget) {
            Outcome::Sat => Found::Model,
            Outcome::Unsat if self.is_exact => Found::Unsat,
            Outcome::Unsat => Found::NoneInRanges,
            Outcome::Unknown(_) => Found::Stopped,
        }
    }

    /// After [`Found::Unsat`]: positions of assumptions that cannot hold together.
    pub(crate) fn failed(&self) -> Vec<usize> {
        let failed = self.gates.clauses.failed_assumptions();
        (0..self.assumed.len()).filter(|&index| failed.contains(&self.assumed[index])).collect()
    }

    /// The value of a variable in the model; zero if it does not occur.
    pub(crate) fn number(&self, var: NumVar) -> Int {
        let is_true = |lit: Lit| self.gates.clauses.value(lit) == Some(true);
        let value = match &self.numbers {
            Numbers::Binary(numbers) => numbers.value(var, is_true),
            Numbers::Order(numbers) => numbers.value(var, is_true),
        };
        value.unwrap_or(Int::ZERO)
    }

    /// The propositional variables with their values in the model.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = (BoolVar, bool)> {
        self.inputs.iter().map(|&(var, lit)| (var, self.gates.clauses.value(lit).unwrap_or(false)))
    }

    /// Counters of the search.
    pub(crate) fn stats(&self) -> SatStats {
        self.gates.clauses.stats()
    }
}

struct Encoder<'a> {
    circuit: &'a Circuit,
    ranges: Ranges,
    /// The literals of nodes that have one.
    lits: Vec<Option<Lit>>,
    result: Bits,
}

impl Encoder<'_> {
    fn encode(&mut self, conjuncts: &[Edge], assumptions: &[Edge], budget: &mut Budget) -> bool {
        let circuit = self.circuit;
        // Disjunctions at the top become clauses of their parts.
        let mut roots: Vec<Edge> = assumptions.to_vec();
        for &conjunct in conjuncts {
            match circuit.node(conjunct) {
                Node::And(parts) => roots.extend(parts.iter()),
                _ => roots.push(conjunct),
            }
        }
        let reachable = circuit.reachable(roots);
        for index in (0..reachable.len()).filter(|&index| reachable[index]) {
            let before = self.result.gates.clauses.size();
            let Some(lit) = self.node(index) else { return false };
            self.lits[index] = Some(lit);
            let size = self.result.gates.clauses.size();
            if size > MAX_SIZE || !budget.spend(1 + (size - before) as u64) {
                return false;
            }
        }
        for &conjunct in conjuncts {
            match circuit.node(conjunct) {
                Node::And(parts) if conjunct.is_negated() => {
                    let clause: Vec<Lit> = parts.iter().map(|&part| !self.lit(part)).collect();
                    self.result.gates.clause(&clause);
                }
                Node::And(parts) => {
                    for &part in parts {
                        let lit = self.lit(part);
                        self.result.gates.clause(&[lit]);
                    }
                }
                _ => {
                    let lit = self.lit(conjunct);
                    self.result.gates.clause(&[lit]);
                }
            }
        }
        self.result.assumed = assumptions.iter().map(|&edge| self.lit(edge)).collect();
        self.result.is_exact = !self.ranges.has_guesses;
        self.result.is_cut = self.ranges.is_cut;
        true
    }

    fn lit(&self, edge: Edge) -> Lit {
        self.lits[edge.node()].expect("nodes come after those that they use").negated_if(edge.is_negated())
    }

    /// Makes the literal of a node whose parts have theirs.
    fn node(&mut self, index: usize) -> Option<Lit> {
        let circuit = self.circuit;
        let lit = match circuit.node_at(index) {
            Node::True => self.result.gates.constant(true),
            Node::Input(var) => {
                let lit = self.result.gates.new_lit();
                self.result.inputs.push((*var, lit));
                lit
            }
            Node::Le(form, bound) => self.at_most(circuit.form(*form), bound)?,
            Node::And(parts) => {
                let parts: Vec<Lit> = parts.iter().map(|&part| self.lit(part)).collect();
                self.result.gates.and(&parts)
            }
            Node::Xor(left, right) => {
                let parts = [self.lit(*left), self.lit(*right)];
                self.result.gates.odd(&parts)
            }
            Node::Ite(condition, then, otherwise) => {
                let [condition, then, otherwise] = [condition, then, otherwise].map(|&edge| self.lit(edge));
                self.result.gates.choice(condition, then, otherwise)
            }
            Node::RealLe(..) | Node::RealLt(..) | Node::Equal(..) | Node::Holds(_) => {
                unreachable!("not applicable")
            }
        };
        Some(lit)
    }

    /// `None` if there are too many values.
    fn at_most(&mut self, form: &Linear<NumVar>, bound: &Int) -> Option<Lit> {
        let Bits { numbers, gates, .. } = &mut self.result;
        match numbers {
            Numbers::Binary(numbers) => Some(numbers.at_most(form, bound, &mut self.ranges, gates)),
            Numbers::Order(numbers) => numbers.at_most(form, bound, &mut self.ranges, gates),
        }
    }
}

#[cfg(test)]
mod tests;
