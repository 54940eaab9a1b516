//! The e-graph: nodes, classes, signatures, merging.
//!
//! Each class is a circular list of nodes, all of which point straight to the root, so [`EGraph::find`] is
//! one load. Merging relabels the class with fewer members and parents. The *parents* of a class are the
//! applications with an argument in it; their *signatures* (function and roots of arguments) are in a hash
//! table, where a merge finds new congruences. Of congruent applications only one, the first, is in the table
//! and in the lists of parents of classes merged later.
//!
//! Invariants between calls (`check_invariants`):
//!
//! 1. The table holds exactly the applications whose state is [`IN_TABLE`], under their current signature.
//! 2. An application in the table is in the list of parents of the root of each of its arguments.
//! 3. An application that is not in the table is merged with a congruent one that is, or it is an equality
//!    that is merged with true or false by the classes of its sides; or that merge is pending.
//!
//! The way back is in `levels.rs`.

use super::explain::{Edge, Scratch};
use super::levels::{Events, Level, Undo};
use super::table::Table;
use crate::sat::Lit;
use std::fmt;

/// A term in the e-graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The node of the truth value true.
    pub const TRUE: NodeId = NodeId(0);
    /// The node of the truth value false.
    pub const FALSE: NodeId = NodeId(1);
    /// No node.
    pub(super) const NONE: NodeId = NodeId(u32::MAX);

    pub(super) fn new(index: usize) -> NodeId {
        assert!(index < (u32::MAX / 2) as usize, "too many terms");
        NodeId(index as u32)
    }

    /// Position of this node in per-node arrays; nodes are numbered from 0 in the order they are made.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            NodeId::NONE => write!(f, "none"),
            NodeId(index) => write!(f, "n{index}"),
        }
    }
}

/// An uninterpreted function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FuncId(u32);

impl FuncId {
    /// The symmetric function `=` of two arguments, see the module `euf`.
    pub(super) const EQUALITY: FuncId = FuncId(0);
    /// What leaves have in place of a function.
    const LEAF: FuncId = FuncId(u32::MAX);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Why two nodes are equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// This literal says so.
    Lit(Lit),
    /// They are equal whatever the literals are.
    Axiom,
    /// They apply the same function to arguments that are equal.
    Congruence,
    /// They are equalities, the left side of each equal to the right side of the other.
    CrossCongruence,
    /// One is true, the other an equality whose sides are equal.
    SidesEqual,
    /// One is false, the other an equality whose sides have distinct values.
    SidesDiffer,
}

#[derive(Clone, Copy)]
pub(super) struct Node {
    func: FuncId,
    first_arg: u32,
    num_args: u32,
}

/// What is known of the class of a root. Stays as it was when the root ceases to be one.
pub(super) struct Class {
    pub(super) size: u32,
    /// The value in the class.
    pub(super) value: NodeId,
    /// The first shared node of the class.
    pub(super) shared: NodeId,
    /// Applications with an argument in the class; some may be there twice.
    pub(super) parents: Vec<NodeId>,
}

/// State of an application that is in the table. Other numbers are the position in the log of the merge that
/// took it out.
pub(super) const IN_TABLE: u32 = u32::MAX;
/// State of an application that a running merge or undo has taken out of the table.
pub(super) const MOVING: u32 = u32::MAX - 1;
/// State of leaves, and of applications that were already congruent to another when they were attached.
const DETACHED: u32 = u32::MAX - 2;

/// A merge of two classes with distinct values, which was not carried out.
#[derive(Clone, Copy)]
pub(super) struct Conflict {
    pub(super) a: NodeId,
    pub(super) b: NodeId,
    pub(super) reason: Reason,
    pub(super) level: usize,
}

/// See the module comment.
///
/// [`EGraph::merge`] only takes note; [`EGraph::close`] does the work. Between the two, questions about
/// classes are answered as of the last `close`.
pub struct EGraph {
    pub(super) nodes: Vec<Node>,
    args: Vec<NodeId>,
    /// Applications by function and arguments.
    consed: Table,
    apps: Vec<Vec<NodeId>>,

    pub(super) roots: Vec<NodeId>,
    /// The next member of the class.
    pub(super) next: Vec<NodeId>,
    pub(super) classes: Vec<Class>,
    is_value: Vec<bool>,
    is_observed: Vec<bool>,

    pub(super) table: Table,
    /// Per node: [`IN_TABLE`], [`MOVING`], [`DETACHED`] or the merge that took it out.
    pub(super) states: Vec<u32>,
    /// The hash under which a node is in the table.
    pub(super) hashes: Vec<u32>,

