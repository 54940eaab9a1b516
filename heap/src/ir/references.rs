//! References to elements of containers that are held while elements may move.
//!
//! In the models for proofs, elements of containers stay where they are. In runs they do not: growth moves
//! them, and references from before are invalid. So code that may use such a reference is made unsupported.
//! An operation that may invalidate references to elements of a type calls the [marker](MOVES) of that type.
//! A pointer is *risky* if it may be a reference to an element: models return such pointers, and arguments
//! and results pass them on. A risky pointer must be neither stored in memory nor used behind an operation
//! that may move elements of its type.

use super::*;
use std::collections::BTreeSet;

/// The function of the models that marks where elements of the type of its argument may move.
const MOVES: &str = "__cfp_moves";

/// Iterators hold the address of their container, and check themselves whether they are valid.
const ITERATOR: &str = "__cfp_at<";

/// The folder of the models that know where they move elements.
const MODELS: &str = "/cfp-heap-headers/cxx-proof/";

/// The types of the elements that may move; none if elements of any type may.
type Moved = Option<BTreeSet<TypeId>>;

/// What is known of a function.
#[derive(Clone, PartialEq)]
struct Facts {
    moved: Moved,
    /// By variable.
    risky: Vec<bool>,
    returns_risky: bool,
}

/// A program for proofs, where code that may use references to moved elements is unsupported.
pub fn without_held_references(mut program: Program) -> Program {
    let facts = Facts::of(&program);
    let mut bodies = Vec::with_capacity(program.functions.len());
    for (function, own) in program.functions.iter().zip(&facts) {
        bodies.push(function.body.as_ref().map(|body| {
            let bad = refused(&program, function, own, &facts);
            if bad.is_empty() { body.clone() } else { rewritten(body, &bad) }
        }));
    }
    for (function, body) in program.functions.iter_mut().zip(bodies) {
        function.body = body;
    }
    program
}

impl Facts {
    /// The least facts that hold for all calls.
    fn of(program: &Program) -> Vec<Facts> {
        let none = |function: &Function| Facts {
            moved: Some(marked(program, function)),
            risky: vec![false; function.vars.len()],
            returns_risky: false,
        };
        let mut facts: Vec<Facts> = program.functions.iter().map(none).collect();
        loop {
            let before = facts.clone();
            for (index, function) in program.functions.iter().enumerate() {
                let Some(body) = &function.body else { continue };
                each_stmt(body, &mut |stmt| follow(program, index, stmt, &mut facts));
            }
            if facts == before {
                return facts;
            }
        }
    }
}

/// The type whose elements a call of the marker moves.
fn marked(program: &Program, function: &Function) -> BTreeSet<TypeId> {
    if !function.name.contains(MOVES) {
        return BTreeSet::new();
    }
    let params = function.ty.params.as_deref().unwrap_or_default();
    let element = |ty: &TypeId| match program.types.get(*ty) {
        Type::Pointer(element) => Some(*element),
        _ => None,
    };
    params.iter().filter_map(element).collect()
}

/// Passes on what one statement of a function says.
fn follow(program: &Program, index: usize, stmt: &Stmt, facts: &mut [Facts]) {
    let is_risky = |facts: &[Facts], operand: &Operand| match operand {
        Operand::Var(var) => facts[index].risky[var.index()],
        _ => false,
    };
    match &stmt.kind {
        StmtKind::Assign { dst, value } => {
            let source = match value {
                Expr::Use(source) | Expr::Convert { value: source, .. } => source,
                Expr::Elem { base, .. } | Expr::Field { base, .. } => base,
                Expr::Unary(..) | Expr::Binary(..) | Expr::Compare(..) | Expr::PtrDiff { .. } => return,
            };
            let risky = is_risky(facts, source);
            facts[index].risky[dst.index()] |= risky;
        }
        StmtKind::Return(ReturnValue::Scalar(value)) => {
            let risky = is_risky(facts, value);
            facts[index].returns_risky |= risky;
        }
        StmtKind::Call { result, callee, args } => {
            let (moved, returns_risky) = match callee {
                Callee::Pointer(..) => (None, true),
                Callee::Direct(called) => {
                    let params = program.functions[called.index()].params.clone();
                    for (param, arg) in params.iter().zip(args) {
                        if let (Param::Var(var), Arg::Scalar(value, _)) = (param, arg) {
                            let risky = is_risky(facts, value);
                            facts[called.index()].risky[var.index()] |= risky;
                        }
                    }
                    let function = &program.functions[called.index()];
                    let is_model = function.role == Role::Model && function.body.is_some();
                    (facts[called.index()].moved.clone(), is_model || facts[called.index()].returns_risky)
                }
            };
            let own = &mut facts[index];
            match (&mut own.moved, moved) {
                (Some(all), Some(more)) => all.extend(more),
                (all, _) => *all = None,
            }
            if let CallResult::Var(var) = result
                && program.functions[index].vars[var.index()].ty == Scalar::Ptr
            {
                own.risky[var.index()] |= returns_risky;
            }
        }
        _ => {}
    }
}

