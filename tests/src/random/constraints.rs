//! Random constraints as an analysis of programs makes them, for tests of what is done to formulas: few
//! symbols, many leaves about the same sums, divisibility, functions; and the same constraint written in
//! another way.

use crate::random::Rng;
use cfp_solver::{Op, Sort, Symbol, Term, Terms};
use std::collections::HashMap;

/// What random constraints are made of.
pub struct Vocabulary {
    ints: Vec<Term>,
    bools: Vec<Term>,
    /// From an integer to an integer, and to a truth value; none if there are to be no functions.
    functions: Option<(Symbol, Symbol)>,
}

impl Vocabulary {
    /// Declares some symbols.
    pub fn declare(terms: &mut Terms, ints: usize, bools: usize, with_functions: bool) -> Vocabulary {
        let ints = (0..ints).map(|index| terms.constant(format!("x{index}"), Sort::Int)).collect();
        let bools = (0..bools).map(|index| terms.constant(format!("p{index}"), Sort::Bool)).collect();
        let functions = with_functions.then(|| {
            let f = terms.declare_function("f", &[Sort::Int], Sort::Int);
            (f, terms.declare_function("q", &[Sort::Int], Sort::Bool))
        });
        Vocabulary { ints, bools, functions }
    }

    /// A random integer term.
    fn integer(&self, terms: &mut Terms, rng: &mut Rng, depth: usize) -> Term {
        let x = rng.pick(&self.ints);
        match rng.below(if depth == 0 { 3 } else { 12 }) {
            0..=4 => x,
            5 | 6 => {
                let (factor, other) = (terms.int(rng.range(-3, 3)), self.integer(terms, rng, depth - 1));
                let product = terms.mul(factor, x);
                terms.add(&[product, other])
            }
            7 | 8 => {
                let other = self.integer(terms, rng, depth - 1);
                terms.sub(x, other)
            }
            9 => {
                let (divisor, inner) = (terms.int(rng.range(2, 4)), self.integer(terms, rng, depth - 1));
                let op = rng.pick(&[Op::Mod, Op::Div]);
                terms.make(op, &[inner, divisor]).expect("integers")
            }
            10 => match self.functions {
                Some((f, _)) => {
                    let inner = self.integer(terms, rng, depth - 1);
                    terms.apply(f, &[inner])
                }
                None => terms.int(rng.range(-4, 4)),
            },
            _ => {
                let condition = self.formula(terms, rng, 0);
                let branches = [self.integer(terms, rng, 0), terms.int(rng.range(-2, 2))];
                terms.ite(condition, branches[0], branches[1])
            }
        }
    }

    /// A random leaf.
    fn leaf(&self, terms: &mut Terms, rng: &mut Rng) -> Term {
        match rng.below(12) {
            0 | 1 if !self.bools.is_empty() => rng.pick(&self.bools),
            2 => {
                let inner = self.integer(terms, rng, 1);
                terms.divisible(rng.range(2, 6), inner).expect("a positive divisor")
            }
            3 => {
                let (divisor, value) = (terms.int(rng.range(2, 3)), terms.int(rng.range(0, 2)));
                let inner = self.integer(terms, rng, 0);
                let remainder = terms.modulo(inner, divisor);
                terms.eq(remainder, value)
            }
            4 if self.functions.is_some() => {
                let (_, q) = self.functions.expect("just asked");
                let inner = self.integer(terms, rng, 1);
                terms.apply(q, &[inner])
            }
            kind => {
                let left = self.integer(terms, rng, 2);
                let right =
                    if rng.one_in(3) { self.integer(terms, rng, 1) } else { terms.int(rng.range(-4, 4)) };
                let op = match kind {
                    5 | 6 => Op::Eq,
                    _ => rng.pick(&[Op::Le, Op::Lt, Op::Ge, Op::Gt, Op::Distinct]),
                };
                terms.make(op, &[left, right]).expect("integers")
            }
        }
    }

    /// A random constraint with about so many levels of connectives.
    pub fn formula(&self, terms: &mut Terms, rng: &mut Rng, depth: usize) -> Term {
        if depth == 0 || rng.one_in(6) {
            return self.leaf(terms, rng);
        }
        let many = 2 + rng.below(3);
        let mut parts: Vec<Term> = (0..many).map(|_| self.formula(terms, rng, depth - 1)).collect();
        match rng.below(16) {
            0..=5 => terms.and(&parts),
            6..=11 => terms.or(&parts),
            12 => terms.not(parts[0]),
            13 => terms.implies(parts[0], parts[1]),
            14 => {
                parts.truncate(2);
                let op = rng.pick(&[Op::Xor, Op::Eq, Op::Distinct]);
                terms.make(op, &parts).expect("formulas")
            }
            _ => {
                let otherwise = self.leaf(terms, rng);
                terms.ite(parts[0], parts[1], otherwise)
            }
        }
    }
}

