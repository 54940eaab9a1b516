//! Symbolic memory graphs: objects, their cells, list segments, variables, and what is known of integers.

use super::chain::Chain;
use super::structures::Structure;
use super::value::{Dim, End, Expr, ObjectId, Pointer, Value, constant};
use crate::ir::{CompareOp, FuncId, Function, Pos, RecordId, Scalar, SlotId, VarId};
use crate::numbers::{Element, Interval};
use cfp_solver::{Int, Rat};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Limit on expressions that are known not to be zero.
const MAX_APART: usize = 64;

/// A variable of a function that is being called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Var {
    pub depth: u32,
    pub id: VarId,
}

/// The first number of variables that the caller of the entry function has.
const FIRST_HELD: u32 = 1 << 30;

impl Var {
    /// A variable of the caller of the entry function, which nothing assigns: it holds what the function was
    /// given.
    pub(super) fn held(index: usize) -> Var {
        Var { depth: 0, id: VarId(FIRST_HELD + index as u32) }
    }

    fn is_held(self) -> bool {
        self.depth == 0 && self.id.0 >= FIRST_HELD
    }
}

/// Where an object comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    /// Allocated, to be freed.
    Heap,
    /// A local of a function that is being called, by its depth.
    Local(u32),
    /// An address from outside of which nothing is known: it may be null, or that of another object. This
    /// object only stands for it, so that it is known where the same address is held.
    Outside,
    /// A global; a constant one must not be written.
    Global { is_constant: bool },
    /// One or more elements of an array, which another object is made of. No pointers lead here.
    Part,
}

impl Origin {
    /// Whether such objects exist without a pointer to them.
    pub(super) fn is_root(self) -> bool {
        !matches!(self, Origin::Heap | Origin::Outside | Origin::Part)
    }
}

/// What the bytes hold that no cell covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fill {
    Unset,
    Zero,
    Any,
}

impl Fill {
    fn value(self) -> Value {
        match self {
            Fill::Unset => Value::Unset,
            Fill::Zero => Value::Zeros,
            Fill::Any => Value::Any,
        }
    }

    /// What covers both.
    pub(super) fn join(self, other: Fill) -> Fill {
        match (self, other) {
            (one, other) if one == other => one,
            (Fill::Unset, _) | (_, Fill::Unset) => Fill::Unset,
            _ => Fill::Any,
        }
    }
}

/// Some bytes of an object, by their offset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    pub bytes: i64,
    pub value: Value,
}

/// How the nodes of a segment are linked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Each node has one link, to the next one. The link of the last one leads to what follows.
    List,
    /// A way down a tree: one of the links of a node leads to the next one, any of them. The others lead to
    /// what the node has for itself, or what all nodes share.
    Path,
    /// All links of a node lead to trees of the same kind, which may be empty: then they are null. Without
    /// links, this is one object that may not exist.
    Tree,
    /// What satisfies a definition of the program. The cells are its arguments.
    Structure,
    /// Neighbouring elements of an array, without links.
    Slice,
}

/// An object that stands for any number of nodes, none or more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Segment {
    pub kind: Kind,
    /// Where in a node the links of its neighbours point.
    pub head: i64,
    /// Where the links to other nodes are. In the cells of a list or path, the first one is the link of the
    /// last node, and the others describe what the other links of each node lead to. In those of a tree, all
    /// are null.
    pub links: Vec<i64>,
    /// Where the link to the previous node is, if there is one. Its cell is the link of the first node.
    pub prev: Option<i64>,
    /// The size of a link.
    pub width: i64,
    /// The number of nodes.
    pub length: Expr,
    /// The definition of a structure.
    pub structure: Option<Rc<Structure>>,
}

impl Segment {
    /// Where the cell is that leads to what follows the segment. Nothing follows a tree.
    pub(super) fn next(&self) -> Option<i64> {
        if self.kind == Kind::Tree { None } else { self.links.first().copied() }
    }

