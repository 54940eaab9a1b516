//! Invariants as text, in the notation of the paper: `t^010 + t^011 = n`.

use super::domain::{Counters, Invariant};
use super::shape::{Dim, Var};
use super::state::range_of;
use super::vector::{Pointer, Vector};
use crate::analysis::{LoopInvariant, any_in_c, any_length, bounds_in_c};
use crate::ir::{Function, Scalar};
use crate::numbers::{Affine, Interval, LinearExpr};
use crate::techniques::Technique;
use cfp_solver::Rat;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The invariants of a loop in the names of the program, from all entries of the loop. Only pointers that
/// hold something at the loop head have a bit; the rightmost one belongs to the variable declared first.
pub(super) fn describe(domain: &Counters<'_>, entries: &[Invariant]) -> Vec<LoopInvariant> {
    let mut found: Vec<(LoopInvariant, Vec<Vec<String>>)> = Vec::new();
    for entry in entries {
        let names = Names::of(domain, entry);
        let function = &domain.task.program.functions[entry.function.index()];
        let pointers: Vec<&str> = names.pointers.iter().rev().map(|(_, name)| name.as_str()).collect();
        let legend =
            format!("t^b is the number of nodes that just these pointers reach: {}", pointers.join(" "));
        let (formula, in_c) = (constraints(domain, entry, &names).join(" ∧ "), names.in_c(entry, function));
        let same = found.iter_mut().find(|(other, _)| other.legend.as_ref() == Some(&legend));
        if let Some((other, cases)) = same {
            other.rounds = other.rounds.max(Some(entry.rounds));
            cases.push(in_c);
            other.lengths = any_length(&[std::mem::take(&mut other.lengths), names.lengths(entry)]);
            if !other.disjuncts.contains(&formula) {
                other.disjuncts.push(formula);
            }
            continue;
        }
        let invariant = LoopInvariant {
            pos: entry.pos,
            function: function.name.clone(),
            found_by: Technique::ListCounters,
            is_partial: false,
            legend: Some(legend),
            disjuncts: vec![formula],
            expression: None,
            graphs: Vec::new(),
            lengths: names.lengths(entry),
            rounds: Some(entry.rounds),
        };
        found.push((invariant, vec![in_c]));
    }
    let finished = |(invariant, cases): (LoopInvariant, Vec<Vec<String>>)| LoopInvariant {
        expression: any_in_c(&cases),
        ..invariant
    };
    found.into_iter().map(finished).collect()
}

/// The equations and bounds of an invariant.
fn constraints(domain: &Counters<'_>, entry: &Invariant, names: &Names) -> Vec<String> {
    let state = &entry.state;
    let mut constraints = Vec::new();
    for (lead, row) in names.equations(state.shape.numbers.equations()).rows() {
        constraints.push(Affine::equation(lead, row, |dim| names.name(dim)));
    }
    let record = domain.task.program.types.record(domain.node.record);
    for (vector, range) in state.segments() {
        let name = names.vector(vector);
        if range.as_constant().is_none() {
            constraints.extend(range.text(&name, &Interval::lengths()));
        }
        for (offset, cell) in state.shape.cells(vector).iter().flat_map(|cells| cells.iter()) {
            let field = record.fields.iter().find(|field| field.bit_offset == 8 * offset);
            let text =
                field.and_then(|it| cell.range.text(&format!("{name}.{}", it.name), &range_of(cell.ty)));
            constraints.extend(text);
        }
    }
    constraints
}

/// Dimensions in the order of reports. An equation defines its first dimension by the others. So what has no
/// name comes first, to be eliminated; then counters; then integers, the oldest last: lengths are expressed
/// by parameters and inputs rather than by loop counters.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Shown {
    Nameless(Dim),
    Count(Vector),
    Value(Reverse<Var>),
}

struct Names {
    pointers: Vec<(Pointer, String)>,
    integers: BTreeMap<Var, String>,
}

