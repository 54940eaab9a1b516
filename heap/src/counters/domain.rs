//! The domain: programs whose memory consists of the nodes of singly linked lists.
//!
//! Pointer variables hold null or the address of a node or of a member of one. Anything else, and lists that
//! become cyclic, ends the analysis without a proof: [`Counters::gap`].

use super::shape::{Dim, Expr, Var};
use super::state::{Held, State, Test};
use super::vector::{MAX_POINTERS, Pointer};
use crate::analysis::Task;
use crate::ir::{FuncId, Function, IntType, Live, Loop, Operand, Pos, RecordId, Scalar, Stmt, VarId};
use crate::property::ViolationKind;
use crate::walk::Domain;
use cfp_solver::Int;
use std::collections::BTreeMap;

/// The variable that holds the result of a function.
const RESULT: VarId = VarId(u32::MAX);

/// Pointers that no program variable holds, for the successor of a node whose data was written: then that
/// node is the only one of its segment, and its data is known until it is joined with others.
const SUCCESSORS: [VarId; 2] = [VarId(u32::MAX - 1), VarId(u32::MAX - 2)];

/// Why pointers to other objects end the analysis.
pub(super) const OTHER_OBJECT: &str = "a pointer to something else than a list node";

/// Why floating numbers end the analysis.
pub(super) const FLOATING: &str = "a floating number";

/// The type of the nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) record: RecordId,
    pub(crate) size: u64,
    /// The offset of the pointer to the next node.
    pub(crate) next: u64,
}

/// A point of a program.
#[derive(Clone, Copy)]
pub(super) enum Point<'a> {
    Before(&'a Stmt),
    Head(&'a Loop),
}

/// An invariant at the head of a loop.
pub(crate) struct Invariant {
    pub(crate) pos: Pos,
    pub(crate) function: FuncId,
    pub(crate) state: State,
    /// The variables that have a name there.
    pub(crate) visible: Vec<VarId>,
    /// Whether iterations begin where C has the head of the loop.
    pub(crate) begins_at_head: bool,
    /// Passes until it was stable.
    pub(crate) rounds: usize,
}

/// The analysis of a program.
pub(crate) struct Counters<'p> {
    pub(super) task: Task<'p>,
    pub(super) node: Node,
    /// The bits of pointer variables in vectors.
    pub(super) bits: BTreeMap<Var, Pointer>,
    /// By allocation site: a pointer to the node allocated last, while its link is not set. No program
    /// variable holds it.
    pub(super) fresh: BTreeMap<Pos, Pointer>,
    /// Which of the successors a write of data uses.
    successors: BTreeMap<Pos, usize>,
    /// Integer variables that a loop compares, by function.
    pub(super) compared: BTreeMap<FuncId, Vec<(VarId, VarId)>>,
    pub(super) live: BTreeMap<FuncId, Live>,
    pub(super) thresholds: Vec<Int>,
    /// Nonzero in passes that report nothing.
    pub(super) quiet: usize,
    pub(super) work: u64,
    /// Obligations that are not discharged.
    pub(super) open: Vec<(Pos, ViolationKind)>,
    /// What is not modelled: then nothing is proved.
    pub(super) gap: Option<(Pos, String)>,
    pub(super) invariants: BTreeMap<Pos, Vec<Invariant>>,
}

impl<'p> Counters<'p> {
    pub(crate) fn new(task: Task<'p>, node: Node, thresholds: Vec<Int>) -> Counters<'p> {
        Counters {
            task,
            node,
            bits: BTreeMap::new(),
            fresh: BTreeMap::new(),
            successors: BTreeMap::new(),
            compared: BTreeMap::new(),
            live: BTreeMap::new(),
            thresholds,
            quiet: 0,
            work: 0,
            open: Vec::new(),
            gap: None,
            invariants: BTreeMap::new(),
        }
    }

    pub(super) fn function(&self, state: &State) -> &'p Function {
        let current = state.calls.last().expect("a call is under way");
        &self.task.program.functions[current.index()]
    }

    pub(super) fn var(&self, state: &State, id: VarId) -> Var {
        Var { depth: state.depth(), id }
    }

