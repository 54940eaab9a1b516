//! Splits along the lattice: coordinates in which the bounded part of a problem is as round as possible.
//!
//! Rows that are unbounded in some direction can be forgotten until the end ([`super::recession`]): an
//! integer point `z` of the bounded rows `D` extends to a solution of everything. The values `D x` of the
//! bounded rows at integer points form a lattice. With the Hermite form `H` of (independent rows of) `D`, the
//! forms `y = H^-1 D x` are its *coordinates*: integral at every integer `x`, and every integer `y` belongs
//! to some integer `x`. So it is enough to make the coordinates integral, that is, to split on them, and
//! there are only as many as `D` has rank.
//!
//! **Termination.** Every row of `D` is bounded above and below on the solutions of the relaxation, and a
//! coordinate is a linear combination of rows of `D`: it is bounded too, so there are finitely many integer
//! values that each of the finitely many coordinates can take. Every split removes the vertex's fractional
//! value of one coordinate from both sides for good. So a branch of the search ends after finitely many
//! splits, with an infeasible relaxation or with a vertex at which all coordinates are integral; then the
//! bounded rows have an integer point with the same values, and walking from it satisfies the rest. No bound
//! on any variable was needed.
//!
//! **Reduction.** How many splits that takes depends on the basis. A row that can vary little should be far
//! from parallel to none of the coordinates, so each row is weighted by the inverse of its width, and the
//! columns of the weighted `H` are LLL-reduced, the inverse operations going to the coordinates. The
//! transformation itself, whose numbers explode, is never formed. The last vectors of a reduced basis are the
//! longest: along their coordinates the polyhedron is thinnest, so they are split first.
//!
//! **Search.** The coordinates with the bounded rows are a problem of their own, smaller than the original
//! one and with smaller numbers: it is decided right here, by branching on coordinates, where a branch is
//! just a bound. Its integer points extend to models, its refutations are refutations of the original. If it
//! takes too long, the split goes to the caller, who may learn from it.
//!
//! Following Bromberger (IJCAR 2018) for the bounded part and its Hermite form. Splits are ordinary ones,
//! over the problem's own variables, so explanations and refutations need nothing new.

use super::branch::Branching;
use super::recession::{Recession, RecessionLp};
use crate::answer::Unknown;
use crate::elimination::Elimination;
use crate::hnf::{self, Matrix};
use crate::lattice::{Mirror, lll};
use crate::lia::conjunction::{self, Outcome};
use crate::lia::ladder::LadderOptions;
use crate::lia::points::cube;
use crate::lia::refutation::Refutation;
use crate::lia::split::Split;
use crate::lia::system::System;
use crate::limits::Budget;
use crate::linear::{Linear, LinearExpr, NumVar};
use crate::num::{Int, Rat};
use crate::simplex::{ArithVar, Side, Simplex, Tag};
use fxhash::FxHashMap;

/// Problems with more bounded rows than this get no coordinates.
const MAX_BOUNDED_ROWS: usize = 150;
/// Problems with more rows than this are not looked at.
const MAX_ROWS: usize = 600;
/// The search over coordinates may always spend this many ticks.
const SEARCH_TICKS: u64 = 5_000_000;
/// Weights keep this many bits of the ratio of the widest row to each other one.
const WEIGHT_BITS: u32 = 16;

/// What the current vertex calls for.
#[derive(Clone, Debug)]
pub(crate) enum Found {
    /// Integer values for all variables that satisfy all bounds.
    Model(Vec<Int>),
    /// Bounds with these tags have no integer solution, by a tree of splits over coordinates.
    Conflict(Vec<Tag>, Refutation),
    /// A coordinate with a fractional value.
    Split(Split),
    /// Nothing: the problem is too large, or bounds outside the lattice are in the way.
    Nothing,
}

/// Coordinates of the problem, remembered while its rows stay the same.
pub(crate) struct LatticePlanes {
    first_added_tag: Tag,
    recession_lp: RecessionLp,
    known: Option<Known>,
}

struct Known {
    /// The bounds of the problem that are in force.
    rows: Vec<(ArithVar, Side)>,
    recession: Recession,
    /// `None` if there would be too many.
    coordinates: Option<Coordinates>,
}

impl LatticePlanes {
    /// Bounds with tags from `first_added_tag` on are splits and do not count as rows of the problem.
    pub(crate) fn new(first_added_tag: Tag) -> LatticePlanes {
        LatticePlanes { first_added_tag, recession_lp: RecessionLp::default(), known: None }
    }

