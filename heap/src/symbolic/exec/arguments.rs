//! The parameters of the entry function: the arguments of `main` and the environment, or unknowns for a
//! function analysed in isolation.
//!
//! There is at least one argument, the program name, as in the interpreter, and there are fewer than
//! [`MOST`], since systems limit their size. The arguments are a family of strings: member `k` is argument
//! `k`, with `length(k)` bytes and a terminating zero.

use crate::ir::*;
use crate::symbolic::exec::executor::Executor;
use crate::symbolic::facts::range::Range;
use crate::symbolic::memory::object::Object;
use crate::symbolic::memory::targets::Target;
use crate::symbolic::store::arrays::{Array, Unwritten};
use crate::symbolic::store::effects::{Effects, Write};
use crate::symbolic::store::place::{Base, Class, ObjectId, Origin};
use crate::symbolic::store::state::State;
use crate::symbolic::store::value::Value;
use cfp_solver::{Op, Sort, Symbol, Term};
use std::sync::Arc;

/// No system passes this many arguments, nor arguments this long.
const MOST: i128 = 1 << 20;

/// The arguments of the program, as unknowns.
#[derive(Clone, Copy)]
pub(crate) struct Arguments {
    /// Their number.
    pub(crate) count: Term,
    /// The length of each.
    pub(crate) length: Symbol,
    /// Their bytes, by argument and offset.
    pub(crate) text: Symbol,
}

impl Executor<'_> {
    /// Sets the parameters of the entry function.
    pub(crate) fn begin_parameters(&mut self, state: &mut State, entry: FuncId) {
        let program = self.program;
        let function = &program.functions[entry.index()];
        let pos = function.pos;
        let mut values = Vec::new();
        if Some(entry) == program.main && !function.params.is_empty() {
            let (count, list) = self.begin_arguments(state, pos);
            values = vec![(count, Scalar::INT), (list, Scalar::Ptr)];
            if function.params.len() > 2 {
                values.push((self.begin_environment(state, pos), Scalar::Ptr));
            }
        } else {
            for param in &function.params {
                if let Param::Var(var) = param {
                    let ty = function.vars[var.index()].ty;
                    values.push((self.input(ty, "parameter", pos), ty));
                }
            }
        }
        for (index, param) in function.params.iter().enumerate() {
            match (param, values.get(index)) {
                (Param::Var(var), Some((value, ty))) if function.vars[var.index()].ty == *ty => {
                    state.frame().vars[var.index()] = Some(*value);
                }
                _ => self.gap(pos, format!("parameter types of {}", function.name)),
            }
        }
    }

    /// The values of `argc` and `argv`.
    fn begin_arguments(&mut self, state: &mut State, pos: Pos) -> (Value, Value) {
        let count = self.logic.unknown_in("arguments", Range::between(1, MOST));
        let (list, arguments) = self.begin_strings(state, count, pos);
        self.arguments = arguments;
        (Value::Number(count), list)
    }

    /// The list of environment variables, with any number of them.
    pub(crate) fn begin_environment(&mut self, state: &mut State, pos: Pos) -> Value {
        if let Some(list) = self.environment {
            return list;
        }
        let count = self.logic.unknown_in("variables", Range::between(0, MOST));
        let list = self.begin_strings(state, count, pos).0;
        self.environment = Some(list);
        list
    }

    /// So many unknown strings: the address of the list of their addresses, and what is unknown of them.
    fn begin_strings(&mut self, state: &mut State, count: Term, pos: Pos) -> (Value, Option<Arguments>) {
        let index = self.logic.terms().constant("argument", Sort::Int);
        let length = self.logic.plain_function("length", 1, Range::between(0, MOST));
        let text = self.new_family(state, index, length, pos);
        // An array with the address of each argument, followed by a null pointer.
        let bytes = i64::from(self.program.target.pointer_bytes);
        let zero = self.logic.int(0);
        let after = self.logic.plus_constant(count, 1);
        let size = self.logic.plus(zero, after, bytes);
        let list = self.new_object(state, Origin::Global, size, pos, Base::Zero);
        let here = self.logic.terms().bool(true);
        let number = self.number_of(&Target { object: text, member: Some(index), turn: None, here });
        let value = vec![number, zero, self.logic.int(1)];
        let place = vec![self.logic.plus(zero, index, bytes)];
        let write = Write { bounds: Vec::new(), place, guard: here, value, is_forgotten: false };
        let class = Class::Pointer(bytes as u8);
        let before = self.contents(state, list, class);
        match write.generalize(&mut self.logic, index, &[]) {
            Some(effect) => {
                let effects = Arc::new(Effects { list: vec![effect], is_ordered: false });
                let array = self.arrays.add(Array::Loop { before, effects, count });
                state.memory.insert((list, class), array);
            }
            None => self.gap(pos, "program arguments"),
        }
        let bytes = self.bytes_of_arguments(state, text, length);
        (self.address(state, list), bytes.map(|text| Arguments { count, length, text }))
    }

    /// A family of strings, all of them alive.
    fn new_family(&mut self, state: &mut State, index: Term, length: Symbol, pos: Pos) -> ObjectId {
        let own = self.logic.terms().apply(length, &[index]);
        let size = self.logic.plus_constant(own, 1);
        self.objects.push(Object {
            origin: Origin::Global,
            newest_size: size,
            pos,
            ty: None,
            constant: false,
            iterations: vec![index],
            is_family: true,
            rows: Vec::new(),
            is_touched: false,
        });
        let object = ObjectId(self.objects.len() as u32);
        state.bases.insert(object, Base::Given);
        state.set_size(object, size);
        state.families.insert(object);
        let one = self.logic.int(1);
        let alive =
            self.arrays.add(Array::Unwritten(vec![Unwritten::Constant(one), Unwritten::Constant(one)]));
        state.memory.insert((object, Class::Alive), alive);
        object
    }

    /// The bytes of all strings. Each of them ends in a zero.
    fn bytes_of_arguments(&mut self, state: &mut State, text: ObjectId, length: Symbol) -> Option<Symbol> {
        let array = self.contents(state, text, Class::Int(1));
        let any = self.logic.terms().constant("argument", Sort::Int);
        let end = self.logic.terms().apply(length, &[any]);
        let last = self.heap.arrays.read(&mut self.heap.prover.logic, array, &vec![any, end], false)[0];
        let zero = self.logic.int(0);
        let is_zero = self.logic.terms().eq(last, zero);
        self.logic.add_general_fact(length, vec![any], is_zero);
        match self.logic.terms().op(last) {
            Op::Apply(symbol) => Some(symbol),
            _ => None,
        }
    }
}
