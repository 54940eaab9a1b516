//! The end of objects with static storage: after `main`, or in `exit`.
//!
//! Objects are destroyed in the reverse order of their construction. The order of static locals is known only
//! in a run: the flag of each holds the number of static locals that are constructed so far.

use crate::ir::*;
use crate::lower::Linker;
use crate::lower::function::{FunctionLowering, Place};

/// An object with static storage that is destroyed at the end.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Exit {
    pub(in crate::lower) object: GlobalId,
    pub(in crate::lower) destroy: FuncId,
    /// How many elements there are, and how large they are.
    pub(in crate::lower) elements: (u64, u64),
    /// For a static local: what is not zero once it is constructed.
    pub(in crate::lower) flag: Option<GlobalId>,
}

/// Limit on static locals with destructors: the code to destroy them grows with the square.
const MAX_LOCALS: usize = 32;

impl FunctionLowering<'_, '_, '_> {
    /// Sets the flag of a static local that is constructed now.
    pub(in crate::lower) fn set_constructed(&mut self, flag: GlobalId) {
        let counter = match self.unit.linker.constructed {
            Some(known) => known,
            None => {
                let int = self.unit.linker.types.intern(Type::Scalar(Scalar::INT));
                let new = self.unit.anonymous_global(int, 4, self.pos);
                *self.unit.linker.constructed.insert(new)
            }
        };
        let place = |global| Place::Memory { addr: Operand::Global(global), bits: None };
        let before = self.load_place(place(counter), Scalar::INT, false);
        let one = self.int(1);
        let number = self.compute(Expr::Binary(BinaryOp::Add, Scalar::INT, before, one), Scalar::INT);
        self.store_place(place(counter), number, Scalar::INT, false);
        self.store_place(place(flag), number, Scalar::INT, false);
    }
}

/// A function under construction that calls others.
struct Code {
    vars: Vec<Var>,
    pointer: TypeId,
    int: TypeId,
    byte: TypeId,
    ptrdiff: IntType,
    pos: Pos,
}

impl Code {
    fn new(linker: &mut Linker, pos: Pos) -> Code {
        let byte = Type::Scalar(Scalar::Int(IntType { bits: 8, signed: false }));
        let byte = linker.types.intern(byte);
        let void = linker.types.intern(Type::Void);
        let pointer = linker.types.intern(Type::Pointer(void));
        let int = linker.types.intern(Type::Scalar(Scalar::INT));
        Code { vars: Vec::new(), pointer, int, byte, ptrdiff: linker.target.ptrdiff(), pos }
    }

    fn stmt(&self, kind: StmtKind) -> Stmt {
        Stmt { kind, pos: self.pos }
    }

    fn var(&mut self, ty: Scalar) -> VarId {
        let ctype = if ty == Scalar::Ptr { self.pointer } else { self.int };
        self.vars.push(Var { name: None, ty, ctype });
        VarId(self.vars.len() as u32 - 1)
    }

    fn call(&self, callee: FuncId, args: Vec<Arg>) -> Stmt {
        self.stmt(StmtKind::Call { result: CallResult::None, callee: Callee::Direct(callee), args })
    }

    /// Destroys the elements of an object, the last one first.
    fn destroy(&mut self, exit: &Exit) -> Vec<Stmt> {
        let mut code = Vec::new();
        for index in (0..exit.elements.0).rev() {
            let dst = self.var(Scalar::Ptr);
            let index = Operand::Int(i128::from(index * exit.elements.1), self.ptrdiff);
            let stride = Operand::Int(1, self.ptrdiff);
            let value = Expr::Elem { base: Operand::Global(exit.object), index, elem: self.byte, stride };
            code.push(self.stmt(StmtKind::Assign { dst, value }));
            code.push(self.call(exit.destroy, vec![Arg::Scalar(Operand::Var(dst), Scalar::Ptr)]));
        }
        code
    }

    /// Code where a flag has a value, or where it is not zero.
    fn if_flag(&mut self, flag: GlobalId, value: Option<usize>, then: Vec<Stmt>) -> [Stmt; 3] {
        let (dst, cond) = (self.var(Scalar::INT), self.var(Scalar::INT));
        let (addr, access) = (Operand::Global(flag), Access::plain(Scalar::INT));
        let int = IntType { bits: 32, signed: true };
        let (op, other) = match value {
            Some(value) => (CompareOp::Eq, value as i128),
            None => (CompareOp::Ne, 0),
        };
        let value = Expr::Compare(op, Scalar::INT, Operand::Var(dst), Operand::Int(other, int));
        [
            self.stmt(StmtKind::Load { dst, addr, access }),
            self.stmt(StmtKind::Assign { dst: cond, value }),
            self.stmt(StmtKind::If { cond: Operand::Var(cond), then, otherwise: Vec::new() }),
        ]
    }
}

