//! What the theories share: nodes of the e-graph that are numbers to arithmetic.

use super::Combination;
use crate::euf::{FuncId, NodeId};
use crate::num::{Int, Rat};
use crate::preprocess::circuit::LinearExpr;
use crate::preprocess::functions::{Function, FunctionNode, FunctionTerm, Meaning, Number};
use crate::sat::{Lit, SatSolver, Var};
use crate::term::Sort;
use crate::theory::{FinalCheck, TheoryContext};
use fxhash::{FxHashMap, FxHashSet};

/// The tables between the terms of preprocessing, the e-graph and arithmetic.
#[derive(Default)]
pub(super) struct Shared {
    /// The node of each term.
    nodes: Vec<NodeId>,
    /// The functions of the e-graph.
    functions: FxHashMap<Function, FuncId>,
    /// Functions with an argument that is a number, whose applications arithmetic may make congruent.
    numeric_functions: Vec<FuncId>,
    /// The nodes that are numbers, and what they are to arithmetic.
    numbers: Vec<(NodeId, Sort, Number)>,
    /// Position in `numbers` of each node that is one.
    number_of: FxHashMap<NodeId, usize>,
    /// The node of each number that is not an application.
    by_number: FxHashMap<(Sort, Number), NodeId>,
    /// Equality atoms that arithmetic knows about.
    linked: FxHashSet<Var>,
}

impl Shared {
    /// The node of a term.
    pub(super) fn node(&self, term: FunctionTerm) -> NodeId {
        self.nodes[term.index()]
    }

    /// How many terms have a node.
    pub(super) fn num_terms(&self) -> usize {
        self.nodes.len()
    }
}

impl Combination {
    /// Makes the node of the next term. The atoms of Boolean leaves are made by the caller.
    pub fn add_term(&mut self, node: &FunctionNode, sat: &mut SatSolver) {
        self.has_functions = true;
        let shared = &mut self.shared;
        let graph = self.equality.graph_mut();
        let id = match (&node.application, &node.meaning) {
            (Some((function, args)), _) => {
                let args: Vec<NodeId> = args.iter().map(|&arg| shared.node(arg)).collect();
                let has_numbers = args.iter().any(|arg| shared.number_of.contains_key(arg));
                let numeric = &mut shared.numeric_functions;
                let function = *shared.functions.entry(*function).or_insert_with(|| {
                    let function = graph.new_func();
                    numeric.extend(has_numbers.then_some(function));
                    function
                });
                graph.new_app(function, &args)
            }
            (None, Meaning::Number(number)) => {
                *shared.by_number.entry((node.sort, number.clone())).or_insert_with(|| {
                    if number.as_constant().is_some() { graph.new_value() } else { graph.new_leaf() }
                })
            }
            (None, Meaning::Truth(edge)) if edge.node() == 0 => {
                if edge.is_negated() { NodeId::FALSE } else { NodeId::TRUE }
            }
            (None, _) => graph.new_leaf(),
        };
        shared.nodes.push(id);
        if let Meaning::Number(number) = &node.meaning {
            self.share(id, node.sort, number, sat);
        }
    }

    /// Makes a node known as a number. Nodes that are the same number are equal. A node that is a number already, because its
    /// arguments turned out to be those of another application, is equal to the node of this one too.
    fn share(&mut self, node: NodeId, sort: Sort, number: &Number, sat: &mut SatSolver) {
        let shared = &mut self.shared;
        let known = shared.number_of.get(&node).map(|&index| &shared.numbers[index].2);
        let (is_known, is_same) = (known.is_some(), known == Some(number));
        if is_same {
            return;
        }
        let graph = self.equality.graph_mut();
        let same = *shared.by_number.entry((sort, number.clone())).or_insert_with(|| {
            match number.as_constant() {
                Some(_) => graph.new_value(),
                None if is_known => graph.new_leaf(),
                None => node,
            }
        });
        for node in [node, same] {
            if !shared.number_of.contains_key(&node) {
                shared.number_of.insert(node, shared.numbers.len());
                shared.numbers.push((node, sort, number.clone()));
            }
        }
        if same != node && self.equality.equality_atom(node, same).is_none() {
            let var = sat.new_atom();
            self.own(var);
            self.equality.add_equality_atom(var, node, same);
            sat.add_clause(&[var.positive()]);
        }
    }

