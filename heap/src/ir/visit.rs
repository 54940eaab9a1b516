//! Traversals of code: what a statement reads, assigns and contains.

use super::*;
use std::collections::BTreeSet;

impl Expr {
    /// The values that it reads.
    pub fn operands(&self) -> Vec<Operand> {
        match *self {
            Expr::Use(value) | Expr::Unary(_, _, value) | Expr::Convert { value, .. } => vec![value],
            Expr::Field { base, .. } => vec![base],
            Expr::Binary(_, _, left, right) | Expr::Compare(_, _, left, right) => vec![left, right],
            Expr::Elem { base, index, stride, .. } => vec![base, index, stride],
            Expr::PtrDiff { left, right, stride } => vec![left, right, stride],
        }
    }
}

impl StmtKind {
    /// The values that it reads itself, without those that the blocks in it read. The condition of a loop is
    /// among them, though it is read after the test.
    pub fn operands(&self) -> Vec<Operand> {
        match self {
            StmtKind::Assign { value, .. } => value.operands(),
            StmtKind::Load { addr, .. } | StmtKind::Zero { addr, .. } => vec![*addr],
            StmtKind::Store { addr, value, .. } => vec![*addr, *value],
            StmtKind::Copy { dst, src, .. } => vec![*dst, *src],
            StmtKind::Call { result, callee, args } => {
                let mut operands: Vec<Operand> = args
                    .iter()
                    .map(|arg| match arg {
                        Arg::Scalar(value, _) | Arg::Object(value, _) => *value,
                    })
                    .collect();
                if let Callee::Pointer(pointer, _) = callee {
                    operands.push(*pointer);
                }
                if let CallResult::Object(addr, _) = result {
                    operands.push(*addr);
                }
                operands
            }
            StmtKind::BeginVla { count, stride, .. } => vec![*count, *stride],
            StmtKind::Alloca { size, .. } => vec![*size],
            StmtKind::Bound { index, count } => vec![*index, *count],
            StmtKind::If { cond, .. } | StmtKind::Assume(cond) => vec![*cond],
            StmtKind::Loop(the_loop) => vec![the_loop.cond],
            StmtKind::Return(ReturnValue::Scalar(value) | ReturnValue::Object(value, _)) => vec![*value],
            StmtKind::Begin(_)
            | StmtKind::End(_)
            | StmtKind::Block { .. }
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Return(ReturnValue::None)
            | StmtKind::Fail { .. }
            | StmtKind::Unreachable
            | StmtKind::Unsupported(_) => Vec::new(),
        }
    }

    /// The variable that it assigns itself. (`Begin` makes a variable uninitialized; it does not assign it.)
    pub fn defines(&self) -> Option<VarId> {
        match self {
            StmtKind::Assign { dst, .. } | StmtKind::Load { dst, .. } | StmtKind::Alloca { dst, .. } => {
                Some(*dst)
            }
            StmtKind::Call { result: CallResult::Var(dst), .. } => Some(*dst),
            _ => None,
        }
    }

    /// Its nested blocks: for an `If` the true branch first, for a loop test, body, step.
    pub fn blocks(&self) -> Vec<&Block> {
        match self {
            StmtKind::If { then, otherwise, .. } => vec![then, otherwise],
            StmtKind::Loop(the_loop) => vec![&the_loop.test, &the_loop.body, &the_loop.step],
            StmtKind::Block { body, .. } => vec![body],
            _ => Vec::new(),
        }
    }
}

/// Calls a function on every statement of a block, and on those inside them, in the order of the text.
pub fn each_stmt<'b>(block: &'b Block, act: &mut dyn FnMut(&'b Stmt)) {
    for stmt in block {
        act(stmt);
        for inner in stmt.kind.blocks() {
            each_stmt(inner, act);
        }
    }
}

/// The integers in the code of all functions and in the sizes of their arrays, without those that random
/// numbers hit anyway.
pub fn large_numbers(program: &Program) -> Vec<i128> {
    let mut found = BTreeSet::new();
    for function in &program.functions {
        for slot in &function.slots {
            if let Type::Array(_, Some(length)) = program.types.get(slot.ty) {
                found.insert(i128::from(*length));
            }
        }
        let Some(body) = function.body.as_ref().filter(|_| function.role == Role::Program) else { continue };
        each_stmt(body, &mut |stmt| {
            for operand in stmt.kind.operands() {
                if let Operand::Int(value, _) = operand {
                    found.insert(value);
                }
            }
        });
    }
    found.retain(|value| value.abs() >= 8);
    found.into_iter().collect()
}

/// The constants that a program compares with, and their neighbours: where bounds of loop invariants stop.
pub fn compared_constants(program: &Program, most: usize) -> BTreeSet<i128> {
    let mut found = BTreeSet::from([-1, 0, 1]);
    for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
        each_stmt(body, &mut |stmt| {
            let StmtKind::Assign { value: Expr::Compare(_, _, left, right), .. } = &stmt.kind else { return };
            for operand in [left, right] {
                if let Operand::Int(value, _) = operand
                    && found.len() < most
                {
                    found.extend([value - 1, *value, value + 1]);
                }
            }
        });
    }
    found
}

/// The pairs of integer variables that a function compares by an operation of some kind.
pub fn compared_variables(function: &Function, counts: impl Fn(CompareOp) -> bool) -> Vec<(VarId, VarId)> {
    let mut pairs = BTreeSet::new();
    let Some(body) = &function.body else { return Vec::new() };
    each_stmt(body, &mut |stmt| {
        if let StmtKind::Assign { value: Expr::Compare(op, Scalar::Int(_), left, right), .. } = &stmt.kind
            && let (Operand::Var(left), Operand::Var(right)) = (left, right)
            && left != right
            && counts(*op)
        {
            pairs.insert((*left.min(right), *left.max(right)));
        }
    });
    pairs.into_iter().collect()
}

