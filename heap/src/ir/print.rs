//! The intermediate form as text, for people.

use super::*;
use std::fmt::{self, Write as _};

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "; pointers of {} bytes", self.target.pointer_bytes)?;
        for (id, _) in self.types.records() {
            f.write_str(&self.record_text(id))?;
        }
        for global in &self.globals {
            self.print_global(f, global)?;
        }
        if self.start.body.as_ref().is_some_and(|body| !body.is_empty()) {
            f.write_str(&function_text(self, &self.start))?;
        }
        for function in &self.functions {
            f.write_str(&function_text(self, function))?;
        }
        Ok(())
    }
}

impl Program {
    /// The layout of a record as text.
    pub fn record_text(&self, id: RecordId) -> String {
        let record = self.types.record(id);
        let Some(size) = record.size else { return format!("type {}\n", record.name) };
        let mut out = format!("type {} {{ ; {size} bytes\n", record.name);
        for field in &record.fields {
            let bits = match field.bit_width {
                Some(width) => {
                    format!(" bits {}..{}", field.bit_offset % 8, field.bit_offset % 8 + u64::from(width))
                }
                None => String::new(),
            };
            let name = if field.name.is_empty() { "_" } else { &field.name };
            let _ = writeln!(out, "  +{}{bits} {name}: {}", field.bit_offset / 8, self.types.name(field.ty));
        }
        out.push_str("}\n");
        out
    }

    fn print_global(&self, f: &mut fmt::Formatter<'_>, global: &Global) -> fmt::Result {
        let constant = if global.constant { "const" } else { "global" };
        write!(f, "{constant} @{}: {} ; {} bytes", global.name, self.types.name(global.ty), global.size)?;
        match &global.init {
            Init::Bytes(bytes) => writeln!(f, " = \"{}\"", bytes.escape_ascii()),
            Init::Unknown => writeln!(f, " = unknown"),
            Init::Cells(cells) => {
                for cell in cells {
                    let value = Printer::new(self, &self.start).operand(cell.value);
                    let plus = if cell.addend != 0 { format!(" + {}", cell.addend) } else { String::new() };
                    write!(f, "\n  +{}: {} = {value}{plus}", cell.offset, access_name(cell.access))?;
                }
                writeln!(f)
            }
        }
    }
}

/// One function as text.
pub fn function_text(program: &Program, function: &Function) -> String {
    let mut printer = Printer::new(program, function);
    printer.function();
    printer.out
}

fn access_name(access: Access) -> String {
    let bits = match access.bits {
        Some(bits) => format!(" bits {}..{}", bits.shift, bits.shift + bits.width),
        None => String::new(),
    };
    format!("{}{}{bits}", if access.volatile { "volatile " } else { "" }, access.ty)
}

struct Printer<'p> {
    program: &'p Program,
    function: &'p Function,
    out: String,
    depth: usize,
    line: u32,
}