    /// The proof forest: per node the edge towards its parent there.
    pub(super) edges: Vec<Edge>,
    pub(super) scratch: Scratch,

    pub(super) pending: Vec<(NodeId, NodeId, Reason)>,
    pub(super) conflict: Option<Conflict>,
    pub(super) log: Vec<Undo>,
    /// Scratch space of [`EGraph::pop_to`].
    pub(super) again: Vec<Undo>,
    pub(super) levels: Vec<Level>,
    /// Observed nodes whose class got a truth value.
    pub(super) assigned: Events<NodeId>,
    /// Pairs of shared nodes that are equal now.
    pub(super) shared_merges: Events<(NodeId, NodeId)>,
    merges: u64,
}

impl Default for EGraph {
    fn default() -> EGraph {
        EGraph::new()
    }
}

/// # Nodes
impl EGraph {
    /// An e-graph with the nodes [`NodeId::TRUE`] and [`NodeId::FALSE`].
    pub fn new() -> EGraph {
        let mut graph = EGraph {
            nodes: Vec::new(),
            args: Vec::new(),
            consed: Table::new(),
            apps: vec![Vec::new()],
            roots: Vec::new(),
            next: Vec::new(),
            classes: Vec::new(),
            is_value: Vec::new(),
            is_observed: Vec::new(),
            table: Table::new(),
            states: Vec::new(),
            hashes: Vec::new(),
            edges: Vec::new(),
            scratch: Scratch::default(),
            pending: Vec::new(),
            conflict: None,
            log: Vec::new(),
            again: Vec::new(),
            levels: Vec::new(),
            assigned: Events::new(),
            shared_merges: Events::new(),
            merges: 0,
        };
        assert_eq!((graph.new_value(), graph.new_value()), (NodeId::TRUE, NodeId::FALSE));
        graph
    }

    /// Makes a function.
    pub fn new_func(&mut self) -> FuncId {
        self.apps.push(Vec::new());
        FuncId(self.apps.len() as u32 - 1)
    }

    /// Makes a constant that may be equal to anything.
    pub fn new_leaf(&mut self) -> NodeId {
        self.push_node(FuncId::LEAF, &[])
    }

    /// Makes a constant that differs from all other values.
    pub fn new_value(&mut self) -> NodeId {
        let node = self.new_leaf();
        self.is_value[node.index()] = true;
        self.classes[node.index()].value = node;
        node
    }

    /// The application of a function to arguments; makes it if there is none. It stays when the current level
    /// is undone.
    pub fn new_app(&mut self, func: FuncId, args: &[NodeId]) -> NodeId {
        let hash = hash_signature(func, args.iter().copied());
        if let Some(node) = self.find_app(hash, func, args) {
            return node;
        }
        let node = self.push_node(func, args);
        self.consed.insert(hash, node);
        self.apps[func.index()].push(node);
        self.attach(node);
        node
    }

    /// The application of a function to arguments, if it has been made.
    pub fn app(&self, func: FuncId, args: &[NodeId]) -> Option<NodeId> {
        self.find_app(hash_signature(func, args.iter().copied()), func, args)
    }

    /// The node of `a = b`, a Boolean; makes it if there is none.
    pub fn new_equality(&mut self, a: NodeId, b: NodeId) -> NodeId {
        self.new_app(FuncId::EQUALITY, &[a.min(b), a.max(b)])
    }

    /// The node of `a = b`, if it has been made.
    pub fn equality(&self, a: NodeId, b: NodeId) -> Option<NodeId> {
        self.app(FuncId::EQUALITY, &[a.min(b), a.max(b)])
    }

    fn find_app(&self, hash: u32, func: FuncId, args: &[NodeId]) -> Option<NodeId> {
        let is_it = |node: NodeId| self.nodes[node.index()].func == func && self.args(node) == args;
        self.consed.find(hash, |node| is_it(node).then_some(())).map(|(node, ())| node)
    }

    fn push_node(&mut self, func: FuncId, args: &[NodeId]) -> NodeId {
        let node = NodeId::new(self.nodes.len());
        let first_arg = u32::try_from(self.args.len()).expect("too many arguments");
        self.nodes.push(Node { func, first_arg, num_args: args.len() as u32 });
        self.args.extend_from_slice(args);
        self.roots.push(node);
        self.next.push(node);
        self.classes.push(Class { size: 1, value: NodeId::NONE, shared: NodeId::NONE, parents: Vec::new() });
        self.is_value.push(false);
        self.is_observed.push(false);
        self.states.push(DETACHED);
        self.hashes.push(0);
        self.edges.push(Edge::NONE);
        self.scratch.add_node();
        node
    }

