//! Terms and scripts as SMT-LIB text.
//!
//! A term is a DAG; written out as a tree it can be exponentially larger. Terms of which that is true are written with
//! `let`s, one for each level of shared subterms, so that the text is about as long as the DAG is large.

use crate::literal::symbol_literal;
use crate::theory::all_functions;
use cfp_solver::model::Division;
use cfp_solver::{Int, Model, Op, Rat, Sort, Symbol, Term, Terms};
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

/// The value of a declared constant or function in a model, as the definition that `get-model` prints.
///
/// ```
/// use cfp_solver::{Model, Sort, Terms};
///
/// let mut terms = Terms::new();
/// let f = terms.declare_function("f", &[Sort::Int, Sort::Bool], Sort::Real);
/// let text = cfp_smtlib::print::definition_text(&terms, &Model::new(), f);
/// assert_eq!(text, "(define-fun f ((x1 Int) (x2 Bool)) Real 0.0)");
/// ```
pub fn definition_text(terms: &Terms, model: &Model, symbol: Symbol) -> String {
    let (name, sort) = (symbol_literal(terms.name(symbol)), terms.sort_name(terms.symbol_sort(symbol)));
    let sorts = terms.parameters(symbol);
    if sorts.is_empty() {
        return format!("(define-fun {name} () {sort} {})", model.value(terms, symbol).text(terms));
    }
    let parameter = |(index, &sort): (usize, &Sort)| format!("(x{} {})", index + 1, terms.sort_name(sort));
    let parameters: Vec<String> = sorts.iter().enumerate().map(parameter).collect();
    let mut text = format!("(define-fun {name} ({}) {sort} ", parameters.join(" "));
    let function = model.function(terms, symbol);
    let entries = function.entries();
    for (args, value) in &entries {
        let equals =
            |(index, arg): (usize, &cfp_solver::Value)| format!("(= x{} {})", index + 1, arg.text(terms));
        let equations: Vec<String> = args.iter().enumerate().map(equals).collect();
        let _ = match equations.as_slice() {
            [equation] => write!(text, "(ite {equation} {} ", value.text(terms)),
            _ => write!(text, "(ite (and {}) {} ", equations.join(" "), value.text(terms)),
        };
    }
    text.push_str(&function.default_value().text(terms));
    text.extend(std::iter::repeat_n(')', entries.len() + 1));
    text
}

/// The divisions of a model whose values at zero matter, as definitions in the form that competitions check: they say
/// what the division is by zero and go back to it elsewhere.
///
/// ```
/// use cfp_solver::{Int, Model, Terms, Value, model::Division};
///
/// let mut model = Model::new();
/// model.set_by_zero(Division::Quotient, Value::Int(Int::from(7)), Value::Int(Int::from(3)));
/// let expected = "(define-fun div ((x1 Int) (x2 Int)) Int (ite (= x2 0) (ite (= x1 7) 3 0) (div x1 x2)))";
/// assert_eq!(cfp_smtlib::print::division_texts(&Terms::new(), &model), [expected]);
/// ```
pub fn division_texts(terms: &Terms, model: &Model) -> Vec<String> {
    let divisions = [
        (Division::Quotient, "div", "Int", "0"),
        (Division::Remainder, "mod", "Int", "0"),
        (Division::Real, "/", "Real", "0.0"),
    ];
    let mut texts = Vec::new();
    for (division, name, sort, zero) in divisions {
        let entries = model.divisions_by_zero(division);
        if entries.is_empty() {
            continue;
        }
        let mut text = format!("(define-fun {name} ((x1 {sort}) (x2 {sort})) {sort} (ite (= x2 {zero}) ");
        for (dividend, value) in &entries {
            let _ = write!(text, "(ite (= x1 {}) {} ", dividend.text(terms), value.text(terms));
        }
        text.push_str(zero);
        text.extend(std::iter::repeat_n(')', entries.len()));
        let _ = write!(text, " ({name} x1 x2)))");
        texts.push(text);
    }
    texts
}

