//! One summary for all iterations of a loop (thesis, section 4.4).
//!
//! The iteration is a number `k` from 0 on. Passes over the body find a summary:
//!
//! 1. With unknown values in all that the loop carries from one iteration to the next: what changes by a
//!    constant, and which cells are carried.
//! 2. With the values of iteration `k`: which cells are written, where, under which condition and with what,
//!    as terms over `k` (the effect set).
//! 3. With memory as the iterations before `k` leave it if the effects are right: errors are looked for, and
//!    all that was assumed must be so.
//!
//! What turns out to be otherwise is assumed no more, and the passes are repeated: a number that is not
//! linear is a function of `k` with an equation, a value that depends on what earlier iterations wrote is
//! one, too, and cells whose iteration the place does not tell are unknown.
//!
//! The loop ends in iteration `n`, an unknown that no exit was taken before: what leaves it in iteration `n`
//! is what one iteration's exits are for `k = n`.

use crate::ir::{Loop, Pos, VarId};
use crate::symbolic::exec::executor::{Executor, Jump};
use crate::symbolic::facts::axioms::Mark;
use crate::symbolic::facts::lemmas::sums::Interval;
use crate::symbolic::facts::logic::COUNT;
use crate::symbolic::facts::range::Range;
use crate::symbolic::loops::candidates::Guess;
use crate::symbolic::loops::carried::{Carried, Carrier, Change};
use crate::symbolic::loops::reductions::{Ended, Fold};
use crate::symbolic::loops::strategy::assigned;
use crate::symbolic::store::arrays::Array;
use crate::symbolic::store::effects::{Effect, Effects};
use crate::symbolic::store::place::{Class, ObjectId};
use crate::symbolic::store::state::State;
use crate::symbolic::store::value::Value;
use crate::techniques::Technique;
use crate::walk::{self, Iteration};
use cfp_solver::{Int, Symbol, Term};
use fxhash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// No execution has so many iterations: a machine of this world takes a century for them. Counters of 64 bits
/// need not be thought of as wrapping around.
const MAX_ITERATIONS: i128 = 1 << 62;

/// How often the passes are repeated with fewer assumptions.
const MAX_ROUNDS: usize = 8;

/// A class of an object.
pub(crate) type Key = (ObjectId, Class);

/// What is assumed of a loop.
pub(crate) struct Plan {
    pub(crate) iteration: Term,
    /// The iteration in which the loop ends.
    pub(crate) count: Term,
    pub(crate) carriers: Vec<Carrier>,
    /// What is carried, with its value in iteration `k`.
    pub(crate) carried: Vec<Carried>,
    /// Variables that nobody may use at the beginning of an iteration.
    pub(crate) unset: Vec<VarId>,
    /// Numbers that values are folded into, and what held in each iteration but the last.
    pub(crate) folds: Vec<Fold>,
    pub(crate) each: Vec<Term>,
    /// What is guessed of numbers that are carried.
    pub(crate) guesses: Vec<Guess>,
    /// Cells of which nothing is known after the first iteration.
    pub(crate) unknown: BTreeSet<Key>,
    /// Cells whose values depend on earlier iterations.
    pub(crate) recurring: BTreeSet<Key>,
    /// The loop, and what was known before the first pass.
    pub(crate) here: Pos,
    pub(crate) known: Mark,
    /// Whether equations of the second pass are used in the third.
    pub(crate) has_equations: bool,
    /// Whether bounds on growth are used.
    pub(crate) has_growth: bool,
    pub(crate) patience: Patience,
}

impl Plan {
    /// Whether each value is a term, not only described by equations.
    fn is_exact(&self) -> bool {
        let is_linear = |carried: &Carried| {
            carried.parts.iter().all(|part| matches!(part.change, Some(Change::Linear(_))))
        };
        self.unknown.is_empty() && self.recurring.is_empty() && self.carried.iter().all(is_linear)
    }

    /// Whether there are cells of which nothing is known, or pointers of which only equations are.
    fn is_blind(&self) -> bool {
        let is_pointer = |carried: &Carried| match &carried.carrier {
            Carrier::Var(_) => carried.parts.len() == 2,
            Carrier::Cell(_, class, _) => matches!(class, Class::Pointer(_)),
            Carrier::Alive(_) => true,
        };
        let is_free =
            |carried: &Carried| carried.parts.iter().any(|part| matches!(part.change, Some(Change::Free(_))));
        !self.unknown.is_empty() || self.carried.iter().any(|carried| is_pointer(carried) && is_free(carried))
    }
}

