//! Building terms: checked construction, and short methods for the usual operators.

use super::{Node, Numeral, Op, Sort, Symbol, Term, TermError, Terms};
use crate::num::Int;
use fxhash::FxHasher;
use std::hash::{Hash, Hasher};

/// Constants are folded while their size stays below this many bits; `(* x x)` nested 60 times must not eat all memory.
const MAX_CONSTANT_BITS: u64 = 1 << 22;

impl Terms {
    /// Declares a symbol. Names need not be unique: each call makes a symbol of its own.
    pub fn declare(&mut self, name: impl Into<String>, sort: Sort) -> Symbol {
        let symbol = Symbol(u32::try_from(self.symbols.len()).expect("too many symbols"));
        self.symbols.push((name.into(), sort));
        symbol
    }

    /// The term that is just this symbol.
    pub fn symbol(&mut self, symbol: Symbol) -> Term {
        let sort = self.symbol_sort(symbol);
        self.intern(Op::Symbol(symbol), sort, &[], None)
    }

    /// Declares a symbol and returns it as a term.
    pub fn constant(&mut self, name: impl Into<String>, sort: Sort) -> Term {
        let symbol = self.declare(name, sort);
        self.symbol(symbol)
    }

    /// An integer constant.
    pub fn int(&mut self, value: impl Into<Int>) -> Term {
        let numeral = self.numeral(value.into());
        self.intern(Op::Number(numeral), Sort::Int, &[], Some(numeral))
    }

    /// `true` or `false`.
    pub fn bool(&mut self, value: bool) -> Term {
        self.intern(if value { Op::True } else { Op::False }, Sort::Bool, &[], None)
    }

    /// `(_ divisible n)` of a term.
    pub fn divisible(&mut self, divisor: impl Into<Int>, term: Term) -> Result<Term, TermError> {
        let divisor = divisor.into();
        if !divisor.is_positive() {
            return Err(TermError::ZeroDivisor);
        }
        let numeral = self.numeral(divisor);
        self.make(Op::Divisible(numeral), &[term])
    }

    /// Builds a term after checking arity, sorts and linearity.
    pub fn make(&mut self, op: Op, args: &[Term]) -> Result<Term, TermError> {
        let sort = self.check(op, args)?;
        let constant = self.fold(op, args)?;
        Ok(self.intern(op, sort, args, constant))
    }

    fn check(&self, op: Op, args: &[Term]) -> Result<Sort, TermError> {
        let (expected, fits) = match op {
            Op::True | Op::False | Op::Number(_) | Op::Symbol(_) => ("none", args.is_empty()),
            Op::Not | Op::Neg | Op::Abs | Op::Divisible(_) => ("exactly one", args.len() == 1),
            Op::And | Op::Or | Op::Add | Op::Mul => ("at least one", !args.is_empty()),
            Op::Ite => ("exactly three", args.len() == 3),
            Op::Div | Op::Mod => ("exactly two", args.len() == 2),
            Op::Xor | Op::Implies | Op::Eq | Op::Distinct | Op::Sub => ("at least two", args.len() >= 2),
            Op::Le | Op::Lt | Op::Ge | Op::Gt => ("at least two", args.len() >= 2),
        };
        if !fits {
            return Err(TermError::WrongArity { expected, found: args.len() });
        }
        let (sort, wanted) = match op {
            Op::True | Op::False => (Sort::Bool, Sort::Bool),
            Op::Number(_) => (Sort::Int, Sort::Int),
            Op::Symbol(symbol) => (self.symbol_sort(symbol), Sort::Bool),
            Op::Not | Op::And | Op::Or | Op::Xor | Op::Implies => (Sort::Bool, Sort::Bool),
            Op::Eq | Op::Distinct => (Sort::Bool, self.sort(args[0])),
            Op::Ite => {
                self.expect_sort(args, 0, Sort::Bool)?;
                self.expect_sort(args, 2, self.sort(args[1]))?;
                return Ok(self.sort(args[1]));
            }
            Op::Add | Op::Sub | Op::Neg | Op::Mul | Op::Div | Op::Mod | Op::Abs => (Sort::Int, Sort::Int),
            Op::Divisible(_) | Op::Le | Op::Lt | Op::Ge | Op::Gt => (Sort::Bool, Sort::Int),
        };
        for argument in 0..args.len() {
            self.expect_sort(args, argument, wanted)?;
        }
        match op {
            Op::Mul if args.iter().filter(|&&arg| self.as_constant(arg).is_none()).count() > 1 => {
                Err(TermError::NonLinear)
            }
            Op::Div | Op::Mod => match self.as_constant(args[1]) {
                None => Err(TermError::NonConstantDivisor),
                Some(divisor) if divisor.is_zero() => Err(TermError::ZeroDivisor),
                Some(_) => Ok(sort),
            },
            _ => Ok(sort),
        }
    }