    /// Whether nodes of two segments are linked in the same way.
    pub(super) fn is_like(&self, other: &Segment) -> bool {
        let layout = |segment: &Segment| (segment.kind, segment.head, segment.prev);
        layout(self) == layout(other) && self.links == other.links && self.structure == other.structure
    }

    /// How many ways there are for a node to be linked to the next one.
    pub(super) fn ways(&self) -> usize {
        match (&self.structure, self.kind) {
            (Some(structure), _) => structure.ways().len(),
            (None, Kind::Path) => self.links.len(),
            (None, _) => 1,
        }
    }
}

/// A piece of memory, or a segment. The cells of a segment, other than its links, describe each of its nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Object {
    pub origin: Origin,
    pub size: Expr,
    pub cells: BTreeMap<i64, Cell>,
    pub fill: Fill,
    pub segment: Option<Segment>,
    /// The segment of whose nodes each has an object of its own like this one.
    pub owner: Option<ObjectId>,
    /// The record that it holds, if a pointer has told so: where its links are.
    pub record: Option<RecordId>,
    /// What is known of integers in neighbouring nodes of a list.
    pub chains: Vec<Chain>,
    /// What it is made of, in the order of addresses: then it has no cells.
    pub parts: Vec<ObjectId>,
    /// Where it was created.
    pub pos: Pos,
}

impl Object {
    /// An object without cells.
    pub(super) fn new(origin: Origin, size: Expr, fill: Fill, pos: Pos) -> Object {
        let (cells, chains, parts) = (BTreeMap::new(), Vec::new(), Vec::new());
        Object { origin, size, cells, fill, segment: None, owner: None, record: None, chains, parts, pos }
    }

    /// The number of nodes.
    pub(super) fn length(&self) -> Expr {
        match &self.segment {
            Some(segment) => segment.length.clone(),
            None => Expr::constant(1),
        }
    }

    /// What a pointer to the first node of a segment is if there are no nodes.
    pub(super) fn after(&self) -> Value {
        let next = self.segment.as_ref().and_then(Segment::next);
        next.map_or(Value::Null, |next| self.link(next, self.segment.as_ref().map_or(0, |it| it.width)))
    }

    /// A node of a path whose first link is the one that leads to the next node. The same again restores it.
    pub(super) fn turned(&self, links: &[i64], way: usize, width: i64) -> Object {
        let mut object = self.clone();
        if way > 0 {
            let [first, other] = [links[0], links[way]].map(|link| self.link(link, width));
            object.write(links[0], width, other);
            object.write(links[way], width, first);
        }
        object
    }

    /// What a link of so many bytes holds.
    pub(super) fn link(&self, offset: i64, width: i64) -> Value {
        self.read(offset, width, Scalar::Ptr)
    }

    /// The cells that overlap some bytes.
    pub(super) fn overlapping(&self, offset: i64, bytes: i64) -> impl Iterator<Item = (i64, &Cell)> {
        // Cells are disjoint, so only the last one before the offset can reach into it.
        let start = self.cells.range(..offset).next_back().map_or(offset, |(&start, _)| start);
        let cells = self.cells.range(start..offset.saturating_add(bytes).max(start));
        cells.filter(move |(start, cell)| **start + cell.bytes > offset).map(|(&start, cell)| (start, cell))
    }

    /// What some bytes hold.
    pub(super) fn read(&self, offset: i64, bytes: i64, ty: Scalar) -> Value {
        let typed = |value: Value| if value == Value::Zeros { Value::zero(ty) } else { value };
        let (mut covered, mut is_unset) = (0, false);
        for (start, cell) in self.overlapping(offset, bytes) {
            let is_inside = start <= offset && offset + bytes <= start + cell.bytes;
            if (start, cell.bytes) == (offset, bytes) || is_inside && cell.value == Value::Zeros {
                return typed(cell.value.clone());
            }
            covered += (start + cell.bytes).min(offset + bytes) - start.max(offset);
            is_unset |= cell.value == Value::Unset;
        }
        match covered {
            0 => typed(self.fill.value()),
            _ if is_unset || covered < bytes && self.fill == Fill::Unset => Value::Unset,
            _ => Value::Any,
        }
    }

