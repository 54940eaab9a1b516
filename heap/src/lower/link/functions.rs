//! Contracts of functions: each becomes a function that assumes what the contract grants, calls the function,
//! and checks what it promises. Where that function is the entry, a proof is one about all callers.

use crate::checkers::{
    CheckerError, Contract, FunctionContract, Parameter, Promise, RESULT, Relation, Structure, Value,
};
use crate::ir::*;
use crate::lower::Linker;
use crate::lower::expr::commands::comparison;

impl Linker {
    /// Adds a function for each contract.
    pub(in crate::lower) fn add_contracts(
        &mut self,
        contracts: &[FunctionContract],
    ) -> Result<(), CheckerError> {
        for contract in contracts {
            let wrapper = self.wrapper(contract).map_err(|message| contract.wrong(message))?;
            self.function_names.insert(wrapper.name.clone(), FuncId(self.functions.len() as u32));
            self.functions.push(wrapper);
        }
        Ok(())
    }

    fn wrapper(&mut self, contract: &FunctionContract) -> Result<Function, String> {
        let name = &contract.function;
        let id = self.function_names.get(name).copied();
        let id = id.filter(|id| self.functions[id.index()].body.is_some());
        let id = id.ok_or_else(|| format!("the program does not define {name}"))?;
        let function = self.functions[id.index()].clone();
        if function.params.len() != contract.passed || function.ty.variadic {
            let count = function.params.len();
            return Err(format!("{name} has {count} parameters, its contract {}", contract.passed));
        }
        let scalar = |param: &Param| match param {
            Param::Var(var) => Some(function.vars[var.index()].clone()),
            Param::Slot(_) => None,
        };
        let vars: Option<Vec<Var>> = function.params.iter().map(scalar).collect();
        let mut vars = vars.ok_or_else(|| format!("{name} has a parameter that is a record"))?;
        let int = self.types.intern(Type::Scalar(Scalar::INT));
        for parameter in &contract.parameters[contract.passed..] {
            vars.push(Var { name: Some(parameter.name.clone()), ty: Scalar::INT, ctype: int });
        }
        // Structures are made, and are no inputs of their own.
        let ids = (0..vars.len() as u32).map(VarId);
        let integers = ids.zip(&contract.parameters).filter(|(_, parameter)| parameter.structure.is_none());
        let integers: Vec<VarId> = integers.map(|(var, _)| var).collect();
        let types = integers.iter().map(|var| vars[var.index()].ctype).collect();
        let ty = FunctionType { params: Some(types), ..function.ty.clone() };
        let mut wrapper = Function {
            name: FunctionContract::wrapper(name),
            params: integers.into_iter().map(Param::Var).collect(),
            vars,
            slots: Vec::new(),
            labels: 0,
            role: Role::Program,
            ty,
            ..function
        };
        let mut writer = Writer { linker: self, contract, function: &mut wrapper, body: Vec::new() };
        writer.check_types()?;
        writer.assume()?;
        let result = writer.call(id);
        writer.check(result)?;
        let value = result.map_or(ReturnValue::None, |var| ReturnValue::Scalar(Operand::Var(var)));
        writer.emit(StmtKind::Return(value));
        let body = writer.body;
        wrapper.body = Some(body);
        Ok(wrapper)
    }

    /// A function without a body that assumes or checks a structure.
    fn contract_function(&mut self, contract: Contract, checker: &str) -> FuncId {
        let name = contract.function(checker);
        if let Some(id) = self.function_names.get(&name) {
            return *id;
        }
        let void = self.types.intern(Type::Void);
        let pointer = self.types.intern(Type::Pointer(void));
        let id = FuncId(self.functions.len() as u32);
        self.functions.push(Function {
            name: name.clone(),
            ty: FunctionType {
                result: if contract == Contract::Assume { pointer } else { void },
                params: None,
                variadic: false,
            },
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
        self.function_names.insert(name, id);
        id
    }
}

/// Writes the function for a contract. Its first variables are the parameters.
struct Writer<'a> {
    linker: &'a mut Linker,
    contract: &'a FunctionContract,
    function: &'a mut Function,
    body: Block,
}

type Written<T> = Result<T, String>;

impl Writer<'_> {
    fn emit(&mut self, kind: StmtKind) {
        self.body.push(Stmt { kind, pos: self.function.pos });
    }

