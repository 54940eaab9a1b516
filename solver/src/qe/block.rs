//! Elimination of one existential block from a formula without quantifiers.
//!
//! Structural rules come first: the quantifier is moved into disjunctions and past conjuncts that do not
//! mention its variables, conjuncts that share no variable are independent, an equation is solved for a
//! variable, and a variable that is bounded on one side only takes its bounds with it. What is left is played
//! ([`super::game`]): each model gives a part of the result.

use super::game::Game;
use super::literal::{Expr, Literal, Reduced};
use super::prenex::{Prenex, conjunction, disjunction};
use super::project::project;
use crate::answer::Unknown;
use crate::limits::Budget;
use crate::num::Int;
use crate::options::Options;
use crate::term::{Op, Sort, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};

/// So deep the structure of a formula is followed; below, it is played.
const MAX_DEPTH: usize = 64;

/// Bounds on the result, from below and above; both are the same if it is exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bracket {
    pub(crate) must: Term,
    pub(crate) may: Term,
}

impl Bracket {
    pub(crate) fn exact(formula: Term) -> Bracket {
        Bracket { must: formula, may: formula }
    }
}

/// The elimination of one block.
pub(crate) struct BlockElimination<'a> {
    pub(super) terms: &'a mut Terms,
    pub(super) options: &'a Options,
    pub(super) literals: FxHashMap<Term, Literal>,
    /// The variables in unknowns and truth values that are applications of functions.
    pub(super) hidden: FxHashMap<Term, Vec<Term>>,
    /// All variables that are or were to be eliminated.
    pub(super) bound: FxHashSet<Term>,
    /// Why something was left out, if it was.
    pub(super) stopped: Option<Unknown>,
    /// How many parts of one game are written down at most.
    pub(super) max_parts: usize,
}

