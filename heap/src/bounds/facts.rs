//! What is known of symbols: bounds, differences, and some linear inequalities.
//!
//! Bounds and differences `x - y <= c` are closed under addition: what follows from them by chains is stored.
//! A difference that follows from bounds alone is not. Other inequalities are kept as they are; a query
//! combines one of them with the rest.

use super::expr::{Expr, Sym};
use std::collections::{BTreeMap, BTreeSet};

/// The facts contradict each other: there is no execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Contradiction;

/// Limit on linear inequalities that are kept.
const MAX_LINEAR: usize = 24;

/// Limit on the terms of an expression whose bound is sought by pairing terms.
const MAX_PAIRED: usize = 6;

/// A set of facts.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Facts {
    low: BTreeMap<Sym, i128>,
    high: BTreeMap<Sym, i128>,
    /// By `x`, then by `y`: `x - y` is at most this.
    above: BTreeMap<Sym, BTreeMap<Sym, i128>>,
    /// By `y`: each `x` with such a difference.
    below: BTreeMap<Sym, Vec<Sym>>,
    /// Expressions that are at most zero.
    linear: Vec<Expr>,
}

impl Facts {
    pub(super) fn low(&self, sym: Sym) -> Option<i128> {
        self.low.get(&sym).copied()
    }

    pub(super) fn high(&self, sym: Sym) -> Option<i128> {
        self.high.get(&sym).copied()
    }

    /// All differences that are stored.
    pub(super) fn differences(&self) -> impl Iterator<Item = (Sym, Sym, i128)> {
        self.above.iter().flat_map(|(&x, row)| row.iter().map(move |(&y, &most)| (x, y, most)))
    }

    pub(super) fn linear(&self) -> &[Expr] {
        &self.linear
    }

    /// The symbols with a bound.
    pub(super) fn bounded(&self) -> impl Iterator<Item = Sym> {
        self.low.keys().chain(self.high.keys()).copied()
    }

    /// Sets bounds of a new symbol.
    pub(super) fn introduce(&mut self, sym: Sym, low: Option<i128>, high: Option<i128>) {
        self.low.extend(low.map(|low| (sym, low)));
        self.high.extend(high.map(|high| (sym, high)));
    }

    /// The facts about some symbols alone.
    pub(super) fn restricted(&self, kept: &BTreeSet<Sym>) -> Facts {
        let mut facts = self.clone();
        facts.low.retain(|sym, _| kept.contains(sym));
        facts.high.retain(|sym, _| kept.contains(sym));
        facts.above.retain(|sym, _| kept.contains(sym));
        facts.above.values_mut().for_each(|row| row.retain(|sym, _| kept.contains(sym)));
        facts.below.retain(|sym, _| kept.contains(sym));
        facts.below.values_mut().for_each(|found| found.retain(|sym| kept.contains(sym)));
        facts.linear.retain(|expr| expr.symbols().all(|sym| kept.contains(&sym)));
        facts
    }

    fn difference(&self, x: Sym, y: Sym) -> Option<i128> {
        self.above.get(&x)?.get(&y).copied()
    }

    /// The least known upper bound of an expression.
    pub(super) fn most(&self, expr: &Expr) -> Option<i128> {
        let mut best = self.paired(expr);
        for fact in &self.linear {
            for &(sym, factor) in &fact.terms {
                let own = expr.coefficient(sym);
                if own == 0 || own % factor != 0 || own / factor <= 0 {
                    continue;
                }
                let rest = expr.plus(fact, -(own / factor));
                best = least(best, rest.and_then(|rest| self.paired(&rest)));
            }
        }
        best
    }

    /// The greatest known lower bound of an expression.
    pub(super) fn least(&self, expr: &Expr) -> Option<i128> {
        Some(-self.most(&expr.times(-1)?)?)
    }

    pub(super) fn range(&self, expr: &Expr) -> (Option<i128>, Option<i128>) {
        (self.least(expr), self.most(expr))
    }

    /// Whether an expression is at most zero.
    pub(super) fn holds(&self, expr: &Expr) -> bool {
        self.most(expr).is_some_and(|most| most <= 0)
    }

    /// A bound from bounds of terms and differences of pairs of them.
    fn paired(&self, expr: &Expr) -> Option<i128> {
        let mut best = self.by_bounds(expr);
        if expr.terms.len() < 2 || expr.terms.len() > MAX_PAIRED {
            return best;
        }
        for &(x, plus) in expr.terms.iter().filter(|(_, factor)| *factor > 0) {
            let Some(row) = self.above.get(&x) else { continue };
            for &(y, minus) in expr.terms.iter().filter(|(_, factor)| *factor < 0) {
                let Some(&most) = row.get(&y) else { continue };
                let times = plus.min(-minus);
                let pair = Expr::of(x).minus(&Expr::of(y));
                let rest = pair.and_then(|pair| expr.plus(&pair, -times));
                let Some(rest) = rest.and_then(|rest| self.paired(&rest)) else { continue };
                best = least(best, most.checked_mul(times).and_then(|most| most.checked_add(rest)));
            }
        }
        best
    }

