//! Clauses that are valid in integer arithmetic: Cuts-from-Proofs refutes their negation, and its refutation
//! becomes steps. Each leaf is a Farkas certificate over literals of the clause and sides of splits; splits
//! are resolved upon.

use super::steps::{Arg, Literal, Writer, is_comparison};
use crate::lia::conjunction::{Fact, Outcome, Refutation, RefutationNode, System, solve};
use crate::lia::ladder::LadderOptions;
use crate::limits::Budget;
use crate::linear::Linear;
use crate::linearize::linear_form;
use crate::num::Int;
use crate::term::{Op, Sort, Term, Terms};
use fxhash::FxHashMap;

/// What a constraint of the system says.
#[derive(Clone, Copy, Debug)]
struct Origin {
    /// The literal whose negation it is a part of.
    literal: usize,
    /// The sign of its multiplier: equations count with either sign.
    sign: i64,
}

/// A clause that refutes a part of the system, and its step.
struct Refuted {
    step: usize,
    clause: Vec<Literal>,
}

/// Proves a clause, or a part of it; returns the last step.
pub(super) fn prove(writer: &mut Writer<'_>, clause: &[Literal], budget: &mut Budget) -> Option<usize> {
    let mut leaves: Vec<Term> = Vec::new();
    let negated = negation(writer.terms, clause, &mut leaves)?;
    let mut system = System::new(leaves.len());
    let mut origins = Vec::new();
    for (literal, (form, relation)) in negated.iter().enumerate() {
        let products: Vec<(usize, Int)> = form.products.clone();
        let bound = -&form.constant;
        match relation {
            Relation::AtMostZero => {
                system.at_most(&products, bound);
                origins.push(Origin { literal, sign: 1 });
            }
            Relation::Zero => {
                system.equal(&products, bound);
                origins.extend([Origin { literal, sign: -1 }, Origin { literal, sign: 1 }]);
            }
        }
    }
    let Outcome::Unsat(refutation) = solve(&system, LadderOptions::default(), budget) else { return None };
    let mut builder = Builder { writer, clause, origins: &origins, leaves: &leaves };
    Some(builder.build(&refutation)?.step)
}

/// How a form is related to zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relation {
    AtMostZero,
    Zero,
}

/// A form over the variables of a system.
struct Form {
    products: Vec<(usize, Int)>,
    constant: Int,
}

/// The constraints that all literals of a clause are false.
fn negation(terms: &Terms, clause: &[Literal], leaves: &mut Vec<Term>) -> Option<Vec<(Form, Relation)>> {
    let mut indices: FxHashMap<Term, usize> = FxHashMap::default();
    let mut negated = Vec::new();
    for literal in clause {
        let term = literal.term;
        let is_integer = is_comparison(terms, term) && terms.sort(terms.args(term)[0]) == Sort::Int;
        if !is_integer {
            return None;
        }
        let (left, right) = (terms.args(term)[0], terms.args(term)[1]);
        let (small, large, gap) = match terms.op(term) {
            Op::Le | Op::Eq => (left, right, 0),
            Op::Lt => (left, right, 1),
            Op::Ge => (right, left, 0),
            _ => (right, left, 1),
        };
        let ((one, first), (other, second)) = (linear_form(terms, small), linear_form(terms, large));
        let form = one.add_multiple(&Int::MINUS_ONE, &other);
        let constant = first - second + Int::from(gap);
        let (form, constant, relation) = match (terms.op(term), literal.positive) {
            (Op::Eq, true) => return None,
            (Op::Eq, false) => (form, constant, Relation::Zero),
            (_, false) => (form, constant, Relation::AtMostZero),
            // Not f <= 0 is -f + 1 <= 0.
            (_, true) => (form.scaled(&Int::MINUS_ONE), Int::ONE - constant, Relation::AtMostZero),
        };
        let products = form.terms().iter().map(|(leaf, coefficient)| {
            let index = *indices.entry(*leaf).or_insert_with(|| {
                leaves.push(*leaf);
                leaves.len() - 1
            });
            (index, coefficient.clone())
        });
        negated.push((Form { products: products.collect(), constant }, relation));
    }
    Some(negated)
}

