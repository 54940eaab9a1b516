//! Applications of functions: builds the term, or reports why the arguments do not fit.
//!
//! In logics with integers and reals, an integer is accepted where a real is expected, as in other solvers:
//! it is wrapped in `to_real`. Terms are first built as written, so that this costs nothing where it is not
//! needed.

use crate::read::datatypes::generic::Generic;
use crate::read::template::{Expansions, StepError, Template, TemplateBuilder, make_term};
use crate::read::term_reader::Parser;
use crate::text::diagnostic::{Diagnostic, Position};
use crate::text::literal::symbol_literal;
use crate::text::names::Name;
use cfp_solver::{Op, Rat, Sort, Symbol, Term, TermError, Terms};
use std::rc::Rc;

/// What is applied to arguments.
#[derive(Clone)]
pub(crate) enum Function {
    /// An operator of the engine, declared functions among them.
    Op(Op),
    /// `-` of one or of more arguments.
    Minus,
    /// A definition with parameters.
    Macro(Name, Rc<Template>),
    /// One of several declared functions of this name: the sorts of the arguments decide.
    Overloaded(Name, Rc<[Symbol]>),
    /// A function of a datatype with parameters: the sorts of the arguments tell of which instance.
    Generic(Generic),
}

/// Makes terms, or steps of the definition that is being read.
pub(crate) struct Maker<'a> {
    pub(crate) terms: &'a mut Terms,
    pub(crate) template: &'a mut Option<TemplateBuilder>,
    /// What uses of definitions with quantifiers stand for.
    pub(crate) expansions: &'a mut Expansions,
    /// Whether integers may stand for reals.
    pub(crate) mixes_numbers: bool,
}

type Made = Result<Term, StepError>;

impl Maker<'_> {
    /// Applies a function.
    #[inline]
    pub(crate) fn apply(&mut self, function: &Function, args: &[Term]) -> Made {
        if args.is_empty() {
            return Err(TermError::WrongArity { expected: "at least one", found: 0 }.into());
        }
        match function {
            Function::Op(op) => self.make(*op, args),
            Function::Minus if args.len() == 1 => self.make(Op::Neg, args),
            Function::Minus => self.make(Op::Sub, args),
            Function::Macro(_, definition) => self.expand(definition, args),
            Function::Overloaded(_, symbols) => self.choose(symbols, args),
            Function::Generic(_) => unreachable!("instances are chosen before"),
        }
    }

    /// Makes a term; integers become reals if it cannot be made otherwise.
    #[inline]
    fn make(&mut self, op: Op, args: &[Term]) -> Made {
        match self.make_as_written(op, args) {
            Err(StepError::Term(error @ TermError::WrongSort { .. })) if self.mixes_numbers => {
                self.make_with_reals(op, args, error)
            }
            made => made,
        }
    }

    #[inline]
    fn make_as_written(&mut self, op: Op, args: &[Term]) -> Made {
        match self.template {
            None => Ok(make_term(self.terms, op, args)?),
            Some(template) => template.make(self.terms, op, args),
        }
    }

    #[cold]
    fn make_with_reals(&mut self, op: Op, args: &[Term], error: TermError) -> Made {
        let wanted = self.wanted_reals(op, args);
        let mut converted = args.to_vec();
        for (arg, _) in converted.iter_mut().zip(wanted).filter(|(_, wanted)| *wanted) {
            *arg = self.make_real(*arg)?;
        }
        if converted == args { Err(error.into()) } else { self.make_as_written(op, &converted) }
    }

    /// Which arguments of an operator must be reals, given the others.
    fn wanted_reals(&self, op: Op, args: &[Term]) -> Vec<bool> {
        let is_real = |&arg: &Term| self.terms.sort(arg) == Sort::Real;
        let parts = args.first().and_then(|&array| self.terms.array_parts(self.terms.sort(array)));
        let wanted = |index: usize| match op {
            Op::Divide | Op::ToInt | Op::IsInt => true,
            Op::Eq | Op::Distinct | Op::Add | Op::Sub | Op::Mul => args.iter().any(is_real),
            Op::Le | Op::Lt | Op::Ge | Op::Gt => args.iter().any(is_real),
            Op::Ite => index > 0 && args[1..].iter().any(is_real),
            Op::Apply(symbol) => self.terms.parameters(symbol).get(index) == Some(&Sort::Real),
            Op::Select | Op::Store => match (index, parts) {
                (1, Some((index, _))) => index == Sort::Real,
                (2, Some((_, element))) => element == Sort::Real,
                _ => false,
            },
            Op::ConstArray(id) => {
                self.terms.array_parts(Sort::Array(id)).is_some_and(|(_, element)| element == Sort::Real)
            }
            _ => false,
        };
        (0..args.len()).map(wanted).collect()
    }

    /// An integer as a real; other terms as they are.
    pub(crate) fn make_real(&mut self, term: Term) -> Made {
        if self.terms.sort(term) != Sort::Int {
            return Ok(term);
        }
        match self.terms.op(term) {
            Op::Number(numeral) => {
                let value = Rat::from(self.terms.number(numeral));
                Ok(self.terms.real(value))
            }
            _ => self.make_as_written(Op::ToReal, &[term]),
        }
    }

    /// Whether a term of one sort may stand where another is expected.
    fn fits(&self, found: Sort, expected: Sort) -> bool {
        found == expected || (self.mixes_numbers && (found, expected) == (Sort::Int, Sort::Real))
    }

    /// Makes what a use of a definition stands for.
    fn expand(&mut self, definition: &Template, args: &[Term]) -> Made {
        if args.len() != definition.parameters.len() {
            return Err(TermError::WrongArity { expected: "another number of", found: args.len() }.into());
        }
        let mut converted = args.to_vec();
        for (argument, (arg, &expected)) in converted.iter_mut().zip(&definition.parameters).enumerate() {
            let found = self.terms.sort(*arg);
            if !self.fits(found, expected) {
                let (expected, found) = (self.terms.sort_name(expected), self.terms.sort_name(found));
                return Err(TermError::WrongSort { argument, expected, found }.into());
            }
            if found != expected {
                *arg = self.make_real(*arg)?;
            }
        }
        if definition.variables().is_empty() {
            return definition.expand(&converted, &[], |op, args| self.make_as_written(op, args));
        }
        self.expand_binders(definition, converted)
    }

    /// The same for a definition with quantifiers. Equal uses are the same term, and others have variables of
    /// their own.
    fn expand_binders(&mut self, definition: &Template, args: Vec<Term>) -> Made {
        let key = (definition.id(), args.into_boxed_slice());
        if self.template.is_none()
            && let Some(&term) = self.expansions.get(&key)
        {
            return Ok(term);
        }
        let variable = |(name, sort): &(Box<str>, Sort)| match self.template {
            None => self.terms.constant(&**name, *sort),
            Some(template) => template.variable(self.terms, name, *sort),
        };
        let variables: Vec<Term> = definition.variables().iter().map(variable).collect();
        let term = definition.expand(&key.1, &variables, |op, args| self.make_as_written(op, args))?;
        if self.template.is_none() {
            self.expansions.insert(key, term);
        }
        Ok(term)
    }

    /// Applies the one of several functions that takes these arguments; as they are if possible.
    fn choose(&mut self, symbols: &[Symbol], args: &[Term]) -> Made {
        let sorts: Vec<Sort> = args.iter().map(|&arg| self.terms.sort(arg)).collect();
        let takes = |&&symbol: &&Symbol| self.terms.parameters(symbol) == sorts;
        let takes_reals = |&&symbol: &&Symbol| {
            let parameters = self.terms.parameters(symbol);
            parameters.len() == sorts.len()
                && sorts.iter().zip(parameters).all(|(&found, &expected)| self.fits(found, expected))
        };
        match symbols.iter().find(takes).or_else(|| symbols.iter().find(takes_reals)) {
            Some(&symbol) => self.make(Op::Apply(symbol), args),
            None => {
                let sorts: Vec<String> = sorts.iter().map(|&sort| self.terms.sort_name(sort)).collect();
                Err(StepError::NoneFits(sorts.join(" ")))
            }
        }
    }
}

