//! Which clauses of a log a contradiction needs, and which ones each learned clause follows from.
//!
//! Backwards from the contradiction: a clause is looked at only if a later one needs it. The negation of its
//! literals is propagated through the clauses before it, until one of these is false; the clauses that took
//! part are its premises. Clauses that are needed already are propagated first, so that fewer others are.
//!
//! Literals that hold by the clauses of the prefix alone, the *root*, are kept from one clause to the next,
//! as long as the clauses that imply them are still in the prefix. Where one of them is used, it is a unit
//! clause of its own, which is derived once.

use crate::limits::Budget;
use crate::sat::log::{ClauseLog, Source};
use crate::sat::{Lit, Var};
use fxhash::{FxHashMap, FxHashSet};

/// What a clause follows from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Premise {
    /// A clause of the log.
    Clause(usize),
    /// A unit clause of the root.
    Unit(usize),
}

/// A clause that is needed, with its premises if it was derived. The first premise is false, the others are
/// reasons, those assigned last first: a chain of resolutions.
#[derive(Debug)]
pub(super) enum Item {
    /// A clause of the log.
    Clause(usize, Vec<Premise>),
    /// A unit clause of the root, by its number.
    Unit(usize, Lit, Vec<Premise>),
}

/// What is left of a log.
pub(super) struct Trimmed {
    /// What is needed, in order.
    pub(super) needed: Vec<Item>,
    /// The premises of the empty clause.
    pub(super) contradiction: Vec<Premise>,
}

/// Trims a log; nothing if a learned clause does not follow, or the budget is spent.
pub(super) fn trim(log: &ClauseLog, num_vars: usize, budget: &mut Budget) -> Option<Trimmed> {
    let mut checker = Checker::new(log, num_vars);
    let contradiction = checker.premises(log.len(), &[])?;
    let mut clauses = Vec::new();
    for index in (0..log.len()).rev() {
        if !checker.is_needed[index] {
            continue;
        }
        let mut premises = Vec::new();
        if log.source(index) == Source::Learned {
            premises = checker.premises(index, log.clause(index))?;
            if !budget.spend(std::mem::take(&mut checker.work)) {
                return None;
            }
        }
        clauses.push((index, premises));
    }
    clauses.reverse();
    // A unit clause comes after the last clause that it rests on.
    let mut units: Vec<(usize, usize, Unit)> =
        checker.units.into_iter().enumerate().map(|(number, unit)| (unit.key, number, unit)).collect();
    units.sort_by_key(|(key, number, _)| (*key, *number));
    let mut units = units.into_iter().peekable();
    let mut needed = Vec::new();
    for (index, premises) in clauses {
        while let Some((_, number, unit)) = units.next_if(|(key, ..)| *key < index) {
            needed.push(Item::Unit(number, unit.lit, unit.premises));
        }
        needed.push(Item::Clause(index, premises));
    }
    needed.extend(units.map(|(_, number, unit)| Item::Unit(number, unit.lit, unit.premises)));
    Some(prune(Trimmed { needed, contradiction }, log))
}

/// A unit clause of the root is derived anew whenever the root was shortened. The first derivation is kept,
/// and what only the others needed is dropped.
fn prune(trimmed: Trimmed, log: &ClauseLog) -> Trimmed {
    let Trimmed { needed, mut contradiction } = trimmed;
    let mut first: FxHashMap<Lit, Premise> = FxHashMap::default();
    let mut same: FxHashMap<Premise, Premise> = FxHashMap::default();
    let mut items = Vec::new();
    for mut item in needed {
        item.premises_mut().iter_mut().for_each(|premise| *premise = *same.get(premise).unwrap_or(premise));
        let unit = match &item {
            Item::Unit(_, lit, _) => Some(*lit),
            Item::Clause(index, _) => match log.clause(*index) {
                [lit] => Some(*lit),
                _ => None,
            },
        };
        match unit.and_then(|lit| first.get(&lit)) {
            Some(known) => _ = same.insert(item.name(), *known),
            None => {
                first.extend(unit.map(|lit| (lit, item.name())));
                items.push(item);
            }
        }
    }
    contradiction.iter_mut().for_each(|premise| *premise = *same.get(premise).unwrap_or(premise));
    let mut used: FxHashSet<Premise> = contradiction.iter().copied().collect();
    let mut kept: Vec<Item> = Vec::new();
    for mut item in items.into_iter().rev() {
        if used.contains(&item.name()) {
            used.extend(item.premises_mut().iter());
            kept.push(item);
        }
    }
    kept.reverse();
    Trimmed { needed: kept, contradiction }
}