    /// When both theories have a model: makes them agree on which numbers are equal.
    pub(super) fn reconcile(&mut self, context: &mut TheoryContext<'_>) -> FinalCheck {
        let values: Vec<Rat> = self.shared.numbers.iter().map(|(_, _, number)| self.evaluate(number)).collect();
        let mut pairs = self.equal_only_in_the_graph(&values);
        if pairs.is_empty() {
            pairs = self.congruent_only_in_arithmetic(&values);
        }
        if !context.budget.spend((self.shared.numbers.len() + pairs.len()) as u64) {
            let reason = context.budget.stopped().cloned();
            return reason.map_or(FinalCheck::Continue, FinalCheck::GiveUp);
        }
        if pairs.is_empty() {
            return FinalCheck::Consistent;
        }
        for (left, right) in pairs {
            let equality = self.interface_equality(left, right, context);
            context.prefer(equality);
        }
        FinalCheck::Continue
    }

    /// The value of a number in the model of arithmetic.
    pub(super) fn evaluate(&self, number: &Number) -> Rat {
        let mut sum = Rat::from(&number.expr.constant);
        for (var, coefficient) in number.expr.form.terms() {
            if let Some(value) = self.arithmetic.value(*var) {
                sum.add_mul_int(&value, coefficient);
            }
        }
        sum.div_int(&number.denominator)
    }

    /// Numbers that the e-graph says are equal, though they have different values.
    fn equal_only_in_the_graph(&self, values: &[Rat]) -> Vec<(NodeId, NodeId)> {
        let mut first: FxHashMap<NodeId, usize> = FxHashMap::default();
        let mut pairs = Vec::new();
        for (index, (node, _, _)) in self.shared.numbers.iter().enumerate() {
            let other = *first.entry(self.equality.graph().find(*node)).or_insert(index);
            if values[other] != values[index] {
                pairs.push((self.shared.numbers[other].0, *node));
            }
        }
        pairs
    }

    /// Arguments that have equal values, though the e-graph does not know that they are equal, where that would make two
    /// applications equal that are different now.
    fn congruent_only_in_arithmetic(&self, values: &[Rat]) -> Vec<(NodeId, NodeId)> {
        let graph = self.equality.graph();
        let value_of = |node: NodeId| self.shared.number_of.get(&node).map(|&index| &values[index]);
        let mut pairs = Vec::new();
        for &function in &self.shared.numeric_functions {
            let mut seen: FxHashMap<Vec<Result<&Rat, NodeId>>, NodeId> = FxHashMap::default();
            for &app in graph.apps(function) {
                let args = graph.args(app).iter();
                let key = args.map(|&arg| value_of(arg).ok_or(graph.find(arg))).collect();
                let other = *seen.entry(key).or_insert(app);
                if graph.are_equal(app, other)
                    || value_of(app).is_some_and(|value| value_of(other) == Some(value))
                {
                    continue;
                }
                let differ = graph.args(app).iter().zip(graph.args(other));
                pairs.extend(
                    differ.filter(|(left, right)| !graph.are_equal(**left, **right)).map(|(l, r)| (*l, *r)),
                );
            }
        }
        pairs
    }

    /// The literal that says that two numbers are equal, to both theories.
    pub(super) fn interface_equality(
        &mut self,
        left: NodeId,
        right: NodeId,
        context: &mut TheoryContext<'_>,
    ) -> Lit {
        let var = self.equality.equality_atom(left, right).unwrap_or_else(|| {
            let var = context.new_atom();
            self.own(var);
            self.equality.add_equality_atom(var, left, right);
            var
        });
        if !self.shared.linked.insert(var) {
            return var.positive();
        }
        let numbers = [left, right].map(|node| self.shared.number_of[&node]);
        let [left, right] = numbers.map(|index| &self.shared.numbers[index].2);
        let difference = left.difference(right);
        self.link(var, &difference, context);
        var.positive()
    }

    /// Says that an atom means that an expression is zero.
    fn link(
        &mut self,
        var: Var,
        difference: &LinearExpr,
        context: &mut TheoryContext<'_>,
    ) {
        let content = difference.form.content();
        if content.is_zero() {
            context.lemma(vec![var.lit(difference.constant.is_zero())]);
            return;
        }
        if difference.is_integer() && !content.divides(&difference.constant) {
            context.lemma(vec![var.negative()]);
            return;
        }
        let negated = LinearExpr::default().add_multiple(&Int::MINUS_ONE, difference);
        let at_most = self.arithmetic.literal(difference, context);
        let at_least = self.arithmetic.literal(&negated, context);
        context.lemma(vec![var.negative(), at_most]);
        context.lemma(vec![var.negative(), at_least]);
        context.lemma(vec![var.positive(), !at_most, !at_least]);
    }
}
