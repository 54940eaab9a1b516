//! Terms shared between theories: nodes of the e-graph that are numbers in arithmetic.

use super::{ArithmeticKind, Combination};
use crate::answer::Incompleteness;
use crate::circuit::{Function, FunctionNode, FunctionTerm, Meaning};
use crate::euf::{EGraph, FuncId, NodeId};
use crate::limits::Budget;
use crate::linear::{LinearExpr, NumVar, Number};
use crate::num::{Int, Rat};
use crate::sat::theory::{FinalCheck, TheoryContext};
use crate::sat::{Lit, SatSolver, Var};
use crate::term::Sort;
use fxhash::{FxHashMap, FxHashSet};

/// The tables between the terms of preprocessing, the e-graph and arithmetic.
#[derive(Default)]
pub(super) struct Shared {
    /// The node of each term.
    nodes: Vec<NodeId>,
    /// The sort of each node that is no equality.
    pub(super) sorts: FxHashMap<NodeId, Sort>,
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
    /// The nodes that are a variable plus a constant, by variable.
    shifted: FxHashMap<NumVar, Vec<(Int, NodeId)>>,
    /// Equality atoms that arithmetic knows about.
    linked: FxHashSet<Var>,
    /// Equalities between numbers that hold for good.
    stated_equalities: Vec<(NodeId, NodeId)>,
    /// How many numeric variables were made during the search.
    num_fresh: usize,
}

/// Two numbers that one theory says are equal and the other does not.
struct Disagreement {
    left: NodeId,
    right: NodeId,
    /// Whether the search is to try first that they are equal.
    try_equal: bool,
}

/// Position of the first numeric variable made during the search: far above those of preprocessing.
const FIRST_FRESH: usize = 1 << 30;

impl Shared {
    /// The node of a term.
    pub(super) fn node(&self, term: FunctionTerm) -> NodeId {
        self.nodes[term.index()]
    }

    /// How many terms have a node.
    pub(super) fn num_terms(&self) -> usize {
        self.nodes.len()
    }

    /// The function of the e-graph, if it is there.
    pub(super) fn function(&self, function: Function) -> Option<FuncId> {
        self.functions.get(&function).copied()
    }

    /// What a node is to arithmetic, if it is a number.
    pub(super) fn number(&self, node: NodeId) -> Option<&Number> {
        self.number_of.get(&node).map(|&index| &self.numbers[index].2)
    }

    /// The functions of the e-graph, the other way round.
    pub(super) fn functions_by_id(&self) -> FxHashMap<FuncId, Function> {
        self.functions.iter().map(|(function, id)| (*id, *function)).collect()
    }

    /// The node whose value a numeric variable is.
    pub(super) fn node_of_variable(&self, var: NumVar) -> Option<NodeId> {
        let sort = if var.is_real() { Sort::Real } else { Sort::Int };
        self.by_number.get(&(sort, Number::variable(var))).copied()
    }

    fn add_number(&mut self, node: NodeId, sort: Sort, number: Number) {
        if let [(var, coefficient)] = number.expr.form.terms()
            && coefficient.is_one()
            && number.denominator.is_one()
        {
            self.shifted.entry(*var).or_default().push((number.expr.constant.clone(), node));
        }
        self.number_of.insert(node, self.numbers.len());
        self.numbers.push((node, sort, number));
    }
}

impl Shared {
    /// Makes an application in the e-graph.
    fn apply(&mut self, graph: &mut EGraph, function: Function, args: &[NodeId]) -> NodeId {
        // Products are compared with the values of their factors, which is more than congruence.
        let is_product = function == Function::Product;
        let function = *self.functions.entry(function).or_insert_with(|| graph.new_func());
        let has_numbers = !is_product && args.iter().any(|arg| self.number_of.contains_key(arg));
        if has_numbers && !self.numeric_functions.contains(&function) {
            self.numeric_functions.push(function);
        }
        graph.new_app(function, args)
    }
}