    fn temp(&mut self, ty: Scalar, ctype: TypeId) -> VarId {
        self.function.vars.push(Var { name: None, ty, ctype });
        VarId(self.function.vars.len() as u32 - 1)
    }

    fn parameters(&self) -> impl Iterator<Item = (VarId, &Parameter)> {
        let ids = (0..).map(VarId);
        ids.zip(&self.contract.parameters)
    }

    /// The parameters must be pointers where the contract has structures, and integers elsewhere.
    fn check_types(&self) -> Written<()> {
        for (var, parameter) in self.parameters() {
            let is_wanted = match self.function.vars[var.index()].ty {
                Scalar::Ptr => parameter.structure.is_some(),
                Scalar::Int(_) => parameter.structure.is_none(),
                Scalar::Float(_) => false,
            };
            if !is_wanted {
                let what = if parameter.structure.is_some() { "a pointer" } else { "an integer" };
                return Err(format!("the parameter {} is not {what} in the program", parameter.name));
            }
        }
        Ok(())
    }

    /// What the contract grants: first what is about integers only, then structures behind those that they
    /// mention.
    fn assume(&mut self) -> Written<()> {
        let contract = self.contract;
        let is_pointer = |value: &Value| match value {
            Value::Name(name) => {
                contract.parameters.iter().any(|it| it.name == *name && it.structure.is_some())
            }
            Value::Number(_) => false,
        };
        let (of_pointers, of_integers): (Vec<_>, Vec<_>) =
            contract.conditions.iter().partition(|(left, _, right)| is_pointer(left) || is_pointer(right));
        for condition in of_integers {
            self.assume_relation(condition)?;
        }
        let mut pending: Vec<(VarId, &Parameter, &Structure)> = Vec::new();
        for (var, parameter) in (0..).map(VarId).zip(&contract.parameters) {
            pending.extend(parameter.structure.as_ref().map(|structure| (var, parameter, structure)));
        }
        while !pending.is_empty() {
            let is_pending = |value: &Value| match value {
                Value::Name(name) => pending.iter().any(|(_, parameter, _)| parameter.name == *name),
                Value::Number(_) => false,
            };
            let next = pending.iter().position(|(.., structure)| !structure.arguments.iter().any(is_pending));
            let next = next.ok_or_else(|| "structures that mention each other".to_string())?;
            let (var, parameter, structure) = pending.remove(next);
            let record = self.linker.types.pointed_record(self.function.vars[var.index()].ctype);
            let args = self.arguments(&parameter.name, structure, record, None)?;
            let callee = self.linker.contract_function(Contract::Assume, &structure.checker);
            let (result, callee) = (CallResult::Var(var), Callee::Direct(callee));
            self.emit(StmtKind::Call { result, callee, args });
        }
        of_pointers.into_iter().try_for_each(|condition| self.assume_relation(condition))
    }

    fn assume_relation(&mut self, (left, relation, right): &(Value, Relation, Value)) -> Written<()> {
        let holds = self.compared(left, *relation, right, None)?;
        self.emit(StmtKind::Assume(Operand::Var(holds)));
        Ok(())
    }

    /// The call. Returns the result, if there is one.
    fn call(&mut self, id: FuncId) -> Option<VarId> {
        let ctype = self.function.ty.result;
        let result = self.linker.types.scalar(ctype).map(|ty| self.temp(ty, ctype));
        let args = self.parameters().take(self.contract.passed).map(|(var, _)| {
            let ty = self.function.vars[var.index()].ty;
            Arg::Scalar(Operand::Var(var), ty)
        });
        let (args, callee) = (args.collect(), Callee::Direct(id));
        self.emit(StmtKind::Call { result: result.map_or(CallResult::None, CallResult::Var), callee, args });
        result
    }

