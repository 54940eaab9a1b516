//! Instantiates a summary at a call: translates the terms and states of an isolated analysis into those of
//! the caller.
//!
//! Parameters become the arguments, initial memory becomes reads from the caller's state, and every other
//! unknown becomes a fresh one for each call (and each iteration of the loops around it). Facts about
//! unknowns are translated with them. If something cannot be translated, the call is inlined instead.

use crate::bracket::Pair;
use crate::symbolic::exec::executor::Executor;
use crate::symbolic::facts::axioms::Fact;
use crate::symbolic::facts::lemmas::growth::Growth;
use crate::symbolic::facts::lemmas::last_assignments::LastAssignment;
use crate::symbolic::findings::sink::InputSite;
use crate::symbolic::memory::targets::Target;
use crate::symbolic::store::arrays::{Array, ArrayId, Unwritten};
use crate::symbolic::store::block::Translation;
use crate::symbolic::store::place::{Base, Class, ObjectId, Place};
use crate::symbolic::store::region::Region;
use crate::symbolic::store::state::State;
use crate::symbolic::store::value::{Pointer, Value};
use cfp_solver::{Op, Symbol, Term};
use fxhash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What a symbol of the isolated analysis stands for in the caller.
#[derive(Clone, Copy)]
enum Meaning {
    /// This term, for a symbol without arguments.
    Value(Term),
    /// The product of its arguments.
    Product,
    /// A function that all analyses share.
    Same(Symbol),
    /// A fresh unknown of the call.
    Unknown(Symbol),
    /// A component of the initial contents of memory.
    Cell(ObjectId, Class, usize),
}

/// A translation from an isolated analysis to a state of a caller.
pub(crate) struct Instantiation<'a, 'p> {
    from: &'a Executor<'p>,
    /// The caller's state at the call, extended by the objects that the function creates.
    state: State,
    /// The caller's objects for those that existed before the call.
    old: BTreeMap<ObjectId, Target>,
    /// The sizes of the objects that the function creates, in its own terms.
    sizes: BTreeMap<ObjectId, Term>,
    /// The caller's numbers for the objects that the function creates.
    new: BTreeMap<ObjectId, ObjectId>,
    terms: FxHashMap<Term, Term>,
    symbols: FxHashMap<Symbol, Meaning>,
    arrays: FxHashMap<ArrayId, ArrayId>,
    /// Unknowns whose facts have not been translated yet.
    pending: Vec<Symbol>,
}

/// A translation together with the analysis that it translates to.
struct Translator<'t, 'a, 'p> {
    instantiation: &'t mut Instantiation<'a, 'p>,
    to: &'t mut Executor<'p>,
}

impl Translation for Translator<'_, '_, '_> {
    fn term(&mut self, term: Term) -> Option<Term> {
        self.instantiation.term(self.to, term)
    }

    fn array(&mut self, array: ArrayId) -> Option<ArrayId> {
        self.instantiation.array(self.to, array)
    }

    fn parts(&mut self, parts: &[Unwritten]) -> Option<Vec<Unwritten>> {
        self.instantiation.parts(self.to, parts)
    }
}

impl<'a, 'p> Instantiation<'a, 'p> {
    /// A translation into a state of a caller, with these objects in place of the function's, which ends in
    /// these states.
    pub(crate) fn new(
        from: &'a Executor<'p>,
        to: &mut Executor<'p>,
        state: State,
        old: BTreeMap<ObjectId, Target>,
        ends: impl IntoIterator<Item = &'a State>,
    ) -> Instantiation<'a, 'p> {
        let mut instantiation = Instantiation {
            from,
            state,
            old,
            sizes: common_sizes(ends),
            new: BTreeMap::new(),
            terms: FxHashMap::default(),
            symbols: FxHashMap::default(),
            arrays: FxHashMap::default(),
            pending: Vec::new(),
        };
        for (&(object, class, base), &array) in &from.unwritten {
            let Some(target) = instantiation.old.get(&object).filter(|_| base == Base::Input) else {
                continue;
            };
            let own = to.contents(&mut instantiation.state, target.object, class);
            instantiation.arrays.insert(array, own);
            let Array::Unwritten(parts) = from.arrays.get(array) else { continue };
            for (part, unwritten) in parts.iter().enumerate() {
                if let Unwritten::Function(symbol, _) = unwritten {
                    instantiation.symbols.insert(*symbol, Meaning::Cell(object, class, part));
                }
            }
        }
        if let Some(position) = from.logic.known_position() {
            let own = to.logic.sum_position();
            instantiation.terms.insert(position, own);
        }
        instantiation
    }