impl<'a> BlockElimination<'a> {
    /// An elimination from a formula with these literals and applications.
    pub(super) fn new(
        terms: &'a mut Terms,
        options: &'a Options,
        literals: FxHashMap<Term, Literal>,
        hidden: FxHashMap<Term, Vec<Term>>,
    ) -> BlockElimination<'a> {
        BlockElimination {
            terms,
            options,
            literals,
            hidden,
            bound: FxHashSet::default(),
            stopped: None,
            max_parts: usize::MAX,
        }
    }

    /// Bounds on `exists variables. matrix`, the matrix being in normal form.
    pub(crate) fn eliminate(&mut self, matrix: Term, variables: &[Term], budget: &mut Budget) -> Bracket {
        self.bound.extend(variables);
        self.eliminate_within(matrix, variables, budget, 0)
    }

    pub(super) fn eliminate_within(
        &mut self,
        matrix: Term,
        variables: &[Term],
        budget: &mut Budget,
        depth: usize,
    ) -> Bracket {
        let variables = self.occurring(matrix, variables);
        if variables.is_empty() {
            return Bracket::exact(matrix);
        }
        if depth > MAX_DEPTH {
            return self.play(matrix, &variables, budget);
        }
        let args: Vec<Term> = self.terms.args(matrix).to_vec();
        match self.terms.op(matrix) {
            Op::Or => {
                let parts: Vec<Bracket> = args
                    .iter()
                    .map(|&part| self.eliminate_within(part, &variables, budget, depth + 1))
                    .collect();
                self.join(parts, disjunction)
            }
            Op::And => {
                let components = self.components(&args, &variables);
                if let [(component, _)] = &components[..]
                    && component.len() == args.len()
                {
                    return self.eliminate_component(matrix, &variables, budget, depth);
                }
                let mut parts = Vec::with_capacity(components.len());
                for (component, variables) in components {
                    let part = conjunction(self.terms, component);
                    parts.push(self.eliminate_within(part, &variables, budget, depth + 1));
                }
                self.join(parts, conjunction)
            }
            _ => self.eliminate_component(matrix, &variables, budget, depth),
        }
    }

    fn join(&mut self, parts: Vec<Bracket>, join: fn(&mut Terms, Vec<Term>) -> Term) -> Bracket {
        let must = join(self.terms, parts.iter().map(|part| part.must).collect());
        let may = join(self.terms, parts.iter().map(|part| part.may).collect());
        Bracket { must, may }
    }

    /// Conjuncts grouped so that no variable is in two groups, with the variables of each.
    fn components(&self, parts: &[Term], variables: &[Term]) -> Vec<(Vec<Term>, Vec<Term>)> {
        let mut groups: Vec<(Vec<Term>, Vec<Term>)> = Vec::new();
        for &part in parts {
            let mut own = self.occurring(part, variables);
            let mut merged = Vec::new();
            let is_related =
                |own: &[Term], group: &[Term]| group.iter().any(|variable| own.contains(variable));
            while let Some(place) = groups.iter().position(|(_, group)| is_related(&own, group)) {
                let (members, group) = groups.remove(place);
                merged.extend(members);
                own.extend(group);
            }
            merged.push(part);
            own.sort_unstable();
            own.dedup();
            groups.push((merged, own));
        }
        groups
    }

    /// A conjunction whose parts hang together, or a single literal.
    fn eliminate_component(
        &mut self,
        matrix: Term,
        variables: &[Term],
        budget: &mut Budget,
        depth: usize,
    ) -> Bracket {
        if let Some(solved) = self.solve_equation(matrix, variables) {
            return self.eliminate_within(solved, variables, budget, depth + 1);
        }
        if let Some(freed) = self.drop_unbounded(matrix, variables) {
            return self.eliminate_within(freed, variables, budget, depth + 1);
        }
        self.play(matrix, variables, budget)
    }

    /// An equation among the conjuncts is solved for the variable with the smallest coefficient, and used
    /// everywhere.
    fn solve_equation(&mut self, matrix: Term, variables: &[Term]) -> Option<Term> {
        let conjuncts =
            if self.terms.op(matrix) == Op::And { self.terms.args(matrix) } else { &[matrix][..] };
        let mut equations: Vec<(Int, Term, Expr)> = Vec::new();
        for &conjunct in conjuncts {
            match self.literals.get(&conjunct) {
                Some(Literal::Zero(expr)) => {
                    let sort = |unknown: Term| self.terms.sort(unknown);
                    let has_reals = expr.form.terms().iter().any(|(other, _)| sort(*other) == Sort::Real);
                    let is_mixed = |unknown: Term| has_reals && sort(unknown) == Sort::Int;
                    let solvable = |unknown: Term| variables.contains(&unknown) && !is_mixed(unknown);
                    let products = expr.form.terms().iter().filter(|(unknown, _)| solvable(*unknown));
                    equations.extend(products.map(|(unknown, c)| (c.abs(), *unknown, expr.clone())));
                }
                Some(Literal::Truth(term, truth)) if variables.contains(term) => {
                    // The matrix implies its value.
                    let (term, truth) = (*term, *truth);
                    return Some(self.map_literals(matrix, |_, literal| match *literal {
                        Literal::Truth(same, sign) if same == term => Some(Reduced::Constant(sign == truth)),
                        _ => None,
                    }));
                }
                _ => {}
            }
        }
        equations.sort_by(|(size, variable, _), (other_size, other, _)| {
            (size, variable).cmp(&(other_size, other))
        });
        for (size, variable, equation) in equations {
            if !self.is_hidden(matrix, variable) {
                return Some(self.use_equation(matrix, variable, equation));
            }
            // Under a function there is no multiplying: the variable itself must be known.
            if size.is_one()
                && let Some(replaced) = self.replace_everywhere(matrix, variable, &equation)
            {
                return Some(replaced);
            }
        }
        None
    }

    /// `a x + t = 0` in place of `x`: everything else about `x` is multiplied by `a`.
    fn use_equation(&mut self, matrix: Term, variable: Term, equation: Expr) -> Term {
        let mut factor = equation.coefficient(variable);
        let mut rest = equation.without(variable);
        if factor.is_negative() {
            (factor, rest) = (-factor, rest.negated());
        }
        let solved = self.map_literals(matrix, |terms, literal| {
            let expr = literal.expr().filter(|expr| expr.mentions(variable))?;
            let replaced = expr.without(variable).combined(&factor, &rest, &-expr.coefficient(variable));
            let literal = match literal {
                Literal::Divides(divisor, _) => Literal::Divides(divisor * &factor, replaced),
                Literal::NotDivides(divisor, _) => Literal::NotDivides(divisor * &factor, replaced),
                other => other.with_expr(replaced),
            };
            Some(literal.reduced(terms))
        });
        if self.terms.sort(variable) == Sort::Int && !factor.is_one() {
            let divisible = self.enter(Literal::Divides(factor, rest).reduced(self.terms));
            return conjunction(self.terms, vec![divisible, solved]);
        }
        solved
    }

    /// A variable whose literals are bounds on the same side can be beyond all of them.
    fn drop_unbounded(&mut self, matrix: Term, variables: &[Term]) -> Option<Term> {
        let mut sides: FxHashMap<Term, (bool, bool)> = FxHashMap::default();
        for leaf in self.leaves(matrix) {
            let Some(literal) = self.literals.get(&leaf) else { continue };
            for (unknown, coefficient) in literal.expr().into_iter().flat_map(|expr| expr.form.terms()) {
                let (lower, upper) = sides.entry(*unknown).or_default();
                match literal {
                    Literal::AtMost(_) | Literal::Below(_) => {
                        *lower |= coefficient.is_negative();
                        *upper |= coefficient.is_positive();
                    }
                    Literal::NonZero(_) => {}
                    _ => (*lower, *upper) = (true, true),
                }
            }
        }
        let is_free = |variable: &&Term| {
            sides.get(variable).is_some_and(|&(lower, upper)| !(lower && upper))
                && !self.is_hidden(matrix, **variable)
        };
        let variable = *variables.iter().find(is_free)?;
        Some(
            self.map_literals(matrix, |_, literal| {
                literal.mentions(variable).then_some(Reduced::Constant(true))
            }),
        )
    }

    /// The formula with literals replaced; those without a replacement stay.
    pub(super) fn map_literals(
        &mut self,
        matrix: Term,
        mut replace: impl FnMut(&Terms, &Literal) -> Option<Reduced>,
    ) -> Term {
        let mut values: FxHashMap<Term, Term> = FxHashMap::default();
        let nodes =
            self.terms.reachable_within(matrix, |terms, term| matches!(terms.op(term), Op::And | Op::Or));
        for node in nodes {
            let replaced = match self.terms.op(node) {
                op @ (Op::And | Op::Or) => {
                    let parts = self.terms.args(node).iter().map(|part| values[part]).collect();
                    if op == Op::And {
                        conjunction(self.terms, parts)
                    } else {
                        disjunction(self.terms, parts)
                    }
                }
                _ => match self.literals.get(&node).and_then(|literal| replace(self.terms, literal)) {
                    Some(reduced) => self.enter(reduced),
                    None => node,
                },
            };
            values.insert(node, replaced);
        }
        values[&matrix]
    }

    fn enter(&mut self, reduced: Reduced) -> Term {
        match reduced {
            Reduced::Constant(value) => self.terms.bool(value),
            Reduced::Literal(literal) => {
                let term = literal.term(self.terms);
                self.literals.insert(term, literal);
                term
            }
        }
    }

    /// The literals of a formula.
    pub(super) fn leaves(&self, matrix: Term) -> Vec<Term> {
        let is_inner = |terms: &Terms, term: Term| matches!(terms.op(term), Op::And | Op::Or);
        let mut nodes = self.terms.reachable_within(matrix, is_inner);
        nodes.retain(|&node| !is_inner(self.terms, node));
        nodes
    }

    /// Those of the variables that occur.
    pub(super) fn occurring(&self, matrix: Term, variables: &[Term]) -> Vec<Term> {
        let mut found = FxHashSet::default();
        for unknown in self.unknowns(matrix) {
            found.insert(unknown);
            found.extend(self.hidden.get(&unknown).into_iter().flatten());
        }
        variables.iter().copied().filter(|variable| found.contains(variable)).collect()
    }

    /// The unknowns of arithmetic and the truth values of a formula.
    pub(super) fn unknowns(&self, matrix: Term) -> Vec<Term> {
        let mut found = Vec::new();
        for leaf in self.leaves(matrix) {
            match self.literals.get(&leaf) {
                Some(Literal::Truth(term, _)) => found.push(*term),
                Some(literal) => {
                    let unknowns = literal.expr().into_iter().flat_map(|expr| expr.form.terms());
                    found.extend(unknowns.map(|(unknown, _)| *unknown));
                }
                None => {}
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The general method: part after part, each from a model.
    fn play(&mut self, matrix: Term, variables: &[Term], budget: &mut Budget) -> Bracket {
        if variables.iter().any(|&variable| self.is_hidden(matrix, variable)) {
            return self.cover(matrix, variables, budget);
        }
        let literals = self.leaves(matrix).into_iter();
        let literals = literals.filter_map(|leaf| Some((leaf, self.literals.get(&leaf)?.clone()))).collect();
        let prenex = Prenex {
            matrix: Some(matrix),
            level_of: variables.iter().map(|&variable| (variable, 0)).collect(),
            literals,
            blocks: vec![variables.to_vec()],
            hidden: FxHashMap::default(),
        };
        let game = Game::new(self.terms, prenex, self.options);
        let (cubes, stopped) = self.collect(game, budget);
        let must = self.cubes_term(&cubes);
        let Some(reason) = stopped else {
            return Bracket::exact(must);
        };
        self.stopped.get_or_insert(reason);
        Bracket { must, may: self.weakened(matrix, variables) }
    }

    /// The formula without what it says about these variables.
    pub(super) fn weakened(&mut self, matrix: Term, variables: &[Term]) -> Term {
        let hidden = std::mem::take(&mut self.hidden);
        let is_about = |term: &Term| {
            variables.contains(term)
                || hidden.get(term).is_some_and(|inside| inside.iter().any(|inner| variables.contains(inner)))
        };
        let weakened = self.map_literals(matrix, |_, literal| {
            let found = match literal {
                Literal::Truth(term, _) => is_about(term),
                other => {
                    other.expr().is_some_and(|expr| expr.form.terms().iter().any(|(term, _)| is_about(term)))
                }
            };
            found.then_some(Reduced::Constant(true))
        });
        self.hidden = hidden;
        weakened
    }

    /// Plays until nothing is left to win; the parts found, and why they may not be all.
    pub(crate) fn collect(
        &mut self,
        mut game: Game,
        budget: &mut Budget,
    ) -> (Vec<Vec<Literal>>, Option<Unknown>) {
        game.minimize = true;
        let mut cubes = Vec::new();
        loop {
            if cubes.len() >= self.max_parts {
                return (cubes, Some(Unknown::Resources));
            }
            let mut win = match game.play(self.terms, budget) {
                Ok(Some(win)) => win,
                Ok(None) => return (cubes, None),
                Err(reason) => return (cubes, Some(reason)),
            };
            let projected = match project(self.terms, win.literals, game.block(0), &mut win.values) {
                Ok(projected) => projected,
                Err(_) => return (cubes, Some(super::game::mixed())),
            };
            game.exclude(self.terms, &projected);
            cubes.push(projected);
        }
    }

    /// A disjunction of conjunctions of literals.
    pub(crate) fn cubes_term(&mut self, cubes: &[Vec<Literal>]) -> Term {
        let mut parts = Vec::with_capacity(cubes.len());
        for cube in cubes {
            let literals = cube.iter().map(|literal| self.enter(Reduced::Literal(literal.clone()))).collect();
            parts.push(conjunction(self.terms, literals));
        }
        disjunction(self.terms, parts)
    }
}
