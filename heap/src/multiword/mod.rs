//! Memory managers: proofs about lists of blocks of any size that run through the memory that is managed
//! (Calcagno, Distefano, O'Hearn and Yang, *Beyond Reachability: Shape Abstraction in the Presence of Pointer
//! Arithmetic*, SAS 2006).
//!
//! A state is a set of *symbolic heaps*, of which one holds: separating conjunctions of cells, blocks of
//! bytes, nodes, and lists of nodes. A node `nd(x, y, s)` is a header at `x` with a link to `y` and a size,
//! and has `s` units from `x` on, each as large as a header; a list `mls(x, y)` is one node or more. Before
//! an access, a node is opened, the first node is taken out of a list, or a block is split
//! (`rearrange`). At the heads of loops, five steps of abstraction make nodes and lists again, so that there
//! are finitely many symbolic heaps in canonical form. A loop is executed until there are no new ones that no
//! other one describes. Guided by history, which is tried first, the nodes that an iteration has added become
//! lists of any length at once, and heaps that a later one describes are dropped: that takes fewer symbolic
//! heaps, and may tell too little.
//!
//! # What is assumed about machines
//!
//! - The managed memory is one object, which `sbrk` extends: addresses in it can be compared, and adjacent
//!   parts be joined. Its end may be the address of another object, such as a static header of the list; but
//!   no node extends into another object.
//! - Sizes are machine integers. A number that may leave the range of its type is an unknown number of that
//!   type if it is unsigned, and no proof otherwise. The size of a node that exists is below 2^63 bytes, so
//!   sums of such sizes do not wrap around.
//! - An address that may be outside of the object that it was computed from is unknown, and comparisons with
//!   it say nothing.
//!
//! The domain proves a program or says nothing. Everything else than headers, blocks, integers and addresses
//! ends without a proof. Read the files in this order:
//!
//! 1. `lin`: linear expressions; `prover`: what follows from inequalities.
//! 2. `heap`: symbolic heaps.
//! 3. `rearrange`: access to memory; `abstraction`: the five steps, and the one that history
//!    guides; `entail`: inclusion of heaps.
//! 4. `engine`: statements on one symbolic heap; `contracts`: lists that are assumed and checked.
//! 5. `walker`: control flow, calls and loops; `print`: formulas.

mod abstraction;
mod contracts;
mod engine;
mod entail;
mod heap;
mod lin;
#[cfg(test)]
mod oracle;
mod print;
mod prover;
mod rearrange;
#[cfg(test)]
mod tests;
mod walker;

use crate::analysis::{Abstraction, LoopInvariant, Task};
use crate::ir::{
    FuncId, Global, Init, InitCell, Operand, Pos, Program, Record, RecordId, Scalar, Type, TypeId,
    compared_constants,
};
use crate::libc::{self, Id};
use crate::obligations::Proof;
use crate::property::Ints;
use crate::walk::{Jump, block};
use abstraction::Setting;
use engine::Multiword;
use heap::{Atom, Header, Heap, Value};
use lin::{Lin, Sym};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// Constants up to this one are kept in expressions.
const MOST: i128 = 4;

/// Limit on constants of the program that bounds keep.
const MAX_CONSTANTS: usize = 24;

/// What the domain has found out about a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MultiwordAnalysis {
    /// Which obligations are proved: all of them, or none.
    pub proof: Proof,
    /// Invariants of the loops that were reached.
    pub invariants: Vec<LoopInvariant>,
    /// Why there is no proof: the place and the reason.
    pub missing: Option<(Pos, String)>,
    /// The most symbolic heaps at the head of a loop.
    pub states: usize,
    /// The most iterations of a loop until there were no new ones.
    pub rounds: usize,
    /// Statements executed, once for each symbolic heap.
    pub steps: u64,
}

/// How to analyse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MultiwordOptions {
    /// When to give up.
    pub deadline: Option<Instant>,
    /// How nodes become lists; if it is not given, all ways are tried until there is a proof.
    pub abstraction: Option<Abstraction>,
    /// Whether symbolic heaps that another one describes are dropped at the heads of loops. Without it, the
    /// abstraction is the canonical one.
    pub widening: bool,
}