/// Turns a refutation into steps.
struct Builder<'b, 'a> {
    writer: &'b mut Writer<'a>,
    clause: &'b [Literal],
    origins: &'b [Origin],
    leaves: &'b [Term],
}

/// A part of a refutation that is still to be looked at, or whose children are done.
enum Task {
    Visit(usize),
    /// The other side of the newest split, and then both sides resolved.
    Turn(usize),
    Resolve,
}

impl Builder<'_, '_> {
    fn build(&mut self, refutation: &Refutation) -> Option<Refuted> {
        let nodes = refutation.nodes();
        let mut tasks = vec![Task::Visit(nodes.len().checked_sub(1)?)];
        // The sides of splits from the root on, as literals that are false there.
        let mut path: Vec<Literal> = Vec::new();
        let mut done: Vec<Refuted> = Vec::new();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Visit(node) => match &nodes[node] {
                    RefutationNode::Absurd(index) => {
                        let facts = [(Fact::Constraint(*index), Int::ONE)];
                        done.push(self.leaf(&facts, &path)?);
                    }
                    RefutationNode::Leaf(facts) => done.push(self.leaf(facts, &path)?),
                    RefutationNode::Split(split, below, above) => {
                        let form: Linear<Term> = split.form.map(|var| self.leaves[var.index()]);
                        let term = self.writer.bound(&form, &split.floor);
                        path.push(Literal { term, positive: false });
                        tasks.extend([Task::Resolve, Task::Turn(*above), Task::Visit(*below)]);
                    }
                },
                Task::Turn(above) => {
                    let side = path.last_mut()?;
                    *side = side.negated();
                    tasks.push(Task::Visit(above));
                }
                Task::Resolve => {
                    let split = path.pop()?;
                    let (above, below) = (done.pop()?, done.pop()?);
                    done.push(self.resolve(split, below, above));
                }
            }
        }
        done.pop()
    }

    /// Facts that contradict each other over the rationals.
    fn leaf(&mut self, facts: &[(Fact, Int)], path: &[Literal]) -> Option<Refuted> {
        let mut factors: Vec<(Literal, Int)> = Vec::new();
        for (fact, multiplier) in facts {
            let (literal, factor) = match *fact {
                Fact::Constraint(index) => {
                    let origin = self.origins.get(index)?;
                    (self.clause[origin.literal], multiplier * &Int::from(origin.sign))
                }
                Fact::Split(depth) => (*path.get(depth)?, multiplier.clone()),
            };
            match factors.iter_mut().find(|(known, _)| *known == literal) {
                Some((_, sum)) => *sum = &*sum + &factor,
                None => factors.push((literal, factor)),
            }
        }
        let (clause, factors): (Vec<Literal>, Vec<Int>) = factors.into_iter().unzip();
        let factors = factors.into_iter().map(Arg::Number).collect();
        let step = self.writer.add("la_generic", clause.clone(), Vec::new(), factors);
        Some(Refuted { step, clause })
    }

    /// Both sides of a split are refuted. One that does not need its side refutes all by itself.
    fn resolve(&mut self, above_side: Literal, below: Refuted, above: Refuted) -> Refuted {
        let below_side = above_side.negated();
        if !below.clause.contains(&below_side) {
            return below;
        }
        if !above.clause.contains(&above_side) {
            return above;
        }
        let mut clause: Vec<Literal> = below.clause.into_iter().filter(|it| *it != below_side).collect();
        for literal in above.clause {
            if literal != above_side && !clause.contains(&literal) {
                clause.push(literal);
            }
        }
        let step = self.writer.add("resolution", clause.clone(), vec![below.step, above.step], Vec::new());
        Refuted { step, clause }
    }
}
