//! Values: what terms evaluate to.

use crate::num::{Int, Rat};
use crate::term::{Sort, SortId, Terms, int_text, real_text};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// The value of a term. Two values are equal if and only if they are the same element of their sort.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(Int),
    /// A real number.
    Real(Rat),
    /// An element of a declared sort, by number.
    Element(SortId, u32),
    /// An array.
    Array(Arc<ArrayValue>),
}

/// An array with the same element at all but finitely many indices.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArrayValue {
    sort: SortId,
    default: Value,
    /// The elements that differ from the default.
    entries: BTreeMap<Value, Value>,
}

impl ArrayValue {
    /// The constant array with this element.
    pub fn constant(sort: SortId, element: Value) -> ArrayValue {
        ArrayValue { sort, default: element, entries: BTreeMap::new() }
    }

    /// The element at all indices without an entry.
    pub(crate) fn default_element(&self) -> &Value {
        &self.default
    }

    /// The indices with another element than the default, and these elements.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&Value, &Value)> {
        self.entries.iter()
    }

    /// The element at an index.
    pub fn select(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// Sets the element at an index.
    pub fn store(&mut self, index: Value, element: Value) {
        // Two truth values are all indices there are: what is said of both leaves no room for the default.
        if let Value::Bool(truth) = index {
            let other = self.select(&Value::Bool(!truth)).clone();
            let (first, second) = if truth { (other, element) } else { (element, other) };
            self.entries.clear();
            if first != second {
                self.entries.insert(Value::Bool(true), second);
            }
            self.default = first;
        } else if element == self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, element);
        }
    }
}

impl Value {
    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The integer, if it is one.
    pub fn as_int(&self) -> Option<&Int> {
        match self {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The real number, if it is one.
    pub fn as_real(&self) -> Option<&Rat> {
        match self {
            Value::Real(value) => Some(value),
            _ => None,
        }
    }

    /// The array, if it is one.
    pub fn as_array(&self) -> Option<&ArrayValue> {
        match self {
            Value::Array(value) => Some(value),
            _ => None,
        }
    }

    /// A number of a numeric sort; it must be integral for integers.
    pub(crate) fn of_number(sort: Sort, value: Rat) -> Value {
        match sort {
            Sort::Real => Value::Real(value),
            _ => Value::Int(value.to_int().expect("the value of an integer is whole")),
        }
    }

    /// The value of an unconstrained symbol.
    pub fn default_of(terms: &Terms, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int => Value::Int(Int::ZERO),
            Sort::Real => Value::Real(Rat::ZERO),
            Sort::Uninterpreted(id) => Value::Element(id, 0),
            Sort::Array(id) => {
                let (_, element) = terms.array_parts(sort).expect("an array sort has parts");
                Value::Array(Arc::new(ArrayValue::constant(id, Value::default_of(terms, element))))
            }
        }
    }

    /// The value as an SMT-LIB term: `true`, `(- 5)`, `(/ 1.0 3.0)`, `(as @U_0 U)`, `(store … 1 2)`.
    pub fn text(&self, terms: &Terms) -> String {
        match self {
            Value::Bool(value) => value.to_string(),
            Value::Int(value) => int_text(value),
            Value::Real(value) => real_text(value),
            Value::Element(sort, number) => {
                if let Some(name) = terms.element_name(*sort, *number) {
                    return name.to_string();
                }
                let sort = terms.sort_name(Sort::Uninterpreted(*sort));
                // Inside the bars of a quoted name the number would be lost: it goes before them.
                let plain: String =
                    sort.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
                format!("(as @{plain}_{number} {sort})")
            }
            Value::Array(array) => {
                let sort = terms.sort_name(Sort::Array(array.sort));
                let mut text = format!("((as const {sort}) {})", array.default.text(terms));
                for (index, element) in &array.entries {
                    let mut outer = String::new();
                    let _ = write!(outer, "(store {text} {} {})", index.text(terms), element.text(terms));
                    text = outer;
                }
                text
            }
        }
    }
}
