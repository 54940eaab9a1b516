//! Definitions with parameters: `(define-fun max ((a Int) (b Int)) Int (ite (<= a b) b a))`.
//!
//! A use of such a definition stands for its body with the arguments put in. The body is kept as a short
//! program, one [`Terms::make`] per step, so that a use costs one pass over the steps that depend on a
//! parameter, without looking anything up, and shares whatever the body shares. Whether `(* a b)` is linear
//! turns out when the definition is used, not when it is made: one of the arguments may be a constant.
//!
//! While the body is read, a subterm that depends on a parameter is represented by a *placeholder*, a symbol
//! of its sort, so that the reader of terms need not know about definitions. Variables of quantifiers in the
//! body are placeholders too, and every use of the definition has its own ones.

use cfp_solver::{Op, Sort, Term, TermError, Terms};
use fxhash::FxHashMap;

/// Steps that a body may have; definitions that double at each use of the one before would not end otherwise.
const MAX_STEPS: usize = 1 << 20;

/// A definition with parameters.
#[derive(Debug)]
pub(crate) struct Template {
    /// A number that no other definition has.
    id: u64,
    pub(crate) parameters: Vec<Sort>,
    /// Names and sorts of the variables that are bound in the body.
    variables: Vec<(Box<str>, Sort)>,
    steps: Vec<Step>,
    result: Operand,
}

#[derive(Debug)]
struct Step {
    op: Op,
    args: Box<[Operand]>,
}

#[derive(Clone, Copy, Debug)]
enum Operand {
    /// A term without parameters.
    Fixed(Term),
    /// An argument of the use.
    Parameter(u32),
    /// A bound variable.
    Variable(u32),
    /// The result of an earlier step.
    Step(u32),
}

/// Why a step cannot be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum StepError {
    /// The term is wrong.
    Term(TermError),
    /// The body has too many steps.
    TooLarge,
    /// None of several functions of the same name takes arguments of these sorts.
    NoneFits(String),
}

impl From<TermError> for StepError {
    fn from(error: TermError) -> StepError {
        StepError::Term(error)
    }
}

/// What uses of definitions with quantifiers stand for, by the number of the definition and its arguments.
pub(crate) type Expansions = FxHashMap<(u64, Box<[Term]>), Term>;

impl Template {
    /// A number that no other definition has.
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// Names and sorts of the variables that are bound in the body.
    pub(crate) fn variables(&self) -> &[(Box<str>, Sort)] {
        &self.variables
    }

    /// The body with these arguments and bound variables, made by `make`.
    pub(crate) fn expand(
        &self,
        args: &[Term],
        variables: &[Term],
        mut make: impl FnMut(Op, &[Term]) -> Result<Term, StepError>,
    ) -> Result<Term, StepError> {
        let mut results: Vec<Term> = Vec::with_capacity(self.steps.len());
        let mut operands: Vec<Term> = Vec::new();
        let value = |operand: Operand, results: &[Term]| match operand {
            Operand::Fixed(term) => term,
            Operand::Parameter(index) => args[index as usize],
            Operand::Variable(index) => variables[index as usize],
            Operand::Step(index) => results[index as usize],
        };
        for step in &self.steps {
            operands.clear();
            operands.extend(step.args.iter().map(|&operand| value(operand, &results)));
            results.push(make(step.op, &operands)?);
        }
        Ok(value(self.result, &results))
    }
}

/// Makes a term; `*` is a product of several variables where it has to be.
#[inline]
pub(crate) fn make_term(terms: &mut Terms, op: Op, args: &[Term]) -> Result<Term, TermError> {
    match terms.make(op, args) {
        Err(TermError::NonLinear) => terms.make(Op::Product, args),
        made => made,
    }
}

/// Symbols that stand for subterms with parameters while a body is read; used again for the next one.
#[derive(Default)]
pub(crate) struct Placeholders {
    by_sort: FxHashMap<Sort, Vec<Term>>,
}

/// A definition whose body is being read.
pub(crate) struct TemplateBuilder {
    placeholders: Placeholders,
    /// How many placeholders of each sort are taken.
    used: FxHashMap<Sort, usize>,
    parameters: Vec<Sort>,
    variables: Vec<(Box<str>, Sort)>,
    /// What each placeholder stands for.
    meanings: FxHashMap<Term, Operand>,
    /// Steps made before, so that equal ones are made once.
    made: FxHashMap<(Op, Box<[Term]>), Term>,
    steps: Vec<Step>,
}

impl TemplateBuilder {
    /// A definition without parameters yet.
    pub(crate) fn new(placeholders: Placeholders) -> TemplateBuilder {
        TemplateBuilder {
            placeholders,
            used: FxHashMap::default(),
            parameters: Vec::new(),
            variables: Vec::new(),
            meanings: FxHashMap::default(),
            made: FxHashMap::default(),
            steps: Vec::new(),
        }
    }

