//! Output formats for findings.
//!
//! [`text`] prints messages as compilers do: location, excerpt, caret, notes; [`stats`] is a small table of
//! costs. [`json`](json()) and [`sarif`](sarif()) are for other programs, [`html`](html()) is a page with a
//! drawing of the symbolic heap ([`svg`](svg())), and a [`witness`](witness()) is for validators.

mod html;
mod json;
mod sarif;
mod sha256;
mod source;
pub mod stats;
mod svg;
pub mod text;
mod witness;

pub use html::html;
pub use json::json;
pub use sarif::sarif;
pub use stats::Stats;
pub use svg::svg;
pub use text::{Style, compiler_message, message, open_places, trace, violation};
pub use witness::witness;

use crate::interp::{Event, Run};
use crate::ir::Program;
use crate::property::Property;
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
    /// The costs.
    pub stats: &'a Stats,
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
        Conclusion::Refuted(run) => match run.violation().and_then(|found| property.violated(found.kind)) {
            Some(part) => format!("FALSE({})", part.name()),
            None => "UNKNOWN".to_string(),
        },
        Conclusion::Unknown { .. } => "UNKNOWN".to_string(),
    }
}
