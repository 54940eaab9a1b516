//! What the program has in its variables and memory at some point, on some paths.

use crate::ir::FuncId;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::store::arrays::{ArrayId, Arrays};
use crate::symbolic::store::place::{Base, Class, ObjectId};
use crate::symbolic::store::value::Value;
use cfp_solver::{Op, Term};
use fxhash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// The variables of a call.
#[derive(Clone)]
pub(crate) struct Frame {
    pub(crate) function: FuncId,
    /// Values by variable; nothing where nobody has set one.
    pub(crate) vars: Vec<Option<Value>>,
    pub(crate) slots: Vec<Option<ObjectId>>,
    pub(crate) allocas: Vec<ObjectId>,
    /// Where the result goes if it is an object.
    pub(crate) result: Option<(Term, Term)>,
}

/// The program at a point.
#[derive(Clone, Default)]
pub(crate) struct State {
    /// What holds on the paths to here.
    pub(crate) path: Vec<Term>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) memory: BTreeMap<(ObjectId, Class), ArrayId>,
    /// Objects that have been begun, and whether they are alive.
    pub(crate) alive: BTreeMap<ObjectId, Term>,
    /// Objects that each iteration of a loop makes anew: in which one the newest of them was made. Earlier
    /// ones have ended.
    pub(crate) turns: BTreeMap<ObjectId, Term>,
    /// Families that have been begun.
    pub(crate) families: BTreeSet<ObjectId>,
    /// What their cells hold that nobody has written.
    pub(crate) bases: BTreeMap<ObjectId, Base>,
    /// How often something was written that may not have been set: what was set before is not any more.
    pub(crate) unset_writes: u32,
}

impl State {
    pub(crate) fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a call is under way")
    }

    /// Adds something that holds from here on.
    pub(crate) fn assume(&mut self, logic: &mut Logic, formula: Term) {
        if logic.terms().op(formula) != Op::True {
            self.path.push(formula);
        }
    }

    /// The state with terms in the place of others.
    pub(crate) fn substitute(
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
        debug_assert_eq!(self.check_invariants(logic.terms(), arrays), Ok(()));
    }
}
