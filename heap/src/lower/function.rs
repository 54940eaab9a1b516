//! A function under construction: its locals, scopes, and the block that code is added to.

use super::cxx::CxxFunction;
use super::stmt::plan::{Key, Plan};
use super::unit::UnitLowering;
use crate::clang::{CType, Cursor, Kind, TypeKind};
use crate::ir::*;
use fxhash::FxHashMap;

/// Where a value can be kept.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// In a variable.
    Var(VarId),
    /// In memory.
    Memory { addr: Operand, bits: Option<BitField> },
}

/// Where `break` or `continue` go: the label, and how many scopes are left alive there.
#[derive(Clone, Copy)]
pub(super) struct Target {
    pub(super) label: Label,
    pub(super) scopes: usize,
}

pub(super) struct FunctionLowering<'f, 'l, 'u> {
    pub(super) unit: &'f mut UnitLowering<'l, 'u>,
    pub(super) function: Function,
    /// The code of the innermost open block.
    pub(super) code: Block,
    pub(super) plan: Plan,
    /// Locals by declaration.
    pub(super) locals: FxHashMap<usize, Place>,
    /// Objects alive, by scope.
    pub(super) scopes: Vec<Vec<Local>>,
    /// What names denote, by scope: a local, or something else.
    names: Vec<Vec<(String, Option<Place>)>>,
    pub(super) breaks: Vec<Target>,
    pub(super) continues: Vec<Target>,
    /// Labels of the blocks and loops that `goto`s leave or repeat: by compound statement, item, and
    /// backward.
    pub(super) jump_targets: FxHashMap<(usize, usize, bool), Target>,
    pub(super) flags: FxHashMap<Key, VarId>,
    /// Compound literals whose lives began with their blocks.
    pub(super) literals: FxHashMap<usize, SlotId>,
    /// Size in bytes of arrays of variable length, by type.
    pub(super) vla_sizes: FxHashMap<usize, Operand>,
    /// How many elements they have.
    pub(super) vla_counts: FxHashMap<usize, Operand>,
    /// The parameter for arguments beyond those that are declared.
    pub(super) further: Option<VarId>,
    pub(super) pos: Pos,
    pub(super) depth: usize,
    /// What only functions in C++ have.
    pub(super) cxx: CxxFunction<'u>,
}

impl<'f, 'l, 'u> FunctionLowering<'f, 'l, 'u> {
    /// An empty function to add code to.
    pub(super) fn new(unit: &'f mut UnitLowering<'l, 'u>, function: Function) -> Self {
        let pos = function.pos;
        FunctionLowering {
            unit,
            function,
            code: Vec::new(),
            plan: Plan::default(),
            locals: FxHashMap::default(),
            scopes: Vec::new(),
            names: vec![Vec::new()],
            breaks: Vec::new(),
            continues: Vec::new(),
            jump_targets: FxHashMap::default(),
            flags: FxHashMap::default(),
            literals: FxHashMap::default(),
            vla_sizes: FxHashMap::default(),
            vla_counts: FxHashMap::default(),
            further: None,
            pos,
            depth: 0,
            cxx: CxxFunction::default(),
        }
    }

    /// Lowers the definition of a function.
    pub(super) fn lower(unit: &'f mut UnitLowering<'l, 'u>, id: FuncId, cursor: Cursor<'u>) -> Function {
        if unit.cxx.is_some() {
            return FunctionLowering::lower_cxx(unit, id, cursor);
        }
        let mut function = unit.linker.functions[id.index()].clone();
        function.ty = unit.function_type(cursor.ctype());
        function.pos = unit.pos(cursor);
        let body = cursor.children().into_iter().find(|child| child.kind() == Kind::Compound);
        let mut lowering = FunctionLowering::new(unit, function);
        let Some(body) = body else {
            lowering.emit(StmtKind::Unsupported("a function without a body".to_string()));
            return lowering.finish();
        };
        lowering.plan = Plan::new(body);
        lowering.place_labels();
        let flags: Vec<Key> = lowering.plan.flags.values().copied().collect();
        for key in flags {
            let var = lowering.named_var("jump", Scalar::INT);
            lowering.flags.insert(key, var);
            lowering.assign(var, Operand::Int(0, IntType::INT));
        }
        lowering.scopes.push(Vec::new());
        lowering.parameters(cursor);
        lowering.further_arguments();
        lowering.statement(body);
        if lowering.is_open() {
            // Falling off the end of main returns 0; elsewhere the result is unknown.
            let result = lowering.unit.linker.types.scalar(lowering.function.ty.result);
            let is_main = lowering.function.name == "main" && result == Some(Scalar::INT);
            let value = match is_main {
                true => ReturnValue::Scalar(Operand::Int(0, IntType::INT)),
                false => ReturnValue::None,
            };
            lowering.emit(StmtKind::Return(value));
        }
        lowering.finish()
    }

