//! Statements and declarations.

use super::class::special::{Made, Special, elements, innermost};
use super::exits::Exit;
use super::temps::Life;
use super::throw::Undo;
use super::{Probe, operands};
use crate::clang::{CType, Constant, Cursor, CxxKind, Kind, TypeKind};
use crate::ir::*;
use crate::lower::function::{FunctionLowering, Place, Target};

/// The most elements of an array with static storage that are destroyed one by one.
const LARGEST: u64 = 256;

impl<'u> FunctionLowering<'_, '_, 'u> {
    /// Lowers a statement. False where it is as in C.
    pub(in crate::lower) fn cxx_statement(&mut self, cursor: Cursor<'u>) -> bool {
        match cursor.kind() {
            Kind::Return => self.cxx_return(cursor),
            Kind::Switch | Kind::Cxx(CxxKind::ForRange) if self.has_hidden_start(cursor) => {
                self.unsupported("a statement before the condition of a switch or the range of a loop");
            }
            Kind::Cxx(CxxKind::ForRange) => self.scoped(|this| this.for_range(cursor)),
            Kind::Cxx(CxxKind::Try) => self.try_statement(cursor),
            Kind::If => {
                let declared: Vec<Cursor<'u>> =
                    cursor.children().into_iter().filter(is_declaration).collect();
                if declared.is_empty() {
                    let is_hidden = self.has_hidden_start(cursor);
                    if is_hidden {
                        self.unsupported("a statement before the condition of an if");
                    }
                    return is_hidden;
                }
                self.scoped(|this| {
                    for declaration in declared {
                        match declaration.kind() {
                            Kind::VarDecl => this.declaration(declaration, true),
                            _ => this.statement(declaration),
                        }
                    }
                    this.if_statement(cursor);
                });
            }
            Kind::While if cursor.children().first().is_some_and(is_variable) => {
                self.while_declared(cursor);
            }
            Kind::Switch | Kind::For if cursor.children().first().is_some_and(is_variable) => {
                self.unsupported("a loop or switch that declares a variable in its condition");
            }
            kind if is_expression_statement(kind) => {
                self.full(|this| this.effect(cursor));
            }
            _ => return false,
        }
        true
    }

    /// Whether a statement has another one in front of its condition or range. It is not among its nodes,
    /// or not told from the condition.
    fn has_hidden_start(&mut self, cursor: Cursor<'u>) -> bool {
        self.unit.text_of(cursor).is_some_and(|text| has_two_parts(&text))
    }

    /// `while (T x = ...)`
    fn while_declared(&mut self, cursor: Cursor<'u>) {
        let [variable, cond, body] = cursor.children()[..] else {
            return self.unsupported("a while statement of an unknown form");
        };
        let label = self.new_label();
        let target = Target { label, scopes: self.scopes.len() };
        let visible = self.visible_vars();
        self.breaks.push(target);
        self.continues.push(target);
        let code = self.nested(|this| {
            this.scoped(|this| {
                this.declaration(variable, true);
                let cond = this.full_condition(cond);
                let otherwise = this.nested(|this| this.jump(target, false));
                this.emit(StmtKind::If { cond, then: Vec::new(), otherwise });
                this.scoped(|this| this.statement(body));
            });
        });
        self.breaks.pop();
        self.continues.pop();
        let (test, step, cond) = (Vec::new(), Vec::new(), self.int(1));
        let origin = LoopOrigin::While;
        let the_loop = Loop { label, origin, tests_last: false, test, cond, body: code, step, visible };
        self.emit(StmtKind::Loop(Box::new(the_loop)));
    }

    /// A declaration that only C++ has, or that does nothing there.
    pub(in crate::lower) fn cxx_declaration(&mut self, cursor: Cursor<'u>) -> bool {
        match cursor.kind() {
            Kind::InertDecl if cursor.spelling().starts_with('[') => self.bindings(cursor),
            Kind::InertDecl | Kind::Cxx(_) => {}
            _ => return false,
        }
        true
    }

