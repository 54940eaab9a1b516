//! Effects: the writes of a loop, as terms over its iterations (thesis, section 4.4: effect sets).
//!
//! An *effect* states, for all values of its bound variables, where a cell is written, under which guard, and
//! with which value. The first variable is the iteration of the loop, the others are those of nested loops.
//! Reading a cell inverts the effect: which iterations write this place? Places are linear in the variables,
//! so the place determines them. A variable on which the place does not depend takes its last value, because
//! the last write wins. If several effects may write the same cell, then the later one wins. If the place is
//! not linear, then a function names its last write (see
//! [`last_writers`](crate::symbolic::facts::lemmas::last_writers)).

use crate::symbolic::facts::choice::{choose, equal};
use crate::symbolic::facts::linear::linear;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::store::place::{Cell, Place};
use crate::symbolic::store::weak::WeakModel;
use cfp_solver::{Int, Symbol, Term};
use fxhash::FxHashMap;

/// A bound variable of an effect: `0 <= variable < count`.
#[derive(Clone)]
pub(crate) struct Bound {
    pub(crate) variable: Term,
    /// The trip count over the preceding variables. The first variable has none: its count is the number of
    /// completed iterations of the loop.
    pub(crate) count: Option<Term>,
}

/// `start` plus a multiple of each variable, of a counter, or of a key.
#[derive(Clone)]
pub(crate) struct Progression {
    pub(crate) start: Term,
    pub(crate) steps: Vec<Int>,
    pub(crate) counter: Option<Counter>,
    pub(crate) key: Option<Key>,
}

/// A multiple of the key at a rank (see [`orders`](crate::symbolic::facts::orders)), for writes of a walk
/// over a container; rank = variable + `shift`.
#[derive(Clone)]
pub(crate) struct Key {
    pub(crate) times: Int,
    /// The variable of the walk.
    pub(crate) variable: usize,
    pub(crate) function: Symbol,
    /// The arguments before the rank. They and the shift may depend on the other variables.
    pub(crate) args: Vec<Term>,
    pub(crate) shift: Term,
}

/// A multiple of the number of iterations counted so far (see
/// [`sums`](crate::symbolic::facts::lemmas::sums)), for writes in counted iterations.
#[derive(Clone)]
pub(crate) struct Counter {
    pub(crate) times: Int,
    /// The counter over positions; position = iteration + `shift`.
    pub(crate) function: Symbol,
    pub(crate) inverse: Symbol,
    pub(crate) shift: Term,
}

/// How to recover a variable from a place.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Inverse {
    /// From one part of the place: the remainder after subtracting the variables already found, plus `shift`,
    /// divided by the step.
    Divide { variable: usize, part: usize, shift: Int },
    /// From one part of the place: the counted iteration in which the counter had this value.
    Counted { part: usize },
    /// From one part of the place: the rank of the key.
    Ranked { part: usize },
    /// The place does not depend on it: the last value.
    Last { variable: usize },
    /// From the whole place: the last iteration that wrote it.
    Writer,
}

/// The function from places and trip counts to the last iteration that wrote the place, and its arguments
/// before these: the enclosing iterations.
#[derive(Clone)]
pub(crate) struct Writer {
    pub(crate) function: Symbol,
    pub(crate) args: Vec<Term>,
    /// A place in the sense of the function, times the first number, plus the second one, for each part.
    pub(crate) scales: Vec<(Int, Int)>,
}

/// The cells that one statement of a loop writes.
#[derive(Clone)]
pub(crate) struct Effect {
    pub(crate) bounds: Vec<Bound>,
    /// Linear in the variables, unless there is a last writer.
    pub(crate) place: Vec<Progression>,
    pub(crate) inverse: Vec<Inverse>,
    pub(crate) writer: Option<Writer>,
    /// When it writes.
    pub(crate) guard: Term,
    pub(crate) value: Cell,
    /// Whether only the bytes are written, as another class: the value is unknown.
    pub(crate) is_forgotten: bool,
}

/// A write in one iteration, before generalization to an effect.
#[derive(Clone)]
pub(crate) struct Write {
    pub(crate) bounds: Vec<Bound>,
    pub(crate) place: Place,
    pub(crate) guard: Term,
    pub(crate) value: Cell,
    /// Whether only the bytes are written, as another class: the value is unknown.
    pub(crate) is_forgotten: bool,
}

