//! Checks with objectives: terms to be optimised, and soft constraints, several of them by priority.
//!
//! Soft constraints with the same identifier are one objective: the sum of the weights of those that are
//! violated is to be small. It is found by unsatisfiable cores: constraints that cannot hold together cost at
//! least the smallest of their weights; that much is taken from each of them, and in their place it is asked
//! that at most one of them is violated, then at most two, and so on. The first model is optimal. (This is
//! the algorithm OLL, with linear arithmetic to count.)

use crate::session::Session;
use cfp_solver::{Answer, Optimum, Rat, Sort, Term, Terms, Unknown, Value};

/// How several objectives are to be taken together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Priority {
    /// Earlier ones first.
    Lexicographic,
    /// One check after the other finds the points that are not worse in all objectives than another one.
    Pareto,
    /// Each on its own.
    Box,
}

impl Priority {
    /// By the name that Z3 has for it.
    pub(crate) fn find(name: &str) -> Option<Priority> {
        [Priority::Lexicographic, Priority::Pareto, Priority::Box]
            .into_iter()
            .find(|priority| priority.name() == name)
    }

    /// The name that Z3 has for it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Priority::Lexicographic => "lex",
            Priority::Pareto => "pareto",
            Priority::Box => "box",
        }
    }
}

/// What is to be optimised.
#[derive(Clone)]
pub(crate) enum Goal {
    /// A number, and whether it is to be large.
    Term(Term, bool),
    /// The soft constraints of the identifier that is the text of the objective.
    Soft,
}

/// An objective.
#[derive(Clone)]
pub(crate) struct Target {
    pub(crate) level: usize,
    /// As it was written; for soft constraints their identifier.
    pub(crate) text: String,
    pub(crate) goal: Goal,
}

/// A constraint that may be violated, at a cost.
#[derive(Clone)]
pub(crate) struct Soft {
    pub(crate) level: usize,
    pub(crate) id: String,
    pub(crate) formula: Term,
    pub(crate) weight: Rat,
}

/// The outcome of a check for some objectives: the optima that were found, in their order.
struct Optimized {
    answer: Answer,
    optima: Vec<Optimum>,
}

/// Nothing is known about an objective.
const NOTHING: Optimum = Optimum::Unknown { reached: None, excluded: None };

impl Session {
    /// Adds a soft constraint, and the objective that it belongs to.
    pub(crate) fn add_soft(&mut self, formula: Term, weight: Rat, id: String) {
        let level = self.solver.level();
        let is_known = |target: &Target| matches!(target.goal, Goal::Soft) && target.text == id;
        if !self.targets.iter().any(is_known) {
            self.targets.push(Target { level, text: id.clone(), goal: Goal::Soft });
        }
        self.soft.push(Soft { level, id, formula, weight });
    }

    /// One check, for all objectives.
    pub(crate) fn check_objectives(&mut self, assumptions: &[Term]) -> Answer {
        if self.targets.is_empty() {
            return self.ask_engine(assumptions);
        }
        let targets = self.targets.clone();
        let Optimized { answer, mut optima } = match self.settings.priority {
            Priority::Lexicographic => self.in_order(&targets, assumptions),
            Priority::Box => self.one_by_one(&targets, assumptions),
            Priority::Pareto => self.next_of_front(&targets, assumptions),
        };
        optima.resize(targets.len(), NOTHING);
        self.optima = optima;
        answer
    }

    /// Optimises earlier objectives first.
    fn in_order(&mut self, targets: &[Target], assumptions: &[Term]) -> Optimized {
        if targets.iter().all(|target| matches!(target.goal, Goal::Term(..))) {
            return self.of_terms(targets, assumptions);
        }
        let mut fixed = assumptions.to_vec();
        let mut optima = Vec::new();
        for target in targets {
            let (answer, optimum) = self.optimize(target, &fixed);
            if answer != Answer::Sat {
                optima.push(optimum);
                return Optimized { answer, optima };
            }
            let goal = self.goal_term(target);
            let reached = match &optimum {
                Optimum::Value(value) | Optimum::Unbounded { reached: value } => Some(value.clone()),
                Optimum::Approached { reached, .. } => Some(reached.clone()),
                Optimum::Unknown { reached, .. } => reached.clone(),
            };
            let terms = self.solver.terms_mut();
            fixed.extend(reached.and_then(|value| at_least_as_good(terms, goal, &value)));
            optima.push(optimum);
        }
        Optimized { answer: Answer::Sat, optima }
    }

