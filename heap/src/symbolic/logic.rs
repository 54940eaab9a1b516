//! What is known and what is asked: facts about unknowns, and questions with the facts that matter.
//!
//! Every unknown of the program is a constant, or, if it is made while a loop is summarised, a function of the iterations that it
//! is made in. A *fact* says something about such a function at all its arguments; it is used wherever the function occurs in a question
//! (thesis, section 5.3.2). A *history* says what held in all iterations of a loop before some point; it is used at those iterations
//! that concern the same memory as the question.

use crate::bracket::Brackets;
use crate::ir::IntType;
use cfp_solver::contextual::Truth;
use cfp_solver::{Int, Model, Op, Sort, Symbol, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Instances of instances are made so many times.
const MAX_ROUNDS: usize = 4;

/// `forall variables. body`, used where the symbol it is filed under occurs.
struct Fact {
    variables: Vec<Term>,
    body: Term,
}

/// `forall k. 0 <= k < count => body`
struct History {
    iteration: Term,
    count: Term,
    body: Term,
    /// Applications in the body whose argument at some place is `start + step * k`.
    patterns: Vec<Pattern>,
    /// Iterations that the body singles out: where it says `k = t`.
    points: Vec<Term>,
}

struct Pattern {
    function: Symbol,
    place: usize,
    start: Term,
    step: Int,
}

/// The values that an unknown can have: from the first to the second, if they are bounded.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Range {
    low: Option<Int>,
    high: Option<Int>,
}

impl Range {
    pub(super) fn of(ty: IntType) -> Range {
        Range { low: Some(Int::from(ty.min())), high: Some(Int::from(ty.max())) }
    }

    /// From one number to another.
    pub(super) fn between(low: i128, high: i128) -> Range {
        Range { low: Some(Int::from(low)), high: Some(Int::from(high)) }
    }

    /// Zero and above.
    pub(super) fn natural() -> Range {
        Range { low: Some(Int::ZERO), high: None }
    }
}

/// An unknown: name, number of parameters and range are what code that is executed again knows it by.
struct Made {
    name: String,
    arity: usize,
    range: Range,
    symbol: Symbol,
}

/// A point in time: what was known then.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    made: usize,
    facts: usize,
    histories: usize,
}

/// Formulas, facts and questions.
pub(super) struct Logic {
    pub(super) brackets: Brackets,
    facts: FxHashMap<Symbol, Vec<Fact>>,
    /// What each fact is filed under, in the order in which they were stated.
    stated: Vec<Symbol>,
    histories: Vec<History>,
    /// The iterations of the loops that are being summarised, outermost first.
    pub(super) iterations: Vec<Term>,
    /// The range of each function whose values are bounded, whatever its arguments.
    ranges: FxHashMap<Symbol, Range>,
    /// How many formulas were put into questions.
    effort: u64,
    /// The unknowns in the order in which they were made.
    made: Vec<Made>,
    /// Where in that list those are that the code being executed made before, for passes under way.
    repeated: Vec<usize>,
}

impl Logic {
    pub(super) fn new(brackets: Brackets) -> Logic {
        Logic {
            brackets,
            facts: FxHashMap::default(),
            stated: Vec::new(),
            histories: Vec::new(),
            iterations: Vec::new(),
            ranges: FxHashMap::default(),
            effort: 0,
            made: Vec::new(),
            repeated: Vec::new(),
        }
    }

    pub(super) fn terms(&mut self) -> &mut Terms {
        self.brackets.terms_mut()
    }

    pub(super) fn int(&mut self, value: impl Into<Int>) -> Term {
        self.terms().int(value)
    }

    /// An unknown number.
    pub(super) fn unknown(&mut self, name: &str) -> Term {
        self.unknown_in(name, Range::default())
    }

    /// An unknown number of a range.
    pub(super) fn unknown_in(&mut self, name: &str, range: Range) -> Term {
        let symbol = self.function(name, 0, range);
        self.apply(symbol, &[])
    }

