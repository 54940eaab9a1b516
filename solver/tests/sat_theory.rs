//! The link between SAT core and theory, with a theory made to be difficult.
//!
//! The theory is a set of hidden clauses over its atoms: an assignment of the atoms is consistent if it
//! satisfies them all. What it tells the core, when, and in which form is random: implied literals (early or
//! late, explained lazily), conflicts (at once, levels later or only at the final check), lemmas of every
//! shape with repetitions and tautologies, atoms that it makes only during the search. Together with the
//! clauses of the core the hidden clauses are an ordinary problem for varisat.
//!
//! The theory also checks that the core keeps its side of the contract.

mod sat_common;

use cfp_solver::internals::sat::theory::{FinalCheck, Theory, TheoryContext};
use cfp_solver::internals::sat::{Lit, Outcome, SatOptions, SatSolver, Var};
use cfp_solver::{Budget, Unknown};
use sat_common::*;

/// How likely the theory does something when there is occasion, in percent.
struct Habits {
    propagate: usize,
    conflict: usize,
    lemma: usize,
    prefer: usize,
    new_atom: usize,
}

struct Hidden {
    random: Random,
    habits: Habits,
    /// Literals here are over the theory's own numbering of atoms.
    clauses: Clauses,
    /// The variable of each atom that has been made.
    vars: Vec<Option<Var>>,
    /// What was asserted, and how long it was when each level began.
    asserted: Vec<Lit>,
    levels: Vec<usize>,
    /// Value of each atom: 1, -1 or 0.
    values: Vec<i8>,
    /// Propagations: literal, premises, number of assertions at that time, and whether the core has asked
    /// why.
    reasons: Vec<(Lit, Vec<Lit>, usize, bool)>,
    model: Vec<i8>,
}

impl Hidden {
    fn new(random: Random, habits: Habits, atoms: usize, clauses: Clauses) -> Hidden {
        Hidden {
            random,
            habits,
            clauses,
            vars: vec![None; atoms],
            asserted: Vec::new(),
            levels: Vec::new(),
            values: vec![0; atoms],
            reasons: Vec::new(),
            model: Vec::new(),
        }
    }

    fn atom_of(&self, lit: Lit) -> usize {
        self.vars
            .iter()
            .position(|&var| var == Some(lit.var()))
            .expect("asserted to the theory, but not an atom")
    }

    /// The core's literal for a literal of the theory, if its atom has been made.
    fn outer(&self, inner: Lit) -> Option<Lit> {
        self.vars[inner.var().index()].map(|var| var.lit(inner.is_positive()))
    }

    fn value(&self, inner: Lit) -> i8 {
        let value = self.values[inner.var().index()];
        if inner.is_positive() { value } else { -value }
    }

    fn make_atom(&mut self, context: &mut TheoryContext<'_>) -> bool {
        let Some(atom) = self.vars.iter().position(|var| var.is_none()) else {
            return false;
        };
        self.vars[atom] = Some(context.new_atom());
        true
    }

    /// A hidden clause in terms of the core, making missing atoms, with some noise that keeps it valid.
    fn noisy(&mut self, index: usize, context: &mut TheoryContext<'_>) -> Vec<Lit> {
        let mut clause = Vec::new();
        for inner in self.clauses[index].clone() {
            if self.outer(inner).is_none() {
                self.vars[inner.var().index()] = Some(context.new_atom());
            }
            let outer = self.outer(inner).unwrap();
            clause.push(outer);
            if self.random.chance(5) {
                clause.push(outer);
            }
            if self.random.chance(3) {
                clause.push(!outer);
            }
        }
        let extra: Vec<Lit> = self.vars.iter().flatten().map(|var| var.positive()).collect();
        while self.random.chance(20) {
            clause.push(extra[self.random.below(extra.len())]);
        }
        clause
    }

    fn outer_clause(&self, index: usize) -> Vec<Lit> {
        self.clauses[index].iter().map(|&inner| self.outer(inner).expect("all atoms are made")).collect()
    }
}

impl Theory for Hidden {
    fn assert_lit(&mut self, lit: Lit) {
        let atom = self.atom_of(lit);
        assert_eq!(self.values[atom], 0, "{lit:?} is asserted twice");
        self.values[atom] = if lit.is_positive() { 1 } else { -1 };
        self.asserted.push(lit);
    }

