//! Smart constructors for formulas: trivial cases are decided on construction, which keeps terms small.

use crate::symbolic::facts::choice::{choose, equal};
use crate::symbolic::facts::linear::linear;
use crate::symbolic::facts::logic::Logic;
use cfp_solver::{Int, Op, Sort, Term};
use fxhash::{FxHashMap, FxHashSet};

/// Limit on outermost conditions that [`Logic::settled`] tries to decide.
const MAX_SETTLED: usize = 4;

/// Limit on conditions, at any depth, that [`Logic::simplified`] tries to decide.
const MAX_SIMPLIFIED: usize = 12;

impl Logic {
    /// Conjunction.
    pub(crate) fn all(&mut self, parts: &[Term]) -> Term {
        self.connect(parts, true)
    }

    /// Disjunction.
    pub(crate) fn any(&mut self, parts: &[Term]) -> Term {
        self.connect(parts, false)
    }

    /// Conjunction or disjunction without neutral elements and duplicates.
    fn connect(&mut self, parts: &[Term], is_all: bool) -> Term {
        let (idle, decisive) = if is_all { (Op::True, Op::False) } else { (Op::False, Op::True) };
        let mut kept: Vec<Term> = Vec::with_capacity(parts.len());
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        for &part in parts {
            let op = self.terms().op(part);
            if op == decisive {
                return part;
            }
            if op != idle && seen.insert(part) {
                kept.push(part);
            }
        }
        match kept[..] {
            [] => self.terms().bool(is_all),
            [single] => single,
            _ if is_all => self.terms().and(&kept),
            _ => self.terms().or(&kept),
        }
    }

    /// Negation.
    pub(crate) fn negated(&mut self, formula: Term) -> Term {
        match self.terms().op(formula) {
            Op::True => self.terms().bool(false),
            Op::False => self.terms().bool(true),
            Op::Not => self.terms().args(formula)[0],
            _ => self.terms().not(formula),
        }
    }

    /// `premise => conclusion`
    pub(crate) fn implied(&mut self, premise: Term, conclusion: Term) -> Term {
        let not = self.negated(premise);
        self.any(&[not, conclusion])
    }

    /// `left <= right`
    pub(crate) fn at_most(&mut self, left: Term, right: Term) -> Term {
        self.compared(left, right, false)
    }

    /// `left <= right` or `left < right`, in lowest terms: `g s + c >= 0` is `s + floor(c / g) >= 0`.
    fn compared(&mut self, left: Term, right: Term, is_strict: bool) -> Term {
        if let Some(&known) = self.computed.comparisons.get(&(left, right, is_strict)) {
            return known;
        }
        let formula = self.compared_anew(left, right, is_strict);
        self.computed.comparisons.insert((left, right, is_strict), formula);
        formula
    }

    fn compared_anew(&mut self, left: Term, right: Term, is_strict: bool) -> Term {
        let distance = self.plus(right, left, -1);
        let (mut products, mut constant) = linear(self.terms(), distance);
        if is_strict {
            constant -= Int::ONE;
        }
        if products.is_empty() {
            return self.terms().bool(!constant.is_negative());
        }
        let common = products.values().fold(Int::ZERO, |common, factor| common.gcd(factor));
        if common.is_one() {
            return if is_strict { self.terms().lt(&[left, right]) } else { self.terms().le(&[left, right]) };
        }
        products.values_mut().for_each(|factor| *factor = factor.div_exact(&common));
        let constant = constant.div_floor(&common);
        // Move terms with a negative coefficient to the left side.
        let (mut more, mut less) = (Vec::new(), Vec::new());
        for (unknown, factor) in products {
            if factor.is_negative() {
                less.push((unknown, -factor));
            } else {
                more.push((unknown, factor));
            }
        }
        let (left, right) = match constant.is_negative() {
            true => (self.sum(&less, &-constant), self.sum(&more, &Int::ZERO)),
            false => (self.sum(&less, &Int::ZERO), self.sum(&more, &constant)),
        };
        self.terms().le(&[left, right])
    }

