//! Points-to resolution: which objects a pointer may point to, and where in them an offset lies.
//!
//! An object is identified by a number. Numbers below [`FAMILY`] are single objects. An allocation in
//! iteration `k` of a loop under summarisation is a member of a *family*: its number is `FAMILY (k + 1) + f`,
//! so that linear arithmetic distinguishes members and families (thesis, section 4.4: allocations in loops
//! carry index variables). Locals that each iteration creates anew are numbered in the same way: only one of
//! them is alive at a time, and a pointer to an earlier one does not alias it.

use crate::ir::{Pos, TypeId};
use crate::symbolic::facts::choice::{choose, equal};
use crate::symbolic::facts::linear::linear;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::facts::range::Range;
use crate::symbolic::memory::heap::Heap;
use crate::symbolic::memory::object::Object;
use crate::symbolic::store::arrays::Array;
use crate::symbolic::store::place::{Base, Cell, Class, ObjectId, Origin, Place, Row};
use crate::symbolic::store::state::State;
use crate::symbolic::store::value::{Pointer, Value};
use cfp_solver::{Int, Op, Term};
use fxhash::FxHashMap;
use std::collections::BTreeMap;

/// Numbers of single objects and family indices are below this.
pub(crate) const FAMILY: i64 = 1 << 20;

/// A possible target of a pointer.
#[derive(Clone)]
pub(crate) struct Target {
    pub(crate) object: ObjectId,
    /// The member, if the object is a family.
    pub(crate) member: Option<Term>,
    /// The iteration that created it, if each iteration creates it anew and it is not a family.
    pub(crate) turn: Option<Term>,
    /// The condition under which the pointer points there.
    pub(crate) here: Term,
}

/// One case of a conditional number.
struct Leaf {
    term: Term,
    /// The condition of the case.
    here: Term,
    /// Whether the term is syntactically an object number.
    is_number: bool,
}