impl<'p> Printer<'p> {
    fn new(program: &'p Program, function: &'p Function) -> Printer<'p> {
        Printer { program, function, out: String::new(), depth: 1, line: 0 }
    }

    fn function(&mut self) {
        let types = &self.program.types;
        let mut params: Vec<String> = self.function.params.iter().map(|param| self.param(param)).collect();
        if self.function.body.is_none() {
            params = self.function.ty.params.iter().flatten().map(|&param| types.name(param)).collect();
        }
        if self.function.ty.variadic {
            params.push("...".to_string());
        }
        let result = types.name(self.function.ty.result);
        let head = format!("fn {}({}) -> {result}", self.function.name, params.join(", "));
        let Some(body) = &self.function.body else {
            let _ = writeln!(self.out, "\nextern {head}");
            return;
        };
        let _ = writeln!(self.out, "\n{head} {{ ; {}", self.program.show_pos(self.function.pos));
        for slot in 0..self.function.slots.len() {
            let info = &self.function.slots[slot];
            let size = info.size.map_or("variable size".to_string(), |size| format!("{size} bytes"));
            let name = self.operand(Operand::Slot(SlotId(slot as u32)));
            let _ = writeln!(self.out, "  slot {name}: {} ; {size}", types.name(info.ty));
        }
        self.block(body);
        self.out.push_str("}\n");
    }

    fn param(&self, param: &Param) -> String {
        match *param {
            Param::Var(var) => format!("{}: {}", self.var(var), self.function.vars[var.index()].ty),
            Param::Slot(slot) => {
                let ty = self.program.types.name(self.function.slots[slot.index()].ty);
                format!("{}: {ty}", self.operand(Operand::Slot(slot)))
            }
        }
    }

    fn var(&self, var: VarId) -> String {
        match self.function.vars.get(var.index()).and_then(|info| info.name.as_ref()) {
            Some(name) => format!("{name}.{}", var.0),
            None => format!("%{}", var.0),
        }
    }

    fn operand(&self, operand: Operand) -> String {
        match operand {
            Operand::Var(var) => self.var(var),
            Operand::Int(value, _) => value.to_string(),
            Operand::Float(value, _) => format!("{value:?}"),
            Operand::Null => "null".to_string(),
            Operand::Global(global) => match &self.program.globals[global.index()] {
                Global { name, .. } if !name.is_empty() => format!("@{name}"),
                Global { init: Init::Bytes(bytes), .. } => format!("\"{}\"", bytes.escape_ascii()),
                _ => format!("@{}", global.0),
            },
            Operand::Slot(slot) => format!("&{}.{}", self.function.slots[slot.index()].name, slot.0),
            Operand::Func(function) => format!("@{}", self.program.functions[function.index()].name),
            Operand::Undef(ty) => format!("undef:{ty}"),
        }
    }

    fn text(&mut self, text: &str) {
        for _ in 0..self.depth {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// One statement's line; the line of the source follows where it changes.
    fn text_at(&mut self, text: &str, pos: Pos) {
        if pos.line == self.line || pos.line == 0 {
            return self.text(text);
        }
        self.line = pos.line;
        let indented = format!("{}{text}", "  ".repeat(self.depth));
        let _ = writeln!(self.out, "{indented:<50} ; line {}", pos.line);
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
                self.text_at(&format!("if {cond} {{"), stmt.pos);
                self.nested(then);
                if !otherwise.is_empty() {
                    self.text("} else {");
                    self.nested(otherwise);
                }
                self.text("}");
            }
            StmtKind::Block { label, body } => {
                self.text_at(&format!("block L{} {{", label.0), stmt.pos);
                self.nested(body);
                self.text("}");
            }
            StmtKind::Loop(the_loop) => self.the_loop(the_loop, stmt.pos),
            kind => {
                let text = self.simple(kind);
                self.text_at(&text, stmt.pos);
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
        self.text_at(&format!("loop L{} {{ ; {origin}", the_loop.label.0), pos);
        self.depth += 1;
        if !the_loop.tests_last {
            self.loop_test(the_loop);
        }
        self.text("body:");
        self.nested(&the_loop.body);
        if !the_loop.step.is_empty() {
            self.text("step:");
            self.nested(&the_loop.step);
        }
        if the_loop.tests_last {
            self.loop_test(the_loop);
        }
        self.depth -= 1;
        self.text("}");
    }

    fn loop_test(&mut self, the_loop: &Loop) {
        if the_loop.test.is_empty() && matches!(the_loop.cond, Operand::Int(1, _)) {
            return;
        }
        self.text("test:");
        self.nested(&the_loop.test);
        let cond = self.operand(the_loop.cond);
        self.depth += 1;
        self.text(&format!("while {cond}"));
        self.depth -= 1;
    }

    fn simple(&self, kind: &StmtKind) -> String {
        let show = |operand: &Operand| self.operand(*operand);
        let types = &self.program.types;
        match kind {
            StmtKind::Assign { dst, value } => format!("{} = {}", self.var(*dst), self.expr(value)),
            StmtKind::Load { dst, addr, access } => {
                format!("{} = load {} {}", self.var(*dst), access_name(*access), show(addr))
            }
            StmtKind::Store { addr, value, access } => {
                format!("store {} {}, {}", access_name(*access), show(addr), show(value))
            }
            StmtKind::Copy { dst, src, ty, size } => {
                format!("copy {} {}, {} ; {size} bytes", types.name(*ty), show(dst), show(src))
            }
            StmtKind::Zero { addr, size } => format!("zero {}, {size}", show(addr)),
            StmtKind::Call { result, callee, args } => self.call(result, callee, args),
            StmtKind::Begin(Local::Var(var)) => {
                format!("begin {}: {}", self.var(*var), self.function.vars[var.index()].ty)
            }
            StmtKind::Begin(Local::Slot(slot)) => format!("begin {}", self.operand(Operand::Slot(*slot))),
            StmtKind::BeginVla { slot, count, stride } => {
                format!("begin {}, {} x {}", self.operand(Operand::Slot(*slot)), show(count), show(stride))
            }
            StmtKind::End(slot) => format!("end {}", self.operand(Operand::Slot(*slot))),
            StmtKind::Alloca { dst, size } => format!("{} = alloca {}", self.var(*dst), show(size)),
            StmtKind::Break(label) => format!("break L{}", label.0),
            StmtKind::Continue(label) => format!("continue L{}", label.0),
            StmtKind::Return(ReturnValue::None) => "return".to_string(),
            StmtKind::Return(ReturnValue::Scalar(value)) => format!("return {}", show(value)),
            StmtKind::Return(ReturnValue::Object(addr, ty)) => {
                format!("return {} {}", types.name(*ty), show(addr))
            }
            StmtKind::Assume(cond) => format!("assume {}", show(cond)),
            StmtKind::Fail { failure: Failure::Assertion(text) } => {
                format!("fail assertion \"{}\"", text.escape_debug())
            }
            StmtKind::Fail { failure: Failure::ErrorCall(name) } => format!("fail call of {name}"),
            StmtKind::Unreachable => "unreachable".to_string(),
            StmtKind::Unsupported(reason) => format!("unsupported \"{reason}\""),
            // These have lines of their own.
            StmtKind::If { .. } | StmtKind::Loop(_) | StmtKind::Block { .. } => String::new(),
        }
    }

    fn call(&self, result: &CallResult, callee: &Callee, args: &[Arg]) -> String {
        let types = &self.program.types;
        let result = match result {
            CallResult::None => String::new(),
            CallResult::Var(var) => format!("{} = ", self.var(*var)),
            CallResult::Object(addr, _) => format!("*{} = ", self.operand(*addr)),
        };
        let callee = match callee {
            Callee::Direct(function) => self.program.functions[function.index()].name.clone(),
            Callee::Pointer(pointer, _) => format!("*{}", self.operand(*pointer)),
        };
        let args: Vec<String> = args
            .iter()
            .map(|arg| match arg {
                Arg::Scalar(value, _) => self.operand(*value),
                Arg::Object(addr, ty) => format!("{} {}", types.name(*ty), self.operand(*addr)),
            })
            .collect();
        format!("{result}call {callee}({})", args.join(", "))
    }

    fn expr(&self, expr: &Expr) -> String {
        let show = |operand: &Operand| self.operand(*operand);
        match expr {
            Expr::Use(operand) => show(operand),
            Expr::Unary(op, ty, value) => {
                let op = match op {
                    UnaryOp::Neg => "neg",
                    UnaryOp::Not => "not",
                };
                format!("{op} {ty} {}", show(value))
            }
            Expr::Binary(op, ty, left, right) => {
                let op = format!("{op:?}").to_lowercase();
                format!("{op} {ty} {}, {}", show(left), show(right))
            }
            Expr::Compare(op, ty, left, right) => {
                let op = format!("{op:?}").to_lowercase();
                format!("{op} {ty} {}, {}", show(left), show(right))
            }
            Expr::Convert { from, to, value } => format!("convert {from} to {to} {}", show(value)),
            Expr::Elem { base, index, elem, stride } => {
                format!(
                    "elem {}[{}] ; {} x {}",
                    show(base),
                    show(index),
                    show(stride),
                    self.program.types.name(*elem)
                )
            }
            Expr::Field { base, record, field, offset } => {
                let record = self.program.types.record(*record);
                let field = &record.fields[*field as usize].name;
                format!(
                    "field {}.{} +{offset} ; {}",
                    show(base),
                    if field.is_empty() { "_" } else { field },
                    record.name
                )
            }
            Expr::PtrDiff { left, right, stride } => {
                format!("ptrdiff {}, {} ; / {}", show(left), show(right), show(stride))
            }
        }
    }
}
