//! Entailment between symbolic heaps: each concrete heap of one is described by the other. Sound, and not
//! complete: it looks for values of the symbols of the second heap, and takes its atoms out of the first.

use super::abstraction::Setting;
use super::heap::{Atom, Heap, Value};
use super::lin::{Lin, Sym};
use std::collections::BTreeMap;

/// A proof that is under way.
struct Matching<'h> {
    left: &'h Heap,
    right: &'h Heap,
    setting: &'h Setting,
    /// Atoms of the left heap that are not used yet.
    rest: Vec<&'h Atom>,
    /// Addresses where atoms of the left heap begin that were used.
    starts: Vec<Lin>,
    /// What the symbols of the right heap are, other than addresses of globals.
    values: BTreeMap<Sym, Lin>,
    /// Symbols that stand for addresses, with their values.
    addresses: Vec<(Sym, Lin)>,
}

/// Whether every concrete heap that the first one describes is described by the second one.
pub(super) fn entails(left: &Heap, right: &Heap, setting: &Setting) -> bool {
    if left.calls != right.calls || !right.vars.keys().all(|var| left.vars.contains_key(var)) {
        return false;
    }
    // Each atom of the right heap takes at least one of the left heap.
    if left.has_more && !right.has_more || left.atoms.len() < right.atoms.len() {
        return false;
    }
    if !have_same_constants(left, right) {
        return false;
    }
    let mut matching = Matching {
        left,
        right,
        setting,
        rest: left.atoms.iter().collect(),
        starts: Vec::new(),
        values: BTreeMap::new(),
        addresses: Vec::new(),
    };
    matching.variables().is_some()
        && matching.atoms().is_some()
        && matching.are_addresses_proper()
        && matching.facts()
}

/// Whether variables and cells at the same address hold the constants that they must hold. This settles most
/// questions.
fn have_same_constants(left: &Heap, right: &Heap) -> bool {
    let is_possible = |right: &Value, left: &Value| match right.lin().and_then(Lin::as_constant) {
        Some(constant) => left.lin().and_then(Lin::as_constant) == Some(constant),
        None => true,
    };
    let mut vars = right.vars.iter();
    vars.all(|(var, value)| left.vars.get(var).is_some_and(|own| is_possible(value, own)))
        && right.atoms.iter().zip(&left.atoms).all(|(right, left)| match (right, left) {
            (Atom::Cell { at, value, .. }, Atom::Cell { at: here, value: own, .. }) if at == here => {
                is_possible(value, own)
            }
            _ => true,
        })
}

impl<'h> Matching<'h> {
    fn is_global(&self, sym: Sym) -> bool {
        sym.0 < self.setting.globals
    }

    /// The value of an expression of the right heap, if its symbols have one.
    fn value(&self, lin: &Lin) -> Option<Lin> {
        let mut sum = Lin::constant(lin.constant_part());
        for (sym, factor) in lin.terms() {
            let value = match self.values.get(sym) {
                Some(value) => value.times(*factor),
                None if self.is_global(*sym) => Lin::of(*sym).times(*factor),
                None => return None,
            };
            sum = sum.plus(&value);
        }
        Some(sum)
    }

    /// An expression of the right heap must be one of the left heap; gives the last symbol a value.
    fn unify(&mut self, right: &Lin, left: &Lin, is_address: bool) -> Option<()> {
        let is_open = |sym: Sym| !self.is_global(sym) && !self.values.contains_key(&sym);
        let open = right.terms().iter().filter(|(sym, _)| is_open(*sym));
        let open: Vec<(Sym, i128)> = open.copied().collect();
        match open[..] {
            [] => {
                let value = self.value(right)?;
                // Equalities have been applied, so equal expressions are the same.
                (value == *left).then_some(())
            }
            [(sym, factor @ (1 | -1))] => {
                let known = self.value(&right.minus(&Lin::of(sym).times(factor)))?;
                let value = left.minus(&known).times(factor);
                if is_address {
                    self.addresses.push((sym, value.clone()));
                }
                self.values.insert(sym, value);
                Some(())
            }
            _ => None,
        }
    }

    fn unify_value(&mut self, right: &Value, left: &Value) -> Option<()> {
        match (right, left) {
            // Nothing is known about it.
            (Value::Unset, _) => Some(()),
            (Value::Num(right), Value::Num(left)) => self.unify(right, left, false),
            (Value::Ptr(right), Value::Ptr(left)) => self.unify(right, left, true),
            _ => None,
        }
    }

