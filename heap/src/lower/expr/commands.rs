//! Commands in string literals: contracts about linked structures, assumptions, and hints.

use crate::checkers::{
    Command, Contract, Definition, Place as Spot, Relation, Term, Use, Value, read_command,
};
use crate::clang::{Cursor, Kind};
use crate::ir::*;
use crate::lower::Linker;
use crate::lower::function::{FunctionLowering, Place};

/// The function whose argument is a command.
pub(super) const COMMAND: &str = "_memcad";

/// A variable that a command names: where it is, and its type.
struct Named {
    place: Place,
    ty: TypeId,
    scalar: Scalar,
}

impl<'u> FunctionLowering<'_, '_, 'u> {
    /// A command. What is not understood must not be skipped: it may be an assumption.
    pub(super) fn command(&mut self, arguments: &[Cursor<'u>]) {
        let literal = arguments.first().and_then(|&argument| self.literal_text(argument));
        let Some(text) = literal else { return self.unsupported("a command that is no string literal") };
        let result = match read_command(&text) {
            Ok(command) => self.execute(command, &text),
            Err(error) => Err(format!("a command that cannot be read: {}: {}", text.trim(), error.message)),
        };
        if let Err(reason) = result {
            self.unsupported(&reason);
        }
    }

    fn execute(&mut self, command: Command, text: &str) -> Result<(), String> {
        match command {
            Command::Hint => {}
            Command::Stop => self.emit(StmtKind::Assume(self.int(0))),
            Command::Unreachable => {
                self.emit(StmtKind::Fail { failure: Failure::Assertion(text.trim().to_string()) });
            }
            Command::Conditions(conditions) => {
                for (left, relation, right) in conditions {
                    self.assume_relation(&left, relation, &right)?;
                }
            }
            Command::Assume(used) => {
                let variable = self.pointer_variable(&used)?;
                let args = self.contract_arguments(&used, &variable)?;
                let callee = self.contract(Contract::Assume, &used.checker);
                let dst = self.temp(Scalar::Ptr);
                self.emit(StmtKind::Call { result: CallResult::Var(dst), callee, args });
                self.store_place(variable.place, Operand::Var(dst), Scalar::Ptr, false);
            }
            Command::Check(used) => {
                let variable = self.pointer_variable(&used)?;
                let mut args = self.contract_arguments(&used, &variable)?;
                let value = self.load_place(variable.place, Scalar::Ptr, false);
                args.insert(0, Arg::Scalar(value, Scalar::Ptr));
                let callee = self.contract(Contract::Check, &used.checker);
                self.emit(StmtKind::Call { result: CallResult::None, callee, args });
            }
        }
        Ok(())
    }

    fn contract(&mut self, contract: Contract, checker: &str) -> Callee {
        let result = (contract == Contract::Assume).then_some(Scalar::Ptr);
        Callee::Direct(self.unit.helper_function(&contract.function(checker), result))
    }

    fn named(&mut self, name: &str) -> Result<Named, String> {
        let unknown = || format!("a command about {name}, which is no variable here");
        let (place, ty) = match self.denoted(name) {
            Some(Some(Place::Var(var))) => (Place::Var(var), self.function.vars[var.index()].ctype),
            Some(Some(place @ Place::Memory { addr: Operand::Slot(slot), bits: None })) => {
                (place, self.function.slots[slot.index()].ty)
            }
            Some(_) => return Err(unknown()),
            None => {
                let is_it = |cursor: &Cursor<'u>| cursor.kind() == Kind::VarDecl && cursor.spelling() == name;
                let cursor = self.unit.unit.root().children().into_iter().find(is_it);
                let id = self.unit.global_id(cursor.ok_or_else(unknown)?);
                let place = Place::Memory { addr: Operand::Global(id), bits: None };
                (place, self.unit.linker.globals[id.index()].ty)
            }
        };
        let scalar = self.unit.linker.types.scalar(ty).ok_or_else(unknown)?;
        Ok(Named { place, ty, scalar })
    }

    fn pointer_variable(&mut self, used: &Use) -> Result<Named, String> {
        let variable = self.named(&used.variable)?;
        match variable.scalar {
            Scalar::Ptr => Ok(variable),
            _ => Err(format!("a command about {}, which is no pointer", used.variable)),
        }
    }

    /// The arguments of a contract for a definition, which is used from here on.
    fn contract_arguments(&mut self, used: &Use, variable: &Named) -> Result<Vec<Arg>, String> {
        let record = self.unit.linker.types.pointed_record(variable.ty);
        let linker = &mut *self.unit.linker;
        let counts = linker.use_checker(&used.checker, record)?;
        if counts != (used.pointers.len(), used.integers.len()) {
            return Err(format!(
                "a command with {} and {} parameters for {}, which has {} and {}",
                used.pointers.len(),
                used.integers.len(),
                used.checker,
                counts.0,
                counts.1
            ));
        }
        let mut args = Vec::new();
        for value in &used.pointers {
            let operand = self.command_value(value)?;
            let operand = if operand == self.int(0) { Operand::Null } else { operand };
            match self.operand_type(operand) {
                Scalar::Ptr => args.push(Arg::Scalar(operand, Scalar::Ptr)),
                _ => return Err(format!("a command with a number for a pointer of {}", used.checker)),
            }
        }
        for value in &used.integers {
            let operand = self.command_value(value)?;
            match self.operand_type(operand) {
                ty @ Scalar::Int(_) => args.push(Arg::Scalar(operand, ty)),
                _ => return Err(format!("a command with a pointer for a number of {}", used.checker)),
            }
        }
        Ok(args)
    }

    fn command_value(&mut self, value: &Value) -> Result<Operand, String> {
        match value {
            Value::Number(number) if IntType::INT.holds(i128::from(*number)) => {
                Ok(self.int(i128::from(*number)))
            }
            Value::Number(number) => Err(format!("a command with {number}, which is no int")),
            Value::Name(name) => {
                let named = self.named(name)?;
                Ok(self.load_place(named.place, named.scalar, false))
            }
        }
    }

    fn assume_relation(&mut self, left: &Value, relation: Relation, right: &Value) -> Result<(), String> {
        let (mut one, mut other) = (self.command_value(left)?, self.command_value(right)?);
        let is_null = |this: &Self, operand: Operand| operand == this.int(0);
        let types = (self.operand_type(one), self.operand_type(other));
        let ty = match types {
            (Scalar::Ptr, Scalar::Ptr) => Scalar::Ptr,
            (Scalar::Ptr, _) if is_null(self, other) => {
                other = Operand::Null;
                Scalar::Ptr
            }
            (_, Scalar::Ptr) if is_null(self, one) => {
                one = Operand::Null;
                Scalar::Ptr
            }
            (Scalar::INT, Scalar::INT) => Scalar::INT,
            _ => return Err("an assumption that compares values of these types".to_string()),
        };
        let op = comparison(relation);
        if ty == Scalar::Ptr && !matches!(op, CompareOp::Eq | CompareOp::Ne) {
            return Err("an assumption about the order of addresses".to_string());
        }
        let dst = self.temp(Scalar::INT);
        self.emit(StmtKind::Assign { dst, value: Expr::Compare(op, ty, one, other) });
        self.emit(StmtKind::Assume(Operand::Var(dst)));
        Ok(())
    }
}

impl Linker {
    /// Makes a definition, and those that it uses, part of the program. `record` is what its nodes are in C.
    /// Returns how many parameters it has of each class.
    pub(in crate::lower) fn use_checker(
        &mut self,
        name: &str,
        record: Option<RecordId>,
    ) -> Result<(usize, usize), String> {
        let written = self.definitions.iter().find(|definition| definition.name == name).cloned();
        let derived = || record.and_then(|record| self.derived(name, record));
        let Some(definition) = written.or_else(derived) else {
            return Err(format!(
                "a structure {name} that is not defined; definitions are read by --checkers"
            ));
        };
        if definition.has_sets() {
            return Err(format!("the definition {name}, which is about sets"));
        }
        let offset = |field: &str| {
            let fields = &self.types.record(record?).fields;
            let found = fields.iter().find(|info| info.name == field && info.bit_width.is_none())?;
            i64::try_from(found.bit_offset / 8).ok()
        };
        let resolved = definition.with_offsets(offset).map_err(|field| {
            format!("the definition {name} with a field {field}, which its nodes do not have")
        })?;
        let counts = (resolved.pointers, resolved.integers);
        match self.checkers.iter().find(|known| known.name == name) {
            Some(known) if *known == resolved => return Ok(counts),
            Some(_) => return Err(format!("the definition {name} for records of different layouts")),
            None => self.checkers.push(resolved.clone()),
        }
        for (at, checker, arguments) in uses(&resolved) {
            let field = |at: i64| {
                let fields = &self.types.record(record?).fields;
                fields.iter().find(|info| i64::try_from(info.bit_offset / 8) == Ok(at)).map(|info| info.ty)
            };
            let record = at.and_then(field).and_then(|ty| self.types.pointed_record(ty));
            if self.use_checker(&checker, record)? != arguments {
                return Err(format!(
                    "the definition {name}, which gives {checker} other parameters than it has"
                ));
            }
        }
        Ok(counts)
    }
}

/// The definitions that another one uses: the offset of the cell that leads there, the name, and how many
/// parameters are given.
fn uses(definition: &Definition) -> Vec<(Option<i64>, String, (usize, usize))> {
    let mut found = Vec::new();
    for rule in &definition.rules {
        for call in rule.calls.iter().filter(|call| call.checker != definition.name) {
            let cell = rule.cells.iter().find(|cell| cell.value == call.at && call.at != Term::This);
            let offset = cell.and_then(|cell| match cell.place {
                Spot::Offset(offset) => Some(offset),
                Spot::Field(_) => None,
            });
            found.push((offset, call.checker.clone(), (call.pointers.len(), call.integers.len())));
        }
    }
    found
}

/// The operator of a comparison.
pub(in crate::lower) fn comparison(relation: Relation) -> CompareOp {
    match relation {
        Relation::Eq => CompareOp::Eq,
        Relation::Ne => CompareOp::Ne,
        Relation::Lt => CompareOp::Lt,
        Relation::Le => CompareOp::Le,
        Relation::Gt => CompareOp::Gt,
        Relation::Ge => CompareOp::Ge,
    }
}
