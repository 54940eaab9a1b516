//! Presolve of the linear constraints that hold at the top, as in integer programming (Savelsbergh 1994).
//!
//! A row is `sum a_k x_k <= b`. With bounds on the variables the sum has a least and a largest value, its
//! *activities*.
//!
//! - *Bounds*: what the others leave at least bounds each variable, `a_k x_k <= b - (least value of the
//!   rest)`, rounded. Bounds found so are used for others in turn, for a few rounds only: cyclic rows can
//!   make them crawl forever.
//! - *Redundant rows*: a row whose largest activity is at most `b` says nothing.
//! - *Coefficients*: let the largest activity exceed `b` by `e`. If `a_k > e`, then the row is void unless
//!   `x_k` is at its upper bound `u_k`: with `a_k` replaced by `e` and `b` by `b - (a_k - e) u_k` it is the
//!   same at `x_k = u_k`, and still void below, but tighter over the rationals. (For `a_k < 0` in terms of
//!   `-x_k` and the lower bound.)
//!
//! Rows with the same form are one row already, with the stronger bound ([`super::simplify`]). All bounds
//! that were found become conjuncts themselves, so that whatever rests on them is implied by what remains:
//! the integer solutions stay the same, and a model needs no translation.
//!
//! Measured with 20 M ticks for each file, without and with it: pb2010 6.56 M and 0.77 M ticks (three files,
//! 82 branches and one), miplib2003 3.04 M and 2.63 M; convert 0.61 M and 0.69 M, SMPT 0.15 M and 0.21 M,
//! since bounds are atoms too. With 100 M ticks bofill-scheduling 19 and 20 of 25 files for 682 M and 701 M,
//! CIRC 9 and 9 of 20 for 1,131 M and 1,118 M. In 15 other families the ticks change by less than one in a
//! hundred, or a file takes less than 0.1 M.

use super::simplify::Problem;
use crate::circuit::{Edge, FormId, Node};
use crate::limits::Budget;
use crate::linear::{Linear, LinearExpr, NumVar};
use crate::num::Int;
use crate::stats::Statistics;
use fxhash::FxHashMap;

/// Passes over all rows in search of bounds.
const MAX_ROUNDS: usize = 4;

/// Counters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PresolveStats {
    /// Bounds of variables found or strengthened.
    pub bounds: u64,
    /// Coefficients made smaller.
    pub coefficients: u64,
    /// Rows that bounds imply.
    pub rows: u64,
}

impl PresolveStats {
    /// Adds the counters.
    pub(crate) fn collect(&self, statistics: &mut Statistics) {
        statistics.extend(&[
            ("presolve-bounds", self.bounds),
            ("presolve-coefficients", self.coefficients),
            ("presolve-rows", self.rows),
        ]);
    }
}

/// `sum a_k x_k <= bound`, a conjunct.
struct Row {
    conjunct: usize,
    form: FormId,
    terms: Vec<(NumVar, Int)>,
    bound: Int,
}

/// The least and largest value of each variable that has one.
#[derive(Default)]
struct VarBounds(FxHashMap<NumVar, [Option<Int>; 2]>);

/// Strengthens the linear constraints among the conjuncts. The conjunction may have become false.
pub(crate) fn presolve(problem: &mut Problem, budget: &mut Budget) -> PresolveStats {
    let mut stats = PresolveStats::default();
    let (rows, mut bounds) = read(problem);
    if rows.is_empty() {
        return stats;
    }
    let given: FxHashMap<NumVar, [Option<Int>; 2]> = bounds.0.clone();
    let mut is_consistent = true;
    for _ in 0..MAX_ROUNDS {
        let mut changed = 0;
        for row in &rows {
            changed += bounds.tighten(row);
        }
        is_consistent &= bounds.0.values().all(|bounds| !is_crossed(bounds));
        let is_open = budget.spend(rows.iter().map(|row| row.terms.len() as u64).sum());
        if changed == 0 || !is_consistent || !is_open {
            break;
        }
    }
    if !is_consistent {
        problem.conjuncts = vec![Edge::FALSE];
        return stats;
    }
    reduce_rows(problem, &rows, &bounds, &mut stats);
    assert_bounds(problem, &given, &bounds, &mut stats);
    stats
}

fn is_crossed(bounds: &[Option<Int>; 2]) -> bool {
    matches!(bounds, [Some(lower), Some(upper)] if lower > upper)
}

/// The rows with several variables, and the bounds that conjuncts with a single one are.
fn read(problem: &Problem) -> (Vec<Row>, VarBounds) {
    let mut rows = Vec::new();
    let mut bounds = VarBounds::default();
    for (conjunct, &edge) in problem.conjuncts.iter().enumerate() {
        let Node::Le(form, bound) = problem.circuit.node(edge) else { continue };
        // f <= b, or f >= b + 1 as -f <= -b - 1.
        let (sign, bound) = match edge.is_negated() {
            false => (Int::ONE, bound.clone()),
            true => (Int::MINUS_ONE, -bound - Int::ONE),
        };
        let terms = problem.circuit.form(*form).scaled(&sign).terms().to_vec();
        let row = Row { conjunct, form: *form, terms, bound };
        if row.terms.len() == 1 {
            bounds.tighten(&row);
        } else {
            rows.push(row);
        }
    }
    (rows, bounds)
}