    fn new_level(&mut self) {
        self.levels.push(self.asserted.len());
    }

    fn backtrack(&mut self, level: usize) {
        assert!(level < self.levels.len(), "backtracking without need");
        let len = self.levels[level];
        self.levels.truncate(level);
        while self.asserted.len() > len {
            let lit = self.asserted.pop().unwrap();
            let atom = self.atom_of(lit);
            self.values[atom] = 0;
        }
        // What was implied after the first assertion that is gone is gone too.
        self.reasons.retain(|reason| reason.2 <= len);
    }

    fn propagate(&mut self, context: &mut TheoryContext<'_>) {
        for index in 0..self.clauses.len() {
            let clause = self.clauses[index].clone();
            let values: Vec<i8> = clause.iter().map(|&inner| self.value(inner)).collect();
            let open: Vec<Lit> = clause.iter().copied().filter(|&inner| self.value(inner) == 0).collect();
            if values.contains(&1) {
                continue;
            }
            if open.is_empty() && self.random.chance(self.habits.conflict) {
                context.conflict(self.outer_clause(index));
            }
            if open.len() == 1
                && self.random.chance(self.habits.propagate)
                && let Some(lit) = self.outer(open[0])
            {
                let mut premises: Vec<Lit> = clause
                    .iter()
                    .filter(|&&inner| inner != open[0])
                    .map(|&inner| !self.outer(inner).unwrap())
                    .collect();
                // A superfluous premise must do no harm.
                if !self.asserted.is_empty() && self.random.chance(20) {
                    premises.push(self.asserted[self.random.below(self.asserted.len())]);
                }
                self.reasons.push((lit, premises, self.asserted.len(), false));
                context.propagate(lit);
            }
        }
        if !self.clauses.is_empty() && self.random.chance(self.habits.lemma) {
            let index = self.random.below(self.clauses.len());
            let lemma = self.noisy(index, context);
            context.lemma(lemma);
        }
        if self.random.chance(self.habits.new_atom) {
            self.make_atom(context);
        }
        if self.random.chance(self.habits.prefer) {
            let atoms: Vec<Var> = self.vars.iter().flatten().copied().collect();
            if !atoms.is_empty() {
                context.prefer(atoms[self.random.below(atoms.len())].lit(self.random.chance(50)));
            }
        }
    }

    fn explain(&mut self, lit: Lit, premises: &mut Vec<Lit>) {
        let reason = self.reasons.iter_mut().find(|reason| reason.0 == lit && !reason.3);
        let reason = reason.expect("asked to explain what was not implied, or asked twice");
        premises.extend_from_slice(&reason.1);
        reason.3 = true;
    }

    fn final_check(&mut self, context: &mut TheoryContext<'_>) -> FinalCheck {
        for (var, value) in self.vars.iter().zip(&self.values) {
            assert!(var.is_none() || *value != 0, "an atom is undecided at the final check");
        }
        let violated = (0..self.clauses.len())
            .find(|&index| self.clauses[index].iter().all(|&inner| self.value(inner) < 0));
        if let Some(index) = violated {
            let clause = self.outer_clause(index);
            match self.random.below(3) {
                0 => context.conflict(clause),
                1 => context.lemma(clause),
                _ => {
                    let premises = clause[1..].iter().map(|&lit| !lit).collect();
                    self.reasons.push((clause[0], premises, self.asserted.len(), false));
                    context.propagate(clause[0]);
                }
            }
            return FinalCheck::Continue;
        }
        if self.make_atom(context) {
            if self.random.chance(50) && !self.clauses.is_empty() {
                let index = self.random.below(self.clauses.len());
                let lemma = self.noisy(index, context);
                context.lemma(lemma);
            }
            return FinalCheck::Continue;
        }
        self.model = self.values.clone();
        FinalCheck::Consistent
    }

    fn suggest_phase(&self, var: Var) -> Option<bool> {
        [None, Some(true), Some(false)][var.index() * 7 % 3]
    }
}

/// The core, the theory, and everything that was said to them.
struct Session {
    solver: SatSolver,
    theory: Hidden,
    clauses: Clauses,
}

