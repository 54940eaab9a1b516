//! How a place determines the iterations of its write: which part gives which iteration, and in which order
//! they are found.
//!
//! A place is decomposed into parts that are linear in the iterations, but for a counter or for the key at a
//! rank. In nested loops, a key is looked up in an order that an outer iteration may have made; then the
//! outer iteration must be found before, from another part.

use crate::symbolic::facts::choice::equal;
use crate::symbolic::facts::linear::linear;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::facts::orders::MovingKey;
use crate::symbolic::store::effects::{Bound, Counter, Inverse, Key, Progression, Write};
use cfp_solver::{Int, Op, Term};
use fxhash::FxHashMap;

/// Limit on keys that are compared with a number.
const MAX_CANDIDATES: usize = 4;

impl Write {
    /// The parts of the place over the bound variables, and how these are recovered from it; nothing if the
    /// place does not determine them.
    pub(crate) fn inverted(
        &self,
        logic: &mut Logic,
        bounds: &[Bound],
        premises: &[Term],
    ) -> Option<(Vec<Progression>, Vec<Inverse>)> {
        let premises: Vec<Term> = premises.iter().copied().chain([self.guard]).collect();
        let mut place = Vec::with_capacity(self.place.len());
        for &part in &self.place {
            let progression = match as_progression(logic, part, bounds) {
                Some(progression) => progression,
                None => match as_key(logic, part, bounds, &premises) {
                    Some(progression) => progression,
                    None => as_counter(logic, part, bounds, &premises)?,
                },
            };
            place.push(progression);
        }
        let inverse = invert(logic, bounds, &place, self.guard, &premises)?;
        Some((place, inverse))
    }
}

/// A number as multiples of the variables and of other unknowns, and a constant.
struct Decomposed {
    steps: Vec<Int>,
    /// Unknowns that depend on the variables, with their factors.
    moving: Vec<(Term, Int)>,
    start: Term,
}

fn decompose(logic: &mut Logic, term: Term, bounds: &[Bound]) -> Decomposed {
    let (mut products, constant) = linear(logic.terms(), term);
    let mut steps = Vec::with_capacity(bounds.len());
    for bound in bounds {
        steps.push(products.remove(&bound.variable).unwrap_or(Int::ZERO));
    }
    let (mut moving, mut fixed) = (Vec::new(), Vec::new());
    for (unknown, factor) in products {
        let is_moving = bounds.iter().any(|bound| logic.mentions(unknown, bound.variable));
        if is_moving { moving.push((unknown, factor)) } else { fixed.push((unknown, factor)) }
    }
    Decomposed { steps, moving, start: logic.sum(&fixed, &constant) }
}

/// Decomposes a number into multiples of the variables and an independent start.
fn as_progression(logic: &mut Logic, term: Term, bounds: &[Bound]) -> Option<Progression> {
    let Decomposed { steps, moving, start } = decompose(logic, term, bounds);
    moving.is_empty().then_some(Progression { start, steps, counter: None, key: None })
}

/// Matches a number against a multiple of a counter, if the premises imply that the iteration is counted.
fn as_counter(logic: &mut Logic, term: Term, bounds: &[Bound], premises: &[Term]) -> Option<Progression> {
    let [Bound { variable, .. }] = *bounds else { return None };
    let Decomposed { steps, mut moving, start } = decompose(logic, term, bounds);
    let (counted, times) = moving.pop()?;
    if !moving.is_empty() || !steps[0].is_zero() {
        return None;
    }
    let Op::Apply(function) = logic.terms().op(counted) else { return None };
    let (inverse, summand, position) = logic.counter_inverse(function)?;
    let at = logic.terms().args(counted)[0];
    let (shift, step) = logic.as_progression(at, variable)?;
    if !step.is_one() {
        return None;
    }
    let (here, one) = (logic.substitute(summand, &FxHashMap::from_iter([(position, at)])), logic.int(1));
    let is_counted = equal(logic, here, one);
    if !logic.follows(premises, is_counted) {
        return None;
    }
    let counter = Counter { times, function, inverse, shift };
    Some(Progression { start, steps, counter: Some(counter), key: None })
}

/// Matches a number against a multiple of the key at a rank that moves with one of the variables, if the
/// premises imply that there is a key. The innermost variable for which this holds is taken.
fn as_key(logic: &mut Logic, term: Term, bounds: &[Bound], premises: &[Term]) -> Option<Progression> {
    let Decomposed { steps, mut moving, start } = decompose(logic, term, bounds);
    let (found, times) = moving.pop()?;
    if !moving.is_empty() {
        return None;
    }
    let found = known_key(logic, found, bounds, premises)?;
    let MovingKey { function, args, rank, count } = logic.as_key(found)?;
    let fixed: Vec<Term> = args.iter().copied().chain([count]).collect();
    for (variable, bound) in bounds.iter().enumerate().rev() {
        let Some((shift, step)) = logic.as_progression(rank, bound.variable) else { continue };
        let is_fixed = !logic.terms().mentions(&fixed, [bound.variable]);
        if !step.is_one() || !is_fixed || !steps[variable].is_zero() {
            continue;
        }
        let zero = logic.int(0);
        let is_rank = [logic.at_most(zero, rank), logic.below(rank, count)];
        let is_rank = logic.all(&is_rank);
        if !logic.follows(premises, is_rank) {
            return None;
        }
        let key = Key { times, variable, function, args, shift };
        return Some(Progression { start, steps, counter: None, key: Some(key) });
    }
    None
}

