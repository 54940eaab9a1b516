//! The symbol table.
//!
//! One array holds the current meaning of every name; a trail of overwritten entries restores it when a `let`
//! ends, a level is popped or a command is rejected.

use crate::read::datatypes::Datatypes;
use crate::read::datatypes::generic::Generic;
use crate::read::sorts::{Maker, SortMeaning, SortTable};
use crate::read::template::{Expansions, Placeholders, Template};
use crate::text::diagnostic::nearest;
use crate::text::names::{Name, Names};
use crate::text::theory::{Builtin, Logic};
use cfp_solver::{Op, Sort, Symbol, Term, Terms};
use fxhash::FxHashMap;
use std::cell::Cell;
use std::rc::Rc;

/// What a name in a term means.
#[derive(Clone, Debug)]
pub(crate) enum Binding {
    /// A function of a theory.
    Builtin(Builtin),
    /// A term: a declared constant, a definition without parameters, a named term, a variable of a `let` or
    /// of a quantifier.
    Term(Term),
    /// A declared function.
    Function(Symbol),
    /// Several declared functions, at most one of them a constant, that differ in the sorts of their
    /// arguments.
    Overloaded(Rc<[Symbol]>),
    /// A definition with parameters.
    Macro(Rc<Template>),
    /// A function of a datatype with parameters.
    Generic(Generic),
}

/// How to take back one change of a meaning.
struct Undo {
    name: Name,
    before: Option<Binding>,
    /// The name of a `:named` term: it outlives the `let` in which it stands.
    outlives_let: bool,
}

/// How far the tables had grown at some point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    undo: usize,
    sorts: usize,
    declared: usize,
    named: usize,
    datatypes: usize,
}

/// The symbol table.
pub(crate) struct Scope {
    pub(crate) names: Names,
    pub(crate) placeholders: Placeholders,
    pub(crate) expansions: Expansions,
    /// How many definitions with parameters were read.
    num_definitions: u64,
    bindings: Vec<Option<Binding>>,
    undo: Vec<Undo>,
    /// The logic, whose theories are in scope.
    logic: Logic,
    sorts: FxHashMap<Name, SortMeaning>,
    sort_order: Vec<Name>,
    pub(crate) sort_table: SortTable,
    declared: Vec<Symbol>,
    named: Vec<(Name, Term)>,
    pub(crate) datatypes: Datatypes,
    levels: Vec<Mark>,
    touched: bool,
    suggestions_left: Cell<u32>,
    /// Whether the command that is being read declares a name that has a meaning already.
    pub(crate) was_taken: Cell<bool>,
    /// What is to be said about the command that is being read.
    pub(crate) warnings: Vec<String>,
    /// Whether it was said that negative numerals are not of the standard.
    pub(crate) warned_of_sign: bool,
    /// Declarations and definitions survive `pop` and `reset-assertions`.
    pub(crate) global_declarations: bool,
}

impl Scope {
    /// The symbol table at the beginning of a script.
    pub(crate) fn new() -> Scope {
        let mut scope = Scope {
            names: Names::new(),
            placeholders: Placeholders::default(),
            expansions: Expansions::default(),
            num_definitions: 0,
            bindings: Vec::new(),
            undo: Vec::new(),
            logic: Logic::all(),
            sorts: FxHashMap::default(),
            sort_order: Vec::new(),
            sort_table: SortTable::default(),
            declared: Vec::new(),
            named: Vec::new(),
            datatypes: Datatypes::default(),
            levels: Vec::new(),
            touched: false,
            suggestions_left: Cell::new(100),
            was_taken: Cell::new(false),
            warnings: Vec::new(),
            warned_of_sign: false,
            global_declarations: false,
        };
        scope.enter_logic(Logic::all());
        scope
    }

    /// Puts the theories of a logic into scope. Nothing may have been declared yet.
    pub(crate) fn enter_logic(&mut self, logic: Logic) {
        self.bindings.clear();
        self.sorts.clear();
        for &(text, builtin) in logic.functions() {
            let name = self.names.intern_str(text);
            *self.slot(name) = Some(Binding::Builtin(builtin));
        }
        let sorts = [
            (true, "Bool", SortMeaning::Sort(Sort::Bool)),
            (logic.integers, "Int", SortMeaning::Sort(Sort::Int)),
            (logic.reals, "Real", SortMeaning::Sort(Sort::Real)),
            (logic.arrays, "Array", SortMeaning::Maker(Maker::Array)),
        ];
        for (_, text, meaning) in sorts.into_iter().filter(|(in_scope, ..)| *in_scope) {
            let name = self.names.intern_str(text);
            self.sorts.insert(name, meaning);
        }
        self.logic = logic;
    }

    /// The logic whose theories are in scope.
    pub(crate) fn logic(&self) -> &Logic {
        &self.logic
    }

    /// Whether there are integers and reals, so that integers may stand where reals are expected.
    #[inline]
    pub(crate) fn mixes_numbers(&self) -> bool {
        self.logic.integers && self.logic.reals
    }

