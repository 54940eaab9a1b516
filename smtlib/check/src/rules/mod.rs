//! The rules of Alethe that are checked. Each one accepts a clause only if it follows from the premises;
//! where the format asks for more (an order of literals, an index), that is not needed for soundness and not
//! asked.

mod axioms;
mod clauses;
mod equality;
mod gates;
mod linear;
mod simplify;

pub(crate) use simplify::{holds as is_simplified, is_simplification};

use crate::terms::{Term, Terms};

/// An argument of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Arg {
    Term(Term),
    Text(String),
}

/// A step of a proof.
pub(crate) struct Step<'s> {
    pub rule: &'s str,
    pub clause: &'s [Term],
    pub premises: Vec<&'s [Term]>,
    pub args: &'s [Arg],
}

/// A marked literal: whether it occurs without and with a negation.
const POSITIVE: u8 = 1;
const NEGATIVE: u8 = 2;

/// Marks of formulas. There are none between two rules, but the memory is kept.
#[derive(Default)]
pub(crate) struct Marks {
    marks: Vec<u8>,
    marked: Vec<Term>,
}

/// What rules work on.
pub(crate) struct Context<'t> {
    pub terms: &'t mut Terms,
    pub marks: &'t mut Marks,
}

impl Context<'_> {
    /// Marks a literal; returns the marks of its formula.
    fn mark(&mut self, literal: Term, negate: bool) -> u8 {
        let (atom, is_positive) = self.terms.literal(literal);
        let Marks { marks, marked } = &mut *self.marks;
        if marks.len() < self.terms.len() {
            marks.resize(self.terms.len(), 0);
        }
        let mark = if is_positive != negate { POSITIVE } else { NEGATIVE };
        let marks = &mut marks[atom.index()];
        if *marks == 0 {
            marked.push(atom);
        }
        *marks |= mark;
        *marks
    }

    /// Whether a literal is marked.
    fn has(&self, literal: Term, negate: bool) -> bool {
        let (atom, is_positive) = self.terms.literal(literal);
        let mark = if is_positive != negate { POSITIVE } else { NEGATIVE };
        self.marks.marks.get(atom.index()).is_some_and(|marks| marks & mark != 0)
    }

    /// Removes all marks.
    fn clear(&mut self) {
        let Marks { marks, marked } = &mut *self.marks;
        marked.drain(..).for_each(|atom| marks[atom.index()] = 0);
    }

    /// Whether a clause has all these literals.
    pub(crate) fn covers(
        &mut self,
        clause: &[Term],
        literals: impl IntoIterator<Item = (Term, bool)>,
    ) -> bool {
        clause.iter().for_each(|literal| _ = self.mark(*literal, false));
        let covers = literals.into_iter().all(|(literal, is_positive)| self.has(literal, !is_positive));
        self.clear();
        covers
    }
}

/// Whether a rule is one of those that are checked.
pub(crate) fn is_known(rule: &str) -> bool {
    let rooms = [clauses::RULES, equality::RULES, linear::RULES, axioms::RULES];
    gates::is_known(rule) || rooms.iter().any(|rules| rules.contains(&rule))
}

/// Whether what a rule says follows by unit propagation from its premises.
pub(crate) fn is_clausal(rule: &str) -> bool {
    clauses::RULES.contains(&rule) && !matches!(rule, "true" | "false" | "not_not" | "and_intro")
        || rule == "subproof"
}

/// Whether a rule is about more than connectives.
pub(crate) fn is_about_theories(rule: &str) -> bool {
    [equality::RULES, linear::RULES, axioms::RULES].iter().any(|rules| rules.contains(&rule))
}

/// Checks a step by one of the known rules.
pub(crate) fn check(context: &mut Context<'_>, step: &Step<'_>) -> Result<(), String> {
    let rule = step.rule;
    if gates::is_known(rule) {
        gates::check(context, step)
    } else if clauses::RULES.contains(&rule) {
        clauses::check(context, step)
    } else if equality::RULES.contains(&rule) {
        equality::check(context, step)
    } else if linear::RULES.contains(&rule) {
        linear::check(context, step)
    } else {
        axioms::check(context, step)
    }
}

impl<'s> Step<'s> {
    /// The literal of a premise that is a unit clause.
    fn unit(&self, index: usize) -> Result<Term, String> {
        match self.premises.get(index) {
            Some(&&[literal]) => Ok(literal),
            Some(_) => Err(format!("premise {} is no unit clause", index + 1)),
            None => Err(format!("premise {} is missing", index + 1)),
        }
    }

    /// The name of the axiom that is instantiated.
    fn axiom(&self) -> Option<&str> {
        match self.args.first() {
            Some(Arg::Text(name)) if self.rule == "rare_rewrite" => Some(name),
            _ => None,
        }
    }

    /// The literal of a clause that has one.
    fn only(&self) -> Result<Term, String> {
        match self.clause {
            &[literal] => Ok(literal),
            _ => Err("the conclusion is no unit clause".to_string()),
        }
    }
}

/// An error with a message, unless something holds.
fn require(holds: bool, message: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message.to_string()) }
}
