//! Attributes that change what a program does: functions that somebody else calls, and names that stand for something else.
//!
//! All others are for compilers alone.

use super::unit::UnitLowering;
use crate::clang::{Cursor, Kind};
use crate::ir::*;

/// Why a declaration with these attributes means more than it says, if it does.
fn meaning(attributes: &[String], is_defined: bool) -> Option<&'static str> {
    attributes.iter().find_map(|attribute| match name(attribute) {
        "constructor" => Some("a function that runs before main"),
        "destructor" => Some("a function that runs after main"),
        "alias" | "ifunc" | "weakref" => Some("a second name for something"),
        "weak" | "weak_import" if !is_defined => Some("something that may be missing"),
        _ => None,
    })
}

fn name(attribute: &str) -> &str {
    attribute.split(['(', ',', ' ']).next().unwrap_or_default().trim_matches('_')
}

/// Whether a function is called when the life of a variable ends.
pub(super) fn has_cleanup(variable: Cursor<'_>) -> bool {
    variable.attributes().iter().any(|attribute| name(attribute) == "cleanup")
}

impl<'u> UnitLowering<'_, 'u> {
    /// Looks through the declarations of a file: where attributes mean something, nothing can be said of any run.
    pub(super) fn mark_attributes(&mut self, declarations: &[Cursor<'u>]) {
        for &cursor in declarations {
            if !matches!(cursor.kind(), Kind::FunctionDecl | Kind::VarDecl) || cursor.is_of_system() {
                continue;
            }
            let attributes = cursor.attributes();
            let is_defined = cursor.definition().is_some();
            // A label is the name that linkers know it by.
            let labels = attributes.iter().filter_map(|attribute| attribute.strip_prefix("asm("));
            let is_renamed = labels.map(|label| label.trim_matches('"')).any(|label| {
                let other = |other: &Cursor<'u>| other.spelling() == label && other.definition().is_some();
                label != cursor.spelling() && declarations.iter().any(other)
            });
            let renamed = is_renamed.then_some("a second name for something");
            if let Some(reason) = meaning(&attributes, is_defined).or(renamed) {
                let stmt = Stmt { kind: StmtKind::Unsupported(reason.to_string()), pos: self.pos(cursor) };
                self.linker.start.body.get_or_insert_default().push(stmt);
            }
        }
    }
}
