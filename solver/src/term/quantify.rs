//! Quantifiers: terms that bind symbols.
//!
//! A bound variable is a symbol of its own, declared for the one binder that binds it. So no variable is ever
//! bound twice on a path, nothing is captured when terms are put in place of free symbols, and a body is an
//! ordinary term in which the bound variables look like constants.

use super::{Op, Sort, Symbol, Term, TermError, Terms};

impl Terms {
    /// `(forall ((x …) …) body)`. The variables are symbols, declared for this binder alone; the body itself
    /// if there are none.
    ///
    /// # Panics
    /// If a variable is not a symbol or the body is not a Boolean term.
    pub fn forall(&mut self, variables: &[Term], body: Term) -> Term {
        self.quantify(Op::Forall, variables, body)
    }

    /// `(exists ((x …) …) body)`. The variables are symbols, declared for this binder alone; the body itself
    /// if there are none.
    ///
    /// ```
    /// use cfp_solver::{Sort, Terms};
    ///
    /// let mut terms = Terms::new();
    /// let (x, y) = (terms.constant("x", Sort::Int), terms.constant("y", Sort::Int));
    /// let below = terms.lt(&[x, y]);
    /// let claim = terms.exists(&[x], below);
    /// assert_eq!(terms.display(claim).to_string(), "(exists ((x Int)) (< x y))");
    /// assert_eq!(terms.quantifier(claim), Some((&[x][..], below)));
    /// ```
    ///
    /// # Panics
    /// If a variable is not a symbol or the body is not a Boolean term.
    pub fn exists(&mut self, variables: &[Term], body: Term) -> Term {
        self.quantify(Op::Exists, variables, body)
    }

    fn quantify(&mut self, op: Op, variables: &[Term], body: Term) -> Term {
        if variables.is_empty() {
            return body;
        }
        let args: Vec<Term> = variables.iter().copied().chain([body]).collect();
        self.make(op, &args).unwrap_or_else(|error| panic!("{op:?}: {error}"))
    }

    /// Adds a pattern to the quantifier that binds this variable first of all its variables: terms in these
    /// variables. Instances are made where terms of the problem match all terms of a pattern; without
    /// patterns, parts of the body are used. Patterns help a search and change no meaning.
    ///
    /// ```
    /// use cfp_solver::{Answer, Solver, Sort};
    ///
    /// let mut solver = Solver::new();
    /// let terms = solver.terms_mut();
    /// let f = terms.declare_function("f", &[Sort::Int], Sort::Int);
    /// let (x, a) = (terms.constant("x", Sort::Int), terms.constant("a", Sort::Int));
    /// let (at_x, at_a) = (terms.apply(f, &[x]), terms.apply(f, &[a]));
    /// let above = terms.lt(&[x, at_x]);
    /// terms.add_pattern(x, vec![at_x]);
    /// let everywhere = terms.forall(&[x], above);
    /// let not_at_a = terms.le(&[at_a, a]);
    /// solver.assert(everywhere);
    /// solver.assert(not_at_a);
    /// assert_eq!(solver.check(), Answer::Unsat);
    /// ```
    pub fn add_pattern(&mut self, first_variable: Term, pattern: Vec<Term>) {
        self.patterns.entry(first_variable).or_default().push(pattern.into());
    }

    /// The patterns of the quantifier that binds this variable first of all its variables.
    pub fn patterns(&self, first_variable: Term) -> &[Box<[Term]>] {
        self.patterns.get(&first_variable).map_or(&[], |patterns| patterns)
    }

    /// The bound variables and the body of a quantified term.
    pub fn quantifier(&self, term: Term) -> Option<(&[Term], Term)> {
        match self.op(term) {
            Op::Forall | Op::Exists => {
                let (&body, variables) = self.args(term).split_last().expect("a quantifier has a body");
                Some((variables, body))
            }
            _ => None,
        }
    }

    /// Whether there is a quantifier in one of these terms.
    pub fn has_quantifiers(&self, roots: &[Term]) -> bool {
        self.num_quantifiers > 0 && self.features(roots).quantifiers
    }

    /// The symbol that a term is, if it is no more than that.
    pub fn as_symbol(&self, term: Term) -> Option<Symbol> {
        match self.op(term) {
            Op::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// Variables with their sorts as binders list them: `((x Int) (p Bool))`.
    pub(super) fn binder_text(&self, variables: &[Term]) -> String {
        let one = |&variable: &Term| {
            let name = self.operator_name(self.op(variable));
            format!("({name} {})", self.sort_name(self.sort(variable)))
        };
        format!("({})", variables.iter().map(one).collect::<Vec<_>>().join(" "))
    }

    /// Checks the arguments of a quantifier.
    pub(super) fn check_binder(&self, args: &[Term]) -> Result<(), TermError> {
        let body = args.len() - 1;
        match args[..body].iter().position(|&variable| self.as_symbol(variable).is_none()) {
            Some(argument) => Err(TermError::NotAVariable { argument }),
            None => self.expect_sort(args, body, Sort::Bool),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_symbols_are_bound_and_only_in_truth_values() {
        let mut terms = Terms::new();
        let x = terms.constant("x", Sort::Int);
        let p = terms.constant("p", Sort::Bool);
        let one = terms.int(1);
        assert_eq!(terms.make(Op::Forall, &[one, p]), Err(TermError::NotAVariable { argument: 0 }));
        assert!(matches!(terms.make(Op::Exists, &[x, x]), Err(TermError::WrongSort { argument: 1, .. })));
        assert!(matches!(terms.make(Op::Exists, &[p]), Err(TermError::WrongArity { .. })));
        assert_eq!(terms.forall(&[], p), p);
    }
}
