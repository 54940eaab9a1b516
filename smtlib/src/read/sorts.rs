//! Sorts in the text: names of sorts, sorts with arguments, and definitions of sorts with parameters.
//!
//! Sorts are read with a stack of their own, as terms are. While the body of a definition with parameters is
//! read, a sort that depends on one is an [`Open`](Entry::Open) entry of that stack: a short program that
//! makes the sort from the arguments. Programs are spliced into each other when they are read, so that using
//! one never calls another.

use crate::read::datatypes::generic::Family;
use crate::read::term_reader::Parser;
use crate::text::diagnostic::{Diagnostic, Result};
use crate::text::lexer::Token;
use crate::text::literal::symbol_literal;
use crate::text::names::{Name, Names};
use cfp_solver::{Sort, Terms};
use fxhash::FxHashMap;
use std::rc::Rc;

/// Parts that a sort may have when it is written out. Values of array sorts are nested as deep as the sort.
const MAX_SIZE: usize = 1000;
/// Arguments that a declared sort may have.
const MAX_ARITY: usize = 1000;

/// What the name of a sort means.
#[derive(Clone, Debug)]
pub(crate) enum SortMeaning {
    /// A sort.
    Sort(Sort),
    /// Something that makes sorts from sorts.
    Maker(Maker),
}

/// Something that makes sorts from sorts.
#[derive(Clone, Debug)]
pub(crate) enum Maker {
    /// `Array`
    Array,
    /// Declared with this number of parameters. The first number tells declarations of the same name apart.
    Declared(u32, usize),
    /// Defined with this number of parameters.
    Defined(usize, Rc<[Step]>),
}

impl Maker {
    fn arity(&self) -> usize {
        match *self {
            Maker::Array => 2,
            Maker::Declared(_, arity) | Maker::Defined(arity, _) => arity,
        }
    }
}

/// A step of a program that makes a sort: works on a stack of sorts.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Puts a sort on the stack.
    Fixed(Sort),
    /// Puts an argument on the stack.
    Parameter(usize),
    /// Takes the arguments from the stack and puts the sort made of them there. The name is that of the
    /// declaration.
    Make(Name, Maker),
}

/// An instance of a datatype with parameters, its arguments and its sort.
pub(crate) type Mention = (Rc<Family>, Box<[Sort]>, Sort);

/// The sorts made so far.
#[derive(Default)]
pub(crate) struct SortTable {
    /// Instances of declared sorts with parameters: each is a sort of its own for the engine.
    instances: FxHashMap<(u32, Box<[Sort]>), Sort>,
    /// The declaration and the arguments of each of these.
    parts: FxHashMap<Sort, (u32, Box<[Sort]>)>,
    /// Declarations that are datatypes.
    families: FxHashMap<u32, Rc<Family>>,
    /// Instances of datatypes that were made or found in the table.
    mentioned: Vec<Mention>,
    /// How large sorts are that have parts.
    sizes: FxHashMap<Sort, usize>,
    declarations: u32,
}

impl SortTable {
    /// A new sort, or maker of sorts, under this name.
    pub(crate) fn declare(
        &mut self,
        names: &Names,
        terms: &mut Terms,
        name: Name,
        arity: usize,
    ) -> SortMeaning {
        if arity == 0 {
            return SortMeaning::Sort(terms.declare_sort(symbol_literal(names.text(name))));
        }
        self.declarations += 1;
        SortMeaning::Maker(Maker::Declared(self.declarations, arity))
    }

    /// Makes it known that the instances of a declaration are datatypes.
    pub(crate) fn add_family(&mut self, family: &Rc<Family>) {
        self.families.insert(family.declaration(), Rc::clone(family));
    }

    /// The declaration and the arguments of an instance of a declared sort with parameters.
    pub(crate) fn parts(&self, sort: Sort) -> Option<(u32, &[Sort])> {
        self.parts.get(&sort).map(|(declaration, args)| (*declaration, &**args))
    }

