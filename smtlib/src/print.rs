//! Terms and scripts as SMT-LIB text.
//!
//! A term is a DAG; written out as a tree it can be exponentially larger. Terms of which that is true are written with
//! `let`s, one for each level of shared subterms, so that the text is about as long as the DAG is large.

use crate::literal::symbol_literal;
use crate::theory::{CORE, INTS};
use cfp_solver::{Op, Symbol, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};
use std::fmt::Write as _;
use std::io;

/// Trees up to this size are written without `let`s.
const SMALL_TREE: u64 = 100;
/// Subterms whose tree is smaller than this are written again rather than named.
const SMALL_SUBTERM: u64 = 4;

/// A term as text, with `let`s for shared subterms unless it is small.
///
/// ```
/// let mut terms = cfp_solver::Terms::new();
/// let x = terms.constant("x y", cfp_solver::Sort::Int);
/// let one = terms.int(1);
/// let sum = terms.add(&[x, one]);
/// assert_eq!(cfp_smtlib::print::term_text(&terms, sum), "(+ |x y| 1)");
/// ```
pub fn term_text(terms: &Terms, term: Term) -> String {
    let mut text = String::new();
    Printer::new(terms).write(&mut text, term);
    text
}

/// Writes a script that any solver can run: declarations, assertions, `check-sat`.
///
/// Declares `symbols` in this order and then whatever else occurs in the assertions. Symbols whose names are not
/// unique, or cannot be written, are renamed.
pub fn write_script(
    out: &mut dyn io::Write,
    terms: &Terms,
    logic: &str,
    symbols: &[Symbol],
    assertions: &[Term],
) -> io::Result<()> {
    let mut printer = Printer::new(terms);
    let mut taken: FxHashSet<String> = CORE.iter().chain(INTS).map(|(name, _)| name.to_string()).collect();
    let occurring = terms.reachable(assertions).into_iter().filter_map(|term| match terms.op(term) {
        Op::Symbol(symbol) => Some(symbol),
        _ => None,
    });
    let all: Vec<Symbol> = symbols.iter().copied().chain(occurring).collect();
    writeln!(out, "(set-logic {logic})")?;
    for symbol in all {
        if printer.renamed.contains_key(&symbol) {
            continue;
        }
        let name = unused_name(&taken, terms.name(symbol));
        writeln!(out, "(declare-fun {name} () {})", terms.sort_name(terms.symbol_sort(symbol)))?;
        taken.insert(name.clone());
        printer.renamed.insert(symbol, name);
    }
    let mut text = String::new();
    for &assertion in assertions {
        text.clear();
        printer.write(&mut text, assertion);
        writeln!(out, "(assert {text})")?;
    }
    writeln!(out, "(check-sat)")
}

/// The name as it must be written, with a number added if it is taken.
fn unused_name(taken: &FxHashSet<String>, name: &str) -> String {
    let mut candidate = symbol_literal(name).into_owned();
    let mut number = 1;
    while taken.contains(&candidate) {
        number += 1;
        candidate = symbol_literal(&format!("{name}!{number}")).into_owned();
    }
    candidate
}

/// Writes terms of one arena.
struct Printer<'a> {
    terms: &'a Terms,
    /// How symbols are written that are not written as they are called.
    renamed: FxHashMap<Symbol, String>,
}

/// What is known about a term that is to be written.
#[derive(Clone, Copy, Default)]
struct Info {
    /// In how many places it occurs as an argument.
    uses: u32,
    /// Size of its tree.
    size: u64,
    /// How many `let`s must stand around it.
    level: u32,
    /// Number of its `let` variable, from 1; 0 for none.
    variable: u32,
}

/// What is still to be written.
enum Piece {
    Term(Term),
    Close,
}

