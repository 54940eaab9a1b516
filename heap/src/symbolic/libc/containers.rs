//! Functions of the models of containers for proofs: blocks without ends, and orders of keys.

use crate::libc::internal::{BLANK, ENDLESS, GIVEN, HOLDS, KEY_AT, ORDER, PAIR, RANK_OF};
use crate::symbolic::exec::executor::Executor;
use crate::symbolic::libc::builtin::{Known, LibraryCall};
use crate::symbolic::memory::object;
use crate::symbolic::store::place::{Base, Class, Origin};
use crate::symbolic::store::state::State;
use crate::symbolic::store::value::{Pointer, Value};
use cfp_solver::{Int, Sort, Term};

impl<'p> Executor<'p> {
    /// A call of a function that only models of containers use.
    pub(crate) fn container_call(&mut self, mut state: State, call: &LibraryCall<'_, 'p>) -> Known {
        let found = match call.name {
            // Where containers are sets, their elements are not told from what is not there.
            ENDLESS if !self.model.has_keys() => Some(self.endless(&mut state, Base::Given, call)),
            ENDLESS => Some(self.endless(&mut state, Base::Unset, call)),
            BLANK => Some(self.endless(&mut state, Base::Zero, call)),
            GIVEN => Some(self.endless(&mut state, Base::Given, call)),
            PAIR => {
                let (one, other) = (self.argument(call, 0), self.argument(call, 1));
                Some(Value::Number(self.logic.pair(one, other)))
            }
            HOLDS => {
                let condition = self.argument(call, 0);
                let condition = self.truth(condition);
                let holds = self.logic.follows(&state.path, condition);
                Some(Value::Number(self.logic.int(i64::from(holds))))
            }
            ORDER => {
                let (flags, count) = (self.address_argument(call, 0), self.argument(call, 1));
                self.order(&mut state, flags, count).map(Value::Number)
            }
            KEY_AT => {
                let (order, rank) = (self.argument(call, 0), self.argument(call, 1));
                self.logic.key_at(order, rank).map(Value::Number)
            }
            RANK_OF => {
                let (order, key) = (self.argument(call, 0), self.argument(call, 1));
                self.logic.rank_of(order, key).map(Value::Number)
            }
            _ => return Known::Not(state),
        };
        if found.is_none() {
            self.gap(call.pos, "the order of the keys of a container is not known");
            return Known::Done(None, None);
        }
        Known::Done(Some(state), found)
    }

    /// The address of a new block without ends.
    fn endless(&mut self, state: &mut State, base: Base, call: &LibraryCall<'_, 'p>) -> Value {
        let size = self.logic.int(Int::from(object::ENDLESS));
        let block = self.new_object(state, Origin::Heap, size, call.pos, base);
        self.address(state, block)
    }

    /// The order of the keys whose flags are set, if it is known which flags these are.
    fn order(&mut self, state: &mut State, flags: Pointer, count: Term) -> Option<Term> {
        let target = self.single_target(state, flags.object)?;
        let key = self.logic.terms().constant("key", Sort::Int);
        let offset = self.logic.plus(flags.offset, key, 1);
        let place = self.place(state, &target, offset);
        let array = self.contents(state, target.object, Class::Int(1));
        let flag = self.read_cell(state, (target.object, Class::Int(1)), array, &place)[0];
        let is_in = self.truth(flag);
        Some(self.logic.new_order(&state.path, count, key, is_in))
    }
}