    /// Whether instances of datatypes were mentioned that nobody has taken.
    pub(crate) fn has_mentioned(&self) -> bool {
        !self.mentioned.is_empty()
    }

    /// The instances of datatypes that were mentioned since the last call.
    pub(crate) fn take_mentioned(&mut self) -> Vec<Mention> {
        std::mem::take(&mut self.mentioned)
    }

    /// The sort of these arguments; `None` if it would be too large.
    pub(crate) fn make(
        &mut self,
        names: &Names,
        terms: &mut Terms,
        name: Name,
        maker: &Maker,
        args: &[Sort],
    ) -> Option<Sort> {
        let size = |table: &SortTable, sort: &Sort| table.sizes.get(sort).copied().unwrap_or(1);
        let total = args.iter().map(|sort| size(self, sort)).sum::<usize>() + 1;
        if total > MAX_SIZE {
            return None;
        }
        let sort = match maker {
            Maker::Array => terms.array_sort(args[0], args[1]),
            Maker::Declared(declaration, _) => {
                let sort = *self.instances.entry((*declaration, args.into())).or_insert_with(|| {
                    let args: Vec<String> = args.iter().map(|&arg| terms.sort_name(arg)).collect();
                    terms.declare_sort(format!("({} {})", symbol_literal(names.text(name)), args.join(" ")))
                });
                self.parts.entry(sort).or_insert_with(|| (*declaration, args.into()));
                if let Some(family) = self.families.get(declaration) {
                    self.mentioned.push((Rc::clone(family), args.into(), sort));
                }
                sort
            }
            Maker::Defined(_, steps) => return self.run(names, terms, steps, args),
        };
        self.sizes.insert(sort, total);
        Some(sort)
    }

    /// Runs the program of a definition, in which no other definition is used.
    pub(crate) fn run(
        &mut self,
        names: &Names,
        terms: &mut Terms,
        steps: &[Step],
        args: &[Sort],
    ) -> Option<Sort> {
        let mut stack: Vec<Sort> = Vec::new();
        for step in steps {
            let sort = match step {
                Step::Fixed(sort) => *sort,
                Step::Parameter(index) => args[*index],
                Step::Make(name, maker) => {
                    let parts = stack.split_off(stack.len() - maker.arity());
                    match maker {
                        Maker::Defined(..) => unreachable!("definitions are spliced into each other"),
                        maker => self.make(names, terms, *name, maker, &parts)?,
                    }
                }
            };
            stack.push(sort);
        }
        stack.pop()
    }
}

/// A sort that has been read.
enum Entry {
    Fixed(Sort),
    /// It depends on parameters of the definition that is being read.
    Open(Vec<Step>),
}

/// The program that makes `maker` of these entries.
fn splice(name: Name, maker: Maker, entries: Vec<Entry>) -> Option<Vec<Step>> {
    let programs: Vec<Vec<Step>> = entries
        .into_iter()
        .map(|entry| match entry {
            Entry::Fixed(sort) => vec![Step::Fixed(sort)],
            Entry::Open(steps) => steps,
        })
        .collect();
    let mut program = Vec::new();
    match maker {
        Maker::Defined(_, steps) => {
            for step in steps.iter() {
                match step {
                    Step::Parameter(index) => program.extend_from_slice(&programs[*index]),
                    step => program.push(step.clone()),
                }
                if program.len() > MAX_SIZE {
                    return None;
                }
            }
        }
        maker => {
            program = programs.concat();
            program.push(Step::Make(name, maker));
        }
    }
    (program.len() <= MAX_SIZE).then_some(program)
}

impl Parser<'_, '_> {
    /// Reads a sort.
    pub(crate) fn sort(&mut self) -> Result<Sort> {
        let token = self.lexer.next()?;
        self.sort_from(token)
    }

    /// Reads a sort whose first token is the current one.
    pub(crate) fn sort_from(&mut self, token: Token) -> Result<Sort> {
        match self.sort_entry(token, &[])? {
            Entry::Fixed(sort) => {
                self.make_instances(None).map_err(|why| self.lexer.error_here(why))?;
                Ok(sort)
            }
            Entry::Open(_) => unreachable!("no parameters, no open sorts"),
        }
    }