    /// An unknown function of so many arguments, and of the iterations it is made in. Its range belongs to it as its name does: code that is
    /// executed again takes the unknowns that it made before, and may do so for another purpose.
    pub(super) fn function(&mut self, name: &str, arity: usize, range: Range) -> Symbol {
        let arity = self.iterations.len() + arity;
        let earlier = self.repeated.last().and_then(|&place| self.made.get(place));
        let symbol = match earlier {
            Some(made) if made.name == name && made.arity == arity && made.range == range => made.symbol,
            _ => self.plain_function(name, arity, range.clone()),
        };
        self.repeated.iter_mut().for_each(|place| *place += 1);
        self.made.push(Made { name: name.to_string(), arity, range, symbol });
        symbol
    }

    /// A function of its arguments alone, made once.
    pub(super) fn plain_function(&mut self, name: &str, arity: usize, range: Range) -> Symbol {
        let symbol = self.terms().declare_function(name, &vec![Sort::Int; arity], Sort::Int);
        if range != Range::default() {
            self.ranges.insert(symbol, range);
        }
        symbol
    }

    /// What is known now.
    pub(super) fn mark(&self) -> Mark {
        Mark { made: self.made.len(), facts: self.stated.len(), histories: self.histories.len() }
    }

    /// The same code is executed again: its unknowns are those that were made from this point on. What was stated about them is forgotten,
    /// because it was about another state.
    pub(super) fn begin_repetition(&mut self, from: Mark) {
        for symbol in self.stated.drain(from.facts..).rev() {
            self.facts.get_mut(&symbol).and_then(Vec::pop);
        }
        self.histories.truncate(from.histories);
        self.repeated.push(from.made);
    }

    /// The code has been executed again.
    pub(super) fn end_repetition(&mut self) {
        self.repeated.pop();
    }

    /// A function at the iterations under way and some arguments.
    pub(super) fn apply(&mut self, function: Symbol, args: &[Term]) -> Term {
        let all: Vec<Term> = self.iterations.iter().chain(args).copied().collect();
        self.terms().apply(function, &all)
    }

    /// States something about a function applied to the iterations under way, for all of them.
    fn add_fact(&mut self, function: Symbol, body: Term) {
        let variables = self.iterations.clone();
        self.facts.entry(function).or_default().push(Fact { variables, body });
        self.stated.push(function);
    }

    /// States something about an unknown number. There must be such a number whatever else is unknown, also where the program does not come
    /// to: a fact that excludes something else would exclude executions.
    pub(super) fn add_fact_about(&mut self, unknown: Term, body: Term) {
        let symbol = match self.terms().op(unknown) {
            Op::Symbol(symbol) | Op::Apply(symbol) => symbol,
            _ => return,
        };
        self.add_fact(symbol, body);
    }

    /// `low <= term <= high` as a formula.
    pub(super) fn within(&mut self, low: i128, term: Term, high: i128) -> Term {
        let (low, high) = (self.int(Int::from(low)), self.int(Int::from(high)));
        let parts = [self.terms().le(&[low, term]), self.terms().le(&[term, high])];
        self.terms().and(&parts)
    }

    /// States what held in all iterations before some count.
    pub(super) fn add_history(&mut self, iteration: Term, count: Term, body: Term) {
        let (mut patterns, mut points) = (Vec::new(), Vec::new());
        for term in self.terms().reachable(&[body]) {
            let terms = self.brackets.terms();
            if terms.op(term) == Op::Eq && terms.sort(terms.args(term)[0]) == Sort::Int {
                let (left, right) = (terms.args(term)[0], terms.args(term)[1]);
                let difference = self.plus(left, right, -1);
                if let Some((start, step)) = self.as_progression(difference, iteration)
                    && !step.is_zero()
                {
                    let zero = self.int(0);
                    let distance = self.plus(zero, start, -1);
                    points.push(self.quotient(distance, &step));
                }
            }
            let Op::Apply(function) = self.terms().op(term) else { continue };
            for place in 0..self.terms().args(term).len() {
                let argument = self.terms().args(term)[place];
                if let Some((start, step)) = self.as_progression(argument, iteration)
                    && !step.is_zero()
                {
                    patterns.push(Pattern { function, place, start, step });
                }
            }
        }
        points.sort_unstable();
        points.dedup();
        self.histories.push(History { iteration, count, body, patterns, points });
    }

    /// How many histories there are.
    pub(super) fn num_histories(&self) -> usize {
        self.histories.len()
    }

    /// Forgets a history, which does not hold any more.
    pub(super) fn remove_history(&mut self, index: usize) {
        self.histories.remove(index);
    }