    /// Looks at a vertex. The costly steps, finding coordinates for rows that have changed and searching over
    /// them, are taken only if `thorough`.
    pub(crate) fn find(&mut self, simplex: &Simplex, thorough: bool, budget: &mut Budget) -> Found {
        let rows = self.rows(simplex);
        if self.known.as_ref().is_none_or(|known| known.rows != rows) {
            self.known = if thorough { self.learn(simplex, rows, budget) } else { None };
        }
        let Some(Known { recession, coordinates, .. }) = &self.known else { return Found::Nothing };
        if recession.bounded.is_empty() {
            return recession.walk(simplex, &cube::round(simplex)).map_or(Found::Nothing, Found::Model);
        }
        let Some(coordinates) = coordinates else { return Found::Nothing };
        let left_to_caller = || coordinates.split(simplex).map_or(Found::Nothing, Found::Split);
        if !thorough {
            return left_to_caller();
        }
        let (system, tags) = coordinates.system(simplex);
        let (outcome, spent) = search(&system, budget);
        log::debug!(
            "lattice: {} coordinates of {} bounded rows, searched for {spent} ticks after {}: {}",
            coordinates.forms.len(),
            coordinates.rows.len(),
            budget.ticks(),
            match outcome {
                Outcome::Sat(_) => "sat",
                Outcome::Unsat(_) => "unsat",
                Outcome::Unknown(_) => "too long",
            }
        );
        match outcome {
            Outcome::Sat(values) => {
                let start = integer_point(simplex, &coordinates.forms, &values);
                let model = start.and_then(|start| recession.walk(simplex, &start));
                model.map_or(Found::Nothing, Found::Model)
            }
            Outcome::Unsat(refutation) => {
                let (tags, refutation) = coordinates.translate(&tags, refutation);
                Found::Conflict(tags, refutation)
            }
            Outcome::Unknown(_) => left_to_caller(),
        }
    }

    /// The bounds of the problem that are in force.
    fn rows(&self, simplex: &Simplex) -> Vec<(ArithVar, Side)> {
        let sides = |var| [(var, Side::Lower), (var, Side::Upper)];
        let is_row =
            |&(var, side): &(ArithVar, Side)| simplex.bound_before(var, side, self.first_added_tag).is_some();
        simplex.vars().flat_map(sides).filter(is_row).collect()
    }

    fn learn(
        &mut self,
        simplex: &Simplex,
        rows: Vec<(ArithVar, Side)>,
        budget: &mut Budget,
    ) -> Option<Known> {
        if rows.len() > MAX_ROWS {
            return None;
        }
        let start = budget.ticks();
        let recession = self.recession_lp.analyze(simplex, &rows, budget)?;
        log::debug!(
            "recession: {} of {} rows are bounded, {} certificates, {} ticks",
            recession.bounded.len(),
            rows.len(),
            recession.certificates.len(),
            budget.ticks() - start
        );
        let coordinates = if recession.bounded.is_empty() {
            None
        } else {
            Coordinates::new(simplex, &recession, self.first_added_tag, budget)
        };
        Some(Known { rows, recession, coordinates })
    }
}

/// Tries to decide a system over coordinates; also says what that cost. What it may spend is as much as was
/// spent on the problem so far, and two orders of branching share it: run times vary by orders of magnitude,
/// and seldom for both.
fn search(system: &System, budget: &mut Budget) -> (Outcome, u64) {
    let limit = SEARCH_TICKS.max(budget.ticks());
    let start = budget.ticks();
    let mut outcome = Outcome::Unknown(Unknown::Resources);
    for branching in [Branching::Last, Branching::SmallestRange] {
        let options = LadderOptions {
            diophantine: false,
            patch: false,
            lattice: false,
            cube: false,
            largest_cube: false,
            proofs: false,
            gomory: false,
            mir: false,
            branching,
            ..LadderOptions::default()
        };
        let mut part = budget.part(limit);
        outcome = conjunction::solve(system, options, &mut part);
        let is_open = budget.spend(part.ticks());
        if !is_open || !matches!(outcome, Outcome::Unknown(_)) {
            break;
        }
    }
    (outcome, budget.ticks() - start)
}

/// Coordinates of the lattice of values of the bounded rows.
struct Coordinates {
    /// The bounded rows.
    rows: Vec<ArithVar>,
    /// The reduced basis, by column: row `i` is `sum_j basis[j][i] y_j`.
    basis: Vec<Vec<Int>>,
    /// The coordinates `y_j` as forms over structural variables. The last ones are to be split first.
    forms: Vec<Linear<ArithVar>>,
}

