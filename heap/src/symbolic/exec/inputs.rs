//! Inputs: values from the environment.

use crate::ir::{Pos, Scalar};
use crate::symbolic::exec::executor::Executor;
use crate::symbolic::findings::sink::InputSite;
use crate::symbolic::store::value::{Pointer, Value};
use cfp_solver::Op;

impl Executor<'_> {
    /// A fresh input of a type.
    pub(crate) fn input(&mut self, ty: Scalar, name: &str, pos: Pos) -> Value {
        let value = self.value_of_type(ty, name);
        self.note_input(value, pos);
        value
    }

    pub(crate) fn note_input(&mut self, value: Value, pos: Pos) {
        let (Value::Number(term) | Value::Pointer(Pointer { object: term, .. })) = value;
        if let Op::Symbol(function) | Op::Apply(function) = self.logic.terms().op(term) {
            let pos = self.user_pos(pos);
            let count = self.loops.counts.last().copied();
            self.findings.inputs.push(InputSite { pos, function, count });
        }
    }
}