impl Heap<'_> {
    /// Creates an object that is alive in a state. A heap allocation in a loop under summarisation is a
    /// member of a family.
    pub(crate) fn new_object(
        &mut self,
        state: &mut State,
        origin: Origin,
        size: Term,
        pos: Pos,
        base: Base,
    ) -> ObjectId {
        let (iterations, pos) = (self.logic.iterations.clone(), self.user_pos(pos));
        let is_family = origin.is_owned() && !iterations.is_empty();
        // Re-executed code reuses its objects. The key is the statement under execution, because all code of
        // a library model has the same position.
        let occurrence = self.logic.occurrence("object");
        let key = (self.logic.here, iterations.clone(), occurrence);
        let earlier =
            self.created.get(&key).copied().filter(|&earlier| self.object(earlier).origin == origin);
        let object = match earlier {
            Some(earlier) => {
                self.objects[earlier.0 as usize - 1].newest_size = size;
                earlier
            }
            None => {
                self.objects.push(Object {
                    origin,
                    newest_size: size,
                    pos,
                    ty: None,
                    constant: false,
                    iterations,
                    is_family,
                    rows: Vec::new(),
                    is_touched: false,
                });
                ObjectId(self.objects.len() as u32)
            }
        };
        self.created.insert(key, object);
        debug_assert_eq!(self.check_object(object), Ok(()));
        if i64::from(object.0) >= FAMILY {
            self.gap(pos, "too many objects");
        }
        state.bases.insert(object, base);
        state.set_size(object, size);
        if is_family {
            state.families.insert(object);
            let target = self.newest(object);
            self.set_alive(state, &target, true);
        } else {
            let alive = self.logic.terms().bool(true);
            state.alive.insert(object, alive);
            if self.is_made_anew(object) {
                let iterations = self.object(object).iterations.clone();
                let turn = self.member(&iterations);
                state.turns.insert(object, turn);
            }
        }
        object
    }

    pub(crate) fn object(&self, object: ObjectId) -> &Object {
        &self.objects[object.0 as usize - 1]
    }

    /// Whether each iteration of a loop creates the object anew without keeping a family.
    fn is_made_anew(&self, object: ObjectId) -> bool {
        let object = self.object(object);
        !object.is_family && !object.iterations.is_empty()
    }

    /// The target for an object that was just created.
    pub(crate) fn newest(&mut self, object: ObjectId) -> Target {
        let here = self.logic.terms().bool(true);
        let member = self.object(object).is_family.then(|| self.object(object).iterations.clone());
        let member = member.map(|iterations| self.member(&iterations));
        Target { object, member, turn: None, here }
    }

    /// The number of the member created in some iterations.
    fn member(&mut self, iterations: &[Term]) -> Term {
        if let [single] = iterations {
            return *single;
        }
        let arity = iterations.len();
        let (tuple, parts) = self.tuple_functions(arity);
        let member = self.logic.terms().apply(tuple, iterations);
        // Different iterations have different members: axioms state the projections.
        if self.described_tuples.insert(arity) {
            let variables: Vec<Term> =
                (0..arity).map(|_| self.logic.terms().constant("part", cfp_solver::Sort::Int)).collect();
            let whole = self.logic.terms().apply(tuple, &variables);
            let mut equations = Vec::with_capacity(arity);
            for (&part, &variable) in parts.iter().zip(&variables) {
                let found = self.logic.terms().apply(part, &[whole]);
                equations.push(self.logic.terms().eq(found, variable));
            }
            let body = self.logic.all(&equations);
            self.logic.add_general_fact(tuple, variables, body);
        }
        member
    }

    pub(crate) fn tuple_functions(&mut self, arity: usize) -> (cfp_solver::Symbol, Vec<cfp_solver::Symbol>) {
        if let Some(known) = self.tuples.get(&arity) {
            return known.clone();
        }
        let tuple = self.logic.plain_function("member", arity, Range::natural());
        let parts =
            (0..arity).map(|_| self.logic.plain_function("iteration of", 1, Range::default())).collect();
        self.tuples.insert(arity, (tuple, parts));
        self.tuples[&arity].clone()
    }

    /// The iterations in which a member was created.
    fn iterations_of(&mut self, member: Term, arity: usize) -> Vec<Term> {
        if arity == 1 {
            return vec![member];
        }
        let (tuple, parts) = self.tuple_functions(arity);
        if self.logic.terms().op(member) == Op::Apply(tuple) {
            return self.logic.terms().args(member).to_vec();
        }
        parts.iter().map(|&part| self.logic.terms().apply(part, &[member])).collect()
    }

    /// The number of a single object, or the common part of the numbers of a family. In a function that is
    /// analysed on its own, this is a symbol with one value, so that instantiation can recognise the object.
    pub(crate) fn own_number(&mut self, object: ObjectId) -> Term {
        if !self.is_portable || self.globals.contains(&object) {
            return self.logic.int(object.0);
        }
        if let Some(&known) = self.numbers.get(&object) {
            return known;
        }
        let value = i128::from(object.0);
        let symbol = self.logic.plain_function("object", 0, Range::between(value, value));
        let number = self.logic.terms().apply(symbol, &[]);
        self.numbers.insert(object, number);
        self.by_number.insert(number, object);
        number
    }

    /// The number of a target.
    pub(crate) fn number_of(&mut self, target: &Target) -> Term {
        let family = self.own_number(target.object);
        match target.member.or(target.turn) {
            None => family,
            Some(member) => {
                let next = self.logic.plus_constant(member, 1);
                self.logic.plus(family, next, FAMILY)
            }
        }
    }

    /// The size of an object in bytes; for a family, over the iterations that created its members.
    pub(crate) fn object_size(&self, state: &State, object: ObjectId) -> Term {
        state.sizes.get(&object).copied().unwrap_or_else(|| self.object(object).newest_size)
    }

    /// The size of a target in bytes.
    pub(crate) fn size_of(&mut self, state: &State, target: &Target) -> Term {
        let size = self.object_size(state, target.object);
        let Some(member) = target.member else { return size };
        let iterations = self.object(target.object).iterations.clone();
        let values = self.iterations_of(member, iterations.len());
        let values: FxHashMap<Term, Term> = iterations.into_iter().zip(values).collect();
        self.logic.substitute(size, &values)
    }

    /// Whether a target is alive.
    pub(crate) fn is_alive(&mut self, state: &mut State, target: &Target) -> Term {
        match target.member {
            None => {
                let alive = state
                    .alive
                    .get(&target.object)
                    .copied()
                    .unwrap_or_else(|| self.logic.terms().bool(false));
                match (target.turn, state.turns.get(&target.object)) {
                    (Some(turn), Some(&newest)) => {
                        let is_newest = equal(&mut self.logic, turn, newest);
                        self.logic.all(&[alive, is_newest])
                    }
                    _ => alive,
                }
            }
            Some(member) => {
                let flags = self.contents(state, target.object, Class::Alive);
                let flag = self.arrays.read(&mut self.prover.logic, flags, &vec![member], true)[0];
                self.truth(flag)
            }
        }
    }

    /// Begins or ends the lifetime of a target, if the pointer points there.
    pub(crate) fn set_alive(&mut self, state: &mut State, target: &Target, is_alive: bool) {
        let truth = self.logic.terms().bool(is_alive);
        match target.member {
            None => {
                let before = self.is_alive(state, target);
                let after = choose(&mut self.logic, target.here, &[truth], &[before])[0];
                let after = self.logic.brackets.simplify(after);
                state.alive.insert(target.object, after);
            }
            Some(member) => {
                let before = self.contents(state, target.object, Class::Alive);
                let value: Cell = vec![self.logic.int(i64::from(is_alive)), self.logic.int(1)];
                let after = Array::Store { before, at: vec![member], value };
                let after = self.arrays.add(after);
                let after = self.arrays.choose(&mut self.prover.logic, target.here, after, before);
                state.memory.insert((target.object, Class::Alive), after);
            }
        }
    }

    /// The possible targets of an object number, without infeasible ones. An unresolved number may denote any
    /// existing object.
    pub(crate) fn targets(&mut self, state: &State, object: Term) -> Vec<Target> {
        let mut found = Vec::new();
        for leaf in self.leaves(object) {
            if !self.may_be(state, leaf.here) {
                continue;
            }
            if leaf.is_number {
                found.extend(self.as_target(leaf.term, leaf.here));
            } else {
                if self.nesting > 0 {
                    // It may point to an object that only the callers know.
                    let here = self.logic.here;
                    self.gap(here, "the target of a pointer is unresolved");
                }
                log::debug!("unresolved pointer: {}", self.logic.terms().display(object));
                let all: Vec<ObjectId> = state.alive.keys().chain(&state.families).copied().collect();
                found.extend(all.into_iter().map(|other| self.as_any(leaf.term, leaf.here, other)));
            }
        }
        found
    }

    /// The only possible target of a number that is never null, if its syntax determines one.
    pub(crate) fn single_target(&mut self, state: &State, object: Term) -> Option<Target> {
        let mut found = None;
        for leaf in self.leaves(object) {
            if !self.may_be(state, leaf.here) {
                continue;
            }
            let target = self.as_target(leaf.term, leaf.here).filter(|_| leaf.is_number)?;
            if found.replace(target).is_some() {
                return None;
            }
        }
        found
    }

    /// Whether the syntax of a number determines its objects on all feasible paths.
    pub(crate) fn is_known(&mut self, state: &State, object: Term) -> bool {
        self.leaves(object).iter().all(|leaf| leaf.is_number || !self.may_be(state, leaf.here))
    }

    fn may_be(&mut self, state: &State, here: Term) -> bool {
        match self.logic.terms().op(here) {
            Op::True => true,
            Op::False => false,
            _ => {
                let mut formulas = state.path.clone();
                formulas.push(here);
                !self.logic.can_hold(&formulas).is_no()
            }
        }
    }

    /// The cases of a conditional number, with their conditions.
    fn leaves(&mut self, object: Term) -> Vec<Leaf> {
        // Subterms are older than the term. In order from newest to oldest, all paths to a subterm are known
        // when it is visited.
        let truth = self.logic.terms().bool(true);
        let mut pending: BTreeMap<Term, Vec<Term>> = BTreeMap::from([(object, vec![truth])]);
        let mut found = Vec::new();
        while let Some((term, ways)) = pending.pop_last() {
            let here = self.logic.any(&ways);
            if self.logic.terms().op(term) == Op::Ite {
                let args = self.logic.terms().args(term);
                let (condition, then, otherwise) = (args[0], args[1], args[2]);
                let negated = self.logic.negated(condition);
                for (condition, side) in [(condition, then), (negated, otherwise)] {
                    let way = self.logic.all(&[here, condition]);
                    pending.entry(side).or_default().push(way);
                }
            } else {
                let is_number = self.family_of(term).is_some();
                found.push(Leaf { term, here, is_number });
            }
        }
        found
    }

    /// The target with a number; nothing for null and for functions.
    fn as_target(&mut self, number: Term, here: Term) -> Option<Target> {
        let family = self.family_of(number)?;
        if self.logic.terms().as_constant(number).is_some_and(|value| !value.is_positive()) {
            return None;
        }
        let object = ObjectId(u32::try_from(family).ok().filter(|&family| family > 0)?);
        if object.0 as usize > self.objects.len() {
            return None;
        }
        let member = self.object(object).is_family.then(|| self.member_of(number));
        let turn = self.is_made_anew(object).then(|| self.member_of(number));
        Some(Target { object, member, turn, here })
    }

    /// The number of the object or of its family, if the syntax determines it.
    fn family_of(&mut self, number: Term) -> Option<i64> {
        let (mut products, constant) = linear(self.logic.terms(), number);
        let family = Int::from(FAMILY);
        let named = products.keys().find_map(|part| self.by_number.get(part).map(|&object| (*part, object)));
        let is_multiple = |factor: &Int| family.divides(factor);
        if let Some((part, object)) = named {
            let is_once = products.remove(&part).is_some_and(|factor| factor.is_one());
            let is_number = is_once && is_multiple(&constant) && products.values().all(is_multiple);
            return is_number.then_some(i64::from(object.0));
        }
        if products.is_empty() && constant < family {
            return constant.to_i64();
        }
        products.values().all(is_multiple).then(|| {
            let (_, rest) = constant.div_rem_floor(&family);
            rest.to_i64().unwrap_or(0)
        })
    }

    /// The member of a family that has a number.
    fn member_of(&mut self, number: Term) -> Term {
        let (products, _) = linear(self.logic.terms(), number);
        let named = products.keys().find(|part| self.by_number.contains_key(part)).copied();
        let number = match named {
            Some(family) => self.logic.plus(number, family, -1),
            None => number,
        };
        let next = self.logic.quotient(number, &Int::from(FAMILY));
        self.logic.plus_constant(next, -1)
    }

    /// An object as a candidate target of an unresolved number.
    fn as_any(&mut self, number: Term, here: Term, object: ObjectId) -> Target {
        let is_made_anew = self.is_made_anew(object);
        if !self.object(object).is_family && !is_made_anew {
            let own = self.own_number(object);
            let same = equal(&mut self.logic, number, own);
            return Target { object, member: None, turn: None, here: self.logic.all(&[here, same]) };
        }
        let (size, family) = (self.logic.int(FAMILY), self.own_number(object));
        let rest = self.logic.terms().modulo(number, size);
        let parts = [here, equal(&mut self.logic, rest, family), self.logic.at_most(size, number)];
        let member = self.member_of(number);
        let (member, turn) = if is_made_anew { (None, Some(member)) } else { (Some(member), None) };
        Target { object, member, turn, here: self.logic.all(&parts) }
    }

    /// The address of the first byte of an object.
    pub(crate) fn address(&mut self, state: &State, object: ObjectId) -> Value {
        let target = Target { turn: state.turns.get(&object).copied(), ..self.newest(object) };
        Value::Pointer(Pointer { object: self.number_of(&target), offset: self.logic.int(0) })
    }

    /// The number of parts of a place in an object, for a class.
    pub(crate) fn parts_of_place(&self, object: ObjectId, class: Class) -> usize {
        let object = self.object(object);
        let of_member = usize::from(object.is_family);
        if class == Class::Alive { of_member } else { of_member + object.rows.len() + 1 }
    }

    /// Notes that an object is an array of arrays, unless it was accessed before.
    pub(crate) fn note_rows(&mut self, state: &State, object: Term, rows: TypeId, stride: Term) {
        let leaves = self.leaves(object);
        let [Leaf { term, here, is_number: true }] = leaves[..] else { return };
        let Some(target) = self.as_target(term, here) else { return };
        let is_known = |row: &Row| row.ty == rows;
        let id = target.object;
        if self.object(id).is_touched || self.object(id).rows.iter().any(is_known) {
            return;
        }
        // Nested rows are added outermost first. They must not depend on an iteration, neither on the one
        // that creates the object nor on one that accesses it, because other iterations access the same
        // bytes.
        if self.logic.brackets.terms().mentions(&[stride], self.logic.iterations.iter().copied()) {
            return;
        }
        let zero = self.logic.int(0);
        let is_positive = self.logic.below(zero, stride);
        let is_inner = match self.object(id).rows.last() {
            None => true,
            Some(outer) => self.program.types.element(outer.ty) == Some(rows),
        };
        if is_inner && self.object(id).iterations.is_empty() && self.logic.follows(&state.path, is_positive) {
            self.objects[id.0 as usize - 1].rows.push(Row { ty: rows, stride });
            debug_assert_eq!(self.check_object(id), Ok(()));
        }
    }

    /// The place at an offset in a target.
    pub(crate) fn place(&mut self, state: &State, target: &Target, offset: Term) -> Place {
        self.objects[target.object.0 as usize - 1].is_touched = true;
        let mut place: Place = target.member.into_iter().collect();
        let mut rest = offset;
        for row in self.object(target.object).rows.clone() {
            let (index, inside) = self.split(state, rest, row.stride);
            place.push(index);
            rest = inside;
        }
        place.push(rest);
        place
    }

    /// Splits an offset into a row and the offset in the row.
    fn split(&mut self, state: &State, offset: Term, stride: Term) -> (Term, Term) {
        let zero = self.logic.int(0);
        let (factor, times) = self.logic.primitive(stride);
        let candidates = match self.logic.terms().as_constant(stride).cloned() {
            Some(stride) => constant_splits(&mut self.logic, offset, &stride),
            None => self.symbolic_split(offset, factor, &times).into_iter().collect(),
        };
        for row in candidates {
            let start = self.product(row, stride);
            let inside = self.logic.plus(offset, start, -1);
            let parts = [self.logic.at_most(zero, inside), self.logic.below(inside, stride)];
            let claim = self.logic.all(&parts);
            if self.logic.follows(&state.path, claim) {
                return (row, inside);
            }
        }
        let row = match self.logic.terms().as_constant(stride).cloned() {
            Some(stride) => self.logic.quotient(offset, &stride),
            None => {
                let function = self.row_function;
                self.logic.terms().apply(function, &[offset, stride])
            }
        };
        let start = self.product(row, stride);
        (row, self.logic.plus(offset, start, -1))
    }

    /// The row given by the multiples of `times * factor` in an offset, if there are any.
    fn symbolic_split(&mut self, offset: Term, factor: Term, times: &Int) -> Option<Term> {
        let (products, _) = linear(self.logic.terms(), offset);
        let mut row = self.logic.int(0);
        for (unknown, coefficient) in products {
            let is_product = self.logic.terms().op(unknown) == Op::Apply(self.logic.product);
            let other = if unknown == factor {
                self.logic.int(1)
            } else if is_product {
                let args = self.logic.terms().args(unknown);
                let (one, other) = (args[0], args[1]);
                match factor {
                    _ if one == factor => other,
                    _ if other == factor => one,
                    _ => continue,
                }
            } else {
                continue;
            };
            if times.divides(&coefficient) {
                row = self.logic.plus(row, other, coefficient.div_exact(times));
            }
        }
        Some(row)
    }
}

/// Candidate rows of an offset: the multiples of the stride, without and with the constant part.
fn constant_splits(logic: &mut Logic, offset: Term, stride: &Int) -> Vec<Term> {
    let (products, constant) = linear(logic.terms(), offset);
    let whole: Vec<(Term, Int)> = products
        .into_iter()
        .filter(|(_, factor)| stride.divides(factor))
        .map(|(unknown, factor)| (unknown, factor.div_exact(stride)))
        .collect();
    let mut candidates = vec![logic.sum(&whole, &constant.div_floor(stride)), logic.sum(&whole, &Int::ZERO)];
    candidates.dedup();
    candidates
}
