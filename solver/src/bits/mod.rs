//! Integers of small ranges as bits: a problem of bounded integers becomes one of propositional logic.
//!
//! A variable `x` with values from `l` to `h` is `l` plus an unsigned number `u` of as many bits as `h - l`
//! needs. In a sum, `-u` is the complement of `u` less the largest number of that many bits; so each form
//! is an unsigned sum of bits with weights, plus a constant. The sum is made once, by adders, column by
//! column with as many bits as it needs: nothing can overflow. Atoms compare it with constants.
//!
//! Where the conjuncts bound every variable, the two problems have the same solutions. Otherwise the
//! variables get few bits at first, and more if there is no solution: only models count then.
//!
//! This is for problems whose difficulty is Boolean: the simplex helps little there, and costs much.

mod gates;
mod ranges;

use crate::circuit::{BoolVar, Circuit, Edge, FormId, Node};
use crate::limits::Budget;
use crate::linear::{Linear, NumVar};
use crate::num::Int;
use crate::sat::{Lit, Outcome, SatOptions, SatStats};
use fxhash::FxHashMap;
use gates::Gates;
use ranges::{Range, Ranges};
use std::collections::VecDeque;

/// Clauses with more literals in all are not worth a try.
const MAX_SIZE: usize = 12_000_000;
/// Forms with larger coefficients are not encoded.
const MAX_COEFFICIENT_BITS: u32 = 200;

/// A problem as bits.
pub(crate) struct Bits {
    gates: Gates,
    vars: FxHashMap<NumVar, Unsigned>,
    inputs: Vec<(BoolVar, Lit)>,
    assumed: Vec<Lit>,
    /// All ranges are known: the problem is the same as with integers.
    is_exact: bool,
    /// A range that is known was cut.
    is_cut: bool,
}

