//! Decides quantified formulas as a game between two players.
//!
//! The existential player wants the matrix to be true, the universal one wants it to be false. They choose
//! values for their blocks of variables in turn, and a move is known to the other by the truth values of the
//! atoms about the variables chosen so far. Each player has an engine with its goal and with what it has
//! learned. At level `j` it looks for values of *all* variables that agree with the moves made; if there are
//! none, then a core `C` of the moves shows why, and the variables of level `j - 1`, which the opponent
//! chose, are projected from it ([`super::project`]): wherever the rest `J` holds, the opponent can get to
//! `C` and win, so the player learns `not J`. Finitely many projections are possible, so the game ends.
//! (Bjørner and Janota, "Playing with quantified satisfaction", 2015.)
//!
//! When the universal player is lost on level 1, the core is about free symbols and the outermost existential
//! block: a part of the solutions. Elimination collects such parts until no other is left.

use super::literal::{Literal, Values};
use super::prenex::{Prenex, conjunction, is_existential};
use super::project::{MixedAtom, project};
use crate::answer::{Answer, Incompleteness, Unknown};
use crate::engine::{Incremental, Level};
use crate::limits::Budget;
use crate::model::{Model, Value};
use crate::num::Rat;
use crate::options::Options;
use crate::term::{Term, Terms};
use fxhash::{FxHashMap, FxHashSet};

/// Cores with at most so many literals are minimised one literal at a time.
const SMALL_CORE: usize = 40;

/// An atom of the formula or of what was learned.
struct Atom {
    literal: Literal,
    opposite: Literal,
    term: Term,
    negated: Term,
    /// The greatest level of a variable in it.
    level: u32,
}

impl Atom {
    fn holds(&self, values: &Values, truths: &FxHashMap<Term, bool>) -> bool {
        match &self.literal {
            Literal::Truth(term, truth) => truths[term] == *truth,
            literal => literal.eval(values),
        }
    }

    fn literal_if(&self, holds: bool) -> Literal {
        if holds { self.literal.clone() } else { self.opposite.clone() }
    }
}

/// One of the players.
struct Player {
    engine: Incremental,
    goal: Vec<Term>,
}

/// A way for the existential player to win.
pub(crate) struct Win {
    /// Literals about free symbols and the outermost existential block that make the formula true.
    pub(crate) literals: Vec<Literal>,
    /// Values that satisfy them.
    pub(crate) values: Values,
    /// The model they are from.
    pub(crate) model: Model,
}

/// The game about one formula.
pub(crate) struct Game {
    prenex: Prenex,
    players: [Player; 2],
    atoms: Vec<Atom>,
    known: FxHashSet<Term>,
    /// Numbers that are not linear in something else.
    unknowns: Vec<Term>,
    known_unknowns: FxHashSet<Term>,
    /// Whether cores are minimised: worth it if somebody reads them.
    pub(crate) minimize: bool,
    pub(crate) rounds: u64,
}

/// What a move came to.
enum Move {
    Found(Model),
    /// Lost, with the moves that are to blame.
    Lost(Vec<usize>),
}

impl Game {
    /// A game about a formula in prenex form.
    pub(crate) fn new(terms: &mut Terms, prenex: Prenex, options: &Options) -> Game {
        let matrix = prenex.matrix.expect("a formula has a matrix");
        let player = |goal: Term| Player { engine: Incremental::new(options), goal: vec![goal] };
        let negated = terms.not(matrix);
        let mut game = Game {
            players: [player(matrix), player(negated)],
            atoms: Vec::new(),
            known: FxHashSet::default(),
            unknowns: Vec::new(),
            known_unknowns: FxHashSet::default(),
            minimize: false,
            rounds: 0,
            prenex,
        };
        let mut literals: Vec<(Term, Literal)> =
            game.prenex.literals.iter().map(|(t, l)| (*t, l.clone())).collect();
        literals.sort_by_key(|&(term, _)| term);
        for (_, literal) in literals {
            game.learn_atom(terms, literal);
        }
        game
    }

    /// The bound variables of one level.
    pub(crate) fn block(&self, level: u32) -> &[Term] {
        self.prenex.blocks.get(level as usize).map_or(&[], |block| block)
    }

    /// The existential player must not win in this way again.
    pub(crate) fn exclude(&mut self, terms: &mut Terms, literals: &[Literal]) {
        let lemma = self.lemma(terms, literals);
        self.players[0].goal.push(lemma);
    }

    /// Plays until the existential player has won, or cannot win any more (`None`).
    pub(crate) fn play(&mut self, terms: &mut Terms, budget: &mut Budget) -> Result<Option<Win>, Unknown> {
        let mut level = 0;
        let mut model = Model::new();
        loop {
            self.rounds += 1;
            if !budget.spend(self.atoms.len() as u64) {
                return Err(budget.stopped().cloned().unwrap_or(Unknown::Resources));
            }
            let (values, truths) = self.values(terms, &model);
            let moves: Vec<(&Atom, bool)> = self
                .atoms
                .iter()
                .filter(|atom| atom.level < level)
                .map(|atom| (atom, atom.holds(&values, &truths)))
                .collect();
            let assumed: Vec<Term> =
                moves.iter().map(|&(atom, holds)| if holds { atom.term } else { atom.negated }).collect();
            let made: Vec<Literal> = moves.iter().map(|(atom, holds)| atom.literal_if(*holds)).collect();
            match self.ask(terms, level, &assumed, budget)? {
                Move::Found(found) => {
                    model = found;
                    level += 1;
                }
                Move::Lost(_) if level == 0 => return Ok(None),
                Move::Lost(core) => {
                    let core = self.minimized(terms, level, &assumed, core, budget)?;
                    let literals: Vec<Literal> = core.iter().map(|&index| made[index].clone()).collect();
                    if level == 1 {
                        return Ok(Some(Win { literals, values, model }));
                    }
                    level = self.learn(terms, level, literals, values)?;
                }
            }
        }
    }