/// What the second pass finds.
struct Found {
    effects: BTreeMap<Key, Arc<Effects>>,
    /// The state before the next iteration.
    next: State,
    /// What was known before the pass.
    known: Mark,
}

/// Why a round does not give a summary.
pub(crate) enum Failure {
    /// Something was assumed that is not so: it is not assumed any more.
    Again,
    /// There is no summary, or none that is wanted.
    Never(Refusal),
}

/// Whether values are as unknown as in the first pass.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pass {
    First,
    Later,
}

/// Which summaries are good enough.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Patience {
    /// Those in which each value is a term; of loops that are repeated often also others.
    ExactOrLong,
    /// The same of a loop whose first iteration was executed before.
    AfterFirst,
    Anything,
}

/// Why there is no summary.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// It would not be exact, and the loop is repeated a few times at most.
    Short,
    /// The same, and it would not know where pointers point or what cells hold.
    ShortAndBlind,
    /// The first iteration does something else than the others.
    OtherFirst,
    /// There is none.
    Never,
}

/// A loop as one step.
pub(crate) struct Summary {
    pub(crate) exits: Vec<(Option<Jump>, State)>,
}

impl<'p> Executor<'p> {
    /// The states behind a loop that tests first, if it can be summarised.
    pub(crate) fn summarize_from(
        &mut self,
        inner: &'p Loop,
        entry: &State,
        patience: Patience,
    ) -> Result<Summary, Refusal> {
        let (before, ends) = (self.mark(), self.findings.ends.len());
        let count = self.logic.unknown_in(COUNT, Range::between(0, MAX_ITERATIONS));
        let iteration = self.logic.iteration_of_loop();
        let here = self.logic.here;
        self.logic.iterations.push(iteration);
        self.loops.counts.push(count);
        let mut plan = Plan {
            iteration,
            count,
            carriers: assigned(inner).into_iter().map(Carrier::Var).collect(),
            carried: Vec::new(),
            unset: Vec::new(),
            folds: Vec::new(),
            each: Vec::new(),
            guesses: Vec::new(),
            unknown: BTreeSet::new(),
            recurring: BTreeSet::new(),
            here,
            known: self.logic.mark(),
            has_equations: true,
            has_growth: self.logic.is_on(Technique::Growth),
            patience,
        };
        let mut summary = None;
        let mut reason = Refusal::Never;
        for _ in 0..MAX_ROUNDS {
            let outcome = self.round(inner, entry, &mut plan);
            match outcome {
                Ok(done) => {
                    summary = Some(done);
                    break;
                }
                Err(failure) => {
                    self.roll_back(before);
                    if let Failure::Never(refusal) = failure {
                        reason = refusal;
                        break;
                    }
                    if self.limits.reached.is_some() {
                        break;
                    }
                }
            }
        }
        self.logic.iterations.pop();
        self.loops.counts.pop();
        let Some(done) = summary else {
            // What was stated about a summary that there is not.
            self.logic.forget_since(plan.known);
            return Err(reason);
        };
        // The iterations that have ended the program are the last ones, too.
        let last = FxHashMap::from_iter([(iteration, count)]);
        for place in ends..self.findings.ends.len() {
            let mut state = self.findings.ends[place].1.clone();
            state.substitute(&mut self.heap.prover.logic, &mut self.heap.arrays, &last);
            self.findings.ends[place].1 = state;
        }
        let exits = self.finish(&plan, done);
        Ok(Summary { exits })
    }

    fn round(
        &mut self,
        inner: &'p Loop,
        entry: &State,
        plan: &mut Plan,
    ) -> Result<Iteration<State, Value>, Failure> {
        let inputs = self.findings.inputs.len();
        self.findings.quiet += 1;
        let found = self.first_pass(inner, entry, plan).and_then(|()| self.second_pass(inner, entry, plan));
        self.findings.quiet -= 1;
        self.findings.inputs.truncate(inputs);
        self.third_pass(inner, entry, plan, found?)
    }

