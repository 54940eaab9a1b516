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

use super::ladder::{Certificate, Ladder, LadderOptions, LadderStats, Split, Step};
use super::mir::Cut;
use crate::answer::Unknown;
use crate::limits::Budget;
use crate::linear::Linear;
use crate::num::Int;
use crate::simplex::{ArithVar, Check, Farkas, Premise, Side, Simplex, Tag};
use fxhash::FxHashMap;

/// `form <= bound` (upper side) or `form >= bound` (lower side).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The form; variables are numbered from 0.
    pub form: Linear<ArithVar>,
    /// Whether the bound is a lower or an upper one.
    pub side: Side,
    /// The bound, included.
    pub bound: Int,
}

/// A conjunction of constraints over integer variables `0 .. num_vars`.
#[derive(Clone, Debug, Default)]
pub struct System {
    num_vars: usize,
    constraints: Vec<Constraint>,
}

impl System {
    /// No constraints on this many variables.
    pub fn new(num_vars: usize) -> System {
        System { num_vars, constraints: Vec::new() }
    }

    /// How many variables there are.
    pub fn num_vars(&self) -> usize {
        self.num_vars
    }

    /// The constraints in the order in which they were added.
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// `sum coefficient * variable <= bound`
    pub fn at_most<C: Into<Int> + Clone>(&mut self, terms: &[(usize, C)], bound: impl Into<Int>) {
        self.add(terms, Side::Upper, bound.into());
    }

    /// `sum coefficient * variable >= bound`
    pub fn at_least<C: Into<Int> + Clone>(&mut self, terms: &[(usize, C)], bound: impl Into<Int>) {
        self.add(terms, Side::Lower, bound.into());
    }

    /// `sum coefficient * variable = value`: two constraints.
    pub fn equal<C: Into<Int> + Clone>(&mut self, terms: &[(usize, C)], value: impl Into<Int>) {
        let value = value.into();
        self.add(terms, Side::Upper, value.clone());
        self.add(terms, Side::Lower, value);
    }

    fn add<C: Into<Int> + Clone>(&mut self, terms: &[(usize, C)], side: Side, bound: Int) {
        assert!(terms.iter().all(|&(var, _)| var < self.num_vars), "no such variable");
        let products = terms.iter().map(|(var, c)| (ArithVar::new(*var), c.clone().into())).collect();
        self.constraints.push(Constraint { form: Linear::new(products), side, bound });
    }

    /// Whether integer values for the variables satisfy all constraints.
    pub fn is_satisfied_by(&self, values: &[Int]) -> bool {
        self.constraints.iter().all(|constraint| {
            let value = constraint.form.eval(|var| &values[var.index()]);
            match constraint.side {
                Side::Lower => value >= constraint.bound,
                Side::Upper => value <= constraint.bound,
            }
        })
    }
}

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

/// Why a system has no integer solution: a binary tree of splits whose leaves are infeasible over the
/// rationals.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// Children come before their parents; the last node is the root.
    nodes: Vec<RefutationNode>,
}

/// A node of a [`Refutation`].
#[derive(Clone, Debug)]
pub enum RefutationNode {
    /// A constraint without variables that is false by itself.
    Absurd(usize),
    /// Facts that contradict each other over the rationals: so multiplied, they add up to `0 <= c` with
    /// `c < 0`.
    Leaf(Vec<(Fact, Int)>),
    /// Every integer point is below (first child) or above (second child).
    Split(Split, usize, usize),
}

/// Something that holds at a node of a [`Refutation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fact {
    /// A constraint of the system, by position.
    Constraint(usize),
    /// The side taken at the split this many steps below the root.
    Split(usize),
}

impl Refutation {
    /// A refutation from elsewhere, yet to be checked.
    pub fn new(nodes: Vec<RefutationNode>) -> Refutation {
        Refutation { nodes }
    }

    /// The nodes, children before parents.
    pub fn nodes(&self) -> &[RefutationNode] {
        &self.nodes
    }

    /// The constraints that are used, in increasing order.
    pub fn constraints(&self) -> Vec<usize> {
        let mut used = Vec::new();
        for node in &self.nodes {
            match node {
                RefutationNode::Absurd(constraint) => used.push(*constraint),
                RefutationNode::Leaf(facts) => used.extend(facts.iter().filter_map(|(fact, _)| match fact {
                    Fact::Constraint(constraint) => Some(*constraint),
                    Fact::Split(_) => None,
                })),
                RefutationNode::Split(..) => {}
            }
        }
        used.sort_unstable();
        used.dedup();
        used
    }

