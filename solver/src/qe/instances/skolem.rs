//! Formulas with universal quantifiers only: negation normal form, and functions of the universal variables
//! in place of existential ones.
//!
//! Universal quantifiers inside others are drawn to the front of the outermost one. Each outermost one is
//! replaced by a truth value, its *proxy*, so that what is left of the formula has no quantifiers; it is
//! satisfiable iff it is together with `proxy => forall x. body`.

use crate::qe::prenex::{Obstacle, conjunction, disjunction};
use crate::term::{Op, Sort, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};

/// An outermost universal quantifier.
pub(super) struct Universal {
    pub(super) proxy: Term,
    pub(super) variables: Vec<Term>,
    pub(super) body: Term,
    /// The patterns that were given for it or for quantifiers in it.
    pub(super) patterns: Vec<Vec<Term>>,
}

/// A formula and its universal parts.
pub(super) struct Skolemized {
    pub(super) formula: Term,
    pub(super) universals: Vec<Universal>,
}

/// Under which universal variables a term stands.
struct Scope {
    /// The outermost quantifier around it, an index into the list of universals; none at the top.
    outermost: Option<usize>,
    variables: Vec<Term>,
    /// What has been put in the place of bound variables, for patterns.
    renamed: FxHashMap<Term, Term>,
}

struct Skolemizer<'a> {
    terms: &'a mut Terms,
    scopes: Vec<Scope>,
    universals: Vec<Universal>,
    /// Results by term, whether it is negated, and scope.
    done: FxHashMap<(Term, bool, usize), Term>,
    /// The bodies of quantifiers that have been opened, and the scope they stand in.
    opened: FxHashMap<(Term, bool, usize), (Term, usize)>,
    /// Bound variables that are in use. (Binders do not tell: a copy of one is another term with the same
    /// variables.)
    used: FxHashSet<Term>,
}

/// Brings a formula into this form.
pub(super) fn skolemize(terms: &mut Terms, formula: Term) -> Result<Skolemized, Obstacle> {
    let top = Scope { outermost: None, variables: Vec::new(), renamed: FxHashMap::default() };
    let mut skolemizer = Skolemizer {
        terms,
        scopes: vec![top],
        universals: Vec::new(),
        done: FxHashMap::default(),
        opened: FxHashMap::default(),
        used: FxHashSet::default(),
    };
    let formula = skolemizer.normal(formula)?;
    Ok(Skolemized { formula, universals: skolemizer.universals })
}

