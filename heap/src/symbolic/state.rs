//! What the program has in its variables and memory at some point, on some paths.

use super::logic::Logic;
use super::memory::{Array, ArrayId, Arrays, Base, Class, ObjectId, ite};
use crate::ir::FuncId;
use cfp_solver::{Op, Term};
use fxhash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// What a variable holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// An integer in the range of its type, or a floating number that is not looked into.
    Number(Term),
    /// An object, by number, and an offset in bytes; the null pointer is object 0.
    Pointer(Term, Term),
}

impl Value {
    /// The value with terms in the place of others.
    pub(super) fn substitute(self, logic: &mut Logic, values: &FxHashMap<Term, Term>) -> Value {
        match self {
            Value::Number(term) => Value::Number(logic.substitute(term, values)),
            Value::Pointer(object, offset) => {
                Value::Pointer(logic.substitute(object, values), logic.substitute(offset, values))
            }
        }
    }
}

/// The variables of a call.
#[derive(Clone)]
pub(super) struct Frame {
    pub(super) function: FuncId,
    /// Values by variable; nothing where nobody has set one.
    pub(super) vars: Vec<Option<Value>>,
    pub(super) slots: Vec<Option<ObjectId>>,
    pub(super) allocas: Vec<ObjectId>,
    /// Where the result goes if it is an object.
    pub(super) result: Option<(Term, Term)>,
}

/// The program at a point.
#[derive(Clone, Default)]
pub(super) struct State {
    /// What holds on the paths to here.
    pub(super) path: Vec<Term>,
    pub(super) frames: Vec<Frame>,
    pub(super) memory: BTreeMap<(ObjectId, Class), ArrayId>,
    /// Objects that have been begun, and whether they are alive.
    pub(super) alive: BTreeMap<ObjectId, Term>,
    /// Objects that each iteration of a loop makes anew: in which one the newest of them was made. Earlier
    /// ones have ended.
    pub(super) turns: BTreeMap<ObjectId, Term>,
    /// Families that have been begun.
    pub(super) families: BTreeSet<ObjectId>,
    /// What their cells hold that nobody has written.
    pub(super) bases: BTreeMap<ObjectId, Base>,
    /// How often something was written that may not have been set: what was set before is not any more.
    pub(super) unset_writes: u32,
}

impl State {
    pub(super) fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a call is under way")
    }

    /// Adds something that holds from here on.
    pub(super) fn assume(&mut self, logic: &mut Logic, formula: Term) {
        if logic.terms().op(formula) != Op::True {
            self.path.push(formula);
        }
    }

    /// The state with terms in the place of others.
    pub(super) fn substitute(
        &mut self,
        logic: &mut Logic,
        arrays: &mut Arrays,
        values: &FxHashMap<Term, Term>,
    ) {
        for formula in &mut self.path {
            *formula = logic.substitute(*formula, values);
        }
        // A path has no formulas that say nothing: who goes on from it finds all of it at the beginning of
        // his own.
        self.path.retain(|&formula| logic.terms().op(formula) != Op::True);
        for frame in &mut self.frames {
            if let Some((object, offset)) = &mut frame.result {
                (*object, *offset) = (logic.substitute(*object, values), logic.substitute(*offset, values));
            }
            for value in frame.vars.iter_mut().flatten() {
                *value = value.substitute(logic, values);
            }
        }
        for term in self.alive.values_mut().chain(self.turns.values_mut()) {
            *term = logic.substitute(*term, values);
        }
        let mut done = FxHashMap::default();
        for array in self.memory.values_mut() {
            *array = arrays.substitute(logic, *array, values, &mut done);
        }
    }
}