impl Names {
    /// The names of what an invariant is about.
    fn of(domain: &Counters<'_>, entry: &Invariant) -> Names {
        let (state, depth) = (&entry.state, entry.state.depth());
        let function = &domain.task.program.functions[entry.function.index()];
        let held = state.pointers.keys().filter(|var| var.depth == depth);
        let pointers = held.filter_map(|var| {
            let name = function.vars.get(var.id.index())?.name.clone()?;
            Some((*domain.bits.get(var)?, name))
        });
        let integers = entry.visible.iter().filter_map(|&id| {
            let name = function.vars.get(id.index())?.name.clone()?;
            Some((Var { depth, id }, name))
        });
        Names { pointers: pointers.collect(), integers: integers.collect() }
    }

    /// How many nodes each pointer reaches.
    fn lengths(&self, entry: &Invariant) -> BTreeMap<String, Interval> {
        let length = |(pointer, name): &(Pointer, String)| {
            let reached = entry.state.segments().filter(|(vector, _)| vector.has(*pointer));
            let sum = LinearExpr::sum(reached.map(|(vector, _)| Dim::Count(vector)));
            (name.clone(), entry.state.shape.numbers.range(&sum))
        };
        self.pointers.iter().map(length).collect()
    }

    /// What can be said of integers in C.
    fn in_c(&self, entry: &Invariant, function: &Function) -> Vec<String> {
        if !entry.begins_at_head {
            return Vec::new();
        }
        let integer = |var: &Var| match function.vars[var.id.index()].ty {
            Scalar::Int(ty) if ty.bits >= 8 => Some(ty),
            _ => None,
        };
        let numbers = &entry.state.shape.numbers;
        let mut parts = Vec::new();
        for (var, name) in &self.integers {
            let Some(ty) = integer(var) else { continue };
            parts.extend(bounds_in_c(name, ty, &numbers.bounds(&Dim::Value(*var))));
            for (other, its_name) in self.integers.range(..*var) {
                let difference = LinearExpr::of(Dim::Value(*var)).plus(&Dim::Value(*other), &Rat::from(-1));
                if integer(other) == Some(ty) && numbers.equations().implies(&difference) {
                    parts.push(format!("{its_name} == {name}"));
                }
            }
        }
        parts
    }

    fn vector(&self, vector: Vector) -> String {
        let bit = |&(pointer, _): &(Pointer, String)| if vector.has(pointer) { '1' } else { '0' };
        format!("t^{}", self.pointers.iter().rev().map(bit).collect::<String>())
    }

    fn shown(&self, dim: &Dim) -> Shown {
        match dim {
            Dim::Count(vector) => Shown::Count(*vector),
            Dim::Value(var) if self.integers.contains_key(var) => Shown::Value(Reverse(*var)),
            Dim::Value(_) | Dim::Difference(..) => Shown::Nameless(*dim),
        }
    }

    fn name(&self, dim: &Shown) -> String {
        match dim {
            Shown::Count(vector) => self.vector(*vector),
            Shown::Value(Reverse(var)) => self.integers[var].clone(),
            Shown::Nameless(_) => "?".to_string(),
        }
    }

    /// The equations over what has a name.
    fn equations(&self, equations: &Affine<Dim>) -> Affine<Shown> {
        let mut shown = Affine::default();
        let mut nameless = BTreeSet::new();
        for (lead, row) in equations.rows() {
            let mut equation = LinearExpr::constant(row.constant_part().clone());
            for (dim, factor) in row.terms().chain([(lead, &Rat::from(-1))]) {
                let dim = self.shown(dim);
                equation = equation.plus(&dim, factor);
                nameless.extend(matches!(dim, Shown::Nameless(_)).then_some(dim));
            }
            let result = shown.equate(&equation);
            debug_assert!(result.is_ok(), "the equations have a solution");
        }
        nameless.iter().for_each(|dim| shown.forget(dim));
        shown
    }
}
