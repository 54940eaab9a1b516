//! Terms to circuit.
//!
//! One loop over the terms below the assertions, arguments first, so that nothing recurses. Boolean terms
//! become edges at once. Numeric terms stay implicit until an atom needs them: then the sum is expanded over
//! its variables in one pass over the part of the DAG below the atom (`linear.rs`). Terms of other sorts, and
//! applications of functions, become [`FunctionTerm`]s at once (`apply.rs`).
//!
//! Numeric terms that are not linear become variables with a definition, asserted beside the formula
//! (`define.rs`). A [`Translation`] can be added to later: what was translated before stays as it is.

mod apply;
mod constants;
mod define;
mod linear;
mod product;

use crate::circuit::{BoolVar, Circuit, Edge, FunctionTerm, Functions};
use crate::limits::Budget;
use crate::linear::{LinearExpr, NumVar, Number};
use crate::linearize::Expansion;
use crate::num::Int;
use crate::term::{Features, Op, Sort, Symbol, Term, TermMap, Terms};
use define::Tree;
use fxhash::{FxHashMap, FxHashSet};

/// What a numeric variable of the circuit stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A declared symbol.
    Symbol(Symbol),
    /// An `ite` or `abs` term.
    Term(Term),
    /// Made by preprocessing: a quotient, say, or the value of a function.
    Fresh,
}

/// The circuit of some terms, and what its variables stand for.
#[derive(Default)]
pub(crate) struct Translation {
    /// The nodes.
    pub circuit: Circuit,
    /// The terms of the theory of equality.
    pub functions: Functions,
    /// Edges that hold by definition of the added variables; whoever reads them may take them away.
    pub definitions: Vec<Edge>,
    /// The numeric variables by position, and what they stand for.
    pub origins: Vec<(NumVar, Origin)>,
    /// The symbol behind each propositional variable.
    pub bool_symbols: Vec<Symbol>,
    /// The theories that the terms need.
    pub features: Features,
    /// Terms translated so far.
    visited: TermMap<()>,
    edges: TermMap<Edge>,
    /// Variables of the numeric terms that have one.
    vars: TermMap<NumVar>,
    /// Terms of declared sorts and arrays.
    function_terms: FxHashMap<Term, FunctionTerm>,
    /// Variables of quotients.
    quotients: FxHashMap<(Term, Int), NumVar>,
    /// Products of terms that are not constants, as sums of monomials.
    products: FxHashMap<Term, Number>,
    /// The factors of the variables that are monomials, in increasing order.
    factors: FxHashMap<NumVar, Vec<NumVar>>,
    /// The `ite` trees whose leaves differ by constants.
    trees: FxHashMap<Term, Tree>,
    /// The cases of variables that choose among the leaves of a tree.
    cases: FxHashMap<NumVar, Vec<(Int, Edge)>>,
    /// Which case of which choice a condition is; of several the first.
    case_of: FxHashMap<Edge, (NumVar, usize)>,
    /// Whether a variable's definition was asserted or queued.
    is_defined: Vec<bool>,
}

impl Translation {
    /// The edge of a Boolean term that has been translated.
    fn edge(&self, term: Term) -> Edge {
        self.edges.get(term).expect("it has been visited")
    }

    /// Translates more Boolean terms: one edge each. `None` if the budget ran out; the translation is of no
    /// use then.
    pub(crate) fn add(&mut self, terms: &Terms, roots: &[Term], budget: &mut Budget) -> Option<Vec<Edge>> {
        let mut translator = Translator {
            terms,
            result: self,
            undefined: Vec::new(),
            expansion: Expansion::default(),
            work: 0,
            inner: FxHashSet::default(),
            pending: FxHashSet::default(),
        };
        let unvisited = translator.unvisited(roots);
        translator.note_inner(&unvisited);
        for term in unvisited {
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
        Some(roots.iter().map(|&root| self.edge(root)).collect())
    }
}

struct Translator<'a> {
    terms: &'a Terms,
    result: &'a mut Translation,
    /// Variables that are used but not yet defined.
    undefined: Vec<NumVar>,
    /// Scratch of `linear`.
    expansion: Expansion<Int>,
    /// Ticks since the budget was last asked.
    work: u64,
    /// Terms that are branches of one `ite` and used nowhere else.
    inner: FxHashSet<Term>,
    /// Trees of constants that are left for the tree around them.
    pending: FxHashSet<Term>,
}

