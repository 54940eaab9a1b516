//! Simplification of clauses: units, subsumption, and elimination of variables by resolution.
//!
//! A variable is eliminated by replacing the clauses that contain it by all resolvents upon it, if these are
//! not more (Eén and Biere, SAT 2005). What is left has a model if and only if the clauses had one; the
//! clauses of one of the two literals are remembered, and tell the value of the variable in the end.

use crate::limits::Budget;
use crate::sat::{Lit, Var};
use std::collections::VecDeque;

/// Variables with more occurrences are not eliminated.
const MAX_OCCURRENCES: usize = 400;
/// Longer resolvents are not made.
const MAX_LENGTH: usize = 80;
/// How many more clauses an elimination may make than it removes, from time to time: what is gained by large
/// numbers can be lost in the search.
const GROWTH: [usize; 5] = [0, 0, 4, 8, 16];
/// Eliminations one after the other, at most.
const MAX_ROUNDS: usize = 3;
/// Work of the first round in ticks, at most.
pub(super) const MAX_WORK: u64 = 40_000_000;

/// A clause, its literals in increasing order.
pub(super) struct Clause {
    pub(super) lits: Vec<Lit>,
    /// A bit for each variable, by its number modulo 64.
    pub(super) signature: u64,
    pub(super) is_deleted: bool,
    /// It waits to be compared with others.
    pub(super) is_queued: bool,
}

/// The values of eliminated variables, as far as they depend on others.
#[derive(Default)]
pub(super) struct Extension {
    /// Clauses in the order in which they were removed: their first literal is true unless another is.
    clauses: Vec<Vec<Lit>>,
}

impl Extension {
    /// Sets the eliminated variables of a model.
    pub(super) fn complete(&self, model: &mut [bool]) {
        let holds = |model: &[bool], lit: Lit| model[lit.var().index()] == lit.is_positive();
        for clause in self.clauses.iter().rev() {
            if !clause.iter().any(|&lit| holds(model, lit)) {
                model[clause[0].var().index()] = clause[0].is_positive();
            }
        }
    }
}

/// Clauses with lists of where each literal occurs.
pub(super) struct Simplifier {
    pub(super) clauses: Vec<Clause>,
    /// The clauses of each literal; some may have been deleted since.
    pub(super) occurrences: Vec<Vec<u32>>,
    /// The value of each literal: 1 if true, -1 if false.
    values: Vec<i8>,
    /// Units whose consequences are still to be drawn.
    units: Vec<Lit>,
    is_frozen: Vec<bool>,
    is_eliminated: Vec<bool>,
    /// Clauses to be compared with others.
    pub(super) queue: VecDeque<u32>,
    extension: Extension,
    /// What eliminated variables were replaced by, as far as they were; each variable by itself otherwise.
    replacements: Vec<Lit>,
    /// Work that has not been booked yet, and how much more there may be.
    pub(super) work: u64,
    work_left: u64,
    /// How often clauses were simplified.
    runs: usize,
    is_inconsistent: bool,
}

impl Simplifier {
    /// No clauses yet; the variables of some literals are to be kept.
    pub(super) fn new(num_vars: usize, kept: &[Lit]) -> Simplifier {
        let mut is_frozen = vec![false; num_vars];
        kept.iter().for_each(|lit| is_frozen[lit.var().index()] = true);
        Simplifier {
            clauses: Vec::new(),
            occurrences: vec![Vec::new(); 2 * num_vars],
            values: vec![0; 2 * num_vars],
            units: Vec::new(),
            is_frozen,
            is_eliminated: vec![false; num_vars],
            queue: VecDeque::new(),
            extension: Extension::default(),
            replacements: (0..num_vars).map(|index| Var::new(index).positive()).collect(),
            work: 0,
            work_left: MAX_WORK,
            runs: 0,
            is_inconsistent: false,
        }
    }

    /// Allows so much more work.
    pub(super) fn allow(&mut self, work: u64) {
        self.work_left = work;
    }

    /// Forgets the clauses, but not what is known of the variables.
    pub(super) fn clear(&mut self) {
        self.clauses.clear();
        self.queue.clear();
        self.occurrences.iter_mut().for_each(Vec::clear);
    }

    /// Whether a variable has to be kept.
    pub(super) fn is_frozen(&self, var: Var) -> bool {
        self.is_frozen[var.index()]
    }

    /// Whether a literal has no value, and its variable is there.
    pub(super) fn is_open_lit(&self, lit: Lit) -> bool {
        self.values[lit.index()] == 0 && !self.is_eliminated[lit.var().index()]
    }

    /// There is no model.
    pub(super) fn contradict(&mut self) {
        self.is_inconsistent = true;
    }

    pub(super) fn is_eliminated(&self, var: Var) -> bool {
        self.is_eliminated[var.index()]
    }

