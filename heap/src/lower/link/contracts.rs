//! Checkers in C: what a program assumes or asserts about linked structures becomes a contract.
//!
//! `assume(list(l))` becomes a new list for `l` if `l` is an input that nothing has read before: a parameter
//! of a function that nobody calls, which can only be the one where execution starts, or a local variable
//! that is not initialized, or gets an unknown pointer. `assert(list(l))` becomes a check. Here, `list` is a
//! function, recursive or about a block, that [`compile`] takes for a definition. All other calls of it
//! stay calls.

use super::compile::{BLOCK, compile, parameters};
use crate::checkers::{Contract, Definition, Term};
use crate::ir::*;
use crate::libc;

/// Turns assumptions and assertions about checkers into contracts.
pub(in crate::lower) fn use_checkers(program: &mut Program) {
    let is_checker: Vec<bool> =
        (0..program.functions.len()).map(|index| is_recursive(program, FuncId(index as u32))).collect();
    if !is_checker.contains(&true) {
        return;
    }
    for index in 0..program.functions.len() {
        let function = &program.functions[index];
        if function.role != Role::Program || is_checker[index] {
            continue;
        }
        let Some(body) = program.functions[index].body.clone() else { continue };
        let mut rewriting = Rewriting { program, is_checker: &is_checker, own: FuncId(index as u32) };
        let body = rewriting.block(body, true);
        program.functions[index].body = Some(body);
    }
}

/// Whether a function calls itself with a pointer that it gets, or says which bytes belong to a record.
fn is_recursive(program: &Program, id: FuncId) -> bool {
    let function = &program.functions[id.index()];
    let mut found = false;
    each_stmt(function.body.as_ref().unwrap_or(&Vec::new()), &mut |stmt| {
        if let StmtKind::Call { callee: Callee::Direct(called), .. } = &stmt.kind {
            found |= *called == id || program.functions[called.index()].name == BLOCK;
        }
    });
    let is_test = matches!(program.types.scalar(function.ty.result), Some(Scalar::Int(_)));
    found && is_test && function.role == Role::Program && parameters(function).is_some()
}

struct Rewriting<'r> {
    program: &'r mut Program,
    is_checker: &'r [bool],
    own: FuncId,
}

