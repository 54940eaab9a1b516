//! Seeded random formulas of linear integer arithmetic with quantifiers, and their truth by brute force.

use crate::random::Rng;
use cfp_solver::{Int, Op, Sort, Symbol, Term, Terms};
use std::collections::HashMap;

/// What random formulas with quantifiers look like.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Free variables.
    pub free: usize,
    /// Bound variables.
    pub bound: usize,
    /// Atoms, about.
    pub atoms: usize,
    /// Largest coefficient.
    pub coefficients: i64,
    /// Every variable, the free ones too, lies between minus and plus this; then brute force decides the
    /// formula.
    pub bounded_by: Option<i64>,
    /// All quantifiers stand before the rest.
    pub prenex: bool,
    /// Of ten atoms so many have `div`, `mod` or `divisible`.
    pub divisions: usize,
}

impl Shape {
    /// From tiny to about fifteen atoms over two to six variables, of which one to three are bound, or all.
    pub fn any(rng: &mut Rng) -> Shape {
        let variables = 2 + rng.below(5);
        let bound = 1 + rng.below(3.min(variables));
        let atoms = match rng.below(4) {
            0 => 1 + rng.below(2),
            1 | 2 => 2 + rng.below(5),
            _ => 4 + rng.below(12),
        };
        let is_closed = rng.one_in(4);
        Shape {
            free: if is_closed { 0 } else { variables - bound },
            bound: if is_closed { variables.min(4) } else { bound },
            atoms,
            coefficients: rng.pick(&[1, 3, 7, 20]),
            bounded_by: rng.one_in(3).then(|| rng.range(1, 4)),
            prenex: rng.one_in(2),
            divisions: rng.pick(&[0, 1, 3]),
        }
    }
}

/// A random formula with its free symbols.
pub fn formula(terms: &mut Terms, rng: &mut Rng, shape: &Shape) -> (Vec<Symbol>, Term) {
    let free: Vec<Symbol> =
        (0..shape.free).map(|index| terms.declare(format!("a{index}"), Sort::Int)).collect();
    let scope: Vec<Term> = free.iter().map(|&symbol| terms.symbol(symbol)).collect();
    let mut maker = Maker { terms, rng, shape, scope };
    let rest = maker.formula(shape.atoms, shape.bound);
    let scope = maker.scope.clone();
    let formula = match shape.bounded_by {
        Some(limit) => maker.guarded(Op::Exists, &scope, limit, rest),
        None => rest,
    };
    (free, formula)
}

struct Maker<'a> {
    terms: &'a mut Terms,
    rng: &'a mut Rng,
    shape: &'a Shape,
    /// The variables that may be used, innermost last.
    scope: Vec<Term>,
}

impl Maker<'_> {
    /// A formula with about so many atoms, and so many variables bound in it.
    fn formula(&mut self, atoms: usize, bound: usize) -> Term {
        if bound > 0 && (self.shape.prenex || atoms <= 1 || self.scope.is_empty() || self.rng.one_in(3)) {
            return self.quantified(atoms, bound);
        }
        if atoms <= 1 {
            return self.atom();
        }
        let left = 1 + self.rng.below(atoms - 1);
        let inner = self.rng.below(bound + 1);
        let parts = [self.formula(left, inner), self.formula(atoms - left, bound - inner)];
        match self.rng.below(12) {
            0..=4 => self.terms.and(&parts),
            5..=8 => self.terms.or(&parts),
            9 => self.make(Op::Implies, &parts),
            10 => {
                let op = self.rng.pick(&[Op::Eq, Op::Xor]);
                self.make(op, &parts)
            }
            _ => {
                let negated = self.terms.not(parts[0]);
                let condition = self.atom();
                self.make(Op::Ite, &[condition, negated, parts[1]])
            }
        }
    }

    fn make(&mut self, op: Op, args: &[Term]) -> Term {
        self.terms.make(op, args).expect("well-sorted by construction")
    }

    fn quantified(&mut self, atoms: usize, bound: usize) -> Term {
        let count = 1 + self.rng.below(bound);
        let outside = self.scope.len();
        for _ in 0..count {
            // Names may be those of variables around this.
            let name = format!("x{}", self.rng.below(4));
            let variable = self.terms.constant(name, Sort::Int);
            self.scope.push(variable);
        }
        let variables = self.scope[outside..].to_vec();
        let op = self.rng.pick(&[Op::Forall, Op::Exists]);
        let body = self.formula(atoms, bound - count);
        self.scope.truncate(outside);
        let body = match self.shape.bounded_by {
            Some(limit) => self.guarded(op, &variables, limit, body),
            None => body,
        };
        let quantified = match op {
            Op::Forall => self.terms.forall(&variables, body),
            _ => self.terms.exists(&variables, body),
        };
        if self.rng.one_in(4) { self.terms.not(quantified) } else { quantified }
    }

    /// A formula about variables that lie between minus and plus a limit only.
    fn guarded(&mut self, op: Op, variables: &[Term], limit: i64, body: Term) -> Term {
        let (low, high) = (self.terms.int(-limit), self.terms.int(limit));
        let mut parts: Vec<Term> = variables.iter().map(|&v| self.terms.le(&[low, v, high])).collect();
        if op == Op::Forall {
            parts = parts.iter().map(|&guard| self.terms.not(guard)).collect();
        }
        parts.push(body);
        if op == Op::Forall { self.terms.or(&parts) } else { self.terms.and(&parts) }
    }

    fn number(&mut self, limit: i64) -> Term {
        let value = self.rng.range(-limit, limit);
        self.terms.int(value)
    }

    /// A sum of one to three products and a constant; inner variables more often than outer ones.
    fn sum(&mut self) -> Term {
        let mut parts = Vec::new();
        for _ in 0..1 + self.rng.below(3) {
            let index = self.rng.below(self.scope.len());
            let index = if self.rng.one_in(2) { self.scope.len() - 1 } else { index };
            let coefficient = match self.rng.range(-self.shape.coefficients, self.shape.coefficients) {
                0 => 1,
                other => other,
            };
            let coefficient = self.terms.int(coefficient);
            parts.push(self.terms.mul(coefficient, self.scope[index]));
        }
        if self.rng.one_in(3) {
            parts.push(self.number(3 * self.shape.coefficients));
        }
        if parts.len() == 1 { parts[0] } else { self.terms.add(&parts) }
    }

    fn atom(&mut self) -> Term {
        let divisor = self.rng.range(2, 9);
        let mut left = self.sum();
        if self.rng.below(10) < self.shape.divisions {
            let number = self.terms.int(divisor);
            match self.rng.below(3) {
                0 => return self.terms.divisible(divisor, left).expect("positive divisor"),
                1 => left = self.make(Op::Mod, &[left, number]),
                _ => left = self.make(Op::Div, &[left, number]),
            }
        }
        let right = if self.rng.one_in(3) { self.sum() } else { self.number(4 * self.shape.coefficients) };
        let op = self.rng.pick(&[Op::Le, Op::Lt, Op::Ge, Op::Gt, Op::Eq, Op::Eq, Op::Distinct]);
        self.make(op, &[left, right])
    }
}

