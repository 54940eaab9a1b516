//! Seeded random formulas over everything that QF_LIA can say.

use cfp_solver::{Op, Sort, Symbol, Term, Terms};

/// A small deterministic generator (SplitMix64).
pub struct Rng(u64);

impl Rng {
    /// The same seed gives the same numbers.
    pub fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }

    /// The next 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn range(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % (high - low + 1) as u64) as i64
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// What random formulas look like.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Integer symbols.
    pub ints: usize,
    /// Boolean symbols.
    pub bools: usize,
    /// Assertions.
    pub assertions: usize,
    /// Operators per assertion, about.
    pub size: usize,
    /// Largest coefficient and constant.
    pub constants: i64,
    /// Integer symbols lie between minus and plus this; no bounds are asserted if `None`.
    pub bounded_by: Option<i64>,
}

impl Shape {
    /// A shape that differs with the seed but stays small enough for brute force.
    pub fn small(rng: &mut Rng) -> Shape {
        let ints = rng.below(4);
        Shape {
            ints,
            bools: rng.below(4) + usize::from(ints == 0),
            assertions: 1 + rng.below(4),
            size: 2 + rng.below(14),
            constants: rng.pick(&[1, 3, 8, 20]),
            bounded_by: Some(rng.range(1, 5)),
        }
    }
}

/// Random assertions with their symbols.
pub struct Formula {
    /// The symbols that may occur.
    pub symbols: Vec<Symbol>,
    /// The assertions.
    pub assertions: Vec<Term>,
}

/// Builds a random formula.
pub fn formula(terms: &mut Terms, rng: &mut Rng, shape: &Shape) -> Formula {
    let mut symbols = Vec::new();
    for index in 0..shape.ints {
        symbols.push(terms.declare(format!("x{index}"), Sort::Int));
    }
    for index in 0..shape.bools {
        symbols.push(terms.declare(format!("p{index}"), Sort::Bool));
    }
    let leaves: Vec<Term> = symbols.iter().map(|&symbol| terms.symbol(symbol)).collect();
    let mut assertions = Vec::new();
    if let Some(limit) = shape.bounded_by {
        for &leaf in &leaves[..shape.ints] {
            let (low, high) = (terms.int(-limit), terms.int(limit));
            assertions.push(terms.le(&[low, leaf, high]));
        }
    }
    let mut maker =
        Maker { terms, rng, leaves, ints: shape.ints, constants: shape.constants, made: Vec::new() };
    for _ in 0..shape.assertions {
        assertions.push(maker.boolean(shape.size));
    }
    Formula { symbols, assertions }
}

struct Maker<'a> {
    terms: &'a mut Terms,
    rng: &'a mut Rng,
    /// Integer symbols first.
    leaves: Vec<Term>,
    ints: usize,
    constants: i64,
    /// Terms made so far, to be used again now and then: formulas are DAGs.
    made: Vec<Term>,
}

impl Maker<'_> {
    fn reuse(&mut self, sort: Sort) -> Option<Term> {
        if self.made.is_empty() || !self.rng.one_in(8) {
            return None;
        }
        let term = self.rng.pick(&self.made);
        (self.terms.sort(term) == sort).then_some(term)
    }

    fn make(&mut self, op: Op, args: &[Term]) -> Term {
        let term = self.terms.make(op, args).expect("well-sorted by construction");
        self.made.push(term);
        term
    }

    fn booleans(&mut self, count: usize, size: usize) -> Vec<Term> {
        (0..count).map(|_| self.boolean(size / count)).collect()
    }

    fn integers(&mut self, count: usize, size: usize) -> Vec<Term> {
        (0..count).map(|_| self.integer(size / count)).collect()
    }

    fn boolean(&mut self, size: usize) -> Term {
        if let Some(term) = self.reuse(Sort::Bool) {
            return term;
        }
        if size == 0 {
            let bools = &self.leaves[self.ints..];
            if bools.is_empty() || self.rng.one_in(10) {
                let value = self.rng.one_in(2);
                return self.terms.bool(value);
            }
            return self.rng.pick(&self.leaves[self.ints..]);
        }
        let rest = size - 1;
        let many = 2 + self.rng.below(3);
        match self.rng.below(16) {
            0 | 1 => {
                let args = self.booleans(1, rest);
                self.make(Op::Not, &args)
            }
            2 | 3 => {
                let op = self.rng.pick(&[Op::And, Op::Or]);
                let args = self.booleans(many, rest);
                self.make(op, &args)
            }
            4 => {
                let op = self.rng.pick(&[Op::Xor, Op::Implies, Op::Eq, Op::Distinct]);
                let args = self.booleans(many.min(3), rest);
                self.make(op, &args)
            }
            5 => {
                let args = self.booleans(3, rest);
                self.make(Op::Ite, &args)
            }
            6..=8 => {
                let op = self.rng.pick(&[Op::Eq, Op::Distinct]);
                let args = self.integers(many.min(3), rest);
                self.make(op, &args)
            }
            9 => {
                let divisor = self.rng.range(1, self.constants.max(2));
                let arg = self.integer(rest);
                let term = self.terms.divisible(divisor, arg).expect("positive divisor");
                self.made.push(term);
                term
            }
            _ => {
                let op = self.rng.pick(&[Op::Le, Op::Lt, Op::Ge, Op::Gt]);
                let count = if self.rng.one_in(5) { 3 } else { 2 };
                let args = self.integers(count, rest);
                self.make(op, &args)
            }
        }
    }

    fn number(&mut self) -> Term {
        let value = self.rng.range(-self.constants, self.constants);
        self.terms.int(value)
    }

    fn nonzero(&mut self) -> Term {
        let value = self.rng.range(1, self.constants.max(2));
        let sign = if self.rng.one_in(3) { -1 } else { 1 };
        self.terms.int(sign * value)
    }

    fn integer(&mut self, size: usize) -> Term {
        if let Some(term) = self.reuse(Sort::Int) {
            return term;
        }
        if size == 0 {
            if self.ints == 0 || self.rng.one_in(4) {
                return self.number();
            }
            return self.rng.pick(&self.leaves[..self.ints]);
        }
        let rest = size - 1;
        let many = 2 + self.rng.below(3);
        match self.rng.below(12) {
            0..=2 => {
                let args = self.integers(many, rest);
                self.make(Op::Add, &args)
            }
            3 => {
                let args = self.integers(many, rest);
                self.make(Op::Sub, &args)
            }
            4 => {
                let args = self.integers(1, rest);
                self.make(Op::Neg, &args)
            }
            5..=7 => {
                let mut args = [self.number(), self.integer(rest)];
                if self.rng.one_in(2) {
                    args.swap(0, 1);
                }
                self.make(Op::Mul, &args)
            }
            8 => {
                let args = [self.integer(rest), self.nonzero()];
                let op = self.rng.pick(&[Op::Div, Op::Mod]);
                self.make(op, &args)
            }
            9 => {
                let args = self.integers(1, rest);
                self.make(Op::Abs, &args)
            }
            _ => {
                let args = [self.boolean(rest / 3), self.integer(rest / 3), self.integer(rest / 3)];
                self.make(Op::Ite, &args)
            }
        }
    }
}
