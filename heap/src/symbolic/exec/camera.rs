//! Keeps states of the symbolic execution until it is known which one to draw.
//!
//! What a drawing shows depends on the verdict: the state at the error, for example. So the [`Camera`] keeps
//! the last state before each statement with a finding and before the calls that lead to it, and one of them
//! is drawn in the end. The camera does not affect the analysis: queries and verdict are the same without it.
//! A summarised call has no states inside, only the one at the call.

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
    /// The statements under execution, one for each stack frame, and the states before them.
    current: Vec<(Pos, State)>,
    /// The number of findings before the innermost of them.
    findings: usize,
    /// The last state before each statement with a finding, and before the calls that lead to it.
    states: BTreeMap<Pos, State>,
    /// The state in which the entry function returns.
    end: Option<State>,
    /// The last statement of the entry function, in case it does not return.
    last: Option<(Pos, State)>,
}

impl Camera {
    pub(crate) fn new(view: View) -> Camera {
        Camera {
            view,
            line: None,
            first: None,
            current: Vec::new(),
            findings: 0,
            states: BTreeMap::new(),
            end: None,
            last: None,
        }
    }

    /// A statement is about to be executed, after this many findings.
    pub(crate) fn see(&mut self, stmt: &Stmt, file: FileId, state: &State, findings: usize) {
        let pos = stmt.pos;
        self.look_back(findings);
        match self.view {
            View::Finding => {
                self.current.truncate(state.frames.len().saturating_sub(1));
                self.current.push((pos, state.clone()));
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

    /// Keeps the states before the statements under execution, if there are findings since.
    pub(crate) fn look_back(&mut self, findings: usize) {
        if findings > self.findings {
            self.states.extend(self.current.iter().cloned());
        }
        self.findings = findings;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::ReturnValue;

    #[test]
    fn only_states_with_findings_are_kept() {
        let mut camera = Camera::new(View::Finding);
        let place = |line: u32| Pos { file: FileId(0), line, column: 1 };
        for line in 1..100 {
            let stmt = Stmt { kind: StmtKind::Return(ReturnValue::None), pos: place(line) };
            // Line 50 has a finding, which is known when the next line begins.
            camera.see(&stmt, FileId(0), &State::default(), usize::from(line > 50));
        }
        assert_eq!(camera.states.keys().copied().collect::<Vec<_>>(), [place(50)]);
        camera.look_back(2);
        assert_eq!(camera.chosen(&[place(3), place(99)]).and_then(|chosen| chosen.0), Some(place(99)));
    }
}