impl MultiwordOptions {
    /// The kinds of abstraction, in the order in which they are tried.
    fn abstractions(self) -> Vec<Abstraction> {
        match (self.widening, self.abstraction) {
            (false, _) => vec![Abstraction::Canonical],
            (true, Some(abstraction)) => vec![abstraction],
            (true, None) => vec![Abstraction::History, Abstraction::Canonical],
        }
    }
}

/// Whether a program manages memory by headers: it has a record with a link to others of its type and a size,
/// and gets memory from the system or assumes blocks.
pub fn applies(program: &Program) -> bool {
    let has_memory = program.functions.iter().any(|function| {
        function.body.is_none() && libc::id(libc::canonical_name(&function.name)) == Some(Id::Sbrk)
    });
    (has_memory || program.checkers.iter().any(|definition| definition.has_spans()))
        && header(program).is_some()
}

/// Analyses a task; nothing if the domain does not apply.
pub fn analyze(task: &Task<'_>, options: MultiwordOptions) -> Option<MultiwordAnalysis> {
    let header = header(task.program).filter(|_| applies(task.program))?;
    let abstractions = options.abstractions();
    let mut last = None;
    for (index, abstraction) in abstractions.iter().enumerate() {
        let now = Instant::now();
        let left = (abstractions.len() - index) as u32;
        let deadline = options.deadline.map(|end| now + end.saturating_duration_since(now) / left);
        let setting = setting(task.program, header, *abstraction);
        let found = attempt(task, setting, MultiwordOptions { deadline, ..options })?;
        if found.missing.is_none() {
            return Some(found);
        }
        last = Some(found);
    }
    last
}

/// One analysis.
fn attempt(task: &Task<'_>, setting: Setting, options: MultiwordOptions) -> Option<MultiwordAnalysis> {
    let first = task.first_function()?;
    let function = &task.program.functions[first.index()];
    let has_start = task.program.start.body.as_ref().is_some_and(|body| !body.is_empty());
    let is_modelled = !has_start
        && function.params.is_empty()
        && task.ints == Ints::Machine
        && !task.checks.pointers
        && task.program.target.pointer_bytes == 8;
    let body = function.body.as_ref().filter(|_| is_modelled)?;
    let mut domain = Multiword {
        task: *task,
        setting,
        names: rearrange::Names::new(task.program.globals.len() as u32),
        live: BTreeMap::new(),
        stmt: None,
        deadline: options.deadline,
        work: 0,
        gap: None,
        invariants: BTreeMap::new(),
        most_states: 0,
        most_rounds: 0,
        has_widening: options.widening,
    };
    let start = start(task.program, first);
    let mut jumps = Vec::new();
    block(&mut domain, body, vec![start], &mut jumps);
    let is_left = |jump: &Jump<()>| !matches!(jump, Jump::Return(_));
    if jumps.iter().any(|(jump, _)| is_left(jump)) {
        domain.refuse(function.pos, "a jump out of the function");
    }
    let missing = domain.gap;
    let proof = match missing {
        Some(_) => Proof::Void,
        None => Proof::AllBut { places: BTreeSet::new(), kinds: BTreeSet::new() },
    };
    let invariants = domain.invariants.into_values().collect();
    let (states, rounds, steps) = (domain.most_states, domain.most_rounds, domain.work);
    Some(MultiwordAnalysis { proof, invariants, missing, states, rounds, steps })
}

fn setting(program: &Program, header: Header, abstraction: Abstraction) -> Setting {
    let mut constants: BTreeSet<i128> = BTreeSet::new();
    for constant in compared_constants(program, MAX_CONSTANTS) {
        constants.extend([constant.abs(), (constant - 1).abs(), (constant + 1).abs()]);
    }
    for bits in [31, 32, 63, 64] {
        constants.extend([1i128 << bits, (1i128 << bits) - 1]);
    }
    let globals = program.globals.len() as u32;
    Setting { header, globals, most: MOST, constants, abstraction }
}

