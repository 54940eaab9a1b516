//! Random traces of definitions, bounds, checks and backtracking. Both outcomes certify themselves: an
//! assignment by evaluation, a conflict by its Farkas multipliers.

use super::*;
use crate::limits::{Interrupt, Limits};
use crate::num::{DeltaRat, Rat};
use crate::random::Rng;

fn assert_within_bounds<V: Value>(simplex: &Simplex<V>) {
    for var in simplex.vars() {
        assert_eq!(simplex.violation(var), None, "{var:?} violates a bound");
    }
}

#[test]
fn assignments_satisfy_everything_and_conflicts_are_certified() {
    random_traces(|rng, _| Int::from(rng.range(-10, 10)));
}

#[test]
fn assignments_satisfy_everything_and_conflicts_are_certified_over_the_reals() {
    random_traces(|rng, side| {
        let real = Rat::new(Int::from(rng.range(-10, 10)), Int::from(rng.range(1, 3)));
        match (rng.range(0, 1), side) {
            (0, _) => DeltaRat::from(real),
            (_, Side::Lower) => DeltaRat::above(real),
            (_, Side::Upper) => DeltaRat::below(real),
        }
    });
}

/// Goes back to the lowest level; whether bounds of a variable exclude each other there, too.
fn leave_level<V: Value>(simplex: &mut Simplex<V>) -> bool {
    simplex.push();
    simplex.pop_to(0);
    simplex.vars().any(|var| simplex.lower(var) > simplex.upper(var) && simplex.upper(var).is_some())
}

/// How many premises the bounds implied by rows have. In debug builds each of them checks its certificate.
fn count_implied_bounds<V: Value>(simplex: &mut Simplex<V>, budget: &mut Budget) -> usize {
    let mut count = 0;
    simplex.propagate_rows(budget, |simplex, implied| count += simplex.implied_by(&implied).count());
    count
}

/// What came up in random traces.
#[derive(Default, Debug)]
struct Counts {
    feasible: usize,
    conflicts: usize,
    implied_bounds: usize,
}

fn random_traces<V: Value>(bound: impl Fn(&mut Rng, Side) -> V) {
    let mut counts = Counts::default();
    for seed in 1..400u64 {
        random_trace(seed, &bound, &mut counts);
    }
    assert!(counts.feasible > 1000 && counts.conflicts > 50 && counts.implied_bounds > 100, "{counts:?}");
}

fn random_trace<V: Value>(seed: u64, bound: &impl Fn(&mut Rng, Side) -> V, counts: &mut Counts) {
    let mut rng = Rng(seed * 0x9E37_79B9);
    let mut simplex = Simplex::<V>::default();
    let mut budget = Budget::unlimited();
    let structural: Vec<ArithVar> = (0..rng.range(1, 6)).map(|_| simplex.new_var()).collect();
    let largest = [3, 100, i64::MAX / 2][rng.range(0, 2) as usize];
    for step in 0..rng.range(5, 60) {
        let mut is_over = false;
        match rng.range(0, 9) {
            0 | 1 => {
                let mut random = |&var: &ArithVar| (var, Int::from(rng.range(-largest, largest)));
                let form = Linear::new(structural.iter().map(&mut random).collect());
                simplex.define(&form, &mut budget);
            }
            2 => simplex.push(),
            3 => {
                let level = rng.range(0, simplex.level() as i64) as usize;
                simplex.pop_to(level);
            }
            _ => {
                let var = ArithVar::new(rng.range(0, simplex.num_vars() as i64 - 1) as usize);
                let side = [Side::Lower, Side::Upper][rng.range(0, 1) as usize];
                let value = bound(&mut rng, side);
                let is_asserted = simplex.assert_bound(var, side, value, Tag(step as u32)).is_ok();
                // If bounds of one variable exclude each other, this level is dead.
                is_over = !is_asserted && leave_level(&mut simplex);
            }
        }
        if is_over {
            break;
        }
        match simplex.check(&mut budget) {
            Check::Feasible => {
                counts.feasible += 1;
                assert_within_bounds(&simplex);
                simplex.check_invariants();
                counts.implied_bounds += count_implied_bounds(&mut simplex, &mut budget);
            }
            Check::Conflict(farkas) => {
                counts.conflicts += 1;
                assert!(farkas.holds(|var| simplex.expand(var)));
                if simplex.level() == 0 {
                    break;
                }
                simplex.pop_to(0);
            }
            Check::Stopped => unreachable!("the budget is unlimited"),
        }
    }
}

#[test]
fn implied_bounds_follow_from_the_bounds_named() {
    // x + y = s with s <= 3 and y >= 1: x <= 2.
    let mut simplex = Simplex::new();
    let mut budget = Budget::unlimited();
    let (x, y) = (simplex.new_var(), simplex.new_var());
    let sum = simplex.define(&Linear::new(vec![(x, Int::ONE), (y, Int::ONE)]), &mut budget);
    simplex.assert_bound(sum, Side::Upper, Int::from(3), Tag(7)).unwrap();
    simplex.assert_bound(y, Side::Lower, Int::from(1), Tag(8)).unwrap();
    assert!(matches!(simplex.check(&mut budget), Check::Feasible));
    let mut found = Vec::new();
    simplex.propagate_rows(&mut budget, |simplex, implied| {
        let mut tags: Vec<u32> = simplex.implied_by(&implied).map(|bound| bound.tag.0).collect();
        tags.sort_unstable();
        found.push((implied.var, implied.side, implied.value.clone(), tags));
    });
    assert_eq!(found, [(x, Side::Upper, Int::from(2), vec![7, 8])]);
}

#[test]
fn a_spent_budget_stops_a_check_and_the_next_one_goes_on() {
    let mut simplex = Simplex::new();
    let mut unlimited = Budget::unlimited();
    let vars: Vec<ArithVar> = (0..20).map(|_| simplex.new_var()).collect();
    for (index, pair) in vars.windows(2).enumerate() {
        let slack = simplex
            .define(&Linear::new(vec![(pair[0], Int::from(2)), (pair[1], Int::from(-3))]), &mut unlimited);
        simplex.assert_bound(slack, Side::Lower, Int::from(index), Tag(0)).unwrap();
    }
    let limits = Limits { ticks: Some(2), ..Limits::default() };
    let mut small = Budget::start(&limits, &Interrupt::new());
    assert!(matches!(simplex.check(&mut small), Check::Stopped));
    assert!(matches!(simplex.check(&mut unlimited), Check::Feasible));
    assert_within_bounds(&simplex);
    simplex.check_invariants();
}
