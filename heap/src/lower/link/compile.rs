//! Checking code as definitions: a function in C that tells whether an address is that of a structure.
//!
//! `int list(struct node *l) { return l == 0 || list(l->next); }` is the definition of a list. Its first
//! parameter is the address, the others are parameters of the definition. Each path through the body on which
//! the result may be true is a rule: what is read through the address are its cells, comparisons are its
//! facts, calls of checkers are its calls. A node is an allocated block of the size of its record, which is
//! initialized where it is assumed; members that are not read may hold anything.
//!
//! `__cfp_block(p + 1, p + p->size)` says that the node at `p` owns as many records as its member says, where
//! `p` is the address: then it is no block of its own, but a part of the memory of a memory manager.
//!
//! Each call owns its nodes, and no other one owns them: for trees, this is more than the function finds out
//! when it is executed.

use crate::checkers::{CallRule, CellRule, Class, Comparison, Definition, Fact, Place, Rule, Span, Term};
use crate::ir::*;
use fxhash::FxHashMap;

/// Limit on paths through a checker.
const MAX_PATHS: usize = 64;

/// The function that says which bytes belong to a node.
pub(super) const BLOCK: &str = "__cfp_block";

/// Why a function is no checker, and where.
pub(super) type Refused = (Pos, String);

/// The parameters of a checker behind the first: how many are pointers and integers, and what they are.
pub(super) fn parameters(function: &Function) -> Option<Vec<Term>> {
    let ty = |param: &Param| match param {
        Param::Var(var) => Some(function.vars[var.index()].ty),
        Param::Slot(_) => None,
    };
    let types: Vec<Scalar> = function.params.iter().map(ty).collect::<Option<_>>()?;
    if types.first() != Some(&Scalar::Ptr) || function.ty.variadic {
        return None;
    }
    let (mut pointers, mut integers) = (0, 0);
    let terms = types[1..].iter().map(|ty| match ty {
        Scalar::Ptr => {
            pointers += 1;
            Some(Term::Pointer(pointers - 1))
        }
        Scalar::Int(int) if int.signed => {
            integers += 1;
            Some(Term::Integer(integers - 1))
        }
        _ => None,
    });
    terms.collect()
}

/// The definition that a function is.
pub(super) fn compile(program: &Program, id: FuncId) -> Result<Definition, Refused> {
    let function = &program.functions[id.index()];
    let refused = |reason: &str| (function.pos, reason.to_string());
    let body = function.body.as_ref().ok_or_else(|| refused("it has no body"))?;
    let terms = parameters(function).ok_or_else(|| refused("its parameters are no pointers and integers"))?;
    let Some(Param::Var(first)) = function.params.first() else { return Err(refused("it has no pointer")) };
    let record = program.types.pointed_record(function.vars[first.index()].ctype);
    let record = record.ok_or_else(|| refused("it is not about a pointer to a record"))?;
    let mut path = Path::default();
    path.values.insert(*first, Symbol::Sum(vec![(Term::This, 1)], 0));
    for (param, term) in function.params[1..].iter().zip(&terms) {
        if let Param::Var(var) = param {
            path.values.insert(*var, Symbol::Sum(vec![(*term, 1)], 0));
        }
    }
    let compiler = Compiler { program, function };
    let mut rules = Vec::new();
    for (path, result) in compiler.block(body, path)? {
        let Some(result) = result else { return Err(refused("it does not return a result on all paths")) };
        let path = path.decided(&result, true).map_err(|reason| (function.pos, reason))?;
        if path.as_ref().is_some_and(|path| path.denies) {
            return Err(refused("it is true where another checker is not"));
        }
        if path.as_ref().is_some_and(|path| !path.is_unsigned_a_count()) {
            return Err(refused("it compares an unsigned integer that is no number of units"));
        }
        rules.extend(path);
    }
    let size =
        program.types.record(record).size.and_then(|size| i64::try_from(size).ok()).unwrap_or(i64::MAX);
    let is_inside = |cell: &CellRule| match cell.place {
        Place::Offset(at) => at >= 0 && at.saturating_add(cell.bytes.unwrap_or(0)) <= size,
        Place::Field(_) => true,
    };
    if !rules.iter().flat_map(|path| &path.rule.cells).all(is_inside) {
        return Err(refused("it reads outside of its record"));
    }
    let rules = rules.into_iter().map(|path| path.rule(program, record));
    let count =
        |is_pointer: bool| terms.iter().filter(|term| matches!(term, Term::Pointer(_)) == is_pointer).count();
    let definition = Definition {
        name: function.name.clone(),
        pointers: count(true),
        integers: count(false),
        sets: 0,
        rules: rules.collect(),
    };
    if definition.rules.is_empty() {
        return Err(refused("it is never true"));
    }
    Ok(definition)
}