    /// Maps a term without arguments to a term of the caller.
    pub(crate) fn set(&mut self, term: Term, value: Term) {
        self.terms.insert(term, value);
    }

    /// Translates a term.
    pub(crate) fn term(&mut self, to: &mut Executor<'p>, root: Term) -> Option<Term> {
        let terms = self.from.logic.brackets.terms();
        let mut pending = vec![(root, false)];
        while let Some((term, is_ready)) = pending.pop() {
            if self.terms.contains_key(&term) {
                continue;
            }
            let args = terms.args(term);
            if !is_ready && !args.is_empty() {
                pending.push((term, true));
                pending.extend(args.iter().map(|&arg| (arg, false)));
                continue;
            }
            let args: Vec<Term> = args.iter().map(|arg| self.terms[arg]).collect();
            let own = match terms.op(term) {
                Op::True => to.logic.terms().bool(true),
                Op::False => to.logic.terms().bool(false),
                Op::Number(_) => to.logic.int(terms.as_constant(term)?.clone()),
                Op::Symbol(symbol) | Op::Apply(symbol) => self.application(to, symbol, &args)?,
                Op::Decimal(_) | Op::ConstArray(_) | Op::Divisible(_) | Op::Forall | Op::Exists => {
                    return None;
                }
                op => to.logic.rebuild(op, &args),
            };
            self.terms.insert(term, own);
        }
        Some(self.terms[&root])
    }

    fn all_terms(&mut self, to: &mut Executor<'p>, terms: &[Term]) -> Option<Vec<Term>> {
        terms.iter().map(|&term| self.term(to, term)).collect()
    }

    fn application(&mut self, to: &mut Executor<'p>, symbol: Symbol, args: &[Term]) -> Option<Term> {
        Some(match self.meaning(to, symbol)? {
            Meaning::Value(value) => value,
            Meaning::Product => to.product(args[0], args[1]),
            Meaning::Same(own) => to.logic.terms().apply(own, args),
            Meaning::Unknown(own) => to.logic.apply(own, args),
            Meaning::Cell(object, class, part) => {
                let object = self.old[&object].object;
                let array = to.contents(&mut self.state, object, class);
                to.read_cell(&self.state, (object, class), array, &args.to_vec())[part]
            }
        })
    }

    fn meaning(&mut self, to: &mut Executor<'p>, symbol: Symbol) -> Option<Meaning> {
        if let Some(&known) = self.symbols.get(&symbol) {
            return Some(known);
        }
        let from = self.from;
        let terms = from.logic.brackets.terms();
        let arity = terms.parameters(symbol).len();
        let number = from.by_number.iter().find(|(number, _)| terms.op(**number) == Op::Symbol(symbol));
        let meaning = if symbol == from.logic.product {
            Meaning::Product
        } else if symbol == from.row_function {
            Meaning::Same(to.row_function)
        } else if let Some((&key, _)) = from.opaque_functions.iter().find(|(_, known)| **known == symbol) {
            Meaning::Same(to.operation(key))
        } else if let Some((_, &object)) = number {
            Meaning::Value(self.number(to, object)?)
        } else if from.logic.is_pair(symbol) {
            Meaning::Same(to.logic.pair_function())
        } else if from.logic.is_last_writer(symbol)
            || from.tuples.values().any(|(tuple, parts)| *tuple == symbol || parts.contains(&symbol))
        {
            return None;
        } else if let Some((summand, is_inverse)) = from.logic.summand_of(symbol) {
            let summand = self.term(to, summand)?;
            // A sum symbol is one function, so its summand must not depend on an iteration of the caller.
            if to.logic.brackets.terms().mentions(&[summand], to.logic.iterations.iter().copied()) {
                return None;
            }
            let own = to.logic.sum_function(summand);
            Meaning::Same(if is_inverse { to.logic.counter_inverse(own)?.0 } else { own })
        } else if from.logic.is_unknown(symbol) {
            self.pending.push(symbol);
            to.logic.set_loss(from.logic.losses.get(&symbol).cloned());
            let own = to.logic.function(terms.name(symbol), arity, from.logic.range(symbol));
            to.logic.set_loss(None);
            Meaning::Unknown(own)
        } else if arity == 0 {
            Meaning::Value(to.logic.iteration_of_loop())
        } else {
            return None;
        };
        self.symbols.insert(symbol, meaning);
        Some(meaning)
    }

