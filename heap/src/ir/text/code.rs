//! Printing the intermediate representation: functions and their statements.

use super::names::{Names, field_word, quoted, word};
use super::print::{Detail, NOWHERE, access_text, operand_text, place_text};
use crate::ir::*;
use std::fmt::Write as _;

/// Columns after which a list of variables is continued on another line, and where positions begin.
const WIDE: usize = 100;
const MARGIN: usize = 50;

/// Prints one function.
pub(super) struct Code<'p> {
    program: &'p Program,
    names: &'p Names<'p>,
    function: &'p Function,
    detail: Detail,
    out: &'p mut String,
    depth: usize,
    /// The position that was printed last.
    last: Pos,
}

impl<'p> Code<'p> {
    pub(super) fn new(
        program: &'p Program,
        names: &'p Names<'p>,
        function: &'p Function,
        detail: Detail,
        out: &'p mut String,
    ) -> Code<'p> {
        Code { program, names, function, detail, out, depth: 0, last: NOWHERE }
    }

    /// A function that goes by this name.
    pub(super) fn function(&mut self, name: &str) {
        self.out.push('\n');
        let function = self.function;
        let role = match function.role {
            Role::Program => "",
            Role::Stub => "stub ",
            Role::Model => "model ",
        };
        let head = format!(
            "{}{}{role}{}fn {name}({}) -> {}{}",
            if function.body.is_none() { "extern " } else { "" },
            if function.internal { "internal " } else { "" },
            if function.returns { "" } else { "noreturn " },
            self.params(),
            self.names.ty(function.ty.result),
            self.declared_type(),
        );
        match &function.body {
            None => self.line_at(&head, function.pos),
            Some(body) => {
                self.line_at(&format!("{head} {{"), function.pos);
                self.body(body);
            }
        }
    }

    /// What runs before `main`.
    pub(super) fn start(&mut self) {
        self.out.push('\n');
        self.line_at("start {", self.function.pos);
        self.body(self.function.body.as_ref().unwrap_or(&Vec::new()));
    }

    fn body(&mut self, body: &Block) {
        self.depth = 1;
        self.variables();
        for (index, slot) in self.function.slots.iter().enumerate() {
            let size = slot.size.map_or("variable size".to_string(), |size| format!("{size} bytes"));
            let name = self.slot(SlotId(index as u32));
            self.line_at(&format!("slot {name}: {}, {size}", self.names.ty(slot.ty)), slot.pos);
        }
        self.block(body);
        self.depth = 0;
        self.line("}");
    }

    /// Parameters with their names if there is a body, otherwise those of the type.
    fn params(&self) -> String {
        let ty = &self.function.ty;
        let mut params: Vec<String> = match (&self.function.body, &ty.params) {
            (Some(_), _) => self.function.params.iter().map(|param| self.param(param)).collect(),
            (None, Some(params)) => params.iter().map(|&param| self.names.ty(param)).collect(),
            (None, None) => vec!["?".to_string()],
        };
        if ty.variadic {
            params.push("...".to_string());
        }
        params.join(", ")
    }

    fn param(&self, param: &Param) -> String {
        match *param {
            Param::Var(var) => format!("{}: {}", self.var(var), self.var_type(var)),
            Param::Slot(slot) => {
                format!("{}: {}", self.slot(slot), self.names.ty(self.function.slots[slot.index()].ty))
            }
        }
    }

    /// The type of the function, where its parameters tell another one.
    fn declared_type(&self) -> String {
        let types = self.function.params.iter().map(|param| match *param {
            Param::Var(var) => self.function.vars[var.index()].ctype,
            Param::Slot(slot) => self.function.slots[slot.index()].ty,
        });
        let of_params: Vec<TypeId> = types.collect();
        match self.function.body.is_none() || self.function.ty.params == Some(of_params) {
            true => String::new(),
            false => format!(" as {}", self.names.function_type(&self.function.ty)),
        }
    }

    /// The type of a variable; with the scalar that it holds, if that is not the scalar of its type.
    fn var_type(&self, var: VarId) -> String {
        let info = &self.function.vars[var.index()];
        let ty = self.names.ty(info.ctype);
        match self.program.types.scalar(info.ctype) == Some(info.ty) {
            true => ty,
            false => format!("{ty} as {}", info.ty),
        }
    }

    /// Declares all variables that are no parameters, those of one type together.
    fn variables(&mut self) {
        let mut groups: Vec<(String, Vec<VarId>)> = Vec::new();
        let mut places: BTreeMap<(TypeId, Scalar), usize> = BTreeMap::new();
        for (index, info) in self.function.vars.iter().enumerate() {
            let var = VarId(index as u32);
            if self.function.params.contains(&Param::Var(var)) {
                continue;
            }
            let group = *places.entry((info.ctype, info.ty)).or_insert_with(|| {
                groups.push((self.var_type(var), Vec::new()));
                groups.len() - 1
            });
            groups[group].1.push(var);
        }
        for (ty, vars) in groups {
            let mut line = String::new();
            for var in vars {
                if line.len() > WIDE {
                    self.line(&format!("let {line}: {ty}"));
                    line.clear();
                }
                line += if line.is_empty() { "" } else { ", " };
                line += &self.var(var);
            }
            self.line(&format!("let {line}: {ty}"));
        }
    }

    fn var(&self, var: VarId) -> String {
        match self.function.vars.get(var.index()).and_then(|info| info.name.as_ref()) {
            Some(name) => format!("{}.{}", word(name), var.0),
            None => format!("%{}", var.0),
        }
    }

    fn slot(&self, slot: SlotId) -> String {
        format!("&{}.{}", word(&self.function.slots[slot.index()].name), slot.0)
    }

    /// An operand where the reader does not know which type to expect.
    fn operand(&self, operand: Operand) -> String {
        self.operand_of(operand, Scalar::INT)
    }

    fn operand_of(&self, operand: Operand, expected: Scalar) -> String {
        match operand {
            Operand::Var(var) => self.var(var),
            Operand::Slot(slot) => self.slot(slot),
            other => operand_text(self.names, other, expected),
        }
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(self.depth));
    }

    /// A line with its place in the source, if that is news.
    fn line_at(&mut self, text: &str, pos: Pos) {
        let place = match self.detail {
            Detail::Brief if pos.line == self.last.line || pos.line == 0 => return self.line(text),
            Detail::Complete if pos == self.last => return self.line(text),
            Detail::Brief if self.last == NOWHERE => format!("; {}", self.program.show_pos(pos)),
            Detail::Brief => format!("; line {}", pos.line),
            Detail::Complete => place_text(pos, self.last),
        };
        self.last = pos;
        let indented = format!("{}{text}", "  ".repeat(self.depth));
        let _ = writeln!(self.out, "{indented:<MARGIN$} {place}");
    }

    fn block(&mut self, block: &Block) {
        for stmt in block {
            self.stmt(stmt);
        }
    }

    fn nested(&mut self, block: &Block) {
        self.depth += 1;
        self.block(block);
        self.depth -= 1;
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::If { cond, then, otherwise } => {
                let cond = self.operand(*cond);
                self.line_at(&format!("if {cond} {{"), stmt.pos);
                self.nested(then);
                if !otherwise.is_empty() {
                    self.line("} else {");
                    self.nested(otherwise);
                }
                self.line("}");
            }
            StmtKind::Block { label, body } => {
                self.line_at(&format!("block L{} {{", label.0), stmt.pos);
                self.nested(body);
                self.line("}");
            }
            StmtKind::Loop(the_loop) => self.the_loop(the_loop, stmt.pos),
            kind => {
                let text = self.simple(kind);
                self.line_at(&text, stmt.pos);
            }
        }
    }

    fn the_loop(&mut self, the_loop: &Loop, pos: Pos) {
        let origin = match the_loop.origin {
            LoopOrigin::While => "while",
            LoopOrigin::For => "for",
            LoopOrigin::Do => "do",
            LoopOrigin::Goto => "goto",
        };
        self.line_at(&format!("loop L{} {origin} {{", the_loop.label.0), pos);
        self.depth += 1;
        if !the_loop.visible.is_empty() {
            let visible: Vec<String> = the_loop.visible.iter().map(|&var| self.var(var)).collect();
            self.line(&format!("visible {}", visible.join(", ")));
        }
        let is_endless = the_loop.test.is_empty() && the_loop.cond == Operand::Int(1, IntType::INT);
        if !the_loop.tests_last && !is_endless {
            self.loop_test(the_loop);
        }
        self.line("body:");
        self.nested(&the_loop.body);
        if !the_loop.step.is_empty() {
            self.line("step:");
            self.nested(&the_loop.step);
        }
        if the_loop.tests_last {
            self.loop_test(the_loop);
        }
        self.depth -= 1;
        self.line("}");
    }

    fn loop_test(&mut self, the_loop: &Loop) {
        self.line("test:");
        self.nested(&the_loop.test);
        let cond = self.operand(the_loop.cond);
        self.depth += 1;
        self.line(&format!("while {cond}"));
        self.depth -= 1;
    }

    fn simple(&self, kind: &StmtKind) -> String {
        let show = |operand: &Operand| self.operand(*operand);
        let names = self.names;
        match kind {
            StmtKind::Assign { dst, value } => format!("{} = {}", self.var(*dst), self.expr(*dst, value)),
            StmtKind::Load { dst, addr, access } => {
                format!("{} = load {} {}", self.var(*dst), access_text(*access), show(addr))
            }
            StmtKind::Store { addr, value, access } => {
                let value = self.operand_of(*value, access.ty);
                format!("store {} {}, {value}", access_text(*access), show(addr))
            }
            StmtKind::Copy { dst, src, ty, size } => {
                format!("copy {} {}, {}, {size} bytes", names.ty(*ty), show(dst), show(src))
            }
            StmtKind::Zero { addr, size } => format!("zero {}, {size} bytes", show(addr)),
            StmtKind::Call { result, callee, args } => self.call(result, callee, args),
            StmtKind::Begin(Local::Var(var)) => format!("begin {}", self.var(*var)),
            StmtKind::Begin(Local::Slot(slot)) => format!("begin {}", self.slot(*slot)),
            StmtKind::BeginVla { slot, count, stride } => {
                let ptrdiff = Scalar::Int(self.program.target.ptrdiff());
                let (count, stride) = (self.operand_of(*count, ptrdiff), self.operand_of(*stride, ptrdiff));
                format!("begin {}, {count} x {stride}", self.slot(*slot))
            }
            StmtKind::End(Local::Var(var)) => format!("end {}", self.var(*var)),
            StmtKind::End(Local::Slot(slot)) => format!("end {}", self.slot(*slot)),
            StmtKind::Alloca { dst, size } => {
                let size = self.operand_of(*size, Scalar::Int(self.program.target.size()));
                format!("{} = alloca {size}", self.var(*dst))
            }
            StmtKind::Break(label) => format!("break L{}", label.0),
            StmtKind::Continue(label) => format!("continue L{}", label.0),
            StmtKind::Return(ReturnValue::None) => "return".to_string(),
            StmtKind::Return(ReturnValue::Scalar(value)) => {
                let expected = self.program.types.scalar(self.function.ty.result).unwrap_or(Scalar::INT);
                format!("return {}", self.operand_of(*value, expected))
            }
            StmtKind::Return(ReturnValue::Object(addr, ty)) => {
                format!("return {} {}", names.ty(*ty), show(addr))
            }
            StmtKind::Assume(cond) => format!("assume {}", show(cond)),
            StmtKind::Bound { index, count } => {
                let ptrdiff = Scalar::Int(self.program.target.ptrdiff());
                let [index, count] = [index, count].map(|side| self.operand_of(*side, ptrdiff));
                format!("bound {index} below {count}")
            }
            StmtKind::Fail { failure: Failure::Assertion(text) } => {
                format!("fail assertion {}", quoted(text.as_bytes()))
            }
            StmtKind::Fail { failure: Failure::ErrorCall(name) } => format!("fail call of {}", word(name)),
            StmtKind::Unreachable => "unreachable".to_string(),
            StmtKind::Unsupported(reason) => format!("unsupported {}", quoted(reason.as_bytes())),
            // These have lines of their own.
            StmtKind::If { .. } | StmtKind::Loop(_) | StmtKind::Block { .. } => String::new(),
        }
    }

    fn call(&self, result: &CallResult, callee: &Callee, args: &[Arg]) -> String {
        let result = match result {
            CallResult::None => String::new(),
            CallResult::Var(var) => format!("{} = ", self.var(*var)),
            CallResult::Object(addr, ty) => format!("*{}: {} = ", self.operand(*addr), self.names.ty(*ty)),
        };
        let args: Vec<String> = args
            .iter()
            .map(|arg| match arg {
                Arg::Scalar(value, _) => self.operand(*value),
                Arg::Object(addr, ty) => format!("{} {}", self.names.ty(*ty), self.operand(*addr)),
            })
            .collect();
        let args = args.join(", ");
        match callee {
            Callee::Direct(function) => format!("{result}call {}({args})", self.names.function(*function)),
            Callee::Pointer(pointer, ty) => {
                format!(
                    "{result}call *{}({args}) as {}",
                    self.operand(*pointer),
                    self.names.function_type(ty)
                )
            }
        }
    }

    /// What is assigned to a variable.
    fn expr(&self, dst: VarId, expr: &Expr) -> String {
        let show = |operand: &Operand| self.operand(*operand);
        let ptrdiff = Scalar::Int(self.program.target.ptrdiff());
        match expr {
            Expr::Use(operand) => self.operand_of(*operand, self.function.vars[dst.index()].ty),
            Expr::Unary(op, ty, value) => {
                let op = match op {
                    UnaryOp::Neg => "neg",
                    UnaryOp::Not => "not",
                };
                format!("{op} {ty} {}", self.operand_of(*value, *ty))
            }
            Expr::Binary(op, ty, left, right) => {
                let op = format!("{op:?}").to_lowercase();
                format!("{op} {ty} {}, {}", self.operand_of(*left, *ty), self.operand_of(*right, *ty))
            }
            Expr::Compare(op, ty, left, right) => {
                let op = format!("{op:?}").to_lowercase();
                format!("{op} {ty} {}, {}", self.operand_of(*left, *ty), self.operand_of(*right, *ty))
            }
            Expr::Convert { from, to, value } => {
                format!("convert {from} to {to} {}", self.operand_of(*value, *from))
            }
            Expr::Elem { base, index, elem, stride } => {
                let (index, stride) = (self.operand_of(*index, ptrdiff), self.operand_of(*stride, ptrdiff));
                format!("elem {}[{index}] of {} by {stride}", show(base), self.names.ty(*elem))
            }
            Expr::Field { base, record, field, offset } => {
                let name = self.field(*record, *field);
                format!("field {}.{name} +{offset} of {}", show(base), self.names.record(*record))
            }
            Expr::PtrDiff { left, right, stride } => {
                format!("ptrdiff {}, {} by {}", show(left), show(right), self.operand_of(*stride, ptrdiff))
            }
        }
    }

    /// A field by its name, or by its number if several have that name.
    fn field(&self, record: RecordId, field: u32) -> String {
        let fields = &self.program.types.record(record).fields;
        let name = &fields[field as usize].name;
        match fields.iter().filter(|other| other.name == *name).count() {
            1 => field_word(name),
            _ => format!("#{field}"),
        }
    }
}
