//! Functions looked at alone: what is relied on of their arguments, and the state that they begin in.
//!
//! A *signature* says what each argument is: a number, null, a function, or a pointer into a block. Different
//! blocks are different objects, so what is found out about a function with a signature holds for all calls
//! whose arguments are like that, whatever the numbers are and whatever the blocks hold. What memory holds at
//! the beginning is unknown, but one thing at each read.

use super::calls::Argument;
use super::exec::Executor;
use super::logic::{Logic, Range, linear};
use super::memory::{Base, ObjectId, Origin};
use super::state::{State, Value};
use super::targets::Target;
use crate::bracket::Brackets;
use crate::ir::{FuncId, IntType, Param, Scalar};
use cfp_solver::{Int, Term};

/// Where in its block a pointer points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Start {
    /// To its first byte.
    First,
    /// To a multiple of so many bytes.
    Multiple(u8),
}

impl Start {
    /// What is true of both.
    fn common(self, other: Start) -> Start {
        match (self, other) {
            (Start::First, same) | (same, Start::First) => same,
            (Start::Multiple(one), Start::Multiple(other)) => Start::Multiple(one.min(other)),
        }
    }

    fn of(logic: &mut Logic, offset: Term) -> Start {
        let (products, constant) = linear(logic.terms(), offset);
        if products.is_empty() && constant.is_zero() {
            return Start::First;
        }
        let divides = |&bytes: &u8| {
            let bytes = Int::from(i64::from(bytes));
            products.values().chain([&constant]).all(|factor| bytes.divides(factor))
        };
        Start::Multiple([8, 4, 2].into_iter().find(divides).unwrap_or(1))
    }
}

/// An argument, as far as is relied on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Shape {
    /// Any number of its type.
    Number,
    Null,
    Function(FuncId),
    /// A pointer into a block, which other arguments may point into, too.
    Block(usize, Start),
    /// A pointer into a global object.
    Global(ObjectId, Start),
}

/// An object that only arguments point to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct BlockShape {
    pub(super) origin: Origin,
    pub(super) constant: bool,
}

/// What the arguments of a function are.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Signature {
    pub(super) function: FuncId,
    pub(super) shapes: Vec<Shape>,
    pub(super) blocks: Vec<BlockShape>,
}

/// How a function begins.
pub(super) struct Beginning {
    pub(super) state: State,
    pub(super) values: Vec<Argument>,
    /// The objects that the blocks are.
    pub(super) blocks: Vec<ObjectId>,
    /// Whether they are alive: 0 or 1.
    pub(super) flags: Vec<Term>,
}

impl Signature {
    /// Makes it fit for other arguments, too, if only the places differ that pointers point to.
    pub(super) fn generalize(&mut self, other: &Signature) -> bool {
        let mut fits = self.blocks == other.blocks && self.shapes.len() == other.shapes.len();
        for (own, shape) in self.shapes.iter_mut().zip(&other.shapes) {
            match (own, shape) {
                (Shape::Block(block, start), Shape::Block(other, begin)) if *block == *other => {
                    *start = start.common(*begin);
                }
                (Shape::Global(object, start), Shape::Global(other, begin)) if *object == *other => {
                    *start = start.common(*begin);
                }
                (own, shape) => fits &= *own == *shape,
            }
        }
        fits
    }
}

impl<'p> Executor<'p> {
    /// An analysis of the same program in the same way that knows nothing yet. It may do as much as is left
    /// for this one.
    pub(super) fn another(&mut self) -> Executor<'p> {
        let brackets = Brackets::new(self.logic.brackets.options().clone());
        let mut other = Executor::new(
            (self.program, self.written),
            Logic::new(brackets),
            self.checks,
            self.failing_allocation,
        );
        other.logic.is_math = self.logic.is_math;
        other.set_deadline(self.deadline);
        other.effort = self.effort.saturating_sub(self.logic.effort());
        other.set_memory(self.memory);
        other.endless = self.endless.clone();
        other.nesting = self.nesting + 1;
        other.under_way = self.under_way.clone();
        other.summaries = self.summaries.clone();
        other.contracts = self.contracts.clone();
        other
    }

    /// Lets another analysis, which is new, do something with this one's journal, solver and listener, and
    /// counts what it does as this one's.
    pub(super) fn lend<T>(
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
        self.logic.brackets.add_stats(other.logic.brackets.stats());
        self.late = self.late.or(other.late);
        self.contracts = other.contracts.clone();
        done
    }

    /// What the arguments of a call are, and which objects the blocks are; nothing if the form of the
    /// arguments does not tell.
    pub(super) fn signature(
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
        // A function without a prototype may be called with anything.
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
                Value::Pointer(object, offset) => (self.logic.settled(&state.path, object), offset),
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
                // Two members of a family: perhaps the same one.
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

    /// How a function begins that is looked at alone.
    pub(super) fn begin_alone(&mut self, signature: &Signature) -> Beginning {
        let mut state = State::default();
        self.begin_globals(&mut state, false);
        let program = self.program;
        let function = &program.functions[signature.function.index()];
        let (mut blocks, mut flags) = (Vec::new(), Vec::new());
        for shape in &signature.blocks {
            let size = self.logic.unknown_in("size", Range::between(0, i128::from(i64::MAX)));
            let object = self.new_object(&mut state, shape.origin, size, function.pos, Base::Input);
            let made = &mut self.objects[object.0 as usize - 1];
            // Rows would be another way to tell its cells apart than that of the caller.
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
                Shape::Null => Value::Pointer(self.logic.int(0), self.logic.int(0)),
                Shape::Function(function) => {
                    let number = self.logic.int(super::calls::function_number(function));
                    Value::Pointer(number, self.logic.int(0))
                }
                Shape::Block(block, start) => self.begin_pointer(&state, blocks[block], start),
                Shape::Global(object, start) => self.begin_pointer(&state, object, start),
            };
            values.push(Argument::Scalar(value, ty));
        }
        Beginning { state, values, blocks, flags }
    }

    fn begin_pointer(&mut self, state: &State, object: ObjectId, start: Start) -> Value {
        let Value::Pointer(number, first) = self.address(state, object) else { unreachable!("an address") };
        match start {
            Start::First => Value::Pointer(number, first),
            Start::Multiple(bytes) => {
                let units = self.logic.unknown("offset");
                Value::Pointer(number, self.logic.plus(first, units, i64::from(bytes)))
            }
        }
    }
}
