//! Names for what a graph is about: objects, their fields, lengths of lists and other integers.

use super::super::chain::Around;
use super::super::engine::Shapes;
use super::super::graph::{Graph, Kind, Object, Origin, Var};
use super::super::value::{Dim, End, Expr, ObjectId, Pointer, Value, constant, plus};
use super::types::Types;
use crate::ir::{Function, Role, Scalar};
use crate::numbers::{Affine, Interval, LinearExpr};
use cfp_solver::{Int, Rat};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Names of objects: letters that no C program uses for variables.
const LETTERS: &str = "αβγδεζηθικλμνξπρστυφχψω";

/// An integer of a graph in the order of reports. An equation defines its first dimension by the others. So
/// what has no name comes first, to be eliminated; then lengths, then data, then variables, the oldest last.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Quantity {
    Nameless(Dim),
    Length(ObjectId),
    Around(ObjectId, i64, Around),
    Cell(ObjectId, i64),
    Value(Reverse<Var>),
}

/// A graph with names.
pub(super) struct Named<'a, 'p> {
    pub(super) shapes: &'a Shapes<'p>,
    pub(super) graph: &'a Graph,
    /// The objects that are shown, in the order in which they are reached from variables.
    pub(super) objects: Vec<ObjectId>,
    names: BTreeMap<ObjectId, String>,
    types: Types<'a>,
    /// The equations between named integers.
    pub(super) equations: Affine<Quantity>,
    lengths: BTreeMap<ObjectId, String>,
}

impl<'a, 'p> Named<'a, 'p> {
    pub(super) fn new(shapes: &'a Shapes<'p>, graph: &'a Graph) -> Named<'a, 'p> {
        let mut named = Named {
            shapes,
            graph,
            objects: Vec::new(),
            names: BTreeMap::new(),
            types: Types::of(shapes, graph),
            equations: Affine::default(),
            lengths: BTreeMap::new(),
        };
        named.name_roots();
        named.name_reachable();
        named.relate();
        named.name_lengths();
        named
    }