    /// What the contract promises.
    fn check(&mut self, result: Option<VarId>) -> Written<()> {
        let contract = self.contract;
        for promise in &contract.promises {
            match promise {
                Promise::Structure(name, structure) => {
                    let (value, ty) = self.value(&Value::Name(name.clone()), result)?;
                    let Operand::Var(var) = value else { return Err(format!("{name} is no variable")) };
                    if ty != Scalar::Ptr {
                        return Err(format!("{name} is no pointer"));
                    }
                    let record = self.linker.types.pointed_record(self.function.vars[var.index()].ctype);
                    let mut args = self.arguments(name, structure, record, result)?;
                    args.insert(0, Arg::Scalar(value, ty));
                    let callee = self.linker.contract_function(Contract::Check, &structure.checker);
                    let callee = Callee::Direct(callee);
                    self.emit(StmtKind::Call { result: CallResult::None, callee, args });
                }
                Promise::Relation(left, relation, right) => {
                    let holds = Operand::Var(self.compared(left, *relation, right, result)?);
                    let text = format!("what the contract of {} promises", contract.function);
                    let failure = StmtKind::Fail { failure: Failure::Assertion(text) };
                    let failure = Stmt { kind: failure, pos: self.function.pos };
                    self.emit(StmtKind::If { cond: holds, then: Vec::new(), otherwise: vec![failure] });
                }
            }
        }
        Ok(())
    }

    /// The arguments of a structure, where its definition becomes part of the program.
    fn arguments(
        &mut self,
        variable: &str,
        structure: &Structure,
        record: Option<RecordId>,
        result: Option<VarId>,
    ) -> Written<Vec<Arg>> {
        let (pointers, integers) = self.linker.use_checker(&structure.checker, record)?;
        let used = structure.used(variable, pointers);
        if (used.pointers.len(), used.integers.len()) != (pointers, integers) {
            let (name, given) = (&structure.checker, structure.arguments.len());
            return Err(format!("{name} has {} parameters, here it gets {given}", pointers + integers));
        }
        let mut args = Vec::new();
        for (index, value) in used.pointers.iter().chain(&used.integers).enumerate() {
            let is_pointer = index < pointers;
            let (operand, ty) = match value {
                Value::Number(0) if is_pointer => (Operand::Null, Scalar::Ptr),
                value => self.value(value, result)?,
            };
            if is_pointer != (ty == Scalar::Ptr) {
                let what = if is_pointer { "no pointer" } else { "no integer" };
                return Err(format!("an argument of {} that is {what}", structure.checker));
            }
            args.push(Arg::Scalar(operand, ty));
        }
        Ok(args)
    }

    fn value(&self, value: &Value, result: Option<VarId>) -> Written<(Operand, Scalar)> {
        let var = match value {
            Value::Number(number) if IntType::INT.holds(i128::from(*number)) => {
                return Ok((Operand::Int(i128::from(*number), IntType::INT), Scalar::INT));
            }
            Value::Number(number) => return Err(format!("{number} is no int")),
            Value::Name(name) if name == RESULT => result
                .ok_or_else(|| format!("{} returns no number and no pointer", self.contract.function))?,
            Value::Name(name) => {
                let found = self.parameters().find(|(_, parameter)| parameter.name == *name);
                found.map(|(var, _)| var).ok_or_else(|| format!("{name} is no parameter"))?
            }
        };
        Ok((Operand::Var(var), self.function.vars[var.index()].ty))
    }

    /// Whether two values are in a relation.
    fn compared(
        &mut self,
        left: &Value,
        relation: Relation,
        right: &Value,
        result: Option<VarId>,
    ) -> Written<VarId> {
        let (one, other) = (self.value(left, result)?, self.value(right, result)?);
        let (one, other) = (like(one, other.1), like(other, one.1));
        let op = comparison(relation);
        let is_order = !matches!(op, CompareOp::Eq | CompareOp::Ne);
        if one.1 != other.1 || one.1 == Scalar::Ptr && is_order || matches!(one.1, Scalar::Float(_)) {
            return Err("a comparison of values of these types".to_string());
        }
        let ctype = self.linker.types.intern(Type::Scalar(Scalar::INT));
        let dst = self.temp(Scalar::INT, ctype);
        let value = Expr::Compare(op, one.1, one.0, other.0);
        self.emit(StmtKind::Assign { dst, value });
        Ok(dst)
    }
}

/// A number as one of a type, or null, if it is one.
fn like((operand, ty): (Operand, Scalar), wanted: Scalar) -> (Operand, Scalar) {
    match (operand, wanted) {
        (Operand::Int(0, _), Scalar::Ptr) => (Operand::Null, Scalar::Ptr),
        (Operand::Int(number, _), Scalar::Int(int)) if int.holds(number) => {
            (Operand::Int(number, int), wanted)
        }
        _ => (operand, ty),
    }
}