    /// The same refutation with constraints renumbered and splits rewritten.
    pub fn map(
        self,
        mut constraint: impl FnMut(usize) -> usize,
        mut split: impl FnMut(Split) -> Split,
    ) -> Refutation {
        let node = |node| match node {
            RefutationNode::Absurd(index) => RefutationNode::Absurd(constraint(index)),
            RefutationNode::Leaf(mut facts) => {
                for (fact, _) in &mut facts {
                    if let Fact::Constraint(index) = fact {
                        *index = constraint(*index);
                    }
                }
                RefutationNode::Leaf(facts)
            }
            RefutationNode::Split(old, below, above) => RefutationNode::Split(split(old), below, above),
        };
        Refutation { nodes: self.nodes.into_iter().map(node).collect() }
    }

    /// Whether this really refutes the system. Trusts nothing but integer arithmetic.
    pub fn check(&self, system: &System) -> bool {
        let Some(root) = self.nodes.len().checked_sub(1) else { return false };
        // The sides of splits from the root to the current node; `pending` says where to cut it back and go
        // on.
        let mut path: Vec<(&Split, Side)> = Vec::new();
        let mut pending = vec![(root, 0, None)];
        while let Some((node, depth, side)) = pending.pop() {
            path.truncate(depth);
            path.extend(side);
            match &self.nodes[node] {
                RefutationNode::Absurd(index) => {
                    let is_absurd = |constraint: &Constraint| match constraint.side {
                        Side::Lower => constraint.form.is_empty() && constraint.bound.is_positive(),
                        Side::Upper => constraint.form.is_empty() && constraint.bound.is_negative(),
                    };
                    if !system.constraints.get(*index).is_some_and(is_absurd) {
                        return false;
                    }
                }
                RefutationNode::Leaf(combination) => {
                    if !contradicts(system, &path, combination) {
                        return false;
                    }
                }
                RefutationNode::Split(split, below, above) => {
                    if *below >= node || *above >= node {
                        return false;
                    }
                    pending.push((*above, path.len(), Some((split, Side::Lower))));
                    pending.push((*below, path.len(), Some((split, Side::Upper))));
                }
            }
        }
        true
    }
}

/// Whether the facts, so multiplied, add up to `0 <= c` with `c < 0`.
fn contradicts(system: &System, path: &[(&Split, Side)], combination: &[(Fact, Int)]) -> bool {
    let mut form = Linear::default();
    let mut constant = Int::ZERO;
    for (fact, multiplier) in combination {
        let (part, bound, side) = match *fact {
            Fact::Constraint(index) => match system.constraints.get(index) {
                Some(constraint) => (&constraint.form, constraint.bound.clone(), constraint.side),
                None => return false,
            },
            Fact::Split(depth) => match path.get(depth) {
                Some((split, Side::Upper)) => (&split.form, split.floor.clone(), Side::Upper),
                Some((split, Side::Lower)) => (&split.form, &split.floor + Int::ONE, Side::Lower),
                None => return false,
            },
        };
        if !multiplier.is_positive() {
            return false;
        }
        let factor = if side == Side::Upper { multiplier.clone() } else { -multiplier };
        form = form.add_multiple(&factor, part);
        constant.add_mul_assign(&factor, &bound);
    }
    form.is_empty() && constant.is_negative()
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
            let refutation = Refutation { nodes: vec![RefutationNode::Absurd(absurd)] };
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
        for _ in 0..system.num_vars {
            simplex.new_var();
        }
        let first_added = Tag(system.constraints.len() as u32);
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
        for (index, constraint) in system.constraints.iter().enumerate() {
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
                let values = values[..self.system.num_vars].to_vec();
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
        Some(Outcome::Unsat(Refutation { nodes: std::mem::take(&mut self.nodes) }))
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
        let tag = Tag((self.system.constraints.len() + self.frames.len() - 1) as u32);
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
        match index.checked_sub(self.system.constraints.len()) {
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
        for node in refutation.nodes {
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
