//! Looking for an assignment under which formulas, as text, have other values than they are said to have. It
//! shares nothing with the front end, the solver or the proof checker: an assignment that it finds shows
//! that a step of a proof is wrong.

use crate::random::Rng;
use crate::sexpr::{Tree, inside, pieces};
use cfp_solver::{Int, Rat};
use std::collections::{BTreeMap, HashMap};

/// A sort, as far as assignments look at it.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Bool,
    Int,
    Real,
    /// A declared sort: its elements are numbered.
    Declared,
    Array(Box<Kind>, Box<Kind>),
}

/// A value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Value {
    Bool(bool),
    Number(Rat),
    Element(u64),
    /// What an array has where nothing else is said, and where something else is.
    Array(Box<Value>, BTreeMap<Value, Value>),
}

/// The declarations of a script.
pub struct Signature {
    /// The sort of each symbol's value.
    symbols: HashMap<String, Kind>,
    /// Abbreviations: parameters and body. Those without parameters are evaluated once for an assignment.
    defined: HashMap<String, Tree>,
}

/// An assignment. Functions are not stored: their values depend on the arguments in a fixed, arbitrary way.
struct Assignment<'a> {
    signature: &'a Signature,
    /// What chooses the values.
    seed: u64,
    /// Limit on the size of random numbers.
    size: i64,
    values: HashMap<String, Value>,
}

impl Signature {
    /// Reads the declarations and definitions without parameters of a script, or a proof.
    ///
    /// # Panics
    /// If there are declarations of another form.
    pub fn read(script: &str) -> Signature {
        let mut signature = Signature { symbols: HashMap::new(), defined: HashMap::new() };
        signature.extend(script);
        signature
    }

    /// Adds the declarations of another script.
    pub fn extend(&mut self, script: &str) {
        for command in pieces(script) {
            let parts = pieces(inside(command));
            match parts[..] {
                ["declare-const", name, sort] | ["declare-fun", name, _, sort] => {
                    self.symbols.insert(name.to_string(), kind(&Tree::read(sort)));
                }
                ["define-fun", name, "()", _, body] => {
                    self.defined.insert(name.to_string(), Tree::read(body));
                }
                _ => {}
            }
        }
    }

    /// A number of an assignment under which all premises hold (each a list of formulas of which one must
    /// hold) and all these formulas are false. It tries so many.
    pub fn refutation(&self, premises: &[String], clause: &str, tries: u64) -> Option<u64> {
        let read = |text: &str| pieces(text).into_iter().map(Tree::read).collect::<Vec<Tree>>();
        let (premises, clause): (Vec<_>, _) =
            (premises.iter().map(|premise| read(premise)).collect(), read(clause));
        (0..tries).find(|&seed| {
            let mut assignment = Assignment::new(self, seed);
            let mut holds = |formula: &Tree| match assignment.value(formula)? {
                Value::Bool(value) => Some(value),
                _ => None,
            };
            let mut any = |clause: &[Tree]| {
                let values: Option<Vec<bool>> = clause.iter().map(&mut holds).collect();
                values.map(|values| values.contains(&true))
            };
            any(&clause) == Some(false) && premises.iter().all(|premise| any(premise) == Some(true))
        })
    }
}

fn kind(sort: &Tree) -> Kind {
    match sort {
        Tree::Atom(name) => match name.as_str() {
            "Bool" => Kind::Bool,
            "Int" => Kind::Int,
            "Real" => Kind::Real,
            _ => Kind::Declared,
        },
        Tree::List(parts) => match &parts[..] {
            [Tree::Atom(name), index, element] if name == "Array" => {
                Kind::Array(Box::new(kind(index)), Box::new(kind(element)))
            }
            _ => Kind::Declared,
        },
    }
}