impl Coordinates {
    fn new(
        simplex: &Simplex,
        recession: &Recession,
        first_added: Tag,
        budget: &mut Budget,
    ) -> Option<Coordinates> {
        let rows = recession.bounded.clone();
        if rows.len() > MAX_BOUNDED_ROWS {
            return None;
        }
        let forms: Vec<Linear<ArithVar>> = rows.iter().map(|&var| simplex.expand(var)).collect();
        let mut columns: Vec<ArithVar> =
            forms.iter().flat_map(|form| form.terms()).map(|&(var, _)| var).collect();
        columns.sort_unstable();
        columns.dedup();
        let mut matrix = Matrix::zero(forms.len(), columns.len());
        for (row, form) in forms.iter().enumerate() {
            for (var, coefficient) in form.terms() {
                let column = columns.binary_search(var).expect("all variables are columns");
                matrix[(row, column)] = coefficient.clone();
            }
        }
        let start = budget.ticks();
        let hnf::Factors { h, forms, .. } = hnf::factorize(&matrix, budget).ok()?;
        log::debug!("Hermite form of {} rows: {} ticks", matrix.rows(), budget.ticks() - start);
        let mut reduced = Reduced {
            basis: (0..h.cols()).map(|column| h.column(column).cloned().collect()).collect(),
            forms: (0..forms.rows()).map(|row| forms.row(row).to_vec()).collect(),
        };
        let weights = weights(simplex, recession, first_added);
        let mut weighted =
            Matrix::from_fn(h.rows(), h.cols(), |row, column| &h[(row, column)] * &weights[row]);
        let start = budget.ticks();
        // An unfinished reduction is still a basis of the same lattice.
        let _ = lll(&mut weighted, &mut reduced, budget);
        log::debug!("reduction of {} vectors: {} ticks", h.cols(), budget.ticks() - start);
        if !budget.is_open() {
            return None;
        }
        let to_form = |row: Vec<Int>| Linear::new(columns.iter().copied().zip(row).collect());
        let Reduced { basis, forms } = reduced;
        Some(Coordinates { rows, basis, forms: forms.into_iter().map(to_form).collect() })
    }

    /// The bounds in force on bounded rows and on coordinates, as a system over the coordinates, with the tag
    /// of each.
    fn system(&self, simplex: &Simplex) -> (System, Vec<Tag>) {
        let mut system = System::new(self.forms.len());
        let mut tags = Vec::new();
        let mut add = |var: ArithVar, products: &[(usize, Int)]| {
            for side in [Side::Lower, Side::Upper] {
                let Some(bound) = simplex.bound(var, side) else { continue };
                match side {
                    Side::Lower => system.at_least(products, bound.value.clone()),
                    Side::Upper => system.at_most(products, bound.value.clone()),
                }
                tags.push(bound.tag);
            }
        };
        for (row, &var) in self.rows.iter().enumerate() {
            let products: Vec<(usize, Int)> =
                self.basis.iter().enumerate().map(|(index, column)| (index, column[row].clone())).collect();
            add(var, &products);
        }
        // Splits on coordinates that were left to the caller.
        for var in simplex.vars().filter(|var| !self.rows.contains(var)) {
            let Some(form) = simplex.definition(var) else { continue };
            for (index, own) in self.forms.iter().enumerate() {
                if form == own {
                    add(var, &[(index, Int::ONE)]);
                } else if *form == own.scaled(&Int::MINUS_ONE) {
                    add(var, &[(index, Int::MINUS_ONE)]);
                }
            }
        }
        (system, tags)
    }

    /// The last coordinate with a fractional value.
    fn split(&self, simplex: &Simplex) -> Option<Split> {
        self.forms.iter().rev().find_map(|form| {
            let value = simplex.value_of(form);
            (!value.is_integer()).then(|| Split { form: form.clone(), floor: value.floor() })
        })
    }

    /// A refutation over coordinates as one over structural variables, with the tags of the bounds it uses.
    fn translate(&self, tags: &[Tag], refutation: Refutation) -> (Vec<Tag>, Refutation) {
        let used = refutation.constraints();
        let refutation = refutation.map(
            |constraint| used.binary_search(&constraint).expect("listed as used"),
            |split| {
                let mut form = Linear::default();
                for (var, coefficient) in split.form.terms() {
                    form = form.add_multiple(coefficient, &self.forms[var.index()]);
                }
                Split { form, floor: split.floor }
            },
        );
        (used.into_iter().map(|constraint| tags[constraint]).collect(), refutation)
    }
}

/// A basis and the coordinates that belong to it, kept together through the reduction.
struct Reduced {
    basis: Vec<Vec<Int>>,
    forms: Vec<Vec<Int>>,
}

