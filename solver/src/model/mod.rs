//! Models: a value for every symbol, and evaluation of terms under them.
//!
//! Evaluation follows SMT-LIB's definitions operator by operator on the terms as they were written. It shares
//! no code with preprocessing or the theories on purpose: it is what their answers are checked with.

mod value;

pub use value::{ArrayValue, Value};

use crate::num::{Int, Rat};
use crate::term::{Op, Symbol, Term, Terms};
use fxhash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The graph of a function: finitely many entries and a default value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionValue {
    entries: FxHashMap<Vec<Value>, Value>,
    default: Value,
}

impl FunctionValue {
    /// The constant function with this value.
    pub fn constant(value: Value) -> FunctionValue {
        FunctionValue { entries: FxHashMap::default(), default: value }
    }

    /// Sets the value at some arguments.
    pub fn set(&mut self, args: Vec<Value>, value: Value) {
        self.entries.insert(args, value);
    }

    /// The value at some arguments.
    pub fn apply(&self, args: &[Value]) -> &Value {
        self.entries.get(args).unwrap_or(&self.default)
    }

    /// The value at arguments without an entry.
    pub fn default_value(&self) -> &Value {
        &self.default
    }

    /// Makes the value of most entries the default; of several the least.
    pub(crate) fn settle_default(&mut self) {
        if let Some(value) = most_common(self.entries.values()) {
            self.default = value;
        }
    }

    /// The entries whose value is not the default, in the order of their arguments.
    pub fn entries(&self) -> Vec<(&[Value], &Value)> {
        let differs = |(_, value): &(&Vec<Value>, &Value)| **value != self.default;
        let entries = self.entries.iter().filter(differs);
        let mut sorted: Vec<(&[Value], &Value)> =
            entries.map(|(args, value)| (args.as_slice(), value)).collect();
        sorted.sort();
        sorted
    }
}

/// The value that occurs most often; of several the least.
pub(crate) fn most_common<'a>(values: impl Iterator<Item = &'a Value>) -> Option<Value> {
    let mut counts: BTreeMap<&Value, usize> = BTreeMap::new();
    values.for_each(|value| *counts.entry(value).or_default() += 1);
    // The last of several maxima is found, so they are looked at backwards.
    counts.into_iter().rev().max_by_key(|&(_, count)| count).map(|(value, _)| value.clone())
}

/// The division operators. Division by zero is an uninterpreted function of the dividend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Division {
    /// `div`
    Quotient,
    /// `mod`
    Remainder,
    /// `/`
    Real,
}

impl Division {
    /// All of them.
    pub const ALL: [Division; 3] = [Division::Quotient, Division::Remainder, Division::Real];
}

/// Values for symbols; symbols without an entry have the default value of their sort (`false`, `0`, …),
/// functions everywhere.
#[derive(Clone, Debug, Default)]
pub struct Model {
    values: FxHashMap<Symbol, Value>,
    functions: FxHashMap<Symbol, FunctionValue>,
    by_zero: FxHashMap<(Division, Value), Value>,
}

impl Model {
    /// A model in which every symbol has its default value.
    pub fn new() -> Model {
        Model::default()
    }

    /// Sets the value of a constant.
    pub fn set(&mut self, symbol: Symbol, value: Value) {
        self.values.insert(symbol, value);
    }

    /// Sets the graph of a function.
    pub fn set_function(&mut self, symbol: Symbol, value: FunctionValue) {
        self.functions.insert(symbol, value);
    }

    /// Sets the result of a division by zero.
    pub fn set_by_zero(&mut self, division: Division, dividend: Value, value: Value) {
        self.by_zero.insert((division, dividend), value);
    }

    /// The results of a division by zero, ordered by dividend; it is zero for all others.
    pub fn divisions_by_zero(&self, division: Division) -> Vec<(&Value, &Value)> {
        let of_kind = self.by_zero.iter().filter(|((kind, _), _)| *kind == division);
        let mut entries: Vec<(&Value, &Value)> =
            of_kind.map(|((_, dividend), value)| (dividend, value)).collect();
        entries.sort();
        entries
    }

    /// The value of a constant.
    pub fn value(&self, terms: &Terms, symbol: Symbol) -> Value {
        let default = || Value::default_of(terms, terms.symbol_sort(symbol));
        self.values.get(&symbol).cloned().unwrap_or_else(default)
    }

    /// The graph of a function.
    pub fn function(&self, terms: &Terms, symbol: Symbol) -> FunctionValue {
        let default = || FunctionValue::constant(Value::default_of(terms, terms.symbol_sort(symbol)));
        self.functions.get(&symbol).cloned().unwrap_or_else(default)
    }

    fn by_zero(&self, division: Division, dividend: &Value, default: Value) -> Value {
        self.by_zero.get(&(division, dividend.clone())).cloned().unwrap_or(default)
    }

    /// The value of a term.
    pub fn eval(&self, terms: &Terms, term: Term) -> Value {
        self.eval_all(terms, &[term]).pop().expect("one value for one term")
    }

