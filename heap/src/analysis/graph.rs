//! A state of the symbolic heap as a graph, ready to be drawn.
//!
//! Nodes are variables, objects and values. An object with several cells is one *indexed* node `⟨a⟩ᵢ`;
//! conditions on its edges say for which elements they hold. Symbolic values that the program has no name for
//! are quantified away, so that a condition is a bracket `⟨may, must⟩` (thesis, section 4.1.1); it is exact
//! if both halves are the same.

use crate::ir::Pos;

/// The kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// A variable that holds a pointer.
    Variable,
    /// A local object.
    Local,
    /// A global object.
    Global,
    /// An allocated object.
    Heap,
    /// A list of any number of allocated objects.
    List,
    /// The contents of a cell, other than a pointer.
    Value,
    /// The null pointer.
    Null,
    /// An unresolved pointer or an unknown value.
    Unknown,
}

impl NodeKind {
    /// Whether it is a piece of memory.
    pub fn is_object(self) -> bool {
        matches!(self, NodeKind::Local | NodeKind::Global | NodeKind::Heap | NodeKind::List)
    }
}

/// A node of the graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Its kind.
    pub kind: NodeKind,
    /// Its name, or the value.
    pub name: String,
    /// The index variable of its cells, if it has several.
    pub index: Option<String>,
    /// Its size, and whether it is freed.
    pub detail: String,
}

/// A points-to edge: `from` holds `to` under a condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The index of the source node.
    pub from: usize,
    /// The index of the target node.
    pub to: usize,
    /// The field of the source, if its cells are records.
    pub field: String,
    /// The offset into the target, if it is not zero.
    pub offset: String,
    /// The condition under which the edge may exist.
    pub may: String,
    /// The condition under which it must exist; equal to `may` if the condition is exact.
    pub must: String,
    /// Whether it leaves or enters an end of a list: it is the link of its last node, of its first one back,
    /// or a pointer to its last node. If the list is empty, it belongs to a neighbour.
    pub is_end: bool,
    /// Whether it is a link to the previous node of a list: it does not matter for the order of nodes.
    pub is_back: bool,
}

impl Edge {
    /// An edge that always exists.
    pub fn certain(from: usize, to: usize, field: impl Into<String>, offset: impl Into<String>) -> Edge {
        let always = || "true".to_string();
        let (field, offset) = (field.into(), offset.into());
        Edge { from, to, field, offset, may: always(), must: always(), is_end: false, is_back: false }
    }
}

/// The symbolic heap in one state.
///
/// ```
/// use cfp_heap::analysis::{Edge, HeapGraph, Node, NodeKind};
///
/// let node = |kind, name: &str| Node { kind, name: name.into(), index: None, detail: String::new() };
/// let nodes = vec![node(NodeKind::Variable, "p"), node(NodeKind::Null, "null")];
/// let [may, must] = ["n = 0", "n = 0"].map(String::from);
/// let edges = vec![Edge { may, must, ..Edge::certain(0, 1, "", "") }];
/// let graph = HeapGraph { function: "main".into(), nodes, edges, ..HeapGraph::default() };
/// assert!(cfp_heap::report::svg(&[&graph]).starts_with("<svg"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HeapGraph {
    /// The statement before which the state holds; none where the first function returns.
    pub pos: Option<Pos>,
    /// The function of that statement.
    pub function: String,
    /// What is written above it: which of the cases of an invariant it is, and what holds there.
    pub caption: String,
    /// Variables, objects, values.
    pub nodes: Vec<Node>,
    /// What they hold.
    pub edges: Vec<Edge>,
    /// Integer variables and their values.
    pub numbers: Vec<(String, String)>,
    /// The path condition, in part.
    pub facts: Vec<String>,
    /// Whether nodes, edges or facts were omitted because there are too many.
    pub is_cut: bool,
}
