//! Bounded and unbounded constraints, and a direction along which the unbounded ones can be satisfied.
//!
//! A *direction* `d` of the system `a_i x >= c_i` is a vector with `a_i d >= 0` for all rows: from a solution
//! one may walk along it forever. A row with `a_i d > 0` for some direction is *unbounded*: walking on, it
//! stops mattering. The other rows are *bounded*: they vanish on all directions. One direction serves all
//! unbounded rows at once (directions can be added), and an LP finds it: `a_i d >= 1` on the rows taken for
//! unbounded, `a_i d = 0` on the bounded ones. If it is infeasible, its Farkas certificate combines rows with
//! positive weights to zero; rows that take part vanish on every direction, so they move to the bounded ones,
//! and the LP is asked again (Bromberger, IJCAR 2018; at most one round per row).
//!
//! With that direction, scaled to integers `d'`, an integer point `z` that satisfies the bounded rows yields
//! the integer solution `z + k d'` of the whole system for large `k`. If there are no bounded rows at all,
//! any integer point will do.

use crate::lia::points::cube;
use crate::limits::Budget;
use crate::num::Int;
use crate::simplex::{ArithVar, Check, Farkas, Side, Simplex, Tag};
use fxhash::FxHashSet;

/// What was found about the bounds now in force.
#[derive(Clone, Debug)]
pub(crate) struct Recession {
    /// Variables (slacks and structural ones) whose bounds are bounded rows.
    pub bounded: Vec<ArithVar>,
    /// Sums of rows that vanish, in the order in which they were found.
    pub certificates: Vec<Certificate>,
    /// An integer direction, by structural variable of the problem: zero on bounded rows, away from the bound
    /// on unbounded ones. Entries of slacks have no meaning.
    pub direction: Vec<Int>,
}

/// Weights with which forms add up to zero.
#[derive(Clone, Debug)]
pub(crate) struct Certificate {
    /// Rows that this certificate showed to be bounded: weight of the form, positive for a lower bound and
    /// negative for an upper one.
    pub moved: Vec<(ArithVar, Int)>,
    /// Rows known to be bounded before, with weights of either sign.
    pub known: Vec<(ArithVar, Int)>,
}

impl Certificate {
    fn new(conflict: &Farkas, bounded: &FxHashSet<ArithVar>) -> Certificate {
        let (mut moved, mut known) = (Vec::new(), Vec::new());
        for premise in &conflict.premises {
            let var = ArithVar::new(premise.tag.0 as usize);
            let is_lower = premise.side == Side::Lower;
            let weight = if is_lower { premise.multiplier.clone() } else { -&premise.multiplier };
            if bounded.contains(&var) { known.push((var, weight)) } else { moved.push((var, weight)) }
        }
        Certificate { moved, known }
    }
}

/// The LP over directions; kept between calls, since the rows stay the same.
#[derive(Default)]
pub(crate) struct RecessionLp {
    simplex: Simplex,
    /// The variable of this LP for each variable of the problem that was met.
    vars: Vec<Option<ArithVar>>,
}

impl RecessionLp {
    /// Splits these bounds, all of them in force, into bounded and unbounded rows; `None` if the budget ran
    /// out.
    pub(crate) fn analyze(
        &mut self,
        problem: &Simplex,
        rows: &[(ArithVar, Side)],
        budget: &mut Budget,
    ) -> Option<Recession> {
        // A variable with bounds on both sides is bounded.
        let (mut bounded, mut unbounded) = (Vec::new(), Vec::new());
        for &(var, side) in rows {
            match unbounded.last() {
                Some(&(other, _)) if other == var => {
                    unbounded.pop();
                    bounded.push(var);
                }
                _ => unbounded.push((var, side)),
            }
        }
        let mut certificates = Vec::new();
        let mut known: FxHashSet<ArithVar> = bounded.iter().copied().collect();
        self.simplex.pop_to(0);
        self.simplex.push();
        for &var in &bounded {
            self.vanish(problem, var, budget);
        }
        loop {
            self.simplex.push();
            for &(var, side) in &unbounded {
                let step = if side == Side::Lower { Int::ONE } else { Int::MINUS_ONE };
                self.bound(problem, var, side, step, budget);
            }
            match self.simplex.check(budget) {
                Check::Feasible => break,
                Check::Stopped => return None,
                Check::Conflict(conflict) => {
                    let certificate = Certificate::new(&conflict, &known);
                    self.simplex.pop_to(1);
                    for &(var, _) in &certificate.moved {
                        known.insert(var);
                        bounded.push(var);
                        self.vanish(problem, var, budget);
                    }
                    unbounded.retain(|(var, _)| !known.contains(var));
                    certificates.push(certificate);
                }
            }
        }
        Some(Recession { bounded, certificates, direction: self.direction(problem) })
    }

