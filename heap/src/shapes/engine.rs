//! The analysis: its findings and limits, operands, and the start of a program.

use super::ShapeCosts;
use super::calls::{Stack, Table};
use super::expose::Names;
use super::graph::{Fill, Graph, Object, Origin, Var};
use super::join::{Layouts, PlaceKind};
use super::loops::{Disjunct, LoopPath};
use super::print::Record;
use super::structures::{Library, Misses, contract_bounds};
use super::value::{Expr, ObjectId, Pointer, Value, constant};
use crate::analysis::Task;
use crate::ir::{FuncId, GlobalId, Init, Live, Loop, Operand, Pos, RecordId, VarId};
use crate::property::ViolationKind;
use cfp_solver::Int;
use fxhash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Instant;

/// Limit on the cells of a global that are followed one by one.
const MAX_CELLS: usize = 128;

/// What an analysis tells apart.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Precision {
    /// Null pointers and constants in nodes are kept apart in loop invariants.
    pub keeps_apart: bool,
    /// Records with several links to records of their type form trees, and no lists.
    pub has_trees: bool,
    /// Integers in neighbouring nodes are related to each other, and to variables.
    pub relates_data: bool,
    /// Recursive calls get a local heap, and are tabulated; otherwise they are followed a few times.
    pub tabulates: bool,
    /// What recursive calls hold is kept in nodes, and calls are not followed.
    pub stacks: bool,
    /// Arrays are divided into parts where they are accessed at unknown indices.
    pub slices: bool,
    /// Pointers that keep nodes from being folded are forgotten.
    pub forgets: bool,
}

/// The analysis of a task.
pub(super) struct Shapes<'p> {
    pub task: Task<'p>,
    pub deadline: Option<Instant>,
    /// Half of the time: the rest is for arrays in parts if there are some to divide.
    sooner: Option<Instant>,
    /// Whether joins keep null pointers in variables, and constants in nodes, apart from others.
    pub keeps_apart: bool,
    pub tabulates: bool,
    /// Whether what recursive calls hold is kept in nodes.
    pub stacks: bool,
    /// Whether arrays are divided into parts.
    pub slices: bool,
    /// Whether arrays were accessed at unknown indices.
    pub has_unknown_places: bool,
    /// Whether arrays will be divided into parts if there is no proof without that.
    pub may_divide: bool,
    /// Whether pointers kept nodes from being folded.
    pub has_stale: bool,
    /// Places of forgotten pointers that were read.
    pub needed: BTreeSet<PlaceKind>,
    /// The entries of recursive functions.
    pub table: Table<'p>,
    /// The entries and returns of a recursive function whose calls are kept in nodes.
    pub stack: Stack<'p>,
    /// Whether local heaps are not enough for a recursive function.
    pub needs_stack: bool,
    /// Whether a function was called too often while it was being executed.
    pub is_recursive: bool,
    /// Where records have links, and whether several of them make trees.
    pub layouts: Rc<Layouts>,
    /// The definitions of structures.
    pub library: Rc<Library>,
    /// Constants that contracts have for arguments.
    pub bounds: Vec<i64>,
    pub names: Names,
    /// The first thing that was skipped.
    pub gap: Option<(Pos, String)>,
    /// Obligations that were not discharged.
    pub open: Vec<(Pos, ViolationKind)>,
    /// Where the structure that was checked first does not satisfy its definition.
    pub inclusion: Option<(Pos, String)>,
    /// The inclusions of proofs of structures that fail.
    pub misses: Misses,
    /// Whether the gap is one that more disjuncts may fill.
    pub is_finer_useful: bool,
    /// The calls of library functions whose models are being executed.
    pub model_calls: Vec<Pos>,
    pub models: BTreeMap<&'p str, FuncId>,
    pub live: FxHashMap<FuncId, Rc<Live>>,
    pub globals: Vec<ObjectId>,
    /// Where bounds of integers stop when they are widened, in order.
    pub thresholds: Vec<Int>,
    /// Variables that only ever get constants: loop invariants keep their values apart.
    pub flags: FxHashMap<FuncId, Rc<Vec<bool>>>,
    /// Pairs of variables that are compared, by function.
    pub compared: FxHashMap<FuncId, Rc<Vec<(VarId, VarId)>>>,
    /// Where structures are assumed, which the caller of the entry function has.
    pub given: Vec<Pos>,
    /// Pairs of values that joins have looked at.
    pub pairs: u64,
    /// The statement that is being executed.
    pub statement: Option<&'p crate::ir::Stmt>,
    /// The calls that lead to the current statement.
    pub call_sites: Vec<Pos>,
    /// The invariants of loops inside of other loops, as far as they were found in earlier iterations.
    pub solved: BTreeMap<LoopPath, Vec<Disjunct<'p>>>,
    /// Whether iterations are executed one by one, and must not be mixed.
    pub is_unrolling: bool,
    /// Loops that had too many iterations to be executed one by one.
    pub long_loops: BTreeSet<*const Loop>,
    /// How often a loop invariant was sought.
    pub searches: u64,
    /// What is recorded for loop invariants, if they are wanted.
    pub record: Option<Record<'p>>,
    pub costs: ShapeCosts,
}

