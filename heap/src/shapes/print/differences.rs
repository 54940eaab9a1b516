//! Why no loop invariant was found: where the heaps of two iterations differ.

use super::super::engine::Shapes;
use super::super::graph::{Graph, Kind};
use super::super::join::{Mismatch, Place};
use super::super::value::{ObjectId, Value};
use super::names::Named;
use std::collections::{BTreeMap, VecDeque};

/// Limit on the links of a path that is shown.
const MAX_LINKS: usize = 3;

impl Shapes<'_> {
    /// Says where two graphs differ: `list->next is null in one case, and leads to a node in another`.
    pub(in crate::shapes) fn told_difference(
        &self,
        graphs: [&Graph; 2],
        mismatch: &Mismatch,
    ) -> Option<String> {
        let named = graphs.map(|graph| Named::new(self, graph));
        let place = match mismatch.place {
            Place::Var(var) => named[0].var(&var)?,
            Place::Cell { side, object, offset } => {
                let holder = paths(&named[side]).remove(&object)?;
                match named[side].field(object, offset) {
                    field if field.is_empty() => holder,
                    field => format!("{holder}->{field}"),
                }
            }
        };
        let [one, other] = [0, 1].map(|side| described(graphs[side], &mismatch.values[side]));
        Some(match one == other {
            true => format!("{place} {one} in two cases that cannot be described by one"),
            false => format!("{place} {one} in one case, and {other} in another"),
        })
    }
}

/// How the objects of a graph are reached from its variables.
pub(super) fn paths(named: &Named<'_, '_>) -> BTreeMap<ObjectId, String> {
    let mut found: BTreeMap<ObjectId, String> = BTreeMap::new();
    let vars = named.vars().into_iter().filter_map(|(_, name, value)| Some((value.target()?, name, 0)));
    let is_root = |id: &&ObjectId| named.graph.objects.get(id).is_some_and(|it| it.origin.is_root());
    let roots = named.objects.iter().filter(is_root).map(|id| (*id, named.object(*id), 0));
    let mut pending: VecDeque<(ObjectId, String, usize)> = vars.chain(roots).collect();
    while let Some((id, path, links)) = pending.pop_front() {
        if found.contains_key(&id) {
            continue;
        }
        found.insert(id, path.clone());
        for (&offset, cell) in &named.graph.object(id).cells {
            let Some(target) = cell.value.target() else { continue };
            let behind = match named.field(id, offset) {
                field if field.is_empty() => path.clone(),
                field if links < MAX_LINKS => format!("{path}->{field}"),
                field if links == MAX_LINKS => format!("{path}->...->{field}"),
                _ => path.clone(),
            };
            pending.push_back((target, behind, links + 1));
        }
    }
    found
}

/// What a place holds.
pub(super) fn described(graph: &Graph, value: &Value) -> String {
    let text = match value {
        Value::Null => "is null",
        Value::Int(_) => "is an integer",
        Value::Unset => "is not initialized",
        Value::Dangling => "dangles",
        Value::Function(_) => "is a function",
        Value::Zeros => "is zero",
        Value::Any => "is not known",
        Value::Pointer(pointer) => match graph.segment(pointer.object).map(|segment| segment.kind) {
            None => "leads to a single object",
            Some(Kind::List) => "leads to a list",
            Some(Kind::Tree) => "leads to a tree",
            Some(Kind::Path) => "leads to a way down a tree",
            Some(Kind::Structure | Kind::Slice) => "leads to a structure",
        },
    };
    text.to_string()
}
