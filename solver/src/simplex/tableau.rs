//! The tableau: one row per basic variable, sparse, with integer coefficients.
//!
//! The row of a basic variable `x_b` says `d * x_b = sum a_k x_k` over non-basic variables `x_k`, with
//! `d > 0` and all numbers integers, small ones without common divisor. Compared with rational rows (`d = 1`)
//! this saves the gcd per coefficient that rationals need, and the integer techniques want integer rows
//! anyway.
//!
//! Rows must be kept from growing. Small ones are divided by the gcd of their numbers. For big ones that
//! would be most of the work of a pivot, so they use what is known beforehand: all entries of a row, as
//! rationals, have a denominator that divides the determinant `D` of the basis (Cramer's rule), which is
//! followed from pivot to pivot. So one gcd, that of `d` and `D`, says by how much all numbers of a new row
//! can be divided at least. Knowing that before they are computed also keeps numbers of about one word
//! inline: `(s a + f b) / c` is computed in two words and needs no allocation, though `s a` alone would.
//!
//! Rows hold the numbers; columns only say where they are: `columns[k]` lists the rows in which `x_k` occurs
//! and the slot there, and each row entry knows its slot in the column. So an entry is removed in constant
//! time by moving the last one into its place.

use super::{ArithVar, Value};
use crate::num::Int;

/// A row of the tableau.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct RowId(pub(super) u32);

impl RowId {
    /// Position of this row in per-row arrays.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A product `a_k x_k` of a row.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The non-basic variable `x_k`.
    pub var: ArithVar,
    /// The coefficient `a_k`, not zero.
    pub coefficient: Int,
    /// Where the column of `var` mentions this entry.
    column_slot: u32,
}

/// `d * x_b = sum a_k x_k`
#[derive(Clone, Debug)]
pub struct Row<V = Int> {
    /// The basic variable `x_b`.
    pub basic: ArithVar,
    /// Its coefficient `d > 0`.
    pub denominator: Int,
    /// The current value of the sum, so that `x_b` is `numerator / denominator`. It goes through pivots like
    /// one more coefficient: no rational arithmetic is needed to follow the values of basic variables.
    pub numerator: V,
    /// The products on the other side, in no particular order.
    pub entries: Vec<Entry>,
}

/// Where an entry of a column is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) row: RowId,
    pub(super) slot: u32,
}

const NOWHERE: u32 = u32::MAX;

#[derive(Clone)]
pub(super) struct Tableau<V = Int> {
    rows: Vec<Row<V>>,
    /// The absolute value of the determinant of the basis; 1 as long as only slacks are basic.
    determinant: Int,
    columns: Vec<Vec<Place>>,
    /// The row of each basic variable.
    row_of: Vec<Option<RowId>>,
    /// Scratch of `add_multiple`: the slot of each variable in the row being changed, or `NOWHERE`.
    slot_of: Vec<u32>,
    /// Scratch of `add_multiple`: which entries of the row being changed are done.
    combined: Vec<bool>,
}

impl<V> Default for Tableau<V> {
    fn default() -> Self {
        Tableau {
            rows: Vec::new(),
            determinant: Int::ONE,
            columns: Vec::new(),
            row_of: Vec::new(),
            slot_of: Vec::new(),
            combined: Vec::new(),
        }
    }
}

impl<V: Value> Tableau<V> {
    pub(super) fn add_var(&mut self) -> ArithVar {
        let var = ArithVar::new(self.columns.len());
        self.columns.push(Vec::new());
        self.row_of.push(None);
        self.slot_of.push(NOWHERE);
        var
    }

    pub(super) fn num_vars(&self) -> usize {
        self.columns.len()
    }

