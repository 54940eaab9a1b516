//! Bounds of numbers, and ends of texts: proofs about everyday programs without a query to the solver.
//!
//! Each number is a linear expression over symbols, each pointer an object with such an offset. Known are
//! bounds of symbols, bounds of differences, and some linear inequalities. An object has exact cells, a
//! summary of the rest, a prefix that is initialized, and known zero bytes, where texts end. So loops over
//! input, text functions and growing buffers are followed by fixpoint iteration in little time.
//!
//! The domain proves a program or says nothing: whatever it does not model voids its proof. Read the files in
//! this order:
//!
//! 1. `expr`, `facts`: linear expressions, and what is known of symbols.
//! 2. `object`, `store`: objects and states; `memory`: reads and writes.
//! 3. `join`: joins and widenings; `shape`: which states are kept apart, and inclusion.
//! 4. `domain`: obligations; `values`: expressions of the program; `start`: globals and arguments.
//! 5. `walker`: statements and calls; `loops`: fixpoint iteration.
//! 6. `library`: the C library.

mod domain;
mod expr;
mod facts;
mod join;
mod library;
mod loops;
mod memory;
mod object;
mod shape;
mod start;
mod store;
mod values;
mod walker;

use crate::analysis::Task;
use crate::ir::{BinaryOp, Expr as Code, Operand, Pos, Program, StmtKind, Type, each_stmt};
use crate::obligations::Proof;
use crate::property::Ints;
use crate::walk::{Jump, block};
use domain::Bounds;
use std::collections::BTreeSet;
use std::thread;
use std::time::{Duration, Instant};

/// Limit on constants of the program that are thresholds of the widening.
const MAX_THRESHOLDS: usize = 60;

/// Stack of the analysis: inlined calls nest, and each nests as deeply as its code.
const STACK_BYTES: usize = 256 << 20;

/// What the domain has found out about a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoundsAnalysis {
    /// Which obligations are proved: all of them, or none.
    pub proof: Proof,
    /// Why there is no proof: the place and the reason.
    pub missing: Option<(Pos, String)>,
}

/// Analyses a task, for at most so long.
///
/// ```
/// use cfp_heap::analysis::Task;
/// use cfp_heap::bounds::analyze;
/// use cfp_heap::front::{Source, load};
/// use std::time::Duration;
///
/// let text = "#include <stdio.h>\nint main(void) { char line[80]; \
///     while (fgets(line, sizeof line, stdin)) for (char *p = line; *p; p++) putchar(*p); return 0; }";
/// // Parsing C needs libclang; without it there is nothing to show.
/// if let Ok(loaded) = load(&[Source::text("copy.c", text)]) {
///     let analysis = analyze(&Task::new(&loaded.program), Duration::from_secs(10));
///     assert_eq!(analysis.missing, None);
/// }
/// ```
pub fn analyze(task: &Task<'_>, time: Duration) -> BoundsAnalysis {
    let result = thread::scope(|scope| {
        let worker =
            thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, || analyze_here(task, time));
        worker.map(|worker| worker.join())
    });
    match result {
        Ok(Ok(analysis)) => analysis,
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(error) => void(task.program.start.pos, format!("no memory for the stack: {error}")),
    }
}

fn void(pos: Pos, text: String) -> BoundsAnalysis {
    BoundsAnalysis { proof: Proof::Void, missing: Some((pos, text)) }
}

fn analyze_here(task: &Task<'_>, time: Duration) -> BoundsAnalysis {
    let program = task.program;
    let is_closed = program.start.body.as_ref().is_none_or(Vec::is_empty);
    let Some(first) = task.first_function().filter(|_| is_closed && task.ints == Ints::Machine) else {
        return void(program.start.pos, "the start of the program".to_string());
    };
    let function = &program.functions[first.index()];
    let mut domain = Bounds {
        task: *task,
        program,
        models: program.library_bodies(),
        thresholds: thresholds(program),
        live: Default::default(),
        calls: Vec::new(),
        sites: Default::default(),
        invariants: Default::default(),
        quiet: 0,
        steps: 0,
        deadline: Some(Instant::now() + time),
        open: None,
        gap: None,
    };
    let (Some(body), Some(start)) = (&function.body, domain.start(first)) else {
        return void(function.pos, "the parameters of the program".to_string());
    };
    let mut jumps = Vec::new();
    let fallen = block(&mut domain, body, vec![start], &mut jumps);
    let returned = jumps.into_iter().filter(|(jump, _)| matches!(jump, Jump::Return(_)));
    for mut store in returned.flat_map(|(_, states)| states).chain(fallen.into_iter().flatten()) {
        store.leave_program();
        domain.end(&store, function.pos);
    }
    let missing = match (&domain.gap, domain.open) {
        (Some(gap), _) => Some(gap.clone()),
        (None, Some((pos, kind))) => Some((pos, format!("not proved: {}", kind.id()))),
        (None, None) => None,
    };
    let proof = match missing {
        Some(_) => Proof::Void,
        None => Proof::AllBut { places: BTreeSet::new(), kinds: BTreeSet::new() },
    };
    BoundsAnalysis { proof, missing }
}

/// Constants that numbers are compared with, and lengths of arrays, and one less.
fn thresholds(program: &Program) -> Vec<i128> {
    let mut found: BTreeSet<i128> = BTreeSet::from([-1, 0, 1]);
    let mut add = |value: i128| found.extend([value - 1, value]);
    for function in &program.functions {
        for slot in &function.slots {
            if let Type::Array(_, Some(length)) = program.types.get(slot.ty) {
                add((*length).into());
            }
        }
        let Some(body) = &function.body else { continue };
        each_stmt(body, &mut |stmt| {
            let operands = match &stmt.kind {
                StmtKind::Assign { value: Code::Compare(_, _, left, right), .. } => vec![*left, *right],
                StmtKind::Assign { value: Code::Binary(BinaryOp::Rem, _, _, right), .. } => vec![*right],
                StmtKind::Bound { count, .. } => vec![*count],
                _ => Vec::new(),
            };
            for operand in operands {
                if let Operand::Int(value, _) = operand {
                    add(value);
                }
            }
        });
    }
    let mut found: Vec<i128> = found.into_iter().collect();
    // The smaller ones are the lengths of arrays, and one less.
    while found.len() > MAX_THRESHOLDS {
        let far = if found[0].abs() > found[found.len() - 1].abs() { 0 } else { found.len() - 1 };
        found.remove(far);
    }
    found
}
