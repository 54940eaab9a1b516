//! Functions analysed in isolation: what the analysis assumes about arguments, and its initial state.
//!
//! A *signature* gives the shape of each argument: a number, null, a function, or a pointer into a block.
//! Different blocks do not alias. So a summary for a signature holds for all calls whose arguments have these
//! shapes, whatever the numbers are and whatever the blocks hold. Initial memory is unknown, but equal reads
//! give equal values.

use crate::bracket::Brackets;
use crate::ir::{FuncId, IntType, Param, Scalar};
use crate::symbolic::exec::executor::Executor;
use crate::symbolic::exec::stacks::call_stack::{Argument, function_number};
use crate::symbolic::exec::stacks::signature::{BlockShape, Shape, Signature, Start};
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::facts::range::Range;
use crate::symbolic::memory::targets::Target;
use crate::symbolic::store::place::{Base, ObjectId};
use crate::symbolic::store::state::State;
use crate::symbolic::store::value::{Pointer, Value};
use cfp_solver::Term;

/// The initial state of an isolated analysis.
pub(crate) struct Beginning {
    pub(crate) state: State,
    pub(crate) values: Vec<Argument>,
    /// The objects that stand for the blocks.
    pub(crate) blocks: Vec<ObjectId>,
    /// Their liveness flags, 0 or 1.
    pub(crate) flags: Vec<Term>,
}

