//! Fix-ups: rewriting that has to wait until all files are linked, because it depends on which functions are
//! defined, and where.
//!
//! - Calls of variadic functions that are defined get an object with the variable arguments (see
//!   [`variadic`](crate::lower::expr::variadic)).
//! - Calls of library functions that may set `errno` are followed by a call of the model that does so, if the
//!   program uses `errno` at all.
//! - Uses of arrays of unknown length are marked as unsupported.
//! - Calls of `getopt` become calls of a simpler model where [`options`](super::options) finds it sufficient.

use super::options::Options;
use crate::ir::*;
use crate::libc::internal::MAY_FAIL;
use crate::libc::{canonical_name, may_set_errno};
use crate::lower::expr::variadic::cell_bytes;
use std::collections::BTreeSet;

/// What is known about the functions of the whole program.
struct Facts {
    target: Target,
    /// How many named parameters a function has that takes an object with variable arguments.
    fixed: Vec<Option<usize>>,
    /// Whether the address of one of these is taken.
    is_variadic_pointed: bool,
    /// Library functions that may change `errno`, if that matters.
    failing: Vec<bool>,
    is_failing_pointed: bool,
    may_fail: Option<FuncId>,
    options: Options,
    bytes: TypeId,
    /// Arrays that are declared without a length and never defined.
    endless: BTreeSet<GlobalId>,
}

/// Applies all fix-ups.
pub(in crate::lower) fn fix_up(program: &mut Program) {
    let pointed = pointed_functions(program);
    let functions = program.functions.iter();
    let takes_more = |function: &Function| {
        (function.ty.variadic && function.body.is_some()).then(|| function.params.len().saturating_sub(1))
    };
    let fixed: Vec<Option<usize>> = functions.clone().map(takes_more).collect();
    let may_fail = program.library_bodies().get(MAY_FAIL).copied();
    let fails = |function: &Function| {
        let is_library = function.body.is_none() || function.role == Role::Model;
        may_fail.is_some() && is_library && may_set_errno(canonical_name(&function.name))
    };
    let failing: Vec<bool> = functions.map(fails).collect();
    let options = Options::new(program);
    let endless = endless_arrays(program);
    if endless.is_empty() && fixed.iter().all(Option::is_none) && may_fail.is_none() && options.is_idle() {
        return;
    }
    let byte = program.types.intern(Type::Scalar(Scalar::Int(IntType { bits: 8, signed: false })));
    let facts = Facts {
        target: program.target,
        is_variadic_pointed: pointed.iter().any(|function| fixed[function.index()].is_some()),
        is_failing_pointed: pointed.iter().any(|function| failing[function.index()]),
        fixed,
        failing,
        may_fail,
        options,
        bytes: byte,
        endless,
    };
    let Program { functions, start, types, .. } = program;
    for function in functions.iter_mut().chain(std::iter::once(start)) {
        if let Some(body) = function.body.take() {
            let is_model = function.role == Role::Model;
            let mut fixer = Fixer { facts: &facts, types, function, is_model };
            let body = fixer.block(body);
            function.body = Some(body);
        }
    }
}

/// Arrays that are declared without a length and never defined. If the address of one is in the initialiser
/// of another variable, its uses cannot be found, so the program is marked as a whole.
fn endless_arrays(program: &mut Program) -> BTreeSet<GlobalId> {
    let is_endless = |global: &Global| {
        global.init == Init::Unknown && matches!(program.types.get(global.ty), Type::Array(_, None))
    };
    let globals = program.globals.iter().enumerate();
    let endless: BTreeSet<GlobalId> =
        globals.filter(|(_, global)| is_endless(global)).map(|(index, _)| GlobalId(index as u32)).collect();
    let is_kept =
        |cell: &InitCell| matches!(cell.value, Operand::Global(global) if endless.contains(&global));
    let keeper = program
        .globals
        .iter()
        .find(|global| matches!(&global.init, Init::Cells(cells) if cells.iter().any(is_kept)));
    if let Some(pos) = keeper.map(|keeper| keeper.pos) {
        let kind = StmtKind::Unsupported(ENDLESS.to_string());
        program.start.body.get_or_insert_default().push(Stmt { kind, pos });
    }
    endless
}

const ENDLESS: &str = "an array whose length is not known";

/// The functions whose address is used other than in a direct call.
fn pointed_functions(program: &Program) -> BTreeSet<FuncId> {
    let mut found = BTreeSet::new();
    let bodies = program.functions.iter().chain(std::iter::once(&program.start));
    for body in bodies.filter_map(|function| function.body.as_ref()) {
        each_stmt(body, &mut |stmt| {
            found.extend(stmt.kind.operands().into_iter().filter_map(|operand| match operand {
                Operand::Func(function) => Some(function),
                _ => None,
            }));
        });
    }
    for global in &program.globals {
        let Init::Cells(cells) = &global.init else { continue };
        found.extend(cells.iter().filter_map(|cell| match cell.value {
            Operand::Func(function) => Some(function),
            _ => None,
        }));
    }
    found
}

struct Fixer<'w> {
    facts: &'w Facts,
    types: &'w mut TypeTable,
    function: &'w mut Function,
    is_model: bool,
}

