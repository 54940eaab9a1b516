//! Invariants as text, in the notation of the paper: `t^010 + t^011 = n`.

use super::CounterInvariant;
use super::domain::{Counters, Invariant};
use super::shape::{Dim, Var};
use super::vector::{Pointer, Vector};
use cfp_solver::Rat;

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
    let names = Names {
        shown: &shown,
        variable: &|var| variable(domain, state.calls[var.depth as usize].index(), var),
    };
    let mut constraints = Vec::new();
    for (lead, row) in state.shape.numbers.equations().rows() {
        constraints.extend(names.equation(lead, row));
    }
    for (vector, range) in state.segments() {
        if range.as_constant().is_some() {
            continue;
        }
        let low = range.low().map_or("0".to_string(), ToString::to_string);
        let high = range.high().map_or("oo".to_string(), ToString::to_string);
        constraints.push(format!("{} in [{low}, {high}]", names.vector(vector)));
    }
    CounterInvariant {
        pos: invariant.pos,
        function: function.name.clone(),
        pointers: shown.iter().map(|(_, name)| name.clone()).collect(),
        constraints,
        rounds: invariant.rounds,
    }
}

fn variable(domain: &Counters<'_>, function: usize, var: Var) -> Option<String> {
    domain.task.program.functions[function].vars.get(var.id.index())?.name.clone()
}

struct Names<'a> {
    shown: &'a [(Pointer, String)],
    variable: &'a dyn Fn(Var) -> Option<String>,
}

impl Names<'_> {
    fn vector(&self, vector: Vector) -> String {
        let bit = |&(pointer, _): &(Pointer, String)| if vector.has(pointer) { '1' } else { '0' };
        format!("t^{}", self.shown.iter().rev().map(bit).collect::<String>())
    }

    fn dim(&self, dim: &Dim) -> Option<String> {
        match dim {
            Dim::Count(vector) => Some(self.vector(*vector)),
            Dim::Value(var) => (self.variable)(*var),
            Dim::Difference(..) => None,
        }
    }

    /// An equation with positive terms on both sides; nothing if it mentions something without a name.
    fn equation(&self, lead: &Dim, row: &crate::numbers::LinearExpr<Dim>) -> Option<String> {
        // lead - row = constant, with counters on the left.
        let mut left = vec![(self.dim(lead)?, Rat::from(1))];
        for (dim, factor) in row.terms() {
            left.push((self.dim(dim)?, -factor));
        }
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
        Some(format!("{left} = {right}"))
    }
}
