//! Simplification of a conjunction of circuit edges: top-level facts are used everywhere else.
//!
//! Rounds of the following, until nothing changes:
//! 1. *Flatten*: conjuncts that are conjunctions are split up.
//! 2. *Learn*: a conjunct is true wherever else it occurs; an atom at the top bounds its form; two such
//!    bounds that meet are an equation.
//! 3. *Solve*: equations eliminate variables ([`crate::elimination`]). So do congruences: if every equation
//!    of a disjunction implies that `e` is divisible by `g`, then `e = g t` for some integer `t`.
//! 4. *Rebuild*: the circuit is rebuilt with all of that put in.

use super::translate::{Origin, Translation};
use crate::circuit::{BoolVar, Circuit, Edge, FormId, Functions, Meaning, Node};
use crate::elimination::Elimination;
use crate::limits::Budget;
use crate::linear::{Linear, LinearExpr, NumVar};
use crate::num::{Int, Rat};
use fxhash::{FxHashMap, FxHashSet};

/// Rounds at most; each one costs a pass over the whole circuit.
const MAX_ROUNDS: usize = 12;

/// Disjunctions with more parts are not looked at for what they have in common.
const MAX_DISJUNCTS: usize = 8;

/// A conjunction to be decided, and how to get from its models to those of the input.
pub(crate) struct Problem {
    /// The nodes.
    pub circuit: Circuit,
    /// The terms of the theory of equality.
    pub functions: Functions,
    /// What must hold; a conjunction. `[FALSE]` if it was found unsatisfiable.
    pub conjuncts: Vec<Edge>,
    /// Edges that are not asserted but that the caller wants to talk about: assumptions.
    pub assumptions: Vec<Edge>,
    /// The numeric variables by position, and what they stand for.
    pub origins: Vec<(NumVar, Origin)>,
    /// Values found for propositional variables.
    pub bool_values: FxHashMap<BoolVar, bool>,
    /// Eliminated numeric variables.
    pub elimination: Elimination,
    /// No step may make atoms other than differences.
    only_differences: bool,
}

/// Bounds on forms that hold at the top.
#[derive(Default)]
struct Facts {
    /// `[lower, upper]` of each form.
    bounds: FxHashMap<FormId, [Option<Int>; 2]>,
    /// `[lower, upper]` of forms with reals, strict bounds left out.
    real_bounds: FxHashMap<FormId, [Option<Rat>; 2]>,
    /// Value of each node that is a conjunct.
    nodes: FxHashMap<usize, bool>,
}

impl Problem {
    /// The conjunction of these edges of a translation, and assumptions.
    pub(crate) fn new(translation: Translation, asserted: &[Edge], assumptions: &[Edge]) -> Problem {
        let Translation { circuit, functions, definitions, origins, .. } = translation;
        let mut conjuncts = asserted.to_vec();
        conjuncts.extend(definitions);
        Problem {
            circuit,
            functions,
            conjuncts,
            assumptions: assumptions.to_vec(),
            origins,
            bool_values: FxHashMap::default(),
            elimination: Elimination::default(),
            only_differences: false,
        }
    }

    /// If all atoms are differences, promises to keep it that way: the fast theory for them is worth more
    /// than what congruences would find. (Solving equations between differences yields differences.)
    pub(crate) fn keep_differences(&mut self) {
        let reachable = self.circuit.reachable(self.roots());
        let is_kept = |index: usize| match self.circuit.node_at(index) {
            Node::Le(form, _) => self.circuit.form(*form).is_difference(),
            _ => true,
        };
        self.only_differences = (0..reachable.len()).filter(|&index| reachable[index]).all(is_kept);
    }

    /// Simplifies until nothing changes; `false` if the budget ran out.
    pub(crate) fn simplify(&mut self, budget: &mut Budget) -> bool {
        for _ in 0..MAX_ROUNDS {
            if !budget.spend(self.circuit.len() as u64) {
                return false;
            }
            self.flatten();
            let facts = self.learn();
            if self.is_false() {
                break;
            }
            let eliminated = self.solve(&facts);
            let bounds = VarBounds::new(&self.circuit, &facts);
            if self.is_false() || (!eliminated && self.is_settled(&facts, &bounds)) {
                break;
            }
            let before = (self.circuit.len(), self.conjuncts.len());
            self.rebuild(&facts, &bounds);
            let after = (self.circuit.len(), self.conjuncts.len());
            if self.is_false() || (!eliminated && before == after) {
                break;
            }
        }
        true
    }

    /// Whether the conjunction was found unsatisfiable.
    pub(crate) fn is_false(&self) -> bool {
        self.conjuncts.contains(&Edge::FALSE)
    }

