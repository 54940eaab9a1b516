//! Findings as compilers show them: place, excerpt, caret, notes.

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

/// One message with its place: `file:line:column: severity: message`, the line, and a caret under the place.
pub fn message(program: &Program, pos: Pos, severity: &str, text: &str, style: Style) -> String {
    let code = match severity {
        "error" => "1;31",
        "note" => "1;36",
        _ => "1;35",
    };
    let place = style.paint("1", &format!("{}:", program.show_pos(pos)));
    let severity = style.paint(code, &format!("{severity}:"));
    let mut out = format!("{place} {severity} {text}\n");
    if let Some(line) = source_line(program, pos) {
        let number = pos.line.to_string();
        let margin = number.len().max(5);
        // Tabs stay tabs in the line of the caret, so that it stands where it should.
        let before = line.iter().take(pos.column.saturating_sub(1) as usize);
        let blanks: String = before.map(|&byte| if byte == b'\t' { '\t' } else { ' ' }).collect();
        let shown = String::from_utf8_lossy(line);
        let _ = writeln!(out, "{number:>margin$} | {}", shown.trim_end());
        let _ = writeln!(out, "{:>margin$} | {blanks}{}", "", style.paint("1;32", "^"));
    }
    out
}

pub(super) fn source_line(program: &Program, pos: Pos) -> Option<&[u8]> {
    let file = program.files.get(pos.file.index())?;
    let index = (pos.line as usize).checked_sub(1)?;
    file.text.split(|&byte| byte == b'\n').nth(index)
}

/// An error that a run found: the error, what matters about it, the calls that led there, the inputs that lead there.
pub fn violation(program: &Program, found: &Violation, run: &Run, style: Style) -> String {
    let text = format!("{} [{}]", found.message, found.kind.property());
    let mut out = message(program, found.pos, "error", &text, style);
    for (pos, note) in &found.notes {
        out += &message(program, *pos, "note", note, style);
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

/// The inputs of a run, those that the program asked for by name with their place.
fn inputs(program: &Program, run: &Run, style: Style) -> String {
    const MOST: usize = 20;
    let mut out = String::new();
    let named =
        |record: &&InputRecord| !matches!(record.request.kind, InputKind::Uninitialized | InputKind::BadRead);
    let shown: Vec<&InputRecord> = run.inputs.iter().filter(named).collect();
    for record in shown.iter().take(MOST) {
        let what = match &record.request.kind {
            InputKind::Function(name) => format!("{name}() returns {}", record.value),
            InputKind::Library(name) => format!("{name} gets {}", record.value),
            InputKind::Parameter(name) => format!("the parameter {name} is {}", record.value),
            InputKind::Extern(name) => format!("a byte of {name} is {}", record.value),
            InputKind::Uninitialized | InputKind::BadRead => continue,
        };
        out += &message(program, record.request.pos, "note", &what, style);
    }
    if shown.len() > MOST {
        let _ = writeln!(out, "note: and {} more inputs", shown.len() - MOST);
    }
    let mut again = String::new();
    if !shown.is_empty() {
        let values: Vec<String> = shown.iter().map(|record| record.value.to_string()).collect();
        let _ = write!(again, " --input {}", values.join(","));
    }
    for argument in run.arguments.iter().skip(1) {
        let _ = write!(again, " --argument '{}'", argument.escape_ascii());
    }
    if run.arguments.first().is_some_and(|name| name != b"program") {
        let _ = writeln!(out, "note: the program is called '{}'", run.arguments[0].escape_ascii());
    }
    if !again.is_empty() {
        let _ = writeln!(out, "note: again with --run{again}");
    }
    out
}

/// The last steps of a run, one line each; repeated passes of the same branch are shown once with their number.
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

/// Steps with their places, in words; what is repeated in one place is there once with its number.
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
