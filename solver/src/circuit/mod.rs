//! The formula between terms and clauses: a hash-consed circuit over normalised arithmetic atoms.
//!
//! An [`Edge`] is a node or its negation, so negation costs nothing and `p` and `not p` share a node.
//! Disjunctions are negated conjunctions. Arithmetic appears only in atoms `form <= bound` whose form is
//! primitive (coefficients without common divisor) and starts with a positive coefficient: `2x + 4y <= 7`,
//! `x + 2y < 4` and `not (-x - 2y <= -4)` are one and the same node. Nodes are simplified as they are made,
//! looking one level deep.

mod functions;

pub(crate) use functions::{Function, FunctionNode, FunctionTerm, Functions, Meaning};

use crate::linear::{Linear, LinearExpr, NumVar};
use crate::num::{Int, Rat};
use crate::term::Table;
use fxhash::FxBuildHasher;
use std::fmt;
use std::hash::BuildHasher;
use std::ops::Not;

/// A propositional variable of the circuit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct BoolVar(pub(crate) u32);

/// A node or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Edge(u32);

impl Edge {
    /// The constant `true`, node 0 of every circuit.
    pub(crate) const TRUE: Edge = Edge(0);
    /// The constant `false`.
    pub(crate) const FALSE: Edge = Edge(1);

    /// The edge to the node at a position.
    pub(crate) fn to_node(index: usize) -> Edge {
        Edge(u32::try_from(index << 1).expect("too many nodes"))
    }

    /// The node it leads to.
    pub(crate) fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it negates the node.
    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// `true` or `false` as an edge.
    pub(crate) fn constant(value: bool) -> Edge {
        if value { Edge::TRUE } else { Edge::FALSE }
    }

    /// This edge, negated if asked.
    pub(crate) fn negated_if(self, negate: bool) -> Edge {
        Edge(self.0 ^ negate as u32)
    }
}

impl Not for Edge {
    type Output = Edge;
    fn not(self) -> Edge {
        Edge(self.0 ^ 1)
    }
}

impl fmt::Debug for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}n{}", if self.is_negated() { "-" } else { "" }, self.node())
    }
}

/// A linear form that atoms compare with constants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct FormId(u32);

impl FormId {
    /// Position in per-form arrays.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node computes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Node {
    /// `true`; only node 0.
    True,
    /// A propositional variable.
    Input(BoolVar),
    /// `form <= bound`, all variables integers
    Le(FormId, Int),
    /// `form <= bound`, some variables reals
    RealLe(FormId, Rat),
    /// `form < bound`, some variables reals
    RealLt(FormId, Rat),
    /// These terms, different ones and the smaller first, of a declared sort or arrays, are equal.
    Equal(FunctionTerm, FunctionTerm),
    /// This Boolean application is true.
    Holds(FunctionTerm),
    /// All of these, at least two, sorted, none constant, none twice, none with its negation.
    And(Box<[Edge]>),
    /// Exactly one of these two, neither negated.
    Xor(Edge, Edge),
    /// If the first then the second else the third; the first and second are not negated.
    Ite(Edge, Edge, Edge),
}

/// The nodes, forms and variables of a formula.
pub(crate) struct Circuit {
    nodes: Vec<Node>,
    /// The nodes by content, without the node `true`.
    node_table: Table,
    forms: Vec<Linear<NumVar>>,
    /// The forms by content.
    form_table: Table,
}

impl Default for Circuit {
    fn default() -> Self {
        Circuit::new()
    }
}

impl Circuit {
    /// Only the node `true`.
    pub(crate) fn new() -> Circuit {
        Circuit {
            nodes: vec![Node::True],
            node_table: Table::default(),
            forms: Vec::new(),
            form_table: Table::default(),
        }
    }

    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The node that an edge leads to.
    pub(crate) fn node(&self, edge: Edge) -> &Node {
        &self.nodes[edge.node()]
    }

    /// The node at a position; nodes come after the nodes that they use.
    pub(crate) fn node_at(&self, index: usize) -> &Node {
        &self.nodes[index]
    }

    /// The form behind an id.
    pub(crate) fn form(&self, id: FormId) -> &Linear<NumVar> {
        &self.forms[id.index()]
    }

    /// Gives back the memory that is only needed to make nodes, of which there will be no more.
    pub(crate) fn seal(&mut self) {
        self.node_table = Table::default();
        self.form_table = Table::default();
    }

    fn intern(&mut self, node: Node) -> Edge {
        let hash = FxBuildHasher.hash_one(&node);
        if let Some(id) = self.node_table.find(hash, |id| self.nodes[id as usize] == node) {
            return Edge::to_node(id as usize);
        }
        let edge = Edge::to_node(self.nodes.len());
        self.node_table.insert(hash, edge.node() as u32);
        self.nodes.push(node);
        edge
    }

