//! Seeded random formulas over everything that QF_LIA can say.
//!
//! `constraints` are those of program analyses, `quantified` has formulas with quantifiers, `automata` has
//! trees of constants.

pub mod automata;
pub mod constraints;
pub mod quantified;

use cfp_solver::{Int, Op, Sort, Symbol, Term, Terms};

/// A small deterministic generator (SplitMix64).
pub struct Rng(u64);

impl Rng {
    /// The same seed gives the same numbers.
    pub fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.bits() % limit as u64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn range(&mut self, low: i64, high: i64) -> i64 {
        low + (self.bits() % (high - low + 1) as u64) as i64
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
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// Integer symbols.
    pub ints: usize,
    /// Boolean symbols.
    pub bools: usize,
    /// Assertions.
    pub assertions: usize,
    /// Boolean terms besides the assertions.
    pub assumptions: usize,
    /// Operators per assertion, about.
    pub size: usize,
    /// Largest coefficient and constant.
    pub constants: i64,
    /// Integer symbols lie between minus and plus this; no bounds are asserted if `None`.
    pub bounded_by: Option<i64>,
    /// Of ten atoms so many compare a sum of products with a constant.
    pub linear: usize,
    /// Of ten such atoms so many are equalities.
    pub equalities: usize,
    /// Now and then constants are near a power of two where machine words end.
    pub huge: bool,
    /// All atoms compare a symbol, or the difference of two, with a constant.
    pub differences: bool,
    /// Operators on the way from the root of one more assertion to its deepest leaf.
    pub depth: usize,
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
            linear: rng.pick(&[0, 0, 3, 8]),
            equalities: rng.pick(&[2, 6]),
            huge: rng.one_in(10),
            depth: if rng.one_in(10) { rng.below(60) } else { 0 },
            differences: false,
            assumptions: 0,
        }
    }

    /// No bounds on the symbols; few enough of them for an elimination procedure.
    pub fn unbounded(rng: &mut Rng) -> Shape {
        Shape { ints: 1 + rng.below(4), bounded_by: None, huge: false, ..Shape::small(rng) }
    }

    /// Mostly equalities between sums.
    pub fn equalities(rng: &mut Rng) -> Shape {
        Shape {
            ints: 2 + rng.below(5),
            bools: rng.below(3),
            assertions: 2 + rng.below(5),
            size: 1 + rng.below(6),
            constants: rng.pick(&[3, 8, 30]),
            bounded_by: if rng.one_in(2) { Some(rng.range(3, 50)) } else { None },
            linear: 9,
            equalities: 8,
            ..Shape::default()
        }
    }

    /// Constants and coefficients that need more than a machine word now and then.
    pub fn huge(rng: &mut Rng) -> Shape {
        Shape {
            ints: 1 + rng.below(3),
            assertions: 1 + rng.below(3),
            size: 1 + rng.below(6),
            linear: rng.pick(&[3, 8]),
            huge: true,
            depth: 0,
            ..Shape::unbounded(rng)
        }
    }

    /// One deep term among the assertions.
    pub fn deep(rng: &mut Rng) -> Shape {
        Shape { depth: 20 + rng.below(200), ..Shape::unbounded(rng) }
    }

    /// Difference logic, small enough for brute force.
    pub fn differences(rng: &mut Rng) -> Shape {
        Shape {
            ints: 2 + rng.below(3),
            bools: rng.below(3),
            assertions: 2 + rng.below(6),
            size: 2 + rng.below(12),
            constants: rng.pick(&[1, 3, 6]),
            bounded_by: Some(rng.range(1, 4)),
            equalities: rng.pick(&[1, 5]),
            differences: true,
            ..Shape::default()
        }
    }

    /// Difference logic with more symbols than brute force could try, bounded or not.
    pub fn large_differences(rng: &mut Rng) -> Shape {
        Shape {
            ints: 3 + rng.below(10),
            bools: rng.below(6),
            assertions: 3 + rng.below(25),
            size: 2 + rng.below(20),
            constants: rng.pick(&[3, 20, 1000]),
            bounded_by: if rng.one_in(2) { Some(rng.pick(&[2, 20, 1000])) } else { None },
            huge: rng.one_in(8),
            ..Shape::differences(rng)
        }
    }

    /// More of everything: for solvers, not for brute force.
    pub fn large(rng: &mut Rng) -> Shape {
        Shape {
            ints: 2 + rng.below(8),
            bools: rng.below(8),
            assertions: 2 + rng.below(12),
            size: 4 + rng.below(40),
            constants: rng.pick(&[1, 3, 10, 100, 10_000]),
            bounded_by: if rng.one_in(2) { Some(rng.pick(&[5, 20, 1000])) } else { None },
            linear: rng.pick(&[0, 4, 8]),
            equalities: rng.pick(&[1, 3, 6]),
            huge: rng.one_in(8),
            depth: if rng.one_in(8) { rng.below(400) } else { 0 },
            differences: false,
            assumptions: 0,
        }
    }

    /// One of the shapes, the small ones more often.
    pub fn any(rng: &mut Rng) -> Shape {
        match rng.below(10) {
            0 | 1 => Shape::small(rng),
            2..=4 => Shape::unbounded(rng),
            5 | 6 => Shape::equalities(rng),
            7 => Shape::huge(rng),
            8 => Shape::deep(rng),
            _ => Shape::large(rng),
        }
    }
}

/// Random assertions with their symbols.
pub struct Formula {
    /// The symbols that may occur.
    pub symbols: Vec<Symbol>,
    /// Assertions that bound the integer symbols, if the shape says so.
    pub bounds: Vec<Term>,
    /// The other assertions.
    pub assertions: Vec<Term>,
    /// Boolean terms besides the assertions.
    pub assumptions: Vec<Term>,
}

