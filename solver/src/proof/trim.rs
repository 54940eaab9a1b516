//! Which clauses of a log a contradiction needs, and which ones each learned clause follows from.
//!
//! Forwards first: the literals that hold by the clauses before each one alone, the *root*, are found by unit
//! propagation, each with the clause that implied it and the time when it did, until a clause is false.
//!
//! Backwards from there: a clause is looked at only if a later one needs it. The negation of its literals is
//! propagated through its hints, or, if it has none or they fail, through all clauses before it, until one of
//! these is false; the clauses that took part are its premises. Clauses that are needed already are
//! propagated first, so that fewer others are. Literals of the root are given up again when their time is
//! reached. Where one of them is used, it is a unit clause of its own, which is derived once.

use crate::limits::Budget;
use crate::sat::log::{ClauseLog, Source};
use crate::sat::{Lit, Var};

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
    let (last, conflict) = checker.find_root()?;
    let contradiction = checker.behind(conflict);
    let mut clauses = Vec::new();
    for index in (0..=last).rev() {
        if !checker.is_needed[index] {
            continue;
        }
        let mut premises = Vec::new();
        if log.source(index) == Source::Learned {
            premises = checker.premises(index)?;
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
    Some(Trimmed { needed, contradiction })
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
    /// The two watched literals of each clause; meaningless for those with one literal.
    watched: Vec<[Lit; 2]>,
    is_needed: Vec<bool>,
    /// The value of each literal, by its index.
    values: Vec<bool>,
    /// True literals in the order of their assignment: first those of the root.
    trail: Vec<Assigned>,
    /// The clause after which each literal of the root was implied: these do not decrease.
    times: Vec<usize>,
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
        Checker {
            log,
            watches: [vec![Vec::new(); 2 * num_vars], vec![Vec::new(); 2 * num_vars]],
            watched: Vec::with_capacity(log.len()),
            is_needed: vec![false; log.len()],
            values: vec![false; 2 * num_vars],
            trail: Vec::new(),
            times: Vec::new(),
            heads: [0; 2],
            positions: vec![0; num_vars],
            units: Vec::new(),
            marks: vec![0; num_vars],
            mark: 0,
            work: 0,
        }
    }

    /// Propagates the clauses alone, one after the other, until one is false: returns the last one that this
    /// took, and the one that is false.
    fn find_root(&mut self) -> Option<(usize, usize)> {
        for index in 0..self.log.len() {
            let conflict = self.admit(index).or_else(|| self.propagate(index + 1));
            self.times.resize(self.trail.len(), index);
            if let Some(conflict) = conflict {
                return Some((index, conflict));
            }
        }
        None
    }

    /// Takes a clause into the prefix; returns it if it is false. It watches literals that are not false, or
    /// became false last: so it need not be looked at again when others are given up.
    fn admit(&mut self, index: usize) -> Option<usize> {
        let clause = self.log.clause(index);
        let first = clause.iter().copied().max_by_key(|lit| self.rank(*lit));
        let others = clause.iter().copied().filter(|lit| Some(*lit) != first);
        let second = others.max_by_key(|lit| self.rank(*lit));
        let Some(first) = first else {
            self.watched.push([Var::new(0).positive(); 2]);
            return Some(index);
        };
        self.watched.push([first, second.unwrap_or(first)]);
        if let Some(second) = second {
            self.watches[1][first.index()].push(index);
            self.watches[1][second.index()].push(index);
        }
        if self.values[first.index()] {
            return None;
        }
        if self.values[(!first).index()] {
            return Some(index);
        }
        if second.is_none_or(|second| self.values[(!second).index()]) {
            self.assign(first, Some(index));
        }
        None
    }

    /// How good a literal is to be watched.
    fn rank(&self, lit: Lit) -> usize {
        match (self.values[lit.index()], self.values[(!lit).index()]) {
            (true, _) => usize::MAX,
            (_, false) => usize::MAX - 1,
            (false, true) => self.positions[lit.var().index()],
        }
    }

    /// The clauses before a learned one from which it follows by unit propagation.
    fn premises(&mut self, index: usize) -> Option<Vec<Premise>> {
        while self.times.last().is_some_and(|time| *time >= index) {
            self.times.pop();
        }
        let root = self.times.len();
        self.undo(root);
        let clause = self.log.clause(index);
        let mut conflict = self.negate(clause).or_else(|| self.follow_hints(index));
        if conflict.is_none() {
            self.undo(root);
            conflict = self.negate(clause).or_else(|| self.propagate(index));
        }
        let premises = conflict.map(|conflict| self.behind(conflict));
        self.undo(root);
        premises
    }

    /// Makes the literals of a clause false. If the root says that one of them is true, returns its reason,
    /// which is false once the literal is.
    fn negate(&mut self, clause: &[Lit]) -> Option<usize> {
        for &lit in clause {
            if self.values[lit.index()] {
                return self.trail[self.positions[lit.var().index()]].reason;
            }
            if !self.values[(!lit).index()] {
                self.assign(!lit, None);
            }
        }
        None
    }

    /// Propagates through the hints of a clause only, each once; returns one that is false.
    fn follow_hints(&mut self, index: usize) -> Option<usize> {
        let log = self.log;
        for &hint in log.hints(index).iter().rev() {
            let hint = hint as usize;
            let clause = log.clause(hint);
            self.work += 1 + clause.len() as u64 / 8;
            if hint >= index || clause.iter().any(|lit| self.values[lit.index()]) {
                continue;
            }
            let mut open = clause.iter().copied().filter(|lit| !self.values[(!*lit).index()]);
            let Some(first) = open.next() else { return Some(hint) };
            if open.any(|other| other != first) {
                return None;
            }
            self.assign(first, Some(hint));
        }
        None
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
            if position >= self.times.len() {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::rng::Rng;
    use crate::sat::theory::NoTheory;
    use crate::sat::{Outcome, SatOptions, SatSolver};
    use fxhash::FxHashMap;

    /// The log of a random problem over so many variables that has no model.
    fn refuted(seed: u64, num_vars: usize) -> SatSolver {
        let mut solver = SatSolver::new(SatOptions::default());
        solver.keep_log();
        let vars: Vec<Var> = (0..num_vars).map(|_| solver.new_var()).collect();
        let mut rng = Rng::new(seed);
        // Far beyond the ratio up to which there are models, with clauses that repeat a literal.
        for _ in 0..8 * num_vars {
            let mut lit = || {
                let word = rng.next() as usize;
                vars[(word >> 1) % num_vars].lit(word.is_multiple_of(2))
            };
            let clause = [lit(), lit(), lit()];
            solver.add_clause(&clause);
        }
        assert_eq!(solver.solve(&mut NoTheory, &[], &mut Budget::unlimited()), Outcome::Unsat);
        solver
    }

    /// Whether a clause is implied by a chain of clauses, the false one first.
    fn follows(clause: &[Lit], chain: &[&[Lit]]) -> bool {
        let mut falsified: Vec<Lit> = clause.to_vec();
        chain.iter().rev().any(|premise| {
            let mut open: Vec<Lit> = premise.iter().copied().filter(|lit| !falsified.contains(lit)).collect();
            open.sort_unstable();
            open.dedup();
            falsified.extend(open.first().filter(|_| open.len() == 1).map(|lit| !*lit));
            open.is_empty()
        })
    }

    #[test]
    fn learned_clauses_follow_from_their_premises_in_order() {
        for seed in 0..20 {
            let solver = refuted(seed, 60);
            let log = solver.log().expect("a log");
            let trimmed = trim(log, solver.num_vars(), &mut Budget::unlimited()).expect("a proof");
            let mut known: FxHashMap<Premise, Vec<Lit>> = FxHashMap::default();
            for item in &trimmed.needed {
                let (name, clause, premises) = match item {
                    Item::Clause(index, premises) => {
                        (Premise::Clause(*index), log.clause(*index).to_vec(), premises)
                    }
                    Item::Unit(number, lit, premises) => (Premise::Unit(*number), vec![*lit], premises),
                };
                let is_given = matches!(item, Item::Clause(index, _) if log.source(*index) == Source::Given);
                let chain: Vec<&[Lit]> = premises.iter().map(|premise| &known[premise][..]).collect();
                assert!(is_given || follows(&clause, &chain), "{seed}: {item:?}");
                known.insert(name, clause);
            }
            let chain: Vec<&[Lit]> =
                trimmed.contradiction.iter().map(|premise| &known[premise][..]).collect();
            assert!(follows(&[], &chain), "{seed}");
        }
    }

    #[test]
    fn hints_suffice_for_clauses_learned_from_conflicts() {
        let (mut hinted, mut learned) = (0, 0);
        for seed in 0..20 {
            let solver = refuted(seed, 60);
            let log = solver.log().expect("a log");
            let mut checker = Checker::new(log, solver.num_vars());
            let (last, _) = checker.find_root().expect("a contradiction");
            for index in (0..last).rev().filter(|index| log.source(*index) == Source::Learned) {
                checker.premises(index).expect("it follows");
                learned += 1;
                checker.negate(log.clause(index));
                hinted += usize::from(checker.follow_hints(index).is_some());
                checker.undo(checker.times.len());
            }
        }
        // Clauses that were shortened between searches have none.
        assert!(learned > 100 && 10 * hinted >= 9 * learned, "{hinted} of {learned}");
    }
}
