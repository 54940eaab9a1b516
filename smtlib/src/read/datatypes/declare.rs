//! Reads declarations of datatypes.

use crate::read::command::Command;
use crate::read::datatypes::generic::{Family, Generic};
use crate::read::datatypes::{Constructor, Datatype, Role};
use crate::read::scope::Binding;
use crate::read::sorts::{Maker, SortMeaning, Step};
use crate::read::term_reader::Parser;
use crate::text::diagnostic::{Diagnostic, Position, Result};
use crate::text::lexer::Token;
use crate::text::literal::symbol_literal;
use crate::text::names::Name;
use cfp_solver::{Sort, Symbol};
use fxhash::FxHashSet;
use std::rc::Rc;

/// A constructor as it is declared; sorts may depend on the parameters of the datatype.
#[derive(Clone, Debug)]
pub(crate) struct Alternative {
    pub(crate) name: Name,
    pub(crate) fields: Vec<(Name, Vec<Step>)>,
}

/// A datatype that is being declared.
#[derive(Clone, Copy)]
struct Declared {
    name: Name,
    meaning: Head,
    arity: usize,
}

/// What stands for a datatype in sorts.
#[derive(Clone, Copy)]
enum Head {
    Sort(Sort),
    /// A declaration with parameters, by its number.
    Maker(u32),
}

/// The names that one declaration has introduced.
type Taken = FxHashSet<Name>;

impl Parser<'_, '_> {
    /// `declare-datatype`, after its name.
    pub(crate) fn declare_datatype(&mut self) -> Result<Command> {
        let name = self.new_sort()?;
        let place = self.lexer.position();
        self.expect(Token::Open, "( before the constructors")?;
        let mut parameters = Vec::new();
        let token = self.lexer.next()?;
        let is_generic = self.is_par(token);
        if is_generic {
            parameters = self.parameters()?;
            self.expect(Token::Open, "( before the constructors")?;
        }
        let declared = self.head(name, parameters.len());
        let token = if is_generic { self.lexer.next()? } else { token };
        let alternatives = self.alternatives(token, &parameters, &mut Taken::default())?;
        if is_generic {
            self.expect_close("after the constructors")?;
        }
        self.finish_datatypes(vec![(declared, alternatives)], place)
    }

    /// `declare-datatypes`, after its name.
    pub(crate) fn declare_datatypes(&mut self) -> Result<Command> {
        self.expect(Token::Open, "( before the sorts")?;
        let place = self.lexer.position();
        let mut heads = Vec::new();
        loop {
            match self.lexer.next()? {
                Token::Close if heads.is_empty() => return self.declare_datatypes_with_names(place),
                Token::Close => break,
                Token::Open => {
                    let name = self.new_sort()?;
                    let arity = self.arity()?;
                    self.expect_close("after the number of parameters")?;
                    heads.push(self.head(name, arity));
                }
                token => {
                    let found = self.lexer.describe(token);
                    return Err(self.lexer.error_here(format!("expected a sort (name 0), found {found}")));
                }
            }
        }
        self.expect(Token::Open, "( before the datatypes")?;
        let (mut declared, mut taken) = (Vec::new(), Taken::default());
        for head in heads {
            self.expect(Token::Open, "( before the constructors")?;
            let mut token = self.lexer.next()?;
            let mut parameters = Vec::new();
            if self.is_par(token) {
                parameters = self.parameters()?;
                self.expect(Token::Open, "( before the constructors")?;
                token = self.lexer.next()?;
            }
            if parameters.len() != head.arity {
                let (text, arity) = (self.scope.names.text(head.name), head.arity);
                let message = format!("{} is declared with {arity} parameters", symbol_literal(text));
                return Err(self.lexer.error_here(message).hint("write (par (T …) (constructors …))"));
            }
            let alternatives = self.alternatives(token, &parameters, &mut taken)?;
            if head.arity > 0 {
                self.expect_close("after the constructors")?;
            }
            declared.push((head, alternatives));
        }
        self.expect_close("after the datatypes, one for each sort")?;
        self.finish_datatypes(declared, place)
    }

    /// The older form `(declare-datatypes () ((name constructor …) …))`, after the empty list.
    fn declare_datatypes_with_names(&mut self, place: Position) -> Result<Command> {
        self.expect(Token::Open, "( before the datatypes")?;
        let (mut declared, mut taken) = (Vec::new(), Taken::default());
        loop {
            match self.lexer.next()? {
                Token::Close if declared.is_empty() => {
                    return Err(Diagnostic::at(place, "declare-datatypes without sorts"));
                }
                Token::Close => break,
                Token::Open => {
                    let name = self.new_sort()?;
                    let head = self.head(name, 0);
                    let token = self.lexer.next()?;
                    declared.push((head, self.alternatives(token, &[], &mut taken)?));
                }
                token => {
                    let found = self.lexer.describe(token);
                    let message = format!("expected a datatype (name constructor …), found {found}");
                    return Err(self.lexer.error_here(message));
                }
            }
        }
        self.finish_datatypes(declared, place)
    }