    /// A term as `start + step * iteration`, if it is one.
    pub(super) fn as_progression(&mut self, term: Term, iteration: Term) -> Option<(Term, Int)> {
        let (products, constant) = linear(self.terms(), term);
        let step = products.get(&iteration).cloned().unwrap_or(Int::ZERO);
        let rest: Vec<(Term, Int)> =
            products.into_iter().filter(|(unknown, _)| *unknown != iteration).collect();
        let unknowns: Vec<Term> = rest.iter().map(|(unknown, _)| *unknown).collect();
        if self.terms().reachable(&unknowns).contains(&iteration) {
            return None;
        }
        Some((self.sum(&rest, &constant), step))
    }

    /// A sum of products and a constant as a term.
    pub(super) fn sum(&mut self, products: &[(Term, Int)], constant: &Int) -> Term {
        let mut parts = Vec::with_capacity(products.len() + 1);
        for (unknown, factor) in products {
            let factor_term = self.int(factor.clone());
            parts.push(if factor.is_one() { *unknown } else { self.terms().mul(factor_term, *unknown) });
        }
        if !constant.is_zero() || parts.is_empty() {
            parts.push(self.int(constant.clone()));
        }
        if let [single] = parts[..] { single } else { self.terms().add(&parts) }
    }

    /// `left + factor * right`, with like terms collected.
    pub(super) fn plus(&mut self, left: Term, right: Term, factor: impl Into<Int>) -> Term {
        let factor = factor.into();
        let (mut products, mut constant) = linear(self.terms(), left);
        let (others, other) = linear(self.terms(), right);
        for (unknown, coefficient) in others {
            *products.entry(unknown).or_insert(Int::ZERO) += coefficient * &factor;
        }
        constant += other * &factor;
        let products: Vec<(Term, Int)> = products.into_iter().filter(|(_, c)| !c.is_zero()).collect();
        self.sum(&products, &constant)
    }

    /// A term divided by a positive or negative number, so that the remainder is not negative; without `div` if it is divided exactly in any
    /// case.
    pub(super) fn quotient(&mut self, term: Term, divisor: &Int) -> Term {
        let (products, constant) = linear(self.terms(), term);
        if products.values().chain([&constant]).all(|value| divisor.divides(value)) {
            let products: Vec<(Term, Int)> =
                products.iter().map(|(unknown, c)| (*unknown, c.div_exact(divisor))).collect();
            return self.sum(&products, &constant.div_exact(divisor));
        }
        let divisor = self.int(divisor.clone());
        self.terms().div(term, divisor)
    }

    /// A formula with terms in the place of others.
    pub(super) fn substitute(&mut self, term: Term, values: &FxHashMap<Term, Term>) -> Term {
        if values.is_empty() {
            return term;
        }
        self.terms().substitute(term, values).expect("products keep their constant factors")
    }

    /// Whether formulas can hold together.
    pub(super) fn can_hold(&mut self, formulas: &[Term]) -> Truth {
        let all = self.with_facts(formulas);
        let question = self.terms().and(&all);
        self.brackets.ask(question)
    }

    /// Whether a claim follows from premises for certain.
    pub(super) fn follows(&mut self, premises: &[Term], claim: Term) -> bool {
        let mut formulas = premises.to_vec();
        formulas.push(self.terms().not(claim));
        self.can_hold(&formulas).is_no()
    }

    /// A model of formulas, if one is found.
    pub(super) fn model(&mut self, formulas: &[Term]) -> Option<Model> {
        let all = self.with_facts(formulas);
        self.brackets.find_model(&all)
    }