    /// A propositional variable.
    pub(crate) fn input(&mut self, var: BoolVar) -> Edge {
        self.intern(Node::Input(var))
    }

    /// All of these.
    pub(crate) fn and(&mut self, edges: &[Edge]) -> Edge {
        let mut parts: Vec<Edge> = edges.iter().copied().filter(|&edge| edge != Edge::TRUE).collect();
        parts.sort_unstable();
        parts.dedup();
        // `p` and `not p` are neighbours in this order.
        if parts.contains(&Edge::FALSE) || parts.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Edge::FALSE;
        }
        match parts.len() {
            0 => Edge::TRUE,
            1 => parts[0],
            _ => self.intern(Node::And(parts.into_boxed_slice())),
        }
    }

    /// One of these at least.
    pub(crate) fn or(&mut self, edges: &[Edge]) -> Edge {
        let negated: Vec<Edge> = edges.iter().map(|&edge| !edge).collect();
        !self.and(&negated)
    }

    /// Exactly one of the two.
    pub(crate) fn xor(&mut self, left: Edge, right: Edge) -> Edge {
        let negate = left.is_negated() ^ right.is_negated();
        let (left, right) = (left.negated_if(left.is_negated()), right.negated_if(right.is_negated()));
        let (left, right) = (left.min(right), left.max(right));
        let positive = if left == right {
            Edge::FALSE
        } else if left == Edge::TRUE {
            !right
        } else {
            self.intern(Node::Xor(left, right))
        };
        positive.negated_if(negate)
    }

    /// If the first then the second else the third.
    pub(crate) fn ite(&mut self, condition: Edge, then: Edge, otherwise: Edge) -> Edge {
        if condition.is_negated() {
            return self.ite(!condition, otherwise, then);
        }
        if condition == Edge::TRUE || then == otherwise {
            return then;
        }
        if then == !otherwise {
            return self.xor(condition, otherwise);
        }
        if then == Edge::TRUE || then == condition {
            return self.or(&[condition, otherwise]);
        }
        if then == Edge::FALSE || then == !condition {
            return self.and(&[!condition, otherwise]);
        }
        if otherwise == Edge::TRUE || otherwise == !condition {
            return self.or(&[!condition, then]);
        }
        if otherwise == Edge::FALSE || otherwise == condition {
            return self.and(&[condition, then]);
        }
        if then.is_negated() {
            return !self.intern(Node::Ite(condition, !then, !otherwise));
        }
        self.intern(Node::Ite(condition, then, otherwise))
    }

    /// `expr <= 0`
    pub(crate) fn at_most_zero(&mut self, expr: &LinearExpr) -> Edge {
        if expr.form.is_empty() {
            return Edge::constant(!expr.constant.is_positive());
        }
        if !expr.is_integer() {
            return self.real_atom(expr, false);
        }
        let (form, bound, is_negated) = expr.as_bound();
        let form = self.form_id(form);
        self.intern(Node::Le(form, bound)).negated_if(is_negated)
    }

    /// `expr < 0`
    pub(crate) fn below_zero(&mut self, expr: &LinearExpr) -> Edge {
        if expr.is_integer() {
            let constant = &expr.constant + Int::ONE;
            return self.at_most_zero(&LinearExpr { form: expr.form.clone(), constant });
        }
        self.real_atom(expr, true)
    }

    /// `expr <= 0` or, strictly, `expr < 0`, with a real variable in it.
    fn real_atom(&mut self, expr: &LinearExpr, strict: bool) -> Edge {
        let content = expr.form.content();
        let bound = Rat::new(-&expr.constant, content.clone());
        if expr.form.terms()[0].1.is_positive() {
            let form = self.form_id(expr.form.divided(&content));
            self.intern(if strict { Node::RealLt(form, bound) } else { Node::RealLe(form, bound) })
        } else {
            // -f <= b  iff  f >= -b  iff  not (f < -b)
            let form = self.form_id(expr.form.divided(&-content));
            !self.intern(if strict { Node::RealLe(form, -bound) } else { Node::RealLt(form, -bound) })
        }
    }

    /// These terms of a declared sort, or arrays, are equal.
    pub(crate) fn equal(&mut self, left: FunctionTerm, right: FunctionTerm) -> Edge {
        if left == right {
            return Edge::TRUE;
        }
        self.intern(Node::Equal(left.min(right), left.max(right)))
    }

    /// This Boolean application is true.
    pub(crate) fn holds(&mut self, term: FunctionTerm) -> Edge {
        self.intern(Node::Holds(term))
    }

    /// `expr = 0`
    pub(crate) fn is_zero(&mut self, expr: &LinearExpr) -> Edge {
        let content = expr.form.content();
        if expr.form.is_empty() {
            return Edge::constant(expr.constant.is_zero());
        }
        if expr.is_integer() && !content.divides(&expr.constant) {
            return Edge::FALSE;
        }
        let negated = LinearExpr { form: expr.form.scaled(&Int::MINUS_ONE), constant: -&expr.constant };
        let (at_most, at_least) = (self.at_most_zero(expr), self.at_most_zero(&negated));
        self.and(&[at_most, at_least])
    }

    /// The expression over integers that an edge says is zero, if it says that.
    pub(crate) fn equation(&self, edge: Edge) -> Option<LinearExpr> {
        let Node::And(parts) = self.node(edge) else { return None };
        let [first, second] = parts[..] else { return None };
        let (upper, lower) = if first.is_negated() { (second, first) } else { (first, second) };
        match (self.node(upper), self.node(lower)) {
            (Node::Le(form, bound), Node::Le(other, below))
                if !edge.is_negated()
                    && !upper.is_negated()
                    && lower.is_negated()
                    && form == other
                    && below + Int::ONE == *bound =>
            {
                Some(LinearExpr { form: self.form(*form).clone(), constant: -bound })
            }
            _ => None,
        }
    }

    fn form_id(&mut self, form: Linear<NumVar>) -> FormId {
        let hash = FxBuildHasher.hash_one(&form);
        if let Some(id) = self.form_table.find(hash, |id| self.forms[id as usize] == form) {
            return FormId(id);
        }
        let id = u32::try_from(self.forms.len()).expect("too many linear forms");
        self.forms.push(form);
        self.form_table.insert(hash, id);
        FormId(id)
    }

    /// An atom of another circuit, `form <= bound`, whose form is known here by another id.
    pub(crate) fn copied_atom(&mut self, form: FormId, bound: Int) -> Edge {
        self.intern(Node::Le(form, bound))
    }

    /// The form of another circuit, normalised as all are.
    pub(crate) fn copied_form(&mut self, form: &Linear<NumVar>) -> FormId {
        self.form_id(form.clone())
    }

    /// How many forms there are.
    pub(crate) fn num_forms(&self) -> usize {
        self.forms.len()
    }

    /// Marks the nodes below these edges.
    pub(crate) fn reachable(&self, roots: impl IntoIterator<Item = Edge>) -> Vec<bool> {
        let mut seen = vec![false; self.len()];
        let mut stack: Vec<usize> = roots.into_iter().map(Edge::node).collect();
        while let Some(node) = stack.pop() {
            if std::mem::replace(&mut seen[node], true) {
                continue;
            }
            match &self.nodes[node] {
                Node::True | Node::Input(_) | Node::Equal(..) | Node::Holds(_) => {}
                Node::Le(..) | Node::RealLe(..) | Node::RealLt(..) => {}
                Node::And(parts) => stack.extend(parts.iter().map(|part| part.node())),
                Node::Xor(left, right) => stack.extend([left.node(), right.node()]),
                Node::Ite(condition, then, otherwise) => {
                    stack.extend([condition.node(), then.node(), otherwise.node()]);
                }
            }
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expr(terms: &[(usize, i64)], constant: i64) -> LinearExpr {
        let form = Linear::new(terms.iter().map(|&(var, c)| (NumVar::integer(var), Int::from(c))).collect());
        LinearExpr { form, constant: Int::from(constant) }
    }

    #[test]
    fn equivalent_atoms_are_one_node() {
        let mut circuit = Circuit::new();
        let first = circuit.at_most_zero(&expr(&[(0, 2), (1, 4)], -7));
        let second = circuit.at_most_zero(&expr(&[(0, 1), (1, 2)], -3));
        let third = !circuit.at_most_zero(&expr(&[(0, -1), (1, -2)], 4));
        assert_eq!(first, second);
        assert_eq!(second, third);
        assert_eq!(circuit.len(), 2);
    }

    #[test]
    fn equations_without_integer_solutions_are_false() {
        let mut circuit = Circuit::new();
        assert_eq!(circuit.is_zero(&expr(&[(0, 3), (1, 6)], -1)), Edge::FALSE);
        assert_ne!(circuit.is_zero(&expr(&[(0, 3), (1, 6)], -9)), Edge::FALSE);
    }

    #[test]
    fn boolean_nodes_are_simplified_as_they_are_made() {
        let mut circuit = Circuit::new();
        let (p, q) = (circuit.input(BoolVar(0)), circuit.input(BoolVar(1)));
        assert_eq!(circuit.and(&[p, !p, q]), Edge::FALSE);
        assert_eq!(circuit.or(&[p, !p]), Edge::TRUE);
        assert_eq!(circuit.and(&[p, p, Edge::TRUE]), p);
        assert_eq!(circuit.xor(!p, q), !circuit.xor(q, p));
        assert_eq!(circuit.ite(!p, q, Edge::TRUE), circuit.or(&[p, q]));
        assert_eq!(circuit.ite(p, q, !q), !circuit.xor(p, q));
    }
}