    /// The values of several terms; what they share is evaluated once.
    pub fn eval_all(&self, terms: &Terms, roots: &[Term]) -> Vec<Value> {
        let mut values: FxHashMap<Term, Value> = FxHashMap::default();
        for term in terms.reachable(roots) {
            let value = self.apply(terms, term, &values);
            values.insert(term, value);
        }
        roots.iter().map(|root| values[root].clone()).collect()
    }

    /// The value of one term from the values of its arguments.
    fn apply(&self, terms: &Terms, term: Term, values: &FxHashMap<Term, Value>) -> Value {
        let args = terms.args(term);
        let value = |index: usize| &values[&args[index]];
        let truth = |index: usize| value(index).as_bool().expect("a Boolean argument");
        let truths = || (0..args.len()).map(truth);
        match terms.op(term) {
            Op::True => Value::Bool(true),
            Op::False => Value::Bool(false),
            Op::Number(numeral) => Value::Int(terms.number(numeral).clone()),
            Op::Decimal(numeral) => Value::Real(terms.decimal(numeral).clone()),
            Op::Symbol(symbol) => self.value(terms, symbol),
            Op::Apply(symbol) => {
                let args: Vec<Value> = (0..args.len()).map(|index| value(index).clone()).collect();
                match self.functions.get(&symbol) {
                    Some(function) => function.apply(&args).clone(),
                    None => Value::default_of(terms, terms.symbol_sort(symbol)),
                }
            }
            Op::Not => Value::Bool(!truth(0)),
            Op::And => Value::Bool(truths().all(|value| value)),
            Op::Or => Value::Bool(truths().any(|value| value)),
            Op::Xor => Value::Bool(truths().fold(false, |odd, value| odd ^ value)),
            Op::Implies => {
                let last = args.len() - 1;
                Value::Bool(truth(last) || (0..last).any(|index| !truth(index)))
            }
            Op::Ite => value(if truth(0) { 1 } else { 2 }).clone(),
            Op::Eq => Value::Bool((1..args.len()).all(|index| value(index - 1) == value(index))),
            Op::Distinct => {
                let mut seen = fxhash::FxHashSet::default();
                Value::Bool((0..args.len()).all(|index| seen.insert(value(index))))
            }
            Op::Select => value(0).as_array().expect("an array").select(value(1)).clone(),
            Op::Store => {
                let mut array = value(0).as_array().expect("an array").clone();
                array.store(value(1).clone(), value(2).clone());
                Value::Array(Arc::new(array))
            }
            Op::ConstArray(sort) => Value::Array(Arc::new(ArrayValue::constant(sort, value(0).clone()))),
            Op::Forall | Op::Exists => unreachable!("a quantifier has no value without a decision procedure"),
            _ if matches!(value(0), Value::Real(_)) => {
                let args: Vec<&Rat> = (0..args.len()).filter_map(|index| value(index).as_real()).collect();
                self.real_arithmetic(terms.op(term), &args)
            }
            op => {
                let args: Vec<&Int> = (0..args.len()).filter_map(|index| value(index).as_int()).collect();
                self.integer_arithmetic(terms, op, &args)
            }
        }
    }

    fn integer_arithmetic(&self, terms: &Terms, op: Op, args: &[&Int]) -> Value {
        let chain =
            |holds: fn(&Int, &Int) -> bool| Value::Bool(args.windows(2).all(|pair| holds(pair[0], pair[1])));
        let dividend = || Value::Int(args[0].clone());
        match op {
            Op::Add => Value::Int(args.iter().fold(Int::ZERO, |sum, value| sum + *value)),
            Op::Sub => Value::Int(args[1..].iter().fold(args[0].clone(), |rest, value| rest - *value)),
            Op::Neg => Value::Int(-args[0]),
            Op::Mul | Op::Product => {
                Value::Int(args.iter().fold(Int::ONE, |product, value| product * *value))
            }
            Op::Div if args[1].is_zero() => {
                self.by_zero(Division::Quotient, &dividend(), Value::Int(Int::ZERO))
            }
            Op::Mod if args[1].is_zero() => {
                self.by_zero(Division::Remainder, &dividend(), Value::Int(Int::ZERO))
            }
            Op::Div => Value::Int(args[0].div_euclid(args[1])),
            Op::Mod => Value::Int(args[0].rem_euclid(args[1])),
            Op::Abs => Value::Int(args[0].abs()),
            Op::ToReal => Value::Real(Rat::from(args[0])),
            Op::Divisible(divisor) => Value::Bool(args[0].rem_euclid(terms.number(divisor)).is_zero()),
            Op::Le => chain(|a, b| a <= b),
            Op::Lt => chain(|a, b| a < b),
            Op::Ge => chain(|a, b| a >= b),
            Op::Gt => chain(|a, b| a > b),
            op => unreachable!("{op:?} is no operator on integers"),
        }
    }