impl Rewriting<'_> {
    /// Rewrites a block; `is_outer` is the one that the function begins with.
    fn block(&mut self, block: Block, is_outer: bool) -> Block {
        let mut done: Block = Vec::new();
        let mut rest = block.into_iter().peekable();
        while let Some(mut stmt) = rest.next() {
            for inner in blocks_mut(&mut stmt.kind) {
                *inner = self.block(std::mem::take(inner), false);
            }
            let replaced = match rest.peek().map(|next| &next.kind) {
                Some(StmtKind::Assume(Operand::Var(tested))) if is_outer => {
                    self.assumption(&stmt, *tested, &done)
                }
                Some(StmtKind::If { cond: Operand::Var(tested), then, otherwise })
                    if then.is_empty() && is_failure(otherwise) =>
                {
                    self.assertion(&stmt, *tested)
                }
                _ => None,
            };
            match replaced {
                Some(kind) => {
                    rest.next();
                    done.push(Stmt { kind, pos: stmt.pos });
                }
                None => done.push(stmt),
            }
        }
        done
    }

    /// The call of a checker whose result is only tested in the next statement: the function, and its
    /// arguments.
    fn checked<'s>(&self, stmt: &'s Stmt, tested: VarId) -> Option<(FuncId, &'s [Arg])> {
        let StmtKind::Call { result: CallResult::Var(result), callee: Callee::Direct(called), args } =
            &stmt.kind
        else {
            return None;
        };
        let own = &self.program.functions[self.own.index()];
        let mut uses = 0;
        each_stmt(own.body.as_ref()?, &mut |stmt| {
            uses += stmt.kind.operands().iter().filter(|operand| **operand == Operand::Var(tested)).count();
        });
        let is_only = *result == tested && uses == 1 && own.vars[tested.index()].name.is_none();
        (is_only && self.is_checker[called.index()]).then_some((*called, &args[..]))
    }

    fn assumption(&mut self, stmt: &Stmt, tested: VarId, before: &[Stmt]) -> Option<StmtKind> {
        let (called, args) = self.checked(stmt, tested)?;
        let (Arg::Scalar(Operand::Var(input), Scalar::Ptr), rest) = args.split_first()? else { return None };
        if !self.is_input(*input, before) {
            return None;
        }
        let (input, rest) = (*input, rest.to_vec());
        match self.definitions(called) {
            Ok(()) => {
                let args = self.ordered(called, &rest)?;
                let callee = self.contract(Contract::Assume, called);
                Some(StmtKind::Call { result: CallResult::Var(input), callee, args })
            }
            Err((pos, reason)) => {
                let name = &self.program.functions[called.index()].name;
                let place = self.program.show_pos(pos);
                let text = format!("the checker {name}, which is no definition: {reason} ({place})");
                Some(StmtKind::Unsupported(text))
            }
        }
    }

    fn assertion(&mut self, stmt: &Stmt, tested: VarId) -> Option<StmtKind> {
        let (called, args) = self.checked(stmt, tested)?;
        let (first, rest) = args.split_first()?;
        self.definitions(called).ok()?;
        let mut args = self.ordered(called, rest)?;
        args.insert(0, first.clone());
        let callee = self.contract(Contract::Check, called);
        Some(StmtKind::Call { result: CallResult::None, callee, args })
    }

    /// The arguments behind the first, pointers before integers.
    fn ordered(&self, called: FuncId, rest: &[Arg]) -> Option<Vec<Arg>> {
        let kinds = parameters(&self.program.functions[called.index()])?;
        if kinds.len() != rest.len() {
            return None;
        }
        let of = |is_pointer: bool| {
            let pairs = kinds.iter().zip(rest);
            pairs.filter(move |(kind, _)| matches!(kind, Term::Pointer(_)) == is_pointer)
        };
        Some(of(true).chain(of(false)).map(|(_, arg)| arg.clone()).collect())
    }

    /// Adds the definition of a checker, and those that it uses.
    fn definitions(&mut self, called: FuncId) -> Result<(), (Pos, String)> {
        let mut found: Vec<Definition> = Vec::new();
        let mut pending = vec![called];
        while let Some(id) = pending.pop() {
            let function = &self.program.functions[id.index()];
            if found.iter().any(|definition| definition.name == function.name) {
                continue;
            }
            let definition = compile(self.program, id)?;
            if self.program.checker(&definition.name).is_some_and(|known| *known != definition) {
                return Err((function.pos, "there is another definition of this name".to_string()));
            }
            for call in definition.rules.iter().flat_map(|rule| &rule.calls) {
                pending.extend(self.program.function(&call.checker));
            }
            found.push(definition);
        }
        for definition in found {
            if self.program.checker(&definition.name).is_none() {
                self.program.checkers.push(definition);
            }
        }
        Ok(())
    }

    fn contract(&mut self, contract: Contract, called: FuncId) -> Callee {
        let name = contract.function(&self.program.functions[called.index()].name);
        if let Some(id) = self.program.function(&name) {
            return Callee::Direct(id);
        }
        let types = &mut self.program.types;
        let void = types.intern(Type::Void);
        let result = if contract == Contract::Assume { types.intern(Type::Pointer(void)) } else { void };
        self.program.functions.push(Function {
            name,
            ty: FunctionType { result, params: None, variadic: false },
            params: Vec::new(),
            vars: Vec::new(),
            slots: Vec::new(),
            body: None,
            internal: false,
            role: Role::Program,
            returns: true,
            labels: 0,
            pos: Pos::NOWHERE,
        });
        Callee::Direct(FuncId(self.program.functions.len() as u32 - 1))
    }

    /// Whether a variable holds an input that nothing has read before.
    fn is_input(&self, var: VarId, before: &[Stmt]) -> bool {
        let own = &self.program.functions[self.own.index()];
        let is_parameter = own.params.contains(&Param::Var(var));
        let is_unknown = |callee: &Callee| match callee {
            Callee::Direct(called) => {
                let called = &self.program.functions[called.index()];
                called.body.is_none() && libc::is_input(&called.name)
            }
            Callee::Pointer(..) => false,
        };
        let mut is_read = false;
        each_stmt(&before.to_vec(), &mut |stmt| {
            let is_defined = stmt.kind.defines() == Some(var)
                && !matches!(&stmt.kind, StmtKind::Call { callee, .. } if is_unknown(callee));
            is_read |= is_defined || stmt.kind.operands().contains(&Operand::Var(var));
        });
        if is_read {
            return false;
        }
        match is_parameter {
            true => Some(self.own) != self.program.main && !self.is_called(),
            false => own.vars[var.index()].name.is_some(),
        }
    }

    /// Whether this function may be called by the program.
    fn is_called(&self) -> bool {
        let own = self.own;
        let mut found = false;
        let bodies = self.program.functions.iter().chain([&self.program.start]);
        for body in bodies.filter_map(|function| function.body.as_ref()) {
            each_stmt(body, &mut |stmt| {
                found |= stmt.kind.operands().contains(&Operand::Func(own));
                found |=
                    matches!(&stmt.kind, StmtKind::Call { callee: Callee::Direct(id), .. } if *id == own);
            });
        }
        let cells = self.program.globals.iter().filter_map(|global| match &global.init {
            Init::Cells(cells) => Some(cells),
            _ => None,
        });
        found || cells.flatten().any(|cell| cell.value == Operand::Func(own))
    }
}

/// Whether a block is the failure of an assertion.
fn is_failure(block: &Block) -> bool {
    matches!(&block[..], [Stmt { kind: StmtKind::Fail { .. }, .. }])
}

/// The blocks of a statement.
fn blocks_mut(kind: &mut StmtKind) -> Vec<&mut Block> {
    match kind {
        StmtKind::If { then, otherwise, .. } => vec![then, otherwise],
        StmtKind::Block { body, .. } => vec![body],
        StmtKind::Loop(inner) => vec![&mut inner.test, &mut inner.body, &mut inner.step],
        _ => Vec::new(),
    }
}
