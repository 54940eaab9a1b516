//! Farkas certificates by elimination.
//!
//! Most clauses of arithmetic come from one row of a tableau: their negation is a set of constraints whose
//! forms are linearly dependent in one way only, and the multipliers of this dependency are the certificate.
//! Elimination finds them with a few operations on machine words, where a search would have to set up a
//! tableau. What overflows, is too large, or needs another dependency is left to the search.

use super::forms::{Compared, Relation};
use super::steps::Literal;
use crate::term::Term;

/// Larger sets of constraints are left to the search.
const MAX_CONSTRAINTS: usize = 160;

/// `sign` times the sum of the products is at most the bound, or less than it, or equal to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constraint<'c> {
    products: &'c [(Term, i64)],
    sign: i64,
    bound: i64,
    is_strict: bool,
    is_equation: bool,
}

impl<'c> Constraint<'c> {
    /// The constraint that a literal is false; nothing if it is large, or no single constraint.
    pub(super) fn negated(literal: Literal, compared: &'c Compared) -> Option<Constraint<'c>> {
        let small = compared.small.as_ref()?;
        let (sign, is_strict, is_equation) = match (compared.relation, literal.positive) {
            (Relation::Zero, true) => return None,
            // Checkers take an equation as the left side minus the right one, and an inequality as what is at
            // least zero.
            (Relation::Zero, false) => (-1, false, true),
            (relation, false) => (1, relation == Relation::Below, false),
            // Not f <= 0 is -f < 0.
            (relation, true) => (-1, relation == Relation::AtMost, false),
        };
        let bound = if sign == 1 { small.constant.checked_neg()? } else { small.constant };
        // Strict constraints on integers are rounded, as checkers do, if nothing was multiplied.
        let is_rounded = is_strict && compared.is_whole;
        let bound = if is_rounded { bound.checked_sub(1)? } else { bound };
        Some(Constraint {
            products: &small.products,
            sign,
            bound,
            is_strict: is_strict && !is_rounded,
            is_equation,
        })
    }
}

/// A form that others were eliminated from: parts of the vectors of [`Elimination`].
#[derive(Clone, Copy, Debug)]
struct Row {
    /// The variable that it eliminates from others, and its coefficient.
    pivot: (Term, i64),
    /// Where its products start, and where those of the next row do.
    products: [usize; 2],
    /// The same for the constraints that it is a combination of.
    combination: [usize; 2],
}

/// Scratch space, kept to save allocations.
#[derive(Debug, Default)]
pub(super) struct Elimination {
    rows: Vec<Row>,
    products: Vec<(Term, i64)>,
    combinations: Vec<(usize, i64)>,
    order: Vec<usize>,
    /// The form at hand, and the combination of constraints that it is.
    form: Vec<(Term, i64)>,
    combination: Vec<(usize, i64)>,
}

impl Elimination {
    /// Constraints with multipliers for which their sum is absurd: no variable is left, and its bound is
    /// negative, or zero and strict. Only those of equations may be negative.
    pub(super) fn certificate(&mut self, constraints: &[Constraint<'_>]) -> Option<&[(usize, i64)]> {
        if constraints.len() > MAX_CONSTRAINTS {
            return None;
        }
        self.rows.clear();
        self.products.clear();
        self.combinations.clear();
        // Bounds of variables first: they eliminate most.
        let mut order = std::mem::take(&mut self.order);
        order.clear();
        order.extend(0..constraints.len());
        order.sort_unstable_by_key(|index| (constraints[*index].products.len(), *index));
        let is_found =
            order.iter().try_fold(
                false,
                |is_found, index| {
                    if is_found { Some(true) } else { self.add(*index, constraints) }
                },
            );
        self.order = order;
        is_found?.then_some(&self.combination[..])
    }

    /// Adds a constraint; says whether a certificate was found. Nothing if numbers get too large.
    fn add(&mut self, index: usize, constraints: &[Constraint<'_>]) -> Option<bool> {
        let Elimination { rows, products, combinations, form, combination, .. } = self;
        let constraint = &constraints[index];
        form.clear();
        for &(leaf, value) in constraint.products {
            form.push((leaf, value.checked_mul(constraint.sign)?));
        }
        combination.clear();
        combination.push((index, 1));
        for Row { pivot: (leaf, divisor), products: at, combination: within } in rows.iter() {
            let Some(&(_, value)) = form.iter().find(|(other, _)| other == leaf) else { continue };
            let common = gcd(value, *divisor);
            // Multipliers of inequalities keep their sign.
            let own = (divisor / common).checked_abs()?;
            let other = (value / common).checked_neg()?.checked_mul(divisor.signum())?;
            combine(form, own, &products[at[0]..at[1]], other)?;
            combine(combination, own, &combinations[within[0]..within[1]], other)?;
        }
        if form.is_empty() {
            return self.is_absurd(constraints);
        }
        // Units divide everything.
        let pivot = *form.iter().find(|(_, value)| value.abs() == 1).unwrap_or(&form[0]);
        let starts = (products.len(), combinations.len());
        products.extend_from_slice(form);
        combinations.extend_from_slice(combination);
        rows.push(Row {
            pivot,
            products: [starts.0, products.len()],
            combination: [starts.1, combinations.len()],
        });
        Some(false)
    }

    /// Whether the combination, which has no variable, is absurd in this direction or the other.
    fn is_absurd(&mut self, constraints: &[Constraint<'_>]) -> Option<bool> {
        let (mut sum, mut is_strict, mut signs) = (0_i128, false, [false; 2]);
        for &(index, value) in &self.combination {
            let constraint = &constraints[index];
            sum = sum.checked_add(i128::from(value) * i128::from(constraint.bound))?;
            is_strict |= constraint.is_strict;
            if !constraint.is_equation {
                signs[usize::from(value < 0)] = true;
            }
        }
        let is_reversed = match signs {
            [true, true] => return Some(false),
            [true, false] => false,
            [false, true] => true,
            [false, false] => sum > 0,
        };
        if is_reversed {
            sum = sum.checked_neg()?;
            for (_, value) in &mut self.combination {
                *value = value.checked_neg()?;
            }
        }
        Some(sum < 0 || sum == 0 && is_strict)
    }
}

/// Turns a sum into `own * sum + other * with`, without zeros; nothing if that overflows.
fn combine<K: Copy + PartialEq>(
    sum: &mut Vec<(K, i64)>,
    own: i64,
    with: &[(K, i64)],
    other: i64,
) -> Option<()> {
    if own != 1 {
        for (_, value) in sum.iter_mut() {
            *value = value.checked_mul(own)?;
        }
    }
    for &(key, value) in with {
        let product = value.checked_mul(other)?;
        match sum.iter_mut().find(|(known, _)| *known == key) {
            Some((_, value)) => *value = value.checked_add(product)?,
            None => sum.push((key, product)),
        }
    }
    sum.retain(|(_, value)| *value != 0);
    Some(())
}

fn gcd(one: i64, other: i64) -> i64 {
    let (mut one, mut other) = (one, other);
    while other != 0 {
        (one, other) = (other, one.wrapping_rem(other));
    }
    one.wrapping_abs().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Sort, Terms};

    /// The certificate of `form <= bound` for each of these; the first one may be an equation.
    fn found(constraints: &[(&[i64], i64)], is_equation: bool) -> Option<Vec<(usize, i64)>> {
        let mut terms = Terms::new();
        let vars = ["x", "y"].map(|name| terms.constant(name, Sort::Int));
        let products = |form: &[i64]| -> Vec<(Term, i64)> {
            let all = vars.iter().copied().zip(form.iter().copied());
            all.filter(|(_, value)| *value != 0).collect()
        };
        let forms: Vec<Vec<(Term, i64)>> = constraints.iter().map(|(form, _)| products(form)).collect();
        let constraints: Vec<Constraint<'_>> = (forms.iter().zip(constraints).enumerate())
            .map(|(index, (products, (_, bound)))| {
                let is_equation = is_equation && index == 0;
                Constraint { products, sign: 1, bound: *bound, is_strict: false, is_equation }
            })
            .collect();
        let mut elimination = Elimination::default();
        let mut all = elimination.certificate(&constraints)?.to_vec();
        all.sort_unstable();
        Some(all)
    }

    #[test]
    fn the_multipliers_of_a_row_are_found() {
        // 2x + 3y <= 0, -x <= -3, -y <= 1: 6 - 3 <= 0.
        assert_eq!(
            found(&[(&[2, 3], 0), (&[-1, 0], -3), (&[0, -1], 1)], false),
            Some(vec![(0, 1), (1, 2), (2, 3)])
        );
        assert_eq!(found(&[(&[2, 3], 0), (&[-1, 0], -1), (&[0, -1], 1)], false), None);
    }

    #[test]
    fn an_equation_is_taken_with_either_sign() {
        let below = [(&[1_i64, -1][..], 2), (&[1, 0], 1), (&[0, -1], 0)];
        assert_eq!(found(&below, true), Some(vec![(0, -1), (1, 1), (2, 1)]));
        let above = [(&[1_i64, -1][..], -2), (&[-1, 0], 0), (&[0, 1], 1)];
        assert_eq!(found(&above, true), Some(vec![(0, 1), (1, 1), (2, 1)]));
    }

    #[test]
    fn inequalities_are_not_reversed() {
        assert_eq!(found(&[(&[1], 0), (&[2], -3)], false), None);
    }

    #[test]
    fn overflow_is_left_to_others() {
        let huge = i64::MAX / 2;
        let rows = [(&[huge, huge - 1][..], -1), (&[-(huge - 2), 7], 0), (&[5, -3], 0)];
        assert_eq!(found(&rows, false), None);
    }
}
