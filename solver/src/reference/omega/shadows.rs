//! Elimination of a variable from inequalities.

use super::super::expression::{Assignment, Expression, Var};
use super::{Problem, Stopped, spend};
use crate::limits::Budget;
use rug::ops::DivRounding;
use rug::{Complete, Integer};
use std::collections::BTreeMap;

/// The inequalities of a problem, sorted by what they say about one variable `x`. There are no equalities any
/// more.
pub(super) struct Elimination {
    var: Var,
    /// `coefficient x + rest >= 0`, the coefficient positive.
    lower: Vec<(Integer, Expression)>,
    /// `-coefficient x + rest >= 0`, the coefficient positive.
    upper: Vec<(Integer, Expression)>,
    /// Those without `x`.
    others: Vec<Expression>,
}

/// A splinter: lower bound number `bound` is missed by just `gap`.
pub(super) struct Splinter {
    bound: usize,
    gap: Integer,
}

/// What eliminating a variable would cost.
#[derive(Default)]
struct Occurrences {
    lower: i64,
    upper: i64,
    largest_lower: Integer,
    largest_upper: Integer,
}

impl Elimination {
    /// Chooses the variable to eliminate: exactly if possible, then by how many inequalities there will be,
    /// then by the size of coefficients. `None` if no variable is left.
    pub(super) fn choose(problem: &Problem) -> Option<Elimination> {
        let mut occurrences: BTreeMap<Var, Occurrences> = BTreeMap::new();
        for inequality in &problem.inequalities {
            for (&var, coefficient) in &inequality.terms {
                let found = occurrences.entry(var).or_default();
                let (count, largest) = if coefficient.is_positive() {
                    (&mut found.lower, &mut found.largest_lower)
                } else {
                    (&mut found.upper, &mut found.largest_upper)
                };
                *count += 1;
                if largest.cmp_abs(coefficient).is_lt() {
                    *largest = coefficient.clone().abs();
                }
            }
        }
        let cost = |found: &Occurrences| {
            let is_exact = found.largest_lower <= 1 || found.largest_upper <= 1;
            let growth = found.lower * found.upper - found.lower - found.upper;
            let size = (&found.largest_lower * &found.largest_upper).complete();
            (!is_exact, growth, size)
        };
        let (&var, _) = occurrences.iter().min_by_key(|(_, found)| cost(found))?;
        Some(Elimination::of(var, problem))
    }

    fn of(var: Var, problem: &Problem) -> Elimination {
        let mut elimination = Elimination { var, lower: Vec::new(), upper: Vec::new(), others: Vec::new() };
        for inequality in &problem.inequalities {
            let mut rest = inequality.clone();
            match rest.terms.remove(&var) {
                None => elimination.others.push(rest),
                Some(coefficient) if coefficient.is_positive() => elimination.lower.push((coefficient, rest)),
                Some(coefficient) => elimination.upper.push((-coefficient, rest)),
            }
        }
        elimination
    }

    /// Whether every integer point of the real shadow lifts to the problem.
    pub(super) fn is_exact(&self) -> bool {
        self.lower.iter().all(|(b, _)| *b == 1) || self.upper.iter().all(|(a, _)| *a == 1)
    }

    /// The real or the dark shadow. From `b x + r >= 0` and `-a x + s >= 0` follows `a r + b s >= 0`. If it
    /// is even at least `(a - 1) (b - 1)`, there is a multiple of `a b` in between, that is, an integer `x`.
    pub(super) fn shadow(&self, dark: bool, budget: &mut Budget) -> Result<Problem, Stopped> {
        let mut inequalities = self.others.clone();
        for (b, r) in &self.lower {
            for (a, s) in &self.upper {
                let mut sum = r.times(a);
                sum.add_multiple(b, s);
                if dark {
                    sum.constant -= (a - 1u32).complete() * (b - 1u32).complete();
                }
                spend(budget, sum.size())?;
                inequalities.push(sum);
            }
        }
        Ok(Problem { equalities: Vec::new(), inequalities })
    }

    /// Adds a value for the variable to values for the others; `false` if no integer lies between its bounds.
    pub(super) fn extend(&self, values: &mut Assignment) -> bool {
        let lowest = |(b, r): &(Integer, Expression)| (-r.eval(values)).div_ceil(b);
        let highest = |(a, s): &(Integer, Expression)| s.eval(values).div_floor(a);
        let low = self.lower.iter().map(lowest).max();
        let high = self.upper.iter().map(highest).min();
        if low.is_some() && high.is_some() && low > high {
            return false;
        }
        values.insert(self.var, low.or(high).unwrap_or_default());
        true
    }

    /// The first splinter. A solution of the problem outside the dark shadow has `b x + r = gap` for some
    /// lower bound and `0 <= gap <= (a b - a - b) / a`, where `a` is the largest coefficient of an upper
    /// bound.
    pub(super) fn first_splinter(&self) -> Option<Splinter> {
        self.splinter_from(0)
    }

    /// The splinter that comes after this one.
    pub(super) fn splinter_after(&self, splinter: &Splinter) -> Option<Splinter> {
        let (bound, gap) = (splinter.bound, (&splinter.gap + 1u32).complete());
        if gap <= self.widest_gap(bound) {
            Some(Splinter { bound, gap })
        } else {
            self.splinter_from(bound + 1)
        }
    }

    fn splinter_from(&self, first: usize) -> Option<Splinter> {
        let bound = (first..self.lower.len()).find(|&bound| !self.widest_gap(bound).is_negative())?;
        Some(Splinter { bound, gap: Integer::new() })
    }

    fn widest_gap(&self, bound: usize) -> Integer {
        let a = self.upper.iter().map(|(a, _)| a).max().expect("not exact");
        let b = &self.lower[bound].0;
        let numerator: Integer = (a * b).complete() - a - b;
        numerator.div_floor(a)
    }

    /// The problem together with the equality of the splinter.
    pub(super) fn splinter_problem(
        &self,
        splinter: &Splinter,
        budget: &mut Budget,
    ) -> Result<Problem, Stopped> {
        let with = |coefficient: Integer, rest: &Expression| {
            let mut expression = rest.clone();
            expression.add_product(&coefficient, self.var);
            expression
        };
        let (b, r) = &self.lower[splinter.bound];
        let mut equality = with(b.clone(), r);
        equality.constant -= &splinter.gap;
        let mut inequalities = self.others.clone();
        inequalities.extend(self.lower.iter().map(|(b, r)| with(b.clone(), r)));
        inequalities.extend(self.upper.iter().map(|(a, s)| with((-a).complete(), s)));
        let problem = Problem { equalities: vec![equality], inequalities };
        spend(budget, problem.size())?;
        Ok(problem)
    }
}
