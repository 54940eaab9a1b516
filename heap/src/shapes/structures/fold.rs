//! Folding: nodes that satisfy a definition become a structure.
//!
//! A node and all that belongs to it by a definition become one structure if nothing else points into it. One
//! part of it may be held from elsewhere: that is the hole. Arguments are found on the way: cells and the
//! arguments of parts tell them.

use super::library::Variance;
use super::prove::{Goal, Proof};
use super::{Form, Given, Library, Structure};
use crate::ir::{Arg, Callee, CompareOp, Operand, Program, StmtKind, each_stmt};
use crate::numbers::Interval;
use crate::shapes::engine::Shapes;
use crate::shapes::graph::{Graph, Object, Origin, Test};
use crate::shapes::value::{Dim, End, Expr, ObjectId, Pointer, Value, constant, minus, plus};
use cfp_solver::Int;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Limit on values that are tried for arguments that nothing tells.
const MAX_TRIED: usize = 12;

/// Where a structure begins: a node, or one with a hole that grows.
struct Start {
    id: ObjectId,
    definition: usize,
}

/// What is worth folding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Extent {
    /// So many nodes in a row that lead to a hole, and what has parts and no hole.
    Nodes(usize),
    /// What has no hole.
    Closed,
}

impl Shapes<'_> {
    /// Folds nodes into structures, where so many nodes in a row lead to a hole, or where all that a node
    /// leads to is part of it.
    pub(in crate::shapes) fn structured(&mut self, graph: Graph, least: usize) -> Graph {
        self.structured_by(graph, Extent::Nodes(least))
    }

    /// Folds nodes into structures that have no hole.
    pub(in crate::shapes) fn closed_structured(&mut self, graph: Graph) -> Graph {
        self.structured_by(graph, Extent::Closed)
    }

    fn structured_by(&mut self, mut graph: Graph, extent: Extent) -> Graph {
        if !self.library.has_structures() {
            return graph;
        }
        while let Some(folded) = self.structured_once(&graph, extent) {
            graph = folded;
            self.look_at_clock();
            if self.is_over() {
                break;
            }
        }
        graph
    }

    /// The graphs in which one structure is folded, and the one in which all are.
    pub(in crate::shapes) fn each_structured(&mut self, graph: &Graph) -> Vec<Graph> {
        let starts = starts(graph, &self.library);
        let mut found: Vec<Graph> =
            starts.iter().filter_map(|start| self.folded_at(graph, start, Extent::Nodes(1))).collect();
        if found.len() > 1 {
            found.push(self.structured(graph.clone(), 1));
        }
        found
    }

    fn structured_once(&mut self, graph: &Graph, extent: Extent) -> Option<Graph> {
        let starts = starts(graph, &self.library);
        starts.iter().find_map(|start| self.folded_at(graph, start, extent))
    }

    /// Folds from one object on, if that is possible.
    fn folded_at(&mut self, graph: &Graph, start: &Start, extent: Extent) -> Option<Graph> {
        let mut anchored = held(graph);
        anchored.remove(&start.id);
        // What is held by something that does not belong to the structure is not part of it.
        loop {
            let proof = self.proof_at(graph, start, &anchored)?;
            if !is_worthwhile(graph, &proof, start, extent) {
                return None;
            }
            let inner = |id: &ObjectId| *id != start.id;
            let shared: Vec<ObjectId> = proof.owned.iter().copied().filter(inner).collect();
            let shared = shared.into_iter().filter(|id| is_held_outside(graph, *id, &proof.owned));
            let shared: Vec<ObjectId> = shared.collect();
            if shared.is_empty() {
                return self.replaced(proof, start);
            }
            anchored.extend(shared);
        }
    }

    fn proof_at(&mut self, graph: &Graph, start: &Start, anchored: &BTreeSet<ObjectId>) -> Option<Proof> {
        let mut proof = Proof::new(graph.clone());
        proof.anchored = Some(Rc::new(anchored.clone()));
        let definition = &self.library.definitions[start.definition];
        let (pointers, integers) = (definition.pointers, definition.integers);
        let at = proof.keep(Value::Pointer(Pointer::to(start.id)));
        let pointers = (0..pointers).map(|_| proof.open()).collect();
        let dims: Vec<Dim> = (0..integers).map(|_| self.names.dim()).collect();
        proof.unknown = dims.iter().map(|dim| (*dim, None)).collect();
        let integers = dims.into_iter().map(Expr::of).collect();
        let goal = Goal { definition: start.definition, at, pointers, integers, held_by: None };
        proof.goals.push(goal.clone());
        let mut proof = self.proved(proof)?;
        if !goal.pointers.iter().all(|var| proof.graph.vars.contains_key(var)) {
            return None;
        }
        self.choose(&mut proof, &goal)?;
        // The goal of the whole comes first again.
        proof.goals = vec![goal];
        Some(proof)
    }

    /// Chooses values for arguments that nothing has told, such that all that is required of them holds.
    fn choose(&mut self, proof: &mut Proof, wanted: &Goal) -> Option<()> {
        let is_open = |proof: &Proof| proof.unknown.values().any(Option::is_none);
        // What is at the hole tells its arguments, if it satisfies the definition there.
        if let Some(hole) = proof.hole.clone().filter(|_| is_open(proof)) {
            let mut below = Proof { hole: None, anchored: Some(Rc::default()), ..proof.clone() };
            below.goals = vec![hole];
            if let Some(below) = self.proved(below) {
                proof.unknown = below.unknown;
            }
        }
        let open = proof.unknown.iter().filter(|(_, value)| value.is_none()).map(|(dim, _)| *dim);
        for dim in open.collect::<Vec<_>>() {
            let parameter = wanted.integers.iter().position(|expr| *expr == Expr::of(dim));
            let variance = self.library.variance(wanted.definition, parameter?);
            let mut classes = self.candidates(&proof.graph);
            // Whatever is at the hole, it more often satisfies a weak requirement.
            if proof.hole.is_some() {
                classes.swap(0, 1);
            }
            let value = classes.iter().find_map(|class| tightest(proof, dim, variance, class))?;
            proof.unknown.insert(dim, Some(value));
        }
        let deferred = std::mem::take(&mut proof.deferred);
        deferred
            .iter()
            .all(|(op, expr)| {
                let expr = proof.resolved(expr);
                !proof.is_open(&expr) && proof.require(*op, &expr)
            })
            .then_some(())
    }

    /// Values that arguments may have, the best ones first: those of other structures and of structures of
    /// callers, constants of contracts, and those of variables.
    fn candidates(&self, graph: &Graph) -> [Vec<Expr>; 3] {
        let mut known = Vec::new();
        for object in graph.objects.values() {
            let Some(structure) = object.segment.as_ref().and_then(|it| it.structure.as_ref()) else {
                continue;
            };
            let Some((given, hole)) = structure.arguments(object) else { continue };
            let of_hole = hole.into_iter().flat_map(|(_, given)| given.integers);
            known.extend(given.integers.into_iter().chain(of_hole));
        }
        let bounds = self.bounds.iter().map(|bound| Expr::constant(*bound)).collect();
        let mut others = Vec::new();
        for (var, value) in &graph.vars {
            if let Value::Int(expr) = value {
                let is_given = self.tabulates && var.depth == 0;
                if is_given { known.push(expr.clone()) } else { others.push(expr.clone()) }
            }
        }
        [known, bounds, others].map(|mut class: Vec<Expr>| {
            class.retain(|expr| !graph.is_private(expr));
            class.truncate(MAX_TRIED);
            class
        })
    }

    /// Puts a structure in the place of all that a proof owns.
    fn replaced(&mut self, proof: Proof, start: &Start) -> Option<Graph> {
        let given = |goal: &Goal| Given {
            pointers: goal.pointers.iter().map(|var| proof.value(*var)).collect(),
            integers: goal.integers.iter().map(|expr| proof.resolved(expr)).collect(),
        };
        let hole = proof.hole.as_ref();
        let structure = Structure {
            library: self.library.clone(),
            definition: start.definition,
            hole: hole.map(|hole| hole.definition),
            unset: Rc::new(proof.unset.clone()),
        };
        let of_hole = hole.map(|hole| (proof.value(hole.at), given(hole)));
        let whole = given(&proof.goals[0]);
        // Arguments must not be parts of the structure.
        let is_outside = |value: &Value| value.target().is_none_or(|id| !proof.owned.contains(&id));
        let mut pointers = whole.pointers.iter().chain(of_hole.iter().flat_map(|(_, it)| &it.pointers));
        let is_open = |expr: &Expr| proof.is_open(expr) || proof.graph.is_private(expr);
        let mut integers = whole.integers.iter().chain(of_hole.iter().flat_map(|(_, it)| &it.integers));
        if !pointers.all(is_outside) || integers.any(is_open) {
            return None;
        }
        let mut graph = proof.graph.clone();
        graph.vars.retain(|var, _| var.depth != u32::MAX);
        let mut total = Expr::constant(0);
        for id in &proof.owned {
            total = plus(&total, &graph.object(*id).length());
        }
        let length = Expr::of(self.names.dim());
        graph.numbers.equate(&minus(&total, &length)).ok()?;
        let least = Int::from(i64::from(!structure.may_be_empty()));
        let (dim, _) = length.terms().next()?;
        graph.restrict(*dim, &Interval::at_least(least))?;
        let pos = graph.object(start.id).pos;
        let object = structure.object(&whole, of_hole, length.clone(), pos);
        let id = self.new_object(&mut graph, object);
        for owned in &proof.owned {
            graph.objects.remove(owned);
        }
        graph.redirect(start.id, End::First, 0, &Value::Pointer(Pointer::to(id)));
        graph.private.retain(|_, home| graph.objects.contains_key(home));
        graph.collect_numbers();
        graph.is_closed().then_some(graph)
    }
}

