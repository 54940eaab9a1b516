//! One summary for all iterations of a loop (thesis, section 4.4).
//!
//! The iteration is a number `k`, starting at 0. Three passes over the body find a summary:
//!
//! 1. With fresh unknowns for all carried values: which numbers change by a constant, and which cells are
//!    carried.
//! 2. With the values of iteration `k`: which cells are written, where, under which condition and with which
//!    value, as terms over `k` (the effect set).
//! 3. With memory as the iterations before `k` leave it, given these effects: errors are reported, and every
//!    assumption is checked to be inductive.
//!
//! Assumptions that fail are dropped, and the passes are repeated. A number that is not linear becomes an
//! uninterpreted function of `k` with a recurrence; so does a value that depends on earlier writes. Cells
//! whose place does not determine the iteration are havocked.
//!
//! The trip count is an unknown `n` such that no earlier iteration took an exit. The exits of the loop are
//! those of one iteration, instantiated at `k = n`.

use crate::ir::{FuncId, Loop, Pos, VarId};
use crate::symbolic::exec::executor::{Executor, Jump};
use crate::symbolic::facts::axioms::Mark;
use crate::symbolic::facts::choice::equal;
use crate::symbolic::facts::lemmas::sums::Interval;
use crate::symbolic::facts::logic::COUNT;
use crate::symbolic::facts::range::Range;
use crate::symbolic::loops::candidates::{NumberCandidate, Tried};
use crate::symbolic::loops::carried::{Carried, Carrier, Change};
use crate::symbolic::loops::guards::SharedGuard;
use crate::symbolic::loops::reductions::{Ended, Reduction};
use crate::symbolic::loops::regions::GrowingRegion;
use crate::symbolic::loops::strategy::assigned;
use crate::symbolic::store::arrays::Array;
use crate::symbolic::store::effects::{Effect, Effects, Write};
use crate::symbolic::store::place::{Class, ObjectId};
use crate::symbolic::store::state::State;
use crate::symbolic::store::value::Value;
use crate::techniques::Technique;
use crate::walk::{self, Iteration};
use cfp_solver::{Int, Symbol, Term};
use fxhash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Bound on trip counts. No machine executes this many iterations in a century, so 64-bit counters need not
/// be considered to wrap around.
const MAX_ITERATIONS: i128 = 1 << 62;

/// Limit on rounds of passes, each with fewer assumptions.
const MAX_ROUNDS: usize = 8;

/// Limit on the size of objects whose cells are carried before those of larger ones, in bytes.
const MAX_RECORD: i64 = 64;

/// Why a loop may have no summary.
const REPLACES: &str = "as it replaces the contents of a whole object";

/// A class of an object.
pub(crate) type Key = (ObjectId, Class);

/// The assumptions about a loop.
pub(crate) struct Plan {
    pub(crate) iteration: Term,
    /// The trip count: the iteration in which the loop ends.
    pub(crate) count: Term,
    pub(crate) carriers: Vec<Carrier>,
    /// Cells that were taken for carried ones, but whose places depend on carried values.
    pub(crate) moved: Vec<Carrier>,
    /// The carried values, as they are in iteration `k`.
    pub(crate) carried: Vec<Carried>,
    /// Variables that are uninitialised at the beginning of an iteration.
    pub(crate) unset: Vec<VarId>,
    /// The reductions of the loop, and facts that hold in every iteration but the last.
    pub(crate) reductions: Vec<Reduction>,
    pub(crate) each: Vec<Term>,
    /// Candidates for carried numbers.
    pub(crate) candidates: Vec<NumberCandidate>,
    /// Classes with unknown contents after the first iteration.
    pub(crate) unknown: BTreeSet<Key>,
    /// For these, bounds on the cells that are written.
    pub(crate) regions: BTreeMap<Key, Tried<GrowingRegion>>,
    /// Classes whose values depend on earlier iterations.
    pub(crate) recurring: BTreeSet<Key>,
    /// Classes that are written or not depending on earlier iterations, and what stands for their contents in
    /// the second pass.
    pub(crate) guarded: BTreeSet<Key>,
    pub(crate) guesses: Vec<Symbol>,
    /// Guards of the second pass, what stands for them, and the guards of the third pass.
    pub(crate) guards: Vec<SharedGuard>,
    /// A state in which the families exist that only some iterations create members of.
    pub(crate) families: Option<State>,
    /// The loop, its function, and the mark to roll back to.
    pub(crate) here: Pos,
    pub(crate) function: Option<FuncId>,
    pub(crate) known: Mark,
    /// Whether the third pass may use equations of the second.
    pub(crate) has_equations: bool,
    /// Whether growth bounds are used.
    pub(crate) has_growth: bool,
    pub(crate) patience: Patience,
}

