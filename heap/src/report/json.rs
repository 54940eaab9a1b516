//! Findings as one JSON object, and the pieces that other formats of this kind share.
//!
//! Members: `tool`, `verdict` (`proved`, `refuted`, `unknown`), `reason`, `answer` (if a property was given),
//! `unchecked` (what the verdict does not cover), `findings`, `open`, `invariants`, `stats`. A finding is an
//! error with its `kind`, `property`, `message`, `location`, `notes`, `stack`, and the run that reproduces
//! it: `inputs`, `again` (the options that repeat it), `trace`. What is `open` has a `message`, a
//! `location`, the `kind` of violation that is not excluded, and the `cause`. A loop invariant has a
//! `location`, its `function`, the technique that it was `foundBy`, `disjuncts` of which one holds, a
//! `legend` for their notation, `lengths` of lists by pointer variable (the least and the greatest one), and
//! an `expression`, as much of it as C can say. Values of inputs and lengths are strings, since many readers
//! limit the size of JSON numbers.

use super::{Report, Stats, text};
use crate::analysis::LoopInvariant;
use crate::interp::{InputKind, InputRecord, Run, Violation};
use crate::ir::{FuncId, Pos, Program};
use crate::json::Json;
use crate::shapes::ShapeCosts;
use crate::techniques::{Technique, Usage};
use cfp_solver::Int;
use std::time::Duration;

/// An object from its members.
pub(super) fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    Json::Object(members.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
}

pub(super) fn string(text: impl Into<String>) -> Json {
    Json::Text(text.into())
}

/// A counter. Those above 2^53 are rounded, as all numbers in most readers of JSON.
pub(super) fn number(value: u64) -> Json {
    Json::Number(value as f64)
}

/// The findings as one JSON object, with a line break at its end.
pub fn json(report: &Report<'_>) -> String {
    let Report { program, findings, property, checks, stats } = *report;
    let conclusion = &findings.conclusion;
    let (verdict, reason) = super::verdict(conclusion);
    let found = super::violations(conclusion).map(|(found, run)| error(program, found, run));
    let open = super::open(conclusion).iter().map(|open| {
        let cause = open.cause.as_ref();
        object([
            ("message", string(open.message())),
            ("location", location(program, open.pos)),
            ("kind", open.kind.map_or(Json::Null, |kind| string(kind.id()))),
            ("cause", cause.map_or(Json::Null, |cause| message(program, cause.pos, &cause.text))),
        ])
    });
    let answer = property.map_or(Json::Null, |property| string(super::answer(property, conclusion)));
    let all = object([
        ("tool", object([("name", string("cfp-heap")), ("version", string(env!("CARGO_PKG_VERSION")))])),
        ("verdict", string(verdict)),
        ("reason", string(reason)),
        ("answer", answer),
        ("unchecked", Json::Array(checks.unchecked().into_iter().map(string).collect())),
        ("findings", Json::Array(found.collect())),
        ("open", Json::Array(open.collect())),
        ("invariants", Json::Array(findings.invariants.iter().map(|it| invariant(program, it)).collect())),
        ("stats", costs(stats)),
    ]);
    format!("{all}\n")
}

/// A loop invariant.
fn invariant(program: &Program, invariant: &LoopInvariant) -> Json {
    let bound = |bound: Option<&Int>| bound.map_or(Json::Null, |bound| string(bound.to_string()));
    let lengths = invariant.lengths.iter();
    let lengths = lengths
        .map(|(name, range)| (name.clone(), Json::Array(vec![bound(range.low()), bound(range.high())])));
    object([
        ("location", location(program, invariant.pos)),
        ("function", string(&invariant.function)),
        ("foundBy", string(invariant.found_by.name())),
        ("iterations", invariant.rounds.map_or(Json::Null, |rounds| number(rounds as u64))),
        ("legend", invariant.legend.as_ref().map_or(Json::Null, string)),
        ("disjuncts", Json::Array(invariant.disjuncts.iter().map(string).collect())),
        ("lengths", Json::Object(lengths.collect())),
        ("expression", invariant.expression.as_ref().map_or(Json::Null, string)),
    ])
}

/// An error, and the run that reproduces it.
fn error(program: &Program, found: &Violation, run: &Run) -> Json {
    let note = |(pos, text): &(Pos, String)| message(program, *pos, text);
    let call = |&(function, pos): &(FuncId, Pos)| {
        let name = &program.functions[function.index()].name;
        object([("function", string(name)), ("calledFrom", location(program, pos))])
    };
    let steps = text::steps(program, super::last_steps(run)).map(|(pos, text)| message(program, pos, &text));
    object([
        ("kind", string(found.kind.id())),
        ("property", string(found.kind.property())),
        ("message", string(&found.message)),
        ("location", location(program, found.pos)),
        ("notes", Json::Array(found.notes.iter().map(note).collect())),
        ("stack", Json::Array(found.stack.iter().map(call).collect())),
        ("inputs", Json::Array(run.inputs.iter().map(|record| input(program, record)).collect())),
        ("again", text::again(run).map_or(Json::Null, string)),
        ("trace", Json::Array(steps.collect())),
    ])
}

/// What the answer cost; of techniques, those that were tried.
fn costs(stats: &Stats) -> Json {
    let seconds = |time: Duration| Json::Number(time.as_secs_f64());
    let technique = |(technique, usage): (Technique, Usage)| {
        object([
            ("name", string(technique.name())),
            ("tried", number(usage.tried)),
            ("worked", number(usage.worked)),
            ("seconds", seconds(usage.time)),
        ])
    };
    let shapes = |costs: ShapeCosts| {
        object([
            ("disjuncts", number(costs.disjuncts as u64)),
            ("iterations", number(costs.rounds as u64)),
            ("steps", number(costs.steps)),
        ])
    };
    object([
        ("frontEndSeconds", seconds(stats.front_end)),
        ("runSeconds", seconds(stats.running)),
        ("analysisSeconds", seconds(stats.analysis)),
        ("solvingSeconds", seconds(stats.solver.solving)),
        ("memoryBytes", stats.memory.map_or(Json::Null, number)),
        ("runs", number(stats.runs)),
        ("questions", number(stats.solver.questions)),
        ("eliminations", number(stats.solver.eliminations)),
        ("inexactEliminations", number(stats.solver.inexact)),
        ("shapes", stats.shapes.map_or(Json::Null, shapes)),
        ("techniques", Json::Array(stats.techniques.tried().map(technique).collect())),
    ])
}

fn message(program: &Program, pos: Pos, text: &str) -> Json {
    object([("message", string(text)), ("location", location(program, pos))])
}

/// File, line and column; `null` without a source location.
fn location(program: &Program, pos: Pos) -> Json {
    match program.files.get(pos.file.index()) {
        Some(file) if pos.line > 0 => object([
            ("file", string(&file.name)),
            ("line", number(u64::from(pos.line))),
            ("column", number(u64::from(pos.column))),
        ]),
        _ => Json::Null,
    }
}

fn input(program: &Program, record: &InputRecord) -> Json {
    let (kind, name) = match &record.request.kind {
        InputKind::Function(name) => ("function", string(name)),
        InputKind::Allocation(name) => ("allocation", string(name)),
        InputKind::Library(name) => ("library", string(name)),
        InputKind::Parameter(name) => ("parameter", string(name)),
        InputKind::Extern(name) => ("extern", string(name)),
        InputKind::Uninitialized => ("uninitialized", Json::Null),
    };
    object([
        ("kind", string(kind)),
        ("name", name),
        ("value", string(record.value.to_string())),
        ("location", location(program, record.request.pos)),
    ])
}