    /// Optimises each objective on its own.
    fn one_by_one(&mut self, targets: &[Target], assumptions: &[Term]) -> Optimized {
        let mut optima = Vec::new();
        for target in targets {
            let (answer, optimum) = self.optimize(target, assumptions);
            optima.push(optimum);
            if answer != Answer::Sat {
                return Optimized { answer, optima };
            }
        }
        Optimized { answer: Answer::Sat, optima }
    }

    /// The next point that no other one is better than. Lexicographically best among those that are better in
    /// some objective than each point before, it cannot be worse in all than one that was left out.
    fn next_of_front(&mut self, targets: &[Target], assumptions: &[Term]) -> Optimized {
        let mut fixed = assumptions.to_vec();
        let goals: Vec<(Term, bool)> = targets.iter().map(|target| self.goal_term(target)).collect();
        for point in &self.front {
            let terms = self.solver.terms_mut();
            let better = goals.iter().zip(point).map(|(&(term, maximize), value)| {
                let at = number(terms, value);
                if maximize { terms.gt(&[term, at]) } else { terms.lt(&[term, at]) }
            });
            let better: Vec<Term> = better.collect();
            fixed.push(terms.or(&better));
        }
        let Optimized { mut answer, optima } = self.in_order(targets, &fixed);
        if answer == Answer::Sat {
            let value = |optimum: &Optimum| match optimum {
                Optimum::Value(value) => Some(value.clone()),
                _ => None,
            };
            match optima.iter().map(value).collect() {
                Some(point) => self.front.push(point),
                None => {
                    answer = Answer::Unknown(Unknown::other("an objective without an optimum has no front"));
                }
            }
        }
        Optimized { answer, optima }
    }

    /// The best value of one objective.
    fn optimize(&mut self, target: &Target, assumptions: &[Term]) -> (Answer, Optimum) {
        match target.goal {
            Goal::Term(..) => {
                let Optimized { answer, optima } = self.of_terms(std::slice::from_ref(target), assumptions);
                (answer, optima.into_iter().next().unwrap_or(NOTHING))
            }
            Goal::Soft => self.least_cost(&target.text, assumptions),
        }
    }

    /// Has the engine optimise terms.
    fn of_terms(&mut self, targets: &[Target], assumptions: &[Term]) -> Optimized {
        for target in targets {
            match target.goal {
                Goal::Term(term, true) => self.solver.maximize(term),
                Goal::Term(term, false) => self.solver.minimize(term),
                Goal::Soft => unreachable!("soft constraints are not terms"),
            }
        }
        let answer = self.ask_engine(assumptions);
        let optima = self.solver.optima().to_vec();
        self.solver.clear_objectives();
        Optimized { answer, optima }
    }

    /// The term of an objective, and whether it is to be large.
    fn goal_term(&mut self, target: &Target) -> (Term, bool) {
        match target.goal {
            Goal::Term(term, maximize) => (term, maximize),
            Goal::Soft => {
                let soft: Vec<(Term, Rat)> = self.soft_of(&target.text);
                (cost(self.solver.terms_mut(), &soft), false)
            }
        }
    }

    fn soft_of(&self, id: &str) -> Vec<(Term, Rat)> {
        let of_id = self.soft.iter().filter(|soft| soft.id == id);
        of_id.map(|soft| (soft.formula, soft.weight.clone())).collect()
    }

