//! What is known and what is asked: facts about unknowns, and questions with the facts that matter.
//!
//! Every unknown of the program is a constant, or, if it is made while a loop is summarised, a function of
//! the iterations that it is made in. A *fact* says something about such a function at all its arguments; it
//! is used wherever the function occurs in a question (thesis, section 5.3.2). A *history* says what held in
//! all iterations of a loop before some point; it is used at those iterations that concern the same memory as
//! the question.

use crate::bracket::Brackets;
use crate::ir::{FileId, IntType, Pos};
use crate::symbolic::facts::iteration_facts::{Growth, History};
use crate::symbolic::facts::last_assignments::Assignment;
use crate::symbolic::facts::sums::Sums;
use cfp_solver::contextual::Truth;
use cfp_solver::{Int, Model, Op, Sort, Symbol, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The name of those unknowns that say how often a loop is repeated.
pub(crate) const COUNT: &str = "count";

/// The name of the iterations of loops.
const ITERATION: &str = "iteration";

/// So many of them are as much work as a formula in a question.
const VISITS_PER_FORMULA: u64 = 50;

/// A question that is given up has taken as long as so many formulas in others.
const HARD_QUESTION: u64 = 4_000;

/// Instances of instances are made so many times.
const MAX_ROUNDS: usize = 4;

/// `forall variables. body`, used where the symbol it is filed under occurs.
pub(crate) struct Fact {
    pub(crate) variables: Vec<Term>,
    pub(crate) body: Term,
}

/// The values that an unknown can have: from the first to the second, if they are bounded.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Range {
    low: Option<Int>,
    high: Option<Int>,
}

impl Range {
    pub(crate) fn of(ty: IntType) -> Range {
        Range { low: Some(Int::from(ty.min())), high: Some(Int::from(ty.max())) }
    }

    /// All values of cells of so many bytes that are in the range of their type, whichever it is.
    pub(crate) fn of_cells(bytes: u8) -> Range {
        let bits = u32::from(bytes) * 8;
        Range { low: Some(Int::from(-(1i128 << (bits - 1)))), high: Some(Int::from((1i128 << bits) - 1)) }
    }

    /// From one number to another.
    pub(crate) fn between(low: i128, high: i128) -> Range {
        Range { low: Some(Int::from(low)), high: Some(Int::from(high)) }
    }

    /// Whether all values of it are values of a type.
    pub(crate) fn is_within(&self, ty: IntType) -> bool {
        let low = self.low.as_ref().is_some_and(|low| *low >= Int::from(ty.min()));
        low && self.high.as_ref().is_some_and(|high| *high <= Int::from(ty.max()))
    }

    /// Zero and above.
    pub(crate) fn natural() -> Range {
        Range { low: Some(Int::ZERO), high: None }
    }
}

/// Where something is made: the statement, what it is for, and the iterations under way.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Site {
    pos: Pos,
    name: String,
    iterations: Vec<Term>,
}

/// A point in time: what was known then.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    facts: usize,
    histories: usize,
    growths: usize,
    assignments: usize,
}

/// Formulas, facts and questions.
pub(crate) struct Logic {
    pub(crate) brackets: Brackets,
    pub(crate) facts: FxHashMap<Symbol, Vec<Fact>>,
    /// What each fact is filed under, in the order in which they were stated.
    stated: Vec<Symbol>,
    pub(crate) histories: Vec<History>,
    pub(crate) growths: Vec<Growth>,
    pub(crate) next_history: u32,
    /// Instances that were made before: of histories, by their iterations, and of facts, by their body and
    /// the application.
    pub(crate) instances: FxHashMap<(u32, Vec<Term>, Term), Term>,
    fact_instances: FxHashMap<(Term, Term), Term>,
    /// The iterations that patterns of histories find in arguments.
    pub(crate) matched: FxHashMap<(u32, usize, Vec<Term>, Term), Term>,
    pub(crate) assignments: Vec<Assignment>,
    pub(crate) sums: Sums,
    /// Products of two unknowns, which are not looked into but for what is said about them in questions.
    pub(crate) product: Symbol,
    /// The iterations of the loops that are being summarised, outermost first.
    pub(crate) iterations: Vec<Term>,
    /// All unknowns.
    unknowns: FxHashSet<Symbol>,
    /// The range of each function whose values are bounded, whatever its arguments.
    ranges: FxHashMap<Symbol, Range>,
    /// Whether integers are those of mathematics.
    pub(crate) is_math: bool,
    /// How many formulas were put into questions.
    effort: u64,
    /// Terms that substitutions have looked at, which is work that no question shows.
    pub(crate) visited: u64,
    /// The statement that is being executed.
    pub(crate) here: Pos,
    /// Names of the iterations of loops in loops.
    names: FxHashMap<Symbol, Term>,
    /// The unknowns that each site has made, by how often it had been executed; passes over the same code
    /// find those of earlier passes here.
    made: FxHashMap<(Site, u32), (Symbol, Range)>,
    /// How often each site has been executed in the pass under way.
    occurrences: FxHashMap<Site, u32>,
}

