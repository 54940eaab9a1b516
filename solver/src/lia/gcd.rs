//! The GCD test: a row over integer variables with fixed ones among them has no solution unless the greatest common
//! divisor of the other coefficients divides what the fixed ones contribute.

use crate::num::Int;
use crate::simplex::{Row, Side, Simplex, Tag};

/// A row that has no integer solution: the tags of the bounds that fix its fixed variables.
pub fn test(simplex: &Simplex) -> Option<Vec<Tag>> {
    simplex.rows().find(|row| !has_solution(simplex, row)).map(|row| fixed_by(simplex, row))
}

fn has_solution(simplex: &Simplex, row: &Row) -> bool {
    if row.denominator.is_one() && !simplex.is_fixed(row.basic) {
        return true;
    }
    let minus_denominator = -&row.denominator;
    let mut content = Int::ZERO;
    let mut fixed = Int::ZERO;
    let others = row.entries.iter().map(|entry| (entry.var, &entry.coefficient));
    for (var, coefficient) in others.chain(std::iter::once((row.basic, &minus_denominator))) {
        if simplex.is_fixed(var) {
            fixed.add_mul_assign(coefficient, simplex.lower(var).expect("fixed variables have bounds"));
        } else {
            content = content.gcd(coefficient);
            if content.is_one() {
                return true;
            }
        }
    }
    if content.is_zero() { fixed.is_zero() } else { content.divides(&fixed) }
}

fn fixed_by(simplex: &Simplex, row: &Row) -> Vec<Tag> {
    let vars = row.entries.iter().map(|entry| entry.var).chain(std::iter::once(row.basic));
    let mut tags = Vec::new();
    for var in vars.filter(|&var| simplex.is_fixed(var)) {
        for side in [Side::Lower, Side::Upper] {
            tags.push(simplex.bound(var, side).expect("fixed variables have bounds").tag);
        }
    }
    tags
}
