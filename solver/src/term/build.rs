//! Building terms: checked construction, and short methods for the usual operators.

use super::{Declaration, Node, Numeral, Op, Sort, Symbol, Term, TermError, Terms};
use crate::num::{Int, Rat};
use fxhash::FxHasher;
use std::hash::{Hash, Hasher};

/// Constants are folded while their size stays below this many bits; `(* x x)` nested 60 times must not eat
/// all memory.
const MAX_CONSTANT_BITS: u64 = 1 << 22;

impl Terms {
    /// Declares a constant. Names need not be unique: each call makes a symbol of its own.
    pub fn declare(&mut self, name: impl Into<String>, sort: Sort) -> Symbol {
        self.declare_function(name, &[], sort)
    }

    /// Declares a function from these sorts; without parameters it is a constant.
    pub fn declare_function(&mut self, name: impl Into<String>, parameters: &[Sort], sort: Sort) -> Symbol {
        let symbol = Symbol(u32::try_from(self.symbols.len()).expect("too many symbols"));
        self.symbols.push(Declaration { name: name.into(), parameters: parameters.into(), sort });
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

    /// A real constant.
    pub fn real(&mut self, value: impl Into<Rat>) -> Term {
        let numeral = self.decimal_id(value.into());
        self.intern(Op::Decimal(numeral), Sort::Real, &[], Some(numeral))
    }

    /// The array of this sort that has the same element everywhere.
    pub fn const_array(&mut self, sort: Sort, element: Term) -> Result<Term, TermError> {
        match sort {
            Sort::Array(id) => self.make(Op::ConstArray(id), &[element]),
            _ => Err(self.wrong_sort(0, "an array sort".to_string(), sort)),
        }
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
        let op = match op {
            Op::Product if self.num_variable(args) <= 1 => Op::Mul,
            op => op,
        };
        let sort = self.check(op, args)?;
        let constant = self.fold(op, args)?;
        Ok(self.intern(op, sort, args, constant))
    }

    /// How many of these are not constants.
    fn num_variable(&self, args: &[Term]) -> usize {
        args.iter().filter(|&&arg| !self.is_constant(arg)).count()
    }

    fn check(&self, op: Op, args: &[Term]) -> Result<Sort, TermError> {
        let (expected, fits) = match op {
            Op::True | Op::False | Op::Number(_) | Op::Decimal(_) | Op::Symbol(_) => {
                ("none", args.is_empty())
            }
            Op::Not | Op::Neg | Op::Abs | Op::Divisible(_) => ("exactly one", args.len() == 1),
            Op::ToReal | Op::ToInt | Op::IsInt | Op::ConstArray(_) => ("exactly one", args.len() == 1),
            Op::And | Op::Or | Op::Add | Op::Mul => ("at least one", !args.is_empty()),
            Op::Ite | Op::Store => ("exactly three", args.len() == 3),
            Op::Div | Op::Mod | Op::Divide | Op::Select => ("exactly two", args.len() == 2),
            Op::Xor | Op::Implies | Op::Eq | Op::Distinct | Op::Sub => ("at least two", args.len() >= 2),
            Op::Product => ("at least two", args.len() >= 2),
            Op::Le | Op::Lt | Op::Ge | Op::Gt => ("at least two", args.len() >= 2),
            Op::Forall | Op::Exists => ("at least two", args.len() >= 2),
            Op::Apply(symbol) => ("as many as declared", args.len() == self.parameters(symbol).len()),
        };
        if !fits {
            return Err(TermError::WrongArity { expected, found: args.len() });
        }
        let (sort, wanted) = match op {
            Op::True | Op::False => (Sort::Bool, Sort::Bool),
            Op::Number(_) => (Sort::Int, Sort::Int),
            Op::Decimal(_) => (Sort::Real, Sort::Real),
            Op::Symbol(symbol) => (self.symbol_sort(symbol), Sort::Bool),
            Op::Apply(symbol) => {
                for (argument, &wanted) in self.parameters(symbol).iter().enumerate() {
                    self.expect_sort(args, argument, wanted)?;
                }
                return Ok(self.symbol_sort(symbol));
            }
            Op::Not | Op::And | Op::Or | Op::Xor | Op::Implies => (Sort::Bool, Sort::Bool),
            Op::Eq | Op::Distinct => (Sort::Bool, self.sort(args[0])),
            Op::Ite => {
                self.expect_sort(args, 0, Sort::Bool)?;
                self.expect_sort(args, 2, self.sort(args[1]))?;
                return Ok(self.sort(args[1]));
            }
            Op::Add | Op::Sub | Op::Neg | Op::Mul | Op::Product | Op::Abs => {
                let sort = self.numeric_sort(args)?;
                (sort, sort)
            }
            Op::Le | Op::Lt | Op::Ge | Op::Gt => (Sort::Bool, self.numeric_sort(args)?),
            Op::Div | Op::Mod => (Sort::Int, Sort::Int),
            Op::Divide => (Sort::Real, Sort::Real),
            Op::ToReal => (Sort::Real, Sort::Int),
            Op::ToInt => (Sort::Int, Sort::Real),
            Op::IsInt => (Sort::Bool, Sort::Real),
            Op::Divisible(_) => (Sort::Bool, Sort::Int),
            Op::Forall | Op::Exists => {
                self.check_binder(args)?;
                return Ok(Sort::Bool);
            }
            Op::Select => {
                let (index, element) = self.expect_array(args)?;
                self.expect_sort(args, 1, index)?;
                return Ok(element);
            }
            Op::Store => {
                let (index, element) = self.expect_array(args)?;
                self.expect_sort(args, 1, index)?;
                self.expect_sort(args, 2, element)?;
                return Ok(self.sort(args[0]));
            }
            Op::ConstArray(id) => {
                let (_, element) = self.array_parts(Sort::Array(id)).expect("made for array sorts only");
                self.expect_sort(args, 0, element)?;
                return Ok(Sort::Array(id));
            }
        };
        for argument in 0..args.len() {
            self.expect_sort(args, argument, wanted)?;
        }
        if op == Op::Mul && self.num_variable(args) > 1 {
            return Err(TermError::NonLinear);
        }
        Ok(sort)
    }

    /// The sort of numbers that the first argument has.
    fn numeric_sort(&self, args: &[Term]) -> Result<Sort, TermError> {
        let sort = self.sort(args[0]);
        if sort.is_numeric() { Ok(sort) } else { Err(self.wrong_sort(0, "Int or Real".to_string(), sort)) }
    }

    fn expect_array(&self, args: &[Term]) -> Result<(Sort, Sort), TermError> {
        let sort = self.sort(args[0]);
        self.array_parts(sort).ok_or_else(|| self.wrong_sort(0, "an array".to_string(), sort))
    }

    pub(super) fn expect_sort(
        &self,
        args: &[Term],
        argument: usize,
        expected: Sort,
    ) -> Result<(), TermError> {
        let found = self.sort(args[argument]);
        if found == expected {
            return Ok(());
        }
        Err(self.wrong_sort(argument, self.sort_name(expected), found))
    }

    #[cold]
    fn wrong_sort(&self, argument: usize, expected: String, found: Sort) -> TermError {
        TermError::WrongSort { argument, expected, found: self.sort_name(found) }
    }

    /// The value of arithmetic on constants.
    fn fold(&mut self, op: Op, args: &[Term]) -> Result<Option<Numeral>, TermError> {
        match op {
            Op::Number(numeral) | Op::Decimal(numeral) => return Ok(Some(numeral)),
            Op::Add | Op::Sub | Op::Neg | Op::Mul | Op::Abs => {}
            Op::Div | Op::Mod | Op::Divide | Op::ToReal | Op::ToInt => {}
            _ => return Ok(None),
        }
        let is_zero = |term: Term| match self.nodes[term.index()].constant {
            Some(numeral) if self.sort(term) == Sort::Int => self.number(numeral).is_zero(),
            Some(numeral) => self.decimal(numeral).is_zero(),
            None => false,
        };
        if !args.iter().all(|&arg| self.is_constant(arg))
            || (matches!(op, Op::Div | Op::Mod | Op::Divide) && is_zero(args[1]))
        {
            return Ok(None);
        }
        if self.sort(args[0]) == Sort::Int { self.fold_int(op, args) } else { self.fold_real(op, args) }
            .map(Some)
    }

    fn fold_int(&mut self, op: Op, args: &[Term]) -> Result<Numeral, TermError> {
        let values: Vec<&Int> = args.iter().filter_map(|&arg| self.as_constant(arg)).collect();
        if values.iter().map(|value| u64::from(value.bits())).sum::<u64>() > MAX_CONSTANT_BITS {
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
            Op::ToReal => return Ok(self.decimal_id(Rat::from(result))),
            _ => unreachable!("not arithmetic on integers"),
        }
        Ok(self.numeral(result))
    }

    fn fold_real(&mut self, op: Op, args: &[Term]) -> Result<Numeral, TermError> {
        let values: Vec<Rat> = args.iter().filter_map(|&arg| self.as_rational(arg)).collect();
        if values.iter().map(|value| u64::from(value.bits())).sum::<u64>() > MAX_CONSTANT_BITS {
            return Err(TermError::HugeConstant);
        }
        let (first, rest) = values.split_first().expect("arithmetic has arguments");
        let result = match op {
            Op::Neg => -first,
            Op::Abs => first.abs(),
            Op::Add => rest.iter().fold(first.clone(), |sum, value| sum + value),
            Op::Sub => rest.iter().fold(first.clone(), |sum, value| sum - value),
            Op::Mul => rest.iter().fold(first.clone(), |product, value| product * value),
            Op::Divide => first * &rest[0].recip(),
            Op::ToInt => return Ok(self.numeral(first.floor())),
            _ => unreachable!("not arithmetic on reals"),
        };
        Ok(self.decimal_id(result))
    }

    fn decimal_id(&mut self, value: Rat) -> Numeral {
        if let Some(&numeral) = self.decimal_ids.get(&value) {
            return numeral;
        }
        let numeral = Numeral(u32::try_from(self.decimals.len()).expect("too many numerals"));
        self.decimals.push(value.clone());
        self.decimal_ids.insert(value, numeral);
        numeral
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
        self.num_quantifiers += usize::from(matches!(op, Op::Forall | Op::Exists));
        Term(term)
    }
}

pub(super) fn hash_node(op: Op, args: &[Term]) -> u64 {
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

    /// `(f arguments…)`
    pub fn apply(&mut self, function: Symbol, args: &[Term]) -> Term {
        if args.is_empty() { self.symbol(function) } else { self.must(Op::Apply(function), args) }
    }

    /// `(select array index)`
    pub fn select(&mut self, array: Term, index: Term) -> Term {
        self.must(Op::Select, &[array, index])
    }

    /// `(store array index element)`
    pub fn store(&mut self, array: Term, index: Term, element: Term) -> Term {
        self.must(Op::Store, &[array, index, element])
    }

    /// `(to_real term)`
    pub fn to_real(&mut self, term: Term) -> Term {
        self.must(Op::ToReal, &[term])
    }

    /// `(/ left right)`
    pub fn divide(&mut self, left: Term, right: Term) -> Term {
        self.must(Op::Divide, &[left, right])
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
        let wrong = TermError::WrongSort { argument: 1, expected: "Int".into(), found: "Bool".into() };
        assert_eq!(terms.make(Op::Add, &[x, p]), Err(wrong));
        assert_eq!(terms.make(Op::Mul, &[x, x]), Err(TermError::NonLinear));
        assert_eq!(terms.divisible(0, x), Err(TermError::ZeroDivisor));
        let real = terms.to_real(x);
        assert!(terms.make(Op::Add, &[x, real]).is_err());
        assert!(terms.make(Op::Select, &[x, x]).is_err());
        let f = terms.declare_function("f", &[Sort::Int], Sort::Bool);
        assert!(terms.make(Op::Apply(f), &[real]).is_err());
        assert!(terms.make(Op::Apply(f), &[]).is_err());
        assert_eq!(terms.make(Op::Apply(f), &[x]).map(|term| terms.sort(term)), Ok(Sort::Bool));
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