impl Item {
    /// How other items refer to it.
    fn name(&self) -> Premise {
        match self {
            Item::Clause(index, _) => Premise::Clause(*index),
            Item::Unit(number, ..) => Premise::Unit(*number),
        }
    }

    fn premises_mut(&mut self) -> &mut Vec<Premise> {
        match self {
            Item::Clause(_, premises) | Item::Unit(_, _, premises) => premises,
        }
    }
}

/// A unit clause of the root that is used.
#[derive(Debug)]
struct Unit {
    lit: Lit,
    /// The last clause that it rests on.
    key: usize,
    premises: Vec<Premise>,
}

/// A literal that is true.
#[derive(Clone, Copy, Debug)]
struct Assigned {
    lit: Lit,
    reason: Option<usize>,
    /// Its unit clause, if it is of the root and was used.
    unit: Option<usize>,
}

/// Unit propagation over a prefix of the log.
struct Checker<'a> {
    log: &'a ClauseLog,
    /// The clauses that watch a literal, by its index: looked at when it becomes false. Needed clauses are in
    /// the first list; those that became needed later move there when they are met. Later clauses are dropped
    /// as the prefix gets shorter.
    watches: [Vec<Vec<usize>>; 2],
    /// The two watched literals of each clause.
    watched: Vec<[Lit; 2]>,
    /// Clauses of one literal, and the empty one.
    short: Vec<usize>,
    is_needed: Vec<bool>,
    /// The value of each literal, by its index.
    values: Vec<bool>,
    /// True literals in the order of their assignment: first those of the root.
    trail: Vec<Assigned>,
    /// How many literals of the trail belong to the root, and the last clause that one of them rests on.
    root: usize,
    root_key: usize,
    /// A clause that is false by the root alone.
    root_conflict: Option<usize>,
    /// How much of the trail has been propagated through the clauses of either list.
    heads: [usize; 2],
    /// The position of the literals of each variable on the trail.
    positions: Vec<usize>,
    units: Vec<Unit>,
    /// When each variable was last marked.
    marks: Vec<u32>,
    mark: u32,
    work: u64,
}