    /// A variable. False where it is as in C.
    pub(in crate::lower) fn cxx_variable(&mut self, cursor: Cursor<'u>, begins: bool) -> bool {
        let ctype = cursor.ctype();
        let key = cursor.canonical().identity();
        if cursor.is_extern() {
            return false;
        }
        if cursor.has_static_storage() {
            self.static_local(cursor);
            return true;
        }
        match ctype.kind() {
            TypeKind::Reference => {
                let ty = self.unit.type_id(ctype);
                let var = self.new_var(Some(cursor.spelling()), Scalar::Ptr, ty);
                self.begin_var(var);
                let Some(value) = cursor.initializer() else {
                    self.unsupported("a reference to nothing");
                    return true;
                };
                let target = self.full(|this| this.bound(value, Life::Scope));
                self.assign(var, target);
                self.locals.insert(key, Place::Memory { addr: Operand::Var(var), bits: None });
                self.name_is(cursor.spelling(), None);
                true
            }
            TypeKind::Vla | TypeKind::Other => {
                self.unsupported(&format!("a variable of type {}", ctype.name()));
                true
            }
            _ => {
                self.local(cursor, begins);
                true
            }
        }
    }

    fn local(&mut self, cursor: Cursor<'u>, begins: bool) {
        let ctype = cursor.ctype();
        let key = cursor.canonical().identity();
        let element = innermost(ctype);
        let is_class = element.kind() == TypeKind::Record;
        let is_destroyed = is_class && self.has_destructor(element);
        if is_destroyed && !begins {
            self.unsupported("a class object in a block with jumps");
        }
        if let (true, Some(result)) = (self.cxx.returned == Some(key), self.cxx.result) {
            // It is the result of the function, and lives there.
            self.locals.insert(key, Place::Memory { addr: result, bits: None });
            self.name_is(cursor.spelling(), None);
            match cursor.initializer() {
                Some(value) => {
                    let place = Place::Memory { addr: result, bits: None };
                    self.full(|this| this.initialize(place, ctype, value));
                }
                None => self.construct_default(result, ctype),
            }
            return self.undo(Undo::Destroy(result, ctype, None));
        }
        if begins && self.scalar_local(cursor) {
            return;
        }
        if begins {
            self.begin_local(cursor);
        }
        let Some(&place) = self.locals.get(&key) else { return };
        self.name_is(cursor.spelling(), Some(place));
        if let Some(value) = cursor.initializer() {
            self.cxx.list_life = super::places::is_list(ctype).then_some(Life::Scope);
            self.full(|this| this.initialize(place, ctype, value));
            self.cxx.list_life = None;
        } else if let (true, Place::Memory { addr, .. }) = (is_class, place) {
            self.construct_default(addr, ctype);
        }
        if let (true, Place::Memory { addr: Operand::Slot(slot), .. }) = (is_destroyed, place) {
            self.destroy_at_end(slot, ctype);
        }
    }

    /// A scalar in a variable: its value comes before its life begins, so that it is never without one.
    fn scalar_local(&mut self, cursor: Cursor<'u>) -> bool {
        let key = cursor.canonical().identity();
        let (Some(ty), Some(value)) = (self.unit.scalar(cursor.ctype()), cursor.initializer()) else {
            return false;
        };
        let is_plain = value.kind() != Kind::InitList && value.ctype().kind() != TypeKind::Record;
        if self.plan.address_taken.contains(&key) || !is_plain {
            return false;
        }
        let value = self.full(|this| {
            let value = this.converted(value, ty);
            this.kept(value)
        });
        self.begin_local(cursor);
        if let Some(&place) = self.locals.get(&key) {
            self.name_is(cursor.spelling(), Some(place));
            self.store_place(place, value, ty, false);
        }
        true
    }

