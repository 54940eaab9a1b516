//! Compound statements with jumps: `goto`, labels and `switch`. The `plan` module describes the translation.

use super::plan::{CompoundPlan, Item, Key, items, labelled};
use crate::clang::{Constant, Cursor, Kind, TypeKind};
use crate::ir::*;
use crate::lower::function::{FunctionLowering, Place, Target, is_open};

/// A compound statement that is being lowered.
struct Compound<'u> {
    id: usize,
    items: Vec<Item<'u>>,
    plan: CompoundPlan,
    /// In the body of a `switch`: the variable with the index of the item where execution enters.
    entry: Option<VarId>,
    /// Whether the lifetimes of its locals begin at its start, because jumps may bypass their declarations.
    hoisted: bool,
}

impl<'u> FunctionLowering<'_, '_, 'u> {
    /// `{ ... }`
    pub(in crate::lower) fn compound(&mut self, cursor: Cursor<'u>) {
        let id = cursor.statement_identity();
        let plan = self.plan.compounds.get(&id).cloned().unwrap_or_default();
        let hoisted = !(plan.loops.is_empty() && plan.forward.is_empty() && plan.guards.is_empty());
        let compound = Compound { id, items: items(cursor), plan, entry: None, hoisted };
        self.scoped(|this| this.compound_items(&compound));
    }

    fn compound_items(&mut self, compound: &Compound<'u>) {
        if compound.hoisted {
            self.begin_all(compound);
        }
        self.make_targets(compound);
        self.level(compound, 0, compound.items.len(), None);
    }

    /// Creates the labels of the blocks and loops that `goto`s break out of or continue.
    fn make_targets(&mut self, compound: &Compound<'u>) {
        let scopes = self.scopes.len();
        let forward = compound.plan.forward.iter().map(|&item| (item, false));
        let backward = compound.plan.loops.iter().map(|&(first, _)| (first, true));
        for (item, is_backward) in forward.chain(backward) {
            let target = Target { label: self.new_label(), scopes };
            self.jump_targets.insert((compound.id, item, is_backward), target);
        }
    }

    /// Begins the lifetimes of all locals that are declared directly in a compound statement, and of the
    /// compound literals there.
    fn begin_all(&mut self, compound: &Compound<'u>) {
        for item in &compound.items {
            let Item::Stmt(statement) = item else { continue };
            if statement.kind() != Kind::DeclStmt {
                continue;
            }
            for declaration in statement.children().into_iter().filter(is_hoisted) {
                self.begin_local(declaration);
            }
        }
        for item in &compound.items {
            if let Item::Stmt(statement) = item {
                self.begin_literals(*statement);
            }
        }
    }

    /// Gives locals that a jump may have led back to indeterminate values: each time a declaration without
    /// an initializer is reached, what they held before is gone, though the object is the same.
    fn forget_values(&mut self, statement: Cursor<'u>) {
        for declaration in statement.children().into_iter().filter(is_hoisted) {
            if declaration.initializer().is_some() {
                continue;
            }
            match self.locals.get(&declaration.canonical().identity()).copied() {
                Some(Place::Var(var)) => self.emit(StmtKind::Begin(Local::Var(var))),
                Some(Place::Memory { addr, .. }) => {
                    let fresh = self.temporary(declaration.ctype(), "indeterminate");
                    self.copy(addr, fresh, declaration.ctype());
                }
                None => {}
            }
        }
    }

    /// Lowers the items `from .. to` of one level, which is the compound statement or one of its loops. The
    /// blocks that forward jumps break out of start at the beginning of the level.
    fn level(&mut self, compound: &Compound<'u>, from: usize, to: usize, inside: Option<(usize, usize)>) {
        let pos = self.pos;
        let innermost = |item: usize| {
            let holds = |&&(first, last): &&(usize, usize)| first < item && item <= last;
            compound.plan.loops.iter().rev().find(holds).copied()
        };
        let targets = compound.plan.forward.iter().copied();
        let targets: Vec<usize> =
            targets.filter(|&item| from <= item && item <= to && innermost(item) == inside).collect();
        let outer = std::mem::take(&mut self.code);
        let mut at = from;
        for target in targets {
            self.sequence(compound, at, target, inside);
            let label = self.jump_targets[&(compound.id, target, false)].label;
            let body = std::mem::take(&mut self.code);
            self.code.push(Stmt { kind: StmtKind::Block { label, body }, pos });
            at = target;
        }
        self.sequence(compound, at, to, inside);
        let code = std::mem::replace(&mut self.code, outer);
        self.code.extend(code);
    }

