//! Tail calls as loops: a function that calls itself only as its last act begins again with other arguments.
//!
//! This is for analyses that know more about loops than about calls. Runs of the program stay as they are
//! written.

use super::*;

/// The program with tail-recursive functions turned into loops; nothing if there is no such function.
///
/// ```
/// use cfp_heap::ir::{StmtKind, read_program, tail_calls_as_loops};
///
/// let text = "
/// fn gcd(a.0: u32, b.1: u32) -> u32 {
///   %2 = eq u32 b.1, 0
///   if %2 {
///     return a.0
///   }
///   %3 = rem u32 a.0, b.1
///   %4 = call gcd(b.1, %3)
///   return %4
/// }";
/// let program = read_program(text).expect("a program");
/// let program = tail_calls_as_loops(&program).expect("a tail call");
/// let body = program.functions[0].body.as_ref().expect("a body");
/// assert!(matches!(body[..], [ref only] if matches!(only.kind, StmtKind::Loop(_))));
///
/// // The end of a pointer that is declared in a block comes after the call.
/// let text = "
/// fn walk(p.0: void*) -> void {
///   let q.1: void*
///   q.1 = load ptr p.0
///   call walk(q.1)
///   end q.1
/// }";
/// assert!(tail_calls_as_loops(&read_program(text).expect("a program")).is_some());
/// ```
pub fn tail_calls_as_loops(program: &Program) -> Option<Program> {
    let mut changed: Option<Program> = None;
    for (index, function) in program.functions.iter().enumerate() {
        let is_void = program.types.scalar(function.ty.result).is_none();
        if let Some(function) = with_loop(function, FuncId(index as u32), is_void) {
            changed.get_or_insert_with(|| program.clone()).functions[index] = function;
        }
    }
    changed
}

fn with_loop(function: &Function, own: FuncId, is_void: bool) -> Option<Function> {
    // A local in memory may still be used by the call, through a pointer, when the next one of its name
    // begins.
    let is_plain =
        function.slots.is_empty() && function.params.iter().all(|param| matches!(param, Param::Var(_)));
    let body = function.body.as_ref().filter(|_| is_plain)?;
    let mut changed = function.clone();
    let label = Label(function.labels);
    changed.labels += 1;
    let mut rewriting = Rewriting { function: &mut changed, own, is_void, label, found: 0 };
    let mut body = rewriting.block(body, is_void);
    // With other calls left, it would be a loop and a recursion: harder than a recursion alone.
    let mut calls = 0;
    let is_own = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Call { callee: Callee::Direct(called), .. } if *called == own);
    each_stmt(function.body.as_ref()?, &mut |stmt| calls += usize::from(is_own(stmt)));
    if rewriting.found == 0 || rewriting.found < calls {
        return None;
    }
    let pos = function.pos;
    if !matches!(body.last(), Some(Stmt { kind: StmtKind::Return(_), .. })) {
        body.push(Stmt { kind: StmtKind::Return(ReturnValue::None), pos });
    }
    let always = Operand::Int(1, IntType { bits: 32, signed: true });
    let whole = Loop {
        label,
        origin: LoopOrigin::Goto,
        tests_last: false,
        test: Vec::new(),
        cond: always,
        body,
        step: Vec::new(),
        visible: Vec::new(),
    };
    changed.body = Some(vec![Stmt { kind: StmtKind::Loop(Box::new(whole)), pos }]);
    Some(changed)
}

struct Rewriting<'f> {
    function: &'f mut Function,
    own: FuncId,
    is_void: bool,
    /// The loop that the body becomes.
    label: Label,
    found: usize,
}

impl Rewriting<'_> {
    /// A block with jumps for tail calls; `returns` if the function returns without a value when it falls off
    /// its end.
    fn block(&mut self, block: &Block, returns: bool) -> Block {
        let mut done = Vec::with_capacity(block.len());
        for (index, stmt) in block.iter().enumerate() {
            // The ends of variables do nothing that the call could see.
            let is_act = |kind: &&StmtKind| !matches!(kind, StmtKind::End(Local::Var(_)));
            let next = block[index + 1..].iter().map(|next| &next.kind).find(is_act);
            let returns = match next {
                Some(StmtKind::Return(ReturnValue::None)) => self.is_void,
                Some(_) => false,
                None => returns,
            };
            let kind = match &stmt.kind {
                StmtKind::Call { result, callee: Callee::Direct(called), args } if *called == self.own => {
                    let is_last = match (result, next) {
                        (
                            CallResult::Var(var),
                            Some(StmtKind::Return(ReturnValue::Scalar(Operand::Var(given)))),
                        ) => var == given,
                        (CallResult::None, _) => returns,
                        _ => false,
                    };
                    if is_last && let Some(again) = self.again(args, stmt.pos) {
                        self.found += 1;
                        done.extend(again);
                        return done;
                    }
                    stmt.kind.clone()
                }
                StmtKind::If { cond, then, otherwise } => {
                    let (then, otherwise) = (self.block(then, returns), self.block(otherwise, returns));
                    StmtKind::If { cond: *cond, then, otherwise }
                }
                StmtKind::Block { label, body } => {
                    StmtKind::Block { label: *label, body: self.block(body, returns) }
                }
                StmtKind::Loop(inner) => {
                    let mut inner = inner.clone();
                    inner.body = self.block(&inner.body, false);
                    StmtKind::Loop(inner)
                }
                other => other.clone(),
            };
            done.push(Stmt { kind, pos: stmt.pos });
        }
        done
    }

    /// Sets all parameters at once and begins again.
    fn again(&mut self, args: &[Arg], pos: Pos) -> Option<Block> {
        let params = self.function.params.clone();
        if params.len() != args.len() {
            return None;
        }
        let mut values = Vec::with_capacity(args.len());
        for (param, arg) in params.iter().zip(args) {
            let (Param::Var(var), Arg::Scalar(operand, ty)) = (param, arg) else { return None };
            if self.function.vars[var.index()].ty != *ty {
                return None;
            }
            values.push((*var, *operand));
        }
        let assign = |dst: VarId, value: Operand| Stmt {
            kind: StmtKind::Assign { dst, value: Expr::Use(value) },
            pos,
        };
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for (var, operand) in values {
            if operand == Operand::Var(var) {
                continue;
            }
            let info = Var { name: None, ..self.function.vars[var.index()].clone() };
            let held = VarId(self.function.vars.len() as u32);
            self.function.vars.push(info);
            first.push(assign(held, operand));
            second.push(assign(var, Operand::Var(held)));
        }
        first.append(&mut second);
        first.push(Stmt { kind: StmtKind::Continue(self.label), pos });
        Some(first)
    }
}
