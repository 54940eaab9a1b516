//! The symbolic heap: all objects of an analysis and the contents of their cells, with the
//! [prover](Prover) that checks accesses.

use crate::analysis::MemoryModel;
use crate::ir::Pos;
use crate::symbolic::facts::range::Range;
use crate::symbolic::findings::prover::Prover;
use crate::symbolic::memory::object::Object;
use crate::symbolic::store::arrays::ArrayId;
use crate::symbolic::store::arrays::Arrays;
use crate::symbolic::store::merge::merge;
use crate::symbolic::store::place::Base;
use crate::symbolic::store::place::Class;
use crate::symbolic::store::place::ObjectId;
use crate::symbolic::store::state::State;
use crate::symbolic::store::weak::Blur;
use cfp_solver::Symbol;
use cfp_solver::Term;
use fxhash::FxHashMap;
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::ops::Deref;
use std::ops::DerefMut;
/// Objects and contents. What is true of one state only is in the state.
pub(crate) struct Heap<'p> {
    pub(crate) prover: Prover<'p>,
    pub(crate) arrays: Arrays,
    pub(crate) objects: Vec<Object>,
    /// The objects that were made at a place, in some iterations, by how often that had happened before in
    /// the same pass.
    pub(crate) created: FxHashMap<(Pos, Vec<Term>, u32), ObjectId>,
    /// By number of parts: tuples of iterations, and their parts.
    pub(crate) tuples: BTreeMap<usize, (Symbol, Vec<Symbol>)>,
    pub(crate) described_tuples: BTreeSet<usize>,
    pub(crate) globals: Vec<ObjectId>,
    /// Whether what is found is instantiated in other analyses: then the numbers of objects are symbols of
    /// their own.
    pub(crate) is_portable: bool,
    pub(crate) numbers: BTreeMap<ObjectId, Term>,
    pub(crate) by_number: FxHashMap<Term, ObjectId>,
    /// Contents that were never written, by object: the same whenever they are read first.
    pub(crate) unwritten: BTreeMap<(ObjectId, Class, Base), ArrayId>,
    pub(crate) model: MemoryModel,
    /// In which row an offset is, for rows whose size is not a constant.
    pub(crate) row_function: Symbol,
    /// How many analyses have begun this one, each within the other.
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

    /// What is known about memory.
    pub(crate) fn set_memory(&mut self, memory: MemoryModel) {
        self.model = memory;
        if !memory.has_contents() {
            let blur = Blur::new(&mut self.logic);
            self.arrays.set_blur(blur);
        }
    }

    pub(crate) fn end_object(&mut self, state: &mut State, object: ObjectId) {
        let dead = self.logic.terms().bool(false);
        state.alive.insert(object, dead);
        state.memory.retain(|(other, _), _| *other != object);
    }

    /// Two states of one point on different paths as one.
    pub(crate) fn join_states(&mut self, mut one: State, mut other: State) -> State {
        self.align_classes(&mut one, &mut other);
        let joined = merge(&mut self.prover.logic, &mut self.arrays, one, other);
        debug_assert_eq!(self.check_state(&joined), Ok(()));
        joined
    }
}
