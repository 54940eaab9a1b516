//! Program states: variables and memory at a program point, on a set of paths.

use crate::ir::FuncId;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::store::arrays::{ArrayId, Arrays};
use crate::symbolic::store::place::{Base, Class, ObjectId};
use crate::symbolic::store::value::{Pointer, Value};
use cfp_solver::{Op, Term};
use fxhash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The stack frame of a call.
#[derive(Clone)]
pub(crate) struct Frame {
    pub(crate) function: FuncId,
    /// Values by variable; nothing for uninitialized variables.
    pub(crate) vars: Vec<Option<Value>>,
    pub(crate) slots: Vec<Option<ObjectId>>,
    pub(crate) allocas: Vec<ObjectId>,
    /// Where the result goes if it has aggregate type.
    pub(crate) result: Option<Pointer>,
}

/// A program state.
#[derive(Clone, Default)]
pub(crate) struct State {
    /// The path condition, as a conjunction.
    pub(crate) path: Vec<Term>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) memory: BTreeMap<(ObjectId, Class), ArrayId>,
    /// Objects whose lifetime has begun, and whether they are alive.
    pub(crate) alive: BTreeMap<ObjectId, Term>,
    /// Objects that each iteration of a loop creates anew: the iteration that created the newest one. The
    /// lifetime of earlier ones has ended.
    pub(crate) turns: BTreeMap<ObjectId, Term>,
    /// Families of which a member may have been created.
    pub(crate) families: BTreeSet<ObjectId>,
    /// The sizes in bytes of objects that have begun; for a family, over the iterations that created its
    /// members. Few statements change them, so copies of a state share them.
    pub(crate) sizes: Arc<BTreeMap<ObjectId, Term>>,
    /// The initial contents of objects.
    pub(crate) bases: BTreeMap<ObjectId, Base>,
    /// The number of writes of possibly uninitialized values. After such a write, cells that were initialized
    /// may no longer be.
    pub(crate) unset_writes: u32,
}

impl State {
    pub(crate) fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a call is under way")
    }

    /// Adds a conjunct to the path condition.
    pub(crate) fn assume(&mut self, logic: &mut Logic, formula: Term) {
        if logic.terms().op(formula) != Op::True {
            self.path.push(formula);
        }
    }

    /// Sets the size of an object that begins.
    pub(crate) fn set_size(&mut self, object: ObjectId, size: Term) {
        if self.sizes.get(&object) != Some(&size) {
            Arc::make_mut(&mut self.sizes).insert(object, size);
        }
    }

    /// Substitutes terms in the state.
    pub(crate) fn substitute(
        &mut self,
        logic: &mut Logic,
        arrays: &mut Arrays,
        values: &FxHashMap<Term, Term>,
    ) {
        for formula in &mut self.path {
            *formula = logic.substitute(*formula, values);
        }
        // Drop trivial conjuncts: callers rely on the path of an earlier state being a prefix of later ones.
        self.path.retain(|&formula| logic.terms().op(formula) != Op::True);
        for frame in &mut self.frames {
            if let Some(Pointer { object, offset }) = &mut frame.result {
                (*object, *offset) = (logic.substitute(*object, values), logic.substitute(*offset, values));
            }
            for value in frame.vars.iter_mut().flatten() {
                *value = value.substitute(logic, values);
            }
        }
        for term in self.alive.values_mut().chain(self.turns.values_mut()) {
            *term = logic.substitute(*term, values);
        }
        self.substitute_sizes(logic, values);
        let mut done = FxHashMap::default();
        for array in self.memory.values_mut() {
            *array = arrays.substitute(logic, *array, values, &mut done);
        }
        debug_assert_eq!(self.check_invariants(logic.terms(), arrays), Ok(()));
    }

    /// Substitutes terms in the sizes. The size of a family holds for all its members, whatever the current
    /// iteration is.
    fn substitute_sizes(&mut self, logic: &mut Logic, values: &FxHashMap<Term, Term>) {
        let mut changed = Vec::new();
        for (&object, &size) in self.sizes.iter().filter(|(object, _)| !self.families.contains(object)) {
            let now = logic.substitute(size, values);
            if now != size {
                changed.push((object, now));
            }
        }
        for (object, size) in changed {
            self.set_size(object, size);
        }
    }
}
