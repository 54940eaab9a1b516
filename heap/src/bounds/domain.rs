//! The analysis: obligations, accesses to memory, and the end of the program.

use super::expr::Expr;
use super::object::{Content, ObjId, Object};
use super::store::{Store, Target, Value};
use crate::analysis::Task;
use crate::ir::{FuncId, Live, Pos, Program};
use crate::property::{Leaks, ViolationKind};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// The analysis of a program.
pub(super) struct Bounds<'p> {
    pub(super) task: Task<'p>,
    pub(super) program: &'p Program,
    /// Models of library functions in C, by name.
    pub(super) models: BTreeMap<&'p str, FuncId>,
    /// Constants of the program, sorted: bounds that the widening tries.
    pub(super) thresholds: Vec<i128>,
    pub(super) live: BTreeMap<FuncId, Live>,
    /// Where the calls under way are.
    pub(super) calls: Vec<Pos>,
    /// Allocation sites: where, and by which calls.
    pub(super) sites: BTreeMap<Vec<Pos>, u32>,
    /// Invariants of loops inside of the one under way, by calls and place.
    pub(super) invariants: BTreeMap<Vec<Pos>, Vec<Store>>,
    /// Nonzero in passes that report nothing.
    pub(super) quiet: usize,
    pub(super) steps: u64,
    pub(super) deadline: Option<Instant>,
    /// An obligation that is not discharged.
    pub(super) open: Option<(Pos, ViolationKind)>,
    /// What is not modelled: then nothing is proved.
    pub(super) gap: Option<(Pos, String)>,
}

impl<'p> Bounds<'p> {
    /// An obligation that may not hold. If it is not checked, then what follows is not modelled.
    pub(super) fn violate(&mut self, pos: Pos, kind: ViolationKind) {
        if self.quiet > 0 {
            return;
        }
        if self.task.checks.asks_for(kind) {
            self.open.get_or_insert((pos, kind));
        } else {
            self.skip(pos, "behaviour after a possible violation");
        }
    }

    /// Something that is not modelled.
    pub(super) fn skip(&mut self, pos: Pos, text: &str) {
        if self.quiet == 0 {
            self.gap.get_or_insert_with(|| (pos, text.to_string()));
        }
    }

    /// An obligation: an expression is at most zero. It is assumed behind the check. Nothing if no execution
    /// continues.
    pub(super) fn require(
        &mut self,
        store: &mut Store,
        expr: Option<Expr>,
        kind: ViolationKind,
        pos: Pos,
    ) -> Option<()> {
        let Some(expr) = expr else {
            self.violate(pos, kind);
            return Some(());
        };
        if store.facts.holds(&expr) {
            return Some(());
        }
        self.violate(pos, kind);
        store.assume(&expr).ok()
    }

    /// An obligation: a value is initialized.
    pub(super) fn require_defined(&mut self, value: &Value, pos: Pos) {
        if value.is_undefined() {
            self.violate(pos, ViolationKind::Uninitialized);
        }
    }

    /// Obligations of an access to so many bytes; the object and the offset. Nothing if no execution
    /// continues.
    pub(super) fn access(
        &mut self,
        store: &mut Store,
        pointer: &Value,
        size: &Expr,
        writes: bool,
        pos: Pos,
    ) -> Option<(ObjId, Expr)> {
        self.require_defined(pointer, pos);
        let (id, offset) = self.place(store, pointer, pos)?;
        let object = &store.objects[&id];
        let is_memory = !matches!(id, ObjId::StandardStream(_) | ObjId::Stream(_));
        if !is_memory || object.constant && writes {
            let kind =
                if is_memory { ViolationKind::ConstantWrite } else { ViolationKind::InvalidDereference };
            self.violate(pos, kind);
            return None;
        }
        if writes && matches!(id, ObjId::Argument(_) | ObjId::AnyArgument | ObjId::Arguments) {
            self.skip(pos, "a write to an argument of the program");
            return None;
        }
        let end = offset.plus(size, 1).and_then(|end| end.minus(&object.size));
        self.require(store, offset.times(-1), ViolationKind::OutOfBounds, pos)?;
        self.require(store, end, ViolationKind::OutOfBounds, pos)?;
        Some((id, offset))
    }

    /// The object that a pointer points to.
    pub(super) fn place(&mut self, store: &Store, pointer: &Value, pos: Pos) -> Option<(ObjId, Expr)> {
        let kind = match pointer {
            Value::Ptr { target: Target::Object(id), offset, .. } if store.objects.contains_key(id) => {
                return Some((*id, offset.clone()));
            }
            Value::Ptr { target: Target::Null, .. } => ViolationKind::NullDereference,
            Value::Ptr { target: Target::Stale, .. } => ViolationKind::UseAfterFree,
            Value::Ptr { target: Target::Object(_), .. } => ViolationKind::UseAfterScope,
            _ => ViolationKind::InvalidDereference,
        };
        self.violate(pos, kind);
        None
    }

    /// The number of an allocation site.
    pub(super) fn site(&mut self, pos: Pos) -> u32 {
        let mut key = self.calls.clone();
        key.push(pos);
        let next = self.sites.len() as u32;
        *self.sites.entry(key).or_insert(next)
    }

    /// A new object at a site. An earlier one must have ended.
    pub(super) fn create(&mut self, store: &mut Store, id: ObjId, object: Object, pos: Pos) -> Option<()> {
        if store.objects.contains_key(&id) {
            self.skip(pos, "several blocks of one allocation site");
            return None;
        }
        store.objects.insert(id, std::rc::Rc::new(object));
        Some(())
    }

    /// The end of the program: no memory is lost, and no stream left open.
    pub(super) fn end(&mut self, store: &Store, pos: Pos) {
        let checks = self.task.checks;
        let mut reached: BTreeSet<ObjId> = BTreeSet::new();
        if checks.leaks != Leaks::Any {
            let is_root = |id: &&ObjId| !matches!(id, ObjId::Heap(_) | ObjId::Stream(_));
            let mut pending: Vec<ObjId> = store.objects.keys().filter(is_root).copied().collect();
            for frame in &store.frames {
                let function = &self.task.program.functions[frame.function.index()];
                let vars = frame.vars.iter().filter(|(var, _)| function.is_named(**var));
                pending.extend(vars.filter_map(|(_, value)| target_object(value)));
            }
            while let Some(id) = pending.pop() {
                let Some(object) = store.objects.get(&id) else { continue };
                if !reached.insert(id) {
                    continue;
                }
                pending.extend(object.cells.values().filter_map(|cell| target_object(&cell.value)));
                pending.extend(object.recent.iter().filter_map(|cell| target_object(&cell.value)));
            }
        }
        for id in store.objects.keys().filter(|id| !reached.contains(id)) {
            match id {
                ObjId::Heap(_) if checks.leaks != Leaks::Off => self.violate(pos, ViolationKind::Leak),
                ObjId::Stream(_) if checks.streams => self.violate(pos, ViolationKind::OpenStream),
                _ => {}
            }
        }
    }
}

fn target_object(value: &Value) -> Option<ObjId> {
    match value {
        Value::Ptr { target: Target::Object(id), .. } => Some(*id),
        _ => None,
    }
}

/// Bytes of any value.
pub(super) fn any_bytes() -> Content {
    Content::Ints { bytes: 1, low: -128, high: 127 }
}
