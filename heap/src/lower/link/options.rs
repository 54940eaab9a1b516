//! Option parsing: which model of `getopt` suits the program as a whole.

use crate::ir::*;
use crate::libc::Id;
use crate::libc::internal::{OPTION_INDEX, OPTION_READERS, unseen_name};

/// Facts about the calls of `getopt` and `getopt_long`.
pub(in crate::lower) struct Options {
    /// Whether the program sets `optind`, which the models do not support.
    sets_optind: bool,
    /// The models, each with the simpler one if the program has not examined its arguments before.
    readers: Vec<(FuncId, Option<FuncId>)>,
}

impl Options {
    pub(in crate::lower) fn new(program: &Program) -> Options {
        let bodies = program.library_bodies();
        let model = |name: &str| {
            let id = bodies.get(name).copied();
            id.filter(|id| program.functions[id.index()].role == Role::Model)
        };
        let readers: Vec<FuncId> = OPTION_READERS.map(Id::name).into_iter().filter_map(model).collect();
        if readers.is_empty() {
            return Options { sets_optind: false, readers: Vec::new() };
        }
        let is_unseen = are_unseen(program, &readers);
        let simpler = |id: FuncId| {
            let name = unseen_name(&program.functions[id.index()].name);
            (id, model(&name).filter(|_| is_unseen))
        };
        Options { sets_optind: sets_optind(program), readers: readers.into_iter().map(simpler).collect() }
    }

    /// Whether no call is to be changed.
    pub(in crate::lower) fn is_idle(&self) -> bool {
        !self.sets_optind && self.readers.iter().all(|(_, simpler)| simpler.is_none())
    }

    /// Replaces a function by its simpler model, if that is sufficient. Returns the reason if no model fits.
    pub(in crate::lower) fn adapt(&self, function: &mut FuncId) -> Option<&'static str> {
        let (_, simpler) = self.readers.iter().find(|(id, _)| id == function)?;
        if let Some(simpler) = simpler {
            *function = *simpler;
        }
        self.sets_optind.then_some("options that are read from where the program says")
    }
}

/// Whether the program examines none of its arguments, except its name, before all options are read.
///
/// `getopt` may permute the arguments. They are arbitrary strings, and so are those in the new order: only
/// code that knows the first order can tell the difference. There is no such code if all calls of `getopt`
/// are in `main`, and nothing else uses the list of arguments up to the last statement there with such a
/// call.
fn are_unseen(program: &Program, readers: &[FuncId]) -> bool {
    let Some(main) = program.main else { return false };
    let function = &program.functions[main.index()];
    let (Some(Param::Var(list)), Some(body)) = (function.params.get(1), &function.body) else { return false };
    let list = Operand::Var(*list);
    let is_reader = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Call { callee: Callee::Direct(callee), .. } => readers.contains(callee),
        _ => false,
    };
    let mut is_elsewhere = false;
    for (index, other) in program.functions.iter().enumerate().filter(|(_, other)| other.role != Role::Model)
    {
        each_stmt(other.body.as_ref().unwrap_or(&Vec::new()), &mut |stmt| {
            let calls_main = match &stmt.kind {
                StmtKind::Call { callee: Callee::Direct(callee), .. } => *callee == main,
                _ => false,
            };
            let has_address = stmt.kind.operands().iter().any(|operand| match operand {
                Operand::Func(function) => *function == main || readers.contains(function),
                _ => false,
            });
            is_elsewhere |= calls_main || has_address || index != main.index() && is_reader(stmt);
        });
    }
    let contains_reader = |stmt: &Stmt| {
        let mut found = is_reader(stmt);
        for block in stmt.kind.blocks() {
            each_stmt(block, &mut |stmt| found |= is_reader(stmt));
        }
        found
    };
    let Some(last) = body.iter().rposition(contains_reader) else { return false };
    let mut names = Vec::new();
    let mut is_seen = false;
    let before = body[..=last].to_vec();
    each_stmt(&before, &mut |stmt| {
        let mentions = stmt.kind.operands().iter().filter(|operand| **operand == list).count();
        match &stmt.kind {
            _ if mentions == 0 => {}
            StmtKind::Call { args, .. } if is_reader(stmt) => {
                is_seen |= mentions > 1 || !matches!(args.get(1), Some(Arg::Scalar(arg, _)) if *arg == list);
            }
            StmtKind::Assign { dst, value: Expr::Elem { index: Operand::Int(0, _), .. } }
                if function.vars[dst.index()].name.is_none() =>
            {
                names.push(Operand::Var(*dst));
            }
            _ => is_seen = true,
        }
    });
    // The place of the name is good for reading the name alone.
    each_stmt(body, &mut |stmt| {
        let mentions = stmt.kind.operands().iter().any(|operand| names.contains(operand));
        is_seen |= mentions && !matches!(stmt.kind, StmtKind::Load { .. });
    });
    !is_elsewhere && !is_seen
}

/// Whether the program may set `optind` to another value than 0 or 1.
fn sets_optind(program: &Program) -> bool {
    let Some(index) = program.globals.iter().position(|global| global.name == OPTION_INDEX) else {
        return false;
    };
    let place = Operand::Global(GlobalId(index as u32));
    let mut found = false;
    for function in program.functions.iter().filter(|function| function.role != Role::Model) {
        each_stmt(function.body.as_ref().unwrap_or(&Vec::new()), &mut |stmt| match &stmt.kind {
            StmtKind::Load { .. } => {}
            StmtKind::Store { addr, value, .. } if *addr == place => {
                found |= !matches!(value, Operand::Int(0 | 1, _));
            }
            kind => found |= kind.operands().contains(&place),
        });
    }
    let cells = program.globals.iter().filter_map(|global| match &global.init {
        Init::Cells(cells) => Some(cells),
        _ => None,
    });
    found || cells.flatten().any(|cell| cell.value == place)
}
