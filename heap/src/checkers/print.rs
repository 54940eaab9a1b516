//! Definitions as text, in the grammar that is read.

use super::{CallRule, Class, Comparison, Definition, Fact, Place, Rule, Term};
use std::fmt::{self, Display};

impl Display for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Definition { name, pointers, integers, sets, rules } = self;
        match sets {
            0 => write!(f, "{name}<{pointers},{integers}> :=")?,
            _ => write!(f, "{name}<{pointers},{integers},{sets}> :=")?,
        }
        rules.iter().try_for_each(|rule| write!(f, "\n{rule}"))?;
        write!(f, "\n.")
    }
}

impl Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "| [{}", self.fresh.len())?;
        if !self.fresh.contains(&Class::Unknown) {
            for class in &self.fresh {
                let word = match class {
                    Class::Address => "addr",
                    Class::Integer => "int",
                    Class::Raw => "raw",
                    Class::Set => "set",
                    Class::Unknown => "",
                };
                write!(f, " {word}")?;
            }
        }
        f.write_str("] - ")?;
        let cells = self.cells.iter().map(|cell| {
            let place = match &cell.place {
                Place::Offset(offset) => offset.to_string(),
                Place::Field(name) => name.clone(),
            };
            let arrow = cell.bytes.map_or("|->".to_string(), |bytes| format!("|-{bytes}->"));
            format!("this->{place} {arrow} {}", cell.value)
        });
        let parts: Vec<String> = cells.chain(self.calls.iter().map(CallRule::to_string)).collect();
        f.write_str(if parts.is_empty() { "emp" } else { "" })?;
        write!(f, "{} - ", parts.join(" * "))?;
        let block = self.block.map(|bytes| format!("alloc(this, {bytes})"));
        let span = self.span.map(|span| format!("span(this, {}, {})", span.unit, span.count));
        let facts: Vec<String> = self.facts.iter().map(Fact::to_string).chain(block).chain(span).collect();
        f.write_str(&facts.join(" & "))
    }
}

impl Display for CallRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |terms: &[Term]| terms.iter().map(Term::to_string).collect::<Vec<_>>().join(", ");
        let (pointers, integers) = (list(&self.pointers), list(&self.integers));
        write!(f, "{}.{}({pointers} | {integers} |)", self.at, self.checker)
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::This => f.write_str("this"),
            Term::Fresh(index) => write!(f, "${index}"),
            Term::Pointer(index) => write!(f, "@p{index}"),
            Term::Integer(index) => write!(f, "@i{index}"),
            Term::Number(number) => write!(f, "{number}"),
        }
    }
}

impl Fact {
    /// The comparison, with these names for its terms.
    pub fn text(&self, name: impl Fn(Term) -> String) -> String {
        let side = |is_left: bool| {
            let mut parts: Vec<String> = Vec::new();
            for (term, factor) in self.terms.iter().filter(|(_, factor)| (*factor > 0) == is_left) {
                parts.extend((0..factor.unsigned_abs()).map(|_| name(*term)));
            }
            if self.constant != 0 && (self.constant > 0) == is_left {
                parts.push(self.constant.unsigned_abs().to_string());
            }
            if parts.is_empty() { "0".to_string() } else { parts.join(" + ") }
        };
        let op = match self.op {
            Comparison::Equal => "=",
            Comparison::Different => "!=",
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
        };
        format!("{} {op} {}", side(true), side(false))
    }
}

impl Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(|term| term.to_string()))
    }
}