impl<'a> Checker<'a> {
    fn new(log: &'a ClauseLog, num_vars: usize) -> Checker<'a> {
        let mut checker = Checker {
            log,
            watches: [vec![Vec::new(); 2 * num_vars], vec![Vec::new(); 2 * num_vars]],
            watched: Vec::with_capacity(log.len()),
            short: Vec::new(),
            is_needed: vec![false; log.len()],
            values: vec![false; 2 * num_vars],
            trail: Vec::new(),
            root: 0,
            root_key: 0,
            root_conflict: None,
            heads: [0; 2],
            positions: vec![0; num_vars],
            units: Vec::new(),
            marks: vec![0; num_vars],
            mark: 0,
            work: 0,
        };
        for index in 0..log.len() {
            let clause = log.clause(index);
            let first = clause.first().copied();
            let second = first.and_then(|first| clause.iter().copied().find(|lit| *lit != first));
            match (first, second) {
                (Some(first), Some(second)) => {
                    checker.watches[1][first.index()].push(index);
                    checker.watches[1][second.index()].push(index);
                    checker.watched.push([first, second]);
                }
                _ => {
                    checker.short.push(index);
                    checker.watched.push([first.unwrap_or(Var::new(0).positive()); 2]);
                }
            }
        }
        checker.extend_root(log.len());
        checker
    }

    /// The clauses before `end` from which a clause follows by unit propagation.
    fn premises(&mut self, end: usize, clause: &[Lit]) -> Option<Vec<Premise>> {
        self.shorten_root(end);
        let conflict = self.root_conflict.or_else(|| self.conflict(end, clause));
        let premises = conflict.map(|conflict| self.behind(conflict));
        self.undo(self.root);
        premises
    }

    /// Gives up the literals of the root that rest on clauses outside of the prefix.
    fn shorten_root(&mut self, end: usize) {
        let is_outside = |reason: Option<usize>| reason.is_some_and(|reason| reason >= end);
        if !is_outside(self.root_conflict) && self.root_key < end {
            return;
        }
        let kept = self.trail.iter().position(|assigned| is_outside(assigned.reason));
        self.root_conflict = None;
        self.undo(kept.unwrap_or(self.root));
        self.root = self.trail.len();
        // Clauses may be unit now whose true literal was given up.
        self.heads = [0; 2];
        self.extend_root(end);
    }

    /// Propagates the clauses of a prefix alone.
    fn extend_root(&mut self, end: usize) {
        self.short.retain(|index| *index < end);
        let mut conflict = None;
        for index in self.short.clone() {
            match self.log.clause(index).first() {
                Some(&lit) if self.values[lit.index()] => {}
                Some(&lit) if !self.values[(!lit).index()] => self.assign(lit, Some(index)),
                _ => conflict = conflict.or(Some(index)),
            }
        }
        self.root_conflict = conflict.or_else(|| self.propagate(end));
        self.root = self.trail.len();
        self.root_key = self.trail.iter().filter_map(|assigned| assigned.reason).max().unwrap_or(0);
    }

    /// Propagates the negation of a clause; returns a clause that becomes false.
    fn conflict(&mut self, end: usize, clause: &[Lit]) -> Option<usize> {
        for &lit in clause {
            if self.values[lit.index()] {
                // The root says so: its reason is false once the literal is.
                let Assigned { reason, .. } = self.trail[self.positions[lit.var().index()]];
                return reason;
            }
            if !self.values[(!lit).index()] {
                self.assign(!lit, None);
            }
        }
        self.propagate(end)
    }

    /// Propagates to a fixpoint, through needed clauses first; returns a clause that becomes false.
    fn propagate(&mut self, end: usize) -> Option<usize> {
        loop {
            let list = usize::from(self.heads[0] == self.trail.len());
            let &Assigned { lit, .. } = self.trail.get(self.heads[list])?;
            self.heads[list] += 1;
            if let Some(conflict) = self.visit(!lit, list, end) {
                return Some(conflict);
            }
        }
    }

    fn assign(&mut self, lit: Lit, reason: Option<usize>) {
        self.values[lit.index()] = true;
        self.positions[lit.var().index()] = self.trail.len();
        self.trail.push(Assigned { lit, reason, unit: None });
    }

    /// Takes assignments back.
    fn undo(&mut self, length: usize) {
        for assigned in self.trail.drain(length..) {
            self.values[assigned.lit.index()] = false;
        }
        self.heads = self.heads.map(|head| head.min(length));
    }

    /// A literal became false: looks at the clauses that watch it.
    fn visit(&mut self, lit: Lit, list: usize, end: usize) -> Option<usize> {
        let mut clauses = std::mem::take(&mut self.watches[list][lit.index()]);
        self.work += 1 + clauses.len() as u64 / 4;
        let (mut kept, mut conflict) = (0, None);
        for position in 0..clauses.len() {
            let index = clauses[position];
            if index >= end {
                continue;
            }
            if conflict.is_some() || !self.moves_on(index, lit) {
                if list == 1 && self.is_needed[index] {
                    self.watches[0][lit.index()].push(index);
                } else {
                    clauses[kept] = index;
                    kept += 1;
                }
                let [first, second] = self.watched[index];
                let other = if first == lit { second } else { first };
                if conflict.is_some() || self.values[other.index()] {
                    continue;
                }
                match self.values[(!other).index()] {
                    true => conflict = Some(index),
                    false => self.assign(other, Some(index)),
                }
            }
        }
        clauses.truncate(kept);
        self.watches[list][lit.index()] = clauses;
        conflict
    }

    /// Watches another literal instead of a false one, if the clause has one that is not false.
    fn moves_on(&mut self, index: usize, lit: Lit) -> bool {
        let [first, second] = self.watched[index];
        let other = if first == lit { second } else { first };
        if self.values[other.index()] {
            return false;
        }
        let mut candidates = self.log.clause(index).iter();
        let next =
            candidates.find(|next| **next != lit && **next != other && !self.values[(!**next).index()]);
        let Some(&next) = next else { return false };
        self.work += 1;
        self.watched[index] = [other, next];
        self.watches[usize::from(!self.is_needed[index])][next.index()].push(index);
        true
    }

    /// What a false clause rests on. Literals of the root become unit clauses.
    fn behind(&mut self, conflict: usize) -> Vec<Premise> {
        self.mark += 1;
        let (mut premises, mut units) = (vec![Premise::Clause(conflict)], Vec::new());
        self.is_needed[conflict] = true;
        let mut low = self.trail.len();
        self.mark_clause(conflict, &mut units, &mut low);
        let mut position = self.trail.len();
        while position > low {
            position -= 1;
            let Assigned { lit, reason, .. } = self.trail[position];
            if let (true, Some(reason)) = (self.marks[lit.var().index()] == self.mark, reason) {
                premises.push(Premise::Clause(reason));
                self.is_needed[reason] = true;
                self.mark_clause(reason, &mut units, &mut low);
            }
        }
        units.sort_unstable_by(|one, other| other.cmp(one));
        for position in units {
            let unit = self.unit(position);
            premises.push(unit);
        }
        premises
    }

    /// Marks the variables of a clause; notes the positions of those of the root, and the lowest other one.
    fn mark_clause(&mut self, index: usize, units: &mut Vec<usize>, low: &mut usize) {
        for &lit in self.log.clause(index) {
            let var = lit.var().index();
            let is_false = self.values[(!lit).index()];
            if self.marks[var] == self.mark || !(is_false || self.values[lit.index()]) {
                continue;
            }
            let position = self.positions[var];
            if position >= self.root {
                self.marks[var] = self.mark;
                *low = (*low).min(position);
            } else if is_false {
                self.marks[var] = self.mark;
                units.push(position);
            }
        }
    }

    /// The unit clause of a literal of the root.
    fn unit(&mut self, root: usize) -> Premise {
        let mut pending = vec![root];
        while let Some(&position) = pending.last() {
            let Assigned { lit, reason, unit } = self.trail[position];
            let reason = reason.expect("literals of the root have reasons");
            if unit.is_some() {
                pending.pop();
                continue;
            }
            let others: Vec<usize> = (self.log.clause(reason).iter())
                .filter(|other| **other != lit)
                .map(|other| self.positions[other.var().index()])
                .collect();
            let missing = others.iter().filter(|other| self.trail[**other].unit.is_none());
            let before = pending.len();
            pending.extend(missing.collect::<Vec<_>>());
            if pending.len() > before {
                continue;
            }
            let mut others: Vec<usize> = others;
            others.sort_unstable_by(|one, other| other.cmp(one));
            others.dedup();
            let numbers: Vec<usize> = others.iter().filter_map(|other| self.trail[*other].unit).collect();
            let key = numbers.iter().map(|number| self.units[*number].key).max().unwrap_or(0).max(reason);
            let mut premises = vec![Premise::Clause(reason)];
            premises.extend(numbers.iter().map(|number| self.premise(*number)));
            self.is_needed[reason] = true;
            self.trail[position].unit = Some(self.units.len());
            self.units.push(Unit { lit, key, premises });
        }
        let number = self.trail[root].unit.expect("just made");
        self.premise(number)
    }

    /// A unit clause of the log is used as it is.
    fn premise(&self, number: usize) -> Premise {
        match self.units[number].premises[..] {
            [only] => only,
            _ => Premise::Unit(number),
        }
    }
}
