//! Findings in the format of compiler messages: location, excerpt, caret, notes.

use crate::analysis::LoopInvariant;
use crate::clang::{Message, Severity};
use crate::interp::{Event, InputKind, InputRecord, Run, Violation};
use crate::ir::{Pos, Program};
use std::fmt::Write as _;

/// How a message looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Whether colours are wanted.
    pub colour: bool,
}

impl Style {
    fn paint(self, code: &'static str, text: &str) -> String {
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }
}

/// One message with its location: `file:line:column: severity: message`, the source line, and a caret.
pub fn message(program: &Program, pos: Pos, severity: &str, text: &str, style: Style) -> String {
    heading(program, pos, severity, text, style) + &excerpt(program, pos, style)
}

pub(super) fn heading(program: &Program, pos: Pos, severity: &str, text: &str, style: Style) -> String {
    first_line(&program.show_pos(pos), severity, text, style)
}

fn first_line(place: &str, severity: &str, text: &str, style: Style) -> String {
    let code = match severity {
        "error" => "1;31",
        "note" => "1;36",
        _ => "1;35",
    };
    let place = style.paint("1", &format!("{place}:"));
    let severity = style.paint(code, &format!("{severity}:"));
    format!("{place} {severity} {text}\n")
}

/// The source line of a location, and a caret.
fn excerpt(program: &Program, pos: Pos, style: Style) -> String {
    source_line(program, pos)
        .map_or_else(String::new, |line| line_with_caret(line, pos.line, pos.column, style))
}

fn line_with_caret(line: &[u8], number: u32, column: u32, style: Style) -> String {
    let margin = number.to_string().len().max(5);
    let before = line.get(..column.saturating_sub(1) as usize).unwrap_or(line);
    // Tabs stay tabs in the line of the caret, so that it stands where it should; compilers count bytes,
    // terminals characters.
    let blank = |character: char| if character == '\t' { '\t' } else { ' ' };
    let blanks: String = String::from_utf8_lossy(before).chars().map(blank).collect();
    let shown = String::from_utf8_lossy(line);
    let caret = style.paint("1;32", "^");
    format!("{number:>margin$} | {}\n{:>margin$} | {blanks}{caret}\n", shown.trim_end(), "")
}

/// A compiler diagnostic, with its source line if that can be read.
pub fn compiler_message(message: &Message, style: Style) -> String {
    let severity = match message.severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let Some((file, line, column)) = &message.place else {
        return format!("{severity}: {}\n", message.text);
    };
    let mut out = first_line(&format!("{file}:{line}:{column}"), severity, &message.text, style);
    let text = std::fs::read(file).unwrap_or_default();
    let index = (*line as usize).saturating_sub(1);
    // Lines with control characters are not shown: they might affect the terminal.
    let shown = text.split(|&byte| byte == b'\n').nth(index).and_then(|bytes| str::from_utf8(bytes).ok());
    let is_text =
        |text: &&str| !text.trim_end().chars().any(|character| character.is_control() && character != '\t');
    if let Some(shown) = shown.filter(is_text) {
        out += &line_with_caret(shown.as_bytes(), *line, *column, style);
    }
    out
}

pub(super) fn source_line(program: &Program, pos: Pos) -> Option<&[u8]> {
    let file = program.files.get(pos.file.index())?;
    let index = (pos.line as usize).checked_sub(1)?;
    file.text.split(|&byte| byte == b'\n').nth(index)
}

/// An error that a run found: the error, what matters about it, the calls that led there, the inputs that
/// lead there.
pub fn violation(program: &Program, found: &Violation, run: &Run, style: Style) -> String {
    let text = format!("{} [{}]", found.message, found.kind.property());
    let mut out = message(program, found.pos, "error", &text, style);
    for (pos, note) in &found.notes {
        out += &message(program, *pos, "note", note, style);
    }
    for same in last_values(program, found, run).chunk_by(|one, next| one.0 == next.0) {
        let values: Vec<&str> = same.iter().map(|(_, value)| value.as_str()).collect();
        let text = format!("{} from here on", values.join(", "));
        out += &message(program, same[0].0, "note", &text, style);
    }
    // The outermost call is that of main, from nowhere.
    const MOST_CALLS: usize = 10;
    let calls = found.stack.len().saturating_sub(1);
    for (function, pos) in found.stack.iter().take(calls.min(MOST_CALLS)) {
        let name = &program.functions[function.index()].name;
        out += &message(program, *pos, "note", &format!("in {name}, called from here"), style);
    }
    if calls > MOST_CALLS {
        let _ = writeln!(out, "note: and {} more calls", calls - MOST_CALLS);
    }
    out += &inputs(program, run, style);
    out
}

