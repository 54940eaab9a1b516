//! Functions compiled to a compact register form: straight-line instructions and jumps.

use super::arith::Value;
use crate::ir::*;
use std::collections::BTreeSet;

/// A register or constant to read: constants have the highest bit set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Src(pub(super) u32);

/// Marks a constant.
pub(super) const CONSTANT: u32 = 1 << 31;

/// A register of the frame.
pub(super) type Reg = u32;

/// One instruction.
#[derive(Clone, Debug)]
pub(super) enum Inst {
    Move(Reg, Src),
    Unary(UnaryOp, Scalar, Reg, Src),
    Integer(BinaryOp, IntType, Reg, Src, Src),
    Floating(BinaryOp, FloatType, Reg, Src, Src),
    Compare(CompareOp, Scalar, Reg, Src, Src),
    Convert(Scalar, Scalar, Reg, Src),
    Elem(Reg, Src, Src, Src),
    Field(Reg, Src, u32),
    PtrDiff(Reg, Src, Src, Src),
    Load(Reg, Src, Scalar),
    Store(Src, Src, Scalar),
    LoadBits(Reg, Src, Scalar, BitField),
    StoreBits(Src, Src, BitField),
    Copy(Src, Src, u64),
    Zero(Src, u64),
    /// The next load is of a volatile object, which the environment may have changed.
    Outside,
    /// Bytes between members: an address, and from where to where.
    Padding(Src, u64, u64),
    /// Index into the calls of the function.
    Call(u32),
    BeginVar(Reg, Scalar),
    BeginSlot(SlotId),
    BeginVla(SlotId, Src, Src),
    EndVar(Reg),
    End(SlotId),
    Alloca(Reg, Src),
    Jump(u32),
    /// Goes on if the value is not zero; jumps otherwise.
    Branch(Src, u32),
    Return(Option<Src>),
    ReturnObject(Src, u64),
    Assume(Src),
    /// An index and the number of elements.
    Bound(Src, Src),
    /// Index into the failures of the function.
    Fail(u32),
    Unreachable,
    /// Index into the reasons of the function.
    Unsupported(u32),
}

/// A call with its arguments.
#[derive(Clone, Debug)]
pub(super) struct CallInfo {
    pub(super) result: Option<(Reg, Scalar)>,
    /// Whether anything reads the result.
    pub(super) is_read: bool,
    /// For a record: where it goes, and its size.
    pub(super) object: Option<(Src, u64)>,
    pub(super) callee: Target,
    pub(super) args: Vec<CallArg>,
}

#[derive(Clone, Debug)]
pub(super) enum Target {
    Direct(FuncId),
    Pointer(Src),
}

#[derive(Clone, Debug)]
pub(super) enum CallArg {
    Scalar(Src, Scalar),
    /// A record, by its address.
    Object(Src),
}

/// A function ready to run. Its registers are its variables, then the addresses of its slots.
#[derive(Debug, Default)]
pub(super) struct Code {
    pub(super) insts: Vec<Inst>,
    pub(super) positions: Vec<Pos>,
    pub(super) constants: Vec<Value>,
    pub(super) calls: Vec<CallInfo>,
    pub(super) failures: Vec<Failure>,
    pub(super) reasons: Vec<String>,
    pub(super) registers: u32,
    pub(super) first_slot: u32,
}

/// Addresses of globals and functions, known before anything is compiled.
pub(super) struct Addresses {
    pub(super) globals: Vec<u64>,
    pub(super) functions: Vec<u64>,
}

/// Compiles a body.
pub(super) fn compile(program: &Program, function: &Function, body: &Block, addresses: &Addresses) -> Code {
    let first_slot = function.vars.len() as u32;
    let mut code =
        Code { first_slot, registers: first_slot + function.slots.len() as u32, ..Code::default() };
    code.registers = code.registers.max(1);
    let labels = function.labels as usize;
    let mut compiler = Compiler {
        program,
        function,
        addresses,
        code,
        breaks: vec![vec![]; labels],
        continues: vec![vec![]; labels],
        read: BTreeSet::new(),
    };
    each_stmt(body, &mut |stmt| {
        let read = stmt.kind.operands().into_iter().filter_map(|operand| match operand {
            Operand::Var(var) => Some(var),
            _ => None,
        });
        compiler.read.extend(read);
    });
    compiler.block(body);
    compiler.code
}

