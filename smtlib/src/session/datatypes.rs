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

use crate::read::datatypes::{Constructor, Datatype, Datatypes};
use crate::session::Session;
use crate::text::diagnostic::{Diagnostic, Result};
use crate::text::literal::symbol_literal;
use cfp_solver::{Int, Model, Op, Rat, Sort, Term, Terms, Value};
use fxhash::{FxHashMap, FxHashSet};

/// The longest text of a value.
const MAX_TEXT: usize = 1_000_000;

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
        let mut pending: Vec<(Term, bool)> =
            ground(terms, roots).into_iter().map(|term| (term, true)).collect();
        let mut axioms = Vec::new();
        while let Some((term, is_written)) = pending.pop() {
            let Some(datatype) = datatypes.find(terms.sort(term)) else { continue };
            if is_argument(terms, datatypes, term) || !self.axioms.note(term, is_written) {
                continue;
            }
            let new = axioms_of(terms, datatypes, datatype, term, is_written);
            pending.extend(ground(terms, &new).into_iter().map(|term| (term, false)));
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
        for datatype in datatypes.iter() {
            if let value @ Value::Element(..) = Value::default_of(terms, datatype.sort) {
                names.entry(value).or_insert_with(|| simplest(terms, datatypes, datatype.sort));
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

/// The terms below these, themselves included, that are not below quantifiers.
fn ground(terms: &Terms, roots: &[Term]) -> Vec<Term> {
    let mut seen: FxHashSet<Term> = roots.iter().copied().collect();
    let mut found: Vec<Term> = roots.to_vec();
    let mut next = 0;
    while let Some(&term) = found.get(next) {
        next += 1;
        if !matches!(terms.op(term), Op::Forall | Op::Exists) {
            found.extend(terms.args(term).iter().filter(|&&arg| seen.insert(arg)));
        }
    }
    found
}

/// What a function of a datatype does.
enum Role<'a> {
    Constructs(&'a Constructor),
    Tests(&'a Constructor),
    /// Selects the argument at this position.
    Selects(&'a Constructor, usize),
}

/// The role of the outermost function of a term, if it belongs to a datatype.
fn role<'a>(terms: &Terms, datatypes: &'a Datatypes, term: Term) -> Option<Role<'a>> {
    let (Op::Apply(symbol) | Op::Symbol(symbol)) = terms.op(term) else { return None };
    let sort = terms.args(term).first().map_or(terms.sort(term), |&first| terms.sort(first));
    let candidates = [datatypes.find(terms.sort(term)), datatypes.find(sort)];
    for constructor in candidates.into_iter().flatten().flat_map(|datatype| &datatype.constructors) {
        if constructor.symbol == symbol {
            return Some(Role::Constructs(constructor));
        }
        if constructor.tester == symbol {
            return Some(Role::Tests(constructor));
        }
        if let Some(position) = constructor.selectors.iter().position(|&selector| selector == symbol) {
            return Some(Role::Selects(constructor, position));
        }
    }
    None
}

/// Whether a term selects an argument of a constructor that is applied: it needs no axioms of its own.
fn is_argument(terms: &Terms, datatypes: &Datatypes, term: Term) -> bool {
    let Some(Role::Selects(selected, _)) = role(terms, datatypes, term) else { return false };
    let whole = role(terms, datatypes, terms.args(term)[0]);
    matches!(whole, Some(Role::Constructs(made)) if made.symbol == selected.symbol)
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
        Some(Role::Constructs(made)) => Some(made.symbol),
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
        for &other in &testers[..index] {
            let both = terms.and(&[testers[index], other]);
            axioms.push(terms.not(both));
        }
        let is_finite = |&field: &_| datatypes.is_finite(terms.symbol_sort(field), terms);
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
            && (sort == datatype.sort || datatypes.contains(sort, datatype.sort, terms))
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
        Reconstruction { terms, datatypes, relevant, values, trees: FxHashMap::default(), fresh }
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
                Some(Role::Constructs(_)) => _ = made.entry(self.values[&term].clone()).or_insert(term),
                Some(Role::Tests(constructor)) if self.values[&term] == Value::Bool(true) => {
                    tested.insert(self.values[&self.terms.args(term)[0]].clone(), constructor);
                }
                _ => {}
            }
        }
        let mut open: Vec<(Value, Sort)> = Vec::new();
        for &term in self.relevant.iter().filter(|&&term| is_data(term)) {
            let value = &self.values[&term];
            if made.contains_key(value) {
                continue;
            }
            if !open.iter().any(|(other, _)| other == value) {
                open.push((value.clone(), self.terms.sort(term)));
            }
        }
        let spacing = 2 + made.len() + open.len();
        for (count, (value, sort)) in open.into_iter().enumerate() {
            let constructor = tested.get(&value).ok_or("an element without a constructor")?;
            let tree =
                self.fresh_tree(sort, constructor, count, spacing * (count + 1)).ok_or("no value is free")?;
            self.trees.insert(value, tree);
        }
        // From the smaller to the larger.
        let mut left: Vec<(Value, Term)> = made.into_iter().collect();
        left.sort_by_key(|&(_, term)| term);
        while !left.is_empty() {
            let before = left.len();
            let mut length = 0;
            for (value, term) in std::mem::take(&mut left) {
                match self.tree_of(term) {
                    Some(tree) => {
                        length += tree.text.len();
                        self.trees.insert(value, tree);
                    }
                    None => left.push((value, term)),
                }
            }
            if left.len() == before || length > MAX_TEXT {
                return Err("no values for the elements of datatypes were found");
            }
        }
        Ok(())
    }

    /// The value of a term that is made by a constructor, if those of its arguments are known.
    fn tree_of(&self, term: Term) -> Option<Tree> {
        let Some(Role::Constructs(constructor)) = role(self.terms, self.datatypes, term) else { return None };
        let fields =
            self.terms.args(term).iter().map(|arg| self.text(&self.values[arg], self.terms.sort(*arg)));
        Some(tree(self.terms, constructor, fields.collect::<Option<Vec<String>>>()?))
    }

    fn text(&self, value: &Value, sort: Sort) -> Option<String> {
        match self.datatypes.find(sort) {
            Some(_) => self.trees.get(value).map(|tree| tree.text.clone()),
            None => Some(value.text(self.terms)),
        }
    }

    /// A value made by this constructor that differs from all others: in a number, or in its depth.
    fn fresh_tree(&self, sort: Sort, constructor: &Constructor, count: usize, depth: usize) -> Option<Tree> {
        let sorts: Vec<Sort> =
            constructor.selectors.iter().map(|&selector| self.terms.symbol_sort(selector)).collect();
        let is_atomic = |sort: &Sort| matches!(sort, Sort::Int | Sort::Real | Sort::Uninterpreted(_));
        let is_plain = |sort: &Sort| is_atomic(sort) && self.datatypes.find(*sort).is_none();
        let is_infinite = |sort: &Sort| {
            self.datatypes.find(*sort).is_some() && !self.datatypes.is_finite(*sort, self.terms)
        };
        let chosen = sorts.iter().position(is_plain).or_else(|| sorts.iter().position(is_infinite))?;
        let number = &self.fresh + &Int::from(count as i64);
        let mut fields = Vec::with_capacity(sorts.len());
        for (position, &field) in sorts.iter().enumerate() {
            fields.push(match field {
                _ if position != chosen => simplest(self.terms, self.datatypes, field),
                Sort::Int => Value::Int(number.clone()).text(self.terms),
                Sort::Real => Value::Real(Rat::from(&number)).text(self.terms),
                Sort::Uninterpreted(id) if self.datatypes.find(field).is_none() => {
                    Value::Element(id, u32::try_from(number.to_i64()?).ok()?).text(self.terms)
                }
                _ if depth == 0 => simplest(self.terms, self.datatypes, field),
                _ => {
                    let datatype = self.datatypes.find(field)?;
                    let is_large = |constructor: &&Constructor| {
                        let mut sorts =
                            constructor.selectors.iter().map(|&field| self.terms.symbol_sort(field));
                        sorts.any(|sort| is_plain(&sort) || is_infinite(&sort))
                    };
                    let inner = datatype.constructors.iter().find(is_large)?;
                    self.fresh_tree(field, inner, count, depth.checked_sub(1)?)?.text
                }
            });
        }
        debug_assert_eq!(self.terms.symbol_sort(constructor.symbol), sort);
        let tree = tree(self.terms, constructor, fields);
        (tree.text.len() <= MAX_TEXT).then_some(tree)
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
                Some(Role::Constructs(_)) => {
                    let made = self.tree_of(term).ok_or(WRONG)?;
                    made.text == self.trees.get(value).ok_or(WRONG)?.text
                }
                Some(Role::Tests(constructor)) => *value == Value::Bool(whole()?.root == constructor.symbol),
                Some(Role::Selects(constructor, position)) => {
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

fn tree(terms: &Terms, constructor: &Constructor, fields: Vec<String>) -> Tree {
    let name = symbol_literal(terms.name(constructor.symbol));
    let text = match fields.is_empty() {
        true => name.into_owned(),
        false => format!("({name} {})", fields.join(" ")),
    };
    Tree { root: constructor.symbol, fields, text }
}

/// The text of some value of a sort.
fn simplest(terms: &Terms, datatypes: &Datatypes, sort: Sort) -> String {
    match datatypes.simplest(sort, terms) {
        None => Value::default_of(terms, sort).text(terms),
        Some(constructor) => {
            let fields = constructor.selectors.iter();
            let fields = fields.map(|&field| simplest(terms, datatypes, terms.symbol_sort(field)));
            tree(terms, constructor, fields.collect()).text
        }
    }
}