impl Plan {
    /// Drops carried cells of a class that are not written where they were, now that more values are carried:
    /// their places depend on these.
    fn drop_moved(&mut self, (object, class): Key, writes: &[Write]) {
        let is_moved = |carrier: &Carrier| match carrier {
            Carrier::Cell(own, its, place) => {
                (*own, *its) == (object, class) && !writes.iter().any(|write| write.place == *place)
            }
            Carrier::Var(_) | Carrier::Alive(_) => false,
        };
        let (moved, kept) = std::mem::take(&mut self.carriers).into_iter().partition(is_moved);
        self.carriers = kept;
        self.moved.extend::<Vec<Carrier>>(moved);
    }

    /// Whether every carried value has a closed form.
    fn is_exact(&self) -> bool {
        let is_linear = |carried: &Carried| {
            carried.parts.iter().all(|part| matches!(part.change, Some(Change::Linear(_))))
        };
        let is_known = self.unknown.is_empty() && self.recurring.is_empty() && self.guarded.is_empty();
        is_known && self.carried.iter().all(is_linear)
    }

    /// Whether some cells have unknown contents, or some pointers are known only by equations.
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

/// The result of the second pass.
struct Found {
    effects: BTreeMap<Key, Arc<Effects>>,
    /// The state before the next iteration.
    next: State,
    /// The mark from before the pass.
    known: Mark,
}

/// Why a round gives no summary.
pub(crate) enum Failure {
    /// An assumption failed and was dropped: try another round.
    Again,
    /// There is no summary, or none that the caller accepts.
    Never(Refusal),
}

/// The first pass, with fresh unknowns, or a later one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pass {
    First,
    Later,
}

/// Which summaries the caller accepts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Patience {
    /// Exact ones; for loops with many iterations also others.
    ExactOrLong,
    /// The same, for a loop whose first iteration was peeled.
    AfterFirst,
    Anything,
}

