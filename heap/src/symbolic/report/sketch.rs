//! From a state to its [graph](crate::analysis::HeapGraph): what variables and cells hold, under which
//! conditions, in names of the program.

use crate::analysis::{Edge, HeapGraph, Node, NodeKind};
use crate::ir::{Init, Pos, Type, TypeId};
use crate::symbolic::exec::camera::Camera;
use crate::symbolic::exec::executor::Executor;
use crate::symbolic::facts::notation::{Names, shortened, subscript};
use crate::symbolic::memory::targets::Target;
use crate::symbolic::report::containers::shown_field;
use crate::symbolic::store::arrays::{Array, ArrayId, Unwritten};
use crate::symbolic::store::place::{Class, ObjectId, Origin, Place};
use crate::symbolic::store::state::State;
use crate::symbolic::store::value::{Pointer, Value};
use cfp_solver::{Int, Model, Op, Sort, Term};
use fxhash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Limits on the edges of one node, and on nodes.
pub(crate) const MAX_EDGES: usize = 12;
const MAX_NODES: usize = 40;
/// Limit on the indices of a cell.
const MAX_DIMENSIONS: usize = 6;

/// Name, offset and type of a field.
type Field = (String, i64, TypeId);

/// Where edges begin, and for which cells.
struct Source {
    from: usize,
    field: String,
    bounds: Vec<Term>,
    /// Whether they begin at the elements of a container.
    is_endless: bool,
}

/// The dimensions of an object: the member of its family, the rows and their sizes, and the cell; and the
/// names of these indices.
struct Outline {
    target: Target,
    rows: Vec<(Term, Term)>,
    cell: Term,
    size: Term,
    names: Vec<String>,
}

/// One content of a node, while its edges are being built.
struct Held {
    condition: Term,
    parts: Vec<Term>,
}

/// A graph under construction.
pub(crate) struct Sketch {
    pub(crate) graph: HeapGraph,
    pub(crate) names: Names,
    pub(crate) path: Vec<Term>,
    pub(crate) objects: BTreeMap<ObjectId, usize>,
    /// The element types of objects, where known.
    pub(crate) shapes: BTreeMap<ObjectId, TypeId>,
    pub(crate) pending: VecDeque<ObjectId>,
    /// Variables for the indices of cells, and their names.
    pub(crate) indices: Vec<(Term, String)>,
    /// Unknowns that were compared with variables, and the named terms that some of them equal.
    pub(crate) renamed: BTreeSet<Term>,
    pub(crate) same: FxHashMap<Term, Term>,
    pub(crate) model: Option<Model>,
    pub(crate) numbers: Vec<(String, Term)>,
}

