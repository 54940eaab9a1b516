//! Invariants of objects, and of states with respect to objects and the program.

use crate::ir::{Scalar, TypeTable};
use crate::symbolic::facts::invariants::{check_integer, ensure};
use crate::symbolic::memory::heap::Heap;
use crate::symbolic::memory::object::Object;
use crate::symbolic::store::place::{Class, ObjectId};
use crate::symbolic::store::state::{Frame, State};
use crate::symbolic::store::value::Value;
use cfp_solver::Terms;

impl Object {
    /// The size is an integer; rows have positive size, are ordered outermost first, and do not depend on
    /// iterations.
    pub(crate) fn check_invariants(&self, terms: &Terms, types: &TypeTable) -> Result<(), String> {
        check_integer(terms, self.newest_size, "the size of an object")?;
        self.iterations.iter().try_for_each(|&term| check_integer(terms, term, "an iteration"))?;
        let is_made_in_loop = !self.is_family || !self.iterations.is_empty();
        ensure(is_made_in_loop, || "a family that no loop makes".to_string())?;
        let are_rows_fixed = self.rows.is_empty() || self.iterations.is_empty();
        ensure(are_rows_fixed, || "rows of an object that each iteration makes".to_string())?;
        for row in &self.rows {
            check_integer(terms, row.stride, "the size of a row")?;
            let is_positive = terms.as_constant(row.stride).is_none_or(|stride| stride.is_positive());
            ensure(is_positive, || format!("a row of {} bytes", terms.display(row.stride)))?;
        }
        for pair in self.rows.windows(2) {
            let is_inner = types.element(pair[0].ty) == Some(pair[1].ty);
            ensure(is_inner, || "rows are not from the outside in".to_string())?;
        }
        Ok(())
    }
}