/// What a variable holds on a path.
#[derive(Clone, PartialEq, Debug)]
enum Symbol {
    /// A sum of terms and a constant. An address is one term.
    Sum(Vec<(Term, i64)>, i64),
    /// The address of a member of the record.
    Member(i64),
    /// Whether a comparison holds.
    Truth(Fact),
    /// The result of a call, by its number: whether the checker holds.
    Call(usize),
    /// An address behind the record: a sum with `this`.
    Place(Vec<(Term, i64)>, i64),
    /// Whether the record owns what follows.
    Block(Span),
}

/// A path through the code so far.
#[derive(Clone, Default)]
struct Path {
    values: FxHashMap<VarId, Symbol>,
    rule: Rule,
    /// Calls whose results are not known to be true yet.
    calls: Vec<CallRule>,
    /// Whether it says that a checker does not hold: then it must not be a rule.
    denies: bool,
    /// Members that are unsigned.
    unsigned: Vec<Term>,
}

type Ends = Vec<(Path, Option<Symbol>)>;

impl Path {
    fn note(&mut self, fact: Fact) {
        if !self.rule.facts.contains(&fact) {
            self.rule.facts.push(fact);
        }
    }

    /// The paths on which a value is true, or not.
    fn decided(mut self, value: &Symbol, holds: bool) -> Result<Option<Path>, String> {
        match value {
            Symbol::Sum(terms, constant) if terms.is_empty() => {
                return Ok(((*constant != 0) == holds).then_some(self));
            }
            Symbol::Sum(terms, constant) => {
                let op = if holds { Comparison::Different } else { Comparison::Equal };
                self.note(Fact { op, terms: terms.clone(), constant: *constant });
            }
            Symbol::Truth(fact) => self.note(if holds { fact.clone() } else { negated(fact) }),
            Symbol::Call(index) if holds => self.rule.calls.push(self.calls[*index].clone()),
            Symbol::Block(span) if holds => match self.rule.span {
                Some(known) if known != *span => return Err("it has two sizes".to_string()),
                _ => self.rule.span = Some(*span),
            },
            Symbol::Call(_) | Symbol::Block(_) => self.denies = true,
            Symbol::Place(..) => return Err("an address in a block is used as a condition".to_string()),
            Symbol::Member(_) => return Err("the address of a member is used as a condition".to_string()),
        }
        Ok(Some(self))
    }

    /// Whether a value is that of an unsigned member.
    fn is_unsigned_member(&self, value: &Symbol) -> bool {
        matches!(value, Symbol::Sum(terms, 0) if terms.len() == 1
            && terms[0].1 == 1 && self.unsigned.contains(&terms[0].0))
    }

    /// Whether members that are unsigned are all numbers of units. Such a number is at least zero, however
    /// its bits are read, if the block is there.
    fn is_unsigned_a_count(&self) -> bool {
        self.unsigned.iter().all(|term| self.rule.span.is_some_and(|span| span.count == *term))
    }

