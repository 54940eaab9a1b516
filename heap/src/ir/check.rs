//! What holds of every program that lowering makes, as a function: called on all programs in tests and debug
//! builds.

use super::*;

/// Something that is wrong with a program.
pub(super) struct Defect {
    /// In which function, if in one.
    pub(super) function: Option<String>,
    /// Where, if that is known.
    pub(super) pos: Option<Pos>,
    /// What.
    pub(super) cause: String,
}

impl Program {
    /// Checks that the program is well formed: numbers refer to something, jumps go outward to a label that
    /// is there, operations get values of the type that they say, fields lie within their records. Returns
    /// the first thing that is wrong.
    pub fn check_invariants(&self) -> Result<(), String> {
        let Some(Defect { function, pos, cause }) = self.first_defect() else { return Ok(()) };
        let function = function.map_or(String::new(), |function| format!("in {function}: "));
        let pos = pos.map_or(String::new(), |pos| format!("at {}: ", self.show_pos(pos)));
        Err(format!("{function}{pos}{cause}"))
    }

    /// The first thing that is wrong with the program.
    pub(super) fn first_defect(&self) -> Option<Defect> {
        for (id, record) in self.types.records() {
            if let Err(cause) = self.types.check_record(id, self.target) {
                return Some(Defect {
                    function: None,
                    pos: None,
                    cause: format!("{}: {cause}", record.name),
                });
            }
        }
        for function in self.functions.iter().chain(std::iter::once(&self.start)) {
            let mut checker = Checker {
                program: self,
                function,
                labels: Vec::new(),
                seen: vec![false; function.labels as usize],
                pos: function.pos,
            };
            if let Err(cause) = checker.function() {
                return Some(Defect { function: Some(function.name.clone()), pos: Some(checker.pos), cause });
            }
        }
        None
    }
}

impl TypeTable {
    /// Checks that the fields of a record lie within it, and that it is no part of itself.
    pub(super) fn check_record(&self, id: RecordId, target: Target) -> Check {
        let record = self.record(id);
        for field in &record.fields {
            let Some(size) = record.size else { break };
            let bits = match field.bit_width {
                Some(width) => Some(u64::from(width)),
                None => self.size(field.ty, target).unwrap_or(0).checked_mul(8),
            };
            let end = bits.and_then(|bits| field.bit_offset.checked_add(bits));
            let is_inside = end.is_some_and(|end| end.div_ceil(8) <= size);
            ensure(is_inside, || format!("the field {} does not lie within its record", field.name))?;
        }
        let mut pending: Vec<RecordId> = vec![id];
        let mut seen = vec![false; self.records().count()];
        while let Some(around) = pending.pop() {
            for field in &self.record(around).fields {
                let mut ty = field.ty;
                while let Some(element) = self.element(ty) {
                    ty = element;
                }
                let Type::Record(inner) = *self.get(ty) else { continue };
                ensure(inner != id, || "a record is part of itself".to_string())?;
                if !std::mem::replace(&mut seen[inner.0 as usize], true) {
                    pending.push(inner);
                }
            }
        }
        Ok(())
    }
}

struct Checker<'p> {
    program: &'p Program,
    function: &'p Function,
    /// The labels around, and whether each is that of a loop.
    labels: Vec<(Label, bool)>,
    seen: Vec<bool>,
    /// The statement that is checked.
    pos: Pos,
}

type Check = Result<(), String>;

fn ensure(holds: bool, complaint: impl FnOnce() -> String) -> Check {
    if holds { Ok(()) } else { Err(complaint()) }
}

