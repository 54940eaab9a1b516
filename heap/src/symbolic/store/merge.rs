//! Joins of states at the same program point.

use crate::symbolic::facts::choice::ite;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::store::arrays::{Array, Arrays};
use crate::symbolic::store::place::{Base, Class, ObjectId};
use crate::symbolic::store::state::{Frame, State};
use crate::symbolic::store::value::merge_values;
use cfp_solver::{Op, Term};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

type Sizes = Arc<BTreeMap<ObjectId, Term>>;

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
    let sizes = merge_sizes(logic, condition, one.sizes, &other.sizes);
    let mut families = one.families;
    families.extend(other.families);
    let unset_writes = one.unset_writes.max(other.unset_writes);
    State { path, frames, memory, alive, turns, families, sizes, bases, unset_writes }
}

/// The size of a family under a condition holds for each member: the condition is one on the iteration that
/// created it.
fn merge_sizes(logic: &mut Logic, condition: Term, mut one: Sizes, other: &Sizes) -> Sizes {
    if Arc::ptr_eq(&one, other) {
        return one;
    }
    for (&object, &otherwise) in other.iter() {
        match one.get(&object).copied() {
            Some(then) if then == otherwise => {}
            then => {
                // The object exists on one path only, or the paths differ.
                let merged = then.map_or(otherwise, |then| ite(logic, condition, then, otherwise));
                Arc::make_mut(&mut one).insert(object, merged);
            }
        }
    }
    one
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bracket::Brackets;
    use cfp_solver::Sort;
    use fxhash::FxHashMap;

    #[test]
    fn sizes_belong_to_their_paths() {
        let (mut logic, mut arrays) = (Logic::new(Brackets::default()), Arrays::default());
        let condition = logic.terms().constant("condition", Sort::Bool);
        let iteration = logic.terms().constant("iteration", Sort::Int);
        let [two, three, nine] = [2, 3, 9].map(|value| logic.int(value));
        let [changed, single, family] = [1, 2, 3].map(ObjectId);
        let opposite = logic.negated(condition);
        let common = State { families: [family].into(), ..State::default() };
        let mut sides = [(condition, two), (opposite, three)].map(|(path, size)| {
            let mut side = State { path: vec![path], ..common.clone() };
            side.set_size(changed, size);
            side.set_size(family, iteration);
            side
        });
        sides[0].set_size(single, iteration);
        let [one, other] = sides;
        let mut joined = merge(&mut logic, &mut arrays, one, other);
        assert_eq!(joined.sizes[&changed], ite(&mut logic, condition, two, three));
        assert_eq!(joined.sizes[&single], iteration);
        // Behind the loop, the size of a single object is that of the last iteration; members of a family
        // keep theirs.
        joined.substitute(&mut logic, &mut arrays, &FxHashMap::from_iter([(iteration, nine)]));
        assert_eq!((joined.sizes[&single], joined.sizes[&family]), (nine, iteration));
    }
}