    pub(super) fn finish(mut self) -> Function {
        self.function.body = Some(self.code);
        self.function
    }

    pub(super) fn parameters(&mut self, cursor: Cursor<'u>) {
        for parameter in cursor.arguments() {
            self.pos = self.unit.pos(parameter);
            if self.cxx_parameter(parameter) {
                continue;
            }
            let key = parameter.canonical().identity();
            let ctype = parameter.ctype();
            let name = parameter.spelling();
            let ty = self.unit.type_id(ctype);
            let scalar = match ctype.kind() {
                // Written as an array or function, passed as a pointer.
                TypeKind::Array | TypeKind::OpenArray | TypeKind::Vla | TypeKind::Function => {
                    Some(Scalar::Ptr)
                }
                _ => self.unit.scalar(ctype),
            };
            let ty = match scalar {
                Some(Scalar::Ptr) if ctype.kind() != TypeKind::Pointer => {
                    let pointee =
                        if ctype.kind() == TypeKind::Function { ctype } else { ctype.canonical().element() };
                    let pointee = self.unit.type_id(pointee);
                    self.unit.linker.types.intern(Type::Pointer(pointee))
                }
                _ => ty,
            };
            let Some(scalar) = scalar else {
                let slot = self.new_slot(&name, ty, ctype.size());
                self.function.params.push(Param::Slot(slot));
                self.name_is(name, None);
                self.locals.insert(key, Place::Memory { addr: Operand::Slot(slot), bits: None });
                if !matches!(ctype.kind(), TypeKind::Record) {
                    self.unsupported(&format!("a parameter of type {}", ctype.name()));
                }
                continue;
            };
            let var = self.new_var(Some(name.clone()), scalar, ty);
            self.function.params.push(Param::Var(var));
            if self.plan.address_taken.contains(&key) {
                let size = self.unit.linker.target.size_of(scalar);
                let slot = self.new_slot(&name, ty, Some(u64::from(size)));
                self.begin_slot(slot);
                let place = Place::Memory { addr: Operand::Slot(slot), bits: None };
                self.store_place(place, Operand::Var(var), scalar, false);
                self.locals.insert(key, place);
                self.name_is(name, None);
            } else {
                self.locals.insert(key, Place::Var(var));
                self.name_is(name, Some(Place::Var(var)));
            }
        }
        // Sizes of arrays of variable length may depend on any parameter.
        for parameter in cursor.arguments() {
            self.vla_dimensions(parameter, parameter.ctype());
        }
    }

    /// Adds a statement.
    pub(super) fn emit(&mut self, kind: StmtKind) {
        self.code.push(Stmt { kind, pos: self.pos });
    }

    /// Adds an `Unsupported` statement with the reason.
    pub(super) fn unsupported(&mut self, reason: &str) {
        self.emit(StmtKind::Unsupported(reason.to_string()));
    }

    /// Whether control can reach the end of the code so far, judging by the last statement.
    pub(super) fn is_open(&self) -> bool {
        is_open(&self.code)
    }

    /// The code that `make` adds, as a block of its own.
    pub(super) fn nested(&mut self, make: impl FnOnce(&mut Self)) -> Block {
        let outer = std::mem::take(&mut self.code);
        self.depth += 1;
        if self.depth > MAX_NESTING {
            self.unsupported("statements nested too deeply");
        } else {
            make(self);
        }
        self.depth -= 1;
        std::mem::replace(&mut self.code, outer)
    }

