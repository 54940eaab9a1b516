//! From a formula to blocks of quantifiers in front of a matrix.
//!
//! The matrix is in negation normal form over the literals of [`super::literal`]. The blocks are numbered:
//! *level* 0 is existential, level 1 universal, and so on; free symbols are on level 0. A quantifier goes to
//! the lowest level of its kind that is not below those it stands under, so independent quantifiers share
//! levels.
//!
//! Numbers that are not linear but defined by cases (`ite`, `div`, `mod`, `abs`, `to_int`) get variables of
//! their own where bound variables occur in them. Such a definition `D(v)` has exactly one solution, so
//! `exists v. D and F` and `forall v. D => F` are the same, and the variable goes to the level of what it
//! depends on.

use super::literal::{Expr, Literal, Reduced};
use crate::answer::{Incompleteness, Unknown};
use crate::num::{Int, Rat};
use crate::term::{Op, Sort, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};

/// Why a formula cannot be brought into this form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Obstacle {
    /// A bound variable is an argument of a function, an array, or a division by something that is not
    /// constant.
    UnderFunction,
    /// A bound variable has a sort that is not Bool, Int or Real.
    Sort,
}

impl From<Obstacle> for Unknown {
    fn from(obstacle: Obstacle) -> Unknown {
        Unknown::Incomplete(match obstacle {
            Obstacle::UnderFunction => Incompleteness::BoundUnderFunction,
            Obstacle::Sort => Incompleteness::BoundSort,
        })
    }
}

/// Whether a level is one of the existential player.
pub(crate) fn is_existential(level: u32) -> bool {
    level.is_multiple_of(2)
}

/// A formula in prenex form.
#[derive(Default)]
pub(crate) struct Prenex {
    /// The matrix: conjunctions and disjunctions of literals.
    pub(crate) matrix: Option<Term>,
    /// The level of each bound variable.
    pub(crate) level_of: FxHashMap<Term, u32>,
    /// The literals that occur in the matrix.
    pub(crate) literals: FxHashMap<Term, Literal>,
    /// The bound variables by level.
    pub(crate) blocks: Vec<Vec<Term>>,
    /// The bound variables in unknowns and truth values that are applications of functions; only where those
    /// are allowed.
    pub(crate) hidden: FxHashMap<Term, Vec<Term>>,
}

/// Brings formulas into prenex form.
pub(crate) struct Prenexer<'a> {
    terms: &'a mut Terms,
    result: Prenex,
    /// Bound variables that have a level. A quantifier inside one whose variables were renamed is another
    /// term with the same variables, so that binders do not tell which are in use.
    used: FxHashSet<Term>,
    /// Results by term, whether it is negated, and the level it stands on.
    done: FxHashMap<(Term, bool, u32), Term>,
    /// The greatest level of a bound variable in a term.
    depths: FxHashMap<Term, Option<u32>>,
    /// Variables for numbers defined by cases.
    cases: FxHashMap<Term, Term>,
    quotients: FxHashMap<(Term, Int), Term>,
    /// Definitions that still have to be brought into the form, with their level.
    definitions: Vec<(u32, Term)>,
    /// Whether bound variables may occur under functions.
    allows_functions: bool,
}

impl<'a> Prenexer<'a> {
    /// A formula with these symbols to be eliminated from it, as if it stood under an existential quantifier
    /// over them.
    pub(crate) fn run(terms: &'a mut Terms, formula: Term, eliminated: &[Term]) -> Result<Prenex, Obstacle> {
        Prenexer::run_with(terms, formula, eliminated, false)
    }

    /// The same of a formula without quantifiers in which the symbols may occur under functions.
    pub(crate) fn run_with_functions(
        terms: &'a mut Terms,
        formula: Term,
        eliminated: &[Term],
    ) -> Result<Prenex, Obstacle> {
        Prenexer::run_with(terms, formula, eliminated, true)
    }

