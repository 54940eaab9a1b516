//! Statements on states: all executions of a piece of code at once.
//!
//! Branches are followed on both sides and come together again with conditional values, so a state stands for
//! all paths to a point. Calls are followed into their functions. Whatever might go wrong is asked on the
//! spot; what cannot be excluded is a *suspect*, and execution goes on where it does not happen. Whatever the
//! analysis does not know how to follow is a *gap*: then nothing is proved.

use crate::analysis::Progress;
use crate::ir::*;
use crate::property::Checks;
use crate::symbolic::exec::arguments::Arguments;
use crate::symbolic::exec::camera::Camera;
use crate::symbolic::exec::stacks::call_stack::CallStack;
use crate::symbolic::exec::stacks::loop_stack::LoopStack;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::findings::prover::Prover;
use crate::symbolic::findings::sink::FindingsMark;
use crate::symbolic::memory::heap::Heap;
use crate::symbolic::store::state::{Frame, State};
use crate::symbolic::store::value::Value;
use crate::walk;
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

/// Address space for the stack of an analysis.
pub(crate) const STACK_BYTES: usize = 1 << 30;

/// How control leaves a piece of code other than at its end.
pub(crate) type Jump = walk::Jump<Value>;

/// An execution of all paths of a program at once.
///
/// An executor is a [heap](Heap) with control, and a heap is a [prover](Prover) with memory: each layer adds
/// its own state, and dereferences to the layer below.
pub(crate) struct Executor<'p> {
    pub(crate) heap: Heap<'p>,
    /// The same program as it is written, for runs: with calls where `program` has loops.
    pub(crate) written: &'p Program,
    pub(crate) loops: LoopStack,
    pub(crate) calls: CallStack<'p>,
    pub(crate) listener: Option<Progress>,
    /// Keeps states to draw, if a drawing was requested.
    pub(crate) camera: Option<Camera>,
    /// Whether there may be no memory left.
    pub(crate) failing_allocation: bool,
    /// The models of library functions that are C code, by name.
    pub(crate) models: BTreeMap<&'p str, FuncId>,
    /// The arguments of the program, if it takes some.
    pub(crate) arguments: Option<Arguments>,
}

impl<'p> Deref for Executor<'p> {
    type Target = Heap<'p>;

    fn deref(&self) -> &Heap<'p> {
        &self.heap
    }
}

impl<'p> DerefMut for Executor<'p> {
    fn deref_mut(&mut self) -> &mut Heap<'p> {
        &mut self.heap
    }
}

/// How much had been found at some time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    findings: FindingsMark,
    reduced: usize,
}

impl<'p> Executor<'p> {
    pub(crate) fn new(
        (program, written): (&'p Program, &'p Program),
        logic: Logic,
        checks: Checks,
        failing_allocation: bool,
    ) -> Executor<'p> {
        Executor {
            heap: Heap::new(Prover::new(program, logic, checks)),
            written,
            loops: LoopStack::default(),
            calls: CallStack::default(),
            listener: None,
            camera: None,
            failing_allocation,
            models: program.library_bodies(),
            arguments: None,
        }
    }

    /// How much has been found by now.
    pub(crate) fn mark(&self) -> Mark {
        Mark { findings: self.findings.mark(), reduced: self.loops.reduced.len() }
    }

    /// Drops what was found since, because the code will be analysed in another way.
    pub(crate) fn roll_back(&mut self, since: Mark) {
        self.findings.roll_back(since.findings);
        self.loops.reduced.truncate(since.reduced);
    }

    /// A state in which the program begins.
    pub(crate) fn start(&mut self, main: FuncId) -> State {
        let mut state = State::default();
        let program = self.program;
        let function = &program.functions[main.index()];
        let frame = Frame {
            function: main,
            vars: vec![None; function.vars.len()],
            slots: vec![None; function.slots.len()],
            allocas: Vec::new(),
            result: None,
        };
        state.frames.push(frame);
        self.begin_globals(&mut state, true);
        self.begin_parameters(&mut state, main);
        if !program.start.body.as_ref().is_none_or(|body| body.is_empty()) {
            self.gap(function.pos, "something runs before main");
        }
        state
    }
}