/// All writes of a loop to one class of an object, in program order.
pub(crate) struct Effects {
    pub(crate) list: Vec<Effect>,
    /// Whether several of them may write the same cell.
    pub(crate) is_ordered: bool,
}

/// An effect, inverted at a place.
struct Candidate {
    written: Term,
    iterations: Vec<Term>,
    value: Cell,
}

impl Write {
    /// The guard, and bounds for the iterations of inner loops.
    pub(crate) fn conditions(&self, logic: &mut Logic) -> Vec<Term> {
        let zero = logic.int(0);
        let mut parts = vec![self.guard];
        for bound in &self.bounds {
            let count = bound.count.expect("the count of an inner loop");
            parts.push(logic.at_most(zero, bound.variable));
            parts.push(logic.below(bound.variable, count));
        }
        parts
    }

    /// Generalizes the write to an effect of an enclosing loop, if the place determines the iterations.
    /// `premises` hold for all values of the variables within their bounds.
    pub(crate) fn generalize(&self, logic: &mut Logic, iteration: Term, premises: &[Term]) -> Option<Effect> {
        let mut bounds = vec![Bound { variable: iteration, count: None }];
        bounds.extend(self.bounds.iter().cloned());
        let (place, inverse) = self.inverted(logic, &bounds, premises)?;
        let Write { guard, value, is_forgotten, .. } = self.clone();
        let effect = Effect { bounds, place, inverse, writer: None, guard, value, is_forgotten };
        debug_assert_eq!(effect.check_invariants(logic.terms()), Ok(()));
        Some(effect)
    }

    /// Generalizes the write to an effect of an enclosing loop, at any place. Nothing for writes of nested
    /// loops.
    pub(crate) fn with_last_writer(&self, logic: &mut Logic, iteration: Term) -> Option<Effect> {
        let Write { bounds: inner, place, guard, value, is_forgotten } = self.clone();
        if !inner.is_empty() {
            return None;
        }
        let (scaled, scales): (Place, Vec<(Int, Int)>) =
            place.iter().map(|&part| unscaled(logic, part)).unzip();
        let (function, args) = logic.last_writer(iteration, &scaled, guard);
        let progressions = place
            .into_iter()
            .map(|start| Progression { start, steps: vec![Int::ZERO], counter: None, key: None })
            .collect();
        let effect = Effect {
            bounds: vec![Bound { variable: iteration, count: None }],
            place: progressions,
            inverse: vec![Inverse::Writer],
            writer: Some(Writer { function, args, scales }),
            guard,
            value,
            is_forgotten,
        };
        debug_assert_eq!(effect.check_invariants(logic.terms()), Ok(()));
        Some(effect)
    }
}

/// A number without its constant and the common factor of the rest, and these two. Writes to the members of
/// a record share their last writer then.
fn unscaled(logic: &mut Logic, term: Term) -> (Term, (Int, Int)) {
    let (products, constant) = linear(logic.terms(), term);
    let common = products.values().fold(Int::ZERO, |common, factor| common.gcd(factor));
    if common.is_zero() {
        return (logic.int(0), (Int::ONE, constant));
    }
    let rest: Vec<(Term, Int)> =
        products.into_iter().map(|(part, factor)| (part, factor.div_exact(&common))).collect();
    (logic.sum(&rest, &Int::ZERO), (common, constant))
}

impl Key {
    /// The arguments and the shift for values of the other variables.
    fn at(&self, logic: &mut Logic, values: &FxHashMap<Term, Term>) -> (Vec<Term>, Term) {
        let args = self.args.iter().map(|&arg| logic.substitute(arg, values)).collect();
        (args, logic.substitute(self.shift, values))
    }

    /// The key in an iteration of the walk, for values of the other variables.
    fn found(&self, logic: &mut Logic, iteration: Term, values: &FxHashMap<Term, Term>) -> Term {
        let (mut args, shift) = self.at(logic, values);
        args.push(logic.plus(shift, iteration, 1));
        logic.terms().apply(self.function, &args)
    }
}

