//! Matching of patterns with ground terms, up to equality.

use super::classes::{Class, Classes};
use super::triggers::{Pattern, Trigger};
use crate::term::{Op, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};

/// Finds where patterns match.
pub(super) struct Matcher<'a> {
    terms: &'a Terms,
    classes: &'a Classes,
    /// The classes with an application of an operator.
    with_op: FxHashMap<Op, Vec<Class>>,
    /// Steps that are left.
    pub(super) steps: u64,
}

/// The search for the matches of one trigger.
struct Search<'m, 'a> {
    matcher: &'m mut Matcher<'a>,
    bindings: Vec<Option<Class>>,
    found: FxHashSet<Vec<Class>>,
    max: usize,
}

/// What is still to be matched.
#[derive(Clone, Copy)]
struct Goal<'p> {
    pattern: &'p Pattern,
    /// The class it must be in; any if there is none.
    class: Option<Class>,
}

impl<'a> Matcher<'a> {
    /// A matcher with so many steps.
    pub(super) fn new(terms: &'a Terms, classes: &'a Classes, steps: u64) -> Matcher<'a> {
        let mut with_op: FxHashMap<Op, Vec<Class>> = FxHashMap::default();
        for class in classes.all() {
            for term in classes.members(class).filter(|&term| !terms.args(term).is_empty()) {
                let known = with_op.entry(terms.op(term)).or_default();
                if known.last() != Some(&class) {
                    known.push(class);
                }
            }
        }
        Matcher { terms, classes, with_op, steps }
    }

    /// The classes for the variables, each choice once, with which all patterns of a trigger match, in
    /// increasing order; at most so many.
    pub(super) fn matches(&mut self, trigger: &Trigger, variables: usize, max: usize) -> Vec<Vec<Class>> {
        let bindings = vec![None; variables];
        let mut search = Search { matcher: self, bindings, found: FxHashSet::default(), max };
        let goals = trigger.iter().rev().map(|pattern| Goal { pattern, class: None }).collect();
        search.solve(goals);
        let mut found: Vec<Vec<Class>> = search.found.into_iter().collect();
        found.sort_unstable();
        found
    }
}

impl Search<'_, '_> {
    /// Matches all goals, the last one first.
    fn solve(&mut self, mut goals: Vec<Goal<'_>>) {
        if self.matcher.steps == 0 || self.found.len() >= self.max {
            return;
        }
        self.matcher.steps -= 1;
        let Some(goal) = goals.pop() else {
            self.found.extend(self.bindings.iter().copied().collect::<Option<Vec<Class>>>());
            return;
        };
        match (goal.pattern, goal.class) {
            (&Pattern::Variable(number), Some(class)) => match self.bindings[number] {
                Some(bound) if bound != class => {}
                Some(_) => self.solve(goals),
                None => {
                    self.bindings[number] = Some(class);
                    self.solve(goals);
                    self.bindings[number] = None;
                }
            },
            (&Pattern::Ground(term), class) => {
                let found = self.matcher.classes.find(self.matcher.terms, term);
                if found.is_some() && (class.is_none() || class == found) {
                    self.solve(goals);
                }
            }
            (Pattern::Apply(op, args), Some(class)) => self.applications(*op, args, class, &goals),
            (Pattern::Apply(op, args), None) => {
                let candidates = self.matcher.with_op.get(op).cloned().unwrap_or_default();
                for class in candidates {
                    self.applications(*op, args, class, &goals);
                }
            }
            // Triggers consist of applications.
            (Pattern::Variable(_), None) => {}
        }
    }

    /// Matches an application with those of a class, and then the other goals.
    fn applications(&mut self, op: Op, args: &[Pattern], class: Class, goals: &[Goal<'_>]) {
        let (terms, classes) = (self.matcher.terms, self.matcher.classes);
        let mut seen: FxHashSet<Vec<Class>> = FxHashSet::default();
        for term in classes.members(class) {
            if terms.op(term) != op || terms.args(term).len() != args.len() {
                continue;
            }
            let found = terms.args(term).iter().map(|&arg| classes.find(terms, arg));
            let Some(found) = found.collect::<Option<Vec<Class>>>() else { continue };
            if !seen.insert(found.clone()) {
                continue;
            }
            // Variables and ground terms are popped before what has to be searched for.
            let goals_of_args = args.iter().zip(&found).rev();
            let mut all: Vec<Goal<'_>> = goals.to_vec();
            let new = goals_of_args.map(|(pattern, &class)| Goal { pattern, class: Some(class) });
            let (searched, plain): (Vec<Goal<'_>>, Vec<Goal<'_>>) =
                new.partition(|goal| matches!(goal.pattern, Pattern::Apply(..)));
            all.extend(searched);
            all.extend(plain);
            self.solve(all);
        }
    }
}

/// The term of a class that instances are made with: the one of the least cost, then the oldest.
pub(super) fn representative(classes: &Classes, class: Class, cost: impl Fn(Term) -> u32) -> Term {
    let members = classes.members(class);
    members.min_by_key(|&term| (cost(term), term)).expect("a class has members")
}
