//! Terms as text, for logs and error messages. (Scripts are printed by the SMT-LIB crate, with sharing.)

use super::{Op, Sort, Term, Terms};
use crate::num::{Int, Rat};
use std::fmt::{self, Write};

/// A term with its arena, ready to be formatted in SMT-LIB syntax.
pub struct Display<'a> {
    terms: &'a Terms,
    root: Term,
}

impl Terms {
    /// The term in SMT-LIB syntax, written out in full: shared subterms appear each time they are used.
    pub fn display(&self, term: Term) -> Display<'_> {
        Display { terms: self, root: term }
    }

    /// The SMT-LIB spelling of an operator; for symbols their name as declared.
    pub fn operator_name(&self, op: Op) -> String {
        let fixed = match op {
            Op::Symbol(symbol) | Op::Apply(symbol) => return self.name(symbol).to_string(),
            Op::Number(numeral) => return int_text(self.number(numeral)),
            Op::Decimal(numeral) => return real_text(self.decimal(numeral)),
            Op::ConstArray(sort) => return format!("(as const {})", self.sort_name(Sort::Array(sort))),
            Op::Divisible(numeral) => return format!("(_ divisible {})", self.number(numeral)),
            Op::True => "true",
            Op::False => "false",
            Op::Not => "not",
            Op::And => "and",
            Op::Or => "or",
            Op::Xor => "xor",
            Op::Implies => "=>",
            Op::Ite => "ite",
            Op::Eq => "=",
            Op::Distinct => "distinct",
            Op::Add => "+",
            Op::Sub | Op::Neg => "-",
            Op::Mul | Op::Product => "*",
            Op::Div => "div",
            Op::Mod => "mod",
            Op::Divide => "/",
            Op::Abs => "abs",
            Op::ToReal => "to_real",
            Op::ToInt => "to_int",
            Op::IsInt => "is_int",
            Op::Select => "select",
            Op::Store => "store",
            Op::Le => "<=",
            Op::Lt => "<",
            Op::Ge => ">=",
            Op::Gt => ">",
            Op::Forall => "forall",
            Op::Exists => "exists",
        };
        fixed.to_string()
    }
}

/// SMT-LIB has no negative numerals: `-3` is written `(- 3)`.
pub(crate) fn int_text(value: &Int) -> String {
    if value.is_negative() { format!("(- {})", value.abs()) } else { value.to_string() }
}

/// A real as SMT-LIB writes it: `2.0`, `(/ 1.0 3.0)`, `(- 2.0)`.
pub(crate) fn real_text(value: &Rat) -> String {
    let positive = value.abs();
    let text = match positive.to_int() {
        Some(whole) => format!("{whole}.0"),
        None => format!("(/ {}.0 {}.0)", positive.numer(), positive.denom()),
    };
    if value.is_negative() { format!("(- {text})") } else { text }
}

impl Display<'_> {
    /// At most this many characters of the text. Written out, shared parts can take for ever.
    pub fn start(&self, most: usize) -> String {
        let mut start = Start { text: String::new(), left: most };
        match write!(start, "{self}") {
            Ok(()) => start.text,
            Err(fmt::Error) => start.text + "…",
        }
    }
}

/// A text that takes only so many characters.
struct Start {
    text: String,
    left: usize,
}

impl fmt::Write for Start {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let taken = text.chars().take(self.left);
        self.text.extend(taken);
        let count = text.chars().count();
        let fits = count <= self.left;
        self.left = self.left.saturating_sub(count);
        if fits { Ok(()) } else { Err(fmt::Error) }
    }
}

impl fmt::Display for Display<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What is still to be written, last first; a `None` closes a parenthesis.
        let mut pending = vec![Some(self.root)];
        let mut first = true;
        while let Some(next) = pending.pop() {
            let Some(term) = next else {
                f.write_str(")")?;
                continue;
            };
            if !std::mem::replace(&mut first, false) {
                f.write_str(" ")?;
            }
            let name = self.terms.operator_name(self.terms.op(term));
            let args = self.terms.args(term);
            if let Some((variables, body)) = self.terms.quantifier(term) {
                write!(f, "({name} {}", self.terms.binder_text(variables))?;
                pending.extend([None, Some(body)]);
                continue;
            }
            if args.is_empty() {
                f.write_str(&name)?;
            } else {
                write!(f, "({name}")?;
                pending.push(None);
                pending.extend(args.iter().rev().map(|&arg| Some(arg)));
            }
        }
        Ok(())
    }
}
