//! Orders: how the keys of a container are walked over (thesis, section 6.3: the function `pos`).
//!
//! A container of keys knows which keys are in it. A walk visits each of them once, in some order. An
//! *order* stands for all of them: `key at` maps ranks from 0 to the size of the container to its keys, and
//! `rank of` is its inverse. Both are uninterpreted; facts state that they are inverse to each other. Each
//! fact mentions its own function only, and a twin of the other that has no facts, so that instances do not
//! ask for ever more instances; the facts equate each function with its twin where it occurs.

use crate::ir::IntType;
use crate::symbolic::facts::choice::equal;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::facts::range::Range;
use cfp_solver::{Op, Sort, Symbol, Term};
use fxhash::FxHashMap;

/// The keys of a container at one time, over the iterations in which the walk begins.
#[derive(Clone)]
pub(crate) struct Order {
    iterations: Vec<Term>,
    /// The number of keys.
    count: Term,
    key_at: Symbol,
    rank_of: Symbol,
}

/// A key at a rank that moves with an iteration.
pub(crate) struct MovingKey {
    /// The function from ranks to keys, and the arguments before the rank.
    pub(crate) function: Symbol,
    pub(crate) args: Vec<Term>,
    /// The rank, and the number of keys.
    pub(crate) rank: Term,
    pub(crate) count: Term,
}

/// All orders of an analysis.
#[derive(Default)]
pub(crate) struct Orders {
    /// By the unknown that programs keep to refer to the order, and by the function from ranks to keys.
    by_name: FxHashMap<Symbol, Order>,
    by_function: FxHashMap<Symbol, Symbol>,
    /// The function to the number of two numbers, if it is used.
    pair: Option<Symbol>,
}

/// More numbers than a program has keys.
const MAX_NUMBER: i128 = 1 << 48;

impl Logic {
    /// The number of two numbers, which determines them. It is positive.
    pub(crate) fn pair(&mut self, one: Term, other: Term) -> Term {
        let function = self.pair_function();
        self.terms().apply(function, &[one, other])
    }

    /// The function to the number of two numbers.
    pub(crate) fn pair_function(&mut self) -> Symbol {
        match self.orders.pair {
            Some(known) => known,
            None => self.new_pair(),
        }
    }

    /// Whether a function is that to the number of two numbers.
    pub(crate) fn is_pair(&self, function: Symbol) -> bool {
        self.orders.pair == Some(function)
    }

    /// The function to the number of two numbers, with facts that it can be inverted.
    fn new_pair(&mut self) -> Symbol {
        let whole = self.plain_function("pair", 2, Range::between(1, MAX_NUMBER));
        let parts = ["first of", "second of"].map(|name| self.plain_function(name, 1, Range::default()));
        let variables = ["first", "second"].map(|name| self.terms().constant(name, Sort::Int));
        let pair = self.terms().apply(whole, &variables);
        let mut equations = Vec::new();
        for (part, variable) in parts.into_iter().zip(variables) {
            let found = self.terms().apply(part, &[pair]);
            equations.push(equal(self, found, variable));
        }
        let body = self.all(&equations);
        self.add_general_fact(whole, variables.to_vec(), body);
        *self.orders.pair.insert(whole)
    }