/// The statements that may use an invalid reference or hide one in memory, by their addresses.
fn refused(program: &Program, function: &Function, own: &Facts, all: &[Facts]) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let file = program.files.get(function.pos.file.index()).map_or("", |file| &file.name);
    let Some(body) = function.body.as_ref().filter(|_| !file.starts_with(MODELS)) else { return found };
    let live = Live::of(body);
    let is_risky = |operand: &Operand| matches!(operand, Operand::Var(var) if own.risky[var.index()]);
    each_stmt(body, &mut |stmt| {
        let is_bad = match &stmt.kind {
            StmtKind::Store { value, .. } => is_risky(value) && !function.name.contains(ITERATOR),
            StmtKind::Call { callee, .. } => {
                let moved = match callee {
                    Callee::Direct(called) => &all[called.index()].moved,
                    Callee::Pointer(..) => &None,
                };
                let after = live.after_call(stmt);
                (0..function.vars.len() as u32).map(VarId).any(|var| {
                    own.risky[var.index()]
                        && after.is_some_and(|after| after.contains(var))
                        && may_move(program, function, var, moved)
                })
            }
            _ => false,
        };
        if is_bad {
            found.insert(std::ptr::from_ref(stmt) as usize);
        }
    });
    found
}

/// Whether a variable may point into an element that may move.
fn may_move(program: &Program, function: &Function, var: VarId, moved: &Moved) -> bool {
    let pointee = match program.types.get(function.vars[var.index()].ctype) {
        Type::Pointer(pointee) => *pointee,
        _ => return moved.as_ref().is_none_or(|moved| !moved.is_empty()),
    };
    moved.as_ref().is_none_or(|moved| moved.iter().any(|&element| may_contain(program, element, pointee)))
}

/// Whether an object of a type may be a part of an element.
fn may_contain(program: &Program, element: TypeId, part: TypeId) -> bool {
    let types = &program.types;
    if element == part {
        return true;
    }
    match (types.get(element), types.get(part)) {
        (_, Type::Void | Type::Other(_) | Type::Function(_) | Type::Array(..)) | (Type::Other(_), _) => true,
        (_, Type::Scalar(Scalar::Int(int))) if int.bytes() == 1 => true,
        (Type::Array(inner, _), _) => may_contain(program, *inner, part),
        (Type::Record(record), _) => {
            let fields = &types.record(*record).fields;
            // What comes before the first field is a base.
            let has_base = fields.first().is_none_or(|field| field.bit_offset > 0);
            let is_record = matches!(types.get(part), Type::Record(_));
            has_base && is_record || fields.iter().any(|field| may_contain(program, field.ty, part))
        }
        (Type::Pointer(_), Type::Pointer(_)) => true,
        _ => match (types.scalar(element), types.scalar(part)) {
            (Some(one), Some(other)) => program.target.size_of(one) == program.target.size_of(other),
            _ => false,
        },
    }
}

/// A block where some statements are unsupported.
fn rewritten(block: &Block, bad: &BTreeSet<usize>) -> Block {
    let mut done = Vec::with_capacity(block.len());
    for stmt in block {
        if bad.contains(&(std::ptr::from_ref(stmt) as usize)) {
            let text = "a reference to an element of a container is kept while elements may move".to_string();
            done.push(Stmt { kind: StmtKind::Unsupported(text), pos: stmt.pos });
        }
        let kind = match &stmt.kind {
            StmtKind::If { cond, then, otherwise } => {
                StmtKind::If { cond: *cond, then: rewritten(then, bad), otherwise: rewritten(otherwise, bad) }
            }
            StmtKind::Loop(inner) => StmtKind::Loop(Box::new(Loop {
                test: rewritten(&inner.test, bad),
                body: rewritten(&inner.body, bad),
                step: rewritten(&inner.step, bad),
                ..(**inner).clone()
            })),
            StmtKind::Block { label, body } => StmtKind::Block { label: *label, body: rewritten(body, bad) },
            other => other.clone(),
        };
        done.push(Stmt { kind, pos: stmt.pos });
    }
    done
}