    pub(super) fn type_of(&self, state: &State, id: VarId) -> Scalar {
        let function = self.function(state);
        function.vars[id.index()].ty
    }

    /// The pairs of integer variables of the current function whose difference is tracked.
    pub(super) fn compared(&self, state: &State) -> Vec<(Var, Var)> {
        let current = state.calls.last().expect("a call is under way");
        let pairs = self.compared.get(current).map(Vec::as_slice).unwrap_or_default();
        pairs.iter().map(|&(one, other)| (self.var(state, one), self.var(state, other))).collect()
    }

    /// The bit of a pointer variable.
    pub(super) fn bit(&mut self, var: Var, pos: Pos) -> Option<Pointer> {
        if let Some(&known) = self.bits.get(&var) {
            return Some(known);
        }
        let next = self.next_bit(pos)?;
        self.bits.insert(var, next);
        Some(next)
    }

    pub(super) fn next_bit(&mut self, pos: Pos) -> Option<Pointer> {
        let taken = self.bits.len() + self.fresh.len();
        if taken == MAX_POINTERS {
            self.gap(pos, "too many pointers");
            return None;
        }
        Some(Pointer(taken as u8))
    }

    /// The successor for a write of data.
    pub(super) fn successor(&mut self, state: &State, pos: Pos) -> Var {
        let count = self.successors.len();
        let index = *self.successors.entry(pos).or_insert(count % SUCCESSORS.len());
        self.var(state, SUCCESSORS[index])
    }

    /// Whether a pointer is held by a variable of the program.
    pub(super) fn is_held(&self, state: &State, pointer: Pointer) -> bool {
        let holder = self.bits.iter().find(|(_, bit)| **bit == pointer);
        holder.is_some_and(|(var, _)| {
            let function = state.calls.get(var.depth as usize);
            function.is_some_and(|id| self.task.program.functions[id.index()].is_named(var.id))
        })
    }

    /// An obligation that does not hold in all executions. If it is not checked, then what follows is not
    /// modelled.
    pub(super) fn violate(&mut self, pos: Pos, kind: ViolationKind) {
        if !self.task.checks.asks_for(kind) {
            self.gap(pos, "behaviour after a possible violation");
        } else if self.quiet == 0 {
            self.open.push((pos, kind));
        }
    }

    /// Assigns an integer variable.
    pub(super) fn set(&mut self, state: &mut State, id: VarId, value: Option<Expr>, ty: IntType) {
        let (var, compared) = (self.var(state, id), self.compared(state));
        state.set(var, value, ty, &compared);
    }

    /// Assigns an operand to a variable.
    pub(super) fn assign(&mut self, state: &mut State, id: VarId, operand: Operand, pos: Pos) -> Option<()> {
        let var = self.var(state, id);
        let test = match operand {
            Operand::Var(from) => state.tests.get(&self.var(state, from)).cloned(),
            _ => None,
        };
        self.pass(&state.clone(), state, var, operand, pos)?;
        state.tests.extend(test.filter(|test| !test.mentions(var)).map(|test| (var, test)));
        Some(())
    }

    /// `to = from + offset` for pointers.
    pub(super) fn copy(
        &mut self,
        state: &mut State,
        to: Var,
        from: Var,
        offset: u64,
        pos: Pos,
    ) -> Option<()> {
        let Some(&held) = state.pointers.get(&from) else {
            self.violate(pos, ViolationKind::Uninitialized);
            self.gap(pos, "an uninitialized pointer");
            return None;
        };
        let (own, other) = (self.bit(to, pos)?, self.bit(from, pos)?);
        if own != other {
            state.shape.copy(own, other);
        }
        state.hold(to, Held { bit: own, offset: held.offset.map(|known| known + offset), ..held });
        Some(())
    }