    /// Number of nodes.
    pub fn num_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Number of merges that were carried out so far, those undone since included.
    pub fn num_merges(&self) -> u64 {
        self.merges
    }

    /// The arguments of an application; none for constants.
    #[inline]
    pub fn args(&self, node: NodeId) -> &[NodeId] {
        let Node { first_arg, num_args, .. } = self.nodes[node.index()];
        &self.args[first_arg as usize..(first_arg + num_args) as usize]
    }

    /// The function of an application; `None` for constants.
    #[inline]
    pub fn func(&self, node: NodeId) -> Option<FuncId> {
        let func = self.nodes[node.index()].func;
        (func != FuncId::LEAF).then_some(func)
    }

    /// The sides of an equality; `None` for other nodes.
    #[inline]
    pub fn sides(&self, node: NodeId) -> Option<(NodeId, NodeId)> {
        let Node { func, first_arg, .. } = self.nodes[node.index()];
        let first_arg = first_arg as usize;
        (func == FuncId::EQUALITY).then(|| (self.args[first_arg], self.args[first_arg + 1]))
    }

    /// All applications of a function, in the order they were made.
    pub fn apps(&self, func: FuncId) -> &[NodeId] {
        &self.apps[func.index()]
    }

    /// Whether this node was made by [`EGraph::new_value`].
    pub fn is_value(&self, node: NodeId) -> bool {
        self.is_value[node.index()]
    }
}

/// # Classes
impl EGraph {
    /// The representative of the class of a node.
    #[inline]
    pub fn find(&self, node: NodeId) -> NodeId {
        self.roots[node.index()]
    }

    /// Whether two nodes are known to be equal.
    #[inline]
    pub fn are_equal(&self, a: NodeId, b: NodeId) -> bool {
        self.find(a) == self.find(b)
    }

    /// The value that a node is known to be equal to.
    #[inline]
    pub fn value(&self, node: NodeId) -> Option<NodeId> {
        let value = self.value_of_root(self.find(node));
        (value != NodeId::NONE).then_some(value)
    }

    #[inline]
    pub(super) fn value_of_root(&self, root: NodeId) -> NodeId {
        self.classes[root.index()].value
    }

    /// The nodes that are known to be equal to a node, that one first.
    pub fn members(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let following = move |&member: &NodeId| Some(self.next[member.index()]).filter(|&next| next != node);
        std::iter::successors(Some(node), following)
    }

    /// Marks a node as shared with another theory: from now on [`EGraph::take_shared_merge`] tells when it
    /// meets other shared nodes. The mark stays when the current level is undone.
    pub fn mark_shared(&mut self, node: NodeId) {
        let class = &mut self.classes[self.roots[node.index()].index()];
        match class.shared {
            NodeId::NONE => class.shared = node,
            other if other == node => return,
            other => self.shared_merges.items.push((other, node)),
        }
        if !self.levels.is_empty() {
            self.log.push(Undo::Shared(node));
        }
    }

    /// Two shared nodes that are equal since a merge that was not told yet. The pairs told connect all equal
    /// shared nodes with each other.
    pub fn take_shared_merge(&mut self) -> Option<(NodeId, NodeId)> {
        self.shared_merges.take(self.levels.is_empty())
    }

    /// Marks a Boolean node as observed: [`EGraph::take_assigned`] tells when it becomes equal to true or
    /// false. The mark stays when the current level is undone.
    pub fn observe(&mut self, node: NodeId) {
        self.is_observed[node.index()] = true;
        self.report_if_assigned(node);
        if !self.levels.is_empty() {
            self.log.push(Undo::Observed(node));
        }
    }

    fn report_if_assigned(&mut self, node: NodeId) {
        if matches!(self.value(node), Some(NodeId::TRUE | NodeId::FALSE)) {
            self.assigned.items.push(node);
        }
    }

    /// An observed node that got a truth value and was not told yet.
    pub fn take_assigned(&mut self) -> Option<NodeId> {
        self.assigned.take(self.levels.is_empty())
    }
}

