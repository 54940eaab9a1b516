//! Diophantine elimination: the equalities in force are solved over the integers, and what is bounded is
//! rounded to what the solution leaves (after Dillig, Dillig and Aiken, CAV 2009, and Griggio, JSAT 2012; the
//! certificates are ours).
//!
//! Every variable `v_i` whose bounds fix it at `c_i` is an equality `v_i - c_i = 0` over structural
//! variables. They are solved one after the other: with a coefficient ±1 an equation gives its variable in
//! terms of the others; otherwise, with `a` the coefficient of least absolute value, at `x`, the variable
//! `t = x + sum q_j x_j + q` takes the place of `x`, where `q_j` is the integer nearest to `a_j / a`, and the
//! remainders are at most half as large. That is a change of coordinates, `x` being integral iff `t` is.
//!
//! **Conflict.** If the divisor `g` of an equation's coefficients does not divide its constant, there is no
//! solution. The equation is a combination `sum l_i (v_i - c_i)` of equalities, `l_i` rational, so
//!
//! ```text
//! F = sum frac(l_i / g) v_i
//! ```
//!
//! has integer coefficients, since the integer parts that are left out change them by integers only, and its
//! value `sum frac(l_i / g) c_i` is no integer. So `F <= floor or F >= floor + 1` refutes the equalities with
//! `l_i / g` fractional; the others are not to blame (engine notes, section 4). Variables `t` do not appear:
//! only the multipliers are followed.
//!
//! **Tightening.** Substituting the solution into a bounded variable `w` gives `w = g f + c` with an integral
//! form `f`, so `w <= u` is `w <= u - ((u - c) mod g)`. The certificate is the same:
//! `F = w/g + sum frac(l_i / g) v_i` has integer coefficients, and of the split `F <= k or F >= k + 1` the
//! upper side contradicts `w <= u` and the `v_i <= c_i`. All tightened bounds are asserted together, and one
//! LP check decides whether they exclude each other. If so, the refutation is the chain of these splits; if
//! its vertex is integral, it is a model.
//!
//! Measured with 20 M ticks for each file: of 12 files of calypto it solves 11 with 24.5 M ticks in all, and
//! without it 7 with 100.2 M (737 of 746 tries end in a conflict, three in a model). In 18 other families at
//! most 12 files each are solved with and without it for the same ticks, give or take one in a hundred:
//! preprocessing has solved their equalities, or no final check is ever reached (CIRC, fft, RWS, nec-smt).

use crate::lia::points::{cube, is_integral};
use crate::lia::refutation::{Fact, Refutation, RefutationNode};
use crate::lia::split::Split;
use crate::limits::Budget;
use crate::linear::Linear;
use crate::num::{Int, Rat};
use crate::simplex::{ArithVar, Check, Farkas, Side, Simplex, Tag};
use fxhash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Products that one try may look at.
const MAX_WORK: u64 = 200_000;
/// Tags of tightened bounds start here, above those of anything else.
const FIRST_TIGHTENED: u32 = u32::MAX / 2;

/// What the equalities in force say.
#[derive(Clone, Debug)]
pub enum Found {
    /// Bounds with these tags have no integer solution, as the refutation shows; its constraints are the
    /// bounds in this order.
    Conflict(Vec<Tag>, Refutation),
    /// Integer values for all variables that satisfy all bounds.
    Model(Vec<Int>),
    /// A split whose one side contradicts the bounds, around a tightened bound that the vertex violated.
    Split(Split),
    /// Nothing that helps.
    Nothing,
}

/// Solves the equalities in force and tightens bounds. The assignment may have changed afterwards; unless the
/// bounds contradict each other or the budget ran out it is feasible.
pub fn test(simplex: &mut Simplex, budget: &mut Budget) -> Found {
    let mut elimination = Elimination::new(simplex);
    let conflict = elimination.solve_all(simplex);
    let tightened = match conflict {
        None if !elimination.equations.is_empty() => elimination.tighten_all(simplex),
        _ => Vec::new(),
    };
    if !budget.spend(elimination.work) {
        return Found::Nothing;
    }
    if let Some(weights) = conflict {
        let (tags, refutation) = refute_equalities(simplex, &weights);
        return Found::Conflict(tags, refutation);
    }
    if tightened.is_empty() {
        return Found::Nothing;
    }
    check_tightened(simplex, &elimination, &tightened, budget)
}