/// A variable: the least value, and the bits of what is added to it, lowest first.
struct Unsigned {
    low: Int,
    bits: Vec<Lit>,
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
    /// Encodes a problem for which [`is_applicable`] holds. Variables without a known range get as many
    /// values as so many bits distinguish. `None` if it is too large, or the budget ended.
    pub(crate) fn new(
        circuit: &Circuit,
        conjuncts: &[Edge],
        assumptions: &[Edge],
        bits: u32,
        options: SatOptions,
        budget: &mut Budget,
    ) -> Option<Bits> {
        let mut encoder = Encoder {
            circuit,
            ranges: Ranges::new(circuit, conjuncts),
            bits,
            sums: FxHashMap::default(),
            lits: vec![None; circuit.len()],
            result: Bits {
                gates: Gates::new(options),
                vars: FxHashMap::default(),
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
        let Some(Unsigned { low, bits }) = self.vars.get(&var) else { return Int::ZERO };
        let mut value = low.clone();
        let mut weight = Int::ONE;
        for &bit in bits {
            if self.gates.clauses.value(bit) == Some(true) {
                value += &weight;
            }
            weight *= Int::from(2);
        }
        value
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
    bits: u32,
    /// The sums of forms, each less a constant.
    sums: FxHashMap<FormId, (Vec<Lit>, Int)>,
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
            let lit = self.node(index);
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
        true
    }

    fn lit(&self, edge: Edge) -> Lit {
        self.lits[edge.node()].expect("nodes come after those that they use").negated_if(edge.is_negated())
    }

    /// Makes the literal of a node whose parts have theirs.
    fn node(&mut self, index: usize) -> Lit {
        let circuit = self.circuit;
        match circuit.node_at(index) {
            Node::True => self.result.gates.constant(true),
            Node::Input(var) => {
                let lit = self.result.gates.new_lit();
                self.result.inputs.push((*var, lit));
                lit
            }
            Node::Le(form, bound) => {
                let (sum, constant) = self.sum(*form);
                self.result.gates.at_most(&sum, &(bound - &constant))
            }
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
        }
    }

    /// The bits of a form, less a constant.
    fn sum(&mut self, form: FormId) -> (Vec<Lit>, Int) {
        if let Some(sum) = self.sums.get(&form) {
            return sum.clone();
        }
        let sum = self.add_up(self.circuit.form(form));
        self.sums.insert(form, sum.clone());
        sum
    }

    fn add_up(&mut self, form: &Linear<NumVar>) -> (Vec<Lit>, Int) {
        let mut columns: Vec<VecDeque<Lit>> = Vec::new();
        let mut constant = Int::ZERO;
        for (var, coefficient) in form.terms() {
            self.require(*var);
            let Unsigned { low, bits } = &self.result.vars[var];
            constant.add_mul_assign(coefficient, low);
            if coefficient.is_negative() {
                // a u = |a| (m - u) - |a| m for m the largest number of as many bits.
                let largest = Int::from(2).pow(bits.len() as u32) - Int::ONE;
                constant.add_mul_assign(coefficient, &largest);
            }
            for (place, is_set) in binary(&coefficient.abs()).into_iter().enumerate() {
                if !is_set {
                    continue;
                }
                for (index, &bit) in bits.iter().enumerate() {
                    let column = place + index;
                    if columns.len() <= column {
                        columns.resize_with(column + 1, VecDeque::new);
                    }
                    columns[column].push_back(bit.negated_if(coefficient.is_negative()));
                }
            }
        }
        (self.result.gates.add_columns(columns), constant)
    }

    /// Makes the bits of a variable, unless it has them.
    fn require(&mut self, var: NumVar) {
        if self.result.vars.contains_key(&var) {
            return;
        }
        let Range { low, high, is_known, is_cut } = self.ranges.get(var, self.bits);
        self.result.is_exact &= is_known;
        self.result.is_cut |= is_cut;
        let width = &high - &low;
        let gates = &mut self.result.gates;
        // Crossed bounds leave no value at all.
        let count = if width.is_negative() { 0 } else { binary(&width).len() };
        let bits: Vec<Lit> = (0..count).map(|_| gates.new_lit()).collect();
        let is_in_range = gates.at_most(&bits, &width);
        gates.clause(&[is_in_range]);
        self.result.vars.insert(var, Unsigned { low, bits });
    }
}

impl Gates {
    /// The sum of all columns of bits, where each column weighs twice as much as the one before it.
    fn add_columns(&mut self, mut columns: Vec<VecDeque<Lit>>) -> Vec<Lit> {
        let mut sum = Vec::with_capacity(columns.len() + 1);
        let mut place = 0;
        while place < columns.len() {
            while let [Some(first), Some(second)] = take_two(&mut columns[place]) {
                let third = columns[place].pop_front().unwrap_or(self.constant(false));
                let (low, carry) = self.add([first, second, third]);
                columns[place].push_back(low);
                if carry != self.constant(false) {
                    if columns.len() == place + 1 {
                        columns.push(VecDeque::new());
                    }
                    columns[place + 1].push_back(carry);
                }
            }
            sum.push(columns[place].pop_front().unwrap_or(self.constant(false)));
            place += 1;
        }
        sum
    }

    /// Whether a number of these bits, lowest first, is at most this bound.
    fn at_most(&mut self, bits: &[Lit], bound: &Int) -> Lit {
        if bound.is_negative() {
            return self.constant(false);
        }
        let bound = binary(bound);
        if bound.len() > bits.len() {
            return self.constant(true);
        }
        let mut is_at_most = self.constant(true);
        for (index, &bit) in bits.iter().enumerate() {
            is_at_most = match bound.get(index) {
                Some(true) => self.or(&[!bit, is_at_most]),
                _ => self.and(&[!bit, is_at_most]),
            };
        }
        is_at_most
    }
}

/// The first two bits of a column, if it has more than one.
fn take_two(column: &mut VecDeque<Lit>) -> [Option<Lit>; 2] {
    if column.len() < 2 { [None; 2] } else { [column.pop_front(), column.pop_front()] }
}

/// The binary digits of a number that is not negative, lowest first; none for zero.
fn binary(number: &Int) -> Vec<bool> {
    let two = Int::from(2);
    let mut digits = Vec::new();
    let mut rest = number.clone();
    while !rest.is_zero() {
        digits.push(!rest.is_even());
        rest = rest.div_floor(&two);
    }
    digits
}

#[cfg(test)]
mod tests;
