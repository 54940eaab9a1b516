//! Statements.
//!
//! `plan` scans a function before it is lowered; `jumps` lowers `goto`, labels and `switch`.

mod jumps;
pub(super) mod plan;

use super::function::{FunctionLowering, Place, Target};
use super::text::for_header;
use crate::clang::{Cursor, Kind, TypeKind};
use crate::ir::*;

impl<'u> FunctionLowering<'_, '_, 'u> {
    /// Lowers a statement.
    pub(super) fn statement(&mut self, cursor: Cursor<'u>) {
        self.pos = self.unit.pos(cursor);
        if self.unit.cxx.is_some() && self.cxx_statement(cursor) {
            return;
        }
        match cursor.kind() {
            Kind::Null | Kind::Attribute => {}
            Kind::Compound => self.compound(cursor),
            Kind::DeclStmt => cursor.children().into_iter().for_each(|child| self.declaration(child, true)),
            Kind::Label | Kind::Case | Kind::Default => self.labelled_statement(cursor),
            Kind::If => self.if_statement(cursor),
            Kind::While => self.scoped(|this| this.while_statement(cursor)),
            Kind::Do => self.scoped(|this| this.do_statement(cursor)),
            Kind::For => self.scoped(|this| this.for_statement(cursor)),
            Kind::Switch => self.switch_statement(cursor),
            Kind::Goto => self.goto_statement(cursor),
            Kind::Break => match self.breaks.last().copied() {
                Some(target) => self.jump(target, false),
                None => self.unsupported("break outside of a loop"),
            },
            Kind::Continue => match self.continues.last().copied() {
                Some(target) => self.jump(target, true),
                None => self.unsupported("continue outside of a loop"),
            },
            Kind::Return => self.return_statement(cursor),
            Kind::Asm => self.unsupported("inline assembly"),
            Kind::IndirectGoto => self.computed_goto(cursor),
            // A statement with attributes.
            Kind::Other(200) => {
                let inner = cursor.children().into_iter().rfind(|child| child.kind() != Kind::Attribute);
                if let Some(inner) = inner {
                    self.statement(inner);
                }
            }
            Kind::Other(code) if (200..300).contains(&code) => {
                self.unsupported(&format!("a statement of an unknown kind ({code})"));
            }
            _ => self.effect(cursor),
        }
    }

    fn return_statement(&mut self, cursor: Cursor<'u>) {
        let Some(value) = cursor.children().into_iter().next() else {
            return self.emit(StmtKind::Return(ReturnValue::None));
        };
        let value = match self.kind_of(value) {
            TypeKind::Void => {
                self.effect(value);
                ReturnValue::None
            }
            TypeKind::Record => {
                let addr = self.object(value);
                let ty = self.unit.type_id(value.ctype());
                ReturnValue::Object(addr, ty)
            }
            _ => ReturnValue::Scalar(self.rvalue(value)),
        };
        self.pos = self.unit.pos(cursor);
        self.emit(StmtKind::Return(value));
    }