impl Translator<'_> {
    fn circuit(&mut self) -> &mut Circuit {
        &mut self.result.circuit
    }

    /// The terms below these that were not translated yet, arguments first.
    fn unvisited(&mut self, roots: &[Term]) -> Vec<Term> {
        let mut found = Vec::new();
        let mut stack: Vec<Term> = roots.to_vec();
        while let Some(term) = stack.pop() {
            if self.result.visited.insert(term, ()).is_none() {
                found.push(term);
                stack.extend_from_slice(self.terms.args(term));
            }
        }
        found.sort_unstable();
        found
    }

    /// Translates a term whose arguments have been visited.
    fn visit(&mut self, term: Term) {
        self.work += 1 + self.terms.args(term).len() as u64;
        self.result.features.add(self.terms, term);
        match self.terms.sort(term) {
            Sort::Bool => {
                let edge = self.boolean(term);
                self.result.edges.insert(term, edge);
            }
            Sort::Int | Sort::Real => self.numeric(term),
            Sort::Uninterpreted(_) | Sort::Array(_) => self.opaque(term),
        }
    }

    /// Prepares what a numeric term needs to be expanded later.
    fn numeric(&mut self, term: Term) {
        let args = self.terms.args(term);
        match self.terms.op(term) {
            _ if self.terms.is_constant(term) => {}
            Op::Ite if self.terms.sort(term) == Sort::Int => self.plant_tree(term),
            Op::Apply(_) | Op::Select => self.apply_numeric(term),
            Op::Div | Op::Mod | Op::Divide => match self.terms.as_rational(args[1]) {
                Some(divisor) if !divisor.is_zero() => {
                    if let Some(divisor) = self.terms.as_constant(args[1]) {
                        self.divide(args[0], divisor);
                    }
                }
                _ => self.apply_numeric(term),
            },
            Op::ToInt => _ = self.floor(args[0]),
            Op::Product => self.multiply(term),
            _ => {}
        }
    }

    fn boolean(&mut self, term: Term) -> Edge {
        let terms = self.terms;
        let args = terms.args(term);
        let edges: Vec<Edge> = args.iter().filter_map(|&arg| self.result.edges.get(arg)).collect();
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
            Op::Apply(_) | Op::Select => self.apply_boolean(term),
            Op::IsInt => {
                let floor = self.floor(args[0]);
                let fraction = self.above_floor(args[0], floor);
                self.circuit().is_zero(&fraction)
            }
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
            Op::Le => self.chain(args, |this, left, right| this.at_most(left, right)),
            Op::Lt => self.chain(args, |this, left, right| this.below(left, right)),
            Op::Ge => self.chain(args, |this, left, right| this.at_most(right, left)),
            Op::Gt => self.chain(args, |this, left, right| this.below(right, left)),
            Op::Divisible(divisor) => {
                // The remainder t - k q is zero iff it is at most zero.
                let quotient = self.divide(args[0], terms.number(divisor));
                let remainder = self.remainder(args[0], quotient, terms.number(divisor));
                self.circuit().at_most_zero(&remainder)
            }
            // Whoever asks looks at the features first: nothing is decided with a quantifier in it.
            Op::Forall | Op::Exists => Edge::FALSE,
            op => unreachable!("{op:?} is no Boolean operator"),
        }
    }

    fn chain(&mut self, args: &[Term], mut relate: impl FnMut(&mut Self, Term, Term) -> Edge) -> Edge {
        let parts: Vec<Edge> = args.windows(2).map(|pair| relate(self, pair[0], pair[1])).collect();
        self.circuit().and(&parts)
    }

    /// `left <= right`
    fn at_most(&mut self, left: Term, right: Term) -> Edge {
        let difference = self.difference(left, right);
        self.compare(difference, |value| !value.is_positive(), Circuit::at_most_zero)
    }

    /// `left < right`
    fn below(&mut self, left: Term, right: Term) -> Edge {
        let difference = self.difference(left, right);
        self.compare(difference, Int::is_negative, Circuit::below_zero)
    }

    fn equal(&mut self, left: Term, right: Term) -> Edge {
        if !self.terms.sort(left).is_numeric() {
            let (left, right) = (self.result.function_terms[&left], self.result.function_terms[&right]);
            return self.circuit().equal(left, right);
        }
        let difference = self.difference(left, right);
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
            && let Some(cases) = self.result.cases.get(var)
        {
            let holds_for = |value: &Int| holds(&(coefficient * value + &expr.constant));
            let edges: Vec<Edge> =
                cases.iter().filter(|(value, _)| holds_for(value)).map(|&(_, condition)| condition).collect();
            return self.circuit().or(&edges);
        }
        if let [(left, a), (right, b)] = expr.form.terms()
            && let Some(edge) = self.compare_choices([(*left, a), (*right, b)], &expr.constant, holds)
        {
            return edge;
        }
        self.require_all(&expr);
        atom(self.circuit(), &expr)
    }

    /// Makes sure that a variable's definition gets asserted.
    fn require(&mut self, var: NumVar) {
        if !std::mem::replace(&mut self.result.is_defined[var.index()], true) {
            self.undefined.push(var);
        }
    }

    fn require_all(&mut self, expr: &LinearExpr) {
        for &(var, _) in expr.form.terms() {
            self.require(var);
        }
    }

    /// A new variable of a numeric sort. Those that stand for an `ite` or `abs` are defined when they are
    /// first used.
    fn new_var(&mut self, sort: Sort, origin: Origin) -> NumVar {
        let index = self.result.origins.len();
        let var = if sort == Sort::Real { NumVar::real(index) } else { NumVar::integer(index) };
        self.result.origins.push((var, origin));
        self.result.is_defined.push(!matches!(origin, Origin::Term(_)));
        var
    }

    fn var_of(&mut self, term: Term, origin: Origin) -> NumVar {
        if let Some(var) = self.result.vars.get(term) {
            return var;
        }
        let var = self.new_var(self.terms.sort(term), origin);
        self.result.vars.insert(term, var);
        var
    }
}
