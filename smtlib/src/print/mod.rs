//! Terms and scripts as SMT-LIB text.
//!
//! A term is a DAG; written out as a tree it can be exponentially larger. Terms of which that is true are
//! written with `let`s, one for each level of shared subterms, so that the text is about as long as the DAG
//! is large. Their places are chosen in `sharing.rs`, names of bound variables in `bound_names.rs`.

mod alethe;
mod bound_names;
mod sharing;

pub(crate) use alethe::named_proof_text;
pub use alethe::proof_text;

use crate::text::literal::symbol_literal;
use crate::text::theory::all_functions;
use bound_names::BoundNames;
use cfp_solver::{Division, Int, Model, Op, Rat, Sort, Symbol, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};
use sharing::{NodeId, RegionId, Sharing};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io;

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

/// The divisions of a model whose values at zero matter, as definitions in the form that competitions check:
/// they define the results of division by zero, and are the division itself elsewhere.
///
/// ```
/// use cfp_solver::{Division, Int, Model, Terms, Value};
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
/// Declares the sorts, then `symbols` in this order, then all other symbols of the assertions. Symbols and
/// sorts whose names are not unique, or cannot be written, are renamed.
pub fn write_script(
    out: &mut dyn io::Write,
    terms: &Terms,
    logic: &str,
    symbols: &[Symbol],
    assertions: &[Term],
) -> io::Result<()> {
    write_named_script(out, terms, logic, symbols, assertions).map(|_| ())
}

/// The same; returns how all symbols are written.
pub(crate) fn write_named_script(
    out: &mut dyn io::Write,
    terms: &Terms,
    logic: &str,
    symbols: &[Symbol],
    assertions: &[Term],
) -> io::Result<FxHashMap<Symbol, String>> {
    let mut printer = Printer::new(terms);
    let mut taken: FxHashSet<String> = all_functions().map(|(name, _)| name.to_string()).collect();
    let reachable = terms.reachable(assertions);
    let occurring = free_symbols(terms, assertions, &reachable);
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
    writeln!(out, "(check-sat)")?;
    Ok(printer.renamed)
}

