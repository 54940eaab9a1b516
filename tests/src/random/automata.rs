//! Random formulas about `ite` trees with constant leaves: automata whose states are numbers.

use super::Rng;
use cfp_solver::{Sort, Symbol, Term, Terms};

/// A formula about the states of an automaton.
pub struct Automaton {
    /// The inputs: integers and truth values.
    pub symbols: Vec<Symbol>,
    /// What is asserted, bounds of the inputs included.
    pub assertions: Vec<Term>,
}

struct Maker<'a> {
    terms: &'a mut Terms,
    rng: &'a mut Rng,
    inputs: Vec<Term>,
    truths: Vec<Term>,
    states: Vec<Term>,
}

/// A random automaton with integer inputs between minus and plus `limit`.
pub fn automaton(terms: &mut Terms, rng: &mut Rng, limit: i64) -> Automaton {
    let mut symbols: Vec<Symbol> = ["x", "y"].iter().map(|name| terms.declare(*name, Sort::Int)).collect();
    let inputs: Vec<Term> = symbols.iter().map(|&symbol| terms.symbol(symbol)).collect();
    let flags: Vec<Symbol> = ["p", "q"].iter().map(|name| terms.declare(*name, Sort::Bool)).collect();
    let truths = flags.iter().map(|&flag| terms.symbol(flag)).collect();
    symbols.extend(flags);
    let (low, high) = (terms.int(-limit), terms.int(limit));
    let mut assertions: Vec<Term> = inputs.iter().map(|&input| terms.le(&[low, input, high])).collect();
    let start = terms.int(rng.range(0, 3));
    let mut maker = Maker { terms, rng, inputs, truths, states: vec![start] };
    for _ in 0..2 + maker.rng.below(5) {
        let depth = 1 + maker.rng.below(5);
        let next = maker.tree(depth);
        maker.states.push(next);
    }
    for _ in 0..1 + maker.rng.below(4) {
        assertions.push(maker.atom());
    }
    Automaton { symbols, assertions }
}

impl Maker<'_> {
    fn state(&mut self) -> Term {
        // Recent ones rather than old ones.
        let back = self.rng.below(self.states.len().min(3));
        self.states[self.states.len() - 1 - back]
    }

    fn constant(&mut self) -> Term {
        let factor = if self.rng.one_in(5) { 7 } else { 1 };
        let value = factor * self.rng.range(-1, 4);
        self.terms.int(value)
    }

    fn condition(&mut self) -> Term {
        let condition = match self.rng.below(6) {
            0 => self.rng.pick(&self.truths),
            1 => self.atom(),
            2 => {
                let (input, value) = (self.rng.pick(&self.inputs), self.constant());
                self.terms.le(&[input, value])
            }
            _ => {
                let (state, value) = (self.state(), self.constant());
                self.terms.eq(state, value)
            }
        };
        if self.rng.one_in(5) { self.terms.not(condition) } else { condition }
    }

    fn leaf(&mut self) -> Term {
        match self.rng.below(12) {
            0 => self.rng.pick(&self.inputs),
            1 => {
                let (state, value) = (self.state(), self.constant());
                self.terms.add(&[state, value])
            }
            2..6 => self.state(),
            _ => self.constant(),
        }
    }

    fn tree(&mut self, depth: usize) -> Term {
        if depth == 0 {
            return self.leaf();
        }
        let condition = self.condition();
        let other = self.rng.below(depth);
        let (then, otherwise) = (self.tree(other.min(1)), self.tree(depth - 1));
        self.terms.ite(condition, then, otherwise)
    }

    fn atom(&mut self) -> Term {
        let left = self.state();
        let mut right = match self.rng.below(4) {
            0 => self.state(),
            1 => self.rng.pick(&self.inputs),
            _ => self.constant(),
        };
        if self.rng.one_in(4) {
            let (two, more) = (self.terms.int(2), self.state());
            let twice = self.terms.mul(two, more);
            right = self.terms.sub(right, twice);
        }
        match self.rng.below(4) {
            0 => self.terms.eq(left, right),
            1 => self.terms.le(&[left, right]),
            2 => self.terms.lt(&[right, left]),
            _ => self.terms.distinct(&[left, right]),
        }
    }
}