    /// A declaration inside a function. `begins` says whether the local's life begins here, and not at the
    /// start of the compound statement.
    pub(super) fn declaration(&mut self, cursor: Cursor<'u>, begins: bool) {
        match cursor.kind() {
            Kind::VarDecl => {}
            _ if self.unit.cxx.is_some() && self.cxx_declaration(cursor) => return,
            Kind::StructDecl | Kind::UnionDecl | Kind::TypeRef | Kind::Attribute => return,
            Kind::FunctionDecl => return self.name_is(cursor.spelling(), None),
            Kind::InertDecl => {
                // A typedef evaluates the dimensions of its arrays.
                self.vla_dimensions(cursor, cursor.ctype());
                if cursor.ctype().kind() == TypeKind::Vla {
                    self.vla_size(cursor.ctype().canonical());
                }
                return self.name_is(cursor.spelling(), None);
            }
            Kind::EnumDecl => {
                cursor.children().into_iter().for_each(|child| self.name_is(child.spelling(), None));
                return;
            }
            _ => return self.unsupported("a declaration of an unknown kind"),
        }
        self.pos = self.unit.pos(cursor);
        if self.unit.cxx.is_some() && self.cxx_variable(cursor, begins) {
            return;
        }
        if cursor.has_static_storage() || cursor.is_extern() {
            self.unit.global_id(cursor);
            self.name_is(cursor.spelling(), None);
            return;
        }
        if cursor.attributes().iter().any(|attribute| attribute.starts_with("cleanup")) {
            self.unsupported("a variable with the attribute cleanup");
        }
        let ctype = cursor.ctype();
        self.vla_dimensions(cursor, ctype);
        if begins || ctype.kind() == TypeKind::Vla {
            self.begin_local(cursor);
        }
        if ctype.kind() == TypeKind::Vla {
            // There is room for it by now, so that its size is a number of its type.
            self.vla_size(ctype.canonical());
        }
        let place = self.locals.get(&cursor.canonical().identity()).copied();
        self.name_is(cursor.spelling(), place);
        if let Some(initializer) = cursor.initializer() {
            let Some(&place) = self.locals.get(&cursor.canonical().identity()) else { return };
            self.initialize(place, ctype, initializer);
        }
    }

    /// Begins the life of a local.
    pub(super) fn begin_local(&mut self, cursor: Cursor<'u>) {
        let key = cursor.canonical().identity();
        let ctype = cursor.ctype();
        let name = cursor.spelling();
        let ty = self.unit.type_id(ctype);
        if let Some(scalar) = self.unit.scalar(ctype)
            && !self.plan.address_taken.contains(&key)
        {
            let var = match self.locals.get(&key) {
                Some(&Place::Var(var)) => var,
                _ => self.new_var(Some(name), scalar, ty),
            };
            self.locals.insert(key, Place::Var(var));
            return self.begin_var(var);
        }
        let slot = match self.locals.get(&key) {
            Some(&Place::Memory { addr: Operand::Slot(slot), .. }) => slot,
            _ => self.new_slot(&name, ty, ctype.size()),
        };
        self.locals.insert(key, Place::Memory { addr: Operand::Slot(slot), bits: None });
        match ctype.kind() {
            TypeKind::Vla => {
                let stride = self.size_operand(ctype.canonical().element());
                let count = self.vla_count(ctype.canonical());
                self.emit(StmtKind::BeginVla { slot, count, stride });
                self.own(slot);
            }
            TypeKind::Other => self.unsupported(&format!("a variable of type {}", ctype.name())),
            _ => self.begin_slot(slot),
        }
    }

    /// The dimensions of an array of variable length that a declaration declares. libclang hands out the
    /// expressions of all dimensions, the innermost first.
    fn dimension_expressions(&self, cursor: Cursor<'u>) -> Vec<Cursor<'u>> {
        let initializer = cursor.initializer().map(|initializer| initializer.statement_identity());
        let is_expression = |child: &Cursor<'u>| {
            !matches!(
                child.kind(),
                Kind::TypeRef | Kind::Attribute | Kind::ParmDecl | Kind::StructDecl | Kind::UnionDecl
            ) && Some(child.statement_identity()) != initializer
        };
        let mut found: Vec<Cursor<'u>> = cursor.children().into_iter().filter(is_expression).collect();
        if cursor.kind() == Kind::Cast {
            // The value that is cast.
            found.pop();
        }
        found
    }