    /// `left < right`
    pub(crate) fn below(&mut self, left: Term, right: Term) -> Term {
        self.compared(left, right, true)
    }

    /// Views a comparison of two numbers as `left <= right`, `left < right` or `left = right`.
    pub(crate) fn comparison(&self, formula: Term) -> Option<(Op, Term, Term)> {
        let terms = self.brackets.terms();
        let &[left, right] = terms.args(formula) else { return None };
        if terms.sort(left) != Sort::Int {
            return None;
        }
        match terms.op(formula) {
            op @ (Op::Le | Op::Lt | Op::Eq) => Some((op, left, right)),
            Op::Ge => Some((Op::Le, right, left)),
            Op::Gt => Some((Op::Lt, right, left)),
            _ => None,
        }
    }

    /// Removes outermost conditions that the path decides.
    pub(crate) fn settled(&mut self, path: &[Term], term: Term) -> Term {
        let mut term = term;
        for _ in 0..MAX_SETTLED {
            if self.terms().op(term) != Op::Ite {
                break;
            }
            let args = self.terms().args(term);
            let (condition, then, otherwise) = (args[0], args[1], args[2]);
            if self.follows_at_once(path, condition) {
                term = then;
                continue;
            }
            let negated = self.negated(condition);
            if !self.follows_at_once(path, negated) {
                break;
            }
            term = otherwise;
        }
        term
    }

    /// Removes conditions that the path decides, at any depth.
    pub(crate) fn simplified(&mut self, path: &[Term], term: Term) -> Term {
        let mut conditions = Vec::new();
        let mut seen = FxHashSet::default();
        let mut pending = vec![term];
        while let Some(term) = pending.pop() {
            if conditions.len() >= MAX_SIMPLIFIED || !seen.insert(term) {
                continue;
            }
            let args = self.terms().args(term).to_vec();
            if self.terms().op(term) == Op::Ite && !conditions.contains(&args[0]) {
                conditions.push(args[0]);
            }
            pending.extend(args);
        }
        let mut decided = FxHashMap::default();
        for condition in conditions {
            let opposite = self.negated(condition);
            if self.follows_at_once(path, condition) {
                decided.insert(condition, self.terms().bool(true));
            } else if self.follows_at_once(path, opposite) {
                decided.insert(condition, self.terms().bool(false));
            }
        }
        self.substitute(term, &decided)
    }

    /// Substitutes terms and renormalises the result.
    pub(crate) fn substitute(&mut self, term: Term, values: &FxHashMap<Term, Term>) -> Term {
        // A term is newer than its arguments, so terms older than all keys contain none and stay as they are.
        let Some(&oldest) = values.keys().min() else { return term };
        if term < oldest {
            return term;
        }
        let mut done: FxHashMap<Term, Term> = values.clone();
        let mut pending = vec![(term, false)];
        while let Some((term, is_ready)) = pending.pop() {
            if term < oldest || done.contains_key(&term) {
                continue;
            }
            let args = self.terms().args(term).to_vec();
            if !is_ready {
                pending.push((term, true));
                pending.extend(args.into_iter().map(|arg| (arg, false)));
                continue;
            }
            self.visited += 1;
            let replaced: Vec<Term> = args.iter().map(|arg| *done.get(arg).unwrap_or(arg)).collect();
            let result =
                if replaced == args { term } else { self.rebuild(self.brackets.terms().op(term), &replaced) };
            done.insert(term, result);
        }
        done[&term]
    }