    fn run_with(
        terms: &'a mut Terms,
        formula: Term,
        eliminated: &[Term],
        allows_functions: bool,
    ) -> Result<Prenex, Obstacle> {
        let mut prenexer = Prenexer {
            terms,
            result: Prenex::default(),
            used: FxHashSet::default(),
            done: FxHashMap::default(),
            depths: FxHashMap::default(),
            cases: FxHashMap::default(),
            quotients: FxHashMap::default(),
            definitions: Vec::new(),
            allows_functions,
        };
        prenexer.result.blocks.push(Vec::new());
        eliminated.iter().try_for_each(|&variable| prenexer.bind(variable, 0))?;
        let mut matrix = prenexer.normal(formula, false, 0)?;
        // Definitions may need further ones.
        let mut next = 0;
        while next < prenexer.definitions.len() {
            let (level, definition) = prenexer.definitions[next];
            matrix = if is_existential(level) {
                let definition = prenexer.normal(definition, false, level)?;
                conjunction(prenexer.terms, vec![definition, matrix])
            } else {
                let violated = prenexer.normal(definition, true, level)?;
                disjunction(prenexer.terms, vec![violated, matrix])
            };
            next += 1;
        }
        prenexer.result.matrix = Some(matrix);
        Ok(prenexer.result)
    }

    fn bind(&mut self, variable: Term, level: u32) -> Result<(), Obstacle> {
        if !matches!(self.terms.sort(variable), Sort::Bool | Sort::Int | Sort::Real) {
            return Err(Obstacle::Sort);
        }
        let blocks = &mut self.result.blocks;
        if blocks.len() <= level as usize {
            blocks.resize(level as usize + 1, Vec::new());
        }
        blocks[level as usize].push(variable);
        self.result.level_of.insert(variable, level);
        self.depths.insert(variable, Some(level));
        Ok(())
    }

    /// The normal form of a formula or its negation.
    fn normal(&mut self, root: Term, negate: bool, level: u32) -> Result<Term, Obstacle> {
        let mut pending = vec![(root, negate, level)];
        while let Some(&key) = pending.last() {
            if self.done.contains_key(&key) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            if let Some(result) = self.step(key, &mut pending)? {
                debug_assert_eq!(pending.len(), before);
                self.done.insert(key, result);
                pending.pop();
            }
        }
        Ok(self.done[&(root, negate, level)])
    }

    /// The normal form of one term if those of its parts are there; otherwise what is missing is put on the
    /// list.
    fn step(
        &mut self,
        key: (Term, bool, u32),
        pending: &mut Vec<(Term, bool, u32)>,
    ) -> Result<Option<Term>, Obstacle> {
        let (term, negate, level) = key;
        let args: Vec<Term> = self.terms.args(term).to_vec();
        let is_boolean = args.first().is_some_and(|&arg| self.terms.sort(arg) == Sort::Bool);
        // The parts as (argument, negated) and how they are joined: by rows, a conjunction of disjunctions or
        // the dual.
        let rows: Vec<Vec<(Term, bool)>>;
        let is_conjunction;
        match self.terms.op(term) {
            Op::True | Op::False => {
                return Ok(Some(self.terms.bool((self.terms.op(term) == Op::True) != negate)));
            }
            Op::Not => {
                rows = vec![vec![(args[0], !negate)]];
                is_conjunction = true;
            }
            op @ (Op::And | Op::Or) => {
                rows = args.iter().map(|&arg| vec![(arg, negate)]).collect();
                is_conjunction = (op == Op::And) != negate;
            }
            Op::Implies => {
                let last = args.len() - 1;
                let part = |(index, &arg): (usize, &Term)| vec![(arg, (index != last) != negate)];
                rows = args.iter().enumerate().map(part).collect();
                is_conjunction = negate;
            }
            Op::Ite => {
                // c and a, or not c and b: as two clauses.
                let (condition, then, otherwise) = (args[0], args[1], args[2]);
                rows = vec![
                    vec![(condition, true), (then, negate)],
                    vec![(condition, false), (otherwise, negate)],
                ];
                is_conjunction = true;
            }
            Op::Xor | Op::Eq if is_boolean && args.len() > 2 => {
                let term = self.by_pairs(term, &args);
                rows = vec![vec![(term, negate)]];
                is_conjunction = true;
            }
            Op::Distinct if is_boolean && args.len() > 2 => return Ok(Some(self.terms.bool(negate))),
            op @ (Op::Xor | Op::Eq | Op::Distinct) if is_boolean => {
                // Equal: a or not b, and not a or b.
                let differ = (op != Op::Eq) != negate;
                rows = vec![
                    vec![(args[0], false), (args[1], !differ)],
                    vec![(args[0], true), (args[1], differ)],
                ];
                is_conjunction = true;
            }
            Op::Forall | Op::Exists => return self.quantifier(key, pending),
            _ => return self.atom(term, negate).map(Some),
        }
        let mut is_ready = true;
        for &(part, negate) in rows.iter().flatten() {
            if !self.done.contains_key(&(part, negate, level)) {
                pending.push((part, negate, level));
                is_ready = false;
            }
        }
        if !is_ready {
            return Ok(None);
        }
        let mut joined = Vec::with_capacity(rows.len());
        for row in rows {
            let parts: Vec<Term> =
                row.iter().map(|&(part, negate)| self.done[&(part, negate, level)]).collect();
            joined.push(if is_conjunction {
                disjunction(self.terms, parts)
            } else {
                conjunction(self.terms, parts)
            });
        }
        let join = if is_conjunction { conjunction } else { disjunction };
        Ok(Some(join(self.terms, joined)))
    }