    /// Lowers items in sequence; those that form a loop of this level become a loop.
    fn sequence(&mut self, compound: &Compound<'u>, from: usize, to: usize, inside: Option<(usize, usize)>) {
        let mut at = from;
        while at < to {
            let starts = |&&span: &&(usize, usize)| span.0 == at && inside != Some(span);
            let here = compound.plan.loops.iter().find(starts).copied();
            let end = match here {
                Some((_, last)) => last + 1,
                None => self.run_end(compound, at, to),
            };
            // The flags for which all of these items are skipped; inside a loop, this is decided again.
            let skips: Vec<Key> = compound
                .plan
                .guards
                .iter()
                .filter(|guard| guard.1 <= at && end <= guard.2)
                .map(|guard| guard.0)
                .collect();
            let code = self.nested(|this| match here {
                Some(span) => this.goto_loop(compound, span),
                None => {
                    // After the entry all items run, also earlier ones that a loop returns to.
                    if let Some(entry) = compound.entry
                        && !compound.plan.loops.is_empty()
                    {
                        let zero = this.int(0);
                        this.assign(entry, zero);
                    }
                    (at..end).for_each(|item| this.item(compound, item));
                }
            });
            let mut code = code;
            if code.is_empty() {
                at = end;
                continue;
            }
            if let Some(entry) = compound.entry
                && here.is_none()
            {
                let pos = self.pos;
                let here = self.int(at as i128);
                let test = Expr::Compare(CompareOp::Le, Scalar::INT, Operand::Var(entry), here);
                let cond = self.compute(test, Scalar::INT);
                code = vec![Stmt { kind: StmtKind::If { cond, then: code, otherwise: Vec::new() }, pos }];
            }
            self.unless_entering(&skips, code);
            at = end;
        }
    }

    /// The end of the run of items from `at` on that are either all executed or all skipped.
    fn run_end(&self, compound: &Compound<'u>, at: usize, to: usize) -> usize {
        let mut end = to;
        let mut stop = |item: usize| {
            if at < item && item < end {
                end = item;
            }
        };
        for &(_, from, to) in &compound.plan.guards {
            stop(from);
            stop(to);
        }
        compound.plan.loops.iter().for_each(|&(first, _)| stop(first));
        if compound.entry.is_some() {
            for (index, item) in compound.items.iter().enumerate() {
                if matches!(item, Item::Case(_) | Item::Default(_)) {
                    stop(index);
                }
                if let Item::Stmt(statement) = item
                    && !self.plan.entering(*statement).is_empty()
                {
                    stop(index);
                    stop(index + 1);
                }
            }
        }
        end
    }

    fn goto_loop(&mut self, compound: &Compound<'u>, span: (usize, usize)) {
        let pos = self.pos;
        let label = self.jump_targets[&(compound.id, span.0, true)].label;
        let body = self.nested(|this| {
            this.level(compound, span.0, span.1 + 1, Some(span));
            if this.is_open() {
                this.emit(StmtKind::Break(label));
            }
        });
        let cond = self.int(1);
        let the_loop = Loop {
            label,
            origin: LoopOrigin::Goto,
            tests_last: false,
            test: Vec::new(),
            cond,
            body,
            step: Vec::new(),
            visible: Vec::new(),
        };
        self.pos = pos;
        self.emit(StmtKind::Loop(Box::new(the_loop)));
    }

    fn item(&mut self, compound: &Compound<'u>, index: usize) {
        match compound.items[index] {
            Item::Label(label) | Item::Case(label) | Item::Default(label) => self.arrive(label),
            Item::Stmt(statement) if statement.kind() == Kind::DeclStmt => {
                let begins = !compound.hoisted;
                if compound.plan.loops.iter().any(|&(first, last)| (first..=last).contains(&index)) {
                    self.forget_values(statement);
                }
                statement.children().into_iter().for_each(|child| self.declaration(child, begins));
            }
            Item::Stmt(statement) => self.statement(statement),
        }
    }

