//! The symbolic heap: all objects of an analysis and the contents of their cells, with the [prover](Prover)
//! that checks accesses.

use crate::analysis::MemoryModel;
use crate::ir::Pos;
use crate::symbolic::facts::range::Range;
use crate::symbolic::findings::prover::Prover;
use crate::symbolic::memory::object::Object;
use crate::symbolic::store::arrays::{ArrayId, Arrays};
use crate::symbolic::store::merge::merge;
use crate::symbolic::store::place::{Base, Class, ObjectId};
use crate::symbolic::store::state::State;
use crate::symbolic::store::weak::WeakModel;
use cfp_solver::{Symbol, Term};
use fxhash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, DerefMut};

/// Objects and array contents of an analysis: what is the same in all states, and the arrays that states
/// refer to. Whatever holds in one state only belongs to [`State`].
pub(crate) struct Heap<'p> {
    pub(crate) prover: Prover<'p>,
    pub(crate) arrays: Arrays,
    pub(crate) objects: Vec<Object>,
    /// Objects by allocation site, iterations, and occurrence in the pass, so that re-executed code reuses
    /// them.
    pub(crate) created: FxHashMap<(Pos, Vec<Term>, u32), ObjectId>,
    /// By arity: the function that encodes a tuple of iterations, and its projections.
    pub(crate) tuples: BTreeMap<usize, (Symbol, Vec<Symbol>)>,
    pub(crate) described_tuples: BTreeSet<usize>,
    pub(crate) globals: Vec<ObjectId>,
    /// Whether the result is instantiated in other analyses. Then object numbers are symbols.
    pub(crate) is_portable: bool,
    pub(crate) numbers: BTreeMap<ObjectId, Term>,
    pub(crate) by_number: FxHashMap<Term, ObjectId>,
    /// Initial contents by object: the same no matter when they are first read.
    pub(crate) unwritten: BTreeMap<(ObjectId, Class, Base), ArrayId>,
    pub(crate) model: MemoryModel,
    /// Maps an offset to its row, for rows of non-constant size.
    pub(crate) row_function: Symbol,
    /// The nesting depth of analyses that started this one.
    pub(crate) nesting: usize,
}

impl<'p> Deref for Heap<'p> {
    type Target = Prover<'p>;

    fn deref(&self) -> &Prover<'p> {
        &self.prover
    }
}

impl<'p> DerefMut for Heap<'p> {
    fn deref_mut(&mut self) -> &mut Prover<'p> {
        &mut self.prover
    }
}

impl<'p> Heap<'p> {
    pub(crate) fn new(mut prover: Prover<'p>) -> Heap<'p> {
        let row_function = prover.logic.plain_function("row", 2, Range::default());
        Heap {
            prover,
            arrays: Arrays::default(),
            objects: Vec::new(),
            created: FxHashMap::default(),
            tuples: BTreeMap::new(),
            described_tuples: BTreeSet::new(),
            globals: Vec::new(),
            is_portable: false,
            numbers: BTreeMap::new(),
            by_number: FxHashMap::default(),
            unwritten: BTreeMap::new(),
            model: MemoryModel::Combined,
            row_function,
            nesting: 0,
        }
    }

    /// Selects the memory model.
    pub(crate) fn set_memory(&mut self, memory: MemoryModel) {
        self.model = memory;
        if !memory.has_contents() {
            let weak = WeakModel::new(&mut self.logic);
            self.arrays.set_weak_model(weak);
        }
    }

    pub(crate) fn end_object(&mut self, state: &mut State, object: ObjectId) {
        let dead = self.logic.terms().bool(false);
        state.alive.insert(object, dead);
        state.memory.retain(|(other, _), _| *other != object);
    }

    /// Joins two states of the same program point.
    pub(crate) fn join_states(&mut self, mut one: State, mut other: State) -> State {
        self.align_classes(&mut one, &mut other);
        let joined = merge(&mut self.prover.logic, &mut self.arrays, one, other);
        debug_assert_eq!(self.check_state(&joined), Ok(()));
        joined
    }
}