    /// Chains and sums modulo two of more than two truth values, two at a time.
    fn by_pairs(&mut self, term: Term, args: &[Term]) -> Term {
        match self.terms.op(term) {
            Op::Xor => {
                let (&first, rest) = args.split_first().expect("xor has arguments");
                rest.iter().fold(first, |sum, &arg| self.terms.xor(sum, arg))
            }
            _ => {
                let pairs: Vec<Term> = args.windows(2).map(|pair| self.terms.eq(pair[0], pair[1])).collect();
                self.terms.and(&pairs)
            }
        }
    }

    fn quantifier(
        &mut self,
        key: (Term, bool, u32),
        pending: &mut Vec<(Term, bool, u32)>,
    ) -> Result<Option<Term>, Obstacle> {
        let (term, negate, level) = key;
        let (variables, mut body) = self.terms.quantifier(term).expect("a quantifier");
        let mut variables = variables.to_vec();
        let is_exists = (self.terms.op(term) == Op::Exists) != negate;
        let level = if is_exists == is_existential(level) { level } else { level + 1 };
        // The body with variables of its own is remembered under the quantifier and the level it went to.
        let opened = (term, negate, level | OPENED);
        if let Some(&body) = self.done.get(&opened) {
            let inner = (body, negate, level);
            if let Some(&result) = self.done.get(&inner) {
                return Ok(Some(result));
            }
            pending.push(inner);
            return Ok(None);
        }
        let in_use = variables.iter().filter(|&&variable| !self.used.insert(variable)).count();
        if in_use > 0 {
            let fresh = |terms: &mut Terms, variable: Term| {
                let symbol = terms.as_symbol(variable).expect("bound variables are symbols");
                terms.constant(terms.name(symbol).to_string(), terms.sort(variable))
            };
            let copies: Vec<Term> = variables.iter().map(|&variable| fresh(self.terms, variable)).collect();
            let renaming = variables.iter().copied().zip(copies.iter().copied()).collect();
            body = self.terms.substitute(body, &renaming).expect("renaming keeps sorts");
            variables = copies;
        }
        variables.iter().try_for_each(|&variable| self.bind(variable, level))?;
        self.done.insert(opened, body);
        pending.push((body, negate, level));
        Ok(None)
    }

