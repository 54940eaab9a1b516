//! Writes formulas as SMT-LIB scripts. Terms that occur are definitions, so that scripts are about as long
//! as the terms are large.

use crate::terms::{Node, Op, SortNode, Term, Terms, number_text, quoted};
use fxhash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A script that is unsatisfiable if a clause follows from others; nothing if there are bound variables.
pub(crate) fn question(terms: &Terms, premises: &[Box<[Term]>], clause: &[Term]) -> Option<String> {
    let mut writer = Writer { terms, names: FxHashMap::default(), definitions: String::new() };
    let mut assertions = String::new();
    for premise in premises {
        let literals: Option<Vec<String>> = premise.iter().map(|literal| writer.name(*literal)).collect();
        let _ = writeln!(assertions, "(assert (or false {}))", literals?.join(" "));
    }
    for literal in clause {
        let _ = writeln!(assertions, "(assert (not {}))", writer.name(*literal)?);
    }
    let declarations = writer.declarations();
    Some(format!("(set-logic ALL)\n{declarations}{}{assertions}(check-sat)\n", writer.definitions))
}

struct Writer<'t> {
    terms: &'t Terms,
    /// How terms are written that have been met.
    names: FxHashMap<Term, String>,
    definitions: String,
}

impl Writer<'_> {
    /// How a term is written, after definitions of its parts.
    fn name(&mut self, root: Term) -> Option<String> {
        let mut pending = vec![root];
        while let Some(&term) = pending.last() {
            if self.names.contains_key(&term) {
                pending.pop();
                continue;
            }
            let (op, args) = match self.terms.node(term) {
                Node::Apply(op, args) => (*op, args),
                Node::Number(value, sort) => {
                    self.names.insert(term, number_text(value, *sort));
                    continue;
                }
                Node::Bound(..) | Node::Binder(..) => return None,
            };
            let before = pending.len();
            pending.extend(args.iter().filter(|arg| !self.names.contains_key(arg)));
            if pending.len() == before {
                let name = self.defined(term, op, args);
                self.names.insert(term, name);
            }
        }
        Some(self.names[&root].clone())
    }

    /// The name of an application whose arguments have names.
    fn defined(&mut self, term: Term, op: Op, args: &[Term]) -> String {
        let sort = self.terms.show_sort(self.terms.sort_of(term));
        let head = match op {
            Op::ConstArray(_) => format!("(as const {sort})"),
            op => self.terms.op_name(op),
        };
        if args.is_empty() {
            return head;
        }
        let args: Vec<&str> = args.iter().map(|arg| self.names[arg].as_str()).collect();
        let text = format!("({head} {})", args.join(" "));
        if op == Op::Not {
            return text;
        }
        let name = format!("{}{}", self.terms.unused_prefix(), self.names.len());
        let _ = writeln!(self.definitions, "(define-fun {name} () {sort} {text})");
        name
    }

    /// Declarations of the functions that occur, and of all sorts.
    fn declarations(&self) -> String {
        let mut text = String::new();
        for sort in self.terms.sorts() {
            if let SortNode::Declared(name, args) = sort {
                let line = format!("(declare-sort {} {})\n", quoted(name), args.len());
                if !text.contains(&line) {
                    text += &line;
                }
            }
        }
        let mut functions = BTreeMap::new();
        for term in self.names.keys() {
            if let Node::Apply(Op::Declared(function), _) = self.terms.node(*term) {
                functions.insert(*function, self.terms.declaration(*function));
            }
        }
        functions.values().for_each(|line| text += line);
        text
    }
}