    /// Reads a sort in which these parameters may occur, as steps that make it.
    pub(crate) fn open_sort(&mut self, parameters: &[Name]) -> Result<Vec<Step>> {
        let token = self.lexer.next()?;
        Ok(match self.sort_entry(token, parameters)? {
            Entry::Fixed(sort) => vec![Step::Fixed(sort)],
            Entry::Open(steps) => steps,
        })
    }

    /// Reads the names of parameters up to the closing parenthesis.
    pub(crate) fn sort_parameters(&mut self) -> Result<Vec<Name>> {
        let mut parameters = Vec::new();
        loop {
            match self.lexer.next()? {
                Token::Close => return Ok(parameters),
                token => {
                    let parameter = self.symbol_from(token, "the name of a parameter or )")?;
                    if parameters.contains(&parameter) {
                        return Err(self.lexer.error_here("two parameters have the same name"));
                    }
                    if parameters.len() == MAX_ARITY {
                        return Err(self.too_many_parameters());
                    }
                    parameters.push(parameter);
                }
            }
        }
    }

    /// Reads the parameters and the body of a `define-sort`.
    pub(crate) fn sort_definition(&mut self) -> Result<SortMeaning> {
        self.expect(Token::Open, "( before the parameters")?;
        let parameters = self.sort_parameters()?;
        let token = self.lexer.next()?;
        let entry = self.sort_entry(token, &parameters)?;
        self.make_instances(None).map_err(|why| self.lexer.error_here(why))?;
        Ok(match (entry, parameters.len()) {
            (Entry::Fixed(sort), 0) => SortMeaning::Sort(sort),
            (Entry::Fixed(sort), arity) => {
                SortMeaning::Maker(Maker::Defined(arity, [Step::Fixed(sort)].into()))
            }
            (Entry::Open(steps), arity) => SortMeaning::Maker(Maker::Defined(arity, steps.into())),
        })
    }

    /// The number of parameters in `declare-sort`.
    pub(crate) fn arity(&mut self) -> Result<usize> {
        match self.lexer.next()? {
            // Older scripts leave the number out. The parenthesis that ends the command is seen by nobody
            // else.
            Token::Close => Err(self
                .lexer
                .error_here("expected the number of parameters of the sort")
                .hint("write (declare-sort U 0)")),
            Token::Numeral => match self.lexer.text()?.parse() {
                Ok(arity) if arity <= MAX_ARITY => Ok(arity),
                _ => Err(self.too_many_parameters()),
            },
            token => {
                let found = self.lexer.describe(token);
                Err(self
                    .lexer
                    .error_here(format!("expected the number of parameters of the sort, found {found}")))
            }
        }
    }

    fn too_many_parameters(&self) -> Box<Diagnostic> {
        self.lexer.error_here(format!("sorts with more than {MAX_ARITY} parameters are not supported"))
    }

    /// Reads a sort in which these parameters may occur.
    fn sort_entry(&mut self, mut token: Token, parameters: &[Name]) -> Result<Entry> {
        let mut entries: Vec<Entry> = Vec::new();
        // The open parentheses: what is made, and where its arguments start.
        let mut open: Vec<(Name, Maker, usize)> = Vec::new();
        loop {
            let entry = match token {
                Token::Open => {
                    let (name, maker) = self.sort_maker()?;
                    open.push((name, maker, entries.len()));
                    None
                }
                Token::Close if !open.is_empty() => {
                    let (name, maker, first) = open.pop().expect("not empty");
                    let args = entries.split_off(first);
                    Some(self.instance(name, maker, args)?)
                }
                _ => Some(self.simple_sort(token, parameters)?),
            };
            match entry {
                Some(entry) if open.is_empty() => return Ok(entry),
                Some(entry) => entries.push(entry),
                None => {}
            }
            token = self.lexer.next()?;
        }
    }