    /// An atom, or its negation, as literals.
    fn atom(&mut self, term: Term, negate: bool) -> Result<Term, Obstacle> {
        let args: Vec<Term> = self.terms.args(term).to_vec();
        let is_numeric = args.first().is_some_and(|&arg| self.terms.sort(arg).is_numeric());
        let op = self.terms.op(term);
        let mut parts = Vec::new();
        match op {
            Op::Eq | Op::Le | Op::Lt | Op::Ge | Op::Gt if is_numeric => {
                for pair in args.windows(2) {
                    parts.push(self.comparison(op, pair[0], pair[1])?);
                }
            }
            Op::Distinct if is_numeric => {
                for (index, &left) in args.iter().enumerate() {
                    for &right in &args[index + 1..] {
                        parts.push(self.comparison(op, left, right)?);
                    }
                }
            }
            Op::Divisible(numeral) => {
                let divisor = self.terms.number(numeral).clone();
                let expr = self.linear(&[(args[0], Rat::ONE)])?;
                let literal = if divisor.is_one() { None } else { Some(Literal::Divides(divisor, expr)) };
                parts.push(literal.map_or(Reduced::Constant(true), |literal| literal.reduced(self.terms)));
            }
            _ if self.depth(term).is_some() && self.terms.as_symbol(term).is_none() => {
                self.hide(term)?;
                parts.push(Reduced::Literal(Literal::Truth(term, true)));
            }
            _ => parts.push(Reduced::Literal(Literal::Truth(term, true))),
        }
        let mut joined = Vec::with_capacity(parts.len());
        for part in parts {
            joined.push(match part {
                Reduced::Constant(value) => self.terms.bool(value != negate),
                Reduced::Literal(literal) => {
                    let literal = if negate { literal.negated(self.terms) } else { literal };
                    match literal.reduced(self.terms) {
                        Reduced::Constant(value) => self.terms.bool(value),
                        Reduced::Literal(literal) => self.enter(literal),
                    }
                }
            });
        }
        Ok(if negate { disjunction(self.terms, joined) } else { conjunction(self.terms, joined) })
    }

    fn enter(&mut self, literal: Literal) -> Term {
        let term = literal.term(self.terms);
        self.result.literals.insert(term, literal);
        term
    }

    fn comparison(&mut self, op: Op, left: Term, right: Term) -> Result<Reduced, Obstacle> {
        if matches!(op, Op::Eq | Op::Distinct)
            && let Some(divisibility) =
                self.remainder_test(left, right)?.or(self.remainder_test(right, left)?)
        {
            let literal = match (op, divisibility) {
                (Op::Eq, literal) => literal,
                (_, Reduced::Constant(value)) => Reduced::Constant(!value),
                (_, Reduced::Literal(literal)) => literal.negated(self.terms).reduced(self.terms),
            };
            return Ok(literal);
        }
        let (plus, minus) = match op {
            Op::Ge | Op::Gt => (right, left),
            _ => (left, right),
        };
        let expr = self.linear(&[(plus, Rat::ONE), (minus, -Rat::ONE)])?;
        let literal = match op {
            Op::Eq => Literal::Zero(expr),
            Op::Distinct => Literal::NonZero(expr),
            Op::Le | Op::Ge => Literal::AtMost(expr),
            _ => Literal::Below(expr),
        };
        Ok(literal.reduced(self.terms))
    }

    /// `(mod t k) = c` as the divisibility `k | t - c`.
    fn remainder_test(&mut self, left: Term, right: Term) -> Result<Option<Reduced>, Obstacle> {
        if self.terms.op(left) != Op::Mod {
            return Ok(None);
        }
        let args = self.terms.args(left);
        let (dividend, divisor) = (args[0], self.terms.as_constant(args[1]).map(Int::abs));
        let (Some(divisor), Some(value)) = (divisor, self.terms.as_constant(right).cloned()) else {
            return Ok(None);
        };
        if divisor.is_zero() {
            return Ok(None);
        }
        if value.is_negative() || value >= divisor {
            return Ok(Some(Reduced::Constant(false)));
        }
        if divisor.is_one() {
            return Ok(Some(Reduced::Constant(true)));
        }
        let expr = self.linear(&[(dividend, Rat::ONE)])?.plus(&-value);
        Ok(Some(Literal::Divides(divisor, expr).reduced(self.terms)))
    }

