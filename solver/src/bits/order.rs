//! Numbers of few values in order: one literal for each value but the least, which says whether the number
//! is at least that value.
//!
//! Bounds are literals then, and sums of two numbers propagate bounds as intervals do: `x ≥ a` and `y ≥ b`
//! give `x + y ≥ a + b`. With maxima, minima and sums of small numbers, a search among such literals learns
//! more than one among the digits of numbers. The values need not be neighbours: those of `3 x` are not.

use super::gates::Gates;
use super::ranges::{Guess, Range, Ranges};
use crate::linear::{Linear, NumVar};
use crate::num::Int;
use crate::sat::Lit;
use fxhash::FxHashMap;

/// Numbers with more values are not encoded in this way.
pub(super) const MAX_VALUES: usize = 128;

/// The variables of a problem in order, and the sums of them.
pub(super) struct Numbers {
    guess: Guess,
    vars: FxHashMap<NumVar, Ordered>,
    sums: FxHashMap<Linear<NumVar>, Ordered>,
}

/// A number: its values, ascending, and for each but the first whether the number is at least that.
#[derive(Clone)]
struct Ordered {
    values: Vec<i64>,
    lits: Vec<Lit>,
}

impl Numbers {
    /// Variables without a known range get so many values.
    pub(super) fn new(values: u32) -> Numbers {
        Numbers { guess: Guess::values(values), vars: FxHashMap::default(), sums: FxHashMap::default() }
    }

    /// The literal that says whether a form is at most this bound. `None` if there are too many values.
    pub(super) fn at_most(
        &mut self,
        form: &Linear<NumVar>,
        bound: &Int,
        ranges: &mut Ranges,
        gates: &mut Gates,
    ) -> Option<Lit> {
        let mut parts = Vec::with_capacity(form.len());
        for (var, coefficient) in form.terms() {
            parts.push((self.variable(*var, ranges, gates)?.values.len(), *var, coefficient.clone()));
        }
        // The number with the most values is not added, but compared: that takes the fewest clauses.
        parts.sort_by_key(|(count, ..)| *count);
        let (_, var, coefficient) = parts.pop()?;
        let last = self.vars[&var].scaled(coefficient.to_i64()?)?;
        let limit = (bound + Int::ONE).to_i64()?;
        if parts.is_empty() {
            return Some(!last.at_least(limit, gates));
        }
        let rest = self.sum(&parts, gates)?;
        Some(!gates.sum_at_least(&rest, &last, limit))
    }

    /// The value of a variable, if it occurs.
    pub(super) fn value(&self, var: NumVar, is_true: impl Fn(Lit) -> bool) -> Option<Int> {
        let Ordered { values, lits } = self.vars.get(&var)?;
        Some(Int::from(values[lits.iter().take_while(|&&lit| is_true(lit)).count()]))
    }

    fn variable(&mut self, var: NumVar, ranges: &mut Ranges, gates: &mut Gates) -> Option<&Ordered> {
        if !self.vars.contains_key(&var) {
            let Range { low, high } = ranges.get(var, &self.guess);
            let (low, high) = (low.to_i64()?, high.to_i64()?);
            if high < low {
                // Crossed bounds leave no value at all.
                gates.clause(&[gates.constant(false)]);
            }
            let count = usize::try_from(high.checked_sub(low)?.max(0)).ok()?.checked_add(1)?;
            if count > MAX_VALUES {
                return None;
            }
            let number = gates.ordered((low..=high.max(low)).collect());
            self.vars.insert(var, number);
        }
        self.vars.get(&var)
    }