    /// The rule that it is.
    fn rule(self, program: &Program, record: RecordId) -> Rule {
        let mut rule = with_parameters(self.rule);
        if rule.cells.is_empty() {
            return rule;
        }
        if rule.span.is_some() {
            return rule;
        }
        let record = program.types.record(record);
        rule.block = record.size.and_then(|size| i64::try_from(size).ok());
        // Members that are not read.
        for field in record.fields.iter().filter(|_| !record.is_union) {
            let offset = (field.bit_offset / 8) as i64;
            let bytes = match field.bit_width {
                Some(_) => None,
                None => program.types.size(field.ty, program.target),
            };
            let Some(bytes) = bytes.and_then(|bytes| i64::try_from(bytes).ok()) else { continue };
            let is_read = rule.cells.iter().any(|cell| match cell.place {
                Place::Offset(at) => at < offset + bytes && offset < at + cell.bytes.unwrap_or(0),
                Place::Field(_) => false,
            });
            if !is_read && bytes > 0 {
                let value = Term::Fresh(rule.fresh.len());
                rule.fresh.push(Class::Raw);
                rule.cells.push(CellRule { place: Place::Offset(offset), bytes: Some(bytes), value });
            }
        }
        rule
    }
}

struct Compiler<'p> {
    program: &'p Program,
    function: &'p Function,
}