    /// The function of a variable.
    pub(super) fn function_of(&self, depth: u32) -> &'a Function {
        &self.shapes.task.program.functions[self.graph.calls[depth as usize].index()]
    }

    /// The name of a variable; those of callers have the name of their function before it.
    pub(super) fn var(&self, var: &Var) -> Option<String> {
        let function = self.function_of(var.depth);
        let name = function.vars.get(var.id.index())?.name.as_ref();
        Some(self.qualified(var.depth, name.filter(|_| function.role != Role::Model)?))
    }

    fn qualified(&self, depth: u32, name: &str) -> String {
        match depth == self.graph.depth() {
            true => name.to_string(),
            false => format!("{}.{name}", self.function_of(depth).name),
        }
    }

    /// Variables with names and what they hold, those of the current function first.
    pub(super) fn vars(&self) -> Vec<(&'a Var, String, &'a Value)> {
        let vars = self.graph.vars.iter();
        let mut vars: Vec<_> = vars.filter_map(|(var, value)| Some((var, self.var(var)?, value))).collect();
        vars.sort_by_key(|(var, _, _)| (Reverse(var.depth), var.id));
        vars
    }

    /// Locals and globals in memory have the names of the source.
    fn name_roots(&mut self) {
        for (&(depth, slot), &id) in self.graph.slots.iter().rev() {
            let name = &self.function_of(depth).slots[slot.index()].name;
            self.names.insert(id, self.qualified(depth, name));
            self.objects.push(id);
        }
        for (&id, global) in self.shapes.globals.iter().zip(&self.shapes.task.program.globals) {
            let is_shown = |object: &Object| object.cells.values().any(|cell| cell.value.target().is_some());
            if self.graph.objects.get(&id).is_some_and(|object| is_shown(object)) {
                self.objects.push(id);
            }
            let name = if global.name.is_empty() { "a text" } else { &global.name };
            self.names.insert(id, name.to_string());
        }
    }

    /// Other objects get letters.
    fn name_reachable(&mut self) {
        let vars: Vec<ObjectId> =
            self.vars().into_iter().filter_map(|(_, _, value)| value.target()).collect();
        let unnamed = self.graph.vars.values().filter_map(Value::target);
        let mut pending: Vec<ObjectId> =
            vars.into_iter().chain(self.objects.clone()).chain(unnamed).collect();
        pending.extend(self.graph.objects.keys().filter(|id| !self.is_global(**id)));
        let mut seen = BTreeSet::new();
        let mut next = 0;
        while next < pending.len() {
            let id = pending[next];
            next += 1;
            if !seen.insert(id) || !self.graph.objects.contains_key(&id) {
                continue;
            }
            if !self.names.contains_key(&id) {
                self.names.insert(id, letter(self.objects.len() - self.roots()));
                self.objects.push(id);
            }
            // What a node leads to comes before other variables.
            let cells = self.graph.object(id).cells.values();
            let targets: Vec<ObjectId> = cells.filter_map(|cell| cell.value.target()).collect();
            pending.splice(next..next, targets);
        }
    }

    fn is_global(&self, id: ObjectId) -> bool {
        matches!(self.graph.object(id).origin, Origin::Global { .. })
    }

    /// How many of the objects have names of the source.
    fn roots(&self) -> usize {
        let is_root = |id: &&ObjectId| self.graph.objects.get(id).is_some_and(|it| it.origin != Origin::Heap);
        self.objects.iter().filter(is_root).count()
    }

    /// The equations between everything that has a name.
    fn relate(&mut self) {
        let mut defined: Vec<(Quantity, Expr)> = Vec::new();
        for (var, _, value) in self.vars() {
            if let Value::Int(expr) = value {
                defined.push((Quantity::Value(Reverse(*var)), expr.clone()));
            }
        }
        for &id in &self.objects {
            let Some(object) = self.graph.objects.get(&id) else { continue };
            defined.extend(object.segment.iter().map(|it| (Quantity::Length(id), it.length.clone())));
            // Those of structures are arguments.
            for chain in &object.chains {
                let around = chain.around().into_iter();
                let around = around.filter_map(|(place, expr)| Some((place, expr.as_ref()?.clone())));
                defined.extend(around.map(|(it, expr)| (Quantity::Around(id, chain.offset, it), expr)));
            }
            let is_structure = object.segment.as_ref().is_some_and(|it| it.structure.is_some());
            for (&offset, cell) in object.cells.iter().filter(|_| !is_structure) {
                if let Value::Int(expr) = &cell.value {
                    defined.push((Quantity::Cell(id, offset), expr.clone()));
                }
            }
        }
        let mut nameless = BTreeSet::new();
        let mut shown = |expr: &Expr, factor: &Rat| {
            let mut sum = LinearExpr::constant(expr.constant_part() * factor);
            for (dim, coefficient) in expr.terms() {
                nameless.insert(*dim);
                sum = sum.plus(&Quantity::Nameless(*dim), &(coefficient * factor));
            }
            sum
        };
        let (one, minus) = (Rat::from(1), Rat::from(-1));
        let mut equations = Affine::default();
        let rows = self.graph.numbers.equations().rows();
        let rows = rows.map(|(lead, row)| shown(&Expr::of(*lead).plus_expr(row, &minus), &one));
        let rows: Vec<LinearExpr<Quantity>> = rows.collect();
        let named = defined.iter().map(|(quantity, expr)| shown(expr, &minus).plus(quantity, &one));
        for equation in rows.into_iter().chain(named) {
            let result = equations.equate(&equation);
            debug_assert!(result.is_ok(), "the equations have a solution");
        }
        nameless.iter().for_each(|dim| equations.forget(&Quantity::Nameless(*dim)));
        self.equations = equations;
    }

    /// Lengths that no equation defines have names.
    fn name_lengths(&mut self) {
        let taken: BTreeSet<String> = self.vars().into_iter().map(|(_, name, _)| name).collect();
        let is_free = |id: &&ObjectId| {
            let is_list = self.graph.objects.get(id).is_some_and(|object| object.segment.is_some());
            is_list && self.equations.rows().all(|(lead, _)| *lead != Quantity::Length(**id))
        };
        let free: Vec<ObjectId> = self.objects.iter().filter(is_free).copied().collect();
        let mut names =
            ["k", "l", "m"].map(str::to_string).into_iter().chain((1..).map(|it| format!("k{it}")));
        for id in free {
            let name = names.by_ref().find(|name| !taken.contains(name)).expect("numbers do not end");
            self.lengths.insert(id, name);
        }
    }

    /// The name of an object.
    pub(super) fn object(&self, id: ObjectId) -> String {
        self.names.get(&id).cloned().unwrap_or_else(|| "?".to_string())
    }

    /// The type of an object in C, if it is known.
    pub(super) fn type_name(&self, id: ObjectId) -> Option<String> {
        self.types.name(id)
    }

    /// Whether an object is a variable of a scalar type.
    pub(super) fn is_scalar(&self, id: ObjectId) -> bool {
        self.types.is_scalar(id)
    }

    /// The name of a field, or its offset if the type is not known; nothing if the object is a scalar.
    pub(super) fn field(&self, id: ObjectId, offset: i64) -> String {
        if self.is_scalar(id) {
            return String::new();
        }
        self.types.field(id, offset).unwrap_or_else(|| format!("@{offset}"))
    }

    /// An address. Variables and blocks are in memory, so their names stand for addresses.
    pub(super) fn pointer(&self, pointer: &Pointer) -> String {
        let name = self.object(pointer.object);
        let is_unnamed = |origin: Origin| matches!(origin, Origin::Heap | Origin::Outside);
        let is_heap = self.graph.objects.get(&pointer.object).is_some_and(|it| is_unnamed(it.origin));
        let whole = match (pointer.end, is_heap) {
            (End::Last, _) => format!("last({name})"),
            (End::Own, _) => format!("own({name})"),
            (End::First, true) => name,
            (End::First, false) => format!("&{name}"),
        };
        let Some(offset) = constant(&pointer.offset) else { return format!("{whole} + ?") };
        match self.types.member(pointer.object, offset) {
            _ if offset == 0 => whole,
            Some(path) if is_heap => format!("&{whole}.{path}"),
            Some(path) => format!("{whole}.{path}"),
            None => format!("{whole} + {offset}"),
        }
    }

    /// A pointer or something else that is no integer; nothing if it is not known.
    pub(super) fn address(&self, value: &Value) -> Option<String> {
        match value {
            Value::Null => Some("null".to_string()),
            Value::Pointer(pointer) => Some(self.pointer(pointer)),
            Value::Function(id) => Some(self.shapes.task.program.functions[id.index()].name.clone()),
            Value::Dangling => Some("dangling".to_string()),
            Value::Int(_) | Value::Zeros | Value::Any | Value::Unset => None,
        }
    }

    /// The name of an integer.
    fn quantity(&self, quantity: &Quantity) -> String {
        match quantity {
            Quantity::Nameless(_) => "?".to_string(),
            Quantity::Length(id) => self.lengths.get(id).cloned().unwrap_or_else(|| "?".to_string()),
            Quantity::Around(id, offset, place) => {
                format!("{}({}).{}", place.name(), self.object(*id), self.field(*id, *offset))
            }
            Quantity::Cell(id, _) if self.is_scalar(*id) => self.object(*id),
            Quantity::Cell(id, offset) => format!("{}.{}", self.object(*id), self.field(*id, *offset)),
            Quantity::Value(Reverse(var)) => self.var(var).unwrap_or_else(|| "?".to_string()),
        }
    }

    /// What an integer equals, if an equation defines it.
    pub(super) fn definition(&self, quantity: &Quantity) -> Option<String> {
        let (_, row) = self.equations.rows().find(|(lead, _)| *lead == quantity)?;
        Some(row.text(|quantity| self.quantity(quantity)))
    }

    /// The number of nodes of a list.
    pub(super) fn steps(&self, id: ObjectId) -> String {
        let length = Quantity::Length(id);
        self.definition(&length).unwrap_or_else(|| self.quantity(&length))
    }

    /// What is known of the number of nodes of a list besides.
    pub(super) fn steps_bounds(&self, id: ObjectId) -> Option<String> {
        let segment = self.graph.segment(id)?;
        let range = self.graph.numbers.range(&segment.length);
        range.as_constant().is_none().then(|| range.text(&self.steps(id), &Interval::lengths())).flatten()
    }

    /// What is known of an integer in a cell, by this name: `data = i`, `data ∈ [0, 9]`.
    pub(super) fn datum(&self, id: ObjectId, offset: i64, name: &str) -> Option<String> {
        let cell = self.graph.object(id).cells.get(&offset)?;
        let Value::Int(expr) = &cell.value else { return None };
        if let Some(definition) = self.definition(&Quantity::Cell(id, offset)) {
            return Some(format!("{name} = {definition}"));
        }
        let usual = self.types.range(id, offset).unwrap_or(Interval::ALL);
        self.graph.numbers.range(expr).text(name, &usual)
    }

    /// An integer at an end of a list: `first(α).data = i`.
    pub(super) fn around(&self, id: ObjectId, offset: i64, (place, expr): (Around, &Expr)) -> Option<String> {
        let quantity = Quantity::Around(id, offset, place);
        let name = self.quantity(&quantity);
        if let Some(definition) = self.definition(&quantity) {
            return Some(format!("{name} = {definition}"));
        }
        let usual = self.types.range(id, offset).unwrap_or(Interval::ALL);
        self.graph.numbers.range(expr).text(&name, &usual)
    }

    /// What is known of integer variables and lengths, without what the lists themselves say.
    pub(super) fn facts(&self) -> Vec<String> {
        let mut facts = Vec::new();
        let lists = self.objects.iter().filter(|id| self.graph.objects[*id].owner.is_none());
        facts.extend(lists.filter_map(|id| self.steps_bounds(*id)));
        for (var, name, value) in self.vars() {
            let Value::Int(expr) = value else { continue };
            let ty = match self.function_of(var.depth).vars[var.id.index()].ty {
                Scalar::Int(ty) => super::super::value::range_of(ty),
                _ => Interval::ALL,
            };
            match self.definition(&Quantity::Value(Reverse(*var))) {
                Some(definition) => facts.push(format!("{name} = {definition}")),
                None => facts.extend(self.graph.numbers.range(expr).text(&name, &ty)),
            }
        }
        facts.extend(self.differences());
        let all = facts.clone();
        let mut index = 0;
        facts.retain(|fact| {
            index += 1;
            !all[..index - 1].contains(fact)
        });
        facts
    }

    /// How many nodes there are from the variables of the current function on to null.
    pub(super) fn list_lengths(&self) -> BTreeMap<String, Interval> {
        let here = self.vars().into_iter().filter(|(var, _, _)| var.depth == self.graph.depth());
        let known = here.filter_map(|(_, name, value)| {
            let length = self.list_length(value)?;
            Some((name, self.graph.numbers.range(&length)))
        });
        known.collect()
    }

    /// How many nodes there are from a pointer on to null, if they are nodes of a list.
    fn list_length(&self, value: &Value) -> Option<Expr> {
        let (mut value, mut length) = (value.clone(), Expr::constant(0));
        let mut seen = BTreeSet::new();
        while let Value::Pointer(pointer) = value {
            let object = self.graph.object(pointer.object);
            let is_first = pointer.end == End::First && seen.insert(pointer.object);
            let next = match &object.segment {
                Some(segment) if segment.kind == Kind::List => segment.next(),
                Some(_) => None,
                None => self.types.only_link(pointer.object),
            };
            let next = next.filter(|_| is_first && constant(&pointer.offset) == Some(0))?;
            length = plus(&length, &object.length());
            value = object.link(next, self.shapes.layouts.pointer_bytes);
        }
        (value == Value::Null).then_some(length)
    }

    /// Bounds of differences of variables that are compared, unless those of the variables imply them.
    fn differences(&self) -> Vec<String> {
        let function = self.graph.function();
        let pairs = self.shapes.compared.get(&function).map_or(&[][..], |pairs| pairs.as_slice());
        let mut facts = Vec::new();
        for pair in pairs {
            let vars = [pair.0, pair.1].map(|id| self.graph.var(id));
            let [Some(Value::Int(one)), Some(Value::Int(other))] = vars.map(|var| self.graph.vars.get(&var))
            else {
                continue;
            };
            let [Some(left), Some(right)] = [self.var(&vars[0]), self.var(&vars[1])] else { continue };
            let numbers = &self.graph.numbers;
            let difference = super::super::value::minus(one, other);
            let known = numbers.range(&difference);
            let [one, other] = [one, other].map(|expr| numbers.range(expr));
            let is_new = |bound: &Int, implied: Option<Int>| implied.is_none_or(|implied| *bound < implied);
            let high = known.high().filter(|high| {
                is_new(high, one.high().zip(other.low()).map(|(one, other)| one.clone() - other.clone()))
            });
            if let Some(high) = high.filter(|_| known.as_constant().is_none()) {
                facts.push(format!("{left} ≤ {}", shifted(&right, high)));
            }
            let low = known.low().map(|low| -low.clone()).filter(|low| {
                is_new(low, other.high().zip(one.low()).map(|(other, one)| other.clone() - one.clone()))
            });
            if let Some(low) = low.filter(|_| known.as_constant().is_none()) {
                facts.push(format!("{right} ≤ {}", shifted(&left, &low)));
            }
        }
        facts
    }
}

/// A name plus a number.
fn shifted(name: &str, by: &Int) -> String {
    LinearExpr::of(name.to_string()).plus_constant(by.clone()).text(String::clone)
}

/// The letter of an object by its number.
fn letter(index: usize) -> String {
    let count = LETTERS.chars().count();
    let letter = LETTERS.chars().nth(index % count).expect("within the alphabet");
    if index < count { letter.to_string() } else { format!("{letter}{}", index / count) }
}