impl<'p> Executor<'p> {
    /// A new analysis of the same program with the same options and the remaining budget.
    pub(crate) fn sibling(&mut self) -> Executor<'p> {
        let brackets = Brackets::new(self.logic.brackets.options().clone());
        let mut other = Executor::new(
            (self.program, self.written),
            Logic::new(brackets),
            self.checks,
            (self.failing_allocation, self.input_functions),
        );
        other.logic.is_math = self.logic.is_math;
        other.logic.switches = self.logic.switches.clone();
        other.set_deadline(self.limits.deadline);
        other.limits.memory = self.limits.memory;
        other.limits.effort = self.limits.effort.saturating_sub(self.logic.effort());
        other.set_memory(self.model);
        other.calls.endless = self.calls.endless.clone();
        other.nesting = self.nesting + 1;
        other.calls.under_way = self.calls.under_way.clone();
        other.calls.summaries = self.calls.summaries.clone();
        other.calls.contracts = self.calls.contracts.clone();
        other
    }

    /// Runs a new analysis with this one's journal, solver and listener, and charges its costs to this one.
    pub(crate) fn lend<T>(
        &mut self,
        other: &mut Executor<'p>,
        act: impl FnOnce(&mut Executor<'p>) -> T,
    ) -> T {
        other.logic.brackets.take_tools(&mut self.logic.brackets);
        other.listener = self.listener.take();
        let done = act(other);
        self.listener = other.listener.take();
        self.logic.brackets.take_tools(&mut other.logic.brackets);
        self.logic.add_effort(other.logic.effort());
        self.logic.counters.add(&other.logic.counters);
        self.logic.brackets.add_stats(other.logic.brackets.stats());
        self.limits.reached = self.limits.reached.or(other.limits.reached);
        self.calls.contracts = other.calls.contracts.clone();
        done
    }

    /// The signature of a call and the objects of its blocks; `None` if the shape of the arguments does not
    /// determine them.
    pub(crate) fn signature(
        &mut self,
        state: &State,
        function: FuncId,
        values: &[Argument],
    ) -> Option<(Signature, Vec<Target>)> {
        let called = &self.program.functions[function.index()];
        let is_expected = |(param, value): (&Param, &Argument)| match (param, value) {
            (Param::Var(var), Argument::Scalar(_, ty)) => called.vars[var.index()].ty == *ty,
            _ => false,
        };
        // A function without a prototype may be called with any arguments.
        if called.params.len() != values.len() || !called.params.iter().zip(values).all(is_expected) {
            return None;
        }
        let (mut shapes, mut blocks, mut targets) = (Vec::new(), Vec::new(), Vec::<Target>::new());
        for value in values {
            let (object, offset) = match value.value()? {
                Value::Number(_) => {
                    shapes.push(Shape::Number);
                    continue;
                }
                Value::Pointer(Pointer { object, offset }) => {
                    (self.logic.settled(&state.path, object), offset)
                }
            };
            let start = Start::of(&mut self.logic, offset);
            if let Some(number) = self.logic.terms().as_constant(object)
                && !number.is_positive()
            {
                let number = number.to_i64()?;
                let shape = match number {
                    0 => Shape::Null,
                    _ => Shape::Function(FuncId(u32::try_from(-1 - number).ok()?)),
                };
                if start != Start::First {
                    return None;
                }
                shapes.push(shape);
                continue;
            }
            let target = self.single_target(state, object)?;
            if self.globals.contains(&target.object) {
                shapes.push(Shape::Global(target.object, start));
                continue;
            }
            let is_same = |known: &Target| known.member == target.member && known.turn == target.turn;
            let known = targets.iter().position(|known| known.object == target.object);
            let block = match known {
                Some(block) if is_same(&targets[block]) => block,
                // Two members of a family may alias.
                Some(_) => return None,
                None => {
                    let object = self.object(target.object);
                    blocks.push(BlockShape { origin: object.origin, constant: object.constant });
                    targets.push(target);
                    targets.len() - 1
                }
            };
            shapes.push(Shape::Block(block, start));
        }
        Some((Signature { function, shapes, blocks }, targets))
    }

    /// The initial state of a function analysed in isolation.
    pub(crate) fn begin_isolated(&mut self, signature: &Signature) -> Beginning {
        let mut state = State::default();
        self.begin_globals(&mut state, false);
        let program = self.program;
        let function = &program.functions[signature.function.index()];
        let (mut blocks, mut flags) = (Vec::new(), Vec::new());
        for shape in &signature.blocks {
            let size = self.logic.unknown_in("size", Range::between(0, i128::from(i64::MAX)));
            let object = self.new_object(&mut state, shape.origin, size, function.pos, Base::Input);
            let made = &mut self.objects[object.0 as usize - 1];
            // Rows would give the cells another addressing than in the caller.
            (made.constant, made.is_touched) = (shape.constant, true);
            let flag = self.logic.unknown_in("alive", Range::of(IntType { bits: 1, signed: false }));
            let alive = self.truth(flag);
            state.alive.insert(object, alive);
            blocks.push(object);
            flags.push(flag);
        }
        let mut values = Vec::new();
        for (shape, param) in signature.shapes.iter().zip(&function.params) {
            let ty = match param {
                Param::Var(var) => function.vars[var.index()].ty,
                Param::Slot(_) => Scalar::Ptr,
            };
            let value = match *shape {
                Shape::Number => self.unknown_value(ty, "argument"),
                Shape::Null => {
                    Value::Pointer(Pointer { object: self.logic.int(0), offset: self.logic.int(0) })
                }
                Shape::Function(function) => {
                    let number = self.logic.int(function_number(function));
                    Value::Pointer(Pointer { object: number, offset: self.logic.int(0) })
                }
                Shape::Block(block, start) => self.begin_pointer(&state, blocks[block], start),
                Shape::Global(object, start) => self.begin_pointer(&state, object, start),
            };
            values.push(Argument::Scalar(value, ty));
        }
        Beginning { state, values, blocks, flags }
    }

    fn begin_pointer(&mut self, state: &State, object: ObjectId, start: Start) -> Value {
        let Value::Pointer(Pointer { object: number, offset: first }) = self.address(state, object) else {
            unreachable!("an address")
        };
        match start {
            Start::First => Value::Pointer(Pointer { object: number, offset: first }),
            Start::Multiple(bytes) => {
                let units = self.logic.unknown("offset");
                Value::Pointer(Pointer {
                    object: number,
                    offset: self.logic.plus(first, units, i64::from(bytes)),
                })
            }
        }
    }
}
