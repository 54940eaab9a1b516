//! Symbolic heaps: what variables hold, what memory there is, and what is known about numbers.
//!
//! The memory is a separating conjunction of atoms, no two of which share a byte. Equalities are not kept:
//! they are applied, so that equal expressions are the same.

use super::lin::{Lin, Sym};
use super::prover;
use crate::ir::{FuncId, Scalar, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// All memory lies below this address: no object is larger than a difference of pointers can say.
pub(super) const TOP: i128 = 1 << 63;

/// A local variable of a call that is under way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Var {
    pub(super) depth: u32,
    pub(super) id: VarId,
}

/// What a variable or cell holds.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Value {
    /// Nothing was written, or nothing is known.
    Unset,
    Num(Lin),
    Ptr(Lin),
}

impl Value {
    pub(super) fn lin(&self) -> Option<&Lin> {
        match self {
            Value::Unset => None,
            Value::Num(lin) | Value::Ptr(lin) => Some(lin),
        }
    }

    pub(super) fn lin_mut(&mut self) -> Option<&mut Lin> {
        match self {
            Value::Unset => None,
            Value::Num(lin) | Value::Ptr(lin) => Some(lin),
        }
    }
}

/// How headers look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Header {
    /// The bytes of a header, in which blocks are measured.
    pub(super) unit: i128,
    /// Where the link is.
    pub(super) next: i128,
    /// Where the size is.
    pub(super) size: i128,
    /// The type of the size, as wide as a pointer.
    pub(super) ty: Scalar,
}

impl Header {
    /// The bytes of each of the two members.
    pub(super) fn width(&self) -> i128 {
        self.unit / 2
    }

    /// The end of a node.
    pub(super) fn end(&self, at: &Lin, size: &Lin) -> Lin {
        at.plus(&size.times(self.unit))
    }
}

/// A part of the memory.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Atom {
    /// A scalar.
    Cell { at: Lin, ty: Scalar, bytes: i128, value: Value },
    /// Bytes of which nothing is known, maybe none.
    Block { low: Lin, high: Lin },
    /// A header with what belongs to it: as many units as it says, at least one. Its link may be unset.
    Node { at: Lin, next: Value, size: Lin },
    /// Nodes from one address to another one, each linked to the next; at least one.
    List { from: Lin, to: Lin },
}

impl Atom {
    /// The address where it begins.
    pub(super) fn start(&self) -> &Lin {
        match self {
            Atom::Cell { at, .. } | Atom::Node { at, .. } => at,
            Atom::Block { low, .. } => low,
            Atom::List { from, .. } => from,
        }
    }

    /// The address behind it; of a list, behind the header of its first node.
    pub(super) fn end(&self, header: &Header) -> Lin {
        match self {
            Atom::Cell { at, bytes, .. } => at.plus_constant(*bytes),
            Atom::Block { high, .. } => high.clone(),
            Atom::Node { at, size, .. } => header.end(at, size),
            Atom::List { from, .. } => from.plus_constant(header.unit),
        }
    }

    /// All expressions in it.
    pub(super) fn lins(&self) -> Vec<&Lin> {
        match self {
            Atom::Cell { at, value, .. } => [at].into_iter().chain(value.lin()).collect(),
            Atom::Block { low, high } => vec![low, high],
            Atom::Node { at, next, size } => [at, size].into_iter().chain(next.lin()).collect(),
            Atom::List { from, to } => vec![from, to],
        }
    }

    pub(super) fn lins_mut(&mut self) -> Vec<&mut Lin> {
        match self {
            Atom::Cell { at, value, .. } => [at].into_iter().chain(value.lin_mut()).collect(),
            Atom::Block { low, high } => vec![low, high],
            Atom::Node { at, next, size } => [at, size].into_iter().chain(next.lin_mut()).collect(),
            Atom::List { from, to } => vec![from, to],
        }
    }

    /// The link of a node, or the end of a list.
    pub(super) fn link(&self) -> Option<&Lin> {
        match self {
            Atom::Node { next: Value::Ptr(next), .. } => Some(next),
            Atom::List { to, .. } => Some(to),
            _ => None,
        }
    }

    /// Whether it has bytes in any case.
    fn is_owner(&self) -> bool {
        !matches!(self, Atom::Block { .. })
    }

