//! Findings in SARIF 2.1.0, the exchange format for results of static analysis.
//!
//! An error is a result of kind `fail` and level `error`, with the run that leads to it as a code flow. An
//! open obligation is a result of kind `open`; the standard asks for level `none` there (section
//! 3.27.10). A loop invariant is a result of kind `informational`, of level `none` as well. Each kind of
//! error is a rule.

use super::json::{number, object, string};
use super::{Report, text};
use crate::analysis::{LoopInvariant, Open};
use crate::interp::Violation;
use crate::ir::{Pos, Program};
use crate::json::Json;
use crate::property::ViolationKind;

/// The rule for open obligations, and the one for loop invariants.
const OPEN: &str = "open-place";
const INVARIANT: &str = "loop-invariant";

/// The findings as a SARIF log with one run, with a line break at its end.
pub fn sarif(report: &Report<'_>) -> String {
    let Report { program, findings, property, .. } = *report;
    let (verdict, _) = super::verdict(&findings.conclusion);
    let mut results: Vec<Json> = Vec::new();
    for (found, run) in super::violations(&findings.conclusion) {
        let steps = text::steps(program, super::last_steps(run));
        let steps = steps.filter_map(|(pos, text)| step(program, pos, &text));
        results.push(error(program, found, steps.chain(step(program, found.pos, &found.message)).collect()));
    }
    results.extend(super::open(&findings.conclusion).iter().map(|place| unproved(program, place)));
    results.extend(findings.invariants.iter().map(|it| invariant(program, it)));
    let rule = |id: &str, text: &str, level: &str| {
        object([
            ("id", string(id)),
            ("shortDescription", object([("text", string(text))])),
            ("defaultConfiguration", object([("level", string(level))])),
        ])
    };
    let errors = ViolationKind::ALL.iter().map(|kind| rule(kind.id(), kind.description(), "error"));
    let others = [
        rule(OPEN, "Neither shown nor excluded.", "none"),
        rule(INVARIANT, "Holds whenever control reaches the head of the loop.", "none"),
    ];
    let driver = object([
        ("name", string("cfp-heap")),
        ("version", string(env!("CARGO_PKG_VERSION"))),
        ("rules", Json::Array(errors.chain(others).collect())),
    ]);
    let answer =
        property.map_or(Json::Null, |property| string(super::answer(property, &findings.conclusion)));
    let run = object([
        ("tool", object([("driver", driver)])),
        ("invocations", Json::Array(vec![object([("executionSuccessful", Json::Bool(true))])])),
        ("columnKind", string("unicodeCodePoints")),
        ("results", Json::Array(results)),
        ("properties", object([("verdict", string(verdict)), ("answer", answer)])),
    ]);
    let log = object([
        ("$schema", string("https://json.schemastore.org/sarif-2.1.0.json")),
        ("version", string("2.1.0")),
        ("runs", Json::Array(vec![run])),
    ]);
    format!("{log}\n")
}

fn unproved(program: &Program, place: &Open) -> Json {
    let cause = place.cause.as_ref().and_then(|cause| location(program, cause.pos, Some(&cause.text)));
    remark((OPEN, 0), "open", place.message(), location(program, place.pos, None), cause)
}

fn invariant(program: &Program, invariant: &LoopInvariant) -> Json {
    let text = format!("loop invariant, by {}: {}", invariant.found_by, invariant.disjuncts.join(" or "));
    remark((INVARIANT, 1), "informational", text, location(program, invariant.pos, None), None)
}

/// A result that is no error, by a rule after those of errors.
fn remark(
    (rule, index): (&str, usize),
    kind: &str,
    text: String,
    place: Option<Json>,
    related: Option<Json>,
) -> Json {
    object([
        ("ruleId", string(rule)),
        ("ruleIndex", number((ViolationKind::ALL.len() + index) as u64)),
        ("kind", string(kind)),
        ("level", string("none")),
        ("message", object([("text", string(text))])),
        ("locations", Json::Array(place.into_iter().collect())),
        ("relatedLocations", Json::Array(related.into_iter().collect())),
    ])
}

fn error(program: &Program, found: &Violation, steps: Vec<Json>) -> Json {
    let index = ViolationKind::ALL.iter().position(|&kind| kind == found.kind).unwrap_or(0);
    let notes = found.notes.iter().filter_map(|(pos, note)| location(program, *pos, Some(note)));
    let mut result = vec![
        ("ruleId", string(found.kind.id())),
        ("ruleIndex", number(index as u64)),
        ("kind", string("fail")),
        ("level", string("error")),
        ("message", object([("text", string(format!("{} [{}]", found.message, found.kind.property())))])),
        ("locations", Json::Array(location(program, found.pos, None).into_iter().collect())),
        ("relatedLocations", Json::Array(notes.collect())),
    ];
    // A flow has at least one step.
    if !steps.is_empty() {
        let thread = object([("locations", Json::Array(steps))]);
        result.push(("codeFlows", Json::Array(vec![object([("threadFlows", Json::Array(vec![thread]))])])));
    }
    Json::Object(result.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
}

fn step(program: &Program, pos: Pos, text: &str) -> Option<Json> {
    Some(object([("location", location(program, pos, Some(text))?)]))
}

fn location(program: &Program, pos: Pos, text: Option<&str>) -> Option<Json> {
    let file = program.files.get(pos.file.index()).filter(|_| pos.line > 0)?;
    let region = object([
        ("startLine", number(u64::from(pos.line))),
        ("startColumn", number(character_column(program, pos))),
    ]);
    let physical =
        object([("artifactLocation", object([("uri", string(uri(&file.name)))])), ("region", region)]);
    Some(match text {
        Some(text) => object([("physicalLocation", physical), ("message", object([("text", string(text))]))]),
        None => object([("physicalLocation", physical)]),
    })
}

/// Compilers count bytes, this format counts characters.
fn character_column(program: &Program, pos: Pos) -> u64 {
    let bytes = pos.column.saturating_sub(1) as usize;
    let line = text::source_line(program, pos).unwrap_or_default();
    match line.get(..bytes) {
        Some(before) => String::from_utf8_lossy(before).chars().count() as u64 + 1,
        None => u64::from(pos.column).max(1),
    }
}

/// A path as a URI reference: special characters are escaped, and an absolute path has a scheme.
fn uri(path: &str) -> String {
    let mut out = String::from(if path.starts_with('/') { "file://" } else { "" });
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out += &format!("%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_are_escaped() {
        assert_eq!(uri("src/list.c"), "src/list.c");
        assert_eq!(uri("/a b/ü%.c"), "file:///a%20b/%C3%BC%25.c");
    }
}
