//! The Cuts-from-Proofs procedure by itself: decides a conjunction of linear integer constraints without a
//! SAT core.
//!
//! This is the loop of section 8.3.1: solve the relaxation, look at the vertex, split, and take up the two
//! sides one after the other, depth first. A side that is infeasible at once costs one check, so a split one
//! of whose sides is empty acts as the cut that it is (section 8.4.1). An unsatisfiable system yields a
//! [`Refutation`]: the tree of splits with a Farkas certificate at each leaf, which [`Refutation::check`]
//! verifies against the constraints as they were given.
//!
//! ```
//! use cfp_solver::conjunction::{Outcome, System, solve};
//! use cfp_solver::{Budget, LadderOptions};
//!
//! // Equation 8.1: -3x + 3y + z <= -1, 3x - 3y + z <= 2, z = 0.
//! let mut system = System::new(3);
//! system.at_most(&[(0, -3), (1, 3), (2, 1)], -1);
//! system.at_most(&[(0, 3), (1, -3), (2, 1)], 2);
//! system.equal(&[(2, 1)], 0);
//! match solve(&system, LadderOptions::default(), &mut Budget::unlimited()) {
//!     Outcome::Unsat(refutation) => assert!(refutation.check(&system)),
//!     other => panic!("{other:?}"),
//! }
//! ```

use super::ladder::{Certificate, Ladder, LadderOptions, LadderStats, Step};
use super::planes::mir::Cut;
pub use super::refutation::{Fact, Refutation, RefutationNode};
use super::split::Split;
pub use super::system::{Constraint, System};
use crate::answer::Unknown;
use crate::limits::Budget;
use crate::linear::Linear;
use crate::num::Int;
use crate::simplex::{ArithVar, Check, Farkas, Premise, Side, Simplex, Tag};
use fxhash::FxHashMap;

/// What the procedure found.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Integer values of the variables, checked against the constraints.
    Sat(Vec<Int>),
    /// There are none, as this shows.
    Unsat(Refutation),
    /// The budget ran out.
    Unknown(Unknown),
}

/// Decides a conjunction.
pub fn solve(system: &System, options: LadderOptions, budget: &mut Budget) -> Outcome {
    solve_with_stats(system, options, budget).0
}

/// Decides a conjunction, and says what it took.
pub fn solve_with_stats(
    system: &System,
    options: LadderOptions,
    budget: &mut Budget,
) -> (Outcome, LadderStats) {
    let mut search = match Search::new(system, options, budget) {
        Ok(search) => search,
        Err(absurd) => {
            let refutation = Refutation::new(vec![RefutationNode::Absurd(absurd)]);
            return (Outcome::Unsat(refutation), LadderStats::default());
        }
    };
    let outcome = search.run(budget);
    (outcome, search.ladder.stats().clone())
}

/// A split whose sides are being looked at.
struct Frame {
    split: Split,
    var: ArithVar,
    /// The side that is being looked at.
    side: Side,
    /// The node that refutes the other side, if that is done.
    refuted: Option<usize>,
}

struct Search<'a> {
    system: &'a System,
    simplex: Simplex,
    ladder: Ladder,
    slacks: FxHashMap<Linear<ArithVar>, ArithVar>,
    frames: Vec<Frame>,
    /// The refutation so far.
    nodes: Vec<RefutationNode>,
    /// A contradiction between two bounds of one variable.
    conflict: Option<Box<Farkas>>,
}