impl Compiler<'_> {
    /// The paths through a block: with a result if the function returns.
    fn block(&self, block: &[Stmt], path: Path) -> Result<Ends, Refused> {
        let (mut ended, mut open) = (Vec::new(), vec![path]);
        for stmt in block {
            let mut next = Vec::new();
            for path in open {
                for (path, result) in self.statement(stmt, path)? {
                    match result {
                        Some(_) => ended.push((path, result)),
                        None => next.push(path),
                    }
                }
            }
            open = next;
            if open.len() + ended.len() > MAX_PATHS {
                return Err((stmt.pos, "it has too many paths".to_string()));
            }
        }
        ended.extend(open.into_iter().map(|path| (path, None)));
        Ok(ended)
    }

    fn statement(&self, stmt: &Stmt, mut path: Path) -> Result<Ends, Refused> {
        let refused = |reason: &str| (stmt.pos, reason.to_string());
        match &stmt.kind {
            StmtKind::Begin(Local::Var(_)) | StmtKind::End(Local::Var(_)) => {}
            StmtKind::Assign { dst, value } => {
                let value = self.value(&path, value).ok_or_else(|| refused("it computes something else"))?;
                path.values.insert(*dst, value);
            }
            StmtKind::Load { dst, addr, access } => {
                let Some(Symbol::Member(offset)) = self.operand(&path, addr) else {
                    return Err(refused("it reads through something else than its first parameter"));
                };
                if access.bits.is_some() || access.volatile || matches!(access.ty, Scalar::Float(_)) {
                    return Err(refused("it reads what is no integer or pointer"));
                }
                let value = read(&mut path, offset, access.ty, self.program.target)
                    .ok_or_else(|| refused("it reads parts of what it reads elsewhere"))?;
                path.values.insert(*dst, value);
            }
            StmtKind::Call { result: CallResult::Var(dst), callee: Callee::Direct(called), args }
                if self.program.functions[called.index()].name == BLOCK =>
            {
                let span =
                    self.span(&path, args).ok_or_else(|| refused("a block that is not behind its record"))?;
                path.values.insert(*dst, Symbol::Block(span));
            }
            StmtKind::Call { result: CallResult::Var(dst), callee: Callee::Direct(called), args } => {
                let call =
                    self.call(&mut path, *called, args).ok_or_else(|| refused("it calls no checker"))?;
                path.values.insert(*dst, Symbol::Call(path.calls.len()));
                path.calls.push(call);
            }
            StmtKind::If { cond, then, otherwise } => {
                let cond = self.operand(&path, cond).ok_or_else(|| refused("it tests something else"))?;
                let mut ends = Vec::new();
                for (block, holds) in [(then, true), (otherwise, false)] {
                    let taken = path.clone().decided(&cond, holds).map_err(|reason| (stmt.pos, reason))?;
                    if let Some(path) = taken {
                        ends.extend(self.block(block, path)?);
                    }
                }
                return Ok(ends);
            }
            StmtKind::Return(ReturnValue::Scalar(operand)) => {
                let result =
                    self.operand(&path, operand).ok_or_else(|| refused("its result is not clear"))?;
                return Ok(vec![(path, Some(result))]);
            }
            StmtKind::Loop(_) => return Err(refused("it has a loop")),
            _ => return Err(refused("it does more than to read, compare and call checkers")),
        }
        Ok(vec![(path, None)])
    }

    fn operand(&self, path: &Path, operand: &Operand) -> Option<Symbol> {
        match operand {
            Operand::Var(var) => path.values.get(var).cloned(),
            Operand::Int(value, _) => {
                let value = i64::try_from(*value).ok().filter(|value| value.unsigned_abs() < 1 << 60)?;
                Some(Symbol::Sum(Vec::new(), value))
            }
            Operand::Null => Some(Symbol::Sum(Vec::new(), 0)),
            _ => None,
        }
    }

    fn sum(&self, path: &Path, operand: &Operand) -> Option<(Vec<(Term, i64)>, i64)> {
        match self.operand(path, operand)? {
            Symbol::Sum(terms, constant) => Some((terms, constant)),
            _ => None,
        }
    }

    fn value(&self, path: &Path, value: &Expr) -> Option<Symbol> {
        match value {
            Expr::Use(operand) => self.operand(path, operand),
            Expr::Convert { from: Scalar::Int(from), to: Scalar::Int(to), value } => {
                let fits = from.signed == to.signed && from.bits <= to.bits;
                let value = self.operand(path, value)?;
                let is_truth = matches!(value, Symbol::Truth(_) | Symbol::Call(_) | Symbol::Block(_));
                // A number of units is in the range of both types, since the block is there.
                let is_count = from.bits == to.bits && path.is_unsigned_member(&value);
                (fits || is_truth || is_count).then_some(value)
            }
            Expr::Field { base, offset, .. } => match self.operand(path, base)? {
                Symbol::Member(at) => Some(Symbol::Member(at + i64::try_from(*offset).ok()?)),
                Symbol::Sum(terms, 0) if terms == [(Term::This, 1)] => {
                    Some(Symbol::Member(i64::try_from(*offset).ok()?))
                }
                _ => None,
            },
            Expr::Convert { from: Scalar::Ptr, to: Scalar::Ptr, value } => self.operand(path, value),
            Expr::Elem { base, index, stride, .. } => {
                let (count, constant) = self.sum(path, index)?;
                let Operand::Int(stride, _) = stride else { return None };
                let stride = i64::try_from(*stride).ok()?;
                if let Symbol::Member(at) = self.operand(path, base)? {
                    // An element of an array in the record, at a constant index.
                    let offset = constant.checked_mul(stride)?.checked_add(at)?;
                    return count.is_empty().then_some(Symbol::Member(offset));
                }
                let this = self.sum(path, base)?;
                let mut terms = (this == (vec![(Term::This, 1)], 0)).then(|| this.0.clone())?;
                for (term, factor) in count {
                    add(&mut terms, term, factor.checked_mul(stride)?);
                }
                Some(Symbol::Place(terms, constant.checked_mul(stride)?))
            }
            Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), Scalar::Int(int), left, right) => {
                let ((mut terms, constant), (others, other)) =
                    (self.sum(path, left)?, self.sum(path, right)?);
                let sign = if *op == BinaryOp::Add { 1 } else { -1 };
                others.into_iter().for_each(|(term, factor)| add(&mut terms, term, sign * factor));
                let constant = constant.checked_add(sign * other)?;
                int.signed.then_some(Symbol::Sum(terms, constant))
            }
            Expr::Compare(op, ty, left, right) => self.compare(path, *op, *ty, left, right),
            _ => None,
        }
    }

    fn compare(
        &self,
        path: &Path,
        op: CompareOp,
        ty: Scalar,
        left: &Operand,
        right: &Operand,
    ) -> Option<Symbol> {
        // A truth value compared with zero.
        if let (value @ (Symbol::Truth(_) | Symbol::Call(_) | Symbol::Block(_)), Some(Symbol::Sum(terms, 0))) =
            (self.operand(path, left)?, self.operand(path, right))
            && terms.is_empty()
        {
            return match (op, value) {
                (CompareOp::Ne, value) => Some(value),
                (CompareOp::Eq, Symbol::Truth(fact)) => Some(Symbol::Truth(negated(&fact))),
                _ => None,
            };
        }
        let is_count = |operand: &Operand| match self.operand(path, operand) {
            Some(Symbol::Sum(terms, constant)) if terms.is_empty() => constant >= 0,
            Some(value) => path.is_unsigned_member(&value),
            None => false,
        };
        let is_ordered = match ty {
            Scalar::Int(int) => int.signed || (is_count(left) && is_count(right)),
            _ => false,
        };
        let (op, is_turned) = match op {
            CompareOp::Eq => (Comparison::Equal, false),
            CompareOp::Ne => (Comparison::Different, false),
            CompareOp::Lt if is_ordered => (Comparison::Less, false),
            CompareOp::Le if is_ordered => (Comparison::AtMost, false),
            CompareOp::Gt if is_ordered => (Comparison::Less, true),
            CompareOp::Ge if is_ordered => (Comparison::AtMost, true),
            _ => return None,
        };
        let (left, right) = if is_turned { (right, left) } else { (left, right) };
        let ((mut terms, constant), (others, other)) = (self.sum(path, left)?, self.sum(path, right)?);
        others.into_iter().for_each(|(term, factor)| add(&mut terms, term, -factor));
        Some(Symbol::Truth(Fact { op, terms, constant: constant.checked_sub(other)? }))
    }

    /// The bytes behind a record that belong to it: from the end of its header on.
    fn span(&self, path: &Path, args: &[Arg]) -> Option<Span> {
        let [Arg::Scalar(low, _), Arg::Scalar(high, _)] = args else { return None };
        let (Symbol::Place(low, unit), Symbol::Place(high, 0)) =
            (self.operand(path, low)?, self.operand(path, high)?)
        else {
            return None;
        };
        let (Term::This, 1) = *low.first().filter(|_| low.len() == 1)? else { return None };
        let [(Term::This, 1), (count @ Term::Fresh(_), factor)] = high[..] else { return None };
        (factor == unit && unit > 0).then_some(Span { unit, count })
    }

    /// A call of a function that may be a checker.
    fn call(&self, path: &mut Path, called: FuncId, args: &[Arg]) -> Option<CallRule> {
        let function = &self.program.functions[called.index()];
        let kinds = if function.name == self.function.name {
            parameters(self.function)?
        } else {
            function.body.as_ref()?;
            parameters(function)?
        };
        let term = |path: &Path, arg: &Arg| {
            let Arg::Scalar(operand, _) = arg else { return None };
            match self.sum(path, operand)? {
                (terms, 0) if terms.len() == 1 && terms[0].1 == 1 => Some((terms[0].0, Vec::new(), 0)),
                (terms, constant) if terms.is_empty() => Some((Term::Number(constant), Vec::new(), 0)),
                (terms, constant) => Some((Term::Number(0), terms, constant)),
            }
        };
        let (first, rest) = args.split_first()?;
        let (at, sum, _) = term(path, first)?;
        if !sum.is_empty() || rest.len() != kinds.len() {
            return None;
        }
        let mut call =
            CallRule { at, checker: function.name.clone(), pointers: Vec::new(), integers: Vec::new() };
        for (arg, kind) in rest.iter().zip(kinds) {
            let (value, sum, constant) = term(path, arg)?;
            let value = if sum.is_empty() { value } else { named(path, sum, constant) };
            match kind {
                Term::Pointer(_) => call.pointers.push(value),
                _ => call.integers.push(value),
            }
        }
        Some(call)
    }
}