impl Mirror for Reduced {
    fn swap(&mut self, k: usize) {
        self.basis.swap(k - 1, k);
        self.forms.swap(k - 1, k);
    }

    fn add_multiple(&mut self, target: usize, source: usize, factor: &Int) {
        let [column, change] = self.basis.get_disjoint_mut([target, source]).expect("two different columns");
        for (entry, change) in column.iter_mut().zip(change) {
            entry.add_mul_assign(factor, change);
        }
        // `y_source` shrinks by `factor * y_target`.
        let [form, change] = self.forms.get_disjoint_mut([source, target]).expect("two different forms");
        for (entry, change) in form.iter_mut().zip(change) {
            entry.sub_mul_assign(factor, change);
        }
    }
}

/// The inverse widths of the bounded rows, scaled to integers.
///
/// A row with two bounds is as wide as their distance. For the others, the certificates are summed with
/// factors that make all their weights `w_i` positive: then `sum w_i (a_i x - c_i)`, all of whose terms are
/// non-negative, is a constant `S`, and row `i` is at most `S / w_i` wide.
fn weights(simplex: &Simplex, recession: &Recession, first_added: Tag) -> Vec<Int> {
    let bound = |var, side| simplex.bound_before(var, side, first_added).map(|bound| &bound.value);
    let mut sums: FxHashMap<ArithVar, Int> = FxHashMap::default();
    for certificate in recession.certificates.iter().rev() {
        // The least factor that makes the weights of the rows found here positive (in the direction of their
        // bound).
        let mut factor = Int::ONE;
        for (var, weight) in &certificate.moved {
            let oriented = |weight: &Int, by: &Int| if by.is_negative() { -weight } else { weight.clone() };
            let present = sums.get(var).map_or(Int::ZERO, |sum| oriented(sum, weight));
            let needed = (Int::ONE - present).div_ceil(&weight.abs());
            factor = factor.max(needed);
        }
        for (var, weight) in certificate.moved.iter().chain(&certificate.known) {
            sums.entry(*var).or_insert(Int::ZERO).add_mul_assign(&factor, weight);
        }
    }
    let mut slack = Int::ZERO;
    for (&var, weight) in &sums {
        let side = if weight.is_negative() { Side::Upper } else { Side::Lower };
        if let Some(value) = bound(var, side) {
            slack.sub_mul_assign(weight, value);
        }
    }
    let narrowest = Rat::new(Int::ONE, Int::from(8));
    let width = |&var: &ArithVar| {
        let by_bounds = match (bound(var, Side::Lower), bound(var, Side::Upper)) {
            (Some(lower), Some(upper)) => Some(Rat::from(upper - lower)),
            _ => None,
        };
        let weight = sums.get(&var).map(|weight| weight.abs()).filter(|weight| !weight.is_zero());
        let by_weight = weight.map(|weight| Rat::new(slack.clone(), weight));
        let width = match (by_bounds, by_weight) {
            (Some(a), Some(b)) => a.min(b),
            (Some(width), None) | (None, Some(width)) => width,
            (None, None) => Rat::ONE,
        };
        width.max(narrowest.clone())
    };
    let widths: Vec<Rat> = recession.bounded.iter().map(width).collect();
    let widest = widths.iter().max().cloned().unwrap_or(Rat::ONE);
    let scale = Int::from(1i64 << WEIGHT_BITS);
    widths.iter().map(|width| (&widest / width).mul_int(&scale).floor()).collect()
}

/// Integer values for all variables at which the coordinates have these values.
fn integer_point(simplex: &Simplex, coordinates: &[Linear<ArithVar>], values: &[Int]) -> Option<Vec<Int>> {
    let mut next = simplex.num_vars();
    let mut fresh = || {
        next += 1;
        NumVar::integer(next - 1)
    };
    let mut elimination = Elimination::exhaustive();
    for (form, value) in coordinates.iter().zip(values) {
        let equation = LinearExpr { form: form.map(|var| NumVar::integer(var.index())), constant: -value };
        if !elimination.solve(equation, &FxHashMap::default(), &mut fresh) {
            return None;
        }
    }
    // Variables that stay free keep their rounded values; new ones are 0.
    let mut point = cube::round(simplex);
    point.resize(next, Int::ZERO);
    for (var, solution) in elimination.in_order_of_evaluation() {
        point[var.index()] = solution.expr.form.eval(|part| &point[part.index()]) + &solution.expr.constant;
    }
    point.truncate(simplex.num_vars());
    for var in simplex.vars() {
        if let Some(form) = simplex.definition(var) {
            point[var.index()] = form.eval(|part| &point[part.index()]);
        }
    }
    Some(point)
}
