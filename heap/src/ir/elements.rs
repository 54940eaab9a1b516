//! Pointers to elements of containers do not leave them.
//!
//! In the models for proofs, the elements of a container are in a block without ends: the models themselves
//! check indexes and ranks. So nothing checks a pointer to an element that the program moves on its own, or
//! hands to a library function that goes on from there. Both are unsupported, but for the elements of an
//! array that is a member, and for library functions that read a text up to its end.

use super::references::Marks;
use super::*;

/// Library functions that read no further than the texts that they get.
const READS_TEXT: &[&str] = &[
    "atof",
    "atoi",
    "atol",
    "atoll",
    "fopen",
    "fputs",
    "getenv",
    "perror",
    "puts",
    "remove",
    "strcasecmp",
    "strchr",
    "strcmp",
    "strcspn",
    "strdup",
    "strlen",
    "strpbrk",
    "strrchr",
    "strspn",
    "strstr",
    "strtod",
    "strtol",
    "strtoll",
    "strtoul",
    "strtoull",
    "system",
];

/// Library functions that take the address of memory, and nothing behind it.
const TAKES_MEMORY: &[&str] = &["free", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm"];

/// Whether a statement moves a pointer that may leave an element, given what the variables hold.
pub(super) fn may_leave(program: &Program, function: &Function, marks: &[Marks], stmt: &Stmt) -> bool {
    let is_inside = |operand: &Operand| matches!(operand, Operand::Var(var) if marks[var.index()].is_inside);
    match &stmt.kind {
        StmtKind::Assign { value, .. } => match value {
            Expr::Elem { base, index, .. } => is_inside(base) && !stays(program, function, base, index),
            Expr::Unary(..) | Expr::Binary(..) => value.operands().iter().any(is_inside),
            _ => false,
        },
        StmtKind::Call { callee: Callee::Direct(called), args, .. } => {
            let called = &program.functions[called.index()];
            called.body.is_none()
                && args.iter().enumerate().any(|(place, arg)| match arg {
                    Arg::Scalar(value, _) => {
                        is_inside(value) && goes_on(program, function, called, place, value)
                    }
                    Arg::Object(..) => false,
                })
        }
        _ => false,
    }
}

/// Whether it is left to a function how far it reads: one that comes with the analyzer and reads a text.
pub(super) fn is_known_to_stay(function: &Function) -> bool {
    function.role == Role::Model && READS_TEXT.contains(&function.name.as_str())
}

/// Whether an element of an array is one that the array has.
fn stays(program: &Program, function: &Function, base: &Operand, index: &Operand) -> bool {
    let Operand::Var(base) = base else { return false };
    if matches!(index, Operand::Int(0, _)) {
        return true;
    }
    let mut lengths = Vec::new();
    if let Some(body) = &function.body {
        each_stmt(body, &mut |stmt| {
            if let StmtKind::Assign { dst, value } = &stmt.kind
                && dst == base
            {
                lengths.push(length_of_member(program, value));
            }
        });
    }
    // The models check the indexes of arrays.
    let is_model = function.role == Role::Model;
    !lengths.is_empty()
        && lengths.iter().all(|length| match (length, index) {
            (Some(length), Operand::Int(index, _)) => (0..i128::from(*length)).contains(index),
            (Some(_), _) => is_model,
            (None, _) => false,
        })
}

/// The number of elements of an array that is a member, if the address is that of one.
fn length_of_member(program: &Program, address: &Expr) -> Option<u64> {
    let Expr::Field { record, field, .. } = address else { return None };
    match program.types.get(program.types.record(*record).fields[*field as usize].ty) {
        Type::Array(_, length) => *length,
        _ => None,
    }
}

/// Whether a function without a body may go on from an address that it gets.
fn goes_on(program: &Program, caller: &Function, called: &Function, place: usize, value: &Operand) -> bool {
    let name = called.name.as_str();
    if READS_TEXT.contains(&name) || TAKES_MEMORY.contains(&name) || name.starts_with("__cfp_") {
        return false;
    }
    let is_named = called.ty.params.as_ref().is_none_or(|params| place < params.len());
    let pointee = |var: &VarId| match program.types.get(caller.vars[var.index()].ctype) {
        Type::Pointer(pointee) => program.types.scalar(*pointee),
        _ => None,
    };
    let is_text = match value {
        Operand::Var(var) => {
            pointee(var).is_none_or(|pointee| matches!(pointee, Scalar::Int(int) if int.bytes() == 1))
        }
        _ => true,
    };
    // Of what follows a format, only texts have no size of their own, and those that are printed end.
    is_named || is_text && name.contains("scanf")
}
