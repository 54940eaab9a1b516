//! One traversal of the intermediate representation, for all abstract domains.
//!
//! The walker owns control flow: blocks, branches, jumps, one iteration of a loop. A [`Domain`] owns states:
//! the effect of a straight-line statement, assumptions, joins, and how a loop or a call becomes one step. A
//! domain without a better way executes a loop with [`fixpoint::solve`]. A domain that keeps several states
//! apart wraps a simpler one in [`disjunction::Disjunctions`].
//!
//! ```text
//! block ── statement ─┬─ straight-line ──────────> Domain::transfer
//!                     ├─ if ── condition, assume ─> block, block, join
//!                     ├─ loop ────────────────────> Domain::run_loop ──> iterate, fixpoint::solve
//!                     └─ call ────────────────────> Domain::run_call ──> block | Domain::library_call
//! ```
//!
//! A state stands for executions that reach a point; `None` means that none does. Read this file first, then
//! `fixpoint`, then `disjunction`. This folder depends on `ir` only, and on no domain.

pub mod disjunction;
pub mod fixpoint;
#[cfg(test)]
mod tests;

use crate::ir::{Arg, CallResult, Callee, Function, Label, Loop, Operand, Pos, ReturnValue, Stmt, StmtKind};

/// How control leaves a piece of code other than at its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Jump<V> {
    /// To the end of the block or loop with this label.
    Break(Label),
    /// To the next iteration of this loop.
    Continue(Label),
    /// Out of the function, with its result.
    Return(Option<V>),
}

/// States that leave a piece of code by a jump.
pub type Jumps<'p, D> = Vec<(Jump<<D as Domain<'p>>::Value>, <D as Domain<'p>>::State)>;

/// A call as written.
#[derive(Clone, Copy, Debug)]
pub struct Call<'p> {
    /// Where the result goes.
    pub result: &'p CallResult,
    /// The arguments.
    pub args: &'p [Arg],
    /// The position of the call.
    pub pos: Pos,
}