    /// The state without the innermost frame, whose result goes to a variable of the caller.
    pub(super) fn leave_frame(&mut self, mut state: State, result: Option<VarId>, pos: Pos) -> Option<State> {
        let inner = state.depth();
        let value = Var { depth: inner, id: RESULT };
        state.calls.pop();
        if let Some(id) = result {
            match self.type_of(&state, id) {
                Scalar::Ptr => {
                    let own = self.var(&state, id);
                    self.copy(&mut state, own, value, 0, pos)?;
                }
                // Without a return statement, the result is uninitialized.
                Scalar::Int(_) if !state.integers.contains(&value) => {
                    let own = self.var(&state, id);
                    state.forget(own);
                }
                Scalar::Int(ty) => self.set(&mut state, id, Some(Expr::of(Dim::Value(value))), ty),
                Scalar::Float(_) => self.gap(pos, FLOATING),
            }
        }
        self.forget_frame(&mut state, inner);
        Some(state)
    }

    /// Keeps the result of a function in a variable of its frame.
    pub(super) fn keep_result(&mut self, state: &mut State, operand: Operand, pos: Pos) -> Option<()> {
        let depth = state.depth();
        self.pass(&state.clone(), state, Var { depth, id: RESULT }, operand, pos)
    }

    /// Gives a variable the value that an operand has in another frame. A result has no declared type, and
    /// neither has a parameter that is used as another one.
    pub(super) fn pass(
        &mut self,
        from: &State,
        state: &mut State,
        to: Var,
        operand: Operand,
        pos: Pos,
    ) -> Option<()> {
        let ty = match operand {
            Operand::Var(id) => self.type_of(from, id),
            Operand::Int(_, ty) => Scalar::Int(ty),
            Operand::Float(_, ty) => Scalar::Float(ty),
            Operand::Undef(ty) => ty,
            _ => Scalar::Ptr,
        };
        match (ty, operand) {
            (Scalar::Ptr, Operand::Null) => {
                let bit = self.bit(to, pos)?;
                state.shape.set_null(bit);
                state.hold(to, Held::start(bit));
            }
            (Scalar::Ptr, Operand::Var(id)) => {
                let id = self.var(from, id);
                self.copy(state, to, id, 0, pos)?;
            }
            (Scalar::Int(ty), _) => {
                let value = self.integer(from, operand, pos);
                let compared = self.compared(state);
                state.set(to, value, ty, &compared);
            }
            (Scalar::Float(_), _) => {
                self.gap(pos, FLOATING);
                return None;
            }
            (Scalar::Ptr, _) => {
                self.gap(pos, OTHER_OBJECT);
                return None;
            }
        }
        Some(())
    }

    /// Forgets the variables of a frame.
    pub(super) fn forget_frame(&mut self, state: &mut State, depth: u32) {
        let vars = state.pointers.keys().chain(&state.integers).copied();
        for var in vars.filter(|var| var.depth == depth).collect::<Vec<_>>() {
            state.forget(var);
        }
    }

    /// Forgets pointers and temporaries that are not read again, so that segments they distinguish are
    /// joined.
    pub(super) fn forget_dead(&mut self, point: Point<'_>, state: &mut State) {
        let current = *state.calls.last().expect("a call is under way");
        let function = self.function(state);
        let Some(body) = &function.body else { return };
        let live = self.live.entry(current).or_insert_with(|| Live::of(body));
        let live = match point {
            Point::Before(stmt) => live.before(stmt),
            Point::Head(inner) => live.at_head(inner),
        };
        let depth = state.depth();
        let is_live = |var: &Var| match var.id {
            _ if var.depth != depth => true,
            RESULT => true,
            id if SUCCESSORS.contains(&id) => matches!(point, Point::Before(_)),
            id => live.contains(id),
        };
        // What a live result of a comparison is about is needed when a branch depends on that result.
        let tests: Vec<Test> =
            state.tests.iter().filter(|(var, _)| is_live(var)).map(|(_, test)| test.clone()).collect();
        let is_dead = |var: &Var| !is_live(var) && !tests.iter().any(|test| test.mentions(*var));
        let vars = state.pointers.keys().chain(&state.integers).copied();
        for var in vars.filter(is_dead).collect::<Vec<_>>() {
            let is_named = function.is_named(var.id);
            // Named integers are kept: lengths are often related through them.
            if state.pointers.contains_key(&var) || !is_named {
                state.forget(var);
            }
        }
    }
}