impl Skolemizer<'_> {
    fn normal(&mut self, root: Term) -> Result<Term, Obstacle> {
        let mut pending = vec![(root, false, 0)];
        while let Some(&key) = pending.last() {
            if !self.done.contains_key(&key) {
                if let Some(result) = self.step(key, &mut pending)? {
                    self.done.insert(key, result);
                } else {
                    continue;
                }
            }
            pending.pop();
        }
        Ok(self.done[&(root, false, 0)])
    }

    fn step(
        &mut self,
        key: (Term, bool, usize),
        pending: &mut Vec<(Term, bool, usize)>,
    ) -> Result<Option<Term>, Obstacle> {
        let (term, negate, scope) = key;
        if !self.terms.has_quantifiers(&[term]) {
            return Ok(Some(if negate { self.terms.not(term) } else { term }));
        }
        let args: Vec<Term> = self.terms.args(term).to_vec();
        let is_boolean = args.iter().all(|&arg| self.terms.sort(arg) == Sort::Bool);
        // Conjunctions of disjunctions of (part, negated), or the dual.
        let (rows, is_conjunction): (Vec<Vec<(Term, bool)>>, bool) = match self.terms.op(term) {
            Op::Not => (vec![vec![(args[0], !negate)]], true),
            op @ (Op::And | Op::Or) => {
                (args.iter().map(|&arg| vec![(arg, negate)]).collect(), (op == Op::And) != negate)
            }
            Op::Implies => {
                let last = args.len() - 1;
                let part = |(index, &arg): (usize, &Term)| vec![(arg, (index != last) != negate)];
                (args.iter().enumerate().map(part).collect(), negate)
            }
            Op::Ite => {
                let rows =
                    vec![vec![(args[0], true), (args[1], negate)], vec![(args[0], false), (args[2], negate)]];
                (rows, true)
            }
            op @ (Op::Eq | Op::Xor | Op::Distinct) if is_boolean && args.len() == 2 => {
                let differ = (op != Op::Eq) != negate;
                let rows = vec![
                    vec![(args[0], false), (args[1], !differ)],
                    vec![(args[0], true), (args[1], differ)],
                ];
                (rows, true)
            }
            Op::Forall | Op::Exists => return Ok(self.quantifier(key, pending)),
            _ => return Err(Obstacle::UnderFunction),
        };
        let missing = pending.len();
        let parts = rows.iter().flatten().map(|&(part, negate)| (part, negate, scope));
        pending.extend(parts.filter(|key| !self.done.contains_key(key)));
        if pending.len() > missing {
            return Ok(None);
        }
        let (inner, outer) = if is_conjunction {
            (disjunction as Join, conjunction as Join)
        } else {
            (conjunction as Join, disjunction as Join)
        };
        let mut joined = Vec::with_capacity(rows.len());
        for row in rows {
            let parts = row.iter().map(|&(part, negate)| self.done[&(part, negate, scope)]).collect();
            joined.push(inner(self.terms, parts));
        }
        Ok(Some(outer(self.terms, joined)))
    }

    fn quantifier(
        &mut self,
        key: (Term, bool, usize),
        pending: &mut Vec<(Term, bool, usize)>,
    ) -> Option<Term> {
        let (term, negate, scope) = key;
        let is_forall = (self.terms.op(term) == Op::Forall) != negate;
        if let Some(&(body, inner)) = self.opened.get(&key) {
            let Some(&result) = self.done.get(&(body, negate, inner)) else {
                pending.push((body, negate, inner));
                return None;
            };
            let is_outermost = is_forall && self.scopes[scope].outermost.is_none();
            return Some(match self.scopes[inner].outermost {
                Some(index) if is_outermost => {
                    self.universals[index].body = result;
                    self.universals[index].proxy
                }
                _ => result,
            });
        }
        let (variables, body) = self.terms.quantifier(term).expect("a quantifier");
        let variables = variables.to_vec();
        let opened = if is_forall {
            self.open_universal(variables, body, scope)
        } else {
            (self.open_existential(&variables, body, scope), scope)
        };
        self.opened.insert(key, opened);
        None
    }

    fn open_universal(&mut self, mut variables: Vec<Term>, mut body: Term, scope: usize) -> (Term, usize) {
        let patterns = self.terms.patterns(variables[0]).to_vec();
        let mut renamed = self.scopes[scope].renamed.clone();
        let in_use = variables.iter().filter(|&&variable| !self.used.insert(variable)).count();
        if in_use > 0 {
            let copies: Vec<Term> = variables.iter().map(|&variable| self.copy(variable)).collect();
            let renaming: FxHashMap<Term, Term> =
                variables.iter().copied().zip(copies.iter().copied()).collect();
            renamed.extend(&renaming);
            body = self.terms.substitute(body, &renaming).expect("renaming keeps sorts");
            variables = copies;
        }
        let around = &self.scopes[scope];
        let all = [&around.variables[..], &variables[..]].concat();
        let outermost = around.outermost.unwrap_or(self.universals.len());
        if outermost == self.universals.len() {
            let proxy = self.terms.constant("universal", Sort::Bool);
            self.universals.push(Universal { proxy, variables: Vec::new(), body, patterns: Vec::new() });
        }
        for pattern in patterns {
            let substituted: Result<Vec<Term>, _> =
                pattern.iter().map(|&term| self.terms.substitute(term, &renamed)).collect();
            self.universals[outermost].patterns.extend(substituted);
        }
        self.universals[outermost].variables.extend(&variables);
        self.scopes.push(Scope { outermost: Some(outermost), variables: all, renamed });
        (body, self.scopes.len() - 1)
    }

    fn copy(&mut self, variable: Term) -> Term {
        let symbol = self.terms.as_symbol(variable).expect("bound variables are symbols");
        self.terms.constant(self.terms.name(symbol).to_string(), self.terms.sort(variable))
    }

    /// Functions of the universal variables around it in place of existential ones.
    fn open_existential(&mut self, variables: &[Term], body: Term, scope: usize) -> Term {
        let around = self.scopes[scope].variables.clone();
        let sorts: Vec<Sort> = around.iter().map(|&variable| self.terms.sort(variable)).collect();
        let mut witnesses = FxHashMap::default();
        for &variable in variables {
            let name = self.terms.name(self.terms.as_symbol(variable).expect("bound variables are symbols"));
            let symbol = self.terms.declare_function(name.to_string(), &sorts, self.terms.sort(variable));
            witnesses.insert(variable, self.terms.apply(symbol, &around));
        }
        self.scopes[scope].renamed.extend(&witnesses);
        self.terms.substitute(body, &witnesses).expect("witnesses have the sorts of what they stand for")
    }
}

type Join = fn(&mut Terms, Vec<Term>) -> Term;
