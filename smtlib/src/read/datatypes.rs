//! Declarations of algebraic datatypes.
//!
//! To the engine a datatype is a declared sort, and its constructors, selectors and testers are declared
//! functions. What is special about them is said by axioms for the terms that occur; see
//! `session/datatypes.rs`.

use crate::read::command::Command;
use crate::read::scope::Binding;
use crate::read::sorts::SortMeaning;
use crate::read::term_reader::Parser;
use crate::text::diagnostic::{Diagnostic, Position, Result};
use crate::text::lexer::Token;
use crate::text::names::Name;
use cfp_solver::{Sort, Symbol, Terms};

/// One alternative of a datatype.
#[derive(Clone, Debug)]
pub(crate) struct Constructor {
    pub(crate) symbol: Symbol,
    /// The function that says whether a term was made by this constructor.
    pub(crate) tester: Symbol,
    /// One for each argument.
    pub(crate) selectors: Vec<Symbol>,
}

/// A datatype.
#[derive(Clone, Debug)]
pub(crate) struct Datatype {
    pub(crate) sort: Sort,
    pub(crate) constructors: Vec<Constructor>,
    /// A function to integers, which the axioms use: smaller for parts than for the whole.
    pub(crate) size: Symbol,
}

/// The datatypes in scope, oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Datatypes {
    all: Vec<Datatype>,
}

impl Datatypes {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Forgets all but the first `count`.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.all.truncate(count);
    }

    /// The datatypes, oldest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Datatype> {
        self.all.iter()
    }

    /// The datatype of this sort.
    pub(crate) fn find(&self, sort: Sort) -> Option<&Datatype> {
        self.all.iter().find(|datatype| datatype.sort == sort)
    }

    /// Whether values of a sort may contain values of datatypes without being one.
    pub(crate) fn are_inside(&self, sort: Sort, terms: &Terms) -> bool {
        let mut pending = vec![sort];
        while let Some(sort) = pending.pop() {
            if let Some((index, element)) = terms.array_parts(sort) {
                if self.find(index).is_some() || self.find(element).is_some() {
                    return true;
                }
                pending.extend([index, element]);
            }
        }
        false
    }

    /// Whether a sort is known to have finitely many values.
    pub(crate) fn is_finite(&self, sort: Sort, terms: &Terms) -> bool {
        let mut finite = vec![false; self.all.len()];
        let is_finite = |finite: &[bool], sort: Sort| match sort {
            Sort::Bool => true,
            _ => self.all.iter().position(|other| other.sort == sort).is_some_and(|index| finite[index]),
        };
        // Those of which all parts are finite, until there are no more: never one that contains itself.
        while let Some(index) = (0..finite.len()).find(|&index| {
            let mut fields =
                self.all[index].constructors.iter().flat_map(|constructor| &constructor.selectors);
            !finite[index] && fields.all(|&field| is_finite(&finite, terms.symbol_sort(field)))
        }) {
            finite[index] = true;
        }
        is_finite(&finite, sort)
    }

    /// Whether values of one sort may contain values of the other.
    pub(crate) fn contains(&self, whole: Sort, part: Sort, terms: &Terms) -> bool {
        let mut seen = vec![whole];
        let mut next = 0;
        while let Some(&sort) = seen.get(next) {
            next += 1;
            let Some(datatype) = self.find(sort) else { continue };
            for &field in datatype.constructors.iter().flat_map(|constructor| &constructor.selectors) {
                let sort = terms.symbol_sort(field);
                if sort == part {
                    return true;
                }
                if !seen.contains(&sort) {
                    seen.push(sort);
                }
            }
        }
        false
    }

    /// For each sort a constructor by which values can be made without end: the position in the list of
    /// constructors. `None` for a datatype without values.
    fn grounded(&self, terms: &Terms) -> Vec<Option<usize>> {
        let mut found = vec![None; self.all.len()];
        loop {
            let has_value = |sort: Sort, found: &[Option<usize>]| {
                let position = self.all.iter().position(|datatype| datatype.sort == sort);
                position.is_none_or(|index| found[index].is_some())
            };
            let mut is_stable = true;
            for (index, datatype) in
                self.all.iter().enumerate().filter(|(index, _)| found[*index].is_none()).collect::<Vec<_>>()
            {
                let is_made = |constructor: &Constructor| {
                    constructor.selectors.iter().all(|&field| has_value(terms.symbol_sort(field), &found))
                };
                if let Some(position) = datatype.constructors.iter().position(is_made) {
                    found[index] = Some(position);
                    is_stable = false;
                }
            }
            if is_stable {
                return found;
            }
        }
    }

    /// A constructor with which the smallest values of a datatype are made.
    pub(crate) fn simplest(&self, sort: Sort, terms: &Terms) -> Option<&Constructor> {
        let index = self.all.iter().position(|datatype| datatype.sort == sort)?;
        self.grounded(terms)[index].map(|position| &self.all[index].constructors[position])
    }
}

impl Parser<'_, '_> {
    /// `declare-datatype`, after its name.
    pub(crate) fn declare_datatype(&mut self) -> Result<Command> {
        let name = self.new_sort()?;
        let place = self.lexer.position();
        let sort = self.declare_datatype_sort(name);
        let first = self.scope.datatypes.len();
        self.expect(Token::Open, "( before the constructors")?;
        self.constructors(sort)?;
        self.finish_datatypes(first, place)
    }