    /// Lowers a label, which clears its flag.
    fn arrive(&mut self, label: Cursor<'u>) {
        self.pos = self.unit.pos(label);
        if let Some(key) = self.plan.flags.get(&label.statement_identity()) {
            let flag = self.flags[key];
            let zero = self.int(0);
            self.assign(flag, zero);
        }
    }

    /// A labelled statement that is not an item of a compound statement.
    pub(in crate::lower) fn labelled_statement(&mut self, cursor: Cursor<'u>) {
        self.arrive(cursor);
        if let Some(inner) = labelled(cursor) {
            self.statement(inner);
        }
    }

    pub(in crate::lower) fn goto_statement(&mut self, cursor: Cursor<'u>) {
        let name = cursor.children().first().map(|label| label.spelling()).unwrap_or_default();
        self.go_to(cursor, name);
    }

    /// `goto *x`: a jump to each label that `x` may be the address of.
    pub(in crate::lower) fn computed_goto(&mut self, cursor: Cursor<'u>) {
        let Some(&address) = cursor.children().first() else {
            return self.unsupported("computed goto of an unknown form");
        };
        let address = self.rvalue(address);
        self.pos = self.unit.pos(cursor);
        for (name, statement) in self.plan.pointed_labels.clone() {
            let Some(label) = self.label_address(statement) else { continue };
            let cond = self.compute(Expr::Compare(CompareOp::Eq, Scalar::Ptr, address, label), Scalar::INT);
            let then = self.nested(|this| this.go_to(cursor, name));
            self.emit(StmtKind::If { cond, then, otherwise: Vec::new() });
        }
        self.unsupported("computed goto to something other than a label of the function");
    }

    /// The address of a label, given its statement. All labels of a function lie in one object.
    pub(in crate::lower) fn label_address(&mut self, statement: usize) -> Option<Operand> {
        let &(object, index) = self.unit.label_places.get(&statement)?;
        let elem =
            self.unit.linker.types.intern(Type::Scalar(Scalar::Int(IntType { bits: 8, signed: false })));
        let (base, index, stride) = (Operand::Global(object), self.offset(index), self.offset(1));
        Some(self.compute(Expr::Elem { base, index, elem, stride }, Scalar::Ptr))
    }

    /// Assigns an address to every label of the function whose address is taken.
    pub(in crate::lower) fn place_labels(&mut self) {
        let labels = self.plan.pointed_labels.clone();
        if labels.is_empty() {
            return;
        }
        let byte =
            self.unit.linker.types.intern(Type::Scalar(Scalar::Int(IntType { bits: 8, signed: false })));
        let count = labels.len() as u64;
        let ty = self.unit.linker.types.intern(Type::Array(byte, Some(count)));
        let object = self.unit.anonymous_global(ty, count, self.pos);
        for (index, (_, statement)) in labels.into_iter().enumerate() {
            self.unit.label_places.insert(statement, (object, index as u64));
        }
    }

    fn go_to(&mut self, cursor: Cursor<'u>, name: String) {
        let Some(plan) = self.plan.gotos.get(&(cursor.statement_identity(), name)).copied() else {
            return self.unsupported("goto to an unknown label");
        };
        if let Some(key) = plan.flag {
            let flag = self.flags[&key];
            let one = self.int(1);
            self.assign(flag, one);
        }
        match self.jump_targets.get(&(plan.compound, plan.item, plan.backward)).copied() {
            Some(target) => self.jump(target, plan.backward),
            None => self.unsupported("goto out of an expression"),
        }
    }

    pub(in crate::lower) fn switch_statement(&mut self, cursor: Cursor<'u>) {
        let children = cursor.children();
        let [value, body] = children[..] else {
            return self.unsupported("a switch statement of an unknown form");
        };
        let pos = self.pos;
        let label = self.new_label();
        self.breaks.push(Target { label, scopes: self.scopes.len() });
        let code = self.nested(|this| this.scoped(|this| this.switch_body(cursor, value, body)));
        self.breaks.pop();
        self.pos = pos;
        self.emit(StmtKind::Block { label, body: code });
    }

