//! Terms to circuit.
//!
//! One loop over the terms below the assertions, arguments first, so that nothing recurses. Boolean terms become
//! edges at once. Integer terms stay implicit until an atom needs them: then the sum is spread out over its
//! variables in one pass over the part of the DAG below the atom.
//!
//! Integer terms that are not linear become variables with a definition, asserted beside the formula:
//! - `(div t k)` is `q` and `(mod t k)` is `t - k q`, with `0 <= t - k q < |k|`;
//! - `(ite c a b)` is `v` with `c => v = a` and `not c => v = b`;
//! - `(abs t)` is `v` with `v = t` or `v = -t`, by the sign of `t`.
//!
//! An `ite` tree whose leaves differ only by constants is `base + low + step * w`, where `w` takes one of finitely many values: its
//! *cases*, each with the condition under which it holds. Trees of constants (a program counter, say) are the case without base.
//! Comparing `w` with a constant is a matter of Boolean structure, so its variable is often not needed at all; and where
//! overflow is written as `ite`, subtracting `2^k` or not, the factor stays visible as `step` for reasoning about divisibility.

use super::circuit::{BoolVar, Circuit, Edge, IntVar, LinearExpr};
use crate::limits::Budget;
use crate::linear::Linear;
use crate::num::Int;
use crate::term::{Op, Sort, Symbol, Term, Terms};
use fxhash::FxHashMap;
use std::collections::BinaryHeap;
use std::collections::hash_map::Entry;

/// Trees with more different values than this are not split into cases.
const MAX_CASES: usize = 64;
/// Branches with more operators than this are not compared with each other.
const MAX_BRANCH_WORK: u64 = 200;

/// What an integer variable of the circuit stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A declared symbol.
    Symbol(Symbol),
    /// An `ite` or `abs` term.
    Term(Term),
    /// Made by preprocessing: a quotient, say.
    Fresh,
}

/// The circuit of some assertions, and what its variables stand for.
#[derive(Default)]
pub struct Translation {
    /// The nodes.
    pub circuit: Circuit,
    /// One edge per requested term, in order; definitions are asserted separately.
    pub roots: Vec<Edge>,
    /// Edges that hold by definition of the added variables.
    pub definitions: Vec<Edge>,
    /// What each integer variable stands for.
    pub int_origins: Vec<Origin>,
    /// The symbol behind each propositional variable.
    pub bool_symbols: Vec<Symbol>,
}

/// Translates Boolean terms; `None` if the budget ran out.
pub fn translate(terms: &Terms, roots: &[Term], budget: &mut Budget) -> Option<Translation> {
    let mut translator = Translator::new(terms);
    for term in terms.reachable(roots) {
        translator.visit(term);
        if !budget.spend(std::mem::take(&mut translator.work)) {
            return None;
        }
    }
    while let Some(var) = translator.undefined.pop() {
        translator.define(var);
        if !budget.spend(std::mem::take(&mut translator.work)) {
            return None;
        }
    }
    let mut result = translator.result;
    result.roots = roots.iter().map(|root| translator.edges[root]).collect();
    Some(result)
}

/// A term as `base + low + step * choice`.
#[derive(Clone)]
struct Tree {
    base: Linear<IntVar>,
    low: Int,
    /// The step and the variable that takes finitely many values; none if the leaves are all the same.
    choice: Option<(Int, IntVar)>,
}

/// A term as `base` plus one of these constants, depending on which condition holds.
struct Leaves {
    base: Linear<IntVar>,
    constants: Vec<(Int, Edge)>,
}

struct Translator<'a> {
    terms: &'a Terms,
    result: Translation,
    /// Edges of the Boolean terms visited so far.
    edges: FxHashMap<Term, Edge>,
    /// Variables of the integer terms that have one.
    vars: FxHashMap<Term, IntVar>,
    /// Variables of quotients.
    quotients: FxHashMap<(Term, Int), IntVar>,
    /// The `ite` trees whose leaves differ by constants.
    trees: FxHashMap<Term, Tree>,
    /// The cases of variables that choose among the leaves of a tree.
    cases: FxHashMap<IntVar, Vec<(Int, Edge)>>,
    /// Whether a variable's definition was asserted or queued.
    is_defined: Vec<bool>,
    /// Variables that are used but not yet defined.
    undefined: Vec<IntVar>,
    /// Scratch of `linear`: coefficients of the terms still to be spread out.
    coefficients: FxHashMap<Term, Int>,
    /// Ticks since the budget was last asked.
    work: u64,
}