    /// A static local: initialised once, when control first comes here.
    fn static_local(&mut self, cursor: Cursor<'u>) {
        let ctype = cursor.ctype();
        let id = self.unit.global_id(cursor);
        self.name_is(cursor.spelling(), None);
        let element = innermost(ctype);
        let Some(value) = cursor.initializer() else {
            return self.construct_default(Operand::Global(id), ctype);
        };
        let int = self.unit.linker.types.intern(Type::Scalar(Scalar::INT));
        let guard = match self.unit.cxx.as_ref().and_then(|cxx| cxx.guards.get(&cursor.identity())) {
            Some(&guard) => guard,
            None => self.unit.anonymous_global(int, 4, self.pos),
        };
        if let Some(cxx) = &mut self.unit.cxx {
            cxx.guards.insert(cursor.identity(), guard);
        }
        let mut is_destroyed = false;
        if element.kind() == TypeKind::Record
            && let Made::Function(destroy) = self.unit.special(element, Special::Destroy)
        {
            is_destroyed = true;
            let exit = Exit { object: id, destroy, elements: elements(ctype), flag: Some(guard) };
            // The function may be lowered several times.
            if !self.unit.linker.exits.iter().any(|known| known.object == id) {
                self.unit.linker.exits.push(exit);
            }
        }
        let place = Place::Memory { addr: Operand::Global(guard), bits: None };
        let cond = self.load_place(place, Scalar::INT, false);
        let otherwise = self.nested(|this| {
            let target = Place::Memory { addr: Operand::Global(id), bits: None };
            match ctype.kind() {
                TypeKind::Reference => this.unsupported("a static local that is a reference"),
                _ => this.full(|this| this.initialize(target, ctype, value)),
            }
            match is_destroyed {
                true => this.set_constructed(guard),
                false => {
                    let one = this.int(1);
                    this.store_place(place, one, Scalar::INT, false);
                }
            }
        });
        // What is constant can be stored even if it is declared so.
        self.unit.linker.globals[id.index()].constant = false;
        self.emit(StmtKind::If { cond, then: Vec::new(), otherwise });
    }

    /// The initialiser of a variable outside of functions, which is a full expression.
    pub(in crate::lower) fn initialize_global(
        &mut self,
        id: GlobalId,
        ctype: CType<'u>,
        value: Cursor<'u>,
        is_in_class: bool,
    ) {
        let place = Place::Memory { addr: Operand::Global(id), bits: None };
        if self.unit.cxx.is_none() {
            return self.initialize(place, ctype, value);
        }
        // What is computed within a class is a constant that the compiler has checked.
        let is_small = is_in_class && ctype.size().is_some_and(|size| size <= 8);
        if let (true, Some(ty)) = (ctype.is_const() && is_small, self.unit.scalar(ctype))
            && let Some(known @ Constant::Int(_)) = value.evaluate()
        {
            let known = self.constant(known, ty);
            return self.store_place(place, known, ty, false);
        }
        let before = self.code.len();
        self.full(|this| this.initialize(place, ctype, value));
        let element = innermost(ctype);
        let is_class = element.kind() == TypeKind::Record;
        if is_class && self.code.len() > before {
            self.unit.linker.globals[id.index()].constant = false;
        }
        if is_class && let Made::Function(destroy) = self.unit.special(element, Special::Destroy) {
            let elements = elements(ctype);
            match elements.0 <= LARGEST {
                true => self.unit.linker.exits.push(Exit { object: id, destroy, elements, flag: None }),
                false => self.unsupported("a large array of class objects outside of functions"),
            }
        }
    }