    /// The least weight of soft constraints that are violated together, by cores.
    fn least_cost(&mut self, id: &str, assumptions: &[Term]) -> (Answer, Optimum) {
        let soft = self.soft_of(id);
        let total = cost(self.solver.terms_mut(), &soft);
        let sort = if soft.iter().all(|(_, weight)| weight.is_integer()) { Sort::Int } else { Sort::Real };
        let mut least = Rat::ZERO;
        // What is assumed at which weight, and what counts the violations behind it, up to which number.
        let mut assumed: Vec<Assumed> = Vec::new();
        for (formula, weight) in soft {
            // A negative weight is the price of holding.
            let (formula, weight) = match weight.is_negative() {
                true => {
                    least += &weight;
                    (self.solver.terms_mut().not(formula), -weight)
                }
                false => (formula, weight),
            };
            Assumed::add(&mut assumed, Assumed { formula, weight, counted: None });
        }
        loop {
            let formulas = assumed.iter().filter(|soft| !soft.weight.is_zero()).map(|soft| soft.formula);
            let all: Vec<Term> = assumptions.iter().copied().chain(formulas).collect();
            match self.ask_engine(&all) {
                Answer::Sat => {
                    let least = value_of(sort, least);
                    let model = self.solver.model().expect("a satisfiable check has a model");
                    assert_eq!(
                        model.eval(self.solver.terms(), total),
                        least,
                        "cores give the cost of the model"
                    );
                    return (Answer::Sat, Optimum::Value(least));
                }
                Answer::Unsat => {}
                unknown => return (unknown, Optimum::Unknown { reached: None, excluded: None }),
            }
            let failed = self.solver.failed_assumptions().to_vec();
            let is_blamed = |soft: &Assumed| !soft.weight.is_zero() && failed.contains(&soft.formula);
            let core: Vec<usize> = (0..assumed.len()).filter(|&index| is_blamed(&assumed[index])).collect();
            let Some(price) = core.iter().map(|&index| assumed[index].weight.clone()).min() else {
                return (Answer::Unsat, NOTHING);
            };
            least += &price;
            self.relax(&mut assumed, &core, &price);
        }
    }

    /// Takes the price of a core from its members, and asks instead that at most one of them is violated.
    fn relax(&mut self, assumed: &mut Vec<Assumed>, core: &[usize], price: &Rat) {
        let terms = self.solver.terms_mut();
        let (zero, one) = (terms.int(0), terms.int(1));
        let mut violated = Vec::with_capacity(core.len());
        for &index in core {
            assumed[index].weight -= price;
            violated.push(terms.ite(assumed[index].formula, zero, one));
            if let Some((count, most)) = assumed[index].counted {
                // One more of those behind it may be violated, at the same price.
                let bound = terms.int(most + 1);
                let formula = terms.le(&[count, bound]);
                let counted = Some((count, most + 1));
                Assumed::add(assumed, Assumed { formula, weight: price.clone(), counted });
            }
        }
        if core.len() > 1 {
            let count = terms.add(&violated);
            let formula = terms.le(&[count, one]);
            Assumed::add(assumed, Assumed { formula, weight: price.clone(), counted: Some((count, 1)) });
        }
    }
}

/// Something that is assumed, at a weight.
struct Assumed {
    formula: Term,
    weight: Rat,
    /// The number of violations that it bounds, and the bound.
    counted: Option<(Term, u64)>,
}

impl Assumed {
    /// Adds an assumption; equal ones are one.
    fn add(all: &mut Vec<Assumed>, new: Assumed) {
        let same = |known: &&mut Assumed| known.formula == new.formula && known.counted == new.counted;
        match all.iter_mut().find(same) {
            Some(known) => known.weight += &new.weight,
            None => all.push(new),
        }
    }
}

/// A number as a value of this sort.
fn value_of(sort: Sort, value: Rat) -> Value {
    match (sort, value.to_int()) {
        (Sort::Int, Some(value)) => Value::Int(value),
        _ => Value::Real(value),
    }
}

/// The weight of the constraints that are violated.
fn cost(terms: &mut Terms, soft: &[(Term, Rat)]) -> Term {
    let is_integer = soft.iter().all(|(_, weight)| weight.is_integer());
    let number = |terms: &mut Terms, value: Rat| match value.to_int() {
        Some(value) if is_integer => terms.int(value),
        _ => terms.real(value),
    };
    let mut parts = vec![number(terms, Rat::ZERO)];
    for (formula, weight) in soft {
        let (zero, weight) = (number(terms, Rat::ZERO), number(terms, weight.clone()));
        parts.push(terms.ite(*formula, zero, weight));
    }
    terms.add(&parts)
}

fn number(terms: &mut Terms, value: &Value) -> Term {
    match value {
        Value::Int(value) => terms.int(value.clone()),
        Value::Real(value) => terms.real(value.clone()),
        other => unreachable!("{other:?} is no number"),
    }
}

/// The term that says that an objective is at least as good as a value.
fn at_least_as_good(terms: &mut Terms, (term, maximize): (Term, bool), value: &Value) -> Option<Term> {
    if !matches!(value, Value::Int(_) | Value::Real(_)) {
        return None;
    }
    let value = number(terms, value);
    Some(if maximize { terms.ge(&[term, value]) } else { terms.le(&[term, value]) })
}