    /// The number of an object in the caller. An object that the function creates is created here on first
    /// use.
    fn number(&mut self, to: &mut Executor<'p>, object: ObjectId) -> Option<Term> {
        if let Some(target) = self.old.get(&object) {
            let target = target.clone();
            return Some(to.number_of(&target));
        }
        let own = self.make(to, object)?;
        match to.address(&self.state, own) {
            Value::Pointer(Pointer { object: number, .. }) => Some(number),
            Value::Number(_) => None,
        }
    }

    fn make(&mut self, to: &mut Executor<'p>, object: ObjectId) -> Option<ObjectId> {
        if let Some(&known) = self.new.get(&object) {
            return Some(known);
        }
        let made = self.from.object(object);
        let is_single = !made.is_family && made.iterations.is_empty() && made.rows.is_empty();
        if !is_single || made.origin.is_owned() && !to.logic.iterations.is_empty() {
            return None;
        }
        let size = *self.sizes.get(&object)?;
        let size = self.term(to, size)?;
        // The position of the call distinguishes it from the objects of other calls.
        let here = to.logic.here;
        let own = to.new_object(&mut self.state, made.origin, size, here, Base::Unset);
        let pos = to.user_pos(made.pos);
        let copy = &mut to.objects[own.0 as usize - 1];
        (copy.pos, copy.ty, copy.constant, copy.is_touched) = (pos, made.ty, made.constant, true);
        self.new.insert(object, own);
        Some(own)
    }

    fn place(&mut self, to: &mut Executor<'p>, place: &Place) -> Option<Place> {
        self.all_terms(to, place)
    }

    /// Translates the components of unknown contents.
    pub(crate) fn parts(&mut self, to: &mut Executor<'p>, parts: &[Unwritten]) -> Option<Vec<Unwritten>> {
        let mut own = Vec::with_capacity(parts.len());
        for part in parts {
            own.push(match part {
                Unwritten::Constant(term) => Unwritten::Constant(self.term(to, *term)?),
                Unwritten::Function(symbol, args) => {
                    let Meaning::Unknown(symbol) = self.meaning(to, *symbol)? else { return None };
                    let mut all = to.logic.iterations.clone();
                    all.extend(self.all_terms(to, args)?);
                    Unwritten::Function(symbol, all)
                }
            });
        }
        Some(own)
    }

    /// Translates an array: the initial contents become the caller's contents at the call.
    pub(crate) fn array(&mut self, to: &mut Executor<'p>, array: ArrayId) -> Option<ArrayId> {
        if let Some(&known) = self.arrays.get(&array) {
            return Some(known);
        }
        let from = self.from;
        let own = match from.arrays.get(array) {
            Array::Unwritten(parts) => Array::Unwritten(self.parts(to, parts)?),
            Array::Store { before, at, value } => {
                let before = self.array(to, *before)?;
                Array::Store { before, at: self.place(to, at)?, value: self.all_terms(to, value)? }
            }
            Array::Overwritten { before, class, from, count, now, written } => {
                let before = self.array(to, *before)?;
                let (from, now) = (self.place(to, from)?, self.parts(to, now)?);
                let written = match written {
                    Some((other, value)) => Some((*other, self.all_terms(to, value)?)),
                    None => None,
                };
                Array::Overwritten { before, class: *class, from, count: *count, now, written }
            }
            Array::Havoc { before, now, region } => {
                let region = match region {
                    Some(region) => Some(Arc::new(self.region(to, region)?)),
                    None => None,
                };
                Array::Havoc { before: self.array(to, *before)?, now: self.parts(to, now)?, region }
            }
            Array::Loop { before, effects, count } => {
                let before = self.array(to, *before)?;
                let effects = effects.translated(&mut |term| self.term(to, term))?;
                debug_assert_eq!(effects.check_invariants(to.logic.terms()), Ok(()));
                Array::Loop { before, effects: Arc::new(effects), count: self.term(to, *count)? }
            }
            Array::Block { before, block } => {
                let before = self.array(to, *before)?;
                let block = block.translated(&mut Translator { instantiation: self, to })?;
                Array::Block { before, block: Arc::new(block) }
            }
            Array::Merge { condition, then, otherwise } => {
                let condition = self.term(to, *condition)?;
                let (then, otherwise) = (self.array(to, *then)?, self.array(to, *otherwise)?);
                Array::Merge { condition, then, otherwise }
            }
        };
        let own = to.arrays.add(own);
        self.arrays.insert(array, own);
        Some(own)
    }