/// The key at a rank that a number equals: the number itself, or one that occurs in it. A key that is read
/// back from its container is a case distinction over what was written there.
fn known_key(logic: &mut Logic, number: Term, bounds: &[Bound], premises: &[Term]) -> Option<Term> {
    if logic.as_key(number).is_some() {
        return Some(number);
    }
    let mut candidates = logic.terms().reachable(&[number]);
    candidates.retain(|&part| {
        logic.as_key(part).is_some() && bounds.iter().any(|bound| logic.mentions(part, bound.variable))
    });
    candidates.into_iter().take(MAX_CANDIDATES).find(|&candidate| {
        let same = equal(logic, number, candidate);
        logic.follows(premises, same)
    })
}

/// Determines how to recover the variables from a place, one after the other.
fn invert(
    logic: &mut Logic,
    bounds: &[Bound],
    place: &[Progression],
    guard: Term,
    premises: &[Term],
) -> Option<Vec<Inverse>> {
    if let Some(part) = place.iter().position(|part| part.counter.is_some()) {
        return Some(vec![Inverse::Counted { part }]);
    }
    let mut open: Vec<usize> = (0..bounds.len()).collect();
    let mut inverse = Vec::with_capacity(bounds.len());
    loop {
        let needs: Vec<Vec<usize>> = place.iter().map(|part| part.needs(logic, bounds, &open)).collect();
        let found = match ranked(place, &needs, &open) {
            Some(found) => Some(found),
            None => divided(logic, bounds, (place, &needs), premises)?,
        };
        let Some((variable, found)) = found else { break };
        open.retain(|&other| other != variable);
        inverse.push(found);
    }
    // The remaining variables do not affect the place, so they must not affect whether the write happens.
    let mut conditions = vec![guard];
    conditions.extend(bounds.iter().filter_map(|bound| bound.count));
    if logic.terms().mentions(&conditions, open.iter().map(|&variable| bounds[variable].variable)) {
        return None;
    }
    inverse.extend(open.iter().map(|&variable| Inverse::Last { variable }));
    Some(inverse)
}

impl Progression {
    /// The open variables on which the part depends, but for the rank of its key.
    fn needs(&self, logic: &mut Logic, bounds: &[Bound], open: &[usize]) -> Vec<usize> {
        let in_key: Vec<Term> =
            self.key.iter().flat_map(|key| key.args.iter().copied().chain([key.shift])).collect();
        let mut needs = Vec::new();
        for &variable in open {
            let is_step = !self.steps[variable].is_zero();
            if is_step || logic.terms().mentions(&in_key, [bounds[variable].variable]) {
                needs.push(variable);
            }
        }
        needs
    }
}

/// A part with the key at a rank that moves with an open variable, and with nothing else that is open.
fn ranked(place: &[Progression], needs: &[Vec<usize>], open: &[usize]) -> Option<(usize, Inverse)> {
    place.iter().zip(needs).enumerate().find_map(|(part, (progression, needs))| {
        let variable = progression.key.as_ref()?.variable;
        let is_determined = needs.is_empty() && open.contains(&variable);
        is_determined.then_some((variable, Inverse::Ranked { part }))
    })
}

/// A variable that a linear part determines; nothing within if no linear part has an open variable, and
/// nothing at all if the parts do not determine those that they have.
fn divided(
    logic: &mut Logic,
    bounds: &[Bound],
    (place, needs): (&[Progression], &[Vec<usize>]),
    premises: &[Term],
) -> Option<Option<(usize, Inverse)>> {
    // The key of a part that has one is not known yet, or a variable is open on which it depends.
    let linear = |part: &usize| place[*part].key.is_none() && !needs[*part].is_empty();
    // A part with a single open variable determines it directly.
    if let Some(part) = (0..place.len()).filter(linear).find(|&part| needs[part].len() == 1) {
        let variable = needs[part][0];
        return Some(Some((variable, Inverse::Divide { variable, part, shift: Int::ZERO })));
    }
    match (0..place.len()).find(linear) {
        Some(part) => Some(Some(divide(logic, bounds, (&place[part], part), &needs[part], premises)?)),
        // Keys that cannot be looked up.
        None if needs.iter().any(|needs| !needs.is_empty()) => None,
        None => Some(None),
    }
}

/// The variable with the largest step in a part, if the others together stay below that step, like the digits
/// of a number.
fn divide(
    logic: &mut Logic,
    bounds: &[Bound],
    (progression, part): (&Progression, usize),
    unknowns: &[usize],
    premises: &[Term],
) -> Option<(usize, Inverse)> {
    let &longest = unknowns.iter().max_by_key(|&&variable| progression.steps[variable].abs())?;
    let step = &progression.steps[longest];
    let zero = logic.int(0);
    let mut rest = zero;
    for &variable in unknowns.iter().filter(|&&variable| variable != longest) {
        rest = logic.plus(rest, bounds[variable].variable, progression.steps[variable].clone());
    }
    if step.is_negative() {
        rest = logic.plus(zero, rest, -1);
    }
    let length = step.abs();
    for shift in [Int::ZERO, &length - &Int::ONE, length.clone()] {
        let shift_term = logic.int(shift.clone());
        let shifted = logic.plus(rest, shift_term, 1);
        let length_term = logic.int(length.clone());
        let parts = [logic.at_most(zero, shifted), logic.below(shifted, length_term)];
        let claim = logic.all(&parts);
        if logic.follows(premises, claim) {
            return Some((longest, Inverse::Divide { variable: longest, part, shift }));
        }
    }
    None
}