    /// Computes the sizes of the arrays of variable length in a declaration, and remembers them by type.
    pub(super) fn vla_dimensions(&mut self, cursor: Cursor<'u>, ctype: crate::clang::CType<'u>) {
        let mut arrays = Vec::new();
        let mut inner = ctype.canonical();
        while inner.kind() == TypeKind::Pointer {
            inner = inner.pointee().canonical();
        }
        while matches!(inner.kind(), TypeKind::Vla | TypeKind::Array | TypeKind::OpenArray) {
            arrays.push(inner);
            inner = inner.element().canonical();
        }
        if !arrays.iter().any(|array| array.kind() == TypeKind::Vla) {
            return;
        }
        let dimensions = self.dimension_expressions(cursor);
        let is_known = |array: &crate::clang::CType<'u>| {
            array.kind() != TypeKind::Vla || self.vla_counts.contains_key(&array.identity())
        };
        if dimensions.is_empty() && arrays.iter().all(is_known) {
            return;
        }
        // Some of the dimensions may be those of a typedef, which libclang does not expose.
        if dimensions.len() < arrays.len() {
            return self.unsupported("a variable-length array declared through a typedef");
        }
        let ptrdiff = Scalar::Int(self.unit.linker.target.ptrdiff());
        for (array, dimension) in arrays.iter().rev().zip(dimensions) {
            if array.kind() != TypeKind::Vla {
                continue;
            }
            let count = self.rvalue(dimension);
            let from = self.operand_type(count);
            let count = self.convert(count, from, ptrdiff);
            let kept = self.named_var("length", ptrdiff);
            self.assign(kept, count);
            self.vla_counts.insert(array.identity(), Operand::Var(kept));
            let is_declared =
                ctype.kind() == TypeKind::Vla && array.identity() == ctype.canonical().identity();
            if !is_declared {
                self.vla_size(*array);
            }
        }
    }

    /// Keeps the size of an array of variable length, whose number of elements is known.
    fn vla_size(&mut self, array: crate::clang::CType<'u>) {
        let ptrdiff = Scalar::Int(self.unit.linker.target.ptrdiff());
        let (stride, count) = (self.size_operand(array.element()), self.vla_count(array));
        let size = self.compute(Expr::Binary(BinaryOp::Mul, ptrdiff, count, stride), ptrdiff);
        let kept = self.named_var("size", ptrdiff);
        self.assign(kept, size);
        self.vla_sizes.insert(array.identity(), Operand::Var(kept));
    }

    /// How many elements an array of variable length has.
    fn vla_count(&mut self, array: crate::clang::CType<'u>) -> Operand {
        match self.vla_counts.get(&array.identity()) {
            Some(&count) => count,
            None => {
                self.unsupported("the size of a variable-length array type without a declaration");
                self.offset(1)
            }
        }
    }

    pub(super) fn if_statement(&mut self, cursor: Cursor<'u>) {
        // Longer chains of `else if` would nest too deeply.
        const LONGEST_NESTED: usize = 32;
        let mut links = 0;
        let mut next = Some(cursor);
        while let Some(link) = next {
            links += 1;
            next = link.children().get(2).copied().filter(|otherwise| otherwise.kind() == Kind::If);
        }
        if links > LONGEST_NESTED {
            return self.long_chain(cursor);
        }
        let Some((cond, then, otherwise)) = if_parts(cursor) else {
            return self.unsupported("an if statement of an unknown form");
        };
        let pos = self.pos;
        let cond = self.routed_condition(cond, then, otherwise);
        let then = self.nested(|this| this.scoped(|this| this.statement(then)));
        let otherwise = match otherwise {
            Some(otherwise) => self.nested(|this| this.scoped(|this| this.statement(otherwise))),
            None => Vec::new(),
        };
        self.pos = pos;
        self.emit(StmtKind::If { cond, then, otherwise });
    }

    /// A chain of `else if` side by side: each part that was taken leaves a block around them all.
    fn long_chain(&mut self, cursor: Cursor<'u>) {
        let pos = self.pos;
        let label = self.new_label();
        let body = self.nested(|this| {
            let mut link = Some(cursor);
            while let Some(cursor) = link.take() {
                let Some((cond, then, otherwise)) = if_parts(cursor) else {
                    return this.unsupported("an if statement of an unknown form");
                };
                this.pos = this.unit.pos(cursor);
                let pos = this.pos;
                let cond = this.routed_condition(cond, then, otherwise);
                let then = this.nested(|this| {
                    this.scoped(|this| this.statement(then));
                    if this.is_open() {
                        this.emit(StmtKind::Break(label));
                    }
                });
                this.pos = pos;
                this.emit(StmtKind::If { cond, then, otherwise: Vec::new() });
                match otherwise {
                    Some(next) if next.kind() == Kind::If => link = Some(next),
                    Some(last) => this.scoped(|this| this.statement(last)),
                    None => {}
                }
            }
        });
        self.pos = pos;
        self.emit(StmtKind::Block { label, body });
    }

    /// A condition that leads where a jump wants to go, if one is under way: into `then` if it holds, into
    /// `otherwise` if not.
    fn routed_condition(
        &mut self,
        cond: Cursor<'u>,
        then: Cursor<'u>,
        otherwise: Option<Cursor<'u>>,
    ) -> Operand {
        let mut routes = Vec::new();
        for (statement, value) in [(Some(then), true), (otherwise, false)] {
            let Some(statement) = statement else { continue };
            routes.extend(self.plan.entering(statement).into_iter().map(|key| (key, value)));
        }
        if routes.is_empty() {
            return self.full_condition(cond);
        }
        let result = self.named_var("way", Scalar::INT);
        let plain = self.nested(|this| {
            let value = this.full_condition(cond);
            let ty = this.operand_type(value);
            let zero = this.zero_of(ty);
            let value = this.compute(Expr::Compare(CompareOp::Ne, ty, value, zero), Scalar::INT);
            this.assign(result, value);
        });
        let mut code = plain;
        for (key, value) in routes.into_iter().rev() {
            let flag = Operand::Var(self.flags[&key]);
            let then = self.nested(|this| {
                let value = this.int(i128::from(value));
                this.assign(result, value);
            });
            code = vec![Stmt { kind: StmtKind::If { cond: flag, then, otherwise: code }, pos: self.pos }];
        }
        self.code.extend(code);
        Operand::Var(result)
    }

    fn while_statement(&mut self, cursor: Cursor<'u>) {
        let children = cursor.children();
        let [cond, body] = children[..] else {
            return self.unsupported("a while statement of an unknown form");
        };
        self.loop_statement(LoopOrigin::While, Some(cond), body, None);
    }

    fn do_statement(&mut self, cursor: Cursor<'u>) {
        let children = cursor.children();
        let [body, cond] = children[..] else { return self.unsupported("a do statement of an unknown form") };
        self.loop_statement(LoopOrigin::Do, Some(cond), body, None);
    }

    fn for_statement(&mut self, cursor: Cursor<'u>) {
        let Some((first, cond, step, body)) = self.for_parts(cursor) else {
            return self.unsupported("a for statement whose header cannot be read");
        };
        if let Some(first) = first {
            let entering = self.plan.entering(body);
            if entering.is_empty() {
                self.statement(first);
            } else {
                // A jump into the body skips this, but locals declared here are alive nevertheless.
                let locals = if first.kind() == Kind::DeclStmt { first.children() } else { Vec::new() };
                for &local in locals.iter().filter(|local| local.kind() == Kind::VarDecl) {
                    self.begin_local(local);
                }
                let code = self.nested(|this| match first.kind() {
                    Kind::DeclStmt => locals.iter().for_each(|&local| this.declaration(local, false)),
                    _ => this.statement(first),
                });
                self.unless_entering(&entering, code);
            }
        }
        self.pos = self.unit.pos(cursor);
        self.loop_statement(LoopOrigin::For, cond, body, step);
    }

    /// Runs code only if none of these flags is set.
    pub(super) fn unless_entering(&mut self, flags: &[usize], code: Block) {
        let mut code = code;
        for key in flags {
            let cond = Operand::Var(self.flags[key]);
            code =
                vec![Stmt { kind: StmtKind::If { cond, then: Vec::new(), otherwise: code }, pos: self.pos }];
        }
        self.code.extend(code);
    }

    /// The parts of a `for`. libclang gives those that are there without saying which they are, so the header
    /// is read as text; where a macro hides it, their form must tell.
    #[allow(clippy::type_complexity)]
    fn for_parts(
        &mut self,
        cursor: Cursor<'u>,
    ) -> Option<(Option<Cursor<'u>>, Option<Cursor<'u>>, Option<Cursor<'u>>, Cursor<'u>)> {
        let children = cursor.children();
        let (&body, parts) = children.split_last()?;
        let present = match parts.len() {
            0 => [false; 3],
            3 => [true; 3],
            count => {
                let header = self.unit.for_text(cursor).and_then(|text| for_header(&text));
                match header {
                    Some(header) if header.iter().filter(|&&part| part).count() == count => header,
                    _ => guess_header(parts)?,
                }
            }
        };
        let mut parts = parts.iter().copied();
        let [first, cond, step] = present.map(|part| if part { parts.next() } else { None });
        Some((first, cond, step, body))
    }

    fn loop_statement(
        &mut self,
        origin: LoopOrigin,
        cond: Option<Cursor<'u>>,
        body: Cursor<'u>,
        step: Option<Cursor<'u>>,
    ) {
        let pos = self.pos;
        // The loop is a block: what its test and step create lives until it ends.
        cond.into_iter().chain(step).for_each(|part| self.begin_literals(part));
        let label = self.new_label();
        let target = Target { label, scopes: self.scopes.len() };
        let mut test_value = self.int(1);
        let tests_last = origin == LoopOrigin::Do;
        let mut make_test = |this: &mut Self| {
            this.nested(|this| {
                if let Some(cond) = cond {
                    this.scoped(|this| {
                        test_value = match tests_last {
                            // Whoever jumps into the body is past its start, and no test comes before it.
                            true => this.full_condition(cond),
                            false => this.routed_condition(cond, body, None),
                        };
                    });
                }
            })
        };
        let test = make_test(self);
        let visible = self.visible_vars();
        self.breaks.push(target);
        self.continues.push(target);
        let code = self.nested(|this| this.scoped(|this| this.statement(body)));
        self.breaks.pop();
        self.continues.pop();
        let step = match step {
            Some(step) => self.nested(|this| this.statement(step)),
            None => Vec::new(),
        };
        self.pos = pos;
        let the_loop = Loop { label, origin, tests_last, test, cond: test_value, body: code, step, visible };
        self.emit(StmtKind::Loop(Box::new(the_loop)));
    }
}