    /// Translates a region.
    fn region(&mut self, to: &mut Executor<'p>, region: &Region) -> Option<Region> {
        let place = self.all_terms(to, &region.place)?;
        let (may, must) = (self.term(to, region.written.may)?, self.term(to, region.written.must)?);
        Some(Region { place, written: Pair { may, must } })
    }

    pub(crate) fn value(&mut self, to: &mut Executor<'p>, value: Value) -> Option<Value> {
        Some(match value {
            Value::Number(term) => Value::Number(self.term(to, term)?),
            Value::Pointer(Pointer { object, offset }) => {
                Value::Pointer(Pointer { object: self.term(to, object)?, offset: self.term(to, offset)? })
            }
        })
    }

    /// The path to the call, followed by a path of the function.
    pub(crate) fn path(&mut self, to: &mut Executor<'p>, formulas: &[Term]) -> Option<Vec<Term>> {
        let own = self.all_terms(to, formulas)?;
        let mut path = self.state.path.clone();
        path.extend(own.into_iter().filter(|&formula| to.logic.terms().op(formula) != Op::True));
        Some(path)
    }

    /// The caller's state after the call, from the function's states at its beginning and its end.
    pub(crate) fn state(&mut self, to: &mut Executor<'p>, entry: &State, end: &State) -> Option<State> {
        let from = self.from;
        let is_alive = |alive: &Term| from.logic.brackets.terms().op(*alive) != Op::False;
        for (&object, alive) in &end.alive {
            if !entry.alive.contains_key(&object) && is_alive(alive) {
                self.make(to, object)?;
            }
        }
        let path = self.path(to, &end.path)?;
        let (mut memory, mut written) = (Vec::new(), BTreeSet::new());
        for (&(object, class), &array) in &end.memory {
            let own = if let Some(target) = self.old.get(&object) {
                let base = entry.bases.get(&object).copied().unwrap_or(Base::Mixed);
                if from.unwritten.get(&(object, class, base)) == Some(&array) {
                    continue;
                }
                written.insert(target.object);
                target.object
            } else if let Some(&own) = self.new.get(&object) {
                own
            } else {
                continue;
            };
            memory.push(((own, class), self.array(to, array)?));
        }
        let mut alive = Vec::new();
        for (object, &now) in &end.alive {
            match self.old.get(object).cloned() {
                Some(_) if entry.alive.get(object) == Some(&now) => {}
                Some(target) if target.member.is_some() || target.turn.is_some() => return None,
                Some(target) => alive.push((target.object, self.term(to, now)?)),
                None => {
                    if let Some(&own) = self.new.get(object) {
                        alive.push((own, self.term(to, now)?));
                    }
                }
            }
        }
        let mut state = State { path, ..self.state.clone() };
        // Writing bytes through one class invalidates the views of them through all other classes.
        for &object in &written {
            for (class, before) in to.classes(&state, object) {
                if !memory.iter().any(|(key, _)| *key == (object, class)) {
                    let parts = to.parts_of_place(object, class);
                    let array = to.heap.arrays.havoc(&mut to.heap.prover.logic, before, class, parts, None);
                    state.memory.insert((object, class), array);
                }
            }
        }
        state.memory.extend(memory);
        let dead = to.logic.terms().bool(false);
        for (object, &own) in &self.new {
            state.alive.insert(own, dead);
            state.bases.insert(own, end.bases.get(object).copied().unwrap_or(Base::Mixed));
        }
        state.alive.extend(alive);
        Some(state)
    }