/// An abstract domain: states and transfer functions.
pub trait Domain<'p>: Sized {
    /// An abstract state: a set of program states at one point.
    type State: Clone;
    /// The result of a function.
    type Value: Copy + PartialEq;
    /// A condition, evaluated in a state.
    type Condition: Copy;
    /// Arguments of a call, evaluated in a state.
    type Arguments: ?Sized;

    /// Records that something at a place is not modelled, which voids whatever this domain has proved.
    fn gap(&mut self, pos: Pos, text: &str);

    /// Called before each statement, for limits and progress. False stops the walk here; then nothing may be
    /// proved.
    fn begin(&mut self, stmt: &'p Stmt, state: &mut Self::State) -> bool;

    /// The effect of a straight-line statement: anything but `If`, `Loop`, `Block`, `Call`, `Break`,
    /// `Continue`, `Return`.
    fn transfer(&mut self, stmt: &'p Stmt, state: Self::State) -> Option<Self::State>;

    /// Evaluates a condition.
    fn condition(&mut self, state: &mut Self::State, operand: &'p Operand, pos: Pos) -> Self::Condition;

    /// The executions of a state in which a condition holds, or does not.
    fn assume(&mut self, state: &Self::State, condition: Self::Condition, holds: bool)
    -> Option<Self::State>;

    /// A state that stands for the executions of both.
    fn join(&mut self, one: Self::State, other: Self::State) -> Self::State;

    /// Evaluates the returned value.
    fn returned(&mut self, state: &mut Self::State, value: &'p ReturnValue, pos: Pos) -> Option<Self::Value>;

    /// The state behind a loop, by a summary of the domain or by [`fixpoint::solve`]. Exits to other places
    /// are added to the jumps.
    fn run_loop(
        &mut self,
        inner: &'p Loop,
        state: Self::State,
        pos: Pos,
        jumps: &mut Jumps<'p, Self>,
    ) -> Option<Self::State>;

    /// The state behind a call.
    fn run_call(
        &mut self,
        callee: &'p Callee,
        call: Call<'p>,
        state: Self::State,
        jumps: &mut Jumps<'p, Self>,
    ) -> Option<Self::State>;

    /// The state behind a call of a function without a body.
    fn library_call(
        &mut self,
        call: Call<'p>,
        function: &'p Function,
        arguments: &Self::Arguments,
        state: Self::State,
        jumps: &mut Jumps<'p, Self>,
    ) -> Option<Self::State>;
}

/// Executes statements; states that leave them by a jump are added to the list.
pub fn block<'p, D: Domain<'p>>(
    domain: &mut D,
    block: &'p [Stmt],
    state: D::State,
    jumps: &mut Jumps<'p, D>,
) -> Option<D::State> {
    let mut state = state;
    for stmt in block {
        state = statement(domain, stmt, state, jumps)?;
    }
    Some(state)
}

fn statement<'p, D: Domain<'p>>(
    domain: &mut D,
    stmt: &'p Stmt,
    mut state: D::State,
    jumps: &mut Jumps<'p, D>,
) -> Option<D::State> {
    if !domain.begin(stmt, &mut state) {
        return None;
    }
    let pos = stmt.pos;
    match &stmt.kind {
        StmtKind::If { cond, then, otherwise } => {
            let condition = domain.condition(&mut state, cond, pos);
            branch(domain, state, condition, [then, otherwise], jumps)
        }
        StmtKind::Loop(inner) => domain.run_loop(inner, state, pos, jumps),
        StmtKind::Block { label, body } => labelled(domain, *label, body, state, jumps),
        StmtKind::Call { result, callee, args } => {
            domain.run_call(callee, Call { result, args, pos }, state, jumps)
        }
        StmtKind::Break(label) => {
            jumps.push((Jump::Break(*label), state));
            None
        }
        StmtKind::Continue(label) => {
            jumps.push((Jump::Continue(*label), state));
            None
        }
        StmtKind::Return(value) => {
            let value = domain.returned(&mut state, value, pos);
            jumps.push((Jump::Return(value), state));
            None
        }
        _ => domain.transfer(stmt, state),
    }
}

/// Executes both sides of a branch and joins them behind it.
fn branch<'p, D: Domain<'p>>(
    domain: &mut D,
    state: D::State,
    condition: D::Condition,
    [then, otherwise]: [&'p [Stmt]; 2],
    jumps: &mut Jumps<'p, D>,
) -> Option<D::State> {
    let mut end = None;
    for (holds, code) in [(true, then), (false, otherwise)] {
        let Some(side) = domain.assume(&state, condition, holds) else { continue };
        if let Some(side) = block(domain, code, side, jumps) {
            end = Some(joined(domain, end, side));
        }
    }
    end
}

/// A block that `break` leaves.
fn labelled<'p, D: Domain<'p>>(
    domain: &mut D,
    label: Label,
    body: &'p [Stmt],
    state: D::State,
    jumps: &mut Jumps<'p, D>,
) -> Option<D::State> {
    let mut inner = Vec::new();
    let mut end = block(domain, body, state, &mut inner);
    for (jump, state) in inner {
        if jump == Jump::Break(label) {
            end = Some(joined(domain, end, state));
        } else {
            jumps.push((jump, state));
        }
    }
    end
}

/// Joins a state with another one, if there is one.
pub fn joined<'p, D: Domain<'p>>(domain: &mut D, one: Option<D::State>, other: D::State) -> D::State {
    match one {
        Some(one) => domain.join(one, other),
        None => other,
    }
}

/// Exits of a loop: behind it (`None`), or by a jump further out.
pub type Exits<'p, D> = Vec<(Option<Jump<<D as Domain<'p>>::Value>>, <D as Domain<'p>>::State)>;

/// The result of one iteration of a loop.
#[derive(Debug)]
pub struct Iteration<S, V> {
    /// The state before the next iteration, if there can be one.
    pub next: Option<S>,
    /// Exits of the loop: behind it (`None`), or by a jump further out.
    pub exits: Vec<(Option<Jump<V>>, S)>,
}

/// One iteration from a state. The test comes first, or last if the loop tests last; then no test precedes
/// the first iteration.
pub fn iterate<'p, D: Domain<'p>>(
    domain: &mut D,
    inner: &'p Loop,
    state: D::State,
) -> Iteration<D::State, D::Value> {
    let mut exits = Vec::new();
    let mut jumps = Vec::new();
    let mut state = Some(state);
    if !inner.tests_last {
        state = state.and_then(|state| test(domain, inner, state, &mut exits, &mut jumps));
    }
    let mut body_jumps = Vec::new();
    let mut end = state.and_then(|state| block(domain, &inner.body, state, &mut body_jumps));
    for (jump, state) in body_jumps {
        if jump == Jump::Continue(inner.label) {
            end = Some(joined(domain, end, state));
        } else {
            jumps.push((jump, state));
        }
    }
    let mut end = end.and_then(|state| block(domain, &inner.step, state, &mut jumps));
    if inner.tests_last {
        end = end.and_then(|state| test(domain, inner, state, &mut exits, &mut jumps));
    }
    for (jump, state) in jumps {
        exits.push((if jump == Jump::Break(inner.label) { None } else { Some(jump) }, state));
    }
    Iteration { next: end, exits }
}

/// Executes the test of a loop. Returns the state in which it holds; the other side is an exit.
fn test<'p, D: Domain<'p>>(
    domain: &mut D,
    inner: &'p Loop,
    state: D::State,
    exits: &mut Exits<'p, D>,
    jumps: &mut Jumps<'p, D>,
) -> Option<D::State> {
    let pos = inner.test.last().map_or(Pos::NOWHERE, |stmt| stmt.pos);
    let mut state = block(domain, &inner.test, state, jumps)?;
    let condition = domain.condition(&mut state, &inner.cond, pos);
    exits.extend(domain.assume(&state, condition, false).map(|out| (None, out)));
    domain.assume(&state, condition, true)
}

/// Joins the exits that lead behind a loop into one state; the others become jumps.
pub fn leave<'p, D: Domain<'p>>(
    domain: &mut D,
    exits: Exits<'p, D>,
    jumps: &mut Jumps<'p, D>,
) -> Option<D::State> {
    let mut end = None;
    for (jump, state) in exits {
        match jump {
            None => end = Some(joined(domain, end, state)),
            Some(jump) => jumps.push((jump, state)),
        }
    }
    end
}