impl<'a> Translator<'a> {
    fn new(terms: &'a Terms) -> Self {
        Translator {
            terms,
            result: Translation::default(),
            edges: FxHashMap::default(),
            vars: FxHashMap::default(),
            quotients: FxHashMap::default(),
            trees: FxHashMap::default(),
            cases: FxHashMap::default(),
            is_defined: Vec::new(),
            undefined: Vec::new(),
            coefficients: FxHashMap::default(),
            work: 0,
        }
    }

    fn circuit(&mut self) -> &mut Circuit {
        &mut self.result.circuit
    }

    /// Translates a term whose arguments have been visited.
    fn visit(&mut self, term: Term) {
        self.work += 1 + self.terms.args(term).len() as u64;
        if self.terms.sort(term) == Sort::Bool {
            let edge = self.boolean(term);
            self.edges.insert(term, edge);
            return;
        }
        let args = self.terms.args(term);
        match self.terms.op(term) {
            Op::Ite => self.plant_tree(term),
            Op::Div | Op::Mod if self.terms.as_constant(args[0]).is_none() => {
                self.divide(args[0], self.terms.as_constant(args[1]).expect("the divisor is constant"));
            }
            _ => {}
        }
    }

    fn boolean(&mut self, term: Term) -> Edge {
        let terms = self.terms;
        let args = terms.args(term);
        let edges: Vec<Edge> = args.iter().filter_map(|arg| self.edges.get(arg).copied()).collect();
        match terms.op(term) {
            Op::True => Edge::TRUE,
            Op::False => Edge::FALSE,
            Op::Symbol(symbol) => {
                let var = BoolVar(self.result.bool_symbols.len() as u32);
                self.result.bool_symbols.push(symbol);
                self.circuit().input(var)
            }
            Op::Not => !edges[0],
            Op::And => self.circuit().and(&edges),
            Op::Or => self.circuit().or(&edges),
            Op::Xor => {
                let (first, rest) = edges.split_first().expect("xor has arguments");
                rest.iter().fold(*first, |sum, &edge| self.circuit().xor(sum, edge))
            }
            Op::Implies => {
                let mut parts: Vec<Edge> = edges.iter().map(|&edge| !edge).collect();
                let last = parts.last_mut().expect("an implication has arguments");
                *last = !*last;
                self.circuit().or(&parts)
            }
            Op::Ite => self.circuit().ite(edges[0], edges[1], edges[2]),
            Op::Eq if terms.sort(args[0]) == Sort::Bool => {
                let same: Vec<Edge> =
                    edges.windows(2).map(|pair| !self.circuit().xor(pair[0], pair[1])).collect();
                self.circuit().and(&same)
            }
            Op::Distinct if terms.sort(args[0]) == Sort::Bool => match edges[..] {
                [left, right] => self.circuit().xor(left, right),
                _ => Edge::FALSE,
            },
            Op::Eq => self.chain(args, |this, left, right| this.equal(left, right)),
            Op::Distinct => {
                let mut parts = Vec::new();
                for (index, &left) in args.iter().enumerate() {
                    for &right in &args[index + 1..] {
                        parts.push(!self.equal(left, right));
                    }
                }
                self.circuit().and(&parts)
            }
            Op::Le => self.chain(args, |this, left, right| this.at_most(left, right, 0)),
            Op::Lt => self.chain(args, |this, left, right| this.at_most(left, right, -1)),
            Op::Ge => self.chain(args, |this, left, right| this.at_most(right, left, 0)),
            Op::Gt => self.chain(args, |this, left, right| this.at_most(right, left, -1)),
            Op::Divisible(divisor) => {
                // The remainder t - k q is zero iff it is at most zero.
                let quotient = self.divide(args[0], terms.number(divisor));
                let remainder = self.remainder(args[0], quotient, terms.number(divisor));
                self.circuit().at_most_zero(&remainder)
            }
            op => unreachable!("{op:?} is no Boolean operator"),
        }
    }

    fn chain(&mut self, args: &[Term], mut relate: impl FnMut(&mut Self, Term, Term) -> Edge) -> Edge {
        let parts: Vec<Edge> = args.windows(2).map(|pair| relate(self, pair[0], pair[1])).collect();
        self.circuit().and(&parts)
    }