impl<'a> Assignment<'a> {
    fn new(signature: &'a Signature, seed: u64) -> Assignment<'a> {
        let size = [1, 2, 4, 9, 40][(seed % 5) as usize];
        Assignment { signature, seed, size, values: HashMap::new() }
    }

    /// An arbitrary value of a sort, the same for the same name and arguments.
    fn chosen(&self, kind: &Kind, name: &str, args: &[Value]) -> Value {
        let mut hash = self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for byte in format!("{name} {args:?}").bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
        self.random(kind, &mut Rng::new(hash))
    }

    fn random(&self, kind: &Kind, rng: &mut Rng) -> Value {
        match kind {
            Kind::Bool => Value::Bool(rng.one_in(2)),
            Kind::Int => Value::Number(Rat::from(rng.range(-self.size, self.size))),
            Kind::Real => {
                let denominator = [1, 2, 3, 4][rng.below(4)];
                let numerator = rng.range(-self.size * denominator, self.size * denominator);
                Value::Number(Rat::new(Int::from(numerator), Int::from(denominator)))
            }
            Kind::Declared => Value::Element(rng.bits() % 3),
            Kind::Array(index, element) => {
                let mut array = Value::Array(Box::new(self.random(element, rng)), BTreeMap::new());
                for _ in 0..rng.below(4) {
                    let (index, element) = (self.random(index, rng), self.random(element, rng));
                    array = stored(array, index, element).expect("an array");
                }
                array
            }
        }
    }

    /// The value of a term; nothing if it has no meaning.
    fn value(&mut self, term: &Tree) -> Option<Value> {
        match term {
            Tree::Atom(name) => self.atom(name),
            Tree::List(parts) => {
                let (head, args) = parts.split_first()?;
                let args: Option<Vec<Value>> = args.iter().map(|arg| self.value(arg)).collect();
                let args = args?;
                match head {
                    Tree::Atom(name) => match self.signature.symbols.get(name) {
                        Some(kind) => Some(self.chosen(kind, name, &args)),
                        None => self.applied(name, &args),
                    },
                    // ((as const …) value)
                    Tree::List(_) => match &args[..] {
                        [element] => Some(Value::Array(Box::new(element.clone()), BTreeMap::new())),
                        _ => None,
                    },
                }
            }
        }
    }

    fn atom(&mut self, name: &str) -> Option<Value> {
        if let Some(value) = self.values.get(name) {
            return Some(value.clone());
        }
        let value = match self.signature.defined.get(name) {
            Some(body) => self.value(body)?,
            None => match name {
                "true" | "false" => Value::Bool(name == "true"),
                _ if name.starts_with(|first: char| first.is_ascii_digit()) => Value::Number(decimal(name)?),
                _ => self.chosen(self.signature.symbols.get(name)?, name, &[]),
            },
        };
        self.values.insert(name.to_string(), value.clone());
        Some(value)
    }

    fn applied(&self, name: &str, args: &[Value]) -> Option<Value> {
        let is_chain = |holds: &dyn Fn(&Value, &Value) -> bool| {
            Some(Value::Bool(args.len() > 1 && args.windows(2).all(|pair| holds(&pair[0], &pair[1]))))
        };
        match (name, args) {
            ("=", _) => return is_chain(&|left, right| left == right),
            ("distinct", _) => {
                let pairs = (0..args.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
                return Some(Value::Bool(pairs.into_iter().all(|(one, other)| args[one] != args[other])));
            }
            ("ite", [Value::Bool(condition), then, otherwise]) => {
                return Some(if *condition { then.clone() } else { otherwise.clone() });
            }
            ("select", [Value::Array(default, entries), index]) => {
                return Some(entries.get(index).unwrap_or(default).clone());
            }
            ("store", [array, index, element]) => {
                return stored(array.clone(), index.clone(), element.clone());
            }
            _ => {}
        }
        let bools: Option<Vec<bool>> = args.iter().map(as_bool).collect();
        if let Some(bools) = bools {
            return connective(name, &bools).map(Value::Bool);
        }
        let numbers: Option<Vec<Rat>> = args.iter().map(as_number).collect();
        let numbers = numbers?;
        match name {
            "<=" => is_chain(&|left, right| left <= right),
            "<" => is_chain(&|left, right| left < right),
            ">=" => is_chain(&|left, right| left >= right),
            ">" => is_chain(&|left, right| left > right),
            "is_int" => Some(Value::Bool(numbers.first()?.is_integer())),
            _ => self.computed(name, &numbers).map(Value::Number),
        }
    }

    /// An operation on numbers. Quotients by zero are arbitrary.
    fn computed(&self, name: &str, args: &[Rat]) -> Option<Rat> {
        let by_zero = |kind: Kind| match self.chosen(&kind, name, &[Value::Number(args[0].clone())]) {
            Value::Number(value) => Some(value),
            _ => None,
        };
        match (name, args) {
            ("+", _) => args.iter().cloned().reduce(|sum, arg| &sum + &arg),
            ("*", _) => args.iter().cloned().reduce(|product, arg| &product * &arg),
            ("-", [arg]) => Some(-arg),
            ("-", _) => args.iter().cloned().reduce(|difference, arg| &difference - &arg),
            ("abs", [arg]) => Some(arg.abs()),
            ("to_real", [arg]) => Some(arg.clone()),
            ("to_int", [arg]) => Some(Rat::from(arg.floor())),
            ("/", [_, divisor]) if divisor.is_zero() => by_zero(Kind::Real),
            ("/", [dividend, divisor]) => Some(dividend * &divisor.recip()),
            ("div" | "mod", [dividend, divisor]) if dividend.is_integer() && divisor.is_integer() => {
                if divisor.is_zero() {
                    return by_zero(Kind::Int);
                }
                // The remainder is not negative.
                let quotient = dividend * &divisor.recip();
                let quotient =
                    Rat::from(if divisor.is_positive() { quotient.floor() } else { quotient.ceil() });
                Some(if name == "div" { quotient } else { dividend - &(&quotient * divisor) })
            }
            _ => None,
        }
    }
}

/// An array with one more entry. Entries that say nothing new are left out, so that equal arrays are the
/// same: there are always further indices.
fn stored(array: Value, index: Value, element: Value) -> Option<Value> {
    let Value::Array(default, mut entries) = array else { return None };
    match *default == element {
        true => entries.remove(&index),
        false => entries.insert(index, element),
    };
    Some(Value::Array(default, entries))
}

fn as_bool(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(value) => Some(*value),
        _ => None,
    }
}

fn as_number(value: &Value) -> Option<Rat> {
    match value {
        Value::Number(value) => Some(value.clone()),
        _ => None,
    }
}

fn connective(name: &str, args: &[bool]) -> Option<bool> {
    match (name, args) {
        ("not", [arg]) => Some(!arg),
        ("and", _) => Some(!args.contains(&false)),
        ("or", _) => Some(args.contains(&true)),
        ("xor", _) => args.iter().copied().reduce(|one, other| one != other),
        ("=>", _) => {
            let (last, premises) = args.split_last()?;
            Some(*last || premises.contains(&false))
        }
        _ => None,
    }
}

/// A numeral or decimal.
fn decimal(text: &str) -> Option<Rat> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits: Int = format!("{whole}{fraction}").parse().ok()?;
    let scale: Int = format!("1{}", "0".repeat(fraction.len())).parse().ok()?;
    Some(Rat::new(digits, scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn false_claims_are_refuted_and_true_ones_are_not() {
        let signature = Signature::read(
            "(declare-const x Int) (declare-const u Real) (declare-fun f (Int) Int)
             (declare-const a (Array Int Int)) (declare-const p Bool) (define-fun @s () Int (+ x 1))",
        );
        let premises = |texts: &[&str]| texts.iter().map(|text| text.to_string()).collect::<Vec<_>>();
        for (given, clause) in [
            (&["(< x 3)"][..], "(<= x 2)"),
            (&["p (= x 1)", "(not p)"], "(= (f x) (f 1))"),
            (&[], "(= (+ (* (- 3) (div x (- 3))) (mod x (- 3))) x)"),
            (&[], "(< x @s)"),
            (&[], "(= (store a x (select a x)) a)"),
            (&[], "(= (select ((as const (Array Int Int)) 7) x) 7)"),
            (&[], "(<= 0.25 u) (< u (/ 1 4))"),
        ] {
            assert_eq!(signature.refutation(&premises(given), clause, 500), None, "{clause}");
        }
        for (given, clause) in [
            (&["(< x 3)"][..], "(<= x 1)"),
            (&["p (= x 1)"], "(= (f x) (f 1))"),
            (&[], "(= (mod x 0) x)"),
            (&[], "(= (store a x 0) a)"),
            (&[], "(< u 0.5) (>= u 1.0)"),
            (&[], "(=> p p (not p))"),
        ] {
            assert!(signature.refutation(&premises(given), clause, 500).is_some(), "{clause}");
        }
    }
}
