//! Unknowns: constants, or functions of the iterations that they are made in.
//!
//! Code that is executed again makes the same unknowns again: an unknown is known by the statement, its
//! purpose, the iterations under way, and how often the statement was executed in the pass before.

use crate::ir::Pos;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::facts::range::Range;
use cfp_solver::{Sort, Symbol, Term};

/// The name of the iterations of loops.
const ITERATION: &str = "iteration";

/// Where something is made: the statement, what it is for, and the iterations under way.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Site {
    pub(crate) pos: Pos,
    pub(crate) name: String,
    pub(crate) iterations: Vec<Term>,
}

impl Logic {
    /// An unknown number.
    pub(crate) fn unknown(&mut self, name: &str) -> Term {
        self.unknown_in(name, Range::default())
    }

    /// An unknown number of a range.
    pub(crate) fn unknown_in(&mut self, name: &str, range: Range) -> Term {
        let symbol = self.function(name, 0, range);
        self.apply(symbol, &[])
    }

    /// An unknown function of so many arguments, and of the iterations it is made in. Its range belongs to it
    /// as its name does: code that is executed again takes the unknowns that it made before, and may do so
    /// for another purpose.
    pub(crate) fn function(&mut self, name: &str, arity: usize, range: Range) -> Symbol {
        let arity = self.iterations.len() + arity;
        let site = self.visit(name);
        if let Some((known, same)) = self.made.get(&site)
            && *same == range
            && self.brackets.terms().parameters(*known).len() == arity
        {
            return *known;
        }
        let symbol = self.plain_function(name, arity, range.clone());
        self.made.insert(site, (symbol, range));
        symbol
    }

    /// The site of something that is made here, and how often it has been executed before.
    pub(crate) fn visit(&mut self, name: &str) -> (Site, u32) {
        let site = Site { pos: self.here, name: name.to_string(), iterations: self.iterations.clone() };
        let occurrence = self.occurrences.entry(site.clone()).or_insert(0);
        *occurrence += 1;
        (site, *occurrence)
    }

    /// How often something has been made here in the pass under way, this time included.
    pub(crate) fn occurrence(&mut self, name: &str) -> u32 {
        self.visit(name).1
    }

    /// A name for the iteration of a loop that begins here.
    pub(crate) fn iteration_of_loop(&mut self) -> Term {
        let symbol = self.function(ITERATION, 0, Range::default());
        match self.iterations[..] {
            [] => {
                self.unknowns.remove(&symbol);
                self.terms().apply(symbol, &[])
            }
            // A function of the iterations around it is no name.
            _ => match self.names.get(&symbol) {
                Some(&known) => known,
                None => {
                    let name = self.terms().constant(ITERATION, Sort::Int);
                    self.names.insert(symbol, name);
                    name
                }
            },
        }
    }

    /// A pass over the body of the innermost loop begins: it makes the same unknowns as the passes before.
    pub(crate) fn begin_pass(&mut self, here: Pos) {
        self.here = here;
        let iterations = std::mem::take(&mut self.iterations);
        self.occurrences.retain(|site, _| !site.iterations.starts_with(&iterations));
        self.iterations = iterations;
    }

    /// A function of its arguments alone, made once.
    pub(crate) fn plain_function(&mut self, name: &str, arity: usize, range: Range) -> Symbol {
        let symbol = self.terms().declare_function(name, &vec![Sort::Int; arity], Sort::Int);
        self.unknowns.insert(symbol);
        if range != Range::default() {
            self.ranges.insert(symbol, range);
        }
        symbol
    }

    /// The values that a function may have.
    pub(crate) fn range(&self, function: Symbol) -> Range {
        self.ranges.get(&function).cloned().unwrap_or_default()
    }

    /// Whether a symbol is an unknown, and not a name that formulas bind.
    pub(crate) fn is_unknown(&self, symbol: Symbol) -> bool {
        self.unknowns.contains(&symbol)
    }

    /// A function at the iterations under way and some arguments.
    pub(crate) fn apply(&mut self, function: Symbol, args: &[Term]) -> Term {
        let all: Vec<Term> = self.iterations.iter().chain(args).copied().collect();
        self.terms().apply(function, &all)
    }
}