    pub(super) fn num_rows(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn row(&self, row: RowId) -> &Row<V> {
        &self.rows[row.index()]
    }

    pub(super) fn row_ids(&self) -> impl Iterator<Item = RowId> + use<V> {
        (0..self.rows.len() as u32).map(RowId)
    }

    pub(super) fn row_of(&self, var: ArithVar) -> Option<RowId> {
        self.row_of[var.index()]
    }

    pub(super) fn is_basic(&self, var: ArithVar) -> bool {
        self.row_of[var.index()].is_some()
    }

    /// The rows in which a non-basic variable occurs.
    pub(super) fn column(&self, var: ArithVar) -> &[Place] {
        &self.columns[var.index()]
    }

    /// Adds the row `basic = sum`, with basic variables in the sum replaced by their rows. `values` are those
    /// of non-basic variables. Returns the work done in entries.
    pub(super) fn add_row(&mut self, basic: ArithVar, sum: &[(ArithVar, Int)], values: &[V]) -> u64 {
        debug_assert!(!self.is_basic(basic) && self.column(basic).is_empty());
        let id = RowId(u32::try_from(self.rows.len()).expect("too many rows"));
        self.rows.push(Row {
            basic,
            denominator: Int::ONE,
            numerator: V::default(),
            entries: Vec::with_capacity(sum.len()),
        });
        self.row_of[basic.index()] = Some(id);
        // Non-basic variables first, while the denominator is still 1.
        for (var, coefficient) in sum {
            if self.row_of[var.index()].is_none() {
                self.push_entry(id, *var, coefficient.clone());
                self.rows[id.index()].numerator.add_mul_assign(&values[var.index()], coefficient);
            }
        }
        let mut work = sum.len() as u64;
        for (var, coefficient) in sum {
            let Some(source) = self.row_of[var.index()] else {
                continue;
            };
            // d_new x_new = … + (coefficient * d_new) * x_var, and x_var = row / d_var.
            let source_denominator = self.rows[source.index()].denominator.clone();
            let factor = coefficient * &self.rows[id.index()].denominator;
            let shared = factor.gcd(&source_denominator);
            let scale = source_denominator.div_exact(&shared);
            let factor = factor.div_exact(&shared);
            work += self.scale_and_add(id, &scale, source, &factor);
        }
        work
    }

    /// Moves a non-basic variable by `delta`; the basic variables that depend on it follow, and `changed` is
    /// told of them.
    pub(super) fn shift(&mut self, var: ArithVar, delta: &V, mut changed: impl FnMut(ArithVar)) {
        for place in &self.columns[var.index()] {
            let row = &mut self.rows[place.row.index()];
            row.numerator.add_mul_assign(delta, &row.entries[place.slot as usize].coefficient);
            changed(row.basic);
        }
    }

    /// Exchanges the basic variable of a row with a non-basic one that occurs in it, whose value so far was
    /// `old`, and gives the former the value `target`. `changed` is told of the basic variables that follow.
    /// Returns the work done in entries.
    pub(super) fn pivot(
        &mut self,
        row: RowId,
        entering: ArithVar,
        old: &V,
        target: &V,
        mut changed: impl FnMut(ArithVar),
    ) -> u64 {
        // d x_b = a x_e + rest  becomes  |a| x_e = ±(d x_b - rest).
        let leaving = self.rows[row.index()].basic;
        let slot = self.slot_in_row(row, entering);
        let coefficient = self.remove_entry(row, slot);
        let this = &mut self.rows[row.index()];
        // The entry of the pivot, a / d, is the ratio of the determinants.
        self.determinant *= coefficient.abs();
        self.determinant.div_exact_assign(&this.denominator);
        let mut leaving_coefficient = std::mem::replace(&mut this.denominator, coefficient.abs());
        // Without x_e the sum is `rest`; the new one is ±(d target - rest).
        this.numerator.sub_mul_assign(old, &coefficient);
        this.numerator.sub_mul_assign(target, &leaving_coefficient);
        if coefficient.is_positive() {
            this.numerator = this.numerator.times(&Int::MINUS_ONE);
            for entry in &mut this.entries {
                entry.coefficient = -std::mem::take(&mut entry.coefficient);
            }
        } else {
            leaving_coefficient = -leaving_coefficient;
        }
        this.basic = entering;
        self.row_of[leaving.index()] = None;
        self.row_of[entering.index()] = Some(row);
        self.push_entry(row, leaving, leaving_coefficient);
        let mut work = self.rows[row.index()].entries.len() as u64;

        // Replace x_e in all other rows.
        while let Some(&place) = self.columns[entering.index()].last() {
            let factor = self.remove_entry(place.row, place.slot as usize);
            let other = &mut self.rows[place.row.index()];
            other.numerator.sub_mul_assign(old, &factor);
            changed(other.basic);
            let denominator = &self.rows[row.index()].denominator;
            let shared = factor.gcd(denominator);
            let scale = denominator.div_exact(&shared);
            let factor = factor.div_exact(&shared);
            work += self.scale_and_add(place.row, &scale, row, &factor);
        }
        work
    }

    /// `target := scale * target + factor * source`, made smaller where that is possible.
    fn scale_and_add(&mut self, target: RowId, scale: &Int, source: RowId, factor: &Int) -> u64 {
        let divisor = self.known_divisor(target, scale);
        self.add_multiple(target, scale, source, factor, &divisor);
        self.make_primitive(target);
        (self.rows[source.index()].entries.len() + self.rows[target.index()].entries.len()) as u64
    }

    /// What is known to divide all numbers of a row that is about to be scaled and changed; see the module
    /// comment.
    fn known_divisor(&self, row: RowId, scale: &Int) -> Int {
        let denominator = &self.rows[row.index()].denominator;
        if scale.is_one() && denominator.is_small() {
            // All numbers may well be small: then `make_primitive` does it all.
            return Int::ONE;
        }
        let denominator = denominator * scale;
        denominator.div_exact(&denominator.gcd(&self.determinant))
    }

    /// `target := (scale * target + factor * source) / divisor`, which must be exact. Every number is scaled,
    /// added to and divided in one go, so that numbers of about one word never leave it.
    fn add_multiple(&mut self, target: RowId, scale: &Int, source: RowId, factor: &Int, divisor: &Int) {
        self.load_slots(target);
        let mut combined = std::mem::take(&mut self.combined);
        combined.clear();
        combined.resize(self.rows[target.index()].entries.len(), false);
        for slot in 0..self.rows[source.index()].entries.len() {
            let (row, source) = two_rows(&mut self.rows, target, source);
            let Entry { var, coefficient, .. } = &source.entries[slot];
            let var = *var;
            let slot = self.slot_of[var.index()];
            if slot == NOWHERE {
                let mut product = coefficient.clone();
                product.rescale(factor, divisor);
                self.slot_of[var.index()] = row.entries.len() as u32;
                self.push_entry(target, var, product);
                combined.push(true);
                continue;
            }
            let slot = slot as usize;
            let sum = &mut row.entries[slot].coefficient;
            sum.combine(scale, factor, coefficient, divisor);
            combined[slot] = true;
            if sum.is_zero() {
                self.slot_of[var.index()] = NOWHERE;
                self.remove_entry(target, slot);
                combined.swap_remove(slot);
                if let Some(moved) = self.rows[target.index()].entries.get(slot) {
                    self.slot_of[moved.var.index()] = slot as u32;
                }
            }
        }
        self.clear_slots(target);
        let (row, source) = two_rows(&mut self.rows, target, source);
        row.numerator.combine(scale, &source.numerator, factor, divisor);
        // What has no partner in the source is divided too, also where there is nothing to scale.
        if !(scale.is_one() && divisor.is_one()) {
            row.denominator.rescale(scale, divisor);
            for (entry, _) in row.entries.iter_mut().zip(&combined).filter(|(_, combined)| !**combined) {
                entry.coefficient.rescale(scale, divisor);
            }
        }
        self.combined = combined;
    }

    fn load_slots(&mut self, row: RowId) {
        for (slot, entry) in self.rows[row.index()].entries.iter().enumerate() {
            self.slot_of[entry.var.index()] = slot as u32;
        }
    }

    fn clear_slots(&mut self, row: RowId) {
        for entry in &self.rows[row.index()].entries {
            self.slot_of[entry.var.index()] = NOWHERE;
        }
    }

    fn push_entry(&mut self, row: RowId, var: ArithVar, coefficient: Int) {
        let column = &mut self.columns[var.index()];
        let entries = &mut self.rows[row.index()].entries;
        column.push(Place { row, slot: entries.len() as u32 });
        entries.push(Entry { var, coefficient, column_slot: column.len() as u32 - 1 });
    }

    /// Removes an entry; the last one of the row moves into its slot.
    fn remove_entry(&mut self, row: RowId, slot: usize) -> Int {
        let entries = &mut self.rows[row.index()].entries;
        let removed = entries.swap_remove(slot);
        if let Some(moved) = entries.get(slot) {
            self.columns[moved.var.index()][moved.column_slot as usize].slot = slot as u32;
        }
        let column = &mut self.columns[removed.var.index()];
        column.swap_remove(removed.column_slot as usize);
        if let Some(moved) = column.get(removed.column_slot as usize) {
            self.rows[moved.row.index()].entries[moved.slot as usize].column_slot = removed.column_slot;
        }
        removed.coefficient
    }

    fn slot_in_row(&self, row: RowId, var: ArithVar) -> usize {
        let place = self.column(var).iter().find(|place| place.row == row);
        place.expect("the variable occurs in the row").slot as usize
    }

    /// Divides a row of small numbers by their greatest common divisor.
    fn make_primitive(&mut self, row: RowId) {
        let row = &mut self.rows[row.index()];
        if row.denominator.is_one() || !row.denominator.is_small() {
            return;
        }
        let mut content = row.denominator.clone();
        for entry in &row.entries {
            content = content.gcd(&entry.coefficient);
            if content.is_one() {
                return;
            }
        }
        row.denominator.div_exact_assign(&content);
        row.numerator.div_exact_assign(&content);
        for entry in &mut row.entries {
            entry.coefficient.div_exact_assign(&content);
        }
    }

    /// Every cross reference is right, no basic variable occurs on a right-hand side, and denominators, as
    /// far as they are not a common divisor of their row, divide the determinant.
    pub(super) fn check_invariants(&self) {
        for id in self.row_ids() {
            let row = self.row(id);
            assert_eq!(self.row_of(row.basic), Some(id));
            assert!(row.denominator.is_positive());
            let mut content = row.denominator.clone();
            for (slot, entry) in row.entries.iter().enumerate() {
                assert!(!self.is_basic(entry.var) && !entry.coefficient.is_zero());
                let place = self.columns[entry.var.index()][entry.column_slot as usize];
                assert_eq!((place.row, place.slot as usize), (id, slot));
                content = content.gcd(&entry.coefficient);
            }
            assert!(
                row.denominator.div_exact(&content).divides(&self.determinant),
                "{} of {}",
                row.denominator,
                self.determinant
            );
        }
        let entries: usize = self.rows.iter().map(|row| row.entries.len()).sum();
        assert_eq!(entries, self.columns.iter().map(Vec::len).sum::<usize>());
    }
}

/// Two different rows, the first to be changed.
fn two_rows<V>(rows: &mut [Row<V>], target: RowId, source: RowId) -> (&mut Row<V>, &Row<V>) {
    let [target, source] =
        rows.get_disjoint_mut([target.index(), source.index()]).expect("a row is not added to itself");
    (target, source)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::Linear;

    struct Rng(u64);

    impl Rng {
        fn next(&mut self) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0
        }

        /// A number other than zero, of one of many sizes around a word and two.
        fn number(&mut self) -> Int {
            let words = [0, 0, 1, 2, 3][self.next() as usize % 5];
            let mut number = Int::from((self.next() >> (self.next() % 64)) as i64 | 1);
            for _ in 0..words {
                number = number * Int::from(u64::MAX) + Int::from(self.next());
            }
            number
        }
    }

