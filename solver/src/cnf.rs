//! Circuit to clauses, after Tseitin, with each definition only in the directions in which it is used
//! (Plaisted and Greenbaum).

use crate::circuit::{BoolVar, Circuit, Edge, Functions, Meaning, Node};
use crate::combine::Combination;
use crate::limits::Budget;
use crate::sat::{Lit, SatSolver, Var};

/// Which literal stands for what. It can be added to when the circuit has grown.
#[derive(Default)]
pub(crate) struct Encoding {
    /// The SAT variable of each propositional variable of the circuit that occurs.
    pub inputs: Vec<(BoolVar, Var)>,
    /// The literal of each node that has one.
    lits: Vec<Option<Lit>>,
    /// For each node, whether its definition is written or pending: `[lit => node, node => lit]`.
    written: Vec<[bool; 2]>,
}

/// Writes parts of a circuit into the SAT core, and its atoms into the theories.
pub(crate) struct Encoder<'a> {
    circuit: &'a Circuit,
    encoding: &'a mut Encoding,
    sat: &'a mut SatSolver,
    theories: &'a mut Combination,
    budget: &'a mut Budget,
    /// Nodes whose definition is still to be written, with the direction: `true` for `lit => node`.
    pending: Vec<(usize, bool)>,
}

impl<'a> Encoder<'a> {
    /// An encoder that has encoded nothing new yet.
    pub(crate) fn new(
        circuit: &'a Circuit,
        encoding: &'a mut Encoding,
        sat: &'a mut SatSolver,
        theories: &'a mut Combination,
        budget: &'a mut Budget,
    ) -> Encoder<'a> {
        encoding.lits.resize(circuit.len(), None);
        encoding.written.resize(circuit.len(), [false; 2]);
        Encoder { circuit, encoding, sat, theories, budget, pending: Vec::new() }
    }

    /// Makes the theories know the terms of the theory of equality that they do not know yet.
    pub(crate) fn add_functions(&mut self, functions: &Functions) {
        self.theories.add_array_sorts(functions.array_sorts());
        for (term, node) in functions.iter().skip(self.theories.num_terms()) {
            self.theories.add_term(node, self.sat);
            let Meaning::Truth(edge) = node.meaning else { continue };
            if edge.node() == 0 {
                continue;
            }
            // Every Boolean argument needs an atom, so that it has a value in the end.
            let lit = self.use_edge(edge);
            self.use_edge(!edge);
            let atom = self.theories.predicate_atom(term, self.sat).positive();
            if atom != lit {
                self.sat.add_clause(&[!atom, lit]);
                self.sat.add_clause(&[atom, !lit]);
            }
        }
    }

    /// Asserts a conjunct; with a guard only if that is true. A disjunction becomes a clause of its own
    /// parts.
    pub(crate) fn assert(&mut self, conjunct: Edge, guard: Option<Lit>) {
        let mut clause: Vec<Lit> = match self.circuit.node(conjunct) {
            Node::And(parts) if conjunct.is_negated() => {
                parts.iter().map(|&part| self.use_edge(!part)).collect()
            }
            Node::And(parts) => {
                for &part in parts {
                    let part = self.use_edge(part);
                    match guard {
                        Some(guard) => self.sat.add_clause(&[!guard, part]),
                        None => self.sat.add_clause(&[part]),
                    }
                }
                return;
            }
            _ if conjunct == Edge::TRUE => return,
            _ if conjunct == Edge::FALSE => Vec::new(),
            _ => vec![self.use_edge(conjunct)],
        };
        clause.extend(guard.map(|guard| !guard));
        self.sat.add_clause(&clause);
    }

    /// Makes all equalities between numbers that the theories may ask for, unless there are more than this;
    /// see [`Combination::foresee`].
    pub(crate) fn foresee(&mut self, most: usize) -> bool {
        let is_few = self.theories.num_foreseen() <= most;
        if is_few {
            self.theories.foresee(self.sat, self.budget);
        }
        is_few
    }

    /// Writes all definitions that are still to be written; `false` if the budget ran out.
    pub(crate) fn finish(mut self) -> bool {
        while let Some((node, direction)) = self.pending.pop() {
            self.write(node, direction);
            if !self.budget.spend(1) {
                return false;
            }
        }
        self.theories.write_order_clauses(self.sat);
        true
    }

    /// The literal of an edge that is used in the positive: if the literal is true, the edge must be.
    pub(crate) fn use_edge(&mut self, edge: Edge) -> Lit {
        let direction = !edge.is_negated();
        if !std::mem::replace(&mut self.encoding.written[edge.node()][!direction as usize], true) {
            self.pending.push((edge.node(), direction));
        }
        self.lit(edge)
    }

    fn lit(&mut self, edge: Edge) -> Lit {
        let circuit = self.circuit;
        let lit = match self.encoding.lits[edge.node()] {
            Some(lit) => lit,
            None => {
                let lit = match circuit.node(edge) {
                    Node::Le(form, bound) => {
                        let form = circuit.form(*form);
                        self.theories.integer_atom(form, bound, self.sat, self.budget)
                    }
                    Node::RealLe(form, bound) | Node::RealLt(form, bound) => {
                        let strict = matches!(circuit.node(edge), Node::RealLt(..));
                        self.theories.real_atom(circuit.form(*form), bound, strict, self.sat, self.budget)
                    }
                    Node::Equal(left, right) => {
                        self.theories.equality_atom(*left, *right, self.sat).positive()
                    }
                    Node::Holds(term) => self.theories.predicate_atom(*term, self.sat).positive(),
                    Node::Input(input) => {
                        let var = self.sat.new_var();
                        self.encoding.inputs.push((*input, var));
                        var.positive()
                    }
                    Node::True => {
                        let var = self.sat.new_var();
                        self.sat.add_clause(&[var.positive()]);
                        var.positive()
                    }
                    _ => self.sat.new_var().positive(),
                };
                self.encoding.lits[edge.node()] = Some(lit);
                self.tie_to_equality(edge.node(), lit);
                lit
            }
        };
        if edge.is_negated() { !lit } else { lit }
    }

    /// If a node says that two numbers are equal that the theory of equality knows, makes it an atom there
    /// too, so that it need not wait for the end of the search to hear of it.
    fn tie_to_equality(&mut self, node: usize, lit: Lit) {
        let edge = Edge::to_node(node);
        if let Some(equation) = self.circuit.equation(edge)
            && let Some(atom) = self.theories.equation_atom(&equation, self.sat)
        {
            self.use_edge(edge);
            self.use_edge(!edge);
            self.sat.add_clause(&[atom.negative(), lit]);
            self.sat.add_clause(&[atom.positive(), !lit]);
        }
    }

    /// Writes one direction of a node's definition.
    fn write(&mut self, node: usize, direction: bool) {
        let circuit = self.circuit;
        let lit = self.encoding.lits[node].expect("pending nodes have a literal");
        match circuit.node_at(node) {
            Node::True | Node::Input(_) | Node::Equal(..) | Node::Holds(_) => {}
            Node::Le(..) | Node::RealLe(..) | Node::RealLt(..) => {}
            Node::And(parts) if direction => {
                for &part in parts {
                    let part = self.use_edge(part);
                    self.sat.add_clause(&[!lit, part]);
                }
            }
            Node::And(parts) => {
                let mut clause = vec![lit];
                clause.extend(parts.iter().map(|&part| self.use_edge(!part)));
                self.sat.add_clause(&clause);
            }
            &Node::Xor(left, right) => {
                let not_left = self.use_edge(!left);
                let not_right = self.use_edge(!right);
                let (left, right) = (self.use_edge(left), self.use_edge(right));
                let (first, second) = if direction {
                    ([!lit, left, right], [!lit, not_left, not_right])
                } else {
                    ([lit, left, not_right], [lit, not_left, right])
                };
                self.sat.add_clause(&first);
                self.sat.add_clause(&second);
            }
            &Node::Ite(condition, then, otherwise) => {
                let (yes, no) = (self.use_edge(condition), self.use_edge(!condition));
                let (lit, then, otherwise) = if direction {
                    (!lit, self.use_edge(then), self.use_edge(otherwise))
                } else {
                    (lit, self.use_edge(!then), self.use_edge(!otherwise))
                };
                self.sat.add_clause(&[lit, no, then]);
                self.sat.add_clause(&[lit, yes, otherwise]);
                // Implied by the two above, but propagates when the condition is open.
                self.sat.add_clause(&[lit, then, otherwise]);
            }
        }
    }
}