/// Condition, first and second way of an `if`.
#[allow(clippy::type_complexity)]
fn if_parts(cursor: Cursor<'_>) -> Option<(Cursor<'_>, Cursor<'_>, Option<Cursor<'_>>)> {
    // C++ allows declarations before the condition; they are lowered before.
    let is_part = |child: &Cursor<'_>| !matches!(child.kind(), Kind::VarDecl | Kind::DeclStmt);
    match cursor.children().into_iter().filter(is_part).collect::<Vec<_>>()[..] {
        [cond, then] => Some((cond, then, None)),
        [cond, then, otherwise] => Some((cond, then, Some(otherwise))),
        _ => None,
    }
}

/// Which parts of a `for` header are there, from the form of those that are: declarations come first, a test
/// computes a value for nothing, the others do something.
fn guess_header(parts: &[Cursor<'_>]) -> Option<[bool; 3]> {
    let acts = |part: &Cursor<'_>| {
        let mut part = *part;
        while matches!(part.kind(), Kind::Paren | Kind::Unexposed) {
            let Some(inner) = part.children().first().copied() else { break };
            part = inner;
        }
        match part.kind() {
            Kind::DeclStmt | Kind::CompoundAssign | Kind::Call => true,
            Kind::Binary => {
                matches!(part.binary_op(), crate::clang::BinaryOp::Assign | crate::clang::BinaryOp::Comma)
            }
            Kind::Unary => {
                use crate::clang::UnaryOp::*;
                matches!(part.unary_op(), PostIncrement | PostDecrement | PreIncrement | PreDecrement)
            }
            _ => false,
        }
    };
    match parts {
        [one] if one.kind() == Kind::DeclStmt => Some([true, false, false]),
        [one] if !acts(one) => Some([false, true, false]),
        [one, two] if acts(one) && !acts(two) => Some([true, true, false]),
        [one, two] if !acts(one) && acts(two) => Some([false, true, true]),
        [one, _] if one.kind() == Kind::DeclStmt => Some([true, false, true]),
        _ => None,
    }
}