    /// `declare-datatypes`, after its name.
    pub(crate) fn declare_datatypes(&mut self) -> Result<Command> {
        self.expect(Token::Open, "( before the sorts")?;
        let place = self.lexer.position();
        let mut sorts = Vec::new();
        loop {
            match self.lexer.next()? {
                Token::Close => break,
                Token::Open => {
                    let name = self.new_sort()?;
                    if self.arity()? != 0 {
                        return Err(self.lexer.error_here("datatypes with parameters are not supported"));
                    }
                    self.expect_close("after the number of parameters")?;
                    sorts.push(self.declare_datatype_sort(name));
                }
                token => {
                    let found = self.lexer.describe(token);
                    return Err(self.lexer.error_here(format!("expected a sort (name 0), found {found}")));
                }
            }
        }
        if sorts.is_empty() {
            return Err(Diagnostic::at(place, "declare-datatypes without sorts"));
        }
        let first = self.scope.datatypes.len();
        self.expect(Token::Open, "( before the datatypes")?;
        for sort in sorts {
            self.expect(Token::Open, "( before the constructors")?;
            self.constructors(sort)?;
        }
        self.expect_close("after the datatypes, one for each sort")?;
        self.finish_datatypes(first, place)
    }

    fn declare_datatype_sort(&mut self, name: Name) -> Sort {
        let sort = self.terms.declare_sort(crate::text::literal::symbol_literal(self.scope.names.text(name)));
        self.scope.define_sort(name, SortMeaning::Sort(sort));
        sort
    }

    /// Reads the constructors of a datatype and the closing parenthesis.
    fn constructors(&mut self, sort: Sort) -> Result<()> {
        let mut constructors: Vec<Constructor> = Vec::new();
        loop {
            match self.lexer.next()? {
                Token::Close if !constructors.is_empty() => break,
                Token::Open => constructors.push(self.constructor(sort)?),
                Token::Symbol | Token::Quoted if self.lexer.bytes() == b"par" => {
                    return Err(self.lexer.error_here("datatypes with parameters are not supported"));
                }
                token => {
                    let found = self.lexer.describe(token);
                    return Err(self
                        .lexer
                        .error_here(format!("expected a constructor (name …), found {found}")));
                }
            }
        }
        let size = self.terms.declare_function("size", &[sort], Sort::Int);
        self.scope.datatypes.all.push(Datatype { sort, constructors, size });
        Ok(())
    }

    /// Reads one constructor after its opening parenthesis, and declares its functions.
    fn constructor(&mut self, sort: Sort) -> Result<Constructor> {
        let name = self.new_symbol("the name of a constructor")?;
        let text = self.scope.names.text(name).to_string();
        let mut fields: Vec<(Name, Sort)> = Vec::new();
        loop {
            match self.lexer.next()? {
                Token::Close => break,
                Token::Open => {
                    let selector = self.new_symbol("the name of a selector")?;
                    if selector == name || fields.iter().any(|(other, _)| *other == selector) {
                        return Err(self.lexer.error_here("two functions of a datatype have the same name"));
                    }
                    let field = self.sort()?;
                    self.expect_close("after the sort of a selector")?;
                    fields.push((selector, field));
                }
                token => {
                    let found = self.lexer.describe(token);
                    return Err(self
                        .lexer
                        .error_here(format!("expected a selector (name sort), found {found}")));
                }
            }
        }
        let sorts: Vec<Sort> = fields.iter().map(|&(_, sort)| sort).collect();
        let symbol = self.terms.declare_function(text.as_str(), &sorts, sort);
        let binding = match sorts.is_empty() {
            true => Binding::Term(self.terms.symbol(symbol)),
            false => Binding::Function(symbol),
        };
        self.scope.define(name, binding);
        let mut selectors = Vec::with_capacity(fields.len());
        for (selector, field) in fields {
            let symbol = self.terms.declare_function(self.scope.names.text(selector), &[sort], field);
            self.scope.define(selector, Binding::Function(symbol));
            selectors.push(symbol);
        }
        // Other solvers also know the tester under this name.
        let alias = self.scope.names.intern_str(&format!("is-{text}"));
        let tester = self.terms.declare_function(format!("is-{text}"), &[sort], Sort::Bool);
        if self.scope.binding(alias).is_none() {
            self.scope.define(alias, Binding::Function(tester));
        }
        Ok(Constructor { symbol, tester, selectors })
    }

    /// Checks that the datatypes from this one on have values.
    fn finish_datatypes(&mut self, first: usize, place: Position) -> Result<Command> {
        let datatypes = &self.scope.datatypes;
        let grounded = datatypes.grounded(self.terms);
        if let Some(index) = (first..datatypes.len()).find(|&index| grounded[index].is_none()) {
            let name = self.terms.sort_name(datatypes.all[index].sort);
            return Err(Diagnostic::at(place, format!("the datatype {name} has no values")));
        }
        for datatype in &datatypes.all[first..] {
            for &field in datatype.constructors.iter().flat_map(|constructor| &constructor.selectors) {
                if datatypes.are_inside(self.terms.symbol_sort(field), self.terms) {
                    return Err(Diagnostic::at(place, "arrays of datatypes in datatypes are not supported"));
                }
            }
        }
        Ok(Command::DeclareDatatypes)
    }

    /// The tester of the constructor with this name.
    pub(crate) fn tester(&self, name: &[u8]) -> Option<Symbol> {
        let symbol = match *self.scope.find(name)? {
            Binding::Function(symbol) => symbol,
            Binding::Term(term) => self.terms.as_symbol(term)?,
            _ => return None,
        };
        let mut constructors = self.scope.datatypes.iter().flat_map(|datatype| &datatype.constructors);
        constructors.find(|constructor| constructor.symbol == symbol).map(|constructor| constructor.tester)
    }
}