impl Parser<'_, '_> {
    /// What makes terms of the arguments that have been read.
    pub(crate) fn maker(&mut self) -> Maker<'_> {
        let mixes_numbers = self.scope.mixes_numbers();
        let expansions = &mut self.scope.expansions;
        Maker { terms: self.terms, template: &mut self.template, expansions, mixes_numbers }
    }

    /// A term where one of this sort is expected: an integer becomes a real where that is allowed. The sorts
    /// may still differ after it.
    pub(crate) fn as_sort(&mut self, term: Term, expected: Sort) -> Term {
        if expected == Sort::Real && self.scope.mixes_numbers() {
            return self.maker().make_real(term).unwrap_or(term);
        }
        term
    }

    /// Says what is wrong with an application, at the argument that is wrong or at the whole of it.
    pub(crate) fn wrong_application(
        &self,
        function: &Function,
        error: StepError,
        place: Position,
        places: &[Position],
    ) -> Box<Diagnostic> {
        let (name, arity) = match function {
            Function::Op(Op::Apply(symbol)) => (
                symbol_literal(self.terms.name(*symbol)).into_owned(),
                Some(self.terms.parameters(*symbol).len()),
            ),
            Function::Op(op) => (self.terms.operator_name(*op), None),
            Function::Minus => ("-".to_string(), None),
            Function::Macro(name, definition) => (self.written(*name), Some(definition.parameters.len())),
            Function::Overloaded(name, _) => (self.written(*name), None),
            Function::Generic(_) => unreachable!("instances are chosen before"),
        };
        match error {
            StepError::Term(TermError::WrongSort { argument, expected, found }) => {
                let message =
                    format!("argument {} of {name} has sort {found}, expected {expected}", argument + 1);
                Diagnostic::at(places.get(argument).copied().unwrap_or(place), message)
            }
            StepError::Term(TermError::WrongArity { expected, found }) => {
                let expected = arity.map_or(expected.to_string(), |arity| arity.to_string());
                let plural =
                    if expected.ends_with("one") || expected == "1" { "argument" } else { "arguments" };
                Diagnostic::at(place, format!("{name} takes {expected} {plural}, but got {found}"))
            }
            StepError::Term(error) => match function {
                Function::Macro(..) => Diagnostic::at(place, format!("in the definition of {name}: {error}")),
                _ => Diagnostic::at(place, error.to_string()),
            },
            StepError::TooLarge => {
                Diagnostic::at(place, format!("the term that {name} stands for is too large"))
            }
            StepError::NoneFits(sorts) => Diagnostic::at(
                place,
                format!("no declaration of {name} takes arguments of the sorts {sorts}"),
            ),
        }
    }

    fn written(&self, name: Name) -> String {
        symbol_literal(self.scope.names.text(name)).into_owned()
    }
}