    /// Whether the script has declared or defined nothing so far.
    pub(crate) fn is_untouched(&self) -> bool {
        !self.touched
    }

    /// The meaning of a name.
    #[inline]
    pub(crate) fn find(&self, text: &[u8]) -> Option<&Binding> {
        self.binding(self.names.find(text)?)
    }

    /// The meaning of a name.
    #[inline]
    pub(crate) fn binding(&self, name: Name) -> Option<&Binding> {
        self.bindings.get(name.index())?.as_ref()
    }

    /// The meaning of this name as that of a sort.
    pub(crate) fn sort(&self, text: &[u8]) -> Option<&SortMeaning> {
        self.sorts.get(&self.names.find(text)?)
    }

    /// Makes a constant or function known that was declared as this symbol, besides others of the same name.
    pub(crate) fn declare(&mut self, name: Name, symbol: Symbol, terms: &mut Terms) {
        let mut symbols = self.declarations(name, terms);
        symbols.push(symbol);
        self.declared.push(symbol);
        let binding = match symbols.as_slice() {
            [_] if terms.parameters(symbol).is_empty() => Binding::Term(terms.symbol(symbol)),
            [_] => Binding::Function(symbol),
            _ => Binding::Overloaded(symbols.into()),
        };
        self.define(name, binding);
    }