    /// Adds a parameter; returns what stands for it in the body.
    pub(crate) fn parameter(&mut self, terms: &mut Terms, sort: Sort) -> Term {
        let operand = Operand::Parameter(self.parameters.len() as u32);
        self.parameters.push(sort);
        self.placeholder(terms, sort, operand)
    }

    /// Adds a bound variable; returns what stands for it in the body.
    pub(crate) fn variable(&mut self, terms: &mut Terms, name: &str, sort: Sort) -> Term {
        let operand = Operand::Variable(self.variables.len() as u32);
        self.variables.push((name.into(), sort));
        self.placeholder(terms, sort, operand)
    }

    /// Whether a term depends on a parameter or a bound variable.
    pub(crate) fn is_open(&self, term: Term) -> bool {
        self.meanings.contains_key(&term)
    }

    /// A term of the body, or what stands for it.
    pub(crate) fn make(&mut self, terms: &mut Terms, op: Op, args: &[Term]) -> Result<Term, StepError> {
        if !args.iter().any(|&arg| self.is_open(arg)) {
            return Ok(make_term(terms, op, args)?);
        }
        let key = (op, Box::from(args));
        if let Some(&term) = self.made.get(&key) {
            return Ok(term);
        }
        if self.steps.len() >= MAX_STEPS {
            return Err(StepError::TooLarge);
        }
        // Arity and sorts are checked with a constant in place of every number that depends on a parameter.
        // Elsewhere the placeholder will do.
        let (one, real_one) = (terms.int(1), terms.real(1));
        let is_binder = matches!(op, Op::Forall | Op::Exists);
        let witness = |&arg: &Term| match terms.sort(arg) {
            _ if is_binder || !self.is_open(arg) => arg,
            Sort::Int => one,
            Sort::Real => real_one,
            _ => arg,
        };
        let witnesses: Vec<Term> = args.iter().map(witness).collect();
        let checked = terms.make(op, &witnesses)?;
        let sort = terms.sort(checked);
        let operand = Operand::Step(self.steps.len() as u32);
        self.steps.push(Step { op, args: args.iter().map(|&arg| self.operand(arg)).collect() });
        let term = self.placeholder(terms, sort, operand);
        self.made.insert(key, term);
        Ok(term)
    }

    /// The finished definition with a number of its own, and the placeholders for the next one.
    pub(crate) fn finish(self, id: u64, body: Term) -> (Template, Placeholders) {
        let result = self.operand(body);
        let TemplateBuilder { parameters, variables, steps, .. } = self;
        (Template { id, parameters, variables, steps, result }, self.placeholders)
    }

    /// Gives up; the placeholders are for the next definition.
    pub(crate) fn abandon(self) -> Placeholders {
        self.placeholders
    }

    fn operand(&self, term: Term) -> Operand {
        self.meanings.get(&term).copied().unwrap_or(Operand::Fixed(term))
    }

    fn placeholder(&mut self, terms: &mut Terms, sort: Sort, meaning: Operand) -> Term {
        let pool = self.placeholders.by_sort.entry(sort).or_default();
        let used = self.used.entry(sort).or_default();
        if *used == pool.len() {
            pool.push(terms.constant("", sort));
        }
        let term = pool[*used];
        *used += 1;
        self.meanings.insert(term, meaning);
        term
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_filled_in_and_shared() {
        let mut terms = Terms::new();
        let mut builder = TemplateBuilder::new(Placeholders::default());
        let (a, b) = (builder.parameter(&mut terms, Sort::Int), builder.parameter(&mut terms, Sort::Int));
        let product = builder.make(&mut terms, Op::Mul, &[a, b]).unwrap();
        let again = builder.make(&mut terms, Op::Mul, &[a, b]).unwrap();
        assert_eq!(product, again);
        let body = builder.make(&mut terms, Op::Add, &[product, again]).unwrap();
        let wrong = builder.make(&mut terms, Op::Not, &[body]);
        assert!(matches!(wrong, Err(StepError::Term(TermError::WrongSort { argument: 0, .. }))));
        let (template, _) = builder.finish(0, body);
        let (x, three) = (terms.constant("x", Sort::Int), terms.int(3));
        let term = template.expand(&[three, x], &[], |op, args| Ok(terms.make(op, args)?)).unwrap();
        assert_eq!(terms.display(term).to_string(), "(+ (* 3 x) (* 3 x))");
        let nonlinear = template.expand(&[x, x], &[], |op, args| Ok(terms.make(op, args)?));
        assert_eq!(nonlinear, Err(StepError::Term(TermError::NonLinear)));
    }
}
