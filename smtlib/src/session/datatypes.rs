//! Datatypes, for formulas without quantifiers over them.
//!
//! To the engine a datatype is a declared sort with declared functions. For each of its terms axioms are
//! asserted, all of which are true of datatypes; so `unsat` stands. They say that a term is made by exactly
//! one constructor, that selectors return its arguments, and that parts are smaller than the whole.
//!
//! A model of the engine gives each term an element of the sort. If `sat` is to stand, each of these elements
//! must be a value, made of constructors, such that different elements are different values, and that all
//! constructors, testers and selectors that occur agree with them. Elements for which the model does not
//! tell the arguments of the constructor get values that occur nowhere else. What was found is checked; if
//! it fails, the answer is `unknown`.

use crate::read::datatypes::{Constructor, Datatype, Datatypes, Role};
use crate::session::Session;
use crate::text::diagnostic::{Diagnostic, Result};
use cfp_solver::{Int, Model, Op, Rat, Sort, Term, Terms, Value};
use fxhash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;

/// The longest text of a value.
const MAX_TEXT: usize = 1_000_000;
/// The longest text of all values of a model together.
const MAX_TEXTS: usize = 100_000_000;
const UNORDERED: &str = "no values for the elements of datatypes were found";
const TOO_LONG: &str = "the values of datatypes are too long";
/// Datatypes with more constructors number them, which takes fewer axioms than pairs of constructors.
const MAX_PAIRED: usize = 6;

/// Elements that are made by constructors, with the terms that make them.
type Made = Vec<(Value, Term)>;

/// Which terms have axioms.
#[derive(Default)]
pub(crate) struct Axioms {
    /// Those with axioms, and whether with all of them.
    seen: FxHashMap<Term, bool>,
    /// What was noted before, oldest first, to take it back.
    log: Vec<(Term, Option<bool>)>,
    /// The length of the log at each `push`.
    levels: Vec<usize>,
    /// Positions of axioms among the assertions.
    pub(crate) positions: Vec<usize>,
}

impl Axioms {
    pub(crate) fn push(&mut self) {
        self.levels.push(self.log.len());
    }

    /// Goes back to so many levels and assertions.
    pub(crate) fn pop(&mut self, levels: usize, assertions: usize) {
        let Some(&length) = self.levels.get(levels) else { return };
        self.levels.truncate(levels);
        for (term, before) in self.log.drain(length..).rev() {
            match before {
                Some(before) => self.seen.insert(term, before),
                None => self.seen.remove(&term),
            };
        }
        self.positions.retain(|&position| position < assertions);
    }

    /// Notes that a term gets axioms, all of them if it `is_written`; `false` if it has them already.
    fn note(&mut self, term: Term, is_written: bool) -> bool {
        let before = self.seen.get(&term).copied();
        if before.is_some_and(|has_all| has_all || !is_written) {
            return false;
        }
        self.seen.insert(term, is_written);
        self.log.push((term, before));
        true
    }
}

impl Session {
    /// Asserts axioms for the terms of datatypes in these formulas.
    pub(crate) fn add_datatype_axioms(&mut self, roots: &[Term]) {
        let datatypes = &self.scope.datatypes;
        if datatypes.is_empty() {
            return;
        }
        let terms = self.solver.terms_mut();
        let mut seen = FxHashSet::default();
        let mut pending: Vec<(Term, bool)> =
            ground(terms, roots, &mut seen).into_iter().map(|term| (term, true)).collect();
        let mut axioms = Vec::new();
        while let Some((term, is_written)) = pending.pop() {
            let Some(datatype) = datatypes.find(terms.sort(term)) else { continue };
            if is_argument(terms, datatypes, term) || !self.axioms.note(term, is_written) {
                continue;
            }
            let new = axioms_of(terms, datatypes, datatype, term, is_written);
            pending.extend(ground(terms, &new, &mut seen).into_iter().map(|term| (term, false)));
            axioms.extend(new);
        }
        if !axioms.is_empty() {
            self.forget_level_mark();
        }
        for axiom in axioms {
            self.axioms.positions.push(self.solver.assertions().len());
            self.solver.assert(axiom);
        }
    }

