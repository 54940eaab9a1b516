//! Multipliers.

use super::{Formula, rng};

/// Factors of a product of two primes, both larger than one; at odd levels of a prime, which has none.
pub(super) fn factors(level: u32) -> Formula {
    let mut rng = rng(9, level);
    let bits = 17 + level as usize;
    let mut prime = |bits: usize| -> u64 {
        loop {
            let number = (1 << (bits - 1)) + rng.below(1 << (bits - 1));
            if is_prime(number) {
                return number;
            }
        }
    };
    let product = if level % 2 == 1 { prime(2 * bits - 10) } else { prime(bits) * prime(bits) };
    let mut formula = Formula::default();
    let (a, b) = (formula.new_vars(bits), formula.new_vars(bits));
    let digits = by_rows(&mut formula, &a, &b);
    for (index, &digit) in digits.iter().enumerate() {
        formula.add(&[if product >> index & 1 == 1 { digit } else { -digit }]);
    }
    formula.add(&a[1..]);
    formula.add(&b[1..]);
    formula
}

fn is_prime(number: u64) -> bool {
    (2..).take_while(|divisor| divisor * divisor <= number).all(|divisor| !number.is_multiple_of(divisor))
}

/// Two multipliers, one of which adds rows and the other columns of partial products, differ at some digit.
pub(super) fn miter(level: u32) -> Formula {
    let mut formula = Formula::default();
    let bits = 5 + level as usize;
    let (a, b) = (formula.new_vars(bits), formula.new_vars(bits));
    let (first, second) = (by_rows(&mut formula, &a, &b), by_columns(&mut formula, &b, &a));
    let differences: Vec<i32> = first.iter().zip(&second).map(|(&x, &y)| formula.xor(x, y)).collect();
    formula.add(&differences);
    formula
}

/// The digits of a product, as a sum of rows.
fn by_rows(formula: &mut Formula, a: &[i32], b: &[i32]) -> Vec<i32> {
    let mut digits: Vec<i32> = a.iter().map(|&digit| formula.and(digit, b[0])).collect();
    for (shift, &factor) in b.iter().enumerate().skip(1) {
        let mut carry = None;
        for (index, &digit) in a.iter().enumerate() {
            let product = formula.and(digit, factor);
            let addends: Vec<i32> =
                [Some(product), digits.get(shift + index).copied(), carry].into_iter().flatten().collect();
            let (sum, next) = formula.add_digits(&addends);
            carry = next;
            match digits.get_mut(shift + index) {
                Some(place) => *place = sum,
                None => digits.push(sum),
            }
        }
        digits.extend(carry);
    }
    digits
}

/// The digits of a product: of each weight, partial products and carries are added up three at a time.
fn by_columns(formula: &mut Formula, a: &[i32], b: &[i32]) -> Vec<i32> {
    let mut columns: Vec<Vec<i32>> = vec![Vec::new(); a.len() + b.len()];
    for (i, &x) in a.iter().enumerate() {
        for (j, &y) in b.iter().enumerate() {
            let product = formula.and(x, y);
            columns[i + j].push(product);
        }
    }
    let mut digits = Vec::new();
    for weight in 0..columns.len() {
        let mut column = std::mem::take(&mut columns[weight]);
        while column.len() > 1 {
            let addends = column.split_off(column.len().saturating_sub(3));
            let (sum, carry) = formula.add_digits(&addends);
            column.insert(0, sum);
            if let (Some(next), Some(carry)) = (columns.get_mut(weight + 1), carry) {
                next.push(carry);
            }
        }
        digits.extend(column);
    }
    digits
}

impl Formula {
    /// The sum of up to three digits, and the carry if there can be one.
    fn add_digits(&mut self, digits: &[i32]) -> (i32, Option<i32>) {
        match *digits {
            [a, b] => (self.xor(a, b), Some(self.and(a, b))),
            [a, b, c] => {
                let (sum, carry) = (self.new_var(), self.new_var());
                self.parity(&[sum, a, b, c], false);
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    self.add(&[carry, -x, -y]);
                    self.add(&[-carry, x, y]);
                }
                (sum, Some(carry))
            }
            _ => (digits[0], None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cfp_solver::{Interrupt, Options, check_clauses};

    /// The digits are those of a number.
    fn set(formula: &mut Formula, digits: &[i32], number: u32) {
        for (index, &lit) in digits.iter().enumerate() {
            formula.add(&[if number >> index & 1 == 1 { lit } else { -lit }]);
        }
    }

    #[test]
    fn multipliers_multiply() {
        for multiplier in [by_rows, by_columns] {
            for (x, y) in [(0, 7), (5, 6), (7, 7), (3, 1)] {
                let mut formula = Formula::default();
                let (a, b) = (formula.new_vars(3), formula.new_vars(3));
                let digits = multiplier(&mut formula, &a, &b);
                set(&mut formula, &a, x);
                set(&mut formula, &b, y);
                let found = check_clauses(
                    formula.vars as usize,
                    &formula.clauses,
                    &Options::default(),
                    &Interrupt::new(),
                );
                let is_one = |&lit: &i32| u32::from(found.values[lit as usize - 1]);
                let product: u32 = digits.iter().enumerate().map(|(index, lit)| is_one(lit) << index).sum();
                assert_eq!(product, x * y, "{x} {y}");
            }
        }
    }
}
