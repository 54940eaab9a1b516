//! Terms with quantifiers are written and read again: the result means the same, up to the names of bound
//! variables.
//!
//! The terms are worse than what text gives: binders with the names of what is around them, names of
//! functions of theories, one symbol bound in several places, bound here and free there, and subterms shared
//! across binders.

use cfp_smtlib::print::write_script;
use cfp_smtlib::{Config, Session};
use cfp_solver::{Op, Solver, Sort, Symbol, Term, Terms};
use cfp_tests::alpha::Renaming;
use cfp_tests::random::Rng;
use cfp_tests::rounds::seeds;
use std::collections::HashMap;

/// Nodes of the tree of a term that are compared; no term here is larger.
const MOST_NODES: u64 = 200_000;

struct Maker {
    terms: Terms,
    rng: Rng,
    /// Symbols that somebody may bind, or not.
    symbols: Vec<Term>,
    /// Terms made so far, to be used again anywhere.
    made: Vec<Term>,
    function: Symbol,
    sizes: HashMap<Term, u64>,
}

impl Maker {
    fn new(seed: u64) -> Maker {
        let (mut terms, mut rng) = (Terms::new(), Rng::new(seed));
        let names = ["x", "x", "y", "x!1", "s1", "and", "a b", "", "let", "x!1!1", "y"];
        let sort = terms.declare_sort("U");
        let array = terms.array_sort(Sort::Int, sort);
        let function =
            terms.declare_function(rng.pick(&["f", "x", "s2"]), &[Sort::Int, Sort::Bool], Sort::Int);
        let mut symbols = Vec::new();
        for _ in 0..3 + rng.below(8) {
            let sort = rng.pick(&[Sort::Int, Sort::Int, Sort::Bool, Sort::Real, sort, array]);
            symbols.push(terms.constant(rng.pick(&names), sort));
        }
        symbols.push(terms.constant("i", Sort::Int));
        symbols.push(terms.constant("b", Sort::Bool));
        Maker { terms, rng, made: symbols.clone(), symbols, function, sizes: HashMap::new() }
    }

    fn size(&mut self, term: Term) -> u64 {
        let terms = &self.terms;
        let args: u64 = terms.args(term).iter().map(|arg| self.sizes.get(arg).copied().unwrap_or(1)).sum();
        1 + args
    }

    fn pick(&mut self, sort: Sort) -> Term {
        let fitting: Vec<Term> =
            self.made.iter().copied().filter(|&term| self.terms.sort(term) == sort).collect();
        // Late ones are large.
        let from = if self.rng.one_in(3) { 0 } else { fitting.len().saturating_sub(6) };
        self.rng.pick(&fitting[from..])
    }

    fn step(&mut self) {
        let (a, b) = (self.pick(Sort::Bool), self.pick(Sort::Bool));
        let (i, j) = (self.pick(Sort::Int), self.pick(Sort::Int));
        let any = self.rng.pick(&self.made);
        let same = self.pick(self.terms.sort(any));
        let made = match self.rng.below(12) {
            0..=3 => {
                let mut variables = vec![self.rng.pick(&self.symbols)];
                if self.rng.one_in(3) {
                    variables.push(self.rng.pick(&self.symbols));
                }
                let op = self.rng.pick(&[Op::Forall, Op::Exists]);
                variables.push(a);
                self.terms.make(op, &variables)
            }
            4 => self.terms.make(Op::Apply(self.function), &[i, a]),
            5 => self.terms.make(Op::Add, &[i, j]),
            6 => self.terms.make(Op::Eq, &[any, same]),
            7 => self.terms.make(Op::Ite, &[a, any, same]),
            8 => self.terms.make(Op::Lt, &[i, j]),
            9 => Ok(self.terms.not(a)),
            10 => self.terms.make(Op::Or, &[a, b]),
            _ => self.terms.make(Op::And, &[a, b, a]),
        };
        let made = made.expect("well-sorted by construction");
        let size = self.size(made);
        if size <= MOST_NODES {
            self.sizes.insert(made, size);
            self.made.push(made);
        }
    }
}

fn text(terms: &Terms, assertions: &[Term]) -> String {
    let mut out = Vec::new();
    write_script(&mut out, terms, "ALL", &[], assertions).expect("memory can be written");
    String::from_utf8(out).expect("scripts are text").replace("(check-sat)\n", "")
}

fn read(script: &str) -> Solver {
    let mut session = Session::new(Config::default());
    let mut output = Vec::new();
    session.run(script.as_bytes(), &mut output).expect("memory can be written");
    assert!(output.is_empty(), "{}\n{script}", String::from_utf8_lossy(&output));
    session.into_solver()
}

fn compare(left: &Terms, assertions: &[Term], right: &Solver, script: &str) {
    assert_eq!(assertions.len(), right.assertions().len());
    let mut renaming = Renaming::new(left, right.terms());
    for (&a, &b) in assertions.iter().zip(right.assertions()) {
        renaming.compare(a, b).unwrap_or_else(|difference| panic!("{difference}\n{script}"));
    }
}

#[test]
fn quantified_terms_are_read_back() {
    let (mut quantified, mut with_lets) = (0, 0);
    for seed in seeds(400) {
        let mut maker = Maker::new(seed);
        for _ in 0..5 + maker.rng.below(100) {
            maker.step();
        }
        let truths = maker.made.iter().copied().filter(|&term| maker.terms.sort(term) == Sort::Bool);
        let mut assertions: Vec<Term> = truths.collect();
        assertions.drain(..assertions.len() - assertions.len().min(3));
        let script = text(&maker.terms, &assertions);
        quantified += usize::from(script.contains("forall") && script.contains("exists"));
        with_lets += usize::from(script.contains("(let ("));
        let once = read(&script);
        compare(&maker.terms, &assertions, &once, &script);
        // What was read has one binder for each bound symbol, which is the easier case.
        let again = text(once.terms(), once.assertions());
        let twice = read(&again);
        compare(once.terms(), once.assertions(), &twice, &again);
        assert_eq!(again.contains("(let ("), script.contains("(let ("), "{script}\n{again}");
    }
    eprintln!("{quantified} with both quantifiers, {with_lets} with lets");
    assert!(seeds(400).count() < 100 || (quantified > 30 && with_lets > 30));
}