impl Heap<'_> {
    /// A state is well-sorted, its objects exist, its variables have values of their declared kind, and array
    /// contents have the shape of their class and object.
    pub(crate) fn check_state(&self, state: &State) -> Result<(), String> {
        state.check_invariants(self.logic.brackets.terms(), &self.arrays)?;
        state.frames.iter().try_for_each(|frame| self.check_frame(frame))?;
        for &object in state.alive.keys() {
            let is_single = !self.existing(object)?.is_family;
            ensure(is_single, || format!("the family {object:?} is alive as a whole"))?;
            ensure(state.sizes.contains_key(&object), || format!("{object:?} has no size"))?;
        }
        for &object in state.turns.keys() {
            let made = self.existing(object)?;
            let is_made_anew = !made.is_family && !made.iterations.is_empty();
            ensure(is_made_anew, || format!("{object:?} has a turn, and no loop makes it anew"))?;
        }
        for &object in &state.families {
            ensure(self.existing(object)?.is_family, || format!("{object:?} is no family"))?;
            ensure(state.sizes.contains_key(&object), || format!("{object:?} has no size"))?;
        }
        state.sizes.keys().try_for_each(|&object| self.existing(object).map(|_| ()))?;
        state.bases.keys().try_for_each(|&object| self.existing(object).map(|_| ()))?;
        for (&(object, class), &array) in &state.memory {
            // The first passes over a loop carry cells of objects that later iterations create. Nothing is
            // known about them before their creation.
            let is_made_later = !self.existing(object)?.iterations.is_empty();
            let has_base = class == Class::Alive || state.bases.contains_key(&object);
            ensure(has_base || is_made_later, || format!("{object:?} has contents and has not begun"))?;
            let (found, own) = (self.arrays.parts_of_place(array), self.parts_of_place(object, class));
            ensure(found.is_none_or(|found| found == own), || {
                format!("places in {object:?} have {own} parts, those of {class:?} {found:?}")
            })?;
        }
        Ok(())
    }

    /// [`Heap::check_state`] for all final states of a piece of code.
    pub(crate) fn check_states<'s>(&self, states: impl IntoIterator<Item = &'s State>) -> Result<(), String> {
        states.into_iter().try_for_each(|state| self.check_state(state))
    }

    fn check_frame(&self, frame: &Frame) -> Result<(), String> {
        let function = &self.program.functions[frame.function.index()];
        // A result that is not assigned to a variable is kept behind the declared ones.
        let has_all = frame.vars.len() >= function.vars.len() && frame.slots.len() == function.slots.len();
        ensure(has_all, || format!("a frame of {} lacks variables", function.name))?;
        for (var, value) in function.vars.iter().zip(&frame.vars) {
            let is_right = match value {
                Some(Value::Pointer(..)) => var.ty == Scalar::Ptr,
                Some(Value::Number(_)) => var.ty != Scalar::Ptr,
                None => true,
            };
            ensure(is_right, || format!("{:?} of {} has no {:?}", var.name, function.name, var.ty))?;
        }
        let objects = frame.slots.iter().flatten().chain(&frame.allocas);
        objects.into_iter().try_for_each(|&object| self.existing(object).map(|_| ()))
    }

    /// An object is well-formed.
    pub(crate) fn check_object(&self, object: ObjectId) -> Result<(), String> {
        self.existing(object)?.check_invariants(self.logic.brackets.terms(), &self.program.types)
    }

    fn existing(&self, object: ObjectId) -> Result<&Object, String> {
        let found = (object.0 as usize).checked_sub(1).and_then(|index| self.objects.get(index));
        found.ok_or_else(|| format!("{object:?} does not exist"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bracket::Brackets;
    use crate::ir::{FuncId, Pos, Program, TypeId, read_program};
    use crate::property::Checks;
    use crate::symbolic::facts::logic::Logic;
    use crate::symbolic::findings::prover::Prover;
    use crate::symbolic::store::place::{Base, Origin, Row};
    use crate::symbolic::store::value::Pointer;
    use std::sync::Arc;

    fn program() -> Program {
        read_program("fn main() -> i32 {\n  let i.0: i32\n  slot &a.0: i32[3][4]\n  return 0\n}")
            .expect("a program")
    }

    fn heap(program: &Program) -> Heap<'_> {
        Heap::new(Prover::new(program, Logic::new(Brackets::default()), Checks::default()))
    }

    fn assert_error(result: Result<(), String>, text: &str) {
        assert!(result.as_ref().is_err_and(|error| error.contains(text)), "{text}: {result:?}");
    }

    #[test]
    fn objects_have_rows_from_the_outside_in() {
        let program = program();
        let mut heap = heap(&program);
        let mut state = State::default();
        let size = heap.logic.int(48);
        let id = heap.new_object(&mut state, Origin::Local, size, Pos::NOWHERE, Base::Unset);
        let outer = program.functions[0].slots[0].ty;
        let row = program.types.element(outer).expect("an array of arrays");
        let stride = heap.logic.int(16);
        heap.objects[0].rows = vec![Row { ty: outer, stride: size }, Row { ty: row, stride }];
        assert_eq!(heap.check_object(id), Ok(()));
        heap.objects[0].rows.swap(0, 1);
        assert_error(heap.check_object(id), "from the outside in");
        heap.objects[0].rows = vec![Row { ty: TypeId(0), stride: heap.logic.int(0) }];
        assert_error(heap.check_object(id), "a row of 0 bytes");
        heap.objects[0].iterations.push(stride);
        assert_error(heap.check_object(id), "each iteration makes");
        heap.objects[0].rows.clear();
        (heap.objects[0].is_family, heap.objects[0].iterations) = (true, Vec::new());
        assert_error(heap.check_object(id), "no loop makes");
        heap.objects[0].newest_size = heap.logic.terms().bool(true);
        assert_error(heap.check_object(id), "the size of an object");
        assert_error(heap.check_object(ObjectId(2)), "does not exist");
    }

    #[test]
    fn states_fit_the_program_and_the_objects() {
        let program = program();
        let mut heap = heap(&program);
        let mut good = State::default();
        let size = heap.logic.int(48);
        let id = heap.new_object(&mut good, Origin::Local, size, Pos::NOWHERE, Base::Unset);
        let vars = vec![Some(Value::Number(size))];
        let slots = vec![Some(id)];
        good.frames.push(Frame { function: FuncId(0), vars, slots, allocas: Vec::new(), result: None });
        heap.contents(&mut good, id, Class::Int(4));
        assert_eq!(heap.check_state(&good), Ok(()));
        let broken = |text, change: &dyn Fn(&mut State)| {
            let mut bad = good.clone();
            change(&mut bad);
            assert_error(heap.check_state(&bad), text);
        };
        broken("lacks variables", &|bad| bad.frames[0].vars.clear());
        broken("has no Int", &|bad| {
            bad.frames[0].vars[0] = Some(Value::Pointer(Pointer { object: size, offset: size }))
        });
        broken("does not exist", &|bad| bad.frames[0].slots[0] = Some(ObjectId(7)));
        broken("does not exist", &|bad| _ = bad.bases.insert(ObjectId(0), Base::Zero));
        broken("has no size", &|bad| bad.sizes = Arc::default());
        broken("does not exist", &|bad| bad.set_size(ObjectId(7), size));
        broken("makes it anew", &|bad| _ = bad.turns.insert(id, size));
        broken("is no family", &|bad| _ = bad.families.insert(id));
        broken("has not begun", &|bad| bad.bases.clear());
        let states = [&good, &good];
        assert_eq!(heap.check_states(states), Ok(()));
    }
}