    /// Calls a function with each clause that is left, units included.
    pub(super) fn for_each_clause(&self, mut call: impl FnMut(&[Lit])) {
        if self.is_inconsistent {
            return call(&[]);
        }
        let is_true = |index: &usize| self.values[*index] > 0;
        (0..self.values.len()).filter(is_true).for_each(|index| call(&[Lit::from_index(index)]));
        self.clauses.iter().filter(|clause| !clause.is_deleted).for_each(|clause| call(&clause.lits));
    }

    pub(super) fn extension(&self) -> &Extension {
        &self.extension
    }

    /// Rewrites a clause that follows from the others by what was replaced and what holds for good. `false`
    /// if it is superfluous, or has a variable that is no more.
    pub(super) fn translate(&self, lits: &mut Vec<Lit>) -> bool {
        for lit in lits.iter_mut() {
            while self.replacements[lit.var().index()].var() != lit.var() {
                *lit = self.replacements[lit.var().index()].negated_if(!lit.is_positive());
            }
        }
        lits.retain(|lit| self.values[lit.index()] >= 0);
        lits.sort_unstable();
        lits.dedup();
        let is_tautology = lits.windows(2).any(|pair| pair[0] == !pair[1]);
        !is_tautology && lits.iter().all(|&lit| self.is_open_lit(lit))
    }

    /// Replaces a variable by an equivalent literal in all clauses.
    pub(super) fn replace(&mut self, var: Var, by: Lit) {
        self.is_eliminated[var.index()] = true;
        self.replacements[var.index()] = by;
        for lit in [var.positive(), var.negative()] {
            let by = by.negated_if(!lit.is_positive());
            self.extension.clauses.push(vec![lit, !by]);
            for id in std::mem::take(&mut self.occurrences[lit.index()]) {
                let clause = &self.clauses[id as usize];
                self.work += clause.lits.len() as u64;
                if clause.lits.contains(&lit) {
                    let replaced: Vec<Lit> =
                        clause.lits.iter().map(|&other| if other == lit { by } else { other }).collect();
                    self.delete(id);
                    self.add(&replaced);
                }
            }
        }
    }

    /// Adds a clause.
    pub(super) fn add(&mut self, lits: &[Lit]) {
        let mut lits = lits.to_vec();
        lits.sort_unstable();
        lits.dedup();
        let is_tautology = lits.windows(2).any(|pair| pair[0] == !pair[1]);
        if is_tautology || lits.iter().any(|lit| self.values[lit.index()] > 0) {
            return;
        }
        lits.retain(|lit| self.values[lit.index()] == 0);
        match lits[..] {
            [] => self.is_inconsistent = true,
            [unit] => self.assign(unit),
            _ => {
                let id = u32::try_from(self.clauses.len()).expect("too many clauses");
                lits.iter().for_each(|lit| self.occurrences[lit.index()].push(id));
                let signature = signature(&lits);
                self.clauses.push(Clause { lits, signature, is_deleted: false, is_queued: true });
                self.queue.push_back(id);
            }
        }
    }

    fn assign(&mut self, unit: Lit) {
        match self.values[unit.index()] {
            1.. => {}
            0 => {
                self.values[unit.index()] = 1;
                self.values[(!unit).index()] = -1;
                self.units.push(unit);
            }
            _ => self.is_inconsistent = true,
        }
    }

    /// Simplifies until there is nothing to do or the work is too much.
    pub(super) fn run(&mut self, budget: &mut Budget) {
        if self.propagate() {
            self.eliminate_all(budget);
        }
    }

    /// Simplifies clauses again that have been searched meanwhile, given binary clauses that follow from
    /// them.
    pub(super) fn run_again(&mut self, learned: &[[Lit; 2]], budget: &mut Budget) {
        if self.propagate() && self.merge_equivalent(learned) {
            self.eliminate_all(budget);
        }
    }

    /// Compares clauses, eliminates variables and merges equivalent ones, as long as that changes much.
    fn eliminate_all(&mut self, budget: &mut Budget) {
        let growth = GROWTH[self.runs.min(GROWTH.len() - 1)];
        self.runs += 1;
        let count =
            |this: &Simplifier| this.is_eliminated.iter().filter(|&&is_eliminated| is_eliminated).count();
        for _ in 0..MAX_ROUNDS {
            let before = count(self);
            let is_open = self.compare_queued(budget)
                && self.eliminate(growth, budget)
                && self.merge_equivalent(&[])
                && self.propagate();
            if !is_open || count(self) == before {
                break;
            }
        }
    }

    /// Whether more may be done.
    pub(super) fn is_open(&mut self, budget: &mut Budget) -> bool {
        let work = std::mem::take(&mut self.work);
        self.work_left = self.work_left.saturating_sub(work);
        !self.is_inconsistent && self.work_left > 0 && budget.spend(work)
    }

