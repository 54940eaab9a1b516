//! Exposing nodes of segments: a segment is empty, or has a first node, or a last one.

use super::chain::Chain;
use super::graph::{Graph, Kind, Object, Segment, Test, moved};
use super::value::{Dim, End, Expr, ObjectId, Pointer, Value, minus};
use crate::ir::CompareOp;
use crate::numbers::{Element, Interval};
use cfp_solver::{Int, Rat};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Gives names to new objects and unknown integers. No name is used twice in an analysis.
#[derive(Debug, Default)]
pub(super) struct Names {
    objects: u32,
    dims: u32,
}

impl Names {
    pub(super) fn object(&mut self) -> ObjectId {
        self.objects += 1;
        ObjectId(self.objects)
    }

    pub(super) fn dim(&mut self) -> Dim {
        self.dims += 1;
        Dim(self.dims)
    }
}

impl Graph {
    /// The states in which a segment has no nodes: it vanishes, and its neighbours point to each other.
    pub(super) fn emptied(&self, id: ObjectId, names: &mut Names) -> Option<Graph> {
        let segment = self.segment(id)?;
        self.ends_if_empty(id)?;
        let mut graph = self.clone();
        graph.assume(&Test { op: CompareOp::Eq, expr: segment.length.clone() })?;
        graph.remove_segment(id, names)?;
        Some(graph)
    }

    /// What pointers to the first and to the last node of a segment are if it has none. Nothing if they lead
    /// round in a cycle: then it has nodes, since something points to it.
    fn ends_if_empty(&self, id: ObjectId) -> Option<[Value; 2]> {
        let object = self.object(id);
        let segment = object.segment.as_ref()?;
        let prev = segment.prev.filter(|_| segment.kind != Kind::Tree);
        let last = prev.map_or(Value::Unset, |prev| object.link(prev, segment.width));
        let ends = [object.after(), last];
        let resolved = |end: usize| {
            let Value::Pointer(at) = &ends[end] else { return Some(ends[end].clone()) };
            if at.object != id {
                return Some(ends[end].clone());
            }
            // One end leads to the other one.
            let other = match at.end {
                End::First => 0,
                End::Last => 1,
                End::Own => return None,
            };
            let is_cycle = other == end || ends[other].target() == Some(id);
            (!is_cycle).then(|| moved(&ends[other], &at.offset, segment.head))
        };
        Some([resolved(0)?, resolved(1)?])
    }

    /// Removes a segment without nodes; nothing if there is no such state.
    pub(super) fn remove_segment(&mut self, id: ObjectId, names: &mut Names) -> Option<()> {
        self.assume_no_nodes(id, names)?;
        for chain in self.object(id).chains.clone() {
            self.assume_empty(&chain, names)?;
        }
        let segment = self.segment(id).expect("a segment").clone();
        let [first, last] = self.ends_if_empty(id).expect("cycles have nodes");
        self.remove_owned(id);
        self.objects.remove(&id);
        self.redirect(id, End::First, segment.head, &first);
        self.redirect(id, End::Last, segment.head, &last);
        Some(())
    }

    /// Removes the objects of which each node of a segment has its own.
    pub(super) fn remove_owned(&mut self, id: ObjectId) {
        let owned: Vec<ObjectId> = self.owned(id);
        for id in owned {
            self.remove_owned(id);
            self.objects.remove(&id);
        }
    }

    /// The objects of which each node of a segment has its own.
    pub(super) fn owned(&self, id: ObjectId) -> Vec<ObjectId> {
        let objects = self.objects.iter();
        objects.filter(|(_, object)| object.owner == Some(id)).map(|(&id, _)| id).collect()
    }

    /// Only the states in which a segment has a node.
    pub(super) fn inhabited(&self, id: ObjectId) -> Option<Graph> {
        let mut graph = self.clone();
        let length = self.segment(id)?.length.clone();
        graph.assume(&Test { op: CompareOp::Ge, expr: length.plus_constant(-1) })?;
        Some(graph)
    }