impl Formula {
    /// The bounds and the other assertions.
    pub fn all(&self) -> Vec<Term> {
        self.bounds.iter().chain(&self.assertions).copied().collect()
    }
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
    let mut bounds = Vec::new();
    if let Some(limit) = shape.bounded_by {
        for &leaf in &leaves[..shape.ints] {
            let (low, high) = (terms.int(-limit), terms.int(limit));
            bounds.push(terms.le(&[low, leaf, high]));
        }
    }
    let mut maker = Maker { terms, rng, leaves, shape, made: Vec::new() };
    let mut assertions: Vec<Term> = (0..shape.assertions).map(|_| maker.boolean(shape.size)).collect();
    if shape.depth > 0 {
        assertions.push(maker.tower(shape.depth));
    }
    let assumptions = (0..shape.assumptions).map(|_| maker.boolean(shape.size)).collect();
    Formula { symbols, bounds, assertions, assumptions }
}

struct Maker<'a> {
    terms: &'a mut Terms,
    rng: &'a mut Rng,
    /// Integer symbols first.
    leaves: Vec<Term>,
    shape: &'a Shape,
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
            let bools = &self.leaves[self.shape.ints..];
            if bools.is_empty() || self.rng.one_in(10) {
                let value = self.rng.one_in(2);
                return self.terms.bool(value);
            }
            return self.rng.pick(&self.leaves[self.shape.ints..]);
        }
        let rest = size - 1;
        let many = 2 + self.rng.below(3);
        let kind = self.rng.below(16);
        if kind >= 6 && self.shape.differences {
            return self.difference_atom();
        }
        if kind >= 6 && self.shape.ints > 0 && self.rng.below(10) < self.shape.linear {
            return self.linear_atom();
        }
        match kind {
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
                let divisor = self.value().abs().max(Int::ONE);
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

    /// A constant between minus and plus the largest one, or a huge one.
    fn value(&mut self) -> Int {
        if self.shape.huge && self.rng.one_in(3) {
            let power = Int::from(2).pow(self.rng.pick(&[31, 32, 62, 63, 64, 126]));
            let near = power + Int::from(self.rng.range(-2, 2));
            return if self.rng.one_in(2) { near } else { -near };
        }
        Int::from(self.rng.range(-self.shape.constants, self.shape.constants))
    }

    fn number(&mut self) -> Term {
        let value = self.value();
        self.terms.int(value)
    }

    fn nonzero(&mut self) -> Term {
        let value = self.value();
        self.terms.int(if value.is_zero() { Int::from(2) } else { value })
    }

    /// A sum of products compared with a constant.
    fn linear_atom(&mut self) -> Term {
        let mut products = Vec::new();
        for _ in 0..1 + self.rng.below(3) {
            let (coefficient, index) = (self.nonzero(), self.rng.below(self.shape.ints));
            products.push(self.terms.mul(coefficient, self.leaves[index]));
        }
        let args = [self.terms.add(&products), self.number()];
        self.comparison(&args)
    }

    /// A symbol or the difference of two, compared with a constant.
    fn difference_atom(&mut self) -> Term {
        let ints = self.shape.ints;
        let (first, second) = (self.leaves[self.rng.below(ints)], self.leaves[self.rng.below(ints)]);
        let left = if self.rng.one_in(4) { first } else { self.terms.sub(first, second) };
        let args = [left, self.number()];
        self.comparison(&args)
    }

    fn comparison(&mut self, args: &[Term]) -> Term {
        let op = if self.rng.below(10) < self.shape.equalities {
            Op::Eq
        } else {
            self.rng.pick(&[Op::Le, Op::Lt, Op::Ge, Op::Gt, Op::Distinct])
        };
        self.make(op, args)
    }

    /// A term of this depth: each step adds little to the one before.
    fn tower(&mut self, depth: usize) -> Term {
        let mut number = self.integer(1);
        let mut truth = self.boolean(1);
        for _ in 0..depth {
            match self.rng.below(12) {
                0..=4 => {
                    let mut args = [number, self.integer(0)];
                    if self.rng.one_in(4) {
                        args.swap(0, 1);
                    }
                    let op = self.rng.pick(&[Op::Add, Op::Sub]);
                    number = self.make(op, &args);
                }
                5 => number = self.make(Op::Neg, &[number]),
                6 if self.rng.one_in(4) => number = self.make(Op::Add, &[number, number]),
                7 if self.rng.one_in(8) => {
                    let other = self.integer(0);
                    number = self.make(Op::Ite, &[truth, number, other]);
                }
                8 => truth = self.make(Op::Not, &[truth]),
                9 => {
                    let other = self.boolean(0);
                    let op = self.rng.pick(&[Op::And, Op::Or, Op::Xor, Op::Implies, Op::Eq]);
                    truth = self.make(op, &[truth, other]);
                }
                10 if self.rng.one_in(8) => {
                    let limit = self.number();
                    let atom = self.make(Op::Le, &[number, limit]);
                    truth = self.make(Op::Xor, &[truth, atom]);
                }
                _ => {}
            }
        }
        let limit = self.number();
        let atom = self.make(Op::Le, &[number, limit]);
        let op = self.rng.pick(&[Op::And, Op::Or, Op::Xor]);
        self.make(op, &[truth, atom])
    }

    fn integer(&mut self, size: usize) -> Term {
        if let Some(term) = self.reuse(Sort::Int) {
            return term;
        }
        if size == 0 {
            if self.shape.ints == 0 || self.rng.one_in(4) {
                return self.number();
            }
            return self.rng.pick(&self.leaves[..self.shape.ints]);
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