/// Writes a script that any solver can run: declarations, assertions, `check-sat`.
///
/// Declares `symbols` in this order and then whatever else occurs in the assertions; sorts come first. Symbols and sorts
/// whose names are not unique, or cannot be written, are renamed.
pub fn write_script(
    out: &mut dyn io::Write,
    terms: &Terms,
    logic: &str,
    symbols: &[Symbol],
    assertions: &[Term],
) -> io::Result<()> {
    let mut printer = Printer::new(terms);
    let mut taken: FxHashSet<String> = all_functions().map(|(name, _)| name.to_string()).collect();
    let reachable = terms.reachable(assertions);
    let occurring = reachable.iter().filter_map(|&term| match terms.op(term) {
        Op::Symbol(symbol) | Op::Apply(symbol) => Some(symbol),
        _ => None,
    });
    let all: Vec<Symbol> = symbols.iter().copied().chain(occurring).collect();
    writeln!(out, "(set-logic {logic})")?;
    let declared = all
        .iter()
        .flat_map(|&symbol| terms.parameters(symbol).iter().copied().chain([terms.symbol_sort(symbol)]));
    for name in printer.name_sorts(declared.chain(reachable.iter().map(|&term| terms.sort(term)))) {
        writeln!(out, "(declare-sort {name} 0)")?;
    }
    for symbol in all {
        if printer.renamed.contains_key(&symbol) {
            continue;
        }
        let name = unused_name(&taken, terms.name(symbol));
        let parameters: Vec<String> =
            terms.parameters(symbol).iter().map(|&sort| printer.sort_text(sort)).collect();
        let sort = printer.sort_text(terms.symbol_sort(symbol));
        writeln!(out, "(declare-fun {name} ({}) {sort})", parameters.join(" "))?;
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

/// A real number as a decimal such as `2.5`, as it was probably written; `None` for those that are better written as
/// quotients and for whole ones.
fn decimal_text(value: &Rat) -> Option<String> {
    let denominator: u64 = value.denom().to_string().parse().ok()?;
    let (mut rest, mut twos, mut fives) = (denominator, 0, 0);
    while rest % 2 == 0 {
        (rest, twos) = (rest / 2, twos + 1);
    }
    while rest % 5 == 0 {
        (rest, fives) = (rest / 5, fives + 1);
    }
    let places: usize = twos.max(fives);
    if rest != 1 || places == 0 || value.is_negative() {
        return None;
    }
    let scale: Int = format!("1{}", "0".repeat(places)).parse().ok()?;
    let digits = (value * &Rat::from(scale)).to_int()?.to_string();
    let digits = format!("{digits:0>width$}", width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    Some(format!("{whole}.{fraction}"))
}

/// Writes terms of one arena.
struct Printer<'a> {
    terms: &'a Terms,
    /// How symbols are written that are not written as they are called.
    renamed: FxHashMap<Symbol, String>,
    /// The same for declared sorts.
    renamed_sorts: FxHashMap<Sort, String>,
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
        Printer { terms, renamed: FxHashMap::default(), renamed_sorts: FxHashMap::default() }
    }

    /// Finds a name for every declared sort in these; returns the names. Sorts with arguments, which are sorts of their
    /// own for the engine, become sorts without.
    fn name_sorts(&mut self, sorts: impl Iterator<Item = Sort>) -> Vec<String> {
        let mut taken: FxHashSet<String> =
            ["Bool", "Int", "Real", "Array"].map(str::to_string).into_iter().collect();
        let mut seen = FxHashSet::default();
        let mut names = Vec::new();
        for sort in sorts {
            let mut pending = vec![sort];
            while let Some(sort) = pending.pop() {
                if !seen.insert(sort) {
                    continue;
                }
                if let Some((index, element)) = self.terms.array_parts(sort) {
                    pending.extend([element, index]);
                } else if let Sort::Uninterpreted(_) = sort {
                    let text = self.terms.sort_name(sort);
                    let marks: &[_] = &['|', '(', ')'];
                    let name = unused_name(&taken, &text.trim_matches(marks).replace(marks, "_"));
                    taken.insert(name.clone());
                    names.push(name.clone());
                    self.renamed_sorts.insert(sort, name);
                }
            }
        }
        names
    }

    fn sort_text(&self, sort: Sort) -> String {
        if self.renamed_sorts.is_empty() {
            return self.terms.sort_name(sort);
        }
        let mut text = String::new();
        // What is still to be written, last first: sorts and punctuation.
        let mut pending = vec![Ok(sort)];
        while let Some(piece) = pending.pop() {
            match piece {
                Err(punctuation) => text.push_str(punctuation),
                Ok(sort) => match (self.terms.array_parts(sort), self.renamed_sorts.get(&sort)) {
                    (Some((index, element)), _) => {
                        text.push_str("(Array ");
                        pending.extend([Err(")"), Ok(element), Err(" "), Ok(index)]);
                    }
                    (None, Some(name)) => text.push_str(name),
                    (None, None) => text.push_str(&self.terms.sort_name(sort)),
                },
            }
        }
        text
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
                Op::Symbol(symbol) | Op::Apply(symbol) => {
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
                Op::Symbol(symbol) | Op::Apply(symbol) => text.push_str(&self.name(symbol)),
                Op::Decimal(numeral) => match decimal_text(self.terms.decimal(numeral)) {
                    Some(decimal) => text.push_str(&decimal),
                    None => text.push_str(&self.terms.operator_name(Op::Decimal(numeral))),
                },
                Op::ConstArray(sort) => {
                    let _ = write!(text, "(as const {})", self.sort_text(Sort::Array(sort)));
                }
                op => text.push_str(&self.terms.operator_name(op)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn functions_and_their_graphs_are_definitions() {
        use cfp_solver::{Value, model::FunctionValue};
        let mut terms = Terms::new();
        let sort = terms.declare_sort("U");
        let Sort::Uninterpreted(id) = sort else { panic!("a declared sort") };
        let f = terms.declare_function("f g", &[sort, Sort::Int], sort);
        let element = |number| Value::Element(id, number);
        let mut graph = FunctionValue::constant(element(0));
        graph.set(vec![element(0), Value::Int(Int::from(-1))], element(1));
        graph.set(vec![element(1), Value::Int(Int::from(2))], element(2));
        let mut model = Model::new();
        model.set_function(f, graph);
        let expected = "(define-fun |f g| ((x1 U) (x2 Int)) U (ite (and (= x1 (as @U_0 U)) (= x2 (- 1))) (as @U_1 U) \
                        (ite (and (= x1 (as @U_1 U)) (= x2 2)) (as @U_2 U) (as @U_0 U))))";
        assert_eq!(definition_text(&terms, &model, f), expected);
        let p = terms.declare_function("p", &[Sort::Bool], Sort::Bool);
        let mut graph = FunctionValue::constant(Value::Bool(false));
        graph.set(vec![Value::Bool(true)], Value::Bool(true));
        model.set_function(p, graph);
        assert_eq!(
            definition_text(&terms, &model, p),
            "(define-fun p ((x1 Bool)) Bool (ite (= x1 true) true false))"
        );
    }

    #[test]
    fn decimals_are_written_where_they_are_exact() {
        let text = |numerator: i64, denominator: i64| {
            decimal_text(&Rat::new(Int::from(numerator), Int::from(denominator))).unwrap_or_default()
        };
        assert_eq!(text(5, 2), "2.5");
        assert_eq!(text(1, 8), "0.125");
        assert_eq!(text(7, 500), "0.014");
        assert_eq!(text(1, 1 << 62).len(), 2 + 62);
        for (numerator, denominator) in [(1, 3), (2, 1), (-1, 2), (1, 30), (0, 1)] {
            assert_eq!(text(numerator, denominator), "");
        }
    }

    #[test]
    fn scripts_declare_sorts_before_what_uses_them() {
        let mut terms = Terms::new();
        let (u, pair) = (terms.declare_sort("|a b|"), terms.declare_sort("(Pair Int |a b|)"));
        let (other, int) = (terms.declare_sort("|a b|"), terms.declare_sort("Int"));
        let array = terms.array_sort(int, pair);
        let f = terms.declare_function("select", &[u, Sort::Real], other);
        let a = terms.constant("a", array);
        let (x, i) = (terms.constant("x", u), terms.constant("i", int));
        let half = terms.real(cfp_solver::Rat::new(1.into(), 2.into()));
        let (applied, element) = (terms.apply(f, &[x, half]), terms.select(a, i));
        let all = terms.const_array(array, element).unwrap();
        let (same, reflexive) = (terms.eq(all, a), terms.eq(applied, applied));
        let mut out = Vec::new();
        write_script(&mut out, &terms, "ALL", &[f], &[same, reflexive]).unwrap();
        let expected = "(set-logic ALL)\n(declare-sort |a b| 0)\n(declare-sort |a b!2| 0)\n(declare-sort Int!2 0)\n\
                        (declare-sort |Pair Int _a b| 0)\n(declare-fun select!2 (|a b| Real) |a b!2|)\n\
                        (declare-fun a () (Array Int!2 |Pair Int _a b|))\n(declare-fun x () |a b|)\n\
                        (declare-fun i () Int!2)\n\
                        (assert (= ((as const (Array Int!2 |Pair Int _a b|)) (select a i)) a))\n\
                        (assert (= (select!2 x 0.5) (select!2 x 0.5)))\n(check-sat)\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