    /// What is carried, and what changes by a constant.
    fn first_pass(&mut self, inner: &'p Loop, entry: &State, plan: &mut Plan) -> Result<(), Failure> {
        self.logic.forget_since(plan.known);
        self.logic.begin_pass(plan.here);
        let mut state = entry.clone();
        plan.carried.clear();
        plan.unset.clear();
        for carrier in plan.carriers.clone() {
            match self.carry(&mut state, carrier.clone()) {
                Some(carried) => plan.carried.push(carried),
                None => {
                    if let Carrier::Var(var) = carrier {
                        plan.unset.push(var);
                    }
                }
            }
        }
        plan.carriers = plan.carried.iter().map(|carried| carried.carrier.clone()).collect();
        plan.carriers.extend(plan.unset.iter().map(|&var| Carrier::Var(var)));
        for carried in &plan.carried {
            self.set_carried(&mut state, &carried.carrier, carried.now());
        }
        for &var in &plan.unset {
            state.frame().vars[var.index()] = None;
        }
        self.make_unknown(&mut state, plan);
        let zero = self.logic.int(0);
        let started = self.logic.at_most(zero, plan.iteration);
        state.assume(&mut self.logic, started);
        let begin = state.clone();
        let Some(mut next) = walk::iterate(self, inner, state).next else {
            log::debug!("loop {:?}: never repeated", inner.label);
            return Err(Failure::Never(Refusal::Never));
        };
        self.find_cells(&begin, &next, plan, Pass::First)?;
        let mut lost = Vec::new();
        for index in 0..plan.carried.len() {
            let mut carried = plan.carried[index].clone();
            match self.carried_value(&mut next, &carried.carrier) {
                Some(after) => self.classify(&next.path, &mut carried, &after),
                // Not to be used at the beginning of an iteration: it is not set before all but the first.
                None => lost.push(index),
            }
            plan.carried[index] = carried;
        }
        for index in lost.into_iter().rev() {
            if let Carrier::Var(var) = plan.carried.remove(index).carrier {
                plan.unset.push(var);
            }
        }
        Ok(())
    }

    /// Cells that the loop writes at the same place in each iteration are carried, and so is whether objects
    /// are alive.
    pub(crate) fn find_cells(
        &mut self,
        begin: &State,
        next: &State,
        plan: &mut Plan,
        pass: Pass,
    ) -> Result<(), Failure> {
        let known = plan.carriers.len();
        for key in self.changed_cells(begin, next) {
            if plan.unknown.contains(&key) {
                continue;
            }
            let until = begin.memory.get(&key).copied();
            let Some(&after) = next.memory.get(&key) else {
                // A whole object was set anew.
                return Err(Failure::Never(Refusal::Never));
            };
            let Some(writes) = self.writes(after, until) else {
                // In the first pass too little is known of places to give up on them.
                if pass == Pass::First {
                    continue;
                }
                log::debug!("not all writes to {key:?} are known");
                plan.unknown.insert(key);
                return Err(Failure::Again);
            };
            for write in writes {
                let carrier = Carrier::Cell(key.0, key.1, write.place.clone());
                let moving = self.logic.terms().reachable(&write.place).contains(&plan.iteration);
                if write.bounds.is_empty() && !moving && !plan.carriers.contains(&carrier) {
                    plan.carriers.push(carrier);
                }
            }
        }
        for (object, alive) in &next.alive {
            let carrier = Carrier::Alive(*object);
            if begin.alive.get(object).is_some_and(|before| before != alive)
                && !plan.carriers.contains(&carrier)
            {
                plan.carriers.push(carrier);
            }
        }
        let is_kept = |(object, base)| next.bases.get(object).is_none_or(|now| now == base);
        if !begin.bases.iter().all(is_kept) || begin.unset_writes != next.unset_writes {
            return Err(Failure::Never(Refusal::Never));
        }
        if plan.carriers.len() > known { Err(Failure::Again) } else { Ok(()) }
    }

    /// Cells of which nothing is known in iteration `k`.
    fn make_unknown(&mut self, state: &mut State, plan: &Plan) {
        for &(object, class) in &plan.unknown {
            let before = self.contents(state, object, class);
            let parts = self.parts_of_place(object, class);
            let array = self.heap.arrays.change(&mut self.heap.prover.logic, before, class, parts);
            state.memory.insert((object, class), array);
        }
    }

