//! Folding of trees: a node and the trees below it become a tree, the nodes on the way down to a node that is
//! held from elsewhere become a path.

use super::Layouts;
use super::fold::{Candidate, anchors, fold, own_objects};
use crate::numbers::Interval;
use crate::shapes::expose::Names;
use crate::shapes::graph::{Graph, Holders, Kind, Object, Origin, Segment};
use crate::shapes::value::{End, Expr, ObjectId, Value, constant};
use cfp_solver::Int;
use std::rc::Rc;

/// A node of a tree, or a path, and where its links are.
struct Branch {
    id: ObjectId,
    links: Vec<i64>,
    prev: Option<i64>,
    head: i64,
    width: i64,
}

/// What is below a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Below {
    Nothing,
    /// A tree that only this link leads to.
    Tree(ObjectId),
    /// Something that is held from elsewhere, or goes on to it.
    Other,
}

/// Folds a node or a path and the trees below it, if there is one with nothing else below.
pub(super) fn fold_subtree(graph: &Graph, layouts: &Layouts, names: &mut Names) -> Option<Graph> {
    let holders = graph.holders();
    graph.objects.iter().find_map(|(&id, object)| {
        let branch = branch(graph, id, object, layouts)?;
        let is_closed = branch.is_closed(graph, &holders);
        is_closed.then(|| branch.folded(graph, &holders, layouts, names)).flatten()
    })
}

/// The pairs of neighbours on ways down.
pub(super) fn paths(graph: &Graph, holders: &Holders, layouts: &Layouts) -> Vec<Candidate> {
    if !layouts.has_trees {
        return Vec::new();
    }
    let width = layouts.pointer_bytes;
    let step = |id: ObjectId| {
        let branch = branch(graph, id, graph.objects.get(&id)?, layouts)?;
        let way = branch.way(graph, holders)?;
        Some((branch, way))
    };
    let mut found = Vec::new();
    for &first in graph.objects.keys() {
        let Some((branch, way)) = step(first) else { continue };
        let Value::Pointer(at) = graph.object(first).link(branch.links[way], width) else { continue };
        let second = at.object;
        let Some((other, onward)) = step(second).filter(|_| second != first) else { continue };
        let is_alike = branch.links == other.links && branch.prev == other.prev && branch.head == other.head;
        let next = [branch.links[way], other.links[onward]];
        let goes_on = graph
            .object(second)
            .link(next[1], width)
            .target()
            .is_some_and(|id| ![first, second].contains(&id));
        let is_same = same_kind(graph.object(first), graph.object(second));
        let is_linked = at.end == End::First && constant(&at.offset) == Some(branch.head);
        let way_back = if graph.segment(first).is_some() { End::Last } else { End::First };
        let is_back = branch.leads_back(graph, second, way_back);
        if !is_alike || !goes_on || !is_same || !is_linked || !is_back {
            continue;
        }
        if let Some(anchors) = anchors((graph, holders), [first, second], next, branch.prev) {
            let Branch { links, prev, head, .. } = branch;
            let ways = [way, onward];
            found.push(Candidate { kind: Kind::Path, first, second, head, links, prev, ways, anchors });
        }
    }
    found
}

/// An object as a node of a tree or as a path.
fn branch(graph: &Graph, id: ObjectId, object: &Object, layouts: &Layouts) -> Option<Branch> {
    let links = layouts.tree_links(object)?;
    if object.origin != Origin::Heap {
        return None;
    }
    match &object.segment {
        Some(path) if path.kind == Kind::Path => {
            let (links, prev) = (path.links.clone(), path.prev);
            return Some(Branch { id, links, prev, head: path.head, width: path.width });
        }
        Some(_) => return None,
        None => {}
    }
    let width = layouts.pointer_bytes;
    let pointer = links.iter().find_map(|&link| match object.link(link, width) {
        Value::Pointer(pointer) => Some(pointer),
        _ => None,
    })?;
    let prev = parent_link(graph, object, links, width);
    // With one way down, it is a list.
    let links: Vec<i64> = links.iter().copied().filter(|link| Some(*link) != prev).collect();
    if links.len() < 2 {
        return None;
    }
    Some(Branch { id, links, prev, head: constant(&pointer.offset)?, width })
}