/// `sum a_j x_j + constant`, by index of variable: those of the simplex first, then the ones made here.
#[derive(Clone, Debug)]
struct Sum {
    terms: Vec<(usize, Int)>,
    constant: Int,
}

impl Sum {
    fn content(&self) -> Int {
        let mut content = Int::ZERO;
        for (_, coefficient) in &self.terms {
            content = content.gcd(coefficient);
            if content.is_one() {
                break;
            }
        }
        content
    }

    fn divide(&mut self, divisor: &Int) {
        for (_, coefficient) in &mut self.terms {
            coefficient.div_exact_assign(divisor);
        }
        self.constant.div_exact_assign(divisor);
    }
}

/// A variable that was eliminated: the sum is zero, and has the variable with coefficient ±1.
struct Solution {
    var: usize,
    unit: Int,
    sum: Sum,
    /// The equation that makes the sum zero; `None` if it defines a variable that was made here.
    equation: Option<usize>,
}

/// `(v - c + sum factor * equation) / content`, where `v` is fixed at `c` and all other equations come
/// before.
struct Equation {
    var: ArithVar,
    uses: Vec<(usize, Int)>,
    content: Int,
}

/// Fixed variables and how often their equalities are used.
type Weights = Vec<(ArithVar, Rat)>;

/// The equalities, solved one after the other.
struct Elimination {
    equations: Vec<Equation>,
    /// Sums mention only variables that are eliminated later or never.
    solutions: Vec<Solution>,
    /// Position in `solutions` of each variable that was eliminated.
    solution_of: Vec<Option<usize>>,
    scratch: Scratch,
    work: u64,
}

/// A sum while solutions are put into it: dense, with a list of what may not be zero.
struct Scratch {
    coefficients: Vec<Int>,
    support: Vec<usize>,
    /// Solutions of eliminated variables that occur, the first one first.
    pending: BinaryHeap<Reverse<usize>>,
}

impl Scratch {
    fn add(&mut self, var: usize, product: &Int, solution_of: &[Option<usize>]) {
        let coefficient = &mut self.coefficients[var];
        if coefficient.is_zero() {
            self.support.push(var);
            self.pending.extend(solution_of[var].map(Reverse));
        }
        *coefficient += product;
    }
}

impl Elimination {
    fn new(simplex: &Simplex) -> Elimination {
        let num_vars = simplex.num_vars();
        Elimination {
            equations: Vec::new(),
            solutions: Vec::new(),
            solution_of: vec![None; num_vars],
            scratch: Scratch {
                coefficients: vec![Int::ZERO; num_vars],
                support: Vec::new(),
                pending: BinaryHeap::new(),
            },
            work: num_vars as u64 / 16,
        }
    }

    fn is_exhausted(&self) -> bool {
        self.work > MAX_WORK
    }

    /// Solves the equalities in force, short ones first; equalities that make numbers too large are left out.
    /// If they have no solution, says with which weights they show it.
    fn solve_all(&mut self, simplex: &Simplex) -> Option<Weights> {
        let mut fixed: Vec<ArithVar> = Vec::new();
        for var in simplex.vars().filter(|&var| simplex.is_fixed(var)) {
            if simplex.definition(var).is_some() {
                fixed.push(var);
            } else {
                self.eliminate_fixed(var, simplex);
            }
        }
        if fixed.is_empty() {
            // Single variables by themselves say nothing that bounds do not.
            self.equations.clear();
            return None;
        }
        let length = |var: &ArithVar| simplex.definition(*var).map_or(0, Linear::len);
        fixed.sort_by_key(|var| (length(var), *var));
        fixed.into_iter().find_map(|var| self.solve(var, simplex))
    }

    /// `x = c`: nothing but a constant to put in.
    fn eliminate_fixed(&mut self, var: ArithVar, simplex: &Simplex) {
        let value = simplex.lower(var).expect("fixed variables have bounds");
        self.equations.push(Equation { var, uses: Vec::new(), content: Int::ONE });
        self.solution_of[var.index()] = Some(self.solutions.len());
        self.solutions.push(Solution {
            var: var.index(),
            unit: Int::ONE,
            sum: Sum { terms: vec![(var.index(), Int::ONE)], constant: -value },
            equation: Some(self.equations.len() - 1),
        });
    }