    /// Makes room for new contents of some bytes. What is left of cells that are partly overwritten is known
    /// only if it is the same for each of their bytes.
    pub(super) fn carve(&mut self, offset: i64, bytes: i64) {
        let found: Vec<(i64, Cell)> =
            self.overlapping(offset, bytes).map(|(start, cell)| (start, cell.clone())).collect();
        for (start, cell) in found {
            self.cells.remove(&start);
            let value = match cell.value {
                Value::Zeros | Value::Unset => cell.value,
                _ => Value::Any,
            };
            let end = start + cell.bytes;
            for (from, to) in [(start, offset.min(end)), ((offset + bytes).max(start), end)] {
                if from < to {
                    self.cells.insert(from, Cell { bytes: to - from, value: value.clone() });
                }
            }
        }
    }

    /// Writes some bytes.
    pub(super) fn write(&mut self, offset: i64, bytes: i64, value: Value) {
        debug_assert!(self.parts.is_empty(), "cells are those of the parts");
        self.carve(offset, bytes);
        if value != self.fill.value() {
            self.cells.insert(offset, Cell { bytes, value });
        }
    }
}

/// A comparison with zero, whose result an unknown integer is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Test {
    pub op: CompareOp,
    pub expr: Expr,
}

impl Test {
    /// The opposite.
    pub(super) fn negated(&self) -> Test {
        use CompareOp::*;
        let op = match self.op {
            Eq => Ne,
            Ne => Eq,
            Lt => Ge,
            Ge => Lt,
            Gt => Le,
            Le => Gt,
        };
        Test { op, expr: self.expr.clone() }
    }
}

/// Pointers by the object that they point to.
pub(super) type Holders = BTreeMap<ObjectId, Vec<(Option<(ObjectId, i64)>, End)>>;

/// A set of program states: one disjunct.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    /// The functions that are being called, the outermost first.
    pub calls: Vec<FuncId>,
    pub vars: BTreeMap<Var, Value>,
    pub slots: BTreeMap<(u32, SlotId), ObjectId>,
    pub objects: BTreeMap<ObjectId, Rc<Object>>,
    pub numbers: Element<Dim>,
    /// Unknown integers of which each node of a segment has its own.
    pub private: BTreeMap<Dim, ObjectId>,
    pub tests: BTreeMap<Dim, Test>,
    /// Differences of variables that are compared, so that their bounds are kept.
    pub slacks: Vec<Expr>,
    /// Expressions that are not zero, if no range tells so.
    pub apart: Vec<Expr>,
    /// Unknown integers whose values were distinguished.
    pub cases: BTreeSet<Dim>,
    /// Where memory was allocated that nothing points to any more.
    pub lost: Option<Pos>,
    /// The result of the function that returns.
    pub result: Value,
    /// The returned object.
    pub returned: Option<Object>,
}

impl Graph {
    pub(super) fn new(function: FuncId) -> Graph {
        Graph {
            calls: vec![function],
            vars: BTreeMap::new(),
            slots: BTreeMap::new(),
            objects: BTreeMap::new(),
            numbers: Element::default(),
            private: BTreeMap::new(),
            tests: BTreeMap::new(),
            slacks: Vec::new(),
            apart: Vec::new(),
            cases: BTreeSet::new(),
            lost: None,
            result: Value::Unset,
            returned: None,
        }
    }

    /// How many calls are under way besides the outermost.
    pub(super) fn depth(&self) -> u32 {
        self.calls.len() as u32 - 1
    }

    /// The function that is being executed.
    pub(super) fn function(&self) -> FuncId {
        *self.calls.last().expect("a call is under way")
    }

    /// A variable of the function that is being executed.
    pub(super) fn var(&self, id: VarId) -> Var {
        Var { depth: self.depth(), id }
    }

