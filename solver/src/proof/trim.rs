//! Which clauses of a log a contradiction needs, and which ones each learned clause follows from.
//!
//! Backwards from the contradiction: a clause is looked at only if a later one needs it. The negation of its
//! literals is propagated through the clauses before it, until one of these is false; the clauses that took
//! part are its premises.

use crate::limits::Budget;
use crate::sat::log::{ClauseLog, Source};
use crate::sat::{Lit, Var};

/// What is left of a log.
pub(super) struct Trimmed {
    /// The needed clauses in order, each with its premises if it was learned. The first premise is false, the
    /// others are reasons, those assigned last first: a chain of resolutions.
    pub(super) needed: Vec<(usize, Vec<usize>)>,
    /// The premises of the empty clause.
    pub(super) contradiction: Vec<usize>,
}

/// Trims a log; nothing if a learned clause does not follow, or the budget is spent.
pub(super) fn trim(log: &ClauseLog, num_vars: usize, budget: &mut Budget) -> Option<Trimmed> {
    let mut checker = Checker::new(log, num_vars);
    let contradiction = checker.premises(log.len(), &[])?;
    let mut is_needed = vec![false; log.len()];
    contradiction.iter().for_each(|premise| is_needed[*premise] = true);
    let mut needed = Vec::new();
    for index in (0..log.len()).rev() {
        if !is_needed[index] {
            continue;
        }
        let mut premises = Vec::new();
        if log.source(index) == Source::Learned {
            premises = checker.premises(index, log.clause(index))?;
            premises.iter().for_each(|premise| is_needed[*premise] = true);
            if !budget.spend(checker.take_work()) {
                return None;
            }
        }
        needed.push((index, premises));
    }
    needed.reverse();
    Some(Trimmed { needed, contradiction })
}

/// Unit propagation over a prefix of the log.
struct Checker<'a> {
    log: &'a ClauseLog,
    /// The clauses that watch a literal, by its index: looked at when it becomes false. Later clauses are
    /// dropped as the prefix gets shorter.
    watches: Vec<Vec<usize>>,
    /// The two watched literals of each clause.
    watched: Vec<[Lit; 2]>,
    /// Clauses of one literal, and the empty one.
    short: Vec<usize>,
    /// The value of each literal, by its index.
    values: Vec<bool>,
    /// True literals in the order of their assignment, each with the clause that implied it.
    trail: Vec<(Lit, Option<usize>)>,
    num_vars: usize,
    work: u64,
}

impl<'a> Checker<'a> {
    fn new(log: &'a ClauseLog, num_vars: usize) -> Checker<'a> {
        let mut checker = Checker {
            log,
            watches: vec![Vec::new(); 2 * num_vars],
            watched: Vec::with_capacity(log.len()),
            short: Vec::new(),
            values: vec![false; 2 * num_vars],
            trail: Vec::new(),
            num_vars,
            work: 0,
        };
        for index in 0..log.len() {
            let clause = log.clause(index);
            let first = clause.first().copied();
            let second = first.and_then(|first| clause.iter().copied().find(|lit| *lit != first));
            match (first, second) {
                (Some(first), Some(second)) => {
                    checker.watches[first.index()].push(index);
                    checker.watches[second.index()].push(index);
                    checker.watched.push([first, second]);
                }
                _ => {
                    checker.short.push(index);
                    checker.watched.push([first.unwrap_or(Var::new(0).positive()); 2]);
                }
            }
        }
        checker
    }

    fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    /// The clauses before `end` from which a clause follows by unit propagation.
    fn premises(&mut self, end: usize, clause: &[Lit]) -> Option<Vec<usize>> {
        let conflict = self.conflict(end, clause);
        let premises = conflict.map(|conflict| self.behind(conflict));
        for (lit, _) in self.trail.drain(..) {
            self.values[lit.index()] = false;
        }
        premises
    }

    /// Propagates the negation of a clause; returns a clause that becomes false.
    fn conflict(&mut self, end: usize, clause: &[Lit]) -> Option<usize> {
        for &lit in clause {
            if !self.values[(!lit).index()] {
                self.assign(!lit, None);
            }
        }
        self.short.retain(|index| *index < end);
        for index in self.short.clone() {
            match self.log.clause(index).first() {
                Some(&lit) if self.values[lit.index()] => {}
                Some(&lit) if !self.values[(!lit).index()] => self.assign(lit, Some(index)),
                _ => return Some(index),
            }
        }
        let mut position = 0;
        while let Some(&(lit, _)) = self.trail.get(position) {
            position += 1;
            if let Some(conflict) = self.visit(!lit, end) {
                return Some(conflict);
            }
        }
        None
    }

    fn assign(&mut self, lit: Lit, reason: Option<usize>) {
        self.values[lit.index()] = true;
        self.trail.push((lit, reason));
    }

    /// A literal became false: looks at the clauses that watch it.
    fn visit(&mut self, lit: Lit, end: usize) -> Option<usize> {
        let mut list = std::mem::take(&mut self.watches[lit.index()]);
        self.work += list.len() as u64;
        let (mut kept, mut conflict) = (0, None);
        for position in 0..list.len() {
            let index = list[position];
            if index >= end {
                continue;
            }
            if conflict.is_some() || !self.moves_on(index, lit) {
                list[kept] = index;
                kept += 1;
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
        list.truncate(kept);
        self.watches[lit.index()] = list;
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
        self.watched[index] = [other, next];
        self.watches[next.index()].push(index);
        true
    }

    /// The clauses behind a false one.
    fn behind(&self, conflict: usize) -> Vec<usize> {
        let mut is_marked = vec![false; self.num_vars];
        let mut premises = vec![conflict];
        self.log.clause(conflict).iter().for_each(|lit| is_marked[lit.var().index()] = true);
        for &(lit, reason) in self.trail.iter().rev() {
            if let (true, Some(reason)) = (is_marked[lit.var().index()], reason) {
                premises.push(reason);
                self.log.clause(reason).iter().for_each(|lit| is_marked[lit.var().index()] = true);
            }
        }
        premises
    }
}
