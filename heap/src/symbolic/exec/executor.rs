//! Symbolic execution of all paths at once.
//!
//! Both sides of a branch are executed and joined with conditional values, so one state stands for all paths
//! to a point. Calls are inlined unless they are summarised. Each obligation is checked on the spot. One that
//! is not discharged becomes a *suspect*, and execution continues under the assumption that it holds. Code
//! that is not modelled is a *gap*, which voids the proof.

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

/// A symbolic execution of all paths of a program.
///
/// An executor is a [heap](Heap) with control, and a heap is a [prover](Prover) with memory: each layer adds
/// its own state, and dereferences to the layer below.
pub(crate) struct Executor<'p> {
    pub(crate) heap: Heap<'p>,
    /// The program before tail calls became loops, for concrete runs.
    pub(crate) written: &'p Program,
    pub(crate) loops: LoopStack,
    pub(crate) calls: CallStack<'p>,
    pub(crate) listener: Option<Progress>,
    /// Keeps states to draw, if a drawing was requested.
    pub(crate) camera: Option<Camera>,
    /// Whether allocation may fail.
    pub(crate) failing_allocation: bool,
    /// Patterns of the names of functions without a body that are inputs.
    pub(crate) input_functions: &'p [String],
    /// The models of library functions that are C code, by name.
    pub(crate) models: BTreeMap<&'p str, FuncId>,
    /// The arguments of the program, if it takes any.
    pub(crate) arguments: Option<Arguments>,
    /// The list of environment variables, if the program has asked for it.
    pub(crate) environment: Option<Value>,
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

/// A position in the findings to roll back to.
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
        (failing_allocation, input_functions): (bool, &'p [String]),
    ) -> Executor<'p> {
        Executor {
            heap: Heap::new(Prover::new(program, logic, checks)),
            written,
            loops: LoopStack::default(),
            calls: CallStack::default(),
            listener: None,
            camera: None,
            failing_allocation,
            input_functions,
            models: program.library_bodies(),
            arguments: None,
            environment: None,
        }
    }

    /// The current position in the findings.
    pub(crate) fn mark(&self) -> Mark {
        Mark { findings: self.findings.mark(), reduced: self.loops.reduced.len() }
    }

    /// Drops the findings since a mark, because the code will be analysed in another way.
    pub(crate) fn roll_back(&mut self, since: Mark) {
        self.findings.roll_back(since.findings);
        self.loops.reduced.truncate(since.reduced);
    }

    /// The initial state of the program.
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
            self.gap(function.pos, "code that runs before main");
        }
        state
    }
}
