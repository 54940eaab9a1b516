//! Findings as a self-contained page: verdict, annotated source, a drawing of the symbolic heap, inputs,
//! statistics.

use super::svg::{self, escape};
use super::{Report, Stats, source, text};
use crate::analysis::{HeapGraph, LoopInvariant};
use crate::interp::{InputKind, InputRecord, Run, Violation};
use crate::ir::{FileId, Pos, Program};
use crate::verify::Conclusion;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Steps in one line, and inputs, that are shown at most.
const MAX_STEPS: usize = 8;
const MAX_INPUTS: usize = 100;
/// Cases of a loop invariant that are drawn at most.
const MAX_DRAWINGS: usize = 12;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1f2430;--soft:#5b6472;--paper:#fff;--panel:#f6f7f9;--rule:#e2e5ea;--good:#0f7b4f;--bad:#c02626;\
--open:#a16207;--keyword:#7c3aed;--type:#0e7490;--number:#b45309;--string:#15803d;--comment:#6b7280;--mark:#fdecec;--note:#eef4ff}\
@media(prefers-color-scheme:dark){:root{--ink:#e6e9ef;--soft:#a3adbd;--paper:#14171f;--panel:#1b1f29;--rule:#2c323f;--good:#34d399;\
--bad:#f87171;--open:#fbbf24;--keyword:#c4a7ff;--type:#67d4e8;--number:#f0b46a;--string:#86d69a;--comment:#8b95a5;--mark:#3a1618;\
--note:#1a2740}}\
*{box-sizing:border-box}body{margin:0;color:var(--ink);background:var(--paper);font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif}\
main{max-width:74rem;margin:0 auto;padding:1.2rem clamp(.7rem,3vw,2rem) 3rem}h1{font-size:1.35rem;margin:.2rem 0 .8rem;overflow-wrap:anywhere}\
h2{font-size:1.05rem;margin:2rem 0 .6rem}p{margin:.4rem 0}.soft{color:var(--soft)}code,pre,.code{font-family:ui-monospace,SFMono-Regular,\
Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:.84rem}\
.verdict{border-left:.4rem solid;padding:.6rem 1rem;background:var(--panel);border-radius:.4rem}.verdict strong{font-size:1.15rem}\
.proved{border-color:var(--good)}.proved strong{color:var(--good)}.refuted{border-color:var(--bad)}.refuted strong{color:var(--bad)}\
.unknown{border-color:var(--open)}.unknown strong{color:var(--open)}\
.code{overflow-x:auto;border:1px solid var(--rule);border-radius:.4rem;background:var(--panel);padding:.5rem 0;line-height:1.55}\
.code ol{margin:0;padding:0;list-style:none;min-width:max-content}.code li{display:block}\
.line{display:flex;white-space:pre;padding-right:1rem}.line>a{flex:none;width:3.6rem;padding-right:1rem;text-align:right;color:var(--soft);\
text-decoration:none;user-select:none}.line.error{background:var(--mark)}\
.say{position:sticky;left:3.6rem;white-space:pre-wrap;margin:.15rem 1rem .35rem 3.6rem;padding:.25rem .7rem;border-radius:.35rem;\
background:var(--note);max-width:calc(min(100vw,66rem) - 6.5rem);\
font-family:system-ui,-apple-system,'Segoe UI',sans-serif}.say.error{background:var(--mark);border-left:3px solid var(--bad)}\
.say.open{border-left:3px solid var(--open)}details.say summary{cursor:pointer;color:var(--soft)}.caret{color:var(--bad);font-weight:700}\
.k{color:var(--keyword)}.t{color:var(--type)}.n{color:var(--number)}.s{color:var(--string)}.c{color:var(--comment);font-style:italic}\
.p{color:var(--soft)}figure{margin:0;overflow-x:auto;border:1px solid var(--rule);border-radius:.4rem;padding:.4rem}\
table{border-collapse:collapse}td,th{text-align:left;padding:.2rem 1.2rem .2rem 0;vertical-align:top;border-bottom:1px solid var(--rule);font-weight:400}\
td.number{text-align:right;font-variant-numeric:tabular-nums}.wide{overflow-x:auto}";

/// The page. `names` are the files to show whole; the picture is that of the symbolic heap somewhere in them.
pub fn html(report: &Report<'_>, names: &[String], picture: Option<&HeapGraph>) -> String {
    let Report { program, findings, property, stats, .. } = *report;
    let (verdict, reason) = super::verdict(&findings.conclusion);
    let title = escape(&names.join(", "));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{verdict}: {title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
    );
    let _ = writeln!(
        out,
        "<p class=\"verdict {verdict}\"><strong>{verdict}</strong><br/>{}</p>",
        escape(&reason)
    );
    if let Some(property) = property {
        let answer = super::answer(property, &findings.conclusion);
        let _ = writeln!(
            out,
            "<p class=\"soft\"><code>{}</code>: <code>{}</code></p>",
            escape(&property.to_string()),
            escape(&answer)
        );
    }
    let notes = Notes::of(program, &findings.conclusion);
    let found: Vec<(&Violation, &Run)> = super::violations(&findings.conclusion).collect();
    if found.len() > 1 {
        out += "<p class=\"soft\">Steps in the source are those of the run with the first error.</p>\n";
    }
    for (index, file) in program.files.iter().enumerate() {
        let id = FileId(index as u32);
        if names.contains(&file.name) || notes.is_about(id) {
            write_source(&mut out, program, id, &notes);
        }
    }
    write_invariants(&mut out, program, &findings.invariants);
    if let Some(graph) = picture {
        write_picture(&mut out, program, graph);
    }
    for (index, (violation, run)) in found.iter().enumerate() {
        let title = match found.len() {
            1 => "Inputs that lead to the error".to_string(),
            _ => format!("Inputs that lead to error {} (line {})", index + 1, violation.pos.line),
        };
        write_inputs(&mut out, program, run, &title);
    }
    write_costs(&mut out, stats);
    let _ = writeln!(out, "<p class=\"soft\">cfp-heap {}</p>", env!("CARGO_PKG_VERSION"));
    out += "</main>\n</body>\n</html>\n";
    out
}

/// Two tables: figures, and the techniques that were tried.
fn write_costs(out: &mut String, stats: &Stats) {
    *out += "<h2 id=\"cost\">What it cost</h2>\n<table>\n";
    for (name, value) in stats.figures() {
        // Parts are indented under their whole.
        let depth = (name.len() - name.trim_start().len()) / 2;
        let _ = writeln!(
            out,
            "<tr><td style=\"padding-left:{depth}rem\">{}</td><td class=\"number\">{value}</td></tr>",
            name.trim_start()
        );
    }
    *out += "</table>\n";
    let rows = stats.technique_rows();
    if rows.is_empty() {
        return;
    }
    *out += "<table>\n";
    for (index, row) in rows.iter().enumerate() {
        let tag = if index == 0 { "th" } else { "td" };
        *out += "<tr>";
        for (column, cell) in row.iter().enumerate() {
            let class = if column == 0 { "" } else { " class=\"number\"" };
            let _ = write!(out, "<{tag}{class}>{cell}</{tag}>");
        }
        *out += "</tr>\n";
    }
    *out += "</table>\n";
}

/// Class, column and text.
type Note = (&'static str, u32, String);

/// Annotations of lines.
#[derive(Default)]
struct Notes {
    /// Errors first, then what matters about them.
    said: BTreeMap<(FileId, u32), Vec<Note>>,
    /// Steps of the first run.
    steps: BTreeMap<(FileId, u32), Vec<String>>,
}

impl Notes {
    fn of(program: &Program, conclusion: &Conclusion) -> Notes {
        let mut notes = Notes::default();
        for (found, run) in super::violations(conclusion) {
            notes.say(found.pos, "error", &format!("{} [{}]", found.message, found.kind.property()));
            for (pos, note) in &found.notes {
                notes.say(*pos, "note", note);
            }
            for (function, pos) in found.stack.iter().take(found.stack.len().saturating_sub(1)) {
                let name = &program.functions[function.index()].name;
                notes.say(*pos, "note", &format!("in {name}, called from here"));
            }
            // Steps of several runs in the same lines would not be understood.
            if notes.steps.is_empty() {
                for (pos, step) in text::steps(program, super::last_steps(run)) {
                    notes.steps.entry((pos.file, pos.line)).or_default().push(step);
                }
            }
        }
        for place in super::open(conclusion) {
            if let Some(cause) = &place.cause {
                notes.say(cause.pos, "open", &cause.text);
            }
            notes.say(place.pos, "open", &place.message());
        }
        notes
    }

    fn say(&mut self, pos: Pos, class: &'static str, text: &str) {
        let said = self.said.entry((pos.file, pos.line)).or_default();
        if !said.iter().any(|other| other.2 == text) {
            said.push((class, pos.column, text.to_string()));
        }
    }

    fn is_about(&self, file: FileId) -> bool {
        self.said.keys().any(|(other, line)| *other == file && *line > 0)
    }
}

fn write_source(out: &mut String, program: &Program, id: FileId, notes: &Notes) {
    let file = &program.files[id.index()];
    let _ = writeln!(out, "<h2>{}</h2>\n<div class=\"code\"><ol>", escape(&file.name));
    let text = String::from_utf8_lossy(&file.text);
    for (index, line) in source::highlight(&text).into_iter().enumerate() {
        let number = index as u32 + 1;
        let said = notes.said.get(&(id, number)).map_or(&[][..], Vec::as_slice);
        let class = if said.iter().any(|note| note.0 == "error") { "line error" } else { "line" };
        let anchor = format!("F{}L{number}", id.0);
        let _ = writeln!(
            out,
            "<li><div class=\"{class}\" id=\"{anchor}\"><a href=\"#{anchor}\">{number}</a><span>{line}</span></div>"
        );
        for (class, column, text) in said {
            let _ = writeln!(
                out,
                "<div class=\"say {class}\"><span class=\"soft\">{number}:{column}</span> {}</div>",
                escape(text)
            );
        }
        if let Some(steps) = notes.steps.get(&(id, number)) {
            write_steps(out, steps);
        }
        out.push_str("</li>\n");
    }
    out.push_str("</ol></div>\n");
}

/// What the run did in a line, after a summary.
fn write_steps(out: &mut String, steps: &[String]) {
    let shown = if steps.len() > MAX_STEPS { &steps[steps.len() - MAX_STEPS..] } else { steps };
    if let [single] = shown {
        let _ = writeln!(out, "<div class=\"say note soft\">{}</div>", escape(single));
        return;
    }
    let last = shown.last().map_or("", String::as_str);
    let _ = write!(
        out,
        "<details class=\"say note\"><summary>{} steps, the last one: {}</summary>",
        steps.len(),
        escape(last)
    );
    if shown.len() < steps.len() {
        let _ = write!(out, "{} earlier ones<br/>", steps.len() - shown.len());
    }
    let lines: Vec<String> = shown.iter().map(|step| escape(step)).collect();
    let _ = writeln!(out, "{}</details>", lines.join("<br/>"));
}

/// Loop invariants: formulas, and drawings if there are any.
fn write_invariants(out: &mut String, program: &Program, invariants: &[LoopInvariant]) {
    if !invariants.is_empty() {
        out.push_str("<h2 id=\"invariants\">Loop invariants</h2>\n");
    }
    let mut explained: Vec<&str> = Vec::new();
    for invariant in invariants {
        if let Some(legend) = invariant.legend.as_deref().filter(|legend| !explained.contains(legend)) {
            let _ = writeln!(out, "<p class=\"soft\">{}</p>", escape(legend));
            explained.push(legend);
        }
        let pos = invariant.pos;
        let title = escape(&text::invariant_title(program, invariant));
        let _ = writeln!(out, "<p><a href=\"#F{}L{}\">{title}</a></p>\n<ul>", pos.file.0, pos.line);
        for disjunct in &invariant.disjuncts {
            let _ = writeln!(out, "<li><code>{}</code></li>", escape(disjunct));
        }
        out.push_str("</ul>\n");
        if !invariant.graphs.is_empty() {
            let shown: Vec<&HeapGraph> = invariant.graphs.iter().take(MAX_DRAWINGS).collect();
            let _ = writeln!(out, "<figure>{}</figure>", svg::element(&shown));
        }
        if invariant.graphs.len() > MAX_DRAWINGS {
            let more = invariant.graphs.len() - MAX_DRAWINGS;
            let _ = writeln!(out, "<p class=\"soft\">{more} more cases are not drawn.</p>");
        }
    }
}

fn write_picture(out: &mut String, program: &Program, graph: &HeapGraph) {
    let place = match graph.pos {
        Some(pos) => format!(
            "before line {} of {}",
            pos.line,
            program.files.get(pos.file.index()).map_or("", |file| &file.name)
        ),
        None => "where it returns".to_string(),
    };
    let _ = writeln!(
        out,
        "<h2 id=\"heap\">Symbolic heap of {}, {}</h2>",
        escape(&graph.function),
        escape(&place)
    );
    let _ = writeln!(out, "<figure>{}</figure>", svg::element(&[graph]));
    let indices: BTreeSet<&String> = graph.nodes.iter().filter_map(|node| node.index.as_ref()).collect();
    let index = indices.first().map_or(String::new(), |index| {
        format!(
            "<code>{}</code> is the number of a cell, a condition says of which cells an arrow speaks; ",
            escape(index)
        )
    });
    let _ = writeln!(
        out,
        "<p class=\"soft\">All executions at once: {index}<code>⟨may, must⟩</code> stands where a condition is not known exactly. \
         A name with ₀ is what was there before anybody wrote to it, with ₁, ₂, … \
         something unknown that was written since; a call with a number \
         is what it returned in that iteration.{}</p>",
        if graph.is_cut { " Not everything is shown." } else { "" }
    );
    if !graph.facts.is_empty() {
        let facts: Vec<String> =
            graph.facts.iter().map(|fact| format!("<code>{}</code>", escape(fact))).collect();
        let _ = writeln!(out, "<p>Known there: {}</p>", facts.join(", "));
    }
    if !graph.numbers.is_empty() {
        out.push_str("<div class=\"wide\"><table>\n");
        for (name, value) in &graph.numbers {
            let (name, value) = (escape(name), escape(value));
            let _ = writeln!(out, "<tr><td><code>{name}</code></td><td><code>{value}</code></td></tr>");
        }
        out.push_str("</table></div>\n");
    }
}

fn write_inputs(out: &mut String, program: &Program, run: &Run, title: &str) {
    let records: Vec<&InputRecord> = run.inputs.iter().filter(|record| text::is_told(record)).collect();
    let Some(again) = text::again(run) else { return };
    let _ = writeln!(out, "<h2>{}</h2>\n<div class=\"wide\"><table>", escape(title));
    for record in records.iter().take(MAX_INPUTS) {
        let name = match &record.request.kind {
            InputKind::Function(name) => format!("{name}()"),
            InputKind::Allocation(name) => format!("{name} fails"),
            InputKind::Library(name) => name.clone(),
            InputKind::Parameter(name) => format!("parameter {name}"),
            InputKind::Extern(name) => format!("byte of {name}"),
            InputKind::Uninitialized => "uninitialized value".to_string(),
        };
        let place = program.show_pos(record.request.pos);
        let _ = writeln!(
            out,
            "<tr><td><code>{}</code></td><td class=\"number\"><code>{}</code></td><td class=\"soft\">{}</td></tr>",
            escape(&name),
            record.value,
            escape(&place)
        );
    }
    out.push_str("</table></div>\n");
    if records.len() > MAX_INPUTS {
        let _ = writeln!(out, "<p class=\"soft\">and {} more</p>", records.len() - MAX_INPUTS);
    }
    if records.len() <= MAX_INPUTS {
        let _ = writeln!(out, "<p>Again with <code>cfp-heap {}</code></p>", escape(&again));
    }
}