/// # Signatures
impl EGraph {
    #[inline]
    pub(super) fn signature_hash(&self, node: NodeId) -> u32 {
        let roots = |arg: &NodeId| self.roots[arg.index()];
        match self.sides(node) {
            Some((a, b)) => {
                let (a, b) = (roots(&a), roots(&b));
                hash_signature(FuncId::EQUALITY, [a.min(b), a.max(b)].into_iter())
            }
            None => hash_signature(self.nodes[node.index()].func, self.args(node).iter().map(roots)),
        }
    }

    /// Whether two applications have the same signature, and in which way.
    #[inline]
    pub(super) fn congruence(&self, a: NodeId, b: NodeId) -> Option<Reason> {
        if self.nodes[a.index()].func != self.nodes[b.index()].func {
            return None;
        }
        let (args_a, args_b) = (self.args(a), self.args(b));
        let same = |(&a, &b): (&NodeId, &NodeId)| self.find(a) == self.find(b);
        if args_a.len() == args_b.len() && args_a.iter().zip(args_b).all(same) {
            return Some(Reason::Congruence);
        }
        let crossed = self.nodes[a.index()].func == FuncId::EQUALITY
            && self.are_equal(args_a[0], args_b[1])
            && self.are_equal(args_a[1], args_b[0]);
        crossed.then_some(Reason::CrossCongruence)
    }

    /// What an equality is equal to by the classes of its sides.
    #[inline]
    pub(super) fn evaluate(&self, a: NodeId, b: NodeId) -> Option<(NodeId, Reason)> {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return Some((NodeId::TRUE, Reason::SidesEqual));
        }
        let (value_a, value_b) = (self.value_of_root(a), self.value_of_root(b));
        let differ = value_a != NodeId::NONE && value_b != NodeId::NONE;
        differ.then_some((NodeId::FALSE, Reason::SidesDiffer))
    }

    /// Puts an application into the table, unless its signature shows what it is equal to: then notes that
    /// merge. Says whether it is in the table now.
    #[inline]
    fn enter(&mut self, node: NodeId) -> bool {
        if let Some((a, b)) = self.sides(node)
            && let Some((value, reason)) = self.evaluate(a, b)
        {
            self.pending.push((node, value, reason));
            return false;
        }
        let hash = self.signature_hash(node);
        if let Some((other, reason)) = self.table.find(hash, |other| self.congruence(node, other)) {
            self.pending.push((node, other, reason));
            return false;
        }
        self.insert(node, hash);
        true
    }

    #[inline]
    pub(super) fn insert(&mut self, node: NodeId, hash: u32) {
        self.table.insert(hash, node);
        self.hashes[node.index()] = hash;
        self.states[node.index()] = IN_TABLE;
    }

    #[inline]
    pub(super) fn remove(&mut self, node: NodeId) {
        self.table.remove(self.hashes[node.index()], node);
        self.states[node.index()] = MOVING;
    }

    /// Makes an application known to its arguments, in the current state.
    pub(super) fn attach(&mut self, node: NodeId) {
        self.states[node.index()] = DETACHED;
        if self.enter(node) {
            self.for_each_arg_root(node, |graph, root| graph.classes[root.index()].parents.push(node));
        }
        if !self.levels.is_empty() {
            self.log.push(Undo::App(node));
        }
    }

    /// The reverse of [`EGraph::attach`], in the state right after it.
    pub(super) fn detach(&mut self, node: NodeId) {
        if self.states[node.index()] == IN_TABLE {
            self.remove(node);
            self.for_each_arg_root(node, |graph, root| {
                let last = graph.classes[root.index()].parents.pop();
                debug_assert_eq!(last, Some(node));
            });
        }
    }

    /// Calls a function with the root of each argument, each root once.
    fn for_each_arg_root(&mut self, node: NodeId, mut action: impl FnMut(&mut EGraph, NodeId)) {
        let Node { first_arg, num_args, .. } = self.nodes[node.index()];
        let places = first_arg as usize..(first_arg + num_args) as usize;
        for place in places.clone() {
            let root = self.find(self.args[place]);
            let earlier = &self.args[places.start..place];
            if earlier.iter().all(|&arg| self.find(arg) != root) {
                action(self, root);
            }
        }
    }
}

#[inline]
fn hash_signature(func: FuncId, args: impl Iterator<Item = NodeId>) -> u32 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let mix = |hash: u64, word: u32| (hash.rotate_left(23) ^ u64::from(word)).wrapping_mul(FACTOR);
    let hash = args.fold(u64::from(func.0).wrapping_mul(FACTOR), |hash, arg| mix(hash, arg.0));
    (hash >> 32) as u32
}