    /// The state at the beginning of iteration `k`, with memory as given for all that is not carried.
    fn at_iteration(&mut self, entry: &State, plan: &Plan, effects: &BTreeMap<Key, Arc<Effects>>) -> State {
        let mut state = entry.clone();
        for (&key, effects) in effects {
            let before = self.contents(&mut state, key.0, key.1);
            let array = Array::Loop { before, effects: Arc::clone(effects), count: plan.iteration };
            let array = self.arrays.add(array);
            state.memory.insert(key, array);
        }
        self.make_unknown(&mut state, plan);
        for carried in &plan.carried {
            self.set_carried(&mut state, &carried.carrier, carried.now());
        }
        for &var in &plan.unset {
            state.frame().vars[var.index()] = None;
        }
        let zero = self.logic.int(0);
        let started = self.logic.at_most(zero, plan.iteration);
        let not_over = self.logic.at_most(plan.iteration, plan.count);
        state.assume(&mut self.logic, started);
        state.assume(&mut self.logic, not_over);
        state
    }

    /// Whether a loop is repeated a few times at most, so that it can be executed one iteration after the
    /// other.
    fn is_short(&mut self, plan: &Plan, next: &State) -> bool {
        let most = self.most_unrolled() as i64 - 1;
        let most = self.logic.int(most);
        let is_early = self.logic.below(plan.iteration, most);
        self.logic.follows(&next.path, is_early)
    }

    /// Whether a number that is known by equations only is something else after the first iteration: then the
    /// others are simpler without it.
    fn is_first_special(&mut self, plan: &Plan, next: &mut State) -> bool {
        let (zero, one) = (self.logic.int(0), self.logic.int(1));
        let mut terms = Vec::new();
        for carried in &plan.carried {
            let Some(after) = self.carried_value(next, &carried.carrier) else { continue };
            for (part, after) in carried.parts.iter().zip(after) {
                // Folds do not mind which values are where.
                let is_free = matches!(part.change, Some(Change::Free(_)));
                if is_free && self.as_fold(part.now, after).is_none() {
                    terms.push(after);
                }
            }
        }
        for key in &plan.recurring {
            let Some(&array) = next.memory.get(key) else { continue };
            for write in self.writes(array, None).into_iter().flatten() {
                terms.push(write.guard);
            }
        }
        terms.iter().any(|&term| {
            let compared = self.logic.comparisons(term, plan.iteration);
            compared.iter().any(|(_, interval)| match *interval {
                Interval::Point(point) => point == zero,
                Interval::From(start) => start == one,
                Interval::Before(end) => end == one,
            })
        })
    }

    /// The effects of an iteration, as if nothing had been written before.
    fn second_pass(&mut self, inner: &'p Loop, entry: &State, plan: &mut Plan) -> Result<Found, Failure> {
        self.logic.forget_since(plan.known);
        self.logic.begin_pass(plan.here);
        self.plan_values(plan);
        let known = self.logic.mark();
        let state = self.at_iteration(entry, plan, &BTreeMap::new());
        let next = walk::iterate(self, inner, state.clone()).next;
        let Some(mut next) = next else { return Err(Failure::Never(Refusal::Never)) };
        self.find_cells(&state, &next, plan, Pass::Later)?;
        if plan.patience != Patience::Anything && !plan.is_exact() && self.is_short(plan, &next) {
            let is_blind = plan.is_blind();
            return Err(Failure::Never(if is_blind { Refusal::ShortAndBlind } else { Refusal::Short }));
        }
        if self.find_guesses(plan, entry, &mut next) {
            return Err(Failure::Again);
        }
        if plan.patience == Patience::ExactOrLong
            && self.logic.is_on(Technique::FirstIterations)
            && self.is_first_special(plan, &mut next)
        {
            return Err(Failure::Never(Refusal::OtherFirst));
        }
        let mut effects = BTreeMap::new();
        for key in self.changed_cells(&state, &next) {
            if plan.unknown.contains(&key) {
                continue;
            }
            match self.effects(&state, &next, key, plan) {
                Some(found) if found.list.is_empty() => {}
                Some(found) => _ = effects.insert(key, Arc::new(found)),
                None => {
                    log::debug!("loop {:?}: the place does not tell the iteration", inner.label);
                    plan.unknown.insert(key);
                    return Err(Failure::Again);
                }
            }
        }
        Ok(Found { effects, next, known })
    }