    fn switch_body(&mut self, cursor: Cursor<'u>, value: Cursor<'u>, body: Cursor<'u>) {
        let id = body.statement_identity();
        let plan = self.plan.compounds.get(&id).cloned().unwrap_or_default();
        let nested = self.plan.nested_cases.get(&cursor.statement_identity()).cloned().unwrap_or_default();
        let entering = self.plan.entering(body);
        let is_plain = plan.loops.is_empty() && plan.forward.is_empty() && plan.guards.is_empty();
        let mut compound = Compound { id, items: items(body), plan, entry: None, hoisted: true };
        self.begin_all(&compound);
        if is_plain && nested.is_empty() && entering.is_empty() && self.plain_switch(&compound, value) {
            return;
        }
        let entry = self.named_var("entry", Scalar::INT);
        let pos = self.pos;
        let mut code = self.nested(|this| this.choose_entry(&compound, value, entry, body, &nested));
        for key in entering {
            // A jump from outside to a label in the body enters at the item that contains the label.
            let index = self.item_of_flag(&compound, key);
            let then = self.nested(|this| {
                let index = this.int(index as i128);
                this.assign(entry, index);
            });
            let cond = Operand::Var(self.flags[&key]);
            code = vec![Stmt { kind: StmtKind::If { cond, then, otherwise: code }, pos }];
        }
        self.code.extend(code);
        compound.entry = Some(entry);
        self.make_targets(&compound);
        self.level(&compound, 0, compound.items.len(), None);
    }