    /// Takes the first or the last node out of a segment that has one, in one of the ways in which a node can
    /// be linked to the next one. Returns the node, or nothing if there is no such state.
    pub(super) fn expose(
        &mut self,
        id: ObjectId,
        end: End,
        way: usize,
        names: &mut Names,
    ) -> Option<ObjectId> {
        let segment = self.segment(id).expect("a segment").clone();
        match segment.kind {
            Kind::Tree => return self.expose_root(id, &segment, names),
            Kind::Structure => return self.unfold(id, way, names),
            Kind::Slice => unreachable!("no pointers lead to elements of arrays"),
            Kind::List | Kind::Path => {}
        }
        let node = names.object();
        self.copy_node(id, node, names);
        self.assume_exposed(id, node, end, names)?;
        let link = |object: ObjectId, end: End| {
            Value::Pointer(Pointer { object, end, offset: Expr::constant(segment.head) })
        };
        // Pointers from outside, before the links between node and segment are set.
        self.redirect(id, end, 0, &Value::Pointer(Pointer::to(node)));
        let (outer, inner) = match end {
            End::Last => (segment.prev, segment.next()),
            _ => (segment.next(), segment.prev),
        };
        let other = if end == End::Last { End::Last } else { End::First };
        if let Some(offset) = outer {
            // The link of the node that now leads into the segment.
            self.object_mut(node).write(offset, segment.width, link(id, other));
        }
        if way > 0 {
            let turned = self.object(node).turned(&segment.links, way, segment.width);
            self.objects.insert(node, Rc::new(turned));
        }
        if let Some(offset) = inner {
            // The link of the segment that now leads to the node.
            self.object_mut(id).write(offset, segment.width, link(node, End::First));
        }
        let object = self.object_mut(id);
        let segment = object.segment.as_mut().expect("a segment");
        segment.length = segment.length.clone().plus_constant(-1);
        let rest = segment.length.clone();
        if self.is_constant(&rest, 0) {
            self.remove_segment(id, names)?;
        }
        debug_assert!(self.is_closed());
        Some(node)
    }

    /// Takes the root out of a tree that has one.
    fn expose_root(&mut self, id: ObjectId, tree: &Segment, names: &mut Names) -> Option<ObjectId> {
        let root = names.object();
        self.copy_node(id, root, names);
        let owner = self.object(id).owner;
        let mut rest = tree.length.clone().plus_constant(-1);
        let has_rest = !self.is_constant(&rest, 0);
        for &link in tree.links.iter().filter(|_| has_rest) {
            let (child, length) = (names.object(), names.dim());
            self.copy_tree(id, child, names);
            self.restrict(length, &Interval::at_least(Int::ZERO))?;
            rest = minus(&rest, &Expr::of(length));
            if let Some(owner) = owner {
                self.private.insert(length, owner);
            }
            let at = |object: ObjectId| {
                Value::Pointer(Pointer { offset: Expr::constant(tree.head), ..Pointer::to(object) })
            };
            let object = self.object_mut(child);
            object.segment.as_mut().expect("a tree").length = Expr::of(length);
            if let Some(prev) = tree.prev {
                object.write(prev, tree.width, at(root));
            }
            self.object_mut(root).write(link, tree.width, at(child));
        }
        self.remove_owned(id);
        self.objects.remove(&id);
        self.redirect(id, End::First, 0, &Value::Pointer(Pointer::to(root)));
        self.numbers.equate(&rest).ok()?;
        debug_assert!(self.is_closed());
        Some(root)
    }

    /// Adds a node of a segment, with what each node has for itself.
    fn copy_node(&mut self, id: ObjectId, node: ObjectId, names: &mut Names) {
        self.copy_segment(id, node, false, names);
    }

    /// Adds a tree of the same kind as another one.
    fn copy_tree(&mut self, id: ObjectId, tree: ObjectId, names: &mut Names) {
        self.copy_segment(id, tree, true, names);
    }