    /// What it says about numbers: each is at least zero.
    fn facts(&self, header: &Header, facts: &mut Vec<Lin>) {
        if self.is_owner() {
            facts.push(self.start().plus_constant(-1));
        } else {
            facts.push(self.end(header).minus(self.start()));
        }
        if let Atom::Node { size, .. } = self {
            facts.push(size.plus_constant(-1));
        }
    }
}

/// A symbolic heap.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Heap {
    /// The functions that are under way, the outermost first.
    pub(super) calls: Vec<FuncId>,
    pub(super) vars: BTreeMap<Var, Value>,
    pub(super) atoms: Vec<Atom>,
    /// Expressions that are at least zero.
    pub(super) facts: BTreeSet<Lin>,
    /// Expressions that are not zero.
    pub(super) apart: BTreeSet<Lin>,
    /// Symbols for addresses that were computed: they may be the end of an object, and the address of another
    /// one by accident.
    pub(super) derived: BTreeSet<Sym>,
    /// Symbols for addresses outside of the object that they were computed from: nothing follows from a
    /// comparison with them.
    pub(super) wild: BTreeSet<Sym>,
    /// Whether there is other memory that was forgotten.
    pub(super) has_more: bool,
    /// The object whose address an end of a block is, by accident: for messages only.
    pub(super) touched: Option<Sym>,
}

impl Heap {
    pub(super) fn new(calls: Vec<FuncId>) -> Heap {
        Heap {
            calls,
            vars: BTreeMap::new(),
            atoms: Vec::new(),
            facts: BTreeSet::new(),
            apart: BTreeSet::new(),
            derived: BTreeSet::new(),
            wild: BTreeSet::new(),
            has_more: false,
            touched: None,
        }
    }

    pub(super) fn depth(&self) -> u32 {
        self.calls.len() as u32
    }

    /// The facts, and what the atoms say.
    pub(super) fn known(&self, header: &Header) -> Vec<Lin> {
        let mut facts: Vec<Lin> = self.facts.iter().cloned().collect();
        self.atoms.iter().for_each(|atom| atom.facts(header, &mut facts));
        facts
    }

    /// Whether an expression is at least zero.
    pub(super) fn is_at_least_zero(&self, header: &Header, lin: &Lin) -> bool {
        match lin.as_constant() {
            Some(constant) => constant >= 0,
            None => prover::entails(&self.known(header), lin),
        }
    }

    /// Whether `low <= high`.
    pub(super) fn is_ordered(&self, header: &Header, low: &Lin, high: &Lin) -> bool {
        self.is_at_least_zero(header, &high.minus(low))
    }

    /// Whether a value is between two numbers. Sizes are bounded since all memory lies below [`TOP`].
    pub(super) fn is_within(&self, header: &Header, lin: &Lin, low: i128, high: i128) -> bool {
        if let Some(constant) = lin.as_constant() {
            return low <= constant && constant <= high;
        }
        let known = self.known_with_ends(header);
        prover::entails(&known, &lin.plus_constant(-low))
            && prover::entails(&known, &Lin::constant(high).minus(lin))
    }

    /// All that is known, with the ends of atoms.
    pub(super) fn known_with_ends(&self, header: &Header) -> Vec<Lin> {
        let mut known = self.known(header);
        known.extend(self.atoms.iter().map(|atom| Lin::constant(TOP).minus(&atom.end(header))));
        known
    }

    /// Replaces a symbol everywhere. Nothing if that contradicts what is known.
    pub(super) fn substitute(mut self, sym: Sym, by: &Lin) -> Option<Heap> {
        for lin in self.vars.values_mut().filter_map(Value::lin_mut) {
            *lin = lin.replaced(sym, by);
        }
        for lin in self.atoms.iter_mut().flat_map(Atom::lins_mut) {
            *lin = lin.replaced(sym, by);
        }
        for facts in [&mut self.facts, &mut self.apart] {
            *facts = facts.iter().map(|lin| lin.replaced(sym, by)).collect();
        }
        self.derived.remove(&sym);
        self.wild.remove(&sym);
        if self.facts.iter().any(|fact| fact.as_constant().is_some_and(|constant| constant < 0))
            || self.apart.iter().any(|lin| lin.as_constant() == Some(0))
        {
            return None;
        }
        self.facts.retain(|fact| fact.as_constant().is_none());
        self.apart.retain(|lin| lin.as_constant().is_none());
        Some(self)
    }