    /// Solves the equality of a fixed slack.
    fn solve(&mut self, var: ArithVar, simplex: &Simplex) -> Option<Weights> {
        let value = simplex.lower(var).expect("fixed variables have bounds");
        let (mut sum, uses) = self.substitute(&simplex.expand(var), -value)?;
        let content = sum.content();
        if content.is_zero() {
            debug_assert!(sum.constant.is_zero(), "the equalities are feasible over the rationals");
            return None;
        }
        let equation = self.equations.len();
        self.equations.push(Equation { var, uses, content: Int::ONE });
        if !content.divides(&sum.constant) {
            return Some(self.weights(&[(equation, Int::ONE)], &content));
        }
        sum.divide(&content);
        self.equations[equation].content = content;
        loop {
            let smallest = |a: &&(usize, Int), b: &&(usize, Int)| a.1.cmp_abs(&b.1).then(b.0.cmp(&a.0));
            let (var, coefficient) = sum.terms.iter().min_by(smallest).expect("not empty").clone();
            if coefficient.abs().is_one() {
                self.eliminate(Solution { var, unit: coefficient, sum, equation: Some(equation) });
                return None;
            }
            sum = self.divide(var, &coefficient, &sum);
        }
    }

    /// Puts `t = x + sum q_j x_j + q` in place of `x`, whose coefficient is `a`; returns what the sum is
    /// then.
    fn divide(&mut self, var: usize, a: &Int, sum: &Sum) -> Sum {
        let fresh = self.solution_of.len();
        self.solution_of.push(None);
        self.scratch.coefficients.push(Int::ZERO);
        let mut definition = vec![(var, Int::ONE), (fresh, Int::MINUS_ONE)];
        let mut remainders = vec![(fresh, a.clone())];
        for (other, coefficient) in sum.terms.iter().filter(|(other, _)| *other != var) {
            let (quotient, remainder) = div_rem_nearest(coefficient, a);
            if !quotient.is_zero() {
                definition.push((*other, quotient));
            }
            if !remainder.is_zero() {
                remainders.push((*other, remainder));
            }
        }
        let (quotient, remainder) = div_rem_nearest(&sum.constant, a);
        self.work += sum.terms.len() as u64;
        let definition = Sum { terms: definition, constant: quotient };
        self.eliminate(Solution { var, unit: Int::ONE, sum: definition, equation: None });
        Sum { terms: remainders, constant: remainder }
    }

    fn eliminate(&mut self, solution: Solution) {
        debug_assert!(self.solution_of[solution.var].is_none());
        self.solution_of[solution.var] = Some(self.solutions.len());
        self.solutions.push(solution);
    }

    /// `form + constant` without eliminated variables, and which equations were added to it how often; `None`
    /// if numbers become large or all work is spent.
    fn substitute(&mut self, form: &Linear<ArithVar>, mut constant: Int) -> Option<(Sum, Vec<(usize, Int)>)> {
        let Elimination { solutions, solution_of, scratch, .. } = self;
        let mut uses = Vec::new();
        let mut work = form.len() as u64;
        for (var, coefficient) in form.terms() {
            scratch.add(var.index(), coefficient, solution_of);
        }
        while let Some(Reverse(index)) = scratch.pending.pop() {
            let solution = &solutions[index];
            let factor = -(&scratch.coefficients[solution.var] * &solution.unit);
            if factor.is_zero() {
                continue;
            }
            for (var, coefficient) in &solution.sum.terms {
                scratch.add(*var, &(coefficient * &factor), solution_of);
            }
            work += solution.sum.terms.len() as u64;
            constant.add_mul_assign(&solution.sum.constant, &factor);
            uses.extend(solution.equation.map(|equation| (equation, factor)));
        }
        let mut terms = Vec::with_capacity(scratch.support.len());
        for var in scratch.support.drain(..) {
            let coefficient = std::mem::take(&mut scratch.coefficients[var]);
            if !coefficient.is_zero() {
                terms.push((var, coefficient));
            }
        }
        self.work += work;
        let is_small = terms.iter().all(|(_, coefficient)| coefficient.is_small());
        (is_small && !self.is_exhausted()).then_some((Sum { terms, constant }, uses))
    }

