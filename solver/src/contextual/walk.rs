//! The traversal of a formula that removes the parts decided by their context.
//!
//! The *context* of a part of a conjunction are the other parts and the context of the conjunction; since a
//! disjunction is a negated conjunction, this makes the context of a disjunct the negations of the others.
//! (This is the critical constraint of Dillig, Dillig and Aiken, *Small formulas for large programs*, 2010.)
//! A part that its context implies is replaced by `true`, one that it contradicts by `false`, which leaves an
//! equivalent formula. The parts of a conjunction are visited in turn, each in the context of what the others
//! are by then, until none changes any more.
//!
//! A conjunction that its context contradicts is `false` at once. Else there is a model of the context in
//! which all of its parts are true, so each leaf has one question left: can it be false while all the others
//! are true? Models that were found for other questions answer most of these ([`super::models`]).
//!
//! Large parts come before small ones, so that of two facts that imply each other the simple one stays.

use super::Truth;
use super::engine::Engine;
use super::formula::{Edge, Formulas, Node};
use super::models::{Models, Row};
use crate::answer::Unknown;
use crate::limits::Budget;
use crate::sat::{Lit, Outcome};
use crate::term::Terms;
use fxhash::FxHashSet;

/// Can a formula be true in a context?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Possible {
    Yes,
    No,
    Unknown,
}

/// What became of a part.
enum Considered {
    /// It is this now.
    Done(Edge),
    /// Its own parts must be visited.
    Open,
}

/// A formula whose parts are being visited.
struct Frame {
    edge: Edge,
    parts: Parts,
    /// Models of its context.
    row: Row,
    /// The part that is being visited.
    at: usize,
    /// How many parts were visited since one of them changed to something else.
    unchanged: usize,
    /// Whether there was any change.
    changed: bool,
    /// Literals that imply what the part that is being visited has as context beyond that of the whole.
    context: Option<Vec<Lit>>,
    /// Literals to be given up in the end.
    owned: Vec<Lit>,
}

enum Parts {
    /// A conjunction.
    And {
        /// In the order in which they are visited.
        parts: Vec<Edge>,
        /// A literal that implies the first so many parts.
        before: Option<Lit>,
        covered: usize,
        /// Literals that imply a part and all after it.
        after: Vec<Option<Lit>>,
    },
    /// Left and right, no context for each other.
    Xor([Edge; 2]),
    /// Then, else, condition.
    Ite([Edge; 3]),
}

impl Parts {
    fn slice(&self) -> &[Edge] {
        match self {
            Parts::And { parts, .. } => parts,
            Parts::Xor(parts) => parts,
            Parts::Ite(parts) => parts,
        }
    }
}

/// Counters of what was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WalkStats {
    pub(super) questions: u64,
    pub(super) solves: u64,
    pub(super) undecided: u64,
}