    /// After `sat`: finds values for the elements of datatypes. An error says why the answer does not stand.
    pub(crate) fn find_data(&mut self, assumptions: &[Term]) -> std::result::Result<(), &'static str> {
        let datatypes = &self.scope.datatypes;
        if datatypes.is_empty() {
            return Ok(());
        }
        let terms = self.solver.terms();
        let roots: Vec<Term> = self.solver.assertions().iter().chain(assumptions).copied().collect();
        let relevant = terms.reachable(&roots);
        let is_data = |&&term: &&Term| datatypes.find(terms.sort(term)).is_some();
        let mut names = FxHashMap::default();
        if relevant.iter().any(|term| is_data(&term)) {
            if terms.has_quantifiers(&roots) {
                return Err("models with datatypes and quantifiers are not checked");
            }
            if relevant.iter().any(|&term| datatypes.are_inside(terms.sort(term), terms)) {
                return Err("models with arrays of datatypes are not checked");
            }
            if !self.targets.is_empty() {
                return Err("objectives in problems with datatypes are not checked");
            }
            let model = self.solver.model().ok_or("the engine has kept no model")?;
            names = Reconstruction::new(terms, datatypes, model, &relevant).values()?;
        }
        let simplest = Simplest::of(terms, datatypes);
        for datatype in datatypes.iter() {
            if let value @ Value::Element(..) = Value::default_of(terms, datatype.sort)
                && let Entry::Vacant(name) = names.entry(value)
            {
                name.insert(simplest.text(terms, datatype.sort).ok_or(TOO_LONG)?);
            }
        }
        let named = names.into_iter().filter_map(|(value, text)| match value {
            Value::Element(sort, number) => Some(((sort, number), text)),
            _ => None,
        });
        let named = named.collect();
        self.solver.terms_mut().name_elements(named);
        Ok(())
    }

    /// Complains about functions of datatypes of which the model does not tell the value.
    pub(crate) fn require_data_values(&self, asked: &[Term]) -> Result<()> {
        let datatypes = &self.scope.datatypes;
        if datatypes.is_empty() {
            return Ok(());
        }
        let terms = self.solver.terms();
        let known: FxHashSet<Term> = terms.reachable(self.solver.assertions()).into_iter().collect();
        let is_unknown = |&term: &Term| !known.contains(&term) && role(terms, datatypes, term).is_some();
        match terms.reachable(asked).into_iter().find(is_unknown) {
            None => Ok(()),
            Some(term) => Err(Diagnostic::general(format!(
                "the model has no value for {}, which does not occur in the assertions",
                terms.display(term)
            ))),
        }
    }
}

/// The terms below these, themselves included, that are not below quantifiers and were not `seen` before.
fn ground(terms: &Terms, roots: &[Term], seen: &mut FxHashSet<Term>) -> Vec<Term> {
    let mut found: Vec<Term> = roots.iter().copied().filter(|&root| seen.insert(root)).collect();
    let mut next = 0;
    while let Some(&term) = found.get(next) {
        next += 1;
        if !matches!(terms.op(term), Op::Forall | Op::Exists) {
            found.extend(terms.args(term).iter().filter(|&&arg| seen.insert(arg)));
        }
    }
    found
}

/// The constructor to which the outermost function of a term belongs, and what the function does.
fn role<'a>(terms: &Terms, datatypes: &'a Datatypes, term: Term) -> Option<(&'a Constructor, Role)> {
    let (Op::Apply(symbol) | Op::Symbol(symbol)) = terms.op(term) else { return None };
    datatypes.function(symbol)
}