impl VarBounds {
    fn get(&self, var: NumVar, upper: bool) -> Option<&Int> {
        self.0.get(&var)?[upper as usize].as_ref()
    }

    /// Whether the value is stronger than what was known, and is remembered now. Numbers that do not fit a
    /// word help nobody.
    fn set(&mut self, var: NumVar, upper: bool, value: Int) -> bool {
        let known = &mut self.0.entry(var).or_default()[upper as usize];
        let is_stronger = known.as_ref().is_none_or(|old| if upper { value < *old } else { value > *old });
        let is_used = is_stronger && value.is_small();
        if is_used {
            *known = Some(value);
        }
        is_used
    }

    /// The value of a product at one end, if the variable is bounded there.
    fn extreme(&self, var: NumVar, coefficient: &Int, largest: bool) -> Option<Int> {
        Some(self.get(var, largest == coefficient.is_positive())? * coefficient)
    }

    /// Bounds the variables of a row by what the least values of the others leave; returns how many bounds
    /// are new.
    fn tighten(&mut self, row: &Row) -> u64 {
        let mut least = Int::ZERO;
        let mut unbounded = None;
        for (var, coefficient) in &row.terms {
            match self.extreme(*var, coefficient, false) {
                Some(value) => least += value,
                None if unbounded.is_none() => unbounded = Some(*var),
                None => return 0,
            }
        }
        let mut changed = 0;
        for (var, coefficient) in &row.terms {
            if unbounded.is_some_and(|unbounded| unbounded != *var) {
                continue;
            }
            // The bound at the least end of this variable does not change here, so `least` stays right.
            let own = self.extreme(*var, coefficient, false).unwrap_or(Int::ZERO);
            let room = &row.bound - (&least - own);
            let is_upper = coefficient.is_positive();
            let value = if is_upper { room.div_floor(coefficient) } else { room.div_ceil(coefficient) };
            changed += self.set(*var, is_upper, value) as u64;
        }
        changed
    }

    /// The largest value of a row's sum.
    fn largest(&self, row: &Row) -> Option<Int> {
        let mut sum = Int::ZERO;
        for (var, coefficient) in &row.terms {
            sum += self.extreme(*var, coefficient, true)?;
        }
        Some(sum)
    }
}

/// Drops rows that the bounds imply, and makes coefficients smaller.
fn reduce_rows(problem: &mut Problem, rows: &[Row], bounds: &VarBounds, stats: &mut PresolveStats) {
    let mut sides: FxHashMap<FormId, u32> = FxHashMap::default();
    for row in rows {
        *sides.entry(row.form).or_default() += 1;
    }
    for row in rows {
        let Some(excess) = bounds.largest(row).map(|largest| largest - &row.bound) else { continue };
        if !excess.is_positive() {
            problem.conjuncts[row.conjunct] = Edge::TRUE;
            stats.rows += 1;
            continue;
        }
        // Two bounds of one form share a row of the tableau, and an equation must stay one.
        if sides[&row.form] > 1 {
            continue;
        }
        let reduced = reduce(row, &excess, bounds);
        if reduced.0 > 0 {
            stats.coefficients += reduced.0;
            problem.conjuncts[row.conjunct] = problem.circuit.at_most_zero(&reduced.1);
        }
    }
}

/// The row as `expression <= 0` with coefficients no larger than the excess, and how many of them are new.
fn reduce(row: &Row, excess: &Int, bounds: &VarBounds) -> (u64, LinearExpr) {
    let mut count = 0;
    let mut bound = row.bound.clone();
    let mut terms = Vec::with_capacity(row.terms.len());
    for (var, coefficient) in &row.terms {
        if coefficient.cmp_abs(excess).is_le() {
            terms.push((*var, coefficient.clone()));
            continue;
        }
        let smaller = if coefficient.is_positive() { excess.clone() } else { -excess };
        let end = bounds.get(*var, coefficient.is_positive()).expect("the sum has a largest value");
        bound.sub_mul_assign(&(coefficient - &smaller), end);
        terms.push((*var, smaller));
        count += 1;
    }
    (count, LinearExpr { form: Linear::new(terms), constant: -bound })
}

