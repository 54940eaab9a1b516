//! Why a structure does not satisfy a definition: the inclusion that fails, at which node and field, and what
//! is there.

use super::super::engine::Shapes;
use super::super::graph::Graph;
use super::super::structures::{Fault, Miss, TermsOfFact};
use super::super::value::{End, Expr, ObjectId, Value, constant};
use super::differences::{described, paths};
use super::names::Named;
use crate::checkers::Term;
use crate::numbers::Interval;
use std::collections::BTreeMap;

/// A graph with the ways to its objects.
struct Ways<'a, 'p> {
    named: Named<'a, 'p>,
    paths: BTreeMap<ObjectId, String>,
}

impl Shapes<'_> {
    /// Says where an inclusion fails: `list: l->next->prev is null instead of l`.
    pub(in crate::shapes) fn told_inclusion(&self, definition: usize, miss: &Miss) -> String {
        let mut graph = miss.graph.clone();
        // The proof has variables of its own.
        let depth = graph.depth();
        graph.vars.retain(|var, _| var.depth <= depth);
        let named = Named::new(self, &graph);
        let ways = Ways { paths: paths(&named), named };
        let name = &self.library.definitions[definition].name;
        format!("{name}: {}", ways.told(miss))
    }
}

impl Ways<'_, '_> {
    fn told(&self, miss: &Miss) -> String {
        let node = self.node(miss);
        match &miss.fault {
            Fault::NoNode => format!("{node} {} instead of a node", self.is(&miss.at, None)),
            Fault::Twice => {
                let holder = miss.held_by.map(|(holder, _)| holder);
                format!("{node} {}, which is part of the structure already", self.is(&miss.at, holder))
            }
            Fault::Block => format!("{node} {}, which is no node", described(self.graph(), &miss.at)),
            Fault::Cell { offset, found, wanted } => {
                let place = self.cell(miss, *offset);
                let found = self.is(found, miss.at.target());
                match wanted.as_ref().and_then(|wanted| self.value(wanted)) {
                    Some(wanted) => format!("{place} {found} instead of {wanted}"),
                    None => format!("{place} {found}"),
                }
            }
            Fault::Fact(terms) if terms.is_emptiness() => {
                format!("{node} {}, and no rule holds there", self.is(&miss.at, None))
            }
            Fault::Fact(terms) => self.fact(miss, terms),
        }
    }

    fn graph(&self) -> &Graph {
        self.named.graph
    }

    /// The address of the node: what holds it, or a way to it.
    fn node(&self, miss: &Miss) -> String {
        let holder = miss.held_by.and_then(|(holder, offset)| {
            let path = self.paths.get(&holder)?;
            Some(self.member(path, holder, offset))
        });
        let way = miss.at.target().and_then(|target| self.paths.get(&target).cloned());
        holder.or(way).unwrap_or_else(|| "the address".to_string())
    }

    fn member(&self, path: &str, id: ObjectId, offset: i64) -> String {
        match self.named.field(id, offset) {
            field if field.is_empty() => path.to_string(),
            field => format!("{path}->{field}"),
        }
    }

    /// A field of the node.
    fn cell(&self, miss: &Miss, offset: i64) -> String {
        let node = self.node(miss);
        miss.at.target().map_or_else(|| node.clone(), |id| self.member(&node, id, offset))
    }

    /// What a place holds, as the end of a sentence. The way to where it leads may begin with the place.
    fn is(&self, value: &Value, holder: Option<ObjectId>) -> String {
        let behind = holder.and_then(|holder| self.paths.get(&holder));
        match (value, self.value(value)) {
            (Value::Pointer(_), Some(path)) if behind.is_none_or(|behind| path.starts_with(behind)) => {
                described(self.graph(), value)
            }
            (Value::Pointer(_) | Value::Int(_), Some(text)) => format!("is {text}"),
            _ => described(self.graph(), value),
        }
    }

    /// A value in words, if there are some.
    fn value(&self, value: &Value) -> Option<String> {
        match value {
            Value::Null | Value::Zeros => Some("null".to_string()),
            Value::Int(expr) => self.number(expr),
            Value::Pointer(pointer) if pointer.end == End::First && constant(&pointer.offset) == Some(0) => {
                self.paths.get(&pointer.object).cloned()
            }
            _ => None,
        }
    }

    /// An integer: a constant, the variable that holds it, or its range.
    fn number(&self, expr: &Expr) -> Option<String> {
        if let Some(value) = self.graph().constant(expr) {
            return Some(value.to_string());
        }
        let vars = self.named.vars();
        let holder = vars.iter().find(|(_, _, value)| matches!(value, Value::Int(other) if other == expr));
        let range = || {
            let text = self.graph().numbers.range(expr).text("", &Interval::ALL)?;
            Some(format!("some number {}", text.trim_start()))
        };
        holder.map(|(_, name, _)| name.clone()).or_else(range)
    }

    /// A comparison that does not hold, and what its sides are.
    fn fact(&self, miss: &Miss, terms: &TermsOfFact) -> String {
        let mut known: Vec<String> = Vec::new();
        let names: BTreeMap<Term, String> = terms
            .terms
            .iter()
            .map(|(term, cell, value)| {
                let value = value.as_ref();
                let text = value.and_then(|value| self.value(value));
                let name = match (cell, term) {
                    (Some(offset), _) => {
                        let name = self.cell(miss, *offset);
                        known.extend(value.map(|value| format!("{name} {}", self.is(value, None))));
                        name
                    }
                    (None, Term::This) => self.node(miss),
                    _ => text.unwrap_or_else(|| "?".to_string()),
                };
                (*term, name)
            })
            .collect();
        let fact = terms.fact.text(|term| names.get(&term).cloned().unwrap_or_else(|| term.to_string()));
        match known.is_empty() {
            true => format!("at {}, {fact} is not implied", self.node(miss)),
            false => format!("{fact} is not implied, {}", known.join(" and ")),
        }
    }
}