    /// A bound from bounds of terms.
    pub(super) fn by_bounds(&self, expr: &Expr) -> Option<i128> {
        let mut sum = expr.constant;
        for &(sym, factor) in &expr.terms {
            let bound = if factor > 0 { self.high(sym)? } else { self.low(sym)? };
            sum = sum.checked_add(bound.checked_mul(factor)?)?;
        }
        Some(sum)
    }

    /// Adds the fact that an expression is at most zero.
    pub(super) fn add(&mut self, expr: &Expr) -> Result<(), Contradiction> {
        if self.by_bounds(expr).is_some_and(|most| most <= 0) {
            return Ok(());
        }
        match expr.terms[..] {
            [] => return if expr.constant > 0 { Err(Contradiction) } else { Ok(()) },
            [(sym, factor)] => return self.bound(sym, factor, -expr.constant),
            [(x, plus), (y, minus)] if plus == -minus => {
                let (x, y, factor) = if plus > 0 { (x, y, plus) } else { (y, x, minus) };
                return self.relate(x, y, (-expr.constant).div_euclid(factor));
            }
            _ => {}
        }
        if self.least(expr).is_some_and(|least| least > 0) {
            return Err(Contradiction);
        }
        // Each term is bounded by the others.
        for &(sym, factor) in &expr.terms {
            let rest = Expr {
                terms: expr.terms.iter().copied().filter(|(other, _)| *other != sym).collect(),
                constant: expr.constant,
            };
            if let Some(least) = self.least(&rest) {
                self.bound(sym, factor, -least)?;
            }
        }
        if !self.linear.contains(expr) {
            if self.linear.len() >= MAX_LINEAR {
                self.linear.remove(0);
            }
            self.linear.push(expr.clone());
        }
        Ok(())
    }

    /// `factor * sym <= most`
    fn bound(&mut self, sym: Sym, factor: i128, most: i128) -> Result<(), Contradiction> {
        if factor > 0 {
            self.cap(sym, most.div_euclid(factor))
        } else {
            self.raise(sym, -most.div_euclid(-factor))
        }
    }

    /// `sym <= most`
    pub(super) fn cap(&mut self, sym: Sym, most: i128) -> Result<(), Contradiction> {
        if self.high(sym).is_some_and(|high| high <= most) {
            return Ok(());
        }
        let smaller: Vec<(Sym, i128)> = self.below.get(&sym).map_or(Vec::new(), |found| {
            found.iter().filter_map(|&x| Some((x, most.checked_add(self.difference(x, sym)?)?))).collect()
        });
        for (x, most) in smaller.into_iter().chain([(sym, most)]) {
            if self.high(x).is_none_or(|high| most < high) {
                self.high.insert(x, most);
                if self.low(x).is_some_and(|low| low > most) {
                    return Err(Contradiction);
                }
            }
        }
        Ok(())
    }

    /// `sym >= least`
    pub(super) fn raise(&mut self, sym: Sym, least: i128) -> Result<(), Contradiction> {
        if self.low(sym).is_some_and(|low| low >= least) {
            return Ok(());
        }
        let larger: Vec<(Sym, i128)> = self.above.get(&sym).map_or(Vec::new(), |row| {
            row.iter().filter_map(|(&y, &most)| Some((y, least.checked_sub(most)?))).collect()
        });
        for (y, least) in larger.into_iter().chain([(sym, least)]) {
            if self.low(y).is_none_or(|low| least > low) {
                self.low.insert(y, least);
                if self.high(y).is_some_and(|high| high < least) {
                    return Err(Contradiction);
                }
            }
        }
        Ok(())
    }

    /// `x - y <= most`
    pub(super) fn relate(&mut self, x: Sym, y: Sym, most: i128) -> Result<(), Contradiction> {
        if x == y {
            return if most < 0 { Err(Contradiction) } else { Ok(()) };
        }
        if self.difference(x, y).is_some_and(|known| known <= most) {
            return Ok(());
        }
        if self.difference(y, x).is_some_and(|back| back + most < 0) {
            return Err(Contradiction);
        }
        if let (Some(low), Some(high)) = (self.low(x), self.high(y))
            && low - high > most
        {
            return Err(Contradiction);
        }
        let mut starts = vec![(x, 0)];
        starts.extend(
            self.below.get(&x).into_iter().flatten().filter_map(|&u| Some((u, self.difference(u, x)?))),
        );
        let mut ends = vec![(y, 0)];
        ends.extend(self.above.get(&y).into_iter().flatten().map(|(&v, &most)| (v, most)));
        for &(u, first) in &starts {
            for &(v, last) in &ends {
                self.store(u, v, first + most + last);
            }
        }
        if let Some(high) = self.high(y) {
            self.cap(x, high + most)?;
        }
        if let Some(low) = self.low(x) {
            self.raise(y, low - most)?;
        }
        Ok(())
    }