/// The symbols that occur freely in assertions, given all terms below these; in the order of the terms.
fn free_symbols(terms: &Terms, assertions: &[Term], reachable: &[Term]) -> Vec<Symbol> {
    let occurring = reachable.iter().filter_map(|&term| match terms.op(term) {
        Op::Symbol(symbol) | Op::Apply(symbol) => Some(symbol),
        _ => None,
    });
    if !reachable.iter().any(|&term| terms.quantifier(term).is_some()) {
        return occurring.collect();
    }
    let free_in = |&assertion: &Term| Sharing::new(terms, assertion).free_symbols().to_vec();
    let free: FxHashSet<Symbol> = assertions.iter().flat_map(free_in).collect();
    occurring.filter(|symbol| free.contains(symbol)).collect()
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

/// A real number as a decimal such as `2.5`, as it was probably written; `None` for those that are better
/// written as quotients and for whole ones.
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

/// What is still to be written.
enum Piece {
    /// A subterm, or the variable that stands for it.
    Use(NodeId),
    /// A subterm, even if a variable stands for it elsewhere.
    Whole(NodeId),
    /// The variable of a subterm, and the term it stands for.
    Definition(NodeId),
    Text(&'static str),
    /// So many closing parentheses.
    Close(usize),
    /// The body of a quantifier ends.
    Leave(Term),
}

impl<'a> Printer<'a> {
    fn new(terms: &'a Terms) -> Printer<'a> {
        Printer { terms, renamed: FxHashMap::default(), renamed_sorts: FxHashMap::default() }
    }

    /// Finds a name for every declared sort in these; returns the names. Sorts with arguments, which are
    /// sorts of their own for the engine, become sorts without.
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
        let sharing = Sharing::new(self.terms, root);
        let prefix = self.free_prefix(&sharing);
        let mut bound = BoundNames::default();
        if sharing.has_quantifiers() {
            let free = sharing.free_symbols().iter().map(|&symbol| self.name(symbol).into_owned());
            let theories = all_functions().map(|(name, _)| name.to_string());
            bound = BoundNames::new(free.chain(theories).collect());
        }
        let mut pending = Vec::new();
        push_region(&mut pending, &sharing, 0, sharing.root());
        while let Some(piece) = pending.pop() {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Close(count) => text.extend(std::iter::repeat_n(')', count)),
                Piece::Leave(quantifier) => {
                    let (variables, _) =
                        self.terms.quantifier(quantifier).expect("only quantifiers are left");
                    bound.leave(self.terms, variables);
                }
                Piece::Use(node) if sharing.node(node).variable > 0 => {
                    let _ = write!(text, "{prefix}{}", sharing.node(node).variable);
                }
                Piece::Definition(node) => {
                    let _ = write!(text, "({prefix}{} ", sharing.node(node).variable);
                    pending.extend([Piece::Close(1), Piece::Whole(node)]);
                }
                Piece::Use(node) | Piece::Whole(node) => {
                    self.write_node(text, &mut pending, &sharing, node, &mut bound);
                }
            }
        }
    }

    /// Writes the beginning of a term, and notes the rest.
    fn write_node(
        &self,
        text: &mut String,
        pending: &mut Vec<Piece>,
        sharing: &Sharing,
        node: NodeId,
        bound: &mut BoundNames,
    ) {
        let term = sharing.node(node).term;
        let args = sharing.args(node);
        if let (Some(region), Some((variables, _))) = (sharing.node(node).body, self.terms.quantifier(term)) {
            let _ = write!(text, "({} (", self.terms.operator_name(self.terms.op(term)));
            for (index, &variable) in variables.iter().enumerate() {
                let separator = if index == 0 { "" } else { " " };
                let name = bound.enter(self.terms, variable);
                let _ = write!(text, "{separator}({name} {})", self.sort_text(self.terms.sort(variable)));
            }
            text.push_str(") ");
            pending.extend([Piece::Close(1), Piece::Leave(term)]);
            push_region(pending, sharing, region, args[0]);
            return;
        }
        if !args.is_empty() {
            text.push('(');
            pending.push(Piece::Close(1));
            for &arg in args.iter().rev() {
                pending.extend([Piece::Use(arg), Piece::Text(" ")]);
            }
        }
        match self.terms.op(term) {
            Op::Symbol(symbol) | Op::Apply(symbol) => match bound.name(symbol) {
                Some(name) => text.push_str(name),
                None => text.push_str(&self.name(symbol)),
            },
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

    /// Letters with which no symbol of the term starts that goes on with a digit.
    fn free_prefix(&self, sharing: &Sharing) -> String {
        let mut prefix = "s".to_string();
        if !sharing.has_lets() {
            return prefix;
        }
        let clashes_with = |prefix: &str, symbol: Symbol| {
            let name = self.name(symbol);
            let rest = name.strip_prefix(prefix);
            rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        let clashes = |prefix: &str| {
            sharing.nodes().iter().any(|node| match self.terms.op(node.term) {
                Op::Symbol(symbol) | Op::Apply(symbol) => clashes_with(prefix, symbol),
                // Variables count even if they do not occur.
                _ => self.terms.quantifier(node.term).is_some_and(|(variables, _)| {
                    let mut symbols = variables.iter().filter_map(|&variable| self.terms.as_symbol(variable));
                    symbols.any(|symbol| clashes_with(prefix, symbol))
                }),
            })
        };
        while clashes(&prefix) {
            prefix.push('s');
        }
        prefix
    }

    fn name(&self, symbol: Symbol) -> Cow<'_, str> {
        match self.renamed.get(&symbol) {
            Some(name) => name.into(),
            None => symbol_literal(self.terms.name(symbol)),
        }
    }
}

/// What a region consists of: its `let`s and the term within.
fn push_region(pending: &mut Vec<Piece>, sharing: &Sharing, region: RegionId, inner: NodeId) {
    pending.extend([Piece::Close(sharing.lets(region).count()), Piece::Use(inner)]);
    for group in sharing.lets(region).rev() {
        pending.push(Piece::Text(") "));
        for (index, &node) in group.iter().enumerate().rev() {
            pending.push(Piece::Definition(node));
            pending.push(Piece::Text(if index == 0 { "(let (" } else { " " }));
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
    fn names_of_bound_variables_are_unambiguous_where_they_stand() {
        let mut terms = Terms::new();
        let [free, outer, inner] = ["x", "x", "x"].map(|name| terms.constant(name, Sort::Int));
        let and = terms.constant("and", Sort::Int);
        let all = terms.distinct(&[free, outer, inner, and]);
        let some = terms.exists(&[inner, and], all);
        let every = terms.forall(&[outer], some);
        let expected = "(forall ((x!1 Int)) (exists ((x!2 Int) (and!1 Int)) (distinct x x!1 x!2 and!1)))";
        assert_eq!(term_text(&terms, every), expected);
        // Side by side, and where nothing is called so, names stay.
        let (less, more) = (terms.lt(&[outer, and]), terms.lt(&[inner, and]));
        let (less, more) = (terms.exists(&[outer], less), terms.exists(&[inner], more));
        let both = terms.and(&[less, more]);
        assert_eq!(
            term_text(&terms, both),
            "(and (exists ((x Int)) (< x and)) (exists ((x Int)) (< x and)))"
        );
    }

    #[test]
    fn a_symbol_bound_twice_and_free_is_three_variables() {
        let mut terms = Terms::new();
        let (x, y) = (terms.constant("x", Sort::Int), terms.constant("y", Sort::Int));
        let mut sum = terms.add(&[x, y]);
        for _ in 0..6 {
            sum = terms.add(&[sum, sum, y]);
        }
        let claim = terms.lt(&[sum, x]);
        let (some, every) = (terms.exists(&[x], claim), terms.forall(&[x], claim));
        let all = terms.and(&[claim, some, every]);
        let text = term_text(&terms, all);
        // What depends on x is named in each of the three places, by names of its own.
        for start in ["(let ((s1 (+ (+ x y) ", "(exists ((x!1 Int)) (let ((s", "(forall ((x!1 Int)) (let ((s"]
        {
            assert!(text.contains(start), "{start} is missing in {text}");
        }
        assert_eq!((text.matches("(+ x y)").count(), text.matches("(+ x!1 y)").count()), (2, 4), "{text}");
    }

    #[test]
    fn lets_stand_outside_of_binders_that_they_do_not_need() {
        let mut terms = Terms::new();
        let mut ground = terms.constant("p", Sort::Bool);
        for _ in 0..40 {
            // Used under two binders each, so that staying inside would double the text at every level.
            let (x, y) = (terms.constant("x", Sort::Int), terms.constant("y", Sort::Int));
            let below = terms.lt(&[x, y]);
            let (left, right) = (terms.or(&[below, ground]), terms.and(&[below, ground]));
            let (some, every) = (terms.exists(&[x], left), terms.forall(&[x], right));
            let both = terms.and(&[some, every]);
            ground = terms.exists(&[y], both);
        }
        let text = term_text(&terms, ground);
        assert!(text.len() < 40 * 250, "{} bytes", text.len());
    }

    #[test]
    fn deeply_nested_binders_are_written() {
        let mut terms = Terms::new();
        let p = terms.constant("p", Sort::Bool);
        let mut term = p;
        for level in 0..200_000 {
            let x = terms.constant("x", Sort::Bool);
            let body = if level % 1000 == 0 { terms.or(&[term, x, p]) } else { term };
            term = terms.forall(&[x], body);
        }
        let text = term_text(&terms, term);
        assert!(text.starts_with("(forall ((x Bool)) (forall ((x!1 Bool)) (forall ((x!2 Bool)) "));
        assert!(text.contains(" x!199999 p)"));
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
        use cfp_solver::{FunctionValue, Value};
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
        let expected = "(define-fun |f g| ((x1 U) (x2 Int)) U \
                        (ite (and (= x1 (as @U_0 U)) (= x2 (- 1))) (as @U_1 U) \
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
        let expected = "(set-logic ALL)\n(declare-sort |a b| 0)\n(declare-sort |a b!2| 0)\n\
                        (declare-sort Int!2 0)\n(declare-sort |Pair Int _a b| 0)\n\
                        (declare-fun select!2 (|a b| Real) |a b!2|)\n\
                        (declare-fun a () (Array Int!2 |Pair Int _a b|))\n(declare-fun x () |a b|)\n\
                        (declare-fun i () Int!2)\n\
                        (assert (= ((as const (Array Int!2 |Pair Int _a b|)) (select a i)) a))\n\
                        (assert (= (select!2 x 0.5) (select!2 x 0.5)))\n(check-sat)\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
