//! Joins of states at the same program point.

use crate::symbolic::facts::choice::ite;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::store::arrays::{Array, Arrays};
use crate::symbolic::store::place::{Base, Class, ObjectId};
use crate::symbolic::store::state::{Frame, State};
use crate::symbolic::store::value::merge_values;
use cfp_solver::{Op, Term};
use std::collections::{BTreeMap, BTreeSet};

/// Joins two states of the same program point. Their paths exclude each other. Objects present in both must
/// have the same classes in both.
pub(crate) fn merge(logic: &mut Logic, arrays: &mut Arrays, one: State, other: State) -> State {
    let common = one.path.iter().zip(&other.path).take_while(|(left, right)| left == right).count();
    let mut path = one.path[..common].to_vec();
    let (left, right) = (&one.path[common..], &other.path[common..]);
    let condition = match (left, right) {
        // Two sides of a branch: its condition distinguishes them, and what was assumed on each side holds
        // under that condition.
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
            // The object exists on one path only, or both paths agree.
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
            // Assigned on one path only: the value must not be used.
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
