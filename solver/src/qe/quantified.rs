//! Satisfiability of formulas with quantifiers.

use super::game::Game;
use super::instances;
use super::prenex::Prenexer;
use crate::answer::Answer;
use crate::checked::Checked;
use crate::limits::Budget;
use crate::options::Options;
use crate::stats::Statistics;
use crate::term::{Term, Terms};

/// Decides whether assertions and assumptions hold together, by a game over all of them; by instances where
/// bound variables occur under functions.
pub(crate) fn check(
    terms: &mut Terms,
    hard: &[Term],
    soft: &[Term],
    options: &Options,
    budget: &mut Budget,
) -> Checked {
    let all: Vec<Term> = hard.iter().chain(soft).copied().collect();
    let formula = terms.and(&all);
    let mut statistics = Statistics::default();
    let played = match Prenexer::run(terms, formula, &[]) {
        Ok(prenex) => {
            let levels = prenex.blocks.len() as u64;
            let mut game = Game::new(terms, prenex, options);
            let played = game.play(terms, budget);
            statistics.extend(&[("quantifier-levels", levels), ("quantifier-rounds", game.rounds)]);
            played
        }
        Err(_) => return instances::check(terms, hard, soft, options, budget),
    };
    let (answer, model, failed) = match played {
        Ok(Some(win)) => (Answer::Sat, Some(win.model), Vec::new()),
        Ok(None) => (Answer::Unsat, None, (0..soft.len()).collect()),
        Err(reason) => (Answer::Unknown(reason), None, Vec::new()),
    };
    Checked { answer, model, failed, statistics }
}