    /// Translates the inputs that the function reads.
    pub(crate) fn inputs(&mut self, to: &mut Executor<'p>) {
        let from = self.from;
        for site in &from.findings.inputs {
            let Some(Meaning::Unknown(function)) = self.meaning(to, site.function) else { continue };
            let count = match site.count {
                Some(count) => self.term(to, count),
                None => to.loops.counts.last().copied(),
            };
            let pos = to.user_pos(site.pos);
            to.findings.inputs.push(InputSite { pos, function, count });
        }
    }

    /// Translates the facts about the unknowns of the call. Leaving some out would be sound: they only
    /// constrain.
    pub(crate) fn knowledge(&mut self, to: &mut Executor<'p>) {
        let (mut stated, from) = (0, self.from);
        let iteration_facts = from.logic.iteration_facts.len();
        loop {
            while let Some(symbol) = self.pending.pop() {
                for fact in from.logic.facts.get(&symbol).into_iter().flatten() {
                    self.fact(to, symbol, fact);
                }
            }
            // Translated iteration facts may introduce further unknowns.
            if stated == iteration_facts {
                break;
            }
            self.history(to, stated);
            stated += 1;
        }
        for growth in &from.logic.growths {
            self.growth(to, growth);
        }
        for assignment in &from.logic.assignments {
            self.assignment(to, assignment);
        }
        while let Some(symbol) = self.pending.pop() {
            for fact in from.logic.facts.get(&symbol).into_iter().flatten() {
                self.fact(to, symbol, fact);
            }
        }
    }

    /// The iterations around a term: those of the caller, then those of the function.
    fn around(&mut self, to: &mut Executor<'p>, outer: &[Term]) -> Option<Vec<Term>> {
        let mut around = to.logic.iterations.clone();
        around.extend(self.all_terms(to, outer)?);
        Some(around)
    }

    fn fact(&mut self, to: &mut Executor<'p>, symbol: Symbol, fact: &Fact) -> Option<()> {
        let Some(Meaning::Unknown(own)) = self.symbols.get(&symbol).copied() else { return None };
        let variables = self.around(to, &fact.variables)?;
        let body = self.term(to, fact.body)?;
        to.logic.add_fact_in(own, variables, body);
        Some(())
    }

    fn history(&mut self, to: &mut Executor<'p>, index: usize) -> Option<()> {
        let history = &self.from.logic.iteration_facts[index];
        let outer = self.around(to, &history.outer)?;
        let terms = self.all_terms(to, &[history.iteration, history.count, history.body])?;
        to.logic.add_iteration_fact_in(outer, terms[0], terms[1], terms[2]);
        if history.is_solved {
            to.logic.note_solved(terms[1]);
        }
        Some(())
    }

    fn growth(&mut self, to: &mut Executor<'p>, growth: &Growth) -> Option<()> {
        let Some(Meaning::Unknown(function)) = self.symbols.get(&growth.function).copied() else {
            return None;
        };
        let outer = self.around(to, &growth.outer)?;
        let limit = self.term(to, growth.limit)?;
        let (low, high) = (growth.low.clone(), growth.high.clone());
        to.logic.growths.push(Growth { function, outer, low, high, limit });
        Some(())
    }

    fn assignment(&mut self, to: &mut Executor<'p>, known: &LastAssignment) -> Option<()> {
        let Some(Meaning::Unknown(function)) = self.symbols.get(&known.function).copied() else {
            return None;
        };
        let Meaning::Unknown(last) = self.meaning(to, known.last)? else { return None };
        let outer = self.around(to, &known.outer)?;
        let terms = [known.iteration, known.start, known.count, known.is_set, known.value];
        let [iteration, start, count, is_set, value] = self.all_terms(to, &terms)?.try_into().ok()?;
        let own = LastAssignment { function, outer, iteration, start, count, is_set, value, last };
        to.logic.assignments.push(own);
        Some(())
    }
}

/// The sizes of objects that are the same in all of these states.
fn common_sizes<'a>(states: impl IntoIterator<Item = &'a State>) -> BTreeMap<ObjectId, Term> {
    let mut found: BTreeMap<ObjectId, Option<Term>> = BTreeMap::new();
    for state in states {
        for (&object, &size) in state.sizes.iter() {
            let known = found.entry(object).or_insert(Some(size));
            *known = known.filter(|&known| known == size);
        }
    }
    found.into_iter().filter_map(|(object, size)| Some((object, size?))).collect()
}