    /// Draws the consequences of units; `false` if there is a contradiction.
    pub(super) fn propagate(&mut self) -> bool {
        while let Some(unit) = self.units.pop() {
            for id in std::mem::take(&mut self.occurrences[unit.index()]) {
                self.delete(id);
            }
            for id in std::mem::take(&mut self.occurrences[(!unit).index()]) {
                self.strengthen(id, !unit);
            }
        }
        !self.is_inconsistent
    }

    pub(super) fn delete(&mut self, id: u32) {
        let clause = &mut self.clauses[id as usize];
        clause.is_deleted = true;
        clause.lits = Vec::new();
    }

    /// Removes a literal from a clause, if it is there. Its list of occurrences is left as it is.
    pub(super) fn strengthen(&mut self, id: u32, lit: Lit) {
        let clause = &mut self.clauses[id as usize];
        let before = clause.lits.len();
        clause.lits.retain(|&other| other != lit);
        if clause.is_deleted || clause.lits.len() == before {
            return;
        }
        clause.signature = signature(&clause.lits);
        self.work += before as u64;
        match clause.lits[..] {
            [] => self.is_inconsistent = true,
            [unit] => {
                self.delete(id);
                self.assign(unit);
            }
            _ if !clause.is_queued => {
                clause.is_queued = true;
                self.queue.push_back(id);
            }
            _ => {}
        }
    }

    /// The clauses in which a literal occurs.
    fn live(&mut self, lit: Lit) -> Vec<u32> {
        let Simplifier { clauses, occurrences, .. } = self;
        let list = &mut occurrences[lit.index()];
        // Signatures are of variables only, and strengthened clauses stay in the lists.
        list.retain(|&id| clauses[id as usize].lits.binary_search(&lit).is_ok());
        self.work += list.len() as u64;
        list.clone()
    }

    /// Eliminates variables, those with few occurrences first; `false` if the work is too much.
    fn eliminate(&mut self, growth: usize, budget: &mut Budget) -> bool {
        let count = |this: &Simplifier, var: Var| {
            let [positive, negative] =
                [var.positive(), var.negative()].map(|lit| &this.occurrences[lit.index()]);
            positive.len() * negative.len()
        };
        let mut order: Vec<(usize, Var)> =
            (0..self.is_frozen.len()).map(Var::new).map(|var| (count(self, var), var)).collect();
        order.sort_unstable();
        for (_, var) in order {
            let is_done = self.is_eliminated[var.index()] || self.values[var.positive().index()] != 0;
            if self.is_frozen[var.index()] || is_done {
                continue;
            }
            self.eliminate_var(var, growth);
            if !self.propagate() || !self.is_open(budget) {
                return false;
            }
        }
        self.compare_queued(budget)
    }

    fn eliminate_var(&mut self, var: Var, growth: usize) {
        let [with, without] = [var.positive(), var.negative()].map(|lit| self.live(lit));
        let removed = with.len() + without.len();
        if removed == 0 || (removed > MAX_OCCURRENCES && !with.is_empty() && !without.is_empty()) {
            return;
        }
        let mut resolvents: Vec<Vec<Lit>> = Vec::new();
        for &left in &with {
            for &right in &without {
                let (left, right) = (&self.clauses[left as usize].lits, &self.clauses[right as usize].lits);
                self.work += (left.len() + right.len()) as u64;
                let Some(resolvent) = resolve(left, right, var) else { continue };
                if resolvent.len() > MAX_LENGTH || resolvents.len() == removed + growth {
                    return;
                }
                resolvents.push(resolvent);
            }
        }
        self.is_eliminated[var.index()] = true;
        // The variable is false unless a clause needs it to be true, or the other way round.
        let (kept, lit) =
            if with.len() <= without.len() { (&with, var.positive()) } else { (&without, var.negative()) };
        for &id in kept {
            let mut clause = self.clauses[id as usize].lits.clone();
            let place = clause.iter().position(|&other| other == lit).expect("the literal occurs");
            clause.swap(0, place);
            self.extension.clauses.push(clause);
        }
        self.extension.clauses.push(vec![!lit]);
        with.iter().chain(&without).for_each(|&id| self.delete(id));
        for lit in [var.positive(), var.negative()] {
            self.occurrences[lit.index()] = Vec::new();
        }
        resolvents.iter().for_each(|resolvent| self.add(resolvent));
    }
}

pub(super) fn signature(lits: &[Lit]) -> u64 {
    lits.iter().fold(0, |bits, lit| bits | 1 << (lit.var().index() % 64))
}

/// The resolvent of two clauses upon a variable, unless it is a tautology.
fn resolve(left: &[Lit], right: &[Lit], var: Var) -> Option<Vec<Lit>> {
    let others = |lits: &[Lit]| lits.iter().copied().filter(|lit| lit.var() != var).collect::<Vec<Lit>>();
    let mut lits = others(left);
    lits.extend(others(right));
    lits.sort_unstable();
    lits.dedup();
    let is_tautology = lits.windows(2).any(|pair| pair[0] == !pair[1]);
    (!is_tautology).then_some(lits)
}
