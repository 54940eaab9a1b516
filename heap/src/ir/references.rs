//! References to elements of containers that are held while elements may move.
//!
//! In the models for proofs, elements of containers stay where they are. In runs they do not: growth moves
//! them, and references from before are invalid. So code that may use such a reference is made unsupported.
//! An operation that may invalidate references to elements of a type calls the [marker](MOVES) of that type.
//! A pointer is *risky* if it may be a reference to an element: models return such pointers, and arguments
//! and results pass them on. A risky pointer must be neither stored in memory nor used behind an operation
//! that may move elements of its type, nor may it leave its element (see `elements`).

use super::elements::{is_known_to_stay, may_leave};
use super::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::BitOrAssign;

/// The function of the models that marks where elements of the type of its argument may move.
const MOVES: &str = "__cfp_moves";

/// Iterators hold the address of their container, and check themselves whether they are valid.
const ITERATOR: &str = "__cfp_at<";

/// The folder of the models that know where they move elements.
const MODELS: &str = "/cfp-heap-headers/cxx-proof/";

/// The types of the elements that may move; none if elements of any type may.
type Moved = Option<BTreeSet<TypeId>>;

/// What a variable may hold.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct Marks {
    /// A risky pointer.
    pub(super) is_risky: bool,
    /// A pointer to an element of a model for proofs, whose elements are in a block without ends.
    pub(super) is_inside: bool,
}

impl BitOrAssign for Marks {
    fn bitor_assign(&mut self, other: Marks) {
        self.is_risky |= other.is_risky;
        self.is_inside |= other.is_inside;
    }
}

/// What is known of a function.
#[derive(Clone, PartialEq)]
struct Facts {
    moved: Moved,
    /// By variable.
    marks: Vec<Marks>,
    returned: Marks,
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
            marks: vec![Marks::default(); function.vars.len()],
            returned: Marks::default(),
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
    let marks = |facts: &[Facts], operand: &Operand| match operand {
        Operand::Var(var) => facts[index].marks[var.index()],
        _ => Marks::default(),
    };
    match &stmt.kind {
        StmtKind::Assign { dst, value } => {
            let source = match value {
                Expr::Use(source) | Expr::Convert { value: source, .. } => source,
                Expr::Elem { base, .. } | Expr::Field { base, .. } => base,
                Expr::Unary(..) | Expr::Binary(..) | Expr::Compare(..) | Expr::PtrDiff { .. } => return,
            };
            let mut passed = marks(facts, source);
            // A number that holds no address is none.
            passed.is_inside &= match program.functions[index].vars[dst.index()].ty {
                Scalar::Int(int) => int.bytes() >= 8,
                _ => true,
            };
            facts[index].marks[dst.index()] |= passed;
        }
        StmtKind::Return(ReturnValue::Scalar(value)) => {
            let passed = marks(facts, value);
            facts[index].returned |= passed;
        }
        StmtKind::Call { result, callee, args } => {
            let (moved, returned) = match callee {
                Callee::Pointer(..) => (None, Marks { is_risky: true, is_inside: true }),
                Callee::Direct(called) => {
                    let params = program.functions[called.index()].params.clone();
                    for (param, arg) in params.iter().zip(args) {
                        if let (Param::Var(var), Arg::Scalar(value, _)) = (param, arg) {
                            let passed = marks(facts, value);
                            facts[called.index()].marks[var.index()] |= passed;
                        }
                    }
                    let function = &program.functions[called.index()];
                    let is_risky = function.role == Role::Model && function.body.is_some();
                    let mut returned = Marks { is_risky, is_inside: is_for_proofs(program, function) };
                    returned |= facts[called.index()].returned;
                    (facts[called.index()].moved.clone(), returned)
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
                own.marks[var.index()] |= returned;
            }
        }
        _ => {}
    }
}

/// Whether a function is one of the models for proofs.
fn is_for_proofs(program: &Program, function: &Function) -> bool {
    program.files.get(function.pos.file.index()).is_some_and(|file| file.name.starts_with(MODELS))
}

/// The statements that may use an invalid reference or hide one in memory, or move one out of its element, by
/// their addresses, with what they do.
fn refused(
    program: &Program,
    function: &Function,
    own: &Facts,
    all: &[Facts],
) -> BTreeMap<usize, &'static str> {
    let mut found = BTreeMap::new();
    let Some(body) = function.body.as_ref().filter(|_| !is_for_proofs(program, function)) else {
        return found;
    };
    let live = Live::of(body);
    let is_risky =
        |operand: &Operand| matches!(operand, Operand::Var(var) if own.marks[var.index()].is_risky);
    let can_leave = !is_known_to_stay(function);
    each_stmt(body, &mut |stmt| {
        let address = std::ptr::from_ref(stmt) as usize;
        if can_leave && may_leave(program, function, &own.marks, stmt) {
            found.insert(address, "a pointer is moved among the elements of a container, in a proof");
        }
        let is_kept = match &stmt.kind {
            StmtKind::Store { value, .. } => is_risky(value) && !function.name.contains(ITERATOR),
            StmtKind::Call { callee, .. } => {
                let moved = match callee {
                    Callee::Direct(called) => &all[called.index()].moved,
                    Callee::Pointer(..) => &None,
                };
                let after = live.after_call(stmt);
                (0..function.vars.len() as u32).map(VarId).any(|var| {
                    own.marks[var.index()].is_risky
                        && after.is_some_and(|after| after.contains(var))
                        && may_move(program, function, var, moved)
                })
            }
            _ => false,
        };
        if is_kept {
            found.insert(address, "a reference to an element of a container is kept while elements may move");
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
fn rewritten(block: &Block, bad: &BTreeMap<usize, &'static str>) -> Block {
    let mut done = Vec::with_capacity(block.len());
    for stmt in block {
        if let Some(text) = bad.get(&(std::ptr::from_ref(stmt) as usize)) {
            done.push(Stmt { kind: StmtKind::Unsupported(text.to_string()), pos: stmt.pos });
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
