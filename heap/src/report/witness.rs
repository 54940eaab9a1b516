//! Witnesses in the YAML format, version 2.0: what a validator needs to confirm an answer.
//!
//! A violation is a sequence of segments. Each but the last gives the result of a call of a function without
//! a body, the last one the location of the error. The inputs determine the run, so branches are omitted. A
//! correctness witness is a set of loop invariants, each proved to hold whenever control reaches the loop
//! head; the set may be empty.

use super::Report;
use super::sha256::sha256;
use crate::analysis::LoopInvariant;
use crate::interp::{InputKind, InputRecord, Run, Violation};
use crate::ir::{Pos, Program, Scalar};
use crate::json::Json;
use crate::property::Property;
use crate::property::ViolationKind;
use crate::verify::Conclusion;
use std::fmt::Write as _;

/// The witness of an answer to a property, made this many seconds after the start of 1970. There is none for
/// an unknown verdict, nor for an error that the property does not mention, nor where a source file or the
/// location of the error is not among the inputs. Of several errors, the first one has a witness.
pub fn witness(report: &Report<'_>, property: &Property, inputs: &[String], created: u64) -> Option<String> {
    let (kind, content) = match &report.findings.conclusion {
        Conclusion::Proved(_) => {
            ("invariant_set", invariant_set(report.program, &report.findings.invariants, inputs))
        }
        Conclusion::Refuted { errors, .. } => {
            let (found, run) =
                errors.violations().find(|(found, _)| property.violated(found.kind).is_some())?;
            ("violation_sequence", violation_sequence(report.program, run, found, inputs)?)
        }
        Conclusion::Unknown { .. } => return None,
    };
    let mut out = format!("- entry_type: \"{kind}\"\n  metadata:\n    format_version: \"2.0\"\n");
    let task = task(report.program, property, inputs)?;
    let name = sha256(format!("{task}{content}{created}").as_bytes());
    // A name of the version that leaves its bits to the application (RFC 9562, section 5.8).
    let uuid =
        format!("{}-{}-8{}-8{}-{}", &name[..8], &name[8..12], &name[13..16], &name[17..20], &name[20..32]);
    let _ = writeln!(out, "    uuid: \"{uuid}\"");
    let _ = writeln!(out, "    creation_time: \"{}\"", date(created));
    let version = env!("CARGO_PKG_VERSION");
    let _ = writeln!(out, "    producer:\n      name: \"cfp-heap\"\n      version: \"{version}\"");
    out += &task;
    out += &content;
    Some(out)
}

/// A text between quotes, with the escapes that YAML shares with JSON.
fn quoted(text: &str) -> String {
    Json::Text(text.to_string()).to_string()
}

fn task(program: &Program, property: &Property, inputs: &[String]) -> Option<String> {
    let mut out = "    task:\n      input_files:\n".to_string();
    for input in inputs {
        let _ = writeln!(out, "        - {}", quoted(input));
    }
    out += "      input_file_hashes:\n";
    for input in inputs {
        let file = program.files.iter().find(|file| file.name == *input)?;
        let _ = writeln!(out, "        {}: \"{}\"", quoted(input), sha256(&file.text));
    }
    let model = if program.target.pointer_bytes == 4 { "ILP32" } else { "LP64" };
    let specification = quoted(&property.to_string());
    let _ = writeln!(out, "      specification: {specification}");
    let _ = writeln!(out, "      data_model: \"{model}\"\n      language: \"C\"");
    Some(out)
}

/// The invariants of loops that are written as such in the source.
fn invariant_set(program: &Program, invariants: &[LoopInvariant], inputs: &[String]) -> String {
    let mut out = String::new();
    for LoopInvariant { pos, function, expression, .. } in invariants {
        // Two loops at one position come from a macro, and a witness cannot tell them apart.
        let is_only = invariants.iter().filter(|other| other.pos == *pos).count() == 1;
        let Some(expression) = expression.as_ref().filter(|_| is_only) else { continue };
        let is_loop = super::text::source_line(program, *pos)
            .and_then(|line| line.get((pos.column as usize).checked_sub(1)?..))
            .is_some_and(|text| text.starts_with(b"for") || text.starts_with(b"while"));
        let file = program.files.get(pos.file.index()).filter(|file| inputs.contains(&file.name));
        let (true, Some(file)) = (is_loop, file) else { continue };
        out += "    - invariant:\n        type: \"loop_invariant\"\n        location:\n";
        let _ = writeln!(out, "          file_name: {}", quoted(&file.name));
        let _ = writeln!(out, "          line: {}\n          column: {}", pos.line, pos.column);
        let _ = writeln!(out, "          function: {}", quoted(function));
        let _ = writeln!(out, "        value: {}\n        format: \"c_expression\"", quoted(expression));
    }
    if out.is_empty() { "  content: []\n".to_string() } else { format!("  content:\n{out}") }
}

