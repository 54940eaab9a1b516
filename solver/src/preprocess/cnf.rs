//! Circuit to clauses, after Tseitin, with each definition only in the directions in which it is used (Plaisted and
//! Greenbaum).

use super::circuit::{BoolVar, Edge, Node};
use super::simplify::Problem;
use crate::limits::Budget;
use crate::sat::{Lit, SatSolver, Var};
use crate::theory::ArithTheory;

/// Which propositional variable stands for what.
pub struct Encoding {
    /// The SAT variable of each propositional variable of the circuit that occurs.
    pub inputs: Vec<(BoolVar, Var)>,
    /// The literals of the assumptions, in order.
    pub assumptions: Vec<Lit>,
}

/// Writes the problem into the SAT core, and its atoms into the theory. `None` if the budget ran out.
pub fn encode<T: ArithTheory>(
    problem: &Problem,
    sat: &mut SatSolver,
    theory: &mut T,
    budget: &mut Budget,
) -> Option<Encoding> {
    let mut encoder = Encoder {
        problem,
        sat,
        theory,
        budget,
        lits: vec![None; problem.circuit.len()],
        written: vec![[false; 2]; problem.circuit.len()],
        pending: Vec::new(),
        inputs: Vec::new(),
    };
    for &conjunct in &problem.conjuncts {
        encoder.assert(conjunct);
    }
    let assumptions = problem.assumptions.iter().map(|&edge| encoder.use_edge(edge)).collect();
    while let Some((node, direction)) = encoder.pending.pop() {
        encoder.write(node, direction);
        if !encoder.budget.spend(1) {
            return None;
        }
    }
    let inputs = encoder.inputs;
    theory.write_order_clauses(sat);
    Some(Encoding { inputs, assumptions })
}

struct Encoder<'a, T> {
    problem: &'a Problem,
    sat: &'a mut SatSolver,
    theory: &'a mut T,
    budget: &'a mut Budget,
    /// The literal of each node that has one.
    lits: Vec<Option<Lit>>,
    /// For each node, whether its definition is written or pending: `[lit => node, node => lit]`.
    written: Vec<[bool; 2]>,
    /// Nodes whose definition is still to be written, with the direction: `true` for `lit => node`.
    pending: Vec<(usize, bool)>,
    inputs: Vec<(BoolVar, Var)>,
}

impl<T: ArithTheory> Encoder<'_, T> {
    /// Asserts a conjunct; a disjunction becomes a clause of its own parts.
    fn assert(&mut self, conjunct: Edge) {
        let problem = self.problem;
        let clause: Vec<Lit> = match problem.circuit.node(conjunct) {
            Node::And(parts) if conjunct.is_negated() => {
                parts.iter().map(|&part| self.use_edge(!part)).collect()
            }
            _ if conjunct == Edge::TRUE => return,
            _ if conjunct == Edge::FALSE => Vec::new(),
            _ => vec![self.use_edge(conjunct)],
        };
        self.sat.add_clause(&clause);
    }

    /// The literal of an edge that is used in the positive: if the literal is true, the edge must be.
    fn use_edge(&mut self, edge: Edge) -> Lit {
        let direction = !edge.is_negated();
        if !std::mem::replace(&mut self.written[edge.node()][!direction as usize], true) {
            self.pending.push((edge.node(), direction));
        }
        self.lit(edge)
    }

    fn lit(&mut self, edge: Edge) -> Lit {
        let problem = self.problem;
        let lit = match self.lits[edge.node()] {
            Some(lit) => lit,
            None => {
                let lit = match problem.circuit.node(edge) {
                    Node::Le(form, bound) => {
                        let form = problem.circuit.form(*form);
                        self.theory.new_atom(form, bound, self.sat, self.budget).positive()
                    }
                    Node::Input(var) => {
                        let sat_var = self.sat.new_var();
                        self.inputs.push((*var, sat_var));
                        sat_var.positive()
                    }
                    Node::True => {
                        let var = self.sat.new_var();
                        self.sat.add_clause(&[var.positive()]);
                        var.positive()
                    }
                    _ => self.sat.new_var().positive(),
                };
                self.lits[edge.node()] = Some(lit);
                lit
            }
        };
        if edge.is_negated() { !lit } else { lit }
    }

    /// Writes one direction of a node's definition.
    fn write(&mut self, node: usize, direction: bool) {
        let problem = self.problem;
        let lit = self.lits[node].expect("pending nodes have a literal");
        match problem.circuit.node_at(node) {
            Node::True | Node::Input(_) | Node::Le(..) => {}
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