impl Logic {
    pub(crate) fn new(mut brackets: Brackets) -> Logic {
        let product = brackets.terms_mut().declare_function("product", &[Sort::Int; 2], Sort::Int);
        Logic {
            brackets,
            facts: FxHashMap::default(),
            stated: Vec::new(),
            histories: Vec::new(),
            growths: Vec::new(),
            next_history: 0,
            instances: FxHashMap::default(),
            fact_instances: FxHashMap::default(),
            matched: FxHashMap::default(),
            assignments: Vec::new(),
            sums: Sums::default(),
            product,
            iterations: Vec::new(),
            unknowns: FxHashSet::from_iter([product]),
            ranges: FxHashMap::default(),
            is_math: false,
            effort: 0,
            visited: 0,
            here: Pos { file: FileId(0), line: 0, column: 0 },
            names: FxHashMap::default(),
            made: FxHashMap::default(),
            occurrences: FxHashMap::default(),
        }
    }

    pub(crate) fn terms(&mut self) -> &mut Terms {
        self.brackets.terms_mut()
    }

    pub(crate) fn int(&mut self, value: impl Into<Int>) -> Term {
        self.terms().int(value)
    }

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
    fn visit(&mut self, name: &str) -> (Site, u32) {
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

    /// What is known now.
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            facts: self.stated.len(),
            histories: self.histories.len(),
            growths: self.growths.len(),
            assignments: self.assignments.len(),
        }
    }

    /// Forgets what was stated since, because it was about another state.
    pub(crate) fn forget_since(&mut self, from: Mark) {
        for symbol in self.stated.drain(from.facts..).rev() {
            self.facts.get_mut(&symbol).and_then(Vec::pop);
        }
        self.histories.truncate(from.histories);
        self.growths.truncate(from.growths);
        self.assignments.truncate(from.assignments);
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

    /// States something about a function applied to the iterations under way, for all of them.
    fn add_fact(&mut self, function: Symbol, body: Term) {
        self.add_fact_in(function, self.iterations.clone(), body);
    }

    /// States something about a function applied to some variables, for all values of them.
    pub(crate) fn add_fact_in(&mut self, function: Symbol, variables: Vec<Term>, body: Term) {
        self.facts.entry(function).or_default().push(Fact { variables, body });
        self.stated.push(function);
    }

    /// States something about a function at all arguments.
    pub(crate) fn add_general_fact(&mut self, function: Symbol, variables: Vec<Term>, body: Term) {
        self.facts.entry(function).or_default().push(Fact { variables, body });
    }

    /// States something about an unknown number. There must be such a number whatever else is unknown, also
    /// where the program does not come to: a fact that excludes something else would exclude executions.
    pub(crate) fn add_fact_about(&mut self, unknown: Term, body: Term) {
        let symbol = match self.terms().op(unknown) {
            Op::Symbol(symbol) | Op::Apply(symbol) => symbol,
            _ => return,
        };
        self.add_fact(symbol, body);
    }

    /// `low <= term <= high` as a formula.
    pub(crate) fn within(&mut self, low: i128, term: Term, high: i128) -> Term {
        let (low, high) = (self.int(Int::from(low)), self.int(Int::from(high)));
        let parts = [self.at_most(low, term), self.at_most(term, high)];
        self.terms().and(&parts)
    }

    /// A number is in a range, as a formula.
    pub(crate) fn in_range(&mut self, term: Term, range: &Range) -> Term {
        let mut parts = Vec::with_capacity(2);
        if let Some(low) = &range.low {
            let low = self.int(low.clone());
            parts.push(self.at_most(low, term));
        }
        if let Some(high) = &range.high {
            let high = self.int(high.clone());
            parts.push(self.at_most(term, high));
        }
        self.all(&parts)
    }

    /// A term as `start + step * iteration`, if it is one.
    pub(crate) fn as_progression(&mut self, term: Term, iteration: Term) -> Option<(Term, Int)> {
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
    pub(crate) fn sum(&mut self, products: &[(Term, Int)], constant: &Int) -> Term {
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
    pub(crate) fn plus(&mut self, left: Term, right: Term, factor: impl Into<Int>) -> Term {
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

    /// A term divided by a positive or negative number, so that the remainder is not negative. What is
    /// divided exactly in any case comes out of the quotient.
    pub(crate) fn quotient(&mut self, term: Term, divisor: &Int) -> Term {
        let (products, constant) = linear(self.terms(), term);
        let (mut exact, mut rest) = (Vec::new(), Vec::new());
        for (unknown, factor) in products {
            if divisor.divides(&factor) {
                exact.push((unknown, factor.div_exact(divisor)));
            } else {
                rest.push((unknown, factor));
            }
        }
        if rest.is_empty() {
            return self.sum(&exact, &constant.div_euclid(divisor));
        }
        // floor((g t + c) / (g d)) = floor((t + floor(c / g)) / d)
        let (mut constant, mut divisor) = (constant, divisor.clone());
        let common = rest.iter().fold(divisor.abs(), |common, (_, factor)| common.gcd(factor));
        if divisor.is_positive() && !common.is_one() {
            rest.iter_mut().for_each(|(_, factor)| *factor = factor.div_exact(&common));
            constant = constant.div_floor(&common);
            divisor = divisor.div_exact(&common);
        }
        // Whole multiples of the divisor in the constant come out, too.
        let (whole, constant) = match divisor.is_positive() {
            true => constant.div_rem_floor(&divisor),
            false => (Int::ZERO, constant),
        };
        let inner = self.sum(&rest, &constant);
        let divisor = self.int(divisor);
        let quotient = self.terms().div(inner, divisor);
        let exact = self.sum(&exact, &whole);
        self.plus(exact, quotient, 1)
    }

    /// Whether formulas can hold together.
    pub(crate) fn can_hold(&mut self, formulas: &[Term]) -> Truth {
        let all = self.with_facts(formulas);
        let question = self.terms().and(&all);
        let answer = self.brackets.ask(question);
        if matches!(answer, Truth::Unknown(_)) {
            self.effort += HARD_QUESTION;
        }
        answer
    }

    /// Whether a path can be taken, in loops as far as that is easy to see: one that cannot and is followed
    /// all the same does no harm, because whatever is claimed on it holds.
    pub(crate) fn can_be_taken(&mut self, path: &[Term]) -> bool {
        if self.iterations.is_empty() {
            return !self.can_hold(path).is_no();
        }
        let all = self.with_facts(path);
        let question = self.terms().and(&all);
        !self.brackets.ask_in_passing(question).is_no()
    }

    /// Whether a claim follows from premises for certain.
    pub(crate) fn follows(&mut self, premises: &[Term], claim: Term) -> bool {
        let mut formulas = premises.to_vec();
        formulas.push(self.terms().not(claim));
        self.can_hold(&formulas).is_no()
    }

    /// The same if that is easy to see: to make terms simpler, not to prove something.
    pub(crate) fn follows_at_once(&mut self, premises: &[Term], claim: Term) -> bool {
        let mut formulas = premises.to_vec();
        formulas.push(self.terms().not(claim));
        let all = self.with_facts(&formulas);
        let question = self.terms().and(&all);
        self.brackets.ask_in_passing(question).is_no()
    }

    /// Whether a claim holds whatever is known or not, but for the ranges of what occurs in it: then it holds
    /// forever.
    pub(crate) fn follows_from_ranges(&mut self, claim: Term) -> bool {
        let mut formulas = vec![self.terms().not(claim)];
        for term in self.terms().reachable(&[claim]) {
            let (Op::Symbol(symbol) | Op::Apply(symbol)) = self.brackets.terms().op(term) else { continue };
            let range = self.range(symbol);
            formulas.push(self.in_range(term, &range));
        }
        self.effort += formulas.len() as u64;
        let question = self.terms().and(&formulas);
        self.brackets.ask(question).is_no()
    }

    /// A model of formulas, if one is found.
    pub(crate) fn model(&mut self, formulas: &[Term]) -> Option<Model> {
        let all = self.with_facts(formulas);
        self.brackets.find_model(&all)
    }

    /// Formulas with the facts about what occurs in them.
    fn with_facts(&mut self, formulas: &[Term]) -> Vec<Term> {
        let mut all: Vec<Term> = formulas.to_vec();
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut pending: Vec<Term> = formulas.to_vec();
        let mut applications: Vec<(Symbol, Term)> = Vec::new();
        let mut stated: FxHashSet<Term> = formulas.iter().copied().collect();
        let visited = self.visited;
        for round in 0..MAX_ROUNDS {
            let before = applications.len();
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
                    let instance = match self.fact_instances.get(&(fact.body, term)) {
                        Some(&known) => known,
                        None => {
                            let values = fact.variables.iter().copied().zip(args.iter().copied()).collect();
                            let made = self.brackets.terms_mut().substitute(fact.body, &values);
                            let Ok(instance) = made else { continue };
                            self.fact_instances.insert((fact.body, term), instance);
                            instance
                        }
                    };
                    all.push(instance);
                    pending.push(instance);
                }
            }
            if applications.len() == before {
                break;
            }
            let mut instances = self.history_instances(&applications, &seen, round);
            instances.extend(self.growth_instances(&applications));
            instances.extend(self.sum_instances(&applications));
            instances.extend(self.assignment_instances(&applications));
            instances.extend(self.product_instances(&applications, &seen));
            instances.retain(|instance| stated.insert(*instance));
            all.extend(&instances);
            pending.extend(instances);
        }
        all.sort_unstable();
        all.dedup();
        self.effort += all.len() as u64 + (self.visited - visited) / VISITS_PER_FORMULA;
        all
    }

    /// Counts work that was done elsewhere.
    pub(crate) fn add_effort(&mut self, effort: u64) {
        self.effort += effort;
    }

    /// How much work was done: the number of formulas in all questions.
    pub(crate) fn effort(&self) -> u64 {
        self.effort
    }

    pub(crate) fn plus_constant(&mut self, term: Term, constant: i64) -> Term {
        let constant = self.int(constant);
        self.plus(term, constant, 1)
    }
}

/// A number as a sum of products with unknowns, and a constant.
pub(crate) fn linear(terms: &Terms, term: Term) -> (BTreeMap<Term, Int>, Int) {
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
