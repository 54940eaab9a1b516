//! A scan of a function before it is lowered: which locals need an address, because references may be bound
//! to them, and which local is the result.

use super::operands;
use crate::clang::{BinaryOp as COp, CType, Cursor, CxxKind, Kind, TypeKind, UnaryOp as CUnary};
use fxhash::FxHashSet;

/// What becomes of an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    /// Its value is read, or nothing at all.
    Value,
    /// It may be referred to.
    Place,
}

/// Notes the locals of a function that need an address.
pub(in crate::lower) fn address_taken(function: Cursor<'_>, taken: &mut FxHashSet<usize>) {
    function.children().into_iter().for_each(|child| visit(child, Context::Place, false, taken));
}

fn visit(cursor: Cursor<'_>, context: Context, in_lambda: bool, taken: &mut FxHashSet<usize>) {
    let children = cursor.children();
    let mut each = |context: Context, in_lambda: bool| {
        children.iter().for_each(|&child| visit(child, context, in_lambda, taken));
    };
    match cursor.kind() {
        Kind::DeclRef | Kind::Cxx(CxxKind::Capture) => {
            if (context == Context::Place || in_lambda)
                && let Some(declaration) = cursor.referenced()
            {
                taken.insert(declaration.canonical().identity());
            }
        }
        Kind::Cxx(CxxKind::Lambda) => each(Context::Place, true),
        Kind::SizeOf => {}
        Kind::Paren => each(context, in_lambda),
        Kind::Unexposed => {
            let ctype = cursor.ctype();
            let is_scalar = matches!(
                ctype.kind(),
                TypeKind::Bool | TypeKind::Int { .. } | TypeKind::Float | TypeKind::Pointer
            );
            let is_read = is_scalar && !ctype.is_const() && !ctype.is_volatile();
            each(if is_read { Context::Value } else { Context::Place }, in_lambda);
        }
        Kind::Unary => match cursor.unary_op() {
            CUnary::PostIncrement | CUnary::PostDecrement => each(Context::Value, in_lambda),
            CUnary::PreIncrement | CUnary::PreDecrement => each(context, in_lambda),
            _ => each(Context::Place, in_lambda),
        },
        Kind::CompoundAssign => each(context, in_lambda),
        Kind::Binary if matches!(cursor.binary_op(), COp::Assign) => each(context, in_lambda),
        Kind::Compound
        | Kind::If
        | Kind::While
        | Kind::Do
        | Kind::For
        | Kind::Switch
        | Kind::Case
        | Kind::Default
        | Kind::Label => each(Context::Value, in_lambda),
        _ => each(Context::Place, in_lambda),
    }
}

/// The local that a function returns: in the outermost block, and named by each `return`. Compilers construct
/// it where the result goes.
pub(in crate::lower) fn returned_local(body: Cursor<'_>, result: CType<'_>) -> Option<usize> {
    if result.kind() != TypeKind::Record {
        return None;
    }
    let mut returns = Vec::new();
    let mut pending = vec![body];
    while let Some(cursor) = pending.pop() {
        match cursor.kind() {
            Kind::Return => returns.push(operands(cursor).first().and_then(|&value| named_in_return(value))),
            Kind::Cxx(CxxKind::Lambda) => {}
            _ => pending.extend(cursor.children()),
        }
    }
    let first = (*returns.first()?)?;
    if returns.iter().any(|found| *found != Some(first)) {
        return None;
    }
    let declared = body.children().into_iter().filter(|item| item.kind() == Kind::DeclStmt);
    let mut variables = declared.flat_map(|item| item.children());
    let found = variables.find(|variable| variable.canonical().identity() == first)?;
    let is_local = found.kind() == Kind::VarDecl && !found.has_static_storage();
    let is_same = super::type_name(found.ctype()) == super::type_name(result);
    (is_local && is_same && !found.ctype().is_volatile()).then_some(first)
}

/// The local that is moved or copied by a `return` that names it.
pub(in crate::lower) fn named_in_return(value: Cursor<'_>) -> Option<usize> {
    let mut cursor = value;
    loop {
        let parts = operands(cursor);
        match (cursor.kind(), &parts[..]) {
            (Kind::Unexposed | Kind::Paren, &[inner]) => cursor = inner,
            (Kind::Call, &[inner]) => {
                let constructor = cursor.referenced()?;
                let is_copy = constructor.kind() == Kind::Cxx(CxxKind::Constructor)
                    && (constructor.is_copy_constructor() || constructor.is_move_constructor());
                if !is_copy || !is_name(inner) {
                    return None;
                }
                cursor = inner;
            }
            (Kind::DeclRef, _) => {
                let found = cursor.referenced()?;
                return (found.kind() == Kind::VarDecl).then(|| found.canonical().identity());
            }
            _ => return None,
        }
    }
}

/// Whether an expression is a plain name.
fn is_name(cursor: Cursor<'_>) -> bool {
    match (cursor.kind(), &operands(cursor)[..]) {
        (Kind::DeclRef, _) => true,
        (Kind::Unexposed | Kind::Paren, &[inner]) => is_name(inner),
        _ => false,
    }
}