    /// The variable of this LP that stands for a variable of the problem.
    fn var(&mut self, problem: &Simplex, var: ArithVar, budget: &mut Budget) -> ArithVar {
        self.vars.resize(problem.num_vars(), None);
        if let Some(own) = self.vars[var.index()] {
            return own;
        }
        let own = match problem.definition(var) {
            None => self.simplex.new_var(),
            Some(form) => {
                for &(part, _) in form.terms() {
                    self.var(problem, part, budget);
                }
                let own_form = form.map(|part| self.vars[part.index()].expect("just made"));
                self.simplex.define(&own_form, budget)
            }
        };
        self.vars[var.index()] = Some(own);
        own
    }

    fn bound(&mut self, problem: &Simplex, var: ArithVar, side: Side, value: Int, budget: &mut Budget) {
        let own = self.var(problem, var, budget);
        let tag = Tag(var.index() as u32);
        self.simplex.assert_bound(own, side, value, tag).expect("a row is bounded or unbounded, not both");
    }

    fn vanish(&mut self, problem: &Simplex, var: ArithVar, budget: &mut Budget) {
        self.bound(problem, var, Side::Lower, Int::ZERO, budget);
        self.bound(problem, var, Side::Upper, Int::ZERO, budget);
    }

    /// The solution of the LP, scaled to integers.
    fn direction(&self, problem: &Simplex) -> Vec<Int> {
        let value =
            |var: &ArithVar| self.vars.get(var.index()).copied().flatten().map(|own| self.simplex.value(own));
        let mut scale = Int::ONE;
        for value in problem.vars().filter_map(|var| value(&var)) {
            scale = scale.lcm(&value.denom());
        }
        let scaled = |var: ArithVar| value(&var).and_then(|value| value.mul_int(&scale).to_int());
        problem.vars().map(|var| scaled(var).unwrap_or(Int::ZERO)).collect()
    }
}

impl Recession {
    /// The point `start + k direction` with the least `k >= 0` that satisfies all unbounded rows, given an
    /// integer point that satisfies the bounded ones. Points give a value for every variable of the problem,
    /// slacks included.
    pub(crate) fn walk(&self, problem: &Simplex, start: &[Int]) -> Option<Vec<Int>> {
        let mut speeds: Vec<Int> = self.direction.clone();
        // Variables made since then are slacks of splits.
        speeds.resize(problem.num_vars(), Int::ZERO);
        for var in problem.vars() {
            if let Some(form) = problem.definition(var) {
                speeds[var.index()] = form.eval(|part| &speeds[part.index()]);
            }
        }
        let mut steps = Int::ZERO;
        for var in problem.vars() {
            let (value, speed) = (&start[var.index()], &speeds[var.index()]);
            let missing = match (problem.lower(var), problem.upper(var)) {
                (Some(lower), _) if lower > value => lower - value,
                (_, Some(upper)) if upper < value => upper - value,
                _ => continue,
            };
            if speed.is_zero() {
                return None;
            }
            steps = steps.max(missing.div_ceil(speed));
        }
        let moved: Vec<Int> =
            start.iter().zip(&speeds).map(|(value, speed)| value + speed * &steps).collect();
        Some(moved).filter(|point| cube::satisfies_bounds(problem, point))
    }
}
