//! The problem as local search sees it: clauses of linear atoms over integers.
//!
//! Propositional variables are integers between zero and one. An equation is one atom, not two. Parts of
//! disjunctions that are neither atoms nor disjunctions get a propositional variable that implies them: one
//! direction is enough for a search that only looks for models.

use crate::circuit::{BoolVar, Circuit, Edge, Node};
use crate::linear::{Linear, NumVar};
use crate::num::Int;
use fxhash::FxHashMap;

/// Larger coefficients and bounds are left to other searches.
const MAX_NUMBER: i64 = 1 << 40;
/// Problems with more literals and terms are not searched.
const MAX_SIZE: usize = 4_000_000;

/// An atom or its negation: twice the index of the atom, plus one if it is negated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Literal(pub(super) u32);

impl Literal {
    pub(super) fn atom(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(super) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

/// The sum of terms is at most the bound or, as an equation, equal to it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Atom {
    /// Variables with their coefficients.
    pub(super) terms: Box<[(u32, i64)]>,
    pub(super) bound: i64,
    pub(super) is_equation: bool,
}

/// Clauses over atoms, and the ranges of variables.
#[derive(Default)]
pub(super) struct Formula {
    pub(super) atoms: Vec<Atom>,
    pub(super) clauses: Vec<Box<[Literal]>>,
    /// The least and the largest value of each variable.
    pub(super) ranges: Vec<[i64; 2]>,
    pub(super) numbers: Vec<(NumVar, u32)>,
    pub(super) inputs: Vec<(BoolVar, u32)>,
}

struct Reader<'a> {
    circuit: &'a Circuit,
    formula: Formula,
    number_of: FxHashMap<NumVar, u32>,
    input_of: FxHashMap<BoolVar, u32>,
    atom_of: FxHashMap<Atom, u32>,
    implying: FxHashMap<Edge, Literal>,
    /// Edges that have no clauses yet, with the literals that imply them if they do not hold everywhere.
    pending: Vec<(Option<Literal>, Edge)>,
    size: usize,
}

/// The conjunction as clauses; `None` if it is too large, or not about integers of moderate size.
pub(super) fn read(circuit: &Circuit, conjuncts: &[Edge]) -> Option<Formula> {
    let mut reader = Reader {
        circuit,
        formula: Formula::default(),
        number_of: FxHashMap::default(),
        input_of: FxHashMap::default(),
        atom_of: FxHashMap::default(),
        implying: FxHashMap::default(),
        pending: conjuncts.iter().rev().map(|&conjunct| (None, conjunct)).collect(),
        size: 0,
    };
    while let Some((guard, edge)) = reader.pending.pop() {
        reader.require(guard, edge)?;
    }
    Some(reader.formula)
}