/// Two states of the same point on different paths, as one. The paths exclude each other. Memory of objects
/// that are in both has been looked at in the same classes on both.
pub(super) fn merge(logic: &mut Logic, arrays: &mut Arrays, one: State, other: State) -> State {
    let common = one.path.iter().zip(&other.path).take_while(|(left, right)| left == right).count();
    let mut path = one.path[..common].to_vec();
    let (left, right) = (&one.path[common..], &other.path[common..]);
    let condition = match (left, right) {
        // The two sides of a branch: its condition tells them apart, and what was added on each side holds
        // there.
        ([condition, left @ ..], [opposite, right @ ..]) if logic.negated(*condition) == *opposite => {
            let (left, right) = (logic.all(left), logic.all(right));
            for (side, holds) in [(*condition, left), (*opposite, right)] {
                let claim = logic.implied(side, holds);
                if logic.terms().op(claim) != Op::True {
                    path.push(claim);
                }
            }
            *condition
        }
        _ => {
            let (condition, opposite) = (logic.all(left), logic.all(right));
            let either = logic.any(&[condition, opposite]);
            if logic.terms().op(either) != Op::True {
                path.push(either);
            }
            condition
        }
    };
    let frames = one
        .frames
        .into_iter()
        .zip(other.frames)
        .map(|(left, right)| merge_frames(logic, condition, left, right))
        .collect();
    let mut memory = BTreeMap::new();
    let keys: BTreeSet<(ObjectId, Class)> = one.memory.keys().chain(other.memory.keys()).copied().collect();
    for key in keys {
        let merged = match (one.memory.get(&key), other.memory.get(&key)) {
            (Some(&then), Some(&otherwise)) if then != otherwise => {
                arrays.add(Array::Merge { condition, then, otherwise })
            }
            // An object that is there on one of the paths only, or both have the same.
            (Some(&array), _) | (_, Some(&array)) => array,
            (None, None) => continue,
        };
        memory.insert(key, merged);
    }
    let mut alive = BTreeMap::new();
    let dead = logic.terms().bool(false);
    let objects: BTreeSet<ObjectId> = one.alive.keys().chain(other.alive.keys()).copied().collect();
    for object in objects {
        let then = one.alive.get(&object).copied().unwrap_or(dead);
        let otherwise = other.alive.get(&object).copied().unwrap_or(dead);
        alive.insert(object, ite(logic, condition, then, otherwise));
    }
    let mut turns = one.turns;
    for (object, turn) in other.turns {
        let merged = turns.entry(object).or_insert(turn);
        *merged = ite(logic, condition, *merged, turn);
    }
    let mut bases = one.bases;
    for (object, base) in other.bases {
        let merged = bases.entry(object).or_insert(base);
        if *merged != base {
            *merged = if merged.is_set() && base.is_set() { Base::Set } else { Base::Mixed };
        }
    }
    let mut families = one.families;
    families.extend(other.families);
    let unset_writes = one.unset_writes.max(other.unset_writes);
    State { path, frames, memory, alive, turns, families, bases, unset_writes }
}

fn merge_frames(logic: &mut Logic, condition: Term, left: Frame, right: Frame) -> Frame {
    let mut vars = Vec::with_capacity(left.vars.len());
    for (one, other) in left.vars.into_iter().zip(right.vars) {
        vars.push(match (one, other) {
            (Some(one), Some(other)) => merge_values(logic, condition, one, other),
            // Set on one of the paths only: not to be used.
            _ => None,
        });
    }
    let slots = left.slots.into_iter().zip(right.slots);
    let slots = slots.map(|(one, other)| if one == other { one } else { one.or(other) }).collect();
    let mut allocas = left.allocas;
    allocas.extend(right.allocas);
    allocas.sort_unstable();
    allocas.dedup();
    Frame { function: left.function, vars, slots, allocas, result: left.result }
}

fn merge_values(logic: &mut Logic, condition: Term, one: Value, other: Value) -> Option<Value> {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => Some(Value::Number(ite(logic, condition, one, other))),
        (Value::Pointer(object, offset), Value::Pointer(other, other_offset)) => Some(Value::Pointer(
            ite(logic, condition, object, other),
            ite(logic, condition, offset, other_offset),
        )),
        _ => None,
    }
}
