//! Keeps states of the symbolic execution until it is known which one to draw.
//!
//! What a drawing shows depends on the verdict: the state at the error, for example. So the [`Camera`] keeps
//! the last state before each executed statement, and one of them is drawn in the end. The camera does not
//! affect the analysis: queries and verdict are the same without it. A summarised call has no states inside,
//! only the one at the call.

use crate::analysis::View;
use crate::ir::{FileId, Pos, Stmt, StmtKind};
use crate::symbolic::store::state::State;
use std::collections::BTreeMap;

/// The states to choose from.
pub(crate) struct Camera {
    view: View,
    /// The last state before the statement that represents the requested line.
    line: Option<(Pos, State)>,
    /// That statement, by its address: the first one reached there, so that the head of a loop is shown when
    /// the loop is entered.
    first: Option<usize>,
    /// The last state before each statement.
    states: BTreeMap<Pos, State>,
    /// The state in which the entry function returns.
    end: Option<State>,
    /// The last statement of the entry function, in case it does not return.
    last: Option<(Pos, State)>,
}

impl Camera {
    pub(crate) fn new(view: View) -> Camera {
        Camera { view, line: None, first: None, states: BTreeMap::new(), end: None, last: None }
    }

    /// A statement is about to be executed.
    pub(crate) fn see(&mut self, stmt: &Stmt, file: FileId, state: &State) {
        let pos = stmt.pos;
        match self.view {
            View::Finding => {
                self.states.insert(pos, state.clone());
            }
            View::Line(line) if pos.line == line && pos.file == file => {
                let here = std::ptr::from_ref(stmt).addr();
                if *self.first.get_or_insert(here) == here {
                    self.line = Some((pos, state.clone()));
                }
            }
            View::Line(_) => {}
        }
        if state.frames.len() == 1 {
            self.last = Some((pos, state.clone()));
            if matches!(stmt.kind, StmtKind::Return(_)) {
                self.see_end(state);
            }
        }
    }

    /// The entry function is about to return.
    pub(crate) fn see_end(&mut self, state: &State) {
        self.end = Some(state.clone());
    }

    /// The state to draw and its statement, `None` for the end: at the requested line or the first of these
    /// places that was reached, otherwise at the end.
    pub(crate) fn chosen(mut self, places: &[Pos]) -> Option<(Option<Pos>, State)> {
        let at_place = |pos: &Pos| self.states.remove(pos).map(|state| (*pos, state));
        let wanted = self.line.or_else(|| places.iter().find_map(at_place));
        let end = self.end.map(|state| (None, state));
        let some = |(pos, state)| (Some(pos), state);
        wanted.map(some).or(end).or(self.last.map(some))
    }
}