    /// `auto [a, b] = x;`
    fn bindings(&mut self, cursor: Cursor<'u>) {
        let ctype = cursor.ctype();
        let children = cursor.children();
        let (names, values): (Vec<Cursor<'u>>, Vec<Cursor<'u>>) =
            children.into_iter().filter(super::is_expression).partition(|c| c.kind() == Kind::InertDecl);
        let ([value], true) = (&values[..], true) else {
            return self.unsupported("a structured binding of an unknown form");
        };
        let target = if ctype.kind() == TypeKind::Reference { ctype.pointee() } else { ctype };
        if target.kind() == TypeKind::Array && ctype.kind() == TypeKind::Reference {
            let addr = self.full(|this| this.bound(*value, Life::Scope));
            let addr = self.kept(addr);
            let size = target.canonical().element().size().unwrap_or(1);
            for (index, name) in names.into_iter().enumerate() {
                let addr = self.part_address(addr, index as u64 * size);
                self.locals.insert(name.canonical().identity(), Place::Memory { addr, bits: None });
                self.name_is(name.spelling(), None);
            }
            return;
        }
        let fields = self.unit.field_parts(target);
        if target.kind() != TypeKind::Record || fields.len() != names.len() {
            return self.unsupported("a structured binding of this type");
        }
        let addr = match ctype.kind() {
            TypeKind::Reference => {
                let addr = self.full(|this| this.bound(*value, Life::Scope));
                self.kept(addr)
            }
            _ => {
                let slot = self.new_temporary(target);
                self.own(slot);
                self.full(|this| this.construct(Operand::Slot(slot), target, *value));
                self.destroy_at_end(slot, target);
                Operand::Slot(slot)
            }
        };
        for (name, field) in names.into_iter().zip(fields) {
            let mut place = self.part_address(addr, field.offset);
            if field.ctype.kind() == TypeKind::Reference {
                place = self.load_pointer(place);
            }
            self.locals.insert(name.canonical().identity(), Place::Memory { addr: place, bits: None });
            self.name_is(name.spelling(), None);
        }
    }

    /// `for (x : range) ...`
    fn for_range(&mut self, cursor: Cursor<'u>) {
        let children = cursor.children();
        let variable = children.iter().copied().find(is_loop_variable);
        let (Some(variable), Some((&body, rest))) = (variable, children.split_last()) else {
            return self.unsupported("a range-for statement of an unknown form");
        };
        let is_range = |part: &&Cursor<'u>| super::is_expression(part) && !is_loop_variable(part);
        let Some(&range) = rest.iter().rev().find(is_range) else {
            return self.unsupported("a range-for statement of an unknown form");
        };
        let hidden = hidden_variable(variable, "__begin");
        let address = self.full(|this| this.bound(range, Life::Scope));
        let address = self.kept(address);
        let ctype = range.ctype();
        let walk = match ctype.kind() {
            TypeKind::Array => Some(self.array_walk(address, ctype)),
            TypeKind::Record => self.class_walk(address, ctype),
            _ => None,
        };
        let Some(walk) = walk else {
            return self.unsupported(&format!("a range of type {}", ctype.name()));
        };
        if let Some(hidden) = hidden {
            self.locals.insert(hidden.canonical().identity(), walk.place);
        }
        let pos = self.pos;
        let label = self.new_label();
        let target = Target { label, scopes: self.scopes.len() };
        let cond = self.temp(Scalar::INT);
        let test = self.nested(|this| {
            let value = this.is_not_at_end(&walk);
            this.assign(cond, value);
        });
        let visible = self.visible_vars();
        self.breaks.push(target);
        self.continues.push(target);
        let code = self.nested(|this| {
            this.scoped(|this| {
                this.declaration(variable, true);
                this.scoped(|this| this.statement(body));
            });
        });
        self.breaks.pop();
        self.continues.pop();
        let step = self.nested(|this| this.advance(&walk));
        self.pos = pos;
        let origin = LoopOrigin::For;
        let cond = Operand::Var(cond);
        let the_loop = Loop { label, origin, tests_last: false, test, cond, body: code, step, visible };
        self.emit(StmtKind::Loop(Box::new(the_loop)));
    }