/// # Merging
impl EGraph {
    /// Takes note that two nodes are equal; [`EGraph::close`] acts on it.
    #[inline]
    pub fn merge(&mut self, a: NodeId, b: NodeId, reason: Reason) {
        self.pending.push((a, b, reason));
    }

    /// Carries out all merges noted and all that follow from them. `false` if two distinct values would have
    /// to be equal: then the graph stays in conflict until the current level is undone, and
    /// [`EGraph::explain_conflict`] says why.
    pub fn close(&mut self) -> bool {
        let mut position = 0;
        while self.conflict.is_none()
            && let Some(&(a, b, reason)) = self.pending.get(position)
        {
            // First come, first served: that keeps explanations short.
            position += 1;
            self.unite(a, b, reason);
        }
        self.pending.clear();
        self.conflict.is_none()
    }

    fn unite(&mut self, mut a: NodeId, mut b: NodeId, reason: Reason) {
        let (mut child, mut root) = (self.find(a), self.find(b));
        if child == root {
            return;
        }
        let has_value = |root: NodeId| self.value_of_root(root) != NodeId::NONE;
        if has_value(child) && has_value(root) {
            self.conflict = Some(Conflict { a, b, reason, level: self.levels.len() });
            return;
        }
        if self.weight(child) > self.weight(root) {
            (a, b) = (b, a);
            (child, root) = (root, child);
        }
        let root_gets_value = has_value(child);
        self.merges += 1;
        self.report_assigned(child, root);
        self.add_edge(a, b, reason);

        // Out of the table with the old signatures, before the roots change.
        let parents = std::mem::take(&mut self.classes[child.index()].parents);
        for &parent in &parents {
            if self.states[parent.index()] == IN_TABLE {
                self.remove(parent);
            }
        }
        let old_parents = self.classes[root.index()].parents.len();
        let merge = self.log.len() as u32;
        let undo = Undo::Merge { child, child_end: a, end: b, parents: old_parents as u32 };
        self.log.push(undo);
        self.join(child, root);
        for &parent in &parents {
            if self.states[parent.index()] != MOVING {
                continue;
            }
            if self.enter(parent) {
                self.classes[root.index()].parents.push(parent);
            } else {
                self.states[parent.index()] = merge;
            }
        }
        self.classes[child.index()].parents = parents;
        if root_gets_value {
            self.compare_values(root, old_parents);
        }
    }

    /// Relabelling and handling parents is what a merge costs.
    #[inline]
    fn weight(&self, root: NodeId) -> usize {
        let class = &self.classes[root.index()];
        class.size as usize + class.parents.len()
    }

    /// Relabels the class of `child` and passes on what is known of it.
    fn join(&mut self, child: NodeId, root: NodeId) {
        self.relabel(child, root);
        self.next.swap(child.index(), root.index());
        let Class { size, value, shared, .. } = self.classes[child.index()];
        let class = &mut self.classes[root.index()];
        class.size += size;
        if value != NodeId::NONE {
            class.value = value;
        }
        if shared != NodeId::NONE {
            if class.shared == NodeId::NONE {
                class.shared = shared;
            } else {
                self.shared_merges.items.push((class.shared, shared));
            }
        }
    }

    /// Sets the root of all nodes in the circular list of `first`.
    pub(super) fn relabel(&mut self, first: NodeId, root: NodeId) {
        let mut member = first;
        loop {
            self.roots[member.index()] = root;
            member = self.next[member.index()];
            if member == first {
                break;
            }
        }
    }

    /// Two classes are about to merge: reports the observed nodes in the one that gets a truth value thereby.
    fn report_assigned(&mut self, a: NodeId, b: NodeId) {
        let is_truth = |node: NodeId| matches!(node, NodeId::TRUE | NodeId::FALSE);
        let first = match (is_truth(self.value_of_root(a)), is_truth(self.value_of_root(b))) {
            (false, true) => a,
            (true, false) => b,
            _ => return,
        };
        let mut member = first;
        loop {
            if self.is_observed[member.index()] {
                self.assigned.items.push(member);
            }
            member = self.next[member.index()];
            if member == first {
                break;
            }
        }
    }

    /// A root got a value from a class merged into it: its equalities with other values are false. (Those
    /// that came with the merge have been looked at.)
    fn compare_values(&mut self, root: NodeId, num_parents: usize) {
        for place in 0..num_parents {
            let parent = self.classes[root.index()].parents[place];
            if let Some((a, b)) = self.sides(parent)
                && let Some((value, reason)) = self.evaluate(a, b)
            {
                self.pending.push((parent, value, reason));
            }
        }
    }
}