/// Where the variables got their values that the line of the error speaks of: numbers and null pointers, in
/// the order of the run. Other pointers have notes of their own, inputs as well.
fn last_values(program: &Program, found: &Violation, run: &Run) -> Vec<(Pos, String)> {
    const MOST: usize = 4;
    let line = String::from_utf8_lossy(source_line(program, found.pos).unwrap_or_default());
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut wanted: Vec<&str> = line.split(|character| !is_word(character)).collect();
    let is_input = |pos: Pos| run.inputs.iter().any(|record| record.request.pos == pos);
    let (mut notes, mut depth) = (Vec::new(), 0);
    for event in run.trace.iter().rev() {
        match event {
            Event::Leave { .. } => depth += 1,
            Event::Enter { .. } if depth == 0 => break,
            Event::Enter { .. } => depth -= 1,
            Event::Set { pos, name, value } if depth == 0 && wanted.contains(&name.as_str()) => {
                wanted.retain(|other| other != name);
                let is_simple = value == "null" || value.parse::<i128>().is_ok();
                if is_simple && *pos != found.pos && !is_input(*pos) && notes.len() < MOST {
                    notes.push((*pos, format!("{name} is {value}")));
                }
            }
            _ => {}
        }
    }
    notes.reverse();
    notes
}

/// The inputs of a run; those that the program requested by name with their location.
fn inputs(program: &Program, run: &Run, style: Style) -> String {
    const MOST: usize = 20;
    let mut out = String::new();
    let shown: Vec<&InputRecord> = run.inputs.iter().filter(|record| is_told(record)).collect();
    // A loop asks for many inputs at one place.
    let groups: Vec<&[&InputRecord]> =
        shown.chunk_by(|one, next| one.request == next.request && one.value == next.value).collect();
    for same in groups.iter().take(MOST) {
        let mut what = input_text(same[0]);
        if same.len() > 1 {
            let _ = write!(what, " ({} times)", same.len());
        }
        out += &message(program, same[0].request.pos, "note", &what, style);
    }
    if groups.len() > MOST {
        let more: usize = groups[MOST..].iter().map(|same| same.len()).sum();
        let _ = writeln!(out, "note: and {more} more inputs");
    }
    if run.arguments.first().is_some_and(|name| name != b"program") {
        let _ = writeln!(out, "note: the program is called '{}'", run.arguments[0].escape_ascii());
    }
    if let Some(again) = again(run) {
        let _ = writeln!(out, "note: again with {again}");
    }
    out
}

/// An input in words.
fn input_text(record: &InputRecord) -> String {
    let value = record.value;
    match &record.request.kind {
        InputKind::Function(name) => format!("{name}() returns {value}"),
        InputKind::Allocation(name) if value == 0 => format!("{name} succeeds"),
        InputKind::Allocation(name) => format!("{name} fails"),
        InputKind::Library(name) => format!("{name} gets {value}"),
        InputKind::Parameter(name) => format!("the parameter {name} is {value}"),
        InputKind::Extern(name) => format!("a byte of {name} is {value}"),
        InputKind::Uninitialized => format!("the uninitialized value is {value}"),
    }
}