impl<'a> Printer<'a> {
    fn new(terms: &'a Terms) -> Printer<'a> {
        Printer { terms, renamed: FxHashMap::default() }
    }

    fn write(&self, text: &mut String, root: Term) {
        let mut infos = self.count_uses(root);
        let mut order: Vec<Term> = infos.keys().copied().collect();
        order.sort_unstable();
        let variables = self.name_shared(&order, &mut infos, root);
        let prefix = self.free_prefix(&order);
        let levels = infos[&root].level;
        let mut by_level: Vec<Vec<Term>> = vec![Vec::new(); levels as usize];
        for term in variables {
            by_level[infos[&term].level as usize].push(term);
        }
        for (number, term) in by_level.iter().flatten().enumerate() {
            infos.get_mut(term).expect("every term has an entry").variable = number as u32 + 1;
        }
        for level in by_level {
            text.push_str("(let (");
            for (index, &term) in level.iter().enumerate() {
                let separator = if index == 0 { "" } else { " " };
                let _ = write!(text, "{separator}({prefix}{} ", infos[&term].variable);
                self.write_tree(text, term, &infos, &prefix);
                text.push(')');
            }
            text.push_str(") ");
        }
        self.write_tree(text, root, &infos, &prefix);
        text.extend(std::iter::repeat_n(')', levels as usize));
    }

    fn count_uses(&self, root: Term) -> FxHashMap<Term, Info> {
        let mut infos: FxHashMap<Term, Info> = FxHashMap::default();
        infos.insert(root, Info::default());
        let mut stack = vec![root];
        while let Some(term) = stack.pop() {
            for &arg in self.terms.args(term) {
                let info = infos.entry(arg).or_insert_with(|| {
                    stack.push(arg);
                    Info::default()
                });
                info.uses += 1;
            }
        }
        infos
    }

    /// Fills in sizes, levels and variables; returns the terms that get a variable.
    fn name_shared(&self, order: &[Term], infos: &mut FxHashMap<Term, Info>, root: Term) -> Vec<Term> {
        for &term in order {
            let sizes = self.terms.args(term).iter().map(|arg| infos[arg].size);
            let size = sizes.fold(1, u64::saturating_add);
            infos.get_mut(&term).expect("every term has an entry").size = size;
        }
        if infos[&root].size <= SMALL_TREE {
            return Vec::new();
        }
        let mut variables = Vec::new();
        for &term in order {
            let level = |arg: &Term| infos[arg].level + u32::from(infos[arg].variable > 0);
            let level = self.terms.args(term).iter().map(level).max().unwrap_or(0);
            let info = infos.get_mut(&term).expect("every term has an entry");
            info.level = level;
            if info.uses > 1 && info.size >= SMALL_SUBTERM {
                variables.push(term);
                info.variable = variables.len() as u32;
            }
        }
        variables
    }

    /// Letters with which no symbol of the term starts that goes on with a digit.
    fn free_prefix(&self, order: &[Term]) -> String {
        let mut prefix = "s".to_string();
        let clashes = |prefix: &str| {
            order.iter().any(|&term| match self.terms.op(term) {
                Op::Symbol(symbol) => {
                    let rest = self.name(symbol).strip_prefix(prefix).map(str::to_owned);
                    rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
                }
                _ => false,
            })
        };
        while clashes(&prefix) {
            prefix.push('s');
        }
        prefix
    }

    fn name(&self, symbol: Symbol) -> std::borrow::Cow<'_, str> {
        match self.renamed.get(&symbol) {
            Some(name) => name.into(),
            None => symbol_literal(self.terms.name(symbol)),
        }
    }

    /// Writes a term, with variables in the place of its shared subterms.
    fn write_tree(&self, text: &mut String, root: Term, infos: &FxHashMap<Term, Info>, prefix: &str) {
        let mut pending = vec![Piece::Term(root)];
        let mut first = true;
        while let Some(piece) = pending.pop() {
            let Piece::Term(term) = piece else {
                text.push(')');
                continue;
            };
            if !std::mem::replace(&mut first, false) {
                text.push(' ');
            }
            let variable = infos[&term].variable;
            if variable > 0 && term != root {
                let _ = write!(text, "{prefix}{variable}");
                continue;
            }
            let args = self.terms.args(term);
            if !args.is_empty() {
                text.push('(');
                pending.push(Piece::Close);
                pending.extend(args.iter().rev().map(|&arg| Piece::Term(arg)));
            }
            match self.terms.op(term) {
                Op::Symbol(symbol) => text.push_str(&self.name(symbol)),
                op => text.push_str(&self.terms.operator_name(op)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cfp_solver::Sort;

    #[test]
    fn doubling_terms_are_written_in_linear_size() {
        let mut terms = Terms::new();
        let mut term = terms.constant("s1", Sort::Int);
        for _ in 0..200 {
            term = terms.add(&[term, term]);
        }
        let text = term_text(&terms, term);
        assert!(text.len() < 200 * 40, "{} bytes", text.len());
        assert!(text.starts_with("(let ((ss1 (+ (+ s1 s1) (+ s1 s1)))) (let ((ss2 (+ ss1 ss1))) "));
        assert!(text.ends_with(&")".repeat(198)));
    }

    #[test]
    fn a_million_nested_terms_are_written() {
        let mut terms = Terms::new();
        let p = terms.constant("p", Sort::Bool);
        let mut term = p;
        for _ in 0..1_000_000 {
            term = terms.not(term);
        }
        assert_eq!(term_text(&terms, term).len(), 1 + 6_000_000);
    }

    #[test]
    fn scripts_rename_what_would_clash() {
        let mut terms = Terms::new();
        let names = ["x", "x", "and", "a b"];
        let symbols: Vec<Symbol> = names.iter().map(|name| terms.declare(*name, Sort::Int)).collect();
        let arguments: Vec<Term> = symbols.iter().map(|&symbol| terms.symbol(symbol)).collect();
        let p = terms.constant("p", Sort::Bool);
        let distinct = terms.distinct(&arguments);
        let assertion = terms.and(&[distinct, p]);
        let mut out = Vec::new();
        write_script(&mut out, &terms, "QF_LIA", &symbols, &[assertion]).unwrap();
        let expected = "(set-logic QF_LIA)\n(declare-fun x () Int)\n(declare-fun x!2 () Int)\n\
                        (declare-fun and!2 () Int)\n(declare-fun |a b| () Int)\n(declare-fun p () Bool)\n\
                        (assert (and (distinct x x!2 and!2 |a b|) p))\n(check-sat)\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
