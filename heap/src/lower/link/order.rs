//! The order in which variables outside of functions get their values: constants first, each after those that
//! it is computed from, then the others in the order of their definitions.

use crate::ir::*;
use crate::lower::Linker;
use fxhash::{FxHashMap, FxHashSet};

/// When the initialiser of a variable takes place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::lower) enum When {
    /// Before the program runs: it is a constant expression.
    First,
    /// In the order of the definitions.
    InOrder,
    /// It is not known whether before all others, or at which place among them.
    Unknown,
}

/// The code that initialises a variable.
pub(in crate::lower) struct Initializer {
    pub(in crate::lower) global: GlobalId,
    pub(in crate::lower) when: When,
    /// Whether the variable has its value even before the code runs, which only checks it.
    pub(in crate::lower) is_preset: bool,
    pub(in crate::lower) code: Block,
    pub(in crate::lower) pos: Pos,
}

impl Linker {
    /// Puts the initialisers in front of the other code that runs before `main`.
    pub(in crate::lower) fn order_initializers(&mut self) {
        let initializers = std::mem::take(&mut self.initializers);
        let (first, others): (Vec<_>, Vec<_>) =
            initializers.into_iter().partition(|initializer| initializer.when == When::First);
        let reach = Reach { linker: self, first: first.iter().map(|one| (one.global, &one.code)).collect() };
        let needed: Vec<FxHashSet<GlobalId>> = first
            .iter()
            .map(|one| if reads(&one.code) { reach.from(&one.code) } else { FxHashSet::default() })
            .collect();
        let early = reach.early(&others);
        let mut body = sorted(first, &needed);
        for (initializer, is_early) in others.into_iter().zip(early) {
            if is_early {
                body.push(unsupported(
                    "a variable that may be used before it is initialised",
                    initializer.pos,
                ));
            }
            body.extend(initializer.code);
        }
        body.extend(self.start.body.take().unwrap_or_default());
        self.start.body = Some(body);
    }
}

/// The code of constants, each after those that it needs.
fn sorted(first: Vec<Initializer>, needed: &[FxHashSet<GlobalId>]) -> Block {
    let mut missing: FxHashSet<GlobalId> =
        first.iter().filter(|one| !one.is_preset).map(|one| one.global).collect();
    let mut waiting: Vec<(Initializer, &FxHashSet<GlobalId>)> = first.into_iter().zip(needed).collect();
    let mut body = Vec::new();
    while !waiting.is_empty() {
        let is_ready = |(one, needed): &(Initializer, &FxHashSet<GlobalId>)| {
            needed.iter().all(|global| *global == one.global || !missing.contains(global))
        };
        let next = waiting.iter().position(is_ready);
        let (initializer, _) = waiting.remove(next.unwrap_or(0));
        if next.is_none() {
            body.push(unsupported("constants that refer to each other", initializer.pos));
        }
        missing.remove(&initializer.global);
        body.extend(initializer.code);
    }
    body
}

fn unsupported(reason: &str, pos: Pos) -> Stmt {
    Stmt { kind: StmtKind::Unsupported(reason.to_string()), pos }
}

/// What code may read, through the functions that it may call and the addresses that it may find.
struct Reach<'l> {
    linker: &'l Linker,
    first: FxHashMap<GlobalId, &'l Block>,
}

impl Reach<'_> {
    /// For each initialiser, whether it may use a later variable that might have its value already.
    fn early(&self, others: &[Initializer]) -> Vec<bool> {
        let Some(last) = others.iter().rposition(|one| one.when == When::Unknown) else {
            return vec![false; others.len()];
        };
        let is_early = |(at, one): (usize, &Initializer)| {
            let used = if at < last { self.from(&one.code) } else { FxHashSet::default() };
            others[at + 1..].iter().any(|later| later.when == When::Unknown && used.contains(&later.global))
        };
        others.iter().enumerate().map(is_early).collect()
    }

    /// The variables that code may read.
    fn from(&self, code: &Block) -> FxHashSet<GlobalId> {
        let mut globals = FxHashSet::default();
        let mut functions = FxHashSet::default();
        let mut pending = mentioned(code);
        while let Some(operand) = pending.pop() {
            match operand {
                Operand::Func(id) if functions.insert(id) => {
                    pending.extend(self.linker.functions[id.index()].body.iter().flat_map(mentioned));
                }
                Operand::Global(id) if globals.insert(id) => {
                    if let Init::Cells(cells) = &self.linker.globals[id.index()].init {
                        pending.extend(cells.iter().map(|cell| cell.value));
                    }
                    pending.extend(self.first.get(&id).into_iter().flat_map(|code| mentioned(code)));
                }
                _ => {}
            }
        }
        globals
    }
}

/// Whether code may read a variable, and not only mention its address.
fn reads(code: &Block) -> bool {
    let mut found = false;
    each_stmt(code, &mut |stmt| {
        found |= matches!(stmt.kind, StmtKind::Load { .. } | StmtKind::Copy { .. } | StmtKind::Call { .. });
    });
    found
}

/// The functions and variables that code mentions.
fn mentioned(code: &Block) -> Vec<Operand> {
    let mut found = Vec::new();
    each_stmt(code, &mut |stmt| {
        if let StmtKind::Call { callee: Callee::Direct(id), .. } = &stmt.kind {
            found.push(Operand::Func(*id));
        }
        let operands = stmt.kind.operands().into_iter();
        found.extend(operands.filter(|operand| matches!(operand, Operand::Func(_) | Operand::Global(_))));
    });
    found
}