struct Compiler<'p> {
    program: &'p Program,
    function: &'p Function,
    addresses: &'p Addresses,
    code: Code,
    /// Jumps that wait for the end of their block, by label.
    breaks: Vec<Vec<usize>>,
    continues: Vec<Vec<usize>>,
    /// The variables that something reads.
    read: BTreeSet<VarId>,
}

impl Compiler<'_> {
    fn emit(&mut self, inst: Inst, pos: Pos) -> usize {
        self.code.insts.push(inst);
        self.code.positions.push(pos);
        self.code.insts.len() - 1
    }

    fn here(&self) -> u32 {
        self.code.insts.len() as u32
    }

    fn patch(&mut self, at: usize) {
        let here = self.here();
        match &mut self.code.insts[at] {
            Inst::Jump(to) | Inst::Branch(_, to) => *to = here,
            _ => {}
        }
    }

    fn src(&mut self, operand: Operand) -> Src {
        let value = match operand {
            Operand::Var(var) => return Src(var.0),
            Operand::Slot(slot) => return Src(self.code.first_slot + slot.0),
            Operand::Int(value, _) => Value::new(value as u64),
            Operand::Float(value, _) => Value::new(value.to_bits()),
            Operand::Null => Value::new(0),
            Operand::Global(global) => Value::new(self.addresses.globals[global.index()]),
            Operand::Func(function) => Value::new(self.addresses.functions[function.index()]),
            Operand::Undef(_) => Value { bits: 0, undefined: true },
        };
        let known = self.code.constants.iter().rev().take(16).position(|&constant| constant == value);
        let index = match known {
            Some(back) => self.code.constants.len() - 1 - back,
            None => {
                self.code.constants.push(value);
                self.code.constants.len() - 1
            }
        };
        Src(CONSTANT | index as u32)
    }

    fn block(&mut self, block: &Block) {
        for (index, stmt) in block.iter().enumerate() {
            // Its unknown first value does not matter if nothing can read it.
            if let StmtKind::Begin(Local::Var(var)) = stmt.kind
                && first_use(var, &block[index + 1..]) == FirstUse::Set
            {
                continue;
            }
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let pos = stmt.pos;
        match &stmt.kind {
            StmtKind::Assign { .. }
            | StmtKind::Load { .. }
            | StmtKind::Store { .. }
            | StmtKind::Copy { .. }
            | StmtKind::Zero { .. }
            | StmtKind::Call { .. } => self.data(&stmt.kind, pos),
            StmtKind::Begin(_) | StmtKind::BeginVla { .. } | StmtKind::End(_) | StmtKind::Alloca { .. } => {
                self.local(&stmt.kind, pos);
            }
            StmtKind::If { .. }
            | StmtKind::Loop(_)
            | StmtKind::Block { .. }
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Return(_) => self.control(&stmt.kind, pos),
            StmtKind::Assume(cond) => {
                let inst = Inst::Assume(self.src(*cond));
                self.emit(inst, pos);
            }
            StmtKind::Bound { index, count } => {
                let inst = Inst::Bound(self.src(*index), self.src(*count));
                self.emit(inst, pos);
            }
            StmtKind::Fail { failure } => {
                self.code.failures.push(failure.clone());
                let index = self.code.failures.len() as u32 - 1;
                self.emit(Inst::Fail(index), pos);
            }
            StmtKind::Unreachable => {
                self.emit(Inst::Unreachable, pos);
            }
            StmtKind::Unsupported(reason) => {
                self.code.reasons.push(reason.clone());
                let index = self.code.reasons.len() as u32 - 1;
                self.emit(Inst::Unsupported(index), pos);
            }
        }
    }

    /// Values, memory and calls.
    fn data(&mut self, stmt: &StmtKind, pos: Pos) {
        let inst = match stmt {
            StmtKind::Assign { dst, value } => return self.assign(dst.0, value, pos),
            StmtKind::Call { result, callee, args } => return self.call(result, callee, args, pos),
            StmtKind::Zero { addr, size } => return self.zero(*addr, *size, pos),
            StmtKind::Load { dst, addr, access } => {
                let addr = self.src(*addr);
                if access.volatile {
                    self.emit(Inst::Outside, pos);
                }
                match access.bits {
                    Some(bits) => Inst::LoadBits(dst.0, addr, access.ty, bits),
                    None => Inst::Load(dst.0, addr, access.ty),
                }
            }
            StmtKind::Store { addr, value, access } => {
                let (addr, value) = (self.src(*addr), self.src(*value));
                match access.bits {
                    Some(bits) => Inst::StoreBits(addr, value, bits),
                    None => Inst::Store(addr, value, access.ty),
                }
            }
            StmtKind::Copy { dst, src, size, .. } => Inst::Copy(self.src(*dst), self.src(*src), *size),
            _ => return,
        };
        self.emit(inst, pos);
    }

    /// Clears an object; the padding of a local is undefined nevertheless.
    fn zero(&mut self, addr: Operand, size: u64, pos: Pos) {
        let source = self.src(addr);
        self.emit(Inst::Zero(source, size), pos);
        if let Operand::Slot(slot) = addr {
            let ty = self.function.slots[slot.index()].ty;
            for (from, to) in self.program.types.padding(ty, self.program.target, usize::MAX) {
                self.emit(Inst::Padding(source, from, to), pos);
            }
        }
    }

    /// Begin and end of locals.
    fn local(&mut self, stmt: &StmtKind, pos: Pos) {
        let inst = match stmt {
            StmtKind::Begin(Local::Var(var)) => Inst::BeginVar(var.0, self.function.vars[var.index()].ty),
            StmtKind::Begin(Local::Slot(slot)) => Inst::BeginSlot(*slot),
            StmtKind::BeginVla { slot, count, stride } => {
                Inst::BeginVla(*slot, self.src(*count), self.src(*stride))
            }
            StmtKind::End(Local::Var(var)) => Inst::EndVar(var.0),
            StmtKind::End(Local::Slot(slot)) => Inst::End(*slot),
            StmtKind::Alloca { dst, size } => Inst::Alloca(dst.0, self.src(*size)),
            _ => return,
        };
        self.emit(inst, pos);
    }

    /// Flow of control.
    fn control(&mut self, stmt: &StmtKind, pos: Pos) {
        match stmt {
            StmtKind::If { cond, then, otherwise } => {
                let cond = self.src(*cond);
                let branch = self.emit(Inst::Branch(cond, 0), pos);
                self.block(then);
                if otherwise.is_empty() {
                    return self.patch(branch);
                }
                let skip = self.emit(Inst::Jump(0), pos);
                self.patch(branch);
                self.block(otherwise);
                self.patch(skip);
            }
            StmtKind::Loop(the_loop) => self.the_loop(the_loop, pos),
            StmtKind::Block { label, body } => {
                self.block(body);
                self.patch_all(*label, true);
            }
            StmtKind::Break(label) => {
                let jump = self.emit(Inst::Jump(0), pos);
                self.breaks[label.index()].push(jump);
            }
            StmtKind::Continue(label) => {
                let jump = self.emit(Inst::Jump(0), pos);
                self.continues[label.index()].push(jump);
            }
            StmtKind::Return(value) => {
                let inst = match value {
                    ReturnValue::None => Inst::Return(None),
                    ReturnValue::Scalar(value) => Inst::Return(Some(self.src(*value))),
                    ReturnValue::Object(addr, ty) => {
                        let size = self.size(*ty);
                        Inst::ReturnObject(self.src(*addr), size)
                    }
                };
                self.emit(inst, pos);
            }
            _ => {}
        }
    }

    fn size(&self, ty: TypeId) -> u64 {
        self.program.types.size(ty, self.program.target).unwrap_or(0)
    }

    fn patch_all(&mut self, label: Label, breaks: bool) {
        let waiting = if breaks { &mut self.breaks } else { &mut self.continues };
        for jump in std::mem::take(&mut waiting[label.index()]) {
            self.patch(jump);
        }
    }

    fn the_loop(&mut self, the_loop: &Loop, pos: Pos) {
        let top = self.here();
        let mut exit = None;
        if !the_loop.tests_last {
            exit = self.loop_exit(the_loop, pos);
        }
        self.block(&the_loop.body);
        self.patch_all(the_loop.label, false);
        self.block(&the_loop.step);
        if the_loop.tests_last {
            exit = self.loop_exit(the_loop, pos);
        }
        self.emit(Inst::Jump(top), pos);
        if let Some(exit) = exit {
            self.patch(exit);
        }
        self.patch_all(the_loop.label, true);
    }

    fn loop_exit(&mut self, the_loop: &Loop, pos: Pos) -> Option<usize> {
        self.block(&the_loop.test);
        if let Operand::Int(value, _) = the_loop.cond
            && value != 0
        {
            return None;
        }
        let cond = self.src(the_loop.cond);
        Some(self.emit(Inst::Branch(cond, 0), pos))
    }

    fn assign(&mut self, dst: Reg, value: &Expr, pos: Pos) {
        let inst = match *value {
            Expr::Use(operand) => Inst::Move(dst, self.src(operand)),
            Expr::Unary(op, ty, value) => Inst::Unary(op, ty, dst, self.src(value)),
            Expr::Binary(op, Scalar::Float(ty), left, right) => {
                Inst::Floating(op, ty, dst, self.src(left), self.src(right))
            }
            Expr::Binary(op, ty, left, right) => {
                let ty = ty.as_int().unwrap_or(IntType { bits: 64, signed: false });
                Inst::Integer(op, ty, dst, self.src(left), self.src(right))
            }
            Expr::Compare(op, ty, left, right) => Inst::Compare(op, ty, dst, self.src(left), self.src(right)),
            Expr::Convert { from, to, value } => Inst::Convert(from, to, dst, self.src(value)),
            Expr::Elem { base, index, stride, .. } => {
                Inst::Elem(dst, self.src(base), self.src(index), self.src(stride))
            }
            Expr::Field { base, offset, .. } => Inst::Field(dst, self.src(base), offset as u32),
            Expr::PtrDiff { left, right, stride } => {
                Inst::PtrDiff(dst, self.src(left), self.src(right), self.src(stride))
            }
        };
        self.emit(inst, pos);
    }

    fn call(&mut self, result: &CallResult, callee: &Callee, args: &[Arg], pos: Pos) {
        let callee_target = match callee {
            Callee::Direct(function) => Target::Direct(*function),
            Callee::Pointer(pointer, _) => Target::Pointer(self.src(*pointer)),
        };
        let args = args
            .iter()
            .map(|arg| match arg {
                Arg::Scalar(value, ty) => CallArg::Scalar(self.src(*value), *ty),
                Arg::Object(addr, _) => CallArg::Object(self.src(*addr)),
            })
            .collect();
        let returned = match callee {
            Callee::Direct(function) => self.program.functions[function.index()].ty.result,
            Callee::Pointer(_, ty) => ty.result,
        };
        let is_read = matches!(result, CallResult::Var(var) if self.read.contains(var));
        let (result, object) = match result {
            CallResult::None => (None, None),
            CallResult::Var(var) => {
                (Some((var.0, self.program.types.scalar(returned).unwrap_or(Scalar::INT))), None)
            }
            CallResult::Object(addr, ty) => (None, Some((self.src(*addr), self.size(*ty)))),
        };
        self.code.calls.push(CallInfo { result, is_read, object, callee: callee_target, args });
        let index = self.code.calls.len() as u32 - 1;
        self.emit(Inst::Call(index), pos);
    }
}