    /// Forgets temporaries.
    pub(super) fn keep_named(&mut self, functions: &[Function]) {
        let calls = &self.calls;
        self.vars.retain(|var, _| {
            let function = calls.get(var.depth as usize);
            var.is_held() || function.is_some_and(|id| functions[id.index()].is_named(var.id))
        });
    }

    /// Forgets the variables of a call that are not read any more.
    pub(super) fn keep_vars(&mut self, depth: u32, is_live: impl Fn(VarId) -> bool) {
        self.vars.retain(|var, _| var.depth != depth || var.is_held() || is_live(var.id));
    }

    /// Forgets all variables but those of the caller of the entry function.
    pub(super) fn forget_vars(&mut self) {
        self.vars.retain(|var, _| var.is_held());
    }

    /// Whether the caller of the entry function has something in this state.
    pub(super) fn has_held(&self) -> bool {
        self.vars.keys().any(|var| var.is_held())
    }

    pub(super) fn object(&self, id: ObjectId) -> &Object {
        &self.objects[&id]
    }

    pub(super) fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        Rc::make_mut(self.objects.get_mut(&id).expect("objects that are pointed to exist"))
    }

    pub(super) fn segment(&self, id: ObjectId) -> Option<&Segment> {
        self.object(id).segment.as_ref()
    }

    /// Whether an expression has only this value.
    pub(super) fn is_constant(&self, expr: &Expr, value: i64) -> bool {
        self.constant(expr) == Some(value)
    }

    /// The only value of an expression, if it has one.
    pub(super) fn constant(&self, expr: &Expr) -> Option<i64> {
        constant(expr).or_else(|| self.numbers.range(expr).as_constant()?.to_i64())
    }

    /// Whether an expression is surely at most another.
    pub(super) fn is_at_most(&self, low: &Expr, high: &Expr) -> bool {
        let range = self.related_range(&super::value::minus(low, high));
        range.high().is_some_and(|high| !high.is_positive())
    }

    /// Whether a segment may have no nodes.
    pub(super) fn may_be_empty(&self, id: ObjectId) -> bool {
        let low = |length: &Expr| self.numbers.range(length).low().is_some_and(Int::is_positive);
        self.segment(id).is_some_and(|segment| !low(&segment.length))
    }

    /// Whether all pointers point to objects, for checks while debugging.
    pub(super) fn is_closed(&self) -> bool {
        self.values().filter_map(Value::target).all(|id| self.objects.contains_key(&id))
    }

    /// All values: of variables, of cells, and the result.
    pub(super) fn values(&self) -> impl Iterator<Item = &Value> {
        let cells = self.objects.values().flat_map(|object| object.cells.values().map(|cell| &cell.value));
        let returned = self.returned.iter().flat_map(|object| object.cells.values().map(|cell| &cell.value));
        self.vars.values().chain(std::iter::once(&self.result)).chain(cells).chain(returned)
    }

    /// Changes all values.
    pub(super) fn map_values(&mut self, mut change: impl FnMut(&Value) -> Option<Value>) {
        let mut apply = |value: &mut Value| {
            if let Some(new) = change(value) {
                *value = new;
            }
        };
        self.vars.values_mut().for_each(&mut apply);
        apply(&mut self.result);
        if let Some(object) = &mut self.returned {
            object.cells.values_mut().for_each(|cell| apply(&mut cell.value));
        }
        let holders: Vec<ObjectId> = self.objects.keys().copied().collect();
        for id in holders {
            let mut changed: Vec<(i64, Value)> = Vec::new();
            for (offset, cell) in &self.objects[&id].cells {
                let mut value = cell.value.clone();
                apply(&mut value);
                if value != cell.value {
                    changed.push((*offset, value));
                }
            }
            if !changed.is_empty() {
                let object = self.object_mut(id);
                for (offset, value) in changed {
                    object.cells.get_mut(&offset).expect("unchanged").value = value;
                }
            }
        }
    }

    /// Replaces the pointers to an end of an object by others, displaced by their offset from `head`.
    pub(super) fn redirect(&mut self, object: ObjectId, end: End, head: i64, to: &Value) {
        self.map_values(|value| {
            let Value::Pointer(pointer) = value else { return None };
            (pointer.object == object && pointer.end == end).then(|| moved(to, &pointer.offset, head))
        });
    }

    /// An object ceases to exist: pointers to it dangle.
    pub(super) fn end_object(&mut self, id: ObjectId) {
        self.drop_empty_parts();
        let object = self.objects.remove(&id);
        object.iter().flat_map(|object| &object.parts).for_each(|part| _ = self.objects.remove(part));
        self.map_values(|value| (value.target() == Some(id)).then_some(Value::Dangling));
    }

    /// The pointers to each object: who holds them, `None` for a variable, and to which end they point.
    pub(super) fn holders(&self) -> Holders {
        let mut found = Holders::new();
        let mut add = |holder, value: &Value| {
            if let Value::Pointer(pointer) = value {
                found.entry(pointer.object).or_default().push((holder, pointer.end));
            }
        };
        self.vars.values().for_each(|value| add(None, value));
        add(None, &self.result);
        for (&holder, object) in &self.objects {
            object.cells.iter().for_each(|(&offset, cell)| add(Some((holder, offset)), &cell.value));
        }
        if let Some(object) = &self.returned {
            object.cells.values().for_each(|cell| add(None, &cell.value));
        }
        found
    }

    /// The objects that are reachable from variables, locals and globals.
    pub(super) fn reachable(&self) -> BTreeSet<ObjectId> {
        let mut pending: Vec<ObjectId> = self.vars.values().filter_map(Value::target).collect();
        pending.extend(self.result.target());
        pending.extend(
            self.returned.iter().flat_map(|object| object.cells.values().filter_map(|c| c.value.target())),
        );
        pending.extend(self.slots.values());
        let is_root = |object: &Object| object.origin.is_root();
        pending.extend(self.objects.iter().filter(|(_, object)| is_root(object)).map(|(&id, _)| id));
        let mut reached = BTreeSet::new();
        while let Some(id) = pending.pop() {
            if reached.insert(id) {
                pending.extend(self.object(id).cells.values().filter_map(|cell| cell.value.target()));
                pending.extend(&self.object(id).parts);
            }
        }
        reached
    }

    /// The objects that are reachable for sure: an empty segment leads only to what follows or precedes it.
    pub(super) fn surely_reachable(&self) -> BTreeSet<ObjectId> {
        let is_root = |object: &Object| object.origin.is_root();
        let roots = self.objects.iter().filter(|(_, object)| is_root(object));
        let mut pending: Vec<Pointer> = roots.map(|(&id, _)| Pointer::to(id)).collect();
        let pointer = |value: &Value| match value {
            Value::Pointer(pointer) => Some(pointer.clone()),
            _ => None,
        };
        let returned = self.returned.iter().flat_map(|object| object.cells.values().map(|cell| &cell.value));
        pending.extend(self.vars.values().chain([&self.result]).chain(returned).filter_map(pointer));
        let mut reached = BTreeSet::new();
        let mut seen: Vec<(ObjectId, End)> = Vec::new();
        while let Some(at) = pending.pop() {
            if seen.contains(&(at.object, at.end)) {
                continue;
            }
            seen.push((at.object, at.end));
            reached.insert(at.object);
            let object = self.object(at.object);
            pending.extend(object.parts.iter().map(|part| Pointer::to(*part)));
            match &object.segment {
                // Arguments of a structure need not be in its nodes.
                Some(segment)
                    if segment.kind != Kind::Slice && self.may_be_empty(at.object)
                        || segment.kind == Kind::Structure =>
                {
                    let link = if at.end == End::Last { segment.prev } else { segment.next() };
                    pending.extend(link.and_then(|link| pointer(&object.link(link, segment.width))));
                }
                _ => pending.extend(object.cells.values().filter_map(|cell| pointer(&cell.value))),
            }
        }
        reached
    }

    /// Forgets what nothing refers to. Lost memory is noted.
    pub(super) fn collect(&mut self) {
        self.drop_empty_parts();
        let reached = self.reachable();
        let lost: Vec<ObjectId> = self.objects.keys().copied().filter(|id| !reached.contains(id)).collect();
        let blocks = lost.iter().map(|id| self.object(*id)).filter(|object| self.is_block(object));
        let pos = blocks.map(|object| object.pos).next();
        self.lost = self.lost.or(pos);
        lost.iter().for_each(|id| _ = self.objects.remove(id));
        self.collect_numbers();
    }

    /// Forgets unknown integers that nothing mentions.
    pub(super) fn collect_numbers(&mut self) {
        let mut used: BTreeSet<Dim> = BTreeSet::new();
        let mut add = |expr: &Expr| used.extend(expr.terms().map(|(dim, _)| *dim));
        self.values().filter_map(Value::expr).for_each(&mut add);
        for object in self.objects.values() {
            add(&object.size);
            object.segment.iter().for_each(|segment| add(&segment.length));
            object.chains.iter().flat_map(Chain::exprs).for_each(&mut add);
        }
        let named = used.clone();
        let mut add = |expr: &Expr| used.extend(expr.terms().map(|(dim, _)| *dim));
        self.slacks.iter().for_each(&mut add);
        self.tests.retain(|dim, _| used.contains(dim));
        for test in self.tests.values() {
            used.extend(test.expr.terms().map(|(dim, _)| *dim));
        }
        self.apart.retain(|expr| expr.terms().all(|(dim, _)| used.contains(dim)));
        self.numbers.forget_all(|dim| !used.contains(dim));
        // Differences of which one side is forgotten.
        let numbers = &mut self.numbers;
        self.slacks.retain(|slack| {
            let mut dims = slack.terms().map(|(dim, _)| *dim);
            let is_stale = dims.all(|dim| !named.contains(&dim) && numbers.equations().is_free(&dim));
            if is_stale {
                slack.terms().for_each(|(dim, _)| numbers.forget(dim));
            }
            !is_stale
        });
        self.private.retain(|dim, _| used.contains(dim));
        self.cases.retain(|dim| used.contains(dim));
    }

    /// Whether an expression is about something of which each node has its own.
    pub(super) fn is_private(&self, expr: &Expr) -> bool {
        expr.terms().any(|(dim, _)| self.private.contains_key(dim))
    }

    /// Only the states in which a test holds; `None` if there are none.
    pub(super) fn assume(&mut self, test: &Test) -> Option<()> {
        use CompareOp::*;
        let minus = Expr::constant(0).plus_expr(&test.expr, &Rat::from(-1));
        if test.op == Eq && self.is_apart(&test.expr) {
            return None;
        }
        let numbers = &mut self.numbers;
        let result = match test.op {
            Eq => numbers.equate(&test.expr),
            Le => numbers.at_most_zero(&test.expr),
            Lt => numbers.at_most_zero(&test.expr.clone().plus_constant(1)),
            Ge => numbers.at_most_zero(&minus),
            Gt => numbers.at_most_zero(&minus.plus_constant(1)),
            Ne => {
                let range = numbers.range(&test.expr);
                let (low, high) = (range.low().cloned(), range.high().cloned());
                match (low.is_some_and(|low| low == Int::ZERO), high.is_some_and(|high| high == Int::ZERO)) {
                    (true, true) => return None,
                    (true, false) => numbers.at_most_zero(&minus.plus_constant(1)),
                    (false, true) => numbers.at_most_zero(&test.expr.clone().plus_constant(1)),
                    (false, false) => {
                        self.keep_apart(&test.expr);
                        Ok(())
                    }
                }
            }
        };
        result.ok()
    }

    /// A test that is as strict as what is known of different integers allows.
    pub(super) fn strict(&self, test: Test) -> Test {
        use CompareOp::*;
        let range = || self.related_range(&test.expr);
        let op = match test.op {
            Ge if self.is_apart(&test.expr) => Gt,
            Le if self.is_apart(&test.expr) => Lt,
            Ne if range().low().is_some_and(|low| !low.is_negative()) => Gt,
            Ne if range().high().is_some_and(|high| !high.is_positive()) => Lt,
            op => op,
        };
        Test { op, ..test }
    }

    /// Whether a test holds, if that is known.
    pub(super) fn decided(&self, test: &Test) -> Option<bool> {
        use CompareOp::*;
        let range = self.related_range(&test.expr);
        let at_most = |bound: i64| range.high().is_some_and(|high| *high <= Int::from(bound));
        let at_least = |bound: i64| range.low().is_some_and(|low| *low >= Int::from(bound));
        let is_zero = at_most(0) && at_least(0);
        let is_apart = || at_most(-1) || at_least(1) || self.is_apart(&test.expr);
        let (holds, fails) = match test.op {
            Eq => (is_zero, is_apart()),
            Ne => (is_apart(), is_zero),
            Lt => (at_most(-1), at_least(0)),
            Le => (at_most(0), at_least(1)),
            Gt => (at_least(1), at_most(0)),
            Ge => (at_least(0), at_most(-1)),
        };
        if holds { Some(true) } else { fails.then_some(false) }
    }

    /// Whether a difference of unknown integers is not negative, or not positive, if that is known of it and
    /// does not follow from their ranges.
    pub(super) fn sign(&self, expr: &Expr) -> Option<bool> {
        let signs = |range: &Interval| {
            let low = range.low().is_some_and(|low| !low.is_negative());
            let high = range.high().is_some_and(|high| !high.is_positive());
            if low { Some(true) } else { high.then_some(false) }
        };
        let mut ranges = Element::default();
        for (dim, _) in expr.terms() {
            ranges.restrict(dim, &self.numbers.bounds(dim)).ok()?;
        }
        let sign = signs(&self.numbers.range(expr))?;
        signs(&ranges.range(expr)).is_none().then_some(sign)
    }

    /// Notes that an expression is not zero.
    pub(super) fn keep_apart(&mut self, expr: &Expr) {
        let is_new = expr.terms().next().is_some() && !self.apart.contains(expr);
        if is_new && self.apart.len() < MAX_APART {
            self.apart.push(expr.clone());
        }
    }

    /// Whether it is known that an expression is not zero, other than by its range.
    fn is_apart(&self, expr: &Expr) -> bool {
        let reduced = |expr: &Expr| self.numbers.equations().reduce(expr);
        let one = reduced(expr);
        self.apart.iter().map(reduced).any(|other| one == other || one == super::expose::negated(&other))
    }

    /// The values of an expression, where bounds of differences count.
    pub(super) fn related_range(&self, expr: &Expr) -> Interval {
        match expr.terms().nth(1) {
            Some(_) => self.numbers.related_range(expr),
            None => self.numbers.range(expr),
        }
    }

    /// Restricts an unknown integer to a range.
    pub(super) fn restrict(&mut self, dim: Dim, range: &Interval) -> Option<()> {
        self.numbers.restrict(&dim, range).ok()
    }
}

/// A pointer at a distance from another one.
pub(super) fn moved(value: &Value, offset: &Expr, head: i64) -> Value {
    let by = offset.clone().plus_constant(-head);
    match value {
        Value::Pointer(pointer) => {
            let offset = pointer.offset.clone().plus_expr(&by, &Rat::from(1));
            Value::Pointer(Pointer { offset, ..pointer.clone() })
        }
        _ if constant(&by) == Some(0) => value.clone(),
        Value::Unset | Value::Dangling => value.clone(),
        _ => Value::Any,
    }
}
