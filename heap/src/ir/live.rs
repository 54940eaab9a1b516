//! Live variables: those that may be read before they are assigned again.

use super::*;
use fxhash::FxHashMap;

/// A set of variables of one function.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct VarSet {
    words: Vec<u64>,
}

impl VarSet {
    /// Whether a variable is in the set.
    pub fn contains(&self, var: VarId) -> bool {
        self.words.get(var.index() / 64).is_some_and(|word| word >> (var.index() % 64) & 1 == 1)
    }

    fn insert(&mut self, var: VarId) {
        let word = var.index() / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (var.index() % 64);
    }

    fn remove(&mut self, var: VarId) {
        if let Some(word) = self.words.get_mut(var.index() / 64) {
            *word &= !(1 << (var.index() % 64));
        }
    }

    /// Adds the variables of another set; true if there are new ones.
    fn extend(&mut self, other: &VarSet) -> bool {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        let mut is_changed = false;
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            is_changed |= *more & !*word != 0;
            *word |= more;
        }
        is_changed
    }
}

/// The live variables before each statement of a function.
///
/// ```
/// use cfp_heap::ir::{Live, VarId, read_program};
///
/// let text = "fn main() -> i32 {\n  let a.0, b.1: i32\n  a.0 = 1\n  b.1 = add i32 a.0, 1\n  return b.1\n}";
/// let program = read_program(text).expect("a program");
/// let body = program.functions[0].body.as_ref().expect("a body");
/// let live = Live::of(body);
/// assert!(live.before(&body[1]).contains(VarId(0)));
/// assert!(!live.before(&body[2]).contains(VarId(0)));
/// ```
#[derive(Debug, Default)]
pub struct Live {
    /// By the address of the statement: the body is borrowed from the program and does not move.
    before: FxHashMap<usize, VarSet>,
    /// The same after each call.
    after: FxHashMap<usize, VarSet>,
    /// At the head of each loop.
    heads: FxHashMap<Label, VarSet>,
    breaks: FxHashMap<Label, VarSet>,
    continues: FxHashMap<Label, VarSet>,
}

impl Live {
    /// Computes the live variables of a body.
    pub fn of(body: &Block) -> Live {
        let mut live = Live::default();
        live.block(body, VarSet::default());
        live
    }

    /// The variables that are live before a statement of the body.
    pub fn before(&self, stmt: &Stmt) -> &VarSet {
        &self.before[&(std::ptr::from_ref(stmt) as usize)]
    }

    /// The variables that are live after a call of the body, its result excepted.
    pub fn after_call(&self, stmt: &Stmt) -> Option<&VarSet> {
        self.after.get(&(std::ptr::from_ref(stmt) as usize))
    }

    /// The variables that are live at the head of a loop of the body.
    pub fn at_head(&self, inner: &Loop) -> &VarSet {
        &self.heads[&inner.label]
    }

    /// The variables that are live before a block, from those that are live behind it.
    fn block(&mut self, block: &Block, mut live: VarSet) -> VarSet {
        for stmt in block.iter().rev() {
            live = self.stmt(stmt, live);
            self.before.insert(std::ptr::from_ref(stmt) as usize, live.clone());
        }
        live
    }

    fn stmt(&mut self, stmt: &Stmt, after: VarSet) -> VarSet {
        let mut live = match &stmt.kind {
            StmtKind::If { then, otherwise, .. } => {
                let mut live = self.block(then, after.clone());
                live.extend(&self.block(otherwise, after));
                live
            }
            StmtKind::Loop(inner) => return self.head(inner, after),
            StmtKind::Block { label, body } => {
                self.breaks.insert(*label, after.clone());
                self.block(body, after)
            }
            StmtKind::Break(label) => self.breaks.get(label).cloned().unwrap_or_default(),
            StmtKind::Continue(label) => self.continues.get(label).cloned().unwrap_or_default(),
            StmtKind::Return(_) | StmtKind::Fail { .. } | StmtKind::Unreachable => VarSet::default(),
            _ => after,
        };
        if let Some(var) = stmt.kind.defines() {
            live.remove(var);
        }
        if matches!(stmt.kind, StmtKind::Call { .. }) {
            self.after.insert(std::ptr::from_ref(stmt) as usize, live.clone());
        }
        if let StmtKind::Begin(Local::Var(var)) | StmtKind::End(Local::Var(var)) = stmt.kind {
            live.remove(var);
        }
        read(&mut live, stmt.kind.operands());
        live
    }

    /// The variables that are live at the head of a loop, by a fixpoint iteration.
    fn head(&mut self, inner: &Loop, after: VarSet) -> VarSet {
        self.breaks.insert(inner.label, after.clone());
        let mut head = VarSet::default();
        loop {
            // What follows the test: the body or the exit.
            let test = |live: &mut Live, mut body: VarSet| {
                body.extend(&after);
                read(&mut body, [inner.cond]);
                live.block(&inner.test, body)
            };
            let next = if inner.tests_last { test(self, head.clone()) } else { head.clone() };
            let step = self.block(&inner.step, next);
            self.continues.insert(inner.label, step.clone());
            let body = self.block(&inner.body, step);
            let begin = if inner.tests_last { body } else { test(self, body) };
            if !head.extend(&begin) {
                self.heads.insert(inner.label, head.clone());
                return head;
            }
        }
    }
}

/// Adds the variables among operands.
fn read(live: &mut VarSet, operands: impl IntoIterator<Item = Operand>) {
    for operand in operands {
        if let Operand::Var(var) = operand {
            live.insert(var);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_next_iteration_reads_is_live_in_this_one() {
        let text = "fn main() -> i32 {\n  let a.0, b.1, c.2: i32\n  a.0 = 1\n  b.1 = 0\n  loop L0 while {\n    \
            test:\n      c.2 = lt i32 b.1, 9\n      while c.2\n    body:\n      b.1 = add i32 b.1, a.0\n    step:\n  }\n  \
            return b.1\n}";
        let program = read_program(text).unwrap_or_else(|error| panic!("{error:?}"));
        let body = program.functions[0].body.as_ref().expect("a body");
        let live = Live::of(body);
        let StmtKind::Loop(inner) = &body[2].kind else { panic!("a loop") };
        let at = |stmt: &Stmt| [0, 1, 2].map(|var| live.before(stmt).contains(VarId(var)));
        assert_eq!(at(&body[0]), [false; 3]);
        assert_eq!(at(&body[2]), [true, true, false]);
        assert_eq!(at(&inner.test[0]), [true, true, false]);
        assert_eq!(at(&inner.body[0]), [true, true, false]);
        assert_eq!(at(&body[3]), [false, true, false]);
    }
}
