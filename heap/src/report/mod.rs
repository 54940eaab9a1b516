//! Output formats for findings.
//!
//! [`text`] prints messages as compilers do: location, excerpt, caret, notes; [`stats`] is a small table of
//! costs. [`json`](json()) and [`sarif`](sarif()) are for other programs, [`html`](html()) is a page with a
//! drawing of the symbolic heap ([`svg`](svg())), and a [`witness`](witness()) is for validators.

mod html;
mod json;
mod open;
mod sarif;
mod sha256;
mod source;
pub mod stats;
mod svg;
pub mod text;
mod witness;

pub use html::html;
pub use json::json;
pub use open::{Listing, open_places};
pub use sarif::sarif;
pub use stats::Stats;
pub use svg::svg;
pub use text::{Style, compiler_message, invariants, message, trace, violation};
pub use witness::witness;

use crate::analysis::{Errors, Open};
use crate::interp::{Event, Run, Violation};
use crate::ir::Program;
use crate::property::{Checks, Property};
use crate::verify::{Conclusion, Findings};

/// The results for a program.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The program.
    pub program: &'a Program,
    /// The findings.
    pub findings: &'a Findings,
    /// The property, if one was given.
    pub property: Option<&'a Property>,
    /// What was checked.
    pub checks: Checks,
    /// The costs.
    pub stats: &'a Stats,
}

/// The properties that errors violate, and how many errors there are if there are several.
///
/// ```
/// use cfp_heap::analysis::Errors;
/// use cfp_heap::front::{Source, load};
/// use cfp_heap::interp::{Config, ScriptedInputs, run};
/// use cfp_heap::report::summary;
///
/// let text = "int nondet(void); int a[2]; int main(void) { int n = nondet(); return n ? a[n] : 1 / n; }";
/// // Parsing C needs libclang; without it there is nothing to show.
/// if let Ok(loaded) = load(&[Source::text("two.c", text)]) {
///     let mut errors = Errors::default();
///     for input in [0, 31] {
///         errors.add(run(&loaded.program, &Config::default(), &mut ScriptedInputs::new([input])));
///     }
///     assert_eq!(summary(&errors), "valid-deref, def-behavior (2 errors)");
/// }
/// ```
pub fn summary(errors: &Errors) -> String {
    let mut names: Vec<&str> = Vec::new();
    for (found, _) in errors.violations() {
        let name = found.kind.property();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    match errors.runs().len() {
        0 | 1 => names.join(", "),
        count => format!("{} ({count} errors)", names.join(", ")),
    }
}

/// The verdict in one word, and its reason.
fn verdict(conclusion: &Conclusion) -> (&'static str, String) {
    match conclusion {
        Conclusion::Proved(why) => ("proved", (*why).to_string()),
        Conclusion::Refuted { errors, .. } => match errors.runs() {
            [run] => ("refuted", run.violation().map_or_else(String::new, |found| found.message.clone())),
            _ => ("refuted", summary(errors)),
        },
        Conclusion::Unknown { reason, .. } => ("unknown", reason.clone()),
    }
}

/// What is neither proved nor refuted.
fn open(conclusion: &Conclusion) -> &[Open] {
    match conclusion {
        Conclusion::Proved(_) => &[],
        Conclusion::Refuted { open, .. } | Conclusion::Unknown { open, .. } => open,
    }
}

/// The errors, each with its run.
fn violations(conclusion: &Conclusion) -> impl Iterator<Item = (&Violation, &Run)> {
    let errors = match conclusion {
        Conclusion::Refuted { errors, .. } => Some(errors),
        Conclusion::Proved(_) | Conclusion::Unknown { .. } => None,
    };
    errors.into_iter().flat_map(Errors::violations)
}

/// As many steps of a run as others are likely to take.
fn last_steps(run: &Run) -> &[Event] {
    const MOST: usize = 1000;
    &run.trace[run.trace.len().saturating_sub(MOST)..]
}

/// The line that answers a property: `TRUE`, `FALSE(part)` or `UNKNOWN`. A violation that the property does
/// not mention answers nothing.
///
/// ```
/// use cfp_heap::property::Property;
/// use cfp_heap::report::answer;
/// use cfp_heap::verify::Conclusion;
///
/// let property = Property::named("valid-memsafety").unwrap();
/// assert_eq!(answer(&property, &Conclusion::Proved("no run violates it")), "TRUE");
/// ```
pub fn answer(property: &Property, conclusion: &Conclusion) -> String {
    match conclusion {
        Conclusion::Proved(_) => "TRUE".to_string(),
        Conclusion::Refuted { errors, .. } => {
            let violated = errors.violations().find_map(|(found, _)| property.violated(found.kind));
            violated.map_or("UNKNOWN".to_string(), |part| format!("FALSE({})", part.name()))
        }
        Conclusion::Unknown { .. } => "UNKNOWN".to_string(),
    }
}