/// The truth of a formula if free variables are chosen well, as far as values between minus and plus `limit`
/// tell: they do if all variables are bounded by guards, if there is a witness among them or a
/// counterexample, and so on.
pub fn satisfiable(terms: &Terms, free: &[Symbol], formula: Term, limit: i64) -> Option<bool> {
    let mut brute = Brute { terms, limit, values: HashMap::new() };
    let variables: Vec<Term> = terms
        .reachable(&[formula])
        .into_iter()
        .filter(|&term| terms.as_symbol(term).is_some_and(|symbol| free.contains(&symbol)))
        .collect();
    brute.quantified(Op::Exists, &variables, formula)
}

struct Brute<'a> {
    terms: &'a Terms,
    limit: i64,
    values: HashMap<Term, i128>,
}

impl Brute<'_> {
    /// Recursive: for small formulas.
    fn truth(&mut self, term: Term) -> Option<bool> {
        let terms = self.terms;
        let args = terms.args(term);
        if let Some((variables, body)) = terms.quantifier(term) {
            return self.quantified(terms.op(term), variables, body);
        }
        let numbers = |this: &Self| -> Vec<i128> { args.iter().map(|&arg| this.number(arg)).collect() };
        let is_numeric = args.last().is_some_and(|&arg| terms.sort(arg) == Sort::Int);
        let chain = |this: &Self, holds: fn(i128, i128) -> bool| {
            Some(numbers(this).windows(2).all(|pair| holds(pair[0], pair[1])))
        };
        match terms.op(term) {
            Op::True => Some(true),
            Op::False => Some(false),
            Op::Not => self.truth(args[0]).map(|truth| !truth),
            Op::And => self.junction(args, false),
            Op::Or => self.junction(args, true),
            Op::Implies => match (self.truth(args[0]), self.truth(args[1])) {
                (Some(false), _) | (_, Some(true)) => Some(true),
                (Some(true), Some(false)) => Some(false),
                _ => None,
            },
            Op::Ite => match self.truth(args[0]) {
                Some(true) => self.truth(args[1]),
                Some(false) => self.truth(args[2]),
                None => self.truth(args[1]).filter(|&truth| self.truth(args[2]) == Some(truth)),
            },
            Op::Divisible(divisor) => {
                let divisor: i128 = terms.number(divisor).to_string().parse().expect("a small number");
                Some(self.number(args[0]).rem_euclid(divisor) == 0)
            }
            Op::Le => chain(self, |left, right| left <= right),
            Op::Lt => chain(self, |left, right| left < right),
            Op::Ge => chain(self, |left, right| left >= right),
            Op::Gt => chain(self, |left, right| left > right),
            Op::Eq if is_numeric => chain(self, |left, right| left == right),
            Op::Distinct if is_numeric && args.len() == 2 => chain(self, |left, right| left != right),
            Op::Eq => Some(self.truth(args[0])? == self.truth(args[1])?),
            Op::Xor => Some(self.truth(args[0])? != self.truth(args[1])?),
            op => panic!("no formula of this generator has {op:?}"),
        }
    }

    /// Whether one of several formulas has this truth value; the opposite of it if all have the other.
    fn junction(&mut self, args: &[Term], decisive: bool) -> Option<bool> {
        let mut result = Some(!decisive);
        for &arg in args {
            match self.truth(arg) {
                Some(truth) if truth == decisive => return Some(decisive),
                Some(_) => {}
                None => result = None,
            }
        }
        result
    }

    fn quantified(&mut self, op: Op, variables: &[Term], body: Term) -> Option<bool> {
        let bounds = self.guards(op, variables, body);
        let decisive = op == Op::Exists;
        let mut result = bounds.as_ref().map(|_| !decisive);
        let (low, high) = bounds.unwrap_or((-self.limit, self.limit));
        let mut point = vec![low; variables.len()];
        loop {
            for (&variable, &value) in variables.iter().zip(&point) {
                self.values.insert(variable, i128::from(value));
            }
            match self.truth(body) {
                Some(truth) if truth == decisive => return Some(decisive),
                Some(_) => {}
                None => result = None,
            }
            // The next point, like counting.
            let Some(index) = point.iter().position(|&value| value < high) else { return result };
            point[index] += 1;
            point[..index].fill(low);
        }
    }

    /// The bounds of all variables, if they have the same ones by what stands before the rest of the body.
    fn guards(&self, op: Op, variables: &[Term], body: Term) -> Option<(i64, i64)> {
        let terms = self.terms;
        let (junction, parts) = (terms.op(body), terms.args(body));
        if variables.is_empty() {
            return Some((0, 0));
        }
        let mut found = HashMap::new();
        for &part in parts {
            let guard = match (op, junction, terms.op(part)) {
                (Op::Exists, Op::And, Op::Le) => part,
                (Op::Forall, Op::Or, Op::Not) => terms.args(part)[0],
                _ => continue,
            };
            if let (Op::Le, &[low, variable, high]) = (terms.op(guard), terms.args(guard)) {
                let value = |term| terms.as_constant(term).and_then(|value| value.to_string().parse().ok());
                found.insert(variable, (value(low)?, value(high)?));
            }
        }
        let bounds = *found.get(variables.first()?)?;
        variables.iter().all(|variable| found.get(variable) == Some(&bounds)).then_some(bounds)
    }

    fn number(&self, term: Term) -> i128 {
        let terms = self.terms;
        if let Some(&value) = self.values.get(&term) {
            return value;
        }
        let args: Vec<i128> = terms.args(term).iter().map(|&arg| self.number(arg)).collect();
        match terms.op(term) {
            Op::Number(numeral) => Int::to_string(terms.number(numeral)).parse().expect("a small number"),
            Op::Add => args.iter().sum(),
            Op::Mul => args.iter().product(),
            Op::Sub => args[1..].iter().fold(args[0], |left, right| left - right),
            Op::Neg => -args[0],
            Op::Mod => args[0].rem_euclid(args[1]),
            Op::Div => args[0].div_euclid(args[1]),
            op => panic!("no sum of this generator has {op:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_tell_what_they_can() {
        let mut terms = Terms::new();
        let (x, y) = (terms.constant("x", Sort::Int), terms.constant("y", Sort::Int));
        let (two, nine) = (terms.int(2), terms.int(9));
        let twice = terms.mul(two, x);
        let is_half = terms.eq(twice, y);
        let even = terms.exists(&[x], is_half);
        let all_even = terms.forall(&[y], even);
        let free = [terms.as_symbol(y).unwrap()];
        assert_eq!(satisfiable(&terms, &free, even, 2), Some(true));
        assert_eq!(
            satisfiable(&terms, &[], all_even, 2),
            None,
            "no x was found, but there might be one elsewhere"
        );
        let small = terms.lt(&[x, nine]);
        let all_small = terms.forall(&[x], small);
        assert_eq!(satisfiable(&terms, &[], all_small, 9), Some(false));
        assert_eq!(satisfiable(&terms, &[], all_small, 8), None);
        let (low, high) = (terms.int(-3), terms.int(3));
        let inside = terms.le(&[low, x, high]);
        let outside = terms.not(inside);
        let guarded = terms.or(&[outside, small]);
        let all_small = terms.forall(&[x], guarded);
        assert_eq!(satisfiable(&terms, &[], all_small, 1), Some(true), "guards say how far to look");
    }

    #[test]
    fn bounded_formulas_are_decided() {
        for seed in 0..50 {
            let (mut terms, mut rng) = (Terms::new(), Rng::new(seed));
            let shape = Shape { bounded_by: Some(1), ..Shape::any(&mut rng) };
            let (free, formula) = formula(&mut terms, &mut rng, &shape);
            assert!(satisfiable(&terms, &free, formula, 1).is_some(), "seed {seed}");
        }
    }
}