    fn is_par(&self, token: Token) -> bool {
        token == Token::Symbol && self.lexer.bytes() == b"par"
    }

    /// The parameters after `par`.
    fn parameters(&mut self) -> Result<Vec<Name>> {
        self.expect(Token::Open, "( before the parameters")?;
        let parameters = self.sort_parameters()?;
        match parameters.is_empty() {
            true => Err(self.lexer.error_here("at least one parameter is needed")),
            false => Ok(parameters),
        }
    }

    /// Makes the name of a datatype known.
    fn head(&mut self, name: Name, arity: usize) -> Declared {
        let sorts = &mut self.scope.sort_table;
        let meaning = sorts.declare(&self.scope.names, self.terms, name, arity);
        let head = match &meaning {
            SortMeaning::Sort(sort) => Head::Sort(*sort),
            SortMeaning::Maker(Maker::Declared(declaration, _)) => Head::Maker(*declaration),
            SortMeaning::Maker(_) => unreachable!("a declaration"),
        };
        self.scope.define_sort(name, meaning);
        Declared { name, meaning: head, arity }
    }

    /// Reads the constructors of a datatype, the first of which starts with this token, and the closing
    /// parenthesis.
    fn alternatives(
        &mut self,
        mut token: Token,
        parameters: &[Name],
        taken: &mut Taken,
    ) -> Result<Vec<Alternative>> {
        let mut alternatives: Vec<Alternative> = Vec::new();
        loop {
            match token {
                Token::Close if !alternatives.is_empty() => return Ok(alternatives),
                Token::Open => alternatives.push(self.alternative(parameters, taken)?),
                // Older scripts leave out the parentheses of constructors without arguments.
                Token::Symbol | Token::Quoted if !self.is_par(token) => {
                    let name = self.symbol_from(token, "the name of a constructor")?;
                    let name = self.untaken(name, taken)?;
                    alternatives.push(Alternative { name, fields: Vec::new() });
                }
                token => {
                    let found = self.lexer.describe(token);
                    let message = format!("expected a constructor (name …), found {found}");
                    return Err(self.lexer.error_here(message));
                }
            }
            token = self.lexer.next()?;
        }
    }

    /// Reads one constructor after its opening parenthesis.
    fn alternative(&mut self, parameters: &[Name], taken: &mut Taken) -> Result<Alternative> {
        let name = self.symbol("the name of a constructor")?;
        let name = self.untaken(name, taken)?;
        let mut fields = Vec::new();
        loop {
            match self.lexer.next()? {
                Token::Close => return Ok(Alternative { name, fields }),
                Token::Open => {
                    let selector = self.symbol("the name of a selector")?;
                    let selector = self.untaken(selector, taken)?;
                    let sort = self.open_sort(parameters)?;
                    self.expect_close("after the sort of a selector")?;
                    fields.push((selector, sort));
                }
                token => {
                    let found = self.lexer.describe(token);
                    let message = format!("expected a selector (name sort), found {found}");
                    return Err(self.lexer.error_here(message));
                }
            }
        }
    }

    /// The name that was just read, if nothing else has it.
    fn untaken(&self, name: Name, taken: &mut Taken) -> Result<Name> {
        if let Some(error) = self.taken(name) {
            return Err(error);
        }
        match taken.insert(name) {
            true => Ok(name),
            false => {
                let text = symbol_literal(self.scope.names.text(name));
                Err(self.lexer.error_here(format!("{text} is already declared or defined")))
            }
        }
    }

    /// Makes the functions of the datatypes known, and checks that these have values.
    fn finish_datatypes(
        &mut self,
        declared: Vec<(Declared, Vec<Alternative>)>,
        place: Position,
    ) -> Result<Command> {
        let first = self.scope.datatypes.len();
        let mut probes = Vec::new();
        for (Declared { name, meaning, arity }, alternatives) in declared {
            match meaning {
                Head::Sort(sort) => {
                    self.make_datatype(sort, &alternatives, &[]).map_err(|why| Diagnostic::at(place, why))?;
                    self.define_functions(self.scope.datatypes.len() - 1, &alternatives);
                }
                Head::Maker(declaration) => {
                    let family = Rc::new(Family::new(declaration, name, arity, alternatives));
                    self.define_generic(&family);
                    probes.push(family);
                }
            }
        }
        self.make_instances(Some(first)).map_err(|why| Diagnostic::at(place, why))?;
        // What is wrong with a datatype with parameters shows in the instance for sorts that nothing is known
        // of.
        for family in probes {
            let args: Vec<Sort> = (0..family.arity()).map(|_| self.terms.declare_sort("T")).collect();
            let made = self.instance_of(&family, &args).and_then(|_| self.make_instances(None));
            made.map_err(|why| Diagnostic::at(place, why))?;
        }
        Ok(Command::DeclareDatatypes)
    }