    fn array_walk(&mut self, address: Operand, ctype: CType<'u>) -> Walk<'u> {
        let element = ctype.canonical().element();
        let begin = self.named_var("begin", Scalar::Ptr);
        self.own_var(begin);
        self.emit(StmtKind::Assign { dst: begin, value: Expr::Use(address) });
        let count = self.offset(ctype.array_len().unwrap_or(0));
        let end = self.element(address, count, element, false);
        let end = self.kept(end);
        Walk { place: Place::Var(begin), end, how: Walking::Pointer(element) }
    }

    /// The iterators of a range that is a class object.
    fn class_walk(&mut self, address: Operand, ctype: CType<'u>) -> Option<Walk<'u>> {
        let name = ctype.canonical().name();
        let probe = Probe::Range(name);
        let Some(calls) = self.unit.cxx.as_ref().and_then(|cxx| cxx.probed.get(&probe)).cloned() else {
            self.unit.linker.probes.insert(probe);
            return None;
        };
        let find = |name: &str| calls.iter().copied().find(|callee| callee.spelling() == name);
        let (begin, end) = (find("begin")?, find("end")?);
        let iterator = begin.ctype().result();
        let [first, last] = [begin, end].map(|callee| self.iterator(callee, address));
        match iterator.kind() {
            TypeKind::Pointer => {
                let begin = self.named_var("begin", Scalar::Ptr);
                self.own_var(begin);
                let value = self.load_pointer(first);
                self.assign(begin, value);
                let end = self.load_pointer(last);
                let how = Walking::Pointer(iterator.pointee());
                Some(Walk { place: Place::Var(begin), end, how })
            }
            TypeKind::Record => {
                let how = Walking::Calls(find("operator!=")?, find("operator++")?);
                Some(Walk { place: Place::Memory { addr: first, bits: None }, end: last, how })
            }
            _ => None,
        }
    }

    /// What `begin` or `end` gives, in a local.
    fn iterator(&mut self, callee: Cursor<'u>, address: Operand) -> Operand {
        let ctype = callee.ctype().result();
        let slot = self.new_temporary(ctype);
        self.own(slot);
        let function = Callee::Direct(self.unit.function_id(callee));
        let object = Arg::Scalar(address, Scalar::Ptr);
        if ctype.kind() == TypeKind::Record {
            let args = vec![Arg::Scalar(Operand::Slot(slot), Scalar::Ptr), object];
            self.emit_checked(StmtKind::Call { result: CallResult::None, callee: function, args });
            self.destroy_at_end(slot, ctype);
        } else {
            let dst = self.temp(Scalar::Ptr);
            let args = vec![object];
            self.emit_checked(StmtKind::Call { result: CallResult::Var(dst), callee: function, args });
            let place = Place::Memory { addr: Operand::Slot(slot), bits: None };
            self.store_place(place, Operand::Var(dst), Scalar::Ptr, false);
        }
        Operand::Slot(slot)
    }

    fn is_not_at_end(&mut self, walk: &Walk<'u>) -> Operand {
        match walk.how {
            Walking::Pointer(_) => {
                let here = self.load_place(walk.place, Scalar::Ptr, false);
                self.compute(Expr::Compare(CompareOp::Ne, Scalar::Ptr, here, walk.end), Scalar::INT)
            }
            Walking::Calls(differ, _) => {
                let are_references = differ.ctype().parameters().unwrap_or_default();
                if are_references.iter().any(|ty| ty.kind() != TypeKind::Reference) {
                    self.unsupported("a comparison of iterators that are copied");
                }
                let callee = Callee::Direct(self.unit.function_id(differ));
                let ty = self.unit.scalar(differ.ctype().result()).unwrap_or(Scalar::INT);
                let dst = self.temp(ty);
                let args = [walk.address(), walk.end].map(|addr| Arg::Scalar(addr, Scalar::Ptr)).to_vec();
                self.emit_checked(StmtKind::Call { result: CallResult::Var(dst), callee, args });
                self.convert(Operand::Var(dst), ty, Scalar::INT)
            }
        }
    }

    fn advance(&mut self, walk: &Walk<'u>) {
        match walk.how {
            Walking::Pointer(element) => {
                let here = self.load_place(walk.place, Scalar::Ptr, false);
                let one = self.offset(1);
                let next = self.element(here, one, element, false);
                self.store_place(walk.place, next, Scalar::Ptr, false);
            }
            Walking::Calls(_, next) => {
                if next.ctype().result().kind() == TypeKind::Record {
                    return self.unsupported("an iterator that is copied where it advances");
                }
                let callee = Callee::Direct(self.unit.function_id(next));
                let args = vec![Arg::Scalar(walk.address(), Scalar::Ptr)];
                self.finish_call(next.ctype().result(), callee, args);
            }
        }
    }
}

/// A walk over a range.
struct Walk<'u> {
    /// Where the iterator is.
    place: Place,
    /// The address to stop at, or that of the iterator to stop at.
    end: Operand,
    how: Walking<'u>,
}

impl Walk<'_> {
    fn address(&self) -> Operand {
        match self.place {
            Place::Memory { addr, .. } => addr,
            Place::Var(var) => Operand::Var(var),
        }
    }
}