impl Linker {
    /// Destroys objects with static storage after `main` and in `exit`: functions around both do it.
    pub(in crate::lower) fn destroy_last(&mut self) {
        let Some(&main) = self.function_names.get("main") else { return };
        if self.exits.is_empty() || self.functions[main.index()].body.is_none() {
            return;
        }
        let pos = self.functions[main.index()].pos;
        let end = self.end_function(pos);
        let began = self.main_with_end(main, end);
        self.exit_with_end(end, began, pos);
    }

    /// A function that destroys all objects.
    fn end_function(&mut self, pos: Pos) -> FuncId {
        let void = self.types.intern(Type::Void);
        let ty = FunctionType { result: void, params: Some(Vec::new()), variadic: false };
        let id = self.new_function("<end>".to_string(), ty, true, Role::Program, pos);
        let (locals, globals): (Vec<Exit>, Vec<Exit>) =
            self.exits.iter().partition(|exit| exit.flag.is_some());
        let (mut code, mut body) = (Code::new(self, pos), Vec::new());
        if locals.len() > MAX_LOCALS {
            body.push(code.stmt(StmtKind::Unsupported("the end of so many static locals".to_string())));
        }
        // Static locals are constructed after all others.
        for number in (1..=locals.len().min(MAX_LOCALS)).rev() {
            for exit in &locals {
                let Some(flag) = exit.flag else { continue };
                let then = code.destroy(exit);
                // There is only one that can be the first.
                let number = (locals.len() > 1).then_some(number);
                body.extend(code.if_flag(flag, number, then));
            }
        }
        for exit in globals.iter().rev() {
            body.append(&mut code.destroy(exit));
        }
        let function = &mut self.functions[id.index()];
        (function.vars, function.body) = (code.vars, Some(body));
        id
    }

    /// Replaces `main` by a function that calls it, and then the end. Returns a flag that is set before.
    fn main_with_end(&mut self, main: FuncId, end: FuncId) -> GlobalId {
        let (ty, pos) = (self.functions[main.index()].ty.clone(), self.functions[main.index()].pos);
        let id = self.new_function("<main>".to_string(), ty, true, Role::Program, pos);
        let mut code = Code::new(self, pos);
        let mut params = Vec::new();
        let mut args = Vec::new();
        for param in self.functions[main.index()].params.clone() {
            let Param::Var(var) = param else { continue };
            let var = self.functions[main.index()].vars[var.index()].clone();
            let id = VarId(code.vars.len() as u32);
            args.push(Arg::Scalar(Operand::Var(id), var.ty));
            params.push(Param::Var(id));
            code.vars.push(var);
        }
        let mut body = Vec::new();
        // A static local that is constructed before a variable ends after it.
        if self.exits.iter().any(|exit| exit.flag.is_none()) {
            let text = "a static local that is constructed before main".to_string();
            let early = code.stmt(StmtKind::Unsupported(text));
            for flag in self.exits.iter().filter_map(|exit| exit.flag) {
                body.extend(code.if_flag(flag, None, vec![early.clone()]));
            }
        }
        let began = GlobalId(self.globals.len() as u32);
        let (name, init) = (format!("literal.{}", began.0), Init::Cells(Vec::new()));
        self.globals.push(Global { name, ty: code.int, size: 4, init, constant: false, pos });
        let one = Operand::Int(1, IntType { bits: 32, signed: true });
        let (addr, access) = (Operand::Global(began), Access::plain(Scalar::INT));
        body.push(code.stmt(StmtKind::Store { addr, value: one, access }));
        let result = code.var(Scalar::INT);
        code.vars[result.index()].name = Some("status".to_string());
        let callee = Callee::Direct(main);
        body.push(code.stmt(StmtKind::Call { result: CallResult::Var(result), callee, args }));
        body.push(code.call(end, Vec::new()));
        body.push(code.stmt(StmtKind::Return(ReturnValue::Scalar(Operand::Var(result)))));
        let function = &mut self.functions[id.index()];
        (function.vars, function.params, function.body) = (code.vars, params, Some(body));
        self.function_names.insert("main".to_string(), id);
        began
    }

    /// Lets calls of `exit` destroy the objects first. Before `main`, it is not known which there are.
    fn exit_with_end(&mut self, end: FuncId, began: GlobalId, pos: Pos) {
        let Some(&exit) = self.function_names.get("exit") else { return };
        let own = self.functions[exit.index()].clone();
        if own.body.is_some() {
            return;
        }
        let library = FuncId(self.functions.len() as u32);
        self.functions.push(own);
        let mut code = Code::new(self, pos);
        let status = code.var(Scalar::INT);
        let text = "a call of exit before main".to_string();
        let early = code.stmt(StmtKind::Unsupported(text));
        let mut body = Vec::from(code.if_flag(began, Some(0), vec![early]));
        body.push(code.call(end, Vec::new()));
        body.push(code.call(library, vec![Arg::Scalar(Operand::Var(status), Scalar::INT)]));
        let function = &mut self.functions[exit.index()];
        (function.vars, function.params) = (code.vars, vec![Param::Var(status)]);
        (function.body, function.name, function.internal) = (Some(body), "<exit>".to_string(), true);
        self.function_names.insert("exit".to_string(), library);
    }
}