/// The walk, with all it needs.
pub(super) struct Walk<'a> {
    pub(super) formulas: &'a mut Formulas,
    pub(super) terms: &'a mut Terms,
    pub(super) engine: &'a mut Engine,
    pub(super) models: &'a mut Models,
    pub(super) budget: &'a mut Budget,
    /// Ticks that one question may take.
    pub(super) question_ticks: u64,
    /// What is assumed.
    pub(super) assumption: Edge,
    /// Models of that.
    row: Row,
    frames: Vec<Frame>,
    /// Formulas that a question was not decided about: they are not asked about again, in whatever context.
    too_hard: FxHashSet<Edge>,
    /// Scratch: the literals of a question.
    lits: Vec<Lit>,
    pub(super) stats: WalkStats,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        (formulas, terms): (&'a mut Formulas, &'a mut Terms),
        (engine, models): (&'a mut Engine, &'a mut Models),
        (budget, question_ticks): (&'a mut Budget, u64),
        assumption: Edge,
    ) -> Walk<'a> {
        models.forget_formulas();
        let mut walk = Walk {
            formulas,
            terms,
            engine,
            models,
            budget,
            question_ticks,
            assumption,
            row: Row::NONE,
            frames: Vec::new(),
            too_hard: FxHashSet::default(),
            lits: Vec::new(),
            stats: WalkStats::default(),
        };
        walk.adopt(Edge::TRUE);
        walk.adopt(assumption);
        walk.row = walk.models.holds(assumption);
        walk
    }

    /// Whether anything can still be found out.
    fn is_open(&self) -> bool {
        self.budget.is_open() && self.engine.broken().is_none()
    }

    /// Makes a formula known to the engine and to the models.
    fn adopt(&mut self, edge: Edge) {
        self.models.follow(self.formulas, edge);
        let atoms = self.formulas.atoms_below(&[edge]);
        self.engine.add_atoms(self.terms, &self.formulas.atoms, atoms.into_iter(), self.budget);
    }

    /// Whether the assumption can be true at all; it counts as possible if that is not found out.
    pub(super) fn is_assumption_possible(&mut self) -> bool {
        let mut row = self.row;
        self.assumption == Edge::TRUE || self.can_be(Edge::TRUE, &mut row) != Possible::No
    }

    /// Can a formula be true?
    pub(super) fn satisfy(&mut self, edge: Edge) -> Truth {
        self.adopt(edge);
        let mut row = self.row;
        match self.can_be(edge, &mut row) {
            Possible::Yes => Truth::Yes,
            Possible::No => Truth::No,
            Possible::Unknown => {
                let reason = self.engine.broken().or(self.budget.stopped());
                Truth::Unknown(reason.cloned().unwrap_or(Unknown::Resources))
            }
        }
    }

    /// Simplifies a formula under the assumption, until there is nothing left to drop.
    pub(super) fn simplify(&mut self, root: Edge) -> Edge {
        let mut root = root;
        loop {
            self.adopt(root);
            let simplified = self.pass(root);
            // Every change makes a formula smaller, so this ends.
            if simplified == root || !self.is_open() {
                return simplified;
            }
            root = simplified;
        }
    }

    /// One visit to all parts.
    fn pass(&mut self, root: Edge) -> Edge {
        let mut row = self.row;
        match self.consider(root, &mut row) {
            Considered::Done(edge) => return edge,
            Considered::Open => self.open(root, row),
        }
        let mut result = None;
        while let Some(frame) = self.frames.last_mut() {
            if let Some(part) = result.take() {
                frame.replace(part);
            }
            let is_finished = frame.unchanged >= frame.parts.slice().len();
            if is_finished || !self.is_open() {
                result = Some(self.close());
                continue;
            }
            let (part, mut row) = self.next_part();
            match self.consider(part, &mut row) {
                Considered::Done(edge) => result = Some(edge),
                Considered::Open => self.open(part, row),
            }
        }
        result.expect("the last frame has a result")
    }

    /// Whether a formula can be true in the context of the part that is being visited; `row` are models of
    /// the context, to which one may be added.
    fn can_be(&mut self, edge: Edge, row: &mut Row) -> Possible {
        self.stats.questions += 1;
        if !row.and(self.models.holds(edge)).is_empty() {
            return Possible::Yes;
        }
        if !self.is_open() || self.too_hard.contains(&edge) {
            return Possible::Unknown;
        }
        self.ask(edge, row)
    }

    /// Asks the engine.
    fn ask(&mut self, edge: Edge, row: &mut Row) -> Possible {
        self.stats.solves += 1;
        let mut lits = std::mem::take(&mut self.lits);
        lits.clear();
        if self.assumption != Edge::TRUE {
            lits.push(self.engine.guard(self.formulas, self.assumption));
        }
        for frame in 0..self.frames.len() {
            self.find_context(frame);
            lits.extend(self.frames[frame].context.iter().flatten());
        }
        if edge != Edge::TRUE {
            lits.push(self.engine.guard(self.formulas, edge));
        }
        let mut part = self.budget.part(self.question_ticks);
        let outcome = self.engine.solve(&lits, &mut part);
        self.lits = lits;
        let is_open = self.budget.spend(part.ticks() + self.frames.len() as u64);
        match outcome {
            Outcome::Sat => {
                let model = self.models.add(self.formulas, |atom| self.engine.value(atom));
                row.set(model, true);
                self.row.set(model, true);
                for frame in &mut self.frames {
                    frame.row.set(model, true);
                }
                Possible::Yes
            }
            Outcome::Unsat => Possible::No,
            Outcome::Unknown(_) => {
                self.too_hard.insert(edge);
                self.stats.undecided += u64::from(is_open);
                Possible::Unknown
            }
        }
    }

    /// Looks at a part in its context.
    fn consider(&mut self, edge: Edge, row: &mut Row) -> Considered {
        match self.formulas.node(edge) {
            Node::True => Considered::Done(edge),
            Node::And(_) => {
                let conjunction = edge.negated_if(edge.is_negated());
                match self.can_be(conjunction, row) {
                    Possible::No => Considered::Done(Edge::constant(edge.is_negated())),
                    _ => Considered::Open,
                }
            }
            node => {
                let is_leaf = matches!(node, Node::Atom(_));
                if self.can_be(edge, row) == Possible::No {
                    Considered::Done(Edge::FALSE)
                } else if self.can_be(!edge, row) == Possible::No {
                    Considered::Done(Edge::TRUE)
                } else if is_leaf {
                    Considered::Done(edge)
                } else {
                    Considered::Open
                }
            }
        }
    }

    fn open(&mut self, edge: Edge, row: Row) {
        let parts = match self.formulas.node(edge) {
            Node::And(parts) => {
                let parts: Vec<Edge> = parts.iter().rev().copied().collect();
                let after = vec![None; parts.len()];
                Parts::And { parts, before: None, covered: 0, after }
            }
            &Node::Xor(left, right) => Parts::Xor([left, right]),
            &Node::Ite(condition, then, otherwise) => Parts::Ite([then, otherwise, condition]),
            Node::True | Node::Atom(_) => unreachable!("leaves have no parts"),
        };
        self.frames.push(Frame {
            edge,
            parts,
            row,
            at: 0,
            unchanged: 0,
            changed: false,
            context: None,
            owned: Vec::new(),
        });
    }

    /// Ends the visit of the newest formula; returns what has become of it.
    fn close(&mut self) -> Edge {
        let frame = self.frames.pop().expect("a frame is open");
        for guard in frame.owned {
            self.engine.release(guard);
        }
        if !frame.changed {
            return frame.edge;
        }
        let node = match frame.parts {
            Parts::And { parts, .. } => self.formulas.and(self.terms, &parts),
            Parts::Xor([left, right]) => self.formulas.xor(left, right),
            Parts::Ite([then, otherwise, condition]) => {
                self.formulas.ite(self.terms, condition, then, otherwise)
            }
        };
        self.adopt(node);
        node.negated_if(frame.edge.is_negated())
    }

    /// The part that is to be visited next, and the models of its context.
    fn next_part(&mut self) -> (Edge, Row) {
        let frame = self.frames.last_mut().expect("a frame is open");
        if frame.at == frame.parts.slice().len() {
            frame.at = 0;
            frame.forget_guards();
        }
        frame.context = None;
        let at = frame.at;
        let part = frame.parts.slice()[at];
        let holds = |edge: Edge| self.models.holds(edge);
        let row = match &frame.parts {
            Parts::And { parts, .. } => {
                let mut row = frame.row;
                for (index, &other) in parts.iter().enumerate() {
                    if index != at {
                        row = row.and(holds(other));
                    }
                    if row.is_empty() {
                        break;
                    }
                }
                row
            }
            Parts::Xor(_) => frame.row,
            &Parts::Ite([then, otherwise, condition]) => match at {
                0 => frame.row.and(holds(condition)),
                1 => frame.row.and(holds(!condition)),
                _ => {
                    let differ = self.formulas.xor(then, otherwise);
                    self.models.follow(self.formulas, differ);
                    frame.row.and(self.models.holds(differ))
                }
            },
        };
        (part, row)
    }

    /// Makes the literals of the context of the part that a frame visits, unless they are there.
    fn find_context(&mut self, index: usize) {
        let Walk { formulas, engine, .. } = self;
        let frame = &mut self.frames[index];
        if frame.context.is_some() {
            return;
        }
        let at = frame.at;
        let context = match &mut frame.parts {
            Parts::Xor(_) => Vec::new(),
            &mut Parts::Ite([then, otherwise, condition]) => vec![match at {
                0 => engine.guard(formulas, condition),
                1 => engine.guard(formulas, !condition),
                _ => {
                    let differ = formulas.xor(then, otherwise);
                    engine.guard(formulas, differ)
                }
            }],
            Parts::And { parts, before, covered, after } => {
                if *covered < at {
                    let mut lits: Vec<Lit> =
                        parts[*covered..at].iter().map(|&part| engine.guard(formulas, part)).collect();
                    lits.extend(*before);
                    *before = Some(join(engine, &lits, &mut frame.owned));
                    *covered = at;
                }
                for later in (at + 1..parts.len()).rev() {
                    if after[later].is_none() {
                        let mut lits = vec![engine.guard(formulas, parts[later])];
                        lits.extend(after.get(later + 1).copied().flatten());
                        after[later] = Some(join(engine, &lits, &mut frame.owned));
                    }
                }
                before.iter().copied().chain(after.get(at + 1).copied().flatten()).collect()
            }
        };
        frame.context = Some(context);
    }
}

