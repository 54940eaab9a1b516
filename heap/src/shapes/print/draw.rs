//! Graphs as drawings: a list is one node, and edges at its ends are marked.

use super::super::graph::Origin;
use super::super::value::{End, ObjectId, Value, constant};
use super::names::Named;
use super::{contents, kind, links, measure};
use crate::analysis::{Edge, HeapGraph, Node, NodeKind};
use crate::ir::Pos;
use std::collections::BTreeMap;

/// The drawing of a graph at the head of a loop.
pub(super) fn drawing(named: &Named<'_, '_>, pos: Pos) -> HeapGraph {
    let function = named.function_of(named.graph.depth()).name.clone();
    let graph = HeapGraph { pos: Some(pos), function, facts: named.facts(), ..HeapGraph::default() };
    let mut sketch = Sketch { named, graph, nodes: BTreeMap::new(), others: BTreeMap::new() };
    for (_, name, value) in named.vars() {
        if !matches!(value, Value::Int(_) | Value::Any | Value::Unset | Value::Zeros) {
            let from = sketch.node(NodeKind::Variable, name, String::new());
            sketch.edge(Edge::certain(from, from, "", ""), value);
        }
    }
    for &id in &named.objects {
        sketch.object(id);
    }
    for &id in &named.objects {
        sketch.cells(id);
    }
    sketch.graph
}

struct Sketch<'a, 'p> {
    named: &'a Named<'a, 'p>,
    graph: HeapGraph,
    nodes: BTreeMap<ObjectId, usize>,
    /// Null and other targets that are no objects, by the node that points to them and their text.
    others: BTreeMap<(usize, String), usize>,
}

impl Sketch<'_, '_> {
    fn node(&mut self, kind: NodeKind, name: String, detail: String) -> usize {
        self.graph.nodes.push(Node { kind, name, index: None, detail });
        self.graph.nodes.len() - 1
    }

    /// The node of an object.
    fn object(&mut self, id: ObjectId) -> usize {
        if let Some(&node) = self.nodes.get(&id) {
            return node;
        }
        let (named, object) = (self.named, self.named.graph.object(id));
        let data = contents(named, id, object).into_iter().filter(|text| !text.contains('↦'));
        let mut detail: Vec<String> = Vec::new();
        let (kind, name) = match &object.segment {
            Some(segment) => {
                detail.push(format!("{} {}", measure(segment), named.steps(id)));
                let links = links(named, id, segment).join(", ");
                (NodeKind::List, format!("{}.{}({links})", named.object(id), kind(segment)))
            }
            None => {
                detail.extend(named.type_name(id));
                let kind = match object.origin {
                    Origin::Heap | Origin::Part => NodeKind::Heap,
                    Origin::Local(_) => NodeKind::Local,
                    Origin::Global { .. } => NodeKind::Global,
                    Origin::Outside => NodeKind::Value,
                };
                (kind, named.object(id))
            }
        };
        detail.extend(data);
        if let Some(owner) = object.owner {
            detail.push(format!("one for each of {}", named.object(owner)));
        }
        let node = self.node(kind, name, detail.join(", "));
        self.nodes.insert(id, node);
        node
    }

    /// The edges from the cells of an object.
    fn cells(&mut self, id: ObjectId) {
        let (named, from) = (self.named, self.object(id));
        let object = named.graph.object(id);
        let mut cells: BTreeMap<i64, Value> =
            object.cells.iter().map(|(offset, cell)| (*offset, cell.value.clone())).collect();
        let ends = object.segment.iter().flat_map(|segment| [segment.next(), segment.prev]);
        let ends: Vec<i64> = ends.flatten().collect();
        let back: Vec<i64> =
            named.graph.objects.values().filter_map(|object| object.segment.as_ref()?.prev).collect();
        let width = object.segment.as_ref().map_or(0, |segment| segment.width);
        cells.extend(ends.iter().map(|&offset| (offset, object.link(offset, width))));
        for (offset, value) in cells {
            if matches!(value, Value::Int(_) | Value::Zeros) || value == Value::Any && !ends.contains(&offset)
            {
                continue;
            }
            let (is_end, is_back) = (ends.contains(&offset), back.contains(&offset));
            let edge = Edge { is_end, is_back, ..Edge::certain(from, from, named.field(id, offset), "") };
            self.edge(edge, &value);
        }
    }

    /// Adds an edge, to what a value points to.
    fn edge(&mut self, mut edge: Edge, value: &Value) {
        if let Value::Pointer(pointer) = value {
            edge.to = self.object(pointer.object);
            edge.offset = match pointer.end {
                End::First if constant(&pointer.offset) == Some(0) => String::new(),
                End::Last if constant(&pointer.offset) == Some(0) => "to the last".to_string(),
                End::Own => "to its own node".to_string(),
                End::First | End::Last => format!("to {}", self.named.pointer(pointer)),
            };
            edge.is_end |= pointer.end == End::Last;
        } else {
            let (kind, text) = match (value, self.named.address(value)) {
                (Value::Null, _) => (NodeKind::Null, "null".to_string()),
                (Value::Function(_), Some(name)) => (NodeKind::Value, name),
                (_, Some(text)) => (NodeKind::Unknown, text),
                (Value::Unset, None) => (NodeKind::Unknown, "not set".to_string()),
                (_, None) => (NodeKind::Unknown, "unknown".to_string()),
            };
            edge.to = match self.others.get(&(edge.from, text.clone())) {
                Some(&node) => node,
                None => {
                    let node = self.node(kind, text.clone(), String::new());
                    self.others.insert((edge.from, text), node);
                    node
                }
            };
        }
        self.graph.edges.push(edge);
    }
}