    fn expect_sort(&self, args: &[Term], argument: usize, expected: Sort) -> Result<(), TermError> {
        let found = self.sort(args[argument]);
        if found == expected { Ok(()) } else { Err(TermError::WrongSort { argument, expected, found }) }
    }

    /// The value of arithmetic on constants.
    fn fold(&mut self, op: Op, args: &[Term]) -> Result<Option<Numeral>, TermError> {
        if let Op::Number(numeral) = op {
            return Ok(Some(numeral));
        }
        if !matches!(op, Op::Add | Op::Sub | Op::Neg | Op::Mul | Op::Div | Op::Mod | Op::Abs) {
            return Ok(None);
        }
        let mut values = Vec::with_capacity(args.len());
        let mut bits = 0;
        for &arg in args {
            let Some(value) = self.as_constant(arg) else {
                return Ok(None);
            };
            bits += u64::from(value.bits());
            values.push(value);
        }
        if bits > MAX_CONSTANT_BITS {
            return Err(TermError::HugeConstant);
        }
        let (first, rest) = values.split_first().expect("arithmetic has arguments");
        let mut result = (*first).clone();
        match op {
            Op::Neg => result = -result,
            Op::Abs => result = result.abs(),
            Op::Add => rest.iter().for_each(|value| result += *value),
            Op::Sub => rest.iter().for_each(|value| result -= *value),
            Op::Mul => rest.iter().for_each(|value| result *= *value),
            Op::Div => result = result.div_euclid(rest[0]),
            Op::Mod => result = result.rem_euclid(rest[0]),
            _ => unreachable!("not arithmetic"),
        }
        Ok(Some(self.numeral(result)))
    }

    fn numeral(&mut self, value: Int) -> Numeral {
        if let Some(&numeral) = self.numeral_ids.get(&value) {
            return numeral;
        }
        let numeral = Numeral(u32::try_from(self.numerals.len()).expect("too many numerals"));
        self.numerals.push(value.clone());
        self.numeral_ids.insert(value, numeral);
        numeral
    }

    fn intern(&mut self, op: Op, sort: Sort, args: &[Term], constant: Option<Numeral>) -> Term {
        let hash = hash_node(op, args);
        let same = |entry| self.op(Term(entry)) == op && self.args(Term(entry)) == args;
        if let Some(entry) = self.table.find(hash, same) {
            return Term(entry);
        }
        let term = u32::try_from(self.nodes.len()).expect("too many terms");
        let args_start = u32::try_from(self.args.len()).expect("too many arguments");
        self.args.extend_from_slice(args);
        self.nodes.push(Node { op, sort, args_start, args_len: args.len() as u32, constant });
        self.table.insert(hash, term);
        Term(term)
    }
}

fn hash_node(op: Op, args: &[Term]) -> u64 {
    let mut hasher = FxHasher::default();
    op.hash(&mut hasher);
    args.hash(&mut hasher);
    hasher.finish()
}

/// Short forms of [`Terms::make`] for code that knows the sorts of its terms.
///
/// # Panics
/// All of these panic where `make` would return an error.
impl Terms {
    fn must(&mut self, op: Op, args: &[Term]) -> Term {
        self.make(op, args).unwrap_or_else(|error| panic!("{op:?}: {error}"))
    }

    /// `(not term)`
    pub fn not(&mut self, term: Term) -> Term {
        self.must(Op::Not, &[term])
    }

    /// `(and terms…)`; `true` for none.
    pub fn and(&mut self, terms: &[Term]) -> Term {
        if terms.is_empty() { self.bool(true) } else { self.must(Op::And, terms) }
    }

    /// `(or terms…)`; `false` for none.
    pub fn or(&mut self, terms: &[Term]) -> Term {
        if terms.is_empty() { self.bool(false) } else { self.must(Op::Or, terms) }
    }

    /// `(xor left right)`
    pub fn xor(&mut self, left: Term, right: Term) -> Term {
        self.must(Op::Xor, &[left, right])
    }