    /// A combination of terms, as an expression in which bound variables occur as unknowns only.
    fn linear(&mut self, combination: &[(Term, Rat)]) -> Result<Expr, Obstacle> {
        let mut combination = combination.to_vec();
        loop {
            let expr = Expr::of(self.terms, &combination);
            let nested = |unknown: &Term| self.terms.as_symbol(*unknown).is_none();
            let unknowns: Vec<Term> =
                expr.form.terms().iter().map(|(unknown, _)| *unknown).filter(nested).collect();
            let mut replaced: FxHashMap<Term, Vec<(Term, Rat)>> = FxHashMap::default();
            for unknown in unknowns {
                if let Some(depth) = self.depth(unknown)
                    && !self.result.hidden.contains_key(&unknown)
                {
                    replaced.insert(unknown, self.defined(unknown, depth)?);
                }
            }
            if replaced.is_empty() {
                return Ok(expr);
            }
            combination.clear();
            for (unknown, coefficient) in expr.form.terms() {
                let coefficient = Rat::from(coefficient);
                match replaced.get(unknown) {
                    None => combination.push((*unknown, coefficient)),
                    Some(parts) => {
                        combination.extend(parts.iter().map(|(part, factor)| (*part, factor * &coefficient)));
                    }
                }
            }
            let constant = self.terms.real(Rat::from(&expr.constant));
            combination.push((constant, Rat::ONE));
        }
    }

    /// A number defined by cases as a combination of variables.
    fn defined(&mut self, number: Term, depth: u32) -> Result<Vec<(Term, Rat)>, Obstacle> {
        let args: Vec<Term> = self.terms.args(number).to_vec();
        let divisor = args.get(1).and_then(|&divisor| self.terms.as_constant(divisor).cloned());
        match (self.terms.op(number), divisor) {
            (Op::Ite, _) => {
                let (condition, then, otherwise) = (args[0], args[1], args[2]);
                Ok(vec![(self.by_cases(number, depth, condition, then, otherwise)?, Rat::ONE)])
            }
            (Op::Abs, _) => {
                let zero =
                    if self.terms.sort(number) == Sort::Int { self.terms.int(0) } else { self.terms.real(0) };
                let (positive, negated) = (self.terms.ge(&[args[0], zero]), self.terms.neg(args[0]));
                Ok(vec![(self.by_cases(number, depth, positive, args[0], negated)?, Rat::ONE)])
            }
            (Op::Div, Some(divisor)) if !divisor.is_zero() => {
                Ok(vec![(self.quotient(args[0], &divisor, depth)?, Rat::ONE)])
            }
            (Op::Mod, Some(divisor)) if !divisor.is_zero() => {
                let quotient = self.quotient(args[0], &divisor, depth)?;
                Ok(vec![(args[0], Rat::ONE), (quotient, Rat::from(-divisor))])
            }
            (Op::ToInt, _) => Ok(vec![(self.quotient(args[0], &Int::ONE, depth)?, Rat::ONE)]),
            _ => {
                self.hide(number)?;
                Ok(vec![(number, Rat::ONE)])
            }
        }
    }

    /// Notes that bound variables stand under a function here, if that is allowed.
    fn hide(&mut self, application: Term) -> Result<(), Obstacle> {
        if !self.allows_functions || self.terms.has_quantifiers(&[application]) {
            return Err(Obstacle::UnderFunction);
        }
        let inside = self.terms.reachable_within(application, |_, _| true);
        let bound = inside.into_iter().filter(|term| self.result.level_of.contains_key(term)).collect();
        self.result.hidden.insert(application, bound);
        Ok(())
    }

