//! The range of each variable: what conjuncts say about it, or a guess.

use crate::circuit::{Circuit, Edge, Node};
use crate::linear::NumVar;
use crate::num::Int;
use fxhash::FxHashMap;

/// The least and the largest value, where there is one.
type Interval = [Option<Int>; 2];

/// Ranges with more bits are cut even if they are known.
const MAX_KNOWN_BITS: u32 = 40;

/// What conjuncts say about single variables.
#[derive(Default)]
pub(super) struct Ranges {
    known: FxHashMap<NumVar, Interval>,
    /// No least value that is known is negative, and there are some: so others will not be negative either.
    are_natural: bool,
}

/// The values that a variable may have in a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) low: Int,
    pub(super) high: Int,
    /// There are no other values that satisfy the conjuncts.
    pub(super) is_known: bool,
    /// Both ends are known, but there are too many values.
    pub(super) is_cut: bool,
}

impl Ranges {
    pub(super) fn new(circuit: &Circuit, conjuncts: &[Edge]) -> Ranges {
        let mut ranges = Ranges::default();
        for &conjunct in conjuncts {
            if let Some((var, interval)) = of_conjunct(circuit, conjunct) {
                let [low, high] = ranges.known.entry(var).or_default();
                let [new_low, new_high] = interval;
                *low = low.take().max(new_low);
                *high = [high.take(), new_high].into_iter().flatten().min();
            }
        }
        let mut lows = ranges.known.values().filter_map(|[low, _]| low.as_ref()).peekable();
        ranges.are_natural = lows.peek().is_some() && !lows.any(Int::is_negative);
        ranges
    }

    /// The range of a variable: that which is known, or a part of it with as many values as so many bits
    /// distinguish, near zero.
    pub(super) fn get(&self, var: NumVar, bits: u32) -> Range {
        let [low, high] = self.known.get(&var).cloned().unwrap_or_default();
        let is_free = low.is_none() && high.is_none();
        // Variables without any bound are often sums of others.
        let count = Int::from(2).pow(bits + u32::from(is_free));
        if let (Some(low), Some(high)) = (&low, &high) {
            let width = high - low;
            if width < count || width.bits() <= MAX_KNOWN_BITS.min(2 * bits) {
                return Range { low: low.clone(), high: high.clone(), is_known: true, is_cut: false };
            }
        }
        let is_cut = low.is_some() && high.is_some();
        let half = count.div_floor(&Int::from(2));
        let mut start = if is_free && self.are_natural { Int::ZERO } else { -half };
        if let Some(low) = low
            && low > start
        {
            start = low;
        }
        if let Some(high) = high {
            start = start.min(high - &count + Int::ONE);
        }
        Range { high: &start + &count - Int::ONE, low: start, is_known: false, is_cut }
    }
}

/// The variable that an atom bounds if it is true, and how.
fn of_atom(circuit: &Circuit, edge: Edge) -> Option<(NumVar, Interval)> {
    let Node::Le(form, bound) = circuit.node(edge) else { return None };
    match circuit.form(*form).terms() {
        [(var, coefficient)] if coefficient.is_one() => Some(match edge.is_negated() {
            false => (*var, [None, Some(bound.clone())]),
            true => (*var, [Some(bound + Int::ONE), None]),
        }),
        _ => None,
    }
}

/// The same for an atom, or two of them, as equations are.
fn of_edge(circuit: &Circuit, edge: Edge) -> Option<(NumVar, Interval)> {
    match circuit.node(edge) {
        Node::And(parts) if !edge.is_negated() && parts.len() == 2 => {
            match (of_atom(circuit, parts[0])?, of_atom(circuit, parts[1])?) {
                ((var, [low, None]), (other, [None, high])) if var == other => Some((var, [low, high])),
                ((var, [None, high]), (other, [low, None])) if var == other => Some((var, [low, high])),
                _ => None,
            }
        }
        _ => of_atom(circuit, edge),
    }
}

/// The same for a conjunct, which may be a disjunction of such edges.
fn of_conjunct(circuit: &Circuit, conjunct: Edge) -> Option<(NumVar, Interval)> {
    let Node::And(parts) = circuit.node(conjunct) else { return of_edge(circuit, conjunct) };
    if !conjunct.is_negated() {
        return of_edge(circuit, conjunct);
    }
    let mut hull: Option<(NumVar, Interval)> = None;
    for &part in parts {
        let (var, [low, high]) = of_edge(circuit, !part)?;
        hull = Some(match hull {
            None => (var, [low, high]),
            Some((other, _)) if other != var => return None,
            // Without a bound in one case there is none.
            Some((_, [old_low, old_high])) => {
                (var, [old_low.zip(low).map(|(a, b)| a.min(b)), old_high.zip(high).map(|(a, b)| a.max(b))])
            }
        });
    }
    hull
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::LinearExpr;

    #[test]
    fn ranges_come_from_bounds_and_from_disjunctions_of_values() {
        let mut circuit = Circuit::new();
        let vars = [0, 1, 2].map(NumVar::integer);
        let at =
            |var: NumVar, value: i64| LinearExpr { constant: Int::from(-value), ..LinearExpr::variable(var) };
        let values = [0, 1, 21].map(|value| circuit.is_zero(&at(vars[0], value)));
        let choice = circuit.or(&values);
        let upper = circuit.at_most_zero(&at(vars[1], 5));
        let ranges = Ranges::new(&circuit, &[choice, upper]);
        let range = |low: i64, high: i64, is_known| Range {
            low: Int::from(low),
            high: Int::from(high),
            is_known,
            is_cut: false,
        };
        assert_eq!(ranges.get(vars[0], 3), range(0, 21, true));
        assert_eq!(ranges.get(vars[1], 3), range(-4, 3, false));
        assert_eq!(ranges.get(vars[2], 3), range(0, 15, false), "as the only known least value is zero");
        assert_eq!(Ranges::new(&circuit, &[upper]).get(vars[2], 3), range(-8, 7, false));
        let lower = !circuit.at_most_zero(&at(vars[2], -1));
        assert_eq!(Ranges::new(&circuit, &[lower]).get(vars[2], 3), range(0, 7, false));
        let upper = circuit.at_most_zero(&at(vars[2], -9));
        assert_eq!(Ranges::new(&circuit, &[upper]).get(vars[2], 3), range(-16, -9, false));
    }
}