    fn flatten(&mut self) {
        let mut flat = Vec::with_capacity(self.conjuncts.len());
        let mut seen = FxHashSet::default();
        let mut pending: Vec<Edge> = self.conjuncts.iter().rev().copied().collect();
        while let Some(edge) = pending.pop() {
            if edge == Edge::TRUE || !seen.insert(edge) {
                continue;
            }
            if seen.contains(&!edge) || edge == Edge::FALSE {
                flat = vec![Edge::FALSE];
                break;
            }
            match self.circuit.node(edge) {
                Node::And(parts) if !edge.is_negated() => pending.extend(parts.iter().rev()),
                _ => flat.push(edge),
            }
        }
        self.conjuncts = flat;
    }

    fn learn(&mut self) -> Facts {
        let mut facts = Facts::default();
        for &edge in &self.conjuncts {
            facts.nodes.insert(edge.node(), !edge.is_negated());
            match self.circuit.node(edge) {
                Node::Input(var) => {
                    self.bool_values.insert(*var, !edge.is_negated());
                }
                Node::Le(form, bound) => {
                    let [lower, upper] = facts.bounds.entry(*form).or_default();
                    match edge.is_negated() {
                        true => raise(lower, &(bound + Int::ONE)),
                        false => reduce(upper, bound),
                    }
                }
                Node::RealLe(form, bound) if !edge.is_negated() => {
                    reduce(&mut facts.real_bounds.entry(*form).or_default()[1], bound);
                }
                Node::RealLt(form, bound) if edge.is_negated() => {
                    raise(&mut facts.real_bounds.entry(*form).or_default()[0], bound);
                }
                _ => {}
            }
        }
        let crossed =
            |[lower, upper]: &[Option<Int>; 2]| matches!((lower, upper), (Some(l), Some(u)) if l > u);
        let crossed_reals =
            |[lower, upper]: &[Option<Rat>; 2]| matches!((lower, upper), (Some(l), Some(u)) if l > u);
        if facts.bounds.values().any(crossed) || facts.real_bounds.values().any(crossed_reals) {
            self.conjuncts = vec![Edge::FALSE];
        }
        facts
    }

    /// Uses the equations among the facts; `true` if a variable was eliminated.
    fn solve(&mut self, facts: &Facts) -> bool {
        // In the order of the conjuncts, so that no hash order decides.
        let mut equations = Vec::new();
        let mut real_equations = Vec::new();
        let mut seen = FxHashSet::default();
        for &edge in &self.conjuncts {
            match self.circuit.node(edge) {
                Node::Le(form, _) => {
                    if let Some([Some(lower), Some(upper)]) = facts.bounds.get(form)
                        && lower == upper
                        && seen.insert(*form)
                    {
                        let form = self.circuit.form(*form).clone();
                        equations.push(LinearExpr { form, constant: -lower });
                    }
                }
                Node::RealLe(form, _) => {
                    if let Some([Some(lower), Some(upper)]) = facts.real_bounds.get(form)
                        && lower == upper
                        && seen.insert(*form)
                    {
                        real_equations.push(minus_bound(self.circuit.form(*form), lower));
                    }
                }
                _ => {}
            }
        }
        let congruences: Vec<(LinearExpr, Int)> = match self.only_differences {
            true => Vec::new(),
            false => self.conjuncts.iter().filter_map(|&edge| self.congruence(edge)).collect(),
        };
        if equations.is_empty() && congruences.is_empty() && real_equations.is_empty() {
            return false;
        }
        let uses = self.count_uses();
        let origins = &mut self.origins;
        let mut fresh = || {
            let var = NumVar::integer(origins.len());
            origins.push((var, Origin::Fresh));
            var
        };
        for (expr, modulus) in congruences {
            let multiple = LinearExpr::variable(fresh());
            equations.push(expr.add_multiple(&-modulus, &multiple));
        }
        let before = self.elimination.len();
        for equation in real_equations {
            if !self.elimination.solve_real(equation, &uses) {
                self.conjuncts = vec![Edge::FALSE];
                return true;
            }
        }
        for equation in equations {
            if !self.elimination.solve(equation, &uses, &mut fresh) {
                self.conjuncts = vec![Edge::FALSE];
                return true;
            }
        }
        self.elimination.len() > before
    }