impl Session {
    fn solve(&mut self, assumptions: &[Lit]) -> bool {
        let outcome = self.solver.solve(&mut self.theory, assumptions, &mut Budget::unlimited());
        self.solver.check_invariants();
        assert!(self.theory.levels.is_empty(), "the theory is not back at level 0");
        let everything = self.everything();
        let sat = match outcome {
            Outcome::Sat => {
                let is_true = |&lit: &Lit| self.solver.value(lit) == Some(true);
                assert!(
                    everything.iter().all(|clause| clause.iter().any(is_true)),
                    "the model violates a clause"
                );
                assert!(assumptions.iter().all(is_true), "the model violates an assumption");
                for (var, &value) in self.theory.vars.iter().zip(&self.theory.model) {
                    assert_eq!(self.solver.value(var.unwrap().positive()), Some(value > 0));
                }
                true
            }
            Outcome::Unsat => {
                let failed = self.solver.failed_assumptions();
                assert!(failed.iter().all(|lit| assumptions.contains(lit)));
                assert!(!oracle(&everything, failed), "the failed assumptions are consistent");
                false
            }
            Outcome::Unknown(reason) => panic!("unknown: {reason}"),
        };
        assert_eq!(sat, oracle(&everything, assumptions));
        sat
    }

    /// All clauses, hidden ones included; atoms not made yet get numbers behind the others.
    fn everything(&self) -> Clauses {
        let outer = |&inner: &Lit| {
            let later = Var::new(self.solver.num_vars() + inner.var().index());
            self.theory.outer(inner).unwrap_or(later.lit(inner.is_positive()))
        };
        let hidden = self.theory.clauses.iter().map(|clause| clause.iter().map(outer).collect());
        self.clauses.iter().cloned().chain(hidden).collect()
    }

    fn add_random_clauses(&mut self, random: &mut Random, count: usize) {
        for _ in 0..count {
            let k = 1 + random.below(3) + !random.chance(10) as usize;
            let clause = random_clauses(random, self.solver.num_vars(), 1, k).remove(0);
            self.solver.add_clause(&clause);
            self.clauses.push(clause);
        }
    }
}

fn random_session(random: &mut Random, size: usize) -> Session {
    let percent = [0, 5, 30, 70, 100];
    let habits = Habits {
        propagate: percent[random.below(5)],
        conflict: percent[random.below(5)],
        lemma: [0, 2, 20, 60][random.below(4)],
        prefer: percent[random.below(3)],
        new_atom: percent[random.below(3)],
    };
    let options = SatOptions {
        seed: random.below(1000) as u64,
        random_decisions: [0, 0, 100][random.below(3)],
        reuse_trail: random.chance(70),
        lemma_keep_length: [2, 3, 32][random.below(3)],
        theory_phase: random.chance(70),
        minimize: random.chance(80),
        ..SatOptions::default()
    };
    let atoms = 1 + random.below(size);
    let ratio = 100 + random.below(350);
    let mut hidden = Vec::new();
    for _ in 0..atoms * ratio / 100 {
        let k = 1 + random.below(3) + !random.chance(5) as usize;
        hidden.extend(random_ksat(random, atoms, 1, k.min(atoms)));
    }
    let theory = Hidden::new(Random::new(random.below(1 << 30) as u64), habits, atoms, hidden);
    Session { solver: SatSolver::new(options), theory, clauses: Vec::new() }
}

/// Makes some variables and some of the atoms that are still to be made.
fn grow(session: &mut Session, random: &mut Random, count: usize) {
    for _ in 0..count {
        let missing = session.theory.vars.iter().position(|var| var.is_none());
        match missing {
            Some(atom) if random.chance(50) => {
                let var = session.solver.new_atom();
                assert!(session.solver.is_atom(var));
                session.theory.vars[atom] = Some(var);
            }
            _ => {
                let var = session.solver.new_var();
                assert!(!session.solver.is_atom(var));
            }
        }
    }
}

#[test]
fn one_solve_per_session() {
    let mut random = Random::new(11);
    let mut sat = 0;
    for round in 0..3000 {
        let mut session = random_session(&mut random, 4 + round / 60);
        let (vars, density) = (1 + random.below(4 + round / 60), random.below(4));
        grow(&mut session, &mut random, vars);
        session.add_random_clauses(&mut random, density * vars);
        sat += session.solve(&[]) as usize;
    }
    assert!((300..2700).contains(&sat), "{sat} of 3000 are sat");
}