    /// Variables, and cells of globals. Symbols alone come first, since they give others a value.
    fn variables(&mut self) -> Option<()> {
        let mut pairs: Vec<(&Value, &Value)> =
            self.right.vars.iter().map(|(var, right)| (right, &self.left.vars[var])).collect();
        for atom in &self.right.atoms {
            if let Atom::Cell { at, value, ty, .. } = atom
                && at.symbols().all(|sym| sym.0 < self.setting.globals)
            {
                let found = self.left.atoms.iter().find_map(|other| match other {
                    Atom::Cell { at: here, value, ty: own, .. } if here == at && own == ty => Some(value),
                    _ => None,
                });
                pairs.push((value, found?));
            }
        }
        let is_symbol = |value: &Value| value.lin().is_some_and(|lin| lin.as_symbol().is_some());
        pairs.sort_by_key(|(right, _)| !is_symbol(right));
        pairs.into_iter().try_for_each(|(right, left)| self.unify_value(right, left))
    }

    /// Atoms of the right heap whose address is known are taken out of the left heap, until none is left.
    fn atoms(&mut self) -> Option<()> {
        let mut goals: Vec<&Atom> = self.right.atoms.iter().collect();
        // Nodes tell more than lists.
        goals.sort_by_key(|atom| matches!(atom, Atom::List { .. }));
        while !goals.is_empty() {
            let ready = goals.iter().position(|goal| self.value(goal.start()).is_some())?;
            let goal = goals.remove(ready);
            let at = self.value(goal.start())?;
            match goal {
                Atom::List { to, .. } => self.list(at, to)?,
                _ => self.single(goal, &at)?,
            }
        }
        (self.rest.is_empty() || self.right.has_more).then_some(())
    }

    /// Takes the atom at an address out of the left heap.
    fn take(&mut self, at: &Lin) -> Option<&'h Atom> {
        let index = self.rest.iter().position(|atom| {
            !matches!(atom, Atom::Block { low, high } if low == high) && atom.start() == at
        })?;
        let atom = self.rest.swap_remove(index);
        self.starts.push(at.clone());
        Some(atom)
    }

    fn single(&mut self, goal: &Atom, at: &Lin) -> Option<()> {
        match (goal, self.take(at)?) {
            (Atom::Cell { ty, bytes, value, .. }, Atom::Cell { ty: own, bytes: width, value: found, .. })
                if bytes == width && (ty == own || *value == Value::Unset) =>
            {
                self.unify_value(value, found)
            }
            (Atom::Block { high, .. }, Atom::Block { high: end, .. }) => self.unify(high, end, true),
            (Atom::Node { next, size, .. }, Atom::Node { next: link, size: found, .. }) => {
                self.unify(size, found, false)?;
                self.unify_value(next, link)
            }
            _ => None,
        }
    }

    /// A list from an address on; if its end is not known yet, it is that of the first node or list.
    fn list(&mut self, from: Lin, to: &Lin) -> Option<()> {
        let mut at = from;
        loop {
            at = self.take(&at)?.link()?.clone();
            match self.value(to) {
                None => return self.unify(to, &at, true),
                Some(end) if end == at => return Some(()),
                Some(_) => {}
            }
        }
    }

    /// What the right heap takes for the address of an object is one, and not one that was computed.
    fn are_addresses_proper(&self) -> bool {
        self.addresses.iter().all(|(sym, value)| {
            let is_wild = value.symbols().any(|own| self.left.wild.contains(&own));
            if is_wild || self.right.wild.contains(sym) {
                return self.right.wild.contains(sym);
            }
            let is_plain = match value.as_symbol() {
                Some(own) => !self.left.derived.contains(&own),
                None => value.as_constant().is_some(),
            };
            is_plain || self.right.derived.contains(sym) || self.starts.contains(value)
        })
    }

    fn facts(&self) -> bool {
        self.right.facts.iter().all(|fact| {
            let value = self.value(fact);
            value.is_some_and(|value| self.left.is_at_least_zero(&self.setting.header, &value))
        }) && self.right.apart.iter().all(|lin| self.is_apart(lin))
    }

    fn is_apart(&self, lin: &Lin) -> bool {
        let Some(value) = self.value(lin) else { return false };
        let known = &self.left.apart;
        match value.as_constant() {
            Some(constant) => constant != 0,
            None => {
                let header = &self.setting.header;
                known.contains(&value)
                    || known.contains(&value.negated())
                    || self.left.is_at_least_zero(header, &value.plus_constant(-1))
                    || self.left.is_at_least_zero(header, &value.negated().plus_constant(-1))
            }
        }
    }
}