    /// The combination of equations divided by `divisor`, as one of equalities, without the integer parts of
    /// the weights.
    fn weights(&self, uses: &[(usize, Int)], divisor: &Int) -> Weights {
        let mut pending: BTreeMap<usize, Rat> = BTreeMap::new();
        for (equation, factor) in uses {
            *pending.entry(*equation).or_default() += Rat::new(factor.clone(), divisor.clone());
        }
        let mut weights = Weights::new();
        while let Some((index, weight)) = pending.pop_last() {
            let equation = &self.equations[index];
            let weight = weight.div_int(&equation.content);
            for (earlier, factor) in &equation.uses {
                pending.entry(*earlier).or_default().add_mul_int(&weight, factor);
            }
            let fraction = weight.fract();
            if !fraction.is_zero() {
                weights.push((equation.var, fraction));
            }
        }
        weights
    }

    /// Bounds that the solution strengthens.
    fn tighten_all(&mut self, simplex: &Simplex) -> Vec<Tightened> {
        let mut tightened = Vec::new();
        for var in simplex.vars() {
            let is_bounded = simplex.lower(var).is_some() || simplex.upper(var).is_some();
            let is_untouched = simplex.definition(var).is_none() && self.solution_of[var.index()].is_none();
            if is_untouched || !is_bounded || simplex.is_fixed(var) {
                continue;
            }
            if let Some((sum, uses)) = self.substitute(&simplex.expand(var), Int::ZERO) {
                let content = sum.content();
                if !content.is_zero() && !content.is_one() {
                    tightened.extend(tighten(simplex, var, &content, &sum.constant, &uses));
                }
            }
            if self.is_exhausted() {
                break;
            }
        }
        tightened
    }
}

/// Quotient and remainder of least absolute value.
fn div_rem_nearest(number: &Int, divisor: &Int) -> (Int, Int) {
    let (quotient, remainder) = number.div_rem_floor(divisor);
    if (&remainder + &remainder).cmp_abs(divisor).is_gt() {
        (quotient + Int::ONE, remainder - divisor)
    } else {
        (quotient, remainder)
    }
}

/// A bound on `var = content * f + c`, with `f` integral, rounded to such a value.
struct Tightened {
    var: ArithVar,
    side: Side,
    value: Int,
    /// The bound as it was, and its tag.
    before: Int,
    tag: Tag,
    content: Int,
    /// The equations that were added to `var`.
    uses: Vec<(usize, Int)>,
    /// Whether the vertex satisfies the old bound but not the new one.
    is_violated: bool,
}

fn tighten(
    simplex: &Simplex,
    var: ArithVar,
    content: &Int,
    residue: &Int,
    uses: &[(usize, Int)],
) -> Vec<Tightened> {
    let sides = [Side::Lower, Side::Upper];
    let bounds = sides.into_iter().filter_map(|side| simplex.bound(var, side));
    let tightened = bounds.map(|bound| {
        let value = match bound.side {
            Side::Lower => &bound.value + (residue - &bound.value).rem_floor(content),
            Side::Upper => &bound.value - (&bound.value - residue).rem_floor(content),
        };
        let order = simplex.compare(var, &value);
        let is_violated = if bound.side == Side::Lower { order.is_lt() } else { order.is_gt() };
        Tightened {
            var,
            side: bound.side,
            value,
            before: bound.value.clone(),
            tag: bound.tag,
            content: content.clone(),
            uses: uses.to_vec(),
            is_violated,
        }
    });
    tightened.filter(|tightened| tightened.value != tightened.before).collect()
}

/// Asserts the tightened bounds for a moment, and looks at what comes out.
fn check_tightened(
    simplex: &mut Simplex,
    elimination: &Elimination,
    tightened: &[Tightened],
    budget: &mut Budget,
) -> Found {
    let level = simplex.level();
    simplex.push();
    let mut conflict = None;
    for (index, Tightened { var, side, value, .. }) in tightened.iter().enumerate() {
        let tag = Tag(FIRST_TIGHTENED + index as u32);
        if let Err(farkas) = simplex.assert_bound(*var, *side, value.clone(), tag) {
            conflict = Some(farkas);
            break;
        }
    }
    let check = match conflict {
        Some(farkas) => Check::Conflict(farkas),
        None => simplex.check(budget),
    };
    let model = matches!(check, Check::Feasible) && is_integral(simplex);
    simplex.pop_to(level);
    match check {
        Check::Conflict(farkas) => {
            let (tags, refutation) = refute_tightened(simplex, elimination, tightened, &farkas);
            Found::Conflict(tags, refutation)
        }
        Check::Stopped => Found::Nothing,
        Check::Feasible if model => Found::Model(cube::round(simplex)),
        Check::Feasible => {
            let violated = tightened.iter().filter(|tightened| tightened.is_violated);
            let cuts = violated.map(|tightened| Cut::new(simplex, elimination, tightened).split);
            cuts.min_by_key(|split| split.form.len()).map_or(Found::Nothing, Found::Split)
        }
    }
}

