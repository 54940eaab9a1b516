//! Clauses that are valid in arithmetic: their negation is refuted, over the integers by Cuts-from-Proofs,
//! with reals by the simplex and splits on integers. The refutation becomes steps: each leaf is a Farkas
//! certificate over literals of the clause and sides of splits; splits are resolved upon.

use super::farkas;
use super::forms::{Compared, Relation, bound};
use super::relaxation::{Bounded, refute};
use super::steps::{Arg, Literal, Writer};
use crate::lia::conjunction::{Fact, Outcome, Refutation, RefutationNode, System, solve};
use crate::lia::ladder::LadderOptions;
use crate::limits::Budget;
use crate::linear::Linear;
use crate::num::{Int, Rat};
use crate::term::{Op, Sort, Term};
use fxhash::FxHashMap;
use std::rc::Rc;

/// Positive equations that a clause may have; each doubles the work.
const MAX_EQUATIONS: usize = 4;

/// What a constraint of the system says.
#[derive(Clone, Debug)]
struct Origin {
    /// The literal whose negation it is a part of.
    literal: usize,
    /// What its multiplier is multiplied with: equations count with either sign.
    factor: Int,
}

/// A clause that refutes a part of the system, and its step.
struct Refuted {
    step: usize,
    clause: Vec<Literal>,
}

/// Proves a clause, or a part of it; returns the last step.
pub(super) fn prove(writer: &mut Writer<'_>, clause: &[Literal], budget: &mut Budget) -> Option<usize> {
    let is_equation = |literal: &&Literal| literal.positive && writer.terms.op(literal.term) == Op::Eq;
    if clause.iter().filter(is_equation).count() > MAX_EQUATIONS {
        return None;
    }
    Some(refuted(writer, clause, budget)?.step)
}

/// Proves a clause. A positive equation holds if both inequalities do, so there are two cases.
fn refuted(writer: &mut Writer<'_>, clause: &[Literal], budget: &mut Budget) -> Option<Refuted> {
    let is_equation = |literal: &Literal| literal.positive && writer.terms.op(literal.term) == Op::Eq;
    let Some(place) = clause.iter().position(is_equation) else {
        return without_equations(writer, clause, budget);
    };
    let equation = clause[place];
    let sides = [writer.terms.args(equation.term)[0], writer.terms.args(equation.term)[1]];
    let (mut premises, mut all) = (vec![writer.disequality(equation.term)], vec![equation]);
    for pair in [sides, [sides[1], sides[0]]] {
        let side = Literal { term: writer.terms.le(&pair), positive: true };
        let mut case = clause.to_vec();
        case[place] = side;
        let case = refuted(writer, &case, budget)?;
        if !case.clause.contains(&side) {
            return Some(case);
        }
        premises.push(case.step);
        for literal in case.clause {
            if literal != side && !all.contains(&literal) {
                all.push(literal);
            }
        }
    }
    let step = writer.add("resolution", all.clone(), premises, Vec::new());
    Some(Refuted { step, clause: all })
}

fn without_equations(writer: &mut Writer<'_>, clause: &[Literal], budget: &mut Budget) -> Option<Refuted> {
    if let Some(refuted) = by_elimination(writer, clause) {
        return Some(refuted);
    }
    let mut leaves: Vec<Term> = Vec::new();
    let (constraints, origins) = negation(writer, clause, &mut leaves);
    let is_integer: Vec<bool> = leaves.iter().map(|leaf| writer.terms.sort(*leaf) == Sort::Int).collect();
    let refutation = if is_integer.iter().all(|is_integer| *is_integer)
        && constraints.iter().all(|constraint| !constraint.strict && constraint.bound.is_integer())
    {
        let mut system = System::new(leaves.len());
        for Bounded { products, bound, .. } in &constraints {
            system.at_most(products, bound.floor());
        }
        match solve(&system, LadderOptions::default(), budget) {
            Outcome::Unsat(refutation) => refutation,
            _ => return None,
        }
    } else {
        refute(&constraints, &is_integer, budget)?
    };
    let mut builder = Builder { writer, clause, origins: &origins, leaves: &leaves };
    builder.build(&refutation)
}

/// Proves a clause whose negation has forms that depend on each other in one way: one certificate.
fn by_elimination(writer: &mut Writer<'_>, clause: &[Literal]) -> Option<Refuted> {
    let compared: Vec<Rc<Compared>> = clause.iter().map(|literal| writer.compared(literal.term)).collect();
    let mut constraints: Vec<farkas::Constraint<'_>> = Vec::with_capacity(clause.len());
    for (literal, compared) in clause.iter().zip(&compared) {
        constraints.push(farkas::Constraint::negated(*literal, compared)?);
    }
    let multipliers = writer.elimination.certificate(&constraints)?;
    let (mut refuted, mut args) = (Vec::with_capacity(multipliers.len()), Vec::new());
    for &(index, multiplier) in multipliers {
        refuted.push(clause[index]);
        let scale = &compared[index].scale;
        args.push(Arg::Number(if scale.is_one() {
            Int::from(multiplier)
        } else {
            scale * Int::from(multiplier)
        }));
    }
    let step = writer.add("la_generic", refuted.clone(), Vec::new(), args);
    Some(Refuted { step, clause: refuted })
}

/// The constraints that all literals of a clause are false, each a form that is at most a bound.
fn negation(
    writer: &mut Writer<'_>,
    clause: &[Literal],
    leaves: &mut Vec<Term>,
) -> (Vec<Bounded>, Vec<Origin>) {
    let mut indices: FxHashMap<Term, usize> = FxHashMap::default();
    let (mut constraints, mut origins) = (Vec::new(), Vec::new());
    for (index, literal) in clause.iter().enumerate() {
        let compared = writer.compared(literal.term);
        let Compared { form, constant, relation, scale, is_whole, .. } = &*compared;
        let products: Vec<(usize, Int)> = form
            .terms()
            .iter()
            .map(|(leaf, coefficient)| {
                let index = *indices.entry(*leaf).or_insert_with(|| {
                    leaves.push(*leaf);
                    leaves.len() - 1
                });
                (index, coefficient.clone())
            })
            .collect();
        let minus = |products: &[(usize, Int)]| products.iter().map(|(leaf, c)| (*leaf, -c)).collect();
        // Strict constraints on integers are rounded, as checkers do, if nothing was multiplied.
        let mut add = |products: Vec<(usize, Int)>, bound: Int, strict: bool, factor: Int| {
            let (bound, strict) =
                if strict && *is_whole { (bound - Int::ONE, false) } else { (bound, strict) };
            constraints.push(Bounded { products, bound: Rat::from(bound), strict });
            origins.push(Origin { literal: index, factor });
        };
        match (relation, literal.positive) {
            (Relation::Zero, _) => {
                // Checkers take an equation as the left side minus the right one, and an inequality as what
                // is at least zero.
                add(minus(&products), constant.clone(), false, scale.clone());
                add(products, -constant, false, -scale);
            }
            (relation, false) => add(products, -constant, *relation == Relation::Below, scale.clone()),
            // Not f <= 0 is -f < 0.
            (relation, true) => {
                add(minus(&products), constant.clone(), *relation == Relation::AtMost, scale.clone())
            }
        }
    }
    (constraints, origins)
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
                        let term = bound(self.writer.terms, &form, &Rat::from(&split.floor), false);
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
                    (self.clause[origin.literal], multiplier * &origin.factor)
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
