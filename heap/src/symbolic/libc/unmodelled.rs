//! Functions without a body and without a model.
//!
//! An input of the program gives any value of its type. Of a library function, the table says what it
//! requires and does. If it only computes a number, then any number is an over-approximation of it: a proof
//! may use it, and no run that depends on it refutes anything. Anything else is a gap.

use crate::checkers;
use crate::ir::{CallResult, Function, IntType, Scalar};
use crate::libc::{self, Description, Effect};
use crate::symbolic::exec::executor::{Executor, Jump};
use crate::symbolic::exec::stacks::call_stack::Argument;
use crate::symbolic::facts::range::Range;
use crate::symbolic::libc::builtin::LibraryCall;
use crate::symbolic::memory::targets::Target;
use crate::symbolic::store::place::{Base, Origin};
use crate::symbolic::store::state::State;
use crate::symbolic::store::value::{Pointer, Value};
use cfp_solver::Int;

impl<'p> Executor<'p> {
    /// Executes a call of a function without a body and without a model. Returns nothing if it is a gap.
    pub(crate) fn unmodelled_call(
        &mut self,
        state: State,
        (called, result): (&Function, &CallResult),
        call: &LibraryCall<'_, 'p>,
        jumps: &mut Vec<(Jump, State)>,
    ) -> Option<(State, Option<Value>)> {
        let name = call.name;
        if let CallResult::Object(..) = result {
            self.gap(call.pos, format!("{name}, which returns an object"));
            return None;
        }
        if self.is_input(&called.name) {
            return Some((state, call.result.map(|ty| self.input(ty, &called.name, call.pos))));
        }
        if let Some((_, checker)) = checkers::contract(name) {
            self.gap(call.pos, format!("a structure that satisfies {checker}"));
            return None;
        }
        let Some(function) = libc::find(name) else {
            let help = "--stubs can define it, --inputs makes its result an input";
            self.gap(call.pos, format!("call of {}, which has no body ({help})", called.name));
            return None;
        };
        if let Some(why) = self.unknown_effect(call, function) {
            self.gap(call.pos, format!("call of {name}, which {why} (--stubs can define it)"));
            return None;
        }
        let mut state = self.require_needs(state, call, function, jumps)?;
        for effect in function.effects {
            match *effect {
                Effect::Opens => {
                    let stream = self.open_stream(&mut state, call);
                    return Some((state, Some(stream)));
                }
                Effect::Closes(at) => {
                    let stream = self.address_argument(call, at.into());
                    let targets = self.targets(&state, stream.object);
                    let always = self.logic.terms().bool(true);
                    self.release(&mut state, &targets, always);
                }
                _ => {}
            }
        }
        Some((state, self.described_result(call, function)))
    }

    /// Whether a function without a body gives inputs of the program.
    fn is_input(&self, name: &str) -> bool {
        libc::is_input(name) || self.input_functions.iter().any(|pattern| libc::matches(pattern, name))
    }

    /// What a call may do that the table does not tell exactly, in words.
    fn unknown_effect(
        &mut self,
        call: &LibraryCall<'_, 'p>,
        function: &'static Description,
    ) -> Option<&'static str> {
        // The interpreter knows more of it than the analysis.
        if function.is_native || !function.is_described {
            return Some("has no model");
        }
        let has = |wanted: fn(&Effect) -> bool| function.effects.iter().any(wanted);
        let (opens, closes) =
            (has(|effect| *effect == Effect::Opens), has(|effect| matches!(effect, Effect::Closes(_))));
        if opens && closes {
            return Some("has no model");
        }
        let mut returns_argument = opens;
        for effect in function.effects {
            match *effect {
                Effect::Writes(at) if self.may_be_address(call.values.get(usize::from(at))) => {
                    return Some("writes through its arguments");
                }
                Effect::WritesAny if call.values.iter().any(|value| self.may_be_address(Some(value))) => {
                    return Some("writes through its arguments");
                }
                Effect::Allocates | Effect::Frees(_) | Effect::NeverReturns | Effect::CallsBack => {
                    return Some("has no model");
                }
                Effect::ReturnsArg(_) => returns_argument = true,
                Effect::Writes(_)
                | Effect::WritesAny
                | Effect::Returns(..)
                | Effect::ReturnsInto(_)
                | Effect::ReturnsStatic
                | Effect::Opens
                | Effect::Closes(_)
                | Effect::Input
                | Effect::Output => {}
            }
        }
        (call.result == Some(Scalar::Ptr) && !returns_argument).then_some("has no model")
    }

    /// Whether an argument is, or may be, another address than null.
    fn may_be_address(&mut self, value: Option<&Argument>) -> bool {
        match value {
            Some(Argument::Scalar(Value::Pointer(Pointer { object, .. }), _)) => {
                !self.logic.terms().as_constant(*object).is_some_and(Int::is_zero)
            }
            Some(Argument::Scalar(..)) => false,
            Some(Argument::Object(_)) | None => true,
        }
    }

    /// A new stream, or null: opening one may always fail.
    fn open_stream(&mut self, state: &mut State, call: &LibraryCall<'_, 'p>) -> Value {
        let nothing = self.logic.int(0);
        let object = self.new_object(state, Origin::Stream, nothing, call.pos, Base::Given);
        let target = self.newest(object);
        let mut succeeds = self.logic.terms().bool(true);
        if let Value::Number(fails) = self.input(Scalar::Int(IntType::BOOL), call.name, call.pos) {
            let fails = self.truth(fails);
            self.set_alive(state, &Target { here: fails, ..target.clone() }, false);
            succeeds = self.logic.negated(fails);
        }
        self.address_if(&target, succeeds)
    }

    /// Any result that the table allows. What comes from outside is an input.
    fn described_result(
        &mut self,
        call: &LibraryCall<'_, 'p>,
        function: &'static Description,
    ) -> Option<Value> {
        let (mut is_from_outside, mut range) = (false, None);
        for effect in function.effects {
            match *effect {
                Effect::ReturnsArg(at) => return call.value(at.into()),
                Effect::Input => is_from_outside = true,
                Effect::Returns(low, high) => range = Some(Range::between(low, high)),
                _ => {}
            }
        }
        let value = match (call.result?, range) {
            (Scalar::Int(_), Some(range)) => Value::Number(self.logic.unknown_in(call.name, range)),
            (ty, _) => self.value_of_type(ty, call.name),
        };
        if is_from_outside {
            self.note_input(value, call.pos);
        }
        Some(value)
    }
}
