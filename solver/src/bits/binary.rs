//! Numbers as bits: a sum of bits with weights, made by adders.
//!
//! A variable `x` with values from `l` to `h` is `l` plus an unsigned number `u` of as many bits as `h - l`
//! needs. In a sum, `-u` is the complement of `u` less the largest number of that many bits; so each form
//! is an unsigned sum of bits with weights, plus a constant. The sum is made once, by adders, column by
//! column with as many bits as it needs: nothing can overflow. Atoms compare it with constants.

use super::gates::Gates;
use super::ranges::{Guess, Range, Ranges};
use crate::linear::{Linear, NumVar};
use crate::num::Int;
use crate::sat::Lit;
use fxhash::FxHashMap;
use std::collections::VecDeque;

/// The variables of a problem as bits, and the sums of them.
pub(super) struct Numbers {
    guess: Guess,
    vars: FxHashMap<NumVar, Unsigned>,
    /// The sums of forms, each less a constant.
    sums: FxHashMap<Linear<NumVar>, (Vec<Lit>, Int)>,
}

/// A variable: the least value, and the bits of what is added to it, lowest first.
struct Unsigned {
    low: Int,
    bits: Vec<Lit>,
}

impl Numbers {
    /// Variables without a known range get as many values as so many bits distinguish.
    pub(super) fn new(bits: u32) -> Numbers {
        Numbers { guess: Guess::bits(bits), vars: FxHashMap::default(), sums: FxHashMap::default() }
    }

    /// The literal that says whether a form is at most this bound.
    pub(super) fn at_most(
        &mut self,
        form: &Linear<NumVar>,
        bound: &Int,
        ranges: &mut Ranges,
        gates: &mut Gates,
    ) -> Lit {
        if !self.sums.contains_key(form) {
            let sum = self.add_up(form, ranges, gates);
            self.sums.insert(form.clone(), sum);
        }
        let (sum, constant) = &self.sums[form];
        gates.at_most(sum, &(bound - constant))
    }

    /// The value of a variable, if it occurs.
    pub(super) fn value(&self, var: NumVar, is_true: impl Fn(Lit) -> bool) -> Option<Int> {
        let Unsigned { low, bits } = self.vars.get(&var)?;
        let mut value = low.clone();
        let mut weight = Int::ONE;
        for &bit in bits {
            if is_true(bit) {
                value += &weight;
            }
            weight *= Int::from(2);
        }
        Some(value)
    }

    /// The bits of a form, less a constant.
    fn add_up(&mut self, form: &Linear<NumVar>, ranges: &mut Ranges, gates: &mut Gates) -> (Vec<Lit>, Int) {
        let mut columns: Vec<VecDeque<Lit>> = Vec::new();
        let mut constant = Int::ZERO;
        for (var, coefficient) in form.terms() {
            self.require(*var, ranges, gates);
            let Unsigned { low, bits } = &self.vars[var];
            constant.add_mul_assign(coefficient, low);
            if coefficient.is_negative() {
                // a u = |a| (m - u) - |a| m for m the largest number of as many bits.
                let largest = Int::from(2).pow(bits.len() as u32) - Int::ONE;
                constant.add_mul_assign(coefficient, &largest);
            }
            for (place, is_set) in binary(&coefficient.abs()).into_iter().enumerate() {
                if !is_set {
                    continue;
                }
                for (index, &bit) in bits.iter().enumerate() {
                    let column = place + index;
                    if columns.len() <= column {
                        columns.resize_with(column + 1, VecDeque::new);
                    }
                    columns[column].push_back(bit.negated_if(coefficient.is_negative()));
                }
            }
        }
        (gates.add_columns(columns), constant)
    }

    /// Makes the bits of a variable, unless it has them.
    fn require(&mut self, var: NumVar, ranges: &mut Ranges, gates: &mut Gates) {
        if self.vars.contains_key(&var) {
            return;
        }
        let Range { low, high } = ranges.get(var, &self.guess);
        let width = &high - &low;
        // Crossed bounds leave no value at all.
        let count = if width.is_negative() { 0 } else { binary(&width).len() };
        let bits: Vec<Lit> = (0..count).map(|_| gates.new_lit()).collect();
        let is_in_range = gates.at_most(&bits, &width);
        gates.clause(&[is_in_range]);
        self.vars.insert(var, Unsigned { low, bits });
    }
}

impl Gates {
    /// The sum of all columns of bits, where each column weighs twice as much as the one before it.
    fn add_columns(&mut self, mut columns: Vec<VecDeque<Lit>>) -> Vec<Lit> {
        let mut sum = Vec::with_capacity(columns.len() + 1);
        let mut place = 0;
        while place < columns.len() {
            while let [Some(first), Some(second)] = take_two(&mut columns[place]) {
                let third = columns[place].pop_front().unwrap_or(self.constant(false));
                let (low, carry) = self.add([first, second, third]);
                columns[place].push_back(low);
                if carry != self.constant(false) {
                    if columns.len() == place + 1 {
                        columns.push(VecDeque::new());
                    }
                    columns[place + 1].push_back(carry);
                }
            }
            sum.push(columns[place].pop_front().unwrap_or(self.constant(false)));
            place += 1;
        }
        sum
    }

    /// Whether a number of these bits, lowest first, is at most this bound.
    fn at_most(&mut self, bits: &[Lit], bound: &Int) -> Lit {
        if bound.is_negative() {
            return self.constant(false);
        }
        let bound = binary(bound);
        if bound.len() > bits.len() {
            return self.constant(true);
        }
        let mut is_at_most = self.constant(true);
        for (index, &bit) in bits.iter().enumerate() {
            is_at_most = match bound.get(index) {
                Some(true) => self.or(&[!bit, is_at_most]),
                _ => self.and(&[!bit, is_at_most]),
            };
        }
        is_at_most
    }
}

/// The first two bits of a column, if it has more than one.
fn take_two(column: &mut VecDeque<Lit>) -> [Option<Lit>; 2] {
    if column.len() < 2 { [None; 2] } else { [column.pop_front(), column.pop_front()] }
}

/// The binary digits of a number that is not negative, lowest first; none for zero.
fn binary(number: &Int) -> Vec<bool> {
    let two = Int::from(2);
    let mut digits = Vec::new();
    let mut rest = number.clone();
    while !rest.is_zero() {
        digits.push(!rest.is_even());
        rest = rest.div_floor(&two);
    }
    digits
}