/// The only record that is a header: a link to the same record, and an integer as wide as that.
fn header(program: &Program) -> Option<Header> {
    let mut found = program.types.records().filter_map(|(id, record)| header_of(program, id, record));
    found.next().filter(|_| found.next().is_none())
}

fn header_of(program: &Program, id: RecordId, record: &Record) -> Option<Header> {
    let width = i128::from(program.target.pointer_bytes);
    let unit = i128::from(record.size?);
    if record.is_union || record.fields.len() != 2 || unit != 2 * width {
        return None;
    }
    let (mut next, mut size) = (None, None);
    for field in record.fields.iter().filter(|field| field.bit_width.is_none()) {
        let offset = i128::from(field.bit_offset / 8);
        match program.types.get(field.ty) {
            Type::Pointer(to) if *program.types.get(*to) == Type::Record(id) => next = Some(offset),
            Type::Scalar(ty @ Scalar::Int(int)) if i128::from(int.bytes()) == width => {
                size = Some((offset, *ty));
            }
            _ => {}
        }
    }
    let (size, ty) = size?;
    Some(Header { unit, next: next?, size, ty })
}

/// The heap at the start of a program: its globals, as far as they are modelled.
fn start(program: &Program, first: FuncId) -> Heap {
    let mut heap = Heap::new(vec![first]);
    for (index, global) in program.globals.iter().enumerate().filter(|(_, global)| !global.constant) {
        let at = Lin::of(Sym(index as u32));
        match (scalars(program, global.ty), &global.init) {
            (Some(scalars), Init::Cells(cells)) => {
                for (offset, ty) in scalars {
                    let value = initial(cells, offset, ty);
                    let bytes = i128::from(program.target.size_of(ty));
                    let at = at.plus_constant(i128::from(offset));
                    heap.atoms.push(Atom::Cell { at, ty, bytes, value });
                }
            }
            _ => add_block(&mut heap, global, at),
        }
    }
    heap
}

/// Other globals are bytes of which nothing is known.
fn add_block(heap: &mut Heap, global: &Global, at: Lin) {
    if global.size > 0 {
        let high = at.plus_constant(i128::from(global.size));
        heap.facts.insert(at.plus_constant(-1));
        heap.atoms.push(Atom::Block { low: at, high });
    }
}

/// The scalars of a type that is one, or a record of them; nothing of other types.
fn scalars(program: &Program, ty: TypeId) -> Option<Vec<(u64, Scalar)>> {
    match program.types.get(ty) {
        Type::Scalar(Scalar::Int(int)) => Some(vec![(0, Scalar::Int(*int))]),
        Type::Pointer(_) => Some(vec![(0, Scalar::Ptr)]),
        Type::Record(id) => {
            let record = program.types.record(*id);
            let mut found = Vec::new();
            for field in &record.fields {
                let inner = scalars(program, field.ty)?;
                if record.is_union || field.bit_width.is_some() {
                    return None;
                }
                found.extend(inner.into_iter().map(|(at, ty)| (at + field.bit_offset / 8, ty)));
            }
            Some(found)
        }
        _ => None,
    }
}

/// What a global holds at the start: zero, or what its initialiser says.
fn initial(cells: &[InitCell], offset: u64, ty: Scalar) -> Value {
    let written = cells.iter().rev().find(|cell| cell.offset == offset);
    match (written, ty) {
        (None, _) if cells.iter().any(|cell| cell.offset.abs_diff(offset) < 8) => Value::Unset,
        (None, Scalar::Ptr) => Value::Ptr(Lin::constant(0)),
        (None, _) => Value::Num(Lin::constant(0)),
        (Some(cell), _) if cell.access.ty != ty || cell.access.bits.is_some() => Value::Unset,
        (Some(cell), Scalar::Int(_)) => match cell.value {
            Operand::Int(value, _) => Value::Num(Lin::constant(value)),
            _ => Value::Unset,
        },
        (Some(cell), Scalar::Ptr) => match cell.value {
            Operand::Null => Value::Ptr(Lin::constant(0)),
            Operand::Global(id) if cell.addend == 0 => Value::Ptr(Lin::of(Sym(id.0))),
            _ => Value::Unset,
        },
        _ => Value::Unset,
    }
}