impl<'a> Search<'a> {
    /// Sets up the constraints; an error is the position of one that is false by itself.
    fn new(system: &'a System, options: LadderOptions, budget: &mut Budget) -> Result<Search<'a>, usize> {
        let mut simplex = Simplex::new();
        for _ in 0..system.num_vars() {
            simplex.new_var();
        }
        let first_added = Tag(system.constraints().len() as u32);
        let ladder = Ladder::new(options.clone(), &simplex, first_added);
        let mut search = Search {
            system,
            simplex,
            ladder,
            slacks: FxHashMap::default(),
            frames: Vec::new(),
            nodes: Vec::new(),
            conflict: None,
        };
        for (index, constraint) in system.constraints().iter().enumerate() {
            let Constraint { form, side, bound } = constraint;
            if form.is_empty() {
                let holds = if *side == Side::Upper { !bound.is_negative() } else { !bound.is_positive() };
                if holds {
                    continue;
                }
                return Err(index);
            }
            let var = search.var_of_form(form, budget);
            search.assert(var, *side, bound.clone(), Tag(index as u32));
        }
        search.ladder = Ladder::new(options, &search.simplex, first_added);
        Ok(search)
    }

    fn run(&mut self, budget: &mut Budget) -> Outcome {
        loop {
            let check = match self.conflict.take() {
                Some(conflict) => Check::Conflict(conflict),
                None => self.simplex.check(budget),
            };
            let outcome = match check {
                Check::Stopped => Some(stopped(budget)),
                Check::Conflict(farkas) => {
                    let leaf = self.leaf(&farkas);
                    self.refute(leaf)
                }
                Check::Feasible => self.step(budget),
            };
            if let Some(outcome) = outcome {
                return outcome;
            }
        }
    }

    /// At a vertex: lets the integer techniques find out what is next; the outcome if that decides it.
    fn step(&mut self, budget: &mut Budget) -> Option<Outcome> {
        match self.ladder.step(&mut self.simplex, budget) {
            Step::Model(values) => {
                let values = values[..self.system.num_vars()].to_vec();
                assert!(self.system.is_satisfied_by(&values), "wrong model");
                return Some(Outcome::Sat(values));
            }
            Step::Split(split) | Step::Conflict(_, Certificate::Split(split)) => self.open(split, budget),
            Step::Cut(cut) => self.cut(cut, budget),
            Step::Conflict(tags, Certificate::Refutation(refutation)) => {
                let root = self.graft(&tags, refutation, 0);
                return self.refute(root);
            }
            Step::Stopped => return Some(stopped(budget)),
        }
        None
    }

    /// Closes a side that is refuted; the outcome if it was the last.
    fn refute(&mut self, root: usize) -> Option<Outcome> {
        if self.next_side(root) {
            return None;
        }
        Some(Outcome::Unsat(Refutation::new(std::mem::take(&mut self.nodes))))
    }

    fn var_of_form(&mut self, form: &Linear<ArithVar>, budget: &mut Budget) -> ArithVar {
        if let [(var, coefficient)] = form.terms()
            && coefficient.is_one()
        {
            return *var;
        }
        if let Some(&slack) = self.slacks.get(form) {
            return slack;
        }
        let slack = self.simplex.define(form, budget);
        self.slacks.insert(form.clone(), slack);
        slack
    }

    fn assert(&mut self, var: ArithVar, side: Side, bound: Int, tag: Tag) {
        if let Err(conflict) = self.simplex.assert_bound(var, side, bound, tag) {
            self.conflict.get_or_insert(conflict);
        }
    }

    /// Starts with the side of a split that is nearer.
    fn open(&mut self, split: Split, budget: &mut Budget) {
        let side = split.nearer_side(&self.simplex);
        let var = self.var_of_form(&split.form, budget);
        self.frames.push(Frame { split, var, side, refuted: None });
        self.enter();
    }

    /// Goes on with the lower side of a split; the upper one is refuted already.
    fn cut(&mut self, cut: Cut, budget: &mut Budget) {
        let refuted = Some(self.graft(&cut.tags, cut.refutation, 1));
        let var = self.var_of_form(&cut.split.form, budget);
        self.frames.push(Frame { split: cut.split, var, side: Side::Upper, refuted });
        self.enter();
    }

    /// Asserts the side of the newest frame.
    fn enter(&mut self) {
        let frame = self.frames.last().expect("a split is open");
        let (var, side) = (frame.var, frame.side);
        let bound = match side {
            Side::Upper => frame.split.floor.clone(),
            Side::Lower => &frame.split.floor + Int::ONE,
        };
        let tag = Tag((self.system.constraints().len() + self.frames.len() - 1) as u32);
        self.simplex.push();
        self.assert(var, side, bound, tag);
    }

    /// The side being looked at is refuted by a node: goes on with the other one, here or further up. `false`
    /// if there is none left, that is, the last node refutes the system.
    fn next_side(&mut self, mut node: usize) -> bool {
        while let Some(frame) = self.frames.last_mut() {
            let level = self.simplex.level() - 1;
            self.simplex.pop_to(level);
            match frame.refuted {
                None => {
                    frame.refuted = Some(node);
                    frame.side = frame.side.opposite();
                    self.enter();
                    return true;
                }
                Some(other) => {
                    let frame = self.frames.pop().expect("just looked at");
                    let (below, above) =
                        if frame.side == Side::Upper { (node, other) } else { (other, node) };
                    self.nodes.push(RefutationNode::Split(frame.split, below, above));
                    node = self.nodes.len() - 1;
                }
            }
        }
        false
    }

    /// What a tag stands for: constraints come first, then the splits from the root on.
    fn fact(&self, tag: Tag) -> Fact {
        let index = tag.0 as usize;
        match index.checked_sub(self.system.constraints().len()) {
            None => Fact::Constraint(index),
            Some(depth) => Fact::Split(depth),
        }
    }

    fn leaf(&mut self, farkas: &Farkas) -> usize {
        let fact = |premise: &Premise| (self.fact(premise.tag), premise.multiplier.clone());
        self.nodes.push(RefutationNode::Leaf(farkas.premises.iter().map(fact).collect()));
        self.nodes.len() - 1
    }

    /// Takes over a refutation of the bounds with these tags, and of the sides of the next `sides` splits,
    /// which are its constraints after those; returns its root.
    fn graft(&mut self, tags: &[Tag], refutation: Refutation, sides: usize) -> usize {
        let offset = self.nodes.len();
        let depth = self.frames.len();
        for node in refutation.into_nodes() {
            self.nodes.push(match node {
                RefutationNode::Absurd(_) => unreachable!("every bound has a variable"),
                RefutationNode::Leaf(facts) => {
                    let outer = |(fact, multiplier)| match fact {
                        Fact::Constraint(index) if index < tags.len() => (self.fact(tags[index]), multiplier),
                        Fact::Constraint(index) => (Fact::Split(depth + index - tags.len()), multiplier),
                        Fact::Split(inner) => (Fact::Split(depth + sides + inner), multiplier),
                    };
                    RefutationNode::Leaf(facts.into_iter().map(outer).collect())
                }
                RefutationNode::Split(split, below, above) => {
                    RefutationNode::Split(split, offset + below, offset + above)
                }
            });
        }
        self.nodes.len() - 1
    }
}

fn stopped(budget: &Budget) -> Outcome {
    Outcome::Unknown(budget.stopped().cloned().unwrap_or(Unknown::Interrupted))
}
