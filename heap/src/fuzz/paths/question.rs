//! The question to the solver for one condition of a path.

use super::Script;
use crate::interp::{Condition, Definition, Path, Source, StepRole, Sum, Test, UnknownId};
use cfp_solver::{Answer, Limits, Options, Solver, Sort, Term, Value};
use std::collections::BTreeMap;
use std::time::Instant;

/// Limits on a question.
const MOST_CONDITIONS: usize = 400;
const MOST_TICKS: u64 = 200_000;

/// The inputs of a run in which the conditions before one hold as in the given run, and this one does not.
pub(super) fn answer(
    script: &Script,
    path: &Path,
    index: usize,
    deadline: Option<Instant>,
) -> Option<Script> {
    let step = &path.steps[index];
    let negated = step.condition.negated();
    let mut groups = Groups::new(path, index);
    let wanted = groups.of_sum(&negated.sum)?;
    let before = path.steps[..index].iter().filter(|step| step.role != StepRole::Hint);
    let before = before.map(|step| &step.condition);
    let conditions: Vec<&Condition> =
        before.filter(|condition| groups.of_sum(&condition.sum) == Some(wanted)).collect();
    let definitions = path.definitions[..step.definitions].iter();
    let definitions: Vec<&Definition> =
        definitions.filter(|definition| groups.of_sum(&definition.sum) == Some(wanted)).collect();
    if conditions.len() + definitions.len() > MOST_CONDITIONS {
        return None;
    }
    let mut question = Question::new(path, deadline);
    definitions.iter().for_each(|definition| question.require(&definition.sum, Test::Zero));
    conditions.iter().for_each(|condition| question.require(&condition.sum, condition.test));
    question.require(&negated.sum, negated.test);
    let mut result = script.clone();
    result.arguments.iter_mut().for_each(|argument| argument.push(0));
    for (unknown, value) in question.solved()? {
        match path.unknowns[unknown as usize].source {
            Source::Input(at) => *result.values.get_mut(at)? = value,
            Source::Argument(which, at) => {
                *result.arguments.get_mut(which.checked_sub(1)?)?.get_mut(at)? = u8::try_from(value).ok()?;
            }
            Source::Derived => {}
        }
    }
    for argument in &mut result.arguments {
        argument.truncate(argument.iter().position(|&byte| byte == 0).unwrap_or(argument.len()));
    }
    Some(result)
}

/// Unknowns that conditions and definitions relate to each other.
struct Groups(Vec<UnknownId>);

impl Groups {
    /// The groups of the unknowns up to a step, and including it.
    fn new(path: &Path, index: usize) -> Groups {
        let mut groups = Groups((0..path.unknowns.len() as u32).collect());
        let definitions = path.definitions[..path.steps[index].definitions].iter();
        let steps = path.steps[..=index].iter().map(|step| &step.condition.sum);
        for sum in definitions.map(|definition| &definition.sum).chain(steps) {
            for pair in sum.terms().windows(2) {
                let (one, two) = (groups.of(pair[0].0), groups.of(pair[1].0));
                groups.0[two as usize] = one;
            }
        }
        groups
    }

    /// The representative of an unknown.
    fn of(&mut self, mut unknown: UnknownId) -> UnknownId {
        while self.0[unknown as usize] != unknown {
            let next = self.0[unknown as usize];
            self.0[unknown as usize] = self.0[next as usize];
            unknown = next;
        }
        unknown
    }

    fn of_sum(&mut self, sum: &Sum) -> Option<UnknownId> {
        sum.terms().first().map(|(unknown, _)| self.of(*unknown))
    }
}

struct Question<'p> {
    path: &'p Path,
    solver: Solver,
    unknowns: BTreeMap<UnknownId, Term>,
}

impl Question<'_> {
    fn new(path: &Path, deadline: Option<Instant>) -> Question<'_> {
        let time = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let limits = Limits { time, ticks: Some(MOST_TICKS), ..Limits::default() };
        let solver = Solver::with_options(Options { limits, ..Options::default() });
        Question { path, solver, unknowns: BTreeMap::new() }
    }

    /// An unknown within its range.
    fn unknown(&mut self, unknown: UnknownId) -> Term {
        if let Some(&term) = self.unknowns.get(&unknown) {
            return term;
        }
        let (low, high) = self.path.unknowns[unknown as usize].range;
        let terms = self.solver.terms_mut();
        let term = terms.constant(format!("u{unknown}"), Sort::Int);
        let (low, high) = (terms.int(low), terms.int(high));
        let range = terms.le(&[low, term, high]);
        self.solver.assert(range);
        self.unknowns.insert(unknown, term);
        term
    }

    fn sum(&mut self, sum: &Sum) -> Term {
        let products: Vec<(Term, i128)> =
            sum.terms().iter().map(|&(unknown, factor)| (self.unknown(unknown), factor)).collect();
        let terms = self.solver.terms_mut();
        let mut parts = vec![terms.int(sum.offset())];
        for (unknown, factor) in products {
            let factor = terms.int(factor);
            parts.push(terms.mul(factor, unknown));
        }
        terms.add(&parts)
    }

    fn require(&mut self, sum: &Sum, test: Test) {
        let sum = self.sum(sum);
        let terms = self.solver.terms_mut();
        let zero = terms.int(0);
        let formula = match test {
            Test::Zero => terms.eq(sum, zero),
            Test::NotZero => terms.distinct(&[sum, zero]),
            Test::Negative => terms.lt(&[sum, zero]),
            Test::NotNegative => terms.ge(&[sum, zero]),
        };
        self.solver.assert(formula);
    }

    /// Values for the unknowns, if the solver finds some.
    fn solved(mut self) -> Option<Vec<(UnknownId, i128)>> {
        if self.solver.check() != Answer::Sat {
            return None;
        }
        let model = self.solver.model()?;
        let terms: Vec<Term> = self.unknowns.values().copied().collect();
        let values = model.eval_all(self.solver.terms(), &terms);
        let number = |value: &Value| value.as_int().and_then(|value| value.to_string().parse().ok());
        self.unknowns.keys().zip(&values).map(|(&unknown, value)| Some((unknown, number(value)?))).collect()
    }
}
