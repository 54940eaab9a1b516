//! Symbolic heaps as formulas.

use super::engine::Multiword;
use super::heap::{Atom, Heap, Value, Var};
use super::lin::{Lin, Sym};
use super::walker::State;
use crate::analysis::LoopInvariant;
use crate::ir::{Loop, Pos};
use crate::techniques::Technique;
use std::collections::BTreeMap;

/// Limit on formulas that are shown for a loop.
const MAX_SHOWN: usize = 40;

/// How to read the formulas.
const LEGEND: &str = "nd(x, y, s): a block of s headers at x, with a link to y; mls(x, y): blocks from x to y; \
    blk(x, y): other bytes; true: memory that was forgotten";

impl Multiword<'_> {
    /// Keeps the invariant of a loop.
    pub(super) fn note_invariant(&mut self, inner: &Loop, head: &State, pos: Pos, rounds: usize) {
        let Some(first) = head.first() else { return };
        if !inner.begins_at_head() {
            return;
        }
        let disjuncts: Vec<String> = head.iter().take(MAX_SHOWN).map(|heap| describe(self, heap)).collect();
        let invariant = LoopInvariant {
            pos,
            function: self.function(first).name.clone(),
            found_by: Technique::Multiword,
            is_partial: true,
            legend: Some(LEGEND.to_string()),
            disjuncts,
            expression: None,
            graphs: Vec::new(),
            lengths: BTreeMap::new(),
            rounds: Some(rounds),
        };
        self.invariants.insert(pos, invariant);
    }

    /// The name of a variable in C, if it has one.
    fn name(&self, heap: &Heap, var: Var) -> Option<String> {
        let function = heap.calls.get(var.depth.checked_sub(1)? as usize)?;
        let function = &self.task.program.functions[function.index()];
        let name = function.vars.get(var.id.index())?.name.clone()?;
        Some(if var.depth == heap.depth() { name } else { format!("{}.{name}", function.name) })
    }
}

/// A symbolic heap as a formula.
pub(super) fn describe(domain: &Multiword<'_>, heap: &Heap) -> String {
    let mut names: BTreeMap<Sym, String> = BTreeMap::new();
    for (index, global) in domain.task.program.globals.iter().enumerate() {
        names.insert(Sym(index as u32), format!("&{}", global.name));
    }
    let mut parts: Vec<String> = Vec::new();
    let slots = heap.vars.iter().filter_map(|(var, value)| Some((domain.name(heap, *var)?, value)));
    let slots: Vec<(String, &Value)> = slots.collect();
    for (name, value) in &slots {
        if let Some(sym) = value.lin().and_then(Lin::as_symbol) {
            names.entry(sym).or_insert_with(|| name.clone());
        }
    }
    for (name, value) in &slots {
        if let Some(shown) = value.lin().map(|lin| show(lin, &mut names))
            && shown != *name
        {
            parts.push(format!("{name} = {shown}"));
        }
    }
    for fact in &heap.facts {
        parts.push(format!("{} >= 0", show(fact, &mut names)));
    }
    let mut atoms: Vec<String> = heap.atoms.iter().map(|atom| show_atom(atom, &mut names)).collect();
    atoms.extend(heap.has_more.then(|| "true".to_string()));
    parts.push(if atoms.is_empty() { "emp".to_string() } else { atoms.join(" * ") });
    parts.join(" ∧ ")
}

fn show_atom(atom: &Atom, names: &mut BTreeMap<Sym, String>) -> String {
    match atom {
        Atom::Cell { at, value, .. } => format!("{} -> {}", show(at, names), show_value(value, names)),
        Atom::Block { low, high } => format!("blk({}, {})", show(low, names), show(high, names)),
        Atom::Node { at, next, size } => {
            let (at, next) = (show(at, names), show_value(next, names));
            format!("nd({at}, {next}, {})", show(size, names))
        }
        Atom::List { from, to } => format!("mls({}, {})", show(from, names), show(to, names)),
    }
}

fn show_value(value: &Value, names: &mut BTreeMap<Sym, String>) -> String {
    value.lin().map_or("?".to_string(), |lin| show(lin, names))
}

fn show(lin: &Lin, names: &mut BTreeMap<Sym, String>) -> String {
    let mut text = String::new();
    for (sym, factor) in lin.terms() {
        let count = names.len();
        let name = names.entry(*sym).or_insert_with(|| format!("x{count}'"));
        let sign = match (text.is_empty(), *factor < 0) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        text.push_str(sign);
        if factor.abs() != 1 {
            text.push_str(&format!("{}*", factor.abs()));
        }
        text.push_str(name);
    }
    match lin.constant_part() {
        constant if text.is_empty() => constant.to_string(),
        0 => text,
        constant if constant < 0 => format!("{text} - {}", -constant),
        constant => format!("{text} + {constant}"),
    }
}
