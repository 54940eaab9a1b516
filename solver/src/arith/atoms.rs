//! Atoms `x <= bound` for variables `x` of the simplex.
//!
//! The atoms of one variable are kept in the order of their bounds. Each implies the next, which the theory
//! tells the core by binary clauses, so the core propagates between them by itself.

use crate::sat::theory::TheoryContext;
use crate::sat::{Lit, SatSolver, Var};
use crate::simplex::{ArithVar, Side};

/// All atoms, by SAT variable and by variable of the simplex.
#[derive(Clone, Debug)]
pub(crate) struct AtomTable<V> {
    /// The atom of each SAT variable that has one.
    atoms: Vec<Option<(ArithVar, V)>>,
    /// The atoms of each variable of the simplex, by bound.
    of: Vec<Vec<(V, Var)>>,
    /// The order has been written: atoms made from now on must be put in their place one by one.
    is_ordered: bool,
}

impl<V> Default for AtomTable<V> {
    fn default() -> Self {
        AtomTable { atoms: Vec::new(), of: Vec::new(), is_ordered: false }
    }
}

impl<V: Ord + Clone> AtomTable<V> {
    /// The variable and bound of an atom.
    #[inline]
    pub(crate) fn get(&self, var: Var) -> Option<&(ArithVar, V)> {
        self.atoms.get(var.index())?.as_ref()
    }

    /// All SAT variables that are atoms come before this one.
    pub(crate) fn end(&self) -> Var {
        Var::new(self.atoms.len())
    }

    /// The atom `var <= bound`, if it has been made.
    pub(crate) fn find(&self, var: ArithVar, bound: &V) -> Option<Var> {
        let atoms = self.of.get(var.index())?;
        atoms.binary_search_by(|(other, _)| other.cmp(bound)).ok().map(|place| atoms[place].1)
    }

    /// The atom `var <= bound`, made between searches if need be. Atoms made before
    /// [`AtomTable::write_order`] get their order there; later ones get it here.
    pub(crate) fn make(&mut self, var: ArithVar, bound: V, sat: &mut SatSolver) -> Var {
        if let Some(atom) = self.find(var, &bound) {
            return atom;
        }
        let atom = sat.new_atom();
        let [below, above] = self.insert(atom, var, bound);
        if self.is_ordered {
            for clause in order_clauses(below, atom, above).into_iter().flatten() {
                sat.add_clause(&clause);
            }
        }
        atom
    }

    /// The atom `var <= bound`, made during a search if need be.
    pub(crate) fn make_in_search(&mut self, var: ArithVar, bound: V, context: &mut TheoryContext<'_>) -> Var {
        if let Some(atom) = self.find(var, &bound) {
            return atom;
        }
        let atom = context.new_atom();
        let [below, above] = self.insert(atom, var, bound);
        for clause in order_clauses(below, atom, above).into_iter().flatten() {
            context.lemma(clause.to_vec());
        }
        atom
    }

    /// Writes the clauses that order the atoms of each variable, unless it has been done.
    pub(crate) fn write_order(&mut self, sat: &mut SatSolver) {
        if std::mem::replace(&mut self.is_ordered, true) {
            return;
        }
        for atoms in &self.of {
            for pair in atoms.windows(2) {
                sat.add_clause(&[pair[0].1.negative(), pair[1].1.positive()]);
            }
        }
    }

    /// The strongest literal that follows from `var >= value` or `var <= value`; those of weaker atoms follow
    /// from it.
    pub(crate) fn implied(&self, var: ArithVar, side: Side, value: &V) -> Option<Lit> {
        let atoms = self.of.get(var.index())?;
        let place = atoms.partition_point(|(bound, _)| bound < value);
        match side {
            Side::Upper => atoms.get(place).map(|(_, atom)| atom.positive()),
            Side::Lower => place.checked_sub(1).map(|place| atoms[place].1.negative()),
        }
    }

    /// Registers an atom; returns its neighbours below and above.
    fn insert(&mut self, atom: Var, var: ArithVar, bound: V) -> [Option<Var>; 2] {
        if self.atoms.len() <= atom.index() {
            self.atoms.resize(atom.index() + 1, None);
        }
        self.atoms[atom.index()] = Some((var, bound.clone()));
        if self.of.len() <= var.index() {
            self.of.resize(var.index() + 1, Vec::new());
        }
        let atoms = &mut self.of[var.index()];
        let place = atoms.partition_point(|(other, _)| *other < bound);
        if atoms.is_empty() {
            // Most forms have one atom.
            atoms.reserve_exact(1);
        }
        atoms.insert(place, (bound, atom));
        let below = place.checked_sub(1).map(|place| atoms[place].1);
        let above = atoms.get(place + 1).map(|&(_, var)| var);
        [below, above]
    }
}

/// The clauses that put an atom between its neighbours.
fn order_clauses(below: Option<Var>, atom: Var, above: Option<Var>) -> [Option<[Lit; 2]>; 2] {
    [
        below.map(|below| [below.negative(), atom.positive()]),
        above.map(|above| [atom.negative(), above.positive()]),
    ]
}