/// Makes conjuncts of the bounds that were not given as such.
fn assert_bounds(
    problem: &mut Problem,
    given: &FxHashMap<NumVar, [Option<Int>; 2]>,
    bounds: &VarBounds,
    stats: &mut PresolveStats,
) {
    let mut vars: Vec<NumVar> = bounds.0.keys().copied().collect();
    vars.sort_unstable();
    for var in vars {
        for upper in [false, true] {
            let Some(value) = bounds.get(var, upper) else { continue };
            if given.get(&var).is_some_and(|given| given[upper as usize].as_ref() == Some(value)) {
                continue;
            }
            // x - u <= 0 or l - x <= 0
            let sign = if upper { Int::ONE } else { Int::MINUS_ONE };
            let constant = -(value * &sign);
            let expr = LinearExpr { form: Linear::variable(var).scaled(&sign), constant };
            let edge = problem.circuit.at_most_zero(&expr);
            problem.conjuncts.push(edge);
            stats.bounds += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::Circuit;
    use crate::preprocess::translate::Translation;
    use crate::random::Rng;

    /// Conjunctions of `sum <= bound` over three variables.
    fn problem(rows: &[([i64; 3], i64)]) -> Problem {
        let mut circuit = Circuit::new();
        let conjuncts = rows.iter().map(|(coefficients, bound)| {
            let terms = coefficients.iter().zip(0..).map(|(&a, var)| (NumVar::integer(var), Int::from(a)));
            let expr = LinearExpr { form: Linear::new(terms.collect()), constant: Int::from(-bound) };
            circuit.at_most_zero(&expr)
        });
        let conjuncts: Vec<Edge> = conjuncts.collect();
        let mut translation = Translation::default();
        translation.circuit = circuit;
        Problem::new(translation, &conjuncts, &[])
    }

    fn holds(problem: &Problem, point: &[Int; 3]) -> bool {
        problem.conjuncts.iter().all(|&edge| {
            let value = match problem.circuit.node(edge) {
                Node::True => true,
                Node::Le(form, bound) => {
                    problem.circuit.form(*form).eval(|var| &point[var.index()]) <= *bound
                }
                other => unreachable!("{other:?}"),
            };
            value != edge.is_negated()
        })
    }

    fn solutions(problem: &Problem) -> Vec<[i64; 3]> {
        let range = || -6..=6i64;
        let points = range().flat_map(|x| range().flat_map(move |y| range().map(move |z| [x, y, z])));
        points.filter(|point| holds(problem, &point.map(Int::from))).collect()
    }

    #[test]
    fn a_large_coefficient_becomes_as_small_as_the_excess() {
        // Over 0-1 variables 5x + 2y + z <= 6 forbids only that all are 1 or x = y = 1: the excess is 2.
        let bits = |k: usize| [0, 1, 2].map(|i| if i == k { 1 } else { 0 });
        let mut rows = vec![([5, 2, 1], 6)];
        for k in 0..3 {
            rows.push((bits(k), 1));
            rows.push((bits(k).map(|a: i64| -a), 0));
        }
        let mut problem = problem(&rows);
        let before = solutions(&problem);
        let stats = presolve(&mut problem, &mut Budget::unlimited());
        assert_eq!(stats, PresolveStats { bounds: 0, coefficients: 1, rows: 0 });
        assert_eq!(solutions(&problem), before);
    }

    #[test]
    fn bounds_that_crawl_are_left_alone_after_a_few_rounds() {
        // x <= y - 1 and y <= x have no solution, and from x >= 0 bounds grow forever.
        let mut problem = problem(&[([1, -1, 0], -1), ([-1, 1, 0], 0), ([-1, 0, 0], 0), ([0, -1, 0], 0)]);
        let stats = presolve(&mut problem, &mut Budget::unlimited());
        assert!(stats.bounds <= 2 && !problem.is_false());
    }

    #[test]
    fn rows_that_cannot_be_satisfied_make_the_conjunction_false() {
        let mut problem = problem(&[([1, 1, 0], -3), ([-1, 0, 0], 0), ([0, -1, 0], 0)]);
        presolve(&mut problem, &mut Budget::unlimited());
        assert!(problem.is_false());
    }

    #[test]
    fn integer_solutions_stay_the_same() {
        let mut rng = Rng(1);
        let mut random = |low: i64, high: i64| rng.range(low, high);
        let mut total = PresolveStats::default();
        for _ in 0..400 {
            let mut rows = Vec::new();
            for k in 0..3usize {
                let bound = [0, 1, 2].map(|i| if i == k { 1 } else { 0 });
                if random(0, 5) > 0 {
                    rows.push((bound, random(0, 4)));
                }
                if random(0, 5) > 0 {
                    rows.push((bound.map(|a: i64| -a), random(0, 4)));
                }
            }
            for _ in 0..random(1, 3) {
                rows.push(([random(-6, 6), random(-6, 6), random(-6, 6)], random(-6, 12)));
            }
            let mut problem = problem(&rows);
            let before = solutions(&problem);
            let stats = presolve(&mut problem, &mut Budget::unlimited());
            assert_eq!(if problem.is_false() { Vec::new() } else { solutions(&problem) }, before, "{rows:?}");
            total.bounds += stats.bounds;
            total.coefficients += stats.coefficients;
            total.rows += stats.rows;
        }
        assert!(total.bounds > 100 && total.coefficients > 50 && total.rows > 50, "{total:?}");
    }
}