/// The same formula, written in another way: arguments in another order, comparisons multiplied, turned round
/// and moved, conjunctions and disjunctions nested or negated.
pub fn disguise(terms: &mut Terms, rng: &mut Rng, formula: Term) -> Term {
    let mut disguised: HashMap<Term, Term> = HashMap::new();
    for term in terms.reachable(&[formula]) {
        let mut args: Vec<Term> = terms.args(term).iter().map(|arg| disguised[arg]).collect();
        let op = terms.op(term);
        let result = match op {
            Op::And | Op::Or => {
                shuffle(rng, &mut args);
                if args.len() > 2 && rng.one_in(3) {
                    let rest = args.split_off(1);
                    args.push(terms.make(op, &rest).expect("formulas"));
                }
                if rng.one_in(3) {
                    // De Morgan.
                    let negated: Vec<Term> = args.iter().map(|&arg| terms.not(arg)).collect();
                    let dual = if op == Op::And { Op::Or } else { Op::And };
                    let dual = terms.make(dual, &negated).expect("formulas");
                    terms.not(dual)
                } else {
                    terms.make(op, &args).expect("formulas")
                }
            }
            Op::Add | Op::Xor | Op::Distinct => {
                shuffle(rng, &mut args);
                terms.make(op, &args).expect("as before")
            }
            Op::Not if rng.one_in(3) => {
                let negated = terms.make(Op::Not, &args).expect("a formula");
                let twice = terms.not(negated);
                terms.not(twice)
            }
            Op::Le | Op::Lt | Op::Ge | Op::Gt | Op::Eq
                if args.len() == 2 && terms.sort(args[0]) == Sort::Int =>
            {
                compare(terms, rng, op, args[0], args[1])
            }
            _ if args == terms.args(term) => term,
            _ => terms.make(op, &args).expect("as before"),
        };
        disguised.insert(term, result);
    }
    disguised[&formula]
}

/// `left op right`, said otherwise.
fn compare(terms: &mut Terms, rng: &mut Rng, op: Op, mut left: Term, mut right: Term) -> Term {
    if rng.one_in(2) {
        let factor = terms.int(rng.range(2, 5));
        (left, right) = (terms.mul(factor, left), terms.mul(factor, right));
    }
    if rng.one_in(3) {
        let zero = terms.int(0);
        (left, right) = (terms.sub(left, right), zero);
    }
    let turned = match op {
        Op::Le => Op::Ge,
        Op::Lt => Op::Gt,
        Op::Ge => Op::Le,
        Op::Gt => Op::Lt,
        other => other,
    };
    let negated = match op {
        Op::Le => Some(Op::Gt),
        Op::Lt => Some(Op::Ge),
        Op::Ge => Some(Op::Lt),
        Op::Gt => Some(Op::Le),
        _ => None,
    };
    match negated {
        Some(negated) if rng.one_in(3) => {
            let opposite = terms.make(negated, &[left, right]).expect("integers");
            terms.not(opposite)
        }
        _ if rng.one_in(2) => terms.make(turned, &[right, left]).expect("integers"),
        _ => terms.make(op, &[left, right]).expect("integers"),
    }
}

fn shuffle(rng: &mut Rng, items: &mut [Term]) {
    for index in (1..items.len()).rev() {
        items.swap(index, rng.below(index + 1));
    }
}

/// Every formula that comes from this one by putting `true` or `false` for one occurrence of an atom that is
/// not inside of another atom.
pub fn without_one_leaf(terms: &mut Terms, formula: Term) -> Vec<Term> {
    let args = terms.args(formula).to_vec();
    let is_connective = match terms.op(formula) {
        Op::True | Op::False => return Vec::new(),
        Op::Not | Op::And | Op::Or | Op::Xor | Op::Implies => true,
        Op::Ite => true,
        Op::Eq | Op::Distinct => terms.sort(args[0]) == Sort::Bool,
        _ => false,
    };
    if !is_connective {
        return vec![terms.bool(true), terms.bool(false)];
    }
    let mut variants = Vec::new();
    for (place, &arg) in args.iter().enumerate() {
        for variant in without_one_leaf(terms, arg) {
            let mut args = args.clone();
            args[place] = variant;
            let op = terms.op(formula);
            variants.push(terms.make(op, &args).expect("formulas"));
        }
    }
    variants
}