/// The link through which all nodes of a size lead back to the node above them. Of several, the last one:
/// ways down are usually declared before the way back.
fn parent_link(graph: &Graph, like: &Object, links: &[i64], width: i64) -> Option<i64> {
    let is_like =
        |object: &Object| object.origin == Origin::Heap && constant(&object.size) == constant(&like.size);
    let nodes = || graph.objects.iter().filter(|(_, object)| is_like(object));
    let leads_back = |id: ObjectId, target: ObjectId, link: i64| {
        let below = graph.object(target);
        let is_node = below.segment.as_ref().is_none_or(|segment| segment.prev == Some(link));
        is_like(below) && is_node && below.link(link, width).target() == Some(id)
    };
    let is_parent = |&parent: &i64| {
        let mut count = 0;
        nodes().all(|(&id, node)| {
            let next = match &node.segment {
                Some(segment) => segment.next().into_iter().collect(),
                None => links.iter().copied().filter(|link| *link != parent).collect::<Vec<_>>(),
            };
            let below: Vec<ObjectId> =
                next.iter().filter_map(|&link| node.link(link, width).target()).collect();
            count += below.len();
            below.iter().all(|&target| leads_back(id, target, parent))
        }) && count > 0
    };
    links.iter().copied().rev().find(is_parent)
}

/// Whether two nodes belong to the same and have the same size.
fn same_kind(one: &Object, other: &Object) -> bool {
    let size = constant(&one.size);
    one.origin == other.origin && one.owner == other.owner && size.is_some() && size == constant(&other.size)
}

impl Branch {
    /// Whether only trees are below, which nothing else leads to.
    fn is_closed(&self, graph: &Graph, holders: &Holders) -> bool {
        let below = |&link: &i64| self.below(graph, holders, link);
        let onward = graph.object(self.id).link(self.links[0], self.width).target();
        let is_last_held = graph.segment(self.id).is_some()
            && holders
                .get(&self.id)
                .into_iter()
                .flatten()
                .any(|&(holder, end)| end == End::Last && holder.map(|(holder, _)| holder) != onward);
        !is_last_held && self.links.iter().all(|link| below(link) != Below::Other)
    }

    /// Folds the node or path with the trees below.
    fn folded(
        &self,
        graph: &Graph,
        holders: &Holders,
        layouts: &Layouts,
        names: &mut Names,
    ) -> Option<Graph> {
        let (mut root, mut graph) = (self.id, graph.clone());
        let mut trees = Vec::new();
        for &link in &self.links {
            if let Below::Tree(tree) = self.below(&graph, holders, link) {
                trees.push(tree);
            }
        }
        let is_path = graph.segment(root).is_some();
        if trees.is_empty() && !is_path {
            return None;
        }
        for &tree in &trees {
            if graph.object(tree).owner == Some(self.id) {
                self.release(&mut graph, tree, names)?;
            }
        }
        if is_path {
            // What is behind the links is folded below.
            let object = graph.object_mut(root);
            object.segment.as_mut().expect("a path").kind = Kind::Tree;
            self.links.iter().for_each(|&link| object.write(link, layouts.pointer_bytes, Value::Null));
            graph.redirect(root, End::Last, 0, &Value::Unset);
        }
        for tree in trees {
            (root, graph) = self.fold_with(&graph, root, tree, layouts, names)?;
        }
        Some(graph)
    }