impl Effect {
    /// Inverts the effect at a place: whether it is written within `count` iterations, by which ones, and the
    /// value.
    fn at(&self, logic: &mut Logic, place: &Place, count: Term, weak: Option<WeakModel>) -> Candidate {
        if let Some(writer) = &self.writer {
            return self.last_write(logic, writer, place, count);
        }
        let mut rests: Vec<Term> = place
            .iter()
            .zip(&self.place)
            .map(|(&at, progression)| logic.plus(at, progression.start, -1))
            .collect();
        let mut values: FxHashMap<Term, Term> = FxHashMap::default();
        let mut conditions: Vec<Term> = Vec::new();
        for inverse in &self.inverse {
            let (variable, value) = match inverse {
                Inverse::Divide { variable, part, shift } => {
                    let step = &self.place[*part].steps[*variable];
                    let (shift, zero) = (logic.int(shift.clone()), logic.int(0));
                    let distance =
                        if step.is_negative() { logic.plus(zero, rests[*part], -1) } else { rests[*part] };
                    let shifted = logic.plus(distance, shift, 1);
                    let value = match weak {
                        Some(weak) => weak.iteration(logic, shifted, &step.abs()),
                        None => logic.quotient(shifted, &step.abs()),
                    };
                    (*variable, value)
                }
                Inverse::Counted { part } => {
                    let Some(counter) = &self.place[*part].counter else { continue };
                    let zero = logic.int(0);
                    let sign = if counter.times.is_negative() { -1 } else { 1 };
                    let distance = logic.plus(zero, rests[*part], sign);
                    let reached = logic.quotient(distance, &counter.times.abs());
                    rests[*part] = logic.plus(rests[*part], reached, -counter.times.clone());
                    // The value lies between those of the counter before the first and after the last
                    // iteration.
                    let end = logic.plus(counter.shift, count, 1);
                    let first = logic.terms().apply(counter.function, &[counter.shift]);
                    let last = logic.terms().apply(counter.function, &[end]);
                    conditions.push(logic.at_most(first, reached));
                    conditions.push(logic.below(reached, last));
                    let position = logic.terms().apply(counter.inverse, &[reached]);
                    (0, logic.plus(position, counter.shift, -1))
                }
                Inverse::Ranked { part } => {
                    let Some(key) = &self.place[*part].key else { continue };
                    let zero = logic.int(0);
                    let sign = if key.times.is_negative() { -1 } else { 1 };
                    let distance = logic.plus(zero, rests[*part], sign);
                    let reached = logic.quotient(distance, &key.times.abs());
                    rests[*part] = logic.plus(rests[*part], reached, -key.times.clone());
                    let (args, shift) = key.at(logic, &values);
                    let Some((rank, is_there)) = logic.rank_in(key.function, &args, reached) else {
                        continue;
                    };
                    conditions.push(is_there);
                    (key.variable, logic.plus(rank, shift, -1))
                }
                Inverse::Last { variable } => {
                    let count = self.bounds[*variable].count.unwrap_or(count);
                    let count = logic.substitute(count, &values);
                    (*variable, logic.plus_constant(count, -1))
                }
                Inverse::Writer => continue,
            };
            for (rest, progression) in rests.iter_mut().zip(&self.place) {
                *rest = logic.plus(*rest, value, -progression.steps[variable].clone());
            }
            values.insert(self.bounds[variable].variable, value);
        }
        // Keys from which no variable was found.
        for (part, progression) in self.place.iter().enumerate() {
            if let Some(key) = &progression.key
                && !self.inverse.contains(&Inverse::Ranked { part })
            {
                let found = key.found(logic, values[&self.bounds[key.variable].variable], &values);
                rests[part] = logic.plus(rests[part], found, -key.times.clone());
            }
        }
        let zero = logic.int(0);
        for &rest in &rests {
            conditions.push(match weak {
                Some(weak) => weak.reached(logic, rest),
                None => equal(logic, rest, zero),
            });
        }
        let iterations: Vec<Term> = self.bounds.iter().map(|bound| values[&bound.variable]).collect();
        for (bound, &value) in self.bounds.iter().zip(&iterations) {
            let count = bound.count.map_or(count, |count| logic.substitute(count, &values));
            conditions.push(logic.at_most(zero, value));
            conditions.push(logic.below(value, count));
        }
        conditions.push(logic.substitute(self.guard, &values));
        let written = logic.all(&conditions);
        let value = self.value.iter().map(|&part| logic.substitute(part, &values)).collect();
        Candidate { written, iterations, value }
    }