impl Fixer<'_> {
    /// Whether a statement uses an array of unknown length.
    fn uses_endless(&self, stmt: &StmtKind) -> bool {
        let is_endless = |operand: &Operand| match operand {
            Operand::Global(global) => self.facts.endless.contains(global),
            _ => false,
        };
        stmt.operands().iter().any(is_endless)
    }

    fn block(&mut self, block: Block) -> Block {
        let mut done = Vec::with_capacity(block.len());
        for mut stmt in block {
            if !self.facts.endless.is_empty() && self.uses_endless(&stmt.kind) {
                done.push(Stmt { kind: StmtKind::Unsupported(ENDLESS.to_string()), pos: stmt.pos });
            }
            match &mut stmt.kind {
                StmtKind::If { then, otherwise, .. } => {
                    *then = self.block(std::mem::take(then));
                    *otherwise = self.block(std::mem::take(otherwise));
                }
                StmtKind::Loop(the_loop) => {
                    the_loop.test = self.block(std::mem::take(&mut the_loop.test));
                    the_loop.body = self.block(std::mem::take(&mut the_loop.body));
                    the_loop.step = self.block(std::mem::take(&mut the_loop.step));
                }
                StmtKind::Block { body, .. } => *body = self.block(std::mem::take(body)),
                StmtKind::Call { .. } => {
                    self.call(stmt, &mut done);
                    continue;
                }
                _ => {}
            }
            done.push(stmt);
        }
        done
    }

    fn call(&mut self, mut stmt: Stmt, done: &mut Block) {
        let pos = stmt.pos;
        let StmtKind::Call { callee, args, .. } = &mut stmt.kind else { return };
        let facts = self.facts;
        let (fixed, fails) = match callee {
            Callee::Direct(function) => (facts.fixed[function.index()], facts.failing[function.index()]),
            Callee::Pointer(_, ty) => {
                // A function declared without a prototype may take any arguments.
                if (ty.variadic || ty.params.is_none()) && facts.is_variadic_pointed {
                    let reason = "a function with a variable number of arguments, called through a pointer";
                    done.push(Stmt { kind: StmtKind::Unsupported(reason.to_string()), pos });
                }
                (None, facts.is_failing_pointed)
            }
        };
        if let (Callee::Direct(function), false) = (&mut *callee, self.is_model)
            && let Some(reason) = facts.options.adapt(function)
        {
            done.push(Stmt { kind: StmtKind::Unsupported(reason.to_string()), pos });
        }
        let object = fixed.map(|fixed| {
            let further = args.split_off(fixed.min(args.len()));
            let slot = self.further(&further, pos, done);
            args.push(Arg::Scalar(Operand::Slot(slot), Scalar::Ptr));
            slot
        });
        done.push(stmt);
        if let Some(slot) = object {
            done.push(Stmt { kind: StmtKind::End(Local::Slot(slot)), pos });
        }
        // Nothing is added inside of models: `errno` changes once, where the program calls them.
        if let (Some(function), true, false) = (facts.may_fail, fails, self.is_model) {
            let callee = Callee::Direct(function);
            let kind = StmtKind::Call { result: CallResult::None, callee, args: Vec::new() };
            done.push(Stmt { kind, pos });
        }
    }

    /// Stores the variable arguments in an object.
    fn further(&mut self, further: &[Arg], pos: Pos, done: &mut Block) -> SlotId {
        let target = self.facts.target;
        let mut places = Vec::with_capacity(further.len());
        let mut size = 0;
        for arg in further {
            let bytes = match arg {
                Arg::Scalar(_, ty) => Some(u64::from(target.size_of(*ty))),
                Arg::Object(_, ty) => self.types.size(*ty, target),
            };
            places.push((size, bytes));
            size += cell_bytes(bytes.unwrap_or(0), target);
        }
        let slot = SlotId(self.function.slots.len() as u32);
        let ty = self.types.intern(Type::Array(self.facts.bytes, Some(size)));
        let name = "further arguments".to_string();
        self.function.slots.push(Slot { name, ty, size: Some(size), pos });
        let mut emit = |kind: StmtKind| done.push(Stmt { kind, pos });
        emit(StmtKind::Begin(Local::Slot(slot)));
        for (arg, (offset, bytes)) in further.iter().zip(places) {
            let here = VarId(self.function.vars.len() as u32);
            let void = self.types.intern(Type::Void);
            let ctype = self.types.intern(Type::Pointer(void));
            self.function.vars.push(Var { name: None, ty: Scalar::Ptr, ctype });
            let ptrdiff = target.ptrdiff();
            let index = Operand::Int(ptrdiff.wrap(i128::from(offset)), ptrdiff);
            let (base, stride) = (Operand::Slot(slot), Operand::Int(1, ptrdiff));
            let value = Expr::Elem { base, index, elem: self.facts.bytes, stride };
            emit(StmtKind::Assign { dst: here, value });
            let addr = Operand::Var(here);
            match (arg.clone(), bytes) {
                (Arg::Scalar(value, ty), _) => {
                    emit(StmtKind::Store { addr, value, access: Access::plain(ty) });
                }
                (Arg::Object(src, ty), Some(size)) => emit(StmtKind::Copy { dst: addr, src, ty, size }),
                (Arg::Object(..), None) => {
                    emit(StmtKind::Unsupported("an argument of unknown size".to_string()));
                }
            }
        }
        slot
    }
}
