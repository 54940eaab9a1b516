//! Invariants as text, in the notation of the paper: `t^010 + t^011 = n`.

use super::CounterInvariant;
use super::domain::{Counters, Invariant};
use super::shape::{Dim, Var};
use super::state::range_of;
use super::vector::{Pointer, Vector};
use crate::numbers::{Affine, Interval, LinearExpr};
use cfp_solver::Rat;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// An invariant in the names of the program. Only pointers that hold something at the loop head have a bit;
/// the rightmost one belongs to the variable declared first.
pub(super) fn describe(domain: &Counters<'_>, invariant: &Invariant) -> CounterInvariant {
    let program = domain.task.program;
    let state = &invariant.state;
    let depth = state.depth();
    let function = &program.functions[invariant.function.index()];
    let held = state.pointers.keys().filter(|var| var.depth == depth);
    let shown: Vec<(Pointer, String)> = held
        .filter_map(|var| {
            let name = function.vars.get(var.id.index())?.name.clone()?;
            Some((*domain.bits.get(var)?, name))
        })
        .collect();
    let integers = invariant.visible.iter().filter_map(|&id| {
        let name = function.vars.get(id.index())?.name.clone()?;
        Some((Var { depth, id }, name))
    });
    let names = Names { pointers: &shown, integers: integers.collect() };
    let mut constraints = Vec::new();
    for (lead, row) in names.equations(state.shape.numbers.equations()).rows() {
        constraints.push(names.equation(lead, row));
    }
    for (vector, range) in state.segments() {
        if range.as_constant().is_none() {
            constraints.push(format!("{} {}", names.vector(vector), shown_range(&range, "0")));
        }
        let record = program.types.record(domain.node.record);
        for (offset, cell) in state.shape.cells(vector).iter().flat_map(|cells| cells.iter()) {
            let field = record.fields.iter().find(|field| field.bit_offset == 8 * offset);
            if let Some(field) = field.filter(|_| cell.range != range_of(cell.ty)) {
                let range = shown_range(&cell.range, "-oo");
                constraints.push(format!("{}.{} {range}", names.vector(vector), field.name));
            }
        }
    }
    CounterInvariant {
        pos: invariant.pos,
        function: function.name.clone(),
        pointers: shown.iter().map(|(_, name)| name.clone()).collect(),
        constraints,
        rounds: invariant.rounds,
    }
}

/// A range as a condition; `least` stands for a missing lower bound.
fn shown_range(range: &Interval, least: &str) -> String {
    if let Some(value) = range.as_constant() {
        return format!("= {value}");
    }
    let low = range.low().map_or(least.to_string(), ToString::to_string);
    let high = range.high().map_or("oo".to_string(), ToString::to_string);
    format!("in [{low}, {high}]")
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

struct Names<'a> {
    pointers: &'a [(Pointer, String)],
    integers: BTreeMap<Var, String>,
}

impl Names<'_> {
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

    /// An equation with positive terms on both sides.
    fn equation(&self, lead: &Shown, row: &LinearExpr<Shown>) -> String {
        // lead - row = constant, with counters on the left.
        let mut left = vec![(self.name(lead), Rat::from(1))];
        left.extend(row.terms().map(|(dim, factor)| (self.name(dim), -factor)));
        let mut sides = [String::new(), String::new()];
        for (name, factor) in left {
            let side = &mut sides[usize::from(factor.is_negative())];
            let size = factor.abs();
            let term = if size == Rat::from(1) { name } else { format!("{size} {name}") };
            *side += &if side.is_empty() { term } else { format!(" + {term}") };
        }
        let constant = row.constant_part();
        if !constant.is_zero() {
            let side = &mut sides[usize::from(constant.is_positive())];
            let term = constant.abs().to_string();
            *side += &if side.is_empty() { term } else { format!(" + {term}") };
        }
        let [left, right] = sides.map(|side| if side.is_empty() { "0".to_string() } else { side });
        format!("{left} = {right}")
    }
}