/// Whether a term selects an argument of a constructor that is applied: it needs no axioms of its own.
fn is_argument(terms: &Terms, datatypes: &Datatypes, term: Term) -> bool {
    let Some((selected, Role::Selects(_))) = role(terms, datatypes, term) else { return false };
    let whole = role(terms, datatypes, terms.args(term)[0]);
    matches!(whole, Some((made, Role::Constructs)) if made.symbol == selected.symbol)
}

/// What is true of a term because its sort is this datatype. Of terms that are not written in the script it
/// is left open which arguments their constructors have, unless these have few values: there are always
/// other values then.
fn axioms_of(
    terms: &mut Terms,
    datatypes: &Datatypes,
    datatype: &Datatype,
    term: Term,
    is_written: bool,
) -> Vec<Term> {
    let mut axioms = Vec::new();
    if terms.op(term) == Op::Ite {
        // It is one of its branches, which have axioms.
        return axioms;
    }
    let testers: Vec<Term> =
        datatype.constructors.iter().map(|constructor| terms.apply(constructor.tester, &[term])).collect();
    let made = match role(terms, datatypes, term) {
        Some((made, Role::Constructs)) => Some(made.symbol),
        _ => None,
    };
    for (index, constructor) in datatype.constructors.iter().enumerate() {
        if let Some(symbol) = made {
            if constructor.symbol == symbol {
                axioms.push(testers[index]);
                axioms.extend(arguments(terms, datatypes, datatype, constructor, term));
            } else {
                axioms.push(terms.not(testers[index]));
            }
            continue;
        }
        if testers.len() > MAX_PAIRED {
            let (number, position) = (terms.apply(datatype.index, &[term]), terms.int(index as i64));
            let is_numbered = terms.eq(number, position);
            axioms.push(terms.eq(testers[index], is_numbered));
        } else {
            for &other in &testers[..index] {
                let both = terms.and(&[testers[index], other]);
                axioms.push(terms.not(both));
            }
        }
        let is_finite = |&field: &_| datatypes.is_finite(terms.symbol_sort(field));
        if is_written || constructor.selectors.iter().all(is_finite) {
            let parts: Vec<Term> =
                constructor.selectors.iter().map(|&selector| terms.apply(selector, &[term])).collect();
            let whole = terms.apply(constructor.symbol, &parts);
            let equal = terms.eq(term, whole);
            axioms.push(terms.implies(testers[index], equal));
        }
    }
    if made.is_none() {
        axioms.push(terms.or(&testers));
    }
    axioms
}

/// What is true of the arguments of a term that is made by a constructor.
fn arguments(
    terms: &mut Terms,
    datatypes: &Datatypes,
    datatype: &Datatype,
    constructor: &Constructor,
    term: Term,
) -> Vec<Term> {
    let mut axioms = Vec::new();
    for (position, &selector) in constructor.selectors.iter().enumerate() {
        let argument = terms.args(term)[position];
        let selected = terms.apply(selector, &[term]);
        axioms.push(terms.eq(selected, argument));
        let sort = terms.symbol_sort(selector);
        // Only values that may contain each other need sizes.
        if let Some(part) = datatypes.find(sort)
            && datatypes.are_related(sort, datatype.sort)
        {
            let (smaller, larger) =
                (terms.apply(part.size, &[argument]), terms.apply(datatype.size, &[term]));
            axioms.push(terms.lt(&[smaller, larger]));
        }
    }
    axioms
}

/// A value of a datatype.
struct Tree {
    root: cfp_solver::Symbol,
    fields: Vec<String>,
    text: String,
}

/// The values behind the elements of a model.
struct Reconstruction<'a> {
    terms: &'a Terms,
    datatypes: &'a Datatypes,
    relevant: &'a [Term],
    /// The values of the relevant terms.
    values: FxHashMap<Term, Value>,
    trees: FxHashMap<Value, Tree>,
    simplest: Simplest,
    /// A number above all in the model, from which on numbers are fresh.
    fresh: Int,
}