    fn real_arithmetic(&self, op: Op, args: &[&Rat]) -> Value {
        let chain =
            |holds: fn(&Rat, &Rat) -> bool| Value::Bool(args.windows(2).all(|pair| holds(pair[0], pair[1])));
        match op {
            Op::Add => Value::Real(args.iter().fold(Rat::ZERO, |sum, value| sum + *value)),
            Op::Sub => Value::Real(args[1..].iter().fold(args[0].clone(), |rest, value| rest - *value)),
            Op::Neg => Value::Real(-args[0]),
            Op::Mul | Op::Product => {
                Value::Real(args[1..].iter().fold(args[0].clone(), |product, value| product * *value))
            }
            Op::Divide if args[1].is_zero() => {
                self.by_zero(Division::Real, &Value::Real(args[0].clone()), Value::Real(Rat::ZERO))
            }
            Op::Divide => Value::Real(args[0] * &args[1].recip()),
            Op::Abs => Value::Real(args[0].abs()),
            Op::ToInt => Value::Int(args[0].floor()),
            Op::IsInt => Value::Bool(args[0].is_integer()),
            Op::Le => chain(|a, b| a <= b),
            Op::Lt => chain(|a, b| a < b),
            Op::Ge => chain(|a, b| a >= b),
            Op::Gt => chain(|a, b| a > b),
            op => unreachable!("{op:?} is no operator on reals"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Sort;

    #[test]
    fn operators_mean_what_the_standard_says() {
        let mut terms = Terms::new();
        let symbol = terms.declare("x", Sort::Int);
        let x = terms.symbol(symbol);
        let mut model = Model::new();
        model.set(symbol, Value::Int(Int::from(-7)));
        let (two, minus_two) = (terms.int(2), terms.int(-2));
        let cases = [
            (terms.div(x, two), -4),
            (terms.modulo(x, two), 1),
            (terms.div(x, minus_two), 4),
            (terms.modulo(x, minus_two), 1),
            (terms.abs(x), 7),
            (terms.sub(two, x), 9),
        ];
        for (term, expected) in cases {
            assert_eq!(model.eval(&terms, term), Value::Int(Int::from(expected)), "{}", terms.display(term));
        }
        let chain = terms.lt(&[x, minus_two, two]);
        assert_eq!(model.eval(&terms, chain), Value::Bool(true));
        let broken = terms.lt(&[minus_two, x, two]);
        assert_eq!(model.eval(&terms, broken), Value::Bool(false));
        let (yes, no) = (terms.bool(true), terms.bool(false));
        // Right-associative: true => (false => false).
        let implication = terms.make(Op::Implies, &[yes, no, no]).unwrap();
        assert_eq!(model.eval(&terms, implication), Value::Bool(true));
        assert_eq!(Value::Int(Int::from(-7)).text(&terms), "(- 7)");
    }

    #[test]
    fn reals_functions_arrays_and_division_by_zero() {
        let mut terms = Terms::new();
        let mut model = Model::new();
        let f = terms.declare_function("f", &[Sort::Int], Sort::Real);
        let one = terms.int(1);
        let half = Value::Real(Rat::new(Int::from(-1), Int::from(2)));
        let mut graph = FunctionValue::constant(Value::Real(Rat::ZERO));
        graph.set(vec![Value::Int(Int::ONE)], half);
        model.set_function(f, graph);
        let applied = terms.apply(f, &[one]);
        assert_eq!(model.eval(&terms, applied).text(&terms), "(- (/ 1.0 2.0))");
        let floor = terms.make(Op::ToInt, &[applied]).unwrap();
        assert_eq!(model.eval(&terms, floor), Value::Int(Int::from(-1)));

        let zero = terms.int(0);
        let quotient = terms.div(one, zero);
        model.set_by_zero(Division::Quotient, Value::Int(Int::ONE), Value::Int(Int::from(9)));
        assert_eq!(model.eval(&terms, quotient), Value::Int(Int::from(9)));

        let sort = terms.array_sort(Sort::Int, Sort::Int);
        let all_zero = terms.const_array(sort, zero).unwrap();
        let changed = terms.store(all_zero, one, one);
        let back = terms.store(changed, one, zero);
        let (same, other) = (terms.eq(all_zero, back), terms.eq(all_zero, changed));
        assert_eq!(model.eval_all(&terms, &[same, other]), [Value::Bool(true), Value::Bool(false)]);
        let text = model.eval(&terms, changed).text(&terms);
        assert_eq!(text, "(store ((as const (Array Int Int)) 0) 1 1)");
    }

    #[test]
    fn arrays_over_truth_values_are_equal_if_all_elements_are() {
        let mut terms = Terms::new();
        let sort = terms.array_sort(Sort::Bool, Sort::Int);
        let (zero, one) = (terms.int(0), terms.int(1));
        let (yes, no) = (terms.bool(true), terms.bool(false));
        let zeros = terms.const_array(sort, zero).unwrap();
        let ones = terms.const_array(sort, one).unwrap();
        let mut changed = terms.store(zeros, yes, one);
        changed = terms.store(changed, no, one);
        let same = terms.eq(ones, changed);
        assert_eq!(Model::new().eval(&terms, same), Value::Bool(true));
    }
}