/// Why there is no summary.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// It would not be exact, and the trip count is small.
    Short,
    /// The same, and it would not determine pointers or contents of cells.
    ShortAndBlind,
    /// The first iteration differs from the others: peel it.
    OtherFirst,
    /// None exists; why not.
    Never(&'static str),
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
            moved: Vec::new(),
            carried: Vec::new(),
            unset: Vec::new(),
            reductions: Vec::new(),
            each: Vec::new(),
            candidates: Vec::new(),
            unknown: BTreeSet::new(),
            regions: BTreeMap::new(),
            recurring: BTreeSet::new(),
            guarded: BTreeSet::new(),
            guesses: Vec::new(),
            guards: Vec::new(),
            families: None,
            here,
            function: entry.frames.last().map(|frame| frame.function),
            known: self.logic.mark(),
            has_equations: true,
            has_growth: self.logic.is_on(Technique::Growth),
            patience,
        };
        let mut summary = None;
        let mut reason = Refusal::Never("as its effects do not stabilise");
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
            // Retract the facts about a summary that does not exist.
            self.logic.retract_since(plan.known);
            return Err(reason);
        };
        // An iteration that ends the program is also the last one.
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

    /// Finds the carried values, and the numbers that change by a constant.
    fn first_pass(&mut self, inner: &'p Loop, entry: &State, plan: &mut Plan) -> Result<(), Failure> {
        self.logic.retract_since(plan.known);
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
        self.make_unknown(&mut state, plan, Pass::First);
        let zero = self.logic.int(0);
        let started = self.logic.at_most(zero, plan.iteration);
        state.assume(&mut self.logic, started);
        let mut begin = state.clone();
        let mut next = walk::iterate(self, inner, state).next;
        if next.is_none() {
            // Most numbers only grow. What this pass concludes is checked, so it may assume that all do.
            for part in plan.carried.iter().flat_map(|carried| &carried.parts) {
                let grows = self.logic.at_most(part.start, part.now);
                begin.assume(&mut self.logic, grows);
            }
            self.logic.begin_pass(plan.here);
            next = walk::iterate(self, inner, begin.clone()).next;
        }
        let Some(mut next) = next else {
            return Err(Failure::Never(Refusal::Never("as it has no second iteration")));
        };
        self.find_cells(&begin, &next, plan, Pass::First)?;
        let mut lost = Vec::new();
        for index in 0..plan.carried.len() {
            let mut carried = plan.carried[index].clone();
            match self.carried_value(&mut next, &carried.carrier) {
                Some(after) => {
                    self.classify(&next.path, &mut carried, &after);
                    self.propose_progressions(plan, &carried, &after);
                }
                // Uninitialised before all iterations but the first, so it must not be read there.
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

    /// Finds carried cells, those written at the same place in each iteration, and carried liveness flags.
    pub(crate) fn find_cells(
        &mut self,
        begin: &State,
        next: &State,
        plan: &mut Plan,
        pass: Pass,
    ) -> Result<(), Failure> {
        let known = plan.carriers.clone();
        let mut new: Vec<Carrier> = Vec::new();
        for key in self.changed_cells(begin, next) {
            if plan.unknown.contains(&key) {
                continue;
            }
            let until = begin.memory.get(&key).copied();
            let Some(&after) = next.memory.get(&key) else {
                return Err(Failure::Never(Refusal::Never(REPLACES)));
            };
            let Some(writes) = self.writes(after, until) else {
                // The first pass knows too little about places to conclude anything from them.
                if pass == Pass::First {
                    continue;
                }
                log::debug!("not all writes to {key:?} are known");
                plan.unknown.insert(key);
                return Err(Failure::Again);
            };
            if pass == Pass::First {
                plan.drop_moved(key, &writes);
            }
            // Nothing is carried where only the bytes change: they are read in their own class.
            for write in writes.into_iter().filter(|write| !write.is_forgotten) {
                let carrier = Carrier::Cell(key.0, key.1, write.place.clone());
                let moving = self.logic.terms().mentions(&write.place, [plan.iteration]);
                let is_known = [&plan.carriers, &plan.moved, &new].iter().any(|list| list.contains(&carrier));
                if write.bounds.is_empty() && !moving && !is_known {
                    new.push(carrier);
                }
            }
        }
        // Places in arrays often depend on counters in records, which are not carried yet.
        let is_record = |carrier: &Carrier| match carrier {
            Carrier::Cell(object, ..) => {
                let size = self.object_size(begin, *object);
                let size = self.logic.brackets.terms().as_constant(size).and_then(Int::to_i64);
                size.is_some_and(|size| size <= MAX_RECORD) && !self.object(*object).is_family
            }
            Carrier::Var(_) | Carrier::Alive(_) => false,
        };
        if pass == Pass::First && new.iter().any(is_record) {
            new.retain(is_record);
        }
        plan.carriers.extend(new);
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
            return Err(Failure::Never(Refusal::Never(REPLACES)));
        }
        if plan.carriers != known { Err(Failure::Again) } else { Ok(()) }
    }

    /// Havocs the cells with unknown contents in iteration `k`: those of their regions, or the whole class in
    /// the first pass.
    fn make_unknown(&mut self, state: &mut State, plan: &Plan, pass: Pass) {
        for &(object, class) in &plan.unknown {
            let before = self.contents(state, object, class);
            let parts = self.parts_of_place(object, class);
            let region = match pass {
                Pass::First => None,
                Pass::Later => self.region_after(plan, (object, class), plan.iteration).map(Arc::new),
            };
            let what = "the memory that this loop writes is not known exactly: its places are not a function \
                of the iteration";
            let place = self.loops.place();
            self.begin_loss(place, what);
            let logic = &mut self.heap.prover.logic;
            let array = self.heap.arrays.havoc(logic, before, class, parts, region);
            self.logic.set_loss(None);
            state.memory.insert((object, class), array);
        }
    }

    /// The state at the beginning of iteration `k`, where memory that is not carried results from the given
    /// effects.
    fn at_iteration(&mut self, entry: &State, plan: &Plan, effects: &BTreeMap<Key, Arc<Effects>>) -> State {
        let mut state = entry.clone();
        // A class that is first accessed behind the writes of a loop to another one would be unknown.
        for &(object, class) in effects.keys() {
            self.contents(&mut state, object, class);
        }
        for (&key, effects) in effects {
            let before = self.contents(&mut state, key.0, key.1);
            let array = Array::Loop { before, effects: Arc::clone(effects), count: plan.iteration };
            let array = self.arrays.add(array);
            state.memory.insert(key, array);
        }
        self.make_unknown(&mut state, plan, Pass::Later);
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

    /// Whether the trip count is small enough to unroll the loop.
    fn is_short(&mut self, plan: &Plan, next: &State) -> bool {
        let most = self.most_unrolled() as i64 - 1;
        let most = self.logic.int(most);
        let is_early = self.logic.below(plan.iteration, most);
        self.logic.follows(&next.path, is_early)
    }

    /// Whether last writers are named in a summary. Loops with few iterations are unrolled instead, which
    /// tells more.
    fn names_last_writers(&mut self, plan: &Plan, next: &State) -> bool {
        self.has_last_writers() && (plan.patience == Patience::Anything || !self.is_short(plan, next))
    }

    /// Whether a number without a closed form is simpler after the first iteration, so that peeling pays off.
    fn is_first_special(&mut self, plan: &Plan, next: &mut State) -> bool {
        let (zero, one) = (self.logic.int(0), self.logic.int(1));
        let mut terms = Vec::new();
        for carried in &plan.carried {
            let Some(after) = self.carried_value(next, &carried.carrier) else { continue };
            for (part, after) in carried.parts.iter().zip(after) {
                // A reduction does not depend on the order, so peeling gains nothing.
                let is_free = matches!(part.change, Some(Change::Free(_)));
                if is_free && self.as_reduction(part.now, after).is_none() {
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

    /// Finds the effects of an iteration, with memory as it was before the loop.
    fn second_pass(&mut self, inner: &'p Loop, entry: &State, plan: &mut Plan) -> Result<Found, Failure> {
        self.logic.retract_since(plan.known);
        self.logic.begin_pass(plan.here);
        self.plan_values(plan);
        let known = self.logic.mark();
        let mut entry = entry.clone();
        if let Some(others) = &plan.families {
            add_families(&mut entry, others);
        }
        let entry = &entry;
        let mut state = self.at_iteration(entry, plan, &BTreeMap::new());
        self.guess_contents(&mut state, plan);
        let next = walk::iterate(self, inner, state.clone()).next;
        let Some(mut next) = next else {
            return Err(Failure::Never(Refusal::Never("as it has no second iteration")));
        };
        self.find_cells(&state, &next, plan, Pass::Later)?;
        if plan.patience != Patience::Anything && !plan.is_exact() && self.is_short(plan, &next) {
            let is_blind = plan.is_blind();
            return Err(Failure::Never(if is_blind { Refusal::ShortAndBlind } else { Refusal::Short }));
        }
        if self.find_candidates(plan, entry, &mut next) {
            return Err(Failure::Again);
        }
        if plan.patience == Patience::ExactOrLong
            && self.logic.is_on(Technique::FirstIterations)
            && self.is_first_special(plan, &mut next)
        {
            return Err(Failure::Never(Refusal::OtherFirst));
        }
        self.find_regions(plan, &state, &next);
        let mut effects = BTreeMap::new();
        for key in self.changed_cells(&state, &next) {
            if plan.unknown.contains(&key) {
                continue;
            }
            match self.effects(&state, &next, key, plan) {
                Some(found) if found.list.is_empty() => {}
                Some(found) => _ = effects.insert(key, Arc::new(found)),
                None => {
                    log::debug!("loop {:?}: the place does not determine the iteration", inner.label);
                    plan.unknown.insert(key);
                    return Err(Failure::Again);
                }
            }
        }
        Ok(Found { effects, next, known })
    }

    /// The effects of an iteration on a class of an object, without carried cells.
    pub(crate) fn effects(
        &mut self,
        begin: &State,
        next: &State,
        key: Key,
        plan: &mut Plan,
    ) -> Option<Effects> {
        let writes = self.writes(*next.memory.get(&key)?, begin.memory.get(&key).copied())?;
        // The iteration is a bound variable of an effect and gets a name of its own.
        let bound = self.logic.terms().constant("written in", cfp_solver::Sort::Int);
        let renaming = FxHashMap::from_iter([(plan.iteration, bound)]);
        let mut list: Vec<Effect> = Vec::new();
        for mut write in writes {
            // Unknown contents may as well be written when they are not.
            if write.is_forgotten {
                write.guard = self.logic.terms().bool(true);
            }
            let carrier = Carrier::Cell(key.0, key.1, write.place.clone());
            if write.bounds.is_empty() && plan.carriers.contains(&carrier) {
                continue;
            }
            if plan.guarded.contains(&key) && write.bounds.is_empty() && !write.is_forgotten {
                write.guard = self.shared_guard(plan, write.guard);
            }
            let mut premises = next.path.clone();
            let zero = self.logic.int(0);
            premises.push(write.guard);
            for inner in &write.bounds {
                let count = inner.count.expect("the count of an inner loop");
                premises.push(self.logic.at_most(zero, inner.variable));
                premises.push(self.logic.below(inner.variable, count));
            }
            let effect = match write.generalize(&mut self.logic, plan.iteration, &premises) {
                Some(effect) => effect,
                None if self.names_last_writers(plan, next) => {
                    write.with_last_writer(&mut self.logic, plan.iteration)?
                }
                None => return None,
            };
            list.push(effect.substitute(&mut self.logic, &renaming));
        }
        if plan.recurring.contains(&key) {
            let what = "the values that this loop writes to memory are known only by a recurrence";
            let place = self.loops.place();
            self.begin_loss(place, what);
            for effect in &mut list {
                let inner: Vec<Term> = effect.bounds[1..].iter().map(|bound| bound.variable).collect();
                for part in &mut effect.value {
                    let function = self.logic.function("written", inner.len(), Range::default());
                    let args: Vec<Term> = self.logic.iterations.iter().chain(&inner).copied().collect();
                    let value = self.logic.terms().apply(function, &args);
                    *part = self.logic.substitute(value, &renaming);
                }
            }
            self.logic.set_loss(None);
        }
        let is_ordered = !self.are_apart(&list, plan, &next.path);
        let effects = Effects { list, is_ordered };
        debug_assert_eq!(effects.check_invariants(self.logic.terms()), Ok(()));
        Some(effects)
    }

    /// Executes iteration `k` with the effects of earlier iterations, and checks all assumptions.
    fn third_pass(
        &mut self,
        inner: &'p Loop,
        entry: &State,
        plan: &mut Plan,
        found: Found,
    ) -> Result<Iteration<State, Value>, Failure> {
        let begun = entry;
        let Found { effects, next: mut second, known } = found;
        // Family members created by earlier iterations exist.
        let mut entry = entry.clone();
        add_families(&mut entry, &second);
        // Where only some iterations create one, the second pass must know the others, too, to find out when
        // members are written.
        let is_new =
            |family: &&ObjectId| plan.families.as_ref().is_none_or(|it| !it.families.contains(family));
        let new: Vec<ObjectId> =
            second.families.difference(&begun.families).filter(is_new).copied().collect();
        if new.iter().any(|&family| self.is_created_sometimes(&second, family)) {
            plan.families = Some(second);
            return Err(Failure::Again);
        }
        let prefix = entry.path.len();
        let mut growths = Vec::new();
        if plan.has_growth {
            growths = self.growths(plan, &mut second);
        }
        self.logic.retract_since(known);
        self.logic.begin_pass(plan.here);
        // By the second pass, the earlier iterations did not exit. The third pass must confirm this.
        let mut went_on = second.path[prefix..].to_vec();
        if plan.has_equations {
            went_on.extend(self.equations(plan, &mut second));
        }
        went_on.retain(|&formula| !self.mentions_any(formula, &plan.guesses));
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
            // These hold in every iteration but the last.
            let mut parts = next.path[prefix..].to_vec();
            parts.extend(equations);
            let body = self.logic.all(&parts);
            self.logic.add_iteration_fact(plan.iteration, plan.count, body);
            for (function, low, high) in growths {
                self.logic.add_growth(function, low, high, plan.count);
            }
            let mut next = next.clone();
            plan.reductions = self.reductions(&plan.carried, &mut next);
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

    /// Whether an iteration creates a member of a family under a condition.
    fn is_created_sometimes(&mut self, next: &State, family: ObjectId) -> bool {
        let Some(&flags) = next.memory.get(&(family, Class::Alive)) else { return false };
        let always = self.logic.terms().bool(true);
        let writes = self.writes(flags, None).unwrap_or_default();
        writes.iter().any(|write| write.guard != always)
    }

    /// Growth bounds of free numbers, from the second pass.
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

    /// The recurrences of free numbers.
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

    /// Instantiates the exits at the last iteration.
    fn finish(&mut self, plan: &Plan, done: Iteration<State, Value>) -> Vec<(Option<Jump>, State)> {
        let last = FxHashMap::from_iter([(plan.iteration, plan.count)]);
        let zero = self.logic.int(0);
        let is_single = done.next.is_none();
        let (mut exits, mut last_count) = (Vec::with_capacity(done.exits.len()), plan.count);
        for (mut jump, mut state) in done.exits {
            state.substitute(&mut self.heap.prover.logic, &mut self.heap.arrays, &last);
            if is_single {
                // No second iteration is feasible: the first is the last.
                let none = equal(&mut self.logic, plan.count, zero);
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
                // Iteration facts are stated over the count, so keep the equation.
                let same = self.logic.terms().eq(plan.count, known);
                state.assume(&mut self.logic, same);
            }
            self.logic.note_solved(plan.count);
            last_count = known;
        }
        let ended = Ended { iteration: plan.iteration, count: last_count, each: &plan.each };
        for (_, state) in &mut exits {
            self.recognize_reductions(&plan.reductions, &plan.carried, &ended, state);
        }
        exits
    }
}

/// Adds the families of another state.
fn add_families(state: &mut State, other: &State) {
    for &family in &other.families {
        state.families.insert(family);
        if let Some(&base) = other.bases.get(&family) {
            state.bases.insert(family, base);
        }
        if let Some(&size) = other.sizes.get(&family) {
            state.set_size(family, size);
        }
    }
}