    /// The last write to a place within `count` iterations. Facts about the function state that it writes
    /// there, and that it is the last one.
    fn last_write(&self, logic: &mut Logic, writer: &Writer, place: &Place, count: Term) -> Candidate {
        let zero = logic.int(0);
        let (mut args, mut conditions) = (writer.args.clone(), Vec::new());
        for (&at, (factor, constant)) in place.iter().zip(&writer.scales) {
            let constant = logic.int(constant.clone());
            let distance = logic.plus(at, constant, -1);
            let part = logic.quotient(distance, factor);
            let rest = logic.plus(distance, part, -factor.clone());
            conditions.push(equal(logic, rest, zero));
            args.push(part);
        }
        args.push(count);
        let last = logic.terms().apply(writer.function, &args);
        conditions.push(logic.at_most(zero, last));
        let written = logic.all(&conditions);
        let values = FxHashMap::from_iter([(self.bounds[0].variable, last)]);
        let value = self.value.iter().map(|&part| logic.substitute(part, &values)).collect();
        Candidate { written, iterations: vec![last], value }
    }

    /// Whether two effects recover iterations in the same way.
    pub(crate) fn has_inverse_of(&self, other: &Effect) -> bool {
        self.inverse == other.inverse
    }

    /// The place as terms over the variables.
    pub(crate) fn places(&self, logic: &mut Logic) -> Place {
        let mut place = Vec::with_capacity(self.place.len());
        for progression in &self.place {
            let mut part = progression.start;
            for (bound, step) in self.bounds.iter().zip(&progression.steps) {
                part = logic.plus(part, bound.variable, step.clone());
            }
            if let Some(counter) = &progression.counter {
                let at = logic.plus(counter.shift, self.bounds[0].variable, 1);
                let counted = logic.terms().apply(counter.function, &[at]);
                part = logic.plus(part, counted, counter.times.clone());
            }
            if let Some(key) = &progression.key {
                let found = key.found(logic, self.bounds[key.variable].variable, &FxHashMap::default());
                part = logic.plus(part, found, key.times.clone());
            }
            place.push(part);
        }
        place
    }

    /// The effect as a write in one iteration of an enclosing loop.
    pub(crate) fn as_write(&self, logic: &mut Logic, count: Term, guard: Term) -> Write {
        let mut bounds = self.bounds.clone();
        bounds[0].count = Some(count);
        let guard = logic.all(&[guard, self.guard]);
        Write {
            bounds,
            place: self.places(logic),
            guard,
            value: self.value.clone(),
            is_forgotten: self.is_forgotten,
        }
    }

    /// The variables are within their bounds and the guard holds.
    pub(crate) fn happens(&self, logic: &mut Logic, count: Term) -> Vec<Term> {
        let zero = logic.int(0);
        let mut conditions = vec![self.guard];
        for bound in &self.bounds {
            conditions.push(logic.at_most(zero, bound.variable));
            conditions.push(logic.terms().lt(&[bound.variable, bound.count.unwrap_or(count)]));
        }
        conditions
    }

    /// Substitutes terms, including the bound variables.
    pub(crate) fn substitute(&self, logic: &mut Logic, values: &FxHashMap<Term, Term>) -> Effect {
        let mut replace = |term: Term| logic.substitute(term, values);
        Effect {
            bounds: self
                .bounds
                .iter()
                .map(|bound| Bound {
                    variable: replace(bound.variable),
                    count: bound.count.map(&mut replace),
                })
                .collect(),
            place: self
                .place
                .iter()
                .map(|part| Progression {
                    start: replace(part.start),
                    steps: part.steps.clone(),
                    counter: part
                        .counter
                        .as_ref()
                        .map(|counter| Counter { shift: replace(counter.shift), ..counter.clone() }),
                    key: part.key.as_ref().map(|key| Key {
                        shift: replace(key.shift),
                        args: key.args.iter().map(|&arg| replace(arg)).collect(),
                        ..key.clone()
                    }),
                })
                .collect(),
            inverse: self.inverse.clone(),
            writer: self.writer.as_ref().map(|writer| Writer {
                function: writer.function,
                args: writer.args.iter().map(|&arg| replace(arg)).collect(),
                scales: writer.scales.clone(),
            }),
            guard: replace(self.guard),
            value: self.value.iter().map(|&part| replace(part)).collect(),
            is_forgotten: self.is_forgotten,
        }
    }
}

