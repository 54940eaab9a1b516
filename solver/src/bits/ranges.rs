//! The range of each variable: what conjuncts say about it, or a guess.

use super::order::MAX_VALUES;
use crate::circuit::{Circuit, Edge, Node};
use crate::linear::NumVar;
use crate::num::Int;
use fxhash::{FxHashMap, FxHashSet};

/// The least and the largest value, where there is one.
type Interval = [Option<Int>; 2];

/// Ranges with more bits are cut even if they are known.
const MAX_KNOWN_BITS: u32 = 40;

/// What conjuncts say about single variables.
#[derive(Default)]
pub(super) struct Ranges {
    known: FxHashMap<NumVar, Interval>,
    /// Variables that occur as parts of sums, and in another way.
    parts: FxHashSet<NumVar>,
    others: FxHashSet<NumVar>,
    /// No variable is compared with a negative number, and some are with others: so none will be negative.
    are_natural: bool,
    /// A range was guessed.
    pub(super) has_guesses: bool,
    /// A range of which both ends are known was cut, as it has too many values.
    pub(super) is_cut: bool,
}

/// The values that a variable may have in a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) low: Int,
    pub(super) high: Int,
}

/// How many values variables get whose range is not known.
pub(super) struct Guess {
    /// If they only occur as parts of sums.
    part: Int,
    /// If they have one bound.
    bounded: Int,
    /// If they have none.
    free: Int,
    /// Ranges that are known are cut if they have more values.
    most: Int,
}

impl Guess {
    /// As many values as so many bits distinguish.
    pub(super) fn bits(bits: u32) -> Guess {
        let [some, more] = [bits, bits + 1].map(|bits| Int::from(2).pow(bits));
        let most = Int::from(2).pow(MAX_KNOWN_BITS.min(2 * bits));
        // Variables without any bound are often sums of others.
        Guess { part: some.clone(), bounded: some, free: more, most }
    }

    /// So many values; about half as many for parts of sums.
    pub(super) fn values(count: u32) -> Guess {
        let [part, count] = [count.div_ceil(2), count].map(|count| Int::from(i64::from(count)));
        Guess { part, bounded: count.clone(), free: count, most: Int::from(MAX_VALUES as i64) }
    }
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
        let limits = ranges.read_atoms(circuit, conjuncts);
        let mut lows = ranges.known.values().filter_map(|[low, _]| low.as_ref()).peekable();
        ranges.are_natural = match lows.peek() {
            Some(_) => !lows.any(Int::is_negative),
            None => !limits.is_empty() && !limits.iter().any(Int::is_negative),
        };
        ranges
    }

    /// Finds the parts of sums: in an equation `x = y + z`, say, `y` and `z`. Returns the numbers with which
    /// single variables are compared, as lower bounds.
    fn read_atoms(&mut self, circuit: &Circuit, conjuncts: &[Edge]) -> Vec<Int> {
        let mut limits = Vec::new();
        let reachable = circuit.reachable(conjuncts.iter().copied());
        for index in (0..reachable.len()).filter(|&index| reachable[index]) {
            let Node::Le(form, bound) = circuit.node_at(index) else { continue };
            let terms = circuit.form(*form).terms();
            match terms {
                [(_, coefficient)] if coefficient.is_one() => limits.push(bound + Int::ONE),
                [_] => {}
                [_, _] => self.others.extend(terms.iter().map(|(var, _)| *var)),
                _ => {
                    let negative = terms.iter().filter(|(_, coefficient)| coefficient.is_negative()).count();
                    let are_parts_negative = negative * 2 > terms.len();
                    for (var, coefficient) in terms {
                        let is_part = coefficient.is_negative() == are_parts_negative;
                        if is_part {
                            self.parts.insert(*var)
                        } else {
                            self.others.insert(*var)
                        };
                    }
                }
            }
        }
        limits
    }

    /// The range of a variable: that which is known, or a part of it, near zero.
    pub(super) fn get(&mut self, var: NumVar, guess: &Guess) -> Range {
        let [low, high] = self.known.get(&var).cloned().unwrap_or_default();
        let is_free = low.is_none() && high.is_none();
        let is_part = self.parts.contains(&var) && !self.others.contains(&var);
        let count = match (is_part, is_free) {
            (true, _) => &guess.part,
            (false, true) => &guess.free,
            (false, false) => &guess.bounded,
        };
        if let (Some(low), Some(high)) = (&low, &high) {
            if high - low < *count.max(&guess.most) {
                return Range { low: low.clone(), high: high.clone() };
            }
            self.is_cut = true;
        }
        self.has_guesses = true;
        let half = count.div_floor(&Int::from(2));
        let mut start = if is_free && self.are_natural { Int::ZERO } else { -half };
        if let Some(low) = low
            && low > start
        {
            start = low;
        }
        if let Some(high) = high {
            start = start.min(high - count + Int::ONE);
        }
        Range { high: &start + count - Int::ONE, low: start }
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
        let range = |low: i64, high: i64, is_known: bool| {
            (Range { low: Int::from(low), high: Int::from(high) }, !is_known)
        };
        let get = |circuit: &Circuit, conjuncts: &[Edge], var: NumVar, guess: Guess| {
            let mut ranges = Ranges::new(circuit, conjuncts);
            (ranges.get(var, &guess), ranges.has_guesses)
        };
        let both = [choice, upper];
        assert_eq!(get(&circuit, &both, vars[0], Guess::bits(3)), range(0, 21, true));
        assert_eq!(get(&circuit, &both, vars[1], Guess::bits(3)), range(-4, 3, false));
        let natural = "as the only known least value is zero";
        assert_eq!(get(&circuit, &both, vars[2], Guess::bits(3)), range(0, 15, false), "{natural}");
        assert_eq!(get(&circuit, &both, vars[2], Guess::values(5)), range(0, 4, false), "{natural}");
        assert_eq!(get(&circuit, &[choice], vars[0], Guess::values(5)), range(0, 21, true));
        assert_eq!(get(&circuit, &[], vars[2], Guess::bits(3)), range(-8, 7, false));
        assert_eq!(get(&circuit, &[], vars[2], Guess::values(5)), range(-2, 2, false));
        let lower = !circuit.at_most_zero(&at(vars[2], -1));
        assert_eq!(get(&circuit, &[lower], vars[2], Guess::bits(3)), range(0, 7, false));
        let disjunction = circuit.or(&[lower, upper]);
        let natural = "as variables are compared with numbers that are not negative";
        assert_eq!(get(&circuit, &[disjunction], vars[2], Guess::bits(3)), range(0, 15, false), "{natural}");
        let upper = circuit.at_most_zero(&at(vars[2], -9));
        assert_eq!(get(&circuit, &[upper], vars[2], Guess::bits(3)), range(-16, -9, false));
    }
}