impl<'a> Reconstruction<'a> {
    fn new(
        terms: &'a Terms,
        datatypes: &'a Datatypes,
        model: &Model,
        relevant: &'a [Term],
    ) -> Reconstruction<'a> {
        let values: FxHashMap<Term, Value> =
            relevant.iter().copied().zip(model.eval_all(terms, relevant)).collect();
        let mut fresh = Int::ONE;
        for value in values.values() {
            let number = match value {
                Value::Int(number) => number.abs(),
                Value::Real(number) => number.ceil().abs(),
                Value::Element(_, number) => Int::from(i64::from(*number)),
                _ => continue,
            };
            fresh = fresh.max(number + Int::ONE);
        }
        let (trees, simplest) = (FxHashMap::default(), Simplest::of(terms, datatypes));
        Reconstruction { terms, datatypes, relevant, values, trees, simplest, fresh }
    }

    /// The texts of the values.
    fn values(mut self) -> std::result::Result<FxHashMap<Value, String>, &'static str> {
        self.make_trees()?;
        self.check()?;
        Ok(self.trees.into_iter().map(|(value, tree)| (value, tree.text)).collect())
    }

    fn make_trees(&mut self) -> std::result::Result<(), &'static str> {
        let is_data = |term: Term| self.datatypes.find(self.terms.sort(term)).is_some();
        let mut made: FxHashMap<Value, Term> = FxHashMap::default();
        let mut tested: FxHashMap<Value, &Constructor> = FxHashMap::default();
        for &term in self.relevant {
            match role(self.terms, self.datatypes, term) {
                Some((_, Role::Constructs)) => _ = made.entry(self.values[&term].clone()).or_insert(term),
                Some((constructor, Role::Tests)) if self.values[&term] == Value::Bool(true) => {
                    tested.insert(self.values[&self.terms.args(term)[0]].clone(), constructor);
                }
                _ => {}
            }
        }
        let mut open: Vec<(Value, Sort)> = Vec::new();
        let mut seen: FxHashSet<&Value> = FxHashSet::default();
        for &term in self.relevant.iter().filter(|&&term| is_data(term)) {
            let value = &self.values[&term];
            if !made.contains_key(value) && seen.insert(value) {
                open.push((value.clone(), self.terms.sort(term)));
            }
        }
        let (order, height) = self.bottom_up(made)?;
        let mut length = 0;
        for (count, (value, sort)) in open.into_iter().enumerate() {
            let constructor = tested.get(&value).ok_or("an element without a constructor")?;
            // What is made of these values is higher than they are, but by less than the spacing.
            let depth = (height + 2).saturating_mul(count + 1);
            let tree = self.fresh_tree(sort, constructor, count, depth).ok_or("no value is free")?;
            length += tree.text.len();
            self.trees.insert(value, tree);
            check_length(length)?;
        }
        for (value, term) in order {
            let tree = self.tree_of(term).ok_or(UNORDERED)?;
            length += tree.text.len();
            self.trees.insert(value, tree);
            check_length(length)?;
        }
        Ok(())
    }

    /// The elements that are made by constructors, each after those that are its arguments; and how many
    /// constructors are around each other at most.
    fn bottom_up(&self, made: FxHashMap<Value, Term>) -> std::result::Result<(Made, usize), &'static str> {
        let mut heights: FxHashMap<&Value, usize> = FxHashMap::default();
        let mut order = Vec::with_capacity(made.len());
        let mut left: Vec<(&Value, Term)> = made.iter().map(|(value, &term)| (value, term)).collect();
        left.sort_by_key(|&(_, term)| term);
        while !left.is_empty() {
            let before = left.len();
            left.retain(|&(value, term)| {
                let parts = self.terms.args(term).iter().map(|part| &self.values[part]);
                let below =
                    parts.filter(|part| made.contains_key(*part)).map(|part| heights.get(part).copied());
                let Some(below) = below.collect::<Option<Vec<usize>>>() else { return true };
                heights.insert(value, 1 + below.into_iter().max().unwrap_or(0));
                order.push((value.clone(), term));
                false
            });
            if left.len() == before {
                return Err(UNORDERED);
            }
        }
        let height = heights.into_values().max().unwrap_or(0);
        Ok((order, height))
    }

    /// The value of a term that is made by a constructor, if those of its arguments are known.
    fn tree_of(&self, term: Term) -> Option<Tree> {
        let Some((constructor, Role::Constructs)) = role(self.terms, self.datatypes, term) else {
            return None;
        };
        let fields =
            self.terms.args(term).iter().map(|arg| self.text(&self.values[arg], self.terms.sort(*arg)));
        Some(tree(constructor, fields.collect::<Option<Vec<String>>>()?))
    }

    fn text(&self, value: &Value, sort: Sort) -> Option<String> {
        match self.datatypes.find(sort) {
            Some(_) => self.trees.get(value).map(|tree| tree.text.clone()),
            None => Some(value.text(self.terms)),
        }
    }

    /// A value made by this constructor that differs from all others: in a number, or in its depth.
    fn fresh_tree(&self, sort: Sort, constructor: &Constructor, count: usize, depth: usize) -> Option<Tree> {
        debug_assert_eq!(self.terms.symbol_sort(constructor.symbol), sort);
        let number = &self.fresh + &Int::from(count as i64);
        let (mut root, hole) = self.fields_around(constructor)?;
        // The texts before and after what is in the argument at which values differ, from the outside
        // inwards.
        let (mut before, mut after): (String, Vec<String>) = (String::new(), Vec::new());
        let mut field = self.terms.symbol_sort(constructor.selectors[hole]);
        for depth in (0..=depth).rev() {
            let innermost = match (self.fresh_atom(field, &number), depth) {
                (Some(text), _) => text,
                (None, 0) => self.simplest.text(self.terms, field)?,
                (None, _) => {
                    let mut constructors = self.datatypes.find(field)?.constructors.iter();
                    let inner = constructors.find(|inner| self.hole(inner).is_some())?;
                    let (fields, hole) = self.fields_around(inner)?;
                    field = self.terms.symbol_sort(inner.selectors[hole]);
                    before += &format!("({} ", inner.written);
                    fields[..hole].iter().for_each(|text| before += &format!("{text} "));
                    after.push(fields[hole + 1..].iter().map(|text| format!(" {text}")).collect());
                    (before.len() <= MAX_TEXT).then_some(())?;
                    continue;
                }
            };
            before += &innermost;
            break;
        }
        after.iter().rev().for_each(|texts| before += &format!("{texts})"));
        root[hole] = before;
        let tree = tree(constructor, root);
        (tree.text.len() <= MAX_TEXT).then_some(tree)
    }

    /// The argument of a constructor in which values can differ without end: a number, an element of a
    /// declared sort, or a value of a datatype.
    fn hole(&self, constructor: &Constructor) -> Option<usize> {
        let sorts: Vec<Sort> =
            constructor.selectors.iter().map(|&selector| self.terms.symbol_sort(selector)).collect();
        let is_data = |sort: Sort| self.datatypes.find(sort).is_some();
        let is_atomic =
            |&sort: &Sort| matches!(sort, Sort::Int | Sort::Real | Sort::Uninterpreted(_)) && !is_data(sort);
        let is_infinite = |&sort: &Sort| is_data(sort) && !self.datatypes.is_finite(sort);
        sorts.iter().position(is_atomic).or_else(|| sorts.iter().position(is_infinite))
    }

    /// The simplest arguments of a constructor, and the argument at which values can differ.
    fn fields_around(&self, constructor: &Constructor) -> Option<(Vec<String>, usize)> {
        let hole = self.hole(constructor)?;
        let fields =
            constructor.selectors.iter().enumerate().map(|(position, &selector)| match position == hole {
                true => Some(String::new()),
                false => self.simplest.text(self.terms, self.terms.symbol_sort(selector)),
            });
        Some((fields.collect::<Option<_>>()?, hole))
    }

    /// The value with this number of a sort that is no datatype.
    fn fresh_atom(&self, sort: Sort, number: &Int) -> Option<String> {
        let value = match sort {
            Sort::Int => Value::Int(number.clone()),
            Sort::Real => Value::Real(Rat::from(number)),
            Sort::Uninterpreted(id) if self.datatypes.find(sort).is_none() => {
                Value::Element(id, u32::try_from(number.to_i64()?).ok()?)
            }
            _ => return None,
        };
        Some(value.text(self.terms))
    }

    /// Whether different elements are different values, and all functions of datatypes agree with them.
    fn check(&self) -> std::result::Result<(), &'static str> {
        const WRONG: &str = "the values that were found for elements of datatypes do not fit";
        let mut seen: FxHashSet<(Sort, &str)> = FxHashSet::default();
        let mut elements: FxHashSet<&Value> = FxHashSet::default();
        for &term in self.relevant {
            let (value, sort) = (&self.values[&term], self.terms.sort(term));
            if self.datatypes.find(sort).is_some() {
                let tree = self.trees.get(value).ok_or(WRONG)?;
                if elements.insert(value) && !seen.insert((sort, &tree.text)) {
                    return Err(WRONG);
                }
            }
            let whole = || self.trees.get(&self.values[&self.terms.args(term)[0]]).ok_or(WRONG);
            let agrees = match role(self.terms, self.datatypes, term) {
                None => true,
                Some((_, Role::Constructs)) => {
                    let made = self.tree_of(term).ok_or(WRONG)?;
                    made.text == self.trees.get(value).ok_or(WRONG)?.text
                }
                Some((constructor, Role::Tests)) => {
                    *value == Value::Bool(whole()?.root == constructor.symbol)
                }
                Some((constructor, Role::Selects(position))) => {
                    let tree = whole()?;
                    tree.root != constructor.symbol
                        || self.text(value, sort).is_some_and(|text| text == tree.fields[position])
                }
            };
            if !agrees {
                return Err(WRONG);
            }
        }
        Ok(())
    }
}