    /// `left <= right + slack`
    fn at_most(&mut self, left: Term, right: Term, slack: i64) -> Edge {
        let mut difference = self.linear(&[(left, Int::ONE), (right, Int::MINUS_ONE)]);
        difference.constant -= Int::from(slack);
        self.compare(difference, |value| !value.is_positive(), Circuit::at_most_zero)
    }

    fn equal(&mut self, left: Term, right: Term) -> Edge {
        let difference = self.linear(&[(left, Int::ONE), (right, Int::MINUS_ONE)]);
        self.compare(difference, Int::is_zero, Circuit::is_zero)
    }

    /// Compares an expression with zero: by cases if it is a tree of constants, as an atom otherwise.
    fn compare(
        &mut self,
        expr: LinearExpr,
        holds: fn(&Int) -> bool,
        atom: fn(&mut Circuit, &LinearExpr) -> Edge,
    ) -> Edge {
        if let [(var, coefficient)] = expr.form.terms()
            && let Some(cases) = self.cases.get(var)
        {
            let holds_for = |value: &Int| holds(&(coefficient * value + &expr.constant));
            let edges: Vec<Edge> =
                cases.iter().filter(|(value, _)| holds_for(value)).map(|&(_, condition)| condition).collect();
            return self.circuit().or(&edges);
        }
        self.require_all(&expr);
        atom(self.circuit(), &expr)
    }

    /// Makes sure that a variable's definition gets asserted.
    fn require(&mut self, var: IntVar) {
        if !std::mem::replace(&mut self.is_defined[var.index()], true) {
            self.undefined.push(var);
        }
    }

    fn require_all(&mut self, expr: &LinearExpr) {
        for &(var, _) in expr.form.terms() {
            self.require(var);
        }
    }

    fn new_var(&mut self, origin: Origin) -> IntVar {
        let var = IntVar(u32::try_from(self.result.int_origins.len()).expect("too many integer variables"));
        self.result.int_origins.push(origin);
        self.is_defined.push(matches!(origin, Origin::Symbol(_)));
        var
    }

    fn var_of(&mut self, term: Term, origin: Origin) -> IntVar {
        if let Some(&var) = self.vars.get(&term) {
            return var;
        }
        let var = self.new_var(origin);
        self.vars.insert(term, var);
        var
    }

    /// The variable of a quotient that [`Translator::divide`] has met.
    fn quotient(&self, term: Term, divisor: Term) -> IntVar {
        let divisor = self.terms.as_constant(divisor).expect("the divisor is constant");
        self.quotients[&(term, divisor.clone())]
    }

    /// Makes the variable for the quotient of a term by a constant, and asserts what defines it. Terms below have
    /// been visited, so theirs exist already and nothing recurses.
    fn divide(&mut self, term: Term, divisor: &Int) -> IntVar {
        if let Some(&var) = self.quotients.get(&(term, divisor.clone())) {
            return var;
        }
        let var = self.new_var(Origin::Fresh);
        self.quotients.insert((term, divisor.clone()), var);
        self.is_defined[var.index()] = true;
        // 0 <= t - k q <= |k| - 1
        let remainder = self.remainder(term, var, divisor);
        let mut above = remainder.clone();
        above.constant -= divisor.abs() - Int::ONE;
        let below = LinearExpr::default().add_multiple(&Int::MINUS_ONE, &remainder);
        let edges = [self.circuit().at_most_zero(&below), self.circuit().at_most_zero(&above)];
        self.result.definitions.extend(edges);
        var
    }

    /// `term - divisor * quotient`
    fn remainder(&mut self, term: Term, quotient: IntVar, divisor: &Int) -> LinearExpr {
        let quotient = LinearExpr { form: Linear::variable(quotient), constant: Int::ZERO };
        let remainder = self.linear(&[(term, Int::ONE)]).add_multiple(&-divisor, &quotient);
        self.require_all(&remainder);
        remainder
    }

    /// A combination of integer terms, spread out over variables.
    fn linear(&mut self, combination: &[(Term, Int)]) -> LinearExpr {
        self.linear_within(combination, u64::MAX).expect("there is no limit")
    }