/// Members that equal a parameter, the node itself or a number hold just that, without a name.
fn with_parameters(mut rule: Rule) -> Rule {
    let found = rule.facts.iter().enumerate().find_map(|(at, fact)| {
        let (one, other) = fact.sides().filter(|_| fact.op == Comparison::Equal)?;
        match (one, other) {
            (Term::Fresh(index), term) | (term, Term::Fresh(index)) => Some((at, index, term)),
            _ => None,
        }
    });
    let Some((at, index, term)) = found else { return rule };
    rule.facts.remove(at);
    rule.fresh.remove(index);
    let renamed = |old: Term| match old {
        Term::Fresh(other) if other == index => match term {
            Term::Fresh(last) if last > index => Term::Fresh(last - 1),
            term => term,
        },
        Term::Fresh(other) if other > index => Term::Fresh(other - 1),
        old => old,
    };
    rule.cells.iter_mut().for_each(|cell| cell.value = renamed(cell.value));
    rule.span.iter_mut().for_each(|span| span.count = renamed(span.count));
    for call in &mut rule.calls {
        call.at = renamed(call.at);
        call.pointers.iter_mut().chain(&mut call.integers).for_each(|term| *term = renamed(*term));
    }
    for fact in &mut rule.facts {
        let mut terms = Vec::new();
        for (term, factor) in std::mem::take(&mut fact.terms) {
            match renamed(term) {
                Term::Number(number) => fact.constant += number * factor,
                term => add(&mut terms, term, factor),
            }
        }
        fact.terms = terms;
    }
    with_parameters(rule)
}