    /// Applies an operator through the smart constructors, so that the result is in normal form. The operator
    /// has at least one argument.
    pub(crate) fn rebuild(&mut self, op: Op, args: &[Term]) -> Term {
        let is_integer = self.terms().sort(args[0]) == Sort::Int;
        match (op, args) {
            (Op::Add | Op::Sub, _) if is_integer => {
                let factor = if op == Op::Add { 1 } else { -1 };
                args[1..].iter().fold(args[0], |sum, &arg| self.plus(sum, arg, factor))
            }
            (Op::Neg, &[arg]) if is_integer => {
                let zero = self.int(0);
                self.plus(zero, arg, -1)
            }
            (Op::Mul, &[left, right]) if is_integer => {
                let constant = |logic: &mut Logic, term| logic.terms().as_constant(term).cloned();
                let zero = self.int(0);
                if let Some(factor) = constant(self, left) {
                    self.plus(zero, right, factor)
                } else if let Some(factor) = constant(self, right) {
                    self.plus(zero, left, factor)
                } else {
                    self.terms().mul(left, right)
                }
            }
            (Op::Le, &[left, right]) if is_integer => self.at_most(left, right),
            (Op::Lt, &[left, right]) if is_integer => self.below(left, right),
            (Op::Ge, &[left, right]) if is_integer => self.at_most(right, left),
            (Op::Gt, &[left, right]) if is_integer => self.below(right, left),
            (Op::Eq, &[left, right]) if is_integer => equal(self, left, right),
            (Op::Distinct, &[left, right]) if is_integer => {
                let same = equal(self, left, right);
                self.negated(same)
            }
            (Op::Div, &[left, right]) => match self.terms().as_constant(right).cloned() {
                Some(divisor) if !divisor.is_zero() => self.quotient(left, &divisor),
                _ => self.terms().div(left, right),
            },
            (Op::Mod, &[left, right]) => {
                let constants =
                    (self.terms().as_constant(left).cloned(), self.terms().as_constant(right).cloned());
                match constants {
                    (Some(number), Some(divisor)) if divisor.is_positive() => {
                        let rest = number.div_rem_floor(&divisor).1;
                        self.int(rest)
                    }
                    _ => self.terms().modulo(left, right),
                }
            }
            (Op::Apply(function), &[left, right]) if self.product == function => {
                self.expanded_product(left, right)
            }
            (Op::And, _) => self.all(args),
            (Op::Or, _) => self.any(args),
            (Op::Not, &[arg]) => self.negated(arg),
            (Op::Implies, &[premise, conclusion]) => self.implied(premise, conclusion),
            (Op::Ite, &[condition, then, otherwise]) => choose(self, condition, &[then], &[otherwise])[0],
            _ => self.terms().make(op, args).expect("arguments of the same sorts"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bracket::Brackets;

    #[test]
    fn substitution_skips_what_is_older_than_its_keys() {
        let mut logic = Logic::new(Brackets::default());
        let x = logic.terms().constant("x", Sort::Int);
        let mut old = x;
        for _ in 0..1000 {
            let (zero, less) = (logic.int(0), logic.plus_constant(old, -1));
            let positive = logic.below(zero, old);
            old = logic.terms().ite(positive, less, x);
        }
        let y = logic.terms().constant("y", Sort::Int);
        let (claim, expected) = (logic.below(old, y), logic.below(old, x));
        let before = logic.visited;
        assert_eq!(logic.substitute(claim, &FxHashMap::from_iter([(y, x)])), expected);
        assert_eq!(logic.visited - before, 1);
        assert_eq!(logic.substitute(old, &FxHashMap::from_iter([(y, x)])), old);
        assert_eq!(logic.visited - before, 1);
    }

    /// Comparing all pairs would take minutes.
    #[test]
    fn large_conjunctions_have_no_duplicates() {
        let mut logic = Logic::new(Brackets::default());
        let parts: Vec<Term> =
            (0..200_000).map(|index| logic.terms().constant(format!("p{index}"), Sort::Bool)).collect();
        let twice = [&parts[..], &parts[..]].concat();
        let all = logic.all(&twice);
        assert_eq!(logic.terms().args(all), parts);
    }
}