/// The split behind a tightened bound.
struct Cut {
    split: Split,
    weights: Weights,
}

impl Cut {
    fn new(simplex: &Simplex, elimination: &Elimination, tightened: &Tightened) -> Cut {
        let weights = elimination.weights(&tightened.uses, &tightened.content);
        let own = Rat::new(Int::ONE, tightened.content.clone());
        let form = combine(simplex, weights.iter().cloned().chain([(tightened.var, own)]));
        let value = Rat::new(tightened.before.clone(), tightened.content.clone());
        let value = value + value_of(simplex, &weights);
        let floor = match tightened.side {
            Side::Upper => value.floor(),
            Side::Lower => value.ceil() - Int::ONE,
        };
        Cut { split: Split { form, floor }, weights }
    }
}

/// A combination of variables whose coefficients are integers.
fn combine(simplex: &Simplex, weights: impl Iterator<Item = (ArithVar, Rat)>) -> Linear<ArithVar> {
    let mut sum: FxHashMap<ArithVar, Rat> = FxHashMap::default();
    for (var, weight) in weights {
        for (part, coefficient) in simplex.expand(var).terms() {
            sum.entry(*part).or_default().add_mul_int(&weight, coefficient);
        }
    }
    let integer = |value: Rat| value.to_int().expect("the coefficients are integers");
    Linear::new(sum.into_iter().map(|(var, value)| (var, integer(value))).collect())
}

/// The value of a combination of fixed variables.
fn value_of(simplex: &Simplex, weights: &Weights) -> Rat {
    let mut sum = Rat::ZERO;
    for (var, weight) in weights {
        sum.add_mul_int(weight, simplex.lower(*var).expect("the variable is fixed"));
    }
    sum
}

/// Collects the facts of one leaf; constraints are bounds, by the position of their tag.
struct Leaf<'a> {
    simplex: &'a Simplex,
    facts: BTreeMap<Fact, Rat>,
}