impl Effects {
    /// The cell at a place after `count` iterations, given its contents before the loop.
    pub(crate) fn read(
        &self,
        logic: &mut Logic,
        place: &Place,
        count: Term,
        before: Cell,
        weak: Option<WeakModel>,
    ) -> Cell {
        let candidates: Vec<Candidate> =
            self.list.iter().map(|effect| effect.at(logic, place, count, weak)).collect();
        let mut cell = before;
        for (index, candidate) in candidates.iter().enumerate() {
            let mut conditions = vec![candidate.written];
            if self.is_ordered {
                for (other, rival) in candidates.iter().enumerate().filter(|&(other, _)| other != index) {
                    let earlier = self.is_earlier(logic, (other, rival), (index, candidate));
                    let idle = logic.negated(rival.written);
                    conditions.push(logic.any(&[idle, earlier]));
                }
            }
            let counts = logic.all(&conditions);
            cell = choose(logic, counts, &candidate.value, &cell);
        }
        cell
    }

    /// Whether one write precedes another: in lexicographic order of the iterations of their common loops,
    /// then in program order.
    fn is_earlier(&self, logic: &mut Logic, one: (usize, &Candidate), other: (usize, &Candidate)) -> Term {
        let (left, right) = (&self.list[one.0].bounds, &self.list[other.0].bounds);
        let common =
            left.iter().zip(right).take_while(|(left, right)| left.variable == right.variable).count();
        let mut earlier = logic.terms().bool(one.0 < other.0);
        for level in (0..common).rev() {
            let (left, right) = (one.1.iterations[level], other.1.iterations[level]);
            let less = logic.below(left, right);
            let same = equal(logic, left, right);
            let later = logic.all(&[same, earlier]);
            earlier = logic.any(&[less, later]);
        }
        earlier
    }

    /// Whether one of the substituted terms occurs in the effects.
    pub(crate) fn mentions(&self, logic: &mut Logic, values: &FxHashMap<Term, Term>) -> bool {
        let mut terms = Vec::new();
        for effect in &self.list {
            terms.extend(effect.bounds.iter().filter_map(|bound| bound.count));
            terms.extend(effect.place.iter().map(|part| part.start));
            let counters = effect.place.iter().filter_map(|part| part.counter.as_ref());
            terms.extend(counters.map(|counter| counter.shift));
            for key in effect.place.iter().filter_map(|part| part.key.as_ref()) {
                terms.push(key.shift);
                terms.extend(&key.args);
            }
            terms.extend(effect.writer.iter().flat_map(|writer| &writer.args));
            terms.push(effect.guard);
            terms.extend(&effect.value);
        }
        logic.terms().mentions(&terms, values.keys().copied())
    }

    /// Translates the effects to another analysis, if all their terms can be translated.
    pub(crate) fn translated(&self, translate: &mut impl FnMut(Term) -> Option<Term>) -> Option<Effects> {
        let mut list = Vec::with_capacity(self.list.len());
        for effect in &self.list {
            // A last writer is a function rather than a term, so it cannot be translated.
            if effect.writer.is_some() {
                return None;
            }
            let mut bounds = Vec::with_capacity(effect.bounds.len());
            for bound in &effect.bounds {
                let count = match bound.count {
                    Some(count) => Some(translate(count)?),
                    None => None,
                };
                bounds.push(Bound { variable: translate(bound.variable)?, count });
            }
            let mut place = Vec::with_capacity(effect.place.len());
            for part in &effect.place {
                // Counters and keys are functions rather than terms, so they cannot be translated.
                if part.counter.is_some() || part.key.is_some() {
                    return None;
                }
                let start = translate(part.start)?;
                place.push(Progression { start, steps: part.steps.clone(), counter: None, key: None });
            }
            let guard = translate(effect.guard)?;
            let value = effect.value.iter().map(|&part| translate(part)).collect::<Option<Cell>>()?;
            let (inverse, is_forgotten) = (effect.inverse.clone(), effect.is_forgotten);
            list.push(Effect { bounds, place, inverse, writer: None, guard, value, is_forgotten });
        }
        Some(Effects { list, is_ordered: self.is_ordered })
    }

    pub(crate) fn substitute(&self, logic: &mut Logic, values: &FxHashMap<Term, Term>) -> Effects {
        let list = self.list.iter().map(|effect| effect.substitute(logic, values)).collect();
        Effects { list, is_ordered: self.is_ordered }
    }
}