    /// The trees that the nodes of a path have each become one that stands for all of them. What relates
    /// their contents to the nodes of the path is forgotten.
    fn release(&self, graph: &mut Graph, tree: ObjectId, names: &mut Names) -> Option<()> {
        let mut object = graph.object(tree).clone();
        let mut fresh = |graph: &mut Graph, range: &Interval, home: Option<ObjectId>| {
            let dim = names.dim();
            home.into_iter().for_each(|home| _ = graph.private.insert(dim, home));
            graph.restrict(dim, range)?;
            Some(Expr::of(dim))
        };
        object.owner = graph.object(self.id).owner;
        let length = fresh(graph, &Interval::at_least(Int::ZERO), object.owner)?;
        let (head, prev, width) = (self.head, self.prev, self.width);
        let (kind, links) = (Kind::Tree, self.links.clone());
        object.segment = Some(Segment { kind, head, links, prev, width, length, structure: None });
        for (offset, cell) in &mut object.cells {
            match &mut cell.value {
                value if Some(*offset) == prev => *value = Value::Unset,
                Value::Int(expr) if constant(expr).is_none() => {
                    let range = graph.numbers.range(expr);
                    *expr = fresh(graph, &range, Some(tree))?;
                }
                Value::Pointer(pointer) => {
                    let is_shared = pointer.end != End::Own
                        && constant(&pointer.offset).is_some()
                        && graph.object(pointer.object).owner == object.owner;
                    if !is_shared {
                        return None;
                    }
                }
                _ => {}
            }
        }
        if !graph.owned(tree).is_empty() || constant(&object.size).is_none() {
            return None;
        }
        graph.objects.insert(tree, Rc::new(object));
        Some(())
    }

    /// Whether the link of a node leads back to the one above it, which is at this end of the branch.
    fn leads_back(&self, graph: &Graph, below: ObjectId, end: End) -> bool {
        let Some(prev) = self.prev else { return true };
        match graph.object(below).link(prev, self.width) {
            Value::Pointer(at) => {
                (at.object, at.end) == (self.id, end) && constant(&at.offset) == Some(self.head)
            }
            _ => false,
        }
    }

    /// What is below a link of a node.
    fn below(&self, graph: &Graph, holders: &Holders, link: i64) -> Below {
        let at = match graph.object(self.id).link(link, self.width) {
            Value::Null => return Below::Nothing,
            Value::Pointer(at) if at.end == End::First && constant(&at.offset) == Some(self.head) => at,
            _ => return Below::Other,
        };
        let (id, holder) = (at.object, graph.object(self.id));
        let object = graph.object(id);
        let is_tree = match &object.segment {
            Some(tree) => {
                let layout = (&tree.links, tree.prev, tree.head);
                tree.kind == Kind::Tree && layout == (&self.links, self.prev, self.head)
            }
            None => self.links.iter().all(|&link| object.link(link, self.width) == Value::Null),
        };
        // Trees beside a path belong to its nodes.
        let is_beside = holder.segment.is_some() && link != self.links[0];
        let owner = if is_beside { Some(self.id) } else { holder.owner };
        let way_back = match holder.segment {
            None => End::First,
            Some(_) if is_beside => End::Own,
            Some(_) => End::Last,
        };
        let is_same = same_kind(&Object { owner, ..holder.clone() }, object);
        if id == self.id || !is_same || !is_tree || !self.leads_back(graph, id, way_back) {
            return Below::Other;
        }
        let links = [None, self.prev];
        let own = own_objects((graph, holders), id, [self.id, id], links);
        let is_inside = |holder: ObjectId| holder == id || own.contains(&holder);
        let is_only =
            holders.get(&id).into_iter().flatten().all(|(holder, _)| {
                holder.is_some_and(|holder| holder == (self.id, link) || is_inside(holder.0))
            });
        if is_only { Below::Tree(id) } else { Below::Other }
    }

    /// The only link that leads to something held from elsewhere.
    fn way(&self, graph: &Graph, holders: &Holders) -> Option<usize> {
        if graph.segment(self.id).is_some() {
            return Some(0);
        }
        let below = |index: &usize| self.below(graph, holders, self.links[*index]);
        let mut ways = (0..self.links.len()).filter(|index| below(index) == Below::Other);
        ways.next().filter(|_| ways.next().is_none())
    }

    /// Folds a node, or what became of it, with a tree below it.
    fn fold_with(
        &self,
        graph: &Graph,
        root: ObjectId,
        tree: ObjectId,
        layouts: &Layouts,
        names: &mut Names,
    ) -> Option<(ObjectId, Graph)> {
        let &Branch { ref links, prev, head, .. } = self;
        let (links, ways) = (links.clone(), [0, 0]);
        let candidate =
            Candidate { kind: Kind::Tree, first: root, second: tree, head, links, prev, ways, anchors: 0 };
        fold(graph, &candidate, true, layouts, names)
    }
}