    /// A new order of the keys for which a formula over `key` holds; there are `count` of them if `path`
    /// holds. Returns the number that stands for it.
    pub(crate) fn new_order(&mut self, path: &[Term], count: Term, key: Term, is_in: Term) -> Term {
        let name = self.function("order", 0, Range::natural());
        let word = Range::of(IntType { bits: 64, signed: true });
        let [key_at, key_twin] = ["key at", "key at this"].map(|name| self.function(name, 1, word.clone()));
        let [rank_of, rank_twin] =
            ["rank of", "rank of this"].map(|name| self.function(name, 1, word.clone()));
        let iterations = self.iterations.clone();
        let order = Order { iterations: iterations.clone(), count, key_at, rank_of };
        self.orders.by_name.insert(name, order);
        self.orders.by_function.insert(key_at, name);
        let (zero, rank) = (self.int(0), self.terms().constant("rank", Sort::Int));
        let premise = self.all(path);
        // At each rank is a key, and it has this rank.
        let found = self.apply(key_at, &[rank]);
        let is_rank = [self.at_most(zero, rank), self.below(rank, count), premise];
        let is_rank = self.all(&is_rank);
        let there = self.substitute(is_in, &FxHashMap::from_iter([(key, found)]));
        let (same_key, same_rank) = (self.apply(key_twin, &[rank]), self.apply(rank_twin, &[found]));
        let parts = [there, equal(self, same_rank, rank)];
        let parts = self.all(&parts);
        let body = [self.implied(is_rank, parts), equal(self, found, same_key)];
        let body = self.all(&body);
        self.add_fact_in(key_at, iterations.iter().copied().chain([rank]).collect(), body);
        // Each key has a rank, at which it is.
        let found = self.apply(rank_of, &[key]);
        let (same_rank, same_key) = (self.apply(rank_twin, &[key]), self.apply(key_twin, &[found]));
        let is_there = self.all(&[is_in, premise]);
        let parts = [self.at_most(zero, found), self.below(found, count), equal(self, same_key, key)];
        let parts = self.all(&parts);
        let body = [self.implied(is_there, parts), equal(self, found, same_rank)];
        let body = self.all(&body);
        self.add_fact_in(rank_of, iterations.iter().copied().chain([key]).collect(), body);
        self.apply(name, &[])
    }

    /// The key at a rank, if the number determines the order.
    pub(crate) fn key_at(&mut self, order: Term, rank: Term) -> Option<Term> {
        self.in_order(order, rank, |order| order.key_at)
    }

    /// The rank of a key, if the number determines the order.
    pub(crate) fn rank_of(&mut self, order: Term, key: Term) -> Option<Term> {
        self.in_order(order, key, |order| order.rank_of)
    }

    fn in_order(&mut self, order: Term, argument: Term, function: fn(&Order) -> Symbol) -> Option<Term> {
        let args = self.terms().args(order).to_vec();
        match self.terms().op(order) {
            Op::Ite => {
                let then = self.in_order(args[1], argument, function)?;
                let otherwise = self.in_order(args[2], argument, function)?;
                Some(self.terms().ite(args[0], then, otherwise))
            }
            Op::Symbol(name) | Op::Apply(name) => {
                let function = function(self.orders.by_name.get(&name)?);
                let all: Vec<Term> = args.into_iter().chain([argument]).collect();
                Some(self.terms().apply(function, &all))
            }
            _ => None,
        }
    }

    /// A term as a key at a rank.
    pub(crate) fn as_key(&mut self, term: Term) -> Option<MovingKey> {
        let Op::Apply(function) = self.terms().op(term) else { return None };
        let name = self.orders.by_function.get(&function)?;
        let order = self.orders.by_name.get(name)?.clone();
        let mut args = self.terms().args(term).to_vec();
        let rank = args.pop()?;
        let values = order.iterations.iter().copied().zip(args.iter().copied()).collect();
        let count = self.substitute(order.count, &values);
        Some(MovingKey { function, args, rank, count })
    }

    /// The rank of a key in the order of a function from ranks to keys, and whether the key is there.
    pub(crate) fn rank_in(&mut self, function: Symbol, args: &[Term], key: Term) -> Option<(Term, Term)> {
        let name = self.orders.by_function.get(&function)?;
        let order = self.orders.by_name.get(name)?.clone();
        let with = |last: Term| args.iter().copied().chain([last]).collect::<Vec<Term>>();
        let rank = self.terms().apply(order.rank_of, &with(key));
        let there = self.terms().apply(order.key_at, &with(rank));
        let is_there = equal(self, there, key);
        Some((rank, is_there))
    }
}