impl Combination {
    /// Makes the node of the next term. The atoms of Boolean leaves are made by the caller.
    pub(crate) fn add_term(&mut self, node: &FunctionNode, sat: &mut SatSolver) {
        self.has_functions = true;
        let shared = &mut self.shared;
        let graph = self.equality.graph_mut();
        let sort = node.sort;
        let id = match (&node.application, &node.meaning) {
            (Some((function, args)), _) => {
                let args: Vec<NodeId> = args.iter().map(|&arg| shared.node(arg)).collect();
                let node = shared.apply(graph, *function, &args);
                match function {
                    Function::Declared(_) => self.arrays.note_arguments(&args, &shared.sorts),
                    Function::Divided(division) => self.divisions.add(node, *division, args[0], args[1]),
                    Function::Product => self.products.add(node, [args[0], args[1]], sort),
                    _ => {}
                }
                node
            }
            (None, Meaning::Number(number)) => {
                *shared.by_number.entry((node.sort, number.clone())).or_insert_with(|| {
                    if number.as_constant().is_some() { graph.new_value() } else { graph.new_leaf() }
                })
            }
            (None, Meaning::Truth(edge)) if edge.node() == 0 => {
                if edge.is_negated() {
                    NodeId::FALSE
                } else {
                    NodeId::TRUE
                }
            }
            (None, _) => graph.new_leaf(),
        };
        shared.nodes.push(id);
        shared.sorts.insert(id, node.sort);
        if let Meaning::Number(number) = &node.meaning {
            self.share(id, node.sort, number, sat);
        }
    }

    /// Makes a node known as a number. Nodes that are the same number are equal. A node that is a number
    /// already, because its arguments turned out to be those of another application, is equal to the node of
    /// this one too.
    fn share(&mut self, node: NodeId, sort: Sort, number: &Number, sat: &mut SatSolver) {
        let shared = &mut self.shared;
        let known = shared.number_of.get(&node).map(|&index| &shared.numbers[index].2);
        let (is_known, is_same) = (known.is_some(), known == Some(number));
        if is_same {
            return;
        }
        let graph = self.equality.graph_mut();
        let same =
            *shared.by_number.entry((sort, number.clone())).or_insert_with(|| match number.as_constant() {
                Some(_) => graph.new_value(),
                None if is_known => graph.new_leaf(),
                None => node,
            });
        for node in [node, same] {
            if !shared.number_of.contains_key(&node) {
                shared.sorts.insert(node, sort);
                shared.add_number(node, sort, number.clone());
            }
        }
        if same != node && self.equality.equality_atom(node, same).is_none() {
            let var = sat.new_atom();
            self.equality.add_equality_atom(var, node, same);
            sat.add_clause(&[var.positive()]);
            self.shared.stated_equalities.push((node, same));
        }
    }

    /// When both theories have a model: makes them agree on which numbers are equal.
    pub(super) fn reconcile(&mut self, context: &mut TheoryContext<'_>) -> FinalCheck {
        let values: Vec<Rat> =
            self.shared.numbers.iter().map(|(_, _, number)| self.evaluate(number)).collect();
        let mut disagreements = self.equal_only_in_the_graph(&values);
        if disagreements.is_empty() {
            disagreements = self.congruent_only_in_arithmetic(&values);
        }
        if !context.budget.spend((self.shared.numbers.len() + disagreements.len()) as u64) {
            let reason = context.budget.stopped().cloned();
            return reason.map_or(FinalCheck::Continue, FinalCheck::GiveUp);
        }
        if disagreements.is_empty() {
            return self.instantiate_axioms(context);
        }
        if self.kind == ArithmeticKind::Difference {
            return FinalCheck::GiveUp(Incompleteness::NeedsAtoms.into());
        }
        for Disagreement { left, right, try_equal } in disagreements {
            let equality = self.interface_equality(left, right, context);
            context.prefer(if try_equal { equality } else { !equality });
        }
        FinalCheck::Continue
    }