impl<'p> Shapes<'p> {
    pub(super) fn new(task: &Task<'p>, deadline: Option<Instant>, precision: Precision) -> Shapes<'p> {
        let Precision { keeps_apart, has_trees, relates_data, tabulates, stacks, slices, forgets } =
            precision;
        let mut layouts = Layouts::of(task.program, has_trees);
        (layouts.relates_data, layouts.forgets) = (relates_data, forgets);
        let functions = || task.program.functions.iter().enumerate();
        let id = |index: usize| FuncId(index as u32);
        Shapes {
            task: *task,
            deadline,
            sooner: deadline
                .map(|deadline| deadline - deadline.saturating_duration_since(Instant::now()) / 2),
            keeps_apart,
            tabulates,
            stacks,
            slices: slices && !tabulates && !stacks,
            has_unknown_places: false,
            may_divide: false,
            has_stale: false,
            needed: BTreeSet::new(),
            table: Table::default(),
            stack: Stack::default(),
            needs_stack: false,
            is_recursive: false,
            library: layouts.library.clone(),
            bounds: contract_bounds(task.program),
            layouts: Rc::new(layouts),
            names: Names::default(),
            gap: None,
            open: Vec::new(),
            inclusion: None,
            misses: Misses::default(),
            is_finer_useful: false,
            model_calls: Vec::new(),
            models: task.program.library_bodies(),
            live: FxHashMap::default(),
            globals: Vec::new(),
            thresholds: super::thresholds(task.program),
            flags: functions().map(|(index, it)| (id(index), Rc::new(super::flags(it)))).collect(),
            compared: functions().map(|(index, it)| (id(index), Rc::new(super::compared(it)))).collect(),
            given: Vec::new(),
            pairs: 0,
            statement: None,
            call_sites: Vec::new(),
            solved: BTreeMap::new(),
            is_unrolling: false,
            long_loops: BTreeSet::new(),
            searches: 0,
            record: None,
            costs: ShapeCosts::default(),
        }
    }

    /// Records that something is not modelled.
    pub(super) fn gap_at(&mut self, pos: Pos, text: impl Into<String>) {
        let pos = self.user_pos(pos);
        self.gap.get_or_insert_with(|| (pos, text.into()));
    }

    /// The same for the statement that is being executed.
    pub(super) fn gap_here(&mut self, text: &str) {
        self.gap_at(self.statement.map_or(Pos::NOWHERE, |stmt| stmt.pos), text);
    }

    /// Gives up if the time is over, or is better spent. Joins and folds of large graphs may take longer
    /// than a statement.
    pub(super) fn look_at_clock(&mut self) {
        let may_divide = self.may_divide && self.has_unknown_places;
        if let Some(&(pos, kind)) = self.open.first().filter(|_| may_divide) {
            let text = self.not_proved(pos, kind);
            self.gap_at(pos, text);
        }
        let deadline = if may_divide { self.sooner } else { self.deadline };
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.gap_here("time limit");
        }
    }

    /// Records that an obligation is not discharged.
    pub(super) fn violate(&mut self, pos: Pos, kind: ViolationKind) {
        let pos = self.user_pos(pos);
        if !self.task.checks.asks_for(kind) {
            // Execution goes on behind it, in a way that is not modelled.
            self.is_finer_useful |= self.gap.is_none();
            self.gap_at(pos, format!("an error that is not checked: {}", kind.id()));
        } else if !self.open.contains(&(pos, kind)) {
            self.open.push((pos, kind));
        }
    }

    /// An obligation that is not discharged, in words.
    pub(super) fn not_proved(&self, pos: Pos, kind: ViolationKind) -> String {
        let inclusion =
            self.inclusion.as_ref().filter(|(at, _)| *at == pos && kind == ViolationKind::Assertion);
        match inclusion {
            Some((_, text)) => format!("not proved: {}: {text}", kind.id()),
            None => format!("not proved: {}", kind.id()),
        }
    }

    /// Errors in a model of a library function are errors of the call.
    pub(super) fn user_pos(&self, pos: Pos) -> Pos {
        self.model_calls.first().copied().unwrap_or(pos)
    }

