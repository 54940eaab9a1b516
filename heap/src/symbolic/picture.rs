//! The symbolic heap at a point of the program, as a graph to be drawn.
//!
//! Nodes are variables, objects and values. An object with several cells is one *indexed* node `⟨a⟩ᵢ`;
//! conditions on its edges say for which elements they hold. Conditions are exact in what the analysis calls
//! its unknowns. A reader knows the names of the program alone: all else is quantified away, which gives a
//! bracket `⟨may, must⟩` (thesis, section 4.1.1).

use crate::ir::{FileId, Pos, Stmt, StmtKind};
use crate::symbolic::store::state::State;

/// Where the heap is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Before this statement.
    At(Pos),
    /// Before the first statement of a line of the file in which the program begins.
    Line(u32),
    /// Where the first function returns.
    End,
}

/// What a node stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// A variable that holds a pointer.
    Variable,
    /// A local object.
    Local,
    /// A global object.
    Global,
    /// Memory that was allocated.
    Heap,
    /// What a cell holds that is no pointer.
    Value,
    /// The null pointer.
    Null,
    /// Nobody knows.
    Unknown,
}

/// A node of the graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// What it stands for.
    pub kind: NodeKind,
    /// Its name, or the value.
    pub name: String,
    /// The name of the variable that tells its cells apart, if it has several.
    pub index: Option<String>,
    /// More about it: its size, whether it is alive.
    pub detail: String,
}

/// `from` holds `to`, under a condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The node that holds something.
    pub from: usize,
    /// What it holds, or points into.
    pub to: usize,
    /// The field that holds it, if its cells are records.
    pub field: String,
    /// How far into the object it points, if not to its start.
    pub offset: String,
    /// When it may be so.
    pub may: String,
    /// When it must be so; the same as `may` if that is known exactly.
    pub must: String,
}

/// The symbolic heap at a point.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HeapGraph {
    /// Where it was looked at; nothing if that is where the first function returns.
    pub pos: Option<Pos>,
    /// The function there.
    pub function: String,
    /// Variables, objects, values.
    pub nodes: Vec<Node>,
    /// What they hold.
    pub edges: Vec<Edge>,
    /// Variables that hold numbers, and these.
    pub numbers: Vec<(String, String)>,
    /// What is known there.
    pub facts: Vec<String>,
    /// Whether something was left out because there is too much.
    pub is_cut: bool,
}

/// Waits for a state to be drawn.
pub(crate) struct Camera {
    places: Vec<Place>,
    /// What was seen at each of these last.
    seen: Vec<Option<(Pos, State)>>,
    end: Option<State>,
    /// The last statement of the first function, if nothing else is seen.
    last: Option<(Pos, State)>,
    /// The statement that stands for a line, by its address: the first that is reached there, not what a loop
    /// comes back to.
    first: Option<usize>,
}

impl Camera {
    /// Looks at several places; the first of them that is reached is drawn.
    pub(crate) fn new(places: Vec<Place>) -> Camera {
        let seen = vec![None; places.len()];
        Camera { places, seen, end: None, last: None, first: None }
    }

    /// A statement is about to be executed.
    pub(crate) fn see(&mut self, stmt: &Stmt, file: FileId, state: &State) {
        let pos = stmt.pos;
        for (place, seen) in self.places.iter().zip(&mut self.seen) {
            let is_wanted = match *place {
                Place::At(wanted) => pos == wanted,
                Place::Line(line) => {
                    let here = std::ptr::from_ref(stmt).addr();
                    pos.line == line && pos.file == file && *self.first.get_or_insert(here) == here
                }
                Place::End => false,
            };
            if is_wanted {
                *seen = Some((pos, state.clone()));
            }
        }
        if state.frames.len() == 1 {
            self.last = Some((pos, state.clone()));
            if matches!(stmt.kind, StmtKind::Return(_)) {
                self.see_end(state);
            }
        }
    }

    /// The first function is about to return.
    pub(crate) fn see_end(&mut self, state: &State) {
        self.end = Some(state.clone());
    }

    /// What is to be drawn; without a place if that is the end.
    pub(crate) fn chosen(self) -> Option<(Option<Pos>, State)> {
        let seen = self.seen.into_iter().flatten().next().map(|(pos, state)| (Some(pos), state));
        let end = self.end.map(|state| (None, state));
        seen.or(end).or(self.last.map(|(pos, state)| (Some(pos), state)))
    }
}