enum Walking<'u> {
    /// By a pointer to elements of this type.
    Pointer(CType<'u>),
    /// By calls of `!=` and `++`.
    Calls(Cursor<'u>, Cursor<'u>),
}

/// The variable of the compiler that an initialiser uses.
fn hidden_variable<'u>(variable: Cursor<'u>, start: &str) -> Option<Cursor<'u>> {
    let mut pending = variable.children();
    while let Some(cursor) = pending.pop() {
        if cursor.kind() == Kind::DeclRef && cursor.spelling().starts_with(start) {
            return cursor.referenced();
        }
        pending.extend(operands(cursor));
    }
    None
}

fn is_variable(cursor: &Cursor<'_>) -> bool {
    cursor.kind() == Kind::VarDecl
}

/// Whether a child of a range-for statement is what it declares.
fn is_loop_variable(cursor: &Cursor<'_>) -> bool {
    is_variable(cursor) || cursor.kind() == Kind::InertDecl
}

fn is_declaration(cursor: &Cursor<'_>) -> bool {
    matches!(cursor.kind(), Kind::VarDecl | Kind::DeclStmt)
}

/// Whether a statement is an expression.
fn is_expression_statement(kind: Kind) -> bool {
    use CxxKind::{Bool, Cast, Delete, DynamicCast, Lambda, New, NullPtr, Reinterpret, This, Throw, TypeId};
    match kind {
        Kind::Cxx(kind) => {
            matches!(
                kind,
                Cast | DynamicCast
                    | Reinterpret
                    | TypeId
                    | Bool
                    | NullPtr
                    | This
                    | Throw
                    | New
                    | Delete
                    | Lambda
            )
        }
        Kind::Unexposed
        | Kind::DeclRef
        | Kind::Member
        | Kind::Call
        | Kind::Integer
        | Kind::Floating
        | Kind::String
        | Kind::Character
        | Kind::Paren
        | Kind::Unary
        | Kind::Subscript
        | Kind::Binary
        | Kind::CompoundAssign
        | Kind::Conditional
        | Kind::Cast
        | Kind::InitList
        | Kind::SizeOf => true,
        _ => false,
    }
}

/// Whether the first parentheses of a text have a semicolon in them, but in no others.
fn has_two_parts(text: &[u8]) -> bool {
    let (mut depth, mut quote) = (0, None);
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        match (quote, byte) {
            (Some(_), b'\\') => drop(bytes.next()),
            (Some(end), _) if byte == end => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'(' | b'{' | b'[') => depth += 1,
            (None, b')' | b'}' | b']') => {
                depth -= 1;
                if depth == 0 {
                    return false;
                }
            }
            (None, b';') if depth == 1 => return true,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::has_two_parts;

    #[test]
    fn statements_before_conditions_are_seen() {
        for text in ["if (f(); c) g();", "switch (int c = 3; c) {}", "for (int i = 0; int x : a) {}"] {
            assert!(has_two_parts(text.as_bytes()), "{text}");
        }
        for text in [
            "if (any(a, [](int x) { return x; })) g();",
            "if (c == ';') g();",
            "switch (f(\");)\")) { case 1:; }",
        ] {
            assert!(!has_two_parts(text.as_bytes()), "{text}");
        }
    }
}