    /// Whether a function starts that is not `main`: it has a caller, who gets the result.
    pub(super) fn has_caller(&self) -> bool {
        self.task.first_function() != self.task.program.main
    }

    /// Whether the analysis has nothing more to find out.
    pub(super) fn is_over(&self) -> bool {
        self.gap.is_some() || !self.open.is_empty()
    }

    /// The value of an operand.
    pub(super) fn operand(&self, graph: &Graph, operand: &Operand) -> Value {
        match *operand {
            Operand::Var(id) => graph.vars.get(&graph.var(id)).cloned().unwrap_or(Value::Unset),
            Operand::Int(value, _) => Value::Int(Expr::constant(Int::from(value))),
            Operand::Float(..) => Value::Any,
            Operand::Null => Value::Null,
            Operand::Global(id) => Value::Pointer(Pointer::to(self.globals[id.index()])),
            Operand::Slot(id) => match graph.slots.get(&(graph.depth(), id)) {
                Some(object) => Value::Pointer(Pointer::to(*object)),
                None => Value::Dangling,
            },
            Operand::Func(id) => Value::Function(id),
            Operand::Undef(_) => Value::Unset,
        }
    }

    /// The type of a variable.
    pub(super) fn type_of(&self, graph: &Graph, id: VarId) -> crate::ir::Scalar {
        self.task.program.functions[graph.function().index()].vars[id.index()].ty
    }

    /// Assigns a variable.
    pub(super) fn assign(&mut self, graph: &mut Graph, id: VarId, value: Value) {
        let var: Var = graph.var(id);
        graph.vars.insert(var, value);
    }

    /// The address of a field tells which record is in a block.
    pub(super) fn note_record(&self, graph: &mut Graph, base: &Value, record: RecordId) {
        let Value::Pointer(pointer) = base else { return };
        let object = graph.object(pointer.object);
        let size = self.task.program.types.record(record).size.and_then(|size| i64::try_from(size).ok());
        let is_new = object.record.is_none() && object.origin == Origin::Heap;
        let is_whole = constant(&pointer.offset) == Some(0) && constant(&object.size) == size;
        if is_new && is_whole && size.is_some() {
            graph.object_mut(pointer.object).record = Some(record);
        }
    }

    /// The live variables of a function.
    pub(super) fn live(&mut self, function: FuncId) -> Option<Rc<Live>> {
        if let Some(live) = self.live.get(&function) {
            return Some(live.clone());
        }
        let body = self.task.program.functions[function.index()].body.as_ref()?;
        let live = Rc::new(Live::of(body));
        self.live.insert(function, live.clone());
        Some(live)
    }

    /// The globals, as they are when the program starts.
    pub(super) fn start(&mut self, first: FuncId) -> Graph {
        let mut graph = Graph::new(first);
        let program = self.task.program;
        self.globals = program.globals.iter().map(|_| self.names.object()).collect();
        for (index, global) in program.globals.iter().enumerate() {
            let origin = Origin::Global { is_constant: global.constant };
            let size = Expr::constant(Int::from(global.size));
            let mut object = Object::new(origin, size, Fill::Zero, global.pos);
            self.initialize(&mut object, &global.init);
            graph.objects.insert(self.globals[GlobalId(index as u32).index()], Rc::new(object));
        }
        graph
    }

    fn initialize(&mut self, object: &mut Object, init: &Init) {
        match init {
            Init::Cells(cells) if cells.len() <= MAX_CELLS => {
                for cell in cells {
                    let bytes = i64::from(self.task.program.target.size_of(cell.access.ty));
                    let value = match (&cell.value, cell.access.bits) {
                        (_, Some(_)) => Value::Any,
                        (Operand::Int(value, _), None) => Value::Int(Expr::constant(Int::from(*value))),
                        (Operand::Null, None) if cell.addend == 0 => Value::Null,
                        (Operand::Global(id), None) => Value::Pointer(Pointer {
                            offset: Expr::constant(cell.addend),
                            ..Pointer::to(self.globals[id.index()])
                        }),
                        (Operand::Func(id), None) => Value::Function(*id),
                        _ => Value::Any,
                    };
                    object.write(cell.offset as i64, bytes, value);
                }
            }
            Init::Bytes(bytes) if bytes.len() <= MAX_CELLS => {
                for (offset, byte) in bytes.iter().enumerate() {
                    object.write(offset as i64, 1, Value::int(i64::from(*byte as i8)));
                }
            }
            // Pointers in large tables are not followed.
            Init::Cells(_) | Init::Bytes(_) | Init::Unknown => object.fill = Fill::Any,
        }
    }
}