    /// The player at this level lost to these literals. It learns to avoid them; returns the level on which
    /// it may choose otherwise.
    fn learn(
        &mut self,
        terms: &mut Terms,
        level: u32,
        literals: Vec<Literal>,
        mut values: Values,
    ) -> Result<u32, Unknown> {
        let chosen: Vec<Term> = self.prenex.blocks[level as usize - 1..].concat();
        let projected = project(terms, literals, &chosen, &mut values).map_err(|MixedAtom| mixed())?;
        let lemma = self.lemma(terms, &projected);
        self.players[(level % 2) as usize].goal.push(lemma);
        let depth = projected.iter().map(|literal| self.level(literal)).max().unwrap_or(0);
        Ok(depth + u32::from(is_existential(depth) != is_existential(level)))
    }

    /// The negation of a conjunction of literals, whose atoms become known.
    fn lemma(&mut self, terms: &mut Terms, literals: &[Literal]) -> Term {
        let mut parts = Vec::with_capacity(literals.len());
        for literal in literals {
            self.learn_atom(terms, literal.clone());
            parts.push(literal.term(terms));
        }
        let part = conjunction(terms, parts);
        terms.not(part)
    }

    fn learn_atom(&mut self, terms: &mut Terms, literal: Literal) {
        let opposite = literal.negated(terms);
        let (term, negated) = (literal.term(terms), opposite.term(terms));
        if self.known.contains(&term) || self.known.contains(&negated) {
            return;
        }
        self.known.insert(term);
        for (unknown, _) in literal.expr().into_iter().flat_map(|expr| expr.form.terms()) {
            if self.known_unknowns.insert(*unknown) {
                self.unknowns.push(*unknown);
            }
        }
        let level = self.level(&literal);
        self.atoms.push(Atom { literal, opposite, term, negated, level });
    }

    fn level(&self, literal: &Literal) -> u32 {
        let level = |term: &Term| self.prenex.level_of.get(term).copied().unwrap_or(0);
        match literal {
            Literal::Truth(term, _) => level(term),
            other => {
                let unknowns = other.expr().into_iter().flat_map(|expr| expr.form.terms());
                unknowns.map(|(unknown, _)| level(unknown)).max().unwrap_or(0)
            }
        }
    }

    /// The numbers of a model, and the truth values that are atoms.
    fn values(&self, terms: &Terms, model: &Model) -> (Values, FxHashMap<Term, bool>) {
        let truths = self.atoms.iter().filter_map(|atom| match atom.literal {
            Literal::Truth(term, _) => Some(term),
            _ => None,
        });
        let asked: Vec<Term> = self.unknowns.iter().copied().chain(truths).collect();
        let (mut numbers, mut truths) = (Values::default(), FxHashMap::default());
        for (term, value) in asked.iter().zip(model.eval_all(terms, &asked)) {
            match value {
                Value::Int(value) => _ = numbers.insert(*term, Rat::from(value)),
                Value::Real(value) => _ = numbers.insert(*term, value),
                Value::Bool(value) => _ = truths.insert(*term, value),
                other => unreachable!("{other:?} is neither a number nor a truth value"),
            }
        }
        (numbers, truths)
    }

    fn ask(
        &mut self,
        terms: &Terms,
        level: u32,
        assumed: &[Term],
        budget: &mut Budget,
    ) -> Result<Move, Unknown> {
        let player = &mut self.players[(level % 2) as usize];
        let levels = [Level { id: 0, assertions: &player.goal }];
        let Some(checked) = player.engine.check(terms, &levels, assumed, budget) else {
            let unsupported = Incompleteness::UnderQuantifier.into();
            return Err(budget.stopped().cloned().unwrap_or(unsupported));
        };
        match checked.answer {
            Answer::Sat => Ok(Move::Found(checked.model.expect("sat comes with a model"))),
            Answer::Unsat => Ok(Move::Lost(checked.failed)),
            Answer::Unknown(reason) => Err(reason),
        }
    }

    /// Leaves out of a core what is not needed.
    fn minimized(
        &mut self,
        terms: &Terms,
        level: u32,
        assumed: &[Term],
        mut core: Vec<usize>,
        budget: &mut Budget,
    ) -> Result<Vec<usize>, Unknown> {
        if !self.minimize || core.len() > SMALL_CORE {
            return Ok(core);
        }
        let mut next = 0;
        while next < core.len() && core.len() > 1 {
            let rest = core.iter().enumerate().filter(|(place, _)| *place != next);
            let rest: Vec<usize> = rest.map(|(_, &index)| index).collect();
            let tried: Vec<Term> = rest.iter().map(|&index| assumed[index]).collect();
            match self.ask(terms, level, &tried, budget)? {
                Move::Found(_) => next += 1,
                Move::Lost(failed) => {
                    // What comes before was tried with more literals around it: it is needed still.
                    let kept = core[..next].to_vec();
                    core = failed.iter().map(|&place| rest[place]).collect();
                    core.sort_unstable();
                    next = core.iter().take_while(|index| kept.contains(index)).count();
                }
            }
        }
        Ok(core)
    }
}

/// A bound integer variable is in one atom with a real one.
pub(crate) fn mixed() -> Unknown {
    Incompleteness::MixedComparison.into()
}
