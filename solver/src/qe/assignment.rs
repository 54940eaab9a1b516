//! Minimum satisfying assignments, and abduction by them.
//!
//! A partial assignment that makes a formula true whatever the other variables are is found by its
//! complement: a set of variables `X` such that `forall X. F` has a model. The most expensive such set leaves
//! the cheapest assignment (Dillig, Dillig, McMillan, Aiken, "Minimum satisfying assignments for SMT", 2012).
//! It is found by branching on one variable after the other, with the cost that is still possible as a bound.
//!
//! An abduct of `C` under assumptions `A` is a formula that is consistent with `A` and implies `C` together
//! with it. Over few variables there is a weakest one, `forall X. A => C`, from which `X` is eliminated.

use super::{check as check_quantified, eliminate_within};
use crate::answer::{Answer, Unknown};
use crate::limits::Budget;
use crate::model::Model;
use crate::options::Options;
use crate::term::{Term, Terms};
use fxhash::FxHashMap;

/// The cheapest variables whose values in a model make a formula true whatever the others are.
pub(crate) struct Minimum {
    /// The variables.
    pub(crate) assigned: Vec<Term>,
    /// A model whose values for them are enough.
    pub(crate) model: Model,
}

/// A search for the most expensive set of variables that need no value.
struct Search<'a> {
    terms: &'a mut Terms,
    /// What must hold for some values of all variables.
    context: Term,
    /// What must hold for all values of the set.
    formula: Term,
    options: &'a Options,
    budget: &'a mut Budget,
    /// The best set so far, with its cost and a model.
    best: Option<(u64, Vec<Term>, Model)>,
}

impl Search<'_> {
    /// A model of the context and the formula, for all values of these variables in the latter.
    fn model(&mut self, universal: &[Term]) -> Result<Option<Model>, Unknown> {
        let all = for_all(self.terms, universal, self.formula);
        let goal = [self.context, all];
        let checked = check_quantified(self.terms, &goal, &[], self.options, self.budget);
        match checked.answer {
            Answer::Sat => Ok(checked.model),
            Answer::Unsat => Ok(None),
            Answer::Unknown(reason) => Err(reason),
        }
    }

    /// Tries all sets that extend the first one by some of the candidates. The model fits the first one.
    fn run(
        &mut self,
        universal: &mut Vec<Term>,
        cost: u64,
        model: Model,
        rest: &[(Term, u64)],
    ) -> Result<(), Unknown> {
        if self.best.as_ref().is_none_or(|(best, ..)| cost > *best) {
            self.best = Some((cost, universal.clone(), model.clone()));
        }
        let possible = rest.iter().fold(cost, |sum, (_, more)| sum.saturating_add(*more));
        let Some(&(candidate, more)) = rest.first() else { return Ok(()) };
        if self.best.as_ref().is_some_and(|(best, ..)| possible <= *best) {
            return Ok(());
        }
        universal.push(candidate);
        if let Some(found) = self.model(universal)? {
            self.run(universal, cost.saturating_add(more), found, &rest[1..])?;
        }
        universal.pop();
        self.run(universal, cost, model, &rest[1..])
    }
}

/// A formula for all values of some of its symbols, which keep their meaning elsewhere.
fn for_all(terms: &mut Terms, symbols: &[Term], formula: Term) -> Term {
    let mut renaming: FxHashMap<Term, Term> = FxHashMap::default();
    let mut bound = Vec::new();
    for &symbol in symbols {
        let name = terms.as_symbol(symbol).map_or("x", |symbol| terms.name(symbol)).to_string();
        let copy = terms.constant(name, terms.sort(symbol));
        renaming.insert(symbol, copy);
        bound.push(copy);
    }
    let body = terms.substitute(formula, &renaming).expect("renaming keeps sorts");
    terms.forall(&bound, body)
}

/// The cheapest assignment that makes a formula true, where it holds together with a context; none if it
/// cannot.
pub(crate) fn minimum(
    terms: &mut Terms,
    [context, formula]: [Term; 2],
    costs: &[(Term, u64)],
    options: &Options,
    budget: &mut Budget,
) -> Result<Option<Minimum>, Unknown> {
    let mut search = Search { terms, context, formula, options, budget, best: None };
    let Some(model) = search.model(&[])? else { return Ok(None) };
    // Expensive variables first: sets of them are good bounds for others.
    let mut candidates = costs.to_vec();
    candidates.sort_by(|(one, cost), (other, more)| more.cmp(cost).then(one.cmp(other)));
    search.run(&mut Vec::new(), 0, model, &candidates)?;
    let Some((_, universal, model)) = search.best else { return Ok(None) };
    let assigned = costs.iter().map(|(variable, _)| *variable).filter(|it| !universal.contains(it)).collect();
    Ok(Some(Minimum { assigned, model }))
}

/// The weakest formula over as few variables as possible that is consistent with an assumption and implies a
/// conclusion together with it; none if there is none.
pub(crate) fn abduct(
    terms: &mut Terms,
    assumption: Term,
    conclusion: Term,
    variables: &[Term],
    options: &Options,
    budget: &mut Budget,
) -> Result<Option<Term>, Unknown> {
    let implied = terms.implies(assumption, conclusion);
    let costs: Vec<(Term, u64)> = variables.iter().map(|variable| (*variable, 1)).collect();
    let Some(Minimum { assigned, .. }) = minimum(terms, [assumption, implied], &costs, options, budget)?
    else {
        return Ok(None);
    };
    let others: Vec<Term> = variables.iter().copied().filter(|it| !assigned.contains(it)).collect();
    let weakest = for_all(terms, &others, implied);
    let eliminated = eliminate_within(terms, weakest, options, budget);
    if !eliminated.is_exact() {
        return Err(eliminated.reason.unwrap_or(Unknown::Resources));
    }
    let result = eliminated.may;
    let refuted = terms.not(conclusion);
    let ask = |terms: &mut Terms, goal: &[Term], budget: &mut Budget| match check_quantified(
        terms,
        goal,
        &[],
        options,
        budget,
    )
    .answer
    {
        Answer::Unknown(reason) => Err(reason),
        answer => Ok(answer == Answer::Sat),
    };
    let is_wrong =
        !ask(terms, &[assumption, result], budget)? || ask(terms, &[assumption, result, refuted], budget)?;
    assert!(!is_wrong, "wrong abduct: {}", terms.display(result).start(200));
    Ok(Some(result))
}