    /// `(=> premise conclusion)`
    pub fn implies(&mut self, premise: Term, conclusion: Term) -> Term {
        self.must(Op::Implies, &[premise, conclusion])
    }

    /// `(ite condition then otherwise)`
    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        self.must(Op::Ite, &[condition, then, otherwise])
    }

    /// `(= left right)`
    pub fn eq(&mut self, left: Term, right: Term) -> Term {
        self.must(Op::Eq, &[left, right])
    }

    /// `(distinct terms…)`
    pub fn distinct(&mut self, terms: &[Term]) -> Term {
        self.must(Op::Distinct, terms)
    }

    /// `(+ terms…)`; `0` for none.
    pub fn add(&mut self, terms: &[Term]) -> Term {
        if terms.is_empty() { self.int(0) } else { self.must(Op::Add, terms) }
    }

    /// `(- left right)`
    pub fn sub(&mut self, left: Term, right: Term) -> Term {
        self.must(Op::Sub, &[left, right])
    }

    /// `(- term)`
    pub fn neg(&mut self, term: Term) -> Term {
        self.must(Op::Neg, &[term])
    }

    /// `(* left right)`, one of them a constant
    pub fn mul(&mut self, left: Term, right: Term) -> Term {
        self.must(Op::Mul, &[left, right])
    }

    /// `(div term divisor)`
    pub fn div(&mut self, term: Term, divisor: Term) -> Term {
        self.must(Op::Div, &[term, divisor])
    }

    /// `(mod term divisor)`
    pub fn modulo(&mut self, term: Term, divisor: Term) -> Term {
        self.must(Op::Mod, &[term, divisor])
    }

    /// `(abs term)`
    pub fn abs(&mut self, term: Term) -> Term {
        self.must(Op::Abs, &[term])
    }

    /// `(<= terms…)`
    pub fn le(&mut self, terms: &[Term]) -> Term {
        self.must(Op::Le, terms)
    }

    /// `(< terms…)`
    pub fn lt(&mut self, terms: &[Term]) -> Term {
        self.must(Op::Lt, terms)
    }

    /// `(>= terms…)`
    pub fn ge(&mut self, terms: &[Term]) -> Term {
        self.must(Op::Ge, terms)
    }

    /// `(> terms…)`
    pub fn gt(&mut self, terms: &[Term]) -> Term {
        self.must(Op::Gt, terms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misuse_is_an_error() {
        let mut terms = Terms::new();
        let x = terms.constant("x", Sort::Int);
        let p = terms.constant("p", Sort::Bool);
        let zero = terms.int(0);
        let wrong = TermError::WrongSort { argument: 1, expected: Sort::Int, found: Sort::Bool };
        assert_eq!(terms.make(Op::Add, &[x, p]), Err(wrong));
        assert_eq!(terms.make(Op::Mul, &[x, x]), Err(TermError::NonLinear));
        assert_eq!(terms.make(Op::Div, &[x, x]), Err(TermError::NonConstantDivisor));
        assert_eq!(terms.make(Op::Mod, &[x, zero]), Err(TermError::ZeroDivisor));
        assert_eq!(terms.divisible(0, x), Err(TermError::ZeroDivisor));
        assert!(matches!(terms.make(Op::Ite, &[p, x]), Err(TermError::WrongArity { found: 2, .. })));
        assert!(terms.make(Op::Eq, &[p, x]).is_err());
    }

    #[test]
    fn constant_arithmetic_counts_as_a_constant() {
        let mut terms = Terms::new();
        let x = terms.constant("x", Sort::Int);
        let (three, minus_seven) = (terms.int(3), terms.int(-7));
        let quotient = terms.div(minus_seven, three);
        assert_eq!(terms.as_constant(quotient), Some(&Int::from(-3)));
        let remainder = terms.modulo(minus_seven, three);
        assert_eq!(terms.as_constant(remainder), Some(&Int::from(2)));
        let product = terms.mul(quotient, x);
        assert_eq!(terms.as_constant(product), None);
    }

    #[test]
    fn constants_that_would_eat_all_memory_are_refused() {
        let mut terms = Terms::new();
        let mut term = terms.int(3);
        let refused = (0..100).any(|_| match terms.make(Op::Mul, &[term, term]) {
            Ok(square) => {
                term = square;
                false
            }
            Err(error) => error == TermError::HugeConstant,
        });
        assert!(refused);
    }
}