    fn form(row: &Row) -> Linear<ArithVar> {
        Linear::new(row.entries.iter().map(|entry| (entry.var, entry.coefficient.clone())).collect())
    }

    /// The update in one go yields what scaling, adding and dividing one after the other yield.
    #[test]
    fn rows_are_scaled_added_and_divided_in_one_go() {
        let mut rng = Rng(0x5DEE_CE66);
        let (mut cancelled, mut only_divided) = (0, 0);
        for _ in 0..3_000 {
            let mut tableau = Tableau::default();
            let vars: Vec<ArithVar> = (0..8).map(|_| tableau.add_var()).collect();
            // One in two divisors is 1, one in two scales is 1.
            let mut maybe_one = || if rng.next().is_multiple_of(2) { Int::ONE } else { rng.number().abs() };
            let (divisor, scale) = (maybe_one(), maybe_one());
            let factor = rng.number();
            let mut add_row = |likeness: Option<&Row>| {
                let basic = tableau.add_var();
                let mut sum = Vec::new();
                for &var in &vars {
                    let same = likeness.and_then(|row| row.entries.iter().find(|entry| entry.var == var));
                    sum.extend(match (rng.next() % 4, same) {
                        (0, _) => None,
                        // Cancels if scale and factor are opposite.
                        (1, Some(same)) => Some((var, same.coefficient.clone())),
                        _ => Some((var, rng.number() * &divisor)),
                    });
                }
                tableau.add_row(basic, &sum, &vec![Int::ZERO; vars.len()]);
                let id = tableau.row_of(basic).expect("just made");
                let row = &mut tableau.rows[id.index()];
                row.numerator = rng.number() * &divisor;
                row.denominator = rng.number().abs() * &divisor;
                (id, row.clone())
            };
            let (source, source_row) = add_row(None);
            let (target, target_row) = add_row(Some(&source_row));
            let factor = if rng.next().is_multiple_of(4) { -&scale } else { factor };
            only_divided += usize::from(scale.is_one() && !divisor.is_one());

            tableau.add_multiple(target, &scale, source, &factor, &divisor);

            let row = tableau.row(target);
            let sum = form(&target_row).scaled(&scale).add_multiple(&factor, &form(&source_row));
            cancelled += usize::from(form(row).len() < form(&target_row).len());
            assert_eq!(form(row), sum.divided(&divisor));
            let numerator = target_row.numerator * &scale + source_row.numerator * &factor;
            assert_eq!(row.numerator, numerator.div_exact(&divisor));
            assert_eq!(row.denominator, (target_row.denominator * &scale).div_exact(&divisor));
            for (slot, entry) in row.entries.iter().enumerate() {
                let place = tableau.columns[entry.var.index()][entry.column_slot as usize];
                assert_eq!((place.row, place.slot as usize), (target, slot));
            }
            assert!(tableau.slot_of.iter().all(|&slot| slot == NOWHERE));
        }
        assert!(cancelled > 100 && only_divided > 100, "{cancelled} cancelled, {only_divided} only divided");
    }
}