impl Program {
    /// Whether code or an initialiser mentions a global.
    pub fn mentions(&self, global: GlobalId) -> bool {
        let is_global = |operand: &Operand| *operand == Operand::Global(global);
        let mut found = self.globals.iter().any(|other| match &other.init {
            Init::Cells(cells) => cells.iter().any(|cell| is_global(&cell.value)),
            _ => false,
        });
        let bodies = self.functions.iter().chain([&self.start]).filter_map(|function| function.body.as_ref());
        for body in bodies {
            each_stmt(body, &mut |stmt| found |= stmt.kind.operands().iter().any(is_global));
        }
        found
    }
}

/// The first use of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstUse {
    /// On every path, it is assigned before it is read, or not read again.
    Set,
    /// It may be read before it is assigned.
    Read,
    /// It is not mentioned.
    Nothing,
}

/// The first use of a variable in this code, which ends where it is not supported. Blocks count as reading
/// what they mention, and loops what one of their parts may read first.
pub fn first_use(var: VarId, code: &[Stmt]) -> FirstUse {
    for stmt in code {
        let found = match &stmt.kind {
            kind if kind.operands().contains(&Operand::Var(var)) => FirstUse::Read,
            StmtKind::If { then, otherwise, .. } => match (first_use(var, then), first_use(var, otherwise)) {
                (FirstUse::Read, _) | (_, FirstUse::Read) => FirstUse::Read,
                (FirstUse::Set, FirstUse::Set) => FirstUse::Set,
                // What follows decides, for the side that does not mention it.
                _ => FirstUse::Nothing,
            },
            StmtKind::Return(_)
            | StmtKind::Fail { .. }
            | StmtKind::Unreachable
            | StmtKind::Unsupported(_) => FirstUse::Set,
            StmtKind::Break(_) | StmtKind::Continue(_) => FirstUse::Read,
            StmtKind::End(Local::Var(ended)) if *ended == var => FirstUse::Set,
            kind if kind.defines() == Some(var) => FirstUse::Set,
            StmtKind::Block { body, .. } if mentions(var, body) => FirstUse::Read,
            // After a loop it may still be unset, if there are no iterations.
            StmtKind::Loop(the_loop)
                if [&the_loop.test, &the_loop.body, &the_loop.step]
                    .iter()
                    .any(|block| first_use(var, block) == FirstUse::Read) =>
            {
                FirstUse::Read
            }
            // Jumps out of a loop or block lead to its end; those further out skip the code that follows.
            StmtKind::Loop(_) | StmtKind::Block { .. } if leaves(&vec![stmt.clone()]) => FirstUse::Read,
            _ => FirstUse::Nothing,
        };
        if found != FirstUse::Nothing {
            return found;
        }
    }
    FirstUse::Nothing
}

/// Whether code mentions a variable.
fn mentions(var: VarId, block: &Block) -> bool {
    let mut found = false;
    each_stmt(block, &mut |stmt| {
        found |= stmt.kind.operands().contains(&Operand::Var(var)) || stmt.kind.defines() == Some(var);
    });
    found
}

/// Whether code jumps out of itself.
fn leaves(block: &Block) -> bool {
    let (mut inside, mut targets) = (Vec::new(), Vec::new());
    each_stmt(block, &mut |stmt| match &stmt.kind {
        StmtKind::Loop(the_loop) => inside.push(the_loop.label),
        StmtKind::Block { label, .. } => inside.push(*label),
        StmtKind::Break(label) | StmtKind::Continue(label) => targets.push(*label),
        _ => {}
    });
    targets.iter().any(|target| !inside.contains(target))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stmt(kind: StmtKind) -> Stmt {
        Stmt { kind, pos: Pos { file: FileId(0), line: 0, column: 0 } }
    }

    fn set(var: u32) -> Stmt {
        stmt(StmtKind::Assign { dst: VarId(var), value: Expr::Use(Operand::Int(1, IntType::INT)) })
    }

    fn read(var: u32) -> Stmt {
        stmt(StmtKind::Assume(Operand::Var(VarId(var))))
    }

    fn either(then: Block, otherwise: Block) -> Stmt {
        stmt(StmtKind::If { cond: Operand::Int(1, IntType::INT), then, otherwise })
    }

    #[test]
    fn the_first_use_is_found() {
        let first = |code: &[Stmt]| first_use(VarId(7), code);
        assert_eq!(first(&[set(1), read(2)]), FirstUse::Nothing);
        assert_eq!(first(&[set(1), set(7), read(7)]), FirstUse::Set);
        assert_eq!(first(&[read(7), set(7)]), FirstUse::Read);
        assert_eq!(first(&[either(vec![set(7)], vec![set(7)]), read(7)]), FirstUse::Set);
        assert_eq!(first(&[either(vec![set(7)], vec![]), read(7)]), FirstUse::Read);
        let leave = stmt(StmtKind::Break(Label(0)));
        assert_eq!(
            first(&[either(vec![set(7)], vec![stmt(StmtKind::Return(ReturnValue::None))])]),
            FirstUse::Set
        );
        assert_eq!(first(&[either(vec![leave.clone()], vec![]), set(7)]), FirstUse::Read);
        let block = |body: Block| stmt(StmtKind::Block { label: Label(0), body });
        assert_eq!(first(&[block(vec![either(vec![leave.clone()], vec![])]), set(7)]), FirstUse::Set);
        assert_eq!(first(&[block(vec![set(7)])]), FirstUse::Read);
        let outer = stmt(StmtKind::Block { label: Label(1), body: vec![leave] });
        assert_eq!(first(&[outer, set(7)]), FirstUse::Read);
    }
}
