//! Where the records of a program have links to records of the same type.

use super::stale::PlaceKind;
use crate::checkers::{Layout, Nodes};
use crate::ir::{Program, Record, RecordId, Type};
use crate::shapes::graph::Object;
use crate::shapes::structures::Library;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The links of records.
#[derive(Clone, Debug, Default)]
pub(in crate::shapes) struct Layouts {
    links: BTreeMap<RecordId, Vec<i64>>,
    /// Whether records with several links form trees.
    pub has_trees: bool,
    /// Whether integers in neighbouring nodes are related to each other.
    pub relates_data: bool,
    /// Whether pointers that keep nodes from being folded are forgotten.
    pub forgets: bool,
    /// Where they are not forgotten.
    pub kept: BTreeSet<PlaceKind>,
    /// The size of a link.
    pub pointer_bytes: i64,
    /// The definitions of structures.
    pub library: Rc<Library>,
}

impl Layouts {
    /// The layouts of a program.
    pub(in crate::shapes) fn of(program: &Program, has_trees: bool) -> Layouts {
        let pointer_bytes = i64::from(program.target.pointer_bytes);
        let library = Rc::new(Library::of(program));
        let mut layouts = Layouts { has_trees, pointer_bytes, library, ..Layouts::default() };
        for (id, record) in program.types.records() {
            let is_link = |ty| match program.types.get(ty) {
                Type::Pointer(target) => *program.types.get(*target) == Type::Record(id),
                _ => false,
            };
            let fields = record.fields.iter().filter(|field| is_link(field.ty));
            let mut links: Vec<i64> = fields.map(|field| (field.bit_offset / 8) as i64).collect();
            links.sort_unstable();
            links.dedup();
            // Definitions tell which of them lead to other nodes.
            let defined: Vec<i64> = defined_links(program, record, pointer_bytes, &links);
            if !defined.is_empty() {
                links.retain(|link| defined.contains(link));
            }
            // The nodes of structures are folded by their definitions.
            if layouts.library.is_structured(id) {
                links.clear();
            }
            layouts.links.insert(id, links);
        }
        layouts
    }

    /// Whether there are records that may form trees.
    pub(in crate::shapes) fn may_be_trees(&self) -> bool {
        self.links.values().any(|links| links.len() > 1)
    }

    /// The links of the record in an object, in order.
    pub(super) fn links(&self, object: &Object) -> &[i64] {
        object.record.and_then(|record| self.links.get(&record)).map_or(&[], |links| links)
    }

    /// Whether the record in an object is a node of structures, and of no lists.
    pub(super) fn is_structured(&self, object: &Object) -> bool {
        object.record.is_some_and(|record| self.library.is_structured(record))
    }

    /// The links of the record in an object if such records form trees.
    pub(super) fn tree_links(&self, object: &Object) -> Option<&[i64]> {
        let links = self.links(object);
        (self.has_trees && links.len() > 1).then_some(links)
    }
}

/// The links that definitions of structures with such nodes have.
fn defined_links(program: &Program, record: &Record, pointer_bytes: i64, links: &[i64]) -> Vec<i64> {
    let is_node = |nodes: &Nodes| {
        u64::try_from(nodes.size).ok() == record.size && nodes.links.iter().all(|link| links.contains(link))
    };
    let layouts = program.checkers.iter().map(|definition| Layout::of(definition, pointer_bytes));
    let nodes = layouts.filter_map(|layout| match layout {
        Layout::Nodes(nodes) => Some(nodes).filter(is_node),
        Layout::Other(_) => None,
    });
    nodes.flat_map(|nodes| nodes.links.into_iter().chain(nodes.prev.map(|(offset, _)| offset))).collect()
}