impl<'a> Leaf<'a> {
    fn new(simplex: &'a Simplex) -> Leaf<'a> {
        Leaf { simplex, facts: BTreeMap::new() }
    }

    fn add(&mut self, fact: Fact, weight: &Rat) {
        *self.facts.entry(fact).or_default() += weight;
    }

    fn add_bound(&mut self, tag: Tag, weight: &Rat, tags: &mut Vec<Tag>) {
        let position = tags.iter().position(|other| *other == tag).unwrap_or_else(|| {
            tags.push(tag);
            tags.len() - 1
        });
        self.add(Fact::Constraint(position), weight);
    }

    /// Adds one bound of each fixed variable.
    fn add_fixed(&mut self, side: Side, weights: &Weights, factor: &Rat, tags: &mut Vec<Tag>) {
        for (var, weight) in weights {
            let bound = self.simplex.bound(*var, side).expect("the variable is fixed");
            self.add_bound(bound.tag, &(weight * factor), tags);
        }
    }

    /// The leaf with its weights scaled to integers.
    fn finish(self) -> RefutationNode {
        let scale = self.facts.values().fold(Int::ONE, |scale, weight| scale.lcm(&weight.denom()));
        let scaled = |weight: Rat| weight.mul_int(&scale).to_int().expect("scaled by the denominators");
        RefutationNode::Leaf(self.facts.into_iter().map(|(fact, weight)| (fact, scaled(weight))).collect())
    }
}

/// The equalities with these weights have an integral form on one side and a fraction on the other.
fn refute_equalities(simplex: &Simplex, weights: &Weights) -> (Vec<Tag>, Refutation) {
    let mut tags = Vec::new();
    let form = combine(simplex, weights.iter().cloned());
    let value = value_of(simplex, weights);
    debug_assert!(!value.is_integer());
    let mut leaf = |side: Side| {
        let mut leaf = Leaf::new(simplex);
        leaf.add(Fact::Split(0), &Rat::ONE);
        leaf.add_fixed(side, weights, &Rat::ONE, &mut tags);
        leaf.finish()
    };
    // F <= floor contradicts the lower bounds, F >= floor + 1 the upper ones.
    let (below, above) = (leaf(Side::Lower), leaf(Side::Upper));
    let split = RefutationNode::Split(Split { form, floor: value.floor() }, 0, 1);
    (tags, Refutation::new(vec![below, above, split]))
}

/// Tightened bounds contradict each other and others: splits along those that are used, then the
/// contradiction.
fn refute_tightened(
    simplex: &Simplex,
    elimination: &Elimination,
    tightened: &[Tightened],
    farkas: &Farkas,
) -> (Vec<Tag>, Refutation) {
    let mut tags = Vec::new();
    let mut cuts: Vec<(&Tightened, Cut)> = Vec::new();
    let mut inner = Leaf::new(simplex);
    for premise in &farkas.premises {
        let multiplier = Rat::from(&premise.multiplier);
        let Some(index) = premise.tag.0.checked_sub(FIRST_TIGHTENED) else {
            inner.add_bound(premise.tag, &multiplier, &mut tags);
            continue;
        };
        // w = g F - g sum frac(l_i / g) v_i: a bound of w needs the opposite ones of the v_i.
        let this = &tightened[index as usize];
        let cut = Cut::new(simplex, elimination, this);
        let scale = multiplier.mul_int(&this.content);
        inner.add(Fact::Split(cuts.len()), &scale);
        inner.add_fixed(this.side.opposite(), &cut.weights, &scale, &mut tags);
        cuts.push((this, cut));
    }
    let mut nodes = vec![inner.finish()];
    for (depth, (this, cut)) in cuts.into_iter().enumerate().rev() {
        let inner = nodes.len() - 1;
        let mut other = Leaf::new(simplex);
        other.add(Fact::Split(depth), &Rat::ONE);
        other.add_bound(this.tag, &Rat::new(Int::ONE, this.content.clone()), &mut tags);
        other.add_fixed(this.side, &cut.weights, &Rat::ONE, &mut tags);
        nodes.push(other.finish());
        let (below, above) = match this.side {
            Side::Upper => (inner, inner + 1),
            Side::Lower => (inner + 1, inner),
        };
        nodes.push(RefutationNode::Split(cut.split, below, above));
    }
    (tags, Refutation::new(nodes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lia::LadderOptions;
    use crate::lia::conjunction::{Outcome, System, solve_with_stats};

    /// A simplex with these forms between these bounds, each bound with its own tag, at a feasible vertex;
    /// and the same as a system whose constraints are numbered like the tags.
    fn problem(vars: usize, rows: &[(&[i64], i64, i64)]) -> (Simplex, System) {
        let mut simplex = Simplex::new();
        let mut budget = Budget::unlimited();
        let vars: Vec<ArithVar> = (0..vars).map(|_| simplex.new_var()).collect();
        let mut system = System::new(vars.len());
        for (index, (coefficients, lower, upper)) in rows.iter().enumerate() {
            let terms = vars.iter().copied().zip(coefficients.iter().map(|&a| Int::from(a)));
            let form = Linear::new(terms.collect());
            let var = match form.terms() {
                [(var, one)] if one.is_one() => *var,
                _ => simplex.define(&form, &mut budget),
            };
            for (side, bound) in [(Side::Lower, *lower), (Side::Upper, *upper)] {
                let tag = Tag(2 * index as u32 + side as u32);
                assert!(simplex.assert_bound(var, side, Int::from(bound), tag).is_ok());
            }
            let products: Vec<(usize, i64)> = coefficients.iter().copied().enumerate().collect();
            system.at_least(&products, *lower);
            system.at_most(&products, *upper);
        }
        assert!(matches!(simplex.check(&mut budget), Check::Feasible));
        (simplex, system)
    }

    fn conflict(simplex: &mut Simplex, system: &System) -> Vec<Tag> {
        match test(simplex, &mut Budget::unlimited()) {
            Found::Conflict(mut tags, refutation) => {
                let refutation = refutation.map(|index| tags[index].0 as usize, |split| split);
                assert!(refutation.check(system), "{refutation:?}");
                tags.sort_unstable();
                tags
            }
            other => panic!("{other:?}"),
        }
    }

    /// `x + y + 2z = 0` and `x - y + 4w = 1` add up to `2x + 2z + 4w = 1`, though each has solutions.
    #[test]
    fn equalities_without_a_common_solution_are_refuted() {
        let rows: [(&[i64], i64, i64); 3] =
            [(&[1, 1, 2, 0], 0, 0), (&[1, -1, 0, 4], 1, 1), (&[0, 0, 3, 2], 7, 7)];
        let (mut simplex, system) = problem(4, &rows);
        // The third equality is not to blame.
        assert_eq!(conflict(&mut simplex, &system), [Tag(0), Tag(1), Tag(2), Tag(3)]);
    }

    /// No coefficient is 1: `6x + 10y + 15z = 1` has solutions, and so has `4x + 6y + 9u = 2`, but not with
    /// `x` and `u` even.
    #[test]
    fn coefficients_are_divided_until_one_is_a_unit() {
        let rows: [(&[i64], i64, i64); 2] = [(&[6, 10, 15, 0], 1, 1), (&[4, 6, 0, 9], 2, 2)];
        let (mut simplex, _) = problem(4, &rows);
        let mut elimination = Elimination::new(&simplex);
        assert!(elimination.solve_all(&simplex).is_none());
        assert_eq!(elimination.solutions.iter().filter(|solution| solution.equation.is_some()).count(), 2);
        // All equalities vanish under the solution.
        for var in simplex.vars().filter(|&var| simplex.is_fixed(var)) {
            let minus = -simplex.lower(var).unwrap();
            let (sum, _) = elimination.substitute(&simplex.expand(var), minus).unwrap();
            assert!(sum.terms.is_empty() && sum.constant.is_zero());
        }
        assert!(!matches!(test(&mut simplex, &mut Budget::unlimited()), Found::Conflict(..)));
    }

    /// `x - 3y = 1` makes `2x + 3z` two more than a multiple of three: no multiple lies between 3 and 4.
    #[test]
    fn bounds_are_rounded_to_what_the_equalities_leave() {
        let rows: [(&[i64], i64, i64); 2] = [(&[1, -3, 0], 1, 1), (&[2, 0, 3], 3, 4)];
        let (mut simplex, system) = problem(3, &rows);
        let tags = conflict(&mut simplex, &system);
        assert!(
            tags.contains(&Tag(2)) && tags.contains(&Tag(3)),
            "both bounds of the sum are used: {tags:?}"
        );
    }

    /// With room for one multiple the bounds meet there, and the vertex shows it or is cut off.
    #[test]
    fn a_violated_tightened_bound_is_a_cut() {
        let rows: [(&[i64], i64, i64); 3] =
            [(&[1, -3, 0, 0], 1, 1), (&[2, 0, 3, 0], 3, 7), (&[0, 2, 2, 3], 1, 2)];
        let (mut simplex, _) = problem(4, &rows);
        let bounded = simplex.vars().nth(5).unwrap();
        match test(&mut simplex, &mut Budget::unlimited()) {
            Found::Model(model) => assert_eq!(model[bounded.index()], Int::from(5)),
            Found::Split(split) => assert!(split.form.content().is_one()),
            other => panic!("{other:?}"),
        }
        simplex.check_invariants();
    }

    #[test]
    fn the_throttle_spaces_out_tries_that_fail() {
        // A triangle: fractional without equalities, so that elimination has nothing to say.
        let system = crate::lia::tests::triangles();
        let options = LadderOptions {
            diophantine: true,
            gcd: false,
            patch: false,
            lattice: false,
            cube: false,
            proofs: false,
            ..LadderOptions::default()
        };
        let (outcome, stats) = solve_with_stats(&system, options, &mut Budget::unlimited());
        assert!(matches!(outcome, Outcome::Unsat(refutation) if refutation.check(&system)));
        assert!(
            stats.diophantine_tried > 0 && stats.diophantine_tried <= 3 + stats.branches / 2,
            "{stats:?}"
        );
    }
}
