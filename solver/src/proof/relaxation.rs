//! Refutations of bounds on forms over reals and integers: by the simplex, and splits on integers that have
//! other values.

use crate::lia::conjunction::{Fact, Refutation, RefutationNode};
use crate::lia::split::Split;
use crate::limits::Budget;
use crate::linear::Linear;
use crate::num::{DeltaRat, Int, Rat};
use crate::simplex::{ArithVar, Check, Farkas, Side, Simplex, Tag};

/// More splits than this are not made for one clause.
const MAX_NODES: usize = 10_000;

/// A form over variables is at most a bound, or below it.
#[derive(Clone, Debug)]
pub(super) struct Bounded {
    pub(super) products: Vec<(usize, Int)>,
    pub(super) bound: Rat,
    pub(super) strict: bool,
}

/// Refutes constraints. The multipliers of leaves are those of the constraints as they are given.
pub(super) fn refute(
    constraints: &[Bounded],
    is_integer: &[bool],
    budget: &mut Budget,
) -> Option<Refutation> {
    let mut search = Search {
        simplex: Simplex::default(),
        contents: Vec::new(),
        is_integer,
        conflict: None,
        depth: 0,
        nodes: Vec::new(),
    };
    is_integer.iter().for_each(|_| _ = search.simplex.new_var());
    for (index, constraint) in constraints.iter().enumerate() {
        if !search.add(index, constraint, budget) {
            return Some(Refutation::new(vec![RefutationNode::Absurd(index)]));
        }
    }
    search.run(budget)?;
    Some(Refutation::new(search.nodes))
}

struct Search<'a> {
    simplex: Simplex<DeltaRat>,
    /// What the form of each constraint was divided by.
    contents: Vec<Int>,
    is_integer: &'a [bool],
    conflict: Option<Box<Farkas<DeltaRat>>>,
    depth: usize,
    nodes: Vec<RefutationNode>,
}

impl Search<'_> {
    /// Asserts a constraint; `false` if it has no variable and does not hold.
    fn add(&mut self, index: usize, constraint: &Bounded, budget: &mut Budget) -> bool {
        let products = constraint.products.iter();
        let form = Linear::new(products.map(|(var, c)| (ArithVar::new(*var), c.clone())).collect());
        let Some((_, leading)) = form.terms().first() else {
            self.contents.push(Int::ONE);
            let zero = Rat::ZERO;
            return if constraint.strict { constraint.bound > zero } else { constraint.bound >= zero };
        };
        let is_upper = leading.is_positive();
        let content = form.content();
        let factor = if is_upper { content.clone() } else { -&content };
        let form = form.divided(&factor);
        let var = match form.terms() {
            [(var, one)] if one.is_one() => *var,
            _ => self.simplex.define(&form, budget),
        };
        let value = constraint.bound.div_int(&factor);
        let (side, value) = match (is_upper, constraint.strict) {
            (true, true) => (Side::Upper, DeltaRat::below(value)),
            (true, false) => (Side::Upper, DeltaRat::from(value)),
            (false, true) => (Side::Lower, DeltaRat::above(value)),
            (false, false) => (Side::Lower, DeltaRat::from(value)),
        };
        self.contents.push(content);
        self.assert(var, side, value, Tag(index as u32));
        true
    }

    fn assert(&mut self, var: ArithVar, side: Side, value: DeltaRat, tag: Tag) {
        if let Err(conflict) = self.simplex.assert_bound(var, side, value, tag) {
            self.conflict.get_or_insert(conflict);
        }
    }

    /// Refutes what is asserted; returns the node.
    fn run(&mut self, budget: &mut Budget) -> Option<usize> {
        let check = match self.conflict.take() {
            Some(conflict) => Check::Conflict(conflict),
            None => self.simplex.check(budget),
        };
        match check {
            Check::Conflict(farkas) => self.leaf(&farkas),
            Check::Feasible => self.split(budget)?,
            Check::Stopped => return None,
        }
        Some(self.nodes.len() - 1)
    }

    fn leaf(&mut self, farkas: &Farkas<DeltaRat>) {
        let count = self.contents.len();
        // A multiplier counts for the form divided by its content.
        let common = farkas.premises.iter().fold(Int::ONE, |common, premise| {
            let content = self.contents.get(premise.tag.0 as usize);
            content.map_or(common.clone(), |content| common.lcm(content))
        });
        let facts = farkas.premises.iter().map(|premise| {
            let index = premise.tag.0 as usize;
            match self.contents.get(index) {
                Some(content) => {
                    let mut factor = common.clone();
                    factor.div_exact_assign(content);
                    (Fact::Constraint(index), &premise.multiplier * &factor)
                }
                None => (Fact::Split(index - count), &premise.multiplier * &common),
            }
        });
        let leaf = RefutationNode::Leaf(facts.collect());
        self.nodes.push(leaf);
    }

    /// Splits on an integer with another value.
    fn split(&mut self, budget: &mut Budget) -> Option<()> {
        let vars = (0..self.is_integer.len()).filter(|index| self.is_integer[*index]).map(ArithVar::new);
        let var = vars.into_iter().find(|var| !self.simplex.is_integral(*var))?;
        if self.nodes.len() > MAX_NODES || self.depth > 200 {
            return None;
        }
        let floor = self.simplex.value(var).floor();
        let tag = Tag((self.contents.len() + self.depth) as u32);
        let mut children = Vec::new();
        for (side, value) in [(Side::Upper, floor.clone()), (Side::Lower, &floor + Int::ONE)] {
            let level = self.simplex.level();
            self.simplex.push();
            self.assert(var, side, DeltaRat::from(Rat::from(value)), tag);
            self.depth += 1;
            children.push(self.run(budget)?);
            self.depth -= 1;
            self.simplex.pop_to(level);
        }
        let split = Split { form: Linear::variable(var), floor };
        self.nodes.push(RefutationNode::Split(split, children[0], children[1]));
        Some(())
    }
}