    pub(super) fn new_label(&mut self) -> Label {
        self.function.labels += 1;
        Label(self.function.labels - 1)
    }

    pub(super) fn new_var(&mut self, name: Option<String>, ty: Scalar, ctype: TypeId) -> VarId {
        self.function.vars.push(Var { name, ty, ctype });
        VarId(self.function.vars.len() as u32 - 1)
    }

    /// A variable that lowering needs, with a name for readers.
    pub(super) fn named_var(&mut self, name: &str, ty: Scalar) -> VarId {
        let ctype = self.scalar_type(ty);
        self.new_var(Some(name.to_string()), ty, ctype)
    }

    pub(super) fn temp(&mut self, ty: Scalar) -> VarId {
        let ctype = self.scalar_type(ty);
        self.new_var(None, ty, ctype)
    }

    fn scalar_type(&mut self, ty: Scalar) -> TypeId {
        let types = &mut self.unit.linker.types;
        match ty {
            Scalar::Ptr => {
                let void = types.intern(Type::Void);
                types.intern(Type::Pointer(void))
            }
            scalar => types.intern(Type::Scalar(scalar)),
        }
    }

    pub(super) fn new_slot(&mut self, name: &str, ty: TypeId, size: Option<u64>) -> SlotId {
        let pos = self.pos;
        self.function.slots.push(Slot { name: name.to_string(), ty, size, pos });
        SlotId(self.function.slots.len() as u32 - 1)
    }

    /// Begins the lifetime of an object in the innermost scope.
    pub(super) fn begin_slot(&mut self, slot: SlotId) {
        self.emit(StmtKind::Begin(Local::Slot(slot)));
        self.own(slot);
    }