    /// Stores a difference, unless it follows from bounds or is known.
    fn store(&mut self, x: Sym, y: Sym, most: i128) {
        if x == y || self.difference(x, y).is_some_and(|known| known <= most) {
            return;
        }
        if let (Some(high), Some(low)) = (self.high(x), self.low(y))
            && high - low <= most
        {
            return;
        }
        if self.above.entry(x).or_default().insert(y, most).is_none() {
            self.below.entry(y).or_default().push(x);
        }
    }

    /// Two expressions are equal.
    pub(super) fn equate(&mut self, one: &Expr, other: &Expr) -> Result<(), Contradiction> {
        if one == other {
            return Ok(());
        }
        let (Some(difference), Some(back)) = (one.minus(other), other.minus(one)) else { return Ok(()) };
        self.add(&difference)?;
        self.add(&back)
    }
}

/// The smaller of two bounds.
fn least(one: Option<i128>, other: Option<i128>) -> Option<i128> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(count: Sym) -> Facts {
        let mut facts = Facts::default();
        (1..=count).for_each(|sym| facts.introduce(sym, Some(0), Some(1000)));
        facts
    }

    fn minus(x: Sym, y: Sym) -> Expr {
        Expr::of(x).minus(&Expr::of(y)).expect("small")
    }

    #[test]
    fn differences_form_chains() {
        let mut facts = facts(3);
        facts.relate(1, 2, -1).expect("consistent");
        facts.relate(2, 3, -1).expect("consistent");
        assert_eq!(facts.most(&minus(1, 3)), Some(-2));
        assert_eq!((facts.high(1), facts.low(3)), (Some(998), Some(2)));
        facts.cap(3, 10).expect("consistent");
        assert_eq!(facts.high(1), Some(8));
        assert_eq!(facts.relate(3, 1, 1), Err(Contradiction));
    }

    #[test]
    fn sums_are_bounded_by_pairs_and_inequalities() {
        let mut facts = facts(3);
        // i < n, so n - 1 - i >= 0.
        facts.relate(1, 2, -1).expect("consistent");
        assert_eq!(facts.least(&minus(2, 1).shifted(-1)), Some(0));
        // i + j <= k, i.e. i + j - k <= 0.
        let sum = Expr::of(1).plus(&minus(2, 3), 1).expect("small");
        facts.add(&sum).expect("consistent");
        assert!(facts.holds(&sum) && !facts.holds(&sum.shifted(1)));
        assert!(facts.holds(&sum.times(4).expect("small")));
        assert_eq!(facts.cap(3, -1), Err(Contradiction));
    }

    /// Whatever is derived holds in every valuation of small numbers that satisfies what was added.
    #[test]
    fn derived_bounds_hold_in_all_valuations() {
        let mut seed = 1u64;
        let mut next = |limit: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % limit
        };
        for _ in 0..300 {
            let mut facts = Facts::default();
            (1..=3).for_each(|sym| facts.introduce(sym, Some(-3), Some(3)));
            let exprs: Vec<Expr> = (0..4)
                .map(|_| {
                    let mut expr = Expr::constant(next(7) as i128 - 3);
                    for sym in 1..=3 {
                        expr = expr.plus(&Expr::of(sym), next(5) as i128 - 2).expect("small");
                    }
                    expr
                })
                .collect();
            let is_consistent = exprs.iter().all(|expr| facts.add(expr).is_ok());
            let value = |expr: &Expr, at: [i128; 3]| {
                expr.constant
                    + expr.terms.iter().map(|&(sym, factor)| factor * at[sym as usize - 1]).sum::<i128>()
            };
            let asked: Vec<(Expr, Option<i128>)> = (0..10)
                .map(|_| {
                    let mut expr = Expr::default();
                    for sym in 1..=3 {
                        expr = expr.plus(&Expr::of(sym), next(7) as i128 - 3).expect("small");
                    }
                    let most = facts.most(&expr);
                    (expr, most)
                })
                .collect();
            for code in 0..343 {
                let at = [code % 7 - 3, code / 7 % 7 - 3, code / 49 - 3];
                if exprs.iter().all(|expr| value(expr, at) <= 0) {
                    assert!(is_consistent, "{exprs:?} hold at {at:?}");
                    for (expr, most) in &asked {
                        assert!(
                            most.is_none_or(|most| value(expr, at) <= most),
                            "{expr:?} <= {most:?} at {at:?}"
                        );
                    }
                }
            }
        }
    }
}