    /// Adds a datatype: the alternatives with these arguments for parameters.
    pub(crate) fn make_datatype(
        &mut self,
        sort: Sort,
        alternatives: &[Alternative],
        args: &[Sort],
    ) -> std::result::Result<(), String> {
        let mut constructors = Vec::with_capacity(alternatives.len());
        for Alternative { name, fields } in alternatives {
            let text = self.scope.names.text(*name).to_string();
            let mut sorts = Vec::with_capacity(fields.len());
            for (_, steps) in fields {
                let (names, table) = (&self.scope.names, &mut self.scope.sort_table);
                let field = table.run(names, self.terms, steps, args);
                sorts.push(field.ok_or("a sort in this datatype is too large")?);
            }
            let symbol = self.terms.declare_function(text.as_str(), &sorts, sort);
            let mut selectors = Vec::with_capacity(fields.len());
            for ((selector, _), &field) in fields.iter().zip(&sorts) {
                selectors.push(self.terms.declare_function(self.scope.names.text(*selector), &[sort], field));
            }
            let tester = self.terms.declare_function(format!("is-{text}"), &[sort], Sort::Bool);
            let tells_all = (0..args.len()).all(|parameter| {
                let steps = fields.iter().flat_map(|(_, steps)| steps);
                steps.into_iter().any(|step| matches!(step, Step::Parameter(index) if *index == parameter))
            });
            let name = symbol_literal(&text);
            let written = match tells_all {
                true => name.into_owned(),
                false => format!("(as {name} {})", self.terms.sort_name(sort)),
            };
            constructors.push(Constructor { symbol, written, tester, selectors });
        }
        let size = self.terms.declare_function("size", &[sort], Sort::Int);
        let index = self.terms.declare_function("index", &[sort], Sort::Int);
        let (is_finite, base, rank, group) = (false, 0, 0, 0);
        let datatype = Datatype { sort, constructors, size, index, is_finite, base, rank, group };
        self.scope.datatypes.add(datatype);
        Ok(())
    }

    /// Makes the functions of a datatype without parameters known under their names.
    fn define_functions(&mut self, index: usize, alternatives: &[Alternative]) {
        let constructors = self.scope.datatypes.all[index].constructors.clone();
        for (constructor, Alternative { name, fields }) in constructors.iter().zip(alternatives) {
            let binding = match fields.is_empty() {
                true => Binding::Term(self.terms.symbol(constructor.symbol)),
                false => Binding::Function(constructor.symbol),
            };
            self.scope.define(*name, binding);
            for (&(selector, _), &symbol) in fields.iter().zip(&constructor.selectors) {
                self.scope.define(selector, Binding::Function(symbol));
            }
            self.define_alias(*name, Binding::Function(constructor.tester));
        }
    }

    fn define_generic(&mut self, family: &Rc<Family>) {
        self.scope.sort_table.add_family(family);
        for (position, Alternative { name, fields }) in family.alternatives().iter().enumerate() {
            let generic =
                |role| Binding::Generic(Generic { family: Rc::clone(family), constructor: position, role });
            self.scope.define(*name, generic(Role::Constructs));
            for (field, &(selector, _)) in fields.iter().enumerate() {
                self.scope.define(selector, generic(Role::Selects(field)));
            }
            self.define_alias(*name, generic(Role::Tests));
        }
    }

    /// Other solvers also know the tester of `name` as `is-name`.
    fn define_alias(&mut self, name: Name, tester: Binding) {
        let alias = format!("is-{}", self.scope.names.text(name));
        let alias = self.scope.names.intern_str(&alias);
        if self.scope.binding(alias).is_none() {
            self.scope.define(alias, tester);
        }
    }

    /// Checks that the datatypes from this one on have values.
    pub(crate) fn complete_datatypes(&mut self, first: usize) -> std::result::Result<(), String> {
        if let Err(sort) = self.scope.datatypes.complete(first, self.terms) {
            return Err(format!("the datatype {} has no values", self.terms.sort_name(sort)));
        }
        let datatypes = &self.scope.datatypes;
        for datatype in &datatypes.all[first..] {
            for &field in datatype.constructors.iter().flat_map(|constructor| &constructor.selectors) {
                if datatypes.are_inside(self.terms.symbol_sort(field), self.terms) {
                    return Err("arrays of datatypes in datatypes are not supported".to_string());
                }
            }
        }
        Ok(())
    }

    /// The tester of the constructor with this name.
    pub(crate) fn tester(&self, name: &[u8]) -> Option<Symbol> {
        let symbol = match *self.scope.find(name)? {
            Binding::Function(symbol) => symbol,
            Binding::Term(term) => self.terms.as_symbol(term)?,
            _ => return None,
        };
        let (constructor, role) = self.scope.datatypes.function(symbol)?;
        (role == Role::Constructs).then_some(constructor.tester)
    }
}