    /// Whether both theories say that two nodes are equal: by value if they are numbers, in the e-graph
    /// otherwise.
    pub(super) fn are_same(&self, left: NodeId, right: NodeId) -> bool {
        match (self.shared.number(left), self.shared.number(right)) {
            (Some(left), Some(right)) => self.evaluate(left) == self.evaluate(right),
            _ => self.equality.graph().are_equal(left, right),
        }
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
    fn equal_only_in_the_graph(&self, values: &[Rat]) -> Vec<Disagreement> {
        let mut first: FxHashMap<NodeId, usize> = FxHashMap::default();
        let mut found = Vec::new();
        for (index, (node, _, _)) in self.shared.numbers.iter().enumerate() {
            let other = *first.entry(self.equality.graph().find(*node)).or_insert(index);
            if values[other] != values[index] {
                let left = self.shared.numbers[other].0;
                found.push(Disagreement { left, right: *node, try_equal: true });
            }
        }
        found
    }

    /// Arguments that have equal values, though the e-graph does not know that they are equal, where that
    /// would make two applications equal that are different now. Of two applications the first such arguments
    /// will do: when they are different, the applications may be too; when they are equal, the next ones get
    /// their turn.
    fn congruent_only_in_arithmetic(&self, values: &[Rat]) -> Vec<Disagreement> {
        let graph = self.equality.graph();
        let value_of = |node: NodeId| self.shared.number_of.get(&node).map(|&index| &values[index]);
        let mut found = Vec::new();
        for &function in &self.shared.numeric_functions {
            let mut seen: FxHashMap<Vec<Result<&Rat, NodeId>>, NodeId> = FxHashMap::default();
            let apps = graph.apps(function);
            for &app in apps {
                let args = graph.args(app).iter();
                let key = args.map(|&arg| value_of(arg).ok_or(graph.find(arg))).collect();
                let other = *seen.entry(key).or_insert(app);
                if graph.are_equal(app, other)
                    || value_of(app).is_some_and(|value| value_of(other) == Some(value))
                {
                    continue;
                }
                let mut args = graph.args(app).iter().copied().zip(graph.args(other).iter().copied());
                if let Some((left, right)) = args.find(|&(left, right)| !graph.are_equal(left, right)) {
                    let try_equal = !self.is_better_apart(left, right, apps.len());
                    found.push(Disagreement { left, right, try_equal });
                }
            }
        }
        found
    }

    /// Whether to try first that two numbers are different, which have the same value and are arguments of
    /// the same function.
    ///
    /// The applications have different values, so a model near this one has the arguments apart, as long as
    /// there is room for that: most numbers are equal by accident, because the simplex puts them on the same
    /// bound. To say that they are equal makes the applications equal too, and whatever follows from that.
    /// But each application forbids one value, so a number whose bounds leave it no more values than there
    /// are applications may find all of them taken, after as many tries (an index into a table of 256
    /// entries). Then it is better to take one that is there.
    ///
    /// If bounds leave both numbers no choice at all, they are equal for a reason, and to try the contrary is
    /// to learn it at once.
    ///
    /// Measured on the 27 files of certora with 6 s each (CPU seconds over all, limits included; two runs may
    /// differ by some of them): 16 are solved in 85 s if numbers are always tried to be equal, 19 in 75 s if
    /// never, 18 in 67 s if numbers without a choice are tried to be equal, 19 in 66 s with this rule, 19 in
    /// 64 s if only the first arguments are asked for. Moving free numbers of the model apart before they are
    /// compared, along columns of the tableau, left 194 of the 232 pairs in the first model of one file, and
    /// 19 files in 64 s instead of 66 s: not worth its code.
    fn is_better_apart(&self, left: NodeId, right: NodeId, num_apps: usize) -> bool {
        let choices = [left, right].map(|node| {
            let number = self.shared.number(node)?;
            self.arithmetic.num_other_values(&number.expr.form)
        });
        let have_room =
            choices.iter().any(|choices| choices.as_ref().is_none_or(|n| *n > Int::from(num_apps)));
        have_room || choices.iter().all(|choices| choices.as_ref().is_some_and(Int::is_zero))
    }

    /// Makes an application during the search. If its value is a number, that is a new variable of
    /// arithmetic.
    pub(super) fn apply_in_search(
        &mut self,
        function: Function,
        args: &[NodeId],
        sort: Sort,
        context: &mut TheoryContext<'_>,
    ) -> NodeId {
        let node = self.shared.apply(self.equality.graph_mut(), function, args);
        self.introduce(node, sort, context);
        node
    }

    /// Makes a leaf during the search.
    pub(super) fn leaf_in_search(&mut self, sort: Sort, context: &mut TheoryContext<'_>) -> NodeId {
        let node = self.equality.graph_mut().new_leaf();
        self.introduce(node, sort, context);
        node
    }

    /// Makes a node of the e-graph known to the other theories.
    fn introduce(&mut self, node: NodeId, sort: Sort, context: &mut TheoryContext<'_>) {
        if self.shared.sorts.insert(node, sort).is_some() {
            return;
        }
        if sort.is_numeric() {
            let index = FIRST_FRESH + self.shared.num_fresh;
            self.shared.num_fresh += 1;
            let var = if sort == Sort::Real { NumVar::real(index) } else { NumVar::integer(index) };
            self.shared.by_number.insert((sort, Number::variable(var)), node);
            self.shared.add_number(node, sort, Number::variable(var));
        } else if sort == Sort::Bool && self.equality.atom_of(node).is_none() {
            let var = context.new_atom();
            self.equality.add_predicate_atom(var, node);
        }
    }

    /// The node of a constant number.
    pub(super) fn value_node(&mut self, sort: Sort, value: &Rat) -> NodeId {
        let expr = LinearExpr { constant: value.numer(), ..LinearExpr::default() };
        let number = Number { expr, denominator: value.denom() };
        if let Some(&node) = self.shared.by_number.get(&(sort, number.clone())) {
            return node;
        }
        let node = self.equality.graph_mut().new_value();
        self.shared.by_number.insert((sort, number.clone()), node);
        self.shared.sorts.insert(node, sort);
        self.shared.add_number(node, sort, number);
        node
    }

    /// The literal that says that two different nodes are equal, to all theories that know them.
    pub(super) fn equality_literal(
        &mut self,
        left: NodeId,
        right: NodeId,
        context: &mut TheoryContext<'_>,
    ) -> Lit {
        if self.shared.number(left).is_some() && self.shared.number(right).is_some() {
            return self.interface_equality(left, right, context);
        }
        if let Some(var) = self.equality.equality_atom(left, right) {
            return var.positive();
        }
        let var = context.new_atom();
        self.equality.add_equality_atom(var, left, right);
        self.note_equality(var, left, right);
        var.positive()
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
            self.equality.add_equality_atom(var, left, right);
            var
        });
        if !self.shared.linked.insert(var) {
            return var.positive();
        }
        let numbers = [left, right].map(|node| self.shared.number_of[&node]);
        let [left, right] = numbers.map(|index| &self.shared.numbers[index].2);
        let difference = left.difference(right);
        let literal = |expr: &LinearExpr| self.arithmetic.literal(expr, context);
        for clause in clauses_of_zero(var, &difference, literal) {
            context.lemma(clause);
        }
        var.positive()
    }

    /// The atom `expression = 0` of the theory of equality, if it says that two numbers are equal that this
    /// theory knows. The caller ties it to arithmetic.
    pub(crate) fn equation_atom(&mut self, expr: &LinearExpr, sat: &mut SatSolver) -> Option<Var> {
        let minus_one = Int::MINUS_ONE;
        let (left, right) = match expr.form.terms() {
            [(x, a)] if a.is_one() => {
                // x + c = 0  iff  x + s = s - c
                let (shift, left) = self.shared.shifted.get(x)?.first()?.clone();
                (left, self.value_node(Sort::Int, &Rat::from(shift - &expr.constant)))
            }
            [(x, a), (y, b)] if a.is_one() && *b == minus_one => {
                // x - y + c = 0  iff  x + s = y + s - c
                let mut found = None;
                for (shift, left) in self.shared.shifted.get(x)? {
                    let wanted = shift - &expr.constant;
                    let others = self.shared.shifted.get(y)?;
                    found = found.or_else(|| {
                        others.iter().find(|(other, _)| *other == wanted).map(|&(_, right)| (*left, right))
                    });
                }
                found?
            }
            _ => return None,
        };
        if left == right {
            return None;
        }
        let var = self.equality.equality_atom(left, right).unwrap_or_else(|| {
            let var = sat.new_atom();
            self.equality.add_equality_atom(var, left, right);
            var
        });
        self.shared.linked.insert(var).then_some(var)
    }

    /// How many interface equalities it would take to foresee all: for each function, all pairs of arguments
    /// at the same place, and all pairs of values.
    pub(crate) fn num_foreseen(&self) -> usize {
        let graph = self.equality.graph();
        let of_function = |&function: &FuncId| {
            let apps = graph.apps(function);
            let arity = apps.first().map_or(0, |&app| graph.args(app).len());
            (arity + 1) * apps.len() * apps.len().saturating_sub(1) / 2
        };
        self.shared.functions.values().map(of_function).sum()
    }

    /// Makes all interface equalities that applications of the same function can ask for. Then arithmetic
    /// knows at any time which numbers are equal: those that equality atoms or congruence make equal, step by
    /// step. For theories of arithmetic that cannot have new atoms during the search.
    pub(crate) fn foresee(&mut self, sat: &mut SatSolver, budget: &mut Budget) {
        let mut pairs: Vec<(NodeId, NodeId)> = Vec::new();
        let graph = self.equality.graph();
        for &function in self.shared.functions.values() {
            let apps = graph.apps(function);
            for (position, &left) in apps.iter().enumerate() {
                for &right in &apps[position + 1..] {
                    pairs.push((left, right));
                    pairs.extend(graph.args(left).iter().copied().zip(graph.args(right).iter().copied()));
                }
            }
        }
        pairs.extend(self.shared.stated_equalities.iter().copied());
        pairs.sort_unstable();
        pairs.dedup();
        for (left, right) in pairs {
            let numbers = [left, right].map(|node| self.shared.number(node).cloned());
            if let ([Some(left_number), Some(right_number)], true) = (numbers, left != right) {
                let difference = left_number.difference(&right_number);
                self.foresee_equality(left, right, &difference, sat, budget);
            }
        }
    }

    fn foresee_equality(
        &mut self,
        left: NodeId,
        right: NodeId,
        difference: &LinearExpr,
        sat: &mut SatSolver,
        budget: &mut Budget,
    ) {
        let var = self.equality.equality_atom(left, right).unwrap_or_else(|| {
            let var = sat.new_atom();
            self.equality.add_equality_atom(var, left, right);
            var
        });
        if !self.shared.linked.insert(var) {
            return;
        }
        let literal = |expr: &LinearExpr| self.arithmetic.literal_before(expr, sat, budget);
        for clause in clauses_of_zero(var, difference, literal) {
            sat.add_clause(&clause);
        }
    }
}

/// The clauses that make an atom mean that an expression is zero. `literal` makes `expression <= 0`.
fn clauses_of_zero(
    var: Var,
    difference: &LinearExpr,
    mut literal: impl FnMut(&LinearExpr) -> Lit,
) -> Vec<Vec<Lit>> {
    let content = difference.form.content();
    if content.is_zero() {
        return vec![vec![var.lit(difference.constant.is_zero())]];
    }
    if difference.is_integer() && !content.divides(&difference.constant) {
        return vec![vec![var.negative()]];
    }
    let at_most = literal(difference);
    let at_least = literal(&LinearExpr::default().add_multiple(&Int::MINUS_ONE, difference));
    vec![
        vec![var.negative(), at_most],
        vec![var.negative(), at_least],
        vec![var.positive(), !at_most, !at_least],
    ]
}