    /// Formulas with the facts about what occurs in them.
    fn with_facts(&mut self, formulas: &[Term]) -> Vec<Term> {
        let mut all: Vec<Term> = formulas.to_vec();
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut pending: Vec<Term> = formulas.to_vec();
        for _ in 0..MAX_ROUNDS {
            let mut applications = Vec::new();
            while let Some(term) = pending.pop() {
                if !seen.insert(term) {
                    continue;
                }
                pending.extend_from_slice(self.brackets.terms().args(term));
                let (Op::Symbol(symbol) | Op::Apply(symbol)) = self.brackets.terms().op(term) else {
                    continue;
                };
                applications.push((symbol, term));
                if let Some(Range { low, high }) = self.ranges.get(&symbol).cloned() {
                    let terms = self.brackets.terms_mut();
                    for (bound, is_low) in [(low, true), (high, false)] {
                        let Some(bound) = bound else { continue };
                        let bound = terms.int(bound);
                        all.push(if is_low { terms.le(&[bound, term]) } else { terms.le(&[term, bound]) });
                    }
                }
                let args = self.brackets.terms().args(term).to_vec();
                for fact in self.facts.get(&symbol).into_iter().flatten() {
                    let values = fact.variables.iter().copied().zip(args.iter().copied()).collect();
                    if let Ok(instance) = self.brackets.terms_mut().substitute(fact.body, &values) {
                        all.push(instance);
                        pending.push(instance);
                    }
                }
            }
            let instances = self.history_instances(&applications, &seen);
            if instances.is_empty() {
                break;
            }
            all.extend(&instances);
            pending.extend(instances);
        }
        all.sort_unstable();
        all.dedup();
        self.effort += all.len() as u64;
        all
    }

    /// How much work was done: the number of formulas in all questions.
    pub(super) fn effort(&self) -> u64 {
        self.effort
    }

    /// Histories at the iterations that new applications speak of, and at the last one.
    fn history_instances(&mut self, applications: &[(Symbol, Term)], seen: &FxHashSet<Term>) -> Vec<Term> {
        let mut wanted: Vec<(usize, Term)> = Vec::new();
        for index in 0..self.histories.len() {
            let count = self.histories[index].count;
            if seen.contains(&count) {
                let last = self.plus_constant(count, -1);
                wanted.push((index, last));
                let zero = self.int(0);
                wanted.push((index, zero));
                wanted.extend(self.histories[index].points.iter().map(|&point| (index, point)));
            }
            for &(symbol, term) in applications {
                for pattern in 0..self.histories[index].patterns.len() {
                    let Pattern { function, place, start, step } = &self.histories[index].patterns[pattern];
                    if *function == symbol {
                        let (argument, start, step) =
                            (self.brackets.terms().args(term)[*place], *start, step.clone());
                        let distance = self.plus(argument, start, -1);
                        wanted.push((index, self.quotient(distance, &step)));
                    }
                }
            }
        }
        let mut found = Vec::new();
        for (index, at) in wanted {
            let (iteration, count, body) =
                (self.histories[index].iteration, self.histories[index].count, self.histories[index].body);
            let zero = self.int(0);
            let body = self.substitute(body, &FxHashMap::from_iter([(iteration, at)]));
            let parts = [self.terms().le(&[zero, at]), self.terms().lt(&[at, count])];
            let inside = self.terms().and(&parts);
            let instance = self.terms().implies(inside, body);
            if !seen.contains(&instance) {
                found.push(instance);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    pub(super) fn plus_constant(&mut self, term: Term, constant: i64) -> Term {
        let constant = self.int(constant);
        self.plus(term, constant, 1)
    }
}

/// A number as a sum of products with unknowns, and a constant.
pub(super) fn linear(terms: &Terms, term: Term) -> (BTreeMap<Term, Int>, Int) {
    let (mut products, mut constant) = (BTreeMap::new(), Int::ZERO);
    let mut pending = vec![(term, Int::ONE)];
    while let Some((term, factor)) = pending.pop() {
        if let Some(value) = terms.as_constant(term) {
            constant.add_mul_assign(value, &factor);
            continue;
        }
        let args = terms.args(term);
        match terms.op(term) {
            Op::Add => pending.extend(args.iter().map(|&arg| (arg, factor.clone()))),
            Op::Sub => {
                pending.push((args[0], factor.clone()));
                pending.extend(args[1..].iter().map(|&arg| (arg, -&factor)));
            }
            Op::Neg => pending.push((args[0], -factor)),
            Op::Mul if args.len() == 2 && terms.is_constant(args[0]) => {
                pending.push((args[1], factor * terms.as_constant(args[0]).expect("an integer")));
            }
            Op::Mul if args.len() == 2 && terms.is_constant(args[1]) => {
                pending.push((args[0], factor * terms.as_constant(args[1]).expect("an integer")));
            }
            _ => *products.entry(term).or_insert(Int::ZERO) += factor,
        }
    }
    products.retain(|_, factor| !factor.is_zero());
    (products, constant)
}