    /// The same, unless it takes more work than this.
    fn linear_within(&mut self, combination: &[(Term, Int)], limit: u64) -> Option<LinearExpr> {
        let terms = self.terms;
        let start = self.work;
        let mut coefficients = std::mem::take(&mut self.coefficients);
        // Terms by decreasing index: all uses of a term are seen before it is spread out, so each is spread out once.
        let mut queue = BinaryHeap::new();
        let mut form = Vec::new();
        let mut constant = Int::ZERO;
        for (term, factor) in combination {
            add_to(&mut coefficients, &mut queue, *term, factor.clone());
        }
        while let Some(term) = queue.pop() {
            let args = terms.args(term);
            self.work += 1 + args.len() as u64;
            if self.work - start > limit {
                coefficients.clear();
                self.coefficients = coefficients;
                return None;
            }
            let factor = coefficients.remove(&term).expect("queued terms have a coefficient");
            let mut add = |term, factor| add_to(&mut coefficients, &mut queue, term, factor);
            if let Some(value) = terms.as_constant(term) {
                constant.add_mul_assign(&factor, value);
                continue;
            }
            match terms.op(term) {
                Op::Add => args.iter().for_each(|&arg| add(arg, factor.clone())),
                Op::Neg => add(args[0], -factor),
                Op::Sub => {
                    add(args[0], factor.clone());
                    args[1..].iter().for_each(|&arg| add(arg, -&factor));
                }
                Op::Mul => {
                    let is_constant = |arg: &&Term| terms.as_constant(**arg).is_some();
                    let constants = args.iter().filter(is_constant).map(|&arg| terms.as_constant(arg));
                    let product = constants.flatten().fold(factor, |product, value| product * value);
                    let rest = args.iter().find(|arg| !is_constant(arg));
                    add(*rest.expect("a constant product was handled above"), product);
                }
                Op::Div => form.push((self.quotient(args[0], args[1]), factor)),
                Op::Mod => {
                    let divisor = terms.as_constant(args[1]).expect("the divisor is constant");
                    form.push((self.quotient(args[0], args[1]), -(&factor * divisor)));
                    add(args[0], factor);
                }
                Op::Symbol(symbol) => form.push((self.var_of(term, Origin::Symbol(symbol)), factor)),
                Op::Ite if self.trees.contains_key(&term) => {
                    let Tree { base, low, choice } = &self.trees[&term];
                    constant.add_mul_assign(&factor, low);
                    form.extend(base.terms().iter().map(|(var, coefficient)| (*var, coefficient * &factor)));
                    form.extend(choice.as_ref().map(|(step, var)| (*var, step * &factor)));
                }
                Op::Ite | Op::Abs => form.push((self.var_of(term, Origin::Term(term)), factor)),
                op => unreachable!("{op:?} is no integer operator"),
            }
        }
        self.coefficients = coefficients;
        Some(LinearExpr { form: Linear::new(form), constant })
    }

    /// Recognises an `ite` whose leaves differ by constants.
    fn plant_tree(&mut self, term: Term) {
        let args = self.terms.args(term);
        let condition = self.edges[&args[0]];
        let (Some(then), Some(otherwise)) = (self.leaves(args[1]), self.leaves(args[2])) else { return };
        if then.base != otherwise.base || then.constants.len() + otherwise.constants.len() > MAX_CASES {
            return;
        }
        let mut merged: Vec<(Int, Edge)> = Vec::new();
        let guarded = then
            .constants
            .into_iter()
            .map(|(value, edge)| (value, edge, condition))
            .chain(otherwise.constants.into_iter().map(|(value, edge)| (value, edge, !condition)));
        for (value, edge, guard) in guarded {
            let edge = self.circuit().and(&[guard, edge]);
            match merged.iter().position(|(other, _)| *other == value) {
                Some(index) => merged[index].1 = self.circuit().or(&[merged[index].1, edge]),
                None => merged.push((value, edge)),
            }
        }
        let low = merged.iter().map(|(value, _)| value).min().expect("a tree has leaves").clone();
        let step = merged.iter().fold(Int::ZERO, |step, (value, _)| step.gcd(&(value - &low)));
        let choice = (!step.is_zero()).then(|| {
            let var = self.new_var(Origin::Fresh);
            let cases = merged.iter().map(|(value, edge)| ((value - &low).div_exact(&step), *edge)).collect();
            self.cases.insert(var, cases);
            (step, var)
        });
        self.trees.insert(term, Tree { base: then.base, low, choice });
    }