#[test]
fn many_solves_per_session() {
    let mut random = Random::new(12);
    let (mut sat, mut failed) = (0, 0);
    for round in 0..600 {
        let mut session = random_session(&mut random, 6 + round / 20);
        loop {
            let vars = 1 + random.below(6 + round / 40);
            grow(&mut session, &mut random, vars);
            session.add_random_clauses(&mut random, 2 * vars);
            let assumptions: Vec<Lit> =
                (0..random.below(8)).map(|_| random.lit(session.solver.num_vars())).collect();
            if session.solve(&assumptions) {
                sat += 1;
            } else if session.solver.failed_assumptions().is_empty() {
                break;
            } else {
                failed += 1;
            }
        }
    }
    assert!(sat > 600 && failed > 300, "{sat} models, {failed} failed assumptions");
}

#[test]
fn long_searches_reduce_and_restart_with_a_theory() {
    let mut random = Random::new(13);
    let (mut reductions, mut restarts, mut explanations, mut vivified) = (0, 0, 0, 0);
    for _ in 0..12 {
        let vars = 130;
        let mut clauses = random_ksat(&mut random, vars, vars * 43 / 10, 3);
        let habits = Habits { propagate: 80, conflict: 90, lemma: 1, prefer: 1, new_atom: 5 };
        let hidden = clauses.split_off(clauses.len() / 2);
        let theory = Hidden::new(Random::new(random.below(1 << 30) as u64), habits, vars, hidden);
        let mut session =
            Session { solver: SatSolver::new(SatOptions::default()), theory, clauses: Vec::new() };
        for atom in 0..vars {
            session.theory.vars[atom] = Some(session.solver.new_atom());
        }
        clauses.iter().for_each(|clause| session.solver.add_clause(clause));
        session.clauses = clauses;
        session.solve(&[]);
        let stats = session.solver.stats();
        reductions += stats.reductions;
        restarts += stats.restarts;
        explanations += stats.theory_explanations;
        vivified += stats.vivified_literals;
    }
    assert!(reductions > 0 && restarts > 0 && explanations > 0 && vivified > 0);
}

/// A theory of one atom whose final check always gives the same answer.
struct Stubborn {
    answer: FinalCheck,
    lemma: Option<Vec<Lit>>,
}

impl Theory for Stubborn {
    fn assert_lit(&mut self, _lit: Lit) {}
    fn new_level(&mut self) {}
    fn backtrack(&mut self, _level: usize) {}
    fn propagate(&mut self, _context: &mut TheoryContext<'_>) {}
    fn explain(&mut self, _lit: Lit, _premises: &mut Vec<Lit>) {
        unreachable!("nothing is propagated")
    }
    fn final_check(&mut self, context: &mut TheoryContext<'_>) -> FinalCheck {
        self.lemma.iter().for_each(|lemma| context.lemma(lemma.clone()));
        self.answer.clone()
    }
}

fn solve_stubborn(answer: FinalCheck, lemma: impl Fn(Lit) -> Option<Vec<Lit>>) -> Outcome {
    let mut solver = SatSolver::new(SatOptions::default());
    let atom = solver.new_atom().positive();
    solver.solve(&mut Stubborn { answer, lemma: lemma(atom) }, &[], &mut Budget::unlimited())
}

#[test]
fn a_theory_may_give_up() {
    let why = Unknown::other("too hard");
    assert_eq!(solve_stubborn(FinalCheck::GiveUp(why.clone()), |_| None), Outcome::Unknown(why));
}

#[test]
fn endless_tautologies_do_not_loop_forever() {
    let outcome = solve_stubborn(FinalCheck::Continue, |atom| Some(vec![atom, !atom]));
    assert!(matches!(outcome, Outcome::Unknown(Unknown::Incomplete(_))));
}

#[test]
fn empty_lemma_is_a_refutation() {
    assert_eq!(solve_stubborn(FinalCheck::Continue, |_| Some(vec![])), Outcome::Unsat);
}

#[test]
#[cfg_attr(debug_assertions, should_panic(expected = "recorded nothing"))]
fn continuing_with_nothing_is_a_defect_of_the_theory() {
    let outcome = solve_stubborn(FinalCheck::Continue, |_| None);
    assert!(matches!(outcome, Outcome::Unknown(Unknown::Incomplete(_))));
}