    /// Adds a copy of a segment, or of one of its nodes, with copies of what each node has for itself.
    pub(super) fn copy_segment(&mut self, id: ObjectId, node: ObjectId, is_segment: bool, names: &mut Names) {
        let mut copies: BTreeMap<ObjectId, ObjectId> = BTreeMap::from([(id, node)]);
        let mut pending = self.owned(id);
        while let Some(owned) = pending.pop() {
            copies.insert(owned, names.object());
            pending.extend(self.owned(owned));
        }
        let private: Vec<(Dim, ObjectId)> = self.private.iter().map(|(dim, id)| (*dim, *id)).collect();
        let mut dims: BTreeMap<Dim, Dim> = BTreeMap::new();
        for (dim, home) in private {
            if !copies.contains_key(&home) {
                continue;
            }
            let copy = names.dim();
            dims.insert(dim, copy);
            // What was of each node is now of this one, or of each node of its owner.
            let is_of_node = home == id && !is_segment;
            let home = if is_of_node { self.object(id).owner } else { Some(copies[&home]) };
            if let Some(home) = home {
                self.private.insert(copy, home);
            }
        }
        let outer = self.object(id).owner;
        let mut objects: Vec<(ObjectId, Object)> = Vec::new();
        for (&from, &to) in &copies {
            let mut object = self.object(from).clone();
            object.owner = match object.owner {
                _ if from == id => outer,
                Some(owner) if owner == id && !is_segment => outer,
                Some(owner) => Some(copies[&owner]),
                None => None,
            };
            if from == id && !is_segment {
                object.segment = None;
                object.chains.clear();
            }
            object.chains.iter_mut().flat_map(Chain::exprs_mut).for_each(|expr| *expr = renamed(expr, &dims));
            if let Some(segment) = &mut object.segment {
                segment.length = renamed(&segment.length, &dims);
            }
            object.size = renamed(&object.size, &dims);
            object.parts.iter_mut().for_each(|part| *part = copies[part]);
            for cell in object.cells.values_mut() {
                if let Some(expr) = cell.value.expr_mut() {
                    *expr = renamed(expr, &dims);
                }
                if let Value::Pointer(pointer) = &mut cell.value {
                    redirect_copy(pointer, id, is_segment, &copies);
                }
            }
            objects.push((to, object));
        }
        self.objects.extend(objects.into_iter().map(|(id, object)| (id, Rc::new(object))));
        self.numbers = expanded(&self.numbers, &dims);
        for expr in self.apart.clone() {
            self.keep_apart(&renamed(&expr, &dims));
        }
        let slacks: Vec<Expr> = self.slacks.iter().map(|slack| renamed(slack, &dims)).collect();
        let copied = slacks.into_iter().zip(&self.slacks).filter(|(copy, slack)| copy != *slack);
        let copied: Vec<Expr> = copied.map(|(copy, _)| copy).collect();
        self.slacks.extend(copied);
    }

    /// A segment with exactly one node becomes that node, in any of the ways to link it to what follows.
    pub(super) fn single(&self, id: ObjectId, names: &mut Names) -> Vec<Graph> {
        let Some(segment) = self.segment(id) else { return Vec::new() };
        let is_single = Test { op: CompareOp::Eq, expr: segment.length.clone().plus_constant(-1) };
        let single = |way: usize| {
            let mut graph = self.clone();
            graph.assume(&is_single)?;
            graph.expose(id, End::First, way, names)?;
            debug_assert!(!graph.objects.contains_key(&id), "nothing is left of the segment {id:?}");
            Some(graph)
        };
        (0..segment.ways()).filter_map(single).collect()
    }

    /// Only the states in which a segment has two nodes or more.
    pub(super) fn plural(&self, id: ObjectId) -> Option<Graph> {
        let mut graph = self.clone();
        let length = self.segment(id)?.length.clone();
        graph.assume(&Test { op: CompareOp::Ge, expr: length.plus_constant(-2) })?;
        Some(graph)
    }
}

/// A pointer in a copy of a node, or in a copy of an object that the node has for itself.
fn redirect_copy(
    pointer: &mut Pointer,
    segment: ObjectId,
    is_segment: bool,
    copies: &BTreeMap<ObjectId, ObjectId>,
) {
    let Some(&copy) = copies.get(&pointer.object) else { return };
    if pointer.object != segment {
        pointer.object = copy;
    } else if pointer.end == End::Own {
        (pointer.object, pointer.end) = (copy, if is_segment { End::Own } else { End::First });
    }
}

/// An expression over other unknown integers.
pub(super) fn renamed(expr: &Expr, names: &BTreeMap<Dim, Dim>) -> Expr {
    if !expr.terms().any(|(dim, _)| names.contains_key(dim)) {
        return expr.clone();
    }
    let constant = Expr::constant(expr.constant_part().clone());
    expr.terms().fold(constant, |sum, (dim, factor)| sum.plus(names.get(dim).unwrap_or(dim), factor))
}

/// What is known of unknown integers holds for copies of them as well.
pub(super) fn expanded(numbers: &Element<Dim>, copies: &BTreeMap<Dim, Dim>) -> Element<Dim> {
    let mut expanded = numbers.clone();
    if copies.is_empty() {
        return expanded;
    }
    for (lead, row) in numbers.equations().rows() {
        let equation = minus(row, &Expr::of(*lead));
        let copy = renamed(&equation, copies);
        if copy != equation {
            // All constraints hold for the original with the values of the copy, so they are consistent.
            let result = expanded.equate(&copy);
            debug_assert_eq!(result, Ok(()));
        }
    }
    for (dim, range) in numbers.ranges() {
        if let Some(copy) = copies.get(dim) {
            let result = expanded.restrict(copy, range);
            debug_assert_eq!(result, Ok(()));
        }
    }
    expanded
}

/// Zero minus an expression.
pub(super) fn negated(expr: &Expr) -> Expr {
    Expr::constant(0).plus_expr(expr, &Rat::from(-1))
}