    /// The sum of variables with coefficients. Sums that differ in the sign alone are made once.
    fn sum(&mut self, parts: &[(usize, NumVar, Int)], gates: &mut Gates) -> Option<Ordered> {
        let sign = if parts.first()?.2.is_negative() { -1 } else { 1 };
        let terms =
            parts.iter().map(|(_, var, coefficient)| (*var, coefficient * &Int::from(sign))).collect();
        let form = Linear::new(terms);
        if !self.sums.contains_key(&form) {
            let mut sum: Option<Ordered> = None;
            for (_, var, coefficient) in parts {
                let part = self.vars[var].scaled(coefficient.to_i64()?.checked_mul(sign)?)?;
                sum = Some(match sum {
                    None => part,
                    Some(sum) => gates.add_ordered(&sum, &part)?,
                });
            }
            self.sums.insert(form.clone(), sum?);
        }
        self.sums[&form].scaled(sign)
    }
}

impl Ordered {
    /// The literal that says whether the number is at least this.
    fn at_least(&self, limit: i64, gates: &Gates) -> Lit {
        self.reaches(self.values.partition_point(|&value| value < limit), gates)
    }

    /// The literal that says whether the number is at least the value at this position.
    fn reaches(&self, index: usize, gates: &Gates) -> Lit {
        match index {
            0 => gates.constant(true),
            _ => self.lits.get(index - 1).copied().unwrap_or(gates.constant(false)),
        }
    }

    /// A multiple, for a factor that is not zero.
    fn scaled(&self, factor: i64) -> Option<Ordered> {
        let mut values =
            self.values.iter().map(|value| value.checked_mul(factor)).collect::<Option<Vec<i64>>>()?;
        let mut lits = self.lits.clone();
        if factor < 0 {
            // -x ≥ -v where not x ≥ w, for the value w that follows v.
            values.reverse();
            lits.reverse();
            lits.iter_mut().for_each(|lit| *lit = !*lit);
        }
        Some(Ordered { values, lits })
    }
}

impl Gates {
    /// A number that has one of these values.
    fn ordered(&mut self, values: Vec<i64>) -> Ordered {
        let lits: Vec<Lit> = values[1..].iter().map(|_| self.new_lit()).collect();
        for pair in lits.windows(2) {
            self.clause(&[pair[0], !pair[1]]);
        }
        Ordered { values, lits }
    }

    /// The sum of two numbers. `None` if there are too many values, or too large ones.
    fn add_ordered(&mut self, left: &Ordered, right: &Ordered) -> Option<Ordered> {
        let mut values = Vec::with_capacity(left.values.len() * right.values.len());
        for &value in &left.values {
            for &other in &right.values {
                values.push(value.checked_add(other)?);
            }
        }
        let totals = values.clone();
        values.sort_unstable();
        values.dedup();
        if values.len() > MAX_VALUES {
            return None;
        }
        let sum = self.ordered(values);
        for (index, total) in totals.into_iter().enumerate() {
            let (i, j) = (index / right.values.len(), index % right.values.len());
            let k = sum.values.partition_point(|&value| value < total);
            let clause = [!left.reaches(i, self), !right.reaches(j, self), sum.reaches(k, self)];
            self.clause_without_constants(&clause);
            let [left_above, right_above] = [left.reaches(i + 1, self), right.reaches(j + 1, self)];
            self.clause_without_constants(&[left_above, right_above, !sum.reaches(k + 1, self)]);
        }
        Some(sum)
    }

    /// The literal that says whether the sum of two numbers is at least this.
    fn sum_at_least(&mut self, left: &Ordered, right: &Ordered, limit: i64) -> Lit {
        let lit = self.new_lit();
        for (index, &value) in left.values.iter().enumerate() {
            // What the right number must reach; beyond all of its values if that is no number of 64 bits.
            let needed = match limit.checked_sub(value) {
                Some(needed) => right.at_least(needed, self),
                None => self.constant(value > 0),
            };
            self.clause_without_constants(&[!left.reaches(index, self), !needed, lit]);
            self.clause_without_constants(&[left.reaches(index + 1, self), needed, !lit]);
        }
        lit
    }

    fn clause_without_constants(&mut self, lits: &[Lit]) {
        let (truth, falsity) = (self.constant(true), self.constant(false));
        if !lits.contains(&truth) {
            let lits: Vec<Lit> = lits.iter().copied().filter(|&lit| lit != falsity).collect();
            self.clause(&lits);
        }
    }
}
