//! Loop-carried values: variables, and cells at a place that does not depend on the iteration.
//!
//! Each is one or several numbers. A number that changes by a constant `d` in each iteration has the closed
//! form `start + d k` in iteration `k`; an invariant number is the case `d = 0`. Any other number is an
//! uninterpreted function of `k`, constrained by the recurrence that one iteration gives.

use crate::ir::{IntType, Scalar, VarId};
use crate::symbolic::exec::executor::Executor;
use crate::symbolic::facts::choice::{equal, ite};
use crate::symbolic::facts::linear::linear;
use crate::symbolic::facts::range::Range;
use crate::symbolic::store::arrays::Array;
use crate::symbolic::store::place::{Class, ObjectId, Place};
use crate::symbolic::store::state::State;
use crate::symbolic::store::value::{Pointer, Value};
use cfp_solver::{Int, Op, Symbol, Term};
use fxhash::FxHashMap;

/// What holds a value from one iteration to the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Carrier {
    Var(VarId),
    Cell(ObjectId, Class, Place),
    /// The liveness flag of an object, 0 or 1.
    Alive(ObjectId),
}

/// How a number changes from one iteration to the next.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Change {
    /// By a constant, perhaps zero.
    Linear(Int),
    /// By an amount that does not depend on the number: a sum, as a term over the iteration.
    Sum(Term),
    /// No closed form: an uninterpreted function of the iteration.
    Free(Symbol),
}

/// One loop-carried number.
#[derive(Clone)]
pub(crate) struct Part {
    pub(crate) start: Term,
    pub(crate) range: Range,
    /// How it changes, once classified.
    pub(crate) change: Option<Change>,
    /// Its value in iteration `k`.
    pub(crate) now: Term,
}

/// One loop-carried value.
#[derive(Clone)]
pub(crate) struct Carried {
    pub(crate) carrier: Carrier,
    pub(crate) parts: Vec<Part>,
}

impl Carried {
    /// The numbers in iteration `k`.
    pub(crate) fn now(&self) -> Vec<Term> {
        self.parts.iter().map(|part| part.now).collect()
    }
}

/// The uninterpreted functions of the numbers that have no closed form.
pub(crate) fn free_functions(carried: &[Carried]) -> Vec<Symbol> {
    let parts = carried.iter().flat_map(|carried| &carried.parts);
    let function = |part: &Part| match part.change {
        Some(Change::Free(function)) => Some(function),
        _ => None,
    };
    parts.filter_map(function).collect()
}

