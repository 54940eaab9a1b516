//! Proofs as text, in the format Alethe.
//!
//! Every formula and number with parts gets a name where it first occurs, so that the text is about as long
//! as the proof is large. Names that begin with `@` are reserved for solvers.

use crate::text::literal::symbol_literal;
use cfp_solver::proof::{Arg, Literal, Proof, Step, Witness};
use cfp_solver::{Op, Symbol, Term, Terms};
use fxhash::FxHashMap;
use std::fmt::Write as _;

/// A proof as one list of commands.
///
/// ```
/// use cfp_solver::proof::prove;
/// use cfp_solver::{Budget, Options, Sort, Terms};
///
/// let mut terms = Terms::new();
/// let p = terms.constant("p", Sort::Bool);
/// let not = terms.not(p);
/// let proof = prove(&mut terms, &[p, not], &Options::default(), &mut Budget::unlimited()).unwrap();
/// assert_eq!(
///     cfp_smtlib::print::proof_text(&terms, &proof),
///     "(\n(assume t1 p)\n(assume t2 (not p))\n(step t3 (cl) :rule resolution :premises (t2 t1))\n)"
/// );
/// ```
pub fn proof_text(terms: &Terms, proof: &Proof) -> String {
    named_proof_text(terms, proof, &FxHashMap::default())
}

/// The same with other names for some symbols.
pub(crate) fn named_proof_text(terms: &Terms, proof: &Proof, symbols: &FxHashMap<Symbol, String>) -> String {
    let witnesses = proof.witnesses.iter().map(|Witness { index, arrays }| (*index, *arrays)).collect();
    let mut printer =
        Printer { terms, symbols, witnesses, names: FxHashMap::default(), out: "(\n".to_string() };
    for (index, step) in proof.steps.iter().enumerate() {
        step.clause.iter().for_each(|literal| printer.define(literal.term));
        for arg in &step.args {
            if let Arg::Term(term) = arg {
                printer.define(*term);
            }
        }
        printer.step(index + 1, step);
    }
    printer.out.push(')');
    printer.out
}

struct Printer<'a> {
    terms: &'a Terms,
    /// How symbols are written that are not written by their names.
    symbols: &'a FxHashMap<Symbol, String>,
    /// The arrays that constants are to distinguish.
    witnesses: FxHashMap<Term, [Term; 2]>,
    /// How terms are written that have been met.
    names: FxHashMap<Term, String>,
    out: String,
}

impl Printer<'_> {
    /// Defines names for a term and all its parts that have none.
    fn define(&mut self, root: Term) {
        if self.names.contains_key(&root) {
            return;
        }
        let mut pending = vec![root];
        while let Some(&term) = pending.last() {
            if self.names.contains_key(&term) {
                pending.pop();
                continue;
            }
            let args = self.witnesses.get(&term).map_or(self.terms.args(term), |arrays| &arrays[..]);
            let before = pending.len();
            pending.extend(args.iter().filter(|arg| !self.names.contains_key(arg)));
            if pending.len() == before {
                let name = match self.witnesses.get(&term) {
                    Some(arrays) => self.witness(term, *arrays),
                    None => self.name(term),
                };
                self.names.insert(term, name);
            }
        }
    }

    /// How a term is written whose parts have been met.
    fn name(&mut self, term: Term) -> String {
        let op = self.terms.op(term);
        let head = match op {
            Op::Symbol(symbol) | Op::Apply(symbol) => match self.symbols.get(&symbol) {
                Some(name) => name.clone(),
                None => symbol_literal(self.terms.name(symbol)).into_owned(),
            },
            op => self.terms.operator_name(op),
        };
        let args = self.terms.args(term);
        if args.is_empty() {
            return head;
        }
        let mut text = format!("({head}");
        for arg in args {
            let _ = write!(text, " {}", self.names[arg]);
        }
        text.push(')');
        // A negation is as short as a name.
        if op == Op::Not {
            return text;
        }
        let name = format!("@t{}", self.names.len());
        let sort = self.terms.sort_name(self.terms.sort(term));
        let _ = writeln!(self.out, "(define-fun {name} () {sort} {text})");
        name
    }

    /// Defines an index at which two arrays have different elements, if there is one.
    fn witness(&mut self, index: Term, [one, other]: [Term; 2]) -> String {
        let name = format!("@t{}", self.names.len());
        let sort = self.terms.sort_name(self.terms.sort(index));
        let [one, other] = [one, other].map(|array| format!("(select {} @i)", self.names[&array]));
        let choice = format!("(choice ((@i {sort})) (not (= {one} {other})))");
        let _ = writeln!(self.out, "(define-fun {name} () {sort} {choice})");
        name
    }

    /// Writes a literal after a blank.
    fn literal(&mut self, literal: &Literal) {
        let name = &self.names[&literal.term];
        let (before, after) = if literal.positive { (" ", "") } else { (" (not ", ")") };
        [before, name.as_str(), after].iter().for_each(|text| self.out.push_str(text));
    }

    fn arg(&mut self, arg: &Arg) {
        match arg {
            Arg::Number(value) if value.is_one() => self.out.push('1'),
            Arg::Number(value) if value.is_negative() => _ = write!(self.out, "(- {})", value.abs()),
            Arg::Number(value) => _ = write!(self.out, "{value}"),
            Arg::Name(name) => [r#"""#, name, r#"""#].iter().for_each(|text| self.out.push_str(text)),
            Arg::Term(term) => self.out.push_str(&self.names[term]),
        }
    }

    /// Writes the name of a step after a text.
    fn step_name(&mut self, before: &str, number: usize) {
        self.out.push_str(before);
        // Most of a proof is names of steps: this is several times as fast as `write!`.
        let (mut digits, mut at, mut rest) = ([0; 20], 20, number);
        while rest > 0 || at == 20 {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        self.out.extend(digits[at..].iter().map(|digit| char::from(*digit)));
    }

    fn step(&mut self, number: usize, step: &Step) {
        let Step { clause, rule, premises, args } = step;
        if let ("assume", [literal]) = (*rule, &clause[..]) {
            self.step_name("(assume t", number);
            self.literal(literal);
            self.out.push_str(")\n");
            return;
        }
        self.step_name("(step t", number);
        self.out.push_str(" (cl");
        clause.iter().for_each(|literal| self.literal(literal));
        [") :rule ", rule].iter().for_each(|text| self.out.push_str(text));
        let mut before = " :premises (t";
        for premise in premises {
            self.step_name(before, premise + 1);
            before = " t";
        }
        if !premises.is_empty() {
            self.out.push(')');
        }
        let mut before = " :args (";
        for arg in args {
            self.out.push_str(before);
            self.arg(arg);
            before = " ";
        }
        self.out.push_str(if args.is_empty() { ")\n" } else { "))\n" });
    }
}