fn tree(constructor: &Constructor, fields: Vec<String>) -> Tree {
    let name = &constructor.written;
    let text = match fields.is_empty() {
        true => name.clone(),
        false => format!("({name} {})", fields.join(" ")),
    };
    Tree { root: constructor.symbol, fields, text }
}

/// The simplest values of datatypes.
struct Simplest {
    /// Without text if it would be too long.
    texts: FxHashMap<Sort, Option<String>>,
}

impl Simplest {
    fn of(terms: &Terms, datatypes: &Datatypes) -> Simplest {
        let mut simplest = Simplest { texts: FxHashMap::default() };
        let mut left = MAX_TEXT;
        for datatype in datatypes.simplest_first() {
            let constructor = datatype.simplest();
            let sorts = constructor.selectors.iter().map(|&field| terms.symbol_sort(field));
            let fields = sorts.map(|sort| {
                let text = simplest.text(terms, sort)?;
                left = left.checked_sub(text.len())?;
                Some(text)
            });
            let fields = fields.collect::<Option<Vec<String>>>();
            let text = fields.map(|fields| tree(constructor, fields).text);
            simplest.texts.insert(datatype.sort, text);
        }
        simplest
    }

    /// The text of some value of a sort.
    fn text(&self, terms: &Terms, sort: Sort) -> Option<String> {
        match self.texts.get(&sort) {
            Some(text) => text.clone(),
            None => Some(Value::default_of(terms, sort).text(terms)),
        }
    }
}

fn check_length(length: usize) -> std::result::Result<(), &'static str> {
    match length <= MAX_TEXTS {
        true => Ok(()),
        false => Err(TOO_LONG),
    }
}