    /// A term as a base plus one of some constants; `None` if it takes too much work to find out.
    fn leaves(&mut self, term: Term) -> Option<Leaves> {
        if let Some(value) = self.terms.as_constant(term) {
            return Some(Leaves { base: Linear::default(), constants: vec![(value.clone(), Edge::TRUE)] });
        }
        let expr = self.linear_within(&[(term, Int::ONE)], MAX_BRANCH_WORK)?;
        // At most one choice is opened up; the others stay part of the base.
        let choices: Vec<_> =
            expr.form.terms().iter().filter(|(var, _)| self.cases.contains_key(var)).cloned().collect();
        let [(var, step)] = &choices[..] else {
            return Some(Leaves { base: expr.form, constants: vec![(expr.constant, Edge::TRUE)] });
        };
        let base = expr.form.add_multiple(&-step, &Linear::variable(*var));
        let constants = self.cases[var].iter().map(|(value, edge)| (value * step + &expr.constant, *edge));
        Some(Leaves { base, constants: constants.collect() })
    }

    /// Asserts the definition of an `ite`, `abs` or choice variable.
    fn define(&mut self, var: IntVar) {
        let this = LinearExpr { form: Linear::variable(var), constant: Int::ZERO };
        if let Some(cases) = self.cases.get(&var).cloned() {
            self.define_by_cases(&this, &cases);
            return;
        }
        let Origin::Term(term) = self.result.int_origins[var.index()] else {
            unreachable!("only terms and choices are defined late")
        };
        let args = self.terms.args(term);
        let (condition, branches) = match self.terms.op(term) {
            Op::Ite => {
                let branches = [self.linear(&[(args[1], Int::ONE)]), self.linear(&[(args[2], Int::ONE)])];
                (self.edges[&args[0]], branches)
            }
            Op::Abs => {
                let inside = self.linear(&[(args[0], Int::ONE)]);
                let negated = LinearExpr::default().add_multiple(&Int::MINUS_ONE, &inside);
                self.require_all(&inside);
                (self.circuit().at_most_zero(&negated), [inside, negated])
            }
            op => unreachable!("{op:?} has no definition"),
        };
        for (guard, branch) in [condition, !condition].into_iter().zip(branches) {
            self.require_all(&branch);
            let difference = this.add_multiple(&Int::MINUS_ONE, &branch);
            let negated = LinearExpr::default().add_multiple(&Int::MINUS_ONE, &difference);
            for expr in [difference, negated] {
                let atom = self.circuit().at_most_zero(&expr);
                let edge = self.circuit().or(&[!guard, atom]);
                self.result.definitions.push(edge);
            }
        }
    }

    /// `v` has the value of the case that holds, and lies between the extreme ones.
    fn define_by_cases(&mut self, this: &LinearExpr, cases: &[(Int, Edge)]) {
        let minus = LinearExpr::default().add_multiple(&Int::MINUS_ONE, this);
        let at_most = |value: &Int| LinearExpr { form: this.form.clone(), constant: -value };
        let at_least = |value: &Int| LinearExpr { form: minus.form.clone(), constant: value.clone() };
        let lowest = cases.iter().map(|(value, _)| value).min().expect("a tree has leaves");
        let highest = cases.iter().map(|(value, _)| value).max().expect("a tree has leaves");
        let mut edges = vec![
            self.circuit().at_most_zero(&at_least(lowest)),
            self.circuit().at_most_zero(&at_most(highest)),
        ];
        for (value, condition) in cases {
            for expr in [at_most(value), at_least(value)] {
                let atom = self.circuit().at_most_zero(&expr);
                edges.push(self.circuit().or(&[!*condition, atom]));
            }
        }
        self.result.definitions.extend(edges);
    }
}

/// Adds to the coefficient of a term, and queues it if it had none.
fn add_to(coefficients: &mut FxHashMap<Term, Int>, queue: &mut BinaryHeap<Term>, term: Term, factor: Int) {
    match coefficients.entry(term) {
        Entry::Occupied(mut sum) => *sum.get_mut() += factor,
        Entry::Vacant(slot) => {
            slot.insert(factor);
            queue.push(term);
        }
    }
}