    fn simple_sort(&mut self, token: Token, parameters: &[Name]) -> Result<Entry> {
        if !matches!(token, Token::Symbol | Token::Quoted) {
            let found = self.lexer.describe(token);
            return Err(self.lexer.error_here(format!("expected a sort, found {found}")));
        }
        let name = self.scope.names.find(self.lexer.bytes());
        if let Some(index) = parameters.iter().position(|&parameter| Some(parameter) == name) {
            return Ok(Entry::Open(vec![Step::Parameter(index)]));
        }
        match self.scope.sort(self.lexer.bytes()) {
            Some(SortMeaning::Sort(sort)) => Ok(Entry::Fixed(*sort)),
            Some(SortMeaning::Maker(maker)) => {
                let (text, arity) = (self.lexer.describe(token), maker.arity());
                let message = format!("the sort {text} needs arguments ({arity})");
                let dots = " …".repeat(arity.min(3));
                Err(self.lexer.error_here(message).hint(format!("write ({text}{dots})")))
            }
            None => Err(self.unknown_sort(token)),
        }
    }

    /// What stands after the opening parenthesis of a sort.
    fn sort_maker(&mut self) -> Result<(Name, Maker)> {
        let token = self.lexer.next()?;
        if token == Token::Symbol && self.lexer.bytes() == b"_" {
            return Err(self.lexer.error_here("sorts with indices are not supported"));
        }
        if !matches!(token, Token::Symbol | Token::Quoted) {
            let found = self.lexer.describe(token);
            return Err(self.lexer.error_here(format!("expected the name of a sort, found {found}")));
        }
        match self.scope.sort(self.lexer.bytes()) {
            Some(SortMeaning::Maker(maker)) => {
                let maker = maker.clone();
                let name = self.scope.names.find(self.lexer.bytes()).expect("just found");
                Ok((name, maker))
            }
            Some(SortMeaning::Sort(_)) => {
                let text = self.lexer.describe(token);
                Err(self
                    .lexer
                    .error_here(format!("the sort {text} takes no arguments"))
                    .hint(format!("write {text} without parentheses")))
            }
            None => Err(self.unknown_sort(token)),
        }
    }

    /// A sort with arguments, at its closing parenthesis.
    fn instance(&mut self, name: Name, maker: Maker, args: Vec<Entry>) -> Result<Entry> {
        let text = || symbol_literal(self.scope.names.text(name)).into_owned();
        if args.len() != maker.arity() {
            let message =
                format!("the sort {} takes {} arguments, but got {}", text(), maker.arity(), args.len());
            return Err(self.lexer.error_here(message));
        }
        let fixed = |entry: &Entry| match entry {
            Entry::Fixed(sort) => Some(*sort),
            Entry::Open(_) => None,
        };
        let made = match args.iter().map(fixed).collect::<Option<Vec<Sort>>>() {
            Some(sorts) => {
                let (names, table) = (&self.scope.names, &mut self.scope.sort_table);
                table.make(names, self.terms, name, &maker, &sorts).map(Entry::Fixed)
            }
            None => splice(name, maker, args).map(Entry::Open),
        };
        made.ok_or_else(|| {
            self.lexer.error_here(format!("this sort is too large: it has more than {MAX_SIZE} parts"))
        })
    }

    fn unknown_sort(&self, token: Token) -> Box<Diagnostic> {
        let text = match self.lexer.text() {
            Ok(text) => text,
            Err(error) => return error,
        };
        match text {
            "Int" | "Real" | "Array" => {
                let logic = &self.scope.logic().name;
                self.lexer
                    .error_here(format!("the sort {text} does not belong to the logic {logic}"))
                    .hint("set another logic, such as ALL")
            }
            "String" | "RegLan" | "RoundingMode" | "BitVec" => {
                self.lexer.error_here(format!("the sort {text} is not supported"))
            }
            _ => self
                .lexer
                .error_here(format!("unknown sort {}", self.lexer.describe(token)))
                .suggest(self.scope.nearest_sort(text)),
        }
    }
}
