//! Models: a value for every symbol, and evaluation of terms under them.
//!
//! Evaluation follows SMT-LIB's definitions operator by operator on the terms as they were written. It shares no code
//! with preprocessing or the theories on purpose: it is what their answers are checked with.

use crate::num::Int;
use crate::term::{Op, Sort, Symbol, Term, Terms};
use fxhash::FxHashMap;
use std::fmt;

/// The value of a term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(Int),
}

impl Value {
    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            Value::Int(_) => None,
        }
    }

    /// The integer, if it is one.
    pub fn as_int(&self) -> Option<&Int> {
        match self {
            Value::Bool(_) => None,
            Value::Int(value) => Some(value),
        }
    }

    /// The value a symbol has when nothing constrains it.
    pub fn default_of(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int => Value::Int(Int::ZERO),
        }
    }
}

/// Values are written as SMT-LIB terms: `true`, `5`, `(- 5)`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) if value.is_negative() => write!(f, "(- {})", value.abs()),
            Value::Int(value) => write!(f, "{value}"),
        }
    }
}

/// Values for symbols; symbols without an entry have the default value of their sort (`false`, `0`).
#[derive(Clone, Debug, Default)]
pub struct Model {
    values: FxHashMap<Symbol, Value>,
}

impl Model {
    /// A model in which every symbol has its default value.
    pub fn new() -> Model {
        Model::default()
    }

    /// Gives a symbol a value.
    pub fn set(&mut self, symbol: Symbol, value: Value) {
        self.values.insert(symbol, value);
    }

    /// The value of a symbol.
    pub fn value(&self, terms: &Terms, symbol: Symbol) -> Value {
        let default = || Value::default_of(terms.symbol_sort(symbol));
        self.values.get(&symbol).cloned().unwrap_or_else(default)
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
        let truth = |index: usize| values[&args[index]].as_bool().expect("a Boolean argument");
        let number = |index: usize| values[&args[index]].as_int().expect("an integer argument");
        let truths = || (0..args.len()).map(truth);
        let numbers = || (0..args.len()).map(number);
        let chain = |holds: fn(&Int, &Int) -> bool| (1..args.len()).all(|i| holds(number(i - 1), number(i)));
        match terms.op(term) {
            Op::True => Value::Bool(true),
            Op::False => Value::Bool(false),
            Op::Number(numeral) => Value::Int(terms.number(numeral).clone()),
            Op::Symbol(symbol) => self.value(terms, symbol),
            Op::Not => Value::Bool(!truth(0)),
            Op::And => Value::Bool(truths().all(|value| value)),
            Op::Or => Value::Bool(truths().any(|value| value)),
            Op::Xor => Value::Bool(truths().fold(false, |odd, value| odd ^ value)),
            Op::Implies => {
                let last = args.len() - 1;
                Value::Bool(truth(last) || (0..last).any(|index| !truth(index)))
            }
            Op::Ite => values[&args[if truth(0) { 1 } else { 2 }]].clone(),
            Op::Eq => Value::Bool(args.windows(2).all(|pair| values[&pair[0]] == values[&pair[1]])),
            Op::Distinct => {
                let mut seen = fxhash::FxHashSet::default();
                Value::Bool(args.iter().all(|arg| seen.insert(&values[arg])))
            }
            Op::Add => Value::Int(numbers().fold(Int::ZERO, |sum, value| sum + value)),
            Op::Sub => Value::Int(numbers().skip(1).fold(number(0).clone(), |rest, value| rest - value)),
            Op::Neg => Value::Int(-number(0)),
            Op::Mul => Value::Int(numbers().fold(Int::ONE, |product, value| product * value)),
            Op::Div => Value::Int(number(0).div_euclid(number(1))),
            Op::Mod => Value::Int(number(0).rem_euclid(number(1))),
            Op::Abs => Value::Int(number(0).abs()),
            Op::Divisible(divisor) => Value::Bool(number(0).rem_euclid(terms.number(divisor)).is_zero()),
            Op::Le => Value::Bool(chain(|a, b| a <= b)),
            Op::Lt => Value::Bool(chain(|a, b| a < b)),
            Op::Ge => Value::Bool(chain(|a, b| a >= b)),
            Op::Gt => Value::Bool(chain(|a, b| a > b)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(Value::Int(Int::from(-7)).to_string(), "(- 7)");
    }
}