    /// The item that contains the label of a flag.
    fn item_of_flag(&self, compound: &Compound<'u>, key: Key) -> usize {
        let has = |item: &Item<'u>| match item {
            Item::Label(label) | Item::Case(label) | Item::Default(label) => {
                self.plan.flags.get(&label.statement_identity()) == Some(&key)
            }
            Item::Stmt(statement) => self.plan.entering(*statement).contains(&key),
        };
        compound.items.iter().position(has).unwrap_or(0)
    }

    /// Sets `entry` to the item where a `switch` enters its body, or past the last one.
    fn choose_entry(
        &mut self,
        compound: &Compound<'u>,
        value: Cursor<'u>,
        entry: VarId,
        body: Cursor<'u>,
        nested: &[(usize, Key)],
    ) {
        let value = self.full_value(value);
        let default = compound.items.iter().position(|item| matches!(item, Item::Default(_)));
        let start = self.int(default.unwrap_or(compound.items.len()) as i128);
        self.assign(entry, start);
        for (index, item) in compound.items.iter().enumerate() {
            if let Item::Case(case) = item {
                self.pos = self.unit.pos(*case);
                let Some(cond) = self.case_matches(value, *case) else { continue };
                let index = self.int(index as i128);
                let then = self.nested(|this| this.assign(entry, index));
                self.emit(StmtKind::If { cond, then, otherwise: Vec::new() });
            }
        }
        // A default comes last, when it is known whether a case matches.
        let is_default = |key: Key| {
            find_case(body, &self.plan.flags, key).is_some_and(|case| case.kind() == Kind::Default)
        };
        let mut nested = nested.to_vec();
        nested.sort_by_key(|&(_, key)| is_default(key));
        for (index, key) in nested {
            let Some(case) = find_case(body, &self.plan.flags, key) else { continue };
            let flag = self.flags[&key];
            let index = self.int(index as i128);
            let then = self.nested(|this| {
                this.assign(entry, index);
                let one = this.int(1);
                this.assign(flag, one);
            });
            match case.kind() {
                Kind::Case => {
                    let Some(cond) = self.case_matches(value, case) else { continue };
                    self.emit(StmtKind::If { cond, then, otherwise: Vec::new() });
                }
                _ => {
                    // A nested default is taken if no case matches.
                    let none = self.int(compound.items.len() as i128);
                    let test = Expr::Compare(CompareOp::Eq, Scalar::INT, Operand::Var(entry), none);
                    let cond = self.compute(test, Scalar::INT);
                    self.emit(StmtKind::If { cond, then, otherwise: Vec::new() });
                }
            }
        }
    }

    /// Whether a value equals that of a `case`, or is in its range.
    fn case_matches(&mut self, value: Operand, case: Cursor<'u>) -> Option<Operand> {
        let ty = self.operand_type(value);
        let Scalar::Int(int) = ty else {
            self.unsupported("a switch over a non-integer");
            return None;
        };
        let children = case.children();
        let mut bounds = Vec::new();
        for child in &children[..children.len().saturating_sub(1)] {
            match child.evaluate() {
                Some(Constant::Int(bound)) => bounds.push(Operand::Int(int.wrap(bound), int)),
                _ => {
                    self.unsupported("a case label with an unknown value");
                    return None;
                }
            }
        }
        match bounds[..] {
            [bound] => Some(self.compute(Expr::Compare(CompareOp::Eq, ty, value, bound), Scalar::INT)),
            [low, high] => {
                let above = self.compute(Expr::Compare(CompareOp::Ge, ty, value, low), Scalar::INT);
                let below = self.compute(Expr::Compare(CompareOp::Le, ty, value, high), Scalar::INT);
                Some(self.compute(Expr::Binary(BinaryOp::And, Scalar::INT, above, below), Scalar::INT))
            }
            _ => None,
        }
    }

    /// A `switch` in which no case falls through to the next: each case becomes an `if`. If one does fall
    /// through, returns false and emits no code.
    fn plain_switch(&mut self, compound: &Compound<'u>, value: Cursor<'u>) -> bool {
        let code_before = self.code.len();
        let Some(target) = self.breaks.last().copied() else { return false };
        let value = self.full_value(value);
        // Compare with a copy, because the cases may assign to the variable.
        let value = match value {
            Operand::Var(var) if self.function.vars[var.index()].name.is_some() => {
                let ty = self.operand_type(value);
                let copy = self.temp(ty);
                self.emit(StmtKind::Assign { dst: copy, value: Expr::Use(value) });
                Operand::Var(copy)
            }
            value => value,
        };
        let is_label = |item: &Item<'u>| matches!(item, Item::Case(_) | Item::Default(_));
        let mut at = compound.items.iter().position(is_label).unwrap_or(compound.items.len());
        let mut default = None;
        while at < compound.items.len() {
            let labels = compound.items[at..].iter().take_while(|item| is_label(item)).count();
            let statements = compound.items[at + labels..].iter().take_while(|item| !is_label(item)).count();
            let end = at + labels + statements;
            let mut code = self.nested(|this| (at + labels..end).for_each(|item| this.item(compound, item)));
            if is_open(&code) {
                if end < compound.items.len() {
                    self.code.truncate(code_before);
                    return false;
                }
                code.extend(self.nested(|this| this.jump(target, false)));
            }
            let is_default =
                compound.items[at..at + labels].iter().any(|item| matches!(item, Item::Default(_)));
            if is_default {
                default = Some(code);
            } else {
                let mut cond = None;
                for item in &compound.items[at..at + labels] {
                    let Item::Case(case) = item else { continue };
                    self.pos = self.unit.pos(*case);
                    let Some(this) = self.case_matches(value, *case) else { continue };
                    cond = Some(match cond {
                        None => this,
                        Some(before) => {
                            self.compute(Expr::Binary(BinaryOp::Or, Scalar::INT, before, this), Scalar::INT)
                        }
                    });
                }
                if let Some(cond) = cond {
                    self.emit(StmtKind::If { cond, then: code, otherwise: Vec::new() });
                }
            }
            at = end;
        }
        self.code.extend(default.unwrap_or_default());
        true
    }
}

/// Whether this declares a local whose life begins with its block.
fn is_hoisted(declaration: &Cursor<'_>) -> bool {
    declaration.kind() == Kind::VarDecl
        && !declaration.has_static_storage()
        && !declaration.is_extern()
        && declaration.ctype().kind() != TypeKind::Vla
}

/// The nested `case` or `default` with this flag.
fn find_case<'u>(
    body: Cursor<'u>,
    flags: &std::collections::BTreeMap<usize, Key>,
    key: Key,
) -> Option<Cursor<'u>> {
    let mut stack = vec![body];
    while let Some(cursor) = stack.pop() {
        let is_case = matches!(cursor.kind(), Kind::Case | Kind::Default);
        if is_case && flags.get(&cursor.statement_identity()) == Some(&key) {
            return Some(cursor);
        }
        stack.extend(cursor.children());
    }
    None
}
