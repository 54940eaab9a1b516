//! Which fields a function loads, with all that it calls: it can follow no pointers in others.
//!
//! Links from nodes back to their parents lead out of a subtree. A function that never loads them gets only
//! the subtree as its local heap; addresses in fields that it does not load are kept as they are.

use crate::ir::{Callee, Expr, FuncId, Operand, Program, RecordId, StmtKind, VarId, each_stmt};
use crate::shapes::graph::{Kind, Object};
use std::collections::{BTreeMap, BTreeSet};

/// The fields that a function may load.
#[derive(Debug, Default)]
pub(super) struct Footprint {
    /// Where they are in which record: the first byte, and the one behind the last.
    loaded: BTreeSet<(RecordId, i64, i64)>,
    /// Whether it calls functions that are not known.
    is_open: bool,
}

impl Footprint {
    pub(super) fn of(program: &Program, function: FuncId) -> Footprint {
        let mut footprint = Footprint::default();
        let (mut seen, mut pending) = (BTreeSet::new(), vec![function]);
        while let Some(id) = pending.pop() {
            if seen.insert(id) {
                footprint.add(program, id, &mut pending);
            }
        }
        footprint
    }

    /// Adds what one function loads, and notes what it calls.
    fn add(&mut self, program: &Program, id: FuncId, calls: &mut Vec<FuncId>) {
        let Some(body) = &program.functions[id.index()].body else { return };
        let mut fields: BTreeMap<VarId, Vec<(RecordId, i64, i64)>> = BTreeMap::new();
        each_stmt(body, &mut |stmt| match &stmt.kind {
            StmtKind::Assign { dst, value: Expr::Field { record, field, offset, .. } } => {
                let ty = program.types.record(*record).fields.get(*field as usize).map(|field| field.ty);
                let bytes = ty.and_then(|ty| program.types.size(ty, program.target)).unwrap_or(u64::MAX / 4);
                let start = *offset as i64;
                fields.entry(*dst).or_default().push((*record, start, start.saturating_add(bytes as i64)));
            }
            StmtKind::Call { callee: Callee::Direct(id), .. } => calls.push(*id),
            StmtKind::Call { .. } => self.is_open = true,
            _ => {}
        });
        each_stmt(body, &mut |stmt| {
            let mut used = stmt.kind.operands();
            if let StmtKind::Store { addr, .. } = &stmt.kind
                && let Some(at) = used.iter().position(|operand| operand == addr)
            {
                used.remove(at);
            }
            for operand in used {
                if let Operand::Var(var) = operand {
                    self.loaded.extend(fields.get(&var).into_iter().flatten());
                }
            }
        });
    }

    /// Whether a pointer in an object can be followed.
    pub(super) fn follows(&self, object: &Object, offset: i64) -> bool {
        let is_structure = object.segment.as_ref().is_some_and(|segment| segment.kind == Kind::Structure);
        let Some(record) = object.record.filter(|_| !is_structure) else { return true };
        let mut loaded = self.loaded.iter().filter(|(other, ..)| *other == record);
        self.is_open || loaded.any(|&(_, start, end)| start <= offset && offset < end)
    }
}