    fn by_cases(
        &mut self,
        number: Term,
        depth: u32,
        condition: Term,
        then: Term,
        otherwise: Term,
    ) -> Result<Term, Obstacle> {
        if let Some(&variable) = self.cases.get(&number) {
            return Ok(variable);
        }
        let variable = self.terms.constant("case", self.terms.sort(number));
        self.cases.insert(number, variable);
        self.bind(variable, depth)?;
        let (first, second) = (self.terms.eq(variable, then), self.terms.eq(variable, otherwise));
        let definition = self.terms.ite(condition, first, second);
        self.definitions.push((depth, definition));
        Ok(variable)
    }

    /// The variable `q` with `k q <= t < k q + |k|`.
    fn quotient(&mut self, dividend: Term, divisor: &Int, depth: u32) -> Result<Term, Obstacle> {
        let key = (dividend, divisor.clone());
        if let Some(&variable) = self.quotients.get(&key) {
            return Ok(variable);
        }
        let variable = self.terms.constant("quotient", Sort::Int);
        self.quotients.insert(key, variable);
        self.bind(variable, depth)?;
        let is_real = self.terms.sort(dividend) == Sort::Real;
        let number = |terms: &mut Terms, value: Int| {
            if is_real { terms.real(Rat::from(value)) } else { terms.int(value) }
        };
        let (factor, width) = (number(self.terms, divisor.clone()), number(self.terms, divisor.abs()));
        let cast = if is_real { self.terms.to_real(variable) } else { variable };
        let multiple = self.terms.mul(factor, cast);
        let next = self.terms.add(&[multiple, width]);
        let (at_least, below) = (self.terms.le(&[multiple, dividend]), self.terms.lt(&[dividend, next]));
        let definition = self.terms.and(&[at_least, below]);
        self.definitions.push((depth, definition));
        Ok(variable)
    }

    /// The greatest level of a bound variable in a term; `None` if there is none, and no quantifier either.
    fn depth(&mut self, root: Term) -> Option<u32> {
        let mut pending = vec![root];
        while let Some(&term) = pending.last() {
            if self.depths.contains_key(&term) {
                pending.pop();
                continue;
            }
            if self.terms.quantifier(term).is_some() {
                // Not looked into: its own variables are not bound yet. The others are on the levels that
                // there are.
                self.depths.insert(term, Some(self.result.blocks.len() as u32 - 1));
                continue;
            }
            let before = pending.len();
            pending.extend(self.terms.args(term).iter().filter(|arg| !self.depths.contains_key(arg)));
            if pending.len() == before {
                let depth = self.terms.args(term).iter().filter_map(|arg| self.depths[arg]).max();
                self.depths.insert(term, depth);
                pending.pop();
            }
        }
        self.depths[&root]
    }
}

/// Marks the entries of [`Prenexer::done`] that are bodies of quantifiers.
const OPENED: u32 = 1 << 31;

/// A conjunction, flattened, without repetitions and constants.
pub(crate) fn conjunction(terms: &mut Terms, parts: Vec<Term>) -> Term {
    join(terms, Op::And, parts)
}

/// A disjunction, flattened, without repetitions and constants.
pub(crate) fn disjunction(terms: &mut Terms, parts: Vec<Term>) -> Term {
    join(terms, Op::Or, parts)
}

fn join(terms: &mut Terms, op: Op, parts: Vec<Term>) -> Term {
    let (neutral, absorbing) = if op == Op::And { (Op::True, Op::False) } else { (Op::False, Op::True) };
    let mut seen = FxHashSet::default();
    let mut flat = Vec::with_capacity(parts.len());
    for part in parts {
        let inner = if terms.op(part) == op { terms.args(part) } else { &[part][..] };
        for &inner in inner {
            if terms.op(inner) == absorbing {
                return inner;
            }
            if terms.op(inner) != neutral && seen.insert(inner) {
                flat.push(inner);
            }
        }
    }
    match flat[..] {
        [] => terms.bool(op == Op::And),
        [single] => single,
        _ => terms.make(op, &flat).expect("parts are truth values"),
    }
}
