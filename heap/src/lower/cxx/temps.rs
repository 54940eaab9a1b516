//! Temporaries: they end with the full expression that they are in, in reverse order, or live as long as the
//! reference that they are bound to.

use super::class::layout::Within;
use super::throw::Unwinding;
use crate::clang::{CType, Cursor, TypeKind};
use crate::ir::*;
use crate::lower::function::FunctionLowering;
use fxhash::FxHashMap;

/// How long a temporary lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::lower) enum Life {
    /// Until the end of the full expression.
    Full,
    /// Until the end of the innermost scope: it is bound to a reference there.
    Scope,
}

/// A full expression that is being lowered.
#[derive(Default)]
pub(super) struct FullExpression<'u> {
    /// The nesting of code at its start: temporaries that are made deeper inside are made conditionally.
    depth: usize,
    /// How many scopes are around it.
    pub(super) scopes: usize,
    pub(super) temporaries: Vec<Temporary<'u>>,
}

#[derive(Clone, Copy)]
pub(super) struct Temporary<'u> {
    slot: SlotId,
    ctype: CType<'u>,
    /// Is set if it was made, unless it always is.
    flag: Option<VarId>,
}

/// What only functions in C++ have.
#[derive(Default)]
pub(in crate::lower) struct CxxFunction<'u> {
    /// The object that a member function is called on.
    pub(in crate::lower) this: Option<Operand>,
    /// Where a class result goes.
    pub(in crate::lower) result: Option<Operand>,
    /// The class of that object, and the type of the result.
    pub(in crate::lower) class: Option<CType<'u>>,
    pub(in crate::lower) result_type: Option<CType<'u>>,
    /// The local variable that is the result.
    pub(in crate::lower) returned: Option<usize>,
    pub(super) full: Vec<FullExpression<'u>>,
    /// The larger object that the object of a constructor is a base of.
    pub(in crate::lower) within: Option<Within<'u>>,
    /// The same for the object that is constructed next.
    pub(in crate::lower) building: Option<Within<'u>>,
    /// Whether it is a constructor, and its object is not complete.
    pub(in crate::lower) makes_object: bool,
    /// How long the elements live of the list in braces that is made next.
    pub(super) list_life: Option<Life>,
    /// What exceptions need.
    pub(in crate::lower) is_noexcept: bool,
    pub(in crate::lower) lists_exceptions: bool,
    pub(super) unwinding: Unwinding<'u>,
    /// The class objects among the locals: they are destroyed when they end.
    destroyed: FxHashMap<SlotId, CType<'u>>,
    /// Flags of temporaries, which are clear at first.
    flags: Vec<VarId>,
}

impl<'u> FunctionLowering<'_, '_, 'u> {
    /// Lowers a full expression: its temporaries end with it.
    pub(in crate::lower) fn full<R>(&mut self, make: impl FnOnce(&mut Self) -> R) -> R {
        let (depth, scopes) = (self.depth, self.scopes.len());
        self.cxx.full.push(FullExpression { depth, scopes, temporaries: Vec::new() });
        let result = make(self);
        let temporaries = self.cxx.full.pop().map(|full| full.temporaries).unwrap_or_default();
        if self.is_open() {
            for temporary in temporaries.into_iter().rev() {
                self.end_temporary(temporary);
            }
        }
        result
    }

    pub(super) fn end_temporary(&mut self, temporary: Temporary<'u>) {
        let Temporary { slot, ctype, flag } = temporary;
        let Some(flag) = flag else {
            self.destroy(Operand::Slot(slot), ctype);
            return self.emit(StmtKind::End(Local::Slot(slot)));
        };
        let then = self.nested(|this| {
            this.destroy(Operand::Slot(slot), ctype);
            this.emit(StmtKind::End(Local::Slot(slot)));
            let zero = this.int(0);
            this.assign(flag, zero);
        });
        self.emit(StmtKind::If { cond: Operand::Var(flag), then, otherwise: Vec::new() });
    }

    /// The value of a full expression. It is kept while the temporaries end.
    pub(in crate::lower) fn full_value(&mut self, cursor: Cursor<'u>) -> Operand {
        if self.unit.cxx.is_none() {
            return self.rvalue(cursor);
        }
        self.full(|this| {
            let value = this.rvalue(cursor);
            this.kept(value)
        })
    }

    /// A condition that is a full expression.
    pub(in crate::lower) fn full_condition(&mut self, cursor: Cursor<'u>) -> Operand {
        if self.unit.cxx.is_none() {
            return self.condition(cursor);
        }
        self.full(|this| {
            let value = this.condition(cursor);
            this.kept(value)
        })
    }

    /// A value that does not change when a variable does.
    pub(in crate::lower) fn kept(&mut self, value: Operand) -> Operand {
        match value {
            Operand::Var(var) if self.function.vars[var.index()].name.is_some() => {
                let ty = self.operand_type(value);
                let copy = self.temp(ty);
                self.emit(StmtKind::Assign { dst: copy, value: Expr::Use(value) });
                Operand::Var(copy)
            }
            value => value,
        }
    }

    /// A new object without a name. It is destroyed only once it [is owned](Self::own_temporary).
    pub(in crate::lower) fn new_temporary(&mut self, ctype: CType<'u>) -> SlotId {
        let ty = self.unit.type_id(ctype);
        let size = match ctype.kind() {
            TypeKind::Reference => Some(u64::from(self.unit.linker.target.pointer_bytes)),
            _ => ctype.size(),
        };
        let slot = self.new_slot("temporary", ty, size);
        self.emit(StmtKind::Begin(Local::Slot(slot)));
        slot
    }

    /// From here on, the full expression or the scope ends a temporary.
    pub(in crate::lower) fn own_temporary(&mut self, slot: SlotId, ctype: CType<'u>, life: Life) {
        if life == Life::Scope {
            self.own(slot);
            self.destroy_at_end(slot, ctype);
            let is_conditional = self.cxx.full.last().is_some_and(|full| full.depth != self.depth);
            if is_conditional {
                self.unsupported("a conditional temporary that is bound to a reference");
            }
            return;
        }
        let Some(depth) = self.cxx.full.last().map(|full| full.depth) else {
            return self.unsupported("a temporary outside of an expression");
        };
        let flag = (depth != self.depth).then(|| {
            let flag = self.named_var("made", Scalar::INT);
            self.cxx.flags.push(flag);
            let one = self.int(1);
            self.assign(flag, one);
            flag
        });
        if let Some(full) = self.cxx.full.last_mut() {
            full.temporaries.push(Temporary { slot, ctype, flag });
        }
    }

    /// A local is destroyed before it ends.
    pub(in crate::lower) fn destroy_at_end(&mut self, slot: SlotId, ctype: CType<'u>) {
        self.cxx.destroyed.insert(slot, ctype);
    }

    /// Destroys a local that ends.
    pub(in crate::lower) fn destroy_slot(&mut self, slot: SlotId) {
        if let Some(&ctype) = self.cxx.destroyed.get(&slot) {
            self.destroy(Operand::Slot(slot), ctype);
        }
        self.leave_handler(slot);
    }

    /// The function, with its flags clear at the start.
    pub(in crate::lower) fn finish_cxx(mut self) -> Function {
        let pos = self.function.pos;
        let flags = std::mem::take(&mut self.cxx.flags);
        let clear = |dst: VarId| {
            let value = Expr::Use(Operand::Int(0, IntType::INT));
            Stmt { kind: StmtKind::Assign { dst, value }, pos }
        };
        let mut code: Block = flags.into_iter().map(clear).collect();
        code.append(&mut self.code);
        self.code = code;
        self.finish()
    }
}