impl Executor<'_> {
    /// The graph of a state that the camera kept: before the first of these places that was reached.
    pub(crate) fn develop(&mut self, camera: Camera, places: &[Pos]) -> Option<HeapGraph> {
        let (pos, state) = camera.chosen(places)?;
        self.findings.quiet += 1;
        let graph = self.draw(state, pos);
        self.findings.quiet -= 1;
        graph
    }

    fn draw(&mut self, mut state: State, pos: Option<Pos>) -> Option<HeapGraph> {
        let frame = state.frames.last()?.clone();
        let program = self.program;
        let function = &program.functions[frame.function.index()];
        // Of several variables with the same name, take the innermost one that is initialised.
        let mut variables: BTreeMap<&str, (usize, Value)> = BTreeMap::new();
        for (index, (var, value)) in function.vars.iter().zip(&frame.vars).enumerate() {
            if let (Some(name), Some(value)) = (&var.name, value) {
                variables.insert(name, (index, *value));
            }
        }
        let mut in_order: Vec<(&str, usize, Value)> =
            variables.iter().map(|(name, (index, value))| (*name, *index, *value)).collect();
        in_order.sort_by_key(|(_, index, _)| *index);
        let mut names = Names { product: Some(self.logic.product), ..Names::default() };
        let mut numbers = Vec::new();
        for &(name, _, value) in &in_order {
            let Value::Number(term) = value else { continue };
            numbers.push((name.to_string(), term));
            if matches!(self.logic.terms().op(term), Op::Symbol(_) | Op::Apply(_)) {
                names.terms.entry(term).or_insert_with(|| name.to_string());
            }
        }
        let slots = function.slots.iter().map(|slot| slot.name.as_str());
        let vars = function.vars.iter().filter_map(|var| var.name.as_deref());
        let taken: BTreeSet<&str> = vars.chain(slots).collect();
        let letters = ["i", "j", "k", "m", "q", "r"].into_iter().map(str::to_string);
        let free = letters
            .chain((1..).map(|number| format!("i{number}")))
            .filter(|name| !taken.contains(name.as_str()));
        let mut indices = Vec::with_capacity(MAX_DIMENSIONS);
        for name in free.take(MAX_DIMENSIONS) {
            let variable = self.logic.terms().constant(&name, Sort::Int);
            names.terms.insert(variable, name.clone());
            names.indices.push(name.clone());
            indices.push((variable, name));
        }
        let model = self.logic.model(&state.path);
        let mut sketch = Sketch {
            graph: HeapGraph { pos, function: function.name.clone(), ..HeapGraph::default() },
            names,
            path: state.path.clone(),
            objects: BTreeMap::new(),
            shapes: BTreeMap::new(),
            pending: VecDeque::new(),
            indices,
            renamed: BTreeSet::new(),
            same: FxHashMap::default(),
            model,
            numbers,
        };
        self.prefer_earlier_names(&mut sketch);
        for (slot, object) in function.slots.iter().zip(&frame.slots) {
            if let Some(object) = object {
                self.add_shape(&mut sketch, *object, slot.ty);
                self.add_object(&mut sketch, &mut state, *object, Some(&slot.name));
            }
        }
        let globals = program.globals.iter().zip(self.globals.clone());
        for (global, object) in globals.filter(|(global, _)| !global.constant && !global.name.is_empty()) {
            if state.memory.keys().any(|key| key.0 == object) {
                self.add_shape(&mut sketch, object, global.ty);
                self.add_object(&mut sketch, &mut state, object, Some(&global.name));
            }
        }
        for (name, index, value) in in_order {
            let Value::Pointer(Pointer { object, offset }) = value else { continue };
            self.add_shapes(&mut sketch, &state, object, function.vars[index].ctype);
            let from = sketch.add(NodeKind::Variable, name.to_string());
            // An object that a pointer certainly points to is named after the pointer.
            if let [Target { object, member: None, .. }] = self.targets(&state, object)[..] {
                self.add_object(&mut sketch, &mut state, object, Some(&format!("*{name}")));
            }
            let source = Source { from, field: String::new(), bounds: Vec::new(), is_endless: false };
            self.add_edges(&mut sketch, &mut state, &source, &[object, offset]);
        }
        while let Some(object) = sketch.pending.pop_front() {
            self.add_contents(&mut sketch, &mut state, object);
        }
        self.describe(&mut sketch);
        Some(sketch.graph)
    }

    /// The node of an object, created on first use.
    fn add_object(
        &mut self,
        sketch: &mut Sketch,
        state: &mut State,
        object: ObjectId,
        name: Option<&str>,
    ) -> usize {
        if let Some(&known) = sketch.objects.get(&object) {
            return known;
        }
        let (origin, pos, is_family) = {
            let object = self.object(object);
            (object.origin, object.pos, object.is_family)
        };
        let kind = match origin {
            Origin::Local => NodeKind::Local,
            Origin::Global | Origin::StandardStream => NodeKind::Global,
            Origin::Heap | Origin::Stream => NodeKind::Heap,
        };
        let global = self.globals.iter().position(|global| *global == object);
        let global =
            global.map(|index| self.program.globals[index].name.clone()).filter(|name| !name.is_empty());
        let name = match (name, global) {
            (Some(name), _) => name.to_string(),
            (None, Some(name)) => name,
            (None, None) if origin == Origin::Heap => format!("malloc, line {}", pos.line),
            (None, None) if origin == Origin::Stream => format!("stream, line {}", pos.line),
            (None, None) => self
                .literal_text(object)
                .map_or_else(|| format!("line {}", pos.line), |text| shortened(&text)),
        };
        let node = sketch.add(kind, name);
        sketch.objects.insert(object, node);
        self.look_at(sketch, state, object);
        // Contents of a freed object are not shown.
        let is_gone =
            state.alive.get(&object).is_some_and(|&alive| self.logic.terms().op(alive) == Op::False);
        if !is_gone {
            sketch.pending.push_back(object);
        }
        // Cells are records, or of the smallest class in use; the sizes of other classes are usually
        // multiples of it.
        let classes: Vec<u8> =
            state.memory.keys().filter(|key| key.0 == object).map(|(_, class)| class.size()).collect();
        // Liveness flags of a family take no bytes.
        let classes: Vec<u8> = classes.into_iter().filter(|&size| size > 0).collect();
        let scalar = sketch.shapes.get(&object).and_then(|&element| self.program.types.scalar(element));
        let record = match (self.record_of(sketch, object), scalar) {
            (Some((stride, _)), _) => Some(stride),
            (None, Some(scalar)) => Some(i64::from(self.program.target.size_of(scalar))),
            (None, None) => None,
        };
        let width = Int::from(record.unwrap_or(i64::from(classes.iter().copied().min().unwrap_or(1))));
        let outline = self.outline(state, sketch, object);
        let size = outline.size;
        let bytes = self.named(sketch, size);
        let cells = self.logic.quotient(size, &width);
        let is_whole = {
            let back = self.logic.int(0);
            self.logic.plus(back, cells, width.clone()) == size
        };
        let mut detail =
            match (is_whole && !width.is_one(), self.logic.terms().as_constant(cells).map(Int::is_one)) {
                (_, Some(true)) if is_whole => format!("{width} bytes"),
                (true, _) => format!("{} cells of {width} bytes", self.named(sketch, cells)),
                (false, _) => format!("{bytes} bytes"),
            };
        if is_family {
            detail += " each";
        } else {
            let alive = self.is_alive(state, &outline.target);
            match self.logic.terms().op(alive) {
                Op::True => {}
                Op::False if origin == Origin::Heap => detail += ", freed",
                Op::False if origin == Origin::Stream => detail += ", closed",
                Op::False => detail += ", gone",
                _ => {
                    let condition = self.named(sketch, alive);
                    detail += &format!(", alive if {condition}");
                }
            }
        }
        let is_single = is_whole && self.logic.terms().as_constant(cells).is_some_and(Int::is_one);
        let mut index = outline.names;
        if is_single || self.literal_text(object).is_some() {
            index.pop();
        }
        if self.is_endless(size) {
            sketch.graph.nodes[node].name += &format!("[{}]", index.join("]["));
            sketch.graph.nodes[node].detail = "elements".to_string();
            return node;
        }
        sketch.graph.nodes[node].detail = detail;
        sketch.graph.nodes[node].index = (!index.is_empty()).then(|| index.join(","));
        node
    }

    /// The text of a string literal, in quotes.
    fn literal_text(&self, object: ObjectId) -> Option<String> {
        let index = self.globals.iter().position(|global| *global == object)?;
        let Init::Bytes(bytes) = &self.program.globals[index].init else { return None };
        let text = bytes.strip_suffix(&[0]).unwrap_or(bytes);
        Some(format!("\"{}\"", text.escape_ascii()))
    }

    /// The dimensions of an object.
    fn outline(&mut self, state: &State, sketch: &Sketch, object: ObjectId) -> Outline {
        let (is_family, rows) = (self.object(object).is_family, self.object(object).rows.clone());
        let mut indices = sketch.indices.iter();
        let mut names = Vec::new();
        let mut next = || {
            // If there are more dimensions than names, they share the last name.
            let (variable, name) = indices.next().or(sketch.indices.last()).expect("there are some");
            names.push(name.clone());
            *variable
        };
        let truth = self.logic.terms().bool(true);
        let target = Target { object, member: is_family.then(&mut next), turn: None, here: truth };
        let rows: Vec<(Term, Term)> = rows.iter().map(|row| (next(), row.stride)).collect();
        let cell = next();
        let size = self.size_of(state, &target);
        Outline { target, rows, cell, size, names }
    }

    /// The place of a cell in an object, and the bounds of its indices.
    fn cell_at(
        &mut self,
        state: &mut State,
        outline: &Outline,
        stride: i64,
        offset: i64,
    ) -> (Place, Vec<Term>) {
        let mut place: Place = outline.target.member.into_iter().collect();
        let mut bounds = Vec::new();
        if let Some(member) = outline.target.member {
            // Only members that were created have an initialised liveness flag.
            let flags = self.contents(state, outline.target.object, Class::Alive);
            let flag = self.heap.arrays.read(&mut self.heap.prover.logic, flags, &vec![member], true)[1];
            bounds.push(self.truth(flag));
        }
        let zero = self.logic.int(0);
        let mut room = outline.size;
        for &(row, stride) in &outline.rows {
            place.push(row);
            let next = self.logic.plus_constant(row, 1);
            let end = self.product(next, stride);
            bounds.extend([self.logic.terms().le(&[zero, row]), self.logic.terms().le(&[end, room])]);
            room = stride;
        }
        let (stride_term, offset) = (self.logic.int(stride), self.logic.int(offset));
        if room == stride_term {
            place.push(offset);
        } else if self.is_endless(outline.size) {
            let start = self.logic.plus(zero, outline.cell, stride);
            place.push(self.logic.plus(start, offset, 1));
        } else {
            let start = self.logic.plus(zero, outline.cell, stride);
            let end = self.logic.plus(start, stride_term, 1);
            bounds.extend([self.logic.terms().le(&[zero, start]), self.logic.terms().le(&[end, room])]);
            place.push(self.logic.plus(start, offset, 1));
        }
        (place, bounds)
    }

    /// Reads an object through the class of its type, if no access has read it yet.
    fn look_at(&mut self, sketch: &Sketch, state: &mut State, object: ObjectId) {
        let is_alive =
            state.alive.get(&object).is_some_and(|&alive| self.logic.terms().op(alive) != Op::False);
        // The name of a literal already shows its contents.
        if !is_alive || self.literal_text(object).is_some() || state.memory.keys().any(|key| key.0 == object)
        {
            return;
        }
        let types = match self.record_of(sketch, object) {
            Some((_, fields)) => fields.into_iter().map(|field| field.2).collect(),
            None => Vec::from_iter(sketch.shapes.get(&object).copied()),
        };
        let program = self.program;
        for scalar in types.into_iter().filter_map(|ty| program.types.scalar(ty)) {
            self.contents(state, object, Class::of(program.target, scalar));
        }
    }

    /// Adds the contents of an object: by field if it consists of records, otherwise by the classes through
    /// which it was accessed.
    fn add_contents(&mut self, sketch: &mut Sketch, state: &mut State, object: ObjectId) {
        let node = sketch.objects[&object];
        if self.object(object).constant && self.literal_text(object).is_some() {
            return;
        }
        let (first, last) = ((object, Class::Int(0)), (object, Class::Float(u8::MAX)));
        let arrays: BTreeMap<Class, ArrayId> =
            state.memory.range(first..=last).map(|(key, array)| (key.1, *array)).collect();
        let mut views = Vec::new();
        if let Some((stride, fields)) = self.record_of(sketch, object) {
            for (field, offset, ty) in fields {
                let scalar = self.program.types.scalar(ty);
                let class = scalar.map(|scalar| Class::of(self.program.target, scalar));
                if let Some(class) = class.filter(|class| arrays.contains_key(class)) {
                    views.push((class, stride, offset, field, Some(ty)));
                }
            }
        } else {
            let element = sketch.shapes.get(&object).copied();
            // Show the class of the type if it was used; the other classes view the same bytes.
            let scalar = element.and_then(|element| self.program.types.scalar(element));
            let usual = scalar.map(|scalar| Class::of(self.program.target, scalar));
            let usual = usual.filter(|class| arrays.contains_key(class));
            let is_shown = |class: &&Class| usual.is_none_or(|usual| usual == **class);
            let plain = |&class: &Class| (class, i64::from(class.size()), 0, String::new(), element);
            views.extend(arrays.keys().filter(is_shown).map(plain));
        }
        let outline = self.outline(state, sketch, object);
        let is_endless = self.is_endless(outline.size);
        for (class, stride, offset, field, ty) in views {
            let Some(field) = shown_field(field) else { continue };
            let parts = self.parts_of_place(object, class);
            self.name_contents(sketch, node, arrays[&class], (stride, parts));
            let (at, bounds) = self.cell_at(state, &outline, stride, offset);
            let is_single =
                self.logic.int(i64::from(class.size())) == outline.size && outline.target.member.is_none();
            let cell = self.heap.arrays.read(&mut self.heap.prover.logic, arrays[&class], &at, is_single);
            let source = Source { from: node, field, bounds, is_endless };
            match class {
                Class::Float(_) => {
                    let unknown = sketch.node_of_unknown();
                    let conditions = source.bounds.clone();
                    self.add_edge(sketch, &source, unknown, String::new(), &conditions);
                }
                Class::Pointer(_) => {
                    if let Some(ty) = ty {
                        self.add_shapes(sketch, state, cell[0], ty);
                    }
                    self.add_edges(sketch, state, &source, &cell);
                }
                Class::Int(_) | Class::Alive => self.add_edges(sketch, state, &source, &cell),
            }
        }
    }

    /// Records the element type of an object: that of the innermost elements, if it is an array.
    fn add_shape(&mut self, sketch: &mut Sketch, object: ObjectId, ty: TypeId) {
        let mut ty = ty;
        while let Type::Array(element, _) = self.program.types.get(ty) {
            ty = *element;
        }
        sketch.shapes.entry(object).or_insert(ty);
    }

    /// Records the element types of the objects that a pointer of some type may point to.
    fn add_shapes(&mut self, sketch: &mut Sketch, state: &State, object: Term, ty: TypeId) {
        let Type::Pointer(pointee) = *self.program.types.get(ty) else { return };
        if self.is_known(state, object) {
            for target in self.targets(state, object) {
                self.add_shape(sketch, target.object, pointee);
            }
        }
    }

    /// The size of the records that an object consists of, and their scalar fields: name, offset, type.
    fn record_of(&self, sketch: &Sketch, object: ObjectId) -> Option<(i64, Vec<Field>)> {
        let types = &self.program.types;
        let Type::Record(record) = types.get(*sketch.shapes.get(&object)?) else { return None };
        let stride = i64::try_from(types.record(*record).size?).ok().filter(|&size| size > 0)?;
        let mut fields = Vec::new();
        let mut pending = vec![(*record, String::new(), 0)];
        while let Some((record, prefix, start)) = pending.pop() {
            for field in types.record(record).fields.iter().filter(|field| field.bit_width.is_none()) {
                let offset = start + i64::try_from(field.bit_offset / 8).ok()?;
                let dot = if field.name.is_empty() { "" } else { "." };
                let name = format!("{prefix}{dot}{}", field.name);
                match types.get(field.ty) {
                    Type::Record(inner) => pending.push((*inner, name, offset)),
                    _ if types.scalar(field.ty).is_some() => fields.push((name, offset, field.ty)),
                    _ => {}
                }
            }
        }
        fields.sort_by_key(|field| field.1);
        (!fields.is_empty()).then_some((stride, fields))
    }

    /// Names the initial contents of an object.
    fn name_contents(&mut self, sketch: &mut Sketch, node: usize, array: ArrayId, width: (i64, usize)) {
        let mut pending = vec![array];
        let mut seen = BTreeSet::new();
        let name = &sketch.graph.nodes[node].name;
        let plain = name.split_once('[').map_or(name.as_str(), |(container, _)| container).to_string();
        let plain = if plain.starts_with('*') { format!("({plain})") } else { plain };
        let mut changes = 0;
        while let Some(array) = pending.pop() {
            if !seen.insert(array) {
                continue;
            }
            let name = match self.arrays.get(array) {
                Array::Overwritten { .. } | Array::Havoc { .. } => {
                    changes += 1;
                    format!("{plain}{}", subscript(changes))
                }
                _ => format!("{plain}{}", subscript(0)),
            };
            match self.arrays.get(array) {
                Array::Unwritten(parts) => sketch.name_parts(parts, &name, width),
                Array::Overwritten { before, now, .. } | Array::Havoc { before, now, .. } => {
                    sketch.name_parts(now, &name, width);
                    pending.push(*before);
                }
                Array::Merge { then, otherwise, .. } => pending.extend([*otherwise, *then]),
                Array::Store { before, .. } | Array::Loop { before, .. } | Array::Block { before, .. } => {
                    pending.push(*before);
                }
            }
        }
    }

    /// Adds edges to all that a pointer or a cell may hold: object and offset, or a value; for cells also
    /// whether they are initialised.
    fn add_edges(&mut self, sketch: &mut Sketch, state: &mut State, source: &Source, parts: &[Term]) {
        let is_cell = sketch.graph.nodes[source.from].kind != NodeKind::Variable;
        let is_pointer = parts.len() == if is_cell { 3 } else { 2 };
        let mut cases: Vec<Held> = Vec::new();
        let truth = self.logic.terms().bool(true);
        let mut pending = vec![Held { condition: truth, parts: parts.to_vec() }];
        while let Some(held) = pending.pop() {
            let deciding: Vec<Term> = match (is_pointer, is_cell) {
                // An offset may remain conditional; the object must not.
                (true, true) => vec![held.parts[2], held.parts[0]],
                (true, false) => vec![held.parts[0]],
                (false, _) => vec![held.parts[1], held.parts[0]],
            };
            let branch = deciding.into_iter().find(|&part| self.logic.terms().op(part) == Op::Ite);
            let Some(branch) = branch.filter(|_| cases.len() + pending.len() < MAX_EDGES) else {
                sketch.graph.is_cut |= branch.is_some();
                cases.push(held);
                continue;
            };
            let condition = self.logic.terms().args(branch)[0];
            let negated = self.logic.terms().not(condition);
            for (side, condition_here) in [(2, negated), (1, condition)] {
                let parts = held
                    .parts
                    .iter()
                    .map(|&part| {
                        let terms = self.logic.terms();
                        let is_same = terms.op(part) == Op::Ite && terms.args(part)[0] == condition;
                        if is_same { terms.args(part)[side] } else { part }
                    })
                    .collect();
                let condition = self.logic.terms().and(&[held.condition, condition_here]);
                pending.push(Held { condition, parts });
            }
        }
        // The same content under several conditions becomes one edge.
        let mut together: Vec<Held> = Vec::new();
        for held in cases {
            match together.iter_mut().find(|other| other.parts == held.parts) {
                Some(other) => other.condition = self.logic.terms().or(&[other.condition, held.condition]),
                None => together.push(held),
            }
        }
        for Held { condition, parts } in together {
            let mut conditions = source.bounds.clone();
            conditions.push(condition);
            let mut formulas = sketch.path.clone();
            formulas.extend(&conditions);
            if self.logic.can_hold(&formulas).is_no() {
                continue;
            }
            let is_unset = is_cell
                && parts
                    .last()
                    .is_some_and(|&set| self.logic.terms().as_constant(set).is_some_and(Int::is_zero));
            // In a container, that is where it has no element.
            if is_unset && source.is_endless {
                continue;
            }
            let (to, offset) = if is_unset {
                (sketch.add(NodeKind::Unknown, "not set".to_string()), String::new())
            } else if is_pointer {
                self.target(sketch, state, source, (parts[0], parts[1]))
            } else {
                let value = self.named(sketch, parts[0]);
                (sketch.add(NodeKind::Value, value), String::new())
            };
            self.add_edge(sketch, source, to, offset, &conditions);
        }
    }

    /// The node that a pointer points to, and the offset in it.
    fn target(
        &mut self,
        sketch: &mut Sketch,
        state: &mut State,
        source: &Source,
        (object, offset): (Term, Term),
    ) -> (usize, String) {
        let number = self.logic.terms().as_constant(object).and_then(Int::to_i64);
        let is_start = self.logic.terms().as_constant(offset).is_some_and(Int::is_zero);
        match number {
            Some(0) => return (sketch.add(NodeKind::Null, "null".to_string()), String::new()),
            Some(number) if number < 0 => {
                let function = self.program.functions.get((-1 - number) as usize);
                let name = function.map_or_else(String::new, |function| format!("{}()", function.name));
                return (sketch.add(NodeKind::Value, name), String::new());
            }
            _ => {}
        }
        let targets = if self.is_known(state, object) { self.targets(state, object) } else { Vec::new() };
        let is_cut = !targets.is_empty() && sketch.graph.nodes.len() >= MAX_NODES;
        sketch.graph.is_cut |= is_cut;
        let Some(target) = targets.into_iter().next().filter(|_| !is_cut) else {
            return (sketch.node_of_unknown(), String::new());
        };
        let size = self.object_size(state, target.object);
        let name = self.is_endless(size).then(|| sketch.elements_name(source.from, &source.field));
        let node = self.add_object(sketch, state, target.object, name.as_deref());
        let mut text = String::new();
        if let Some(member) = target.member {
            let (name, member) =
                (self.outline(state, sketch, target.object).names[0].clone(), self.named(sketch, member));
            // The index has the same name at both ends of the edge.
            text = if name == member { format!("same {name}") } else { format!("{name} = {member}") };
        }
        if !is_start {
            let distance = self.named(sketch, offset);
            text += &format!("{}+ {distance} bytes", if text.is_empty() { "" } else { ", " });
        }
        (node, text)
    }

    fn add_edge(
        &mut self,
        sketch: &mut Sketch,
        source: &Source,
        to: usize,
        offset: String,
        conditions: &[Term],
    ) {
        let all = self.logic.terms().and(conditions);
        let all = self.renamed(sketch, all);
        let all = self.without_known(&sketch.path.clone(), all);
        let (may, must) = self.bracket(sketch, all);
        let field = source.field.clone();
        sketch.graph.edges.push(Edge { may, must, ..Edge::certain(source.from, to, field, offset) });
    }
}

impl Sketch {
    fn add(&mut self, kind: NodeKind, name: String) -> usize {
        self.graph.nodes.push(Node { kind, name, index: None, detail: String::new() });
        self.graph.nodes.len() - 1
    }

    fn name_parts(&mut self, parts: &[Unwritten], name: &str, (width, places): (i64, usize)) {
        for part in parts {
            if let Unwritten::Function(function, _) = part {
                self.names.contents.entry(*function).or_insert_with(|| (name.to_string(), width, places));
            }
        }
    }

    fn node_of_unknown(&mut self) -> usize {
        self.add(NodeKind::Unknown, "anything".to_string())
    }
}