fn violation_sequence(program: &Program, run: &Run, found: &Violation, inputs: &[String]) -> Option<String> {
    let mut out = "  content:\n".to_string();
    // The next segment would be mistaken for a missing one: after the first without a location, none is
    // written.
    for record in &run.inputs {
        let Some((place, value)) = returned(program, record) else { break };
        let Some(location) = location(program, place, inputs) else { break };
        let constraint = format!(
            "constraint:\n            value: \"\\\\result == {value}\"\n            format: \"acsl_expression\""
        );
        out += &segment("function_return", &format!("{constraint}\n          {location}"));
    }
    out += &segment("target", &target(program, found, inputs)?);
    Some(out)
}

fn segment(kind: &str, rest: &str) -> String {
    format!(
        "    - segment:\n      - waypoint:\n          type: \"{kind}\"\n          action: \"follow\"\n          {rest}\n"
    )
}

fn location(program: &Program, pos: Pos, inputs: &[String]) -> Option<String> {
    let file =
        program.files.get(pos.file.index()).filter(|file| pos.line > 0 && inputs.contains(&file.name))?;
    let (name, line, column) = (quoted(&file.name), pos.line, pos.column);
    Some(format!(
        "location:\n            file_name: {name}\n            line: {line}\n            column: {column}"
    ))
}

/// Where the error is. The format asks for the beginning of a statement or of a full expression; of an error
/// further inside, the line is said alone, which stands for the first such place in it.
fn target(program: &Program, found: &Violation, inputs: &[String]) -> Option<String> {
    let pos = found.pos;
    let location = location(program, pos, inputs)?;
    let line = super::text::source_line(program, pos)?;
    let before = line.get(..(pos.column as usize).checked_sub(1)?)?;
    // A call that must not be is a statement, as a rule behind a label or a condition.
    if found.kind == ViolationKind::ErrorCall || begins_expression(&String::from_utf8_lossy(before)) {
        return Some(location);
    }
    location.rsplit_once('\n').map(|(without_column, _)| without_column.to_string())
}

/// Whether a statement or a full expression begins after this part of a line.
fn begins_expression(before: &str) -> bool {
    let before = before.trim();
    let ends_with = |text: &str, words: &[&str]| {
        let last = text.trim_end().rsplit(|character: char| !character.is_alphanumeric() && character != '_');
        words.contains(&last.into_iter().next().unwrap_or_default())
    };
    if let Some(condition) = before.strip_suffix('(') {
        return ends_with(condition, &["if", "while", "switch"]);
    }
    if before.ends_with(')') {
        // After a condition, not after a cast.
        let mut depth = 0;
        let start = before.rfind(|character| {
            depth += i32::from(character == ')') - i32::from(character == '(');
            depth == 0
        });
        return start.is_some_and(|start| ends_with(&before[..start], &["if", "while", "for", "switch"]));
    }
    before.is_empty() || before.ends_with([';', '{', '}']) || ends_with(before, &["return", "else", "do"])
}

/// The closing parenthesis of the call that gave an input, and the number it gave; only if the source has
/// that call there.
fn returned(program: &Program, record: &InputRecord) -> Option<(Pos, i128)> {
    let (InputKind::Function(name), Scalar::Int(_)) = (&record.request.kind, record.request.ty) else {
        return None;
    };
    let pos = record.request.pos;
    let line = super::text::source_line(program, pos)?;
    let start = (pos.column as usize).checked_sub(1)?;
    let after = line.get(start..)?.strip_prefix(name.as_bytes())?;
    // Calls of such functions seldom have arguments; those with quotes or over several lines are not looked
    // through.
    let mut depth = 0usize;
    for (index, &byte) in after.iter().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => {
                let column = start + name.len() + index + 1;
                return Some((Pos { column: u32::try_from(column).ok()?, ..pos }, record.value));
            }
            b')' => depth = depth.checked_sub(1)?,
            b' ' | b'\t' => {}
            b'"' | b'\'' => return None,
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// A moment as ISO 8601 has it, in UTC.
fn date(seconds: u64) -> String {
    let (mut days, rest) = (seconds / 86_400, seconds % 86_400);
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    // Whole periods of 400 years first: they all have the same number of days.
    let mut year = 1970 + days / 146_097 * 400;
    days %= 146_097;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let mut month = 1;
    for length in [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z", days + 1)
}

#[cfg(test)]
mod tests {
    use super::{begins_expression, date};

    #[test]
    fn beginnings_of_statements_and_full_expressions() {
        for before in [
            "",
            "\t",
            "x = 1; ",
            "if (x) { ",
            "return ",
            "} else ",
            "  while (",
            "if (",
            "for (;;) ",
            "if (f(x)) ",
        ] {
            assert!(begins_expression(before), "{before}");
        }
        for before in
            ["x = ", "f(", "b += ", "x + ", "(int)", "a[", "int x = ", "whatif(", "x = f(1) + (int)", "g(f)"]
        {
            assert!(!begins_expression(before), "{before}");
        }
    }

    #[test]
    fn dates() {
        assert_eq!(date(0), "1970-01-01T00:00:00Z");
        assert_eq!(date(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(date(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(date(1_735_689_599), "2024-12-31T23:59:59Z");
    }
}
