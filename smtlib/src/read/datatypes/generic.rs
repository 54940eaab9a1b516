//! Datatypes with parameters.
//!
//! Each combination of arguments is a datatype of its own, made when a sort mentions it. A name of a
//! constructor, selector or tester stands for a function of each instance; which one is meant follows from
//! the sorts of the arguments, or from `(as name sort)`.

use crate::read::datatypes::declare::Alternative;
use crate::read::datatypes::{Constructor, Role};
use crate::read::sorts::{Maker, SortTable, Step};
use crate::read::term_reader::Parser;
use crate::text::literal::symbol_literal;
use crate::text::names::Name;
use cfp_solver::{Sort, Symbol, Term, Terms};
use std::rc::Rc;

/// A datatype with parameters.
#[derive(Debug)]
pub(crate) struct Family {
    declaration: u32,
    name: Name,
    arity: usize,
    alternatives: Vec<Alternative>,
}

impl Family {
    pub(crate) fn new(declaration: u32, name: Name, arity: usize, alternatives: Vec<Alternative>) -> Family {
        Family { declaration, name, arity, alternatives }
    }

    /// The number that its sort is declared with.
    pub(crate) fn declaration(&self) -> u32 {
        self.declaration
    }

    pub(crate) fn arity(&self) -> usize {
        self.arity
    }

    pub(crate) fn alternatives(&self) -> &[Alternative] {
        &self.alternatives
    }
}

/// A function of a datatype with parameters: one for each instance.
#[derive(Clone, Debug)]
pub(crate) struct Generic {
    pub(crate) family: Rc<Family>,
    /// The position of the constructor that it is or belongs to.
    pub(crate) constructor: usize,
    pub(crate) role: Role,
}

impl Generic {
    /// The number of arguments.
    pub(crate) fn arity(&self) -> usize {
        match self.role {
            Role::Constructs => self.family.alternatives[self.constructor].fields.len(),
            Role::Tests | Role::Selects(_) => 1,
        }
    }

    /// The function of an instance.
    fn of(&self, constructors: &[Constructor]) -> Symbol {
        let constructor = &constructors[self.constructor];
        match self.role {
            Role::Constructs => constructor.symbol,
            Role::Tests => constructor.tester,
            Role::Selects(field) => constructor.selectors[field],
        }
    }
}

/// Finds the arguments for parameters with which the sort of these steps is this one; `false` if there are
/// none.
fn unify(table: &SortTable, terms: &Terms, steps: &[Step], sort: Sort, args: &mut [Option<Sort>]) -> bool {
    // Read backwards, the steps name a sort before its parts, the last part first.
    let mut expected = vec![sort];
    for step in steps.iter().rev() {
        let Some(sort) = expected.pop() else { return false };
        let fits = match step {
            Step::Fixed(fixed) => *fixed == sort,
            Step::Parameter(index) => *args[*index].get_or_insert(sort) == sort,
            Step::Make(_, Maker::Array) => terms.array_parts(sort).is_some_and(|(index, element)| {
                expected.extend([index, element]);
                true
            }),
            Step::Make(_, Maker::Declared(declaration, _)) => match table.parts(sort) {
                Some((made_by, parts)) if made_by == *declaration => {
                    expected.extend_from_slice(parts);
                    true
                }
                _ => false,
            },
            Step::Make(_, Maker::Defined(..)) => unreachable!("definitions are spliced into each other"),
        };
        if !fits {
            return false;
        }
    }
    true
}

impl Parser<'_, '_> {
    /// The instance of a datatype for these arguments.
    pub(crate) fn instance_of(&mut self, family: &Family, args: &[Sort]) -> Result<Sort, String> {
        let maker = Maker::Declared(family.declaration, family.arity);
        let (names, table) = (&self.scope.names, &mut self.scope.sort_table);
        let made = table.make(names, self.terms, family.name, &maker, args);
        made.ok_or_else(|| "a sort in this datatype is too large".to_string())
    }

    /// Makes the datatypes of the instances that were mentioned since the last call, and completes these and
    /// those from `first` on.
    pub(crate) fn make_instances(&mut self, first: Option<usize>) -> Result<(), String> {
        if first.is_none() && !self.scope.sort_table.has_mentioned() {
            return Ok(());
        }
        let first = first.unwrap_or(self.scope.datatypes.len());
        loop {
            let mentioned = self.scope.sort_table.take_mentioned();
            if mentioned.is_empty() {
                break;
            }
            for (family, args, sort) in mentioned {
                if self.scope.datatypes.find(sort).is_none() {
                    self.make_datatype(sort, &family.alternatives, &args)?;
                }
            }
        }
        if first == self.scope.datatypes.len() { Ok(()) } else { self.complete_datatypes(first) }
    }

    /// The function of the instance that is meant where it is applied to these arguments, or why none is.
    pub(crate) fn instantiate(&mut self, generic: &Generic, args: &[Term]) -> Result<Symbol, String> {
        let family = &generic.family;
        let sort = match generic.role {
            Role::Constructs => {
                let fields = &family.alternatives[generic.constructor].fields;
                if args.len() != fields.len() {
                    let (count, plural) = (fields.len(), if fields.len() == 1 { "" } else { "s" });
                    return Err(format!("this constructor takes {count} argument{plural}"));
                }
                let mut found = vec![None; family.arity];
                let table = &self.scope.sort_table;
                for (&arg, (_, steps)) in args.iter().zip(fields) {
                    if !unify(table, self.terms, steps, self.terms.sort(arg), &mut found) {
                        return Err(self.does_not_fit(generic, args));
                    }
                }
                match found.into_iter().collect::<Option<Vec<Sort>>>() {
                    Some(found) => self.instance_of(family, &found)?,
                    None => return Err(self.needs_sort(generic)),
                }
            }
            _ => match args {
                [arg] => self.terms.sort(*arg),
                _ => return Err(self.does_not_fit(generic, args)),
            },
        };
        self.make_instances(None)?;
        self.instance_function(generic, sort).ok_or_else(|| self.does_not_fit(generic, args))
    }

    /// The function of the instance with this sort.
    pub(crate) fn instance_function(&self, generic: &Generic, sort: Sort) -> Option<Symbol> {
        let (declaration, _) = self.scope.sort_table.parts(sort)?;
        let datatype = self.scope.datatypes.find(sort)?;
        (declaration == generic.family.declaration).then(|| generic.of(&datatype.constructors))
    }

    /// Says that the sort of a constructor does not follow from its arguments.
    pub(crate) fn needs_sort(&self, generic: &Generic) -> String {
        let names = &self.scope.names;
        let name = symbol_literal(names.text(generic.family.alternatives[generic.constructor].name));
        let sort = symbol_literal(names.text(generic.family.name));
        let dots = " …".repeat(generic.family.arity.min(3));
        format!("the sort of {name} is not known here; write (as {name} ({sort}{dots}))")
    }

    fn does_not_fit(&self, generic: &Generic, args: &[Term]) -> String {
        let alternative = &generic.family.alternatives[generic.constructor];
        let names = &self.scope.names;
        let name = match generic.role {
            Role::Selects(field) => symbol_literal(names.text(alternative.fields[field].0)).into_owned(),
            Role::Constructs => symbol_literal(names.text(alternative.name)).into_owned(),
            Role::Tests => format!("is-{}", names.text(alternative.name)),
        };
        let sorts: Vec<String> = args.iter().map(|&arg| self.terms.sort_name(self.terms.sort(arg))).collect();
        format!("{name} does not take arguments of the sorts {}", sorts.join(" "))
    }
}