    /// The innermost scope will end the lifetime of an object.
    pub(super) fn own(&mut self, slot: SlotId) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(Local::Slot(slot));
        }
    }

    /// Begins the lifetime of a variable in the innermost scope.
    pub(super) fn begin_var(&mut self, var: VarId) {
        self.emit(StmtKind::Begin(Local::Var(var)));
        self.own_var(var);
    }

    /// The innermost scope will end the lifetime of a variable if it is a pointer, unless that scope is the
    /// function's.
    pub(super) fn own_var(&mut self, var: VarId) {
        let is_pointer = self.function.vars[var.index()].ty == Scalar::Ptr;
        if let [_, .., scope] = self.scopes.as_mut_slice()
            && is_pointer
        {
            scope.push(Local::Var(var));
        }
    }

    /// Code in a scope of its own, whose objects end with it.
    pub(super) fn scoped(&mut self, make: impl FnOnce(&mut Self)) {
        self.scopes.push(Vec::new());
        self.names.push(Vec::new());
        make(self);
        self.names.pop();
        if self.is_open() {
            self.end_scopes(self.scopes.len() - 1);
        }
        self.scopes.pop();
        self.forget_undo();
    }

    /// From here to the end of the innermost scope, a name denotes this.
    pub(super) fn name_is(&mut self, name: String, place: Option<Place>) {
        if let Some(names) = self.names.last_mut() {
            names.push((name, place));
        }
    }

    /// The variables that have a name here, the newest first.
    pub(super) fn visible_vars(&self) -> Vec<VarId> {
        let (mut seen, mut found) = (Vec::new(), Vec::new());
        for (name, place) in self.names.iter().rev().flat_map(|names| names.iter().rev()) {
            if !seen.contains(&name) {
                seen.push(name);
                found.extend(match place {
                    Some(Place::Var(var)) => Some(*var),
                    _ => None,
                });
            }
        }
        found
    }

    /// What a name denotes here, if that is known; nothing if it is not one of this function.
    pub(super) fn denoted(&self, name: &str) -> Option<Option<Place>> {
        let mut names = self.names.iter().rev().flat_map(|names| names.iter().rev());
        names.find(|(known, _)| known == name).map(|(_, place)| *place)
    }

    /// Ends the locals of all scopes but the outermost `keep`.
    pub(super) fn end_scopes(&mut self, keep: usize) {
        let ended: Vec<Local> =
            self.scopes[keep..].iter().rev().flat_map(|scope| scope.iter().rev().copied()).collect();
        for local in ended {
            // A return ends all variables, after it has used their values.
            if matches!(local, Local::Slot(_)) || keep > 0 {
                self.end_local(local);
            }
        }
    }

    /// Ends a local, after its destructor has run.
    pub(super) fn end_local(&mut self, local: Local) {
        if let Local::Slot(slot) = local {
            self.destroy_slot(slot);
        }
        self.emit(StmtKind::End(local));
    }

    pub(super) fn jump(&mut self, target: Target, backward: bool) {
        self.end_scopes(target.scopes);
        self.emit(if backward { StmtKind::Continue(target.label) } else { StmtKind::Break(target.label) });
    }

    /// `dst = value`. If the value was just computed into a temporary, it is computed into the variable
    /// instead.
    pub(super) fn assign(&mut self, dst: VarId, value: Operand) {
        if let Operand::Var(temp) = value
            && temp != dst
            && self.function.vars[temp.index()].name.is_none()
            && self.function.vars[temp.index()].ty == self.function.vars[dst.index()].ty
            && let Some(last) = self.code.last_mut()
        {
            let result = match &mut last.kind {
                StmtKind::Assign { dst, .. } | StmtKind::Load { dst, .. } | StmtKind::Alloca { dst, .. } => {
                    Some(dst)
                }
                StmtKind::Call { result: CallResult::Var(dst), .. } => Some(dst),
                _ => None,
            };
            if let Some(result) = result
                && *result == temp
            {
                *result = dst;
                return;
            }
        }
        self.emit(StmtKind::Assign { dst, value: Expr::Use(value) });
    }

    pub(super) fn load_place(&mut self, place: Place, ty: Scalar, volatile: bool) -> Operand {
        match place {
            Place::Var(var) => Operand::Var(var),
            Place::Memory { addr, bits } => {
                let dst = self.temp(ty);
                self.emit(StmtKind::Load { dst, addr, access: Access { ty, bits, volatile } });
                Operand::Var(dst)
            }
        }
    }

    pub(super) fn store_place(&mut self, place: Place, value: Operand, ty: Scalar, volatile: bool) {
        match place {
            Place::Var(var) => self.assign(var, value),
            Place::Memory { addr, bits } => {
                self.emit(StmtKind::Store { addr, value, access: Access { ty, bits, volatile } });
            }
        }
    }

    pub(super) fn int(&self, value: i128) -> Operand {
        Operand::Int(value, IntType::INT)
    }

    /// A constant of type ptrdiff_t.
    pub(super) fn offset(&self, value: u64) -> Operand {
        let ty = self.unit.linker.target.ptrdiff();
        Operand::Int(ty.wrap(i128::from(value)), ty)
    }

    /// The size of a type in bytes, of type ptrdiff_t; computed for arrays of variable length.
    pub(super) fn size_operand(&mut self, ctype: CType<'u>) -> Operand {
        let canonical = ctype.canonical();
        match canonical.kind() {
            // As an extension of the compiler, these have size 1 in pointer arithmetic.
            TypeKind::Void | TypeKind::Function => self.offset(1),
            TypeKind::Vla => match self.vla_sizes.get(&canonical.identity()).copied() {
                Some(size) => size,
                None => {
                    self.unsupported("the size of a variable-length array type without a declaration");
                    self.offset(1)
                }
            },
            _ => match canonical.size() {
                Some(size) => self.offset(size),
                None => {
                    self.unsupported("the size of an incomplete type");
                    self.offset(1)
                }
            },
        }
    }
}

/// Whether control can reach the end of a block, judging by its last statement.
pub(super) fn is_open(block: &Block) -> bool {
    match block.last().map(|stmt| &stmt.kind) {
        Some(
            StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Return(_)
            | StmtKind::Fail { .. }
            | StmtKind::Unreachable,
        ) => false,
        Some(StmtKind::If { then, otherwise, .. }) => is_open(then) || is_open(otherwise),
        _ => true,
    }
}
