//! Gates over literals: constants are folded, and equal gates are made once.

use crate::clausal::Clausal;
use crate::sat::{Lit, SatOptions};
use fxhash::FxHashMap;

/// What a literal was made for.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Gate {
    /// All of these; sorted.
    And(Box<[Lit]>),
    /// An odd number of these; sorted, none negated.
    Odd(Box<[Lit]>),
    /// At least two of these; sorted, at most one negated.
    Majority([Lit; 3]),
    /// If the first then the second else the third; the first is not negated.
    Choice([Lit; 3]),
}

/// Clauses, and the gates that they define.
pub(super) struct Gates {
    pub(super) clauses: Clausal,
    /// A literal that is true.
    truth: Lit,
    made: FxHashMap<Gate, Lit>,
}

impl Gates {
    pub(super) fn new(options: SatOptions) -> Gates {
        let mut clauses = Clausal::new(options, false);
        let truth = clauses.new_var().positive();
        clauses.add_clause(&[truth]);
        Gates { clauses, truth, made: FxHashMap::default() }
    }

    pub(super) fn constant(&self, value: bool) -> Lit {
        self.truth.negated_if(!value)
    }

    fn as_constant(&self, lit: Lit) -> Option<bool> {
        (lit.var() == self.truth.var()).then(|| lit == self.truth)
    }

    pub(super) fn new_lit(&mut self) -> Lit {
        self.clauses.new_var().positive()
    }

    pub(super) fn clause(&mut self, lits: &[Lit]) {
        self.clauses.add_clause(lits);
    }

    /// The literal of a gate, and whether it is new: then its clauses are still to be written.
    fn make(&mut self, gate: Gate) -> (Lit, bool) {
        if let Some(&lit) = self.made.get(&gate) {
            return (lit, false);
        }
        let lit = self.new_lit();
        self.made.insert(gate, lit);
        (lit, true)
    }

    /// All of these.
    pub(super) fn and(&mut self, lits: &[Lit]) -> Lit {
        let truth = self.truth;
        let mut parts: Vec<Lit> = lits.iter().copied().filter(|&lit| lit != truth).collect();
        parts.sort_unstable();
        parts.dedup();
        // A literal and its negation are neighbours in this order.
        if parts.contains(&!truth) || parts.windows(2).any(|pair| pair[0] == !pair[1]) {
            return !truth;
        }
        match parts[..] {
            [] => return truth,
            [part] => return part,
            _ => {}
        }
        let (lit, is_new) = self.make(Gate::And(parts.as_slice().into()));
        if is_new {
            for &part in &parts {
                self.clause(&[!lit, part]);
            }
            let mut clause: Vec<Lit> = parts.iter().map(|&part| !part).collect();
            clause.push(lit);
            self.clause(&clause);
        }
        lit
    }

    /// One of these at least.
    pub(super) fn or(&mut self, lits: &[Lit]) -> Lit {
        let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
        !self.and(&negated)
    }

    /// An odd number of these; at most three.
    pub(super) fn odd(&mut self, lits: &[Lit]) -> Lit {
        let mut is_negated = false;
        let mut parts: Vec<Lit> = Vec::with_capacity(lits.len());
        for &lit in lits {
            is_negated ^= match self.as_constant(lit) {
                Some(value) => value,
                None => {
                    parts.push(lit.var().positive());
                    !lit.is_positive()
                }
            };
        }
        parts.sort_unstable();
        // Two of the same make no difference.
        let mut index = 1;
        while index < parts.len() {
            if parts[index - 1] == parts[index] {
                parts.drain(index - 1..=index);
                index = 1;
            } else {
                index += 1;
            }
        }
        match parts[..] {
            [] => return self.constant(is_negated),
            [part] => return part.negated_if(is_negated),
            _ => {}
        }
        let (lit, is_new) = self.make(Gate::Odd(parts.as_slice().into()));
        if is_new {
            parts.push(lit);
            // The gate and its inputs together are even: no clause for an odd assignment.
            for pattern in 0..1u32 << parts.len() {
                if pattern.count_ones() % 2 == 1 {
                    let clause: Vec<Lit> = (parts.iter().enumerate())
                        .map(|(index, part)| part.negated_if(pattern >> index & 1 == 1))
                        .collect();
                    self.clause(&clause);
                }
            }
        }
        lit.negated_if(is_negated)
    }

    /// At least two of these three.
    fn majority(&mut self, lits: [Lit; 3]) -> Lit {
        let mut parts = lits;
        parts.sort_unstable();
        for (index, &lit) in parts.iter().enumerate() {
            let others = [parts[(index + 1) % 3], parts[(index + 2) % 3]];
            match self.as_constant(lit) {
                Some(true) => return self.or(&others),
                Some(false) => return self.and(&others),
                None => {}
            }
            if others[0] == others[1] {
                return others[0];
            }
            if others[0] == !others[1] {
                return lit;
            }
        }
        // The majority of the negations is the negation of the majority.
        let is_negated = parts.iter().filter(|lit| !lit.is_positive()).count() > 1;
        let parts = parts.map(|lit| lit.negated_if(is_negated));
        let (lit, is_new) = self.make(Gate::Majority(parts));
        if is_new {
            for (first, second) in [(0, 1), (0, 2), (1, 2)] {
                self.clause(&[!parts[first], !parts[second], lit]);
                self.clause(&[parts[first], parts[second], !lit]);
            }
        }
        lit.negated_if(is_negated)
    }

    /// If the first then the second else the third.
    pub(super) fn choice(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        if !condition.is_positive() {
            return self.choice(!condition, otherwise, then);
        }
        match (self.as_constant(condition), self.as_constant(then), self.as_constant(otherwise)) {
            (Some(value), _, _) => return if value { then } else { otherwise },
            (_, Some(true), _) => return self.or(&[condition, otherwise]),
            (_, Some(false), _) => return self.and(&[!condition, otherwise]),
            (_, _, Some(true)) => return self.or(&[!condition, then]),
            (_, _, Some(false)) => return self.and(&[condition, then]),
            _ if then == otherwise => return then,
            _ if then == !otherwise => return self.odd(&[condition, otherwise]),
            _ => {}
        }
        let (lit, is_new) = self.make(Gate::Choice([condition, then, otherwise]));
        if is_new {
            for (lit, then, otherwise) in [(lit, !then, !otherwise), (!lit, then, otherwise)] {
                self.clause(&[lit, !condition, then]);
                self.clause(&[lit, condition, otherwise]);
                // Implied by the two above, but propagates when the condition is open.
                self.clause(&[lit, then, otherwise]);
            }
        }
        lit
    }

    /// Sum and carry of three bits.
    pub(super) fn add(&mut self, lits: [Lit; 3]) -> (Lit, Lit) {
        let (sum, carry) = (self.odd(&lits), self.majority(lits));
        let is_proper = |lit: &Lit| self.as_constant(*lit).is_none();
        if lits.iter().chain([&sum, &carry]).all(is_proper) {
            // Implied, but propagate more: the value is 3 or 0 if sum and carry are equal.
            for lit in lits {
                self.clause(&[!sum, !carry, lit]);
                self.clause(&[sum, carry, !lit]);
            }
        }
        (sum, carry)
    }
}