    /// The executions in which an expression is zero. Addresses of globals, the symbols below the given one,
    /// stay as they are if possible.
    pub(super) fn assume_zero(mut self, header: &Header, lin: &Lin, globals: u32) -> Option<Heap> {
        if let Some(constant) = lin.as_constant() {
            return (constant == 0).then_some(self);
        }
        if lin.constant_part() % lin.content() != 0 {
            return None;
        }
        let units = lin.terms().iter().filter(|(_, factor)| factor.abs() == lin.content());
        let Some((sym, factor)) = units.max_by_key(|(sym, _)| (sym.0 >= globals, sym.0)).copied() else {
            self.facts.extend([lin.clone(), lin.negated()]);
            return self.is_consistent(header).then_some(self);
        };
        // Divided by the factor: sym + rest = 0.
        let mut rest = Lin::constant(-(lin.constant_part() / factor));
        for (other, by) in lin.terms().iter().filter(|(other, _)| *other != sym) {
            if by % factor != 0 {
                self.facts.extend([lin.clone(), lin.negated()]);
                return self.is_consistent(header).then_some(self);
            }
            rest = rest.plus(&Lin::of(*other).times(-(by / factor)));
        }
        let heap = self.substitute(sym, &rest)?;
        heap.is_consistent(header).then_some(heap)
    }

    /// The executions in which an expression is at least zero.
    pub(super) fn assume_at_least_zero(mut self, header: &Header, lin: &Lin, globals: u32) -> Option<Heap> {
        if let Some(constant) = lin.as_constant() {
            return (constant >= 0).then_some(self);
        }
        let known = self.known(header);
        if prover::entails(&known, &lin.negated().plus_constant(-1)) {
            return None;
        }
        if prover::entails(&known, &lin.negated()) {
            return self.assume_zero(header, lin, globals);
        }
        if !prover::entails(&known, lin) {
            self.facts.insert(lin.clone());
        }
        Some(self)
    }

    /// The executions in which an expression is not zero.
    pub(super) fn assume_not_zero(mut self, header: &Header, lin: &Lin, globals: u32) -> Option<Heap> {
        if let Some(constant) = lin.as_constant() {
            return (constant != 0).then_some(self);
        }
        let known = self.known(header);
        if prover::entails(&known, lin) {
            return self.assume_at_least_zero(header, &lin.plus_constant(-1), globals);
        }
        if prover::entails(&known, &lin.negated()) {
            return self.assume_at_least_zero(header, &lin.negated().plus_constant(-1), globals);
        }
        self.apart.insert(lin.clone());
        Some(self)
    }

    /// False only if no concrete heap is described: memory at an address twice or at no address, or facts
    /// that contradict each other.
    pub(super) fn is_consistent(&self, header: &Header) -> bool {
        let mut starts = BTreeSet::new();
        for atom in self.atoms.iter().filter(|atom| atom.is_owner()) {
            let start = atom.start();
            if !starts.insert(start) || start.as_constant().is_some_and(|constant| constant < 1) {
                return false;
            }
        }
        let known = self.known(header);
        if known.iter().any(|fact| fact.as_constant().is_some_and(|constant| constant < 0)) {
            return false;
        }
        // An empty block may lie anywhere.
        let blocks = self.atoms.iter().filter(|atom| !atom.is_owner());
        for block in blocks.filter(|block| starts.contains(block.start())) {
            if prover::entails(&known, &block.end(header).minus(block.start()).plus_constant(-1)) {
                return false;
            }
        }
        true
    }

    /// All symbols, as often as they occur in variables and atoms.
    pub(super) fn occurrences(&self) -> BTreeMap<Sym, usize> {
        let mut found = BTreeMap::new();
        let values = self.vars.values().filter_map(Value::lin);
        for sym in values.chain(self.atoms.iter().flat_map(Atom::lins)).flat_map(Lin::symbols) {
            *found.entry(sym).or_default() += 1;
        }
        found
    }
}