impl Checker<'_> {
    fn function(&mut self) -> Check {
        let Some(body) = &self.function.body else { return Ok(()) };
        for param in &self.function.params {
            match *param {
                Param::Var(var) => self.var(var).map(|_| ())?,
                Param::Slot(slot) => self.ty(Operand::Slot(slot)).map(|_| ())?,
            }
        }
        self.block(body, 0)
    }

    fn block(&mut self, block: &Block, depth: usize) -> Check {
        ensure(depth <= 2 * MAX_NESTING, || "nested too deeply".to_string())?;
        block.iter().try_for_each(|stmt| {
            self.pos = stmt.pos;
            self.stmt(&stmt.kind, depth)
        })
    }

    fn var(&self, var: VarId) -> Result<Scalar, String> {
        let info =
            self.function.vars.get(var.index()).ok_or_else(|| format!("there is no variable {}", var.0))?;
        Ok(info.ty)
    }

    /// The type of a value, which must exist.
    fn ty(&self, operand: Operand) -> Result<Scalar, String> {
        match operand {
            Operand::Var(var) => self.var(var),
            Operand::Int(value, ty) => {
                ensure(ty.holds(value), || format!("{value} is not in the range of {ty}"))?;
                Ok(Scalar::Int(ty))
            }
            Operand::Float(_, ty) => Ok(Scalar::Float(ty)),
            Operand::Null => Ok(Scalar::Ptr),
            Operand::Global(global) => {
                ensure(global.index() < self.program.globals.len(), || {
                    format!("there is no global {}", global.0)
                })?;
                Ok(Scalar::Ptr)
            }
            Operand::Slot(slot) => {
                ensure(slot.index() < self.function.slots.len(), || format!("there is no slot {}", slot.0))?;
                Ok(Scalar::Ptr)
            }
            Operand::Func(function) => {
                ensure(function.index() < self.program.functions.len(), || {
                    format!("there is no function {}", function.0)
                })?;
                Ok(Scalar::Ptr)
            }
            Operand::Undef(ty) => Ok(ty),
        }
    }

    fn show(&self, operand: Operand) -> String {
        match operand {
            Operand::Var(var) => match &self.function.vars[var.index()].name {
                Some(name) => format!("the variable {name}.{}", var.0),
                None => format!("the variable %{}", var.0),
            },
            Operand::Int(value, _) => format!("the number {value}"),
            Operand::Float(value, _) => format!("the number {value:?}"),
            Operand::Undef(_) => "the undefined value".to_string(),
            Operand::Null | Operand::Global(_) | Operand::Slot(_) | Operand::Func(_) => {
                "the address".to_string()
            }
        }
    }

    fn expect(&self, operand: Operand, ty: Scalar) -> Check {
        let found = self.ty(operand)?;
        ensure(found == ty, || format!("{} is of type {found}, not {ty}", self.show(operand)))
    }

    fn integer(&self, operand: Operand) -> Check {
        let found = self.ty(operand)?;
        ensure(matches!(found, Scalar::Int(_)), || {
            format!("{} is of type {found}, not an integer", self.show(operand))
        })
    }

    /// The type of what an expression computes.
    fn expr(&self, expr: &Expr) -> Result<Scalar, String> {
        let ptrdiff = Scalar::Int(self.program.target.ptrdiff());
        match *expr {
            Expr::Use(value) => self.ty(value),
            Expr::Unary(op, ty, value) => {
                let exists = ty != Scalar::Ptr && (op == UnaryOp::Neg || ty.as_int().is_some());
                ensure(exists, || format!("there is no {op:?} of type {ty}"))?;
                self.expect(value, ty).map(|()| ty)
            }
            Expr::Binary(op, ty, left, right) => {
                self.expect(left, ty)?;
                match op {
                    BinaryOp::Shl | BinaryOp::Shr => self.integer(right)?,
                    _ => self.expect(right, ty)?,
                }
                let of_floats = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div);
                ensure(ty != Scalar::Ptr, || "arithmetic of pointers".to_string())?;
                ensure(of_floats || ty.as_int().is_some(), || format!("there is no {op:?} of type {ty}"))?;
                Ok(ty)
            }
            Expr::Compare(_, ty, left, right) => {
                self.expect(left, ty)?;
                self.expect(right, ty)?;
                Ok(Scalar::INT)
            }
            Expr::Convert { from, to, value } => self.expect(value, from).map(|()| to),
            Expr::Elem { base, index, stride, .. } => {
                self.expect(base, Scalar::Ptr)?;
                self.expect(index, ptrdiff)?;
                self.expect(stride, ptrdiff)?;
                Ok(Scalar::Ptr)
            }
            Expr::Field { base, record, field, .. } => {
                self.expect(base, Scalar::Ptr)?;
                let fields = &self.program.types.record(record).fields;
                ensure((field as usize) < fields.len(), || format!("there is no field {field}"))?;
                Ok(Scalar::Ptr)
            }
            Expr::PtrDiff { left, right, stride } => {
                self.expect(left, Scalar::Ptr)?;
                self.expect(right, Scalar::Ptr)?;
                self.expect(stride, ptrdiff)?;
                Ok(ptrdiff)
            }
        }
    }

    fn access(&self, access: Access) -> Check {
        let Some(bits) = access.bits else { return Ok(()) };
        let fits = bits.shift < 8 && (1..=64).contains(&bits.width);
        ensure(fits && matches!(access.ty, Scalar::Int(_)), || format!("a bad bit-field: {bits:?}"))
    }

    fn stmt(&mut self, kind: &StmtKind, depth: usize) -> Check {
        match kind {
            StmtKind::Assign { dst, value } => {
                let (dst, found) = (self.var(*dst)?, self.expr(value)?);
                ensure(dst == found, || format!("a value of type {found} for a variable of type {dst}"))
            }
            StmtKind::Load { dst, addr, access } => {
                self.expect(*addr, Scalar::Ptr)?;
                self.access(*access)?;
                let dst = self.var(*dst)?;
                ensure(dst == access.ty, || {
                    format!("a load of type {} for a variable of type {dst}", access.ty)
                })
            }
            StmtKind::Store { addr, value, access } => {
                self.expect(*addr, Scalar::Ptr)?;
                self.access(*access)?;
                self.expect(*value, access.ty)
            }
            StmtKind::Copy { dst, src, .. } => {
                self.expect(*dst, Scalar::Ptr)?;
                self.expect(*src, Scalar::Ptr)
            }
            StmtKind::Zero { addr, .. } => self.expect(*addr, Scalar::Ptr),
            StmtKind::Call { result, callee, args } => self.call(result, callee, args),
            StmtKind::Begin(Local::Var(var)) | StmtKind::End(Local::Var(var)) => self.var(*var).map(|_| ()),
            StmtKind::Begin(Local::Slot(slot)) | StmtKind::End(Local::Slot(slot)) => {
                self.ty(Operand::Slot(*slot)).map(|_| ())
            }
            StmtKind::BeginVla { slot, count, stride } => {
                self.ty(Operand::Slot(*slot))?;
                self.integer(*count)?;
                self.integer(*stride)
            }
            StmtKind::Alloca { dst, size } => {
                self.integer(*size)?;
                let dst = self.var(*dst)?;
                ensure(dst == Scalar::Ptr, || format!("an address for a variable of type {dst}"))
            }
            StmtKind::If { cond, then, otherwise } => {
                self.integer(*cond)?;
                self.block(then, depth + 1)?;
                self.block(otherwise, depth + 1)
            }
            StmtKind::Loop(the_loop) => {
                self.begin_label(the_loop.label, true)?;
                the_loop.visible.iter().try_for_each(|&var| self.var(var).map(|_| ()))?;
                self.block(&the_loop.test, depth + 1)?;
                self.integer(the_loop.cond)?;
                self.block(&the_loop.body, depth + 1)?;
                self.block(&the_loop.step, depth + 1)?;
                self.labels.pop();
                Ok(())
            }
            StmtKind::Block { label, body } => {
                self.begin_label(*label, false)?;
                self.block(body, depth + 1)?;
                self.labels.pop();
                Ok(())
            }
            StmtKind::Break(label) => {
                let found = self.labels.iter().any(|(around, _)| around == label);
                ensure(found, || format!("nothing around is called L{}", label.0))
            }
            StmtKind::Continue(label) => {
                let found = self.labels.contains(&(*label, true));
                ensure(found, || format!("no loop around is called L{}", label.0))
            }
            StmtKind::Return(ReturnValue::Scalar(value)) => {
                let result = self.program.types.scalar(self.function.ty.result);
                let found = self.ty(*value)?;
                ensure(result == Some(found), || format!("a result of type {found} in place of {result:?}"))
            }
            StmtKind::Return(ReturnValue::Object(addr, _)) => self.expect(*addr, Scalar::Ptr),
            StmtKind::Assume(cond) => self.integer(*cond),
            StmtKind::Bound { index, count } => {
                let ptrdiff = Scalar::Int(self.program.target.ptrdiff());
                self.expect(*index, ptrdiff)?;
                self.expect(*count, ptrdiff)
            }
            StmtKind::Return(ReturnValue::None)
            | StmtKind::Fail { .. }
            | StmtKind::Unreachable
            | StmtKind::Unsupported(_) => Ok(()),
        }
    }

    fn begin_label(&mut self, label: Label, is_loop: bool) -> Check {
        let Some(seen) = self.seen.get_mut(label.index()) else {
            return Err(format!("there is no label L{}", label.0));
        };
        let before = std::mem::replace(seen, true);
        self.labels.push((label, is_loop));
        ensure(!before, || format!("the label L{} is there twice", label.0))
    }

    fn call(&self, result: &CallResult, callee: &Callee, args: &[Arg]) -> Check {
        match callee {
            Callee::Direct(function) => self.ty(Operand::Func(*function)).map(|_| ())?,
            Callee::Pointer(pointer, _) => self.expect(*pointer, Scalar::Ptr)?,
        }
        for arg in args {
            match arg {
                Arg::Scalar(value, ty) => self.expect(*value, *ty)?,
                Arg::Object(addr, _) => self.expect(*addr, Scalar::Ptr)?,
            }
        }
        match result {
            CallResult::None => Ok(()),
            CallResult::Var(var) => self.var(*var).map(|_| ()),
            CallResult::Object(addr, _) => self.expect(*addr, Scalar::Ptr),
        }
    }
}
