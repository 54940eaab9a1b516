//! Interpolants by projection.
//!
//! If `A` and `B` have no common model, a formula over their common symbols separates them: `A` implies it,
//! and `B` contradicts it. Each model of `A` that the formula does not cover yet gives literals that make `A`
//! true; the symbols of `A` alone are projected from them, and of the rest a core is kept that `B`
//! contradicts. There are finitely many projections, so this ends.

use super::game::Game;
use super::literal::Literal;
use super::prenex::{Prenexer, conjunction, disjunction};
use super::project::project;
use crate::answer::{Answer, Incompleteness, Unknown};
use crate::engine::{Incremental, Level};
use crate::limits::Budget;
use crate::options::Options;
use crate::term::{Op, Symbol, Term, Terms};
use fxhash::FxHashSet;

/// Parts with at most so many literals are made smaller one literal at a time.
const SMALL_CORE: usize = 40;

/// A formula over the common symbols of two others that the first one implies and that contradicts the
/// second; none if both have a common model.
pub(crate) fn interpolant(
    terms: &mut Terms,
    first: Term,
    second: Term,
    options: &Options,
    budget: &mut Budget,
) -> Result<Option<Term>, Unknown> {
    if terms.has_quantifiers(&[first, second]) {
        return Err(Incompleteness::Quantifiers.into());
    }
    let (known, common) = (symbols(terms, first), symbols(terms, second));
    if !known.functions.is_subset(&common.functions) {
        return Err(Incompleteness::BoundUnderFunction.into());
    }
    let mut own: Vec<Symbol> = known.constants.difference(&common.constants).copied().collect();
    own.sort_unstable();
    let own: Vec<Term> = own.into_iter().map(|symbol| terms.symbol(symbol)).collect();
    let mut other = Side::new(second, options);
    let result = if own.is_empty() {
        match other.core(terms, &[first], budget)? {
            Some(_) => first,
            None => return Ok(None),
        }
    } else {
        let projected = terms.exists(&own, first);
        let prenex = Prenexer::run(terms, projected, &[])?;
        let mut game = Game::new(terms, prenex, options);
        game.minimize = true;
        let mut parts = Vec::new();
        while let Some(mut win) = game.play(terms, budget)? {
            let literals = project(terms, win.literals, game.block(0), &mut win.values)
                .map_err(|_| super::game::mixed())?;
            let Some(kept) = other.needed(terms, &literals, budget)? else { return Ok(None) };
            game.exclude(terms, &kept);
            let kept = kept.iter().map(|literal| literal.term(terms)).collect();
            parts.push(conjunction(terms, kept));
        }
        disjunction(terms, parts)
    };
    check(terms, [first, second], result, options, budget)?;
    Ok(Some(result))
}

/// The formula that an interpolant must contradict.
struct Side {
    engine: Incremental,
    goal: [Term; 1],
}

impl Side {
    fn new(goal: Term, options: &Options) -> Side {
        Side { engine: Incremental::new(options), goal: [goal] }
    }

    /// Those of some formulas that cannot hold together with the goal; none if all can.
    fn core(
        &mut self,
        terms: &Terms,
        assumed: &[Term],
        budget: &mut Budget,
    ) -> Result<Option<Vec<usize>>, Unknown> {
        let levels = [Level { id: 0, assertions: &self.goal }];
        let Some(checked) = self.engine.check(terms, &levels, assumed, budget) else {
            return Err(budget.stopped().cloned().unwrap_or(Incompleteness::UnderQuantifier.into()));
        };
        match checked.answer {
            Answer::Sat => Ok(None),
            Answer::Unsat => Ok(Some(checked.failed)),
            Answer::Unknown(reason) => Err(reason),
        }
    }

    /// Literals that are enough to contradict the goal; none if all of them do not.
    fn needed(
        &mut self,
        terms: &mut Terms,
        literals: &[Literal],
        budget: &mut Budget,
    ) -> Result<Option<Vec<Literal>>, Unknown> {
        let all: Vec<Term> = literals.iter().map(|literal| literal.term(terms)).collect();
        let Some(mut core) = self.core(terms, &all, budget)? else { return Ok(None) };
        let mut next = 0;
        while next < core.len() && core.len() <= SMALL_CORE {
            let mut fewer = core.clone();
            fewer.remove(next);
            let tried: Vec<Term> = fewer.iter().map(|index| all[*index]).collect();
            match self.core(terms, &tried, budget)? {
                Some(_) => core = fewer,
                None => next += 1,
            }
        }
        Ok(Some(core.into_iter().map(|index| literals[index].clone()).collect()))
    }
}

/// The symbols of a formula.
#[derive(Default)]
struct Vocabulary {
    constants: FxHashSet<Symbol>,
    functions: FxHashSet<Symbol>,
}

fn symbols(terms: &Terms, formula: Term) -> Vocabulary {
    let mut found = Vocabulary::default();
    for term in terms.reachable(&[formula]) {
        match terms.op(term) {
            Op::Symbol(symbol) => _ = found.constants.insert(symbol),
            Op::Apply(symbol) => _ = found.functions.insert(symbol),
            _ => {}
        }
    }
    found
}

/// Has both implications proved anew.
fn check(
    terms: &mut Terms,
    [first, second]: [Term; 2],
    result: Term,
    options: &Options,
    budget: &mut Budget,
) -> Result<(), Unknown> {
    let outside = terms.not(result);
    for (goal, claim) in [(first, outside), (second, result)] {
        let held = Side::new(goal, options).core(terms, &[claim], budget)?.is_none();
        assert!(!held, "wrong interpolant: {}", terms.display(result).start(200));
    }
    let (used, known) = (symbols(terms, result), [first, second].map(|side| symbols(terms, side)));
    let is_common = |side: &Vocabulary| {
        used.constants.is_subset(&side.constants) && used.functions.is_subset(&side.functions)
    };
    assert!(known.iter().all(is_common), "an interpolant has foreign symbols");
    Ok(())
}
