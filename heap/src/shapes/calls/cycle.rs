//! Functions that call each other.

use crate::ir::{Callee, FuncId, Program, StmtKind, each_stmt};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// The functions that a function calls and that call it, by any number of calls; with itself. Calls by
/// pointers do not count.
pub(super) fn cycle_of(program: &Program, function: FuncId) -> BTreeSet<FuncId> {
    let mut calls: BTreeMap<FuncId, BTreeSet<FuncId>> = BTreeMap::new();
    let mut pending = vec![function];
    while let Some(id) = pending.pop() {
        if let Entry::Vacant(entry) = calls.entry(id) {
            pending.extend(entry.insert(called_by(program, id)).iter());
        }
    }
    let mut cycle = BTreeSet::from([function]);
    loop {
        let size = cycle.len();
        for (id, called) in &calls {
            if !called.is_disjoint(&cycle) {
                cycle.insert(*id);
            }
        }
        if cycle.len() == size {
            return cycle;
        }
    }
}

/// The functions that a function calls itself.
fn called_by(program: &Program, id: FuncId) -> BTreeSet<FuncId> {
    let mut called = BTreeSet::new();
    if let Some(body) = &program.functions[id.index()].body {
        each_stmt(body, &mut |stmt| {
            if let StmtKind::Call { callee: Callee::Direct(id), .. } = stmt.kind {
                called.insert(id);
            }
        });
    }
    called
}