impl Executor<'_> {
    /// The numbers of a carrier in a state; `None` for an uninitialised variable.
    pub(crate) fn carried_value(&mut self, state: &mut State, carrier: &Carrier) -> Option<Vec<Term>> {
        match carrier {
            Carrier::Var(var) => Some(match state.frame().vars[var.index()]? {
                Value::Number(term) => vec![term],
                Value::Pointer(Pointer { object, offset }) => vec![object, offset],
            }),
            Carrier::Cell(object, class, place) => {
                let array = self.contents(state, *object, *class);
                Some(self.read_cell(state, (*object, *class), array, place))
            }
            Carrier::Alive(object) => {
                let alive = state.alive.get(object).copied()?;
                Some(vec![self.bit(alive)])
            }
        }
    }

    pub(crate) fn set_carried(&mut self, state: &mut State, carrier: &Carrier, value: Vec<Term>) {
        match carrier {
            Carrier::Var(var) => {
                state.frame().vars[var.index()] = Some(match value[..] {
                    [object, offset] => Value::Pointer(Pointer { object, offset }),
                    _ => Value::Number(value[0]),
                });
            }
            Carrier::Cell(object, class, place) => {
                let before = self.contents(state, *object, *class);
                let after = self.arrays.add(Array::Store { before, at: place.clone(), value });
                state.memory.insert((*object, *class), after);
            }
            Carrier::Alive(object) => {
                let alive = self.truth(value[0]);
                state.alive.insert(*object, alive);
            }
        }
    }

    /// The ranges of a carrier's numbers.
    fn carried_ranges(&self, state: &State, carrier: &Carrier, parts: usize) -> Vec<Range> {
        let flag = Range::of(IntType { bits: 1, signed: false });
        match carrier {
            Carrier::Var(var) => {
                let frame = state.frames.last().expect("a call is under way");
                match self.program.functions[frame.function.index()].vars[var.index()].ty {
                    Scalar::Int(int) if !self.logic.is_math => vec![Range::of(int)],
                    _ => vec![Range::default(); parts],
                }
            }
            Carrier::Cell(_, class, _) => {
                // With mathematical integers, a cell may hold a value outside the range of its type.
                let range = if self.logic.is_math { Range::default() } else { class.range(&self.logic) };
                let mut ranges = vec![range; parts];
                ranges[parts - 1] = flag;
                ranges
            }
            Carrier::Alive(_) => vec![flag],
        }
    }

    /// A carried value for the first pass: its numbers are fresh unknowns. Two facts are kept to make the
    /// pass precise: a pointer stays in its object if that is known, and what is initialised stays
    /// initialised.
    pub(crate) fn carry(&mut self, entry: &mut State, carrier: Carrier) -> Option<Carried> {
        let start = self.carried_value(entry, &carrier)?;
        let ranges = self.carried_ranges(entry, &carrier, start.len());
        let is_kept = |index: usize| match &carrier {
            Carrier::Var(_) => start.len() == 2 && index == 0,
            Carrier::Cell(_, class, _) => {
                index + 1 == start.len() || (matches!(class, Class::Pointer(_)) && index == 0)
            }
            Carrier::Alive(_) => false,
        };
        let mut parts = Vec::with_capacity(start.len());
        for (index, (&start, range)) in start.iter().zip(ranges).enumerate() {
            let (change, now) = if is_kept(index) {
                (Some(Change::Linear(Int::ZERO)), start)
            } else {
                (None, self.logic.unknown_in("variable", range.clone()))
            };
            parts.push(Part { start, range, change, now });
        }
        Some(Carried { carrier, parts })
    }

    /// Classifies how a carried value changes, from its numbers after the first pass.
    pub(crate) fn classify(&mut self, path: &[Term], carried: &mut Carried, after: &[Term]) {
        for (part, &after) in carried.parts.iter_mut().zip(after) {
            if part.change.is_none()
                && let Some(step) =
                    self.constant_step(path, part.now, after).or_else(|| self.residual_step(part, after))
            {
                part.change = Some(Change::Linear(step));
            }
        }
    }

    /// The constant by which a number changes, if there is one.
    fn constant_step(&mut self, path: &[Term], before: Term, after: Term) -> Option<Int> {
        let step = self.logic.plus(after, before, -1);
        if let Some(step) = self.logic.terms().as_constant(step) {
            return Some(step.clone());
        }
        let model = self.logic.model(path)?;
        let candidate = model.eval(self.logic.brackets.terms(), step).as_int()?.clone();
        let guess_term = self.logic.int(candidate.clone());
        let claim = self.logic.terms().eq(step, guess_term);
        self.logic.follows(path, claim).then_some(candidate)
    }

    /// The constant by which a machine word changes, if it does not wrap around. The third pass checks that.
    fn residual_step(&mut self, part: &Part, after: Term) -> Option<Int> {
        let ty = part.range.as_type()?;
        let residue = self.residue(after, ty.bits, 0);
        let step = self.logic.plus(residue, part.now, -1);
        let step = self.logic.terms().as_constant(step).cloned()?;
        (!self.is_read_as_unsigned(part, after)).then_some(step)
    }

    /// The closed form of an unsigned number in memory, which keeps it as a signed one, if it changes by a
    /// constant and does not wrap around. The third pass checks that.
    pub(crate) fn unsigned_progression(&mut self, part: &Part, after: Term, iteration: Term) -> Option<Term> {
        let ty = part.range.as_type().filter(|_| self.is_read_as_unsigned(part, after))?;
        let residue = self.residue(after, ty.bits, 0);
        let step = self.logic.plus(residue, part.now, -1);
        let step = self.logic.terms().as_constant(step).cloned()?;
        let start = self.logic.as_unsigned(part.start, ty.bits);
        let total = self.logic.plus(start, iteration, step);
        Some(self.logic.as_signed(total, ty.bits))
    }

    /// Whether an iteration reads a signed number as an unsigned one that may be large. Numbers of 64 bits
    /// are not: no loop counts as far.
    fn is_read_as_unsigned(&mut self, part: &Part, after: Term) -> bool {
        let is_short = part.range.as_type().is_some_and(|ty| ty.signed && ty.bits < 64);
        let zero = self.logic.int(0);
        let is_negative = self.logic.terms().lt(&[part.now, zero]);
        is_short && self.logic.mentions(after, is_negative)
    }

    /// Sets the numbers in iteration `k`: closed forms as terms, the others as uninterpreted functions that
    /// equal the start for `k = 0`.
    pub(crate) fn plan_carried(&mut self, carried: &mut Carried, iteration: Term) {
        for part in &mut carried.parts {
            match &part.change {
                Some(Change::Linear(step)) => part.now = self.logic.plus(part.start, iteration, step.clone()),
                Some(Change::Sum(total)) => part.now = *total,
                _ => {
                    let function = self.logic.function("value", 0, part.range.clone());
                    part.now = self.logic.apply(function, &[]);
                    part.change = Some(Change::Free(function));
                    // The range axiom of the unknown also holds on infeasible paths, where the start may be
                    // out of range. So the equation is conditional.
                    let zero = self.logic.int(0);
                    let is_first = equal(&mut self.logic, iteration, zero);
                    let same = self.logic.terms().eq(part.now, part.start);
                    let is_possible = self.logic.in_range(part.start, &part.range);
                    let premise = self.logic.all(&[is_first, is_possible]);
                    let fact = self.logic.implied(premise, same);
                    self.logic.add_fact_about(part.now, fact);
                }
            }
        }
    }

    /// The closed form of a free number as a sum, if the summand depends neither on the number nor on other
    /// free numbers. Machine integers are sums modulo their size. `each` holds in every iteration but the
    /// last.
    pub(crate) fn as_sum(
        &mut self,
        part: &Part,
        after: Term,
        iteration: Term,
        free: &[Symbol],
        (path, each): (&[Term], &[Term]),
    ) -> Option<Term> {
        let zero = self.logic.int(0);
        let (step, ty) = match self.logic.increment(after, part.now) {
            Some(step) => (step, None),
            None => match self.unwrapped(after, part.now, 0) {
                Some((sum, ty)) => (self.logic.increment(sum, part.now)?, Some(ty?)),
                None => {
                    // Both numbers are in the range of the type, so their residues determine them.
                    let ty = part.range.as_type()?;
                    let sum = self.residue(after, ty.bits, 0);
                    (self.logic.increment(sum, part.now)?, Some(ty))
                }
            },
        };
        let outer: Vec<Term> =
            self.logic.iterations.iter().copied().filter(|&other| other != iteration).collect();
        for term in self.logic.terms().reachable(&[step]) {
            let is_free = matches!(self.logic.terms().op(term), Op::Apply(symbol) if free.contains(&symbol));
            if is_free || outer.contains(&term) {
                return None;
            }
        }
        let started = self.logic.at_most(zero, iteration);
        let path: Vec<Term> = path.iter().copied().chain([started]).collect();
        let total = self.logic.sum_over(step, iteration, (zero, iteration), &path, each)?;
        let total = self.logic.plus(part.start, total, 1);
        // The sum of zero summands must equal the start.
        let first = self.logic.substitute(total, &FxHashMap::from_iter([(iteration, zero)]));
        let is_start = equal(&mut self.logic, first, part.start);
        if !self.logic.follows(&path, is_start) {
            return None;
        }
        match ty {
            None => Some(total),
            Some(ty) => {
                // The start must be in the range of the type, or reducing it modulo the size would change it.
                let fits = self.logic.within(ty.min(), part.start, ty.max());
                if !self.logic.follows(&path, fits) {
                    return None;
                }
                // If the sum stays in range as long as the loop runs, the modulus can be dropped. The
                // iteration before this one was not the last, so `each` holds there.
                let before = self.logic.plus_constant(iteration, -1);
                let went_on = self.logic.all(each);
                let went_on = self.logic.substitute(went_on, &FxHashMap::from_iter([(iteration, before)]));
                let is_first = equal(&mut self.logic, iteration, zero);
                let reached = self.logic.any(&[is_first, went_on]);
                let path: Vec<Term> = path.iter().copied().chain([reached]).collect();
                let stays = self.logic.within(ty.min(), total, ty.max());
                Some(if self.logic.follows(&path, stays) { total } else { self.wrapped(total, ty) })
            }
        }
    }

    /// A simpler number with the same residue modulo 2^bits: without conversions between signed and unsigned
    /// words, and without reductions.
    fn residue(&mut self, term: Term, bits: u8, depth: usize) -> Term {
        let size = Int::from(1i128 << bits);
        if depth > MAX_CASES {
            return term;
        }
        let args = self.logic.terms().args(term).to_vec();
        match self.logic.terms().op(term) {
            Op::Ite => {
                let difference = self.logic.plus(args[1], args[2], -1);
                let difference = self.logic.terms().as_constant(difference).cloned();
                if difference.is_some_and(|difference| size.divides(&difference)) {
                    return self.residue(args[2], bits, depth + 1);
                }
                let then = self.residue(args[1], bits, depth + 1);
                let otherwise = self.residue(args[2], bits, depth + 1);
                ite(&mut self.logic, args[0], then, otherwise)
            }
            Op::Mod => {
                let modulus = self.logic.terms().as_constant(args[1]).cloned();
                let is_multiple = modulus.is_some_and(|it| !it.is_zero() && size.divides(&it));
                if is_multiple { self.residue(args[0], bits, depth + 1) } else { term }
            }
            _ => {
                let (products, constant) = linear(self.logic.terms(), term);
                if products.keys().all(|&part| part == term) {
                    return term;
                }
                // The representative with the smallest constant: subtract 1 rather than add 2^32 - 1.
                let half = Int::from(1i128 << (bits - 1));
                let constant = (constant + &half).div_rem_floor(&size).1 - half;
                let mut sum = self.logic.int(constant);
                for (part, factor) in products {
                    let part = self.residue(part, bits, depth + 1);
                    sum = self.logic.plus(sum, part, factor);
                }
                sum
            }
        }
    }

    /// A number before it is reduced modulo the size of its type, in each case of a conditional. `now` is in
    /// the range of the type.
    fn unwrapped(&mut self, term: Term, now: Term, depth: usize) -> Option<(Term, Option<IntType>)> {
        if term == now {
            return Some((term, None));
        }
        if self.logic.terms().op(term) == Op::Ite && depth < MAX_CASES {
            let args = self.logic.terms().args(term);
            let (condition, then, otherwise) = (args[0], args[1], args[2]);
            let (then, one) = self.unwrapped(then, now, depth + 1)?;
            let (otherwise, other) = self.unwrapped(otherwise, now, depth + 1)?;
            let is_same = one.is_none() || other.is_none() || one == other;
            return is_same.then(|| (ite(&mut self.logic, condition, then, otherwise), one.or(other)));
        }
        let (products, constant) = linear(self.logic.terms(), term);
        let [(&rest, factor)] = products.iter().collect::<Vec<_>>()[..] else { return None };
        if !factor.is_one() || self.logic.terms().op(rest) != Op::Mod {
            return None;
        }
        let args = self.logic.terms().args(rest);
        let (inner, size) = (args[0], args[1]);
        let size = self.logic.terms().as_constant(size)?.clone();
        let bits = [8u8, 16, 32, 64].into_iter().find(|&bits| Int::from(1i128 << bits) == size)?;
        let half = Int::from(-(1i128 << (bits - 1)));
        let signed = match constant {
            _ if constant.is_zero() => false,
            _ if constant == half => true,
            _ => return None,
        };
        // Choose the representative with the smallest constant: subtract 1 rather than add 2^32 - 1.
        let (products, inside) = linear(self.logic.terms(), inner);
        let half = Int::from(1i128 << (bits - 1));
        let shift = (inside + constant + &half).div_rem_floor(&size).1 - half;
        let products: Vec<(Term, Int)> = products.into_iter().collect();
        Some((self.logic.sum(&products, &shift), Some(IntType { bits, signed })))
    }

    /// The least and greatest constant that a number starts with or is assigned, if it is assigned only
    /// constants.
    pub(crate) fn constants_between(&mut self, part: &Part, after: Term) -> Option<(Int, Int)> {
        let mut constants = vec![self.logic.terms().as_constant(part.start)?.clone()];
        let mut pending = vec![after];
        let mut seen = std::collections::BTreeSet::new();
        while let Some(term) = pending.pop() {
            if !seen.insert(term) || seen.len() > MAX_LEAVES {
                continue;
            }
            if self.logic.terms().op(term) == Op::Ite {
                pending.extend_from_slice(&self.logic.terms().args(term)[1..]);
            } else if let Some(constant) = self.logic.terms().as_constant(term) {
                constants.push(constant.clone());
            }
        }
        (constants.len() > 1).then(|| {
            constants.sort_unstable();
            (constants[0].clone(), constants[constants.len() - 1].clone())
        })
    }

    /// Bounds on the difference between consecutive values of a free number, as far as one iteration implies
    /// them.
    pub(crate) fn growth(&mut self, path: &[Term], before: Term, after: Term) -> (Option<Int>, Option<Int>) {
        let mut constants = vec![Int::ZERO];
        let whole = self.logic.plus(after, before, -1);
        for step in self.logic.cases(whole, MAX_LEAVES) {
            if let Some(step) = self.logic.terms().as_constant(step) {
                constants.push(step.clone());
            }
        }
        constants.sort_unstable();
        constants.dedup();
        let step = self.logic.plus(after, before, -1);
        let mut bound = |constant: &&Int, is_low: bool| {
            let constant = self.logic.int((*constant).clone());
            let claim =
                if is_low { self.logic.at_most(constant, step) } else { self.logic.at_most(step, constant) };
            self.logic.follows(path, claim)
        };
        let low = constants.iter().rev().find(|constant| bound(constant, true)).cloned();
        let high = constants.iter().find(|constant| bound(constant, false)).cloned();
        (low, high)
    }

    /// The claim that the numbers after an iteration equal those planned for the next one.
    pub(crate) fn next_claim(&mut self, part: &Part, after: Term, iteration: Term) -> Term {
        let next = self.logic.plus_constant(iteration, 1);
        let expected = self.logic.substitute(part.now, &FxHashMap::from_iter([(iteration, next)]));
        equal(&mut self.logic, expected, after)
    }
}

/// Limit on the leaves of a conditional term.
const MAX_LEAVES: usize = 64;

/// Limit on nested conditionals.
const MAX_CASES: usize = 6;
