//! Entailment between linear inequalities over the integers: sound, fast, and not complete.
//!
//! What is to be proved is negated, and symbols are eliminated one after the other (Fourier and Motzkin).
//! Each inequality is divided by the common factor of its coefficients and rounded, as is sound for integers.

use super::lin::{Lin, Sym};
use std::collections::BTreeSet;

/// Limit on inequalities in one proof.
const MAX_INEQUALITIES: usize = 160;

/// Whether `goal >= 0` follows from facts, each of which is at least zero.
pub(super) fn entails(facts: &[Lin], goal: &Lin) -> bool {
    if let Some(constant) = goal.as_constant()
        && constant >= 0
    {
        return true;
    }
    // A fact with the same symbols and a smaller constant.
    let is_direct = |fact: &Lin| fact.terms() == goal.terms() && fact.constant_part() <= goal.constant_part();
    if facts.iter().any(is_direct) {
        return true;
    }
    let denied = goal.negated().plus_constant(-1);
    let mut all = related(facts, &denied);
    all.push(denied);
    is_contradiction(all)
}

/// Whether facts contradict each other.
pub(super) fn contradict(facts: &[Lin]) -> bool {
    is_contradiction(facts.to_vec())
}

/// The facts that share symbols with an expression, maybe through other facts.
fn related(facts: &[Lin], about: &Lin) -> Vec<Lin> {
    let mut known: BTreeSet<Sym> = about.symbols().collect();
    let mut left: Vec<&Lin> = facts.iter().collect();
    let mut found = Vec::new();
    loop {
        let (near, far): (Vec<&Lin>, Vec<&Lin>) =
            left.into_iter().partition(|fact| fact.symbols().any(|sym| known.contains(&sym)));
        if near.is_empty() {
            return found;
        }
        known.extend(near.iter().flat_map(|fact| fact.symbols()));
        found.extend(near.into_iter().cloned());
        left = far;
    }
}

/// Divides by the common factor of the coefficients, and rounds.
fn tightened(fact: &Lin) -> Lin {
    let content = fact.content();
    if content <= 1 {
        return fact.clone();
    }
    let mut result = Lin::constant(fact.constant_part().div_euclid(content));
    for (sym, factor) in fact.terms() {
        result = result.plus(&Lin::of(*sym).times(factor / content));
    }
    result
}

fn is_contradiction(facts: Vec<Lin>) -> bool {
    let mut facts: BTreeSet<Lin> = facts.iter().map(tightened).collect();
    loop {
        if facts.iter().any(|fact| fact.as_constant().is_some_and(|constant| constant < 0)) {
            return true;
        }
        facts.retain(|fact| fact.as_constant().is_none());
        let Some(sym) = cheapest(&facts) else { return false };
        let (with, mut rest): (BTreeSet<Lin>, BTreeSet<Lin>) =
            facts.into_iter().partition(|fact| fact.mentions(sym));
        let (low, high): (Vec<&Lin>, Vec<&Lin>) = with.iter().partition(|fact| fact.factor(sym) > 0);
        for one in &low {
            for other in &high {
                let (above, below) = (one.factor(sym), -other.factor(sym));
                let scaled = Lin::default().checked_plus(one, below);
                let Some(sum) = scaled.and_then(|scaled| scaled.checked_plus(other, above)) else { continue };
                rest.insert(tightened(&sum));
            }
        }
        if rest.len() > MAX_INEQUALITIES {
            return false;
        }
        facts = rest;
    }
}

/// The symbol whose elimination makes the fewest inequalities.
fn cheapest(facts: &BTreeSet<Lin>) -> Option<Sym> {
    let symbols: BTreeSet<Sym> = facts.iter().flat_map(Lin::symbols).collect();
    symbols.into_iter().min_by_key(|sym| {
        let low = facts.iter().filter(|fact| fact.factor(*sym) > 0).count();
        let high = facts.iter().filter(|fact| fact.factor(*sym) < 0).count();
        low * high
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lin(terms: &[(u32, i128)], constant: i128) -> Lin {
        let all = terms.iter().map(|(sym, factor)| Lin::of(Sym(*sym)).times(*factor));
        all.fold(Lin::constant(constant), |sum, term| sum.plus(&term))
    }

    /// All small values of three symbols: what is proved holds wherever the facts do.
    #[test]
    fn what_is_proved_holds_for_all_small_numbers() {
        let mut seed = 1u64;
        let mut next = |bound: i128| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (i128::from(seed >> 40) % (2 * bound + 1)) - bound
        };
        let (mut proved, mut refuted) = (0, 0);
        for _ in 0..2000 {
            let facts: Vec<Lin> =
                (0..4).map(|_| lin(&[(0, next(2)), (1, next(2)), (2, next(2))], next(4))).collect();
            let goal = lin(&[(0, next(2)), (1, next(2)), (2, next(2))], next(4));
            let is_proved = entails(&facts, &goal);
            let mut holds = true;
            for code in 0..9i128.pow(3) {
                let value = |lin: &Lin| {
                    let of = |sym: Sym| code / 9i128.pow(sym.0) % 9 - 4;
                    lin.terms().iter().map(|(sym, factor)| factor * of(*sym)).sum::<i128>()
                        + lin.constant_part()
                };
                holds &= facts.iter().any(|fact| value(fact) < 0) || value(&goal) >= 0;
            }
            assert!(holds || !is_proved, "{facts:?} do not entail {goal:?}");
            proved += usize::from(is_proved);
            refuted += usize::from(!holds);
        }
        assert!(proved > 50 && refuted > 50, "{proved} proved, {refuted} refuted");
    }

    #[test]
    fn integers_are_rounded() {
        // 2x >= 1 gives x >= 1.
        assert!(entails(&[lin(&[(0, 2)], -1)], &lin(&[(0, 1)], -1)));
        assert!(!entails(&[lin(&[(0, 1)], 0)], &lin(&[(0, 1)], -1)));
    }
}