/// A name for a sum.
fn named(path: &mut Path, mut terms: Vec<(Term, i64)>, constant: i64) -> Term {
    let name = Term::Fresh(path.rule.fresh.len());
    path.rule.fresh.push(Class::Integer);
    terms.push((name, -1));
    path.note(Fact { op: Comparison::Equal, terms, constant });
    name
}

/// The value of a member, which gets a name when it is read first.
fn read(path: &mut Path, offset: i64, ty: Scalar, target: Target) -> Option<Symbol> {
    let bytes = i64::from(target.size_of(ty));
    let class = if ty == Scalar::Ptr { Class::Address } else { Class::Integer };
    for cell in &path.rule.cells {
        let Place::Offset(at) = cell.place else { return None };
        let size = cell.bytes.unwrap_or(0);
        if at < offset + bytes && offset < at + size {
            let Term::Fresh(index) = cell.value else { return None };
            let is_same = (at, size) == (offset, bytes) && path.rule.fresh[index] == class;
            return is_same.then(|| Symbol::Sum(vec![(cell.value, 1)], 0));
        }
    }
    let value = Term::Fresh(path.rule.fresh.len());
    if matches!(ty, Scalar::Int(int) if !int.signed) {
        if bytes != i64::from(target.pointer_bytes) {
            return None;
        }
        path.unsigned.push(value);
    }
    path.rule.fresh.push(class);
    path.rule.cells.push(CellRule { place: Place::Offset(offset), bytes: Some(bytes), value });
    Some(Symbol::Sum(vec![(value, 1)], 0))
}

fn add(terms: &mut Vec<(Term, i64)>, term: Term, factor: i64) {
    match terms.iter_mut().find(|(known, _)| *known == term) {
        Some((_, known)) => *known += factor,
        None => terms.push((term, factor)),
    }
    terms.retain(|(_, factor)| *factor != 0);
}

fn negated(fact: &Fact) -> Fact {
    let turned = |op: Comparison| {
        let terms = fact.terms.iter().map(|(term, factor)| (*term, -factor)).collect();
        Fact { op, terms, constant: -fact.constant }
    };
    match fact.op {
        Comparison::Equal => Fact { op: Comparison::Different, ..fact.clone() },
        Comparison::Different => Fact { op: Comparison::Equal, ..fact.clone() },
        Comparison::Less => turned(Comparison::AtMost),
        Comparison::AtMost => turned(Comparison::Less),
    }
}
