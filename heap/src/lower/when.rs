//! Whether the initialiser of a variable outside of functions is a constant expression of C++.

use super::cxx::{is_expression, is_function, is_library};
use super::link::order::When;
use super::unit::UnitLowering;
use crate::clang::{BinaryOp as COp, CType, Cursor, CxxKind, Kind, TypeKind, UnaryOp as CUnary};

impl<'u> UnitLowering<'_, 'u> {
    /// When a variable gets its value.
    pub(super) fn when(&self, definition: Cursor<'u>, value: Cursor<'u>) -> When {
        if self.cxx.is_none() || definition.is_declared_constant() {
            return When::First;
        }
        let is_constant = is_constant(definition.ctype(), value);
        let acts = acts(value);
        // Instances of templates are initialised at any time.
        let is_ordered = !definition.is_instance()
            && !definition.semantic_parent().is_some_and(|class| class.is_instance());
        match (is_constant, acts) {
            (Some(true), Acts::Never) => When::First,
            (Some(false), Acts::Never) | (None | Some(false), Acts::Always) if is_ordered => When::InOrder,
            _ => When::Unknown,
        }
    }
}

/// Whether the compiler can compute a number, or all the numbers of an array; nothing if it does not tell.
fn is_constant(ctype: CType<'_>, value: Cursor<'_>) -> Option<bool> {
    match ctype.canonical().kind() {
        // What the compiler tells of larger numbers is not exact.
        TypeKind::Bool | TypeKind::Int { .. } | TypeKind::Float
            if ctype.size().is_some_and(|size| size <= 8) =>
        {
            let value = match (value.kind(), &value.children()[..]) {
                (Kind::InitList, &[only]) => only,
                _ => value,
            };
            (value.ctype().kind() != TypeKind::Void).then(|| value.evaluate().is_some())
        }
        TypeKind::Array | TypeKind::OpenArray if value.kind() == Kind::InitList => {
            let element = ctype.canonical().element();
            let parts: Option<Vec<bool>> =
                value.children().into_iter().map(|part| is_constant(element, part)).collect();
            Some(parts?.into_iter().all(|part| part))
        }
        _ => None,
    }
}

/// Whether evaluating an expression does what constant expressions must not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Acts {
    Never,
    Maybe,
    Always,
}

fn acts(cursor: Cursor<'_>) -> Acts {
    let own = match cursor.kind() {
        Kind::Cxx(CxxKind::Lambda | CxxKind::TypeId) | Kind::SizeOf | Kind::Generic => return Acts::Never,
        Kind::Cxx(CxxKind::New | CxxKind::Delete | CxxKind::Throw) | Kind::CompoundAssign => Acts::Always,
        Kind::StatementExpr => return Acts::Maybe,
        Kind::Binary if cursor.binary_op() == COp::Assign => Acts::Always,
        Kind::Unary => match cursor.unary_op() {
            CUnary::PostIncrement | CUnary::PostDecrement => Acts::Always,
            CUnary::PreIncrement | CUnary::PreDecrement => Acts::Always,
            _ => Acts::Never,
        },
        Kind::Call => called(cursor),
        _ => Acts::Never,
    };
    let may_skip =
        matches!(cursor.binary_op(), COp::LogicalAnd | COp::LogicalOr) || cursor.kind() == Kind::Conditional;
    let parts = cursor.children().into_iter().filter(|part| is_expression(part)).enumerate();
    let inner = parts.map(|(index, part)| match acts(part) {
        // This part is evaluated only if the first one says so.
        Acts::Always if may_skip && index > 0 => Acts::Maybe,
        acts => acts,
    });
    inner.fold(own, Acts::max)
}

/// The same for a call itself.
fn called(call: Cursor<'_>) -> Acts {
    let Some(callee) = call.referenced().filter(|callee| is_function(*callee)) else { return Acts::Maybe };
    let is_constant = |callee: Cursor<'_>| callee.may_be_constant();
    if is_constant(callee) || callee.definition().is_some_and(is_constant) {
        return Acts::Never;
    }
    // Closures and what the compiler makes are `constexpr` if possible, and compilers know library functions.
    let is_of_closure = callee.semantic_parent().is_some_and(|class| class.ctype().name().contains("lambda"));
    match is_library(callee) || is_of_closure || callee.is_defaulted() {
        true => Acts::Maybe,
        false => Acts::Always,
    }
}