    /// What an iteration has written to a class of an object, but for what is carried.
    pub(crate) fn effects(&mut self, begin: &State, next: &State, key: Key, plan: &Plan) -> Option<Effects> {
        let writes = self.writes(*next.memory.get(&key)?, begin.memory.get(&key).copied())?;
        // The iteration is bound in an effect: it has a name of its own there.
        let bound = self.logic.terms().constant("written in", cfp_solver::Sort::Int);
        let renaming = FxHashMap::from_iter([(plan.iteration, bound)]);
        let mut list: Vec<Effect> = Vec::new();
        for write in writes {
            let carrier = Carrier::Cell(key.0, key.1, write.place.clone());
            if write.bounds.is_empty() && plan.carriers.contains(&carrier) {
                continue;
            }
            let mut premises = next.path.clone();
            let zero = self.logic.int(0);
            premises.push(write.guard);
            for inner in &write.bounds {
                let count = inner.count.expect("the count of an inner loop");
                premises.push(self.logic.at_most(zero, inner.variable));
                premises.push(self.logic.below(inner.variable, count));
            }
            let effect = write.generalize(&mut self.logic, plan.iteration, &premises)?;
            list.push(effect.substitute(&mut self.logic, &renaming));
        }
        if plan.recurring.contains(&key) {
            for effect in &mut list {
                let inner: Vec<Term> = effect.bounds[1..].iter().map(|bound| bound.variable).collect();
                for part in &mut effect.value {
                    let function = self.logic.function("written", inner.len(), Range::default());
                    let args: Vec<Term> = self.logic.iterations.iter().chain(&inner).copied().collect();
                    let value = self.logic.terms().apply(function, &args);
                    *part = self.logic.substitute(value, &renaming);
                }
            }
        }
        let is_ordered = !self.are_apart(&list, plan, &next.path);
        let effects = Effects { list, is_ordered };
        debug_assert_eq!(effects.check_invariants(self.logic.terms()), Ok(()));
        Some(effects)
    }

    /// Whether different effects never write the same cell, in any two iterations.
    fn are_apart(&mut self, list: &[Effect], plan: &Plan, path: &[Term]) -> bool {
        for (index, left) in list.iter().enumerate() {
            for right in &list[index + 1..] {
                // Names of their own for the variables of both.
                let mut formulas = Vec::new();
                let mut places = Vec::new();
                for effect in [left, right] {
                    let mut renaming = FxHashMap::default();
                    for bound in &effect.bounds {
                        let name = self.logic.terms().constant("some iteration", cfp_solver::Sort::Int);
                        renaming.insert(bound.variable, name);
                    }
                    let effect = effect.substitute(&mut self.logic, &renaming);
                    formulas.extend(effect.happens(&mut self.logic, plan.count));
                    // What holds in every iteration holds in both.
                    let own = FxHashMap::from_iter([(plan.iteration, effect.bounds[0].variable)]);
                    formulas.extend(path.iter().map(|&formula| self.logic.substitute(formula, &own)));
                    places.push(effect.places(&mut self.logic));
                }
                formulas.push(crate::symbolic::store::place::same_place(
                    &mut self.logic,
                    &places[0],
                    &places[1],
                ));
                if !self.logic.can_hold(&formulas).is_no() {
                    return false;
                }
            }
        }
        true
    }