impl Reader<'_> {
    /// The clauses that make an edge true wherever the guard is.
    fn require(&mut self, guard: Option<Literal>, edge: Edge) -> Option<()> {
        if self.circuit.equation(edge).is_some() {
            let lit = self.literal(edge)?;
            return self.clause(guard, &[lit]);
        }
        match (self.circuit.node(edge), edge.is_negated()) {
            (Node::And(parts), false) => {
                self.pending.extend(parts.iter().map(|&part| (guard, part)));
                self.grow(parts.len())
            }
            (Node::And(_), true) => self.disjunction(guard, &[edge]),
            (&Node::Xor(left, right), is_negated) => {
                let right = right.negated_if(is_negated);
                self.disjunction(guard, &[left, right])?;
                self.disjunction(guard, &[!left, !right])
            }
            (&Node::Ite(condition, then, otherwise), is_negated) => {
                self.disjunction(guard, &[!condition, then.negated_if(is_negated)])?;
                self.disjunction(guard, &[condition, otherwise.negated_if(is_negated)])
            }
            (Node::Le(form, bound), is_negated) if guard.is_none() => {
                let terms = self.circuit.form(*form).terms();
                match terms {
                    [(var, coefficient)] if coefficient.is_one() => self.limit(*var, bound, is_negated),
                    _ => self.disjunction(guard, &[edge]),
                }
            }
            _ => self.disjunction(guard, &[edge]),
        }
    }

    /// A clause; disjunctions among the parts are opened.
    fn disjunction(&mut self, guard: Option<Literal>, parts: &[Edge]) -> Option<()> {
        let mut lits = Vec::new();
        let mut open = parts.to_vec();
        while let Some(edge) = open.pop() {
            match self.circuit.node(edge) {
                Node::And(parts) if edge.is_negated() && self.circuit.equation(!edge).is_none() => {
                    open.extend(parts.iter().map(|&part| !part));
                }
                Node::True if !edge.is_negated() => return Some(()),
                Node::True => {}
                _ => lits.push(self.literal(edge)?),
            }
        }
        self.clause(guard, &lits)
    }

    fn clause(&mut self, guard: Option<Literal>, lits: &[Literal]) -> Option<()> {
        let mut lits = lits.to_vec();
        lits.extend(guard.map(|guard| Literal(guard.0 ^ 1)));
        lits.sort_unstable();
        lits.dedup();
        self.grow(lits.len())?;
        let is_valid = lits.windows(2).any(|pair| pair[0].atom() == pair[1].atom());
        if !is_valid {
            self.formula.clauses.push(lits.into_boxed_slice());
        }
        Some(())
    }

    /// A literal that implies the edge.
    fn literal(&mut self, edge: Edge) -> Option<Literal> {
        for (positive, is_negated) in [(edge, false), (!edge, true)] {
            if let Some(equation) = self.circuit.equation(positive) {
                return self.atom(&equation.form, &-&equation.constant, true, is_negated);
            }
        }
        match self.circuit.node(edge) {
            Node::Le(form, bound) => self.atom(self.circuit.form(*form), bound, false, edge.is_negated()),
            Node::Input(var) => {
                let index = match self.input_of.get(var) {
                    Some(&index) => index,
                    None => {
                        let index = self.variable([0, 1]);
                        self.input_of.insert(*var, index);
                        self.formula.inputs.push((*var, index));
                        index
                    }
                };
                self.proposition(index, edge.is_negated())
            }
            Node::True | Node::RealLe(..) | Node::RealLt(..) | Node::Equal(..) | Node::Holds(_) => None,
            Node::And(_) | Node::Xor(..) | Node::Ite(..) => {
                if let Some(&lit) = self.implying.get(&edge) {
                    return Some(lit);
                }
                let index = self.variable([0, 1]);
                let lit = self.proposition(index, false)?;
                self.implying.insert(edge, lit);
                self.pending.push((Some(lit), edge));
                Some(lit)
            }
        }
    }

    /// The literal that says that a variable is one, or not.
    fn proposition(&mut self, index: u32, is_negated: bool) -> Option<Literal> {
        let is_zero = Atom { terms: [(index, 1)].into(), bound: 0, is_equation: false };
        self.intern(is_zero, !is_negated)
    }

    fn atom(
        &mut self,
        form: &Linear<NumVar>,
        bound: &Int,
        is_equation: bool,
        is_negated: bool,
    ) -> Option<Literal> {
        let mut terms = Vec::with_capacity(form.terms().len());
        for (var, coefficient) in form.terms() {
            terms.push((self.number(*var)?, moderate(coefficient)?));
        }
        self.intern(Atom { terms: terms.into(), bound: moderate(bound)?, is_equation }, is_negated)
    }

    fn intern(&mut self, atom: Atom, is_negated: bool) -> Option<Literal> {
        let index = match self.atom_of.get(&atom) {
            Some(&index) => index,
            None => {
                self.grow(atom.terms.len())?;
                let index = u32::try_from(self.formula.atoms.len()).ok()?;
                self.formula.atoms.push(atom.clone());
                self.atom_of.insert(atom, index);
                index
            }
        };
        Some(Literal(2 * index + u32::from(is_negated)))
    }

    fn number(&mut self, var: NumVar) -> Option<u32> {
        if var.is_real() {
            return None;
        }
        if let Some(&index) = self.number_of.get(&var) {
            return Some(index);
        }
        let index = self.variable([-MAX_NUMBER, MAX_NUMBER]);
        self.number_of.insert(var, index);
        self.formula.numbers.push((var, index));
        Some(index)
    }

    fn variable(&mut self, range: [i64; 2]) -> u32 {
        self.formula.ranges.push(range);
        self.formula.ranges.len() as u32 - 1
    }

    /// The variable is at most the bound, or above it.
    fn limit(&mut self, var: NumVar, bound: &Int, is_above: bool) -> Option<()> {
        let (index, bound) = (self.number(var)? as usize, moderate(bound)?);
        let [low, high] = &mut self.formula.ranges[index];
        match is_above {
            true => *low = (*low).max(bound + 1),
            false => *high = (*high).min(bound),
        }
        (low <= high).then_some(())
    }

    fn grow(&mut self, size: usize) -> Option<()> {
        self.size += size + 1;
        (self.size <= MAX_SIZE).then_some(())
    }
}

fn moderate(number: &Int) -> Option<i64> {
    number.to_i64().filter(|number| number.abs() < MAX_NUMBER)
}