    /// An expression that a conjunct implies to be divisible by the number given: the conjunct must be a
    /// disjunction of equations `e_i = 0` that agree modulo that number, up to sign.
    fn congruence(&self, conjunct: Edge) -> Option<(LinearExpr, Int)> {
        let Node::And(parts) = self.circuit.node(conjunct) else { return None };
        if !conjunct.is_negated() || parts.len() > MAX_DISJUNCTS {
            return None;
        }
        let equations: Vec<LinearExpr> =
            parts.iter().map(|&part| self.circuit.equation(!part)).collect::<Option<_>>()?;
        let (first, others) = equations.split_first()?;
        let mut modulus = Int::ZERO;
        for other in others {
            let agreement = |sign: Int| {
                let difference = other.add_multiple(&sign, first);
                difference.form.content().gcd(&difference.constant)
            };
            modulus = modulus.gcd(&agreement(Int::ONE).max(agreement(Int::MINUS_ONE)));
        }
        (modulus > Int::ONE).then(|| (first.clone(), modulus))
    }

    /// In how many forms each variable occurs.
    fn count_uses(&self) -> FxHashMap<NumVar, u32> {
        let mut uses = FxHashMap::default();
        let reachable = self.circuit.reachable(self.roots());
        let mut counted = FxHashSet::default();
        for index in (0..reachable.len()).filter(|&index| reachable[index]) {
            if let Node::Le(form, _) | Node::RealLe(form, _) | Node::RealLt(form, _) =
                self.circuit.node_at(index)
                && counted.insert(*form)
            {
                for &(var, _) in self.circuit.form(*form).terms() {
                    *uses.entry(var).or_default() += 1;
                }
            }
        }
        uses
    }

    /// All edges that matter: conjuncts, assumptions and arguments of functions.
    pub(crate) fn roots(&self) -> impl Iterator<Item = Edge> {
        let arguments = self.functions.iter().filter_map(|(_, node)| match node.meaning {
            Meaning::Truth(edge) => Some(edge),
            _ => None,
        });
        self.conjuncts.iter().chain(&self.assumptions).copied().chain(arguments)
    }

    /// Whether to put in the facts would change nothing. Costs less than to do it.
    fn is_settled(&self, facts: &Facts, bounds: &VarBounds) -> bool {
        let circuit = &self.circuit;
        let is_open = |edge: &Edge| {
            let is_decided = || match circuit.node(*edge) {
                Node::Le(form, bound) => facts.decide(circuit, *form, bound, bounds).is_some(),
                _ => false,
            };
            !facts.nodes.contains_key(&edge.node()) && !is_decided()
        };
        let has_open_parts = |index: usize| match circuit.node_at(index) {
            Node::And(parts) => parts.iter().all(is_open),
            Node::Xor(left, right) => is_open(left) && is_open(right),
            Node::Ite(condition, then, otherwise) => [condition, then, otherwise].into_iter().all(is_open),
            _ => true,
        };
        let used = self.roots().skip(self.conjuncts.len());
        let reachable = circuit.reachable(self.roots());
        !self.conjuncts.iter().any(|&edge| facts.makes_superfluous(circuit, edge))
            && used.into_iter().all(|edge| is_open(&edge))
            && (0..reachable.len()).filter(|&index| reachable[index]).all(has_open_parts)
    }

    /// Makes the circuit anew with facts and eliminations put in.
    fn rebuild(&mut self, facts: &Facts, var_bounds: &VarBounds) {
        let mut old = std::mem::take(&mut self.circuit);
        old.seal();
        let reachable = old.reachable(self.roots());
        // For each old node: what it is now, and the same with the fact that it holds at the top put in.
        let mut plain = vec![Edge::TRUE; old.len()];
        let mut known = vec![Edge::TRUE; old.len()];
        // For each old form that no elimination changes: which form it is now.
        let mut forms: Vec<Option<FormId>> = vec![None; old.num_forms()];
        for index in (1..old.len()).filter(|&index| reachable[index]) {
            let follow = |edge: &Edge| known[edge.node()].negated_if(edge.is_negated());
            let circuit = &mut self.circuit;
            let edge = match old.node_at(index) {
                Node::True => Edge::TRUE,
                Node::Input(var) => circuit.input(*var),
                Node::Le(form, bound) if self.elimination.leaves(old.form(*form)) => {
                    let form =
                        *forms[form.index()].get_or_insert_with(|| circuit.copied_form(old.form(*form)));
                    circuit.copied_atom(form, bound.clone())
                }
                Node::Le(form, bound) => {
                    let expr = LinearExpr { form: old.form(*form).clone(), constant: -bound };
                    circuit.at_most_zero(&self.elimination.apply(&expr))
                }
                Node::RealLe(form, bound) => {
                    circuit.at_most_zero(&self.elimination.apply(&minus_bound(old.form(*form), bound)))
                }
                Node::RealLt(form, bound) => {
                    circuit.below_zero(&self.elimination.apply(&minus_bound(old.form(*form), bound)))
                }
                Node::Equal(left, right) => circuit.equal(*left, *right),
                Node::Holds(term) => circuit.holds(*term),
                Node::And(parts) => circuit.and(&parts.iter().map(follow).collect::<Vec<_>>()),
                Node::Xor(left, right) => circuit.xor(follow(left), follow(right)),
                Node::Ite(condition, then, otherwise) => {
                    circuit.ite(follow(condition), follow(then), follow(otherwise))
                }
            };
            plain[index] = edge;
            let value = facts.nodes.get(&index).copied().or_else(|| match old.node_at(index) {
                Node::Le(form, bound) => facts.decide(&old, *form, bound, var_bounds),
                _ => None,
            });
            known[index] = value.map_or(edge, Edge::constant);
        }
        let mut conjuncts = Vec::with_capacity(self.conjuncts.len());
        for &edge in &self.conjuncts {
            if !facts.makes_superfluous(&old, edge) {
                conjuncts.push(plain[edge.node()].negated_if(edge.is_negated()));
            }
        }
        self.conjuncts = conjuncts;
        for edge in &mut self.assumptions {
            *edge = known[edge.node()].negated_if(edge.is_negated());
        }
        for meaning in self.functions.meanings_mut() {
            match meaning {
                Meaning::Opaque => {}
                Meaning::Number(number) => *number = self.elimination.apply_to_number(number),
                // An application stands for itself, whatever is known about it.
                Meaning::Truth(edge) if matches!(old.node(*edge), Node::Holds(_)) => {
                    *edge = plain[edge.node()].negated_if(edge.is_negated());
                }
                Meaning::Truth(edge) => *edge = known[edge.node()].negated_if(edge.is_negated()),
            }
        }
    }
}