/// The value for an unknown argument that tells most, of some values with which all requirements hold.
fn tightest(proof: &Proof, dim: Dim, variance: Variance, values: &[Expr]) -> Option<Expr> {
    let fits = |value: &&Expr| {
        let mut tried = proof.clone();
        tried.unknown.insert(dim, Some((*value).clone()));
        let requirements = tried.deferred.clone();
        requirements.iter().all(|(op, expr)| {
            let expr = tried.resolved(expr);
            tried.is_open(&expr) || tried.require(*op, &expr)
        })
    };
    let mut best: Option<&Expr> = None;
    for value in values.iter().filter(fits) {
        let is_better = best.is_none_or(|best| {
            let is_more = |op: CompareOp, may: bool| {
                let test = Test { op, expr: minus(value, best) };
                may && proof.graph.decided(&test) == Some(true)
            };
            is_more(CompareOp::Gt, variance.may_fall) || is_more(CompareOp::Lt, variance.may_rise)
        });
        best = if is_better { Some(value) } else { best };
    }
    best.cloned()
}

/// The objects where a structure may begin.
fn starts(graph: &Graph, library: &Library) -> Vec<Start> {
    let mut found = Vec::new();
    for (&id, object) in &graph.objects {
        if object.origin != Origin::Heap || object.owner.is_some() {
            continue;
        }
        match &object.segment {
            None => {
                let size = constant(&object.size);
                for (definition, known) in library.definitions.iter().enumerate() {
                    let is_structure = matches!(library.form(definition), Form::Structure);
                    let has_size = known.rules.iter().any(|rule| rule.block.is_some() && rule.block == size);
                    if is_structure && has_size && graph.points_to_start(id) {
                        found.push(Start { id, definition });
                    }
                }
            }
            Some(segment) => {
                let structure = segment.structure.as_ref().filter(|structure| structure.hole.is_some());
                found.extend(structure.map(|structure| Start { id, definition: structure.definition }));
            }
        }
    }
    found
}