/// A literal that implies these: the only one, or one made for the purpose, to be given up in the end.
fn join(engine: &mut Engine, lits: &[Lit], owned: &mut Vec<Lit>) -> Lit {
    if let [lit] = *lits {
        return lit;
    }
    let joined = engine.join(lits.iter().copied());
    owned.push(joined);
    joined
}

impl Frame {
    /// Puts in what has become of the part that was visited, and goes on to the next.
    fn replace(&mut self, part: Edge) {
        let at = self.at;
        let is_same = self.parts.slice()[at] == part;
        self.changed |= !is_same;
        match &mut self.parts {
            Parts::And { parts, after, .. } => {
                if part == Edge::TRUE {
                    // Without it the context of the others has only more models: what was visited need not be
                    // visited again.
                    parts.remove(at);
                    after.remove(at);
                    return;
                }
                if part == Edge::FALSE {
                    *parts = vec![part];
                    self.unchanged = 1;
                    return;
                }
                parts[at] = part;
            }
            Parts::Xor(parts) => parts[at] = part,
            Parts::Ite(parts) => parts[at] = part,
        }
        self.unchanged = if is_same { self.unchanged + 1 } else { 1 };
        self.at += 1;
    }

    /// Forgets literals about parts, which may have changed since they were made.
    fn forget_guards(&mut self) {
        if let Parts::And { before, covered, after, .. } = &mut self.parts {
            (*before, *covered) = (None, 0);
            after.fill(None);
        }
    }
}