/// Strengthens a lower bound.
fn raise<N: Ord + Clone>(lower: &mut Option<N>, bound: &N) {
    if lower.as_ref().is_none_or(|old| bound > old) {
        *lower = Some(bound.clone());
    }
}

/// Strengthens an upper bound.
fn reduce<N: Ord + Clone>(upper: &mut Option<N>, bound: &N) {
    if upper.as_ref().is_none_or(|old| bound < old) {
        *upper = Some(bound.clone());
    }
}

/// `form - bound`, times the denominator of the bound.
fn minus_bound(form: &Linear<NumVar>, bound: &Rat) -> LinearExpr {
    LinearExpr { form: form.scaled(&bound.denom()), constant: -bound.numer() }
}

/// Bounds on single variables, for judging forms by intervals.
struct VarBounds(FxHashMap<NumVar, [Option<Int>; 2]>);

impl VarBounds {
    fn new(circuit: &Circuit, facts: &Facts) -> VarBounds {
        let single = |(form, bounds): (&FormId, &[Option<Int>; 2])| match circuit.form(*form).terms() {
            [(var, coefficient)] if coefficient.is_one() => Some((*var, bounds.clone())),
            _ => None,
        };
        VarBounds(facts.bounds.iter().filter_map(single).collect())
    }

    /// The largest (`true`) or smallest value of a form, if it has one.
    fn extreme(&self, form: &Linear<NumVar>, largest: bool) -> Option<Int> {
        let mut sum = Int::ZERO;
        for (var, coefficient) in form.terms() {
            let side = (largest == coefficient.is_positive()) as usize;
            sum.add_mul_assign(coefficient, self.0.get(var)?[side].as_ref()?);
        }
        Some(sum)
    }
}

impl Facts {
    /// Whether a conjunct need not stay: its value is kept elsewhere, or there is a stronger bound of its
    /// form.
    fn makes_superfluous(&self, circuit: &Circuit, conjunct: Edge) -> bool {
        match circuit.node(conjunct) {
            Node::Input(_) => true,
            Node::Le(form, bound) => {
                let [lower, upper] = &self.bounds[form];
                let (strongest, value) = match conjunct.is_negated() {
                    true => (lower, bound + Int::ONE),
                    false => (upper, bound.clone()),
                };
                strongest.as_ref() != Some(&value)
            }
            _ => false,
        }
    }

    /// The value of the atom `form <= bound`, if the facts decide it.
    fn decide(&self, circuit: &Circuit, form: FormId, bound: &Int, vars: &VarBounds) -> Option<bool> {
        if let Some([lower, upper]) = self.bounds.get(&form) {
            if upper.as_ref().is_some_and(|upper| upper <= bound) {
                return Some(true);
            }
            if lower.as_ref().is_some_and(|lower| lower > bound) {
                return Some(false);
            }
        }
        let form = circuit.form(form);
        if vars.extreme(form, true).is_some_and(|largest| largest <= *bound) {
            return Some(true);
        }
        vars.extreme(form, false).is_some_and(|smallest| smallest > *bound).then_some(false)
    }
}