impl Graph {
    /// Whether all pointers to an object are to its first byte.
    fn points_to_start(&self, id: ObjectId) -> bool {
        let mut pointers = self.values().filter_map(|value| match value {
            Value::Pointer(pointer) if pointer.object == id => Some(pointer),
            _ => None,
        });
        pointers.all(|at| at.end == End::First && constant(&at.offset) == Some(0))
    }
}

/// The objects that are held by variables, and by memory that is not allocated.
fn held(graph: &Graph) -> BTreeSet<ObjectId> {
    let mut held: BTreeSet<ObjectId> = graph.vars.values().filter_map(Value::target).collect();
    held.extend(graph.result.target());
    let is_root = |object: &Object| object.origin != Origin::Heap || object.owner.is_some();
    let roots = graph.objects.values().filter(|object| is_root(object)).map(|object| &**object);
    let cells = roots.chain(&graph.returned).flat_map(|object| object.cells.values());
    held.extend(cells.filter_map(|cell| cell.value.target()));
    held
}

/// Whether something points to an object that is not in a set.
fn is_held_outside(graph: &Graph, id: ObjectId, owned: &BTreeSet<ObjectId>) -> bool {
    let others = graph.objects.iter().filter(|(holder, _)| !owned.contains(holder));
    let mut cells = others.flat_map(|(_, object)| object.cells.values());
    cells.any(|cell| cell.value.target() == Some(id))
}

/// Whether a fold is of use: it has enough nodes on the way to its hole, or parts that are structures.
fn is_worthwhile(graph: &Graph, proof: &Proof, start: &Start, extent: Extent) -> bool {
    let is_plain = |id: &&ObjectId| match graph.segment(**id) {
        None => true,
        Some(segment) => segment.structure.as_ref().is_some_and(|structure| structure.hole.is_some()),
    };
    let nodes = proof.owned.iter().filter(is_plain).count();
    let grows = graph.segment(start.id).is_none() || proof.owned.len() > 1;
    let is_closed = proof.hole.is_none();
    grows
        && match extent {
            Extent::Closed => is_closed,
            Extent::Nodes(least) => nodes >= least || is_closed && proof.owned.len() > 1,
        }
}

/// The constants that contracts of the program have for arguments, in order.
pub(in crate::shapes) fn contract_bounds(program: &Program) -> Vec<i64> {
    let mut bounds: BTreeMap<i64, ()> = BTreeMap::new();
    for function in &program.functions {
        let Some(body) = &function.body else { continue };
        each_stmt(body, &mut |stmt| {
            if let StmtKind::Call { callee: Callee::Direct(id), args, .. } = &stmt.kind
                && crate::checkers::contract(&program.functions[id.index()].name).is_some()
            {
                for arg in args {
                    if let Arg::Scalar(Operand::Int(value, _), _) = arg {
                        bounds.extend(i64::try_from(*value).ok().map(|value| (value, ())));
                    }
                }
            }
        });
    }
    bounds.into_keys().collect()
}
