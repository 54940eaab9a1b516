//! The bodies of questions: a comparison with each table that has an answer.

use super::tables::{Answer, Otherwise, Question};
use crate::ir::*;
use crate::lower::Linker;

/// Gives a question its body.
pub(in crate::lower) fn answer(linker: &mut Linker, question: &Question, answers: &[(GlobalId, Answer)]) {
    let byte = Type::Scalar(Scalar::Int(IntType { bits: 8, signed: false }));
    let byte = linker.types.intern(byte);
    let void = linker.types.intern(Type::Void);
    let pointer = linker.types.intern(Type::Pointer(void));
    let int = linker.types.intern(Type::Scalar(Scalar::INT));
    let function = &linker.functions[question.function.index()];
    let mut body = Body {
        vars: Vec::new(),
        params: Vec::new(),
        result: linker.types.scalar(function.ty.result),
        result_type: function.ty.result,
        pos: function.pos,
        ptrdiff: linker.target.ptrdiff(),
        byte,
        pointer,
        int,
    };
    for &ty in function.ty.params.iter().flatten() {
        let scalar = linker.types.scalar(ty).unwrap_or(Scalar::Ptr);
        let id = body.var(scalar, ty);
        body.params.push((id, scalar));
    }
    let code = body.code(question, answers);
    let function = &mut linker.functions[question.function.index()];
    function.params = body.params.iter().map(|(id, _)| Param::Var(*id)).collect();
    (function.vars, function.body) = (body.vars, Some(code));
}

struct Body {
    vars: Vec<Var>,
    params: Vec<(VarId, Scalar)>,
    result: Option<Scalar>,
    result_type: TypeId,
    pos: Pos,
    ptrdiff: IntType,
    byte: TypeId,
    pointer: TypeId,
    int: TypeId,
}

impl Body {
    fn var(&mut self, ty: Scalar, ctype: TypeId) -> VarId {
        self.vars.push(Var { name: None, ty, ctype });
        VarId(self.vars.len() as u32 - 1)
    }

    fn stmt(&self, kind: StmtKind) -> Stmt {
        Stmt { kind, pos: self.pos }
    }

    fn code(&mut self, question: &Question, answers: &[(GlobalId, Answer)]) -> Block {
        let object = self.params.get(question.object).map_or(Operand::Null, |(id, _)| Operand::Var(*id));
        let table = self.var(Scalar::Ptr, self.pointer);
        let access = Access::plain(Scalar::Ptr);
        let mut code = vec![self.stmt(StmtKind::Load { dst: table, addr: object, access })];
        for (global, answer) in answers {
            let cond = self.var(Scalar::INT, self.int);
            let (left, right) = (Operand::Var(table), Operand::Global(*global));
            let value = Expr::Compare(CompareOp::Eq, Scalar::Ptr, left, right);
            code.push(self.stmt(StmtKind::Assign { dst: cond, value }));
            let then = self.one(question, object, answer);
            let cond = Operand::Var(cond);
            code.push(self.stmt(StmtKind::If { cond, then, otherwise: Vec::new() }));
        }
        match question.otherwise {
            Otherwise::Unknown => {
                let reason = "an object whose class is not known".to_string();
                code.push(self.stmt(StmtKind::Unsupported(reason)));
                code.push(self.stmt(StmtKind::Return(ReturnValue::None)));
            }
            Otherwise::Null => {
                let value = match self.result {
                    Some(Scalar::Ptr) => ReturnValue::Scalar(Operand::Null),
                    _ => ReturnValue::None,
                };
                code.push(self.stmt(StmtKind::Return(value)));
            }
        }
        code
    }

    fn moved(&mut self, base: Operand, offset: i64, code: &mut Block) -> Operand {
        if offset == 0 {
            return base;
        }
        let dst = self.var(Scalar::Ptr, self.pointer);
        let index = Operand::Int(i128::from(offset), self.ptrdiff);
        let stride = Operand::Int(1, self.ptrdiff);
        let value = Expr::Elem { base, index, elem: self.byte, stride };
        code.push(self.stmt(StmtKind::Assign { dst, value }));
        Operand::Var(dst)
    }

    fn one(&mut self, question: &Question, object: Operand, answer: &Answer) -> Block {
        let mut code = Vec::new();
        let value = match *answer {
            Answer::Address(offset) => ReturnValue::Scalar(self.moved(object, offset, &mut code)),
            Answer::Global(global) => ReturnValue::Scalar(Operand::Global(global)),
            Answer::Error(text) => {
                let failure = Failure::Assertion(text.to_string());
                return vec![self.stmt(StmtKind::Fail { failure })];
            }
            Answer::Unknown(text) => {
                code.push(self.stmt(StmtKind::Unsupported(text.to_string())));
                ReturnValue::None
            }
            Answer::Call { function, offset, result } => {
                let at = self.moved(object, offset, &mut code);
                let mut args: Vec<Arg> =
                    self.params.iter().map(|(id, ty)| Arg::Scalar(Operand::Var(*id), *ty)).collect();
                args[question.object] = Arg::Scalar(at, Scalar::Ptr);
                let dst = self.result.map(|ty| self.var(ty, self.result_type));
                let target = dst.map_or(CallResult::None, CallResult::Var);
                let callee = Callee::Direct(function);
                code.push(self.stmt(StmtKind::Call { result: target, callee, args }));
                match dst {
                    Some(dst) => {
                        let value = self.adjusted(Operand::Var(dst), result, &mut code);
                        ReturnValue::Scalar(value)
                    }
                    None => ReturnValue::None,
                }
            }
        };
        code.push(self.stmt(StmtKind::Return(value)));
        code
    }

    /// A result as the base that the caller expects; null stays null.
    fn adjusted(&mut self, value: Operand, offset: i64, code: &mut Block) -> Operand {
        if offset == 0 {
            return value;
        }
        let cond = self.var(Scalar::INT, self.int);
        let test = Expr::Compare(CompareOp::Ne, Scalar::Ptr, value, Operand::Null);
        code.push(self.stmt(StmtKind::Assign { dst: cond, value: test }));
        let dst = self.var(Scalar::Ptr, self.pointer);
        let mut then = Vec::new();
        let moved = self.moved(value, offset, &mut then);
        then.push(self.stmt(StmtKind::Assign { dst, value: Expr::Use(moved) }));
        let otherwise = vec![self.stmt(StmtKind::Assign { dst, value: Expr::Use(Operand::Null) })];
        code.push(self.stmt(StmtKind::If { cond: Operand::Var(cond), then, otherwise }));
        Operand::Var(dst)
    }
}