    /// The symbols that were declared under this name; none if it means something else.
    pub(crate) fn declarations(&self, name: Name, terms: &Terms) -> Vec<Symbol> {
        match self.binding(name) {
            Some(Binding::Function(symbol)) => vec![*symbol],
            Some(Binding::Overloaded(symbols)) => symbols.to_vec(),
            Some(&Binding::Term(term)) => match terms.op(term) {
                // A definition may stand for a symbol of another name.
                Op::Symbol(symbol) if terms.name(symbol) == self.names.text(name) => vec![symbol],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// Makes a definition known.
    pub(crate) fn define(&mut self, name: Name, binding: Binding) {
        self.touched = true;
        if self.global_declarations {
            *self.slot(name) = Some(binding);
        } else {
            self.bind(name, binding);
        }
    }

    /// Makes a sort known under a name.
    pub(crate) fn define_sort(&mut self, name: Name, meaning: SortMeaning) {
        self.touched = true;
        self.sorts.insert(name, meaning);
        if !self.global_declarations {
            self.sort_order.push(name);
        }
    }

    /// Gives a name a meaning until the scope goes back to before.
    pub(crate) fn bind(&mut self, name: Name, binding: Binding) {
        let before = self.slot(name).replace(binding);
        self.undo.push(Undo { name, before, outlives_let: false });
    }

    /// Gives a term a name.
    pub(crate) fn name_term(&mut self, name: Name, term: Term) {
        self.bind(name, Binding::Term(term));
        self.undo.last_mut().expect("just pushed").outlives_let = true;
        self.named.push((name, term));
    }

    /// The declared constants and functions in scope, oldest first.
    pub(crate) fn declared(&self) -> &[Symbol] {
        &self.declared
    }

    /// The named terms in scope, oldest first.
    pub(crate) fn named(&self) -> &[(Name, Term)] {
        &self.named
    }

    /// The known name most like a misspelt one, among terms or among functions.
    pub(crate) fn nearest(&self, misspelt: &str, functions: bool) -> Option<&str> {
        const MOST: usize = 20_000;
        // A script with a hundred mistakes has another problem than spelling, and searching costs time.
        self.suggestions_left.set(self.suggestions_left.get().checked_sub(1)?);
        let wanted = |name: &Name| match self.binding(*name) {
            None => false,
            Some(Binding::Term(_) | Binding::Builtin(Builtin::Constant(_))) => !functions,
            Some(Binding::Overloaded(_)) => true,
            Some(_) => functions,
        };
        nearest(misspelt, self.names.iter().take(MOST).filter(wanted).map(|name| self.names.text(name)))
    }

    /// The known sort most like a misspelt one.
    pub(crate) fn nearest_sort(&self, misspelt: &str) -> Option<&str> {
        let basic = ["Int", "Bool", "Real", "Array"].into_iter();
        let basic = basic.filter(|sort| self.sort(sort.as_bytes()).is_some());
        nearest(misspelt, basic.chain(self.sort_order.iter().map(|&name| self.names.text(name))))
    }

    /// The point to go back to.
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            undo: self.undo.len(),
            sorts: self.sort_order.len(),
            declared: self.declared.len(),
            named: self.named.len(),
            datatypes: self.datatypes.len(),
        }
    }

    /// The point to go back to when a `let` ends.
    #[inline]
    pub(crate) fn let_mark(&self) -> usize {
        self.undo.len()
    }

    /// Ends a `let`: forgets its variables, but not the names given to terms in it.
    pub(crate) fn end_let(&mut self, mark: usize) {
        let mut kept = Vec::new();
        while self.undo.len() > mark {
            let undo = self.undo.pop().expect("more entries than at the mark");
            let slot = &mut self.bindings[undo.name.index()];
            let meaning = std::mem::replace(slot, undo.before);
            if undo.outlives_let {
                kept.push((undo.name, meaning.expect("a named term has a meaning")));
            }
        }
        for (name, meaning) in kept.into_iter().rev() {
            self.bind(name, meaning);
            self.undo.last_mut().expect("just pushed").outlives_let = true;
        }
    }

    /// Takes back everything since the mark: the command was wrong.
    pub(crate) fn roll_back(&mut self, mark: Mark) {
        for undo in self.undo.drain(mark.undo..).rev() {
            self.bindings[undo.name.index()] = undo.before;
        }
        for name in self.sort_order.drain(mark.sorts..) {
            self.sorts.remove(&name);
        }
        self.declared.truncate(mark.declared);
        self.named.truncate(mark.named);
        self.datatypes.truncate(mark.datatypes);
    }

    /// Keeps what a command has added since the mark.
    pub(crate) fn commit(&mut self, mark: Mark) {
        if self.global_declarations {
            self.undo.truncate(mark.undo);
        }
    }

    /// Forgets names beyond the first `count`, none of which means anything now, and the terms that were kept
    /// for definitions.
    pub(crate) fn forget_names(&mut self, count: usize) {
        debug_assert!(self.bindings.iter().skip(count).all(Option::is_none));
        self.names.truncate(count);
        self.bindings.truncate(count);
        self.placeholders = Placeholders::default();
        self.expansions.clear();
    }

    /// A number for a definition that no other has.
    pub(crate) fn next_definition(&mut self) -> u64 {
        self.num_definitions += 1;
        self.num_definitions
    }

    /// Opens a level.
    pub(crate) fn push(&mut self) {
        self.levels.push(self.mark());
    }

    /// Closes the newest level.
    pub(crate) fn pop(&mut self) {
        if let Some(mark) = self.levels.pop() {
            self.leave(mark);
        }
    }

    /// Closes all levels and forgets what was declared outside of them too.
    pub(crate) fn reset_assertions(&mut self) {
        self.levels.clear();
        self.leave(Mark { undo: 0, sorts: 0, declared: 0, named: 0, datatypes: 0 });
    }

    fn leave(&mut self, mark: Mark) {
        if !self.global_declarations {
            self.roll_back(mark);
        }
    }

    fn slot(&mut self, name: Name) -> &mut Option<Binding> {
        if self.bindings.len() <= name.index() {
            self.bindings.resize_with(self.names.len().max(name.index() + 1), || None);
        }
        &mut self.bindings[name.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn term_of(scope: &Scope, text: &str) -> Option<Term> {
        match scope.find(text.as_bytes())? {
            Binding::Term(term) => Some(*term),
            _ => None,
        }
    }

    #[test]
    fn levels_and_lets_give_back_what_they_hid() {
        let mut terms = Terms::new();
        let mut scope = Scope::new();
        let (x, n) = (scope.names.intern_str("x"), scope.names.intern_str("n"));
        let outer = terms.declare("x", Sort::Int);
        scope.declare(x, outer, &mut terms);
        let (outer, one, two) = (terms.symbol(outer), terms.int(1), terms.int(2));
        scope.push();
        let mark = scope.let_mark();
        scope.bind(x, Binding::Term(one));
        scope.name_term(n, two);
        assert_eq!(term_of(&scope, "x"), Some(one));
        scope.end_let(mark);
        assert_eq!(term_of(&scope, "x"), Some(outer));
        assert_eq!(term_of(&scope, "n"), Some(two), "named terms outlive the let");
        scope.pop();
        assert_eq!(term_of(&scope, "n"), None);
        assert_eq!(term_of(&scope, "x"), Some(outer));
        assert!(scope.named().is_empty());
        scope.reset_assertions();
        assert_eq!(term_of(&scope, "x"), None);
        assert!(scope.find(b"and").is_some());
    }

    #[test]
    fn global_declarations_survive() {
        let mut terms = Terms::new();
        let mut scope = Scope::new();
        scope.global_declarations = true;
        scope.push();
        let x = scope.names.intern_str("x");
        let symbol = terms.declare("x", Sort::Int);
        scope.declare(x, symbol, &mut terms);
        scope.pop();
        scope.reset_assertions();
        assert!(scope.find(b"x").is_some());
        assert_eq!(scope.declared(), [symbol]);
    }

    #[test]
    fn a_logic_without_integers_leaves_their_names_free() {
        let mut scope = Scope::new();
        scope.enter_logic(Logic::find("QF_UF").unwrap());
        assert!(scope.find(b"abs").is_none() && scope.find(b"and").is_some());
        assert!(scope.find(b"select").is_none() && scope.sort(b"Array").is_none());
        assert!(scope.sort(b"Int").is_none() && scope.sort(b"Bool").is_some());
    }
}
