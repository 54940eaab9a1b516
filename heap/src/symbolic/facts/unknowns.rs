//! Unknowns: fresh constants, or fresh functions of the enclosing iterations.
//!
//! A new pass over a loop yields the same unknowns as the pass before, so that passes can be compared. An
//! unknown is identified by its statement, its purpose, the current iterations, and its occurrence: how often
//! the statement was executed before in the pass, in whatever state.
//!
//! Two executions of a statement in one pass must not share unknowns, not even in states that exclude each
//! other: facts about unknowns, such as those about the iterations before a trip count, are stated once for
//! all states, but hold only for the execution that stated them. So occurrences belong to the pass and not to
//! a state, and are never reset but by [`Logic::begin_pass`], which follows the retraction of the facts of
//! the pass before. The order in which states are executed determines the names only. Passes that execute
//! them in different orders compare unequal, which is imprecise but sound.
//!
//! Some unknowns stand for what the program computes and the analysis does not know: a [`Loss`]. If an
//! obligation that depends on one is not proved, the loss is the likely cause.

use crate::ir::Pos;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::facts::range::Range;
use cfp_solver::{Op, Sort, Symbol, Term};
use fxhash::FxHashSet;

/// The name of iteration unknowns.
const ITERATION: &str = "iteration";

/// A creation site: the statement, the purpose, and the current iterations.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Site {
    pub(crate) pos: Pos,
    pub(crate) name: String,
    pub(crate) iterations: Vec<Term>,
}

/// Where information is lost, and why.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Loss {
    pub(crate) pos: Pos,
    pub(crate) text: String,
}

impl Logic {
    /// A fresh unknown number.
    pub(crate) fn unknown(&mut self, name: &str) -> Term {
        self.unknown_in(name, Range::default())
    }

    /// A fresh unknown number in a range.
    pub(crate) fn unknown_in(&mut self, name: &str, range: Range) -> Term {
        let symbol = self.function(name, 0, range);
        self.apply(symbol, &[])
    }

    /// A fresh function of `arity` arguments and of the current iterations. The range is part of its
    /// identity, as the name is: re-executed code reuses its unknowns, possibly for another purpose.
    pub(crate) fn function(&mut self, name: &str, arity: usize, range: Range) -> Symbol {
        let arity = self.iterations.len() + arity;
        let site = self.visit(name);
        if let Some((known, same)) = self.made.get(&site)
            && *same == range
            && self.brackets.terms().parameters(*known).len() == arity
        {
            let known = *known;
            self.note_loss(known);
            return known;
        }
        let symbol = self.plain_function(name, arity, range.clone());
        self.made.insert(site, (symbol, range));
        symbol
    }

    /// Visits the site of something created here; returns it with the number of visits in this pass.
    pub(crate) fn visit(&mut self, name: &str) -> (Site, u32) {
        let site = Site { pos: self.here, name: name.to_string(), iterations: self.iterations.clone() };
        let occurrence = self.occurrences.entry(site.clone()).or_insert(0);
        *occurrence += 1;
        (site, *occurrence)
    }

    /// How often something was created here in the current pass, including this time.
    pub(crate) fn occurrence(&mut self, name: &str) -> u32 {
        self.visit(name).1
    }

    /// The iteration variable of a loop that begins here.
    pub(crate) fn iteration_of_loop(&mut self) -> Term {
        let symbol = self.function(ITERATION, 0, Range::default());
        match self.iterations[..] {
            [] => {
                self.unknowns.remove(&symbol);
                self.terms().apply(symbol, &[])
            }
            // A function of the enclosing iterations cannot be bound, so give it a plain name.
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

    /// Begins a pass over the body of the innermost loop. It reuses the unknowns of earlier passes, so facts
    /// about those must have been retracted.
    pub(crate) fn begin_pass(&mut self, here: Pos) {
        self.here = here;
        let iterations = std::mem::take(&mut self.iterations);
        self.occurrences.retain(|site, _| !site.iterations.starts_with(&iterations));
        self.iterations = iterations;
    }

    /// A function of its arguments only, independent of the current iterations.
    pub(crate) fn plain_function(&mut self, name: &str, arity: usize, range: Range) -> Symbol {
        let symbol = self.terms().declare_function(name, &vec![Sort::Int; arity], Sort::Int);
        self.unknowns.insert(symbol);
        self.note_loss(symbol);
        if range != Range::default() {
            self.ranges.insert(symbol, range);
        }
        symbol
    }

    /// Attributes the unknowns that are created from here on to a loss, or to none.
    pub(crate) fn set_loss(&mut self, loss: Option<Loss>) {
        self.loss = loss;
    }

    fn note_loss(&mut self, symbol: Symbol) {
        if let Some(loss) = &self.loss {
            self.losses.insert(symbol, loss.clone());
        }
    }

    /// The loss that a condition depends on: that of its last formula that mentions one.
    pub(crate) fn loss_in(&self, formulas: &[Term]) -> Option<&Loss> {
        let terms = self.brackets.terms();
        let mut seen = FxHashSet::default();
        formulas.iter().rev().find_map(|&formula| {
            let (mut found, mut pending): (Option<&Loss>, _) = (None, vec![formula]);
            while let Some(term) = pending.pop() {
                if !seen.insert(term) {
                    continue;
                }
                pending.extend_from_slice(terms.args(term));
                if let Op::Symbol(symbol) | Op::Apply(symbol) = terms.op(term)
                    && let Some(loss) = self.losses.get(&symbol)
                {
                    found = Some(found.map_or(loss, |found| found.min(loss)));
                }
            }
            found
        })
    }

    /// The range of a function.
    pub(crate) fn range(&self, function: Symbol) -> Range {
        self.ranges.get(&function).cloned().unwrap_or_default()
    }

    /// Whether a symbol is an unknown rather than a bound name.
    pub(crate) fn is_unknown(&self, symbol: Symbol) -> bool {
        self.unknowns.contains(&symbol)
    }

    /// Applies a function to the current iterations followed by some arguments.
    pub(crate) fn apply(&mut self, function: Symbol, args: &[Term]) -> Term {
        let all: Vec<Term> = self.iterations.iter().chain(args).copied().collect();
        self.terms().apply(function, &all)
    }
}
