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
    /// The contents of a cell, other than a pointer.
    Value,
    /// The null pointer.
    Null,
    /// An unresolved pointer or an unknown value.
    Unknown,
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
}

/// The symbolic heap in one state.
///
/// ```
/// use cfp_heap::analysis::{Edge, HeapGraph, Node, NodeKind};
///
/// let node = |kind, name: &str| Node { kind, name: name.into(), index: None, detail: String::new() };
/// let nodes = vec![node(NodeKind::Variable, "p"), node(NodeKind::Null, "null")];
/// let [may, must] = ["n = 0", "n = 0"].map(String::from);
/// let edges = vec![Edge { from: 0, to: 1, field: String::new(), offset: String::new(), may, must }];
/// let graph = HeapGraph { function: "main".into(), nodes, edges, ..HeapGraph::default() };
/// assert!(cfp_heap::report::svg(&graph).starts_with("<svg"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HeapGraph {
    /// The statement before which the state holds; none where the first function returns.
    pub pos: Option<Pos>,
    /// The function of that statement.
    pub function: String,
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