    /// The iteration with memory as it is, and whether all is as assumed.
    fn third_pass(
        &mut self,
        inner: &'p Loop,
        entry: &State,
        plan: &mut Plan,
        found: Found,
    ) -> Result<Iteration<State, Value>, Failure> {
        let Found { effects, next: mut second, known } = found;
        // Members that earlier iterations have made are there.
        let mut entry = entry.clone();
        for &family in &second.families {
            entry.families.insert(family);
            if let Some(&base) = second.bases.get(&family) {
                entry.bases.insert(family, base);
            }
        }
        let prefix = entry.path.len();
        let mut growths = Vec::new();
        if plan.has_growth {
            growths = self.growths(plan, &mut second);
        }
        self.logic.forget_since(known);
        self.logic.begin_pass(plan.here);
        // The iterations before this one went on as the second pass says; the third one must say so, too.
        let mut went_on = second.path[prefix..].to_vec();
        if plan.has_equations {
            went_on.extend(self.equations(plan, &mut second));
        }
        let (history, growth) = (self.logic.num_iteration_facts(), self.logic.num_growths());
        let assumed = self.logic.all(&went_on);
        self.logic.add_iteration_fact(plan.iteration, plan.iteration, assumed);
        for (function, low, high) in &growths {
            self.logic.add_growth(*function, low.clone(), high.clone(), plan.iteration);
        }
        let state = self.at_iteration(&entry, plan, &effects);
        let begin = state.clone();
        let mut done = walk::iterate(self, inner, state);
        let checked = match &mut done.next {
            Some(next) => self.check_round(plan, &begin, next, &effects, &went_on, &growths),
            None => Ok(Vec::new()),
        };
        if checked.is_ok() {
            self.note_invariants(inner, plan, &begin);
        }
        self.logic.remove_iteration_fact(history);
        self.logic.remove_growths(growth, growths.len());
        let equations = checked?;
        if let Some(next) = &done.next {
            // In each iteration that is not the last one, these hold.
            let mut parts = next.path[prefix..].to_vec();
            parts.extend(equations);
            let body = self.logic.all(&parts);
            self.logic.add_iteration_fact(plan.iteration, plan.count, body);
            for (function, low, high) in growths {
                self.logic.add_growth(function, low, high, plan.count);
            }
            let mut next = next.clone();
            plan.folds = self.folds(&plan.carried, &mut next);
            plan.each = next.path[prefix..].to_vec();
            for carried in &plan.carried {
                let Some(after) = self.carried_value(&mut next, &carried.carrier) else { continue };
                for (part, &after) in carried.parts.iter().zip(&after) {
                    if matches!(part.change, Some(Change::Free(_))) {
                        self.logic.add_last_assignment(part.now, after, part.start, plan.count);
                    }
                }
            }
        }
        Ok(done)
    }

    /// How fast free numbers grow, by the second pass.
    fn growths(&mut self, plan: &Plan, second: &mut State) -> Vec<(Symbol, Option<Int>, Option<Int>)> {
        let mut found = Vec::new();
        for carried in &plan.carried {
            let Some(after) = self.carried_value(second, &carried.carrier) else { continue };
            for (part, &after) in carried.parts.iter().zip(&after) {
                if let Some(Change::Free(function)) = part.change {
                    let (low, high) = self.growth(&second.path, part.now, after);
                    if low.is_some() || high.is_some() {
                        found.push((function, low, high));
                    }
                }
            }
        }
        found
    }

    /// What free numbers are before the next iteration.
    fn equations(&mut self, plan: &Plan, next: &mut State) -> Vec<Term> {
        let mut found = Vec::new();
        for carried in &plan.carried {
            let Some(after) = self.carried_value(next, &carried.carrier) else { continue };
            for (part, &after) in carried.parts.iter().zip(&after) {
                if matches!(part.change, Some(Change::Free(_))) {
                    found.push(self.next_claim(part, after, plan.iteration));
                }
            }
        }
        found
    }

    /// The exits for the iteration in which the loop ends.
    fn finish(&mut self, plan: &Plan, done: Iteration<State, Value>) -> Vec<(Option<Jump>, State)> {
        let last = FxHashMap::from_iter([(plan.iteration, plan.count)]);
        let zero = self.logic.int(0);
        let is_single = done.next.is_none();
        let (mut exits, mut last_count) = (Vec::with_capacity(done.exits.len()), plan.count);
        for (mut jump, mut state) in done.exits {
            state.substitute(&mut self.heap.prover.logic, &mut self.heap.arrays, &last);
            if is_single {
                // No second iteration: the first is the last.
                let none = crate::symbolic::facts::choice::equal(&mut self.logic, plan.count, zero);
                state.assume(&mut self.logic, none);
            }
            if let Some(Jump::Return(Some(value))) = &mut jump {
                *value = value.substitute(&mut self.logic, &last);
            }
            exits.push((jump, state));
        }
        if let Some(known) = self.trip_count(plan.count, &exits) {
            let values = FxHashMap::from_iter([(plan.count, known)]);
            for (jump, state) in &mut exits {
                state.substitute(&mut self.heap.prover.logic, &mut self.heap.arrays, &values);
                if let Some(Jump::Return(Some(value))) = jump {
                    *value = value.substitute(&mut self.logic, &values);
                }
                // The iteration_facts speak of the count.
                let same = self.logic.terms().eq(plan.count, known);
                state.assume(&mut self.logic, same);
            }
            self.logic.note_solved(plan.count);
            last_count = known;
        }
        let ended = Ended { iteration: plan.iteration, count: last_count, each: &plan.each };
        for (_, state) in &mut exits {
            self.recognize_folds(&plan.folds, &plan.carried, &ended, state);
        }
        exits
    }
}