/// The options that reproduce a run, besides those of the analysis; nothing if there is only one run.
pub(super) fn again(run: &Run) -> Option<String> {
    let mut options = String::from("--run");
    let (undefined, values): (Vec<&InputRecord>, Vec<&InputRecord>) =
        run.inputs.iter().partition(|record| record.request.kind == InputKind::Uninitialized);
    let list = |records: &[&InputRecord]| {
        let values: Vec<String> = records.iter().map(|record| record.value.to_string()).collect();
        values.join(",")
    };
    if !values.is_empty() {
        let _ = write!(options, " --input {}", list(&values));
    }
    if let Some(last) = undefined.iter().rposition(|record| record.value != 0) {
        let _ = write!(options, " --undefined {}", list(&undefined[..=last]));
    }
    for argument in run.arguments.iter().skip(1) {
        // A quote would end what the shell takes for one word.
        let argument = argument.escape_ascii().to_string().replace("\\'", "\\x27");
        let _ = write!(options, " --argument '{argument}'");
    }
    (options != "--run").then_some(options)
}

/// Whether an input is worth telling: uninitialized memory that is not zero is.
pub(super) fn is_told(record: &InputRecord) -> bool {
    record.request.kind != InputKind::Uninitialized || record.value != 0
}

/// Loop invariants by loop: its place, and a line for each case.
pub fn invariants(program: &Program, invariants: &[LoopInvariant]) -> String {
    let mut out = String::new();
    let mut explained: Vec<&str> = Vec::new();
    for invariant in invariants {
        if let Some(legend) = invariant.legend.as_deref().filter(|legend| !explained.contains(legend)) {
            let _ = writeln!(out, "({legend})");
            explained.push(legend);
        }
        let _ = writeln!(out, "{}", invariant_title(program, invariant));
        for (index, disjunct) in invariant.disjuncts.iter().enumerate() {
            let or = if index > 0 { "or " } else { "" };
            let _ = writeln!(out, "    {or}{disjunct}");
        }
    }
    out
}

/// Which loop an invariant belongs to, and how it was found.
pub(super) fn invariant_title(program: &Program, invariant: &LoopInvariant) -> String {
    let (place, function) = (program.show_pos(invariant.pos), &invariant.function);
    let rounds = match invariant.rounds {
        Some(1) => " in 1 iteration".to_string(),
        Some(rounds) => format!(" in {rounds} iterations"),
        None => String::new(),
    };
    let partly = if invariant.is_partial { " (where it is not unrolled)" } else { "" };
    format!("{place}: loop invariant in {function}{partly}, by {}{rounds}:", invariant.found_by)
}

/// The last steps of a run, one line each; repeated passes of the same branch are shown once with their
/// number.
pub fn trace(program: &Program, events: &[Event], most: usize) -> String {
    let skipped = events.len().saturating_sub(most);
    let mut out = String::new();
    if skipped > 0 {
        let _ = writeln!(out, "({skipped} earlier steps are not shown)");
    }
    for (pos, step) in steps(program, &events[skipped..]) {
        let _ = writeln!(out, "{}: {step}", program.show_pos(pos));
    }
    out
}

/// Steps with their locations, in words; repeated steps are shown once, with a count.
pub(super) fn steps<'a>(
    program: &'a Program,
    events: &'a [Event],
) -> impl Iterator<Item = (Pos, String)> + 'a {
    let mut rest = events.iter().map(|event| step(program, event)).peekable();
    std::iter::from_fn(move || {
        let (pos, text) = rest.next()?;
        let mut count = 1;
        while rest.next_if(|next| next.0 == pos && next.1 == text).is_some() {
            count += 1;
        }
        Some((pos, if count > 1 { format!("{text} ({count} times)") } else { text }))
    })
}

fn step(program: &Program, event: &Event) -> (Pos, String) {
    match event {
        Event::Branch { pos, taken } => {
            (*pos, format!("condition is {}", if *taken { "true" } else { "false" }))
        }
        Event::Enter { pos, function } => {
            (*pos, format!("call of {}", program.functions[function.index()].name))
        }
        Event::Leave { function } => {
            let function = &program.functions[function.index()];
            (function.pos, format!("return from {}", function.name))
        }
        Event::Set { pos, name, value } => (*pos, format!("{name} = {value}")),
        Event::Input(record) => (record.request.pos, format!("input {}", record.value)),
    }
}
